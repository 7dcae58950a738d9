//! The functions that the filters and the condition of a rule call, and the collections that its scripts name.

use assay_document::text::{Fault, IssueCode, Span};
use assay_step::{Condition, Filter, Parameter, Scope};
use assay_store::{CollectionId, ListId};

use super::compile::{RuleCompiler, parameter};
use super::document::{RuleScalar, RuleValue};
use super::file_text::Reported;
use super::functions::{Broken, NeededFunctions};

/// The codes of faults that a broken script may cause: a function or its library is missing.
const UNKNOWN: [IssueCode; 3] =
    [IssueCode::ScriptUnknownFunction, IssueCode::ExpressionUnknownFunction, IssueCode::ExpressionUnknownName];

impl<'c> RuleCompiler<'c> {
    /// Returns the name of the condition's method, if it is a string.
    pub fn method(&self) -> Option<RuleScalar> {
        self.spec.condition.as_ref()?.items.first()?.as_text()
    }

    /// Returns the expression of the condition, if it has one.
    pub fn expression(&self) -> Option<&'c RuleScalar> {
        let list = self.spec.condition.as_ref()?;
        let elements: Vec<Parameter> = list.items.iter().map(parameter).collect();
        match &list.items.get(Condition::expression(&elements)?)?.value {
            RuleValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the names of the functions in the filters and the condition, except built-in ones.
    pub fn called_functions(&self) -> Vec<String> {
        let filters = ["filter", "subfilter"].map(|field| self.spec.text(field));
        let filters = filters.into_iter().flatten().filter_map(|text| Filter::function(&text.text));
        let filters = filters.filter(|name| !Filter::is_built_in(name)).map(str::to_owned);
        filters.chain(self.method().and_then(|method| Condition::function(&method.text))).collect()
    }

    /// Returns the `func_str` of the rule and the libraries whose functions it calls.
    pub fn needed_functions(&self) -> NeededFunctions<'c> {
        let called = self.called_functions();
        let modules = called.iter().filter_map(|name| Some(name.split_once('.')?.0));
        let modules = modules.chain(self.expression().into_iter().flat_map(|text| modules_of(&text.text)));
        let libraries = modules.filter(|name| self.functions.has_library(name)).map(str::to_owned).collect();
        NeededFunctions { own: self.spec.text("func_str"), libraries }
    }

    pub fn scope(&self) -> Scope<'_> {
        let program = self.program.as_ref().ok().and_then(Option::as_ref);
        Scope { names: &self.known.names, host: self.functions.scripts.host, program }
    }

    /// Reports why a filter or a condition does not compile; `name` is the function that it names. If the cause is that
    /// the functions of the rule cannot be used, reports that instead, and only once.
    pub fn no_call(&mut self, fault: Fault, name: Option<&str>) -> Reported {
        if !UNKNOWN.contains(&fault.code) {
            return self.report.problem(fault);
        }
        if let Err(broken) = &self.program {
            if let (Broken::Shared(what), false) = (broken, self.is_stuck) {
                let message = format!("{what} cannot be used, so this rule is not run");
                let broken = Fault::new(IssueCode::RuleBrokenScript, message, fault.span);
                self.report.problem(broken.help("see the problems reported for it"));
            }
            self.is_stuck = true;
            return Reported;
        }
        let module = name.and_then(|name| Some(name.split_once('.')?.0));
        match module.filter(|module| fault.suggestion.is_none() && !self.functions.has_library(module)) {
            Some(module) => self.report.problem(self.functions.unknown_library(module, &fault)),
            None => self.report.problem(fault),
        }
    }

    /// Returns the fault of an expression that names an unusable collection.
    pub fn broken_collection(&self) -> Option<Fault> {
        let text = self.expression()?;
        let named = self.known.unusable_names().filter_map(|name| Some((word(&text.text, name)?, name)));
        // The names are in a hash set, which has no order. The first place is the same in every run.
        named.min().and_then(|(place, name)| self.known.unusable(name, text.locate(self.report.file.text, place)))
    }

    /// Returns the user-defined collections that the rule's expression and scripts name.
    pub fn lists(&self, needed: &NeededFunctions<'_>) -> Vec<ListId> {
        let expression = self.expression();
        if expression.is_none() && self.called_functions().is_empty() {
            return Vec::new();
        }
        // Words in comments count, too: reading a collection that is not needed is only slower.
        let mut texts = self.functions.sources(needed);
        texts.extend(expression.map(|text| text.text.clone()));
        let own = self.known.names.all().filter_map(|name| match self.known.names.resolve(name) {
            Some(CollectionId::Own(list)) => Some((name, list)),
            Some(CollectionId::System { .. }) | None => None,
        });
        own.filter(|(name, _)| texts.iter().any(|text| word(text, name).is_some())).map(|(_, list)| list).collect()
    }
}

/// Returns the words of an expression that may name libraries, as in `module.name(…)`.
fn modules_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices('.').filter_map(move |(at, _)| {
        let before = text[..at].trim_end_matches(is_part);
        let (module, rest) = (&text[before.len()..at], text[at + 1..].trim_start_matches(is_part));
        // `d` is the value, and the name after `for` is a local name: a method follows their dot.
        let is_value = module == "d" || text.contains(&format!(" for {module} "));
        (!module.is_empty() && !before.ends_with('.') && rest.starts_with('(') && !is_value).then_some(module)
    })
}

/// Returns the range of `name` in `text`, where it is a whole word; `None` if it does not occur as one.
fn word(text: &str, name: &str) -> Option<Span> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut places = text.match_indices(name).map(|(at, _)| (at, at + name.len()));
    let (start, end) =
        places.find(|&(start, end)| !text[..start].ends_with(is_part) && !text[end..].starts_with(is_part))?;
    Some(Span::of(start, end))
}

#[cfg(test)]
mod tests {
    use super::{modules_of, word};

    #[test]
    fn only_whole_words_are_found() {
        for (text, name, place) in [
            ("d in fruit", "fruit", Some(5..10)),
            ("fruits or my_fruit", "fruit", None),
            ("fruits + fruit", "fruit", Some(9..14)),
            ("a.b[1]", "a.b", Some(0..3)),
            ("", "a", None),
        ] {
            assert_eq!(word(text, name).map(assay_document::text::Span::range), place, "{name} in {text}");
        }
    }

    #[test]
    fn modules_are_names_in_front_of_called_functions() {
        for (text, modules) in [
            ("shop.has(d) and d.startswith('x')", &["shop"][..]),
            ("any(p.strip() == 'x' for p in d.split('/'))", &[]),
            ("[x for x in d if x.y() and a.b.c(x)]", &[]),
            ("res_store.res_in_repo[d][0].Name", &[]),
            ("'a.b(c)' == d", &["a"]),
            ("1.5 > f(d)", &[]),
        ] {
            assert_eq!(modules_of(text).collect::<Vec<_>>(), modules, "{text}");
        }
    }
}
