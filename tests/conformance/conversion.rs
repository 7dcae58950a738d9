//! Conversion rules as rules see them: `pipeline(path)`, and the collections of sources, roots and orphans.

use assay_engine::text::IssueCode;

use crate::run::{check, finding_line, report_lines, tree};

const SHADERS: &str = r#"<rules>
<rule pattern=".*\.fx$"><root>true</root><converter>EffectConverter</converter></rule>
<rule pattern=".*\.fxo$"><sourcePattern>(\.[0-1]+)?(\.fxo)$</sourcePattern><sourceFormat>.fx</sourceFormat></rule>
</rules>"#;

const CUSTOM: &str = r#"<rules>
<rule pattern=".*\.fx$"><root>false</root></rule>
</rules>"#;

/// A rule over a collection that finds everything.
fn all_of(collection: &str) -> String {
    format!(
        "[{{name: r, rpath: artfunc_asset_pipeline.{collection}, xpath: '{{file.path}}', condition: [Null collection]}}]"
    )
}

/// What a rule file finds in a game, and what is said.
fn found(rules: &str, files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let report = check(&tree(files), "rules.yaml", rules);
    (report.findings().iter().map(finding_line).collect(), report_lines(&report))
}

fn game() -> Vec<(&'static str, &'static str)> {
    vec![
        ("asset_rules.xml", "<rules><rule pattern='^$'/></rules>"),
        ("shaders/asset_rules.xml", SHADERS),
        ("shaders/a.fx", "x"),
        ("shaders/a.01.fxo", "x"),
        ("shaders/gone.fxo", "x"),
        ("shaders/custom/asset_rules.xml", CUSTOM),
        ("shaders/custom/b.fx", "x"),
        ("b.fx", "x"),
    ]
}

#[test]
fn collections_are_lists_of_paths() {
    for (collection, paths) in [
        ("sources", &["shaders/a.fx", "shaders/custom/b.fx"][..]),
        ("roots", &["shaders/a.fx"]),
        ("orphans", &["shaders/gone.fxo"]),
    ] {
        let expected: Vec<String> = paths.iter().map(|path| format!("r {path}:1:1 {path:?}")).collect();
        assert_eq!(found(&all_of(collection), &game()), (expected, vec![]), "{collection}");
    }
}

#[test]
fn functions_return_the_conversion_of_any_path() {
    let rule = |expression: &str| {
        format!(
            "[{{name: r, rpath: '^/b\\.fx$', xpath: '{{file.path}}', condition: [func_f], func_str: 'fn f(data, \
             filepath, condition) {{ [finding(data[0], `${{{expression}}}`)] }}'}}]"
        )
    };
    for (expression, expected) in [
        (r#"pipeline("shaders/custom/new.fx").converter"#, "EffectConverter"),
        (r#"pipeline("/shaders/x/../a.fx").root"#, "true"),
        (r#"pipeline("shaders/custom/b.fx").root"#, "false"),
        (r#"pipeline("shaders/custom/b.fx").said.root.path"#, "shaders/custom/asset_rules.xml"),
        (r#"pipeline("shaders/custom/b.fx").said.converter.line"#, "2"),
        (r#"pipeline("shaders/a.01.fxo").source"#, "shaders/a.fx"),
        (r#"pipeline("b.fx").get("converter") == ()"#, "true"),
        ("asset_pipeline.sources.len()", "2"),
        (r#""shaders/gone.fxo" in asset_pipeline.orphans"#, "true"),
    ] {
        let report = check(&tree(&game()), "rules.yaml", &rule(expression));
        let messages: Vec<&str> = report.findings().iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!((messages, report_lines(&report)), (vec![expected], vec![]), "{expression}");
    }
}

#[test]
fn errors_in_rule_files_are_reported_once_and_other_files_are_used() {
    let mut files = game();
    files.push(("broken/asset_rules.xml", "<rules>"));
    files.push(("c/asset_rules.xml", "<rules>\n<rule pattern=\"(\"><root>true</root></rule></rules>"));
    let (findings, lines) = found(&all_of("roots"), &files);
    assert_eq!(findings, [r#"r shaders/a.fx:1:1 "shaders/a.fx""#]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("problem broken/asset_rules.xml:1:"), "{lines:?}");
    assert!(lines[1].starts_with("problem c/asset_rules.xml:2:16 "), "{lines:?}");
    assert!(
        lines[2]
            .starts_with("warning conversion rules are incomplete because `broken/asset_rules.xml` and 1 more file"),
        "{lines:?}"
    );
}

#[test]
fn rule_files_are_read_only_if_a_rule_needs_them() {
    let rules = "[{name: r, rpath: '\\.fx$', xpath: '{file.path}', condition: [Exist]}]";
    let report = check(&tree(&[("asset_rules.xml", "<rules>"), ("a.fx", "x")]), "rules.yaml", rules);
    assert_eq!(report_lines(&report), [""; 0]);
}

/// Takes too long on many `a` with anything but `c` behind them.
const SLOW: &str = "<rules>\n<rule pattern='(a|aa)+(\\1)c$'><root>true</root><converter>C</converter></rule></rules>";

#[test]
fn a_rule_that_takes_too_long_is_reported_by_every_use() {
    let path = "a".repeat(60);
    let files = [("asset_rules.xml", SLOW), (&*path, "x")];
    let (findings, mut lines) = found(&all_of("sources"), &files);
    assert_eq!(findings, [""; 0]);
    lines.retain(|line| line.starts_with("problem"));
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("problem asset_rules.xml:2:1"), "{lines:?}");
    let asking = "[{name: r, rpath: 'a$', xpath: '{file.path}', condition: [func_f], func_str: 'fn f(data, filepath, \
                  condition) { [finding(filepath, `${pipeline(filepath).asset}`)] }'}]";
    let (findings, lines) = found(asking, &files);
    assert_eq!(findings, [""; 0]);
    assert!(lines.iter().any(|line| line.contains("takes too long on")), "{lines:?}");
    assert_eq!(lines.len(), 3, "{lines:?}");
}

/// The documentation of conversion rules.
fn documentation() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/conversion-rules.md")).unwrap()
}

#[test]
fn checks_are_documented_with_their_severity() {
    let text = documentation();
    for check in assay_engine::system::conversion::CHECKS {
        let row = format!("| `{}` | {} | ", check.name, check.severity.name());
        assert!(text.contains(&row), "{row}");
    }
}

#[test]
fn codes_of_rule_files_are_documented() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../system/src/conversion");
    let code = regex::Regex::new(r"IssueCode::(Conversion\w+|PatternLimit)\b").unwrap();
    let mut codes = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("mod.rs")
            && !path.ends_with("tests.rs")
        {
            let text = std::fs::read_to_string(path).unwrap();
            let names: Vec<&str> = code.captures_iter(&text).map(|found| found.extract::<1>().1[0]).collect();
            let known = IssueCode::ALL.iter().filter(|code| names.iter().any(|name| *name == format!("{code:?}")));
            codes.extend(known.map(|code| code.as_str()));
        }
    }
    assert!(codes.len() > 8, "{codes:?}");
    let text = documentation();
    let missing: Vec<&str> = codes.into_iter().filter(|code| !text.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
