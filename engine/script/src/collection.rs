//! Collections in scripts.
//!
//! Scripts access the collections in place. Only the values that a script reads are copied.

mod assets;
mod lists;
mod maps;
mod methods;
mod namespaces;

#[cfg(test)]
mod tests;

pub(super) use self::assets::AssetView;
pub(super) use self::methods::register;
pub(super) use self::namespaces::Namespaces;
