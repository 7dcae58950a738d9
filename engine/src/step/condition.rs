//! Conditions: what a rule demands of the values of one file.
//!
//! A condition is a list; its first element names a method, the rest are the method's parameters. [`METHODS`] lists the
//! methods that there are; what is none of them may be a function in Rhai.

mod compare;
mod meant;
mod methods;
mod one_of;
mod python_list;
mod scripted;
mod taken_literally;
mod unfailing;
mod unique;

#[cfg(test)]
mod tests;

use thiserror::Error;

pub use self::meant::NO_METHOD;
pub(crate) use self::methods::without_quotes as method_without_quotes;
pub use self::methods::{METHODS, Method};
pub(crate) use self::python_list::python_values;
pub use self::unfailing::{Needed, Signs};

use self::compare::Comparison;
use self::one_of::OneOf;
use super::stopped::{Stopped, Work};
use super::{Parameter, Scope, shown};
use crate::extract::{ValueId, ValueRef, Values};
use crate::script::{Expression, Function, Host};
use crate::store::{CollectionId, Demand, Store};
use crate::text::{Fault, Number, called_again};

/// What a rule demands, ready to judge.
#[derive(Clone, Debug)]
pub struct Condition {
    test: Test,
}

/// What a method makes of its parameters. `wanted` tells a method from its opposite.
#[derive(Clone, Debug)]
enum Test {
    /// Each value is truthy, or falsy.
    Exist { wanted: bool },
    /// Each value is in a collection, or is not.
    InCollection { wanted: bool, name: String, collection: CollectionId },
    /// Each value is in a list, or is not.
    InList { wanted: bool, list: OneOf },
    /// There is some value, or none.
    Some { wanted: bool },
    /// No value is there twice.
    Unique,
    /// Each value compares so with one that is given.
    Compare(Comparison),
    /// Each value makes an expression true.
    Satisfy(Expression),
    /// A function returns none of them. It is told the whole condition as it is written.
    Function { function: Function, condition: Vec<Parameter> },
}

/// A condition, with what was read forgivingly.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The condition.
    pub condition: Condition,
    /// What its author may want to write otherwise.
    pub hints: Vec<ConditionFault>,
}

/// What is wrong with one element of a condition.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{fault}")]
pub struct ConditionFault {
    /// Which element; 0 is the method's name, [`ConditionFault::WHOLE`] stands for all of them.
    pub parameter: usize,
    /// What is wrong, in bytes of that element's text; at 0 when it is no text.
    pub fault: Fault,
}

impl ConditionFault {
    /// In place of an element: the list as a whole.
    pub const WHOLE: usize = usize::MAX;
}

/// What a condition says of the values of one file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Judgement {
    /// The values that failed, in their order.
    pub failed: Vec<Verdict>,
    /// The values over which a script stopped: for a function all of them.
    pub unknown: Vec<ValueId>,
    /// The script that stopped, if one did.
    pub stopped: Option<Stopped>,
}

/// One failure.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// The value; `None` when it is the file itself.
    pub value: Option<ValueId>,
    /// Other values that belong to it: for `Unique` the first of the equal ones.
    pub related: Vec<ValueId>,
    /// What a function says of the value, if it says something.
    pub message: Option<String>,
}

/// What a condition may look into.
#[derive(Clone, Copy)]
pub struct ConditionContext<'c> {
    /// The file whose values are judged.
    pub path: &'c str,
    /// The collections.
    pub store: &'c Store,
    /// What expressions and functions run in. Its scene is the file at hand.
    pub host: &'c Host,
}

impl Verdict {
    /// That a value failed by itself, which a method tells without words.
    pub(crate) const fn of(value: ValueId) -> Self {
        Self { value: Some(value), related: Vec::new(), message: None }
    }
}

impl Condition {
    /// Compiles the elements of a `condition`, the method's name first.
    ///
    /// # Errors
    /// An unknown method or function, too few or too many parameters, a parameter that the method cannot take; of an
    /// expression everything that is wrong with it.
    pub fn compile(elements: &[Parameter], scope: &Scope<'_>) -> Result<Compiled, Vec<ConditionFault>> {
        let (test, hints) = methods::compile(elements, scope)?;
        Ok(Compiled { condition: Self { test }, hints })
    }

    /// The function that the first element of a `condition` names (`NAME` or `module.NAME`), if it names one.
    #[must_use]
    pub fn function(method: &str) -> Option<String> {
        methods::function(method)
    }

    /// How a condition is written as a list that is none: one text, or the one entry of a mapping. `None` where that is not
    /// certain; [`NO_METHOD`] says then what to do.
    #[must_use]
    pub fn as_list(elements: &[Parameter], scope: &Scope<'_>) -> Option<String> {
        meant::list(elements, scope)
    }

    /// The place of the expression among the elements of a `condition`, if they hold one.
    #[must_use]
    pub fn expression(elements: &[Parameter]) -> Option<usize> {
        methods::expression(elements)
    }

    /// Whether it demands that there be no value, or none but empty ones: filters that let none through say that all is well.
    #[must_use]
    pub const fn wants_none(&self) -> bool {
        matches!(self.test, Test::Some { wanted: false } | Test::Exist { wanted: false })
    }

    /// Whether it demands that no value be empty.
    #[must_use]
    pub const fn wants_value(&self) -> bool {
        matches!(self.test, Test::Exist { wanted: true })
    }

    /// Whether it holds of every record, whatever is in it: a record is in no list, and compares with nothing.
    #[must_use]
    pub fn holds_of_records(&self) -> bool {
        match &self.test {
            Test::InCollection { wanted, .. } | Test::InList { wanted, .. } => !wanted,
            Test::Compare(comparison) => comparison.holds_for_strangers(),
            _ => false,
        }
    }

    /// The texts of which a value has to be one to fail, and whether a null fails, too; `None` where they cannot be counted.
    #[must_use]
    pub fn failing_texts(&self) -> Option<(Vec<&str>, bool)> {
        /// The empty text, and what a filter reads of the booleans and numbers that are no more than it: zeros as they are spelled,
        /// of which one for each kind of pattern that people write for numbers.
        const FALSY: [&str; 18] = [
            "", "false", "0", "-0", "+0", "00", "000", "0000", "0.0", "-0.0", ".0", "0.", "0.00", "0.000", "0.0000",
            "0e0", "0E+0", "0e-10",
        ];
        match &self.test {
            Test::Exist { wanted: true } => Some((FALSY.to_vec(), true)),
            Test::InList { wanted: false, list } => list.texts(),
            Test::Compare(comparison) => comparison.failing_text().map(|text| (vec![text], false)),
            _ => None,
        }
    }

    /// The condition that demands of each value that a pattern be found in it, if that can be written.
    #[must_use]
    pub fn demanding(pattern: &str) -> Option<String> {
        let expression = format!("matches(d, {})", meant::literal(pattern)?);
        Some(meant::spelled(&[meant::text(meant::EXPRESSION), meant::text(&expression)]))
    }

    /// Whether it compares the values of a file with each other, so that it holds of one alone.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        matches!(self.test, Test::Unique)
    }

    /// How what an `xpath` extracts is asked to be unique over all files.
    #[must_use]
    pub fn unique_in_all(xpath: &str) -> String {
        let xpath = if xpath.contains('\'') { "\u{2026}".to_owned() } else { format!("'{xpath}'") };
        format!(
            "for one among all files, write a collection, `ids: {{rpath: \u{2026}, xpath: {xpath}}}`, and \
             `[Satisfy the expression, 'len(ids.paths(d)) == 1']`"
        )
    }

    /// The collection that values are looked up in.
    #[must_use]
    pub const fn collection(&self) -> Option<CollectionId> {
        match &self.test {
            Test::InCollection { collection, .. } => Some(*collection),
            _ => None,
        }
    }

    /// Whether it runs a script.
    #[must_use]
    pub const fn is_script(&self) -> bool {
        matches!(self.test, Test::Satisfy(_) | Test::Function { .. })
    }

    /// What has to be known before it judges.
    #[must_use]
    pub fn demand(&self) -> Demand {
        match &self.test {
            Test::InCollection { collection, .. } => Demand::of(*collection),
            Test::Satisfy(expression) => expression.demand(),
            Test::Function { function, .. } => function.demand(),
            _ => Demand::default(),
        }
    }

    /// Judges the values of one file. A function may return values of its own, which join `values`.
    #[must_use]
    pub fn judge(&self, values: &mut Values, list: &[ValueId], context: &ConditionContext<'_>) -> Judgement {
        match &self.test {
            Test::Satisfy(expression) => scripted::satisfy(expression, values, list, context),
            Test::Function { function, condition } => scripted::call(function, condition, values, list, context),
            _ => Judgement { failed: self.failing(values, list, context.store), ..Judgement::default() },
        }
    }

    /// What is odd about it that only values tell: `Some(None)` where it would be and these are as they should be.
    #[must_use]
    pub fn oddity_of(&self, values: &Values, list: &[ValueId]) -> Option<Option<Fault>> {
        match &self.test {
            Test::Compare(comparison) if comparison.orders_by_word() && !list.is_empty() => {
                Some(comparison.oddity_of(values, list))
            }
            _ => None,
        }
    }

    /// Whether it looks at each value by itself, so that values may come in parts to [`Condition::failing`]; when none
    /// comes, it says of an empty list what follows from that.
    #[must_use]
    pub fn looks_at_each(&self) -> bool {
        match &self.test {
            Test::Unique => false,
            // What it is asked for may be odd, as only all values tell.
            Test::Compare(comparison) => !comparison.orders_by_word(),
            _ => !self.is_script(),
        }
    }

    /// Whether it fails where there is no value at all, by a method that is no script.
    #[must_use]
    pub const fn wants_some(&self) -> bool {
        matches!(self.test, Test::Some { wanted: true })
    }

    /// The values that fail by a method that is no script; by a script none.
    #[must_use]
    pub fn failing(&self, values: &Values, list: &[ValueId], store: &Store) -> Vec<Verdict> {
        match &self.test {
            Test::Exist { wanted } => failing(list, |id| is_truthy(values, id) != *wanted),
            Test::InCollection { wanted, collection, .. } => {
                failing(list, |id| store.contains(*collection, values, id) != *wanted)
            }
            Test::InList { wanted, list: elements } => failing(list, |id| elements.contains(values, id) != *wanted),
            Test::Some { wanted: false } => failing(list, |_| true),
            Test::Some { wanted: true } if list.is_empty() => {
                vec![Verdict { value: None, related: Vec::new(), message: None }]
            }
            Test::Some { wanted: true } | Test::Satisfy(_) | Test::Function { .. } => Vec::new(),
            Test::Unique => unique::repeated(values, list),
            Test::Compare(comparison) => comparison.failing(values, list),
        }
    }

    /// What is expected of each value, for `{expected}` in messages.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.test {
            Test::Exist { wanted: true } => "a value".to_owned(),
            Test::Exist { wanted: false } | Test::Some { wanted: false } => "no value".to_owned(),
            Test::InCollection { wanted, name, .. } => format!("{}in `{name}`", if *wanted { "" } else { "not " }),
            Test::InList { wanted: true, list } => format!("one of {}", list.shown()),
            Test::InList { wanted: false, list } => format!("none of {}", list.shown()),
            Test::Some { wanted: true } => "at least one value".to_owned(),
            Test::Unique => "each value once".to_owned(),
            Test::Compare(comparison) => comparison.expected(),
            Test::Satisfy(expression) => format!("a value that satisfies {}", shown::text(expression.text())),
            Test::Function { function, .. } => format!("a value that `{}` accepts", function.name()),
        }
    }

    /// What is wrong with a value that failed, in one sentence: what a function says of it, or what follows from the
    /// method.
    #[must_use]
    pub fn message(&self, verdict: &Verdict, values: &Values) -> String {
        if let Some(message) = &verdict.message {
            return message.clone();
        }
        let Some(id) = verdict.value else { return "no value was found in this file".to_owned() };
        let value = shown::value(values, id);
        match &self.test {
            Test::Exist { wanted: true } => format!("expected a value, found {value}"),
            Test::Exist { wanted: false } | Test::Some { .. } => format!("expected no value, found {value}"),
            Test::InCollection { wanted: true, name, .. } => format!("{value} is not in `{name}`"),
            Test::InCollection { wanted: false, name, .. } => format!("{value} is in `{name}`"),
            Test::InList { wanted: true, list } => format!("{value} is not one of {}", list.shown()),
            Test::InList { wanted: false, list } => format!("{value} is one of {}", list.shown()),
            Test::Unique => format!("{value} occurs more than once in this file"),
            Test::Compare(comparison) => comparison.message(values, id),
            Test::Satisfy(expression) => format!("{value} does not satisfy {}", shown::text(expression.text())),
            Test::Function { function, .. } => format!("{value} is not accepted by `{}`", function.name()),
        }
    }
}

/// The values that fail by themselves.
fn failing<F: Fn(ValueId) -> bool>(list: &[ValueId], fails: F) -> Vec<Verdict> {
    /// Values judged in one call, see [`called_again`].
    const PART: usize = 1024;
    fn judge<F: Fn(ValueId) -> bool>(part: &[ValueId], fails: &F, failed: &mut Vec<Verdict>) {
        failed.extend(part.iter().copied().filter(|&id| fails(id)).map(Verdict::of));
    }
    let judge: fn(&[ValueId], &F, &mut Vec<Verdict>) = called_again(judge);
    let mut failed = Vec::new();
    for part in list.chunks(PART) {
        judge(part, &fails, &mut failed);
    }
    failed
}

/// Whether Python would take a value for true.
fn is_truthy(values: &Values, id: ValueId) -> bool {
    // Most values are texts, and which ones they are is another part of memory.
    if let Some(is_empty) = values.is_empty_text(id) {
        return !is_empty;
    }
    match values.get(id) {
        ValueRef::Null => false,
        ValueRef::Bool(value) => value,
        ValueRef::Number(text) => Number::of_document(text).is_none_or(|number| !number.is_zero()),
        ValueRef::Text(text) => !text.is_empty(),
        ValueRef::Record(record) => record.lists().any(|(_, list)| !list.is_empty()),
        ValueRef::Element(_) => true,
    }
}
