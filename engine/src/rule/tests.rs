//! Tests of rules: small trees of files, and what the rules must find in them.

use super::document::{Node, Scalar, Value as Written};
use super::file::listed;
use super::file_text::{FileText, Site};
use crate::report::{Diagnostics, Value};
use crate::source::normalize;
use crate::text::{Fault, nearest};

/// One test of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTest {
    /// Its name; `FILE:LINE` when it has none.
    pub name: String,
    /// The files, path and text, in the order in which they are written.
    pub files: Vec<(String, String)>,
    /// What must be found, and nothing else; empty: the files are clean.
    pub expect: Vec<Expected>,
    /// Where it stands.
    pub site: Site,
}

/// A finding that a test expects. What is `None` may be anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Name of the rule.
    pub rule: String,
    /// The file, as a source knows it.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The value.
    pub value: Option<Value>,
    /// The whole message.
    pub message: Option<String>,
    /// Where the rule's name stands.
    pub site: Site,
}

const TEST_KEYS: &[&str] = &["name", "files", "expect"];
const EXPECT_KEYS: &[&str] = &["rule", "path", "line", "value", "message"];

impl RuleTest {
    /// Reads a test; `None` when something is wrong with it, which then is among the problems.
    pub(super) fn read(node: &Node, file: &FileText<'_>, out: &mut Diagnostics) -> Option<Self> {
        let mut reader = Reader { file, out, failed: false };
        let test = reader.test(node);
        test.filter(|_| !reader.failed)
    }
}

/// Reads one test.
struct Reader<'r> {
    file: &'r FileText<'r>,
    out: &'r mut Diagnostics,
    failed: bool,
}

impl Reader<'_> {
    fn test(&mut self, node: &Node) -> Option<RuleTest> {
        let entries = self.mapping("a test", node, TEST_KEYS)?;
        let name = get(entries, "name").and_then(Node::as_text);
        let span = name.as_ref().map_or(node.span, |name| name.span);
        let site = self.file.site(span);
        let name = name.map_or_else(
            || format!("{}:{}", crate::source::file_name(self.file.path), site.region.start.line),
            |name| name.text,
        );
        let files = self.required("a test", entries, "files", node).map(|files| self.files(files));
        let expect = self.required("a test", entries, "expect", node).map(|expect| self.expectations(expect));
        Some(RuleTest { name, files: files?, expect: expect?, site })
    }

    fn files(&mut self, node: &Node) -> Vec<(String, String)> {
        let Written::Map(entries) = &node.value else {
            self.wrong::<()>("`files` must be a mapping from path to text", node);
            return Vec::new();
        };
        let mut files: Vec<(String, String)> = Vec::new();
        for (path, node) in entries {
            let text = match (&node.value, node.as_text()) {
                (Written::Null, _) => String::new(),
                (_, Some(text)) => text.text,
                _ => {
                    self.wrong::<()>("a file of a test must be a text", node);
                    continue;
                }
            };
            let Some(known) = self.path(path) else { continue };
            if files.iter().any(|(other, _)| *other == known) {
                let message = format!("the file `{known}` is given twice");
                self.problem(Fault::new("test-repeated-file", message, path.span));
            } else {
                files.push((known, text));
            }
        }
        files
    }

    fn expectations(&mut self, node: &Node) -> Vec<Expected> {
        if matches!(node.value, Written::Null) {
            self.wrong::<()>("`expect` must be a list of findings, `[]` for none", node);
            return Vec::new();
        }
        listed(node).iter().filter_map(|item| self.expected(item)).collect()
    }

    fn expected(&mut self, node: &Node) -> Option<Expected> {
        let entries = self.mapping("an expected finding", node, EXPECT_KEYS)?;
        let rule = self.text("an expected finding", entries, "rule", node);
        let path = self.text("an expected finding", entries, "path", node).and_then(|path| self.path(&path));
        let line = get(entries, "line").map(|node| self.line(node));
        let value = get(entries, "value").map(|node| self.value(node));
        let message = get(entries, "message").filter(|node| !matches!(node.value, Written::Null));
        let message = message.map(|node| match node.as_text() {
            Some(text) => Some(text.text),
            None => self.wrong("`message` must be a text", node),
        });
        let (rule, path) = (rule?, path?);
        Some(Expected {
            rule: rule.text.trim().to_owned(),
            path,
            line: transposed(line)?,
            value: transposed(value)?,
            message: transposed(message)?,
            site: self.file.site(rule.span),
        })
    }

    fn line(&mut self, node: &Node) -> Option<u32> {
        let line = node.as_text().and_then(|text| text.text.parse().ok()).filter(|&line| line > 0);
        if line.is_none() {
            self.wrong::<()>("`line` must be a whole number from 1", node);
        }
        line
    }

    /// A value, by its type; a mapping is a record of lists.
    fn value(&mut self, node: &Node) -> Option<Value> {
        match &node.value {
            Written::Null => Some(Value::Null),
            Written::Bool(value) => Some(Value::Bool(*value)),
            Written::Number(number) => Some(Value::Number(number.text.clone())),
            Written::Text(text) => Some(Value::Text(text.text.clone())),
            Written::Map(entries) => {
                let list = |reader: &mut Self, node: &Node| -> Option<Vec<Value>> {
                    listed(node).iter().map(|item| reader.value(item)).collect()
                };
                let lists = entries.iter().map(|(name, node)| Some((name.text.clone(), list(self, node)?)));
                lists.collect::<Option<_>>().map(Value::Record)
            }
            Written::List(_) => self.wrong("`value` must be one value, or a record of lists", node),
            Written::Unusable => {
                self.failed = true;
                None
            }
        }
    }

    /// The entries of a mapping, with a warning for each that is none of `keys`.
    fn mapping<'n>(&mut self, what: &str, node: &'n Node, keys: &[&'static str]) -> Option<&'n [(Scalar, Node)]> {
        let Written::Map(entries) = &node.value else {
            return self.wrong(&format!("{what} must be a mapping"), node);
        };
        for (at, (key, _)) in entries.iter().enumerate() {
            if !keys.iter().any(|known| known.eq_ignore_ascii_case(&key.text)) {
                let fault = Fault::new("test-unknown-key", format!("unknown key `{}`", key.text), key.span);
                let said = self.file.say(match nearest(&key.text, keys.iter().copied()) {
                    Some(known) => fault.help(format!("did you mean `{known}`?")),
                    None => fault.help(format!("{what} has `{}`", keys.join("`, `"))),
                });
                self.out.warnings.push(said);
            } else if entries[..at].iter().any(|(other, _)| other.text.eq_ignore_ascii_case(&key.text)) {
                let message = format!("`{}` is given twice", key.text);
                self.problem(Fault::new("test-repeated-key", message, key.span));
            }
        }
        Some(entries)
    }

    fn required<'n>(&mut self, what: &str, entries: &'n [(Scalar, Node)], key: &str, node: &Node) -> Option<&'n Node> {
        let found = get(entries, key);
        if found.is_none() {
            let place = entries.first().map_or(node.span, |(key, _)| key.span);
            self.problem(Fault::new("test-missing-key", format!("{what} has no `{key}`"), place));
        }
        found
    }

    fn text(&mut self, what: &str, entries: &[(Scalar, Node)], key: &str, node: &Node) -> Option<Scalar> {
        let found = self.required(what, entries, key, node)?;
        match found.as_text().filter(|text| !text.text.is_empty()) {
            Some(text) => Some(text),
            None => self.wrong(&format!("`{key}` must be a text"), found),
        }
    }

    fn path(&mut self, path: &Scalar) -> Option<String> {
        let known = normalize(&path.text);
        if known.is_none() {
            let message = format!("`{}` is no path inside a source", path.text);
            self.problem(Fault::new("test-path", message, path.span));
        }
        known
    }

    fn wrong<T>(&mut self, must: &str, node: &Node) -> Option<T> {
        if matches!(node.value, Written::Unusable) {
            self.failed = true;
        } else {
            self.problem(Fault::new("test-kind", format!("{must}, this is {}", node.kind()), node.span));
        }
        None
    }

    fn problem(&mut self, fault: Fault) {
        self.failed = true;
        let said = self.file.say(fault);
        self.out.problems.push(said);
    }
}

fn get<'n>(entries: &'n [(Scalar, Node)], wanted: &str) -> Option<&'n Node> {
    entries.iter().find(|(key, _)| key.text.eq_ignore_ascii_case(wanted)).map(|(_, node)| node)
}

/// What was given and could be read, or was not given; `None` when it was given and could not be read.
fn transposed<T>(given: Option<Option<T>>) -> Option<Option<T>> {
    given.map_or(Some(None), |read| read.map(Some))
}
