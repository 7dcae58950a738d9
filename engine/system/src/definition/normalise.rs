//! The normalised view: values as rules need them, with numbers instead of strings and one unit for each kind.

use std::borrow::Cow;

use assay_document::text::IssueCode;
use serde_json::{Map, Value};

use super::arena::{Arena, NodeId};
use super::fields::ElementFields;
use super::infer::{Guess, InferredPaths, PathId};
use super::keyed;
use super::note::UnplacedNote;
use super::schema::{SchemaValueKind, json, number};
use super::shape::{ElementShapes, FieldKind, FieldShape, ShapeId};
use super::words::{SchemaWords, short, suggest};
use crate::texts::TextId;

/// The number of seconds in each part of a time.
const SECONDS: [(&str, f64); 5] =
    [("Days", 86400.0), ("Hours", 3600.0), ("Minutes", 60.0), ("Seconds", 1.0), ("Milliseconds", 0.001)];

/// The maximum number of comparisons between unknown and known words that are made to find a similar word.
const MOST_COMPARED: usize = 100_000;

/// Normalises definitions.
pub(super) struct Normaliser<'a> {
    pub arena: &'a Arena,
    pub shapes: &'a ElementShapes,
    pub paths: &'a InferredPaths,
    pub words: &'a SchemaWords,
    /// The warnings about values that are not valid for their kind.
    pub notes: Vec<UnplacedNote>,
}

impl Normaliser<'_> {
    /// Returns the values of a definition, without the attributes that control merging.
    pub fn definition(&mut self, node: NodeId, type_name: TextId) -> Value {
        let words = self.words;
        let steers = [words.xsi_type, words.copy_from, words.merge, words.copy];
        let parts = self.arena.parts(node).iter().copied();
        let parts: Vec<NodeId> = parts.filter(|&part| !steers.contains(&self.arena.label(part))).collect();
        self.record(&parts, Some(self.shapes.of_type(type_name)), self.paths.of_type(type_name))
    }

    fn record(&mut self, parts: &[NodeId], shape: Option<ShapeId>, path: Option<PathId>) -> Value {
        let mut record = Map::new();
        let shapes = self.shapes;
        for (key, parts) in ElementFields::new(self.arena, shapes, shape, parts).iter() {
            let below = path.and_then(|path| self.paths.below(path, self.arena.name(parts[0])));
            let (name, value) = match shapes.find(shape, key) {
                Some(field) => (field.spec.name.clone(), self.normalise_known(parts, field, below)),
                None => (self.arena.field_name(self.arena.label(parts[0])), self.normalise_guessed(parts, below)),
            };
            record.insert(name, value);
        }
        // Fields that cannot be absent have their default.
        for field in shape.into_iter().flat_map(|shape| &shapes.get(shape).fields) {
            if let (Some(default), FieldKind::Value(kind)) = (&field.spec.default, &field.kind)
                && !record.contains_key(&field.spec.name)
                && let Some(Ok(value)) = kind.read(default, field.spec.degrees, &field.spec.values)
            {
                record.insert(field.spec.name.clone(), value);
            }
        }
        Value::Object(record)
    }

    fn normalise_known(&mut self, parts: &[NodeId], field: &FieldShape, path: Option<PathId>) -> Value {
        match &field.kind {
            FieldKind::Value(kind) => self.value(parts[0], *kind, field),
            FieldKind::Object(shape) => match self.element(parts[0], *shape, path) {
                Value::String(text) if text.is_empty() => Map::new().into(),
                value => value,
            },
            FieldKind::List(list) => {
                let entries = keyed::entries(self.arena, list, parts);
                let wrapped = |entry: NodeId| {
                    if list.is_wrapped { self.paths.below(path?, self.arena.name(entry)) } else { path }
                };
                let paths: Vec<_> = entries.iter().map(|&entry| wrapped(entry)).collect();
                let entries = entries.into_iter().zip(paths);
                entries.map(|(entry, path)| self.element(entry, list.item, path)).collect()
            }
        }
    }

    /// Returns an element with fields. Without fields it is its text, unless the schema gives it fields with defaults.
    fn element(&mut self, node: NodeId, shape: Option<ShapeId>, path: Option<PathId>) -> Value {
        match self.arena.text(node).filter(|&text| shape.is_none() || text != self.words.empty) {
            Some(text) => Value::from(self.arena.texts.get(text)),
            None => self.record(self.arena.parts(node), shape, path),
        }
    }

    fn normalise_guessed(&mut self, parts: &[NodeId], path: Option<PathId>) -> Value {
        let is_element = self.arena.is_element(parts[0]);
        let is_list = path.filter(|_| is_element).is_some_and(|path| self.paths.guess(path, self.arena) == Guess::List);
        if is_list || parts.len() > 1 {
            return parts.iter().map(|&part| self.element(part, None, path)).collect();
        }
        self.element(parts[0], None, path)
    }

    /// Returns a value of a kind, or null with a warning if the value is not valid for the kind.
    fn value(&mut self, node: NodeId, kind: SchemaValueKind, field: &FieldShape) -> Value {
        self.read(node, kind, field).unwrap_or_else(|expected| {
            let shown = self.arena.value(node);
            let found = if shown.is_empty() { String::new() } else { format!(", not `{shown}`") };
            let message = format!("`{}` must be {expected}{found}", field.spec.name);
            let words = &field.spec.values;
            let is_searched = self.notes.len() * words.len() < MOST_COMPARED;
            let suggestion = if is_searched { suggest(shown, words.iter().map(String::as_str)) } else { None };
            let help = suggestion.unwrap_or_else(|| "rules see null here".to_owned());
            self.notes.push(UnplacedNote::warning(IssueCode::BadValue, node, message).help(help));
            Value::Null
        })
    }

    fn read(&self, node: NodeId, kind: SchemaValueKind, field: &FieldShape) -> Result<Value, Cow<'static, str>> {
        let text = self.arena.value(node).trim();
        let is_text = kind != SchemaValueKind::Ref || self.arena.parts(node).is_empty();
        if let Some(read) = kind.read(text, field.spec.degrees, &field.spec.values).filter(|_| is_text) {
            return read;
        }
        Ok(match kind {
            SchemaValueKind::Time => self.time(node)?,
            SchemaValueKind::Color => self.color(node)?,
            SchemaValueKind::Hsv => {
                self.numbers(node, &["H", "S", "V"], |part| part).ok_or("the numbers H, S and V")?
            }
            SchemaValueKind::Range => {
                self.numbers(node, &["Min", "Max"], |part| part).ok_or("the numbers Min and Max")?
            }
            SchemaValueKind::Vector(size) => {
                let unit = |number: f64| if field.spec.degrees { number.to_radians() } else { number };
                let of = |names: [&'static str; 4]| self.numbers(node, &names[..usize::from(size)], unit);
                // Files have a vector as attributes in lower case, or as elements in upper case.
                let elements = ["X", "Y", "Z", "W"];
                let has_elements = elements.iter().any(|name| self.named_text(node, name).is_some());
                of(if has_elements { elements } else { ["x", "y", "z", "w"] }).ok_or("the numbers x, y and z")?
            }
            _ => self.id(node).ok_or("an id")?.into(),
        })
    }

    /// Returns the text of the attribute or element with that name.
    fn named_text(&self, node: NodeId, name: &str) -> Option<&str> {
        let parts = self.arena.parts(node);
        parts.iter().find(|&&part| self.arena.name_text(part) == name).map(|&part| self.arena.value(part).trim())
    }

    fn id(&self, node: NodeId) -> Option<String> {
        let either = |attribute, element| self.named_text(node, attribute).or_else(|| self.named_text(node, element));
        let type_name = short(either("Type", "TypeId")?);
        Some(format!("{type_name}/{}", either("Subtype", "SubtypeId").unwrap_or("")))
    }

    /// Returns numbers by their names, converted by `unit`. A missing number is 0, as in the game. Returns `None` if
    /// one of them is not a number, or all are missing.
    fn numbers(&self, node: NodeId, names: &[&str], unit: impl Fn(f64) -> f64) -> Option<Value> {
        let texts: Vec<_> = names.iter().map(|name| self.named_text(node, name)).collect();
        if texts.iter().all(Option::is_none) {
            return None;
        }
        texts.into_iter().map(|text| text.map_or(Some(0.0), number).map(|number| json(unit(number)))).collect()
    }

    fn time(&self, node: NodeId) -> Result<Value, &'static str> {
        const EXPECTED: &str = "the numbers Days, Hours, Minutes, Seconds or Milliseconds";
        let given = SECONDS.iter().filter_map(|(name, unit)| Some((self.named_text(node, name)?, unit)));
        let parts: Option<Vec<f64>> = given.map(|(text, unit)| Some(number(text)? * unit)).collect();
        let parts = parts.filter(|parts| !parts.is_empty()).ok_or(EXPECTED)?;
        Ok(json(parts.into_iter().sum()))
    }

    fn color(&self, node: NodeId) -> Result<Value, &'static str> {
        const EXPECTED: &str = "`Hex=\"#RRGGBB\"` or the whole numbers R, G, B and A up to 255";
        if let Some(hex) = self.named_text(node, "Hex") {
            // Eight digits are refused, because it is not documented where the game expects the alpha.
            let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(EXPECTED)?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex).ok_or(EXPECTED)?;
            let [_, red, green, blue] = value.to_be_bytes();
            return Ok([red, green, blue, u8::MAX].into_iter().collect());
        }
        let given = ["R", "G", "B", "A"].map(|name| self.named_text(node, name));
        if given.iter().all(Option::is_none) {
            return Err(EXPECTED);
        }
        let parts = given.into_iter().zip([0, 0, 0, u8::MAX]);
        let parts = parts.map(|(text, default)| text.map_or(Ok(default), |text| text.parse().map_err(|_| EXPECTED)));
        parts.collect::<Result<Vec<u8>, _>>().map(|parts| parts.into_iter().collect())
    }
}
