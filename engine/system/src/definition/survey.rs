//! An overview of all definitions: the contexts that contain each, and the diagnostics about it.

use assay_document::text::Region;
use assay_report::Problem;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

#[cfg(feature = "schema")]
use super::note::DefinitionDiagnostic;
use super::note::{self, Diagnostic};
use super::set::Definitions;
use crate::texts::narrow;

/// An overview of all definitions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionSurvey"))]
pub struct Survey<'s> {
    /// The base game and its mods, in load order.
    pub contexts: &'s [String],
    /// True if the project's configuration names these folders.
    pub configured: bool,
    /// The definitions, in the order in which their ids first occurred.
    pub definitions: Vec<Surveyed<'s>>,
    /// All diagnostics: problems first, then warnings.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<DefinitionDiagnostic<'static>>"))]
    pub told: Vec<Diagnostic>,
}

/// One definition in an overview.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SurveyedDefinition"))]
pub struct Surveyed<'s> {
    /// `Type/Subtype`.
    pub id: String,
    /// The builder type.
    #[serde(rename = "type")]
    pub type_name: &'s str,
    /// True if the game uses it: it is neither abstract nor switched off.
    pub live: bool,
    /// True if it copies fields of another definition.
    pub copied: bool,
    /// The contexts that contain it, as indices into the list of contexts.
    pub contexts: Vec<u32>,
    /// The diagnostics about it, as indices into the list of all diagnostics.
    pub told: Vec<u32>,
}

impl Definitions {
    /// Returns an overview of all definitions: the contexts that contain each, and the diagnostics about it.
    #[must_use]
    pub fn survey(&self) -> Survey<'_> {
        survey(self)
    }
}

fn survey(set: &Definitions) -> Survey<'_> {
    let diagnostics = [set.diagnostics(), &set.lint()].concat();
    let mut definitions: Vec<_> = set
        .iter()
        .zip(&set.resolved)
        .map(|(definition, resolved)| {
            let written = &set.written[resolved.first..resolved.first + resolved.count];
            let mut contexts: Vec<_> = written.iter().map(|written| set.arena.file(written.file).context).collect();
            contexts.dedup();
            Surveyed {
                id: definition.id(),
                type_name: definition.type_name(),
                live: definition.is_live(),
                copied: resolved.source.is_some(),
                contexts,
                told: Vec::new(),
            }
        })
        .collect();
    for (at, owner) in owners(set, &diagnostics).into_iter().enumerate() {
        if let Some(owner) = owner {
            definitions[owner].told.push(narrow(at));
        }
    }
    Survey { contexts: &set.contexts, configured: set.is_configured, definitions, told: diagnostics }
}

/// Returns the definition that each diagnostic is about: the last one that begins in front of it in its file.
fn owners(set: &Definitions, diagnostics: &[Diagnostic]) -> Vec<Option<usize>> {
    let paths: FxHashSet<&str> =
        diagnostics.iter().filter_map(|diagnostic| diagnostic.problem.path.as_deref()).collect();
    let mut starts = Vec::new();
    for (owner, resolved) in set.resolved.iter().enumerate() {
        let written = &set.written[resolved.first..resolved.first + resolved.count];
        let places = written.iter().map(|written| set.arena.place(written.node));
        starts
            .extend(places.filter(|place| paths.contains(set.arena.file(place.0).path.as_str())).map(|at| (at, owner)));
    }
    starts.sort_unstable();
    let places: Vec<_> = starts.iter().map(|(place, _)| *place).collect();
    let regions = note::regions(&places, &set.arena, set.source.as_ref());
    let mut of_file: FxHashMap<&str, Vec<(u32, u32, usize)>> = FxHashMap::default();
    for ((place, owner), region) in starts.iter().zip(regions) {
        if let Some((Region { start, .. }, _)) = region {
            let path = set.arena.file(place.0).path.as_str();
            of_file.entry(path).or_default().push((start.line, start.column, *owner));
        }
    }
    let owner = |Problem { path, region, .. }: &Problem| {
        let (starts, at) = (of_file.get(path.as_deref()?)?, region.as_ref()?.start);
        // Diagnostics have lines but no nodes, so the definition is found by the line.
        let before = starts.partition_point(|&(line, column, _)| (line, column) <= (at.line, at.column));
        Some(starts.get(before.checked_sub(1)?)?.2)
    };
    diagnostics.iter().map(|diagnostic| owner(&diagnostic.problem)).collect()
}
