//! The paths of a run, for `files`. Scripts search for a different path with each value, and often repeat a search.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use assay_document::text::{Pattern, Steps};
use rhai::{Array, ImmutableString};
use rustc_hash::FxHashMap;

use super::KnownPatterns;
use crate::complaint::{Complaint, Outcome};
use crate::meter::Meter;

/// The number of searches in the same paths after which an index is built.
const SEARCHES: usize = 8;
/// The maximum number of bytes of all paths for which an index is built. The index takes about four times as much
/// memory.
const MOST_BYTES: usize = 16 << 20;
/// The maximum number of paths in all cached results; above it, all results are dropped.
const MOST_KEPT: usize = 200_000;

/// The paths of the current run, with an index and the results of earlier searches.
#[derive(Default)]
pub(crate) struct KnownPaths {
    known: RefCell<RunPaths>,
}

#[derive(Default)]
struct RunPaths {
    run: Option<Weak<[String]>>,
    searches: usize,
    index: Option<PathIndex>,
    /// The results, by pattern.
    answers: FxHashMap<String, Rc<[ImmutableString]>>,
    kept: usize,
}

impl KnownPaths {
    /// Returns the paths in which a pattern is found, with `/` in front of each.
    pub fn matching(
        &self,
        meter: &Meter,
        patterns: &KnownPatterns,
        paths: &Rc<[String]>,
        regex: &str,
    ) -> Outcome<Array> {
        let known = &mut *self.known.borrow_mut();
        if !known.run.as_ref().and_then(Weak::upgrade).is_some_and(|run| Rc::ptr_eq(&run, paths)) {
            *known = RunPaths { run: Some(Rc::downgrade(paths)), ..RunPaths::default() };
        }
        if let Some(answer) = known.answers.get(regex) {
            meter.charge(answer.len() * size_of::<ImmutableString>())?;
            meter.fit_list(answer.len())?;
            return Ok(answer.iter().map(|path| path.clone().into()).collect());
        }
        let pattern = patterns.get(regex)?;
        known.searches += 1;
        // A run with few searches would spend more time on the index than it saves.
        if known.searches == SEARCHES {
            known.index = meter.without_charge(|| PathIndex::of(paths));
        }
        let places = known.index.as_ref().and_then(|index| index.places(&pattern));
        let found = match places {
            Some(places) => search(meter, &pattern, places.iter().map(|&at| &paths[at as usize]))?,
            None => search(meter, &pattern, paths.iter())?,
        };
        meter.fit_list(found.len())?;
        let answer = found.iter().map(|path| path.clone().into()).collect();
        // An empty result takes memory, too: its pattern is kept.
        known.kept += found.len() + 1;
        if known.kept > MOST_KEPT {
            known.answers.clear();
            known.kept = found.len() + 1;
        }
        known.answers.insert(regex.to_owned(), found.into());
        Ok(answer)
    }
}

fn search<'p>(
    meter: &Meter,
    pattern: &Pattern,
    paths: impl Iterator<Item = &'p String>,
) -> Outcome<Vec<ImmutableString>> {
    let mut found = Vec::new();
    let mut rooted = String::new();
    let steps = Steps::new(Steps::PER_FILE);
    for path in paths {
        meter.charge(path.len())?;
        rooted.clear();
        rooted.push('/');
        rooted.push_str(path);
        let too_long = |_| {
            Complaint::raise(format!("the regular expression `{}` takes too long on `{path}`", pattern.source()), "")
        };
        if pattern.is_match_counted(&rooted, &steps).map_err(too_long)? {
            found.push(path.as_str().into());
        }
    }
    Ok(found)
}

/// The places of paths, by the sequences of three bytes that they contain.
struct PathIndex {
    places: FxHashMap<[u8; 3], Vec<u32>>,
}

impl PathIndex {
    /// Returns the index of paths; `None` if it would be too large.
    fn of(paths: &[String]) -> Option<Self> {
        if paths.iter().map(String::len).sum::<usize>() > MOST_BYTES {
            return None;
        }
        let mut places: FxHashMap<[u8; 3], Vec<u32>> = FxHashMap::default();
        for (at, path) in (0..).zip(paths) {
            let rooted = ["/", path].concat();
            for part in triples(rooted.as_bytes()) {
                let list = places.entry(part).or_default();
                if list.last() != Some(&at) {
                    list.push(at);
                }
            }
        }
        Some(Self { places })
    }

    /// Returns the places of the paths in which a pattern may be found, in order: those that contain the rarest three
    /// bytes that it requires. `None` if it does not require any.
    fn places(&self, pattern: &Pattern) -> Option<&[u32]> {
        let mut rarest: Option<&[u32]> = None;
        pattern.needed_strings(&mut |text| {
            for part in triples(text) {
                let list = self.places.get(&part).map_or(&[][..], Vec::as_slice);
                if rarest.is_none_or(|rarest| list.len() < rarest.len()) {
                    rarest = Some(list);
                }
            }
        });
        rarest
    }
}

/// Returns each sequence of three bytes.
fn triples(text: &[u8]) -> impl Iterator<Item = [u8; 3]> {
    text.windows(3).map(|part| [part[0], part[1], part[2]])
}
