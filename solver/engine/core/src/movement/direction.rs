//! Arithmetic of directions: turns, mirrors, nearest and equally long vectors.

use crate::board::Step;

use super::walk::{Mirror, Same};

/// The eight vectors of a leaper (`m`,`n`), by angle from the positive file axis.
fn ring(step: Step) -> Vec<Step> {
    let (x, y) = (step.0.abs(), step.1.abs());
    if x == 0 || y == 0 || x == y {
        let k = x.max(y);
        return vec![(k, 0), (k, k), (0, k), (-k, k), (-k, 0), (-k, -k), (0, -k), (k, -k)];
    }
    let (long, short) = (x.max(y), x.min(y));
    vec![
        (long, short),
        (short, long),
        (-short, long),
        (-long, short),
        (-long, -short),
        (-short, -long),
        (short, -long),
        (long, -short),
    ]
}

/// Turns by `notches` of the vector's own star: 45 degrees for queen vectors (keeping the longer
/// component), else the next vector of the same leaper by angle.
pub fn turn(step: Step, notches: i32) -> Step {
    let ring = ring(step);
    let at = ring.iter().position(|&v| v == step).unwrap_or(0) as i32;
    ring[(at + notches).rem_euclid(8) as usize]
}

/// Mirrors a vector.
pub fn mirror(step: Step, how: Mirror) -> Step {
    let (x, y) = step;
    let sign = |a: i32| if a > 0 { 1 } else { -1 };
    let long_is_x = x.abs() > y.abs();
    match how {
        Mirror::Long if long_is_x => (-x, y),
        Mirror::Short if !long_is_x => (-x, y),
        Mirror::Long | Mirror::Short => (x, -y),
        Mirror::Swap => (sign(x) * y.abs(), sign(y) * x.abs()),
        Mirror::AntiSwap => (-sign(x) * y.abs(), -sign(y) * x.abs()),
    }
}

/// The vectors of a star that are nearest in angle.
pub fn nearest(step: Step, star: &[Step]) -> Vec<Step> {
    let best = star.iter().copied().reduce(|a, b| if is_nearer(step, b, a) { b } else { a });
    let Some(best) = best else { return Vec::new() };
    star.iter().copied().filter(|&v| !is_nearer(step, best, v)).collect()
}

// cos(a) = dot/|a||d|; compared without roots: sign and square of dot, over the square of length.
fn is_nearer(step: Step, a: Step, b: Step) -> bool {
    let key = |v: Step| {
        let dot = i64::from(v.0 * step.0 + v.1 * step.1);
        (dot.signum() * dot * dot, i64::from(v.0 * v.0 + v.1 * v.1))
    };
    let ((dot_a, len_a), (dot_b, len_b)) = (key(a), key(b));
    dot_a * len_b > dot_b * len_a
}

/// All vectors as long as the present one, of the same leaper or not, with or without itself.
pub fn same(step: Step, which: Same) -> Vec<Step> {
    let squared = step.0 * step.0 + step.1 * step.1;
    let reach = (0..).find(|k| k * k > squared).unwrap_or(0);
    let sorted = |v: Step| (v.0.abs().min(v.1.abs()), v.0.abs().max(v.1.abs()));
    let mut found = Vec::new();
    for x in -reach..=reach {
        for y in -reach..=reach {
            let same_kind = sorted((x, y)) == sorted(step);
            let wanted = match which {
                Same::Length => true,
                Same::Kind => same_kind,
                Same::OtherLength => (x, y) != step,
                Same::OtherKind => same_kind && (x, y) != step,
            };
            if x * x + y * y == squared && wanted {
                found.push((x, y));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_follow_the_star() {
        assert_eq!(turn((0, 1), 1), (-1, 1));
        assert_eq!(turn((2, 2), 1), (0, 2));
        assert_eq!(turn((2, 1), 1), (1, 2));
        assert_eq!(turn((2, 1), -1), (2, -1));
        assert_eq!(turn((1, 3), 4), (-1, -3));
    }

    #[test]
    fn nearest_vectors_of_a_knight_to_a_rook_line() {
        let knight = ring((1, 2));
        let mut found = nearest((0, 1), &knight);
        found.sort_unstable();
        assert_eq!(found, [(-1, 2), (1, 2)]);
    }
}
