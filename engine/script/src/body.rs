//! Function bodies behind a syntax of our own.
//!
//! Rhai lets nobody change the body of a function that it has parsed. So each guarded body is put into the state of an
//! expression that only the host writes, and a function is given the body that consists of it. That has another use: a
//! limit that stops a function is seen here before Rhai gives the error the place of the call.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, EvalContext, Expr, Expression, ImmutableString, Module,
    ParseErrorType, Position, ScriptFuncDef, Stmt, StmtBlock,
};

use super::limits::Limit;

/// The syntax that stands for a body.
const BODY: &str = "__body";

/// A guarded body.
#[derive(Clone)]
struct GuardedBody {
    code: Rc<Expr>,
    /// Whose code it is. A closure may be called by other code, and Rhai would take it for a part of that.
    source: ImmutableString,
}

/// Puts bodies into functions, and runs them.
#[derive(Clone, Default)]
pub(super) struct Bodies {
    /// The body that the code being parsed asks for; nobody else's code may.
    pending: Rc<RefCell<Option<GuardedBody>>>,
    stopped: Rc<RefCell<Option<Stop>>>,
}

/// Where a limit stopped a script.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub source: String,
    pub position: Position,
    /// The limit, when it is one that Rhai looks after.
    pub limit: Option<Limit>,
}

impl Bodies {
    /// Makes the syntax known to an engine.
    pub fn register(&self, engine: &mut Engine) {
        let pending = Rc::clone(&self.pending);
        let parse = move |_: &[ImmutableString], _: &str, state: &mut Dynamic| match pending.borrow_mut().take() {
            Some(body) => {
                *state = Dynamic::from(body);
                Ok(None)
            }
            None => Err(rhai::ParseError(Box::new(ParseErrorType::Reserved(BODY.to_owned())), Position::NONE)),
        };
        let bodies = self.clone();
        let run = move |context: &mut EvalContext<'_, '_, '_, '_, '_, '_>, _: &[Expression<'_>], state: &Dynamic| {
            let Some(body) = state.read_lock::<GuardedBody>() else { return Ok(Dynamic::UNIT) };
            let result = context.eval_expression_tree(&Expression::from(&*body.code));
            result.map_err(|error| bodies.placed(error, &body.source, context.source()))
        };
        engine.register_custom_syntax_with_state_raw(BODY, parse, false, run);
    }

    /// The function with another body.
    pub fn replaced(&self, engine: &Engine, function: &ScriptFuncDef, body: StmtBlock, source: &str) -> ScriptFuncDef {
        let mut function = function.clone();
        if body.is_empty() {
            return function;
        }
        *self.pending.borrow_mut() =
            Some(GuardedBody { code: Rc::new(Expr::Stmt(Box::new(body))), source: source.into() });
        let stub = engine.compile(format!("fn stub() {{ {BODY} }}"));
        *self.pending.borrow_mut() = None;
        if let Some(stub) = stub.ok().as_ref().and_then(|stub| stub.iter_fn_def().next()) {
            function.body = stub.body.clone();
        }
        function
    }

    /// An error of a body, with the place kept that Rhai would change or take for one in the code that is `at_work`.
    fn placed(&self, error: Box<EvalAltResult>, source: &ImmutableString, at_work: Option<&str>) -> Box<EvalAltResult> {
        if error.is_system_exception() {
            self.note(Some(source), &error);
            return error;
        }
        if error.is_pseudo_error() || at_work == Some(source) {
            return error;
        }
        EvalAltResult::ErrorInFunctionCall(String::new(), source.to_string(), error, Position::NONE).into()
    }

    /// Keeps the place of the first limit that was hit in a call.
    pub fn note(&self, source: Option<&str>, error: &EvalAltResult) {
        let mut stopped = self.stopped.borrow_mut();
        if stopped.is_none() && !error.position().is_none() {
            let source = source.unwrap_or_default().to_owned();
            *stopped = Some(Stop { source, position: error.position(), limit: Limit::of(error) });
        }
    }

    /// Where a limit stopped the script, told once.
    pub fn take_stop(&self) -> Option<Stop> {
        self.stopped.borrow_mut().take()
    }
}

/// The statements that a function consists of.
pub(super) fn statements(function: &Rc<ScriptFuncDef>) -> Vec<Stmt> {
    let mut alone = Module::new();
    alone.set_script_fn(Rc::clone(function));
    let mut statements = Vec::new();
    AST::new(Vec::new(), alone).walk(&mut |path| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

/// The guarded body of a function that was given one.
pub(super) fn of(function: &Rc<ScriptFuncDef>) -> Option<Rc<Expr>> {
    let statements = statements(function);
    let [Stmt::Expr(expression)] = &statements[..] else { return None };
    let Expr::Custom(custom, _) = &**expression else { return None };
    custom.state.read_lock::<GuardedBody>().map(|body| Rc::clone(&body.code))
}
