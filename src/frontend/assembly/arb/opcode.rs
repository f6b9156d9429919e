//! The operations of the assembly languages, and the columns of their table ([`super::opcode_table`]). A later dialect
//! adds rows and flags. [`super::parse::instruction_name`] parses names with their suffixes.

/// What an instruction does. `opcode_table` has its name, its operands and the languages that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Opcode {
    Abs,
    Add,
    Ara,
    Arl,
    Arr,
    Bra,
    Brk,
    Cal,
    Cmp,
    Cos,
    Ddx,
    Ddy,
    Div,
    Dp2,
    Dp2a,
    Dp3,
    Dp4,
    Dph,
    Dst,
    Else,
    Endif,
    Endloop,
    Endrep,
    Ex2,
    Exp,
    Flr,
    Frc,
    If,
    Kil,
    Lg2,
    Lit,
    Log,
    Loop,
    Lrp,
    Mad,
    Max,
    Min,
    Mov,
    Mul,
    Nrm,
    Pk2h,
    Pk2us,
    Pk4b,
    Pk4ub,
    Popa,
    Pow,
    Pusha,
    Rcc,
    Rcp,
    Rep,
    Ret,
    Rfl,
    Rsq,
    Scs,
    Seq,
    Sfl,
    Sge,
    Sgt,
    Sin,
    Sle,
    Slt,
    Sne,
    Ssg,
    Str,
    Sub,
    Swz,
    Tex,
    Txb,
    Txd,
    Txl,
    Txp,
    Up2h,
    Up2us,
    Up4b,
    Up4ub,
    X2d,
    Xpd,
}

/// The operands that follow the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// This many vectors.
    Vector(u8),
    /// This many scalars.
    Scalar(u8),
    /// First a vector, then one component.
    VectorScalar,
    /// Address register ← scalar (with NV_vertex_program2: vector).
    Arl,
    /// Address register ← address register.
    Ara,
    /// An address register, no destination.
    Push,
    /// Address register, no operand.
    Pop,
    /// A label and a condition.
    Branch,
    /// A condition in parentheses, or nothing.
    Return,
    /// A condition without parentheses.
    If,
    /// Nothing.
    Alone,
    /// One vector of parameters, no destination.
    Loop,
    /// Vector with an extended swizzle.
    Swz,
    /// One vector, no destination; with NV_fragment_program also a condition without parentheses.
    Kil,
    /// Coordinates, image unit, target.
    Sample,
    /// Coordinates, their derivatives in x and in y, image unit, target.
    SampleDerivatives,
}

impl Form {
    /// Branches, calls and blocks, which compute nothing.
    pub(crate) fn is_flow(self) -> bool {
        use Form::{Alone, Branch, If, Loop, Return};
        matches!(self, Branch | Return | If | Alone | Loop)
    }
}

/// Row of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpcodeInfo {
    pub(crate) name: &'static str,
    pub(crate) opcode: Opcode,
    pub(crate) form: Form,
    /// The languages that have it: bits from [`VP`] on.
    pub(crate) dialects: u16,
    /// Suffixes with NV_fragment_program (option or language) and with NV_fragment_program2: bits from [`H`] on.
    pub(super) suffixes: [u8; 2],
    /// The components that it reads of its operands, by bit; `None` for those that it writes.
    pub(super) reads: Option<u8>,
}

/// ARB_vertex_program
pub(crate) const VP: u16 = 1;
/// ARB_fragment_program
pub(crate) const FP: u16 = 2;
/// NV_vertex_program2_option
pub(crate) const VP2: u16 = 4;
/// NV_vertex_program3
pub(crate) const VP3: u16 = 8;
/// NV_fragment_program_option
pub(crate) const NVFP: u16 = 16;
/// NV_fragment_program2
pub(crate) const FP2: u16 = 32;
/// NV_vertex_program: `!!VP1.0`, `!!VSP1.0`
pub(crate) const VP10: u16 = 64;
/// NV_vertex_program1_1: `!!VP1.1`
pub(crate) const VP11: u16 = 128;
/// NV_vertex_program2: `!!VP2.0`
pub(crate) const VP20: u16 = 256;
/// NV_fragment_program: `!!FP1.0`
pub(crate) const FP10: u16 = 512;

/// The precisions `R` and `H`.
pub(crate) const H: u8 = 1;
/// The precision `X`.
pub(crate) const X: u8 = 2;
/// An update of the condition code: `C`.
pub(crate) const C: u8 = 4;
/// `_SAT`, with NV_fragment_program2 also `_SSAT`.
pub(crate) const S: u8 = 8;

impl OpcodeInfo {
    /// The components that it reads of its operands when it writes those of `mask`.
    pub(crate) fn components_read(&self, mask: u8) -> u8 {
        self.reads.unwrap_or(mask)
    }

    /// The suffixes that it takes in some languages.
    pub(crate) fn suffixes(&self, dialects: u16) -> u8 {
        let is_address = matches!(self.form, Form::Arl | Form::Ara);
        let has_result = !self.form.is_flow() && !matches!(self.form, Form::Push | Form::Pop);
        match dialects {
            d if d & FP2 != 0 => self.suffixes[1],
            d if d & (NVFP | FP10) != 0 => self.suffixes[0],
            d if d & FP != 0 && self.form != Form::Kil => S,
            d if d & VP3 != 0 && has_result && !is_address => C | S,
            d if d & (VP2 | VP20) != 0 && has_result => C,
            _ => 0,
        }
    }
}
