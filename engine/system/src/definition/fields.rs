//! The parts of an element, by field.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::arena::{Arena, NodeId};
use super::shape::{ElementShapes, FieldKey, ShapeId};

/// Elements with at least this number of fields look them up in a table.
const MANY: usize = 24;

/// The parts of an element, grouped by field. Fields are in the order of their first part.
pub(super) struct ElementFields {
    keys: Vec<FieldKey>,
    /// The end of each field's parts.
    ends: Vec<usize>,
    parts: Vec<NodeId>,
    /// The table of fields, for elements with many fields.
    table: FxHashMap<FieldKey, usize>,
}

impl ElementFields {
    pub fn new(arena: &Arena, shapes: &ElementShapes, shape: Option<ShapeId>, parts: &[NodeId]) -> Self {
        let mut fields = Self { keys: Vec::new(), ends: Vec::new(), parts: Vec::new(), table: FxHashMap::default() };
        let mut last = 0;
        let mut of_part = Vec::with_capacity(parts.len());
        let mut before = None;
        for &part in parts {
            // Entries of a list follow each other.
            let label = arena.label(part);
            if before != Some(label) {
                before = Some(label);
                let key = FieldKey::of(shapes, shape, label);
                last = fields.position(key).unwrap_or_else(|| fields.add(key));
            }
            fields.ends[last] += 1;
            of_part.push(last);
        }
        // Until here, `ends` has the number of parts of each field. The parts of each field follow those of the field
        // before.
        let mut next = 0;
        for end in &mut fields.ends {
            next += std::mem::replace(end, next);
        }
        fields.parts = parts.to_vec();
        for (&part, &field) in parts.iter().zip(&of_part) {
            fields.parts[fields.ends[field]] = part;
            fields.ends[field] += 1;
        }
        fields
    }

    fn add(&mut self, key: FieldKey) -> usize {
        let at = self.keys.len();
        self.keys.push(key);
        self.ends.push(0);
        if at == MANY {
            self.table = self.keys.iter().copied().zip(0..).collect();
        } else if at > MANY {
            self.table.insert(key, at);
        }
        at
    }

    fn position(&self, key: FieldKey) -> Option<usize> {
        if self.keys.len() > MANY {
            self.table.get(&key).copied()
        } else {
            self.keys.iter().position(|known| *known == key)
        }
    }

    /// Returns the fields with their parts.
    pub fn iter(&self) -> impl Iterator<Item = (FieldKey, &[NodeId])> {
        self.keys.iter().enumerate().map(|(at, &key)| (key, &self.parts[self.range(at)]))
    }

    /// Returns the parts of a field; an empty list if the element does not have it.
    pub fn get(&self, key: FieldKey) -> &[NodeId] {
        self.position(key).map_or(&[], |at| &self.parts[self.range(at)])
    }

    fn range(&self, at: usize) -> Range<usize> {
        at.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[at]
    }
}
