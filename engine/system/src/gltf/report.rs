//! The report of the validator: its content, and the text of the document that rules check.

use assay_document::format::{Document, Format};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::ModelReports;
use super::place::ModelPlaces;
use crate::texts::narrow;
use crate::{FileReports, VirtualFile};

/// The report of the validator, without its date and its version.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ModelReport {
    mime_type: Option<String>,
    pub issues: Issues,
    /// The statistics, which are missing for a model that the validator cannot read.
    info: Option<Box<RawValue>>,
    /// The offset of each issue's place in the text of the model.
    #[serde(skip)]
    offsets: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Issues {
    num_errors: u64,
    num_warnings: u64,
    num_infos: u64,
    num_hints: u64,
    pub messages: Vec<Issue>,
    /// True if the validator has more issues than it lists.
    pub truncated: bool,
}

#[derive(Deserialize, Serialize)]
pub(super) struct Issue {
    code: String,
    message: String,
    /// 0 for an error, 1 for a warning, 2 for an information, 3 for a hint.
    severity: u8,
    /// The JSON pointer of the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    /// The offset in the file of issues of binary glTF that have no pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    /// The place for people, with the name of the object.
    #[serde(default)]
    place: String,
}

impl ModelReport {
    /// Reads the report of the validator.
    pub fn read(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| format!("its report cannot be read: {error}"))
    }

    /// Returns true if an issue is about the whole file, which may then not be a model.
    pub fn has_issue_of_file(&self) -> bool {
        self.issues.messages.iter().any(|issue| issue.pointer.as_deref().unwrap_or_default().is_empty())
    }

    /// Finds the places of the issues in the model.
    pub fn locate(&mut self, model: Option<&Document>) {
        let is_binary = model.is_some_and(|model| model.format() == Format::Glb);
        let mut places = ModelPlaces::new(model.and_then(Document::text).unwrap_or_default());
        for issue in &mut self.issues.messages {
            let pointer = issue.pointer.as_deref().unwrap_or_default();
            issue.place = match issue.offset {
                Some(offset) => format!("byte {offset}"),
                None => places.describe(pointer),
            };
            self.offsets.push(if is_binary { 0 } else { places.offset(pointer) });
        }
    }

    /// Returns the document that rules check, about the model at `path`.
    pub fn into_file(self, path: &str) -> VirtualFile {
        let kind = self.mime_type.as_ref().map_or_else(String::new, |kind| format!("\"mimeType\":{},", json(kind)));
        let Issues { num_errors, num_warnings, num_infos, num_hints, messages, truncated } = &self.issues;
        // Written by hand: each issue begins a line, and the offset of each is the place of a part.
        let mut text = format!(
            "{{{kind}\"issues\":{{\"numErrors\":{num_errors},\"numWarnings\":{num_warnings},\"numInfos\":{num_infos},\
             \"numHints\":{num_hints},\"truncated\":{truncated},\"messages\":["
        );
        let mut origins = vec![(0, 0, 0)];
        for (at, issue) in messages.iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { ",\n" });
            origins.push((narrow(text.len()), 0, self.offsets.get(at).copied().unwrap_or_default()));
            text.push_str(&json(issue));
        }
        // The statistics are about the whole model again.
        origins.push((narrow(text.len()), 0, 0));
        text.push_str("]}");
        if let Some(info) = &self.info {
            text.push_str(",\n\"info\":");
            text.push_str(info.get());
        }
        text.push('}');
        VirtualFile { path: ModelReports.path_of(path), text, files: vec![path.to_owned()], origins }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
