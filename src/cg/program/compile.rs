//! The code of a program, and what it says of the parameters.

use crate::cg::Result;
use crate::cg::arguments::Arguments;
use crate::cg::c_string;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::profiles::{GENERIC, GLSLF, GLSLV};
use crate::cg::names::types::class;
use crate::cg::names::{
    CONSTANTS, CgError, FIRST_UNIT, GLSL_ATTRIB, GLSL_UNIFORM, UNDEFINED, base_resource, enums,
    resource_of_text, resource_string,
};
use crate::cg::object::parameter::Place;
use crate::cg::object::{Parameter, Program};
use crate::cg::world::World;
use crate::codegen::{TextOptions, Variable, compile_cg, has_text};
use crate::frontend::c_like::cg::profile::Stage as ProfileStage;
use crate::frontend::c_like::cg::{self, StageOptions};
use crate::frontend::c_like::entry::Uniform;
use crate::frontend::c_like::tree::Stage;
use std::collections::HashMap;

/// Compiles a program. Without a text for its profile, it has parameters alone; `generic` has no code at all.
pub(super) fn compile(world: &mut World, id: Id<Program>) -> Result<()> {
    let program = world.program(id.handle())?;
    let Some(checked) = program.checked.clone() else {
        return compile_parts(world, id);
    };
    if !has_text(checked.profile()) {
        return compile_without_text(world, id, &checked);
    }
    let chosen = world
        .gl
        .chosen_options(program.context.handle(), program.profile);
    let options = text_options(program, &checked, &chosen);
    let made = compile_cg(&checked, &options);
    let made = match made {
        Ok(made) => made,
        Err(error) => {
            let listing = c_string(&error.listing(checked.map()));
            set_listing(world, id, listing);
            return Err(CgError::COMPILER);
        }
    };
    if let Some(program) = world.programs.get_mut(id) {
        program.code = Some(c_string(&made.text));
        program.is_compiled = true;
    }
    place(world, id, &made.variables);
    Ok(())
}

fn compile_parts(world: &mut World, id: Id<Program>) -> Result<()> {
    for part in world.program(id.handle())?.parts.clone() {
        compile(world, part)?;
    }
    if let Some(program) = world.programs.get_mut(id) {
        program.is_compiled = true;
    }
    Ok(())
}

fn compile_without_text(world: &mut World, id: Id<Program>, checked: &cg::Program) -> Result<()> {
    let Some(program) = world.programs.get_mut(id) else {
        return Ok(());
    };
    program.code = Some(c_string(""));
    program.is_compiled = program.profile == GENERIC;
    if program.is_compiled {
        // A program for no machine may use all that it has.
        for id in [program.roots.concat(), program.leaves.concat()].concat() {
            if let Some(parameter) = world.parameters.get_mut(id) {
                parameter.is_referenced = true;
            }
        }
    } else {
        let name = checked.profile().name;
        let listing = format!("(0) : warning : profile \"{name}\" has no text here\n");
        set_listing(world, id, c_string(&listing));
    }
    Ok(())
}

fn set_listing(world: &mut World, id: Id<Program>, listing: std::ffi::CString) {
    let context = world.programs.get(id).map(|p| p.context);
    if let Some(context) = context.and_then(|id| world.contexts.get_mut(id)) {
        context.listing = Some(listing);
    }
}

/// `chosen` are the options that suit GL, before which those of the program go.
fn text_options(program: &Program, checked: &cg::Program, chosen: &[String]) -> TextOptions {
    let (arguments, _) = Arguments::parse_all(&program.arguments);
    let mut options = TextOptions {
        command_line: arguments.line.clone(),
        ..TextOptions::default()
    };
    for option in chosen.iter().chain(&arguments.options) {
        if let Ok((name, value)) = checked.profile().option(option) {
            options.set(name, value);
        }
    }
    options
}

/// Compiles a program that an application asks to compile.
pub fn compile_again(world: &mut World, program: Handle) -> Result<()> {
    let id = world.program_id(program)?;
    compile(world, id)
}

/// The variables of the code by name: they tell where the leaves lie, and which of them are used.
fn place(world: &mut World, id: Id<Program>, variables: &[Variable]) {
    let by_name: HashMap<&str, &Variable> =
        variables.iter().map(|v| (v.name.as_str(), v)).collect();
    let Some(program) = world.programs.get(id) else {
        return;
    };
    let is_glsl = matches!(program.profile, GLSLV | GLSLF);
    let (roots, leaves) = (program.roots.concat(), program.leaves.concat());
    let mut units = free_units(variables);
    for leaf in leaves {
        let Some(parameter) = world.parameters.get_mut(leaf) else {
            continue;
        };
        let name = parameter.name.to_str().unwrap_or_default();
        let variable = by_name.get(name).copied();
        parameter.is_referenced = variable.is_some_and(|v| v.is_used);
        parameter.place = match variable {
            Some(v) if is_glsl => place_in_glsl(&v.resource, parameter, &mut units),
            Some(v) => place_of(&v.resource),
            None => Place::default(),
        };
    }
    for root in roots {
        refer(world, root);
    }
}

/// Marks what is around used leaves as used.
fn refer(world: &mut World, id: Id<Parameter>) -> bool {
    let Some(parameter) = world.parameters.get(id) else {
        return false;
    };
    if parameter.is_leaf() {
        return parameter.is_referenced;
    }
    let mut is_used = false;
    for child in parameter.children.clone() {
        is_used |= refer(world, child);
    }
    if let Some(parameter) = world.parameters.get_mut(id) {
        parameter.is_referenced = is_used;
    }
    is_used
}

/// A place by its words in the text: `c[3]`, `c[3], 4`, `texunit 1`, `TEX0`.
fn place_of(text: &str) -> Place {
    let number = |text: &str| {
        let digits = text.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|d| d.parse().ok()).next().unwrap_or(0)
    };
    // A matrix that nothing reads has a number of rows alone.
    if text.is_empty() || text.starts_with(',') {
        return Place::default();
    }
    if let Some(register) = text.strip_prefix("c[") {
        return Place {
            resource: CONSTANTS,
            index: number(register),
            name: Some(c"c".to_owned()),
        };
    }
    let resource = match resource_of_text(text) {
        UNDEFINED => 0,
        resource => resource,
    };
    match text.strip_prefix("texunit ") {
        Some(unit) => Place {
            resource,
            index: number(unit),
            name: None,
        },
        None => Place {
            resource,
            index: base_resource(resource).map_or(0, |base| number_after(base, resource)),
            name: Some(c_string(text)),
        },
    }
}

/// The image units of a program in GLSL that no variable names (`_s1 3`), the least one first.
fn free_units(variables: &[Variable]) -> impl Iterator<Item = u64> + use<> {
    let unit = |v: &Variable| v.resource.split_once(' ')?.1.parse::<u64>().ok();
    let named: Vec<u64> = variables.iter().filter_map(unit).collect();
    (0..).filter(move |n| !named.contains(n))
}

/// A place in GLSL: the name of the variable, of a matrix with its rows (`_m1[0], 4`), of a sampler with a unit if one is asked for.
fn place_in_glsl(
    text: &str,
    parameter: &Parameter,
    units: &mut impl Iterator<Item = u64>,
) -> Place {
    let (name, number) = match text.split_once([',', ' ']) {
        Some((name, number)) => (name, number.trim().parse::<u64>().ok()),
        None => (text, None),
    };
    let is_varying = parameter.variability == enums::VARYING;
    // An attribute that a text declares by its number is no one of GL's own.
    let is_generic = parameter.semantic.to_bytes().starts_with(b"ATTR");
    let has_own = is_varying && !is_generic && resource_of_text(text) != UNDEFINED;
    if name.is_empty() || has_own {
        return place_of(text);
    }
    let (resource, index) = if is_varying {
        (GLSL_ATTRIB, 0)
    } else if parameter.shape.class == class::SAMPLER {
        let unit = number.or_else(|| units.next()).unwrap_or(0);
        (FIRST_UNIT + unit as i32, unit)
    } else {
        (GLSL_UNIFORM, 0)
    };
    Place {
        resource,
        index,
        name: Some(c_string(name)),
    }
}

/// The number of a resource in its family. The numbers of some families have a gap.
fn number_after(base: i32, resource: i32) -> u64 {
    let digits = |value| {
        let name = resource_string(value).to_string_lossy();
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.parse().unwrap_or(0u64)
    };
    digits(resource) - digits(base)
}

/// Gives the leaves the values of the text.
pub(super) fn set_defaults(world: &mut World, id: Id<Program>, checked: &cg::Program) {
    let name = world.programs.get(id).map(|p| p.entry.clone());
    let name = name.unwrap_or_default();
    let of_entry = checked.stage_of(name.to_str().unwrap_or_default());
    let stage = match checked.profile().stage {
        ProfileStage::Vertex => Stage::Vertex,
        ProfileStage::Fragment => Stage::Fragment,
        ProfileStage::Any => of_entry.unwrap_or(Stage::Vertex),
    };
    let Ok(entry) = checked.entry(&StageOptions::new(stage)) else {
        return;
    };
    let values: HashMap<String, Vec<f64>> = entry.uniforms.iter().flat_map(elements).collect();
    let leaves = world.programs.get(id).map(|p| p.leaves.concat());
    for leaf in leaves.into_iter().flatten() {
        let Some(parameter) = world.parameters.get_mut(leaf) else {
            continue;
        };
        let name = parameter.name.to_str().unwrap_or_default();
        if let Some(numbers) = values.get(name)
            && numbers.len() == parameter.values.len()
        {
            parameter.values.clone_from(numbers);
            parameter.default.clone_from(numbers);
        }
    }
}

/// The elements of a uniform by name, with the values that the text gives them.
fn elements(uniform: &Uniform) -> Vec<(String, Vec<f64>)> {
    let Some(rows) = &uniform.default else {
        return Vec::new();
    };
    let mut names = vec![uniform.name.clone()];
    for size in &uniform.sizes {
        let outer = std::mem::take(&mut names);
        let inner = outer
            .iter()
            .flat_map(|name| (0..*size).map(move |i| format!("{name}[{i}]")));
        names = inner.collect();
    }
    let number = |x: &f32| match uniform.scalar.is_real() {
        true => f64::from(*x),
        false => f64::from(x.to_bits() as i32),
    };
    let columns = uniform.columns as usize;
    let elements = rows.chunks(uniform.rows.max(1) as usize).map(|rows| {
        let all = rows.iter().flat_map(|row| row.iter().take(columns));
        all.map(number).collect()
    });
    names.into_iter().zip(elements).collect()
}
