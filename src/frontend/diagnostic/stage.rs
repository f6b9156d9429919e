//! The rules of programs of a stage: what an entry point's parameters may be, and which options a language has.

/// A rule that an entry point of a stage, or an option of its text, breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StageRule {
    #[error(
        "\"{name}\" is no {what} of a {stage} program; {names}, and uniform parameters of any name"
    )]
    Parameter {
        name: String,
        what: &'static str,
        stage: &'static str,
        names: &'static str,
    },
    #[error("\"{name}\" is {found}; here a parameter has the type {expected}")]
    ParameterType {
        name: String,
        found: String,
        expected: &'static str,
    },
    #[error("\"{0}\" is read and written; a parameter of a stage is either \"in\" or \"out\"")]
    InOut(String),
    #[error(
        "a vertex program writes result_position: give the function an \"out vec result_position\""
    )]
    NoPosition,
    #[error("\"{operation}\" cannot be used in a {stage} program: {advice}")]
    Operation {
        operation: &'static str,
        stage: &'static str,
        advice: &'static str,
    },
    #[error("the uniforms take {used} vectors of four numbers; there are {limit}")]
    Uniforms { used: u32, limit: u32 },
    #[error("{language} has no {option}; remove the option, or clear all of them")]
    Option {
        language: &'static str,
        option: &'static str,
    },
    #[error("{version} shaders are no {stage} programs")]
    WrongStage {
        version: &'static str,
        stage: &'static str,
    },
    #[error("GL has no attribute or varying that stands for {0}")]
    Usage(String),
    #[error("{0} is compiled with the options of its compiler; this way of loading has none")]
    NeedsOptions(&'static str),
}
