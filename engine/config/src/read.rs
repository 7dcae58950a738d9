//! Reads a configuration file into settings. Reports every problem with its place.

mod rule_keys;

use std::rc::Rc;

use assay_document::format::{READERS, Reader};
use assay_document::text::{Fault, IssueCode, Pattern, Span};
use assay_report::{FORMATS, Problem, Severity};
use assay_rule::document::{RuleDocument, RuleScalar, RuleValue, WrittenNode};
use assay_rule::{FileText, RuleFile};
use assay_script::Unsettable;
use assay_system::conversion::CHECKS;
use assay_system::package::PackageLimits;

use self::rule_keys::{read_overrides, read_parameters, read_profiles};
use super::config::{Config, Setting};
use super::key::{ConfigKey, KEYS, KeyTakes, LEVEL_OFF, MAX_COUNT, problem_of_files};

impl Config {
    /// Reads a file, YAML or JSON. Its problems are in [`Config::diagnostics`].
    pub fn read(file: &RuleFile) -> Self {
        let document = RuleDocument::read(&file.path, &file.text, |_| None);
        let mut reader = ConfigReader { file: FileText::new(&file.path, &file.text), config: Config::default() };
        for fault in document.faults {
            reader.fault(fault);
        }
        let hints = document.hints.into_iter().map(|hint| reader.to_problem(hint)).collect();
        reader.config.diagnostics.hints = hints;
        match document.root {
            Some(WrittenNode { value: RuleValue::Map(entries), .. }) => reader.section("", KEYS, &entries),
            Some(root) if !matches!(root.value, RuleValue::Null) => {
                let message = format!("the configuration must be a mapping, not {}", root.kind());
                reader.fault(Fault::new(IssueCode::ConfigRoot, message, root.span).help("for example: `rules: rules`"));
            }
            // An empty file has usually lost its content, and its settings would be missing without notice.
            _ if reader.config.diagnostics.problems.is_empty() => {
                let fault = Fault::new(IssueCode::ConfigEmpty, "the configuration is empty", Span::at(0));
                reader.fault(fault.help("if there is nothing to set, write `{}`"));
            }
            _ => {}
        }
        reader.config
    }
}

/// Reads a configuration.
pub(super) struct ConfigReader<'r> {
    pub file: FileText<'r>,
    pub config: Config,
}

impl ConfigReader<'_> {
    pub fn fault(&mut self, fault: Fault) {
        let problem = self.to_problem(fault);
        self.config.diagnostics.problems.push(problem);
    }

    /// Converts a fault to a problem. The problem is not in a rule: a configuration may be among the files under check.
    fn to_problem(&self, fault: Fault) -> Problem {
        Problem { in_rules: false, ..self.file.problem(Fault { code: fault.code.in_config(), ..fault }) }
    }

    fn section(&mut self, section: &str, keys: &'static [ConfigKey], entries: &[(RuleScalar, WrittenNode)]) {
        for (at, (name, node)) in entries.iter().enumerate() {
            let Some(key) = keys.iter().find(|key| key.name == name.text) else {
                self.unknown(section, name, keys);
                continue;
            };
            if self.is_repeated(name, &entries[..at]) || matches!(node.value, RuleValue::Unusable) {
                continue;
            }
            let path = if section.is_empty() { key.name.to_owned() } else { format!("{section}.{}", key.name) };
            match (key.takes, &node.value) {
                (KeyTakes::Section(keys), RuleValue::Map(entries)) => self.section(&path, keys, entries),
                (KeyTakes::Parameters, RuleValue::Map(entries)) => read_parameters(self, entries),
                (KeyTakes::Overrides, RuleValue::List(items)) => read_overrides(self, items),
                (KeyTakes::Profiles, RuleValue::Map(entries)) => read_profiles(self, entries),
                (
                    KeyTakes::Severities | KeyTakes::Limits | KeyTakes::ArchiveLimits | KeyTakes::Readers,
                    RuleValue::Map(entries),
                ) => {
                    self.read_named(&path, key.takes, entries);
                }
                (takes, RuleValue::Null) if takes.may_be_empty() => {}
                (takes @ (KeyTakes::Texts | KeyTakes::Formats), RuleValue::List(items)) => {
                    for item in items {
                        self.value(&path, None, takes.of_each(), item);
                    }
                }
                (takes, _) => self.value(&path, None, takes, node),
            }
        }
    }

    /// Reads a mapping whose keys are names that the project chose.
    fn read_named(&mut self, key: &str, takes: KeyTakes, entries: &[(RuleScalar, WrittenNode)]) {
        for (at, (name, node)) in entries.iter().enumerate() {
            if key == "conversion.severity" && !self.is_check(name) {
                continue;
            }
            if !self.is_repeated(name, &entries[..at]) && !matches!(node.value, RuleValue::Unusable) {
                self.value(key, Some(name), takes, node);
            }
        }
    }

    fn value(&mut self, key: &str, name: Option<&RuleScalar>, takes: KeyTakes, node: &WrittenNode) {
        let Some(text) = node.as_text().filter(|text| !text.text.is_empty()) else {
            return self.unexpected(key, takes, node.kind(), node.span);
        };
        let value = text.text.clone();
        // Values are checked by their text, not by their YAML type, so that `jobs: '4'` and `jobs: 4` are equal.
        let is_right = match takes {
            // `root: true` is a slip, but a folder may be called `2024`.
            KeyTakes::Text | KeyTakes::Texts => matches!(node.value, RuleValue::Text(_) | RuleValue::Number(_)),
            KeyTakes::Formats => FORMATS.iter().any(|format| format.name == format_of(&value)),
            KeyTakes::Count => is_count(&value),
            KeyTakes::Severity => Severity::named(&value).is_some(),
            KeyTakes::Flag => ["true", "false"].contains(&value.as_str()),
            KeyTakes::Severities if let Some(code) = name.and_then(|name| problem_of_files(&name.text)) => {
                return self.severity_of_files(key, code, value, node.span);
            }
            KeyTakes::Severities => {
                name.is_some() && (Severity::named(&value).is_some() || value.eq_ignore_ascii_case(LEVEL_OFF))
            }
            KeyTakes::Limits => return self.limit(key, name, &text, node),
            KeyTakes::ArchiveLimits => match name {
                Some(name) if !self.is_archive_limit(name) => return,
                name => name.is_some() && is_size(&value),
            },
            KeyTakes::Readers => match name {
                Some(name) if !self.is_pattern(name) => return,
                name => name.is_some() && Reader::named(&value).is_some(),
            },
            KeyTakes::Section(_) | KeyTakes::Parameters | KeyTakes::Overrides | KeyTakes::Profiles => false,
        };
        if is_right {
            self.set(key, name, value, node.span);
        } else {
            let known: Vec<&str> = match takes {
                KeyTakes::Severity => severity_names().collect(),
                KeyTakes::Severities if name.is_some() => severity_names().chain([LEVEL_OFF]).collect(),
                KeyTakes::Readers if name.is_some() => READERS.iter().map(|reader| reader.name).collect(),
                KeyTakes::Formats => FORMATS.iter().map(|format| format.name).collect(),
                _ => Vec::new(),
            };
            let message = if matches!(takes, KeyTakes::Readers) && name.is_some() {
                format!("there is no reader `{value}`, only {}", known.join(", "))
            } else {
                unexpected(key, takes, &format!("`{value}`"))
            };
            let fault = Fault::new(IssueCode::ConfigValue, message, node.span);
            let written = if matches!(takes, KeyTakes::Formats) { format_of(&value) } else { &value };
            self.fault(fault.suggest_nearest(written, known));
        }
    }

    /// Reads the severity of files with a problem. It is a problem, not a finding, so only two severities exist.
    fn severity_of_files(&mut self, key: &str, code: IssueCode, value: String, span: Span) {
        if self.accept(code, None, &value, span) {
            self.show(key, Some(code.as_str()), value, span);
        }
    }

    /// Applies the severity of a problem to the files that `files` selects. Any other severity is reported, and the
    /// result is false.
    fn accept(&mut self, code: IssueCode, files: Option<&Pattern>, severity: &str, span: Span) -> bool {
        let is_accepted = match Severity::named(severity) {
            // `error` is allowed, so that a later entry can undo an earlier one for some files.
            Some(Severity::Error) => false,
            Some(Severity::Warning) => true,
            _ => {
                let message = format!("`{}` must be `error` or `warning`, not `{severity}`", code.as_str());
                self.fault(Fault::new(IssueCode::ConfigValue, message, span));
                return false;
            }
        };
        let accepted = Rc::make_mut(&mut self.config.accepted);
        match files {
            Some(files) => accepted.add(files.clone(), code, is_accepted),
            None => accepted.add_for_all(code, is_accepted),
        }
        true
    }

    /// Returns true if a string is a regular expression. Otherwise it reports the error.
    pub fn is_pattern(&mut self, text: &RuleScalar) -> bool {
        match Pattern::new(&text.text) {
            Ok(_) => true,
            Err(fault) => {
                let problem = Problem { in_rules: false, ..self.file.problem_in(text, fault) };
                self.config.diagnostics.problems.push(problem);
                false
            }
        }
    }

    fn limit(&mut self, key: &str, name: Option<&RuleScalar>, text: &RuleScalar, node: &WrittenNode) {
        let Some(name) = name else { return self.unexpected(key, KeyTakes::Limits, node.kind(), node.span) };
        let number: Option<f64> = text.text.parse().ok();
        match self.config.limits.set(&name.text, number.unwrap_or(f64::NAN)) {
            Ok(()) => self.set(key, Some(name), text.text.clone(), node.span),
            Err(mut error) => {
                // If the value is not a number, the message quotes it as written.
                if let Unsettable::OutOfBounds { value, .. } = &mut error
                    && number.is_none()
                {
                    *value = format!("`{}`", text.text);
                }
                self.fault(Fault::new(IssueCode::ConfigLimit, error.to_string(), name.span));
            }
        }
    }

    /// Returns true if conversion rules have a check of this name. Otherwise it reports the name.
    fn is_check(&mut self, name: &RuleScalar) -> bool {
        let names = || CHECKS.iter().map(|check| check.name);
        let is_known = names().any(|known| known == name.text);
        if !is_known {
            let message = format!("`assay pipeline check` has no check `{}`", name.text);
            self.no_such(Fault::new(IssueCode::ConfigValue, message, name.span), &name.text, names());
        }
        is_known
    }

    /// Returns true if archives have a limit of this name. Otherwise it reports the name.
    fn is_archive_limit(&mut self, name: &RuleScalar) -> bool {
        let names = PackageLimits::NAMES.map(|(name, _)| name);
        let is_known = names.contains(&name.text.as_str());
        if !is_known {
            let message = format!("archives have no limit `{}`, only {}", name.text, names.join(", "));
            self.fault(Fault::new(IssueCode::ConfigLimit, message, name.span).suggest_nearest(&name.text, names));
        }
        is_known
    }

    /// Reports `name`, which is not in `names`. Suggests the nearest name, or lists all names if none is near.
    pub fn no_such(&mut self, fault: Fault, name: &str, names: impl Iterator<Item = &'static str>) {
        let names: Vec<&str> = names.collect();
        self.fault(fault.help(format!("known: {}", names.join(", "))).suggest_nearest(name, names));
    }

    fn set(&mut self, key: &str, of: Option<&RuleScalar>, value: String, span: Span) {
        // If a later step finds that the name does not exist, it reports the name.
        let name = of.map_or(span, |name| name.span);
        self.add(key, of.map(|name| name.text.clone()), value, span, name);
    }

    /// Adds a setting that hosts are shown, and whose value is kept elsewhere.
    pub fn show(&mut self, key: &str, of: Option<&str>, value: String, span: Span) {
        self.add(key, of.map(str::to_owned), value, span, span);
    }

    /// Adds a setting; problems with it are reported at `site`.
    fn add(&mut self, key: &str, of: Option<String>, value: String, span: Span, site: Span) {
        let start = self.file.site(span).region.start;
        let setting = Setting { key: key.to_owned(), of, value, line: start.line, column: start.column };
        self.config.settings.push((setting, self.file.site(site)));
    }

    fn unexpected(&mut self, key: &str, takes: KeyTakes, found: &str, span: Span) {
        self.fault(Fault::new(IssueCode::ConfigValue, unexpected(key, takes, found), span));
    }

    fn unknown(&mut self, section: &str, name: &RuleScalar, keys: &'static [ConfigKey]) {
        let whose = if section.is_empty() { "a configuration".to_owned() } else { format!("`{section}`") };
        let message = match name.text.as_str() {
            "" => format!("{whose} has a key without a name"),
            name => format!("{whose} has no key `{name}`"),
        };
        let fault = Fault::new(IssueCode::ConfigKey, message, name.span);
        self.no_such(fault, &name.text, keys.iter().map(|key| key.name));
    }

    pub fn is_repeated(&mut self, name: &RuleScalar, before: &[(RuleScalar, WrittenNode)]) -> bool {
        let is_repeated = before.iter().any(|(other, _)| other.text == name.text);
        if is_repeated {
            let message = format!("`{}` is repeated in this mapping", name.text);
            self.fault(Fault::new(IssueCode::ConfigRepeated, message, name.span));
        }
        is_repeated
    }
}

fn unexpected(key: &str, takes: KeyTakes, found: &str) -> String {
    format!("`{key}` must be {}, not {found}", takes.expectation())
}

fn is_count(value: &str) -> bool {
    // `parse` would also accept a leading `+`.
    value.bytes().all(|digit| digit.is_ascii_digit())
        && value.parse().is_ok_and(|count| (1..=MAX_COUNT).contains(&count))
}

/// Returns true if `value` is a whole number with an optional unit.
fn is_size(value: &str) -> bool {
    let number = ["KiB", "MiB", "GiB"].iter().find_map(|unit| value.strip_suffix(unit)).unwrap_or(value);
    (1..=15).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the name of the format in `NAME` or `NAME=FILE`.
fn format_of(value: &str) -> &str {
    value.split_once('=').map_or(value, |(name, _)| name)
}

fn severity_names() -> impl Iterator<Item = &'static str> {
    Severity::ALL.into_iter().map(|(name, _)| name)
}
