//! A shader of the ATI fragment machine. Commands of ATI_fragment_shader ([`super::recorder`]) or the text of
//! ATI_text_fragment_shader make it. Lowering, printing and the recorder read these types.

use crate::ir::Span;
use smallvec::SmallVec;

/// REG_0_ATI … REG_5_ATI (QUIRKS 2.37).
pub const REGISTERS: usize = 6;
/// CON_0_ATI … CON_7_ATI (QUIRKS 2.3).
pub const CONSTANTS: usize = 8;
/// Coordinate sets that a shader can name.
pub const COORDINATES: usize = 8;
/// The most passes: the second one can sample where the first has computed.
pub const PASSES: usize = 2;
/// Instruction pairs of a pass.
pub const PAIRS: usize = 8;

/// A shader as its commands or its text define it, checked by `rules`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shader {
    /// One or two passes.
    pub passes: SmallVec<[Pass; PASSES]>,
    /// The values of the shader's own constants; the others are the context's.
    pub constants: [Constant; CONSTANTS],
}

/// The source of a constant register's value.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Constant {
    /// SetFragmentShaderConstantATI outside a definition: the context's value of this register at the draw.
    #[default]
    Global,
    /// Set inside the definition, or a literal of the text form.
    Local([f32; 4]),
    /// `program.env[n]` of TEXT_FRAGMENT_SHADER_ATI (text form).
    Env(u32),
    /// `program.local[n]` of TEXT_FRAGMENT_SHADER_ATI (text form).
    Parameter(u32),
}

/// One pass: routing, then arithmetic.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pass {
    /// The routing of each register.
    pub routing: [Option<Routing>; REGISTERS],
    /// At most [`PAIRS`], executed in order; the halves of a pair in parallel.
    pub pairs: Vec<Pair>,
}

/// PassTexCoord or SampleMap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Routing {
    /// SampleMap: the texture of the destination register's unit is sampled at the coordinates.
    pub sample: bool,
    /// The source of the coordinates.
    pub source: Coordinates,
    /// The choice of three components, and the division.
    pub swizzle: Swizzle,
    /// The text that asked for it; `Span::NONE` when recorded.
    pub span: Span,
}

/// A source of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinates {
    /// TEXTUREn: the interpolated coordinate set.
    Set(u8),
    /// REG_n, in the second pass.
    Register(u8),
}

/// SWIZZLE_…_ATI (table 3.20).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swizzle {
    /// (s, t, r)
    Str,
    /// (s, t, q)
    Stq,
    /// (s/r, t/r, 1/r)
    StrDr,
    /// (s/q, t/q, 1/q)
    StqDq,
}

impl Swizzle {
    /// All of them, with their names in the text form.
    pub const TABLE: [(Swizzle, &'static str); 4] = [
        (Swizzle::Str, "str"),
        (Swizzle::Stq, "stq"),
        (Swizzle::StrDr, "str_dr"),
        (Swizzle::StqDq, "stq_dq"),
    ];

    /// The source component that is the third of the result, or that divides: r (2) or q (3).
    pub fn third(self) -> usize {
        match self {
            Swizzle::Str | Swizzle::StrDr => 2,
            Swizzle::Stq | Swizzle::StqDq => 3,
        }
    }

    /// Whether the coordinates are divided.
    pub fn divides(self) -> bool {
        matches!(self, Swizzle::StrDr | Swizzle::StqDq)
    }
}

/// A colour and an alpha operation that execute in parallel; at least one is there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pair {
    /// Writes components of r, g, b.
    pub color: Option<Operation>,
    /// Writes alpha.
    pub alpha: Option<Operation>,
}

/// One colour or alpha operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub opcode: Opcode,
    /// REG_n.
    pub register: u8,
    /// Components written: bits 0 to 2 of a colour operation (never 0: NONE means all three), bit 3 of an alpha one.
    pub mask: u8,
    /// The modifiers of the result: ×2^scale with scale in −3 … 3, then a clamp to [0, 1] when `saturate`.
    pub scale: i8,
    /// SATURATE_BIT_ATI.
    pub saturate: bool,
    /// The arguments of the opcode. A dot product in alpha takes the colour operation's result (QUIRKS 2.14); its own
    /// arguments are ignored.
    pub arguments: SmallVec<[Argument; 3]>,
    /// The text that asked for it; `Span::NONE` when recorded.
    pub span: Span,
}

impl Operation {
    /// Whether an argument names the primary or the secondary colour.
    pub fn reads_color(&self) -> bool {
        let mut sources = self.arguments.iter().map(|a| a.source);
        sources.any(|s| matches!(s, Source::Primary | Source::Secondary))
    }
}

/// An argument of an operation: source, then replication, then modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    pub source: Source,
    /// The component copied to all; `None`: no replication.
    pub replicate: Option<u8>,
    pub modifiers: Modifiers,
}

/// The source of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// REG_n
    Register(u8),
    /// CON_n
    Constant(u8),
    /// 0 in all components.
    Zero,
    /// 1 in all components.
    One,
    /// PRIMARY_COLOR_ARB
    Primary,
    /// SECONDARY_INTERPOLATOR_ATI: no alpha.
    Secondary,
}

/// Source modifiers, applied in this order (QUIRKS 2.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// 1 − x
    pub complement: bool,
    /// x − 0.5
    pub bias: bool,
    /// Multiplies by 2.
    pub double: bool,
    /// Changes the sign.
    pub negate: bool,
}

/// Operations (table 3.21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opcode {
    Mov,
    Add,
    Mul,
    Sub,
    Dot3,
    Dot4,
    Mad,
    Lerp,
    Cnd,
    Cnd0,
    Dot2Add,
}

impl Opcode {
    /// The name in the text form.
    pub fn name(self) -> &'static str {
        Opcode::TABLE[self as usize].1
    }

    /// All of them, with their names in the text form and how many arguments they take.
    pub const TABLE: [(Opcode, &'static str, usize); 11] = [
        (Opcode::Mov, "MOV", 1),
        (Opcode::Add, "ADD", 2),
        (Opcode::Mul, "MUL", 2),
        (Opcode::Sub, "SUB", 2),
        (Opcode::Dot3, "DOT3", 2),
        (Opcode::Dot4, "DOT4", 2),
        (Opcode::Mad, "MAD", 3),
        (Opcode::Lerp, "LERP", 3),
        (Opcode::Cnd, "CND", 3),
        (Opcode::Cnd0, "CND0", 3),
        (Opcode::Dot2Add, "DOT2ADD", 3),
    ];

    /// Arguments that the operation takes.
    pub fn arity(self) -> usize {
        Opcode::TABLE[self as usize].2
    }

    /// Whether the result of the colour operation goes to alpha, too, when the alpha operation is the same
    /// (QUIRKS 2.14).
    pub fn is_dot(self) -> bool {
        matches!(self, Opcode::Dot3 | Opcode::Dot4 | Opcode::Dot2Add)
    }
}
