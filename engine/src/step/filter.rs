//! Filters: which of a file's values go on to the next step, or what they become.

mod citations;
mod functions;

#[cfg(test)]
mod tests;

pub use self::citations::Citations;
pub use self::functions::{FUNCTIONS, Function};

use super::{MARK, shown};
use crate::extract::{ValueId, ValueRef, Values};
use crate::report::Problem;
use crate::source::Source;
use crate::store::{CollectionNames, Demand, Store};
use crate::text::{BacktrackLimit, Fault, Pattern, Span, nearest};

/// A `filter`, `not_filter` or `subfilter`, ready to be applied.
#[derive(Clone, Debug)]
pub struct Filter {
    action: Action,
}

#[derive(Clone, Debug)]
enum Action {
    /// Keeps the values in which the pattern is found.
    Keep(Pattern),
    /// Drops them.
    Drop(Pattern),
    /// Goes on with what a function makes of the values.
    Call(&'static Function),
}

/// What a filter may look into, and where it says what went wrong.
pub struct FilterContext<'c> {
    /// The rule at work, for problems.
    pub rule: &'c str,
    /// The file whose values are filtered, for problems.
    pub path: &'c str,
    /// The collections.
    pub store: &'c Store,
    /// The files.
    pub source: &'c dyn Source,
    /// The ilevels that were read before.
    pub citations: &'c mut Citations,
    /// What could not be used although the filter went on. The same problem may come again for another file.
    pub problems: &'c mut Vec<Problem>,
}

impl Filter {
    /// Compiles a `filter` or `subfilter`: a regular expression, or `artfunc_` and a function's name.
    ///
    /// # Errors
    /// On a pattern that does not compile, and on a function that is not built in.
    pub fn compile(text: &str, known: &CollectionNames) -> Result<Self, Fault> {
        let Some(name) = text.trim_start().strip_prefix(MARK) else {
            return Ok(Self { action: Action::Keep(Pattern::new(text)?) });
        };
        let name = name.trim_end();
        let function = FUNCTIONS.iter().find(|function| function.name == name);
        let function = function.ok_or_else(|| unknown(name, text, known))?;
        Ok(Self { action: Action::Call(function) })
    }

    /// Compiles a `not_filter`: a regular expression.
    ///
    /// # Errors
    /// On a pattern that does not compile, and on a function.
    pub fn compile_not(text: &str) -> Result<Self, Fault> {
        if text.trim_start().starts_with(MARK) {
            let fault = Fault::new("filter-function", "`not_filter` takes no function", whole(text));
            return Err(fault.help("write a regular expression, or call the function in `filter`"));
        }
        Ok(Self { action: Action::Drop(Pattern::new(text)?) })
    }

    /// What has to be known before it can be applied.
    #[must_use]
    pub fn demand(&self) -> Demand {
        match &self.action {
            Action::Call(function) => function.demand,
            Action::Keep(_) | Action::Drop(_) => Demand::default(),
        }
    }

    /// The values of `list` that go on, or those that a function made of them.
    ///
    /// # Errors
    /// The pattern hit its limit on a value. Nothing can be said about the file then, so the rule stops here for it.
    #[expect(clippy::result_large_err, reason = "at most one for a rule and file, on its way to the report")]
    pub fn apply(
        &self,
        values: &mut Values<'_>,
        list: &[ValueId],
        context: &mut FilterContext<'_>,
    ) -> Result<Vec<ValueId>, Problem> {
        match &self.action {
            Action::Keep(pattern) => chosen(pattern, true, values, list, context),
            Action::Drop(pattern) => chosen(pattern, false, values, list, context),
            Action::Call(function) => Ok((function.apply)(values, list, context)),
        }
    }
}

/// The values in which the pattern is found, or is not.
#[expect(clippy::result_large_err, reason = "at most one for a rule and file, on its way to the report")]
fn chosen(
    pattern: &Pattern,
    found: bool,
    values: &Values<'_>,
    list: &[ValueId],
    context: &FilterContext<'_>,
) -> Result<Vec<ValueId>, Problem> {
    let mut kept = Vec::new();
    for &id in list {
        match is_found(pattern, values, id) {
            Ok(is) if is == found => kept.push(id),
            Ok(_) => {}
            Err(BacktrackLimit) => {
                let field = if found { "filter" } else { "not_filter" };
                let value = shown::value(values, id);
                let message = format!("the regular expression of the {field} takes too long on {value}");
                let problem = Problem::new("pattern-limit", message).of_rule(context.rule).in_file(context.path);
                return Err(problem.help("avoid repetitions within repetitions, such as `(a+)+`"));
            }
        }
    }
    Ok(kept)
}

/// Whether a pattern is found in a value: of a record, in any of its values; never in null.
fn is_found(pattern: &Pattern, values: &Values<'_>, id: ValueId) -> Result<bool, BacktrackLimit> {
    if let ValueRef::Record(record) = values.get(id) {
        for &id in record.lists().flat_map(|(_, list)| list) {
            if values.as_text(id).map_or(Ok(false), |text| pattern.is_match(text))? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    values.as_text(id).map_or(Ok(false), |text| pattern.is_match(text))
}

/// Why `artfunc_NAME` cannot be called.
fn unknown(name: &str, written: &str, known: &CollectionNames) -> Fault {
    let span = whole(written);
    if known.resolve(name).is_some() {
        let message = format!("`{name}` is a collection, and a filter calls a function");
        return Fault::new("filter-collection", message, span)
            .help(format!("to look values up in it, write `condition: [\"Exist in\", \"{MARK}{name}\"]`"));
    }
    let names = || FUNCTIONS.iter().map(|function| function.name);
    let bare = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let near_bare = || nearest(name, names().map(bare)).and_then(|near| names().find(|name| bare(name) == near));
    let near = nearest(name, names()).or_else(near_bare);
    if let Some(near) = near {
        return Fault::new("filter-unknown-function", format!("there is no function `{name}`"), span)
            .help(format!("did you mean `{MARK}{near}`?"));
    }
    let message = format!("`{name}` is not built in, and other functions are not part of this version yet");
    Fault::new("filter-needs-functions", message, span).help(format!("built in are {}", shown_names()))
}

fn shown_names() -> String {
    let names: Vec<String> = FUNCTIONS.iter().map(|function| format!("`{MARK}{}`", function.name)).collect();
    names.join(", ")
}

fn whole(text: &str) -> Span {
    Span::of(0, text.len())
}
