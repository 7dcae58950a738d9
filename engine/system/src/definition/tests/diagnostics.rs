//! Provokes every diagnostic, with its code, file and line. Definitions next to a faulty one are still resolved.

use super::super::{Diagnostic, Level};
use super::{file, resolve, xml};

const SCHEMA: &str = "
types:
  A:
    group: G
    strict: true
    fields:
      One: number
      Many: {list: repeated}
      Keyed: {list: repeated, key: '@Id'}
      Refused: {list: wrapped, key: '@Id', duplicates: error}
      Kept: {is: number, nullable: false}
      Inner: {is: object, fields: {Deep: text, Lights: {list: repeated, key: '@Id', append: concat, duplicates: error}}}
      Tint: hsv
      Named: {list: wrapped, items: [I]}
  B: {extends: A}
";

/// Files by path, and the expected diagnostics.
type Row<'r> = (&'r [(&'r str, String)], &'r [&'r str]);

/// Returns a definition of type `A`.
fn a(attributes: &str, content: &str) -> String {
    format!("<Definition xsi:type=\"A\" {attributes}><Id Type=\"T\" Subtype=\"S\"/>{content}</Definition>")
}

fn report_lines(diagnostics: &[Diagnostic]) -> Vec<String> {
    let lines = diagnostics.iter().map(|Diagnostic { level, problem, .. }| {
        let path = problem.path.as_deref().unwrap_or_default();
        let line = problem.region.map_or(0, |region| region.start.line);
        format!("{level:?} {} {path}:{line}", problem.code)
    });
    lines.collect()
}

#[test]
fn each_error_has_a_place_and_leaves_other_definitions() {
    let base = |content: &str| ("base/a.sbc", file(&a("", content)));
    let delta = |attributes: &str, content: &str| ("mod/a.sbc", file(&a(attributes, content)));
    let copies = |subtype: &str, source: &str| {
        format!(
            "<Definition xsi:type=\"A\"><Id Type=\"T\" Subtype=\"{subtype}\"/>\n<CopyFrom Type=\"T\" Subtype=\"{source}\"/></Definition>\n"
        )
    };
    let rows: &[Row<'_>] = &[
        (&[base("<One>1"), ("base/b.sbc", file(&a("", "")))], &["Error xml-mismatched-end base/a.sbc:2"]),
        (&[("base/a.sbc", "<Other/>".into())], &["Error not-definitions base/a.sbc:1"]),
        (&[("base/a.sbc", file("<Other/>"))], &["Error not-a-definition base/a.sbc:2"]),
        (&[("base/a.sbc", file(&a("xsi:nil='true'", "")))], &["Error not-a-definition base/a.sbc:2"]),
        (&[("base/a.sbc", file(&a("", "").replace("\"A\"", "\"\"")))], &["Error missing-type base/a.sbc:2"]),
        (
            &[("base/a.sbc", file(&a("", "").replace("\"A\"", "\"MyObjectBuilder_\"")))],
            &["Error missing-type base/a.sbc:2"],
        ),
        (
            &[("base/a.sbc", file(&a("", &["<b>".repeat(300), "</b>".repeat(300)].concat())))],
            &["Error definition-depth base/a.sbc:2"],
        ),
        (&[("base/a.sbc", file("<Definition><Id Type=\"T\"/></Definition>"))], &["Error missing-type base/a.sbc:2"]),
        (&[("base/a.sbc", file("<Definition xsi:type=\"A\"/>"))], &["Error missing-id base/a.sbc:2"]),
        (
            &[("base/a.sbc", file("<Definition xsi:type=\"A\"><Id Subtype=\"S\"/></Definition>"))],
            &["Error missing-id base/a.sbc:2"],
        ),
        (&[base(""), delta("Merge='merge'", "")], &["Error unknown-merge-mode mod/a.sbc:2"]),
        (
            &[base(""), delta("Merge='Merge' Copy='Add'", "")],
            &["Info copy-without-source mod/a.sbc:2", "Error unknown-merge-mode mod/a.sbc:2"],
        ),
        (&[delta("Merge='Append'", "")], &["Info merge-without-base mod/a.sbc:2"]),
        (&[base(""), ("base/b.sbc", file(&a("", "")))], &["Warning duplicate-id base/b.sbc:2"]),
        (&[base(""), delta("Merge='Append'", "<Keyed Id='k'/>\n<Keyed Id='k'/>")], &[]),
        (
            &[base("<Keyed Id='k'/>"), delta("Merge='Append'", "<Keyed Id='k'/>\n<Keyed Id='k'/>")],
            &["Warning duplicate-key mod/a.sbc:3"],
        ),
        (&[base("<Refused><L Id='k'/>\n<L Id='k'/></Refused>")], &["Error duplicate-key base/a.sbc:3"]),
        (&[base("<Refused><L/>\n<L/></Refused>")], &[]),
        (
            &[base("<Keyed N='a'/>\n<Keyed N='b'/>"), delta("Merge='Append'", "<Keyed N='c'/>")],
            &["Warning missing-key base/a.sbc:2"],
        ),
        (&[base("<o:One>1</o:One>"), ("base/b.sbc", file(&a("", "")))], &["Error xml-prefix base/a.sbc:2"]),
        (&[base("<One o:p='1'>1</One>")], &["Error xml-prefix base/a.sbc:2"]),
        (&[base("<One xmlns:o='u' xmlns:p='u' o:q='1' p:q='1'/>")], &["Error xml-attribute-twice base/a.sbc:2"]),
        (
            &[base(""), delta("Merge='Append'", "<Refused><L Id='k'/>\n<L Id='k'/></Refused>")],
            &["Error duplicate-key mod/a.sbc:3"],
        ),
        (
            &[base("<Inner><Lights Id='k'/></Inner>"), delta("Merge='Append'", "<Inner><Lights Id='k'/></Inner>")],
            &["Error duplicate-key mod/a.sbc:2"],
        ),
        (
            &[base(""), ("base/b.sbc", file("<Definition xsi:type=\"B\"><Id Type=\"T\" Subtype=\"S\"/></Definition>"))],
            &["Error group-collision base/b.sbc:2"],
        ),
        (&[("base/a.sbc", file(&copies("X", "Y")))], &["Error copy-source-missing base/a.sbc:3"]),
        (&[("base/a.sbc", file(&copies("X", "X")))], &["Error copy-cycle base/a.sbc:3"]),
        (
            &[("base/a.sbc", file(&[copies("Z", "X"), copies("X", "Y"), copies("Y", "X")].concat()))],
            &["Error copy-cycle base/a.sbc:5"],
        ),
        (
            &[base(""), ("base/b.sbc", file(&copies("X", "S").replace("\"A\"", "\"A\" Copy=\"Override\"")))],
            &["Warning copy-override-noop base/b.sbc:2"],
        ),
        (
            &[base("<Inner xsi:type='I'/>"), delta("Merge='Merge'", "<Inner xsi:type='J'><Deep/></Inner>")],
            &["Warning type-replaced mod/a.sbc:2"],
        ),
        (&[base("<Kept>1</Kept>"), delta("Merge='Merge'", "")], &["Warning not-nullable-reset mod/a.sbc:2"]),
        (&[base("<One>1</One>\n<One>2</One>")], &["Warning repeated-scalar base/a.sbc:3"]),
        (&[base("<Inner><Deep>1</Deep>\n<Deep>2</Deep></Inner>")], &["Warning repeated-scalar base/a.sbc:3"]),
        (&[base("\n<Oen>1</Oen>")], &["Warning unknown-field base/a.sbc:3"]),
        (
            &[("base/a.sbc", file("<Definition xsi:type=\"C\"><Id Type='T' SubtypeId='S'/></Definition>"))],
            &["Warning unknown-field base/a.sbc:2"],
        ),
        (&[base("\n<One xsi:nil='yes'>1</One>")], &["Warning bad-value base/a.sbc:3"]),
        (
            &[base("<Inner xsi:nil='true'>\n<Deep xsi:nil='maybe'/></Inner>\n<Kept/>")],
            &["Warning bad-value base/a.sbc:3"],
        ),
        (&[base("\n<Tint x='1'/>")], &["Warning unknown-field base/a.sbc:3"]),
        (&[base("<Named><I/>\n<J/></Named>")], &["Warning unknown-field base/a.sbc:3"]),
    ];
    for (files, expected) in rows {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let set = resolve(&files, SCHEMA);
        assert_eq!(report_lines(set.diagnostics()), *expected, "{files:?}");
    }
}

#[test]
fn one_malformed_file_leaves_other_files() {
    let good =
        |subtype: &str| file(&format!("<Definition xsi:type='A'><Id Type='T' Subtype='{subtype}'/></Definition>"));
    let bad = good("b").replace("</Definition>", "");
    let set = resolve(&[("base/a.sbc", &good("a")), ("base/b.sbc", &bad), ("base/c.sbc", &good("c"))], "");
    let ids: Vec<String> = set.iter().map(|definition| definition.id()).collect();
    assert_eq!(ids, ["T/a", "T/c"]);
    assert_eq!(report_lines(set.diagnostics()), ["Error xml-mismatched-end base/b.sbc:3"]);
}

#[test]
fn the_first_definition_of_an_id_is_in_the_same_context() {
    let three = file(&[a("", ""), a("", ""), a("", "")].join("\n"));
    let set = resolve(&[("base/a.sbc", &file(&a("", ""))), ("mod/a.sbc", &three)], SCHEMA);
    let help = |diagnostic: &Diagnostic| diagnostic.problem.help.clone().unwrap_or_default();
    assert_eq!(
        report_lines(set.diagnostics()),
        ["Warning duplicate-id mod/a.sbc:3", "Warning duplicate-id mod/a.sbc:4"]
    );
    assert!(set.diagnostics().iter().all(|diagnostic| help(diagnostic).ends_with("the first one is at mod/a.sbc:2")));
}

#[test]
fn an_empty_type_has_another_message_than_a_missing_one() {
    let message =
        |definition: &str| resolve(&[("base/a.sbc", &file(definition))], "").diagnostics()[0].problem.message.clone();
    assert!(message("<Definition/>").starts_with("expected the attribute"));
    assert!(message("<Definition xsi:type=''/>").starts_with("`xsi:type` must be the name of a type"));
}

#[test]
fn a_context_without_files_is_reported() {
    let mut load = super::super::Load::new(
        super::super::Schema::default(),
        Vec::new(),
        std::rc::Rc::new(assay_document::source::MemorySource::new()),
        None,
    );
    load.context("mods/none");
    load.check_contexts();
    let set = load.finish();
    assert_eq!(
        (report_lines(set.diagnostics()), set.is_complete()),
        (vec!["Error context-empty :0".to_owned()], false)
    );
}

#[test]
fn prefixes_are_resolved_to_namespaces() {
    let root = "<Definitions xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:o='urn:o' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>";
    let lamp = |kind: &str, content: &str| {
        format!("{root}<Definition {kind}><Id Type='T' Subtype='S'/>{content}</Definition></Definitions>")
    };
    for (kind, content, expected) in [
        ("o:type='A' xsi:type='B'", "", "<Definition xsi:type=\"B\" o:type=\"A\" xmlns:o=\"urn:o\">"),
        (
            "i:type='B'",
            "<Mass i:nil='true'/>",
            "<Definition xsi:type=\"B\"><Id Type=\"T\" Subtype=\"S\"/></Definition>",
        ),
        (
            "xsi:type='B'",
            "<M o:nil='true'>3</M>",
            "xmlns:o=\"urn:o\"><Id Type=\"T\" Subtype=\"S\"/><M o:nil=\"true\">3</M>",
        ),
        ("xsi:type='B'", "<o:M>3</o:M>", "xmlns:o=\"urn:o\"><Id Type=\"T\" Subtype=\"S\"/><o:M>3</o:M>"),
        (
            "xsi:type='B'",
            "<M xmlns:u='urn:u'><u:N/></M>",
            "xmlns:u=\"urn:u\"><Id Type=\"T\" Subtype=\"S\"/><M><u:N/></M>",
        ),
        ("xsi:type='B'", "<M/>", "<Definition xsi:type=\"B\"><Id"),
        // A declaration at the end of a tag applies to the whole tag.
        (
            "d:type='B' xmlns:d='http://www.w3.org/2001/XMLSchema-instance'",
            "<M e:nil='1' xmlns:e='http://www.w3.org/2001/XMLSchema-instance'>3</M><u:N u:p='1' xmlns:u='urn:u'/>",
            "<Definition xsi:type=\"B\" xmlns:u=\"urn:u\"><Id Type=\"T\" Subtype=\"S\"/><u:N u:p=\"1\"/></Definition>",
        ),
        // A declaration ends with its element, and hides the one around it.
        (
            "xsi:type='B'",
            "<M xmlns:o='urn:p'><o:N/></M><o:N/>",
            "xmlns:o=\"urn:p\" xmlns:o2=\"urn:o\"><Id Type=\"T\" Subtype=\"S\"/><M><o:N/></M><o2:N/></Definition>",
        ),
        (
            "xsi:type='B'",
            "<M xmlns:xsi='urn:x'><N xsi:type='C'/></M>",
            "xmlns:xsi1=\"urn:x\"><Id Type=\"T\" Subtype=\"S\"/><M><N xsi1:type=\"C\"/></M></Definition>",
        ),
        (
            "xsi:type='B' i:noNamespaceSchemaLocation='x.xsd'",
            "<M xml:space='preserve'>1</M>",
            "<Definition xsi:type=\"B\" xsi:noNamespaceSchemaLocation=\"x.xsd\"><Id Type=\"T\" Subtype=\"S\"/><M xml:space=\"preserve\">1</M></Definition>",
        ),
    ] {
        let set = resolve(&[("base/a.sbc", &lamp(kind, content))], "");
        let found = xml(&set, "T/S");
        assert!(found.contains(expected), "{kind} {content}: {found}");
    }
    let none = resolve(&[("base/a.sbc", &lamp("o:type='A'", ""))], "");
    assert_eq!(report_lines(none.diagnostics()), ["Error missing-type base/a.sbc:1"]);
}

#[test]
fn names_are_identified_by_namespace_not_by_prefix() {
    let lamp = |declares: &str, content: &str| {
        file(&format!("<Definition xsi:type='A' Merge='Merge' {declares}><Id Type='T'/>{content}</Definition>\n"))
    };
    for (base, delta, expected) in [
        // Two prefixes of one namespace make one field, and one prefix of two namespaces makes two.
        (
            ("xmlns:f='u'", "<f:A>1</f:A>"),
            ("xmlns:g='u'", "<g:A>2</g:A>"),
            "xmlns:f=\"u\"><Id Type=\"T\"/><f:A>2</f:A>",
        ),
        (
            ("xmlns:f='u'", "<f:A>1</f:A>"),
            ("xmlns:f='v'", "<f:A>2</f:A>"),
            "xmlns:f=\"u\" xmlns:f2=\"v\"><Id Type=\"T\"/><f:A>1</f:A><f2:A>2</f2:A>",
        ),
        (("", "<A>1</A>"), ("xmlns:f='u' f:q='1'", ""), "f:q=\"1\" xmlns:f=\"u\"><Id Type=\"T\"/><A>1</A>"),
    ] {
        let (base, delta) = (lamp(base.0, base.1), lamp(delta.0, delta.1));
        let schema = "types: {A: {strict: true, fields: {A: text, 'f:A': text, 'f2:A': text, '@f:q': text}}}";
        let set = resolve(&[("base/a.sbc", &base), ("mod/a.sbc", &delta)], schema);
        let found = xml(&set, "T/");
        assert!(found.contains(expected), "{found}");
        assert_eq!(report_lines(set.diagnostics()), ["Info merge-without-base base/a.sbc:2"]);
        assert!(set.get(0).unwrap().values().as_object().unwrap().keys().all(|key| !key.contains("xmlns")));
        let again = resolve(&[("base/a.sbc", &super::written(&set))], schema);
        assert_eq!(xml(&again, "T/"), found);
    }
}

#[test]
fn entries_without_a_key_are_all_kept() {
    let schema =
        "types: {A: {fields: {E: {list: repeated, key: ['@Name', '@Sub']}, W: {list: wrapped, key: '#text'}}}}";
    for (base, delta, expected, is_reported) in [
        ("<E N='a'/><E N='b'/>", "<E N='c'/>", "<E N=\"a\"/><E N=\"b\"/><E N=\"c\"/>", true),
        ("<E Name='a'/><E/>", "<E/><E Name='a' N='c'/>", "<E Name=\"a\" N=\"c\"/><E/><E/>", true),
        ("<E Name='a'/>", "<E Name='a' Sub=''/>", "<E Name=\"a\" Sub=\"\"/>", false),
        ("<W><X>a</X></W>", "<W><X>a</X><X/></W>", "<W><X>a</X><X/></W>", false),
    ] {
        let (base, delta) = (file(&a("", base)), file(&a("Merge='Append'", delta)));
        let set = resolve(&[("base/a.sbc", &base), ("mod/a.sbc", &delta)], schema);
        let found = xml(&set, "T/S");
        assert!(found.contains(&format!("Subtype=\"S\"/>{expected}</Definition>")), "{found}");
        let codes: Vec<&str> = set.diagnostics().iter().map(|diagnostic| diagnostic.problem.code.as_str()).collect();
        assert_eq!(codes, if is_reported { &["missing-key"][..] } else { &[] });
    }
}

#[test]
fn a_list_with_many_appends_takes_memory_once() {
    let delta = |at: usize| {
        a("Merge='Append'", &format!("<Many>{at}</Many><Keyed Id='{}'/><Inner><Lights Id='{at}'/></Inner>\n", at % 7))
    };
    let other = |kind: &str| a("Merge='Append'", &format!("<Inner xsi:type='{kind}'/>\n"));
    let deltas: String =
        std::iter::once(a("", "")).chain((0..1200).map(delta)).chain([other("I"), other("J")]).collect();
    let set = resolve(&[("base/a.sbc", &file(&deltas))], SCHEMA);
    let found = xml(&set, "T/S");
    let all = (0..1200).map(|at| format!("<Many>{at}</Many>")).collect::<Vec<_>>().concat();
    assert!(found.contains(&all) && found.matches("<Keyed").count() == 7);
    // Formerly, each delta made all nodes again.
    assert!(set.arena.node_count() < 200_000, "{}", set.arena.node_count());
    let replaced = set.diagnostics().iter().filter(|diagnostic| diagnostic.problem.code.as_str() == "type-replaced");
    let help: Vec<&str> = replaced.filter_map(|diagnostic| diagnostic.problem.help.as_deref()).collect();
    assert_eq!(help, ["the first one is at base/a.sbc:1201", "the first one is at base/a.sbc:1202"]);
}

#[test]
fn a_nested_type_is_found_by_its_alternative_names() {
    let schema = "types: {A: {fields: {C: {is: object}}}, T: {names: [TT]}}";
    let (base, delta) =
        (a("", "<C xsi:type='TT'><X>1</X></C>"), a("Merge='Merge'", "<C xsi:type='MyObjectBuilder_T'><Y>2</Y></C>"));
    let set = resolve(&[("base/a.sbc", &file(&base)), ("mod/a.sbc", &file(&delta))], schema);
    assert_eq!(report_lines(set.diagnostics()), [""; 0]);
    assert!(xml(&set, "T/S").contains("<X>1</X><Y>2</Y>"));
}

#[test]
fn suggestions_are_made_only_for_the_first_fields() {
    let fields = (0..20).map(|at| format!("<Oen{at}/>\n")).collect::<Vec<_>>().concat();
    let set = resolve(&[("base/a.sbc", &file(&a("", &fields)))], "types: {A: {strict: true, fields: {Oen: text}}}");
    assert_eq!(set.diagnostics().len(), 20);
    assert_eq!(set.diagnostics().iter().filter(|diagnostic| diagnostic.problem.help.is_some()).count(), 8);
}

#[test]
fn types_that_all_depend_on_each_other_are_one_cycle() {
    let siblings: String = (0..400)
        .map(|at| format!("  T{at}: {{extends: P, depends: [{{type: P, recursive: true}}]}}\n"))
        .collect::<Vec<_>>()
        .concat();
    let set = resolve(
        &[],
        &format!("types:\n  P: {{}}\n{siblings}  Q: {{depends: [R]}}\n  R: {{depends: [Q]}}\n  S: {{depends: [S]}}\n"),
    );
    let messages: Vec<&str> = set.diagnostics().iter().map(|diagnostic| diagnostic.problem.message.as_str()).collect();
    let expected =
        ["types depend on each other: Q → R → Q", "`S` depends on itself", "types depend on each other: T0 → T1 → T0"];
    assert_eq!(messages, expected);
    let ring: String =
        (0..20).map(|at| format!("  A{at:02}: {{depends: [A{:02}]}}\n", (at + 1) % 20)).collect::<Vec<_>>().concat();
    let message = resolve(&[], &format!("types:\n{ring}")).diagnostics()[0].problem.message.clone();
    assert!(message.ends_with("A06 → A07 → … → A00"), "{message}");
}

#[test]
fn a_missing_file_is_reported() {
    let mut load = super::super::Load::new(
        super::super::Schema::default(),
        Vec::new(),
        std::rc::Rc::new(assay_document::source::MemorySource::new()),
        None,
    );
    load.read("base/a.sbc");
    assert_eq!(report_lines(load.finish().diagnostics()), ["Error file-unreadable base/a.sbc:0"]);
}

#[test]
fn possible_lists_are_reported_only_if_it_matters() {
    let lamp = |content: &str, attributes: &str| {
        file(&format!("<Definition xsi:type='L' {attributes}><Id Type='L' Subtype='S'/>{content}</Definition>"))
    };
    for (content, mode, is_reported) in [
        ("<C Type='t'/>", "Append", true),
        ("<C Type='t'/>", "Merge", false),
        ("<C Other='t'><D/></C>", "Append", true),
        ("<C><D/></C>", "Append", false),
        ("<C>t</C>", "Append", false),
        ("<Many>t</Many>", "Append", true),
    ] {
        let other = file("<Definition xsi:type='M'><Id Type='M'/><Many>1</Many><Many>2</Many></Definition>");
        let (base, delta) = (lamp(content, ""), lamp(content, &format!("Merge='{mode}'")));
        let set = resolve(&[("base/a.sbc", &base), ("base/b.sbc", &other), ("mod/a.sbc", &delta)], "");
        let expected: &[&str] = if is_reported { &["Warning ambiguous-list mod/a.sbc:2"] } else { &[] };
        assert_eq!(report_lines(set.diagnostics()), expected, "{content} {mode}");
    }
}

#[test]
fn an_empty_element_clears_an_element_that_has_one_list() {
    for (before, mode, after, is_reported) in [
        ("<W><E>1</E><E>2</E></W>", "Merge", "<W/>", true),
        ("<W><E>1</E><E>2</E></W>", "Append", "<W><E>1</E><E>2</E></W>", false),
        ("<Tags><Tag>1</Tag></Tags>", "Merge", "<Tags/>", true),
        ("<W><E>1</E><F>2</F></W>", "Merge", "<W><E>1</E><F>2</F></W>", false),
        ("<W A='1'><E>1</E><E>2</E></W>", "Merge", "<W A=\"1\"><E>1</E><E>2</E></W>", false),
    ] {
        let name = if before.starts_with("<W") { "W" } else { "Tags" };
        let lamp = |attributes: &str, content: &str| {
            file(&format!("<Definition xsi:type='L' {attributes}><Id Type='L' Subtype='S'/>{content}</Definition>"))
        };
        let (base, delta) = (lamp("", before), lamp(&format!("Merge='{mode}'"), &format!("<{name}/>")));
        let set = resolve(&[("base/a.sbc", &base), ("mod/a.sbc", &delta)], "");
        assert!(xml(&set, "L/S").contains(after), "{before} {mode}: {}", xml(&set, "L/S"));
        let expected: &[&str] = if is_reported { &["Warning ambiguous-list mod/a.sbc:2"] } else { &[] };
        assert_eq!(report_lines(set.diagnostics()), expected, "{before} {mode}");
    }
}

#[test]
fn lints_report_probable_mistakes() {
    let schema = "
types:
  Base: {abstract: true}
  Own: {extends: Base, abstract: true}
  A:
    depends: [Base]
    fields:
      One: {is: ref, to: Effect}
      Two: {is: ref, to: Base}
      Tint: color
      Parts: {list: repeated, item: Part}
structs:
  Part: {Inner: {is: object, fields: {To: {is: ref, to: Nowhere}}}, More: {list: repeated, item: Part}}
";
    let base = file("<Definition xsi:type='A'><Id Type='T'/><C Type='t'/><C Type='u'/></Definition>");
    let delta =
        "<Definition xsi:type='A' Merge='Append'><Id Type='T'/>\n<C Type='t'/>\n<Tint Hex='#11223344'/></Definition>";
    let own = file("<Definition xsi:type='Own'><Id Type='Own'/></Definition>");
    let files = [("base/a.sbc", base.as_str()), ("base/b.sbc", &own), ("mod/a.sbc", &file(delta))];
    let set = resolve(&files, schema);
    assert_eq!(set.diagnostics(), []);
    let expected = [
        "Warning unknown-type schema.yaml:5",
        "Warning unknown-type schema.yaml:5",
        "Warning dependency-not-recursive schema.yaml:5",
        "Warning missing-dependency schema.yaml:5",
        "Warning missing-dependency schema.yaml:5",
        "Warning abstract-type base/b.sbc:2",
        "Warning repeated-entry mod/a.sbc:3",
        "Warning bad-value mod/a.sbc:4",
    ];
    assert_eq!(report_lines(&set.lint()), expected);
}

#[test]
fn types_that_depend_on_each_other_are_reported_and_have_an_order() {
    let schema = "types:\n  A: {depends: [B]}\n  B: {depends: [C]}\n  C: {extends: B}\n  D: {depends: [D]}";
    let set = resolve(&[], schema);
    assert_eq!(report_lines(set.diagnostics()), ["Error dep-cycle schema.yaml:3", "Error dep-cycle schema.yaml:5"]);
    assert_eq!(set.order().types, ["C", "B", "A", "D"]);
    assert!(set.diagnostics().iter().all(|diagnostic| diagnostic.level == Level::Error));
}

#[test]
fn parents_and_all_that_extend_a_recursive_dependency_come_before_a_type() {
    let schema =
        "types:\n  A: {extends: Z, depends: [{type: M, recursive: true}]}\n  N: {extends: M}\n  O: {extends: N}\n";
    let definition = file("<Definition xsi:type='Extra'><Id Type='E'/></Definition>");
    let order = resolve(&[("base/a.sbc", &definition)], schema).order();
    assert_eq!(order.types, ["M", "N", "O", "Z", "A", "Extra"]);
    assert_eq!(order.cycles, Vec::<Vec<String>>::new());
}

#[test]
fn without_scripts_a_schema_that_names_functions_is_not_used_in_full() {
    let schema = "types: {A: {merger: lib}}";
    let set = resolve(&[("base/a.sbc", &file(&a("", ""))), ("mod/a.sbc", &file(&a("", "")))], schema);
    assert_eq!(report_lines(set.diagnostics()), ["Error schema-script schema.yaml:1"]);
    assert!(!set.is_complete());
}

#[test]
fn omitted_definitions_make_the_set_incomplete() {
    for content in
        ["<Defintion/>", "<Definition xsi:nil='true'/>", "<Definition xsi:type=''><Id Type='T'/></Definition>"]
    {
        assert!(!resolve(&[("base/a.sbc", &file(content))], "").is_complete(), "{content}");
    }
}

#[test]
fn duplicates_name_the_place_of_the_first_one() {
    let schema = "types: {A: {group: G, fields: {L: {list: wrapped, key: '@I', duplicates: error}}}, B: {group: G}}";
    let entries = file(&a("", "<L><E I='1'/>\n<E I='1'/></L>"));
    let other = file("\n<Definition xsi:type=\"B\"><Id Type=\"T\" Subtype=\"S\"/></Definition>");
    let twice = file(&a("", ""));
    for (files, expected) in [
        (vec![("base/a.sbc", &entries)], "the game refuses the second one; the first one is at base/a.sbc:2"),
        (vec![("base/a.sbc", &twice), ("base/b.sbc", &other)], "the first one is at base/a.sbc:2"),
        (
            vec![("base/a.sbc", &twice), ("base/b.sbc", &twice)],
            "both are applied, in the order of paths and lines; the first one is at base/a.sbc:2",
        ),
    ] {
        let files: Vec<(&str, &str)> = files.into_iter().map(|(path, text)| (path, text.as_str())).collect();
        let set = resolve(&files, schema);
        let help = set.diagnostics().first().and_then(|diagnostic| diagnostic.problem.help.as_deref());
        assert_eq!(help, Some(expected), "{files:?}");
    }
}

#[test]
fn unknown_types_are_reported_with_a_suggestion() {
    let schema = "types:\n  Lamp: {extends: Nope}\n  Street: {extends: DefinitionBase, depends: [Lmap, Other]}\n  Own: {extends: Given}";
    let given = file("<Definition xsi:type='Given'><Id Type='G'/></Definition>");
    let lint = resolve(&[("base/a.sbc", &given)], schema).lint();
    let of_three =
        ["schema.yaml:2", "schema.yaml:3", "schema.yaml:3"].map(|place| format!("Warning unknown-type {place}"));
    assert_eq!(report_lines(&lint), of_three);
    assert_eq!(lint[2].problem.help, None);
    assert_eq!(lint[1].problem.help.as_deref(), Some("did you mean `Lamp`?"));
}

#[test]
fn components_are_identified_in_every_spelling_of_their_id() {
    let base = file("<Definition xsi:type='A'><Id Type='T'/><C Type='Inv' Subtype=''/><C Type='x'/></Definition>");
    let delta =
        file("<Definition xsi:type='A' Merge='Append'><Id Type='T'/>\n<C Type='MyObjectBuilder_Inv'/></Definition>");
    let set = resolve(&[("base/a.sbc", &base), ("mod/a.sbc", &delta)], "");
    assert_eq!(report_lines(&set.lint()), ["Warning repeated-entry mod/a.sbc:3"]);
}

#[test]
fn a_missing_source_gets_a_suggestion() {
    let text = "<Definition xsi:type='A'><Id Type='T' Subtype='Small'/></Definition>\n\
        <Definition xsi:type='A'><Id Type='T' Subtype='Big'/><CopyFrom Type='T' Subtype='Smal'/></Definition>";
    let set = resolve(&[("base/a.sbc", &file(text))], "");
    let help = set.diagnostics()[0].problem.help.as_deref();
    assert_eq!(help, Some("nothing is copied; did you mean `T/Small`?"));
    assert_eq!(set.suggest_id("T/smal").as_deref(), Some("did you mean `T/Small`?"));
}

#[test]
fn deep_schemas_and_long_lists_are_read_and_explained() {
    // A walk over all types for each of these many types would take minutes.
    let types: Vec<_> = (1..1500).map(|at| format!("  T{at}: {{extends: T{}, group: T0}}\n", at - 1)).collect();
    let schema = format!("types:\n  T0: {{}}\n{}  W: {{depends: [{{type: T0, recursive: true}}]}}\n", types.concat());
    let entries: Vec<_> = (0..40_000).map(|at| format!("<E n='{at}'/>")).collect();
    let definition = format!("<Definition xsi:type='W'><Id Type='W'/>{}</Definition>", entries.concat());
    let set = resolve(&[("base/a.sbc", &file(&definition))], &schema);
    assert_eq!(set.order().types.last().map(String::as_str), Some("W"));
    assert_eq!(set.explain(0).unwrap().fields.iter().map(|field| field.set.len()).max(), Some(40_000));
}

#[test]
fn a_binary_file_is_omitted_with_help_about_definitions() {
    let set = resolve(&[("base/a.sbc", "MESH\u{2}\0\0\0\u{10}\0\0\0name\0")], "");
    assert_eq!(report_lines(set.diagnostics()), ["Error file-binary base/a.sbc:1"]);
    let help = set.diagnostics()[0].problem.help.as_deref();
    assert_eq!(help, Some("the file is skipped: change its file extension, or write it as text"));
}
