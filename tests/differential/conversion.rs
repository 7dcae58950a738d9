//! What a pipeline makes of a path is what a simple evaluator makes of it: one that asks every rule of every file.

use std::fmt::Write;

use assay_engine::source::MemorySource;
use assay_engine::system::conversion::{Conversion, ConversionEntry, ConversionSite, Pipeline};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::select;
use regex::Regex;

/// A rule as a test writes it.
#[derive(Clone, Debug)]
struct Rule {
    pattern: &'static str,
    root: Option<bool>,
    converter: Option<&'static str>,
    params: Option<&'static str>,
    no_conversion: Option<bool>,
    source_pattern: Option<&'static str>,
    source_format: Option<&'static str>,
}

/// Folders that rule files and paths lie in; of some a name is the start of another's.
const FOLDERS: &[&str] = &["", "a/", "a/b/", "a/b/c/", "ab/", "b/", "b/a/"];

fn rules() -> impl Strategy<Value = Rule> {
    let patterns = select(vec![
        ".*",
        "x",
        "x|x.fx",
        r".*\.fx$",
        r".*(\.fx)$",
        "a/.*",
        "^a/b.*",
        "[ab]/.*",
        "(?i)X",
        r"^[^/]*$",
        r".*(?<!b)/x",
        r".*\.o$",
        "b/c/x\\.fx",
    ]);
    let settings = (
        option::of(any::<bool>()),
        option::of(select(vec!["", "C", "D"])),
        option::of(select(vec!["", "-x"])),
        option::of(any::<bool>()),
    );
    // Of each pattern the first group exists, so that every format fits.
    let source = (
        option::weighted(0.3, select(vec![r"(\.)o$", "(x)", r"(\w)\.", "(q)"])),
        option::weighted(0.3, select(vec!["$1fx", "y", "$1$1.", "z", "$1fx|y"])),
    );
    (patterns, settings, source).prop_map(
        |(pattern, (root, converter, params, no_conversion), (source_pattern, source_format))| Rule {
            pattern,
            root,
            converter,
            params,
            no_conversion,
            source_pattern,
            source_format,
        },
    )
}

/// The text of a rule file.
fn written(rules: &[Rule]) -> String {
    let mut text = "<rules>\n".to_owned();
    for rule in rules {
        let _ = write!(text, "<rule pattern=\"{}\">", rule.pattern.replace('<', "&lt;"));
        let mut field = |tag: &str, value: Option<&str>| {
            if let Some(value) = value {
                let _ = write!(text, "<{tag}>{value}</{tag}>");
            }
        };
        field("root", rule.root.map(|is| if is { "true" } else { "false" }));
        field("converter", rule.converter);
        field("converterParams", rule.params);
        field("noConversion", rule.no_conversion.map(|is| if is { "true" } else { "false" }));
        field("sourcePattern", rule.source_pattern);
        field("sourceFormat", rule.source_format);
        text.push_str("</rule>\n");
    }
    text + "</rules>"
}

/// The result for a path: each field with the file and the line that set it, and the paths of its sources.
type Told = (Field<bool>, Field<String>, Field<String>, Field<bool>, Vec<String>);
type Field<T> = Option<(T, String, u32)>;

fn outcome_of(entry: &ConversionEntry<'_>, sources: &[String]) -> Told {
    let text = |value: Option<&str>, by: &Option<ConversionSite<'_>>| {
        by.as_ref().map(|by| (value.unwrap_or_default().to_owned(), by.path.to_owned(), by.line))
    };
    let flag =
        |value: bool, by: &Option<ConversionSite<'_>>| by.as_ref().map(|by| (value, by.path.to_owned(), by.line));
    (
        flag(entry.root, &entry.said.root),
        text(entry.converter, &entry.said.converter),
        text(entry.params, &entry.said.params),
        flag(entry.excluded, &entry.said.no_conversion),
        sources.to_vec(),
    )
}

/// The values that rules set for a field, each with the file and the line, in the order of the rules.
type Values = Vec<(&'static str, String, String, u32)>;

/// Asks every rule of every file above the path, the upper ones first.
fn values(files: &[(&str, Vec<Rule>)], path: &str) -> Values {
    let mut all = Vec::new();
    let mut above: Vec<&(&str, Vec<Rule>)> = files.iter().filter(|(folder, _)| path.starts_with(folder)).collect();
    above.sort_by_key(|(folder, _)| folder.len());
    for (folder, rules) in above {
        for (rule, line) in rules.iter().zip(2..) {
            if !matches(rule.pattern, &path[folder.len()..]) {
                continue;
            }
            let mut add = |field, value: Option<String>| {
                all.extend(value.map(|value| (field, value, format!("{folder}asset_rules.xml"), line)));
            };
            add("root", rule.root.map(|is| is.to_string()));
            add("converter", rule.converter.map(str::to_owned));
            add("params", rule.params.map(str::to_owned));
            add("noConversion", rule.no_conversion.map(|is| is.to_string()));
            add("sourcePattern", rule.source_pattern.map(str::to_owned));
            add("sourceFormat", rule.source_format.map(str::to_owned));
        }
    }
    all
}

/// The result by asking every rule.
fn simple(files: &[(&str, Vec<Rule>)], path: &str) -> Told {
    let all = values(files, path);
    let last = |name: &str| {
        all.iter()
            .rev()
            .find(|(field, ..)| *field == name)
            .map(|(_, value, file, line)| (value.clone(), file.clone(), *line))
    };
    let truth = |name| last(name).map(|(value, file, line)| (value == "true", file, line));
    let mut sources = Vec::new();
    if let (Some((pattern, file, _)), Some((format, ..))) = (last("sourcePattern"), last("sourceFormat")) {
        let folder = file.strip_suffix("asset_rules.xml").unwrap();
        let (pattern, below) = (Regex::new(&pattern).unwrap(), &path[folder.len()..]);
        if pattern.is_match(below) {
            for format in format.split('|') {
                let format = format.replace("$1", "${1}");
                sources.push(format!("{folder}{}", pattern.replacen(below, 1, format)));
            }
        }
    }
    (truth("root"), last("converter"), last("params"), truth("noConversion"), sources)
}

/// The result of the fields: asset, root, excluded, converter, source.
fn result<'t>(outcome: &'t Told, all: &[String]) -> (bool, bool, bool, Option<&'t str>, Option<&'t str>) {
    let is = |field: &Field<bool>| field.as_ref().is_some_and(|(is, ..)| *is);
    let converter = outcome.1.as_ref().map(|(name, ..)| name.as_str()).filter(|name| !name.is_empty());
    let source = outcome.4.iter().find(|source| all.contains(source)).or(outcome.4.last()).map(String::as_str);
    (converter.is_some() && !is(&outcome.3), is(&outcome.0), is(&outcome.3), converter, source)
}

/// The values that a later rule overrides.
fn overridden(files: &[(&str, Vec<Rule>)], path: &str) -> Values {
    let all = values(files, path);
    let is_last = |at: usize| all[at + 1..].iter().all(|(field, ..)| *field != all[at].0);
    let format_field = |(field, value, file, line): &(&'static str, String, String, u32)| {
        let field = if field.starts_with("source") { "source" } else { *field };
        (field, value.clone(), file.clone(), *line)
    };
    (0..all.len()).filter(|&at| !is_last(at)).map(|at| format_field(&all[at])).collect()
}

/// Returns true if a pattern matches the whole path; the one with look-around by hand.
fn matches(pattern: &str, below: &str) -> bool {
    match pattern {
        r".*(?<!b)/x" => below.ends_with("/x") && !below.ends_with("b/x"),
        _ => Regex::new(&format!("^(?:{pattern})$")).unwrap().is_match(below),
    }
}

proptest! {
    #![proptest_config(crate::config(400))]

    #[test]
    fn a_pipeline_has_the_results_of_evaluating_every_rule(
        files in proptest::collection::btree_map(select(FOLDERS.to_vec()), vec(rules(), 1..9), 0..6),
        paths in vec((select(FOLDERS.to_vec()), select(vec!["x", "x.fx", "X.o", "b", "y.fx", "x.o", "é"])), 1..12),
    ) {
        let files: Vec<(&str, Vec<Rule>)> = files.into_iter().collect();
        let mut source = MemorySource::new();
        let mut names = Vec::new();
        for (folder, rules) in &files {
            let path = format!("{folder}asset_rules.xml");
            source.insert(&*path, written(rules).into_bytes());
            names.push(path);
        }
        let (pipeline, diagnostics) = Pipeline::read(names.iter().map(String::as_str), &source);
        prop_assert_eq!(diagnostics, assay_engine::report::Diagnostics::default());
        let mut resolver = pipeline.resolver();
        let all: Vec<String> = paths.iter().map(|(folder, name)| format!("{folder}{name}")).collect();
        let of = |is: fn(bool, bool) -> bool| {
            let is_one = |path: &&String| {
                let expected = simple(&files, path);
                let (asset, root, ..) = result(&expected, &[]);
                is(asset, root)
            };
            all.iter().filter(is_one).cloned().collect::<Vec<_>>()
        };
        let mut found = |is: &dyn Fn(&Conversion<'_>) -> bool| {
            all.iter().filter(|path| is(&resolver.resolve(path))).cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(found(&|conversion| conversion.is_asset()), of(|asset, _| asset));
        prop_assert_eq!(found(&|conversion| conversion.is_root()), of(|asset, root| asset && root));
        let has_none = |path: &&String| {
            let sources = simple(&files, path).4;
            !sources.is_empty() && !sources.iter().any(|source| all.contains(source))
        };
        let orphans = found(&|conversion| conversion.is_orphan(|source| all.iter().any(|known| known == source)));
        prop_assert_eq!(orphans, all.iter().filter(has_none).cloned().collect::<Vec<_>>());
        for (folder, name) in paths {
            let path = format!("{folder}{name}");
            let (conversion, expected) = (resolver.resolve(&path), simple(&files, &path));
            let entry = pipeline.explain(&path, &conversion, |path| all.iter().any(|known| known == path));
            prop_assert_eq!(&outcome_of(&entry, &conversion.sources), &expected, "{}", path);
            let cascade: Vec<_> = entry
                .overridden
                .iter()
                .map(|one| (one.field, one.value.to_owned(), one.path.to_owned(), one.line))
                .collect();
            prop_assert_eq!(cascade, overridden(&files, &path), "{}", path);
            let found = (entry.asset, entry.root, entry.excluded, entry.converter, entry.source);
            prop_assert_eq!(found, result(&expected, &all), "{}", path);
        }
    }
}
