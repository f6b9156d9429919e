//! The settings of register combiners. A [`Setup`] holds only what changes code: constants come through bindings.

/// The number of general combiners.
pub const MAX_STAGES: usize = 8;

/// Register combiners, as far as they are active.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The general combiners in use, at least one.
    pub stages: Vec<Stage>,
    /// The final combiner.
    pub last: FinalStage,
    /// COLOR_SUM_CLAMP_NV
    pub clamp_sum: bool,
    /// PER_STAGE_CONSTANTS_NV
    pub per_stage_constants: bool,
}

/// A general combiner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The operation on red, green and blue.
    pub rgb: Portion,
    pub alpha: Portion,
}

/// Half of a general combiner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Portion {
    /// A, B, C, D
    pub inputs: [Input; 4],
    /// Where the results go, after scale and bias.
    pub output: Output,
}

/// CombinerOutputNV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Output {
    /// The registers of AB, CD and the sum; `None` is DISCARD_NV.
    pub registers: [Option<Register>; 3],
    pub scale: Scale,
    /// BIAS_BY_NEGATIVE_ONE_HALF_NV, before the factor.
    pub bias: bool,
    /// Whether AB and CD are dot products.
    pub dot: [bool; 2],
    /// Whether the sum is AB or CD by the alpha of SPARE0_NV.
    pub mux: bool,
}

/// The source of a value, and its mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Input {
    pub register: Register,
    pub mapping: Mapping,
    pub usage: Usage,
}

/// Registers of a stage (table NV_register_combiners.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Register {
    Zero,
    Constant0,
    Constant1,
    Fog,
    Primary,
    Secondary,
    Spare0,
    Spare1,
    Texture(u8),
}

/// Mappings of an input (table NV_register_combiners.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// max(0, e)
    UnsignedIdentity,
    /// 1 − min(max(e, 0), 1)
    UnsignedInvert,
    /// 2 max(0, e) − 1
    ExpandNormal,
    /// 1 − 2 max(0, e)
    ExpandNegate,
    /// max(0, e) − ½
    HalfBiasNormal,
    /// ½ − max(0, e)
    HalfBiasNegate,
    /// e
    SignedIdentity,
    /// −e
    SignedNegate,
}

/// The components of a register that an input takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Usage {
    /// The same components.
    Rgb,
    /// Blue, for an alpha.
    Blue,
    /// Alpha, for all components.
    Alpha,
}

/// The factor of a portion's outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scale {
    One,
    Two,
    Four,
    Half,
}

/// The final combiner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FinalStage {
    /// A to G.
    pub inputs: [FinalInput; 7],
}

/// An input of the final combiner; its mapping is `UnsignedIdentity` or `UnsignedInvert`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FinalInput {
    pub source: FinalSource,
    pub mapping: Mapping,
    pub usage: Usage,
}

/// The sources of the final combiner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FinalSource {
    Register(Register),
    /// E_TIMES_F_NV
    ETimesF,
    /// SPARE0_PLUS_SECONDARY_COLOR_NV
    Spare0PlusSecondary,
}

impl Portion {
    /// The initial state of a portion whose inputs take `usage`: the primary colour goes to spare 0 (table
    /// NV_register_combiners.5).
    pub const fn initial(usage: Usage) -> Portion {
        const fn input(register: Register, mapping: Mapping, usage: Usage) -> Input {
            Input {
                register,
                mapping,
                usage,
            }
        }
        Portion {
            inputs: [
                input(Register::Primary, Mapping::UnsignedIdentity, usage),
                input(Register::Zero, Mapping::UnsignedInvert, usage),
                input(Register::Zero, Mapping::UnsignedIdentity, usage),
                input(Register::Zero, Mapping::UnsignedIdentity, usage),
            ],
            output: Output {
                registers: [None, None, Some(Register::Spare0)],
                scale: Scale::One,
                bias: false,
                dot: [false; 2],
                mux: false,
            },
        }
    }
}

impl Stage {
    /// The initial state of every general combiner.
    pub const INITIAL: Stage = Stage {
        rgb: Portion::initial(Usage::Rgb),
        alpha: Portion::initial(Usage::Alpha),
    };
}

impl FinalStage {
    /// Colour sum and fog (table NV_register_combiners.6).
    pub const INITIAL: FinalStage = {
        const fn input(source: FinalSource, usage: Usage) -> FinalInput {
            FinalInput {
                source,
                mapping: Mapping::UnsignedIdentity,
                usage,
            }
        }
        const ZERO: FinalInput = input(FinalSource::Register(Register::Zero), Usage::Rgb);
        FinalStage {
            inputs: [
                input(FinalSource::Register(Register::Fog), Usage::Alpha),
                input(FinalSource::Spare0PlusSecondary, Usage::Rgb),
                input(FinalSource::Register(Register::Fog), Usage::Rgb),
                ZERO,
                ZERO,
                ZERO,
                input(FinalSource::Register(Register::Spare0), Usage::Alpha),
            ],
        }
    };
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            stages: vec![Stage::INITIAL],
            last: FinalStage::INITIAL,
            clamp_sum: true,
            per_stage_constants: false,
        }
    }
}

impl Scale {
    /// The number to multiply by.
    pub const fn factor(self) -> f32 {
        match self {
            Scale::One => 1.0,
            Scale::Two => 2.0,
            Scale::Four => 4.0,
            Scale::Half => 0.5,
        }
    }
}
