//! What the machine of a profile cannot do.

/// A capability that a program needs and its profile lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Capability {
    #[error("the profile has no \"discard\"; fragment programs have it")]
    Discard,
    #[error("the profile has no operators on bits, unless both operands are constants")]
    Bits,
    #[error("the profile has no logic, and compares no vectors; compute with numbers instead")]
    Logic,
    #[error("the profile has no \"discard\"; clip() ends a fragment")]
    DiscardOperator,
    #[error("the profile has no branches; the condition must be a constant")]
    Branch,
    #[error("the profile has no loops, and this one cannot be unrolled: {UNROLLED}")]
    While,
    #[error("the profile has no loops, and this one cannot be unrolled: {UNROLLED}")]
    Do,
    #[error("the profile has no loops, and this one cannot be unrolled: {UNROLLED}")]
    For,
    #[error("the profile has no indices that vary; make the index a constant")]
    Index,
    #[error("the profile indexes by a constant here; make the index a constant")]
    LateIndex,
    #[error("the profile indexes uniforms only; make the index a constant")]
    IndexOfLocal,
    #[error("the profile cannot write an element whose index varies; make the index a constant")]
    WrittenIndex,
    #[error(
        "the profile moves look-ups by constant numbers of texels only; add to the coordinates instead"
    )]
    TexelOffset,
    #[error(
        "the profile chooses no sampler while it runs; choose between the results of two look-ups"
    )]
    ChosenSampler,
    #[error("a sampler without a kind is read as two kinds; one texture cannot be both")]
    SamplerKinds,
    #[error("this sampler is read as two kinds; one texture cannot be both")]
    SamplerType,
    #[error(
        "constant register limit exceeded; {needed} registers hold the program's uniforms and numbers, and the profile \
        has {most}"
    )]
    Constants { needed: usize, most: usize },
}

/// What a loop needs to be unrolled.
const UNROLLED: &str = "count a local number from a constant by constant steps, compare it with a constant, \
    write it nowhere else, and take at most 4096 rounds";

impl Capability {
    /// The number that Cg's reference compiler gives to such an error.
    pub fn code(self) -> u32 {
        match self {
            Capability::Discard => 5014,
            Capability::Bits | Capability::Logic | Capability::DiscardOperator => 5508,
            Capability::Branch => 5010,
            Capability::While => 5011,
            Capability::Do => 5012,
            Capability::For => 5013,
            Capability::Index => 5043,
            Capability::LateIndex => 6013,
            Capability::IndexOfLocal => 6016,
            Capability::WrittenIndex => 5025,
            Capability::TexelOffset => 5205,
            Capability::ChosenSampler => 5208,
            Capability::SamplerKinds => 5021,
            Capability::SamplerType => 6511,
            Capability::Constants { .. } => 6007,
        }
    }
}
