//! Warnings about programs in Cg and HLSL, with the numbers that Cg's reference compiler gives them.

/// What a warning about a program in Cg or HLSL is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShadingOddity {
    #[error(
        "{from} loses numbers where it becomes {to}; write a swizzle or a cast to show that this is meant"
    )]
    Smaller { from: String, to: String },
    #[error("there is no extension \"{0}\", so that nothing comes of it")]
    Extension(String),
    #[error("the numbers of the inner arrays stand in one list; write braces around those of each")]
    FlatList,
    #[error("no label leads to this statement of the \"switch\"")]
    UnreachableInSwitch,
    #[error("\"{0}\" says again what a word before it says; leave one of them out")]
    RepeatedQualifier(String),
    #[error("\"{0}\" stands twice before the same name; leave one of them out")]
    RepeatedDomain(String),
    #[error(
        "the semantics of parameters count where \"{0}\" has its body; they mean nothing in this declaration"
    )]
    DeclaredSemantics(String),
    #[error("nothing declares \"{0}\", which is ignored here, as the connectors of old texts are")]
    Connector(String),
    #[error("no profile is called \"{0}\"; the function is for none")]
    UnknownProfile(String),
    #[error("this pragma is ignored; write pack_matrix(row_major) or pack_matrix(column_major)")]
    PackMatrix,
}

impl ShadingOddity {
    /// The number that Cg's reference compiler gives to such a warning.
    pub fn code(&self) -> Option<u32> {
        Some(match self {
            ShadingOddity::Smaller { .. } => 7011,
            ShadingOddity::FlatList => 1058,
            ShadingOddity::Extension(_) => 7508,
            ShadingOddity::UnreachableInSwitch => 7024,
            ShadingOddity::RepeatedQualifier(_) => 7001,
            ShadingOddity::RepeatedDomain(_) => 7002,
            ShadingOddity::DeclaredSemantics(_) => 7007,
            ShadingOddity::Connector(_) => 7017,
            ShadingOddity::UnknownProfile(_) => 7022,
            ShadingOddity::PackMatrix => 7103,
        })
    }
}
