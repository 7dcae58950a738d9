//! `filter`, `not_filter`.

/// `keeps!(claim("document", "xpath", "fields") => [values])`: which values are left behind the filters.
macro_rules! keeps {
    ($claim:ident($document:expr, $xpath:expr, $fields:expr) => $values:tt) => {
        #[test]
        fn $claim() {
            super::assert_keeps($document, $xpath, $fields, &values!$values);
        }
    };
}

fn assert_keeps(document: &str, xpath: &str, fields: &str, expected: &[crate::value::Value]) {
    let rules = format!("- name: r\n  rpath: .\n  xpath: '{xpath}'\n  condition: [Null collection]\n  {fields}\n");
    let path = crate::rows::name_of(document.as_bytes());
    let report = crate::run::check(&crate::run::tree(&[(path, document)]), "rules.yaml", &rules);
    assert!(report.problems().is_empty(), "{:?}", crate::run::report_lines(&report));
    let found: Vec<_> = report.findings().iter().map(|finding| crate::value::Value::from(&finding.value)).collect();
    assert_eq!(found, expected, "{rules}");
}

mod patterns {
    const FRUIT: &str = "<R><A>apple</A><A>pear</A><A>plum</A></R>";

    keeps!(filter_keeps_matching_values(FRUIT, "*/A", "filter: p[^p]") => ["apple", "pear", "plum"]);
    keeps!(filter_is_searched_not_anchored(FRUIT, "*/A", "filter: e") => ["apple", "pear"]);
    keeps!(not_filter_drops_matching_values(FRUIT, "*/A", "not_filter: ea") => ["apple", "plum"]);
    keeps!(both_together(FRUIT, "*/A", "filter: l\n  not_filter: u") => ["apple"]);
    keeps!(letter_case_counts(FRUIT, "*/A", "filter: P") => []);
    keeps!(the_slash_of_paths_is_not_before_values(FRUIT, "*/A", "filter: /") => []);
    keeps!(look_around(FRUIT, "*/A", "filter: p(?!l)") => ["apple", "pear"]);
    keeps!(one_matching_value_of_a_record_is_enough("<R><I><A>x</A><B>y</B></I><I><A>z</A></I></R>", "*/I,A,B", "filter: ^y$")
        => [{"A": ["x"], "B": ["y"]}]);
    keeps!(one_matching_value_drops_a_record("<R><I><A>x</A><A>y</A></I><I><A>z</A></I></R>", "*/I,A,B", "not_filter: ^y$")
        => [{"A": ["z"], "B": []}]);
    keeps!(an_empty_record_never_matches("<R><I/></R>", "*/I,A,B", "filter: .*") => []);
    keeps!(the_names_of_a_record_are_not_searched("<R><I><A>x</A></I></R>", "*/I,A,B", "filter: A") => []);
    keeps!(values_of_a_record_are_searched_one_by_one("<R><I><A>x</A><B>y</B></I></R>", "*/I,A,B", "filter: x.*y")
        => []);
    keeps!(null_never_matches("<R><I/></R>", "*/I,A?", "filter: .*") => []);
    keeps!(null_is_never_dropped("<R><I/></R>", "*/I,A?", "not_filter: .*") => [null]);
    keeps!(a_null_in_a_record_never_matches("<R><I/></R>", "*/I,A?,B", "filter: .*") => []);
    keeps!(an_empty_string_can_match("<R><A/><A>x</A></R>", "*/A", "filter: ^$") => [""]);
    keeps!(numbers_as_spelled("{\"a\": [1.50, 1.5, 15]}", "*/a", "filter: \\.50$") => [1.5]);
    keeps!(words_as_spelled("{\"a\": [true, false, null]}", "*/a", "filter: e$") => [true, false]);
    keeps!(lines_as_spelled("<R>\n<A/>\n<A/></R>", "*/A,{line}", "filter: ^3$") => [3]);
    keeps!(every_line_of_a_string_is_searched("<R><A>x\ny</A></R>", "*/A", "filter: (?m)^y$") => ["x\ny"]);

    finds!(a_value_that_passed_keeps_its_place(
        [("a.xml", "<R>\n<A>x</A>\n <A>y</A></R>")],
        rule!("xpath: R/A, filter: y, condition: [Null collection]")
    ) => ["r a.xml:3:5 \"y\""]);

    /// Look-around takes time in proportion to the text.
    #[test]
    fn hang_lookaround() {
        let text = format!("<R><A>{}</A><B>x</B></R>", "a".repeat(100_000));
        for filter in ["(?=(a*))b", r"(?<!_)\w+\.tga", r"(?=.*\d)\w+", "(?<!b)(?:a|aa)+c"] {
            let rules = rule!("xpath: R/A, filter: '{}', condition: [Null collection]").replace("{}", filter);
            let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", &rules);
            assert_eq!((report.findings().len(), report.problems().len()), (0, 0), "{filter}");
        }
    }

    /// The steps of a pattern are counted over all values of a file, and the other rules go on.
    #[test]
    fn a_filter_that_is_slow_on_many_values_is_a_problem_of_rule_and_file() {
        let value = format!("<A>{}!</A>", "a".repeat(15));
        let files = crate::run::tree(&[("a.xml", &format!("<R>{}</R>", value.repeat(2000)))]);
        let rules = "- {name: r, rpath: ., xpath: R/A, filter: '^(?:a|(a))*(?(1)|)$', condition: [Null collection]}\n\
            - {name: s, rpath: ., xpath: R/A, condition: [Not null collection]}\n";
        let report = crate::run::check(&files, "rules.yaml", rules);
        let [problem] = report.problems() else { panic!("{:?}", crate::run::report_lines(&report)) };
        assert_eq!((problem.rule.as_deref(), problem.code.as_str()), (Some("r"), "pattern-limit"));
        assert!(problem.message.contains("`^(?:a|(a))*(?(1)|)$`"), "{}", problem.message);
    }

    #[test]
    fn a_filter_that_backtracks_too_long_is_a_problem_of_rule_and_file() {
        let text = format!("<R><A>{}!</A></R>", "a".repeat(60));
        let files = crate::run::tree(&[("a.xml", &text), ("b.xml", "<R><A>aa</A></R>")]);
        let rules = rule!("xpath: R/A, filter: '^(?:a|(a))*(?(1)|)$', condition: [Null collection]");
        crate::rows::assert_finds(&files, rules, &["r b.xml:1:7 \"aa\""], &["problem a.xml\u{2026} (r) \u{2026}"]);
    }
}

mod functions {
    use crate::rows::assert_finds;
    use crate::run;

    const A: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
    const B: &str = "e5ce0940-f689-404d-968f-775317804069";

    fn rule(xpath: &str, filter: &str) -> String {
        format!("- {{name: r, rpath: '/i\\.', xpath: '{xpath}', filter: {filter}, condition: [Null collection]}}\n")
    }

    #[test]
    fn valid_guid_keeps_guids() {
        let values = [
            A,
            &A.to_uppercase(),
            &format!("{{{A}}}"),
            &format!("{{{}}}", A.to_uppercase()),
            &format!("{{{A}"),
            &format!("{A}}}"),
            &format!("({A})"),
            &A.replace('-', ""),
            &A[1..],
            &format!("x{A}"),
            &A.replace('9', "g"),
            "",
            "{}",
        ]
        .map(|text| format!("<A>{text}</A>"));
        let file = format!("<R>{}</R>", values.join("\n"));
        let found = [
            format!("r i.xml:1:7 \"{A}\""),
            format!("r i.xml:2:4 \"{}\"", A.to_uppercase()),
            format!("r i.xml:3:4 \"{{{A}}}\""),
            format!("r i.xml:4:4 \"{{{}}}\"", A.to_uppercase()),
        ];
        assert_finds(
            &run::tree(&[("i.xml", &file)]),
            &rule("*/A", "artfunc_res_filter.validGUID"),
            &found.each_ref().map(String::as_str),
            &[],
        );
    }

    #[test]
    fn guids_become_the_paths_of_their_attribute_files() {
        let files = [
            ("i.xml", &*format!("<R>\n<A>{{{}}}</A><A>unknown</A><A>{B}</A></R>", A.to_uppercase())),
            (&*format!("x/{A}/resource.xml"), "<R/>"),
            (&*format!("y/{{{A}}}/texture.xml"), "<R/>"),
            (&*format!("y/{B}/other.xml"), "<R/>"),
        ];
        for name in ["guidToRealPath", "guidToResourcePath"] {
            let rules = rule("*/A", &format!("artfunc_res_filter.{name}"));
            // A GUID with two folders gives both, one whose folder has no attribute file none.
            assert_finds(
                &run::tree(&files),
                &rules,
                &[&format!("r i.xml:1:1 \"x/{A}/resource.xml\""), &format!("r i.xml:1:1 \"y/{{{A}}}/texture.xml\"")],
                &[],
            );
        }
    }

    #[test]
    fn a_repeated_guid_yields_its_path_twice() {
        let files = [("i.xml", &*format!("<R><A>{A}</A><A>{A}</A></R>")), (&*format!("{A}/resource"), "")];
        let found = format!("r i.xml:1:1 \"{A}/resource\"");
        assert_finds(&run::tree(&files), &rule("*/A", "artfunc_res_filter.guidToRealPath"), &[&found, &found], &[]);
    }

    #[test]
    fn levels_become_the_guids_cited_in_them() {
        let level = format!("<L><G>{{{}}}</G><G a='{B}'/><G>{A}</G><G>x {B}</G><G> {B} </G></L>", A.to_uppercase());
        let files = [
            ("i.xml", "<R>\n<A>l/a.ilevel</A><A>\\l\\b.ilevel</A></R>"),
            ("l/a.ilevel", &level),
            ("l/b.ilevel", &*format!("<L>{B}</L>")),
        ];
        // Distinct, in order, spelled as first cited.
        let found = [format!("r i.xml:1:1 \"{{{}}}\"", A.to_uppercase()), format!("r i.xml:1:1 \"{B}\"")];
        assert_finds(
            &run::tree(&files),
            &rule("*/A", "artfunc_res_filter.getResourcesInILevel"),
            &found.each_ref().map(String::as_str),
            &[],
        );
    }

    #[test]
    fn a_missing_or_malformed_level_is_a_problem() {
        let files = [
            ("i.xml", "<R><A>a.ilevel</A><A>gone.ilevel</A><A>b.ilevel</A></R>"),
            ("a.ilevel", "<L>"),
            ("b.ilevel", &*format!("<L>{B}</L>")),
        ];
        assert_finds(
            &run::tree(&files),
            &rule("*/A", "artfunc_res_filter.getResourcesInILevel"),
            &[&format!("r i.xml:1:1 \"{B}\"")],
            &["problem a.ilevel:1:4 \u{2026}", "problem gone.ilevel (r) \u{2026}"],
        );
    }

    #[test]
    fn results_that_equal_an_input_value_keep_its_place() {
        let files = [("i.xml", &*format!("<R>\n<A>{A}/resource</A><A>{A}</A></R>")), (&*format!("{A}/resource"), "")];
        assert_finds(
            &run::tree(&files),
            &rule("*/A", "artfunc_res_filter.guidToRealPath"),
            &[&format!("r i.xml:2:4 \"{A}/resource\"")],
            &[],
        );
    }

    #[test]
    fn filters_get_all_values_of_a_file_even_if_empty() {
        let rules = rule!("xpath: R/A, filter: artfunc_res_filter.validGUID, condition: [Not null collection]");
        assert_finds(
            &run::tree(&[("i.xml", "<R/>")]),
            rules,
            &["r i.xml:1:1 null"],
            &["warning rules.yaml:1:\u{2026}"],
        );
    }

    #[test]
    fn values_other_than_strings_are_not_guids() {
        let rules = rule("*/a", "artfunc_res_filter.validGUID");
        assert_finds(&run::tree(&[("i.json", "{\"a\": [5, null, true]}")]), &rules, &[], &[]);
    }

    reports!(functions_in_not_filter_are_a_problem(
        rule!("xpath: A, not_filter: artfunc_res_filter.validGUID, condition: [Exist]")
    ) => ["problem rules.yaml:1:45 (r) \u{2026}"]);
    reports!(an_unknown_function_is_a_problem_with_a_suggestion(
        rule!("xpath: A, filter: artfunc_res_filter.validGuid, condition: [Exist]")
    ) => ["problem rules.yaml:1:\u{2026} (r) \u{2026}res_filter.validGUID"]);
    reports!(an_unknown_custom_function_is_a_problem_with_a_suggestion(
        rule!("xpath: A, filter: artfunc_mien, func_str: 'fn mine(data, filepath) { data }', condition: [Exist]")
    ) => ["problem rules.yaml:1:49 (r) there is no function `mien`; did you mean `artfunc_mine`?"]);
    reports!(a_function_with_other_parameters_is_a_problem(
        rule!("xpath: A, filter: artfunc_mine, func_str: 'fn mine(data) { data }', condition: [Exist]")
    ) => ["problem rules.yaml:1:49 (r) \u{2026}mine"]);
    reports!(subfilter_without_subxpath_is_a_problem(rule!("xpath: A, subfilter: x, condition: [Exist]"))
        => ["problem rules.yaml:1:\u{2026} (r) \u{2026}subxpath"]);
}
