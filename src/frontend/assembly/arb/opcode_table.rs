//! The table of instructions. Table X.5 of ARB_vertex_program, ARB_fragment_program and the four NVIDIA options; tables X.4
//! and X.5 of NV_vertex_program2.

use super::opcode::*;

/// Every native language of vertex programs.
const NATIVE: u16 = VP10 | NATIVE11;
/// The same since NV_vertex_program1_1.
const NATIVE11: u16 = VP11 | VP20;

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

/// By name.
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
