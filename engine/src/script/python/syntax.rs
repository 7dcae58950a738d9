//! An expression as written: the tree that the parser builds and the lowering reads.

use crate::text::Span;

/// An expression and its span.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expr {
    pub kind: Kind,
    pub span: Span,
    /// The number of levels of expressions inside it.
    pub height: u8,
}

/// The kind of an expression, with its operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    None,
    Bool(bool),
    Int(i64),
    /// The decimal digits of an integer beyond 64 bits.
    Large(String),
    Float(f64),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Set(Vec<Expr>),
    /// Keys and values.
    Dict(Vec<(Expr, Expr)>),
    Comprehension(Box<Comprehension>),
    Unary(Unary, Box<Expr>),
    /// Operators of one precedence that group to the left, each with its place.
    Chain(Box<Expr>, Vec<(Binary, Span, Expr)>),
    Power(Box<Expr>, Span, Box<Expr>),
    /// Comparisons: `a < b <= c`.
    Compare(Box<Expr>, Vec<(Comparison, Span, Expr)>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    /// `yes if condition else no`.
    Choice {
        condition: Box<Expr>,
        yes: Box<Expr>,
        no: Box<Expr>,
    },
    Attribute(Box<Expr>, Word),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    /// `function(…)` or, of a module, `module::function(…)`.
    Call(Word, Vec<Expr>),
    /// `of.method(…)`; of a module, also `module.function(…)`.
    Method(Box<Expr>, Word, Vec<Expr>),
}

/// A name and its span.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub text: String,
    pub span: Span,
}

/// `element for target in iterable if condition …`, in whatever brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Comprehension {
    pub shape: Shape,
    pub element: Expr,
    /// The value of a dict's element, whose key is `element`.
    pub value: Option<Expr>,
    pub clauses: Vec<Clause>,
}

/// The kind of value that a comprehension makes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    List,
    Set,
    Dict,
    /// In no brackets but those of a call.
    Generator,
}

/// A clause of a comprehension: a loop or a condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clause {
    For(Target, Expr),
    If(Expr),
}

/// The names that each turn of a comprehension gives values to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Name(Word),
    Several(Vec<Target>, Span),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unary {
    Not,
    Negative,
    Positive,
    Invert,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Binary {
    Or,
    ExclusiveOr,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
}

/// A comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    Unequal,
    In,
    NotIn,
    Is,
    IsNot,
}

/// The binary operators that group to the left: spelling, meaning, and how tightly they bind.
pub(super) const BINARY: &[(&str, Binary, u8)] = &[
    ("|", Binary::Or, 1),
    ("^", Binary::ExclusiveOr, 2),
    ("&", Binary::And, 3),
    ("<<", Binary::ShiftLeft, 4),
    (">>", Binary::ShiftRight, 4),
    ("+", Binary::Add, 5),
    ("-", Binary::Subtract, 5),
    ("*", Binary::Multiply, 6),
    ("/", Binary::Divide, 6),
    ("//", Binary::FloorDivide, 6),
    ("%", Binary::Remainder, 6),
];

/// The comparisons that are symbols.
pub(super) const COMPARISONS: &[(&str, Comparison)] = &[
    ("<", Comparison::Less),
    ("<=", Comparison::LessOrEqual),
    (">", Comparison::Greater),
    (">=", Comparison::GreaterOrEqual),
    ("==", Comparison::Equal),
    ("!=", Comparison::Unequal),
];

impl Expr {
    /// Calls `visit` with each expression directly inside this one, in the order in which they are written.
    pub(super) fn each<'e>(&'e self, mut visit: impl FnMut(&'e Self)) {
        match &self.kind {
            Kind::None
            | Kind::Bool(_)
            | Kind::Int(_)
            | Kind::Large(_)
            | Kind::Float(_)
            | Kind::Text(_)
            | Kind::Name(_) => {}
            Kind::List(items) | Kind::Tuple(items) | Kind::Set(items) | Kind::All(items) | Kind::Any(items) => {
                items.iter().for_each(visit);
            }
            Kind::Call(_, arguments) => arguments.iter().for_each(visit),
            Kind::Dict(pairs) => pairs.iter().for_each(|(key, value)| [key, value].into_iter().for_each(&mut visit)),
            Kind::Comprehension(comprehension) => comprehension.each(visit),
            Kind::Unary(_, of) | Kind::Attribute(of, _) => visit(of),
            Kind::Chain(first, rest) => [&**first].into_iter().chain(rest.iter().map(|(.., e)| e)).for_each(visit),
            Kind::Compare(first, rest) => [&**first].into_iter().chain(rest.iter().map(|(.., e)| e)).for_each(visit),
            Kind::Power(left, _, right) | Kind::Index(left, right) => [left, right].into_iter().for_each(|e| visit(e)),
            Kind::Choice { condition, yes, no } => [yes, condition, no].into_iter().for_each(|e| visit(e)),
            Kind::Slice(of, parts) => {
                visit(of);
                parts.iter().flatten().for_each(|e| visit(e));
            }
            Kind::Method(of, _, arguments) => {
                visit(of);
                arguments.iter().for_each(visit);
            }
        }
    }
}

impl Comprehension {
    fn each<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        visit(&self.element);
        self.value.iter().for_each(&mut visit);
        for clause in &self.clauses {
            let (Clause::For(_, inside) | Clause::If(inside)) = clause;
            visit(inside);
        }
    }
}
