//! Reads `metadata.json`: the identity, dependencies and files of a package.

use assay_document::text::json::tree::Ranged;
use assay_document::text::json::tree::ast::{Array, Object, ObjectProp, Value};
use assay_document::text::{IssueCode, Span, nearest};
use assay_zip::check_name;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::Triple;
use super::json::{digits, get, kind, parse, span, span_of};
use super::listed::{FileEntry, Hash, whole_number};
use super::remarks::Remarks;
use super::reserved::reserved_group;
use super::src_path::path_identity;

/// The file at the top of a package's archive that describes the package.
pub const METADATA: &str = "metadata.json";

/// The content of a package's metadata.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// The revision; `None` if the metadata do not give it.
    pub data: Option<Data>,
    /// The packages that it needs.
    pub dependencies: Vec<Dependency>,
    /// Its files.
    pub files: Vec<FileEntry>,
}

/// The revision of a package.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub triple: Triple,
    /// The place of the key `data`.
    pub span: Span,
}

/// A package that is needed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PackageDependency"))]
#[serde(rename_all = "camelCase")]
pub struct Dependency {
    /// Its name.
    #[serde(flatten)]
    pub triple: Triple,
    /// True if the dependency is in use.
    pub active: bool,
    /// The state of the needed package when the package was made, as recorded by the tool that made it.
    pub online: Option<String>,
    /// The description by its author.
    pub comment: Option<String>,
}

const SECTIONS: [&str; 4] = ["data", "dependency", "metadata", "revisionFiles"];

const ASSET_GROUP: &str = "assetGroupPath";
const REVISION_GROUP: &str = "revisionGroupPath";
const REVISION: &str = "revision";

/// The groups that contain all assets and shots.
const GROUPS: [&str; 2] = ["assets", "shots"];

/// The codes of faults after which the content of the file is unknown.
pub(super) const UNREADABLE: [IssueCode; 2] = [IssueCode::PackageEncoding, IssueCode::PackageJson];

/// The maximum number of unknown keys of an object for which a similar known key is looked for. More of them come from
/// a tool, not from typing errors.
const MOST_UNKNOWN: usize = 1000;

/// Returns the text and its metadata. A file that is not JSON in UTF-8 is reported, and has no metadata.
pub(super) fn read(bytes: Vec<u8>, remarks: &mut Remarks) -> (String, Option<Metadata>) {
    // Tools on Windows put a byte order mark in front, which has no meaning in UTF-8.
    let bytes = match bytes.strip_prefix("\u{feff}".as_bytes()) {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) => {
            let metadata = Metadata::read(&text, remarks);
            let is_read = !remarks.has(UNREADABLE[1]);
            (text, is_read.then_some(metadata))
        }
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            let (bytes, message) = (error.as_bytes(), format!("`{METADATA}` is not UTF-8"));
            let is_utf16 = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
            let message = if is_utf16 { format!("{message}: it is UTF-16") } else { message };
            remarks.fault(UNREADABLE[0], message, Span::of(end, end));
            (String::from_utf8_lossy(&bytes[..end]).into_owned(), None)
        }
    }
}

impl Metadata {
    /// Reads the text of the file. Content that cannot be read is reported and left out.
    pub(super) fn read(text: &str, remarks: &mut Remarks) -> Self {
        match parse(text) {
            Ok(Value::Object(root)) => Self::of(&root, remarks),
            Ok(other) => {
                let message = format!("expected an object in braces, found {}", kind(&other));
                remarks.fault(IssueCode::PackageForm, message, span_of(&other));
                Self::default()
            }
            Err(fault) => {
                remarks.refuse(fault);
                Self::default()
            }
        }
    }

    /// Like [`Self::read`], for the root object of a parsed file.
    pub(super) fn of(root: &Object<'_>, remarks: &mut Remarks) -> Self {
        MetadataReader { remarks }.root(root)
    }
}

struct MetadataReader<'r> {
    remarks: &'r mut Remarks,
}

impl MetadataReader<'_> {
    fn root(&mut self, root: &Object<'_>) -> Metadata {
        self.check_keys(root, &SECTIONS);
        let data = self.data(root);
        let dependencies = self.dependencies(root, data.as_ref());
        self.section(root, "metadata");
        let files = self.files(root);
        Metadata { data, dependencies, files }
    }

    fn data(&mut self, root: &Object<'_>) -> Option<Data> {
        let Some(property) = get(root, "data") else {
            self.missing("data", "the file", root);
            return None;
        };
        let Value::Object(data) = &property.value else {
            self.report_unexpected("an object in braces", &property.value);
            return None;
        };
        self.check_keys(data, &[ASSET_GROUP, REVISION_GROUP, REVISION]);
        for key in ["projectName", "tag", "exportTime", "userName"] {
            self.text(data, key);
        }
        let triple = self.triple(data, "`data`")?;
        Some(Data { triple, span: span(property.name.range()) })
    }

    /// Returns the elements of a section that is a list of objects.
    fn section<'o, 't>(&mut self, root: &'o Object<'t>, key: &str) -> Vec<&'o Object<'t>> {
        let elements: &[Value<'t>] = match get(root, key).map(|property| &property.value) {
            Some(Value::Array(Array { elements, .. })) => elements,
            None | Some(Value::NullKeyword(_)) => &[],
            Some(other) => {
                self.report_unexpected("a list in brackets", other);
                &[]
            }
        };
        let mut objects = Vec::with_capacity(elements.len());
        for element in elements {
            match element {
                Value::Object(object) => objects.push(object),
                other => self.report_unexpected("an object in braces", other),
            }
        }
        objects
    }

    fn dependencies(&mut self, root: &Object<'_>, data: Option<&Data>) -> Vec<Dependency> {
        let mut known: FxHashMap<Triple, usize> = FxHashMap::default();
        let mut dependencies: Vec<Dependency> = Vec::new();
        for object in self.section(root, "dependency") {
            self.check_keys(object, &[ASSET_GROUP, REVISION_GROUP, REVISION, "active", "online"]);
            let active = self.active(object);
            let (online, comment) = (self.online(object), self.text(object, "comment"));
            self.text(object, "tag");
            let Some(triple) = self.triple(object, "a dependency") else { continue };
            let place = get(object, ASSET_GROUP).map_or_else(|| span(object.range), |it| span_of(&it.value));
            if data.is_some_and(|data| data.triple == triple) {
                self.remarks.fault(IssueCode::PackageNeedsItself, "the package depends on itself", place);
            }
            if let Some(at) = known.get(&triple) {
                let message = format!("the dependency on {triple} occurs twice");
                self.remarks.warn(IssueCode::PackageDependencyTwice, message, place);
                // If one of the entries is in use, the dependency is needed.
                dependencies[*at].active |= active;
                continue;
            }
            known.insert(triple.clone(), dependencies.len());
            dependencies.push(Dependency { triple, active, online, comment });
        }
        dependencies
    }

    /// Returns true if a dependency is in use, which is the default.
    fn active(&mut self, object: &Object<'_>) -> bool {
        match get(object, "active").map(|property| &property.value) {
            None | Some(Value::NullKeyword(_)) => true,
            Some(Value::BooleanLit(literal)) => literal.value,
            Some(other) => {
                self.report_unexpected("true or false", other);
                true
            }
        }
    }

    fn online(&mut self, object: &Object<'_>) -> Option<String> {
        match get(object, "online").map(|property| &property.value) {
            Some(Value::BooleanLit(literal)) => Some(if literal.value { "Yes" } else { "No" }.to_owned()),
            _ => self.text(object, "online"),
        }
    }

    fn files(&mut self, root: &Object<'_>) -> Vec<FileEntry> {
        let mut known: FxHashSet<String> = FxHashSet::default();
        let mut sources: FxHashMap<String, String> = FxHashMap::default();
        let mut files = Vec::new();
        for object in self.section(root, "revisionFiles") {
            self.check_keys(object, &["path", "hash", "size", "srcPath"]);
            let (size, hash) = (self.size(object), self.hash(object));
            let src_path = self.text(object, "srcPath");
            let Some((path, path_span)) = self.read_required(object, "path", "a file of `revisionFiles`") else {
                continue;
            };
            if let Err(fault) = check_name(&path) {
                let message = format!("the path of a file cannot be used: {fault}");
                self.remarks.fault(IssueCode::PackagePath, message, path_span);
            } else if path.ends_with('/') {
                let message = format!("`{path}` is a folder: list only files");
                self.remarks.fault(IssueCode::PackagePath, message, path_span);
            } else if path == METADATA {
                let message = format!("`{METADATA}` describes the files and must not be listed");
                self.remarks.fault(IssueCode::PackagePath, message, path_span);
            } else if !known.insert(path.clone()) {
                self.remarks.fault(IssueCode::PackageListedTwice, format!("`{path}` is listed twice"), path_span);
            } else {
                if let Some(source) = src_path.as_deref().and_then(path_identity)
                    && let Some(other) = sources.insert(source, path.clone())
                {
                    let message = format!("`{path}` and `{other}` have the same `srcPath`");
                    self.remarks.warn(IssueCode::PackageSrcTwice, message, path_span);
                }
                files.push(FileEntry { path, path_span, size, hash, src_path });
            }
        }
        files
    }

    fn size(&mut self, object: &Object<'_>) -> Option<(u64, Span)> {
        let value = &get(object, "size")?.value;
        let Some(digits) = digits(value) else {
            if !matches!(value, Value::NullKeyword(_)) {
                self.report_unexpected("a size in bytes", value);
            }
            return None;
        };
        let size = whole_number(digits);
        if size.is_none() {
            let message = format!("expected a size in bytes, a whole number, found `{digits}`");
            self.remarks.fault(IssueCode::PackageForm, message, span_of(value));
        }
        size.map(|size| (size, span_of(value)))
    }

    fn hash(&mut self, object: &Object<'_>) -> Option<(Hash, Span)> {
        let text = self.text(object, "hash").filter(|text| !text.is_empty())?;
        let place = get(object, "hash").map(|property| span_of(&property.value))?;
        let hash = Hash::parse(&text);
        if hash.is_none() {
            let message =
                format!("expected a size and an MD5, or the digits of an MD5, SHA-1 or SHA-256, found `{text}`");
            self.remarks.fault(IssueCode::PackageHashForm, message, place);
        }
        hash.map(|hash| (hash, place))
    }

    fn triple(&mut self, object: &Object<'_>, of: &str) -> Option<Triple> {
        let asset_group_path = self.group_path(object, ASSET_GROUP, of);
        let revision_group_path = self.group_path(object, REVISION_GROUP, of);
        let revision = self.revision(object, of);
        let (asset_group_path, place) = asset_group_path?;
        let head = asset_group_path.split('/').next().unwrap_or_default();
        if !(GROUPS.contains(&head) && asset_group_path.len() > head.len()) {
            let message = format!("expected a path below `assets/` or `shots/`, found `{asset_group_path}`");
            self.remarks.warn(IssueCode::PackageGroup, message, place);
        }
        Some(Triple { asset_group_path, revision_group_path: revision_group_path?.0, revision: revision? })
    }

    fn group_path(&mut self, object: &Object<'_>, key: &'static str, of: &str) -> Option<(String, Span)> {
        let (path, place) = self.read_required(object, key, of)?;
        match check_name(&path) {
            Ok(()) if !path.ends_with('/') => {
                let Some(part) = reserved_group(&path, key == ASSET_GROUP) else { return Some((path, place)) };
                let message = format!("`{part}` cannot be a part of the group path: the name is reserved there");
                self.remarks.fault(IssueCode::PackageGroupPath, message, place);
            }
            Ok(()) => {
                self.remarks.fault(IssueCode::PackageGroupPath, "a group path must not end with `/`", place);
            }
            Err(fault) => {
                let message = format!("the group path cannot be used: {fault}");
                self.remarks.fault(IssueCode::PackageGroupPath, message, place);
            }
        }
        None
    }

    fn revision(&mut self, object: &Object<'_>, of: &str) -> Option<u32> {
        let Some(property) = get(object, REVISION) else {
            self.missing(REVISION, of, object);
            return None;
        };
        let Some(digits) = digits(&property.value) else {
            self.report_unexpected("a whole number of at least 1", &property.value);
            return None;
        };
        let revision = whole_number(digits).filter(|number| *number > 0);
        if revision.is_none() {
            let message = format!("expected a whole number of at least 1, found `{digits}`");
            self.remarks.fault(IssueCode::PackageRevision, message, span_of(&property.value));
        }
        revision
    }

    /// Returns a string that has to exist.
    fn read_required(&mut self, object: &Object<'_>, key: &'static str, of: &str) -> Option<(String, Span)> {
        let Some(property) = get(object, key).filter(|property| !matches!(property.value, Value::NullKeyword(_)))
        else {
            self.missing(key, of, object);
            return None;
        };
        self.text(object, key).map(|text| (text, span_of(&property.value)))
    }

    /// Returns a string; `None` if it is null or missing.
    fn text(&mut self, object: &Object<'_>, key: &str) -> Option<String> {
        match &get(object, key)?.value {
            Value::StringLit(literal) => Some(literal.value.to_string()),
            Value::NullKeyword(_) => None,
            other => {
                self.report_unexpected("a string in quotes", other);
                None
            }
        }
    }

    /// Reports keys that occur twice, and unknown keys that are similar to a known one.
    fn check_keys(&mut self, object: &Object<'_>, known: &[&'static str]) {
        let all: FxHashSet<&str> = object.properties.iter().map(|property| property.name.as_str()).collect();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut unknown = 0;
        for ObjectProp { name, .. } in &object.properties {
            let key = name.as_str();
            if !seen.insert(key) {
                let message = format!("`{key}` occurs twice, and readers disagree about which one to use");
                self.remarks.fault(IssueCode::PackageKeyTwice, message, span(name.range()));
                continue;
            }
            if known.contains(&key) {
                continue;
            }
            unknown += 1;
            // If the known key exists as well, the other one is not a typing error.
            if unknown <= MOST_UNKNOWN
                && let Some(near) = nearest(key, known.iter().copied())
                && !all.contains(near)
            {
                let message = format!("unknown key `{key}`, did you mean `{near}`?");
                self.remarks.warn(IssueCode::PackageKey, message, span(name.range()));
            }
        }
    }

    fn missing(&mut self, key: &'static str, of: &str, object: &Object<'_>) {
        let range = span(object.range);
        let place = Span::new(range.start(), range.start() + 1);
        self.remarks.fault(IssueCode::PackageMissing, format!("{of} has no `{key}`"), place);
    }

    fn report_unexpected(&mut self, expected: &str, value: &Value<'_>) {
        let message = format!("expected {expected}, found {}", kind(value));
        self.remarks.fault(IssueCode::PackageForm, message, span_of(value));
    }
}
