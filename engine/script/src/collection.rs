//! Collections as scripts see them.
//!
//! They are looked into where they are: nothing is copied but what a script asks for.

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
