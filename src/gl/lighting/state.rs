//! Lights, materials, shading, fog (GL 1.5 sections 2.14 and 3.10, tables 6.9 to 6.11 and 6.8).
//!
//! The commands are in [`super::light`], [`super::material`] and [`super::fog`].
#![forbid(unsafe_code)]

use crate::frontend::fixed_function::fragment::FogMode;
use crate::frontend::fixed_function::vertex::ColorMaterialMode;
use crate::gl::context::limits::MAX_LIGHTS;
use crate::gl::context::named::{gl_enum, gl_names};
use crate::gl::context::shared_enums::{ClampMode, Face};
use crate::raster::Provoking;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    pub enabled: bool,
    pub ambient: [f32; 4],
    pub diffuse: [f32; 4],
    pub specular: [f32; 4],
    /// POSITION in eye coordinates.
    pub position: [f32; 4],
    /// SPOT_DIRECTION in eye coordinates, not normalised.
    pub spot_direction: [f32; 3],
    /// SPOT_EXPONENT, 0 to MAX_SPOT_EXPONENT_NV.
    pub spot_exponent: f32,
    /// SPOT_CUTOFF in degrees: 0 to 90, or 180.
    pub spot_cutoff: f32,
    /// CONSTANT_, LINEAR_ and QUADRATIC_ATTENUATION.
    pub attenuation: [f32; 3],
}

impl Light {
    /// The initial state of light `index`. Only light 0 emits light.
    fn new(index: usize) -> Light {
        let color = if index == 0 {
            [1.0; 4]
        } else {
            [0.0, 0.0, 0.0, 1.0]
        };
        Light {
            enabled: false,
            ambient: [0.0, 0.0, 0.0, 1.0],
            diffuse: color,
            specular: color,
            position: [0.0, 0.0, 1.0, 0.0],
            spot_direction: [0.0, 0.0, -1.0],
            spot_exponent: 0.0,
            spot_cutoff: 180.0,
            attenuation: [1.0, 0.0, 0.0],
        }
    }
}

/// How one face reflects and emits light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    pub ambient: [f32; 4],
    pub diffuse: [f32; 4],
    pub specular: [f32; 4],
    pub emission: [f32; 4],
    /// SHININESS, 0 to MAX_SHININESS_NV.
    pub shininess: f32,
    /// COLOR_INDEXES: ambient, diffuse, specular.
    pub color_indexes: [f32; 3],
}

impl Default for Material {
    fn default() -> Self {
        Material {
            ambient: [0.2, 0.2, 0.2, 1.0],
            diffuse: [0.8, 0.8, 0.8, 1.0],
            specular: [0.0, 0.0, 0.0, 1.0],
            emission: [0.0, 0.0, 0.0, 1.0],
            shininess: 0.0,
            color_indexes: [0.0, 1.0, 1.0],
        }
    }
}

gl_names! {
    FogMode {
        Linear = LINEAR,
        Exp = EXP,
        Exp2 = EXP2,
    }
}

gl_enum! {
    /// Where the distance of fog comes from.
    pub enum FogCoordSource {
        FragmentDepth = FRAGMENT_DEPTH,
        FogCoord = FOG_COORD,
    }
}

gl_enum! {
    /// FOG_DISTANCE_MODE_NV: the distance that FRAGMENT_DEPTH means.
    pub enum FogDistance {
        EyePlaneAbsolute = EYE_PLANE_ABSOLUTE_NV,
        EyePlane = EYE_PLANE,
        EyeRadial = EYE_RADIAL_NV,
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    pub enabled: bool,
    pub mode: FogMode,
    /// FOG_COLOR, as given.
    pub color: [f32; 4],
    /// It has no effect in RGBA mode.
    pub index: f32,
    /// FOG_DENSITY, not negative.
    pub density: f32,
    /// The distance or fog coordinate at which LINEAR fog begins.
    pub start: f32,
    /// The distance or fog coordinate at which LINEAR fog is complete.
    pub end: f32,
    pub coord_source: FogCoordSource,
    pub distance_mode: FogDistance,
}

impl Default for Fog {
    fn default() -> Self {
        Fog {
            enabled: false,
            mode: FogMode::Exp,
            color: [0.0; 4],
            index: 0.0,
            density: 1.0,
            start: 0.0,
            end: 1.0,
            coord_source: FogCoordSource::FragmentDepth,
            distance_mode: FogDistance::EyePlaneAbsolute,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LightModel {
    /// LIGHT_MODEL_AMBIENT
    pub ambient: [f32; 4],
    /// LIGHT_MODEL_LOCAL_VIEWER
    pub local_viewer: bool,
    /// LIGHT_MODEL_TWO_SIDE
    pub two_side: bool,
    /// LIGHT_MODEL_COLOR_CONTROL is SEPARATE_SPECULAR_COLOR.
    pub separate_specular: bool,
}

impl Default for LightModel {
    fn default() -> Self {
        LightModel {
            ambient: [0.2, 0.2, 0.2, 1.0],
            local_viewer: false,
            two_side: false,
            separate_specular: false,
        }
    }
}

gl_enum! {
    pub enum ShadeModel {
        Flat = FLAT,
        Smooth = SMOOTH,
    }
}

gl_names! {
    ColorMaterialMode {
        Ambient = AMBIENT,
        Diffuse = DIFFUSE,
        AmbientAndDiffuse = AMBIENT_AND_DIFFUSE,
        Specular = SPECULAR,
        Emission = EMISSION,
    }
}

gl_names! {
    Provoking {
        Last = LAST_VERTEX_CONVENTION,
        First = FIRST_VERTEX_CONVENTION,
    }
}

/// What PushAttrib(LIGHTING_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct LightingGroup {
    pub enabled: bool,
    pub lights: [Light; MAX_LIGHTS],
    /// The front and the back material.
    pub materials: [Material; 2],
    pub model: LightModel,
    pub color_material: bool,
    /// The faces whose material follows the current colour.
    pub color_material_face: Face,
    /// The properties of the material that follow it.
    pub color_material_parameter: ColorMaterialMode,
    pub shade_model: ShadeModel,
    /// PROVOKING_VERTEX_EXT: the vertex that gives flat colours.
    pub provoking: Provoking,
    /// CLAMP_VERTEX_COLOR_ARB
    pub clamp_vertex: ClampMode,
}

impl Default for LightingGroup {
    fn default() -> Self {
        LightingGroup {
            enabled: false,
            lights: std::array::from_fn(Light::new),
            materials: [Material::default(); 2],
            model: LightModel::default(),
            color_material: false,
            color_material_face: Face::Both,
            color_material_parameter: ColorMaterialMode::AmbientAndDiffuse,
            shade_model: ShadeModel::Smooth,
            provoking: Provoking::Last,
            clamp_vertex: ClampMode::On,
        }
    }
}

/// Lighting state: [`LightingGroup`] by dereference, and fog.
#[derive(Debug, Clone, Default)]
pub struct LightingState {
    /// Lights, materials, model, shading. `cx.lighting.lights[i]` reaches them by dereference.
    pub group: LightingGroup,
    pub fog: Fog,
    /// COLOR_SUM, which adds the secondary colour when lighting is off.
    pub color_sum: bool,
}

impl std::ops::Deref for LightingState {
    type Target = LightingGroup;
    fn deref(&self) -> &LightingGroup {
        &self.group
    }
}

impl std::ops::DerefMut for LightingState {
    fn deref_mut(&mut self) -> &mut LightingGroup {
        &mut self.group
    }
}
