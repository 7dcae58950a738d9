use insta::assert_snapshot;

use super::{MAX_LISTED, Page, Style, write_diagnostics};
use crate::fixture::{
    REPOSITORY, everything, finding, nth_finding, of_file, problem, reasoned, related, report, rule, stats, via,
};
use crate::{Diagnostics, Finding, OutputFormat, Problem, Report, Severity, Timings, Value};

fn render_diagnostics(diagnostics: &Diagnostics, style: Style) -> String {
    let mut page = Page::new(style);
    write_diagnostics(&mut page, diagnostics);
    page.take()
}

fn written(report: &Report, style: Style) -> String {
    OutputFormat::named("text").expect("there is a text").render(report, style)
}

fn plain(report: &Report) -> String {
    written(report, Style::default())
}

fn colored(report: &Report) -> String {
    written(report, Style { color: true, ..Style::default() })
}

/// Returns the report without the last lines, which other tests cover.
fn body(report: &Report) -> String {
    let text = plain(report);
    text[..text.rfind("\n  rules").map_or(text.len(), |at| at)].to_owned()
}

/// Returns a report on one value of one document, which the message does not contain.
fn one(path: &str, text: &str, value: &str) -> Report {
    let message = "not as it should be".to_owned();
    report(vec![Finding { message, ..finding("r", Severity::Error, path, text, value) }])
}

#[test]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(plain(&everything()), @r#"
    Package/Tree/e5/resource.xml:2:26
      info     too many faces for a prop  [prop-faces]
      via      Package/Tree/resource.repository:6:19: e5ce0940-f689-404d-968f-775317804069
           2 | <Root><Entity><NumFaces>6000</NumFaces></Entity></Root>
             |                         ^^^^

    Package/Tree/resource.repository:12:19
      warning  `E5CE0940-f689-404d-968f-775317804069` is not what it should be  [guid-spelling]
      error    `E5CE0940-f689-404d-968f-775317804069` is not what it should be  [guid-unique]
      see      Package/Tree/resource.repository:6:19: first seen here
          12 | <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>
             |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    Package/Tree/resource.repository:14:23
      error    the mesh has 12000 faces, 5000 are allowed  [face-budget]
          14 | <NumFaces>12000</NumFaces>
             |           ^^^^^

    World/empty.iworld:1:1
      hint     nothing was extracted from this file  [has-world]

    1 hint: possible improvements

      hint     rules/mesh.yaml:3:13: curly quotes are read as straight quotes  [rule-curly-quotes]

    2 warnings: something may be wrong

      warning  rule `hdr` matched no file  [rule-no-file]

    rules/mesh.yaml:4:5
      warning  no field is called `conditon`  [lods: rule-unknown-field]
           4 | conditon: [Exist]
             | ^^^^^^^^
      help     did you mean `condition`?

    3 problems: not everything was checked

    Package/Broken/resource.repository:3:5
      problem  `<Items>` is never closed  [xml-unclosed]
           3 | <Items>
             | ^^^^^^^

    Package/Tree/aa/resource.xml
      problem  there is no such file  [prop-faces: cited-missing]

    rules/mesh.yaml:3:37
      problem  `(` is never closed  [lods: xpath-unclosed]
           3 | xpath: "*/Items/Item.Type==Mesh&(Lods,GUID"
             |                                 ^
      help     close it with `)` before the names

      rules    1 passed, 5 failed, 2 not checked (1 could not be used, 1 matched no file)
      files    512 seen, 31 read (68.1 MB), 2 not checked
      result   2 errors, 1 warning, 1 info, 1 hint in 3 files; 3 problems, so the run is incomplete
    "#);
}

#[test]
fn descriptions_of_a_rule_follow_its_first_finding() {
    assert_snapshot!(body(&reasoned()), @r#"
    a.xml:8:23
      error    `6000` is not what it should be  [faces]
      why      A scene has *one* `budget`.
      url      https://example.org/faces
           8 | <NumFaces>6000</NumFaces>
             |           ^^^^

    b.xml:7:19
      warning  `Wall` is not what it should be  [names]
      about    Names are <short>.
           7 | <Name>Wall</Name>
             |       ^^^^
    b.xml:8:23
      error    `6000` is not what it should be  [faces]
           8 | <NumFaces>6000</NumFaces>
             |           ^^^^
    "#);
}

#[test]
fn colours_do_not_change_the_text() {
    let text = colored(&everything());
    let mut bare = String::new();
    for (at, part) in text.split("\x1b[").enumerate() {
        bare.push_str(if at == 0 { part } else { part.split_once('m').expect("an escape sequence").1 });
    }
    assert_eq!(bare, plain(&everything()));
    assert!(!plain(&everything()).contains('\x1b'));

    let text = colored(&one("a.xml", "<A>5</A>", "5")).replace('\x1b', "\u{241b}");
    assert_snapshot!(text, @r#"
    ␛[36ma.xml:1:4␛[0m
      ␛[1;31merror␛[0m    ␛[1mnot as it should be␛[0m  ␛[2m[r]␛[0m
    ␛[2m       1 |␛[0m <A>5</A>
    ␛[2m         |␛[0m    ␛[1;31m^␛[0m

      ␛[2mrules␛[0m    ␛[1;31m1 failed␛[0m
      ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB)
      ␛[2mresult␛[0m   ␛[1;31m1 error␛[0m in 1 file
    "#);
}

mod result {
    use super::*;

    /// Returns the last lines of a report on these rules, each with files and values.
    fn end(rules: &[(&str, u64, u64)], problems: Vec<Problem>) -> String {
        let rules = rules.iter().map(|&(name, files, values)| rule(name, Severity::Error, files, values)).collect();
        let run = Diagnostics { problems, ..Diagnostics::default() };
        let text = colored(&Report::new(Vec::new(), Diagnostics::default(), run, stats(rules)));
        text[text.find("  \x1b[2mrules").unwrap()..].replace('\x1b', "\u{241b}")
    }

    #[test]
    fn a_clean_run_is_green() {
        assert_snapshot!(end(&[("a", 1, 1), ("b", 1, 1)], Vec::new()), @r#"
        ␛[2mrules␛[0m    ␛[1;32m2 passed␛[0m
        ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB)
        ␛[2mresult␛[0m   ␛[1;32mno findings␛[0m
        "#);
    }

    #[test]
    fn unchecked_runs_are_never_green() {
        assert_snapshot!(end(&[("a", 1, 1), ("b", 0, 0), ("c", 1, 0)], Vec::new()), @r#"
        ␛[2mrules␛[0m    ␛[1;32m1 passed␛[0m, ␛[1;33m2 not checked␛[0m (1 matched no file, 1 extracted no value)
        ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB)
        ␛[2mresult␛[0m   no findings
        "#);
        assert_snapshot!(end(&[("a", 0, 0)], Vec::new()), @r#"
        ␛[2mrules␛[0m    ␛[1;33m1 not checked␛[0m (matched no file)
        ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB)
        ␛[2mresult␛[0m   no findings; ␛[1;31mno rule matched a file, so nothing was checked␛[0m
        "#);
        assert_snapshot!(end(&[], Vec::new()), @r#"
        ␛[2mrules␛[0m    ␛[1;33mnone␛[0m
        ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB)
        ␛[2mresult␛[0m   no findings; ␛[1;31mno rule is enabled, so nothing was checked␛[0m
        "#);
        assert_snapshot!(end(&[("a", 1, 1)], vec![Problem::new("x", "y").in_file("z")]), @r#"
        ␛[2mrules␛[0m    ␛[1;32m1 passed␛[0m
        ␛[2mfiles␛[0m    512 seen, 31 read (68.1 MB), ␛[1;33m1 not checked␛[0m
        ␛[2mresult␛[0m   no findings; ␛[1;31m1 problem, so the run is incomplete␛[0m
        "#);
    }

    #[test]
    fn time_is_written_if_it_was_measured() {
        let mut stats = stats(vec![rule("a", Severity::Error, 1, 1)]);
        stats.timings = Some(Timings { total: 1234.5, ..Timings::default() });
        assert_snapshot!(plain(&Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats)), @r#"
        rules    1 passed
        files    512 seen, 31 read (68.1 MB)
        time     1.2 s
        result   no findings
        "#);
    }
}

mod documents {
    use super::*;

    #[test]
    fn carets_are_below_wide_characters() {
        let text = "<A><\u{540d}>\u{6f22}\u{5b57} \u{1f600}</\u{540d}><B>\u{43a}\u{20dd}</B></A>";
        assert_snapshot!(body(&one("\u{6728}/a.xml", text, "\u{6f22}\u{5b57} \u{1f600}")), @r#"
        木/a.xml:1:7
          error    not as it should be  [r]
               1 | <A><名>漢字 😀</名><B>к⃝</B></A>
                 |        ^^^^^^^
        "#);
        assert_snapshot!(body(&one("a.xml", text, "\u{43a}\u{20dd}")), @r#"
        a.xml:1:18
          error    not as it should be  [r]
               1 | <A><名>漢字 😀</名><B>к⃝</B></A>
                 |                       ^
        "#);
    }

    #[test]
    fn line_breaks_and_tabs_do_not_move_carets() {
        assert_snapshot!(body(&one("a.xml", "<A>\r\n\t<B>\tx</B>\r\n</A>\r\n", "x")), @r#"
        a.xml:2:6
          error    not as it should be  [r]
               2 | <B> x</B>
                 |     ^
        "#);
        assert_snapshot!(body(&one("a.xml", "<A>\r<B>two\rlines</B>\r</A>", "two\rlines")), @r#"
        a.xml:2:4
          error    not as it should be  [r]
          value    two lines
               2 | <B>two
                 |    ^^^
        "#);
    }

    #[test]
    fn long_lines_are_cut_around_the_value() {
        let text = format!("<A>{}<B>here</B>{}</A>", "<C>before</C>".repeat(1000), "<C>behind</C>".repeat(1000));
        assert_snapshot!(body(&one("a.xml", &text, "here")), @r#"
        a.xml:1:13007
          error    not as it should be  [r]
               1 | …>before</C><C>before</C><C>before</C><B>here</B><C>behind</C><C>behind</C><C>behind</C>…
                 |                                          ^^^^
        "#);
        let narrow = Style { width: 30, ..Style::default() };
        assert!(written(&one("a.xml", &text, "here"), narrow).contains("<B>here</B>"));
    }

    #[test]
    fn long_values_and_messages_are_cut() {
        let text = format!("<A>{}</A>", "0123456789".repeat(20));
        let value = &text[3..203];
        let mut finding = finding("r", Severity::Error, "a.xml", &text, value);
        finding.excerpt = None;
        finding.message = "short".to_owned();
        let mut wordy = finding.clone();
        wordy.message = "word ".repeat(200);
        assert_snapshot!(body(&report(vec![finding, wordy])), @r#"
        a.xml:1:4
          error    short  [r]
          value    0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567…
          error    word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word…  [r]
          value    0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567…
        "#);
    }

    #[test]
    fn a_value_is_written_once() {
        let with = |message: &str, value: Value| {
            let finding = finding("r", Severity::Error, "a.xml", "<A>5</A>", "<A>5</A>");
            report(vec![Finding { message: message.to_owned(), value, ..finding }])
        };
        let record = Value::Record(vec![("A".to_owned(), vec![Value::Text("5".to_owned())])]);
        for (report, is_displayed) in [
            (with("not good", record), true),
            (with("not good", Value::Text("7".to_owned())), true),
            (with("`7` is not good", Value::Text("7".to_owned())), false),
            (with("not good", Value::Text("<A>5</A>".to_owned())), false),
            (with("not good", Value::Text(String::new())), false),
            (with("not good", Value::Null), false),
        ] {
            assert_eq!(plain(&report).contains("\n  value    "), is_displayed, "{}", plain(&report));
        }
    }

    #[test]
    fn related_values_of_a_finding_are_named() {
        let of_path = |value: &str| {
            let mut via = via("a.repository", REPOSITORY, "6000");
            via.value = Value::Text(value.to_owned());
            Finding {
                via: Some(via),
                related: vec![
                    related("first seen here", "b.xml", REPOSITORY, "Wall"),
                    related("and here", "c.xml", REPOSITORY, "Mesh"),
                ],
                ..of_file("r", Severity::Warning, "cited.xml", "nothing was extracted from this file")
            }
        };
        assert_snapshot!(body(&report(vec![of_path("cited.xml"), of_path("e5ce0940")])), @r#"
        cited.xml:1:1
          warning  nothing was extracted from this file  [r]
          via      a.repository:8:23
          see      b.xml:7:19: first seen here
          see      c.xml:5:19: and here
          warning  nothing was extracted from this file  [r]
          via      a.repository:8:23: e5ce0940
          see      b.xml:7:19: first seen here
          see      c.xml:5:19: and here
        "#);
    }

    #[test]
    fn control_characters_are_escaped() {
        let text = "<A>\u{1b}[2J\u{202e}x</A>";
        let mut report = one("a\u{1b}[2J\nb.xml", text, "\u{1b}[2J\u{202e}x");
        assert_snapshot!(body(&report), @r#"
        a\u{1b}[2J\u{a}b.xml:1:4
          error    not as it should be  [r]
          value    \u{1b}[2J\u{202e}x
               1 | <A> [2J�x</A>
                 |    ^^^^^^
        "#);
        report = super::report(vec![of_file("r\u{7}", Severity::Error, "a.xml", "two\nlines\u{9b}31m\n")]);
        assert_snapshot!(body(&report), @r#"
        a.xml:1:1
          error    two lines\u{9b}31m  [r\u{7}]
        "#);
    }
}

mod many {
    use super::*;

    /// Returns this number of findings of rule `a`, followed by one of rule `b`.
    fn repeated(times: usize) -> Report {
        let text = "<A>x</A>\n".repeat(times + 1);
        let mut findings: Vec<_> =
            (0..times).map(|nth| nth_finding("a", Severity::Error, "a.xml", &text, "x", nth)).collect();
        findings.push(nth_finding("b", Severity::Warning, "a.xml", &text, "x", times));
        findings.push(finding("b", Severity::Warning, "b.xml", &text, "x"));
        report(findings)
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn many_findings_of_one_rule_in_one_file_are_counted() {
        let text = plain(&repeated(MAX_LISTED + 1234));
        assert_eq!((count(&text, "[a]"), count(&text, "[b]")), (MAX_LISTED + 1, 2));
        assert_snapshot!(text[text.find("a.xml:1255").unwrap()..], @r#"
        a.xml:1255:4
          warning  `x` is not what it should be  [b]
            1255 | <A>x</A>
                 |    ^
          error    … and 1,234 more of this rule in this file  [a]

        b.xml:1:4
          warning  `x` is not what it should be  [b]
               1 | <A>x</A>
                 |    ^

          rules    2 failed
                   1,254  error    a
                       2  warning  b
          files    512 seen, 31 read (68.1 MB)
          result   1,254 errors, 2 warnings in 2 files
        "#);
    }

    #[test]
    fn all_findings_are_written_on_request() {
        let all = Style { all: true, ..Style::default() };
        let text = written(&repeated(MAX_LISTED + 1234), all);
        assert_eq!((count(&text, "[a]"), count(&text, "more")), (MAX_LISTED + 1234, 0));
        assert_eq!(count(&plain(&repeated(MAX_LISTED)), "more"), 0);
    }
}

mod idle {
    use super::*;

    /// Returns warnings about this number of rules that matched no file, and one other warning.
    fn idle(count: usize) -> Diagnostics {
        let mut warnings = vec![Problem::new("rule-name", "the rule has no name").in_file("a.yaml")];
        let names = (0..count).map(|at| format!("rule-{at}"));
        warnings.extend(names.map(|name| {
            let place = assay_document::text::LineIndex::new("rpath").region(assay_document::text::Span::new(0, 5));
            Problem::new("rule-no-file", "`rpath` matched no file").of_rule(name).in_file("a.yaml").at(place, None)
        }));
        Diagnostics { warnings, ..Diagnostics::default() }
    }

    fn render_findings(count: usize, all: bool) -> String {
        render_diagnostics(&idle(count), Style { all, ..Style::default() })
    }

    #[test]
    fn many_rules_without_files_are_one_entry() {
        assert_snapshot!(render_findings(1234, false), @r"
        1,235 warnings: something may be wrong

          warning  1,234 rules matched no file: `rule-0`, `rule-1`, `rule-2`, `rule-3`, `rule-4`, `rule-5`, `rule-6`, `rule-7`, `rule-8`, `rule-9`, `rule-10`, `rule-11`, and 1,222 more  [rule-no-file]

        a.yaml
          warning  the rule has no name  [rule-name]
        ");
        assert!(
            render_findings(4, false).contains("4 rules matched no file: `rule-0`, `rule-1`, `rule-2`, `rule-3`  [")
        );
    }

    #[test]
    fn a_few_rules_without_files_are_listed_and_all_on_request() {
        for (count, all) in [(1, false), (3, false), (4, true), (50, true)] {
            assert_eq!(render_findings(count, all).matches("`rpath` matched no file").count(), count, "{count}");
        }
    }
}

mod diagnostics {
    use super::*;

    const RULES: &str = "rules:\r\n\t- name: \u{e4}\u{1f600}\r\n\t  xpath: \"*/A[\"\r\n";

    #[test]
    fn diagnostics_of_one_file_are_grouped() {
        let diagnostics = Diagnostics {
            problems: vec![
                Problem::new("rules-none", "there are no rules"),
                Problem::new("rules-unreadable", "the file cannot be read: permission denied").in_file("a.yaml"),
                Problem::new("rules-odd", "nor can this be").in_file("a.yaml").help("look at it"),
                problem("xpath-unclosed", "`[` is never closed", "b.yaml", RULES, "[").of_rule("\u{e4}"),
                problem("rule-odd", "this is odd", "b.yaml", RULES, "\u{1f600}"),
            ],
            ..Diagnostics::default()
        };
        assert_snapshot!(render_diagnostics(&diagnostics, Style::default()), @r#"
        5 problems: not everything was checked

          problem  there are no rules  [rules-none]

        a.yaml
          problem  the file cannot be read: permission denied  [rules-unreadable]
          problem  nor can this be  [rules-odd]
          help     look at it

        b.yaml:3:15
          problem  `[` is never closed  [ä: xpath-unclosed]
               3 | xpath: "*/A["
                 |            ^
        b.yaml:2:11
          problem  this is odd  [rule-odd]
               2 | - name: ä😀
                 |          ^^
        "#);
    }

    #[test]
    fn problems_that_differ_only_in_the_document_are_written_once() {
        let stopped = |document: &str| {
            problem("script-error", &format!("`f` stopped on {document}"), "r.yaml", RULES, "name")
                .of_rule("\u{e4}")
                .checking(document)
        };
        let diagnostics = |documents: usize| Diagnostics {
            problems: (0..documents).map(|at| stopped(&format!("{at}.xml"))).collect(),
            ..Diagnostics::default()
        };
        assert_snapshot!(render_diagnostics(&diagnostics(10_000), Style::default()), @r#"
        10,000 problems: not everything was checked

        r.yaml:2:4
          problem  `f` stopped on 0.xml  [ä: script-error]
               2 | - name: ä😀
                 |   ^^^^
          also     in 9,999 more files: 1.xml, 2.xml, 3.xml, …
        "#);
        assert_snapshot!(render_diagnostics(&diagnostics(2), Style::default()), @r#"
        2 problems: not everything was checked

        r.yaml:2:4
          problem  `f` stopped on 0.xml  [ä: script-error]
               2 | - name: ä😀
                 |   ^^^^
          also     in 1 more file: 1.xml
        "#);
        let all = render_diagnostics(&diagnostics(50), Style { all: true, ..Style::default() });
        assert_eq!((all.matches("stopped on").count(), all.contains("more file")), (50, false));
    }

    #[test]
    fn many_hints_are_counted() {
        let hints = (0..MAX_LISTED + 5).map(|at| Problem::new("loose", format!("hint {at}"))).collect();
        let diagnostics = Diagnostics { hints, ..Diagnostics::default() };
        let text = render_diagnostics(&diagnostics, Style::default());
        assert_snapshot!(text[text.find("  hint     hint 19").unwrap()..], @r#"
        hint     hint 19  [loose]
        hint     … and 5 more hints
        "#);
    }

    #[test]
    fn a_message_about_many_files_lists_the_first_ones() {
        let pointer = |at| Problem::new("git-lfs-pointer", "this is a pointer").in_file(format!("{at}.png"));
        let problems: Vec<Problem> =
            (0..300).map(pointer).chain([Problem::new("xml-odd", "odd").in_file("a.xml")]).collect();
        let diagnostics = Diagnostics { problems, ..Diagnostics::default() };
        let text = render_diagnostics(&diagnostics, Style::default());
        assert_snapshot!(text[text.find("4.png").unwrap()..], @r#"
        4.png
          problem  this is a pointer  [git-lfs-pointer]

        a.xml
          problem  odd  [xml-odd]

          problem  … and 295 more files with this message: this is a pointer  [git-lfs-pointer]
        "#);
        let all = render_diagnostics(&diagnostics, Style { all: true, ..Style::default() });
        assert_eq!(all.matches("this is a pointer").count(), 300);
    }

    #[test]
    fn empty_diagnostics_are_an_empty_string() {
        assert_eq!(render_diagnostics(&Diagnostics::default(), Style::default()), "");
    }
}

#[test]
fn very_many_findings_are_cut_and_all_are_counted() {
    let list: Vec<Finding> = (0..600)
        .flat_map(|file| {
            (0..MAX_LISTED).map(move |_| finding("r", Severity::Error, &format!("{file:03}.xml"), REPOSITORY, "Wall"))
        })
        .collect();
    let report = report(list);
    let text = plain(&report);
    let listed = text.lines().filter(|line| line.starts_with("  error    ")).count();
    assert_eq!(listed, 10_000);
    assert!(text.contains("\n\n\u{2026} and 2,000 more findings in 100 more files\n"), "{}", &text[text.len() - 500..]);
    assert!(text.contains("  result   12,000 errors in 600 files\n"));
    let all = written(&report, Style { all: true, ..Style::default() });
    assert_eq!(all.lines().filter(|line| line.starts_with("  error    ")).count(), 12_000);
}

#[test]
fn counts_begin_with_the_most_severe_rule_and_end_with_the_omitted_ones() {
    let severity = |at| if at == 16 { Severity::Error } else { Severity::Hint };
    let list = (0..17).map(|at| finding(&format!("r{at:02}"), severity(at), "a.xml", REPOSITORY, "Wall")).collect();
    let text = plain(&report(list));
    let counts: Vec<&str> = text.lines().filter(|line| line.starts_with("           ")).collect();
    let first = counts.iter().position(|line| line.ends_with("r16")).unwrap();
    assert_eq!(counts[first..first + 2], ["           1  error    r16", "           1  hint     r00"]);
    assert!(counts.contains(&"           \u{2026}           and 2 more rules"), "{text}");
}
