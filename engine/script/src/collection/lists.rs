//! Collections that are lists: paths, and collections of a rule file.

use std::rc::Rc;

use assay_store::{CollectionId, Elements, Store};
use assay_system::{Look, View};
use rhai::Dynamic;

use crate::state::HostState;

/// A list of strings, accessed in place.
pub(super) struct TextList {
    state: Rc<HostState>,
    name: String,
    list: CollectionId,
}

impl TextList {
    pub fn view(state: &Rc<HostState>, name: &str, list: CollectionId) -> View {
        View(Rc::new(Self { state: Rc::clone(state), name: name.to_owned(), list }))
    }

    fn with<T: Default>(&self, look: impl FnOnce(&Store) -> T) -> T {
        self.state.with_store(look)
    }
}

impl Look for TextList {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> usize {
        self.with(|store| store.paths(self.list).map_or(0, Elements::len))
    }

    fn contains(&self, element: &Dynamic) -> bool {
        let element = self.state.origins.document_spelling(element);
        element.is_some_and(|text| self.contains_text(&text))
    }

    fn contains_text(&self, text: &str) -> bool {
        self.with(|store| store.contains_text(self.list, text))
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let at = usize::try_from(key.as_int().ok()?).ok()?;
        self.with(|store| store.paths(self.list)?.get(at).map(Into::into))
    }

    fn paths(&self, element: &Dynamic) -> Option<Vec<Dynamic>> {
        // Collections of systems do not record the files of their elements.
        if !matches!(self.list, CollectionId::Own(_)) {
            return None;
        }
        let Some(text) = self.state.origins.document_spelling(element) else { return Some(Vec::new()) };
        let paths = self.with(|store| {
            let paths = store.paths_of(self.list, &text)?;
            Some(paths.into_iter().map(Into::into).collect())
        });
        paths.or_else(|| Some(Vec::new()))
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.with(|store| store.paths(self.list).unwrap_or_default().iter().map(Into::into).collect())
    }
}
