//! Code that nobody can go through in a lifetime: `switch` inside of `switch`, many levels deep.

use rhai::{AST, ASTNode, Position, Stmt};

use super::places;
use crate::text::Fault;

/// So many `switch` may stand inside each other. Whoever looks at code goes through a case once for each of its values, so
/// that the work multiplies with each level.
const MAX_SWITCHES: usize = 6;
/// So many parts of the code are looked at, those of a case once for each of its values.
const MAX_PARTS: usize = 1 << 20;

/// Looks whether the code of `text` can be gone through.
///
/// # Errors
/// `switch` statements stand inside each other too deep.
pub(super) fn untangled(ast: &AST, text: &str) -> Result<(), Fault> {
    if let Some(position) = tangle(ast) {
        let message = format!("`switch` statements lie more than {MAX_SWITCHES} deep inside each other");
        let help = "move the inner ones into functions";
        return Err(Fault::new("script-levels", message, places::span(text, position)).help(help));
    }
    Ok(())
}

/// Where `switch` statements stand inside each other too deep, or with too many values on the way.
fn tangle(ast: &AST) -> Option<Position> {
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
    found
}
