//! Sources of documents: the trait, and a source in memory.

mod counted;
mod crc;
mod interface;
mod memory;
mod path;
mod twin;

pub use counted::Counted;
pub use crc::Crc;
pub use interface::{Source, SourceError, Start, copy_part};
pub use memory::MemorySource;
pub use path::{file_name, folder, join, normalize};
pub use twin::{Twins, twin, twin_difference};
