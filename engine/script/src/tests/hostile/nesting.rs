//! Nested lists and nested code.

use super::{SMALL, Trial};
use crate::Limits;

/// Steps that nest `a` deeper.
const DEEPER: &[&str] = &[
    "a = [a]",
    "a = [0, a, 0]",
    "a = [[[a]]]",
    "a = #{a: a}",
    "a = [#{a: a}]",
    "a = wrap(a)",
    "a = (|x| [x]).call(a)",
    "a = [1].map(|x| a)",
    "a = [1].zip([2], |x, y| a)",
    "a = #{k: 1}.map(|k| a)",
    "let b = []; b.push(a); a = b",
    "let b = []; b.insert(0, a); a = b",
    "let b = []; b.pad(1, a); a = b",
    "let b = [1]; b[0] = a; a = b",
    "let b = [1]; b.set(0, a); a = b",
    "let b = #{}; b.x = a; a = b",
    "let b = #{}; b[\"x\"] = a; a = b",
    "let b = #{}; b.set(\"x\", a); a = b",
    "let b = #{x: [1]}; b.x[0] = a; a = b",
    "let b = [a]; a = b.extract(0..1); a = [a]",
    "let b = []; b += [a]; a = b",
    "let b = [1]; b.splice(0, 1, [a]); a = b",
    "a = Fn(\"wrap\").curry(a)",
    "let f = Fn(\"wrap\"); a = f.curry(a)",
    "a = curry(Fn(\"wrap\"), a)",
    "a = [finding(a, \"x\").value]",
    "a = if true { [a] } else { a }",
    "a = switch 1 { 1 => [a], _ => a }",
    "a = [a, a][0]; a = [a]",
    "a.push(a.len()); a = [a]",
];

#[test]
fn values_nested_too_deeply_are_stopped() {
    let mut trial = Trial::new(Limits { operations: 1_000_000, ..SMALL });
    for step in DEEPER {
        for repeated in [
            "let a = []; loop { STEP; }",
            "let a = []; for i in 0..100000 { STEP; }",
            "let a = []; loop { try { STEP; } catch { } }",
        ] {
            let body = repeated.replace("STEP", step);
            trial.script(&format!("fn f(data, filepath) {{ {body} }} fn wrap(x) {{ [x] }}"), "script-nesting");
        }
    }
    trial.finish(80);
}

#[test]
fn doubling_nested_lists_is_stopped() {
    let mut trial = Trial::new(SMALL);
    for step in
        ["a = [a, a]", "a = #{x: a, y: a}", "a = [a, [a], a]", "let b = [a, a]; a = [b, b]", "a = [1, 2].map(|x| a)"]
    {
        trial.ends(&format!("let a = [1]; loop {{ {step}; }}"), "script-list-size");
    }
    trial.finish(5);
}

#[test]
fn closures_that_contain_themselves_are_harmless() {
    let mut trial = Trial::new(SMALL);
    for (body, code) in [
        ("let a = 1; let f = || a; a = f; []", "fine"),
        ("let a = 1; let f = || a; a = f; [`${a}`]", "fine"),
        ("let a = [1]; let f = || a.push(f); []", "fine"),
        ("let a = #{}; a.f = || a; a.f = a.f; []", "script-nesting"),
        ("let a = 1; loop { let f = || a; a = f; }", "script-nesting"),
        ("let a = []; let f = || a; loop { a = [f]; }", "script-nesting"),
    ] {
        trial.ends(body, code);
    }
    trial.finish(6);
}

#[test]
fn code_nested_too_deeply_is_refused() {
    let mut trial = Trial::new(SMALL);
    let many = |part: &str, count: usize| part.repeat(count);
    for count in [100, 1000, 20_000] {
        for (body, code) in [
            (format!("{}1{}", many("(", count), many(")", count)), "script-levels"),
            (format!("{}1{}", many("[", count), many("]", count)), "script-levels"),
            (format!("{}1{}", many("#{a: ", count), many("}", count)), "script-levels"),
            (format!("{}1{}", many("{ ", count), many(" }", count)), "script-levels"),
            (format!("{}1", many("-", count)), "script-syntax"),
            (format!("{}true", many("!", count)), "script-levels"),
            (format!("1{}", many(" + 1", count)), "script-levels"),
            (format!("\"a\"{}", many(" + \"a\"", count)), "script-levels"),
            (format!("1{}", many(" * 1", count)), "script-levels"),
            (format!("data{}", many(" == data", count)), "script-levels"),
            (format!("true{}", many(" && true", count)), "script-levels"),
            (format!("true{}", many(" || true", count)), "script-levels"),
            (format!("(){}", many(" ?? 1", count)), "script-levels"),
            (format!("{}1{}", many("if true { ", count), many(" }", count)), "script-levels"),
            (format!("if false {{ 1 }}{}", many(" else if false { 1 }", count)), "script-levels"),
            (format!("{}1{}", many("while true { ", count), many(" }", count)), "script-levels"),
            (format!("{}1{}", many("switch 1 { 1 => ", count), many(" }", count)), "script-levels"),
            (format!("{}1{}", many("try { ", count), many(" } catch { }", count)), "script-levels"),
            (format!("{}1", many("|x| ", count)), "script-levels"),
            (format!("{}1{}", many("`${", count), many("}`", count)), "script-levels"),
            (format!("{}1{}", many("g(", count), many(")", count)), "script-levels"),
            (format!("data{}", many("[0]", count)), "script-levels"),
            (format!("data{}", many(".x", count)), "script-levels"),
            (format!("data{}", many(".len()", count)), "script-levels"),
            (format!("data[{}0{}]", many("data[", count), many("]", count)), "script-levels"),
        ] {
            trial.script(&format!("fn f(data, filepath) {{ {body} }} fn g(x) {{ x }}"), code);
        }
    }
    trial.finish(75);
}

#[test]
fn nested_switches_are_compiled_quickly_or_refused() {
    let mut trial = Trial::new(SMALL);
    let many = (0..1000).map(|number| number.to_string()).collect::<Vec<_>>().join(" | ");
    for (levels, code) in [(3, "fine"), (6, "fine"), (7, "script-levels"), (20, "script-levels")] {
        for (open, close) in [
            ("switch n { -7 => 1, _ => ", " }"),
            ("switch n { 0 | 1 | 2 => ", ", _ => 7 }"),
            ("switch n { 0 | 1 | 2 if n < 0 => 7, _ => ", " }"),
            ("switch n { 0..9 => ", ", _ => 7 }"),
        ] {
            let (open, close) = (open.repeat(levels), close.repeat(levels));
            trial.script(&format!("fn f(data, filepath) {{ [g(0)] }} fn g(n) {{ {open}n{close} }}"), code);
        }
    }
    let (open, close) = (format!("switch n {{ {many} => ").repeat(3), ", _ => 7 }".repeat(3));
    trial.script(&format!("fn f(data, filepath) {{ [g(0)] }} fn g(n) {{ {open}n{close} }}"), "script-levels");
    trial.finish(17);
}

#[test]
fn nested_calls_and_expressions_do_not_overflow_the_stack() {
    let mut trial = Trial::new(Limits { operations: 1_000_000, levels: 1000, ..SMALL });
    for levels in [5, 20, 40] {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        trial.script(&format!("fn f(data, filepath) {{ g(0) }} fn g(n) {{ {open}g(n){close} }}"), "script-depth");
        let (open, close) = ("id(".repeat(levels), ")".repeat(levels));
        trial.script(
            &format!("fn f(data, filepath) {{ g(0) }} fn g(n) {{ {open}g(n){close} }} fn id(x) {{ x }}"),
            "script-depth",
        );
    }
    trial.finish(6);
}

#[test]
fn nested_values_can_be_returned_formatted_and_compared() {
    let mut trial = Trial::new(Limits { operations: 1_000_000, ..SMALL });
    let deep = "let a = []; for i in 0..90 { a = [a]; } ";
    for (use_of_it, code) in [
        ("a", "script-return"),
        ("[a]", "script-return"),
        ("print(a); []", "fine"),
        ("[`${a}`]", "fine"),
        ("[a.to_string(), a.to_debug()]", "fine"),
        ("[a == a]", "fine"),
        ("[a != a, [a] == a]", "fine"),
        ("[#{a: a}.to_json()]", "fine"),
        ("let b = a; b.push(a); [b.len()]", "fine"),
        ("let c = [a]; c.contains(a); []", "fine"),
        ("[[a].index_of(a)]", "fine"),
        ("throw a;", "script-error"),
        ("let s = \"\"; try { throw a; } catch (e) { s = `${e}`; } [s]", "fine"),
        ("[finding(a, a)]", "script-return"),
    ] {
        trial.ends(&format!("{deep}{use_of_it}"), code);
    }
    trial.finish(14);
}
