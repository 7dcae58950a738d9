//! The results of 400 conversion rules in 40 files for 200,000 files, compared with a plain Python script.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::measure::{Costs, measure};
use super::noise::{noise, pick};
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::{self, node};
use crate::stamp::{self, Inputs};

/// The number of files, without rule files.
const FILES: u64 = 200_000;

/// The number of folders at the root that contain rules. Each has two subfolders with rules; the root is the fortieth
/// folder.
const FOLDERS: u64 = 13;

/// The number of files of one folder.
const EACH: u64 = 200;

/// The number of runs of each program.
const ROUNDS: usize = 5;

/// The maximum time for listing all files, from the start of the program to its end.
const MAX_TIME: Duration = Duration::from_secs(3);

const PEER: &str = "tests/peers/list_conversions.py";

const EXTENSIONS: &[&str] = &["fx", "fxo", "01.fxo", "tga", "png", "dds", "fbx", "wav", "xml", "scene", "txt", "json"];

/// Measures both programs, and prints the figures and the bars.
///
/// # Errors
/// Fails if the files cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    let python = setup::for_peers()?;
    let folder = places::in_root("target/bench").join("conversion");
    let root = folder.join("root");
    prepare(&folder, &root)?;
    println!(
        "\nbench conversion: {FILES} files, 400 rules in 40 files, Node {}; runs of each, interleaved: {ROUNDS}\n",
        node::version()?
    );
    warn_if_busy();
    let (mut ours, mut theirs) = (Costs::default(), Costs::default());
    let (here, there) = (folder.join("ours.csv"), folder.join("python.csv"));
    for _ in 0..ROUNDS {
        let run = Run::node("--require").arg("./tests/bench/cost.cjs").arg("wasm/dist/bin/assay.js");
        ours.add(measure(run.args(["pipeline", "list", "--format", "csv", "--root"]).arg(&root), &here)?);
        theirs.add(measure(Run::new(&python).arg(PEER).arg(&root), &there)?);
    }
    for (what, costs) in [("here", &ours), ("Python", &theirs)] {
        let (time, work) = (costs.median().as_secs_f64(), costs.median_work().as_secs_f64());
        println!("{what:<8}{time:>6.2} s{work:>6.2} s of processors{:>6.0} MB", megabytes(costs.peak()));
    }
    let demand = format!("all listed within {} s", MAX_TIME.as_secs());
    let measured = format!(
        "{:.2} s, {:.1} times as fast as Python",
        ours.median().as_secs_f64(),
        ratio(theirs.median(), ours.median())
    );
    verdict::print(&[Verdict::new(demand, measured, ours.median() <= MAX_TIME), same(&here, &there)?]);
    Ok(())
}

/// Compares the lists of both programs; places are those of this program.
fn same(ours: &Path, theirs: &Path) -> Result<Verdict> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()));
    let (ours, theirs) = (read(ours)?, read(theirs)?);
    let is_same = |(ours, theirs): (&str, &str)| ours.strip_prefix(theirs).is_some_and(|rest| rest.starts_with(','));
    let lines = theirs.lines().count();
    let equal = ours.lines().zip(theirs.lines()).filter(|lines| is_same(*lines)).count();
    let is_met = equal == lines && ours.lines().count() == lines;
    Ok(Verdict::new("the same as Python for each file", format!("{equal} of {lines} lines"), is_met))
}

/// Generates the files if they are missing.
fn prepare(folder: &Path, root: &Path) -> Result<()> {
    let hash = Inputs::default().text(include_str!("noise.rs")).text(include_str!("conversion.rs")).hash();
    let stamp = folder.join("corpus.stamp");
    if root.is_dir() && stamp::holds(&stamp, &hash) {
        return Ok(());
    }
    println!("bench: generates {FILES} files and their conversion rules");
    if root.exists() {
        fs::remove_dir_all(root).with_context(|| format!("cannot remove `{}`", root.display()))?;
    }
    write_rules(root, 0)?;
    let mut inner = Vec::new();
    for outer in 0..FOLDERS {
        let outer_folder = root.join(format!("part{outer:02}"));
        write_rules(&outer_folder, 1 + 3 * outer)?;
        for half in 0..2 {
            let folder = outer_folder.join(format!("half{half}"));
            write_rules(&folder, 2 + 3 * outer + half)?;
            inner.push(folder);
        }
    }
    for number in 0..FILES {
        let at = usize::try_from(number / EACH).unwrap_or_default() % inner.len();
        let folder = inner[at].join(format!("s{:02}", number / EACH % 100)).join(format!("set{}", number / EACH));
        if number % EACH == 0 {
            fs::create_dir_all(&folder)?;
        }
        let kind = ["rock", "wall_lod1", "tree_test", "step"];
        let name = format!("{}_{number:06}.{}", pick(&kind, noise(number, 1)), pick(EXTENSIONS, noise(number, 2)));
        fs::write(folder.join(name), "")?;
    }
    stamp::set(&stamp, &hash)?;
    Ok(())
}

/// Writes ten rules of a folder. No two folders have the same rules.
fn write_rules(folder: &Path, number: u64) -> Result<()> {
    let source = |pattern: &str, source: &str, format: &str| {
        (pattern.to_owned(), format!("<sourcePattern>{source}</sourcePattern><sourceFormat>{format}</sourceFormat>"))
    };
    let own = |pattern: &str, content: String| (pattern.to_owned(), content);
    let digit = number % 10;
    let rules = [
        own(r"\.fx$", format!("<root>true</root><converter>EffectConverter{number}</converter>")),
        source(r".*(\.fxo)$", r"(\.[0-1]+)?(\.fxo)$", ".fx"),
        own(
            r"\.(tga|png)$",
            format!("<converter>TextureConverter</converter><converterParams>-q {number}</converterParams>"),
        ),
        source(r"\.dds$", r"\.dds$", ".tga"),
        own(&format!(r"(^|/)s{digit}[0-9]/.*\.fbx$"), "<converter>MeshConverter</converter>".to_owned()),
        own(r"_lod[0-9]+_", "<root>false</root>".to_owned()),
        own(&format!(r"_test_[0-9]*{digit}\.[a-z]+$"), "<noConversion>true</noConversion>".to_owned()),
        own(&format!(r"^s{digit}[0-9]/"), format!("<converterParams>--set {number}</converterParams>")),
        own(r"[a-z]+_[0-9]{6}\.(wav|scene)$", "<root>true</root><converter>AnyConverter</converter>".to_owned()),
        own(&format!(r"{digit}\.(fx|tga)$"), "<noConversion>false</noConversion>".to_owned()),
    ];
    let mut text = "<rules>\n".to_owned();
    for (pattern, says) in rules {
        let _ = writeln!(text, "<rule pattern=\"{pattern}\">{says}</rule>");
    }
    text.push_str("</rules>\n");
    fs::create_dir_all(folder)?;
    let path = folder.join("asset_rules.xml");
    fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
}
