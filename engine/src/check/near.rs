//! Explains an extraction that yields nothing in any file: which part of it a file has no match for, and a suggestion.

mod failed_test;
mod lacking_step;
mod miss;
mod only_xml;
mod slip;
mod words;

pub(super) use miss::{Miss, missing};
pub(super) use only_xml::instead_of_xml;
pub(super) use slip::{slip, test_slip};

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use self::miss::missing_behind;
use super::Checker;
use crate::format::Document;
use crate::source::Source;

/// The maximum size in bytes of a file that is looked at: an editor may ask at each key press, and many rules of a pack
/// may find nothing.
const LONGEST: u64 = 1 << 17;

/// One of the two extractions of a rule.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct HintQuery {
    pub rule: u32,
    /// Its `subxpath`.
    pub is_sub: bool,
}

/// The part of an extraction that a file has no match for.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct NoMatchHint {
    pub of: HintQuery,
    pub path: String,
    /// The number of parts of the extraction that have a match in the file.
    pub reached: usize,
    pub said: String,
    /// The whole extraction as it was probably meant, if there is a suggestion.
    pub meant: Option<String>,
}

/// Returns true if the document is short enough to be looked at, and is a text.
fn is_looked_at(document: &Document) -> bool {
    document.size() <= LONGEST && document.text().is_some()
}

/// Returns, for each extraction that has no match in the file at `path`, the part that has none. Returns nothing for a file
/// that cannot be read, which has been reported before.
pub(super) fn misses(checker: &Checker, source: &Rc<dyn Source>, path: &str, asked: &[HintQuery]) -> Vec<NoMatchHint> {
    let Ok(document) = Document::open_by(&checker.formats, path, source) else { return Vec::new() };
    if !is_looked_at(&document) {
        return Vec::new();
    }
    let miss = |&of: &HintQuery| {
        let rule = &checker.rules.rules()[of.rule as usize];
        let sub = rule.sub().filter(|_| of.is_sub);
        let xpath = sub.map_or_else(|| rule.xpath(), |sub| &sub.xpath);
        let (reached, miss) = missing_behind(xpath, &document)?;
        Some(NoMatchHint { of, path: path.to_owned(), reached, said: miss.said, meant: miss.meant })
    };
    asked.iter().filter_map(miss).collect()
}
