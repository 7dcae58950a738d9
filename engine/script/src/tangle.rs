//! Refuses code that would take too long to traverse: deeply nested `switch` statements.

use assay_document::text::{Fault, IssueCode};
use rhai::{AST, ASTNode, Stmt};

use super::places;

/// The maximum number of nested `switch` statements. A traversal visits a case once for each of its values, so the work
/// multiplies with each level.
const MAX_SWITCHES: usize = 6;
/// The maximum number of parts of the code that are visited; the parts of a case are visited once for each of its
/// values.
const MAX_PARTS: usize = 1 << 20;

/// Checks that the code of `text` can be traversed.
///
/// # Errors
/// Returns a fault if `switch` statements are nested too deeply, or have too many values.
pub(super) fn check_nesting(ast: &AST, text: &str) -> Result<(), Fault> {
    let mut parts = 0;
    let mut found = None;
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        parts += 1;
        let mut switches = path.iter().filter(|node| matches!(node, ASTNode::Stmt(Stmt::Switch(..))));
        if parts > MAX_PARTS || switches.nth(MAX_SWITCHES).is_some() {
            found = path.last().map(ASTNode::position);
        }
        found.is_none()
    });
    let Some(position) = found else { return Ok(()) };
    let message = format!("`switch` statements are nested more than {MAX_SWITCHES} deep");
    let help = "move the inner `switch` statements into functions";
    Err(Fault::new(IssueCode::ScriptLevels, message, places::span(text, position)).help(help))
}
