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
use super::tests::RuleTest;
use crate::extract::XPath;
use crate::report::{Diagnostics, Problem};
use crate::source::{folder, normalize};
use crate::store::{CollectionNames, Demand, List, ListId};
use crate::text::{Fault, Pattern, nearest};

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
        let mut names: HashMap<&str, Site> = HashMap::new();
        for (number, spec) in specs.iter().enumerate() {
            for spec in spec.rules.iter().filter(|spec| spec.enabled) {
                let text = &texts[number];
                let rule = spec.compile(text, number, known, out);
                match names.entry(&spec.called) {
                    Entry::Vacant(entry) => {
                        entry.insert(text.site(spec.place));
                        self.rules.extend(rule);
                    }
                    Entry::Occupied(first) => {
                        out.problems.push(repeated_name(&spec.called, first.get(), text.site(spec.place)));
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

fn repeated_name(name: &str, first: &Site, second: Site) -> Problem {
    let line = first.region.start.line;
    let place = if first.path == second.path { format!("on line {line}") } else { format!("in {}:{line}", first.path) };
    let message = format!("there is a rule `{name}` already, {place}; this one is not run");
    second.mark(Problem::new("rule-repeated-name", message).of_rule(name).help("give it another name"))
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
mod tests {
    use super::super::{Files, Origin};
    use super::{RuleFile, RuleSet, beside};
    use crate::report::Diagnostics;
    use crate::store::{CollectionId, ListId};

    const BODY: &str = "{rpath: ., xpath: a, condition: [Exist]}";

    /// Loads the first of `files`, with the others to be read.
    fn load(files: &[(&str, &str)]) -> (RuleSet, Diagnostics) {
        let (path, text) = files[0];
        let read = |path: &str| files[1..].iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
        RuleSet::load(&[RuleFile { path: path.to_owned(), text: text.to_owned() }], &read)
    }

    fn names(set: &RuleSet) -> Vec<&str> {
        set.rules().iter().map(super::Rule::name).collect()
    }

    fn codes(out: &Diagnostics) -> Vec<&str> {
        out.problems.iter().map(|problem| problem.code.as_str()).collect()
    }

    mod extends {
        use super::{BODY, RuleFile, RuleSet, beside, codes, load, names};

        #[test]
        fn paths_are_seen_from_their_file() {
            for (file, path, seen) in [
                ("r.yaml", "base.yaml", "base.yaml"),
                ("r.yaml", "./x/../base.yaml", "base.yaml"),
                ("r.yaml", "../base.yaml", "../base.yaml"),
                ("a/b/r.yaml", "../base.yaml", "a/base.yaml"),
                ("a/r.yaml", "..\\base.yaml", "base.yaml"),
                ("a/r.yaml", "../../base.yaml", "../base.yaml"),
                ("../pack/r.yaml", "base.yaml", "../pack/base.yaml"),
                ("../pack/r.yaml", "../../base.yaml", "../../base.yaml"),
                ("/pack/a/r.yaml", "../base.yaml", "/pack/base.yaml"),
                ("/r.yaml", "base.yaml", "/base.yaml"),
                ("C:/pack/r.yaml", "base.yaml", "C:/pack/base.yaml"),
                ("a/r.yaml", "/base.yaml", "/base.yaml"),
                ("a/r.yaml", "D:/base.yaml", "D:/base.yaml"),
            ] {
                assert_eq!(beside(file, path), seen, "{path} from {file}");
            }
        }

        #[test]
        fn extended_rules_come_first_and_each_file_once() {
            let (set, out) = load(&[
                ("p/r.yaml", &format!("extends: [a.yaml, sub/b.yaml, ./a.yaml]\nrules: {{r: {BODY}}}")),
                ("p/a.yaml", &format!("a: {BODY}")),
                ("p/sub/b.yaml", &format!("extends: ../a.yaml\nrules: {{b: {BODY}}}")),
            ]);
            assert_eq!(codes(&out), [""; 0]);
            assert_eq!(names(&set), ["a", "b", "r"]);
            let files: Vec<&str> = set.files().iter().map(|file| file.path.as_str()).collect();
            assert_eq!(files, ["p/a.yaml", "p/sub/b.yaml", "p/r.yaml"]);
        }

        #[test]
        fn a_file_that_was_given_is_not_asked_for() {
            let file = |path: &str, text: String| RuleFile { path: path.to_owned(), text };
            let given = [
                file("p\\r.yaml", format!("extends: a.yaml\nrules: {{r: {BODY}}}")),
                file("p/a.yaml", format!("a: {BODY}")),
                file("./p/r.yaml", String::new()),
            ];
            let (set, out) = RuleSet::load(&given, &|path| panic!("asked for {path}"));
            assert_eq!((names(&set), codes(&out)), (vec!["a", "r"], vec![]));
        }

        #[test]
        fn a_cycle_is_a_problem_and_the_rules_run() {
            let (set, out) = load(&[
                ("r.yaml", &format!("extends: a.yaml\nrules: {{r: {BODY}}}")),
                ("a.yaml", &format!("extends: r.yaml\nrules: {{a: {BODY}}}")),
            ]);
            assert_eq!((names(&set), codes(&out)), (vec!["a", "r"], vec!["extends-cycle"]));
            assert_eq!(out.problems[0].path.as_deref(), Some("a.yaml"));
            assert_eq!(out.problems[0].message, "`r.yaml` extends this file, so this file cannot extend it");
        }

        #[test]
        fn depth_is_bounded() {
            let read = |path: &str| {
                let number: usize = path.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
                Some(format!("extends: {}.yaml\nrules: {{r{number}: {BODY}}}", number + 1))
            };
            let first = RuleFile { path: "0.yaml".to_owned(), text: "extends: 1.yaml".to_owned() };
            let (set, out) = RuleSet::load(&[first], &read);
            assert_eq!((set.rules().len(), codes(&out)), (31, vec!["extends-depth"]));
        }

        #[test]
        fn the_second_of_two_equal_names_is_a_problem_in_another_file_too() {
            let (set, out) = load(&[
                ("r.yaml", &format!("extends: a.yaml\nrules: {{x: {BODY}}}")),
                ("a.yaml", &format!("\nx: {BODY}")),
            ]);
            assert_eq!((names(&set), codes(&out)), (vec!["x"], vec!["rule-repeated-name"]));
            assert_eq!(out.problems[0].message, "there is a rule `x` already, in a.yaml:2; this one is not run");
            assert_eq!(out.problems[0].path.as_deref(), Some("r.yaml"));
        }
    }

    mod collections {
        use super::{BODY, CollectionId, Files, ListId, Origin, codes, load};

        #[test]
        fn each_has_an_origin() {
            let yaml = format!(
                "collections:\n  a: [x, 5, 1.50, true]\n  b: {{file: lists/b.txt}}\n  c: {{file: c.txt}}\n  \
                 d: {{RPATH: e, xpath: {{file.name}}}}\n  e: []\nrules: {{r: {BODY}}}"
            );
            let (set, out) = load(&[("p/r.yaml", &yaml), ("p/lists/b.txt", "# all\nx\n\n y \n")]);
            assert_eq!(codes(&out), [""; 0]);
            let names: Vec<&str> = set.collections().iter().map(super::super::Collection::name).collect();
            assert_eq!(names, ["a", "b", "c", "d", "e"]);
            let origin = |at: usize| set.collections()[at].origin();
            let values = |at: usize| match origin(at) {
                Origin::Values(values) => values.join("|"),
                other => panic!("{other:?}"),
            };
            assert_eq!((values(0), values(1), values(4)), ("x|5|1.50|true".into(), "x|y".into(), String::new()));
            assert!(matches!(origin(2), Origin::Pending { path } if path == "p/c.txt"));
            assert!(
                matches!(origin(3), Origin::Extracted { rpath, xpath } if rpath.source() == "e" && xpath.source() == "{file.name}")
            );
            assert_eq!(set.collection_site(&set.collections()[2]).region.start.line, 4);
        }

        #[test]
        fn numbers_are_places_whatever_was_left_out() {
            let yaml = "collections:\n  a: 5\n  b: [x]\n  res_store.ilevels: []\n  b: []\n  c: [y]\nrules:\n  \
                        r: {rpath: artfunc_c, xpath: a, condition: [Exist in, artfunc_b]}";
            let (set, out) = load(&[("r.yaml", yaml)]);
            assert_eq!(codes(&out), ["collection-kind", "collection-built-in", "collection-repeated"]);
            let rule = &set.rules()[0];
            assert!(matches!(rule.rpath(), Files::Collection(CollectionId::Own(ListId(1)))));
            assert_eq!(rule.condition().collection(), Some(CollectionId::Own(ListId(0))));
            assert_eq!(set.names().resolve("c"), Some(CollectionId::Own(ListId(1))));
        }

        #[test]
        fn those_of_an_extended_file_can_be_used() {
            let rule = "rules: {r: {rpath: artfunc_a, xpath: a, condition: [Exist]}}";
            let (set, out) =
                load(&[("r.yaml", &format!("extends: a.yaml\n{rule}")), ("a.yaml", "collections: {a: [x]}")]);
            assert_eq!((set.rules().len(), codes(&out)), (1, vec![]));
        }

        #[test]
        fn what_is_built_in_is_read_only_for_rules_that_use_it() {
            let demand = |rule: &str| {
                let (set, out) = load(&[("r.yaml", &format!("r: {{{rule}}}\ns: {{rpath: [], enabled: false}}"))]);
                assert_eq!(codes(&out), [""; 0]);
                let demand = set.demand();
                (demand.repositories, demand.worlds)
            };
            assert_eq!(demand("rpath: ., xpath: a, condition: [Exist]"), (false, false));
            assert_eq!(demand("rpath: artfunc_res_store.ilevels, xpath: a, condition: [Exist]"), (false, true));
            assert_eq!(
                demand("rpath: ., xpath: a, condition: [Exist in, artfunc_res_store.res_in_repo]"),
                (true, false)
            );
        }
    }

    #[test]
    fn nothing_given_is_a_problem() {
        let (_, out) = RuleSet::load(&[], &|_| None);
        assert_eq!(codes(&out), ["no-rule-files"]);
    }

    #[test]
    fn a_rule_keeps_what_its_file_says() {
        let yaml = "\
- Name: r
  SEVERITY: Warning
  description: what
  why: [a, b]
  tags: [x, 5]
  url: ~
  message: '{value}!'
  rpath: a
  not_rpath: b
  xpath: a,b
  filter: c
  not_filter: d
  subxpath: e
  subfilter: f
  condition: [Exist]
";
        let (set, out) = load(&[("r.yaml", yaml)]);
        assert_eq!(out, Diagnostics::default());
        let rule = &set.rules()[0];
        assert_eq!((rule.name(), rule.severity().to_string()), ("r", "warning".to_owned()));
        assert_eq!(rule.shown("description").as_deref(), Some("what"));
        assert_eq!(
            (rule.shown("why").as_deref(), rule.shown("url"), rule.tags()),
            (Some("a, b"), None, &["x".to_owned(), "5".to_owned()][..])
        );
        assert!(matches!(rule.rpath(), Files::Pattern(pattern) if pattern.source() == "a"));
        assert_eq!(rule.not_rpath().map(crate::text::Pattern::source), Some("b"));
        assert!(rule.filter().is_some() && rule.not_filter().is_some() && rule.message().is_some());
        let sub = rule.sub().unwrap();
        assert_eq!((rule.xpath().source(), sub.xpath.source(), sub.filter.is_some()), ("a,b", "e", true));
        let line = |field: &str| set.site(rule, field).region.start.line;
        assert_eq!((line("xpath"), line("condition"), line("func_str"), line("name")), (10, 15, 1, 1));
        assert_eq!(set.site(rule, "filter").excerpt.text, "  filter: c");
    }

    #[test]
    fn a_field_that_may_be_left_out_may_be_empty() {
        let yaml = "r:\n  rpath: a\n  xpath: a\n  condition: [Exist]\n  severity:\n  message: ''\n  tags: []\n  \
                    filter: null\n  not_filter: ~\n  not_rpath: \"\"\n  subxpath:\n  subfilter: ''\n  func_str: ''\n  \
                    enabled:\n  fixable: {}\n";
        let (set, out) = load(&[("r.yaml", yaml)]);
        assert_eq!(out, Diagnostics::default());
        let rule = &set.rules()[0];
        assert!(rule.filter().is_none() && rule.sub().is_none() && rule.message().is_none() && rule.tags().is_empty());
    }

    #[test]
    fn a_rule_that_is_off_is_not_looked_at() {
        for off in ["false", "False", "'false'", "no", "off", "\"OFF\""] {
            let (set, out) = load(&[(
                "r.yaml",
                &format!(
                    "ok: {BODY}\nr:\n  enabled: {off}\n  xpath: '['\n  xpath: 5\n  colour: red\n  filter: *x\nok: {{enabled: no}}\n"
                ),
            )]);
            assert_eq!((names(&set), out), (vec!["ok"], Diagnostics::default()), "{off}");
        }
        for on in ["true", "yes", "'on'", "null"] {
            let (_, out) = load(&[("r.yaml", &format!("r:\n  enabled: {on}\n"))]);
            assert_eq!(out.problems.len(), 3, "{on}");
        }
    }

    #[test]
    fn names_without_one_count_all_rules_of_the_file() {
        let yaml = format!("rules:\n- {BODY}\n- 5\n- {{enabled: false}}\n- {{name: x}}\n- {BODY}\n");
        let (set, out) = load(&[("p/q/rules.yaml", &yaml)]);
        assert_eq!(names(&set), ["rules.yaml#1", "rules.yaml#5"]);
        assert_eq!(out.warnings.len(), 2);
        assert_eq!(out.problems.len(), 4);
    }

    #[test]
    fn all_forms_of_a_file_hold_the_same_rules() {
        let rule = "name: r, rpath: ., xpath: a, condition: [Exist]";
        for (yaml, hints) in [
            (format!("rules: [{{{rule}}}]"), 0),
            (format!("RULES:\n- {{{rule}}}"), 0),
            (format!("- {{{rule}}}"), 0),
            (format!("r: {BODY}"), 0),
            (format!("rules: {{r: {BODY}}}"), 0),
            (format!("rules: {{{rule}}}"), 0),
            (format!("{{{rule}}}"), 1),
            (format!("collections: {{a: [x]}}\nr: {BODY}"), 0),
            ("name: r\nrpath: .\nxpath: a\ncondition: [Exist]\ntests: []\n".to_owned(), 1),
            ("  name: r\n  rpath: .\n  xpath: a\n  condition: [Exist]\n".to_owned(), 1),
        ] {
            let (set, out) = load(&[("r.yaml", &yaml)]);
            assert_eq!((names(&set), codes(&out), out.hints.len()), (vec!["r"], vec![], hints), "{yaml}");
            assert_eq!(out.warnings, [], "{yaml}");
        }
        // A rule may be called like a key of the file.
        let (set, out) = load(&[("r.yaml", &format!("tests: {BODY}\nxpath: {BODY}\n"))]);
        assert_eq!((names(&set), codes(&out)), (vec!["tests", "xpath"], vec![]));
    }

    #[test]
    fn json_holds_the_same_rules_as_yaml() {
        let json =
            r#"{"rules": [{"name": "r", "rpath": "\\.xml$", "xpath": "*/A", "condition": ["Exist"],},], /* c */}"#;
        let (set, out) = load(&[("r.json", json)]);
        assert_eq!(out, Diagnostics::default());
        assert!(matches!(set.rules()[0].rpath(), Files::Pattern(pattern) if pattern.source() == "\\.xml$"));
    }

    #[test]
    fn tests_are_read_with_their_expectations() {
        use crate::report::Value;
        let yaml = format!(
            "r: {BODY}\ns: {BODY}\ntests:\n- name: fails\n  files: {{/s/a.xml: <A/>, b.xml: }}\n  expect:\n  \
             - {{rule: r, path: s\\a.xml, line: 3, value: 5, message: m}}\n  - {{rule: r, path: b.xml, value: null}}\n  \
             - {{rule: r, path: b.xml, value: {{A: [x, 1], B: []}}}}\n- {{files: {{}}, expect: []}}\n"
        );
        let (set, out) = load(&[("p/r.yaml", &yaml)]);
        assert_eq!(out, Diagnostics::default());
        let [fails, clean] = set.tests() else { panic!("{:?}", set.tests()) };
        assert_eq!((fails.name.as_str(), clean.name.as_str()), ("fails", "r.yaml:10"));
        assert_eq!(fails.files, [("s/a.xml".to_owned(), "<A/>".to_owned()), ("b.xml".to_owned(), String::new())]);
        assert_eq!((&clean.files[..], clean.expect.len()), (&[][..], 0));
        let [first, second, third] = &fails.expect[..] else { panic!("{:?}", fails.expect) };
        assert_eq!((first.rule.as_str(), first.path.as_str(), first.line), ("r", "s/a.xml", Some(3)));
        assert_eq!((&first.value, first.message.as_deref()), (&Some(Value::Number("5".to_owned())), Some("m")));
        assert_eq!((&second.value, second.line, &second.message), (&Some(Value::Null), None, &None));
        assert_eq!(third.value.as_ref().unwrap().to_string(), r#"{"A":["x",1],"B":[]}"#);
        assert_eq!(set.untested(), ["s"]);
    }

    /// Whatever is in a file: each rule that is on either runs or is named by a problem.
    #[test]
    fn no_rule_is_lost_in_silence() {
        const PARTS: &[&str] = &[
            "name: r",
            "rpath: a",
            "rpath: '('",
            "rpath: artfunc_a",
            "xpath: a",
            "xpath: a//",
            "xpath: *a",
            "xpath:",
            "xpath: [a]",
            "condition: [Exist]",
            "condition: [Exist]",
            "condition: Exist",
            "condition: [!x]",
            "condition: [*x]",
            "filter: x",
            "filter: artfunc_x",
            "not_filter: artfunc_x",
            "subxpath: a",
            "subfilter: b",
            "func_str: f",
            "colour: red",
            "rpath: &x a",
            "<<: {a: b}",
            "enabled: 5",
            "message: '{x}'",
            "tags: [[a]]",
            "? [a]\n  : b",
        ];
        let mut seed = 7u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % below
        };
        for _ in 0..2000 {
            let mut yaml = "- rpath: a\n  xpath: a\n  condition: [Exist]\n".to_owned();
            for _ in 0..=random(3) {
                let fields: Vec<&str> = (0..=random(6)).map(|_| PARTS[random(PARTS.len())]).collect();
                yaml = format!("{yaml}- {}\n", fields.join("\n  "));
            }
            let (set, out) = load(&[("r.yaml", &yaml)]);
            let file = super::FileText::new("r.yaml", &yaml);
            for spec in super::FileSpec::read(&file, &mut Diagnostics::default()).rules {
                let is_named = |name: &str| out.problems.iter().any(|problem| problem.rule.as_deref() == Some(name));
                assert!(
                    names(&set).contains(&spec.called.as_str()) || is_named(&spec.called),
                    "{}\n{yaml}",
                    spec.called
                );
            }
        }
    }
}
