//! Reads a schema from a tree, and reports each mistake at its place.

use assay_document::format::is_name;
use assay_document::text::{Fault, IssueCode, Span};
use rustc_hash::FxHashSet;

use super::spec::{Depends, FieldSpec, FunctionSpec, KindSpec, ListForm, ListSpec, Of, Schema, StructSpec, TypeSpec};
use super::value::SchemaValueKind;
use crate::definition::script::HANDLERS;
use crate::definition::words::{short, suggest};
use crate::tree::TreeNode;

const VERSION: &str = "1";

const ROOT_KEYS: &[&str] = &["schema", "types", "structs"];
const TYPE_KEYS: &[&str] =
    &["extends", "names", "group", "depends", "abstract", "strict", "fields", "merger", "handlers"];
const DEPENDS_KEYS: &[&str] = &["type", "recursive"];
/// The keys of every field, of a field with one value, of an object, and of a list.
const FIELD_KEYS: &[&str] = &["also", "nomerge", "nullable", "default", "merger"];
const VALUE_KEYS: &[&str] = &["is", "list", "unit", "to", "size", "values"];
const OBJECT_KEYS: &[&str] = &["is", "list", "of", "fields", "merge"];
const LIST_KEYS: &[&str] = &["list", "merge", "items", "elements", "key", "append", "duplicates", "item", "fields"];
/// The units of numbers. Only degrees are converted.
const UNITS: &[&str] = &["deg", "rad", "m", "s", "kg", "m/s"];

/// The forms of a list in a file.
const FORMS: &[&str] = &["repeated", "wrapped", "choice"];

/// The part of a key that stands for the text of an entry.
const TEXT: &str = "#text";

/// The kinds of values that have a list of words.
const WORDS: [&str; 2] = ["enum", "flags"];

pub(super) fn read(root: &TreeNode) -> (Schema, Vec<Fault>) {
    let mut reader = SchemaReader { faults: Vec::new(), functions: Vec::new() };
    let mut schema = reader.schema(root);
    schema.functions = reader.functions;
    (schema, reader.faults)
}

struct SchemaReader {
    faults: Vec<Fault>,
    functions: Vec<FunctionSpec>,
}

impl SchemaReader {
    fn fault(&mut self, code: IssueCode, message: impl Into<String>, span: Span) {
        self.faults.push(Fault::new(code, message, span));
    }

    /// Reports a value that has another form than its key requires.
    fn refuse(&mut self, message: impl Into<String>, span: Span) {
        self.fault(IssueCode::SchemaValue, message, span);
    }

    fn schema(&mut self, root: &TreeNode) -> Schema {
        if root.children.is_empty() {
            self.refuse("a schema must be a mapping with `types`", root.text_span);
        }
        self.keys(root, &[ROOT_KEYS], "a schema");
        if let Some(version) = root.get("schema")
            && version.text.as_deref() != Some(VERSION)
        {
            let found = version.text.as_deref().unwrap_or("something else");
            self.fault(IssueCode::SchemaVersion, format!("`schema` must be {VERSION}, not {found}"), version.text_span);
        }
        let mut schema = Schema::default();
        for group in root.all("structs") {
            for node in self.members(group) {
                schema.structs.push(StructSpec { name: node.name.clone(), fields: self.fields(node) });
            }
        }
        for group in root.all("types") {
            for node in self.members(group) {
                let spec = self.type_spec(node);
                if schema.by_name.contains_key(&spec.name) {
                    let message = format!("the type `{}` is already described", spec.name);
                    self.fault(IssueCode::SchemaTwice, message, node.span);
                } else {
                    schema.by_name.insert(spec.name.clone(), schema.types.len());
                    schema.types.push(spec);
                }
            }
        }
        self.check_names(&mut schema);
        self.check_structs(root, &schema);
        self.check_parents(&schema);
        schema
    }

    /// Returns the members of a mapping; reports any other value.
    fn members<'n>(&mut self, node: &'n TreeNode) -> &'n [TreeNode] {
        if node.text.is_some() {
            self.refuse(format!("`{}` must be a mapping", node.name), node.text_span);
        }
        &node.children
    }

    fn text<'n>(&mut self, node: &'n TreeNode, key: &'n str) -> Option<&'n str> {
        let texts = self.texts(node, key);
        if texts.len() > 1 {
            self.refuse(format!("`{key}` must be one string"), texts[1].text_span);
        }
        texts.first()?.text.as_deref()
    }

    /// Returns the strings under a key, with their places.
    fn texts<'n>(&mut self, node: &'n TreeNode, key: &'n str) -> Vec<&'n TreeNode> {
        let (texts, others): (Vec<_>, Vec<_>) = node.all(key).partition(|node| node.text.is_some());
        for other in others.iter().filter(|other| !texts.is_empty() || !other.children.is_empty()) {
            self.refuse(format!("`{key}` must be a string"), other.text_span);
        }
        texts
    }

    fn strings(&mut self, node: &TreeNode, key: &str) -> Vec<String> {
        self.texts(node, key).into_iter().filter_map(|node| node.text.clone()).collect()
    }

    fn type_spec(&mut self, node: &TreeNode) -> TypeSpec {
        self.members(node);
        self.keys(node, &[TYPE_KEYS], "a type");
        TypeSpec {
            name: short(&node.name).to_owned(),
            span: node.span,
            extends: self.text(node, "extends").map(|name| short(name).to_owned()),
            names: self
                .texts(node, "names")
                .into_iter()
                .filter_map(|node| Some((short(node.text.as_deref()?).to_owned(), node.text_span)))
                .collect(),
            group: self.text(node, "group").map(str::to_owned),
            depends: node.all("depends").filter_map(|node| self.depends(node)).collect(),
            is_abstract: self.flag(node, "abstract", false),
            strict: self.flag(node, "strict", false),
            fields: node.get("fields").map(|fields| self.fields(fields)).unwrap_or_default(),
            merger: node.get("merger").and_then(|merger| self.function(merger)),
            handlers: node.get("handlers").and_then(|handlers| self.handlers(handlers)),
        }
    }

    /// Reads a merger: `library.function`, or the function `merge` of a `library`.
    fn function(&mut self, node: &TreeNode) -> Option<usize> {
        let text = node.text.as_deref().unwrap_or_default();
        let (library, name) = text.split_once('.').unwrap_or((text, "merge"));
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        if !is_name(library) || !is_name(name) {
            let found = if text.is_empty() { String::new() } else { format!(", not `{text}`") };
            self.refuse(format!("`merger` must be `library` or `library.function`{found}"), node.text_span);
            return None;
        }
        Some(self.add_function(library, name, 3, node.text_span, false))
    }

    /// Reads the merger of a field whose entries have no key.
    fn field_merger(&mut self, node: &TreeNode) -> Option<usize> {
        if is_deep(node) {
            self.refuse("`keyed-deep` is for lists", node.text_span);
            return None;
        }
        self.function(node)
    }

    /// Reads handlers: the functions of a library.
    fn handlers(&mut self, node: &TreeNode) -> Option<usize> {
        let Some(library) = node.text.as_deref().filter(|text| !text.is_empty()) else {
            self.refuse("`handlers` must be the name of a library", node.text_span);
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

    fn depends(&mut self, node: &TreeNode) -> Option<Depends> {
        self.keys(node, &[DEPENDS_KEYS], "a dependency");
        let named = node.text.as_deref().or_else(|| node.get("type")?.text.as_deref());
        if named.is_none() {
            let message = "an item of `depends` must be the name of a type, or `{type: …, recursive: true}`";
            self.refuse(message, node.span);
        }
        Some(Depends { type_name: short(named?).to_owned(), recursive: self.flag(node, "recursive", false) })
    }

    fn fields(&mut self, node: &TreeNode) -> Vec<FieldSpec> {
        let mut fields: Vec<FieldSpec> = Vec::with_capacity(node.children.len());
        for member in self.members(node) {
            let field = self.field(member);
            if fields.iter().any(|known| known.name == field.name) {
                let message = format!("the field `{}` is already described", field.name);
                self.fault(IssueCode::SchemaTwice, message, member.span);
            } else {
                fields.push(field);
            }
        }
        let mut taken: FxHashSet<String> = fields.iter().map(|field| field.name.clone()).collect();
        for FieldSpec { name, also, kind, .. } in &mut fields {
            let mut twice: Vec<String> = also.take_if(|also| !taken.insert(also.clone())).into_iter().collect();
            if let KindSpec::List(ListSpec { form: ListForm::Choice, elements, .. }) = kind {
                twice.extend(elements.iter().filter(|&other| other != name && !taken.insert(other.clone())).cloned());
            }
            for twice in twice {
                let message = format!("a field is already called `{twice}`, so `{name}` cannot have that name too");
                self.fault(IssueCode::SchemaTwice, message, node.get(name).map_or(node.span, |member| member.span));
            }
        }
        fields
    }

    fn field(&mut self, node: &TreeNode) -> FieldSpec {
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
                KindSpec::Value(SchemaValueKind::Text)
            }
        };
        let is_list = matches!(kind, KindSpec::List(_));
        let merger = node.get("merger").filter(|merger| !is_list || !is_deep(merger));
        let unit = self.word(node, "unit", UNITS);
        if unit == Some("deg") && !matches!(kind, KindSpec::Value(SchemaValueKind::Number | SchemaValueKind::Vector(_)))
        {
            self.refuse("`unit: deg` is for `number` and `vector`", node.span);
        }
        self.check_names_of(node, &kind);
        if let Some(size) = node.get("size").filter(|_| !matches!(kind, KindSpec::Value(SchemaValueKind::Vector(_)))) {
            self.refuse("`size` is for `vector`", size.span);
        }
        let values = self.strings(node, "values");
        if !values.is_empty() && !WORDS.contains(&node.get("is").and_then(|is| is.text.as_deref()).unwrap_or("")) {
            self.refuse(format!("`values` needs one of the kinds `{}`", WORDS.join("` and `")), node.span);
        }
        let default = self.text(node, "default").map(str::to_owned);
        let nullable = self.flag(node, "nullable", true);
        if let Some(default) = &default {
            let read = match &kind {
                KindSpec::Value(kind) if !nullable => kind.read(default, unit == Some("deg"), &values),
                _ => None,
            };
            if !matches!(read, Some(Ok(_))) {
                let expected =
                    read.and_then(Result::err).unwrap_or("one value that cannot be absent (`nullable: false`)".into());
                self.refuse(format!("`default` must be {expected}, not `{default}`"), node.span);
            }
        }
        FieldSpec {
            name: node.name.clone(),
            also: self.text(node, "also").map(str::to_owned),
            nomerge: self.flag(node, "nomerge", false),
            nullable,
            replace: self.word(node, "merge", &["replace", "walk"]) == Some("replace"),
            to: self.text(node, "to").map(|text| short(text).to_owned()),
            values,
            default,
            degrees: unit == Some("deg"),
            merger: merger.and_then(|merger| self.field_merger(merger)),
            kind,
        }
    }

    /// Reports a list or an object with the name of an attribute, and a merger of a field that is never merged.
    fn check_names_of(&mut self, node: &TreeNode, kind: &KindSpec) {
        let wrong = names(node).filter(|(name, _)| name.starts_with('@') && !matches!(kind, KindSpec::Value(_)));
        for (name, span) in wrong {
            self.refuse(format!("a list or an object must be an element, not the attribute `{name}`"), span);
        }
        let is_never = |key, word| node.get(key).is_some_and(|node| node.text.as_deref() == Some(word));
        for (key, word) in [("nomerge", "true"), ("merge", "replace")] {
            if let Some(merger) = node.get("merger").filter(|_| is_never(key, word)) {
                self.refuse(format!("a `merger` has no effect with `{key}: {word}`"), merger.span);
            }
        }
    }

    /// Reads the kind of `field` from the word at `is`. An unknown word is reported and read as text.
    fn kind(&mut self, field: &TreeNode, is: &TreeNode) -> KindSpec {
        let word = is.text.as_deref().unwrap_or_default();
        if word == "object" {
            return KindSpec::Object(self.of(field, "of"));
        }
        match SchemaValueKind::named(word) {
            Some(SchemaValueKind::Vector(_)) => KindSpec::Value(SchemaValueKind::Vector(self.size(field))),
            Some(kind) => KindSpec::Value(kind),
            None => {
                let known = SchemaValueKind::NAMES.iter().map(|(name, _)| *name).chain(["object"]);
                let message = format!("unknown kind of value `{word}`");
                self.report_unknown(IssueCode::SchemaKind, message, word, known, is.text_span);
                KindSpec::Value(SchemaValueKind::Text)
            }
        }
    }

    fn size(&mut self, node: &TreeNode) -> u8 {
        let Some(size) = node.get("size") else { return 3 };
        let number = size.text.as_deref().and_then(|text| text.parse().ok()).filter(|size| (2..=4).contains(size));
        number.unwrap_or_else(|| {
            self.refuse("`size` must be 2, 3 or 4", size.text_span);
            3
        })
    }

    fn list(&mut self, node: &TreeNode, form: &TreeNode) -> ListSpec {
        let form_word = self.word_at(form, FORMS);
        let deep = node.get("merger").is_some_and(is_deep);
        let mut key = self.strings(node, "key");
        for part in node.all("key").filter(|part| part.text.as_deref().is_some_and(|text| !is_key(text))) {
            self.refuse("`key` must be `@Attribute`, `Element` or `#text`", part.text_span);
        }
        key.retain(|part| is_key(part));
        for word in ["append", "duplicates"].into_iter().filter_map(|word| node.get(word)).filter(|_| key.is_empty()) {
            self.refuse(format!("`{}` needs a `key`", word.name), word.span);
        }
        if deep && key.is_empty() {
            self.refuse("`keyed-deep` needs a `key`", node.span);
        }
        let form = match form_word {
            Some("wrapped") => ListForm::Wrapped,
            Some("choice") => ListForm::Choice,
            _ => ListForm::Repeated,
        };
        let [own, other] = if form == ListForm::Choice { ["elements", "items"] } else { ["items", "elements"] };
        let mut elements = self.strings(node, own);
        let is_own = form != ListForm::Repeated && node.get(other).is_none();
        if !is_own && (node.get(other).is_some() || !elements.is_empty()) {
            self.refuse("`items` are for `wrapped`, `elements` for `choice`", node.span);
        }
        if form == ListForm::Choice && elements.is_empty() {
            self.refuse("`elements` must be the names of the choice's elements", node.span);
            elements.push(node.name.clone());
        }
        ListSpec {
            form,
            elements,
            concat: key.is_empty() || self.word(node, "append", &["replace", "concat"]) == Some("concat"),
            key,
            // `ok` and `last` describe the game. For merging they are the same.
            refuses_duplicates: self.word(node, "duplicates", &["ok", "last", "error"]) == Some("error"),
            deep,
            item: self.of(node, "item"),
        }
    }

    fn of(&mut self, node: &TreeNode, key: &str) -> Option<Of> {
        if let Some(fields) = node.get("fields") {
            return Some(Of::Fields(self.fields(fields)));
        }
        self.text(node, key).map(|name| Of::Struct(name.to_owned()))
    }

    fn flag(&mut self, node: &TreeNode, key: &str, default: bool) -> bool {
        let Some(flag) = node.get(key) else { return default };
        match flag.text.as_deref() {
            Some("true") => true,
            Some("false") => false,
            _ => {
                self.refuse(format!("`{key}` must be `true` or `false`"), flag.text_span);
                default
            }
        }
    }

    fn word(&mut self, node: &TreeNode, key: &str, known: &'static [&'static str]) -> Option<&'static str> {
        self.text(node, key);
        self.word_at(node.get(key)?, known)
    }

    /// Reads a word, which has to be one of `known`.
    fn word_at(&mut self, node: &TreeNode, known: &'static [&'static str]) -> Option<&'static str> {
        let text = node.text.as_deref().unwrap_or_default();
        let word = known.iter().copied().find(|word| *word == text);
        if word.is_none() {
            let message = format!("`{}` cannot be `{text}`", node.name);
            self.report_unknown(IssueCode::SchemaValue, message, text, known.iter().copied(), node.text_span);
        }
        word
    }

    /// Reports unknown members.
    fn keys(&mut self, node: &TreeNode, known: &[&[&'static str]], what: &str) {
        for member in &node.children {
            let known = || known.iter().flat_map(|keys| keys.iter().copied());
            if !known().any(|key| key == member.name) {
                let message = format!("{what} has no key `{}`", member.name);
                self.report_unknown(IssueCode::SchemaKey, message, &member.name, known(), member.span);
            }
        }
    }

    fn report_unknown<'k>(
        &mut self,
        code: IssueCode,
        message: String,
        found: &str,
        known: impl Iterator<Item = &'k str>,
        span: Span,
    ) {
        let fault = Fault::new(code, message, span);
        let known: Vec<&str> = known.collect();
        let all = || (!known.is_empty()).then(|| format!("known: {}", known.join(", ")));
        let help = suggest(found, known.iter().copied()).or_else(all);
        self.faults.push(Fault { help, ..fault });
    }

    /// Reports structs that are named but do not exist.
    fn check_structs(&mut self, root: &TreeNode, schema: &Schema) {
        let known: Vec<&str> = schema.structs.iter().map(|spec| spec.name.as_str()).collect();
        let mut open: Vec<&TreeNode> = root.children.iter().filter(|node| node.name != "schema").collect();
        while let Some(node) = open.pop() {
            self.check_key(root, node);
            // A field may be called `of`: then it holds a mapping, or the word of a kind.
            for member in &node.children {
                let names_struct = match member.name.as_str() {
                    "of" => node.get("is").is_some_and(|is| is.text.as_deref() == Some("object")),
                    "item" => node.get("list").is_some_and(|list| list.text.is_some()),
                    _ => false,
                };
                if names_struct
                    && let Some(text) = &member.text
                    && !known.contains(&text.as_str())
                {
                    let message = format!("there is no struct `{text}`");
                    let known = known.iter().copied();
                    self.report_unknown(IssueCode::SchemaStruct, message, text, known, member.text_span);
                }
            }
            open.extend(&node.children);
        }
    }

    /// Reports keys that the entries of a list do not have.
    fn check_key(&mut self, root: &TreeNode, list: &TreeNode) {
        let is_list = list.get("list").and_then(|form| form.text.as_deref()).is_some_and(|form| FORMS.contains(&form));
        let named = list.get("item").and_then(|item| item.text.as_deref());
        let of_struct =
            || root.all("structs").flat_map(|group| &group.children).find(|spec| Some(spec.name.as_str()) == named);
        let Some(item) = list.get("fields").or_else(of_struct).filter(|_| is_list) else { return };
        let known: Vec<&str> = item.children.iter().flat_map(|field| names(field).map(|(name, _)| name)).collect();
        for part in list.all("key") {
            if let Some(text) =
                part.text.as_deref().filter(|text| is_key(text) && *text != TEXT && !known.contains(text))
            {
                let message = format!("`key` must be a field of the entries, not `{text}`");
                self.report_unknown(IssueCode::SchemaValue, message, text, known.iter().copied(), part.text_span);
            }
        }
    }

    /// Reports further names that other types already have, and removes them.
    fn check_names(&mut self, schema: &mut Schema) {
        let mut taken = schema.by_name.clone();
        for spec in &mut schema.types {
            spec.names.retain(|(name, span)| {
                let is_new = taken.insert(name.clone(), 0).is_none();
                if !is_new {
                    self.fault(IssueCode::SchemaTwice, format!("a type is already called `{name}`"), *span);
                }
                is_new
            });
        }
    }

    /// Reports types that extend themselves, once for each cycle.
    fn check_parents(&mut self, schema: &Schema) {
        // For each type, the walk that reached it.
        let mut walks: Vec<Option<usize>> = vec![None; schema.types.len()];
        let name = |at: usize| schema.types[at].name.as_str();
        for start in 0..schema.types.len() {
            let mut way = Vec::new();
            let mut next = Some(start);
            while let Some(at) = next.filter(|&at| walks[at].is_none()) {
                walks[at] = Some(start);
                way.push(at);
                next = schema.types[at].extends.as_ref().and_then(|parent| schema.by_name.get(parent).copied());
            }
            if let Some(at) = next.filter(|&at| walks[at] == Some(start) && !way.is_empty()) {
                let from = way.iter().position(|&other| other == at).unwrap_or_default();
                let names: Vec<&str> = way[from..].iter().chain([&at]).map(|&at| name(at)).collect();
                let message = format!("types extend each other: {}", names.join(" → "));
                self.fault(IssueCode::SchemaExtends, message, schema.types[at].span);
            }
        }
    }
}

/// Returns the names of a field, with their places: its own name, a second name, and the names of a choice's elements.
fn names(field: &TreeNode) -> impl Iterator<Item = (&str, Span)> {
    let more = field.children.iter().filter(|member| ["also", "elements"].contains(&member.name.as_str()));
    let more = more.filter_map(|member| Some((member.text.as_deref()?, member.text_span)));
    std::iter::once((field.name.as_str(), field.span)).chain(more)
}

/// Returns true if the part may be a part of the key of a list's entries.
fn is_key(part: &str) -> bool {
    part == TEXT || is_name(part.strip_prefix('@').unwrap_or(part))
}

/// Returns true if the merger merges entries field by field.
fn is_deep(merger: &TreeNode) -> bool {
    merger.text.as_deref() == Some("keyed-deep")
}
