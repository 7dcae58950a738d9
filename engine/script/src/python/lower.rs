//! Lowers the tree of an expression to code that can be evaluated: looks up every name and function, and reports
//! mistakes.

mod call;
mod comprehension;
mod constant_result;
mod method;
mod name;
mod operator;

use assay_document::text::expression::parse;
use assay_document::text::expression::syntax::{Comprehension, ComprehensionShape, Expr, ExprKind, NamedSpan, Unary};
use assay_document::text::expression::table::ArgumentKind;
use assay_document::text::{Fault, Integer, IssueCode, Span};

use super::code::{CodeNode, ExpressionCode};
use super::lowered::{Call, ExpressionUses, Lowered};
use super::names::ExpressionNames;
use super::run::{Value, native};

/// The state of lowering an expression: its names, faults and warnings.
pub(super) struct Lowering<'n> {
    /// The expression as written.
    pub text: &'n str,
    pub names: &'n ExpressionNames<'n>,
    pub faults: Vec<Fault>,
    pub hints: Vec<Fault>,
    /// The variables of comprehensions, innermost last, each with its number.
    variables: Vec<(String, usize)>,
    /// The number of variables.
    pub count: usize,
    /// The result of the expression if constants determine it for every value; otherwise `None`.
    outcome: Option<bool>,
    /// True if the expression uses the value.
    uses_value: bool,
    /// True if the expression uses the contents of the project.
    uses_project: bool,
    uses: ExpressionUses,
}

impl<'n> Lowering<'n> {
    pub(super) fn new(text: &'n str, names: &'n ExpressionNames<'n>) -> Self {
        Self {
            text,
            names,
            faults: Vec::new(),
            hints: Vec::new(),
            variables: Vec::new(),
            count: 0,
            outcome: None,
            uses_value: false,
            uses_project: false,
            uses: ExpressionUses::default(),
        }
    }

    /// Lowers a whole expression. Only its truth is used.
    pub(super) fn lower_root(&mut self, expr: &Expr) -> ExpressionCode {
        // The warnings below depend on the outcome.
        self.outcome = self.outcome(expr);
        self.warn_about_constant(expr, &[], "");
        let code = self.lower_condition(expr);
        self.warn_about_index(expr);
        self.warn_about_unused_value(expr);
        code
    }

    /// Lowers a part whose value is used.
    pub(super) fn value(&mut self, expr: &Expr) -> ExpressionCode {
        let span = expr.span;
        match &expr.kind {
            ExprKind::None => ExpressionCode::nothing(span),
            ExprKind::Bool(value) => ExpressionCode::constant(*value, span),
            ExprKind::Int(value) => ExpressionCode::constant(*value, span),
            ExprKind::Large(digits) => ExpressionCode::constant(Integer::parse(digits).unwrap_or_default(), span),
            ExprKind::Float(value) => ExpressionCode::constant(*value, span),
            ExprKind::Text(text) => ExpressionCode::constant(text.as_str(), span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::List(items) => self.series(items, span, CodeNode::List, Value::from),
            ExprKind::Tuple(items) => self.series(items, span, CodeNode::Tuple, |items| Value::Tuple(items.into())),
            ExprKind::Set(items) => ExpressionCode::new(CodeNode::Set(self.values(items)), span),
            ExprKind::Dict(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| (self.value(key), self.value(value))).collect();
                ExpressionCode::new(CodeNode::Dict(pairs), span)
            }
            ExprKind::Comprehension(comprehension) => self.comprehension(comprehension, span),
            ExprKind::Unary(unary, of) => self.unary(*unary, of, span),
            ExprKind::Chain(first, rest) => self.chain(first, rest, span),
            ExprKind::Power(base, place, exponent) => self.call_of("pow", *place, &[base, exponent]),
            ExprKind::Compare(first, rest) => self.compare(first, rest, span),
            ExprKind::All(items) => ExpressionCode::new(CodeNode::All(self.values(items)), span),
            ExprKind::Any(items) => ExpressionCode::new(CodeNode::Any(self.values(items)), span),
            ExprKind::Choice { condition, yes, no } => {
                let condition = Box::new(self.lower_condition(condition));
                let (yes, no) = (Box::new(self.value(yes)), Box::new(self.value(no)));
                ExpressionCode::new(CodeNode::Choice { condition, yes, no }, span)
            }
            ExprKind::Attribute(of, name) => self.attribute(expr, of, name),
            ExprKind::Index(of, index) => {
                let (of, index) = (self.value(of), self.value(index));
                ExpressionCode::new(CodeNode::Index(Box::new(of), Box::new(index)), span)
            }
            ExprKind::Slice(of, parts) => self.slice(of, parts, span),
            ExprKind::Call(function, arguments) => self.call(function, arguments, span),
            ExprKind::Method(of, name, arguments) => self.method(of, name, arguments),
        }
    }

    /// Lowers a part whose truth is used, but not its value.
    fn lower_condition(&mut self, expr: &Expr) -> ExpressionCode {
        match &expr.kind {
            ExprKind::All(items) => {
                self.warn_about_opposites(items, AND);
                ExpressionCode::new(CodeNode::All(self.lower_operands(items, AND)), expr.span)
            }
            ExprKind::Any(items) => {
                self.warn_about_opposites(items, OR);
                ExpressionCode::new(CodeNode::Any(self.lower_operands(items, OR)), expr.span)
            }
            ExprKind::Unary(Unary::Not, of) => {
                ExpressionCode::new(CodeNode::Not(Box::new(self.lower_condition(of))), expr.span)
            }
            ExprKind::Choice { condition, yes, no } => {
                let condition = Box::new(self.lower_condition(condition));
                let (yes, no) = (Box::new(self.lower_condition(yes)), Box::new(self.lower_condition(no)));
                ExpressionCode::new(CodeNode::Choice { condition, yes, no }, expr.span)
            }
            _ => {
                let of = self.lower_sized(expr);
                // An error about the truth of a value is reported for the whole part, with its parentheses.
                if of.span == expr.span { of } else { ExpressionCode::new(CodeNode::Truth(Box::new(of)), expr.span) }
            }
        }
    }

    /// Lowers the operands of `and` or `or`, whose truth is used, but not their values.
    fn lower_operands(&mut self, items: &[Expr], operator: &str) -> Vec<ExpressionCode> {
        let truth = |(at, item): (usize, &Expr)| {
            self.warn_about_constant(item, &items[..at], operator);
            self.lower_condition(item)
        };
        items.iter().enumerate().map(truth).collect()
    }

    /// Lowers a part that is iterated over; a generator becomes the list of its elements.
    fn elements(&mut self, expr: &Expr) -> ExpressionCode {
        match &expr.kind {
            ExprKind::Comprehension(comprehension) if comprehension.shape == ComprehensionShape::Generator => {
                self.lower_collected(comprehension, expr.span)
            }
            ExprKind::Call(function, arguments) if self.argument_kind(&function.text) == Some(ArgumentKind::Stream) => {
                self.stream(function, arguments, expr.span)
            }
            ExprKind::Method(of, name, arguments) if name::is_stream(&name.text) => {
                self.method_of_python(of, name, arguments)
            }
            _ => self.value(expr),
        }
    }

    /// Like [`Lowering::elements`], for an argument that needs a length. Generators and functions such as `zip` are
    /// rejected.
    fn lower_sized(&mut self, expr: &Expr) -> ExpressionCode {
        match &expr.kind {
            ExprKind::Comprehension(comprehension) if comprehension.shape == ComprehensionShape::Generator => {
                self.value(expr)
            }
            // Of Python's iterators, only `range` has a length.
            ExprKind::Call(function, _)
                if self.argument_kind(&function.text) == Some(ArgumentKind::Stream) && function.text != "range" =>
            {
                self.value(expr)
            }
            _ => self.elements(expr),
        }
    }

    /// Reports something that can only be iterated over, but is used as a value.
    fn refuse_iterator(&mut self, what: &str, span: Span) -> ExpressionCode {
        let message = format!("`{what}` can only be iterated over; it is not a value");
        let fault = Fault::new(IssueCode::ExpressionUnsupported, message, span);
        self.faults.push(fault.help(format!("write `list({what})`")));
        ExpressionCode::nothing(span)
    }

    fn values<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>) -> Vec<ExpressionCode> {
        items.into_iter().map(|item| self.value(item)).collect()
    }

    /// Lowers a list or a tuple. If its elements are constants, it is one, and is not made again for each value.
    fn series(
        &mut self,
        items: &[Expr],
        span: Span,
        node: fn(Vec<ExpressionCode>) -> CodeNode,
        constant: fn(Vec<Value>) -> Value,
    ) -> ExpressionCode {
        let items = self.values(items);
        match items.iter().map(|item| item.as_constant().cloned()).collect() {
            Some(values) => ExpressionCode::constant(constant(values), span),
            None => ExpressionCode::new(node(items), span),
        }
    }

    fn comprehension(&mut self, comprehension: &Comprehension, span: Span) -> ExpressionCode {
        if comprehension.shape == ComprehensionShape::Generator {
            let message = "`… for x in …` in parentheses is not a value";
            let fault = Fault::new(IssueCode::ExpressionUnsupported, message, span);
            self.faults.push(fault.help("put it into `[…]`, or into a call such as `any(…)`"));
            return ExpressionCode::nothing(span);
        }
        self.lower_collected(comprehension, span)
    }

    fn slice(&mut self, of: &Expr, parts: &[Option<Box<Expr>>; 3], span: Span) -> ExpressionCode {
        let mut arguments = vec![self.value(of)];
        for part in parts {
            arguments.push(part.as_ref().map_or(ExpressionCode::nothing(span), |part| self.value(part)));
        }
        native_call("slice", arguments, span)
    }

    /// Adds a call of a script, and returns its number.
    fn add_call(&mut self, name: &NamedSpan, arguments: usize, is_method: bool) -> usize {
        self.uses.calls.push(Call { name: name.text.clone(), arguments, is_method, span: name.span });
        self.uses.calls.len() - 1
    }

    /// Lowers a call of a function in [`super::run`].
    fn call_of(&mut self, function: &str, place: Span, arguments: &[&Expr]) -> ExpressionCode {
        let arguments = self.values(arguments.iter().copied());
        native_call(function, arguments, place)
    }
}

/// The operators that use only the truth of their operands, with spaces around them.
pub(super) const AND: &str = " and ";
pub(super) const OR: &str = " or ";

/// Returns a call of a function of [`super::run`], which must exist.
fn native_call(function: &str, arguments: Vec<ExpressionCode>, span: Span) -> ExpressionCode {
    ExpressionCode::new(CodeNode::Native(native(function), arguments), span)
}

/// Parses and lowers an expression.
///
/// # Errors
/// Returns the first syntax error, or all unknown names and invalid calls. Spans are in bytes of `text`.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method of one lifetime is no function for all")]
pub(crate) fn lower(text: &str, names: &ExpressionNames<'_>) -> Result<Lowered, Vec<Fault>> {
    lower_by(text, names, |lowering, expr| lowering.lower_root(expr))
}

pub(super) fn lower_by(
    text: &str,
    names: &ExpressionNames<'_>,
    whole: impl FnOnce(&mut Lowering<'_>, &Expr) -> ExpressionCode,
) -> Result<Lowered, Vec<Fault>> {
    let parsed = parse(text).map_err(|fault| vec![fault])?;
    let mut lowering = Lowering::new(text, names);
    let code = whole(&mut lowering, &parsed.expr);
    let Lowering { mut faults, mut hints, count, uses, .. } = lowering;
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.span);
        return Err(faults);
    }
    hints.splice(0..0, parsed.hints);
    Ok(Lowered { code, variables: count, uses, hints })
}
