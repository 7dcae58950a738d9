//! Expressions over one value, and their calls of scripts.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::text::{Fault, IssueCode, Span};
use assay_store::{CollectionNames, Demand};
use assay_system::View;
use rhai::{Caches, Dynamic, Engine, EvalAltResult, EvalContext, Expr, GlobalRuntimeState, Position, Scope, Stmt};

use super::code::{Code, Codes, combine_code};
use super::collection::Namespaces;
use super::library;
use super::limits::Limit;
use super::python::{
    self, Call, Callable, ComparisonNote, Evaluator, Halt, Lowered, Raised, Run, ScriptInterface, Stopped, Subject,
    Value,
};
use super::state::CallWork;
use super::type_mismatch::ComparisonResult;
use super::{Host, Program, ScriptError, ScriptPlace, demand, failure};

/// A compiled item, with warnings for its author.
#[derive(Clone, Debug)]
pub struct Compiled<T> {
    /// The compiled item.
    pub value: T,
    /// Warnings; their spans are in bytes of the text.
    pub hints: Vec<Fault>,
}

/// A compiled expression over `d`; clones share it.
#[derive(Clone)]
pub struct Expression {
    shared: Rc<SharedExpression>,
}

struct SharedExpression {
    text: String,
    lowered: Lowered,
    collections: Vec<View>,
    /// The compiled calls of scripts, by number.
    calls: Vec<Expr>,
    /// Other compiled code, by its source.
    other_code: RefCell<Vec<(String, Rc<Expr>)>>,
    demand: Demand,
    units: Vec<Rc<Code>>,
    work: Rc<CallWork>,
    /// The functions that the calls resolved to, cached.
    caches: RefCell<Caches>,
}

/// The results of an expression for the values of one file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Judged {
    /// The values for which the expression is falsy, in order.
    pub failed: Vec<ValueId>,
    /// The values for which it stopped, in order. After a limit that takes long to hit, the remaining values are
    /// skipped, and are included here.
    pub unknown: Vec<ValueId>,
    /// The error of the first of them.
    pub error: Option<ScriptError>,
}

impl Expression {
    /// Compiles an expression over `d`, which may call the program's functions.
    ///
    /// # Errors
    /// Returns all errors in the expression; their spans are in bytes of `text`.
    pub fn compile(
        host: &Host,
        text: &str,
        program: Option<&Program>,
        names: &CollectionNames,
    ) -> Result<Compiled<Self>, Vec<Fault>> {
        // Create the engine first: it sets the seed for the hashes of function names.
        host.engine();
        let units = program.map_or(&[][..], Program::units);
        let codes = program.map(Program::codes).cloned().unwrap_or_default();
        let functions = functions(units, &codes);
        let known = python::ExpressionNames { collections: names, functions: &functions };
        let lowered = python::lower(text, &known)?;
        let namespaces = Namespaces::new(host.state(), names);
        let unusable = |error| vec![Fault::new(IssueCode::ExpressionUnusable, error, Span::of(0, text.len()))];
        let view = |name: &String| namespaces.collection(name).ok_or_else(|| format!("`{name}` is not a collection"));
        let collections = lowered.uses.collections.iter().map(view).collect::<Result<_, _>>().map_err(unusable)?;
        let calls = lowered.uses.calls.iter().enumerate().map(|(number, call)| compile_call(&call_of(number, call)));
        let calls = calls.collect::<Result<_, String>>().map_err(unusable)?;
        let of_code = units.iter().fold(Demand::default(), |demand, unit| demand.and(unit.demand()));
        let of_code = codes.values().fold(of_code, |demand, code| demand.and(code.demand()));
        // The words of the expression do not show which data the rule's functions need, so it needs all of theirs.
        let is_library = |name: &String| known.in_library(name).is_some();
        let of_functions = if lowered.uses.functions.iter().all(is_library) { Demand::default() } else { of_code };
        let hints = lowered.hints.clone();
        let shared = SharedExpression {
            demand: demand::of_code(text, |_| true).and(of_functions),
            text: text.to_owned(),
            lowered,
            collections,
            calls,
            other_code: RefCell::default(),
            units: units.to_vec(),
            work: combine_code(None, units, &codes),
            caches: RefCell::default(),
        };
        Ok(Compiled { value: Self { shared: Rc::new(shared) }, hints })
    }

    /// Returns the expression as written.
    pub fn text(&self) -> &str {
        &self.shared.text
    }

    /// Returns the project data that must be loaded before the expression is evaluated.
    pub fn demand(&self) -> Demand {
        self.shared.demand
    }

    /// Evaluates the expression for each value.
    pub fn judge(&self, host: &Host, values: &Values, list: &[ValueId]) -> Judged {
        let SharedExpression { lowered, text, collections, work, .. } = &*self.shared;
        let state = host.state();
        let tree = state.tree();
        let caller = Caller::new(&self.shared, host);
        let mut evaluator = Evaluator::new(lowered, &state.meter, &caller, collections);
        let mut judged = Judged::default();
        state.begin(work);
        for (at, &id) in list.iter().enumerate() {
            // The limits apply to one evaluation, as to one call of a function.
            state.meter.begin();
            let answer = evaluator.judge(Subject::of(values, id, tree.as_ref()));
            if let (Ok(holds), None) = (&answer, state.meter.hit()) {
                if !holds {
                    judged.failed.push(id);
                }
                continue;
            }
            let is_over = state.meter.hit().is_some_and(Limit::runs_long);
            if judged.error.is_none() {
                judged.error = Some(self.error(host, answer.err().map(|halt| *halt)));
            } else {
                // Only the first error is reported, but the place of this one must not be taken for that of a later one.
                let _ = state.bodies.take_stop();
            }
            if is_over {
                judged.unknown.extend(&list[at..]);
                break;
            }
            judged.unknown.push(id);
        }
        let at_call = |position: Position| lowered.uses.calls.get(number_of(position)?).map(|call| call.span);
        state.conclude(|met, position| {
            Some(met.to_warning(met.by()?, ScriptPlace::Expression { span: at_call(position)? }))
        });
        let compared = evaluator.notes.into_iter().filter_map(|(number, note)| {
            let unlike = match note {
                ComparisonNote::Nothing => return None,
                ComparisonNote::Alike => None,
                ComparisonNote::TypeMismatch(met) => Some(lowered.unlike_warning(text, &met, number)),
            };
            Some(ComparisonResult { at: lowered.comparison(number).start().to_string(), unlike })
        });
        state.comparisons.add_results(compared);
        judged
    }

    /// Describes why the evaluation stopped, with or without an error.
    fn error(&self, host: &Host, halt: Option<Halt>) -> ScriptError {
        let SharedExpression { lowered, text, .. } = &*self.shared;
        let (error, span) = halt.map_or((None, Span::of(0, text.len())), |Halt { stopped, span }| {
            (Some(Box::<EvalAltResult>::from(stopped)), span)
        });
        let failure = failure::of(host.state(), error.as_deref()).unwrap_or_default();
        let in_code = match failure.source.as_str() {
            "" => None,
            source => host.state().place(source, failure.position),
        };
        if let Some(place) = in_code {
            return failure.at(place);
        }
        let as_number = failure.is_text_left.and_then(|is_left| lowered.as_number(text, span, is_left));
        let error = failure.in_expression().at(ScriptPlace::Expression { span });
        let Some((span, number)) = as_number else { return error };
        let help = Some(format!("convert the string to a number: `{number}`"));
        ScriptError { help, suggestion: Some(number), place: ScriptPlace::Expression { span }, ..error }
    }
}

/// Returns the functions that an expression can call.
fn functions(units: &[Rc<Code>], codes: &Codes) -> Vec<Callable> {
    let of = |code: &Code, prefix: &str| {
        let names = code.names().filter(|name| !code.is_private(name));
        let counted = names.flat_map(|name| code.parameters_of(name).into_iter().map(move |count| (name, count)));
        let callable = |(name, parameters)| Callable { name: format!("{prefix}{name}"), parameters };
        counted.map(callable).collect::<Vec<_>>()
    };
    let library = library::functions().into_iter();
    let library = library.map(|entry| Callable { name: entry.name.to_owned(), parameters: entry.parameters() });
    let own = units.iter().flat_map(|unit| of(unit, ""));
    let imported = codes.iter().flat_map(|(name, code)| of(code, &format!("{name}.")));
    library.chain(own).chain(imported).collect()
}

/// Calls scripts for an expression.
struct Caller<'c> {
    shared: &'c SharedExpression,
    host: &'c Host,
    /// The state of Rhai for all calls, and their arguments.
    at_work: RefCell<(GlobalRuntimeState, Scope<'static>)>,
}

impl<'c> Caller<'c> {
    fn new(shared: &'c SharedExpression, host: &'c Host) -> Self {
        let mut global = host.engine().new_global_runtime_state();
        // Rhai searches from the last one to the first, and an earlier unit hides a later one.
        global.lib.extend(shared.units.iter().rev().map(|unit| Rc::clone(&unit.module)));
        for (name, module) in &shared.work.modules {
            global.push_import(name.as_str(), Rc::clone(module));
        }
        Self { shared, host, at_work: RefCell::new((global, Scope::new())) }
    }

    /// Evaluates code over arguments, which it calls `__a0`, `__a1`, ….
    fn run(&self, code: &Expr, arguments: &[Value]) -> Run<Dynamic> {
        // The marks of earlier calls are not needed, and would grow with each number.
        self.host.state().origins.clear();
        let mut at_work = self.at_work.borrow_mut();
        let (global, scope) = &mut *at_work;
        scope.clear();
        for (at, argument) in arguments.iter().enumerate() {
            scope.push_dynamic(argument_name(at), argument.for_script(Some(&self.host.state().origins))?);
        }
        let mut caches = self.shared.caches.borrow_mut();
        let mut context = EvalContext::new(self.host.engine(), global, &mut caches, scope, None);
        Ok(context.eval_expression_tree(&code.into())?)
    }

    /// Converts a value that a script returned.
    fn value(&self, given: Dynamic) -> Value {
        Value::of_script(given, Some(&self.host.state().origins))
    }

    /// Converts the error of a missing member to `None`.
    fn optional_member(&self, answer: Run<Dynamic>) -> Run<Option<Value>> {
        use EvalAltResult::{ErrorDotExpr, ErrorFunctionNotFound, ErrorIndexingType};
        match answer {
            Ok(found) => Ok(Some(self.value(found))),
            Err(Stopped::Script(error))
                if matches!(*error, ErrorDotExpr(..) | ErrorFunctionNotFound(..) | ErrorIndexingType(..)) =>
            {
                Ok(None)
            }
            Err(stopped) => Err(stopped),
        }
    }

    /// Returns code that is not one of the calls of the expression; it is compiled once.
    fn code(&self, code: String) -> Result<Rc<Expr>, String> {
        let known =
            self.shared.other_code.borrow().iter().find(|(text, _)| *text == code).map(|(_, code)| Rc::clone(code));
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Rc::new(compile_call(&code)?);
        self.shared.other_code.borrow_mut().push((code, Rc::clone(&made)));
        Ok(made)
    }

    /// Runs code that is not one of the calls of the expression.
    fn run_other(&self, code: String, arguments: &[Value]) -> Run<Dynamic> {
        self.run(&*self.code(code).map_err(Raised::unsupported)?, arguments)
    }
}

impl ScriptInterface for Caller<'_> {
    fn matches(&self, text: &str, regex: &str) -> Run<bool> {
        Ok(library::matches(self.host.state(), text, regex)?)
    }

    fn call(&self, number: usize, arguments: &[Value]) -> Run {
        Ok(self.value(self.run(&self.shared.calls[number], arguments)?))
    }

    fn method(&self, name: &str, arguments: &[Value]) -> Run {
        Ok(self.value(self.run_other(method_call(name, arguments.len()), arguments)?))
    }

    fn field(&self, of: &Value, name: &str) -> Run<Option<Value>> {
        // Rhai's reserved words and non-ASCII names are never names of fields.
        let Ok(code) = self.code(format!("__a0.{name}")) else { return Ok(None) };
        self.optional_member(self.run(&code, std::slice::from_ref(of)))
    }

    fn element(&self, of: &Value, index: &Value) -> Run<Option<Value>> {
        self.optional_member(self.run_other("__a0[__a1]".to_owned(), &[of.clone(), index.clone()]))
    }

    fn equal(&self, a: &Value, b: &Value) -> Run<Option<bool>> {
        let (Value::Object(x), Value::Object(y)) = (a, b) else { return Ok(Some(false)) };
        if x.type_id() != y.type_id() {
            return Ok(Some(false));
        }
        let answer = self.run_other("__a0 == __a1".to_owned(), &[a.clone(), b.clone()]);
        Ok(self.optional_member(answer)?.map(|answer| matches!(answer, Value::Bool(true))))
    }

    fn argument(&self, value: &Value) -> Run<Dynamic> {
        value.for_script(Some(&self.host.state().origins))
    }
}

/// Returns the code of a call, alone on a line whose number is that of the call, so that the position of an error
/// identifies the call.
fn call_of(number: usize, call: &Call) -> String {
    let arguments: Vec<String> = (0..call.arguments).map(argument_name).collect();
    let code = if call.is_method {
        method_call(&call.name, call.arguments)
    } else {
        format!("{}({})", call.name.replace('.', "::"), arguments.join(", "))
    };
    format!("{}{code}", "\n".repeat(number))
}

/// Returns the number of the call at a place in its code.
fn number_of(position: Position) -> Option<usize> {
    position.line()?.checked_sub(1)
}

/// Returns the code of a method call on the first of `arguments` arguments.
fn method_call(name: &str, arguments: usize) -> String {
    let others: Vec<String> = (1..arguments).map(argument_name).collect();
    format!("__a0.{name}({})", others.join(", "))
}

fn argument_name(at: usize) -> String {
    format!("__a{at}")
}

/// Compiles the code of a call, which is an expression.
fn compile_call(code: &str) -> Result<Expr, String> {
    let unusable = |error: &dyn fmt::Display| format!("`{}` cannot be called: {error}", code.trim());
    let ast = Engine::new_raw().compile_expression(code).map_err(|error| unusable(&error))?;
    match ast.statements() {
        [Stmt::Expr(expression)] => Ok((**expression).clone()),
        [Stmt::FnCall(call, position)] => Ok(Expr::FnCall(call.clone(), *position)),
        _ => Err(unusable(&"it is not an expression")),
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expression").field("text", &self.shared.text).finish_non_exhaustive()
    }
}
