//! All rules of a run: rule files, what they extend, and what they name.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::Rule;
use super::collection::{Collection, CollectionSpec, Origin, OriginSpec};
use super::compile::Known;
use super::document::Scalar;
use super::file::FileSpec;
use super::file_text::{FileText, Site};
use super::spec::RuleSpec;
use super::tests::RuleTest;
use crate::extract::XPath;
use crate::report::{Diagnostics, Problem};
use crate::source::{folder, normalize};
use crate::store::{CollectionNames, Demand, List, ListId};
use crate::text::{Fault, Pattern, Span, nearest};

/// A rule file as a host hands it in.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct RuleFile {
    /// Its path as people should read it, with `/` or `\` between parts; it may begin with `../` or `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// The rules of a run with everything they name.
#[derive(Clone, Default)]
pub struct RuleSet {
    files: Vec<RuleFile>,
    rules: Vec<Rule>,
    collections: Vec<Collection>,
    names: CollectionNames,
    tests: Vec<RuleTest>,
}

/// Rule files extend each other at most this deep.
const MAX_EXTENDS: usize = 32;

impl RuleSet {
    /// Loads rule files and the ones they extend; each file is read once, however many name it.
    ///
    /// `read` gives the text of a further file, whose path is relative to what the paths of `files` are relative to.
    /// A rule that cannot be used is left out, and why is among the problems; so are files that cannot be read.
    #[must_use]
    pub fn load(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> (Self, Diagnostics) {
        let given = files.iter().map(|file| (resolved(&slashed(&file.path)), file)).collect();
        let mut loader = Loader {
            given,
            read,
            met: HashSet::new(),
            loaded: Vec::new(),
            open: Vec::new(),
            out: Diagnostics::default(),
        };
        for file in files {
            loader.file(&slashed(&file.path), &file.text);
        }
        let mut set = Self::default();
        let mut out = loader.out;
        set.compile(loader.loaded, read, &mut out);
        (set, out)
    }

    /// The rules that can run, in the order of the files; those of extended files come first.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule files' own collections; each one's place here is its [`ListId`].
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// The names of all collections.
    #[must_use]
    pub const fn names(&self) -> &CollectionNames {
        &self.names
    }

    /// What has to be read for the collections that rules use.
    #[must_use]
    pub fn demand(&self) -> Demand {
        self.rules.iter().map(Rule::demand).fold(Demand::default(), Demand::and)
    }

    /// The rule files that were used, extended ones included.
    #[must_use]
    pub fn files(&self) -> &[RuleFile] {
        &self.files
    }

    /// The tests that the rule files carry.
    #[must_use]
    pub fn tests(&self) -> &[RuleTest] {
        &self.tests
    }

    /// The names of the rules from which no test expects anything.
    #[must_use]
    pub fn untested(&self) -> Vec<&str> {
        let tested: HashSet<&str> =
            self.tests.iter().flat_map(|test| &test.expect).map(|expected| expected.rule.as_str()).collect();
        self.rules.iter().map(Rule::name).filter(|name| !tested.contains(name)).collect()
    }

    /// Where a field of a rule stands; the rule's name or first field when it has none of that name.
    #[must_use]
    pub fn site(&self, rule: &Rule, field: &str) -> Site {
        let span = rule.places.iter().find(|(name, _)| *name == field).map_or(rule.place, |(_, span)| *span);
        self.text(rule.file).site(span)
    }

    /// Where a collection stands.
    #[must_use]
    pub fn collection_site(&self, collection: &Collection) -> Site {
        self.text(collection.file).site(collection.place)
    }

    fn text(&self, file: usize) -> FileText<'_> {
        FileText::new(&self.files[file].path, &self.files[file].text)
    }

    fn compile(&mut self, loaded: Vec<Loaded>, read: &dyn Fn(&str) -> Option<String>, out: &mut Diagnostics) {
        let mut specs = Vec::with_capacity(loaded.len());
        for Loaded { file, spec } in loaded {
            self.files.push(file);
            specs.push(spec);
        }
        let files = std::mem::take(&mut self.files);
        let texts: Vec<FileText<'_>> = files.iter().map(|file| FileText::new(&file.path, &file.text)).collect();
        // Rules may name the collections of any file, so these come first.
        let mut known = Known::default();
        for (number, spec) in specs.iter().enumerate() {
            for collection in &spec.collections {
                self.add_collection(collection, number, &texts[number], &mut known, read, out);
            }
        }
        self.add_rules(&specs, &texts, &known, out);
        self.names = known.names;
        self.tests = specs.iter().flat_map(|spec| &spec.tests).cloned().collect();
        self.check_tests(&specs, out);
        say_nothing_there(&specs, &texts, out);
        self.files = files;
    }

    fn add_rules(&mut self, specs: &[FileSpec], texts: &[FileText<'_>], known: &Known, out: &mut Diagnostics) {
        // File and place of the first rule of each name.
        let mut names: HashMap<&str, (&FileText<'_>, Span)> = HashMap::new();
        for (number, spec) in specs.iter().enumerate() {
            for spec in spec.rules.iter().filter(|spec| spec.enabled) {
                let text = &texts[number];
                let rule = spec.compile(text, number, known, out);
                match names.entry(&spec.called) {
                    Entry::Vacant(entry) => {
                        entry.insert((text, spec.place));
                        self.rules.extend(rule);
                    }
                    Entry::Occupied(first) => {
                        let (file, place) = *first.get();
                        out.problems.push(repeated_name(spec, text, file, place));
                    }
                }
            }
        }
    }

    fn add_collection(
        &mut self,
        spec: &CollectionSpec,
        number: usize,
        file: &FileText<'_>,
        known: &mut Known,
        read: &dyn Fn(&str) -> Option<String>,
        out: &mut Diagnostics,
    ) {
        let name = spec.name.text.trim();
        let fault = |code, message: String| Fault::new(code, message, spec.name.span).help("give it another name");
        let fault = if name.is_empty() {
            fault("collection-name", "a collection needs a name".to_owned())
        } else if self.collections.iter().any(|other| other.name() == name) || known.broken.contains(name) {
            fault("collection-repeated", format!("there is a collection `{name}` already"))
        } else if known.names.resolve(name).is_some() {
            fault("collection-built-in", format!("`{name}` is a built-in collection"))
        } else if let Some(origin) = origin(spec, file, read, out) {
            // Its place here is its number, and there is a free one for each: the list grows with each name.
            known.names.add(name, ListId(u32::try_from(self.collections.len()).unwrap_or(u32::MAX)));
            self.collections.push(Collection::new(name.to_owned(), origin, number, spec.name.span));
            return;
        } else {
            known.broken.insert(name.to_owned());
            return;
        };
        out.problems.push(file.say(fault));
    }

    /// Warns of tests that expect something from a rule that nobody knows.
    fn check_tests(&self, specs: &[FileSpec], out: &mut Diagnostics) {
        let known = || specs.iter().flat_map(|spec| &spec.rules).map(|rule| rule.called.as_str());
        let names: HashSet<&str> = known().collect();
        for expected in self.tests.iter().flat_map(|test| &test.expect) {
            if !names.contains(expected.rule.as_str()) {
                let problem = Problem::new("test-unknown-rule", format!("there is no rule `{}`", expected.rule));
                let problem = match nearest(&expected.rule, known()) {
                    Some(name) => problem.help(format!("did you mean `{name}`?")),
                    None => problem,
                };
                out.warnings.push(expected.site.clone().mark(problem));
            }
        }
    }
}

/// Says so when there is nothing to check with.
fn say_nothing_there(specs: &[FileSpec], texts: &[FileText<'_>], out: &mut Diagnostics) {
    let in_file = |problem: Problem| match texts {
        [text] => problem.in_file(text.path),
        _ => problem,
    };
    let mut rules = specs.iter().flat_map(|spec| &spec.rules).peekable();
    if rules.peek().is_some() {
        if rules.all(|rule| !rule.enabled) {
            out.warnings.push(in_file(Problem::new("no-enabled-rules", "every rule is switched off")));
        }
    } else if texts.is_empty() {
        out.problems.push(Problem::new("no-rule-files", "no rule files were given"));
    } else if out.problems.is_empty() {
        // Anything else that kept rules from being read has been said.
        out.problems.push(in_file(Problem::new("no-rules", "the rule files hold no rules")));
    }
}

/// The problem of a rule in `file` whose name the one at `place` of `first` has already.
fn repeated_name(spec: &RuleSpec, file: &FileText<'_>, first: &FileText<'_>, place: Span) -> Problem {
    let (name, line) = (&spec.called, first.line(place.start()));
    let place = if first.path == file.path { format!("on line {line}") } else { format!("in {}:{line}", first.path) };
    let message = format!("there is a rule `{name}` already, {place}; this one is not run");
    file.say(Fault::new("rule-repeated-name", message, spec.place).help("give it another name")).of_rule(name)
}

/// Where a collection's elements come from; `None` when that cannot be used, which then is among the problems.
fn origin(
    spec: &CollectionSpec,
    file: &FileText<'_>,
    read: &dyn Fn(&str) -> Option<String>,
    out: &mut Diagnostics,
) -> Option<Origin> {
    match &spec.origin {
        OriginSpec::Values(values) => Some(Origin::Values(values.clone())),
        OriginSpec::File(path) => {
            let beside = beside(file.path, &path.text);
            if let Some(text) = read(&beside) {
                return Some(Origin::Values(List::of_lines(&text).elements().to_vec()));
            }
            let pending = normalize(&beside).map(|path| Origin::Pending { path });
            if pending.is_none() {
                let message = format!("`{beside}` cannot be read");
                out.problems.push(file.say(Fault::new("collection-file", message, path.span)));
            }
            pending
        }
        OriginSpec::Extracted { rpath, xpath } => extracted(rpath, xpath, file, out),
        OriginSpec::Broken => None,
    }
}

fn extracted(rpath: &Scalar, xpath: &Scalar, file: &FileText<'_>, out: &mut Diagnostics) -> Option<Origin> {
    let pattern = if rpath.text.starts_with("artfunc_") {
        Err(Fault::new("collection-rpath", "the `rpath` of a collection is a regular expression", rpath.span))
            .map_err(|fault| file.say(fault))
    } else {
        Pattern::new(&rpath.text).map_err(|fault| file.say_in(rpath, fault))
    };
    let pattern = pattern.map_err(|problem| out.problems.push(problem));
    let parsed = XPath::parse(&xpath.text);
    out.problems.extend(parsed.faults.into_iter().map(|fault| file.say_in(xpath, fault)));
    out.warnings.extend(parsed.warnings.into_iter().map(|fault| file.say_in(xpath, fault)));
    out.hints.extend(parsed.hints.into_iter().map(|fault| file.say_in(xpath, fault)));
    let parsed = parsed.xpath?;
    if !parsed.labels().is_empty() {
        let message = "this yields records, and a collection holds texts";
        out.problems.push(file.say(Fault::new("collection-records", message, xpath.span).help("name one node")));
    }
    Some(Origin::Extracted { rpath: pattern.ok()?, xpath: parsed })
}

/// A rule file that has been read.
struct Loaded {
    file: RuleFile,
    spec: FileSpec,
}

/// Reads rule files and what they extend.
struct Loader<'l> {
    given: HashMap<String, &'l RuleFile>,
    read: &'l dyn Fn(&str) -> Option<String>,
    /// The paths that have been met.
    met: HashSet<String>,
    loaded: Vec<Loaded>,
    /// The files that are being read, each extended by the one before.
    open: Vec<String>,
    out: Diagnostics,
}

impl Loader<'_> {
    fn file(&mut self, path: &str, text: &str) {
        let identity = resolved(path);
        if !self.met.insert(identity.clone()) {
            return;
        }
        let file = FileText::new(path, text);
        let spec = FileSpec::read(&file, &mut self.out);
        self.open.push(identity);
        for extended in &spec.extends {
            self.extend(extended, &file);
        }
        self.open.pop();
        self.loaded.push(Loaded { file: RuleFile { path: path.to_owned(), text: text.to_owned() }, spec });
    }

    fn extend(&mut self, extended: &Scalar, by: &FileText<'_>) {
        let path = beside(by.path, extended.text.trim());
        let identity = resolved(&path);
        let fault = |code, message: String| Fault::new(code, message, extended.span);
        let fault = if self.open.last() == Some(&identity) {
            fault("extends-cycle", "a rule file cannot extend itself".to_owned())
        } else if self.open.contains(&identity) {
            fault("extends-cycle", format!("`{path}` extends this file, so this file cannot extend it"))
        } else if self.open.len() >= MAX_EXTENDS {
            fault("extends-depth", format!("rule files extend each other more than {MAX_EXTENDS} deep"))
        } else if self.met.contains(&identity) {
            return;
        } else if let Some(&file) = self.given.get(&identity) {
            return self.file(&slashed(&file.path), &file.text);
        } else if let Some(text) = (self.read)(&path) {
            return self.file(&path, &text);
        } else {
            fault("extends-missing", format!("there is no rule file `{path}`")).help("paths are relative to this file")
        };
        let said = by.say(fault);
        self.out.problems.push(said);
    }
}

/// `path` with `/` between parts.
fn slashed(path: &str) -> String {
    path.replace('\\', "/")
}

/// `path` as seen from the rule file `file`, with its `.` and `..` resolved as far as they can be; a path from a root
/// stays one.
fn beside(file: &str, path: &str) -> String {
    let path = slashed(path);
    if is_rooted(&path) || folder(file).is_empty() && !file.starts_with('/') {
        return resolved(&path);
    }
    resolved(&format!("{}/{path}", folder(file)))
}

/// Whether a path begins at a root: `/x`, `C:/x`.
fn is_rooted(path: &str) -> bool {
    path.starts_with('/') || matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// `path` without `.` and without the `..` that have a folder to leave.
fn resolved(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests;
