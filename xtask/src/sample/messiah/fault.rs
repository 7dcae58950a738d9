//! One thing that is wrong in the sample, on purpose, and the finding it must lead to.

use std::collections::BTreeMap;

use json_patch::Patch;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use serde_json::value::RawValue;

use super::super::template;
use super::project::Project;

/// One thing that is wrong, and the one finding that it causes: an entry of `faults.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The rule that must find it.
    pub rule: String,
    /// What happened, as one would tell it to a colleague.
    what: String,
    /// The key of the resource that is spoilt.
    resource: Option<String>,
    /// The file in which the fault is found: `resource.repository`, a file in the folder of the resource, or a path.
    file: String,
    /// The value that is found.
    pub value: Box<RawValue>,
    /// How the resource is spoilt, or else the world or level.
    #[serde(default)]
    patch: Patch,
    /// How other resources and documents are spoilt, by key or path.
    #[serde(default)]
    others: BTreeMap<String, Patch>,
}

/// All faults but those that are marked in templates.
///
/// # Panics
/// When `faults.json` is no list of faults.
pub fn faults() -> Vec<Fault> {
    let text = template::fill("messiah/faults.json", &json!({})).text;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("faults.json: {error}"))
}

impl Fault {
    /// Spoils `project`.
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

    /// The path of the file in which it is found, from the root of the sample.
    pub fn path(&self, project: &mut Project) -> String {
        match &self.resource {
            None => self.file.clone(),
            Some(key) if self.file == "resource.repository" => project.resource(key).repository.list_path(),
            Some(key) => project.resource(key).path(&self.file),
        }
    }
}

/// Changes what can be written as JSON.
fn apply<T: DeserializeOwned + Serialize>(patch: &Patch, target: &mut T) -> anyhow::Result<()> {
    let mut value = json!(target);
    json_patch::patch(&mut value, patch)?;
    *target = serde_json::from_value(value)?;
    Ok(())
}
