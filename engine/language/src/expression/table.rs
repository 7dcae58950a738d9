//! The functions and methods of Python that expressions support, and suggestions for others.

/// A function, called as `name(…)`, or a method, called as `value.name(…)`.
#[derive(Clone, Copy, Debug)]
pub struct TableFunction {
    /// Its name.
    pub name: &'static str,
    /// The least and the greatest number of arguments. For a method, this covers all types that have it.
    pub arguments: (usize, usize),
    /// The kind of its first argument.
    pub takes: ArgumentKind,
}

/// The kind of argument that a function or a method takes first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ArgumentKind {
    /// A value.
    Value,
    /// Something to iterate over: a value, a generator, a range.
    Elements,
    /// Something with a length: a value, a range, the keys of a record.
    Sized,
    /// A value, with the name of a type as the second argument.
    Type,
    /// Like [`Self::Elements`]; the result can only be iterated over, too.
    Stream,
}

/// The maximum number of arguments of a function that takes any number.
const MANY: usize = usize::MAX;

/// The functions of Python, sorted by name.
pub const FUNCTIONS: &[TableFunction] = &[
    function("abs", (1, 1), ArgumentKind::Value),
    function("all", (1, 1), ArgumentKind::Elements),
    function("any", (1, 1), ArgumentKind::Elements),
    function("bin", (1, 1), ArgumentKind::Value),
    function("bool", (0, 1), ArgumentKind::Value),
    function("chr", (1, 1), ArgumentKind::Value),
    function("dict", (0, 1), ArgumentKind::Elements),
    function("divmod", (2, 2), ArgumentKind::Value),
    function("enumerate", (1, 2), ArgumentKind::Stream),
    function("float", (0, 1), ArgumentKind::Value),
    function("hex", (1, 1), ArgumentKind::Value),
    function("int", (0, 2), ArgumentKind::Value),
    function("isinstance", (2, 2), ArgumentKind::Type),
    function("len", (1, 1), ArgumentKind::Sized),
    function("list", (0, 1), ArgumentKind::Elements),
    function("max", (1, MANY), ArgumentKind::Elements),
    function("min", (1, MANY), ArgumentKind::Elements),
    function("oct", (1, 1), ArgumentKind::Value),
    function("ord", (1, 1), ArgumentKind::Value),
    function("pow", (2, 2), ArgumentKind::Value),
    function("range", (1, 3), ArgumentKind::Stream),
    function("repr", (1, 1), ArgumentKind::Value),
    function("reversed", (1, 1), ArgumentKind::Stream),
    function("round", (1, 2), ArgumentKind::Value),
    function("set", (0, 1), ArgumentKind::Elements),
    function("sorted", (1, 1), ArgumentKind::Elements),
    function("str", (0, 1), ArgumentKind::Value),
    function("sum", (1, 2), ArgumentKind::Elements),
    function("tuple", (0, 1), ArgumentKind::Elements),
    function("zip", (0, MANY), ArgumentKind::Stream),
];

/// The types that `isinstance` knows.
pub const TYPES: &[&str] = &["bool", "dict", "float", "int", "list", "set", "str", "tuple"];

/// The methods of Python, sorted by name.
pub const METHODS: &[TableFunction] = &[
    function("center", (1, 2), ArgumentKind::Value),
    function("copy", (0, 0), ArgumentKind::Value),
    function("count", (1, 3), ArgumentKind::Value),
    function("difference", (1, 1), ArgumentKind::Elements),
    function("endswith", (1, 3), ArgumentKind::Value),
    function("find", (1, 3), ArgumentKind::Value),
    function("get", (1, 2), ArgumentKind::Value),
    function("index", (1, 3), ArgumentKind::Value),
    function("intersection", (1, 1), ArgumentKind::Elements),
    function("isalnum", (0, 0), ArgumentKind::Value),
    function("isalpha", (0, 0), ArgumentKind::Value),
    function("isascii", (0, 0), ArgumentKind::Value),
    function("isdecimal", (0, 0), ArgumentKind::Value),
    function("isdigit", (0, 0), ArgumentKind::Value),
    function("isdisjoint", (1, 1), ArgumentKind::Elements),
    function("islower", (0, 0), ArgumentKind::Value),
    function("isprintable", (0, 0), ArgumentKind::Value),
    function("isspace", (0, 0), ArgumentKind::Value),
    function("issubset", (1, 1), ArgumentKind::Elements),
    function("issuperset", (1, 1), ArgumentKind::Elements),
    function("isupper", (0, 0), ArgumentKind::Value),
    function("items", (0, 0), ArgumentKind::Stream),
    function("join", (1, 1), ArgumentKind::Elements),
    function("keys", (0, 0), ArgumentKind::Stream),
    function("ljust", (1, 2), ArgumentKind::Value),
    function("lower", (0, 0), ArgumentKind::Value),
    function("lstrip", (0, 1), ArgumentKind::Value),
    function("partition", (1, 1), ArgumentKind::Value),
    function("removeprefix", (1, 1), ArgumentKind::Value),
    function("removesuffix", (1, 1), ArgumentKind::Value),
    function("replace", (2, 3), ArgumentKind::Value),
    function("rfind", (1, 3), ArgumentKind::Value),
    function("rindex", (1, 3), ArgumentKind::Value),
    function("rjust", (1, 2), ArgumentKind::Value),
    function("rpartition", (1, 1), ArgumentKind::Value),
    function("rsplit", (0, 2), ArgumentKind::Value),
    function("rstrip", (0, 1), ArgumentKind::Value),
    function("split", (0, 2), ArgumentKind::Value),
    function("splitlines", (0, 1), ArgumentKind::Value),
    function("startswith", (1, 3), ArgumentKind::Value),
    function("strip", (0, 1), ArgumentKind::Value),
    function("symmetric_difference", (1, 1), ArgumentKind::Elements),
    function("union", (1, 1), ArgumentKind::Elements),
    function("upper", (0, 0), ArgumentKind::Value),
    function("values", (0, 0), ArgumentKind::Stream),
    function("zfill", (1, 1), ArgumentKind::Value),
];

impl TableFunction {
    /// Returns the parentheses of a call, with `…` if there may be arguments.
    pub const fn parentheses(&self) -> &'static str {
        if self.arguments.1 == 0 { "()" } else { "(…)" }
    }
}

/// Methods of the objects that scripts use: the elements of `{dom}`, and collections.
pub const OBJECT_METHODS: &[&str] = &["findall", "findtext", "iter", "iterfind", "itertext", "newest", "paths"];

/// Common methods of Rhai, each with its counterpart in Python: authors use both languages in one rule file.
pub const RHAI: &[(&str, &str)] = &[
    ("all", "write `all(… for x in d)`"),
    ("contains", "write `x in d`"),
    ("ends_with", "write `endswith(…)`"),
    ("filter", "write `[x for x in d if …]`"),
    ("floor", "write `x // 1`"),
    ("index_of", "write `index(…)`"),
    ("int", "write `int(x)`"),
    ("is_empty", "write `len(d) == 0`"),
    ("len", "write `len(d)`"),
    ("map", "write `[… for x in d]`"),
    ("max", "write `max(x, y)`"),
    ("min", "write `min(x, y)`"),
    ("parse_float", "write `float(x)`"),
    ("parse_int", "write `int(x)`"),
    ("round", "write `round(x)`"),
    ("some", "write `any(… for x in d)`"),
    ("starts_with", "write `startswith(…)`"),
    ("sub_string", "write `x[start:end]`"),
    ("to_float", "write `float(x)`"),
    ("to_int", "write `int(x)`"),
    ("to_lower", "write `lower()`"),
    ("to_string", "write `str(x)`"),
    ("to_upper", "write `upper()`"),
    ("zip", "write `zip(x, y)`"),
];

/// Methods that change their value in place, each with a replacement. Expressions cannot change values.
pub const CHANGING: &[(&str, &str)] = &[
    ("add", "write `x | {…}`"),
    ("append", "write `x + […]`"),
    ("chop", "write `x[-n:]`"),
    ("clear", "write `[]`"),
    ("crop", "write `x[start:end]`"),
    ("dedup", "write `set(x)`"),
    ("discard", "write `x - {…}`"),
    ("drain", "write `[v for v in x if …]`"),
    ("extend", "write `x + y`"),
    ("fill_with", "write `x | y`"),
    ("insert", "write `x[:n] + […] + x[n:]`"),
    ("make_lower", "write `lower()`"),
    ("make_upper", "write `upper()`"),
    ("mixin", "write `x | y`"),
    ("pad", "write `ljust(n)`"),
    ("pop", "write `x[-1]`"),
    ("popitem", "write `list(x.items())[-1]`"),
    ("push", "write `x + […]`"),
    ("remove", "write `[v for v in x if …]`, or for a string `replace(…, '')`"),
    ("retain", "write `[v for v in x if …]`"),
    ("reverse", "write `x[::-1]`"),
    ("set", "write another value"),
    ("setdefault", "write `get(key, value)`"),
    ("shift", "write `x[0]`"),
    ("sort", "write `sorted(x)`"),
    ("sort_by", "write `sorted(x)`"),
    ("sort_desc", "write `sorted(x)[::-1]`"),
    ("splice", "write `x[:n] + y + x[n:]`"),
    ("take", "write only the value"),
    ("trim", "write `strip()`"),
    ("truncate", "write `x[:n]`"),
    ("update", "write `x | y`"),
];

/// Functions and methods of Python that are not supported, each with a replacement.
pub const ABSENT: &[(&str, &str)] = &[
    ("capitalize", "write `x[:1].upper() + x[1:].lower()`"),
    ("casefold", "write `lower()`"),
    ("encode", "remove it: strings are compared as they are"),
    ("eval", "write the expression itself"),
    ("filter", "write `[x for x in … if …]`"),
    ("format", "join the parts: `'size ' + str(d)`"),
    ("getattr", "write the field: `d.Name`"),
    ("hasattr", "for a record, write `'Name' in d`"),
    ("iter", "write `… for x in …`"),
    ("lambda", "write `… for x in …`"),
    ("map", "write `[f(x) for x in …]`"),
    ("next", "write `[x for x in … if …][0]`"),
    ("open", "write `read_text(path)`"),
    ("title", "write `upper()` or `lower()`"),
    ("type", "write `isinstance(d, str)`"),
];

const fn function(name: &'static str, arguments: (usize, usize), takes: ArgumentKind) -> TableFunction {
    TableFunction { name, arguments, takes }
}

/// Returns the function of Python of that name.
pub fn find_function(name: &str) -> Option<&'static TableFunction> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Returns the method of Python of that name.
pub fn find_method(name: &str) -> Option<&'static TableFunction> {
    METHODS.iter().find(|method| method.name == name)
}

/// Returns the suggestion for a name in one of the tables above; `None` if the table does not contain the name.
pub fn suggestion_for(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, CHANGING, FUNCTIONS, METHODS, OBJECT_METHODS, RHAI};

    #[test]
    fn every_table_is_sorted_and_unique() {
        let ordered = |names: Vec<&str>| assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        ordered(FUNCTIONS.iter().map(|function| function.name).collect());
        ordered(METHODS.iter().map(|method| method.name).collect());
        ordered(OBJECT_METHODS.to_vec());
        ordered(RHAI.iter().map(|(name, _)| *name).collect());
        ordered(CHANGING.iter().map(|(name, _)| *name).collect());
        ordered(ABSENT.iter().map(|(name, _)| *name).collect());
    }

    #[test]
    fn no_method_is_both_known_and_refused() {
        let refused = CHANGING.iter().chain(RHAI).map(|(name, _)| name);
        for name in refused.chain(OBJECT_METHODS) {
            assert!(METHODS.iter().all(|method| method.name != *name), "{name}");
        }
        assert!(CHANGING.iter().all(|(name, _)| RHAI.iter().all(|(other, _)| name != other)));
    }
}
