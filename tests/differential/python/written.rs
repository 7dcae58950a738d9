//! Random expressions in the grammar that Python and the engine share, written as texts.
//!
//! One half is written by type, so that most of them have a value; the other half by grammar alone, so that most raise
//! errors. Parentheses are often left out: what then binds to what is for the two readers to agree on.

/// Numbers that look random and are the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("it is below a size")
    }

    fn one<'o>(&mut self, options: &[&'o str]) -> &'o str {
        options[self.below(options.len())]
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// The type that an expression is meant to have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Type {
    Int,
    Float,
    Bool,
    Text,
    Ints,
    Texts,
    Record,
    Nothing,
}

const TYPES: &[Type] =
    &[Type::Int, Type::Float, Type::Bool, Type::Text, Type::Ints, Type::Texts, Type::Record, Type::Nothing];

const INTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "10",
    "12",
    "1_0",
    "0x1f",
    "0b101",
    "0o17",
    "9007199254740993",
    "4611686018427387904",
    "9223372036854775807",
    "-1",
    "-2",
    "-7",
    "-9223372036854775808",
];
const FLOATS: &[&str] = &[
    "0.0",
    "-0.0",
    "0.5",
    "1.5",
    "2.5",
    "-2.5",
    "0.1",
    "1e16",
    "1e-5",
    "1e22",
    "123456789.125",
    "9007199254740992.0",
    "9.223372036854775807e18",
    "1e308",
    "-1e308",
    "2.675",
    "1.",
    ".25",
    "5e-324",
    "1e999",
    "-1e999",
    "1_0.5",
];
const TEXTS: &[&str] = &[
    "''",
    "'a'",
    "'b'",
    "'ab'",
    "'abc'",
    "'aXbXc'",
    "'A'",
    "' a b '",
    "'12'",
    "'-7'",
    "' 3 '",
    "'1_000'",
    "'1.5'",
    "'x.dds'",
    "'a/b/c.dds'",
    "'a,b,,c'",
    "'\\u00e9'",
    "'\\u00dfa\\U0001f600'",
    "\"it's\"",
    "'\"'",
    "'\\n'",
    "'a\\tb\\r\\nc'",
    "'\\u2028 \\x1c'",
    "'\\\\'",
    "r'\\d'",
    "'nan'",
    "'inf'",
    "'\\u0130I'",
    "'\\u03a3\\u03a3'",
    "'\\xb2'",
    "'\\u0663'",
    "'\\x00\\x7f'",
];
const TEXT_METHODS: &[&str] = &["lower", "upper", "strip", "lstrip", "rstrip"];
const TEXT_TESTS: &[&str] =
    &["isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isdecimal", "isascii", "isprintable"];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

/// Writes expressions.
pub struct Writer {
    random: Random,
    /// Names that stand for values here, with their types.
    names: Vec<(String, Type)>,
    /// How much more may be written inside.
    room: usize,
}

/// An expression over `d`, and a literal for `d`.
pub fn expression(seed: u64) -> (String, String) {
    let mut writer = Writer { random: Random::new(seed), names: Vec::new(), room: 0 };
    let of = TYPES[writer.random.below(TYPES.len())];
    let literal = writer.literal(of);
    writer.names.push(("d".to_owned(), of));
    writer.room = 2 + writer.random.below(12);
    let expression = if writer.random.once_in(2) {
        let kind = TYPES[writer.random.below(TYPES.len() - 1)];
        writer.typed(kind)
    } else {
        writer.any()
    };
    (expression, literal)
}

impl Writer {
    fn literal(&mut self, of: Type) -> String {
        match of {
            Type::Int => self.random.one(INTS).to_owned(),
            Type::Float => self.random.one(FLOATS).to_owned(),
            Type::Bool => self.random.one(&["True", "False"]).to_owned(),
            Type::Text => self.random.one(TEXTS).to_owned(),
            Type::Ints => self.series("[", "]", Type::Int),
            Type::Texts => self.series("[", "]", Type::Text),
            Type::Record => {
                let (types, texts) = (self.series("[", "]", Type::Text), self.series("[", "]", Type::Int));
                format!("{{'A': {types}, 'B': {texts}}}")
            }
            Type::Nothing => "None".to_owned(),
        }
    }

    fn series(&mut self, open: &str, close: &str, of: Type) -> String {
        let items: Vec<String> = (0..self.random.below(4)).map(|_| self.literal(of)).collect();
        format!("{open}{}{close}", items.join(", "))
    }

    /// Steps inside, if there is room.
    fn enter(&mut self) -> bool {
        let room = self.room > 0;
        self.room = self.room.saturating_sub(1);
        room
    }

    /// In parentheses most of the time.
    fn grouped(&mut self, text: String) -> String {
        if self.random.once_in(4) { text } else { format!("({text})") }
    }

    fn name_of(&mut self, of: Type) -> Option<String> {
        let known: Vec<String> = self.names.iter().filter(|(_, other)| *other == of).map(|(n, _)| n.clone()).collect();
        (!known.is_empty()).then(|| known[self.random.below(known.len())].clone())
    }

    /// An expression that is meant to have a type.
    fn typed(&mut self, of: Type) -> String {
        if !self.enter() || self.random.once_in(6) {
            return match self.name_of(of) {
                Some(name) if !self.random.once_in(3) => name,
                _ => self.literal(of),
            };
        }
        match of {
            Type::Int => self.int(),
            Type::Float => self.float(),
            Type::Bool => self.bool(),
            Type::Text => self.text(),
            Type::Ints => self.ints(),
            Type::Texts => self.strings(),
            Type::Record | Type::Nothing => self.choice(of),
        }
    }

    fn in_group(&mut self, of: Type) -> String {
        let inside = self.typed(of);
        self.grouped(inside)
    }

    fn choice(&mut self, of: Type) -> String {
        let (yes, condition, no) = (self.in_group(of), self.in_group(Type::Bool), self.in_group(of));
        match self.random.below(3) {
            0 => format!("{yes} or {no}"),
            1 => format!("{condition} and {yes} or {no}"),
            _ => format!("{yes} if {condition} else {no}"),
        }
    }

    fn number(&mut self) -> String {
        let of = if self.random.once_in(2) { Type::Int } else { Type::Float };
        self.in_group(of)
    }

    fn collection(&mut self) -> (String, Type) {
        match self.random.below(3) {
            0 => (self.in_group(Type::Ints), Type::Int),
            1 => (self.in_group(Type::Texts), Type::Text),
            _ => (self.in_group(Type::Text), Type::Text),
        }
    }

    fn int(&mut self) -> String {
        match self.random.below(16) {
            0..=3 => {
                let operator = self.random.one(&["+", "-", "*", "//", "%", "&", "|", "^"]);
                format!("{} {operator} {}", self.in_group(Type::Int), self.in_group(Type::Int))
            }
            4 => format!("{} {} {}", self.in_group(Type::Int), self.random.one(&["<<", ">>", "**"]), self.small()),
            5 => format!("{}{}", self.random.one(&["-", "+", "~", "- -"]), self.in_group(Type::Int)),
            6 => format!("len({})", self.collection().0),
            7 => format!(
                "int({})",
                if self.random.once_in(2) { self.typed(Type::Text) } else { self.typed(Type::Float) }
            ),
            8 => format!("{}({})", self.random.one(&["abs", "round"]), self.typed(Type::Float)),
            9 => {
                let (inside, element) = self.elements(Type::Int);
                format!("{}({element} {inside})", self.random.one(&["sum", "min", "max"]))
            }
            10 => format!("{}({})", self.random.one(&["sum", "min", "max"]), self.typed(Type::Ints)),
            11 => {
                let method = self.random.one(&["find", "rfind", "count", "index"]);
                format!("{}.{method}({}{})", self.in_group(Type::Text), self.typed(Type::Text), self.bounds())
            }
            12 => format!("{}[{}]", self.in_group(Type::Ints), self.small()),
            13 => format!("ord({})", self.typed(Type::Text)),
            14 => format!("round({}, {})", self.in_group(Type::Int), self.small()),
            _ => self.choice(Type::Int),
        }
    }

    fn float(&mut self) -> String {
        match self.random.below(8) {
            0..=3 => {
                let operator = self.random.one(&["+", "-", "*", "/", "//", "%"]);
                format!("{} {operator} {}", self.number(), self.number())
            }
            4 => format!("{} ** {}", self.number(), self.small()),
            5 => format!("float({})", if self.random.once_in(2) { self.typed(Type::Text) } else { self.number() }),
            6 => format!("round({}, {})", self.number(), self.small()),
            _ => self.choice(Type::Float),
        }
    }

    fn bool(&mut self) -> String {
        match self.random.below(14) {
            0 | 1 => format!("{} {} {}", self.number(), self.random.one(COMPARISONS), self.number()),
            2 => {
                let of = TYPES[self.random.below(TYPES.len())];
                format!("{} {} {}", self.in_group(of), self.random.one(COMPARISONS), self.in_group(of))
            }
            3 => {
                let (first, second) = (self.random.one(COMPARISONS), self.random.one(COMPARISONS));
                format!("{} {first} {} {second} {}", self.number(), self.number(), self.number())
            }
            4 => format!(
                "{} {} {}",
                self.typed(Type::Text),
                self.random.one(&["in", "not in"]),
                self.in_group(Type::Text)
            ),
            5 => {
                let (collection, of) = self.collection();
                format!("{} {} {collection}", self.in_group(of), self.random.one(&["in", "not in"]))
            }
            6 => format!("not {}", self.in_group(Type::Bool)),
            7 => format!(
                "{} {} {}",
                self.in_group(Type::Bool),
                self.random.one(&["and", "or"]),
                self.in_group(Type::Bool)
            ),
            8 => {
                let (inside, element) = self.elements(Type::Bool);
                format!("{}({element} {inside})", self.random.one(&["any", "all"]))
            }
            9 => {
                let method = self.random.one(&["startswith", "endswith"]);
                let part = match self.random.below(3) {
                    0 => format!("({}, {})", self.typed(Type::Text), self.typed(Type::Text)),
                    _ => self.typed(Type::Text),
                };
                format!("{}.{method}({part}{})", self.in_group(Type::Text), self.bounds())
            }
            10 => format!("{}.{}()", self.in_group(Type::Text), self.random.one(TEXT_TESTS)),
            11 => {
                let of = TYPES[self.random.below(TYPES.len())];
                format!(
                    "{} {} {}",
                    self.in_group(of),
                    self.random.one(&["is", "is not"]),
                    self.random.one(&["None", "True"])
                )
            }
            12 => {
                let of = TYPES[self.random.below(TYPES.len())];
                format!(
                    "isinstance({}, {})",
                    self.typed(of),
                    self.random.one(&["str", "int", "(float, bool)", "(list, dict)"])
                )
            }
            _ => format!("len(set({})) == {}", self.collection().0, self.small()),
        }
    }

    fn text(&mut self) -> String {
        match self.random.below(16) {
            0 | 1 => format!("{} + {}", self.in_group(Type::Text), self.in_group(Type::Text)),
            2 => format!("{} * {}", self.in_group(Type::Text), self.small()),
            3 => format!("{}[{}]", self.in_group(Type::Text), self.small()),
            4 | 5 => format!("{}[{}]", self.in_group(Type::Text), self.slice()),
            6 => format!("{}.{}()", self.in_group(Type::Text), self.random.one(TEXT_METHODS)),
            7 => {
                let method = self.random.one(&["strip", "lstrip", "rstrip", "removeprefix", "removesuffix"]);
                format!("{}.{method}({})", self.in_group(Type::Text), self.typed(Type::Text))
            }
            8 => {
                let count = if self.random.once_in(2) { String::new() } else { format!(", {}", self.small()) };
                let (old, new) = (self.typed(Type::Text), self.typed(Type::Text));
                format!("{}.replace({old}, {new}{count})", self.in_group(Type::Text))
            }
            9 => {
                let of = TYPES[self.random.below(TYPES.len())];
                format!("{}({})", self.random.one(&["str", "repr"]), self.typed(of))
            }
            10 => format!("{}.join({})", self.in_group(Type::Text), self.typed(Type::Texts)),
            11 => {
                let (inside, element) = self.elements(Type::Text);
                format!("{}.join({element} {inside})", self.in_group(Type::Text))
            }
            12 => format!(
                "{}.{}({})",
                self.in_group(Type::Text),
                self.random.one(&["zfill", "ljust", "rjust", "center"]),
                self.small()
            ),
            13 => format!("{}[{}]", self.in_group(Type::Texts), self.small()),
            14 => format!("{}({})", self.random.one(&["hex", "oct", "bin", "chr"]), self.typed(Type::Int)),
            _ => self.choice(Type::Text),
        }
    }

    fn ints(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("[{}, {}]", self.typed(Type::Int), self.typed(Type::Int)),
            1 => format!("{} + {}", self.in_group(Type::Ints), self.in_group(Type::Ints)),
            2 => format!("{} * {}", self.in_group(Type::Ints), self.small()),
            3 => format!("{}[{}]", self.in_group(Type::Ints), self.slice()),
            4 => {
                let (inside, element) = self.elements(Type::Int);
                format!("[{element} {inside}]")
            }
            5 => format!("sorted({})", self.typed(Type::Ints)),
            6 => format!("list(range({}, {}, {}))", self.small(), self.small(), self.small()),
            _ => format!("{}['B']", self.in_group(Type::Record)),
        }
    }

    fn strings(&mut self) -> String {
        match self.random.below(10) {
            0 => format!("[{}, {}]", self.typed(Type::Text), self.typed(Type::Text)),
            1 => format!("{}.{}()", self.in_group(Type::Text), self.random.one(&["split", "rsplit", "splitlines"])),
            2 => {
                let method = self.random.one(&["split", "rsplit"]);
                format!(
                    "{}.{method}({}, {})",
                    self.in_group(Type::Text),
                    self.random.one(&["None", "','", "'/'", "'a'", "' '"]),
                    self.small()
                )
            }
            3 => {
                let method = self.random.one(&["partition", "rpartition"]);
                format!("list({}.{method}({}))", self.in_group(Type::Text), self.typed(Type::Text))
            }
            4 => format!("{}[{}]", self.in_group(Type::Texts), self.slice()),
            5 => {
                let (inside, element) = self.elements(Type::Text);
                format!("[{element} {inside}]")
            }
            6 => format!("sorted({})", self.typed(Type::Texts)),
            7 => format!("{}['A']", self.in_group(Type::Record)),
            8 => format!(
                "{}.get({}, {})",
                self.in_group(Type::Record),
                self.random.one(&["'A'", "'C'"]),
                self.typed(Type::Texts)
            ),
            _ => format!("{}({})", self.random.one(&["list", "sorted"]), self.collection().0),
        }
    }

    /// `for … in …` with a name of its own, and an element of the type that may use it.
    fn elements(&mut self, of: Type) -> (String, String) {
        let depth = self.names.len();
        let (collection, inner) = self.collection();
        let mut inside = match self.random.below(5) {
            0 => {
                self.names.push((format!("i{depth}"), Type::Int));
                self.names.push((format!("x{depth}"), inner));
                format!("for i{depth}, x{depth} in enumerate({collection})")
            }
            1 => {
                let (other, second) = self.collection();
                self.names.push((format!("x{depth}"), inner));
                self.names.push((format!("y{depth}"), second));
                format!("for x{depth}, y{depth} in zip({collection}, {other})")
            }
            _ => {
                self.names.push((format!("x{depth}"), inner));
                format!("for x{depth} in {collection}")
            }
        };
        if self.random.once_in(3) {
            let condition = self.in_group(Type::Bool);
            inside = format!("{inside} if ({condition})");
        }
        if self.random.once_in(5) {
            let (collection, inner) = self.collection();
            inside = format!("{inside} for z{depth} in {collection}");
            self.names.push((format!("z{depth}"), inner));
        }
        let element = self.typed(of);
        self.names.truncate(depth);
        (inside, element)
    }

    /// An integer that is small enough for powers, shifts and repetitions.
    fn small(&mut self) -> String {
        self.random.one(&["0", "1", "2", "3", "5", "-1", "-2", "-3", "True", "10"]).to_owned()
    }

    fn slice(&mut self) -> String {
        let mut part = || if self.random.once_in(3) { String::new() } else { self.small() };
        let (start, end, step) = (part(), part(), part());
        if self.random.once_in(2) { format!("{start}:{end}") } else { format!("{start}:{end}:{step}") }
    }

    /// Bounds behind the argument of a method, or none.
    fn bounds(&mut self) -> String {
        match self.random.below(4) {
            0 => format!(", {}", self.small()),
            1 => format!(", {}, {}", self.small(), self.random.one(&["None", "0", "2", "-1", "100"])),
            _ => String::new(),
        }
    }

    /// An expression of the grammar, whatever the types.
    fn any(&mut self) -> String {
        if !self.enter() || self.random.once_in(5) {
            let of = TYPES[self.random.below(TYPES.len())];
            return match self.random.below(8) {
                0 => "(1, 'a')".to_owned(),
                1 => "{'A': 1, 2: 'b'}".to_owned(),
                2..=4 => self.names[self.random.below(self.names.len())].0.clone(),
                _ => self.literal(of),
            };
        }
        match self.random.below(14) {
            0..=2 => {
                let operator = self.random.one(&["+", "-", "*", "/", "//", "%", "&", "|", "^"]);
                format!("{} {operator} {}", self.any_group(), self.any_group())
            }
            3 => format!("{} {} {}", self.any_group(), self.random.one(&["<<", ">>", "**"]), self.small()),
            4 => format!("{}{}", self.random.one(&["-", "+", "~", "not "]), self.any_group()),
            5 | 6 => {
                let symbol = self.random.one(&["<", "<=", ">", ">=", "==", "!=", "in", "not in"]);
                let chained = if self.random.once_in(3) {
                    format!(" {} {}", self.random.one(COMPARISONS), self.any_group())
                } else {
                    String::new()
                };
                format!("{} {symbol} {}{chained}", self.any_group(), self.any_group())
            }
            7 => format!("{} {} {}", self.any_group(), self.random.one(&["and", "or"]), self.any_group()),
            8 => format!("{} if {} else {}", self.any_group(), self.any_group(), self.any_group()),
            9 => format!("({})[{}]", self.any(), if self.random.once_in(2) { self.slice() } else { self.any() }),
            10 => {
                let function = self.random.one(&[
                    "len", "str", "int", "float", "abs", "bool", "list", "tuple", "sorted", "min", "max", "sum", "any",
                    "all", "repr", "round",
                ]);
                format!("{function}({})", self.any())
            }
            11 => {
                let method = self.random.one(&[
                    "lower()",
                    "strip()",
                    "split()",
                    "count('a')",
                    "index(1)",
                    "get('A')",
                    "find('a')",
                    "isdigit()",
                    "join(['a', 'b'])",
                ]);
                format!("({}).{method}", self.any())
            }
            12 => {
                let depth = self.names.len();
                let iterable = self.any_group();
                self.names.push((format!("x{depth}"), Type::Int));
                let (element, condition) = (self.any(), self.any_group());
                self.names.truncate(depth);
                format!("[{element} for x{depth} in ({iterable}) if ({condition})]")
            }
            _ => format!("[{}, {}]", self.any(), self.any()),
        }
    }

    fn any_group(&mut self) -> String {
        let inside = self.any();
        self.grouped(inside)
    }
}

/// What damaged expressions are made of.
const TOKENS: &[&str] = &[
    "d",
    "x",
    "1",
    "0",
    "2.5",
    "'a'",
    "\"b\"",
    "None",
    "True",
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "else",
    "for",
    "lambda",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "<",
    "<=",
    ">",
    "==",
    "!=",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "~",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ".",
    "=",
    ":=",
    ";",
    "@",
    "len",
    "str",
    ".lower()",
    ".x",
    "()",
    "[0]",
    "[:]",
    "[::-1]",
    "f'a'",
    "b'a'",
    "r'\\'",
    "'",
    "\\",
    "0x",
    "1_",
    "1__0",
    "01",
    "1e",
    "1j",
    ".5",
    "5.",
    "_",
    "async",
    "await",
    "yield",
    "u'a'",
    "not in",
    "is not",
    "x for x in d",
    "if d else 1",
    "...",
    "->",
    "$",
    "?",
    "\t",
    "# c",
    "del",
    "é",
    "²",
];

/// A text that is nearly an expression: a valid one with a few tokens changed, or tokens in any order.
pub fn damaged(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x5555_5555);
    if random.once_in(2) {
        let parts: Vec<&str> = (0..=random.below(8)).map(|_| random.one(TOKENS)).collect();
        return parts.join(random.one(&[" ", " ", ""]));
    }
    let mut text = expression(seed).0;
    for _ in 0..=random.below(2) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let start = places[random.below(places.len())];
        let end = places[random.below(places.len())].max(start).min(start + random.below(5));
        let end = if text.is_char_boundary(end) { end } else { start };
        let inserted = if random.once_in(3) { "" } else { random.one(TOKENS) };
        text.replace_range(start..end, inserted);
    }
    text
}
