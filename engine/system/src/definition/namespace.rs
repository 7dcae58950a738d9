//! Namespaces: the meaning of prefixes in a file, and the prefix of each namespace in the whole load.

use assay_document::format::is_name;
use rustc_hash::FxHashMap;

use crate::texts::{Interner, TextId};

/// The namespaces with fixed prefixes. Files declare `xsi` at their start; `xml` need not be declared.
const FIXED: [(&str, &str); 2] =
    [("xsi", "http://www.w3.org/2001/XMLSchema-instance"), ("xml", "http://www.w3.org/XML/1998/namespace")];

/// The namespace of declarations, which no prefix can stand for.
const DECLARES: &str = "http://www.w3.org/2000/xmlns/";

/// The namespaces of a load, each with its first prefix. Names are equal if their namespaces are equal.
#[derive(Debug, Default)]
pub(super) struct SchemaNamespaces {
    prefixes: FxHashMap<TextId, TextId>,
    names: FxHashMap<TextId, TextId>,
}

impl SchemaNamespaces {
    /// Returns the prefix of a namespace: `own`, or another prefix if `own` already stands for another namespace.
    fn prefix(&mut self, texts: &mut Interner, namespace: TextId, own: &str) -> TextId {
        if let Some((prefix, _)) = FIXED.iter().find(|(_, name)| *name == texts.get(namespace)) {
            return texts.intern(prefix);
        }
        if let Some(&prefix) = self.prefixes.get(&namespace) {
            return prefix;
        }
        let mut prefix = texts.intern(own);
        let mut number = self.names.len();
        // Two files may use one prefix for two namespaces.
        while self.names.contains_key(&prefix) || is_fixed(texts.get(prefix)) {
            number += 1;
            prefix = texts.intern(&format!("{own}{number}"));
        }
        self.prefixes.insert(namespace, prefix);
        self.names.insert(prefix, namespace);
        prefix
    }

    /// Returns true if no name has a prefix that has to be declared.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the prefix of a name that has to be declared, and the namespace that the prefix stands for.
    pub fn of_name<'n>(&self, texts: &Interner, name: &'n str) -> Option<(&'n str, TextId)> {
        let (prefix, _) = name.split_once(':')?;
        Some((prefix, *self.names.get(&texts.find(prefix)?)?))
    }

    /// Returns true if a written element or attribute may have this name: it has a known prefix, or none.
    pub fn is_writable(&self, texts: &Interner, name: &str) -> bool {
        is_name(name)
            && match name.split_once(':') {
                None => name != "xmlns",
                Some((prefix, local)) => {
                    let is_known =
                        FIXED.iter().any(|(fixed, _)| *fixed == prefix) || self.of_name(texts, name).is_some();
                    is_known && is_local(local) && name != "xsi:nil"
                }
            }
    }
}

/// The namespaces that the prefixes stand for at the current place of the reader.
#[derive(Default)]
pub(super) struct NamespaceScope {
    bound: FxHashMap<TextId, TextId>,
    /// The previous bindings, with the depth of the element that changed them.
    before: Vec<(usize, TextId, Option<TextId>)>,
    /// The names that were read, and the same names with the prefixes of the load.
    met: FxHashMap<TextId, TextId>,
}

impl NamespaceScope {
    /// Records that the open element at that depth declares a prefix.
    pub fn declare(&mut self, texts: &mut Interner, depth: usize, prefix: &str, namespace: &str) {
        let prefix = texts.intern(prefix);
        // No prefix may be bound to it; an empty namespace counts as not declared.
        let namespace = texts.intern(if namespace == DECLARES { "" } else { namespace });
        let before = self.bound.insert(prefix, namespace);
        self.before.push((depth, prefix, before));
        self.met.clear();
    }

    /// Restores the bindings when the element at that depth is closed.
    pub fn leave(&mut self, depth: usize) {
        while let Some((_, prefix, before)) = self.before.pop_if(|(of, ..)| *of == depth) {
            match before {
                Some(namespace) => self.bound.insert(prefix, namespace),
                None => self.bound.remove(&prefix),
            };
            self.met.clear();
        }
    }

    /// Returns a name with the prefix that its namespace has in the load; `None` if the prefix is not declared.
    pub fn name(&mut self, namespaces: &mut SchemaNamespaces, texts: &mut Interner, name: TextId) -> Option<TextId> {
        if let Some(&known) = self.met.get(&name) {
            return Some(known);
        }
        let full = texts.get(name).to_owned();
        let (own, local) = full.split_once(':').filter(|(own, local)| !own.is_empty() && is_local(local))?;
        let prefix = if own == "xml" {
            texts.intern(own)
        } else {
            let namespace = *self.bound.get(&texts.find(own)?)?;
            if texts.get(namespace).is_empty() {
                return None;
            }
            namespaces.prefix(texts, namespace, own)
        };
        let known =
            if texts.get(prefix) == own { name } else { texts.intern(&format!("{}:{local}", texts.get(prefix))) };
        self.met.insert(name, known);
        Some(known)
    }
}

fn is_fixed(prefix: &str) -> bool {
    prefix == "xmlns" || FIXED.iter().any(|(fixed, _)| *fixed == prefix)
}

fn is_local(name: &str) -> bool {
    is_name(name) && !name.contains(':')
}
