//! The collections of systems: their rows, and how values are looked up in them.

use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use rhai::{Dynamic, ImmutableString};

use super::function::Resolver;
use super::needs::DataNeeds;

/// A collection of a system.
pub struct Collection {
    /// The name, without `artfunc_`.
    pub name: &'static str,
    /// The content, in one sentence.
    pub doc: &'static str,
    /// The kind of content.
    pub shape: CollectionShape,
    /// The data that is needed to look values up.
    pub needs: DataNeeds,
    /// The data that is needed by scripts that name the collection.
    pub needs_of_scripts: DataNeeds,
    /// The current name of the collection, if this is a name of version 1.
    pub today: Option<&'static str>,
}

impl Collection {
    /// Returns a collection for which scripts need the same data as conditions.
    pub const fn new(name: &'static str, shape: CollectionShape, needs: DataNeeds, doc: &'static str) -> Self {
        Self { name, doc, shape, needs, needs_of_scripts: needs, today: None }
    }

    /// Returns this collection under a name of version 1.
    #[must_use]
    pub const fn with_name(&self, name: &'static str, doc: &'static str) -> Self {
        Self { name, doc, today: Some(self.name), ..*self }
    }

    /// Splits the name into the namespace and the name in it. `None` if it has no namespace.
    pub fn parts(&self) -> Option<(&'static str, &'static str)> {
        self.name.split_once('.')
    }
}

/// The kind of content of a collection.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CollectionShape {
    /// Keys, each with a list of things. An `rpath` cannot name it.
    Map,
    /// Paths of files.
    Paths,
    /// The values of a collection of a rule file, which may be paths. Not for systems, which have [`Self::Paths`].
    List,
}

/// The collections and functions of a system for one project.
pub struct Built {
    /// The collections, in the order of [`super::System::collections`].
    pub collections: Vec<Rc<dyn BuiltCollection>>,
    /// Answers the calls of [`super::System::functions`].
    pub resolver: Option<Rc<dyn Resolver>>,
}

/// A collection that is built. A map has keys, each with one or more things; a list has paths.
pub trait BuiltCollection {
    /// Returns the number of keys or paths.
    fn len(&self) -> usize;

    /// Returns true if there are no keys or paths.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the tables for looking values up exist.
    fn is_prepared(&self) -> bool {
        true
    }

    /// Makes the tables for looking values up. Limits of scripts do not count this work: otherwise the result of a
    /// script would depend on whether it runs first.
    fn prepare(&self) {}

    /// Returns true if a string is a key or a path.
    fn contains(&self, key: &str) -> bool {
        self.count(key) > 0
    }

    /// Returns true if a value of a document is a key or a path.
    fn contains_value(&self, values: &Values, id: ValueId) -> bool {
        values.as_text(id).is_some_and(|text| self.contains(text))
    }

    /// Returns the keys or paths, each once.
    fn keys(&self) -> Vec<Dynamic>;

    /// Returns the paths of a list, sorted; `None` for a map.
    fn paths(&self) -> Option<&[String]> {
        None
    }

    /// Returns the number of things under a key of a map.
    fn count(&self, _key: &str) -> usize {
        0
    }

    /// Returns the things under a key of a map, as values of scripts.
    fn entries(&self, _key: &str) -> Vec<Dynamic> {
        Vec::new()
    }

    /// Returns the files that the filter `guidToResourcePath` replaces a key with; none for other collections.
    fn files(&self, _key: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns true if records may be keys.
    fn takes_records(&self) -> bool {
        false
    }

    /// Returns the key for a record of a script. `text` returns the text of a value.
    fn key_of(&self, _record: &Dynamic, _text: &dyn Fn(&Dynamic) -> Option<ImmutableString>) -> Option<String> {
        None
    }

    /// Returns the newest revision under a key, `()` for an unknown one; `None` for a collection without revisions.
    fn newest(&self, _key: &str) -> Option<Dynamic> {
        None
    }
}

/// A list of paths.
pub struct PathList(Vec<String>);

impl PathList {
    /// Returns the collection of these paths.
    pub fn build(mut paths: Vec<String>) -> Rc<dyn BuiltCollection> {
        paths.sort_unstable();
        // Several files may name one path.
        paths.dedup();
        Rc::new(Self(paths))
    }
}

impl BuiltCollection for PathList {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn contains(&self, path: &str) -> bool {
        self.0.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.0.iter().map(|path| path.as_str().into()).collect()
    }

    fn paths(&self) -> Option<&[String]> {
        Some(&self.0)
    }
}
