//! Conversion rules: what is read, what comes of paths, what is wrong with a whole.

mod limits;
mod whole;
mod written;

use super::{Conversion, Pipeline, Setter};
use crate::report::{Diagnostics, Problem};
use crate::source::MemorySource;

/// A pipeline of rule files, each by its path.
fn pipeline(files: &[(&str, &str)]) -> (Pipeline, Diagnostics) {
    let mut source = MemorySource::new();
    for (path, text) in files {
        source.insert(*path, text.as_bytes().to_vec());
    }
    Pipeline::read(files.iter().map(|(path, _)| *path), &source)
}

/// The same of files in which nothing is wrong.
fn sound(files: &[(&str, &str)]) -> Pipeline {
    let (pipeline, said) = pipeline(files);
    assert_eq!((said.problems, said.warnings), (vec![], vec![]));
    pipeline
}

fn by(setter: Setter<'_>) -> String {
    format!("{}:{}", setter.path, setter.place.line)
}

/// What comes of a path, in one line: each field with who said it.
fn told(conversion: &Conversion<'_>) -> String {
    let Conversion { root, converter, params, no_conversion, sources, .. } = conversion;
    let mut told = vec![if conversion.is_asset() { "asset".to_owned() } else { "no asset".to_owned() }];
    told.extend(root.iter().map(|said| format!("root={} {}", said.value, by(said.by))));
    told.extend(converter.iter().map(|said| format!("converter={} {}", said.value, by(said.by))));
    told.extend(params.iter().map(|said| format!("params={} {}", said.value, by(said.by))));
    told.extend(no_conversion.iter().map(|said| format!("noConversion={} {}", said.value, by(said.by))));
    told.extend(sources.iter().map(|said| format!("source={} {}", said.value, by(said.by))));
    told.join("; ")
}

fn of(pipeline: &Pipeline, path: &str) -> String {
    told(&pipeline.resolver().resolve(path))
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
    fn one_file_is_matched_to_its_converter() {
        let pipeline = sound(&[("asset_rules.xml", DETAILS)]);
        let told = of(&pipeline, "texture_details.xml");
        assert_eq!(
            told,
            "asset; root=true asset_rules.xml:3; converter=HierarchicalConfigConverter asset_rules.xml:4; params=-f \
             texture_details.xml -o system/data/texture_detail_levels.xml asset_rules.xml:5"
        );
        assert_eq!(of(&pipeline, "sets/texture_details.xml"), "no asset");
    }

    #[test]
    fn a_folder_below_takes_back_the_root_and_the_converter_stays() {
        let shaders = r#"<rules><rule pattern=".*(\\.fx)$">
  <root>true</root>
  <converter>EffectConverter</converter>
</rule></rules>"#;
        let custom = r#"<rules><rule pattern=".*(\\.fx)$"><root>false</root></rule></rules>"#;
        let (pipeline, said) = pipeline(&[
            ("bigworld/shaders/asset_rules.xml", shaders),
            ("bigworld/shaders/custom/asset_rules.xml", custom),
        ]);
        assert_eq!(codes(&said.problems), [""; 0]);
        assert_eq!(codes(&said.hints), ["conversion-backslashes 1:23", "conversion-backslashes 1:23"]);
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
        assert_eq!(of(&pipeline, "bigworld/a.fx"), "no asset", "rules count below their folder only");
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

    /// Blanks inside the brackets, a letter missing, and a value that says the opposite of the text around it.
    #[test]
    fn the_misspelt_exclusion_is_told_with_the_right_spelling() {
        let rules = r#"<rules>
    <rule pattern=".*(do_not_convert\\.fx)$">
        < noCoversion >false</noCoversion>
    </rule>
    <rule pattern="x"><root>true</root></rule>
</rules>"#;
        let (pipeline, said) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(codes(&said.problems), [""; 0]);
        assert_eq!(codes(&said.warnings), ["conversion-blank 3:10", "conversion-unknown-tag 3:11"]);
        assert_eq!(said.warnings[1].help.as_deref(), Some("did you mean `noConversion`?"));
        let excerpt = said.warnings[1].excerpt.as_ref().map(|excerpt| excerpt.text.trim());
        assert_eq!(excerpt, Some("< noCoversion >false</noCoversion>"), "as it is written");
        assert_eq!(
            of(&pipeline, "x"),
            "no asset; root=true asset_rules.xml:5",
            "the other rules count, at their lines"
        );
    }
}

mod fields {
    use super::{of, sound};

    const CONVERTED: &str = "<r><rule pattern=''><converter>C</converter></rule></r>";

    /// What comes of `a/b` when the root has it converted and the folder `a` says something of it.
    fn below(says: &str) -> String {
        let below = format!("<r><rule pattern='b'>{says}</rule></r>");
        of(&sound(&[("asset_rules.xml", CONVERTED), ("a/asset_rules.xml", &below)]), "a/b")
    }

    #[test]
    fn each_is_laid_over_what_came_before() {
        let (root, own) = ("asset_rules.xml:1", "a/asset_rules.xml:1");
        for (says, expected) in [
            ("", format!("asset; converter=C {root}")),
            ("<root>true</root>", format!("asset; root=true {own}; converter=C {root}")),
            ("<root> TRUE </root>", format!("asset; root=true {own}; converter=C {root}")),
            ("<converter>D</converter>", format!("asset; converter=D {own}")),
            ("<converter/>", format!("no asset; converter= {own}")),
            ("<converterParams>-x</converterParams>", format!("asset; converter=C {root}; params=-x {own}")),
            ("<noConversion>true</noConversion>", format!("no asset; converter=C {root}; noConversion=true {own}")),
            ("<noConversion/>", format!("no asset; converter=C {root}; noConversion=true {own}")),
            ("<noConversion>false</noConversion>", format!("asset; converter=C {root}; noConversion=false {own}")),
        ] {
            assert_eq!(below(says), expected, "{says}");
        }
    }

    #[test]
    fn an_exclusion_is_taken_back_further_down() {
        let excluded = "<r><rule pattern='\\.fx$'><converter>C</converter><noConversion/></rule></r>";
        let back = "<r><rule pattern='\\.fx$'><noConversion>false</noConversion></rule></r>";
        let pipeline = sound(&[("asset_rules.xml", excluded), ("a/b/asset_rules.xml", back)]);
        let is_asset = |path: &str| pipeline.resolver().resolve(path).is_asset();
        assert_eq!(["x.fx", "a/x.fx", "a/b/x.fx", "a/b/c/x.fx"].map(is_asset), [false, false, true, true]);
    }

    #[test]
    fn rules_of_one_file_count_in_its_order() {
        let rules = "<r><rule pattern='a'><root>true</root></rule><rule pattern=''><root>false</root></rule></r>";
        assert_eq!(of(&sound(&[("asset_rules.xml", rules)]), "a"), "no asset; root=false asset_rules.xml:1");
    }

    #[test]
    fn a_pattern_is_searched_for_from_the_folder_of_its_file_on() {
        let rules = "<any><rule pattern='^a/b$'><root>true</root></rule></any>";
        let pipeline = sound(&[("f/g/asset_rules.xml", rules)]);
        assert!(pipeline.resolver().resolve("f/g/a/b").root.is_some());
        assert!(["a/b", "f/g/x/a/b", "f/ga/b"].iter().all(|path| pipeline.resolver().resolve(path).root.is_none()));
    }
}

mod replacements {
    use super::{codes, pipeline, sound};

    #[test]
    fn groups_are_put_in_wherever_the_pattern_is() {
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
            ("a", "b", "a/a.out", "b/b.out"),
            ("(a)|(b)", "[$1$2]", "ab", "[a][b]"),
            (r"(?<=a)b", "c", "ab", "ac"),
            ("^", "src/", "a.out", "src/a.out"),
        ] {
            let rules = format!(
                "<r><rule pattern=''><sourcePattern><![CDATA[{pattern}]]></sourcePattern>\
                 <sourceFormat><![CDATA[{format}]]></sourceFormat></rule></r>"
            );
            let pipeline = sound(&[("f/asset_rules.xml", &rules)]);
            let conversion = pipeline.resolver().resolve(&format!("f/{built}"));
            let told = conversion.source().map(|said| said.value.clone());
            let source = if format == "../" { source.to_owned() } else { format!("f/{source}") };
            assert_eq!(told, Some(source), "{pattern} {format}");
        }
    }

    #[test]
    fn a_group_that_is_not_there_is_refused() {
        for (pattern, format) in
            [("a", "$1"), ("(a)", "${2}"), ("(a)", r"\3"), ("(?<=(a))b", "$2"), ("a", "${99999999999999999999}")]
        {
            let rules = format!(
                "<r><rule pattern=''><sourcePattern><![CDATA[{pattern}]]></sourcePattern>\n\
                 <sourceFormat>{format}</sourceFormat></rule></r>"
            );
            let (_, said) = pipeline(&[("asset_rules.xml", &rules)]);
            assert_eq!(codes(&said.problems), ["conversion-no-group 2:15"], "{pattern} {format}");
        }
    }

    #[test]
    fn what_looks_like_a_group_and_is_none_is_refused_at_its_place() {
        for (format, expected) in [
            ("a${n}.b", "conversion-no-group 2:16"),
            ("${", "conversion-no-group 2:15"),
            ("a$n", "conversion-no-group 2:16"),
            ("a$é", "conversion-no-group 2:16"),
            (r".x\.b", "conversion-no-group 2:17"),
            (r"x\", "conversion-no-group 2:16"),
        ] {
            let rules = format!(
                "<r><rule pattern=''><sourcePattern>(?P&lt;n>a)</sourcePattern>\n<sourceFormat>{format}</sourceFormat></rule></r>"
            );
            let (_, told) = pipeline(&[("asset_rules.xml", &rules)]);
            assert_eq!(codes(&told.problems), [expected], "{format}");
        }
    }

    #[test]
    fn an_empty_source_pattern_is_refused() {
        let rules = "<r>\n<rule pattern=''><sourcePattern/><sourceFormat>.b</sourceFormat></rule></r>";
        let (_, told) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(codes(&told.problems), ["conversion-no-pattern 2:19"]);
    }

    #[test]
    fn doubled_backslashes_of_a_format_are_a_hint() {
        let rules =
            "<r><rule pattern=''><sourcePattern>(a)</sourcePattern>\n<sourceFormat>\\\\1</sourceFormat></rule></r>";
        let (_, told) = pipeline(&[("asset_rules.xml", rules)]);
        assert_eq!(
            (codes(&told.problems), codes(&told.hints)),
            (vec![], vec!["conversion-backslashes 2:15".to_owned()])
        );
    }

    #[test]
    fn a_path_without_the_pattern_has_no_source() {
        let rules = "<r><rule pattern=''><sourcePattern>x</sourcePattern></rule></r>";
        assert_eq!(sound(&[("asset_rules.xml", rules)]).resolver().resolve("a").source(), None);
    }
}

mod refusals {
    use super::{codes, of, pipeline};

    #[test]
    fn what_is_wrong_is_told_at_its_place_and_the_rest_counts() {
        let good = "<rule pattern='ok'><root>true</root></rule>";
        for (says, expected) in [
            ("<rule><root>true</root></rule>", "conversion-no-pattern 2:1"),
            ("<rule pattern='a('><root>true</root></rule>", "pattern-group 2:17"),
            ("<rule pattern='a(?P'><root>true</root></rule>", "pattern-group 2:17"),
            ("<rule pattern='a'><root>yes</root></rule>", "conversion-no-truth-value 2:25"),
            ("<rule pattern='a'><root/></rule>", "conversion-no-truth-value 2:20"),
            ("<rule pattern='a'><noConversion>no</noConversion></rule>", "conversion-no-truth-value 2:33"),
            ("<rule pattern='a'><sourcePattern>[</sourcePattern></rule>", "pattern-class 2:34"),
        ] {
            let (pipeline, said) = pipeline(&[("asset_rules.xml", &format!("<r>\n{says}\n{good}</r>"))]);
            assert_eq!(codes(&said.problems), [expected], "{says}");
            assert_eq!(codes(&said.warnings), [""; 0], "{says}");
            assert_eq!(of(&pipeline, "ok"), "no asset; root=true asset_rules.xml:3", "{says}");
        }
    }

    #[test]
    fn what_says_nothing_is_a_warning() {
        for (says, expected, help) in [
            ("<rules pattern='a'/>", "conversion-unknown-tag 2:2", Some("did you mean `rule`?")),
            ("<banana/>", "conversion-unknown-tag 2:2", Some("known here: `rule`")),
            ("<rule pattern='a' patern='b'/>", "conversion-unknown-tag 2:19", Some("did you mean `pattern`?")),
            ("<rule pattern='a'><Root>true</Root></rule>", "conversion-unknown-tag 2:20", Some("did you mean `root`?")),
            ("<rule pattern='a'><root>true</root><root>false</root></rule>", "conversion-repeated 2:37", None),
            ("<rule pattern='a'><sourceFormat>b</sourceFormat></rule>", "conversion-no-effect 2:33", None),
            (
                "<rule pattern='a'><sourcePattern>a</sourcePattern><root>true</root></rule>",
                "conversion-no-effect 2:57",
                Some("say it of the source, in a rule of its own"),
            ),
        ] {
            let (_, said) = pipeline(&[("asset_rules.xml", &format!("<r>\n{says}<rule pattern='z'/></r>"))]);
            assert_eq!((codes(&said.problems), codes(&said.warnings)), (vec![], vec![expected.to_owned()]), "{says}");
            assert_eq!(said.warnings[0].help.as_deref(), help, "{says}");
        }
    }

    #[test]
    fn a_malformed_file_is_one_problem_and_others_count() {
        let good = "<r><rule pattern=''><root>true</root></rule></r>";
        for (text, expected) in
            [("<r><rule></r>", "xml-mismatched-end 1:10"), ("", "xml-empty 1:1"), ("<r>< 1/></r>", "xml-tag-name 1:5")]
        {
            let (pipeline, said) = pipeline(&[("a/asset_rules.xml", text), ("asset_rules.xml", good)]);
            assert_eq!(codes(&said.problems).len(), 1, "{text}: {:?}", said.problems);
            assert_eq!(codes(&said.problems), [expected], "{text}");
            assert_eq!(of(&pipeline, "a/b"), "no asset; root=true asset_rules.xml:1");
        }
    }
}
