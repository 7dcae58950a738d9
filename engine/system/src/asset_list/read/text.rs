//! A text with a record on each line.

use assay_asset_list::Records;
use assay_document::text::{Fault, IssueCode, Span};

/// Reads lines, and returns what is to be said of them; blanks around a line and empty lines do not count.
pub(super) fn read(text: &str, records: &mut dyn Records) -> Result<Vec<Fault>, Fault> {
    let mut first = None;
    let mut start = 0;
    for part in text.split_inclusive(['\n', '\r']) {
        let line = part.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{feff}');
        if !line.is_empty() {
            let at = start + part.find(line).unwrap_or_default();
            let span = Span::of(at, at + line.len());
            if line.contains('\0') {
                return Err(Fault::new(
                    IssueCode::AssetListForm,
                    "expected a path on each line, and this is no text",
                    span,
                ));
            }
            first.get_or_insert(span);
            records.line(line, span.start()).map_err(|message| Fault::new(IssueCode::AssetListForm, message, span))?;
        }
        start += part.len();
    }
    let message = "a list of paths has neither hashes nor ids: each of its entries is taken for an empty file";
    Ok(first.map(|span| Fault::new(IssueCode::AssetListText, message, span)).into_iter().collect())
}
