//! Loading programs into GL, binding and enabling them.

use super::api::Gl;
use super::features::Features;
use super::machine::{self, Machine};
use super::profiles::{self, Family, Row};
use super::state::Loaded;
use super::{numbers as gl, textures, work};
use crate::cg::Result;
use crate::cg::arguments::Arguments;
use crate::cg::c_string;
use crate::cg::handle::Handle;
use crate::cg::names::{CgError, enums, profile_string};
use crate::cg::object::Program;
use crate::cg::program::compile;
use crate::cg::world::World;
use std::ffi::{CStr, CString};

/// Loads a program, or the parts of a combined one.
pub fn load(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    let parts = parts(world, program)?;
    if parts.is_empty() {
        return load_one(world, gl, program);
    }
    let is_linked =
        !Features::of(gl).is_native() && parts.iter().all(|part| has_glsl(world, *part));
    if is_linked {
        return load_one(world, gl, program);
    }
    parts.into_iter().try_for_each(|part| load(world, gl, part))
}

/// Whether a program is written in GLSL.
fn has_glsl(world: &World, program: Handle) -> bool {
    world.program(program).is_ok_and(|p| is_glsl(p.profile))
}

/// The parts of a combined program; none of one that is not combined.
fn parts(world: &World, program: Handle) -> Result<Vec<Handle>> {
    let parts = world.program(program)?.parts.iter();
    Ok(parts.map(|part| part.handle()).collect())
}

/// Loads a program that GL has as one.
fn load_one(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    let parts = parts(world, program)?;
    let first = parts.first().copied().unwrap_or(program);
    let row = profiles::supported(gl, world.program(first)?.profile)?;
    // A program that is loaded again keeps its name.
    let before = world.gl.loaded.remove(&program);
    let before = before.map(|loaded| loaded.machine);
    let is_linked = matches!(before, Some(Machine::Glsl { .. }));
    let name = before.as_ref().map(Machine::name).filter(|_| !is_linked);
    let made = load_machine(world, gl, program, (row, name));
    if let Some(before) = before.filter(|_| is_linked || made.is_err()) {
        before.delete(gl);
    }
    let machine = made?;
    set_constants(world, gl, program, &machine)?;
    let leaves = leaves(world, program).map(|(leaf, _)| (leaf, None));
    let pending = leaves.collect();
    let loaded = Loaded { machine, pending };
    world.gl.loaded.insert(program, loaded);
    for part in parts {
        world.gl.wholes.insert(part, program);
    }
    work::send(world, gl, program);
    Ok(())
}

/// Gives GL a program, under the name that it had before.
fn load_machine(
    world: &mut World,
    gl: &dyn Gl,
    program: Handle,
    (row, before): (&Row, Option<u32>),
) -> Result<Machine> {
    let name = |gl: &dyn Gl| before.unwrap_or_else(|| gl.make_program());
    match (Features::of(gl).is_native(), row.family) {
        (true, _) => load_native(world, gl, program, name(gl)),
        (_, Family::Arb | Family::Nv) => {
            let text = code(world, program)?;
            let load = match text.to_bytes().starts_with(b"!!ARB") {
                true => load_arb,
                false => load_nv,
            };
            let loaded = load(gl, row.target, name(gl), text.to_bytes());
            loaded.map_err(|messages| refuse(world, program, &messages))
        }
        (_, Family::Glsl) => load_glsl(world, gl, program),
        (_, Family::Combiners | Family::Later) => {
            let name = profile_string(row.value)
                .unwrap_or_default()
                .to_string_lossy();
            let messages = format!("programs of {name} cannot be loaded here");
            log::warn!("cgGLLoadProgram: {messages}");
            Err(refuse(world, program, &messages))
        }
    }
}

/// The program is not loaded, and the context's listing says why.
fn refuse(world: &mut World, program: Handle, messages: &str) -> CgError {
    let context = world.program(program).map(|p| p.context);
    if let Some(context) = context.ok().and_then(|id| world.contexts.get_mut(id)) {
        context.listing = Some(c_string(messages));
    }
    CgError::PROGRAM_LOAD
}

/// The text of a program, which is compiled if it is not.
fn code(world: &mut World, program: Handle) -> Result<CString> {
    if !world.program(program)?.is_compiled {
        compile::compile_again(world, program)?;
    }
    let code = world.program(program)?.code.clone();
    code.filter(|code| !code.is_empty())
        .ok_or(CgError::PROGRAM_LOAD)
}

/// Whether GL refuses the text that it was given last; then its messages.
fn check(gl: &dyn Gl) -> std::result::Result<(), String> {
    match gl.integer(gl::PROGRAM_ERROR_POSITION) {
        -1 => Ok(()),
        position => {
            // The error of GL is told as Cg's.
            gl.error();
            let text = gl.text(gl::PROGRAM_ERROR_STRING).unwrap_or_default();
            Err(format!("GL refuses the program at byte {position}: {text}"))
        }
    }
}

fn load_arb(
    gl: &dyn Gl,
    target: u32,
    name: u32,
    text: &[u8],
) -> std::result::Result<Machine, String> {
    gl.bind_program(target, name);
    gl.program_string(target, gl::PROGRAM_FORMAT_ASCII, text);
    match check(gl) {
        Ok(()) => Ok(Machine::Arb { target, name }),
        Err(messages) => {
            gl.delete_program(name);
            Err(messages)
        }
    }
}

fn load_nv(
    gl: &dyn Gl,
    target: u32,
    name: u32,
    text: &[u8],
) -> std::result::Result<Machine, String> {
    gl.bind_program_nv(target, name);
    gl.load_program_nv(target, name, text);
    if let Err(messages) = check(gl) {
        gl.delete_program(name);
        return Err(messages);
    }
    match target {
        gl::VERTEX_PROGRAM => Ok(Machine::NvVertex { name }),
        _ => Ok(Machine::NvFragment { name }),
    }
}

/// Gives GL the source of a program.
fn load_native(world: &mut World, gl: &dyn Gl, program: Handle, name: u32) -> Result<Machine> {
    let target = profiles::native_target(world.program(program)?.profile);
    // The resources that parameters answer are those of the profile's text.
    let _ = code(world, program);
    let known = world.program(program)?;
    gl.bind_program(target, name);
    set_options(gl, target, known);
    gl.program_string(target, gl::PROGRAM_FORMAT_CG, &whole_text(known));
    if let Err(messages) = check(gl) {
        gl.delete_program(name);
        return Err(refuse(world, program, &messages));
    }
    let locations = machine::locate(gl, target, leaves(world, program));
    Ok(Machine::Native {
        target,
        name,
        locations,
    })
}

/// Links the texts of a program, or of all parts of a combined one.
fn load_glsl(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<Machine> {
    let mut parts = parts(world, program)?;
    if parts.is_empty() {
        parts.push(program);
    }
    let mut shaders = Vec::new();
    let mut failure = None;
    for part in parts {
        let stage = match profiles::native_target(world.program(part)?.profile) {
            gl::VERTEX_PROGRAM => gl::VERTEX_SHADER,
            _ => gl::FRAGMENT_SHADER,
        };
        match gl.make_shader(stage, code(world, part)?.to_bytes()) {
            Ok(shader) => shaders.push(shader),
            Err(messages) => failure = Some(messages),
        }
    }
    let linked = failure.map_or_else(|| gl.link(&shaders), Err);
    // A linked program keeps what it needs of them.
    shaders
        .into_iter()
        .for_each(|shader| gl.delete_shader(shader));
    let name = linked.map_err(|messages| refuse(world, program, &messages))?;
    let before = gl.integer(gl::CURRENT_PROGRAM) as u32;
    gl.use_linked(name);
    let locations = machine::locate_linked(gl, name, leaves(world, program));
    gl.use_linked(before);
    Ok(Machine::Glsl { name, locations })
}

/// The uniforms among the leaves of a program, or of the parts of a combined one.
fn leaves(
    world: &World,
    program: Handle,
) -> impl Iterator<Item = (Handle, &crate::cg::object::Parameter)> {
    let own = parts(world, program).unwrap_or_default();
    let all = own.into_iter().chain([program]);
    let programs = all.filter_map(|program| world.program(program).ok());
    let leaves = programs.flat_map(|program| program.leaves.concat());
    let found = leaves.filter_map(|leaf| Some((leaf.handle(), world.parameters.get(leaf)?)));
    found.filter(|(_, parameter)| parameter.variability == enums::UNIFORM)
}

/// The options of GL_TRI_shading_language that a program was made with.
fn set_options(gl: &dyn Gl, target: u32, program: &Program) {
    let (arguments, _) = Arguments::parse_all(&program.arguments);
    let profile: &CStr = &program.profile_name;
    gl.program_option(target, gl::PROGRAM_PROFILE, profile);
    gl.program_option(target, gl::PROGRAM_ENTRY, &program.entry);
    for (name, value) in &arguments.defines {
        let define = c_string(&format!("{name}={value}"));
        gl.program_option(target, gl::PROGRAM_DEFINE, &define);
    }
    let is_invariant = arguments.options.iter().any(|o| o == "PosInv=1");
    if is_invariant && target == gl::VERTEX_PROGRAM {
        gl.program_option(target, gl::PROGRAM_POSITION_INVARIANT, c"1");
    }
}

/// The source of a program.
fn whole_text(program: &Program) -> Vec<u8> {
    program.source.to_bytes().to_vec()
}

/// Gives NV's vertex programs the constants of their text, which are parameters of all programs there.
fn set_constants(world: &World, gl: &dyn Gl, program: Handle, machine: &Machine) -> Result<()> {
    if !matches!(machine, Machine::NvVertex { .. }) {
        return Ok(());
    }
    let code = world.program(program)?.code.clone().unwrap_or_default();
    for (index, value) in constants(&code.to_string_lossy()) {
        gl.set_parameter_nv(gl::VERTEX_PROGRAM, index, value);
    }
    Ok(())
}

/// The constants that a text's head lists: `#const c[3] = 0 0.5 1 2`.
fn constants(text: &str) -> Vec<(u32, [f32; 4])> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("#const c["));
    let read = |line: &str| {
        let (index, rest) = line.split_once(']')?;
        let numbers = rest.trim_start().strip_prefix('=')?;
        let mut value = [0.0; 4];
        for (to, from) in value.iter_mut().zip(numbers.split_whitespace()) {
            *to = from.parse().ok()?;
        }
        Some((index.parse().ok()?, value))
    };
    lines.filter_map(read).collect()
}

/// Lets GL drop a program; it may be loaded again.
pub fn unload(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    for part in parts(world, program)? {
        drop_loaded(world, gl, part);
    }
    drop_loaded(world, gl, program);
    Ok(())
}

fn drop_loaded(world: &mut World, gl: &dyn Gl, program: Handle) {
    if let Some(loaded) = world.gl.loaded.remove(&program) {
        loaded.machine.delete(gl);
    }
}

/// Whether a program is loaded, or all parts of a combined one are. What is no program is not loaded.
pub fn is_loaded(world: &World, program: Handle) -> Result<bool> {
    let parts = parts(world, program).unwrap_or_default();
    let all = |parts: &[Handle]| parts.iter().all(|part| world.gl.loaded.contains_key(part));
    Ok(all(&[program]) || !parts.is_empty() && all(&parts))
}

/// The name of a program in GL; 0 of one that is not loaded. The parts of a combined one have names of their own.
pub fn id(world: &World, program: Handle) -> Result<u32> {
    let loaded = world.gl.loaded.get(&program);
    match (loaded, parts(world, program)?.is_empty()) {
        (Some(loaded), _) => Ok(loaded.machine.name()),
        (None, true) => Ok(0),
        (None, false) => Err(CgError::INVALID_PROFILE),
    }
}

/// Binds a program, or all parts of a combined one. What waited goes to GL.
pub fn bind(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    let parts = parts(world, program)?;
    if !parts.is_empty() && !world.gl.loaded.contains_key(&program) {
        return parts.into_iter().try_for_each(|part| bind(world, gl, part));
    }
    let loaded = world.gl.loaded.get(&program);
    let loaded = loaded.ok_or(CgError::PROGRAM_NOT_LOADED)?;
    loaded.machine.bind(gl);
    match loaded.machine {
        Machine::NvVertex { .. } => send_all(world, gl, program)?,
        // A bound program of GLSL is in use.
        Machine::Native { target, .. } if is_glsl(world.program(program)?.profile) => {
            gl.switch(target, true);
        }
        _ => {}
    }
    work::send(world, gl, program);
    let context = world.program(program)?.context.handle();
    if world.gl.managing.contains(&context) {
        textures::bind_all(world, gl, program, true)?;
    }
    let bound = &mut world.gl.bound;
    let value = world
        .programs
        .find(program)
        .and_then(|id| world.programs.get(id));
    if let Some(value) = value.map(|p| p.profile) {
        bound.insert(value, program);
    }
    Ok(())
}

fn is_glsl(value: i32) -> bool {
    profiles::known(value).is_some_and(|row| row.family == Family::Glsl)
}

/// NV's vertex programs share their parameters, so the one that is bound sets all of its own.
fn send_all(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    let leaves: Vec<Handle> = leaves(world, program).map(|(leaf, _)| leaf).collect();
    if let Some(loaded) = world.gl.loaded.get_mut(&program) {
        loaded
            .pending
            .extend(leaves.into_iter().map(|leaf| (leaf, None)));
        set_constants_of(world, gl, program)?;
    }
    Ok(())
}

fn set_constants_of(world: &World, gl: &dyn Gl, program: Handle) -> Result<()> {
    match world.gl.loaded.get(&program) {
        Some(loaded) => set_constants(world, gl, program, &loaded.machine),
        None => Ok(()),
    }
}

/// Binds no program where those of a profile are bound.
pub fn unbind(world: &mut World, gl: &dyn Gl, value: i32) -> Result<()> {
    let row = profiles::supported(gl, value)?;
    let bound = world.gl.bound.remove(&value);
    if let Some(program) = bound.filter(|p| world.program(*p).is_ok()) {
        let context = world.program(program)?.context.handle();
        if world.gl.managing.contains(&context) {
            textures::bind_all(world, gl, program, false)?;
        }
    }
    unbind_row(gl, row);
    Ok(())
}

fn unbind_row(gl: &dyn Gl, row: &Row) {
    if Features::of(gl).is_native() {
        let target = profiles::native_target(row.value);
        gl.bind_program(target, 0);
        if row.family == Family::Glsl {
            gl.switch(target, false);
        }
        return;
    }
    match row.family {
        Family::Arb => gl.bind_program(row.target, 0),
        Family::Nv => gl.bind_program_nv(row.target, 0),
        Family::Glsl => gl.use_linked(0),
        _ => {}
    }
}

/// Enables the machines of a combined program's parts, or disables them. As in the reference library, this does nothing for other
/// programs.
pub fn switch_all(world: &World, gl: &dyn Gl, program: Handle, on: bool) -> Result<()> {
    for part in parts(world, program).unwrap_or_default() {
        profiles::switch(gl, world.program(part)?.profile, on)?;
    }
    Ok(())
}

/// Gives GL the values of a program whose context lets them wait.
pub fn update(world: &mut World, gl: &dyn Gl, program: Handle) -> Result<()> {
    let parts = parts(world, program)?;
    for program in parts.into_iter().chain([program]) {
        work::send(world, gl, program);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::constants;

    #[test]
    fn constants_are_in_the_head() {
        let text = "!!VP1.1\n#const c[3] = 0 0.5 1 2\n#const c[x] = 1\n#var a\nEND";
        assert_eq!(constants(text), [(3, [0.0, 0.5, 1.0, 2.0])]);
    }
}
