//! The current file as scripts see it, made when the first script is about to run.

use std::cell::OnceCell;
use std::rc::Rc;

use super::work::BatchWork;
use crate::format::{Document, Malformed};
use crate::rule::{Rule, RuleSet};
use crate::script::{Scene, Tree};
use crate::source::MemorySource;

/// The current file as scripts see it: made once for all rules, its tree only for rules that yield nodes.
#[derive(Default)]
pub(super) struct FileContext<'d> {
    document: Option<&'d Document>,
    flat: OnceCell<Rc<Scene>>,
    with_tree: OnceCell<Result<Rc<Scene>, Malformed>>,
}

impl<'d> FileContext<'d> {
    /// The view of a document.
    pub fn of(document: &'d Document) -> Self {
        Self { document: Some(document), ..Self::default() }
    }

    /// Shows the current file to the scripts of a rule, if it has any.
    ///
    /// # Errors
    /// No tree can be made of the document.
    pub fn show(&self, work: &BatchWork<'_>, rule: &Rule, needs_tree: bool) -> Result<(), Malformed> {
        if !rule.has_scripts() {
            return Ok(());
        }
        let scene = match self.document.filter(|_| needs_tree) {
            Some(document) => {
                let make = || Ok(Rc::new(scene(work, Some(Tree::of(document)?))));
                self.with_tree.get_or_init(make).clone()?
            }
            None => Rc::clone(self.flat.get_or_init(|| Rc::new(scene(work, None)))),
        };
        work.checker.rules.host().set_scene(scene);
        Ok(())
    }
}

fn scene(work: &BatchWork<'_>, tree: Option<Rc<Tree>>) -> Scene {
    Scene {
        source: Rc::clone(&work.input.source),
        store: Rc::clone(&work.worker.store),
        paths: Rc::clone(&work.worker.paths),
        tree,
    }
}

/// Clears the files and prints of scripts, so that nothing of a run outlives it.
pub(super) fn clear(rules: &RuleSet) {
    if rules.rules().iter().any(Rule::has_scripts) {
        let source = Rc::new(MemorySource::new());
        let store = Rc::clone(&super::Worker::default().store);
        rules.host().set_scene(Rc::new(Scene { source, store, paths: Rc::default(), tree: None }));
        drop(rules.host().take_prints());
    }
}
