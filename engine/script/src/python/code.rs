//! The code of an expression: its tree after every name and every function has been looked up.

use std::cmp::Ordering;

use assay_document::text::Span;
use assay_document::text::expression::syntax::ComprehensionShape;

use super::run::{Native, Value};

/// A part of an expression, and the span of errors in it.
#[derive(Clone, Debug)]
pub(super) struct ExpressionCode {
    pub node: CodeNode,
    pub span: Span,
}

/// The operation of a part of an expression.
#[derive(Clone, Debug)]
pub(super) enum CodeNode {
    Constant(Value),
    /// The value `d`.
    Subject,
    /// A variable of a comprehension, by its number.
    Variable(usize),
    /// A collection, by its number among those that the expression uses.
    Collection(usize),
    List(Vec<ExpressionCode>),
    Tuple(Vec<ExpressionCode>),
    Set(Vec<ExpressionCode>),
    /// Keys and values.
    Dict(Vec<(ExpressionCode, ExpressionCode)>),
    /// A comprehension; for a generator, the list of its elements.
    Collected(Box<Loop>),
    /// `any(…)` or `all(…)` of a generator: stops at the first element whose truth is `decides`.
    Decided {
        elements: Box<Loop>,
        decides: bool,
    },
    /// A function of Python.
    Native(Native, Vec<ExpressionCode>),
    /// A function of the library, of the rule or of a module, by the number of the call.
    Function(usize, Vec<ExpressionCode>),
    /// `matches(string, pattern)` of the library, and the number of the call, which is used if one argument is not a
    /// string.
    Matches(usize, Box<[ExpressionCode; 2]>),
    /// A method of an object, which is the first argument: the number of the call, and the name.
    Method(usize, String, Vec<ExpressionCode>),
    Attribute(Box<ExpressionCode>, String),
    /// `value[index]`.
    Index(Box<ExpressionCode>, Box<ExpressionCode>),
    /// `len(value)`.
    Length(Box<ExpressionCode>),
    /// Operators of one precedence that group to the left. `is_sum` is true if each of them is `+`.
    Chain {
        first: Box<ExpressionCode>,
        rest: Vec<ChainLink>,
        is_sum: bool,
    },
    /// A chain of comparisons: each operand is evaluated once, and none after a comparison that fails.
    Compare(Box<ExpressionCode>, Vec<OperandTest>),
    Truth(Box<ExpressionCode>),
    Not(Box<ExpressionCode>),
    All(Vec<ExpressionCode>),
    Any(Vec<ExpressionCode>),
    Choice {
        condition: Box<ExpressionCode>,
        yes: Box<ExpressionCode>,
        no: Box<ExpressionCode>,
    },
}

/// An operator, its place, and its right operand.
pub(super) type ChainLink = (Native, Span, ExpressionCode);

/// A comparison of the preceding operand with another one.
#[derive(Clone, Debug)]
pub(super) struct OperandTest {
    pub compare: Native,
    /// The kind of comparison, for warnings about values that are never equal.
    pub kind: TestKind,
    /// True if the answer is negated.
    pub is_denied: bool,
    pub place: Span,
    /// Its number, if the comparison may get a warning.
    pub number: Option<usize>,
    pub right: ExpressionCode,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum TestKind {
    /// `==` and `!=`.
    Equal,
    /// `<`, `<=`, `>` and `>=`, with the orders for which they are true.
    Order(fn(Ordering) -> bool),
    /// `in` and `not in`.
    In,
    /// `is`, `is not` and `in x.keys()`, which get no warnings.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The kind of value that is made of the elements.
    pub shape: ComprehensionShape,
    pub clauses: Vec<Turn>,
    pub element: ExpressionCode,
    /// The value of a dict's element, whose key is `element`.
    pub value: Option<ExpressionCode>,
}

/// A clause of a comprehension: a loop or a condition.
#[derive(Clone, Debug)]
pub(super) enum Turn {
    /// The names, the iterable, and the place of an error in it.
    For(LoopNames, ExpressionCode, Span),
    If(ExpressionCode),
}

/// The variables that each iteration sets.
#[derive(Clone, Debug)]
pub(super) enum LoopNames {
    One(usize),
    Several(Vec<Self>, Span),
}

impl ExpressionCode {
    pub(super) const fn new(node: CodeNode, span: Span) -> Self {
        Self { node, span }
    }

    pub(super) fn constant(value: impl Into<Value>, span: Span) -> Self {
        Self::new(CodeNode::Constant(value.into()), span)
    }

    /// Returns the constant `None`, which also replaces a part with a fault.
    pub(super) const fn nothing(span: Span) -> Self {
        Self::new(CodeNode::Constant(Value::None), span)
    }

    /// Returns the value of a constant part; `None` for other parts.
    pub(super) const fn as_constant(&self) -> Option<&Value> {
        match &self.node {
            CodeNode::Constant(value) => Some(value),
            _ => None,
        }
    }
}
