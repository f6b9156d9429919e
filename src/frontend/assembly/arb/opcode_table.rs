//! The table of instructions. Table X.5 of ARB_vertex_program, ARB_fragment_program and the four NVIDIA options; tables X.4
//! and X.5 of NV_vertex_program2.

use super::opcode::*;

/// Every native language of vertex programs.
const NATIVE: u16 = VP10 | NATIVE11;
/// The same since NV_vertex_program1_1.
const NATIVE11: u16 = VP11 | VP20;

/// A row of an instruction without suffixes, which reads the same components of its operands that it writes.
const fn row(name: &'static str, opcode: Opcode, form: Form, dialects: u16) -> OpcodeInfo {
    OpcodeInfo {
        name,
        opcode,
        form,
        dialects,
        suffixes: [0, 0],
        reads: None,
    }
}

impl OpcodeInfo {
    /// The row of an instruction that takes suffixes: with NV_fragment_program and with NV_fragment_program2.
    const fn takes(self, suffixes: [u8; 2]) -> OpcodeInfo {
        OpcodeInfo { suffixes, ..self }
    }

    /// The row of an instruction that reads these components of its operands, independent of its mask.
    const fn reads(self, components: u8) -> OpcodeInfo {
        let reads = Some(components);
        OpcodeInfo { reads, ..self }
    }
}

/// Components that are read.
const NONE: u8 = 0;
const X_ONLY: u8 = 0b0001;
const XY: u8 = 0b0011;
const XYZ: u8 = 0b0111;
const XYW: u8 = 0b1011;
const XYZW: u8 = 0b1111;

/// Suffixes that are taken.
const ALL: [u8; 2] = [H | X | C | S; 2];
const FLOAT: [u8; 2] = [H | C | S; 2];
const RESULT: [u8; 2] = [C | S; 2];
const LATE: [u8; 2] = [S, H | C | S];

/// By name.
pub(crate) const OPCODES: &[OpcodeInfo] = &[
    row("ABS", Opcode::Abs, Form::Vector(1), VP | FP | NATIVE11).takes(ALL),
    row("ADD", Opcode::Add, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row("ARA", Opcode::Ara, Form::Ara, VP2 | VP20).reads(XYZW),
    row("ARL", Opcode::Arl, Form::Arl, VP | NATIVE),
    row("ARR", Opcode::Arr, Form::Arl, VP2 | VP20),
    row("BRA", Opcode::Bra, Form::Branch, VP2 | VP20),
    row("BRK", Opcode::Brk, Form::Return, FP2),
    row("CAL", Opcode::Cal, Form::Branch, VP2 | FP2 | VP20),
    row("CMP", Opcode::Cmp, Form::Vector(3), FP).takes([S, C | S]),
    row("COS", Opcode::Cos, Form::Scalar(1), FP | VP2 | VP20 | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("DDX", Opcode::Ddx, Form::Vector(1), NVFP | FP10).takes(FLOAT),
    row("DDY", Opcode::Ddy, Form::Vector(1), NVFP | FP10).takes(FLOAT),
    row("DIV", Opcode::Div, Form::VectorScalar, FP2).takes(FLOAT),
    row("DP2", Opcode::Dp2, Form::Vector(2), FP2)
        .reads(XY)
        .takes(ALL),
    row("DP2A", Opcode::Dp2a, Form::Vector(3), FP2)
        .reads(XY)
        .takes(ALL),
    row("DP3", Opcode::Dp3, Form::Vector(2), VP | FP | NATIVE | FP10)
        .reads(XYZ)
        .takes(ALL),
    row("DP4", Opcode::Dp4, Form::Vector(2), VP | FP | NATIVE | FP10)
        .reads(XYZW)
        .takes(ALL),
    row("DPH", Opcode::Dph, Form::Vector(2), VP | FP | NATIVE11)
        .reads(XYZW)
        .takes(ALL),
    row("DST", Opcode::Dst, Form::Vector(2), VP | FP | NATIVE | FP10)
        .reads(XYZW)
        .takes(FLOAT),
    row("ELSE", Opcode::Else, Form::Alone, FP2),
    row("ENDIF", Opcode::Endif, Form::Alone, FP2),
    row("ENDLOOP", Opcode::Endloop, Form::Alone, FP2),
    row("ENDREP", Opcode::Endrep, Form::Alone, FP2),
    row("EX2", Opcode::Ex2, Form::Scalar(1), VP | FP | VP20 | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("EXP", Opcode::Exp, Form::Scalar(1), VP | NATIVE).reads(X_ONLY),
    row("FLR", Opcode::Flr, Form::Vector(1), VP | FP | VP20 | FP10).takes(ALL),
    row("FRC", Opcode::Frc, Form::Vector(1), VP | FP | VP20 | FP10).takes(ALL),
    row("IF", Opcode::If, Form::If, FP2),
    row("KIL", Opcode::Kil, Form::Kil, FP | FP10).reads(XYZW),
    row("LG2", Opcode::Lg2, Form::Scalar(1), VP | FP | VP20 | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("LIT", Opcode::Lit, Form::Vector(1), VP | FP | NATIVE | FP10)
        .reads(XYW)
        .takes(FLOAT),
    row("LOG", Opcode::Log, Form::Scalar(1), VP | NATIVE).reads(X_ONLY),
    row("LOOP", Opcode::Loop, Form::Loop, FP2).reads(XYZ),
    row("LRP", Opcode::Lrp, Form::Vector(3), FP | FP10).takes(ALL),
    row("MAD", Opcode::Mad, Form::Vector(3), VP | FP | NATIVE | FP10).takes(ALL),
    row("MAX", Opcode::Max, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row("MIN", Opcode::Min, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row("MOV", Opcode::Mov, Form::Vector(1), VP | FP | NATIVE | FP10).takes(ALL),
    row("MUL", Opcode::Mul, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row("NRM", Opcode::Nrm, Form::Vector(1), FP2)
        .reads(XYZ)
        .takes(FLOAT),
    row("PK2H", Opcode::Pk2h, Form::Vector(1), NVFP | FP10).reads(XY),
    row("PK2US", Opcode::Pk2us, Form::Vector(1), NVFP | FP10).reads(XY),
    row("PK4B", Opcode::Pk4b, Form::Vector(1), NVFP | FP10).reads(XYZW),
    row("PK4UB", Opcode::Pk4ub, Form::Vector(1), NVFP | FP10).reads(XYZW),
    row("POPA", Opcode::Popa, Form::Pop, VP3),
    row("POW", Opcode::Pow, Form::Scalar(2), VP | FP | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("PUSHA", Opcode::Pusha, Form::Push, VP3).reads(XYZW),
    row("RCC", Opcode::Rcc, Form::Scalar(1), VP2 | NATIVE11).reads(X_ONLY),
    row("RCP", Opcode::Rcp, Form::Scalar(1), VP | FP | NATIVE | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("REP", Opcode::Rep, Form::Loop, FP2).reads(XYZ),
    row("RET", Opcode::Ret, Form::Return, VP2 | FP2 | VP20),
    row("RFL", Opcode::Rfl, Form::Vector(2), NVFP | FP10)
        .reads(XYZ)
        .takes(FLOAT),
    row("RSQ", Opcode::Rsq, Form::Scalar(1), VP | FP | NATIVE | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row("SCS", Opcode::Scs, Form::Scalar(1), FP)
        .reads(X_ONLY)
        .takes(LATE),
    row(
        "SEQ",
        Opcode::Seq,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .takes(ALL),
    row(
        "SFL",
        Opcode::Sfl,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .reads(NONE)
    .takes(ALL),
    row("SGE", Opcode::Sge, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row(
        "SGT",
        Opcode::Sgt,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .takes(ALL),
    row("SIN", Opcode::Sin, Form::Scalar(1), FP | VP2 | VP20 | FP10)
        .reads(X_ONLY)
        .takes(FLOAT),
    row(
        "SLE",
        Opcode::Sle,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .takes(ALL),
    row("SLT", Opcode::Slt, Form::Vector(2), VP | FP | NATIVE | FP10).takes(ALL),
    row(
        "SNE",
        Opcode::Sne,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .takes(ALL),
    row("SSG", Opcode::Ssg, Form::Vector(1), VP2 | VP20),
    row(
        "STR",
        Opcode::Str,
        Form::Vector(2),
        VP2 | NVFP | VP20 | FP10,
    )
    .reads(NONE)
    .takes(ALL),
    row(
        "SUB",
        Opcode::Sub,
        Form::Vector(2),
        VP | FP | NATIVE11 | FP10,
    )
    .takes(ALL),
    row("SWZ", Opcode::Swz, Form::Swz, VP | FP).takes(LATE),
    row("TEX", Opcode::Tex, Form::Sample, FP | VP3 | FP10)
        .reads(XYZW)
        .takes(RESULT),
    row("TXB", Opcode::Txb, Form::Sample, FP | VP3)
        .reads(XYZW)
        .takes(RESULT),
    row("TXD", Opcode::Txd, Form::SampleDerivatives, NVFP | FP10)
        .reads(XYZW)
        .takes(RESULT),
    row("TXL", Opcode::Txl, Form::Sample, FP2 | VP3)
        .reads(XYZW)
        .takes(RESULT),
    row("TXP", Opcode::Txp, Form::Sample, FP | VP3 | FP10)
        .reads(XYZW)
        .takes(RESULT),
    row("UP2H", Opcode::Up2h, Form::Scalar(1), NVFP | FP10)
        .reads(X_ONLY)
        .takes(RESULT),
    row("UP2US", Opcode::Up2us, Form::Scalar(1), NVFP | FP10)
        .reads(X_ONLY)
        .takes(RESULT),
    row("UP4B", Opcode::Up4b, Form::Scalar(1), NVFP | FP10)
        .reads(X_ONLY)
        .takes(RESULT),
    row("UP4UB", Opcode::Up4ub, Form::Scalar(1), NVFP | FP10)
        .reads(X_ONLY)
        .takes(RESULT),
    row("X2D", Opcode::X2d, Form::Vector(3), NVFP | FP10)
        .reads(XYZW)
        .takes(FLOAT),
    row("XPD", Opcode::Xpd, Form::Vector(2), VP | FP)
        .reads(XYZ)
        .takes(LATE),
];

/// The row of an instruction's name without its suffixes, in some languages.
pub(crate) fn named(name: &str, dialects: u16) -> Option<&'static OpcodeInfo> {
    let first = OPCODES.partition_point(|o| o.name < name);
    let mut rows = OPCODES[first..].iter().take_while(|o| o.name == name);
    rows.find(|o| o.dialects & dialects != 0)
}

/// The numbers of the rows by opcode.
const BY_OPCODE: [u8; OPCODES.len()] = {
    let mut rows = [0; OPCODES.len()];
    let mut i = 0;
    while i < OPCODES.len() {
        rows[OPCODES[i].opcode as usize] = i as u8;
        i += 1;
    }
    rows
};

/// The row of an operation.
pub(crate) fn row_of(opcode: Opcode) -> &'static OpcodeInfo {
    &OPCODES[usize::from(BY_OPCODE[opcode as usize])]
}
