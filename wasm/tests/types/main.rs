//! The types that cross the border have one source, the engine's: the JSON Schema and the TypeScript types that lie in
//! this package are generated from it. `ASSAY_GENERATE=1 cargo test -p assay-wasm --test types` writes them again.

mod typescript;
mod written;

use std::path::Path;
use std::{env, fs};

use assay_engine::report::{FORMATS, schema};
use assay_engine::script::{LimitSetting, Limits, SETTINGS};
use assay_engine::system::{asset_list, conversion, definition, package};
use assay_engine::{config, rule};
use serde_json::{Map, Value, json};

fn schemas() -> Vec<(&'static str, Value)> {
    let value = |(name, schema)| (name, serde_json::to_value(schema).expect("a schema is JSON"));
    let systems = asset_list::schemas().into_iter().chain(conversion::schemas());
    let systems = systems.chain(definition::schemas()).chain(package::schemas());
    let all = schema::schemas().into_iter().chain(systems).chain(rule::schemas()).chain(config::schemas());
    all.map(value).chain([("limits", limits())]).collect()
}

/// The schema of the limits that a host sets, from the engine's table of them.
fn limits() -> Value {
    let property = |setting: &LimitSetting| {
        let default = Limits::default().get(setting.name);
        json!({
            "description": setting.doc,
            "type": "integer",
            "format": "uint64",
            "minimum": 1,
            "maximum": setting.most,
            "default": default,
        })
    };
    let properties: Map<_, _> = SETTINGS.iter().map(|setting| (setting.name.to_owned(), property(setting))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ScriptLimits",
        "description": "How much one call of a script may use up; what is left out keeps its default.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The names of the formats that reports are rendered in, from the engine's table of them.
fn format_names() -> Value {
    let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
    json!({ "title": "FormatName", "description": "What a format of reports is called.", "enum": names })
}

/// The table of formats for hosts, from the engine's.
fn formats_module() -> String {
    let files = || FORMATS.iter().filter_map(|format| Some((format, format.file.as_ref()?)));
    let formats = files().map(|(format, file)| {
        let members = [
            ("name", format.name),
            ("doc", format.doc),
            ("title", file.title),
            ("extension", file.extension),
            ("mediaType", file.media_type),
        ];
        let lines = members.map(|(name, value)| format!("    {name}: {},\n", json!(value)));
        format!("  {{\n{}  }},\n", lines.concat())
    });
    let marks = files().map(|(_, file)| {
        let [start, end] = file.marks.map(|pattern| format!("/{}/", pattern.replace('/', "\\/")));
        let line = format!("  [{start}, {end}],\n");
        if line.len() > typescript::WIDTH + 1 { format!("  [\n    {start},\n    {end},\n  ],\n") } else { line }
    });
    format!(
        "// Generated from the engine's table of formats (see tests/types in the crate): do not edit.\n\n\
         import type {{ ReportFormat }} from \"./api.js\";\n\n\
         /** All formats of reports, the default first. */\n\
         export const FORMATS: readonly ReportFormat[] = [\n{}];\n\n\
         /** Patterns for the beginning and the end of a report in each of these formats. */\n\
         export const REPORT_MARKS: readonly (readonly [start: RegExp, end: RegExp])[] = [\n{}];\n",
        formats.collect::<Vec<_>>().concat(),
        marks.collect::<Vec<_>>().concat(),
    )
}

/// Holds `text` against the file at `path` in this package, or writes the file when that is asked for.
fn assert_current(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os("ASSAY_GENERATE").is_some() {
        fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(&file, text).expect("the file can be written");
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert!(there == text, "{path} is not what the engine's types give: generate it again with ASSAY_GENERATE=1");
}

#[test]
fn the_schemas_are_current() {
    for (name, schema) in schemas().into_iter().chain(written::schemas()) {
        assert_current(&format!("schema/{name}.json"), &format!("{schema:#}\n"));
    }
}

#[test]
fn the_typescript_types_are_current() {
    let types: Vec<_> = schemas().into_iter().map(|(_, schema)| schema).chain([format_names()]).collect();
    assert_current("ts/types.ts", &typescript::module(&types.iter()));
}

#[test]
fn the_table_of_formats_is_current() {
    assert_current("ts/formats.ts", &formats_module());
}
