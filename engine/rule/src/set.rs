//! All rules of a run: the rule files, the files that they extend, and everything that they name.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::rc::Rc;

use assay_document::extract::{XPath, quote_dotted_tags};
use assay_document::source::normalize;
use assay_document::text::{Fault, IssueCode, LineBlocks, Region, Span, with_size_limit};
use assay_report::{Diagnostics, Problem, REPEATED_KEY, Related, Severity};
use assay_script::{Host, Limits, ScriptPlace, TypeMismatch};
use assay_step::StoppedScript;
use assay_store::{CustomList, Demand, ListId};

use super::apply::{apply, pack_of, packs_of};
use super::collection::{CollectionOrigin, CollectionSpec, ElementChoice, OriginSpec, RuleCollection};
use super::compile::METHOD;
use super::document::RuleScalar;
use super::file_text::{FileText, Reporter, Site};
use super::functions::FileFunctions;
use super::known_collections::KnownCollections;
use super::loader::{LoadedRuleFile, Loader};
use super::overrides::SwitchedOff;
use super::path::resolve_beside;
use super::rule::{Rule, RuleSource};
use super::rule_file::RuleFile;
use super::rule_test::{Expected, RuleTest};
use super::scripts::Scripts;
use super::settings::RuleSettings;
use super::spec::{RuleSpec, find_field};
use super::units::UnitText;

/// The estimated size in bytes that all regular expressions of a rule set may have together. Each worker needs about
/// twice as much for the compiled expressions.
const PATTERN_ROOM: usize = 256 << 20;

/// The rules of a run with everything they name.
#[derive(Clone)]
pub struct RuleSet {
    files: Vec<RuleFile>,
    /// True for each file that belongs to a pack.
    in_pack: Vec<bool>,
    /// The lines of each file. They are kept because every rule may have problems, and finding the lines each time
    /// would be slow.
    lines: Rc<[LineBlocks]>,
    rules: Vec<Rule>,
    collections: Vec<RuleCollection>,
    tests: Vec<RuleTest>,
    /// The rules that are switched off, each with its name and the source that switched it off.
    switched_off: Vec<(String, SwitchedOff)>,
    /// The severity of repeated keys; `None` if they are not reported.
    repeated_key: Option<Severity>,
    /// The scripts of the rule files, indexed by `UnitId`.
    units: Vec<UnitText>,
    host: Host,
}

impl RuleSet {
    /// Loads rule files and the files that they extend. Each file is read once, even if several files extend it.
    ///
    /// `read` returns the content of a further file. Its path has the same base as the paths of `files`. A rule with
    /// problems is left out, and its problems are reported. So are files that cannot be read.
    pub fn load(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> (Self, Diagnostics) {
        Self::load_within(Limits::default(), &RuleSettings::default(), files, read)
    }

    /// Like [`Self::load`], with limits for scripts, and with the settings of a project.
    pub fn load_within(
        limits: Limits,
        settings: &RuleSettings,
        files: &[RuleFile],
        read: &dyn Fn(&str) -> Option<String>,
    ) -> (Self, Diagnostics) {
        let mut loader = Loader::load(files, read);
        let mut set = Self {
            files: Vec::new(),
            in_pack: Vec::new(),
            lines: Rc::default(),
            rules: Vec::new(),
            collections: Vec::new(),
            tests: Vec::new(),
            units: Vec::new(),
            host: Host::new(limits),
            switched_off: Vec::new(),
            repeated_key: Some(Severity::Warning),
        };
        let mut out = loader.out;
        // A file with a problem may define the rules that seem to be missing.
        let is_sound = out.problems.is_empty();
        // Patterns, conditions and scripts contain values of parameters, which are filled in before these are compiled.
        let unknown = apply(settings, &mut loader.loaded, &mut set.repeated_key, &mut out);
        with_size_limit(PATTERN_ROOM, || set.compile(loader.loaded, read, &mut out));
        out.in_rules();
        out.problems.extend(unknown.into_iter().filter(|_| is_sound));
        (set, out)
    }

    /// Returns the rules that can run, in the order of the files. Rules of extended files come first.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the user-defined collections, indexed by [`ListId`].
    pub fn collections(&self) -> &[RuleCollection] {
        &self.collections
    }

    /// Returns the host that runs the scripts of the rules.
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the data that must be read for the collections that the rules use.
    pub fn demand(&self) -> Demand {
        self.rules.iter().map(Rule::demand).fold(Demand::default(), Demand::and)
    }

    /// Returns the rule files that were used, including extended ones.
    pub fn files(&self) -> &[RuleFile] {
        &self.files
    }

    /// Returns the tests in the rule files.
    pub fn tests(&self) -> &[RuleTest] {
        &self.tests
    }

    /// Returns the severity of repeated keys; `None` if they are not reported.
    pub const fn repeated_key(&self) -> Option<Severity> {
        self.repeated_key
    }

    /// Returns the source that switched the rule `name` off; `None` if no rule of that name is switched off.
    pub fn switched_off(&self, name: &str) -> Option<&SwitchedOff> {
        self.switched_off.iter().find(|(known, _)| known == name).map(|(_, by)| by)
    }

    /// Returns true if the command line or a profile chose some of the rules.
    pub fn has_choice(&self) -> bool {
        self.switched_off.iter().any(|(_, by)| matches!(by, SwitchedOff::NotChosen { .. }))
    }

    /// Returns the names of the rules that are switched off.
    pub fn idle(&self) -> impl Iterator<Item = &str> {
        let built_in = self.repeated_key.is_none().then_some(REPEATED_KEY);
        self.switched_off.iter().map(|(name, _)| name.as_str()).chain(built_in)
    }

    /// Returns the place of a field of a rule. If the rule does not have the field, returns the place of its name or
    /// first field.
    pub fn site(&self, rule: &Rule, field: &str) -> Site {
        let RuleSource { file, place, places, .. } = &rule.source;
        let span = *find_field(places, field).unwrap_or(place);
        self.text(*file).site(span)
    }

    /// Returns true if a rule belongs to a pack.
    pub fn has_pack(&self, rule: &Rule) -> bool {
        self.in_pack[rule.source.file]
    }

    /// Returns true if a collection belongs to a pack.
    pub fn is_in_pack(&self, collection: &RuleCollection) -> bool {
        self.in_pack[collection.file]
    }

    /// Returns the place of a collection.
    pub fn collection_site(&self, collection: &RuleCollection) -> Site {
        self.text(collection.file).site(collection.place)
    }

    /// Returns the problem of a rule whose script stopped while the file at `path` was checked. `field` is the field
    /// that calls it.
    ///
    /// The place of the problem is where the script stopped. In a library, which other rules also use, it is where the
    /// rule calls it.
    pub fn stopped_problem(&self, rule: &Rule, field: &str, stopped: &StoppedScript, path: &str) -> Problem {
        let error = &stopped.error;
        if error.code == IssueCode::ScriptNotChecked {
            // One warning for all files with this reason.
            let warning = Problem::new(error.code, format!("not checked: {}", error.message)).of_rule(rule.name());
            return self.site(rule, "name").mark(warning);
        }
        let mut problem = Problem::new(error.code, stopped.message(path)).of_rule(rule.name());
        problem.help.clone_from(&error.help);
        // A suggestion for a library would be for another file.
        if !matches!(error.place, ScriptPlace::Library { .. }) {
            problem.suggestion.clone_from(&error.suggestion);
        }
        if let ScriptPlace::Library { path, region, .. } = &error.place {
            let _ = write!(problem.message, " ({path}:{}:{})", region.start.line, region.start.char_column);
            let message = "the script stopped here".to_owned();
            problem = problem.with_related(Related { message, path: path.clone(), region: *region });
        }
        self.script_site(rule, field, &error.place).mark(problem).checking(path)
    }

    /// Returns the warning that a rule's script compared two values that are never equal, while the file at `path` was
    /// checked.
    pub fn unlike_warning(&self, rule: &Rule, field: &str, unlike: &TypeMismatch, path: &str) -> Problem {
        let TypeMismatch { code, compared, outcome, help, suggestion, place } = unlike;
        let mut message = format!("{compared} in {path}: {outcome}");
        if let ScriptPlace::Library { path, region, .. } = place {
            let _ = write!(message, " ({path}:{}:{})", region.start.line, region.start.char_column);
        }
        let warning = Problem::new(*code, message).of_rule(rule.name()).help(help.as_str());
        let Some((span, suggestion)) = suggestion else { return self.script_site(rule, field, place).mark(warning) };
        let warning = Problem { suggestion: Some(suggestion.clone()), ..warning };
        self.script_site(rule, field, &ScriptPlace::Expression { span: *span }).mark(warning)
    }

    /// Returns the file and the region of a place in a rule's script, as precisely as it is known.
    pub fn place(&self, rule: &Rule, place: &ScriptPlace) -> (String, Region) {
        match place {
            ScriptPlace::Library { path, region, .. } => (path.clone(), *region),
            ScriptPlace::Unit { .. } | ScriptPlace::Expression { .. } => {
                let site = self.script_site(rule, "condition", place);
                (site.path, site.region)
            }
        }
    }

    /// Converts a place in a rule's script to a place in the rule file, or in the script file that the rule file names.
    fn script_site(&self, rule: &Rule, field: &str, place: &ScriptPlace) -> Site {
        match (place, &rule.source.expression) {
            (ScriptPlace::Unit { unit, span }, _) => {
                self.units.get(unit.0 as usize).map(|written| written.site(*span, |file| self.text(file)))
            }
            (ScriptPlace::Expression { span }, Some(text)) => {
                let file = self.text(rule.source.file);
                Some(file.site(text.locate(file.text, *span)))
            }
            (ScriptPlace::Library { .. } | ScriptPlace::Expression { .. }, _) => None,
        }
        .unwrap_or_else(|| self.site(rule, if field == "condition" { METHOD } else { field }))
    }

    fn text(&self, file: usize) -> FileText<'_> {
        FileText::with_lines(&self.files[file].path, &self.files[file].text, &self.lines[file])
    }

    fn compile(&mut self, loaded: Vec<LoadedRuleFile>, read: &dyn Fn(&str) -> Option<String>, out: &mut Diagnostics) {
        let lines = loaded.iter().map(|LoadedRuleFile { file, .. }| {
            let mut lines = LineBlocks::default();
            lines.add(&file.text);
            lines
        });
        self.lines = lines.collect();
        // The file texts borrow the lines, while `self` changes below.
        let lines = Rc::clone(&self.lines);
        let texts = loaded.iter().zip(&*lines);
        let texts: Vec<FileText<'_>> =
            texts.map(|(of, lines)| FileText::with_lines(&of.file.path, &of.file.text, lines)).collect();
        // Extended files come before the files that extend them.
        let mut known: Vec<KnownCollections> = Vec::with_capacity(loaded.len());
        for (number, LoadedRuleFile { spec, extends, .. }) in loaded.iter().enumerate() {
            let mut of_file = KnownCollections::default();
            let mut report = Reporter::new(&texts[number]);
            for collection in &spec.collections {
                self.add_collection(collection, number, &mut of_file, read, &mut report);
            }
            out.extend(report.diagnostics);
            let own: HashSet<String> = spec.collections.iter().map(|own| own.name.text.trim().to_owned()).collect();
            for &extended in extends {
                of_file.extend(&own, &known[extended]);
            }
            known.push(of_file);
        }
        self.add_rules(&loaded, &texts, &known, read, out);
        self.tests = loaded.iter().flat_map(|file| &file.spec.tests).cloned().collect();
        let specs: Vec<&RuleSpec> = loaded.iter().flat_map(|file| &file.spec.rules).collect();
        self.check_tests(&specs, out);
        self.switched_off = specs.iter().filter_map(|rule| Some((rule.called.clone(), rule.off.clone()?))).collect();
        report_no_rules(&specs, &texts, out);
        let packs = packs_of(&loaded);
        self.in_pack = loaded.iter().map(|loaded| pack_of(&packs, &loaded.file.path).is_some()).collect();
        self.files = loaded.into_iter().map(|loaded| loaded.file).collect();
    }

    fn add_rules(
        &mut self,
        loaded: &[LoadedRuleFile],
        texts: &[FileText<'_>],
        known: &[KnownCollections],
        read: &dyn Fn(&str) -> Option<String>,
        out: &mut Diagnostics,
    ) {
        let host = self.host.clone();
        let scripts = Scripts::new(&host, known, read, texts);
        // The file and the place of the first rule of each name.
        let mut names: HashMap<&str, (&FileText<'_>, Span)> = HashMap::new();
        for (number, LoadedRuleFile { spec, .. }) in loaded.iter().enumerate() {
            let text = &texts[number];
            let functions = FileFunctions::new(&scripts, number, spec, out);
            for spec in spec.rules.iter().filter(|spec| spec.is_enabled()) {
                let mut rule = spec.compile(functions.of_rule(spec), out);
                if let Some(rule) = &mut rule {
                    rule.needed =
                        rule.condition.needed_to_fail(|ListId(list)| self.collections[list as usize].origin().values());
                }
                // Extended files come first. Of two rules with one name, the one in the extending file is rejected.
                match names.entry(&spec.called) {
                    Entry::Vacant(entry) => {
                        entry.insert((text, spec.place));
                        self.rules.extend(rule);
                    }
                    // The same rule with other settings, for other files.
                    Entry::Occupied(first) if std::ptr::eq(first.get().0, text) && first.get().1 == spec.place => {
                        self.rules.extend(rule);
                    }
                    Entry::Occupied(first) => {
                        let (file, place) = *first.get();
                        out.problems.push(repeated_name_problem(spec, text, file, place));
                    }
                }
            }
        }
        let (units, faults) = scripts.finish();
        self.units = units;
        out.problems.extend(faults);
    }

    fn add_collection(
        &mut self,
        spec: &CollectionSpec,
        number: usize,
        known: &mut KnownCollections,
        read: &dyn Fn(&str) -> Option<String>,
        report: &mut Reporter<'_>,
    ) {
        let name = spec.name.text.trim();
        let fault = |code, message: String| Fault::new(code, message, spec.name.span).help("give it another name");
        let fault = if name.is_empty() {
            fault(IssueCode::CollectionName, "a collection needs a name".to_owned())
        } else if known.names.user_defined().any(|(other, _)| other == name) || known.broken.contains(name) {
            fault(IssueCode::CollectionRepeated, format!("there is a collection `{name}` already"))
        } else if known.names.resolve(name).is_some() {
            fault(IssueCode::CollectionBuiltIn, format!("`{name}` is a built-in collection"))
        } else if let Some((origin, choice)) = resolve_origin(spec, read, report) {
            // The index of a collection is its number. No number is used twice, because the list grows with each name.
            known.names.add(name, ListId(u32::try_from(self.collections.len()).unwrap_or(u32::MAX)));
            self.collections.push(RuleCollection::new(spec, origin, choice, number));
            return;
        } else {
            known.broken.insert(name.to_owned());
            return;
        };
        report.problem(fault);
    }

    fn check_tests(&self, specs: &[&RuleSpec], out: &mut Diagnostics) {
        let known = || specs.iter().map(|rule| rule.called.as_str()).chain([REPEATED_KEY]);
        let names: HashSet<&str> = known().collect();
        for Expected { finding, site } in self.tests.iter().flat_map(|test| &test.expect) {
            if !names.contains(finding.rule.as_str()) {
                let message = format!("there is no rule `{}`", finding.rule);
                let fault = Fault::new(IssueCode::TestUnknownRule, message, Span::at(0));
                let fault = fault.suggest_nearest(&finding.rule, known());
                out.warnings.push(site.clone().into_problem(fault));
            }
        }
    }
}

/// Reports that there is nothing to check with.
fn report_no_rules(rules: &[&RuleSpec], texts: &[FileText<'_>], out: &mut Diagnostics) {
    let in_file = |problem: Problem| match texts {
        [text] => problem.in_file(text.path),
        _ => problem,
    };
    if !rules.is_empty() {
        // A choice that selects no rule has its own problem.
        if rules.iter().all(|rule| matches!(&rule.off, Some(off) if !matches!(off, SwitchedOff::NotChosen { .. }))) {
            out.warnings.push(in_file(Problem::new(IssueCode::NoEnabledRules, "every rule is switched off")));
        }
    } else if texts.is_empty() {
        out.problems.push(Problem::new(IssueCode::NoRuleFiles, "no rule files were given"));
    } else if out.problems.is_empty() {
        // If there are problems, they are the reason why there are no rules.
        out.problems.push(in_file(Problem::new(IssueCode::NoRules, "the rule files hold no rules")));
    }
}

/// Returns the problem of a rule in `file` whose name is already that of the rule at `place` in `first`.
fn repeated_name_problem(spec: &RuleSpec, file: &FileText<'_>, first: &FileText<'_>, place: Span) -> Problem {
    let (name, line) = (&spec.called, first.line(place.start()));
    let place = if first.path == file.path { format!("on line {line}") } else { format!("in {}:{line}", first.path) };
    let message = format!("there is a rule `{name}` already, {place}; this one is not run");
    file.problem(Fault::new(IssueCode::RuleRepeatedName, message, spec.place).help("give it another name"))
        .of_rule(name)
}

/// Returns the origin of a collection's elements, and its filters. Returns `None` if they have problems, which are
/// reported.
fn resolve_origin(
    spec: &CollectionSpec,
    read: &dyn Fn(&str) -> Option<String>,
    report: &mut Reporter<'_>,
) -> Option<(CollectionOrigin, ElementChoice)> {
    let before = report.diagnostics.problems.len();
    let choice = ElementChoice::compile(spec, report);
    let origin = origin(spec, read, report)?;
    if report.diagnostics.problems.len() > before {
        return None;
    }
    // Elements that are read from the source are filtered after reading.
    let CollectionOrigin::Values(values) = origin else { return Some((origin, choice)) };
    let mut list = CustomList::new(values);
    if let Err(field) = choice.choose(&mut list) {
        let message = format!("`{field}` takes too long on an element of the collection");
        report.problem(Fault::new(IssueCode::PatternLimit, message, spec.name.span));
        return None;
    }
    Some((CollectionOrigin::Values(list.elements().iter().map(str::to_owned).collect()), choice))
}

fn origin(
    spec: &CollectionSpec,
    read: &dyn Fn(&str) -> Option<String>,
    report: &mut Reporter<'_>,
) -> Option<CollectionOrigin> {
    match &spec.origin {
        OriginSpec::Values(values) => Some(CollectionOrigin::Values(values.clone())),
        OriginSpec::File(path) => {
            let beside = resolve_beside(report.file.path, &path.text);
            if let Some(text) = read(&beside) {
                let lines = CustomList::of_lines(&text);
                return Some(CollectionOrigin::Values(lines.elements().iter().map(str::to_owned).collect()));
            }
            // It may be one of the files under check, which are read later.
            let pending = normalize(&beside).map(|path| CollectionOrigin::Pending { path });
            if pending.is_none() {
                let message = format!("`{beside}` cannot be read");
                report.problem(Fault::new(IssueCode::CollectionFile, message, path.span));
            }
            pending
        }
        OriginSpec::Extracted { rpath, xpath } => resolve_extraction(rpath, xpath, report),
        OriginSpec::AssetList(assets) => Some(CollectionOrigin::AssetList(assets.clone())),
        OriginSpec::Broken => None,
    }
}

fn resolve_extraction(rpath: &RuleScalar, xpath: &RuleScalar, report: &mut Reporter<'_>) -> Option<CollectionOrigin> {
    let message = "the `rpath` of a collection must be a regular expression; it cannot name a collection";
    let pattern = report.pattern(rpath, IssueCode::CollectionRpath, message);
    let parsed = report.xpath(xpath).ok()?;
    if !parsed.labels().is_empty() {
        let message = "this extracts records, but the elements of a collection are strings";
        let fault = Fault::new(IssueCode::CollectionRecords, message, xpath.span);
        let quoted = quote_dotted_tags(&xpath.text)
            .filter(|quoted| XPath::parse(quoted).xpath.is_some_and(|parsed| parsed.labels().is_empty()));
        report.problem(match quoted {
            Some(quoted) => {
                fault.help(format!("name one node; put a tag that contains a dot in double quotes: `{quoted}`"))
            }
            None => fault.help("name one node"),
        });
    }
    Some(CollectionOrigin::Extracted { rpath: pattern.ok()?, xpath: parsed })
}

#[cfg(test)]
mod tests;
