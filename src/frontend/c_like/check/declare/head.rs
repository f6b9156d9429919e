//! Checks the heads of functions, and finds the overloads that they are.

use crate::frontend::c_like::check::checker::{Checker, Entity, Formal, Head};
use crate::frontend::c_like::check::dialect::{Declared, Use};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Function, Name, Parameter, Specifier};
use crate::frontend::c_like::tree::{Direction, Expression, FunctionId};
use crate::frontend::c_like::types::{StructId, Type};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Checks a function's head and declares it; `None` if it is refused.
    pub(in crate::frontend::c_like::check) fn function_head(
        &mut self,
        f: &'a Function<'a>,
        owner: Option<StructId>,
    ) -> Option<FunctionId> {
        // `S::f` is a method of S.
        let (owner, name) = match f.name.in_structure() {
            Some((structure, method)) => match self.find(structure.trim()) {
                Some(Entity::Type(Type::Struct(id))) => (Some(id), method.trim()),
                _ => (owner, f.name.text),
            },
            None => (owner, f.name.text),
        };
        let name = Name {
            text: name,
            span: f.name.span,
        };
        let ty = self.named_type(&f.head.ty);
        self.refuse_word(&f.head.ty);
        let ty = self.sized(ty, &f.head.ty);
        self.check_head(&f.head, ty, f.name, Declared::Function);
        if !self.rules.returns_arrays && matches!(ty, Type::Array(_)) {
            let rule = Shading::ReturnsArray(f.name.text.into());
            self.out.rule(Rule::Shading(rule), f.name.span);
        }
        let mut parameters: Vec<Formal<'a>> = Vec::with_capacity(f.parameters.len() + 1);
        if let Some(id) = owner {
            parameters.push(object(id, name));
        }
        let is_named = self.options.entry == Some(name.text) && owner.is_none();
        let is_entry = is_named || self.dialect.sizes_arrays(f);
        for p in f.parameters {
            let mut formal = self.formal(p);
            // What stands for interfaces and for arrays without a size is given for the entry.
            if is_entry {
                formal.ty = self.resolved(formal.ty, formal.name.text);
            }
            parameters.push(formal);
        }
        let semantic = self.semantic(f.semantics);
        self.order += 1;
        let head = Head {
            name,
            ty,
            // An entry's array without a size is an error where an element of it is asked for, and nowhere else.
            is_template: parameters.iter().any(|p| {
                self.is_open(p.ty)
                    && !(is_entry && self.rules.by_reach && self.lacks_size_only(p.ty))
            }),
            is_external: owner.is_none() && self.dialect.is_external(f),
            parameters: Rc::new(parameters),
            semantic,
            syntax: f,
            owner,
            profiles: f.head.profiles(),
            binding: None,
            signature: None,
            order: self.order,
        };
        let dialect = self.dialect;
        if !dialect.allows_function(self, f, &head) {
            return None;
        }
        if self.rules.in_order {
            self.add_overload(head)
        } else {
            self.add_only(head)
        }
    }

    fn formal(&mut self, p: &'a Parameter<'a>) -> Formal<'a> {
        let declared = self.declared_type(&p.head, &p.declarator);
        let name = p.declarator.name;
        self.check_head(&p.head, declared, name, Declared::Parameter);
        self.check_domain(&p.head, name);
        let mut direction = p.head.direction();
        let is_uniform = p.head.has(Specifier::Uniform);
        // Where names count in order, `uniform` is a mark beside the direction `in`.
        if direction == Direction::Uniform && self.rules.in_order {
            direction = Direction::In;
        }
        let (value, faults) = match &p.declarator.value {
            Some(e) => self.default_value(e, declared, name, is_uniform),
            None => (None, Vec::new()),
        };
        if direction.is_written() && p.head.has(Specifier::Const) {
            let rule = Shading::ConstOut(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
        let semantic = self.semantic(p.declarator.semantics);
        Formal {
            name,
            ty: declared,
            direction,
            is_uniform,
            is_const: p.head.has(Specifier::Const),
            semantic,
            value,
            given: None,
            faults,
        }
    }

    /// A parameter's default value, checked outside of all functions and converted to the parameter's type, and its errors
    /// where they count only once the value is used.
    fn default_value(
        &mut self,
        e: &'a Expr<'a>,
        ty: Type,
        name: Name<'a>,
        is_uniform: bool,
    ) -> (Option<Expression>, Vec<ProgramError>) {
        let n_errors = self.out.n_errors();
        let n_delayed = self.delayed.len();
        let is_lazy = self.rules.by_reach;
        let mut f = FunctionChecker::outside(self);
        f.drops_excess = is_uniform;
        let value = if let ExprKind::List(items) = &e.kind {
            f.list(ty, items, e.span).1
        } else {
            let value = f.expression(e);
            if value.ty == Type::Unknown && is_lazy {
                let [found, expected] = [value.ty, ty].map(|t| f.c.type_name(t));
                let name = name.text.into();
                let rule = Shading::DefaultType {
                    name,
                    found,
                    expected,
                };
                f.refuse(rule, e.span);
            }
            f.implicit(value, ty, Use::Default(name.text))
        };
        // Too much work is an error at once, because nothing is checked after it.
        if !is_lazy || self.has_no_work_left() {
            return (Some(value), Vec::new());
        }
        // A default value that uses others has their faults as well. There are no more than errors of a text: each place
        // counts once, and the first ones alone.
        for (_, kind, span) in self.delayed.drain(n_delayed..) {
            self.out.error(kind, span);
        }
        (Some(value), self.out.take_back(n_errors))
    }

    /// Declares a function in a language where names are declared once.
    pub(in crate::frontend::c_like::check) fn add_only(
        &mut self,
        head: Head<'a>,
    ) -> Option<FunctionId> {
        let name = head.name;
        if self.find(name.text).is_some() {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.out.error(kind, name.span);
            return None;
        }
        let id = self.new_function(head);
        self.declare(name.text, Entity::Function(id));
        Some(id)
    }

    /// Reports the name of a type as that of a function.
    fn check_name_of_type(&mut self, name: Name<'a>) {
        if let Some(Entity::Type(_)) = self.find(name.text) {
            let rule = Shading::NameOfType(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
    }

    /// Declares a function beside others of its name; a definition completes its declaration.
    fn add_overload(&mut self, head: Head<'a>) -> Option<FunctionId> {
        let name = head.name;
        let is_technique = self.technique_names.contains(name.text);
        if head.owner.is_none()
            && (is_technique || matches!(self.find(name.text), Some(Entity::Global(_))))
        {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.out.error(kind, name.span);
        }
        if head.owner.is_none() && self.rules.by_reach {
            self.check_name_of_type(name);
        }
        let own = head.parameters.iter().skip(head.first_parameter());
        let types = own.map(|p| p.ty).collect();
        let signature = (head.owner, name.text, types, head.profiles.clone());
        let Some(id) = self.signatures.get(&signature).copied() else {
            let id = self.new_function(head);
            self.signatures.insert(signature, id);
            match self.head_of(id).owner {
                Some(owner) => {
                    let all = self.methods.entry((owner, name.text)).or_default();
                    if all.is_empty() {
                        self.method_names.entry(owner).or_default().push(name.text);
                    }
                    Rc::make_mut(all).push(id);
                }
                None => self.declare(name.text, Entity::Function(id)),
            }
            return Some(id);
        };
        let other = self.head_of(id);
        let qualifiers =
            |h: &Head<'_>| -> Vec<bool> { h.parameters.iter().map(Formal::is_written).collect() };
        let rule = if qualifiers(other) != qualifiers(&head) {
            Some(Shading::OnlyQualifiersDiffer(name.text.into()))
        } else if other.ty != head.ty {
            Some(Shading::OnlyReturnTypeDiffers(name.text.into()))
        } else if other.syntax.body.is_some() && head.syntax.body.is_some() {
            Some(Shading::FunctionDefined(name.text.into()))
        } else {
            None
        };
        if let Some(rule) = rule {
            self.out.rule(Rule::Shading(rule), name.span);
            return None;
        }
        // The definition's names and defaults replace those of the declaration, which keeps its place.
        if head.syntax.body.is_some() {
            let old = &mut self.heads[id.0 as usize];
            let mut head = head;
            let parameters = Rc::make_mut(&mut head.parameters).iter_mut();
            for (new, old) in parameters.zip(old.parameters.iter()) {
                if new.value.is_none() {
                    (new.value, new.faults) = (old.value.clone(), old.faults.clone());
                }
            }
            // Languages differ in which of both says the value's semantic.
            if !self.rules.definition_has_semantic || head.semantic.is_none() {
                head.semantic = old.semantic.take();
            }
            *old = head;
        }
        Some(id)
    }
}

/// The parameter of a method's object.
fn object(id: StructId, name: Name<'_>) -> Formal<'_> {
    Formal {
        name: Name {
            text: "this",
            span: name.span,
        },
        ty: Type::Struct(id),
        direction: Direction::InOut,
        is_uniform: false,
        is_const: false,
        semantic: None,
        value: None,
        given: None,
        faults: Vec::new(),
    }
}
