//! Paths: `rpath`, `not_rpath`.

use crate::run;

/// Which of `paths` a rule with these fields wants.
fn selected_paths(fields: &str, paths: &[&str]) -> Vec<String> {
    let rules = format!("- name: r\n  xpath: '{{file.path}}'\n  condition: [Null collection]\n{fields}");
    let files = paths.iter().map(|path| (*path, "<R/>")).collect();
    let report = run::check(&files, "rules.yaml", &rules);
    assert!(report.problems().is_empty(), "{:?}", run::report_lines(&report));
    report.findings().iter().map(|finding| finding.path.clone()).collect()
}

/// `selects!(claim("rpath", ["paths"]) => ["paths"])`: which paths a pattern is found in.
macro_rules! selects {
    ($claim:ident($rpath:expr, $paths:expr) => $selected:expr) => {
        #[test]
        fn $claim() {
            let fields = format!("  rpath: '{}'\n", $rpath.replace('\'', "''"));
            assert_eq!(super::selected_paths(&fields, &$paths), $selected as [&str; _], "{}", $rpath);
        }
    };
}

/// `keeps!(claim("pattern", ["texts"]) => ["texts"])`: in which texts a pattern is found, as Python finds it.
macro_rules! keeps {
    ($claim:ident($pattern:expr, $texts:expr) => $kept:expr) => {
        #[test]
        fn $claim() {
            super::assert_keeps($pattern, &$texts, &$kept);
        }
    };
}

fn assert_keeps(pattern: &str, texts: &[&str], kept: &[&str]) {
    let rules = serde_json::json!([{
        "name": "r", "rpath": ".", "xpath": "*/v", "filter": pattern, "condition": ["Null collection"]
    }]);
    let document = serde_json::json!({ "v": texts }).to_string();
    let report = run::check(&run::tree(&[("a.json", &document)]), "rules.json", &rules.to_string());
    assert!(report.problems().is_empty(), "{:?}", run::report_lines(&report));
    let found: Vec<String> = report.findings().iter().map(|finding| finding.value.display()).collect();
    assert_eq!(found, kept, "{pattern}");
}

mod search {
    selects!(anywhere_in_the_path("e/te", ["some/text.xml", "some/x.xml"]) => ["some/text.xml"]);
    selects!(after_a_slash("^/textures/", ["textures/a.xml", "b/textures/a.xml"]) => ["textures/a.xml"]);
    selects!(a_pattern_without_the_slash_is_not_anchored("textures/a", ["textures/a.xml", "mytextures/a.xml"])
        => ["mytextures/a.xml", "textures/a.xml"]);
    selects!(names_at_the_root_follow_a_slash("/a", ["a.xml", "ba.xml"]) => ["a.xml"]);
    selects!(letter_case_counts("A", ["a.xml", "A.xml"]) => ["A.xml"]);
    selects!(letter_case_can_be_turned_off("(?i)A", ["a.xml", "A.xml"]) => ["A.xml", "a.xml"]);
    selects!(beyond_ascii("\u{6750}.\\.xml$", ["\u{6750}\u{8d28}.xml", "a.xml"]) => ["\u{6750}\u{8d28}.xml"]);
    selects!(blanks_in_names("a b", ["a b.xml"]) => ["a b.xml"]);
    selects!(everything(".*", ["a", "b/c"]) => ["a", "b/c"]);

    selects!(windows_separators_become_slashes("^/a/b", ["a\\b.xml", "a\\c\\a\\b.xml"]) => ["a\\b.xml"]);

    #[test]
    fn files_that_not_rpath_matches_are_excluded() {
        let paths = ["a/x.xml", "a/y.xml", "b/x.xml"];
        assert_eq!(super::selected_paths("  rpath: ^/a/\n  not_rpath: y\n", &paths), ["a/x.xml"]);
        assert_eq!(super::selected_paths("  rpath: /x\n  not_rpath: ^/a/\n", &paths), ["b/x.xml"]);
        assert_eq!(super::selected_paths("  rpath: /x\n  not_rpath: '(?!)'\n", &paths), ["a/x.xml", "b/x.xml"]);
        assert!(super::selected_paths("  rpath: /x\n  not_rpath: x\n", &paths).is_empty());
    }

    /// A hundred patterns in one pass say what each says alone.
    #[test]
    fn many_patterns_are_independent() {
        let rules: Vec<String> = (0..100)
            .map(|number| {
                let rpath = if number % 3 == 0 { format!("(?=/f{number}/)") } else { format!("/f{number}/") };
                format!("- {{name: r{number}, rpath: '{rpath}', not_rpath: '/not{number}', xpath: '{{file.path}}', condition: [Null collection]}}\n")
            })
            .collect();
        let paths = (0..100)
            .flat_map(|number| [format!("f{number}/a"), format!("f{number}/not{number}"), format!("f{number}/not")]);
        let files = paths.map(|path| (path, "")).collect();
        let report = crate::run::check(&files, "rules.yaml", &rules.concat());
        assert_eq!(report.findings().len(), 200);
        for finding in report.findings() {
            let number = finding.rule.trim_start_matches('r');
            assert!(finding.path == format!("f{number}/a") || finding.path == format!("f{number}/not"), "{finding:?}");
        }
    }
}

mod look_around {
    selects!(ahead("^/(?!skip/)", ["skip/a", "keep/a"]) => ["keep/a"]);
    selects!(look_behind("(?<!_low)\\.xml$", ["a_low.xml", "a.xml"]) => ["a.xml"]);
    selects!(references_to_groups("/(\\w+)/\\1", ["a/a", "a/b"]) => ["a/a"]);
    selects!(named_references_to_groups("/(?P<x>\\w+)/(?P=x)", ["a/a", "a/b"]) => ["a/a"]);

    /// Hitting the limit is a problem, not a hang, and the other files and rules go on.
    #[test]
    fn the_backtrack_limit_is_a_problem() {
        let rules = "- {name: r, rpath: '^/(?:a|(a))*(?(1)|)$', xpath: '{file.path}', condition: [Null collection]}\n\
            - {name: s, rpath: ., xpath: '{file.path}', condition: [Null collection]}\n";
        let slow = format!("{}!", "a".repeat(60));
        let report = crate::run::check(&crate::run::tree(&[("aa", ""), (&slow, "")]), "rules.yaml", rules);
        let found: Vec<(&str, &str)> =
            report.findings().iter().map(|finding| (finding.rule.as_str(), finding.path.as_str())).collect();
        assert_eq!(found, [("r", "aa"), ("s", "aa"), ("s", &*slow)]);
        let [problem] = report.problems() else { panic!("{:?}", crate::run::report_lines(&report)) };
        assert_eq!((problem.rule.as_deref(), problem.path.as_deref()), (Some("r"), Some(&*slow)));
    }

    #[test]
    fn a_limit_on_a_file_that_rpath_does_not_match_is_no_problem() {
        let rules = "- {name: r, rpath: /b, not_rpath: '^/(?:a|(a))*(?(1)|)$', xpath: '{file.path}', condition: [Null collection]}\n";
        let slow = format!("{}!", "a".repeat(60));
        crate::rows::assert_finds(&crate::run::tree(&[("b", ""), (&slow, "")]), rules, &["r b:1:1 \"b\""], &[]);
    }

    #[test]
    fn the_limit_of_a_not_rpath_is_a_problem_for_collections_too() {
        let slow = format!("{}!", "a".repeat(60));
        let rules = format!(
            "collections: {{mine: [b, '{slow}']}}\nrules:\n\
            - {{name: r, rpath: artfunc_mine, not_rpath: '^/(?:a|(a))*(?(1)|)$', xpath: '{{file.path}}', condition: [Null collection]}}\n"
        );
        crate::rows::assert_finds(
            &crate::run::tree(&[("b", ""), (&slow, "")]),
            &rules,
            &["r b:1:1 \"b\""],
            &["problem a\u{2026} (r) \u{2026}"],
        );
    }
}

/// Patterns are written for Python.
mod python {
    keeps!(a_lone_brace_is_a_character("a{b", ["a{b", "ab"]) => ["a{b"]);
    keeps!(a_closing_brace_is_a_character("a}", ["a}", "a"]) => ["a}"]);
    keeps!(braces_without_a_number("{x}{,}", ["{x}", "x"]) => ["{x}"]);
    keeps!(a_count_is_a_repetition("^a{2,3}$", ["a", "aa", "aaa", "aaaa"]) => ["aa", "aaa"]);
    keeps!(a_repetition_without_its_first_number("^a{,2}$", ["", "aa", "aaa"]) => ["", "aa"]);
    keeps!(the_end_with_z("a\\Z", ["a", "a\n", "ab"]) => ["a"]);
    keeps!(the_end_with_a_dollar_may_be_before_a_line_feed("a$", ["a", "a\n", "a\n\n", "ab"]) => ["a", "a\n"]);
    keeps!(a_bracket_in_a_class("^[[]$", ["[", "a"]) => ["["]);
    keeps!(a_closing_bracket_first_in_a_class("^[]a]$", ["]", "a", "b"]) => ["]", "a"]);
    keeps!(two_ampersands_in_a_class("^[a&&b]$", ["a", "&", "b", "c"]) => ["a", "&", "b"]);
    keeps!(two_hyphens_in_a_class("^[!--]$", ["!", "-", "."]) => ["!", "-"]);
    keeps!(two_tildes_in_a_class("^[a~~b]$", ["a", "~", "b", "c"]) => ["a", "~", "b"]);
    keeps!(angles_are_characters("\\<a\\>", ["<a>", "a"]) => ["<a>"]);
    keeps!(posix_classes_are_not_supported("^[[:alpha:]]$", ["a]", ":]", "x"]) => ["a]", ":]"]);
    keeps!(digits_of_all_scripts_match("^\\d$", ["5", "\u{665}", "x"]) => ["5", "\u{665}"]);
    keeps!(words_of_all_scripts_match("^\\w+$", ["\u{e4}_1", "-"]) => ["\u{e4}_1"]);
    keeps!(a_dot_does_not_match_a_line_feed("^a.b$", ["axb", "a\nb", "a\rb"]) => ["axb", "a\rb"]);
    keeps!(named_groups("^(?P<n>a)(?P=n)$", ["aa", "ab"]) => ["aa"]);
    keeps!(comments_in_a_pattern("a(?#b)c", ["ac", "abc"]) => ["ac"]);
    keeps!(verbose_patterns("(?x) a # b\n c", ["ac", "a c"]) => ["ac"]);
    keeps!(escapes_of_characters("^\\x41\\u00e4\\t\\101$", ["A\u{e4}\tA", "x"]) => ["A\u{e4}\tA"]);
    keeps!(a_backspace_in_a_class("^[\\b]$", ["\u{8}", "b"]) => ["\u{8}"]);
    keeps!(an_empty_alternative("^(a|)$", ["", "a", "b"]) => ["", "a"]);
    keeps!(lazy_repetitions("^a+?$", ["aa", "b"]) => ["aa"]);
}

mod collections {
    use crate::rows::assert_finds;
    use crate::run;

    const WORLD: (&str, &str) = ("w.iworld", "<W><L>lv/a.ilevel</L><L p='lv/b.ilevel'/><L>lv/gone.ilevel</L></W>");
    const FILES: [(&str, &str); 3] = [WORLD, ("lv/a.ilevel", "<L/>"), ("lv/c.ilevel", "<L/>")];

    /// A rule with this `rpath` and these fields, that finds each file it checks.
    fn rule(rpath: &str, fields: &str) -> String {
        format!("- name: r\n  rpath: {rpath}\n  xpath: '{{file.name}}'\n  condition: [Null collection]\n{fields}")
    }

    #[test]
    fn files_of_a_collection_are_checked_and_missing_ones_are_problems() {
        for name in ["res_store.ilevels", "res_filter.ALL_USED_ILEVEL", "res_filter.ALL_USED_FILTER"] {
            let rules = rule(&format!("artfunc_{name}"), "");
            assert_finds(
                &run::tree(&FILES),
                &rules,
                &["r lv/a.ilevel:1:1 \"a.ilevel\""],
                &["problem lv/b.ilevel (r) \u{2026}", "problem lv/gone.ilevel (r) \u{2026}"],
            );
        }
    }

    #[test]
    fn not_rpath_excludes_files_of_collections() {
        assert_finds(
            &run::tree(&FILES),
            &rule("artfunc_res_store.ilevels", "  not_rpath: /lv/[bg]\n"),
            &["r lv/a.ilevel:1:1 \"a.ilevel\""],
            &[],
        );
    }

    #[test]
    fn custom_collections_are_paths_too() {
        let rules = format!(
            "collections: {{mine: [/lv/a.ilevel, 'lv\\c.ilevel', w.iworld]}}\nrules:\n{}",
            rule("artfunc_mine", "")
        );
        assert_finds(
            &run::tree(&FILES),
            &rules,
            &["r lv/a.ilevel:1:1 \"a.ilevel\"", "r lv/c.ilevel:1:1 \"c.ilevel\"", "r w.iworld:1:1 \"w.iworld\""],
            &[],
        );
    }

    #[test]
    fn a_map_is_a_problem() {
        for name in [
            "res_store.res_in_repo",
            "res_store.res_in_disk",
            "res_store.res_virt_info",
            "res_filter.ALL_RES",
            "res_filter.ALL_RES_GUID",
        ] {
            let rules = rule(&format!("artfunc_{name}"), "");
            assert_finds(&run::tree(&FILES), &rules, &[], &["problem rules.yaml:2:10 (r) \u{2026}"]);
        }
    }

    #[test]
    fn an_unknown_collection_is_a_problem_with_a_suggestion() {
        let rules = rule("artfunc_res_store.ilevel", "");
        assert_finds(&run::tree(&FILES), &rules, &[], &["problem rules.yaml:2:\u{2026} (r) \u{2026}res_store.ilevels"]);
    }
}
