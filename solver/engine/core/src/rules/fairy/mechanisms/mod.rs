//! The mechanisms, one a file, and their registry.
//!
//! To add one: a file with its parameters and its `Mechanism`, and a line below.

use serde::{Deserialize, Serialize};

use crate::board::Bits;

use super::mechanism::Mechanism;

macro_rules! registry {
    ($($file:ident :: $name:ident),* $(,)?) => {
        $(mod $file;)*

        /// The parameters of a mechanism, by its name.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "mechanism", rename_all = "snake_case")]
        pub enum MechanismSpec {
            $($name($file::$name),)*
        }

        impl MechanismSpec {
            pub(super) fn build<B: Bits>(&self) -> Box<dyn Mechanism<B>> {
                match self {
                    $(MechanismSpec::$name(mechanism) => Box::new(mechanism.clone()),)*
                }
            }
        }
    };
}

registry! {
    attraction::Attraction,
    borrow::Borrow,
    borrow_walk::BorrowWalk,
    captor_rebirth::CaptorRebirth,
    capture_gate::CaptureGate,
    check_phase::CheckPhase,
    contact::Contact,
    extra_arrival::ExtraArrival,
    hurdle_colour::HurdleColour,
    hurdle_move::HurdleMove,
    influence::Influence,
    observed_gate::ObservedGate,
    observed_recolour::ObservedRecolour,
    pawn_rules::PawnRules,
    position_gate::PositionGate,
    mark_promoted::MarkPromoted,
    phase::Phase,
    promotion::Promotion,
    rebirth::Rebirth,
    rebirth_gate::RebirthGate,
    recolour::Recolour,
    remove_mover::RemoveMover,
    succession::Succession,
    transform::Transform,
}
