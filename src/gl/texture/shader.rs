//! Texture shader stages: state, TexEnv's target TEXTURE_SHADER_NV, and what draws get (NV_texture_shader section 3.8.13,
//! NV_texture_shader2, NV_texture_shader3).
#![forbid(unsafe_code)]

use super::param::Values;
use crate::device::texture::bound::BoundTexture;
use crate::format::{BaseFormat, TextureShape};
use crate::frontend::texture_shader::consistency::{consistent, effective};
use crate::frontend::texture_shader::stage::{
    Dependent, DotMapping, Offset, Operation, STAGES, Signs, Stage, Texels,
};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_UNITS;
use crate::gl::context::named::{Named, gl_names};
use crate::gl::texture::unit::TextureState;
use crate::gl::{GlError, Result};

const _: () = assert!(STAGES == MAX_TEXTURE_UNITS);

/// What TexEnv(TEXTURE_SHADER_NV) sets for one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShaderStage {
    /// SHADER_OPERATION_NV
    pub operation: Operation,
    /// CULL_MODES_NV: LESS, else GEQUAL.
    pub less: [bool; 4],
    /// RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV
    pub mapping: DotMapping,
    /// PREVIOUS_TEXTURE_INPUT_NV − TEXTURE0
    pub previous: u8,
    /// CONST_EYE_NV: the eye vector of constant reflection.
    pub const_eye: [f32; 3],
    /// OFFSET_TEXTURE_MATRIX_NV by columns
    pub offset_matrix: [f32; 4],
    /// OFFSET_TEXTURE_SCALE_NV
    pub offset_scale: f32,
    /// OFFSET_TEXTURE_BIAS_NV
    pub offset_bias: f32,
}

/// Operations by name: a row for each one that state can hold.
const OPERATIONS: &[(u32, Operation)] = {
    use TextureShape::*;
    const fn offset(rectangle: bool, projective: bool, scale: bool) -> Operation {
        Operation::Offset(Offset {
            rectangle,
            projective,
            scale,
            hilo: false,
        })
    }
    const fn hilo(rectangle: bool, projective: bool) -> Operation {
        Operation::Offset(Offset {
            rectangle,
            projective,
            scale: false,
            hilo: true,
        })
    }
    &[
        (NONE, Operation::None),
        (TEXTURE_1D, Operation::Texture(D1)),
        (TEXTURE_2D, Operation::Texture(D2)),
        (TEXTURE_3D, Operation::Texture(D3)),
        (TEXTURE_RECTANGLE, Operation::Texture(Rectangle)),
        (TEXTURE_CUBE_MAP, Operation::Texture(Cube)),
        (PASS_THROUGH_NV, Operation::PassThrough),
        (CULL_FRAGMENT_NV, Operation::CullFragment),
        (OFFSET_TEXTURE_2D_NV, offset(false, false, false)),
        (OFFSET_TEXTURE_2D_SCALE_NV, offset(false, false, true)),
        (OFFSET_TEXTURE_RECTANGLE_NV, offset(true, false, false)),
        (OFFSET_TEXTURE_RECTANGLE_SCALE_NV, offset(true, false, true)),
        (OFFSET_PROJECTIVE_TEXTURE_2D_NV, offset(false, true, false)),
        (
            OFFSET_PROJECTIVE_TEXTURE_2D_SCALE_NV,
            offset(false, true, true),
        ),
        (
            OFFSET_PROJECTIVE_TEXTURE_RECTANGLE_NV,
            offset(true, true, false),
        ),
        (
            OFFSET_PROJECTIVE_TEXTURE_RECTANGLE_SCALE_NV,
            offset(true, true, true),
        ),
        (OFFSET_HILO_TEXTURE_2D_NV, hilo(false, false)),
        (OFFSET_HILO_TEXTURE_RECTANGLE_NV, hilo(true, false)),
        (OFFSET_HILO_PROJECTIVE_TEXTURE_2D_NV, hilo(false, true)),
        (
            OFFSET_HILO_PROJECTIVE_TEXTURE_RECTANGLE_NV,
            hilo(true, true),
        ),
        (
            DEPENDENT_AR_TEXTURE_2D_NV,
            Operation::Dependent(Dependent::AlphaRed2D),
        ),
        (
            DEPENDENT_GB_TEXTURE_2D_NV,
            Operation::Dependent(Dependent::GreenBlue2D),
        ),
        (
            DEPENDENT_HILO_TEXTURE_2D_NV,
            Operation::Dependent(Dependent::Hilo2D),
        ),
        (
            DEPENDENT_RGB_TEXTURE_3D_NV,
            Operation::Dependent(Dependent::Rgb3D),
        ),
        (
            DEPENDENT_RGB_TEXTURE_CUBE_MAP_NV,
            Operation::Dependent(Dependent::RgbCube),
        ),
        (DOT_PRODUCT_NV, Operation::DotProduct),
        (DOT_PRODUCT_TEXTURE_1D_NV, Operation::DotTexture(D1)),
        (DOT_PRODUCT_TEXTURE_2D_NV, Operation::DotTexture(D2)),
        (DOT_PRODUCT_TEXTURE_3D_NV, Operation::DotTexture(D3)),
        (
            DOT_PRODUCT_TEXTURE_RECTANGLE_NV,
            Operation::DotTexture(Rectangle),
        ),
        (DOT_PRODUCT_TEXTURE_CUBE_MAP_NV, Operation::DotTexture(Cube)),
        (DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV, Operation::DotDiffuse),
        (
            DOT_PRODUCT_REFLECT_CUBE_MAP_NV,
            Operation::DotReflect { const_eye: false },
        ),
        (
            DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV,
            Operation::DotReflect { const_eye: true },
        ),
        (DOT_PRODUCT_PASS_THROUGH_NV, Operation::DotPassThrough),
        (
            DOT_PRODUCT_DEPTH_REPLACE_NV,
            Operation::DotDepth { affine: false },
        ),
        (
            DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV,
            Operation::DotDepth { affine: true },
        ),
    ]
};

impl Named for Operation {
    fn from_name(name: u32) -> Option<Operation> {
        let row = OPERATIONS.iter().find(|(row, _)| *row == name);
        row.map(|(_, operation)| *operation)
    }

    fn name(self) -> u32 {
        let row = OPERATIONS.iter().find(|(_, row)| *row == self);
        row.map_or(NONE, |(name, _)| *name)
    }
}

gl_names! {
    DotMapping {
        Identity = UNSIGNED_IDENTITY_NV,
        ExpandNormal = EXPAND_NORMAL_NV,
        ForceBlueToOne = FORCE_BLUE_TO_ONE_NV,
    }
}

/// A cull mode: whether a fragment stays where the coordinate is below 0, or where it is not.
fn is_less(name: u32) -> Result<bool> {
    match name {
        LESS => Ok(true),
        GEQUAL => Ok(false),
        _ => Err(GlError::invalid_enum("cull modes are LESS or GEQUAL")),
    }
}

impl ShaderStage {
    pub const INITIAL: ShaderStage = ShaderStage {
        operation: Operation::None,
        less: [false; 4],
        mapping: DotMapping::Identity,
        previous: 0,
        const_eye: [0.0, 0.0, -1.0],
        offset_matrix: [1.0, 0.0, 0.0, 1.0],
        offset_scale: 1.0,
        offset_bias: 0.0,
    };

    /// Sets a parameter of unit `unit`. INVALID_OPERATION for an operation that the unit cannot have and for a previous
    /// input that is not before it (section 3.8.13.2).
    pub(crate) fn set(&mut self, unit: usize, pname: u32, values: Values) -> Result {
        match pname {
            SHADER_OPERATION_NV => {
                let operation =
                    Operation::checked(values.name(), "not a texture shader operation")?;
                // Operations with several stages cannot stand on the first or last units.
                if unit < operation.first_unit()
                    || unit + 1 == MAX_TEXTURE_UNITS && operation.is_never_last()
                {
                    return Err(GlError::invalid_operation(
                        "this unit has not the stages around it that the operation needs",
                    ));
                }
                self.operation = operation;
            }
            RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV => {
                self.mapping = DotMapping::checked(values.name(), "not a dot product mapping")?;
            }
            PREVIOUS_TEXTURE_INPUT_NV => {
                let previous = values.name().wrapping_sub(TEXTURE0) as usize;
                if previous >= MAX_TEXTURE_UNITS {
                    return Err(GlError::invalid_enum("the previous input is a unit"));
                }
                if previous >= unit {
                    return Err(GlError::invalid_operation(
                        "the previous input comes before the unit",
                    ));
                }
                self.previous = previous as u8;
            }
            CULL_MODES_NV => {
                let [s, t, r, q] = values.names().map(is_less);
                self.less = [s?, t?, r?, q?];
            }
            OFFSET_TEXTURE_MATRIX_NV => self.offset_matrix = values.floats(),
            OFFSET_TEXTURE_SCALE_NV => self.offset_scale = values.float(),
            OFFSET_TEXTURE_BIAS_NV => self.offset_bias = values.float(),
            CONST_EYE_NV => {
                let [x, y, z, _] = values.floats();
                self.const_eye = [x, y, z];
            }
            _ => return Err(GlError::invalid_enum("unknown texture shader parameter")),
        }
        Ok(())
    }

    /// The answer of GetTexEnv; INVALID_ENUM for other names.
    pub(crate) fn get(&self, pname: u32) -> Result<Answer> {
        Ok(match pname {
            SHADER_OPERATION_NV => Answer::name(self.operation),
            RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV => Answer::name(self.mapping),
            PREVIOUS_TEXTURE_INPUT_NV => Answer::Int(TEXTURE0 as i32 + i32::from(self.previous)),
            CULL_MODES_NV => Answer::Vector(
                self.less
                    .map(|less| if less { LESS } else { GEQUAL } as f32),
            ),
            OFFSET_TEXTURE_MATRIX_NV => Answer::Vector(self.offset_matrix),
            OFFSET_TEXTURE_SCALE_NV => Answer::Float(self.offset_scale),
            OFFSET_TEXTURE_BIAS_NV => Answer::Float(self.offset_bias),
            CONST_EYE_NV => Answer::Vector3(self.const_eye),
            _ => return Err(GlError::invalid_enum("unknown texture shader parameter")),
        })
    }

    /// The stage as the front end knows it, with what the texture that it reads holds.
    fn stage(&self, texture: Option<&BoundTexture>) -> Stage {
        Stage {
            operation: self.operation,
            previous: self.previous,
            mapping: self.mapping,
            less: self.less,
            texels: self.operation.target().and_then(|_| texture.map(texels_of)),
        }
    }
}

/// What a texture holds.
fn texels_of(texture: &BoundTexture) -> Texels {
    let signed = texture.fixed.map_or([false; 4], |fixed| fixed.signed);
    let signs = match signed {
        [true, _, _, true] => Signs::Signed,
        [true, ..] => Signs::SignedRgb,
        _ => Signs::Unsigned,
    };
    match texture.base {
        BaseFormat::Hilo => Texels::Hilo { signed: signed[0] },
        BaseFormat::Dsdt => Texels::Dsdt,
        BaseFormat::DsdtMag => Texels::DsdtMag,
        BaseFormat::DsdtMagIntensity => Texels::DsdtMagIntensity,
        BaseFormat::Alpha => Texels::Alpha(signs),
        BaseFormat::Luminance
        | BaseFormat::LuminanceAlpha
        | BaseFormat::Intensity
        | BaseFormat::Red
        | BaseFormat::RedGreen
        | BaseFormat::Rgb
        | BaseFormat::Rgba
        | BaseFormat::Depth
        | BaseFormat::Dudv => Texels::Rgba(signs),
    }
}

fn stages(state: &TextureState, textures: &[Option<BoundTexture>]) -> [Stage; STAGES] {
    std::array::from_fn(|unit| {
        let texture = textures.get(unit).and_then(Option::as_ref);
        state.units[unit].shader.stage(texture)
    })
}

/// The stages for these textures by unit, each of the kind that the unit's operation reads; inconsistent ones are NONE.
pub(crate) fn shader_stages(
    state: &TextureState,
    textures: &[Option<BoundTexture>],
) -> [Stage; STAGES] {
    effective(&stages(state, textures))
}

/// SHADER_CONSISTENT_NV of a unit, whether texture shaders are enabled or not.
pub(crate) fn is_consistent(state: &TextureState, unit: usize) -> bool {
    let textures: Vec<Option<BoundTexture>> = state.units[..STAGES]
        .iter()
        .map(|unit| {
            let target = unit.shader.operation.target()?;
            unit.texture_for(target, state.overrides())
        })
        .collect();
    consistent(&stages(state, &textures))[unit]
}
