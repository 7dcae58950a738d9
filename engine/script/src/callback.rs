//! A function that another function calls for each element of a list.

use std::rc::Rc;

use rhai::{
    Caches, Dynamic, EvalAltResult, EvalContext, Expr, Expression, FnPtr, GlobalRuntimeState, ImmutableString,
    NativeCallContext, Scope, ScriptFuncDef,
};

use super::body;
use super::complaint::{Complaint, Outcome};
use super::kind;
use super::limits::Limit;
use super::state::HostState;

/// A function, prepared for many calls.
///
/// `FnPtr::call_raw` clones the state of Rhai and looks up every function again for each call, which takes longer than
/// a short function itself. 100,000 calls of `|d| d.len() > 8` took 123 ms with `FnPtr::call_raw`, and 52 ms with this
/// type.
pub(super) enum Callback<'c> {
    Script(Box<Script<'c>>),
    /// Any other function, with the number of its arguments.
    Other(&'c NativeCallContext<'c>, &'c HostState, FnPtr, usize),
}

/// A function of a script, with the state that its calls share.
pub(super) struct Script<'c> {
    context: &'c NativeCallContext<'c>,
    state: &'c HostState,
    function: Rc<ScriptFuncDef>,
    body: Rc<Expr>,
    curried: usize,
    /// The minimum number of arguments that it should take.
    least: usize,
    scope: Scope<'static>,
    global: GlobalRuntimeState,
    caches: Caches,
}

impl<'c> Callback<'c> {
    /// Prepares a function. It takes at least the first `least` arguments and at most `most`. If it takes one argument
    /// less than `least`, the last of these is passed as `this`.
    pub fn new(
        context: &'c NativeCallContext<'c>,
        state: &'c HostState,
        function: FnPtr,
        least: usize,
        most: usize,
    ) -> Self {
        let curried = function.curry().len();
        let found = (least..=most).chain([least - 1]).find_map(|taken| {
            let (source, script) = find(context, function.fn_name(), taken + curried)?;
            Some((source, body::of(&script)?, script))
        });
        let Some((source, body, script)) = found else { return Self::Other(context, state, function, least) };
        // The names of the parameters are set once; each call only replaces the values.
        let mut scope = Scope::new();
        for (at, name) in script.params.iter().enumerate() {
            scope.push_dynamic(name.as_str(), function.curry().get(at).cloned().unwrap_or_default());
        }
        let mut global = context.global_runtime_state().clone();
        // A call is one level deeper than its caller, as in Rhai.
        global.level += 1;
        global.source = source;
        let caches = Caches::new();
        Self::Script(Box::new(Script { context, state, function: script, body, curried, least, scope, global, caches }))
    }

    /// Calls the function with as many of `arguments` as it takes.
    pub fn call<const N: usize>(&mut self, mut arguments: [Dynamic; N]) -> Outcome<Dynamic> {
        match self {
            Self::Script(script) => script.call(None, &mut arguments),
            Self::Other(context, _, function, count) => function.call_raw(context, None, &mut arguments[..*count]),
        }
    }

    /// Like [`Self::call`], where one argument is an element of a list. New values that the call returns get the origin
    /// of that element.
    pub fn call_over<const N: usize>(&mut self, element: &Dynamic, arguments: [Dynamic; N]) -> Outcome<Dynamic> {
        let state = match self {
            Self::Script(script) => script.state,
            Self::Other(_, state, ..) => *state,
        };
        let before = state.origins.current_mark();
        state.origins.set_current_value(element);
        let mut made = self.call(arguments);
        if let Ok(made) = &mut made {
            state.origins.note_made(made);
        }
        state.origins.set_current_mark(before);
        made
    }

    /// Calls the function with a value as `this`, which it may change.
    pub fn call_on<const N: usize>(&mut self, this: &mut Dynamic, mut arguments: [Dynamic; N]) -> Outcome<Dynamic> {
        match self {
            Self::Script(script) => script.call(Some(this), &mut arguments),
            Self::Other(context, _, function, _) => function.call_raw(context, Some(this), arguments),
        }
    }

    /// Calls the function as a predicate. Rhai treats any value except `true` as false, so a forgotten comparison would
    /// keep no element.
    pub fn holds<const N: usize>(&mut self, arguments: [Dynamic; N]) -> Outcome<bool> {
        let answer = self.call(arguments)?;
        answer.as_bool().map_err(|_| {
            let message = format!("the function must return `true` or `false`, not {}", kind::of(&answer));
            Complaint::raise(message, "compare: `d != \"\"`, `d != ()`, `d.len() > 0`")
        })
    }
}

impl Script<'_> {
    fn call(&mut self, this: Option<&mut Dynamic>, arguments: &mut [Dynamic]) -> Outcome<Dynamic> {
        let position = self.context.call_position();
        // Rhai's own call of a function is not used, so the operations and the depth are checked here.
        if let Some(token) = self.state.meter.count() {
            return Err(EvalAltResult::ErrorTerminated(token, position).into());
        }
        if self.global.level > self.state.meter.limits.depth {
            return Err(self.state.meter.stop(Limit::Depth));
        }
        let taken = self.function.params.len() - self.curried;
        for (name, argument) in self.function.params[self.curried..].iter().zip(arguments.iter_mut()) {
            if let Some(parameter) = self.scope.get_mut(name) {
                *parameter = std::mem::take(argument);
            }
        }
        let engine = self.context.engine();
        let this = this.or_else(|| if taken < self.least { arguments.get_mut(taken) } else { None });
        let mut context = EvalContext::new(engine, &mut self.global, &mut self.caches, &mut self.scope, this);
        let result = context.eval_expression_tree(&Expression::from(&*self.body));
        result.or_else(|error| self.to_result(error))
    }

    /// Converts an error of the body to the result of the call. The value of `return` is the result. A limit is passed
    /// on, and any other error gets the position of the call.
    fn to_result(&self, error: Box<EvalAltResult>) -> Outcome<Dynamic> {
        match *error {
            EvalAltResult::Return(value, _) => Ok(value),
            error if error.is_system_exception() => {
                self.state.bodies.note(self.global.source(), &error);
                Err(error.into())
            }
            error => {
                let source = self.global.source().unwrap_or_default().to_owned();
                let name = self.function.name.to_string();
                Err(EvalAltResult::ErrorInFunctionCall(name, source, error.into(), self.context.call_position()).into())
            }
        }
    }
}

/// Returns the function of that name and number of parameters in the code that runs, and the code that contains it.
fn find(
    context: &NativeCallContext<'_>,
    name: &str,
    parameters: usize,
) -> Option<(Option<ImmutableString>, Rc<ScriptFuncDef>)> {
    let mut modules = context.namespaces().iter().rev();
    modules.find_map(|module| Some((module.id().map(Into::into), Rc::clone(module.get_script_fn(name, parameters)?))))
}
