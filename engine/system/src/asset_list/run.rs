//! Runs plans.

use assay_asset_list::{AssetList, Fallback, Incomparable, Key, Operation, compare, in_at_least};
use assay_document::text::{Fault, IssueCode};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::pattern::{Pattern, PatternType};
use super::plan::{Plan, Step};

/// The options of running a plan.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// The key that lists are compared by; `None` to use the one that suits the lists.
    pub key: Option<Key>,
    /// True if a list without entries may be read.
    pub allow_empty_inputs: bool,
    /// True if a list without entries may be a result that is written.
    pub allow_empty_results: bool,
}

/// The result of a step.
#[derive(Clone, Debug)]
pub struct Output {
    /// The name of the result: a variable or a file.
    pub name: String,
    /// The step, from 1.
    pub step: usize,
    /// The list.
    pub list: AssetList,
    /// Why the step compared by path, when some of its lists have ids.
    pub fallback: Option<Fallback>,
}

/// The reason why a plan cannot be completed. None of its results should be written then.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RunError {
    /// The plan has no steps.
    #[error("the plan has no steps")]
    NoSteps,
    /// An input is missing.
    #[error("{step} needs {what}")]
    Missing {
        /// The step.
        step: StepName,
        /// The thing that is missing, as the message names it.
        what: &'static str,
    },
    /// A list cannot be read or written.
    #[error("{step} {}", fault.sentence(name))]
    List {
        /// The step.
        step: StepName,
        /// The variable or the file.
        name: String,
        /// The reason.
        fault: ListFault,
    },
    /// A pattern cannot be read.
    #[error("{step}: the pattern `{pattern}` cannot be read at column {column}: {fault}{}", help(fault))]
    Pattern {
        /// The step.
        step: StepName,
        /// The pattern.
        pattern: String,
        /// The column of the mistake, in characters from 1.
        column: usize,
        /// The mistake in the pattern.
        fault: Box<Fault>,
    },
    /// A step that counts is part of a series.
    #[error("{step} cannot be part of a series: make it the only step of a plan")]
    CountInSeries {
        /// The step.
        step: StepName,
    },
    /// The lists cannot be compared.
    #[error("{step}: {reason}; the lists are {}", lists.join(", "))]
    Incomparable {
        /// The step.
        step: StepName,
        /// The lists, as in messages.
        lists: Vec<String>,
        /// The reason.
        reason: Incomparable,
    },
}

/// The reason why a step cannot read or write a list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ListFault {
    /// The step reads a variable that no earlier step has written.
    UnknownVariable,
    /// The step reads a file that an earlier step writes. Files are written when all steps are done.
    NotWrittenYet,
    /// The step writes a file that an earlier step writes too. The file could hold only one of the results.
    WrittenTwice,
    /// The host has no list with that name.
    NoList,
    /// The step reads a list without entries.
    EmptyInput,
    /// The result to be written has no entries.
    EmptyResult,
}

impl ListFault {
    /// Returns the code, and the text in front of the name of the list and after it.
    const fn parts(self) -> (IssueCode, &'static str, &'static str) {
        use IssueCode as Code;
        match self {
            Self::UnknownVariable => (Code::PlanUnknownVariable, "reads", "which no earlier step has written"),
            Self::NotWrittenYet => {
                let why = "which is written only when all steps are done: name a variable, such as `$result`";
                (Code::PlanNotWrittenYet, "reads", why)
            }
            Self::WrittenTwice => {
                let why = "which an earlier step writes too: two results cannot go to the same file";
                (Code::PlanWrittenTwice, "writes", why)
            }
            Self::NoList => (Code::PlanNoList, "reads", "which does not exist"),
            Self::EmptyInput => (Code::PlanEmptyInput, "reads", "which has no entries"),
            Self::EmptyResult => {
                (Code::PlanEmptyResult, "produces no entries for", "and a list without entries is not written")
            }
        }
    }

    fn sentence(self, name: &str) -> String {
        let (_, verb, why) = self.parts();
        format!("{verb} `{name}`, {why}")
    }
}

fn help(fault: &Fault) -> String {
    fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default()
}

/// The name of a step in messages.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("step {number} ({name})")]
pub struct StepName {
    /// The number of the step, from 1.
    pub number: usize,
    /// The name of its operation.
    pub name: &'static str,
}

impl StepName {
    fn refuse(self, list: &str, fault: ListFault) -> RunError {
        RunError::List { step: self, name: list.to_owned(), fault }
    }
}

impl RunError {
    /// Returns the stable code of the error.
    pub const fn code(&self) -> IssueCode {
        match self {
            Self::NoSteps => IssueCode::PlanNoSteps,
            Self::Missing { .. } => IssueCode::PlanMissing,
            Self::List { fault, .. } => fault.parts().0,
            Self::Pattern { .. } => IssueCode::PlanPattern,
            Self::CountInSeries { .. } => IssueCode::PlanCountInSeries,
            Self::Incomparable { .. } => IssueCode::PlanIncomparable,
        }
    }

    /// Returns the name of the list that the error is about.
    pub fn list(&self) -> Option<&str> {
        match self {
            Self::List { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// Returns true if a name is the name of a variable.
pub fn is_variable(name: &str) -> bool {
    name.starts_with('$')
}

impl Plan {
    /// Returns the files that the steps read, each once.
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for name in self.steps.iter().flat_map(Step::inputs) {
            if !name.is_empty() && !is_variable(name) && !files.contains(&name) {
                files.push(name);
            }
        }
        files
    }

    /// Finds mistakes that do not depend on the content of the lists.
    ///
    /// # Errors
    /// Fails if a value is missing or invalid, a variable is read before it is written, or a file is written twice.
    pub fn check(&self) -> Result<(), RunError> {
        if self.steps.is_empty() {
            return Err(RunError::NoSteps);
        }
        let mut written: Vec<&str> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let name = StepName { number: at + 1, name: step.operation.spec().name };
            self.check_step(step, name, &written)?;
            written.push(&step.output);
        }
        Ok(())
    }

    fn check_step(&self, step: &Step, name: StepName, written: &[&str]) -> Result<(), RunError> {
        let missing = |what| RunError::Missing { step: name, what };
        if step.operation == Operation::IntersectionCount {
            if self.steps.len() > 1 {
                return Err(RunError::CountInSeries { step: name });
            }
            // In upstream's files, 0 means that no count is given.
            if step.count == 0 {
                return Err(missing("a count of at least 1"));
            }
        }
        let inputs = step.inputs();
        let which = ["a first list", "a second list"];
        if let Some(at) = inputs.iter().position(|input| input.is_empty()) {
            return Err(missing(which.get(at).copied().unwrap_or("a name for each list")));
        }
        if inputs.is_empty() {
            return Err(missing("lists"));
        }
        for input in inputs {
            match (is_variable(input), written.contains(&input)) {
                (true, false) => return Err(name.refuse(input, ListFault::UnknownVariable)),
                (false, true) => return Err(name.refuse(input, ListFault::NotWrittenYet)),
                _ => {}
            }
        }
        if step.operation == Operation::FilePattern {
            pattern_of(step, name)?;
        }
        match &*step.output {
            "" => Err(missing("a name for its result")),
            file if !is_variable(file) && written.contains(&file) => Err(name.refuse(file, ListFault::WrittenTwice)),
            _ => Ok(()),
        }
    }

    /// Runs all steps. `list` returns the list of each file that is read. The results are those of all steps, in order,
    /// variables included.
    ///
    /// # Errors
    /// Fails like [`Plan::check`], and if a list is missing, is empty, or cannot be compared.
    pub fn run(
        &self,
        options: RunOptions,
        mut list: impl FnMut(&str) -> Option<AssetList>,
    ) -> Result<Vec<Output>, RunError> {
        // Before any list is read: a list may be long, and mistakes of the plan do not depend on it.
        self.check()?;
        let mut files: FxHashMap<&str, AssetList> = FxHashMap::default();
        let mut outputs: Vec<Output> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let name = StepName { number: at + 1, name: step.operation.spec().name };
            let mut inputs = Vec::new();
            for input in step.inputs() {
                let found = if is_variable(input) {
                    // A variable may be written several times; the last value counts.
                    outputs.iter().rev().find(|output| output.name == input).map(|output| output.list.clone())
                } else if let Some(known) = files.get(input) {
                    Some(known.clone())
                } else {
                    list(input).inspect(|list| drop(files.insert(input, list.clone())))
                };
                let found = found.ok_or_else(|| name.refuse(input, ListFault::NoList))?;
                if found.is_empty() && !options.allow_empty_inputs {
                    return Err(name.refuse(input, ListFault::EmptyInput));
                }
                inputs.push(found);
            }
            let made = run_step(step, name, &inputs, options.key)?;
            if made.is_empty() && !options.allow_empty_results && !is_variable(&step.output) {
                return Err(name.refuse(&step.output, ListFault::EmptyResult));
            }
            let fallback = fallback(step, &inputs, options.key);
            outputs.push(Output { name: step.output.clone(), step: at + 1, list: made, fallback });
        }
        Ok(outputs)
    }
}

/// Returns the result of a step for its inputs.
fn run_step(step: &Step, name: StepName, inputs: &[AssetList], key: Option<Key>) -> Result<AssetList, RunError> {
    let made = match (step.operation, inputs) {
        (Operation::FilePattern, [list, ..]) => return Ok(pattern_of(step, name)?.matching(list)),
        (Operation::IntersectionCount, lists) => in_at_least(step.count as usize, lists, key),
        (operation, [first, second, ..]) => compare(operation, first, second, key),
        _ => return Err(RunError::Missing { step: name, what: "its lists" }),
    };
    made.map_err(|reason| {
        let named = |(at, input): (usize, &str)| format!("{} `{input}`", at + 1);
        RunError::Incomparable { step: name, lists: step.inputs().into_iter().enumerate().map(named).collect(), reason }
    })
}

/// Returns the reason why a step compares by path, if no key was chosen and some of its lists have ids.
fn fallback(step: &Step, inputs: &[AssetList], key: Option<Key>) -> Option<Fallback> {
    if key.is_some() || step.operation == Operation::FilePattern {
        return None;
    }
    Fallback::of(&inputs.iter().collect::<Vec<_>>(), AssetList::natural_key(inputs))
}

fn pattern_of(step: &Step, name: StepName) -> Result<Pattern, RunError> {
    let pattern_type = step.pattern_type.unwrap_or(PatternType::Wildcard);
    Pattern::new(pattern_type, &step.pattern).map_err(|fault| {
        let before = step.pattern.get(..fault.span.start() as usize).unwrap_or_default();
        RunError::Pattern {
            step: name,
            pattern: step.pattern.clone(),
            column: before.chars().count() + 1,
            fault: Box::new(fault),
        }
    })
}
