//! Open types, which no value has: interfaces and arrays without a size.

use crate::frontend::c_like::check::checker::Checker;
use crate::frontend::c_like::types::Type;

impl Checker<'_> {
    /// Whether no value can be of the type: an interface, an array without a size, or one of such.
    pub(in crate::frontend::c_like) fn is_open(&self, ty: Type) -> bool {
        match ty {
            Type::Struct(id) => self.types.structure(id).is_interface,
            Type::Array(id) => {
                let array = self.types.arrays[id.0 as usize];
                array.count.is_none() || self.is_open(array.element)
            }
            _ => false,
        }
    }

    /// Whether a type is open by arrays without a size alone.
    pub(in crate::frontend::c_like) fn lacks_size_only(&self, ty: Type) -> bool {
        match ty {
            Type::Array(id) => {
                let element = self.types.arrays[id.0 as usize].element;
                !self.is_open(element) || self.lacks_size_only(element)
            }
            _ => false,
        }
    }

    /// Whether a value's type can stand for the open one: a structure that implements the interface, an array with
    /// such elements.
    pub(in crate::frontend::c_like) fn closes(&self, value: Type, open: Type) -> bool {
        match (value, open) {
            (Type::Struct(id), Type::Struct(wanted)) => {
                id == wanted || self.types.structure(id).interfaces.contains(&wanted)
            }
            (Type::Array(a), Type::Array(b)) => {
                let [a, b] = [a, b].map(|id| self.types.arrays[id.0 as usize]);
                let fits = b.count.is_none() || a.count == b.count;
                fits && (a.element == b.element || self.closes(a.element, b.element))
            }
            _ => value == open,
        }
    }
}
