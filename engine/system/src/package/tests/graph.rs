//! The graph of dependencies.

use crate::package::{Dependency, Facts, Graph, Triple};

fn triple(name: &str) -> Triple {
    Triple { asset_group_path: format!("assets/{name}"), revision_group_path: "model".to_owned(), revision: 1 }
}

/// Returns a package `name` that needs other packages. A `-` in front of a name means that the dependency is not in
/// use.
fn package(name: &str, needs: &[&str]) -> Facts {
    let need = |name: &&str| Dependency {
        triple: triple(name.trim_start_matches('-')),
        active: !name.starts_with('-'),
        online: None,
        comment: None,
    };
    Facts {
        path: format!("{name}.zip"),
        triple: triple(name),
        dependencies: needs.iter().map(need).collect(),
        content: Vec::new(),
    }
}

/// Returns the graph as text: each dependency, with `-` in front if it is not in use, `?` after a missing package, and
/// `*` in a cycle.
fn describe(packages: &[Facts]) -> String {
    let graph = Graph::of(packages);
    let name = |at: usize| graph.packages[at].triple.asset_group_path.trim_start_matches("assets/").to_owned();
    let needs = graph.needs.iter().map(|need| {
        let missing = if graph.packages[need.to].path.is_none() { "?" } else { "" };
        let (inactive, cycle) = (if need.active { "" } else { "-" }, if need.in_cycle { "*" } else { "" });
        format!("{}>{inactive}{}{missing}{cycle}", name(need.from), name(need.to))
    });
    needs.collect::<Vec<_>>().join(" ")
}

#[test]
fn missing_and_circular_dependencies_are_detected() {
    for (packages, expected) in [
        (vec![package("a", &["b"]), package("b", &[])], "a>b"),
        (vec![package("b", &[]), package("a", &["b", "c"])], "a>b a>c?"),
        (vec![package("a", &["-b"])], "a>-b?"),
        (vec![package("a", &["b"]), package("b", &["a"])], "a>b* b>a*"),
        (
            vec![package("a", &["b", "d"]), package("b", &["c"]), package("c", &["b", "d"]), package("d", &[])],
            "a>b a>d b>c* c>b* c>d",
        ),
        (
            vec![
                package("a", &["b"]),
                package("b", &["c"]),
                package("c", &["a", "d"]),
                package("d", &["e"]),
                package("e", &["d"]),
            ],
            "a>b* b>c* c>a* c>d d>e* e>d*",
        ),
        (vec![package("a", &["a"])], "a>a*"),
        (vec![package("a", &["b"]), Facts { path: "again.zip".to_owned(), ..package("a", &["-b", "c"]) }], "a>b? a>c?"),
        (vec![package("a", &["b"]), package("b", &["-a"])], "a>b b>-a"),
    ] {
        assert_eq!(describe(&packages), expected);
    }
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let names: Vec<String> = (0..20_000).map(|n| format!("n{n}")).collect();
    let next = |at: usize| names[(at + 1) % names.len()].as_str();
    let packages: Vec<Facts> = (0..names.len()).map(|at| package(&names[at], &[next(at)])).collect();
    let graph = Graph::of(&packages);
    assert!(graph.needs.iter().all(|need| need.in_cycle));
}
