//! The GL state machine: one file per chapter of the specification.
//!
//! A command is a public function whose first parameter is `call: &mut Call<'_>` and whose name is the command's in
//! snake case (`glTexCoord2fv` → `tex_coord2fv`). The doors are generated from the registry: the generator looks for
//! these functions in this folder's source, and calls them with the registry's types (pointers as
//! [`crate::platform::ClientPtr`]), so a body with another signature does not compile. A name that is no command is a
//! build error. Aliases of the registry (`glActiveTextureARB`) go to the same body.
//!
//! A command validates everything first and changes nothing on error. The doors have already refused commands that
//! are not allowed between Begin and End, and have recorded pointer-free commands into an open display list; a
//! command that takes a pointer copies what it needs and goes through [`Call::run`].
#![forbid(unsafe_code)]

mod call;
mod context;
mod display_list_run;
mod error;
mod hooks;
pub mod immediate_weight;
mod multisample;
mod name_ranges;
mod object_table;
mod share;
mod texture_store;

pub use call::{Call, color_from_i32};
pub use context::Context;
pub use error::{GlError, Result};
pub use share::ShareGroup;

pub mod accumulation;
mod angle;
pub mod array_object_ati;
pub mod attrib_stack;
pub mod buffer;
pub mod buffer_map;
mod buffer_storage;
pub mod color_clamp;
pub mod color_table;
pub mod convolution;
pub mod debug_commands;
mod debug_filter;
pub mod debug_label;
pub mod debug_output;
pub mod display_list;
pub mod draw;
pub mod draw_buffers;
pub mod draw_keys;
pub mod draw_pixel;
pub mod draw_raster;
mod draw_state;
pub mod element_array_ati;
pub mod enable;
pub mod enums;
pub mod evaluator;
pub mod evaluator_get;
pub mod evaluator_map;
pub mod evaluator_mesh;
mod explain;
pub mod feedback;
pub mod fence;
pub mod fog;
pub mod fragment;
pub mod fragment_commands;
pub mod fragment_shader_ati;
pub mod fragment_shader_ati_commands;
mod fragment_shader_ati_draw;
mod frame;
pub mod framebuffer;
pub mod framebuffer_attachment;
pub mod framebuffer_blit;
pub mod framebuffer_object;
pub mod framebuffer_query;
pub mod framebuffer_revision;
pub mod framebuffer_status;
pub mod framebuffer_target;
pub mod general_evaluator;
pub mod general_evaluator_get;
pub mod general_evaluator_mesh;
pub mod get;
pub mod get_table;
pub mod hint;
pub mod histogram;
pub mod imaging;
mod imaging_pixels;
mod imaging_transfer;
pub mod immediate;
pub mod immediate_attribute;
pub mod immediate_attribute_nv;
pub mod immediate_color;
pub mod immediate_half;
pub mod immediate_multi_tex;
pub mod immediate_normal;
mod immediate_primitive;
pub mod immediate_stream;
pub mod immediate_tex_coord;
pub mod immediate_vertex;
pub mod light;
pub mod lighting;
pub mod limits;
pub mod material;
pub mod matrix;
pub mod matrix_math;
pub mod memory_range;
pub mod normalize;
pub mod object_buffer_ati;
mod pixel_buffer;
pub mod pixel_draw;
pub mod pixel_image;
pub mod pixel_read;
pub mod pixel_transfer;
pub mod pn_triangles;
mod pn_triangles_patch;
pub mod primitive_restart;
pub mod primitive_state;
pub mod program_nv;
pub mod program_nv_execute;
pub mod program_nv_named;
pub mod program_nv_parameters;
pub mod program_object;
pub mod program_object_commands;
pub mod program_object_parameters;
pub mod program_object_query;
mod program_text_fragment;
pub mod query;
pub mod raster_pos;
pub mod rasterization;
pub mod rect;
pub mod register_combiners;
pub mod register_combiners_query;
pub mod render_mode;
pub mod renderbuffer;
pub mod selection;
pub mod state_value;
pub mod strings;
mod tessellation;
mod texture_base_format;
mod texture_blocks;
pub mod texture_bump;
pub mod texture_compressed;
pub mod texture_env;
mod texture_fixed;
pub mod texture_format;
pub mod texture_gen;
pub mod texture_get;
pub mod texture_image;
pub mod texture_level;
pub mod texture_mipmap;
pub mod texture_object;
pub mod texture_palette;
pub mod texture_param;
pub mod texture_param_state;
pub mod texture_plane;
pub mod texture_query;
pub mod texture_shader;
pub mod texture_sub_image;
pub mod texture_unit;
pub mod tracked;
pub mod transform;
pub mod vertex_array;
mod vertex_array_client;
pub mod vertex_array_copy;
pub mod vertex_array_draw;
pub mod vertex_array_ext;
pub mod vertex_array_get;
mod vertex_array_packed;
pub mod vertex_array_pointer;
mod vertex_array_use;
pub mod vertex_blend;
pub mod vertex_shader_ext;
pub mod vertex_shader_ext_commands;
mod vertex_shader_ext_draw;
pub mod vertex_symbol;
pub mod vertex_symbol_bind;
pub mod vertex_symbol_get;
mod vertex_texture;
pub mod vertex_variant;
pub mod window;

#[cfg(test)]
mod buffer_map_tests;
#[cfg(test)]
mod buffer_tests;
#[cfg(test)]
mod debug_tests;
#[cfg(test)]
mod depth_tests;
#[cfg(test)]
mod draw_buffers_tests;
#[cfg(test)]
mod draw_merge_tests;
#[cfg(test)]
mod draw_tests;
#[cfg(test)]
mod fragment_coord_tests;
#[cfg(test)]
mod fragment_shader_ati_tests;
#[cfg(test)]
mod framebuffer_arb_tests;
#[cfg(test)]
mod framebuffer_fixture;
#[cfg(test)]
mod framebuffer_float_tests;
#[cfg(test)]
mod framebuffer_pixel_tests;
#[cfg(test)]
mod framebuffer_share_tests;
#[cfg(test)]
mod framebuffer_srgb_tests;
#[cfg(test)]
mod framebuffer_tests;
#[cfg(test)]
mod imaging_tests;
#[cfg(test)]
mod multisample_tests;
#[cfg(test)]
mod pixel_buffer_tests;
#[cfg(test)]
mod pixel_tests;
#[cfg(test)]
mod polygon_smooth_tests;
#[cfg(test)]
mod primitive_restart_tests;
#[cfg(test)]
mod render_mode_tests;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod texture_compressed_error_tests;
#[cfg(test)]
mod texture_compressed_tests;
#[cfg(test)]
mod texture_env_tests;
#[cfg(test)]
mod texture_error_tests;
#[cfg(test)]
mod texture_filter_tests;
#[cfg(test)]
mod texture_fixture;
#[cfg(test)]
mod texture_format_tests;
#[cfg(test)]
mod texture_object_tests;
#[cfg(test)]
mod texture_target_tests;
#[cfg(test)]
mod texture_tests;
#[cfg(test)]
mod transform_error_tests;
#[cfg(test)]
mod vertex_array_draw_tests;
#[cfg(test)]
mod vertex_array_pixel_tests;
#[cfg(test)]
mod vertex_array_tests;
#[cfg(test)]
mod vertex_error_tests;
#[cfg(test)]
mod vertex_format_tests;
