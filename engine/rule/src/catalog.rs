//! Describes packs and rules for those who look for one, without any files to check.

use assay_report::Severity;
use serde::Serialize;

use super::apply::{declared_parameters, pack_of, packs_of};
use super::document::RuleScalar;
use super::fill::Filler;
use super::loader::{LoadedRuleFile, Loader};
use super::pack::PackSpec;
use super::parameter::{ParameterSpec, ParameterValue};
use super::rule_file::RuleFile;
use super::spec::{RuleSpec, find_field};

/// A pack with its rules. Rules without a pack are in one that has no name.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogPack {
    /// Its name; empty for the rules that belong to no pack.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The subject of its rules.
    pub description: String,
    /// The kind of project that it is for.
    #[serde(rename = "for")]
    pub audience: String,
    /// Its rules, in the order of their files.
    pub rules: Vec<CatalogRule>,
}

/// A rule of a catalogue.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogRule {
    /// Its name.
    pub name: String,
    /// Its rule file.
    pub path: String,
    /// Its severity.
    pub severity: Severity,
    /// The description of the check.
    pub description: String,
    /// Why it matters.
    pub why: String,
    /// Words to group rules by.
    pub tags: Vec<String>,
    /// The parameters that it uses.
    pub parameters: Vec<CatalogParameter>,
    /// Why it does not run, for example because a parameter has no value; empty if it runs.
    pub off: String,
}

/// A parameter of a rule.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogParameter {
    /// Its name.
    pub name: String,
    /// Its default, the elements of a list joined by commas; empty if the rule is off until a project sets it.
    pub default: String,
    /// A value that it can have.
    pub example: String,
    /// Its meaning.
    pub description: String,
}

/// Describes the packs and rules of rule files, and of the files that they extend, which `read` returns. Problems of
/// the files are not reported here, but when the files are used.
pub fn catalog(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> Vec<CatalogPack> {
    let loader = Loader::load(files, read);
    let packs = packs_of(&loader.loaded);
    let mut catalog: Vec<CatalogPack> = packs.iter().map(|(_, pack)| describe_pack(pack)).collect();
    let mut loose = CatalogPack::default();
    for LoadedRuleFile { file, spec, .. } in &loader.loaded {
        let pack = pack_of(&packs, &file.path);
        let parameters = declared_parameters(pack, &spec.parameters);
        let at = pack.and_then(|pack| catalog.iter().position(|known| known.name == pack.name));
        let rules = spec.rules.iter().map(|rule| entry(rule, &file.path, &parameters));
        match at {
            Some(at) => catalog[at].rules.extend(rules),
            None => loose.rules.extend(rules),
        }
    }
    if !loose.rules.is_empty() {
        catalog.push(loose);
    }
    catalog
}

fn describe_pack(pack: &PackSpec) -> CatalogPack {
    CatalogPack {
        name: pack.name.clone(),
        title: pack.title.clone().unwrap_or_else(|| pack.name.clone()),
        description: pack.description.clone().unwrap_or_default(),
        audience: pack.audience.clone().unwrap_or_default(),
        rules: Vec::new(),
    }
}

fn entry(rule: &RuleSpec, path: &str, declared: &[&ParameterSpec]) -> CatalogRule {
    let values: Vec<(String, ParameterValue)> =
        declared.iter().map(|spec| (spec.name.text.clone(), spec.default.clone())).collect();
    let mut filler = Filler::new(&values);
    let described = filler.rule(rule);
    let used: Vec<&&ParameterSpec> = declared.iter().filter(|spec| filler.used.contains(&spec.name.text)).collect();
    let missing = used.iter().find(|spec| spec.default == ParameterValue::Null);
    let off = match missing {
        _ if !rule.is_enabled() => "`enabled: false`".to_owned(),
        Some(spec) => format!("set its parameter `{}`", spec.name.text),
        None => String::new(),
    };
    let display =
        |field: &str| find_field(&described.display_fields, field).map(|texts| texts.join(", ")).unwrap_or_default();
    let severity = rule.text("severity").and_then(|RuleScalar { text, .. }| Severity::named(text.trim()));
    CatalogRule {
        name: rule.called.clone(),
        path: path.to_owned(),
        severity: severity.unwrap_or_default(),
        description: display("description"),
        why: display("why"),
        tags: rule.tags().to_vec(),
        parameters: used.into_iter().map(|spec| parameter(spec)).collect(),
        off,
    }
}

fn parameter(spec: &ParameterSpec) -> CatalogParameter {
    CatalogParameter {
        name: spec.name.text.clone(),
        default: spec.default.text(", "),
        example: spec.example.text(", "),
        description: spec.description.clone().unwrap_or_default(),
    }
}
