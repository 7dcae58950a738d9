//! Asset lists, seed lists and plans. Lists stay in the engine; JavaScript gets their rows as JSON, in portions.

#![expect(clippy::needless_pass_by_value, reason = "wasm-bindgen passes strings and lists from JavaScript by value")]

use std::rc::Rc;

use assay_engine::report::Problem;
use assay_engine::system::asset_list as lists;
use assay_engine::system::asset_list::{AssetId, Form, Key, Operation, Pattern, PatternType, RunOptions, Seed};
use assay_engine::text::json::for_javascript;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::source::{Host, HostSource};
use assay_engine::text::IssueCode;

/// An asset list.
#[wasm_bindgen]
pub struct AssetList {
    inner: lists::AssetList,
    warnings: Vec<Problem>,
}

impl AssetList {
    fn wrap(inner: lists::AssetList) -> Self {
        Self { inner, warnings: Vec::new() }
    }
}

#[wasm_bindgen]
impl AssetList {
    /// Reads the list at `path` in `source`. Fails if the file cannot be read or is not an asset list.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::read_list(path, &host(source))?;
        Ok(Self { inner, warnings })
    }

    /// Returns the warnings about the file that was read, as JSON.
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// Returns the number of entries.
    pub fn length(&self) -> usize {
        self.inner.len()
    }

    /// Returns true if every entry has an id.
    #[wasm_bindgen(js_name = haveIds)]
    pub fn have_ids(&self) -> bool {
        self.inner.all_have_ids()
    }

    /// Returns the number of entries that have an id.
    #[wasm_bindgen(js_name = withId)]
    pub fn with_id(&self) -> usize {
        self.inner.with_id()
    }

    /// Describes the first entry without an id; nothing if every entry has one.
    #[wasm_bindgen(js_name = lacksId)]
    pub fn first_without_id(&self) -> Option<String> {
        self.inner.require_ids().err().map(|no_id| no_id.to_string())
    }

    /// Returns the entries from index `from` to index `to`, as JSON.
    pub fn entries(&self, from: usize, to: usize) -> String {
        let to = to.min(self.inner.len());
        let rows: Vec<_> = (from..to).filter_map(|at| self.inner.get(at)).map(lists::AssetEntry::from).collect();
        for_javascript(&rows)
    }

    /// Returns the paths of the entries from index `from` to index `to`, separated by NUL.
    pub fn paths(&self, from: usize, to: usize) -> String {
        let to = to.min(self.inner.len());
        let paths: Vec<_> = (from..to).filter_map(|at| self.inner.get(at)).map(|entry| entry.path).collect();
        paths.join("\0")
    }

    /// Returns, for each entry of `other`, the index of the entry with the same key in this list; -1 if this list has
    /// no such entry. Fails if a key is in this list twice.
    pub fn places(&self, other: &Self, key: Option<String>) -> Result<Vec<i32>, Error> {
        Ok(lists::places(&self.inner, &other.inner, key_of(key.as_deref())?)?)
    }

    /// Returns a writer of the list. Fails if the form is unknown.
    pub fn writer(&self, form: &str) -> Result<AssetListWriter, Error> {
        Ok(AssetListWriter { inner: lists::ListWriter::new(&self.inner, form_of(form)?) })
    }

    /// Returns the result of an operation on this list and a second one. Fails if the operation is unknown, if a list
    /// has no entries and that is not allowed, or if the lists cannot be compared.
    pub fn compare(
        &self,
        operation: &str,
        second: &Self,
        key: Option<String>,
        allow_empty: bool,
    ) -> Result<Self, Error> {
        if !allow_empty {
            lists::require_entries([&self.inner, &second.inner])?;
        }
        let operation = Operation::named(operation).filter(|operation| operation.takes_second());
        let operation = operation.ok_or_else(|| Error::misuse("there is no such operation on two lists"))?;
        let key = key_of(key.as_deref())?;
        Ok(Self::wrap(lists::compare(operation, &self.inner, &second.inner, key)?))
    }

    /// Returns the entries whose path matches a pattern. Fails if the pattern is not valid, or if the list has no
    /// entries and that is not allowed.
    pub fn matching(&self, pattern: &str, pattern_type: &str, allow_empty: bool) -> Result<Self, Error> {
        if !allow_empty {
            lists::require_entries([&self.inner])?;
        }
        let known = PatternType::named(pattern_type);
        let known = known.ok_or_else(|| Error::misuse("a pattern must be a `wildcard` or a `regex`"))?;
        let compiled = Pattern::new(known, pattern).map_err(|fault| Error::in_text(pattern, fault))?;
        Ok(Self::wrap(compiled.matching(&self.inner)))
    }
}

/// Writes a list in parts.
#[wasm_bindgen]
pub struct AssetListWriter {
    inner: lists::ListWriter,
}

#[wasm_bindgen]
impl AssetListWriter {
    /// Returns the next part, of about `size` bytes; nothing after the last part. Fails if a path contains a character
    /// that the form cannot hold.
    pub fn next(&mut self, size: usize) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.inner.next_part(size)?)
    }
}

/// A plan, and the lists that it reads.
#[wasm_bindgen]
pub struct AssetPlan {
    inner: lists::Plan,
    warnings: Vec<Problem>,
    given: Vec<(String, lists::AssetList)>,
    outputs: Vec<lists::Output>,
}

/// The result of a step, without its list.
#[derive(Serialize)]
struct OutputShape<'o> {
    name: &'o str,
    step: usize,
    /// The reason why the step compared by path, when some of its lists have ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<String>,
}

#[wasm_bindgen]
impl AssetPlan {
    /// Reads the plan at `path` in `source`. Fails if the file cannot be read or is not a plan.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::Plan::read(path, &host(source))?;
        Ok(Self { inner, warnings, given: Vec::new(), outputs: Vec::new() })
    }

    /// Returns the warnings about the file that was read, as JSON.
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// Returns the steps, as JSON.
    pub fn steps(&self) -> String {
        for_javascript(&self.inner.steps)
    }

    /// Returns the plan in a form. Fails if the form is unknown or cannot hold one of the steps.
    pub fn write(&self, form: &str) -> Result<Vec<u8>, Error> {
        Ok(self.inner.to_bytes(form_of(form)?)?)
    }

    /// Returns the files that the steps read. Fails if the plan has a mistake that does not depend on the content of
    /// the files.
    pub fn files(&self) -> Result<Vec<String>, Error> {
        self.inner.check()?;
        Ok(self.inner.files().into_iter().map(str::to_owned).collect())
    }

    /// Sets the list of a file.
    pub fn give(&mut self, name: String, list: &AssetList) {
        self.given.push((name, list.inner.clone()));
    }

    /// Runs all steps, and returns their results as JSON: `{ name, step, fallback? }` each. Fails if a step fails.
    pub fn run(
        &mut self,
        key: Option<String>,
        allow_empty_inputs: bool,
        allow_empty_results: bool,
    ) -> Result<String, Error> {
        let options = RunOptions { key: key_of(key.as_deref())?, allow_empty_inputs, allow_empty_results };
        let given = |name: &str| self.given.iter().find(|(known, _)| known == name).map(|(_, list)| list.clone());
        self.outputs = self.inner.run(options, given)?;
        let shapes = self.outputs.iter().map(|output| OutputShape {
            name: &output.name,
            step: output.step,
            fallback: output.fallback.as_ref().map(ToString::to_string),
        });
        Ok(for_javascript(&shapes.collect::<Vec<_>>()))
    }

    /// Returns the list that a step made, by the index of its result; nothing if the index is out of range.
    pub fn output(&self, at: usize) -> Option<AssetList> {
        self.outputs.get(at).map(|output| AssetList::wrap(output.list.clone()))
    }
}

/// A seed list.
#[wasm_bindgen]
pub struct SeedList {
    inner: lists::SeedList,
    warnings: Vec<Problem>,
}

#[wasm_bindgen]
impl SeedList {
    /// Returns a list without seeds.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript has constructors only")]
    pub fn new() -> Self {
        Self { inner: lists::SeedList::default(), warnings: Vec::new() }
    }

    /// Reads the seed list at `path` in `source`. Fails if the file cannot be read or is not a seed list.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::SeedList::read(path, &host(source))?;
        Ok(Self { inner, warnings })
    }

    /// Returns the warnings about the file that was read, as JSON.
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// Returns the seeds, as JSON.
    pub fn seeds(&self) -> String {
        for_javascript(&self.inner.shapes())
    }

    /// Adds a seed, or adds its platforms to the existing seed. Returns true if the seed is new. Fails if the id or a
    /// platform is not valid.
    pub fn add(&mut self, id: &str, platforms: Vec<String>, path_hint: String) -> Result<bool, Error> {
        Ok(self.inner.add(Seed { id: id_of(id)?, platforms: bits_of(&platforms)?, path_hint }))
    }

    /// Removes platforms from a seed. A seed without platforms is removed. Returns true if the list had the seed. Fails
    /// if the id or a platform is not valid.
    pub fn remove(&mut self, id: &str, platforms: Vec<String>) -> Result<bool, Error> {
        Ok(self.inner.remove(id_of(id)?, bits_of(&platforms)?))
    }

    /// Adds platforms to all seeds. Fails if a platform is unknown.
    #[wasm_bindgen(js_name = addPlatforms)]
    pub fn add_platforms(&mut self, platforms: Vec<String>) -> Result<(), Error> {
        self.inner.add_platforms(bits_of(&platforms)?);
        Ok(())
    }

    /// Removes platforms from all seeds, and returns the ids of the seeds that kept their only platform. Fails if a
    /// platform is unknown.
    #[wasm_bindgen(js_name = removePlatforms)]
    pub fn remove_platforms(&mut self, platforms: Vec<String>) -> Result<Vec<String>, Error> {
        let kept = self.inner.remove_platforms(bits_of(&platforms)?);
        Ok(kept.iter().map(ToString::to_string).collect())
    }

    /// Replaces the hint of a seed. Returns true if the list has the seed. Fails if the id is not valid.
    pub fn hint(&mut self, id: &str, path_hint: &str) -> Result<bool, Error> {
        Ok(self.inner.hint(id_of(id)?, path_hint))
    }

    /// Returns the list in a form. Fails if the form is unknown or cannot hold a character of a hint.
    pub fn write(&self, form: &str) -> Result<Vec<u8>, Error> {
        Ok(self.inner.to_bytes(form_of(form)?)?)
    }
}

/// Returns the entries that are in at least `count` of the `given` lists. Fails if a list has no entries and that is
/// not allowed, or if the lists cannot be compared.
#[wasm_bindgen(js_name = inAtLeast)]
pub fn in_at_least(
    count: usize,
    given: &AssetLists,
    key: Option<String>,
    allow_empty: bool,
) -> Result<AssetList, Error> {
    if !allow_empty {
        lists::require_entries(&given.inner)?;
    }
    Ok(AssetList::wrap(lists::in_at_least(count, &given.inner, key_of(key.as_deref())?)?))
}

/// Returns the key by which the lists are compared: `id` or `path`. Fails if the lists cannot be compared.
#[wasm_bindgen(js_name = comparedBy)]
pub fn comparison_key(given: &AssetLists, key: Option<String>) -> Result<String, Error> {
    let lists: Vec<&lists::AssetList> = given.inner.iter().collect();
    let key = lists::comparison_key(&lists, key_of(key.as_deref())?)?;
    let name = Key::NAMES.into_iter().find(|(_, known)| *known == key).map_or("", |(name, _)| name);
    Ok(name.to_owned())
}

/// A collection of lists, for operations on several lists.
// A list of `AssetList` as an argument would take these objects away from JavaScript.
#[wasm_bindgen]
pub struct AssetLists {
    inner: Vec<lists::AssetList>,
}

#[wasm_bindgen]
impl AssetLists {
    /// Returns an empty collection.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript has constructors only")]
    pub fn new() -> Self {
        Self { inner: Vec::new() }
    }

    /// Adds a list.
    pub fn push(&mut self, list: &AssetList) {
        self.inner.push(list.inner.clone());
    }
}

/// Returns the tables of operations and platforms with their names, as JSON.
#[wasm_bindgen(js_name = assetListTables)]
pub fn asset_list_tables() -> String {
    let operations: Vec<_> = lists::OPERATIONS
        .iter()
        .map(|spec| serde_json::json!({ "name": spec.name, "number": spec.number, "doc": spec.doc }))
        .collect();
    let platform = |platform: &lists::Platform| serde_json::json!({ "name": platform.name, "flag": platform.bits });
    let platforms: Vec<_> = lists::PLATFORMS.iter().map(platform).collect();
    let groups: Vec<_> = lists::PLATFORM_GROUPS.iter().map(platform).collect();
    serde_json::json!({ "operations": operations, "platforms": platforms, "platformGroups": groups }).to_string()
}

fn host(source: HostSource) -> Rc<dyn assay_engine::source::Source> {
    Rc::new(Host::new(source))
}

fn key_of(key: Option<&str>) -> Result<Option<Key>, Error> {
    let known = |name| Key::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, key)| key);
    let required = |name| known(name).ok_or_else(|| Error::misuse("lists are compared by `id` or by `path`"));
    key.map(required).transpose()
}

fn form_of(form: &str) -> Result<Form, Error> {
    Form::named(form).ok_or_else(|| Error::misuse("a list is written as `xml` or as `json`"))
}

fn id_of(id: &str) -> Result<AssetId, Error> {
    let refused = || Error::of(IssueCode::AssetId, &format!("expected an asset id `{{GUID}}:<number>`, found `{id}`"));
    AssetId::parse(id).filter(|id| !id.is_none()).ok_or_else(refused)
}

fn bits_of(platforms: &[String]) -> Result<u32, Error> {
    let bits = |name: &String| {
        lists::platform_bits(name)
            .ok_or_else(|| Error::of(IssueCode::UnknownPlatform, &format!("there is no platform `{name}`")))
    };
    platforms.iter().try_fold(0, |all, name| Ok(all | bits(name)?))
}
