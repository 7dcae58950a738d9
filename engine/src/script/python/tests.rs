//! What expressions give, what is refused, and where errors are.

mod cases;
mod faults;
mod large;
mod limits;
mod places;
mod rhai;

use ::rhai::{Dynamic, Engine, EvalAltResult, Scope};

use super::lower::Wanted;
use super::run::{Raised, register};
use super::table::{FUNCTIONS as FUNCTION_NAMES, METHODS as METHOD_NAMES};
use super::{Callable, Lowered, Names, lower, lower_as};
use crate::store::{CollectionNames, ListId};
use crate::text::Fault;

/// Functions that a library and a program might have.
const FUNCTIONS: &[Callable<'static>] = &[
    Callable { name: "exists", parameters: Some(1) },
    Callable { name: "matches", parameters: Some(2) },
    Callable { name: "own", parameters: Some(1) },
    Callable { name: "own", parameters: Some(2) },
    Callable { name: "textures.is_small", parameters: Some(1) },
];

fn collections() -> CollectionNames {
    let mut names = CollectionNames::new();
    names.add("fruit", ListId(0));
    names.add("team.allowed", ListId(1));
    names
}

fn read(text: &str) -> Result<Lowered, Vec<Fault>> {
    lower(text, &Names { collections: &collections(), functions: FUNCTIONS })
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    register(&mut engine);
    engine
}

/// What an expression gives for a value.
fn evaluate(engine: &Engine, text: &str, d: Dynamic, wanted: Wanted) -> Result<Dynamic, Box<EvalAltResult>> {
    let names = Names { collections: &CollectionNames::new(), functions: &[] };
    let lowered = lower_as(text, &names, wanted).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let ast = lowered.compile().unwrap_or_else(|error| panic!("{text}: {error}\n{}", lowered.code));
    let mut scope = Scope::new();
    scope.push_dynamic("d", d);
    engine.eval_ast_with_scope(&mut scope, &ast)
}

/// The spelling that Python would print, or the name of the error that it would raise.
fn outcome(engine: &Engine, text: &str, d: Dynamic) -> String {
    let spelled = format!("repr({text}\n)");
    match evaluate(engine, &spelled, d, Wanted::Value) {
        Ok(value) => value.to_string(),
        Err(error) => match Raised::of(&error) {
            Some(raised) => raised.kind.code().to_owned(),
            None => error.to_string(),
        },
    }
}

#[test]
fn expressions_give_what_python_gives() {
    let engine = engine();
    let mut wrong = Vec::new();
    for (text, d, expected) in cases::CASES.iter().chain(large::CASES) {
        let value = evaluate(&engine, d, Dynamic::UNIT, Wanted::Value).unwrap_or_else(|error| panic!("{d}: {error}"));
        let found = outcome(&engine, text, value);
        if found != *expected {
            wrong.push(format!("{text} with {d}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is judged is the truth of the value: the code for it takes short cuts, which change nothing.
#[test]
fn an_expression_holds_when_its_value_is_truthy() {
    let engine = engine();
    for (text, d, expected) in cases::CASES.iter().chain(large::CASES) {
        let value = || evaluate(&engine, d, Dynamic::UNIT, Wanted::Value).unwrap_or_default();
        let held = evaluate(&engine, text, value(), Wanted::Truth).map(|holds| holds.to_string());
        match held {
            Ok(held) => {
                let truth = evaluate(&engine, &format!("not not ({text}\n)"), value(), Wanted::Value);
                assert_eq!(truth.map(|truth| truth.to_string()).ok(), Some(held), "{text} with {d}");
            }
            Err(error) => assert!(expected.starts_with("expression-"), "{text} with {d}: {error}"),
        }
    }
}

/// The examples and the names that people are shown.
#[test]
fn what_the_documentation_says_is_so() {
    const TEXT: &str = include_str!("../../../../docs/expressions.md");
    let engine = engine();
    let mut examples = 0;
    for row in TEXT.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        if let [d, text, expected] = cells[..].iter().map(|cell| cell.trim_matches('`')).collect::<Vec<_>>()[..] {
            let d = evaluate(&engine, d, Dynamic::UNIT, Wanted::Value).unwrap_or_else(|error| panic!("{d}: {error}"));
            assert_eq!(outcome(&engine, text, d), expected, "{text}");
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
