//! A tree → a schema, with everything wrong in it said at its place.

use super::spec::{
    Depends, Duplicates, FieldSpec, FunctionSpec, KindSpec, ListForm, ListSpec, Of, Schema, StructSpec, TypeSpec,
};
use super::tree::Node;
use super::value::ValueKind;
use crate::system::definition::script::HANDLERS;
use crate::system::definition::words::short;
use crate::text::{Fault, Span, nearest};

/// The version of the format.
const VERSION: &str = "1";

const ROOT_KEYS: &[&str] = &["schema", "types", "structs"];
const TYPE_KEYS: &[&str] =
    &["extends", "names", "group", "depends", "abstract", "strict", "fields", "merger", "handlers"];
const DEPENDS_KEYS: &[&str] = &["type", "recursive"];
/// Keys of every field, of one with one value, of an object, of a list.
const FIELD_KEYS: &[&str] = &["is", "list", "also", "nomerge", "nullable", "default", "merge", "merger"];
const VALUE_KEYS: &[&str] = &["unit", "to", "size", "values"];
const OBJECT_KEYS: &[&str] = &["of", "fields"];
const LIST_KEYS: &[&str] = &["items", "elements", "key", "append", "duplicates", "item", "fields", "of"];

/// Reads the tree of a schema.
pub(super) fn read(root: &Node) -> (Schema, Vec<Fault>) {
    let mut reader = Reader { faults: Vec::new(), functions: Vec::new() };
    let mut schema = reader.schema(root);
    schema.functions = reader.functions;
    (schema, reader.faults)
}

struct Reader {
    faults: Vec<Fault>,
    functions: Vec<FunctionSpec>,
}

impl Reader {
    fn fault(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.faults.push(Fault::new(code, message, span));
    }

    fn schema(&mut self, root: &Node) -> Schema {
        self.keys(root, &[ROOT_KEYS], "a schema");
        if let Some(version) = root.get("schema")
            && version.text.as_deref() != Some(VERSION)
        {
            let found = version.text.as_deref().unwrap_or("something else");
            self.fault("schema-version", format!("expected schema {VERSION}, and this is {found}"), version.text_span);
        }
        let mut schema = Schema::default();
        for group in root.all("structs") {
            for node in &group.members {
                schema.structs.push(StructSpec { name: node.key.clone(), fields: self.fields(node) });
            }
        }
        for group in root.all("types") {
            for node in &group.members {
                let spec = self.type_spec(node);
                if schema.types.iter().any(|known| known.name == spec.name) {
                    self.fault("schema-twice", format!("the type `{}` is described already", spec.name), node.span);
                } else {
                    schema.types.push(spec);
                }
            }
        }
        self.check_structs(root, &schema);
        self.check_parents(root, &schema);
        schema
    }

    fn type_spec(&mut self, node: &Node) -> TypeSpec {
        self.keys(node, &[TYPE_KEYS], "a type");
        let name = |node: &Node| node.text.as_deref().map(|text| short(text).to_owned());
        TypeSpec {
            name: short(&node.key).to_owned(),
            span: node.span,
            extends: node.get("extends").and_then(name),
            names: node.all("names").filter_map(|node| node.text.clone()).collect(),
            group: node.get("group").and_then(|node| node.text.clone()),
            depends: node.all("depends").filter_map(|node| self.depends(node)).collect(),
            is_abstract: self.flag(node, "abstract", false),
            strict: self.flag(node, "strict", false),
            fields: node.get("fields").map(|fields| self.fields(fields)).unwrap_or_default(),
            merger: node.get("merger").and_then(|merger| self.function(merger)),
            handlers: node.get("handlers").and_then(|handlers| self.handlers(handlers)),
        }
    }

    /// A merger: `library.function`, or the function `merge` of a `library`.
    fn function(&mut self, node: &Node) -> Option<usize> {
        let Some(text) = node.text.as_deref().filter(|text| !text.is_empty()) else {
            self.fault("schema-value", "expected `library`, or `library.function`", node.text_span);
            return None;
        };
        let (library, name) = text.split_once('.').unwrap_or((text, "merge"));
        Some(self.add_function(library, name, 3, node.text_span, false))
    }

    /// A merger of a field in which nothing tells entries apart.
    fn field_merger(&mut self, node: &Node) -> Option<usize> {
        if is_deep(node) {
            self.fault("schema-value", "`keyed-deep` is for lists", node.text_span);
            return None;
        }
        self.function(node)
    }

    /// Handlers: those that a library has.
    fn handlers(&mut self, node: &Node) -> Option<usize> {
        let Some(library) = node.text.as_deref().filter(|text| !text.is_empty()) else {
            self.fault("schema-value", "expected the name of a library", node.text_span);
            return None;
        };
        let first = self.functions.len();
        for (name, parameters) in HANDLERS {
            self.add_function(library, name, parameters, node.text_span, true);
        }
        Some(first)
    }

    fn add_function(&mut self, library: &str, name: &str, parameters: usize, span: Span, is_optional: bool) -> usize {
        let (library, name) = (library.to_owned(), name.to_owned());
        self.functions.push(FunctionSpec { library, name, parameters, span, is_optional });
        self.functions.len() - 1
    }

    fn depends(&mut self, node: &Node) -> Option<Depends> {
        self.keys(node, &[DEPENDS_KEYS], "a dependency");
        let named = node.text.as_deref().or_else(|| node.get("type")?.text.as_deref());
        if named.is_none() {
            self.fault("schema-value", "expected the name of a type, or `{type: …, recursive: true}`", node.span);
        }
        Some(Depends { type_name: short(named?).to_owned(), recursive: self.flag(node, "recursive", false) })
    }

    fn fields(&mut self, node: &Node) -> Vec<FieldSpec> {
        let mut fields: Vec<FieldSpec> = Vec::with_capacity(node.members.len());
        for member in &node.members {
            let field = self.field(member);
            if fields.iter().any(|known| known.name == field.name) {
                self.fault("schema-twice", format!("the field `{}` is described already", field.name), member.span);
            } else {
                fields.push(field);
            }
        }
        fields
    }

    fn field(&mut self, node: &Node) -> FieldSpec {
        let kind = match (&node.text, node.get("is"), node.get("list")) {
            (Some(_), _, _) => self.kind(node, node),
            (None, _, Some(list)) => {
                self.keys(node, &[FIELD_KEYS, LIST_KEYS], "a list");
                KindSpec::List(self.list(node, list))
            }
            (None, Some(is), None) => {
                let kind = self.kind(node, is);
                let own = if matches!(kind, KindSpec::Object(_)) { OBJECT_KEYS } else { VALUE_KEYS };
                self.keys(node, &[FIELD_KEYS, own], "a field");
                kind
            }
            (None, None, None) if node.get("of").is_some() || node.get("fields").is_some() => {
                self.keys(node, &[FIELD_KEYS, OBJECT_KEYS], "a field");
                KindSpec::Object(self.of(node, "of"))
            }
            (None, None, None) => {
                self.keys(node, &[FIELD_KEYS, VALUE_KEYS], "a field");
                KindSpec::Value(ValueKind::Text)
            }
        };
        let is_list = matches!(kind, KindSpec::List(_));
        let merger = node.get("merger").filter(|merger| !is_list || !is_deep(merger));
        let unit = self.word(node, "unit", &["deg", "rad", "m", "s", "kg", "m/s"], false);
        FieldSpec {
            name: node.key.clone(),
            also: node.get("also").and_then(|node| node.text.clone()),
            nomerge: self.flag(node, "nomerge", false),
            nullable: self.flag(node, "nullable", true),
            replace: self.word(node, "merge", &["replace", "walk"], true) == Some("replace"),
            to: node.get("to").and_then(|node| node.text.as_deref()).map(|text| short(text).to_owned()),
            degrees: unit == Some("deg"),
            merger: merger.and_then(|merger| self.field_merger(merger)),
            kind,
        }
    }

    /// What the word `is` says that `field` is.
    fn kind(&mut self, field: &Node, is: &Node) -> KindSpec {
        let word = is.text.as_deref().unwrap_or_default();
        if word == "object" {
            return KindSpec::Object(self.of(field, "of"));
        }
        match ValueKind::named(word) {
            Some(ValueKind::Vector(_)) => KindSpec::Value(ValueKind::Vector(self.size(field))),
            Some(kind) => KindSpec::Value(kind),
            None => {
                let known = ValueKind::NAMES.iter().map(|(name, _)| *name).chain(["object"]);
                self.unknown("schema-kind", "a kind of value", word, known, is.text_span);
                KindSpec::Value(ValueKind::Text)
            }
        }
    }

    fn size(&mut self, node: &Node) -> u8 {
        let Some(size) = node.get("size") else { return 3 };
        let number = size.text.as_deref().and_then(|text| text.parse().ok()).filter(|size| (2..=4).contains(size));
        number.unwrap_or_else(|| {
            self.fault("schema-value", "expected a size of 2, 3 or 4", size.text_span);
            3
        })
    }

    fn list(&mut self, node: &Node, form: &Node) -> ListSpec {
        let form_word = self.word_at(form, &["repeated", "wrapped", "choice"], true);
        let texts = |key| node.all(key).filter_map(|node| node.text.clone()).collect::<Vec<_>>();
        let deep = node.get("merger").is_some_and(is_deep);
        let key = texts("key");
        if deep && key.is_empty() {
            self.fault("schema-value", "`keyed-deep` needs a `key`", node.span);
        }
        let form = match form_word {
            Some("wrapped") => ListForm::Wrapped,
            Some("choice") => ListForm::Choice,
            _ => ListForm::Repeated,
        };
        let mut elements = texts(if form == ListForm::Choice { "elements" } else { "items" });
        if form == ListForm::Choice && elements.is_empty() {
            self.fault("schema-value", "expected the names of a choice's elements as `elements`", node.span);
            elements.push(node.key.clone());
        }
        ListSpec {
            form,
            elements,
            concat: key.is_empty() || self.word(node, "append", &["replace", "concat"], true) == Some("concat"),
            key,
            duplicates: match self.word(node, "duplicates", &["ok", "last", "error"], true) {
                Some("last") => Duplicates::Last,
                Some("error") => Duplicates::Error,
                _ => Duplicates::Ok,
            },
            deep,
            item: self.of(node, "item"),
        }
    }

    fn of(&mut self, node: &Node, key: &str) -> Option<Of> {
        if let Some(fields) = node.get("fields") {
            return Some(Of::Fields(self.fields(fields)));
        }
        node.get(key)?.text.clone().map(Of::Struct)
    }

    fn flag(&mut self, node: &Node, key: &str, default: bool) -> bool {
        let Some(flag) = node.get(key) else { return default };
        match flag.text.as_deref() {
            Some("true") => true,
            Some("false") => false,
            _ => {
                self.fault("schema-value", format!("expected `true` or `false` as `{key}`"), flag.text_span);
                default
            }
        }
    }

    fn word(&mut self, node: &Node, key: &str, known: &'static [&'static str], closed: bool) -> Option<&'static str> {
        self.word_at(node.get(key)?, known, closed)
    }

    /// The word of a value; a `closed` set has no others.
    fn word_at(&mut self, node: &Node, known: &'static [&'static str], closed: bool) -> Option<&'static str> {
        let text = node.text.as_deref().unwrap_or_default();
        let word = known.iter().copied().find(|word| *word == text);
        if closed && word.is_none() {
            let what = format!("a word for `{}`", node.key);
            self.unknown("schema-value", &what, text, known.iter().copied(), node.text_span);
        }
        word
    }

    /// Tells of members that nobody knows.
    fn keys(&mut self, node: &Node, known: &[&[&'static str]], what: &str) {
        for member in &node.members {
            let known = || known.iter().flat_map(|keys| keys.iter().copied());
            if !known().any(|key| key == member.key) {
                self.unknown("schema-key", &format!("a key of {what}"), &member.key, known(), member.span);
            }
        }
    }

    fn unknown<'k>(
        &mut self,
        code: &'static str,
        what: &str,
        found: &str,
        known: impl Iterator<Item = &'k str> + Clone,
        span: Span,
    ) {
        let fault = Fault::new(code, format!("expected {what}, and this is `{found}`"), span);
        self.faults.push(match nearest(found, known.clone()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(format!("known are {}", known.collect::<Vec<_>>().join(", "))),
        });
    }

    /// Tells of structs that are named and not there.
    fn check_structs(&mut self, root: &Node, schema: &Schema) {
        let known: Vec<&str> = schema.structs.iter().map(|spec| spec.name.as_str()).collect();
        let mut open: Vec<&Node> = root.members.iter().filter(|node| node.key != "schema").collect();
        while let Some(node) = open.pop() {
            // A field may be called `of`: then it holds a mapping, or the word of a kind.
            for member in &node.members {
                let names_struct = match member.key.as_str() {
                    "of" => node.get("is").is_some_and(|is| is.text.as_deref() == Some("object")),
                    "item" => node.get("list").is_some_and(|list| list.text.is_some()),
                    _ => false,
                };
                if names_struct
                    && let Some(text) = &member.text
                    && !known.contains(&text.as_str())
                {
                    self.unknown(
                        "schema-struct",
                        "the name of a struct",
                        text,
                        known.iter().copied(),
                        member.text_span,
                    );
                }
            }
            open.extend(&node.members);
        }
    }

    /// Tells of types that extend themselves.
    fn check_parents(&mut self, root: &Node, schema: &Schema) {
        for (at, spec) in schema.types.iter().enumerate() {
            let parent = |name: &str| schema.types.iter().find(|known| known.name == name)?.extends.as_deref();
            let chain: Vec<&str> = std::iter::successors(spec.extends.as_deref(), |name| parent(name))
                .take(schema.types.len() + 1)
                .collect();
            let is_cycle = chain.iter().position(|name| *name == spec.name);
            let first_of_cycle = |end: usize| {
                chain[..end].iter().all(|name| schema.types.iter().position(|known| known.name == *name) > Some(at))
            };
            if let Some(end) = is_cycle.filter(|&end| first_of_cycle(end)) {
                let way = [&[spec.name.as_str()], &chain[..=end]].concat().join(" → ");
                let span = root.all("types").flat_map(|group| &group.members);
                let span = span.filter(|node| short(&node.key) == spec.name).map(|node| node.span).next();
                self.fault("schema-extends", format!("types extend each other: {way}"), span.unwrap_or_default());
            }
        }
    }
}

/// Whether a merger is the one that merges entries field by field.
fn is_deep(merger: &Node) -> bool {
    merger.text.as_deref() == Some("keyed-deep")
}
