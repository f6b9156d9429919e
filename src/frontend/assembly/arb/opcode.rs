//! The opcode table of the ARB assembly languages. A later dialect adds rows and flags.

/// Operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(crate) enum Opcode {
    Abs,
    Add,
    Arl,
    Cmp,
    Cos,
    Dp3,
    Dp4,
    Dph,
    Dst,
    Ex2,
    Exp,
    Flr,
    Frc,
    Kil,
    Lg2,
    Lit,
    Log,
    Lrp,
    Mad,
    Max,
    Min,
    Mov,
    Mul,
    Pow,
    Rcp,
    Rsq,
    Scs,
    Sge,
    Sin,
    Slt,
    Sub,
    Swz,
    Tex,
    Txb,
    Txp,
    Xpd,
}

/// The operands that follow the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// This many vectors.
    Vector(u8),
    /// This many scalars.
    Scalar(u8),
    /// Address register ← scalar.
    Arl,
    /// Vector with an extended swizzle.
    Swz,
    /// One vector, no destination.
    Kil,
    /// Coordinates, image unit, target.
    Sample,
}

/// Row of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpcodeInfo {
    pub(crate) name: &'static str,
    pub(crate) opcode: Opcode,
    pub(crate) form: Form,
    /// Languages that have it: [`VP`], [`FP`].
    pub(crate) dialects: u8,
}

/// ARB_vertex_program
pub(crate) const VP: u8 = 1;
/// ARB_fragment_program
pub(crate) const FP: u8 = 2;

const fn row(name: &'static str, opcode: Opcode, form: Form, dialects: u8) -> OpcodeInfo {
    OpcodeInfo {
        name,
        opcode,
        form,
        dialects,
    }
}

/// ARB_vertex_program table X.5, ARB_fragment_program table X.5.
pub(crate) const OPCODES: &[OpcodeInfo] = &[
    row("ABS", Opcode::Abs, Form::Vector(1), VP | FP),
    row("ADD", Opcode::Add, Form::Vector(2), VP | FP),
    row("ARL", Opcode::Arl, Form::Arl, VP),
    row("CMP", Opcode::Cmp, Form::Vector(3), FP),
    row("COS", Opcode::Cos, Form::Scalar(1), FP),
    row("DP3", Opcode::Dp3, Form::Vector(2), VP | FP),
    row("DP4", Opcode::Dp4, Form::Vector(2), VP | FP),
    row("DPH", Opcode::Dph, Form::Vector(2), VP | FP),
    row("DST", Opcode::Dst, Form::Vector(2), VP | FP),
    row("EX2", Opcode::Ex2, Form::Scalar(1), VP | FP),
    row("EXP", Opcode::Exp, Form::Scalar(1), VP),
    row("FLR", Opcode::Flr, Form::Vector(1), VP | FP),
    row("FRC", Opcode::Frc, Form::Vector(1), VP | FP),
    row("KIL", Opcode::Kil, Form::Kil, FP),
    row("LG2", Opcode::Lg2, Form::Scalar(1), VP | FP),
    row("LIT", Opcode::Lit, Form::Vector(1), VP | FP),
    row("LOG", Opcode::Log, Form::Scalar(1), VP),
    row("LRP", Opcode::Lrp, Form::Vector(3), FP),
    row("MAD", Opcode::Mad, Form::Vector(3), VP | FP),
    row("MAX", Opcode::Max, Form::Vector(2), VP | FP),
    row("MIN", Opcode::Min, Form::Vector(2), VP | FP),
    row("MOV", Opcode::Mov, Form::Vector(1), VP | FP),
    row("MUL", Opcode::Mul, Form::Vector(2), VP | FP),
    row("POW", Opcode::Pow, Form::Scalar(2), VP | FP),
    row("RCP", Opcode::Rcp, Form::Scalar(1), VP | FP),
    row("RSQ", Opcode::Rsq, Form::Scalar(1), VP | FP),
    row("SCS", Opcode::Scs, Form::Scalar(1), FP),
    row("SGE", Opcode::Sge, Form::Vector(2), VP | FP),
    row("SIN", Opcode::Sin, Form::Scalar(1), FP),
    row("SLT", Opcode::Slt, Form::Vector(2), VP | FP),
    row("SUB", Opcode::Sub, Form::Vector(2), VP | FP),
    row("SWZ", Opcode::Swz, Form::Swz, VP | FP),
    row("TEX", Opcode::Tex, Form::Sample, FP),
    row("TXB", Opcode::Txb, Form::Sample, FP),
    row("TXP", Opcode::Txp, Form::Sample, FP),
    row("XPD", Opcode::Xpd, Form::Vector(2), VP | FP),
];

/// The row of a name in a language, and whether the name ends in `_SAT`.
pub(crate) fn find(word: &str, dialect: u8) -> Option<(&'static OpcodeInfo, bool)> {
    let (name, saturate) = word
        .strip_suffix("_SAT")
        .map_or((word, false), |n| (n, true));
    OPCODES
        .iter()
        .find(|o| o.name == name && o.dialects & dialect != 0)
        .map(|o| (o, saturate))
}
