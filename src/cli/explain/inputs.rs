//! Inputs and parameters as the user names them: in the words of the program's language, which its own parser reads.

use super::{Failure, UNITS};
use trilobite::compute::{Language, Loaded};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{self, Limits};
use trilobite::frontend::binding::{Binding, State};
use trilobite::ir::Op;
use trilobite::texture::Texture;

/// What the user has given.
pub(super) struct Given {
    /// All of it, as it was named.
    pub(super) all: Vec<(String, [f32; 4])>,
    /// Inputs by the vec4 that they are.
    pub(super) inputs: Vec<(usize, [f32; 4])>,
    parameters: Vec<(Binding, [f32; 4])>,
    pub(super) front_facing: bool,
}

impl Given {
    /// Reads `NAME=x,y,z,w` arguments.
    pub(super) fn parse(
        language: Language,
        program: &Loaded,
        inputs: &[String],
        parameters: &[String],
    ) -> Result<Given, Failure> {
        let mut given = Given {
            all: Vec::new(),
            inputs: Vec::new(),
            parameters: Vec::new(),
            front_facing: true,
        };
        for argument in inputs {
            let (name, value) = assignment("--input", argument)?;
            if name == "fragment.facing" {
                given.front_facing = value[0] >= 0.0;
            } else {
                given.inputs.push((input(language, name)?, value));
            }
            given.all.push((name.to_owned(), value));
        }
        for argument in parameters {
            let (name, value) = assignment("--param", argument)?;
            let binding = parameter(language, program, name)?;
            given.parameters.push((binding, value));
            given.all.push((name.to_owned(), value));
        }
        Ok(given)
    }

    /// The uniform array.
    pub(super) fn uniforms(
        &self,
        program: &Loaded,
        code: &BoundProgram,
        textures: &[Option<Texture>; UNITS],
    ) -> Vec<f32> {
        let mut uniforms = Vec::with_capacity(4 * code.bindings.len());
        for binding in &code.bindings {
            let mut parameters = self.parameters.iter();
            let named = parameters.find(|(b, _)| b == binding);
            uniforms.extend(match (named, binding) {
                (Some((_, value)), _) => *value,
                (None, Binding::Constant(value)) => *value,
                (None, Binding::Named(n)) => program.named()[*n as usize].1,
                (None, Binding::State(State::MatrixRow(_, _, row))) => {
                    std::array::from_fn(|c| f32::from(u8::from(c as u32 == *row)))
                }
                (None, Binding::State(State::TextureLod(unit, _))) => {
                    texture_lod(textures.get(*unit as usize).and_then(Option::as_ref))
                }
                _ => [0.0; 4],
            });
        }
        uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
        uniforms
    }

    /// What was not given though the program asks for it.
    pub(super) fn remarks(&self, program: &Loaded) -> Vec<String> {
        let code = program.code();
        let is_missing = |binding: &&Binding| {
            let is_fixed = matches!(
                binding,
                Binding::Constant(_) | Binding::Named(_) | Binding::State(State::TextureLod(..))
            );
            !is_fixed && !self.parameters.iter().any(|(b, _)| b == *binding)
        };
        let parameters = code.bindings.iter().filter(is_missing).count();
        let mut read: Vec<usize> = code
            .program
            .insts()
            .filter(|i| i.op == Op::LoadInput)
            .map(|i| i.imm[0] as usize / 4)
            .collect();
        read.sort_unstable();
        read.dedup();
        let inputs = read.iter();
        let inputs = inputs.filter(|n| !self.inputs.iter().any(|(given, _)| given == *n));
        let missing = [(inputs.count(), "input"), (parameters, "parameter")];
        let missing = missing.into_iter().filter(|(n, _)| *n > 0);
        missing
            .map(|(n, what)| {
                let s = if n == 1 { "" } else { "s" };
                format!("{n} {what}{s} that the program reads had no value and took the usual one.")
            })
            .collect()
    }
}

/// Texels in a unit of s, t and r, and the bias.
fn texture_lod(texture: Option<&Texture>) -> [f32; 4] {
    let level = texture.and_then(|t| t.image.faces.first()?.first()?.as_ref());
    level.map_or([1.0, 1.0, 1.0, 0.0], |level| {
        [level.width as f32, level.height as f32, 1.0, 0.0]
    })
}

/// `NAME=x,y,z,w`; numbers that are left out are those of (0, 0, 0, 1).
fn assignment<'a>(option: &str, argument: &'a str) -> Result<(&'a str, [f32; 4]), Failure> {
    let usage = || Failure::Usage(format!("{option} {argument}: NAME=NUMBER,… (one to four)"));
    let (name, numbers) = argument.split_once('=').ok_or_else(usage)?;
    let mut value = [0.0, 0.0, 0.0, 1.0];
    let mut given = numbers.split(',').map(str::trim);
    for (value, text) in value.iter_mut().zip(&mut given) {
        *value = text.parse().map_err(|_| usage())?;
    }
    match given.next() {
        Some(_) => Err(usage()),
        None => Ok((name.trim(), value)),
    }
}

/// The vec4 of the stage's inputs that a name is.
fn input(language: Language, name: &str) -> Result<usize, Failure> {
    let in_arb = ati_input(name).filter(|_| language == Language::Atifs);
    let in_arb = in_arb.as_deref().unwrap_or(name);
    let is_native = name.starts_with("v[") || name.starts_with("f[");
    let (headers, result) = match (language.is_vertex(), is_native) {
        (true, false) => (ARB, "result.position"),
        (false, false) => (ARB, "result.color"),
        (true, true) => (NATIVE, "o[HPOS]"),
        (false, true) => (NATIVE, "o[COLR]"),
    };
    let statement = format!("MOV {result}, {in_arb};");
    let code = load(language.is_vertex(), headers, &statement, name)?;
    let mut insts = code.program.insts();
    let load = insts.find(|i| i.op == Op::LoadInput);
    let load = load.ok_or_else(|| Failure::from(format!("{name} is no input")))?;
    Ok(load.imm[0] as usize / 4)
}

/// What an input of ATI_text_fragment_shader is called in ARB_fragment_program.
fn ati_input(name: &str) -> Option<String> {
    match name {
        "color0" => Some("fragment.color".into()),
        "color1" => Some("fragment.color.secondary".into()),
        _ => {
            let set: u32 = name.strip_prefix('t')?.parse().ok()?;
            Some(format!("fragment.texcoord[{set}]"))
        }
    }
}

/// What a parameter is.
fn parameter(language: Language, program: &Loaded, name: &str) -> Result<Binding, Failure> {
    let mut named = program.named().iter();
    if let Some(n) = named.position(|(own, _)| own == name) {
        return Ok(Binding::Named(n as u32));
    }
    let constant = name.strip_prefix('c').and_then(|n| n.parse().ok());
    if let (Language::Atifs, Some(n @ 0..8)) = (language, constant) {
        return Ok(Binding::State(State::FragmentShaderConstant(n)));
    }
    if name == "framebuffer.height" {
        return Ok(Binding::State(State::FramebufferHeight));
    }
    // What NVIDIA's own vertex programs call c[n] is the environment.
    let own = name.strip_prefix("c[").filter(|_| language.is_vertex());
    let own = own.map(|n| format!("program.env[{n}"));
    let text = format!("PARAM p = {};", own.as_deref().unwrap_or(name));
    let code = load(language.is_vertex(), ARB, &text, name)?;
    match code.bindings.first() {
        None | Some(Binding::Constant(_)) => Err(format!("{name} is no parameter").into()),
        Some(binding) => Ok(*binding),
    }
}

/// Headers of vertex and fragment programs.
const ARB: [&str; 2] = ["!!ARBvp1.0", "!!ARBfp1.0"];
const NATIVE: [&str; 2] = ["!!VP2.0", "!!FP1.0"];

/// A program of one statement that names what the user has named.
fn load(
    is_vertex: bool,
    headers: [&str; 2],
    statement: &str,
    name: &str,
) -> Result<std::sync::Arc<BoundProgram>, Failure> {
    let header = headers[usize::from(!is_vertex)];
    let (limits, load) = match is_vertex {
        true => (&Limits::VERTEX, arb::load_vertex as fn(&_, &_) -> _),
        false => (&Limits::FRAGMENT, arb::load_fragment as _),
    };
    let text = format!("{header}\n{statement}\nEND\n");
    let loaded: Result<arb::ArbProgram, _> = load(text.as_bytes(), limits);
    let program = loaded.map_err(|error| Failure::from(format!("{name}: {error}")))?;
    Ok(program.code())
}
