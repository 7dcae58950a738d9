//! `filter` and `subfilter`: functions keep their names.

use super::draft::{Part, Said};
use crate::step::FUNCTIONS;

/// What names a function in the place of a pattern.
const ARTFUNC: &str = "artfunc_";

pub(super) fn change(part: &mut Part) {
    let Some(text) = part.as_text() else { return };
    let name = text.trim();
    if FUNCTIONS.iter().any(|function| function.name == name) {
        part.said.push(Said::todo(
            format!("`{name}` is a regular expression here, in which no GUID is found"),
            format!("write `{ARTFUNC}{name}` to call the function"),
        ));
    }
}
