//! The contract, sentence by sentence: what rules say and what a run returns, through the front door only.
//!
//! `rules.json` holds whole cases (`cases`), `definitions.json` those of definitions, `json` says which documents are JSON; the modules `section_*` hold rows, by
//! the sections of the contract.

mod archives;
mod asset_lists;
mod cases;
mod conversion;
mod definition_sample;
mod definitions;
mod field_rules;
mod json;
mod packages;
mod run;
#[macro_use]
mod rows;
mod section_1;
mod section_2;
mod section_3;
mod section_4;
mod section_5;
mod section_6;
mod section_7;
mod section_8;
mod section_9;
mod states;
mod value;
