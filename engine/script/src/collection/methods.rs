//! The functions and properties of collections in scripts.

use std::rc::Rc;

use assay_system::{SYSTEMS, View};
use rhai::{Array, Dynamic, Engine, INT, ImmutableString, NativeCallContext};

use super::namespaces::Namespace;
use crate::complaint::{Complaint, Outcome};
use crate::state::HostState;

/// Registers the functions for collections with an engine.
pub(crate) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    engine.register_type_with_name::<View>("View").register_type_with_name::<Namespace>("Namespace");
    engine.register_indexer_get(|namespace: &mut Namespace, property: ImmutableString| namespace.get(&property));
    engine.register_indexer_get(|view: &mut View, key: Dynamic| find_value(view, &key));
    engine
        .register_get("len", |view: &mut View| length(view))
        .register_get("is_empty", |view: &mut View| view.0.is_empty());
    engine.register_iterator::<View>();
    for system in SYSTEMS {
        system.register(engine);
    }
    functions! { engine, state,
        "len" reads (_state, view: &mut View) {
            Ok(length(view))
        }
        "is_empty" reads (_state, view: &mut View) {
            Ok(view.0.is_empty())
        }
        "contains" reads (_state, view: &mut View, element: Dynamic) {
            Ok(view.0.contains(&element))
        }
        "get" reads (_state, view: &mut View, key: Dynamic) {
            Ok(view.0.get(&key).unwrap_or_default())
        }
        "keys" reads (state, view: &mut View) {
            keys(&state, view)
        }
        "values" reads (state, view: &mut View) {
            let keys = keys(&state, view)?;
            Ok(keys.iter().map(|key| view.0.get(key).unwrap_or_default()).collect::<Array>())
        }
        "paths" reads (state, context: NativeCallContext, view: &mut View, element: Dynamic) {
            let paths = paths(view, &element)?;
            let sought = || format!("`{element}` in `{}`", view.0.name());
            state.comparisons.note_found(&context, !paths.is_empty(), &sought);
            state.meter.fit_list(paths.len())?;
            Ok(paths)
        }
        "newest" reads (_state, view: &mut View, element: Dynamic) {
            newest(view, &element)
        }
        "to_string" | "to_debug" reads (_state, view: &mut View) {
            Ok(format!("{view:?}"))
        }
        "to_string" | "to_debug" reads (_state, namespace: &mut Namespace) {
            Ok(format!("{namespace:?}"))
        }
    }
}

fn length(view: &View) -> INT {
    INT::try_from(view.0.len()).unwrap_or(INT::MAX)
}

fn keys(state: &HostState, view: &View) -> Outcome<Array> {
    state.meter.fit_list(view.0.len())?;
    Ok(view.0.keys())
}

/// Returns the paths of the files that an element was taken from.
fn paths(view: &View, element: &Dynamic) -> Outcome<Array> {
    view.0.paths(element).ok_or_else(|| {
        let message = format!("`{}` does not record the files of its elements", view.0.name());
        Complaint::raise(message, "only collections of the rule file do")
    })
}

/// Returns the newest available revision of the package that an element names.
fn newest(view: &View, element: &Dynamic) -> Outcome<Dynamic> {
    view.0.newest(element).ok_or_else(|| {
        let message = format!("`{}` has no revisions", view.0.name());
        Complaint::raise(message, "only `asset_packages` has revisions")
    })
}

/// Returns the value of a key, for `view[key]`. A missing key is an error.
fn find_value(view: &View, key: &Dynamic) -> Outcome<Dynamic> {
    view.0.get(key).ok_or_else(|| {
        // A key may be a long string.
        let shown: String = key.to_string().chars().take(80).collect();
        let message = format!("`{}` has no entry `{shown}`", view.0.name());
        Complaint::raise(message, "test with `in` first, or write `.get(…)`, which returns `()` if there is no entry")
    })
}
