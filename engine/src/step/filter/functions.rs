//! The functions that filters can call.

use std::fmt;

use super::FilterContext;
use crate::extract::{ValueId, Values};
use crate::store::Demand;
use crate::text::Guid;

/// A function of a filter.
pub struct Function {
    /// Its name, without `artfunc_`.
    pub name: &'static str,
    /// The description of the function's result, in one sentence.
    pub doc: &'static str,
    /// The project data that must be loaded before the function is called.
    pub(super) demand: Demand,
    pub(super) apply: fn(&mut Values, &[ValueId], &mut FilterContext<'_>) -> Vec<ValueId>,
}

const NOTHING: Demand = Demand {
    repositories: false,
    worlds: false,
    packages: false,
    disk: false,
    paths: false,
    definitions: false,
    definition_values: false,
    pipeline: false,
    pipeline_files: false,
};
const DISK: Demand = Demand { disk: true, ..NOTHING };

/// All functions.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "res_filter.guidToResourcePath",
        doc: "GUIDs become the paths of their attribute files, all of them; unknown ones are dropped",
        demand: DISK,
        apply: resource_paths,
    },
    Function {
        name: "res_filter.guidToRealPath",
        doc: "the name of `res_filter.guidToResourcePath` in version 1",
        demand: DISK,
        apply: resource_paths,
    },
    Function {
        name: "res_filter.getResourcesInILevel",
        doc: "paths of ilevels become the GUIDs cited in them, each once, in their order",
        demand: NOTHING,
        apply: cited_guids,
    },
    Function {
        name: "res_filter.validGUID",
        doc: "keeps the values that are GUIDs; braces and letter case are free",
        demand: NOTHING,
        apply: valid_guids,
    },
];

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn resource_paths(values: &mut Values, list: &[ValueId], context: &mut FilterContext<'_>) -> Vec<ValueId> {
    let guids = list.iter().filter_map(|&id| values.as_text(id));
    let paths: Vec<String> = guids.flat_map(|guid| context.store.resource_paths(guid)).collect();
    values.adopt(&paths, list)
}

fn cited_guids(values: &mut Values, list: &[ValueId], context: &mut FilterContext<'_>) -> Vec<ValueId> {
    let guids = context.cited_guids(values, list);
    values.adopt(&guids, list)
}

fn valid_guids(values: &mut Values, list: &[ValueId], _context: &mut FilterContext<'_>) -> Vec<ValueId> {
    // What is kept is returned as it is, so each value adopts itself.
    let is_guid = |id: ValueId| values.as_text(id).and_then(Guid::parse).is_some();
    list.iter().copied().filter(|&id| is_guid(id)).collect()
}
