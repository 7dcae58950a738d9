//! Merged definitions as a system: the collection `definitions`, by id.

use std::rc::Rc;

use assay_document::source::Source;
use assay_report::ProblemCode;
use rhai::Dynamic;
use serde::{Deserialize, Serialize};

use super::note::{self, Level};
use super::project::{is_definitions, load_project};
use super::publish::FOLDER;
use super::set::{Definition, Definitions};
use crate::sorted::{Row, Sorted};
use crate::{
    Built, BuiltCollection, Collection, CollectionShape, DataNeeds, Loaded, Loading, Part, Project, Property, Record,
    System, SystemReader, VirtualFiles, to_dynamic,
};

/// The flag for the definitions.
const ROWS: DataNeeds = DataNeeds::flag(0);
/// The flag for the values of the definitions.
const VALUES: DataNeeds = DataNeeds::flag(1);

const COLLECTIONS: &[Collection] = &[Collection {
    needs_of_scripts: ROWS.and(VALUES),
    ..Collection::new(
        "definitions",
        CollectionShape::Map,
        ROWS,
        "each id of a game definition, `Type/Subtype`, with the definition after all mods",
    )
}];

/// The system of merged definitions.
pub struct MergedDefinitions;

impl System for MergedDefinitions {
    fn name(&self) -> &'static str {
        "definitions"
    }

    fn collections(&self) -> &'static [Collection] {
        COLLECTIONS
    }

    /// Definitions are loaded together, in a separate stage.
    fn needs_file(&self, _needs: DataNeeds, _path: &str) -> bool {
        false
    }

    fn reader(&self) -> SystemReader {
        SystemReader::Bytes(|_, _| Ok(None))
    }

    fn is_affected_by(&self, _needs: DataNeeds, path: &str, _code: &ProblemCode) -> bool {
        self.needs(path) || self.may_need(path)
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let rows = parts.iter().filter_map(|part| part.content::<Vec<DefinitionRow>>()).flatten();
        Built { collections: vec![Rc::new(ById(Sorted::new(rows.map(Rc::new).collect())))], resolver: None }
    }

    fn virtual_files(&self) -> Option<&dyn VirtualFiles> {
        Some(self)
    }
}

impl VirtualFiles for MergedDefinitions {
    fn folder(&self) -> &'static str {
        FOLDER
    }

    fn section(&self) -> &'static str {
        "definitions"
    }

    fn kind(&self) -> &'static str {
        "definitions (.sbc)"
    }

    fn loads(&self, path: &str) -> bool {
        is_definitions(path)
    }

    fn load(&self, project: Project, loading: Loading<'_>) -> Loaded {
        let Loading { files, source, scripts, needs, is_needed } = loading;
        let set = load_project(source, files, project, Some(scripts));
        let mut loaded = Loaded { read: set.read.clone(), ..Loaded::default() };
        for diagnostic in set.diagnostics() {
            match diagnostic.level {
                Level::Error => loaded.diagnostics.problems.push(diagnostic.problem.clone()),
                Level::Warning => loaded.diagnostics.warnings.push(diagnostic.problem.clone()),
                Level::Info => {}
            }
        }
        loaded.files = set.publish(is_needed);
        if needs.has(VALUES) {
            loaded.diagnostics.warnings.extend(set.bad_values().into_iter().map(|diagnostic| diagnostic.problem));
        }
        // The values of a hundred thousand definitions are sent to workers only if a script reads them.
        loaded.part = (!needs.is_none()).then(|| part(&set, needs.has(VALUES)));
        loaded
    }

    fn text(&self, source: &dyn Source, path: &str) -> Option<String> {
        note::text(source, path)
    }
}

#[derive(Deserialize, Serialize)]
struct DefinitionRow {
    /// `Type/Subtype`.
    id: String,
    /// The builder type.
    type_name: String,
    /// True if the game uses it: it is neither abstract nor switched off.
    is_live: bool,
    /// The path of its virtual file.
    path: String,
    /// Its normalised values as JSON. Empty if no rule needs them.
    values: String,
}

impl Row for Rc<DefinitionRow> {
    fn key(&self) -> &str {
        &self.id
    }

    fn rank(&self) -> &str {
        &self.type_name
    }
}

/// Returns the part of the collection for loaded definitions.
fn part(set: &Definitions, with_values: bool) -> Part {
    let row = |(at, definition): (usize, Definition<'_>)| DefinitionRow {
        id: definition.id(),
        type_name: definition.type_name().to_owned(),
        is_live: definition.is_live(),
        path: set.path(at),
        values: if with_values { definition.values().to_string() } else { String::new() },
    };
    Part::of(&set.iter().enumerate().map(row).collect::<Vec<_>>())
}

/// The collection of definitions. Several share an id when their builder types differ.
struct ById(Sorted<Rc<DefinitionRow>>);

impl BuiltCollection for ById {
    fn len(&self) -> usize {
        self.0.firsts().count()
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.0.keys().map(Into::into).collect()
    }

    fn count(&self, id: &str) -> usize {
        self.0.at(id).len()
    }

    fn entries(&self, id: &str) -> Vec<Dynamic> {
        let view = |row: &Rc<DefinitionRow>| Record::value("a definition", &PROPERTIES, Rc::clone(row));
        self.0.rows()[self.0.at(id)].iter().map(view).collect()
    }
}

/// The properties of a definition, in order.
const PROPERTIES: [Property<Rc<DefinitionRow>>; 5] = [
    ("id", |row| row.id.as_str().into()),
    ("type", |row| row.type_name.as_str().into()),
    ("live", |row| row.is_live.into()),
    ("path", |row| row.path.as_str().into()),
    ("values", |row| serde_json::from_str(&row.values).map_or(Dynamic::UNIT, to_dynamic)),
];
