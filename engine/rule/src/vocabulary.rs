//! The words of rule files, for editors and documentation. They are read from the tables that the engine itself uses,
//! so that there is no second list.

use assay_document::extract::node_words;
use assay_document::format::SPECIALS;
use assay_document::text::expression::table;
use assay_report::Severity;
use assay_script as script;
use assay_step::{FUNCTIONS, METHODS};
use assay_store::collections;
use serde::Serialize;

use super::fields::{FIELDS, FieldNeed};
use super::file::KEYS;
use super::message::PLACEHOLDERS;

/// A word that can be used in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Word {
    /// The kind of word, which decides where it can be used.
    pub kind: WordKind,
    /// The word, as written in a rule file.
    pub name: String,
    /// The text after it: the type of a field, or the parameters and the result of a function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// The meaning, in one sentence without a full stop.
    pub doc: String,
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WordKind {
    /// A key at the top of a rule file.
    Key,
    /// A field of a rule.
    Field,
    /// A required field of a rule.
    NeededField,
    /// A value of `severity`.
    Severity,
    /// A method of a condition.
    Condition,
    /// A function that a filter may call.
    Filter,
    /// A built-in collection.
    Collection,
    /// A fact about a file, in place of a path.
    Fact,
    /// A part of a node, other than its name, that an extraction can select.
    NodeWord,
    /// A placeholder of a message.
    Placeholder,
    /// A function of the library, for scripts and expressions.
    Function,
    /// A function of Python, for expressions.
    PythonFunction,
    /// A method of Python, for expressions.
    PythonMethod,
}

/// Returns all words, kind by kind.
pub fn vocabulary() -> Vec<Word> {
    use WordKind::{
        Collection, Condition, Fact, Filter, Function, Key, NodeWord, Placeholder, PythonFunction, PythonMethod,
    };
    let mut words: Vec<Word> = KEYS.iter().map(|key| word(Key, key.name, None, key.doc)).collect();
    words.extend(FIELDS.iter().map(|field| {
        let kind = if field.need == FieldNeed::Required { WordKind::NeededField } else { WordKind::Field };
        word(kind, field.name, Some(field.kind.expectation()), field.doc)
    }));
    words.extend(Severity::ALL.map(|(name, severity)| word(WordKind::Severity, name, None, severity.doc())));
    words.extend(METHODS.iter().map(|method| {
        let takes = method.parameters.join(", ");
        word(Condition, method.name, Some(takes.as_str()).filter(|takes| !takes.is_empty()), method.doc)
    }));
    words.extend(FUNCTIONS.iter().map(|function| word(Filter, function.name, None, function.doc)));
    words.extend(collections().into_iter().map(|(_, known)| word(Collection, known.name, None, known.doc)));
    words.extend(SPECIALS.iter().map(|fact| word(Fact, &format!("{{{}}}", fact.name), None, fact.doc)));
    words.extend(node_words().map(|(name, doc)| word(NodeWord, name, None, doc)));
    words.extend(PLACEHOLDERS.iter().map(|(name, doc)| word(Placeholder, &format!("{{{name}}}"), None, doc)));
    words.extend(script::functions().into_iter().map(|entry| {
        let takes = entry.signature.strip_prefix(entry.name).unwrap_or(entry.signature);
        word(Function, entry.name, Some(takes), entry.doc)
    }));
    for (kind, known) in [(PythonFunction, table::FUNCTIONS), (PythonMethod, table::METHODS)] {
        words.extend(known.iter().map(|entry| word(kind, entry.name, Some(entry.parentheses()), "as in Python")));
    }
    words
}

fn word(kind: WordKind, name: &str, takes: Option<&str>, doc: &str) -> Word {
    Word { kind, name: name.to_owned(), takes: takes.map(str::to_owned), doc: doc.to_owned() }
}

/// Returns the JSON Schemas of a word and of the catalogue, with the names of their files.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 2] {
    use assay_report::schema::schema_of;
    [("word", schema_of::<Word>()), ("catalog", schema_of::<super::catalog::CatalogPack>())]
}

#[cfg(test)]
mod tests {
    use super::{WordKind, vocabulary};

    #[test]
    fn each_word_is_unique_and_documented() {
        let words = vocabulary();
        for (at, word) in words.iter().enumerate() {
            assert!(word.doc.len() > 5 && !word.doc.ends_with('.'), "{word:?}");
            assert!(words[..at].iter().all(|other| (other.kind, &other.name) != (word.kind, &word.name)), "{word:?}");
        }
    }

    #[test]
    fn words_name_the_kind_of_value_that_follows() {
        let takes = |kind, name| {
            let words = vocabulary();
            let found = words.into_iter().find(|word| (word.kind, word.name.as_str()) == (kind, name));
            found.expect("it is a word").takes
        };
        assert_eq!(takes(WordKind::NeededField, "condition").as_deref(), Some("a list"));
        assert_eq!(takes(WordKind::Condition, "Exist in").as_deref(), Some("collection"));
        assert_eq!(takes(WordKind::Condition, "Unique"), None);
        assert_eq!(takes(WordKind::Function, "exists").as_deref(), Some("(path) -> boolean"));
        assert_eq!(takes(WordKind::PythonFunction, "len").as_deref(), Some("(…)"));
        assert_eq!(takes(WordKind::PythonMethod, "upper").as_deref(), Some("()"));
        assert_eq!(takes(WordKind::Fact, "{file.size}"), None);
    }
}
