//! Checks places, which can be read and written: variables, their members, elements and swizzles.

use super::convert::unknown;
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, StructId, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    pub(super) fn read(&mut self, e: &Expr<'a>) -> Expression {
        let Some(place) = self.place_of(e, false) else {
            return unknown(e.span);
        };
        self.reads_of(&place, e.span);
        if place.ty == Type::Unknown {
            return unknown(e.span);
        }
        let ty = place.ty;
        Expression {
            kind: ExpressionKind::Read(place),
            ty,
            span: e.span,
        }
    }

    /// Resolves the place that an expression names; `None` after an error. A place that is read may be a swizzle of a
    /// swizzle.
    pub(super) fn place_of(&mut self, e: &Expr<'a>, is_written: bool) -> Option<Place> {
        match &e.kind {
            ExprKind::Name(name) => {
                let place = self.variable(name, e.span)?;
                if is_written && self.is_uniform(&place) {
                    let rule = Rule::WritesUniform((*name).into());
                    self.c.out.rule(rule, e.span);
                    return None;
                }
                Some(place)
            }
            ExprKind::Dot(inner, name) => {
                let place = self.place_of(inner, is_written)?;
                self.dot_place(place, *name, is_written)
            }
            ExprKind::Index(inner, index) => {
                let place = self.place_of(inner, is_written);
                let index = self.expression(index);
                self.element(place?, index, e.span)
            }
            _ => {
                self.c.out.rule(Rule::NotWritable, e.span);
                None
            }
        }
    }

    fn variable(&mut self, name: &'a str, span: Span) -> Option<Place> {
        let Some(variable) = self.scopes.find(name) else {
            if self.unknown.insert(name) {
                let kind = match (self.c.dialect.advice)(name) {
                    Some(advice) => ErrorKind::CLike(Rule::Word(name.into(), advice)),
                    None => ErrorKind::Undeclared(name.into()),
                };
                self.c.out.error(kind, span);
            }
            return None;
        };
        let ty = self.variables[variable.0 as usize].ty;
        Some(Place {
            variable: VariableRef::Local(variable),
            steps: Vec::new(),
            base: ty,
            swizzle: None,
            ty,
        })
    }

    fn dot_place(&mut self, mut place: Place, name: Name<'a>, is_written: bool) -> Option<Place> {
        if let Type::Struct(id) = place.ty {
            let (offset, ty) = self.member(id, name)?;
            place.steps.push(Step::Offset(offset));
            (place.base, place.ty) = (ty, ty);
            return Some(place);
        }
        if is_written && place.swizzle.is_some() {
            self.c.out.rule(Rule::NotWritable, name.span);
            return None;
        }
        let (swizzle, ty) = self.swizzle(place.ty, name)?;
        let swizzle = match place.swizzle {
            Some(first) => {
                let through = |c: &u8| first.components()[usize::from(*c)];
                let components: Vec<u8> = swizzle.components().iter().map(through).collect();
                Swizzle::new(&components)
            }
            None => swizzle,
        };
        place.swizzle = Some(swizzle);
        place.ty = ty;
        Some(place)
    }

    fn element(&mut self, mut place: Place, index: Expression, span: Span) -> Option<Place> {
        let Type::Array(id) = place.ty else {
            if place.ty != Type::Unknown {
                let rule = Rule::NotAnArray(self.c.type_name(place.ty));
                self.c.out.rule(rule, span);
            }
            return None;
        };
        let (ty, count) = self.c.types.array_of(id);
        let index = match index.ty {
            Type::Scalar(Scalar::Int | Scalar::Long) => self.scalar_to(index, Scalar::Int),
            Type::Unknown => return None,
            other => {
                let rule = Rule::IndexType(self.c.type_name(other));
                self.c.out.rule(rule, index.span);
                return None;
            }
        };
        let scalars = self.c.types.count(ty);
        place.steps.push(match index.constant_integer() {
            Some(i) if (0..i64::from(count)).contains(&i) => Step::Offset(i as u32 * scalars),
            Some(i) => {
                self.c.out.rule(Rule::Index(i, count), index.span);
                return None;
            }
            None => Step::Index {
                index: Box::new(index),
                scalars,
                count,
            },
        });
        (place.base, place.ty) = (ty, ty);
        Some(place)
    }

    pub(super) fn member(&mut self, id: StructId, name: Name<'a>) -> Option<(u32, Type)> {
        let structure = self.c.types.structure(id);
        let member = structure.members.iter().find(|m| m.name == name.text);
        let found = member.map(|m| (m.offset, m.ty));
        if found.is_none() {
            let rule = Rule::NoMember(self.c.type_name(Type::Struct(id)), name.text.into());
            self.c.out.rule(rule, name.span);
        }
        found
    }
}
