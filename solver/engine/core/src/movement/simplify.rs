//! Makes a net small: dead ends go, nodes with the same future become one.

use super::explore::{Node, Test};
use super::fast_hash::FastMap;

const MOST_ROUNDS: usize = 24;

/// The same net without nodes that lead nowhere and with equal nodes merged; node 0 stays the start.
pub fn simplify(mut nodes: Vec<Node>) -> Vec<Node> {
    let alive = alive(&nodes);
    for node in &mut nodes {
        node.edges.retain(|&(test, to)| {
            let looks = if let Test::Look(inner) = test { alive[inner as usize] } else { true };
            looks && alive[to as usize]
        });
    }
    merge(&mut nodes);
    renumber(&nodes)
}

fn alive(nodes: &[Node]) -> Vec<bool> {
    let mut before = vec![Vec::new(); nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        for &(_, to) in &node.edges {
            before[to as usize].push(from);
        }
    }
    let mut alive: Vec<bool> = nodes.iter().map(|node| !node.ends.is_empty()).collect();
    let mut todo: Vec<usize> = (0..nodes.len()).filter(|&id| alive[id]).collect();
    while let Some(id) = todo.pop() {
        for &from in &before[id] {
            if !std::mem::replace(&mut alive[from], true) {
                todo.push(from);
            }
        }
    }
    alive
}

// Every round merges nodes whose edges are equal already, so it may stop after any round.
fn merge(nodes: &mut [Node]) {
    for _ in 0..MOST_ROUNDS {
        let mut known: FastMap<&Node, u32> = FastMap::default();
        for node in nodes.iter_mut() {
            node.edges.sort_unstable();
            node.edges.dedup();
            node.ends.sort_unstable();
            node.ends.dedup();
        }
        let same: Vec<u32> = nodes
            .iter()
            .enumerate()
            .map(|(id, node)| *known.entry(node).or_insert(id as u32))
            .collect();
        let mut changed = false;
        for node in nodes.iter_mut() {
            for (test, to) in &mut node.edges {
                changed |= same[*to as usize] != *to;
                *to = same[*to as usize];
                if let Test::Look(inner) = test {
                    *inner = same[*inner as usize];
                }
            }
        }
        if !changed {
            break;
        }
    }
}

fn renumber(nodes: &[Node]) -> Vec<Node> {
    let mut new = vec![u32::MAX; nodes.len()];
    let mut order = vec![0];
    new[0] = 0;
    let mut at = 0;
    while at < order.len() {
        for &(test, to) in &nodes[order[at]].edges {
            let inner = if let Test::Look(inner) = test { inner } else { to };
            for next in [to as usize, inner as usize] {
                if new[next] == u32::MAX {
                    new[next] = order.len() as u32;
                    order.push(next);
                }
            }
        }
        at += 1;
    }
    order
        .iter()
        .map(|&id| Node {
            edges: nodes[id]
                .edges
                .iter()
                .map(|&(test, to)| {
                    let test = if let Test::Look(inner) = test {
                        Test::Look(new[inner as usize])
                    } else {
                        test
                    };
                    (test, new[to as usize])
                })
                .collect(),
            ends: nodes[id].ends.clone(),
        })
        .collect()
}
