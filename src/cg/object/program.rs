//! Programs: a text, its parameters, and the code of its profile.

use super::{Context, Parameter};
use crate::cg::handle::{Id, Kind};
use crate::frontend::c_like::cg;
use std::ffi::CString;
use std::sync::Arc;

/// A program.
#[derive(Debug)]
pub struct Program {
    pub(in crate::cg) context: Id<Context>,
    /// `CGprofile`.
    pub(in crate::cg) profile: i32,
    pub(in crate::cg) source: CString,
    pub(in crate::cg) entry: CString,
    /// The name of the profile, while it is this one.
    pub(in crate::cg) profile_name: CString,
    /// The arguments as the application gave them.
    pub(in crate::cg) arguments: Vec<String>,
    /// What cgGetProgramOptions answers: texts, and a null pointer at their end.
    pub(in crate::cg) options: Options,
    /// The checked text; none of a combined program.
    pub(in crate::cg) checked: Option<Arc<cg::Program>>,
    pub(in crate::cg) code: Option<CString>,
    pub(in crate::cg) is_compiled: bool,
    /// The parameters of the entry, and those outside of functions.
    pub(in crate::cg) roots: [Vec<Id<Parameter>>; 2],
    pub(in crate::cg) leaves: [Vec<Id<Parameter>>; 2],
    pub(in crate::cg) user_types: Vec<i32>,
    /// The programs that a combined one is made of.
    pub(in crate::cg) parts: Vec<Id<Program>>,
    pub(in crate::cg) output_vertices: i32,
}

impl Kind for Program {
    const KIND: usize = 2;
}

impl Program {
    /// The code is old: something that it depends on has changed.
    pub(in crate::cg) fn forget_code(&mut self) {
        self.is_compiled = false;
    }
}

/// The texts of a program's options.
#[derive(Debug, Default, Clone)]
pub(in crate::cg) struct Options {
    pub(in crate::cg) texts: Vec<CString>,
    /// Their addresses, and 0.
    pub(in crate::cg) addresses: Vec<usize>,
}

impl Options {
    pub(in crate::cg) fn new(texts: Vec<CString>) -> Options {
        let addresses = texts.iter().map(|text| text.as_ptr() as usize);
        let addresses = addresses.chain([0]).collect();
        Options { texts, addresses }
    }
}
