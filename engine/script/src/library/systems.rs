//! The functions of systems, such as `pipeline`.

use std::rc::Rc;

use assay_system::{Refused, SYSTEMS};
use rhai::{Dynamic, Engine, FuncRegistration, ImmutableString};

use super::path::inside;
use crate::checked::purity;
use crate::complaint::{Complaint, Outcome};
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    for (system, function) in
        SYSTEMS.iter().enumerate().flat_map(|(at, known)| known.functions().iter().map(move |it| (at, it)))
    {
        let state = Rc::clone(state);
        let call = move |path: ImmutableString| call(&state, system, function.name, &path);
        FuncRegistration::new(function.name).with_purity(purity::reads).register_into_engine(engine, call);
    }
}

fn call(state: &HostState, system: usize, function: &str, path: &str) -> Outcome<Dynamic> {
    let path = inside(path)?;
    let scene = state.current_scene()?;
    let Some(resolver) = scene.store.resolver(system) else { return Ok(Dynamic::UNIT) };
    let cost = state.meter.without_charge(|| resolver.cost());
    state.meter.charge(cost)?;
    match resolver.resolve(function, &path, &|path| scene.has(path)) {
        Ok(result) => Ok(result),
        Err(Refused { message, help, cost }) => {
            state.meter.charge(cost)?;
            Err(Complaint::raise(message, help))
        }
    }
}
