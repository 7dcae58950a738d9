//! The schemas of what people write: configurations and rule files, from the tables that their readers read.

use assay_engine::config::{self, KeyTakes, LEVEL_OFF, MAX_COUNT};
use assay_engine::format::READERS;
use assay_engine::report::{FORMATS, Severity};
use assay_engine::rule::{self, FIELDS, Field, FieldNeed, RuleFieldKind};
use assay_engine::script::SETTINGS;
use assay_engine::system::conversion::CHECKS;
use assay_engine::system::package::PackageLimits;
use serde_json::{Map, Value, json};

/// Each with the name of its file.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![("config", configuration()), ("rules", rules())]
}

fn titled(title: &str, description: &str, mut schema: Value) -> Value {
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(title);
    schema["description"] = json!(description);
    schema
}

/// Keys with what stands behind them.
fn object(properties: impl Iterator<Item = (&'static str, &'static str, Value)>) -> Value {
    let properties: Map<_, _> = properties
        .map(|(name, doc, mut schema)| {
            schema["description"] = json!(doc);
            (name.to_owned(), schema)
        })
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn configuration() -> Value {
    let mut keys = section(config::KEYS);
    let checks: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
    keys["properties"]["conversion"]["properties"]["severity"]["propertyNames"] = json!({ "enum": checks });
    // A whole file that holds nothing was emptied.
    keys["type"] = json!("object");
    titled("assay.yaml", "What a project checks, by which rules and how it is reported.", keys)
}

fn section(keys: &'static [config::ConfigKey]) -> Value {
    or_nothing(object(keys.iter().map(|key| (key.name, key.doc, taken(key.takes)))))
}

/// The same, or nothing yet.
fn or_nothing(mut object: Value) -> Value {
    object["type"] = json!(["object", "null"]);
    object
}

/// A text; one that is a number in YAML is taken for one.
fn text() -> Value {
    json!({ "type": ["string", "number"], "minLength": 1 })
}

fn taken(takes: KeyTakes) -> Value {
    let severities = || Severity::ALL.iter().map(|(name, _)| *name);
    match takes {
        KeyTakes::Text => text(),
        KeyTakes::Texts => some(&text()),
        KeyTakes::Count => json!({ "type": "integer", "minimum": 1, "maximum": MAX_COUNT }),
        KeyTakes::Formats => {
            let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            let mut formats = some(&json!({ "type": "string", "pattern": format!("^({})(=.+)?$", names.join("|")) }));
            // One of them at most goes to the standard output.
            let list = formats["anyOf"][1].as_object_mut().expect("the second is a list");
            list.extend([
                ("contains".to_owned(), json!({ "not": { "pattern": "=" } })),
                ("minContains".to_owned(), json!(0)),
                ("maxContains".to_owned(), json!(1)),
            ]);
            formats
        }
        KeyTakes::Flag => json!({ "type": "boolean" }),
        KeyTakes::Severity => json!({ "enum": severities().collect::<Vec<_>>() }),
        KeyTakes::Severities => {
            let levels: Vec<_> = severities().chain([LEVEL_OFF]).collect();
            json!({ "type": ["object", "null"], "additionalProperties": { "enum": levels } })
        }
        KeyTakes::Limits => or_nothing(object(SETTINGS.iter().map(|setting| {
            let number = json!({ "type": "integer", "minimum": 1, "maximum": setting.most });
            (setting.name, setting.doc, number)
        }))),
        KeyTakes::ArchiveLimits => {
            let size = json!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]{1,15}([KMG]iB)?$" });
            let names: Map<_, _> =
                PackageLimits::NAMES.iter().map(|(name, _)| ((*name).to_owned(), size.clone())).collect();
            json!({ "type": ["object", "null"], "properties": names, "additionalProperties": false })
        }
        KeyTakes::Readers => {
            let names: Vec<_> = READERS.iter().map(|reader| reader.name).collect();
            json!({ "type": ["object", "null"], "additionalProperties": { "enum": names } })
        }
        KeyTakes::Parameters => {
            json!({ "type": ["object", "null"], "additionalProperties": values_of_parameters() })
        }
        KeyTakes::Overrides => {
            let levels: Vec<_> = severities().chain([LEVEL_OFF]).collect();
            let mut of = object(
                [
                    ("files", "a regular expression that is searched in `/` + path", text()),
                    ("rules", "names of rules, with `*` for any characters; all rules if it is missing", some(&text())),
                    ("parameters", "values of parameters, by name", values_of_parameters()),
                    (
                        "severity",
                        "the severity in these files, or `off`; for all `rules`, or by rule",
                        json!({ "anyOf": [
                            { "enum": levels },
                            { "type": "object", "additionalProperties": { "enum": levels } },
                        ] }),
                    ),
                ]
                .into_iter(),
            );
            of["required"] = json!(["files"]);
            json!({ "type": ["array", "null"], "items": of })
        }
        KeyTakes::Profiles => {
            let of = object(
                [
                    ("rules", "names of rules that run, with `*` for any characters", some(&text())),
                    ("tags", "tags of rules that run", some(&text())),
                    ("skip_rules", "names of rules that do not run", some(&text())),
                ]
                .into_iter(),
            );
            json!({ "type": ["object", "null"], "additionalProperties": of })
        }
        KeyTakes::Section(keys) => section(keys),
    }
}

/// The values of parameters, by name.
fn values_of_parameters() -> Value {
    json!({ "type": "object", "additionalProperties": value_of_parameter() })
}

fn value_of_parameter() -> Value {
    let scalar = json!({ "type": ["string", "number", "boolean"] });
    json!({ "anyOf": [scalar, { "type": "array", "items": scalar }] })
}

/// One of them, or a list of them, or none yet.
fn some(one: &Value) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one }, { "type": "null" }] })
}

fn rules() -> Value {
    let rule = json!({ "$ref": "#/$defs/rule" });
    let list = json!({ "type": "array", "items": rule });
    let by_name = json!({ "type": "object", "additionalProperties": rule });
    let keys = object(rule::KEYS.iter().map(|key| {
        let schema = match key.name {
            "rules" => json!({ "anyOf": [list, by_name] }),
            "extends" => some(&json!({ "type": "string" })),
            "script" => json!({ "type": "string" }),
            "collections" => json!({ "type": "object" }),
            "parameters" => {
                let declared = object(
                    [
                        (
                            "default",
                            "the value if the project sets none; without one, rules that use it are off",
                            value_of_parameter(),
                        ),
                        ("example", "the value in tests if there is no default", value_of_parameter()),
                        ("description", "the meaning", json!({ "type": "string" })),
                    ]
                    .into_iter(),
                );
                json!({ "type": "object", "additionalProperties": { "anyOf": [declared, value_of_parameter()] } })
            }
            "tests" => json!({ "type": "array", "items": { "type": "object", "required": ["files"] } }),
            name => panic!("nobody has said what stands behind `{name}`"),
        };
        (key.name, key.doc, schema)
    }));
    let schema = json!({
        "anyOf": [keys, list, rule, by_name],
        "$defs": { "rule": { "anyOf": [runs(), { "type": "object", "properties": { "enabled": { "const": false } }, "required": ["enabled"] }] } },
    });
    titled("RuleFile", "A file of rules.", schema)
}

/// A rule that is not switched off.
fn runs() -> Value {
    let mut rule = object(FIELDS.iter().map(|field| (field.name, field.doc, field_schema(field))));
    let needed: Vec<_> =
        FIELDS.iter().filter(|field| field.need == FieldNeed::Required).map(|field| field.name).collect();
    rule["required"] = json!(needed);
    rule
}

fn field_schema(field: &Field) -> Value {
    match field.kind {
        RuleFieldKind::Text if field.name == "severity" => taken(KeyTakes::Severity),
        RuleFieldKind::Text => json!({ "type": "string" }),
        RuleFieldKind::List => json!({ "type": "array", "minItems": 1 }),
        RuleFieldKind::Flag => json!({ "type": "boolean" }),
        RuleFieldKind::Shown => json!({}),
    }
}
