//! JSON: the plain form with an entry on each line, and seed lists as upstream writes them.

use std::fmt::Write as _;

use assay_asset_list::ListEntry;
use assay_document::text::json;

use super::template::number;
use crate::asset_list::plan::PlanStep;
use crate::asset_list::seed::Seed;

/// Up to the first entry.
pub(super) const HEAD: &str = "{\"assets\": [";

/// Behind the last entry.
pub(super) const fn tail(is_empty: bool) -> &'static str {
    if is_empty { "]}\n" } else { "\n]}\n" }
}

/// One entry. What it does not have is left out.
pub(super) fn entry(out: &mut String, entry: ListEntry<'_>, is_first: bool) {
    out.push_str(if is_first { "\n{\"path\": " } else { ",\n{\"path\": " });
    text(out, entry.path);
    out.push_str(", \"hash\": \"");
    out.push_str(std::str::from_utf8(&entry.hash.to_hex()).unwrap_or_default());
    out.push('"');
    if let Some(id) = entry.id {
        out.push_str(", \"id\": \"");
        let _ = id.write_guid(out);
        out.push(':');
        number(out, id.sub_id.into());
        out.push('"');
    }
    if entry.modified != 0 {
        out.push_str(", \"modified\": ");
        number(out, entry.modified);
    }
    out.push('}');
}

/// A text in quotes.
fn text(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        out.push_str(&rest[..at]);
        let byte = rest.as_bytes()[at];
        if byte < b' ' {
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push('\\');
            out.push(char::from(byte));
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

/// A seed list as upstream's serialization writes it: members at their default are left out.
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
            out.push_str(",\n            \"pathHint\": ");
            text(&mut out, &seed.path_hint);
        }
        out.push_str("\n        }");
    }
    out.push_str(if seeds.is_empty() { "]\n}\n" } else { "\n    ]\n}\n" });
    out
}

/// A plan.
pub(super) fn steps(steps: &[PlanStep<'_>]) -> Vec<u8> {
    let mut out = b"{\"steps\": [".to_vec();
    for (at, step) in steps.iter().enumerate() {
        out.extend_from_slice(if at == 0 { b"\n" } else { b",\n" });
        out.extend(json::one_line(step).into_bytes());
    }
    out.extend_from_slice(if steps.is_empty() { b"]}\n" } else { b"\n]}\n" });
    out
}
