//! Which profiles GL can run, the best of them, and the options that suit it.

use super::api::Gl;
use super::features::Features;
use super::state::{Chosen, State};
use super::{numbers as gl, versions};
use crate::cg::Result;
use crate::cg::c_string;
use crate::cg::handle::Handle;
use crate::cg::names::CgError;
use crate::cg::names::profiles::{UNKNOWN, profile};
use crate::cg::object::program::Options;
use crate::cg::world::World;
use crate::codegen::has_text;
use crate::frontend::c_like::cg::profile::find;

/// What runs the programs of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// Texts of glProgramStringARB.
    Arb,
    /// Texts of glLoadProgramNV.
    Nv,
    /// Texture shaders and register combiners.
    Combiners,
    Glsl,
    /// Assembly of later machines.
    Later,
}

/// A profile as GL knows it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) value: i32,
    pub(super) family: Family,
    /// What is enabled, and programs are bound to; 0 without one.
    pub(super) target: u32,
    /// The extensions that it takes.
    needs: &'static [&'static str],
}

const fn row(value: i32, family: Family, target: u32, needs: &'static [&'static str]) -> Row {
    Row {
        value,
        family,
        target,
        needs,
    }
}

/// `GL_GEOMETRY_PROGRAM_NV`.
const GEOMETRY_PROGRAM: u32 = 0x8C26;
const COMBINERS: &[&str] = &["NV_texture_shader", "NV_register_combiners"];

/// The profiles, the best of each stage first.
const ROWS: &[Row] = &[
    row(
        7018,
        Family::Later,
        gl::VERTEX_PROGRAM,
        &["NV_gpu_program5"],
    ),
    row(
        7017,
        Family::Later,
        gl::FRAGMENT_PROGRAM,
        &["NV_gpu_program5"],
    ),
    row(7019, Family::Later, GEOMETRY_PROGRAM, &["NV_gpu_program5"]),
    row(7020, Family::Later, 0, &["NV_gpu_program5"]),
    row(7021, Family::Later, 0, &["NV_gpu_program5"]),
    row(
        7011,
        Family::Later,
        gl::VERTEX_PROGRAM,
        &["NV_gpu_program4"],
    ),
    row(
        7010,
        Family::Later,
        gl::FRAGMENT_PROGRAM,
        &["NV_gpu_program4"],
    ),
    row(7012, Family::Later, GEOMETRY_PROGRAM, &["NV_gpu_program4"]),
    row(
        7001,
        Family::Arb,
        gl::VERTEX_PROGRAM,
        &["NV_vertex_program3"],
    ),
    row(
        6151,
        Family::Arb,
        gl::FRAGMENT_PROGRAM,
        &["NV_fragment_program2"],
    ),
    row(
        6148,
        Family::Nv,
        gl::VERTEX_PROGRAM,
        &["NV_vertex_program2"],
    ),
    row(
        6149,
        Family::Nv,
        gl::FRAGMENT_PROGRAM_NV,
        &["NV_fragment_program"],
    ),
    row(
        6150,
        Family::Arb,
        gl::VERTEX_PROGRAM,
        &["ARB_vertex_program"],
    ),
    row(
        7000,
        Family::Arb,
        gl::FRAGMENT_PROGRAM,
        &["ARB_fragment_program"],
    ),
    row(7007, Family::Glsl, 0, &[]),
    row(7008, Family::Glsl, 0, &[]),
    row(6146, Family::Nv, gl::VERTEX_PROGRAM, &["NV_vertex_program"]),
    row(6147, Family::Combiners, 0, COMBINERS),
];

/// The profile of a number, if GL can have programs of it.
pub(super) fn known(value: i32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.value == value)
}

impl Row {
    /// Whether programs of it can be loaded: a GL that compiles Cg itself needs no text.
    fn is_supported(&self, features: &Features) -> bool {
        let is_there = match self.family {
            Family::Glsl => features.has_glsl(),
            Family::Combiners if features.is_native() => true,
            _ => self.needs.iter().all(|name| features.has(name)),
        };
        is_there && (self.has_text() || self.family != Family::Later && features.is_native())
    }

    /// Whether programs of it become texts that are loaded here.
    fn has_text(&self) -> bool {
        let name = profile(self.value).and_then(|p| p.name.to_str().ok());
        let found = name.and_then(|name| find(name).ok());
        self.family != Family::Combiners && found.is_some_and(has_text)
    }
}

/// A profile that GL can run now.
pub(super) fn supported(gl: &dyn Gl, value: i32) -> Result<&'static Row> {
    let row = known(value).filter(|row| row.is_supported(&Features::of(gl)));
    row.ok_or(CgError::INVALID_PROFILE)
}

pub fn is_supported(gl: &dyn Gl, value: i32) -> bool {
    supported(gl, value).is_ok()
}

/// The best profile of a stage (`CG_GL_VERTEX` …).
pub fn latest(gl: &dyn Gl, stage: i32) -> Result<i32> {
    const FIRST_STAGE: i32 = 8;
    let domain = stage - FIRST_STAGE + 1;
    if !(1..=5).contains(&domain) {
        return Err(CgError::INVALID_ENUMERANT);
    }
    let features = Features::of(gl);
    let mut rows = ROWS.iter().filter(|row| row.is_supported(&features));
    let found = rows.find(|row| profile(row.value).is_some_and(|p| p.domain == domain));
    Ok(found.map_or(UNKNOWN, |row| row.value))
}

/// Enables the machine of a profile, or disables it.
pub fn switch(gl: &dyn Gl, value: i32, on: bool) -> Result<()> {
    let row = supported(gl, value)?;
    switch_row(gl, row, on);
    Ok(())
}

/// `GL_REGISTER_COMBINERS_NV`.
const REGISTER_COMBINERS: u32 = 0x8522;
/// `GL_TEXTURE_SHADER_NV`.
const TEXTURE_SHADER: u32 = 0x86DE;

pub(super) fn switch_row(gl: &dyn Gl, row: &Row, on: bool) {
    match row.family {
        // Compiled by the driver, whatever its profile was made for. GLSL's programs are in use or not.
        Family::Glsl => {}
        _ if Features::of(gl).is_native() => gl.switch(native_target(row.value), on),
        Family::Combiners => {
            gl.switch(REGISTER_COMBINERS, on);
            gl.switch(TEXTURE_SHADER, on);
        }
        Family::Arb | Family::Nv | Family::Later if row.target != 0 => gl.switch(row.target, on),
        _ => {}
    }
}

/// What programs of a profile are bound to in a GL that compiles them itself.
pub(super) fn native_target(value: i32) -> u32 {
    match profile(value).map(|p| p.domain) {
        Some(1) => gl::VERTEX_PROGRAM,
        _ => gl::FRAGMENT_PROGRAM,
    }
}

/// Lets programs of a profile be compiled with the options that suit GL. A null context stands for all.
pub fn set_options(world: &mut World, gl: &dyn Gl, context: Handle, value: i32) -> Result<()> {
    if context != Handle::NULL {
        world.context(context)?;
    }
    supported(gl, value)?;
    choose(world, gl, context, value).is_set = true;
    Ok(())
}

/// The address of the options that suit GL: texts, and a null pointer at their end.
pub fn options(world: &mut World, gl: &dyn Gl, context: Handle, value: i32) -> usize {
    let chosen = choose(world, gl, context, value);
    chosen.options.addresses.as_ptr() as usize
}

fn choose<'w>(world: &'w mut World, gl: &dyn Gl, context: Handle, value: i32) -> &'w mut Chosen {
    let version = versions::of(world, context);
    let all = suitable(gl, value, version);
    let chosen = world.gl.options.entry((context, value)).or_default();
    let is_same = chosen.options.texts.len() == all.len()
        && chosen
            .options
            .texts
            .iter()
            .zip(&all)
            .all(|(a, b)| a.to_bytes() == b.as_bytes());
    // C may hold the addresses of earlier ones.
    if !is_same || chosen.options.addresses.is_empty() {
        chosen.options = Options::new(all.iter().map(|text| c_string(text)).collect());
    }
    chosen
}

/// What suits GL: the limits of its machine.
fn suitable(gl: &dyn Gl, value: i32, version: i32) -> Vec<String> {
    let Ok(row) = supported(gl, value) else {
        return Vec::new();
    };
    let limit = |name: &str, of: u32, most: i32| {
        let n = gl.program_integer(row.target, of);
        format!("{name}={}", n.min(most))
    };
    let features = Features::of(gl);
    match value {
        6150 => vec![
            limit("NumTemps", gl::MAX_PROGRAM_TEMPORARIES, MOST_TEMPORARIES),
            limit(
                "MaxInstructions",
                gl::MAX_PROGRAM_INSTRUCTIONS,
                MOST_INSTRUCTIONS,
            ),
            limit(
                "MaxAddressRegs",
                gl::MAX_PROGRAM_ADDRESS_REGISTERS,
                i32::MAX,
            ),
            limit("MaxLocalParams", gl::MAX_PROGRAM_LOCAL_PARAMETERS, i32::MAX),
        ],
        7000 => {
            let buffers = gl.integer(gl::MAX_DRAW_BUFFERS).min(MOST_DRAW_BUFFERS);
            let arb = features.has("ARB_draw_buffers") || features.has_glsl();
            let mut all = Vec::new();
            all.extend(arb.then(|| "ARB_draw_buffers".to_owned()));
            all.extend([
                limit("NumTemps", gl::MAX_PROGRAM_TEMPORARIES, i32::MAX),
                limit(
                    "NumInstructionSlots",
                    gl::MAX_PROGRAM_INSTRUCTIONS,
                    i32::MAX,
                ),
                limit(
                    "NumTexInstructionSlots",
                    gl::MAX_PROGRAM_TEX_INSTRUCTIONS,
                    i32::MAX,
                ),
                limit(
                    "NumMathInstructionSlots",
                    gl::MAX_PROGRAM_ALU_INSTRUCTIONS,
                    i32::MAX,
                ),
                limit(
                    "MaxTexIndirections",
                    gl::MAX_PROGRAM_TEX_INDIRECTIONS,
                    i32::MAX,
                ),
                limit("MaxLocalParams", gl::MAX_PROGRAM_LOCAL_PARAMETERS, i32::MAX),
                format!("MaxDrawBuffers={buffers}"),
            ]);
            all
        }
        7007 | 7008 if version == versions::DEFAULT => {
            let known = [
                "ATI_draw_buffers",
                "EXT_gpu_shader4",
                "ARB_uniform_buffer_object",
            ];
            let there = known.into_iter().filter(|name| features.has(name));
            there.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// The most that arbvp1 uses.
const MOST_TEMPORARIES: i32 = 32;
const MOST_INSTRUCTIONS: i32 = 4096;
/// The most colours of a fragment program.
const MOST_DRAW_BUFFERS: i32 = 4;

impl State {
    /// The options that programs of a context and a profile are compiled with, beside their own.
    pub(in crate::cg) fn chosen_options(&self, context: Handle, profile: i32) -> Vec<String> {
        let of = |context| self.options.get(&(context, profile)).filter(|c| c.is_set);
        let chosen = of(context).or_else(|| of(Handle::NULL));
        let texts = chosen.map(|c| c.options.texts.iter());
        let texts = texts.into_iter().flatten();
        texts
            .map(|text| text.to_string_lossy().into_owned())
            .collect()
    }
}
