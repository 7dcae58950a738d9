//! The text of code, and places in it.

use assay_document::text::{LineIndex, Span};
use assay_report::Excerpt;
use rhai::Position;

use super::words::{ScriptToken, tokens};
use super::{ScriptPlace, UnitId, places};

/// The text of a unit or a library.
pub(super) struct CodeText {
    pub origin: CodeOrigin,
    /// The text without a byte order mark.
    pub text: String,
}

/// The unit, library or expression that contains the code.
pub(super) enum CodeOrigin {
    Unit(UnitId),
    Library { name: String, path: String },
}

impl CodeOrigin {
    /// Returns the name of the code in Rhai's errors.
    pub fn source(&self) -> String {
        match self {
            Self::Unit(id) => format!("unit {}", id.0),
            Self::Library { name, .. } => format!("library {name}"),
        }
    }

    pub fn place(&self, text: &str, span: Span) -> ScriptPlace {
        match self {
            Self::Unit(unit) => ScriptPlace::Unit { unit: *unit, span },
            Self::Library { path, .. } => {
                let lines = LineIndex::new(text);
                let region = lines.region(span);
                ScriptPlace::Library { path: path.clone(), region, excerpt: Excerpt::new(&lines, region) }
            }
        }
    }
}

impl CodeText {
    /// Returns a place in the code.
    pub fn place(&self, position: Position) -> ScriptPlace {
        self.origin.place(&self.text, places::span(&self.text, position))
    }

    /// Returns the place of the name in the definition of a function.
    pub fn definition(&self, name: &str) -> ScriptPlace {
        let tokens = tokens(&self.text);
        let found = tokens.windows(2).find_map(|pair| match pair {
            [ScriptToken::Word("fn", _), ScriptToken::Word(word, span)] if *word == name => Some(*span),
            _ => None,
        });
        self.origin.place(&self.text, found.unwrap_or_default())
    }
}
