//! Functions for files of the source.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::extract::{Plan, ValueId, ValueRef, Values, Yield};
use assay_document::format::{Document, Fact, FactError, Glb, Image, ImageFault, Special, StandIn, Unusable, fact};
use assay_document::source::{SourceError, normalize, twin};
use assay_document::text::{Fault, IssueCode, LineIndex, Pattern};
use assay_system::virtual_folder;
use assay_zip as zip;
use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Map, NativeCallContext};

use super::asset_lists;
use super::path::{inside, missing};
use crate::complaint::{Complaint, NotChecked, Outcome};
use crate::read_tree;
use crate::state::HostState;
use crate::value::Giver;

/// The folder of the previous versions of files, with the same paths in it.
pub const PREVIOUS_FOLDER: &str = "@before/";

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "exists" reads (state, path: ImmutableString) {
            let scene = state.current_scene()?;
            let Some(path) = normalize(&path) else { return Ok(false) };
            Ok(scene.has(&path))
        }
        "before" reads (state, path: ImmutableString) {
            before(&state, &inside(&path)?)
        }
        "read_text" reads (state, path: ImmutableString) {
            about(&state, &path, Special::FileText)
        }
        "files" reads (state, regex: ImmutableString) {
            let scene = state.current_scene()?;
            refuse_without_slash(&regex)?;
            state.known.paths.matching(&state.meter, &state.known.patterns, &scene.paths, &regex)
        }
        "first_file" reads (state, folder: ImmutableString) {
            let folder = inside(&folder)?;
            Ok(state.current_scene()?.first_below(&folder).map_or(Dynamic::UNIT, Dynamic::from))
        }
        "twin" reads (state, path: ImmutableString) {
            let path = inside(&path)?;
            let scene = state.current_scene()?;
            state.meter.charge(scene.paths.len() + path.len())?;
            Ok(twin(&path, scene.paths.iter().map(String::as_str)).map_or(Dynamic::UNIT, |twin| Dynamic::from(twin.to_owned())))
        }
        "xpath" reads (state, context: NativeCallContext, path: ImmutableString, expression: ImmutableString) {
            let found = xpath(&state, &path, &expression)?;
            let sought = || format!("`{expression}` in `{path}`");
            state.comparisons.note_found(&context, !found.is_empty(), &sought);
            Ok(found)
        }
        "image" reads (state, path: ImmutableString) {
            image(&state, &inside(&path)?)
        }
        "glb" reads (state, path: ImmutableString) {
            glb(&state, &inside(&path)?)
        }
        "size" reads (state, path: ImmutableString) {
            size(&state, &path)
        }
        "md5" reads (state, path: ImmutableString) {
            about(&state, &path, Special::FileMd5)
        }
        "sha256" reads (state, path: ImmutableString) {
            about(&state, &path, Special::FileSha256)
        }
    }
}

/// Returns the path of the previous version of the file at `path`.
fn before(state: &HostState, path: &str) -> Outcome<String> {
    if !state.project.has_previous.get() || path.starts_with(PREVIOUS_FOLDER) {
        return Ok(path.to_owned());
    }
    if zip::split(path).is_some() || virtual_folder(path).is_some() {
        return Err(NotChecked::raise(format!("`{path}` is not a file in a folder, so it has no previous version")));
    }
    Ok(format!("{PREVIOUS_FOLDER}{path}"))
}

/// Fails for a pattern that cannot match any path because it has no `/` at its beginning: a search that finds nothing
/// would make the rule pass.
fn refuse_without_slash(regex: &str) -> Outcome<()> {
    match Pattern::with_slash(regex) {
        Some(meant) => Err(Complaint::raise(
            format!("`{regex}` matches no path, because it is searched in `/` and the path"),
            format!("write `{meant}`"),
        )),
        None => Ok(()),
    }
}

/// Returns a fact about the file at `path`.
fn about(state: &HostState, path: &str, special: Special) -> Outcome<Dynamic> {
    let scene = state.current_scene()?;
    let path = inside(path)?;
    // Reading takes time, whether or not it succeeds.
    state.meter.charge(scene.source.size(&path).map_or(0, |size| usize::try_from(size).unwrap_or(usize::MAX)))?;
    match fact(special, &path, &*scene.source) {
        Ok(Fact::Text(text)) => {
            state.meter.fit_text(text.len())?;
            Ok(text.into())
        }
        Ok(Fact::Number(number)) => Ok(INT::try_from(number).unwrap_or(INT::MAX).into()),
        Err(error) => Err(to_script_error(state, &path, &error)),
    }
}

/// Returns the error for a file that the script cannot judge although nothing has to be mended: its problem is accepted
/// by the project, or it is a previous version. Returns `None` for any other problem.
fn accepted_error(state: &HostState, path: &str, code: IssueCode) -> Option<Box<EvalAltResult>> {
    if let Some(path) = path.strip_prefix(PREVIOUS_FOLDER).filter(|_| code != IssueCode::FileNotFound) {
        return Some(NotChecked::raise(format!("the previous version of `{path}` cannot be read")));
    }
    let is_accepted = state.project.accepted.borrow().contains(path, code);
    is_accepted.then(|| NotChecked::raise(format!("`{path}` cannot be read, which the configuration accepts")))
}

/// Returns the size of the file at `path`. The size of a Git LFS pointer in its place would be wrong, so it is an
/// error.
fn size(state: &HostState, path: &str) -> Outcome<Dynamic> {
    let size = about(state, path, Special::FileSize)?;
    match StandIn::pointer(&inside(path)?, &*state.current_scene()?.source) {
        Ok(None) => Ok(size),
        Ok(Some(pointer)) => Err(accepted_error(state, path, pointer.code)
            .unwrap_or_else(|| Complaint::raise(format!("`{path}`: {}", pointer.what), pointer.help))),
        Err(error) => Err(to_script_error(state, path, &error.into())),
    }
}

fn to_script_error(state: &HostState, path: &str, error: &FactError) -> Box<EvalAltResult> {
    if let Some(accepted) = accepted_error(state, path, error.code()) {
        return accepted;
    }
    match error {
        FactError::Source(SourceError::NotFound) => missing(path),
        FactError::Image(fault @ ImageFault::StandIn(stand_in)) => {
            Complaint::raise(format!("`{path}`: {fault}"), stand_in.help)
        }
        FactError::Undecodable(undecodable) => {
            let help = undecodable.fault.help.clone().unwrap_or_default();
            Complaint::raise(format!("`{path}`: {error}"), help)
        }
        error => Complaint::raise(format!("`{path}`: {error}"), ""),
    }
}

fn image(state: &HostState, path: &str) -> Outcome<Map> {
    let scene = state.current_scene()?;
    let image = Image::read::<FactError>(path, &*scene.source).map_err(|error| to_script_error(state, path, &error))?;
    let text = |text: &'static str| Dynamic::from(text);
    Ok(BTreeMap::from([
        ("width".into(), INT::from(image.width).into()),
        ("height".into(), INT::from(image.height).into()),
        ("format".into(), text(image.format)),
        ("compression".into(), image.compression.map_or(Dynamic::UNIT, text)),
    ]))
}

fn glb(state: &HostState, path: &str) -> Outcome<Map> {
    let scene = state.current_scene()?;
    let glb = Glb::read::<FactError>(path, &*scene.source).map_err(|error| to_script_error(state, path, &error))?;
    let length = |bytes: u32| Dynamic::from(INT::from(bytes));
    Ok(BTreeMap::from([("json".into(), length(glb.json)), ("bin".into(), glb.bin.map_or(Dynamic::UNIT, length))]))
}

/// Returns the values that an `xpath` extracts from the file at `path`.
fn xpath(state: &HostState, path: &str, expression: &str) -> Outcome<Array> {
    let xpath = state.known.xpaths.get(expression)?;
    if let Some(special) = xpath.special() {
        return match special.of_entries() {
            Some(fact) => asset_lists::entries(state, path, fact),
            None => Ok(vec![about(state, path, special)?]),
        };
    }
    let scene = state.current_scene()?;
    let path = inside(path)?;
    let bytes = scene.source.read(&path).map_err(|error| to_script_error(state, &path, &error.into()))?;
    state.meter.charge(bytes.len())?;
    let document = Document::decode_by(&state.project.formats.borrow(), &path, bytes)
        .map_err(|unusable| unreadable(state, &path, unusable))?;
    let extraction = Plan::new([&*xpath])
        .run(&document)
        .map_err(|fault| malformed_error(state, &path, document.text().unwrap_or_default(), fault))?;
    let Some(Yield::List(list)) = extraction.yields.first() else {
        let message = format!("a regular expression of the xpath `{expression}` takes too long on `{path}`");
        return Err(Complaint::raise(message, ""));
    };
    state.meter.fit_list(list.len())?;
    let tree = if has_node(&extraction.values, list) {
        Some(
            read_tree(&document)
                .map_err(|fault| malformed_error(state, &path, document.text().unwrap_or_default(), fault))?,
        )
    } else {
        None
    };
    let giver = Giver { values: &extraction.values, tree: tree.as_ref(), origins: &state.origins, is_of_file: false };
    Ok(giver.list(list))
}

/// Returns true if one of the values is a node, or contains one in its lists.
fn has_node(values: &Values, list: &[ValueId]) -> bool {
    list.iter().any(|&id| match values.get(id) {
        ValueRef::Element(_) => true,
        ValueRef::Record(record) => record.lists().any(|(_, list)| has_node(values, list)),
        _ => false,
    })
}

fn unreadable(state: &HostState, path: &str, unusable: Unusable) -> Box<EvalAltResult> {
    match unusable {
        Unusable::NoReader(reason) => accepted_error(state, path, IssueCode::NoReader)
            .unwrap_or_else(|| Complaint::raise(format!("`{path}`: {}", reason.message), reason.help)),
        Unusable::Undecodable(undecodable) => malformed_error(state, path, &undecodable.text, undecodable.fault),
    }
}

fn malformed_error(state: &HostState, path: &str, text: &str, fault: Fault) -> Box<EvalAltResult> {
    if let Some(accepted) = accepted_error(state, path, fault.code) {
        return accepted;
    }
    let place = LineIndex::new(text).place(fault.span.start());
    let message =
        format!("`{path}` is not well formed, line {}, column {}: {}", place.line, place.char_column, fault.message);
    Complaint::raise(message, fault.help.unwrap_or_default())
}
