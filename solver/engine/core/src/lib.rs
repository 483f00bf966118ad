//! Rules and search of chess problems: no text, no Python, no name of a piece or condition.
//!
//! `board` knows squares and geometry, `movement` compiles walks into tables, `rules` plays moves
//! and `retro` takes them back, `stipulation` holds the tree that is to be solved and `search` solves
//! it.  Each sees only those before it.

pub mod board;
pub mod movement;
pub mod retro;
pub mod rules;
pub mod search;
pub mod stipulation;
