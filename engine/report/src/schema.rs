//! The JSON Schemas of the JSON output.

use super::shape::{Line, ReportShape};
use super::{TestReport, Trace};

/// Returns the JSON Schemas (draft 2020-12) of the JSON output, each with its file name.
#[must_use]
pub fn schemas() -> [(&'static str, schemars::Schema); 4] {
    [
        ("report", schema_of::<ReportShape<'static>>()),
        ("report-line", schema_of::<Line<'static>>()),
        ("trace", schema_of::<Trace>()),
        ("tests", schema_of::<TestReport>()),
    ]
}

/// Returns the JSON Schema of the serialised form of a type.
#[must_use]
pub fn schema_of<T: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
