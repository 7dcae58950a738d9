//! One function of a program, called with the values of a file.

use std::fmt;
use std::rc::Rc;

use rhai::{Array, Dynamic, NativeCallContext, Position};

use super::code::Code;
use super::library::Finding;
use super::state::Work;
use super::value::{self, Adopter, Unusable};
use super::{Host, Parameter, Place, Program, ScriptError, failure};
use crate::extract::{ValueId, Values};
use crate::store::Demand;

/// A function of a [`Program`]; clones share it.
#[derive(Clone)]
pub struct Function {
    shared: Rc<Shared>,
}

struct Shared {
    /// As a rule writes it.
    name: String,
    /// As the script defines it.
    bare: String,
    code: Rc<Code>,
    place: Place,
    work: Rc<Work>,
    program: Program,
}

/// One value that a condition function returned.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failed {
    /// The value.
    pub value: ValueId,
    /// What the function says of it, if it says something.
    pub message: Option<String>,
}

impl Function {
    pub(super) fn new(program: &Program, name: &str, code: &Rc<Code>, bare: &str) -> Self {
        let mut codes = program.codes().clone();
        codes.extend(code.reached());
        Self {
            shared: Rc::new(Shared {
                name: name.to_owned(),
                bare: bare.to_owned(),
                code: Rc::clone(code),
                place: code.definition(bare),
                work: Work::new(Some(code), program.units(), &codes),
                program: program.clone(),
            }),
        }
    }

    /// Its name, as a rule writes it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// What has to be known before it is called.
    #[must_use]
    pub fn demand(&self) -> Demand {
        // It may call functions of the other units.
        self.shared.program.demand().and(self.shared.code.demand())
    }

    /// Calls it as a filter: what it makes of the values of the file at `path`.
    ///
    /// # Errors
    /// It stopped, or returned no list.
    pub fn filter(
        &self,
        host: &Host,
        values: &mut Values,
        list: &[ValueId],
        path: &str,
    ) -> Result<Vec<ValueId>, ScriptError> {
        let returned = self.call(host, values, list, vec![path.into()])?;
        let wanted = "a filter returns a list of values";
        let returned = value::elements(returned).map_err(|kind| self.unusable(&kind, wanted))?;
        let scene = host.state().scene();
        let tree = scene.as_ref().and_then(|scene| scene.tree.as_ref());
        let mut adopter = Adopter::new(values, list, tree);
        let ids = returned.iter().map(|item| adopter.adopt(values, item));
        ids.collect::<Result<_, _>>().map_err(|Unusable(kind)| self.unusable(&format!("a list with {kind}"), wanted))
    }

    /// Calls it as a condition: the values of the file at `path` that fail.
    ///
    /// # Errors
    /// It stopped, or returned no list.
    pub fn judge(
        &self,
        host: &Host,
        values: &mut Values,
        list: &[ValueId],
        path: &str,
        condition: &[Parameter],
    ) -> Result<Vec<Failed>, ScriptError> {
        let condition: Array = condition.iter().map(value::parameter).collect();
        let returned = self.call(host, values, list, vec![path.into(), condition.into()])?;
        let wanted = "a condition returns a list of the values that fail";
        let returned = value::elements(returned).map_err(|kind| self.unusable(&kind, wanted))?;
        let returned = without_verdict(returned);
        let scene = host.state().scene();
        let tree = scene.as_ref().and_then(|scene| scene.tree.as_ref());
        let mut adopter = Adopter::new(values, list, tree);
        let failed = returned.into_iter().map(|item| {
            let (item, message) = match item.try_cast_result::<Finding>() {
                Ok(finding) => (finding.value, Some(finding.message.to_string())),
                Err(item) => (item, None),
            };
            adopter.adopt(values, &item).map(|value| Failed { value, message })
        });
        failed.collect::<Result<_, _>>().map_err(|Unusable(kind)| self.unusable(&format!("a list with {kind}"), wanted))
    }

    /// Calls it with the values and what else it is given.
    fn call(
        &self,
        host: &Host,
        values: &Values,
        list: &[ValueId],
        others: Vec<Dynamic>,
    ) -> Result<Dynamic, ScriptError> {
        let state = host.state();
        let scene = state.scene();
        let tree = scene.as_ref().and_then(|scene| scene.tree.as_ref());
        state.spellings.clear();
        let data = value::to_list(values, list, tree, &state.spellings);
        self.call_with(host, std::iter::once(data.into()).chain(others).collect())
    }

    /// Calls it with these arguments.
    pub(super) fn call_with(&self, host: &Host, mut arguments: Vec<Dynamic>) -> Result<Dynamic, ScriptError> {
        let state = host.state();
        state.begin(&self.shared.work);
        let engine = host.engine();
        let mut global = engine.new_global_runtime_state();
        // Functions are looked up from the last to the first; closures are found at once in the very first.
        global.lib.push(Rc::clone(self.shared.code.functions()));
        for unit in self.shared.program.units().iter().rev().filter(|unit| !Rc::ptr_eq(unit, &self.shared.code)) {
            global.lib.push(Rc::clone(&unit.module));
        }
        global.lib.push(Rc::clone(&self.shared.code.module));
        let context = NativeCallContext::new_with_all_fields(engine, &self.shared.bare, None, &global, Position::NONE);
        let mut arguments: Vec<&mut Dynamic> = arguments.iter_mut().collect();
        let returned = context.call_fn_raw(&self.shared.bare, false, false, &mut arguments);
        state.conclude(|_, _| None);
        match failure::of(state, returned.as_ref().err().map(|error| &**error)) {
            None => Ok(returned.unwrap_or_default().flatten()),
            Some(failure) => {
                let place = state.place(&failure.source, failure.position).unwrap_or_else(|| self.shared.place.clone());
                Err(failure.at(place))
            }
        }
    }

    /// It returned something that no values can be made of.
    pub(super) fn unusable(&self, found: &str, wanted: &str) -> ScriptError {
        ScriptError {
            meant: None,
            code: "script-return",
            message: format!("the function `{}` returned {found}, and {wanted}", self.shared.name),
            help: wanted.contains("fail").then(|| RETURNED.to_owned()),
            place: self.shared.place.clone(),
        }
    }
}

/// How a function tells which values fail.
const RETURNED: &str = "`data.filter(|d| …)` gives those of which it holds; of one value the list is `[d]`, and a loop adds to one: \
                        `failed += [finding(d, \"why\")];`";

/// The list of `[bool, list]`, the older form of what a condition returns.
fn without_verdict(mut returned: Vec<Dynamic>) -> Vec<Dynamic> {
    match &returned[..] {
        [verdict, list] if verdict.is_bool() && list.is_array() => {
            returned.pop().and_then(|list| list.into_array().ok()).unwrap_or_default()
        }
        _ => returned,
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.shared.name).finish_non_exhaustive()
    }
}
