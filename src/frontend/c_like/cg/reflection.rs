//! What an application may know of a program: the parameters of its entry and the variables outside of functions, whole.
//!
//! Each is a tree: the members of structures and the elements of arrays are inside.

use super::program::Program;
use super::rules::words::{sampler_word, scalar_word};
use crate::frontend::c_like::tree::{Direction, Function, Global, Storage};
use crate::frontend::c_like::types::{Semantic, Type, Types};
use crate::frontend::diagnostic::ProgramError;

/// The rows and columns of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimensions {
    Scalar,
    Vector(u8),
    Matrix(u8, u8),
}

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// The word for the kind of numbers, and how many there are.
    Numbers(&'static str, Dimensions),
    /// The word for the kind of sampler.
    Sampler(&'static str),
    /// The structure's name, and its members.
    Struct(String, Vec<Declaration>),
    /// An array of so many; 0 if the text leaves that open.
    Array(Box<Shape>, u32),
    /// What has no value from outside.
    Other,
}

/// Where a variable's value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Varying,
    Uniform,
    Constant,
}

/// A parameter, a variable outside of functions, or a member.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    pub name: String,
    pub shape: Shape,
    pub semantic: Option<String>,
    pub source: Source,
    pub is_read: bool,
    pub is_written: bool,
}

/// What an application may know of a program.
#[derive(Debug, Clone, Default)]
pub struct Reflection {
    /// The entry's name.
    pub entry: String,
    /// The parameters of the entry.
    pub parameters: Vec<Declaration>,
    /// The variables outside of functions, and the entry's result under the entry's name.
    pub globals: Vec<Declaration>,
    /// The structures of the text, in its order.
    pub structures: Vec<String>,
}

impl Program {
    /// What an application may know of the entry. It is an error if no function is the entry.
    pub fn reflect(&self) -> Result<Reflection, ProgramError> {
        let function = self.entry_function()?;
        let module = self.module();
        let types = &module.types;
        let parameters = parameters(types, function);
        let globals = module.globals.iter();
        let mut globals: Vec<Declaration> = globals
            .filter(|g| g.storage != Storage::Static)
            .filter(|g| !is_state(g.semantic.as_ref()))
            .map(|g| global(types, g))
            .collect();
        if function.ty != Type::Void {
            globals.push(Declaration {
                name: function.name.to_string(),
                shape: shape(types, function.ty, Source::Varying, (false, true)),
                semantic: name_of(function.semantic.as_ref()),
                source: Source::Varying,
                is_read: false,
                is_written: true,
            });
        }
        Ok(Reflection {
            entry: function.name.to_string(),
            parameters,
            globals,
            structures: types.structs.iter().map(|s| s.name.clone()).collect(),
        })
    }
}

/// The state of the API is a variable that every text has.
fn is_state(semantic: Option<&Semantic>) -> bool {
    semantic.is_some_and(|s| s.name.eq_ignore_ascii_case("state"))
}

fn parameters(types: &Types, function: &Function) -> Vec<Declaration> {
    let all = function.parameters.iter().zip(&function.variables);
    let declared = all.map(|(parameter, variable)| {
        let is_uniform = parameter.is_uniform
            || parameter.direction == Direction::Uniform
            || matches!(variable.ty, Type::Sampler(_));
        let source = match is_uniform {
            true => Source::Uniform,
            false => Source::Varying,
        };
        let is_written = parameter.direction.is_written();
        let is_read = parameter.direction != Direction::Out;
        Declaration {
            name: variable.name.to_string(),
            shape: shape(types, variable.ty, source, (is_read, is_written)),
            semantic: name_of(parameter.semantic.as_ref()),
            source,
            is_read,
            is_written,
        }
    });
    declared.collect()
}

fn global(types: &Types, global: &Global) -> Declaration {
    let source = match global.storage {
        Storage::Uniform => Source::Uniform,
        _ if matches!(global.ty, Type::Sampler(_)) => Source::Uniform,
        Storage::Static => Source::Constant,
        _ => Source::Varying,
    };
    Declaration {
        name: global.name.clone(),
        shape: shape(
            types,
            global.ty,
            source,
            (!global.is_output, global.is_output),
        ),
        semantic: name_of(global.semantic.as_ref()),
        source,
        is_read: !global.is_output,
        is_written: global.is_output,
    }
}

fn name_of(semantic: Option<&Semantic>) -> Option<String> {
    semantic.map(|s| s.name.clone())
}

/// A type whole. Types are at most [`Types::MAX_DEPTH`] deep.
fn shape(types: &Types, ty: Type, source: Source, (is_read, is_written): (bool, bool)) -> Shape {
    match ty {
        Type::Scalar(s) => Shape::Numbers(scalar_word(s), Dimensions::Scalar),
        Type::Vector(s, n) => Shape::Numbers(scalar_word(s), Dimensions::Vector(n)),
        Type::Matrix(s, rows, columns) => {
            Shape::Numbers(scalar_word(s), Dimensions::Matrix(rows, columns))
        }
        Type::Sampler(kind) => Shape::Sampler(sampler_word(kind)),
        Type::Struct(id) => {
            let structure = types.structure(id);
            let members = structure.members.iter().map(|member| {
                let is_uniform = member.is_uniform || matches!(member.ty, Type::Sampler(_));
                let source = match is_uniform {
                    true => Source::Uniform,
                    false => source,
                };
                Declaration {
                    name: member.name.clone(),
                    shape: shape(types, member.ty, source, (is_read, is_written)),
                    semantic: name_of(member.semantic.as_ref()),
                    source,
                    is_read,
                    is_written,
                }
            });
            Shape::Struct(structure.name.clone(), members.collect())
        }
        Type::Array(id) => {
            let (element, count) = types.array_of(id);
            let element = shape(types, element, source, (is_read, is_written));
            Shape::Array(Box::new(element), count)
        }
        _ => Shape::Other,
    }
}
