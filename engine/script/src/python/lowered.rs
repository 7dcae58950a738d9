//! A lowered expression, which can be evaluated.

use assay_document::text::{Fault, IssueCode, Span};

use super::code::ExpressionCode;
use crate::ScriptPlace;
use crate::type_mismatch::{ComparedValues, Language, TypeMismatch, WrittenComparison, as_number};

/// A lowered expression, which can be evaluated.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(super) code: ExpressionCode,
    pub(super) variables: usize,
    pub uses: ExpressionUses,
    /// Warnings about the expression.
    pub hints: Vec<Fault>,
}

/// The collections, functions, calls and comparisons of an expression, collected while it is lowered.
#[derive(Debug, Default)]
pub(crate) struct ExpressionUses {
    /// The collections that the expression uses, each once.
    pub collections: Vec<String>,
    /// The functions of [`super::ExpressionNames::functions`] that it calls, each once.
    pub functions: Vec<String>,
    /// The calls of scripts, by number.
    pub calls: Vec<Call>,
    pub(super) comparisons: Vec<ComparisonSpans>,
}

/// A call of a script: of a function, or of a method of the first argument.
#[derive(Debug)]
pub(crate) struct Call {
    /// The name of the function, preceded by that of its module and a dot, or the name of the method.
    pub name: String,
    pub arguments: usize,
    pub is_method: bool,
    pub span: Span,
}

/// A comparison of values: the spans of its operator and of its operands.
#[derive(Debug)]
pub(super) struct ComparisonSpans {
    pub place: Span,
    pub left: Span,
    pub right: Span,
}

impl Lowered {
    /// Returns the warning about two values that comparison `number` compared. `text` is the expression.
    pub(crate) fn unlike_warning(&self, text: &str, met: &ComparedValues, number: usize) -> TypeMismatch {
        const OPERATORS: [&str; 7] = ["==", "in", "<", "<=", ">", ">=", "!="];
        let ComparisonSpans { place, left, right } = &self.uses.comparisons[number];
        let operand = |span: &Span| operand(text, *span).map(str::to_owned);
        let operator = match &text[place.range()] {
            operator if operator.starts_with("not") => "not in",
            operator => OPERATORS.into_iter().find(|known| *known == operator).unwrap_or("!="),
        };
        let written =
            WrittenComparison { operator, left: operand(left), right: operand(right), language: Language::Python };
        let unlike = met.to_warning(&written, ScriptPlace::Expression { span: *place });
        // The replacement is certain only if the comparison is the whole expression.
        let is_whole = text[..left.range().start].trim().is_empty() && text[right.range().end..].trim().is_empty();
        let code = match unlike.code {
            IssueCode::ScriptNeverEqual if is_whole => IssueCode::ExpressionNeverEqual,
            IssueCode::ScriptOrderOfTexts if is_whole => IssueCode::ExpressionOrderOfTexts,
            code => code,
        };
        let suggestion = unlike.suggestion.map(|(_, suggestion)| (left.to(*right), suggestion));
        TypeMismatch { code, suggestion, ..unlike }
    }

    /// Returns the span of the operator of a comparison.
    pub(crate) fn comparison(&self, number: usize) -> Span {
        self.uses.comparisons[number].place
    }

    /// Returns the span of the string that a comparison at `place` orders with a number, and its code as a number;
    /// `None` if the code cannot be suggested.
    pub(crate) fn as_number(&self, text: &str, place: Span, is_left: bool) -> Option<(Span, String)> {
        let ComparisonSpans { left, right, .. } =
            self.uses.comparisons.iter().find(|compared| compared.place == place)?;
        let span = if is_left { *left } else { *right };
        let operand = operand(text, span)?;
        let number = as_number(operand, true);
        // Within the quotes of YAML or JSON, the quotes of the expression may be escaped.
        if number.contains(['"', '\'', '\\']) {
            return None;
        }
        Some((span, number))
    }
}

/// Returns the code of an operand, if it is short enough for a message.
fn operand(text: &str, span: Span) -> Option<&str> {
    /// The maximum length of an operand in a message, in bytes.
    const MOST: usize = 40;
    let operand = &text[span.range()];
    (operand.len() <= MOST && !operand.contains('\n')).then_some(operand)
}
