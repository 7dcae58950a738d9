//! Checks the entries of asset lists in any format, by rules with `{asset.path}` and similar facts.

use std::borrow::Cow;
use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::format::{EntryFact, Special};
use assay_document::text::Span;
use assay_system::asset_list::{Body, ListFile, PlacedList};

use super::batch_work::BatchWork;
use super::case::Case;
use super::file::CheckedFile;
use super::file_context::FileContext;
use super::judge;
use super::judge::FailedValues;
use super::selected_rules::{SelectedRule, extraction_of};
use super::times::MeasuredStep;

/// Checks the list at `path` by rules that look at its entries. It is read once for all of them.
pub(super) fn check(work: &mut BatchWork<'_>, path: &str, requests: &[SelectedRule<'_>]) {
    let since = work.record.now();
    let source = Rc::clone(&work.input.source);
    let opened = ListFile::open(path, &source).and_then(|file| Ok((file.read_with_places()?, file)));
    work.record.outcome.read.others.push((path.to_owned(), source.size(path).unwrap_or_default()));
    let (placed, file) = match opened {
        Ok(opened) => opened,
        Err(problem) => {
            return requests.iter().for_each(|&of| work.unextracted(of, path, (*problem).clone(), None));
        }
    };
    work.record.add_time_since(MeasuredStep::Extract, None, since);
    work.record.outcome.diagnostics.warnings.extend(placed.warnings.iter().cloned());
    let file = match file.body() {
        Body::Document(document) => CheckedFile::of(path, document),
        Body::Text(text) => CheckedFile::new(path, text),
    };
    let view = FileContext::default();
    let mut values = Values::new();
    let mut failed = FailedValues::default();
    let mut known: Vec<(EntryFact, Vec<ValueId>)> = Vec::new();
    for &(number, via) in requests {
        let rule = work.rule(number);
        let Some(fact) = extraction_of(rule, via).special().and_then(Special::of_entries) else { continue };
        if !known.iter().any(|(known, _)| *known == fact) {
            known.push((fact, values_of(&placed, fact, &mut values)));
        }
        let Some((_, ids)) = known.iter().find(|(known, _)| *known == fact) else { continue };
        let case = Case { number, rule, file: &file, via, document: None, began: since, view: &view };
        let verdicts = judge::judge(work, &case, &mut values, ids);
        failed.add(case, verdicts, &values);
    }
    failed.report(work, &values);
}

/// Converts the fact about each entry of a list to a value; to null if the entry has none.
fn values_of(placed: &PlacedList, fact: EntryFact, values: &mut Values) -> Vec<ValueId> {
    let mut value = |(text, span): (Option<Cow<'_, str>>, Span)| match text {
        Some(text) => values.text(&text, span),
        None => values.null(span),
    };
    placed.values(fact).map(&mut value).collect()
}
