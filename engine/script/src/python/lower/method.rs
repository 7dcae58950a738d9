//! Calls of methods: those of Python's types, of nodes and of collections.

use assay_document::text::expression::syntax::{Expr, ExprKind, NamedSpan};
use assay_document::text::expression::table::{
    ABSENT, ArgumentKind, CHANGING, METHODS, OBJECT_METHODS, RHAI, find_method, suggestion_for,
};
use assay_document::text::{Fault, IssueCode};

use super::call::wrong_number;
use super::name::is_stream;
use super::{Lowering, native_call};
use crate::python::code::{CodeNode, ExpressionCode};

impl Lowering<'_> {
    /// Lowers `of.name(…)`.
    pub(super) fn method(&mut self, of: &Expr, name: &NamedSpan, arguments: &[Expr]) -> ExpressionCode {
        if let Some(code) = self.of_module(of, name, arguments) {
            return code;
        }
        if find_method(&name.text).is_some() {
            if is_stream(&name.text) {
                return self.refuse_iterator(&format!("x.{}()", name.text), name.span);
            }
            return self.method_of_python(of, name, arguments);
        }
        if !OBJECT_METHODS.contains(&name.text.as_str()) {
            self.faults.push(self.unknown_method(name));
        }
        // Faults in the value are reported together with those of the method.
        let mut taken = vec![self.value(of)];
        taken.extend(arguments.iter().map(|argument| self.elements(argument)));
        let number = self.add_call(name, taken.len(), true);
        ExpressionCode::new(CodeNode::Method(number, name.text.clone(), taken), name.span)
    }

    /// Lowers `module.function(…)`; `None` if `of` is a value.
    fn of_module(&mut self, of: &Expr, name: &NamedSpan, arguments: &[Expr]) -> Option<ExpressionCode> {
        let path = self.dotted_name(of).filter(|path| self.names.collections.resolve(path).is_none())?;
        let function = NamedSpan { text: format!("{path}.{}", name.text), span: of.span.to(name.span) };
        if self.is_own(&function.text) {
            return Some(self.lower_own_call(&function, arguments));
        }
        let module = self.names.functions.iter().any(|known| known.name.starts_with(&format!("{path}.")));
        let fault = if module {
            self.unknown_in_module(&function)
        } else if self.names.is_root(&path) {
            self.unknown_collection(&function.text, function.span)
        } else if let ExprKind::Name(unknown) = &of.kind {
            self.unknown_fault(unknown, of.span)
        } else {
            return None;
        };
        self.faults.push(fault);
        Some(ExpressionCode::nothing(function.span))
    }

    fn unknown_in_module(&self, function: &NamedSpan) -> Fault {
        let message = format!("there is no function `{}`", function.text);
        let fault = Fault::new(IssueCode::ExpressionUnknownFunction, message, function.span);
        fault.suggest_nearest(&function.text, self.names.functions.iter().map(|function| function.name.as_str()))
    }

    /// Lowers a call of a Python method.
    pub(super) fn method_of_python(&mut self, of: &Expr, name: &NamedSpan, arguments: &[Expr]) -> ExpressionCode {
        let Some(known) = find_method(&name.text) else { return ExpressionCode::nothing(name.span) };
        if !(known.arguments.0..=known.arguments.1).contains(&arguments.len()) {
            self.faults.push(wrong_number(name, known.arguments, arguments.len()));
            return ExpressionCode::nothing(name.span);
        }
        let end = arguments.last().map_or(name.span, |last| last.span);
        let mut taken = vec![self.value(of)];
        let is_iterated = known.takes == ArgumentKind::Elements;
        taken.extend(arguments.iter().map(|item| if is_iterated { self.elements(item) } else { self.value(item) }));
        native_call(&format!(".{}", known.name), taken, name.span.to(end))
    }

    fn unknown_method(&self, name: &NamedSpan) -> Fault {
        let text = name.text.as_str();
        if let Some(help) = suggestion_for(CHANGING, text) {
            let message = format!("`{text}` changes its value, which expressions cannot do");
            return Fault::new(IssueCode::ExpressionUnsupported, message, name.span).help(help);
        }
        let fault = Fault::new(IssueCode::ExpressionUnknownMethod, format!("there is no method `{text}`"), name.span);
        if let Some(help) = suggestion_for(ABSENT, text) {
            return fault.help(help);
        }
        if let Some(help) = suggestion_for(RHAI, text) {
            // For `endswith(…)`, only the name is replaced.
            let name = help.strip_prefix("write `").and_then(|rest| rest.split_once('(')).map(|(name, _)| name);
            let suggestion = name.filter(|name| find_method(name).is_some()).map(Into::into);
            return Fault { suggestion, ..fault.help(help) };
        }
        if self.is_own(text) {
            return fault.help(format!("`{text}` is a function: write `{text}(d)`"));
        }
        fault.suggest_nearest(text, METHODS.iter().map(|method| method.name).chain(OBJECT_METHODS.iter().copied()))
    }
}
