//! What the machine has. Steps before the last one ask here, and never which version or profile it is.
//!
//! | file | what is in it |
//! |---|---|
//! | `opcode` | The instructions of all machines. |
//! | `direct3d` | The machines of Direct3D 9. |
//! | `programs` | Those of assembly programs of OpenGL. |

mod direct3d;
mod opcode;
mod programs;

pub(super) use direct3d::of_version;
pub(super) use opcode::Opcode;
pub(super) use programs::{
    ARB_FRAGMENT, ARB_VERTEX, GLSL_FRAGMENT, GLSL_VERTEX, NV_FRAGMENT, NV_FRAGMENT_2, NV_VERTEX_1,
    NV_VERTEX_2, NV_VERTEX_3,
};

/// What a program may be made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Machine {
    /// Its name in messages.
    pub(super) name: &'static str,
    /// Whether it computes fragments.
    pub(super) is_pixel: bool,
    /// Its opcodes, by the bit of their number.
    pub(super) opcodes: u64,
    pub(super) temporaries: u32,
    /// Whether operands can be magnitudes.
    pub(super) has_abs: bool,
    /// Whether results can be clamped to [0, 1].
    pub(super) saturates: bool,
    /// Whether the clamp is that of max(min(x, 1), 0), too, which differs for what is no number.
    pub(super) saturates_either_way: bool,
    /// Whether swizzles are any.
    pub(super) swizzles: bool,
    /// Whether an instruction reads one constant and one input at most.
    pub(super) has_few_ports: bool,
    /// Whether literals share components with those of the other sign.
    pub(super) shares_signs: bool,
    /// Whether a product or a sum moves other components along, which costs nothing there.
    pub(super) moves_with_products: bool,
    pub(super) address: Address,
    /// Whether look-ups take coordinates as they lie in a register.
    pub(super) has_plain_coordinates: bool,
    /// Whether a kill takes numbers as they lie in a register.
    pub(super) has_plain_kills: bool,
    /// Whether a colour is written by one move of all its components.
    pub(super) moves_colors: bool,
    pub(super) waves: Waves,
    /// Whether a power takes the time of a logarithm, a product and an exponential.
    pub(super) has_slow_powers: bool,
    /// Whether fractions are computed of y, or of x and y.
    pub(super) has_two_fractions: bool,
    /// Whether a logarithm is that of the magnitude, whatever the sign.
    pub(super) has_log_of_magnitude: bool,
    /// Whether the place of a fragment is counted from the upper edge, in whole numbers.
    pub(super) counts_from_top: bool,
    /// Whether loops stay one at a time where branches test numbers.
    pub(super) keeps_one_loop: bool,
    pub(super) flow: Flow,
    pub(super) counts: Counts,
    /// Whether a round may compare neighbours although each of them may have another number of rounds.
    pub(super) compares_in_loops: bool,
    /// Whether a choice is written where a condition code says so, in more than one instruction.
    pub(super) chooses_by_condition: bool,
    /// Whether a fraction is the second, and a power of 2 and a logarithm the third number of what one instruction computes.
    pub(super) has_parts: bool,
    /// Whether there is no root of a negative number. In others it is that of the magnitude.
    pub(super) has_signed_roots: bool,
}

/// What branches may test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// There are no branches.
    None,
    /// Truth values and integers that are the same for the whole draw.
    Scalars,
    /// All numbers.
    Numbers,
}

/// How loops count their rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counts {
    /// They do not. A loop jumps back to its beginning as long as it likes.
    None,
    /// By constants of integers.
    Integers,
    /// By literals.
    Literals,
}

/// The register by which constants are addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) components: u8,
    /// Whether it takes the floor of a number.
    pub(super) floors: bool,
    /// The last constant to which a number can be added.
    pub(super) reach: u32,
}

/// Sines and cosines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waves {
    /// There are none.
    None,
    /// Both of an angle between −π and π, in two components.
    Pair,
    /// The same with the constants of the series as operands. Other components are undefined afterwards.
    PairWithConstants,
    /// One each, of any angle.
    Single,
}

impl Machine {
    pub(super) fn has(&self, opcode: Opcode) -> bool {
        self.opcodes >> opcode as u32 & 1 != 0
    }

    /// Whether an instruction's result and its operands lie in different registers.
    pub(super) fn keeps_apart(&self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::Pow | Opcode::SinCos => true,
            // One choice is written before the other one is read.
            Opcode::Cmp => self.chooses_by_condition,
            _ => false,
        }
    }

    /// The only lane that an instruction on one number has its result in.
    pub(super) fn part_of(&self, opcode: Opcode) -> Option<usize> {
        match opcode {
            Opcode::Frc if self.has_parts => Some(1),
            Opcode::Exp | Opcode::Log if self.has_parts => Some(2),
            _ => None,
        }
    }

    pub(super) fn has_loops(&self) -> bool {
        self.flow != Flow::None
    }
}
