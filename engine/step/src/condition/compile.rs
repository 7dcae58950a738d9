//! Compiles conditions.

use assay_document::text::{Fault, IssueCode, Span};
use assay_script::{Function, Program};

use super::fault::{ConditionFault, fault_at};
use super::methods::{Compile, Method, find, function, span_of, usage, without_quotes};
use super::test::ConditionTest;
use super::{scripted, suggestion, taken_literally};
use crate::mark::with_mark;
use crate::{Parameter, Scope};

/// Compiles the elements of a condition, the method's name first. Returns the test with warnings.
pub(super) fn compile(
    elements: &[Parameter],
    scope: &Scope<'_>,
) -> Result<(ConditionTest, Vec<ConditionFault>), Vec<ConditionFault>> {
    let Some((first, parameters)) = elements.split_first() else {
        let fault = Fault::new(IssueCode::ConditionEmpty, "an empty list names no method", Span::at(0));
        return Err(vec![fault_at(0, fault)]);
    };
    let Parameter::Text(written) = first else {
        let message = format!("a condition must begin with the name of a method, not {}", first.kind());
        return Err(vec![fault_at(0, Fault::new(IssueCode::ConditionMethod, message, Span::at(0)))]);
    };
    let name = without_quotes(written);
    // A method has precedence over a function, so that a new function never changes the meaning of a condition.
    let (test, mut hints) = match (find(&name), function(written)) {
        (Some(method), _) => compile_method(method, parameters, written, scope)?,
        (None, Some(function)) => (call(&function, elements, written, scope).map_err(|fault| vec![fault])?, Vec::new()),
        (None, None) => return Err(vec![suggestion::unknown_method(&name, written, parameters, scope, compiles)]),
    };
    if name != *written {
        let message = format!("the quotes around `{}` are dropped", name.trim());
        hints.push(fault_at(0, Fault::new(IssueCode::ConditionQuotes, message, Span::whole(written))));
    }
    Ok((test, hints))
}

fn compile_method(
    method: &Method,
    parameters: &[Parameter],
    written: &str,
    scope: &Scope<'_>,
) -> Result<(ConditionTest, Vec<ConditionFault>), Vec<ConditionFault>> {
    check_count(method, parameters, written)
        .map_err(|fault| vec![suggestion::in_a_list(fault, method, parameters, scope, compiles)])?;
    match method.compile {
        Compile::Values(compile) => {
            let test = compile(parameters, scope.names).map_err(|fault| vec![fault])?;
            let warning =
                if let ConditionTest::Compare(comparison) = &test { comparison.operand_warning() } else { None };
            let warning = warning.map(|fault| fault_at(1, fault));
            Ok((test, warning.or_else(|| taken_literally::literal_warning(method, parameters)).into_iter().collect()))
        }
        Compile::Expression => scripted::compile_expression(&parameters[0], scope),
    }
}

/// Compiles a condition that a function judges. The function gets the whole condition.
fn call(
    name: &str,
    condition: &[Parameter],
    written: &str,
    scope: &Scope<'_>,
) -> Result<ConditionTest, ConditionFault> {
    let at = |fault: Fault| fault_at(0, Fault { span: Span::whole(written), ..fault });
    let Some(program) = scope.program else {
        let message = format!("there is no function `{name}`");
        let fault = Fault::new(IssueCode::ScriptUnknownFunction, message, Span::whole(written));
        return Err(at(fault.help("define it in `func_str`, in the `script` of the file, or in a library")));
    };
    // A function of a library is written with the library's name and without `func_`.
    let mark = if name.contains('.') { "" } else { "func_" };
    let function = find_function(name, program).map_err(|fault| at(with_mark(fault, mark)))?;
    Ok(ConditionTest::Function { function, condition: condition.to_vec() })
}

/// Returns the function of that name. `module.func_NAME` also means `module.NAME`.
fn find_function(name: &str, program: &Program) -> Result<Function, Fault> {
    program.condition(name).or_else(|fault| match name.split_once(".func_") {
        Some((module, bare)) if fault.code == IssueCode::ScriptUnknownFunction => {
            program.condition(&format!("{module}.{bare}")).map_err(|_| fault)
        }
        _ => Err(fault),
    })
}

fn check_count(method: &Method, parameters: &[Parameter], written: &str) -> Result<(), ConditionFault> {
    let expected = method.parameters.len();
    if parameters.len() < expected {
        let missing = method.parameters[parameters.len()];
        let message = format!("`{}` needs a {missing}", method.name);
        let fault = Fault::new(IssueCode::ConditionParameterMissing, message, Span::whole(written));
        return Err(fault_at(0, fault.help(usage(method))));
    }
    if let Some(extra) = parameters.get(expected) {
        let count = if expected == 0 { "no parameter" } else { "one parameter" };
        let message = format!("`{}` takes {count}", method.name);
        let fault = Fault::new(IssueCode::ConditionParameterExtra, message, span_of(extra));
        return Err(fault_at(expected + 1, fault.help(usage(method))));
    }
    Ok(())
}

/// Returns true if a condition compiles without a warning.
pub(super) fn compiles(elements: &[Parameter], scope: &Scope<'_>) -> bool {
    compile(elements, scope).is_ok_and(|(_, hints)| hints.is_empty())
}
