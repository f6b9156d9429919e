//! The machines of assembly programs of OpenGL.

use super::{Address, Counts, Flow, Machine, Opcode, Waves};

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
    moves_with_products: true,
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
    flow: Flow::None,
    counts: Counts::None,
    compares_in_loops: true,
    chooses_by_condition: false,
    has_parts: false,
    has_signed_roots: false,
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

/// NV_vertex_program1_1. An instruction reads one attribute and one parameter (NV_vertex_program 2.14.1.10).
pub(in crate::codegen) const NV_VERTEX_1: Machine = Machine {
    name: "vp20",
    opcodes: ARB_VERTEX.opcodes & !set(&[Pow, Floor]),
    temporaries: 12,
    has_few_ports: true,
    shares_signs: false,
    has_log_of_magnitude: true,
    has_parts: true,
    ..PROGRAM
};

/// NV_vertex_program2. An instruction reads one attribute and one parameter (2.14.2.2).
pub(in crate::codegen) const NV_VERTEX_2: Machine = Machine {
    name: "vp30",
    opcodes: ARB_VERTEX.opcodes & !set(&[Pow]) | set(&[Cmp, Sin, Cos]),
    temporaries: 16,
    has_abs: true,
    has_few_ports: true,
    shares_signs: false,
    address: Address {
        components: 4,
        floors: true,
        reach: 255,
    },
    waves: Waves::Single,
    flow: Flow::Numbers,
    chooses_by_condition: true,
    ..PROGRAM
};

/// ARB_vertex_program with NV_vertex_program3.
pub(in crate::codegen) const NV_VERTEX_3: Machine = Machine {
    name: "vp40",
    opcodes: ARB_VERTEX.opcodes | set(&[Cmp, Sin, Cos, TexLdL]),
    temporaries: 32,
    has_few_ports: false,
    shares_signs: true,
    ..NV_VERTEX_2
};

/// NV_fragment_program. An instruction reads one attribute and one constant or parameter (3.11.4.2).
pub(in crate::codegen) const NV_FRAGMENT: Machine = Machine {
    name: "fp30",
    opcodes: ARB_FRAGMENT.opcodes & !set(&[Abs, TexLdB]) | set(&[TexLdD, Dsx, Dsy]),
    has_abs: true,
    has_few_ports: true,
    shares_signs: false,
    chooses_by_condition: true,
    has_signed_roots: true,
    ..ARB_FRAGMENT
};

/// ARB_fragment_program with NV_fragment_program2.
pub(in crate::codegen) const NV_FRAGMENT_2: Machine = Machine {
    name: "fp40",
    opcodes: ARB_FRAGMENT.opcodes | set(&[Dp2Add, TexLdL, TexLdD, Dsx, Dsy]),
    temporaries: 64,
    has_abs: true,
    flow: Flow::Numbers,
    counts: Counts::Literals,
    ..ARB_FRAGMENT
};

/// A vertex shader in GLSL.
pub(in crate::codegen) const GLSL_VERTEX: Machine = Machine {
    name: "glslv",
    opcodes: GLSL_FRAGMENT.opcodes & !set(&[Dsx, Dsy, TexLdB, TexLdD, TexKill]),
    is_pixel: false,
    ..GLSL_FRAGMENT
};

/// A fragment shader in GLSL.
pub(in crate::codegen) const GLSL_FRAGMENT: Machine = Machine {
    name: "glslf",
    opcodes: NV_FRAGMENT_2.opcodes
        | ARB_VERTEX.opcodes
        | set(&[BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight]),
    temporaries: 4096,
    saturates: true,
    shares_signs: false,
    moves_with_products: false,
    address: Address {
        components: 4,
        floors: true,
        reach: u32::MAX,
    },
    has_signed_roots: true,
    counts: Counts::None,
    ..NV_FRAGMENT_2
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
