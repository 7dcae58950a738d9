//! The JSON form of packages. The JSON Schema is generated from these types (feature `schema`).

use serde::Serialize;

use super::{Dependency, Package, Triple};

/// The metadata of a package.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PackageAbout<'p> {
    /// The revision of the package; null if the metadata lack it.
    pub revision: Option<&'p Triple>,
    /// The folder of its files, relative to the root of a project; null if the metadata lack the revision.
    pub place: Option<String>,
    /// The packages that it needs.
    pub dependencies: &'p [Dependency],
}

/// A member of a package.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PackageMember<'p> {
    /// Its path; the path of a folder ends with `/`.
    pub path: &'p str,
    /// Its size in bytes.
    pub size: u64,
    /// Its packed size in the archive, in bytes.
    pub packed: u64,
    /// True if the metadata list it.
    pub listed: bool,
    /// The digits of its listed hash; null if it has none.
    pub hash: Option<&'p str>,
    /// The path that it was published from; null if the metadata lack it.
    pub src_path: Option<&'p str>,
}

impl Package {
    /// Returns the revision, the place and the dependencies of the package.
    pub fn about(&self) -> PackageAbout<'_> {
        let metadata = self.metadata();
        let revision = metadata.data.as_ref().map(|data| &data.triple);
        PackageAbout { revision, place: revision.map(Triple::place), dependencies: &metadata.dependencies }
    }

    /// Returns the member at that index.
    pub fn member(&self, at: usize) -> Option<PackageMember<'_>> {
        let (member, entry) = (self.members().get(at)?, self.entry(at));
        Some(PackageMember {
            path: &member.name,
            size: member.size,
            packed: member.packed,
            listed: entry.is_some(),
            hash: entry.and_then(|entry| Some(entry.hash.as_ref()?.0.digits.as_str())),
            src_path: entry.and_then(|entry| entry.src_path.as_deref()),
        })
    }
}

/// Returns the JSON Schemas of a package, of a member and of a graph, each with the name of its file.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 3] {
    use assay_report::schema::schema_of;
    [
        ("package", schema_of::<PackageAbout<'static>>()),
        ("package-graph", schema_of::<super::Graph>()),
        ("package-member", schema_of::<PackageMember<'static>>()),
    ]
}
