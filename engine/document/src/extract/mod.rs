//! Runs extractions: converts the nodes of a document to lists of values, in one pass for all extractions.

mod automaton;
mod form;
mod list;
mod names;
mod own_text;
mod plan;
mod raw;
mod run;
mod streaming_judge;
#[cfg(test)]
mod tests;
mod texts;
mod values;
mod verdict;

pub use assay_language::xpath::{Parsed, XPath, node_words, quote_dotted_tags, spell_tag, spell_text, syntax};

pub use own_text::OwnText;
pub use streaming_judge::{NoJudge, StreamingJudge};
pub use values::{Labels, Record, ValueId, ValueRef, Values};

use std::rc::Rc;

use self::automaton::Automaton;
use self::list::KeptValues;
use self::plan::Arrangement;
use self::run::{ExtractionRun, Tools};
use self::verdict::Verdicts;
use crate::format::{Document, Notes};
use crate::text::Fault;

/// A set of extractions that can be run on any number of documents.
///
/// Names and states that a document adds are kept for the next document.
pub struct Plan {
    arrangement: Arrangement,
    automaton: Automaton,
    verdicts: Verdicts,
    tools: Tools,
    /// An empty list, shared by all empty results.
    empty: Rc<Vec<ValueId>>,
    /// The `xpath`s that needed too much memory in the latest document.
    holders: Vec<usize>,
}

/// The result of running a plan over one document.
pub struct Extraction {
    /// The values. Each is stored once.
    pub values: Values,
    /// The result of each `xpath` of the plan, in the order given.
    pub yields: Vec<Yield>,
    /// The notes of the reader, such as warnings and repeated keys.
    pub notes: Notes,
    /// Each comparison by `!=` in a test, and whether any selected node has its name.
    pub negated: Vec<Negated>,
}

/// A comparison by `!=` in the test of an extraction. It is also true for nodes that do not have its name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Negated {
    /// The number of the `xpath` in its plan.
    pub xpath: usize,
    /// The position among the comparisons of the test, see [`syntax::TreeWalk::negated_names`].
    pub place: usize,
    /// True if any selected node has the name of the comparison.
    pub is_met: bool,
}

/// The result of one `xpath`: in most cases a list of the document's values, in document order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Yield {
    /// The values, or those that the judge kept.
    List(Rc<Vec<ValueId>>),
    /// No result, because this regular expression in one of the tests of the `xpath` hit its limit.
    Limited(Rc<str>),
    /// No result, because the `xpath` is a special, which is not extracted from the tree.
    Special,
}

impl Plan {
    /// Prepares extractions for one pass.
    pub fn new<'x>(xpaths: impl IntoIterator<Item = &'x XPath>) -> Self {
        let arrangement = Arrangement::new(xpaths);
        let automaton = Automaton::new(&arrangement.groups);
        let verdicts = Verdicts::new(&arrangement);
        Self { arrangement, automaton, verdicts, tools: Tools::default(), empty: Rc::default(), holders: Vec::new() }
    }

    /// Extracts values from one document.
    ///
    /// # Errors
    /// Fails if the document is not well-formed, or if it needs too much memory at once. Nothing is extracted then.
    pub fn run(&mut self, document: &Document) -> Result<Extraction, Fault> {
        self.extract_with(document, &mut NoJudge)
    }

    /// Extracts values from one document. Values of `xpath`s that `judge` judges are passed to it instead of listed.
    ///
    /// # Errors
    /// Fails like [`Plan::run`].
    pub fn extract_with(&mut self, document: &Document, judge: &mut dyn StreamingJudge) -> Result<Extraction, Fault> {
        /// The size in bytes up to which a document's working memory is kept for the next document.
        const SHORT: u64 = 1 << 20;
        self.holders.clear();
        let values = Values::with_room(document.size());
        let tools = std::mem::take(&mut self.tools);
        self.automaton.begin();
        self.verdicts.begin(document.slice_count());
        let mut run =
            ExtractionRun::new(&self.arrangement, &mut self.automaton, &mut self.verdicts, values, judge, tools);
        let notes = document.read_for(&mut run)?;
        let (values, mut tools) = match run.finish() {
            Ok(done) => done,
            Err((fault, slots)) => {
                self.holders = self.xpaths_using(&slots);
                return Err(fault);
            }
        };
        let yields = self.yields(&mut tools);
        let negated = self.negated_comparisons(&tools.met);
        if document.size() <= SHORT {
            self.tools = tools;
        }
        Ok(Extraction { values, yields, notes, negated })
    }

    /// Returns each comparison by `!=`, and whether any selected node has its name. `met` has the watched slots that
    /// had a value.
    fn negated_comparisons(&self, met: &[bool]) -> Vec<Negated> {
        let xpaths = self.arrangement.extraction_by_xpath.iter().enumerate();
        let xpaths =
            xpaths.filter_map(|(xpath, extraction)| Some((xpath, &self.arrangement.extractions[(*extraction)?])));
        let negated = |(xpath, extraction): (usize, &plan::Extraction)| {
            let of = move |(place, &watch): (usize, &usize)| Negated { xpath, place, is_met: met[watch] };
            extraction.negated.iter().enumerate().map(of).collect::<Vec<_>>()
        };
        if met.is_empty() { Vec::new() } else { xpaths.flat_map(negated).collect() }
    }

    /// Returns the numbers of the `xpath`s that needed too much memory in the latest document. Nothing was extracted
    /// from it.
    pub fn over_memory_limit(&self) -> &[usize] {
        &self.holders
    }

    /// Returns the numbers of the `xpath`s that use any of these slots of groups.
    fn xpaths_using(&self, slots: &[(usize, usize)]) -> Vec<usize> {
        let Arrangement { groups, extractions, xpaths_by_extraction, .. } = &self.arrangement;
        let mut looking = vec![false; extractions.len()];
        for &(group, slot) in slots {
            let group = &groups[group];
            for &number in &group.extractions {
                looking[number] |= extractions[number].uses_slot(group, slot);
            }
        }
        let looking = (0..extractions.len()).filter(|&number| looking[number]);
        let mut found: Vec<usize> = looking.flat_map(|number| &xpaths_by_extraction[number]).copied().collect();
        found.sort_unstable();
        found
    }

    /// Returns the result of each `xpath`. Empty results, which are the most frequent, share one list.
    fn yields(&self, tools: &mut Tools) -> Vec<Yield> {
        let shared = |ids: Vec<ValueId>| if ids.is_empty() { Rc::clone(&self.empty) } else { Rc::new(ids) };
        let mut yields = vec![Yield::Special; self.arrangement.extraction_by_xpath.len()];
        for ((number, list), xpaths) in tools.lists.iter_mut().enumerate().zip(&self.arrangement.xpaths_by_extraction) {
            let (ids, stream) = list.take();
            let ids = shared(ids);
            for &xpath in xpaths {
                yields[xpath] = Yield::List(Rc::clone(&ids));
            }
            for KeptValues { xpath, kept } in stream {
                yields[xpath] = Yield::List(shared(kept));
            }
            if let Some(pattern) = &self.verdicts.limited[number] {
                for &xpath in xpaths {
                    yields[xpath] = Yield::Limited(Rc::clone(pattern));
                }
            }
        }
        yields
    }
}
