use std::rc::Rc;

use assay_document::format::Document;
use assay_document::source::file_name;

use super::disk::FolderFile;
use super::index::{IndexPart, MapKey, ResourceIndex};
use super::maps::maps;
use super::resources::{MessiahResource, ResourceFile};
use crate::{BuiltCollection, PathList};

const A: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
const A_SPELLED: &str = "{914FA3A0-62CD-4B5A-83DF-92FDF494534A}";
const B: &str = "e081bf41-a561-4750-83af-78c80468bc6c";
const C: &str = "e5ce0940-f689-404d-968f-775317804069";

const FILES: [FolderFile; 4] = [FolderFile::Resource, FolderFile::Data, FolderFile::Hdr, FolderFile::Source];

impl ResourceIndex {
    fn resources(&self, guid: &str) -> impl Iterator<Item = MessiahResource<'_>> {
        self.entries(MapKey::Guid, guid).filter_map(|entry| MessiahResource::of(self, entry))
    }

    fn resources_at(&self, path: &str) -> impl Iterator<Item = MessiahResource<'_>> {
        self.entries(MapKey::VirtualPath, path).filter_map(|entry| MessiahResource::of(self, entry))
    }

    fn files(&self, guid: &str) -> impl Iterator<Item = ResourceFile<'_>> {
        self.entries(MapKey::Folder, guid).filter_map(|entry| ResourceFile::of(self, entry))
    }
}

/// Returns the part made from a file.
fn part(path: &str, text: &str) -> IndexPart {
    let document = Document::decode(path, text.as_bytes().to_vec()).unwrap();
    IndexPart::of_file(path, &document).unwrap()
}

/// Returns a repository of items given as `(GUID, Type, Package, Name)`.
fn repository(path: &str, items: &[(&str, &str, &str, &str)]) -> IndexPart {
    let item = |(guid, kind, package, name): &(&str, &str, &str, &str)| {
        format!("<Item><GUID>{guid}</GUID><Type>{kind}</Type><Package>{package}</Package><Name>{name}</Name></Item>")
    };
    let items: String = items.iter().map(item).collect();
    part(path, &format!("<Repository><Items>{items}</Items></Repository>"))
}

fn merged(parts: impl IntoIterator<Item = IndexPart>) -> (ResourceIndex, Vec<String>) {
    let mut whole = IndexPart::default();
    parts.into_iter().for_each(|part| whole.merge(part));
    let (index, mut ilevels) = ResourceIndex::new(whole);
    ilevels.sort_unstable();
    ilevels.dedup();
    (index, ilevels)
}

fn index(parts: impl IntoIterator<Item = IndexPart>) -> ResourceIndex {
    merged(parts).0
}

/// Returns the maps of an index: resources, their files, virtual paths.
fn built(index: ResourceIndex) -> [Rc<dyn BuiltCollection>; 3] {
    let [in_repo, in_disk, virt_info, _, _] = maps(&Rc::new(index));
    [in_repo, in_disk, virt_info]
}

/// Returns the content of an index for all keys in use, one line for each entry.
fn dump((index, ilevels): &(ResourceIndex, Vec<String>)) -> Vec<String> {
    let mut out = vec![format!("{ilevels:?}")];
    for key in [A, B, C, "odd", "A/B/m", "/"] {
        for found in index.resources(key) {
            let deps: Vec<_> = found.deps().collect();
            let (guid, kind, path) = (found.guid, found.kind, found.virtual_path());
            out.push(format!("{key}: {guid} {kind} {path} {deps:?} {}", found.folder));
        }
        for found in index.resources_at(key) {
            out.push(format!("at {key}: {} of {}", found.guid, file_name(found.folder)));
        }
        for found in index.files(key) {
            let paths = FILES.map(|which| found.file(which));
            out.push(format!("in {key}: {} {:?} {:?} {paths:?}", found.guid(), found.repository(), found.kind()));
        }
    }
    out
}

mod res_in_repo {
    use super::*;

    #[test]
    fn keys_ignore_braces_and_letter_case() {
        let index = index([repository("r/resource.repository", &[(A_SPELLED, "", "", ""), ("Odd", "", "", "")])]);
        assert_eq!(index.resources(A).next().unwrap().guid, A_SPELLED, "spelled as it was");
        let [in_repo, ..] = built(index);
        for key in [A, A_SPELLED, &A.to_uppercase(), &format!("{{{A}}}"), "odd", "{ODD}"] {
            assert!(in_repo.contains(key), "{key}");
        }
        for key in [B, "", "{}", &A[1..], "od"] {
            assert!(!in_repo.contains(key), "{key}");
        }
    }

    #[test]
    fn a_resource_has_all_fields_of_its_item() {
        let text = format!(
            "<Repository><Items><Item><Type>Model</Type><GUID>{A}</GUID><Package>A/B</Package><Name>m</Name>\
             <Deps>{B}</Deps><Deps>{C}</Deps></Item></Items></Repository>"
        );
        let index = index([part("P/Repository/One.local/resource.repository", &text)]);
        let found = index.resources(A).next().unwrap();
        assert_eq!((found.package, found.name, found.kind), ("A/B", "m", "Model"));
        assert_eq!(found.deps().collect::<Vec<_>>(), [B, C]);
        assert_eq!(found.folder, "P/Repository/One.local");
        assert_eq!(found.virtual_path(), "A/B/m");
    }

    #[test]
    fn several_resources_of_one_guid_are_in_order() {
        let parts = [
            repository("b/resource.repository", &[(A, "3", "", "")]),
            repository("a/resource.repository", &[(A, "1", "", ""), (B, "", "", ""), (A_SPELLED, "2", "", "")]),
        ];
        let index = index(parts);
        assert_eq!(index.resources(A).map(|found| found.kind).collect::<Vec<_>>(), ["1", "2", "3"]);
    }

    #[test]
    fn a_malformed_repository_is_an_error() {
        let document = Document::decode("resource.repository", b"<Repository>".to_vec()).unwrap();
        assert!(IndexPart::of_file("resource.repository", &document).is_err());
    }

    #[test]
    fn a_repository_at_the_root_has_no_name() {
        let index = index([repository("resource.repository", &[(A, "", "", "")])]);
        let found = index.resources(A).next().unwrap();
        assert_eq!((file_name(found.folder), found.folder), ("", ""));
    }
}

mod res_virt_info {
    use super::*;

    #[test]
    fn keys_are_exact() {
        let items = [(A, "", "A/B", "m"), (B, "", "", "w"), (C, "", "A", "B/m")];
        let index = index([repository("resource.repository", &items)]);
        let guids: Vec<&str> = index.resources_at("A/B/m").map(|found| found.guid).collect();
        assert_eq!(guids, [A, C], "the slash may belong to the package or to the name");
        let [_, _, virt_info] = built(index);
        for (key, found) in [
            ("A/B/m", true),
            ("/w", true),
            ("w", false),
            ("a/b/m", false),
            ("{A/B/m}", false),
            ("A/B", false),
            ("A/B/", false),
            ("A/B/m/", false),
            ("m", false),
            ("/", false),
        ] {
            assert_eq!(virt_info.contains(key), found, "{key}");
        }
    }
}

mod res_in_disk {
    use super::*;

    /// Returns the paths of the four files of the folder with GUID `A`, relative to the folder; `-` for a missing file.
    fn files(names: &[&str]) -> String {
        let folder = format!("r/91/{A}/");
        let paths: Vec<String> = names.iter().map(|name| format!("{folder}{name}")).collect();
        let index = index([IndexPart::of_paths(paths.iter().map(String::as_str))]);
        let Some(found) = index.files(A).next() else { return "no folder".to_owned() };
        let show = |path: Option<String>| path.map_or("-".to_owned(), |path| path.replace(&folder, ""));
        FILES.map(|which| found.file(which)).map(show).join(" ")
    }

    #[test]
    fn files_that_are_resources() {
        for (names, expected) in [
            (
                &["resource.xml", "resource.data", "source.fbx", "env.hdr"][..],
                "resource.xml resource.data env.hdr source.fbx",
            ),
            (&["texture.xml", "resource"], "resource - - -"),
            (&["texture.xml", "resource", "resource.xml"], "resource.xml - - -"),
            (&["texture.xml", "texture.data"], "texture.xml texture.data - -"),
            (&["texture.data", "resource.data"], "- resource.data - -"),
            (&["b.hdr", "a.hdr", "A.hdr", "source.tga", "source"], "- - A.hdr source"),
            (&["source.hdr"], "- - source.hdr source.hdr"),
            (&[".hdr", "sources.txt"], "- - .hdr sources.txt"),
            (&["Resource.xml", "RESOURCE", "a.HDR", "Source.fbx"], "- - - -"),
            (&["readme.txt"], "- - - -"),
            (&["sub/resource.xml"], "no folder"),
        ] {
            assert_eq!(files(names), expected, "{names:?}");
            let backwards: Vec<&str> = names.iter().rev().copied().collect();
            assert_eq!(files(&backwards), expected, "{backwards:?}");
        }
    }

    #[test]
    fn folders_of_resources() {
        for (path, found) in [
            (format!("r/{A}/x"), true),
            (format!("{A_SPELLED}/x"), true),
            (format!("r/{A}/y/x"), false),
            (format!("r/{A}"), false),
            (format!("r/{{{A}/x"), false),
            (format!("r/{A}.local/x"), false),
        ] {
            let index = index([IndexPart::of_paths([path.as_str()])]);
            let [_, in_disk, _] = built(index);
            assert_eq!(in_disk.contains(A), found, "{path}");
        }
    }

    #[test]
    fn the_repository_is_in_the_nearest_folder_above() {
        let paths = [
            format!("a/One/x/y/{A}/resource"),
            "a/One/resource.repository".to_owned(),
            "a/resource.repository".to_owned(),
            format!("b/{A}/resource"),
            format!("{A}/resource"),
        ];
        let index = index([IndexPart::of_paths(paths.iter().map(String::as_str))]);
        let homes: Vec<Option<&str>> = index.files(A).map(|found| found.repository()).collect();
        assert_eq!(homes, [None, Some("One"), None]);
        let index = super::index([IndexPart::of_paths(["resource.repository", &paths[3]])]);
        assert_eq!(index.files(A).next().unwrap().repository(), Some(""), "a repository at the root has no name");
    }

    #[test]
    fn the_type_comes_from_the_same_repository_if_listed() {
        let paths = [
            format!("a/One/{A}/resource.xml"),
            format!("b/Two/{A_SPELLED}/resource.xml"),
            format!("c/Three/{A}/resource.xml"),
            format!("c/Three/{B}/resource.xml"),
            "a/One/resource.repository".to_owned(),
            "b/Two/resource.repository".to_owned(),
            "c/Three/resource.repository".to_owned(),
        ];
        let index = index([
            IndexPart::of_paths(paths.iter().map(String::as_str)),
            repository("b/Two/resource.repository", &[(A, "Mesh", "", "")]),
            repository("a/One/resource.repository", &[(A, "Model", "", "")]),
        ]);
        let kinds: Vec<Option<&str>> = index.files(A).map(|found| found.kind()).collect();
        assert_eq!(kinds, [Some("Model"), Some("Mesh"), Some("Model")]);
        assert_eq!(index.files(B).next().unwrap().kind(), None);
    }

    #[test]
    fn paths_of_attribute_files() {
        let paths = [
            format!("b/{A_SPELLED}/resource.xml"),
            format!("a/{A}/resource"),
            format!("c/{A}/resource.data"),
            format!("{B}/texture.xml"),
        ];
        let [_, in_disk, _] = built(index([IndexPart::of_paths(paths.iter().map(String::as_str))]));
        assert_eq!(in_disk.files(A), [paths[1].clone(), paths[0].clone()]);
        assert_eq!(in_disk.files(B), [paths[3].clone()]);
        assert!(in_disk.files(C).is_empty());
        assert!(in_disk.files("").is_empty());
    }
}

mod ilevels {
    use super::*;

    #[test]
    fn strings_and_attributes_become_paths() {
        let text = r#"<W><A>lv/a.ilevel</A><B p="lv\b.ilevel" q="no.ilevel.bak"/><C>/lv/c.ilevel</C>
            <D>  lv/d.ilevel </D><E>lv/x/../a.ilevel</E><F>../out.ilevel</F><G p="lv/e.ilevel "/><H>lv/f.ILEVEL</H></W>"#;
        let (_, ilevels) = merged([part("w.iworld", text)]);
        assert_eq!(ilevels, ["../out.ilevel", "lv/a.ilevel", "lv/b.ilevel", "lv/c.ilevel", "lv/d.ilevel"]);
    }

    #[test]
    fn paths_are_found_by_their_spelling() {
        let list = PathList::build(merged([part("w.iworld", "<W>\\lv\\a.ilevel</W>")]).1);
        for (path, found) in [("lv/a.ilevel", true), ("\\lv\\a.ilevel", false), ("/lv/a.ilevel", false), ("", false)] {
            assert_eq!(list.contains(path), found, "{path}");
        }
        assert_eq!(list.paths(), Some(&["lv/a.ilevel".to_owned()][..]));
    }
}

/// Returns all orders of `0..count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let free = (0..count).filter(|at| !order.contains(at)).map(|at| [&order[..], &[at]].concat());
            free.collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

#[test]
fn parts_merge_in_any_order_to_the_same_index() {
    let folder = format!("b/{A}");
    let all = [
        repository("b/resource.repository", &[(A, "Model", "A/B", "m"), (C, "Mesh", "", "")]),
        repository("a/resource.repository", &[(A_SPELLED, "Other", "A/B", "m"), ("odd", "", "", "")]),
        part("w.iworld", "<W>b.ilevel</W>"),
        part("v.iworld", "<W a='b.ilevel'>a.ilevel</W>"),
        IndexPart::of_paths([format!("{folder}/source.b").as_str(), "b/resource.repository", &format!("a/{A}/x")]),
        IndexPart::of_paths([
            format!("{folder}/source.a").as_str(),
            &format!("{folder}/resource.xml"),
            &format!("{B}/a.hdr"),
        ]),
    ];
    let expected = dump(&merged(all.clone()));
    assert_eq!(expected.len(), 12, "{expected:?}");
    for order in orders(all.len()) {
        let parts = order.iter().map(|&at| {
            let bytes = postcard::to_allocvec(&all[at]).unwrap();
            postcard::from_bytes::<IndexPart>(&bytes).unwrap()
        });
        assert_eq!(dump(&merged(parts)), expected, "{order:?}");
    }
}

#[test]
fn damaged_bytes_never_panic() {
    let mut whole = repository("b/resource.repository", &[(A, "Model", "A/B", "m"), (C, "Mesh", "é", "ü")]);
    whole.merge(IndexPart::of_paths([format!("b/{A}/resource.xml").as_str(), "b/resource.repository"]));
    whole.merge(part("w.iworld", "<W>b.ilevel</W>"));
    let bytes = postcard::to_allocvec(&whole).unwrap();
    for at in 0..bytes.len() {
        for byte in [0, 1, 7, 0x7f, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            if let Ok(part) = postcard::from_bytes::<IndexPart>(&damaged) {
                dump(&ResourceIndex::new(part));
            }
        }
    }
}
