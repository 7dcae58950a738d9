//! Resources that scripts must not reach, and endless errors.

use super::{SMALL, Trial};
use crate::Limits;

#[test]
fn files_outside_of_the_project_cannot_be_read() {
    let mut trial = Trial::new(SMALL);
    let paths = [
        "/etc/passwd",
        "../secret",
        "../../../../etc/passwd",
        "..\\\\..\\\\windows\\\\system32",
        "dir/../../x",
        "C:/windows/win.ini",
        "file:///etc/passwd",
        "http://example.com/",
        "\\u0000",
        "",
        "/",
        ".",
        "..",
        "dir/./../..",
        "~/.ssh/id_rsa",
        "//server/share",
    ];
    for path in paths {
        for function in ["read_text", "size", "md5", "sha256", "image", "glb"] {
            trial.ends(&format!("[{function}(\"{path}\")]"), "script-error");
        }
        trial.ends(&format!("xpath(\"{path}\", \"*/A\")"), "script-error");
        trial.ends(&format!("if exists(\"{path}\") {{ throw \"there\"; }} []"), "fine");
    }
    trial.finish(110);
}

#[test]
fn missing_functions_cannot_be_called() {
    let mut trial = Trial::new(SMALL);
    for (body, code) in [
        ("eval(\"1\")", "script-eval"),
        ("let e = eval; []", "script-eval"),
        ("Fn(\"eval\").call(\"1\")", "script-error"),
        ("\"1\".eval()", "script-syntax"),
        ("sleep(1)", "script-error"),
        ("sleep(1.0)", "script-error"),
        ("Fn(\"sleep\").call(100)", "script-error"),
        ("exit()", "script-error"),
        ("exit([1])", "script-error"),
        ("timestamp()", "script-error"),
        ("blob(1000000000)", "script-error"),
        ("\"x\".to_blob()", "script-return"),
        ("parse_json(\"{}\")", "script-error"),
        ("open_file(\"a\")", "script-error"),
        ("get_env(\"PATH\")", "script-error"),
        ("rand()", "script-error"),
        ("get_fn_metadata_list()", "script-error"),
        ("__fit(1)", "script-syntax"),
        ("__grown(data)", "script-syntax"),
        ("__body", "script-syntax"),
        ("let __fit = 1; [__fit]", "script-syntax"),
        ("import \"/etc/passwd\" as x;", "script-import-missing"),
        ("import \"../secret\" as x;", "script-import-missing"),
        ("let n = \"/etc/passwd\"; import n as x;", "script-error"),
        ("import \"res_store\" as r;", "script-import-collection"),
        ("res_store = 1;", "script-unknown-variable"),
        ("res_store.ilevels = [];", "script-unknown-variable"),
        ("res_store.ilevels[0] = 1;", "script-unknown-variable"),
        ("fruit += [1];", "script-unknown-variable"),
        ("let s = res_store; s.ilevels = 1;", "script-error"),
        ("let c = fruit; c[0] = \"x\"; c", "script-error"),
        ("fruit.push(\"x\")", "script-error"),
        ("let r = res_store.res_in_repo[\"914fa3a0-62cd-4b5a-83df-92fdf494534a\"][0]; r.Name = \"x\";", "script-error"),
        ("let res_store = 5; [res_store]", "fine"),
        ("let fruit = [\"x\"]; fruit", "fine"),
        ("let data = 1; [data]", "fine"),
        ("data = []; data", "fine"),
        ("this", "script-error"),
        ("this.x = 1", "script-error"),
        ("global::X", "script-error"),
    ] {
        trial.ends(body, code);
    }
    trial.finish(40);
}

#[test]
fn endless_errors_are_stopped() {
    let mut trial = Trial::new(SMALL);
    for (body, code) in [
        ("loop { try { throw \"x\"; } catch { } }", "script-operations"),
        ("loop { try { throw \"x\"; } catch (e) { try { throw e; } catch { } } }", "script-operations"),
        ("loop { try { 1 / 0; } catch { continue; } }", "script-operations"),
        ("loop { try { nothing(); } catch { } }", "script-operations"),
        ("loop { try { data[99]; } catch (e) { let x = e.message; } }", "script-operations"),
        ("loop { try { read_text(\"none\"); } catch { } }", "script-operations"),
        ("loop { try { matches(\"a\", \"(\"); } catch { } }", "script-operations"),
        ("let e = \"x\"; loop { try { throw e; } catch (x) { e = x + x; } }", "script-text-size"),
        ("let e = []; loop { try { throw e; } catch (x) { e = [x]; } }", "script-nesting"),
        ("let e = #{}; loop { try { throw e; } catch (x) { e = #{e: x}; } }", "script-nesting"),
        ("try { f(data, filepath) } catch { f(data, filepath) }", "script-depth"),
        ("try { loop {} } catch { return []; }", "script-operations"),
        ("let s = \"a\"; try { loop { s += s; } } catch { return [\"caught\"]; }", "script-text-size"),
        ("let a = [1]; try { loop { a += a; } } catch { return [\"caught\"]; }", "script-list-size"),
        ("let a = []; try { loop { a = [a]; } } catch { return [\"caught\"]; }", "script-nesting"),
        ("[1].map(|x| try { loop {} } catch { 1 })", "script-operations"),
        ("try { [1].map(|x| loop {}) } catch { [] }", "script-operations"),
        ("throw;", "script-error"),
        ("try { throw; } catch { throw; }", "script-error"),
        ("try { throw 1; } catch (e) { throw e; }", "script-error"),
        ("break;", "script-syntax"),
        ("continue;", "script-syntax"),
        ("[1].map(|x| { break; })", "script-syntax"),
        ("return", "script-return"),
    ] {
        trial.ends(body, code);
    }
    trial.finish(24);
}

/// The work of a library call is counted before it is done.
#[test]
fn long_calls_of_the_library_are_counted() {
    let mut trial = Trial::new(Limits { text: 16 << 20, operations: 1_000_000, ..SMALL });
    let long = "let t = \"\"; t.pad(1000000, 'a'); ";
    for (body, code) in [
        ("let l = []; for i in 0..2000 { l.push(t); } l.sort(); []", "script-operations"),
        ("let l = []; for i in 0..2000 { l.push(t); } l.order(); []", "script-operations"),
        ("for i in 0..100 { replace_all(t, \"b\", \"\"); } []", "script-operations"),
        ("for i in 0..100 { t.replace(\"b\", \"\"); } []", "script-operations"),
        ("for i in 0..10 { replace_all(t, \"b\", \"\"); } []", "fine"),
    ] {
        trial.ends(&format!("{long}{body}"), code);
    }
    trial.finish(5);
}

#[test]
fn patterns_cannot_run_for_ever() {
    let mut trial = Trial::new(Limits { text: 16 << 20, operations: 1_000_000, ..SMALL });
    let long = "let t = \"\"; t.pad(20000, 'a'); t += \"b\"; ";
    for (body, code) in [
        ("[matches(t, \"(a+)+$\")]", "fine"),
        ("[matches(t, \"(a*)*c\")]", "fine"),
        ("[matches(t, \"(a|aa)+$\")]", "fine"),
        ("[matches(t, \"(.*)(.*)(.*)(.*)(.*)c\")]", "fine"),
        ("[matches(t, \"^(?:a|(a))*(?(1)|)$\")]", "script-error"),
        ("[matches(t, \"(a+)\\\\1+$\")]", "script-error"),
        ("[captures(t, \"^(?:a|(a))*(?(1)|)$\")]", "script-error"),
        ("[replace_all(t, \"^(?:a|(a))*(?(1)|)$\", \"\")]", "script-error"),
        ("[matches(t, \"a{100000}{100000}\")]", "script-error"),
        ("[matches(t, \"(((a{100}){100}){100}){100}\")]", "script-error"),
        ("[matches(t, \"(\")]", "script-error"),
        ("let p = \"\"; p.pad(5000, '('); [matches(t, p)]", "script-error"),
        ("let p = \"\"; p.pad(50000, '['); [matches(t, p)]", "script-error"),
        ("for i in 0..100 { matches(t, `a{${i}}$`); } []", "fine"),
        ("loop { matches(t, \"a$\"); }", "script-operations"),
        ("xpath(\"dir/list.xml\", \"A.B==`^(?:a|(a))*(?(1)|)$`\")", "fine"),
        ("let p = \"\"; p.pad(5000, '*'); xpath(\"dir/list.xml\", p)", "script-error"),
        ("let p = \"A\"; for i in 0..2000 { p += \"/**\"; } xpath(\"dir/list.xml\", p)", "script-error"),
        ("let p = \"A\"; for i in 0..500 { p += \"/**\"; } xpath(\"dir/list.xml\", p)", "fine"),
        ("files(\"(\")", "script-error"),
        ("for i in 0..100 { files(`x{${i}}$`); } []", "fine"),
    ] {
        trial.ends(&format!("{long}{body}"), code);
    }
    trial.finish(20);
}

/// A pattern with a large automaton on a long string: the clock ends the search, although no operation is counted.
#[test]
fn large_patterns_on_long_strings_run_out_of_time() {
    thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
    let mut trial = Trial::new(Limits { text: 16 << 20, milliseconds: 1000.0, operations: 10_000_000, ..SMALL });
    // Each read of the clock takes a tenth of a second, so that the test itself is short.
    trial.fixture.host.set_clock(|| NOW.with(|now| now.replace(now.get() + 100.0)));
    let long = "let t = \"\"; t.pad(4000000, 'a'); ";
    let large = "(?:a?){20000}a{20000}b";
    for call in [
        format!("[matches(t, \"{large}\")]"),
        format!("captures(t, \"{large}\")"),
        format!("[replace_all(t, \"{large}\", \"\")]"),
        // Each match is short, but the search looks ahead to the end of the string for a longer one.
        "[replace_all(t, \"a.*[^a]|a\", \"\")]".to_owned(),
    ] {
        trial.ends(&format!("{long}{call}"), "script-time");
    }
    // After a match, its groups are searched for; this pattern is too large for that.
    trial.ends(&format!("{long}captures(t, \"(?s).*(?:a?){{20000}}a{{20000}}\")"), "script-time");
    for call in
        ["matches(t, \"(?:a?){50}b\")", "captures(t, \"(\\\\w+)b?\").len()", "replace_all(t, \"a{1000}\", \"\").len()"]
    {
        trial.ends(&format!("let t = \"\"; t.pad(100000, 'a'); [{call}]"), "fine");
    }
    trial.finish(8);
}

#[test]
fn unusual_values_are_harmless() {
    let mut trial = Trial::new(SMALL);
    for (body, code) in [
        ("[0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0]", "fine"),
        ("[9223372036854775807 + 1]", "script-error"),
        ("[-9223372036854775808 - 1]", "script-error"),
        ("[9223372036854775807 * 2]", "script-error"),
        ("[2 ** 100]", "script-error"),
        ("[1 << 100]", "fine"),
        ("[1 >> -5]", "fine"),
        ("[5 % 0]", "script-error"),
        ("[5 / 0]", "script-error"),
        ("[-9223372036854775808 / -1]", "script-error"),
        ("[-(-9223372036854775807 - 1)]", "script-error"),
        ("[(-9223372036854775807 - 1).abs()]", "script-error"),
        ("[data[9223372036854775807]]", "script-error"),
        ("[data[-9223372036854775808]]", "script-error"),
        ("[\"abc\"[9223372036854775807]]", "script-error"),
        ("[\"abc\"[-9223372036854775808]]", "script-error"),
        ("[\"\u{6a21}\u{578b}\"[1]]", "fine"),
        ("[\"abc\".sub_string(-9223372036854775808, 9223372036854775807)]", "fine"),
        ("[\"abc\".sub_string(1..9223372036854775807)]", "fine"),
        ("[\"abc\"[1..=9223372036854775807]]", "fine"),
        ("[\"abc\".crop(9223372036854775807)]", "fine"),
        ("data[0].crop(-5, 9223372036854775807); data", "fine"),
        ("[data.extract(-9223372036854775808, 9223372036854775807).len()]", "fine"),
        ("data.splice(-9223372036854775808, 9223372036854775807, []); data", "fine"),
        ("data.splice(0..=9223372036854775807, [1]); data", "fine"),
        ("data.insert(-9223372036854775808, 1); data", "fine"),
        ("data.insert(9223372036854775807, 1); data", "fine"),
        ("data.remove(-9223372036854775808); data", "fine"),
        ("data.truncate(-9223372036854775808); data", "fine"),
        ("data.chop(9223372036854775807); data", "fine"),
        ("data.pad(-5, 1); data", "fine"),
        ("data.set(-1, 1); data.set(99, 1); data", "fine"),
        ("let s = \"a\"; s.pad(10, \"\"); [s]", "fine"),
        ("let s = \"a\"; s.pad(-10, 'x'); [s]", "fine"),
        ("let s = \"\"; s.replace(\"\", \"x\"); [s]", "fine"),
        ("let s = \"abc\"; s[0] = 'x'; [s]", "fine"),
        ("let s = \"abc\"; s[0] = \"xyz\"; [s]", "script-error"),
        ("let n = 5; n[0] = true; [n]", "fine"),
        ("let n = 5; [n[64]]", "script-error"),
        ("[[3, 1, 2, 0.0 / 0.0, 1.5].sort()]", "fine"),
        ("let a = [3, 1, 0.0 / 0.0, 2]; a.sort(); a", "fine"),
        ("let a = [3, \"x\"]; a.sort(); a", "script-error"),
        ("let a = [3, 1, 2, 5, 4]; a.sort(|x, y| 1); a", "fine"),
        ("let a = [3, 1, 2, 5, 4]; a.sort(|x, y| -1); a", "fine"),
        ("let a = [3, 1, 2, 5, 4]; let n = 0; a.sort(|x, y| { n += 1; if n % 3 == 0 { 1 } else { -1 } }); a", "fine"),
        ("let a = [3, 1, 2]; a.sort(|x, y| \"x\"); a", "script-error"),
        ("let a = [3, 1, 2]; a.sort(|x, y| a.len()); a", "script-error"),
        ("let a = [1, 2]; a.map(|x| { a.push(x); x })", "script-error"),
        ("let a = [1, 2]; for x in a { a.push(x); } a", "fine"),
        ("let a = [1]; a[0] = a; a[0].len(); []", "fine"),
        ("let x = 1; let f = || x; x = 5; [f.call()]", "fine"),
        ("const C = [1]; C.push(2); C", "script-error"),
        ("const C = [1, 2]; C.filter(|x| x > 1)", "fine"),
        ("[parse_int(\"99999999999999999999\")]", "fine"),
        ("[\"5\".parse_float(), parse_int(\"ff\", 16)]", "fine"),
        ("[parse_int(\"1\", 99)]", "script-error"),
        ("[1..2, 'a'..'b']", "script-error"),
        ("for i in range(0, 10, 0) { }", "script-error"),
        ("for i in range(10, 0, 1) { } []", "fine"),
        ("for b in 5.bits(9223372036854775807, 1) { } []", "script-error"),
        ("for i in -5..-10 { } []", "fine"),
        ("[type_of(data), type_of(res_store), type_of(res_store.ilevels)]", "fine"),
        ("[is_def_var(\"data\"), is_def_fn(\"f\", 2)]", "fine"),
        ("Fn(\"+\")", "script-error"),
        ("Fn(\"\")", "script-error"),
        ("Fn(5)", "script-error"),
        ("Fn(\"nothing\").call()", "script-error"),
        ("5.call()", "script-error"),
        ("data.tag = 5; [data.tag]", "script-error"),
        ("data.tag = 9223372036854775807; []", "script-error"),
        ("[take(data)]", "script-error"),
        ("let t = (); t.x", "script-error"),
        ("let t = (); [t?.x]", "fine"),
        ("let m = #{}; [m.x]", "script-error"),
        ("let m = #{}; [m.get(\"x\")]", "fine"),
        ("let m = #{}; m.x.y = 1;", "script-error"),
        ("fn g() {} []", "script-syntax"),
        ("let x; [x]", "fine"),
        ("data.map(|v| data.len())", "script-error"),
    ] {
        trial.ends(body, code);
    }
    trial.finish(70);
}
