//! The rules of directives and macros, with the texts of their errors and warnings.

/// A rule of the preprocessor that a text breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// `#error` of the text.
    #[error("#error {0}")]
    Error(String),
    #[error(
        "\"{0}\" is not a directive; those are define, undef, include, if, ifdef, ifndef, elif, else, endif, line, error, warning and pragma"
    )]
    UnknownDirective(String),
    #[error("#{directive} is malformed: {expected}")]
    Directive {
        directive: &'static str,
        expected: &'static str,
    },
    #[error("the arguments of macro \"{0}\" are never closed by \")\"")]
    OpenArguments(String),
    #[error("macro \"{name}\" takes {expected} argument{}, not {found}", if *.expected == 1 { "" } else { "s" })]
    TooManyArguments {
        name: String,
        expected: usize,
        found: usize,
    },
    #[error("macro \"{name}\" takes {expected} arguments, not {found}")]
    TooFewArguments {
        name: String,
        expected: usize,
        found: usize,
    },
    #[error("a string ends on the line where it begins; this one has no closing quote")]
    OpenString,
    #[error("a character constant has a character between two quotes, as in 'a'")]
    Character,
    #[error("in a condition of #if, {0}")]
    Condition(&'static str),
    #[error(
        "\"{0}\" is no integer: a condition of #if takes whole numbers, as in 12, 017 and 0x1f, with suffixes u and l"
    )]
    ConditionNumber(String),
    #[error("the number does not fit into {0} bits")]
    NumberTooLarge(u32),
    #[error("0x needs hexadecimal digits after it")]
    NoHexadecimalDigit,
    #[error("\"{0}\" is no suffix of an integer; those are u and l")]
    Suffix(String),
    #[error("the digit {0} is not octal: a number that begins with 0 is octal")]
    OctalDigit(char),
    #[error("there is no file \"{0}\" here or in the include path")]
    NoSuchFile(String),
    #[error("\"{0}\" includes itself: {1}")]
    IncludeCycle(String, String),
    #[error("{what}: the limit is {limit}")]
    Limit { what: &'static str, limit: usize },
}

impl Fault {
    /// The number that NVIDIA's compiler gives this error.
    pub fn code(&self) -> Option<u32> {
        Some(match self {
            Fault::Error(_) => 0,
            Fault::OpenString => 101,
            Fault::UnknownDirective(_) => 104,
            Fault::Directive { .. } | Fault::Condition(_) | Fault::ConditionNumber(_) => 105,
            Fault::OpenArguments(_) => 106,
            Fault::TooManyArguments { .. } => 107,
            Fault::TooFewArguments { .. } => 108,
            Fault::NumberTooLarge(_) => 125,
            Fault::NoHexadecimalDigit => 127,
            Fault::OctalDigit(_) => 128,
            Fault::Suffix(_) => 129,
            Fault::Character => 130,
            _ => return None,
        })
    }
}

/// What a warning of the preprocessor is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Notice {
    /// `#warning` of the text.
    #[error("#warning {0}")]
    Warning(String),
    #[error("macro \"{0}\" is already defined with another body; write #undef {0} first")]
    Redefined(String),
    #[error("#{0} without #if before it; what follows up to #endif is skipped")]
    Unmatched(&'static str),
    #[error("there is no file \"{0}\" here or in the include path; nothing is included")]
    NoSuchFile(String),
    #[error("\"##\" makes one token of two; \"{0}\" is none, so they stay two")]
    Paste(String),
    #[error("the comment is never closed by \"*/\", and takes all that follows")]
    OpenComment,
    #[error("the #if is never closed by #endif")]
    OpenCondition {
        /// Whether the rest of the text is skipped by it.
        is_skipped: bool,
    },
    #[error("#{0} after #else: the group is skipped")]
    AfterElse(&'static str),
    #[error("nothing is read after #{0} on its line")]
    ExtraTokens(&'static str),
}

impl Notice {
    /// The number that NVIDIA's compiler gives this warning.
    pub fn code(&self) -> Option<u32> {
        Some(match self {
            Notice::Warning(_) => 0,
            Notice::Redefined(_) => 7101,
            Notice::Unmatched(_) | Notice::OpenCondition { is_skipped: true } => 7102,
            _ => return None,
        })
    }
}
