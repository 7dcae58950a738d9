//! Collections that are lists: ilevels, and those of a rule file.

use std::rc::Rc;

use rhai::{Dynamic, ImmutableString};

use super::{Look, View};
use crate::script::state::State;
use crate::store::{Builtin, CollectionId, ListId, Store};

/// A list of texts, looked into where it is.
pub(super) struct Listed {
    state: Rc<State>,
    name: String,
    list: CollectionId,
}

impl Listed {
    /// The paths that worlds name.
    pub fn ilevels(state: &Rc<State>, name: &str) -> View {
        Self::view(state, name, CollectionId::Builtin(Builtin::Ilevels))
    }

    /// A collection of the rule file.
    pub fn own(state: &Rc<State>, name: &str, list: ListId) -> View {
        Self::view(state, name, CollectionId::Own(list))
    }

    fn view(state: &Rc<State>, name: &str, list: CollectionId) -> View {
        View(Rc::new(Self { state: Rc::clone(state), name: name.to_owned(), list }))
    }

    fn with<T: Default>(&self, look: impl FnOnce(&Store) -> T) -> T {
        self.state.with_store(look)
    }
}

impl Look for Listed {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> usize {
        self.with(|store| store.paths(self.list).map_or(0, <[String]>::len))
    }

    fn contains(&self, element: &Dynamic) -> bool {
        as_text(element, |text| self.with(|store| store.contains_text(self.list, text)))
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let at = usize::try_from(key.as_int().ok()?).ok()?;
        self.with(|store| store.paths(self.list)?.get(at).map(|text| text.as_str().into()))
    }

    fn paths(&self, element: &Dynamic) -> Option<Vec<Dynamic>> {
        let mut paths = matches!(self.list, CollectionId::Own(_)).then(Vec::new)?;
        as_text(element, |text| {
            self.with(|store| {
                paths.extend(store.paths_of(self.list, text).into_iter().flatten().map(Into::<Dynamic>::into));
            });
            true
        });
        Some(paths)
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.with(|store| store.paths(self.list).unwrap_or_default().iter().map(|text| text.as_str().into()).collect())
    }
}

/// Whether an element as a text meets a test: numbers and booleans as they are spelled.
pub(super) fn as_text(element: &Dynamic, test: impl FnOnce(&str) -> bool) -> bool {
    if let Ok(spelled) = element.as_immutable_string_ref() {
        let spelled: &ImmutableString = &spelled;
        return test(spelled.as_str());
    }
    let is_scalar = element.is_int() || element.is_float() || element.is_bool() || element.is_char();
    is_scalar && test(&element.to_string())
}
