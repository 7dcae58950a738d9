//! Mergers and handlers through the interface of definitions: from files, a schema and libraries to the merged
//! definitions.

use std::rc::Rc;

use assay_document::source::MemorySource;
use assay_system::definition::{Definitions, Diagnostic, Load, Schema};

use crate::{Host, Limits};

const BASE: &str = r#"<Lamp><Mass>2</Mass><Name>base</Name>
<Damage Material="Wood" Amount="5"/>
<Damage Material="Flesh" Amount="10"/>
<Spots><Spot Id="a"/></Spots></Lamp>"#;
const MOD: &str = r#"<Lamp Merge="Append"><Mass>3</Mass>
<Damage Material="Flesh" Amount="30"/>
<Spots><Spot Id="b"/></Spots></Lamp>"#;

fn file(lamp: &str) -> String {
    let lamp = lamp.replacen("<Lamp", "<Definition xsi:type=\"LampDefinition\"", 1).replace("</Lamp>", "</Definition>");
    let lamp = lamp.replacen('>', "><Id Type=\"Lamp\" Subtype=\"S\"/>", 1);
    format!("<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{lamp}\n</Definitions>")
}

fn load(fields: &str, words: &str, library: &str, limits: Limits) -> Definitions {
    let source: MemorySource =
        [("base/a.sbc", file(BASE).as_str()), ("mod/a.sbc", file(MOD).as_str()), ("game/lib/lamp.rhai", library)]
            .into_iter()
            .collect();
    let schema = format!("types:\n  LampDefinition:\n    {words}\n    fields: {{{fields}}}\n");
    let (schema, diagnostics) = Schema::read("game/schema.yaml", schema.as_bytes());
    let host = Host::new(limits);
    let mut load = Load::new(schema, diagnostics, Rc::new(source), Some(&host));
    for context in ["base", "mod"] {
        load.context(context);
        load.read(&format!("{context}/a.sbc"));
    }
    load.finish()
}

fn report_lines(set: &Definitions) -> Vec<String> {
    let lines = set.diagnostics().iter().map(|Diagnostic { level, problem, .. }| {
        let line = problem.region.map_or(0, |region| region.start.line);
        format!("{level:?} {} {}:{line} {}", problem.code, problem.path.as_deref().unwrap_or_default(), problem.message)
    });
    lines.collect()
}

fn content(set: &Definitions) -> String {
    let xml: String = set.get(0).unwrap().xml(0, false).lines().map(str::trim).collect();
    let start = xml.find("/>").unwrap() + 2;
    xml[start..].trim_end_matches("</Definition>").to_owned()
}

/// The other parts of the definition, as they are without scripts.
const REST: &str = "<Name>base</Name>";
const SPOTS: &str = r#"<Spots><Spot Id="a"/><Spot Id="b"/></Spots>"#;
const FIELDS: &str = "Damage: {list: repeated}, Spots: {list: wrapped}, Mass: number";

#[test]
fn a_merger_replaces_a_field_by_its_result() {
    let damage = |merger: &str| FIELDS.replace("repeated}", &format!("repeated, merger: {merger}}}"));
    let mass = FIELDS.replace("Mass: number", "Mass: {is: number, merger: lamp.sum}");
    let spots = FIELDS.replace("wrapped}", "wrapped, merger: lamp}");
    for (fields, library, mass, damage, spots) in [
        // A sum of numbers.
        (
            mass.as_str(),
            "fn sum(base, delta, mode) { parse_int(base) + parse_int(delta) }",
            "5",
            r#"<Damage Material="Wood" Amount="5"/><Damage Material="Flesh" Amount="10"/><Damage Material="Flesh" Amount="30"/>"#,
            SPOTS,
        ),
        // Entries of both, and one that is new.
        (
            damage("lamp").as_str(),
            r#"fn merge(base, delta, mode) { [delta[0], base[0], #{"@Material": mode, "@Amount": 1}] }"#,
            "3",
            r#"<Damage Material="Flesh" Amount="30"/><Damage Material="Wood" Amount="5"/><Damage Amount="1" Material="Append"/>"#,
            SPOTS,
        ),
        // A changed entry.
        (
            damage("lamp").as_str(),
            r#"fn merge(base, delta, mode) { let it = delta[0]; it["@Amount"] = base[1]["@Amount"]; [it] }"#,
            "3",
            r#"<Damage Material="Flesh" Amount="10"/>"#,
            SPOTS,
        ),
        // No function: the definition is merged as usual.
        (
            damage("lamp.none").as_str(),
            "fn none(base, delta, mode) { }",
            "3",
            r#"<Damage Material="Wood" Amount="5"/><Damage Material="Flesh" Amount="10"/><Damage Material="Flesh" Amount="30"/>"#,
            SPOTS,
        ),
        // A list in an element.
        (
            spots.as_str(),
            r##"fn merge(base, delta, mode) { base + [#{"#name": "Spot", "@Id": "c"}] }"##,
            "3",
            r#"<Damage Material="Wood" Amount="5"/><Damage Material="Flesh" Amount="10"/><Damage Material="Flesh" Amount="30"/>"#,
            r#"<Spots><Spot Id="a"/><Spot Id="c"/></Spots>"#,
        ),
    ] {
        let set = load(fields, "strict: false", library, Limits::default());
        assert_eq!(report_lines(&set), [""; 0], "{library}");
        assert_eq!(content(&set), format!("<Mass>{mass}</Mass>{REST}{damage}{spots}"), "{library}");
        assert!(set.is_complete());
    }
}

#[test]
fn values_that_a_merger_keeps_have_their_origin() {
    let fields = FIELDS.replace("repeated}", "repeated, merger: lamp}");
    let library = r#"fn merge(base, delta, mode) { [delta[0], base[0], #{"@Material": "New"}] }"#;
    let set = load(&fields, "strict: false", library, Limits::default());
    let explanation = set.explain(0).unwrap();
    let field = explanation.fields.iter().find(|field| field.path == "Damage/@Material").unwrap();
    let set: Vec<_> = field.set.iter().map(|it| (it.value.as_str(), it.path.as_str(), it.line)).collect();
    // A node that the function created has the place of the delta.
    let expected = [("Flesh", "mod/a.sbc", Some(3)), ("Wood", "base/a.sbc", Some(3)), ("New", "mod/a.sbc", Some(3))];
    assert_eq!(set, expected);
}

#[test]
fn a_type_is_merged_as_a_whole() {
    for (words, function) in
        [("merger: lamp", "merge"), ("merger: lamp.whole", "whole"), ("handlers: lamp", "handle_override")]
    {
        let library = format!(
            "fn {function}(base, delta, mode) {{ base.Mass = base.Mass + delta.Mass + mode; base.remove(\"Spots\"); base }}"
        );
        let set = load(FIELDS, words, &library, Limits::default());
        let damage = r#"<Damage Material="Wood" Amount="5"/><Damage Material="Flesh" Amount="10"/>"#;
        assert_eq!(report_lines(&set), [""; 0], "{words}");
        assert_eq!(content(&set), format!("<Mass>23Append</Mass>{REST}{damage}"), "{words}");
    }
}

#[test]
fn handlers_are_called_in_order_and_report_findings() {
    let library = r#"
fn before_load(type) { print(`before ${type}`); }
fn after_load(type, definitions) {
    print(`after ${definitions.len()}`);
    definitions.filter(|it| it.values.Mass > 2).map(|it| finding(it, `weighs ${it.values.Mass}`)) + ["by itself"]
}
fn unload(type) { print(`unload ${type}`); }
"#;
    let set = load(FIELDS, "handlers: lamp", library, Limits::default());
    let lib = "game/lib/lamp.rhai";
    let expected = [
        "Warning handler-finding mod/a.sbc:2 weighs 3".to_owned(),
        "Warning handler-finding game/schema.yaml:3 by itself".to_owned(),
        format!("Info script-print {lib}:2 before LampDefinition"),
        format!("Info script-print {lib}:4 after 1"),
        format!("Info script-print {lib}:7 unload LampDefinition"),
    ];
    assert_eq!(report_lines(&set), expected);
    assert!(set.is_complete());
}

#[test]
fn errors_in_functions_are_reported_at_their_place() {
    let limits = Limits { operations: 10_000, ..Limits::default() };
    let lib = "game/lib/lamp.rhai";
    let merger = "merger: lamp";
    let mut wrong = Vec::new();
    for (words, library, expected) in [
        ("merger: lump", "", vec!["Error script-unknown-library game/schema.yaml:3 there is no library `lump`".to_owned()]),
        ("merger: ''", "", vec!["Error schema-value game/schema.yaml:3 `merger` must be `library` or `library.function`".to_owned()]),
        ("handlers: {a: b}", "", vec!["Error schema-value game/schema.yaml:3 `handlers` must be the name of a library".to_owned()]),
        (
            merger,
            "fn other() {}",
            vec!["Error script-unknown-function game/schema.yaml:3 the library `lamp` has no function `merge`".to_owned()],
        ),
        (
            "handlers: lamp",
            "fn other() {}",
            vec!["Error script-unknown-function game/schema.yaml:3 the library `lamp` has no handler".to_owned()],
        ),
        (
            merger,
            "fn merge(base) { base }",
            vec![
                "Error script-parameters game/schema.yaml:3 the function `lamp.merge` takes 1 parameter; a definition's \
                 `merge` is called with 3"
                    .to_owned(),
            ],
        ),
        (
            merger,
            "fn merge(base, delta, mode) { d in definitions }",
            vec![format!("Error script-unknown-variable {lib}:1 there is no variable `d`")],
        ),
        (
            merger,
            "fn merge(base, delta, mode) { base in definitions }",
            vec![
                "Error script-collection game/schema.yaml:3 `lamp.merge` uses collections or files, which are not \
                 available here"
                    .to_owned(),
            ],
        ),
        (
            merger,
            "fn merge(base, delta, mode) {\n  throw \"no\" }",
            vec![
                format!("Error script-error {lib}:2 no"),
                format!("Error merger-stopped mod/a.sbc:2 `lamp.merge` stopped, and the definition is merged without \
                         it: {lib}:2:3: no"),
            ],
        ),
        (
            merger,
            "fn merge(base, delta, mode) {\n  loop { } }",
            vec![
                format!("Error script-operations {lib}:2 the script takes more than 10000 operations"),
                format!(
                    "Error merger-stopped mod/a.sbc:2 `lamp.merge` stopped, and the definition is merged without it: \
                     {lib}:2:8: the script takes more than 10000 operations"
                ),
            ],
        ),
        (
            merger,
            "fn merge(base, delta, mode) { 1 }",
            vec!["Error merger-return mod/a.sbc:2 `lamp.merge` must return a map of fields, but it returned another \
                  value".to_owned()],
        ),
        (
            "handlers: lamp",
            "fn unload(type) { 1 }",
            vec!["Error handler-return game/schema.yaml:3 `lamp.unload` must return a list of findings for `LampDefinition`".to_owned()],
        ),
        (
            "handlers: lamp",
            "fn unload(type) { throw 1 }",
            vec![
                format!(
                    "Error handler-stopped game/schema.yaml:3 `lamp.unload` stopped for the type `LampDefinition`: {lib}:1:19: the script threw a number"
                ),
                format!("Error script-error {lib}:1 the script threw a number"),
            ],
        ),
    ] {
        let set = load(FIELDS, words, library, limits);
        let mut actual = report_lines(&set);
        let mut expected = expected;
        actual.sort();
        expected.sort();
        // Parts that the function does not handle are merged as usual.
        let is_merged = content(&set).starts_with("<Mass>3</Mass>");
        if actual != expected || set.is_complete() || !is_merged {
            wrong.push((words, library, actual, expected, content(&set)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn copied_definitions_are_passed_to_the_handler_of_their_type() {
    let definition = |subtype: &str, content: &str| {
        format!("<Definition xsi:type='LampDefinition'><Id Type='Lamp' Subtype='{subtype}'/>{content}</Definition>\n")
    };
    let files = [
        definition("S", "<Mass>2</Mass><Name>base</Name>"),
        definition("Copy", "<CopyFrom Type='Lamp' Subtype='S'/><Mass>3</Mass>"),
        definition("Last", "<CopyFrom Type='Lamp' Subtype='Copy'/><Mass>4</Mass>"),
    ];
    let text = format!(
        "<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{}</Definitions>",
        files.concat()
    );
    let library = "fn handle_override(base, delta, mode) { base.Mass = base.Mass + delta.Mass + mode; base }";
    let source: MemorySource = [("base/a.sbc", text.as_str()), ("lib/lamp.rhai", library)].into_iter().collect();
    let (schema, diagnostics) = Schema::read("schema.yaml", b"types: {LampDefinition: {handlers: lamp}}");
    let mut load = Load::new(schema, diagnostics, Rc::new(source), Some(&Host::new(Limits::default())));
    load.read("base/a.sbc");
    let set = load.finish();
    assert_eq!(report_lines(&set), [""; 0]);
    let masses: Vec<String> =
        set.iter().map(|definition| definition.values()["Mass"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(masses, ["2", "23Merge", "23Merge4Merge"]);
    let ids: Vec<String> = set.iter().map(|definition| definition.id()).collect();
    assert_eq!(ids, ["Lamp/S", "Lamp/Copy", "Lamp/Last"]);
    assert!(set.iter().all(|definition| definition.values()["Name"] == "base"));
}

#[test]
fn many_findings_of_a_handler_are_located_quickly() {
    let one =
        |at: usize| format!("<Definition xsi:type='LampDefinition'><Id Type='Lamp' Subtype='{at}'/></Definition>\n");
    let text = format!(
        "<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{}</Definitions>",
        (0..10_000).map(one).collect::<String>()
    );
    let library = "fn after_load(type, definitions) { definitions.map(|it| finding(it, \"dark\")) }";
    let source: MemorySource = [("base/a.sbc", text.as_str()), ("lib/lamp.rhai", library)].into_iter().collect();
    let (schema, diagnostics) = Schema::read("schema.yaml", b"types: {LampDefinition: {handlers: lamp}}");
    let mut load = Load::new(schema, diagnostics, Rc::new(source), Some(&Host::new(Limits::default())));
    load.read("base/a.sbc");
    assert_eq!(
        report_lines(&load.finish()).last().map(String::as_str),
        Some("Warning handler-finding base/a.sbc:10001 dark")
    );
}

#[test]
fn results_that_xml_cannot_represent_are_refused() {
    for (made, what) in [
        (r##"[#{"#name": "Evil<", "x": "1"}]"##, "the name \"Evil<\""),
        (r#"[#{"@a b": "x"}]"#, "the name \"a b\""),
        (r#"[#{"": "x"}]"#, "the name \"\""),
        (r#"[#{"new:Name": "x"}]"#, "the name \"new:Name\""),
        (r#"["\x01"]"#, "a character that XML cannot hold"),
        (r#"[#{"@a": ["1", "2"]}]"#, "a list or a map instead of a string"),
        (r##"[#{"#text": #{"x": "1"}}]"##, "a list or a map instead of a string"),
        (r#"[["1", "2"]]"#, "a list in a list"),
        (r#"[#{"@xmlns": "x"}]"#, "the name \"xmlns\""),
        (r#"[#{"@xmlns:f": "x"}]"#, "the name \"xmlns:f\""),
        (r#"[#{"@xsi:nil": true}]"#, "the name \"xsi:nil\""),
    ] {
        let fields = FIELDS.replace("repeated}", "repeated, merger: lamp}");
        let library = format!("fn merge(base, delta, mode) {{ {made} }}");
        let set = load(&fields, "", &library, Limits::default());
        let plain = load(FIELDS, "", "", Limits::default());
        let actual = report_lines(&set);
        assert!(
            actual.len() == 1 && actual[0].contains("merger-return mod/a.sbc:") && actual[0].contains(what),
            "{made}: {actual:?}"
        );
        assert!(actual[0].contains("`lamp.merge`") && !set.is_complete(), "{actual:?}");
        assert_eq!(content(&set), content(&plain), "{made}");
    }
}

#[test]
fn a_field_with_one_value_takes_the_first_of_a_list() {
    let fields = FIELDS.replace("Mass: number", "Mass: {is: number, merger: lamp}");
    let set = load(&fields, "", r#"fn merge(base, delta, mode) { ["7", "8"] }"#, Limits::default());
    assert_eq!(
        report_lines(&set),
        ["Error merger-return mod/a.sbc:2 `Mass` holds one value, but a function returned a list of 2"]
    );
    assert!(content(&set).starts_with("<Mass>7</Mass><Name>") && !set.is_complete(), "{}", content(&set));
}

#[test]
fn a_merger_may_return_entries_in_any_order_and_number() {
    let fields = FIELDS.replace("repeated}", "repeated, merger: lamp}");
    let library = "fn merge(base, delta, mode) { base.reverse(); [base[1], base[0], delta[0], base[1]] }";
    let set = load(&fields, "", library, Limits::default());
    let (wood, flesh) = (r#"<Damage Material="Wood" Amount="5"/>"#, r#"<Damage Material="Flesh" Amount="10"/>"#);
    let new = r#"<Damage Material="Flesh" Amount="30"/>"#;
    assert!(content(&set).contains(&[wood, flesh, new, wood].concat()), "{}", content(&set));
}

#[test]
fn invalid_findings_are_reported() {
    for (returned, expected) in [
        ("[5]", "Error handler-return game/schema.yaml:3"),
        ("[finding(definitions[0], \"\")]", "Error handler-return game/schema.yaml:3"),
        (
            "let it = definitions[0]; it.id = \"Lamp/Other\"; [finding(it, \"dark\")]",
            "Error handler-return game/schema.yaml:3",
        ),
        ("[finding(type, \"dark\")]", "Warning handler-finding game/schema.yaml:3 dark"),
        ("[finding(definitions[0], \"dark\")]", "Warning handler-finding mod/a.sbc:2 dark"),
    ] {
        let library = format!("fn after_load(type, definitions) {{ {returned} }}");
        let actual = report_lines(&load(FIELDS, "handlers: lamp", &library, Limits::default()));
        assert!(actual.len() == 1 && actual[0].starts_with(expected), "{returned}: {actual:?}");
    }
}
