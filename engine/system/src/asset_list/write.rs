//! Writes lists, seed lists and plans, in forms that upstream and Assay read.

mod json;
mod template;

use assay_asset_list::{ASSET_LIST, AssetList, ListEntry, PLAN, RecordSlot, SEED_LIST};
use assay_document::format::is_char;
use thiserror::Error;

use self::template::Template;
use super::plan::{Plan, UNSET};
use super::seed::SeedList;

/// The form of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// ObjectStream XML, byte for byte as upstream writes it.
    Xml,
    /// JSON: the simple form; for seed lists, upstream's form.
    Json,
}

impl Form {
    /// All forms, by name.
    pub const NAMES: [(&'static str, Self); 2] = [("xml", Self::Xml), ("json", Self::Json)];

    /// Returns the form for the ending of a file's name: JSON for `.json`, and for `.seed`, which upstream writes as
    /// JSON today.
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if [".json", ".seed"].iter().any(|ending| name.ends_with(ending)) { Self::Json } else { Self::Xml }
    }

    /// Returns the form with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, form)| form)
    }
}

/// A value that a form cannot hold.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unwritable {
    /// A step of a plan has a list of inputs, and the form is XML.
    #[error("step {step} has a list of inputs, which XML cannot hold: write the plan as JSON")]
    Lists {
        /// The step, from 1.
        step: usize,
    },
    /// A string contains a character that XML cannot hold, not even as a reference.
    #[error("{what} {number} contains the character U+{:04X}, which XML cannot hold: write JSON", u32::from(*character))]
    Character {
        /// The kind of record: an entry, a seed or a step.
        what: &'static str,
        /// The number of the record, from 1.
        number: usize,
        /// The character.
        character: char,
    },
}

/// Writes a list in parts.
pub struct ListWriter {
    list: AssetList,
    form: Form,
    template: Template,
    /// The text in front of the first entry, until it is written.
    head: String,
    /// The number of entries that have been written.
    written: usize,
    is_done: bool,
}

impl ListWriter {
    /// Returns a writer for a list.
    pub fn new(list: &AssetList, form: Form) -> Self {
        let template = Template::new(&ASSET_LIST);
        let head = match form {
            Form::Xml => template.head(list.is_empty()),
            Form::Json => json::HEAD.to_owned(),
        };
        Self { list: list.clone(), form, template, head, written: 0, is_done: false }
    }

    /// Returns the whole file.
    ///
    /// # Errors
    /// Fails like [`ListWriter::next_part`].
    pub fn into_bytes(mut self) -> Result<Vec<u8>, Unwritable> {
        let mut all = Vec::new();
        while let Some(part) = self.next_part(1 << 20)? {
            all.extend(part);
        }
        Ok(all)
    }

    /// Returns the next part, of about `size` bytes; `None` after the last part.
    ///
    /// # Errors
    /// Fails if a path contains a character that the form cannot hold.
    pub fn next_part(&mut self, size: usize) -> Result<Option<Vec<u8>>, Unwritable> {
        if self.is_done {
            return Ok(None);
        }
        // The last entry of a part is written whole, so the part may become longer than `size`.
        let mut out = String::with_capacity(size + 4096);
        out.push_str(&std::mem::take(&mut self.head));
        while out.len() < size {
            let Some(entry) = self.list.get(self.written) else {
                out.push_str(&match self.form {
                    Form::Xml => self.template.tail(self.list.is_empty()),
                    Form::Json => json::tail(self.list.is_empty()).to_owned(),
                });
                self.is_done = true;
                break;
            };
            match self.form {
                Form::Xml => {
                    require_xml("entry", self.written, [entry.path])?;
                    self.template.record(&mut out, |slot, nth, out| write_value(entry, slot, nth, out));
                }
                Form::Json => json::entry(&mut out, entry, self.written == 0),
            }
            self.written += 1;
        }
        Ok(Some(out.into_bytes()))
    }
}

/// Writes one value of an entry: value `nth` of a slot that has several.
fn write_value(entry: ListEntry<'_>, slot: RecordSlot, nth: usize, out: &mut String) {
    let id = entry.id.unwrap_or_default();
    match slot {
        RecordSlot::Guid => drop(id.write_guid(out)),
        RecordSlot::SubId => template::number(out, id.sub_id.into()),
        RecordSlot::Path => template::write_escaped(out, entry.path),
        RecordSlot::Modified => template::number(out, entry.modified),
        RecordSlot::Word => template::number(out, entry.hash.0[nth].into()),
        _ => {}
    }
}

/// Fails if a string of record `at` contains a character that XML cannot hold.
fn require_xml<'t>(what: &'static str, at: usize, texts: impl IntoIterator<Item = &'t str>) -> Result<(), Unwritable> {
    match texts.into_iter().flat_map(str::chars).find(|c| !is_char(*c)) {
        Some(character) => Err(Unwritable::Character { what, number: at + 1, character }),
        None => Ok(()),
    }
}

impl SeedList {
    /// Returns the whole list in a form.
    ///
    /// # Errors
    /// Fails if a hint contains a character that the form cannot hold.
    pub fn to_bytes(&self, form: Form) -> Result<Vec<u8>, Unwritable> {
        if form == Form::Json {
            return Ok(json::seeds(self.seeds()).into_bytes());
        }
        let template = Template::new(&SEED_LIST);
        let mut out = template.head(self.seeds().is_empty());
        for (at, seed) in self.seeds().iter().enumerate() {
            require_xml("seed", at, [&*seed.path_hint])?;
            template.record(&mut out, |slot, _, out| match slot {
                RecordSlot::Guid => drop(seed.id.write_guid(out)),
                RecordSlot::SubId => template::number(out, seed.id.sub_id.into()),
                RecordSlot::Platforms => template::number(out, seed.platforms.into()),
                RecordSlot::PathHint => template::write_escaped(out, &seed.path_hint),
                _ => {}
            });
        }
        out.push_str(&template.tail(self.seeds().is_empty()));
        Ok(out.into_bytes())
    }
}

impl Plan {
    /// Returns the whole plan in a form.
    ///
    /// # Errors
    /// Fails if XML cannot hold the inputs of a step that counts, or a character.
    pub fn to_bytes(&self, form: Form) -> Result<Vec<u8>, Unwritable> {
        if form == Form::Json {
            return Ok(json::steps(&self.steps));
        }
        if let Some(at) = self.steps.iter().position(|step| !step.lists.is_empty()) {
            return Err(Unwritable::Lists { step: at + 1 });
        }
        let template = Template::new(&PLAN);
        let mut out = template.head(self.steps.is_empty());
        for (at, step) in self.steps.iter().enumerate() {
            require_xml("step", at, [&*step.first, &step.second, &step.pattern, &step.output])?;
            template.record(&mut out, |slot, _, out| match slot {
                RecordSlot::Operation => template::number(out, step.operation.spec().number.into()),
                RecordSlot::First => template::write_escaped(out, &step.first),
                RecordSlot::Second => template::write_escaped(out, &step.second),
                RecordSlot::Pattern => template::write_escaped(out, &step.pattern),
                RecordSlot::PatternType => match step.pattern_type {
                    Some(known) => template::number(out, known.number().into()),
                    None => out.push_str(UNSET),
                },
                RecordSlot::Output => template::write_escaped(out, &step.output),
                RecordSlot::Count => template::number(out, step.count.into()),
                _ => {}
            });
        }
        out.push_str(&template.tail(self.steps.is_empty()));
        Ok(out.into_bytes())
    }
}
