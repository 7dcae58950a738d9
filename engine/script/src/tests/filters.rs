//! The arguments of filter functions, and their results.

use crate::fixture::Fixture;

#[test]
fn filters_return_lists_of_values() {
    let fixture = Fixture::new();
    for (code, expected) in [
        ("fn f(data, filepath) { data }", &["a", "bb", "ccc"][..]),
        ("fn f(data, filepath) { data.filter(|v| v.len() > 1) }", &["bb", "ccc"]),
        ("fn f(data, filepath) { let out = []; for v in data { out.push(v.to_upper()); } out }", &["A", "BB", "CCC"]),
        ("fn f(data, filepath) { [filepath] }", &["dir/file.xml"]),
        ("fn f(data, filepath) { data.map(|v| v.len()) }", &["1", "2", "3"]),
        ("fn f(data, filepath) { [1.5, true, (), 'c', 2.0, 1e300] }", &["1.5", "true", "null", "c", "2.0", "1e300"]),
        ("fn f(data, filepath) { res_store.ilevels }", &["l/a.ilevel", "l/b.ilevel"]),
        ("fn f(data, filepath) { return fruit; }", &["apple", "pear"]),
        ("fn f(data, filepath) { [#{A: [1, \"x\"], B: 2}] }", &["{\"A\":[1,\"x\"],\"B\":[2]}"]),
        ("fn f(data, filepath) { [] }", &[]),
    ] {
        assert_eq!(
            fixture.filter(code, &["a", "bb", "ccc"]),
            Ok(expected.iter().map(|&text| text.into()).collect()),
            "{code}"
        );
    }
}

#[test]
fn other_results_than_a_list_of_values_are_errors_that_name_them() {
    let fixture = Fixture::new();
    for (returned, came) in [
        ("data.len()", "a number"),
        ("()", "nothing"),
        ("\"x\"", "a string"),
        ("#{}", "a map"),
        ("true", "a boolean"),
        ("|x| x", "a function"),
        ("[[1]]", "a list with a list"),
        ("[1, |x| x]", "a list with a function"),
        ("[#{a: [[1]]}]", "a list with a list"),
        ("[res_store]", "a list with a namespace"),
        ("[res_store.ilevels]", "a list with a collection"),
        ("res_store.res_in_repo[\"914fa3a0-62cd-4b5a-83df-92fdf494534a\"]", "a list with a resource"),
        ("[finding(1, \"x\")]", "a list with a finding"),
        ("[0..5]", "a list with a range"),
    ] {
        let code = format!("\nfn f(data, filepath) {{ {returned} }}");
        let expected = format!("script-return 2:4 the function `f` returned {came}; a filter returns a list of values");
        assert_eq!(fixture.filter(&code, &["a"]), Err(expected), "{returned}");
    }
}

#[test]
fn functions_need_the_parameters_of_their_calls() {
    let fixture = Fixture::new();
    for (code, expected) in [
        (
            "fn f(data) { data }",
            "script-parameters: the function `f` takes 1 parameter; a filter is called with `(data, filepath)`",
        ),
        (
            "fn f(a, b, c) { a }",
            "script-parameters: the function `f` takes 3 parameters; a filter is called with `(data, filepath)`",
        ),
        ("fn g(data, filepath) { data }", "script-unknown-function: there is no function `f`"),
        ("private fn f(data, filepath) { data }", "script-private-function: the function `f` is private"),
    ] {
        assert_eq!(fixture.filter(code, &[]), Err(expected.to_owned()), "{code}");
    }
    let both = "fn f(data, filepath) { [2] } fn f(data, filepath, condition) { [3] }";
    assert_eq!(fixture.filter(both, &[]), Ok(vec!["2".to_owned()]));
    assert_eq!(fixture.judge(both, &[], &[]), Ok(vec!["3".to_owned()]));
}
