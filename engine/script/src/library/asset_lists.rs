//! Functions that read and compare asset lists.

use std::rc::Rc;

use assay_document::format::EntryFact;
use assay_system::View;
use assay_system::asset_list::{
    AssetList, ListEntry, Operation, Pattern, PatternType, compare, in_at_least, read_list,
};
use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::path::{inside, missing};
use crate::collection::AssetView;
use crate::complaint::{Complaint, Outcome};
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "assetlist" reads (state, path: ImmutableString) {
            read(&state, &path)
        }
        "delta" reads (state, first: Dynamic, second: Dynamic) {
            combine_two(&state, Operation::Delta, first, second)
        }
        "union" reads (state, first: Dynamic, second: Dynamic) {
            combine_two(&state, Operation::Union, first, second)
        }
        "intersection" reads (state, first: Dynamic, second: Dynamic) {
            combine_two(&state, Operation::Intersection, first, second)
        }
        "complement" reads (state, first: Dynamic, second: Dynamic) {
            combine_two(&state, Operation::Complement, first, second)
        }
        "pattern" reads (state, list: Dynamic, pattern: ImmutableString) {
            of_pattern(&state, list, &pattern, PatternType::Wildcard)
        }
        "pattern" reads (state, list: Dynamic, pattern: ImmutableString, kind: ImmutableString) {
            let known = PatternType::named(&kind).ok_or_else(|| {
                Complaint::raise(format!("there is no type of pattern `{kind}`"), "write `wildcard` or `regex`")
            })?;
            of_pattern(&state, list, &pattern, known)
        }
        "count" reads (state, lists: Dynamic, count: Dynamic) {
            count_lists(&state, lists, &count)
        }
    }
}

fn read(state: &HostState, path: &str) -> Outcome<View> {
    let path = inside(path)?;
    let list = cached_list(state, &path)?;
    Ok(AssetView::view(path, list))
}

/// Returns a fact about each entry of the list at `path`: its path, id or hash. A missing id is `()`.
pub(super) fn entries(state: &HostState, path: &str, fact: EntryFact) -> Outcome<Array> {
    let list = cached_list(state, &inside(path)?)?;
    state.meter.fit_list(list.len())?;
    let to_value = |entry: ListEntry<'_>| match fact {
        EntryFact::Path => entry.path.into(),
        EntryFact::Id => entry.id.map_or(Dynamic::UNIT, |id| id.to_string().into()),
        EntryFact::Hash => entry.hash.to_string().into(),
    };
    Ok(list.iter().map(to_value).collect())
}

/// Returns the list at `path`, from the cache if it was read recently.
fn cached_list(state: &HostState, path: &str) -> Outcome<AssetList> {
    let scene = state.current_scene()?;
    Ok(if let Some(known) = state.known.lists.get(&scene.store, path) {
        known
    } else {
        if !scene.has(path) {
            return Err(missing(path));
        }
        state.meter.charge(scene.source.size(path).map_or(0, |size| usize::try_from(size).unwrap_or(usize::MAX)))?;
        // The list is kept for other calls, too.
        let read = state.meter.without_charge(|| read_list(path, &scene.source)).map_err(|problem| {
            let line = problem.region.map(|region| format!(":{}", region.start.line)).unwrap_or_default();
            Complaint::raise(format!("`{path}`{line}: {}", problem.message), problem.help.unwrap_or_default())
        })?;
        state.known.lists.keep(&scene.store, path.to_owned(), read.value.clone());
        state.warnings.borrow_mut().extend(read.warnings);
        read.value
    })
}

fn combine_two(state: &HostState, operation: Operation, first: Dynamic, second: Dynamic) -> Outcome<View> {
    let name = operation.spec().name;
    let (first, second) = (list_of(name, first)?, list_of(name, second)?);
    state.meter.charge(first.len() + second.len())?;
    let made = compare(operation, &first, &second, None).map_err(|error| Complaint::raise(error.to_string(), ""))?;
    Ok(AssetView::view(name, made))
}

fn of_pattern(state: &HostState, list: Dynamic, pattern: &str, kind: PatternType) -> Outcome<View> {
    let list = list_of("pattern", list)?;
    state.meter.charge(list.len().saturating_mul(pattern.len().max(1)))?;
    let pattern = Pattern::new(kind, pattern).map_err(|fault| {
        let before = pattern.get(..fault.span.start() as usize).unwrap_or_default();
        let column = before.chars().count() + 1;
        let message = format!("the pattern `{pattern}` cannot be read at column {column}: {}", fault.message);
        Complaint::raise(message, fault.help.unwrap_or_default())
    })?;
    Ok(AssetView::view("pattern", pattern.matching(&list)))
}

fn count_lists(state: &HostState, lists: Dynamic, count: &Dynamic) -> Outcome<View> {
    let lists = lists.try_cast::<Array>().ok_or_else(|| {
        Complaint::raise("`count` takes a list of asset lists", "write `count([assetlist(a), assetlist(b)], 2)`")
    })?;
    let lists = lists.into_iter().map(|list| list_of("count", list)).collect::<Outcome<Vec<AssetList>>>()?;
    state.meter.charge(lists.iter().map(AssetList::len).sum())?;
    let count =
        count.as_int().map_err(|_| Complaint::raise("the second argument of `count` must be a whole number", ""))?;
    let count = usize::try_from(count).unwrap_or_default();
    let made = in_at_least(count, &lists, None).map_err(|error| Complaint::raise(error.to_string(), ""))?;
    Ok(AssetView::view("count", made))
}

fn list_of(name: &str, given: Dynamic) -> Outcome<AssetList> {
    let list = given.try_cast::<View>().and_then(|view| view.0.assets().cloned());
    list.ok_or_else(|| Complaint::raise(format!("`{name}` takes asset lists"), "read one with `assetlist(path)`"))
}
