//! The outline of one document.

use assay_document::format::{Document, Unusable};
use assay_document::text::IssueCode;
use assay_report::{Places, Problem};

use super::build::Builder;
use super::name::Name;
use super::nodes::Nodes;

/// The nodes of one document.
pub struct Outline {
    pub(super) nodes: Nodes,
    pub(super) names: Vec<Name>,
    omitted: u32,
    pub(super) fault: Option<Problem>,
    /// The document; or, of a file that cannot be decoded, as much of its text as there is to say something about.
    pub(super) document: Result<Document, String>,
}

impl Outline {
    /// The outline of the file at `path`, which holds `bytes`. Of a file that cannot be read to its end it has the nodes up
    /// to the fault.
    #[must_use]
    pub fn of(path: &str, bytes: Vec<u8>) -> Self {
        match Document::decode(path, bytes) {
            Ok(document) => Self::of_document(path, document),
            Err(Unusable::NoReader(reason)) => Self::without_nodes(
                Problem::new(IssueCode::NoReader, reason.message).help(reason.help).in_file(path),
                "",
            ),
            Err(Unusable::Undecodable(undecodable)) => {
                let fault = *Places::of(&undecodable.text, path).problem(undecodable.malformed);
                Self::without_nodes(fault, &undecodable.text)
            }
        }
    }

    fn of_document(path: &str, document: Document) -> Self {
        // Only of a document that is read part by part there is no text, and none that has been decoded is.
        let text = document.text().unwrap_or_default();
        let mut builder = Builder::new(text);
        let fault = document.read(&mut builder).err();
        let (nodes, names, omitted) = builder.finish(fault.as_ref().map(|fault| fault.span));
        let fault = fault.map(|fault| *Places::of(text, path).problem(fault));
        Self { nodes, names, omitted, fault, document: Ok(document) }
    }

    fn without_nodes(fault: Problem, text: &str) -> Self {
        let (nodes, names) = (Nodes::default(), Vec::new());
        Self { nodes, names, omitted: 0, fault: Some(fault), document: Err(text.to_owned()) }
    }

    /// The nodes, in the order of the document.
    #[must_use]
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// The names that [`Nodes::names`] counts.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// How many nodes there are beside those that are listed.
    #[must_use]
    pub const fn omitted(&self) -> u32 {
        self.omitted
    }

    /// Why the file cannot be read to its end.
    #[must_use]
    pub const fn fault(&self) -> Option<&Problem> {
        self.fault.as_ref()
    }

    /// The text in which places count, byte order mark of UTF-8 included.
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.as_ref().map_or_else(String::as_str, |document| document.text().unwrap_or_default())
    }

    /// The name of a node; `None` for a root of JSON or YAML, and for a node that is not there.
    #[must_use]
    pub fn name(&self, node: u32) -> Option<&Name> {
        self.names.get(*self.nodes.names.get(node as usize)? as usize)
    }
}
