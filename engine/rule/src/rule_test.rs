//! Tests of rules: small trees of files, and the findings that are expected in them.

mod file;

use std::collections::HashSet;

use assay_document::source::{file_name, normalize};
use assay_document::text::{Fault, IssueCode};
use assay_report::{ExpectedFinding, Value};

use super::document::{Entries, RuleScalar, RuleValue as Written, WrittenNode, entry};
use super::file_text::{Reported, Reporter, Site, unknown_key};

pub use self::file::TestFile;

/// One test of a rule file.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTest {
    /// The name; `FILE:LINE` if it has none.
    pub name: String,
    /// The files with their paths, in the order of the test.
    pub files: Vec<(String, TestFile)>,
    /// The findings that must occur, and no others; empty if the files must be clean.
    pub expect: Vec<Expected>,
    /// The problems that must occur, and no others.
    pub problems: Vec<ExpectedProblem>,
    /// The place of the test in its file.
    pub site: Site,
}

/// A problem that a test expects: a file that cannot be read, a function that stops.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ExpectedProblem {
    /// The code, such as `json-unfinished`.
    pub code: String,
    /// The file that it is about.
    pub path: String,
}

/// A finding that a test expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The finding.
    pub finding: ExpectedFinding,
    /// The place of the rule's name.
    pub site: Site,
}

const TEST_KEYS: &[&str] = &["name", "files", "expect"];
const EXPECT_KEYS: &[&str] = &["rule", "path", "line", "value", "message"];
const PROBLEM_KEYS: &[&str] = &["problem", "path"];
const FILE_KEYS: &[&str] = &["text", "hex", "size"];

/// The maximum size of a file in a test. It is larger than any header, and small enough for any machine.
const MAX_SIZE: usize = 64 << 20;

impl RuleTest {
    /// Reads a test. Returns `None` if it has problems, which are reported.
    pub(super) fn read(node: &WrittenNode, report: &mut Reporter<'_>) -> Option<Self> {
        let mut reader = RuleTestReader { report, failed: false };
        let test = reader.test(node).ok();
        test.filter(|_| !reader.failed)
    }
}

struct RuleTestReader<'r, 'f> {
    report: &'r mut Reporter<'f>,
    failed: bool,
}

impl RuleTestReader<'_, '_> {
    fn test(&mut self, node: &WrittenNode) -> Result<RuleTest, Reported> {
        let entries = self.mapping("a test", node, TEST_KEYS)?;
        let name = get(entries, "name").and_then(WrittenNode::as_text);
        let span = name.as_ref().map_or(node.span, |name| name.span);
        let site = self.report.file.site(span);
        let name = name.map_or_else(
            || format!("{}:{}", file_name(self.report.file.path), site.region.start.line),
            |name| name.text,
        );
        let files = self.read_required("a test", entries, "files", node).map(|files| self.files(files));
        let expect = self.read_required("a test", entries, "expect", node).map(|expect| self.expectations(expect));
        let (expect, problems) = expect?;
        Ok(RuleTest { name, files: files?, expect, problems, site })
    }

    fn files(&mut self, node: &WrittenNode) -> Vec<(String, TestFile)> {
        let Written::Map(entries) = &node.value else {
            self.wrong("`files` must be a mapping from path to content", node);
            return Vec::new();
        };
        let mut files = Vec::new();
        let mut seen = HashSet::new();
        for (written, node) in entries {
            let Ok(path) = self.path(written) else { continue };
            let Ok(file) = self.file_of_test(node) else { continue };
            if !seen.insert(path.clone()) {
                let message = format!("the file `{path}` is given twice");
                self.problem(Fault::new(IssueCode::TestRepeatedFile, message, written.span));
            }
            files.push((path, file));
        }
        files
    }

    fn expectations(&mut self, node: &WrittenNode) -> (Vec<Expected>, Vec<ExpectedProblem>) {
        // A key without a value is probably unfinished. Read as an empty list, it would require a clean result.
        if matches!(node.value, Written::Null) {
            self.wrong("`expect` must be a list of findings (`[]` for none)", node);
            return Default::default();
        }
        let is_problem =
            |node: &&WrittenNode| matches!(&node.value, Written::Map(map) if get(map, "problem").is_some());
        let (problems, findings): (Vec<&WrittenNode>, Vec<&WrittenNode>) = node.items().iter().partition(is_problem);
        (
            findings.into_iter().filter_map(|item| self.read_expected(item).ok()).collect(),
            problems.into_iter().filter_map(|item| self.read_expected_problem(item).ok()).collect(),
        )
    }

    fn read_expected_problem(&mut self, node: &WrittenNode) -> Result<ExpectedProblem, Reported> {
        const WHAT: &str = "an expected problem";
        let entries = self.mapping(WHAT, node, PROBLEM_KEYS)?;
        let code = self.text(WHAT, entries, "problem", node);
        let path = self.text(WHAT, entries, "path", node).and_then(|path| self.path(&path));
        Ok(ExpectedProblem { code: code?.text.trim().to_owned(), path: path? })
    }

    fn read_expected(&mut self, node: &WrittenNode) -> Result<Expected, Reported> {
        const WHAT: &str = "an expected finding";
        let entries = self.mapping(WHAT, node, EXPECT_KEYS)?;
        let rule = self.text(WHAT, entries, "rule", node);
        let path = self.text(WHAT, entries, "path", node).and_then(|path| self.path(&path));
        let line = get(entries, "line").map(|node| self.line(node)).transpose();
        let value = get(entries, "value").map(|node| self.value(node)).transpose();
        let message = get(entries, "message").filter(|node| !matches!(node.value, Written::Null));
        let message = message.map(|node| match node.as_text() {
            Some(text) => Ok(text.text),
            None => Err(self.wrong("`message` must be a string", node)),
        });
        let (rule, message) = (rule?, message.transpose());
        let site = self.report.file.site(rule.span);
        let rule = rule.text.trim().to_owned();
        Ok(Expected {
            finding: ExpectedFinding { rule, path: path?, line: line?, value: value?, message: message? },
            site,
        })
    }

    fn line(&mut self, node: &WrittenNode) -> Result<u32, Reported> {
        let line = node.as_text().and_then(|text| text.text.parse().ok()).filter(|&line| line > 0);
        line.ok_or_else(|| self.wrong("`line` must be a whole number of at least 1", node))
    }

    /// Reads a value by its type. A mapping is a record of lists.
    fn value(&mut self, node: &WrittenNode) -> Result<Value, Reported> {
        Ok(match &node.value {
            Written::Null => Value::Null,
            Written::Bool(value) => Value::Bool(*value),
            Written::Number(number) => Value::Number(number.text.clone()),
            Written::Text(text) => Value::Text(text.text.clone()),
            Written::Map(entries) => {
                let lists = entries.iter().map(|(name, node)| Ok((name.text.clone(), self.values(node)?)));
                Value::Record(lists.collect::<Result<_, Reported>>()?)
            }
            Written::List(_) | Written::Unusable => {
                return Err(self.wrong("`value` must be one value or a record of lists", node));
            }
        })
    }

    fn values(&mut self, node: &WrittenNode) -> Result<Vec<Value>, Reported> {
        node.items().iter().map(|item| self.value(item)).collect()
    }

    /// Reads a file: a string, null, or a mapping. The mapping may have `text`, or `hex` with the bytes in hexadecimal
    /// digits, and `size`: zeros fill the file up to that size.
    fn file_of_test(&mut self, node: &WrittenNode) -> Result<TestFile, Reported> {
        if matches!(node.value, Written::Null) {
            return Ok(TestFile::default());
        }
        if !matches!(node.value, Written::Map(_)) {
            let text = node.as_text().map(|text| text.text.into_bytes().into());
            return text.ok_or_else(|| self.wrong("a file of a test must be a string", node));
        }
        let entries = self.mapping("a file of a test", node, FILE_KEYS)?;
        let start = match (get(entries, "text"), get(entries, "hex")) {
            (Some(_), Some(hex)) => {
                let message = "a file must have `text` or `hex`, not both";
                return Err(self.problem(Fault::new(IssueCode::TestKind, message, hex.span)));
            }
            (Some(_), None) => self.text("a file of a test", entries, "text", node)?.text.into_bytes(),
            (None, Some(hex)) => self.hex(hex)?,
            (None, None) => Vec::new(),
        };
        let size = get(entries, "size").map(|size| self.size(size, start.len())).transpose()?;
        let size = size.unwrap_or(start.len());
        Ok(TestFile::new(start, size))
    }

    fn hex(&mut self, node: &WrittenNode) -> Result<Vec<u8>, Reported> {
        let message = "`hex` must be pairs of hexadecimal digits";
        let written = node.as_text().ok_or_else(|| self.wrong(message, node))?;
        from_hex(&written.text).ok_or_else(|| self.problem(Fault::new(IssueCode::TestKind, message, node.span)))
    }

    fn size(&mut self, node: &WrittenNode, least: usize) -> Result<usize, Reported> {
        let size = node.as_text().and_then(|text| text.text.parse().ok());
        let size: usize = size.ok_or_else(|| self.wrong("`size` must be a number of bytes", node))?;
        if (least..=MAX_SIZE).contains(&size) {
            return Ok(size);
        }
        let message = format!("`size` must be between {least} (the size of the content) and {MAX_SIZE} bytes");
        Err(self.problem(Fault::new(IssueCode::TestSize, message, node.span)))
    }

    /// Returns the entries of a mapping. Warns of each key that is not in `keys`.
    fn mapping<'n>(
        &mut self,
        what: &str,
        node: &'n WrittenNode,
        keys: &[&'static str],
    ) -> Result<&'n Entries, Reported> {
        let Written::Map(entries) = &node.value else {
            return Err(self.wrong(&format!("{what} must be a mapping"), node));
        };
        for (at, (key, _)) in entries.iter().enumerate() {
            if !keys.iter().any(|known| known.eq_ignore_ascii_case(&key.text)) {
                let help = format!("{what} has `{}`", keys.join("`, `"));
                self.report.warning(unknown_key(IssueCode::TestUnknownKey, key, keys.iter().copied(), help));
            } else if entry(&entries[..at], &key.text).is_some() {
                let message = format!("`{}` is given twice", key.text);
                self.problem(Fault::new(IssueCode::TestRepeatedKey, message, key.span));
            }
        }
        Ok(entries)
    }

    fn read_required<'n>(
        &mut self,
        what: &str,
        entries: &'n Entries,
        key: &str,
        node: &WrittenNode,
    ) -> Result<&'n WrittenNode, Reported> {
        get(entries, key).ok_or_else(|| {
            let place = entries.first().map_or(node.span, |(key, _)| key.span);
            self.problem(Fault::new(IssueCode::TestMissingKey, format!("{what} has no `{key}`"), place))
        })
    }

    fn text(&mut self, what: &str, entries: &Entries, key: &str, node: &WrittenNode) -> Result<RuleScalar, Reported> {
        let found = self.read_required(what, entries, key, node)?;
        let text = found.as_text().filter(|text| !text.text.is_empty());
        text.ok_or_else(|| self.wrong(&format!("`{key}` must be a string"), found))
    }

    fn path(&mut self, path: &RuleScalar) -> Result<String, Reported> {
        normalize(&path.text).ok_or_else(|| {
            let message = format!("`{}` is not a path inside the project", path.text);
            self.problem(Fault::new(IssueCode::TestPath, message, path.span))
        })
    }

    /// Reports that a value has the wrong kind, unless the value has been reported as unusable.
    fn wrong(&mut self, must: &str, node: &WrittenNode) -> Reported {
        if matches!(node.value, Written::Unusable) {
            self.failed = true;
            return Reported;
        }
        let found = match &node.value {
            Written::Number(number) => format!("`{}`", number.text),
            _ => node.kind().to_owned(),
        };
        self.problem(Fault::new(IssueCode::TestKind, format!("{must}, not {found}"), node.span))
    }

    fn problem(&mut self, fault: Fault) -> Reported {
        self.failed = true;
        self.report.problem(fault)
    }
}

fn get<'n>(entries: &'n Entries, name: &str) -> Option<&'n WrittenNode> {
    entry(entries, name).map(|(_, node)| node)
}

/// Returns the bytes that pairs of hexadecimal digits spell. White space is ignored, so that they can be written in
/// groups and lines.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let written = text.chars().filter(|c| !c.is_whitespace());
    let digits: Vec<u8> = written.map(|c| u8::try_from(c.to_digit(16)?).ok()).collect::<Option<_>>()?;
    match digits.as_chunks::<2>() {
        (pairs, []) => Some(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{TestFile, from_hex};

    #[test]
    fn a_file_is_filled_with_zeros_to_its_size() {
        let written = TestFile::from(b"ab".to_vec());
        assert_eq!(*written.bytes(), *b"ab");
        assert_eq!(*TestFile::new(b"ab".to_vec(), 4).bytes(), *b"ab\0\0");
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        for (text, bytes) in [
            ("89 50 4e47\n0D", Some(&b"\x89PNG\r"[..])),
            ("", Some(b"")),
            ("8", None),
            ("89 5", None),
            ("0x", None),
            ("zz", None),
        ] {
            assert_eq!(from_hex(text).as_deref(), bytes, "{text}");
        }
    }
}
