//! The methods that conditions name, and how their names may be spelled.

use super::compare::{Comparison, Operator};
use super::one_of::OneOf;
use super::python_list;
use super::{ConditionFault, Test};
use crate::step::{MARK, Parameter};
use crate::store::CollectionNames;
use crate::text::{Fault, Span, nearest};

/// A way to judge values.
pub struct Method {
    /// Its name, as the documentation spells it. Letter case and white space are free.
    pub name: &'static str,
    /// Names of its parameters, all of which are needed.
    pub parameters: &'static [&'static str],
    /// What it demands of the values, in one sentence.
    pub doc: &'static str,
    compile: fn(&[Parameter], &CollectionNames) -> Result<Test, ConditionFault>,
}

/// All methods.
pub const METHODS: &[Method] = &[
    Method {
        name: "Exist",
        parameters: &[],
        doc: "every value is something: not null, `false`, empty or the number 0",
        compile: |_, _| Ok(Test::Exist { wanted: true }),
    },
    Method {
        name: "Not exist",
        parameters: &[],
        doc: "every value is nothing: null, `false`, empty or the number 0",
        compile: |_, _| Ok(Test::Exist { wanted: false }),
    },
    Method {
        name: "Exist in",
        parameters: &["collection"],
        doc: "every value is in a collection (`artfunc_NAME`, of a map: its keys) or in a list",
        compile: |parameters, known| exist_in(true, parameters, known),
    },
    Method {
        name: "Not exist in",
        parameters: &["collection"],
        doc: "no value is in a collection (`artfunc_NAME`, of a map: its keys) or in a list",
        compile: |parameters, known| exist_in(false, parameters, known),
    },
    Method {
        name: "Null collection",
        parameters: &[],
        doc: "there is no value",
        compile: |_, _| Ok(Test::Some { wanted: false }),
    },
    Method {
        name: "Not null collection",
        parameters: &[],
        doc: "there is at least one value",
        compile: |_, _| Ok(Test::Some { wanted: true }),
    },
    Method {
        name: "Unique",
        parameters: &[],
        doc: "no value occurs twice in one file; nulls may",
        compile: |_, _| Ok(Test::Unique),
    },
    Method {
        name: "<=",
        parameters: &["value"],
        doc: "every value is at most this one; numbers by value, texts by code point",
        compile: |parameters, _| compare(Operator::LessOrEqual, parameters),
    },
    Method {
        name: "<",
        parameters: &["value"],
        doc: "every value is less than this one; numbers by value, texts by code point",
        compile: |parameters, _| compare(Operator::Less, parameters),
    },
    Method {
        name: ">=",
        parameters: &["value"],
        doc: "every value is at least this one; numbers by value, texts by code point",
        compile: |parameters, _| compare(Operator::GreaterOrEqual, parameters),
    },
    Method {
        name: ">",
        parameters: &["value"],
        doc: "every value is more than this one; numbers by value, texts by code point",
        compile: |parameters, _| compare(Operator::Greater, parameters),
    },
    Method {
        name: "==",
        parameters: &["value"],
        doc: "every value equals this one; numbers by value, texts exactly",
        compile: |parameters, _| compare(Operator::Equal, parameters),
    },
    Method {
        name: "!=",
        parameters: &["value"],
        doc: "no value equals this one; numbers by value, texts exactly",
        compile: |parameters, _| compare(Operator::NotEqual, parameters),
    },
    Method {
        name: "Satisfy the expression",
        parameters: &["expression"],
        doc: "the expression is true of every value, which it calls `d`",
        compile: |_, _| Err(fault_at(0, needs_functions("an expression", Span::at(0)))),
    },
];

/// What is written for a method elsewhere.
const SLIPS: &[(&str, &str)] = &[
    ("=", "=="),
    ("===", "=="),
    ("=<", "<="),
    ("≤", "<="),
    ("=>", ">="),
    ("≥", ">="),
    ("<>", "!="),
    ("≠", "!="),
    ("!==", "!="),
    ("in", "Exist in"),
    ("not in", "Not exist in"),
];

/// Compiles the elements of a condition, the method's name first.
pub(super) fn compile(
    elements: &[Parameter],
    known: &CollectionNames,
) -> Result<(Test, Vec<ConditionFault>), ConditionFault> {
    let Some((first, parameters)) = elements.split_first() else {
        return Err(fault_at(0, Fault::new("condition-empty", "an empty list names no method", Span::at(0))));
    };
    let Parameter::Text(written) = first else {
        let message = format!("a condition begins with the name of a method, found {}", first.kind());
        return Err(fault_at(0, Fault::new("condition-method", message, Span::at(0))));
    };
    let name = without_quotes(written);
    let method = find(&name).ok_or_else(|| fault_at(0, unknown(&name, written)))?;
    check_count(method, parameters, written)?;
    let test = (method.compile)(parameters, known)?;
    let mut hints = Vec::new();
    if name != *written {
        let message = format!("the quotes around `{}` are dropped", name.trim());
        hints.push(fault_at(0, Fault::new("condition-quotes", message, whole(written))));
    }
    Ok((test, hints))
}

/// The method of that name, whatever its letter case and white space.
fn find(name: &str) -> Option<&'static Method> {
    let key = key(name);
    METHODS.iter().find(|method| self::key(method.name) == key)
}

fn key(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Texts are copied out of documents that set their quotes in pairs, or lose one of two.
fn without_quotes(name: &str) -> String {
    let is_common =
        |c: char| matches!(c, '"' | '\'' | '`' | '\u{b4}' | '\u{2018}'..='\u{201f}' | '\u{2032}'..='\u{2036}');
    let is_rare = |c: char| matches!(c, '\u{ab}' | '\u{bb}' | '\u{2039}' | '\u{203a}' | '\u{ff02}' | '\u{ff07}');
    let is_corner = |c: char| matches!(c, '\u{300c}'..='\u{300f}' | '\u{301d}'..='\u{301f}');
    name.chars().filter(|&c| !(is_common(c) || is_rare(c) || is_corner(c))).collect()
}

fn unknown(name: &str, written: &str) -> Fault {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if is_function(&name) {
        return needs_functions(&format!("`{name}`"), whole(written));
    }
    let fault = Fault::new("condition-unknown-method", format!("there is no method `{name}`"), whole(written));
    let slip = SLIPS.iter().find(|(slip, _)| key(slip) == key(&name)).map(|&(_, meant)| meant);
    if let Some(meant) = slip.or_else(|| nearest(&name, METHODS.iter().map(|method| method.name))) {
        return fault.help(format!("did you mean `{meant}`?"));
    }
    let names: Vec<String> = METHODS.iter().map(|method| format!("`{}`", method.name)).collect();
    fault.help(format!("there are {}", names.join(", ")))
}

/// Whether a name is that of a function: `func_NAME`, `module.NAME`.
fn is_function(name: &str) -> bool {
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
            && name.chars().all(|c| c == '_' || c.is_alphanumeric())
    };
    match name.split_once('.') {
        Some((module, function)) => is_name(module) && is_name(function),
        None => name.strip_prefix("func_").is_some_and(is_name),
    }
}

fn needs_functions(what: &str, span: Span) -> Fault {
    let message = format!("{what} cannot be checked yet: expressions and functions are not part of this version");
    Fault::new("condition-needs-functions", message, span)
        .help("use one of the other methods, or switch the rule off with `enabled: false` until then")
}

fn check_count(method: &Method, parameters: &[Parameter], written: &str) -> Result<(), ConditionFault> {
    let wanted = method.parameters.len();
    if parameters.len() < wanted {
        let missing = method.parameters[parameters.len()];
        let message = format!("`{}` needs a {missing}", method.name);
        let fault = Fault::new("condition-parameter-missing", message, whole(written));
        return Err(fault_at(0, fault.help(usage(method))));
    }
    if let Some(extra) = parameters.get(wanted) {
        let count = match wanted {
            0 => "no parameter".to_owned(),
            1 => "one parameter".to_owned(),
            more => format!("{more} parameters"),
        };
        let message = format!("`{}` takes {count}", method.name);
        let fault = Fault::new("condition-parameter-extra", message, span_of(extra));
        return Err(fault_at(wanted + 1, fault.help(usage(method))));
    }
    Ok(())
}

/// How a method is written.
fn usage(method: &Method) -> String {
    let elements: Vec<String> = std::iter::once(format!("\"{}\"", method.name))
        .chain(method.parameters.iter().map(|name| name.to_uppercase()))
        .collect();
    format!("write `[{}]`", elements.join(", "))
}

fn compare(operator: Operator, parameters: &[Parameter]) -> Result<Test, ConditionFault> {
    let value = &parameters[0];
    Comparison::new(operator, value)
        .map(Test::Compare)
        .map_err(|message| fault_at(1, Fault::new("condition-value", message, span_of(value))))
}

fn exist_in(wanted: bool, parameters: &[Parameter], known: &CollectionNames) -> Result<Test, ConditionFault> {
    let parameter = &parameters[0];
    let list = |elements: &[Parameter]| {
        let list = OneOf::new(elements).map_err(|fault| fault_at(1, fault))?;
        Ok(Test::InList { wanted, list })
    };
    let text = match parameter {
        Parameter::List(elements) => return list(elements),
        Parameter::Text(text) => text,
        other => {
            let message = format!("here a collection or a list is wanted, found {}", other.kind());
            let fault = Fault::new("condition-collection", message, Span::at(0));
            return Err(fault_at(1, fault.help("write `artfunc_NAME`, or a list of values")));
        }
    };
    if text.trim_start().starts_with('[') {
        return list(&python_list::parse(text).map_err(|fault| fault_at(1, fault))?);
    }
    let Some(name) = text.trim().strip_prefix(MARK) else {
        let fault = Fault::new("condition-collection", "this is neither a collection nor a list", whole(text));
        let name = text.trim();
        return Err(fault_at(
            1,
            match known.resolve(name) {
                Some(_) => fault.help(format!("write `{MARK}{name}`")),
                None => fault.help("write `artfunc_NAME` for a collection, `[\"a\", \"b\"]` for a list"),
            },
        ));
    };
    match known.resolve(name) {
        Some(collection) => Ok(Test::InCollection { wanted, name: name.to_owned(), collection }),
        None => Err(fault_at(1, unknown_collection(name, text, known))),
    }
}

fn unknown_collection(name: &str, written: &str, known: &CollectionNames) -> Fault {
    let fault = Fault::new("collection-unknown", format!("there is no collection `{name}`"), whole(written));
    match known.nearest(name) {
        Some(near) => fault.help(format!("did you mean `{MARK}{near}`?")),
        None => fault,
    }
}

fn fault_at(parameter: usize, fault: Fault) -> ConditionFault {
    ConditionFault { parameter, fault }
}

fn span_of(parameter: &Parameter) -> Span {
    match parameter {
        Parameter::Text(text) => whole(text),
        _ => Span::at(0),
    }
}

fn whole(text: &str) -> Span {
    Span::of(0, text.len())
}
