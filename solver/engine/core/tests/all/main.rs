//! All tests of the core from outside, in one program: each would compile the engine once more.

mod common;
mod fairy_hooks;
mod fairy_memory;
mod perft;
mod playouts;
mod proof_game;
mod retro;
mod shortcuts;
