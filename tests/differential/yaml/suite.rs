//! The public YAML test suite (<https://github.com/yaml/yaml-test-suite>): what each of its 406 cases is, and which are refused.
//!
//! `suite/cases.json` holds for each case its name, its text, and the events of a parser, or `null` if the text is refused. A
//! document whose keys are lists or mappings has no nodes here: it is refused.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, ScalarStyle, Tag};

use super::peer::roots;

const CASES: &str = include_str!("suite/cases.json");

/// The cases that are read on purpose although the suite refuses them: their name, and why.
const READ_ALL_THE_SAME: &[(&str, &str)] =
    &[("QLJ7", "Unity declares the handle of its tags before the first document of a file only")];

#[test]
fn all_406_cases_of_the_yaml_test_suite() {
    let cases: Vec<(String, String, Option<Vec<String>>)> = serde_json::from_str(CASES).expect("it is JSON");
    assert_eq!(cases.len(), 406);
    let mut wrong = Vec::new();
    for (name, text, events) in cases {
        let found = super::read(&text);
        let is_right = match events {
            None if READ_ALL_THE_SAME.iter().any(|(known, _)| *known == name) => found.is_ok(),
            None => found.is_err(),
            Some(lines) => match roots(Parser::default().events(&lines)) {
                Ok(expected) => found.as_ref() == Ok(&expected),
                Err(why) => why == "a key that is no text" && found.is_err(),
            },
        };
        if !is_right {
            wrong.push(format!("{name}: {text:?} is {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Reads the events that the suite has written down.
#[derive(Default)]
struct Parser {
    anchors: HashMap<String, usize>,
}

impl Parser {
    fn events<'l>(&mut self, lines: &'l [String]) -> Vec<Event<'l>> {
        lines.iter().map(|line| self.event(line)).collect()
    }

    fn event<'l>(&mut self, line: &'l str) -> Event<'l> {
        let (kind, mut rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "+STR" => Event::StreamStart,
            "-STR" => Event::StreamEnd,
            "+DOC" => Event::DocumentStart(rest == "---"),
            "-DOC" => Event::DocumentEnd,
            "-SEQ" => Event::SequenceEnd,
            "-MAP" => Event::MappingEnd,
            "=ALI" => Event::Alias(self.anchors[&rest[1..]]),
            _ => {
                rest = rest.strip_prefix("[]").or_else(|| rest.strip_prefix("{}")).unwrap_or(rest).trim_start();
                let (anchor, tag) = (self.anchor(&mut rest), tag(&mut rest));
                match kind {
                    "+SEQ" => Event::SequenceStart(anchor, tag.map(Cow::Owned)),
                    "+MAP" => Event::MappingStart(anchor, tag.map(Cow::Owned)),
                    _ => scalar(rest, anchor, tag),
                }
            }
        }
    }

    /// The number of the anchor that `rest` begins with; 0 if there is none.
    fn anchor(&mut self, rest: &mut &str) -> usize {
        let Some(anchor) = rest.strip_prefix('&') else { return 0 };
        let (name, after) = anchor.split_once(' ').unwrap_or((anchor, ""));
        *rest = after;
        let number = self.anchors.len() + 1;
        // A name that is used again is another anchor.
        self.anchors.insert(format!("{name} {number}"), number);
        self.anchors.insert(name.to_owned(), number);
        number
    }
}

fn tag(rest: &mut &str) -> Option<Tag> {
    const CORE: &str = "tag:yaml.org,2002:";
    let (tag, after) = rest.strip_prefix('<')?.split_once('>')?;
    *rest = after.trim_start();
    let (handle, suffix) = tag.strip_prefix(CORE).map_or(("", tag), |suffix| (CORE, suffix));
    Some(Tag { handle: handle.to_owned(), suffix: suffix.to_owned() })
}

fn scalar(written: &str, anchor: usize, tag: Option<Tag>) -> Event<'_> {
    let style = match &written[..1] {
        ":" => ScalarStyle::Plain,
        "'" => ScalarStyle::SingleQuoted,
        "\"" => ScalarStyle::DoubleQuoted,
        "|" => ScalarStyle::Literal,
        _ => ScalarStyle::Folded,
    };
    let (mut text, mut letters) = (String::new(), written[1..].chars());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('b') => '\u{8}',
                other => other.expect("something is escaped"),
            },
            other => other,
        });
    }
    Event::Scalar(text.into(), style, anchor, tag.map(Cow::Owned))
}
