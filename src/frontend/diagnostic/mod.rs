//! Errors and warnings of programs. All front ends use these types.

pub mod c_like;
pub mod collect;
pub mod d3d;
pub mod listing;
pub mod preprocessor;
pub mod stage;
pub mod syntax;
mod warning;

pub use warning::{Warning, WarningKind};

use super::source_map::Source;
use crate::ir::Span;
use c_like::Rule;
use d3d::D3dRule;
use preprocessor::Fault;
use stage::StageRule;
use syntax::SyntaxFault;

/// The most bytes of a message, without its excerpt.
const MAX_MESSAGE_BYTES: usize = 240;

/// Why a program was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ProgramError {
    /// The rule that the program breaks.
    pub kind: ErrorKind,
    /// The offending token. An error that is found at the end of the text has the empty span there.
    pub span: Span,
}

impl ProgramError {
    /// PROGRAM_ERROR_POSITION_ARB: the byte offset of the offending token. It is the program's length for errors that are
    /// found at its end (ARB_vertex_program 2.14.1).
    pub fn error_position(&self) -> i32 {
        self.span.start as i32
    }

    /// Returns `line 3, column 9: error: …`, then the line and carets below the span.
    pub fn info_log(&self, text: &[u8]) -> String {
        message("error", self.kind.to_string(), self.span, text)
    }
}

/// `line 3, column 9: error: …`, then the line and a caret.
fn message(severity: &str, sentence: String, span: Span, text: &[u8]) -> String {
    let source = Source::new(text);
    let place = source.place(span);
    let sentence = shortened(sentence);
    format!(
        "line {}, column {}: {severity}: {sentence}\n{}\n",
        place.line,
        place.column,
        source.excerpt(span)
    )
}

/// A sentence of at most `MAX_MESSAGE_BYTES`: a name of the text may be as long as the text.
fn shortened(mut sentence: String) -> String {
    if sentence.len() > MAX_MESSAGE_BYTES {
        sentence.truncate(sentence.floor_char_boundary(MAX_MESSAGE_BYTES));
        sentence.push_str("...");
    }
    sentence
}

/// The rules of the languages. A message names the rule that is broken, and says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    #[error("a program text has at most {limit} bytes")]
    TextTooLong { limit: usize },
    #[error("the program must begin with \"{expected}\"")]
    Header { expected: String },
    #[error("programs that begin with \"{0}\" are not understood here (NV_gpu_program4)")]
    LaterLanguage(&'static str),
    #[error("programs that begin with \"{0}\" belong to another target")]
    StageOfHeader(&'static str),
    #[error("the character {0:#04x} has no meaning in a program")]
    Character(u8),
    #[error("the number is too large")]
    NumberTooLarge,
    #[error("expected {expected}, found {found}")]
    Expected {
        expected: &'static str,
        found: String,
    },
    #[error("unknown instruction or declaration \"{0}\"")]
    UnknownInstruction(String),
    #[error(
        "_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; \"{0}\" has none"
    )]
    Saturate(String),
    #[error("unknown program option \"{0}\"")]
    UnknownOption(String),
    #[error("the options exclude each other: {0}")]
    OptionConflict(&'static str),
    #[error("OPTION must stand before all other statements")]
    OptionLate,
    #[error("\"{0}\" is a reserved word and cannot be declared")]
    Reserved(String),
    #[error("\"{0}\" is already declared")]
    Redeclared(String),
    #[error("\"{0}\" is not declared")]
    Undeclared(String),
    #[error("\"{0}\" is not {1}")]
    WrongVariable(String, &'static str),
    #[error("\"{0}\" is a reserved word, not the name of a variable")]
    NotAName(String),
    #[error("\"{0}\" names {1}, which can only be read")]
    ReadOnly(String, &'static str),
    #[error(
        "{name} has {count} operand{} before its texture image unit; operand {number} is missing", if *.count == 1 { "" } else { "s" }
    )]
    MissingOperand {
        name: &'static str,
        count: u8,
        number: u8,
    },
    #[error("{0} does not sample: a texture image unit is no operand of it")]
    SamplesNothing(&'static str),
    #[error("there is no binding \"{0}\" here")]
    UnknownBinding(String),
    #[error("{what} {index} is out of range: the largest is {}", .limit.saturating_sub(1))]
    IndexRange {
        what: &'static str,
        index: u64,
        limit: u64,
    },
    #[error("{what} {index} cannot be the first of four: the number must be divisible by four")]
    NotFirstOfFour { what: &'static str, index: u32 },
    #[error("the range {first}..{last} runs backward")]
    RangeOrder { first: u64, last: u64 },
    #[error("state.matrix.{0} has no index; modelview, texture and program matrices have one")]
    MatrixIndex(String),
    #[error("a matrix binding of {0} rows needs a parameter array")]
    MatrixInScalar(u64),
    #[error("the array is declared with {declared} vectors but {bound} are bound")]
    ArraySize { declared: u64, bound: u64 },
    #[error("an array has at least one vector")]
    ArrayEmpty,
    #[error("\"{0}\" is an array: an element needs an index in brackets")]
    ArrayWithoutIndex(String),
    #[error("\"{0}\" is not an array")]
    NotAnArray(String),
    #[error(
        "a swizzle has one letter or four, all of xyzw (in fragment programs also all of rgba)"
    )]
    Swizzle,
    #[error("a write mask names components in order, of xyzw (in fragment programs also of rgba)")]
    WriteMask,
    #[error("a scalar operand needs one component, as in \"{0}.x\"")]
    ScalarSuffix(String),
    #[error("an address register is written and used through \".x\" only")]
    AddressComponent,
    #[error("the offset of a relative address must lie in -64..63")]
    AddressOffset,
    #[error(
        "result.position is written by option ARB_position_invariant; the program may not name it"
    )]
    InvariantPosition,
    #[error("vertex.attrib[{generic}] and its conventional twin {twin} cannot both be bound")]
    AttributeConflict { generic: u32, twin: &'static str },
    #[error("texture image unit {0} is used with two targets")]
    TargetConflict(u32),
    #[error("{0} needs OPTION ARB_fragment_program_shadow")]
    NeedsShadow(&'static str),
    #[error("{0} only with OPTION {1};")]
    NeedsOption(&'static str, &'static str),
    #[error("{0} only from {1} on")]
    NeedsLanguage(&'static str, &'static str),
    #[error("there is no register \"{0}\" that can be read here")]
    NotReadable(String),
    #[error("there is no register \"{0}\" that can be written here")]
    NotWritable(String),
    #[error("the language has the address register{0} only")]
    NoAddressRegister(&'static str),
    #[error("an instruction reads at most one vertex attribute; this is a second one")]
    SecondAttribute,
    #[error("an instruction reads at most one program parameter; this is a second one")]
    SecondParameter,
    #[error("a position-invariant program of !!VP1.1 cannot address program parameters relatively")]
    InvariantRelative,
    #[error("o[HPOS] is written by OPTION NV_position_invariant; the program may not name it")]
    InvariantHpos,
    #[error("an instruction reads at most one fragment attribute; this is a second one")]
    SecondFragmentAttribute,
    #[error(
        "an instruction reads at most one program parameter (or constants of at most four numbers); this is a second one"
    )]
    SecondFragmentParameter,
    #[error(
        "the constants of an instruction have at most four different numbers, of either sign; here is the fifth"
    )]
    ConstantNumbers,
    #[error("a fragment program writes o[COLR] or o[COLH], not both")]
    BothColors,
    #[error("a fragment program must write o[COLR], o[COLH] or o[DEPR]")]
    NoFragmentResult,
    #[error("packed values need 32 bits: {0} does not take a register of 16 bits")]
    PackedHalf(&'static str),
    #[error("a vertex program must write o[HPOS]")]
    NoPosition,
    #[error("a vertex state program must write a program parameter")]
    NoParameterWritten,
    #[error("a vertex state program writes program parameters by their numbers, not relatively")]
    RelativeWrite,
    #[error("the name of a label has letters, digits and underscores only")]
    LabelCharacters,
    #[error("{0} stands without an open {1}")]
    BlockNotOpen(&'static str, &'static str),
    #[error("{0} stands where the innermost open block is {1}, which {2} ends")]
    BlockMismatch(&'static str, &'static str, &'static str),
    #[error("the program ends inside a block of {0}, which {1} ends")]
    BlockNotClosed(&'static str, &'static str),
    #[error("blocks of {0} may be nested {1} deep")]
    BlockDepth(&'static str, u32),
    #[error("BRK stands in a LOOP or a REP block only")]
    BreakOutside,
    #[error("a label may not stand inside a block of IF, LOOP or REP")]
    LabelInBlock,
    #[error("A0.x is there inside LOOP blocks only")]
    LoopIndexOutside,
    #[error("the operand of LOOP and REP is a program parameter")]
    LoopOperand,
    #[error("the offset of the loop index must lie in 0..9")]
    LoopIndexOffset,
    #[error("packed values need 32 bits: {0} does not take a SHORT variable")]
    PackedShort(&'static str),
    #[error("variables of different sizes are written that are bound to the same result")]
    SizeConflict,
    #[error("POPA writes all of an address register")]
    PopMask,
    #[error("an address register is used through one component, as in \"A0.y\"")]
    AddressIndex,
    #[error("the offset of a relative address must lie in -256..255")]
    AddressOffsetNv2,
    #[error("the label \"{0}\" is defined twice")]
    LabelRedefined(String),
    #[error("the program jumps to the label \"{0}\", which it does not define")]
    LabelUndefined(String),
    #[error("\"{0}\" is a reserved word and cannot be a label")]
    LabelReserved(String),
    #[error(
        "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle, in parentheses"
    )]
    Condition,
    #[error("a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle")]
    BareCondition,
    #[error("only blanks and comments may follow END")]
    AfterEnd,
    #[error("the program uses {used} {what}; the limit is {limit}")]
    Limit {
        what: &'static str,
        used: u32,
        limit: u32,
    },
    #[error("the program uses more than {read} instructions; the limit is {limit}")]
    TooManyInstructions { read: u32, limit: u32 },
    #[error("relatively addressed arrays bind the same state vector twice")]
    RelativeDuplicate,

    // ATI_fragment_shader and ATI_text_fragment_shader.
    #[error("a shader has two passes: nothing can be routed after the arithmetic of the second")]
    ThirdPass,
    #[error("r{0} is already set up in this pass; each register is routed once")]
    RoutedTwice(u8),
    #[error(
        "r{0} holds nothing yet: in the first pass coordinates come from the texture coordinate sets"
    )]
    RoutedRegister(u8),
    #[error("a register has no q: its coordinates are taken with str or str_dr")]
    RegisterSwizzle,
    #[error(
        "t{0} is taken with its r in one place and with its q in another; a shader uses one of them"
    )]
    CoordinateFamily(u8),
    #[error("a pass has at most 8 pairs of a colour and an alpha operation")]
    NinthPair,
    #[error("one operation reads at most two different constants")]
    ThirdConstant,
    #[error(
        "the secondary colour has no alpha: replicate r, g or b, or leave alpha to another operation"
    )]
    SecondaryAlpha,
    #[error(
        "{0} in alpha takes the result of the colour {0} directly before it, and there is none"
    )]
    DotWithoutColor(&'static str),
    #[error(
        "directly after a colour DOT4, which occupies the alpha unit, alpha can only take its result"
    )]
    AlphaAfterDot4,
    #[error("the primary and the secondary colour are there in the last pass only")]
    ColorInFirstPass,
    #[error("a constant's number lies in [0, 1]")]
    LiteralRange,
    #[error("the shader is empty")]
    EmptyShader,
    #[error("a preliminary pass needs at least one arithmetic instruction")]
    PassWithoutArithmetic,
    #[error("{0} writes alpha only together with r, g or b")]
    DotMask(&'static str),
    #[error("PassTexCoord and SampleMap stand before the arithmetic of their pass")]
    LateRouting,
    #[error(
        "a destination may be followed by a write mask of r, g, b, a, then by a scale (2x, 4x, 8x, half, quarter or \
         eighth), then by sat, each once and in this order"
    )]
    DestinationSuffix,
    #[error(
        "an argument may be followed by one component (r, g, b or a), then by neg, 2x, bias and comp, each once and in \
         this order"
    )]
    ArgumentSuffix,

    // EXT_vertex_shader.
    #[error(
        "OP_{0}_EXT does not take these types: the table of operations lists what goes together"
    )]
    OperationTypes(&'static str),
    #[error("source and destination have to be vectors")]
    NeedsVectors,
    #[error("a component is a scalar of a vector, or a vector of a matrix")]
    NeedsPartAndWhole,
    #[error("a local constant is set once in a definition")]
    ConstantSetTwice,

    /// The rules of MUDA, Cg and HLSL.
    #[error(transparent)]
    CLike(Rule),
    /// The rules of directives and macros.
    #[error(transparent)]
    Preprocessor(Fault),
    /// What a grammar cannot read.
    #[error(transparent)]
    Syntax(SyntaxFault),
    /// The rules of entry points of a stage.
    #[error(transparent)]
    Stage(StageRule),
    /// The rules of Direct3D shader assembly.
    #[error(transparent)]
    D3d(D3dRule),
}

impl ErrorKind {
    /// The number that NVIDIA's compiler gives this error, as in `error C0105`; `None` where it has none.
    pub fn code(&self) -> Option<u32> {
        match self {
            ErrorKind::Preprocessor(fault) => fault.code(),
            ErrorKind::Syntax(fault) => fault.code(),
            ErrorKind::Undeclared(_) => Some(1008),
            ErrorKind::Redeclared(_) => Some(1038),
            ErrorKind::CLike(rule) => rule.code(),
            _ => None,
        }
    }
}
