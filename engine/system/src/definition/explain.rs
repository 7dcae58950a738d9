//! Explains the fields of a definition: the line that set each, and the values that were overridden.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::arena::{Arena, Label, NodeId};
use super::note;
use super::set::{Definitions, Resolved};

/// The origin of each field of one definition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionExplanation"))]
pub struct Explanation {
    /// `Type/Subtype`.
    pub id: String,
    /// The builder type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The definitions that it copies from, nearest first.
    pub sources: Vec<String>,
    /// The fields by path, in the order of the result. Fields that are not in the result come last.
    pub fields: Vec<ExplainedField>,
}

/// A field: one value, or the values of a list's entries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionField"))]
pub struct ExplainedField {
    /// Names from the definition down: `Spot/State`, `Component/@Type`.
    pub path: String,
    /// The values in effect, each with the place that set it.
    pub set: Vec<Setting>,
    /// Earlier values that were replaced, in the order of the mods.
    pub overridden: Vec<Setting>,
}

/// A value, and the file that set it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionSetting"))]
pub struct Setting {
    /// The text.
    pub value: String,
    /// The base game or the mod.
    pub context: String,
    /// The file.
    pub path: String,
    /// The line, from 1; null if the file cannot be read any more.
    pub line: Option<u32>,
    /// The column, from 1, in UTF-16 units.
    pub column: Option<u32>,
    /// If the value was copied from another definition, the id of that definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copied_from: Option<String>,
}

/// A value in a file.
struct GivenValue {
    path: String,
    node: NodeId,
    definition: usize,
}

impl Definitions {
    /// Explains the definition at `at`: the file that set each field, and the values that were overridden.
    pub fn explain(&self, at: usize) -> Option<Explanation> {
        if at >= self.len() {
            return None;
        }
        let chain: Vec<usize> = std::iter::successors(Some(at), |&at| self.resolved[at].source).collect();
        let mut given = Vec::new();
        for &definition in chain.iter().rev() {
            let Resolved { first, count, .. } = self.resolved[definition];
            for written in &self.written[first..first + count] {
                let leaves = leaves(&self.arena, written.node);
                given.extend(leaves.into_iter().map(|(path, node)| GivenValue { path, node, definition }));
            }
        }
        let result = leaves(&self.arena, self.resolved[at].node);
        let mut owners: FxHashMap<NodeId, usize> = FxHashMap::default();
        for given in &given {
            // Nodes are shared: if a node is in the result and in a source, the value comes from that source.
            owners.entry(given.node).or_insert(given.definition);
        }
        let owner = |node: NodeId| owners.get(&node).copied().unwrap_or(at);
        let left: FxHashMap<NodeId, usize> = result.iter().map(|(_, node)| (*node, at)).collect();
        let lost = given.iter().filter(|given| !left.contains_key(&given.node) && is_mergeable(self, given, at));
        let mut rows: Vec<(&str, NodeId, usize, bool)> =
            result.iter().map(|(path, node)| (path.as_str(), *node, owner(*node), true)).collect();
        rows.extend(lost.map(|given| (given.path.as_str(), given.node, given.definition, false)));
        let places: Vec<_> = rows.iter().map(|(_, node, ..)| self.arena.place(*node)).collect();
        let regions = note::regions(&places, &self.arena, self.source.as_ref());
        let mut fields: Vec<ExplainedField> = Vec::new();
        let mut by_path: FxHashMap<&str, usize> = FxHashMap::default();
        for (((path, node, definition, is_set), (file, _)), region) in rows.into_iter().zip(places).zip(regions) {
            let file = self.arena.file(file);
            let start = region.map(|(region, _)| region.start);
            let setting = Setting {
                value: self.arena.value(node).to_owned(),
                context: self.contexts[file.context as usize].clone(),
                path: file.path.clone(),
                line: start.map(|start| start.line),
                column: start.map(|start| start.column),
                copied_from: (definition != at).then(|| self.resolved[definition].id.display(&self.arena.texts)),
            };
            let known = *by_path.entry(path).or_insert_with(|| {
                fields.push(ExplainedField { path: path.to_owned(), set: Vec::new(), overridden: Vec::new() });
                fields.len() - 1
            });
            let field = &mut fields[known];
            if is_set { field.set.push(setting) } else { field.overridden.push(setting) }
        }
        let id = |at: usize| self.resolved[at].id.display(&self.arena.texts);
        Some(Explanation {
            id: id(at),
            type_name: self.arena.texts.get(self.resolved[at].type_name).to_owned(),
            sources: chain[1..].iter().map(|&at| id(at)).collect(),
            fields,
        })
    }
}

/// Returns true if a value can be merged into the definition, unlike the id of a source and `Merge`.
fn is_mergeable(set: &Definitions, given: &GivenValue, at: usize) -> bool {
    let first = given.path.split('/').next().unwrap_or_default();
    let (name, is_attribute) = first.strip_prefix('@').map_or((first, false), |name| (name, true));
    let words = &set.words;
    set.arena.texts.find(name).map(|name| Label { name, is_attribute }).is_none_or(|label| {
        label != words.merge && label != words.xsi_type && (given.definition == at || !words.is_own(label))
    })
}

/// Returns the values of an element with their paths, depth first.
fn leaves(arena: &Arena, node: NodeId) -> Vec<(String, NodeId)> {
    let mut leaves = Vec::new();
    let mut open: Vec<(String, NodeId)> = vec![(String::new(), node)];
    while let Some((path, node)) = open.pop() {
        let parts = arena.parts(node);
        if parts.is_empty() {
            leaves.push((path, node));
            continue;
        }
        let below = |part: NodeId| format!("{path}/{}", arena.field_name(arena.label(part)));
        open.extend(parts.iter().rev().map(|&part| (below(part).trim_start_matches('/').to_owned(), part)));
    }
    leaves
}
