//! Packages made for tests.

use assay_document::format::Algorithm;
use assay_document::source::MemorySource;
use assay_report::{Diagnostics, Problem};
use assay_zip::{CompressionMethod, Unpacker};

use crate::package::{
    METADATA, MemberOutcome, NewFile, Package, PackageLimits, PackedMember, Packer, ZipWriter, prepare, verify,
};

/// Metadata as an exporter writes them, with comments and a trailing comma. The file name keeps tools from reading it
/// as JSON.
pub const LAMP: &str = include_str!("lamp.metadata");

/// Returns an archive of these members, stored without compression.
pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::default();
    let mut bytes = Vec::new();
    for (name, content) in members {
        let (data, packed) = packed(content);
        bytes.extend(writer.add(name, packed).unwrap());
        bytes.extend(data);
    }
    bytes.extend(writer.finish());
    bytes
}

fn packed(content: &[u8]) -> (Vec<u8>, PackedMember) {
    for method in [CompressionMethod::Deflated, CompressionMethod::Stored] {
        let mut packing = Packer::new(method, Algorithm::Md5);
        let mut data: Vec<u8> = content.chunks(1000).flat_map(|part| packing.push(part)).collect();
        let (rest, packed) = packing.finish();
        data.extend(rest);
        if !packed.is_incompressible() {
            return (data, packed);
        }
    }
    unreachable!("a stored member is never in vain")
}

/// Returns a package of these files with this metadata, made in the way of the command line.
pub fn create(metadata: &str, files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, Diagnostics> {
    let listed: Vec<NewFile> = files
        .iter()
        .map(|(path, content)| {
            let (_, packed) = packed(content);
            NewFile { path: path.clone(), size: packed.size, hash: Some(packed.hash) }
        })
        .collect();
    let creation = prepare("meta.json", metadata, &listed, None);
    let Some(text) = creation.metadata else { return Err(creation.diagnostics) };
    let mut sorted: Vec<(&str, &[u8])> = files.iter().map(|(path, content)| (path.as_str(), &content[..])).collect();
    sorted.sort_unstable();
    sorted.push((METADATA, text.as_bytes()));
    Ok(archive(&sorted))
}

/// Returns a checked package.
pub fn check(bytes: &[u8]) -> Package {
    check_within(bytes, &PackageLimits::default())
}

/// Returns a package that was checked within these limits.
pub fn check_within(bytes: &[u8], limits: &PackageLimits) -> Package {
    let source: MemorySource = [("p.zip", bytes)].into_iter().collect();
    let mut package = Package::open("p.zip", &source, limits).expect("it can be read");
    for batch in package.batches(1000) {
        let outcomes = crate::to_bytes(&verify(&batch, &source));
        package.add_outcomes(crate::from_bytes::<Vec<MemberOutcome>>(&outcomes).unwrap());
    }
    package
}

/// Returns all members of a package except its metadata.
pub fn extract(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let source: MemorySource = [("p.zip", bytes)].into_iter().collect();
    let package = check(bytes);
    let files = package.members().iter().filter(|member| *member.name != *METADATA);
    files
        .map(|member| {
            let content = Unpacker::default().read_whole("p.zip", &source, member).unwrap();
            (member.name.to_string(), content)
        })
        .collect()
}

/// Returns the metadata in a package.
pub fn metadata_of(bytes: &[u8]) -> String {
    let source: MemorySource = [("p.zip", bytes)].into_iter().collect();
    let package = check(bytes);
    let member = package.members().iter().find(|member| *member.name == *METADATA).unwrap();
    String::from_utf8(Unpacker::default().read_whole("p.zip", &source, member).unwrap()).unwrap()
}

/// Returns one line for each diagnostic: `error path:line:column code message`.
pub fn report_lines(diagnostics: &Diagnostics) -> Vec<String> {
    let line = |kind: &str, problem: &Problem| {
        let Problem { code, message, help, path, region, .. } = problem;
        let place = region.map(|region| format!(":{}:{}", region.start.line, region.start.column));
        let help = help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        format!("{kind} {}{} {code} {message}{help}", path.as_deref().unwrap_or("-"), place.unwrap_or_default())
    };
    let problems = diagnostics.problems.iter().map(|problem| line("error", problem));
    problems.chain(diagnostics.warnings.iter().map(|problem| line("warning", problem))).collect()
}
