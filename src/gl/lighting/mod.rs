//! Lights, materials and fog (GL 1.5 sections 2.14 and 3.10).

pub(crate) mod capabilities;
pub mod fog;
pub mod light;
pub mod material;
pub mod state;
