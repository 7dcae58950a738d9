//! `pack.yaml`: describes the rule files of a folder, and declares parameters for all of them.

use assay_document::source::{file_name, folder};
use assay_document::text::IssueCode;

use super::document::{RuleDocument, RuleScalar, RuleValue, WrittenNode, entry};
use super::file_text::{Reporter, unknown_key};
use super::parameter::{ParameterSpec, read_parameters};

/// The names that the description of a pack may have.
pub(super) const PACK_FILES: [&str; 3] = ["pack.yaml", "pack.yml", "pack.json"];

const KEYS: [&str; 5] = ["name", "title", "description", "for", "parameters"];

/// A pack as its author wrote it.
#[derive(Clone, Debug, Default)]
pub(super) struct PackSpec {
    /// The name; by default the name of its folder.
    pub name: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// The kind of project that it is for.
    pub audience: Option<String>,
    pub parameters: Vec<ParameterSpec>,
}

/// Returns true if the file at a path may describe a pack.
pub(super) fn is_pack_path(path: &str) -> bool {
    PACK_FILES.contains(&file_name(path))
}

/// Returns true if a file describes a pack. A rule file with the same name does not: it has rules.
pub fn is_pack(path: &str, text: &str) -> bool {
    is_pack_path(path)
        && match RuleDocument::read(path, text, |_| None).root.map(|root| root.value) {
            Some(RuleValue::Map(entries)) => RULE_KEYS.iter().all(|key| entry(&entries, key).is_none()),
            Some(RuleValue::List(_)) => false,
            _ => true,
        }
}

/// Keys that only rule files have. A rule file may have the name of a pack file.
const RULE_KEYS: [&str; 5] = ["rules", "extends", "tests", "xpath", "condition"];

impl PackSpec {
    /// Reads the description of a pack from the file of `report`.
    pub fn read(report: &mut Reporter<'_>) -> Self {
        let file = report.file;
        let document = RuleDocument::read(file.path, file.text, |_| None);
        for fault in document.faults {
            report.problem(fault);
        }
        for hint in document.hints {
            report.hint(hint);
        }
        // `assay:gltf/pack.yaml` is in the folder `gltf`.
        let name = folder(file.path).rsplit(['/', ':']).next().unwrap_or_default();
        let mut pack = Self { name: name.to_owned(), ..Self::default() };
        match document.root {
            Some(WrittenNode { value: RuleValue::Map(entries), .. }) => {
                for (key, node) in &entries {
                    pack.key(key, node, report);
                }
            }
            Some(WrittenNode { value: RuleValue::Null, .. }) | None => {}
            Some(root) => {
                let fault = root.wrong_kind(IssueCode::PackForm, "the description of a pack must be a mapping");
                report.problem(fault.help(format!("write `{}`", KEYS.join(":`, `"))));
            }
        }
        pack
    }

    fn key(&mut self, key: &RuleScalar, node: &WrittenNode, report: &mut Reporter<'_>) {
        let text = node.as_text().map(|text| text.text.trim().to_owned());
        match (key.text.as_str(), text) {
            ("parameters", _) if node.is_empty() => {}
            ("parameters", _) => self.parameters = read_parameters(node, report),
            ("name", Some(name)) if !name.is_empty() => self.name = name,
            ("title", text @ Some(_)) => self.title = text,
            ("description", text @ Some(_)) => self.description = text,
            ("for", text @ Some(_)) => self.audience = text,
            (known, _) if KEYS.contains(&known) => {
                let must = format_args!("`{known}` must be a string");
                report.problem(node.wrong_kind(IssueCode::PackForm, must));
            }
            _ => {
                let help = format!("a pack has `{}`", KEYS.join("`, `"));
                report.problem(unknown_key(IssueCode::PackForm, key, KEYS, help));
            }
        }
    }
}
