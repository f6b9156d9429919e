//! Fixed-function vertices: transformation, lighting, texture coordinates, fog coordinate, point size.
//!
//! A key (`key`) says what is enabled; `build` makes the program of it. `stage` holds the values that its parts share, such
//! as the normal in eye coordinates, each computed at its first use. `lighting` and `blend` are the two long parts.

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
