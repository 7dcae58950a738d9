//! Reads the keys of a configuration that set something for rules: `parameters`, `overrides` and `profiles`.

use assay_document::text::{Fault, IssueCode, Pattern};
use assay_report::Severity;
use assay_rule::document::{RuleScalar, RuleValue, WrittenNode};
use assay_rule::{FileOverride, FileSeverity, ParameterSetting, ParameterValue, RuleChoice, Site};

use super::super::key::{LEVEL_OFF, problem_of_files};
use super::{ConfigReader, severity_names};

type Entries = [(RuleScalar, WrittenNode)];

const OVERRIDE: [&str; 4] = ["files", "rules", "parameters", "severity"];

const PROFILE: [&str; 3] = ["rules", "tags", "skip_rules"];

/// Reads `parameters`: for each pack or rule a mapping from names to values.
pub(super) fn read_parameters(reader: &mut ConfigReader<'_>, entries: &Entries) {
    for (at, (of, node)) in entries.iter().enumerate() {
        if reader.is_repeated(of, &entries[..at]) || node.is_empty() {
            continue;
        }
        let site = reader.file.site(of.span);
        let values = parameters(reader, node, &format!("{}.", of.text), "parameters");
        let values =
            values.into_iter().map(|value| ParameterSetting { of: Some((of.text.clone(), site.clone())), ..value });
        let values: Vec<ParameterSetting> = values.collect();
        reader.config.parameters.extend(values);
    }
}

/// Reads `overrides`: a list of settings for the files that a pattern selects.
pub(super) fn read_overrides(reader: &mut ConfigReader<'_>, items: &[WrittenNode]) {
    for item in items {
        let example = "`{files: '^/ui/', parameters: {max_size: 512}}`";
        let Some(entries) = mapping(reader, item, "an override", example) else { continue };
        known_keys(reader, entries, "an override", &OVERRIDE);
        let of = |key: &str| entries.iter().find(|(name, _)| name.text == key).map(|(_, node)| node);
        let Some(files) = of("files").and_then(WrittenNode::as_text) else {
            let fault = Fault::new(IssueCode::ConfigValue, "an override needs `files`", item.span);
            reader.fault(fault.help("write a regular expression that is searched in `/` + path: `files: '^/ui/'`"));
            continue;
        };
        if !reader.is_pattern(&files) {
            continue;
        }
        let Ok(pattern) = Pattern::new(&files.text) else { continue };
        let prefix = format!("{} ", files.text);
        let rules = of("rules").map(|node| read_strings(reader, node, "overrides", &format!("{prefix}rules")));
        let rules = rules.unwrap_or_default();
        let values = of("parameters").map(|node| parameters(reader, node, &prefix, "overrides"));
        if let (Some(_), Some(node)) = (of("rules"), of("severity"))
            && matches!(node.value, RuleValue::Map(_))
            && of("parameters").is_none()
        {
            let message = "`rules` cannot be combined with severities by rule";
            let fault = Fault::new(IssueCode::ConfigValue, message, node.span);
            reader.fault(fault.help("name the rules in `severity` only"));
        }
        // Each rule of `severity` becomes a separate override, because it has another severity.
        let by_rule =
            of("severity").map(|node| severities_by_rule(reader, node, &pattern, &prefix)).unwrap_or_default();
        let severity = of("severity").filter(|node| !matches!(node.value, RuleValue::Map(_)));
        let severity = severity.and_then(|node| severity_of(reader, node, &format!("{prefix}severity")));
        reader.config.overrides.push(FileOverride {
            files: pattern.clone(),
            rules: rules.into_iter().map(|name| (name.text.clone(), reader.file.site(name.span))).collect(),
            parameters: values.unwrap_or_default(),
            severity,
        });
        reader.config.overrides.extend(by_rule.into_iter().map(|(name, severity)| FileOverride {
            files: pattern.clone(),
            rules: vec![name],
            parameters: Vec::new(),
            severity: Some(severity),
        }));
    }
}

/// Returns the entries of a mapping. Any other value is reported: `what` names it, and `example` shows one.
fn mapping<'n>(reader: &mut ConfigReader<'_>, node: &'n WrittenNode, what: &str, example: &str) -> Option<&'n Entries> {
    if let RuleValue::Map(entries) = &node.value {
        return Some(entries);
    }
    let fault = Fault::new(IssueCode::ConfigValue, format!("{what} must be a mapping, not {}", node.kind()), node.span);
    reader.fault(fault.help(format!("for example: {example}")));
    None
}

/// Reads `profiles`: choices of rules by name.
pub(super) fn read_profiles(reader: &mut ConfigReader<'_>, entries: &Entries) {
    for (at, (name, node)) in entries.iter().enumerate() {
        if reader.is_repeated(name, &entries[..at]) {
            continue;
        }
        let Some(entries) = mapping(reader, node, "a profile", "`quick: {tags: [fast]}`") else { continue };
        known_keys(reader, entries, "a profile", &PROFILE);
        let mut choice = RuleChoice::default();
        for (key, node) in entries.iter().filter(|(key, _)| PROFILE.contains(&key.text.as_str())) {
            let names = read_strings(reader, node, "profiles", &format!("{} {}", name.text, key.text));
            let names = names.into_iter().map(|name| name.text);
            match key.text.as_str() {
                "rules" => choice.rules.extend(names),
                "tags" => choice.tags.extend(names),
                _ => choice.skipped.extend(names),
            }
        }
        if choice.is_empty() {
            let fault = Fault::new(IssueCode::ConfigValue, format!("the profile `{}` is empty", name.text), name.span);
            reader.fault(fault.help("name the rules that it runs: `tags`, `rules` or `skip_rules`"));
        }
    }
}

/// Reads values of parameters, by name. Each is also shown as a setting of `key`, its name after `prefix`.
fn parameters(reader: &mut ConfigReader<'_>, node: &WrittenNode, prefix: &str, key: &str) -> Vec<ParameterSetting> {
    let RuleValue::Map(entries) = &node.value else {
        let message = format!("`parameters` must be a mapping from names to values, not {}", node.kind());
        reader.fault(Fault::new(IssueCode::ConfigValue, message, node.span).help("for example: `{max_size: 512}`"));
        return Vec::new();
    };
    let mut values = Vec::new();
    for (at, (name, node)) in entries.iter().enumerate() {
        if reader.is_repeated(name, &entries[..at]) {
            continue;
        }
        let value = ParameterValue::of(node).filter(|value| *value != ParameterValue::Null);
        let Some(value) = value else {
            let message = format!("a parameter cannot be {}", node.kind());
            let fault = Fault::new(IssueCode::ConfigParameter, message, node.span);
            reader.fault(fault.help("write a number, a string, `true`, `false`, or a list of them"));
            continue;
        };
        reader.show(key, Some(&format!("{prefix}{}", name.text)), value.text(", "), node.span);
        values.push(ParameterSetting {
            of: None,
            name: name.text.clone(),
            value,
            site: reader.file.site(name.span),
            value_site: reader.file.site(node.span),
        });
    }
    values
}

/// Reads the severities of an override that are given by rule or by problem, as at the top of a configuration.
fn severities_by_rule(
    reader: &mut ConfigReader<'_>,
    node: &WrittenNode,
    files: &Pattern,
    prefix: &str,
) -> Vec<((String, Site), FileSeverity)> {
    let RuleValue::Map(entries) = &node.value else { return Vec::new() };
    let mut severities = Vec::new();
    for (at, (name, node)) in entries.iter().enumerate() {
        if reader.is_repeated(name, &entries[..at]) {
            continue;
        }
        let shown = format!("{prefix}severity.{}", name.text);
        if let Some(code) = problem_of_files(&name.text) {
            let text = node.as_text().map(|text| text.text).unwrap_or_default();
            if reader.accept(code, Some(files), &text, node.span) {
                reader.show("overrides", Some(&shown), text, node.span);
            }
        } else if let Some(severity) = severity_of(reader, node, &shown) {
            severities.push(((name.text.clone(), reader.file.site(name.span)), severity));
        }
    }
    severities
}

/// Reads a severity, which is also shown as the setting `of` of `overrides`.
fn severity_of(reader: &mut ConfigReader<'_>, node: &WrittenNode, of: &str) -> Option<FileSeverity> {
    let text = node.as_text().map(|text| text.text).unwrap_or_default();
    let severity = match Severity::named(&text) {
        Some(severity) => FileSeverity::Is(severity),
        None if text.eq_ignore_ascii_case(LEVEL_OFF) => FileSeverity::Off,
        None => {
            let message = "a severity must be `error`, `warning`, `info`, `hint` or `off`";
            let fault = Fault::new(IssueCode::ConfigValue, message, node.span);
            reader.fault(fault.suggest_nearest(&text, severity_names().chain([LEVEL_OFF])));
            return None;
        }
    };
    reader.show("overrides", Some(of), text, node.span);
    Some(severity)
}

/// Reads a string or a list of strings. Each is also shown as a setting of `key` with the name `of`.
fn read_strings(reader: &mut ConfigReader<'_>, node: &WrittenNode, key: &str, of: &str) -> Vec<RuleScalar> {
    let mut texts = Vec::new();
    for item in node.items() {
        if let Some(text) = item.as_text().filter(|text| !text.text.is_empty()) {
            reader.show(key, Some(of), text.text.clone(), item.span);
            texts.push(text);
        } else {
            let message = format!("expected a string or a list of strings, found {}", item.kind());
            reader.fault(Fault::new(IssueCode::ConfigValue, message, item.span));
        }
    }
    texts
}

fn known_keys(reader: &mut ConfigReader<'_>, entries: &Entries, whose: &str, known: &'static [&'static str]) {
    for (at, (name, _)) in entries.iter().enumerate() {
        if known.contains(&name.text.as_str()) {
            reader.is_repeated(name, &entries[..at]);
        } else {
            let fault = Fault::new(IssueCode::ConfigKey, format!("{whose} has no key `{}`", name.text), name.span);
            reader.no_such(fault, &name.text, known.iter().copied());
        }
    }
}
