//! Archives that Info-ZIP, bsdtar, 7-Zip, Python and odd writers make, or that mean harm: read as two independent unpackers agree,
//! or refused, each with its reason.
//!
//! The table is `tests/archives/expected.json`; the package's reader of zips is held to it, too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assay_engine::source::{Crc, MemorySource};
use assay_engine::zip::{Archive, ArchiveLimits, Unpacker, ZipFault};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    archive: String,
    /// The checksums of the files in it.
    files: Option<BTreeMap<String, u32>>,
    /// The code that it is refused with.
    #[serde(default)]
    code: String,
}

fn read(bytes: &[u8]) -> Result<BTreeMap<String, u32>, ZipFault> {
    let source: MemorySource = [("a.zip", bytes)].into_iter().collect();
    let archive = Archive::open("a.zip", &source, &ArchiveLimits::default())?;
    if let Some((_, fault)) = archive.faults().first() {
        return Err(fault.clone());
    }
    let mut unpacker = Unpacker::default();
    let mut files = BTreeMap::new();
    for member in archive.members() {
        let content = unpacker.read_whole("a.zip", &source, member)?;
        if !member.is_folder() {
            let mut crc = Crc::default();
            crc.update(&content);
            files.insert(member.name.to_string(), crc.value());
        }
    }
    Ok(files)
}

#[test]
fn archives_are_read_like_unpackers_or_refused_with_a_reason() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/archives"));
    let table = fs::read(folder.join("expected.json")).expect("the table is there");
    let rows: Vec<Row> = serde_json::from_slice(&table).expect("the table is JSON");
    let mut different = Vec::new();
    for Row { archive, files, code } in &rows {
        let bytes = fs::read(folder.join(archive)).expect("the archive is there");
        let read = read(&bytes);
        let is_same = match (&read, files) {
            (Ok(read), Some(files)) => read == files,
            (Err(fault), None) => fault.code().as_str() == code,
            _ => false,
        };
        if !is_same {
            different.push(format!("{archive}: {read:?}"));
        }
    }
    assert!(rows.len() > 40 && different.is_empty(), "{} rows\n{}", rows.len(), different.join("\n"));
}
