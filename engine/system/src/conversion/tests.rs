//! Conversion rules: reading them, their results for paths, and the checks of a whole pipeline.

mod limits;
mod whole;
mod written;

use assay_document::source::MemorySource;
use assay_report::{Diagnostics, Problem};

use super::field::FIELDS;
use super::{Conversion, Pipeline, Setter};

/// Returns the pipeline of rule files, each with its path.
fn pipeline(files: &[(&str, &str)]) -> (Pipeline, Diagnostics) {
    let mut source = MemorySource::new();
    for (path, text) in files {
        source.insert(*path, text.as_bytes().to_vec());
    }
    Pipeline::read(files.iter().map(|(path, _)| *path), &source)
}

/// Returns the pipeline of rule files without problems.
fn sound(files: &[(&str, &str)]) -> Pipeline {
    let (pipeline, diagnostics) = pipeline(files);
    assert_eq!((diagnostics.problems, diagnostics.warnings), (vec![], vec![]));
    pipeline
}

fn by(setter: Setter<'_>) -> String {
    format!("{}:{}", setter.path, setter.place.line)
}

/// Returns the result for a path, in one line: each field with the rule that set it.
fn describe(conversion: &Conversion<'_>) -> String {
    let mut parts = vec![if conversion.is_asset() { "asset".to_owned() } else { "no asset".to_owned() }];
    let [values @ .., _, format] = &conversion.fields;
    for ((_, field), value) in FIELDS.into_iter().zip(values) {
        parts.extend(value.map(|value| format!("{}={} {}", field.result_name(), value.value.as_text(), by(value.by))));
    }
    let from = format.map(|format| by(format.by)).unwrap_or_default();
    parts.extend(conversion.sources.iter().map(|source| format!("source={source} {from}")));
    parts.join("; ")
}

fn of(pipeline: &Pipeline, path: &str) -> String {
    describe(&pipeline.resolver().resolve(path))
}

/// Problems as `code line:column`, sorted as a report has them.
fn codes(list: &[Problem]) -> Vec<String> {
    let place = |problem: &Problem| {
        problem.region.map(|region| format!(" {}:{}", region.start.line, region.start.column)).unwrap_or_default()
    };
    list.iter().map(|problem| format!("{}{}", problem.code, place(problem))).collect()
}

mod the_samples_of_the_documentation {
    use super::{codes, of, pipeline, sound};

    const DETAILS: &str = r#"<rules>
    <rule pattern="^texture_details\.xml$">
        <root>true</root>
        <converter>HierarchicalConfigConverter</converter>
        <converterParams>-f texture_details.xml -o system/data/texture_detail_levels.xml</converterParams>
    </rule>
</rules>"#;

    #[test]
    fn a_file_is_matched_to_its_converter() {
        let pipeline = sound(&[("asset_rules.xml", DETAILS)]);
        let actual = of(&pipeline, "texture_details.xml");
        assert_eq!(
            actual,
            "asset; root=true asset_rules.xml:3; converter=HierarchicalConfigConverter asset_rules.xml:4; params=-f \
             texture_details.xml -o system/data/texture_detail_levels.xml asset_rules.xml:5"
        );
        assert_eq!(of(&pipeline, "sets/texture_details.xml"), "no asset");
    }

    #[test]
    fn a_subfolder_resets_the_root_and_keeps_the_converter() {
        let shaders = r#"<rules><rule pattern=".*(\\.fx)$">
  <root>true</root>
  <converter>EffectConverter</converter>
</rule></rules>"#;
        let custom = r#"<rules><rule pattern=".*(\\.fx)$"><root>false</root></rule></rules>"#;
        let (pipeline, diagnostics) = pipeline(&[
            ("bigworld/shaders/asset_rules.xml", shaders),
            ("bigworld/shaders/custom/asset_rules.xml", custom),
        ]);
        assert_eq!(codes(&diagnostics.problems), [""; 0]);
        assert_eq!(codes(&diagnostics.hints), ["conversion-backslashes 1:23", "conversion-backslashes 1:23"]);
        let shaders = "bigworld/shaders/asset_rules.xml";
        assert_eq!(
            of(&pipeline, "bigworld/shaders/std/a.fx"),
            format!("asset; root=true {shaders}:2; converter=EffectConverter {shaders}:3")
        );
        assert_eq!(
            of(&pipeline, "bigworld/shaders/custom/deep/a.fx"),
            format!(
                "asset; root=false bigworld/shaders/custom/asset_rules.xml:1; converter=EffectConverter {shaders}:3"
            )
        );
        assert_eq!(of(&pipeline, "bigworld/a.fx"), "no asset", "rules apply only below their folder");
    }

    #[test]
    fn a_built_file_comes_from_its_source() {
        let rules = r#"<rules><rule pattern=".*(\\.fxo)$">
            <sourcePattern>(\\.[0-1]+)?(\\.fxo)$</sourcePattern>
            <sourceFormat>.fx</sourceFormat>
        </rule></rules>"#;
        let (pipeline, _) = pipeline(&[("shaders/asset_rules.xml", rules)]);
        for (built, source) in [("myshader.01.fxo", "myshader.fx"), ("a.fxo", "a.fx"), ("a.23.fxo", "a.23.fx")] {
            let expected = format!("no asset; source=shaders/{source} shaders/asset_rules.xml:3");
            assert_eq!(of(&pipeline, &format!("shaders/{built}")), expected);
        }
    }

    /// Spaces inside the brackets, a missing letter, and a value that contradicts the surrounding text.
    #[test]
    fn the_misspelt_exclusion_gets_a_suggestion() {
        let rules = r#"<rules>
    <rule pattern=".*(do_not_convert\\.fx)$">
        < noCoversion >false</noCoversion>
    </rule>
    <rule pattern="x"><root>true</root></rule>
</rules>"#;
        let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(codes(&diagnostics.problems), [""; 0]);
        assert_eq!(codes(&diagnostics.warnings), ["conversion-blank 3:10", "conversion-unknown-tag 3:11"]);
        assert_eq!(diagnostics.warnings[1].help.as_deref(), Some("did you mean `noConversion`?"));
        let excerpt = diagnostics.warnings[1].excerpt.as_ref().map(|excerpt| excerpt.text.trim());
        assert_eq!(excerpt, Some("< noCoversion >false</noCoversion>"), "as it is written");
        assert_eq!(
            of(&pipeline, "x"),
            "no asset; root=true asset_rules.xml:5",
            "the other rules are used, at their lines"
        );
    }
}

mod fields {
    use super::{of, sound};

    const CONVERTED: &str = "<r><rule pattern='.*'><converter>C</converter></rule></r>";

    /// Returns the result for `a/b` when the root converts it, and a rule of the folder `a` has the fields `content`.
    fn below(content: &str) -> String {
        let below = format!("<r><rule pattern='b'>{content}</rule></r>");
        of(&sound(&[("asset_rules.xml", CONVERTED), ("a/asset_rules.xml", &below)]), "a/b")
    }

    #[test]
    fn each_field_overrides_earlier_ones() {
        let (root, own) = ("asset_rules.xml:1", "a/asset_rules.xml:1");
        for (content, expected) in [
            ("", format!("asset; converter=C {root}")),
            ("<root>true</root>", format!("asset; root=true {own}; converter=C {root}")),
            ("<root> TRUE </root>", format!("asset; root=true {own}; converter=C {root}")),
            ("<converter>D</converter>", format!("asset; converter=D {own}")),
            ("<converter/>", format!("no asset; converter= {own}")),
            ("<converterParams>-x</converterParams>", format!("asset; converter=C {root}; params=-x {own}")),
            ("<noConversion>true</noConversion>", format!("no asset; converter=C {root}; noConversion=true {own}")),
            ("<noConversion>false</noConversion>", format!("asset; converter=C {root}; noConversion=false {own}")),
        ] {
            assert_eq!(below(content), expected, "{content}");
        }
    }

    #[test]
    fn a_subfolder_can_revoke_an_exclusion() {
        let excluded =
            "<r><rule pattern='.*\\.fx'><converter>C</converter><noConversion>true</noConversion></rule></r>";
        let back = "<r><rule pattern='.*\\.fx'><noConversion>false</noConversion></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", excluded), ("a/b/asset_rules.xml", back)]);
        let is_asset = |path: &str| pipeline.resolver().resolve(path).is_asset();
        assert_eq!(["x.fx", "a/x.fx", "a/b/x.fx", "a/b/c/x.fx"].map(is_asset), [false, false, true, true]);
    }

    #[test]
    fn rules_of_one_file_apply_in_order() {
        let rules = "<r><rule pattern='a'><root>true</root></rule><rule pattern='.*'><root>false</root></rule></r>";
        assert_eq!(of(&sound(&[("asset_rules.xml", rules)]), "a"), "no asset; root=false asset_rules.xml:1");
    }

    #[test]
    fn a_pattern_matches_the_whole_path_relative_to_its_folder() {
        for pattern in ["^a/b$", "a/b", "a|a/b", "(?:c|a/b)", "a/b|a"] {
            let rules = format!("<any><rule pattern='{pattern}'><root>true</root></rule></any>");
            let pipeline = sound(&[("f/g/asset_rules.xml", &rules)]);
            assert!(pipeline.resolver().resolve("f/g/a/b").fields[0].is_some(), "{pattern}");
            let others = ["a/b", "f/g/x/a/b", "f/g/a/bc", "f/ga/b"];
            assert!(others.iter().all(|path| pipeline.resolver().resolve(path).fields[0].is_none()), "{pattern}");
        }
    }

    #[test]
    fn an_empty_exclusion_is_false_with_a_warning() {
        let rules = "<r><rule pattern='.*'><converter>C</converter>\n<noConversion/></rule></r>";
        let (pipeline, diagnostics) = super::pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(super::codes(&diagnostics.warnings), ["conversion-empty 2:2"]);
        let expected = "asset; converter=C asset_rules.xml:1; noConversion=false asset_rules.xml:2";
        assert_eq!(of(&pipeline, "a"), expected);
    }

    #[test]
    fn a_pattern_may_be_an_element() {
        let rules = "<r><rule><pattern>.*\\.fx</pattern><root>true</root></rule></r>";
        assert_eq!(of(&sound(&[("asset_rules.xml", rules)]), "a.fx"), "no asset; root=true asset_rules.xml:1");
    }
}

mod replacements {
    use super::{codes, pipeline, sound};

    #[test]
    fn the_first_match_is_replaced_and_groups_are_inserted() {
        for (pattern, format, built, source) in [
            (r"(\w+)\.out", "$1.in", "x/a.out", "x/a.in"),
            (r"(\w+)\.out", "${1}.in", "x/a.out", "x/a.in"),
            (r"(\w+)\.out", r"\1.in", "x/a.out", "x/a.in"),
            (r"(\w+)\.out", r"\\1.in", "x/a.out", "x/a.in"),
            (r"\.out", "$&s", "a.out", "a.outs"),
            (r"\.out", "$$1", "a.out", "a$1"),
            (r"\.out", "$", "a.out", "a$"),
            (r"\.out", "$.x", "a.out", "a$.x"),
            ("^", "../", "g/a.out", "g/a.out"),
            (r"^g/", "./h//", "g/a.out", "h/a.out"),
            (r"\.out", "", "a.out", "a"),
            ("a", "b", "a/a.out", "b/a.out"),
            ("(a)|(b)", "[$1$2]", "ab", "[a]b"),
            (r"(?<=a)b", "c", "ab", "ac"),
            ("^", "src/", "a.out", "src/a.out"),
        ] {
            let rules = format!(
                "<r><rule pattern='.*'><sourcePattern><![CDATA[{pattern}]]></sourcePattern>\
                 <sourceFormat><![CDATA[{format}]]></sourceFormat></rule></r>"
            );
            let pipeline = sound(&[("f/asset_rules.xml", &rules)]);
            let conversion = pipeline.resolver().resolve(&format!("f/{built}"));
            let found = conversion.source(|_| false);
            let source = if format == "../" { source.to_owned() } else { format!("f/{source}") };
            assert_eq!(found, Some(&*source), "{pattern} {format}");
        }
    }

    #[test]
    fn an_unknown_group_is_refused() {
        for (pattern, format) in [("a", "$1"), ("(a)", "${2}"), ("(a)", r"\3"), ("(?<=(a))b", "$2"), ("(a)", "$1|$2")] {
            let rules = format!(
                "<r><rule pattern='.*'><sourcePattern><![CDATA[{pattern}]]></sourcePattern>\n\
                 <sourceFormat>{format}</sourceFormat></rule></r>"
            );
            let (_, diagnostics) = pipeline(&[("asset_rules.xml", &rules)]);
            let column = 15 + format.rfind(['$', '\\']).unwrap_or_default();
            assert_eq!(codes(&diagnostics.problems), [format!("conversion-no-group 2:{column}")], "{pattern} {format}");
        }
    }

    #[test]
    fn invalid_group_references_are_refused_at_their_place() {
        for (format, expected) in [
            ("a${n}.b", "conversion-no-group 2:16"),
            ("${", "conversion-no-group 2:15"),
            ("a$n", "conversion-no-group 2:16"),
            ("a$é", "conversion-no-group 2:16"),
            ("a|${99999999999999999999}", "conversion-no-group 2:17"),
            (r".x\.b", "conversion-no-group 2:17"),
            (r"x\", "conversion-no-group 2:16"),
        ] {
            let rules = format!(
                "<r><rule pattern='.*'><sourcePattern>(?P&lt;n>a)</sourcePattern>\n<sourceFormat>{format}</sourceFormat></rule></r>"
            );
            let (_, diagnostics) = pipeline(&[("asset_rules.xml", &rules)]);
            assert_eq!(codes(&diagnostics.problems), [expected], "{format}");
        }
    }

    #[test]
    fn an_empty_source_pattern_is_refused() {
        let rules = "<r>\n<rule pattern='.*'><sourcePattern/><sourceFormat>.b</sourceFormat></rule></r>";
        let (_, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(codes(&diagnostics.problems), ["conversion-no-pattern 2:21"]);
    }

    #[test]
    fn doubled_backslashes_of_a_format_are_a_hint() {
        let rules =
            "<r><rule pattern='.*'><sourcePattern>(a)</sourcePattern>\n<sourceFormat>\\\\1</sourceFormat></rule></r>";
        let (_, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(
            (codes(&diagnostics.problems), codes(&diagnostics.hints)),
            (vec![], vec!["conversion-backslashes 2:15".to_owned()])
        );
    }

    #[test]
    fn a_path_without_the_pattern_has_no_source() {
        let rules = "<r><rule pattern='.*'><sourcePattern>x</sourcePattern><sourceFormat>y</sourceFormat></rule></r>";
        assert_eq!(sound(&[("asset_rules.xml", rules)]).resolver().resolve("a").source(|_| true), None);
    }

    #[test]
    fn without_a_format_there_is_no_source() {
        let rules = "<r><rule pattern='.*\\.fxo'><sourcePattern>\\.fxo$</sourcePattern></rule></r>";
        assert_eq!(sound(&[("asset_rules.xml", rules)]).resolver().resolve("b.fxo").source(|_| true), None);
    }

    #[test]
    fn the_first_existing_source_is_used_or_else_the_last() {
        let rules = "<r><rule pattern='.*\\.dds'><sourcePattern>\\.dds$</sourcePattern>\
                     <sourceFormat>.bmp|.tga|.jpg</sourceFormat></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", rules)]);
        let conversion = pipeline.resolver().resolve("a.dds");
        assert_eq!(conversion.sources, ["a.bmp", "a.tga", "a.jpg"]);
        for (there, source) in [(&["a.tga", "a.jpg"][..], "a.tga"), (&["a.bmp", "a.tga"], "a.bmp"), (&[], "a.jpg")] {
            assert_eq!(conversion.source(|path| there.contains(&path)), Some(source), "{there:?}");
        }
    }

    #[test]
    fn fields_of_destination_rules_override_each_other() {
        let above = "<r><rule pattern='.*\\.dds'><converter>C</converter><root>true</root>\
                     <sourcePattern>\\.dds$</sourcePattern><sourceFormat>.tga</sourceFormat></rule></r>";
        let below = "<r><rule pattern='.*\\.dds'>\n<sourceFormat>.png</sourceFormat></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", above), ("png/asset_rules.xml", below)]);
        let fields = "asset; root=true asset_rules.xml:1; converter=C asset_rules.xml:1";
        assert_eq!(super::of(&pipeline, "a.dds"), format!("{fields}; source=a.tga asset_rules.xml:1"));
        assert_eq!(super::of(&pipeline, "png/b.dds"), format!("{fields}; source=png/b.png png/asset_rules.xml:2"));
    }
}

mod refusals {
    use super::{codes, of, pipeline};

    #[test]
    fn errors_have_a_place_and_other_rules_are_used() {
        let good = "<rule pattern='ok'><root>true</root></rule>";
        for (content, expected) in [
            ("<rule><root>true</root></rule>", "conversion-no-pattern 2:1"),
            ("<rule pattern='a('><root>true</root></rule>", "pattern-group 2:17"),
            ("<rule pattern='a(?P'><root>true</root></rule>", "pattern-group 2:17"),
            ("<rule pattern='a'><root>yes</root></rule>", "conversion-no-truth-value 2:25"),
            ("<rule pattern='a'><root/></rule>", "conversion-no-truth-value 2:20"),
            ("<rule pattern='a'><noConversion>no</noConversion></rule>", "conversion-no-truth-value 2:33"),
            ("<rule pattern='a'><sourcePattern>[</sourcePattern></rule>", "pattern-class 2:34"),
        ] {
            let (pipeline, diagnostics) = pipeline(&[("asset_rules.xml", &format!("<r>\n{content}\n{good}</r>"))]);
            assert_eq!(codes(&diagnostics.problems), [expected], "{content}");
            assert_eq!(codes(&diagnostics.warnings), [""; 0], "{content}");
            assert_eq!(of(&pipeline, "ok"), "no asset; root=true asset_rules.xml:3", "{content}");
        }
    }

    #[test]
    fn elements_without_an_effect_are_warnings() {
        for (content, expected, help) in [
            ("<rules pattern='a'/>", "conversion-unknown-tag 2:2", Some("did you mean `rule`?")),
            ("<banana/>", "conversion-unknown-tag 2:2", Some("known here: `rule`")),
            ("<rule pattern='a' patern='b'/>", "conversion-unknown-tag 2:19", Some("did you mean `pattern`?")),
            ("<rule pattern='a'><Root>true</Root></rule>", "conversion-unknown-tag 2:20", Some("did you mean `root`?")),
            ("<rule pattern='a'><root>true</root><root>false</root></rule>", "conversion-repeated 2:37", None),
            (
                "<rule pattern='a'><noConversion> </noConversion></rule>",
                "conversion-empty 2:33",
                Some("to exclude the file, write `<noConversion>true</noConversion>`"),
            ),
        ] {
            let (_, diagnostics) = pipeline(&[("asset_rules.xml", &format!("<r>\n{content}<rule pattern='z'/></r>"))]);
            assert_eq!(
                (codes(&diagnostics.problems), codes(&diagnostics.warnings)),
                (vec![], vec![expected.to_owned()]),
                "{content}"
            );
            assert_eq!(diagnostics.warnings[0].help.as_deref(), help, "{content}");
        }
    }

    #[test]
    fn a_malformed_file_is_one_problem_and_other_files_are_used() {
        let good = "<r><rule pattern='.*'><root>true</root></rule></r>";
        for (text, expected) in
            [("<r><rule></r>", "xml-mismatched-end 1:10"), ("", "xml-empty 1:1"), ("<r>< 1/></r>", "xml-tag-name 1:5")]
        {
            let (pipeline, diagnostics) = pipeline(&[("a/asset_rules.xml", text), ("asset_rules.xml", good)]);
            assert_eq!(codes(&diagnostics.problems).len(), 1, "{text}: {:?}", diagnostics.problems);
            assert_eq!(codes(&diagnostics.problems), [expected], "{text}");
            assert_eq!(of(&pipeline, "a/b"), "no asset; root=true asset_rules.xml:1");
        }
    }
}

mod imports {
    use super::{codes, of, pipeline, sound};

    const NAMED: &str = "<r><rule name='tex'><root>true</root><converter>T</converter></rule>\n\
                         <rule pattern='.*\\.tga' import='tex'/></r>";

    #[test]
    fn a_rule_inherits_the_fields_of_a_named_one() {
        let below = "<r><rule pattern='.*\\.png' import='tex'>\n<converterParams>-x</converterParams></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", NAMED), ("sub/asset_rules.xml", below)]);
        assert_eq!(of(&pipeline, "a.tga"), "asset; root=true asset_rules.xml:2; converter=T asset_rules.xml:2");
        let sub = "sub/asset_rules.xml";
        assert_eq!(
            of(&pipeline, "sub/b.png"),
            format!("asset; root=true {sub}:1; converter=T {sub}:1; params=-x {sub}:2")
        );
        assert_eq!(of(&pipeline, "tex"), "no asset", "a rule without a pattern matches nothing");
    }

    #[test]
    fn fields_of_the_rule_override_imported_ones_and_patterns_are_inherited() {
        let rules = "<r><rule name='a' pattern='.*\\.a'><converter>A</converter><root>true</root></rule>\n\
                     <rule import='a'><converter>B</converter></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", rules)]);
        assert_eq!(of(&pipeline, "x.a"), "asset; root=true asset_rules.xml:2; converter=B asset_rules.xml:2");
    }

    #[test]
    fn an_unknown_import_is_refused_at_its_place() {
        for (rules, expected, help) in [
            (
                "<rule pattern='a' import='texs'/><rule name='tex'/>",
                "conversion-unknown-import 2:27",
                Some("did you mean `tex`?"),
            ),
            ("<rule pattern='a' import='b'/>", "conversion-unknown-import 2:27", None),
            ("<rule name='a' pattern='a' import='a'/>", "conversion-unknown-import 2:36", None),
            (
                "<rule><root>true</root></rule>",
                "conversion-no-pattern 2:1",
                Some("write `<rule pattern=\".*\\.fx\">`, or give the rule a `name` so that other rules can import it"),
            ),
        ] {
            let (_, diagnostics) = pipeline(&[("asset_rules.xml", &format!("<r>\n{rules}</r>"))]);
            assert_eq!(codes(&diagnostics.problems), [expected], "{rules}");
            assert_eq!(diagnostics.problems[0].help.as_deref(), help, "{rules}");
        }
    }

    #[test]
    fn circular_imports_end() {
        let rules =
            "<r><rule name='a' import='b' pattern='x'/><rule name='b' import='c'/><rule name='c' import='b'/></r>";
        let (_, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        assert!(
            diagnostics.problems.iter().all(|problem| problem.code.as_str() == "conversion-unknown-import"),
            "{:?}",
            diagnostics.problems
        );
        assert!(!diagnostics.problems.is_empty());
    }

    #[test]
    fn two_rules_with_the_same_name_are_a_warning() {
        let rules = "<r><rule name='a'/><rule name='a'/></r>";
        let (_, diagnostics) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(codes(&diagnostics.warnings), ["conversion-repeated 1:32"]);
    }
}

mod whole_paths {
    use super::pipeline;

    #[test]
    fn a_pattern_that_matches_only_a_part_of_paths_is_a_warning_with_the_full_form() {
        for (pattern, path, help) in [
            (r"\.fx$", "a.fx", Some(r"write `.*\.fx`")),
            (r"^sub/", "sub/a.fx", Some("write `sub/.*`")),
            (r"\.f", "a.fx", Some(r"write `.*\.f.*`")),
            (r"a$|b", "xa", None),
        ] {
            let rules = format!("<r>\n<rule pattern='{pattern}'><root>true</root></rule></r>");
            let (mut pipeline, _) = pipeline(&[("asset_rules.xml", &rules)]);
            let warnings = pipeline.find_partial(&["other".to_owned(), path.to_owned()]);
            assert_eq!(super::codes(&warnings), ["conversion-partial-match 2:1"], "{pattern}");
            assert_eq!(warnings[0].help.as_deref(), help, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_that_matches_a_whole_path_or_nothing_is_not_a_warning() {
        for pattern in [r".*\.fx", r"\.fy$", "a.fx"] {
            let rules = format!("<r><rule pattern='{pattern}'><root>true</root></rule></r>");
            let (mut pipeline, _) = pipeline(&[("asset_rules.xml", &rules)]);
            assert_eq!(pipeline.find_partial(&["a.fx".to_owned(), "a.fxo".to_owned()]), [], "{pattern}");
        }
    }
}
