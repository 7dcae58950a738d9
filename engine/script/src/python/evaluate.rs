//! Evaluates an expression for one value after another.

use std::rc::Rc;

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::Span;
use assay_document::text::expression::syntax::ComprehensionShape;
use assay_system::View;
use rhai::ImmutableString;

use super::code::{ChainLink, CodeNode, ExpressionCode, Loop, LoopNames, OperandTest, TestKind, Turn};
use super::lowered::Lowered;
use super::note::ComparisonNotes;
use super::run::object;
use super::run::{
    Context, Halt, HashTable, Native, Run, ScriptInterface, Stopped, Value, check_length, check_size, element,
    elements, length, list_of, truthy, tuple_of, unpack, weight,
};
use crate::meter::Meter;
use crate::number::number;
use crate::{Element, Tree};

/// The value of a part, or the error and its place.
type Evaluated<T = Value> = Result<T, Box<Halt>>;

/// The value that an expression judges.
pub(crate) struct Subject<'s> {
    /// The value in its file; `None` if the subject is only in `made`.
    of: Option<(&'s Values, ValueId)>,
    tree: Option<&'s Rc<Tree>>,
    /// The subject as a value of expressions, converted on first use.
    made: Option<Value>,
}

/// An expression that is being evaluated.
pub(crate) struct Evaluator<'e> {
    code: &'e ExpressionCode,
    context: Context<'e>,
    collections: &'e [View],
    subject: Subject<'e>,
    variables: Vec<Value>,
    pub notes: ComparisonNotes,
}

/// Adds the span of a part of the expression to a failure.
trait FailurePlace<T> {
    fn at(self, span: Span) -> Evaluated<T>;
}

impl<T> FailurePlace<T> for Run<T> {
    fn at(self, span: Span) -> Evaluated<T> {
        self.map_err(|stopped| Box::new(Halt { stopped, span }))
    }
}

impl<'s> Subject<'s> {
    /// Creates the subject for a value of a file, whose elements are nodes of `tree`.
    pub(crate) const fn of(values: &'s Values, id: ValueId, tree: Option<&'s Rc<Tree>>) -> Self {
        Self { of: Some((values, id)), tree, made: None }
    }

    #[cfg(test)]
    pub(super) const fn made(value: Value) -> Self {
        Self { of: None, tree: None, made: Some(value) }
    }

    fn value(&mut self) -> Value {
        if let Some(made) = &self.made {
            return made.clone();
        }
        let Some((_, id)) = self.of else { return Value::None };
        let made = self.value_of(id);
        self.made = Some(made.clone());
        made
    }

    /// Converts a value of the file.
    fn value_of(&self, id: ValueId) -> Value {
        let Some((values, _)) = self.of else { return Value::None };
        match values.get(id) {
            ValueRef::Text(text) => text.into(),
            ValueRef::Number(text) => of_document(text),
            ValueRef::Null => Value::None,
            ValueRef::Bool(bool) => bool.into(),
            ValueRef::Record(record) => {
                let mut fields: Vec<(ImmutableString, Value)> =
                    record.lists().map(|(name, list)| (name.into(), self.list_of(list))).collect();
                fields.sort_unstable_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
                Value::record(fields)
            }
            ValueRef::Element(_) => {
                let element = self.tree.and_then(|tree| Element::at(tree, values.origin(id)));
                element.map_or(Value::None, Value::Element)
            }
        }
    }

    /// Converts values of the file to a list.
    fn list_of(&self, list: &[ValueId]) -> Value {
        list.iter().map(|&id| self.value_of(id)).collect::<Vec<_>>().into()
    }
}

/// Converts a number of a document. It keeps its spelling if this is not the usual spelling of its value.
fn of_document(text: &str) -> Value {
    let value = match text.parse() {
        Ok(int) => Value::Int(int),
        Err(_) => Value::of_script(number(text), None),
    };
    let is_usual = match value {
        Value::Int(0) => text == "0",
        Value::Int(_) => !text.starts_with(['+', '0']) && !text.starts_with("-0"),
        _ => value.spelling().is_some_and(|usual| usual == text),
    };
    match value.number() {
        Some(number) if !is_usual => Value::Spelled(Rc::new((number, text.into()))),
        _ => value,
    }
}

impl<'e> Evaluator<'e> {
    pub(crate) fn new(
        lowered: &'e Lowered,
        meter: &'e Meter,
        scripts: &'e dyn ScriptInterface,
        collections: &'e [View],
    ) -> Self {
        Self {
            code: &lowered.code,
            context: Context { meter, scripts },
            collections,
            subject: Subject { of: None, tree: None, made: None },
            variables: vec![Value::None; lowered.variables],
            notes: ComparisonNotes::new(lowered.uses.comparisons.len()),
        }
    }

    /// Returns true if the expression holds for a value.
    pub(crate) fn judge(&mut self, subject: Subject<'e>) -> Evaluated<bool> {
        self.subject = subject;
        self.holds(self.code)
    }

    /// Returns the value of the expression.
    #[cfg(test)]
    pub(super) fn evaluate(&mut self, subject: Subject<'e>) -> Evaluated {
        self.subject = subject;
        self.value(self.code)
    }

    fn value(&mut self, code: &ExpressionCode) -> Evaluated {
        let span = code.span;
        match &code.node {
            CodeNode::Constant(value) => Ok(value.clone()),
            CodeNode::Subject => Ok(self.subject.value()),
            CodeNode::Variable(number) => Ok(self.variables[*number].clone()),
            CodeNode::Collection(number) => Ok(Value::View(self.collections[*number].clone())),
            CodeNode::List(items) => {
                let items = self.values(items)?;
                self.charge_operation(span)?;
                list_of(&self.context, items).at(span)
            }
            CodeNode::Tuple(items) => {
                let items = self.values(items)?;
                self.charge_operation(span)?;
                tuple_of(&self.context, items).at(span)
            }
            CodeNode::Set(items) => {
                let items = self.values(items)?;
                self.charge_operation(span)?;
                Ok(Value::Set(Rc::new(HashTable::of_keys(items).at(span)?)))
            }
            CodeNode::Dict(pairs) => {
                let pair = |(key, value): &(ExpressionCode, ExpressionCode)| Ok((self.value(key)?, self.value(value)?));
                let pairs = pairs.iter().map(pair).collect::<Evaluated<Vec<_>>>()?;
                self.charge_operation(span)?;
                Ok(Value::Dict(Rc::new(HashTable::of_pairs(pairs).at(span)?)))
            }
            CodeNode::Collected(elements) => self.collect(elements, span),
            CodeNode::Native(native, arguments) => self.native(*native, arguments, span),
            CodeNode::Function(number, arguments) => {
                let arguments = self.values(arguments)?;
                self.charge_operation(span)?;
                self.context.scripts.call(*number, &arguments).at(span)
            }
            CodeNode::Method(number, name, arguments) => {
                let arguments = self.values(arguments)?;
                object::check(&arguments[0], name).at(span)?;
                self.charge_operation(span)?;
                self.context.scripts.call(*number, &arguments).at(span)
            }
            CodeNode::Attribute(of, name) => {
                // Only this list is converted, not the whole record.
                if let Some(list) = self.list(code) {
                    return Ok(self.subject.list_of(list));
                }
                let of = self.value(of)?;
                object::attribute(&self.context, &of, name).at(span)
            }
            CodeNode::Index(of, index) => {
                if let Some(list) = self.list(code) {
                    return Ok(self.subject.list_of(list));
                }
                if let Some(id) = self.single(code) {
                    return Ok(self.subject.value_of(id));
                }
                let (of, index) = (self.value(of)?, self.value(index)?);
                element(&self.context, &of, &index).at(span)
            }
            CodeNode::Length(of) => {
                if let Some(length) = self.length(of)? {
                    return Ok(length.into());
                }
                let of = self.value(of)?;
                length(&of).at(span)
            }
            CodeNode::Chain { first, rest, is_sum } => {
                if *is_sum && let Some(text) = self.join_strings(first, rest)? {
                    return Ok(text.into());
                }
                let mut left = self.value(first)?;
                for (native, place, operand) in rest {
                    let right = self.value(operand)?;
                    self.charge_operation(*place)?;
                    left = native(&self.context, &[left, right]).at(*place)?;
                }
                Ok(left)
            }
            CodeNode::All(items) => self.and_or(items, false),
            CodeNode::Any(items) => self.and_or(items, true),
            CodeNode::Choice { condition, yes, no } => {
                let chosen = if self.holds(condition)? { yes } else { no };
                self.value(chosen)
            }
            CodeNode::Matches(number, arguments) => self.matches(*number, arguments, span).map(Value::Bool),
            CodeNode::Compare(..) | CodeNode::Truth(_) | CodeNode::Not(_) | CodeNode::Decided { .. } => {
                self.holds(code).map(Value::Bool)
            }
        }
    }

    /// Returns true if a part is truthy.
    fn holds(&mut self, code: &ExpressionCode) -> Evaluated<bool> {
        self.holds_at(code, code.span)
    }

    /// Like [`Self::holds`], with the place of the error for values that are neither true nor false.
    fn holds_at(&mut self, code: &ExpressionCode, span: Span) -> Evaluated<bool> {
        match &code.node {
            CodeNode::Compare(first, tests) => self.compare(first, tests),
            CodeNode::Matches(number, arguments) => self.matches(*number, arguments, code.span),
            CodeNode::Truth(of) => self.holds_at(of, code.span),
            CodeNode::Not(of) => Ok(!self.holds(of)?),
            CodeNode::All(items) | CodeNode::Any(items) => {
                let decides = matches!(code.node, CodeNode::Any(_));
                for item in items {
                    if self.holds(item)? == decides {
                        return Ok(decides);
                    }
                }
                Ok(!decides)
            }
            CodeNode::Choice { condition, yes, no } => {
                let chosen = if self.holds(condition)? { yes } else { no };
                self.holds(chosen)
            }
            CodeNode::Decided { elements, decides } => {
                let is_decided = self.run_loops(&elements.clauses, &mut |evaluator| {
                    Ok(evaluator.holds(&elements.element)? == *decides)
                })?;
                Ok(is_decided == *decides)
            }
            _ => {
                if let Some(list) = self.list(code) {
                    return Ok(!list.is_empty());
                }
                let value = self.value(code)?;
                truthy(&value).at(span)
            }
        }
    }

    fn values(&mut self, items: &[ExpressionCode]) -> Evaluated<Vec<Value>> {
        items.iter().map(|item| self.value(item)).collect()
    }

    /// Counts an operation that may create a large value or take long.
    fn charge_operation(&self, span: Span) -> Evaluated<()> {
        self.context.meter.step().map_err(Stopped::from).at(span)
    }

    fn native(&mut self, native: Native, arguments: &[ExpressionCode], span: Span) -> Evaluated {
        self.charge_operation(span)?;
        // Calls with one or two arguments are the usual ones, and need no allocation.
        match arguments {
            [only] => {
                let only = self.value(only)?;
                native(&self.context, &[only]).at(span)
            }
            [first, second] => {
                let pair = [self.value(first)?, self.value(second)?];
                native(&self.context, &pair).at(span)
            }
            several => {
                let several = self.values(several)?;
                native(&self.context, &several).at(span)
            }
        }
    }

    /// Returns the value of `and` or `or`: that of the first operand that decides, or of the last one.
    fn and_or(&mut self, items: &[ExpressionCode], decides: bool) -> Evaluated {
        let mut value = Value::None;
        for item in items {
            value = self.value(item)?;
            if truthy(&value).at(item.span)? == decides {
                break;
            }
        }
        Ok(value)
    }

    fn compare(&mut self, first: &ExpressionCode, tests: &[OperandTest]) -> Evaluated<bool> {
        if let [test] = tests
            && let Some(holds) = self.compare_strings(first, test)
        {
            return Ok(holds != test.is_denied);
        }
        let mut left = self.value(first)?;
        for test in tests {
            let right = self.value(&test.right)?;
            if let Some(number) = test.number {
                self.notes.note(number, test.kind, &left, &right);
            }
            let pair = [left, right];
            let answer = (test.compare)(&self.context, &pair).at(test.place)?;
            if matches!(answer, Value::Bool(true)) == test.is_denied {
                return Ok(false);
            }
            [_, left] = pair;
        }
        Ok(true)
    }

    /// Compares a string of the file with another one, or looks it up in a collection, without copying it.
    fn compare_strings(&mut self, first: &ExpressionCode, test: &OperandTest) -> Option<bool> {
        let own = self.text(first)?;
        let holds = match (test.kind, &test.right.node) {
            (TestKind::Equal, CodeNode::Constant(Value::Text(other))) => own == other.as_str(),
            (TestKind::In, CodeNode::Constant(list)) => {
                let items = list.sequence()?;
                // A list that begins with another kind of value may need a warning.
                items.first()?.text()?;
                items.iter().any(|item| item.text() == Some(own))
            }
            // Collections compare spellings, so no value is of a wrong kind for them.
            (TestKind::In, CodeNode::Collection(number)) => {
                return Some(self.collections[*number].0.contains_text(own));
            }
            (TestKind::In, CodeNode::Index(..) | CodeNode::Attribute(..)) => {
                self.is_among(own, self.list(&test.right)?)?
            }
            _ => return None,
        };
        if let Some(number) = test.number {
            self.notes.are_alike(number);
        }
        Some(holds)
    }

    /// Returns true if a string is in a list of the current record. Returns `None` if the list is empty, or contains a
    /// value of another kind before an equal string: such lists need the general comparison.
    fn is_among(&self, text: &str, list: &[ValueId]) -> Option<bool> {
        let (values, _) = self.subject.of?;
        for &id in list {
            let ValueRef::Text(other) = values.get(id) else { return None };
            if other == text {
                return Some(true);
            }
        }
        (!list.is_empty()).then_some(false)
    }

    /// Returns the string of the file that a part refers to, if it does.
    fn text(&self, code: &ExpressionCode) -> Option<&'e str> {
        let (values, id) = self.subject.of?;
        let id = match code.node {
            CodeNode::Subject => id,
            _ => self.single(code)?,
        };
        match values.get(id) {
            ValueRef::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of the file that a part such as `d['A'][0]` refers to, if there is one.
    fn single(&self, code: &ExpressionCode) -> Option<ValueId> {
        let CodeNode::Index(of, index) = &code.node else { return None };
        let Value::Int(at) = index.as_constant()? else { return None };
        self.list(of)?.get(usize::try_from(*at).ok()?).copied()
    }

    /// Returns the list of the current record that a part such as `d['A']` or `d.A` refers to, if there is one.
    fn list(&self, code: &ExpressionCode) -> Option<&'e [ValueId]> {
        let (of, name) = match &code.node {
            CodeNode::Attribute(of, name) => (of, name.as_str()),
            CodeNode::Index(of, name) => (of, name.as_constant()?.text()?),
            _ => return None,
        };
        let (CodeNode::Subject, Some((values, id))) = (&of.node, self.subject.of) else { return None };
        let ValueRef::Record(record) = values.get(id) else { return None };
        record.lists().find(|(known, _)| *known == name).map(|(_, list)| list)
    }

    /// Returns the length of a list of the current record, or the number of entries under a string key of a collection.
    /// Returns `None` if the part is something else, or if the collection has no such key.
    fn length(&mut self, code: &ExpressionCode) -> Evaluated<Option<usize>> {
        if let Some(list) = self.list(code) {
            return Ok(Some(list.len()));
        }
        let CodeNode::Index(of, key) = &code.node else { return Ok(None) };
        let CodeNode::Collection(number) = of.node else { return Ok(None) };
        let collection = &self.collections[number].0;
        let things = match (self.text(key), &key.node) {
            (Some(key), _) => collection.entry_count(key),
            (None, CodeNode::Chain { first, rest, is_sum: true }) => {
                self.join_strings(first, rest)?.and_then(|key| collection.entry_count(&key))
            }
            _ => None,
        };
        Ok(things.filter(|things| *things > 0))
    }

    /// Joins the operands of a sum if each is a string of the file or a constant string, without copying each one.
    fn join_strings(&self, first: &ExpressionCode, rest: &[ChainLink]) -> Evaluated<Option<String>> {
        let Some(texts) = rest.iter().map(|(.., operand)| self.known_text(operand)).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let Some(first) = self.known_text(first) else { return Ok(None) };
        let mut joined = first.to_owned();
        for ((_, place, _), text) in rest.iter().zip(texts) {
            self.charge_operation(*place)?;
            check_size(&self.context, joined.len() + text.len()).at(*place)?;
            joined.push_str(text);
        }
        Ok(Some(joined))
    }

    /// Returns the string of the file that a part refers to, or the constant string that it is.
    fn known_text<'c>(&self, code: &'c ExpressionCode) -> Option<&'c str>
    where
        'e: 'c,
    {
        self.text(code).or_else(|| code.as_constant()?.text())
    }

    /// Evaluates `matches(string, pattern)`.
    fn matches(&mut self, number: usize, arguments: &[ExpressionCode; 2], span: Span) -> Evaluated<bool> {
        self.charge_operation(span)?;
        let [text, pattern] = arguments;
        if let (Some(text), Some(Value::Text(pattern))) = (self.text(text), pattern.as_constant()) {
            return self.context.scripts.matches(text, pattern).at(span);
        }
        let pair = [self.value(text)?, self.value(pattern)?];
        match &pair {
            [Value::Text(text), Value::Text(pattern)] => self.context.scripts.matches(text, pattern).at(span),
            other => {
                self.context.scripts.call(number, other).map(|answer| matches!(answer, Value::Bool(true))).at(span)
            }
        }
    }

    fn collect(&mut self, elements: &Loop, span: Span) -> Evaluated {
        let mut list = Vec::new();
        let mut length = 0;
        self.run_loops(&elements.clauses, &mut |evaluator| {
            for part in [Some(&elements.element), elements.value.as_ref()].into_iter().flatten() {
                let value = evaluator.value(part)?;
                length += weight(&evaluator.context, std::slice::from_ref(&value)).at(span)?;
                check_length(&evaluator.context, length).at(span)?;
                list.push(value);
            }
            Ok(false)
        })?;
        Ok(match elements.shape {
            ComprehensionShape::List | ComprehensionShape::Generator => list.into(),
            ComprehensionShape::Set => Value::Set(Rc::new(HashTable::of_keys(list).at(span)?)),
            ComprehensionShape::Dict => {
                let mut list = list.into_iter();
                let pairs = std::iter::from_fn(|| list.next().zip(list.next()));
                Value::Dict(Rc::new(HashTable::of_pairs(pairs).at(span)?))
            }
        })
    }

    /// Runs nested loops, and calls `body` in each iteration of the innermost one until it returns true. Returns true
    /// if it did.
    fn run_loops(&mut self, clauses: &[Turn], body: &mut dyn FnMut(&mut Self) -> Evaluated<bool>) -> Evaluated<bool> {
        let mut clauses = clauses;
        while let [Turn::If(condition), rest @ ..] = clauses {
            if !self.holds(condition)? {
                return Ok(false);
            }
            clauses = rest;
        }
        let [Turn::For(names, iterable, span), rest @ ..] = clauses else { return body(self) };
        let iterable = self.value(iterable)?;
        for element in elements(&self.context, &iterable).at(*span)?.iter() {
            self.charge_operation(*span)?;
            self.bind(names, element)?;
            if self.run_loops(rest, body)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sets the values of variables.
    fn bind(&mut self, names: &LoopNames, value: &Value) -> Evaluated<()> {
        match names {
            LoopNames::One(number) => self.variables[*number] = value.clone(),
            LoopNames::Several(names, place) => {
                let parts = unpack(&self.context, value, names.len()).at(*place)?;
                for (names, part) in names.iter().zip(parts.iter()) {
                    self.bind(names, part)?;
                }
            }
        }
        Ok(())
    }
}
