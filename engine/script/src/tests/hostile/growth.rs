//! Strings, lists and maps that grow endlessly.

use super::{SMALL, Trial};
use crate::Limits;

/// Steps that make the string `s` longer.
const TEXTS: &[&str] = &[
    "s += s",
    "s += \"abcdefgh\"",
    "s += 'c'",
    "s += s + s",
    "s = s + s",
    "s = s + \"abcdefghijkl\"",
    "s = \"x\" + s + s",
    "s = s + 'c' + s",
    "s = `${s}${s}`",
    "s = `${s}abcdefgh`",
    "s = `${`${s}${s}`}`",
    "s = \"\" + s + s",
    "s = (|x| x + x).call(s)",
    "s = (|x| `${x}${x}`).call(s)",
    "s = twice(s)",
    "s = [s, s].reduce(|a, b| (a ?? \"\") + b)",
    "s.append(s)",
    "s.append(\"abcdefghijklmnop\")",
    "s.pad(s.len() * 2 + 2, 'x')",
    "s.pad(s.len() * 2 + 2, \"xy\")",
    "s.pad(9000000000000000000, 'x')",
    "s.pad(9000000000000000000, \"xyz\")",
    "s.replace(\"a\", \"aa\")",
    "s.replace('a', \"aaa\")",
    "s.replace(\"\", \"zz\")",
    "s.replace(\"a\", \"b\"); s.replace(\"b\", \"aabb\")",
    "s = replace_all(s, \"a\", \"aa\")",
    "s = replace_all(s, \"\", \"zzz\")",
    "s = replace_all(s, \"(.)\", \"\\\\1\\\\1\\\\1\")",
    "s = s.to_string() + s",
    "s = [s, s].to_string()",
    "s = #{a: s, b: s}.to_string()",
    "s = #{a: s, b: s}.to_json()",
    "s = `${[s, s]}`",
    "s = \"\" + [s, s]",
    "let m = #{s: s}; m.s += s; s = m.s + m.s",
    "let l = [s]; l[0] += s; s = l[0] + l[0]",
    "s = s.to_upper() + s.to_lower()",
    "s = finding(1, s + s).message",
    "s = captures(s + s, \"(?s).*\")[0]",
    "let b = s.to_blob(); b += b; s += b",
];

/// Ways to repeat a step.
const REPEATED: &[&str] = &[
    "let s = \"a\"; loop { STEP; }",
    "let s = \"a\"; for i in 0..100000 { STEP; }",
    "let s = \"a\"; while s.len() < 100000000 { STEP; }",
    "let s = \"a\"; loop { try { STEP; } catch { } }",
];

#[test]
fn endless_strings_are_stopped() {
    let mut trial = Trial::new(Limits { operations: 1_000_000, ..SMALL });
    for step in TEXTS {
        for repeated in REPEATED {
            let body = repeated.replace("STEP", step);
            trial.script(&format!("fn f(data, filepath) {{ {body} }} fn twice(x) {{ x + x }}"), "script-text-size");
        }
    }
    trial.finish(150);
}

/// Steps that make the list `a` longer.
const LISTS: &[&str] = &[
    "a += a",
    "a += [1, 2, 3, 4]",
    "a = a + a",
    "a = a + [1, 2, 3, 4]",
    "a.push(1); a.push(2); a.push(3)",
    "a.append(a)",
    "a.append([1, 2, 3, 4, 5])",
    "a.insert(0, 1); a.insert(-1, 2); a.insert(100, 3)",
    "a.pad(a.len() * 2 + 2, 0)",
    "a.pad(9000000000000000000, 0)",
    "a.pad(a.len() + 3, [1, 2, 3])",
    "a.splice(0, 0, a)",
    "a.splice(0..0, [1, 2, 3, 4, 5])",
    "a.splice(0..=0, [1, 2, 3, 4, 5])",
    "a = a.map(|x| x) + a",
    "a = (|x| x + x).call(a)",
    "a = twice(a)",
    "a.double()",
    "let m = #{a: a}; m.a += a; a = m.a + m.a",
    "let b = a; b += a; a = b",
    "a = a.filter(|x| true) + a",
    "a = a.extract(0..a.len()) + a",
    "a.push(1); a = a + a.order()",
    "a = a.zip(a, |x, y| x) + a",
    "a = [a, a].reduce(|x, y| (x ?? []) + y)",
];

/// Ways to repeat a step.
const REPEATED_LISTS: &[&str] = &[
    "let a = [1]; loop { STEP; }",
    "let a = [1]; for i in 0..100000 { STEP; }",
    "let a = [1]; while a.len() < 100000000 { STEP; }",
    "let a = [1]; loop { try { STEP; } catch { } }",
];

#[test]
fn endless_lists_are_stopped() {
    let mut trial = Trial::new(Limits { operations: 400_000, ..SMALL });
    for step in LISTS {
        for repeated in REPEATED_LISTS {
            let body = repeated.replace("STEP", step);
            let more = "fn twice(x) { x + x } fn double() { this += this }";
            trial.script(&format!("fn f(data, filepath) {{ {body} }} {more}"), "script-list-size");
        }
    }
    trial.finish(100);
}

#[test]
fn lists_of_parts_of_strings_are_limited() {
    let mut trial = Trial::new(Limits { operations: 400_000, ..SMALL });
    for split in [
        "s.split(\"a\")",
        "s.split('a')",
        "s.split(\"\")",
        "s.rsplit(\"a\")",
        "s.rsplit('a')",
        "s.split(\"a\", 1000000000)",
        "s.split('a', 1000000000)",
        "s.rsplit(\"a\", 1000000000)",
        "s.rsplit('a', 1000000000)",
        "s.to_chars()",
        "{ s.replace(\"a\", \"a \"); s.split() }",
        "{ let all = []; for c in s { all.push(c); } all }",
        "{ let all = []; for c in s.chars() { all.push(c); } all }",
        "{ let all = []; for i in 0..6000 { all.push(i); } all }",
    ] {
        trial.script(
            &format!("fn f(data, filepath) {{ let s = \"\"; s.pad(30000, 'a'); {split} }}"),
            "script-list-size",
        );
    }
    trial.finish(14);
}

#[test]
fn endless_maps_are_stopped() {
    let mut trial = Trial::new(SMALL);
    for step in [
        "m[\"k\" + i] = i",
        "m.set(\"k\" + i, i)",
        "m += #{}; m[`${i}`] = 1; m[`x${i}`] = 2",
        "m = m + (|| { let n = #{}; n[`${i}`] = 1; n }).call()",
        "m.mixin((|| { let n = #{}; n[`${i}`] = 1; n }).call())",
        "m.fill_with((|| { let n = #{}; n[`${i}`] = 1; n }).call())",
        "m[i.to_string()] = 1; m[i.to_string() + \"x\"] = 2",
    ] {
        for repeated in ["let m = #{}; for i in 0..1000000 { STEP; }", "let m = #{}; let i = 0; loop { i += 1; STEP; }"]
        {
            let body = repeated.replace("STEP", step);
            let limits = Limits { operations: 1_000_000, ..SMALL };
            let mut one = Trial::new(limits);
            one.ends(&body, "script-map-size");
            trial.count += one.count;
            trial.wrong.extend(one.wrong);
        }
    }
    trial.finish(14);
}

#[test]
fn memory_has_a_separate_limit() {
    use std::cell::Cell;
    thread_local!(static USED: Cell<usize> = const { Cell::new(0) });
    let mut trial = Trial::new(SMALL);
    // The memory grows with each operation, far beyond the size of any single value.
    trial.fixture.host.set_gauge(|| USED.with(|used| used.replace(used.get() + (1 << 16))));
    for body in [
        "let a = []; a.pad(1000, \"x\"); let all = []; loop { all.push(a); if all.len() > 100 { all = []; } }",
        "let a = []; a.pad(4000, 0); let m = #{}; for i in 0..1000 { m[`${i % 50}`] = a; }",
        "let a = []; a.pad(4000, 0); let f = |x| 1; for i in 0..100 { f = f.curry(i); } loop { a.len(); }",
    ] {
        trial.ends(body, "script-memory");
    }
    trial.finish(3);
}
