//! The words of the format, and ids.

use assay_document::text::nearest;

use super::arena::{Arena, Label, NodeId};
use crate::texts::{Interner, TextId};

/// The prefix that names of builder types may have.
const PREFIX: &str = "MyObjectBuilder_";

/// The number of unknown names for which a similar name is looked for: each search compares all known names.
pub(super) const SEARCHES: usize = 8;

/// Returns the name of a builder type without the prefix.
pub(super) fn short(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// Returns a suggestion for an unknown name, if a similar name is known.
pub(super) fn suggest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// Returns the value of a flag, as the game reads it; `None` if the text is neither of its words.
pub(super) fn flag(text: &str) -> Option<bool> {
    match text.trim() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// The words of the format, as names of an arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct SchemaWords {
    /// The empty string.
    pub empty: TextId,
    /// The attribute that names the builder type of an element. Files may use another prefix.
    pub xsi_type: Label,
    /// The attribute that says that an element has no value. Files may use another prefix.
    pub xsi_nil: TextId,
    pub id: Label,
    pub copy_from: Label,
    pub merge: Label,
    pub copy: Label,
    pub is_abstract: Label,
    pub enabled: Label,
    /// The parts of an id: type and subtype, each as an attribute and as an element.
    id_parts: [[Label; 2]; 2],
}

impl SchemaWords {
    pub fn new(texts: &mut Interner) -> Self {
        let mut label = |name: &str, is_attribute| Label { name: texts.intern(name), is_attribute };
        Self {
            empty: label("", false).name,
            xsi_type: label("xsi:type", true),
            xsi_nil: label("xsi:nil", true).name,
            id: label("Id", false),
            copy_from: label("CopyFrom", false),
            merge: label("Merge", true),
            copy: label("Copy", true),
            is_abstract: label("Abstract", true),
            enabled: label("Enabled", true),
            id_parts: [
                [label("Type", true), label("TypeId", false)],
                [label("Subtype", true), label("SubtypeId", false)],
            ],
        }
    }

    /// Returns true if a part of an id is read.
    pub fn is_of_id(&self, label: Label) -> bool {
        self.id_parts.as_flattened().contains(&label)
    }

    /// Returns true for a part of a definition that definitions that copy from it do not inherit.
    pub fn is_own(&self, label: Label) -> bool {
        [self.id, self.copy_from, self.merge, self.copy, self.is_abstract, self.enabled].contains(&label)
    }
}

/// The id of a definition: a type without its prefix, and a subtype, which may be empty.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct DefinitionId {
    pub type_name: TextId,
    pub subtype: TextId,
}

impl DefinitionId {
    /// Returns the id of an element, in either form; `None` if it has no type.
    pub fn read(arena: &mut Arena, words: &SchemaWords, node: NodeId) -> Option<Self> {
        let [type_name, subtype] = words.id_parts.map(|names| names.into_iter().find_map(|it| arena.part(node, it)));
        let subtype = subtype.and_then(|part| arena.text(part)).unwrap_or(words.empty);
        let type_name = short_id(arena, arena.text(type_name?)?);
        (type_name != words.empty).then_some(Self { type_name, subtype })
    }

    /// Returns the id in the form for people: `Type/Subtype`.
    pub fn display(self, texts: &Interner) -> String {
        format!("{}/{}", texts.get(self.type_name), texts.get(self.subtype))
    }
}

/// Like [`short`], for a name in an arena.
pub(super) fn short_id(arena: &mut Arena, name: TextId) -> TextId {
    match arena.texts.get(name).strip_prefix(PREFIX).map(str::to_owned) {
        None => name,
        Some(short) => arena.texts.intern(&short),
    }
}
