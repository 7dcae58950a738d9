//! The keys of a configuration file: one table that its reader, its messages, its schema and its documentation share.

use assay_document::text::IssueCode;

/// The word that switches a rule off, in the place of a severity.
pub const LEVEL_OFF: &str = "off";

/// The maximum number of workers. More would only cost memory.
pub const MAX_COUNT: u32 = 256;

/// A key that a configuration file may have.
#[derive(Debug)]
pub struct ConfigKey {
    /// Its name.
    pub name: &'static str,
    /// The kind of value that it takes.
    pub takes: KeyTakes,
    /// The meaning of the key, in one sentence.
    pub doc: &'static str,
}

/// The kind of value that a key takes.
#[derive(Clone, Copy, Debug)]
pub enum KeyTakes {
    /// A string.
    Text,
    /// A string, or a list of strings.
    Texts,
    /// A whole number from 1 to [`MAX_COUNT`].
    Count,
    /// A report format or a list of them. Each may name its file: `NAME=FILE`.
    Formats,
    /// The name of a severity.
    Severity,
    /// `true` or `false`.
    Flag,
    /// Names of rules, each with a severity or `off`.
    Severities,
    /// Names of script limits, each with a number.
    Limits,
    /// Names of archive limits, each with a number that may have a unit: `8GiB`.
    ArchiveLimits,
    /// Patterns of paths, each with the name of a reader.
    Readers,
    /// Names of packs and rules, each with values of parameters by name.
    Parameters,
    /// A list of settings for some of the files.
    Overrides,
    /// Names of profiles, each with the rules that it runs.
    Profiles,
    /// A section with these keys.
    Section(&'static [ConfigKey]),
}

impl KeyTakes {
    /// Returns a description of the expected value for messages, such as `a string`.
    pub const fn expectation(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Texts => "a string or a list of strings",
            Self::Count => "a whole number from 1 to 256",
            Self::Formats => "a report format, as `NAME` or `NAME=FILE`, or a list of them",
            Self::Severity => "`error`, `warning`, `info` or `hint`",
            Self::Flag => "`true` or `false`",
            Self::Severities => "a mapping from rules to `error`, `warning`, `info`, `hint` or `off`",
            Self::Limits => "a mapping from limits to numbers",
            Self::ArchiveLimits => "a mapping from limits to numbers, which may have a unit: `8GiB`",
            Self::Readers => "a mapping from regular expressions of paths to names of readers",
            Self::Parameters => "a mapping from packs or rules to parameters and their values",
            Self::Overrides => "a list of mappings with `files` and `parameters` or `severity`",
            Self::Profiles => "a mapping from profiles to `rules`, `tags` or `skip_rules`",
            Self::Section(_) => "a mapping",
        }
    }

    /// Returns true if the key may have no value yet.
    pub(super) const fn may_be_empty(self) -> bool {
        !matches!(self, Self::Text | Self::Count | Self::Severity | Self::Flag)
    }

    /// Returns the kind of a list's elements: [`Self::Text`] for [`Self::Texts`], otherwise the kind itself.
    pub(super) const fn of_each(self) -> Self {
        if matches!(self, Self::Texts) { Self::Text } else { self }
    }
}

/// Every key, in the order in which a configuration is commonly written.
pub const KEYS: &[ConfigKey] = &[
    key("root", KeyTakes::Text, "the folder that is checked; by default the folder of this file"),
    key("rules", KeyTakes::Texts, "the rule files to check with, and folders of them"),
    key("ignore", KeyTakes::Texts, "files and folders that are not checked, as `.gitignore` patterns"),
    key("formats", KeyTakes::Readers, "how files are read, by regular expressions of their paths"),
    key("severity", KeyTakes::Severities, "severities of rules, in place of those in the rule files"),
    key("parameters", KeyTakes::Parameters, "values of parameters, by the name of the pack or of the rule"),
    key("overrides", KeyTakes::Overrides, "parameters and severities of rules for some of the files"),
    key("profiles", KeyTakes::Profiles, "selections of rules, by the name that `--profile` takes"),
    key("fail_on", KeyTakes::Severity, "the lowest severity of findings that make the exit code 1"),
    key(
        "strict",
        KeyTakes::Flag,
        "whether the exit code is 2 when something was not checked, a rule had nothing to check, or there is any warning",
    ),
    key("format", KeyTakes::Formats, "the reports to write, each as `NAME` or `NAME=FILE`"),
    key("baseline", KeyTakes::Text, "the file that lists known findings, which are not reported again"),
    key("limits", KeyTakes::Limits, "limits for each call of a script"),
    key("jobs", KeyTakes::Count, "the number of cores to use"),
    key("cache", KeyTakes::Text, "the file that keeps results between checks, or a folder for it"),
    key("packages", KeyTakes::Section(PACKAGES), "settings for archives"),
    key("definitions", KeyTakes::Section(DEFINITIONS), "which definitions are loaded, and how"),
    key("conversion", KeyTakes::Section(CONVERSION), "how conversion rules are checked"),
    key("asset_lists", KeyTakes::Section(ASSET_LISTS), "the content of asset lists"),
];

const PACKAGES: &[ConfigKey] = &[key("limits", KeyTakes::ArchiveLimits, "limits for each archive")];

const DEFINITIONS: &[ConfigKey] = &[
    key("base", KeyTakes::Text, "the folder of the base game"),
    key("mods", KeyTakes::Texts, "the folders of mods, in load order"),
    key("schema", KeyTakes::Text, "the file that describes types"),
];

const CONVERSION: &[ConfigKey] = &[key(
    "severity",
    KeyTakes::Severities,
    "severities of the findings of `assay pipeline check`, by the name of the check",
)];

const ASSET_LISTS: &[ConfigKey] = &[
    key("seeds", KeyTakes::Texts, "assets that are listed with all their dependencies; paths start at `root`"),
    key("seed_lists", KeyTakes::Texts, "seed list files (.seed) with more such assets"),
    key("platforms", KeyTakes::Texts, "the platforms that seeds of these files are listed for"),
    key("dependencies", KeyTakes::Text, "the JSON file with the dependencies of assets"),
    key("skip", KeyTakes::Texts, "wildcards of assets that are left out"),
];

const fn key(name: &'static str, takes: KeyTakes, doc: &'static str) -> ConfigKey {
    ConfigKey { name, takes, doc }
}

/// Returns the problem of files with this name in `severity`; `None` for names of rules.
pub(super) fn problem_of_files(name: &str) -> Option<IssueCode> {
    IssueCode::named(name).filter(|code| code.is_about_file())
}

#[cfg(test)]
mod tests {
    use super::{ConfigKey, KEYS, KeyTakes};

    fn check(keys: &[ConfigKey]) {
        for (at, key) in keys.iter().enumerate() {
            assert!(keys[..at].iter().all(|other| other.name != key.name), "{} is there once", key.name);
            assert!(key.doc.len() > 10 && !key.doc.ends_with('.'), "{} is documented", key.name);
            if let KeyTakes::Section(keys) = key.takes {
                check(keys);
            }
        }
    }

    /// The table in the documentation has a row for each key. The row of a section names the keys of the section.
    fn assert_documented(keys: &[ConfigKey]) {
        let docs = include_str!("../../../docs/configuration.md");
        for key in keys {
            assert!(docs.contains(&format!("`{}`", key.name)), "docs/configuration.md lacks `{}`", key.name);
            if let KeyTakes::Section(keys) = key.takes {
                assert_documented(keys);
            }
        }
    }

    #[test]
    fn each_key_is_documented() {
        assert_documented(KEYS);
    }

    #[test]
    fn names_are_unique_and_documented() {
        check(KEYS);
    }
}
