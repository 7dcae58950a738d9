//! Asset lists in scripts.

use std::rc::Rc;

use assay_system::asset_list::{AssetList, ListEntry};
use assay_system::view::{names, property};
use assay_system::{Look, View};
use rhai::Dynamic;

/// An asset list, accessed in place.
pub(crate) struct AssetView {
    name: String,
    list: AssetList,
}

/// An entry of an asset list.
struct Asset {
    list: AssetList,
    at: usize,
}

/// Returns a property of an entry.
type OfEntry = fn(&ListEntry<'_>) -> Dynamic;

/// The properties of an entry, in order.
const PROPERTIES: [(&str, OfEntry); 4] = [
    ("path", |entry| entry.path.into()),
    ("hash", |entry| entry.hash.to_string().into()),
    ("id", |entry| entry.id.map_or(Dynamic::UNIT, |id| id.to_string().into())),
    ("modified", |entry| rhai::INT::try_from(entry.modified).unwrap_or(rhai::INT::MAX).into()),
];

impl AssetView {
    /// Creates the view of a list; messages show the name.
    pub fn view(name: impl Into<String>, list: AssetList) -> View {
        View(Rc::new(Self { name: name.into(), list }))
    }

    fn entry(&self, at: usize) -> Dynamic {
        Dynamic::from(View(Rc::new(Asset { list: self.list.clone(), at })))
    }
}

impl Look for AssetView {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if the list has an entry with that path. For an entry of a list, its path is searched.
    fn contains(&self, element: &Dynamic) -> bool {
        self.get(&path_of(element)).is_some()
    }

    /// Returns the entry at a place, or with a path.
    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let at = match key.as_int() {
            Ok(at) => usize::try_from(at).ok().filter(|at| *at < self.list.len())?,
            Err(_) => self.list.find_path(&key.as_immutable_string_ref().ok()?)?,
        };
        Some(self.entry(at))
    }

    fn keys(&self) -> Vec<Dynamic> {
        (0..self.list.len()).map(|at| self.entry(at)).collect()
    }

    fn assets(&self) -> Option<&AssetList> {
        Some(&self.list)
    }
}

/// Returns the path that an element represents; for an entry, its own path.
fn path_of(element: &Dynamic) -> Dynamic {
    let path = |view: View| view.0.get(&"path".into());
    element.clone().try_cast::<View>().and_then(path).unwrap_or_else(|| element.clone())
}

impl Look for Asset {
    fn name(&self) -> &'static str {
        "an entry of an asset list"
    }

    fn len(&self) -> usize {
        PROPERTIES.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        self.get(element).is_some()
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let property = property(&PROPERTIES, key)?;
        self.list.get(self.at).map(|entry| property(&entry))
    }

    fn keys(&self) -> Vec<Dynamic> {
        names(&PROPERTIES)
    }
}
