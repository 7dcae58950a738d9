//! Suggestions for an `rpath` that matches no file.

use assay_document::text::{Fault, Pattern, nearest};

/// The maximum number of paths that are looked at: frequent mistakes show among few paths, and an editor asks at each
/// key press.
pub(super) const MOST_PATHS: usize = 1000;

/// Adds to the fault a pattern that would match a file where `pattern` matches none: with another beginning, with
/// `/` between folders, in another letter case. Unless `is_searched` is set, only globs, a missing `/`, and files that
/// `not_rpath` or overrides leave out are detected.
pub(super) fn with_suggestion(
    fault: Fault,
    paths: &[String],
    pattern: &Pattern,
    not: Option<&Pattern>,
    is_searched: bool,
) -> Fault {
    if let Some(regex) = pattern.glob_as_regex() {
        let help = format!("this is a regular expression, not a glob; write `{regex}`");
        return Fault { suggestion: Some(regex.into()), ..fault.help(help) };
    }
    let source = pattern.source();
    let paths = || paths.iter().take(MOST_PATHS);
    if let Some(path) = paths().find(|path| is_found(pattern, path)) {
        let is_excluded = not.is_some_and(|not| is_found(not, path));
        return fault.help(if is_excluded {
            "`not_rpath` excludes every file that it matches"
        } else {
            "`overrides` in the configuration exclude every file that it matches"
        });
    }
    // Paths start with `/`, so a name directly after `^` matches nothing.
    let fault = match Pattern::with_slash(source) {
        Some(meant) => fault.help(format!("paths start with `/`: write `{meant}`")),
        None => fault,
    };
    if !is_searched {
        return fault;
    }
    // Compiling a pattern takes longer than searching for its words first. A letter after a backslash is not part of a
    // word.
    let words = source.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.get(1..));
    if !words.filter(|word| word.len() > 1).any(|word| paths().any(|path| has(path, word))) {
        return fault;
    }
    let bare = source.trim_start_matches('^');
    let rooted = format!("^/{}", bare.trim_start_matches("./").trim_start_matches(r"\./"));
    let below = bare.trim_start_matches('/').split_once('/').map_or("", |(_, below)| below);
    // The remaining path must name a folder or a file; an extension alone is not enough.
    let below = if below.starts_with(char::is_alphanumeric) { format!("^/{below}") } else { String::new() };
    let shapes = [source.to_owned(), rooted, source.replace(r"\\", "/"), below];
    for prefix in ["", "(?i)"] {
        for shape in &shapes {
            let meant = format!("{prefix}{shape}");
            let Ok(pattern) = Pattern::new(&meant) else { continue };
            if meant != source
                && shape.len() > 2
                && let Some(path) = paths().find(|path| is_found(&pattern, path))
            {
                let help = format!("did you mean `{meant}`, as in `/{path}`?");
                return Fault { suggestion: Some(meant.into()), ..fault.help(help) };
            }
        }
    }
    // Paths do not contain the folder that is checked.
    let folder = bare.trim_start_matches("./").trim_start_matches('/').split_once('/').map_or("", |(folder, _)| folder);
    let is_name = !folder.is_empty() && folder.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_name && !paths().any(|path| format!("/{path}").contains(&format!("/{folder}/"))) {
        let folders = paths().flat_map(|path| path.rsplit('/').skip(1));
        let suggestion = nearest(folder, folders).map(|similar| source.replacen(folder, similar, 1));
        let matches_file = |suggestion: &String| {
            Pattern::new(suggestion).is_ok_and(|pattern| paths().any(|path| is_found(&pattern, path)))
        };
        if let Some(suggestion) = suggestion.filter(matches_file) {
            return fault.suggest(suggestion);
        }
        let mut folders = paths().flat_map(|path| path.rsplit('/').skip(1));
        let other = folders.find(|other| other.eq_ignore_ascii_case(folder));
        return fault.help(match other {
            Some(other) => format!("no path contains a folder `{folder}`, but there is a folder `{other}`"),
            None => format!("no path contains a folder `{folder}`: paths start at the folder that is checked"),
        });
    }
    fault
}

fn is_found(pattern: &Pattern, path: &str) -> bool {
    pattern.is_match(&format!("/{path}")) == Ok(true)
}

/// Returns true if a path contains a word, in any letter case.
fn has(path: &str, word: &str) -> bool {
    path.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use assay_document::source::MemorySource;
    use assay_rule::RuleFile;

    use crate::checker::Checker;

    #[test]
    fn only_the_first_rules_without_a_file_get_suggestions() {
        let rule = |number| {
            format!(
                "- {{name: r{number}, rpath: '/Art/{number}x?[.]png$', xpath: '{{file.path}}', condition: [Exist]}}\n"
            )
        };
        let text = (0..40).map(rule).collect();
        let checker = Checker::new(&[RuleFile { path: "r.yaml".to_owned(), text }], &|_| None);
        let paths: Vec<String> = (0..40).map(|number| format!("art/{number}.png")).collect();
        let source: MemorySource = paths.iter().map(|path| (path.as_str(), b"".as_slice())).collect();
        let report = crate::check(&checker, source.paths(), Rc::new(source));
        let suggestions: Vec<&str> = report.warnings().iter().filter_map(|warning| warning.help.as_deref()).collect();
        assert_eq!(report.warnings().len(), 40);
        assert_eq!(suggestions.len(), 16);
        assert_eq!(suggestions[0], "did you mean `(?i)/Art/0x?[.]png$`, as in `/art/0.png`?");
    }

    #[test]
    fn a_path_without_its_slash_and_a_folder_in_another_letter_case() {
        for (rpath, help) in [
            ("^maps/.*[.]ogg$", "paths start with `/`: write `^/maps/.*[.]ogg$`"),
            ("^/Art/.*[.]ogg$", "no path contains a folder `Art`, but there is a folder `art`"),
            ("^/arts/.*[.]png$", "did you mean `^/art/.*[.]png$`?"),
        ] {
            let text = format!("- {{name: r, rpath: '{rpath}', xpath: '{{file.path}}', condition: [Exist]}}\n");
            let checker = Checker::new(&[RuleFile { path: "r.yaml".to_owned(), text }], &|_| None);
            let source: MemorySource = [("art/a.png", b"".as_slice())].into_iter().collect();
            let report = crate::check(&checker, source.paths(), Rc::new(source));
            assert_eq!(report.warnings()[0].help.as_deref(), Some(help), "{rpath}");
        }
    }
}
