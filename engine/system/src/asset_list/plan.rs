//! Plans: their steps, read from files and written to files.

use std::rc::Rc;

use assay_asset_list::{ListFileKind, OF_STEPS, OPERATIONS, Operation, RecordSlot, Records, whole};
use assay_document::source::Source;
use assay_document::text::Span;
use assay_report::Problem;
use serde::Serialize;

use super::pattern::PatternType;
use super::read::{ListReading, read};

/// One step, as in the simple JSON form. A name that begins with `$` is a variable, any other name is a file. An empty
/// string is a value that is missing.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "PlanStep", description = "A step as people read it, and as the plain JSON form has it.")
)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The operation: `delta`, `union`, `intersection`, `complement`, `filepattern` or `intersectioncount`.
    #[serde(rename = "op")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub operation: Operation,
    /// The first input: a variable, which begins with `$`, or a file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub first: String,
    /// The second input.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub second: String,
    /// The pattern that paths have to match.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// The syntax of the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern_type: Option<PatternType>,
    /// The minimum number of lists that an entry has to be in.
    #[serde(skip_serializing_if = "is_zero")]
    pub count: u32,
    /// The inputs of `intersectioncount`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lists: Vec<String>,
    /// The name of the result: a variable, or a file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in references")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Step {
    /// Returns a step that has only an operation.
    pub const fn new(operation: Operation) -> Self {
        Self {
            operation,
            first: String::new(),
            second: String::new(),
            pattern: String::new(),
            pattern_type: None,
            count: 0,
            lists: Vec::new(),
            output: String::new(),
        }
    }

    /// Returns the inputs of the step, in order. A missing input is an empty string.
    pub fn inputs(&self) -> Vec<&str> {
        match self.operation {
            Operation::FilePattern => vec![&self.first],
            Operation::IntersectionCount if !self.lists.is_empty() => self.lists.iter().map(String::as_str).collect(),
            Operation::IntersectionCount => {
                [&*self.first, &self.second].into_iter().filter(|name| !name.is_empty()).collect()
            }
            _ => vec![&self.first, &self.second],
        }
    }
}

/// Steps that run one after the other.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Plan {
    /// Reads the plan at `path` in `source`: ObjectStream XML or JSON, or simple JSON.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not well-formed, or is not a plan.
    pub fn read(path: &str, source: &Rc<dyn Source>) -> Result<ListReading<Self>, Box<Problem>> {
        let mut steps = PlanSteps::default();
        let warnings = read(path, source, &mut steps)?;
        Ok(ListReading { value: Self { steps: steps.steps }, warnings })
    }
}

/// Reads records as steps.
#[derive(Default)]
struct PlanSteps {
    steps: Vec<Step>,
    /// True if the last step has an operation.
    has_operation: bool,
}

/// The number in files for an operation or a pattern type that is not set.
pub(super) const UNSET: &str = "255";

impl Records for PlanSteps {
    fn kind(&self) -> &'static ListFileKind {
        &OF_STEPS
    }

    fn begin(&mut self, _at: u32) {
        // Every step begins with this operation; `has_operation` is true if the file sets one.
        self.steps.push(Step::new(Operation::Delta));
        self.has_operation = false;
    }

    fn value(&mut self, slot: RecordSlot, text: &str, _span: Span) -> Result<(), String> {
        let Some(step) = self.steps.last_mut() else { return Ok(()) };
        let own = text.to_owned();
        match slot {
            RecordSlot::Operation | RecordSlot::PatternType if text == UNSET => {}
            RecordSlot::Operation => {
                step.operation = Operation::named(text).ok_or_else(|| {
                    let names: Vec<&str> = OPERATIONS.iter().map(|spec| spec.name).collect();
                    format!("expected an operation ({}) or its number, found `{text}`", names.join(", "))
                })?;
                self.has_operation = true;
            }
            RecordSlot::PatternType => {
                let known = PatternType::named(text);
                let refused = || format!("expected `wildcard`, `regex` or its number, found `{text}`");
                step.pattern_type = Some(known.ok_or_else(refused)?);
            }
            RecordSlot::First => step.first = own,
            RecordSlot::Second => step.second = own,
            RecordSlot::Pattern => step.pattern = own,
            RecordSlot::Output => step.output = own,
            RecordSlot::List => step.lists.push(own),
            RecordSlot::Count => step.count = whole(text)?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        if self.has_operation { Ok(()) } else { Err(format!("step {} has no operation", self.steps.len())) }
    }
}
