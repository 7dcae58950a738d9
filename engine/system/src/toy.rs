//! A system of toys, for the test that a system needs only a folder and a row in the table. Boxes (`*.toybox`) list
//! toys by name. The color of a toy is in the name of its box.
//!
//! It has a map, a list, a function and virtual files. No other part of the engine refers to it.

use std::rc::Rc;

use assay_document::source::Source;
use rhai::Dynamic;

use crate::definition::is_definitions;
use crate::sorted::{Row, Sorted};
use crate::{
    Built, BuiltCollection, Collection, CollectionShape, DataNeeds, Loaded, Loading, Mentions, Part, PathList, Project,
    Refused, Resolver, System, SystemFunction, SystemReader, VirtualFile, VirtualFiles,
};

/// The flag for the boxes.
const BOXES: DataNeeds = DataNeeds::flag(0);

/// The system of toys.
pub struct Toys;

/// A box: its path, and the names of its toys.
type ToyBox = (String, Vec<String>);

impl System for Toys {
    fn name(&self) -> &'static str {
        "toys"
    }

    fn collections(&self) -> &'static [Collection] {
        const ROWS: &[Collection] = &[
            Collection::new(
                "toys.by_name",
                CollectionShape::Map,
                BOXES,
                "each name of a toy, with the boxes that it is in",
            ),
            Collection::new("toys.boxes", CollectionShape::Paths, BOXES, "the paths of the boxes"),
        ];
        ROWS
    }

    fn functions(&self) -> &'static [SystemFunction] {
        const ROWS: &[SystemFunction] = &[SystemFunction {
            name: "toys_in",
            signature: "toys_in(path) -> number",
            doc: "the number of toys in a box",
            needs: BOXES,
        }];
        ROWS
    }

    fn needs_file(&self, needs: DataNeeds, path: &str) -> bool {
        needs.has(BOXES) && path.ends_with(".toybox")
    }

    fn reader(&self) -> SystemReader {
        // A real system has a custom sink (see `assay_document::format::Sink`); this one keeps all text of the
        // document.
        SystemReader::Document(|path, document| {
            let mut texts = Mentions::new(|text: &str| !text.is_empty());
            document.read(&mut texts)?;
            let toy_box: ToyBox = (path.to_owned(), texts.finish());
            Ok(Some(Part::of(&toy_box)))
        })
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let boxes: Vec<ToyBox> = parts.iter().filter_map(|part| part.content()).collect();
        let paths = boxes.iter().map(|(path, _)| path.clone()).collect();
        let toy = |path: &String, name: String| Toy { name, path: path.clone() };
        let toys = boxes.into_iter().flat_map(|(path, names)| names.into_iter().map(move |name| toy(&path, name)));
        let toys = Rc::new(ByName(Sorted::new(toys.collect())));
        Built { collections: vec![Rc::<ByName>::clone(&toys), PathList::build(paths)], resolver: Some(toys) }
    }

    fn virtual_files(&self) -> Option<&dyn VirtualFiles> {
        Some(self)
    }
}

/// A toy, and the path of its box.
struct Toy {
    name: String,
    path: String,
}

impl Row for Toy {
    fn key(&self) -> &str {
        &self.name
    }

    fn rank(&self) -> &str {
        &self.path
    }
}

struct ByName(Sorted<Toy>);

impl BuiltCollection for ByName {
    fn len(&self) -> usize {
        self.0.firsts().count()
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.0.keys().map(Into::into).collect()
    }

    fn count(&self, name: &str) -> usize {
        self.0.at(name).len()
    }

    fn entries(&self, name: &str) -> Vec<Dynamic> {
        self.0.rows()[self.0.at(name)].iter().map(|toy| toy.path.as_str().into()).collect()
    }
}

impl Resolver for ByName {
    fn cost(&self) -> usize {
        self.0.rows().len()
    }

    fn resolve(&self, _function: &str, path: &str, exists: &dyn Fn(&str) -> bool) -> Result<Dynamic, Refused> {
        if !exists(path) {
            return Err(Refused { message: format!("unknown box `{path}`"), help: "look under the bed", cost: 0 });
        }
        let count = self.0.rows().iter().filter(|toy| toy.path == path).count();
        Ok(rhai::INT::try_from(count).unwrap_or_default().into())
    }
}

impl VirtualFiles for Toys {
    fn folder(&self) -> &'static str {
        "@toys"
    }

    fn section(&self) -> &'static str {
        "toys"
    }

    fn kind(&self) -> &'static str {
        "toys (.toybox)"
    }

    fn loads(&self, path: &str) -> bool {
        !is_definitions(path) && path.ends_with(".toybox")
    }

    fn load(&self, _project: Project, loading: Loading<'_>) -> Loaded {
        let boxes = loading.files.iter().filter(|path| self.loads(path)).cloned().collect::<Vec<_>>();
        let text = format!("<Toys><Boxes>{}</Boxes></Toys>", boxes.len());
        let file = VirtualFile { path: "@toys/all.xml".to_owned(), text, files: boxes, origins: vec![(0, 0, 0)] };
        let files = Some(file).filter(|file| (loading.is_needed)(&file.path)).into_iter().collect();
        Loaded { files, ..Loaded::default() }
    }

    fn text(&self, source: &dyn Source, path: &str) -> Option<String> {
        String::from_utf8(source.read(path).ok()?).ok()
    }
}
