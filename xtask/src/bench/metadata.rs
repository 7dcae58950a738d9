//! A JSON file like that of an asset build: the metadata of each asset, indented, with the same bytes in every run.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::corpus::{PACKAGES, TYPES};
use super::noise::{decimal, guid, noise, pick};
use super::prepared::Corpus;

/// The metadata of assets, by their number.
pub const METADATA: Corpus = Corpus { path: "Build/assets.json", generator: include_str!("metadata.rs"), write };

/// The authors of assets.
pub const AUTHORS: &[&str] = &["amira", "bo", "chen", "dagny"];

const SUBJECTS: &[&str] = &["barrel", "cliff", "lantern", "guard", "harbour_wall", "market_stall", "swamp_tree"];
const LABELS: &[&str] = &["outdoor", "indoor", "winter", "destructible", "hero", "background"];
/// Strings with and without escapes, and with characters beyond ASCII.
const NOTES: &[&str] = &[
    "null",
    r#""replaced the \"old\" one""#,
    r#""see art\\concept\\2019""#,
    r#""für den Hafen, 港口""#,
    r#""second pass\nready for review""#,
];

/// The maximum number of assets that one asset uses.
const MOST_USES: u64 = 3;

/// One asset in this number has a fault, of one of the kinds in [`Asset::numbered`].
const FAULT_EVERY: u64 = 200;

/// Writes a file with this number of assets.
///
/// # Errors
/// Fails if the file or its folder cannot be written.
fn write(path: &Path, assets: u64) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    out.write_all(b"{\n  \"Format\": \"assets\",\n  \"Version\": 3,\n  \"Assets\": [\n")?;
    for number in 0..assets {
        Asset::numbered(number).write(&mut out, assets)?;
        out.write_all(if number + 1 == assets { b"\n" } else { b",\n" })?;
    }
    out.write_all(b"  ]\n}\n")?;
    out.flush()
}

/// The values of one asset that can have a fault.
struct Asset {
    number: u64,
    guid: u64,
    name: String,
    kind: &'static str,
    author: &'static str,
    width: u64,
    triangles: u64,
}

impl Asset {
    /// Returns the asset with this number.
    fn numbered(number: u64) -> Self {
        let subject = pick(SUBJECTS, noise(number, 1));
        let mut asset = Self {
            number,
            guid: number,
            name: format!("{subject}_{number:05}_lod{}", number % 4),
            kind: pick(TYPES, noise(number, 2)),
            author: pick(AUTHORS, noise(number, 3)),
            width: 1 << (6 + noise(number, 4) % 7),
            triangles: 12 + noise(number, 5) % 40_000,
        };
        if number % FAULT_EVERY == FAULT_EVERY - 1 {
            match noise(number, 6) % 6 {
                0 => asset.guid = number - 1,
                1 => asset.name = format!("New Folder {number}"),
                2 => asset.name = String::new(),
                3 => asset.author = "nobody",
                4 => (asset.kind, asset.width) = ("Texture", 16_384),
                _ => (asset.kind, asset.triangles) = ("Model", 0),
            }
        }
        asset
    }

    fn write(&self, out: &mut impl Write, assets: u64) -> io::Result<()> {
        let Self { number, name, kind, author, width, .. } = self;
        let package = pick(PACKAGES, noise(*number, 7));
        let format = pick(&["tga", "psd", "fbx", "max"], noise(*number, 8));
        writeln!(out, "    {{\n      \"Guid\": \"{}\",", guid(self.guid))?;
        writeln!(out, "      \"Name\": \"{name}\",\n      \"Kind\": \"{kind}\",")?;
        writeln!(out, "      \"Path\": \"art/{package}/{number:06}.{format}\",")?;
        writeln!(out, "      \"Labels\": [\"{}\", \"{}\"],", pick(LABELS, number % 6), pick(LABELS, (number + 2) % 6))?;
        writeln!(out, "      \"Size\": {{ \"Width\": {width}, \"Height\": {width}, \"Bytes\": {} }},", width * width)?;
        writeln!(out, "      \"Bounds\": {{\n        \"Min\": {},", self.corner(32))?;
        writeln!(out, "        \"Max\": {}\n      }},", self.corner(40))?;
        writeln!(
            out,
            "      \"Import\": {{\n        \"Author\": \"{author}\",\n        \"Time\": {},",
            1_500_000 + number
        )?;
        writeln!(out, "        \"Compressed\": {},\n        \"Quality\": 0.75,", number % 3 != 0)?;
        writeln!(out, "        \"Lods\": [\n{}\n        ]\n      }},", self.lods())?;
        writeln!(out, "      \"Note\": {},", pick(NOTES, noise(*number, 9)))?;
        write!(out, "      \"Uses\": [{}]\n    }}", self.uses(assets))
    }

    /// Returns a corner of its bounding box.
    fn corner(&self, purpose: u64) -> String {
        let [x, y, z] = [0, 1, 2].map(|axis| decimal(500, noise(self.number, purpose + axis)));
        format!("[{x}, {y}, {z}]")
    }

    /// Returns its levels of detail, each with half the triangles of the one before.
    fn lods(&self) -> String {
        let level = |at: u64| format!("          {{ \"Level\": {at}, \"Triangles\": {} }}", self.triangles >> at);
        (0..=self.number % 3).map(level).collect::<Vec<_>>().join(",\n")
    }

    /// Returns the assets that it uses, out of `assets` assets.
    fn uses(&self, assets: u64) -> String {
        let uses = (0..noise(self.number, 10) % (MOST_USES + 1)).map(|at| noise(self.number, 11 + at) % assets);
        uses.map(|asset| format!("\"{}\"", guid(asset))).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Asset, write};

    /// The average with which the assets of the bench take 60 MB.
    const BYTES_PER_ASSET: usize = 760;

    #[test]
    fn assets_have_the_stated_size() {
        let mut bytes = Vec::new();
        for number in 0..10_000 {
            Asset::numbered(number).write(&mut bytes, 10_000).expect("writing to memory does not fail");
        }
        let average = bytes.len() / 10_000;
        assert!(average.abs_diff(BYTES_PER_ASSET) <= 8, "{average} bytes an asset");
    }

    #[test]
    fn the_file_is_json_with_every_asset() -> std::io::Result<()> {
        let path = std::env::temp_dir().join(format!("assay-metadata-{}.json", std::process::id()));
        write(&path, 300)?;
        let text = std::fs::read(&path)?;
        std::fs::remove_file(&path)?;
        let file: serde_json::Value = serde_json::from_slice(&text)?;
        assert_eq!(file["Assets"].as_array().map(Vec::len), Some(300));
        Ok(())
    }
}
