//! What a run returns.

use std::rc::Rc;

use assay_engine::check::{Batch, Checker, Outcome, Worker};
use assay_engine::report::Report;
use assay_engine::source::{MemorySource, Source};

/// A run whose batches are worked on by others, which know only what they are told, and answer in another order.
pub fn check_with_workers(checker: &Checker, files: &MemorySource, parts: usize) -> Report {
    let source: Rc<dyn Source> = Rc::new(files.clone());
    let mut run = assay_engine::check::Run::new(checker, files.paths().into_iter().rev().collect());
    while let Some(batches) = run.batches(checker, parts) {
        let mut outcomes = Vec::new();
        for (number, batch) in batches.iter().enumerate() {
            let batch = Batch::from_bytes(&batch.to_bytes()).expect("a batch travels");
            // A worker that is split in two has no more to say than one that is not.
            let batches = if number % 2 == 0 { batch.split() } else { vec![batch] };
            let mut worker = Worker::new(run.knowledge()).expect("knowledge travels");
            outcomes.extend(batches.iter().map(|batch| {
                assay_engine::check::process_batch(checker, &mut worker, batch, Rc::clone(&source)).to_bytes()
            }));
        }
        for outcome in outcomes.iter().rev() {
            run.absorb(checker, Outcome::from_bytes(outcome).expect("an outcome travels"));
        }
    }
    run.finish(checker)
}

/// Ordered by path, position, rule and order of values.
mod order {
    finds!(by_the_bytes_of_the_path(
        [("b.xml", "<R/>"), ("B.xml", "<R/>"), ("a/z.xml", "<R/>"), ("a-b.xml", "<R/>"), ("\u{e4}.xml", "<R/>")],
        rule!("xpath: '{file.name}', condition: [Null collection]")
    ) => [
            "r B.xml:1:1 \"B.xml\"", "r a-b.xml:1:1 \"a-b.xml\"", "r a/z.xml:1:1 \"z.xml\"", "r b.xml:1:1 \"b.xml\"",
            "r \u{e4}.xml:1:1 \"\u{e4}.xml\"",
        ]);
    finds!(then_by_position(
        [("a.xml", "<R><B>1</B>\n<A>2</A><B>3</B></R>")],
        "{r: {rpath: ., xpath: '*/A', condition: [Null collection]},\
         s: {rpath: ., xpath: '*/B', condition: [Null collection]}}"
    ) => ["s a.xml:1:7 \"1\"", "r a.xml:2:4 \"2\"", "s a.xml:2:12 \"3\""]);
    finds!(then_by_rule(
        [("a.xml", "<R><A>1</A></R>")],
        "{s: {rpath: ., xpath: '*/A', condition: [Null collection]},\
         R: {rpath: ., xpath: '*/A', condition: [Null collection]},\
         r: {rpath: ., xpath: '*/A', condition: [Null collection]}}"
    ) => ["R a.xml:1:7 \"1\"", "r a.xml:1:7 \"1\"", "s a.xml:1:7 \"1\""]);
    finds!(then_by_the_order_of_values(
        [
            ("i.xml", "<R><A>b.ilevel</A><A>a.ilevel</A></R>"),
            ("b.ilevel", "<L><G>e5ce0940-f689-404d-968f-775317804069</G><G>914fa3a0-62cd-4b5a-83df-92fdf494534a</G></L>"),
            ("a.ilevel", "<L>00000000-0000-0000-0000-000000000000</L>"),
        ],
        "- {name: r, rpath: /i.xml, xpath: '*/A', filter: artfunc_res_filter.getResourcesInILevel, condition: [Null collection]}\n"
    ) => [
            "r i.xml:1:1 \"e5ce0940-f689-404d-968f-775317804069\"",
            "r i.xml:1:1 \"914fa3a0-62cd-4b5a-83df-92fdf494534a\"",
            "r i.xml:1:1 \"00000000-0000-0000-0000-000000000000\"",
        ]);
}

/// A typing slip must not look like a pass.
mod warnings {
    finds!(a_rule_whose_rpath_matched_no_file(
        [("a.xml", "<R/>")],
        "- {name: r, rpath: /b, xpath: '*', condition: [Null collection]}\n"
    ) => [], ["warning rules.yaml:1:20 (r) \u{2026}rpath"]);
    finds!(a_rule_whose_files_are_all_excluded(
        [("a.xml", "<R/>")],
        "- {name: r, rpath: /a, not_rpath: x, xpath: '*', condition: [Null collection]}\n"
    ) => [], ["warning rules.yaml:1:20 (r) `rpath` matched no file; `not_rpath` excludes every file that it matches"]);
    finds!(a_rule_whose_rpath_lacks_the_leading_slash(
        [("props/a.xml", "<R/>")],
        "- {name: r, rpath: ^props/, xpath: '*', condition: [Exist]}\n"
    ) => [], ["warning \u{2026}rpath` matched no file; did you mean `^/props/`, as in `/props/a.xml`?"]);
    finds!(a_rule_whose_rpath_is_in_another_letter_case(
        [("props/crate.xml", "<R/>")],
        "- {name: r, rpath: 'Crate\\.XML$', xpath: '*', condition: [Exist]}\n"
    ) => [], ["warning \u{2026}; did you mean `(?i)Crate\\.XML$`, as in `/props/crate.xml`?"]);
    finds!(a_rule_whose_rpath_names_the_folder_under_check(
        [("props/a.xml", "<R/>")],
        "- {name: r, rpath: ^assets/props/, xpath: '*', condition: [Exist]}\n"
    ) => [], ["warning \u{2026}; did you mean `^/props/`, as in `/props/a.xml`?"]);
    finds!(a_rule_whose_rpath_has_backslashes(
        [("props/a.xml", "<R/>")],
        "- {name: r, rpath: 'props\\\\a', xpath: '*', condition: [Exist]}\n"
    ) => [], ["warning \u{2026}; did you mean `props/a`, as in `/props/a.xml`?"]);
    finds!(a_rule_whose_rpath_is_not_similar_to_any_path(
        [("props/a.xml", "<R/>")],
        "- {name: r, rpath: '^/sounds/.*\\.wav$', xpath: '*', condition: [Exist]}\n"
    ) => [], ["warning rules.yaml:1:20 (r) `rpath` matched no file"]);
    finds!(a_rule_whose_xpath_extracted_nothing(
        [("a.xml", "<R/>"), ("b.xml", "<R/>")],
        rule!("xpath: '*/A', condition: [Exist]")
    ) => [], ["warning rules.yaml:1:30 (r) \u{2026}xpath"]);
    finds!(a_rule_whose_xpath_extracted_something_somewhere(
        [("a.xml", "<R/>"), ("b.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', condition: [Exist]")
    ) => [], []);
    finds!(a_rule_whose_filter_dropped_all_values(
        [("a.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', filter: x, condition: [Unique]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) `filter` removed every value of every file; no value was checked\u{2026}"]);
    finds!(a_rule_whose_not_filter_dropped_all_values(
        [("a.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', not_filter: ., condition: ['<', 5]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) `not_filter` removed \u{2026}"]);
    finds!(a_rule_whose_two_filters_dropped_all_values(
        [("a.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', filter: \\d, not_filter: ., condition: [Unique]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) `filter` and `not_filter` removed \u{2026}"]);
    finds!(a_rule_whose_subfilter_dropped_all_values(
        [("a.xml", "<R><A>a.xml</A></R>")],
        rule!("xpath: '*/A', subxpath: '*/A', subfilter: z, condition: [Unique]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) `subfilter` removed \u{2026}"]);
    finds!(a_rule_whose_filter_kept_no_path(
        [("a.xml", "<R><A>a.xml</A></R>")],
        rule!("xpath: '*/A', filter: z, subxpath: '*/A', condition: [Null collection]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) `filter` removed \u{2026}"]);
    finds!(a_rule_whose_filter_kept_one_value_is_not_reported(
        [("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R><A>2</A><A>x</A></R>")],
        rule!("xpath: '*/A', filter: x, condition: [Unique]")
    ) => [], []);
    finds!(a_rule_whose_filter_selects_forbidden_values_is_not_reported(
        [("a.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', filter: x, condition: [Null collection]")
    ) => [], []);
    finds!(a_rule_with_an_unread_file_is_not_reported(
        [("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R>")],
        rule!("xpath: '*/A', filter: x, condition: [Unique]")
    ) => [], ["problem b.xml\u{2026}"]);
    finds!(a_rule_whose_subxpath_extracted_nothing(
        [("i.xml", "<R><F>a.xml</F></R>"), ("a.xml", "<S/>")],
        "- {name: r, rpath: /i, xpath: '*/F', subxpath: '*/V', condition: [Exist]}\n"
    ) => [], ["warning rules.yaml:1:\u{2026} (r) \u{2026}subxpath"]);
    finds!(a_null_is_something([("a.xml", "<R><I/></R>")], rule!("xpath: '*/I,A?', condition: [Not exist]")) => [], []);
    finds!(a_rule_with_findings_is_named_too(
        [("a.xml", "<R/>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => ["r a.xml:1:1 null"], ["warning rules.yaml:1:\u{2026} (r) \u{2026}xpath"]);
    finds!(a_rule_with_hidden_findings_is_named_too(
        [("a.xml", "<!-- assay-ignore r it is empty --><R/>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => [], ["warning rules.yaml:1:\u{2026} (r) \u{2026}xpath"]);
    finds!(a_rule_that_is_switched_off_is_not_reported(
        [("a.xml", "<R/>")],
        "{r: {enabled: false, rpath: /b, xpath: '*', condition: [Exist]},\
         s: {rpath: ., xpath: '*', condition: [Null collection]}}"
    ) => ["s a.xml:1:1 \"\""], []);
    finds!(a_broken_rule_is_only_a_problem(
        [("a.xml", "<R/>")],
        "{r: {rpath: /b, xpath: '*[', condition: [Exist]}, s: {rpath: ., xpath: '*', condition: [Null collection]}}"
    ) => ["s a.xml:1:1 \"\""], ["problem rules.yaml:1:\u{2026} (r) \u{2026}"]);
}

/// What each finding holds.
mod findings {
    #[test]
    fn findings_of_a_value() {
        let files = crate::run::tree(&[("d/a.xml", "<R>\n<A>\u{1f600} x</A></R>")]);
        let rules = "- {name: r, severity: Warning, rpath: ., xpath: '*/A', condition: [Exist in, [y]], message: 'no {value}'}\n";
        let report = crate::run::check(&files, "rules.yaml", rules);
        let [finding] = report.findings() else { panic!("{:?}", crate::run::report_lines(&report)) };
        assert_eq!((finding.rule.as_str(), finding.severity.to_string().as_str()), ("r", "warning"));
        assert_eq!((finding.path.as_str(), finding.message.as_str()), ("d/a.xml", "no \u{1f600} x"));
        assert_eq!(crate::rows::place_line(finding.region), "2:4-2:8/7");
        let excerpt = finding.excerpt.clone().expect("it shows its line");
        assert_eq!((excerpt.text.as_str(), excerpt.start, excerpt.end), ("<A>\u{1f600} x</A></R>", 3, 6));
        assert!(finding.via.is_none() && finding.related.is_empty());
    }

    /// Each method says by itself what is wrong.
    #[test]
    fn messages_name_the_value_and_the_expectation() {
        for (condition, parts) in [
            ("['<=', 5]", vec!["12", "<=", "5"]),
            ("['==', x]", vec!["12", "x"]),
            ("[Exist in, [a]]", vec!["12"]),
            ("[Not exist in, ['12']]", vec!["12"]),
            ("[Not exist]", vec!["12"]),
            ("[Null collection]", vec!["12"]),
            ("[Unique]", vec!["12"]),
        ] {
            let rules = format!("- {{name: r, rpath: ., xpath: '*/A', condition: {condition}}}\n");
            let report =
                crate::run::check(&crate::run::tree(&[("a.xml", "<R><A>12</A><A>12</A></R>")]), "rules.yaml", &rules);
            let message = &report.findings().last().expect("it fails").message;
            assert!(
                parts.iter().all(|part| message.contains(part)) && !message.ends_with('.'),
                "{condition}: {message}"
            );
        }
    }

    #[test]
    fn messages_contain_the_beginning_of_a_long_value() {
        let text = format!("<R><A>{}</A></R>", "x".repeat(100_000));
        let report = crate::run::check(
            &crate::run::tree(&[("a.xml", &text)]),
            "rules.yaml",
            rule!("xpath: '*/A', condition: ['==', y]"),
        );
        let finding = &report.findings()[0];
        assert!(finding.message.len() < 300, "{}", finding.message.len());
        // Values are cut at 64 KiB.
        let length = finding.value.display().len();
        assert!((60_000..=(64 << 10) + 8).contains(&length), "{length}");
    }
}

mod stats {
    #[test]
    fn count_files_bytes_and_values() {
        let files =
            [("i.xml", "<R><F>a.xml</F></R>"), ("a.xml", "<S><V>1</V><V>2</V></S>"), ("b.xml", "<R/>"), ("c.bin", "x")];
        let rules = "{r: {rpath: /i, xpath: '*/F', subxpath: '*/V', condition: ['<', 2]},\
            s: {rpath: /i, xpath: '*/F', condition: [Exist]},\
            t: {rpath: /c, xpath: '{file.name}', condition: [Exist]}}";
        let report = crate::run::check(&crate::run::tree(&files), "rules.yaml", rules);
        let stats = report.stats();
        // Files that no rule wants are not read, and of one whose name is asked for only that.
        assert_eq!((stats.files_seen, stats.files_read, stats.bytes), (4, 2, 19 + 23));
        let rules: Vec<_> =
            stats.rules.iter().map(|rule| (rule.name.as_str(), rule.files, rule.values, rule.findings)).collect();
        assert_eq!(rules, [("r", 1, 2, 1), ("s", 1, 1, 0), ("t", 1, 1, 0)]);
    }
}

/// Two runs over the same input print the same bytes, whatever the number of workers.
#[test]
fn the_report_does_not_depend_on_workers() {
    let files = crate::run::tree(&[
        ("i.xml", "<R><F>s/a.xml</F><F>s/b.xml</F><F>gone.xml</F><F>bad.xml</F></R>"),
        ("j.xml", "<R><F>s/b.xml</F><F>s/a.xml</F><F>../x</F></R>"),
        ("s/a.xml", "<S><V>1</V><V>1</V></S>"),
        ("s/b.xml", "<S><V>2</V></S>"),
        ("bad.xml", "<S>"),
        (
            "x/resource.repository",
            "<Repository><Items><Item><GUID>914fa3a0-62cd-4b5a-83df-92fdf494534a</GUID></Item></Items></Repository>",
        ),
        ("y/resource.repository", "<Repository>"),
        ("v.json", "{\"v\": [\"914fa3a0-62cd-4b5a-83df-92fdf494534a\", 1,]}"),
    ]);
    let rules = "collections: {mine: {rpath: /s/, xpath: '*/V'}}\nrules:
- {name: sub, rpath: '/[ij]', xpath: '*/F', subxpath: '*/V', condition: [Unique]}
- {name: all, rpath: '\\.xml', xpath: '**', condition: [Null collection]}
- {name: repo, rpath: /v, xpath: '*/v', condition: [Exist in, artfunc_res_store.res_in_repo]}
- {name: mine, rpath: ., xpath: '**', condition: [Not exist in, artfunc_mine]}
- {name: none, rpath: /none, xpath: '*', condition: [Exist]}
";
    let checker = crate::run::checker(&[("rules.yaml", rules)]);
    let alone = crate::run::check_by(&checker, &files);
    assert!(alone.findings().len() > 10 && alone.problems().len() > 3 && !alone.warnings().is_empty());
    for parts in [1, 2, 3, 8, 100] {
        assert_eq!(check_with_workers(&checker, &files, parts), alone, "{parts} workers");
    }
}

/// A worker that breaks down is a problem of the files it had, and no pass.
#[test]
fn a_crashed_worker_is_a_problem() {
    let files = crate::run::tree(&[("a.xml", "<R/>"), ("b.xml", "<R/>")]);
    let checker = crate::run::checker(&[("rules.yaml", rule!("xpath: '*', condition: [Exist]"))]);
    let mut run = assay_engine::check::Run::new(&checker, files.paths());
    let mut batches = 0;
    while let Some(stage) = run.batches(&checker, 8) {
        for batch in stage {
            batches += 1;
            run.report_crash(&batch, "out of memory");
        }
    }
    let report = run.finish(&checker);
    assert!(batches > 0 && report.findings().is_empty());
    let paths: Vec<_> = report.problems().iter().filter_map(|problem| problem.path.as_deref()).collect();
    assert_eq!(paths, ["a.xml", "b.xml"]);
}
