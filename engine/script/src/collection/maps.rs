//! Collections of systems that are maps.

use std::rc::Rc;

use assay_store::CollectionId;
use assay_system::{BuiltCollection, Look, View};
use rhai::{Array, Dynamic, ImmutableString};

use crate::state::HostState;

/// A map, accessed in place.
pub(super) struct Mapped {
    state: Rc<HostState>,
    name: &'static str,
    map: CollectionId,
}

impl Mapped {
    pub fn view(state: &Rc<HostState>, name: &'static str, map: CollectionId) -> View {
        View(Rc::new(Self { state: Rc::clone(state), name, map }))
    }

    fn with<T: Default>(&self, look: impl FnOnce(&dyn BuiltCollection) -> T) -> T {
        self.state.with_store(|store| {
            let Some(map) = store.of_system(self.map) else { return T::default() };
            // The prepared map serves all calls, so its time and memory are not charged to this call.
            if !map.is_prepared() {
                self.state.meter.without_charge(|| map.prepare());
            }
            look(map)
        })
    }

    /// Returns the key that a script's value represents.
    fn key_of(&self, element: &Dynamic) -> Option<ImmutableString> {
        let text = |element: &Dynamic| self.state.origins.document_spelling(element);
        text(element).or_else(|| self.with(|map| map.key_of(element, &text)).map(Into::into))
    }
}

impl Look for Mapped {
    fn name(&self) -> &str {
        self.name
    }

    fn len(&self) -> usize {
        self.with(|map| map.len())
    }

    fn contains(&self, element: &Dynamic) -> bool {
        self.key_of(element).is_some_and(|text| self.contains_text(&text))
    }

    fn contains_text(&self, text: &str) -> bool {
        self.with(|map| map.contains(text))
    }

    fn entry_count(&self, key: &str) -> Option<usize> {
        Some(self.with(|map| map.count(key)))
    }

    fn takes_records(&self) -> bool {
        self.with(|map| map.takes_records())
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let key = self.key_of(key)?;
        let things: Array = self.with(|map| map.entries(&key));
        (!things.is_empty()).then(|| things.into())
    }

    fn newest(&self, element: &Dynamic) -> Option<Dynamic> {
        let key = self.key_of(element).unwrap_or_default();
        self.with(|map| map.newest(&key))
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.with(|map| map.keys())
    }
}
