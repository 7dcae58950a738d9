//! Collections as scripts see them.
//!
//! They are looked into where they are: nothing is copied but what a script asks for.

mod assets;
mod definition;
mod lists;
mod maps;
mod methods;
mod packages;
mod rooms;
mod rows;
mod things;
mod view;

#[cfg(test)]
mod tests;

pub use view::{Look, View};

pub(super) use self::assets::Assets;
pub(super) use self::methods::register;
pub(super) use self::rooms::Rooms;
