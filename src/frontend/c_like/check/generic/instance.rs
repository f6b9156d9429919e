//! Functions that are made when a call needs them: instances of those with parameters of an interface's type or of arrays
//! without a size, and functions of the library.

use super::{Binding, SIZES, Size, parts};
use crate::frontend::c_like::check::checker::{Checker, Formal, Head};
use crate::frontend::c_like::syntax::{Function, Name, Specifier, TypeName};
use crate::frontend::c_like::tree::{Direction, FunctionId};
use crate::frontend::c_like::types::{Array, Scalar, Type};
use std::rc::Rc;

/// The most instances of templates and signatures of library functions in one text.
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
        let mut closed: Vec<Type> = pairs
            .map(|(p, ty)| if self.is_open(p.ty) { *ty } else { p.ty })
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

    /// The functions that the library has of a name: one for each signature.
    pub(in crate::frontend::c_like::check) fn library_functions(
        &mut self,
        name: &str,
    ) -> Rc<Vec<FunctionId>> {
        let Some(library) = self.options.library.filter(|l| l.has(name)) else {
            return Rc::default();
        };
        if let Some(known) = self.library.get(name) {
            return known.clone();
        }
        let mut made = Vec::new();
        let mut key = None;
        for f in library.functions(name) {
            key = Some(f.name.text);
            // A declaration without a body says that profiles lack the function. The driver runs it all the same.
            if f.body.is_none() && !self.options.is_strict {
                continue;
            }
            for binding in self.bindings(f) {
                if self.heads.len() >= MAX_INSTANCES {
                    break;
                }
                let head = self.library_head(f, binding);
                made.push(self.new_function(head));
            }
        }
        let made = Rc::new(made);
        if let Some(key) = key {
            self.library.insert(key, made.clone());
        }
        made
    }

    /// What the generic words of a library function may stand for, all combinations.
    fn bindings(&self, f: &Function<'_>) -> Vec<Binding> {
        let words = f.parameters.iter().map(|p| p.head.ty.name.text);
        let words = words.chain([f.head.ty.name.text]);
        // Collects the generic words of the head: the kinds that one stands for, and which sizes occur.
        let mut kinds: Option<&[Scalar]> = None;
        let mut sizes = [false; SIZES.len()];
        for word in words {
            if self.dialect.type_of(word).is_some() {
                continue;
            }
            let parts = parts(word);
            if let Some(of_word) = self.dialect.generic_kinds(parts.base, f.name.text) {
                kinds = Some(of_word);
            }
            for size in [parts.rows, parts.columns].into_iter().flatten() {
                if let Size::Name(i) = size {
                    sizes[i] = true;
                }
            }
        }
        // Starts with one combination for each kind.
        let mut all = vec![Binding::default()];
        if let Some(kinds) = kinds {
            let of_kind = |s: &Scalar| Binding {
                kind: Some(*s),
                sizes: [None; SIZES.len()],
            };
            all = kinds.iter().map(of_kind).collect();
        }
        // Each size multiplies the combinations by its values. An optional size may be 0, which makes a smaller
        // shape.
        for (i, is_used) in sizes.iter().enumerate() {
            if *is_used {
                let first = u8::from(!Size::is_optional(i));
                let last = match first {
                    0 if self.rules.library_has_matrices => Size::LAST_MATRIX,
                    _ => 4,
                };
                let with = |b: &Binding| {
                    let mut b = *b;
                    (first..=last).map(move |n| {
                        b.sizes[i] = Some(n);
                        b
                    })
                };
                all = all.iter().flat_map(with).collect();
            }
        }
        all
    }

    fn library_head(&mut self, f: &'a Function<'static>, binding: Binding) -> Head<'a> {
        let f: &'a Function<'a> = f;
        let mut parameters = Vec::new();
        for p in &f.parameters {
            let mut ty = self.library_type(&p.head.ty, &binding);
            // Arrays of the library's parameters have no size: they take any.
            for _ in &p.declarator.sizes {
                ty = self.types.array_type(Array {
                    element: ty,
                    count: None,
                    is_packed: false,
                });
            }
            // The library's parameters are no uniforms, whatever their words say.
            let direction = match p.head.direction() {
                Direction::Uniform => Direction::In,
                other => other,
            };
            parameters.push(Formal {
                name: p.declarator.name,
                ty,
                direction,
                is_uniform: false,
                is_const: p.head.has(Specifier::Const),
                semantic: None,
                value: None,
                faults: Vec::new(),
            });
        }
        Head {
            name: Name {
                text: f.name.text,
                span: f.name.span,
            },
            ty: self.library_type(&f.head.ty, &binding),
            is_template: parameters.iter().any(|p| self.is_open(p.ty)),
            parameters: Rc::new(parameters),
            is_external: false,
            semantic: None,
            syntax: f,
            owner: None,
            profiles: f.head.profiles(),
            binding: Some(binding),
            order: 0,
        }
    }

    fn library_type(&self, word: &TypeName<'_>, binding: &Binding) -> Type {
        let generic = self.dialect.generic_type(word.name.text, binding);
        generic
            .or_else(|| self.dialect.type_of(word.name.text))
            .unwrap_or(Type::Unknown)
    }
}
