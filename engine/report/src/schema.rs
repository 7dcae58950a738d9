//! The JSON Schemas of the JSON output.

use schemars::transform::RecursiveTransform;
use serde_json::Value;

use super::shape::{Line, ReportShape};
use super::{TestReport, Trace};

/// Returns the JSON Schemas (draft 2020-12) of the JSON output, each with its file name.
pub fn schemas() -> [(&'static str, schemars::Schema); 4] {
    [
        ("report", schema_of::<ReportShape<'static>>()),
        ("report-line", schema_of::<Line<'static>>()),
        ("trace", schema_of::<Trace>()),
        ("tests", schema_of::<TestReport>()),
    ]
}

/// Returns the JSON Schema of the serialised form of a type.
pub fn schema_of<T: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(leave_out_null));
    settings.into_generator().into_root_schema_for::<T>()
}

/// Removes `null` from the types of members that are not required. An unset optional member is left out, so it is never
/// null.
fn leave_out_null(schema: &mut schemars::Schema) {
    let Some(members) = schema.as_object_mut() else { return };
    let required = members.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        let Some(property) = property.as_object_mut() else { continue };
        if let Some(Value::Array(types)) = property.get_mut("type") {
            types.retain(|name| name != "null");
            if let [one] = &types[..] {
                property["type"] = one.clone();
            }
        }
        if let Some(Value::Array(forms)) = property.get_mut("anyOf") {
            forms.retain(|form| form["type"] != "null");
            if let [Value::Object(one)] = &forms[..] {
                let one = one.clone();
                property.remove("anyOf");
                property.extend(one);
            }
        }
    }
}
