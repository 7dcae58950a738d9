//! Names: `d`, variables, collections, and unknown names.

use assay_document::text::expression::syntax::{Expr, ExprKind, NamedSpan};
use assay_document::text::expression::table::{ABSENT, ArgumentKind, FUNCTIONS, find_method, suggestion_for};
use assay_document::text::{Fault, IssueCode, Span};

use super::Lowering;
use crate::python::code::{CodeNode, ExpressionCode};

/// Names for nothing in other languages.
const NOTHING: &[&str] = &["NULL", "Null", "nil", "none", "null", "undefined"];

/// Names that have a meaning elsewhere: in Python, or in functions of rules.
const ELSEWHERE: &[(&str, &str)] = &[
    ("data", "an expression gets one value at a time, as `d`; a function in `func_str` gets all values"),
    ("file", ONLY_D),
    ("filepath", ONLY_D),
    ("math", "write `x ** 0.5` for a square root, `x // 1` for the integer part, or a function in `func_str`"),
    ("os", "write `d.rsplit('/', 1)[-1]` for the name of a file, `exists(d)` to test whether it exists"),
    ("path", ONLY_D),
    ("re", "write `matches(d, '…')`, which searches, or `captures(d, '…')`"),
];
/// Names of the value in other languages and tools; expressions call it `d`.
const VALUE: &[&str] = &["it", "item", "self", "this", "v", "val", "value", "x"];
const ONLY_D: &str = "an expression has only its value, `d`; a function in `func_str` also gets the path";

/// Returns true if the result of a method of Python can only be iterated over.
pub(super) fn is_stream(method: &str) -> bool {
    find_method(method).is_some_and(|method| method.takes == ArgumentKind::Stream)
}

impl Lowering<'_> {
    /// Lowers a name that is used as a value.
    pub(super) fn name(&mut self, name: &str, span: Span) -> ExpressionCode {
        if let Some(variable) = self.variable(name) {
            ExpressionCode::new(CodeNode::Variable(variable), span)
        } else if name == "d" {
            self.uses_value = true;
            ExpressionCode::new(CodeNode::Subject, span)
        } else if self.names.collections.resolve(name).is_some() {
            self.collection(name, span)
        } else {
            let fault = self.unknown_fault(name, span);
            self.faults.push(fault);
            ExpressionCode::nothing(span)
        }
    }

    /// Returns the number of a variable of a comprehension.
    fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, number)| *number)
    }

    /// Declares a variable, and returns its number.
    pub(super) fn declare(&mut self, name: &str) -> usize {
        self.variables.push((name.to_owned(), self.count));
        self.count += 1;
        self.count - 1
    }

    /// Returns true if a name refers to a value.
    pub(super) fn is_value(&self, name: &str) -> bool {
        name == "d" || self.variable(name).is_some() || self.names.collections.resolve(name).is_some()
    }

    fn collection(&mut self, name: &str, span: Span) -> ExpressionCode {
        self.uses_project = true;
        let collections = &mut self.uses.collections;
        let number = collections.iter().position(|known| known == name).unwrap_or_else(|| {
            collections.push(name.to_owned());
            collections.len() - 1
        });
        ExpressionCode::new(CodeNode::Collection(number), span)
    }

    /// Returns the dotted name that an expression spells; `None` if it begins with a value.
    pub(super) fn dotted_name(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Name(name) if name != "d" && self.variable(name).is_none() => Some(name.clone()),
            ExprKind::Attribute(of, name) => Some(format!("{}.{}", self.dotted_name(of)?, name.text)),
            _ => None,
        }
    }

    /// Lowers `of.name`: a collection, or a field of a value.
    pub(super) fn attribute(&mut self, expr: &Expr, of: &Expr, name: &NamedSpan) -> ExpressionCode {
        match (self.dotted_name(expr), self.dotted_name(of)) {
            (Some(path), _) if self.names.collections.resolve(&path).is_some() => self.collection(&path, expr.span),
            (Some(path), Some(root))
                if self.names.is_root(&root) && self.names.collections.resolve(&root).is_none() =>
            {
                // A longer name may follow; the longest is reported.
                if !self.names.is_root(&path) {
                    self.faults.push(self.unknown_collection(&path, expr.span));
                }
                ExpressionCode::nothing(expr.span)
            }
            _ => ExpressionCode::new(CodeNode::Attribute(Box::new(self.value(of)), name.text.clone()), expr.span),
        }
    }

    pub(super) fn unknown_collection(&self, path: &str, span: Span) -> Fault {
        let fault = Fault::new(IssueCode::ExpressionUnknownName, format!("there is no collection `{path}`"), span);
        let root = path.split('.').next().unwrap_or(path);
        let known: Vec<&str> = self.names.collections.all().filter(|name| name.starts_with(root)).collect();
        fault.help(format!("known collections: {}", known.join(", "))).suggest_nearest(path, self.names.all())
    }

    pub(super) fn unknown_fault(&self, name: &str, span: Span) -> Fault {
        let function = FUNCTIONS.iter().any(|function| function.name == name) || self.names.has_function(name);
        if function {
            let fault = Fault::new(IssueCode::ExpressionUnsupported, format!("`{name}` is a function"), span);
            // `{image.height}`, in the syntax of `xpath`.
            if name == "image" && self.text[..span.range().start].ends_with('{') {
                return fault
                    .help("an expression has only its value; a function also gets the path: `image(filepath)`");
            }
            return fault.help(format!("call it: `{name}(…)`"));
        }
        if self.names.is_root(name) {
            return self.unknown_collection(name, span);
        }
        let fault = Fault::new(IssueCode::ExpressionUnknownName, format!("unknown name `{name}`"), span);
        let variables = self.variables.iter().map(|(name, _)| name.as_str());
        let functions = FUNCTIONS.iter().map(|function| function.name);
        if NOTHING.contains(&name) {
            return fault.help("write `None`");
        }
        if let Some(help) = suggestion_for(ELSEWHERE, name).or_else(|| suggestion_for(ABSENT, name)) {
            return fault.help(help);
        }
        if VALUE.contains(&name) {
            return Fault { suggestion: Some("d".into()), ..fault.help("the value is `d`") };
        }
        let known = variables.chain(self.names.all()).chain(functions).chain(["True", "False", "None"]);
        fault.help("the value is `d`; put strings in quotes").suggest_nearest(name, known)
    }
}
