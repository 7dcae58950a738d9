//! Caches for values that scripts use repeatedly.

mod lists;
mod paths;
mod patterns;
mod recent;
mod xpaths;

pub(super) use self::lists::KnownLists;
pub(super) use self::paths::KnownPaths;
pub(super) use self::patterns::KnownPatterns;
pub(super) use self::xpaths::KnownXPaths;

/// The caches of a host, kept between calls.
#[derive(Default)]
pub(super) struct Known {
    pub patterns: KnownPatterns,
    pub xpaths: KnownXPaths,
    pub lists: KnownLists,
    pub paths: KnownPaths,
}
