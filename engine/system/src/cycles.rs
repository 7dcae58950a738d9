//! Finds cycles of dependencies.

/// Returns for each node the number of its cycle, from 1; `None` for a node that does not depend on itself, directly
/// or through other nodes. `next` lists the nodes that each node depends on.
pub fn cycles(next: &[Vec<usize>]) -> Vec<Option<usize>> {
    let (mut cycles, mut count) = (vec![None; next.len()], 0);
    for members in walk(next).groups {
        if members.len() > 1 || next[members[0]].contains(&members[0]) {
            count += 1;
            for at in members {
                cycles[at] = Some(count);
            }
        }
    }
    cycles
}

/// Returns true for each node that a node depends on, directly or through other nodes.
pub(crate) fn reachable(start: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        open.extend(next[at].iter().filter(|&&to| !std::mem::replace(&mut reached[to], true)));
    }
    reached
}

/// The result of a depth-first walk over all nodes.
pub(crate) struct Walk {
    /// The nodes, each after those that it depends on. The dependency that closes a cycle is ignored.
    pub order: Vec<usize>,
    /// The groups of nodes that can reach each other; most consist of one node.
    pub groups: Vec<Vec<usize>>,
}

/// Walks over the nodes and finds their groups with Tarjan's algorithm.
pub(crate) fn walk(next: &[Vec<usize>]) -> Walk {
    // No recursion, because a chain of nodes may be longer than the call stack allows.
    const UNVISITED: usize = usize::MAX;
    let (mut number, mut low, mut count) = (vec![UNVISITED; next.len()], vec![0; next.len()], 0);
    let (mut open, mut is_open) = (Vec::new(), vec![false; next.len()]);
    let (mut order, mut groups) = (Vec::with_capacity(next.len()), Vec::new());
    for root in 0..next.len() {
        let mut path = if number[root] == UNVISITED { vec![(root, 0)] } else { Vec::new() };
        while let Some((at, step)) = path.pop() {
            if step == 0 {
                (number[at], low[at]) = (count, count);
                count += 1;
                open.push(at);
                is_open[at] = true;
            } else {
                low[at] = low[at].min(low[next[at][step - 1]]);
            }
            let unvisited = (step..next[at].len()).find(|step| {
                let to = next[at][*step];
                if number[to] != UNVISITED && is_open[to] {
                    low[at] = low[at].min(number[to]);
                }
                number[to] == UNVISITED
            });
            if let Some(step) = unvisited {
                path.push((at, step + 1));
                path.push((next[at][step], 0));
                continue;
            }
            order.push(at);
            // It reaches no earlier node: all nodes that are still open after it form its group.
            if low[at] == number[at] {
                let from = open.iter().rposition(|it| *it == at).unwrap_or_default();
                let group = open.split_off(from);
                for it in &group {
                    is_open[*it] = false;
                }
                groups.push(group);
            }
        }
    }
    Walk { order, groups }
}
