//! Compiles rules.

use assay_document::extract::XPath;
use assay_document::text::{Fault, IssueCode, Number, Pattern, Span, nearest};
use assay_report::{Diagnostics, Problem, Severity};
use assay_step::{Compiled, Condition, ConditionFault, Filter, NO_METHOD, Parameter};
use assay_system::CollectionShape;

use super::document::{RuleScalar, RuleValue, WrittenNode};
use super::file_text::{ARTFUNC, FileText, Reported, Reporter, suggest_or_help};
use super::functions::{Callable, Functions};
use super::known_collections::KnownCollections;
use super::message::Message;
use super::rule::{FilteredExtraction, Rule, RuleFiles, RuleSource, SelectedFiles};
use super::spec::{RuleSpec, SpecList};

/// The name under which [`RuleCompiler::places`] lists the position of a condition's first element.
pub(super) const METHOD: &str = "condition method";

impl RuleSpec {
    /// Compiles the rule. Returns `None` if the rule has problems; each is reported in `out`.
    ///
    /// `functions` are the functions that the rules of its file can call.
    pub fn compile(&self, functions: &Functions<'_>, out: &mut Diagnostics) -> Option<Rule> {
        let known = &functions.scripts.known[functions.number];
        let report = Reporter::new(functions.file());
        let mut compiler = RuleCompiler { spec: self, known, functions, program: Ok(None), report, is_stuck: false };
        let rule = compiler.rule();
        // Errors of the form were reported when the file was read, so they are not among these problems.
        let usable = compiler.report.diagnostics.problems.is_empty() && !self.has_errors;
        out.extend(compiler.report.of_rule(&self.called));
        rule.ok().filter(|_| usable)
    }
}

pub(super) struct RuleCompiler<'c> {
    pub spec: &'c RuleSpec,
    pub known: &'c KnownCollections,
    pub functions: &'c Functions<'c>,
    /// The functions that the rule can call; `None` if it has none, an error if they cannot be used.
    pub program: Callable,
    pub report: Reporter<'c>,
    /// True if a problem with the functions of the rule has been reported.
    pub is_stuck: bool,
}

impl RuleCompiler<'_> {
    /// Compiles every field before returning an error, so that each fault is reported.
    fn rule(&mut self) -> Result<Rule, Reported> {
        let spec = self.spec;
        let needed = self.needed_functions();
        // Filters and conditions are compiled against these functions, so that their names and parameters are checked.
        self.program = self.functions.of_rule(&needed, &mut self.report.diagnostics.problems);
        let severity = self.severity();
        // The reader has already reported missing fields.
        let rpath = spec.text("rpath").ok_or(Reported).and_then(|text| self.files(text));
        let not_rpath = spec.text("not_rpath").map(|text| {
            let message = "`not_rpath` must be a regular expression; it cannot name a collection";
            self.report.pattern(text, IssueCode::NotRpathCollection, message)
        });
        let xpath = spec.text("xpath").ok_or(Reported).and_then(|text| self.report.xpath(text));
        let filter = spec.text("filter").map(|text| self.filter(text)).transpose();
        let not_filter = spec.text("not_filter").map(|text| self.not_filter(text)).transpose();
        let sub = self.sub();
        let condition = spec.condition.as_ref().ok_or(Reported).and_then(|list| self.condition(list));
        if let Some(node) = &spec.no_list {
            self.no_list(node);
        }
        // With a `subxpath`, the first values only choose files; the condition judges the values of these files.
        let judged = match &sub {
            Ok(Some(sub)) => Some(&sub.xpath),
            _ => xpath.as_ref().ok(),
        };
        let message = judged.and_then(|judged| self.message(judged));
        if let (Some(judged), Ok(condition), Ok(sub)) = (judged, &condition, &sub) {
            let filters = match sub {
                Some(sub) => [sub.filter.as_ref(), None],
                None => [&filter, &not_filter].map(|filter| filter.as_ref().ok().and_then(Option::as_ref)),
            };
            self.warn_if_always_true(judged, filters, condition);
        }
        let lists = self.lists(&needed);
        Ok(Rule {
            name: spec.called.clone(),
            severity,
            is_named: spec.is_named,
            files: RuleFiles { rpath: rpath?, not_rpath: not_rpath.transpose()?, scope: spec.scope.clone() },
            extraction: FilteredExtraction { xpath: xpath?, filter: filter? },
            not_filter: not_filter?,
            sub: sub?,
            condition: condition?,
            message,
            source: RuleSource {
                file: self.functions.number,
                place: spec.place,
                places: self.places(),
                steps: spec.steps(),
                expression: self.expression().cloned(),
                display_fields: spec.display_fields.clone(),
            },
            lists,
            needed: None,
        })
    }

    fn sub(&mut self) -> Result<Option<FilteredExtraction>, Reported> {
        let spec = self.spec;
        let xpath = spec.text("subxpath").map(|text| self.report.xpath(text)).transpose();
        let filter = spec.text("subfilter").map(|text| self.filter(text)).transpose();
        if let (Some(subfilter), None) = (spec.text("subfilter"), spec.text("subxpath")) {
            let message = "`subfilter` filters the values of a `subxpath`, which is missing";
            let fault = Fault::new(IssueCode::RuleSubfilterAlone, message, subfilter.span);
            return Err(self.report.problem(fault.help("add a `subxpath`, or rename it to `filter`")));
        }
        let (xpath, filter) = (xpath?, filter?);
        Ok(xpath.map(|xpath| FilteredExtraction { xpath, filter }))
    }

    fn severity(&mut self) -> Severity {
        if let Some(severity) = self.spec.overridden {
            return severity;
        }
        let Some(written) = self.spec.text("severity") else { return Severity::default() };
        if let Some(severity) = Severity::named(written.text.trim()) {
            return severity;
        }
        // A rule with an unknown severity runs as an error, so that its findings are not overlooked.
        let names = Severity::ALL.map(|(name, _)| name);
        let fault = Fault::new(
            IssueCode::RuleSeverity,
            format!("unknown severity `{}`, read as `error`", written.text),
            written.span,
        );
        // Short forms such as `warn`, `err` and `information`.
        let word = written.text.trim().to_lowercase();
        let is_short = |name: &&str| word.len() > 2 && (name.starts_with(&word) || word.starts_with(name));
        let suggestion = names.into_iter().find(is_short).or_else(|| nearest(&written.text, names));
        let help = format!("write one of `{}`", names.join("`, `"));
        self.report.warning(suggest_or_help(fault, suggestion, help));
        Severity::default()
    }

    /// Compiles `rpath`: a pattern, or the name of a collection of paths.
    fn files(&mut self, text: &RuleScalar) -> Result<SelectedFiles, Reported> {
        let Some(name) = text.text.strip_prefix(ARTFUNC) else {
            let pattern = Pattern::new(&text.text).map(SelectedFiles::Pattern);
            return pattern.map_err(|fault| self.report.problem_in(text, fault));
        };
        if let Some(fault) = self.known.unusable(name, text.span) {
            return Err(self.report.problem(fault));
        }
        let fault = match self.known.names.resolve(name) {
            Some(collection) if collection.shape() != CollectionShape::Map => {
                return Ok(SelectedFiles::Collection(collection));
            }
            Some(_) => {
                Fault::new(IssueCode::RpathMap, format!("`{name}` is a map, not a collection of paths"), text.span)
                    .help("for example `artfunc_res_store.ilevels`, or a list under `collections:`")
            }
            None => {
                let message = format!("there is no collection `{name}`");
                let fault = Fault::new(IssueCode::RpathUnknownCollection, message, text.span);
                let suggestion = self.known.names.nearest(name).map(|known| format!("{ARTFUNC}{known}"));
                suggest_or_help(fault, suggestion.as_deref(), "define collections of a rule file under `collections:`")
            }
        };
        Err(self.report.problem(fault))
    }

    fn filter(&mut self, text: &RuleScalar) -> Result<Filter, Reported> {
        self.no_comparison(text)?;
        let compiled = Filter::compile(&text.text, &self.scope()).map_err(|fault| {
            let fault = Fault { span: text.locate(self.report.file.text, fault.span), ..fault };
            self.no_call(fault, Filter::function(&text.text))
        });
        if let Some(fault) = Filter::function_in_disguise(&text.text, &self.scope()) {
            self.report.warning(Fault { span: text.span, ..fault });
        }
        compiled
    }

    fn not_filter(&mut self, text: &RuleScalar) -> Result<Filter, Reported> {
        self.no_comparison(text)?;
        Filter::compile_not(&text.text).map_err(|fault| self.report.problem_in(text, fault))
    }

    /// Rejects a condition list in place of a regular expression, and warns of a pattern that looks like a comparison.
    fn no_comparison(&mut self, text: &RuleScalar) -> Result<(), Reported> {
        let Some(comparison) = Filter::comparison(&text.text) else { return Ok(()) };
        if comparison.is_list {
            return Err(self.report.problem_in(text, comparison.fault));
        }
        self.report.diagnostics.warnings.push(self.report.file.problem_in(text, comparison.fault));
        Ok(())
    }

    fn condition(&mut self, list: &SpecList) -> Result<Condition, Reported> {
        if list.items.iter().any(|item| matches!(item.value, RuleValue::Unusable)) {
            return Err(Reported);
        }
        // The first element is the method, which is never a collection.
        for text in list.items.iter().skip(1).filter_map(WrittenNode::as_text) {
            let name = text.text.strip_prefix(ARTFUNC);
            if let Some(fault) = name.and_then(|name| self.known.unusable(name, text.span)) {
                return Err(self.report.problem(fault));
            }
        }
        if let Some(fault) = self.broken_collection() {
            return Err(self.report.problem(fault));
        }
        let elements: Vec<Parameter> = list.items.iter().map(parameter).collect();
        let compiled = Condition::compile(&elements, &self.scope());
        let Compiled { condition, hints } = compiled.map_err(|faults| {
            let name = self.method().and_then(|method| Condition::function(&method.text));
            for ConditionFault { parameter, fault } in faults {
                self.no_call(in_list(list, parameter, fault, self.report.file), name.as_deref());
            }
            Reported
        })?;
        let to_problem = |hint: ConditionFault| match list.items.get(hint.parameter).and_then(WrittenNode::as_text) {
            // A suggestion for a part of a string must fit inside the quotes around the whole string.
            Some(text) if hint.fault.span.range().len() < text.text.len() => {
                self.report.file.problem_in(&text, hint.fault)
            }
            _ => self.report.file.problem(in_list(list, hint.parameter, hint.fault, self.report.file)),
        };
        let (warnings, hints): (Vec<_>, Vec<_>) =
            hints.into_iter().map(to_problem).partition(Problem::is_without_verdict);
        self.report.diagnostics.warnings.extend(warnings);
        self.report.diagnostics.hints.extend(hints);
        Ok(condition)
    }

    /// Reports a condition that is not a list, and suggests one.
    fn no_list(&mut self, node: &WrittenNode) {
        let elements = match &node.value {
            // `{'>=': 5}` for `['>=', 5]`.
            RuleValue::Map(entries) => match &entries[..] {
                [(method, value)] => vec![Parameter::Text(method.text.clone()), parameter(value)],
                _ => Vec::new(),
            },
            _ => vec![parameter(node)],
        };
        let fault = node.wrong_kind(IssueCode::RuleFieldKind, "`condition` must be a list");
        let list = Condition::as_list(&elements, &self.scope());
        let help = list.as_ref().map_or(NO_METHOD.to_owned(), |list| format!("write `{list}`"));
        let problem = self.report.file.problem(fault.help(help));
        // This is a suggestion for the whole node and not that of the fault, which is inserted inside the quotes of a
        // string. It does not work in a block, which would remain a string, nor for a mapping without brackets, whose
        // keys are on the lines below.
        let is_whole = match &node.value {
            RuleValue::Text(text) => !text.is_block(),
            _ => self.report.file.text[node.span.range()].starts_with('{'),
        };
        self.report.diagnostics.problems.push(Problem { suggestion: list.filter(|_| is_whole), ..problem });
    }

    fn message(&mut self, judged: &XPath) -> Option<Message> {
        let template = self.spec.text("message")?;
        let (message, hints) = Message::parse(&template.text, judged.labels());
        let hints = hints.into_iter().map(|hint| self.report.file.problem_in(template, hint));
        self.report.diagnostics.hints.extend(hints);
        Some(message)
    }

    /// Returns the positions of the fields that later problems may refer to.
    fn places(&self) -> Vec<(&'static str, Span)> {
        let texts = self.spec.texts.iter().map(|(name, text)| (*name, text.span));
        let condition = self.spec.condition.as_ref().map(|list| ("condition", list.span));
        texts.chain(condition).chain(self.method().map(|method| (METHOD, method.span))).collect()
    }
}

/// Returns a fault of one element of a list, with its span in bytes of the file.
fn in_list(list: &SpecList, element: usize, fault: Fault, file: &FileText<'_>) -> Fault {
    let span = match list.items.get(element) {
        Some(WrittenNode { value: RuleValue::Text(text), .. }) if fault.span != Span::at(0) => {
            text.locate(file.text, fault.span)
        }
        Some(node) if !node.span.is_empty() => node.span,
        _ => list.span,
    };
    // A list without brackets ends where the list of another field may begin.
    let suggestion =
        fault.suggestion.filter(|_| element != ConditionFault::WHOLE || file.text[span.range()].starts_with('['));
    // Inside these quotes, the suggestion would have to use other quotes.
    let quote = list.items.get(element).and_then(|node| file.text[node.span.range()].chars().next());
    let suggestion = suggestion
        .filter(|suggestion| !quote.is_some_and(|quote| matches!(quote, '\'' | '"') && suggestion.contains(quote)));
    Fault { span, suggestion, ..fault }
}

pub(super) fn parameter(node: &WrittenNode) -> Parameter {
    match &node.value {
        RuleValue::Null | RuleValue::Unusable => Parameter::Null,
        RuleValue::Bool(value) => Parameter::Bool(*value),
        RuleValue::Number(number) if Number::of_document(&number.text).is_some() => {
            Parameter::Number(number.text.clone())
        }
        // An unquoted hash such as `0xda39…` has more than 128 bits. As in the files under check, it is a string.
        RuleValue::Number(number) => Parameter::Text(number.text.clone()),
        RuleValue::Text(text) => Parameter::Text(text.text.clone()),
        RuleValue::List(items) => Parameter::List(items.iter().map(parameter).collect()),
        RuleValue::Map(_) => Parameter::Map,
    }
}
