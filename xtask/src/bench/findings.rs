//! One million findings in every format that programs or people read, and five million. Each report is compared with a
//! program that only writes the same number of bytes.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::measure::{Costs, measure, measure_time};
use super::peer::ratio;
use super::prepared::{megabytes, warn_if_busy};
use super::verdict::{self, Verdict};
use crate::places;
use crate::run::Run;
use crate::setup::node;
use crate::stamp::{self, Inputs};

/// The number of findings of one file.
const EACH: u64 = 100_000;

/// The number of runs of each program.
const ROUNDS: usize = 3;

/// A number of files, a format, and the maximum cost of checking them.
struct Case {
    files: u64,
    format: &'static str,
    seconds: f64,
    megabytes: f64,
    /// True if the report lists every finding; otherwise it has to contain the number of findings.
    is_whole: bool,
}

const fn case(files: u64, format: &'static str, seconds: f64, megabytes: f64, is_whole: bool) -> Case {
    Case { files, format, seconds, megabytes, is_whole }
}

const CASES: &[Case] = &[
    case(10, "jsonl", 6.0, 500.0, true),
    case(10, "json", 8.0, 800.0, true),
    case(10, "text", 6.0, 500.0, false),
    case(10, "html", 6.0, 500.0, false),
    case(50, "json", 40.0, 1500.0, true),
];

/// A program that only writes a number of bytes.
const WRITER: &str = "const part = Buffer.alloc(1 << 20, 120), fs = require('node:fs'); \
    for (let left = Number(process.argv[1]); left > 0; left -= part.length) \
    fs.writeSync(1, part, 0, Math.min(left, part.length));";

/// Measures each case, and prints the figures and the bars.
///
/// # Errors
/// Fails if the files cannot be written, or one of the programs fails.
pub fn run() -> Result<()> {
    let folder = prepare()?;
    println!("\nbench findings: {EACH} findings in each file, Node {}; runs of each: {ROUNDS}\n", node::version()?);
    warn_if_busy();
    println!("  {:<28}{:>9}{:>9}{:>10}{:>10}{:>10}", "", "median", "max", "memory", "report", "writing");
    let mut verdicts = Vec::new();
    for case in CASES {
        verdicts.extend(measure_case(case, &folder)?);
    }
    verdict::print(&verdicts);
    Ok(())
}

/// Generates the files if they are missing.
fn prepare() -> Result<PathBuf> {
    let folder = places::in_root("target/bench").join("findings");
    let hash = Inputs::default().text(include_str!("findings.rs")).hash();
    let stamp = folder.join("files.stamp");
    if !stamp::holds(&stamp, &hash) {
        println!("bench: generates files with {EACH} findings each");
        for case in CASES {
            let root = folder.join(case.files.to_string());
            fs::create_dir_all(&root).with_context(|| format!("cannot make `{}`", root.display()))?;
            for number in 0..case.files {
                let mut text = String::from("<A>\n");
                for at in 0..EACH {
                    let _ = writeln!(text, "<B>{}</B>", at % 10);
                }
                text.push_str("</A>\n");
                fs::write(root.join(format!("{number}.xml")), text).context("cannot write the files of the bench")?;
            }
        }
        let rule = r#"[{"name": "none", "rpath": "xml$", "xpath": "*/B", "condition": ["Null collection"]}]"#;
        fs::write(folder.join("rules.json"), rule).context("cannot write the rules")?;
        stamp::set(&stamp, &hash)?;
    }
    Ok(folder)
}

fn measure_case(case: &Case, folder: &std::path::Path) -> Result<Vec<Verdict>> {
    let Case { files, format, seconds, megabytes: most, is_whole } = case;
    let output = folder.join(format!("{files}.{format}"));
    let (mut costs, mut writing) = (Costs::default(), Vec::new());
    for _ in 0..ROUNDS {
        let check = Run::node("--require")
            .arg("./tests/bench/cost.cjs")
            .arg("wasm/dist/bin/assay.js")
            .args(["check", "--format", format, "--rules"])
            .arg(folder.join("rules.json"))
            .arg(folder.join(files.to_string()));
        costs.add(measure(check, &output)?);
        let size = fs::metadata(&output)?.len();
        let writer = Run::node("-e").arg(WRITER).arg(size.to_string());
        writing.push(measure_time(writer, &folder.join("written"))?);
    }
    refuse_lost(case, &output)?;
    writing.sort_unstable();
    let writing = writing.get(writing.len() / 2).copied().unwrap_or(Duration::ZERO);
    let (time, peak) = (costs.median().as_secs_f64(), megabytes(costs.peak()));
    let name = format!("{} findings as {format}", files * EACH);
    println!(
        "  {name:<28}{time:>7.2} s{:>7.2} s{peak:>7.0} MB{:>7.0} MB{:>8.2} s",
        costs.max().as_secs_f64(),
        megabytes(fs::metadata(&output)?.len()),
        writing.as_secs_f64()
    );
    let share = ratio(costs.median(), writing);
    let of_all = if *is_whole { "every one" } else { "capped, with their number" };
    Ok(vec![
        Verdict::new(
            format!("{name}, {of_all}, within {seconds:.0} s"),
            format!("{time:.2} s, {share:.1} times as long as writing as many bytes"),
            time <= *seconds,
        ),
        Verdict::new(format!("{name} in at most {most:.0} MB"), format!("{peak:.0} MB"), peak <= *most),
    ])
}

/// Checks that a report contains every finding, or their number.
fn refuse_lost(case: &Case, output: &std::path::Path) -> Result<()> {
    let text = fs::read(output)?;
    let all = case.files * EACH;
    let is_there = if case.is_whole {
        count_of(&text, b"\"rule\":\"none\"") == all
    } else {
        let grouped = format!("{},000,000", all / 1_000_000);
        count_of(&text, grouped.as_bytes()) > 0
    };
    if !is_there {
        bail!("the report in {} lacks findings", output.display());
    }
    Ok(())
}

/// Returns the number of occurrences of `part` in `text`.
fn count_of(text: &[u8], part: &[u8]) -> u64 {
    text.windows(part.len()).filter(|window| *window == part).count() as u64
}
