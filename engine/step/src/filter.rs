//! Filters, which select or convert the values of a file for the next step.

mod citations;
mod comparison;
mod context;
mod functions;

#[cfg(test)]
mod tests;

pub use self::citations::Citations;
pub use self::context::{FilterContext, FilterHalt};
pub use self::functions::{FUNCTIONS, FilterFunction};

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::patterns::LIMIT_HELP;
use assay_document::text::{BacktrackLimit, Fault, IssueCode, Pattern, Span, Steps, nearest};
use assay_report::Problem;
use assay_script as script;
use assay_store::Demand;

use super::mark::{MARK, with_mark};
use super::stopped::{StoppedScript, Work};
use super::{Scope, shown};

/// The prefixes of function names: `func_` in conditions, [`MARK`] in filters.
const MARKS: [&str; 2] = ["func_", MARK];

/// A `filter`, `not_filter` or `subfilter`, ready to be applied.
#[derive(Clone, Debug)]
pub struct Filter {
    action: Action,
}

#[derive(Clone, Debug)]
enum Action {
    /// Selects values by a pattern.
    Choose(Choice),
    /// Replaces the values by the result of a built-in function.
    Call(&'static FilterFunction),
    /// Like [`Action::Call`], with a function in Rhai.
    Script(script::Function),
}

/// A selection of values by a pattern. Each value is judged separately, so that values may come in parts.
#[derive(Clone, Debug)]
pub struct Choice {
    pattern: Pattern,
    /// True if values that match the pattern are kept, false if values that do not match are kept.
    found: bool,
}

impl Filter {
    /// Compiles a `filter` or `subfilter`: a regular expression, or `artfunc_` and a function's name.
    ///
    /// # Errors
    /// Returns an error for a pattern that does not compile, an unknown function, or a function with other parameters.
    pub fn compile(text: &str, scope: &Scope<'_>) -> Result<Self, Fault> {
        let Some(name) = Self::function(text) else {
            return Ok(Self { action: Action::Choose(Choice { pattern: Pattern::new(text)?, found: true }) });
        };
        if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) {
            return Ok(Self { action: Action::Call(function) });
        }
        let written = scope.program.map(|program| program.filter(name));
        match written {
            Some(Ok(function)) => Ok(Self { action: Action::Script(function) }),
            other => Err(unknown_function(name, text, scope, other.and_then(Result::err))),
        }
    }

    /// Returns the name of the function, built in or not, that a `filter` or `subfilter` calls, if it calls one.
    pub fn function(text: &str) -> Option<&str> {
        text.trim_start().strip_prefix(MARK).map(str::trim_end)
    }

    /// Returns the filter that calls the function of a condition's method `func_NAME`.
    pub fn filter_for_condition(method: &str) -> Option<String> {
        let name = MARKS.iter().find_map(|mark| method.trim().strip_prefix(mark))?;
        is_function_name(name).then(|| format!("{MARK}{name}"))
    }

    /// Returns the warning about a `filter` that names a function without its prefix, or with a wrong one. It is a
    /// regular expression.
    pub fn function_in_disguise(text: &str, scope: &Scope<'_>) -> Option<Fault> {
        let name = text.trim();
        // In brackets, as in a condition, it is a regular expression that matches one character.
        let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).map_or(name, str::trim);
        // Prefixes that are not `MARK` exactly: `func_`, which conditions use, and `MARK` in another letter case.
        let mark = |mark: &&&str| name.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark));
        let mark = MARKS.iter().find(mark).filter(|_| Self::function(text).is_none());
        let bare = mark.map_or(name, |mark| &name[mark.len()..]);
        let fault = |what: &str, of: &str| {
            let message = format!("`{what}` is a regular expression here, not a call of {of} function");
            Fault::new(IssueCode::FilterFunctionUnmarked, message, Span::whole(text))
        };
        let similar = scope.program.and_then(|program| program.similar_function(bare));
        if Self::is_built_in(bare) || similar == Some(bare) {
            return Some(fault(bare, "the").help(format!("write `{MARK}{bare}` to call it")));
        }
        match (mark.filter(|_| is_function_name(bare) && scope.program.is_some()), similar) {
            (Some(_), Some(meant)) => Some(fault(name, "a").suggest(format!("{MARK}{meant}"))),
            (Some(_), None) => Some(fault(name, "a").help(format!("to call a function, write `{MARK}` and its name"))),
            (None, _) => None,
        }
    }

    /// Returns true if a function is built in.
    pub fn is_built_in(name: &str) -> bool {
        FUNCTIONS.iter().any(|function| function.name == name)
    }

    /// Compiles a `not_filter`: a regular expression.
    ///
    /// # Errors
    /// Returns an error for a pattern that does not compile, and for a function.
    pub fn compile_not(text: &str) -> Result<Self, Fault> {
        if text.trim_start().starts_with(MARK) {
            let fault = Fault::new(IssueCode::FilterFunction, "`not_filter` takes no function", Span::whole(text));
            return Err(fault.help("write a regular expression, or call the function in `filter`"));
        }
        Ok(Self { action: Action::Choose(Choice { pattern: Pattern::new(text)?, found: false }) })
    }

    /// Returns the selection of the filter; `None` for a function, which gets all values of a file at once.
    pub const fn choice(&self) -> Option<&Choice> {
        match &self.action {
            Action::Choose(choice) => Some(choice),
            Action::Call(_) | Action::Script(_) => None,
        }
    }

    /// Returns true if the filter decides about each value separately, so that the values of a file may come in parts.
    #[must_use]
    pub const fn filters_each_value(&self) -> bool {
        match &self.action {
            Action::Choose(_) => true,
            Action::Call(function) => function.filters_each_value,
            Action::Script(_) => false,
        }
    }

    /// Returns true if the filter drops all values that are one of these strings. If `null` is true, it must also drop
    /// nulls.
    pub fn drops(&self, texts: &[&str], null: bool) -> bool {
        let Action::Choose(Choice { pattern, found }) = &self.action else { return false };
        // Null never matches, so a `filter` drops it and a `not_filter` keeps it.
        (*found || !null) && texts.iter().all(|text| pattern.is_match(text).is_ok_and(|is| is != *found))
    }

    /// Returns true if the filter runs a script.
    pub const fn is_script(&self) -> bool {
        matches!(self.action, Action::Script(_))
    }

    /// Returns the project data that must be loaded before the filter is applied.
    pub fn demand(&self) -> Demand {
        match &self.action {
            Action::Call(function) => function.demand(),
            Action::Script(function) => function.demand(),
            Action::Choose(_) => Demand::default(),
        }
    }

    /// Returns the values of `list` that are kept, or the values that the function returns for them.
    ///
    /// # Errors
    /// Returns an error if the pattern hit its limit on a value, or if the function stopped. The result for the file is
    /// then unknown, so the rule stops for this file.
    pub fn apply(
        &self,
        values: &mut Values,
        list: &[ValueId],
        context: &mut FilterContext<'_>,
    ) -> Result<Vec<ValueId>, FilterHalt> {
        match &self.action {
            Action::Choose(choice) => {
                // One limit for all values: with a limit for each value, the time would grow with their number.
                let steps = Steps::of_file(context.slices);
                choice.choose(values, list, (context.rule, context.path), &steps).map_err(FilterHalt::Problem)
            }
            Action::Call(function) => Ok((function.apply)(values, list, context)),
            Action::Script(function) => function.filter(context.host, values, list, context.path).map_err(|error| {
                let work = Work::Function(function.name().to_owned());
                FilterHalt::Stopped(StoppedScript { error: Box::new(error), work })
            }),
        }
    }
}

impl Choice {
    /// Returns the values of `list` that are kept. Problems name the given rule and file. `steps` is the remaining
    /// limit of the pattern for all values of the file.
    ///
    /// # Errors
    /// Returns a problem if the pattern hit its limit on a value. The result for the file is then unknown.
    pub fn choose(
        &self,
        values: &Values,
        list: &[ValueId],
        (rule, path): (&str, &str),
        steps: &Steps,
    ) -> Result<Vec<ValueId>, Box<Problem>> {
        let mut kept = Vec::new();
        for &id in list {
            match is_found(&self.pattern, values, id, steps) {
                Ok(is) if is == self.found => kept.push(id),
                Ok(_) => {}
                Err(BacktrackLimit) => {
                    let field = if self.found { "filter" } else { "not_filter" };
                    let value = shown::value(values, id);
                    let problem = limit_problem(self.pattern.source(), field, &value);
                    return Err(Box::new(problem.of_rule(rule).in_file(path)));
                }
            }
        }
        Ok(kept)
    }
}

/// Returns the problem of a regular expression that hit its limit on a value or a file.
pub fn limit_problem(pattern: &str, field: &str, on: &str) -> Problem {
    let pattern = shown::text(pattern);
    let message = format!("the regular expression {pattern} of the {field} takes too long on {on}");
    Problem::new(IssueCode::PatternLimit, message).help(LIMIT_HELP)
}

/// Returns true if a pattern is found in a value. A record matches if one of its values does. Null never matches.
fn is_found(pattern: &Pattern, values: &Values, id: ValueId, steps: &Steps) -> Result<bool, BacktrackLimit> {
    let value = values.get(id);
    if let ValueRef::Record(record) = value {
        for &id in record.lists().flat_map(|(_, list)| list) {
            if values.as_text(id).map_or(Ok(false), |text| pattern.is_match_counted(text, steps))? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    value.as_text().map_or(Ok(false), |text| pattern.is_match_counted(text, steps))
}

/// Returns the reason why `artfunc_NAME` cannot be called. `fault` is the fault from the functions of the rule.
fn unknown_function(name: &str, written: &str, scope: &Scope<'_>, fault: Option<Fault>) -> Fault {
    let span = Span::whole(written);
    if scope.names.resolve(name).is_some() {
        let message = format!("`{name}` is a collection, but a filter calls a function");
        return Fault::new(IssueCode::FilterCollection, message, span)
            .help(format!("to look values up in it, write `condition: [\"Exist in\", \"{MARK}{name}\"]`"));
    }
    let names = || FUNCTIONS.iter().map(|function| function.name);
    let bare = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let similar_bare =
        || nearest(name, names().map(bare)).and_then(|similar| names().find(|name| bare(name) == similar));
    let similar = nearest(name, names()).or_else(similar_bare);
    if let Some(fault) = fault.filter(|fault| {
        fault.code != IssueCode::ScriptUnknownFunction || fault.suggestion.is_some() || similar.is_none()
    }) {
        let start = Span::of(written.find(name).unwrap_or(0), 0).start();
        // The mark precedes the span.
        let (span, suggestion) = (fault.span.shifted(start), fault.suggestion.clone());
        return Fault { span, suggestion, ..with_mark(fault, MARK) };
    }
    let message =
        if name.is_empty() { format!("`{MARK}` names no function") } else { format!("there is no function `{name}`") };
    let fault = Fault::new(IssueCode::ScriptUnknownFunction, message, span);
    match similar {
        Some(near) => fault.suggest(format!("{MARK}{near}")),
        None => fault.help(format!("the built-in functions are {}; define others in `func_str`", format_names())),
    }
}

fn format_names() -> String {
    let names: Vec<String> = FUNCTIONS.iter().map(|function| format!("`{MARK}{}`", function.name)).collect();
    names.join(", ")
}

fn is_function_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
}
