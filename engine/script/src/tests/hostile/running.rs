//! Endless loops and endless recursion.

use super::{SMALL, Trial};
use crate::Limits;

/// Loops over `STEP`.
const LOOPS: &[&str] = &[
    "loop { STEP }",
    "while true { STEP }",
    "while data.len() > 0 { STEP }",
    "do { STEP } while true",
    "do { STEP } until false",
    "for i in 0..9000000000000000000 { STEP }",
    "for i in 0..=9000000000000000000 { STEP }",
    "for i in range(0, 9000000000000000000, 1) { STEP }",
    "for i in range(0, -9000000000000000000, -1) { STEP }",
    "for (v, i) in 0..9000000000000000000 { STEP }",
    "let n = 0; while n >= 0 { n += 1; STEP }",
    "let n = 0; loop { n = n + 1; if n < 0 { break; } STEP }",
    "loop { if false { break } else { STEP } }",
    "loop { switch 1 { 1 => { STEP } _ => break } }",
    "loop { try { throw 1 } catch { STEP } }",
    "loop { try { STEP } catch (e) { } }",
    "try { loop { STEP } } catch { }",
    "try { loop { STEP } } catch (e) { [e] }",
    "loop { try { loop { STEP } } catch { } }",
    "try { try { loop { STEP } } catch { loop { STEP } } } catch { loop { STEP } }",
    "loop { continue; }",
    "loop { [1].map(|x| { STEP x }); }",
    "[1, 2].for_each(|x| loop { STEP })",
    "[1, 2].map(|x| loop { STEP })",
    "[1, 2].filter(|x| { while true { STEP } true })",
    "[1, 2].some(|x| loop { STEP })",
    "[1, 2].all(|x| loop { STEP })",
    "[1, 2].find(|x| loop { STEP })",
    "[1, 2].find_map(|x| loop { STEP })",
    "[1, 2].index_of(|x| loop { STEP })",
    "[1, 2].reduce(|x, y| loop { STEP })",
    "[1, 2].reduce_rev(|x, y| loop { STEP })",
    "[1, 2].reduce(|x, y| loop { STEP }, 0)",
    "[1, 2].retain(|x| loop { STEP })",
    "[1, 2].drain(|x| loop { STEP })",
    "[1, 2].dedup(|x, y| loop { STEP })",
    "[1, 2].zip([3], |x, y| loop { STEP })",
    "[2, 1].sort(|x, y| loop { STEP })",
    "[2, 1].sort_by(|x, y| loop { STEP })",
    "[2, 1].order_by(|x, y| loop { STEP })",
    "#{a: 1}.map(|k| loop { STEP })",
    "#{a: 1}.filter(|k, v| loop { STEP })",
    "let f = || loop { STEP }; f.call()",
    "let f = |x| loop { STEP }; call(f, 1)",
    "let f = |x| loop { STEP }; f.curry(1).call()",
    "let f = Fn(\"spin\"); f.call()",
    "let m = #{f: || loop { STEP }}; m.f()",
    "spin()",
    "data.spin_this()",
    "l::spin()",
    "l::each(data, |x| loop { STEP })",
    "import \"l\" as other; other::spin()",
    "xpath(\"a.xml\", { loop { STEP } })",
    "`${loop { STEP }}`",
    "[loop { STEP }]",
    "#{a: loop { STEP }}",
    "let x = if true { loop { STEP } } else { 1 };",
    "data[loop { STEP }]",
    "return loop { STEP };",
    "throw loop { STEP };",
];

/// Steps for the loops.
const STEPS: &[&str] = &["", "let x = 1;", "data.len();", "\"a\" + \"b\";", "one(1);"];

#[test]
fn endless_loops_run_out_of_operations() {
    let mut trial = Trial::new(SMALL).library("l", "fn spin() { loop {} } fn each(list, f) { list.map(f) }");
    for repeated in LOOPS {
        for step in STEPS {
            let body = repeated.replace("STEP", step);
            let script = format!(
                "import \"l\" as l; fn f(data, filepath) {{ {body} }}\nfn one(x) {{ x }} fn spin() {{ loop {{}} }} \
                 fn spin_this() {{ loop {{ this.len(); }} }}"
            );
            trial.script(&script, "script-operations");
        }
    }
    trial.finish(250);
}

/// Functions that call each other, and the call of `f`.
const RECURSION: &[(&str, &str)] = &[
    ("fn g() { g() }", "g()"),
    ("fn g(n) { g(n + 1) }", "g(0)"),
    ("fn g(n) { 1 + g(n) }", "g(0)"),
    ("fn g(n) { [g(n)] }", "g(0)"),
    ("fn g(n) { #{a: g(n)} }", "g(0)"),
    ("fn g(n) { `${g(n)}` }", "g(0)"),
    ("fn g(n) { if true { return g(n); } 1 }", "g(0)"),
    ("fn g(n) { let x = g(n); x }", "g(0)"),
    ("fn g(n) { n[g(n)] }", "g([1])"),
    ("fn g(n) { g(g(n)) }", "g(0)"),
    ("fn g(n) { h(n) } fn h(n) { g(n) }", "g(0)"),
    ("fn g(n) { h(n) } fn h(n) { i(n) } fn i(n) { g(n) }", "g(0)"),
    ("fn g() { this.g() }", "data.g()"),
    ("fn g(n) { n.map(|x| g([x])) }", "g([1])"),
    ("fn g(n) { n.filter(|x| g([x])) }", "g([1])"),
    ("fn g(n) { n.reduce(|x, y| g([y]), 0) }", "g([1])"),
    ("fn g(n) { n.sort(|x, y| g([x, y])) }", "g([2, 1])"),
    ("fn g(n) { n.for_each(|x| g([1])); n }", "g([1])"),
    ("fn g(n) { Fn(\"g\").call(n) }", "g(0)"),
    ("fn g(n) { let f = |x| g(x); f.call(n) }", "g(0)"),
    ("fn g(f) { f.call(f) }", "g(|f| f.call(f))"),
    ("fn g(f) { call(f, f) }", "g(|f| call(f, f))"),
    ("fn g(n) { try { g(n) } catch { 1 } }", "g(0)"),
    ("fn g(n) { try { g(n) } catch (e) { throw e } }", "g(0)"),
    ("fn g(n) { switch n { 0 => g(0), _ => 1 } }", "g(0)"),
    ("fn g(n) { for i in 0..2 { g(i) } }", "g(0)"),
    ("fn g(n) { g(n) && true }", "g(0)"),
    ("fn g(n) { false || g(n) }", "g(0)"),
    ("fn g(n) { () ?? g(n) }", "g(0)"),
    ("fn g(n) { -g(n) }", "g(0)"),
    ("fn g(n) { import \"l\" as l; l::back(|x| g(x)) }", "g(0)"),
    ("", "f(data, filepath)"),
    ("", "data.map(|x| f([x], x))"),
    ("", "l::deep(1)"),
    ("", "l::ping(1)"),
];

/// Uses of the result of a recursive call.
const WRAPS: &[&str] =
    &["CALL", "(CALL)", "[CALL]", "if true { CALL }", "{ let x = 1; CALL }", "try { CALL } catch { [] }"];

#[test]
fn endless_recursion_is_stopped_by_its_depth() {
    let library = "fn back(f) { f.call(1) } fn deep(n) { deep(n) } fn ping(n) { pong(n) } fn pong(n) { ping(n) }";
    let mut trial = Trial::new(Limits { operations: 1_000_000, ..SMALL }).library("l", library);
    for (functions, call) in RECURSION {
        for wrap in WRAPS {
            let body = wrap.replace("CALL", call);
            let script = format!("import \"l\" as l; {functions} fn f(data, filepath) {{ {body} }}");
            trial.script(&script, "script-depth");
        }
    }
    trial.finish(200);
}

#[test]
fn deep_calls_within_the_limit_are_allowed() {
    let mut trial = Trial::new(SMALL);
    let script = |depth: usize| {
        format!("fn f(data, filepath) {{ [g({depth})] }} fn g(n) {{ if n <= 1 {{ 1 }} else {{ 1 + g(n - 1) }} }}")
    };
    trial.script(&script(63), "fine");
    trial.script(&script(64), "fine");
    trial.script(&script(66), "script-depth");
    trial.finish(3);
}

#[test]
fn the_clock_stops_a_script() {
    thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
    let mut trial = Trial::new(Limits { operations: u64::MAX - 1, milliseconds: 100.0, ..SMALL });
    // Each read of the clock takes a millisecond.
    trial.fixture.host.set_clock(|| NOW.with(|now| now.replace(now.get() + 1.0)));
    for repeated in LOOPS {
        let body = repeated.replace("STEP", "data.len();");
        let script = format!(
            "import \"l\" as l; fn f(data, filepath) {{ {body} }}\nfn spin() {{ loop {{}} }} fn spin_this() {{ loop {{}} }}"
        );
        trial.fixture.libraries.add("l", "l", "fn spin() { loop {} } fn each(list, f) { list.map(f) }".to_owned());
        trial.script(&script, "script-time");
    }
    trial.ends("data.map(|x| x.len())", "fine");
    trial.finish(50);
}

#[test]
fn the_default_limits_stop_a_script() {
    let mut trial = Trial::new(Limits { operations: 2_000_000, ..Limits::default() });
    trial.ends("loop { }", "script-operations");
    trial.ends(
        "let a = []; a.pad(1000, 0); let b = a; let c = a; a.map(|x| b.map(|y| c.map(|z| z)))",
        "script-operations",
    );
    trial.ends("f(data, filepath)", "script-depth");
    trial.ends("let s = \"ab\"; loop { s += s; }", "script-text-size");
    trial.ends("let a = [1]; loop { a += a; }", "script-list-size");
    trial.finish(5);
}
