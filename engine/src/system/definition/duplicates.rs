//! Lists whose reader refuses entries with equal keys.

use rustc_hash::FxHashMap;

use super::arena::{Arena, NodeId};
use super::fields::{FieldKey, Fields};
use super::keyed;
use super::note::{Level, Note};
use super::schema::Duplicates;
use super::shape::{Field, FieldKind, List, ShapeId, Shapes};

/// Tells of entries with equal keys in an element and all that is in it.
pub(super) fn check(arena: &mut Arena, shapes: &Shapes, shape: ShapeId, node: NodeId, notes: &mut Vec<Note>) {
    let mut open = vec![(node, shape)];
    while let Some((node, shape)) = open.pop() {
        let parts = arena.parts(node).to_vec();
        let fields = Fields::new(arena, shapes, Some(shape), &parts);
        for (key, parts) in fields.iter() {
            let FieldKey::Known(at) = key else { continue };
            let field = &shapes.get(shape).fields[at];
            match &field.kind {
                FieldKind::Value(_) | FieldKind::Object(None) => {}
                FieldKind::Object(Some(below)) => open.extend(parts.iter().map(|&part| (part, *below))),
                FieldKind::List(list) => {
                    let entries = if list.is_wrapped { keyed::unwrap(arena, parts[0]).0 } else { parts.to_vec() };
                    check_list(arena, field, list, &entries, notes);
                    open.extend(list.item.iter().flat_map(|&item| entries.iter().map(move |&entry| (entry, item))));
                }
            }
        }
    }
}

fn check_list(arena: &mut Arena, field: &Field, list: &List, entries: &[NodeId], notes: &mut Vec<Note>) {
    if list.duplicates != Duplicates::Error || list.key.is_empty() {
        return;
    }
    let mut seen = FxHashMap::default();
    for &entry in entries {
        let key = keyed::key_of(arena, entry, &list.key);
        let first = *seen.entry(key).or_insert(entry);
        if first != entry {
            let shown = keyed::shown(arena, key);
            let message = format!("`{}` has an entry of the key `{shown}` already", field.name);
            let note = Note::new(Level::Error, "duplicate-key", entry, message);
            notes.push(note.help("the game refuses the second one").first(first));
        }
    }
}
