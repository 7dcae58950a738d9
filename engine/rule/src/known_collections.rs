//! The collections that the rules of a file can name.

use std::collections::HashSet;

use assay_document::text::{Fault, IssueCode, Span};
use assay_store::{CollectionId, CollectionNames};

/// The collections that the rules of one file can name: those of the file, and those of the files that it extends.
#[derive(Default)]
pub(super) struct KnownCollections {
    pub names: CollectionNames,
    /// The names of collections that have errors.
    pub broken: HashSet<String>,
    /// Names that several of the extended files define as different collections.
    ambiguous: HashSet<String>,
}

impl KnownCollections {
    /// Adds the collections of an extended file. Collections of the file itself hide those of the same name.
    pub fn extend(&mut self, own: &HashSet<String>, extended: &Self) {
        for (name, list) in extended.names.user_defined().filter(|(name, _)| !own.contains(*name)) {
            // A collection that is reached through two extended files is one collection.
            if !self.names.add(name, list) && self.names.resolve(name) != Some(CollectionId::Own(list)) {
                self.ambiguous.insert(name.to_owned());
            }
        }
        let is_visible = |name: &&String| !own.contains(*name);
        self.broken.extend(extended.broken.iter().filter(is_visible).cloned());
        self.ambiguous.extend(extended.ambiguous.iter().filter(is_visible).cloned());
    }

    /// Returns the fault of a rule that names an unusable collection at `span`; `None` if the collection is usable.
    pub fn unusable(&self, name: &str, span: Span) -> Option<Fault> {
        if self.ambiguous.contains(name) {
            let message = format!("several of the extended files have a collection `{name}`, so this rule is not run");
            let fault = Fault::new(IssueCode::RuleBrokenCollection, message, span);
            return Some(fault.help("define it in this file, or give one of them another name"));
        }
        self.broken.contains(name).then(|| {
            let message = format!("the collection `{name}` cannot be used, so this rule is not run");
            Fault::new(IssueCode::RuleBrokenCollection, message, span)
                .help("see the problems reported for the collection")
        })
    }

    /// Returns the names that are unusable according to [`KnownCollections::unusable`].
    pub fn unusable_names(&self) -> impl Iterator<Item = &String> {
        self.broken.iter().chain(&self.ambiguous)
    }
}
