//! The names that lead to collections: `res_store`, `res_filter`, `asset_pipeline`, and those of the rule file's own.

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

/// The first parts of the names of built-in collections.
const ROOMS: [&str; 3] = ["res_store", "res_filter", "asset_pipeline"];

/// What the names stand for where a script stands.
pub(in crate::script) struct Rooms {
    state: Rc<State>,
    own: CollectionNames,
    /// Whether one of the own collections was asked for.
    pub used_own: Cell<bool>,
    /// Whether the collection of definitions was: a parameter may be called so, too.
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

    /// Whether `name` is the first part of the names of built-in collections.
    pub fn is_room(name: &str) -> bool {
        ROOMS.contains(&name)
    }

    /// What a name stands for.
    pub fn named(&self, name: &str) -> Option<Dynamic> {
        if let Some(&room) = ROOMS.iter().find(|room| **room == name) {
            return Some(Dynamic::from(Room { name: room, state: Rc::clone(&self.state) }));
        }
        self.alone(name).map(Dynamic::from)
    }

    /// The collection of that name, which is in no room.
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

    /// The collection `name.property`.
    pub fn property(&self, name: &str, property: &str) -> Option<Dynamic> {
        collection(&self.state, name, property).map(Dynamic::from)
    }

    /// The collection of that whole name.
    pub fn collection(&self, name: &str) -> Option<View> {
        let in_room = name.split_once('.').and_then(|(room, property)| collection(&self.state, room, property));
        in_room.or_else(|| self.alone(name))
    }

    /// The names that can be written alone.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        ROOMS.into_iter().chain(self.own.all().filter(|name| !name.contains('.')))
    }
}

/// `res_store` or its like in a script's hands.
#[derive(Clone)]
pub(super) struct Room {
    name: &'static str,
    state: Rc<State>,
}

impl Room {
    /// The collection of that name.
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
