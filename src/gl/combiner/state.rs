//! Register combiners: state and commands (NV_register_combiners section 3.8.12, NV_register_combiners2).
//!
//! State holds the front end's types, each with one table of names: commands read it one way, [`super::query`] the other.

use crate::frontend::register_combiners::setup::{
    FinalInput, FinalSource, FinalStage, Input, MAX_STAGES, Mapping, Output, Portion, Register,
    Scale, Setup, Stage, Usage,
};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_UNITS;
use crate::gl::context::named::{Named, gl_names};
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::platform::ClientPtr;
use std::sync::Arc;

// Every texture unit has a register, and the names of stages are a run.
const _: () = assert!(MAX_TEXTURE_UNITS == crate::frontend::register_combiners::lower::TEXTURES);
const _: () = assert!(COMBINER7_NV - COMBINER0_NV + 1 == MAX_STAGES as u32);

/// State of the register combiners.
#[derive(Debug, Clone, PartialEq)]
pub struct RegisterCombinerState {
    /// REGISTER_COMBINERS_NV
    pub enabled: bool,
    /// PER_STAGE_CONSTANTS_NV
    pub per_stage_constants: bool,
    /// NUM_GENERAL_COMBINERS_NV
    pub n_stages: usize,
    /// COLOR_SUM_CLAMP_NV
    pub clamp_sum: bool,
    /// CONSTANT_COLOR0_NV, CONSTANT_COLOR1_NV
    pub constants: [[f32; 4]; 2],
    /// The same of each general combiner.
    pub stage_constants: [[[f32; 4]; 2]; MAX_STAGES],
    /// General combiners.
    pub stages: [Stage; MAX_STAGES],
    /// The final combiner.
    pub last: FinalStage,
}

impl Default for RegisterCombinerState {
    fn default() -> RegisterCombinerState {
        RegisterCombinerState {
            enabled: false,
            per_stage_constants: false,
            n_stages: 1,
            clamp_sum: true,
            constants: Default::default(),
            stage_constants: Default::default(),
            stages: [Stage::INITIAL; MAX_STAGES],
            last: FinalStage::INITIAL,
        }
    }
}

impl RegisterCombinerState {
    /// What draws run; `None` when combiners are disabled.
    pub fn active(&self) -> Option<Arc<Setup>> {
        self.enabled.then(|| {
            Arc::new(Setup {
                stages: self.stages[..self.n_stages].to_vec(),
                last: self.last,
                clamp_sum: self.clamp_sum,
                per_stage_constants: self.per_stage_constants,
            })
        })
    }
}

gl_names! {
    Mapping {
        UnsignedIdentity = UNSIGNED_IDENTITY_NV,
        UnsignedInvert = UNSIGNED_INVERT_NV,
        ExpandNormal = EXPAND_NORMAL_NV,
        ExpandNegate = EXPAND_NEGATE_NV,
        HalfBiasNormal = HALF_BIAS_NORMAL_NV,
        HalfBiasNegate = HALF_BIAS_NEGATE_NV,
        SignedIdentity = SIGNED_IDENTITY_NV,
        SignedNegate = SIGNED_NEGATE_NV,
    }
}

gl_names! {
    Usage {
        Rgb = RGB,
        Blue = BLUE,
        Alpha = ALPHA,
    }
}

gl_names! {
    Scale {
        One = NONE,
        Two = SCALE_BY_TWO_NV,
        Four = SCALE_BY_FOUR_NV,
        Half = SCALE_BY_ONE_HALF_NV,
    }
}

impl Named for Register {
    fn from_name(name: u32) -> Option<Register> {
        match name {
            ZERO => Some(Register::Zero),
            CONSTANT_COLOR0_NV => Some(Register::Constant0),
            CONSTANT_COLOR1_NV => Some(Register::Constant1),
            FOG => Some(Register::Fog),
            PRIMARY_COLOR_NV => Some(Register::Primary),
            SECONDARY_COLOR_NV => Some(Register::Secondary),
            SPARE0_NV => Some(Register::Spare0),
            SPARE1_NV => Some(Register::Spare1),
            _ => {
                let unit = name.wrapping_sub(TEXTURE0);
                let is_unit = (unit as usize) < MAX_TEXTURE_UNITS;
                is_unit.then_some(Register::Texture(unit as u8))
            }
        }
    }

    fn name(self) -> u32 {
        match self {
            Register::Zero => ZERO,
            Register::Constant0 => CONSTANT_COLOR0_NV,
            Register::Constant1 => CONSTANT_COLOR1_NV,
            Register::Fog => FOG,
            Register::Primary => PRIMARY_COLOR_NV,
            Register::Secondary => SECONDARY_COLOR_NV,
            Register::Spare0 => SPARE0_NV,
            Register::Spare1 => SPARE1_NV,
            Register::Texture(unit) => TEXTURE0 + u32::from(unit),
        }
    }
}

fn register(name: u32) -> Result<Register> {
    Register::checked(name, "not a combiner register")
}

/// The register of an output; `None` is DISCARD_NV.
fn output_register(name: u32) -> Result<Option<Register>> {
    if name == DISCARD_NV {
        return Ok(None);
    }
    match register(name)? {
        Register::Zero | Register::Constant0 | Register::Constant1 | Register::Fog => Err(
            GlError::invalid_enum("combiners do not write to this register"),
        ),
        register => Ok(Some(register)),
    }
}

fn is_biased(bias: u32) -> Result<bool> {
    match bias {
        NONE => Ok(false),
        BIAS_BY_NEGATIVE_ONE_HALF_NV => Ok(true),
        _ => Err(GlError::invalid_enum("not a bias of outputs")),
    }
}

/// The number of a general combiner.
pub(crate) fn stage_number(name: u32) -> Result<usize> {
    let number = name.wrapping_sub(COMBINER0_NV) as usize;
    if number < MAX_STAGES {
        Ok(number)
    } else {
        Err(GlError::invalid_enum("not a general combiner"))
    }
}

/// The number of a variable, of `count`.
pub(crate) fn variable_number(name: u32, count: usize) -> Result<usize> {
    let number = name.wrapping_sub(VARIABLE_A_NV) as usize;
    if number < count {
        Ok(number)
    } else {
        Err(GlError::invalid_enum("not a variable of this combiner"))
    }
}

/// Whether a portion is ALPHA.
pub(crate) fn is_alpha(portion: u32) -> Result<bool> {
    match portion {
        RGB => Ok(false),
        ALPHA => Ok(true),
        _ => Err(GlError::invalid_enum("the portion is RGB or ALPHA")),
    }
}

impl RegisterCombinerState {
    fn portion_mut(&mut self, stage: usize, alpha: bool) -> &mut Portion {
        let stage = &mut self.stages[stage];
        if alpha {
            &mut stage.alpha
        } else {
            &mut stage.rgb
        }
    }
}

/// Values of a combiner parameter; 0 for what is none.
fn parameter_len(pname: u32) -> usize {
    match pname {
        CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV => 4,
        NUM_GENERAL_COMBINERS_NV | COLOR_SUM_CLAMP_NV => 1,
        _ => 0,
    }
}

fn set_parameter(call: &mut Call<'_>, pname: u32, values: [f32; 4]) -> Result {
    let state = &mut call.cx.combiners;
    match pname {
        CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV => {
            state.constants[(pname - CONSTANT_COLOR0_NV) as usize] = values.map(to_unit);
        }
        NUM_GENERAL_COMBINERS_NV => {
            if !(1.0..MAX_STAGES as f32 + 1.0).contains(&values[0]) {
                return Err(GlError::invalid_value(
                    "NUM_GENERAL_COMBINERS is 1 to MAX_GENERAL_COMBINERS",
                ));
            }
            state.n_stages = values[0] as usize;
        }
        COLOR_SUM_CLAMP_NV => state.clamp_sum = values[0] != 0.0,
        _ => return Err(GlError::invalid_enum("not a combiner parameter")),
    }
    Ok(())
}

/// Clamped to [0, 1]; NaN is 0.
fn to_unit(value: f32) -> f32 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

fn set_scalar(call: &mut Call<'_>, pname: u32, value: f32) -> Result {
    if parameter_len(pname) != 1 {
        return Err(GlError::invalid_enum(
            "not a combiner parameter of one value",
        ));
    }
    set_parameter(call, pname, [value, 0.0, 0.0, 0.0])
}

pub fn combiner_parameterf_nv(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    set_scalar(call, pname, param)
}

pub fn combiner_parameteri_nv(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    set_scalar(call, pname, param as f32)
}

/// `glCombinerParameterfvNV`: constants, number of combiners, clamping of the colour sum.
pub fn combiner_parameterfv_nv(call: &mut Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result {
    let values = call.vec4(params, parameter_len(pname), |v| v)?;
    call.run(move |call| set_parameter(call, pname, values))
}

/// `glCombinerParameterivNV`: integers of colours stand for [−1, 1].
pub fn combiner_parameteriv_nv(call: &mut Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result {
    let n = parameter_len(pname);
    let values = call.vec4(params, n, |v| match n {
        4 => color_from_i32(v),
        _ => v as f32,
    })?;
    call.run(move |call| set_parameter(call, pname, values))
}

/// `glCombinerStageParameterfvNV`: the constants of a general combiner. INVALID_ENUM for other names.
pub fn combiner_stage_parameterfv_nv(
    call: &mut Call<'_>,
    stage: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let is_color = matches!(pname, CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV);
    let values = call.vec4(params, if is_color { 4 } else { 0 }, to_unit)?;
    call.run(move |call| {
        let stage = stage_number(stage)?;
        let constant = constant_number(pname)?;
        call.cx.combiners.stage_constants[stage][constant] = values;
        Ok(())
    })
}

/// 0 or 1 for the names of constants.
pub(crate) fn constant_number(pname: u32) -> Result<usize> {
    match pname {
        CONSTANT_COLOR0_NV => Ok(0),
        CONSTANT_COLOR1_NV => Ok(1),
        _ => Err(GlError::invalid_enum("not a constant of a combiner stage")),
    }
}

/// `glCombinerInputNV`. INVALID_OPERATION for RGB in an alpha, for blue in an RGB portion, and for the alpha of fog.
#[allow(clippy::too_many_arguments)]
pub fn combiner_input_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    variable: u32,
    input: u32,
    mapping: u32,
    component_usage: u32,
) -> Result {
    let (stage, alpha) = (stage_number(stage)?, is_alpha(portion)?);
    let variable = variable_number(variable, 4)?;
    let input = Input {
        register: register(input)?,
        mapping: Mapping::checked(mapping, "not an input mapping")?,
        usage: Usage::checked(component_usage, "not a component usage")?,
    };
    let reason = match (alpha, input.usage, input.register) {
        (true, Usage::Rgb, _) => "an alpha variable takes one component",
        (false, Usage::Blue, _) => "an RGB variable does not take blue alone",
        (_, Usage::Alpha, Register::Fog) => "only the final combiner knows the fog factor",
        _ => {
            call.cx.combiners.portion_mut(stage, alpha).inputs[variable] = input;
            return Ok(());
        }
    };
    Err(GlError::invalid_operation(reason))
}

/// `glCombinerOutputNV`. INVALID_VALUE for a dot product of alpha; INVALID_OPERATION for a bias with the scales ½ and 4,
/// and for two outputs to one register.
#[allow(clippy::too_many_arguments)]
pub fn combiner_output_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    ab_output: u32,
    cd_output: u32,
    sum_output: u32,
    scale: u32,
    bias: u32,
    ab_dot_product: u8,
    cd_dot_product: u8,
    mux_sum: u8,
) -> Result {
    let (stage, alpha) = (stage_number(stage)?, is_alpha(portion)?);
    let [ab, cd, sum] = [ab_output, cd_output, sum_output].map(output_register);
    let output = Output {
        registers: [ab?, cd?, sum?],
        scale: Scale::checked(scale, "not a scale of outputs")?,
        bias: is_biased(bias)?,
        dot: [ab_dot_product != 0, cd_dot_product != 0],
        mux: mux_sum != 0,
    };
    if alpha && output.dot != [false; 2] {
        return Err(GlError::invalid_value("alpha has no dot product"));
    }
    if output.bias && matches!(output.scale, Scale::Half | Scale::Four) {
        return Err(GlError::invalid_operation(
            "this scale does not go with a bias",
        ));
    }
    let [ab, cd, sum] = output.registers;
    let is_same = |x: Option<Register>, y| x.is_some() && x == y;
    if is_same(ab, cd) || is_same(cd, sum) || is_same(ab, sum) {
        return Err(GlError::invalid_operation(
            "two outputs go to the same register",
        ));
    }
    call.cx.combiners.portion_mut(stage, alpha).output = output;
    Ok(())
}

/// `glFinalCombinerInputNV`. INVALID_OPERATION for E·F in E, F and G, spare 0 + secondary colour also in A; for their
/// alpha or blue; for RGB in G, and blue elsewhere.
pub fn final_combiner_input_nv(
    call: &mut Call<'_>,
    variable: u32,
    input: u32,
    mapping: u32,
    component_usage: u32,
) -> Result {
    const G: usize = 6;
    let variable = variable_number(variable, G + 1)?;
    let source = match input {
        E_TIMES_F_NV => FinalSource::ETimesF,
        SPARE0_PLUS_SECONDARY_COLOR_NV => FinalSource::Spare0PlusSecondary,
        _ => FinalSource::Register(register(input)?),
    };
    let mapping = match Mapping::from_name(mapping) {
        Some(mapping @ (Mapping::UnsignedIdentity | Mapping::UnsignedInvert)) => mapping,
        _ => return Err(GlError::invalid_enum("not a mapping of the final combiner")),
    };
    let usage = Usage::checked(component_usage, "not a component usage")?;
    let is_register = matches!(source, FinalSource::Register(_));
    let reason = match (variable, source, usage) {
        (4.., FinalSource::ETimesF | FinalSource::Spare0PlusSecondary, _) => {
            "E, F and G take registers"
        }
        (0, FinalSource::Spare0PlusSecondary, _) => "A does not take the colour sum",
        (G, _, Usage::Rgb) => "G takes one component",
        (..G, _, Usage::Blue) => "only G takes blue alone",
        (_, _, Usage::Alpha | Usage::Blue) if !is_register => "this source has no alpha",
        _ => {
            call.cx.combiners.last.inputs[variable] = FinalInput {
                source,
                mapping,
                usage,
            };
            return Ok(());
        }
    };
    Err(GlError::invalid_operation(reason))
}
