//! Renames collections to their current names.

use assay_store::collection_named;

use super::draft::{DraftNote, DraftPart};
use crate::file_text::ARTFUNC;

/// Renames a collection in a place where only its keys are used. The old and the new collection have the same keys but
/// different values, so names in expressions and functions are kept.
pub(super) fn rename(part: &mut DraftPart) {
    let Some(text) = part.as_text() else { return };
    let Some(name) = text.trim().strip_prefix(ARTFUNC) else { return };
    if let Some(today) = today(name) {
        let message = format!("`{name}` is renamed to `{today}`");
        part.rewrite(format!("{ARTFUNC}{today}"), DraftNote::done_note(message));
    }
}

/// Adds the prefix of collections to the bare name of one.
pub(super) fn add_prefix(part: &mut DraftPart) {
    let Some(name) = part.as_text().map(|text| text.trim().to_owned()) else { return };
    if collection_named(&name).is_some() {
        let name = today(&name).unwrap_or(&name);
        let marked = format!("{ARTFUNC}{name}");
        let message = format!("a collection is written `{marked}`");
        part.rewrite(marked, DraftNote::done_note(message));
    }
}

/// Returns the current name of a collection that version 1 called `name`.
fn today(name: &str) -> Option<&'static str> {
    collection_named(name)?.1.today
}

#[cfg(test)]
mod tests {
    use super::today;

    #[test]
    fn every_name_of_version_1_has_a_current_name() {
        for (name, today_is) in [
            ("res_filter.ALL_RES", Some("res_store.res_in_repo")),
            ("res_filter.ALL_RES_GUID", Some("res_store.res_in_disk")),
            ("res_filter.ALL_USED_ILEVEL", Some("res_store.ilevels")),
            ("res_filter.ALL_USED_FILTER", Some("res_store.ilevels")),
            ("res_store.ilevels", None),
            ("res_filter.guidToRealPath", None),
            ("mine", None),
        ] {
            assert_eq!(today(name), today_is, "{name}");
        }
    }
}
