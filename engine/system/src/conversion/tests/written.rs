//! Reports about the content of a rule file.

use super::super::field::{FIELDS, HEADS};
use super::{codes, of, pipeline};

#[test]
fn elements_without_an_effect_are_warnings_at_their_place() {
    for (content, expected) in [
        ("<rule pattern='a'><converter value='false'/></rule>", &["conversion-unknown-tag 2:30"][..]),
        (
            "<rule pattern='a'><converter><name>X</name><args><b>Y</b></args></converter></rule>",
            &["conversion-unknown-tag 2:31", "conversion-unknown-tag 2:45"],
        ),
        ("<rule pattern='a'>x<root>true</root> y</rule>", &["conversion-no-effect 2:19"]),
        ("<rule pattern='a'/> x", &["conversion-no-effect 2:21"]),
        ("<rule id = \"1\" pattern='a'/>", &["conversion-unknown-tag 2:7"]),
        ("<group><rule pattern='a'><x y='z'/></rule></group><rule pattern='a'/>", &["conversion-unknown-tag 2:2"]),
    ] {
        let (_, diagnostics) = pipeline(&[("asset_rules.xml", &format!("<r>\n{content}</r>"))]);
        assert_eq!(
            (codes(&diagnostics.problems), codes(&diagnostics.warnings)),
            (vec![], expected.iter().map(|one| (*one).to_owned()).collect()),
            "{content}"
        );
    }
}

#[test]
fn elements_and_comments_inside_a_field_are_not_part_of_it() {
    let rules = "<r><rule pattern='.*'><converter>A<b>B</b>C<!-- D --><![CDATA[E]]></converter></rule></r>";
    let (pipeline, _) = pipeline(&[("asset_rules.xml", rules)]);
    assert_eq!(of(&pipeline, "a"), "asset; converter=ACE asset_rules.xml:1");
}

#[test]
fn a_pattern_is_read_literally_and_a_field_is_trimmed() {
    let rules = "<r><rule pattern='.* copy'><converter>\n  C\n</converter></rule></r>";
    let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
    assert_eq!((diagnostics.problems, diagnostics.warnings), (vec![], vec![]));
    assert_eq!(of(&pipeline, "mycopy"), "no asset");
    assert_eq!(of(&pipeline, "my copy"), "asset; converter=C asset_rules.xml:2");
}

#[test]
fn a_rule_as_the_root_is_used_with_a_warning() {
    let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", "<rule pattern='a'><root>true</root></rule>")]);
    assert_eq!(
        (codes(&diagnostics.problems), codes(&diagnostics.warnings)),
        (vec![], vec!["conversion-no-root 1:1".to_owned()])
    );
    assert_eq!(of(&pipeline, "a"), "no asset; root=true asset_rules.xml:1");
}

#[test]
fn attributes_of_the_root_are_reported() {
    for (rules, expected) in [
        (
            "<rules version='2' patern='x'><rule pattern='a'/></rules>",
            &["conversion-unknown-tag 1:8", "conversion-unknown-tag 1:20"][..],
        ),
        ("<rules xmlns:xsi='urn:x' xsi:schemaLocation='y'><rule pattern='a'/></rules>", &[]),
        (
            "<rule id='1' pattern='a' foo='2'><root>true</root></rule>",
            &["conversion-no-root 1:1", "conversion-unknown-tag 1:7", "conversion-unknown-tag 1:26"],
        ),
        ("<rule patern='a'/>", &["conversion-no-rule 1:1", "conversion-unknown-tag 1:7"]),
    ] {
        let (_, mut diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        diagnostics.settle();
        let expected: Vec<String> = expected.iter().map(|one| (*one).to_owned()).collect();
        assert_eq!((codes(&diagnostics.problems), codes(&diagnostics.warnings)), (vec![], expected), "{rules}");
    }
}

#[test]
fn a_root_may_have_the_name_of_rules() {
    let rules = "<rule><rule pattern='a'><root>true</root></rule></rule>";
    assert_eq!(of(&super::sound(&[("asset_rules.xml", rules)]), "a"), "no asset; root=true asset_rules.xml:1");
}

#[test]
fn a_misspelt_pattern_is_one_problem() {
    let (_, diagnostics) = pipeline(&[("asset_rules.xml", "<r><rule Pattern='x$'><root>true</root></rule></r>")]);
    assert_eq!(
        (codes(&diagnostics.problems), codes(&diagnostics.warnings)),
        (vec!["conversion-no-pattern 1:10".to_owned()], vec![])
    );
    assert_eq!(diagnostics.problems[0].help.as_deref(), Some("did you mean `pattern`?"));
}

#[test]
fn invalid_patterns_with_doubled_backslashes_are_explained() {
    let (_, diagnostics) =
        pipeline(&[("asset_rules.xml", r"<r><rule pattern='^[^\\]*\.fx$'><root>true</root></rule></r>")]);
    assert_eq!(
        (codes(&diagnostics.problems), codes(&diagnostics.hints)),
        (vec!["pattern-class 1:19".to_owned()], vec![])
    );
    let help = r"doubled backslashes are read as single ones, so this is `^[^\]*\.fx$`";
    assert_eq!(diagnostics.problems[0].help.as_deref(), Some(help));
}

#[test]
fn blanks_in_many_tags_are_one_warning() {
    let rules = format!("<r>{}</r>", "< rule pattern='a'>< root >true</root></rule>".repeat(50));
    let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", &rules)]);
    assert_eq!(codes(&diagnostics.warnings), ["conversion-blank 1:5"]);
    assert!(diagnostics.warnings[0].message.ends_with("and in 99 other tags"), "{}", diagnostics.warnings[0].message);
    assert_eq!(pipeline.files[0].rules.len(), 50);
}

#[test]
fn a_less_than_character_in_text_is_explained() {
    let rules = "<r><rule pattern='a'><converterParams>a < b</converterParams></rule></r>";
    let (_, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
    assert_eq!(codes(&diagnostics.problems), ["xml-tag-name 1:42"]);
    assert!(
        diagnostics.problems[0].help.as_deref().is_some_and(|help| help.contains("&lt;")),
        "{:?}",
        diagnostics.problems[0].help
    );
}

#[test]
fn fields_are_documented() {
    let text = include_str!("../../../../../docs/conversion-rules.md");
    for name in FIELDS.into_iter().map(|(name, _)| name).chain(HEADS) {
        assert!(text.contains(&format!("| `{name}` | ")), "{name}");
    }
}
