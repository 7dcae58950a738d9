//! Basic types that every room may use: ranges, places, similar names, numbers, values, GUIDs, patterns. Some are
//! re-exported from `assay-language`.

mod accents;
mod guid;
mod hex;
mod hot;
pub mod json;
mod line_blocks;
mod line_index;
mod line_starts;
mod number;
pub mod raw_bytes;
mod same;
mod value;

pub use assay_language::{
    AcceptedProblems, BacktrackLimit, CodeFamily, CodeFlag, Fault, Groups, Integer, IssueCode, Pattern, Patterns,
    SearchBudget, Span, Steps, compare_with_float, counted, divide_truncated, expression, nearest, patterns,
    with_size_limit,
};

pub use accents::{Decompose, decompose_accents, decompose_with};
pub use guid::Guid;
pub use hex::hex_word;
pub use hot::without_inlining;
pub use line_blocks::LineBlocks;
pub(crate) use line_index::LastPlace;
pub use line_index::{FlatRegion, LineIndex, Place, Region};
pub use line_starts::LineStarts;
pub use number::Number;
pub use same::same_bytes;
pub use value::{Value, cut};
