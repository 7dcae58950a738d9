//! The tree of an expression as written → what is evaluated: every name and function is looked up, and what cannot be right is told.

mod call;
mod comprehension;
mod method;
mod name;
mod operator;
mod same;

#[cfg(test)]
pub(super) use self::operator::OPERATORS;
use super::code::{Code, Node};
use super::names::Names;
use super::run::{Value, native};
use super::syntax::{Comprehension, Expr, Kind, Shape, Unary};
use super::table::Takes;
use super::{Call, Compared};
use crate::script::integer::Integer;
use crate::text::{Fault, Span};

/// Looks up what an expression names.
pub(super) struct Lowering<'n> {
    /// The expression as written.
    pub text: &'n str,
    pub names: &'n Names<'n>,
    pub faults: Vec<Fault>,
    pub hints: Vec<Fault>,
    /// Names that comprehensions give values to, innermost last, each with its number.
    variables: Vec<(String, usize)>,
    /// How many variables there are.
    pub count: usize,
    /// Whether it holds of every value, or of none, as constants in it decide.
    outcome: Option<bool>,
    /// Whether it asks for the value, and for what the project holds.
    asks_value: bool,
    asks_project: bool,
    /// Collections and functions that are used.
    pub collections: Vec<String>,
    pub functions: Vec<String>,
    /// What scripts are called for.
    pub calls: Vec<Call>,
    /// The comparisons of values.
    pub comparisons: Vec<Compared>,
}

impl<'n> Lowering<'n> {
    pub(super) fn new(text: &'n str, names: &'n Names<'n>) -> Self {
        Self {
            text,
            names,
            faults: Vec::new(),
            hints: Vec::new(),
            variables: Vec::new(),
            count: 0,
            outcome: None,
            asks_value: false,
            asks_project: false,
            collections: Vec::new(),
            functions: Vec::new(),
            calls: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    /// An expression whose truth is asked.
    pub(super) fn whole(&mut self, expr: &Expr) -> Code {
        self.outcome = self.outcome(expr);
        self.tell_constant(expr, &[], "");
        let code = self.truth(expr);
        self.tell_place(expr);
        self.tell_same(expr);
        code
    }

    /// A part whose value is wanted.
    pub(super) fn value(&mut self, expr: &Expr) -> Code {
        let span = expr.span;
        match &expr.kind {
            Kind::None => Code::nothing(span),
            Kind::Bool(value) => Code::constant(*value, span),
            Kind::Int(value) => Code::constant(*value, span),
            Kind::Large(digits) => Code::constant(Integer::parse(digits).unwrap_or_default(), span),
            Kind::Float(value) => Code::constant(*value, span),
            Kind::Text(text) => Code::constant(text.as_str(), span),
            Kind::Name(name) => self.name(name, span),
            Kind::List(items) => self.series(items, span, Node::List, Value::from),
            Kind::Tuple(items) => self.series(items, span, Node::Tuple, |items| Value::Tuple(items.into())),
            Kind::Set(items) => Code::new(Node::Set(self.values(items)), span),
            Kind::Dict(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| (self.value(key), self.value(value))).collect();
                Code::new(Node::Dict(pairs), span)
            }
            Kind::Comprehension(comprehension) => self.comprehension(comprehension, span),
            Kind::Unary(unary, of) => self.unary(*unary, of, span),
            Kind::Chain(first, rest) => self.chain(first, rest, span),
            Kind::Power(base, place, exponent) => self.call_of("pow", *place, &[base, exponent]),
            Kind::Compare(first, rest) => self.compare(first, rest, span),
            Kind::All(items) => Code::new(Node::All(self.values(items)), span),
            Kind::Any(items) => Code::new(Node::Any(self.values(items)), span),
            Kind::Choice { condition, yes, no } => {
                let condition = Box::new(self.truth(condition));
                let (yes, no) = (Box::new(self.value(yes)), Box::new(self.value(no)));
                Code::new(Node::Choice { condition, yes, no }, span)
            }
            Kind::Attribute(of, name) => self.attribute(expr, of, name),
            Kind::Index(of, index) => {
                let (of, index) = (self.value(of), self.value(index));
                Code::new(Node::Index(Box::new(of), Box::new(index)), span)
            }
            Kind::Slice(of, parts) => self.slice(of, parts, span),
            Kind::Call(function, arguments) => self.call(function, arguments, span),
            Kind::Method(of, name, arguments) => self.method(of, name, arguments),
        }
    }

    /// A part whose truth is asked.
    fn truth(&mut self, expr: &Expr) -> Code {
        match &expr.kind {
            Kind::All(items) => {
                self.tell_opposed(items, AND);
                Code::new(Node::All(self.truths(items, AND)), expr.span)
            }
            Kind::Any(items) => {
                self.tell_opposed(items, OR);
                Code::new(Node::Any(self.truths(items, OR)), expr.span)
            }
            Kind::Unary(Unary::Not, of) => Code::new(Node::Not(Box::new(self.truth(of))), expr.span),
            Kind::Choice { condition, yes, no } => {
                let condition = Box::new(self.truth(condition));
                let (yes, no) = (Box::new(self.truth(yes)), Box::new(self.truth(no)));
                Code::new(Node::Choice { condition, yes, no }, expr.span)
            }
            _ => {
                let of = self.sized(expr);
                if of.span == expr.span { of } else { Code::new(Node::Truth(Box::new(of)), expr.span) }
            }
        }
    }

    /// The operands of `and` or `or` of which only the truth is wanted.
    fn truths(&mut self, items: &[Expr], operator: &str) -> Vec<Code> {
        let truth = |(at, item): (usize, &Expr)| {
            self.tell_constant(item, &items[..at], operator);
            self.truth(item)
        };
        items.iter().enumerate().map(truth).collect()
    }

    /// Something to go through: of a generator the list of its elements.
    fn elements(&mut self, expr: &Expr) -> Code {
        match &expr.kind {
            Kind::Comprehension(comprehension) if comprehension.shape == Shape::Generator => {
                self.collected(comprehension, expr.span)
            }
            Kind::Call(function, arguments) if self.takes(&function.text) == Some(Takes::Stream) => {
                self.stream(function, arguments, expr.span)
            }
            Kind::Method(of, name, arguments) if name::is_stream(&name.text) => {
                self.method_of_python(of, name, arguments)
            }
            _ => self.value(expr),
        }
    }

    /// The same, where a length is asked for: not of what can only be gone through.
    fn sized(&mut self, expr: &Expr) -> Code {
        match &expr.kind {
            Kind::Comprehension(comprehension) if comprehension.shape == Shape::Generator => self.value(expr),
            Kind::Call(function, _)
                if self.takes(&function.text) == Some(Takes::Stream) && function.text != "range" =>
            {
                self.value(expr)
            }
            _ => self.elements(expr),
        }
    }

    /// Says that something which can only be gone through stands as a value.
    fn only_gone_through(&mut self, what: &str, span: Span) -> Code {
        let message = format!("`{what}` gives something to go through, not a value");
        self.faults.push(Fault::new("expression-unsupported", message, span).help(format!("write `list({what})`")));
        Code::nothing(span)
    }

    fn values<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>) -> Vec<Code> {
        items.into_iter().map(|item| self.value(item)).collect()
    }

    /// A list or tuple; of constants it is one.
    fn series(
        &mut self,
        items: &[Expr],
        span: Span,
        node: fn(Vec<Code>) -> Node,
        constant: fn(Vec<Value>) -> Value,
    ) -> Code {
        let items = self.values(items);
        match items.iter().map(|item| item.as_constant().cloned()).collect() {
            Some(values) => Code::constant(constant(values), span),
            None => Code::new(node(items), span),
        }
    }

    fn comprehension(&mut self, comprehension: &Comprehension, span: Span) -> Code {
        if comprehension.shape == Shape::Generator {
            let message = "`… for x in …` in parentheses is no value";
            let fault = Fault::new("expression-unsupported", message, span);
            self.faults.push(fault.help("put it into `[…]`, or into a call such as `any(…)`"));
            return Code::nothing(span);
        }
        self.collected(comprehension, span)
    }

    fn slice(&mut self, of: &Expr, parts: &[Option<Box<Expr>>; 3], span: Span) -> Code {
        let mut arguments = vec![self.value(of)];
        for part in parts {
            arguments.push(part.as_ref().map_or(Code::nothing(span), |part| self.value(part)));
        }
        native_call("slice", arguments, span)
    }

    /// A call of one of our functions.
    fn call_of(&mut self, function: &str, place: Span, arguments: &[&Expr]) -> Code {
        let arguments = self.values(arguments.iter().copied());
        native_call(function, arguments, place)
    }
}

/// Operators of which only the truth is wanted.
pub(super) const AND: &str = " and ";
pub(super) const OR: &str = " or ";

/// A call of a function of ours, which is there.
fn native_call(function: &str, arguments: Vec<Code>, span: Span) -> Code {
    Code::new(Node::Native(native(function), arguments), span)
}
