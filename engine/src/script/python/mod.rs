//! Expressions: what `["Satisfy the expression", …]` demands of a value, read as Python reads it.
//!
//! An expression is lexed and parsed here, every name in it is looked up, and it is lowered to Rhai source in which each
//! operator is a call of a function that means what Python means. The source is compiled once and evaluated for each
//! value; a place in it leads back to the place in the expression.
//!
//! | room | what it holds |
//! | --- | --- |
//! | `lexer`, `token` | the text → tokens: Python's numbers, texts and operators |
//! | `parse`, `syntax` | tokens → the tree, by Python's grammar, with Rhai's `&& || !`, closures and `#{…}` beside it |
//! | `table`, `names` | the functions and methods that are known, and what is said of others; collections, functions of rules |
//! | `lower`, `writer` | the tree → Rhai; comprehensions become loops, chains of comparisons steps, `and` and `or` Rhai's own where only their truth is wanted |
//! | `run` | what the lowered code calls: Python's operators, functions and methods over Rhai's values |
//!
//! The language that is understood is described in `docs/expressions.md`. Whatever else Python has is refused, never read
//! otherwise; whatever else Rhai has as a method is passed on to it.

mod lexer;
mod lower;
mod names;
mod parse;
mod run;
mod syntax;
mod table;
mod token;
mod writer;

use rhai::{AST, Engine, ParseError, Position};

use self::lower::{Lowering, Wanted};
pub(in crate::script) use self::names::{Callable, Names};
pub(in crate::script) use self::run::{Raised, register};
pub(in crate::script) use self::table::{CHANGING, RHAI_METHODS};
pub use self::table::{python_functions, python_methods};
use self::writer::Places;
use super::Place;
use super::unlike::{Language, Met, Unlike, Written, as_number};
use crate::text::{Fault, Span, sort_by_key};

/// An expression as Rhai source that gives a boolean: whether it holds of `d`.
#[derive(Debug)]
pub(in crate::script) struct Lowered {
    /// The source.
    pub code: String,
    places: Places,
    /// The collections that are named, each once.
    collections: Vec<String>,
    /// The functions of [`Names::functions`] that are called, each once.
    pub functions: Vec<String>,
    /// What was read forgivingly.
    pub hints: Vec<Fault>,
    /// The comparisons of values.
    comparisons: Vec<Compared>,
}

/// A comparison of values: where its operator stands, and its operands.
#[derive(Debug)]
struct Compared {
    place: Span,
    left: Span,
    right: Span,
}

impl Lowered {
    /// Which part of the expression a place in the source stands for, in bytes.
    pub(in crate::script) fn place(&self, position: Position) -> Span {
        self.places.at(position)
    }

    /// What is said of two values that came to the comparison at a place in the source, which is that of `text`.
    pub(in crate::script) fn unlike(&self, text: &str, met: &Met, position: Position) -> Option<Unlike> {
        const SIGNS: [&str; 7] = ["==", "in", "<", "<=", ">", ">=", "!="];
        let place = self.place(position);
        if let Some(written) = met.by() {
            return Some(met.told(written, Place::Expression { span: place }));
        }
        let Compared { left, right, .. } = self.comparisons.iter().find(|compared| compared.place == place)?;
        let operand = |span: &Span| operand(text, *span).map(str::to_owned);
        let sign = match &text[place.range()] {
            sign if sign.starts_with("not") => "not in",
            sign => SIGNS.into_iter().find(|known| *known == sign).unwrap_or("!="),
        };
        let written = Written { sign, left: operand(left), right: operand(right), language: Language::Python };
        let unlike = met.told(&written, Place::Expression { span: place });
        // Nothing stands around it that may be right.
        let is_whole = text[..left.range().start].trim().is_empty() && text[right.range().end..].trim().is_empty();
        let code = match unlike.code {
            "script-never-equal" if is_whole => "expression-never-equal",
            "script-order-of-texts" if is_whole => "expression-order-of-texts",
            code => code,
        };
        let meant = unlike.meant.map(|(_, meant)| (left.to(*right), meant));
        Some(Unlike { code, meant, ..unlike })
    }

    /// The operand that is a text in the order of a text and a number, and the same as a number, when an order at a place in the
    /// source stopped over it.
    pub(in crate::script) fn as_number(&self, text: &str, position: Position, is_left: bool) -> Option<(Span, String)> {
        let place = self.place(position);
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

    /// The collection that a variable of the source stands for, by its dotted name.
    pub(in crate::script) fn collection(&self, variable: &str) -> Option<&str> {
        self.collections.get(lower::collection_number(variable)?).map(String::as_str)
    }

    /// Compiles the source, for evaluation by an engine that [`register`] has been called on.
    ///
    /// How deep an expression goes has been decided when it was parsed; the source goes deeper than what was written.
    pub(in crate::script) fn compile(&self) -> Result<AST, ParseError> {
        let mut compiler = Engine::new_raw();
        compiler.set_max_expr_depths(0, 0);
        compiler.compile(&self.code)
    }
}

/// An operand that is short enough to be repeated.
fn operand(text: &str, span: Span) -> Option<&str> {
    /// So many bytes of an operand are repeated.
    const MOST: usize = 40;
    let operand = &text[span.range()];
    (operand.len() <= MOST && !operand.contains('\n')).then_some(operand)
}

/// Reads an expression.
///
/// # Errors
/// What is wrong with it, in bytes of `text`: the first place that cannot be parsed, or every name and call that means
/// nothing.
pub(in crate::script) fn lower(text: &str, names: &Names<'_>) -> Result<Lowered, Vec<Fault>> {
    lower_as(text, names, Wanted::Truth)
}

fn lower_as(text: &str, names: &Names<'_>, wanted: Wanted) -> Result<Lowered, Vec<Fault>> {
    let parsed = parse::parse(text).map_err(|fault| vec![fault])?;
    let mut lowering = Lowering::new(text, names);
    lowering.whole(&parsed.expr, wanted);
    let Lowering { out, mut faults, mut hints, collections, functions, comparisons, .. } = lowering;
    if !faults.is_empty() {
        sort_by_key(&mut faults, |fault| fault.span);
        return Err(faults);
    }
    hints.splice(0..0, parsed.hints);
    let (code, places) = out.finish();
    Ok(Lowered { code, places, collections, functions, hints, comparisons })
}

#[cfg(test)]
mod tests;
