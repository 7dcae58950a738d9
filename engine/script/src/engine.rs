//! The Rhai engine for scripts of rules.

use std::rc::Rc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Engine, config::hashing};

use super::state::HostState;
use super::{checked, collection, comparison, element, explain, iterate, large, library, python, size};

/// The seed for the hashes of function names, so that they are equal in every run and every build.
const SEED: [u64; 4] = [0x6173_7361, 0x7920_7363, 0x7269_7074, 0x2073_6565];

/// Creates the engine. Only registered functions exist: scripts cannot sleep, exit, evaluate strings or read the time.
pub(super) fn engine(state: &Rc<HostState>) -> Engine {
    // The seed can be set only once per process; for a second host it is set already.
    let _ = hashing::set_hashing_seed(Some(SEED));
    let mut engine = Engine::new_raw();
    for package in [
        ArithmeticPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicMathPackage::new().as_shared_module(),
        BasicStringPackage::new().as_shared_module(),
        MoreStringPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicMapPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicFnPackage::new().as_shared_module(),
    ] {
        engine.register_global_module(package);
    }
    let limits = &state.meter.limits;
    engine.set_max_call_levels(limits.depth + 2);
    engine.set_max_expr_depths(limits.levels, limits.levels);
    engine.disable_symbol("eval");
    // A misspelled list of a record would otherwise be `()`, and cause no error.
    engine.set_fail_on_invalid_map_property(true);
    let meter = Rc::clone(state);
    engine.on_progress(move |_| meter.meter.count());
    state.bodies.register(&mut engine);
    iterate::register(&mut engine, state);
    large::register(&mut engine);
    size::register(&mut engine, state);
    comparison::register(&mut engine, state);
    explain::register(&mut engine);
    checked::register(&mut engine, state);
    library::register(&mut engine, state);
    collection::register(&mut engine, state);
    element::register(&mut engine, state);
    python::register(&mut engine);
    engine
}
