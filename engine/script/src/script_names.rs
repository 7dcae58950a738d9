//! The names that a script can use besides its variables.

use assay_document::text::{Fault, IssueCode};
use rhai::{Dynamic, Position};

use super::collection::Namespaces;
use super::modules::Libraries;
use super::{idioms, places};

/// The meaning of a name that is not a variable.
pub(super) enum Meaning {
    Value(Dynamic),
    Function,
    Unknown,
}

/// A name that is unknown, or that is assigned to but is not a variable.
#[derive(Debug)]
pub(super) struct Stray {
    pub name: String,
    pub position: Position,
    /// True if the name is known, but cannot be assigned to.
    pub is_known: bool,
}

/// The functions and collections that a script can name.
pub(super) struct ScriptNames {
    pub functions: Vec<String>,
    pub namespaces: Namespaces,
}

impl ScriptNames {
    /// Returns the meaning of a name that is not a variable.
    pub fn meaning(&self, name: &str) -> Meaning {
        match self.namespaces.find(name) {
            Some(value) => Meaning::Value(value),
            None if self.functions.iter().any(|function| function == name) => Meaning::Function,
            None => Meaning::Unknown,
        }
    }

    /// Returns the fault of a name that is unknown or cannot be assigned to.
    pub fn fault(&self, text: &str, stray: &Stray) -> Fault {
        let Stray { name, position, is_known } = stray;
        let span = places::span(text, *position);
        if *is_known {
            let message = format!("`{name}` cannot be changed");
            return Fault::new(IssueCode::ScriptUnknownVariable, message, span)
                .help("use another name for the variable");
        }
        let fault = Fault::new(IssueCode::ScriptUnknownVariable, format!("there is no variable `{name}`"), span);
        if let Some(help) = idioms::word(name) {
            return idioms::with_suggestion(fault, help, Some(span));
        }
        if Libraries::aliases(text).contains(&name.as_str()) {
            return fault.help(format!("call functions of a library with two colons: `{name}::…(…)`"));
        }
        let words = self.functions.iter().map(String::as_str).chain(self.namespaces.names());
        let help = format!(
            "functions can use only their parameters; declare it with `let {name} = …`, or write `const {name} = …` \
             outside and `global::{name}` inside"
        );
        fault.help(help).suggest_nearest(name, words)
    }
}
