//! Fixed-function vertices: transformation, lighting, texture coordinates, fog coordinate, point size.

mod blend;
mod build;
mod key;
mod lighting;
mod stage;

pub use build::build;
pub use key::{
    BlendKey, ColorMaterial, ColorMaterialMode, CoordKey, FogSource, LightKey, LightingKey,
    MAX_COORDS, MAX_LIGHTS, TexGen, VertexKey,
};
