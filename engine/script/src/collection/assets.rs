//! Asset lists in scripts.

use std::rc::Rc;

use assay_system::asset_list::{AssetList, ListEntry};
use assay_system::{Look, Property, Record, View, or_unit};
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

/// The properties of an entry, in order.
const PROPERTIES: [Property<Asset>; 4] = [
    ("path", |asset| asset.read(|entry| entry.path.into())),
    ("hash", |asset| asset.read(|entry| entry.hash.to_string().into())),
    ("id", |asset| asset.read(|entry| or_unit(entry.id.map(|id| id.to_string())))),
    ("modified", |asset| asset.read(|entry| rhai::INT::try_from(entry.modified).unwrap_or(rhai::INT::MAX).into())),
];

impl Asset {
    fn read(&self, property: fn(ListEntry<'_>) -> Dynamic) -> Dynamic {
        self.list.get(self.at).map_or(Dynamic::UNIT, property)
    }
}

impl AssetView {
    /// Creates the view of a list; messages show the name.
    pub fn view(name: impl Into<String>, list: AssetList) -> View {
        View(Rc::new(Self { name: name.into(), list }))
    }

    fn entry(&self, at: usize) -> Dynamic {
        Record::value("an entry of an asset list", &PROPERTIES, Asset { list: self.list.clone(), at })
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
