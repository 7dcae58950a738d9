//! A compiled rule.

use assay_document::extract::XPath;
use assay_document::format::Tag;
use assay_document::text::{Pattern, Span};
use assay_report::Severity;
use assay_step::{Condition, Filter, Needed};
use assay_store::{CollectionId, Demand, ListId};
use assay_system::report_on;

use super::document::RuleScalar;
use super::message::Message;
use super::spec::{FileScope, find_field};

/// A compiled rule.
#[derive(Clone)]
pub struct Rule {
    pub(super) name: String,
    pub(super) severity: Severity,
    pub(super) files: RuleFiles,
    /// True if the project names the rule, so that it expects the rule to check something.
    pub(super) is_named: bool,
    pub(super) extraction: FilteredExtraction,
    /// The filter that drops some of the values of `extraction`.
    pub(super) not_filter: Option<Filter>,
    /// The extraction from the files that these values name.
    pub(super) sub: Option<FilteredExtraction>,
    pub(super) condition: Condition,
    pub(super) message: Option<Message>,
    pub(super) source: RuleSource,
    /// The user-defined collections that its scripts name.
    pub(super) lists: Vec<ListId>,
    /// The properties that a value needs in order to fail; `None` if they are not known, or if a value with none of
    /// them can fail.
    pub(super) needed: Option<Needed>,
}

/// The files that a rule checks.
#[derive(Clone)]
pub(super) struct RuleFiles {
    pub rpath: SelectedFiles,
    pub not_rpath: Option<Pattern>,
    pub scope: Vec<FileScope>,
}

/// A rule in its rule file, as reports and traces show it.
#[derive(Clone)]
pub(super) struct RuleSource {
    /// Number of the file in the set.
    pub file: usize,
    /// The position of the rule as a whole.
    pub place: Span,
    /// The positions of its fields, by their names.
    pub places: Vec<(&'static str, Span)>,
    /// The values of its steps, by the names of their fields.
    pub steps: Vec<(&'static str, String)>,
    /// The expression of its condition, for the places in it.
    pub expression: Option<RuleScalar>,
    /// The fields that are shown and never evaluated: the name of each, with its strings.
    pub display_fields: Vec<(&'static str, Vec<String>)>,
}

/// Which files a rule checks.
#[derive(Clone, Debug)]
pub enum SelectedFiles {
    /// Files in whose path (after a leading `/`) this pattern is found.
    Pattern(Pattern),
    /// Files that this collection names.
    Collection(CollectionId),
}

/// An extraction with its filter: `xpath` and `filter`, or `subxpath` and `subfilter`.
#[derive(Clone)]
pub struct FilteredExtraction {
    /// The extraction.
    pub xpath: XPath,
    /// The filter that selects or converts the extracted values.
    pub filter: Option<Filter>,
}

impl Rule {
    /// Returns the name of the rule, which is unique in its set.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the severity of its findings.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the files that the rule checks.
    pub const fn rpath(&self) -> &SelectedFiles {
        &self.files.rpath
    }

    /// Returns the pattern of the files that the rule does not check.
    pub const fn not_rpath(&self) -> Option<&Pattern> {
        self.files.not_rpath.as_ref()
    }

    /// Returns the part of these files that the rule checks, if the project sets something for some files. Rules of the
    /// same name check the other files.
    pub fn scope(&self) -> &[FileScope] {
        &self.files.scope
    }

    /// Returns true if the project names the rule: by its name in a choice, or by a value of a parameter that it uses.
    pub const fn is_named(&self) -> bool {
        self.is_named
    }

    /// Returns true if the path is in the part of the files that this rule checks. Its `rpath` is not considered.
    pub fn is_for(&self, path: &str) -> bool {
        // A report about a file has the settings of that file.
        let text = format!("/{}", report_on(path).map_or(path, |(_, about)| about));
        self.files.scope.iter().all(|scope| scope.files.is_match(&text) == Ok(scope.is_inside))
    }

    /// Returns the extraction that the rule applies to each file.
    pub const fn xpath(&self) -> &XPath {
        &self.extraction.xpath
    }

    /// Returns the filter that selects or converts the values.
    pub const fn filter(&self) -> Option<&Filter> {
        self.extraction.filter.as_ref()
    }

    /// Returns the filter that drops some of these values.
    pub const fn not_filter(&self) -> Option<&Filter> {
        self.not_filter.as_ref()
    }

    /// Returns the extraction from the files that the values name; `None` if the rule has no `subxpath`.
    pub const fn sub(&self) -> Option<&FilteredExtraction> {
        self.sub.as_ref()
    }

    /// Returns the condition that the values must meet.
    pub const fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Returns the properties that a value needs in order to fail the condition; `None` if they are not known, or if a
    /// value with none of them can fail it.
    pub const fn needed_to_fail(&self) -> Option<&Needed> {
        self.needed.as_ref()
    }

    /// Returns the message of its findings; `None` if the rule has none, so that the message of the condition is used.
    pub const fn message(&self) -> Option<&Message> {
        self.message.as_ref()
    }

    /// Returns the string of a field that is only shown, such as `description`. The strings of a list are joined by
    /// commas.
    pub fn display_field(&self, field: &str) -> Option<String> {
        find_field(&self.source.display_fields, field).map(|texts| texts.join(", "))
    }

    /// Returns the value of the step `field` as a string. A `condition` is returned as a JSON list. Returns `None` if
    /// the rule has no such step.
    pub fn written(&self, field: &str) -> Option<&str> {
        find_field(&self.source.steps, field).map(String::as_str)
    }

    /// Returns the tags of the rule.
    pub fn tags(&self) -> &[String] {
        find_field(&self.source.display_fields, "tags").map_or(&[], Vec::as_slice)
    }

    /// Returns the data that must be read for the collections that the rule uses, including those that its scripts
    /// name.
    pub fn demand(&self) -> Demand {
        let demands = self.files.rpath.collection().map(Demand::of).into_iter().chain([self.condition.demand()]);
        demands.chain(self.filters().map(Filter::demand)).fold(Demand::default(), Demand::and)
    }

    /// Returns true if the rule judges each value of a file separately, so that the values may come in parts.
    pub fn judges_each_value(&self) -> bool {
        // A script gets all values of a file at once, and values with a `subxpath` are judged in other files.
        self.sub.is_none()
            && self.condition.judges_each_value()
            && self.filters().chain(&self.not_filter).all(|filter| filter.choice().is_some())
    }

    /// Returns true if the rule can judge slices of a file separately, which all begin inside nested nodes with these
    /// names.
    #[must_use]
    pub fn judges_slices(&self, around: &[Tag<'_>]) -> bool {
        let judges_each = || self.condition.judges_each_value() && !self.condition.requires_some();
        // With a `subxpath`, the condition is for values in other files.
        (self.sub.is_some() || judges_each() || self.condition.is_expression())
            && self.extraction.filter.iter().chain(&self.not_filter).all(Filter::filters_each_value)
            && self.xpath().can_be_cut_inside(around)
    }

    /// Returns true if the result of the rule may depend on collections, or on which files exist.
    pub fn depends_on_project(&self) -> bool {
        self.has_scripts() || !self.demand().is_nothing() || self.lists().next().is_some()
    }

    /// Returns true if any of its steps runs a script.
    pub fn has_scripts(&self) -> bool {
        self.condition.is_script() || self.filters().any(Filter::is_script)
    }

    /// Returns its `filter` and its `subfilter`. These can be functions; a `not_filter` cannot.
    fn filters(&self) -> impl Iterator<Item = &Filter> {
        [&self.extraction].into_iter().chain(&self.sub).filter_map(|extraction| extraction.filter.as_ref())
    }

    /// Returns the user-defined collections that the rule uses. Those that its scripts name may include some that are
    /// not used.
    pub fn lists(&self) -> impl Iterator<Item = ListId> {
        let own = |collection: Option<CollectionId>| match collection {
            Some(CollectionId::Own(list)) => Some(list),
            Some(CollectionId::System { .. }) | None => None,
        };
        let named = [own(self.files.rpath.collection()), own(self.condition.collection())];
        named.into_iter().flatten().chain(self.lists.iter().copied())
    }
}

impl SelectedFiles {
    /// Returns the collection; `None` for a pattern.
    pub const fn collection(&self) -> Option<CollectionId> {
        match self {
            Self::Pattern(_) => None,
            Self::Collection(collection) => Some(*collection),
        }
    }
}
