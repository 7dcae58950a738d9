//! Schemas: what authors say of builder types, their fields, and what they depend on.

mod read;
mod spec;
mod tree;
mod value;
mod written;

pub use spec::Schema;

pub(super) use spec::{Depends, Duplicates, FieldSpec, KindSpec, ListForm, ListSpec, Of, TypeSpec};
pub(super) use value::{SchemaValueKind, json, number};
pub(super) use written::{SchemaRow, kind_of, list, quoted, written};

use assay_document::text::{CodeFlag, Fault};

use super::note::{Diagnostic, Level, of_fault};

impl Schema {
    /// Reads the schema file of that name, and reports its problems. A mistake in one part leaves the other parts in
    /// use.
    #[must_use]
    pub fn read(path: &str, bytes: &[u8]) -> (Self, Vec<Diagnostic>) {
        match tree::read(path, bytes) {
            Err((fault, text)) => (Self::default(), vec![of_fault(Level::Error, fault, path, Some(&text))]),
            Ok((root, warnings, text)) => {
                let (mut schema, faults) = read::read(&root);
                // Of what stands twice one is not used.
                let level =
                    |fault: &Fault| if fault.code.has(CodeFlag::RepeatedKey) { Level::Error } else { Level::Warning };
                let warnings = warnings.into_iter().map(|fault| (level(&fault), fault));
                let said = faults.into_iter().map(|fault| (Level::Error, fault)).chain(warnings);
                let said = said.map(|(level, fault)| of_fault(level, fault, path, Some(&text))).collect();
                (schema.path, schema.text) = (path.to_owned(), text);
                (schema, said)
            }
        }
    }

    /// The type of that name, without prefix.
    pub(super) fn type_spec(&self, name: &str) -> Option<&TypeSpec> {
        self.by_name.get(name).map(|&at| &self.types[at])
    }

    /// The types that a type extends, nearest first; of types that extend each other, each once.
    pub(super) fn ancestors<'s>(&'s self, name: &str) -> Vec<&'s str> {
        let mut is_seen = vec![false; self.types.len()];
        let mut ancestors = Vec::new();
        let mut at = self.by_name.get(name).copied();
        while let Some(own) = at.filter(|&at| !std::mem::replace(&mut is_seen[at], true)) {
            let Some(parent) = self.types[own].extends.as_deref() else { break };
            at = self.by_name.get(parent).copied();
            if at.is_none_or(|at| !is_seen[at]) {
                ancestors.push(parent);
            }
        }
        ancestors
    }

    /// Returns the number that `of` gives for a type, or for the nearest type that it extends and that has one.
    pub(super) fn named(&self, name: &str, of: fn(&TypeSpec) -> Option<usize>) -> Option<usize> {
        let own = |name: &str| self.type_spec(name).and_then(of);
        own(name).or_else(|| self.ancestors(name).into_iter().find_map(own))
    }

    /// Returns the group of a type, in whose definitions each id occurs only once. A type without a group is a group of
    /// its own.
    pub(super) fn group<'s>(&'s self, name: &'s str) -> &'s str {
        let own = |name: &str| self.type_spec(name).and_then(|spec| spec.group.as_deref());
        own(name).or_else(|| self.ancestors(name).into_iter().find_map(own)).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests;
