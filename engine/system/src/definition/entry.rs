//! A definition in the form for output.

use serde::Serialize;
use serde_json::Value;

use super::set::Definition;

/// One definition.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefinitionEntry<'d> {
    /// `Type/Subtype`.
    id: String,
    /// The builder type.
    #[serde(rename = "type")]
    type_name: &'d str,
    /// True if the game uses it: it is neither abstract nor switched off.
    live: bool,
    /// The definition as canonical XML.
    xml: String,
    /// The values as rules see them, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Value>"))]
    values: Option<Value>,
}

impl<'d> DefinitionEntry<'d> {
    /// Returns the entry of a definition, with its values if `with_values` is true.
    pub fn of(definition: &Definition<'d>, with_values: bool) -> Self {
        Self {
            id: definition.id(),
            type_name: definition.type_name(),
            live: definition.is_live(),
            xml: definition.xml(0, true),
            values: with_values.then(|| definition.values()),
        }
    }
}
