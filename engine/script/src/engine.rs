//! The Rhai engine as scripts of rules get it.

use std::rc::Rc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Engine, config::hashing};

use super::state::HostState;
use super::{checked, collection, comparison, element, explain, iterate, large, library, python, size};

/// Numbers for the names of functions, so that every run of every build finds them alike.
const SEED: [u64; 4] = [0x6173_7361, 0x7920_7363, 0x7269_7074, 0x2073_6565];

/// Makes the engine. What is not registered here is not there: nothing sleeps, exits, evaluates texts or asks the time.
pub(super) fn engine(state: &Rc<HostState>) -> Engine {
    // Once for the process; a second host finds it set.
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
    // The name of a list of a record, mistyped, would otherwise be nothing, and nothing is wrong with that.
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
