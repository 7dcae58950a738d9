//! Hosts, scenes and values for tests of scripts.

use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::source::MemorySource;
use assay_document::text::Span;
use assay_store::{CollectionNames, CustomList, ListId, Store};
use assay_system::Parts;

use super::{
    Failed, Host, Libraries, Limits, Parameter, Program, ScriptContext, ScriptError, ScriptFault, ScriptPlace, Unit,
    UnitId,
};

/// Everything that a test of scripts needs.
pub(super) struct Fixture {
    pub host: Host,
    pub libraries: Libraries,
    pub names: CollectionNames,
}

/// A repository with two resources. Another resource also has the GUID of one of them.
pub(super) const REPOSITORY: &str = "<Repository><Items>\
    <Item><Type>Model</Type><GUID>914fa3a0-62cd-4b5a-83df-92fdf494534a</GUID><Package>A/B</Package><Name>wall</Name>\
    <Deps>e081bf41-a561-4750-83af-78c80468bc6c</Deps></Item>\
    <Item><Type>Texture</Type><GUID>{E081BF41-a561-4750-83af-78c80468bc6c}</GUID><Package>A</Package><Name>w</Name></Item>\
    <Item><Type>Mesh</Type><GUID>e081bf41-a561-4750-83af-78c80468bc6c</GUID><Package>A</Package><Name>v</Name></Item>\
    </Items></Repository>";

/// The header of a PNG image of 3 by 5 pixels.
pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x05\x08\x06\0\0\0\0\0\0\0";

impl Fixture {
    pub fn new() -> Self {
        Self::with(Limits::default())
    }

    /// Creates a fixture with other limits.
    pub fn with(limits: Limits) -> Self {
        let host = Host::new(limits);
        let mut names = CollectionNames::new();
        names.add("fruit", ListId(0));
        let fixture = Self { host, libraries: Libraries::default(), names };
        fixture.host.set_scene(Rc::new(scene()));
        fixture
    }

    /// Compiles a program of one unit.
    pub fn program(&self, code: &str) -> Result<Program, Vec<ScriptFault>> {
        Program::compile(&self.host, &[Unit { id: UnitId(7), text: code }], &self.libraries, &self.names)
    }

    /// Returns the values that the filter `f` makes of strings, or its error.
    pub fn filter(&self, code: &str, data: &[&str]) -> Result<Vec<String>, String> {
        let program = self.program(code).map_err(|faults| format_faults(code, &faults))?;
        let function = program.filter("f").map_err(|fault| format!("{}: {fault}", fault.code))?;
        let mut values = Values::new();
        let list: Vec<ValueId> = data.iter().map(|text| values.text(text, Span::at(0))).collect();
        let made = function.filter(&self.host, &mut values, &list, "dir/file.xml");
        made.map(|made| format_values(&values, &made)).map_err(|error| format_error(code, &error))
    }

    /// Returns the values that the condition `f` rejects, each with its message, or its error.
    pub fn judge(&self, code: &str, data: &[&str], condition: &[Parameter]) -> Result<Vec<String>, String> {
        let program = self.program(code).map_err(|faults| format_faults(code, &faults))?;
        let function = program.condition("f").map_err(|fault| format!("{}: {fault}", fault.code))?;
        let mut values = Values::new();
        let list: Vec<ValueId> = data.iter().map(|text| values.text(text, Span::at(0))).collect();
        let failed = function.judge(&self.host, &mut values, &list, "dir/file.xml", condition);
        let show = |Failed { value, message, .. }: &Failed| {
            let message = message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
            format!("{}{message}", format_values(&values, &[*value]).concat())
        };
        failed.map(|failed| failed.iter().map(show).collect()).map_err(|error| format_error(code, &error))
    }

    /// Returns the value of a Rhai expression as a string.
    pub fn value(&self, expression: &str) -> Result<String, String> {
        let code = format!("fn f(data, filepath) {{ [`${{{expression}}}`] }}");
        self.filter(&code, &["a", "b"]).map(|made| made.concat())
    }
}

/// Creates the files and collections of the tests.
fn scene() -> ScriptContext {
    let source: MemorySource = [
        ("a.txt", b"hello".as_slice()),
        ("dir/\u{e4}.txt", b"\xef\xbb\xbfgr\xc3\xbcn\r\n"),
        ("dir/bad.txt", b"\xff"),
        ("dir/list.xml", b"<A><B k='1'>x</B><B k='2'>y</B></A>"),
        ("dir/bad.xml", b"<A><B></A>"),
        ("dir/p.png", PNG),
        ("dir/pointer.bin", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
    ]
    .into_iter()
    .collect();
    let parts = Parts::of_files(&[
        ("P/resource.repository", REPOSITORY),
        ("P/914fa3a0-62cd-4b5a-83df-92fdf494534a/resource.xml", ""),
        ("P/914fa3a0-62cd-4b5a-83df-92fdf494534a/source.tga", ""),
        ("w.iworld", "<W><L>l/b.ilevel</L><L>l/a.ilevel</L></W>"),
    ]);
    let mut fruit = CustomList::default();
    fruit.append("fruit.txt", &CustomList::new(["apple", "pear"]));
    ScriptContext {
        paths: source.paths().into(),
        source: Rc::new(source),
        store: Rc::new(Store::new(&parts, vec![fruit])),
        tree: None,
    }
}

pub(super) fn format_values(values: &Values, list: &[ValueId]) -> Vec<String> {
    list.iter().map(|&id| values.as_text(id).map_or_else(|| values.to_value(id).to_string(), str::to_owned)).collect()
}

/// Formats an error as `code line:column message`, columns in characters.
pub(super) fn format_error(code: &str, error: &ScriptError) -> String {
    format!("{} {} {}", error.code, format_place(code, &error.place), error.message)
}

pub(super) fn format_faults(code: &str, faults: &[ScriptFault]) -> String {
    let lines = faults
        .iter()
        .map(|fault| format!("{} {} {}", fault.fault.code, format_place(code, &fault.place), fault.fault.message));
    lines.collect::<Vec<_>>().join("\n")
}

pub(super) fn format_place(code: &str, place: &ScriptPlace) -> String {
    match place {
        ScriptPlace::Unit { span, .. } | ScriptPlace::Expression { span } => {
            let place = assay_document::text::LineIndex::new(code).place(span.start());
            format!("{}:{}", place.line, place.char_column)
        }
        ScriptPlace::Library { path, region, .. } => {
            format!("{path}:{}:{}", region.start.line, region.start.char_column)
        }
    }
}
