use std::cell::RefCell;

use assay_report::{OutputFormat, Style, TestReport, TestState};
use assay_rule::RuleFile;
use assay_script::Limits;
use insta::assert_snapshot;

use super::{AtTest, TestOptions, run_tests};

fn file(path: &str, text: &str) -> RuleFile {
    RuleFile { path: path.to_owned(), text: text.to_owned() }
}

fn coverage() -> TestOptions<'static> {
    TestOptions { coverage: true, ..TestOptions::default() }
}

fn run(rules: &str) -> TestReport {
    run_tests(&[file("rules.yaml", rules)], &|_| None, coverage())
}

fn describe(report: &TestReport) -> String {
    OutputFormat::named("text").unwrap().render(report, Style::default())
}

const RULES: &str = "\
rules:
  - { name: small, rpath: xml$, xpath: '*,A', condition: ['<=', 5] }
  - { name: unique, rpath: xml$, xpath: '*,A', condition: [Unique] }
tests:
";

fn with_tests(tests: &str) -> TestReport {
    run(&format!("{RULES}{tests}"))
}

#[test]
fn a_file_may_be_bytes() {
    let yaml = "\
rules: [{name: wide, rpath: ., xpath: '{image.width}', condition: ['<=', 4]}]
tests:
  - name: a picture, and the size of it
    files: {a.png: {hex: 89504e47 0d0a1a0a 0000000d 49484452 00000005 00000003 08060000 00, size: 5000}}
    expect: [{rule: wide, path: a.png, value: 5}]
";
    let report = run(yaml);
    assert_eq!((report.tests.len(), report.exit_code()), (1, 0), "{report:?}");
}

#[test]
fn a_test_passes_if_the_findings_are_exactly_the_expected_ones() {
    let found = "files: {a.xml: '<R><A>4</A><A>6</A></R>'}";
    for (expect, state) in [
        ("[{rule: small, path: a.xml}]", TestState::Pass),
        ("[{rule: small, path: /a.xml, line: 1, value: '6', message: '`6` is not <= 5'}]", TestState::Pass),
        ("[{rule: small, path: a.xml, line: 2}]", TestState::Fail),
        ("[{rule: small, path: a.xml, value: 6}]", TestState::Fail),
        ("[{rule: small, path: a.xml, message: 6}]", TestState::Fail),
        ("[{rule: small, path: b.xml}]", TestState::Fail),
        ("[{rule: unique, path: a.xml}]", TestState::Fail),
        ("[{rule: small, path: a.xml}, {rule: small, path: a.xml}]", TestState::Fail),
        ("[]", TestState::Fail),
    ] {
        let report = with_tests(&format!("  - {{ name: t, {found}, expect: {expect} }}\n"));
        assert_eq!(report.tests[0].state, state, "{expect}");
    }
    let clean = with_tests("  - { name: t, files: {a.xml: '<R/>'}, expect: [] }\n");
    assert_eq!((clean.tests[0].state, clean.exit_code()), (TestState::Pass, 1), "not every rule has a test");
    assert_eq!(TestReport { coverage: false, ..clean }.exit_code(), 0);
}

#[test]
fn a_problem_may_be_expected() {
    let files = "files: {a.xml: '<R><A>6</A></R>', b.xml: '<R>', c.xml: '<R'}";
    let found = "{rule: small, path: a.xml}";
    let broken = "{problem: xml-unclosed, path: b.xml}";
    let cut = "{problem: xml-unclosed-tag, path: c.xml}";
    for (expect, state, expected) in [
        (format!("[{found}, {broken}, {cut}]"), TestState::Pass, &[][..]),
        (format!("[{broken}, {cut}]"), TestState::Fail, &[]),
        (format!("[{found}, {broken}]"), TestState::Error, &["xml-unclosed-tag"]),
        (format!("[{found}]"), TestState::Error, &["xml-unclosed", "xml-unclosed-tag"]),
        (
            format!("[{found}, {broken}, {cut}, {{problem: xml-unclosed, path: a.xml}}]"),
            TestState::Error,
            &["test-problem-missing"],
        ),
    ] {
        let report = with_tests(&format!("  - {{ name: t, {files}, expect: {expect} }}\n"));
        let codes: Vec<&str> = report.tests[0].problems.iter().map(|problem| problem.code.as_str()).collect();
        assert_eq!((report.tests[0].state, &codes[..]), (state, expected), "{expect}");
    }
}

#[test]
fn a_test_accepts_the_time_limit_in_place_of_the_operation_limit() {
    let rule = "{name: endless, rpath: xml$, xpath: A, condition: [func_f], func_str: 'fn f(a, b, c) { loop { } }'}";
    let limits = Limits { operations: 1_000, ..Limits::default() };
    for (code, state) in
        [("script-operations", TestState::Pass), ("script-time", TestState::Pass), ("script-depth", TestState::Error)]
    {
        let expect = format!("[{{problem: {code}, path: a.xml}}]");
        let tests = format!("[{{name: t, files: {{a.xml: <A>1</A>}}, expect: {expect}}}]");
        let rules = [file("rules.yaml", &format!("rules: [{rule}]\ntests: {tests}\n"))];
        let report = run_tests(&rules, &|_| None, TestOptions { limits, ..coverage() });
        assert_eq!(report.tests[0].state, state, "{code}: {report:?}");
    }
}

#[test]
fn a_test_that_fails_shows_the_difference() {
    let report = with_tests(
        "  - name: too large
    files: {a.xml: \"<R><A>4</A>\\n<A>6</A><A>6</A></R>\", b.xml: '<R><A>7</A></R>'}
    expect:
      - {rule: small, path: a.xml, line: 1, value: 6}
      - {rule: small, path: a.xml, line: 2, value: '6'}
      - {rule: small, path: b.xml, message: '7 is too much'}
      - {rule: smal, path: b.xml}
  - { name: passes, files: {a.xml: '<R><A>1</A></R>'}, expect: [] }
",
    );
    assert_eq!(report.exit_code(), 1);
    assert_snapshot!(describe(&report), @r#"
    rules.yaml:5:11
      fail     too large
      -        small in a.xml:1  6
      +        small in a.xml:2  "6"  `6` is not <= 5
      +        unique in a.xml:2  "6"  `6` occurs more than once in this file
      -        smal in b.xml
      -        small in b.xml  7 is too much
      +        small in b.xml:1  "7"  `7` is not <= 5

    rules.yaml:3:13
      missing  no test expects a finding of `unique`

    1 warning: something may be wrong

    rules.yaml:11:16
      warning  there is no rule `smal`  [test-unknown-rule]
          11 | - {rule: smal, path: b.xml}
             |          ^^^^
      help     did you mean `small`?

      tests    1 passed, 1 failed
      rules    1 tested, 1 without a test
      result   1 test failed; 1 rule has no test
    "#);
}

#[test]
fn a_file_that_cannot_be_checked_is_an_error() {
    let report = with_tests("  - { name: broken, files: {a.xml: '<R>'}, expect: [] }\n");
    assert_eq!((report.tests[0].state, report.exit_code()), (TestState::Error, 2));
    assert_snapshot!(describe(&report), @r"
    rules.yaml:5:13
      error    broken
    a.xml:1:4
      problem  the document ends inside `<R>`  [xml-unclosed]
           1 | <R>
             |    ^
      help     `</R>` is missing; the file may be truncated

    rules.yaml:2:13
      missing  no test expects a finding of `small`
    rules.yaml:3:13
      missing  no test expects a finding of `unique`

      tests    1 could not be run
      rules    0 tested, 2 without a test
      result   not every test could be run
    ");
}

/// A rule that cannot be used is an error of the tests that expect findings of it. Other tests are not affected.
#[test]
fn a_broken_rule_is_an_error_of_its_tests_only() {
    let report = run("\
rules:
  - { name: small, rpath: xml$, xpath: A//B, condition: ['<=', 5] }
  - { name: unique, rpath: xml$, xpath: '*,A', condition: [Unique] }
tests:
  - { name: first, files: {a.xml: '<R><A>6</A></R>'}, expect: [{rule: small, path: a.xml}] }
  - { name: second, files: {a.xml: '<R><A>6</A></R>'}, expect: [] }
");
    let states: Vec<_> = report.tests.iter().map(|test| test.state).collect();
    assert_eq!((states, report.exit_code()), (vec![TestState::Error, TestState::Pass], 2));
    assert_snapshot!(describe(&report), @r"
    rules.yaml:5:13
      error    first
      -        small in a.xml
      see      the problems of rule `small` below

    rules.yaml:3:13
      missing  no test expects a finding of `unique`

    1 problem: not everything was checked

    rules.yaml:2:42
      problem  a tag is missing here  [small: xpath-empty-step]
           2 | - { name: small, rpath: xml$, xpath: A//B, condition: ['<=', 5] }
             |                                        ^
      help     `**` matches any number of levels: `A/**/B`

      tests    1 passed, 1 could not be run
      rules    0 tested, 1 without a test
      result   1 problem, so the tests are incomplete
    ");
}

#[test]
fn each_file_is_tested_by_its_own_rules() {
    let base = "rules: [{ name: base, rpath: ., xpath: '*,A', condition: [Exist] }]
tests: [{ name: of base, files: {a.xml: '<R><A/></R>'}, expect: [{rule: base, path: a.xml}] }]\n";
    let more = "extends: [base.yaml]
rules: [{ name: more, rpath: ., xpath: '*,A', condition: [Not exist] }, { name: last, rpath: ., xpath: '*', condition: [Exist] }]
tests: [{ name: of more, files: {a.xml: '<R>x<A>1</A><A/></R>'}, expect: [{rule: base, path: a.xml}, {rule: more, path: a.xml}] }]\n";
    let other = "rules: [{ name: other, rpath: ., xpath: '**', condition: [Null collection] }]
tests: [{ name: of other, files: {a.xml: '<A/>'}, expect: [{rule: other, path: a.xml}] }]\n";
    let read = |path: &str| (path == "base.yaml").then(|| base.to_owned());
    for files in [
        vec![file("more.yaml", more), file("other.yaml", other)],
        vec![file("other.yaml", other), file("base.yaml", base), file("more.yaml", more), file("more.yaml", more)],
    ] {
        let report = run_tests(&files, &read, TestOptions::default());
        let mut names: Vec<_> = report.tests.iter().map(|test| test.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["of base", "of more", "of other"], "{}", describe(&report));
        assert_eq!((report.exit_code(), report.summary.rules), (0, 4), "{}", describe(&report));
        assert_eq!(report.untested.iter().map(|rule| rule.rule.as_str()).collect::<Vec<_>>(), ["last"]);
    }
}

#[test]
fn a_test_of_a_problem_covers_the_rules_of_its_file() {
    let text = "rules:
  - { name: readable, rpath: xml$, xpath: '*,{tag}', condition: [Exist] }
  - { name: of json, rpath: json$, xpath: '*', condition: [Exist] }
tests:
  - { name: cut, files: {a.xml: '<R>'}, expect: [{problem: xml-unclosed, path: a.xml}] }\n";
    let report = run_tests(&[file("rules.yaml", text)], &|_| None, coverage());
    assert_eq!(report.untested.iter().map(|rule| rule.rule.as_str()).collect::<Vec<_>>(), ["of json"]);
}

#[test]
fn a_filter_chooses_tests() {
    let tests = "  - { name: Too large, files: {a.xml: '<R><A>6</A></R>'}, expect: [{rule: small, path: a.xml}] }
  - { name: two of one, files: {a.xml: '<R><A>1</A><A>1</A></R>'}, expect: [{rule: unique, path: a.xml}] }\n";
    let rules = [file("rules.yaml", &format!("{RULES}{tests}"))];
    for (filter, chosen) in
        [("too", &["Too large"][..]), ("UNIQUE", &["two of one"]), ("", &["Too large", "two of one"])]
    {
        let report = run_tests(&rules, &|_| None, TestOptions { filter: Some(filter), ..coverage() });
        assert_eq!(report.tests.iter().map(|test| test.name.as_str()).collect::<Vec<_>>(), chosen, "{filter}");
        assert_eq!(report.exit_code(), 0, "whichever tests are run, every rule has one");
    }
    let none = run_tests(&rules, &|_| None, TestOptions { filter: Some("nope"), ..coverage() });
    assert_eq!((none.tests.len(), none.exit_code()), (0, 2));
    assert_snapshot!(describe(&none), @r"
    tests    none
    rules    2 tested
    result   no test was run
    ");
}

#[test]
fn json_contains_the_whole_report() {
    let report = with_tests(
        "  - { name: t, files: {a.xml: '<R><A>6</A></R>'}, expect: [{rule: unique, path: a.xml, line: 1}] }\n",
    );
    let json = OutputFormat::named("json").unwrap().render(&report, Style::default());
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read, serde_json::to_value(&report).unwrap());
    assert_snapshot!(json, @r#"
    {
      "tests": [
        {"name":"t","state":"fail","path":"rules.yaml","line":5,"column":13,"end_line":5,"end_column":14,"char_column":13,"end_char_column":14,"offset":164,"end_offset":165,"missing":[{"rule":"unique","path":"a.xml","line":1}],"unexpected":[{"rule":"small","severity":"error","message":"`6` is not <= 5","path":"a.xml","line":1,"column":7,"end_line":1,"end_column":8,"char_column":7,"end_char_column":8,"offset":6,"end_offset":7,"value":"6","related":[],"excerpt":{"text":"<R><A>6</A></R>","start":6,"end":7}}],"problems":[]}
      ],
      "untested": [
        {"rule":"small","path":"rules.yaml","line":2,"column":13,"end_line":2,"end_column":18,"char_column":13,"end_char_column":18,"offset":19,"end_offset":24}
      ],
      "coverage": true,
      "summary": {"pass":0,"fail":1,"error":0,"missing":1,"rules":2},
      "problems": [],
      "warnings": []
    }
    "#);
}

#[test]
fn progress_counts_the_selected_tests_of_the_files_read_so_far() {
    thread_local! {
        static PROGRESS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }
    let at = |at: &AtTest<'_>| {
        let name = at.name.unwrap_or("-");
        PROGRESS.with_borrow_mut(|progress| progress.push(format!("{} {name} {}/{}", at.path, at.done, at.total)));
    };
    let tests = "rules: [{ name: any, rpath: ., xpath: '*', condition: [Exist] }]
tests:
  - { name: one, files: {a.xml: <A/>}, expect: [] }
  - { name: two, files: {a.xml: <A/>}, expect: [] }
  - { name: one more, files: {a.xml: <A/>}, expect: [] }\n";
    let files = [file("a.yaml", tests), file("b.yaml", tests)];
    let options = TestOptions { filter: Some("one"), at: Some(at), ..TestOptions::default() };
    assert_eq!(run_tests(&files, &|_| None, options).tests.len(), 4);
    let expected = [
        "a.yaml - 0/0",
        "a.yaml one 0/2",
        "a.yaml one more 1/2",
        "b.yaml - 2/2",
        "b.yaml one 2/4",
        "b.yaml one more 3/4",
    ];
    assert_eq!(PROGRESS.take(), expected);
}

/// A test that passes because no rule was exercised proves nothing, and a test that fails for that reason says so.
#[test]
fn a_test_whose_files_no_rule_selects_is_reported() {
    let tests = "
  - { name: green, files: {a.json: '{}'}, expect: [] }
  - { name: red, files: {A.XML: '<R/>', b.txt: b, c.txt: c, d.txt: d}, expect: [{rule: small, path: A.XML}] }
  - { name: looked at, files: {a.json: '{}', a.xml: '<R/>'}, expect: [] }
";
    let report = TestReport { coverage: false, ..with_tests(tests) };
    assert_eq!((report.summary.pass, report.summary.fail, report.exit_code()), (2, 1, 1));
    assert_snapshot!(describe(&report), @r"
    rules.yaml:6:13
      pass     green
      warning  no rule looks at the files of this test: `a.json`  [test-unseen]
      help     rules look for `xml$`

    rules.yaml:7:13
      fail     red
      -        small in A.XML
      warning  no rule looks at the files of this test: `A.XML`, `b.txt`, `c.txt`, …  [test-unseen]
      help     the `rpath` of `small`: did you mean `(?i)xml$`, as in `/A.XML`?

      tests    2 passed, 1 failed, 2 with a warning
      rules    1 tested, 1 without a test
      result   1 test failed
    ");
}

#[test]
fn a_rule_that_selects_no_file_of_a_failing_test_is_reported() {
    let rules = "rules:
  - { name: png, rpath: png$, xpath: '{file.size}', condition: ['<=', 5] }
  - { name: xml, rpath: xml$, xpath: '*', condition: [Exist] }
tests:
";
    for (files, expect, warnings) in [
        (
            "{a.xml: <R>x</R>}",
            "[{rule: png, path: a.xml}]",
            &["`png` looks at none of the files of this test: `a.xml`"][..],
        ),
        ("{a.xml: <R/>}", "[{rule: png, path: a.xml}]", &["`png` looks at none of the files of this test: `a.xml`"]),
        ("{}", "[]", &["this test has no file that a rule could look at"]),
        ("{a.xml: <R/>}", "[{rule: xml, path: a.xml, line: 2}]", &[]),
        ("{a.xml: <R/>}", "[{rule: pgn, path: a.xml}]", &[]),
        ("{a.xml: <R>x</R>, a.png: p}", "[]", &[]),
    ] {
        let report = run(&format!("{rules}  - {{ name: t, files: {files}, expect: {expect} }}\n"));
        let messages: Vec<&str> = report.tests[0].warnings.iter().map(|warning| &*warning.message).collect();
        assert_eq!(messages, warnings, "{files} {expect}");
    }
    // The files of a rule that cannot be used are unknown.
    let broken = run(
        "rules: [{ name: r, rpath: xml$, xpath: A//B, condition: [Exist] }]\ntests: [{ name: t, files: {a.txt: a}, expect: [] }]\n",
    );
    assert!(broken.tests[0].warnings.is_empty(), "{broken:?}");
}

/// Each rule file with the warnings of its first test and their help.
#[test]
fn a_test_that_exercises_no_rule_is_reported_with_the_reason() {
    const OFF: &str = "rules: [{ name: r, enabled: false, rpath: ., xpath: 'M/Faces', condition: [Exist] }]\ntests:\n";
    const ONE_OFF: &str = "rules:
  - { name: r, enabled: false, rpath: ., xpath: 'M/Faces', condition: [Exist] }
  - { name: s, rpath: ., xpath: '*', condition: [Exist] }
tests:\n";
    const ON: &str = "rules: [{ name: r, rpath: ., xpath: 'M/Faces', condition: ['<=', 5] }]\ntests:\n";
    /// `<M><faces>9</faces></M>` in an encoding in which its words cannot be searched.
    const UTF_16: &str =
        "{hex: 'FFFE3C004D003E003C00660061006300650073003E0039003C002F00660061006300650073003E003C002F004D003E00'}";
    const SWITCH_ON: &str = "remove `enabled: false` or the test";
    let expecting = "{ name: t, files: {a.xml: <M>x</M>}, expect: [{rule: r, path: a.xml}] }";
    let clean = |files: &str| format!("{{ name: t, files: {{a.xml: {files}}}, expect: [] }}");
    let is_off = "`r` is switched off (`enabled: false`), but this test expects findings of it";
    let in_other_case = "in `a.xml`: `M` has no `Faces`; did you mean `faces`?";
    for (rules, test, message, help) in [
        (OFF, expecting, is_off, SWITCH_ON),
        (ONE_OFF, expecting, is_off, SWITCH_ON),
        (OFF, &clean("<M/>"), "every rule is switched off, so this test proves nothing", SWITCH_ON),
        (ONE_OFF, &clean("<M>x</M>"), "", ""),
        // Problems of another test do not matter for this one.
        (
            ON,
            "{ name: t, files: {}, expect: [] }\n  - { name: u, files: {} }",
            "this test has no file that a rule could look at",
            "rules look for `.`",
        ),
        (
            ON,
            &clean("<M><faces>9</faces></M>"),
            "no rule finds a value in the files of this test, so it proves nothing",
            &format!("the `xpath` of `r`: {in_other_case}"),
        ),
        (
            ON,
            &clean(UTF_16),
            "no rule finds a value in the files of this test, so it proves nothing",
            &format!("the `xpath` of `r`: {in_other_case}"),
        ),
        (
            ON,
            "{ name: t, files: {a.xml: <M><faces>9</faces></M>}, expect: [{rule: r, path: a.xml}] }",
            "`r` finds no value in the files of this test",
            in_other_case,
        ),
        // A test may show that a rule finds nothing if its nodes are absent, or elsewhere.
        (ON, &clean("<M/>"), "", ""),
        (ON, &clean("<M><L><Faces>9</Faces></L></M>"), "", ""),
        (ON, &clean("<M><Faces>3</Faces></M>"), "", ""),
    ] {
        let report = run(&format!("{rules}  - {test}\n"));
        let warnings = report.tests[0].warnings.iter();
        let actual: Vec<_> = warnings.map(|it| (&*it.message, it.help.as_deref().unwrap_or_default())).collect();
        let expected = [(message, help)];
        assert_eq!(actual, &expected[usize::from(message.is_empty())..], "{rules} {test}");
    }
}
