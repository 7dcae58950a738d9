//! The part of the files and of the rules that a run is about.

use std::rc::Rc;

use assay_document::source::Source;
use assay_rule::RuleSet;
use assay_store::Demand;

use super::super::block::Block;
use super::super::focus::PathFilter;
use super::super::shard::RunShard;
use super::super::trace::Traced;

/// The rules and files that a run is about: all of them, unless one of these narrows it.
#[derive(Default)]
pub(super) struct RunScope {
    /// The rule and the file that are traced.
    pub traced: Option<Traced>,
    /// The part of the files that is checked here.
    pub share: Option<RunShard>,
    /// The block of a larger project whose files the run has; no other files are known.
    pub block: Option<Block>,
    /// The files that were named.
    pub focus: Option<PathFilter>,
    /// True if the files extend a published project, whose other files are not listed.
    pub extends_project: bool,
    /// True if no file is looked at again for hints about rules that found nothing.
    pub omits_hints: bool,
    /// The files, if large ones may be divided among workers.
    pub divided: Option<Rc<dyn Source>>,
}

impl RunScope {
    /// Returns true if the file at `path` is checked, and counted, here.
    pub fn owns(&self, path: &str) -> bool {
        self.is_in_block(path)
            && self.share.as_ref().is_none_or(|share| share.owns(path))
            && self.focus.as_ref().is_none_or(|focus| focus.owns(path))
    }

    /// Returns true if the file at `path` belongs to the block of the run, or if the run has no block.
    pub fn is_in_block(&self, path: &str) -> bool {
        self.block.as_ref().is_none_or(|block| block.owns(path))
    }

    /// Returns true if virtual files are made here: all files that they are made of are known.
    pub fn makes_virtual_files(&self) -> bool {
        self.block.as_ref().is_none_or(|block| block.is_virtual) && !self.extends_project
    }

    /// Returns true unless only one file, or only the files that were named, matter.
    pub const fn is_of_all_files(&self) -> bool {
        self.traced.is_none() && self.focus.is_none()
    }

    /// Returns the data that must be known before files are checked.
    pub fn demand(&self, rules: &RuleSet) -> Demand {
        match (&self.traced, &self.focus) {
            (Some(traced), _) => traced.demand(rules),
            (None, Some(focus)) => focus.demand,
            (None, None) => rules.demand(),
        }
    }

    /// Returns true if a custom collection, by its number, must be known.
    pub fn needs_list(&self, rules: &RuleSet, number: u32) -> bool {
        self.traced.as_ref().is_none_or(|traced| traced.needs_list(rules, number))
            && self.focus.as_ref().is_none_or(|focus| focus.needs_list(number))
    }

    /// Notes that a rule looks at the file at `path`.
    pub fn note_selected(&mut self, path: &str) {
        if let Some(focus) = &mut self.focus {
            focus.note_selected(path);
        }
    }
}
