//! Seed lists: the assets that a bundle is made from, each with its platforms.

use std::rc::Rc;

use assay_asset_list::{AssetId, ListFileKind, OF_SEEDS, RecordSlot, Records, guid, parse_unsigned};
use assay_document::source::Source;
use assay_document::text::Span;
use assay_report::Problem;
use serde::Serialize;

use super::platform::platform_names;
use super::read::{ListReading, read};

/// A seed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Seed {
    /// The asset.
    pub id: AssetId,
    /// The platforms of the asset, as bits.
    pub platforms: u32,
    /// The path of the asset when the seed was made. It is a hint for people: only the id identifies the asset.
    pub path_hint: String,
}

/// A seed in the form for people and programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AssetSeed {
    /// The asset, as `{GUID}:<number>`.
    pub id: String,
    /// The path of the asset when the seed was made.
    pub path_hint: String,
    /// The platforms of the asset, as the number in files.
    pub platform_flags: u32,
    /// The names of the platforms. A group has one name.
    pub platforms: Vec<String>,
}

/// A seed list: each asset once, in the order in which the assets were added.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SeedList {
    seeds: Vec<Seed>,
}

impl SeedList {
    /// Reads the seed list at `path` in `source`, JSON or XML. Seeds of the same asset are joined with all their
    /// platforms.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not well-formed or is not a seed list.
    pub fn read(path: &str, source: &Rc<dyn Source>) -> Result<ListReading<Self>, Box<Problem>> {
        let mut seeds = Seeds::default();
        let warnings = read(path, source, &mut seeds)?;
        Ok(ListReading { value: seeds.list, warnings })
    }

    /// The seeds, in order.
    pub fn seeds(&self) -> &[Seed] {
        &self.seeds
    }

    /// Returns the seeds in the form for people and programs.
    pub fn shapes(&self) -> Vec<AssetSeed> {
        let shape = |seed: &Seed| AssetSeed {
            id: seed.id.to_string(),
            path_hint: seed.path_hint.clone(),
            platform_flags: seed.platforms,
            platforms: platform_names(seed.platforms).into_iter().map(str::to_owned).collect(),
        };
        self.seeds.iter().map(shape).collect()
    }

    /// Adds a seed. If the list has a seed of the asset, adds the platforms to it, and replaces its hint unless the new
    /// one is empty. Returns true if the seed is new.
    pub fn add(&mut self, seed: Seed) -> bool {
        if let Some(known) = self.find(seed.id) {
            known.platforms |= seed.platforms;
            if !seed.path_hint.is_empty() {
                known.path_hint = seed.path_hint;
            }
            return false;
        }
        self.seeds.push(seed);
        true
    }

    /// Removes platforms from a seed. A seed without platforms is removed. Returns true if the list had the seed.
    pub fn remove(&mut self, id: AssetId, platforms: u32) -> bool {
        let Some(known) = self.find(id) else { return false };
        known.platforms &= !platforms;
        self.seeds.retain(|seed| seed.id != id || seed.platforms != 0);
        true
    }

    /// Adds platforms to all seeds.
    pub fn add_platforms(&mut self, platforms: u32) {
        self.seeds.iter_mut().for_each(|seed| seed.platforms |= platforms);
    }

    /// Removes platforms from all seeds, in the order of their bits. Every seed keeps at least one. Returns the ids of
    /// the seeds that kept one of `platforms`.
    pub fn remove_platforms(&mut self, platforms: u32) -> Vec<AssetId> {
        let mut kept = Vec::new();
        for seed in &mut self.seeds {
            let left = seed.platforms & !platforms;
            if left == 0 && seed.platforms != 0 {
                kept.push(seed.id);
            }
            // The highest of them is the last one to be removed.
            let last = seed.platforms.checked_ilog2().map_or(0, |bit| 1 << bit);
            seed.platforms = if left == 0 { last } else { left };
        }
        kept
    }

    /// Replaces the hint of a seed; an empty hint removes it. Returns true if the list has the seed.
    pub fn hint(&mut self, id: AssetId, path_hint: &str) -> bool {
        let Some(seed) = self.find(id) else { return false };
        path_hint.clone_into(&mut seed.path_hint);
        true
    }

    fn find(&mut self, id: AssetId) -> Option<&mut Seed> {
        self.seeds.iter_mut().find(|seed| seed.id == id)
    }
}

/// Reads records as seeds.
#[derive(Default)]
struct Seeds {
    list: SeedList,
    known: rustc_hash::FxHashMap<AssetId, usize>,
    seed: Seed,
}

impl Records for Seeds {
    fn kind(&self) -> &'static ListFileKind {
        &OF_SEEDS
    }

    fn begin(&mut self, _at: u32) {
        self.seed = Seed::default();
    }

    fn value(&mut self, slot: RecordSlot, text: &str, _span: Span) -> Result<(), String> {
        match slot {
            RecordSlot::Guid => self.seed.id.guid = guid(text)?,
            RecordSlot::SubId => self.seed.id.sub_id = parse_unsigned(text)?,
            RecordSlot::Platforms => self.seed.platforms = parse_unsigned(text)?,
            RecordSlot::PathHint => text.clone_into(&mut self.seed.path_hint),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let seed = std::mem::take(&mut self.seed);
        if seed.id.is_none() {
            return Err("this seed has no `assetId`".to_owned());
        }
        // Files may name an asset several times, and `SeedList::add` would search the whole list for each.
        let next = self.list.seeds.len();
        match *self.known.entry(seed.id).or_insert(next) {
            known if known < next => self.list.seeds[known].platforms |= seed.platforms,
            _ => self.list.seeds.push(seed),
        }
        Ok(())
    }
}
