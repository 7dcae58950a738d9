//! Conditions in Rhai: expressions, which judge one value, and functions, which judge all values of a file.

use assay_document::extract::{ValueId, Values};
use assay_document::text::{Fault, IssueCode, Span};
use assay_script::{Compiled, Expression, Function, Judged};

use super::fault::ConditionFault;
use super::test::ConditionTest;
use super::verdict::{ConditionContext, Judgement, Verdict};
use crate::{Parameter, Scope, StoppedScript, Work, shown};

/// Compiles the expression in element 1 of a condition.
pub(super) fn compile_expression(
    parameter: &Parameter,
    scope: &Scope<'_>,
) -> Result<(ConditionTest, Vec<ConditionFault>), Vec<ConditionFault>> {
    let in_text = |faults: Vec<Fault>| faults.into_iter().map(|fault| ConditionFault { parameter: 1, fault }).collect();
    let Parameter::Text(text) = parameter else {
        let message = format!("an expression must be a string, not {}", parameter.kind());
        let fault = Fault::new(IssueCode::ConditionExpression, message, Span::at(0));
        return Err(in_text(vec![fault.help("put it in quotes")]));
    };
    let compiled = Expression::compile(scope.host, text, scope.program, scope.names);
    let Compiled { value, hints } = compiled.map_err(in_text)?;
    Ok((ConditionTest::Satisfy(value), in_text(hints)))
}

/// Judges each value by an expression.
pub(super) fn satisfy(
    expression: &Expression,
    values: &Values,
    list: &[ValueId],
    context: &ConditionContext<'_>,
) -> Judgement {
    let Judged { failed, unknown, error } = expression.judge(context.host, values, list);
    let stopped = error.zip(unknown.first()).map(|(error, first)| {
        let work = Work::Expression { value: shown::value(values, *first), count: unknown.len() };
        StoppedScript { error: Box::new(error), work }
    });
    Judgement { failed: failed.into_iter().map(Verdict::of).collect(), unknown, stopped }
}

/// Judges all values by a function.
pub(super) fn call(
    function: &Function,
    condition: &[Parameter],
    values: &mut Values,
    list: &[ValueId],
    context: &ConditionContext<'_>,
) -> Judgement {
    match function.judge(context.host, values, list, context.path, condition) {
        Ok(failed) => {
            let verdict = |failed: assay_script::Failed| Verdict {
                value: Some(failed.value),
                related: failed.related,
                message: failed.message,
            };
            Judgement { failed: failed.into_iter().map(verdict).collect(), ..Judgement::default() }
        }
        Err(error) => {
            let work = Work::Function(function.name().to_owned());
            let stopped = Some(StoppedScript { error: Box::new(error), work });
            Judgement { failed: Vec::new(), unknown: list.to_vec(), stopped }
        }
    }
}
