//! Asset lists, seed lists and plans. Lists stay in the engine; JavaScript gets their rows as JSON, some at a time.

#![expect(clippy::needless_pass_by_value, reason = "what comes from JavaScript comes as texts and lists of our own")]

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
    fn made(inner: lists::AssetList) -> Self {
        Self { inner, warnings: Vec::new() }
    }
}

#[wasm_bindgen]
impl AssetList {
    /// Reads the list at `path` in `source`.
    ///
    /// # Errors
    /// It cannot be read, or is no asset list.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::read_list(path, &host(source))?;
        Ok(Self { inner, warnings })
    }

    /// Returns the warnings about the file that was read, as JSON.
    #[must_use]
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// How many entries there are.
    #[must_use]
    pub fn length(&self) -> usize {
        self.inner.len()
    }

    /// Whether every entry has an id.
    #[wasm_bindgen(js_name = haveIds)]
    #[must_use]
    pub fn have_ids(&self) -> bool {
        self.inner.all_have_ids()
    }

    /// How many entries have an id.
    #[wasm_bindgen(js_name = withId)]
    #[must_use]
    pub fn with_id(&self) -> usize {
        self.inner.with_id()
    }

    /// The first entry without an id, in words; nothing when every one has one.
    #[wasm_bindgen(js_name = lacksId)]
    #[must_use]
    pub fn lacks_id(&self) -> Option<String> {
        self.inner.require_ids().err().map(|no_id| no_id.to_string())
    }

    /// The entries from one place up to another, as JSON.
    #[must_use]
    pub fn entries(&self, from: usize, to: usize) -> String {
        let to = to.min(self.inner.len());
        let rows: Vec<_> = (from..to).filter_map(|at| self.inner.get(at)).map(lists::AssetEntry::from).collect();
        for_javascript(&rows)
    }

    /// The paths of the entries from one place up to another, with a NUL between each two.
    #[must_use]
    pub fn paths(&self, from: usize, to: usize) -> String {
        let to = to.min(self.inner.len());
        let paths: Vec<_> = (from..to).filter_map(|at| self.inner.get(at)).map(|entry| entry.path).collect();
        paths.join("\0")
    }

    /// Where the entry with the same key stands in this list, for each of `other`'s; -1 where there is none.
    ///
    /// # Errors
    /// A key is in this list twice.
    pub fn places(&self, other: &Self, key: Option<String>) -> Result<Vec<i32>, Error> {
        Ok(lists::places(&self.inner, &other.inner, key_of(key.as_deref())?)?)
    }

    /// A writer of the list.
    ///
    /// # Errors
    /// There is no such form.
    pub fn writer(&self, form: &str) -> Result<AssetListWriter, Error> {
        Ok(AssetListWriter { inner: lists::ListWriter::new(&self.inner, form_of(form)?) })
    }

    /// Returns the result of an operation on this list and a second one.
    ///
    /// # Errors
    /// There is no such operation, a list has no entries and that is not allowed, or the lists cannot be compared.
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
        Ok(Self::made(lists::compare(operation, &self.inner, &second.inner, key)?))
    }

    /// The entries whose path a pattern matches.
    ///
    /// # Errors
    /// The pattern cannot be read, or the list has no entries and that is not allowed.
    pub fn matching(&self, pattern: &str, pattern_type: &str, allow_empty: bool) -> Result<Self, Error> {
        if !allow_empty {
            lists::require_entries([&self.inner])?;
        }
        let known = PatternType::named(pattern_type);
        let known = known.ok_or_else(|| Error::misuse("a pattern is a `wildcard` or a `regex`"))?;
        let compiled = Pattern::new(known, pattern).map_err(|fault| Error::in_text(pattern, fault))?;
        Ok(Self::made(compiled.matching(&self.inner)))
    }
}

/// Writes a list, part by part.
#[wasm_bindgen]
pub struct AssetListWriter {
    inner: lists::ListWriter,
}

#[wasm_bindgen]
impl AssetListWriter {
    /// The next part, of about so many bytes; nothing when all has been written.
    ///
    /// # Errors
    /// The form has no place for a character of a path.
    pub fn next(&mut self, size: usize) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.inner.next_part(size)?)
    }
}

/// A plan, and the lists that it is run with.
#[wasm_bindgen]
pub struct AssetPlan {
    inner: lists::Plan,
    warnings: Vec<Problem>,
    given: Vec<(String, lists::AssetList)>,
    outputs: Vec<lists::Output>,
}

/// The result of a step, but for its list.
#[derive(Serialize)]
struct OutputShape<'o> {
    name: &'o str,
    step: usize,
    /// Why the step compared by path, when some of its lists have ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<String>,
}

impl<'o> From<&'o lists::Output> for OutputShape<'o> {
    fn from(output: &'o lists::Output) -> Self {
        let fallback = output.fallback.as_ref().map(ToString::to_string);
        Self { name: &output.name, step: output.step, fallback }
    }
}

#[wasm_bindgen]
impl AssetPlan {
    /// Reads the plan at `path` in `source`.
    ///
    /// # Errors
    /// It cannot be read, or is no plan.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::Plan::read(path, &host(source))?;
        Ok(Self { inner, warnings, given: Vec::new(), outputs: Vec::new() })
    }

    /// Returns the warnings about the file that was read, as JSON.
    #[must_use]
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// The steps, as JSON.
    #[must_use]
    pub fn steps(&self) -> String {
        for_javascript(&self.inner.steps)
    }

    /// The plan in a form.
    ///
    /// # Errors
    /// There is no such form, or it has no place for one of the steps.
    pub fn write(&self, form: &str) -> Result<Vec<u8>, Error> {
        Ok(self.inner.to_bytes(form_of(form)?)?)
    }

    /// The files that the steps read.
    ///
    /// # Errors
    /// The plan is known to fail whatever they hold.
    pub fn files(&self) -> Result<Vec<String>, Error> {
        self.inner.check()?;
        Ok(self.inner.files().into_iter().map(str::to_owned).collect())
    }

    /// Gives the list of a file.
    pub fn give(&mut self, name: String, list: &AssetList) {
        self.given.push((name, list.inner.clone()));
    }

    /// Runs all steps, and returns their results as JSON: `{ name, step, fallback? }` each.
    ///
    /// # Errors
    /// A step cannot be done.
    pub fn run(
        &mut self,
        key: Option<String>,
        allow_empty_inputs: bool,
        allow_empty_results: bool,
    ) -> Result<String, Error> {
        let options = RunOptions { key: key_of(key.as_deref())?, allow_empty_inputs, allow_empty_results };
        let given = |name: &str| self.given.iter().find(|(known, _)| known == name).map(|(_, list)| list.clone());
        self.outputs = self.inner.run(options, given)?;
        let shapes: Vec<_> = self.outputs.iter().map(OutputShape::from).collect();
        Ok(for_javascript(&shapes))
    }

    /// Returns the list that a step made, by its place in the results; nothing if there is none.
    #[must_use]
    pub fn output(&self, at: usize) -> Option<AssetList> {
        self.outputs.get(at).map(|output| AssetList::made(output.list.clone()))
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
    /// A list without seeds.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "JavaScript has constructors only")]
    pub fn new() -> Self {
        Self { inner: lists::SeedList::default(), warnings: Vec::new() }
    }

    /// Reads the seed list at `path` in `source`.
    ///
    /// # Errors
    /// It cannot be read, or is no seed list.
    pub fn read(path: &str, source: HostSource) -> Result<Self, Error> {
        let lists::ListReading { value: inner, warnings } = lists::SeedList::read(path, &host(source))?;
        Ok(Self { inner, warnings })
    }

    /// Returns the warnings about the file that was read, as JSON.
    #[must_use]
    pub fn warnings(&self) -> String {
        for_javascript(&self.warnings)
    }

    /// The seeds, as JSON.
    #[must_use]
    pub fn seeds(&self) -> String {
        for_javascript(&self.inner.shapes())
    }

    /// Adds a seed, or its platforms to the one that there is; whether it is new.
    ///
    /// # Errors
    /// The id or a platform cannot be read.
    pub fn add(&mut self, id: &str, platforms: Vec<String>, path_hint: String) -> Result<bool, Error> {
        Ok(self.inner.add(Seed { id: id_of(id)?, platforms: bits_of(&platforms)?, path_hint }))
    }

    /// Takes platforms from a seed; one that is for none any more goes. Whether there was such a seed.
    ///
    /// # Errors
    /// The id or a platform cannot be read.
    pub fn remove(&mut self, id: &str, platforms: Vec<String>) -> Result<bool, Error> {
        Ok(self.inner.remove(id_of(id)?, bits_of(&platforms)?))
    }

    /// Adds platforms to all seeds.
    ///
    /// # Errors
    /// There is no such platform.
    #[wasm_bindgen(js_name = addPlatforms)]
    pub fn add_platforms(&mut self, platforms: Vec<String>) -> Result<(), Error> {
        self.inner.add_platforms(bits_of(&platforms)?);
        Ok(())
    }

    /// Removes platforms from all seeds, and returns the ids of those that kept their only one.
    ///
    /// # Errors
    /// There is no such platform.
    #[wasm_bindgen(js_name = removePlatforms)]
    pub fn remove_platforms(&mut self, platforms: Vec<String>) -> Result<Vec<String>, Error> {
        let kept = self.inner.remove_platforms(bits_of(&platforms)?);
        Ok(kept.iter().map(ToString::to_string).collect())
    }

    /// Puts a hint in the place of a seed's. Whether there is such a seed.
    ///
    /// # Errors
    /// The id cannot be read.
    pub fn hint(&mut self, id: &str, path_hint: &str) -> Result<bool, Error> {
        Ok(self.inner.hint(id_of(id)?, path_hint))
    }

    /// The list in a form.
    ///
    /// # Errors
    /// There is no such form, or it has no place for a character of a hint.
    pub fn write(&self, form: &str) -> Result<Vec<u8>, Error> {
        Ok(self.inner.to_bytes(form_of(form)?)?)
    }
}

/// Returns the entries that are in at least `count` of the `given` lists.
///
/// # Errors
/// A list has no entries and that is not allowed, or the lists cannot be compared.
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
    Ok(AssetList::made(lists::in_at_least(count, &given.inner, key_of(key.as_deref())?)?))
}

/// Returns the key by which the lists are compared: `id` or `path`.
///
/// # Errors
/// The lists cannot be compared.
#[wasm_bindgen(js_name = comparedBy)]
pub fn compared_by(given: &AssetLists, key: Option<String>) -> Result<String, Error> {
    let lists: Vec<&lists::AssetList> = given.inner.iter().collect();
    let key = lists::compared_by(&lists, key_of(key.as_deref())?)?;
    let name = Key::NAMES.into_iter().find(|(_, known)| *known == key).map_or("", |(name, _)| name);
    Ok(name.to_owned())
}

/// Any number of lists.
#[wasm_bindgen]
pub struct AssetLists {
    inner: Vec<lists::AssetList>,
}

#[wasm_bindgen]
impl AssetLists {
    /// None yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "JavaScript has constructors only")]
    pub fn new() -> Self {
        Self { inner: Vec::new() }
    }

    /// One more.
    pub fn push(&mut self, list: &AssetList) {
        self.inner.push(list.inner.clone());
    }
}

/// The tables of what has a name: operations and platforms, as JSON.
#[wasm_bindgen(js_name = assetListTables)]
#[must_use]
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
    let refused =
        || Error::of(IssueCode::AssetId, &format!("expected an asset id `{{GUID}}:<number>`, and this is `{id}`"));
    AssetId::parse(id).filter(|id| !id.is_none()).ok_or_else(refused)
}

fn bits_of(platforms: &[String]) -> Result<u32, Error> {
    let bits = |name: &String| {
        lists::platform_bits(name)
            .ok_or_else(|| Error::of(IssueCode::UnknownPlatform, &format!("there is no platform `{name}`")))
    };
    platforms.iter().try_fold(0, |all, name| Ok(all | bits(name)?))
}
