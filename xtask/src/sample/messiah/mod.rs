//! A small game in the layout of the Messiah engine, with a fault for every rule of the pack.
//!
//! The [`catalogue`] makes a project without faults. Then each entry of the template `faults.json` plants one fault,
//! and names the rule that must find it, the file, and the value. A few files are templates in which their faults are
//! marked.

mod catalogue;
mod encoding;
mod fault;
mod project;
mod repository;
mod resource;
mod world;

use serde_json::{Value, json};

use super::{Sample, template};
use project::Project;

/// The thumbnails that Windows creates in a folder of pictures: the path, and the first bytes of a compound file.
const THUMBNAILS: (&str, &[u8]) = ("Package/Repository/UI.local/Thumbs.db", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");

/// Makes a project, plants the faults, and lists the expected findings.
pub fn sample() -> Sample {
    let mut project = Project::new();
    let faults = fault::faults();
    for fault in &faults {
        fault.plant(&mut project);
    }
    copy_an_entry(&mut project);
    let mut files = project.files();
    files.insert(THUMBNAILS.0.to_owned(), THUMBNAILS.1.to_vec());
    let mut findings: Vec<[String; 3]> =
        faults.into_iter().map(|fault| [fault.path(&mut project), fault.rule, fault.value.get().to_owned()]).collect();
    for path in template::files("messiah") {
        let document = template::fill(&format!("messiah/files/{path}"), &json!({}));
        findings
            .extend(document.marks.into_iter().map(|mark| [path.clone(), mark.rule, json!(mark.value).to_string()]));
        files.insert(path, document.text.into_bytes());
    }
    findings.sort();
    let rows = findings.iter().map(|[path, rule, value]| {
        assert!(files.contains_key(path), "{rule}: the sample has no {path}");
        format!("  {{\"rule\": {}, \"path\": {}, \"value\": {value}}}", Value::from(&**rule), Value::from(&**path))
    });
    let expected = format!("[\n{}\n]\n", rows.collect::<Vec<_>>().join(",\n"));
    Sample { name: "messiah", files, expected }
}

/// Copies an entry of a list as in a text editor: the copy has a new name, but the same GUID.
fn copy_an_entry(project: &mut Project) {
    let mut copy = project.resource("Characters/Merchant/char_merchant_mat").clone();
    copy.name.push_str("_copy");
    copy.on_disk = false;
    project.resources.push(copy);
}

#[cfg(test)]
mod tests {
    use super::{Project, fault};

    #[test]
    fn most_resources_have_no_fault() {
        let (faults, resources) = (fault::faults().len(), Project::new().resources.len());
        assert!(faults * 3 < resources, "{faults} of {resources}");
    }
}
