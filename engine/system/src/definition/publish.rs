//! Definitions as virtual files: their text, and the origin of each part in the files of a load.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::set::Definitions;
use super::write::{FOOT, HEAD, Out};
use crate::VirtualFile;
use crate::texts::narrow;

/// The folder of definitions that the game uses.
pub(super) const FOLDER: &str = "@definitions";

/// The folder of definitions that are abstract or switched off.
const NOT_LIVE: &str = "@definitions.not-live";

/// Returns a part of an id as a safe part of a path. Characters with a meaning in paths become `%` and digits.
fn to_path_part(part: &str) -> String {
    // A part `..` would leave the folder.
    let is_dots = part.bytes().all(|byte| byte == b'.');
    let letter = |letter: char| match letter {
        '%' | '/' | '\\' => format!("%{:02x}", u32::from(letter)),
        '.' if is_dots => "%2e".to_owned(),
        _ => letter.to_string(),
    };
    if part.is_empty() { "%".to_owned() } else { part.chars().map(letter).collect() }
}

impl Definitions {
    /// Returns the path of a definition as a virtual file: `@definitions/Type/Subtype.sbc`.
    pub fn path(&self, at: usize) -> String {
        self.get(at).map_or_else(String::new, |definition| {
            let folder = if definition.is_live() { FOLDER } else { NOT_LIVE };
            let id = definition.id();
            let (type_name, subtype) = id.split_once('/').unwrap_or((&id, ""));
            format!("{folder}/{}/{}.sbc", to_path_part(type_name), to_path_part(subtype))
        })
    }

    /// Returns the selected virtual files: one for each id, and `@definitions/all.sbc` with all live definitions.
    pub fn publish(&self, mut is_selected: impl FnMut(&str) -> bool) -> Vec<VirtualFile> {
        let mut by_path: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        // Definitions of several builder types may share an id, and then share a file.
        for at in 0..self.len() {
            by_path.entry(self.path(at)).or_default().push(at);
        }
        let live = |path: &&String| path.starts_with(FOLDER) && path.as_bytes().get(FOLDER.len()) == Some(&b'/');
        let all: Vec<usize> = by_path.keys().filter(live).flat_map(|path| &by_path[path]).copied().collect();
        if !self.is_empty() {
            by_path.insert(format!("{FOLDER}/all.sbc"), all);
        }
        by_path.retain(|path, _| is_selected(path));
        by_path.into_iter().map(|(path, definitions)| self.publish_file(path, &definitions)).collect()
    }

    fn publish_file(&self, path: String, definitions: &[usize]) -> VirtualFile {
        let mut out = Out { text: HEAD.to_owned(), marks: Some(Vec::new()) };
        for definition in definitions.iter().filter_map(|&at| self.get(at)) {
            definition.write(&mut out, 1, false);
        }
        out.text.push_str(FOOT);
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut files = Vec::new();
        let place = |(offset, node)| {
            let (file, place) = self.arena.place(node);
            let number = *numbers.entry(file).or_insert_with(|| {
                files.push(self.arena.file(file).path.clone());
                narrow(files.len() - 1)
            });
            (offset, number, place)
        };
        let origins = out.marks.unwrap_or_default().into_iter().map(place).collect();
        VirtualFile { path, text: out.text, files, origins }
    }
}
