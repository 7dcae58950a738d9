//! Rules: from a rule file to what the checker runs.
//!
//! A rule file becomes a tree with places (`document`), the tree rules as their author wrote them (`file`, `read`,
//! `spec`), and these are compiled (`compile`). Whatever is wrong on the way is said with line, column and a caret,
//! and only the rule concerned is left out.

mod blind;
mod calls;
mod collection;
mod compile;
pub(crate) mod document;
mod fields;
mod file;
mod file_text;
mod functions;
mod loader;
mod message;
mod migrate;
#[cfg(test)]
mod mistakes;
mod overrides;
mod path;
mod read;
mod rule_test;
mod scripts;
mod set;
mod shelf;
mod spec;
mod units;
mod vocabulary;
mod written;

pub use collection::{Assets, Collection, Origin};
pub use fields::{FIELDS, Field, Kind, Need};
pub use file::{KEYS, Key};
pub(crate) use file_text::FileText;
pub use file_text::Site;
pub use message::{Facts, Message, PLACEHOLDERS};
pub use migrate::{Migration, Note, NoteKind, migrate, refusal};
pub use overrides::{Override, SwitchedOff};
pub use rule_test::{Expected, ExpectedProblem, RuleTest, TestFile};
pub use set::{RuleFile, RuleSet};
#[cfg(feature = "schema")]
pub use vocabulary::schemas;
pub use vocabulary::{Word, WordKind, vocabulary};

use self::document::Scalar;
use crate::extract::XPath;
use crate::report::Severity;
use crate::step::{Condition, Filter, Needed};
use crate::store::{CollectionId, Demand, ListId};
use crate::text::{Pattern, Span};

/// A rule, ready to run.
#[derive(Clone)]
pub struct Rule {
    name: String,
    severity: Severity,
    rpath: Files,
    not_rpath: Option<Pattern>,
    xpath: XPath,
    filter: Option<Filter>,
    not_filter: Option<Filter>,
    sub: Option<Sub>,
    condition: Condition,
    message: Option<Message>,
    shown: Vec<(&'static str, Vec<String>)>,
    /// Number of its file in the set.
    file: usize,
    /// Where the rule is pointed at as a whole.
    place: Span,
    /// Where its fields stand.
    places: Vec<(&'static str, Span)>,
    /// What its fields say.
    written: Vec<(&'static str, String)>,
    /// The expression of its condition, for the places in it.
    expression: Option<Scalar>,
    /// The own collections that its scripts name.
    lists: Vec<ListId>,
    /// What a value needs in order to fail, where most values do not have it.
    needed: Option<Needed>,
}

/// Which files a rule checks.
#[derive(Clone, Debug)]
pub enum Files {
    /// Those in whose path (with a `/` before it) this is found.
    Pattern(Pattern),
    /// Those that this collection names.
    Collection(CollectionId),
}

/// The second extraction of a rule, from the files that the values of the first one name.
#[derive(Clone)]
pub struct Sub {
    /// What is extracted.
    pub xpath: XPath,
    /// Which of the extracted values go on.
    pub filter: Option<Filter>,
}

impl Rule {
    /// Its name, unique in its set.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much its findings matter.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Which files it checks.
    #[must_use]
    pub const fn rpath(&self) -> &Files {
        &self.rpath
    }

    /// Which of these it leaves out.
    #[must_use]
    pub const fn not_rpath(&self) -> Option<&Pattern> {
        self.not_rpath.as_ref()
    }

    /// What it extracts.
    #[must_use]
    pub const fn xpath(&self) -> &XPath {
        &self.xpath
    }

    /// Which values go on, or what they are converted to.
    #[must_use]
    pub const fn filter(&self) -> Option<&Filter> {
        self.filter.as_ref()
    }

    /// Which of these are dropped.
    #[must_use]
    pub const fn not_filter(&self) -> Option<&Filter> {
        self.not_filter.as_ref()
    }

    /// What is extracted from the files that the values name, when they name files.
    #[must_use]
    pub const fn sub(&self) -> Option<&Sub> {
        self.sub.as_ref()
    }

    /// What must hold.
    #[must_use]
    pub const fn condition(&self) -> &Condition {
        &self.condition
    }

    /// What a value needs in order to fail the condition, where most values do not have it.
    #[must_use]
    pub const fn needed_to_fail(&self) -> Option<&Needed> {
        self.needed.as_ref()
    }

    /// What a finding says; the condition has a message of its own for a rule without one.
    #[must_use]
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// The text of a field that is only shown, such as `description`; a list's texts with commas between.
    #[must_use]
    pub fn shown(&self, field: &str) -> Option<String> {
        self.shown.iter().find(|(name, _)| *name == field).map(|(_, texts)| texts.join(", "))
    }

    /// What the field of that name says, as a text; of a `condition` its list as JSON.
    #[must_use]
    pub fn written(&self, field: &str) -> Option<&str> {
        self.written.iter().find(|(name, _)| *name == field).map(|(_, text)| text.as_str())
    }

    /// Its `tags`.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        self.shown.iter().find(|(name, _)| *name == "tags").map_or(&[], |(_, texts)| texts)
    }

    /// What has to be read for the collections that it uses, those that its scripts name included.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let filters = [self.filter.as_ref(), self.sub.as_ref().and_then(|sub| sub.filter.as_ref())];
        let demands = self.rpath.collection().map(Demand::of).into_iter().chain([self.condition.demand()]);
        let demands = demands.chain(filters.into_iter().flatten().map(Filter::demand));
        demands.fold(Demand::default(), Demand::and)
    }

    /// Whether each value of a file is judged by itself, so that the values may come in parts.
    #[must_use]
    pub fn looks_at_each(&self) -> bool {
        let filters = [self.filter.as_ref(), self.not_filter.as_ref()];
        self.sub.is_none()
            && self.condition.looks_at_each()
            && filters.into_iter().flatten().all(|filter| filter.choice().is_some())
    }

    /// Whether what comes of it may depend on collections, or on which files there are.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        self.has_scripts() || !self.demand().is_nothing() || self.lists().next().is_some()
    }

    /// Whether any of its steps runs a script.
    #[must_use]
    pub fn has_scripts(&self) -> bool {
        let filters = [self.filter.as_ref(), self.sub.as_ref().and_then(|sub| sub.filter.as_ref())];
        self.condition.is_script() || filters.into_iter().flatten().any(Filter::is_script)
    }

    /// The collections of rule files that it uses; those that its scripts name may be more than these look into.
    pub fn lists(&self) -> impl Iterator<Item = ListId> {
        let own = |collection: Option<CollectionId>| match collection {
            Some(CollectionId::Own(list)) => Some(list),
            Some(CollectionId::Builtin(_)) | None => None,
        };
        let named = [own(self.rpath.collection()), own(self.condition.collection())];
        named.into_iter().flatten().chain(self.lists.iter().copied())
    }
}

impl Files {
    /// The collection, if it is one.
    #[must_use]
    pub const fn collection(&self) -> Option<CollectionId> {
        match self {
            Self::Pattern(_) => None,
            Self::Collection(collection) => Some(*collection),
        }
    }
}
