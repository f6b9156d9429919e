//! Makes the keys of fixed-function programs from state.
#![forbid(unsafe_code)]

use crate::device::geometry::matrix::IDENTITY;
use crate::device::texture::bound::BoundTexture;
use crate::format::{BaseFormat, TextureShape};
use crate::frontend::assembly::arb::ArbProgram;
use crate::frontend::fixed_function::fragment::{
    ColorClamp, Combine, CombineArg, CombineFunction, CombineOperand, CombineSource, FogMode,
    FragmentKey, PixelSource, TextureEnv, UnitKey,
};
use crate::frontend::fixed_function::vertex::{
    ColorMaterial, CoordKey, FogSource, LightKey, LightingKey, TexGen, VertexKey,
};
use crate::frontend::texture_shader::stage::Operation;
use crate::gl::Context;
use crate::gl::context::limits;
use crate::gl::context::program_target::Target;
use crate::gl::ext_shader::object::VertexShaderState;
use crate::gl::framebuffer::bound::{clamps_fragments, clamps_vertices};
use crate::gl::lighting::state::LightingState;
use crate::gl::lighting::state::{FogCoordSource, FogDistance};
use crate::gl::matrix::state::MatrixState;
use crate::gl::program::object::ProgramState;
use crate::gl::texture::coord_gen::GenMode;
use crate::gl::texture::env::{CombineMode, EnvMode, TexEnv};
use crate::gl::texture::shader::shader_stages;
use crate::gl::texture::unit::TextureState;
use crate::ir::interface::varying;
use crate::texture::{DepthMode, TexelKind};
use std::sync::Arc;

/// The key of vertex processing. `coords_read` are the coordinate sets that the fragment stage reads. `materials` are the
/// material attributes that vertices have, by bit.
pub(crate) fn vertex_key(cx: &Context, coords_read: u8, materials: u16) -> VertexKey {
    let lighting = &cx.lighting;
    VertexKey {
        lighting: lighting
            .enabled
            .then(|| lighting_key(&cx.lighting, materials)),
        blend: cx.matrix.blend.key(),
        normalize: cx.matrix.normalize,
        rescale_normal: cx.matrix.rescale_normal,
        fog: fog_source(&cx.lighting, &cx.programs),
        coords: std::array::from_fn(|set| {
            coord_key(&cx.textures, &cx.matrix, set, coords_read & (1 << set) != 0)
        }),
        clip_planes: cx.matrix.clip_plane_bits(),
        point_attenuation: cx.rasterization.point.attenuation != [1.0, 0.0, 0.0],
    }
}

/// The source of the fog coordinate. Fragment programs may read it even if fog is off.
fn fog_source(lighting: &LightingState, programs: &ProgramState) -> Option<FogSource> {
    let fog = &lighting.fog;
    let read = fog.enabled || programs.runs_program(Target::Fragment);
    read.then_some(match (fog.coord_source, fog.distance_mode) {
        (FogCoordSource::FogCoord, _) => FogSource::Coordinate,
        (FogCoordSource::FragmentDepth, FogDistance::EyePlane) => FogSource::SignedEyeDepth,
        (FogCoordSource::FragmentDepth, FogDistance::EyeRadial) => FogSource::EyeDistance,
        (FogCoordSource::FragmentDepth, FogDistance::EyePlaneAbsolute) => FogSource::EyeDepth,
    })
}

fn lighting_key(lighting: &LightingState, vertex_materials: u16) -> LightingKey {
    LightingKey {
        lights: std::array::from_fn(|n| {
            let light = &lighting.lights[n];
            light.enabled.then(|| LightKey {
                positional: light.position[3] != 0.0,
                spot: light.spot_cutoff != 180.0,
                attenuated: light.attenuation != [1.0, 0.0, 0.0],
            })
        }),
        two_sided: lighting.model.two_side,
        local_viewer: lighting.model.local_viewer,
        separate_specular: lighting.model.separate_specular,
        vertex_materials,
        color_material: lighting.color_material.then_some(ColorMaterial {
            front: lighting.color_material_face.has_front(),
            back: lighting.color_material_face.has_back(),
            mode: lighting.color_material_parameter,
        }),
    }
}

fn coord_key(textures: &TextureState, matrix: &MatrixState, set: usize, enabled: bool) -> CoordKey {
    if !enabled {
        return CoordKey::default();
    }
    let unit = &textures.units[set];
    let generate = |i: usize| match unit.tex_gen[i].mode {
        _ if !unit.gen_enabled[i] => TexGen::None,
        GenMode::ObjectLinear => TexGen::ObjectLinear,
        GenMode::EyeLinear => TexGen::EyeLinear,
        GenMode::SphereMap => TexGen::SphereMap,
        GenMode::ReflectionMap => TexGen::ReflectionMap,
        GenMode::NormalMap => TexGen::NormalMap,
    };
    CoordKey {
        enabled,
        generate: std::array::from_fn(generate),
        matrix: *matrix.texture(set) != IDENTITY,
    }
}

/// The key of fragment processing with these textures, by unit.
pub(crate) fn fragment_key(
    cx: &Context,
    textures: &[Option<BoundTexture>],
    pixel_source: PixelSource,
) -> FragmentKey {
    let mut key = FragmentKey {
        pixel_source,
        ..FragmentKey::default()
    };
    key.shaders = cx
        .textures
        .shaders
        .then(|| shader_stages(&cx.textures, textures));
    let signed = textures
        .iter()
        .flatten()
        .any(BoundTexture::has_signed_color);
    for (unit, texture) in textures.iter().enumerate().take(limits::MAX_TEXTURE_UNITS) {
        let env = texture_env(&cx.textures.units[unit].env, textures);
        let of_texture = |texture: &BoundTexture| UnitKey {
            target: texture.kind,
            base_format: base_format(&cx.textures, unit, texture),
            is_float: texture.is_float(),
            is_depth: texture.texture.image.format.kind() == TexelKind::Depths,
            signed,
            env,
        };
        key.units[unit] = match key.shaders.map(|stages| stages[unit].operation) {
            Some(Operation::PassThrough | Operation::DotPassThrough) => Some(UnitKey {
                target: TextureShape::D2,
                base_format: BaseFormat::Rgba,
                is_float: false,
                is_depth: false,
                signed,
                env,
            }),
            Some(operation) if operation.target().is_none() => None,
            _ => texture.as_ref().map(of_texture),
        };
    }
    key.combiners = cx.combiners.active();
    if key.combiners.is_some() {
        // Here no code depends on texture environments.
        for unit in key.units.iter_mut().flatten() {
            unit.env = TextureEnv::Replace;
        }
    } else {
        key.color_sum = color_sum(&cx.lighting, &cx.programs, &cx.vertex_shaders);
    }
    key.clamp = match (clamps_fragments(cx), clamps_vertices(cx)) {
        (true, true) => ColorClamp::Texels,
        (true, false) => ColorClamp::Inputs,
        (false, _) => ColorClamp::None,
    };
    key.fog = fog_mode(&cx.lighting, &cx.programs);
    key
}

/// FOG_MODE when fog is enabled. A native vertex program that writes no fog coordinate has no fog (NV_vertex_program
/// 2.14.1.5).
pub(crate) fn fog_mode(lighting: &LightingState, programs: &ProgramState) -> Option<FogMode> {
    let fog = &lighting.fog;
    let without = |program: Arc<ArbProgram>| !program.writes(varying::FOG_COORD);
    if fog.enabled && programs.native_vertex_program().is_some_and(without) {
        return None;
    }
    fog.enabled.then_some(fog.mode)
}

/// Whether the secondary colour is added. It is with COLOR_SUM, or by lighting with a separate specular colour (GL 1.5
/// section 3.9), and always for a native vertex program (NV_vertex_program 3.9). A vertex shader has no lighting
/// (EXT_vertex_shader 2.13.1).
pub(crate) fn color_sum(
    lighting: &LightingState,
    programs: &ProgramState,
    shaders: &VertexShaderState,
) -> bool {
    if programs.native_vertex_program().is_some() {
        return true;
    }
    let is_code = programs.runs_program(Target::Vertex) || shaders.active(programs).is_some();
    let lit = lighting.enabled && !is_code;
    if lit {
        lighting.model.separate_specular
    } else {
        lighting.color_sum
    }
}

fn base_format(textures: &TextureState, unit: usize, texture: &BoundTexture) -> BaseFormat {
    match texture.base {
        BaseFormat::Depth => {
            let bound = &textures.units[unit].bound[texture.kind as usize];
            match bound.object.lock().params.depth_mode {
                DepthMode::Alpha => BaseFormat::Alpha,
                DepthMode::Intensity => BaseFormat::Intensity,
                DepthMode::Red => BaseFormat::Rgb,
                DepthMode::Luminance => BaseFormat::Luminance,
            }
        }
        base => base.in_environments(),
    }
}

fn texture_env(env: &TexEnv, textures: &[Option<BoundTexture>]) -> TextureEnv {
    match env.mode {
        EnvMode::None => TextureEnv::None,
        EnvMode::Replace => TextureEnv::Replace,
        EnvMode::Modulate => TextureEnv::Modulate,
        EnvMode::Decal => TextureEnv::Decal,
        EnvMode::Blend => TextureEnv::Blend,
        EnvMode::Add => TextureEnv::Add,
        EnvMode::Combine => TextureEnv::Combine(combine(env)),
        EnvMode::Combine4 => TextureEnv::Combine(combine4(env, textures)),
    }
}

fn combine(env: &TexEnv) -> Combine {
    let args = |sources: [CombineSource; 4], operands: [CombineOperand; 4]| {
        std::array::from_fn(|i| CombineArg {
            source: sources[i],
            operand: operands[i],
        })
    };
    // The results of EXT_texture_env_dot3's functions are not scaled; neither are coordinates of bump maps.
    let (keeps_rgb, keeps_alpha) = match env.combine_rgb {
        CombineMode::Dot3RgbaExt => (true, true),
        CombineMode::Dot3RgbExt | CombineMode::BumpEnvmap => (true, false),
        CombineMode::Replace
        | CombineMode::Modulate
        | CombineMode::Add
        | CombineMode::AddSigned
        | CombineMode::Interpolate
        | CombineMode::Subtract
        | CombineMode::ModulateAdd
        | CombineMode::ModulateSignedAdd
        | CombineMode::ModulateSubtract
        | CombineMode::Dot3Rgb
        | CombineMode::Dot3Rgba => (false, false),
    };
    let shift = |scale: f32| {
        if scale >= 4.0 {
            2
        } else {
            u8::from(scale >= 2.0)
        }
    };
    Combine {
        rgb: combine_function(env.combine_rgb, env.bump_target),
        alpha: combine_function(env.combine_alpha, env.bump_target),
        rgb_args: args(env.source_rgb, env.operand_rgb),
        alpha_args: args(env.source_alpha, env.operand_alpha),
        rgb_shift: if keeps_rgb { 0 } else { shift(env.scale_rgb) },
        alpha_shift: if keeps_alpha {
            0
        } else {
            shift(env.scale_alpha)
        },
    }
}

/// COMBINE4_NV: sums of two products. Functions other than ADD and ADD_SIGNED are undefined and stay unchanged. A unit
/// without a texture is 1 (NV_texture_env_combine4, table 3.22).
fn combine4(env: &TexEnv, textures: &[Option<BoundTexture>]) -> Combine {
    let mut combine = combine(env);
    for function in [&mut combine.rgb, &mut combine.alpha] {
        *function = match *function {
            CombineFunction::Add => CombineFunction::AddProducts,
            CombineFunction::AddSigned => CombineFunction::AddSignedProducts,
            other => other,
        };
    }
    for arg in combine.rgb_args.iter_mut().chain(&mut combine.alpha_args) {
        if let CombineSource::TextureUnit(unit) = arg.source
            && !matches!(textures.get(usize::from(unit)), Some(Some(_)))
        {
            arg.source = CombineSource::One;
        }
    }
    combine
}

fn combine_function(mode: CombineMode, bump_target: u8) -> CombineFunction {
    match mode {
        CombineMode::Replace => CombineFunction::Replace,
        CombineMode::Modulate => CombineFunction::Modulate,
        CombineMode::Add => CombineFunction::Add,
        CombineMode::AddSigned => CombineFunction::AddSigned,
        CombineMode::Interpolate => CombineFunction::Interpolate,
        CombineMode::Subtract => CombineFunction::Subtract,
        CombineMode::Dot3Rgb | CombineMode::Dot3RgbExt => CombineFunction::Dot3Rgb,
        CombineMode::Dot3Rgba | CombineMode::Dot3RgbaExt => CombineFunction::Dot3Rgba,
        CombineMode::ModulateAdd => CombineFunction::ModulateAdd,
        CombineMode::ModulateSignedAdd => CombineFunction::ModulateSignedAdd,
        CombineMode::ModulateSubtract => CombineFunction::ModulateSubtract,
        CombineMode::BumpEnvmap => CombineFunction::BumpEnvmap(bump_target),
    }
}
