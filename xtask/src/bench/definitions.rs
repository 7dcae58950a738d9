//! Definitions of a large game with its mods: 100,000 in 50 contexts, and twice as many. A quarter are deltas of
//! earlier definitions, a quarter are in chains of copies.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use super::measure::{Cost, Costs, measure};
use super::noise::noise;
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::node;
use crate::stamp::{self, Inputs};

/// The number of definitions of the smaller game.
const DEFINITIONS: u64 = 100_000;

/// The number of contexts: the base game and its mods.
const CONTEXTS: u64 = 50;

/// The number of files of each context.
const FILES: u64 = 4;

/// The number of copies in a chain.
const CHAIN: u64 = 5;

/// The number of runs of each program.
const ROUNDS: usize = 5;

/// The maximum time for the smaller game.
const MAX_TIME: Duration = Duration::from_secs(6);

/// The maximum memory for the smaller game, in bytes.
const MAX_PEAK: u64 = 1_000_000_000;

/// The maximum ratio of the time for the larger game to that for the smaller one.
const MAX_RATIO: f64 = 2.2;

const SCHEMA: &str = "\
types:
  BlockDefinition:
    fields:
      Mass: number
      Size: {is: vector, size: 3}
      Component: {list: repeated, key: ['@Type', '@Subtype']}
      Spot: {is: object, fields: {Radius: number, Color: color, State: {list: repeated}}}
  ItemDefinition: {extends: BlockDefinition}
  LampDefinition: {extends: BlockDefinition}
";

/// A game on disk.
struct Game {
    folder: PathBuf,
    definitions: u64,
}

/// Measures, and prints the figures and the bars.
///
/// # Errors
/// Fails if the games cannot be written, or the program fails.
pub fn run() -> Result<()> {
    let root = places::in_root("target/bench").join("definitions");
    let games = [1, 2].map(|times| Game { folder: root.join(times.to_string()), definitions: times * DEFINITIONS });
    let sizes = prepare(&root, &games)?;
    let schema = root.join("schema.yaml");
    println!(
        "\nbench definitions: {DEFINITIONS} in {CONTEXTS} contexts, {:.1} MB, and twice as many, Node {}; runs of each, \
         interleaved: {ROUNDS}\n",
        megabytes(sizes),
        node::version()?
    );
    warn_if_busy();
    let kinds = [(&games[0], None), (&games[0], Some(&schema)), (&games[1], None), (&games[1], Some(&schema))];
    let mut costs: [Costs; 4] = Default::default();
    for _ in 0..ROUNDS {
        for ((game, schema), costs) in kinds.iter().zip(&mut costs) {
            costs.add(resolve(game, schema.map(PathBuf::as_path), &root)?);
        }
    }
    for ((game, schema), costs) in kinds.iter().zip(&costs) {
        let what = if schema.is_some() { "with a schema" } else { "without a schema" };
        let (time, work, peak) = (costs.median().as_secs_f64(), costs.median_work().as_secs_f64(), costs.peak());
        let memory = megabytes(peak);
        println!("{:>7} {what:<18}{time:>6.2} s{work:>6.2} s of processors{memory:>6.0} MB", game.definitions);
    }
    verdict::print(&bars(&costs));
    Ok(())
}

/// Returns the verdicts on the bars.
fn bars(costs: &[Costs; 4]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (at, what) in [(0, "without a schema"), (1, "with a schema")] {
        let (time, peak) = (costs[at].median(), costs[at].peak());
        let growth = ratio(costs[at + 2].median_work(), costs[at].median_work());
        let (time_bar, memory_bar) = (MAX_TIME.as_secs(), megabytes(MAX_PEAK));
        let measured = format!("{:.2} s", time.as_secs_f64());
        verdicts.push(Verdict::new(format!("{what} within {time_bar} s"), measured, time <= MAX_TIME));
        let measured = format!("{:.0} MB", megabytes(peak));
        verdicts.push(Verdict::new(format!("{what} at most {memory_bar:.0} MB"), measured, peak <= MAX_PEAK));
        let measured = format!("{growth:.2} times");
        verdicts.push(Verdict::new(
            format!("twice as many {what} at most {MAX_RATIO} times as long"),
            measured,
            growth <= MAX_RATIO,
        ));
    }
    verdicts
}

/// Resolves a game into one file.
fn resolve(game: &Game, schema: Option<&Path>, root: &Path) -> Result<Cost> {
    let mut run = Run::node("--require").arg("./tests/bench/cost.cjs").arg("wasm/dist/bin/assay.js");
    run = run.args(["definitions", "resolve", "--base"]).arg(game.folder.join(context(0)));
    for number in 1..CONTEXTS {
        run = run.arg("--mod").arg(game.folder.join(context(number)));
    }
    if let Some(schema) = schema {
        run = run.arg("--schema").arg(schema);
    }
    measure(run.arg("-o").arg(root.join("all.sbc")), &root.join("said"))
}

fn context(number: u64) -> String {
    format!("c{number:02}")
}

/// Generates the games if they are missing. Returns the size of the smaller one, in bytes.
fn prepare(root: &Path, games: &[Game; 2]) -> Result<u64> {
    let hash = Inputs::default().text(include_str!("noise.rs")).text(include_str!("definitions.rs")).hash();
    let stamp = root.join("corpus.stamp");
    let mut bytes = 0;
    let is_there = games.iter().all(|game| game.folder.is_dir()) && stamp::holds(&stamp, &hash);
    if !is_there {
        println!("bench: generates {DEFINITIONS} definitions, and twice as many");
    }
    for game in games {
        for number in 0..CONTEXTS {
            let folder = game.folder.join(context(number));
            fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
            for file in 0..FILES {
                let path = folder.join(format!("f{file}.sbc"));
                if !is_there {
                    fs::write(&path, text(game, number, file))
                        .with_context(|| format!("cannot write `{}`", path.display()))?;
                }
                if game.definitions == DEFINITIONS {
                    bytes += fs::metadata(&path)?.len();
                }
            }
        }
    }
    fs::write(root.join("schema.yaml"), SCHEMA)?;
    stamp::set(&stamp, &hash)?;
    Ok(bytes)
}

/// Returns a file of a context.
fn text(game: &Game, context: u64, file: u64) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_owned();
    let each = game.definitions / CONTEXTS;
    for at in file * each / FILES..(file + 1) * each / FILES {
        write(&mut text, context, each, at);
    }
    text.push_str("</Definitions>\n");
    text
}

/// Writes a definition. One in four is a delta, one in four is part of a chain of copies.
fn write(text: &mut String, context: u64, each: u64, at: u64) {
    const TYPES: [&str; 4] = ["Block", "Block", "Item", "Lamp"];
    const KIND_OF_DELTA: u64 = 1;
    const KIND_OF_COPY: u64 = 2;
    let (own, kind) = (context * each + at, at % 4);
    let is_delta = kind == KIND_OF_DELTA && context > 0;
    // A delta applies to a definition of an earlier context, the first of four, which has its type.
    let id = if is_delta { noise(own, 1) % context * each + at - 1 } else { own };
    let mode = if !is_delta {
        ""
    } else if at % 8 == KIND_OF_DELTA {
        " Merge=\"Append\""
    } else {
        " Merge=\"Merge\""
    };
    let copies = kind == KIND_OF_COPY && !(at / 4).is_multiple_of(CHAIN + 1);
    let copy = if copies { " Copy=\"Append\"" } else { "" };
    let _ = write!(
        text,
        "  <Definition xsi:type=\"MyObjectBuilder_{}Definition\"{mode}{copy}>\n    <Id Type=\"MyObjectBuilder_Block\" \
         Subtype=\"Thing_{id}\"/>\n",
        TYPES[usize::try_from(kind).unwrap_or_default()],
    );
    if copies {
        let _ = writeln!(text, "    <CopyFrom Type=\"Block\" Subtype=\"Thing_{}\"/>", own - 4);
    }
    let _ = write!(
        text,
        "    <DisplayName>Thing number {own}</DisplayName>\n    <Description>What it is for</Description>\n    \
         <Mass>{}</Mass>\n    <Size x=\"{}\" y=\"1\" z=\"2\"/>\n    <Model>Models/Things/Thing_{own}.mwm</Model>\n    \
         <Icon>Textures/Icons/Thing_{own}.png</Icon>\n",
        1 + noise(own, 2) % 97,
        noise(own, 3) % 5,
    );
    for part in 0..4 {
        let _ = writeln!(text, "    <Component Type=\"Part{}\" Subtype=\"S{part}\"/>", noise(own, 4 + part) % 50);
    }
    let _ = write!(
        text,
        "    <Spot Enabled=\"true\">\n      <Radius>{}</Radius>\n      <Color R=\"255\" G=\"{}\" B=\"0\"/>\n      \
         <State>On</State>\n      <State>Dusk</State>\n    </Spot>\n  </Definition>\n",
        noise(own, 8) % 11,
        noise(own, 9) % 255,
    );
}
