//! Parameters: of programs, and those that applications make.

use super::{Context, Program};
use crate::cg::handle::{Id, Kind};
use crate::cg::names::types::class;
use std::ffi::CString;

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub(in crate::cg) context: Id<Context>,
    pub(in crate::cg) program: Option<Id<Program>>,
    pub(in crate::cg) parent: Option<Id<Parameter>>,
    /// Its place among the elements of an array.
    pub(in crate::cg) index: usize,
    pub(in crate::cg) children: Vec<Id<Parameter>>,
    /// Its name with those around it.
    pub(in crate::cg) name: CString,
    /// Its name in the structure around it.
    pub(in crate::cg) own_name: String,
    pub(in crate::cg) shape: ParameterType,
    pub(in crate::cg) semantic: CString,
    /// `CGenum`.
    pub(in crate::cg) direction: i32,
    pub(in crate::cg) variability: i32,
    /// The number of the first leaf in it.
    pub(in crate::cg) ordinal: i32,
    pub(in crate::cg) is_global: bool,
    pub(in crate::cg) is_referenced: bool,
    pub(in crate::cg) place: Place,
    /// The numbers of a leaf, row by row.
    pub(in crate::cg) default: Vec<f64>,
    pub(in crate::cg) values: Vec<f64>,
    /// The value of a string.
    pub(in crate::cg) text: Option<CString>,
    /// The parameter that it takes its values from.
    pub(in crate::cg) source: Option<Id<Parameter>>,
    /// The parameters that take their values from it.
    pub(in crate::cg) targets: Vec<Id<Parameter>>,
}

/// A parameter's type: of a leaf, a structure or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cg) struct ParameterType {
    /// `CGtype`: a structure is CG_STRUCT, an array CG_ARRAY.
    pub(in crate::cg) ty: i32,
    /// The type by its name: a structure's own number.
    pub(in crate::cg) named: i32,
    /// The type of one component; a structure's own number.
    pub(in crate::cg) base: i32,
    /// The type of the elements that are no arrays.
    pub(in crate::cg) element: i32,
    pub(in crate::cg) class: i32,
    pub(in crate::cg) rows: i32,
    pub(in crate::cg) columns: i32,
}

/// Where a parameter lies in the machine.
#[derive(Debug, Clone, Default)]
pub(in crate::cg) struct Place {
    /// `CGresource`; 0 if it lies nowhere.
    pub(in crate::cg) resource: i32,
    pub(in crate::cg) index: u64,
    pub(in crate::cg) name: Option<CString>,
}

impl Kind for Parameter {
    const KIND: usize = 3;
}

impl Parameter {
    pub(in crate::cg) fn is_struct(&self) -> bool {
        self.shape.class == class::STRUCT
    }

    pub(in crate::cg) fn is_array(&self) -> bool {
        self.shape.class == class::ARRAY
    }

    pub(in crate::cg) fn is_leaf(&self) -> bool {
        !self.is_struct() && !self.is_array()
    }

    /// How many numbers a leaf has: 0 of one that has none.
    pub(in crate::cg) fn n_numbers(&self) -> usize {
        (self.shape.rows * self.shape.columns).max(0) as usize
    }
}
