//! Walks compiled code before it runs, and adds a guard wherever a value can grow.
//!
//! Rhai's own size limits walk a whole list at every method call, so a loop over a hundred thousand values would take
//! hours. Here, a value that may have grown is checked once, when it is created: sums, interpolated strings, lists and
//! maps that are not constant, and values assigned to an element. Functions that grow a value in place check it
//! themselves (see [`super::checked`]).
//!
//! Comparison operators are replaced by a custom syntax (see [`super::comparison`]).
//!
//! The walk also resolves names: collections replace their names, and an unknown name is a fault.

use std::num::NonZeroUsize;

use rhai::{
    AST, BinaryExpr, CustomExpr, Dynamic, Engine, Expr, FnCallExpr, ImmutableString, Module, Namespace, OpAssignment,
    Position, Stmt, StmtBlock, Token,
};

use super::body::{self, Bodies};
use super::comparison::{self, COMPARE};
use super::script_names::{Meaning, ScriptNames, Stray};
use super::size::{FIT, GROWN};

/// Guards the code of a unit or a library.
pub(super) struct Guard<'g> {
    names: &'g ScriptNames,
    unresolved: Vec<Stray>,
    /// The parameters of the current function. A closure accesses captured variables by name.
    parameters: Vec<ImmutableString>,
    /// The name of the code.
    source: ImmutableString,
}

impl<'g> Guard<'g> {
    pub fn new(names: &'g ScriptNames) -> Self {
        Self { names, unresolved: Vec::new(), parameters: Vec::new(), source: ImmutableString::new() }
    }

    /// Returns the code with its guards, and the names in it that are unknown or cannot be assigned to.
    pub fn guard(mut self, ast: &AST, engine: &Engine, bodies: &Bodies) -> (AST, Vec<Stray>) {
        let source = ast.source().unwrap_or_default().to_owned();
        self.source = source.as_str().into();
        let mut functions = Module::new();
        for function in ast.iter_fn_def() {
            self.parameters = function.params.to_vec();
            let mut body = block(body::statements(function));
            self.block(&mut body);
            functions.set_script_fn(bodies.with_body(engine, function, body, &source));
        }
        self.parameters.clear();
        let mut statements = block(ast.statements().iter().cloned());
        self.block(&mut statements);
        functions.set_id(source.clone());
        (AST::new_with_source(statements, functions, source), self.unresolved)
    }

    fn block(&mut self, block: &mut StmtBlock) {
        let mut at = 0;
        while at < block.len() {
            let statements = block.statements_mut();
            let check = self.statement(&mut statements[at]);
            at += 1;
            if let Some(check) = check {
                statements.insert(at, check);
                at += 1;
            }
        }
    }

    /// Guards a statement, and returns the statement that must follow it, if one must.
    fn statement(&mut self, statement: &mut Stmt) -> Option<Stmt> {
        match statement {
            Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                self.expression(&mut flow.expr);
                self.block(&mut flow.body);
                self.block(&mut flow.branch);
            }
            // Its expression is the variable of the caught error.
            Stmt::TryCatch(flow, _) => {
                self.block(&mut flow.body);
                self.block(&mut flow.branch);
            }
            Stmt::For(parts, _) => {
                self.expression(&mut parts.2.expr);
                self.block(&mut parts.2.body);
            }
            Stmt::Switch(parts, _) => {
                self.expression(&mut parts.0);
                for case in &mut parts.1.expressions {
                    self.expression(&mut case.lhs);
                    self.expression(&mut case.rhs);
                }
            }
            Stmt::Var(parts, ..) => self.expression(&mut parts.1),
            Stmt::Assignment(parts) => return self.assignment(parts),
            // Rhai has two nodes for a call: as a statement, and as an expression.
            Stmt::FnCall(call, position) => {
                let mut expression = Expr::FnCall(call.clone(), *position);
                self.expression(&mut expression);
                *statement = match expression {
                    Expr::FnCall(call, position) => Stmt::FnCall(call, position),
                    guarded => Stmt::Expr(Box::new(guarded)),
                };
            }
            Stmt::Block(block) => self.block(block),
            Stmt::Expr(expression) => self.expression(expression),
            Stmt::BreakLoop(Some(expression), ..) | Stmt::Return(Some(expression), ..) => {
                self.expression(expression);
            }
            Stmt::Import(parts, _) => self.expression(&mut parts.0),
            Stmt::Share(shared) => {
                // Only variables can be shared; other captured names are copied into the closure.
                let is_variable = |name: &str| matches!(self.names.meaning(name), Meaning::Unknown);
                shared.retain(|(name, index)| index.is_some() || is_variable(&name.name));
                if shared.is_empty() {
                    *statement = Stmt::Noop(Position::NONE);
                }
            }
            _ => {}
        }
        None
    }

    fn assignment(&mut self, parts: &mut (OpAssignment, BinaryExpr)) -> Option<Stmt> {
        let (operator, BinaryExpr { lhs, rhs }) = parts;
        let count = self.unresolved.len();
        self.target(lhs);
        self.expression(rhs);
        if self.unresolved.len() > count {
            return None;
        }
        let is_sum = operator.get_op_assignment_info().is_some_and(|(.., base, _)| *base == Token::Plus);
        // No function is called for an assignment to an element, which can nest a list deeper in each iteration of a
        // loop.
        let is_part = matches!(lhs, Expr::Index(..) | Expr::Dot(..));
        if is_part && !is_small(rhs) {
            wrap(rhs);
        }
        let may_add = matches!(lhs, Expr::Index(parts, ..) if !matches!(parts.rhs, Expr::IntegerConstant(..)));
        (may_add || is_sum && !is_scalar(rhs)).then(|| check_of(root(lhs)))
    }

    /// Guards the target of an assignment. Its root must be a variable: nothing else can be changed.
    fn target(&mut self, target: &mut Expr) {
        match target {
            Expr::Index(parts, ..) | Expr::Dot(parts, ..) => {
                self.target(&mut parts.lhs);
                self.link(&mut parts.rhs);
            }
            Expr::Variable(parts, None, position) if self.is_free(parts) => {
                let is_known = !matches!(self.names.meaning(&parts.1), Meaning::Unknown);
                self.unresolved.push(Stray { name: parts.1.to_string(), position: *position, is_known });
            }
            other => self.expression(other),
        }
    }

    /// Guards a further link of a chain.
    fn link(&mut self, link: &mut Expr) {
        match link {
            Expr::Property(..) => {}
            Expr::MethodCall(call, _) => self.call(call),
            Expr::Index(parts, ..) | Expr::Dot(parts, ..) => {
                self.link(&mut parts.lhs);
                self.link(&mut parts.rhs);
            }
            other => self.expression(other),
        }
    }

    fn expression(&mut self, expression: &mut Expr) {
        match expression {
            Expr::InterpolatedString(parts, _) => {
                parts.iter_mut().for_each(|part| self.expression(part));
                wrap(expression);
            }
            Expr::Array(items, _) => {
                items.iter_mut().for_each(|item| self.expression(item));
                if !items.iter().all(is_small) {
                    wrap(expression);
                }
            }
            Expr::Map(entries, _) => {
                entries.0.iter_mut().for_each(|(_, item)| self.expression(item));
                if !entries.0.iter().all(|(_, item)| is_small(item)) {
                    wrap(expression);
                }
            }
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
                parts.iter_mut().for_each(|part| self.expression(part));
            }
            Expr::Stmt(block) => self.block(block),
            Expr::MethodCall(call, _) => self.call(call),
            Expr::FnCall(call, position) => {
                self.call(call);
                if is_sum(call) {
                    wrap(expression);
                } else if let Some(state) = comparison::state_of(call, &self.source, *position) {
                    let inputs = std::mem::take(&mut call.args).into_iter().collect();
                    *expression = custom(COMPARE, inputs, state, *position);
                }
            }
            Expr::Variable(parts, None, _) if self.is_free(parts) => self.name(expression),
            Expr::Dot(..) | Expr::Index(..) => self.chain(expression),
            _ => {}
        }
    }

    fn call(&mut self, call: &mut FnCallExpr) {
        call.args.iter_mut().for_each(|argument| self.expression(argument));
        // A function contains its curried arguments, so functions can be nested as lists can.
        if call.name == "curry" {
            call.args.iter_mut().filter(|argument| !is_small(argument)).for_each(wrap);
        }
    }

    /// Returns true if a name is not that of a variable, as far as the parser knows.
    fn is_free(&self, (index, name, namespace, _): &(Option<NonZeroUsize>, ImmutableString, Namespace, u64)) -> bool {
        index.is_none() && namespace.is_empty() && !self.parameters.contains(name)
    }

    /// Resolves a name that is not a variable.
    fn name(&mut self, expression: &mut Expr) {
        let Expr::Variable(parts, _, position) = expression else { return };
        match self.names.meaning(&parts.1) {
            Meaning::Value(value) => *expression = Expr::DynamicConstant(Box::new(value), *position),
            Meaning::Function => {}
            Meaning::Unknown => {
                self.unresolved.push(Stray { name: parts.1.to_string(), position: *position, is_known: false });
            }
        }
    }

    /// Guards a chain of properties, methods and indices. Chains lean to the right: `a.b[c]` is `a` followed by `b[c]`.
    fn chain(&mut self, expression: &mut Expr) {
        let (Expr::Dot(parts, ..) | Expr::Index(parts, ..)) = expression else { return };
        if let Some(value) = self.collection(&parts.lhs, &parts.rhs) {
            match std::mem::take(&mut parts.rhs) {
                Expr::Property(..) => {
                    *expression = value;
                    return;
                }
                rest => *expression = rest,
            }
            let (Expr::Dot(parts, ..) | Expr::Index(parts, ..)) = expression else { return };
            parts.lhs = value;
            return self.link(&mut parts.rhs);
        }
        self.expression(&mut parts.lhs);
        self.link(&mut parts.rhs);
    }

    /// Returns the collection that the first two links of a chain name, as a constant; `None` if they do not name one.
    fn collection(&self, first: &Expr, rest: &Expr) -> Option<Expr> {
        let Expr::Variable(parts, None, position) = first else { return None };
        let second = match rest {
            Expr::Dot(parts, ..) | Expr::Index(parts, ..) => &parts.lhs,
            other => other,
        };
        let Expr::Property(property, _) = second else { return None };
        let value = self.is_free(parts).then(|| self.names.namespaces.property(&parts.1, &property.2)).flatten()?;
        Some(Expr::DynamicConstant(Box::new(value), *position))
    }
}

fn block(statements: impl IntoIterator<Item = Stmt>) -> StmtBlock {
    StmtBlock::new(statements, Position::NONE, Position::NONE)
}

/// Wraps an expression in the syntax that checks its value.
fn wrap(expression: &mut Expr) {
    let position = expression.position();
    let inner = std::mem::take(expression);
    *expression = custom(FIT, vec![inner], Dynamic::UNIT, position);
}

/// Returns a statement that checks a variable.
fn check_of(variable: &Expr) -> Stmt {
    Stmt::Expr(Box::new(custom(GROWN, vec![variable.clone()], Dynamic::UNIT, variable.position())))
}

fn custom(syntax: &str, inputs: Vec<Expr>, state: Dynamic, position: Position) -> Expr {
    let tokens = [syntax.into()].into_iter().collect();
    let inputs = inputs.into_iter().collect();
    Expr::Custom(
        Box::new(CustomExpr { inputs, tokens, state, scope_may_be_changed: false, self_terminated: false }),
        position,
    )
}

/// Returns true if a call is a sum of possible strings, lists or maps.
fn is_sum(call: &FnCallExpr) -> bool {
    call.op_token == Some(Token::Plus) && !call.args.iter().any(is_scalar)
}

/// Returns true if the value of an expression needs no check: it is a constant, or not a string, list or map.
fn is_small(expression: &Expr) -> bool {
    matches!(expression, Expr::CharConstant(..) | Expr::StringConstant(..) | Expr::DynamicConstant(..))
        || is_scalar(expression)
}

/// Returns true if the value of an expression is a number, a boolean or `()`.
fn is_scalar(expression: &Expr) -> bool {
    match expression {
        Expr::BoolConstant(..)
        | Expr::IntegerConstant(..)
        | Expr::FloatConstant(..)
        | Expr::Unit(_)
        | Expr::And(..)
        | Expr::Or(..) => true,
        // Only `+` creates a value larger than its operands.
        Expr::FnCall(call, _) => call.op_token.as_ref().is_some_and(|operator| *operator != Token::Plus),
        Expr::Custom(custom, _) => custom.tokens.first().is_some_and(|syntax| syntax == COMPARE),
        _ => false,
    }
}

/// Returns the variable at which a chain begins.
fn root(chain: &Expr) -> &Expr {
    match chain {
        Expr::Index(parts, ..) | Expr::Dot(parts, ..) => root(&parts.lhs),
        other => other,
    }
}
