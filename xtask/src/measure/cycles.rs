//! Cycles of files: each file uses the next, and the last uses the first.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};

use super::rust::RustFile;

/// Prints the cycles of more than one file, the largest first.
pub(super) fn print(files: &[RustFile]) {
    let mut cycles = cycles(&edges(files));
    cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
    let inside = cycles.iter().filter(|cycle| is_of_one_module(files, cycle)).count();
    println!("\nCycles of files: {}; {inside} of them are a module and modules in it", cycles.len());
    for cycle in &cycles {
        let names: Vec<&str> = cycle.iter().take(MAX_PRINTED).map(|&file| files[file].path).collect();
        let more = if cycle.len() > MAX_PRINTED { " …" } else { "" };
        println!("  {:>7}  {}{more}", cycle.len(), names.join(" "));
    }
}

/// Prints the cycle that a file is in: each of its files, with the files of the cycle that it uses.
///
/// # Errors
/// Fails if the file does not exist.
pub(super) fn print_of(files: &[RustFile], path: &str) -> Result<()> {
    ensure!(files.iter().any(|file| file.path == path), "the product has no file `{path}` in Rust");
    let edges = edges(files);
    let cycles = cycles(&edges);
    let Some(cycle) = cycles.iter().find(|cycle| cycle.iter().any(|&file| files[file].path == path)) else {
        println!("`{path}` is in no cycle.");
        return Ok(());
    };
    for &file in cycle {
        println!("{}", files[file].path);
        for used in edges[file].iter().filter(|used| cycle.contains(used)) {
            println!("  uses {}", files[*used].path);
        }
    }
    Ok(())
}

/// Returns the cycles that are more than a module and modules in it, each as the paths of its files.
pub(super) fn across_modules(files: &[RustFile]) -> Vec<Vec<String>> {
    let across = cycles(&edges(files)).into_iter().filter(|cycle| !is_of_one_module(files, cycle));
    across.map(|cycle| cycle.iter().map(|&file| files[file].path.to_owned()).collect()).collect()
}

/// Returns true if one of the files is a module that contains the other files. The root of a crate, which contains
/// every file, does not count.
fn is_of_one_module(files: &[RustFile], cycle: &[usize]) -> bool {
    let modules: Vec<_> = cycle.iter().map(|&file| files[file].module()).collect();
    modules.iter().any(|parent| !parent.is_empty() && modules.iter().all(|module| module.starts_with(parent)))
}

/// The number of files of a cycle that are printed.
const MAX_PRINTED: usize = 3;

/// Returns for each file the files that it uses.
fn edges(files: &[RustFile]) -> Vec<BTreeSet<usize>> {
    let modules: BTreeMap<(&str, Vec<&str>), usize> =
        files.iter().enumerate().map(|(at, file)| ((file.krate(), file.module()), at)).collect();
    let used = |(at, file): (usize, &RustFile)| {
        let reached = file.paths.iter().filter_map(|path| target(files, &modules, at, path, 0));
        reached.filter(|reached| *reached != at).collect()
    };
    files.iter().enumerate().map(used).collect()
}

/// Returns the file that declares the item of a path, or else the innermost module on the path. `None` for an item of
/// another crate, even if a file of this crate exports it.
fn target(
    files: &[RustFile],
    modules: &BTreeMap<(&str, Vec<&str>), usize>,
    from: usize,
    path: &[String],
    depth: u32,
) -> Option<usize> {
    /// The maximum number of re-exports that are followed.
    const DEEPEST: u32 = 8;
    let krate = files[from].krate();
    let mut at = files[from].module();
    let mut names = path.iter().map(String::as_str).peekable();
    match *names.peek()? {
        "crate" => {
            at.clear();
            names.next();
        }
        "self" => drop(names.next()),
        "super" => {
            while names.next_if_eq(&"super").is_some() {
                at.pop();
            }
        }
        first => {
            let child: Vec<&str> = at.iter().copied().chain([first]).collect();
            modules.get(&(krate, child))?;
        }
    }
    while let Some(name) = names.peek() {
        let child: Vec<&str> = at.iter().copied().chain([*name]).collect();
        if !modules.contains_key(&(krate, child.clone())) {
            break;
        }
        at = child;
        names.next();
    }
    let found = *modules.get(&(krate, at))?;
    let exported = names.next().and_then(|name| files[found].exports.iter().find(|(known, _)| known == name));
    match exported {
        // An item of another crate is not declared in the file that exports it.
        Some((_, path)) if depth < DEEPEST && found != from => target(files, modules, found, path, depth + 1),
        _ => Some(found),
    }
}

/// Returns the strongly connected components of more than one node, found with Tarjan's algorithm.
fn cycles(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search { edges, order: vec![None; edges.len()], low: vec![0; edges.len()], ..Search::default() };
    for node in 0..edges.len() {
        if search.order[node].is_none() {
            search.visit(node);
        }
    }
    search.found
}

#[derive(Default)]
struct Search<'e> {
    edges: &'e [BTreeSet<usize>],
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, node: usize) {
        let number = self.count;
        self.count += 1;
        self.order[node] = Some(number);
        self.low[node] = number;
        self.open.push(node);
        for &next in &self.edges[node] {
            match self.order[next] {
                None => {
                    self.visit(next);
                    self.low[node] = self.low[node].min(self.low[next]);
                }
                Some(other) if self.open.contains(&next) => self.low[node] = self.low[node].min(other),
                Some(_) => {}
            }
        }
        if self.low[node] == number {
            let start = self.open.iter().rposition(|&open| open == node).unwrap_or(0);
            let cycle = self.open.split_off(start);
            if cycle.len() > 1 {
                self.found.push(cycle);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::across_modules;
    use crate::measure::files::{File, Language};
    use crate::measure::rust::RustFile;

    /// Returns the cycles across modules among files with these paths and texts.
    fn cycles_of(files: &[(&str, &str)]) -> anyhow::Result<Vec<Vec<String>>> {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            language: Language::Rust,
            text: (*text).to_owned(),
            lines: 1,
        };
        let files: Vec<File> = files.iter().map(file).collect();
        let parsed = files.iter().map(RustFile::parse).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(across_modules(&parsed))
    }

    #[test]
    fn cycles_through_reexports_are_found() -> anyhow::Result<()> {
        let files = [
            ("a/src/lib.rs", "mod check; mod report;"),
            ("a/src/check.rs", "use crate::report::Finding; pub struct Work;"),
            ("a/src/report/mod.rs", "mod finding; pub use finding::Finding;"),
            ("a/src/report/finding.rs", "use crate::check::Work; pub struct Finding;"),
        ];
        assert_eq!(cycles_of(&files)?, [["a/src/check.rs", "a/src/report/finding.rs"]]);
        Ok(())
    }

    #[test]
    fn a_module_and_its_submodules_are_one_concept() -> anyhow::Result<()> {
        let files = [
            ("a/src/lib.rs", "mod check;"),
            ("a/src/check.rs", "mod work; pub struct Check; use work::Work;"),
            ("a/src/check/work.rs", "use super::Check; pub struct Work;"),
        ];
        assert!(cycles_of(&files)?.is_empty());
        Ok(())
    }

    #[test]
    fn visibilities_and_names_of_other_crates_make_no_cycle() -> anyhow::Result<()> {
        let files = [
            ("a/src/lib.rs", "mod check;"),
            ("a/src/check/mod.rs", "mod item; pub use item::Item; pub use other::Name;"),
            ("a/src/check/item.rs", "use super::Name; pub(in crate::check) struct Item;"),
        ];
        assert!(cycles_of(&files)?.is_empty());
        Ok(())
    }
}
