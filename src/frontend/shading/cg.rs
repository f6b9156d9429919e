//! Cg as a language of stages and of kernels.

use super::options::{CompileOptions, Compiled, Refused};
use crate::frontend::assembly::arb;
use crate::frontend::binding::Binding;
use crate::frontend::c_like::cg::profile::{self, Profile};
use crate::frontend::c_like::cg::{Program, Request, StageOptions};
use crate::frontend::c_like::entry::{self, Entry};
use crate::frontend::c_like::tree;
use crate::frontend::c_like::types::Scalar;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::{CG_MACROS, Files};
use crate::frontend::source_map::SourceMap;
use crate::frontend::stage_program::{
    Layout, MAX_SAMPLERS, NumberKind, ProgramStage, Sampler, SamplerType, StageParts, StageProgram,
    Uniform, UniformType,
};
use std::sync::Arc;

/// The profile and the function that are taken without an option.
const PROFILE: &str = "latest";
pub(super) const ENTRY: &str = "main";

/// Compiles the entry.
pub(super) fn compile(
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Compiled, Refused> {
    let profile = profile_of(options)?;
    let (words, profiles_stage, tree_stage) = match stage {
        ProgramStage::Vertex => ("vertex", profile::Stage::Vertex, tree::Stage::Vertex),
        ProgramStage::Fragment => ("fragment", profile::Stage::Fragment, tree::Stage::Fragment),
    };
    if !profile.has_stage(profiles_stage) {
        let name = profile.name;
        return Err(at_start(&format!(
            "the profile \"{name}\" is not one of {words} programs"
        )));
    }
    let program = load(text, options, Some(ENTRY), files)?;
    let made = program.entry(&StageOptions {
        // User clip planes act on a position that is that of fixed function.
        clip_planes: 0x3f,
        position_invariant: options.position_invariant && stage == ProgramStage::Vertex,
        ..stage_options(tree_stage)
    });
    let entry = made.map_err(|error| refused(&[error], program.map()))?;
    let warnings = program.warnings().iter();
    Ok(Compiled {
        program: StageProgram::new(parts(stage, entry, program.map().clone())),
        listing: warnings.map(|w| w.listing(program.map())).collect(),
    })
}

/// How a stage runs programs in GL, whose state has the names of ARB programs.
pub(super) fn stage_options(stage: tree::Stage) -> StageOptions {
    StageOptions {
        state: arb::state_row,
        ..StageOptions::new(stage)
    }
}

/// Loads a text. The entry is that of the options, or else `entry`; without one all functions are checked.
pub(super) fn load(
    text: &[u8],
    options: &CompileOptions,
    entry: Option<&str>,
    files: &mut dyn Files,
) -> Result<Program, Refused> {
    let profile = profile_of(options)?;
    let defines = options.defines.iter();
    let defines = defines.map(|(name, value)| (name.as_str(), value.as_str()));
    let macros: Vec<(&str, &str)> = CG_MACROS.iter().copied().chain(defines).collect();
    let interfaces = options.interfaces.iter();
    let interfaces: Vec<(&str, &str)> = interfaces.map(|(p, s)| (p.as_str(), s.as_str())).collect();
    let sizes = options.array_sizes.iter();
    let sizes: Vec<(&str, u32)> = sizes.map(|(p, n)| (p.as_str(), *n)).collect();
    let paths: Vec<&str> = options.include_paths.iter().map(String::as_str).collect();
    let request = Request {
        name: &options.name,
        entry: options.entry.as_deref().or(entry),
        is_strict: options.is_strict,
        macros: &macros,
        include_paths: &paths,
        interfaces: &interfaces,
        array_sizes: &sizes,
        ..Request::new(text, profile)
    };
    Program::load(&request, files).map_err(|found| Refused {
        listing: found.messages().concat(),
        ..refused(&found.errors, &found.map)
    })
}

/// Refuses structures and sizes that were given for nothing.
pub(super) fn check_given(program: &Program) -> Result<(), Refused> {
    let first = program.misgiven().first();
    first.map_or(Ok(()), |fault| Err(at_start(fault)))
}

pub(super) fn profile_of(options: &CompileOptions) -> Result<&'static Profile, Refused> {
    let name = options.profile.as_deref().unwrap_or(PROFILE);
    profile::find(name).map_err(|error| at_start(&error.to_string()))
}

/// An error of no place in the text.
fn at_start(message: &str) -> Refused {
    Refused {
        listing: format!("(0) : error : {message}\n"),
        position: 0,
    }
}

pub(super) fn refused(errors: &[ProgramError], map: &SourceMap) -> Refused {
    let first = errors.first();
    Refused {
        listing: errors.iter().map(|error| error.listing(map)).collect(),
        position: first.map_or(0, |error| map.main_offset(error.span) as i32),
    }
}

/// The parts of a program. Uniforms that the code does not read, and those that are GL state, are left out.
pub(super) fn parts(stage: ProgramStage, entry: Entry, map: Arc<SourceMap>) -> StageParts {
    let mut initial = vec![[0.0; 4]; entry.code.bindings.len()];
    let mut uniforms = Vec::new();
    // Defaults of the text become the first values of all rows. Only rows with a name are uniforms that GL can set.
    for uniform in &entry.uniforms {
        let first = uniform.first_row as usize;
        for (row, value) in initial
            .iter_mut()
            .skip(first)
            .zip(uniform.default.iter().flatten())
        {
            *row = *value;
        }
        let is_named = matches!(entry.code.bindings.get(first), Some(Binding::Named(_)));
        if uniform.is_read && is_named {
            uniforms.push(numbers(uniform));
        }
    }
    // A sampler is also a uniform: its value is the number of its unit.
    let mut samplers = [None; MAX_SAMPLERS];
    for sampler in &entry.samplers {
        let Some(unit) = sampler.unit.filter(|unit| (*unit as usize) < MAX_SAMPLERS) else {
            continue;
        };
        samplers[unit as usize] = Some(Sampler {
            ty: SamplerType {
                shape: entry.textures[unit as usize],
                is_shadow: entry.shadow_units >> unit & 1 != 0,
            },
            unit: unit as u8,
        });
        uniforms.push(Uniform {
            name: sampler.name.clone(),
            ty: UniformType::Sampler(unit as u8),
            count: 1,
            is_array: false,
        });
    }
    StageParts {
        stage,
        code: entry.code,
        uniforms,
        initial,
        samplers,
        map: Some(map),
    }
}

/// A uniform of numbers: each row has a vector of its own.
fn numbers(uniform: &entry::Uniform) -> Uniform {
    let kind = match uniform.scalar {
        Scalar::Bool => NumberKind::Bool,
        scalar if scalar.is_real() => NumberKind::Float,
        _ => NumberKind::Int,
    };
    Uniform {
        name: uniform.name.clone(),
        ty: UniformType::Numbers {
            kind,
            rows: uniform.rows as u8,
            columns: uniform.columns as u8,
            layout: Layout {
                first: 4 * uniform.first_row,
                row: 4,
                column: 1,
                element: 4 * uniform.rows,
            },
        },
        count: uniform.sizes.iter().product(),
        is_array: !uniform.sizes.is_empty(),
    }
}
