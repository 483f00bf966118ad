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
    renumber(nodes)
}

// Nodes come about in the order in which walks reach them: from the last to the first, one round is
// nearly always enough.
fn alive(nodes: &[Node]) -> Vec<bool> {
    let mut alive: Vec<bool> = nodes.iter().map(|node| !node.ends.is_empty()).collect();
    loop {
        let mut changed = false;
        for (id, node) in nodes.iter().enumerate().rev() {
            if !alive[id] && node.edges.iter().any(|&(_, to)| alive[to as usize]) {
                alive[id] = true;
                changed = true;
            }
        }
        if !changed {
            return alive;
        }
    }
}

// Every round merges nodes whose edges are equal already, so it may stop after any round.
fn merge(nodes: &mut [Node]) {
    for _ in 0..MOST_ROUNDS {
        let mut known: FastMap<&Node, u32> = FastMap::default();
        known.reserve(nodes.len());
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

fn renumber(mut nodes: Vec<Node>) -> Vec<Node> {
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
    let renumbered = order.into_iter().map(|id| {
        let mut node = std::mem::take(&mut nodes[id]);
        for (test, to) in &mut node.edges {
            *to = new[*to as usize];
            if let Test::Look(inner) = test {
                *inner = new[*inner as usize];
            }
        }
        node
    });
    renumbered.collect()
}
