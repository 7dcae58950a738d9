//! Finds comparisons of values that are never equal, and searches that find nothing.
//!
//! In Rhai and in Python a string that spells a number is not a number, and XML documents contain only strings. For
//! them `d == 350` is never true, and `d != 350` always is. Each comparison therefore records the values that it
//! compares. If none of them could have been equal, the author gets a warning.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::rc::Rc;

use assay_document::text::{IssueCode, Number, Span};
use rhai::{Dynamic, ImmutableString, NativeCallContext, Position};

use super::ScriptPlace;
use super::large::is_number;
use super::number::spell;

/// The result of one comparison in a script, over the values of one file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ComparisonResult {
    /// The code and the place in it, the same in every run of the same rules.
    pub at: String,
    /// The warning to report if no values that can be equal are compared in any file; `None` when such values were
    /// compared.
    pub unlike: Option<TypeMismatch>,
}

/// A warning about values that were compared and are never equal, or about a search that found nothing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TypeMismatch {
    /// The code of the warning.
    pub code: IssueCode,
    /// The first half of the message: the values that were compared, or the search.
    pub compared: String,
    /// The second half of the message: the result that the comparison always has.
    pub outcome: &'static str,
    /// The suggestion for fixing the code.
    pub help: String,
    /// The code that replaces the whole comparison, with the span of the comparison in the expression.
    pub suggestion: Option<(Span, String)>,
    /// The place of the comparison.
    pub place: ScriptPlace,
}

#[derive(Clone, Debug)]
pub(super) struct WrittenComparison {
    /// The operator (`==`, `!=`, `<`, `in` or its negation), or the function of a search.
    pub operator: &'static str,
    /// The code of the operands, if it is short.
    pub left: Option<String>,
    pub right: Option<String>,
    pub language: Language,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Language {
    Rhai,
    Python,
}

/// The relation of two values in a comparison.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Likeness {
    /// They can be equal.
    Alike,
    /// They are never equal, although the author may expect it.
    TypeMismatch(MismatchKind),
    /// They are never equal, or it is not known, and no warning is needed.
    Apart,
}

/// The reason why a comparison gets a warning.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MismatchKind {
    /// A string that spells a number, and a number.
    Number,
    /// The string `true` or `false`, and a boolean.
    Boolean,
    /// A list, and a value that may be one of its elements.
    List,
    /// Two strings that spell numbers but are ordered as strings.
    Letters,
    /// A comparison with the name of the method, which equals no value.
    Method,
    /// A search, such as `xpath`, found nothing.
    Nothing,
}

/// Returns the relation of two values that are compared for equality.
pub(super) fn likeness(a: &Dynamic, b: &Dynamic) -> Likeness {
    let is_one = |value: &Dynamic| value.is_string() || value.is_bool() || is_number(value);
    for (a, b) in [(a, b), (b, a)] {
        if let Ok(text) = a.as_immutable_string_ref() {
            if is_number(b) && Number::parse(&text).is_some() {
                return Likeness::TypeMismatch(MismatchKind::Number);
            }
            if b.is_bool() && ["true", "false"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
                return Likeness::TypeMismatch(MismatchKind::Boolean);
            }
        } else if a.is_array() && is_one(b) {
            return Likeness::TypeMismatch(MismatchKind::List);
        }
    }
    let is_alike = a.type_id() == b.type_id() || is_number(a) && is_number(b);
    if is_alike && !a.is_unit() { Likeness::Alike } else { Likeness::Apart }
}

/// Like [`likeness`], for two strings that are ordered. They are [`Likeness::TypeMismatch`] if both spell numbers and the
/// operator gives another result for the numbers.
pub(super) fn in_order(left: &str, right: &str, holds: fn(Ordering) -> bool) -> Likeness {
    match (Number::parse(left), Number::parse(right)) {
        (Some(x), Some(y)) if x.compare(&y).is_some_and(holds) != holds(left.cmp(right)) => {
            Likeness::TypeMismatch(MismatchKind::Letters)
        }
        (Some(_), Some(_)) => Likeness::Apart,
        _ => Likeness::Alike,
    }
}

/// The suggestion for comparing a value with `condition[0]`, the name of the method.
pub(super) const OF_METHOD: &str = "`condition[0]` is the name of the method: the first parameter is `condition[1]`";

impl WrittenComparison {
    /// Returns true if an operand is the name of the method, and the other is not a string that may be one.
    pub fn is_of_method(&self) -> bool {
        [(&self.left, &self.right), (&self.right, &self.left)]
            .into_iter()
            .any(|(one, other)| one.as_deref() == Some("condition[0]") && !other.as_deref().is_some_and(is_quoted))
    }
}

/// The comparisons recorded during the current call, and the results of those in calls that have ended.
#[derive(Default)]
pub(super) struct Comparisons {
    results: RefCell<Vec<ComparisonResult>>,
    noted: RefCell<Vec<NotedComparison>>,
    /// The number of the call.
    call: Cell<u32>,
}

pub(super) struct NotedComparison {
    /// The name of the code; empty for calls in an expression.
    pub source: ImmutableString,
    pub position: Position,
    /// The values that are never equal; `None` if two values were compared that can be equal.
    pub unlike: Option<ComparedValues>,
}

/// Two values that were compared and are never equal, as messages show them.
#[derive(Clone, Debug)]
pub(super) struct ComparedValues {
    kind: MismatchKind,
    left: String,
    right: String,
    is_text_left: bool,
    is_float: bool,
    /// True if the list contains strings.
    holds_text: bool,
    /// The code of the comparison, if it is already known.
    written: Option<Rc<WrittenComparison>>,
}

/// The last record of a comparison: the number of the call, and true if the values can be equal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastComparison {
    call: u32,
    is_alike: bool,
}

impl Comparisons {
    /// Begins a new call: forgets the recorded comparisons.
    pub fn begin(&self) {
        self.noted.borrow_mut().clear();
        self.call.set(self.call.get().wrapping_add(1));
    }

    /// Returns true if the comparison has recorded values that can be equal in this call already, and need not record
    /// others.
    pub fn is_settled(&self, seen: LastComparison) -> bool {
        seen.is_alike && seen.call == self.call.get()
    }

    /// Records the values of the comparison at a place. Calls `met` for its first values only, if they are never equal.
    pub fn note(
        &self,
        source: &str,
        position: Position,
        likeness: Likeness,
        met: &dyn Fn(MismatchKind) -> ComparedValues,
    ) -> LastComparison {
        let mut noted = self.noted.borrow_mut();
        let known = noted.iter_mut().find(|noted| noted.position == position && noted.source == source);
        match (known, likeness) {
            (_, Likeness::Apart) | (Some(_), Likeness::TypeMismatch(_)) => {}
            (Some(known), Likeness::Alike) => known.unlike = None,
            (None, Likeness::Alike) => noted.push(NotedComparison { source: source.into(), position, unlike: None }),
            (None, Likeness::TypeMismatch(kind)) => {
                noted.push(NotedComparison { source: source.into(), position, unlike: Some(met(kind)) });
            }
        }
        LastComparison { call: self.call.get(), is_alike: likeness == Likeness::Alike }
    }

    /// Records whether a search found something; `sought` describes the search. Calls in libraries are not recorded,
    /// because the rule does not control them.
    pub fn note_found(&self, context: &NativeCallContext<'_>, is_found: bool, sought: &dyn Fn() -> String) {
        let (source, position) = (context.call_source().unwrap_or_default(), context.call_position());
        if source.starts_with("library ") {
            return;
        }
        let likeness = if is_found { Likeness::Alike } else { Likeness::TypeMismatch(MismatchKind::Nothing) };
        let function = if context.fn_name() == "xpath" { "xpath" } else { "paths" };
        let met = |kind| {
            let written = WrittenComparison { operator: function, left: None, right: None, language: Language::Rhai };
            let nothing = ComparedValues::new(kind, &Dynamic::UNIT, &Dynamic::UNIT);
            ComparedValues { left: sought(), ..nothing }.with_code(&Rc::new(written))
        };
        self.note(source, position, likeness, &met);
    }

    /// Adds the results of comparisons in a call that has ended.
    pub fn add_results(&self, results: impl Iterator<Item = ComparisonResult>) {
        self.results.borrow_mut().extend(results);
    }

    /// Returns the results of the comparisons in all calls since it was last called.
    pub fn take_results(&self) -> Vec<ComparisonResult> {
        self.results.take()
    }

    /// Returns the comparisons recorded since the call began, and forgets them.
    pub fn take(&self) -> Vec<NotedComparison> {
        self.noted.take()
    }
}

impl NotedComparison {
    /// Returns the name of the code and the position in it.
    pub fn at(&self) -> String {
        let (line, column) = (self.position.line().unwrap_or(0), self.position.position().unwrap_or(0));
        format!("{} {line}:{column}", self.source)
    }
}

impl ComparedValues {
    /// Describes two values that were compared.
    pub fn new(kind: MismatchKind, left: &Dynamic, right: &Dynamic) -> Self {
        let is_float = left.is_float() || right.is_float() || [left, right].iter().any(|side| is_fraction(side));
        Self {
            kind,
            left: describe_value(left),
            right: describe_value(right),
            is_text_left: left.is_string(),
            is_float,
            holds_text: holds_text(left) || holds_text(right),
            written: None,
        }
    }

    /// Like [`ComparedValues::new`], for a value and the list in which it is searched.
    pub fn in_list(kind: MismatchKind, value: &Dynamic, list: &[Dynamic]) -> Self {
        let holds_text = list.first().is_some_and(Dynamic::is_string);
        let of = match kind {
            _ if holds_text => "strings",
            MismatchKind::Number => "numbers",
            _ => "booleans",
        };
        let is_float = is_fraction(value) || list.iter().any(Dynamic::is_float);
        let right = format!("{LIST} of {of}");
        Self { right, is_float, holds_text, ..Self::new(kind, value, &Dynamic::UNIT) }
    }

    /// Adds the code of the comparison to the values.
    pub fn with_code(self, written: &Rc<WrittenComparison>) -> Self {
        Self { written: Some(Rc::clone(written)), ..self }
    }

    /// Returns the code of the comparison, if it was added by [`ComparedValues::with_code`].
    pub fn by(&self) -> Option<&WrittenComparison> {
        self.written.as_deref()
    }

    /// Returns the warning about the comparison.
    pub fn to_warning(&self, written: &WrittenComparison, place: ScriptPlace) -> TypeMismatch {
        let sign = written.operator;
        let code = match self.kind {
            MismatchKind::Nothing => IssueCode::ScriptFoundNothing,
            MismatchKind::Letters => IssueCode::ScriptOrderOfTexts,
            _ => IssueCode::ScriptNeverEqual,
        };
        let outcome = match sign {
            "xpath" => "it found nothing for any other file either",
            "paths" => "it found nothing for any other value either",
            _ if self.kind == MismatchKind::Letters => "strings are ordered differently than numbers",
            _ if self.kind == MismatchKind::Method => "that is the name of the method",
            "==" => "the two are never equal",
            "!=" => "the two are never equal, so this is always true",
            "in" => "it never contains the value",
            _ => "it never contains the value, so this is always true",
        };
        let Self { left, right, .. } = self;
        let compared = match sign {
            "xpath" | "paths" => format!("`{sign}` found no {left}"),
            "in" | "not in" => format!("`{sign}` searched for {left} in {right}"),
            _ => format!("`{sign}` compared {left} with {right}"),
        };
        let (help, suggestion) = (self.help(written), self.suggest_numbers(written));
        TypeMismatch { code, compared, outcome, help, suggestion, place }
    }

    /// Returns the whole comparison with its strings converted to numbers, if that is certain.
    fn suggest_numbers(&self, written: &WrittenComparison) -> Option<(Span, String)> {
        let WrittenComparison { operator: sign, left: Some(left), right: Some(right), language: Language::Python } =
            written
        else {
            return None;
        };
        // Within the quotes of YAML or JSON, the quotes of the expression may be escaped.
        let has_quote = |text: &str| text.contains(['"', '\'', '\\']);
        let number = |is_text: bool, side: &str| if is_text { as_number(side, self.is_float) } else { side.to_owned() };
        let (left, right) = match self.kind {
            MismatchKind::Letters => (as_number(left, true), as_number(right, true)),
            MismatchKind::Number if !self.holds_text => {
                (number(self.is_text_left, left), number(!self.is_text_left, right))
            }
            _ => return None,
        };
        let suggestion = format!("{left} {sign} {right}");
        (!has_quote(&suggestion)).then(|| (Span::at(0), suggestion))
    }

    fn help(&self, written: &WrittenComparison) -> String {
        let WrittenComparison { operator: sign, left, right, language } = written;
        let (text, other) = if self.is_text_left { (left, right) } else { (right, left) };
        let joined = |text: &str, other: &str| {
            if self.is_text_left { format!("{text} {sign} {other}") } else { format!("{other} {sign} {text}") }
        };
        match self.kind {
            MismatchKind::Letters => match self.suggest_numbers(written) {
                Some((_, meant)) => format!("compare numbers: `{meant}`"),
                None => "compare numbers: `\u{2026}.to_float()`".to_owned(),
            },
            MismatchKind::Method => OF_METHOD.to_owned(),
            MismatchKind::Nothing if *sign == "xpath" => "look at the tree of the file in the playground".to_owned(),
            MismatchKind::Nothing => "write the values as the files of the collection spell them".to_owned(),
            // A number is searched in a list of strings.
            MismatchKind::Number if self.holds_text => {
                "put the number in quotes, because the list contains strings".to_owned()
            }
            MismatchKind::Number if text.as_deref().is_some_and(is_quoted) => {
                "remove the quotes of the number".to_owned()
            }
            MismatchKind::Number => {
                let number = |text: &str| match (language, self.is_float) {
                    (Language::Rhai, false) => format!("{text}.to_int()"),
                    (Language::Rhai, true) => format!("{text}.to_float()"),
                    (Language::Python, false) => format!("int({text})"),
                    (Language::Python, true) => format!("float({text})"),
                };
                let code = match text.as_deref().zip(other.as_deref()) {
                    Some((text, other)) => joined(&number(text), other),
                    None => number("\u{2026}"),
                };
                format!("convert the string to a number: `{code}`")
            }
            MismatchKind::Boolean if text.as_deref().is_some_and(is_quoted) => "remove the quotes".to_owned(),
            MismatchKind::Boolean => "compare strings: put `true` or `false` in quotes, as in the document".to_owned(),
            MismatchKind::List => {
                // One operand is the list, the other the value.
                let (list, one) = if self.left == LIST { (left, right) } else { (right, left) };
                let is_bare = |one: &&str| self.holds_text && one.parse::<f64>().is_ok();
                let one = one.as_deref().map(|one| match Some(one).filter(is_bare) {
                    Some(number) => format!("\"{number}\""),
                    None => one.to_owned(),
                });
                let asked = match list.as_deref().zip(one) {
                    Some((list, one)) => format!("{one} in {list}"),
                    None => "\u{2026} in \u{2026}".to_owned(),
                };
                match (*sign, language) {
                    ("!=", Language::Rhai) => format!("search the list: `!({asked})`"),
                    ("!=", Language::Python) => {
                        format!("search the list: `{}`", asked.replacen(" in ", " not in ", 1))
                    }
                    _ => format!("search the list: `{asked}`"),
                }
            }
        }
    }
}

/// Returns the code that converts a string to a number.
pub(super) fn as_number(written: &str, is_float: bool) -> String {
    let inner = written.trim_matches(['"', '\'']);
    if inner.len() + 2 == written.len() && Number::parse(inner).is_some() {
        inner.to_owned()
    } else {
        format!("{}({written})", if is_float { "float" } else { "int" })
    }
}

/// The noun for a list in messages.
const LIST: &str = "a list";

/// Returns a value as messages show it.
fn describe_value(value: &Dynamic) -> String {
    /// The maximum number of characters of a string in a message.
    const MOST: usize = 40;
    if let Ok(text) = value.as_immutable_string_ref() {
        let mut shown: String = text.chars().take(MOST).collect();
        if shown.len() < text.len() {
            shown.push('\u{2026}');
        }
        return format!("the string `{shown}`");
    }
    match value {
        value if value.is_array() => LIST.to_owned(),
        value if value.is_bool() => format!("the boolean `{value}`"),
        value => format!("the number {}", spell(value).unwrap_or_else(|| value.to_string())),
    }
}

/// Returns true if a list begins with a string.
fn holds_text(value: &Dynamic) -> bool {
    value.as_array_ref().is_ok_and(|list| list.first().is_some_and(Dynamic::is_string))
}

/// Returns true if a string spells a number that is not an integer.
fn is_fraction(value: &Dynamic) -> bool {
    value
        .as_immutable_string_ref()
        .is_ok_and(|text| Number::parse(&text).is_some_and(|number| number.as_i128().is_none()))
}

fn is_quoted(written: &str) -> bool {
    written.starts_with(['"', '\'', '`'])
}
