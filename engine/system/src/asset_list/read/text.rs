//! Reads text files with one record on each line.

use assay_asset_list::Records;
use assay_document::text::{Fault, IssueCode, Span};

/// Reads lines, and returns warnings about them. Ignores spaces around a line and empty lines.
pub(super) fn read(text: &str, records: &mut dyn Records) -> Result<Vec<Fault>, Fault> {
    let mut first = None;
    let mut start = 0;
    for part in text.split_inclusive(['\n', '\r']) {
        let line = part.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{feff}');
        if !line.is_empty() {
            let at = start + part.find(line).unwrap_or_default();
            let span = Span::of(at, at + line.len());
            if line.contains('\0') {
                let message = "expected a text file with a path on each line";
                return Err(Fault::new(IssueCode::AssetListForm, message, span));
            }
            first.get_or_insert(span);
            records.line(line, span.start()).map_err(|message| Fault::new(IssueCode::AssetListForm, message, span))?;
        }
        start += part.len();
    }
    let message = "a list of paths has neither hashes nor ids: each entry is treated as an empty file";
    Ok(first.map(|span| Fault::new(IssueCode::AssetListText, message, span)).into_iter().collect())
}
