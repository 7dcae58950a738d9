//! `cargo xtask measure`: figures about the structure of the code, such as lines by folder and cycles of files.

mod commits;
mod cycles;
mod files;
mod rust;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use self::files::{File, Language};
use self::rust::RustFile;

/// The beginnings of doc comments that do not describe the item.
const VAGUE_BEGINNINGS: [&str; 5] = ["What ", "The same", "So many", "Who ", "Whether "];

/// Measures the product code, without tests, and prints the figures; for a file, prints the cycle that it is in.
///
/// # Errors
/// Fails if the files cannot be listed or read, if a Rust file cannot be parsed, or if the file does not exist.
pub fn run(of: Option<&str>) -> Result<()> {
    let files = files::of_product()?;
    let rust = rust_files(&files)?;
    if let Some(path) = of {
        return cycles::print_of(&rust, path);
    }
    print_lines(&files, &rust);
    print_types(&files, &rust);
    print_objects(&rust);
    print_decisions(&rust);
    print_comments(&files, &rust);
    cycles::print(&rust);
    commits::print()
}

/// Lists the cycles of files that are more than a module and modules in it, each as the paths of its files.
///
/// # Errors
/// Fails if the files cannot be listed or read, or if a Rust file cannot be parsed.
pub fn cycles_across_modules() -> Result<Vec<Vec<String>>> {
    Ok(cycles::across_modules(&rust_files(&files::of_product()?)?))
}

/// Lists the names that several public types of one crate share, each as `NAME: path, path`.
///
/// # Errors
/// Fails if the files cannot be listed or read, or if a Rust file cannot be parsed.
pub fn repeated_types() -> Result<Vec<String>> {
    let files = files::of_product()?;
    let rust = rust_files(&files)?;
    let mut places: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for file in &rust {
        for ty in file.types.iter().filter(|ty| ty.is_public) {
            places.entry((file.krate(), &ty.name)).or_default().push(file.path);
        }
    }
    let repeated = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    Ok(repeated.map(|((_, name), paths)| format!("{name}: {}", paths.join(", "))).collect())
}

fn rust_files(files: &[File]) -> Result<Vec<RustFile<'_>>> {
    files.iter().filter(|file| file.language == Language::Rust).map(RustFile::parse).collect()
}

/// Lists the doc comments with a [vague beginning](VAGUE_BEGINNINGS), each as `path:line: comment`.
///
/// # Errors
/// Fails if the files cannot be listed or read.
pub fn vague_docs() -> Result<Vec<String>> {
    let mut vague = Vec::new();
    for file in files::of_product()? {
        vague.extend(file.vague_docs().into_iter().map(|(line, text)| format!("{}:{line}: {text}", file.path)));
    }
    Ok(vague)
}

/// Prints the number of lines that are neither blank nor tests, by folder.
fn print_lines(files: &[File], rust: &[RustFile]) {
    let of_tests: BTreeMap<&str, usize> = rust.iter().map(|file| (file.path, file.test_lines)).collect();
    let mut rooms: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files {
        let lines = file.lines - of_tests.get(file.path.as_str()).copied().unwrap_or(0);
        *rooms.entry(file.room()).or_default() += lines;
    }
    println!("Lines of product code, without tests: {}", rooms.values().sum::<usize>());
    for (room, lines) in rooms {
        println!("  {lines:>7}  {room}");
    }
}

/// Prints names that more than one type has, in one crate or across crates and languages.
fn print_types(files: &[File], rust: &[RustFile]) {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let in_rust = rust.iter().flat_map(|file| file.types.iter().map(|ty| (ty.name.as_str(), file.path)));
    let in_typescript = files.iter().flat_map(|file| file.types().map(|name| (name, file.path.as_str())));
    for (name, path) in in_rust.chain(in_typescript) {
        places.entry(name).or_default().push(path);
    }
    let all: usize = places.values().map(Vec::len).sum();
    let repeated: BTreeMap<_, _> = places.iter().filter(|(_, paths)| paths.len() > 1).collect();
    let of_them: usize = repeated.values().map(|paths| paths.len()).sum();
    println!("\nTypes: {all}; {of_them} of them ({} %) share their name with another one", 100 * of_them / all.max(1));
    let mut most: Vec<_> = repeated.into_iter().collect();
    most.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    for (name, paths) in most.into_iter().take(ROWS) {
        println!("  {:>7}  {name}", paths.len());
    }
}

/// Prints the structs with the most fields, and types whose methods are in other files than they are.
fn print_objects(rust: &[RustFile]) {
    let mut structs: Vec<_> =
        rust.iter().flat_map(|file| file.types.iter().map(|ty| (ty.fields, ty.name.as_str(), file.path))).collect();
    structs.sort_by_key(|(fields, ..)| std::cmp::Reverse(*fields));
    println!("\nStructs with the most fields:");
    for (fields, name, path) in structs.iter().take(ROWS) {
        println!("  {fields:>7}  {name}  {path}");
    }
    let mut homes: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for file in rust {
        for ty in &file.types {
            homes.entry((file.krate(), &ty.name)).or_default().insert(file.path);
        }
    }
    let mut away: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for file in rust {
        for name in &file.impls {
            if homes.get(&(file.krate(), name.as_str())).is_some_and(|home| !home.contains(file.path)) {
                away.entry(name).or_default().insert(file.path);
            }
        }
    }
    let blocks: usize = away.values().map(BTreeSet::len).sum();
    println!("\nFiles with methods of a type that is in another file: {blocks}");
    let mut most: Vec<_> = away.into_iter().collect();
    most.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    for (name, paths) in most.into_iter().take(ROWS) {
        println!("  {:>7}  {name}", paths.len());
    }
}

/// Prints places with a decision by the text of a code or a message.
fn print_decisions(rust: &[RustFile]) {
    let all = || rust.iter().flat_map(|file| file.decisions.iter().map(|line| (file.path, *line)));
    println!("\nDecisions by the text of a code or a message: {}", all().count());
    for (path, line) in all() {
        println!("           {path}:{line}");
    }
}

fn print_comments(files: &[File], rust: &[RustFile]) {
    let vague: usize = files.iter().map(|file| file.vague_docs().len()).sum();
    let lines: usize = rust.iter().map(|file| file.lines - file.test_lines).sum();
    let comments: usize = rust.iter().map(|file| file.comments).sum();
    println!(
        "\nDoc comments that begin with {}: {vague}",
        VAGUE_BEGINNINGS.map(|it| format!("`{}`", it.trim())).join(", ")
    );
    println!("Comments for each 1,000 lines of Rust, without doc comments: {}", 1000 * comments / lines.max(1));
}

/// The number of rows of a table.
const ROWS: usize = 10;
