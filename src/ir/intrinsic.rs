//! Functions by which texts of C-like languages name operations that their operators and libraries have no spelling for:
//! what [`crate::emit`] writes, and the front end of MUDA reads.

use super::interface::LodMode;
use super::opcode::{Op, OpInfo, OpKind};
use super::types::Type;

/// A function that stands for one operation.
///
/// It takes the immediates first, as constants, then the arguments. Several may share a name; the type of the first argument
/// tells them apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Intrinsic {
    /// The name by which texts call it.
    pub name: &'static str,
    /// The operation.
    pub op: Op,
    /// The value of the last immediate, where the name stands for one.
    pub fixed: Option<u32>,
}

const fn row(name: &'static str, op: Op) -> Intrinsic {
    let fixed = None;
    Intrinsic { name, op, fixed }
}

const fn sample(name: &'static str, mode: LodMode) -> Intrinsic {
    let fixed = Some(mode as u32);
    Intrinsic {
        name,
        op: Op::Sample,
        fixed,
    }
}

/// Every intrinsic function.
pub(super) const INTRINSICS: &[Intrinsic] = &[
    row("fma", Op::FFma),
    row("fma", Op::DFma),
    row("trunc", Op::FTrunc),
    row("trunc", Op::DTrunc),
    row("bits", Op::BitsOfF32),
    row("bits", Op::BitsOfF64),
    row("float_of_bits", Op::F32OfBits),
    row("double_of_bits", Op::F64OfBits),
    row("low", Op::I64Lo),
    row("high", Op::I64Hi),
    row("join", Op::I64OfParts),
    row("unsigned_less", Op::IULt),
    row("unsigned_less", Op::LULt),
    row("pack_bytes", Op::PackBytes),
    row("shader_exp2", Op::Exp2),
    row("shader_log2", Op::Log2),
    row("shader_sin", Op::Sin),
    row("shader_cos", Op::Cos),
    row("shader_pow", Op::Pow),
    row("ddx", Op::Ddx),
    row("ddy", Op::Ddy),
    sample("sample", LodMode::Implicit),
    sample("sample_bias", LodMode::Bias),
    sample("sample_lod", LodMode::Explicit),
    row("plane", Op::LoadPlane),
    row("lane_x", Op::LaneX),
    row("lane_y", Op::LaneY),
    row("front_facing", Op::FrontFacing),
    row("live", Op::LiveMask),
    row("load_pixel", Op::LoadPixel),
    row("store_pixel", Op::StorePixel),
    row("kill", Op::Kill),
];

impl Intrinsic {
    /// The function for an operation with these immediates.
    pub fn of(op: Op, imm: [u32; 2]) -> Option<&'static Intrinsic> {
        let is_it = |i: &&Intrinsic| i.op == op && i.fixed.is_none_or(|fixed| fixed == imm[1]);
        INTRINSICS.iter().find(is_it)
    }

    /// The functions of a name.
    pub fn named(name: &str) -> impl Iterator<Item = &'static Intrinsic> {
        INTRINSICS.iter().filter(move |i| i.name == name)
    }

    /// The operation's row.
    pub fn info(&self) -> &'static OpInfo {
        self.op.info()
    }

    /// How many immediates a call gives.
    pub fn n_immediates(&self) -> usize {
        usize::from(self.info().n_imms) - usize::from(self.fixed.is_some())
    }

    /// Only draws have what it reads or writes: fragments, pixels, textures.
    pub fn needs_draw(&self) -> bool {
        !matches!(
            self.info().kind,
            OpKind::Pure | OpKind::Uniform | OpKind::Math
        )
    }

    /// Its value is made of bits, not by arithmetic.
    pub fn gives_bits(&self) -> bool {
        matches!(self.op, Op::F32OfBits | Op::F64OfBits)
    }

    /// The type of its value, of which a sampled texel has four.
    pub fn result(&self) -> Option<Type> {
        self.info().results.first().copied()
    }
}
