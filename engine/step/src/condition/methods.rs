//! The methods of conditions, and the allowed spellings of their names.

use assay_document::text::{Fault, IssueCode, Span};
use assay_store::CollectionNames;

use super::Condition;
use super::compare::{Operator, ValueComparison};
use super::fault::{ConditionFault, fault_at};
use super::one_of::OneOf;
use super::python_list;
use super::test::ConditionTest;
use crate::Parameter;
use crate::mark::MARK;

/// A way to judge values.
pub struct Method {
    /// The name, as the documentation spells it. Letter case and white space do not matter.
    pub name: &'static str,
    /// The names of its parameters, which are all required.
    pub parameters: &'static [&'static str],
    /// The requirement on the values, in one sentence.
    pub doc: &'static str,
    pub(super) compile: Compile,
}

/// How a method reads its parameters.
pub(super) enum Compile {
    /// Parameters that contain one thing each.
    Values(fn(&[Parameter], &CollectionNames) -> Result<ConditionTest, ConditionFault>),
    /// One expression, which can have any number of faults.
    Expression,
}

/// All methods.
pub const METHODS: &[Method] = &[
    Method {
        name: "Exist",
        parameters: &[],
        doc: "every value is something: not null, `false`, empty or the number 0",
        compile: Compile::Values(|_, _| Ok(ConditionTest::Exist { expected: true })),
    },
    Method {
        name: "Not exist",
        parameters: &[],
        doc: "every value is nothing: null, `false`, empty or the number 0",
        compile: Compile::Values(|_, _| Ok(ConditionTest::Exist { expected: false })),
    },
    Method {
        name: "Exist in",
        parameters: &["collection"],
        doc: "every value is in a collection (`artfunc_NAME`; of a map, its keys) or in a list",
        compile: Compile::Values(|parameters, known| exist_in(true, parameters, known)),
    },
    Method {
        name: "Not exist in",
        parameters: &["collection"],
        doc: "no value is in a collection (`artfunc_NAME`; of a map, its keys) or in a list",
        compile: Compile::Values(|parameters, known| exist_in(false, parameters, known)),
    },
    Method {
        name: "Null collection",
        parameters: &[],
        doc: "there is no value",
        compile: Compile::Values(|_, _| Ok(ConditionTest::Some { expected: false })),
    },
    Method {
        name: "Not null collection",
        parameters: &[],
        doc: "there is at least one value",
        compile: Compile::Values(|_, _| Ok(ConditionTest::Some { expected: true })),
    },
    Method {
        name: "Unique",
        parameters: &[],
        doc: "no value occurs twice in one file; nulls may",
        compile: Compile::Values(|_, _| Ok(ConditionTest::Unique)),
    },
    Method {
        name: "<=",
        parameters: &["value"],
        doc: "every value is at most this one; numbers by value, strings by code point",
        compile: Compile::Values(|parameters, _| compare(Operator::LessOrEqual, parameters)),
    },
    Method {
        name: "<",
        parameters: &["value"],
        doc: "every value is less than this one; numbers by value, strings by code point",
        compile: Compile::Values(|parameters, _| compare(Operator::Less, parameters)),
    },
    Method {
        name: ">=",
        parameters: &["value"],
        doc: "every value is at least this one; numbers by value, strings by code point",
        compile: Compile::Values(|parameters, _| compare(Operator::GreaterOrEqual, parameters)),
    },
    Method {
        name: ">",
        parameters: &["value"],
        doc: "every value is more than this one; numbers by value, strings by code point",
        compile: Compile::Values(|parameters, _| compare(Operator::Greater, parameters)),
    },
    Method {
        name: "==",
        parameters: &["value"],
        doc: "every value equals this one; numbers by value, strings exactly",
        compile: Compile::Values(|parameters, _| compare(Operator::Equal, parameters)),
    },
    Method {
        name: "!=",
        parameters: &["value"],
        doc: "no value equals this one; numbers by value, strings exactly",
        compile: Compile::Values(|parameters, _| compare(Operator::NotEqual, parameters)),
    },
    Method {
        name: "Satisfy the expression",
        parameters: &["expression"],
        doc: "the expression is true for every value `d`",
        compile: Compile::Expression,
    },
];

/// Returns the function that the name of a method means if there is no such method: `NAME` for `func_NAME`,
/// `module.NAME` for itself and for `func_module.NAME`.
pub(super) fn function(written: &str) -> Option<String> {
    // As in names of methods, white space does not matter.
    let name: String = without_quotes(written).split_whitespace().collect();
    if find(&name).is_some() {
        return None;
    }
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
            && name.chars().all(|c| c == '_' || c.is_alphanumeric())
    };
    let bare = name.get(..5).filter(|start| start.eq_ignore_ascii_case("func_")).map_or(&name[..], |_| &name[5..]);
    match bare.split_once('.') {
        Some((module, function)) => (is_name(module) && is_name(function)).then(|| bare.to_owned()),
        None => (bare.len() < name.len() && is_name(bare)).then(|| bare.to_owned()),
    }
}

impl Condition {
    /// Returns the index of the expression among the elements of a `condition`, if it has one.
    pub fn expression(elements: &[Parameter]) -> Option<usize> {
        let Some(Parameter::Text(written)) = elements.first() else { return None };
        let method = find(&without_quotes(written))?;
        (matches!(method.compile, Compile::Expression) && elements.len() == 2).then_some(1)
    }
}

/// Returns the method of that name, ignoring letter case and white space.
pub(super) fn find(name: &str) -> Option<&'static Method> {
    let key = key(name);
    METHODS.iter().find(|method| self::key(method.name) == key)
}

// Not inlined into the callers: the code runs rarely, so one copy is enough.
#[inline(never)]
pub(super) fn key(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Removes quotes from the name of a method. Conditions are copied from documents with typographic quotes, or lose one
/// quote of two.
pub fn without_quotes(name: &str) -> String {
    const QUOTES: &str = "\"'`\u{b4}\u{2018}\u{2019}\u{201a}\u{201b}\u{201c}\u{201d}\u{201e}\u{201f}\u{2032}\u{2033}\
                          \u{2034}\u{2035}\u{2036}\u{ab}\u{bb}\u{2039}\u{203a}\u{ff02}\u{ff07}\u{300c}\u{300d}\u{300e}\
                          \u{300f}\u{301d}\u{301e}\u{301f}";
    name.replace(|c| QUOTES.contains(c), "")
}

/// Returns the suggestion that shows how to write a method.
pub(super) fn usage(method: &Method) -> String {
    let elements: Vec<String> = std::iter::once(format!("\"{}\"", method.name))
        .chain(method.parameters.iter().map(|name| name.to_uppercase()))
        .collect();
    format!("write `[{}]`", elements.join(", "))
}

fn compare(operator: Operator, parameters: &[Parameter]) -> Result<ConditionTest, ConditionFault> {
    let value = &parameters[0];
    ValueComparison::new(operator, value)
        .map(ConditionTest::Compare)
        .map_err(|message| fault_at(1, Fault::new(IssueCode::ConditionValue, message, span_of(value))))
}

fn exist_in(
    expected: bool,
    parameters: &[Parameter],
    known: &CollectionNames,
) -> Result<ConditionTest, ConditionFault> {
    let parameter = &parameters[0];
    let list = |elements: &[Parameter]| {
        let list = OneOf::new(elements).map_err(|fault| fault_at(1, fault))?;
        Ok(ConditionTest::InList { expected, list })
    };
    let text = match parameter {
        Parameter::List(elements) => return list(elements),
        Parameter::Text(text) => text,
        other => {
            let message = format!("expected a collection or a list, found {}", other.kind());
            let fault = Fault::new(IssueCode::ConditionCollection, message, Span::at(0));
            return Err(fault_at(1, fault.help("write `artfunc_NAME`, or a list of values")));
        }
    };
    if text.trim_start().starts_with('[') {
        return list(&python_list::parse(text).map_err(|fault| fault_at(1, fault))?);
    }
    let Some(name) = text.trim().strip_prefix(MARK) else {
        let fault =
            Fault::new(IssueCode::ConditionCollection, "this is neither a collection nor a list", Span::whole(text));
        let meant = format!("{MARK}{}", text.trim());
        let fault = match known.resolve(text.trim()) {
            Some(_) => Fault { suggestion: Some(meant.as_str().into()), ..fault.help(format!("write `{meant}`")) },
            None => fault.help("write `artfunc_NAME` for a collection, `[\"a\", \"b\"]` for a list"),
        };
        return Err(fault_at(1, fault));
    };
    match known.resolve(name) {
        Some(collection) => Ok(ConditionTest::InCollection { expected, name: name.to_owned(), collection }),
        None => Err(fault_at(1, unknown_collection(name, text, known))),
    }
}

fn unknown_collection(name: &str, written: &str, known: &CollectionNames) -> Fault {
    let fault =
        Fault::new(IssueCode::CollectionUnknown, format!("there is no collection `{name}`"), Span::whole(written));
    match known.nearest(name) {
        Some(near) => fault.suggest(format!("{MARK}{near}")),
        None => fault.help("define collections of a rule file under `collections:`"),
    }
}

pub(super) fn span_of(parameter: &Parameter) -> Span {
    if let Parameter::Text(text) = parameter { Span::whole(text) } else { Span::at(0) }
}
