//! A text with a record on each line.

use crate::asset_list::Records;
use crate::text::{Fault, Span};

/// Reads lines; blanks around a line and empty lines do not count.
pub(super) fn read(text: &str, records: &mut dyn Records) -> Result<(), Fault> {
    let mut start = 0;
    for part in text.split_inclusive(['\n', '\r']) {
        let line = part.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{feff}');
        if !line.is_empty() {
            let at = start + part.find(line).unwrap_or_default();
            let span = Span::of(at, at + line.len());
            if line.contains('\0') {
                return Err(Fault::new("asset-list-form", "expected a path on each line, and this is no text", span));
            }
            records.line(line, span.start()).map_err(|message| Fault::new("asset-list-form", message, span))?;
        }
        start += part.len();
    }
    Ok(())
}
