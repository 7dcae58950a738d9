//! Conversion rules: what an asset pipeline makes of a file.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use rhai::{Dynamic, Engine, ImmutableString};

use super::files::inside;
use crate::script::callback::Outcome;
use crate::script::definition::to_dynamic;
use crate::script::explain::Complaint;
use crate::script::state::State;
use crate::source::MemorySource;
use crate::store::Store;
use crate::system::conversion::Pipeline;
use crate::text::patterns::LIMIT_HELP;

/// The work charged for converting a path, in bytes, for each rule file.
const COST: usize = 20;
/// The work charged for a conversion rule that hits its limit, in bytes. Such a rule takes milliseconds.
const LIMIT_COST: usize = 100_000;

/// The conversion rules of the run at hand.
#[derive(Default)]
pub(in crate::script) struct KnownPipeline(RefCell<(Weak<Store>, Rc<Pipeline>)>);

impl KnownPipeline {
    /// Returns the rules that were read for the collections of a run. Their problems have been reported already.
    fn of(&self, store: &Rc<Store>) -> Rc<Pipeline> {
        let (run, known) = &mut *self.0.borrow_mut();
        if !run.upgrade().is_some_and(|run| Rc::ptr_eq(&run, store)) {
            let mut source = MemorySource::new();
            let rules = &store.index().pipeline().rules;
            for (path, bytes) in rules {
                source.insert(path.as_str(), bytes.clone());
            }
            *run = Rc::downgrade(store);
            let (mut pipeline, _) = Pipeline::read(rules.iter().map(|(path, _)| path.as_str()), &source);
            pipeline.give_up(&store.index().pipeline().given_up);
            *known = Rc::new(pipeline);
        }
        Rc::clone(known)
    }
}

pub(super) fn register(engine: &mut Engine, state: &Rc<State>) {
    functions! { engine, state,
        "pipeline" reads (state, path: ImmutableString) {
            pipeline(&state, &path)
        }
    }
}

fn pipeline(state: &State, path: &str) -> Outcome<Dynamic> {
    let path = inside(path)?;
    let scene = state.seen()?;
    let pipeline = state.meter.outside(|| state.pipeline.of(&scene.store));
    state.meter.charge(COST * (1 + pipeline.files().len()))?;
    let conversion = pipeline.resolver().resolve(&path);
    if let Some(rule) = conversion.limited.first() {
        state.meter.charge(LIMIT_COST * conversion.limited.len())?;
        let place = format!("{}:{}:{}", rule.path, rule.place.line, rule.place.column);
        return Err(Complaint::raise(
            format!("the conversion rule at `{place}` takes too long on `{path}`"),
            LIMIT_HELP,
        ));
    }
    Ok(serde_json::to_value(conversion.entry(&path, |path| scene.has(path))).map_or(Dynamic::UNIT, to_dynamic))
}
