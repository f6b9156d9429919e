//! The rules of Direct3D shader assembly, in texts and in tokens.

/// A rule that a shader breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum D3dRule {
    #[error("a shader begins with its version, such as vs_1_1 or ps_2_0; {0}")]
    Version(String),
    #[error("\"{name}\" is no instruction of {version}")]
    NotInVersion { name: String, version: &'static str },
    #[error("\"{name}\" is no form of this instruction in {version}")]
    Suffix { name: String, version: &'static str },
    #[error("{version} has no register \"{name}\"")]
    NoRegister { name: String, version: &'static str },
    #[error("\"{0}\" is no write mask: components are xyzw or rgba, in this order, each once")]
    Mask(String),
    #[error("\"{0}\" is no swizzle: one to four components of xyzw or rgba")]
    Swizzle(String),
    #[error("{0} has one component, which nothing selects")]
    Scalar(&'static str),
    #[error("{version} has no source modifier \"{name}\"")]
    SourceModifier { name: String, version: &'static str },
    #[error("a complement has no other modifier")]
    ComplementAlone,
    #[error("{version} has no {what}")]
    Feature {
        what: &'static str,
        version: &'static str,
    },
    #[error("{what} cannot be {operand} of {name}")]
    Operand {
        what: String,
        operand: &'static str,
        name: &'static str,
    },
    #[error("{name}: {rule}")]
    Instruction {
        name: &'static str,
        rule: &'static str,
    },
    #[error("{what} {used}; {version} allows {limit}")]
    Limit {
        what: &'static str,
        used: u32,
        limit: u32,
        version: &'static str,
    },
    #[error("{register}.{components} is read before anything is written to it")]
    Uninitialized {
        register: String,
        components: String,
    },
    #[error("{0} is not declared")]
    Undeclared(String),
    #[error("{0} is declared twice")]
    DeclaredTwice(String),
    #[error("declarations and definitions stand before instructions")]
    DeclaredLate,
    #[error("the declaration is wrong: {0}")]
    Declaration(&'static str),
    #[error("the definition is wrong: {0}")]
    Definition(&'static str),
    #[error("{name} matches no {opener}")]
    Unopened {
        name: &'static str,
        opener: &'static str,
    },
    #[error("{0} is not closed")]
    Unclosed(&'static str),
    #[error("blocks are nested {depth} deep; {version} allows {limit}")]
    Nesting {
        depth: u32,
        limit: u32,
        version: &'static str,
    },
    #[error("label l{0} is not there")]
    NoLabel(u32),
    #[error("no call names label l{0}")]
    Uncalled(u32),
    #[error("label l{0} stands twice, or before a call of it")]
    Label(u32),
    #[error("the shader must write {0}")]
    Unwritten(&'static str),
    #[error("the stream ends in the middle of a statement, or without the end token 0x0000ffff")]
    Truncated,
    #[error("the token {token:#010x} is no {what}")]
    Token { token: u32, what: &'static str },
    #[error("the instruction has {found} operand tokens, not {expected}")]
    Length { found: u32, expected: u32 },
    #[error("the constant table is damaged: {0}")]
    ConstantTable(&'static str),
}
