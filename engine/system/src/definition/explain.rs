//! Explains the fields of a definition: for each field the file and line that set it, and the values that were
//! overridden.

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::arena::{Arena, ArenaKind, NodeId};
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
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub copied_from: Option<String>,
}

/// A value in a file.
struct GivenValue {
    path: String,
    node: NodeId,
    definition: usize,
}

impl Definitions {
    /// Explains a definition: the file that set each field, and the values that were overridden. Returns `None` if
    /// there is no definition at `at`.
    #[must_use]
    pub fn explain(&self, at: usize) -> Option<Explanation> {
        (at < self.len()).then(|| explain(self, at))
    }
}

fn explain(set: &Definitions, at: usize) -> Explanation {
    let chain = chain(&set.resolved, at);
    let mut given = Vec::new();
    for &definition in chain.iter().rev() {
        let Resolved { first, count, .. } = set.resolved[definition];
        for written in &set.written[first..first + count] {
            let leaves = leaves(&set.arena, written.node);
            given.extend(leaves.into_iter().map(|(path, node)| GivenValue { path, node, definition }));
        }
    }
    let result = leaves(&set.arena, set.resolved[at].node);
    let mut owners: FxHashMap<NodeId, usize> = FxHashMap::default();
    for given in &given {
        // Nodes are shared: if a node is in the result and in a source, the value comes from that source.
        owners.entry(given.node).or_insert(given.definition);
    }
    let owner = |node: NodeId| owners.get(&node).copied().unwrap_or(at);
    let mut left: FxHashMap<NodeId, usize> = FxHashMap::default();
    for (_, node) in &result {
        left.insert(*node, at);
    }
    let lost = given.iter().filter(|given| !left.contains_key(&given.node) && is_mergeable(set, given, at));
    let mut rows: Vec<(&str, NodeId, usize, bool)> =
        result.iter().map(|(path, node)| (path.as_str(), *node, owner(*node), true)).collect();
    rows.extend(lost.map(|given| (given.path.as_str(), given.node, given.definition, false)));
    let places: Vec<_> = rows.iter().map(|(_, node, ..)| set.arena.place(*node)).collect();
    let regions = note::regions(&places, &set.arena, set.source.as_ref());
    let mut fields: Vec<ExplainedField> = Vec::new();
    let mut by_path: FxHashMap<String, usize> = FxHashMap::default();
    for (((path, node, definition, is_set), (file, _)), region) in rows.into_iter().zip(places).zip(regions) {
        let file = set.arena.file(file);
        let start = region.map(|(region, _)| region.start);
        let setting = Setting {
            value: set.arena.value(node).to_owned(),
            context: set.contexts[file.context as usize].clone(),
            path: file.path.clone(),
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
            copied_from: (definition != at).then(|| set.resolved[definition].id.display(&set.arena.texts)),
        };
        let known = *by_path.entry(path.to_owned()).or_insert_with(|| {
            fields.push(ExplainedField { path: path.to_owned(), set: Vec::new(), overridden: Vec::new() });
            fields.len() - 1
        });
        let field = &mut fields[known];
        if is_set { field.set.push(setting) } else { field.overridden.push(setting) }
    }
    let id = |at: usize| set.resolved[at].id.display(&set.arena.texts);
    Explanation {
        id: id(at),
        type_name: set.arena.texts.get(set.resolved[at].type_name).to_owned(),
        sources: chain[1..].iter().map(|&at| id(at)).collect(),
        fields,
    }
}

/// Returns a definition and those that it copies from, nearest first.
fn chain(definitions: &[Resolved], at: usize) -> Vec<usize> {
    std::iter::successors(Some(at), |&at| definitions[at].source).collect()
}

/// Returns true if a value can be merged into the definition. The id of a source and the attributes that control
/// copying cannot.
fn is_mergeable(set: &Definitions, given: &GivenValue, at: usize) -> bool {
    let first = given.path.split('/').next().unwrap_or_default();
    let words = &set.words;
    let is_merge = first == "@Merge";
    let own = [words.id, words.copy_from, words.copy, words.is_abstract, words.enabled];
    let is_own = own.iter().any(|label| {
        first.strip_prefix('@').unwrap_or(first) == set.arena.texts.get(label.name)
            && first.starts_with('@') == label.is_attribute
    });
    !is_merge && first != "@xsi:type" && (given.definition == at || !is_own)
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
        let below = |part: NodeId| match arena.kind(part) {
            ArenaKind::Attribute => format!("{path}/@{}", arena.name_text(part)),
            ArenaKind::Text => format!("{path}/#text"),
            ArenaKind::Leaf | ArenaKind::Parent => format!("{path}/{}", arena.name_text(part)),
        };
        open.extend(parts.iter().rev().map(|&part| (below(part).trim_start_matches('/').to_owned(), part)));
    }
    leaves
}
