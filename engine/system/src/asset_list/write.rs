//! Lists, seed lists and plans → bytes, in the forms that upstream and we read.

mod json;
mod template;

use assay_asset_list::{ASSET_LIST, AssetList, ListEntry, PLAN, RecordSlot, SEED_LIST};
use thiserror::Error;

use self::template::Template;
use super::plan::Plan;
use super::seed::SeedList;

/// The form of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// ObjectStream XML, byte for byte as upstream writes it.
    Xml,
    /// JSON: the plain form, and of seed lists upstream's.
    Json,
}

impl Form {
    /// All forms, by name.
    pub const NAMES: [(&'static str, Self); 2] = [("xml", Self::Xml), ("json", Self::Json)];

    /// The form that the ending of a file's name asks for: JSON for `.json` and, as upstream writes them so today, `.seed`.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if [".json", ".seed"].iter().any(|ending| name.ends_with(ending)) { Self::Json } else { Self::Xml }
    }

    /// The form of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, form)| form)
    }
}

/// Something that a form has no place for.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unwritable {
    /// A step of a plan has any number of inputs, and the form is XML.
    #[error("step {step} has a list of inputs, which XML has no place for: write the plan as JSON")]
    Lists {
        /// The step, from 1.
        step: usize,
    },
    /// A text holds a character that no XML holds, not even as a reference.
    #[error("{what} {number} holds the character U+{:04X}, which XML has no place for: write JSON", u32::from(*character))]
    Character {
        /// The kind of record: an entry, a seed or a step.
        what: &'static str,
        /// The number of the record, from 1.
        number: usize,
        /// The character.
        character: char,
    },
}

/// Writes a list, part by part.
pub struct ListWriter {
    list: AssetList,
    form: Form,
    template: Template,
    /// How many entries have been written.
    written: usize,
    state: WriterState,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum WriterState {
    Start,
    Entries,
    Done,
}

impl ListWriter {
    /// A writer of a list.
    #[must_use]
    pub fn new(list: &AssetList, form: Form) -> Self {
        let template = Template::new(&ASSET_LIST);
        Self { list: list.clone(), form, template, written: 0, state: WriterState::Start }
    }

    /// All of it.
    ///
    /// # Errors
    /// As [`ListWriter::next_part`].
    pub fn whole(mut self) -> Result<Vec<u8>, Unwritable> {
        let mut all = Vec::new();
        while let Some(part) = self.next_part(1 << 20)? {
            all.extend(part);
        }
        Ok(all)
    }

    /// The next part, of about `size` bytes; `None` when all has been written.
    ///
    /// # Errors
    /// A path holds a character that the form has no place for.
    pub fn next_part(&mut self, size: usize) -> Result<Option<Vec<u8>>, Unwritable> {
        if self.state == WriterState::Done {
            return Ok(None);
        }
        let mut out = String::with_capacity(size + 4096);
        if self.state == WriterState::Start {
            out.push_str(&match self.form {
                Form::Xml => self.template.head(self.list.is_empty()),
                Form::Json => json::HEAD.to_owned(),
            });
            self.state = WriterState::Entries;
        }
        while out.len() < size {
            let Some(entry) = self.list.get(self.written) else {
                out.push_str(&match self.form {
                    Form::Xml => self.template.tail(self.list.is_empty()),
                    Form::Json => json::tail(self.list.is_empty()).to_owned(),
                });
                self.state = WriterState::Done;
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

/// One value of an entry; the `nth` of a slot that has several.
fn write_value(entry: ListEntry<'_>, slot: RecordSlot, nth: usize, out: &mut String) {
    let id = entry.id.unwrap_or_default();
    match slot {
        RecordSlot::Guid => drop(id.write_guid(out)),
        RecordSlot::SubId => template::number(out, id.sub_id.into()),
        RecordSlot::Path => template::escaped(out, entry.path),
        RecordSlot::Modified => template::number(out, entry.modified),
        RecordSlot::Word => template::number(out, entry.hash.0[nth].into()),
        _ => {}
    }
}

/// Refuses texts of the record at `at` that XML cannot hold.
fn require_xml<'t>(what: &'static str, at: usize, texts: impl IntoIterator<Item = &'t str>) -> Result<(), Unwritable> {
    match texts.into_iter().find_map(template::not_in_xml) {
        Some(character) => Err(Unwritable::Character { what, number: at + 1, character }),
        None => Ok(()),
    }
}

impl SeedList {
    /// The whole list in a form.
    ///
    /// # Errors
    /// A hint holds a character that the form has no place for.
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
                RecordSlot::PathHint => template::escaped(out, &seed.path_hint),
                _ => {}
            });
        }
        out.push_str(&template.tail(self.seeds().is_empty()));
        Ok(out.into_bytes())
    }
}

/// The number that files have if no pattern type is chosen.
const NO_PATTERN_TYPE: u64 = 255;

impl Plan {
    /// The whole plan in a form.
    ///
    /// # Errors
    /// XML has no place for the inputs of a step that counts, and for some characters.
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
                RecordSlot::First => template::escaped(out, &step.first),
                RecordSlot::Second => template::escaped(out, &step.second),
                RecordSlot::Pattern => template::escaped(out, &step.pattern),
                RecordSlot::PatternType => {
                    template::number(out, step.pattern_type.map_or(NO_PATTERN_TYPE, |known| known.number().into()));
                }
                RecordSlot::Output => template::escaped(out, &step.output),
                RecordSlot::Count => template::number(out, step.count.into()),
                _ => {}
            });
        }
        out.push_str(&template.tail(self.steps.is_empty()));
        Ok(out.into_bytes())
    }
}
