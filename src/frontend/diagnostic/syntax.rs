//! What a grammar says of a text that it cannot read, with the numbers of NVIDIA's Cg compiler.

use std::borrow::Cow;

/// A rule of a grammar that a text breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxFault {
    /// A token where another is needed.
    #[error("expected {expected}, found {found}{advice}")]
    Unexpected {
        expected: Cow<'static, str>,
        found: String,
        /// Empty, or a clause that begins with a colon.
        advice: String,
    },
    /// A word that would have to be a type, for something is declared by it. The place is that of the token after the words.
    #[error("\"{word}\" is not the name of a type{advice}")]
    UnknownType { word: String, advice: String },
    #[error("\"{0}\" is a reserved word, which cannot be declared")]
    Reserved(String),
    #[error("\"{0}\" is a word of effects, which this grammar does not read: {1}")]
    Effect(String, &'static str),
    #[error("\"{0}\" begins with 0 and so is octal, which has the digits 0 to 7")]
    OctalDigit(String),
    #[error(
        "\"{0}\" is not a suffix of whole numbers; those are u, l, s and t, or f, h and x of a real one"
    )]
    Suffix(char),
    #[error("the number \"{0}\" has no digits after \"0x\"")]
    NoDigits(String),
    #[error("the number \"{0}\" has no digits in its exponent; write it as 1e5 or 1.5e-3")]
    Exponent(String),
    #[error("the whole number \"{0}\" is too large: the largest is 4294967295")]
    IntegerTooLarge(String),
    #[error("the number \"{0}\" is too large for a float, which ends near 3.4e38")]
    RealTooLarge(String),
    #[error("{0} is not one character between single quotes")]
    Character(String),
    #[error("the text has nothing but directives and comments")]
    NoText,
    #[error("the string is not closed on its line")]
    OpenString,
    #[error(
        "the attribute \"{0}\" contradicts one before it, or is written twice; leave one of them out"
    )]
    Attributes(String),
    #[error("[{0}] asks for a switch that these profiles do not have; leave it out")]
    SwitchAttribute(String),
    #[error("pointers are not part of the language: there is no unary \"*\"")]
    Dereference,
    #[error("pointers are not part of the language: write \".\" instead of \"->\"")]
    Arrow,
    #[error("a function has a fixed number of parameters: \"...\" is not part of the language")]
    Variadic,
    #[error("only a function can be called: write its name before \"(\"")]
    NotCallable,
    #[error(
        "\"{0}\" is not a function, and has a body; write \"{0}()\", and sizes before the name"
    )]
    NotAFunction(String),
    #[error("every parameter of \"{0}\" needs a name, since it has a body")]
    UnnamedParameter(String),
    #[error("\"{0}\" cannot be a function: parameters are values")]
    FunctionParameter(String),
    #[error("\"{0}\" is a function, which has no value to begin with")]
    FunctionValue(String),
    #[error("a typedef cannot name the type of a function")]
    FunctionTypedef,
    #[error("a structure implements one interface at most")]
    SecondInterface,
    #[error("type arguments in \"<>\" are not part of the language; write float4 or float3x3")]
    TypeArguments,
    #[error("templates are not part of the language; write the function for each type")]
    Template,
}

impl SyntaxFault {
    /// The number that NVIDIA's Cg compiler gives it.
    pub fn code(&self) -> Option<u32> {
        use SyntaxFault::*;
        Some(match self {
            Unexpected { .. } | UnknownType { .. } | Reserved(_) | Effect(..) | NoText => 0,
            // HLSL's alone, see its numbers.
            Attributes(_) | SwitchAttribute(_) => return None,
            OpenString => 101,
            RealTooLarge(_) => 123,
            Exponent(_) => 124,
            IntegerTooLarge(_) => 125,
            NoDigits(_) => 127,
            OctalDigit(_) => 128,
            Suffix(_) => 129,
            Character(_) => 130,
            TypeArguments => 503,
            UnnamedParameter(_) => 1012,
            NotAFunction(_) => 1014,
            FunctionValue(_) => 1054,
            Arrow => 1077,
            NotCallable => 1105,
            FunctionParameter(_) => 1121,
            FunctionTypedef => 1122,
            Dereference => 1216,
            SecondInterface => 4003,
            Template => 4004,
            Variadic => 4006,
        })
    }
}
