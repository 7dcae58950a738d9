//! Finds duplicates that the game refuses: ids of a group, and entries with equal keys in some lists.

use assay_document::text::IssueCode;
use rustc_hash::FxHashMap;

use super::arena::{Arena, NodeId};
use super::copy::ByKey;
use super::fields::ElementFields;
use super::keyed;
use super::note::UnplacedNote;
use super::set::Resolved;
use super::shape::{ElementShapes, FieldKey, FieldKind, FieldShape, ListShape, ShapeId};

/// Reports ids that occur twice in a group.
pub(super) fn of_groups(
    arena: &Arena,
    shapes: &ElementShapes,
    definitions: &[Resolved],
    notes: &mut Vec<UnplacedNote>,
) {
    let mut first: ByKey = FxHashMap::default();
    for (at, &Resolved { type_name, id, node, .. }) in definitions.iter().enumerate() {
        let group = shapes.group(type_name);
        let Resolved { type_name: other, node: place, .. } = definitions[*first.entry((group, id)).or_insert(at)];
        if other != type_name {
            let texts = &arena.texts;
            let message = format!(
                "duplicate id: a `{}` of the same group `{}` has the id `{}` too",
                texts.get(other),
                texts.get(group),
                id.display(texts)
            );
            notes.push(UnplacedNote::error(IssueCode::GroupCollision, node, message).first(place));
        }
    }
}

/// Reports entries with equal keys in lists in which the game refuses them.
pub(super) fn of_lists(
    arena: &mut Arena,
    shapes: &ElementShapes,
    definitions: &[Resolved],
    notes: &mut Vec<UnplacedNote>,
) {
    // A stack instead of recursion: structs of a schema may contain each other.
    let of_type = |&Resolved { type_name, node, .. }: &Resolved| (node, shapes.of_type(type_name));
    // The first definition is on top. Of equal notes only one is kept, so the order is significant.
    let mut open: Vec<(NodeId, ShapeId)> = definitions.iter().rev().map(of_type).collect();
    while let Some((node, shape)) = open.pop() {
        let parts = arena.parts(node).to_vec();
        let fields = ElementFields::new(arena, shapes, Some(shape), &parts);
        for (key, parts) in fields.iter() {
            let FieldKey::Known(at) = key else { continue };
            let field = &shapes.get(shape).fields[at];
            match &field.kind {
                FieldKind::Value(_) | FieldKind::Object(None) => {}
                FieldKind::Object(Some(below)) => open.extend(parts.iter().map(|&part| (part, *below))),
                FieldKind::List(list) => {
                    let entries = keyed::entries(arena, list, parts);
                    check_list(arena, field, list, &entries, notes);
                    open.extend(list.item.iter().flat_map(|&item| entries.iter().map(move |&entry| (entry, item))));
                }
            }
        }
    }
}

fn check_list(
    arena: &mut Arena,
    field: &FieldShape,
    list: &ListShape,
    entries: &[NodeId],
    notes: &mut Vec<UnplacedNote>,
) {
    if !list.refuses_duplicates || list.key.is_empty() {
        return;
    }
    let mut seen = FxHashMap::default();
    for &entry in entries {
        let Some(key) = keyed::key_of(arena, entry, &list.key) else { continue };
        let first = *seen.entry(key).or_insert(entry);
        if first != entry {
            let shown = keyed::format_key(arena, key);
            let message = format!("`{}` already has an entry with the key `{shown}`", field.spec.name);
            let note = UnplacedNote::error(IssueCode::DuplicateKey, entry, message);
            notes.push(note.help("the game refuses the second one").first(first));
        }
    }
}
