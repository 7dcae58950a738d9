//! Replaces function bodies by a custom syntax.
//!
//! Rhai has no API for changing the body of a parsed function. So each guarded body is stored in the state of an
//! expression that only the host can write, and the function gets a body that consists of this expression. This also
//! reports limits better: a limit that stops a function is seen here before Rhai replaces its position by that of the
//! call.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{
    AST, ASTNode, Dynamic, Engine, EvalAltResult, EvalContext, Expr, Expression, ImmutableString, Module,
    ParseErrorType, Position, ScriptFuncDef, Stmt, StmtBlock,
};

use super::limits::Limit;

/// The keyword of the syntax that evaluates a body.
const BODY: &str = "__body";

#[derive(Clone)]
struct GuardedBody {
    code: Rc<Expr>,
    /// The code that contains the body. Other code may call a closure, and Rhai would attribute its errors to that
    /// code.
    source: ImmutableString,
}

/// Puts bodies into functions, and runs them.
#[derive(Clone, Default)]
pub(super) struct Bodies {
    /// The body for the function that is being parsed; `None` otherwise, so that no script can use the syntax.
    pending: Rc<RefCell<Option<GuardedBody>>>,
    stopped: Rc<RefCell<Option<Stop>>>,
}

/// The place at which a limit stopped a script.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub source: String,
    pub position: Position,
    /// The limit, if it is one that Rhai enforces.
    pub limit: Option<Limit>,
}

impl Bodies {
    /// Registers the syntax with an engine.
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
            result.map_err(|error| bodies.with_place(error, &body.source, context.source()))
        };
        engine.register_custom_syntax_with_state_raw(BODY, parse, false, run);
    }

    /// Returns the function with another body.
    pub fn with_body(&self, engine: &Engine, function: &ScriptFuncDef, body: StmtBlock, source: &str) -> ScriptFuncDef {
        let mut function = function.clone();
        // An empty body needs no guard.
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

    /// Returns an error of a body with its place fixed. Rhai would replace the place, or attribute it to the code
    /// `at_work`.
    fn with_place(
        &self,
        error: Box<EvalAltResult>,
        source: &ImmutableString,
        at_work: Option<&str>,
    ) -> Box<EvalAltResult> {
        if error.is_system_exception() {
            self.note(Some(source), &error);
            return error;
        }
        if error.is_pseudo_error() || at_work == Some(source) {
            return error;
        }
        EvalAltResult::ErrorInFunctionCall(String::new(), source.to_string(), error, Position::NONE).into()
    }

    /// Records the place of the first limit that was hit in a call.
    pub fn note(&self, source: Option<&str>, error: &EvalAltResult) {
        let mut stopped = self.stopped.borrow_mut();
        if stopped.is_none() && !error.position().is_none() {
            let source = source.unwrap_or_default().to_owned();
            *stopped = Some(Stop { source, position: error.position(), limit: Limit::of(error) });
        }
    }

    /// Returns the place at which a limit stopped the script, and forgets it.
    pub fn take_stop(&self) -> Option<Stop> {
        self.stopped.borrow_mut().take()
    }
}

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

/// Returns the guarded body of a function, if it has one.
pub(super) fn of(function: &Rc<ScriptFuncDef>) -> Option<Rc<Expr>> {
    let statements = statements(function);
    let [Stmt::Expr(expression)] = &statements[..] else { return None };
    let Expr::Custom(custom, _) = &**expression else { return None };
    custom.state.read_lock::<GuardedBody>().map(|body| Rc::clone(&body.code))
}
