//! The rules of HLSL and of effects that other languages do not have.

/// A rule that a program in HLSL, or an effect, breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HlslRule {
    #[error("a section of \"switch\" that has statements ends with \"break\" or \"return\"")]
    CaseFallsThrough,
    #[error("\"switch\" ends with a label; at least one statement follows it")]
    LabelAtEnd,
    #[error("\"continue\" cannot stand in a \"switch\"")]
    ContinueInSwitch,
    #[error("the number of \"unroll\" is written out, and not negative")]
    UnrollCount,
    #[error("\"{name}\" takes {expected} of these values, one for each part; here are {found}")]
    HeldParts {
        name: String,
        found: usize,
        expected: u64,
    },
    #[error("an effect has at least one technique")]
    NoTechnique,
    #[error("there is no state \"{0}\" here")]
    NoState(String),
    #[error("the state \"{0}\" is one of several, and needs a number in brackets")]
    StateNeedsIndex(&'static str),
    #[error("the state \"{0}\" has no number here")]
    StateWithoutIndex(&'static str),
    #[error("there is no \"{name}[{index}]\"; the largest number is {}", .limit - 1)]
    StateIndex {
        name: &'static str,
        index: u32,
        limit: u32,
    },
    #[error("\"{word}\" is no value of the state \"{state}\"")]
    StateWord { word: String, state: &'static str },
    #[error("\"{0}\" is not declared; a name of a value stands alone, or beside others with \"|\"")]
    FreeName(String),
    #[error("the state \"{state}\" takes {expected}")]
    StateType {
        state: &'static str,
        expected: &'static str,
    },
    #[error("there is no profile \"{0}\"")]
    ShaderProfile(String),
    #[error("the profile \"{0}\" belongs to a later Direct3D")]
    LaterProfile(String),
    #[error("the profile \"{0}\" cannot be compiled for; write the shader in assembly")]
    OldProfile(&'static str),
    #[error("{0}")]
    Shader(String, Option<u32>),
    #[error("{0}")]
    Machine(&'static str, u32),
    #[error("textures have no method \"{0}\"")]
    NoMethod(String),
    #[error("\"{0}\" is read, but not all of it has been written on each path to here")]
    Unset(String),
    #[error("the \"out\" parameter \"{0}\" is not written whole on each path through its function")]
    OutUnset(String),
    #[error("\"{0}\" is for a later Direct3D; an effect has \"technique\"")]
    LaterTechnique(String),
    #[error("\"{0}\" is an array of textures; each has a name of its own")]
    TextureArray(String),
    #[error("\"{0}\" cannot begin with this value")]
    ObjectValue(String),
    #[error("the first value of the static \"{0}\" cannot depend on variables of the function")]
    StaticOfLocal(String),
    #[error("\"packoffset\" stands in a constant buffer only")]
    PlaceOutsideBuffer,
    #[error("a member of a structure has no register; give one to the variable")]
    MemberRegister,
    #[error("there is no profile or stage \"{0}\" that a register could be for")]
    RegisterTarget(String),
    #[error("there is no register \"{0}\"; variables have those of c, i, b, s and t")]
    NoRegister(String),
    #[error("\"{0}\" and \"{1}\" are two registers for one variable")]
    RegistersConflict(String, String),
    #[error("\"{0}\" and \"{1}\" are both for this profile; a variable has one register of a kind")]
    SeveralRegisters(String, String),
}

impl HlslRule {
    /// The number that Microsoft's compiler gives the error; `None` where it has none.
    pub fn number(&self) -> Option<u32> {
        use HlslRule::*;
        Some(match self {
            CaseFallsThrough => 3533,
            LabelAtEnd => 3000,
            ContinueInSwitch => 3708,
            UnrollCount => 3084,
            HeldParts { .. } => 3017,
            FreeName(_) => 3517,
            ShaderProfile(_) => 3041,
            LaterProfile(_) => 3506,
            OldProfile(_) => 3539,
            Shader(_, number) => return *number,
            Machine(_, number) => *number,
            NoMethod(_) => 3088,
            Unset(_) => 4000,
            OutUnset(_) => 3508,
            ObjectValue(_) => 3017,
            StaticOfLocal(_) => 3691,
            PlaceOutsideBuffer => 3091,
            MemberRegister => 3202,
            RegisterTarget(_) => 3089,
            NoRegister(_) => 3530,
            RegistersConflict(..) => 3115,
            SeveralRegisters(..) => 4017,
            LaterTechnique(_) | TextureArray(_) => return None,
            NoTechnique | NoState(_) | StateNeedsIndex(_) | StateWithoutIndex(_) => return None,
            StateIndex { .. } | StateWord { .. } | StateType { .. } => return None,
        })
    }
}
