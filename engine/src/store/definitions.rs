//! Game definitions as a collection: by id, with what rules ask of them.

use serde::{Deserialize, Serialize};

use super::sorted::Row;

/// A definition.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct DefinitionRow {
    /// `Type/Subtype`.
    pub id: String,
    /// The builder type.
    pub type_name: String,
    /// Whether the game makes something of it: neither abstract nor switched off.
    pub is_live: bool,
    /// The path of the file that it is for rules.
    pub path: String,
    /// Its normalised values, as JSON; nothing when nobody asks for them.
    pub values: String,
}

impl Row for DefinitionRow {
    fn key(&self) -> &str {
        &self.id
    }

    fn rank(&self) -> &str {
        &self.type_name
    }
}
