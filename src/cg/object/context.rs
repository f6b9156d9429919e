//! Contexts: what programs and parameters are made in.

use super::{Callback, Parameter, Program};
use crate::cg::handle::{Id, Kind};
use crate::cg::names::enums;
use std::collections::HashMap;
use std::ffi::CString;

/// A context.
#[derive(Debug)]
pub struct Context {
    /// Its programs, in the order in which they were made.
    pub(in crate::cg) programs: Vec<Id<Program>>,
    /// The parameters that are no program's.
    pub(in crate::cg) parameters: Vec<Id<Parameter>>,
    pub(in crate::cg) listing: Option<CString>,
    pub(in crate::cg) auto_compile: i32,
    pub(in crate::cg) setting_mode: i32,
    pub(in crate::cg) behavior: i32,
    /// Texts that stand for included files, by their paths from a slash on.
    pub(in crate::cg) includes: HashMap<String, Vec<u8>>,
    pub include_callback: Callback,
}

impl Kind for Context {
    const KIND: usize = 1;
}

/// The behaviour of a context that chooses none.
pub(in crate::cg) const FIRST_BEHAVIOR: i32 = 1000;

impl Default for Context {
    fn default() -> Context {
        Context {
            programs: Vec::new(),
            parameters: Vec::new(),
            listing: None,
            auto_compile: enums::COMPILE_IMMEDIATE,
            setting_mode: enums::IMMEDIATE_PARAMETER_SETTING,
            behavior: FIRST_BEHAVIOR,
            includes: HashMap::new(),
            include_callback: Callback::default(),
        }
    }
}
