//! Systems of game engines that rules and commands work on: each with its own files, its own words and its own room.

pub mod asset_list;
pub mod conversion;
pub mod definition;
pub mod package;
