//! Calls of methods: Python's by our functions, Rhai's as they are.

use super::Lowering;
use super::call::wrong_number;
use super::name::is_stream;
use crate::script::python::syntax::{Expr, Kind, Word};
use crate::script::python::table::{ABSENT, CHANGING, METHODS, RHAI_METHODS, Takes, find_method, instead};
use crate::text::{Fault, nearest};

/// Methods of Rhai that ask a closure whether something holds.
const PREDICATES: &[&str] = &["all", "filter", "find", "index_of", "some"];

/// Methods of Python whose answer is a boolean.
const TESTS: &[&str] = &[
    "endswith",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isdisjoint",
    "islower",
    "isprintable",
    "isspace",
    "issubset",
    "issuperset",
    "isupper",
    "startswith",
];

/// Whether a method answers with a boolean.
pub(super) fn is_test(method: &str) -> bool {
    TESTS.contains(&method)
}

/// Whether one of the arguments is a closure, as only methods of Rhai take them.
pub(super) fn has_closure(arguments: &[Expr]) -> bool {
    arguments.iter().any(|argument| matches!(argument.kind, Kind::Closure(..)))
}

impl Lowering<'_> {
    /// `of.name(…)`.
    pub(super) fn method(&mut self, of: &Expr, name: &Word, arguments: &[Expr]) {
        if self.of_module(of, name, arguments) {
            return;
        }
        let closure = has_closure(arguments);
        if find_method(&name.text).is_some() && !closure {
            if is_stream(&name.text) {
                self.only_gone_through(&format!("x.{}()", name.text), name.span);
            } else {
                self.method_of_python(of, name, arguments);
            }
        } else if closure || RHAI_METHODS.contains(&name.text.as_str()) || self.is_own(&name.text) {
            self.method_of_rhai(of, name, arguments);
        } else {
            self.faults.push(self.unknown_method(name));
            // What is wrong with the value is told beside what is wrong with the method.
            self.value(of);
            self.handed_over(arguments, false);
        }
    }

    /// Reads `module.function(…)`; false when `of` is a value.
    fn of_module(&mut self, of: &Expr, name: &Word, arguments: &[Expr]) -> bool {
        let Some(path) = self.dotted(of).filter(|path| self.names.collections.resolve(path).is_none()) else {
            return false;
        };
        let function = Word { text: format!("{path}.{}", name.text), span: of.span.to(name.span) };
        if self.is_own(&function.text) {
            self.own(&function, arguments);
            return true;
        }
        let module = self.names.functions.iter().any(|known| known.name.starts_with(&format!("{path}.")));
        if module || self.names.is_root(&path) {
            self.faults.push(if module {
                self.unknown_in_module(&function)
            } else {
                self.unknown_collection(&function.text, function.span)
            });
            return true;
        }
        if let Kind::Name(unknown) = &of.kind {
            self.faults.push(self.unknown(unknown, of.span));
            return true;
        }
        false
    }

    fn unknown_in_module(&self, function: &Word) -> Fault {
        let message = format!("there is no function `{}`", function.text);
        let fault = Fault::new("expression-unknown-function", message, function.span);
        match nearest(&function.text, self.names.functions.iter().map(|function| function.name)) {
            Some(known) => fault.meant(known),
            None => fault,
        }
    }

    /// A method that Python knows.
    pub(super) fn method_of_python(&mut self, of: &Expr, name: &Word, arguments: &[Expr]) {
        let Some(known) = find_method(&name.text) else { return };
        if !(known.arguments.0..=known.arguments.1).contains(&arguments.len()) {
            self.faults.push(wrong_number(name, known.arguments, arguments.len()));
            return;
        }
        let end = arguments.last().map_or(name.span, |last| last.span);
        self.out.put_at(name.span.to(end), &format!("__of_{}(", known.name));
        self.value(of);
        for argument in arguments {
            self.out.comma();
            if known.takes == Takes::Elements { self.elements(argument) } else { self.value(argument) }
        }
        self.out.put(")");
    }

    /// A method of Rhai, or a function of the rule that is called like one.
    fn method_of_rhai(&mut self, of: &Expr, name: &Word, arguments: &[Expr]) {
        self.asks_project |= self.is_own(&name.text);
        let closure = has_closure(arguments);
        match of.kind {
            // A closure may name the same variable, which Rhai does not lend twice.
            Kind::Name(_) if closure => {
                self.out.put_at(of.span, "__plain(");
                self.value(of);
            }
            _ => {
                self.out.put("(");
                self.plain(of);
            }
        }
        self.out.put(")");
        self.out.put(".");
        self.out.put_at(name.span, &name.text);
        self.out.put("(");
        self.handed_over(arguments, PREDICATES.contains(&name.text.as_str()));
        self.out.put(")");
    }

    fn unknown_method(&self, name: &Word) -> Fault {
        let text = name.text.as_str();
        if let Some(help) = instead(CHANGING, text) {
            let message = format!("`{text}` changes its value, and an expression changes nothing");
            return Fault::new("expression-unsupported", message, name.span).help(help);
        }
        let fault = Fault::new("expression-unknown-method", format!("there is no method `{text}`"), name.span);
        if let Some(help) = instead(ABSENT, text) {
            return fault.help(help);
        }
        let own = self.names.functions.iter().map(|function| function.name);
        let known = METHODS.iter().map(|method| method.name).chain(RHAI_METHODS.iter().copied()).chain(own);
        match nearest(text, known) {
            Some(known) => fault.meant(known),
            None => fault,
        }
    }
}
