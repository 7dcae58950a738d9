//! Conditions: the requirements of a rule for the values of one file.
//!
//! A condition is a list. Its first element names a method, the other elements are the parameters of the method.
//! [`METHODS`] lists the methods. Another name may be a function in Rhai.

mod compare;
mod compile;
mod fault;
mod methods;
mod one_of;
mod python_list;
mod scripted;
mod suggestion;
mod taken_literally;
mod test;
mod unfailing;
mod unique;
mod verdict;

#[cfg(test)]
mod tests;

pub use self::fault::ConditionFault;
pub use self::methods::without_quotes as method_without_quotes;
pub use self::methods::{METHODS, Method};
pub use self::python_list::python_values;
pub use self::suggestion::NO_METHOD;
pub use self::unfailing::{Needed, Signs};
pub use self::verdict::{ConditionContext, Judgement, Verdict};

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::{Fault, Number};
use assay_store::{CollectionId, Demand, Store};

use self::test::ConditionTest;
use self::verdict::failing;
use super::{Parameter, Scope, shown};

/// A compiled condition.
#[derive(Clone, Debug)]
pub struct Condition {
    test: ConditionTest,
}

/// A compiled condition, with warnings.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The condition.
    pub condition: Condition,
    /// Warnings about the condition.
    pub hints: Vec<ConditionFault>,
}

impl Condition {
    /// Compiles the elements of a `condition`, the method's name first.
    ///
    /// # Errors
    /// Returns an unknown method or function, a missing or extra parameter, or a parameter that the method cannot take.
    /// For an expression, returns all its faults.
    pub fn compile(elements: &[Parameter], scope: &Scope<'_>) -> Result<Compiled, Vec<ConditionFault>> {
        let (test, hints) = compile::compile(elements, scope)?;
        Ok(Compiled { condition: Self { test }, hints })
    }

    /// Returns the function that the first element of a `condition` names (`NAME` or `module.NAME`), if it names one.
    pub fn function(method: &str) -> Option<String> {
        methods::function(method)
    }

    /// Suggests list syntax for a condition that was written as a plain string or mapping. Returns `None` if the
    /// meaning is not certain; the suggestion is then [`NO_METHOD`].
    pub fn as_list(elements: &[Parameter], scope: &Scope<'_>) -> Option<String> {
        suggestion::list(elements, scope, compile::compiles)
    }

    /// Returns true if the condition requires that there are no values, or only empty ones. Filters that drop all
    /// values then make it pass.
    pub const fn requires_none(&self) -> bool {
        matches!(self.test, ConditionTest::Some { expected: false } | ConditionTest::Exist { expected: false })
    }

    /// Returns true if the condition requires that no value is empty.
    pub const fn requires_value(&self) -> bool {
        matches!(self.test, ConditionTest::Exist { expected: true })
    }

    /// Returns true if the condition is true for every record: a record is in no list, and cannot be compared.
    pub fn holds_of_records(&self) -> bool {
        match &self.test {
            ConditionTest::InCollection { expected, .. } | ConditionTest::InList { expected, .. } => !expected,
            ConditionTest::Compare(comparison) => comparison.holds_for_incomparable(),
            ConditionTest::Exist { .. }
            | ConditionTest::Some { .. }
            | ConditionTest::Unique
            | ConditionTest::Satisfy(_)
            | ConditionTest::Function { .. } => false,
        }
    }

    /// Returns the only strings that fail the condition, and true if null fails, too. Returns `None` if they cannot be
    /// listed.
    pub fn failing_strings(&self) -> Option<(Vec<&str>, bool)> {
        /// The empty string, and the spellings of falsy booleans and numbers as a filter reads them. There is one zero
        /// for each kind of pattern that people write for numbers.
        const FALSY: [&str; 18] = [
            "", "false", "0", "-0", "+0", "00", "000", "0000", "0.0", "-0.0", ".0", "0.", "0.00", "0.000", "0.0000",
            "0e0", "0E+0", "0e-10",
        ];
        match &self.test {
            ConditionTest::Exist { expected: true } => Some((FALSY.to_vec(), true)),
            ConditionTest::InList { expected: false, list } => list.strings(),
            ConditionTest::Compare(comparison) => comparison.failing_string().map(|text| (vec![text], false)),
            ConditionTest::Exist { expected: false }
            | ConditionTest::InList { expected: true, .. }
            | ConditionTest::InCollection { .. }
            | ConditionTest::Some { .. }
            | ConditionTest::Unique
            | ConditionTest::Satisfy(_)
            | ConditionTest::Function { .. } => None,
        }
    }

    /// Returns the condition that requires each value to match a pattern, if the pattern can be written in an
    /// expression.
    pub fn requiring(pattern: &str) -> Option<String> {
        let expression = format!("matches(d, {})", suggestion::literal(pattern)?);
        Some(suggestion::spell_list(&[suggestion::text(suggestion::EXPRESSION), suggestion::text(&expression)]))
    }

    /// Returns true if the condition compares the values of a file with each other, so that a single value always
    /// passes.
    pub const fn is_unique(&self) -> bool {
        matches!(self.test, ConditionTest::Unique)
    }

    /// Returns the suggestion for making the values of an `xpath` unique over all files.
    pub fn unique_in_all(xpath: &str) -> String {
        // Inside the quotes of the suggestion, another quote would end the string.
        let xpath = if xpath.contains('\'') { "\u{2026}".to_owned() } else { format!("'{xpath}'") };
        format!(
            "to compare the values of all files, write a collection `ids: {{rpath: \u{2026}, xpath: {xpath}}}`, and \
             `[Satisfy the expression, 'len(ids.paths(d)) == 1']`"
        )
    }

    /// Returns the collection in which values are looked up, if there is one.
    pub const fn collection(&self) -> Option<CollectionId> {
        match &self.test {
            ConditionTest::InCollection { collection, .. } => Some(*collection),
            _ => None,
        }
    }

    /// Returns true if the condition runs a script.
    pub const fn is_script(&self) -> bool {
        matches!(self.test, ConditionTest::Satisfy(_) | ConditionTest::Function { .. })
    }

    /// Returns true if the condition is an expression, which is evaluated for each value.
    #[must_use]
    pub const fn is_expression(&self) -> bool {
        matches!(self.test, ConditionTest::Satisfy(_))
    }

    /// Returns the project data that must be loaded before the condition judges values.
    pub fn demand(&self) -> Demand {
        match &self.test {
            ConditionTest::InCollection { collection, .. } => Demand::of(*collection),
            ConditionTest::Satisfy(expression) => expression.demand(),
            ConditionTest::Function { function, .. } => function.demand(),
            ConditionTest::Exist { .. }
            | ConditionTest::InList { .. }
            | ConditionTest::Some { .. }
            | ConditionTest::Unique
            | ConditionTest::Compare(_) => Demand::default(),
        }
    }

    /// Judges the values of one file. A function may return new values, which are added to `values`.
    pub fn judge(&self, values: &mut Values, list: &[ValueId], context: &ConditionContext<'_>) -> Judgement {
        match &self.test {
            ConditionTest::Satisfy(expression) => scripted::satisfy(expression, values, list, context),
            ConditionTest::Function { function, condition } => {
                scripted::call(function, condition, values, list, context)
            }
            _ => Judgement { failed: self.failing(values, list, context.store), ..Judgement::default() },
        }
    }

    /// Returns the warning about a mistake that only the values reveal. Returns `Some(None)` if they reveal none, and
    /// `None` if the condition cannot have such a mistake or there are no values.
    pub fn value_warning(&self, values: &Values, list: &[ValueId]) -> Option<Option<Fault>> {
        match &self.test {
            // Without values there is no mistake to see, so the next file may still reveal it.
            ConditionTest::Compare(comparison) if comparison.orders_by_word() && !list.is_empty() => {
                Some(comparison.value_warning(values, list))
            }
            _ => None,
        }
    }

    /// Returns true if the condition judges each value by itself, so that values may be passed to
    /// [`Condition::failing`] in parts. If there are no values, pass it an empty list.
    pub fn judges_each_value(&self) -> bool {
        match &self.test {
            // Only all values together reveal if the limit is a mistake.
            ConditionTest::Compare(comparison) => !comparison.orders_by_word(),
            ConditionTest::Unique | ConditionTest::Satisfy(_) | ConditionTest::Function { .. } => false,
            ConditionTest::Exist { .. }
            | ConditionTest::InCollection { .. }
            | ConditionTest::InList { .. }
            | ConditionTest::Some { .. } => true,
        }
    }

    /// Returns true if the condition fails if there are no values, and its method is not a script.
    pub const fn requires_some(&self) -> bool {
        matches!(self.test, ConditionTest::Some { expected: true })
    }

    /// Returns the values that fail. Scripts are not run: for them the result is empty.
    pub fn failing(&self, values: &Values, list: &[ValueId], store: &Store) -> Vec<Verdict> {
        match &self.test {
            ConditionTest::Exist { expected } => failing(list, |id| is_truthy(values, id) != *expected),
            ConditionTest::InCollection { expected, collection, .. } => {
                failing(list, |id| store.contains(*collection, values, id) != *expected)
            }
            ConditionTest::InList { expected, list: elements } => {
                failing(list, |id| elements.contains(values, id) != *expected)
            }
            ConditionTest::Some { expected: false } => failing(list, |_| true),
            // Other conditions hold if there are no values, so that an optional part needs no exception.
            ConditionTest::Some { expected: true } if list.is_empty() => {
                vec![Verdict { value: None, related: Vec::new(), message: None }]
            }
            ConditionTest::Some { expected: true } | ConditionTest::Satisfy(_) | ConditionTest::Function { .. } => {
                Vec::new()
            }
            ConditionTest::Unique => unique::find_repeated(values, list),
            ConditionTest::Compare(comparison) => comparison.failing(values, list),
        }
    }

    /// Returns the description of the values that are expected, for `{expected}` in messages.
    pub fn describe_expected(&self) -> String {
        match &self.test {
            ConditionTest::Exist { expected: true } => "a value".to_owned(),
            ConditionTest::Exist { expected: false } | ConditionTest::Some { expected: false } => "no value".to_owned(),
            ConditionTest::InCollection { expected, name, .. } => {
                format!("{}in `{name}`", if *expected { "" } else { "not " })
            }
            ConditionTest::InList { expected: true, list } => format!("one of {}", list.display()),
            ConditionTest::InList { expected: false, list } => format!("none of {}", list.display()),
            ConditionTest::Some { expected: true } => "at least one value".to_owned(),
            ConditionTest::Unique => "each value once".to_owned(),
            ConditionTest::Compare(comparison) => comparison.describe_expected(),
            ConditionTest::Satisfy(expression) => format!("a value that satisfies {}", shown::text(expression.text())),
            ConditionTest::Function { function, .. } => format!("a value that `{}` accepts", function.name()),
        }
    }

    /// Returns the message about a value that failed, in one sentence. It is the message of the function, or follows
    /// from the method.
    pub fn message(&self, verdict: &Verdict, values: &Values) -> String {
        if let Some(message) = &verdict.message {
            return message.clone();
        }
        let Some(id) = verdict.value else { return "no value was found in this file".to_owned() };
        let value = shown::value(values, id);
        match &self.test {
            ConditionTest::Exist { expected: true } => format!("expected a value, found {value}"),
            ConditionTest::Exist { expected: false } | ConditionTest::Some { .. } => {
                format!("expected no value, found {value}")
            }
            ConditionTest::InCollection { expected: true, name, .. } => format!("{value} is not in `{name}`"),
            ConditionTest::InCollection { expected: false, name, .. } => format!("{value} is in `{name}`"),
            ConditionTest::InList { expected: true, list } => format!("{value} is not one of {}", list.display()),
            ConditionTest::InList { expected: false, list } => format!("{value} is one of {}", list.display()),
            ConditionTest::Unique => format!("{value} occurs more than once in this file"),
            ConditionTest::Compare(comparison) => comparison.message(values, id),
            ConditionTest::Satisfy(expression) => {
                format!("{value} does not satisfy {}", shown::text(expression.text()))
            }
            ConditionTest::Function { function, .. } => format!("{value} is not accepted by `{}`", function.name()),
        }
    }
}

/// Returns true if a value is truthy in Python.
fn is_truthy(values: &Values, id: ValueId) -> bool {
    // Most values are strings, and which strings they are is stored elsewhere in memory.
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
