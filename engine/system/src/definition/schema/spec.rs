//! A schema as its author wrote it, checked: types, their fields, and structs.

use assay_document::text::Span;
use rustc_hash::FxHashMap;

use super::value::SchemaValueKind;

/// A schema.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The file, and its text.
    pub(in crate::definition) path: String,
    pub(in crate::definition) text: String,
    pub(in crate::definition) types: Vec<TypeSpec>,
    /// Where each of them is, by its name.
    pub(in crate::definition) by_name: FxHashMap<String, usize>,
    pub(in crate::definition) structs: Vec<StructSpec>,
    /// The functions of libraries that it names.
    pub(in crate::definition) functions: Vec<FunctionSpec>,
}

/// A function of a library.
#[derive(Clone, Debug)]
pub(in crate::definition) struct FunctionSpec {
    /// The library, a file `lib/NAME.rhai` beside the schema.
    pub library: String,
    pub name: String,
    pub parameters: usize,
    /// Where it is named.
    pub span: Span,
    /// Whether the library need not have it.
    pub is_optional: bool,
}

/// A builder type.
#[derive(Clone, Debug, Default)]
pub(in crate::definition) struct TypeSpec {
    /// Without prefix.
    pub name: String,
    /// Where it is described.
    pub span: Span,
    /// The type whose fields it has, too.
    pub extends: Option<String>,
    /// Further spellings of `xsi:type`, without prefix, and where they stand.
    pub names: Vec<(String, Span)>,
    /// The group in whose definitions each id occurs only once.
    pub group: Option<String>,
    pub depends: Vec<Depends>,
    pub is_abstract: bool,
    /// True if fields that it does not name are reported.
    pub strict: bool,
    pub fields: Vec<FieldSpec>,
    /// The function that merges it as a whole.
    pub merger: Option<usize>,
    /// The first of its handlers; the others are those behind it.
    pub handlers: Option<usize>,
}

/// A type that has to be loaded before.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Depends {
    pub type_name: String,
    /// True if all types that extend it have to be loaded before, too.
    pub recursive: bool,
}

/// The fields of a nested element.
#[derive(Clone, Debug)]
pub(in crate::definition) struct StructSpec {
    pub name: String,
    pub fields: Vec<FieldSpec>,
}

/// A field: an attribute (`@Name`), or an element or several of them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of a schema by itself")]
pub(in crate::definition) struct FieldSpec {
    /// As written, with the `@` of an attribute.
    pub name: String,
    /// A second name of the same.
    pub also: Option<String>,
    pub kind: KindSpec,
    /// True if the value of the base is never taken over.
    pub nomerge: bool,
    /// True if it can be absent.
    pub nullable: bool,
    /// True if it is replaced as a whole.
    pub replace: bool,
    /// The type that it refers to.
    pub to: Option<String>,
    /// The words that it can be; any when there is none.
    pub values: Vec<String>,
    /// The value of a field that cannot be absent in the game, where a file does not give it.
    pub default: Option<String>,
    /// Given in degrees.
    pub degrees: bool,
    /// The function that merges it.
    pub merger: Option<usize>,
}

#[derive(Clone, Debug)]
pub(in crate::definition) enum KindSpec {
    Value(SchemaValueKind),
    /// An element with fields of its own.
    Object(Option<Of>),
    List(ListSpec),
}

/// Where the fields of an object or an item are.
#[derive(Clone, Debug)]
pub(in crate::definition) enum Of {
    Struct(String),
    Fields(Vec<FieldSpec>),
}

#[derive(Clone, Debug, Default)]
pub(in crate::definition) struct ListSpec {
    pub form: ListForm,
    /// The names of its elements: of a choice, or of the items in a wrapper.
    pub elements: Vec<String>,
    /// The parts of the key that distinguishes entries: `@Attribute`, `Element`, `#text`.
    pub key: Vec<String>,
    /// True if entries with equal keys are kept next to each other when appended.
    pub concat: bool,
    pub duplicates: Duplicates,
    /// True if entries with equal keys are merged field by field.
    pub deep: bool,
    pub item: Option<Of>,
}

/// The form of a list in a file.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in crate::definition) enum ListForm {
    /// As elements of one name.
    #[default]
    Repeated,
    /// As the elements of one element.
    Wrapped,
    /// As elements of several names.
    Choice,
}

/// The way in which the game treats entries of a list with equal keys.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in crate::definition) enum Duplicates {
    #[default]
    Ok,
    /// Takes the last of them.
    Last,
    /// Refuses them.
    Error,
}
