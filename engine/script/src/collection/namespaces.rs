//! Looks up collections by name. The name of a collection is `name`, or `namespace.name`, as in `res_store.ilevels`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use assay_document::text::nearest;
use assay_store::{CollectionId, CollectionNames, collection_named, collections};
use assay_system::{CollectionShape, View};
use rhai::Dynamic;

use super::lists::TextList;
use super::maps::Mapped;
use crate::complaint::Complaint;
use crate::state::HostState;

/// The collections that a script can use.
pub(crate) struct Namespaces {
    state: Rc<HostState>,
    names: CollectionNames,
    /// True once a collection of the rule file has been looked up.
    pub used_own: Cell<bool>,
    /// The collections of systems without a namespace that have been looked up. The words of the code alone are not
    /// enough, because a parameter may have the same name.
    pub used: RefCell<Vec<CollectionId>>,
}

impl Namespaces {
    pub fn new(state: &Rc<HostState>, names: &CollectionNames) -> Self {
        Self { state: Rc::clone(state), names: names.clone(), used_own: Cell::new(false), used: RefCell::default() }
    }

    /// Returns true if `name` is a namespace, such as `res_store`.
    pub fn is_namespace(name: &str) -> bool {
        namespaces().contains(&name)
    }

    /// Returns the value of a name: a namespace such as `res_store`, or a collection without one. `None` if the name is
    /// unknown.
    pub fn find(&self, name: &str) -> Option<Dynamic> {
        if Self::is_namespace(name) {
            return Some(Dynamic::from(Namespace { name: name.to_owned(), state: Rc::clone(&self.state) }));
        }
        self.alone(name).map(Dynamic::from)
    }

    /// Returns the collection of that name, which has no namespace.
    fn alone(&self, name: &str) -> Option<View> {
        let id = self.names.resolve(name)?;
        if let CollectionId::Own(_) = id {
            self.used_own.set(true);
            return Some(TextList::view(&self.state, name, id));
        }
        self.used.borrow_mut().push(id);
        collection(&self.state, name)
    }

    /// Returns the collection `name.property`.
    pub fn property(&self, name: &str, property: &str) -> Option<Dynamic> {
        collection(&self.state, &format!("{name}.{property}")).map(Dynamic::from)
    }

    /// Returns the collection of that full name.
    pub fn collection(&self, name: &str) -> Option<View> {
        let inside = if name.contains('.') { collection(&self.state, name) } else { None };
        // A collection of a rule file may have a dot in its name.
        inside.or_else(|| self.alone(name))
    }

    /// Returns the namespaces, and the names of collections outside of them.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = namespaces();
        names.extend(self.names.all().filter(|name| !name.contains('.')));
        names
    }
}

/// Returns the namespaces of collections. A namespace of several collections is returned several times.
fn namespaces() -> Vec<&'static str> {
    collections().into_iter().filter_map(|(_, known)| known.parts()).map(|(namespace, _)| namespace).collect()
}

/// A namespace of collections as a value of a script, such as `res_store`.
#[derive(Clone)]
pub(super) struct Namespace {
    name: String,
    state: Rc<HostState>,
}

impl Namespace {
    /// Returns the collection of that name. An unknown name is an error.
    pub fn get(&self, property: &str) -> Result<View, Box<rhai::EvalAltResult>> {
        collection(&self.state, &format!("{}.{property}", self.name)).ok_or_else(|| {
            let known = collections().into_iter().filter_map(|(_, known)| known.parts());
            let names: Vec<&str> =
                known.filter(|(namespace, _)| *namespace == self.name).map(|(_, name)| name).collect();
            let prefix = format!("{}.", self.name);
            let help = match nearest(property, names.iter().copied()) {
                Some(near) => format!("did you mean `{prefix}{near}`?"),
                None => format!("known collections: `{prefix}{}`", names.join(&format!("`, `{prefix}"))),
            };
            Complaint::raise(format!("there is no collection `{prefix}{property}`"), help)
        })
    }
}

impl std::fmt::Debug for Namespace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// Returns the collection of a system that has this full name.
fn collection(state: &Rc<HostState>, name: &str) -> Option<View> {
    let (id, collection) = collection_named(name)?;
    Some(match collection.shape {
        CollectionShape::Map => Mapped::view(state, collection.name, id),
        CollectionShape::Paths | CollectionShape::List => TextList::view(state, collection.name, id),
    })
}
