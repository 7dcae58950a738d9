//! The sample of definitions: whatever `explain` names is the place to change a field.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use assay_engine::config::project_of;
use assay_engine::source::{MemorySource, Source};
use assay_engine::system::definition::{Definitions, MergedDefinitions, Setting, load_project};

fn files(folder: &Path, root: &Path, into: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, root, into);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            into.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn sample() -> BTreeMap<String, String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules/samples/definitions");
    let mut all = BTreeMap::new();
    files(&root, &root, &mut all);
    all
}

fn load(files: &BTreeMap<String, String>) -> Definitions {
    let source: MemorySource = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let paths = source.paths();
    let source: Rc<dyn Source> = Rc::new(source);
    load_project(&source, &paths, project_of(&MergedDefinitions, None, source.as_ref(), &paths), None)
}

/// The text of a file with the value of a setting replaced, where the setting says that it stands.
fn edited(text: &str, field: &str, setting: &Setting, value: &str) -> String {
    let line = setting.line.unwrap() as usize - 1;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let start = start + setting.column.unwrap() as usize - 1;
    let is_attribute = field.rsplit('/').next().is_some_and(|name| name.starts_with('@'));
    let text_of = |sought: &str| text[start..].find(sought).filter(|&at| !text[start..start + at].contains('\n'));
    // An attribute stands where its value does, an element where its tag begins.
    let at = if is_attribute {
        text[start..].starts_with(&setting.value).then_some(0)
    } else {
        text_of(&format!(">{}<", setting.value)).map(|at| at + 1)
    };
    let at = start + at.unwrap_or_else(|| panic!("{field}: {setting:?} is not there"));
    format!("{}{value}{}", &text[..at], &text[at + setting.value.len()..])
}

#[test]
fn editing_the_named_place_of_a_field_changes_it() {
    let files = sample();
    let set = load(&files);
    assert!(set.len() > 30, "{}", set.len());
    let mut edits = 0;
    for at in 0..set.len() {
        let explanation = set.explain(at).unwrap();
        for (field, setting) in
            explanation.fields.iter().flat_map(|field| field.set.iter().map(move |set| (field, set)))
        {
            let value = format!("{}7", setting.value);
            let mut changed = files.clone();
            let text = edited(&files[&setting.path], &field.path, setting, &value);
            changed.insert(setting.path.clone(), text);
            let after = load(&changed);
            let is_changed = |now: &Setting| (&now.path, now.line, &now.value) == (&setting.path, setting.line, &value);
            let differs = |at: usize| {
                let fields = after.explain(at).unwrap().fields;
                fields.iter().any(|now| now.path == field.path && now.set.iter().any(is_changed))
            };
            // Whoever edits an id has another definition.
            let is_here = after.find(&explanation.id).into_iter().any(differs);
            assert!(is_here || (0..after.len()).any(differs), "{} of {setting:?} did not change", field.path);
            edits += 1;
        }
    }
    assert!(edits > 200, "{edits}");
}

#[test]
fn the_sample_has_copies_deltas_of_all_modes_and_definitions_that_are_not_live() {
    let set = load(&sample());
    let explanations: Vec<_> = (0..set.len()).filter_map(|at| set.explain(at)).collect();
    assert!(explanations.iter().any(|explanation| explanation.sources.len() > 1));
    assert!(explanations.iter().flat_map(|explanation| &explanation.fields).any(|field| !field.overridden.is_empty()));
    assert!(set.iter().any(|definition| !definition.is_live()));
    assert!(set.is_complete());
}
