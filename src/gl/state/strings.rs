//! glGetString: vendor, version and the extension string (GL 1.5 section 6.1.11). The extension table names what
//! works; the environment can shorten it for programs of the time that copy it into a fixed buffer.
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::OnceLock;

/// A row of the table of extensions that we support.
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    /// Without the `GL_` prefix.
    pub name: &'static str,
    /// The year in which its text was completed.
    pub year: u32,
}

const fn ext(name: &'static str, year: u32) -> Extension {
    Extension { name, year }
}

/// The extensions that work, sorted by name.
pub const EXTENSIONS: &[Extension] = &[
    ext("3DFX_texture_compression_FXT1", 2000),
    ext("ARB_clear_buffer_object", 2012),
    ext("ARB_color_buffer_float", 2004),
    ext("ARB_copy_buffer", 2008),
    ext("ARB_debug_output", 2009),
    ext("ARB_depth_clamp", 2009),
    ext("ARB_depth_texture", 2002),
    ext("ARB_draw_buffers", 2003),
    ext("ARB_draw_elements_base_vertex", 2009),
    ext("ARB_fragment_coord_conventions", 2009),
    ext("ARB_fragment_program", 2002),
    ext("ARB_fragment_program_shadow", 2003),
    ext("ARB_fragment_shader", 2003),
    ext("ARB_framebuffer_object", 2008),
    ext("ARB_framebuffer_sRGB", 2008),
    ext("ARB_half_float_pixel", 2004),
    ext("ARB_half_float_vertex", 2008),
    ext("ARB_imaging", 1998),
    ext("ARB_map_buffer_range", 2008),
    ext("ARB_matrix_palette", 2000),
    ext("ARB_multisample", 1999),
    ext("ARB_multitexture", 1998),
    ext("ARB_occlusion_query", 2003),
    ext("ARB_pixel_buffer_object", 2004),
    ext("ARB_point_parameters", 1999),
    ext("ARB_point_sprite", 2003),
    ext("ARB_provoking_vertex", 2009),
    ext("ARB_sampler_objects", 2010),
    ext("ARB_seamless_cube_map", 2009),
    ext("ARB_shader_objects", 2003),
    ext("ARB_shading_language_100", 2003),
    ext("ARB_shadow", 2002),
    ext("ARB_sync", 2009),
    ext("ARB_texture_border_clamp", 2000),
    ext("ARB_texture_compression", 2000),
    ext("ARB_texture_compression_rgtc", 2005),
    ext("ARB_texture_cube_map", 1999),
    ext("ARB_texture_env_add", 1999),
    ext("ARB_texture_env_combine", 2001),
    ext("ARB_texture_env_crossbar", 2001),
    ext("ARB_texture_env_dot3", 2001),
    ext("ARB_texture_float", 2004),
    ext("ARB_texture_mirrored_repeat", 2001),
    ext("ARB_texture_non_power_of_two", 2003),
    ext("ARB_texture_rectangle", 2004),
    ext("ARB_texture_rg", 2008),
    ext("ARB_texture_storage", 2011),
    ext("ARB_texture_swizzle", 2008),
    ext("ARB_timer_query", 2010),
    ext("ARB_transpose_matrix", 1999),
    ext("ARB_vertex_array_object", 2008),
    ext("ARB_vertex_blend", 2000),
    ext("ARB_vertex_buffer_object", 2003),
    ext("ARB_vertex_program", 2002),
    ext("ARB_vertex_shader", 2003),
    ext("ARB_window_pos", 2001),
    ext("ATI_draw_buffers", 2002),
    ext("ATI_element_array", 2001),
    ext("ATI_envmap_bumpmap", 2001),
    ext("ATI_fragment_shader", 2002),
    ext("ATI_map_object_buffer", 2002),
    ext("ATI_pn_triangles", 2001),
    ext("ATI_separate_stencil", 2002),
    ext("ATI_text_fragment_shader", 2002),
    ext("ATI_texture_compression_3dc", 2004),
    ext("ATI_texture_env_combine3", 2002),
    ext("ATI_texture_float", 2002),
    ext("ATI_texture_mirror_once", 2001),
    ext("ATI_vertex_array_object", 2001),
    ext("ATI_vertex_attrib_array_object", 2002),
    ext("EXT_abgr", 1995),
    ext("EXT_bgra", 1995),
    ext("EXT_blend_color", 1995),
    ext("EXT_blend_equation_separate", 2003),
    ext("EXT_blend_func_separate", 1999),
    ext("EXT_blend_minmax", 1995),
    ext("EXT_blend_subtract", 1995),
    ext("EXT_compiled_vertex_array", 1996),
    ext("EXT_depth_bounds_test", 2002),
    ext("EXT_direct_state_access", 2010),
    ext("EXT_draw_buffers2", 2006),
    ext("EXT_draw_range_elements", 1997),
    ext("EXT_fog_coord", 1999),
    ext("EXT_framebuffer_blit", 2005),
    ext("EXT_framebuffer_multisample", 2005),
    ext("EXT_framebuffer_object", 2005),
    ext("EXT_framebuffer_sRGB", 2006),
    ext("EXT_gpu_program_parameters", 2006),
    ext("EXT_multi_draw_arrays", 1999),
    ext("EXT_packed_depth_stencil", 2005),
    ext("EXT_packed_float", 2006),
    ext("EXT_packed_pixels", 1997),
    ext("EXT_paletted_texture", 1997),
    ext("EXT_pixel_buffer_object", 2004),
    ext("EXT_polygon_offset", 1995),
    ext("EXT_provoking_vertex", 2009),
    ext("EXT_rescale_normal", 1997),
    ext("EXT_secondary_color", 1999),
    ext("EXT_separate_specular_color", 1997),
    ext("EXT_shadow_funcs", 2002),
    ext("EXT_shared_texture_palette", 1997),
    ext("EXT_stencil_two_side", 2002),
    ext("EXT_stencil_wrap", 1999),
    ext("EXT_texture3D", 1996),
    ext("EXT_texture_array", 2006),
    ext("EXT_texture_compression_dxt1", 2000),
    ext("EXT_texture_compression_latc", 2006),
    ext("EXT_texture_compression_rgtc", 2005),
    ext("EXT_texture_compression_s3tc", 2000),
    ext("EXT_texture_env_add", 1999),
    ext("EXT_texture_env_combine", 2000),
    ext("EXT_texture_env_dot3", 2000),
    ext("EXT_texture_filter_anisotropic", 2000),
    ext("EXT_texture_lod_bias", 1999),
    ext("EXT_texture_mirror_clamp", 2004),
    ext("EXT_texture_object", 1995),
    ext("EXT_texture_rectangle", 2004),
    ext("EXT_texture_sRGB", 2004),
    ext("EXT_texture_sRGB_decode", 2011),
    ext("EXT_texture_shared_exponent", 2006),
    ext("EXT_texture_snorm", 2009),
    ext("EXT_texture_swizzle", 2009),
    ext("EXT_timer_query", 2006),
    ext("EXT_vertex_array", 1995),
    ext("EXT_vertex_array_bgra", 2008),
    ext("EXT_vertex_shader", 2001),
    ext("EXT_vertex_weighting", 2000),
    ext("HP_occlusion_test", 1999),
    ext("KHR_debug", 2012),
    ext("MESA_pack_invert", 2002),
    ext("NV_conditional_render", 2008),
    ext("NV_copy_depth_to_color", 2001),
    ext("NV_depth_clamp", 2001),
    ext("NV_evaluators", 2001),
    ext("NV_fence", 2000),
    ext("NV_fog_distance", 1999),
    ext("NV_fragment_program", 2002),
    ext("NV_fragment_program2", 2004),
    ext("NV_fragment_program_option", 2003),
    ext("NV_half_float", 2002),
    ext("NV_light_max_exponent", 2000),
    ext("NV_occlusion_query", 2001),
    ext("NV_packed_depth_stencil", 2001),
    ext("NV_pixel_data_range", 2002),
    ext("NV_point_sprite", 2001),
    ext("NV_primitive_restart", 2002),
    ext("NV_register_combiners", 2000),
    ext("NV_register_combiners2", 2001),
    ext("NV_texgen_reflection", 1999),
    ext("NV_texture_env_combine4", 2000),
    ext("NV_texture_rectangle", 2000),
    ext("NV_texture_shader", 2001),
    ext("NV_texture_shader2", 2001),
    ext("NV_texture_shader3", 2001),
    ext("NV_vertex_array_range", 1999),
    ext("NV_vertex_array_range2", 2001),
    ext("NV_vertex_program", 2000),
    ext("NV_vertex_program1_1", 2001),
    ext("NV_vertex_program2", 2002),
    ext("NV_vertex_program2_option", 2004),
    ext("NV_vertex_program3", 2004),
    ext("SGIS_generate_mipmap", 1997),
    ext("SGIS_texture_edge_clamp", 1997),
    ext("SGIS_texture_lod", 1997),
    ext("TRI_shading_language", 2026),
];

/// The extension string of extensions up to `year`, at most `chars` bytes long, cut between names. A space follows each name, the
/// last one too: old programs search for a name with it.
pub fn extension_string(year: Option<u32>, chars: Option<usize>) -> String {
    let mut out = String::new();
    for extension in EXTENSIONS
        .iter()
        .filter(|e| year.is_none_or(|year| e.year <= year))
    {
        let length = out.len() + "GL_".len() + extension.name.len() + " ".len();
        if chars.is_some_and(|chars| length > chars) {
            break;
        }
        out.push_str("GL_");
        out.push_str(extension.name);
        out.push(' ');
    }
    out
}

/// The version of GL of a year. Old programs choose their ways by it, as by extensions.
fn version(year: Option<u32>) -> &'static str {
    match year {
        Some(..2004) => concat!("1.5 Trilobite ", env!("CARGO_PKG_VERSION"), "\0"),
        Some(2004 | 2005) => concat!("2.0 Trilobite ", env!("CARGO_PKG_VERSION"), "\0"),
        _ => concat!("2.1 Trilobite ", env!("CARGO_PKG_VERSION"), "\0"),
    }
}

/// The string with a NUL at its end; it lives as long as the process. `None` for a name that is no string.
fn string(name: u32) -> Option<&'static str> {
    static EXTENSION_STRING: OnceLock<String> = OnceLock::new();
    Some(match name {
        enums::VENDOR => "Trilobite\0",
        enums::RENDERER => concat!("Trilobite (software, ", env!("CARGO_PKG_VERSION"), ")\0"),
        enums::VERSION => version(crate::config::get().extension_year),
        enums::SHADING_LANGUAGE_VERSION => "1.20\0",
        enums::EXTENSIONS => EXTENSION_STRING.get_or_init(|| {
            let config = crate::config::get();
            extension_string(config.extension_year, config.extension_chars) + "\0"
        }),
        _ => return None,
    })
}

/// glGetString. INVALID_ENUM for a name that is no string.
pub fn get_string(call: &mut Call<'_>, name: u32) -> Result<ClientPtr<u8>> {
    // The text belongs to the context's programs (ARB_vertex_program 6.1.11). It is valid until the next ProgramString of this
    // context (QUIRKS 0.6).
    if name == enums::PROGRAM_ERROR_STRING_ARB {
        let string = &call.cx.programs.error_string;
        return Ok(ClientPtr::from_address(string.as_ptr() as usize));
    }
    let string = string(name).ok_or(GlError::invalid_enum("string name"))?;
    Ok(ClientPtr::from_address(string.as_ptr() as usize))
}
