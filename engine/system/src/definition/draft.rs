//! Drafts a schema from definitions: the types and fields that no schema describes, with every guess marked.
use rustc_hash::FxHashMap;

use super::arena::{Label, NodeId};
use super::infer::{Guess, PathId};
use super::schema::{SchemaRow, kind_of, list, write_schema};
use super::set::Definitions;
use crate::texts::TextId;

const ABOUT: &str =
    "drafted from definitions: check each guess; add keys, units, fields that cannot be absent, and dependencies";

/// The kinds that all values of a field seen so far have in common, and the position of the field among the fields.
#[derive(Clone, Copy)]
struct FieldKinds {
    at: usize,
    numbers: bool,
    flags: bool,
    paths: bool,
}

/// The values seen so far of the parts of elements, by the path of the element and the label of the part.
type PartKinds = FxHashMap<PathId, FxHashMap<Label, FieldKinds>>;

impl Definitions {
    /// Returns a schema, as YAML, of the types that the current schema does not describe.
    pub fn draft(&self) -> String {
        let mut types: Vec<TextId> = self.written.iter().map(|written| written.type_name).collect();
        types.sort_by_key(|&name| self.arena.texts.get(name));
        types.dedup();
        // Described types stay as their author wrote them.
        types.retain(|&name| self.shapes.type_shape(name).is_none());
        let parts = self.parts();
        let rows: Vec<SchemaRow> = types
            .into_iter()
            .map(|name| {
                let fields = self.paths.of_type(name).map_or_else(Vec::new, |path| self.fields(&parts, path, 0));
                SchemaRow { name: self.arena.texts.get(name).to_owned(), fields, ..SchemaRow::default() }
            })
            .collect();
        write_schema(ABOUT, &rows, &[])
    }

    /// Collects the kinds of the fields of all definitions.
    fn parts(&self) -> PartKinds {
        let mut parts = PartKinds::default();
        let mut open: Vec<(NodeId, PathId)> = Vec::new();
        for written in &self.written {
            open.extend(self.paths.of_type(written.type_name).map(|path| (written.node, path)));
            while let Some((node, path)) = open.pop() {
                for &part in self.arena.parts(node) {
                    self.collect_part(parts.entry(path).or_default(), part);
                    let below = || self.paths.below(path, self.arena.name(part));
                    open.extend(
                        Some(part).filter(|&part| self.arena.is_element(part)).and_then(|part| Some((part, below()?))),
                    );
                }
            }
        }
        parts
    }

    fn collect_part(&self, parts: &mut FxHashMap<Label, FieldKinds>, part: NodeId) {
        let at = parts.len();
        let seen =
            parts.entry(self.arena.label(part)).or_insert(FieldKinds { at, numbers: true, flags: true, paths: true });
        if let Some(text) = self.arena.text(part).map(|text| self.arena.texts.get(text).trim()) {
            seen.numbers &= text.parse::<f64>().is_ok_and(f64::is_finite);
            seen.flags &= matches!(text, "true" | "false");
            // An extension begins with a letter, unlike the fraction of a number.
            let extension = text.rsplit_once('.').is_some_and(|(_, end)| {
                (2..=4).contains(&end.len()) && end.starts_with(|c: char| c.is_ascii_alphabetic())
            });
            seen.paths &= text.contains(['/', '\\']) || extension;
        }
    }

    /// Returns the fields of an element at a path.
    fn fields(&self, parts: &PartKinds, path: PathId, level: usize) -> Vec<SchemaRow> {
        let Some(known) = parts.get(&path) else { return Vec::new() };
        let mut known: Vec<(&Label, &FieldKinds)> = known.iter().collect();
        known.sort_by_key(|(_, seen)| seen.at);
        let words = &self.words;
        let is_steering = |label: Label| label == words.xsi_type || (level == 0 && words.is_own(label));
        let fields = known.into_iter().filter(|(label, _)| !is_steering(**label) && label.name != words.empty);
        fields.map(|(label, seen)| self.field(parts, path, *label, *seen, level)).collect()
    }

    fn field(&self, parts: &PartKinds, path: PathId, label: Label, seen: FieldKinds, level: usize) -> SchemaRow {
        let name = self.arena.texts.get(label.name);
        if label.is_attribute {
            return string_row(&format!("@{name}"), seen);
        }
        let Some(below) = self.paths.below(path, label.name) else { return string_row(name, seen) };
        match self.paths.guess(below, &self.arena) {
            Guess::Text => string_row(name, seen),
            Guess::Struct => {
                let names: Vec<&str> = parts
                    .get(&below)
                    .into_iter()
                    .flat_map(FxHashMap::keys)
                    .map(|label| self.arena.texts.get(label.name))
                    .collect();
                SchemaRow::value(
                    name,
                    kind_of(&names).as_deref().unwrap_or("text"),
                    "its parts are those of a value of this kind",
                )
            }
            Guess::List => {
                let words = vec![("list", "repeated".to_owned())];
                let guess = self.paths.list_reason(below, &self.arena);
                SchemaRow { name: name.to_owned(), words, fields: self.fields(parts, below, level + 1), guess }
            }
            Guess::Object => self.object(parts, below, name, level),
        }
    }

    /// Returns the row of an element with fields, or with the entries of one list.
    fn object(&self, parts: &PartKinds, path: PathId, name: &str, level: usize) -> SchemaRow {
        let (words, at, guess) = match self.paths.only_list(path, &self.arena) {
            Some((child, below)) => {
                let items = list([self.arena.texts.get(child)]);
                (vec![("list", "wrapped".to_owned()), ("items", items)], below, "it contains only one list")
            }
            None => (vec![("is", "object".to_owned())], path, "it has fields"),
        };
        SchemaRow { name: name.to_owned(), words, fields: self.fields(parts, at, level + 1), guess }
    }
}

fn string_row(name: &str, seen: FieldKinds) -> SchemaRow {
    let (kind, guess) = match seen {
        FieldKinds { flags: true, .. } => ("bool", "all are `true` or `false`"),
        FieldKinds { numbers: true, .. } => ("number", "all are numbers"),
        FieldKinds { paths: true, .. } => ("path", "all look like paths"),
        _ => ("text", "it fits no other kind"),
    };
    SchemaRow::value(name, kind, guess)
}
