//! Extractions at work: from a document's nodes to lists of values, in one pass for all extractions at once.

mod automaton;
mod form;
mod list;
mod names;
mod own_text;
mod plan;
mod raw;
mod run;
mod sieve;
#[cfg(test)]
mod tests;
mod texts;
mod values;
mod verdict;

pub use assay_language::xpath::{Parsed, XPath, node_words, spell_tag, spell_text, spell_whole_tag, syntax};

pub use own_text::OwnText;
pub use sieve::{Sieve, Unsifted};
pub use values::{Labels, Record, ValueId, ValueRef, Values};

use std::rc::Rc;

use self::automaton::Automaton;
use self::list::List;
use self::plan::Arrangement;
use self::run::Run;
use self::verdict::Verdicts;
use crate::format::{Document, Malformed, Notes};

/// A set of extractions, ready to be run over any number of documents.
///
/// What one document teaches (its names, the states they lead to) is kept for the next.
pub struct Plan {
    arrangement: Arrangement,
    automaton: Automaton,
    verdicts: Verdicts,
}

/// What a plan's extractions yield of one document.
pub struct Extraction {
    /// The values, each once.
    pub values: Values,
    /// For each `xpath` of the plan, in the order given, what it yields.
    pub yields: Vec<Yield>,
    /// What the reader noticed.
    pub notes: Notes,
}

/// What one extraction yields: a list of the document's values, in its order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Yield {
    /// Its values, or those that the sieve kept of them.
    List(Rc<Vec<ValueId>>),
    /// A regular expression in one of its tests hit its limit, so nothing can be said.
    Limited,
    /// It is a special, which is not the tree's business.
    Special,
}

impl Plan {
    /// Arranges extractions for one pass.
    pub fn new<'x>(xpaths: impl IntoIterator<Item = &'x XPath>) -> Self {
        let arrangement = Arrangement::new(xpaths);
        let automaton = Automaton::new(&arrangement.groups);
        let verdicts = Verdicts::new(&arrangement);
        Self { arrangement, automaton, verdicts }
    }

    /// Extracts from one document.
    ///
    /// # Errors
    /// The document is not well formed, or holds too much at once; nothing is extracted then.
    pub fn run(&mut self, document: &Document) -> Result<Extraction, Malformed> {
        self.sift(document, &mut Unsifted)
    }

    /// Extracts from one document; what `sieve` wants goes through it and is not listed.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn sift(&mut self, document: &Document, sieve: &mut dyn Sieve) -> Result<Extraction, Malformed> {
        let values = Values::with_room(document.size());
        let mut run = Run::new(&self.arrangement, &mut self.automaton, &mut self.verdicts, values, sieve);
        let notes = document.read_for(&mut run)?;
        let (values, lists) = run.finish()?;
        let (lists, sifted): (Vec<_>, Vec<_>) = lists.into_iter().map(List::finish).unzip();
        let lists: Vec<Rc<Vec<ValueId>>> = lists.into_iter().map(Rc::new).collect();
        let mut kept: Vec<Option<Vec<ValueId>>> = vec![None; self.arrangement.asked.len()];
        for sifted in sifted.into_iter().flatten() {
            kept[sifted.xpath] = Some(sifted.kept);
        }
        let yields = self.arrangement.asked.iter().enumerate().map(|(xpath, asked)| match *asked {
            None => Yield::Special,
            Some(number) if self.verdicts.limited[number] => Yield::Limited,
            Some(number) => Yield::List(kept[xpath].take().map_or_else(|| Rc::clone(&lists[number]), Rc::new)),
        });
        Ok(Extraction { values, yields: yields.collect(), notes })
    }
}
