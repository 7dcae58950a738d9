//! Results of expressions, rejected expressions, and the places of errors.

mod cases;
mod direct;
mod faults;
mod large;
mod limits;
mod places;

use assay_document::text::Fault;
use assay_document::text::expression::table::{FUNCTIONS as FUNCTION_NAMES, METHODS as METHOD_NAMES};
use assay_store::{CollectionNames, ListId};
use rhai::Dynamic;

use super::lower::lower_by;
use super::run::{Native, Raised, Run, ScriptInterface, Stopped, Value, missing, native};
use super::{Callable, Evaluator, ExpressionNames, Halt, Lowered, Subject, lower};
use crate::limits::Limits;
use crate::meter::Meter;

/// Functions of a library and a program.
const FUNCTIONS: [(&str, usize); 5] = [("exists", 1), ("matches", 2), ("own", 1), ("own", 2), ("textures.is_small", 1)];

fn collections() -> CollectionNames {
    let mut names = CollectionNames::new();
    names.add("fruit", ListId(0));
    names.add("team.allowed", ListId(1));
    names
}

fn read(text: &str) -> Result<Lowered, Vec<Fault>> {
    let functions = FUNCTIONS.map(|(name, parameters)| Callable { name: name.to_owned(), parameters });
    lower(text, &ExpressionNames { collections: &collections(), functions: &functions })
}

/// No scripts are called.
struct NoScripts;

impl ScriptInterface for NoScripts {
    fn matches(&self, _: &str, _: &str) -> Run<bool> {
        self.call(0, &[]).map(|_| false)
    }

    fn call(&self, _: usize, _: &[Value]) -> Run {
        Err(Raised::unsupported("nothing is called").into())
    }

    fn method(&self, _: &str, _: &[Value]) -> Run {
        self.call(0, &[])
    }

    fn field(&self, _: &Value, _: &str) -> Run<Option<Value>> {
        Ok(None)
    }

    fn element(&self, _: &Value, _: &Value) -> Run<Option<Value>> {
        Ok(None)
    }

    fn equal(&self, _: &Value, _: &Value) -> Run<Option<bool>> {
        Ok(None)
    }

    fn argument(&self, value: &Value) -> Run<Dynamic> {
        value.for_script(None)
    }
}

/// Lowers an expression whose value is needed.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method of one lifetime is no function for all")]
fn lower_value(text: &str) -> Lowered {
    let names = ExpressionNames { collections: &CollectionNames::new(), functions: &[] };
    lower_by(text, &names, |lowering, expr| lowering.value(expr)).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// Returns the value of an expression for `d`.
fn evaluate(text: &str, d: Value) -> Result<Value, Box<Halt>> {
    let meter = Meter::new(Limits::default());
    meter.begin();
    let lowered = lower_value(text);
    Evaluator::new(&lowered, &meter, &NoScripts, &[]).evaluate(Subject::made(d))
}

/// Returns true if an expression is true for a value.
fn holds(text: &str, d: Value) -> Result<bool, Box<Halt>> {
    let meter = Meter::new(Limits::default());
    meter.begin();
    let lowered = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    Evaluator::new(&lowered, &meter, &NoScripts, &[]).judge(Subject::made(d))
}

/// Returns the value that an expression spells.
fn spelled(text: &str) -> Value {
    evaluate(text, Value::None).unwrap_or_else(|halt| panic!("{text}: {halt:?}"))
}

/// Returns the message of a failure, or the code of its kind.
fn describe_halt(halt: &Halt) -> String {
    match &halt.stopped {
        Stopped::Raised(raised) => raised.kind.code().to_string(),
        Stopped::Script(error) => error.to_string(),
    }
}

/// Returns the string that Python would print, or the name of the error that it would raise.
fn outcome(text: &str, d: Value) -> String {
    match evaluate(&format!("repr({text}\n)"), d) {
        Ok(value) => value.text().unwrap_or_default().to_owned(),
        Err(halt) => describe_halt(&halt),
    }
}

/// The names of all functions for operators.
const OPERATORS: &str = "or xor and shift_left shift_right add subtract multiply divide floor_divide remainder pow \
    negative positive invert slice == < <= > >= in in_keys in_range is";

#[test]
fn every_function_and_method_is_implemented() {
    let is_missing = |name: &str| std::ptr::fn_addr_eq(native(name), missing as Native);
    let elsewhere = ["len"];
    for function in FUNCTION_NAMES.iter().filter(|function| !elsewhere.contains(&function.name)) {
        assert!(!is_missing(function.name), "{}", function.name);
    }
    for method in METHOD_NAMES {
        assert!(!is_missing(&format!(".{}", method.name)), "{}", method.name);
    }
    for operator in OPERATORS.split_whitespace() {
        assert!(!is_missing(operator), "{operator}");
    }
}

#[test]
fn expressions_have_the_results_of_python() {
    let mut wrong = Vec::new();
    for (text, d, expected) in cases::CASES.iter().chain(large::CASES) {
        let found = outcome(text, spelled(d));
        if found != *expected {
            wrong.push(format!("{text} with {d}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An expression is judged by the truth of its value. Short cuts for the truth must have the same result.
#[test]
fn an_expression_holds_if_its_value_is_truthy() {
    for (text, d, expected) in cases::CASES.iter().chain(large::CASES) {
        match holds(text, spelled(d)) {
            Ok(result) => {
                let truth = outcome(&format!("not not ({text}\n)"), spelled(d));
                assert_eq!(truth, if result { "True" } else { "False" }, "{text} with {d}");
            }
            Err(halt) => assert!(expected.starts_with("expression-"), "{text} with {d}: {halt:?}"),
        }
    }
}

/// The examples and names in the documentation.
#[test]
fn examples_in_the_documentation_are_correct() {
    const TEXT: &str = include_str!("../../../../docs/expressions.md");
    let mut examples = 0;
    for row in TEXT.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        if let [d, text, expected] = cells[..].iter().map(|cell| cell.trim_matches('`')).collect::<Vec<_>>()[..] {
            assert_eq!(outcome(text, spelled(d)), expected, "{text}");
            examples += 1;
        }
    }
    assert!(examples > 5, "the examples are found");
    let names =
        FUNCTION_NAMES.iter().map(|function| function.name).chain(METHOD_NAMES.iter().map(|method| method.name));
    let words: Vec<&str> = TEXT.split(|c: char| !c.is_ascii_lowercase() && c != '_').collect();
    for name in names.filter(|name| *name != "copy") {
        assert!(words.contains(&name), "`{name}` is not documented");
    }
}
