//! The tree of an expression → Rhai in which every operator is a call of a function with Python's meaning.

mod call;
mod comprehension;
mod method;
mod name;
mod operator;
mod same;

use self::method::{has_closure, is_test};
pub(super) use self::name::collection_number;
use self::operator::{AND, OR};
use super::Compared;
use super::names::Names;
use super::syntax::{Comprehension, Expr, Kind, Shape, Unary};
use super::table::Takes;
use super::writer::Writer;
use crate::text::{Fault, Span};

/// What the code is to give.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Wanted {
    /// Whether the expression holds.
    Truth,
    /// Its value.
    Value,
}

/// Writes the code of an expression.
pub(super) struct Lowering<'n> {
    /// The expression as written.
    pub text: &'n str,
    pub names: &'n Names<'n>,
    pub out: Writer,
    pub faults: Vec<Fault>,
    pub hints: Vec<Fault>,
    /// Names that comprehensions and closures give values to, innermost last, each with its number.
    variables: Vec<(String, usize)>,
    /// How many names the code has so far.
    count: usize,
    /// Whether it holds of every value, or of none, as constants in it decide.
    outcome: Option<bool>,
    /// Whether it asks for the value, and for what the project holds.
    asks_value: bool,
    asks_project: bool,
    /// Collections and functions that are used.
    pub collections: Vec<String>,
    pub functions: Vec<String>,
    /// The comparisons of values.
    pub comparisons: Vec<Compared>,
}

impl<'n> Lowering<'n> {
    pub(super) fn new(text: &'n str, names: &'n Names<'n>) -> Self {
        Self {
            text,
            names,
            out: Writer::default(),
            faults: Vec::new(),
            hints: Vec::new(),
            variables: Vec::new(),
            count: 0,
            outcome: None,
            asks_value: false,
            asks_project: false,
            collections: Vec::new(),
            functions: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    pub(super) fn whole(&mut self, expr: &Expr, wanted: Wanted) {
        if wanted == Wanted::Truth {
            self.outcome = self.outcome(expr);
            self.tell_constant(expr, &[], "");
        }
        self.wanted(expr, wanted);
        if wanted == Wanted::Truth {
            self.tell_place(expr);
            self.tell_same(expr);
        }
    }

    fn wanted(&mut self, expr: &Expr, wanted: Wanted) {
        match wanted {
            Wanted::Truth => self.truth(expr),
            Wanted::Value => self.value(expr),
        }
    }

    /// Writes code that gives the value of `expr`.
    fn value(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            Kind::None => self.out.put_at(span, "()"),
            Kind::Bool(value) => self.out.put_at(span, if *value { "true" } else { "false" }),
            Kind::Int(value) => self.out.put_at(span, &value.to_string()),
            Kind::Large(digits) => self.out.put_at(span, &format!("__int(\"{digits}\")")),
            Kind::Float(value) => self.float(span, *value),
            Kind::Text(text) => self.out.text(span, text),
            Kind::Name(name) => self.name(name, span),
            Kind::List(items) => self.list(items, span),
            Kind::Tuple(items) => self.made("__tuple", items, span),
            Kind::Set(items) => self.made("__set", items, span),
            Kind::Dict(pairs) => self.dict(pairs, span),
            Kind::Map(pairs) => self.map(pairs, span),
            Kind::Comprehension(comprehension) => self.comprehension(comprehension, span),
            Kind::Unary(Unary::Not, of) => self.denied(of),
            Kind::Unary(unary, of) => self.unary(*unary, of, span),
            Kind::Chain(first, rest) => self.chain(first, rest),
            Kind::Power(base, place, exponent) => self.call_of(*place, "__power", &[base, exponent]),
            Kind::Compare(first, rest) => self.compare(first, rest),
            Kind::All(items) => self.joined_value(items, "__truthy(", span),
            Kind::Any(items) => self.joined_value(items, "!__truthy(", span),
            Kind::Choice { condition, yes, no } => self.choice(condition, yes, no, Wanted::Value),
            Kind::Attribute(of, name) => self.attribute(expr, of, name),
            Kind::Index(of, index) => self.call_of(span, "__index", &[of, index]),
            Kind::Slice(of, parts) => self.slice(of, parts, span),
            Kind::Call(function, arguments) => self.call(function, arguments, span),
            Kind::Method(of, name, arguments) => self.method(of, name, arguments),
            Kind::Closure(..) => {
                let fault = Fault::new("expression-unsupported", "Python's functions take no closure", span);
                self.faults.push(fault.help("write `… for x in …`"));
            }
        }
    }

    /// Writes code that gives a boolean: whether the value of `expr` is truthy.
    fn truth(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Bool(_) | Kind::Compare(..) | Kind::Unary(Unary::Not, _) => self.value(expr),
            Kind::All(items) => self.joined_truth(items, AND),
            Kind::Any(items) => self.joined_truth(items, OR),
            Kind::Choice { condition, yes, no } => self.choice(condition, yes, no, Wanted::Truth),
            Kind::Method(_, name, arguments) if is_test(&name.text) && !has_closure(arguments) => self.value(expr),
            Kind::Call(function, arguments) if self.gives_truth(&function.text) => match &arguments[..] {
                [only] if function.text == "bool" => self.truth(only),
                _ => self.value(expr),
            },
            _ => {
                self.out.put_at(expr.span, "__truthy(");
                self.sized(expr);
                self.out.put(")");
            }
        }
    }

    /// Writes code that gives something to go through: of a generator a list of its elements, of a tuple a list.
    fn elements(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Comprehension(comprehension) if comprehension.shape == Shape::Generator => {
                self.collected(comprehension, expr.span);
            }
            Kind::Tuple(items) => self.list(items, expr.span),
            Kind::Call(function, arguments) if self.takes(&function.text) == Some(Takes::Stream) => {
                self.stream(function, arguments, expr.span);
            }
            Kind::Method(of, name, arguments) if name::is_stream(&name.text) => {
                self.method_of_python(of, name, arguments);
            }
            _ => self.value(expr),
        }
    }

    /// The same, where a length is asked for: not of what can only be gone through.
    fn sized(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Comprehension(comprehension) if comprehension.shape == Shape::Generator => self.value(expr),
            Kind::Call(function, _)
                if self.takes(&function.text) == Some(Takes::Stream) && function.text != "range" =>
            {
                self.value(expr);
            }
            Kind::Tuple(_) => self.value(expr),
            _ => self.elements(expr),
        }
    }

    /// Says that something which can only be gone through stands as a value.
    fn only_gone_through(&mut self, what: &str, span: Span) {
        let message = format!("`{what}` gives something to go through, not a value");
        self.faults.push(Fault::new("expression-unsupported", message, span).help(format!("write `list({what})`")));
    }

    /// `[…]` of Rhai.
    fn list(&mut self, items: &[Expr], span: Span) {
        self.out.put_at(span, "[");
        self.arguments(items.iter());
        self.out.put("]");
    }

    /// What a function makes of a list of `items`.
    fn made(&mut self, function: &str, items: &[Expr], span: Span) {
        self.out.put_at(span, function);
        self.out.put("([");
        self.arguments(items.iter());
        self.out.put("])");
    }

    fn dict(&mut self, pairs: &[(Expr, Expr)], span: Span) {
        self.out.put_at(span, "__dict_of([");
        self.arguments(pairs.iter().flat_map(|(key, value)| [key, value]));
        self.out.put("])");
    }

    fn map(&mut self, pairs: &[(String, Expr)], span: Span) {
        self.out.put_at(span, "#{");
        for (at, (key, value)) in pairs.iter().enumerate() {
            if at > 0 {
                self.out.comma();
            }
            if pairs[..at].iter().any(|(other, _)| other == key) {
                let message = format!("`{key}` stands twice");
                self.faults.push(Fault::new("expression-syntax", message, value.span).help("remove one of the two"));
            }
            self.out.text(value.span, key);
            self.out.put(": ");
            self.value(value);
        }
        self.out.put("}");
    }

    fn comprehension(&mut self, comprehension: &Comprehension, span: Span) {
        match comprehension.shape {
            Shape::List => self.collected(comprehension, span),
            Shape::Set => self.made_of("__set", comprehension, span),
            Shape::Dict => self.made_of("__dict_of", comprehension, span),
            Shape::Generator => {
                let message = "`… for x in …` in parentheses is no value";
                let fault = Fault::new("expression-unsupported", message, span);
                self.faults.push(fault.help("put it into `[…]`, or into a call such as `any(…)`"));
            }
        }
    }

    fn slice(&mut self, of: &Expr, parts: &[Option<Box<Expr>>; 3], span: Span) {
        self.out.put_at(span, "__slice(");
        self.value(of);
        for part in parts {
            self.out.comma();
            match part {
                Some(part) => self.value(part),
                None => self.out.put("()"),
            }
        }
        self.out.put(")");
    }

    /// A call of one of our functions.
    fn call_of(&mut self, place: Span, function: &str, arguments: &[&Expr]) {
        self.out.put_at(place, function);
        self.out.put("(");
        self.arguments(arguments.iter().copied());
        self.out.put(")");
    }

    fn arguments<'e>(&mut self, arguments: impl Iterator<Item = &'e Expr>) {
        for (at, argument) in arguments.enumerate() {
            if at > 0 {
                self.out.comma();
            }
            self.value(argument);
        }
    }

    fn float(&mut self, span: Span, value: f64) {
        // Rhai reads every finite spelling back exactly; it has none for the others.
        let code = if value.is_finite() { format!("{value:?}") } else { "__float(\"inf\")".to_owned() };
        self.out.put_at(span, &code);
    }

    /// A name that nothing else in the code has.
    fn fresh(&mut self, letter: char) -> String {
        self.count += 1;
        format!("__{letter}{}", self.count)
    }
}
