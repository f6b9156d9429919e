//! The machines of assembly programs of OpenGL.

use super::{Address, Machine, Opcode, Waves};

use Opcode::*;

/// What vertex and fragment programs share (ARB_vertex_program 2.14.5, ARB_fragment_program 3.11.5).
const SHARED: u64 = set(&[
    Mov, Abs, Add, Mul, Mad, Dp3, Dp4, Min, Max, Slt, Sge, Frc, Floor, Rcp, Rsq, Exp, Log, Pow,
]);

/// What all of them are alike in.
const PROGRAM: Machine = Machine {
    name: "",
    is_pixel: false,
    opcodes: 0,
    temporaries: 32,
    has_abs: false,
    saturates: false,
    saturates_either_way: true,
    swizzles: true,
    has_few_ports: false,
    shares_signs: true,
    address: Address {
        components: 1,
        floors: true,
        reach: 63,
    },
    has_plain_coordinates: false,
    has_plain_kills: false,
    moves_colors: false,
    waves: Waves::None,
    has_slow_powers: false,
    has_two_fractions: false,
    has_log_of_magnitude: false,
    counts_from_top: false,
    keeps_one_loop: false,
};

/// ARB_vertex_program.
pub(in crate::codegen) const ARB_VERTEX: Machine = Machine {
    name: "arbvp1",
    opcodes: SHARED | set(&[Mova, Lit]),
    ..PROGRAM
};

/// ARB_fragment_program.
pub(in crate::codegen) const ARB_FRAGMENT: Machine = Machine {
    name: "arbfp1",
    is_pixel: true,
    saturates: true,
    opcodes: SHARED | set(&[Cmp, Sin, Cos, TexLd, TexLdP, TexLdB, TexKill]),
    waves: Waves::Single,
    ..PROGRAM
};

/// ARB_vertex_program with NV_vertex_program3.
pub(in crate::codegen) const NV_VERTEX_3: Machine = Machine {
    name: "vp40",
    opcodes: ARB_VERTEX.opcodes | set(&[Sin, Cos, TexLdL]),
    has_abs: true,
    waves: Waves::Single,
    ..PROGRAM
};

/// ARB_fragment_program with NV_fragment_program2.
pub(in crate::codegen) const NV_FRAGMENT_2: Machine = Machine {
    name: "fp40",
    opcodes: ARB_FRAGMENT.opcodes | set(&[Dp2Add, TexLdL, TexLdD, Dsx, Dsy]),
    temporaries: 64,
    has_abs: true,
    ..ARB_FRAGMENT
};

const fn set(opcodes: &[Opcode]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < opcodes.len() {
        bits |= 1 << opcodes[at] as u32;
        at += 1;
    }
    bits
}
