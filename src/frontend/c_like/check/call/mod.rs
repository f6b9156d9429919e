//! Checks calls: of constructors, of functions and methods of the text, of the library, of the language itself.

mod argument;
mod chosen;
mod named;
mod operator;
mod overload;

use crate::frontend::c_like::check::checker::Entity;
use crate::frontend::c_like::check::convert::{after, unknown};
use crate::frontend::c_like::check::expression::is_place;
use crate::frontend::c_like::check::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use named::Named;

impl<'a> FunctionChecker<'a, '_> {
    pub(in crate::frontend::c_like::check) fn call(
        &mut self,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        let local = self.scopes.find(name.text);
        let entity = self.c.find(name.text);
        if let Some(ty) = self.type_named(name.text, local, entity) {
            return self.constructor(name, ty, arguments, span);
        }
        if let Some((structure, method)) = name.in_structure() {
            return self.static_call(structure.trim(), method.trim(), name, arguments, span);
        }
        if let Some(Local::Variable(_) | Local::Static(_)) = local {
            self.values_of(arguments);
            self.refuse(Shading::NotAFunction(name.text.into()), name.span);
            return unknown(span);
        }
        // Inside a method its structure's other methods come first.
        if let Some(owner) = self.owner
            && let Some(methods) = self.c.methods.get(&(owner, name.text))
        {
            let methods = methods.clone();
            let this = crate::frontend::c_like::check::function::whole(
                VariableRef::Local(VariableId(0)),
                Type::Struct(owner),
            );
            return self.call_one(Named::Text(&methods), Some(this), name, arguments, span);
        }
        if entity.is_some()
            && let Some(functions) = self.c.functions_named(name.text)
        {
            return self.call_one(Named::Text(&functions), None, name, arguments, span);
        }
        if let Some(Entity::Global(_)) = entity {
            self.values_of(arguments);
            self.refuse(Shading::NotAFunction(name.text.into()), name.span);
            return unknown(span);
        }
        if (self.c.is_in_library() || self.c.dialect.offers(name.text))
            && let Some(family) = self.c.library_family(name.text)
        {
            return self.call_one(Named::Library(family), None, name, arguments, span);
        }
        let dialect = self.c.dialect;
        if let Some(made) = dialect.builtin(self, name, arguments, span) {
            return made;
        }
        self.unknown_function(name, arguments, span)
    }

    /// Reports a function that nothing declares, once for its name where names count everywhere.
    fn unknown_function(
        &mut self,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        if self.c.rules.by_reach {
            self.undeclared(name.text, name.span);
            self.values_of(arguments);
            return unknown(span);
        }
        self.values_of(arguments);
        if !self.c.is_incomplete && self.unknown.insert(name.text) {
            let text: String = name.text.into();
            let rule = match self.c.dialect.advice(name.text) {
                Some(advice) => Rule::Word(text, advice),
                None => Rule::UnknownFunction(text),
            };
            self.c.out.rule(rule, name.span);
        }
        unknown(span)
    }

    /// `S::f(...)`: a method without an object.
    fn static_call(
        &mut self,
        structure: &'a str,
        method: &'a str,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        let id = match self.c.find(structure) {
            Some(Entity::Type(Type::Struct(id))) => id,
            _ => {
                self.values_of(arguments);
                self.undeclared(structure, name.span);
                return unknown(span);
            }
        };
        let Some(methods) = self.c.methods.get(&(id, method)).cloned() else {
            self.values_of(arguments);
            let rule = Rule::NoMember(self.c.type_name(Type::Struct(id)), method.into());
            self.c.out.rule(rule, name.span);
            return unknown(span);
        };
        let object = self.temporary(Type::Struct(id), span);
        self.call_one(Named::Text(&methods), Some(object), name, arguments, span)
    }

    /// The type that a word of a call names, which means this here.
    fn type_named(&self, name: &str, local: Option<Local>, entity: Option<Entity>) -> Option<Type> {
        match local {
            Some(Local::Type(ty)) => return Some(ty),
            Some(Local::Variable(_) | Local::Static(_)) => return None,
            None => {}
        }
        let generic = self.c.binding.as_ref();
        if let Some(ty) = generic.and_then(|b| self.c.dialect.generic_type(name, b)) {
            return Some(ty);
        }
        match entity {
            Some(Entity::Type(ty)) => Some(ty),
            _ => self.c.dialect.type_of(name),
        }
    }

    pub(in crate::frontend::c_like::check) fn constructor(
        &mut self,
        name: Name<'a>,
        ty: Type,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        let values = self.values_of(arguments);
        if ty == Type::Unknown || values.iter().any(|e| e.ty == Type::Unknown) {
            return unknown(span);
        }
        let dialect = self.c.dialect;
        dialect.construct(self, name, ty, values, span)
    }

    pub(in crate::frontend::c_like) fn values_of(
        &mut self,
        arguments: &'a [Expr<'a>],
    ) -> Vec<Expression> {
        arguments.iter().map(|e| self.expression(e)).collect()
    }

    /// `object.method(...)`
    pub(in crate::frontend::c_like::check) fn method(
        &mut self,
        object: &'a Expr<'a>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        // An object that is no variable is written to one first.
        let (first, place) = if is_place(object) {
            match self.place_of(object, false) {
                Some(place) => (None, place),
                None => {
                    self.values_of(arguments);
                    return unknown(span);
                }
            }
        } else {
            let value = self.expression(object);
            if value.ty == Type::Unknown {
                self.values_of(arguments);
                return unknown(span);
            }
            let ty = value.ty;
            let place = self.temporary(ty, object.span);
            let first = self.assigned(place.clone(), value, object.span);
            (Some(first), place)
        };
        let dialect = self.c.dialect;
        if let Type::Sampler(_) | Type::Array(_) = place.ty
            && let Some(made) = dialect.method(self, &place, name, arguments, span)
        {
            return after(first, made);
        }
        if self.interface_lacks(object, name) {
            self.values_of(arguments);
            return unknown(span);
        }
        let Type::Struct(id) = place.ty else {
            self.values_of(arguments);
            // The components of a number are no functions.
            if self.c.rules.by_reach && place.ty.scalar().is_some() {
                let of = place.ty;
                if dialect.swizzle(self, of, name).is_some() {
                    self.refuse(Shading::NotAFunction(name.text.into()), name.span);
                }
                return unknown(span);
            }
            let rule = Shading::NotAStruct(name.text.into(), self.c.type_name(place.ty));
            self.refuse(rule, name.span);
            return unknown(span);
        };
        let Some(methods) = self.c.methods.get(&(id, name.text)).cloned() else {
            self.values_of(arguments);
            let rule = Rule::NoMember(self.c.type_name(place.ty), name.text.into());
            self.c.out.rule(rule, name.span);
            return unknown(span);
        };
        self.reads(place.variable, object.span);
        let call = self.call_one(Named::Text(&methods), Some(place), name, arguments, span);
        after(first, call)
    }

    pub(in crate::frontend::c_like) fn refuse_count(
        &mut self,
        name: Name<'_>,
        expected: &str,
        found: usize,
        span: Span,
    ) -> Expression {
        let rule = Rule::ArgumentCount {
            name: name.text.into(),
            expected: expected.into(),
            found,
        };
        self.c.out.rule(rule, name.span);
        unknown(span)
    }

    /// The values of the arguments; `None` where one has an error or their number is wrong.
    pub(in crate::frontend::c_like) fn values(
        &mut self,
        name: Name<'_>,
        arguments: &'a [Expr<'a>],
        n: usize,
        expected: &str,
    ) -> Option<Vec<Expression>> {
        let values = self.values_of(arguments);
        if values.len() != n {
            self.refuse_count(name, expected, values.len(), name.span);
            return None;
        }
        let is_known = values.iter().all(|e| e.ty != Type::Unknown);
        is_known.then_some(values)
    }

    /// Reports arguments of wrong types.
    pub(in crate::frontend::c_like) fn refuse_types(
        &mut self,
        name: Name<'_>,
        expected: &str,
        values: &[Type],
    ) -> Expression {
        let found: Vec<String> = values.iter().map(|t| self.c.type_name(*t)).collect();
        let rule = Rule::Text(format!(
            "{} takes {expected}, not {}",
            name.text,
            found.join(", ")
        ));
        self.c.out.rule(rule, name.span);
        unknown(name.span)
    }

    /// Reports an error of an overloaded call, which counts where the entry reaches it.
    pub(in crate::frontend::c_like::check) fn overload_error(&mut self, rule: Shading, span: Span) {
        let kind = ErrorKind::CLike(Rule::Shading(rule));
        self.later(
            crate::frontend::c_like::check::checker::Phase::Names,
            kind,
            span,
        );
    }
}
