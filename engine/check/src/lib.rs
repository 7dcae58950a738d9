//! Checks documents by rules, and produces a report.

mod archive;
mod batch;
mod batch_work;
mod case;
mod checker;
mod collect;
mod compared;
mod entries;
mod file;
mod finding_limit;
#[cfg(test)]
mod fixture;
mod focus;
mod gathered;
mod input;
mod judge;
mod knowledge;
mod merge;
mod named;
mod near;
mod overrun;
mod plans;
mod reading;
mod recorder;
mod remark;
mod rule_tests;
mod run;
mod scene;
mod select;
mod selection;
mod share;
mod sieve;
mod summed;
mod sums;
#[cfg(test)]
mod tests;
mod times;
mod trace;
mod unseen;
mod virtual_file;
mod wants;
mod whole;
mod work;
mod worker;

pub use batch::{Batch, Outcome};
pub use checker::{Checker, Gauge};
pub use merge::{Unmergeable, merge};
pub use rule_tests::{AtTest, TestOptions, run_tests};
pub use run::{Progress, Run};
pub use share::Share;
pub use times::Clock;
pub use trace::Unexplained;
pub use whole::{check, trace};
pub use work::process_batch;
pub use worker::Worker;
