//! Functions in Rhai.

use crate::rows::assert_finds;
use crate::run;

/// A rule `r` for files called `a.*`: its steps, each on a line of its own, then its functions from line 4 + steps on,
/// in column 5.
fn rule(steps: &str, functions: &str) -> String {
    let (steps, functions) = (steps.replace('\n', "\n  "), functions.trim().replace('\n', "\n    "));
    let xpath = if steps.starts_with("xpath: ") { "" } else { "xpath: '*/A'\n  " };
    format!("- name: r\n  rpath: '/a\\.'\n  {xpath}{steps}\n  func_str: |\n    {functions}\n")
}

/// `runs!(claim([files], "steps", "functions") => ["r a.xml:1:1 null"])`: the findings of a rule with functions of its
/// own, and what else is said.
macro_rules! runs {
    ($claim:ident($files:expr, $steps:expr, $functions:expr) => $lines:expr) => {
        runs!($claim($files, $steps, $functions) => $lines, []);
    };
    ($claim:ident($files:expr, $steps:expr, $functions:expr) => $lines:expr, $other_lines:expr) => {
        #[test]
        fn $claim() {
            let rules = crate::section_8::rule($steps, $functions);
            crate::rows::assert_finds(&crate::run::tree(&$files), &rules, &$lines, &$other_lines);
        }
    };
}

/// `gives!(claim([files], "functions") => [values])`: what the function `f`, called by `filter` on the values of `a.xml`,
/// returns.
macro_rules! gives {
    ($claim:ident($files:expr, $functions:expr) => $values:tt) => {
        #[test]
        fn $claim() {
            let files = crate::run::tree(&$files);
            let rules = crate::section_8::rule("filter: artfunc_f\ncondition: [Null collection]", $functions);
            let report = crate::run::check(&files, "rules.yaml", &rules);
            assert!(report.problems().is_empty(), "{:?}", crate::run::report_lines(&report));
            let found: Vec<_> = report.findings().iter().map(|found| crate::value::Value::from(&found.value)).collect();
            assert_eq!(found, values!$values, "{rules}");
        }
    };
}

const FACES: (&str, &str) = ("a.xml", "<R>\n<A>512</A>\n<A>6000</A></R>");
const WORDS: (&str, &str) = ("a.xml", "<R>\n<A>x</A>\n<A>y</A>\n<A>x</A></R>");

/// The two kinds of functions.
mod kinds {
    use super::{FACES, WORDS};

    runs!(of_a_filter_as_in_the_specification(
        [FACES],
        "filter: artfunc_keep_large\ncondition: [Null collection]",
        "fn keep_large(data, filepath) { data.filter(|v| v.to_int() > 4096) }"
    ) => ["r a.xml:3:4 \"6000\""]);
    runs!(of_a_condition_as_in_the_specification(
        [WORDS],
        "condition: [func_no_gaps]",
        "fn no_gaps(data, filepath, condition) { [finding(data[0], \"gap before \" + data[0])] }"
    ) => ["r a.xml:2:4 \"x\""]);
    runs!(of_a_subfilter(
        [("a.xml", "<R><A>s.xml</A></R>"), ("s.xml", "<S>\n<B>1</B>\n<B>2</B></S>")],
        "subxpath: '*/B'\nsubfilter: artfunc_last\ncondition: [Null collection]",
        "fn last(data, filepath) { [data[-1]] }"
    ) => ["r s.xml:3:4 \"2\""]);
    runs!(a_filter_gets_the_path_of_the_file(
        [FACES],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [filepath] }"
    ) => ["r a.xml:1:1 \"a.xml\""]);
    runs!(a_subfilter_gets_the_path_of_the_file_cited(
        [("a.xml", "<R><A>s.xml</A></R>"), ("s.xml", "<S/>")],
        "subxpath: '*,{tag}'\nsubfilter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [filepath] }"
    ) => ["r s.xml:1:1 \"s.xml\""]);
    runs!(a_condition_gets_itself_as_written(
        [FACES],
        "condition: [func_f, 5, x, [1.5, null], true]",
        "fn f(data, filepath, condition) {\n  [`${condition[0]}|${condition[1] + 1}|${condition[2]}|${condition[3][0]}|${condition[3][1]}|${condition[4]}`]\n}"
    ) => ["r a.xml:1:1 \"func_f|6|x|1.5||true\""]);
    runs!(a_filter_gets_an_empty_list_too(
        [("a.xml", "<R/>")],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [data.len()] }"
    ) => ["r a.xml:1:1 0"], ["warning \u{2026}"]);
    runs!(a_condition_gets_an_empty_list_too(
        [("a.xml", "<R/>")],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { if data.is_empty() { [\"nothing\"] } else { [] } }"
    ) => ["r a.xml:1:1 \"nothing\""], ["warning \u{2026}"]);
    runs!(functions_call_each_other(
        [FACES],
        "filter: artfunc_f\ncondition: [func_g]",
        "fn f(data, filepath) { g(data) }\nfn g(data) { data.filter(|v| v == \"512\") }\nfn g(data, filepath, condition) { g(data) }"
    ) => ["r a.xml:2:4 \"512\""]);
    runs!(white_space_in_the_name_is_ignored(
        [FACES],
        "condition: [' func_ f ']",
        "fn f(data, filepath, condition) { [data[0]] }"
    ) => ["r a.xml:2:4 \"512\""]);

    #[test]
    fn functions_are_called_once_for_each_file() {
        let files = crate::run::tree(&[("a.1.xml", "<R><A>1</A><A>2</A></R>"), ("a.2.xml", "<R><A>3</A></R>")]);
        let rules = super::rule("condition: [func_f]", "fn f(data, filepath, condition) { [data.len()] }");
        crate::rows::assert_finds(&files, &rules, &["r a.1.xml:1:1 2", "r a.2.xml:1:1 1"], &[]);
    }
}

/// What values are in a function, and what becomes of those that it returns.
mod values {
    use super::WORDS;

    gives!(strings_are_strings([("a.xml", "<R><A>5</A></R>")], "fn f(data, filepath) { [type_of(data[0]), data[0] + 1] }")
        => ["string", "51"]);
    gives!(an_integer_of_json_is_an_integer([("a.json", "{\"A\": [5]}")], "fn f(data, filepath) { [data[0] + 1] }")
        => [6]);
    gives!(another_number_is_a_float([("a.json", "{\"A\": [1.5]}")], "fn f(data, filepath) { [data[0] + 1] }") => [2.5]);
    gives!(numbers_spelled_in_strings(
        [("a.xml", "<R><A> 7 </A></R>")],
        "fn f(data, filepath) { [data[0].to_int() + 1, data[0].to_float() / 2, parse_int(\"9\")] }"
    ) => [8, 3.5, 9]);
    runs!(a_string_that_is_not_a_number_is_an_error(
        [WORDS],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [data[0].to_int()] }"
    ) => [], ["problem rules.yaml:7:37 (r) `f` stopped on a.xml: \u{2026}`x`"]);
    gives!(booleans_and_null([("a.json", "{\"A\": [true, null]}")], "fn f(data, filepath) { [!data[0], data[1] == ()] }")
        => [false, true]);
    gives!(nothing_is_null([WORDS], "fn f(data, filepath) { [()] }") => [null]);
    gives!(kept_values_are_unchanged(
        [("a.json", "{\"A\": [1.50, 9007199254740993, \"x\", null, true]}")],
        "fn f(data, filepath) { data }"
    ) => [1.5, (9_007_199_254_740_993_i64), "x", null, true]);
    gives!(an_empty_list([WORDS], "fn f(data, filepath) { [] }") => []);

    runs!(a_record_is_a_map_of_lists(
        [("a.xml", "<R><I><N>x</N><N>y</N></I></R>")],
        "xpath: '*/I,N,M'\nfilter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [data[0].N.len(), data[0][\"N\"][1], data[0].M.len()] }"
    ) => ["r a.xml:1:1 2", "r a.xml:1:1 0", "r a.xml:1:18 \"y\""]);
    runs!(results_that_equal_an_input_value_have_its_place(
        [WORDS],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [\"y\", \"x\", \"x\", \"x\", \"z\"] }"
    ) => ["r a.xml:1:1 \"x\"", "r a.xml:1:1 \"z\"", "r a.xml:2:4 \"x\"", "r a.xml:3:4 \"y\"", "r a.xml:4:4 \"x\""]);
    runs!(of_a_condition_too(
        [WORDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { [\"x\", \"x\", \"z\"] }"
    ) => ["r a.xml:1:1 \"z\"", "r a.xml:2:4 \"x\"", "r a.xml:4:4 \"x\""]);
}

/// What a condition returns.
mod returns {
    use super::{WORDS, rule};
    use crate::rows::assert_finds;
    use crate::run;

    runs!(the_values_that_fail([WORDS], "condition: [func_f]", "fn f(data, filepath, condition) { [data[1]] }")
        => ["r a.xml:3:4 \"y\""]);
    runs!(an_empty_list_when_all_is_well([WORDS], "condition: [func_f]", "fn f(data, filepath, condition) { [] }") => []);
    runs!(the_older_form_with_a_boolean_first(
        [WORDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { [false, [data[1]]] }"
    ) => ["r a.xml:3:4 \"y\""]);
    runs!(the_boolean_is_ignored(
        [WORDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { [true, [data[1]]] }"
    ) => ["r a.xml:3:4 \"y\""]);
    runs!(the_older_form_without_failures([WORDS], "condition: [func_f]", "fn f(data, filepath, condition) { [true, []] }")
        => []);

    fn messages(message: &str, functions: &str) -> Vec<String> {
        let rules = rule(&format!("{message}condition: [func_f]"), functions);
        let found = assert_finds(&run::tree(&[WORDS]), &rules, &["r a.xml:2:4 \"x\"", "r a.xml:3:4 \"y\""], &[]);
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_finding_has_its_message() {
        let functions = "fn f(data, filepath, condition) { [finding(data[0], \"not \" + data[0]), data[1]] }";
        assert_eq!(messages("", functions), ["not x", "`y` is not accepted by `f`"]);
        let template = "message: '{value} instead of {expected}'\n";
        assert_eq!(messages(template, functions), ["not x", "y instead of a value that `f` accepts"]);
    }

    #[test]
    fn findings_in_the_legacy_form() {
        let functions =
            "fn f(data, filepath, condition) { [false, [finding(data[0], \"one\"), finding(data[1], \"two\")]] }";
        assert_eq!(messages("", functions), ["one", "two"]);
    }

    runs!(other_results_are_problems_of_rule_and_file(
        [WORDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { data[0] }"
    ) => [], ["problem rules.yaml:\u{2026} (r) \u{2026}`f`\u{2026}a.xml\u{2026}list"]);
    runs!(nothing_returned_is_a_problem_too(
        [WORDS],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { for value in data { } }"
    ) => [], ["problem rules.yaml:\u{2026} (r) \u{2026}`f`\u{2026}a.xml\u{2026}list"]);
}

/// Which functions a rule sees.
mod visibility {
    use super::{WORDS, assert_finds, run};

    const TWO: &str = "\
- {name: r, rpath: ., xpath: '*/A', condition: [func_f], func_str: 'fn f(data, filepath, condition) { [\"r\"] }'}
- {name: s, rpath: ., xpath: '*/A', condition: [func_f], func_str: 'fn f(data, filepath, condition) { [\"s\"] }'}
";

    finds!(two_rules_may_use_one_name([WORDS], TWO) => ["r a.xml:1:1 \"r\"", "s a.xml:1:1 \"s\""]);
    reports!(functions_of_one_rule_are_invisible_to_others(
        "- {name: r, rpath: ., xpath: A, condition: [func_f], func_str: 'fn f(a, b, c) { [] }'}\n\
         - {name: s, rpath: ., xpath: A, condition: [func_f]}\n"
    ) => ["problem rules.yaml:2:45 (s) there is no function `f`"]);
    finds!(functions_of_script_are_visible_to_every_rule(
        [WORDS],
        "script: |\n  fn f(data, filepath, condition) { [g()] }\n  fn g() { \"script\" }\nrules:\n\
         - {name: r, rpath: ., xpath: '*/A', condition: [func_f]}\n\
         - {name: s, rpath: ., xpath: '*/A', condition: [func_h], func_str: 'fn h(a, b, c) { f(a, b, c) }'}\n"
    ) => ["r a.xml:1:1 \"script\"", "s a.xml:1:1 \"script\""]);
    finds!(functions_of_a_rule_hide_those_of_script(
        [WORDS],
        "script: 'fn f(data, filepath, condition) { [\"script\"] }'\nrules:\n\
         - {name: r, rpath: ., xpath: '*/A', condition: [func_f], func_str: 'fn f(a, b, c) { [\"own\"] }'}\n\
         - {name: s, rpath: ., xpath: '*/A', condition: [func_f]}\n"
    ) => ["r a.xml:1:1 \"own\"", "s a.xml:1:1 \"script\""]);
    finds!(expressions_call_functions_too(
        [WORDS],
        "script: 'fn twice(text) { text + text }'\nrules:\n\
         - name: r\n  rpath: .\n  xpath: '*/A'\n  condition: [Satisfy the expression, 'is_y(twice(d))']\n\
         \x20 func_str: 'fn is_y(text) { text == \"yy\" }'\n"
    ) => ["r a.xml:2:4 \"x\"", "r a.xml:4:4 \"x\""]);

    #[test]
    fn the_script_of_an_extended_file_is_separate() {
        let more = "script: 'fn f(data, filepath, condition) { [\"more\"] }'\nrules:\n\
                    - {name: more, rpath: ., xpath: '*/A', condition: [func_f]}\n";
        let rules = "extends: more.yaml\nrules:\n- {name: r, rpath: ., xpath: '*/A', condition: [func_f]}\n";
        let checker = run::checker(&[("rules.yaml", rules), ("more.yaml", more)]);
        let actual = run::diagnostic_lines(checker.diagnostics());
        assert!(
            actual.len() == 1 && actual[0].starts_with("problem rules.yaml:3:49 (r) there is no function `f`"),
            "{actual:?}"
        );
        let report = run::check_by(&checker, &run::tree(&[WORDS]));
        assert_eq!(report.findings().iter().map(run::finding_line).collect::<Vec<_>>(), ["more a.xml:1:1 \"more\""]);
    }

    #[test]
    fn calls_do_not_share_state() {
        let files = run::tree(&[("a.1.xml", "<R><A/></R>"), ("a.2.xml", "<R><A/></R>")]);
        let rules = super::rule(
            "condition: [func_f]",
            "const N = [];\nfn f(data, filepath, condition) { let n = global::N; n.push(1); [n.len()] }",
        );
        assert_finds(&files, &rules, &["r a.1.xml:1:1 1", "r a.2.xml:1:1 1"], &[]);
    }
}

/// `script:` in a file of its own, and libraries.
mod files {
    use super::{WORDS, run};

    const RULE: &str = "- {name: r, rpath: ., xpath: '*/A', condition: [func_f]}\n";

    /// The findings by a rule file with other files beside it, and what is said.
    fn found(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let report = run::check_by(&run::checker(files), &run::tree(&[WORDS]));
        (report.findings().iter().map(run::finding_line).collect(), run::report_lines(&report))
    }

    fn assert_found(files: &[(&str, &str)], expected: &[&str]) {
        assert_eq!(found(files), (expected.iter().map(|line| (*line).to_owned()).collect(), Vec::new()));
    }

    #[test]
    fn script_may_be_the_path_of_a_file() {
        let rules = format!("script: scripts/f.rhai\nrules:\n{RULE}");
        let script = ("p/scripts/f.rhai", "fn f(data, filepath, condition) { [data[1]] }");
        assert_found(&[("p/rules.yaml", &rules), script], &["r a.xml:3:4 \"y\""]);
    }

    #[test]
    fn a_missing_script_is_a_problem() {
        let rules = format!(
            "script: scripts/f.rhai\nrules:\n{RULE}- {{name: ok, rpath: ., xpath: '*/A', condition: [Unique]}}\n"
        );
        let (found, actual) = found(&[("p/rules.yaml", &rules)]);
        assert_eq!(found, ["ok a.xml:4:4 \"x\""]);
        assert!(actual.len() == 2, "{actual:#?}");
        assert!(actual[0].starts_with("problem p/rules.yaml:1:9 there is no script `p/scripts/f.rhai`"), "{actual:#?}");
        assert!(actual[1].starts_with("problem p/rules.yaml:3:49 (r) "), "{actual:#?}");
    }

    const LIBRARY: &str = "fn second(data, filepath, condition) { [data[1]] }\nfn first(data, filepath) { [data[0]] }";

    #[test]
    fn conditions_and_filters_can_name_libraries() {
        for method in ["shop.second", "func_shop.second", "shop.func_second"] {
            let rules = format!("- {{name: r, rpath: ., xpath: '*/A', condition: [{method}]}}\n");
            assert_found(&[("rules.yaml", &rules), ("lib/shop.rhai", LIBRARY)], &["r a.xml:3:4 \"y\""]);
        }
        let rules = "- {name: r, rpath: ., xpath: '*/A', filter: artfunc_shop.first, condition: [Null collection]}\n";
        assert_found(&[("rules.yaml", rules), ("lib/shop.rhai", LIBRARY)], &["r a.xml:2:4 \"x\""]);
    }

    #[test]
    fn scripts_import_libraries() {
        let rules = format!(
            "{}  func_str: |\n    import \"shop\" as s;\n    fn f(data, filepath, condition) {{ s::second(data, filepath, condition) }}\n",
            "- name: r\n  rpath: .\n  xpath: '*/A'\n  condition: [func_f]\n"
        );
        assert_found(&[("rules.yaml", &rules), ("lib/shop.rhai", LIBRARY)], &["r a.xml:3:4 \"y\""]);
    }

    #[test]
    fn libraries_import_libraries() {
        let rules = "- {name: r, rpath: ., xpath: '*/A', condition: [outer.f]}\n";
        let outer = "import \"shop\" as s;\nfn f(data, filepath, condition) { s::first(data, filepath) }";
        let files = [("rules.yaml", rules), ("lib/outer.rhai", outer), ("lib/shop.rhai", LIBRARY)];
        assert_found(&files, &["r a.xml:2:4 \"x\""]);
    }

    #[test]
    fn libraries_next_to_the_rule_file_precede_those_of_its_parent_folder() {
        let rules = "- {name: r, rpath: ., xpath: '*/A', condition: [shop.second]}\n";
        let above = ("lib/shop.rhai", "fn second(data, filepath, condition) { [\"above\"] }");
        assert_found(&[("p/rules.yaml", rules), ("p/lib/shop.rhai", LIBRARY), above], &["r a.xml:3:4 \"y\""]);
        assert_found(&[("p/rules.yaml", rules), above], &["r a.xml:1:1 \"above\""]);
    }

    #[test]
    fn an_unknown_library_is_a_problem_with_a_suggestion() {
        let rules = "- {name: s, rpath: ., xpath: '*/A', condition: [shop.second]}\n\
                     - {name: r, rpath: ., xpath: '*/A', condition: [shopp.second]}\n";
        let (found, actual) = found(&[("rules.yaml", rules), ("lib/shop.rhai", LIBRARY)]);
        assert_eq!(found, ["s a.xml:3:4 \"y\""]);
        assert!(
            actual.len() == 1 && actual[0].starts_with("problem rules.yaml:2:49 (r) there is no library `shopp`"),
            "{actual:?}"
        );
        assert!(actual[0].ends_with("did you mean `shop`?"), "{actual:?}");
    }

    #[test]
    fn errors_in_a_library_are_reported_once() {
        let rules = "- {name: r, rpath: ., xpath: '*/A', condition: [shop.second]}\n\
                     - {name: s, rpath: ., xpath: '*/A', filter: artfunc_shop.first, condition: [Exist]}\n\
                     - {name: ok, rpath: ., xpath: '*/A', condition: [Unique]}\n";
        let (found, actual) =
            found(&[("rules.yaml", rules), ("lib/shop.rhai", "fn first(data, filepath) {\n  data[\n}")]);
        assert_eq!(found, ["ok a.xml:4:4 \"x\""]);
        assert!(
            actual.len() == 3 && actual[0].starts_with("problem lib/shop.rhai:2:7 the `[` is not closed"),
            "{actual:#?}"
        );
        assert!(actual[1].starts_with("problem rules.yaml:1:49 (r) the library `shop` cannot be used"), "{actual:#?}");
        assert!(actual[2].starts_with("problem rules.yaml:2:45 (s) the library `shop` cannot be used"), "{actual:#?}");
    }

    #[test]
    fn an_error_in_a_library_names_its_place() {
        let rules = "- {name: r, rpath: ., xpath: '*/A', condition: [shop.f]}\n";
        let library = "fn f(data, filepath, condition) {\n  data[7]\n}";
        let (found, actual) = found(&[("rules.yaml", rules), ("lib/shop.rhai", library)]);
        assert!(found.is_empty() && actual.len() == 1, "{found:?} {actual:?}");
        assert!(actual[0].starts_with("problem rules.yaml:1:49 (r) `shop.f` stopped on a.xml: "), "{actual:?}");
        assert!(actual[0].contains("(lib/shop.rhai:2:"), "{actual:?}");
    }
}

/// What functions can use.
mod names {
    use super::{WORDS, assert_finds, rule, run};

    const PLAIN: [(&str, &str); 4] = [
        ("a.xml", "<R><A>x</A></R>"),
        ("t/b.txt", "\u{e4}b\n"),
        ("t/c.txt", ""),
        ("t/d.json", "{\"v\": [1, \"z\", null], \"w\": 2}"),
    ];

    gives!(exists(
        PLAIN,
        "fn f(data, filepath) { [exists(\"t/b.txt\"), exists(\"/t/b.txt\"), exists(\"t\\\\b.txt\"), exists(\"t\"), exists(\"gone\")] }"
    ) => [true, true, true, false, false]);
    gives!(read_text(PLAIN, "fn f(data, filepath) { [read_text(\"t/b.txt\")] }") => ["\u{e4}b\n"]);
    gives!(size(PLAIN, "fn f(data, filepath) { [size(\"t/b.txt\"), size(\"t/c.txt\")] }") => [4, 0]);
    gives!(md5_and_sha256(PLAIN, "fn f(data, filepath) { [md5(\"t/c.txt\"), sha256(\"t/c.txt\")] }") => [
        "d41d8cd98f00b204e9800998ecf8427e",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ]);
    gives!(files(PLAIN, "fn f(data, filepath) { files(\"^/t/.*\\\\.txt$\") }") => ["t/b.txt", "t/c.txt"]);
    gives!(xpath(PLAIN, "fn f(data, filepath) { xpath(\"t/d.json\", \"*/v\") }") => [1, "z", null]);
    gives!(xpath_of_records(PLAIN, "fn f(data, filepath) { [xpath(\"t/d.json\", \"*,v,w\")[0].w[0]] }") => [2]);
    gives!(matches(PLAIN, "fn f(data, filepath) { [matches(\"lod_01\", \"_\\\\d+$\"), matches(\"lod\", \"^o\")] }") => [true, false]);
    gives!(captures(PLAIN, "fn f(data, filepath) { captures(\"lod_01\", \"([a-z]+)_(\\\\d+)\") }") => ["lod_01", "lod", "01"]);
    gives!(replace_all(PLAIN, "fn f(data, filepath) { [replace_all(\"a-b-c\", \"-(.)\", \"_\\\\1\")] }") => ["a_b_c"]);

    #[test]
    fn image() {
        // A bitmap of 3 by 2 points: what its header says counts.
        let mut bytes = b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x03\0\0\0\x02\0\0\0\x01\0\x18\0".to_vec();
        bytes.resize(70, 0);
        let mut files = run::tree(&[WORDS]);
        files.insert("i.bmp", bytes);
        let rules = rule(
            "filter: artfunc_f\ncondition: [Null collection]",
            "fn f(data, filepath) { let i = image(\"i.bmp\"); [i.width, i.height, i.format] }",
        );
        assert_finds(&files, &rules, &["r a.xml:1:1 3", "r a.xml:1:1 2", "r a.xml:1:1 \"bmp\""], &[]);
    }

    const GUID: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";

    #[test]
    fn collections() {
        let repository = format!(
            "<Repository><Items><Item><GUID>{GUID}</GUID><Package>p</Package><Name>n</Name><Type>Mesh</Type>\
             <Deps>x</Deps></Item></Items></Repository>"
        );
        let folder = format!("o/{GUID}/resource.xml");
        let files = [
            ("a.xml", &*format!("<R><A>{{{}}}</A></R>", GUID.to_uppercase())),
            ("o/resource.repository", &repository),
            (&folder, "<R/>"),
            ("w.iworld", "<W><L>l.ilevel</L></W>"),
            ("l.ilevel", "<L/>"),
        ];
        let functions = "\
fn f(data, filepath) {
  let guid = data[0];
  [
    guid in res_store.res_in_repo, res_store.res_in_repo[guid][0].Name, res_filter.ALL_RES[guid][0][3][0],
    res_store.res_in_disk[guid][0].Repository, res_filter.ALL_RES_GUID[guid][0].Resource,
    res_store.res_virt_info[\"p/n\"][0].Type, \"l.ilevel\" in res_store.ilevels, \"x\" in fruit, fruit.len(),
  ]
}";
        let rules = rule("filter: artfunc_f\ncondition: [Null collection]", functions).replace('\n', "\n  ");
        let rules = format!("collections: {{fruit: [apple, plum]}}\nrules:\n  {rules}\n");
        let found = ["true", "\"n\"", "\"x\"", "\"o\"", &format!("\"{folder}\""), "\"Mesh\"", "true", "false", "2"]
            .map(|value| format!("r a.xml:1:1 {value}"));
        assert_finds(&run::tree(&files), &rules, &found.each_ref().map(String::as_str), &[]);
    }

    #[test]
    fn an_unavailable_collection_is_not_an_empty_one() {
        let rules = |uses: &str| {
            format!(
                "collections: {{fruit: {{file: gone.txt}}}}\nrules:\n- name: r\n  rpath: .\n  xpath: '*/A'\n  {uses}\n"
            )
        };
        for uses in [
            "condition: [Satisfy the expression, 'd not in fruit']",
            "condition: [func_f]\n  func_str: 'fn f(data, filepath, condition) { if \"x\" in fruit { data } else { [] } }'",
            "filter: artfunc_f\n  condition: [Exist]\n  func_str: 'fn f(data, filepath) { data.filter(|v| v in fruit) }'",
        ] {
            let report = run::check(&run::tree(&[WORDS]), "rules.yaml", &rules(uses));
            assert!(report.findings().is_empty() && report.problems().len() == 1, "{:?}", run::report_lines(&report));
            assert_eq!(report.summary().rules_unchecked, 1);
        }
    }

    #[test]
    fn print_and_debug_write_nothing_to_a_report() {
        let rules = rule("condition: [func_f]", "fn f(data, filepath, condition) { print(data); debug(data); [] }");
        assert_finds(&run::tree(&[WORDS]), &rules, &[], &[]);
    }

    runs!(paths_reach_only_the_source(
        [WORDS],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [exists(\"../a.xml\"), exists(\"/etc/passwd\"), exists(\"C:/x\")] }"
    ) => ["r a.xml:1:1 false", "r a.xml:1:1 false", "r a.xml:1:1 false"]);
    runs!(missing_files_cannot_be_read(
        [WORDS],
        "filter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [read_text(\"../a.xml\")] }"
    ) => [], ["problem rules.yaml:7:29 (r) `f` stopped on a.xml: \u{2026}../a.xml"]);
}

/// Elements, which `{dom}` gives.
mod elements {
    const TREE: (&str, &str) = ("a.xml", "<R>\n<A id='1' b='2'>t<B>x</B>tail<C><B>y</B></C></A>\n<A id='2'/></R>");

    macro_rules! of_dom {
        ($($claim:ident($functions:expr) => $values:tt;)*) => {$(
            #[test]
            fn $claim() {
                let files = crate::run::tree(&[TREE]);
                let functions = format!("fn f(data, filepath) {{ let a = data[0]; {} }}", $functions);
                let rules = crate::section_8::rule("filter: artfunc_f\ncondition: [Null collection]", &functions);
                let rules = rules.replace("'*/A'", "'*/A,{dom}'");
                let report = crate::run::check(&files, "rules.yaml", &rules);
                assert!(report.problems().is_empty(), "{:?}", crate::run::report_lines(&report));
                let found: Vec<_> = report.findings().iter().map(|found| crate::value::Value::from(&found.value)).collect();
                assert_eq!(found, values!$values, "{rules}");
            }
        )*};
    }

    of_dom! {
        tag_and_line("[a.tag, a.line, data[1].line]") => ["A", 2, 3];
        text_and_tail("[a.text, a.find(\"B\").tail]") => ["t", "tail"];
        attrib_and_get("[a.attrib.id, a.attrib.len(), a.get(\"b\"), a.get(\"none\")]") => ["1", 2, "2", null];
        find_and_findtext("[a.find(\"B\").text, a.findtext(\"C/B\"), a.find(\"D\"), a.findtext(\"D\")]") => ["x", "y", null, null];
        findall("a.findall(\".//B\").map(|b| b.text)") => ["x", "y"];
        iter("let all = []; for b in a.iter(\"B\") { all.push(b.text); } all") => ["x", "y"];
        children_and_parent("[a.children.len(), a.children[1].tag, a.parent.tag, a.children[0].parent.line]") => [2, "C", "R", 2];
    }

    runs!(a_returned_element_has_its_place(
        [TREE],
        "xpath: '*/A,{dom}'\nfilter: artfunc_f\ncondition: [Null collection]",
        "fn f(data, filepath) { [data[0].find(\"C/B\")] }"
    ) => ["r a.xml:2:33 \"<B>\""]);
    finds!(expressions_use_elements_too(
        [TREE],
        rule!("xpath: '*/A,{dom}', condition: [Satisfy the expression, \"d.get('id') == '1' and d.find('B') is not None\"]")
    ) => ["r a.xml:3:1 \"<A>\""]);

    /// Python takes an element without children for false, and is to change that: here it is an error.
    #[test]
    fn elements_are_neither_true_nor_false() {
        let rules = rule!("xpath: '*/A[@id==1],{dom}', condition: [Satisfy the expression, \"d.find('B')\"]");
        let report = crate::run::check(&crate::run::tree(&[TREE]), "rules.yaml", rules);
        let actual = crate::run::report_lines(&report).join("\n");
        assert!(actual.contains("an element is neither true nor false"), "{actual}");
    }

    #[test]
    fn expressions_traverse_elements_as_in_python() {
        for expression in [
            "len(d) == 2",
            "d[0].tag == 'B' and d[-1].tag == 'C'",
            "any(c.tag == 'C' for c in d)",
            "all(c.parent == d for c in d)",
            "d.find('C')[0].text == 'y'",
            "d.find('B') is not None and d.find('D') is None",
            "not d.findall('D')",
            "d.findtext('B') == 'x' and d.findtext('D', '-') == '-'",
            "d.attrib['id'] == '1' and 'b' in d.attrib and 'c' not in d.attrib",
            "d.get('none', '7') == '7'",
            "len(d.findall('.//B')) == 2 and len(d.iter('B')) == 2",
            "[b for b in d.iter('B') if b.text == 'y'][0].parent.tag == 'C'",
            "''.join(d.itertext()) == 'txtaily'",
            "d.line == 2 and d != d.parent",
            "list(d.keys()) == ['id', 'b'] and all(len(k) < 3 and v in ['1', '2'] for k, v in d.items())",
            "[b.text for b in d.iterfind('B')] == ['x']",
        ] {
            let files = crate::run::tree(&[TREE]);
            let rules = rule!("xpath: '*/A[@id==1],{dom}', condition: [Satisfy the expression, \"EXPRESSION\"]");
            let report = crate::run::check(&files, "rules.yaml", &rules.replace("EXPRESSION", expression));
            assert_eq!(crate::run::report_lines(&report), Vec::<String>::new(), "{expression}");
            assert!(report.findings().is_empty(), "{expression}");
        }
    }
}

/// Limits, all reported by name.
mod limits {
    use std::sync::atomic::{AtomicU32, Ordering};

    use assay_engine::check::Checker;
    use assay_engine::rule::RuleFile;
    use assay_engine::rule::RuleSettings;
    use assay_engine::script::Limits;

    use super::{WORDS, rule, run};

    /// The problem of a filter whose function does this.
    fn problem(functions: &str) -> (String, String) {
        let rules = rule("filter: artfunc_f\ncondition: [Null collection]", functions);
        let report = run::check(&run::tree(&[WORDS]), "rules.yaml", &rules);
        let actual = run::report_lines(&report);
        assert!(report.findings().is_empty() && report.problems().len() == 1, "{actual:?}");
        (report.problems()[0].code.to_string(), actual[0].clone())
    }

    #[test]
    fn each_limit_is_reported_by_name() {
        for (functions, code) in [
            ("fn f(data, filepath) { loop { } }", "script-operations"),
            ("fn f(data, filepath) { f(data, filepath) }", "script-depth"),
            ("fn f(data, filepath) { let t = \"xxxxxxxxxxxxxxxx\"; loop { t += t; } }", "script-text-size"),
            ("fn f(data, filepath) { let l = [1, 2, 3, 4]; loop { l += l; } }", "script-list-size"),
            ("fn f(data, filepath) { let l = []; loop { l.push(1); } }", "script-list-size"),
        ] {
            let (found, actual) = problem(functions);
            assert_eq!(found, code, "{functions}: {actual}");
            assert!(
                actual.starts_with("problem rules.yaml:7:") && actual.contains("`f` stopped on a.xml: "),
                "{actual}"
            );
        }
    }

    /// The code of the problem of a rule whose scripts have these limits.
    fn code_within(limits: Limits, rules: &str) -> Option<String> {
        let file = RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() };
        let report = run::check_by(
            &Checker::with_settings(limits, &RuleSettings::default(), &[file], &|_| None),
            &run::tree(&[WORDS]),
        );
        report.problems().first().map(|problem| problem.code.to_string())
    }

    #[test]
    fn all_limits_can_be_configured() {
        let all = Limits::default();
        for (limits, functions, code) in [
            (Limits { operations: 100, ..all }, "let n = 0; for i in 0..200 { n += i; }", "script-operations"),
            (Limits { depth: 4, ..all }, "f(f(data, filepath), filepath)", "script-depth"),
            (Limits { text: 10, ..all }, "[\"0123456789\" + data[0]]", "script-text-size"),
            (Limits { list: 3, ..all }, "[1, 2, 3, data[0]]", "script-list-size"),
            (Limits { list: 3, ..all }, "let m = #{a: 1, b: 2, c: 3}; m[\"d\"] = 4; data", "script-map-size"),
            (Limits { levels: 10, ..all }, "[1 + (2 + (3 + (4 + (5 + (6 + 7)))))]", "script-levels"),
        ] {
            let functions = format!("fn f(data, filepath) {{ {functions} }}");
            let rules = rule("filter: artfunc_f\ncondition: [Exist]", &functions);
            assert_eq!(code_within(limits, &rules).as_deref(), Some(code), "{functions}");
        }
    }

    #[test]
    fn time_is_measured_by_the_clock_of_the_host() {
        let endless = rule("filter: artfunc_f\ncondition: [Exist]", "fn f(data, filepath) { loop { } }");
        let file = RuleFile { path: "rules.yaml".to_owned(), text: endless };
        let limits = Limits { operations: u64::MAX, milliseconds: 50.0, ..Limits::default() };
        let checker = Checker::with_settings(limits, &RuleSettings::default(), &[file], &|_| None);
        checker.set_clock(|| {
            static NOW: AtomicU32 = AtomicU32::new(0);
            NOW.fetch_add(1, Ordering::Relaxed).into()
        });
        let report = run::check_by(&checker, &run::tree(&[WORDS]));
        assert_eq!(report.problems()[0].code.as_str(), "script-time", "{:?}", run::report_lines(&report));
    }

    #[test]
    fn a_million_elements_are_allowed() {
        let functions = "fn f(data, filepath) { let l = []; l.pad(1000000, 1); [l.len()] }";
        let rules = rule("filter: artfunc_f\ncondition: [Null collection]", functions);
        super::assert_finds(&run::tree(&[WORDS]), &rules, &["r a.xml:1:1 1000000"], &[]);
    }

    #[test]
    fn expressions_nest_at_most_64_deep() {
        let nested = |depth: usize| {
            let functions = format!("fn f(data, filepath) {{ [{}1{}] }}", "(".repeat(depth), ")".repeat(depth));
            let checker = run::checker(&[("rules.yaml", &rule("filter: artfunc_f\ncondition: [Exist]", &functions))]);
            run::diagnostic_lines(checker.diagnostics())
        };
        assert_eq!(nested(20), [""; 0]);
        let actual = nested(100);
        assert!(actual.len() == 1 && actual[0].starts_with("problem rules.yaml:7:"), "{actual:?}");
    }

    #[test]
    fn eval_is_off() {
        let checker = run::checker(&[(
            "rules.yaml",
            &rule("filter: artfunc_f\ncondition: [Exist]", "fn f(data, filepath) { eval(\"1\") }"),
        )]);
        let actual = run::diagnostic_lines(checker.diagnostics());
        assert!(
            actual.len() == 1 && actual[0].starts_with("problem rules.yaml:7:28 (r) ") && actual[0].contains("eval"),
            "{actual:?}"
        );
    }

    #[test]
    fn an_expression_has_limits_too() {
        let rules = rule!("xpath: '*/A', condition: [Satisfy the expression, 'all(x == 1 for x in range(100000000))']");
        let report = run::check(&run::tree(&[WORDS]), "rules.yaml", rules);
        assert!(report.findings().is_empty() && report.problems().len() == 1, "{:?}", run::report_lines(&report));
    }
}

/// Errors at run time.
mod errors {
    use super::{WORDS, assert_finds, rule, run};

    #[test]
    fn are_problems_of_rule_and_file_with_their_place() {
        let functions = "fn f(data, filepath, condition) {\n  let n = data.len() - 3;\n  [6 / n]\n}";
        let rules = rule("condition: [func_f]", functions);
        let rules = format!("{rules}- {{name: ok, rpath: ., xpath: '*/A', condition: [Unique]}}\n");
        let report = run::check(&run::tree(&[WORDS]), "rules.yaml", &rules);
        assert_eq!(report.findings().iter().map(run::finding_line).collect::<Vec<_>>(), ["ok a.xml:4:4 \"x\""]);
        let [problem] = report.problems() else { panic!("{:?}", report.problems()) };
        assert_eq!((problem.rule.as_deref(), problem.path.as_deref()), (Some("r"), Some("rules.yaml")));
        assert_eq!((problem.document.as_deref(), problem.code.as_str()), (Some("a.xml"), "script-error"));
        assert!(problem.message.starts_with("`f` stopped on a.xml: "), "{}", problem.message);
        let (start, excerpt) = (problem.region.unwrap().start, problem.excerpt.clone().unwrap());
        assert_eq!((start.line, start.char_column, excerpt.text.as_str()), (8, 10, "      [6 / n]"));
        assert_eq!(report.stats().files_unchecked, 1);
        let rule = report.stats().rules.iter().find(|rule| rule.name == "r").unwrap();
        assert_eq!((rule.files, rule.unchecked, rule.findings), (1, 1, 0));
    }

    #[test]
    fn the_run_goes_on_with_other_files() {
        let rules = rule(
            "condition: [func_f]",
            "fn f(data, filepath, condition) {\n  if data[0] == \"x\" { throw \"no x\"; }\n  data\n}",
        );
        let files = [("a.1.xml", "<R><A>x</A></R>"), ("a.2.xml", "<R><A>y</A></R>"), ("a.3.xml", "<R><A>x</A></R>")];
        assert_finds(
            &run::tree(&files),
            &rules,
            &["r a.2.xml:1:7 \"y\""],
            &[
                "problem rules.yaml:7:27 (r) `f` stopped on a.1.xml: \u{2026}no x",
                "problem rules.yaml:7:27 (r) `f` stopped on a.3.xml: \u{2026}no x",
            ],
        );
    }

    #[test]
    fn name_the_cited_file_if_they_occur_there() {
        let files = [("a.xml", "<R><A>s.xml</A></R>"), ("s.xml", "<S><B>1</B></S>")];
        let rules =
            rule("subxpath: '*/B'\nsubfilter: artfunc_f\ncondition: [Exist]", "fn f(data, filepath) { data[1] }");
        assert_finds(
            &run::tree(&files),
            &rules,
            &[],
            &["problem rules.yaml:8:\u{2026} (r) `f` stopped on s.xml: \u{2026}"],
        );
    }

    #[test]
    fn with_any_number_of_workers() {
        let files: Vec<(String, String)> =
            (0..20).map(|at| (format!("a.{at}.xml"), format!("<R><A>{}</A></R>", at % 3))).collect();
        let tree = run::tree(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
        let rules =
            rule("condition: [func_f]", "fn f(data, filepath, condition) { if data[0] == \"1\" { data[7] } data }");
        let checker = run::checker(&[("rules.yaml", &rules)]);
        let report = run::check_by(&checker, &tree);
        assert_eq!((report.findings().len(), report.problems().len()), (13, 7));
        for parts in [1, 3, 8] {
            assert_eq!(crate::section_9::check_with_workers(&checker, &tree, parts), report, "{parts} workers");
        }
    }
}

/// The rule that the documentation prints.
#[test]
fn the_printed_rule_runs() {
    let documentation = include_str!("../../docs/rules.md");
    let blocks = documentation.split("```yaml\n").skip(1).filter_map(|block| Some(block.split_once("```")?.0));
    let rules: Vec<&str> = blocks.filter(|block| block.contains("func_str: |")).collect();
    let [rules] = rules[..] else { panic!("one block has functions: {rules:?}") };
    let files = [
        ("a.lods.xml", "<L>\n<Lod><Level>1</Level></Lod>\n<Lod><Level/></Lod>\n<Lod><Level>3</Level></Lod></L>"),
        ("b.lods.xml", "<L><Lod><Level>1</Level></Lod><Lod><Level>2</Level></Lod></L>"),
    ];
    let found = assert_finds(&run::tree(&files), rules, &["lods-without-gaps a.lods.xml:4:13 \"3\""], &[]);
    assert_eq!(found[0].message, "level 2 is missing in a.lods.xml");
}

/// Where what functions return is.
mod places {
    use super::rule;
    use crate::run::{check, report_lines, tree};

    const XS: (&str, &str) = ("a.xml", "<R>\n<A>one</A>\n<A>two</A>\n<A>two</A></R>");
    const RECORDS: (&str, &str) = ("a.xml", "<R>\n<A><B>x</B>\n<B>x</B><C>x</C></A>\n<A><B>x</B></A></R>");

    runs!(two_findings_one_value(
        [XS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let out = []; out.push(finding(data[0], \"first\")); \
         out.push(finding(data[0], \"second\")); out.push(finding(data[2], \"third\")); out }"
    ) => ["r a.xml:2:4 \"one\"", "r a.xml:2:4 \"one\"", "r a.xml:4:4 \"two\""]);
    runs!(two_findings_one_element(
        [XS],
        "xpath: 'R/A,{dom}'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { [finding(data[0], \"first\"), finding(data[0], \"second\"), finding(data[2], \"third\")] }"
    ) => ["r a.xml:2:1 \"<A>\"", "r a.xml:2:1 \"<A>\"", "r a.xml:4:1 \"<A>\""]);
    runs!(two_equal_records(
        [XS],
        "xpath: 'R/A,{text},{line}'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { [finding(data[2][\"{line}\"][0], \"the line\"), data[2]] }"
    ) => ["r a.xml:4:1 4", "r a.xml:4:1 {{line}: [4], {text}: [\"two\"]}"]);
    runs!(values_of_a_record(
        [RECORDS],
        "xpath: 'R/A,B,C'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { let out = []; for d in data { for v in d.B { if v == \"x\" { out.push(finding(v, \"in B\")); } } } \
         out.push(finding(data[0].C[0], \"in C\")); out.push(finding(data[0].B, \"a list\")); out.push(finding(data[1].C, \"no C\")); out }"
    ) => [
        "r a.xml:2:7 \"x\"", "r a.xml:2:7 \"x\"", "r a.xml:3:4 \"x\"", "r a.xml:3:12 \"x\"",
        "r a.xml:4:1 null", "r a.xml:4:7 \"x\"",
    ]);
    runs!(values_of_a_record_in_variables(
        [("a.xml", "<R>\n<A><B>x</B>\n<B>y</B><C>z</C></A></R>")],
        "xpath: 'R/A,B,C'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { let out = []; for d in data { let y = d.B[1]; const Z = d.C[0]; \
         out.push(finding(y, \"y\")); out.push(finding(Z, \"z\")); out.push(finding(y + \"!\", \"sum\")); } out }"
    ) => ["r a.xml:2:1 \"y!\"", "r a.xml:3:4 \"y\"", "r a.xml:3:12 \"z\""]);
    runs!(numbers_booleans_and_nulls(
        [("a.json", "{\"A\": [5,\n5,\n10254217550286296355,\ntrue,\ntrue,\nnull,\nnull]}")],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { [data[1], data[2], data[4], data[6]] }"
    ) => ["r a.json:2:1 5", "r a.json:3:1 10254217550286296355", "r a.json:5:1 true", "r a.json:7:1 null"]);
    runs!(a_value_made_from_a_value_has_its_place(
        [XS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let out = []; for d in data { let up = d; up.make_upper(); out.push(up); } \
         for d in data { out.push(finding(d + \"!\", \"sum\")); } out += data.map(|d| d.len()); out }"
    ) => [
        "r a.xml:2:4 \"ONE\"", "r a.xml:2:4 \"one!\"", "r a.xml:2:4 3", "r a.xml:3:4 \"TWO\"", "r a.xml:3:4 \"two!\"",
        "r a.xml:3:4 3", "r a.xml:4:4 \"TWO\"", "r a.xml:4:4 \"two!\"", "r a.xml:4:4 3",
    ]);
    runs!(a_loop_over_indexes_keeps_places(
        [XS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let out = []; for i in 1..data.len() { out.push(data[i].to_upper()); } out }"
    ) => ["r a.xml:3:4 \"TWO\"", "r a.xml:4:4 \"TWO\""]);
    runs!(a_new_value_is_at_the_start(
        [XS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { for d in data { d.len(); } [\"new\", 5] }"
    ) => ["r a.xml:1:1 \"new\"", "r a.xml:1:1 5"]);

    #[test]
    fn via_is_the_value_from_which_a_path_was_made() {
        for function in [
            "fn f(data, filepath) { data.map(|d| d + \".xml\") }",
            "fn f(data, filepath) { let out = []; for d in data { out.push(`${d}.xml`); } out }",
            "fn f(data, filepath) { let out = []; for d in data { out += d + \".xml\"; } out }",
            "fn path(d) { d + \".xml\" } fn f(data, filepath) { let out = []; for d in data { let p = path(d); if exists(p) { out.push(p); } } out }",
            "fn f(data, filepath) { data.map(|d| d.to_upper()).map(|d| d.to_lower() + \".xml\") }",
        ] {
            let files = tree(&[
                ("a.xml", "<R>\n<A>s</A>\n<A>t</A></R>"),
                ("s.xml", "<S><V>1</V></S>"),
                ("t.xml", "<S><V>2</V></S>"),
            ]);
            let rules = rule("filter: artfunc_f\nsubxpath: '*/V'\ncondition: [Null collection]", function);
            let report = check(&files, "rules.yaml", &rules);
            assert!(report.problems().is_empty(), "{:?}", report_lines(&report));
            let via = |finding: &assay_engine::report::Finding| {
                finding.via.as_ref().map(|via| (via.region.start.line, via.region.start.column))
            };
            let found: Vec<_> = report.findings().iter().map(via).collect();
            assert_eq!(found, [Some((2, 4)), Some((3, 4))], "{function}");
        }
    }

    #[test]
    fn a_finding_names_other_values_as_related() {
        let rules = rule(
            "condition: [func_f]",
            "fn f(data, filepath, condition) { [finding(data[2], \"twice\", data[1]), finding(data[0], \"all\", data)] }",
        );
        let report = check(&tree(&[XS]), "rules.yaml", &rules);
        let lines = |finding: &assay_engine::report::Finding| -> Vec<u32> {
            finding.related.iter().map(|related| related.region.start.line).collect()
        };
        let found: Vec<_> = report.findings().iter().map(lines).collect();
        assert_eq!(found, [vec![2, 3, 4], vec![3]], "{:?}", report_lines(&report));
    }
}

mod mistakes {
    use super::WORDS;

    runs!(rhai_garbled_message(
        [WORDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let seen = {}; seen[\"a\"] = 1; [] }"
    ) => [], ["problem rules.yaml:6:58 (r) `f` stopped on a.xml: `()` cannot be indexed with a string; write `#{}` for an empty map: `{}` is an empty block, whose value is `()`"]);
}

/// Integers beyond 64 bits.
mod large_ids {
    const IDS: (&str, &str) =
        ("a.json", "{\"A\": [10254217550286296355,\n10254217550286296356,\n9007199254740993,\n9007199254740992]}");

    runs!(are_equal_to_themselves_only(
        [IDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let second = data[1]; data.filter(|d| d == second) }"
    ) => ["r a.json:2:1 10254217550286296356"]);
    runs!(are_in_order(
        [IDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { let all = data; data.filter(|d| d > all[0] || d < all[3] + 1 && d in [all[3]]) }"
    ) => ["r a.json:2:1 10254217550286296356", "r a.json:4:1 9007199254740992"]);
    runs!(can_be_computed_with(
        [IDS],
        "condition: [func_f]",
        "fn f(data, filepath, condition) { data.sort(); [finding(data[3] - data[2], `${data[3]} and ${data[3] + 1 == data[3]}`)] }"
    ) => ["r a.json:1:1 1"]);
    runs!(are_distinguished_by_expressions(
        [IDS],
        "xpath: '*,A,B'\ncondition: [Satisfy the expression, 'len(set(d[\"A\"])) != len(d[\"A\"]) or d.A[0] == d.A[1] or d.A[0] + 1 != d.A[1]']",
        "fn f(data, filepath) { data }"
    ) => ["r a.json:1:1 {A: [10254217550286296355, 10254217550286296356, 9007199254740993, 9007199254740992], B: []}"]);
}

/// Names of JSON that paths have other meanings for.
mod element_find_json_keys {
    const PARTS: (&str, &str) =
        ("a.json", "{\"A\": {\"Part [1]\": {\"mass\": 5}, \"Part_[2]\": {\"mass\": 7}, \"a/b\": 1}}");

    runs!(need_quotes(
        [PARTS],
        "xpath: '*/A,{dom}'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { let e = data[0]; [e.find(\"'Part [1]'\"), e.findall(\"\\\"Part_[2]\\\"/mass\")[0], \
         finding(e, e.findtext(\"'a/b'\") + e.iter(\"'a/b'\").len() + e.iter(\"Part [1]\").len() + e.findall(\"'Part [1]'[1]\").len())] }"
    ) => ["r a.json:1:2 \"<A>\"", "r a.json:1:8 \"<Part [1]>\"", "r a.json:1:46 \"<mass>\""]);
    runs!(are_explained_without_quotes(
        [PARTS],
        "xpath: '*/A,{dom}'\ncondition: [func_f]",
        "fn f(data, filepath, condition) { if data[0].find(\"Part_[2]/mass\") == () { [data[0]] } else { [] } }"
    ) => [], ["problem rules.yaml:6:50 (r) `f` stopped on a.json: the path `Part_[2]/mass` finds nothing, but there is a child"]);
}
