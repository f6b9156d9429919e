//! Fixed-function fragments: texturing, texture environments or register combiners, colour sum, fog.
//!
//! A key (`key`) says what is enabled; `build` makes the program of it, unit by unit. `texture_environment` computes
//! what one unit makes of its texel and of the colour before.

mod build;
mod key;
mod texture_environment;

pub use crate::frontend::common_stage::{FogMode, MAX_UNITS, PixelPlace, PixelSource};
pub use build::build;
pub use key::{
    ColorClamp, Combine, CombineArg, CombineFunction, CombineOperand, CombineSource, FragmentKey,
    TextureEnv, UnitKey,
};
