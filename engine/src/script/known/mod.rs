//! Answers and compiled texts that scripts ask for again and again.

mod lists;
mod paths;
mod patterns;
mod xpaths;

pub(super) use self::lists::KnownLists;
pub(super) use self::paths::KnownPaths;
pub(super) use self::patterns::KnownPatterns;
pub(super) use self::xpaths::Expressions;

/// Everything that is kept from call to call.
#[derive(Default)]
pub(super) struct Known {
    pub patterns: KnownPatterns,
    pub xpaths: Expressions,
    pub lists: KnownLists,
    pub paths: KnownPaths,
}
