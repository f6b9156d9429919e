//! The opcode table of the ARB assembly languages. A later dialect adds rows and flags.

/// Operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub(crate) enum Opcode {
    Abs,
    Add,
    Ara,
    Arl,
    Arr,
    Bra,
    Cal,
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
    Rcc,
    Rcp,
    Ret,
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
    /// Address register ← scalar (with NV_vertex_program2: vector).
    Arl,
    /// Address register ← address register.
    Ara,
    /// A label and a condition.
    Branch,
    /// A condition alone.
    Return,
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
    /// Languages that have it: [`VP`], [`FP`], [`VP2`].
    pub(crate) dialects: u8,
}

/// ARB_vertex_program
pub(crate) const VP: u8 = 1;
/// ARB_fragment_program
pub(crate) const FP: u8 = 2;
/// NV_vertex_program2_option
pub(crate) const VP2: u8 = 4;

const fn row(name: &'static str, opcode: Opcode, form: Form, dialects: u8) -> OpcodeInfo {
    OpcodeInfo {
        name,
        opcode,
        form,
        dialects,
    }
}

/// ARB_vertex_program table X.5, ARB_fragment_program table X.5, NV_vertex_program2_option table X.5.
pub(crate) const OPCODES: &[OpcodeInfo] = &[
    row("ABS", Opcode::Abs, Form::Vector(1), VP | FP),
    row("ADD", Opcode::Add, Form::Vector(2), VP | FP),
    row("ARA", Opcode::Ara, Form::Ara, VP2),
    row("ARL", Opcode::Arl, Form::Arl, VP),
    row("ARR", Opcode::Arr, Form::Arl, VP2),
    row("BRA", Opcode::Bra, Form::Branch, VP2),
    row("CAL", Opcode::Cal, Form::Branch, VP2),
    row("CMP", Opcode::Cmp, Form::Vector(3), FP),
    row("COS", Opcode::Cos, Form::Scalar(1), FP | VP2),
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
    row("RCC", Opcode::Rcc, Form::Scalar(1), VP2),
    row("RCP", Opcode::Rcp, Form::Scalar(1), VP | FP),
    row("RET", Opcode::Ret, Form::Return, VP2),
    row("RSQ", Opcode::Rsq, Form::Scalar(1), VP | FP),
    row("SCS", Opcode::Scs, Form::Scalar(1), FP),
    row("SEQ", Opcode::Seq, Form::Vector(2), VP2),
    row("SFL", Opcode::Sfl, Form::Vector(2), VP2),
    row("SGE", Opcode::Sge, Form::Vector(2), VP | FP),
    row("SGT", Opcode::Sgt, Form::Vector(2), VP2),
    row("SIN", Opcode::Sin, Form::Scalar(1), FP | VP2),
    row("SLE", Opcode::Sle, Form::Vector(2), VP2),
    row("SLT", Opcode::Slt, Form::Vector(2), VP | FP),
    row("SNE", Opcode::Sne, Form::Vector(2), VP2),
    row("SSG", Opcode::Ssg, Form::Vector(1), VP2),
    row("STR", Opcode::Str, Form::Vector(2), VP2),
    row("SUB", Opcode::Sub, Form::Vector(2), VP | FP),
    row("SWZ", Opcode::Swz, Form::Swz, VP | FP),
    row("TEX", Opcode::Tex, Form::Sample, FP),
    row("TXB", Opcode::Txb, Form::Sample, FP),
    row("TXP", Opcode::Txp, Form::Sample, FP),
    row("XPD", Opcode::Xpd, Form::Vector(2), VP | FP),
];

/// What an instruction's name says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    pub(crate) info: &'static OpcodeInfo,
    /// It ends in `_SAT`.
    pub(crate) saturate: bool,
    /// It has the suffix `C`.
    pub(crate) updates_condition: bool,
}

/// Reads an instruction's name in some languages (TRAPS 1.7: every ALU operation of NV_vertex_program2 has a `C` form).
pub(crate) fn find(word: &str, dialects: u8) -> Option<Name> {
    let (name, saturate) = word
        .strip_suffix("_SAT")
        .map_or((word, false), |n| (n, true));
    let row = |name: &str| {
        OPCODES
            .iter()
            .find(|o| o.name == name && o.dialects & dialects != 0)
    };
    let with = |info, updates_condition| Name {
        info,
        saturate,
        updates_condition,
    };
    if let Some(info) = row(name) {
        return Some(with(info, false));
    }
    let info = row(name.strip_suffix('C').filter(|_| dialects & VP2 != 0)?)?;
    let is_flow = matches!(info.form, Form::Branch | Form::Return);
    (!is_flow).then(|| with(info, true))
}
