//! A system of toys, for the test that a system is a folder and a row: boxes (`*.toybox`) list toys by name, each toy in the
//! color that the name of its box says.
//!
//! It gives a map, a list, a function and virtual files. Nothing else in the engine knows it.

use std::rc::Rc;

use rhai::Dynamic;

use crate::source::Source;
use crate::system::definition::is_definitions;
use crate::system::{
    Built, BuiltCollection, Collection, Function, Loaded, Loading, Mentions, Needs, Part, PathList, Project, Reader,
    Refused, Resolver, SYSTEMS, Shape, System, VirtualFile, VirtualFiles,
};

/// The boxes.
const BOXES: Needs = Needs::flag(0);

/// The system of toys.
pub struct Toys;

/// The name of a toy, and the path of its box.
type Toy = (String, String);

impl System for Toys {
    fn name(&self) -> &'static str {
        "toys"
    }

    fn collections(&self) -> &'static [Collection] {
        const ROWS: &[Collection] = &[
            Collection::new("toys.by_name", Shape::Map, BOXES, "each name of a toy, with the boxes that it is in"),
            Collection::new("toys.boxes", Shape::Paths, BOXES, "the paths of the boxes"),
        ];
        ROWS
    }

    fn functions(&self) -> &'static [Function] {
        const ROWS: &[Function] = &[Function {
            name: "toys_in",
            signature: "toys_in(path) -> number",
            doc: "the number of toys in a box",
            needs: BOXES,
        }];
        ROWS
    }

    fn wants(&self, needs: Needs, path: &str) -> bool {
        needs.has(BOXES) && path.ends_with(".toybox")
    }

    fn reader(&self) -> Reader {
        Reader::Document(|path, document| {
            let mut texts = Mentions::new(|text: &str| !text.is_empty());
            document.read(&mut texts)?;
            let toys: Vec<Toy> = texts.finish().into_iter().map(|toy| (toy, path.to_owned())).collect();
            Ok(Some(Part::of(&toys)))
        })
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let toys = Rc::new(Sorted(parts.iter().filter_map(|part| part.content::<Vec<Toy>>()).flatten().collect()));
        let boxes = PathList::built(toys.0.iter().map(|(_, path)| path.clone()).collect());
        Built { collections: vec![Rc::<Sorted>::clone(&toys), boxes], resolver: Some(toys) }
    }

    fn virtual_files(&self) -> Option<&dyn VirtualFiles> {
        Some(self)
    }
}

#[derive(Debug)]
struct Sorted(Vec<Toy>);

impl BuiltCollection for Sorted {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn contains(&self, key: &str) -> bool {
        self.count(key) > 0
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.0.iter().map(|(name, _)| name.as_str().into()).collect()
    }

    fn count(&self, key: &str) -> usize {
        self.0.iter().filter(|(name, _)| name == key).count()
    }

    fn things(&self, key: &str) -> Vec<Dynamic> {
        self.0.iter().filter(|(name, _)| name == key).map(|(_, path)| path.as_str().into()).collect()
    }
}

impl Resolver for Sorted {
    fn cost(&self) -> usize {
        self.0.len()
    }

    fn resolve(&self, _function: &str, path: &str, exists: &dyn Fn(&str) -> bool) -> Result<Dynamic, Refused> {
        if !exists(path) {
            return Err(Refused { message: format!("there is no box `{path}`"), help: "look under the bed", cost: 0 });
        }
        let count = self.0.iter().filter(|(_, held)| held == path).count();
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
        let file = VirtualFile::new("@toys/all.xml".to_owned(), text, boxes, vec![(0, 0, 0)]);
        let files = Some(file).filter(|file| (loading.is_wanted)(&file.path)).into_iter().collect();
        Loaded { files, ..Loaded::default() }
    }

    fn text(&self, source: &dyn Source, path: &str) -> Option<String> {
        String::from_utf8(source.read(path).ok()?).ok()
    }
}

#[test]
fn it_is_known_as_a_row_only() {
    assert!(SYSTEMS.iter().any(|system| system.name() == "toys"));
}
