//! Messages for scripts that cannot be compiled or stop, and their places.

use crate::fixture::Fixture;

/// Syntax errors: `line:column code`.
#[test]
fn code_that_cannot_be_parsed_has_a_place() {
    let fixture = Fixture::new();
    let mut wrong = Vec::new();
    for (code, expected) in [
        ("fn f(data, filepath) { data\n", "1:22 script-syntax the `{` is not closed: `}` is missing"),
        ("fn f(d, p) {\n  nope(\n}\n", "2:7 script-syntax the `(` is not closed: `)` is missing"),
        ("fn f(d, p) {\n  nope(\"(\", d[0] // )\n}\n", "2:7 script-syntax the `(` is not closed: `)` is missing"),
        ("fn f(d, p) { [1, 2 }", "1:14 script-syntax the `[` is not closed: `]` is missing"),
        ("fn f(d, p) { #{a: 1 ) }", "1:15 script-syntax the `{` is not closed: `}` is missing"),
        ("fn f(d, p) { d d }", "1:16 script-syntax expected"),
        (
            "fn f(d, p) {\n  let a = (1) // one\n\n  d\n}",
            "2:13 script-syntax expected `;` after this to end the statement",
        ),
        ("fn f(d, p) {\n  let a = d\n  if a == d { a }\n}", "2:11 script-syntax expected `;` after this"),
        ("fn f(d, p) {\n  let a = \"x\"\n  elif a { d }\n}", "3:3 script-syntax expected `;` to terminate"),
        ("fn f(d, p) { d } }", "1:18 script-syntax"),
        ("fn f(data, filepath) {\n  let x = ;\n}", "2:11 script-syntax"),
        ("fn f(data, filepath) {\r\n  let \u{e4}x = ;\r\n}", "2:7 script-syntax"),
        ("let \u{6a21} = 1;", "1:5 script-syntax"),
        ("// \u{6a21}\u{578b}\nfn f(a, a) { }", "2:9 script-syntax duplicated parameter a for function f"),
        ("fn f(a) { } fn f(b) { }", "1:13 script-repeated-function the function `f` with 1 parameter is defined twice"),
        ("fn f() { fn g() {} }", "1:10 script-syntax a function cannot be defined inside something else"),
        ("fn f(d, p) { eval(\"1\") }", "1:14 script-eval `eval` is disabled"),
        ("fn f(d, p) { \"open }", "1:14 script-syntax the string is not closed"),
        ("fn f(d, p) { 'open' }", "1:14 script-syntax `'open'` is not one character; put strings in double quotes"),
        ("fn f(d, p) { x }", "1:14 script-unknown-variable there is no variable `x`"),
        ("fn f(d, p) {\n  let \u{e4} = 1; }", "2:7 script-syntax"),
        ("let top = 1;\n\"\u{6a21}\"; fn f(d, p) { top }", "2:19 script-unknown-variable there is no variable `top`"),
        ("fn f(d, p) { fruit = 1; }", "1:14 script-unknown-variable `fruit` cannot be changed"),
        ("fn f(d, p) { res_store.x = 1; }", "1:14 script-unknown-variable `res_store` cannot be changed"),
        ("fn f(d, p) { x = 1; }", "1:14 script-unknown-variable there is no variable `x`"),
        ("fn f(d, p) { d.map(|v| v + n) }", "1:28 script-unknown-variable there is no variable `n`"),
        ("fn f(d, p) { __body }", "1:21 script-syntax `__body` cannot be used as a name"),
        ("fn f(d, p) { __fit }", "1:20 script-syntax `__fit` cannot be used as a name"),
        ("fn ok() {}\nprint(1 / 0);", "2:9 script-error"),
        ("exists(\"a\");", "1:1 script-error files are not available here"),
    ] {
        let faults = fixture.program(code).expect_err(code);
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| {
                let place = crate::fixture::format_place(code, &fault.place);
                format!("{place} {} {}", fault.fault.code, fault.fault.message)
            })
            .collect();
        if !lines[0].starts_with(expected) {
            wrong.push(format!("{code}\n  {lines:?}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_fault_is_reported() {
    let fixture = Fixture::new();
    let faults = fixture.program("fn f(d, p) { x + y }\nfn g() { z }").unwrap_err();
    assert_eq!(faults.len(), 3);
}

#[test]
fn errors_at_run_time_have_a_place() {
    let fixture = Fixture::new();
    let mut wrong = Vec::new();
    for (code, expected) in [
        (
            "fn f(data, filepath) {\n    data.nope(1)\n}",
            "script-error 2:10 no function `nope` takes a list and a number",
        ),
        (
            "fn f(data, filepath) {\r\n \"\u{6a21}\u{578b}\" + data[9]\r\n}",
            "script-error 2:14 there is no element 9 in a list with 2 elements",
        ),
        ("fn f(data, filepath) { g(1) }\nfn g(x) { 1 / (x - 1) }", "script-error 2:13 division by zero: 1 / 0"),
        ("fn f(data, filepath) { data.map(|v|\n  v.len() / 0) }", "script-error 2:11 division by zero: 1 / 0"),
        ("fn f(data, filepath) { throw \"my \" + data[0]; }", "script-error 1:24 my a"),
        ("fn f(data, filepath) { throw #{message: \"mine\", code: 5}; }", "script-error 1:24 mine"),
        ("fn f(data, filepath) { throw 5; }", "script-error 1:24 the script threw a number"),
        ("fn f(data, filepath) { read_text(\"none.txt\") }", "script-error 1:24 there is no file `none.txt`"),
        ("fn f(data, filepath) { parse_int(data[0]) }", "script-error 1:24 the string `a` is not an integer"),
        (
            "fn f(data, filepath) { data.filter(|d| d) }",
            "script-error 1:29 the function must return `true` or `false`, not a string",
        ),
        ("fn f(data, filepath) { let m = #{a: 1}; m.b }", "script-error 1:43 the map has no entry `b`"),
        (
            "fn f(data, filepath) { let i = image(\"dir/p.png\"); i.heigth }",
            "script-error 1:54 the map has no entry `heigth`",
        ),
        ("fn f(data, filepath) { let m = #{}; m[data[0]] }", "script-error 1:39 the map has no entry `a`"),
        ("fn f(data, filepath) { ().text }", "script-error 1:27 `()` has no property `text`"),
        ("fn f(data, filepath) { ().upper() }", "script-error 1:27 no function `upper` takes `()`"),
        ("fn f(data, filepath) { data.length }", "script-error 1:29 a list has no property `length`"),
        (
            "fn f(data, filepath) { data[0].x = 1; data }",
            "script-error 1:32 the property `x` of a string cannot be changed",
        ),
        ("fn f(data, filepath) { data[\"x\"] }", "script-error 1:29 expected a number, found a string"),
        (
            "fn f(data, filepath) { let n = 5; for x in n { print(x) } }",
            "script-error 1:44 `for` needs a list, a range, a string or a collection",
        ),
        ("fn f(data, filepath) { if data { 1 } }", "script-error 1:27 expected a boolean, found a list"),
        ("fn f(data, filepath) { -data }", "script-error 1:24 `-` does not work on a list"),
        ("fn f(data, filepath) { data * 5 }", "script-error 1:29 `*` does not work on a list and a number"),
        (
            "fn f(data, filepath) { exists(1, 2) }",
            "script-error 1:24 `exists` cannot be called with a number and a number",
        ),
        (
            "fn f(data, filepath) { res_store.res_in_repo[\"x\"] }",
            "script-error 1:45 `res_store.res_in_repo` has no entry `x`",
        ),
        (
            "fn f(data, filepath) { let s = res_store; s.ilevel }",
            "script-error 1:44 there is no collection `res_store.ilevel`",
        ),
        ("fn f(data, filepath) { const X = data; X.push(1); }", "script-error 1:42 `push` would change a constant"),
        ("fn f(data, filepath) { a::b() }", "script-error 1:24 there is no library `a` here"),
        ("fn f(data, filepath) { global::NO }", "script-error 1:24 there is no variable `global::NO`"),
        (
            "fn f(data, filepath) { try { g() } catch(e) { throw e; } }\nfn g() { throw \"inner\"; }",
            "script-error 1:47 inner",
        ),
    ] {
        let error = fixture.filter(code, &["a", "b"]).expect_err(code);
        if error != expected {
            wrong.push(format!("{code}\n  {error}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_in_libraries_have_a_place_in_the_library() {
    let mut fixture = Fixture::new();
    fixture.libraries.add(
        "tools",
        "lib/tools.rhai",
        "fn g(x) {\n\n  x.foo } fn each(list, f) { list.map(f) }".to_owned(),
    );
    for (code, expected) in [
        (
            "import \"tools\" as t; fn f(data, filepath) { t::g(1) }",
            "script-error lib/tools.rhai:3:5 a number has no property `foo`",
        ),
        (
            "import \"tools\" as t; fn f(data, filepath) { t::each(data, |v| v.bar) }",
            "script-error 1:65 a string has no property `bar`",
        ),
    ] {
        assert_eq!(fixture.filter(code, &["a", "b"]).expect_err(code), expected, "{code}");
    }
}

/// A caught error is its message.
#[test]
fn errors_that_are_caught_can_be_read() {
    let fixture = Fixture::new();
    for (code, expected) in [
        ("read_text(\"none.txt\")", "there is no file `none.txt`; there is no file `none.txt`"),
        ("data[0].to_int()", "the string `a` is not an integer; the string `a` is not an integer"),
    ] {
        let code = format!(
            "fn f(data, filepath) {{ try {{ {code} }} catch (e) {{ return [`${{e}}; ${{e.message}}`]; }} [] }}"
        );
        assert_eq!(fixture.filter(&code, &["a"]), Ok(vec![expected.to_owned()]), "{code}");
    }
}

/// Entries can be added to a map, read and tested.
#[test]
fn maps_grow_as_before() {
    let fixture = Fixture::new();
    let code = "fn f(data, filepath) { let m = #{}; m.a = 1; m[\"b\"] = 2; m.c = #{}; m.c.d = 3; \
                [m.a, m[\"b\"], m.c.d, \"x\" in m, m.get(\"x\")] }";
    let expected = ["1", "2", "3", "false", "null"].map(str::to_owned).to_vec();
    assert_eq!(fixture.filter(code, &[]), Ok(expected));
}
