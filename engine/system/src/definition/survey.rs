//! An overview of all definitions: the contexts that contain each, and the diagnostics about it.

use serde::Serialize;

#[cfg(feature = "schema")]
use super::note::DefinitionDiagnostic;
use super::note::Diagnostic;
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
    pub fn survey(&self) -> Survey<'_> {
        let diagnostics = [self.diagnostics(), &self.lint()].concat();
        let mut definitions: Vec<_> = self
            .iter()
            .zip(&self.resolved)
            .map(|(definition, resolved)| {
                let written = &self.written[resolved.first..resolved.first + resolved.count];
                let mut contexts: Vec<_> =
                    written.iter().map(|written| self.arena.file(written.file).context).collect();
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
        for (at, owner) in owners(self, &diagnostics).into_iter().enumerate() {
            if let Some(owner) = owner {
                definitions[owner].told.push(narrow(at));
            }
        }
        Survey { contexts: &self.contexts, configured: self.is_configured, definitions, told: diagnostics }
    }
}

/// Returns the definition that each diagnostic is about: the last one that begins in front of it in its file.
fn owners(set: &Definitions, diagnostics: &[Diagnostic]) -> Vec<Option<usize>> {
    let mut starts = Vec::new();
    for (owner, resolved) in set.resolved.iter().enumerate() {
        let written = &set.written[resolved.first..resolved.first + resolved.count];
        starts.extend(written.iter().map(|written| (set.arena.place(written.node), owner)));
    }
    starts.sort_unstable();
    let owner = |place: (u32, u32)| {
        let before = starts.partition_point(|(start, _)| *start <= place);
        let ((file, _), owner) = *starts.get(before.checked_sub(1)?)?;
        (file == place.0).then_some(owner)
    };
    diagnostics.iter().map(|diagnostic| diagnostic.place.and_then(owner)).collect()
}
