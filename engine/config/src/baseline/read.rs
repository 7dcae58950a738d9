//! Reads a baseline from its file. Reports every problem with its place.

use assay_document::text::json::one_line;
use assay_document::text::{Fault, IssueCode, Span};
use assay_report::{Diagnostics, Problem};
use assay_rule::FileText;
use assay_rule::document::{RuleDocument, RuleScalar, RuleValue, WrittenNode};
use rustc_hash::FxHashMap;

use super::entry::{BaselineEntry, FindingIdentity, VERSION};

/// The help for a file that Assay did not write.
const ANEW: &str = "write it with `assay check --baseline FILE --update-baseline`";
/// The help for a file that Assay wrote and that is damaged.
const WHOLE: &str =
    "restore it from version control, or rewrite it with `--update-baseline`, which lists all current findings";
/// The members that a finding in the file may have.
const MEMBERS: [&str; 5] = ["path", "rule", "value", "message", "count"];

/// The identity of each entry, with its index among the entries.
type Known = FxHashMap<FindingIdentity, usize>;

/// Reads `file`.
pub(super) fn read(file: &FileText<'_>) -> Result<(Known, Vec<BaselineEntry>), Diagnostics> {
    let document = RuleDocument::read_written(file.path, file.text);
    let mut reader = BaselineReader { file, known: Known::default(), entries: Vec::new(), problems: Vec::new() };
    for fault in document.faults {
        reader.fault(if fault.help.is_none() { fault.help(WHOLE) } else { fault });
    }
    match document.root {
        Some(root) => reader.root(&root),
        None if reader.problems.is_empty() => reader.form("the file is empty", Span::at(0)),
        None => {}
    }
    let BaselineReader { known, entries, problems, .. } = reader;
    if problems.is_empty() { Ok((known, entries)) } else { Err(Diagnostics { problems, ..Diagnostics::default() }) }
}

struct BaselineReader<'r> {
    file: &'r FileText<'r>,
    known: Known,
    entries: Vec<BaselineEntry>,
    problems: Vec<Problem>,
}

impl BaselineReader<'_> {
    fn fault(&mut self, fault: Fault) {
        let problem = self.file.problem(Fault { code: fault.code.in_baseline(), ..fault });
        self.problems.push(Problem { in_rules: false, ..problem });
    }

    fn form(&mut self, message: impl Into<String>, span: Span) {
        self.fault(Fault::new(IssueCode::BaselineForm, message, span).help(ANEW));
    }

    fn root(&mut self, root: &WrittenNode) {
        let RuleValue::Map(members) = &root.value else {
            return self.form(
                format!("a baseline must be an object with `version` and `findings`, not {}", root.kind()),
                root.span,
            );
        };
        let member = |name: &str| members.iter().find(|(key, _)| key.text == name).map(|(_, node)| node);
        let Some(version) = member("version") else { return self.form("a baseline needs a `version`", root.span) };
        // A later version may identify findings differently, and would hide the wrong ones.
        if version.as_text().is_none_or(|text| text.text != VERSION.to_string()) {
            let message = format!("`version` must be {VERSION}, the only version that this Assay reads");
            return self.form(message, version.span);
        }
        match member("findings") {
            Some(WrittenNode { value: RuleValue::List(findings), .. }) => {
                for finding in findings {
                    self.finding(finding);
                }
            }
            Some(other) => self.form(format!("`findings` must be a list, not {}", other.kind()), other.span),
            None => self.form("a baseline needs `findings`", root.span),
        }
    }

    fn finding(&mut self, node: &WrittenNode) {
        let RuleValue::Map(members) = &node.value else {
            return self
                .form(format!("a finding must be an object with `path` and `rule`, not {}", node.kind()), node.span);
        };
        // An unknown member may be a misspelt `value`, without which the entry would cover other findings.
        if let Some((name, _)) = members.iter().find(|(name, _)| !MEMBERS.contains(&&*name.text)) {
            return self.report_unknown(name);
        }
        let member = |name: &str| members.iter().find(|(key, _)| key.text == name).map(|(_, node)| node);
        let text = |name: &str| match &member(name)?.value {
            RuleValue::Text(text) => Some(text.text.clone()),
            _ => None,
        };
        let (Some(path), Some(rule)) = (text("path"), text("rule")) else {
            return self.form("a finding needs a `path` and a `rule`, both strings", node.span);
        };
        let count = match member("count") {
            None => 1,
            Some(count) => match count.as_text().and_then(|text| text.text.parse().ok()) {
                Some(number @ 1..) => number,
                _ => return self.form("`count` must be a whole number of at least 1", count.span),
            },
        };
        if let Some(message) = member("message").filter(|message| message.as_text().is_none()) {
            return self.form("`message` must be a string", message.span);
        }
        let [value, message] = ["value", "message"].map(|name| member(name).and_then(format_value));
        self.add(FindingIdentity { path, rule, value, message }, BaselineEntry { count, span: node.span });
    }

    /// Adds an entry. If the finding is already listed, as may happen after a merge, the counts are added.
    fn add(&mut self, known: FindingIdentity, entry: BaselineEntry) {
        let at = *self.known.entry(known).or_insert(self.entries.len());
        match self.entries.get_mut(at) {
            Some(there) => there.count = there.count.saturating_add(entry.count),
            None => self.entries.push(entry),
        }
    }

    fn report_unknown(&mut self, name: &RuleScalar) {
        let fault = Fault::new(IssueCode::BaselineForm, format!("a finding has no `{}`", name.text), name.span);
        self.fault(fault.help(ANEW).suggest_nearest(&name.text, MEMBERS));
    }
}

/// Returns a value as it is written on one line; `None` for null.
fn format_value(node: &WrittenNode) -> Option<String> {
    Some(match &node.value {
        RuleValue::Null | RuleValue::Unusable => return None,
        RuleValue::Bool(value) => value.to_string(),
        RuleValue::Number(number) => number.text.clone(),
        RuleValue::Text(text) => one_line(&text.text),
        RuleValue::List(items) => format!("[{}]", join_parts(items.iter().map(of_list))),
        RuleValue::Map(members) => {
            let member =
                |(name, node): &(RuleScalar, WrittenNode)| format!("{}:{}", one_line(&name.text), of_list(node));
            format!("{{{}}}", join_parts(members.iter().map(member)))
        }
    })
}

/// Like [`format_value`], for an element of a list or a mapping: null is written as `null`.
fn of_list(node: &WrittenNode) -> String {
    format_value(node).unwrap_or_else(|| "null".to_owned())
}

fn join_parts(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}
