//! JSON: the simple form with one entry on each line, and seed lists in upstream's form.

use std::fmt::Write as _;

use assay_asset_list::ListEntry;
use assay_document::text::json;

use crate::asset_list::plan::Step;
use crate::asset_list::seed::Seed;

/// The text in front of the first entry.
pub(super) const HEAD: &str = "{\"assets\": [";

/// The text after the last entry.
pub(super) const fn tail(is_empty: bool) -> &'static str {
    if is_empty { "]}\n" } else { "\n]}\n" }
}

/// Writes one entry. Values that the entry does not have are left out.
pub(super) fn entry(out: &mut String, entry: ListEntry<'_>, is_first: bool) {
    let ListEntry { path, hash, id, modified } = entry;
    let line = if is_first { "\n" } else { ",\n" };
    let _ = write!(out, "{line}{{\"path\": {}, \"hash\": \"{hash}\"", json::one_line(path));
    if let Some(id) = id {
        let _ = write!(out, ", \"id\": \"{id}\"");
    }
    if modified != 0 {
        let _ = write!(out, ", \"modified\": {modified}");
    }
    out.push('}');
}

/// Returns a seed list as upstream's serialization writes it: members with their default value are left out.
pub(super) fn seeds(seeds: &[Seed]) -> String {
    let mut out = "{\n    \"Type\": \"JsonSerialization\",\n    \"Version\": 1,\n    \
                   \"ClassName\": \"AZStd::vector<SeedInfo, allocator>\",\n    \"ClassData\": ["
        .to_owned();
    for (at, seed) in seeds.iter().enumerate() {
        out.push_str(if at == 0 { "\n        {" } else { ",\n        {" });
        out.push_str("\n            \"assetId\": {\n                \"guid\": \"");
        let _ = seed.id.write_guid(&mut out);
        out.push('"');
        if seed.id.sub_id != 0 {
            let _ = write!(out, ",\n                \"subId\": {}", seed.id.sub_id);
        }
        out.push_str("\n            }");
        if seed.platforms != 0 {
            let _ = write!(out, ",\n            \"platformFlags\": {}", seed.platforms);
        }
        if !seed.path_hint.is_empty() {
            let _ = write!(out, ",\n            \"pathHint\": {}", json::one_line(&seed.path_hint));
        }
        out.push_str("\n        }");
    }
    out.push_str(if seeds.is_empty() { "]\n}\n" } else { "\n    ]\n}\n" });
    out
}

pub(super) fn steps(steps: &[Step]) -> Vec<u8> {
    let mut out = b"{\"steps\": [".to_vec();
    for (at, step) in steps.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"\n" } else { b",\n" });
        out.extend(json::one_line(step).into_bytes());
    }
    out.extend_from_slice(if steps.is_empty() { b"]}\n" } else { b"\n]}\n" });
    out
}
