//! Formats: convert the bytes of a file to a stream of nodes with positions.

mod conflict;
mod digest;
mod document;
mod encoding;
#[cfg(test)]
mod events;
mod facts;
mod format_map;
mod glb;
mod image;
mod ini;
mod json;
mod key;
mod long;
mod named;
mod notes;
mod part;
mod remark;
mod repeats;
mod sink;
mod slice;
mod sniff;
mod stand_in;
mod xml;
mod yaml;

pub use assay_language::{EntryFact, Needs, SPECIALS, Special, SpecialSpec, Tag};

pub use conflict::or_conflict as told_in_conflict;
pub use digest::{Algorithm, Hasher, hexadecimal};
pub use document::{Document, NoDocument, Unusable};
pub use encoding::{Decode, Reading, Unavailable, Undecodable, decode_text, decode_with};
pub use facts::{Fact, FactError, fact};
pub use format_map::{FormatMap, READERS, Reader};
pub use glb::Glb;
pub use image::{Image, ImageFault, image_help};
pub use notes::Notes;
pub use part::Slice;
pub use remark::{REMARK, remark};
pub use repeats::{RepeatedKey, Repeats};
pub use sink::{IgnoredNodes, Leaf, MAX_DEPTH, Scalar, Single, Sink};
pub use sniff::{Extension, FORMATS, Format, NoReader, extension};
pub use stand_in::StandIn;
pub use xml::{is_char, is_name};
