//! The current file as scripts see it. It is created when the first script is about to run.

use std::cell::OnceCell;
use std::rc::Rc;

use assay_document::format::Document;
use assay_document::source::MemorySource;
use assay_document::text::Fault;
use assay_rule::{Rule, RuleSet};
use assay_script::{Host, ScriptContext, read_tree};
use assay_store::Store;
use assay_system::Parts;

/// The current file as scripts see it. It is created once for all rules, with a tree only for rules that yield nodes.
#[derive(Default)]
pub(super) struct FileContext<'d> {
    document: Option<&'d Document>,
    flat: OnceCell<Rc<ScriptContext>>,
    with_tree: OnceCell<Result<Rc<ScriptContext>, Fault>>,
}

impl<'d> FileContext<'d> {
    pub fn of(document: &'d Document) -> Self {
        Self { document: Some(document), ..Self::default() }
    }

    /// Shows the current file to the scripts of a host. `project` makes the scene without a tree.
    ///
    /// # Errors
    /// The document cannot be converted to a tree.
    pub fn show(&self, host: &Host, needs_tree: bool, project: impl Fn() -> ScriptContext) -> Result<(), Fault> {
        let scene = match self.document.filter(|_| needs_tree) {
            Some(document) => {
                let make = || Ok(Rc::new(ScriptContext { tree: Some(read_tree(document)?), ..project() }));
                self.with_tree.get_or_init(make).clone()?
            }
            None => Rc::clone(self.flat.get_or_init(|| Rc::new(project()))),
        };
        host.set_scene(scene);
        Ok(())
    }
}

/// Clears the files and prints of scripts, so that nothing of a run outlives it.
pub(super) fn clear(rules: &RuleSet) {
    if rules.rules().iter().any(Rule::has_scripts) {
        let source = Rc::new(MemorySource::new());
        let store = Rc::new(Store::new(&Parts::default(), Vec::new()));
        rules.host().set_scene(Rc::new(ScriptContext { source, store, paths: Rc::default(), tree: None }));
        drop(rules.host().take_prints());
    }
}
