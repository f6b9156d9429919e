//! The opcode table of the ARB assembly languages. A later dialect adds rows and flags. [`super::instruction_name`] reads
//! names with their suffixes.

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
    /// A vector and a scalar.
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
    /// Branches, calls and blocks: nothing of them is computed.
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
    /// Languages that have it, of [`VP`] and those behind.
    pub(crate) dialects: u16,
    /// Suffixes with NV_fragment_program (option or language) and with NV_fragment_program2, of [`H`] and those behind.
    suffixes: [u8; 2],
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

/// Every native language of vertex programs.
const NATIVE: u16 = VP10 | NATIVE11;
/// The same since NV_vertex_program1_1.
const NATIVE11: u16 = VP11 | VP20;

/// The precisions `R` and `H`.
pub(crate) const H: u8 = 1;
/// The precision `X`.
pub(crate) const X: u8 = 2;
/// An update of the condition code: `C`.
pub(crate) const C: u8 = 4;
/// `_SAT`, with NV_fragment_program2 also `_SSAT`.
pub(crate) const S: u8 = 8;

const fn row(name: &'static str, opcode: Opcode, form: Form, dialects: u16) -> OpcodeInfo {
    row_with(name, opcode, form, dialects, [0, 0])
}

const fn row_with(
    name: &'static str,
    opcode: Opcode,
    form: Form,
    dialects: u16,
    suffixes: [u8; 2],
) -> OpcodeInfo {
    OpcodeInfo {
        name,
        opcode,
        form,
        dialects,
        suffixes,
    }
}

const ALL: [u8; 2] = [H | X | C | S; 2];
const FLOAT: [u8; 2] = [H | C | S; 2];
const RESULT: [u8; 2] = [C | S; 2];
const LATE: [u8; 2] = [S, H | C | S];

/// The row of an instruction's name without its suffixes, in some languages.
pub(crate) fn named(name: &str, dialects: u16) -> Option<&'static OpcodeInfo> {
    let first = OPCODES.partition_point(|o| o.name < name);
    let mut rows = OPCODES[first..].iter().take_while(|o| o.name == name);
    rows.find(|o| o.dialects & dialects != 0)
}

/// By name. Table X.5 of ARB_vertex_program, ARB_fragment_program and the four NVIDIA options; tables X.4 and X.5 of
/// NV_vertex_program2.
pub(crate) const OPCODES: &[OpcodeInfo] = &[
    row_with("ABS", Opcode::Abs, Form::Vector(1), VP | FP | NATIVE11, ALL),
    row_with(
        "ADD",
        Opcode::Add,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row("ARA", Opcode::Ara, Form::Ara, VP2 | VP20),
    row("ARL", Opcode::Arl, Form::Arl, VP | NATIVE),
    row("ARR", Opcode::Arr, Form::Arl, VP2 | VP20),
    row("BRA", Opcode::Bra, Form::Branch, VP2 | VP20),
    row("BRK", Opcode::Brk, Form::Return, FP2),
    row("CAL", Opcode::Cal, Form::Branch, VP2 | FP2 | VP20),
    row_with("CMP", Opcode::Cmp, Form::Vector(3), FP, [S, C | S]),
    row_with(
        "COS",
        Opcode::Cos,
        Form::Scalar(1),
        FP | VP2 | VP20 | FP10,
        FLOAT,
    ),
    row_with("DDX", Opcode::Ddx, Form::Vector(1), NVFP | FP10, FLOAT),
    row_with("DDY", Opcode::Ddy, Form::Vector(1), NVFP | FP10, FLOAT),
    row_with("DIV", Opcode::Div, Form::VectorScalar, FP2, FLOAT),
    row_with("DP2", Opcode::Dp2, Form::Vector(2), FP2, ALL),
    row_with("DP2A", Opcode::Dp2a, Form::Vector(3), FP2, ALL),
    row_with(
        "DP3",
        Opcode::Dp3,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "DP4",
        Opcode::Dp4,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with("DPH", Opcode::Dph, Form::Vector(2), VP | FP | NATIVE11, ALL),
    row_with(
        "DST",
        Opcode::Dst,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        FLOAT,
    ),
    row("ELSE", Opcode::Else, Form::Alone, FP2),
    row("ENDIF", Opcode::Endif, Form::Alone, FP2),
    row("ENDLOOP", Opcode::Endloop, Form::Alone, FP2),
    row("ENDREP", Opcode::Endrep, Form::Alone, FP2),
    row_with(
        "EX2",
        Opcode::Ex2,
        Form::Scalar(1),
        VP | FP | VP20 | FP10,
        FLOAT,
    ),
    row("EXP", Opcode::Exp, Form::Scalar(1), VP | NATIVE),
    row_with(
        "FLR",
        Opcode::Flr,
        Form::Vector(1),
        VP | FP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "FRC",
        Opcode::Frc,
        Form::Vector(1),
        VP | FP | VP20 | FP10,
        ALL,
    ),
    row("IF", Opcode::If, Form::If, FP2),
    row("KIL", Opcode::Kil, Form::Kil, FP | FP10),
    row_with(
        "LG2",
        Opcode::Lg2,
        Form::Scalar(1),
        VP | FP | VP20 | FP10,
        FLOAT,
    ),
    row_with(
        "LIT",
        Opcode::Lit,
        Form::Vector(1),
        VP | FP | NATIVE | FP10,
        FLOAT,
    ),
    row("LOG", Opcode::Log, Form::Scalar(1), VP | NATIVE),
    row("LOOP", Opcode::Loop, Form::Loop, FP2),
    row_with("LRP", Opcode::Lrp, Form::Vector(3), FP | FP10, ALL),
    row_with(
        "MAD",
        Opcode::Mad,
        Form::Vector(3),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "MAX",
        Opcode::Max,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "MIN",
        Opcode::Min,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "MOV",
        Opcode::Mov,
        Form::Vector(1),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "MUL",
        Opcode::Mul,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with("NRM", Opcode::Nrm, Form::Vector(1), FP2, FLOAT),
    row("PK2H", Opcode::Pk2h, Form::Vector(1), NVFP | FP10),
    row("PK2US", Opcode::Pk2us, Form::Vector(1), NVFP | FP10),
    row("PK4B", Opcode::Pk4b, Form::Vector(1), NVFP | FP10),
    row("PK4UB", Opcode::Pk4ub, Form::Vector(1), NVFP | FP10),
    row("POPA", Opcode::Popa, Form::Pop, VP3),
    row_with("POW", Opcode::Pow, Form::Scalar(2), VP | FP | FP10, FLOAT),
    row("PUSHA", Opcode::Pusha, Form::Push, VP3),
    row("RCC", Opcode::Rcc, Form::Scalar(1), VP2 | NATIVE11),
    row_with(
        "RCP",
        Opcode::Rcp,
        Form::Scalar(1),
        VP | FP | NATIVE | FP10,
        FLOAT,
    ),
    row("REP", Opcode::Rep, Form::Loop, FP2),
    row("RET", Opcode::Ret, Form::Return, VP2 | FP2 | VP20),
    row_with("RFL", Opcode::Rfl, Form::Vector(2), NVFP | FP10, FLOAT),
    row_with(
        "RSQ",
        Opcode::Rsq,
        Form::Scalar(1),
        VP | FP | NATIVE | FP10,
        FLOAT,
    ),
    row_with("SCS", Opcode::Scs, Form::Scalar(1), FP, LATE),
    row_with(
        "SEQ",
        Opcode::Seq,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "SFL",
        Opcode::Sfl,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "SGE",
        Opcode::Sge,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "SGT",
        Opcode::Sgt,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "SIN",
        Opcode::Sin,
        Form::Scalar(1),
        FP | VP2 | VP20 | FP10,
        FLOAT,
    ),
    row_with(
        "SLE",
        Opcode::Sle,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "SLT",
        Opcode::Slt,
        Form::Vector(2),
        VP | FP | NATIVE | FP10,
        ALL,
    ),
    row_with(
        "SNE",
        Opcode::Sne,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row("SSG", Opcode::Ssg, Form::Vector(1), VP2 | VP20),
    row_with(
        "STR",
        Opcode::Str,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
        ALL,
    ),
    row_with(
        "SUB",
        Opcode::Sub,
        Form::Vector(2),
        VP | FP | NATIVE11 | FP10,
        ALL,
    ),
    row_with("SWZ", Opcode::Swz, Form::Swz, VP | FP, LATE),
    row_with("TEX", Opcode::Tex, Form::Sample, FP | VP3 | FP10, RESULT),
    row_with("TXB", Opcode::Txb, Form::Sample, FP | VP3, RESULT),
    row_with(
        "TXD",
        Opcode::Txd,
        Form::SampleDerivatives,
        NVFP | FP10,
        RESULT,
    ),
    row_with("TXL", Opcode::Txl, Form::Sample, FP2 | VP3, RESULT),
    row_with("TXP", Opcode::Txp, Form::Sample, FP | VP3 | FP10, RESULT),
    row_with("UP2H", Opcode::Up2h, Form::Scalar(1), NVFP | FP10, RESULT),
    row_with("UP2US", Opcode::Up2us, Form::Scalar(1), NVFP | FP10, RESULT),
    row_with("UP4B", Opcode::Up4b, Form::Scalar(1), NVFP | FP10, RESULT),
    row_with("UP4UB", Opcode::Up4ub, Form::Scalar(1), NVFP | FP10, RESULT),
    row_with("X2D", Opcode::X2d, Form::Vector(3), NVFP | FP10, FLOAT),
    row_with("XPD", Opcode::Xpd, Form::Vector(2), VP | FP, LATE),
];

impl OpcodeInfo {
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
