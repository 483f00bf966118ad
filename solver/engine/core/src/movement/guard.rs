//! Guards: conditions on the present square and the departure, `x y r X Y Q W H edge EDGE up fwd`.
//!
//! The language is comparisons (also chained and `in (a,b)`), `and`, `or`, `not`, sums and
//! parentheses over integers.  Ranks r and Q are counted from the own side.

use crate::board::{Geometry, Side, Square};

use super::MovementError;

/// What a guard may ask about, for one square of one walk.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub here: (i32, i32),
    pub origin: (i32, i32),
    pub here_edge: bool,
    pub origin_edge: bool,
    pub width: i32,
    pub height: i32,
    pub black: bool,
}

impl Place {
    /// What is known of `here` on a walk of `side` from `origin`.
    pub fn of(geometry: &Geometry, here: Square, origin: Square, side: Side) -> Place {
        Place {
            here: geometry.coordinates(here),
            origin: geometry.coordinates(origin),
            here_edge: geometry.is_edge(here),
            origin_edge: geometry.is_edge(origin),
            width: geometry.width(),
            height: geometry.height(),
            black: side == Side::Black,
        }
    }

    fn rank(&self, y: i32) -> i32 {
        if self.black { self.height - 1 - y } else { y }
    }

    fn value(&self, name: Name) -> i32 {
        match name {
            Name::X => self.here.0,
            Name::Y => self.here.1,
            Name::Rank => self.rank(self.here.1),
            Name::OriginX => self.origin.0,
            Name::OriginY => self.origin.1,
            Name::OriginRank => self.rank(self.origin.1),
            Name::Width => self.width,
            Name::Height => self.height,
            Name::Edge => i32::from(self.here_edge),
            Name::OriginEdge => i32::from(self.origin_edge),
            Name::Up => self.here.1 - self.origin.1,
            Name::Forward => self.rank(self.here.1) - self.rank(self.origin.1),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    X,
    Y,
    Rank,
    OriginX,
    OriginY,
    OriginRank,
    Width,
    Height,
    Edge,
    OriginEdge,
    Up,
    Forward,
}

const NAMES: [(&str, Name); 12] = [
    ("x", Name::X),
    ("y", Name::Y),
    ("r", Name::Rank),
    ("X", Name::OriginX),
    ("Y", Name::OriginY),
    ("Q", Name::OriginRank),
    ("W", Name::Width),
    ("H", Name::Height),
    ("edge", Name::Edge),
    ("EDGE", Name::OriginEdge),
    ("up", Name::Up),
    ("fwd", Name::Forward),
];

/// A guard, ready to be evaluated.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard(Expression);

/// A part of a guard; truth is any value but 0.
#[derive(Clone, PartialEq, Debug)]
enum Expression {
    Number(i32),
    Value(Name),
    Sum(Box<Expression>, i32, Box<Expression>),
    Chain(Box<Expression>, Vec<(Comparison, Expression)>),
    Among(Box<Expression>, Vec<Expression>),
    Not(Box<Expression>),
    All(Vec<Expression>),
    Some(Vec<Expression>),
}

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Less,
    LessEqual,
    Equal,
    Unequal,
    Greater,
    GreaterEqual,
}

impl Guard {
    /// Reads a guard; the error names the text.
    pub fn parse(text: &str) -> Result<Guard, MovementError> {
        let bad = || MovementError::Guard(text.to_owned());
        let tokens = tokens(text).ok_or_else(bad)?;
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0 };
        let guard = Guard(reader.some().ok_or_else(bad)?);
        if reader.at == tokens.len() { Ok(guard) } else { Err(bad()) }
    }

    /// Whether the guard holds at `place`.
    #[must_use]
    pub fn holds(&self, place: &Place) -> bool {
        self.0.value(place) != 0
    }

    /// Whether the answer may differ between the sides.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        self.0.is_relative()
    }
}

impl Expression {
    fn holds(&self, place: &Place) -> bool {
        self.value(place) != 0
    }

    fn is_relative(&self) -> bool {
        match self {
            Expression::Number(_) => false,
            Expression::Value(name) => {
                matches!(name, Name::Rank | Name::OriginRank | Name::Forward)
            }
            Expression::Sum(a, _, b) => a.is_relative() || b.is_relative(),
            Expression::Chain(a, rest) => {
                a.is_relative() || rest.iter().any(|(_, b)| b.is_relative())
            }
            Expression::Among(a, rest) => {
                a.is_relative() || rest.iter().any(Expression::is_relative)
            }
            Expression::Not(a) => a.is_relative(),
            Expression::All(parts) | Expression::Some(parts) => {
                parts.iter().any(Expression::is_relative)
            }
        }
    }

    fn value(&self, place: &Place) -> i32 {
        match self {
            Expression::Number(n) => *n,
            Expression::Value(name) => place.value(*name),
            Expression::Sum(a, sign, b) => {
                a.value(place).wrapping_add(b.value(place).wrapping_mul(*sign))
            }
            Expression::Chain(first, rest) => {
                let mut left = first.value(place);
                for (comparison, next) in rest {
                    let right = next.value(place);
                    if !comparison.holds(left, right) {
                        return 0;
                    }
                    left = right;
                }
                1
            }
            Expression::Among(a, list) => {
                let value = a.value(place);
                i32::from(list.iter().any(|b| b.value(place) == value))
            }
            Expression::Not(a) => i32::from(a.value(place) == 0),
            Expression::All(parts) => i32::from(parts.iter().all(|part| part.holds(place))),
            Expression::Some(parts) => i32::from(parts.iter().any(|part| part.holds(place))),
        }
    }
}

impl Comparison {
    fn of(text: &str) -> Option<Comparison> {
        Some(match text {
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            "==" => Comparison::Equal,
            "!=" => Comparison::Unequal,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterEqual,
            _ => return None,
        })
    }

    fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
        }
    }
}

fn tokens(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let run = |ok: fn(u8) -> bool| {
            bytes[start..].iter().position(|&b| !ok(b)).map_or(bytes.len(), |n| start + n)
        };
        at = match bytes[at] {
            b' ' => {
                at += 1;
                continue;
            }
            b if b.is_ascii_alphabetic() => run(|b| b.is_ascii_alphabetic()),
            b if b.is_ascii_digit() => run(|b| b.is_ascii_digit()),
            b'<' | b'>' | b'=' | b'!' if bytes.get(at + 1) == Some(&b'=') => at + 2,
            b'<' | b'>' | b'(' | b')' | b',' | b'+' | b'-' => at + 1,
            _ => return None,
        };
        found.push(&text[start..at]);
    }
    Some(found)
}

struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
    depth: usize,
}

const DEEPEST: usize = 64;

impl Reader<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn eat(&mut self, token: &str) -> bool {
        let eaten = self.peek() == token;
        self.at += usize::from(eaten);
        eaten
    }

    fn some(&mut self) -> Option<Expression> {
        let mut parts = vec![self.all()?];
        while self.eat("or") {
            parts.push(self.all()?);
        }
        if parts.len() == 1 { parts.pop() } else { Some(Expression::Some(parts)) }
    }

    fn all(&mut self) -> Option<Expression> {
        let mut parts = vec![self.test()?];
        while self.eat("and") {
            parts.push(self.test()?);
        }
        if parts.len() == 1 { parts.pop() } else { Some(Expression::All(parts)) }
    }

    fn test(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        if self.eat("not") {
            return Some(Expression::Not(Box::new(self.test()?)));
        }
        let first = self.sum()?;
        if self.eat("in") {
            let mut list = Vec::new();
            let mut more = self.eat("(");
            while more {
                list.push(self.sum()?);
                more = self.eat(",");
            }
            return self.eat(")").then(|| Expression::Among(Box::new(first), list));
        }
        let mut rest = Vec::new();
        while let Some(comparison) = Comparison::of(self.peek()) {
            self.at += 1;
            rest.push((comparison, self.sum()?));
        }
        Some(if rest.is_empty() { first } else { Expression::Chain(Box::new(first), rest) })
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut total = self.term()?;
        loop {
            let sign = if self.eat("+") {
                1
            } else if self.eat("-") {
                -1
            } else {
                return Some(total);
            };
            total = Expression::Sum(Box::new(total), sign, Box::new(self.term()?));
        }
    }

    fn term(&mut self) -> Option<Expression> {
        if self.eat("-") {
            self.depth += 1;
            let inner = if self.depth > DEEPEST { None } else { self.term() }?;
            return Some(Expression::Sum(Box::new(Expression::Number(0)), -1, Box::new(inner)));
        }
        if self.eat("(") {
            let inner = self.some()?;
            return self.eat(")").then_some(inner);
        }
        let token = self.peek();
        let found = match NAMES.iter().find(|(name, _)| *name == token) {
            Some((_, name)) => Expression::Value(*name),
            None => Expression::Number(token.parse().ok()?),
        };
        self.at += 1;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, black: bool) -> bool {
        let place = Place {
            here: (0, 5),
            origin: (1, 1),
            here_edge: true,
            origin_edge: false,
            width: 8,
            height: 8,
            black,
        };
        Guard::parse(text).expect("a guard").holds(&place)
    }

    #[test]
    fn guards_read_like_the_algebra() {
        assert!(holds("1<=Q", false) && holds("Q==1", false) && !holds("Q == 1", true));
        assert!(holds("edge!=EDGE", false) && holds("edge", false) && !holds("EDGE", false));
        assert!(holds("up>0 and fwd<0", true) && holds("X in(1,6)", false));
        assert!(holds("not (x==1 or y==1)", false) && holds("0<Q<2", false));
        assert!(Guard::parse("x=1").is_err() && Guard::parse("import os").is_err());
        assert!(Guard::parse("(x").is_err() && Guard::parse("").is_err());
    }
}
