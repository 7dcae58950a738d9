//! Lints: content that is legal but hardly ever intended.

use assay_document::text::{Fault, IssueCode, nearest};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::{Arena, ArenaKind, NodeId};
use super::fields::ElementFields;
use super::note::{self, Diagnostic, Level, UnplacedNote, of_fault};
use super::order::TypeOrder;
use super::schema::{FieldSpec, KindSpec, ListSpec, Of, Schema};
use super::set::Definitions;
use super::words::{SEARCHES, short};
use crate::cycles::reachable;

/// The type that all definitions extend, even if no schema describes it.
const BASE: &str = "DefinitionBase";
/// The usual ending of the names of types.
const ENDING: &str = "Definition";

impl Definitions {
    /// Returns warnings about content that a user should check: values that are not valid for their kind, entries that
    /// two mods add, dependencies that the schema lacks.
    pub fn lint(&self) -> Vec<Diagnostic> {
        let mut diagnostics = of_schema(self);
        let mut notes = Vec::new();
        entries(self, &mut notes);
        diagnostics.extend(note::place(notes, &self.arena, self.source.as_ref()));
        diagnostics.extend(self.bad_values());
        diagnostics
    }
}

/// Reports entries that occur twice in a list of a definition, from two contexts.
fn entries(set: &Definitions, notes: &mut Vec<UnplacedNote>) {
    let arena = &set.arena;
    let context = |node: NodeId| arena.file(arena.place(node).0).context;
    let mut open: Vec<NodeId> = set.resolved.iter().map(|definition| definition.node).collect();
    while let Some(node) = open.pop() {
        // Repeated and wrapped lists alike are elements with the same name that follow each other.
        let fields = ElementFields::new(arena, &set.shapes, None, arena.parts(node));
        for (_, parts) in fields.iter() {
            open.extend(parts.iter().filter(|&&part| parts.len() == 1 && arena.kind(part) == ArenaKind::Parent));
            if parts.len() == 1 {
                continue;
            }
            let mut seen: FxHashMap<Vec<(&str, &str)>, NodeId> = FxHashMap::default();
            for &part in parts {
                let first = *seen.entry(content(arena, part)).or_insert(part);
                if context(first) != context(part) {
                    let message = format!(
                        "`{}` already has the same entry, from {}",
                        arena.name_text(part),
                        set.contexts[context(first) as usize]
                    );
                    let note = UnplacedNote::warning(IssueCode::RepeatedEntry, part, message);
                    notes.push(note.help("remove one of them, or give the list a key in the schema"));
                }
            }
        }
    }
}

/// Returns the content of an element with its names, depth first. The spellings of one id are equal.
fn content(arena: &Arena, node: NodeId) -> Vec<(&str, &str)> {
    let mut content = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let name = arena.name_text(node);
        match (name, arena.text(node).map_or(name, |text| arena.texts.get(text))) {
            ("Subtype" | "SubtypeId", "") => {}
            ("Type" | "TypeId", text) => content.push((name, short(text))),
            (_, text) => content.push((name, text)),
        }
        open.extend(arena.parts(node));
    }
    content
}

/// Reports definitions of abstract types, types that do not exist, and dependencies that are missing or not recursive.
fn of_schema(set: &Definitions) -> Vec<Diagnostic> {
    let schema = &set.schema;
    let order = TypeOrder::new(schema, []);
    let mut needs = vec![Vec::new(); order.types.len()];
    for &(from, to) in &order.needs {
        needs[from].push(to);
    }
    let places: FxHashMap<&str, usize> = order.types.iter().map(String::as_str).zip(0..).collect();
    let mut given: FxHashMap<&str, NodeId> = FxHashMap::default();
    for definition in &set.resolved {
        given.entry(set.arena.texts.get(definition.type_name)).or_insert(definition.node);
    }
    // An ending that all names share does not make them similar.
    let stem = |name: &'_ str| name.len() - if name.ends_with(ENDING) { ENDING.len() } else { 0 };
    let stems: Vec<(&str, &str)> =
        schema.types.iter().map(|spec| (&spec.name[..stem(&spec.name)], spec.name.as_str())).collect();
    let mut searches = SEARCHES;
    let (mut faults, mut notes) = (Vec::new(), Vec::new());
    for spec in &schema.types {
        if let Some(&node) = given.get(spec.name.as_str()).filter(|_| spec.is_abstract) {
            let message = format!("`{}` is abstract in the schema and cannot have a definition", spec.name);
            notes.push(UnplacedNote::warning(IssueCode::AbstractType, node, message));
        }
        let named = spec.depends.iter().map(|depends| depends.type_name.as_str()).chain(spec.extends.as_deref());
        let mut named: Vec<&str> = named.chain(refs(schema, &spec.fields).into_iter().map(|(_, to)| to)).collect();
        named.sort_unstable();
        named.dedup();
        for name in named {
            if name == BASE || schema.type_spec(name).is_some() || given.contains_key(name) {
                continue;
            }
            let others = || stems.iter().filter(|(_, full)| *full != spec.name);
            let is_searched = searches > 0;
            searches = searches.saturating_sub(1);
            let suggestion = nearest(&name[..stem(name)], others().map(|(stem, _)| *stem).filter(|_| is_searched));
            let suggestion = suggestion.and_then(|suggestion| others().find(|(stem, _)| *stem == suggestion));
            let message = format!("`{}` names the type `{name}`, which is neither described nor loaded", spec.name);
            let fault = Fault::new(IssueCode::UnknownType, message, spec.span);
            faults.push(Fault { help: suggestion.map(|(_, full)| format!("did you mean `{full}`?")), ..fault });
        }
        for depends in spec.depends.iter().filter(|depends| !depends.recursive) {
            if schema.type_spec(&depends.type_name).is_some_and(|on| on.is_abstract) {
                let message = format!(
                    "`{}` depends on the abstract type `{}`, but not on the types that extend it",
                    spec.name, depends.type_name
                );
                let help = format!("write `{{type: {}, recursive: true}}`", depends.type_name);
                faults.push(Fault::new(IssueCode::DependencyNotRecursive, message, spec.span).help(help));
            }
        }
        let own = std::iter::once(spec.name.as_str()).chain(schema.ancestors(&spec.name));
        let fields = own.filter_map(|name| schema.type_spec(name)).flat_map(|spec| &spec.fields);
        let mut loaded = None;
        for (name, to) in refs(schema, fields).into_iter().filter(|(_, to)| *to != spec.name) {
            let loaded = loaded.get_or_insert_with(|| reachable(places[spec.name.as_str()], &needs));
            if places.get(to).is_some_and(|&to| loaded[to]) {
                continue;
            }
            let message = format!("`{}` refers to `{to}` in `{name}`, but does not depend on it", spec.name);
            let fault = Fault::new(IssueCode::MissingDependency, message, spec.span);
            faults.push(fault.help(format!("add `{to}` to its `depends`")));
        }
    }
    let warnings = faults.into_iter().map(|fault| of_fault(Level::Warning, fault, &schema.path, &schema.text));
    warnings.chain(note::place(notes, &set.arena, set.source.as_ref())).collect()
}

/// Returns the fields, nested ones included, that refer to definitions, each with the type that it refers to.
fn refs<'s>(schema: &'s Schema, fields: impl IntoIterator<Item = &'s FieldSpec>) -> Vec<(&'s str, &'s str)> {
    let mut open: Vec<&FieldSpec> = fields.into_iter().collect();
    let (mut refs, mut met, mut structs) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
    let mut at = 0;
    while let Some(field) = open.get(at).copied() {
        at += 1;
        refs.extend(field.to.as_deref().map(|to| (field.name.as_str(), to)).filter(|named| met.insert(*named)));
        match &field.kind {
            KindSpec::Object(Some(Of::Fields(inner)))
            | KindSpec::List(ListSpec { item: Some(Of::Fields(inner)), .. }) => {
                open.extend(inner);
            }
            KindSpec::Object(Some(Of::Struct(name)))
            | KindSpec::List(ListSpec { item: Some(Of::Struct(name)), .. }) => {
                let inner = schema.structs.iter().filter(|of| of.name == *name && structs.insert(&of.name));
                open.extend(inner.flat_map(|of| &of.fields));
            }
            KindSpec::Object(None) | KindSpec::List(_) | KindSpec::Value(_) => {}
        }
    }
    refs
}
