//! The floor plan of the engine: crates, and rooms inside `document`, use only those below them, and nothing leads outside.
//!
//! Reads manifests and sources as text, comments left out. What counts in sources is every path that begins with `crate::` or
//! `std::`, in a `use` line or anywhere else.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates of the engine, from the top down: each uses only those that follow it.
const CRATES: &[&str] = &[
    "migration",
    "engine",
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
    "asset-list",
    "document",
    "language",
    "encodings",
];

/// The rooms of `document`, from the top down: each uses only those that follow it.
const ROOMS: &[&str] = &["extract", "format", "source", "text"];

/// What a host does for the engine: files, clocks, networks and threads.
const OUTSIDE: &[&str] = &["fs", "net", "process", "thread", "time"];

/// Tests that tell the time: scripts that mean harm have to end soon.
const TIMED: &[&str] = &["script/src/tests/hostile.rs"];

/// One source file of the engine.
struct Source {
    /// Its path, from the folder `engine`.
    path: PathBuf,
    code: String,
}

#[test]
fn crates_use_only_crates_below_them() {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the crates can be listed");
    let mut count = 0;
    for folder in folders {
        let manifest = folder.expect("the crates can be listed").path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("each folder is a crate");
        let place = |name: &str| CRATES.iter().position(|known| *known == name).expect("it is on the floor plan");
        let (before, after) = text.split_once("\n[dependencies]").expect("it has dependencies");
        let name = before.split_once("name = \"assay-").expect("it has a name").1.split('"').next().unwrap_or_default();
        let used = after.split("\n[dev-dependencies]").next().unwrap_or_default().lines();
        for used in used.filter_map(|line| line.strip_prefix("assay-")?.split(['.', ' ']).next()) {
            assert!(place(name) < place(used), "{name} must not use {used}");
        }
        count += 1;
    }
    assert_eq!(count, CRATES.len());
}

#[test]
fn modules_use_only_modules_below_them() {
    let upwards = faults(|source| {
        let room = Path::new(source.path.strip_prefix("document/src").ok()?.components().next()?.as_os_str())
            .with_extension("");
        if room == Path::new("lib") {
            return None;
        }
        let from = ROOMS.iter().position(|known| Path::new(known) == room).expect("the room is on the floor plan");
        let to = heads(&source.code, "crate::").into_iter().find(|room| {
            let to = ROOMS.iter().position(|known| known == room);
            to.is_none_or(|to| to < from)
        })?;
        Some(format!("{} must not use {to}", room.display()))
    });
    assert!(upwards.is_empty(), "{}", upwards.join("\n"));
}

#[test]
fn the_engine_uses_no_outside_modules() {
    let outside = faults(|source| {
        let is_timed = TIMED.iter().any(|test| source.path == Path::new(test));
        let is_outside = |module: &String| OUTSIDE.contains(&module.as_str()) && !(is_timed && module == "time");
        let used = heads(&source.code, "std::").into_iter().find(is_outside)?;
        Some(format!("the engine must not use std::{used}"))
    });
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

#[test]
fn heads_of_paths_are_found_anywhere() {
    let code = without_comments(
        "use crate::text::Span; // crate::check\n/// [`crate::rule`]\nuse crate::{store::Store, step::{a, b}};\n\
         fn f(x: crate::report::Value) -> pub_crate::y { \"http://x\"; crate::source::read(x) }",
    );
    assert_eq!(heads(&code, "crate::"), ["text", "store", "step", "report", "source"]);
    assert_eq!(heads("use std::{io, fs::File};", "std::"), ["io", "fs"]);
}

/// Returns what `fault` finds wrong, by file.
fn faults(fault: impl Fn(&Source) -> Option<String>) -> Vec<String> {
    let sources = sources();
    assert!(sources.len() > 500, "the sources were found");
    sources.iter().filter_map(|source| Some(format!("{}: {}", source.path.display(), fault(source)?))).collect()
}

/// Returns all source files of the engine.
fn sources() -> Vec<Source> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    let mut folders = vec![engine.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the sources can be listed") {
            let path = entry.expect("the sources can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let code = without_comments(&fs::read_to_string(&path).expect("the sources are texts"));
                found.push(Source { path: path.strip_prefix(&engine).expect("it is below").to_path_buf(), code });
            }
        }
    }
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
        let after = &code[at + root.len()..];
        if code[..at].ends_with(|c: char| is_part(c) || c == ':' || c == '$') {
            continue;
        }
        match after.strip_prefix('{') {
            Some(group) => found.extend(members(group).iter().map(|member| name(member))),
            None => found.push(name(after)),
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
