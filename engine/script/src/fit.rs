//! Limits of size for functions that know nothing but the call at hand.

use std::rc::Rc;

use rhai::{Dynamic, Engine, EvalAltResult, NativeCallContext, Position};

use super::Limits;
use super::state::HostState;

/// The state of a host, where every call finds it.
#[derive(Clone)]
struct Owner(Rc<HostState>);

/// Lets calls find the state of their host.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    engine.set_default_tag(Dynamic::from(Owner(Rc::clone(state))));
}

/// Refuses a list of more elements than a script may make.
///
/// # Errors
/// One that no script can catch.
pub(crate) fn list(context: &NativeCallContext<'_>, elements: usize) -> Result<(), Box<EvalAltResult>> {
    match owner(context) {
        Some(state) => state.meter.fit_list(elements),
        // An engine that no host made.
        None => bare("Size of array", elements, context.engine().max_array_size(), Limits::default().list),
    }
}

/// How many elements a list may have.
pub(crate) fn most_elements(context: &NativeCallContext<'_>) -> usize {
    let bare = || Some(context.engine().max_array_size()).filter(|most| *most > 0);
    owner(context).map(|state| state.meter.limits.list).or_else(bare).unwrap_or(Limits::default().list)
}

fn owner(context: &NativeCallContext<'_>) -> Option<Rc<HostState>> {
    context.engine().default_tag().read_lock::<Owner>().map(|owner| Rc::clone(&owner.0))
}

fn bare(what: &str, size: usize, set: usize, default: usize) -> Result<(), Box<EvalAltResult>> {
    let most = if set > 0 { set } else { default };
    if size > most { Err(EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()) } else { Ok(()) }
}
