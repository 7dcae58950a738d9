//! Findings and problems for tests, placed by the text that they are about.

use assay_document::text::{LineIndex, Region, Span};

use super::{About, Diagnostics, Excerpt, Finding, Problem, Related, Report, RuleStats, Severity, Stats, Value, Via};

/// A repository with two meshes.
pub(super) const REPOSITORY: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Repository>\n    <Items>\n        \
    <Item>\n            <Type>Mesh</Type>\n            <GUID>e5ce0940-f689-404d-968f-775317804069</GUID>\n            \
    <Name>Wall</Name>\n            <NumFaces>6000</NumFaces>\n        </Item>\n        <Item>\n            \
    <Type>Mesh</Type>\n            <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>\n            \
    <Name>Wall</Name>\n            <NumFaces>12000</NumFaces>\n        </Item>\n    </Items>\n</Repository>\n";

/// Returns the place of the `nth` occurrence (from 0) of `part` in `text`, and its line.
pub(super) fn at(text: &str, part: &str, nth: usize) -> (Region, Excerpt) {
    let (start, _) = text.match_indices(part).nth(nth).expect("the part is in the text");
    let lines = LineIndex::new(text);
    let region = lines.region(Span::of(start, start + part.len()));
    (region, Excerpt::new(&lines, region))
}

/// Creates a finding about the first occurrence of `value` in `text`.
pub(super) fn finding(rule: &str, severity: Severity, path: &str, text: &str, value: &str) -> Finding {
    nth_finding(rule, severity, path, text, value, 0)
}

/// Creates a finding about the `nth` occurrence of `value` in `text`.
pub(super) fn nth_finding(rule: &str, severity: Severity, path: &str, text: &str, value: &str, nth: usize) -> Finding {
    let (region, excerpt) = at(text, value, nth);
    let value = Value::Text(value.to_owned());
    let message = format!("`{}` is not what it should be", value.display());
    Finding { excerpt: Some(excerpt), region, value, ..of_file(rule, severity, path, &message) }
}

/// Creates a finding about a document as a whole.
pub(super) fn of_file(rule: &str, severity: Severity, path: &str, message: &str) -> Finding {
    Finding {
        rule: rule.to_owned(),
        severity,
        message: message.to_owned(),
        own_message: false,
        incomplete: false,
        path: path.to_owned(),
        region: Region::START,
        value: Value::Null,
        via: None,
        related: Vec::new(),
        excerpt: None,
    }
}

/// Creates a reference from the first occurrence of `value` in `text`.
pub(super) fn via(path: &str, text: &str, value: &str) -> Via {
    Via { path: path.to_owned(), region: at(text, value, 0).0, value: Value::Text(value.to_owned()) }
}

/// Creates a related place at the first occurrence of `part` in `text`.
pub(super) fn related(message: &str, path: &str, text: &str, part: &str) -> Related {
    Related { message: message.to_owned(), path: path.to_owned(), region: at(text, part, 0).0 }
}

/// Creates a problem about the first occurrence of `part` in `text`.
pub(super) fn problem(code: &str, message: &str, path: &str, text: &str, part: &str) -> Problem {
    let (region, excerpt) = at(text, part, 0);
    Problem::new(code, message).in_file(path).at(region, Some(excerpt))
}

/// Creates the counts of a rule that looked at this number of files and values.
pub(super) fn rule(name: &str, severity: Severity, files: u64, values: u64) -> RuleStats {
    RuleStats { files, values, ..RuleStats::new(name, severity) }.all_judged()
}

/// Creates the counts of a run with these rules.
pub(super) fn stats(rules: Vec<RuleStats>) -> Stats {
    Stats { files_seen: 512, files_read: 31, bytes: 68_123_456, values: 4096, rules, ..Stats::default() }
}

/// Creates a report with these findings, each of a rule that looked at one file.
pub(super) fn report(findings: Vec<Finding>) -> Report {
    let mut rules = Vec::<RuleStats>::new();
    for finding in &findings {
        if rules.iter().all(|rule| rule.name != finding.rule) {
            rules.push(rule(&finding.rule, finding.severity, 1, 1));
        }
    }
    Report::new(findings, Diagnostics::default(), Diagnostics::default(), stats(rules))
}

/// Creates a report with two findings of a rule that explains why it matters, and one of a rule that has only a
/// description.
pub(super) fn reasoned() -> Report {
    let about = |description: &str, why: Option<&str>, url: Option<&str>| About {
        description: Some(description.to_owned()),
        why: why.map(str::to_owned),
        url: url.map(str::to_owned),
        ..About::default()
    };
    let faces = about("Models stay small.", Some("A scene\nhas *one* `budget`."), Some("https://example.org/faces"));
    let rules = vec![
        RuleStats { about: faces, ..rule("faces", Severity::Error, 2, 3) },
        RuleStats { about: about("Names are <short>.", None, None), ..rule("names", Severity::Warning, 1, 1) },
    ];
    let findings = vec![
        finding("faces", Severity::Error, "a.xml", REPOSITORY, "6000"),
        finding("faces", Severity::Error, "b.xml", REPOSITORY, "6000"),
        finding("names", Severity::Warning, "b.xml", REPOSITORY, "Wall"),
    ];
    Report::new(findings, Diagnostics::default(), Diagnostics::default(), stats(rules))
}

/// Creates a report of a rule whose script stopped in this number of documents.
pub(super) fn stopped(documents: usize) -> Report {
    let rules = "- name: loops\n";
    let problems = (0..documents).map(|at| {
        let document = format!("art/{at}_b.xml");
        problem("script-error", &format!("`f` stopped on {document}"), "r.yaml", rules, "name")
            .of_rule("loops")
            .checking(document)
    });
    let checking = Diagnostics { problems: problems.collect(), ..Diagnostics::default() };
    Report::new(Vec::new(), Diagnostics::default(), checking, stats(Vec::new()))
}

/// Creates a report that contains every kind of entry.
pub(super) fn everything() -> Report {
    let path = "Package/Tree/resource.repository";
    let rules = "rules:\n  - name: lods\n    xpath: \"*/Items/Item.Type==Mesh&(Lods,GUID\"\n    conditon: [Exist]\n";
    let mesh = "<ModelInfo>\r\n\t<Root><Entity><NumFaces>6000</NumFaces></Entity></Root>\r\n</ModelInfo>\r\n";
    let guid = "e5ce0940-f689-404d-968f-775317804069";
    let findings = vec![
        Finding {
            message: "the mesh has 12000 faces, 5000 are allowed".to_owned(),
            ..finding("face-budget", Severity::Error, path, REPOSITORY, "12000")
        },
        Finding {
            related: vec![related("first seen here", path, REPOSITORY, guid)],
            ..finding("guid-unique", Severity::Error, path, REPOSITORY, "E5CE0940-f689-404d-968f-775317804069")
        },
        finding("guid-spelling", Severity::Warning, path, REPOSITORY, "E5CE0940-f689-404d-968f-775317804069"),
        Finding {
            message: "too many faces for a prop".to_owned(),
            via: Some(via(path, REPOSITORY, guid)),
            ..finding("prop-faces", Severity::Info, "Package/Tree/e5/resource.xml", mesh, "6000")
        },
        of_file("has-world", Severity::Hint, "World/empty.iworld", "nothing was extracted from this file"),
    ];
    let loading = Diagnostics {
        problems: vec![
            problem("xpath-unclosed", "`(` is never closed", "rules/mesh.yaml", rules, "(")
                .of_rule("lods")
                .help("close it with `)` before the names"),
        ],
        warnings: vec![
            problem("rule-unknown-field", "no field is called `conditon`", "rules/mesh.yaml", rules, "conditon")
                .of_rule("lods")
                .suggest("condition"),
        ],
        hints: vec![problem(
            "rule-curly-quotes",
            "curly quotes are read as straight quotes",
            "rules/mesh.yaml",
            rules,
            "*",
        )],
    };
    let running = Diagnostics {
        problems: vec![
            problem(
                "xml-unclosed",
                "`<Items>` is never closed",
                "Package/Broken/resource.repository",
                REPOSITORY,
                "<Items>",
            ),
            Problem::new("cited-missing", "there is no such file")
                .of_rule("prop-faces")
                .in_file("Package/Tree/aa/resource.xml"),
        ],
        warnings: vec![Problem::new("rule-no-file", "rule `hdr` matched no file").of_rule("hdr")],
        hints: Vec::new(),
    };
    let rules = vec![
        rule("guid-unique", Severity::Error, 3, 4),
        rule("guid-spelling", Severity::Warning, 3, 4),
        rule("face-budget", Severity::Error, 3, 4),
        rule("prop-faces", Severity::Info, 3, 1),
        rule("has-world", Severity::Hint, 1, 0),
        rule("names", Severity::Error, 3, 4),
        rule("hdr", Severity::Error, 0, 0),
    ];
    Report::new(findings, loading, running, stats(rules))
}
