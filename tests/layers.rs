//! The floor plan of the engine, held: doors open downwards only, and no door leads outside.
//!
//! Reads the sources as text, comments left out. What counts is every path that begins with `crate::` or `std::`, in a
//! `use` line or anywhere else. The engine lives in three crates. The rooms of two share one floor plan: `engine` opens those
//! of `document` as its own. Below them is `language`, one room, which as a crate cannot use what is above it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the engine, from the top down: each uses only those behind it. The last four are those of `document`.
const ROOMS: &[&str] = &[
    "check",
    "config",
    "rule",
    "step",
    "script",
    "store",
    "system",
    "outline",
    "report",
    "zip",
    "asset_list",
    "extract",
    "format",
    "source",
    "text",
];

/// The folders that hold the rooms.
const CRATES: &[&str] = &["../engine/src", "../document/src"];

/// The room below them.
const LANGUAGE: &str = "../language/src";

/// What a host does for the engine: files, clocks, networks and threads.
const OUTSIDE: &[&str] = &["fs", "net", "process", "thread", "time"];

/// Tests that tell the time: scripts that mean harm have to end soon.
const TIMED: &[&str] = &["script/tests/hostile.rs"];

/// One source file of the engine.
struct Source {
    path: PathBuf,
    /// The folder of `src` it lies in (or the file beside `lib.rs` that it is).
    room: String,
    code: String,
}

#[test]
fn every_room_is_on_the_floor_plan() {
    let rooms: BTreeSet<String> = sources().into_iter().map(|source| source.room).collect();
    let unknown: Vec<&String> = rooms.iter().filter(|room| !ROOMS.contains(&room.as_str())).collect();
    assert!(unknown.is_empty(), "not on the floor plan: {unknown:?}");
}

#[test]
fn doors_open_downwards_only() {
    let upwards = faults(|source| {
        let from = ROOMS.iter().position(|room| *room == source.room)?;
        let to = heads(&source.code, "crate::").into_iter().find(|room| {
            let to = ROOMS.iter().position(|known| known == room);
            to.is_none_or(|to| to < from)
        })?;
        Some(format!("{} must not use {to}", source.room))
    });
    assert!(upwards.is_empty(), "{}", upwards.join("\n"));
}

#[test]
fn no_door_leads_outside() {
    let mut all = sources();
    all.extend(sources_of(LANGUAGE));
    let outside = faults_of(&all, |source| {
        let is_timed = TIMED.iter().any(|test| source.path == Path::new(test));
        let is_outside = |module: &String| OUTSIDE.contains(&module.as_str()) && !(is_timed && module == "time");
        let used = heads(&source.code, "std::").into_iter().find(is_outside)?;
        Some(format!("the engine must not use std::{used}"))
    });
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

#[test]
fn heads_are_found_wherever_they_stand() {
    let code = without_comments(
        "use crate::text::Span; // crate::check\n/// [`crate::rule`]\nuse crate::{store::Store, step::{a, b}};\n\
         fn f(x: crate::report::Value) -> pub_crate::y { \"http://x\"; crate::source::read(x) }",
    );
    assert_eq!(heads(&code, "crate::"), ["text", "store", "step", "report", "source"]);
    assert_eq!(heads("use std::{io, fs::File};", "std::"), ["io", "fs"]);
}

/// What `fault` finds wrong, by file.
fn faults(fault: impl Fn(&Source) -> Option<String>) -> Vec<String> {
    faults_of(&sources(), fault)
}

/// The same of some files.
fn faults_of(sources: &[Source], fault: impl Fn(&Source) -> Option<String>) -> Vec<String> {
    let found = sources.iter().filter_map(|source| Some(format!("{}: {}", source.path.display(), fault(source)?)));
    found.collect()
}

/// All source files of the engine, the front doors `lib.rs` left out.
fn sources() -> Vec<Source> {
    let found: Vec<Source> = CRATES.iter().flat_map(|folder| sources_of(folder)).collect();
    assert!(found.len() > 50, "the sources were found");
    found
}

/// The source files of the crate whose `src` lies at `folder`, from this package.
fn sources_of(folder: &str) -> Vec<Source> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the sources can be listed") {
            let path = entry.expect("the sources can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(&src).expect("it lies below").to_path_buf();
                let first = inner.components().next().expect("it has a name").as_os_str();
                let room = Path::new(first).with_extension("").to_string_lossy().into_owned();
                let code = without_comments(&fs::read_to_string(&path).expect("the sources are texts"));
                found.push(Source { path: inner, room, code });
            }
        }
    }
    found.retain(|source| source.path != Path::new("lib.rs"));
    found
}

/// The code without line comments. A `//` behind a colon is taken for one of an address in a text.
fn without_comments(code: &str) -> String {
    let comment = |line: &str| line.match_indices("//").map(|(at, _)| at).find(|&at| !line[..at].ends_with(':'));
    let lines = code.lines().map(|line| comment(line).map_or(line, |at| &line[..at]));
    lines.collect::<Vec<_>>().join("\n")
}

/// The first name behind each `root` (which ends with `::`), those in braces included, in the order of the code.
fn heads(code: &str, root: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let name = |text: &str| text.trim_start().chars().take_while(|&c| is_part(c)).collect::<String>();
    let mut found = Vec::new();
    for (at, _) in code.match_indices(root) {
        let behind = &code[at + root.len()..];
        if code[..at].ends_with(|c: char| is_part(c) || c == ':' || c == '$') {
            continue;
        }
        match behind.strip_prefix('{') {
            Some(group) => found.extend(members(group).iter().map(|member| name(member))),
            None => found.push(name(behind)),
        }
    }
    found
}

/// The members of a `use` group, from behind its opening brace.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found.retain(|member| !member.trim().is_empty());
    found
}
