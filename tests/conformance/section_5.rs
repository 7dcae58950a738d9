//! `subxpath`, `subfilter`.

use crate::rows::assert_finds;
use crate::run::{check, report_lines, tree};
use crate::value::Value;

/// A rule that follows the values of `*/F` of `i.xml` to the values `*/V`, and finds them all.
const RULE: &str = "- name: r\n  rpath: /i\\.xml$\n  xpath: '*/F'\n  subxpath: '*/V'\n  condition: [Null collection]\n";

finds!(the_files_named_are_read(
    [
        ("i.xml", "<R><F>s/a.xml</F><F>s/b.xml</F></R>"), ("s/a.xml", "<S>\n<V>1</V></S>"),
        ("s/b.xml", "<S><V>2</V></S>"),
    ],
    RULE
) => ["r s/a.xml:2:4 \"1\"", "r s/b.xml:1:7 \"2\""]);
finds!(only_the_files_named_are_judged(
    [("i.xml", "<R><F>a.xml</F><V>0</V></R>"), ("a.xml", "<S><V>1</V></S>"), ("b.xml", "<S><V>2</V></S>")],
    RULE
) => ["r a.xml:1:7 \"1\""]);
finds!(a_file_may_name_itself([("i.xml", "<R><F>i.xml</F><V>1</V></R>")], RULE) => ["r i.xml:1:19 \"1\""]);
finds!(files_outside_the_rpath_can_be_named([("i.xml", "<R><F>x.bin</F></R>"), ("x.bin", "<S><V>1</V></S>")], RULE)
    => ["r x.bin:1:7 \"1\""]);
finds!(a_file_named_by_an_attribute(
    [("i.xml", "<R><F p='a.json'/></R>"), ("a.json", "{\"V\": 5}")],
    "- {name: r, rpath: /i, xpath: '*/F:p', subxpath: '*/V', condition: [Null collection]}\n"
) => ["r a.json:1:7 5"]);

mod paths {
    use super::RULE;

    const S: (&str, &str) = ("s/a.xml", "<S><V>1</V></S>");

    /// All of these name one file, which is judged once.
    #[test]
    fn all_spellings_of_a_path_name_the_file() {
        for path in [
            "s/a.xml",
            "/s/a.xml",
            "\\s\\a.xml",
            "s\\a.xml",
            "./s/a.xml",
            "s/./a.xml",
            "x/../s/a.xml",
            "s//a.xml",
            "/./s/../s/a.xml",
        ] {
            let index = format!("<R><F>{path}</F><F>s/a.xml</F></R>");
            crate::rows::assert_finds(&crate::run::tree(&[("i.xml", &index), S]), RULE, &["r s/a.xml:1:7 \"1\""], &[]);
        }
    }

    finds!(paths_are_relative_to_the_root_not_to_the_file(
        [("d/i.xml", "<R><F>a.xml</F></R>"), ("a.xml", "<S><V>1</V></S>"), ("d/a.xml", "<S><V>2</V></S>")],
        RULE
    ) => ["r a.xml:1:7 \"1\""]);
    finds!(letter_case_counts([("i.xml", "<R><F>S/A.xml</F></R>"), S], RULE)
        => [], ["problem S/A.xml (r) \u{2026}i.xml", "warning \u{2026}subxpath"]);

    /// Each a problem that names both files.
    #[test]
    fn a_value_that_names_no_file_is_a_problem() {
        for (path, of) in [
            ("gone.xml", "gone.xml"),
            ("../a.xml", "../a.xml"),
            ("s/../../a.xml", "s/../../a.xml"),
            ("s", "s"),
            ("", ""),
            ("..", ".."),
            ("/", "/"),
        ] {
            let index = format!("<R>\n<F>{path}</F></R>");
            let report = crate::run::check(&crate::run::tree(&[("i.xml", &index), S]), "rules.yaml", RULE);
            let actual = crate::run::report_lines(&report);
            let [problem] = report.problems() else { panic!("{path}: {actual:?}") };
            let whole = format!("{problem:?}");
            assert!(
                whole.contains("i.xml") && whole.contains(of) && problem.rule.as_deref() == Some("r"),
                "{path}: {actual:?}"
            );
            assert!(report.findings().is_empty(), "{path}");
        }
    }
}

mod problems {
    use super::RULE;

    finds!(one_problem_for_each_rule_and_path(
        [("i.xml", "<R><F>x.xml</F>\n<F>/x.xml</F><F>y.xml</F></R>")],
        "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Exist]},\
         s: {rpath: /i, xpath: '*/F', subxpath: '*/W', condition: [Exist]}}"
    ) => [],
        [
            "problem x.xml (r) \u{2026}i.xml\u{2026}line 1", "problem x.xml (s) \u{2026}",
            "problem y.xml (r) \u{2026}line 2", "problem y.xml (s) \u{2026}", "warning \u{2026}", "warning \u{2026}",
        ]);
    finds!(a_missing_file_named_by_two_files_is_one_problem(
        [("a/i.xml", "<R><F>x.xml</F></R>"), ("b/i.xml", "<R><F>x.xml</F></R>")],
        RULE
    ) => [], ["problem x.xml (r) \u{2026}a/i.xml", "warning \u{2026}"]);
    finds!(the_missing_file_is_its_path([("i.xml", "<R><F>./d/../x.xml</F></R>")], RULE)
        => [], ["problem x.xml (r) \u{2026}", "warning \u{2026}"]);
    finds!(a_null_is_not_a_path(
        [("i.xml", "<R>\n<I/></R>")],
        rule!("xpath: '*/I,F?', subxpath: '*/V', condition: [Exist]")
    ) => [], ["problem i.xml:2:1 (r) \u{2026}", "warning \u{2026}"]);
    finds!(a_record_is_not_a_path(
        [("i.xml", "<R>\n<I><F>i.xml</F></I></R>")],
        rule!("xpath: '*/I,F,G', subxpath: '*/V', condition: [Exist]")
    ) => [], ["problem i.xml:2:1 (r) \u{2026}", "warning \u{2026}"]);
    finds!(an_empty_string_is_one_problem_per_file(
        [("i.xml", "<R>\n<F/><F> </F></R>"), ("j/i.xml", "<R><F/></R>")],
        RULE
    ) => [], ["problem i.xml:2:1 (r) \u{2026}", "problem j/i.xml:1:4 (r) \u{2026}", "warning \u{2026}"]);
    finds!(a_malformed_file_is_one_problem_of_the_run(
        [("i.xml", "<R><F>x.xml</F></R>"), ("x.xml", "<S>\n<V>1</W></S>")],
        "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Null collection]},\
         s: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Not null collection]}}"
    ) => [], ["problem x.xml:2:5 \u{2026}", "warning \u{2026}", "warning \u{2026}"]);
    finds!(a_malformed_file_is_one_problem_for_rules_that_select_or_cite_it(
        [("i.xml", "<R><F>x.xml</F></R>"), ("x.xml", "<S>\n<V>1</W></S>")],
        "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Null collection]},\
         s: {rpath: /x, xpath: '*/V', condition: [Not null collection]}}"
    ) => [], ["problem x.xml:2:5 \u{2026}", "warning \u{2026}", "warning \u{2026}"]);
    finds!(values_before_a_fault_are_dropped(
        [("i.xml", "<R><F>a.xml</F><F>x.xml</F></R>"), ("x.xml", "<S><V>1</V>"), ("a.xml", "<S><V>2</V></S>")],
        RULE
    ) => ["r a.xml:1:7 \"2\""], ["problem x.xml:1:12 \u{2026}"]);
    finds!(a_file_without_reader_is_one_problem_for_all_rules(
        [("i.xml", "<R><F>x.txt</F></R>"), ("x.txt", "x")],
        "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Exist]},\
         s: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Exist]}}"
    ) => [], ["problem x.txt \u{2026}", "warning \u{2026}", "warning \u{2026}"]);
}

mod steps {
    use super::RULE;

    const FILES: [(&str, &str); 3] = [
        ("i.xml", "<R><F>a.xml</F><F>b.xml</F></R>"),
        ("a.xml", "<S><V>1</V><V>2</V></S>"),
        ("b.xml", "<S><V>3</V></S>"),
    ];

    fn rule(fields: &str) -> String {
        format!("{RULE}{fields}")
    }

    finds!(filter_applies_to_the_paths(FILES, &rule("  filter: a\n"))
        => ["r a.xml:1:7 \"1\"", "r a.xml:1:15 \"2\""]);
    finds!(not_filter_applies_to_the_paths(FILES, &rule("  not_filter: a\n")) => ["r b.xml:1:7 \"3\""]);
    finds!(subfilter_applies_to_the_values(FILES, &rule("  subfilter: '[23]'\n"))
        => ["r a.xml:1:15 \"2\"", "r b.xml:1:7 \"3\""]);
    finds!(filter_and_subfilter(FILES, &rule("  filter: a\n  subfilter: '[23]'\n")) => ["r a.xml:1:15 \"2\""]);
    finds!(subfilter_may_call_a_function(
        [("i.xml", "<R><F>a.xml</F></R>"), ("a.xml", "<S><V>914fa3a0-62cd-4b5a-83df-92fdf494534a</V><V>x</V></S>")],
        &rule("  subfilter: artfunc_res_filter.validGUID\n")
    ) => ["r a.xml:1:7 \"914fa3a0-62cd-4b5a-83df-92fdf494534a\""]);
    finds!(subxpath_may_be_a_fact_of_the_file(
        FILES,
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '{file.size}', condition: ['<', 20]}\n"
    ) => ["r a.xml:1:1 23"]);
    finds!(subxpath_may_yield_records(
        FILES,
        "- {name: r, rpath: /i, xpath: '*/F', filter: b, subxpath: '*,V,W', condition: [Null collection]}\n"
    ) => ["r b.xml:1:1 {V: [\"3\"], W: []}"]);
    finds!(xpath_may_be_a_fact_of_the_file(
        [("a.xml", "<S><V>1</V></S>")],
        rule!("xpath: '{file.path}', subxpath: '*/V', condition: [Null collection]")
    ) => ["r a.xml:1:7 \"1\""]);
}

mod judged {
    finds!(once_for_each_named_file_even_without_values(
        [("i.xml", "<R><F>a.xml</F><F>b.xml</F></R>"), ("a.xml", "<S/>"), ("b.xml", "<S><V>1</V></S>")],
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Not null collection]}\n"
    ) => ["r a.xml:1:1 null"]);
    finds!(not_for_a_file_that_names_nothing(
        [("i.xml", "<R/>")],
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Not null collection]}\n"
    ) => [], ["warning rules.yaml:1:\u{2026} (r) \u{2026}xpath"]);
    finds!(a_file_named_by_two_is_judged_once(
        [("a/i.xml", "<R><F>s.xml</F></R>"), ("b/i.xml", "<R><F>s.xml</F></R>"), ("s.xml", "<S><V>1</V></S>")],
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Null collection]}\n"
    ) => ["r s.xml:1:7 \"1\""]);
    finds!(a_file_named_twice_has_its_values_once(
        [("i.xml", "<R><F>s.xml</F><F>s.xml</F></R>"), ("s.xml", "<S><V>1</V></S>")],
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Unique]}\n"
    ) => []);
    finds!(each_rule_judges_for_itself(
        [("i.xml", "<R><F>s.xml</F></R>"), ("s.xml", "<S><V>1</V></S>")],
        "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Null collection]},\
         s: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: ['>', 1]}}"
    ) => ["r s.xml:1:7 \"1\"", "s s.xml:1:7 \"1\""]);
}

/// A value of a file that was named remembers the first value that led there.
#[test]
fn via_is_the_first_value_that_named_the_file() {
    let files = [
        ("a/i.xml", "<R>\n  <F> /s.xml\n</F><F>s.xml</F></R>"),
        ("b/i.xml", "<R><F>s.xml</F></R>"),
        ("s.xml", "<S><V>1</V><V>2</V></S>"),
    ];
    let findings = assert_finds(&tree(&files), RULE, &["r s.xml:1:7 \"1\"", "r s.xml:1:15 \"2\""], &[]);
    for finding in findings {
        let via = finding.via.expect("it was led to");
        assert_eq!((via.path.as_str(), via.region.start.line, via.region.start.column), ("a/i.xml", 2, 7));
        assert_eq!(Value::from(&via.value), Value::from("/s.xml"));
    }
}

#[test]
fn a_finding_of_a_cited_file_itself_has_a_via() {
    let rules = "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Not null collection]}\n";
    let findings = assert_finds(
        &tree(&[("i.xml", "<R><F>s.xml</F></R>"), ("s.xml", "<S/>")]),
        rules,
        &["r s.xml:1:1 null"],
        &["warning \u{2026}"],
    );
    assert_eq!(findings[0].via.as_ref().map(|via| via.path.as_str()), Some("i.xml"));
}

#[test]
fn a_value_of_the_file_itself_has_no_via() {
    let report = check(
        &tree(&[("i.xml", "<R><F>1</F></R>")]),
        "rules.yaml",
        rule!("xpath: '*/F', condition: [Null collection]"),
    );
    assert!(report.findings()[0].via.is_none(), "{:?}", report_lines(&report));
}
