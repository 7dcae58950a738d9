//! Functions that make a map larger.

use std::rc::Rc;

use rhai::{Dynamic, Engine, FnPtr, ImmutableString, Map, NativeCallContext};

use crate::callback::Callback;
use crate::complaint::Outcome;
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "set" changes (state, map: &mut Map, key: ImmutableString, value: Dynamic) {
            state.meter.fit_inside(&value, 1)?;
            state.meter.fit_map(map.len() + 1)?;
            map.insert(key.as_str().into(), value);
            Ok(())
        }
        "mixin" changes (state, map: &mut Map, others: Map) {
            state.meter.fit_map(map.len() + others.len())?;
            map.extend(others);
            Ok(())
        }
        "fill_with" changes (state, map: &mut Map, others: Map) {
            state.meter.fit_map(map.len() + others.len())?;
            for (key, value) in others {
                map.entry(key).or_insert(value);
            }
            Ok(())
        }
        "map" reads (state, context: NativeCallContext<'_>, map: &mut Map, function: FnPtr) {
            let mut each = Callback::new(&context, &state, function, 1, 2);
            let mut made = Map::new();
            for (key, value) in map.iter() {
                let value = each.call([key.as_str().into(), value.clone()])?;
                state.meter.fit_inside(&value, 1)?;
                made.insert(key.clone(), value);
            }
            Ok(made)
        }
        "filter" reads (state, context: NativeCallContext<'_>, map: &mut Map, function: FnPtr) {
            split_where(&mut Callback::new(&context, &state, function, 1, 2), map).map(|(kept, _)| kept)
        }
        "retain" changes (state, context: NativeCallContext<'_>, map: &mut Map, function: FnPtr) {
            let (kept, gone) = split_where(&mut Callback::new(&context, &state, function, 1, 2), map)?;
            *map = kept;
            Ok(gone)
        }
        "drain" changes (state, context: NativeCallContext<'_>, map: &mut Map, function: FnPtr) {
            let (gone, kept) = split_where(&mut Callback::new(&context, &state, function, 1, 2), map)?;
            *map = kept;
            Ok(gone)
        }
    }
}

/// Splits the entries into those for which the function returns true, and those for which it returns false. The
/// function gets the key and the value.
fn split_where(each: &mut Callback<'_>, map: &Map) -> Outcome<(Map, Map)> {
    let (mut yes, mut no) = (Map::new(), Map::new());
    for (key, value) in map {
        let side = if each.holds([key.as_str().into(), value.clone()])? { &mut yes } else { &mut no };
        side.insert(key.clone(), value.clone());
    }
    Ok((yes, no))
}
