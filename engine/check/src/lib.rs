//! Checks documents by rules, and produces a report.

mod archive;
mod batch;
mod batch_work;
mod block;
mod case;
mod checker;
mod collect;
mod compared;
mod content_hashes;
mod entries;
mod file;
mod file_context;
mod finding_limit;
#[cfg(test)]
mod fixture;
mod focus;
mod gathered;
mod hashing_source;
mod input;
mod judge;
mod merge;
mod named;
mod no_match;
mod overrun;
mod plans;
mod reading;
mod recorder;
mod remark;
mod rule_tests;
mod run;
mod select;
mod selected_rules;
mod selection;
mod shard;
mod streaming_judge;
#[cfg(test)]
mod tests;
mod times;
mod trace;
mod unexercised;
mod virtual_file;
mod whole;
mod work;
mod worker;

pub use batch::{Batch, Outcome};
pub use block::{Block, Blocks};
pub use checker::{Checker, Gauge};
pub use merge::{Unmergeable, merge};
pub use rule_tests::{AtTest, TestOptions, run_tests};
pub use run::{BlockMerge, BuiltIndex, IndexMerge, Progress, Run, SavedBlock};
pub use shard::RunShard;
pub use times::Clock;
pub use trace::Unexplained;
pub use whole::{check, trace};
pub use work::process_batch;
pub use worker::Worker;
