//! A program that linked: its uniforms and attributes by name (GL 2.1 section 2.15.3).
#![forbid(unsafe_code)]

use crate::frontend::shading::LinkedShaders;
use crate::frontend::stage_program::{StageProgram, Uniform, UniformType};
use crate::gl::context::enums::*;
use crate::gl::program::in_use::Executable;
use crate::gl::program::loaded::Loaded;
use std::sync::Arc;

/// A uniform, or an attribute, as applications see it.
#[derive(Debug, Clone)]
pub(super) struct Active {
    pub(super) name: String,
    /// The elements of an array; 1 of what is none.
    pub(super) size: u32,
    /// The name of its type.
    pub(super) ty: u32,
    /// Of an attribute, its number; −1 of GL's own.
    pub(super) location: i32,
}

/// A uniform that applications can set: its place in each stage that reads it.
#[derive(Debug)]
pub(super) struct Located {
    pub(super) name: String,
    pub(super) count: u32,
    pub(super) is_array: bool,
    /// The name of its type.
    pub(super) ty: u32,
    /// The types of the vertex stage and of the fragment stage, with the places of the numbers there.
    pub(super) stages: [Option<UniformType>; 2],
    /// The location of its first element.
    first: u32,
}

/// A program that linked.
#[derive(Debug)]
pub struct Linked {
    pub(super) executable: Arc<Executable>,
    /// Uniforms with GL's state among them.
    pub(super) uniforms: Vec<Active>,
    pub(super) attributes: Vec<Active>,
    located: Vec<Located>,
}

/// The names of types, as GLSL writes them.
const TYPES: &[(&str, u32)] = &[
    ("float", FLOAT),
    ("vec2", FLOAT_VEC2),
    ("vec3", FLOAT_VEC3),
    ("vec4", FLOAT_VEC4),
    ("int", INT),
    ("ivec2", INT_VEC2),
    ("ivec3", INT_VEC3),
    ("ivec4", INT_VEC4),
    ("bool", BOOL),
    ("bvec2", BOOL_VEC2),
    ("bvec3", BOOL_VEC3),
    ("bvec4", BOOL_VEC4),
    ("mat2", FLOAT_MAT2),
    ("mat3", FLOAT_MAT3),
    ("mat4", FLOAT_MAT4),
    ("mat2x3", FLOAT_MAT2x3),
    ("mat2x4", FLOAT_MAT2x4),
    ("mat3x2", FLOAT_MAT3x2),
    ("mat3x4", FLOAT_MAT3x4),
    ("mat4x2", FLOAT_MAT4x2),
    ("mat4x3", FLOAT_MAT4x3),
    ("sampler1D", SAMPLER_1D),
    ("sampler2D", SAMPLER_2D),
    ("sampler3D", SAMPLER_3D),
    ("samplerCube", SAMPLER_CUBE),
    ("sampler1DShadow", SAMPLER_1D_SHADOW),
    ("sampler2DShadow", SAMPLER_2D_SHADOW),
    ("sampler2DRect", SAMPLER_2D_RECT),
    ("sampler2DRectShadow", SAMPLER_2D_RECT_SHADOW),
];

fn type_name(word: &str) -> u32 {
    let row = TYPES.iter().find(|(name, _)| *name == word);
    row.map_or(FLOAT, |(_, ty)| *ty)
}

/// The program of a stage of an executable.
fn program_of(executable: &Executable, stage: usize) -> Option<Arc<StageProgram>> {
    match &executable.stages[stage].as_ref()?.lock().loaded {
        Some(Loaded::Shading(program, _)) => Some(program.clone()),
        _ => None,
    }
}

impl Linked {
    /// A program, with its stages already in an executable.
    pub(super) fn new(linked: LinkedShaders, executable: Arc<Executable>) -> Linked {
        let uniforms = linked.uniforms.iter().map(|u| Active {
            name: u.name.clone(),
            size: u.size,
            ty: type_name(&u.ty),
            location: -1,
        });
        let attributes = linked.attributes.iter().map(|a| Active {
            name: a.name.clone(),
            size: 1,
            ty: type_name(&a.ty),
            location: a.location.map_or(-1, |at| at as i32),
        });
        let mut made = Linked {
            uniforms: uniforms.collect(),
            attributes: attributes.collect(),
            located: Vec::new(),
            executable,
        };
        made.locate();
        made
    }

    /// Gives locations to what applications can set.
    fn locate(&mut self) {
        let mut next = 0;
        for stage in 0..2 {
            let Some(program) = program_of(&self.executable, stage) else {
                continue;
            };
            for uniform in program.uniforms() {
                let known = self.located.iter_mut().find(|u| u.name == uniform.name);
                if let Some(known) = known {
                    known.stages[stage] = Some(uniform.ty);
                    continue;
                }
                let mut located = self.new_uniform(uniform, next);
                located.stages[stage] = Some(uniform.ty);
                next += uniform.count;
                self.located.push(located);
            }
        }
    }

    fn new_uniform(&self, uniform: &Uniform, first: u32) -> Located {
        let active = self.uniforms.iter().find(|u| u.name == uniform.name);
        Located {
            name: uniform.name.clone(),
            count: uniform.count,
            is_array: uniform.is_array,
            ty: active.map_or(FLOAT, |u| u.ty),
            stages: [None; 2],
            first,
        }
    }

    /// The location of a name: `name` is that of the first element, `name[3]` that of the fourth. −1 if there is none.
    pub(super) fn location(&self, name: &str) -> i32 {
        let (array, element) = match name.strip_suffix(']').and_then(|n| n.rsplit_once('[')) {
            Some((array, number)) => (Some(array), number.parse::<u32>().ok()),
            None => (None, None),
        };
        let found = self.located.iter().find_map(|uniform| {
            // Samplers of an array have a name each.
            let is_first = uniform.name.strip_suffix("[0]") == Some(name);
            if uniform.name == name || is_first {
                return Some(uniform.first);
            }
            let is_it = uniform.is_array && array == Some(uniform.name.as_str());
            let element = element.filter(|n| is_it && *n < uniform.count)?;
            Some(uniform.first + element)
        });
        found.map_or(-1, |location| location as i32)
    }

    /// The uniform at a location, and the element that it names.
    pub(super) fn at(&self, location: i32) -> Option<(&Located, u32)> {
        let location = u32::try_from(location).ok()?;
        let next = self.located.partition_point(|u| u.first <= location);
        let uniform = self.located.get(next.checked_sub(1)?)?;
        let element = location - uniform.first;
        (element < uniform.count).then_some((uniform, element))
    }

    /// Why no draw could run the program; `None` if one could.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        let mut types = [None; 16];
        for uniform in &self.located {
            for (stage, ty) in uniform.stages.iter().enumerate() {
                let Some(UniformType::Sampler(number)) = ty else {
                    continue;
                };
                let object = self.executable.stages[stage].as_ref()?.lock();
                let Some(Loaded::Shading(_, units)) = &object.loaded else {
                    continue;
                };
                let unit = usize::from(units[usize::from(*number)]);
                let known: &mut Option<u32> = types.get_mut(unit)?;
                if known.is_some_and(|known| known != uniform.ty) {
                    return Some("error: samplers of different types read one image unit\n");
                }
                *known = Some(uniform.ty);
            }
        }
        None
    }
}
