//! Opcodes and their rows.

use super::opcode_table::TABLE;
use super::version::Version;

/// What an instruction is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Whether it has a destination.
    pub destination: bool,
    /// How many sources.
    pub sources: u8,
}

/// A row of the table: an opcode in the versions that have it in this form.
#[derive(Debug, Clone, Copy)]
pub struct OpcodeInfo {
    /// The opcode.
    pub opcode: Opcode,
    /// Its name in texts. With a comparison, this comes after a `_`.
    pub name: &'static str,
    /// Its number in tokens.
    pub number: u16,
    /// The number in the token's field of special control; `None` where that is a comparison.
    pub control: Option<u8>,
    /// Its operands.
    pub shape: Shape,
    /// The versions that have it, by the bit of their number.
    pub versions: u16,
    /// The instruction slots that it takes in shaders of version 2 and 3.
    pub slots: u8,
}

impl OpcodeInfo {
    /// Whether a version has it.
    pub fn is_in(&self, version: Version) -> bool {
        self.versions >> version as u16 & 1 != 0
    }
}

impl Opcode {
    /// Its row in a version: the name, the number in tokens, the operands, the slots. `None` where the version lacks
    /// the opcode.
    pub fn info(self, version: Version) -> Option<&'static OpcodeInfo> {
        let mut rows = TABLE.iter().filter(|row| row.opcode == self);
        rows.find(|row| row.is_in(version))
    }

    /// The first row of a name that the version has. `None` where it has none.
    pub fn named(name: &str, version: Version) -> Option<&'static OpcodeInfo> {
        let mut rows = TABLE.iter().filter(|row| row.name == name);
        rows.find(|row| row.is_in(version))
    }

    /// The row of a name that takes a comparison after `_` if `compares`, and none if not. `None` where the version has
    /// no such row.
    pub fn named_with(name: &str, compares: bool, version: Version) -> Option<&'static OpcodeInfo> {
        let mut rows = TABLE.iter().filter(|row| row.name == name);
        rows.find(|row| row.is_in(version) && row.control.is_none() == compares)
    }

    /// Whether any version has an instruction of this name.
    pub fn is_name(name: &str) -> bool {
        TABLE.iter().any(|row| row.name == name)
    }

    /// The row of a token in a version: `number` is in bits 0 to 15, `control` in bits 16 to 23 ("Direct3D Shader
    /// Codes", "Instruction Token"). `None` where the version has no such instruction.
    pub fn of_token(number: u16, control: u8, version: Version) -> Option<&'static OpcodeInfo> {
        let mut rows = TABLE.iter().filter(|row| row.number == number);
        rows.find(|row| {
            let fits = match row.control {
                Some(known) => known == control,
                None => (1..=6).contains(&control),
            };
            row.is_in(version) && fits
        })
    }
}

/// What an instruction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Opcode {
    Nop,
    Mov,
    Add,
    Sub,
    Mad,
    Mul,
    Rcp,
    Rsq,
    Dp3,
    Dp4,
    Min,
    Max,
    Slt,
    Sge,
    Exp,
    Log,
    Lit,
    Dst,
    Lrp,
    Frc,
    M4x4,
    M4x3,
    M3x4,
    M3x3,
    M3x2,
    Call,
    CallNz,
    Loop,
    Ret,
    EndLoop,
    Label,
    Pow,
    Crs,
    Sgn,
    Abs,
    Nrm,
    SinCos,
    Rep,
    EndRep,
    If,
    IfC,
    Else,
    EndIf,
    Break,
    BreakC,
    BreakP,
    Mova,
    TexCoord,
    TexCrd,
    TexKill,
    Tex,
    TexLd,
    TexLdB,
    TexLdP,
    TexBem,
    TexBemL,
    TexReg2Ar,
    TexReg2Gb,
    TexReg2Rgb,
    TexM3x2Pad,
    TexM3x2Tex,
    TexM3x2Depth,
    TexM3x3Pad,
    TexM3x3Tex,
    TexM3x3,
    TexM3x3Spec,
    TexM3x3VSpec,
    TexDp3,
    TexDp3Tex,
    TexDepth,
    ExpP,
    LogP,
    Cnd,
    Cmp,
    Bem,
    Dp2Add,
    Dsx,
    Dsy,
    TexLdD,
    SetP,
    TexLdL,
    Phase,
}
