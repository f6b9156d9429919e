//! Effects: a listing of what one sets, or the IR of its shaders.

use super::Emit;
use crate::cli::failure::Failure;
use crate::cli::text_options::{TextOptions, read_included};
use trilobite::frontend::c_like::hlsl::Effect;
use trilobite::frontend::c_like::hlsl::effect::{Compiled, Shader, Value};
use trilobite::frontend::language::Language;
use trilobite::frontend::shading::load_effect;

/// Loads an effect, prints its warnings, and returns what `--emit` asks for.
pub(super) fn show(options: &TextOptions, emit: Emit) -> Result<Vec<u8>, Failure> {
    let (language, text) = options.read()?;
    if language != Language::Hlsl {
        return Err(Failure::Usage(
            "--profile fx_2_0: the text is not HLSL".into(),
        ));
    }
    let compile_options = options.compile_options()?;
    let mut files = |path: &str| read_included(path);
    let loaded = load_effect(&text, &compile_options, &mut files);
    let (effect, warnings) =
        loaded.map_err(|r| Failure::from(options.message(r.listing.trim_end())))?;
    eprint!("{warnings}");
    let shown = match emit {
        Emit::Stats => effect.listing(),
        Emit::Ir => irs(&effect),
        Emit::None => String::new(),
        _ => return Err("an effect has a listing (--emit stats) and IR only".into()),
    };
    Ok(shown.into_bytes())
}

/// The IR of each shader that is compiled, once, under its profile and its function.
fn irs(effect: &Effect) -> String {
    let of_states = effect.techniques.iter().flat_map(|t| &t.passes);
    let of_states = of_states
        .flat_map(|p| &p.settings)
        .filter_map(|s| match &s.value {
            Value::Shader(shader) => Some(shader),
            _ => None,
        });
    // Shaders stand in variables and in the states of passes.
    let all = effect
        .parameters
        .iter()
        .flat_map(|p| &p.shaders)
        .chain(of_states);
    // The same function for the same profile is one program, however often it is named.
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut text = String::new();
    for shader in all {
        let Shader::Compiled(shader) = shader else {
            continue;
        };
        let Compiled {
            profile,
            function,
            entry,
            ..
        } = &**shader;
        if seen.contains(&(profile.name, function)) {
            continue;
        }
        seen.push((profile.name, function));
        let program = &entry.entry.code.program;
        text += &format!("== {} {function}\n{program}", profile.name);
    }
    text
}
