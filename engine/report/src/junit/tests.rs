use insta::assert_snapshot;
use roxmltree::Document;

use crate::fixture::{REPOSITORY, everything, finding, of_file, reasoned, report, rule, stats, via};
use crate::{Diagnostics, Finding, Report, RuleStats, Severity};

/// Renders the report with the default options.
fn junit(report: &Report) -> String {
    super::report(report, Severity::Error)
}

fn of_rules(rules: Vec<RuleStats>) -> Report {
    Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(rules))
}

#[test]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(junit(&everything()), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Assay: 2 errors, 1 warning, 1 info, 1 hint in 3 files; 3 problems, so the run is incomplete" tests="15" failures="2" errors="3">
      <testsuite name="not checked" tests="3" failures="0" errors="3" skipped="0">
        <testcase classname="not checked" name="Package/Broken/resource.repository">
          <error message="`&lt;Items&gt;` is never closed">Package/Broken/resource.repository:3:5: `&lt;Items&gt;` is never closed</error>
        </testcase>
        <testcase classname="not checked" name="Package/Tree/aa/resource.xml">
          <error message="there is no such file">Package/Tree/aa/resource.xml: there is no such file</error>
        </testcase>
        <testcase classname="not checked" name="rules/mesh.yaml">
          <error message="`(` is never closed">rules/mesh.yaml:3:37: `(` is never closed&#10;close it with `)` before the names</error>
        </testcase>
      </testsuite>
      <testsuite name="guid-unique" tests="2" failures="1" errors="0" skipped="0">
        <testcase classname="guid-unique" name="Package/Tree/resource.repository">
          <failure message="`E5CE0940-f689-404d-968f-775317804069` is not what it should be">Package/Tree/resource.repository:12:19: error: `E5CE0940-f689-404d-968f-775317804069` is not what it should be</failure>
        </testcase>
        <testcase classname="guid-unique" name="all other files"/>
      </testsuite>
      <testsuite name="guid-spelling" tests="2" failures="0" errors="0" skipped="0">
        <testcase classname="guid-spelling" name="Package/Tree/resource.repository">
          <system-out>Package/Tree/resource.repository:12:19: warning: `E5CE0940-f689-404d-968f-775317804069` is not what it should be</system-out>
        </testcase>
        <testcase classname="guid-spelling" name="all other files"/>
      </testsuite>
      <testsuite name="face-budget" tests="2" failures="1" errors="0" skipped="0">
        <testcase classname="face-budget" name="Package/Tree/resource.repository">
          <failure message="the mesh has 12000 faces, 5000 are allowed">Package/Tree/resource.repository:14:23: error: the mesh has 12000 faces, 5000 are allowed</failure>
        </testcase>
        <testcase classname="face-budget" name="all other files"/>
      </testsuite>
      <testsuite name="prop-faces" tests="2" failures="0" errors="0" skipped="0">
        <testcase classname="prop-faces" name="Package/Tree/e5/resource.xml">
          <system-out>Package/Tree/e5/resource.xml:2:26: info: too many faces for a prop</system-out>
        </testcase>
        <testcase classname="prop-faces" name="all other files"/>
      </testsuite>
      <testsuite name="has-world" tests="1" failures="0" errors="0" skipped="0">
        <testcase classname="has-world" name="World/empty.iworld">
          <system-out>World/empty.iworld:1:1: hint: nothing was extracted from this file</system-out>
        </testcase>
      </testsuite>
      <testsuite name="names" tests="1" failures="0" errors="0" skipped="0">
        <testcase classname="names" name="all files"/>
      </testsuite>
      <testsuite name="hdr" tests="1" failures="0" errors="0" skipped="1">
        <testcase classname="hdr" name="all files">
          <skipped message="the rule matched no file"></skipped>
        </testcase>
      </testsuite>
      <testsuite name="lods" tests="1" failures="0" errors="0" skipped="1">
        <testcase classname="lods" name="all files">
          <skipped message="the rule could not be used"></skipped>
        </testcase>
      </testsuite>
    </testsuites>
    "#);
}

#[test]
fn a_clean_run_has_a_passing_case() {
    assert_snapshot!(junit(&of_rules(vec![rule("r", Severity::Error, 3, 5)])), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Assay: no findings" tests="1" failures="0" errors="0">
      <testsuite name="r" tests="1" failures="0" errors="0" skipped="0">
        <testcase classname="r" name="all files"/>
      </testsuite>
    </testsuites>
    "#);
}

#[test]
fn a_run_without_rules_or_files_is_an_error() {
    assert_snapshot!(junit(&of_rules(vec![rule("r", Severity::Error, 0, 0)])), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="Assay: no findings; no rule matched a file, so nothing was checked" tests="2" failures="0" errors="1">
      <testsuite name="not checked" tests="1" failures="0" errors="1" skipped="0">
        <testcase classname="not checked" name="the run">
          <error message="no rule matched a file, so nothing was checked">no rule matched a file, so nothing was checked</error>
        </testcase>
      </testsuite>
      <testsuite name="r" tests="1" failures="0" errors="0" skipped="1">
        <testcase classname="r" name="all files">
          <skipped message="the rule matched no file"></skipped>
        </testcase>
      </testsuite>
    </testsuites>
    "#);
}

#[test]
fn files_that_cite_a_finding_are_not_counted_as_clean() {
    let names = |files, paths: &[&str]| -> Vec<String> {
        let mesh = |path: &&str| Finding {
            via: Some(via(path, REPOSITORY, "Wall")),
            ..of_file("r", Severity::Error, "mesh.xml", "too many faces")
        };
        let (nothing, rules) = (Diagnostics::default, vec![rule("r", Severity::Error, files, 1)]);
        let text = junit(&Report::new(paths.iter().map(mesh).collect::<Vec<_>>(), nothing(), nothing(), stats(rules)));
        let document = Document::parse(&text).expect("well formed");
        let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
        cases.filter_map(|node| node.attribute("name").map(str::to_owned)).collect()
    };
    assert_eq!(names(2, &["a.xml", "b.xml"]), ["mesh.xml"]);
    assert_eq!(names(2, &["a.xml", "a.xml"]), ["mesh.xml", "all other files"]);
}

#[test]
fn only_errors_are_failures() {
    for (severity, failures) in [("error", 1), ("warning", 0), ("info", 0), ("hint", 0)] {
        let severity = Severity::named(severity).expect("a severity");
        let text = junit(&report(vec![finding("r", severity, "a.xml", REPOSITORY, "Wall")]));
        let document = Document::parse(&text).expect("well formed");
        assert_eq!(document.root_element().attribute("failures"), Some(failures.to_string().as_str()), "{severity}");
        assert_eq!(document.descendants().filter(|node| node.has_tag_name("failure")).count(), failures);
        assert!(text.contains("`Wall` is not what it should be"), "{severity}");
    }
}

#[test]
fn findings_are_failures_from_the_severity_that_fails_the_run() {
    let all = ["error", "warning", "info", "hint"].map(|name| Severity::named(name).expect("a severity"));
    let findings = all.map(|severity| finding("r", severity, &format!("{severity}.xml"), REPOSITORY, "Wall"));
    for (count, fail_on) in (1..).zip(all) {
        let text = super::report(&report(findings.to_vec()), fail_on);
        let document = Document::parse(&text).expect("well formed");
        let is_failed = |node: &roxmltree::Node| node.has_tag_name("failure");
        let failed = document.descendants().filter(is_failed).filter_map(|node| node.parent()?.attribute("name"));
        let mut names: Vec<String> = all[..count].iter().map(|severity| format!("{severity}.xml")).collect();
        // The order of the files in the report.
        names.sort();
        assert_eq!(failed.collect::<Vec<_>>(), names);
        assert_eq!(document.root_element().attribute("failures"), Some(count.to_string().as_str()));
    }
}

#[test]
fn strings_are_escaped_without_loss() {
    for (message, read) in [
        ("</failure><error/>", "</failure><error/>"),
        ("]]> & \"'", "]]> & \"'"),
        ("a\u{0}b\u{1b}[2J\u{ffff}", "a\\u{0}b\\u{1b}[2J\\u{ffff}"),
        ("two\nlines", "two\nlines"),
        ("\u{202e}", "\\u{202e}"),
    ] {
        let text = junit(&report(vec![of_file(message, Severity::Error, message, message)]));
        let document = Document::parse(&text).expect("well formed");
        let node = |name: &str| document.descendants().find(|node| node.has_tag_name(name)).expect("it is there");
        assert_eq!(node("failure").attribute("message"), Some(read));
        // The file name is escaped as in the text report.
        assert_eq!(node("testcase").attribute("name"), Some(read.replace('\n', "\\u{a}").as_str()));
        assert_eq!(node("testsuite").attribute("name"), Some(read));
        assert!(node("failure").text().expect("a text").ends_with(&read.replace('\n', " ")));
    }
}

#[test]
fn each_case_contains_the_reason_of_its_rule() {
    let xml = junit(&reasoned());
    let document = Document::parse(&xml).expect("it is well formed");
    let texts = document.descendants().filter(|node| ["failure", "system-out"].contains(&node.tag_name().name()));
    let texts: Vec<_> = texts.filter_map(|node| node.text()).collect();
    assert_eq!(
        texts,
        [
            "a.xml:8:23: error: `6000` is not what it should be\nwhy: A scene has *one* `budget`.\nurl: https://example.org/faces",
            "b.xml:8:23: error: `6000` is not what it should be\nwhy: A scene has *one* `budget`.\nurl: https://example.org/faces",
            "b.xml:7:19: warning: `Wall` is not what it should be\nabout: Names are <short>.",
        ]
    );
}
