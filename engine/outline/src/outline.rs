//! The outline of one document.

use assay_document::format::{Document, Unusable};
use assay_document::text::IssueCode;
use assay_report::{Places, Problem};

use super::build::Builder;
use super::nodes::{Name, Nodes};

/// The nodes of one document.
pub struct Outline {
    pub(super) nodes: Nodes,
    pub(super) names: Vec<Name>,
    omitted: u32,
    pub(super) fault: Option<Problem>,
    /// The document. If the file cannot be decoded, the text up to the fault.
    pub(super) document: Result<Document, String>,
}

impl Outline {
    /// Returns the outline of the file at `path` with the content `bytes`. If the file has a fault, it has the nodes up
    /// to the fault.
    pub fn of(path: &str, bytes: Vec<u8>) -> Self {
        match Document::decode(path, bytes) {
            Ok(document) => Self::of_document(path, document),
            Err(Unusable::NoReader(reason)) => Self::without_nodes(
                Problem::new(IssueCode::NoReader, reason.message).help(reason.help).in_file(path),
                "",
            ),
            Err(Unusable::Undecodable(undecodable)) => {
                let fault = *Places::of(&undecodable.text, path).problem(undecodable.fault);
                Self::without_nodes(fault, &undecodable.text)
            }
        }
    }

    fn of_document(path: &str, document: Document) -> Self {
        // Only documents that are read in parts have no text, and a decoded document is never read in parts.
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

    /// Returns the nodes, in document order.
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Returns the names, by the indices in [`Nodes::names`].
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the number of nodes that are not listed.
    pub const fn omitted(&self) -> u32 {
        self.omitted
    }

    /// Returns the reason why the file cannot be read to its end.
    pub const fn fault(&self) -> Option<&Problem> {
        self.fault.as_ref()
    }

    /// Returns the text to which places refer, including a UTF-8 byte order mark.
    pub fn text(&self) -> &str {
        self.document.as_ref().map_or_else(String::as_str, |document| document.text().unwrap_or_default())
    }

    /// Returns the name of a node; `None` for a JSON or YAML root, and for a node that does not exist.
    pub fn name(&self, node: u32) -> Option<&Name> {
        self.names.get(*self.nodes.names.get(node as usize)? as usize)
    }
}
