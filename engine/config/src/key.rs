//! The keys of a configuration file: one table that its reader, its messages, its schema and its documentation share.

/// The word that switches a rule off, in the place of a severity.
pub const LEVEL_OFF: &str = "off";

/// More workers than this only cost memory.
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
    /// One text.
    Text,
    /// A text, or a list of texts.
    Texts,
    /// A whole number from 1 to [`MAX_COUNT`].
    Count,
    /// A format of reports, or a list of them, each of which may name its file: `NAME=FILE`.
    Formats,
    /// The name of a severity.
    Severity,
    /// `true` or `false`.
    Flag,
    /// Names of rules, each with a severity or `off`.
    Severities,
    /// Names of limits of scripts, each with a number.
    Limits,
    /// Names of limits of archives, each with a number, or one with a unit: `8GiB`.
    ArchiveLimits,
    /// Patterns of paths, each with the name of a reader.
    Readers,
    /// Names of packs and rules, each with values of parameters by name.
    Parameters,
    /// A list of settings for some of the files.
    Overrides,
    /// Names of profiles, each with the rules that it runs.
    Profiles,
    /// Keys of its own.
    Section(&'static [ConfigKey]),
}

impl KeyTakes {
    /// Returns a description of the expected value for messages: `a text`.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Texts => "a text or a list of texts",
            Self::Count => "a whole number from 1 to 256",
            Self::Formats => "a format of reports, as `NAME` or `NAME=FILE`, or a list of them",
            Self::Severity => "`error`, `warning`, `info` or `hint`",
            Self::Flag => "`true` or `false`",
            Self::Severities => "names of rules, each with `error`, `warning`, `info`, `hint` or `off`",
            Self::Limits => "names of limits, each with a number",
            Self::ArchiveLimits => "names of limits, each with a number or one such as `8GiB`",
            Self::Readers => "regular expressions of paths, each with the name of a reader",
            Self::Parameters => "names of packs or rules, each with parameters and their values",
            Self::Overrides => "a list of mappings with `files` and `parameters` or `severity`",
            Self::Profiles => "names of profiles, each with `rules`, `tags` or `skip_rules`",
            Self::Section(_) => "a mapping",
        }
    }

    /// Returns true if the key may still be without a value.
    pub(super) const fn may_be_empty(self) -> bool {
        !matches!(self, Self::Text | Self::Count | Self::Severity | Self::Flag)
    }

    /// Returns the kind of a list's elements: [`Self::Text`] for [`Self::Texts`], and the kind itself for all others.
    pub(super) const fn of_each(self) -> Self {
        if matches!(self, Self::Texts) { Self::Text } else { self }
    }
}

/// Every key, in the order in which a configuration is commonly written.
pub const KEYS: &[ConfigKey] = &[
    key("root", KeyTakes::Text, "the folder that is checked; the one of this file when left out"),
    key("rules", KeyTakes::Texts, "the rule files to check with, and folders of them"),
    key("ignore", KeyTakes::Texts, "what is not checked, as patterns of `.gitignore`"),
    key("formats", KeyTakes::Readers, "how files are read, by regular expressions of their paths"),
    key("severity", KeyTakes::Severities, "how much findings of a rule matter, in place of what the rule says"),
    key("parameters", KeyTakes::Parameters, "values of parameters, by the name of the pack or of the rule"),
    key("overrides", KeyTakes::Overrides, "parameters and severities of rules for some of the files"),
    key("profiles", KeyTakes::Profiles, "choices of rules, by the name that `--profile` takes"),
    key("fail_on", KeyTakes::Severity, "the severity from which a finding makes the exit code 1"),
    key(
        "strict",
        KeyTakes::Flag,
        "whether the exit code is 2 when something was not checked, a rule had nothing to check, or there is any warning",
    ),
    key("format", KeyTakes::Formats, "the reports to write, each as `NAME` or `NAME=FILE`"),
    key("baseline", KeyTakes::Text, "the file that lists known findings, which are not told again"),
    key("limits", KeyTakes::Limits, "what a call of a script may use up"),
    key("jobs", KeyTakes::Count, "how many cores to use"),
    key("cache", KeyTakes::Text, "where results are kept between checks: a file, or a folder for it"),
    key("packages", KeyTakes::Section(PACKAGES), "what archives under check may be"),
    key("definitions", KeyTakes::Section(DEFINITIONS), "which definitions are loaded, and how"),
    key("conversion", KeyTakes::Section(CONVERSION), "how conversion rules are checked"),
    key("asset_lists", KeyTakes::Section(ASSET_LISTS), "what a list of assets is made of"),
];

const PACKAGES: &[ConfigKey] = &[key("limits", KeyTakes::ArchiveLimits, "what an archive may use up")];

const DEFINITIONS: &[ConfigKey] = &[
    key("base", KeyTakes::Text, "the folder of the base game"),
    key("mods", KeyTakes::Texts, "the folders of mods, in load order"),
    key("schema", KeyTakes::Text, "the file that describes types"),
];

const CONVERSION: &[ConfigKey] = &[key(
    "severity",
    KeyTakes::Severities,
    "how much what `assay pipeline check` finds matters, by the name of its check",
)];

const ASSET_LISTS: &[ConfigKey] = &[
    key("seeds", KeyTakes::Texts, "assets that are listed with all that they need, from `root` on"),
    key("seed_lists", KeyTakes::Texts, "files that list such assets (.seed)"),
    key("platforms", KeyTakes::Texts, "the platforms that seeds of these files are listed for"),
    key("dependencies", KeyTakes::Text, "the JSON file that says what assets need"),
    key("skip", KeyTakes::Texts, "assets that are left out, by wildcard"),
];

const fn key(name: &'static str, takes: KeyTakes, doc: &'static str) -> ConfigKey {
    ConfigKey { name, takes, doc }
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

    /// The table of the documentation has a row for each, and names those of a section in it.
    fn is_told(keys: &[ConfigKey]) {
        let docs = include_str!("../../../docs/configuration.md");
        for key in keys {
            assert!(docs.contains(&format!("`{}`", key.name)), "docs/configuration.md lacks `{}`", key.name);
            if let KeyTakes::Section(keys) = key.takes {
                is_told(keys);
            }
        }
    }

    #[test]
    fn the_documentation_tells_of_each() {
        is_told(KEYS);
    }

    #[test]
    fn names_are_unique_and_documented() {
        check(KEYS);
    }
}
