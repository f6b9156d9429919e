//! The language's operators, keywords and builtin names.

use crate::frontend::c_like::syntax::Meaning;
use crate::frontend::c_like::text_tokens;
use crate::frontend::c_like::tree::{BinaryOp, Gather, Math, Shift, ShiftKind};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::lexer::{Operators, Rules};
use crate::ir::Intrinsic;

/// Whether a number is converted to another kind without a constructor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversion {
    /// The number is converted.
    Silent,
    /// It is converted, with a warning.
    Reported,
    /// It is converted, with a warning unless it is a constant that fits.
    Truncating,
    /// Literals are converted: they are read in the wider kind.
    OfLiterals,
    /// It is not converted.
    Refused,
}

/// A function that every text can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    Choose,
    Extract,
    Bit,
    /// With this number of arguments.
    Math(Math, usize),
    /// A word of the author's compiler.
    Author(Author),
    /// `mask(a)`: all bits set where any is.
    Truth,
    /// `canonical(a)`: any NaN becomes the canonical NaN.
    OneNan,
    /// An operation of the IR, by its name.
    Operation,
}

/// A builtin function that the programs of the language's author have, and the specification has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Author {
    /// `ftoi(a)`: reals to ints, toward 0.
    ToInt,
    /// `itof(a)`: ints to floats. A float is read as the int of its bits.
    ToFloat,
    /// `as_ivec(a)`: the same bits.
    AsInt,
    /// `as_vec(a)`: the same bits.
    AsFloat,
    Gather(Gather),
}

/// What a number becomes without a constructor.
pub(super) fn conversion(from: Scalar, to: Scalar) -> Conversion {
    match (from, to) {
        (Scalar::Float, Scalar::Double) => Conversion::OfLiterals,
        (Scalar::Int, Scalar::Long) => Conversion::Silent,
        (Scalar::Int | Scalar::Long, Scalar::Float | Scalar::Double) => Conversion::Reported,
        (Scalar::Long, Scalar::Int) => Conversion::Truncating,
        _ => Conversion::Refused,
    }
}

/// Every operator and punctuation mark. Of two that begin alike, the longer comes first. Those of C that MUDA lacks are here
/// too, so that messages can say what to write instead.
static OPERATORS: Operators = Operators::new(&[
    "<<<|", ">>>|", "<<|@", ">>|@", "<<<", ">>>", "<<|", ">>|", "<<@", ">>@", "<<", ">>", "<=",
    ">=", "==", "!=", "&&", "||", "/.", "+=", "-=", "*=", "/=", "++", "->", "<", ">", "+", "-",
    "*", "/", "%", "&", "|", "^", "~", "!", "=", "?", ":", "(", ")", "{", "}", "[", "]", ";", ",",
    ".",
]);

/// How MUDA is split into tokens.
pub(super) const RULES: Rules = text_tokens::rules(&OPERATORS);

/// Operators of C that MUDA does not have, and what to write instead.
pub(super) const ABSENT: &[(&str, &str)] = &[
    ("&&", "a comparison is a mask of bits, so write \"&\""),
    ("||", "a comparison is a mask of bits, so write \"|\""),
    ("!", "a comparison is a mask of bits, so write \"~\""),
    (
        "?",
        "write sel(a, b, mask), which takes b where the mask is set",
    ),
    (
        "%",
        "write a - b * floor(a / b), of whole numbers a - a / b * b",
    ),
    ("+=", "write a = a + b"),
    ("-=", "write a = a - b"),
    ("*=", "write a = a * b"),
    ("/=", "write a = a / b"),
    ("++", "write a = a + 1"),
    ("->", "there are no pointers; write \".\""),
];

/// Operators between two operands with their precedence (higher binds tighter; as in C) and their meaning.
pub(super) fn binary(text: &str) -> Option<(u8, Meaning)> {
    use BinaryOp::*;
    use ShiftKind::*;
    let op = |level, op| Some((level, Meaning::Binary(op)));
    let shift = |kind, by_lane| Some((7, Meaning::Shift(Shift { kind, by_lane })));
    // One row for each operator. Shifts all bind alike.
    match text {
        "*" => op(9, Multiply),
        "/" | "/." => op(9, Divide),
        "+" => op(8, Add),
        "-" => op(8, Subtract),
        "<<" | "<<<" => shift(Left, false),
        ">>" => shift(Right, false),
        ">>>" => shift(ArithmeticRight, false),
        "<<|" | "<<<|" => shift(Left, true),
        ">>|" => shift(Right, true),
        ">>>|" => shift(ArithmeticRight, true),
        "<<@" => shift(RotateLeft, false),
        ">>@" => shift(RotateRight, false),
        "<<|@" => shift(RotateLeft, true),
        ">>|@" => shift(RotateRight, true),
        "<" => op(6, Less),
        "<=" => op(6, LessEqual),
        ">" => op(6, Greater),
        ">=" => op(6, GreaterEqual),
        "==" => op(5, Equal),
        "!=" => op(5, NotEqual),
        "&" => op(4, And),
        "^" => op(3, Xor),
        "|" => op(2, Or),
        _ => None,
    }
}

/// Words that cannot be names.
pub(super) const KEYWORDS: &[&str] = &[
    "vec",
    "dvec",
    "ivec",
    "lvec",
    "float",
    "double",
    "int",
    "long",
    "void",
    "struct",
    "if",
    "else",
    "while",
    "return",
    "static",
    "inline",
    "force_inline",
    "always_inline",
    "in",
    "out",
    "inout",
    "uniform",
];

/// The type of a keyword.
pub(super) fn type_of(word: &str) -> Option<Type> {
    Some(match word {
        "vec" => Type::Vector(Scalar::Float, 4),
        "dvec" => Type::Vector(Scalar::Double, 4),
        "ivec" => Type::Vector(Scalar::Int, 4),
        "lvec" => Type::Vector(Scalar::Long, 4),
        "float" => Type::Scalar(Scalar::Float),
        "double" => Type::Scalar(Scalar::Double),
        "int" => Type::Scalar(Scalar::Int),
        "long" => Type::Scalar(Scalar::Long),
        "void" => Type::Void,
        _ => return None,
    })
}

/// The keyword of a kind of number.
pub(super) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float => "float",
        Scalar::Double => "double",
        Scalar::Long => "long",
        // The language has no others.
        _ => "int",
    }
}

/// The keyword of a vector.
pub(super) fn vector_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Float => "vec",
        Scalar::Double => "dvec",
        Scalar::Long => "lvec",
        // The language has no others.
        _ => "ivec",
    }
}

/// The builtin function of this name.
pub(super) fn builtin(name: &str) -> Option<Builtin> {
    use Math::*;
    // One row for each function: its meaning, and how many arguments it takes.
    let (math, n) = match name {
        "sel" => return Some(Builtin::Choose),
        "extract" => return Some(Builtin::Extract),
        "bit" => return Some(Builtin::Bit),
        "abs" => (Abs, 1),
        "min" => (Min, 2),
        "max" => (Max, 2),
        "floor" => (Floor, 1),
        "ceil" => (Ceil, 1),
        "round" => (Round, 1),
        "sqrt" => (Sqrt, 1),
        "rsqrt" => (Rsqrt, 1),
        "rcp" => (Rcp, 1),
        "exp" => (Exp, 1),
        "exp2" => (Exp2, 1),
        "log" => (Log, 1),
        "log2" => (Log2, 1),
        "pow" => (Pow, 2),
        "sin" => (Sin, 1),
        "cos" => (Cos, 1),
        "tan" => (Tan, 1),
        "asin" => (Asin, 1),
        "acos" => (Acos, 1),
        "atan" => (Atan, 1),
        "atan2" => (Atan2, 2),
        _ => return None,
    };
    Some(Builtin::Math(math, n))
}

/// The function of an extension: of the author's programs, or of those that the driver writes (docs/MUDA.md). A text may use
/// these names for functions of its own.
pub(super) fn extension(name: &str) -> Option<Builtin> {
    match name {
        "ftoi" => Some(Builtin::Author(Author::ToInt)),
        "itof" => Some(Builtin::Author(Author::ToFloat)),
        "as_ivec" => Some(Builtin::Author(Author::AsInt)),
        "as_vec" => Some(Builtin::Author(Author::AsFloat)),
        "all" => Some(Builtin::Author(Author::Gather(Gather::All))),
        "any" => Some(Builtin::Author(Author::Gather(Gather::Any))),
        "gather" => Some(Builtin::Author(Author::Gather(Gather::Signs))),
        "trunc" => Some(Builtin::Math(Math::Trunc, 1)),
        "sign" => Some(Builtin::Math(Math::Sign, 1)),
        "mod" => Some(Builtin::Math(Math::Mod, 2)),
        "mask" => Some(Builtin::Truth),
        "canonical" => Some(Builtin::OneNan),
        "fma" => Some(Builtin::Math(Math::Fma, 3)),
        _ => Intrinsic::named(name).next().map(|_| Builtin::Operation),
    }
}
