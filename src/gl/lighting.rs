//! Lights, materials, shading, fog (GL 1.5 sections 2.14 and 3.10).

/// Lighting state.
#[derive(Debug, Default)]
pub struct LightingState {}
