//! Expressions over one value.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use rhai::{Caches, Dynamic, EvalAltResult, EvalContext, Expr, GlobalRuntimeState, Module, Scope};

use super::code::{Code, Codes};
use super::guard::{Guard, Meaning, Names};
use super::library::LIBRARY;
use super::python::{self, Callable, Lowered};
use super::state::Work;
use super::value::Giver;
use super::{Host, Place, Program, ScriptError, collection::Rooms, demand, failure};
use crate::extract::{ValueId, Values};
use crate::store::{CollectionNames, Demand};
use crate::text::{Fault, Span};

/// Something compiled, with what its author may want to write otherwise.
#[derive(Clone, Debug)]
pub struct Compiled<T> {
    /// What was compiled.
    pub value: T,
    /// In bytes of the text.
    pub hints: Vec<Fault>,
}

/// An expression over `d`, compiled; clones share it.
#[derive(Clone)]
pub struct Expression {
    shared: Rc<Shared>,
}

struct Shared {
    text: String,
    lowered: Lowered,
    code: Expr,
    /// The closures in it.
    closures: Option<Rc<Module>>,
    demand: Demand,
    units: Vec<Rc<Code>>,
    work: Rc<Work>,
    /// The functions that the code calls, found before.
    caches: RefCell<Caches>,
}

/// What an expression says of the values of a file.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Judged {
    /// The values for which it is falsy, in their order.
    pub failed: Vec<ValueId>,
    /// Those over which it stopped, in their order. After a limit that takes long to hit, the values that were left are
    /// not tried any more, and are among them.
    pub unknown: Vec<ValueId>,
    /// Why it stopped over the first of them.
    pub error: Option<ScriptError>,
}

impl Expression {
    pub(super) fn compile(
        host: &Host,
        text: &str,
        program: Option<&Program>,
        names: &CollectionNames,
    ) -> Result<Compiled<Self>, Vec<Fault>> {
        // The engine comes first: it settles how the names of functions are numbered.
        host.engine();
        let units = program.map_or(&[][..], Program::units);
        let codes = program.map(Program::codes).cloned().unwrap_or_default();
        let functions = functions(units, &codes);
        let functions: Vec<Callable<'_>> =
            functions.iter().map(|(name, parameters)| Callable { name, parameters: *parameters }).collect();
        let known = python::Names { collections: names, functions: &functions };
        let lowered = python::lower(text, &known)?;
        let unusable = |message: String| vec![Fault::new("expression-unusable", message, Span::of(0, text.len()))];
        let ast = lowered.compile().map_err(|error| unusable(format!("the expression cannot be used: {error}")))?;
        let names = Written { rooms: host.rooms(names), lowered: &lowered };
        let (code, mut strays) = Guard::new(&names).expression_of(&ast);
        let closures = ast.iter_functions().next().is_some().then(|| {
            let (guarded, all) = Guard::new(&names).guarded(&ast, host.engine(), &host.state().bodies);
            strays = all;
            Rc::clone(guarded.shared_lib())
        });
        if let Some(stray) = strays.first() {
            let message = format!("there is no name `{}`", stray.name);
            return Err(vec![Fault::new("expression-unknown-name", message, lowered.place(stray.position))]);
        }
        let of_code = units.iter().fold(Demand::default(), |demand, unit| demand.and(unit.demand()));
        let of_code = codes.values().fold(of_code, |demand, code| demand.and(code.demand()));
        let is_library = |name: &String| known.in_library(name).is_some();
        let calls = if lowered.functions.iter().all(is_library) { Demand::default() } else { of_code };
        let hints = lowered.hints.clone();
        let shared = Shared {
            demand: demand::of(text).and(calls),
            text: text.to_owned(),
            lowered,
            code,
            closures,
            units: units.to_vec(),
            work: Work::new(None, units, &codes),
            caches: RefCell::default(),
        };
        Ok(Compiled { value: Self { shared: Rc::new(shared) }, hints })
    }

    /// The expression as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.shared.text
    }

    /// What has to be known before it is evaluated.
    #[must_use]
    pub fn demand(&self) -> Demand {
        self.shared.demand
    }

    /// Evaluates it for each value.
    #[must_use]
    pub fn judge(&self, host: &Host, values: &Values, list: &[ValueId]) -> Judged {
        let state = host.state();
        let scene = state.scene();
        let tree = scene.as_ref().and_then(|scene| scene.tree.as_ref());
        let mut run = Run::new(self, host);
        let mut judged = Judged::default();
        state.begin(&self.shared.work);
        for (at, &id) in list.iter().enumerate() {
            state.meter.begin();
            state.origins.clear();
            let answer = run.evaluate(Giver { values, tree, origins: &state.origins, is_of_file: true }.value(id));
            if let (Ok(holds), None) = (&answer, state.meter.hit()) {
                if !holds {
                    judged.failed.push(id);
                }
                continue;
            }
            let is_over = state.meter.hit().is_some_and(super::limits::Limit::takes_long);
            if judged.error.is_none() {
                judged.error = Some(self.error(host, answer.err().as_deref()));
            } else {
                let _ = state.bodies.take_stop();
            }
            if is_over {
                judged.unknown.extend(&list[at..]);
                break;
            }
            judged.unknown.push(id);
        }
        state.conclude(|met, position| self.shared.lowered.unlike(&self.shared.text, met, position));
        judged
    }

    /// Why it stopped. That it did is known: without a reason it is said all the same.
    fn error(&self, host: &Host, error: Option<&EvalAltResult>) -> ScriptError {
        let failure = failure::of(host.state(), error).unwrap_or_default();
        let in_code = match failure.source.as_str() {
            "" => None,
            source => host.state().place(source, failure.position),
        };
        if let Some(place) = in_code {
            return failure.at(place);
        }
        let Shared { lowered, text, .. } = &*self.shared;
        let position = failure.position;
        let (failure, span) = failure.with_number(|is_left| lowered.as_number(text, position, is_left));
        let place = Place::Expression { span: span.unwrap_or_else(|| lowered.place(position)) };
        failure.in_expression().at(place)
    }
}

/// The functions that an expression can call, with their numbers of parameters.
fn functions(units: &[Rc<Code>], codes: &Codes) -> Vec<(String, Option<usize>)> {
    let of = |code: &Code, prefix: &str| {
        let names = code.names().filter(|name| !code.is_private(name));
        let counted = names.flat_map(|name| code.parameters_of(name).into_iter().map(move |count| (name, Some(count))));
        counted.map(|(name, count)| (format!("{prefix}{name}"), count)).collect::<Vec<_>>()
    };
    let library = LIBRARY.iter().map(|entry| (entry.name.to_owned(), Some(entry.parameters())));
    let own = units.iter().flat_map(|unit| of(unit, ""));
    let imported = codes.iter().flat_map(|(name, code)| of(code, &format!("{name}.")));
    library.chain(own).chain(imported).collect()
}

/// An expression at work on one value after the other.
struct Run<'r> {
    expression: &'r Expression,
    host: &'r Host,
    global: GlobalRuntimeState,
    scope: Scope<'static>,
    caches: std::cell::RefMut<'r, Caches>,
}

impl<'r> Run<'r> {
    fn new(expression: &'r Expression, host: &'r Host) -> Self {
        let shared = &expression.shared;
        let mut global = host.engine().new_global_runtime_state();
        global.lib.extend(shared.closures.clone());
        global.lib.extend(shared.units.iter().rev().map(|unit| Rc::clone(&unit.module)));
        for (name, module) in &shared.work.modules {
            global.push_import(name.as_str(), Rc::clone(module));
        }
        let mut scope = Scope::new();
        scope.push_dynamic("d", Dynamic::UNIT);
        Self { expression, host, global, scope, caches: shared.caches.borrow_mut() }
    }

    /// Whether it holds of a value.
    fn evaluate(&mut self, d: Dynamic) -> Result<bool, Box<EvalAltResult>> {
        if let Some(variable) = self.scope.get_mut("d") {
            *variable = d;
        }
        let engine = self.host.engine();
        let mut context = EvalContext::new(engine, &mut self.global, &mut self.caches, &mut self.scope, None);
        let answer = context.eval_expression_tree(&(&self.expression.shared.code).into())?;
        answer.as_bool().map_err(|kind| format!("the expression gives {}", super::kind::named(kind)).into())
    }
}

/// What names stand for in an expression's code.
struct Written<'l> {
    rooms: Rooms,
    lowered: &'l Lowered,
}

impl Names for Written<'_> {
    fn meaning(&self, name: &str) -> Meaning {
        match self.lowered.collection(name).and_then(|collection| self.rooms.collection(collection)) {
            Some(value) => Meaning::Value(value),
            // The variable of the expression is there when it runs.
            None if name == "d" => Meaning::Function,
            None => Meaning::Unknown,
        }
    }

    fn property(&self, _name: &str, _property: &str) -> Option<Dynamic> {
        None
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expression").field("text", &self.shared.text).finish_non_exhaustive()
    }
}
