//! The cost of an expression and a function over a hundred thousand values, compared with conditions that need neither.

use anyhow::Result;
use serde_json::{Value, json};

use super::corpus;
use super::measure::Costs;
use super::peer::Findings;
use super::prepared::{Prepared, megabytes, print_head, seconds, warn_if_busy};
use super::repository::REPOSITORY;
use super::verdict::{self, Verdict};
use crate::setup::node;

/// The number of runs.
const ROUNDS: usize = 7;

/// A rule with Rhai, and the same rule without it.
struct Pair {
    name: &'static str,
    what: &'static str,
    /// The maximum additional time of the rule with Rhai, in seconds.
    most: f64,
    plain: fn() -> Value,
    scripted: fn() -> Value,
}

const PAIRS: &[Pair] = &[
    Pair {
        name: "expression",
        what: "an expression over the collection of all resources",
        most: 0.6,
        plain: || rule(json!({ "condition": ["Exist in", "artfunc_res_filter.ALL_RES"] })),
        scripted: || {
            let expression = "d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1";
            rule(json!({ "condition": ["Satisfy the expression", expression] }))
        },
    },
    Pair {
        name: "filter",
        what: "a filter function that looks at each value",
        most: 0.5,
        plain: || rule(json!({ "condition": ["Exist"] })),
        scripted: || {
            let function = "fn long(data, filepath) { data.filter(|value| value.len() > 30) }";
            rule(json!({ "func_str": function, "filter": "artfunc_long", "condition": ["Exist"] }))
        },
    },
];

/// Returns a rule over the GUIDs of all items.
fn rule(parts: Value) -> Value {
    let mut rule = json!({ "rpath": r"Repository.*/resource\.repository$", "xpath": "*/Items/Item.GUID" });
    if let (Some(rule), Value::Object(parts)) = (rule.as_object_mut(), parts) {
        rule.extend(parts);
    }
    json!({ "scripted": rule })
}

/// Measures each pair, and prints the figures and the bars.
///
/// # Errors
/// Fails if the corpus cannot be written, or the checker fails.
pub fn run() -> Result<()> {
    let bench = Prepared::new("repository", &corpus::REPOSITORY, REPOSITORY.items)?;
    println!(
        "\nbench scripts: {} values of {:.1} MB, Node {}, one worker; runs of each, interleaved: {ROUNDS}\n",
        REPOSITORY.items,
        megabytes(bench.size),
        node::version()?
    );
    warn_if_busy();
    let names = |pair: &Pair| [pair.name.to_owned(), format!("no-{}", pair.name)];
    for pair in PAIRS {
        let [scripted, plain] = names(pair);
        bench.write_rules(&scripted, &(pair.scripted)())?;
        bench.write_rules(&plain, &(pair.plain)())?;
    }
    let rows: Vec<String> = PAIRS.iter().flat_map(names).collect();
    let mut results: Vec<(Costs, Findings)> = rows.iter().map(|_| Default::default()).collect();
    for _ in 0..ROUNDS {
        for (name, (costs, findings)) in rows.iter().zip(&mut results) {
            let (cost, found) = bench.check(name)?;
            costs.add(cost);
            *findings = found;
        }
    }
    print_head();
    for (name, (costs, findings)) in rows.iter().zip(&results) {
        bench.print(name, costs, findings);
    }
    let verdicts: Vec<Verdict> = PAIRS.iter().zip(results.chunks(2)).map(|(pair, of)| beyond(pair, of)).collect();
    verdict::print(&verdicts);
    Ok(())
}

/// Returns the verdict on the additional time of the scripted rule.
fn beyond(pair: &Pair, results: &[(Costs, Findings)]) -> Verdict {
    let [scripted, plain] = [0, 1].map(|at| results[at].0.median());
    let more = scripted.saturating_sub(plain);
    let demand = format!("{} in at most {:.1} s more", pair.what, pair.most);
    Verdict::new(demand, seconds(more), more.as_secs_f64() <= pair.most)
}
