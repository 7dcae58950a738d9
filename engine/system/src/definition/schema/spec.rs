//! A checked schema: types, their fields, and structs.

use assay_document::text::Span;
use rustc_hash::FxHashMap;

use super::value::SchemaValueKind;

/// A schema.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    pub(in crate::definition) path: String,
    pub(in crate::definition) text: String,
    pub(in crate::definition) types: Vec<TypeSpec>,
    /// The index of each type, by its name.
    pub(in crate::definition) by_name: FxHashMap<String, usize>,
    pub(in crate::definition) structs: Vec<StructSpec>,
    /// The functions of libraries that the schema names.
    pub(in crate::definition) functions: Vec<FunctionSpec>,
}

#[derive(Clone, Debug)]
pub(in crate::definition) struct FunctionSpec {
    /// The library, a file `lib/NAME.rhai` next to the schema.
    pub library: String,
    pub name: String,
    pub parameters: usize,
    /// The place where the schema names it.
    pub span: Span,
    /// True if the library may lack the function.
    pub is_optional: bool,
}

/// A builder type.
#[derive(Clone, Debug, Default)]
pub(in crate::definition) struct TypeSpec {
    /// The name, without prefix.
    pub name: String,
    /// The place of its description.
    pub span: Span,
    /// The type whose fields it inherits.
    pub extends: Option<String>,
    /// Other spellings of `xsi:type`, without prefix, and their places.
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
    /// The first of its handlers, which the other handlers follow.
    pub handlers: Option<usize>,
}

/// A type that has to be loaded first.
#[derive(Clone, Debug)]
pub(in crate::definition) struct Depends {
    pub type_name: String,
    /// True if all types that extend it have to be loaded first, too.
    pub recursive: bool,
}

/// The fields of a nested element.
#[derive(Clone, Debug)]
pub(in crate::definition) struct StructSpec {
    pub name: String,
    pub fields: Vec<FieldSpec>,
}

/// A field: an attribute (`@Name`), an element, or several elements.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of a schema by itself")]
pub(in crate::definition) struct FieldSpec {
    /// The name as written, with the `@` of an attribute.
    pub name: String,
    /// A second name of the same field.
    pub also: Option<String>,
    pub kind: KindSpec,
    /// True if the value of the base is never merged.
    pub nomerge: bool,
    /// True if it can be absent.
    pub nullable: bool,
    /// True if it is replaced as a whole.
    pub replace: bool,
    /// The type that it refers to.
    pub to: Option<String>,
    /// The allowed words; empty if any word is allowed.
    pub values: Vec<String>,
    /// The default value. The game uses it if a file lacks a field that cannot be absent.
    pub default: Option<String>,
    /// True if the number is in degrees.
    pub degrees: bool,
    /// The function that merges it.
    pub merger: Option<usize>,
}

#[derive(Clone, Debug)]
pub(in crate::definition) enum KindSpec {
    Value(SchemaValueKind),
    /// An element with fields.
    Object(Option<Of>),
    List(ListSpec),
}

/// The description of the fields of an object or an item.
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
    /// True if the game refuses entries with equal keys.
    pub refuses_duplicates: bool,
    /// True if entries with equal keys are merged field by field.
    pub deep: bool,
    pub item: Option<Of>,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(in crate::definition) enum ListForm {
    /// As elements with the same name.
    #[default]
    Repeated,
    /// As the children of one element.
    Wrapped,
    /// As elements with several names.
    Choice,
}
