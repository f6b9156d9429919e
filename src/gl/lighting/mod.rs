//! Lights, materials, shade model and fog (GL 1.5 sections 2.14 and 3.10, NV_fog_distance).
//!
//! # Main types
//!
//! - [`state::LightingState`]: fog, and [`state::LightingGroup`], which LIGHTING_BIT saves.
//! - [`state::Light`], [`state::Material`], [`state::LightModel`], [`state::Fog`]: the parts of both.
//!
//! # Invariants
//!
//! - Positions and spot directions are stored in eye coordinates, transformed when they are set.
//! - While COLOR_MATERIAL is enabled, the tracked properties equal the current colour. [`material::track_color`] sets them.
//! - Colours are stored as given. Fog colours are clamped where they are used (`gl::fragment::color_clamp`).
//! - A material that changes between Begin and End becomes vertex attributes, in `gl::immediate::material`. So does one that
//!   changes between small primitives, in `gl::context::floating_materials`.
//!
//! # Ways in
//!
//! Commands: glLight*, glLightModel*, glShadeModel in [`light`]; glColorMaterial and the queries of materials in [`material`];
//! glFog* in [`fog`]. glMaterial* is in `gl::immediate` and calls [`material::set_material`]. Draws read the state in
//! `gl::draw::keys` and `gl::draw::values`.

pub(crate) mod capabilities;
pub mod fog;
pub mod light;
pub mod material;
pub mod state;
