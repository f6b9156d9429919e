//! Open types, which no value has: interfaces and arrays without a size.

use crate::frontend::c_like::check::checker::{Checker, Entity};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::types::{Array, Type};
use crate::ir::Span;

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

    /// The elements of an array of interfaces, in all its levels; 1 of an interface.
    pub(in crate::frontend::c_like::check) fn n_parts(&self, ty: Type) -> u32 {
        match ty {
            Type::Array(id) => {
                let (element, n) = self.types.array_of(id);
                n.saturating_mul(self.n_parts(element))
            }
            _ => 1,
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

    /// The structure that stands for an interface, or the size of an array without one, as given from outside.
    pub(in crate::frontend::c_like::check) fn resolved(&mut self, ty: Type, name: &str) -> Type {
        match ty {
            Type::Struct(id) if self.types.structure(id).is_interface => {
                let mut all = self.options.interfaces.iter();
                let Some(&(name, given)) = all.find(|(n, _)| *n == name) else {
                    return ty;
                };
                self.needed.insert(name);
                match self.find(given) {
                    Some(Entity::Type(own)) if self.closes(own, ty) => own,
                    _ => {
                        let interface = self.type_name(ty);
                        let text = format!(
                            "\"{given}\" is no structure of the text that implements {interface}, the type of \"{name}\""
                        );
                        self.out.rule(Rule::Text(text), Span::NONE);
                        ty
                    }
                }
            }
            Type::Array(id) => {
                let array = self.types.arrays[id.0 as usize];
                let element = self.resolved(array.element, name);
                let mut all = self.options.array_sizes.iter();
                let given = all.find(|(n, _)| *n == name && array.count.is_none());
                self.needed.extend(given.map(|(name, _)| *name));
                let count = array.count.or(given.map(|(_, n)| *n));
                self.types.array_type(Array {
                    element,
                    count,
                    ..array
                })
            }
            _ => ty,
        }
    }

    /// A sentence for each structure and each size from outside that no variable and no parameter needed.
    pub(in crate::frontend::c_like::check) fn faults_of_given(&self) -> Vec<String> {
        let interfaces = self.options.interfaces.iter();
        let interfaces = interfaces.map(|(name, _)| (*name, "an interface"));
        let sizes = self.options.array_sizes.iter();
        let sizes = sizes.map(|(name, _)| (*name, "an array without a size"));
        let given = interfaces.chain(sizes);
        let unneeded = given.filter(|(name, _)| !self.needed.contains(name));
        let fault = |(name, what)| {
            format!("\"{name}\" is no parameter and no variable whose type is {what}")
        };
        unneeded.map(fault).collect()
    }
}
