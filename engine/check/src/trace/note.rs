//! Records one step of a trace: the fate of each value, up to a limit.

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::format::Format;
use assay_document::text::{Region, Span};
use assay_report::{Fate, Finding, StepKind, TraceStep, TracedValue, Value, Via};
use assay_step::Verdict;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::batch::CitedFile;
use crate::case::Case;
use crate::file::and_more;
use crate::no_match::{instead_of_xml, missing};
use crate::selected_rules::extraction_of;

/// The maximum number of characters of a pattern in a reason.
const PATTERN: usize = 80;

/// The sources of values in collections: one or more sentences for each value.
pub(crate) type Whereabouts = FxHashMap<ValueId, Vec<String>>;

/// A step that is being recorded.
pub(crate) struct StepNote<'n, 'c> {
    step: TraceStep,
    case: &'n Case<'c>,
    values: &'n Values,
    list: ListedSoFar,
}

/// The amount of values that a step lists.
#[derive(Default)]
struct ListedSoFar {
    by_fate: FxHashMap<Fate, u64>,
    bytes: usize,
}

impl ListedSoFar {
    /// Returns true if one more value with this fate can be listed.
    fn can_list(&mut self, fate: Fate) -> bool {
        let count = self.by_fate.entry(fate).or_default();
        let takes = *count < TraceStep::MOST && self.bytes < TraceStep::MOST_BYTES;
        *count += u64::from(takes);
        takes
    }
}

impl<'n, 'c> StepNote<'n, 'c> {
    pub fn new(step: TraceStep, case: &'n Case<'c>, values: &'n Values) -> Self {
        Self { step, case, values, list: ListedSoFar::default() }
    }

    pub fn finish(self) -> TraceStep {
        self.step
    }

    pub fn add_extracted(&mut self, list: &[ValueId]) {
        self.count(1, list.len());
        for &id in list {
            self.add(Fate::Found, id, |_| None);
        }
        if list.is_empty() {
            self.step.help = self.missing();
        }
    }

    /// Returns the reason why nothing was extracted, if a document that is not read in parts shows it.
    fn missing(&self) -> Option<String> {
        let document = self.case.document.filter(|document| document.text().is_some())?;
        let xpath = extraction_of(self.case.rule, self.case.via);
        let instead = instead_of_xml(xpath).filter(|_| document.format() != Format::Xml);
        instead.or_else(|| missing(xpath, document)).map(|miss| miss.message)
    }

    /// Adds values that a filter kept, made or dropped.
    pub fn add_filtered(&mut self, before: &[ValueId], after: &[ValueId]) {
        self.count(before.len(), after.len());
        let kept: FxHashSet<ValueId> = after.iter().copied().collect();
        // A filter function may also return new values, which come last.
        for id in before {
            if kept.contains(id) {
                self.add(Fate::Kept, *id, |_| None);
            } else {
                self.add(Fate::Dropped, *id, |note| Some(note.drop_reason(*id)));
            }
        }
        let known: FxHashSet<ValueId> = before.iter().copied().collect();
        for &id in after.iter().filter(|id| !known.contains(id)) {
            self.add(Fate::Made, id, |_| None);
        }
    }

    /// Adds values whose fate is unknown because a filter stopped.
    pub fn add_stopped(&mut self, list: &[ValueId]) {
        self.count(list.len(), 0);
        for &id in list {
            self.add(Fate::Unknown, id, |_| None);
        }
    }

    /// Adds values that a condition has judged: the values of `list`, and other values that failed. `findings` has a
    /// finding for each verdict. The result of the values in `unknown` is unknown.
    pub fn add_judged(
        &mut self,
        list: &[ValueId],
        failed: &[Verdict],
        findings: &[Finding],
        unknown: &[ValueId],
        value_sources: &Whereabouts,
    ) {
        self.count(list.len(), failed.len());
        let failed = || failed.iter().map(|verdict| verdict.value).zip(findings);
        let mut findings: FxHashMap<Option<ValueId>, Vec<&Finding>> = FxHashMap::default();
        for (id, finding) in failed() {
            findings.entry(id).or_default().push(finding);
        }
        let unknown: FxHashSet<ValueId> = unknown.iter().copied().collect();
        let found = |id: ValueId| value_sources.get(&id).map(|texts| texts.join("; "));
        for &id in list {
            match findings.remove(&Some(id)) {
                Some(failed) => failed.into_iter().for_each(|finding| self.fail(Some(id), finding, found(id))),
                None if unknown.contains(&id) => self.add(Fate::Unknown, id, |_| found(id)),
                None => self.add(Fate::Passed, id, |_| found(id)),
            }
        }
        for (id, finding) in failed().filter(|(id, _)| findings.contains_key(id)) {
            self.fail(id, finding, None);
        }
    }

    fn count(&mut self, input: usize, output: usize) {
        self.step.input = input as u64;
        self.step.output = output as u64;
    }

    fn add(&mut self, fate: Fate, id: ValueId, reason: impl FnOnce(&Self) -> Option<String>) {
        if !self.list.can_list(fate) {
            self.step.unlisted += 1;
            return;
        }
        let value = self.values.to_value(id);
        let reason = reason(self);
        self.list.bytes += weight(&value) + reason.as_ref().map_or(0, String::len);
        let origin = self.values.origin(id);
        let region = (origin != Span::at(0)).then(|| self.case.file.region(origin));
        self.step.values.push(TracedValue { fate, value, region, reason, related: Vec::new() });
    }

    fn fail(&mut self, id: Option<ValueId>, finding: &Finding, found: Option<String>) {
        if !self.list.can_list(Fate::Failed) {
            self.step.unlisted += 1;
            return;
        }
        self.list.bytes += weight(&finding.value) + finding.message.len();
        let has_place = id.is_some_and(|id| self.values.origin(id) != Span::at(0));
        self.step.values.push(TracedValue {
            fate: Fate::Failed,
            value: finding.value.clone(),
            region: has_place.then_some(finding.region),
            reason: Some(std::iter::once(finding.message.clone()).chain(found).collect::<Vec<_>>().join("; ")),
            related: finding.related.clone(),
        });
    }

    /// Returns the reason why a filter has dropped a value.
    fn drop_reason(&self, id: ValueId) -> String {
        let written = self.case.rule.written(self.step.kind.name()).unwrap_or_default();
        if written.trim_start().starts_with("artfunc_") {
            return "the function did not return it".to_owned();
        }
        let pattern = format_pattern(written);
        match (self.step.kind, self.values.get(id)) {
            (StepKind::NotFilter, ValueRef::Record(_)) => format!("{pattern} is found in one of its values"),
            (StepKind::NotFilter, _) => format!("{pattern} is found in it"),
            (_, ValueRef::Null) => "no pattern is found in null".to_owned(),
            (_, ValueRef::Element(_)) => "no pattern is found in a node".to_owned(),
            (_, ValueRef::Record(_)) => format!("{pattern} is found in none of its values"),
            _ => format!("{pattern} is not found in it"),
        }
    }
}

/// Names the files from which a collection has a value; `None` if it does not have the value, or is not made of files.
pub(super) fn sources(collection: &str, paths: &[&str]) -> Option<String> {
    /// The maximum number of files that are named.
    const NAMED: usize = 3;
    let named: Vec<String> = paths.iter().take(NAMED).map(|path| format!("`{path}`")).collect();
    let more = and_more(paths.len() - named.len());
    (!named.is_empty()).then(|| format!("`{collection}` has it from {}{more}", named.join(", ")))
}

/// Formats a pattern in backticks, and shortens a long one.
pub(super) fn format_pattern(pattern: &str) -> String {
    match pattern.char_indices().nth(PATTERN) {
        Some((end, _)) => format!("`{}…`", &pattern[..end]),
        None => format!("`{pattern}`"),
    }
}

/// Adds a value and the fate of the file that it names: read for this value, read for an earlier one, or not readable.
pub(super) fn add_citation(step: &mut TraceStep, target: &CitedFile, via: &Via, is_first: bool) {
    let (fate, reason) = match (target, is_first) {
        (CitedFile::File(_), true) => (Fate::Kept, None),
        (CitedFile::File(_), false) => (Fate::Dropped, Some("an earlier value names the same file".to_owned())),
        (CitedFile::Outside(_), _) => (Fate::Dropped, Some("the path leaves the root".to_owned())),
        (CitedFile::NoPath(_), _) => (Fate::Dropped, Some("it is not a path".to_owned())),
    };
    step.input += 1;
    step.output += u64::from(fate == Fate::Kept);
    if step.values.len() as u64 >= TraceStep::MOST {
        step.unlisted += 1;
        return;
    }
    let region = Some(via.region).filter(|region| *region != Region::START);
    step.values.push(TracedValue { fate, value: via.value.clone(), region, reason, related: Vec::new() });
}

/// Returns the approximate memory of a value in bytes.
fn weight(value: &Value) -> usize {
    const LEAST: usize = 64;
    LEAST
        + match value {
            Value::Null | Value::Bool(_) => 0,
            Value::Number(text) | Value::Text(text) | Value::Element(text) => text.len(),
            Value::Record(lists) => lists.iter().flat_map(|(_, list)| list).map(weight).sum(),
        }
}
