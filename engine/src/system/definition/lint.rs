//! Lints: what is legal, and is hardly ever meant.

use rustc_hash::FxHashMap;

use super::arena::{Arena, Kind, NodeId};
use super::fields::Fields;
use super::note::{Diagnostic, Level, Note, of_fault};
use super::order::TypeOrder;
use super::schema::{FieldSpec, Schema};
use super::set::{Definitions, Resolved};
use crate::store::TextId;
use crate::text::Fault;

/// Tells of entries that stand in a list of a definition twice, from two contexts.
pub(super) fn entries(set: &Definitions, definition: &Resolved, notes: &mut Vec<Note>) {
    let arena = &set.arena;
    let context = |node: NodeId| arena.file(arena.place(node).0).context;
    let mut open = vec![definition.node];
    while let Some(node) = open.pop() {
        // Lists, repeated and wrapped alike, are elements of one name beside each other.
        let fields = Fields::new(arena, &set.shapes, None, arena.parts(node));
        for (_, parts) in fields.iter() {
            open.extend(parts.iter().filter(|&&part| parts.len() == 1 && arena.kind(part) == Kind::Parent));
            if parts.len() == 1 {
                continue;
            }
            let mut seen: FxHashMap<Vec<(TextId, TextId)>, NodeId> = FxHashMap::default();
            for &part in parts {
                let first = *seen.entry(content(arena, part)).or_insert(part);
                if context(first) != context(part) {
                    let message = format!(
                        "`{}` has the same entry already, from {}",
                        arena.name_text(part),
                        set.contexts[context(first) as usize]
                    );
                    let note = Note::new(Level::Warning, "repeated-entry", part, message);
                    notes.push(note.help("one of them is too many, or the list needs a key in the schema"));
                }
            }
        }
    }
}

/// All that an element holds, with its names, depth first.
fn content(arena: &Arena, node: NodeId) -> Vec<(TextId, TextId)> {
    let mut content = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let name = arena.name(node);
        content.push((name, arena.text(node).unwrap_or(name)));
        open.extend(arena.parts(node));
    }
    content
}

/// Tells of dependencies that types lack.
pub(super) fn of_schema(schema: &Schema) -> Vec<Diagnostic> {
    let order = TypeOrder::new(schema, []);
    let mut faults = Vec::new();
    for spec in &schema.types {
        for depends in spec.depends.iter().filter(|depends| !depends.recursive) {
            if schema.type_spec(&depends.type_name).is_some_and(|on| on.is_abstract) {
                let message = format!(
                    "`{}` depends on `{}`, which is abstract, and not on the types that extend it",
                    spec.name, depends.type_name
                );
                let help = format!("write `{{type: {}, recursive: true}}`", depends.type_name);
                faults.push(Fault::new("dependency-not-recursive", message, spec.span).help(help));
            }
        }
        let loaded = loaded_before(&order, &spec.name);
        let own = std::iter::once(spec.name.as_str()).chain(schema.ancestors(&spec.name));
        let fields = own.filter_map(|name| schema.type_spec(name)).flat_map(|spec| &spec.fields);
        for FieldSpec { name, to, .. } in fields {
            let Some(to) = to.as_deref().filter(|to| *to != spec.name && !loaded.contains(to)) else { continue };
            let message = format!("`{}` refers to `{to}` by `{name}` and does not depend on it", spec.name);
            let fault = Fault::new("missing-dependency", message, spec.span);
            faults.push(fault.help(format!("add `{to}` to its `depends`")));
        }
    }
    let told = faults.into_iter().map(|fault| of_fault(Level::Warning, fault, &schema.path, Some(&schema.text)));
    told.collect()
}

/// The types that a type needs, and those that these need.
fn loaded_before<'o>(order: &'o TypeOrder, name: &str) -> Vec<&'o str> {
    let Some(start) = order.types.iter().position(|known| known == name) else { return Vec::new() };
    let mut loaded = Vec::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let needed = order.needs.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to);
        for to in needed {
            if !loaded.contains(&order.types[to].as_str()) {
                loaded.push(&order.types[to]);
                open.push(to);
            }
        }
    }
    loaded
}
