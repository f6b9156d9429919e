//! The uniforms of both stages, of which those of one name are one.

use super::super::arrange::Kind;
use super::super::limits::Limits;
use super::super::words::type_name;
use super::parts::{Log, Whole};
use super::stage::LinkedStage;
use crate::frontend::c_like::tree::Module;
use crate::frontend::c_like::types::{Scalar, Type};

/// A uniform or a sampler that a program reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveUniform {
    /// Its name from outside: `light.position`, `lights[3].color`.
    pub name: String,
    /// The type of an element as the language writes it.
    pub ty: String,
    /// The elements of the array; 1 of what is none.
    pub size: u32,
    /// Where each stage has it, the vertex stage first: the number among its entry's uniforms or samplers.
    pub places: [Option<usize>; 2],
    pub is_sampler: bool,
}

/// Reports uniforms that both stages declare with different types.
pub(super) fn check(vertex: Option<&Whole>, fragment: Option<&Whole>, log: &mut Log) {
    let (Some(vertex), Some(fragment)) = (vertex, fragment) else {
        return;
    };
    for a in &vertex.read.module.globals {
        let is_uniform = |whole: &Whole| whole.kind(&a.name) == Some(Kind::Uniform);
        if !is_uniform(vertex) || !is_uniform(fragment) {
            continue;
        }
        let mut others = fragment.read.module.globals.iter();
        let Some(b) = others.find(|g| g.name == a.name) else {
            continue;
        };
        let x = shape(&vertex.read.module, a.ty);
        let y = shape(&fragment.read.module, b.ty);
        if x != y {
            log.error(&format!(
                "the uniform \"{}\" is {x} in the vertex shader and {y} in the fragment shader",
                a.name
            ));
        }
    }
}

/// A type with the members of its structures.
fn shape(module: &Module, ty: Type) -> String {
    let name = type_name(&module.types, ty);
    match module.types.innermost(ty) {
        Type::Struct(id) => {
            let members = module.types.structure(id).members.iter();
            let members = members.map(|m| format!("{} {};", shape(module, m.ty), m.name));
            format!("{name} {{ {} }}", members.collect::<Vec<_>>().join(" "))
        }
        _ => name,
    }
}

/// The uniforms and samplers that programs read.
pub(super) fn active(
    vertex: Option<&LinkedStage>,
    fragment: Option<&LinkedStage>,
) -> Vec<ActiveUniform> {
    let mut all: Vec<ActiveUniform> = Vec::new();
    for (i, stage) in [vertex, fragment].into_iter().enumerate() {
        let Some(stage) = stage else {
            continue;
        };
        let entry = &stage.entry;
        let mut add = |one: ActiveUniform, place: usize| {
            let known = all.iter().position(|u| u.name == one.name);
            let at = known.unwrap_or_else(|| {
                all.push(one);
                all.len() - 1
            });
            all[at].places[i] = Some(place);
        };
        for (place, uniform) in entry.uniforms.iter().enumerate().filter(|(_, u)| u.is_read) {
            let ty = match (uniform.rows, uniform.columns) {
                (1, 1) => Type::Scalar(uniform.scalar),
                (1, n) => Type::Vector(uniform.scalar, n as u8),
                (c, r) => Type::Matrix(Scalar::Float, c as u8, r as u8),
            };
            let one = ActiveUniform {
                name: uniform.name.clone(),
                ty: type_name(&Default::default(), ty),
                size: uniform.sizes.iter().product(),
                places: [None; 2],
                is_sampler: false,
            };
            add(one, place);
        }
        for (place, sampler) in entry.samplers.iter().enumerate() {
            if sampler.unit.is_none() {
                continue;
            }
            let one = ActiveUniform {
                name: sampler.name.clone(),
                ty: type_name(&Default::default(), sampler.ty),
                size: 1,
                places: [None; 2],
                is_sampler: true,
            };
            add(one, place);
        }
    }
    all
}

/// Reports more samplers than there are image units.
pub(super) fn check_samplers(all: &[ActiveUniform], limits: &Limits, log: &mut Log) {
    let n = all.iter().filter(|u| u.is_sampler).count();
    if n > limits.image_units as usize {
        let limit = limits.image_units;
        log.error(&format!(
            "the program reads {n} samplers, and there are {limit} image units"
        ));
    }
}
