//! Schemas: descriptions of builder types, their fields, and their dependencies.

mod read;
mod spec;
mod value;
mod written;

pub use spec::Schema;

pub(super) use spec::{Depends, FieldSpec, KindSpec, ListForm, ListSpec, Of, TypeSpec};
pub(super) use value::{SchemaValueKind, json, number};
pub(super) use written::{SchemaRow, kind_of, list, quote, write_schema};

use assay_document::format::{Document, Format, Undecodable};
use assay_document::text::{CodeFlag, Fault, IssueCode};

use super::note::{Diagnostic, Level, of_fault};
use crate::tree::{self, Tree};

/// The maximum depth of values, far more than any schema needs.
const MAX_DEPTH: usize = 64;

impl Schema {
    /// Reads the schema at `path`, and reports its problems. A mistake in one part leaves the other parts in use.
    pub fn read(path: &str, bytes: &[u8]) -> (Self, Vec<Diagnostic>) {
        let refused = |fault, text: &str| (Self::default(), vec![of_fault(Level::Error, fault, path, text)]);
        let is_yaml = path.rsplit_once('.').is_some_and(|(_, extension)| ["yaml", "yml"].contains(&extension));
        // JSON is also YAML, but the reader of JSON has the better messages for it.
        let is_json = !is_yaml && bytes.trim_ascii_start().starts_with(b"{");
        let format = if is_json { Format::Json } else { Format::Yaml };
        let document = match Document::decode_as(format, bytes.to_vec()) {
            Ok(document) => document,
            Err(Undecodable { fault, text }) => return refused(fault, &text),
        };
        let text = document.text().unwrap_or_default();
        let Tree { root, too_deep, notes } = match tree::read(&document, MAX_DEPTH) {
            Ok(tree) => tree,
            Err(fault) => return refused(fault, text),
        };
        if let Some(span) = too_deep {
            let message = format!("values nest more than {MAX_DEPTH} deep");
            return refused(Fault::new(IssueCode::SchemaDepth, message, span), text);
        }
        let (mut schema, faults) = read::read(&root);
        let repeated: Vec<Fault> = notes.repeated.keys.iter().map(|repeated| repeated.fault.clone()).collect();
        // One of two equal keys is not used.
        let level = |fault: &Fault| if fault.code.has(CodeFlag::RepeatedKey) { Level::Error } else { Level::Warning };
        let warnings = notes.warnings().chain(repeated).map(|fault| (level(&fault), fault));
        let diagnostics = faults.into_iter().map(|fault| (Level::Error, fault)).chain(warnings);
        let diagnostics = diagnostics.map(|(level, fault)| of_fault(level, fault, path, text)).collect();
        (schema.path, schema.text) = (path.to_owned(), text.to_owned());
        (schema, diagnostics)
    }

    /// Returns the type with that name, without prefix.
    pub(super) fn type_spec(&self, name: &str) -> Option<&TypeSpec> {
        self.by_name.get(name).map(|&at| &self.types[at])
    }

    /// Returns the types that a type extends, nearest first. Types that extend each other are listed once.
    pub(super) fn ancestors<'s>(&'s self, name: &str) -> Vec<&'s str> {
        let mut is_visited = vec![false; self.types.len()];
        let mut ancestors = Vec::new();
        let mut at = self.by_name.get(name).copied();
        while let Some(own) = at.filter(|&at| !std::mem::replace(&mut is_visited[at], true)) {
            let Some(parent) = self.types[own].extends.as_deref() else { break };
            at = self.by_name.get(parent).copied();
            if at.is_none_or(|at| !is_visited[at]) {
                ancestors.push(parent);
            }
        }
        ancestors
    }

    /// Returns the number that `of` returns for a type, or for the nearest type that it extends and that has one.
    pub(super) fn inherited_setting(&self, name: &str, of: fn(&TypeSpec) -> Option<usize>) -> Option<usize> {
        let own = |name: &str| self.type_spec(name).and_then(of);
        own(name).or_else(|| self.ancestors(name).into_iter().find_map(own))
    }

    /// Returns the group of a type, in which each id occurs only once. Without a group it is the type itself.
    pub(super) fn group<'s>(&'s self, name: &'s str) -> &'s str {
        let own = |name: &str| self.type_spec(name).and_then(|spec| spec.group.as_deref());
        own(name).or_else(|| self.ancestors(name).into_iter().find_map(own)).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests;
