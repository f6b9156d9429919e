//! The enums of ATI_fragment_shader ("New Tokens") and those of GL that it takes, with their names.

pub use crate::calls::errors::{INVALID_ENUM, INVALID_OPERATION, INVALID_VALUE, NO_ERROR};
pub const OUT_OF_MEMORY: u32 = 0x0505;

pub const NONE: u32 = 0;
pub const ZERO: u32 = 0;
pub const ONE: u32 = 1;
pub const RED: u32 = 0x1903;
pub const GREEN: u32 = 0x1904;
pub const BLUE: u32 = 0x1905;
pub const ALPHA: u32 = 0x1906;
pub const PRIMARY_COLOR: u32 = 0x8577;
pub const SECONDARY_INTERPOLATOR: u32 = 0x896D;
pub const TEXTURE_0: u32 = 0x84C0;
pub const REG_0: u32 = 0x8921;
pub const CON_0: u32 = 0x8941;

pub const MOV: u32 = 0x8961;
pub const ADD: u32 = 0x8963;
pub const MUL: u32 = 0x8964;
pub const SUB: u32 = 0x8965;
pub const DOT3: u32 = 0x8966;
pub const DOT4: u32 = 0x8967;
pub const MAD: u32 = 0x8968;
pub const LERP: u32 = 0x8969;
pub const CND: u32 = 0x896A;
pub const CND0: u32 = 0x896B;
pub const DOT2_ADD: u32 = 0x896C;

pub const SWIZZLE_STR: u32 = 0x8976;
pub const SWIZZLE_STQ: u32 = 0x8977;
pub const SWIZZLE_STR_DR: u32 = 0x8978;
pub const SWIZZLE_STQ_DQ: u32 = 0x8979;

/// Bits of a destination modifier.
pub mod dst_mod {
    pub const X2: u32 = 0x01;
    pub const X4: u32 = 0x02;
    pub const X8: u32 = 0x04;
    pub const HALF: u32 = 0x08;
    pub const QUARTER: u32 = 0x10;
    pub const EIGHTH: u32 = 0x20;
    pub const SATURATE: u32 = 0x40;
}

/// Bits of an argument modifier.
pub mod arg_mod {
    pub const X2: u32 = 1;
    pub const COMP: u32 = 2;
    pub const NEGATE: u32 = 4;
    pub const BIAS: u32 = 8;
}

/// Operations by the number of their arguments, 1 to 3.
pub const OPERATIONS: [&[u32]; 3] = [
    &[MOV],
    &[ADD, MUL, SUB, DOT3, DOT4],
    &[MAD, LERP, CND, CND0, DOT2_ADD],
];

const NAMES: [(u32, &str); 31] = [
    (INVALID_ENUM, "INVALID_ENUM"),
    (INVALID_VALUE, "INVALID_VALUE"),
    (INVALID_OPERATION, "INVALID_OPERATION"),
    (OUT_OF_MEMORY, "OUT_OF_MEMORY"),
    (RED, "RED"),
    (GREEN, "GREEN"),
    (BLUE, "BLUE"),
    (ALPHA, "ALPHA"),
    (PRIMARY_COLOR, "PRIMARY_COLOR"),
    (SECONDARY_INTERPOLATOR, "SECONDARY_INTERPOLATOR"),
    (MOV, "MOV"),
    (ADD, "ADD"),
    (MUL, "MUL"),
    (SUB, "SUB"),
    (DOT3, "DOT3"),
    (DOT4, "DOT4"),
    (MAD, "MAD"),
    (LERP, "LERP"),
    (CND, "CND"),
    (CND0, "CND0"),
    (DOT2_ADD, "DOT2_ADD"),
    (SWIZZLE_STR, "STR"),
    (SWIZZLE_STQ, "STQ"),
    (SWIZZLE_STR_DR, "STR_DR"),
    (SWIZZLE_STQ_DQ, "STQ_DQ"),
    (0x0B60, "FOG"),
    (0x0DE0, "TEXTURE_1D"),
    (0x0DE1, "TEXTURE_2D"),
    (0x8458, "COLOR_SUM"),
    (0x8513, "TEXTURE_CUBE_MAP"),
    (0x8920, "FRAGMENT_SHADER"),
];

/// Returns an enum in the form of a message.
pub fn name(value: u32) -> String {
    if let Some((_, name)) = NAMES.iter().find(|(v, _)| *v == value) {
        return (*name).to_owned();
    }
    for (first, n, name) in [
        (TEXTURE_0, 32, "TEXTURE"),
        (REG_0, 32, "REG_"),
        (CON_0, 32, "CON_"),
    ] {
        if (first..first + n).contains(&value) {
            return format!("{name}{}", value - first);
        }
    }
    format!("{value:#x}")
}
