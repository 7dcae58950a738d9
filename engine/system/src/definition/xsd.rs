//! Makes a schema from an XSD, which has no keys, units or dependencies: the user has to add them.

use assay_document::format::{Document, Format, Undecodable};
use assay_document::text::{Fault, IssueCode, Span};

use super::note::{Diagnostic, Level, of_fault};
use super::schema::{SchemaRow, kind_of, list, quote, write_schema};
use super::words::short;
use crate::tree::{self, Tree, TreeNode};

const ABOUT: &str = "made from an XSD: add keys, units, groups, dependencies, and fields that cannot be absent";

/// The type that all definitions extend.
const BASE: &str = "DefinitionBase";

/// The fields that this type has in any schema.
const BUILT_IN: [&str; 6] = ["Id", "CopyFrom", "@Merge", "@Copy", "@Abstract", "@Enabled"];

/// The maximum depth of elements and types.
const MAX_DEPTH: usize = 100;

/// Returns the schema, as YAML, of the types in the XSD at `path`.
///
/// # Errors
/// Fails if the file is not well-formed or is not an XSD, or if it has no type that extends
/// `MyObjectBuilder_DefinitionBase`.
pub fn schema_of_xsd(path: &str, bytes: &[u8]) -> Result<String, Box<Diagnostic>> {
    let to_diagnostic = |fault, text: &str| Box::new(of_fault(Level::Error, fault, path, text));
    let document = Document::decode_as(Format::Xml, bytes.to_vec())
        .map_err(|Undecodable { fault, text }| to_diagnostic(fault, &text))?;
    let text = document.text().unwrap_or_default();
    let Tree { mut root, too_deep, .. } =
        tree::read(&document, MAX_DEPTH).map_err(|fault| to_diagnostic(fault, text))?;
    if let Some(span) = too_deep {
        let message = format!("elements nest more than {MAX_DEPTH} deep");
        return Err(to_diagnostic(Fault::new(IssueCode::XsdDepth, message, span), text));
    }
    drop_prefixes(&mut root);
    if root.name != "schema" {
        let message = format!("expected `<xs:schema>`, found `<{}>`", root.name);
        return Err(to_diagnostic(Fault::new(IssueCode::XsdRoot, message, Span::at(0)), text));
    }
    let mut maker = Maker { root: &root, referenced: Vec::new(), omissions: Vec::new() };
    for part in root.children.iter().filter(|part| ["include", "import", "redefine"].contains(&part.name.as_str())) {
        maker.omissions.push(format!("`{}`, which it includes", get(part, "schemaLocation").unwrap_or("another XSD")));
    }
    let types = maker.types();
    if types.is_empty() {
        let message = format!("no complex type extends `MyObjectBuilder_{BASE}`");
        return Err(to_diagnostic(Fault::new(IssueCode::XsdNoDefinitions, message, Span::at(0)), text));
    }
    let structs = maker.structs();
    let about = maker.omissions.iter().fold(ABOUT.to_owned(), |about, left| format!("{about}\n# left out: {left}"));
    Ok(write_schema(&about, &types, &structs))
}

struct Maker<'x> {
    root: &'x TreeNode,
    /// The structs that fields refer to.
    referenced: Vec<&'x str>,
    /// Descriptions of what the schema lacks.
    omissions: Vec<String>,
}

impl<'x> Maker<'x> {
    /// Returns the types of definitions, in their order.
    fn types(&mut self) -> Vec<SchemaRow> {
        let root = self.root;
        let complex: Vec<_> = root.all("complexType").filter_map(|of| Some((get(of, "name")?, of))).collect();
        let of_definitions =
            |name: &str| short(name) != BASE && self.chain(name).iter().any(|base| short(base) == BASE);
        let own: Vec<_> = complex.iter().filter(|(name, _)| of_definitions(name)).collect();
        let mut rows = Vec::new();
        if let Some((name, of)) = complex.iter().find(|(name, _)| short(name) == BASE).filter(|_| !own.is_empty()) {
            let mut base = self.row_of_type(name, of);
            base.words.clear();
            base.fields.retain(|field| !BUILT_IN.contains(&field.name.as_str()));
            rows.extend(Some(base).filter(|base| !base.fields.is_empty()));
        }
        rows.extend(own.into_iter().map(|(name, of)| self.row_of_type(name, of)));
        rows
    }

    fn row_of_type(&mut self, name: &str, of: &'x TreeNode) -> SchemaRow {
        let mut words = Vec::new();
        words.extend(base_of(of).map(|base| ("extends", quote(short(base)))));
        if get(of, "abstract") == Some("true") {
            words.push(("abstract", "true".to_owned()));
        }
        SchemaRow { name: short(name).to_owned(), words, fields: self.fields(of, 0), guess: "" }
    }

    /// Returns the structs that fields refer to, directly or through other structs.
    fn structs(&mut self) -> Vec<SchemaRow> {
        let mut rows = Vec::new();
        while let Some(&name) = self.referenced.get(rows.len()) {
            // A struct of a schema cannot extend another one, so it starts with the fields of the types that it
            // extends.
            let fields = self.complex(name).map_or_else(Vec::new, |of| self.all_fields(of, 0));
            rows.push(SchemaRow { name: name.to_owned(), fields, ..SchemaRow::default() });
        }
        rows
    }

    fn complex(&self, name: &str) -> Option<&'x TreeNode> {
        self.root.all("complexType").find(|of| get(of, "name") == Some(name))
    }

    /// Returns the types that a type extends, nearest first; each once, even if types extend each other.
    fn chain(&self, name: &str) -> Vec<&'x str> {
        let mut chain: Vec<&str> = Vec::new();
        let mut at = self.complex(name);
        while let Some(base) = at.and_then(base_of).filter(|base| !chain.contains(base)) {
            chain.push(base);
            at = self.complex(base);
        }
        chain
    }

    /// Returns a type and the types that it extends, the furthest one first.
    fn lineage(&self, of: &'x TreeNode) -> Vec<&'x TreeNode> {
        let base = base_of(of);
        let above = base.map_or_else(Vec::new, |base| self.chain(base));
        let names = above.into_iter().filter(|name| Some(*name) != base).collect::<Vec<_>>().into_iter().rev();
        names.chain(base).filter_map(|name| self.complex(name)).chain([of]).collect()
    }

    /// Returns the fields of a type, after those of the types that it extends.
    fn all_fields(&mut self, of: &'x TreeNode, depth: usize) -> Vec<SchemaRow> {
        let mut fields: Vec<SchemaRow> = Vec::new();
        for of in self.lineage(of) {
            let own = self.fields(of, depth);
            fields.extend(
                own.into_iter().filter(|own| fields.iter().all(|known| known.name != own.name)).collect::<Vec<_>>(),
            );
        }
        fields
    }

    /// Returns the fields of a type, without those that it inherits.
    fn fields(&mut self, of: &'x TreeNode, depth: usize) -> Vec<SchemaRow> {
        let mut rows = Vec::new();
        for (part, is_many) in self.particles(of) {
            rows.push(match part.name.as_str() {
                "attribute" => self.attribute(part),
                "choice" => choice(part),
                _ => self.element(part, is_many, depth),
            });
        }
        // If a field occurs twice, for example in two arms of a choice, the schema has it once.
        let mut known: Vec<String> = Vec::new();
        rows.retain(|row| {
            let is_new = !known.contains(&row.name);
            known.push(row.name.clone());
            is_new && !row.name.is_empty()
        });
        rows
    }

    fn attribute(&self, of: &TreeNode) -> SchemaRow {
        let name = get(of, "name").or_else(|| get(of, "ref").map(local)).unwrap_or_default();
        let mut row = self.simple(of);
        row.name = format!("@{name}");
        row
    }

    fn element(&mut self, of: &'x TreeNode, is_many: bool, depth: usize) -> SchemaRow {
        let reference = get(of, "ref").map(local);
        let of =
            reference.and_then(|name| self.root.all("element").find(|of| get(of, "name") == Some(name))).unwrap_or(of);
        let name = get(of, "name").or(reference).unwrap_or_default().to_owned();
        let type_name = get(of, "type").map(local);
        let complex = type_name.and_then(|name| self.complex(name)).or_else(|| of.all("complexType").next());
        let Some(complex) = complex.filter(|_| depth < MAX_DEPTH) else {
            let row = self.simple(of);
            let words = if is_many { vec![("list", "repeated".to_owned())] } else { row.words };
            return SchemaRow { name, words, ..SchemaRow::default() };
        };
        let parts: Vec<_> = self.lineage(complex).into_iter().flat_map(|of| self.particles(of)).collect();
        let names: Vec<&str> = parts.iter().filter_map(|(part, _)| get(part, "name")).collect();
        if let ([(entry, true)], false) = (parts.as_slice(), is_many)
            && entry.name == "element"
        {
            let item = get(entry, "name").or_else(|| get(entry, "ref").map(local)).unwrap_or_default();
            let mut words = vec![("list", "wrapped".to_owned()), ("items", list([item]))];
            let inner = self.element(entry, false, depth + 1);
            words.extend(inner.words.into_iter().filter(|(key, _)| *key == "of").map(|(_, value)| ("item", value)));
            return SchemaRow { name, words, fields: inner.fields, guess: "" };
        }
        if let Some(kind) = kind_of(&names).filter(|_| !is_many && names.len() == parts.len()) {
            return SchemaRow::value(&name, &kind, "");
        }
        let head = if is_many { ("list", "repeated".to_owned()) } else { ("is", "object".to_owned()) };
        match type_name {
            Some(type_name) => {
                if !self.referenced.contains(&type_name) {
                    self.referenced.push(type_name);
                }
                let item = if is_many { "item" } else { "of" };
                SchemaRow { name, words: vec![head, (item, quote(type_name))], ..SchemaRow::default() }
            }
            None => SchemaRow { name, words: vec![head], fields: self.all_fields(complex, depth + 1), guess: "" },
        }
    }

    /// Returns the row, without a name, of a field that is one text.
    fn simple(&self, of: &TreeNode) -> SchemaRow {
        let mut of = of;
        // Simple types of a broken XSD may refer to each other.
        for _ in 0..MAX_DEPTH {
            let inline = of.all("simpleType").next();
            let named = get(of, "type").or_else(|| get(of, "base")).or_else(|| get(of, "itemType")).map(local);
            let known = named.and_then(|name| self.root.all("simpleType").find(|of| get(of, "name") == Some(name)));
            let Some(next) = inline.or(known) else {
                return SchemaRow::value("", named.map_or("text", kind_of_text), "");
            };
            if next.all("list").next().is_some() {
                return SchemaRow::value("", "flags", "");
            }
            let Some(restriction) = next.all("restriction").next() else { break };
            let values: Vec<&str> = restriction.all("enumeration").filter_map(|of| get(of, "value")).collect();
            if !values.is_empty() {
                let words = vec![("is", "enum".to_owned()), ("values", list(values))];
                return SchemaRow { words, ..SchemaRow::default() };
            }
            of = restriction;
        }
        SchemaRow::value("", "text", "")
    }

    /// Returns the attributes and elements of a type, and choices among several lists. Groups that the type names are
    /// included. The flag is true if the element may be repeated.
    fn particles(&mut self, of: &'x TreeNode) -> Vec<(&'x TreeNode, bool)> {
        let root = self.root;
        let mut found = Vec::new();
        let mut groups = Vec::new();
        let mut open: Vec<(&TreeNode, bool)> = of.children.iter().rev().map(|child| (child, false)).collect();
        while let Some((at, is_many)) = open.pop() {
            let many = is_many || get(at, "maxOccurs").is_some_and(|most| !matches!(most, "0" | "1"));
            let elements = || at.children.iter().filter(|child| child.name == "element").count();
            match at.name.as_str() {
                "element" | "attribute" => found.push((at, many)),
                "choice" if many && elements() > 1 => found.push((at, true)),
                "sequence" | "all" | "choice" | "complexContent" | "simpleContent" | "extension" | "restriction" => {
                    open.extend(at.children.iter().rev().map(|child| (child, many)));
                }
                "group" | "attributeGroup" => {
                    let name = get(at, "ref").map(local);
                    match root.all(&at.name).find(|group| name.is_some() && get(group, "name") == name) {
                        // A group that contains itself is used once.
                        Some(group) if !groups.contains(&(&at.name, name)) => {
                            groups.push((&at.name, name));
                            open.extend(group.children.iter().rev().map(|child| (child, many)));
                        }
                        Some(_) => {}
                        None => {
                            self.note_omission(format!(
                                "the group `{}`, which does not exist",
                                name.unwrap_or_default()
                            ));
                        }
                    }
                }
                "any" | "anyAttribute" => self.note_omission("wildcards for any element or attribute".to_owned()),
                _ => {}
            }
        }
        found
    }

    fn note_omission(&mut self, what: String) {
        if !self.omissions.contains(&what) {
            self.omissions.push(what);
        }
    }
}

/// Returns one list whose elements have several names. The list itself has no name in the XSD.
fn choice(of: &TreeNode) -> SchemaRow {
    let names: Vec<&str> =
        of.all("element").filter_map(|of| get(of, "name").or_else(|| get(of, "ref").map(local))).collect();
    let words = vec![("list", "choice".to_owned()), ("elements", list(names.iter().copied()))];
    SchemaRow { name: names.join("Or"), words, fields: Vec::new(), guess: "the name" }
}

/// Returns the name of the type that a type extends.
fn base_of(of: &TreeNode) -> Option<&str> {
    let extension = of.all("complexContent").flat_map(|content| content.all("extension")).next()?;
    get(extension, "base").map(local)
}

/// Returns the kind of value for a built-in type of XSD.
fn kind_of_text(name: &str) -> &'static str {
    match name {
        "float" | "double" | "decimal" => "number",
        "boolean" => "bool",
        "int" | "integer" | "long" | "short" | "byte" | "unsignedInt" | "unsignedLong" | "unsignedShort"
        | "unsignedByte" | "nonNegativeInteger" | "positiveInteger" => "int",
        _ => "text",
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Removes the prefixes of all tags, because files use various prefixes for the namespace of XSD.
fn drop_prefixes(root: &mut TreeNode) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        node.name = local(&node.name).to_owned();
        open.extend(&mut node.children);
    }
}

/// Returns the value of an attribute.
fn get<'e>(of: &'e TreeNode, name: &str) -> Option<&'e str> {
    of.attribute(name).map(|attribute| attribute.value.as_str())
}
