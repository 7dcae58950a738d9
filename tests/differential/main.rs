//! The engine against deliberately simple evaluators, over generated and damaged documents.
//!
//! Seeds are fixed, so that two runs do the same; `PROPTEST_CASES=100000` runs more cases of each property, and
//! `PROPTEST_RNG_SEED=7` other ones.

mod asset_lists;
mod conversion;
mod damage;
mod document;
mod element;
mod expression;
mod extraction;
mod glb;
mod hostile;
mod json;
mod nasty;
mod outline;
mod parts;
mod pictures;
mod python;
mod reference;
mod streaming_judge;
mod well_formed;
mod yaml;

use proptest::test_runner::{Config, RngSeed};

/// So many cases with a fixed seed, unless the environment says otherwise.
fn config(cases: u32) -> Config {
    let set = |name: &str| std::env::var_os(name).is_some();
    let mut config = Config { failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    if !set("PROPTEST_CASES") {
        config.cases = cases;
    }
    if !set("PROPTEST_RNG_SEED") {
        config.rng_seed = RngSeed::Fixed(20_250_611);
    }
    config
}
