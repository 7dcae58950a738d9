//! Looks up built-in and custom collections by name. `res_store`, `res_filter` and `asset_pipeline` are namespaces.

use std::cell::Cell;
use std::rc::Rc;

use rhai::Dynamic;

use super::View;
use super::lists::Listed;
use super::maps::Mapped;
use crate::script::explain::Complaint;
use crate::script::state::State;
use crate::store::{Builtin, COLLECTIONS, CollectionId, CollectionNames, Shape};
use crate::text::nearest;

/// The namespaces of built-in collections: the first parts of their names.
const ROOMS: [&str; 3] = ["res_store", "res_filter", "asset_pipeline"];

/// The built-in and custom collections that a script can name.
pub(in crate::script) struct Rooms {
    state: Rc<State>,
    own: CollectionNames,
    /// True once a custom collection has been looked up.
    pub used_own: Cell<bool>,
    /// True once the collection of definitions has been looked up. The word alone does not say so, as a parameter may
    /// have the same name.
    pub used_definitions: Cell<bool>,
}

impl Rooms {
    pub fn new(state: &Rc<State>, own: &CollectionNames) -> Self {
        Self {
            state: Rc::clone(state),
            own: own.clone(),
            used_own: Cell::new(false),
            used_definitions: Cell::new(false),
        }
    }

    /// Returns true if `name` is a namespace of built-in collections, such as `res_store`.
    pub fn is_room(name: &str) -> bool {
        ROOMS.contains(&name)
    }

    /// Returns the value of a name: a namespace such as `res_store`, or a collection outside of them. `None` if the
    /// name is unknown.
    pub fn named(&self, name: &str) -> Option<Dynamic> {
        if let Some(&room) = ROOMS.iter().find(|room| **room == name) {
            return Some(Dynamic::from(Room { name: room, state: Rc::clone(&self.state) }));
        }
        self.alone(name).map(Dynamic::from)
    }

    /// Returns the collection of that name, which has no namespace.
    fn alone(&self, name: &str) -> Option<View> {
        match self.own.resolve(name)? {
            CollectionId::Own(list) => {
                self.used_own.set(true);
                Some(Listed::own(&self.state, name, list))
            }
            // Only those in no room have a name of one part.
            CollectionId::Builtin(builtin) => {
                self.used_definitions.set(self.used_definitions.get() || builtin == Builtin::Definitions);
                let known = COLLECTIONS.iter().find(|known| known.builtin == builtin && known.name == name)?;
                Some(Mapped::view(&self.state, known.name, builtin, false))
            }
        }
    }

    /// Returns the collection `name.property`.
    pub fn property(&self, name: &str, property: &str) -> Option<Dynamic> {
        collection(&self.state, name, property).map(Dynamic::from)
    }

    /// Returns the collection of that full name.
    pub fn collection(&self, name: &str) -> Option<View> {
        let in_room = name.split_once('.').and_then(|(room, property)| collection(&self.state, room, property));
        in_room.or_else(|| self.alone(name))
    }

    /// Returns the namespaces, and the names of collections outside of them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        ROOMS.into_iter().chain(self.own.all().filter(|name| !name.contains('.')))
    }
}

/// A namespace of collections as a value of a script, such as `res_store`.
#[derive(Clone)]
pub(super) struct Room {
    name: &'static str,
    state: Rc<State>,
}

impl Room {
    /// Returns the collection of that name. An unknown name is an error.
    pub fn get(&self, property: &str) -> Result<View, Box<rhai::EvalAltResult>> {
        collection(&self.state, self.name, property).ok_or_else(|| {
            let prefix = format!("{}.", self.name);
            let names = COLLECTIONS.iter().filter_map(|known| known.name.strip_prefix(&prefix));
            let names: Vec<&str> = names.collect();
            let help = match nearest(property, names.iter().copied()) {
                Some(near) => format!("did you mean `{prefix}{near}`?"),
                None => format!("there are `{prefix}{}`", names.join(&format!("`, `{prefix}"))),
            };
            Complaint::raise(format!("there is no collection `{prefix}{property}`"), help)
        })
    }
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn collection(state: &Rc<State>, room: &str, property: &str) -> Option<View> {
    let is_it = |name: &str| name.split_once('.') == Some((room, property));
    let collection = COLLECTIONS.iter().find(|known| is_it(known.name))?;
    // Version 1 had its own shapes of what stands under a key.
    let is_version_1 = room == "res_filter";
    let (name, builtin) = (collection.name, collection.builtin);
    Some(match CollectionId::Builtin(builtin).shape() {
        Shape::Map => Mapped::view(state, name, builtin, is_version_1),
        Shape::Paths | Shape::List => Listed::paths(state, name, builtin),
    })
}
