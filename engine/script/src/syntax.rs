//! Explains Rhai's parse errors in Assay's words.

use assay_document::text::{Fault, IssueCode, Span, counted};
use rhai::{LexError, ParseError, ParseErrorType};

use super::explain::lower;
use super::idioms;
use super::limits::Limits;
use super::places;
use super::words::{ScriptToken, place, tokens};

/// Returns the fault of code that cannot be parsed; its span is in bytes of `text`. Python syntax gets a suggestion for
/// Rhai.
pub(super) fn fault(text: &str, error: &ParseError, limits: &Limits) -> Fault {
    let fault = describe_error(text, error, limits);
    match idioms::syntax(text, fault.span) {
        Some((help, place)) if fault.help.is_none() => idioms::with_suggestion(fault, help, place),
        _ => fault,
    }
}

fn describe_error(text: &str, error: &ParseError, limits: &Limits) -> Fault {
    use ParseErrorType as E;
    let span = if error.position().is_none() {
        Span::of(text.len(), text.len())
    } else {
        places::span(text, error.position())
    };
    let syntax = |message: String| Fault::new(IssueCode::ScriptSyntax, message, span);
    // Rhai reports the place where it gave up, often far after the bracket or the line with the mistake.
    if let E::UnexpectedEOF | E::MissingToken(..) | E::BadInput(LexError::UnexpectedInput(_)) = error.err_type()
        && let Some(fault) = unclosed_fault(text, span.start())
    {
        return fault;
    }
    if let E::MissingToken(token, _) = error.err_type()
        && token == ";"
        && let Some(end) = line_before(text, span.start())
    {
        return Fault::new(IssueCode::ScriptSyntax, "expected `;` after this to end the statement", end)
            .help("add a `;` at the end of this line, or an operator if the statement continues");
    }
    let is_end = text[span.start() as usize..].trim().is_empty();
    match error.err_type() {
        E::UnexpectedEOF | E::MissingToken(..) if is_end => syntax("the script ends too early".to_owned())
            .help("look for a brace, a bracket or a parenthesis that is not closed"),
        // Rhai reports a disabled name as a symbol or as a reserved word, which depends on what follows it.
        E::BadInput(LexError::ImproperSymbol(symbol, _)) if symbol == "eval" => no_eval(span),
        E::BadInput(lex) => syntax(lexical(lex)),
        E::MissingToken(token, why) => syntax(sentence(format!("expected `{token}` {why}").trim_end())),
        E::ExprTooDeep => {
            let message = format!("expressions are nested more than {} deep", limits.levels);
            Fault::new(IssueCode::ScriptLevels, message, span)
                .help("keep parts in variables; each operator of a long sum counts")
        }
        E::Reserved(word) if word == "eval" => no_eval(span),
        E::Reserved(word) => syntax(format!("`{word}` cannot be used as a name")),
        E::FnDuplicatedDefinition(name, parameters) => {
            let message = format!("the function `{name}` with {} is defined twice", count_parameters(*parameters));
            Fault::new(IssueCode::ScriptRepeatedFunction, message, span)
        }
        E::WrongFnDefinition => syntax("a function cannot be defined inside something else".to_owned())
            .help("move it to the top, or write a closure: `|x| …`"),
        E::ExprExpected(what) => syntax(format!("expected {what}")),
        other => syntax(sentence(&other.to_string())),
    }
}

/// Returns the last character of code before the line of `at`, if the word at `at` begins a statement.
fn line_before(text: &str, at: u32) -> Option<Span> {
    let tokens = tokens(text);
    let next = tokens.iter().position(|token| place(token).end() > at)?;
    let before = place(tokens.get(next.checked_sub(1)?)?);
    if !text[before.end() as usize..place(&tokens[next]).start() as usize].contains(['\n', '\r']) {
        return None;
    }
    if matches!(&tokens[next], ScriptToken::Word(word, _) if *word == "fn" || idioms::is_foreign_statement(word)) {
        return None;
    }
    let last = text[before.range()].chars().next_back().map_or(0, char::len_utf8);
    Some(Span::of(before.end() as usize - last, before.end() as usize))
}

fn no_eval(span: Span) -> Fault {
    Fault::new(IssueCode::ScriptEval, "`eval` is disabled", span).help("write the code as a function")
}

fn lexical(error: &LexError) -> String {
    match error {
        LexError::UnterminatedString => "the string is not closed".to_owned(),
        LexError::MalformedChar(text) => format!("`'{text}'` is not one character; put strings in double quotes"),
        LexError::ImproperSymbol(symbol, help) if help.is_empty() => format!("`{symbol}` is not an operator"),
        LexError::ImproperSymbol(_, help) => sentence(help),
        other => sentence(&other.to_string()),
    }
}

/// Returns the number of parameters for messages, such as `2 parameters`.
pub(super) fn count_parameters(parameters: usize) -> String {
    match parameters {
        0 => "no parameters".to_owned(),
        count => counted(count, "parameter", "parameters"),
    }
}

/// Rewrites one of Rhai's sentences in the style of Assay's messages.
fn sentence(text: &str) -> String {
    // A message may quote a line break, but `lower` keeps only the first line.
    let text = text.replace(['\r', '\n'], " ").replace('\'', "`").replace("Expecting", "expected");
    lower(&text).trim_end_matches('.').to_owned()
}

/// Returns the fault of an unclosed bracket before `end`, if an outer bracket is closed first, or if the script ends.
fn unclosed_fault(text: &str, end: u32) -> Option<Fault> {
    let mut open: Vec<(char, Span)> = Vec::new();
    let mut is_crossed = text[end as usize..].trim().is_empty();
    for token in tokens(text) {
        let ScriptToken::Mark(mark, span) = token else { continue };
        if span.start() > end {
            break;
        }
        let closing = match mark {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            ')' | ']' | '}' if open.last()?.0 == mark => {
                open.pop();
                continue;
            }
            ')' | ']' | '}' => {
                is_crossed = true;
                break;
            }
            _ => continue,
        };
        open.push((closing, span));
    }
    let (closing, span) = open.pop().filter(|_| is_crossed)?;
    let message = format!("the `{}` is not closed: `{closing}` is missing", &text[span.range()]);
    Some(Fault::new(IssueCode::ScriptSyntax, message, span))
}
