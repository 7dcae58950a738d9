//! Explains an extraction that yields nothing in any file: finds the part that a file has no match for, and a
//! suggestion.

mod failed_test;
pub(super) mod hint;
mod mismatch;
mod missing_step;
mod misspelt_name;
mod only_xml;
mod words;

pub(super) use hint::Mismatch;
pub(super) use mismatch::missing;
pub(super) use misspelt_name::{suggest_name, suggest_test_name};
pub(super) use only_xml::instead_of_xml;

use std::rc::Rc;

use assay_document::format::Document;
use assay_document::source::Source;

use self::hint::{HintQuery, NoMatchHint};
use self::mismatch::{is_searchable, missing_after};
use super::checker::Checker;

/// Returns, for each extraction without a match in the file at `path`, the first part that has none. Returns
/// nothing for a file that cannot be read, which has been reported before.
pub(super) fn explain_misses(
    checker: &Checker,
    source: &Rc<dyn Source>,
    path: &str,
    queries: &[HintQuery],
) -> Vec<NoMatchHint> {
    let Ok(document) = Document::open_by(&checker.formats, path, source) else { return Vec::new() };
    if !is_searchable(&document) {
        return Vec::new();
    }
    let miss = |&of: &HintQuery| {
        let rule = &checker.rules.rules()[of.rule as usize];
        let sub = rule.sub().filter(|_| of.is_sub);
        let xpath = sub.map_or_else(|| rule.xpath(), |sub| &sub.xpath);
        let (reached, miss) = missing_after(xpath, &document)?;
        Some(NoMatchHint { of, path: path.to_owned(), reached, miss })
    };
    queries.iter().filter_map(miss).collect()
}
