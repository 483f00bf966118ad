//! The places where rules are asked.

/// A place where rules are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hook {
    /// `walks`
    Walk,
    /// `arrives`
    Arrival,
    /// `halts`
    Halt,
    /// `bars`
    Bar,
    /// `closes`
    Way,
    /// `closes`, which may ask for observation at the level `Raw`; only above that level.
    Course,
    /// `movable`
    Foreign,
    /// `plane`
    Plane,
    /// `departs`, `departs_besides`
    Departure,
    /// `shapes`
    Kinds,
    /// `becomes`
    Promotion,
    /// `notes`
    Note,
    /// `acts`
    Act,
    /// `watches`
    Watch,
    /// `admits`
    Admit,
    /// `immobilises`
    Immobility,
    /// `legs`, `reaches`
    Leg,
    /// `specials`, `plays`
    Special,
    /// `permits`, `lets_wait`
    Permit,
    /// `takes`
    Take,
    /// `selects`
    Select,
    /// `royals`
    Royal,
    /// `checks`
    Check,
    /// `permits_check`
    Duty,
    /// It asks where men stood in the diagram.
    Origin,
    /// `prey`
    Prey,
    /// `tells`
    Tell,
    /// `mates`
    Mate,
    /// `stops`
    Stop,
    /// A side may be in check although it is not its move.
    Exposure,
    /// It may put men on the board that count as unmoved.
    Unmoved,
    /// An unmoved man that castles matters to it although its partner has moved.
    Partner,
    /// A man that castles loses the right while it is not royal.
    Forfeit,
    /// `comes_back`
    Reborn,
    /// `houses`
    House,
    /// It lays men below the board, or lets them come back.
    Store,
    /// `takes`, unless other rules act too, or men capture elsewhere than where they arrive: then as
    /// `Playable`.
    TakeAlone,
    /// Whether the rules let a capture of a royal man happen is seen by playing it.
    Playable,
    /// It asks whether squares are cages, and that for each of many moves, the same often.
    Cage,
    /// Whether something royal is lost depends on what else happens in a half-move.
    Outcome,
}

impl Hook {
    /// Whether a rule may by it let a man observe what a free way of its own walk does not lead to,
    /// or say what is royal and what check is.  What only forbids ways, moves and captures does not
    /// count; a further leg does where `leg_observes` says so.
    pub(super) fn widens(self) -> bool {
        match self {
            Hook::Walk
            | Hook::Arrival
            | Hook::Departure
            | Hook::Foreign
            | Hook::Plane
            | Hook::Royal
            | Hook::Prey
            | Hook::Check
            | Hook::Exposure
            | Hook::Duty => true,
            Hook::Halt
            | Hook::Bar
            | Hook::Way
            | Hook::Course
            | Hook::Leg
            | Hook::Kinds
            | Hook::Promotion
            | Hook::Note
            | Hook::Watch
            | Hook::Act
            | Hook::Admit
            | Hook::Immobility
            | Hook::Special
            | Hook::Permit
            | Hook::Take
            | Hook::Select
            | Hook::Tell
            | Hook::Mate
            | Hook::Stop
            | Hook::Origin
            | Hook::Unmoved
            | Hook::Partner
            | Hook::Store
            | Hook::Forfeit
            | Hook::Reborn
            | Hook::House
            | Hook::TakeAlone
            | Hook::Playable
            | Hook::Cage
            | Hook::Outcome => false,
        }
    }
}
