//! Fixed-function fragments: texturing, texture environments or register combiners, colour sum, fog.

mod build;
mod key;
mod texture_environment;

pub use crate::frontend::common_stage::{FogMode, MAX_UNITS, PixelPlace, PixelSource};
pub use build::build;
pub use key::{
    ColorClamp, Combine, CombineArg, CombineFunction, CombineOperand, CombineSource, FragmentKey,
    TextureEnv, UnitKey,
};
