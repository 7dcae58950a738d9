//! One `resource.repository` file: the resources that it lists.

use std::borrow::Cow;

use assay_document::format::{Document, Scalar, Sink, Tag};
use assay_document::source::folder;
use assay_document::text::{Fault, Guid, Span};
use serde::{Deserialize, Serialize};

use crate::mentions::trim;
use crate::texts::{Interner, TextId, TextPool, narrow};

/// The tags that lead to a resource.
const PATH: [&str; 3] = ["Repository", "Items", "Item"];

/// The resources that a repository lists, in the order of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Repository {
    /// The folder that contains the file.
    pub folder: String,
    pub texts: TextPool,
    pub items: Vec<RepositoryItem>,
    /// The dependencies of all items, in the order of the items.
    deps: Vec<Dep>,
}

/// A GUID that an item depends on. Each item has several, and nearly all are spelled plainly.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Dep {
    /// A GUID in lower case and without braces.
    Plain([u8; 16]),
    /// Any other string, as spelled.
    Text(TextId),
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct RepositoryItem {
    pub guid: TextId,
    pub package: TextId,
    pub name: TextId,
    pub kind: TextId,
    /// The end of its dependencies in `deps`.
    deps_end: u32,
}

impl Repository {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Fails if the document is not well-formed. None of its content is used then.
    pub fn read(path: &str, document: &Document) -> Result<Self, Fault> {
        let mut reader = RepositoryReader::default();
        document.read(&mut reader)?;
        let mut items = reader.items;
        let mut deps = reader.deps;
        items.shrink_to_fit();
        deps.shrink_to_fit();
        Ok(Self { folder: folder(path).to_owned(), texts: reader.texts.finish(), items, deps })
    }

    /// Returns the GUIDs that the item with that number depends on, as spelled.
    pub fn deps(&self, item: usize) -> impl Iterator<Item = Cow<'_, str>> {
        let start = item.checked_sub(1).and_then(|before| self.items.get(before)).map_or(0, |item| item.deps_end);
        let end = self.items.get(item).map_or(0, |item| item.deps_end);
        let deps = self.deps.get(start as usize..end as usize).unwrap_or(&[]);
        deps.iter().map(|dep| match *dep {
            Dep::Plain(bytes) => Cow::Owned(Guid::from_bytes(bytes).to_string()),
            Dep::Text(id) => Cow::Borrowed(self.texts.get(id)),
        })
    }
}

/// A child of an item that is read.
#[derive(Clone, Copy)]
enum ItemField {
    Guid,
    Package,
    Name,
    Type,
    Deps,
}

impl ItemField {
    fn named(tag: &str) -> Option<Self> {
        Some(match tag {
            "GUID" => Self::Guid,
            "Package" => Self::Package,
            "Name" => Self::Name,
            "Type" => Self::Type,
            "Deps" => Self::Deps,
            _ => return None,
        })
    }
}

/// Follows the nodes down to the items and stores their content.
#[derive(Default)]
struct RepositoryReader {
    /// The number of open nodes, and the number of them that lead to an item.
    depth: usize,
    matched: usize,
    /// The child of an item that is open.
    field: Option<ItemField>,
    /// Its text so far. The string is kept to reuse its memory.
    text: String,
    /// The first value of each field of the current item, in the order of [`ItemField`]; dependencies go to `deps`.
    item: [Option<TextId>; 4],
    /// The latest value of each field. Items with the same package and type usually follow each other.
    last: [Option<TextId>; 4],
    texts: Interner,
    items: Vec<RepositoryItem>,
    deps: Vec<Dep>,
}

impl RepositoryReader {
    fn end_field(&mut self) {
        let Some(field) = self.field.take() else { return };
        let text = trim(&self.text);
        if let ItemField::Deps = field {
            let plain = Guid::parse(text).filter(|_| is_plain(text));
            self.deps
                .push(plain.map_or_else(|| Dep::Text(self.texts.intern(text)), |guid| Dep::Plain(guid.to_bytes())));
            return;
        }
        let at = field as usize;
        // The first value is used, and an empty GUID counts as missing.
        if self.item[at].is_some() || text.is_empty() && matches!(field, ItemField::Guid) {
            return;
        }
        self.item[at] = Some(match field {
            ItemField::Package | ItemField::Type => self.texts.intern_after(self.last[at], text),
            ItemField::Guid | ItemField::Name | ItemField::Deps => self.texts.push(text),
        });
        self.last[at] = self.item[at];
    }

    fn end_item(&mut self) {
        let [guid, package, name, kind] = std::mem::take(&mut self.item);
        let Some(guid) = guid else {
            let kept = self.items.last().map_or(0, |item| item.deps_end);
            // An item without a GUID cannot be looked up, so its dependencies are removed too.
            self.deps.truncate(kept as usize);
            return;
        };
        let mut or_empty = |id: Option<TextId>| id.unwrap_or_else(|| self.texts.intern(""));
        let (package, name, kind) = (or_empty(package), or_empty(name), or_empty(kind));
        self.items.push(RepositoryItem { guid, package, name, kind, deps_end: narrow(self.deps.len()) });
    }
}

/// Returns true if a GUID is spelled in the form in which it is displayed.
fn is_plain(guid: &str) -> bool {
    guid.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))
}

impl Sink for RepositoryReader {
    fn open(&mut self, tag: Option<Tag<'_>>, _span: Span) {
        if self.matched == self.depth
            && let Some(tag) = tag.map(Tag::local_name)
        {
            if let Some(next_tag) = PATH.get(self.matched) {
                self.matched += usize::from(tag == *next_tag);
            } else {
                self.field = ItemField::named(tag);
                self.text.clear();
            }
        }
        self.depth += 1;
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}

    fn needs_text(&self) -> bool {
        // A field is one node below an item.
        self.field.is_some() && self.depth == PATH.len() + 1
    }

    fn text(&mut self, text: Cow<'_, str>, _span: Span) {
        if self.needs_text() {
            self.text.push_str(&text);
        }
    }

    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}

    fn close(&mut self, _end: u32) {
        self.depth -= 1;
        if self.depth == PATH.len() {
            self.end_field();
        }
        if self.matched > self.depth {
            self.matched = self.depth;
            if self.depth + 1 == PATH.len() {
                self.end_item();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::format::Document;

    use super::Repository;

    /// Each item as `GUID|Package|Name|Type|Deps`.
    fn items(text: &str) -> Vec<String> {
        let document = Document::decode("a/One/resource.repository", text.as_bytes().to_vec()).unwrap();
        let repository = Repository::read("a/One/resource.repository", &document).unwrap();
        assert_eq!(repository.folder, "a/One");
        let show = |(at, item): (usize, &super::RepositoryItem)| {
            let text = |id| repository.texts.get(id);
            let deps: Vec<_> = repository.deps(at).collect();
            format!(
                "{}|{}|{}|{}|{}",
                text(item.guid),
                text(item.package),
                text(item.name),
                text(item.kind),
                deps.join(" ")
            )
        };
        repository.items.iter().enumerate().map(show).collect()
    }

    #[test]
    fn fields_of_an_item() {
        for (inner, expected) in [
            (
                "<Item><Type>Model</Type><GUID>{G}</GUID><Package>A/B</Package><Name>m</Name><Deps>d</Deps>\
                 <Deps>e</Deps></Item>",
                &["{G}|A/B|m|Model|d e"][..],
            ),
            ("<Item><GUID> g\n</GUID><Name><![CDATA[ n]]>&amp;o </Name></Item>", &["g||n&o||"]),
            ("<Item><Name>n</Name><Deps>d</Deps></Item><Item><GUID>g</GUID></Item>", &["g||||"]),
            (
                "<Item><GUID>g</GUID><Deps>014fa3a0-62cd-4b5a-83df-92fdf494534a</Deps>\
                 <Deps>{014FA3A0-62cd-4b5a-83df-92fdf494534a}</Deps></Item>",
                &["g||||014fa3a0-62cd-4b5a-83df-92fdf494534a {014FA3A0-62cd-4b5a-83df-92fdf494534a}"],
            ),
            ("<Item><GUID/><GUID>g</GUID><GUID>h</GUID><Name/><Name>n</Name></Item>", &["g||||"]),
            (
                "<Item><GUID>g<X>not</X>h</GUID><Deps>d</Deps></Item><Item><GUID>i</GUID><Deps>e</Deps></Item>",
                &["gh||||d", "i||||e"],
            ),
            ("<Item><Anno><GUID>g</GUID></Anno></Item>", &[]),
            ("<Item><GUID>g</GUID><Items><Item><GUID>h</GUID></Item></Items></Item>", &["g||||"]),
            ("<m:Item><m:GUID>g</m:GUID></m:Item>", &["g||||"]),
            ("<item><GUID>g</GUID></item><Item/>", &[]),
        ] {
            assert_eq!(items(&format!("<Repository><Items>{inner}</Items></Repository>")), expected, "{inner}");
        }
    }

    #[test]
    fn items_are_read_only_at_their_place() {
        for text in [
            "<Other><Items><Item><GUID>g</GUID></Item></Items></Other>",
            "<Repository><Item><GUID>g</GUID></Item></Repository>",
            "<Repository><Items><X><Item><GUID>g</GUID></Item></X></Items></Repository>",
            "<X><Repository><Items><Item><GUID>g</GUID></Item></Items></Repository></X>",
            "<Repository/>",
        ] {
            assert_eq!(items(text), [""; 0], "{text}");
        }
    }
}
