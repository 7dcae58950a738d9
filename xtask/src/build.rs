//! The build: from the Rust crates to the npm package and the playground, skipping what has not changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::progress::Progress;
use crate::run::Run;
use crate::setup::{self, Tools, npm};
use crate::stamp::{self, Inputs};
use crate::{lock, places, split};

/// A module of the package. The output of wasm-pack is copied to the package, except that the module is optimised.
struct Module {
    /// The name of its files.
    name: &'static str,
    /// The module whose glue code instantiates it. Its imports are named after that module.
    glue: &'static str,
    /// The folder of its crate.
    folder: &'static str,
    /// The folders that it is compiled from.
    sources: &'static [&'static str],
    /// The goal of its optimisation.
    aim: Aim,
    /// The files that go into the package.
    files: &'static [&'static str],
}

/// The goal of a module's optimisation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Speed: Node loads it from disk and checks whole projects with it.
    Speed,
    /// Size: it is loaded over a network.
    Size,
}

/// The whole engine, for Node. Compiled for speed, it checks real rules a quarter faster than the modules for pages.
const CORE: Module = Module {
    name: "core",
    glue: "core",
    folder: "wasm",
    sources: &["engine", "wasm/src", "wasm/Cargo.toml"],
    aim: Aim::Speed,
    files: &["core_bg.wasm", "core.js", "core.d.ts"],
};

/// The engine compiled for size, for small checks and, split in two, for pages. The glue of [`CORE`] is used for it,
/// too.
const SMALL: Module = Module { name: "small", glue: "core", aim: Aim::Size, files: &["small_bg.wasm"], ..CORE };

/// Does the first tasks of users of the page, and prints the indices of the engine's functions that are called.
const FIRST_TASKS: &str = "xtask/scripts/first-tasks.mjs";

/// The decoder of encodings. It is separate from the engine, because only hosts without a standard `TextDecoder` load
/// it.
const ENCODINGS: Module = Module {
    name: "encodings",
    glue: "encodings",
    folder: "engine/encodings",
    sources: &["engine/encodings"],
    aim: Aim::Speed,
    files: &["encodings_bg.wasm", "encodings.js", "encodings.d.ts"],
};

/// The migration of old rule files. It is separate from the engine, because only the command line uses it.
const MIGRATION: Module = Module {
    name: "migration",
    glue: "migration",
    folder: "engine/migration",
    sources: &["engine", "engine/migration"],
    aim: Aim::Size,
    files: &["migration_bg.wasm", "migration.js", "migration.d.ts"],
};

const MODULES: &[Module] = &[CORE, SMALL, ENCODINGS, MIGRATION];

/// Options of the optimiser.
///
/// - Functions are not merged. A WebAssembly engine optimises one function at a time, while the unoptimised code of
///   that function still runs. The longer the function, the longer that takes. Without merging, checking one long file
///   is faster by a sixth.
/// - Only functions that are hardly longer than a call are inlined, which makes checking many small files 2 % faster.
/// - Functions with the same name are next to each other, and data is not cut at zeros, which makes the brotli file 2 %
///   smaller.
/// - Without these two options, and without the passes over locals and the ends of branches, small checks start 3 %
///   later.
/// - The alignment of loads and stores, which current engines ignore, is left out, which saves 13 kB of brotli.
const LEVEL: &[&str] = &[
    "--always-inline-max-function-size=6",
    "--one-caller-inline-max-function-size=10",
    "--flexible-inline-max-function-size=0",
    "-O2",
    "--shrink-level=1",
    "--coalesce-locals-learning",
    "--code-folding",
    "--simplify-locals-nostructure",
    "--vacuum",
    "--reorder-locals",
    "--dealign",
    "--reorder-functions-by-name",
    "--skip-pass=memory-packing",
    "--strip-producers",
    "--strip-target-features",
];

/// The WebAssembly features that rustc may use. They are passed to the optimiser, because the module does not contain
/// them.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The size up to which the compiler inlines functions of crates that are compiled for speed, in a module for size. The
/// default is 225. A long file takes 6 % longer with this value, and the brotli file is 1 % smaller.
const INLINING: &str = "-Cllvm-args=-inlinedefault-threshold=50";

/// Returns the flags of the compiler: the amount of inlining, and a mapping of crate paths. With it, messages of a
/// module contain the same paths on every machine.
fn compiler_flags(aim: Aim) -> Result<Vec<String>> {
    let sources = places::crates()?;
    let registries = fs::read_dir(&sources).with_context(|| format!("cannot list `{}`", sources.display()))?;
    let mut flags = if aim == Aim::Size { vec![INLINING.to_owned()] } else { Vec::new() };
    for registry in registries {
        flags.push(format!("--remap-path-prefix={}=crates", registry?.path().display()));
    }
    flags.sort();
    Ok(flags)
}

/// Folders that a build or installation creates. Changes in them do not count as changes of a source.
const MADE: &[&str] = &["dist", "pkg", "target", "node_modules", ".vitepress"];

/// The amount of time that a build spends on the speed and size of the modules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// For a release.
    Full,
    /// Modules that are slower and larger, in a fraction of the time, for trying a change.
    Quick,
}

/// Builds what has changed since the last build, and everything the first time.
///
/// # Errors
/// Fails if a tool is missing or fails. The error quotes the end of its output.
pub fn run() -> Result<()> {
    let tools = setup::for_build()?;
    with(&tools, Effort::Full)
}

/// Builds slower and larger modules from what has changed, in a fraction of the time.
///
/// # Errors
/// See [`run`].
pub fn quick() -> Result<()> {
    let tools = setup::for_build()?;
    with(&tools, Effort::Quick)
}

/// Builds with tools that are already set up.
///
/// # Errors
/// See [`run`].
pub fn with(tools: &Tools, effort: Effort) -> Result<()> {
    let _turn = lock::take(&places::scratch(), "build")?;
    let progress = Progress::of("build");
    compile(&progress, tools, effort)?;
    optimise(&progress, effort)?;
    package(&progress)?;
    divide(&progress)?;
    playground(&progress)
}

/// Prints the sizes of the files that a user downloads, raw and compressed with brotli.
///
/// # Errors
/// Fails if nothing has been built.
pub fn print_sizes() -> Result<ExitCode> {
    Run::node(places::in_root("xtask/scripts/sizes.mjs")).arg(dist()).stream()?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the folder in which the npm package is built.
fn dist() -> PathBuf {
    places::in_root("wasm/dist")
}

/// Returns the folder for the output of wasm-pack, before it is optimised.
fn pkg() -> PathBuf {
    places::scratch().join("pkg")
}

/// A stage of the build. It runs again if its inputs have changed or an output is missing.
struct Stage<'a> {
    name: &'a str,
    /// The hash of its inputs.
    hash: String,
    outputs: &'a [PathBuf],
}

impl Stage<'_> {
    fn run(self, progress: &Progress, what: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        if self.is_done() {
            return Ok(());
        }
        progress.step(what, work)?;
        self.end()
    }

    fn stamp(&self) -> PathBuf {
        places::scratch().join(self.name).with_extension("stamp")
    }

    /// Returns true if nothing has changed since the stage was done.
    fn is_done(&self) -> bool {
        stamp::holds(&self.stamp(), &self.hash) && self.outputs.iter().all(|output| output.exists())
    }

    /// Records that the stage is done.
    fn end(&self) -> Result<()> {
        if let Some(lost) = self.outputs.iter().find(|output| !output.exists()) {
            bail!("the build did not make `{}`", lost.strip_prefix(places::root()).unwrap_or(lost).display());
        }
        stamp::set(&self.stamp(), &self.hash)
    }
}

impl Module {
    /// Returns the stage that compiles the module, and the flags of the compiler as Cargo takes them.
    fn stage<'a>(&self, tools: &Tools, effort: Effort, outputs: &'a [PathBuf]) -> Result<(Stage<'a>, String)> {
        let flags = compiler_flags(self.aim)?.iter().map(|flag| format!("'{flag}'")).collect::<Vec<_>>().join(", ");
        let profile = effort.profile(self.aim);
        let mut inputs = Inputs::default().text(&tools.wasm.version()?).text(&flags).text(profile);
        // Crates that are separate modules are not part of the engine.
        for path in self.sources.iter().chain(&["Cargo.toml", "Cargo.lock", ".cargo/config.toml"]) {
            inputs = inputs.path(&places::in_root(path), &["tests", "benches", "encodings", "migration"])?;
        }
        Ok((Stage { name: self.name, hash: inputs.hash(), outputs }, flags))
    }

    fn compile(&self, tools: &Tools, effort: Effort) -> Result<()> {
        let outputs = self.files.map_to(&pkg());
        let (stage, flags) = self.stage(tools, effort, &outputs)?;
        if stage.is_done() {
            return Ok(());
        }
        let profile = effort.profile(self.aim);
        let made = if self.glue == self.name { pkg() } else { pkg().join(self.name) };
        tools
            .wasm
            .run("wasm-pack")
            .path_first(&tools.folders)?
            .args(["build", "--target", "web", "--profile", profile, "--mode", "no-install", "--no-pack"])
            // If another version of the optimiser is on the path, it would refuse the module.
            .args(["--no-opt", "--out-name", self.glue])
            .arg("--out-dir")
            .arg(&made)
            .arg(places::in_root(self.folder))
            .arg("--")
            .arg("--config")
            .arg(format!("target.wasm32-unknown-unknown.rustflags=[{flags}]"))
            // A separate folder, because artifacts of another toolchain cannot be used here, and locks would collide.
            .env("CARGO_TARGET_DIR", places::in_root("target/wasm"))
            .silent()?;
        if made != pkg() {
            for end in ["_bg.wasm", ".js"] {
                let (from, to) = (made.join(format!("{}{end}", self.glue)), pkg().join(format!("{}{end}", self.name)));
                fs::copy(&from, to).with_context(|| format!("cannot copy `{}`", from.display()))?;
            }
        }
        stage.end()
    }

    /// Optimises the module in the package.
    fn optimise(&self) -> Result<()> {
        let module = dist().join(format!("{}_bg.wasm", self.name));
        number(&module)?;
        Run::npm_bin("wasm-opt").args(LEVEL).args(FEATURES).arg(&module).arg("-o").arg(&module).silent()?;
        validate(&module)
    }
}

/// Returns all files of the modules, in a folder.
fn modules_in(folder: &Path) -> Vec<PathBuf> {
    MODULES.iter().flat_map(|module| module.files.map_to(folder)).collect()
}

impl Effort {
    /// Returns the profile in `Cargo.toml`.
    const fn profile(self, aim: Aim) -> &'static str {
        match (self, aim) {
            (Self::Full, Aim::Speed) => "release",
            (Self::Full, Aim::Size) => "small",
            (Self::Quick, _) => "quick",
        }
    }
}

/// Compiles the modules that are not up to date. The last and longest step of the compiler uses one core, so modules
/// for speed and those for size are compiled at the same time.
fn compile(progress: &Progress, tools: &Tools, effort: Effort) -> Result<()> {
    let is_done = |module: &Module| {
        let outputs = module.files.map_to(&pkg());
        module.stage(tools, effort, &outputs).map(|(stage, _)| stage.is_done())
    };
    let stale = MODULES.iter().map(is_done).collect::<Result<Vec<_>>>()?;
    if stale.iter().all(|is_done| *is_done) {
        return Ok(());
    }
    progress.step("compiles the engine to WebAssembly", || {
        let of_aim = |aim| MODULES.iter().filter(move |module| module.aim == aim);
        at_once([Aim::Speed, Aim::Size], |aim| of_aim(aim).try_for_each(|module| module.compile(tools, effort)))
    })
}

/// Runs `work` for each of `all` in a separate thread, and returns the first error.
fn at_once<T: Send>(all: impl IntoIterator<Item = T>, work: impl Fn(T) -> Result<()> + Sync) -> Result<()> {
    thread::scope(|scope| {
        let work = &work;
        let all: Vec<_> = all.into_iter().map(|one| scope.spawn(move || work(one))).collect();
        all.into_iter().try_for_each(|one| one.join().unwrap_or_else(|_| bail!("a thread of the build panicked")))
    })
}

fn optimise(progress: &Progress, effort: Effort) -> Result<()> {
    let mut inputs = Inputs::default().text(&npm::wasm_opt_version()?).text(&FEATURES.join(" ")).text(&LEVEL.join(" "));
    for output in modules_in(&pkg()) {
        inputs = inputs.path(&output, &[])?;
    }
    let stage = Stage { name: "optimise", hash: inputs.hash(), outputs: &modules_in(&dist()) };
    stage.run(progress, "optimises the modules", || {
        fs::create_dir_all(dist()).context("cannot make the folder `wasm/dist`")?;
        same_glue(CORE.name, SMALL.name)?;
        remove_old_modules()?;
        for name in MODULES.iter().flat_map(|module| module.files) {
            fs::copy(pkg().join(name), dist().join(name)).with_context(|| format!("cannot copy `{name}`"))?;
        }
        if effort == Effort::Quick {
            return Ok(());
        }
        // The optimiser uses one core, so the modules share the time of the longest.
        at_once(MODULES, Module::optimise)
    })
}

/// Removes all modules from the package, because an earlier build may have had others.
fn remove_old_modules() -> Result<()> {
    for entry in fs::read_dir(dist()).context("cannot list `wasm/dist`")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            fs::remove_file(&path).with_context(|| format!("cannot remove `{}`", path.display()))?;
        }
    }
    Ok(())
}

/// Checks that the glue of the module `one` can run the module `other`: it must have all functions that `other`
/// imports.
fn same_glue(one: &str, other: &str) -> Result<()> {
    let imports = |name: &str| -> Result<Vec<String>> {
        let path = pkg().join(format!("{name}.js"));
        let glue = fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        // Each function is a property of an object, such as `        __wbg_read_1a2b: function(…) {`.
        Ok(glue
            .split("\n        __wb")
            .skip(1)
            .map(|import| import.split("\n        }").next().unwrap_or_default().to_owned())
            .collect())
    };
    let known = imports(one)?;
    match imports(other)?.into_iter().find(|import| !known.contains(import)) {
        None => Ok(()),
        Some(import) => {
            let name = import.split(':').next().unwrap_or_default().to_owned();
            bail!("the module `{other}` imports `__wb{name}`, which the glue of `{one}` does not have")
        }
    }
}

/// Replaces the hashes that distinguish functions with the same name by numbers. Sorted by name, functions then stay in
/// the compiler's order, in which similar functions are next to each other. This makes the brotli file 0.8 % smaller.
fn number(module: &Path) -> Result<()> {
    const DIGITS: usize = 16;
    let mut bytes = fs::read(module).with_context(|| format!("cannot read `{}`", module.display()))?;
    let mut count = 0;
    for at in 3..bytes.len().saturating_sub(DIGITS) {
        let (before, hash) = bytes[at - 3..at + DIGITS].split_at_mut(3);
        if (before == b"17h" || before == b"::h") && hash.iter().all(u8::is_ascii_hexdigit) {
            hash.copy_from_slice(format!("{count:0DIGITS$}").as_bytes());
            count += 1;
        }
    }
    fs::write(module, bytes).with_context(|| format!("cannot write `{}`", module.display()))
}

/// Validates the module with Node: with wrong features, an optimiser can write a module that no engine accepts.
fn validate(module: &Path) -> Result<()> {
    let script = "process.exit(WebAssembly.validate(require('node:fs').readFileSync(process.argv[1])) ? 0 : 1)";
    Run::new("node").arg("-e").arg(script).arg(module).silent().context("Node refuses the optimised module")?;
    Ok(())
}

fn package(progress: &Progress) -> Result<()> {
    let folder = places::in_root("wasm");
    if !folder.join("package.json").is_file() {
        return Ok(());
    }
    let inputs = of_package(&folder)?;
    let outputs = [modules_in(&dist()), ["node.js", "bin/assay.js"].map_to(&dist())].concat();
    let stage = Stage { name: "package", hash: inputs.hash(), outputs: &outputs };
    stage.run(progress, "builds the npm package", || {
        Run::npm().args(["run", "--silent", "build:js"]).at(&folder).silent().map(drop)
    })
}

/// Splits [`SMALL`] in two: functions that first tasks use, and all other functions.
fn divide(progress: &Progress) -> Result<()> {
    let [whole, first, rest] = ["small_bg.wasm", "first.wasm", "rest.wasm"].map(|name| dist().join(name));
    let examples = places::in_root("playground/examples");
    let mut inputs = Inputs::default().path(&whole, &[])?.path(&examples, &[])?;
    for path in [FIRST_TASKS, "xtask/src/split.rs", "Cargo.lock", "wasm/dist/worker.js", "wasm/dist/chunks"] {
        inputs = inputs.path(&places::in_root(path), &[])?;
    }
    let stage = Stage { name: "divide", hash: inputs.hash(), outputs: &[first.clone(), rest.clone()] };
    stage.run(progress, "splits the engine in two", || {
        let module = fs::read(&whole).with_context(|| format!("cannot read `{}`", whole.display()))?;
        let write = |path: &Path, bytes: Vec<u8>| {
            fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
        };
        let instrumented = places::scratch().join("instrumented.wasm");
        write(&instrumented, split::instrument(&module)?)?;
        let tasks = Run::node(places::in_root(FIRST_TASKS)).arg(dist()).arg(&instrumented).arg(&examples);
        let used = tasks.silent()?.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let parts = split::split(&module, &used)?;
        write(&first, parts.first)?;
        write(&rest, parts.rest)?;
        [&first, &rest].into_iter().try_for_each(|part| validate(part))
    })
}

fn playground(progress: &Progress) -> Result<()> {
    let folder = places::in_root("playground");
    if !folder.join("package.json").is_file() {
        return Ok(());
    }
    let inputs =
        of_package(&folder)?.path(&dist(), &["playground"])?.path(&places::in_root("docs"), MADE)?.text(&commit());
    let stage =
        Stage { name: "playground", hash: inputs.hash(), outputs: &[folder.join("dist"), dist().join("playground")] };
    stage.run(progress, "builds the playground", || {
        Run::npm().args(["run", "--silent", "build"]).at(&folder).silent().map(drop)
    })
}

/// Returns the commit that is checked out, for display in the page; an empty string outside of Git.
fn commit() -> String {
    Run::new("git").args(["rev-parse", "HEAD"]).silent().unwrap_or_default()
}

/// Returns the inputs of an npm package in the checkout: its files, the module, and the packages it uses.
fn of_package(folder: &Path) -> Result<Inputs> {
    let mut inputs = Inputs::default().path(folder, MADE)?.path(&places::in_root("package-lock.json"), &[])?;
    for output in modules_in(&dist()) {
        inputs = inputs.path(&output, &[])?;
    }
    Ok(inputs)
}

/// Converts file names to paths in a folder.
trait InFolder {
    fn map_to(&self, folder: &Path) -> Vec<PathBuf>;
}

impl InFolder for [&str] {
    fn map_to(&self, folder: &Path) -> Vec<PathBuf> {
        self.iter().map(|name| folder.join(name)).collect()
    }
}
