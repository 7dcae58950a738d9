//! The functions that filters can call.

use assay_document::extract::{ValueId, Values};
use assay_document::text::Guid;
use assay_store::{CollectionNames, Demand};
use assay_system::messiah::RES_IN_DISK;

use super::context::FilterContext;

/// A function of a filter.
#[derive(Debug)]
pub struct FilterFunction {
    /// The name, without `artfunc_`.
    pub name: &'static str,
    /// The description of the function's result, in one sentence.
    pub doc: &'static str,
    /// The collection that the function looks values up in.
    collection: Option<&'static str>,
    /// True if the result for each value does not depend on the other values, except as the function reports by
    /// [`FilterContext::needs_whole_file`].
    pub(super) filters_each_value: bool,
    pub(super) apply: fn(&mut Values, &[ValueId], &mut FilterContext<'_>) -> Vec<ValueId>,
}

/// All functions.
pub const FUNCTIONS: &[FilterFunction] = &[
    FilterFunction {
        name: "res_filter.guidToResourcePath",
        doc: "replaces GUIDs by the paths of all their attribute files; drops unknown ones",
        collection: Some(RES_IN_DISK.name),
        filters_each_value: true,
        apply: resource_paths,
    },
    FilterFunction {
        name: "res_filter.guidToRealPath",
        doc: "the name of `res_filter.guidToResourcePath` in version 1",
        collection: Some(RES_IN_DISK.name),
        filters_each_value: true,
        apply: resource_paths,
    },
    FilterFunction {
        name: "res_filter.getResourcesInILevel",
        doc: "replaces paths of ilevels by the GUIDs that they cite, each once, in order",
        collection: None,
        filters_each_value: false,
        apply: cited_guids,
    },
    FilterFunction {
        name: "res_filter.validGUID",
        doc: "keeps the values that are GUIDs, with or without braces, in any letter case",
        collection: None,
        filters_each_value: true,
        apply: valid_guids,
    },
];

impl FilterFunction {
    /// Returns the project data that must be loaded before the function is called.
    pub fn demand(&self) -> Demand {
        let collection = self.collection.and_then(|name| CollectionNames::new().resolve(name));
        collection.map_or_else(Demand::default, Demand::of)
    }
}

fn resource_paths(values: &mut Values, list: &[ValueId], context: &mut FilterContext<'_>) -> Vec<ValueId> {
    // The names of rule files are not needed: the collection is one of a system.
    let folders = CollectionNames::new().resolve(RES_IN_DISK.name).and_then(|folders| context.store.of_system(folders));
    let guids = list.iter().filter_map(|&id| values.as_text(id));
    let paths: Vec<String> = guids.flat_map(|guid| folders.map_or_else(Vec::new, |it| it.files(guid))).collect();
    // A path that equals a value keeps the place of the value, which may be in another slice of the file.
    let may_be_path = |&id: &ValueId| values.as_text(id).is_some_and(|text| text.contains('/'));
    context.needs_whole_file |= context.slices > 1 && list.iter().any(may_be_path);
    values.adopt(&paths, list)
}

fn cited_guids(values: &mut Values, list: &[ValueId], context: &mut FilterContext<'_>) -> Vec<ValueId> {
    let guids = context.cited_guids(values, list);
    values.adopt(&guids, list)
}

fn valid_guids(values: &mut Values, list: &[ValueId], _context: &mut FilterContext<'_>) -> Vec<ValueId> {
    // The values are returned unchanged.
    let is_guid = |id: ValueId| values.as_text(id).and_then(Guid::parse).is_some();
    list.iter().copied().filter(|&id| is_guid(id)).collect()
}
