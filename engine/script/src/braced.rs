//! Warns about a file fact in a string that is compared literally, as in `d != '{image.height}'`.

use assay_document::format::Special;
use assay_document::text::{Fault, IssueCode, Span};

/// Returns the warning about a string that is the name of a fact in braces. The suggestion is a function that makes the
/// comparison: values must compare to the fact as `operator` says.
pub fn braced_fact(written: &str, operator: &str, span: Span) -> Option<Fault> {
    let name = written.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let name = Special::fact_for_word(name).filter(|known| *known == name)?;
    let code = match name.split_once('.')? {
        ("image", part) => format!("image(filepath).{part}"),
        (_, "path") => "filepath".to_owned(),
        (_, function @ ("size" | "md5" | "sha256")) => format!("{function}(filepath)"),
        (_, "text") => "read_text(filepath)".to_owned(),
        _ => "\u{2026}".to_owned(),
    };
    let fails = match operator {
        "==" => "!=",
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        ">=" => "<",
        _ => "==",
    };
    let function = format!("fn same(data, filepath, condition) {{ data.filter(|d| d {fails} {code}) }}");
    let message = format!("`{written}` is compared as an exact string, not as a fact about the file");
    let help = format!("use a function, which gets the path: `func_str: '{function}'` and `[func_same]`");
    Some(Fault::new(IssueCode::ConditionLiteral, message, span).help(help))
}
