//! What the library's methods find in the sample project, against a check of the same files that shares no code with
//! them: plain Rust over the files, with a tree of `roxmltree` and the bytes of the pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use assay_engine::check::Checker;
use assay_engine::report::Value;
use assay_engine::rule::RuleFile;
use assay_engine::source::MemorySource;

/// A finding: the path of its file, and its value.
type Found = BTreeSet<(String, String)>;

/// A check that a person would write for one method.
type Plain = fn(&Project) -> Found;

/// A rule for each method, and what it must find. `MODULE` stands for each name that the method goes by.
const METHODS: &[(&str, &str, Plain)] = &[
    ("compressed_src_tex", "{rpath: '/texture\\.xml$', xpath: '*/Source', condition: [MODULE]}", uncompressed_paths),
    (
        "compressed_src_tex",
        "{RPATH, xpath: '*/Items/Item.Type==Texture,GUID', condition: [MODULE]}",
        uncompressed_guids,
    ),
    (
        "foliage_shader",
        "{RPATH, xpath: '*/Items/Item.Type==Foliage,GUID', condition: [MODULE, Foliage_TwoSided]}",
        wrong_foliage,
    ),
    (
        "foliage_shader",
        "{RPATH, xpath: '*/Items/Item.Type==Material,GUID', condition: [MODULE, [Foliage_TwoSided, PBR_Skin], PBR_Opaque]}",
        wrong_materials,
    ),
    ("rigidbody_deps", "{RPATH, xpath: '*/Items/Item.Type==RigidBody,GUID', condition: [MODULE]}", incomplete_bodies),
    ("rigidbody_deps", "{RPATH, xpath: '*/Items/Item,GUID', condition: [MODULE]}", incomplete_resources),
    (
        "effect_collision_non_local",
        "{RPATH, xpath: '*/Items/Item.Type==Effect,GUID', condition: [MODULE]}",
        local_collisions,
    ),
    (
        "effect_emitter_count_check",
        "{RPATH, xpath: '*/Items/Item.Type==Effect,GUID', condition: [MODULE]}",
        effects_without_layers,
    ),
    ("srcTexConflict", "{rpath: '/texture\\.xml$', xpath: '{file.path}', condition: [MODULE]}", other_sizes_by_path),
    ("srcTexConflict", "{RPATH, xpath: '*/Items/Item.Type==Texture,GUID', condition: [MODULE]}", other_sizes_by_guid),
];

#[test]
fn methods_have_the_findings_of_a_simple_check() {
    let project = Project::read();
    for (method, rule, plain) in METHODS {
        let expected = plain(&project);
        assert!(!expected.is_empty(), "{method} has nothing to find in the sample");
        for name in names(method) {
            assert_eq!(found(&project, rule, &name), expected, "{name}: {rule}");
        }
    }
}

/// What a method does with files that the sample does not have: the messages of its findings and problems.
/// A method, files with what they hold, and what is found.
type Case = (&'static str, &'static [(&'static str, &'static [u8])], &'static [&'static str]);

#[test]
fn methods_report_the_error() {
    const GUID: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
    const LIST: &str =
        "<R><Items><Item><Type>T</Type><GUID>{914FA3A0-62CD-4B5A-83DF-92FDF494534A}</GUID></Item></Items></R>";
    const GREY: &[u8] = b"\0\0\x03\0\0\0\0\0\0\0\0\0\x04\0\x01\0\x08\x20\0\0\0\0";
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x01\x08\0\0\0\0";
    const EXR: &[u8] = b"\x76\x2f\x31\x01\x02\0\0\0compression\0compression\0\x01\0\0\0\0\
                         dataWindow\0box2i\0\x10\0\0\0\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0";
    let cases: &[Case] = &[
        ("condfunc.foliage_shader", &[], &["problem: name the shaders that foliage may use"]),
        ("condfunc.foliage_shader, A", &[("resource", b"<R><MaterialInfo><Shader>B</Shader></MaterialInfo></R>")], &[]),
        ("condfunc.compressed_src_tex", &[], &[]),
        ("condfunc.compressed_src_tex", &[("source.tga", GREY)], &["source.tga holds 4 by 1 pixels without compression"]),
        ("condfunc.compressed_src_tex", &[("source.png", PNG)], &[]),
        ("condfunc.compressed_src_tex", &[("source.exr", EXR)], &["source.exr holds 4 by 1 pixels without compression"]),
        ("condfunc.compressed_src_tex", &[("source.tga", b"what?")], &["problem: "]),
        ("condfunc.rigidbody_deps", &[], &[]),
        (
            "condfunc.rigidbody_deps",
            &[("resource.xml", b"<R><A>914FA3A0-62CD-4B5A-83DF-92FDF494534A</A><B>{E4EA79E4-3505-4E96-BBC0-BC567A1204E5}</B></R>")],
            &["it needs {E4EA79E4-3505-4E96-BBC0-BC567A1204E5}, which no repository lists"],
        ),
        ("condfunc.rigidbody_deps", &[("resource.xml", b"<R><A></R>")], &["problem: "]),
        ("condfunc.effect_collision_non_local", &[], &[]),
        (
            "condfunc.effect_collision_non_local",
            &[("resource.xml", b"<R><EffectInfo><Emitters><Emitter><Space>Local</Space><Collision/></Emitter></Emitters></EffectInfo></R>")],
            &["its emitter without a name collides in local space"],
        ),
        ("condfunc.effect_emitter_count_check", &[], &[]),
        (
            "condfunc.effect_emitter_count_check",
            &[("resource.xml", b"<R><EffectInfo><Emitters><Emitter/></Emitters></EffectInfo></R>")],
            &["it has 1 emitter, and its materials have 0 layers"],
        ),
        ("g83_runner.srcTexConflict", &[], &[]),
        ("g83_runner.srcTexConflict", &[("texture.xml", b"<T/>")], &[]),
        ("g83_runner.srcTexConflict", &[("texture.xml", b"<T/>"), ("source.png", PNG)], &[]),
        ("g83_runner.srcTexConflict", &[("texture.xml", b"<T/>"), ("SOURCE.TGA", GREY)], &[]),
        ("g83_runner.srcTexConflict", &[("texture.xml", b"<T/>"), ("source.TGA", GREY)], &["its settings give no size"]),
    ];
    for (condition, files, expected) in cases {
        let list = [("x/resource.repository".to_owned(), LIST.into())];
        let folder = files.iter().map(|(name, bytes)| (format!("x/91/{{{GUID}}}/{name}"), bytes.to_vec()));
        let source: MemorySource = list.into_iter().chain(folder).collect();
        let text =
            format!("rules: [{{name: it, rpath: repository$, xpath: '*/Items/Item,GUID', condition: [{condition}]}}]");
        let report = assay_engine::check::check(&checker(&text), source.paths(), Rc::new(source));
        let problems = report.problems().iter().map(|problem| format!("problem: {}", problem.message));
        let messages: Vec<String> =
            report.findings().iter().map(|found| found.message.clone()).chain(problems).collect();
        let same = messages.len() == expected.len()
            && messages.iter().zip(*expected).all(|(message, start)| {
                message == start
                    || (start.starts_with("problem: ")
                        && message.starts_with("problem: ")
                        && message.contains(&start[9..]))
            });
        assert!(same, "{condition} {files:?}: {messages:?}");
    }
}

/// Two repositories may list a GUID. What is wrong with one of the two resources is found wherever the other stands.
#[test]
fn a_guid_shared_by_two_resources_refers_to_both() {
    const LIST: &str = "<Repository><Items>\
        <Item><Type>Foliage</Type><GUID>914fa3a0-62cd-4b5a-83df-92fdf494534a</GUID><Deps>e081bf41-a561-4750-83af-78c80468bc6c</Deps></Item>\
        <Item><Type>Texture</Type><GUID>E081BF41-a561-4750-83af-78c80468bc6c</GUID></Item>\
        <Item><Type>Material</Type><GUID>e081bf41-a561-4750-83af-78c80468bc6c</GUID><Name>reeds</Name></Item>\
        </Items></Repository>";
    let source: MemorySource = [
        ("x/resource.repository", LIST),
        (
            "x/e081bf41-a561-4750-83af-78c80468bc6c/resource.xml",
            "<R><MaterialInfo><Shader>B</Shader></MaterialInfo></R>",
        ),
    ]
    .into_iter()
    .collect();
    let rule = "{name: it, rpath: repository$, xpath: '*/Items/Item.Type==Foliage,GUID', condition: [condfunc.foliage_shader, A]}";
    let report = assay_engine::check::check(&checker(&format!("[{rule}]")), source.paths(), Rc::new(source));
    let messages: Vec<&str> = report.findings().iter().map(|found| found.message.as_str()).collect();
    assert_eq!((messages, report.problems()), (vec!["its material reeds uses the shader B"], &[][..]));
}

fn checker(text: &str) -> Checker {
    Checker::new(&[RuleFile { path: "it.yaml".to_owned(), text: text.to_owned() }], &|_| None)
}

/// What a method is called in a condition.
fn names(method: &str) -> [String; 4] {
    let module = if method == "srcTexConflict" { "g83_runner" } else { "condfunc" };
    [module, "messiah_condfunc"]
        .map(|module| [format!("{module}.{method}"), format!("func_{module}.{method}")])
        .concat()
        .try_into()
        .unwrap()
}

/// What a rule finds in the sample.
fn found(project: &Project, rule: &str, method: &str) -> Found {
    let rule = rule.replace("RPATH", "rpath: '/resource\\.repository$'").replace("MODULE", method);
    let checker = checker(&format!("rules:\n  - {}\n", rule.replacen('{', "{name: it, ", 1)));
    assert_eq!(checker.diagnostics().problems, vec![], "{method}");
    let source: MemorySource = project.files.clone().into_iter().collect();
    let report = assay_engine::check::check(&checker, source.paths(), Rc::new(source));
    assert!(report.problems().is_empty(), "{method}: {:?}", report.problems());
    let value = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => panic!("{method} found {other}"),
    };
    let findings: Vec<_> = report.findings().iter().map(|found| (found.path.clone(), value(&found.value))).collect();
    let distinct: Found = findings.iter().cloned().collect();
    assert_eq!(distinct.len(), findings.len(), "{method} names a value twice");
    distinct
}

// The plain check.

/// The sample, as its files lie there.
struct Project {
    files: BTreeMap<String, Vec<u8>>,
    items: Vec<Item>,
}

/// One entry of a repository's list.
struct Item {
    list: String,
    kind: String,
    /// As the list spells it.
    guid: String,
    needs: Vec<String>,
}

impl Project {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/samples/messiah");
        let mut files = BTreeMap::new();
        read_folder(&root, &root, &mut files);
        let mut items = Vec::new();
        for (list, bytes) in files.iter().filter(|(path, _)| path.ends_with("/resource.repository")) {
            let document = roxmltree::Document::parse(text(bytes)).unwrap();
            for item in document.descendants().filter(|node| node.has_tag_name("Item")) {
                let texts = |tag| strings_of(item, tag);
                items.push(Item {
                    list: list.clone(),
                    kind: texts("Type").concat(),
                    guid: texts("GUID").concat(),
                    needs: texts("Deps").into_iter().map(|guid| plain(&guid)).collect(),
                });
            }
        }
        assert!(items.len() > 200, "the sample is there");
        Self { files, items }
    }

    /// The entries of one kind, where any will do for an empty one.
    fn of_kind<'p>(&'p self, kind: &'p str) -> impl Iterator<Item = &'p Item> {
        self.items.iter().filter(move |item| kind.is_empty() || item.kind == kind)
    }

    /// The entries of one kind for which `fails` holds.
    fn failing(&self, kind: &str, fails: impl Fn(&Item) -> bool) -> Found {
        self.of_kind(kind).filter(|item| fails(item)).map(|item| (item.list.clone(), item.guid.clone())).collect()
    }

    /// The files in the folder that a GUID names.
    fn folder(&self, guid: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let guid = plain(guid);
        self.files
            .iter()
            .filter(move |(path, _)| path.rsplit('/').nth(1).is_some_and(|folder| plain(folder) == guid))
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// The attribute file of a GUID.
    fn settings(&self, guid: &str) -> Option<roxmltree::Document<'_>> {
        let is_settings =
            |path: &str| ["/resource.xml", "/resource", "/texture.xml"].iter().any(|end| path.ends_with(end));
        let (_, bytes) = self.folder(guid).find(|(path, _)| is_settings(path))?;
        Some(roxmltree::Document::parse(text(bytes)).unwrap())
    }

    fn has_item(&self, guid: &str) -> bool {
        self.items.iter().any(|item| plain(&item.guid) == plain(guid))
    }

    /// The materials among what an item needs and what its models and meshes need.
    fn materials(&self, item: &Item) -> BTreeSet<String> {
        let mut materials = BTreeSet::new();
        for needed in self.items.iter().filter(|other| item.needs.contains(&plain(&other.guid))) {
            match &*needed.kind {
                "Material" => materials.extend([plain(&needed.guid)]),
                "Model" | "Mesh" => materials.extend(self.materials(needed)),
                _ => {}
            }
        }
        materials
    }

    /// Whether the shader of a material is none of these.
    fn uses_other_shader(&self, material: &str, allowed: &[&str]) -> bool {
        self.settings(material).is_some_and(|settings| {
            strings_of(settings.root(), "Shader").iter().any(|shader| !allowed.contains(&shader.as_str()))
        })
    }

    /// The bytes of the TGA file in the folder that a GUID names.
    fn tga(&self, guid: &str) -> Option<&[u8]> {
        self.folder(guid).find(|(path, _)| path.ends_with("/source.tga")).map(|(_, bytes)| bytes)
    }
}

fn read_folder(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    let paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    for path in paths {
        if path.is_dir() {
            read_folder(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap().trim_start_matches('\u{feff}')
}

/// A GUID without braces and in small letters.
fn plain(guid: &str) -> String {
    guid.trim_matches(['{', '}']).to_lowercase()
}

/// The texts of all elements below `node` that have a tag.
fn strings_of(node: roxmltree::Node<'_, '_>, tag: &str) -> Vec<String> {
    let found = node.descendants().filter(|node| node.has_tag_name(tag));
    found.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// TGA image types 1 to 3 store pixel after pixel.
fn is_uncompressed(tga: &[u8]) -> bool {
    (1..=3).contains(&tga[2])
}

fn uncompressed_paths(project: &Project) -> Found {
    let mut found = Found::new();
    for (path, bytes) in project.files.iter().filter(|(path, _)| path.ends_with("/texture.xml")) {
        let settings = roxmltree::Document::parse(text(bytes)).unwrap();
        for source in strings_of(settings.root(), "Source").into_iter().filter(|source| source.ends_with("/source.tga"))
        {
            if project.files.get(&source).is_some_and(|tga| is_uncompressed(tga)) {
                found.insert((path.clone(), source));
            }
        }
    }
    found
}

fn uncompressed_guids(project: &Project) -> Found {
    project.failing("Texture", |item| project.tga(&item.guid).is_some_and(is_uncompressed))
}

fn wrong_foliage(project: &Project) -> Found {
    project.failing("Foliage", |item| {
        project.materials(item).iter().any(|material| project.uses_other_shader(material, &["Foliage_TwoSided"]))
    })
}

fn wrong_materials(project: &Project) -> Found {
    let allowed = ["Foliage_TwoSided", "PBR_Skin", "PBR_Opaque"];
    project.failing("Material", |item| project.uses_other_shader(&item.guid, &allowed))
}

/// Whether an item, or its attribute file, names a resource that is not there.
fn has_missing_reference(project: &Project, item: &Item) -> bool {
    let mut needs = item.needs.clone();
    if let Some(settings) = project.settings(&item.guid) {
        let texts = settings.descendants().filter(roxmltree::Node::is_element).filter_map(|node| node.text());
        // The sample spells every GUID in its settings in the same way.
        let is_guid = |text: &&str| text.len() == 36 && text.matches('-').count() == 4;
        needs.extend(texts.filter(is_guid).map(plain));
    }
    needs.retain(|guid| *guid != plain(&item.guid));
    needs.iter().any(|guid| !project.has_item(guid) || project.folder(guid).next().is_none())
}

fn incomplete_bodies(project: &Project) -> Found {
    project.failing("RigidBody", |item| has_missing_reference(project, item))
}

fn incomplete_resources(project: &Project) -> Found {
    project.failing("", |item| has_missing_reference(project, item))
}

/// The emitters in the attribute file of an effect.
fn emitters<'d>(settings: &'d roxmltree::Document<'d>) -> impl Iterator<Item = roxmltree::Node<'d, 'd>> {
    settings.descendants().filter(|node| node.has_tag_name("Emitter"))
}

fn local_collisions(project: &Project) -> Found {
    project.failing("Effect", |item| {
        let settings = project.settings(&item.guid).unwrap();
        emitters(&settings).any(|emitter| {
            let collides = emitter
                .children()
                .any(|child| child.has_tag_name("Collision") && child.attribute("Enabled") == Some("true"));
            collides && strings_of(emitter, "Space") == ["Local"]
        })
    })
}

fn effects_without_layers(project: &Project) -> Found {
    project.failing("Effect", |item| {
        let layers = project.materials(item).into_iter().map(|material| {
            let settings = project.settings(&material).unwrap();
            settings.descendants().filter(|node| node.has_tag_name("Layer")).count().max(1)
        });
        let settings = project.settings(&item.guid).unwrap();
        emitters(&settings).count() != layers.sum::<usize>()
    })
}

/// Whether the attribute file of a texture gives another size than its TGA file, whose header gives it in two bytes each.
fn has_other_size(project: &Project, guid: &str) -> bool {
    project.settings(guid).zip(project.tga(guid)).is_some_and(|(settings, tga)| {
        let size = |at: usize| (u32::from(tga[at]) + 256 * u32::from(tga[at + 1])).to_string();
        [strings_of(settings.root(), "Width"), strings_of(settings.root(), "Height")] != [[size(12)], [size(14)]]
    })
}

fn other_sizes_by_guid(project: &Project) -> Found {
    project.failing("Texture", |item| has_other_size(project, &item.guid))
}

fn other_sizes_by_path(project: &Project) -> Found {
    let settings = project.files.keys().filter(|path| path.ends_with("/texture.xml"));
    let found = settings.filter(|path| has_other_size(project, path.rsplit('/').nth(1).unwrap()));
    found.map(|path| (path.clone(), path.clone())).collect()
}
