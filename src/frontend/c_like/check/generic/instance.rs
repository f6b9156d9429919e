//! Functions that are made when a call needs them: instances of those with parameters of an interface's type or of arrays
//! without a size.

use crate::frontend::c_like::check::checker::{Checker, Head};
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::c_like::types::Type;
use std::rc::Rc;

/// The most instances of templates in one text.
const MAX_INSTANCES: usize = 8192;

impl<'a> Checker<'a> {
    /// The function for arguments of these types (an object's first): itself, or its instance. `None` if one of the types
    /// is open, outside of a template, or there are too many instances.
    pub(in crate::frontend::c_like::check) fn instance(
        &mut self,
        id: FunctionId,
        types: &[Type],
    ) -> Option<FunctionId> {
        let head = self.head_of(id);
        if !head.is_template {
            return Some(id);
        }
        let pairs = head.parameters.iter().zip(types);
        // What the function gives decides the type where it is written.
        let mut closed: Vec<Type> = pairs
            .map(|(p, ty)| match p.given {
                Some(given) => given,
                None if self.is_open(p.ty) => *ty,
                None => p.ty,
            })
            .collect();
        closed.extend(head.parameters.iter().skip(closed.len()).map(|p| p.ty));
        // In a template's own check its types are open still; the call has its head's type.
        if closed.iter().any(|ty| self.is_open(*ty)) {
            return Some(id);
        }
        let key = (id, closed);
        if let Some(known) = self.instances.get(&key) {
            return Some(*known);
        }
        if self.instances.len() >= MAX_INSTANCES {
            return None;
        }
        // Each instance checks the whole body again.
        let body = self.head_of(id).syntax;
        let length = body.end.end.saturating_sub(body.name.span.start);
        if !self.spend(u64::from(length) * 4, body.name.span) {
            return None;
        }
        let mut head = self.head_of(id).clone();
        head.is_template = false;
        head.is_external = false;
        let opened: Vec<Type> = head.parameters.iter().map(|p| p.ty).collect();
        for (p, ty) in Rc::make_mut(&mut head.parameters).iter_mut().zip(&key.1) {
            p.ty = *ty;
        }
        // A method of an interface is the structure's own.
        let target = match head.owner {
            Some(owner) if self.types.structure(owner).is_interface => {
                self.implementation(&head, key.1.first().copied())?
            }
            _ => {
                head.ty = self.closed_result(head.ty, &opened, &key.1);
                self.new_function(head)
            }
        };
        self.instances.insert(key, target);
        Some(target)
    }

    /// The method of the object's structure that implements this one of an interface.
    fn implementation(&self, wanted: &Head<'_>, object: Option<Type>) -> Option<FunctionId> {
        let Some(Type::Struct(id)) = object else {
            return None;
        };
        let methods = self.methods.get(&(id, wanted.name.text))?;
        let types =
            |h: &Head<'_>| -> Vec<Type> { h.parameters.iter().skip(1).map(|p| p.ty).collect() };
        let same = methods
            .iter()
            .find(|m| types(self.head_of(**m)) == types(wanted));
        same.copied()
    }

    /// An open result has the type of the first argument that was open in the same way.
    fn closed_result(&self, ty: Type, opened: &[Type], closed: &[Type]) -> Type {
        if !self.is_open(ty) {
            return ty;
        }
        let same = opened.iter().position(|o| *o == ty);
        same.map_or(Type::Unknown, |i| closed[i])
    }

    /// Asks for the body of a function that a call needs.
    pub(in crate::frontend::c_like::check) fn need(&mut self, id: FunctionId) {
        let head = self.head_of(id);
        let is_made = head.binding.is_some() || self.is_instance(id);
        if is_made && self.bodies[id.0 as usize].is_none() && head.syntax.body.is_some() {
            self.pending.push(id);
        }
    }

    fn is_instance(&self, id: FunctionId) -> bool {
        // A function of the text is checked where it is declared.
        !self.head_of(id).is_template && !self.head_of(id).is_external
    }
}
