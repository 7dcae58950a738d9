//! Tests rules over definitions: the definitions that they see, and the files that findings name.

use std::rc::Rc;

use assay_config::{Config, ProjectFolders};
use assay_document::source::{MemorySource, Source};
use assay_report::Report;
use assay_rule::RuleFile;

use crate::{Batch, Checker, Outcome, Worker};

fn checker(rules: &str) -> Checker {
    let checker = Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() }], &|_| None);
    assert!(checker.diagnostics().problems.is_empty(), "{:?}", checker.diagnostics().problems);
    checker
}

fn check(rules: &str, files: &[(&str, String)]) -> Report {
    let source: MemorySource = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    crate::check(&checker(rules), source.paths(), Rc::new(source))
}

/// Returns the findings: file, line, message and related places.
fn found(report: &Report) -> Vec<String> {
    assert!(report.problems().is_empty(), "{:?}", report.problems());
    let findings = report.stored().to_vec();
    let found = findings.iter().map(|finding| {
        let related: Vec<&str> = finding.related.iter().map(|related| related.path.as_str()).collect();
        format!("{}:{} {} {related:?}", finding.path, finding.region.start.line, finding.value.display())
    });
    found.collect()
}

fn file(definitions: &str) -> String {
    format!("<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{definitions}</Definitions>")
}

/// A definition of four lines, plus the lines of its content.
fn lamp(attributes: &str, subtype: &str, content: &str) -> String {
    format!(
        "<Definition xsi:type='LampDefinition' {attributes}>\n<Id Type='Lamp' Subtype='{subtype}'/>\n{content}\n</Definition>\n"
    )
}

const PROJECT: &str = "definitions: {base: game, mods: [mods/one]}";

const MASS: &str = "m: {rpath: '^/@definitions/', not_rpath: /all, xpath: '*/Definition/Mass', condition: ['>', 0]}";

/// A lamp without mass, a lamp that copies it, and a mod that defines a third lamp without mass.
fn project() -> Vec<(&'static str, String)> {
    let base = [
        lamp("", "Small", "<Mass>0</Mass>"),
        lamp("", "Tall", "<CopyFrom Type='Lamp' Subtype='Small'/>"),
        lamp("", "Big", "<Mass>5</Mass>"),
    ];
    vec![
        ("assay.yaml", PROJECT.to_owned()),
        ("game/a.sbc", file(&base.concat())),
        ("mods/one/a.sbc", file(&lamp("Merge='Merge'", "Big", "<Mass>-1</Mass>"))),
    ]
}

#[test]
fn a_finding_names_the_source_line_of_a_value_and_its_virtual_files() {
    let report = check(MASS, &project());
    assert_eq!(
        found(&report),
        [
            r#"game/a.sbc:4 0 ["@definitions/Lamp/Small.sbc", "@definitions/Lamp/Tall.sbc"]"#,
            r#"mods/one/a.sbc:4 -1 ["@definitions/Lamp/Big.sbc"]"#,
        ]
    );
    let excerpt = report.stored().to_vec().swap_remove(1).excerpt.map(|excerpt| excerpt.text);
    assert_eq!(excerpt.as_deref(), Some("<Mass>-1</Mass>"));
}

#[test]
fn attributes_strings_and_definitions_have_their_places() {
    let base = lamp("", "Small", "<Tint\n R='1'\n G='2'>\n text </Tint>");
    for (xpath, condition, expected) in [
        ("*/Definition/Tint:R", "[Null collection]", "game/a.sbc:5 1"),
        ("*/Definition/Tint:G", "[Null collection]", "game/a.sbc:6 2"),
        ("*/Definition/Tint", "[Null collection]", "game/a.sbc:7 text"),
        ("*/Definition/Id:Subtype", "[Null collection]", "game/a.sbc:3 Small"),
        ("*/Definition/None", "[Not null collection]", "game/a.sbc:2 null"),
    ] {
        let rule = format!("m: {{rpath: '^/@definitions/Lamp', xpath: '{xpath}', condition: {condition}}}");
        let report = check(&rule, &[("game/a.sbc", file(&base))]);
        let expected = format!(r#"{expected} ["@definitions/Lamp/Small.sbc"]"#);
        assert_eq!(found(&report), [expected], "{xpath}");
    }
}

#[test]
fn only_patterns_that_name_the_folder_select_definitions() {
    let rule = |rpath: &str| format!("m: {{rpath: '{rpath}', xpath: '{{file.path}}', condition: [Null collection]}}");
    let off = lamp("Enabled='false'", "Off", "");
    let files = [("a.sbc", file(&[lamp("", "On", ""), off].concat()))];
    for (rpath, expected) in [
        ("sbc$", &["a.sbc"][..]),
        ("^/@definitions/", &["@definitions/Lamp/On.sbc", "@definitions/all.sbc"]),
        (r"^/@definitions(\.not-live)?/Lamp", &["@definitions.not-live/Lamp/Off.sbc", "@definitions/Lamp/On.sbc"]),
    ] {
        let report = check(&rule(rpath), &files);
        let values: Vec<String> = report.stored().iter().map(|finding| finding.read().value.display()).collect();
        let mut values: Vec<&str> = values.iter().map(String::as_str).collect();
        values.sort_unstable();
        assert_eq!(values, expected, "{rpath}");
    }
}

#[test]
fn errors_in_definitions_or_the_project_are_problems_of_the_run() {
    let problems = |config: &str, text: String| {
        let report = check(MASS, &[("assay.yaml", config.to_owned()), ("game/a.sbc", text)]);
        let lines = report.problems().iter().map(|problem| {
            let line = problem.region.map_or(0, |region| region.start.line);
            format!("{} {}:{line}", problem.code, problem.path.as_deref().unwrap_or_default())
        });
        lines.collect::<Vec<_>>()
    };
    let good = || file(&lamp("", "Small", "<Mass>1</Mass>"));
    assert_eq!(problems("definitions: {base: game}", good()), [""; 0]);
    assert_eq!(
        problems("definitions: {base: game}", good().replace("</Mass>", "")),
        ["xml-mismatched-end game/a.sbc:5"]
    );
    assert_eq!(problems("definitions: {bsae: game}", good()), ["config-key assay.yaml:1"]);
    assert_eq!(problems("definitions: {base: ../game}", good()), ["config-path assay.yaml:1"]);
    assert_eq!(problems("definitions: {base: game, schema: s.yaml}", good()), ["schema-unreadable s.yaml:0"]);
    assert_eq!(problems("definitions: [", good()).len(), 1);
    for (config, code) in [
        ("definitions: game", "config-value"),
        ("definitions:\n  base:", "config-value"),
        ("definitions: {base: [game, mods/a]}", "config-value"),
        ("definitions: [{base: game}, {mods: [a]}]", "config-value"),
        ("definitions: {base: gaem}", "config-path"),
        ("definitions: {base: game/a.sbc}", "config-path"),
        ("definitions: {base: game, mods: [mods/typo]}", "config-path"),
        ("definitions: {base: game, mods: [game/]}", "config-path"),
    ] {
        let line = if config.contains("\n ") { 2 } else { 1 };
        assert_eq!(problems(config, good()), [format!("{code} assay.yaml:{line}")], "{config}");
    }
    for config in ["definitions: {base: game, mods: []}", "definitions: {}", "definitions:\n"] {
        assert_eq!(problems(config, good()), [""; 0], "{config}");
    }
    let twice = [("assay.yaml", String::new()), ("assay.json", String::new()), ("game/a.sbc", good())];
    assert_eq!(check(MASS, &twice).problems()[0].code.as_str(), "config-twice");
    let cycle = file(&lamp("", "Small", "<CopyFrom Type='Lamp' Subtype='Small'/>"));
    assert_eq!(problems("definitions: {base: game}", cycle), ["copy-cycle game/a.sbc:4"]);
}

#[test]
fn a_mod_in_the_folder_of_the_base_game_is_a_mod() {
    let files = [
        ("assay.yaml", "definitions: {base: ., mods: [mods/one]}".to_owned()),
        ("z.sbc", file(&lamp("", "Small", "<Mass>1</Mass>"))),
        ("mods/one/a.sbc", file(&lamp("", "Small", "<Mass>-1</Mass>"))),
        ("mods/oneself/a.sbc", file(&lamp("", "Own", "<Mass>-2</Mass>"))),
    ];
    let lines = found(&check(MASS, &files));
    assert!(
        lines[0].starts_with("mods/one/a.sbc:4 -1") && lines[1].starts_with("mods/oneself/a.sbc:4 -2"),
        "{lines:?}"
    );
}

#[test]
fn definitions_are_a_collection_of_ids_and_of_values_in_scripts() {
    let files = [
        ("names.xml", "<R><N>Lamp/Small</N><N>Lamp/Huge</N></R>".to_owned()),
        ("a.sbc", file(&lamp("", "Small", "<Mass>7</Mass>"))),
    ];
    for (condition, expected) in [
        ("[Exist in, artfunc_definitions]", "Lamp/Huge"),
        ("[Not exist in, artfunc_definitions]", "Lamp/Small"),
        ("[Satisfy the expression, 'd in definitions']", "Lamp/Huge"),
        ("[func_light]", "Lamp/Small"),
    ] {
        let rule = format!(
            "m:\n  rpath: names\n  xpath: '*/N'\n  condition: {condition}\n  func_str: |\n    fn light(data, path, c) {{\n      \
             data.filter(|d| d in definitions && definitions[d][0].live && definitions[d][0].values.Mass == \"7\"\n        \
             && definitions[d][0].type == \"LampDefinition\" && definitions[d][0].path == \"@definitions/Lamp/Small.sbc\")\n    }}"
        );
        let report = check(&rule, &files);
        assert_eq!(found(&report), [format!("names.xml:1 {expected} []")], "{condition}");
    }
}

#[test]
fn collections_can_be_extracted_from_definitions_and_values_can_cite_them() {
    let files = [
        ("names.xml", "<R>\n<N>Small</N>\n<N>Huge</N></R>".to_owned()),
        ("a.sbc", file(&lamp("", "Small", "<Mass>0</Mass>"))),
    ];
    let own = "collections: {lamps: {rpath: '^/@definitions/Lamp', xpath: '*/Definition/Id:Subtype'}}\n\
        rules:\n- {name: m, rpath: names, xpath: '*/N', condition: [Exist in, artfunc_lamps]}";
    assert_eq!(found(&check(own, &files)), ["names.xml:3 Huge []"]);
    let cited = "m:\n  rpath: names\n  xpath: '*/N'\n  filter: artfunc_path\n  subxpath: '*/Definition/Mass'\n  condition: ['>', 0]\n  \
        func_str: |\n    fn path(data, p) { data.filter(|d| d == \"Small\").map(|d| `@definitions/Lamp/${d}.sbc`) }";
    let report = check(cited, &files);
    assert_eq!(found(&report), [r#"a.sbc:4 0 ["@definitions/Lamp/Small.sbc"]"#]);
    assert_eq!(report.stored().to_vec()[0].via.as_ref().map(|via| via.path.as_str()), Some("names.xml"));
}

#[test]
fn findings_do_not_depend_on_workers() {
    let files = project();
    let source: MemorySource = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let paths = source.paths();
    let source: Rc<dyn Source> = Rc::new(source);
    let checker = checker(MASS);
    let mut run = crate::Run::new(&checker, paths);
    while let Some(batches) = run.batches(&checker, 2) {
        for batch in batches {
            let batch = Batch::from_bytes(&batch.to_bytes()).unwrap();
            let mut worker = Worker::new(run.knowledge()).unwrap();
            let outcome = crate::process_batch(&checker, &mut worker, &batch, Rc::clone(&source));
            run.absorb(&checker, Outcome::from_bytes(&outcome.to_bytes()).unwrap());
        }
    }
    assert_eq!(found(&run.finish(&checker)), found(&check(MASS, &files)));
}

#[test]
fn a_definition_is_explained_and_a_missing_one_is_reported() {
    let files = project();
    let source: Rc<dyn Source> =
        Rc::new(files.iter().map(|(path, text)| (*path, text.as_str())).collect::<MemorySource>());
    let paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    let trace = |path: &str| crate::trace(&checker(MASS), "m", path, paths.clone(), Rc::clone(&source)).unwrap();
    let steps = trace("@definitions/Lamp/Big.sbc").steps;
    assert!(steps.iter().any(|step| step.values.iter().any(|value| value.value.display() == "-1")), "{steps:?}");
    let problems = trace("@definitions/Lamp/Bug.sbc").problems;
    assert_eq!(problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["file-missing"]);
}

#[test]
fn a_misspelt_folder_gets_a_suggestion() {
    let files = [("assay.yaml", "definitions: {base: gaem}".to_owned()), ("game/a.sbc", file(&lamp("", "Small", "")))];
    let report = check(MASS, &files);
    assert_eq!(report.problems()[0].help.as_deref(), Some("did you mean `game`?"));
}

#[test]
fn a_batch_lists_possible_schemas_and_their_libraries() {
    let mut files = project();
    files.push(("game/s.yaml", "types: {}".to_owned()));
    files.push(("game/lib/a.rhai", String::new()));
    files.push(("game/readme.txt", String::new()));
    let source: MemorySource = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let checker = checker(MASS);
    let batches = crate::Run::new(&checker, source.paths()).batches(&checker, 1).unwrap();
    let mut paths: Vec<&str> = batches.iter().flat_map(Batch::paths).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["assay.yaml", "game/a.sbc", "game/lib/a.rhai", "game/s.yaml", "mods/one/a.sbc"]);
}

#[test]
fn invalid_values_that_a_rule_reads_are_reported() {
    let files = [
        ("names.xml", "<R><N>Lamp/Small</N></R>".to_owned()),
        ("assay.yaml", "definitions: {schema: s.yaml}".to_owned()),
        ("s.yaml", "types: {LampDefinition: {fields: {Mass: number}}}".to_owned()),
        ("a.sbc", file(&lamp("", "Small", "<Mass>heavy</Mass>"))),
    ];
    let rule = "m:\n  rpath: names\n  xpath: '*/N'\n  condition: [func_light]\n  func_str: |\n    fn light(data, path, c) {\n      \
        data.filter(|d| definitions[d][0].values.Mass == ())\n    }";
    let report = check(rule, &files);
    assert_eq!(found(&report), ["names.xml:1 Lamp/Small []"]);
    assert_eq!(report.warnings().iter().map(|warning| warning.code.as_str()).collect::<Vec<_>>(), ["bad-value"]);
}

#[test]
fn the_configuration_of_the_host_is_used_with_paths_relative_to_its_folder() {
    let place = |folder: &str, root: &str| ProjectFolders { folder: folder.to_owned(), root: root.to_owned() };
    let files = [
        ("assay.yaml", "definitions: {base: nothing}".to_owned()),
        ("zgame/a.sbc", file(&lamp("", "Small", "<Mass>1</Mass>"))),
        ("mods/a/a.sbc", file(&lamp("", "Small", "<Mass>-1</Mass>"))),
    ];
    for (section, place, expected) in [
        ("base: assets/zgame, mods: [assets/mods/a]", Some(place("/p", "/p/assets")), Ok("mods/a/a.sbc:4 -1")),
        ("base: ../zgame, mods: [../mods/a/]", Some(place("/p/assets/sub", "/p/assets")), Ok("mods/a/a.sbc:4 -1")),
        (
            "base: /p/assets/zgame, mods: ['C:/x/..', ./assets/mods/a]",
            Some(place("/p", "/p/assets")),
            Err("`C:/x/..` is outside"),
        ),
        ("base: zgame, mods: [mods/a]", None, Ok("mods/a/a.sbc:4 -1")),
        ("base: zgame, mods: [mods/a]", Some(place("/p", "/p/assets")), Err("`zgame` is outside")),
        ("base: assets/zgame", Some(place("/p", "/p/assets/zgame/sub")), Err("`assets/zgame` is outside")),
        ("base: assets/zgam", Some(place("/p", "/p/assets")), Err("but `assets/zgam` adds none")),
        ("base: assets, mods: [assets/]", Some(place("/p", "/p/assets")), Err("`assets/` is named twice")),
    ] {
        let text = format!("definitions: {{{section}}}");
        let config = Config::read(&RuleFile { path: "own.yaml".to_owned(), text }).at(place);
        let rules = [RuleFile { path: "rules.yaml".to_owned(), text: MASS.to_owned() }];
        let checker = Checker::new(&rules, &|_| None).with_config(config);
        let source: MemorySource = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let report = crate::check(&checker, source.paths(), Rc::new(source));
        match expected {
            Ok(line) => {
                assert!(found(&report)[0].starts_with(line) && report.problems().is_empty(), "{section}: {report:?}");
            }
            Err(message) => {
                assert!(report.problems()[0].message.contains(message), "{section}: {:?}", report.problems());
            }
        }
    }
}
