//! Inputs and parameters that the user names.
//!
//! Names are those of the program's language. To find what a name means, a small program that reads it is loaded by that language's
//! own front end, and its IR is inspected.

use super::run::UNITS;
use crate::cli::failure::Failure;
use std::sync::Arc;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::binding::{ApiValue, Binding, SceneValue};
use trilobite::frontend::language::{Language, Loaded};
use trilobite::ir::Op;
use trilobite::texture::Texture;

/// The values that the user has given.
pub(super) struct Given {
    /// All values, with the names that the user wrote.
    pub(super) all: Vec<(String, [f32; 4])>,
    /// The values of inputs, each with the number of its vector of four.
    pub(super) inputs: Vec<(usize, [f32; 4])>,
    parameters: Vec<(Binding, [f32; 4])>,
    pub(super) front_facing: bool,
}

impl Given {
    /// Reads the arguments of `--input` and `--param`, which are `NAME=x,y,z,w`.
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
                given.inputs.push((input(language, program, name)?, value));
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

    /// Fills the uniform array. Values that were not given are those of the program, of the textures, or defaults.
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
                (None, Binding::Scene(state)) => self.state(state, textures),
                (None, Binding::Env(_) | Binding::Local(_)) => [0.0; 4],
            });
        }
        uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
        uniforms
    }

    /// The value of a piece of state that was not given by its own name.
    fn state(&self, state: &SceneValue, textures: &[Option<Texture>; UNITS]) -> [f32; 4] {
        let range = Binding::Scene(SceneValue::DepthRange);
        let range = self.parameters.iter().find(|(b, _)| *b == range);
        let texture = |unit: u32| textures.get(unit as usize)?.as_ref();
        match (state, range) {
            (SceneValue::DepthLimits, Some((_, [near, far, ..]))) => {
                [near.min(*far), near.max(*far), 0.0, 0.0]
            }
            (SceneValue::TextureLod(unit, _), _) => {
                let own = texture(*unit).and_then(texture_lod);
                own.unwrap_or_else(|| state.default_value())
            }
            _ => state.default_value(),
        }
    }

    /// Says how many inputs and parameters the program reads that were not given.
    pub(super) fn remarks(&self, program: &Loaded) -> Vec<String> {
        let code = program.code();
        let is_missing = |binding: &&Binding| {
            let is_fixed = matches!(binding, Binding::Constant(_) | Binding::Named(_));
            !is_fixed && !binding.is_hidden() && !self.parameters.iter().any(|(b, _)| b == *binding)
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

/// The value of [`SceneValue::TextureLod`] for a picture: texels for each unit of s, t and r, and the bias.
fn texture_lod(texture: &Texture) -> Option<[f32; 4]> {
    let level = texture.image.faces.first()?.first()?.as_ref()?;
    Some([level.width as f32, level.height as f32, 1.0, 0.0])
}

/// Splits `NAME=x,y,z,w`. Numbers that are left out are those of (0, 0, 0, 1).
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

/// The number of the input vector that a name stands for.
fn input(language: Language, program: &Loaded, name: &str) -> Result<usize, Failure> {
    let in_arb = ati_input(name).filter(|_| language == Language::Atifs);
    let code = load_operand(language, program, in_arb.as_deref().unwrap_or(name), name)?;
    let mut insts = code.program.insts();
    let load = insts.find(|i| i.op == Op::LoadInput);
    let load = load.ok_or_else(|| Failure::from(format!("{name} is no input")))?;
    Ok(load.imm[0] as usize / 4)
}

/// The name in ARB_fragment_program of an input of ATI_text_fragment_shader.
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

/// The binding that the name of a parameter stands for.
fn parameter(language: Language, program: &Loaded, name: &str) -> Result<Binding, Failure> {
    let mut named = program.named().iter();
    if let Some(n) = named.position(|(own, _)| own == name) {
        return Ok(Binding::Named(n as u32));
    }
    let constant = name.strip_prefix('c').and_then(|n| n.parse().ok());
    if let (Language::Atifs, Some(n @ 0..8)) = (language, constant) {
        return Ok(Binding::Scene(SceneValue::Api(
            ApiValue::FragmentShaderConstant(n),
        )));
    }
    if name == "framebuffer.height" {
        return Ok(Binding::Scene(SceneValue::FramebufferHeight));
    }
    // NVIDIA's own programs have no names for state. The state that they read has its name in ARB programs.
    let is_state = name.starts_with("state.");
    let code = if header(program).is_some() && !is_state {
        load_operand(language, program, name, name)?
    } else {
        let arb = if language.is_vertex() {
            (Language::Arbvp, "!!ARBvp1.0")
        } else {
            (Language::Arbfp, "!!ARBfp1.0")
        };
        load(arb, &format!("PARAM p = {name};"), name)?
    };
    match code.bindings[..] {
        [binding] | [_, binding] if !matches!(binding, Binding::Constant(_)) => Ok(binding),
        _ => Err(format!("{name} is no parameter").into()),
    }
}

/// The header of a native program.
fn header(program: &Loaded) -> Option<&'static str> {
    match program {
        Loaded::Arb { program, .. } => {
            let language = program.language();
            language.is_native().then(|| language.header())
        }
        Loaded::Ati(_) | Loaded::Muda { .. } | Loaded::Shading(_) | Loaded::D3d(_) => None,
    }
}

/// Loads a program in the user's language that reads an operand.
fn load_operand(
    language: Language,
    program: &Loaded,
    operand: &str,
    name: &str,
) -> Result<Arc<BoundProgram>, Failure> {
    let (header, result) = match (language, header(program)) {
        // A state program must write a parameter, and binds this one first.
        (Language::Nvvsp, Some(header)) => (header, "c[95]"),
        (Language::Arbvp, Some(header)) => (header, "o[HPOS]"),
        (_, Some(header)) => (header, "o[COLR]"),
        (Language::Arbvp, None) => ("!!ARBvp1.0", "result.position"),
        (_, None) => ("!!ARBfp1.0", "result.color"),
    };
    let language = match language {
        Language::Atifs => Language::Arbfp,
        other => other,
    };
    load(
        (language, header),
        &format!("MOV {result}, {operand};"),
        name,
    )
}

/// Loads a program of one statement. An error names what the user has written.
fn load(
    (language, header): (Language, &str),
    statement: &str,
    name: &str,
) -> Result<Arc<BoundProgram>, Failure> {
    let text = format!("{header}\n{statement}\nEND\n");
    let loaded = language.load(text.as_bytes(), None);
    let program = loaded.map_err(|error| Failure::from(format!("{name}: {error}")))?;
    Ok(program.code())
}
