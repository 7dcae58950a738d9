//! Files of lists, seeds and plans: what is read, what is refused where, what is written.

mod counts;
mod files;
mod plans;
mod refusals;
mod seeds;
