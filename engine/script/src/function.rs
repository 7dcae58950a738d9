//! One function of a program, called with the values of a file.

use std::fmt;
use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::text::IssueCode;
use assay_store::Demand;
use rhai::{Array, Dynamic, NativeCallContext, Position};

use super::code::{Code, Codes, combine_code};
use super::library::Finding;
use super::limits::size;
use super::state::CallWork;
use super::value::{self, Adopter, Giver, UnusableValue};
use super::{Host, Parameter, ScriptError, ScriptPlace, failure};

/// A function of a [`Program`](super::Program); clones share it.
#[derive(Clone)]
pub struct Function {
    shared: Rc<SharedFunction>,
}

struct SharedFunction {
    /// The name as a rule writes it.
    name: String,
    /// The name in the script.
    bare: String,
    code: Rc<Code>,
    place: ScriptPlace,
    work: Rc<CallWork>,
    /// The units of its program, whose functions it may call.
    units: Vec<Rc<Code>>,
    /// The data that its code and the other units may use.
    demand: Demand,
}

/// A value that a condition function returned.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failed {
    /// The value.
    pub value: ValueId,
    /// The message that the function returned with the value, if any.
    pub message: Option<String>,
    /// Other values that belong to it.
    pub related: Vec<ValueId>,
}

impl Function {
    /// Creates the function `bare` of `code`, which a rule calls `name`. `units` and `libraries` are those of its
    /// program.
    pub(super) fn new(
        name: &str,
        bare: &str,
        code: &Rc<Code>,
        units: &[Rc<Code>],
        libraries: &Codes,
        demand: Demand,
    ) -> Self {
        let mut codes = libraries.clone();
        codes.extend(code.all_imports());
        Self {
            shared: Rc::new(SharedFunction {
                name: name.to_owned(),
                bare: bare.to_owned(),
                code: Rc::clone(code),
                place: code.text.definition(bare),
                work: combine_code(Some(code), units, &codes),
                units: units.to_vec(),
                demand,
            }),
        }
    }

    /// Returns the name as a rule writes it.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// Returns the project data that must be loaded before the function is called.
    pub fn demand(&self) -> Demand {
        self.shared.demand
    }

    /// Calls the function as a filter. Returns the values that it makes from the values of the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the function stops, or does not return a list.
    pub fn filter(
        &self,
        host: &Host,
        values: &mut Values,
        list: &[ValueId],
        path: &str,
    ) -> Result<Vec<ValueId>, ScriptError> {
        let returned = self.call(host, values, list, vec![path.into()])?;
        let expected = "a filter returns a list of values";
        let returned = value::elements(returned).map_err(|kind| self.unusable(&kind, expected))?;
        let tree = host.state().tree();
        let unusable = |UnusableValue(kind)| self.unusable(&format!("a list with {kind}"), expected);
        let mut adopter = Adopter::new(list, tree.as_ref(), &host.state().origins);
        let mut bytes = 0;
        let ids = returned.iter().map(|item| {
            let id = adopter.adopt(values, item).map_err(unusable)?;
            self.charge_size(host, &mut bytes, values.length_of(id))?;
            Ok(id)
        });
        ids.collect()
    }

    /// Calls the function as a condition. Returns the values of the file at `path` that fail.
    ///
    /// # Errors
    /// Returns an error if the function stops, or does not return a list.
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
        let expected = "a condition returns a list of the values that fail";
        let returned = value::elements(returned).map_err(|kind| self.unusable(&kind, expected))?;
        let returned = without_verdict(returned);
        let tree = host.state().tree();
        let mut adopter = Adopter::new(list, tree.as_ref(), &host.state().origins);
        let mut bytes = 0;
        let failed = returned.into_iter().map(|item| {
            let (item, message, related) = match item.try_cast_result::<Finding>() {
                Ok(Finding { value, message, related }) => (value, Some(message), related),
                Err(item) => (item, None, Vec::new()),
            };
            let unusable = |UnusableValue(kind)| self.unusable(&format!("a list with {kind}"), expected);
            let value = adopter.adopt(values, &item).map_err(unusable)?;
            let size = values.length_of(value) + message.as_ref().map_or(0, |message| message.len());
            self.charge_size(host, &mut bytes, size)?;
            let related = related.iter().filter_map(|other| adopter.place(values, other).transpose());
            let related = related.collect::<Result<_, _>>().map_err(unusable)?;
            Ok(Failed { value, message: message.map(|message| message.to_string()), related })
        });
        failed.collect()
    }

    /// Adds up the size of the returned values, and rejects more memory than a script may use. A list may contain one
    /// long string a million times, which takes much memory only when it is reported.
    fn charge_size(&self, host: &Host, bytes: &mut usize, more: usize) -> Result<(), ScriptError> {
        *bytes += more;
        let limits = &host.state().meter.limits;
        if *bytes <= limits.memory {
            return Ok(());
        }
        Err(ScriptError {
            suggestion: None,
            code: IssueCode::ScriptMemory,
            message: format!("the values that `{}` returns take more than {}", self.shared.name, size(limits.memory)),
            help: Some("return fewer or shorter values".to_owned()),
            place: self.shared.place.clone(),
        })
    }

    /// Calls the function with the values and other arguments.
    fn call(
        &self,
        host: &Host,
        values: &Values,
        list: &[ValueId],
        others: Vec<Dynamic>,
    ) -> Result<Dynamic, ScriptError> {
        let state = host.state();
        let tree = state.tree();
        state.origins.clear();
        let data = Giver { values, tree: tree.as_ref(), origins: &state.origins, is_of_file: true }.list(list);
        state.origins.note_inputs(&data);
        self.call_with(host, std::iter::once(data.into()).chain(others).collect())
    }

    /// Calls the function with these arguments.
    pub(super) fn call_with(&self, host: &Host, mut arguments: Vec<Dynamic>) -> Result<Dynamic, ScriptError> {
        let state = host.state();
        state.begin(&self.shared.work);
        let engine = host.engine();
        let mut global = engine.new_global_runtime_state();
        // Functions are looked up from the last library to the first, but closures are found immediately in the first.
        global.lib.push(Rc::clone(self.shared.code.functions()));
        for unit in self.shared.units.iter().rev().filter(|unit| !Rc::ptr_eq(unit, &self.shared.code)) {
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

    /// Returns the error of a function that returned something other than values.
    pub(super) fn unusable(&self, found: &str, wanted: &str) -> ScriptError {
        ScriptError {
            suggestion: None,
            code: IssueCode::ScriptReturn,
            message: format!("the function `{}` returned {found}; {wanted}", self.shared.name),
            help: wanted.contains("fail").then(|| RETURNED.to_owned()),
            place: self.shared.place.clone(),
        }
    }
}

/// Explains how a function returns the values that fail.
const RETURNED: &str =
    "write `data.filter(|d| …)`, `[d]` for one value, or `failed += [finding(d, \"why\")];` in a loop";

/// Returns the list of `[bool, list]`, the older form of the result of a condition.
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
