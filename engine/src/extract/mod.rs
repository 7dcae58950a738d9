//! The extraction language: from a document's events to lists of values.

mod values;

pub use values::{Labels, Record, ValueId, ValueRef, Values};
