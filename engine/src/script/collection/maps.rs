//! Collections that are maps: from GUIDs or virtual paths to resources or their files, from ids to definitions.

use std::rc::Rc;

use rhai::{Array, Dynamic, INT, ImmutableString};

use super::definition::Definition;
use super::packages::{PackageView, place_of};
use super::rows::{FileRow, ResourceRow};
use super::things::{Resource, ResourceFiles};
use super::{Look, View};
use crate::script::state::State;
use crate::store::{Builtin, CollectionId, Entry, Index};

/// A map, looked into where it is.
pub(super) struct Mapped {
    state: Rc<State>,
    name: &'static str,
    map: Builtin,
    /// True if entries have the shapes of version 1: [`ResourceRow`] and [`FileRow`].
    is_version_1: bool,
}

impl Mapped {
    pub fn view(state: &Rc<State>, name: &'static str, map: Builtin, is_version_1: bool) -> View {
        View(Rc::new(Self { state: Rc::clone(state), name, map, is_version_1 }))
    }

    fn entries(&self, index: &Index, key: &str) -> Vec<Entry> {
        match self.map {
            Builtin::ResInRepo => index.resource_entries(key).collect(),
            Builtin::ResVirtInfo => index.resource_entries_at(key).collect(),
            Builtin::ResInDisk => index.file_entries(key).collect(),
            Builtin::AssetPackages => index.package_entries(key).collect(),
            Builtin::Definitions => index.definition_entries(key).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the key that a script's value names. In the collection of packages, a map of the parts of a triple is a
    /// key, too.
    fn key_of(&self, element: &Dynamic) -> Option<ImmutableString> {
        let spelled = |element: &Dynamic| self.state.origins.spelled(element);
        let is_triple = self.map == Builtin::AssetPackages;
        spelled(element).or_else(|| is_triple.then(|| place_of(element, spelled))?.map(Into::into))
    }

    /// Returns an entry as a value for scripts: a package, a definition, a resource or its files. `None` without a
    /// scene.
    fn thing(&self, entry: Entry) -> Option<Dynamic> {
        let store = self.state.scene()?.store.clone();
        Some(match (self.map, self.is_version_1) {
            (Builtin::AssetPackages, _) => Dynamic::from(View(Rc::new(PackageView::new(store, entry)))),
            (Builtin::Definitions, _) => Dynamic::from(Definition::view(store, entry)),
            (Builtin::ResInDisk, true) => Dynamic::from(View(Rc::new(FileRow::new(store, entry)))),
            (Builtin::ResInDisk, false) => Dynamic::from(ResourceFiles::new(store, entry)),
            (_, true) => Dynamic::from(View(Rc::new(ResourceRow::new(store, entry)))),
            (_, false) => Dynamic::from(Resource::new(store, entry)),
        })
    }

    fn key(&self, index: &Index, entry: Entry) -> Option<Dynamic> {
        Some(match self.map {
            Builtin::ResInRepo => index.resource_of(entry)?.guid().into(),
            Builtin::ResVirtInfo => index.resource_of(entry)?.virtual_path().into(),
            Builtin::AssetPackages => index.package_of(entry)?.0.into(),
            Builtin::Definitions => index.definition_of(entry)?.id.as_str().into(),
            _ => index.files_of(entry)?.guid().into(),
        })
    }
}

impl Look for Mapped {
    fn name(&self) -> &str {
        self.name
    }

    fn len(&self) -> usize {
        self.state.with_store(|store| store.index().keys(self.map))
    }

    fn contains(&self, element: &Dynamic) -> bool {
        self.key_of(element).is_some_and(|text| self.contains_text(&text))
    }

    fn contains_text(&self, text: &str) -> bool {
        self.state.with_store(|store| store.contains_text(CollectionId::Builtin(self.map), text))
    }

    fn things(&self, key: &str) -> Option<usize> {
        Some(self.state.with_store(|store| self.entries(store.index(), key).len()))
    }

    fn takes_records(&self) -> bool {
        self.map == Builtin::AssetPackages
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let key = self.key_of(key)?;
        let entries = self.state.with_store(|store| self.entries(store.index(), &key));
        let things: Array = entries.into_iter().filter_map(|entry| self.thing(entry)).collect();
        (!things.is_empty()).then(|| things.into())
    }

    fn newest(&self, element: &Dynamic) -> Option<Dynamic> {
        if self.map != Builtin::AssetPackages {
            return None;
        }
        let place = self.key_of(element).unwrap_or_default();
        let newest = self.state.with_store(|store| store.index().newest_package(&place));
        Some(newest.map_or(Dynamic::UNIT, |revision| INT::from(revision).into()))
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.state.with_store(|store| {
            let index = store.index();
            index.firsts(self.map).into_iter().filter_map(|entry| self.key(index, entry)).collect()
        })
    }
}
