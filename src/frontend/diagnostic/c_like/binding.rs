//! The rules of a program's connection to the pipeline: semantics and registers.

/// A rule that an entry's parameters break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Binding {
    #[error("\"{0}\" is no semantic of this profile; names like TEXCOORD0 and COLOR0 are")]
    Unknown(String),
    #[error("\"{0}\" is a semantic of this profile, but not in this direction")]
    OtherWay(String),
    #[error(
        "the profile does not interpolate \"{0}\" in this way; leave out what stands after its number"
    )]
    Modifier(String),
    #[error("\"{name}\" has a number that is too great: there are {count}, counted from 0")]
    Number { name: String, count: u32 },
    #[error("\"{0}\" may be declared here, so that stages share a structure, but not be read")]
    Unreadable(String),
    #[error("\"{0}\" and \"{1}\" are the same output; give one of them another semantic")]
    SharedOutput(String, String),
    #[error("\"{0}\" holds numbers or textures, and this is the other")]
    WrongKind(String),
    #[error("the profile has no constant buffers; leave out BUFFER")]
    Buffer,
    #[error("\"{0}\" is \"uniform\" and \"out\": what comes from outside cannot be an output")]
    UniformOut(String),
    #[error(
        "the value of the entry \"{0}\" has no semantic; write one after its parameters, as in \": COLOR\""
    )]
    NoSemantic(String),
    #[error(
        "a vertex program of this profile must write a position: give an output the semantic POSITION"
    )]
    NoPosition,
    #[error("all registers for values without a semantic are taken: \"{0}\" gets none")]
    NoRegister(String),
    #[error("register combiners have no uniform matrices: pass the rows of \"{0}\" as vectors")]
    NoMatrix(String),
}

impl Binding {
    /// The number that Cg's reference compiler gives to such an error.
    pub fn code(&self) -> u32 {
        match self {
            Binding::Unknown(_) => 5108,
            Binding::OtherWay(_) => 5109,
            Binding::Modifier(_) => 5129,
            Binding::Number { .. } => 5102,
            Binding::Unreadable(_) => 5119,
            Binding::SharedOutput(..) => 5121,
            Binding::WrongKind(_) => 5118,
            Binding::Buffer => 5222,
            Binding::NoRegister(_) | Binding::NoMatrix(_) => 5041,
            Binding::NoPosition => 6014,
            Binding::UniformOut(_) => 5110,
            Binding::NoSemantic(_) => 5029,
        }
    }
}

/// What a warning about semantics is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BindingOddity {
    #[error("\"{0}\" is one number; the other components have no meaning")]
    Narrow(String),
    #[error("\"{0}\" is a semantic of values that vary, and has no effect on a uniform")]
    OfUniform(String),
    #[error("the whole number \"{0}\" is interpolated; read it as a float and round")]
    Interpolated(String),
}

impl BindingOddity {
    /// The number that Cg's reference compiler gives to such a warning.
    pub fn code(&self) -> u32 {
        match self {
            BindingOddity::Narrow(_) => 7019,
            BindingOddity::OfUniform(_) => 7021,
            BindingOddity::Interpolated(_) => 5215,
        }
    }
}
