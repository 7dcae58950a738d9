//! Applies the settings of a project to the rules of files: which rules run, their severities, the values of their
//! parameters, and all of these for some files.

use std::collections::HashSet;

use assay_document::source::folder;
use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::{Diagnostics, Problem, REPEATED_KEY, Severity};

use super::file_text::{FileText, Site};
use super::fill::Filler;
use super::loader::LoadedRuleFile;
use super::overrides::{Override, SwitchedOff};
use super::pack::PackSpec;
use super::parameter::{ParameterSpec, ParameterValue};
use super::settings::{FileOverride, FileSeverity, ParameterSetting, RuleChoice, RuleSettings, is_named};
use super::spec::{FileScope, RuleSpec};

/// The maximum number of overrides for one rule. Each combination of them becomes a separate rule.
const MAX_OVERRIDES: usize = 6;

/// Applies `settings` to the rules of `files`, and to the severity of the built-in rule `repeated-key`. Returns the
/// problems of the settings themselves. Problems of rules go to `out`.
pub(super) fn apply(
    settings: &RuleSettings,
    files: &mut [LoadedRuleFile],
    repeated_key: &mut Option<Severity>,
    out: &mut Diagnostics,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    choose(&settings.choices, files, repeated_key, &mut problems);
    for severity in &settings.severities {
        apply_severity(severity, files, repeated_key, &mut problems);
    }
    let packs = packs_of(files);
    check_names(settings, files, &packs, &mut problems);
    // The configuration may name rules that `--rules` leaves out.
    if settings.has_other_rules {
        problems.retain(|problem| problem.code != IssueCode::ConfigUnknownRule);
    }
    for file in &mut *files {
        let pack = pack_of(&packs, &file.file.path);
        let declared = declared_parameters(pack, &file.spec.parameters);
        let mut rules = Vec::with_capacity(file.spec.rules.len());
        let project = ProjectValues { settings, pack: pack.map(|pack| pack.name.as_str()), declared: &declared };
        let text = FileText::new(&file.file.path, &file.file.text);
        for spec in file.spec.rules.drain(..) {
            project.expand(spec, &text, &mut rules, out, &mut problems);
        }
        file.spec.rules = rules;
    }
    // If `repeated-key` is selected, there is something to check. A wrong name is the reason for an empty selection.
    if let (None, true) = (repeated_key, problems.is_empty()) {
        problems.extend(check_choices(&settings.choices, files));
    }
    problems
}

/// Returns the problem that choices select no rule that is switched on, if so.
fn check_choices(choices: &[RuleChoice], files: &[LoadedRuleFile]) -> Option<Problem> {
    let choice = choices.iter().find(|choice| !choice.is_empty())?;
    let specs = || files.iter().flat_map(|file| &file.spec.rules);
    if specs().any(RuleSpec::is_enabled) {
        return None;
    }
    let message = format!("{} selects no rule that is switched on", choice.by);
    let help = specs().find_map(|spec| match &spec.off {
        None | Some(SwitchedOff::NotChosen { .. }) => None,
        Some(off) => Some(format!("`{}` is switched off, {off}", spec.called)),
    });
    Some(Problem { in_rules: true, help, ..Problem::new(IssueCode::RulesNotSelected, message) })
}

/// Returns the packs among rule files, each with its folder.
pub(super) fn packs_of(files: &[LoadedRuleFile]) -> Vec<(String, PackSpec)> {
    files.iter().filter_map(|file| Some((folder(&file.file.path).to_owned(), file.spec.pack.clone()?))).collect()
}

/// Returns the pack that a rule file belongs to: the one whose description is in its folder, or in the nearest folder
/// around it.
pub(super) fn pack_of<'p>(packs: &'p [(String, PackSpec)], path: &str) -> Option<&'p PackSpec> {
    let mut around = folder(path);
    loop {
        if let Some((_, pack)) = packs.iter().find(|(of, _)| of == around) {
            return Some(pack);
        }
        if around.is_empty() {
            return None;
        }
        around = folder(around);
    }
}

/// Returns the parameters that the rules of a file can use: those of the file and those of its pack.
pub(super) fn declared_parameters<'d>(pack: Option<&'d PackSpec>, own: &'d [ParameterSpec]) -> Vec<&'d ParameterSpec> {
    let is_own = |of_pack: &&ParameterSpec| !own.iter().any(|own| own.name.text == of_pack.name.text);
    own.iter().chain(pack.into_iter().flat_map(|pack| &pack.parameters).filter(is_own)).collect()
}

/// Drops the rules that are not chosen. A choice that selects nothing, or a name that no rule has, is a problem.
fn choose(
    choices: &[RuleChoice],
    files: &mut [LoadedRuleFile],
    repeated_key: &mut Option<Severity>,
    problems: &mut Vec<Problem>,
) {
    for choice in choices.iter().filter(|choice| !choice.is_empty()) {
        let specs = || files.iter().flat_map(|file| &file.spec.rules);
        let names: Vec<&str> = specs().map(|spec| spec.called.as_str()).chain([REPEATED_KEY]).collect();
        for pattern in choice.rules.iter().chain(&choice.skipped) {
            if !names.iter().any(|name| is_named(pattern, name)) {
                problems.push(empty_choice(choice, &format!("rule `{pattern}`"), pattern, names.iter().copied()));
            }
        }
        let tags: Vec<&str> = specs().flat_map(RuleSpec::tags).map(String::as_str).collect();
        for tag in choice.tags.iter().filter(|tag| !tags.contains(&tag.as_str())) {
            problems.push(empty_choice(choice, &format!("rule with the tag `{tag}`"), tag, tags.iter().copied()));
        }
        let is_chosen = |name: &str, tags: &[String]| {
            (choice.rules.is_empty() || choice.rules.iter().any(|pattern| is_named(pattern, name)))
                && (choice.tags.is_empty() || tags.iter().any(|tag| choice.tags.contains(tag)))
                && !choice.skipped.iter().any(|pattern| is_named(pattern, name))
        };
        if !is_chosen(REPEATED_KEY, &[]) {
            *repeated_key = None;
        }
        for spec in files.iter_mut().flat_map(|file| &mut file.spec.rules) {
            spec.is_named |= choice.rules.contains(&spec.called);
            if spec.is_enabled() && !is_chosen(&spec.called, spec.tags()) {
                spec.off = Some(SwitchedOff::NotChosen { by: choice.by.clone() });
            }
        }
    }
}

fn empty_choice<'n>(choice: &RuleChoice, what: &str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Problem {
    let message = format!("{}: there is no {what}", choice.by);
    let problem = Problem { in_rules: true, ..Problem::new(IssueCode::RulesNotSelected, message) };
    match nearest(name, known) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("`assay rules` lists the rules with their tags"),
    }
}

/// Applies the severity of one rule. An unknown name is reported; the rule that its author wanted keeps its severity.
fn apply_severity(
    Override { rule, severity, site }: &Override,
    files: &mut [LoadedRuleFile],
    repeated_key: &mut Option<Severity>,
    problems: &mut Vec<Problem>,
) {
    let mut is_known = rule == REPEATED_KEY;
    if is_known && repeated_key.is_some() {
        *repeated_key = *severity;
    }
    for spec in files.iter_mut().flat_map(|file| &mut file.spec.rules).filter(|spec| spec.called == *rule) {
        is_known = true;
        if spec.is_enabled() && severity.is_none() {
            spec.off = Some(SwitchedOff::By { path: site.path.clone(), line: site.region.start.line });
        }
        spec.overridden = *severity;
    }
    if !is_known {
        let names = files.iter().flat_map(|file| &file.spec.rules).map(|spec| spec.called.as_str());
        // Readers report these findings as `json-repeated-key`.
        let part = rule.ends_with(REPEATED_KEY).then_some(REPEATED_KEY);
        let suggestion = part.or_else(|| nearest(rule, names.chain([REPEATED_KEY])));
        let suggestion = suggestion.map(|near| format!("did you mean `{near}`?"));
        let fault = Fault::new(IssueCode::ConfigUnknownRule, format!("there is no rule `{rule}`"), Span::at(0));
        let help = suggestion.unwrap_or_else(|| "remove it if the rule no longer exists".to_owned());
        problems.push(Problem { in_rules: false, ..site.clone().into_problem(fault.help(help)) });
    }
}

fn check_names(
    settings: &RuleSettings,
    files: &[LoadedRuleFile],
    packs: &[(String, PackSpec)],
    problems: &mut Vec<Problem>,
) {
    let rules: HashSet<&str> =
        files.iter().flat_map(|file| &file.spec.rules).map(|spec| spec.called.as_str()).collect();
    let packs_named: HashSet<&str> = packs.iter().map(|(_, pack)| pack.name.as_str()).collect();
    let parameters = |is_selected: &dyn Fn(&LoadedRuleFile) -> bool| -> Vec<String> {
        let files = files.iter().filter(|file| is_selected(file));
        let names = files.flat_map(|file| declared_parameters(pack_of(packs, &file.file.path), &file.spec.parameters));
        names.map(|spec| spec.name.text.clone()).collect()
    };
    for setting in &settings.parameters {
        let Some((of, site)) = &setting.of else { continue };
        if !rules.contains(of.as_str()) && !packs_named.contains(of.as_str()) {
            let message = format!("there is no pack or rule `{of}`");
            problems.push(unknown_name(
                site,
                IssueCode::ConfigUnknownRule,
                &message,
                of,
                rules.iter().chain(&packs_named).copied(),
            ));
            continue;
        }
        let has = |file: &LoadedRuleFile| file.spec.rules.iter().any(|spec| spec.called == *of);
        let is_of = |file: &LoadedRuleFile| pack_of(packs, &file.file.path).is_some_and(|pack| pack.name == *of);
        let known = parameters(&|file| has(file) || is_of(file));
        let message = format!("`{of}` has no parameter `{}`", setting.name);
        check_parameter(setting, &message, &known, problems);
    }
    for FileOverride { rules: patterns, parameters: values, .. } in &settings.overrides {
        for (pattern, site) in patterns {
            if !rules.iter().any(|name| is_named(pattern, name)) {
                let message = format!("there is no rule `{pattern}`");
                problems.push(unknown_name(
                    site,
                    IssueCode::ConfigUnknownRule,
                    &message,
                    pattern,
                    rules.iter().copied(),
                ));
            }
        }
        let is_selected = |file: &LoadedRuleFile| {
            let is_one = |spec: &RuleSpec| patterns.iter().any(|(pattern, _)| is_named(pattern, &spec.called));
            patterns.is_empty() || file.spec.rules.iter().any(is_one)
        };
        let known = parameters(&is_selected);
        for setting in values {
            let message = format!("none of these rules has a parameter `{}`", setting.name);
            check_parameter(setting, &message, &known, problems);
        }
    }
}

fn check_parameter(setting: &ParameterSetting, message: &str, known: &[String], problems: &mut Vec<Problem>) {
    if !known.contains(&setting.name) {
        let names = known.iter().map(String::as_str);
        problems.push(unknown_name(&setting.site, IssueCode::ConfigParameter, message, &setting.name, names));
    }
}

fn unknown_name<'n>(
    site: &Site,
    code: IssueCode,
    message: &str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Problem {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    known.dedup();
    let fault = Fault::new(code, message, Span::at(0));
    let fault = match nearest(name, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => fault,
        None if known.len() < 12 => fault.help(format!("known: `{}`", known.join("`, `"))),
        None => fault.help("`assay rules` lists them"),
    };
    Problem { in_rules: false, ..site.clone().into_problem(fault) }
}

struct ProjectValues<'p> {
    settings: &'p RuleSettings,
    /// The name of the file's pack.
    pack: Option<&'p str>,
    declared: &'p [&'p ParameterSpec],
}

impl ProjectValues<'_> {
    /// Adds the rule to `rules` with the values of its parameters: once and, where overrides apply to it, once more for
    /// the files of each combination of them.
    fn expand(
        &self,
        spec: RuleSpec,
        file: &FileText<'_>,
        rules: &mut Vec<RuleSpec>,
        out: &mut Diagnostics,
        problems: &mut Vec<Problem>,
    ) {
        let is_selected = |of: &&FileOverride| {
            let names = &of.rules;
            let has = |setting: &ParameterSetting| self.declared.iter().any(|spec| spec.name.text == setting.name);
            (names.is_empty() || names.iter().any(|(pattern, _)| is_named(pattern, &spec.called)))
                && (of.severity.is_some() || of.parameters.iter().any(has))
        };
        let overrides: Vec<&FileOverride> = self.settings.overrides.iter().filter(is_selected).collect();
        // It stays in the list, because messages say why a rule that they name is off.
        if !spec.is_enabled() {
            rules.push(spec);
            return;
        }
        if overrides.len() > MAX_OVERRIDES {
            let message = format!("more than {MAX_OVERRIDES} overrides apply to this rule; it is not run");
            let problem = Problem::new(IssueCode::ConfigOverrides, message).of_rule(&spec.called);
            problems.push(problem.help("name the rules of each override in `rules`"));
            return;
        }
        let mut off = None;
        let before = rules.len();
        // Each bit of `applied` is an override: 1 if it applies.
        for applied in 0..1usize << overrides.len() {
            let applies = |at: usize| applied >> at & 1 == 1;
            let scope = overrides
                .iter()
                .enumerate()
                .map(|(at, of)| FileScope { files: of.files.clone(), is_inside: applies(at) });
            let chosen: Vec<&FileOverride> =
                overrides.iter().enumerate().filter(|(at, _)| applies(*at)).map(|(_, of)| *of).collect();
            // If several overrides set a severity, the last one wins.
            let severity = chosen.iter().rev().find_map(|of| of.severity);
            if severity == Some(FileSeverity::Off) {
                continue;
            }
            let mut variant = RuleSpec { scope: scope.collect(), ..spec.clone() };
            if let Some(FileSeverity::Is(severity)) = severity {
                variant.overridden = Some(severity);
            }
            // All combinations have the same problems; report them once.
            let mut unheard = (Vec::new(), Diagnostics::default());
            let (problems, out) =
                if applied == 0 { (&mut *problems, &mut *out) } else { (&mut unheard.0, &mut unheard.1) };
            let values = self.values(&spec.called, &chosen, problems);
            match fill_rule(&variant, &values, file, out) {
                Ok((variant, used)) => {
                    let is_named = variant.is_named || self.sets_any(&spec.called, &used);
                    rules.push(RuleSpec { is_named, ..variant });
                }
                Err(missing) => off = off.or(Some(missing)),
            }
        }
        if let (true, Some(parameter)) = (rules.len() == before, off) {
            rules.push(RuleSpec { off: Some(SwitchedOff::NoValue { parameter }), ..spec });
        }
    }

    /// Returns true if the project sets one of these parameters for the rule `name` or for its pack.
    fn sets_any(&self, name: &str, parameters: &[String]) -> bool {
        let is_of = |of: &str| of == name || self.pack == Some(of);
        self.settings
            .parameters
            .iter()
            .any(|setting| setting.of.as_ref().is_some_and(|(of, _)| is_of(of)) && parameters.contains(&setting.name))
    }

    /// Returns the value of each parameter for the rule `name` in the files of these overrides.
    fn values(
        &self,
        name: &str,
        overrides: &[&FileOverride],
        problems: &mut Vec<Problem>,
    ) -> Vec<(String, ParameterValue)> {
        let of = |of: &str| {
            let settings = self.settings.parameters.iter();
            settings.filter(|setting| setting.of.as_ref().is_some_and(|(named, _)| named == of)).collect::<Vec<_>>()
        };
        let of_pack = self.pack.map(of).unwrap_or_default();
        let of_files = overrides.iter().flat_map(|of| &of.parameters);
        let settings: Vec<&ParameterSetting> = of_pack.into_iter().chain(of(name)).chain(of_files).collect();
        let value = |spec: &&ParameterSpec| {
            let name = spec.name.text.clone();
            let kind = if spec.default == ParameterValue::Null { &spec.example } else { &spec.default };
            // The last setting wins: those of files follow those of the rule, which follow those of the pack.
            if let Some(setting) = settings.iter().rev().find(|setting| setting.name == name) {
                if kind.accepts(&setting.value) {
                    return (name, setting.value.clone());
                }
                let message = format!("`{name}` must be {}, not {}", kind.kind(), setting.value.kind());
                let fault = Fault::new(IssueCode::ConfigParameter, message, Span::at(0));
                let problem = Problem { in_rules: false, ..setting.value_site.clone().into_problem(fault) };
                // Every rule of a pack gets the same setting.
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
            let initial = if self.settings.uses_examples { kind } else { &spec.default };
            (name, initial.clone())
        };
        self.declared.iter().map(value).collect()
    }
}

/// Returns a rule with the values of its parameters filled in, and the parameters that it uses. The error is the name
/// of a parameter that the rule uses and that has no value.
fn fill_rule(
    spec: &RuleSpec,
    values: &[(String, ParameterValue)],
    file: &FileText<'_>,
    out: &mut Diagnostics,
) -> Result<(RuleSpec, Vec<String>), String> {
    let mut filler = Filler::new(values);
    let mut rule = filler.rule(spec);
    let missing = |name: &&String| values.iter().any(|(known, value)| known == *name && *value == ParameterValue::Null);
    if let Some(missing) = filler.used.iter().find(missing) {
        return Err(missing.clone());
    }
    let before = out.problems.len();
    let used = filler.used.iter().cloned().collect();
    filler.report(file, &spec.called, out);
    rule.has_errors |= out.problems.len() > before;
    rule.parameters = values.to_vec();
    Ok((rule, used))
}

#[cfg(test)]
mod tests;
