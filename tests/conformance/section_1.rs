//! Rule files.

use crate::run;

const FILE: (&str, &str) = ("a.xml", "<R>\n<A>1</A><B>2</B></R>");

/// What a file may hold.
mod forms {
    use super::FILE;

    finds!(a_list_of_rules([FILE], "- name: r\n  rpath: .\n  xpath: '*/A'\n  condition: [Null collection]\n")
        => ["r a.xml:2:4 \"1\""]);
    finds!(a_mapping_with_a_list(
        [FILE],
        "rules:\n  - {name: r, rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => ["r a.xml:2:4 \"1\""]);
    finds!(a_mapping_from_names_to_rules(
        [FILE],
        "r:\n  rpath: .\n  xpath: '*/A'\n  condition: [Null collection]\ns:\n  rpath: .\n  xpath: '*/B'\n\
         \x20 condition: [Null collection]\n"
    ) => ["r a.xml:2:4 \"1\"", "s a.xml:2:12 \"2\""]);
    finds!(a_rule_may_have_any_name(
        [FILE],
        "\u{6750} / 1: {rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => ["\u{6750} / 1 a.xml:2:4 \"1\""]);
    reports!(nothing("") => ["problem rules.yaml:1:1 the file is empty"]);
    reports!(nothing_but_a_comment("# soon\n") => ["problem rules.yaml:1:1 the file is empty"]);
    reports!(nothing_below_the_rules("rules:\n") => ["problem rules.yaml:1:1 `rules` is empty"]);
    reports!(no_rule("rules: []\n") => ["problem rules.yaml the rule files hold no rules"]);
    reports!(a_string("rules\n") => ["problem rules.yaml:1:1 "]);
    reports!(a_list_of_strings("- r\n- s\n") => ["problem rules.yaml:1:3 ", "problem rules.yaml:2:3 "]);
    reports!(invalid_yaml("- name: [r\n- name: s\n") => ["problem rules.yaml:1:9 "]);
    reports!(rules_that_are_not_a_list("rules: r\n") => ["problem rules.yaml:1:8 "]);
    reports!(an_unknown_key_beside_the_rules("rules: [{name: r, rpath: ., xpath: A, condition: [Exist]}]\ncolection: {}\n")
        => ["warning rules.yaml:2:1 \u{2026}collections"]);
    reports!(an_alias("- &a {name: r, rpath: ., xpath: A, condition: [Exist]}\n- *a\n")
        => ["problem rules.yaml:1:3 \u{2026}anchor", "problem rules.yaml:2:3 \u{2026}alias"]);
    reports!(a_tag("- !rule {name: r, rpath: ., xpath: A, condition: [Exist]}\n") => ["problem rules.yaml:1:3 "]);

    #[test]
    fn json_with_comments_and_trailing_commas() {
        let rules = "[ // one\n {\"name\": \"r\", \"rpath\": \".\", \"xpath\": \"*/A\", /* two */ \"condition\": [\"Null collection\",],},\n]";
        let report = crate::run::check(&crate::run::tree(&[FILE]), "rules.json", rules);
        assert_eq!((report.findings().len(), crate::run::report_lines(&report)), (1, Vec::new()));
    }

    #[test]
    fn the_extension_determines_the_format() {
        let yaml = "r: {rpath: ., xpath: '*/A', condition: [Null collection]}\n";
        for (path, loads) in [("a.yaml", true), ("a.yml", true), ("b/a.YAML", true), ("a.json", false)] {
            let checker = crate::run::checker(&[(path, yaml)]);
            assert_eq!(
                (checker.rules().rules().len(), checker.diagnostics().problems.len()),
                if loads { (1, 0) } else { (0, 1) },
                "{path}"
            );
        }
    }
}

/// Other rule files, and where paths begin.
mod extends {
    use crate::run::{checker, diagnostic_lines};

    const MORE: &str = "- {name: more, rpath: ., xpath: A, condition: [Exist]}\n";

    fn names(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let checker = checker(files);
        (
            checker.rules().rules().iter().map(|rule| rule.name().to_owned()).collect(),
            diagnostic_lines(checker.diagnostics()),
        )
    }

    #[test]
    fn rules_of_other_files_run_too() {
        let rules = "extends: [more.yaml]\nrules:\n- {name: r, rpath: ., xpath: A, condition: [Exist]}\n";
        let (mut found, actual) = names(&[("rules.yaml", rules), ("more.yaml", MORE)]);
        found.sort();
        assert_eq!((found, actual), (vec!["more".to_owned(), "r".to_owned()], Vec::new()));
    }

    #[test]
    fn paths_are_relative_to_the_file_that_names_them() {
        let files = [
            ("a/rules.yaml", "extends: [b/more.yaml]\nrules: []\n"),
            ("a/b/more.yaml", "extends: [../../c.yaml]\nrules: []\n"),
            ("c.yaml", MORE),
        ];
        assert_eq!(names(&files), (vec!["more".to_owned()], Vec::new()));
    }

    #[test]
    fn a_file_is_read_once() {
        let files = [
            ("rules.yaml", "extends: [more.yaml, ./more.yaml, other.yaml]\nrules: []\n"),
            ("more.yaml", MORE),
            ("other.yaml", "extends: [more.yaml]\nrules: []\n"),
        ];
        assert_eq!(names(&files), (vec!["more".to_owned()], Vec::new()));
    }

    #[test]
    fn circular_extends_are_a_problem() {
        let files = [
            ("rules.yaml", "extends: [b.yaml]\nrules: []\n"),
            ("b.yaml", "extends: [rules.yaml, more.yaml]\n"),
            ("more.yaml", MORE),
        ];
        let (found, actual) = names(&files);
        assert_eq!(found, ["more"]);
        assert!(actual.len() == 1 && actual[0].starts_with("problem b.yaml:1:11 "), "{actual:?}");
    }

    #[test]
    fn a_missing_file_is_a_problem() {
        let (found, actual) = names(&[(
            "rules.yaml",
            "extends:\n  - gone.yaml\nrules:\n- {name: r, rpath: ., xpath: A, condition: [Exist]}\n",
        )]);
        assert_eq!(found, ["r"]);
        assert!(
            actual.len() == 1 && actual[0].starts_with("problem rules.yaml:2:5 ") && actual[0].contains("gone.yaml"),
            "{actual:?}"
        );
    }

    #[test]
    fn equal_names_in_two_files_are_a_problem() {
        let rules = "extends: [more.yaml]\nrules:\n- {name: more, rpath: ., xpath: A, condition: [Exist]}\n";
        let (found, actual) = names(&[("rules.yaml", rules), ("more.yaml", MORE)]);
        assert_eq!(found, ["more"]);
        assert!(actual.len() == 1 && actual[0].starts_with("problem ") && actual[0].contains("more"), "{actual:?}");
    }
}

mod name {
    use super::FILE;

    finds!(generated_from_the_file_name_and_the_index(
        [FILE],
        "- {rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => ["rules.yaml#1 a.xml:2:4 \"1\""], ["warning rules.yaml:1:4 (rules.yaml#1) \u{2026}"]);
    finds!(the_place_counts_all_rules(
        [FILE],
        "- {name: a, enabled: false}\n- {name: b}\n- {rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => ["rules.yaml#3 a.xml:2:4 \"1\""],
        [
            "problem rules.yaml:2:\u{2026}", "problem rules.yaml:2:\u{2026}", "problem rules.yaml:2:\u{2026}",
            "warning rules.yaml:3:\u{2026}",
        ]);
    reports!(a_repeated_name(
        "- {name: r, rpath: ., xpath: A, condition: [Exist]}\n- {name: r, rpath: ., xpath: B, condition: [Exist]}\n"
    ) => ["problem rules.yaml:2:10 (r) \u{2026}"]);
    reports!(names_differ_by_letter_case(
        "- {name: r, rpath: ., xpath: A, condition: [Exist]}\n- {name: R, rpath: ., xpath: B, condition: [Exist]}\n"
    ) => []);
    reports!(a_rule_switched_off_does_not_reserve_its_name(
        "- {name: r, enabled: false}\n- {name: r, rpath: ., xpath: B, condition: [Exist]}\n"
    ) => []);
    reports!(a_number_is_a_name("- {name: 7, rpath: ., xpath: A, condition: [Exist]}\n") => []);
    reports!(a_list_is_not_a_name("- {name: [r], rpath: ., xpath: A, condition: [Exist]}\n")
        => ["problem rules.yaml:1:10 \u{2026} a string, not a list\u{2026}", "warning rules.yaml:1:\u{2026}"]);

    #[test]
    fn generated_names_do_not_contain_folders() {
        let checker = crate::run::checker(&[("a/b/rules.yml", "- {rpath: ., xpath: A, condition: [Exist]}\n")]);
        assert_eq!(checker.rules().rules()[0].name(), "rules.yml#1");
    }
}

mod severity {
    /// What a finding of a rule with this line says.
    fn severity(line: &str) -> (String, usize) {
        let rules = format!("- name: r\n  rpath: .\n  xpath: '*/A'\n  condition: [Null collection]\n{line}");
        let report = crate::run::check(&crate::run::tree(&[super::FILE]), "rules.yaml", &rules);
        (report.findings()[0].severity.to_string(), report.warnings().len())
    }

    #[test]
    fn error_is_the_default_and_letter_case_is_ignored() {
        for (line, expected) in [
            ("", ("error", 0)),
            ("  severity: error\n", ("error", 0)),
            ("  severity: Warning\n", ("warning", 0)),
            ("  SEVERITY: INFO\n", ("info", 0)),
            ("  severity: hInT\n", ("hint", 0)),
            ("  severity:\n", ("error", 0)),
            ("  severity: ''\n", ("error", 0)),
            ("  severity: fatal\n", ("error", 1)),
        ] {
            let (severity, warnings) = severity(line);
            assert_eq!((severity.as_str(), warnings), expected, "{line}");
        }
    }

    reports!(an_unknown_severity_is_a_warning("- name: r\n  rpath: .\n  xpath: A\n  condition: [Exist]\n  severity: warn\n")
        => ["warning rules.yaml:5:13 (r) \u{2026}warning"]);
}

mod message {
    /// The message of the one finding of a rule with this template.
    fn message(template: &str, xpath: &str) -> String {
        let rules = format!(
            "- name: r\n  rpath: .\n  xpath: \"{xpath}\"\n  condition: [Exist in, [5, x]]\n  message: \"{template}\"\n"
        );
        let file = ("a.xml", "<R>\n<I><A>1</A><A>2</A><B/></I></R>");
        let report = crate::run::check(&crate::run::tree(&[file]), "rules.yaml", &rules);
        assert!(report.findings().len() == 1, "{:?}", crate::run::report_lines(&report));
        report.findings()[0].message.clone()
    }

    #[test]
    fn placeholders_are_filled_in() {
        for (template, xpath, expected) in [
            ("no", "*/I,B", "no"),
            ("{rule} {path}:{line} <{value}>", "*/I,B", "r a.xml:2 <>"),
            ("{value}", "*/I:x?", "null"),
            ("{rule}", "*/I,{line}", "r"),
            ("{value}", "*/I,{line}", "2"),
            ("{A} and {B}", "*/I,A,B", "1, 2 and "),
            ("{tag} with {A}", "*/I,A,{tag}", "I with 1, 2"),
            ("{}", "*/I,B", "{}"),
        ] {
            assert_eq!(message(template, xpath), expected, "{template} {xpath}");
        }
    }

    #[test]
    fn the_placeholder_expected_names_the_list() {
        let text = message("one of {expected}", "*/I,B");
        assert!(text.starts_with("one of ") && text.contains('5') && text.contains('x'), "{text}");
    }

    reports!(an_unknown_placeholder_is_looked_at(
        "- name: r\n  rpath: .\n  xpath: A,B\n  condition: [Exist]\n  message: 'x {valeu}'\n"
    ) => ["hint rules.yaml:5:15 (r) \u{2026}value"]);
    reports!(names_of_the_record_are_placeholders(
        "- name: r\n  rpath: .\n  xpath: R,A,B.C\n  condition: [Exist]\n  message: '{A} {B.C}'\n"
    ) => []);
}

mod enabled {
    use super::FILE;

    finds!(rules_that_are_switched_off_do_not_run(
        [FILE],
        "- {name: r, enabled: false, rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => [], ["warning rules.yaml every rule is switched off"]);
    finds!(a_rule_switched_on_runs(
        [FILE],
        "- {name: r, enabled: true, rpath: ., xpath: '*/A', condition: [Null collection]}\n"
    ) => ["r a.xml:2:4 \"1\""]);
    reports!(a_rule_switched_off_is_not_validated("- {enabled: false, xpath: '*/A[', conditon: 5, severity: fatal}\n")
        => ["warning rules.yaml every rule is switched off"]);
    reports!(neither_on_nor_off("- {name: r, enabled: maybe, rpath: ., xpath: A, condition: [Exist]}\n")
        => ["problem rules.yaml:1:22 (r) \u{2026}"]);
}

mod fields {
    use super::FILE;

    finds!(letter_case_is_free(
        [FILE],
        "- {NAME: r, RPath: ., xPATH: '*/A', Condition: [Null collection], Not_Filter: '2'}\n"
    ) => ["r a.xml:2:4 \"1\""]);
    reports!(an_unknown_field_is_a_warning_with_a_suggestion(
        "- name: r\n  rpath: .\n  xpath: A\n  condition: [Exist]\n  filtr: x\n"
    ) => ["warning rules.yaml:5:3 (r) \u{2026}filter"]);
    reports!(an_unknown_field_without_a_similar_one("- name: r\n  rpath: .\n  xpath: A\n  condition: [Exist]\n  zzzzzz: x\n")
        => ["warning rules.yaml:5:3 (r) \u{2026}"]);
    reports!(a_typing_error_in_a_required_field("- name: r\n  rpath: .\n  xpath: A\n  conditon: [Exist]\n")
        => ["problem rules.yaml:1:9 (r) \u{2026}condition", "warning rules.yaml:4:3 (r) \u{2026}condition"]);
    reports!(displayed_fields_are_known(
        rule!("xpath: A, condition: [Exist], description: d, why: w, url: u, tags: [a, b], fixable: true")
    ) => []);
    reports!(all_required_fields_missing(
        "- name: r\n"
    ) => [
            "problem rules.yaml:1:9 (r) \u{2026}`condition`", "problem rules.yaml:1:9 (r) \u{2026}`rpath`",
            "problem rules.yaml:1:9 (r) \u{2026}`xpath`",
        ]);
    reports!(a_repeated_field("- name: r\n  rpath: .\n  xpath: A\n  xpath: B\n  condition: [Exist]\n")
        => ["problem rules.yaml:4:3 \u{2026}xpath"]);
    reports!(an_empty_optional_field_is_absent(
        rule!("xpath: A, condition: [Exist], filter: , not_filter: '', subxpath: ~, subfilter: '', not_rpath: null, message: '', func_str: ''")
    ) => []);
    reports!(an_empty_required_field_is_missing("- {name: r, rpath: '', xpath: '', condition: []}\n")
        => ["problem rules.yaml:1:\u{2026}", "problem rules.yaml:1:\u{2026}", "problem rules.yaml:1:\u{2026}"]);
    reports!(a_list_in_place_of_a_string("- {name: r, rpath: [a], xpath: A, condition: [Exist]}\n")
        => ["problem rules.yaml:1:20 (r) \u{2026} a string, not a list\u{2026}"]);
    reports!(a_condition_that_is_a_bare_string(rule!("xpath: A, condition: Exist"))
        => ["problem rules.yaml:1:44 (r) \u{2026}"]);
    reports!(a_condition_that_is_a_mapping(rule!("xpath: A, condition: {Exist: 1}"))
        => ["problem rules.yaml:1:44 (r) \u{2026}"]);
}

/// Each fault has its place in the rule file, whatever the text is written in.
mod places {
    reports!(one_problem_for_each_fault(
        "- name: r\n  rpath: '['\n  not_rpath: '(a'\n  xpath: '*/A['\n  filter: '*'\n  condition: ['<=']\n"
    ) => [
            "problem rules.yaml:2:11 (r) \u{2026}", "problem rules.yaml:3:15 (r) \u{2026}",
            "problem rules.yaml:4:15 (r) \u{2026}", "problem rules.yaml:5:12 (r) \u{2026}",
            "problem rules.yaml:6:16 (r) \u{2026}",
        ]);
    reports!(in_a_plain_string(
        "- {name: r, rpath: ., condition: [Exist]}\n- name: s\n  rpath: .\n  xpath: A/B//C\n  condition: [Exist]\n"
    ) => ["problem rules.yaml:1:\u{2026}xpath", "problem rules.yaml:4:14 (s) \u{2026}"]);
    reports!(in_single_quotes(rule!("xpath: 'A.\"it''s\"=5', condition: [Exist]"))
        => ["problem rules.yaml:1:40 (r) \u{2026}"]);
    reports!(in_double_quotes_with_escapes(rule!("xpath: \"A.\\\"\\u00e4\\\"=5\", condition: [Exist]"))
        => ["problem rules.yaml:1:43 (r) \u{2026}"]);
    reports!(in_a_literal_block("- name: r\n  rpath: .\n  xpath: |\n    A\n      .B=5\n  condition: [Exist]\n")
        => ["problem rules.yaml:5:9 (r) \u{2026}"]);
    reports!(in_a_folded_block("- name: r\n  rpath: .\n  xpath: >-\n    A\n    .B=5\n  condition: [Exist]\n")
        => ["problem rules.yaml:5:7 (r) \u{2026}"]);
    reports!(after_wide_characters("- {name: \u{1f600}, rpath: ., xpath: A=, condition: [Exist]}\n")
        => ["problem rules.yaml:1:32 (\u{1f600}) \u{2026}"]);
    reports!(in_an_element_of_the_condition(
        "- name: r\n  rpath: .\n  xpath: A\n  condition:\n    - Exist in\n    - \"['a', b]\"\n"
    ) => ["problem rules.yaml:6:14 (r) \u{2026}"]);
    reports!(of_an_unknown_method("- name: r\n  rpath: .\n  xpath: A\n  condition: [Exsit in, [a]]\n")
        => ["problem rules.yaml:4:15 (r) \u{2026}Exist in"]);

    #[test]
    fn in_json_too() {
        let rules = "{\"rules\": [\n  {\"name\": \"r\", \"rpath\": \".\", \"xpath\": \"A.\\\"x\\\"=5\", \"condition\": [\"Exist\"]}\n]}";
        let checker = crate::run::checker(&[("a/rules.json", rules)]);
        let actual = crate::run::diagnostic_lines(checker.diagnostics());
        assert!(actual.len() == 1 && actual[0].starts_with("problem a/rules.json:2:48 (r) "), "{actual:?}");
    }

    #[test]
    fn a_caret_is_below_the_place() {
        let checker =
            crate::run::checker(&[("rules.yaml", "- name: r\n  rpath: .\n  xpath: A//B\n  condition: [Exist]\n")]);
        let excerpt = checker.diagnostics().problems[0].excerpt.clone().expect("it has an excerpt");
        assert_eq!((excerpt.text.as_str(), excerpt.start, excerpt.end), ("  xpath: A//B", 11, 12));
    }
}

/// What is not YAML as printed is read all the same, with a hint.
mod forgiven {
    use super::FILE;

    finds!(a_star_first([FILE], "- name: r\n  rpath: .\n  xpath: */A\n  condition: [Null collection]\n")
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(two_stars_first([FILE], "- name: r\n  rpath: .\n  xpath: **/A\n  condition: [Null collection]\n")
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(a_word_in_braces_first(
        [FILE],
        "- name: r\n  rpath: .\n  xpath: {file.name}\n  condition: [Null collection]\n"
    ) => ["r a.xml:1:1 \"a.xml\""], ["hint rules.yaml:3:10 \u{2026}"]);
    reports!(a_word_of_images_first("- name: r\n  rpath: .\n  xpath: {image.width}\n  condition: [<=, 5]\n")
        => ["hint rules.yaml:3:10 \u{2026}"]);
    reports!(a_backtick_first("- name: r\n  rpath: .\n  xpath: A\n  condition: [Exist]\n  description: `x` is missing\n")
        => ["hint rules.yaml:5:16 \u{2026}"]);
    reports!(a_star_first_in_a_flow_mapping(rule!("xpath: */A, condition: [Exist]")) => ["hint rules.yaml:1:30 \u{2026}"]);
    reports!(a_leading_star_in_a_pattern_is_still_refused("- name: r\n  rpath: *.xml\n  xpath: A\n  condition: [Exist]\n")
        => ["problem rules.yaml:2:10 (r) \u{2026}", "hint rules.yaml:2:10 \u{2026}"]);
    reports!(faults_after_repaired_syntax_keep_their_place("- name: r\n  rpath: .\n  xpath: */A//B\n  condition: [Exist]\n")
        => ["problem rules.yaml:3:14 (r) \u{2026}", "hint rules.yaml:3:10 \u{2026}"]);
    finds!(curly_quotes_around_a_method(
        [FILE],
        "- {name: r, rpath: ., xpath: A, condition: [Exist]}\n- name: s\n  rpath: .\n  xpath: R/A\n\
         \x20 condition: [\u{201c}Null collection\u{201d}]\n"
    ) => ["s a.xml:2:4 \"1\""], ["warning rules.yaml:1:\u{2026}", "hint rules.yaml:5:15 \u{2026}"]);
    finds!(a_straight_quote_closed_by_a_curly_quote(
        [FILE],
        "- name: s\n  rpath: .\n  xpath: R/A\n  condition: [\"Null collection\u{201d}]\n"
    ) => ["s a.xml:2:4 \"1\""], ["hint rules.yaml:4:\u{2026}"]);
    finds!(single_curly_quotes_around_a_method(
        [FILE],
        "- name: s\n  rpath: .\n  xpath: R/A\n  condition: [\u{2018}Null collection\u{2019}]\n"
    ) => ["s a.xml:2:4 \"1\""], ["hint rules.yaml:4:15 \u{2026}"]);
    finds!(quotes_inside_quotes_around_a_method(
        [FILE],
        "- name: s\n  rpath: .\n  xpath: R/A\n  condition: ['\"Null collection\"']\n"
    ) => ["s a.xml:2:4 \"1\""], ["hint rules.yaml:4:\u{2026}"]);
    finds!(curly_quotes_in_an_xpath(
        [FILE],
        "- name: s\n  rpath: .\n  xpath: R/\u{201c}A\u{201d}\n  condition: [Null collection]\n"
    ) => ["s a.xml:2:4 \"1\""], ["hint rules.yaml:3:12 \u{2026}"]);
    finds!(curly_quotes_around_each_name_of_an_xpath(
        [FILE],
        "- name: s\n  rpath: .\n  xpath: \u{201c}R\u{201d}/\u{201c}A\u{201d}\n  condition: [Null collection]\n"
    ) => ["s a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}", "hint rules.yaml:3:14 \u{2026}"]);
    finds!(curly_quotes_inside_strings_are_kept(
        [("a.xml", "<R><A>\u{201c}x\u{201d}</A><A>\"x\"</A></R>")],
        "- name: s\n  rpath: .\n  xpath: R/A\n  condition: [Exist in, [\u{201c}x\u{201d}]]\n"
    ) => ["s a.xml:1:17 \"\\\"x\\\"\""]);
    finds!(curly_quotes_in_a_filter_stay(
        [("a.xml", "<R><A>\u{201c}x</A><A>\"x</A></R>")],
        "- name: s\n  rpath: .\n  xpath: R/A\n  filter: \u{201c}\n  condition: [Null collection]\n"
    ) => ["s a.xml:1:7 \"\u{201c}x\""]);
    finds!(a_number_without_quotes([FILE], rule!("xpath: R/B, condition: [\"<=\", 1 ]")) => ["r a.xml:2:12 \"2\""]);
    finds!(an_operator_with_a_blank([FILE], rule!("xpath: R/B, condition: [\"! =\", 2]")) => ["r a.xml:2:12 \"2\""]);
}

/// The two rules that the documents of the old checker print, as printed.
mod printed {
    use crate::run;

    const REPOSITORY: &str = "<Repository><Items>
<Item><Type>Model</Type><GUID>914fa3a0-62cd-4b5a-83df-92fdf494534a</GUID></Item>
<Item><Type>Mesh</Type><GUID>e5ce0940-f689-404d-968f-775317804069</GUID></Item>
</Items></Repository>";
    const MODEL: &str = "<Resource><ModelInfo><Root><Entity>
<NumFaces>6000</NumFaces><NumFaces>5000</NumFaces></Entity></Root></ModelInfo></Resource>";
    const FILES: [(&str, &str); 2] = [
        ("Package/Repository/A.local/resource.repository", REPOSITORY),
        ("Package/Repository/A.local/91/{914fa3a0-62cd-4b5a-83df-92fdf494534a}/resource.xml", MODEL),
    ];

    #[test]
    fn the_first_runs() {
        let rules = "unique-guids:
    rpath: .*Repository.*resource.repository
    xpath: */Items/Item/GUID
    condition: [\u{2018}Satisfy the expression','d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1']
";
        let twice = "<Repository><Items>\n<Item><GUID>{E5CE0940-F689-404D-968F-775317804069}</GUID></Item></Items></Repository>";
        let other = "Package/Repository/B.local/resource.repository";
        let found = [
            format!("unique-guids {}:3:30 \"e5ce0940-f689-404d-968f-775317804069\"", FILES[0].0),
            format!("unique-guids {other}:2:13 \"{{E5CE0940-F689-404D-968F-775317804069}}\""),
        ];
        let hints = ["hint rules.yaml:3:12 \u{2026}", "hint rules.yaml:4:17 \u{2026}"];
        let files = [FILES[0], FILES[1], (other, twice)];
        crate::rows::assert_finds(&run::tree(&files), rules, &found.each_ref().map(String::as_str), &hints);
    }

    #[test]
    fn the_second_runs() {
        let rules = "model-faces:
    rpath: .*Repository.*resource.repository
    xpath: */Items/Item.Type==Model,GUID
    filter: artfunc_res_filter.guidToRealPath
    subxpath: */ModelInfo/Root/Entity/NumFaces
    condition: [\"<=\",  5000 ]
";
        let report = run::check(&run::tree(&FILES), "rules.yaml", rules);
        let found: Vec<String> = report.findings().iter().map(run::finding_line).collect();
        assert_eq!(found, [format!("model-faces {}:2:11 \"6000\"", FILES[1].0)]);
        assert!(report.problems().is_empty() && report.warnings().is_empty(), "{:?}", run::report_lines(&report));
        assert_eq!(report.hints().len(), 2, "both paths begin with a star: {:?}", run::report_lines(&report));
    }

    /// The fields alone, indented, with nothing around them.
    #[test]
    fn the_second_runs_without_a_name_too() {
        let rules = "    rpath: .*Repository.*resource.repository
    xpath: */Items/Item.Type==Model,GUID
    filter: artfunc_res_filter.guidToRealPath
    subxpath: */ModelInfo/Root/Entity/NumFaces
    condition: [\"<=\",  5000 ]
";
        let found = format!("rules.yaml#1 {}:2:11 \"6000\"", FILES[1].0);
        let lines = ["warning rules.yaml:1:\u{2026}", "hint \u{2026}", "hint \u{2026}", "hint \u{2026}"];
        crate::rows::assert_finds(&run::tree(&FILES), rules, &[&found], &lines);
    }

    /// Every path that the documents print parses.
    #[test]
    fn all_paths_load() {
        for xpath in [
            "*/Items/Item.Type==Material,GUID",
            "*/Items/Item.Type==Texture,GUID",
            "*/Items/Item.Type==Model&Name=='^char_`,Deps",
            "*/Items/Item.Type==Mesh&Annotation.Anno.Key==CollisionShape,Annotation.Anno.Value",
            "/Items/Item/GUID",
            "/Items/Item.GUID",
            "/Items/Item",
            "/Items/*",
            "Repository/Items/Item",
            "*/Items/Item.Type! =`^Mesh_`&Name==`^Mesh_`,Package,Name",
        ] {
            let rules = format!("r:\n    rpath: .\n    xpath: {xpath}\n    condition: [\"Exist\"]\n");
            let checker = run::checker(&[("rules.yaml", &rules)]);
            assert!(
                checker.diagnostics().problems.is_empty(),
                "{xpath}: {:?}",
                run::diagnostic_lines(checker.diagnostics())
            );
        }
    }

    /// Every condition that the documents print loads, those of functions that a studio has of its own apart.
    #[test]
    fn all_conditions_load() {
        for condition in [
            "[\"Exist\"]",
            "[\"Not Exist\"]",
            "[\"Exist in\", \"artfunc_res_filter.ALL_RES_GUID\"]",
            "[\"Not exist in\", \"['a', 'b']\"]",
            "[\"Null collection\u{201d}]",
            "[\"Not null collection\"]",
            "[\"Unique\"]",
            "[\"! =\", \"Value\"]",
            "[\"Satisfy the expression\", \"d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1\"]",
        ] {
            let rules = format!("r:\n    rpath: .\n    xpath: A\n    condition: {condition}\n");
            let checker = run::checker(&[("rules.yaml", &rules)]);
            assert!(
                checker.diagnostics().problems.is_empty(),
                "{condition}: {:?}",
                run::diagnostic_lines(checker.diagnostics())
            );
        }
    }
}

#[test]
fn a_broken_rule_does_not_affect_other_rules() {
    let rules = "- {name: r, rpath: '(', xpath: '*/A', condition: [Exist]}\n\
        - {name: s, rpath: ., xpath: '*/A', condition: [Null collection]}\n";
    let report = run::check(&run::tree(&[FILE]), "rules.yaml", rules);
    assert_eq!((report.findings().len(), report.problems().len()), (1, 1));
}

/// Everything around the rules that YAML allows.
mod yaml {
    use super::FILE;

    /// A rule for all files whose other lines are `lines`.
    fn rule(lines: &str) -> String {
        format!("- name: r\n  rpath: .\n{lines}")
    }

    const STAR: &str = "- name: r\n  rpath: .\n  xpath: */A\n  condition: [Null collection]\n";

    finds!(line_ends_of_windows([FILE], &STAR.replace('\n', "\r\n"))
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(line_ends_of_old_macs([FILE], &STAR.replace('\n', "\r"))
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(a_byte_order_mark([FILE], &format!("\u{feff}{STAR}"))
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(marks_of_a_document([FILE], &format!("---\n{STAR}...\n"))
        => ["r a.xml:2:4 \"1\""], ["hint rules.yaml:4:10 \u{2026}"]);
    finds!(a_second_document_is_a_problem([FILE], &format!("{STAR}---\n{STAR}"))
        => ["r a.xml:2:4 \"1\""], ["problem rules.yaml:5:1 \u{2026}", "hint rules.yaml:3:10 \u{2026}"]);
    finds!(a_comment_after_repaired_syntax(
        [FILE],
        &rule("  xpath: {file.name}   # all\n  condition: [Null collection] # x\n")
    ) => ["r a.xml:1:1 \"a.xml\""], ["hint rules.yaml:3:10 \u{2026}"]);
    finds!(a_word_in_braces_in_a_flow_mapping([FILE], rule!("xpath: {file.name}, condition: [Null collection]"))
        => ["r a.xml:1:1 \"a.xml\""], ["hint rules.yaml:1:30 \u{2026}"]);
    finds!(blanks_before_the_colon([FILE], &rule("  xpath : */B\n  condition : [\"<=\", 1]\n"))
        => ["r a.xml:2:12 \"2\""], ["hint"]);
    finds!(keys_in_quotes([FILE], &rule("  \"xpath\": */B\n  'condition': [\"<=\", 1]\n"))
        => ["r a.xml:2:12 \"2\""], ["hint"]);
    finds!(keys_in_capitals([FILE], &rule("  XPATH: */B\n  Condition: [\"<=\", 1]\n"))
        => ["r a.xml:2:12 \"2\""], ["hint"]);
    finds!(only_a_star([FILE], &rule("  xpath: *\n  condition: [\"==\", x]\n")) => ["r a.xml:1:1 \"\""], ["hint"]);
    finds!(a_star_in_a_message([FILE], &rule("  xpath: R/B\n  message: *bad* {value}\n  condition: [\"<=\", 1]\n"))
        => ["r a.xml:2:12 \"2\""], ["hint rules.yaml:4:12 \u{2026}"]);
    finds!(a_list_in_a_block([FILE], &rule("  xpath: R/B\n  condition:\n    - \"<=\"\n    - 1\n"))
        => ["r a.xml:2:12 \"2\""]);
    finds!(operators_without_quotes([FILE], rule!("xpath: R/B, condition: [<=, 1]")) => ["r a.xml:2:12 \"2\""]);
    reports!(an_operator_that_would_be_a_tag(rule!("xpath: R/B, condition: [!=, 2]"))
        => ["problem rules.yaml:1:47 (r) \u{2026}quotes"]);
}

/// Functions for every rule of a file; more in section 8.
mod script {
    use super::FILE;

    const RULES: &str = "rules:\n- {name: r, rpath: ., xpath: '*/A', condition: [func_f]}\n";

    /// A rule file with that `script:` before the rules.
    fn with(script: &str) -> String {
        format!("{script}\n{RULES}")
    }

    finds!(in_a_block([FILE], &with("script: |\n  fn f(data, filepath, condition) {\n    data\n  }"))
        => ["r a.xml:2:4 \"1\""]);
    finds!(in_a_folded_block([FILE], &with("script: >-\n  fn f(data, filepath, condition) {\n  data\n  }"))
        => ["r a.xml:2:4 \"1\""]);
    finds!(in_quotes([FILE], &with("script: \"fn f(data, filepath, condition) {\\n  data\\n}\"")) => ["r a.xml:2:4 \"1\""]);
    finds!(in_any_letter_case([FILE], &with("Script: 'fn f(data, filepath, condition) { data }'"))
        => ["r a.xml:2:4 \"1\""]);
    finds!(an_empty_script_is_ignored([FILE], "script: ''\nr: {rpath: ., xpath: '*/A', condition: [Null collection]}\n")
        => ["r a.xml:2:4 \"1\""]);
    reports!(a_list_is_a_problem(&with("script: [a]")) => [
        "problem rules.yaml:1:9 `script` must be a string, not a list",
        "problem rules.yaml:3:49 (r) there is no function `f`"
    ]);
    reports!(an_invalid_script_is_a_problem_and_its_rules_do_not_run(
        &with("script: |\n  fn f(data, filepath, condition) {\n    data +\n  }")
    ) => [
        "problem rules.yaml:4:3 \u{2026}",
        "problem rules.yaml:6:49 (r) the `script` of this file cannot be used, so this rule is not run"
    ]);
    finds!(an_invalid_script_does_not_affect_rules_without_functions(
        [FILE],
        "script: 'fn f('\nrules:\n- {name: r, rpath: ., xpath: '*/A', condition: [Null collection]}\n\
         - {name: s, rpath: ., xpath: '*/A', condition: [Satisfy the expression, d == str(2)]}\n"
    ) => ["r a.xml:2:4 \"1\"", "s a.xml:2:4 \"1\""], ["problem rules.yaml:1:\u{2026}"]);
}
