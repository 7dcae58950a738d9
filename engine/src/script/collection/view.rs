//! A collection as scripts see it: looked into where it is, never copied.

use std::fmt;
use std::rc::Rc;

use rhai::Dynamic;

use crate::system::asset_list::AssetList;

/// What a script can ask of a collection.
///
/// Of a map of things, the elements are its keys.
pub trait Look {
    /// The name under which the script knows it, such as `res_store.ilevels`.
    fn name(&self) -> &str;

    /// How many elements it has.
    fn len(&self) -> usize;

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `element` is in it; what can be no element never is.
    fn contains(&self, element: &Dynamic) -> bool;

    /// The same for a text.
    fn contains_text(&self, text: &str) -> bool {
        self.contains(&text.into())
    }

    /// How many things stand under a text, of a map of things; `None` of other collections.
    fn things(&self, _key: &str) -> Option<usize> {
        None
    }

    /// Whether a record may be a key: one of texts that name something.
    fn takes_records(&self) -> bool {
        false
    }

    /// What stands under `key`: of a map the things of that key, of a list the element at that place from 0.
    fn get(&self, key: &Dynamic) -> Option<Dynamic>;

    /// The paths of the files that `element` was taken from; `None` when the collection does not know them.
    fn paths(&self, _element: &Dynamic) -> Option<Vec<Dynamic>> {
        None
    }

    /// The newest revision that is here of what `element` names; `None` when the collection has no revisions.
    fn newest(&self, _element: &Dynamic) -> Option<Dynamic> {
        None
    }

    /// The asset list that it is, if it is one.
    fn assets(&self) -> Option<&AssetList> {
        None
    }

    /// All elements, in the order of the collection.
    fn keys(&self) -> Vec<Dynamic>;
}

/// A collection in a script's hands; clones look into the same one.
#[derive(Clone)]
pub struct View(pub Rc<dyn Look>);

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.name())
    }
}

/// The property of a thing that a key names.
pub(super) fn property<T: Copy>(properties: &[(&str, T)], key: &Dynamic) -> Option<T> {
    let key = key.as_immutable_string_ref().ok()?;
    properties.iter().find(|(name, _)| *name == key.as_str()).map(|(_, property)| *property)
}

/// The names of a thing's properties.
pub(super) fn names<T>(properties: &[(&'static str, T)]) -> Vec<Dynamic> {
    properties.iter().map(|(name, _)| Dynamic::from(*name)).collect()
}
