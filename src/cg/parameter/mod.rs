//! Parameters: of programs, and those that applications make and connect with them.
//!
//! A parameter with members or elements has them as parameters of their own. Only leaves have values.
//!
//! | file | what is in it |
//! |---|---|
//! | `connect` | Connections: a parameter takes its values from another one. |
//! | `create` | Parameters that applications make. |
//! | `set` | Setting values. |
//! | `values` | Reading values, and how values lie in arrays. |
//! | `find` | From parameter to parameter. |
//! | `query` | What a parameter is. |
//! | `tree` | Trees of parameters from a program's declarations. |

pub mod connect;
pub mod create;
pub mod find;
pub mod query;
pub mod set;
pub(super) mod tree;
pub mod values;

use super::context::Context;
use super::handle::{Id, Kind};
use super::names::types::class;
use super::program::Program;
use super::world::World;
use std::ffi::CString;

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub(super) context: Id<Context>,
    pub(super) program: Option<Id<Program>>,
    pub(super) parent: Option<Id<Parameter>>,
    /// Its place among the elements of an array.
    pub(super) index: usize,
    pub(super) children: Vec<Id<Parameter>>,
    /// Its name with those around it.
    pub(super) name: CString,
    /// Its name in the structure around it.
    pub(super) own_name: String,
    pub(super) shape: ParameterType,
    pub(super) semantic: CString,
    /// `CGenum`.
    pub(super) direction: i32,
    pub(super) variability: i32,
    /// The number of the first leaf in it.
    pub(super) ordinal: i32,
    pub(super) is_global: bool,
    pub(super) is_referenced: bool,
    pub(super) place: Place,
    /// The numbers of a leaf, row by row.
    pub(super) default: Vec<f64>,
    pub(super) values: Vec<f64>,
    /// The value of a string.
    pub(super) text: Option<CString>,
    /// The parameter that it takes its values from.
    pub(super) source: Option<Id<Parameter>>,
    /// The parameters that take their values from it.
    pub(super) targets: Vec<Id<Parameter>>,
}

/// A parameter's type: of a leaf, a structure or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParameterType {
    /// `CGtype`: a structure is CG_STRUCT, an array CG_ARRAY.
    pub(super) ty: i32,
    /// The type by its name: a structure's own number.
    pub(super) named: i32,
    /// The type of one component; a structure's own number.
    pub(super) base: i32,
    /// The type of the elements that are no arrays.
    pub(super) element: i32,
    pub(super) class: i32,
    pub(super) rows: i32,
    pub(super) columns: i32,
}

/// Where a parameter lies in the machine.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// `CGresource`; 0 if it lies nowhere.
    pub(super) resource: i32,
    pub(super) index: u64,
    pub(super) name: Option<CString>,
}

impl Kind for Parameter {
    const KIND: usize = 3;
}

impl Parameter {
    pub(super) fn is_struct(&self) -> bool {
        self.shape.class == class::STRUCT
    }

    pub(super) fn is_array(&self) -> bool {
        self.shape.class == class::ARRAY
    }

    pub(super) fn is_leaf(&self) -> bool {
        !self.is_struct() && !self.is_array()
    }

    /// How many numbers a leaf has: 0 of one that has none.
    pub(super) fn n_numbers(&self) -> usize {
        (self.shape.rows * self.shape.columns).max(0) as usize
    }
}

/// Frees a parameter with all inside of it, and its connections.
pub(super) fn free(world: &mut World, id: Id<Parameter>) {
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        connect::cut(world, id);
        if let Some(parameter) = world.parameters.remove(id) {
            waiting.extend(parameter.children);
        }
    }
}
