use std::collections::BTreeMap;

use assay_document::text::{LineIndex, Span};
use insta::assert_snapshot;

use super::report as github;
use crate::fixture::{REPOSITORY, everything, finding, nth_finding, of_file, reasoned, report, stopped};
use crate::{Finding, Report, Severity};

/// A command as GitHub's runner reads it: its name, its properties and its message.
#[derive(Debug, Eq, PartialEq)]
struct Command {
    name: String,
    properties: BTreeMap<String, String>,
    message: String,
}

/// Parses a line as the runner does: `::name key=value,key=value::message`.
fn read(line: &str) -> Option<Command> {
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    let property = |text: &str| text.replace("%3A", ":").replace("%2C", ",");
    let data = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let properties = properties.split(',').filter(|part| !part.is_empty());
    let properties = properties.map(|part| part.split_once('=').expect("a property has a value"));
    let properties = properties.map(|(key, value)| (key.to_owned(), data(&property(value)))).collect();
    Some(Command { name: name.to_owned(), properties, message: data(message) })
}

fn commands(report: &Report) -> Vec<Command> {
    github(report).lines().filter_map(read).collect()
}

#[test]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(github(&everything()), @"
    ::error file=Package/Broken/resource.repository,line=3,endLine=3,col=5,endColumn=12,title=xml-unclosed::`<Items>` is never closed
    ::error file=Package/Tree/aa/resource.xml,title=prop-faces%3A cited-missing::there is no such file
    ::error file=rules/mesh.yaml,line=3,endLine=3,col=37,endColumn=38,title=lods%3A xpath-unclosed::`(` is never closed%0Aclose it with `)` before the names
    ::error file=Package/Tree/resource.repository,line=12,endLine=12,col=19,endColumn=55,title=guid-unique::`E5CE0940-f689-404d-968f-775317804069` is not what it should be
    ::error file=Package/Tree/resource.repository,line=14,endLine=14,col=23,endColumn=28,title=face-budget::the mesh has 12000 faces, 5000 are allowed
    ::warning file=Package/Tree/resource.repository,line=12,endLine=12,col=19,endColumn=55,title=guid-spelling::`E5CE0940-f689-404d-968f-775317804069` is not what it should be
    ::warning title=hdr%3A rule-no-file::rule `hdr` matched no file
    ::warning file=rules/mesh.yaml,line=4,endLine=4,col=5,endColumn=13,title=lods%3A rule-unknown-field::no field is called `conditon`%0Adid you mean `condition`?
    ::notice file=Package/Tree/e5/resource.xml,line=2,endLine=2,col=26,endColumn=30,title=prop-faces::too many faces for a prop
    ::notice file=World/empty.iworld,line=1,endLine=1,title=has-world::nothing was extracted from this file
    ::notice file=rules/mesh.yaml,line=3,endLine=3,col=13,endColumn=14,title=rule-curly-quotes::curly quotes are read as straight quotes
    rules: 1 passed, 5 failed, 2 not checked (1 could not be used, 1 matched no file)
    files: 512 seen, 31 read (68.1 MB), 2 not checked
    result: 2 errors, 1 warning, 1 info, 1 hint in 3 files; 3 problems, so the run is incomplete
    ");
}

#[test]
fn problems_that_differ_only_in_the_document_are_one_annotation() {
    let commands = commands(&stopped(500));
    let messages: Vec<&str> = commands.iter().map(|command| command.message.as_str()).collect();
    assert_eq!(
        messages,
        ["`f` stopped on art/0_b.xml\nalso in 499 more files: art/100_b.xml, art/101_b.xml, art/102_b.xml, \u{2026}"]
    );
    assert!(!github(&stopped(1)).contains("also in"));
}

#[test]
fn the_first_annotation_of_a_rule_contains_its_reason() {
    let commands = commands(&reasoned());
    let messages: Vec<&str> = commands.iter().map(|command| command.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`6000` is not what it should be\nwhy: A scene has *one* `budget`.\nurl: https://example.org/faces",
            "`6000` is not what it should be",
            "`Wall` is not what it should be\nabout: Names are <short>.",
        ]
    );
}

#[test]
fn escaped_strings_are_read_back() {
    for (text, expected) in [
        ("plain", "plain"),
        ("100%, done: yes", "100%, done: yes"),
        ("%0A is no line end", "%0A is no line end"),
        ("two\nlines\r\nof it", "two\nlines\nof it"),
        ("::error::not a command", "::error::not a command"),
        ("\n::set-output name=a::b", "\n::set-output name=a::b"),
        ("a,line=7::b", "a,line=7::b"),
        ("##[error]old", "\\u{23}#[error]old"),
        ("%25%3A%2C", "%25%3A%2C"),
        ("\u{1b}[2J\u{202e}", "\\u{1b}[2J\\u{202e}"),
    ] {
        let found = report(vec![of_file(text, Severity::Error, text, text)]);
        let all = commands(&found);
        let [command] = &all[..] else { panic!("{all:?}") };
        assert_eq!(command.message, expected);
        let path = if text.contains(['\u{1b}', '#']) { expected } else { text };
        assert_eq!((&*command.properties["file"], &command.properties["title"]), (path, &expected.replace('\n', " ")));
        assert_eq!(command.properties["line"], "1");
    }
}

#[test]
fn columns_are_written_for_one_line_only() {
    let text = "ab\ncd\n";
    let of = |start, end| {
        let region = LineIndex::new(text).region(Span::new(start, end));
        let found = report(vec![Finding { region, ..of_file("r", Severity::Error, "a", "b") }]);
        commands(&found).remove(0).properties
    };
    let (one, many) = (of(3, 5), of(1, 5));
    assert_eq!(["line", "endLine", "col", "endColumn"].map(|key| one[key].as_str()), ["2", "2", "1", "3"]);
    assert_eq!(["line", "endLine"].map(|key| many[key].as_str()), ["1", "2"]);
    assert!(!many.contains_key("col") && !many.contains_key("endColumn"));
}

#[test]
fn at_most_ten_annotations_of_a_kind_are_written() {
    let of = |severity, number| vec![finding("r", severity, "a.xml", REPOSITORY, "Wall"); number];
    for (severity, name) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "notice")] {
        let eleven = commands(&report(of(severity, 11)));
        assert!(eleven.iter().all(|command| command.name == name));
        assert_eq!(eleven.len(), 10);
        assert_eq!(eleven[9].message, format!("and 2 more {name}s not shown here"));
        assert_eq!(commands(&report(of(severity, 10))).len(), 10);
        assert!(commands(&report(of(severity, 10))).iter().all(|command| command.properties["title"] == "r"));
    }
    let mixed = [of(Severity::Error, 12), of(Severity::Warning, 12), of(Severity::Info, 6), of(Severity::Hint, 6)];
    assert_eq!(commands(&report(mixed.concat())).len(), 30);
}

#[test]
fn the_most_severe_come_first() {
    let hint = nth_finding("hint", Severity::Hint, "a.xml", REPOSITORY, "Mesh", 0);
    let info = nth_finding("info", Severity::Info, "a.xml", REPOSITORY, "Mesh", 1);
    let titles: Vec<_> = commands(&report(vec![hint, info])).iter().map(|it| it.properties["title"].clone()).collect();
    assert_eq!(titles, ["info", "hint"]);
    assert_eq!(commands(&everything())[0].properties["title"], "xml-unclosed");
}
