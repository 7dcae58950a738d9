//! One thing that is wrong in the sample, on purpose, and the finding it must lead to.

mod table;

pub use table::FAULTS;

use super::element::Element;
use super::project::Project;
use super::resource::Resource;

/// One thing that is wrong, and the one finding that it causes.
pub struct Fault {
    /// The rule that must find it.
    pub rule: &'static str,
    /// What happened, as one would tell it to a colleague.
    pub what: &'static str,
    /// The file in which it is found.
    pub place: Place,
    /// The value that is found.
    pub value: Value,
    /// How a sound project is spoilt.
    edit: Edit,
}

/// The file in which a fault is found.
pub enum Place {
    /// The list of the repository that holds the resource with this key.
    Entry(&'static str),
    /// The attribute file of the resource with this key.
    Attributes(&'static str),
    /// A file beside the attribute file of the resource with this key.
    Beside(&'static str, &'static str),
    /// A file by its path.
    File(&'static str),
}

/// The value of a finding.
pub enum Value {
    /// Nothing: the file itself is at fault.
    Null,
    /// A number that the checker measured.
    Number(u64),
    /// A text as it stands in the file.
    Text(&'static str),
    /// The GUID that belongs to a key, whether or not the catalogue has it.
    Guid(&'static str),
    /// The path of a file in the folder of the resource with this key.
    FileOf(&'static str, &'static str),
    /// A record whose lists hold one text each.
    Record(&'static [(&'static str, &'static str)]),
}

/// How a sound project is spoilt.
enum Edit {
    /// By changing the resource that the place names.
    Resource(fn(&mut Resource)),
    /// By changing the world or level that the place names.
    Document(fn(&mut Element)),
    /// In some other way.
    Project(fn(&mut Project)),
}

/// Spoils `project` with every fault of the table.
pub fn plant(project: &mut Project) {
    for fault in FAULTS {
        match (&fault.edit, &fault.place) {
            (Edit::Project(edit), _) => edit(project),
            (Edit::Document(edit), Place::File(path)) => edit(project.document(path)),
            (Edit::Resource(edit), Place::Entry(key) | Place::Attributes(key) | Place::Beside(key, _)) => {
                edit(project.resource(key));
            }
            _ => panic!("{}: the edit does not suit the place", fault.what),
        }
    }
}

impl Place {
    /// The path of the file, from the root of the sample.
    pub fn path(&self, project: &mut Project) -> String {
        match self {
            Self::Entry(key) => project.resource(key).repository.list_path(),
            Self::Attributes(key) => project.resource(key).attribute_path(),
            Self::Beside(key, name) => format!("{}/{name}", project.resource(key).folder()),
            Self::File(path) => (*path).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_of_the_pack_has_a_fault_and_every_fault_a_rule() {
        let rules = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/messiah");
        let files = std::fs::read_dir(rules).expect("the rule pack is there");
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let rules: BTreeSet<String> = names.filter_map(|name| Some(name.strip_suffix(".yaml")?.to_owned())).collect();
        let faults: BTreeSet<String> = FAULTS.iter().map(|fault| fault.rule.to_owned()).collect();
        assert_eq!(faults, rules);
    }

    #[test]
    fn most_resources_stay_sound() {
        let mut project = Project::new();
        plant(&mut project);
        assert!(FAULTS.len() * 3 < project.resources.len(), "{} of {}", FAULTS.len(), project.resources.len());
    }
}
