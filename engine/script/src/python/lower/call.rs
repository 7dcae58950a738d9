//! Calls of functions: those of Python, of the library and of the rule.

use assay_document::text::expression::syntax::{ComprehensionShape, Expr, ExprKind, NamedSpan};
use assay_document::text::expression::table::{
    ABSENT, ArgumentKind, FUNCTIONS, TYPES, TableFunction, find_function, find_method, suggestion_for,
};
use assay_document::text::{Fault, IssueCode, Span};

use super::{Lowering, native_call};
use crate::python::code::{CodeNode, ExpressionCode};

impl Lowering<'_> {
    /// Lowers `function(…)`.
    pub(super) fn call(&mut self, function: &NamedSpan, arguments: &[Expr], span: Span) -> ExpressionCode {
        if self.is_own(&function.text) {
            return self.lower_own_call(function, arguments);
        }
        let Some(known) = find_function(&function.text) else {
            self.faults.push(self.unknown_function(function));
            // Faults in the arguments are reported, too.
            for argument in arguments {
                self.elements(argument);
            }
            return ExpressionCode::nothing(span);
        };
        self.of_python(known, function, arguments, span)
    }

    /// Returns true if the library or the rule has a function of that name, which takes precedence over Python's.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.names.has_function(name)
    }

    /// Returns the kind of argument that the Python function of that name takes. Returns `None` if Python has no such
    /// function, or if the library or the rule defines it.
    pub(super) fn argument_kind(&self, name: &str) -> Option<ArgumentKind> {
        find_function(name).filter(|_| !self.is_own(name)).map(|function| function.takes)
    }

    /// Returns true if a call is one of Python's `range`.
    pub(super) fn is_range(&self, function: &NamedSpan, bounds: &[Expr]) -> bool {
        function.text == "range" && !self.is_own("range") && (1..=3).contains(&bounds.len())
    }

    /// Lowers a call of a function of the library or of the rule.
    pub(super) fn lower_own_call(&mut self, function: &NamedSpan, arguments: &[Expr]) -> ExpressionCode {
        if let Err(parameters) = self.names.check_arguments(&function.text, arguments.len()) {
            self.faults.push(wrong_number(function, (parameters, parameters), arguments.len()));
        }
        self.warn_about_swapped(function, arguments);
        self.uses_project |= !self.names.in_library(&function.text).is_some_and(|entry| entry.is_of_texts);
        if !self.uses.functions.contains(&function.text) {
            self.uses.functions.push(function.text.clone());
        }
        let arguments: Vec<ExpressionCode> = arguments.iter().map(|argument| self.elements(argument)).collect();
        let number = self.add_call(function, arguments.len(), false);
        let is_matches = function.text == "matches" && self.names.in_library("matches").is_some();
        let node = match <[ExpressionCode; 2]>::try_from(arguments) {
            Ok(pair) if is_matches => CodeNode::Matches(number, Box::new(pair)),
            Ok(pair) => CodeNode::Function(number, pair.into()),
            Err(arguments) => CodeNode::Function(number, arguments),
        };
        ExpressionCode::new(node, function.span)
    }

    /// Warns about swapped arguments, as in `matches('^T_', d)`, which searches the pattern for the value.
    fn warn_about_swapped(&mut self, function: &NamedSpan, arguments: &[Expr]) {
        let [Expr { kind: ExprKind::Text(pattern), span: first, .. }, value] = arguments else { return };
        let is_pattern = pattern.contains(['^', '$', '\\', '[']) || pattern.contains(".*");
        let is_search = function.text == "matches" && self.names.in_library("matches").is_some();
        if is_search && is_pattern && !matches!(value.kind, ExprKind::Text(_)) {
            let of = |span: Span| &self.text[span.range()];
            let message = "the arguments of `matches` are swapped: it searches for the value in the pattern";
            let meant = format!("{}, {}", of(value.span), of(*first));
            let fault = Fault::new(IssueCode::ExpressionSwapped, message, first.to(value.span));
            let fault = fault.help(format!("write `matches({meant})`"));
            self.hints.push(Fault { suggestion: Some(meant.into()), ..fault });
        }
    }

    /// Lowers a call of a Python function.
    fn of_python(
        &mut self,
        known: &TableFunction,
        function: &NamedSpan,
        arguments: &[Expr],
        span: Span,
    ) -> ExpressionCode {
        let (least, most) = known.arguments;
        if !(least..=most).contains(&arguments.len()) {
            self.faults.push(wrong_number(function, known.arguments, arguments.len()));
            return ExpressionCode::nothing(span);
        }
        match (known.takes, arguments) {
            (ArgumentKind::Stream, _) => self.refuse_iterator(&format!("{}(…)", known.name), span),
            (ArgumentKind::Type, [value, class]) => self.is_instance(value, class, span),
            (ArgumentKind::Elements, [only]) if matches!(known.name, "any" | "all") => {
                self.decision(known.name, only, span)
            }
            (ArgumentKind::Elements, [first, _, ..]) if matches!(known.name, "min" | "max") => {
                let of = ExpressionCode::new(CodeNode::List(self.values(arguments)), span);
                native_call(known.name, vec![of], first.span.to(span))
            }
            (ArgumentKind::Value, [only]) if known.name == "bool" => {
                let of = self.lower_condition(only);
                ExpressionCode::new(CodeNode::Truth(Box::new(of)), span)
            }
            _ => self.plain_call(known, arguments, span),
        }
    }

    /// Lowers a call. `known` determines how its first argument is used; all further arguments are values.
    fn plain_call(&mut self, known: &TableFunction, arguments: &[Expr], span: Span) -> ExpressionCode {
        let taken = |(at, argument): (usize, &Expr)| match known.takes {
            ArgumentKind::Elements if at == 0 => self.elements(argument),
            ArgumentKind::Sized => self.lower_sized(argument),
            _ => self.value(argument),
        };
        let mut taken: Vec<ExpressionCode> = arguments.iter().enumerate().map(taken).collect();
        if known.name == "len" {
            return ExpressionCode::new(CodeNode::Length(Box::new(taken.remove(0))), span);
        }
        // `list()`, `set()` and others make an empty value.
        if known.takes == ArgumentKind::Elements && taken.is_empty() {
            taken.push(ExpressionCode::constant(Vec::new(), span));
        }
        native_call(known.name, taken, span)
    }

    /// Lowers `any(…)` or `all(…)`.
    fn decision(&mut self, name: &str, of: &Expr, span: Span) -> ExpressionCode {
        match &of.kind {
            ExprKind::Comprehension(comprehension) if comprehension.shape == ComprehensionShape::Generator => {
                self.lower_any_all(comprehension, name == "any", span)
            }
            _ => {
                let of = self.elements(of);
                native_call(name, vec![of], span)
            }
        }
    }

    /// Lowers `range(…)`, `zip(…)`, `enumerate(…)` or `reversed(…)` as an iterable.
    pub(super) fn stream(&mut self, function: &NamedSpan, arguments: &[Expr], span: Span) -> ExpressionCode {
        let Some(known) = find_function(&function.text) else { return ExpressionCode::nothing(span) };
        if !(known.arguments.0..=known.arguments.1).contains(&arguments.len()) {
            self.faults.push(wrong_number(function, known.arguments, arguments.len()));
            return ExpressionCode::nothing(span);
        }
        let taken = |(at, argument): (usize, &Expr)| match known.name {
            "zip" => self.elements(argument),
            "enumerate" if at == 0 => self.elements(argument),
            "reversed" => self.lower_sized(argument),
            _ => self.value(argument),
        };
        let taken: Vec<ExpressionCode> = arguments.iter().enumerate().map(taken).collect();
        let taken = if known.name == "zip" { vec![ExpressionCode::new(CodeNode::List(taken), span)] } else { taken };
        native_call(known.name, taken, span)
    }

    /// Lowers `isinstance(value, type)`, for one type or for several in parentheses.
    fn is_instance(&mut self, value: &Expr, class: &Expr, span: Span) -> ExpressionCode {
        let types: &[Expr] = match &class.kind {
            ExprKind::Tuple(types) => types,
            _ => std::slice::from_ref(class),
        };
        let mut names = Vec::new();
        for class in types {
            match &class.kind {
                ExprKind::Name(name) if TYPES.contains(&name.as_str()) => names.push(name.as_str()),
                _ => {
                    let fault = Fault::new(IssueCode::ExpressionArguments, "expected the name of a type", class.span);
                    self.faults.push(fault.help(format!("known types: {}", TYPES.join(", "))));
                }
            }
        }
        let value = self.value(value);
        native_call("isinstance", vec![value, ExpressionCode::constant(names.join(" "), class.span)], span)
    }

    fn unknown_function(&self, function: &NamedSpan) -> Fault {
        let name = function.text.as_str();
        if self.is_value(name) {
            let fault =
                Fault::new(IssueCode::ExpressionSyntax, format!("`{name}` is a value, not a function"), function.span);
            return fault.help("an operator or a `,` may be missing before `(`");
        }
        let fault =
            Fault::new(IssueCode::ExpressionUnknownFunction, format!("there is no function `{name}`"), function.span);
        if let Some(help) = suggestion_for(ABSENT, name) {
            return fault.help(help);
        }
        if find_method(name).is_some() {
            return fault.help(format!("`{name}` is a method: write `d.{name}()`"));
        }
        let own = self.names.functions.iter().map(|function| function.name.as_str());
        let known = FUNCTIONS.iter().map(|function| function.name).chain(own);
        fault.help("write the functions of a rule in its `func_str`").suggest_nearest(name, known)
    }
}

/// Returns the fault of a call with more or fewer arguments than the function or method takes.
pub(super) fn wrong_number(function: &NamedSpan, (least, most): (usize, usize), given: usize) -> Fault {
    let name = &function.text;
    let takes = match (least, most) {
        (0, 0) => "no argument".to_owned(),
        (1, 1) => "one argument".to_owned(),
        (least, usize::MAX) => format!("{least} or more arguments"),
        (least, most) if least == most => format!("{least} arguments"),
        (least, most) => format!("{least} to {most} arguments"),
    };
    Fault::new(IssueCode::ExpressionArguments, format!("`{name}` takes {takes}, not {given}"), function.span)
}
