//! Tests from the outside, and the oracles (scalar rasterizer, sampler, f64 mathematics).

pub mod ati;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod ati_arguments;
pub mod bad_input;
pub mod call_errors;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod call_player;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod call_script;
pub mod canonical;
pub mod combiners;
pub mod emit;
pub mod footprint;
pub mod fuzz;
pub mod harness;
pub mod markup;
pub mod muda;
pub mod nv;
pub mod nv_fragment;
pub mod program_case;
pub mod program_test;
pub mod random;
pub mod random_ir;
pub mod raster_scene;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod raw_call;
pub mod sample_programs;
pub mod scalar_ir;
pub mod scalar_raster;
pub mod scalar_sampler;
pub mod texture_shaders;
pub mod verb;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod vertex_arguments;
pub mod vertex_shader;
pub mod xserver;
