//! Programs: a text, its parameters, and the code of its profile.
//!
//! | file | what is in it |
//! |---|---|
//! | `create` | Programs of texts and files, and copies. |
//! | `combine` | Programs of several domains. |
//! | `compile` | The code, and what it says of the parameters. |
//! | `load` | A text is checked, while no object is locked. |
//! | `query` | What a program is. |

pub mod combine;
pub mod compile;
pub mod create;
pub mod load;
pub mod query;

use super::arguments::Arguments;
use super::context::Context;
use super::handle::{Handle, Id, Kind};
use super::names::types::FIRST_USER_TYPE;
use super::parameter::Parameter;
use super::world::World;
use super::{Result, parameter};
use crate::frontend::c_like::cg;
use std::ffi::CString;
use std::sync::Arc;

/// A program.
#[derive(Debug)]
pub struct Program {
    pub(super) context: Id<Context>,
    /// `CGprofile`.
    profile: i32,
    source: CString,
    entry: CString,
    /// The name of the profile, while it is this one.
    profile_name: CString,
    /// The arguments as the application gave them.
    arguments: Vec<String>,
    /// What cgGetProgramOptions answers: texts, and a null pointer at their end.
    options: Options,
    /// The checked text; none of a combined program.
    checked: Option<Arc<cg::Program>>,
    code: Option<CString>,
    is_compiled: bool,
    /// The parameters of the entry, and those outside of functions.
    pub(super) roots: [Vec<Id<Parameter>>; 2],
    pub(super) leaves: [Vec<Id<Parameter>>; 2],
    user_types: Vec<i32>,
    /// The programs that a combined one is made of.
    pub(super) parts: Vec<Id<Program>>,
    output_vertices: i32,
}

impl Kind for Program {
    const KIND: usize = 2;
}

impl Program {
    /// The code is old: something that it depends on has changed.
    pub(super) fn forget_code(&mut self) {
        self.is_compiled = false;
    }
}

/// The texts of a program's options.
#[derive(Debug, Default, Clone)]
struct Options {
    texts: Vec<CString>,
    /// Their addresses, and 0.
    addresses: Vec<usize>,
}

impl Options {
    fn new(texts: Vec<CString>) -> Options {
        let addresses = texts.iter().map(|text| text.as_ptr() as usize);
        let addresses = addresses.chain([0]).collect();
        Options { texts, addresses }
    }
}

/// Frees a program, its parameters and its parts.
pub(super) fn free(world: &mut World, id: Id<Program>) {
    let Some(program) = world.programs.remove(id) else {
        return;
    };
    for root in program.roots.into_iter().flatten() {
        parameter::free(world, root);
    }
    for part in program.parts {
        free(world, part);
    }
}

pub fn destroy(world: &mut World, program: Handle) -> Result<()> {
    let id = world.program_id(program)?;
    let context = world.program(program)?.context;
    if let Some(context) = world.contexts.get_mut(context) {
        context.programs.retain(|other| *other != id);
    }
    free(world, id);
    Ok(())
}

/// Whether a number is that of a structure.
pub(super) fn is_user_type(value: i32) -> bool {
    value >= FIRST_USER_TYPE
}

/// The arguments of a program, read. What is wrong in them has no effect.
fn read_arguments(arguments: &[String]) -> (Arguments, Vec<String>) {
    Arguments::parse_all(arguments)
}
