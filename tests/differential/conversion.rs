//! What a pipeline makes of a path is what a simple evaluator makes of it: one that asks every rule of every file.

use std::fmt::Write;

use assay_engine::source::MemorySource;
use assay_engine::system::conversion::{Conversion, Pipeline};
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
    /// For a rule of built files, which has nothing else.
    source: Option<(&'static str, &'static str)>,
}

/// Folders that rule files and paths lie in; of some a name is the start of another's.
const FOLDERS: &[&str] = &["", "a/", "a/b/", "a/b/c/", "ab/", "b/", "b/a/"];

fn rules() -> impl Strategy<Value = Rule> {
    let patterns = select(vec![
        "",
        "x",
        "^x",
        r"\.fx$",
        r".*(\.fx)$",
        "a/",
        "^a/b",
        "[ab]/",
        "(?i)X",
        r"^[^/]*$",
        r"(?<!b)/x",
        r"\.o$",
        "b/c/x\\.fx",
    ]);
    let said = (
        option::of(any::<bool>()),
        option::of(select(vec!["", "C", "D"])),
        option::of(select(vec!["", "-x"])),
        option::of(any::<bool>()),
    );
    let source = option::weighted(0.3, select(vec![(r"\.o$", ".fx"), ("x", "y"), (r"(\w)\.", "$1$1."), ("q", "")]));
    (patterns, said, source).prop_map(|(pattern, (root, converter, params, no_conversion), source)| Rule {
        pattern,
        root,
        converter,
        params,
        no_conversion,
        source,
    })
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
        if let Some((pattern, format)) = rule.source {
            field("sourcePattern", Some(pattern));
            field("sourceFormat", Some(format));
        } else {
            field("root", rule.root.map(|is| if is { "true" } else { "false" }));
            field("converter", rule.converter);
            field("converterParams", rule.params);
            field("noConversion", rule.no_conversion.map(|is| if is { "true" } else { "false" }));
        }
        text.push_str("</rule>\n");
    }
    text + "</rules>"
}

/// What comes of a path, each field with the file and the line that said it.
type Told = (Field<bool>, Field<String>, Field<String>, Field<bool>, Vec<(String, String, u32)>);
type Field<T> = Option<(T, String, u32)>;

fn told(conversion: &Conversion<'_>) -> Told {
    let Conversion { root, converter, params, no_conversion, sources, .. } = conversion;
    (
        root.as_ref().map(|said| (said.value, said.by.path.to_owned(), said.by.place.line)),
        converter.as_ref().map(|said| (said.value.to_owned(), said.by.path.to_owned(), said.by.place.line)),
        params.as_ref().map(|said| (said.value.to_owned(), said.by.path.to_owned(), said.by.place.line)),
        no_conversion.as_ref().map(|said| (said.value, said.by.path.to_owned(), said.by.place.line)),
        sources.iter().map(|said| (said.value.clone(), said.by.path.to_owned(), said.by.place.line)).collect(),
    )
}

/// The same by asking every rule of every file that lies above the path, the upper ones first.
fn simple(files: &[(&str, Vec<Rule>)], path: &str) -> Told {
    let mut told: Told = (None, None, None, None, Vec::new());
    let mut above: Vec<&(&str, Vec<Rule>)> = files.iter().filter(|(folder, _)| path.starts_with(folder)).collect();
    above.sort_by_key(|(folder, _)| folder.len());
    for (folder, rules) in above {
        let below = &path[folder.len()..];
        for (rule, line) in rules.iter().zip(2..) {
            let site = |by: &str| (format!("{by}asset_rules.xml"), line);
            if !is_found(rule.pattern, below) {
                continue;
            }
            let (file, line) = site(folder);
            if let Some((pattern, format)) = rule.source {
                let pattern = Regex::new(pattern).unwrap();
                if pattern.is_match(below) {
                    let format = format.replace("$1", "${1}");
                    told.4.push((format!("{folder}{}", pattern.replace_all(below, format)), file, line));
                }
                continue;
            }
            told.0 = rule.root.map(|is| (is, file.clone(), line)).or(told.0);
            told.1 = rule.converter.map(|name| (name.to_owned(), file.clone(), line)).or(told.1);
            told.2 = rule.params.map(|text| (text.to_owned(), file.clone(), line)).or(told.2);
            told.3 = rule.no_conversion.map(|is| (is, file.clone(), line)).or(told.3);
        }
    }
    told
}

/// What the result is, of what every rule tells: asset, root, excluded, converter, source.
fn result(told: &Told) -> (bool, bool, bool, Option<&str>, Option<&str>) {
    let is = |field: &Field<bool>| field.as_ref().is_some_and(|(is, ..)| *is);
    let converter = told.1.as_ref().map(|(name, ..)| name.as_str()).filter(|name| !name.is_empty());
    let source = told.4.last().map(|(source, ..)| source.as_str());
    (converter.is_some() && !is(&told.3), is(&told.0), is(&told.3), converter, source)
}

/// What is overridden, by asking every rule: each thing that one says of a field of which another one says something later.
fn overridden(files: &[(&str, Vec<Rule>)], path: &str) -> Vec<(&'static str, String, String, u32)> {
    let mut all = Vec::new();
    let mut above: Vec<&(&str, Vec<Rule>)> = files.iter().filter(|(folder, _)| path.starts_with(folder)).collect();
    above.sort_by_key(|(folder, _)| folder.len());
    for (folder, rules) in above {
        for (rule, line) in rules.iter().zip(2..) {
            let alone = simple(&[(folder, vec![rule.clone()])], path);
            let mut add = |field, value: Option<String>| {
                all.extend(value.map(|value| (field, value, format!("{folder}asset_rules.xml"), line)));
            };
            add("root", alone.0.map(|(is, ..)| is.to_string()));
            add("converter", alone.1.map(|(name, ..)| name));
            add("params", alone.2.map(|(text, ..)| text));
            add("noConversion", alone.3.map(|(is, ..)| is.to_string()));
            add("source", alone.4.into_iter().next().map(|(source, ..)| source));
        }
    }
    let is_last = |at: usize| all[at + 1..].iter().all(|(field, ..)| *field != all[at].0);
    (0..all.len()).filter(|&at| !is_last(at)).map(|at| all[at].clone()).collect()
}

/// Whether a pattern is found; the one with look-around by hand.
fn is_found(pattern: &str, below: &str) -> bool {
    match pattern {
        r"(?<!b)/x" => below.match_indices("/x").any(|(at, _)| !below[..at].ends_with('b')),
        _ => Regex::new(pattern).unwrap().is_match(below),
    }
}

proptest! {
    #![proptest_config(crate::config(400))]

    #[test]
    fn a_pipeline_tells_what_asking_every_rule_tells(
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
        let (pipeline, said) = Pipeline::read(names.iter().map(String::as_str), &source);
        prop_assert_eq!(said, assay_engine::report::Diagnostics::default());
        let mut resolver = pipeline.resolver();
        let all: Vec<String> = paths.iter().map(|(folder, name)| format!("{folder}{name}")).collect();
        let of = |is: fn(bool, bool) -> bool| {
            let is_one = |path: &&String| {
                let expected = simple(&files, path);
                let (asset, root, ..) = result(&expected);
                is(asset, root)
            };
            all.iter().filter(is_one).cloned().collect::<Vec<_>>()
        };
        let gathered = pipeline.gather(&all);
        prop_assert_eq!(gathered.sources, of(|asset, _| asset));
        prop_assert_eq!(gathered.roots, of(|asset, root| asset && root));
        let has_none = |path: &&String| {
            let sources = simple(&files, path).4;
            !sources.is_empty() && !sources.iter().any(|(source, ..)| all.contains(source))
        };
        prop_assert_eq!(gathered.orphans, all.iter().filter(has_none).cloned().collect::<Vec<_>>());
        for (folder, name) in paths {
            let path = format!("{folder}{name}");
            let (conversion, expected) = (resolver.resolve(&path), simple(&files, &path));
            prop_assert_eq!(&told(&conversion), &expected, "{}", path);
            let entry = pipeline.explain(&path, &conversion);
            let cascade: Vec<_> = entry
                .overridden
                .iter()
                .map(|one| (one.field, one.value.to_owned(), one.path.to_owned(), one.line))
                .collect();
            prop_assert_eq!(cascade, overridden(&files, &path), "{}", path);
            let found = (entry.asset, entry.root, entry.excluded, entry.converter, entry.source);
            prop_assert_eq!(found, result(&expected), "{}", path);
        }
    }
}
