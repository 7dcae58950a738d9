//! The JSON Schemas of what is shown in JSON.

use super::shape::{Line, ReportShape};
use super::{TestReport, Trace};

/// The JSON Schemas (draft 2020-12) of what is shown in JSON, each with the name of its file.
#[must_use]
pub fn schemas() -> [(&'static str, schemars::Schema); 4] {
    [
        ("report", schema_of::<ReportShape<'static>>()),
        ("report-line", schema_of::<Line<'static>>()),
        ("trace", schema_of::<Trace>()),
        ("tests", schema_of::<TestReport>()),
    ]
}

/// The JSON Schema of a type, as it is written.
#[must_use]
pub fn schema_of<T: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}
