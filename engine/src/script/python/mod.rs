//! Expressions of `["Satisfy the expression", …]`, with the syntax and the meaning of Python.
//!
//! An expression is parsed by [`crate::text::expression`], every name in it is looked up, and the result is evaluated for one value after
//! the other. Scripts are called only for functions of the library and of the rule, and for their objects.
//!
//! | module | contents |
//! | --- | --- |
//! | `names` | the collections and functions of rules that are known |
//! | `lower`, `code` | the tree as written → code to evaluate, with warnings about it |
//! | `evaluate`, `note` | evaluation of one value after the other; the values that were compared |
//! | `run` | Python's operators, functions and methods over values |
//!
//! The language is described in `docs/expressions.md`. Other syntax of Python is an error.

mod code;
mod evaluate;
mod lower;
mod names;
mod note;
mod run;

use self::code::ExpressionCode;
pub(in crate::script) use self::evaluate::{Evaluator, Subject};
use self::lower::Lowering;
pub(in crate::script) use self::names::{Callable, Names};
pub(in crate::script) use self::note::Note;
pub(in crate::script) use self::run::{Halt, Raised, Run, Scripts, Stopped, Value, register};
use super::Place;
use super::meter::Meter;
use super::unlike::{Language, Met, Unlike, WrittenComparison, as_number};
use crate::system::View;
use crate::text::expression::parse;
use crate::text::expression::syntax::Expr;
use crate::text::{Fault, IssueCode, Span, sort_by_key};

/// An expression that can be evaluated.
#[derive(Debug)]
pub(in crate::script) struct Lowered {
    code: ExpressionCode,
    /// The number of variables.
    variables: usize,
    /// The collections that are named, each once.
    pub collections: Vec<String>,
    /// The functions of [`Names::functions`] that are called, each once.
    pub functions: Vec<String>,
    /// The calls of scripts, by number.
    pub calls: Vec<Call>,
    /// Warnings about the expression.
    pub hints: Vec<Fault>,
    /// The comparisons of values.
    comparisons: Vec<Compared>,
}

/// A call of a script: of a function, or of a method of the first argument.
#[derive(Debug)]
pub(in crate::script) struct Call {
    /// The name of the function, preceded by that of its module and a dot, or the name of the method.
    pub name: String,
    pub arguments: usize,
    pub is_method: bool,
    pub span: Span,
}

/// A comparison of values: the spans of its operator and of its operands.
#[derive(Debug)]
struct Compared {
    place: Span,
    left: Span,
    right: Span,
}

impl Lowered {
    /// Returns an evaluator of the expression, with the collections that it names.
    pub(in crate::script) fn evaluator<'e>(
        &'e self,
        meter: &'e Meter,
        scripts: &'e dyn Scripts,
        collections: &'e [View],
    ) -> Evaluator<'e> {
        Evaluator::new(self, meter, scripts, collections)
    }

    /// Returns the warning about two values that comparison `number` compared. `text` is the expression.
    pub(in crate::script) fn unlike(&self, text: &str, met: &Met, number: usize) -> Unlike {
        const SIGNS: [&str; 7] = ["==", "in", "<", "<=", ">", ">=", "!="];
        let Compared { place, left, right } = &self.comparisons[number];
        let operand = |span: &Span| operand(text, *span).map(str::to_owned);
        let sign = match &text[place.range()] {
            sign if sign.starts_with("not") => "not in",
            sign => SIGNS.into_iter().find(|known| *known == sign).unwrap_or("!="),
        };
        let written =
            WrittenComparison { sign, left: operand(left), right: operand(right), language: Language::Python };
        let unlike = met.told(&written, Place::Expression { span: *place });
        // Nothing stands around it that may be right.
        let is_whole = text[..left.range().start].trim().is_empty() && text[right.range().end..].trim().is_empty();
        let code = match unlike.code {
            IssueCode::ScriptNeverEqual if is_whole => IssueCode::ExpressionNeverEqual,
            IssueCode::ScriptOrderOfTexts if is_whole => IssueCode::ExpressionOrderOfTexts,
            code => code,
        };
        let meant = unlike.meant.map(|(_, meant)| (left.to(*right), meant));
        Unlike { code, meant, ..unlike }
    }

    /// Returns the span of the operator of a comparison.
    pub(in crate::script) fn comparison(&self, number: usize) -> Span {
        self.comparisons[number].place
    }

    /// Returns the span of the string that a comparison at `place` orders with a number, and its code as a number;
    /// `None` if the code cannot be suggested.
    pub(in crate::script) fn as_number(&self, text: &str, place: Span, is_left: bool) -> Option<(Span, String)> {
        let Compared { left, right, .. } = self.comparisons.iter().find(|compared| compared.place == place)?;
        let span = if is_left { *left } else { *right };
        let operand = operand(text, span)?;
        let number = as_number(operand, true);
        // Within the quotes of YAML or JSON those of the expression may be written otherwise.
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

/// Reads an expression.
///
/// # Errors
/// The first place that cannot be parsed, or all unknown names and invalid calls. Spans are in bytes of `text`.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method of one lifetime is no function for all")]
pub(in crate::script) fn lower(text: &str, names: &Names<'_>) -> Result<Lowered, Vec<Fault>> {
    lower_by(text, names, |lowering, expr| lowering.whole(expr))
}

fn lower_by(
    text: &str,
    names: &Names<'_>,
    whole: impl FnOnce(&mut Lowering<'_>, &Expr) -> ExpressionCode,
) -> Result<Lowered, Vec<Fault>> {
    let parsed = parse(text).map_err(|fault| vec![fault])?;
    let mut lowering = Lowering::new(text, names);
    let code = whole(&mut lowering, &parsed.expr);
    let Lowering { mut faults, mut hints, count, collections, functions, calls, comparisons, .. } = lowering;
    if !faults.is_empty() {
        sort_by_key(&mut faults, |fault| fault.span);
        return Err(faults);
    }
    hints.splice(0..0, parsed.hints);
    Ok(Lowered { code, variables: count, collections, functions, calls, hints, comparisons })
}

#[cfg(test)]
mod tests;
