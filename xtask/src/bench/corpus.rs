//! The corpus: a `resource.repository` of any size, with the same bytes in every run.
//!
//! Every item is computed from its number alone. One item can therefore refer to an item that comes much later, and
//! only the file grows with the count.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use super::noise::{guid, noise, pick};
use super::prepared::Corpus;

/// The repository, by its number of items.
pub const REPOSITORY: Corpus =
    Corpus { path: "Repository/Bench/resource.repository", generator: include_str!("corpus.rs"), write };

/// The types of resources, each as often as its share: most resources of a game are textures and materials.
pub const TYPES: &[&str] = &[
    "Texture",
    "Texture",
    "Texture",
    "Texture",
    "Texture",
    "Texture",
    "Material",
    "Material",
    "Material",
    "Material",
    "Model",
    "Model",
    "Model",
    "Mesh",
    "Mesh",
    "Animation",
    "Animation",
    "Skeleton",
    "Effect",
    "Physics",
];

/// The packages that artists put resources in.
pub const PACKAGES: &[&str] = &[
    "Character/Hero/Base",
    "Character/Hero/Costume_Winter",
    "Character/Monster/Swamp",
    "Environment/City/Harbour",
    "Environment/City/Market_Street",
    "Environment/Forest/Birch",
    "Effect/Weather",
    "Interface/Icons",
];

const SUBJECTS: &[&str] =
    &["barrel", "cliff", "lantern", "guard", "harbour_wall", "market_stall", "swamp_tree", "well"];
const AUTHORS: &[&str] = &["amira", "bo", "chen", "dagny"];

/// The maximum number of dependencies of a resource.
const MOST_DEPENDENCIES: u64 = 3;

/// One item in this number has a fault, of one of the kinds in [`Item::numbered`].
const FAULT_EVERY: u64 = 200;

/// Writes a repository with this number of items.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
fn write(path: &Path, items: u64) -> io::Result<()> {
    write_items(path, 0..items, items)
}

/// Writes the items with these numbers as a repository. `items` is the total number of items.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
pub fn write_items(path: &Path, numbers: Range<u64>, items: u64) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Repository>\n    <Items>\n")?;
    for number in numbers {
        Item::numbered(number, items).write(&mut out)?;
    }
    out.write_all(b"    </Items>\n</Repository>\n")?;
    out.flush()
}

/// One resource, as listed in the repository.
pub struct Item {
    /// The number from which all other values are computed.
    pub number: u64,
    class: &'static str,
    /// The type of the resource.
    pub kind: &'static str,
    flags: u64,
    /// The number whose GUID it has: its number, except in a copy.
    pub guid: u64,
    package: &'static str,
    /// The name; `None` for an item without that element.
    name: Option<String>,
    /// The numbers of the resources that it depends on.
    pub dependencies: Vec<u64>,
    created: u64,
    author: &'static str,
}

impl Item {
    /// Returns the item with this number, in a repository of `items` items.
    pub fn numbered(number: u64, items: u64) -> Self {
        let kind = pick(TYPES, noise(number, 1));
        let (subject, serial) = (pick(SUBJECTS, noise(number, 2)), number % 100_000);
        let dependencies = (0..noise(number, 3) % (MOST_DEPENDENCIES + 1)).map(|at| noise(number, 4 + at) % items);
        let mut item = Self {
            number,
            class: kind,
            kind,
            flags: noise(number, 20) % 4096,
            guid: number,
            package: pick(PACKAGES, noise(number, 21)),
            name: Some(format!("{subject}_{serial:05}_lod{}", number % 4)),
            dependencies: dependencies.collect(),
            created: 1_500_000_000 + noise(number, 23) % 100_000_000,
            author: pick(AUTHORS, noise(number, 25)),
        };
        if number % FAULT_EVERY == FAULT_EVERY - 1 {
            match noise(number, 22) % 9 {
                0 => item.class = "Unknown",
                1 => item.flags = 65_536,
                2 => (item.guid, item.kind) = (number - 1, Self::numbered(number - 1, items).kind),
                3 => item.package = "Temp/Trash",
                4 => item.name = Some(format!("New Folder {serial}")),
                5 => item.name = Some(String::new()),
                6 => (item.name, item.dependencies) = (None, Vec::new()),
                7 => item.created = 0,
                _ => item.author = "nobody",
            }
        }
        item
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { number, class, kind, flags, package, created, author, .. } = self;
        writeln!(out, "        <Item>")?;
        writeln!(out, "            <Type>{kind}</Type>")?;
        writeln!(out, "            <Flags>{flags}</Flags>")?;
        writeln!(out, "            <GUID>{}</GUID>", guid(self.guid))?;
        writeln!(out, "            <Package>{package}</Package>")?;
        writeln!(out, "            <Class>{class}</Class>")?;
        for dependency in &self.dependencies {
            writeln!(out, "            <Deps>{}</Deps>", guid(*dependency))?;
        }
        if let Some(name) = &self.name {
            writeln!(out, "            <Name>{name}</Name>")?;
        }
        writeln!(out, "            <Annotation>")?;
        writeln!(out, "                <SourcePath>art/{package}/{number:06}.{}</SourcePath>", source_format(*number))?;
        writeln!(out, "                <CreationTime>{created}</CreationTime>")?;
        if *kind == "Mesh" || *kind == "Model" {
            writeln!(out, "                <Anno>")?;
            writeln!(out, "                  <Key>CollisionShape</Key>")?;
            writeln!(out, "                  <Value>{}</Value>", guid(noise(*number, 24) % (number + 1)))?;
            writeln!(out, "                </Anno>")?;
        }
        writeln!(
            out,
            "                <Edit author=\"{author}\" tool=\"ArtEase 2.0\" revision=\"{}\" />",
            number % 997
        )?;
        writeln!(out, "            </Annotation>")?;
        writeln!(out, "        </Item>")
    }
}

fn source_format(number: u64) -> &'static str {
    pick(&["tga", "psd", "fbx", "max"], noise(number, 26))
}

#[cfg(test)]
mod tests {
    use super::Item;

    /// The average with which 100,000 items take 68 MB.
    const BYTES_PER_ITEM: usize = 680;

    #[test]
    fn items_have_the_stated_size() {
        let mut bytes = Vec::new();
        for number in 0..10_000 {
            Item::numbered(number, 10_000).write(&mut bytes).expect("writing to memory does not fail");
        }
        let average = bytes.len() / 10_000;
        assert!(average.abs_diff(BYTES_PER_ITEM) <= 7, "{average} bytes an item");
    }
}
