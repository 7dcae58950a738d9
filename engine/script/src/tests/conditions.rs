//! The arguments of condition functions, and their results.

use crate::Parameter;
use crate::fixture::Fixture;

#[test]
fn conditions_return_the_failing_values() {
    let fixture = Fixture::new();
    for (body, expected) in [
        ("[]", &[][..]),
        ("data.filter(|v| v == \"b\")", &["b"]),
        ("[finding(data[0], \"is \" + data[0]), data[1]]", &["a: is a", "b"]),
        ("[finding(\"new\", 5)]", &["new: 5"]),
        ("[true, [data[1]]]", &["b"]),
        ("[false, data]", &["a", "b"]),
        ("[false, []]", &[]),
        ("[true, data[0]]", &["true", "a"]),
        ("[filepath]", &["dir/file.xml"]),
        ("condition.filter(|p| type_of(p) == \"string\")", &["limit"]),
        ("[condition[1] + 1, condition[2][0] + 0.5]", &["5001", "1.75"]),
    ] {
        let code = format!("fn f(data, filepath, condition) {{ {body} }}");
        let condition = [
            Parameter::Text("limit".to_owned()),
            Parameter::Number("5000".to_owned()),
            Parameter::List(vec![Parameter::Number("1.25".to_owned()), Parameter::Null, Parameter::Bool(true)]),
        ];
        let expected: Vec<String> = expected.iter().map(|&text| text.into()).collect();
        assert_eq!(fixture.judge(&code, &["a", "b"], &condition), Ok(expected), "{body}");
    }
}

#[test]
fn other_results_than_a_list_of_values_are_errors() {
    let fixture = Fixture::new();
    for (returned, came) in [("true", "a boolean"), ("[true, [[1]]]", "a list with a list"), ("()", "nothing")] {
        let code = format!("fn f(data, filepath, condition) {{ {returned} }}");
        let requirement = "a condition returns a list of the values that fail";
        let expected = format!("script-return 1:4 the function `f` returned {came}; {requirement}");
        assert_eq!(fixture.judge(&code, &["a"], &[]), Err(expected), "{returned}");
    }
}
