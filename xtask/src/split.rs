//! Splits a WebAssembly module in two: the first part has the functions that a first task needs. The second part is
//! loaded when one of its functions is called for the first time.
//!
//! Both parts share memory, tables and globals. In the first part, a short stub replaces each function of the second
//! part that it calls. A stub loads the second part if needed, and calls the function through the table, into which the
//! second part writes its functions. The host loads the second part: the first part imports `load` of `rest`, and the
//! second part imports from `first` what the first part exports.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    ImportSection, Module, TableSection, TypeSection, ValType,
};
use wasmparser::{
    CodeSectionReader, CompositeInnerType, CustomSectionReader, ElementItems, ExportSectionReader, ExternalKind,
    FunctionBody, FunctionSectionReader, ImportSectionReader, Operator, Parser, Payload, Table, TypeRef,
    TypeSectionReader,
};

/// The name under which the second part imports from the first part.
const FIRST: &str = "first";

/// The name under which the first part imports from the second part.
const REST: &str = "rest";

/// Functions shorter than this number of bytes stay in the first part, because their stubs would be as long.
const STUB_SIZE: usize = 16;

/// The two parts of a module.
pub struct Parts {
    /// The part that is loaded first.
    pub first: Vec<u8>,
    /// The second part: all other functions.
    pub rest: Vec<u8>,
}

/// Splits `module`. `used` has the indices of the functions that the first part must contain.
///
/// # Errors
/// Fails if the module is invalid or has another form than those that rustc and wasm-bindgen write.
pub fn split(module: &[u8], used: &BTreeSet<u32>) -> Result<Parts> {
    let outline = Outline::read(module)?;
    let plan = Plan::new(&outline, used);
    let mut first = Module::new();
    let mut encoder = FirstPart { outline: &outline, plan: &plan };
    encoder.parse_core_module(&mut first, Parser::new(0), module).map_err(to_error)?;
    Ok(Parts { first: first.finish(), rest: rest_part(&outline, &plan)? })
}

/// Returns a copy of `module` in which each function calls `mark` of `used` with its index when it begins.
///
/// # Errors
/// Fails if the module is invalid.
pub fn instrument(module: &[u8]) -> Result<Vec<u8>> {
    let mut marked = Module::new();
    let mut encoder = Marking { outline: &Outline::read(module)?, next: 0 };
    encoder.parse_core_module(&mut marked, Parser::new(0), module).map_err(to_error)?;
    Ok(marked.finish())
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors by value")]
fn to_error(error: Error<anyhow::Error>) -> anyhow::Error {
    anyhow!("the module cannot be encoded again: {error}")
}

/// Returns a count or an index in 32 bits, as in modules.
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The facts of a module that both parts depend on.
struct Outline<'a> {
    /// The types of functions.
    types: Vec<wasmparser::FuncType>,
    /// The type of each function by its index; imported functions come first.
    functions: Vec<u32>,
    /// The number of imported functions.
    imported: u32,
    globals: Vec<wasmparser::GlobalType>,
    tables: Vec<wasmparser::TableType>,
    memory: wasmparser::MemoryType,
    /// The bodies of the functions that are not imported.
    bodies: Vec<FunctionBody<'a>>,
    /// The functions in tables and exports.
    listed: BTreeSet<u32>,
}

impl<'a> Outline<'a> {
    fn read(module: &'a [u8]) -> Result<Self> {
        let mut types = Vec::new();
        let (mut functions, mut imported) = (Vec::new(), 0);
        let (mut globals, mut tables, mut memory) = (Vec::new(), Vec::new(), None);
        let (mut bodies, mut listed) = (Vec::new(), BTreeSet::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => {
                    for group in section {
                        for kind in group?.into_types() {
                            let CompositeInnerType::Func(function) = kind.composite_type.inner else {
                                return Err(anyhow!("the module has a type that is not a function's"));
                            };
                            types.push(function);
                        }
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let TypeRef::Func(kind) = import?.ty else {
                            return Err(anyhow!("the module imports something that is not a function"));
                        };
                        functions.push(kind);
                        imported += 1;
                    }
                }
                Payload::FunctionSection(section) => {
                    for kind in section {
                        functions.push(kind?);
                    }
                }
                Payload::TableSection(section) => {
                    for table in section {
                        tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for one in section {
                        memory = Some(one?);
                    }
                }
                Payload::GlobalSection(section) => {
                    for global in section {
                        globals.push(global?.ty);
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            listed.insert(export.index);
                        }
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        if let ElementItems::Functions(items) = element?.items {
                            for item in items {
                                listed.insert(item?);
                            }
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body),
                _ => {}
            }
        }
        let memory = memory.context("the module has no memory")?;
        Ok(Self { types, functions, imported, globals, tables, memory, bodies, listed })
    }

    /// Returns the indices of the functions that are not imported, with their bodies.
    fn defined_functions(&self) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        (self.imported..).zip(&self.bodies)
    }

    /// Returns the type of functions without parameters and results.
    fn plain_type(&self) -> Result<u32, Error<anyhow::Error>> {
        let at = self.types.iter().position(|kind| kind.params().is_empty() && kind.results().is_empty());
        at.map(index).ok_or_else(|| Error::UserError(anyhow!("no function is without parameters and results")))
    }

    /// Returns the index of the table of functions.
    fn function_table(&self) -> usize {
        self.tables.iter().position(|table| table.element_type.is_func_ref()).unwrap_or(0)
    }
}

/// The part and the index of each function.
struct Plan {
    /// The functions of the first part by their indices in the whole module, with their indices in the first part. For
    /// functions of the second part it contains stubs.
    first: HashMap<u32, u32>,
    /// The functions of the second part with their indices in it, and the functions that it imports.
    rest: HashMap<u32, u32>,
    /// The functions that the second part contains.
    moved: BTreeSet<u32>,
    /// The functions that have a stub in the first part, each with its entry in the table.
    stubs: HashMap<u32, u32>,
    /// The functions that the second part imports, in order.
    imports: Vec<u32>,
    /// The original length of the table of functions, which is the first entry of a function of the second part.
    table: u32,
    /// The index of the function that loads the second part, and of the function that does so if needed.
    load: u32,
    ensure: u32,
}

impl Plan {
    fn new(outline: &Outline, used: &BTreeSet<u32>) -> Self {
        let stays = |(at, body): &(u32, &FunctionBody)| used.contains(at) || body.as_bytes().len() < STUB_SIZE;
        let moved: BTreeSet<u32> = outline.defined_functions().filter(|one| !stays(one)).map(|(at, _)| at).collect();
        let (mut from_first, mut from_rest) = (outline.listed.clone(), BTreeSet::new());
        for (at, body) in outline.defined_functions() {
            let into = if moved.contains(&at) { &mut from_rest } else { &mut from_first };
            into.extend(calls_in(body));
        }
        let table = u32::try_from(outline.tables[outline.function_table()].initial).unwrap_or(u32::MAX);
        let stubs: HashMap<u32, u32> = from_first.intersection(&moved).copied().zip(table..).collect();
        let is_first = |at: &u32| !moved.contains(at) || stubs.contains_key(at);
        let defined = outline.imported..index(outline.functions.len());
        let load = outline.imported;
        let first: HashMap<u32, u32> = (0..load).zip(0..load).chain(defined.filter(is_first).zip(load + 1..)).collect();
        let imports: Vec<u32> = from_rest.difference(&moved).copied().collect();
        let rest = imports.iter().chain(&moved).copied().zip(0..).collect();
        let ensure = index(first.len()) + 1;
        Self { first, rest, moved, stubs, imports, table, load, ensure }
    }
}

/// Returns the functions that a function calls.
fn calls_in(body: &FunctionBody) -> impl Iterator<Item = u32> {
    let operators = body.get_operators_reader().into_iter().flatten();
    operators.filter_map(|operator| match operator {
        Ok(Operator::Call { function_index } | Operator::RefFunc { function_index }) => Some(function_index),
        _ => None,
    })
}

/// Encodes the first part.
struct FirstPart<'a> {
    outline: &'a Outline<'a>,
    plan: &'a Plan,
}

impl FirstPart<'_> {
    /// Returns a function with the parameters and results of the function `at` that calls that function in the second
    /// part.
    fn stub(&self, at: u32, slot: u32) -> Function {
        let kind = self.outline.functions[at as usize];
        let mut stub = Function::new([]);
        let mut code = stub.instructions();
        code.call(self.plan.ensure);
        for parameter in 0..self.outline.types[kind as usize].params().len() {
            code.local_get(index(parameter));
        }
        code.i32_const(slot.cast_signed()).call_indirect(index(self.outline.function_table()), kind).end();
        stub
    }

    /// Returns the function that loads the second part if needed. It has been loaded if its first function is in the table.
    fn ensure(&self) -> Function {
        let mut ensure = Function::new([]);
        ensure
            .instructions()
            .i32_const(self.plan.table.cast_signed())
            .table_get(index(self.outline.function_table()))
            .ref_is_null()
            .if_(wasm_encoder::BlockType::Empty)
            .call(self.plan.load)
            .end()
            .end();
        ensure
    }
}

impl Reencode for FirstPart<'_> {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        index_in(&self.plan.first, function)
    }

    /// Leaves out names, because some of them are of functions that move to the second part.
    fn parse_custom_section(
        &mut self,
        _module: &mut Module,
        _section: CustomSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_import_section(self, imports, section)?;
        imports.import(REST, "load", EntityType::Function(self.outline.plain_type()?));
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        _section: FunctionSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        for (at, _) in self.outline.defined_functions().filter(|(at, _)| self.plan.first.contains_key(at)) {
            functions.function(self.outline.functions[at as usize]);
        }
        functions.function(self.outline.plain_type()?);
        Ok(())
    }

    fn parse_table(&mut self, tables: &mut TableSection, mut table: Table) -> Result<(), Error<Self::Error>> {
        if table.ty.element_type.is_func_ref() {
            let more = self.plan.stubs.len() as u64;
            table.ty.initial += more;
            table.ty.maximum = table.ty.maximum.map(|maximum| maximum + more);
        }
        utils::parse_table(self, tables, table)
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: ExportSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_export_section(self, exports, section)?;
        for function in &self.plan.imports {
            exports.export(&format!("f{function}"), ExportKind::Func, index_in(&self.plan.first, *function)?);
        }
        exports.export("m0", ExportKind::Memory, 0);
        for at in 0..index(self.outline.tables.len()) {
            exports.export(&format!("t{at}"), ExportKind::Table, at);
        }
        for at in 0..index(self.outline.globals.len()) {
            exports.export(&format!("g{at}"), ExportKind::Global, at);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _section: CodeSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        for (at, body) in self.outline.defined_functions() {
            if let Some(slot) = self.plan.stubs.get(&at) {
                code.function(&self.stub(at, *slot));
            } else if self.plan.first.contains_key(&at) {
                self.parse_function_body(code, body.clone())?;
            }
        }
        code.function(&self.ensure());
        Ok(())
    }
}

/// Encodes the code of the second part.
struct RestPart<'a>(&'a Plan);

impl Reencode for RestPart<'_> {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        index_in(&self.0.rest, function)
    }
}

/// Returns the second part as a module.
fn rest_part(outline: &Outline, plan: &Plan) -> Result<Vec<u8>> {
    let mut encoder = RestPart(plan);
    let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
    for kind in &outline.types {
        types.ty().func_type(&encoder.func_type(kind.clone()).map_err(to_error)?);
    }
    for function in &plan.imports {
        imports.import(FIRST, &format!("f{function}"), EntityType::Function(outline.functions[*function as usize]));
    }
    imports.import(FIRST, "m0", encoder.memory_type(outline.memory).map_err(to_error)?);
    for (at, table) in outline.tables.iter().enumerate() {
        let mut kind = encoder.table_type(*table).map_err(to_error)?;
        if at == outline.function_table() {
            kind.minimum += plan.stubs.len() as u64;
            kind.maximum = kind.maximum.map(|maximum| maximum + plan.stubs.len() as u64);
        }
        imports.import(FIRST, &format!("t{at}"), kind);
    }
    for (at, global) in outline.globals.iter().enumerate() {
        imports.import(FIRST, &format!("g{at}"), encoder.global_type(*global).map_err(to_error)?);
    }
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for (at, body) in outline.defined_functions().filter(|(at, _)| plan.moved.contains(at)) {
        functions.function(outline.functions[at as usize]);
        encoder.parse_function_body(&mut code, body.clone()).map_err(to_error)?;
    }
    let mut entries: Vec<(u32, u32)> = plan.stubs.iter().map(|(at, slot)| (*slot, plan.rest[at])).collect();
    entries.sort_unstable();
    let entries: Vec<u32> = entries.into_iter().map(|(_, at)| at).collect();
    let mut elements = ElementSection::new();
    let start = ConstExpr::i32_const(plan.table.cast_signed());
    let table = Some(index(outline.function_table())).filter(|at| *at != 0);
    elements.active(table, &start, Elements::Functions(entries.into()));
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&elements).section(&code);
    Ok(module.finish())
}

fn index_in(indices: &HashMap<u32, u32>, function: u32) -> Result<u32, Error<anyhow::Error>> {
    indices
        .get(&function)
        .copied()
        .ok_or_else(|| Error::UserError(anyhow!("function {function} is missing from this part")))
}

/// Encodes a module whose functions report that they were called.
struct Marking<'a> {
    outline: &'a Outline<'a>,
    /// The number of functions that have been encoded.
    next: u32,
}

impl Reencode for Marking<'_> {
    type Error = anyhow::Error;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Self::Error>> {
        Ok(if function < self.outline.imported { function } else { function + 1 })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32], []);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_import_section(self, imports, section)?;
        imports.import("used", "mark", EntityType::Function(index(self.outline.types.len())));
        Ok(())
    }

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody) -> Result<(), Error<Self::Error>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let at = self.outline.imported + self.next;
        self.next += 1;
        function.instructions().i32_const(at.cast_signed()).call(self.outline.imported);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let instruction = self.parse_instruction(&mut operators)?;
            function.instruction(&instruction);
        }
        code.function(&function);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, ElementSection, Elements, ExportSection, FunctionSection, GlobalSection, GlobalType,
        MemorySection, MemoryType, NameMap, NameSection, TableSection,
    };

    use super::*;
    use crate::run::Run;

    /// Returns a module with four functions that are not imported: `outer` calls `middle` through the table, `middle`
    /// calls `inner`, `inner` calls the short function `relay`, and `relay` calls the imported `host.add`. `outer` and
    /// `middle` add a number to their parameter, `inner` adds the value of a global.
    fn sample() -> Vec<u8> {
        let (mut types, mut imports, mut functions) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new());
        types.ty().function([ValType::I32], [ValType::I32]);
        types.ty().function([], []);
        imports.import("host", "add", EntityType::Function(0));
        let mut code = CodeSection::new();
        for at in 1..=4 {
            functions.function(0);
            let mut function = Function::new([]);
            let mut body = function.instructions();
            for _ in 0..if at == 4 { 0 } else { STUB_SIZE } {
                body.nop();
            }
            body.local_get(0);
            match at {
                1 => body.i32_const(1).i32_add().i32_const(0).call_indirect(0, 0),
                2 => body.i32_const(10).i32_add().call(3),
                3 => body.global_get(0).i32_add().call(4),
                _ => body.call(0),
            };
            body.end();
            code.function(&function);
        }
        let mut globals = GlobalSection::new();
        let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(kind, &ConstExpr::i32_const(100));
        let (mut names, mut of_functions) = (NameSection::new(), NameMap::new());
        (0..5).for_each(|at| of_functions.append(at, "function"));
        names.functions(&of_functions);
        let mut tables = TableSection::new();
        let kind = wasm_encoder::TableType {
            element_type: wasm_encoder::RefType::FUNCREF,
            table64: false,
            minimum: 1,
            maximum: Some(1),
            shared: false,
        };
        tables.table(kind);
        let mut memories = MemorySection::new();
        memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        let mut exports = ExportSection::new();
        exports.export("outer", ExportKind::Func, 1);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions([2].as_slice().into()));
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
        module.section(&globals).section(&exports).section(&elements).section(&code).section(&names);
        module.finish()
    }

    fn hex(bytes: &[u8]) -> String {
        bytes
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect()
    }

    /// Calls `outer` of the first part twice with 0 in Node. Returns the results and the number of times the second
    /// part was loaded.
    fn calls(parts: &Parts) -> Result<String> {
        let script = "
            const [first, rest] = process.argv.slice(1).map((text) => new WebAssembly.Module(Buffer.from(text, 'hex')));
            let loaded = 0;
            const load = () => { loaded += 1; new WebAssembly.Instance(rest, { first: exports }); };
            const host = { add: (number) => number + 1000 };
            const { exports } = new WebAssembly.Instance(first, { host, rest: { load } });
            console.log(exports.outer(0), exports.outer(0), loaded);";
        Run::new("node").arg("-e").arg(script).arg(hex(&parts.first)).arg(hex(&parts.rest)).silent()
    }

    #[test]
    fn both_parts_have_the_results_of_the_whole() -> Result<()> {
        for (used, loaded) in
            [(vec![], 1), (vec![1], 1), (vec![1, 2], 1), (vec![2], 1), (vec![1, 3], 1), (vec![1, 2, 3], 0)]
        {
            let parts = split(&sample(), &used.iter().copied().collect())?;
            assert_eq!(calls(&parts)?.trim(), format!("1111 1111 {loaded}"), "{used:?}");
        }
        Ok(())
    }

    #[test]
    fn an_instrumented_module_reports_each_function_when_it_begins() -> Result<()> {
        let script = "
            const module = new WebAssembly.Module(Buffer.from(process.argv[1], 'hex'));
            const used = [];
            const host = { add: (number) => number };
            new WebAssembly.Instance(module, { host, used: { mark: (at) => used.push(at) } }).exports.outer(0);
            console.log(used.join());";
        assert_eq!(
            Run::new("node").arg("-e").arg(script).arg(hex(&instrument(&sample())?)).silent()?.trim(),
            "1,2,3,4"
        );
        Ok(())
    }
}
