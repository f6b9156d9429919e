//! Lights, materials and fog (GL 1.5 sections 2.14 and 3.10). `state` holds all state; `light`, `material` and `fog` have
//! the commands.

pub(crate) mod capabilities;
pub mod fog;
pub mod light;
pub mod material;
pub mod state;
