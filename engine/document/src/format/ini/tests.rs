use super::read;
use crate::format::events;

fn outline(text: &str, is_plain: bool) -> String {
    events::outline(|sink| read(text, is_plain, sink))
}

#[test]
fn sections_keys_and_values_are_nodes() {
    for (text, expected) in [
        ("", "-()"),
        ("a=1", "-(a(1))"),
        ("; c\n# c\n[s]\na = \"x\"\nb=true\n\n[t]\n", "-(s(a(\"x\") b(true)) t())"),
        ("[a b]\nc=d e\n", "-(a b(c(\"d e\")))"),
        ("[/Script/Engine.Engine]\n+A=(B=\"c\",D=e)\n", "-(/Script/Engine.Engine(+A(\"(B=\\\"c\\\",D=e)\")))"),
        ("[n name=\"R\" n=2]", "-(n(name=\"R\" n=\"2\" name(\"R\") n(2)))"),
        ("[n g=[\"a\", \"b\"]]\nx = null", "-(n(g(\"a\") g(\"b\") x(null)))"),
        ("config/name=\"x\"", "-(config/name(\"x\"))"),
        ("a=[1, [2, 3], []]", "-(a(1) a(2) a(3))"),
        ("a={\n\"b\": 1,\n&\"c\": {\"d\": [\"e\"]}\n}\nf=2", "-(a(b(1) c(d(\"e\"))) f(2))"),
        ("p = Vector2(1, -2.5)", "-(p(\"Vector2(1, -2.5)\" Vector2(1) Vector2(-2.5)))"),
        ("t = ExtResource( \"1_a\" )", "-(t(\"ExtResource( \\\"1_a\\\" )\" ExtResource(\"1_a\")))"),
        ("a = Array[int]([1, 2])", "-(a(1) a(2))"),
        ("a = Array[ExtResource(\"1\")]([])\nb=1", "-(b(1))"),
        ("o = Object(Key,\"d\":-1)", "-(o(\"Object(Key,\\\"d\\\":-1)\" Object(\"Key\") d(-1)))"),
        ("s = &\"name\"\np = ^\"../a\"", "-(s(\"name\") p(\"../a\"))"),
        ("s = \"one\ntwo\\\"\\u0041\"\nb = 1", "-(s(\"one\\ntwo\\\"A\") b(1))"),
        ("a = 5 ; five\nb = five ; six", "-(a(5) b(\"five ; six\"))"),
        ("a =\nb = ", "-(a(\"\") b(\"\"))"),
        ("a\r\n= 1", "-(ini-line"),
        ("a", "-(ini-line"),
        ("[a\nb=1", "-(ini-section"),
        ("[a b=\"x c=1]\nd=1", "-(ini-section"),
        ("[a b=\"x\" c=]", "-(ini-section"),
        ("[a] b", "-(a(ini-line"),
        ("a = \"x", "-(ini-unclosed"),
        ("a = [1,", "-(ini-unclosed"),
    ] {
        assert_eq!(outline(text, false), expected, "{text}");
    }
}

#[test]
fn files_of_windows_are_read_literally() {
    for (text, expected) in [
        ("p = \"C:\\new\"", "-(p(\"C:\\\\new\"))"),
        ("p = \"C:\\", "-(p(\"\\\"C:\\\\\"))"),
        ("flag\na: 1", "-(flag(null) a(1))"),
    ] {
        assert_eq!(outline(text, true), expected, "{text}");
    }
}

#[test]
fn values_nested_too_deeply_are_read_as_strings() {
    let deep = format!("a = {}{}\nb = 1", "[".repeat(200), "]".repeat(200));
    assert!(outline(&deep, false).ends_with(" b(1))"));
}
