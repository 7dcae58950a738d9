//! The syntax tree of an expression, which the parser builds and the lowering reads.

use crate::Span;

/// An expression and its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The kind, with the operands.
    pub kind: ExprKind,
    /// Its place in the text.
    pub span: Span,
    /// The number of levels of expressions inside it.
    pub height: u8,
}

/// The kind of an expression, with its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer within 64 bits.
    Int(i64),
    /// The decimal digits of an integer beyond 64 bits.
    Large(String),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A string, its escapes resolved.
    Text(String),
    /// A variable, a collection or a module.
    Name(String),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// Keys and values.
    Dict(Vec<(Expr, Expr)>),
    /// A comprehension: `[a for b in c]`, or in other brackets.
    Comprehension(Box<Comprehension>),
    /// An operator before its operand.
    Unary(Unary, Box<Expr>),
    /// Operators of one precedence that group to the left, each with its place.
    Chain(Box<Expr>, Vec<(Binary, Span, Expr)>),
    /// `a ** b`, with the place of the operator.
    Power(Box<Expr>, Span, Box<Expr>),
    /// Comparisons: `a < b <= c`.
    Compare(Box<Expr>, Vec<(ComparisonOperator, Span, Expr)>),
    /// `a and b`.
    All(Vec<Expr>),
    /// `a or b`.
    Any(Vec<Expr>),
    /// `yes if condition else no`.
    Choice {
        /// The condition.
        condition: Box<Expr>,
        /// The value if it is true.
        yes: Box<Expr>,
        /// The value if it is false.
        no: Box<Expr>,
    },
    /// `of.name`.
    Attribute(Box<Expr>, NamedSpan),
    /// `of[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// `of[from:to:step]`.
    Slice(Box<Expr>, [Option<Box<Expr>>; 3]),
    /// `function(…)` or, of a module, `module::function(…)`.
    Call(NamedSpan, Vec<Expr>),
    /// `of.method(…)`; of a module, also `module.function(…)`.
    Method(Box<Expr>, NamedSpan, Vec<Expr>),
}

/// A name and its span.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSpan {
    /// The name.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
}

/// `element for target in iterable if condition …`, in brackets of any kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    /// The kind of value that it makes.
    pub shape: ComprehensionShape,
    /// The element.
    pub element: Expr,
    /// The value of a dict's element, whose key is `element`.
    pub value: Option<Expr>,
    /// The loops and conditions, in their order.
    pub clauses: Vec<Clause>,
}

/// The kind of value that a comprehension makes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ComprehensionShape {
    /// `[…]`.
    List,
    /// `{…}`.
    Set,
    /// `{…: …}`.
    Dict,
    /// In no brackets but those of a call.
    Generator,
}

/// A clause of a comprehension: a loop or a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for target in iterable`.
    For(LoopTarget, Expr),
    /// `if condition`.
    If(Expr),
}

/// The names that each iteration of a comprehension assigns.
#[derive(Clone, Debug, PartialEq)]
pub enum LoopTarget {
    /// One name.
    Name(NamedSpan),
    /// Several names, with their place.
    Several(Vec<LoopTarget>, Span),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unary {
    /// `not a`.
    Not,
    /// `-a`.
    Negative,
    /// `+a`.
    Positive,
    /// `~a`.
    Invert,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Binary {
    /// `a | b`.
    Or,
    /// `a ^ b`.
    ExclusiveOr,
    /// `a & b`.
    And,
    /// `a << b`.
    ShiftLeft,
    /// `a >> b`.
    ShiftRight,
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`.
    Divide,
    /// `a // b`.
    FloorDivide,
    /// `a % b`.
    Remainder,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ComparisonOperator {
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessOrEqual,
    /// `a > b`.
    Greater,
    /// `a >= b`.
    GreaterOrEqual,
    /// `a == b`.
    Equal,
    /// `a != b`.
    Unequal,
    /// `a in b`.
    In,
    /// `a not in b`.
    NotIn,
    /// `a is b`.
    Is,
    /// `a is not b`.
    IsNot,
}

/// The binary operators that group to the left: spelling, meaning, and how tightly they bind.
pub const BINARY: &[(&str, Binary, u8)] = &[
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
pub const COMPARISONS: &[(&str, ComparisonOperator)] = &[
    ("<", ComparisonOperator::Less),
    ("<=", ComparisonOperator::LessOrEqual),
    (">", ComparisonOperator::Greater),
    (">=", ComparisonOperator::GreaterOrEqual),
    ("==", ComparisonOperator::Equal),
    ("!=", ComparisonOperator::Unequal),
];

impl Expr {
    /// Calls `visit` with each expression directly inside this one, in the order in which they are written.
    pub fn for_each_part<'e>(&'e self, mut visit: impl FnMut(&'e Self)) {
        match &self.kind {
            ExprKind::None
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Large(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_) => {}
            ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Set(items)
            | ExprKind::All(items)
            | ExprKind::Any(items) => {
                items.iter().for_each(visit);
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(visit),
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    visit(key);
                    visit(value);
                }
            }
            ExprKind::Comprehension(comprehension) => comprehension.for_each_expr(visit),
            ExprKind::Unary(_, of) | ExprKind::Attribute(of, _) => visit(of),
            ExprKind::Chain(first, rest) => [&**first].into_iter().chain(rest.iter().map(|(.., e)| e)).for_each(visit),
            ExprKind::Compare(first, rest) => {
                visit(first);
                for (.., operand) in rest {
                    visit(operand);
                }
            }
            ExprKind::Power(left, _, right) | ExprKind::Index(left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::Choice { condition, yes, no } => [yes, condition, no].into_iter().for_each(|e| visit(e)),
            ExprKind::Slice(of, parts) => {
                visit(of);
                parts.iter().flatten().for_each(|e| visit(e));
            }
            ExprKind::Method(of, _, arguments) => {
                visit(of);
                arguments.iter().for_each(visit);
            }
        }
    }
}

impl Comprehension {
    fn for_each_expr<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        visit(&self.element);
        self.value.iter().for_each(&mut visit);
        for clause in &self.clauses {
            let (Clause::For(_, inside) | Clause::If(inside)) = clause;
            visit(inside);
        }
    }
}
