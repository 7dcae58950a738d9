//! The visibility of functions between units, libraries and programs.

use assay_document::extract::Values;

use crate::fixture::{Fixture, format_faults, format_values};
use crate::{Libraries, Program, Unit, UnitId};

fn program(fixture: &Fixture, units: &[&str]) -> Result<Program, String> {
    let id = |at: usize| UnitId(u32::try_from(at).unwrap());
    let units: Vec<Unit<'_>> = units.iter().enumerate().map(|(at, text)| Unit { id: id(at), text }).collect();
    let program = Program::compile(&fixture.host, &units, &fixture.libraries, &fixture.names);
    program.map_err(|faults| format_faults(units.first().map_or("", |unit| unit.text), &faults))
}

fn call(fixture: &Fixture, program: &Program, name: &str) -> Result<String, String> {
    let function = program.filter(name).map_err(|fault| fault.message)?;
    let mut values = Values::new();
    let made = function.filter(&fixture.host, &mut values, &[], "p");
    made.map(|made| format_values(&values, &made).join(" ")).map_err(|error| error.message)
}

#[test]
fn a_rule_hides_functions_of_its_file() {
    let fixture = Fixture::new();
    let rule = "fn f(d, p) { [\"rule\", helper(), common()] } fn helper() { \"own\" }";
    let file =
        "fn f(d, p) { [\"file\"] } fn g(d, p) { [helper(), common()] } fn helper() { \"file's\" } fn common() { 5 }";
    let program = program(&fixture, &[rule, file]).unwrap();
    assert_eq!(call(&fixture, &program, "f").as_deref(), Ok("rule own 5"));
    assert_eq!(call(&fixture, &program, "g").as_deref(), Ok("file's 5"), "functions of one unit see their own first");
}

#[test]
fn programs_do_not_share_functions() {
    let fixture = Fixture::new();
    let one = program(&fixture, &["fn f(d, p) { [secret()] } fn secret() { 1 }"]).unwrap();
    let two = program(&fixture, &["fn f(d, p) { [secret()] }"]).unwrap();
    assert_eq!(call(&fixture, &one, "f").as_deref(), Ok("1"));
    assert_eq!(call(&fixture, &two, "f").unwrap_err(), "no function `secret` takes no arguments");
    assert!(two.filter("secret").is_err());
}

#[test]
fn imports_at_the_top_work_in_functions() {
    let mut fixture = Fixture::new();
    fixture.libraries.add(
        "tools",
        "lib/tools.rhai",
        "fn twice(x) { x + x + tail() } private fn tail() { \"!\" }".to_owned(),
    );
    fixture.libraries.add(
        "more",
        "lib/more.rhai",
        "import \"tools\" as t; const N = 3; fn f(d, p) { [t::twice(\"x\")] } fn n() { global::N }".to_owned(),
    );
    let rule = "import \"tools\" as t; import \"more\" as more; const MARK = \"<\";\n\
        fn f(d, p) { [t::twice(global::MARK)] } fn g(d, p) { d = more::f(d, p); d.push(more::n()); d }\n\
        fn h(d, p) { [1, 2].map(|v| t::twice(`${v}`)) } fn i(d, p) { import \"more\" as m; [m::n()] }";
    let file = "import \"more\" as t; fn j(d, p) { [t::n()] } fn k(d, p) { f(d, p) }";
    let program = program(&fixture, &[rule, file]).unwrap();
    for (name, expected) in
        [("f", "<<!"), ("g", "xx! 3"), ("h", "11! 22!"), ("i", "3"), ("j", "3"), ("k", "<<!"), ("more.f", "xx!")]
    {
        assert_eq!(call(&fixture, &program, name).as_deref(), Ok(expected), "{name}");
    }
    assert_eq!(
        call(&fixture, &program, "tools.twice").unwrap_err(),
        "the function `tools.twice` takes 1 parameter; a filter is called with `(data, filepath)`"
    );
    assert_eq!(call(&fixture, &program, "tool.twice").unwrap_err(), "there is no library `tool`");
    assert_eq!(call(&fixture, &program, "tools.twise").unwrap_err(), "there is no function `tools.twise`");
}

#[test]
fn libraries_without_an_import_can_be_named() {
    let mut fixture = Fixture::new();
    fixture.libraries.add("own", "lib/own.rhai", "fn f(d, p) { [fruit.len()] }".to_owned());
    fixture.libraries.add("bad", "lib/bad.rhai", "fn f(d, p) {\n  x }".to_owned());
    let program = program(&fixture, &[]).unwrap();
    assert_eq!(call(&fixture, &program, "own.f").as_deref(), Ok("2"));
    assert_eq!(
        call(&fixture, &program, "bad.f").unwrap_err(),
        "the library `bad` cannot be used: lib/bad.rhai:2:3: there is no variable `x`"
    );
    assert!(program.condition("condfunc.compressed_src_tex").is_ok(), "built-in ones too");
}

#[test]
fn failed_imports_have_a_reason() {
    let mut fixture = Fixture::new();
    for (name, text) in [
        ("a", "import \"b\" as b; fn f() {}"),
        ("b", "import \"c\" as c;"),
        ("c", "// one\nimport \"a\" as a;"),
        ("self", "import \"self\" as me;"),
        ("broken", "fn f( {}"),
    ] {
        fixture.libraries.add(name, &format!("lib/{name}.rhai"), text.to_owned());
    }
    for (code, expected) in [
        (
            "import \"a\" as a;",
            "script-import-cycle lib/c.rhai:2:8 libraries import each other in a cycle: `a` imports `b` imports `c` imports `a`",
        ),
        (
            "import \"self\" as s;",
            "script-import-cycle lib/self.rhai:1:8 libraries import each other in a cycle: `self` imports `self`",
        ),
        ("let x = 1;\n  import \"condfun\" as c;", "script-import-missing 2:10 there is no library `condfun`"),
        ("import \"res_filter\" as res_filter;", "script-import-collection 1:8 `res_filter` is not a library"),
        (
            "import \"broken\" as b;",
            "script-syntax lib/broken.rhai:1:7 expected `)` to close the parameters list of function `f`",
        ),
    ] {
        assert_eq!(program(&fixture, &[code]).unwrap_err(), expected, "{code}");
    }
    let dynamic = "fn f(d, p) { let n = \"x\" + \"y\"; import n as m; m::g() }";
    let program = program(&fixture, &[dynamic]).unwrap();
    assert_eq!(call(&fixture, &program, "f").unwrap_err(), "there is no library `xy` here");
}

#[test]
fn imports_of_a_library_are_listed() {
    let names: Vec<String> = Libraries::imports("import \"a\" as a; fn f() { import \"b\" as b; }")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["a", "b"]);
}
