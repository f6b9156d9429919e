//! The table of opcodes. The bits of a row's versions stand in the order of [`Version::ALL`](super::version::Version).

use super::opcode::{Opcode, OpcodeInfo, Shape};

const fn row(
    opcode: Opcode,
    name: &'static str,
    number: u16,
    operands: (bool, u8),
    versions: u16,
    slots: u8,
) -> OpcodeInfo {
    let (destination, sources) = operands;
    OpcodeInfo {
        opcode,
        name,
        number,
        control: Some(0),
        shape: Shape {
            destination,
            sources,
        },
        versions,
        slots,
    }
}

const fn with(row: OpcodeInfo, control: Option<u8>) -> OpcodeInfo {
    OpcodeInfo { control, ..row }
}

/// Sets of versions.
mod of {
    /// All vertex shaders, those from 2.0, those with flow by values, 3.0, and 2 alone.
    pub(super) const VS: u16 = 0x003f;
    pub(super) const VS2: u16 = 0x003e;
    pub(super) const VSX: u16 = 0x003c;
    pub(super) const VS3: u16 = 0x0030;
    pub(super) const VS2_ONLY: u16 = 0x000e;
    /// Pixel shaders 1, those with texture registers, 1.2 and 1.3, 1.3, and 1.4.
    pub(super) const PS1: u16 = 0x03c0;
    pub(super) const OLD: u16 = 0x01c0;
    pub(super) const PS12: u16 = 0x0180;
    pub(super) const PS13: u16 = 0x0100;
    pub(super) const PS14: u16 = 0x0200;
    /// Pixel shaders from 2.0, those with flow, 3.0, and 2 alone.
    pub(super) const PS2: u16 = 0x7c00;
    pub(super) const PSX: u16 = 0x7800;
    pub(super) const PS3: u16 = 0x6000;
    pub(super) const PS2_ONLY: u16 = 0x1c00;
}

/// All opcodes. Names that are the same differ in versions or operands.
pub(super) const TABLE: &[OpcodeInfo] = &[
    row(
        Opcode::Nop,
        "nop",
        0,
        (false, 0),
        of::VS | of::PS2 | of::PS1,
        0,
    ),
    row(
        Opcode::Mov,
        "mov",
        1,
        (true, 1),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(
        Opcode::Add,
        "add",
        2,
        (true, 2),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(
        Opcode::Sub,
        "sub",
        3,
        (true, 2),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(
        Opcode::Mad,
        "mad",
        4,
        (true, 3),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(
        Opcode::Mul,
        "mul",
        5,
        (true, 2),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(Opcode::Rcp, "rcp", 6, (true, 1), of::VS | of::PS2, 1),
    row(Opcode::Rsq, "rsq", 7, (true, 1), of::VS | of::PS2, 1),
    row(
        Opcode::Dp3,
        "dp3",
        8,
        (true, 2),
        of::VS | of::PS2 | of::PS1,
        1,
    ),
    row(
        Opcode::Dp4,
        "dp4",
        9,
        (true, 2),
        of::VS | of::PS2 | of::PS12 | of::PS14,
        1,
    ),
    row(Opcode::Min, "min", 10, (true, 2), of::VS | of::PS2, 1),
    row(Opcode::Max, "max", 11, (true, 2), of::VS | of::PS2, 1),
    row(Opcode::Slt, "slt", 12, (true, 2), of::VS, 1),
    row(Opcode::Sge, "sge", 13, (true, 2), of::VS, 1),
    row(Opcode::Exp, "exp", 14, (true, 1), of::VS | of::PS2, 1),
    row(Opcode::Log, "log", 15, (true, 1), of::VS | of::PS2, 1),
    row(Opcode::Lit, "lit", 16, (true, 1), of::VS, 1),
    row(Opcode::Dst, "dst", 17, (true, 2), of::VS, 1),
    row(
        Opcode::Lrp,
        "lrp",
        18,
        (true, 3),
        of::VS2 | of::PS2 | of::PS1,
        2,
    ),
    row(Opcode::Frc, "frc", 19, (true, 1), of::VS | of::PS2, 1),
    row(Opcode::M4x4, "m4x4", 20, (true, 2), of::VS | of::PS2, 4),
    row(Opcode::M4x3, "m4x3", 21, (true, 2), of::VS | of::PS2, 3),
    row(Opcode::M3x4, "m3x4", 22, (true, 2), of::VS | of::PS2, 4),
    row(Opcode::M3x3, "m3x3", 23, (true, 2), of::VS | of::PS2, 3),
    row(Opcode::M3x2, "m3x2", 24, (true, 2), of::VS | of::PS2, 2),
    row(Opcode::Call, "call", 25, (false, 1), of::VS2 | of::PSX, 2),
    row(
        Opcode::CallNz,
        "callnz",
        26,
        (false, 2),
        of::VS2 | of::PSX,
        3,
    ),
    row(Opcode::Loop, "loop", 27, (false, 2), of::VS2 | of::PS3, 3),
    row(Opcode::Ret, "ret", 28, (false, 0), of::VS2 | of::PSX, 1),
    row(
        Opcode::EndLoop,
        "endloop",
        29,
        (false, 0),
        of::VS2 | of::PS3,
        2,
    ),
    row(Opcode::Label, "label", 30, (false, 1), of::VS2 | of::PSX, 0),
    row(Opcode::Pow, "pow", 32, (true, 2), of::VS2 | of::PS2, 3),
    row(Opcode::Crs, "crs", 33, (true, 2), of::VS2 | of::PS2, 2),
    row(Opcode::Sgn, "sgn", 34, (true, 3), of::VS2, 3),
    row(Opcode::Abs, "abs", 35, (true, 1), of::VS2 | of::PS2, 1),
    row(Opcode::Nrm, "nrm", 36, (true, 1), of::VS2 | of::PS2, 3),
    row(
        Opcode::SinCos,
        "sincos",
        37,
        (true, 3),
        of::VS2_ONLY | of::PS2_ONLY,
        8,
    ),
    row(
        Opcode::SinCos,
        "sincos",
        37,
        (true, 1),
        of::VS3 | of::PS3,
        8,
    ),
    row(Opcode::Rep, "rep", 38, (false, 1), of::VS2 | of::PSX, 3),
    row(
        Opcode::EndRep,
        "endrep",
        39,
        (false, 0),
        of::VS2 | of::PSX,
        2,
    ),
    row(Opcode::If, "if", 40, (false, 1), of::VS2 | of::PSX, 3),
    with(
        row(Opcode::IfC, "if", 41, (false, 2), of::VSX | of::PSX, 3),
        None,
    ),
    row(Opcode::Else, "else", 42, (false, 0), of::VS2 | of::PSX, 1),
    row(Opcode::EndIf, "endif", 43, (false, 0), of::VS2 | of::PSX, 1),
    row(Opcode::Break, "break", 44, (false, 0), of::VSX | of::PSX, 1),
    with(
        row(
            Opcode::BreakC,
            "break",
            45,
            (false, 2),
            of::VSX | of::PSX,
            3,
        ),
        None,
    ),
    row(
        Opcode::BreakP,
        "breakp",
        96,
        (false, 1),
        of::VSX | of::PSX,
        3,
    ),
    row(Opcode::Mova, "mova", 46, (true, 1), of::VS2, 1),
    row(Opcode::TexCoord, "texcoord", 64, (true, 0), of::OLD, 1),
    row(Opcode::TexCrd, "texcrd", 64, (true, 1), of::PS14, 1),
    row(
        Opcode::TexKill,
        "texkill",
        65,
        (true, 0),
        of::PS2 | of::PS1,
        1,
    ),
    row(Opcode::Tex, "tex", 66, (true, 0), of::OLD, 1),
    row(Opcode::TexLd, "texld", 66, (true, 1), of::PS14, 1),
    row(Opcode::TexLd, "texld", 66, (true, 2), of::PS2, 1),
    with(
        row(Opcode::TexLdP, "texldp", 66, (true, 2), of::PS2, 1),
        Some(1),
    ),
    with(
        row(Opcode::TexLdB, "texldb", 66, (true, 2), of::PS2, 1),
        Some(2),
    ),
    row(Opcode::TexBem, "texbem", 67, (true, 1), of::OLD, 1),
    row(Opcode::TexBemL, "texbeml", 68, (true, 1), of::OLD, 1),
    row(Opcode::TexReg2Ar, "texreg2ar", 69, (true, 1), of::OLD, 1),
    row(Opcode::TexReg2Gb, "texreg2gb", 70, (true, 1), of::OLD, 1),
    row(Opcode::TexM3x2Pad, "texm3x2pad", 71, (true, 1), of::OLD, 1),
    row(Opcode::TexM3x2Tex, "texm3x2tex", 72, (true, 1), of::OLD, 1),
    row(Opcode::TexM3x3Pad, "texm3x3pad", 73, (true, 1), of::OLD, 1),
    row(Opcode::TexM3x3Tex, "texm3x3tex", 74, (true, 1), of::OLD, 1),
    row(
        Opcode::TexM3x3Spec,
        "texm3x3spec",
        76,
        (true, 2),
        of::OLD,
        1,
    ),
    row(
        Opcode::TexM3x3VSpec,
        "texm3x3vspec",
        77,
        (true, 1),
        of::OLD,
        1,
    ),
    row(Opcode::ExpP, "expp", 78, (true, 1), of::VS, 1),
    row(Opcode::LogP, "logp", 79, (true, 1), of::VS, 1),
    row(Opcode::Cnd, "cnd", 80, (true, 3), of::PS1, 1),
    row(Opcode::TexReg2Rgb, "texreg2rgb", 82, (true, 1), of::PS12, 1),
    row(Opcode::TexDp3Tex, "texdp3tex", 83, (true, 1), of::PS12, 1),
    row(
        Opcode::TexM3x2Depth,
        "texm3x2depth",
        84,
        (true, 1),
        of::PS13,
        1,
    ),
    row(Opcode::TexDp3, "texdp3", 85, (true, 1), of::PS12, 1),
    row(Opcode::TexM3x3, "texm3x3", 86, (true, 1), of::PS12, 1),
    row(Opcode::TexDepth, "texdepth", 87, (true, 0), of::PS14, 1),
    row(
        Opcode::Cmp,
        "cmp",
        88,
        (true, 3),
        of::PS2 | of::PS12 | of::PS14,
        1,
    ),
    row(Opcode::Bem, "bem", 89, (true, 2), of::PS14, 2),
    row(Opcode::Dp2Add, "dp2add", 90, (true, 3), of::PS2, 2),
    row(Opcode::Dsx, "dsx", 91, (true, 1), of::PSX, 2),
    row(Opcode::Dsy, "dsy", 92, (true, 1), of::PSX, 2),
    row(Opcode::TexLdD, "texldd", 93, (true, 4), of::PSX, 3),
    with(
        row(Opcode::SetP, "setp", 94, (true, 2), of::VSX | of::PSX, 1),
        None,
    ),
    row(
        Opcode::TexLdL,
        "texldl",
        95,
        (true, 2),
        of::VS3 | of::PS3,
        2,
    ),
    row(Opcode::Phase, "phase", 0xfffd, (false, 0), of::PS14, 0),
];
