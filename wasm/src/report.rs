//! A finished report.

use std::borrow::Cow;

use assay_engine::check;
use assay_engine::config::{Baseline, baseline_of};
use assay_engine::report::{self, Diagnostics, Findings, Least, Reason, render_remarks, shape};
use assay_engine::rule::RuleFile;
use assay_engine::text::json::for_javascript;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::shown::{severity, style};
use crate::source::keep_room;

/// The report of a run.
#[wasm_bindgen]
pub struct Report {
    pub(crate) inner: report::Report,
}

/// A report that is being written in a format.
#[wasm_bindgen]
pub struct Rendering {
    inner: report::Rendering<report::Report>,
    /// The current portion, and the number of its bytes that have been passed to JavaScript.
    portion: Vec<u8>,
    passed: usize,
}

#[wasm_bindgen]
impl Report {
    /// Returns everything but the findings, as JSON for JavaScript with marked large integers. The list of findings is
    /// empty.
    pub fn head(&self) -> String {
        let none = Findings::default();
        for_javascript(&shape::ReportShape { findings: Cow::Borrowed(&none), ..(&self.inner).into() })
    }

    /// Returns the number of findings.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.inner.stored().len()
    }

    /// Returns at most `most` findings from the index `from`, as JSON for JavaScript with marked large integers.
    pub fn findings(&self, from: usize, most: usize) -> String {
        let stored = self.inner.stored();
        let mut cursor = stored.cursor(from);
        let list: Vec<_> = (0..most).map_while(|_| stored.next(&mut cursor)).map(|one| one.read()).collect();
        for_javascript(&list)
    }

    /// Lists the documents with more than `most` findings, as JSON: path, index of the first finding, number of
    /// findings.
    pub fn crowded(&self, most: usize) -> String {
        let mut before = 0;
        let all = self.inner.stored().documents().map(|document| {
            let start = before;
            before += document.len();
            (document.path(), start, document.len())
        });
        for_javascript(&all.filter(|(.., count)| *count > most).collect::<Vec<_>>())
    }

    /// Begins to write the report in a format. Findings are failures from the severity `fail_on`, or from the default
    /// one. [`Report::fill`] returns the text. Fails if the format or the severity is unknown.
    pub fn begin(
        &self,
        format: &str,
        color: bool,
        width: Option<usize>,
        all: bool,
        fail_on: Option<String>,
    ) -> Result<Rendering, Error> {
        let mut style = style(color, width, all);
        if let Some(fail_on) = fail_on {
            style.fail_on = severity(&fail_on)?;
        }
        let inner = report::OutputFormat::named(format)?.begin(style);
        Ok(Rendering { inner, portion: Vec::new(), passed: 0 })
    }

    /// Writes the next bytes of a rendering that this report began into `buffer`, as UTF-8, and returns their number; 0
    /// at its end.
    pub fn fill(&self, rendering: &mut Rendering, buffer: &Uint8Array) -> usize {
        // Each portion takes new memory, and a long report has many portions.
        keep_room();
        if rendering.passed == rendering.portion.len() {
            rendering.portion = rendering.inner.next(&self.inner).unwrap_or_default();
            rendering.passed = 0;
        }
        let rest = &rendering.portion[rendering.passed..];
        let room = u32::try_from(rest.len()).map_or(buffer.length(), |rest| rest.min(buffer.length()));
        let part = &rest[..room as usize];
        buffer.subarray(0, room).copy_from(part);
        rendering.passed += part.len();
        part.len()
    }

    /// Restores a report from the bytes of [`Report::pack`]. Fails if the bytes are not a report.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { inner: report::Report::from_bytes(bytes)? })
    }

    /// Returns the report as bytes, from which [`Report::unpack`] restores it exactly.
    pub fn pack(&self) -> Vec<u8> {
        self.inner.to_bytes()
    }

    /// Returns a baseline that lists all findings. Entries of the `earlier` baseline are kept if their rules were not
    /// run.
    pub fn baseline(&self, earlier: Option<String>) -> String {
        let earlier = earlier.map(|text| RuleFile { path: String::new(), text });
        let earlier = earlier.as_ref().and_then(|file| Baseline::read(file).ok());
        baseline_of(&self.inner, earlier.as_ref())
    }

    /// Hides the findings that a baseline lists, and warns of listed findings that no longer occur. Returns the number
    /// of findings that it lists. Fails if the text is not a baseline. The error is the first mistake.
    #[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers")]
    pub fn hide(&mut self, path: String, text: String) -> Result<f64, Error> {
        let file = RuleFile { path, text };
        let baseline = Baseline::read(&file).map_err(first)?;
        baseline.hide(&mut self.inner);
        Ok(baseline.size() as f64)
    }

    /// Hides the findings that the baseline `known` lists, where files have other paths there, because they were moved.
    /// `moves` contains the path of each of these files in this report, followed by its path in the baseline. Fails if
    /// `known` is not a baseline.
    #[wasm_bindgen(js_name = hideMoved)]
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in lists of strings by value only")]
    pub fn hide_moved(&mut self, known: String, moves: Vec<String>) -> Result<(), Error> {
        let file = RuleFile { path: String::new(), text: known };
        let listed = moves.as_chunks().0.iter().map(|[path, listed]| (path.as_str(), listed.as_str())).collect();
        Baseline::read(&file).map_err(first)?.hide_moved(&mut self.inner, &listed);
        Ok(())
    }

    /// Returns true if the report is about one part of a run.
    #[wasm_bindgen(getter, js_name = isPart)]
    pub fn is_part(&self) -> bool {
        self.inner.shard().is_some()
    }

    /// Returns the exit code: 0, 1 or 2. Findings count from the severity `fail_on`; `least` is what must at least be
    /// checked. Fails if the severity or the value of `least` is unknown.
    #[wasm_bindgen(js_name = exitCode)]
    pub fn exit_code(&self, fail_on: &str, least: &str) -> Result<u8, Error> {
        let fail_on = severity(fail_on)?;
        let least = Least::named(least).ok_or_else(|| Error::misuse("unknown requirement for a check"))?;
        Ok(self.inner.exit_code(fail_on, least))
    }

    /// Returns true if only some of the files were selected for the check.
    #[wasm_bindgen(getter, js_name = isOfSome)]
    pub fn is_of_some(&self) -> bool {
        self.inner.stats().files_named.is_some()
    }

    /// Returns the number of warnings.
    #[wasm_bindgen(getter)]
    pub fn remarks(&self) -> usize {
        self.inner.warnings().len()
    }

    /// Returns true if a rule had nothing to check.
    #[wasm_bindgen(getter, js_name = hasIdleRules)]
    pub fn has_idle_rules(&self) -> bool {
        self.inner.has_unchecked(|reason| matches!(reason, Reason::NoFile | Reason::NoValue | Reason::Filtered))
    }

    /// Returns true if the condition of a rule gives no reliable result.
    #[wasm_bindgen(getter, js_name = hasVainRules)]
    pub fn has_unfailing_rules(&self) -> bool {
        self.inner.has_unchecked(|reason| reason == Reason::NoVerdict)
    }

    /// Returns true if there are assets whose content no rule reads.
    #[wasm_bindgen(getter, js_name = hasGaps)]
    pub fn has_gaps(&self) -> bool {
        self.inner.has_gaps()
    }

    /// Returns the outcome of the rules in words: `1 passed, 2 not checked (matched no file)`.
    pub fn rules(&self) -> String {
        report::rules_in_words(&self.inner)
    }
}

/// Returns the first of several mistakes as an error.
fn first(mistakes: Diagnostics) -> Error {
    let first = mistakes.problems.into_iter().next();
    first.map_or_else(|| Error::misuse("this is not a baseline"), |first| Box::new(first).into())
}

/// Renders the mistakes of a baseline for people; empty if it has none.
#[wasm_bindgen(js_name = renderBaselineMistakes)]
pub fn render_baseline_mistakes(path: String, text: String, color: bool, width: Option<usize>) -> String {
    let mistakes = Baseline::read(&RuleFile { path, text }).err();
    mistakes.map(|mistakes| render_remarks(&mistakes, style(color, width, true))).unwrap_or_default()
}

/// Merges the reports of the shards of a run.
#[wasm_bindgen]
#[derive(Default)]
pub struct Merging {
    parts: Vec<(String, report::Report)>,
}

#[wasm_bindgen]
impl Merging {
    /// Returns a merger without reports.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the report with the name `name`.
    pub fn add(&mut self, name: String, part: Report) {
        self.parts.push((name, part.inner));
    }

    /// Returns the report of the whole run. Fails if the reports are not those of all shards of one run.
    pub fn finish(&mut self) -> Result<Report, Error> {
        Ok(Report { inner: check::merge(std::mem::take(&mut self.parts))? })
    }
}
