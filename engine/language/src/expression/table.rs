//! The functions and methods of Python that expressions support, and suggestions for others.

/// A function, called as `name(…)`.
#[derive(Clone, Copy, Debug)]
pub struct TableFunction {
    /// Its name.
    pub name: &'static str,
    /// The least and the greatest number of arguments.
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

/// A method, called as `value.name(…)`.
#[derive(Clone, Copy, Debug)]
pub struct TableMethod {
    /// Its name.
    pub name: &'static str,
    /// The least and the greatest number of arguments, over all types that have it.
    pub arguments: (usize, usize),
    /// The kind of its first argument.
    pub takes: ArgumentKind,
}

/// The methods of Python, sorted by name.
pub const METHODS: &[TableMethod] = &[
    method("center", (1, 2), ArgumentKind::Value),
    method("copy", (0, 0), ArgumentKind::Value),
    method("count", (1, 3), ArgumentKind::Value),
    method("difference", (1, 1), ArgumentKind::Elements),
    method("endswith", (1, 3), ArgumentKind::Value),
    method("find", (1, 3), ArgumentKind::Value),
    method("get", (1, 2), ArgumentKind::Value),
    method("index", (1, 3), ArgumentKind::Value),
    method("intersection", (1, 1), ArgumentKind::Elements),
    method("isalnum", (0, 0), ArgumentKind::Value),
    method("isalpha", (0, 0), ArgumentKind::Value),
    method("isascii", (0, 0), ArgumentKind::Value),
    method("isdecimal", (0, 0), ArgumentKind::Value),
    method("isdigit", (0, 0), ArgumentKind::Value),
    method("isdisjoint", (1, 1), ArgumentKind::Elements),
    method("islower", (0, 0), ArgumentKind::Value),
    method("isprintable", (0, 0), ArgumentKind::Value),
    method("isspace", (0, 0), ArgumentKind::Value),
    method("issubset", (1, 1), ArgumentKind::Elements),
    method("issuperset", (1, 1), ArgumentKind::Elements),
    method("isupper", (0, 0), ArgumentKind::Value),
    method("items", (0, 0), ArgumentKind::Stream),
    method("join", (1, 1), ArgumentKind::Elements),
    method("keys", (0, 0), ArgumentKind::Stream),
    method("ljust", (1, 2), ArgumentKind::Value),
    method("lower", (0, 0), ArgumentKind::Value),
    method("lstrip", (0, 1), ArgumentKind::Value),
    method("partition", (1, 1), ArgumentKind::Value),
    method("removeprefix", (1, 1), ArgumentKind::Value),
    method("removesuffix", (1, 1), ArgumentKind::Value),
    method("replace", (2, 3), ArgumentKind::Value),
    method("rfind", (1, 3), ArgumentKind::Value),
    method("rindex", (1, 3), ArgumentKind::Value),
    method("rjust", (1, 2), ArgumentKind::Value),
    method("rpartition", (1, 1), ArgumentKind::Value),
    method("rsplit", (0, 2), ArgumentKind::Value),
    method("rstrip", (0, 1), ArgumentKind::Value),
    method("split", (0, 2), ArgumentKind::Value),
    method("splitlines", (0, 1), ArgumentKind::Value),
    method("startswith", (1, 3), ArgumentKind::Value),
    method("strip", (0, 1), ArgumentKind::Value),
    method("symmetric_difference", (1, 1), ArgumentKind::Elements),
    method("union", (1, 1), ArgumentKind::Elements),
    method("upper", (0, 0), ArgumentKind::Value),
    method("values", (0, 0), ArgumentKind::Stream),
    method("zfill", (1, 1), ArgumentKind::Value),
];

/// Returns Python's functions, each with its parentheses in a call.
#[must_use]
pub fn python_functions() -> Vec<(&'static str, String)> {
    FUNCTIONS.iter().map(|function| (function.name, call_text(function.arguments))).collect()
}

/// Returns Python's methods, each with its parentheses in a call.
#[must_use]
pub fn python_methods() -> Vec<(&'static str, String)> {
    METHODS.iter().map(|method| (method.name, call_text(method.arguments))).collect()
}

/// Returns the parentheses of a call, with `…` if there may be arguments.
fn call_text((_, most): (usize, usize)) -> String {
    if most == 0 { "()".to_owned() } else { "(…)".to_owned() }
}

/// Methods of the objects that scripts use: the elements of `{dom}`, and collections.
pub const OBJECT_METHODS: &[&str] = &["findall", "findtext", "iter", "iterfind", "itertext", "newest", "paths"];

/// Methods of Rhai, each with its counterpart in Python.
pub const RHAI: &[(&str, &str)] = &[
    ("all", "write `all(… for x in d)`"),
    ("as_string", "write `str(x)`"),
    ("bytes", "write `len(x)`"),
    ("ceiling", "write `-(-x // 1)`"),
    ("chars", "write `list(x)`"),
    ("contains", "write `x in d`"),
    ("ends_with", "write `endswith(…)`"),
    ("extract", "write `x[start:end]`"),
    ("filter", "write `[x for x in d if …]`"),
    ("find_map", "write `[… for x in d if …][0]`"),
    ("floor", "write `x // 1`"),
    ("for_each", "write `… for x in d`"),
    ("index_of", "write `index(…)`"),
    ("int", "write `int(x)`"),
    ("is_empty", "write `len(d) == 0`"),
    ("is_even", "write `x % 2 == 0`"),
    ("is_odd", "write `x % 2 == 1`"),
    ("is_zero", "write `x == 0`"),
    ("len", "write `len(d)`"),
    ("map", "write `[… for x in d]`"),
    ("max", "write `max(x, y)`"),
    ("min", "write `min(x, y)`"),
    ("order", "write `sorted(x)`"),
    ("parse_float", "write `float(x)`"),
    ("parse_int", "write `int(x)`"),
    ("reduce", "write `sum(… for x in d)`, or a function in `func_str`"),
    ("round", "write `round(x)`"),
    ("some", "write `any(… for x in d)`"),
    ("split_rev", "write `split(…)[::-1]`"),
    ("sqrt", "write `x ** 0.5`"),
    ("starts_with", "write `startswith(…)`"),
    ("sub_string", "write `x[start:end]`"),
    ("to_chars", "write `list(x)`"),
    ("to_float", "write `float(x)`"),
    ("to_hex", "write `hex(x)`"),
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
    ("expandtabs", "write `replace('\\t', '    ')`"),
    ("filter", "write `[x for x in … if …]`"),
    ("format", "join the parts: `'size ' + str(d)`"),
    ("format_map", "join the parts: `'size ' + str(d)`"),
    ("frozenset", "write `set(…)`"),
    ("getattr", "write the field: `d.Name`"),
    ("hasattr", "for a record, write `'Name' in d`"),
    ("isidentifier", "write `matches(d, '^[A-Za-z_][A-Za-z_0-9]*$')`"),
    ("isnumeric", "write `isdigit()`"),
    ("istitle", "write `matches(d, '…')`"),
    ("iter", "write `… for x in …`"),
    ("lambda", "write `… for x in …`"),
    ("map", "write `[f(x) for x in …]`"),
    ("next", "write `[x for x in … if …][0]`"),
    ("open", "write `read_text(path)`"),
    ("slice", "write `x[a:b]`"),
    ("swapcase", "write `lower()` or `upper()`"),
    ("title", "write `upper()` or `lower()`"),
    ("translate", "write `replace(…)`"),
    ("type", "write `isinstance(d, str)`"),
];

const fn function(name: &'static str, arguments: (usize, usize), takes: ArgumentKind) -> TableFunction {
    TableFunction { name, arguments, takes }
}

const fn method(name: &'static str, arguments: (usize, usize), takes: ArgumentKind) -> TableMethod {
    TableMethod { name, arguments, takes }
}

/// Returns the function of Python of that name.
#[must_use]
pub fn find_function(name: &str) -> Option<&'static TableFunction> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Returns the method of Python of that name.
#[must_use]
pub fn find_method(name: &str) -> Option<&'static TableMethod> {
    METHODS.iter().find(|method| method.name == name)
}

/// Returns the suggestion for a name in one of the tables above; `None` if the table does not contain the name.
#[must_use]
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
