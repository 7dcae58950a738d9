//! What a file has nothing for of an extraction that yields nothing anywhere, and what was probably meant.

mod failed_test;
mod lacking_step;
mod miss;
mod only_xml;
mod slip;
mod words;

pub(super) use miss::{Miss, missing};
pub(super) use only_xml::instead_of_xml;
pub(super) use slip::{slip, test_slip};

use serde::{Deserialize, Serialize};

use self::miss::missing_behind;
use super::work::Work;
use crate::format::Document;

/// No longer file is looked at, in bytes: each key press may ask, and of a pack of rules many may find nothing.
const LONGEST: u64 = 1 << 17;

/// One of the two extractions of a rule.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Asked {
    pub rule: u32,
    /// Its `subxpath`.
    pub is_sub: bool,
}

/// What a file has nothing for.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Near {
    pub of: Asked,
    pub path: String,
    /// How many parts of the extraction it has something for.
    pub reached: usize,
    pub said: String,
    /// The whole extraction as it was probably meant.
    pub meant: Option<String>,
}

/// Whether a document is short enough to be looked at, and a text.
fn is_looked_at(document: &Document) -> bool {
    document.size() <= LONGEST && document.text().is_some()
}

impl Work<'_> {
    /// Looks what a file has nothing for. One that cannot be read has been told of.
    pub fn look_near(&mut self, path: &str, asked: &[Asked]) {
        let Ok(document) = Document::open_by(self.formats, path, &self.source) else { return };
        if !is_looked_at(&document) {
            return;
        }
        for &of in asked {
            let rule = &self.rules.rules()[of.rule as usize];
            let sub = rule.sub().filter(|_| of.is_sub);
            let xpath = sub.map_or_else(|| rule.xpath(), |sub| &sub.xpath);
            if let Some((reached, miss)) = missing_behind(xpath, &document) {
                self.outcome.near.push(Near { of, path: path.to_owned(), reached, said: miss.said, meant: miss.meant });
            }
        }
    }
}
