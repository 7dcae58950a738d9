//! Settings of a project or a command line for rules: severities, parameters, and which rules run.

use assay_document::text::Pattern;
use assay_report::Severity;

use super::file_text::Site;
use super::overrides::Override;
use super::parameter::ParameterValue;

/// The settings of a project for its rules.
#[derive(Clone, Debug, Default)]
pub struct RuleSettings {
    /// Severities that replace those of rules.
    pub severities: Vec<Override>,
    /// Values of parameters.
    pub parameters: Vec<ParameterSetting>,
    /// Settings for some of the files. If several apply to a file, the last one wins.
    pub overrides: Vec<FileOverride>,
    /// Selections of rules.
    pub choices: Vec<RuleChoice>,
    /// True if other rules are used than those of the configuration, so that it may name rules that were not loaded.
    pub has_other_rules: bool,
    /// True if parameters without a default use their example as value, as in tests.
    pub uses_examples: bool,
}

/// The value that a project gives a parameter.
#[derive(Clone, Debug)]
pub struct ParameterSetting {
    /// The name of the pack or of the rule that it is for; `None` in an override, which names its rules itself.
    pub of: Option<(String, Site)>,
    /// The name of the parameter.
    pub name: String,
    /// The value.
    pub value: ParameterValue,
    /// The place of the name.
    pub site: Site,
    /// The place of the value.
    pub value_site: Site,
}

/// Settings for the files that a pattern selects.
#[derive(Clone, Debug)]
pub struct FileOverride {
    /// The pattern, searched in `/` + path.
    pub files: Pattern,
    /// The names of the rules, in which `*` matches any characters; empty for all rules.
    pub rules: Vec<(String, Site)>,
    /// Values of parameters.
    pub parameters: Vec<ParameterSetting>,
    /// The severity in these files; may switch the rules off.
    pub severity: Option<FileSeverity>,
}

/// The severity of rules in some files.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileSeverity {
    /// The rules do not check these files.
    Off,
    /// Findings have this severity.
    Is(Severity),
}

/// A choice of rules, from the command line or a profile. If there are several choices, all apply.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RuleChoice {
    /// Runs only rules with one of these names, in which `*` matches any characters; empty for any name.
    pub rules: Vec<String>,
    /// Runs only rules with one of these tags; empty for any.
    pub tags: Vec<String>,
    /// Does not run rules with one of these names.
    pub skipped: Vec<String>,
    /// The source of the choice for messages: `--profile quick`.
    pub by: String,
}

impl RuleChoice {
    /// Returns true if the choice does not restrict the rules.
    pub const fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.tags.is_empty() && self.skipped.is_empty()
    }
}

/// Returns true if a name matches `pattern`, in which `*` matches any characters and `?` one character.
pub(super) fn is_named(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut of) = (0, 0);
    // The position after the last star, and the start of the last attempt to match the characters after it. Earlier
    // stars need no second attempt, so a pattern with many stars takes no long time.
    let mut star: Option<(usize, usize)> = None;
    while of < name.len() {
        match (pattern.get(at), star) {
            (Some('*'), _) => {
                star = Some((at + 1, of));
                at += 1;
            }
            (Some(&c), _) if c == '?' || c == name[of] => {
                at += 1;
                of += 1;
            }
            (_, Some((after, from))) => {
                star = Some((after, from + 1));
                (at, of) = (after, from + 1);
            }
            (_, None) => return false,
        }
    }
    pattern[at..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn a_star_matches_any_characters() {
        for (pattern, name, is) in [
            ("image-*", "image-size", true),
            ("*-size", "image-size", true),
            ("image-size", "image-size", true),
            ("image", "image-size", false),
            ("*", "", true),
            ("", "a", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b*", "xaxbx", true),
            ("*a*b*", "xbxax", false),
            ("*ab", "aab", true),
            ("*ab", "aba", false),
            ("a*", "a", true),
            ("a", "", false),
            (&"*a".repeat(30), &"a".repeat(29), false),
            (&format!("{}b", "*a".repeat(30)), &"a".repeat(300), false),
        ] {
            assert_eq!(is_named(pattern, name), is, "{pattern} {name}");
        }
    }
}
