//! The places that JSON pointers lead to in a model: their offsets, and descriptions for people.

use assay_document::text::cut;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::texts::narrow;

/// The lists of a model, each with the word for one of its elements.
const KINDS: [(&str, &str); 13] = [
    ("accessors", "accessor"),
    ("animations", "animation"),
    ("bufferViews", "buffer view"),
    ("buffers", "buffer"),
    ("cameras", "camera"),
    ("images", "image"),
    ("materials", "material"),
    ("meshes", "mesh"),
    ("nodes", "node"),
    ("samplers", "sampler"),
    ("scenes", "scene"),
    ("skins", "skin"),
    ("textures", "texture"),
];

/// The maximum number of bytes of a name that is shown.
const LONGEST_NAME: usize = 80;

/// The members of an object that identify it for people.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Labels {
    name: Value,
    uri: Value,
}

/// The values in an object or a list, by their keys.
type Members<'t> = FxHashMap<String, &'t RawValue>;

pub(super) struct ModelPlaces<'t> {
    text: &'t str,
    /// By pointer, the values in the objects and lists that have been looked into.
    known: FxHashMap<String, Members<'t>>,
    /// The names of the objects that have been looked up, by pointer.
    owners: FxHashMap<String, Option<String>>,
    /// The first user of each accessor, by accessor; `None` until one is looked up.
    users: Option<FxHashMap<u64, String>>,
}

impl<'t> ModelPlaces<'t> {
    /// Returns the places in a model with this JSON.
    pub fn new(text: &'t str) -> Self {
        Self { text, known: FxHashMap::default(), owners: FxHashMap::default(), users: None }
    }

    /// Returns the offset of the value that a pointer leads to, or of the nearest value around it; 0 for the model.
    pub fn offset(&mut self, pointer: &str) -> u32 {
        let mut pointer = pointer;
        while !pointer.is_empty() {
            if let Some(value) = self.value(pointer) {
                // Raw values are slices of the text, so the address of a value is its place.
                return narrow(value.get().as_ptr() as usize - self.text.as_ptr() as usize);
            }
            pointer = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
        0
    }

    /// Returns a pointer with the name of the object that it leads into: "/meshes/0/primitives/1 (mesh `Crate`)".
    pub fn describe(&mut self, pointer: &str) -> String {
        if pointer.is_empty() {
            return "the root".to_owned();
        }
        match self.owner(pointer) {
            Some(owner) => format!("{pointer} ({owner})"),
            None => pointer.to_owned(),
        }
    }

    /// Returns the named object that a pointer leads into; for an accessor without a name, the object that uses it.
    fn owner(&mut self, pointer: &str) -> Option<String> {
        let mut keys = pointer.split('/').skip(1);
        let (list, index) = (keys.next()?, keys.next()?);
        let object = format!("/{list}/{index}");
        if let Some(known) = self.owners.get(&object) {
            return known.clone();
        }
        let owner = self.find_owner(&object, list, index);
        self.owners.insert(object, owner.clone());
        owner
    }

    fn find_owner(&mut self, object: &str, list: &str, index: &str) -> Option<String> {
        let (_, kind) = KINDS.into_iter().find(|(known, _)| *known == list)?;
        let Labels { name, uri } = serde_json::from_str(self.value(object)?.get()).ok()?;
        let is_file = |uri: &&str| !uri.starts_with("data:");
        match name.as_str().or_else(|| uri.as_str().filter(is_file)) {
            Some(name) => Some(describe_object(kind, name)),
            None if list == "accessors" => self.user_of(index.parse().ok()?),
            None => None,
        }
    }

    /// Returns the first mesh, animation or skin that uses an accessor.
    fn user_of(&mut self, accessor: u64) -> Option<String> {
        if self.users.is_none() {
            let mut users = FxHashMap::default();
            for (list, kind) in [("/meshes", "mesh"), ("/animations", "animation"), ("/skins", "skin")] {
                let list = self.value(list).and_then(|list| serde_json::from_str::<Vec<Value>>(list.get()).ok());
                for (at, user) in list.unwrap_or_default().iter().enumerate() {
                    let label = user["name"]
                        .as_str()
                        .map_or_else(|| format!("{kind} {at}"), |name| describe_object(kind, name));
                    for accessor in accessors_of(user) {
                        users.entry(accessor).or_insert_with(|| label.clone());
                    }
                }
            }
            self.users = Some(users);
        }
        self.users.as_ref()?.get(&accessor).cloned()
    }

    /// Returns the value that a pointer leads to.
    fn value(&mut self, pointer: &str) -> Option<&'t RawValue> {
        let Some((parent, key)) = pointer.rsplit_once('/') else {
            return serde_json::from_str(self.text).ok();
        };
        if !self.known.contains_key(parent) {
            let members = self.value(parent).map(members_of).unwrap_or_default();
            self.known.insert(parent.to_owned(), members);
        }
        self.known.get(parent)?.get(&key.replace("~1", "/").replace("~0", "~")).copied()
    }
}

/// Returns the values in an object or a list; an empty map for other values.
fn members_of(value: &RawValue) -> Members<'_> {
    let text = value.get();
    if text.starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        return elements.into_iter().enumerate().map(|(at, element)| (at.to_string(), element)).collect();
    }
    serde_json::from_str(text).unwrap_or_default()
}

/// Returns the accessors that a mesh, an animation or a skin uses.
fn accessors_of(user: &Value) -> Vec<u64> {
    fn list(value: &Value) -> impl Iterator<Item = &Value> {
        value.as_array().into_iter().flatten()
    }
    fn of_attributes(attributes: &Value) -> impl Iterator<Item = &Value> {
        attributes.as_object().into_iter().flat_map(|attributes| attributes.values())
    }
    let mut found = vec![&user["inverseBindMatrices"]];
    for primitive in list(&user["primitives"]) {
        found.extend(of_attributes(&primitive["attributes"]));
        found.push(&primitive["indices"]);
        found.extend(list(&primitive["targets"]).flat_map(of_attributes));
    }
    for sampler in list(&user["samplers"]) {
        found.extend([&sampler["input"], &sampler["output"]]);
    }
    found.into_iter().filter_map(Value::as_u64).collect()
}

fn describe_object(kind: &str, name: &str) -> String {
    let mut name = name.to_owned();
    cut(&mut name, LONGEST_NAME);
    format!("{kind} `{name}`")
}
