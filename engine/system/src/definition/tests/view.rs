//! Normalised values and canonical XML, value by value.

use serde_json::{Value, json};

use super::{file, resolve, written, xml};

#[test]
fn values_have_one_unit_for_each_kind() {
    let nothing = Value::Null;
    for (kind, element, expected) in [
        ("number", "<F>.5</F>", json!(0.5)),
        ("number", "<F>x</F>", nothing.clone()),
        ("{is: number, unit: deg}", "<F>180</F>", json!(std::f64::consts::PI)),
        ("int", "<F>-3</F>", json!(-3)),
        ("int", "<F>.5</F>", nothing.clone()),
        ("bool", "<F>true</F>", json!(true)),
        ("bool", "<F>yes</F>", nothing.clone()),
        ("flags", "<F>a, b</F>", json!(["a", "b"])),
        ("path", r"<F>a\b/c</F>", json!("a/b/c")),
        ("typename", "<F>MyObjectBuilder_X</F>", json!("X")),
        ("ref", "<F>X</F>", json!("X")),
        ("ref", "<F Type='MyObjectBuilder_X' Subtype='y'/>", json!("X/y")),
        ("id", "<F><TypeId>X</TypeId></F>", json!("X/")),
        ("id", "<F Subtype='y'/>", nothing.clone()),
        ("time", "<F Minutes='1' Seconds='30' Milliseconds='500'/>", json!(90.5)),
        ("time", "<F/>", nothing.clone()),
        ("color", "<F Hex='#FFCC00'/>", json!([255, 204, 0, 255])),
        ("color", "<F Hex='#FFCC0080'/>", nothing.clone()),
        ("color", "<F R='1' B='3'/>", json!([1, 0, 3, 255])),
        ("color", "<F R='256'/>", nothing.clone()),
        ("{is: enum, values: [a, b]}", "<F>a</F>", json!("a")),
        ("{is: enum, values: [a, b]}", "<F>7</F>", nothing.clone()),
        ("{is: flags, values: [a, b]}", "<F>a,b</F>", json!(["a", "b"])),
        ("{is: flags, values: [a, b]}", "<F>a, c</F>", nothing.clone()),
        ("{is: number, nullable: false, default: 180, unit: deg}", "", json!(std::f64::consts::PI)),
        ("hsv", "<F H='.5' V='1'/>", json!([0.5, 0, 1])),
        ("vector", "<F x='1' z='3'/>", json!([1, 0, 3])),
        ("{is: vector, unit: deg}", "<F y='180'/>", json!([0, std::f64::consts::PI, 0])),
        ("{is: object}", "<F/>", json!({})),
        ("{is: object, fields: {G: {is: int, nullable: false, default: 5}}}", "<F/>", json!({"G": 5})),
        (
            "{list: repeated, fields: {'@k': text, G: {is: int, nullable: false, default: 5}}}",
            "<F/><F k='1'/>",
            json!([{"G": 5}, {"@k": "1", "G": 5}]),
        ),
        ("{list: wrapped, fields: {'@k': text}}", "<F><E/></F>", json!([{}])),
        ("{list: repeated}", "<F/>", json!([""])),
        ("{is: vector, size: 2}", "<F><X>1</X><Y>.2</Y></F>", json!([1, 0.2])),
        ("vector", "<F>1 2 3</F>", nothing.clone()),
        ("range", "<F Min='1' Max='2'/>", json!([1, 2])),
        ("{list: repeated}", "<F>a</F><F B='c'/>", json!(["a", {"@B": "c"}])),
        ("{list: wrapped}", "<F><G>a</G><H>b</H></F>", json!(["a", "b"])),
        ("{is: object, fields: {G: int}}", "<F A='b'><G>1</G></F>", json!({"@A": "b", "G": 1})),
    ] {
        let text = file(&format!("<Definition xsi:type='A'><Id Type='T'/>{element}</Definition>"));
        let set = resolve(&[("base/a.sbc", &text)], &format!("types: {{A: {{fields: {{F: {kind}}}}}}}"));
        assert_eq!(set.diagnostics(), [], "{kind}");
        let (values, bad_values) = (set.get(0).unwrap().values(), set.bad_values());
        assert_eq!(values["F"], expected, "{kind} {element}");
        let codes: Vec<&str> = bad_values.iter().map(|diagnostic| diagnostic.problem.code.as_str()).collect();
        assert_eq!(codes, if expected.is_null() { &["bad-value"][..] } else { &[] }, "{kind} {element}");
    }
}

#[test]
fn a_default_comes_from_the_last_type_that_describes_the_field() {
    let schema = "types: {P: {fields: {F: {is: number, nullable: false, default: 1}, G: {is: number, nullable: false, default: 7}}},
        A: {extends: P, fields: {F: {is: number, nullable: false, default: 2}, G: number}}}";
    let set = resolve(&[("base/a.sbc", &file("<Definition xsi:type='A'><Id Type='T'/></Definition>"))], schema);
    assert_eq!(set.get(0).unwrap().values(), json!({"Id": "T/", "F": 2}));
}

#[test]
fn fields_without_a_schema_are_strings_records_and_lists() {
    let definition = "<Definition xsi:type='A'><Id Type='T'/><One>1</One><Two>a</Two><Two>b</Two>\
        <Three X='1'><Four>5</Four></Three></Definition>";
    let set = resolve(&[("base/a.sbc", &file(definition))], "");
    let expected = json!({"Id": "T/", "One": "1", "Two": ["a", "b"], "Three": {"@X": "1", "Four": "5"}});
    assert_eq!(set.iter().next().unwrap().values(), expected);
}

#[test]
fn canonical_xml_keeps_content_and_drops_control_attributes() {
    let definition = "<Definition p:type='MyObjectBuilder_A' Merge='Append' Copy='Merge' Abstract='true' Extra=' &lt;&quot;&#10;'>\
        <Other p:nil='true'/><Id><TypeId>MyObjectBuilder_T</TypeId></Id>\
        <!-- c --><Text> a &amp; <![CDATA[<b>]]> </Text><Mixed>x<In p:type='MyObjectBuilder_I'/></Mixed></Definition>";
    let text = format!("<Definitions xmlns:p='http://www.w3.org/2001/XMLSchema-instance'>{definition}</Definitions>");
    let set = resolve(&[("base/a.sbc", &text)], "");
    let expected = "<Definition xsi:type=\"A\" Abstract=\"true\" Extra=\" &lt;&quot;&#10;\"><Id Type=\"T\"/>\
        <Text>a &amp; &lt;b&gt;</Text><Mixed><In xsi:type=\"I\"/>x</Mixed></Definition>";
    assert_eq!(xml(&set, "MyObjectBuilder_T/"), expected);
    let again = resolve(&[("base/a.sbc", &written(&set))], "");
    assert_eq!(xml(&again, "T"), expected);
    assert!(!again.iter().next().unwrap().is_live());
}

#[test]
fn all_flags_are_read_the_same_way() {
    for (attributes, is_live, bad_values) in [
        ("Abstract=' true '", false, 0),
        ("Abstract='1'", false, 0),
        ("Enabled='0'", false, 0),
        ("Enabled=' false'", false, 0),
        ("Enabled='no'", true, 1),
        ("Abstract='TRUE'", true, 1),
    ] {
        let text = file(&format!("<Definition xsi:type='A' {attributes}><Id Type='T'/></Definition>"));
        let set = resolve(&[("base/a.sbc", &text)], "");
        assert_eq!((set.get(0).unwrap().is_live(), set.bad_values().len()), (is_live, bad_values), "{attributes}");
    }
}

#[test]
fn an_id_never_leaves_its_folder() {
    for (subtype, path) in
        [("../../x", "..%2f..%2fx"), ("..", "%2e%2e"), ("", "%"), ("a%b", "a%25b"), ("Street Lamp.2", "Street Lamp.2")]
    {
        let text = file(&format!("<Definition xsi:type='A'><Id Type='T' Subtype='{subtype}'/></Definition>"));
        let path = format!("@definitions/T/{path}.sbc");
        assert_eq!(resolve(&[("base/a.sbc", &text)], "").path(0), path);
    }
}

#[test]
fn bad_values_in_many_definitions_are_located_quickly() {
    let one = |at: usize| format!("<Definition xsi:type='A'><Id Type='T' Subtype='{at}'/><F>x</F></Definition>\n");
    let text = file(&(0..20_000).map(one).collect::<String>());
    let set = resolve(&[("base/a.sbc", &text)], "types: {A: {fields: {F: number}}}");
    assert!(set.iter().all(|definition| definition.values()["F"].is_null()));
    assert_eq!(set.bad_values().len(), 20_000);
}
