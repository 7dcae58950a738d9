//! Keys of list entries, and appending to lists by key.

use rustc_hash::FxHashMap;

use super::arena::{Arena, NodeId};
use super::shape::{KeyPart, ListShape};
use super::words::short;
use crate::texts::TextId;

/// Returns the key of an entry. Entries with equal keys are the same entry. A missing part of the key counts as empty.
/// An entry without any part has no key and equals no other entry.
pub(super) fn key_of(arena: &mut Arena, entry: NodeId, key: &[KeyPart]) -> Option<TextId> {
    // Most keys are one string that the arena already has. Lists that grow by many deltas need all their keys each
    // time.
    if let [KeyPart { label: Some(label), is_type: false }] = *key {
        let part = arena.part(entry, label)?;
        if let Some(text) = arena.text(part) {
            return Some(text);
        }
    }
    let mut joined = String::new();
    let mut is_there = false;
    for (at, part) in key.iter().enumerate() {
        let found = part.label.map_or(Some(entry), |label| arena.part(entry, label));
        is_there |= found.is_some();
        let value = found.map_or("", |part| arena.value(part));
        if at > 0 {
            // XML cannot contain this character, so different keys cannot be joined to equal strings.
            joined.push('\0');
        }
        joined.push_str(if part.is_type { short(value) } else { value });
    }
    is_there.then(|| arena.texts.intern(&joined))
}

/// Formats a key for people.
pub(super) fn format_key(arena: &Arena, key: TextId) -> String {
    arena.texts.get(key).replace('\0', ", ")
}

/// An entry of a merged list, by its origin.
pub(super) enum KeyedEntry {
    Base(NodeId),
    Delta(NodeId),
    /// An entry of the delta, which replaces the first base entry with its key.
    Instead {
        base: NodeId,
        delta: NodeId,
    },
}

/// Returns the entries of `base`, in which entries of `delta` replace those with equal keys, followed by the new
/// entries. Calls `report` with the entry and the key for each entry of `delta` that has the key of an earlier entry,
/// and for the first entry without a key.
pub(super) fn append(
    arena: &mut Arena,
    key: &[KeyPart],
    base: &[NodeId],
    delta: &[NodeId],
    mut report: impl FnMut(NodeId, Option<(NodeId, TextId)>),
) -> Vec<KeyedEntry> {
    let delta_keys: Vec<Option<TextId>> = delta.iter().map(|&entry| key_of(arena, entry, key)).collect();
    let base_keys: Vec<Option<TextId>> = base.iter().map(|&entry| key_of(arena, entry, key)).collect();
    let entries = || base.iter().zip(&base_keys).chain(delta.iter().zip(&delta_keys));
    if let Some((&entry, _)) = entries().find(|(_, key)| key.is_none()) {
        report(entry, None);
    }
    // The first entry of each key, and for each entry the next entry with the same key.
    let mut first: FxHashMap<TextId, (usize, usize)> = FxHashMap::default();
    let mut next: Vec<Option<usize>> = vec![None; delta.len()];
    for (at, key) in delta_keys.iter().enumerate() {
        let Some(key) = *key else { continue };
        if let Some((start, last)) = first.get_mut(&key) {
            next[*last] = Some(at);
            *last = at;
            report(delta[at], Some((delta[*start], key)));
        } else {
            first.insert(key, (at, at));
        }
    }
    let mut placed = Vec::with_capacity(base.len() + delta.len());
    let mut is_placed = vec![false; delta.len()];
    for (&entry, key) in base.iter().zip(base_keys) {
        let Some(&(start, _)) = key.and_then(|key| first.get(&key)) else {
            placed.push(KeyedEntry::Base(entry));
            continue;
        };
        let entries = std::iter::successors(Some(start).filter(|&at| !is_placed[at]), |&at| next[at]);
        let entries: Vec<usize> = entries.collect();
        for at in entries {
            is_placed[at] = true;
            let delta = delta[at];
            placed.push(if at == start {
                KeyedEntry::Instead { base: entry, delta }
            } else {
                KeyedEntry::Delta(delta)
            });
        }
    }
    let new = delta.iter().zip(is_placed).filter(|(_, is_placed)| !is_placed);
    placed.extend(new.map(|(&entry, _)| KeyedEntry::Delta(entry)));
    placed
}

/// Returns the entries of a list, given the parts of its field: these parts, or the elements in its wrapper.
pub(super) fn entries(arena: &Arena, list: &ListShape, parts: &[NodeId]) -> Vec<NodeId> {
    match parts {
        [wrapper, ..] if list.is_wrapped => unwrap(arena, *wrapper).0,
        _ => parts.to_vec(),
    }
}

/// Splits the parts of a wrapper into the entries and the other parts.
pub(super) fn unwrap(arena: &Arena, wrapper: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    arena.parts(wrapper).iter().partition(|&&part| arena.is_element(part))
}
