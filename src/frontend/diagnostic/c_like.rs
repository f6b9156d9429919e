//! The rules of the C-like languages, with the texts of their errors and warnings.

pub mod binding;
pub mod capability;
pub mod hlsl;
pub mod shading;
pub mod shading_oddity;

use crate::format::TextureShape;
use binding::{Binding, BindingOddity};
use shading::Shading;
use shading_oddity::ShadingOddity;

/// A rule that a text may break. A message names the rule, and says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    #[error("the comment is never closed by \"*/\"")]
    OpenComment,
    #[error(
        "the number \"{0}\" is malformed; write it as 12, 0x1f, 1.5 or 1.5e-3, with nothing after it"
    )]
    Number(String),
    #[error("expressions, blocks and calls may be nested {0} deep, all together")]
    Depth(u32),
    #[error(
        "more than {0} operators follow each other in one expression; write a part of it to a variable first"
    )]
    Chain(u32),
    #[error("more than {0} \"else if\" follow each other; begin a new \"if\"")]
    Ladder(u32),
    #[error("there is no operator \"{found}\" in {language}: {advice}")]
    Operator {
        found: &'static str,
        language: &'static str,
        advice: &'static str,
    },
    #[error(
        "\"if\" must be followed by \"else\", even by an empty one: if (c) {{ ... }} else {{ }}"
    )]
    ElseMissing,
    #[error("\"{0}\" is not the name of a type")]
    UnknownType(String),
    #[error("\"{0}\" has no meaning here; {1}")]
    Word(String, String),
    #[error("a variable cannot be of type void")]
    VoidVariable,
    #[error("the size of an array is a constant integer from 1 on, as in \"float a[4]\"")]
    ArraySize,
    #[error("a value may have {limit} scalars at most, this one has {used}")]
    TooLarge { used: u64, limit: u64 },
    #[error("arrays and structures may be nested {0} deep in a type")]
    DeepType(u32),
    #[error(
        "from here on the text asks for too much: many overloads of one name, instances of long functions, or copies of \
         large values; use fewer of them"
    )]
    TooMuchWork,
    #[error("the variables of a function may have {0} scalars, all together")]
    ManyVariables(u32),
    #[error("the variables outside functions may have {0} scalars, all together")]
    ManyVariablesOutside(u32),
    #[error(
        "\"{0}\" has been a member, an element or a variable before its members are known; define it before it is used"
    )]
    UsedBeforeMembers(String),
    #[error("\"{0}\" is called, but has no body that can be put in the call's place")]
    NoBodyToInline(String),
    #[error("\"{0}\" is not a function")]
    UnknownFunction(String),
    #[error("\"{0}\" is the name of a builtin function")]
    BuiltinName(String),
    #[error("{name} takes {expected}, not {found}")]
    ArgumentCount {
        name: String,
        expected: String,
        found: usize,
    },
    #[error("{found} is not converted to {expected} by itself: {advice}")]
    Conversion {
        found: String,
        expected: String,
        advice: String,
    },
    #[error("\"{operator}\" does not take {left} and {right}: {advice}")]
    Operands {
        operator: &'static str,
        left: String,
        right: String,
        advice: String,
    },
    #[error("\"{operator}\" does not take {operand}: {advice}")]
    Operand {
        operator: &'static str,
        operand: String,
        advice: &'static str,
    },
    #[error("a condition is a number or a vector, this is {0}")]
    Condition(String),
    #[error("a swizzle has one to four letters of {letters}; \"{found}\" is none")]
    Swizzle { found: String, letters: String },
    #[error("{0} has no components; only vectors are swizzled")]
    SwizzleOf(String),
    #[error("{0} has no member \"{1}\"")]
    NoMember(String, String),
    #[error("{0} is not an array")]
    NotAnArray(String),
    #[error("the index {0} is out of range: the array has {1} elements, counted from 0")]
    Index(i64, u32),
    #[error("an index is an int, this is {0}")]
    IndexType(String),
    #[error("only a variable, a member of one or a swizzle of these can be written")]
    NotWritable,
    #[error("\"{0}\" is the same for all elements: a uniform parameter cannot be written")]
    WritesUniform(String),
    #[error("an argument for \"{0}\", which is written, must be a variable of type {1}, not {2}")]
    OutArgument(String, String, String),
    #[error("the function returns void: \"return\" has no value here")]
    ReturnValue,
    #[error("the function returns {0}: \"return\" needs a value")]
    ReturnWithout(String),
    #[error("not every way through \"{0}\" ends with \"return\"; it returns {1}")]
    NoReturn(String, String),
    #[error(
        "an external function cannot return {0}: return it through an \"out\" parameter, or make the function static or inline"
    )]
    ExternalReturn(String),
    #[error(
        "a parameter of an external function is a number, a vector or a structure, not {0}; write \"array\" before its type"
    )]
    ExternalParameter(String),
    #[error(
        "\"{0}\" calls itself ({1}); functions are put in place of their calls, so that recursion is refused"
    )]
    Recursion(String, String),
    #[error("the count of a shift is an int (or an ivec for the shifts by lane), this is {0}")]
    ShiftCount(String),
    #[error("a shift count cannot be negative; use the shift to the other side")]
    NegativeShift,
    #[error(
        "\"{0}\" shifts all 128 bits of a vec or an ivec; {2} has 64-bit lanes, which are shifted one by one, by \"{1}\""
    )]
    WholeShift(&'static str, &'static str, String),
    #[error("the components of a vector are 0, 1, 2 and 3: extract(v, i)")]
    ExtractIndex,
    #[error("bit(h) takes a hexadecimal number of at most eight digits, as in bit(0x3f800000)")]
    Bit,
    #[error("the value of \"{0}\" is not used: {1}")]
    NoEffect(&'static str, &'static str),
    #[error("the expression has no value: \"{0}\" returns void")]
    NoValue(String),
    #[error(
        "statements stand inside functions; here a function or a struct is expected, found {0}"
    )]
    OutsideFunction(String),
    #[error("\"{0}\" is written twice")]
    Specifier(&'static str),
    #[error(
        "the kernel would have more than {0} operations when all calls are put in place; make the function smaller, or loop"
    )]
    TooManyOperations(u32),
    #[error("the text has no function \"{0}\"; it has {1}")]
    NoSuchFunction(String, String),
    #[error("the text has no function \"{0}\" that can be called from outside; it has {1}")]
    NoSuchKernel(String, String),
    #[error(
        "the text has no function that can be called from outside: each one is static or inline; name one"
    )]
    NoKernel,
    #[error("the text has several functions that can be called from outside, name one: {0}")]
    WhichKernel(String),
    #[error(
        "this reads or writes what only draws have: fragments, pixels, textures; as a function over arrays there are none"
    )]
    OnlyInDraws,
    #[error(
        "which sampler is used must be known when the program is compiled: name it, or index an array of samplers by a \
         constant or by the counter of a loop with constant bounds"
    )]
    SamplerNotConstant,
    #[error(
        "a sampler or an image unit is read as two kinds of textures, {} and {}; take a sampler and a unit for each",
        .0.name(),
        .1.name()
    )]
    SamplerKinds(TextureShape, TextureShape),
    #[error("a program can read {0} samplers at most, and their image units are numbered from 0")]
    ImageUnits(u32),
    #[error("there are {0} registers of samplers, and this one is beyond the last")]
    ImageUnitName(u32),
    #[error("\"{name}\" is no {way} of a {stage} program")]
    UnboundSemantic {
        name: String,
        way: &'static str,
        stage: &'static str,
    },
    #[error("there is no {way} left for \"{name}\", which has no semantic; give it one")]
    NoFreeSlot { name: String, way: &'static str },
    #[error("the uniforms take {used} vectors of four; a program can have {limit}")]
    TooManyUniforms { used: u32, limit: u32 },
    #[error("{0} cannot be sampled here: {1}")]
    Unsampled(&'static str, &'static str),
    #[error("{0}")]
    Text(String),
    #[error(transparent)]
    Shading(Shading),
    #[error(transparent)]
    Binding(Binding),
    #[error(transparent)]
    Capability(capability::Capability),
    #[error(transparent)]
    Hlsl(hlsl::HlslRule),
}

impl Rule {
    /// The number that Cg's reference compiler gives to such an error, where one is known.
    pub fn code(&self) -> Option<u32> {
        Some(match self {
            Rule::Shading(rule) => return rule.code(),
            Rule::Binding(rule) => rule.code(),
            Rule::Capability(rule) => rule.code(),
            Rule::NoMember(..) => 1009,
            Rule::NotAnArray(_) => 1011,
            Rule::ReturnValue => 1015,
            Rule::ReturnWithout(_) => 1016,
            Rule::NotWritable => 1034,
            Rule::OutArgument(..) => 1113,
            Rule::Recursion(..) => 5005,
            Rule::SamplerNotConstant => 5208,
            _ => return None,
        })
    }
}

/// What a warning about a program in a C-like language is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Oddity {
    #[error("{from} becomes {to} here; write {advice}")]
    Implicit {
        from: &'static str,
        to: &'static str,
        advice: String,
    },
    #[error("a long becomes an int here and loses its upper 32 bits")]
    Truncated,
    #[error(
        "arithmetic on the result of a comparison, which is a mask of bits; choose by sel(a, b, mask) or by & instead"
    )]
    MaskArithmetic,
    #[error(
        "\"/.{0}\" is read as the division \"/.\" and {0}; write \"/ .{0}\" to divide by 0.{0}"
    )]
    SlashDotDigit(String),
    #[error("\"{0}\" is written in old texts; it means force_inline")]
    Deprecated(&'static str),
    #[error("\"{0}\" is read before anything is written to it, and holds 0")]
    ReadBeforeWritten(String),
    #[error("the out parameter \"{0}\" is never written, and gives 0")]
    OutNeverWritten(String),
    #[error(
        "the out parameter \"{0}\" is read before anything is written to it, and holds 0; write inout to read what the caller \
         gives"
    )]
    OutReadFirst(String),
    #[error(
        "\"{0}\" shifts all 128 bits, from one component into the next; \"{1}\" shifts each component"
    )]
    WholeShift(&'static str, &'static str),
    #[error("write the statement of \"{0}\" in braces, also a single one: {{ ... }}")]
    Braces(&'static str),
    #[error("the function returns void: the value is dropped; write its type in place of void")]
    VoidValue,
    #[error(
        "\"{0}\" has no size in the text, and {1} elements here; write \"array {2} {0}[{1}]\", or give its size"
    )]
    ArraySize(String, u32, String),
    #[error("no path leads to this statement")]
    Unreachable,
    #[error("the function \"{0}\" is never called")]
    UnusedFunction(String),
    #[error(transparent)]
    Shading(ShadingOddity),
    #[error(transparent)]
    Binding(BindingOddity),
}

impl Oddity {
    /// The number that Cg's reference compiler gives to such a warning, where one is known.
    pub fn code(&self) -> Option<u32> {
        match self {
            Oddity::Shading(oddity) => oddity.code(),
            Oddity::Binding(oddity) => Some(oddity.code()),
            Oddity::ReadBeforeWritten(_) => Some(7050),
            _ => None,
        }
    }
}
