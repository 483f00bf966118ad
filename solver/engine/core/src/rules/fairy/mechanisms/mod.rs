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
    box_of_men::BoxOfMen,
    budget::Budget,
    captor_rebirth::CaptorRebirth,
    capture_chain::CaptureChain,
    capture_count::CaptureCount,
    capture_gate::CaptureGate,
    capture_limit::CaptureLimit,
    check_duty::CheckDuty,
    check_phase::CheckPhase,
    check_rule::CheckRule,
    companion::Companion,
    contact::Contact,
    exchange_move::ExchangeMove,
    exchange_roles::ExchangeRoles,
    exchange_royals::ExchangeRoyals,
    exposure::Exposure,
    extra_arrival::ExtraArrival,
    first_rank_step::FirstRankStep,
    flight_check::FlightCheck,
    foreign_men::ForeignMen,
    free_castling::FreeCastling,
    geometry_gate::GeometryGate,
    history_gate::HistoryGate,
    hole::Hole,
    hurdle_colour::HurdleColour,
    hurdle_move::HurdleMove,
    immobility::Immobility,
    influence::Influence,
    install_royal::InstallRoyal,
    kept_walk::KeptWalk,
    leave_behind::LeaveBehind,
    lost_men::LostMen,
    mark_promoted::MarkPromoted,
    mate_quota::MateQuota,
    mate_recolour::MateRecolour,
    observed_gate::ObservedGate,
    observed_mate::ObservedMate,
    observed_recolour::ObservedRecolour,
    own_captures::OwnCaptures,
    pawn_rules::PawnRules,
    phase::Phase,
    planes::Planes,
    position_gate::PositionGate,
    prefer::Prefer,
    promotion::Promotion,
    promotion_gate::PromotionGate,
    rebirth::Rebirth,
    rebirth_gate::RebirthGate,
    recolour::Recolour,
    remove_also::RemoveAlso,
    remove_mover::RemoveMover,
    royal_set::RoyalSet,
    safe_capture::SafeCapture,
    second_departure::SecondDeparture,
    second_leg::SecondLeg,
    succession::Succession,
    transfer::Transfer,
    transform::Transform,
    turn_board::TurnBoard,
    underworld::Underworld,
    way_gate::WayGate,
}
