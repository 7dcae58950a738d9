//! Faults that are planted in the project, each with the finding that it must cause.

use std::collections::BTreeMap;

use json_patch::Patch;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use serde_json::value::RawValue;

use super::super::template;
use super::project::Project;

/// An entry of `faults.json`: one fault, and the one finding that it causes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The rule that must find it.
    pub rule: String,
    /// The reason for the fault, for readers of the table.
    what: String,
    /// The key of the resource with the fault.
    resource: Option<String>,
    /// The file in which the rule must find the fault: `resource.repository`, a file in the folder of the resource, or
    /// a path.
    file: String,
    /// The value that the rule must report, as written.
    pub value: Box<RawValue>,
    /// The changes to the resource. Without a resource, the changes to the world or level at `file`.
    #[serde(default)]
    patch: Patch,
    /// The changes to other resources and documents, by key or path.
    #[serde(default)]
    others: BTreeMap<String, Patch>,
}

/// Reads all faults except those that are marked in templates.
///
/// # Panics
/// Panics if `faults.json` is not a list of faults.
pub fn faults() -> Vec<Fault> {
    let text = template::fill("messiah/faults.json", &json!({})).text;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("faults.json: {error}"))
}

impl Fault {
    /// Plants the fault in `project`.
    pub fn plant(&self, project: &mut Project) {
        let target = self.resource.as_ref().unwrap_or(&self.file);
        for (target, patch) in self.others.iter().chain([(target, &self.patch)]).filter(|(_, patch)| !patch.is_empty())
        {
            let applied = match project.documents.get_mut(target) {
                Some(document) => apply(patch, &mut document.values),
                None => apply(patch, project.resource(target)),
            };
            applied.unwrap_or_else(|error| panic!("{}: {error:#}", self.what));
        }
    }

    /// Returns the path of the file in which the rule must find the fault, from the root of the sample.
    pub fn path(&self, project: &mut Project) -> String {
        match &self.resource {
            None => self.file.clone(),
            Some(key) if self.file == "resource.repository" => project.resource(key).repository.list_path(),
            Some(key) => project.resource(key).path(&self.file),
        }
    }
}

/// Applies a patch to a value, through its JSON.
fn apply<T: DeserializeOwned + Serialize>(patch: &Patch, target: &mut T) -> anyhow::Result<()> {
    let mut value = json!(target);
    json_patch::patch(&mut value, patch)?;
    *target = serde_json::from_value(value)?;
    Ok(())
}
