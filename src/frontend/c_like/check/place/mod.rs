//! Checks places, which can be read and written: variables, their members, elements and swizzles.

pub(in crate::frontend::c_like::check) mod cast_place;
mod element;
pub(in crate::frontend::c_like) mod pattern;

use crate::frontend::c_like::check::checker::{Entity, Phase};
use crate::frontend::c_like::check::convert::{read, unknown};
use crate::frontend::c_like::check::function::{FunctionChecker, Local, whole};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Head, Name, TypeName};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{StructId, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use smallvec::{SmallVec, smallvec};

impl<'a> FunctionChecker<'a, '_> {
    /// The value of a place.
    pub(in crate::frontend::c_like::check) fn read_place(
        &mut self,
        place: Place,
        span: Span,
    ) -> Expression {
        self.reads(place.variable, span);
        if place.ty == Type::Unknown {
            return unknown(span);
        }
        let ty = place.ty;
        let kind = ExpressionKind::Read(place);
        Expression { kind, ty, span }
    }

    /// Resolves the place that an expression names; `None` after an error. A place that is read may be a swizzle of a
    /// swizzle.
    pub(in crate::frontend::c_like::check) fn place_of(
        &mut self,
        e: &'a Expr<'a>,
        is_written: bool,
    ) -> Option<Place> {
        // A name, or a member or an element of a place, is a place. Anything else is a value, which is checked all
        // the same.
        match &e.kind {
            ExprKind::Name(name) if is_written && self.is_function(name) => {
                let (found, expected) = ("a value".into(), format!("the function \"{name}\""));
                self.refuse(Shading::AssignType { found, expected }, e.span);
                None
            }
            ExprKind::Name(name) => {
                let place = self.variable(name, e.span)?;
                if is_written {
                    self.check_write(name, &place, e.span)?;
                }
                Some(place)
            }
            ExprKind::Dot(inner, name) if is_place(inner) => {
                let place = self.place_of(inner, is_written)?;
                self.dot_place(place, *name, is_written)
            }
            ExprKind::Index(inner, index) if is_place(inner) => {
                let place = self.place_of(inner, is_written);
                let index = self.expression(index);
                let place = self.element(place?, index, e.span)?;
                Some(if is_written {
                    place
                } else {
                    self.held_part(place)
                })
            }
            _ => {
                let value = self.expression(e);
                if value.ty != Type::Unknown {
                    self.c.out.rule(Rule::NotWritable, e.span);
                }
                None
            }
        }
    }

    /// Reports a write to what cannot be written.
    fn check_write(&mut self, name: &str, place: &Place, span: Span) -> Option<()> {
        if let VariableRef::Local(id) = place.variable
            && self.is_uniform(id)
        {
            self.c.out.rule(Rule::WritesUniform(name.into()), span);
            return None;
        }
        if self.is_const(place) {
            self.refuse(Shading::WritesConst(name.into()), span);
        }
        Some(())
    }

    /// Whether a place is in a constant.
    pub(in crate::frontend::c_like::check) fn is_const(&self, place: &Place) -> bool {
        match place.variable {
            VariableRef::Local(id) => self.usage[id.0 as usize].is_const,
            VariableRef::Global(id) => self.c.are_const[id.0 as usize],
        }
    }

    /// The variable of this name, which may be a member of a method's object.
    fn variable(&mut self, name: &'a str, span: Span) -> Option<Place> {
        // Looks from the inside outwards: the function's variables, the members of its object, the text's globals.
        match self.scopes.find(name) {
            Some(local) => self.local(local, name, span),
            None => self.variable_outside(name, span),
        }
    }

    /// The variable of this name that is none of the function's own.
    pub(in crate::frontend::c_like::check) fn variable_outside(
        &mut self,
        name: &'a str,
        span: Span,
    ) -> Option<Place> {
        if let Some(owner) = self.owner
            && let Some(index) = self.c.member_index(owner, name)
        {
            let member = &self.c.types.structure(owner).members[index as usize];
            return Some(Place {
                // The object is the first parameter.
                variable: VariableRef::Local(VariableId(0)),
                steps: smallvec![Step::Offset(member.offset)],
                base: member.ty,
                swizzle: None,
                ty: member.ty,
            });
        }
        match self.c.find(name) {
            Some(Entity::Global(id)) => {
                let ty = self.c.globals[id.0 as usize].ty;
                Some(whole(VariableRef::Global(id), ty))
            }
            Some(_) if self.c.rules.in_order => {
                self.refuse(Shading::NotAValue(name.into()), span);
                None
            }
            _ => {
                self.undeclared(name, span);
                None
            }
        }
    }

    /// What a name means inside the function, as a place.
    pub(in crate::frontend::c_like::check) fn local(
        &mut self,
        local: Local,
        name: &str,
        span: Span,
    ) -> Option<Place> {
        match local {
            Local::Variable(id) => {
                // A variable may be a second name of another one, which holds its value.
                let id = self.holds[id.0 as usize].unwrap_or(id);
                let ty = self.variables[id.0 as usize].ty;
                Some(whole(VariableRef::Local(id), ty))
            }
            Local::Static(id) => {
                let ty = self.c.globals[id.0 as usize].ty;
                Some(whole(VariableRef::Global(id), ty))
            }
            Local::Type(_) => {
                self.refuse(Shading::NotAValue(name.into()), span);
                None
            }
        }
    }

    /// Reports an unknown name.
    pub(in crate::frontend::c_like::check) fn undeclared(&mut self, name: &'a str, span: Span) {
        let advice = self.c.dialect.advice(name);
        if self.c.rules.by_reach {
            self.later(Phase::Names, ErrorKind::Undeclared(name.into()), span);
        } else if self.unknown.insert(name) {
            let kind = match advice {
                Some(advice) => ErrorKind::CLike(Rule::Word(name.into(), advice)),
                None => ErrorKind::Undeclared(name.into()),
            };
            self.c.out.error(kind, span);
        }
    }

    pub(in crate::frontend::c_like::check) fn dot_place(
        &mut self,
        mut place: Place,
        name: Name<'a>,
        is_written: bool,
    ) -> Option<Place> {
        if place.ty == Type::Unknown {
            return None;
        }
        if let Type::Struct(id) = place.ty {
            let (offset, ty) = self.member(id, name)?;
            place.steps.push(Step::Offset(offset));
            (place.base, place.ty) = (ty, ty);
            if self.c.is_open(ty) {
                let index = self.c.member_index(id, name.text);
                return Some(self.open_member(place, index?, is_written));
            }
            return Some(place);
        }
        let dialect = self.c.dialect;
        if is_written && place.swizzle.is_some() && !self.c.rules.in_order {
            self.c.out.rule(Rule::NotWritable, name.span);
            return None;
        }
        let (swizzle, ty) = dialect.swizzle(self, place.ty, name)?;
        let swizzle = match place.swizzle {
            Some(first) => {
                let through = |c: &u8| first.components()[usize::from(*c)];
                let components = swizzle.components().iter().map(through);
                let components: SmallVec<[u8; 16]> = components.collect();
                Swizzle::new(&components)
            }
            None => swizzle,
        };
        if is_written && !dialect.is_mask(&swizzle) {
            self.c.out.rule(Rule::NotWritable, name.span);
            return None;
        }
        // The one component of a scalar is the scalar.
        if !matches!(place.base, Type::Scalar(_)) || ty != place.base {
            place.swizzle = Some(swizzle);
        }
        place.ty = ty;
        Some(place)
    }

    pub(in crate::frontend::c_like::check) fn member(
        &mut self,
        id: StructId,
        name: Name<'a>,
    ) -> Option<(u32, Type)> {
        let index = self.c.complete_member_index(id, name.text);
        let member = index.and_then(|i| self.c.types.structure(id).members.get(i as usize));
        let found = member.map(|m| (m.offset, m.ty));
        if found.is_none() {
            let rule = Rule::NoMember(self.c.type_name(Type::Struct(id)), name.text.into());
            self.c.out.rule(rule, name.span);
        }
        found
    }

    /// The type of a local variable.
    pub(in crate::frontend::c_like::check) fn local_type(
        &mut self,
        head: &'a Head<'a>,
        name: Name<'a>,
    ) -> Type {
        let ty = match self.scopes.find(head.ty.name.text) {
            Some(Local::Type(ty)) => ty,
            _ => self.c.variable_or_void(&head.ty, name),
        };
        self.c.sized(ty, &head.ty)
    }

    /// The type that a word names here.
    pub(in crate::frontend::c_like::check) fn local_type_named(
        &mut self,
        word: &TypeName<'a>,
    ) -> Type {
        match self.scopes.find(word.name.text) {
            Some(Local::Type(ty)) => ty,
            _ => self.c.named_type(word),
        }
    }

    /// The expression as one that can be evaluated several times, and what to evaluate before.
    pub(in crate::frontend::c_like) fn once(
        &mut self,
        e: Expression,
    ) -> (Option<Expression>, Expression) {
        if matches!(
            e.kind,
            ExpressionKind::Read(_) | ExpressionKind::Integer(_) | ExpressionKind::Real(..)
        ) {
            return (None, e);
        }
        let (ty, span) = (e.ty, e.span);
        let place = self.temporary(ty, span);
        self.moves(&e, &place);
        let first = self.assigned(place.clone(), e, span);
        (Some(first), read(&place, span))
    }

    /// The member of a structure's value with this index.
    pub(in crate::frontend::c_like) fn member_of(
        &self,
        e: &Expression,
        index: usize,
    ) -> Expression {
        let Type::Struct(id) = e.ty else {
            return unknown(e.span);
        };
        let member = &self.c.types.structure(id).members[index];
        Expression {
            kind: ExpressionKind::Member(Box::new(e.clone()), member.offset),
            ty: member.ty,
            span: e.span,
        }
    }
}

fn is_place(e: &Expr<'_>) -> bool {
    crate::frontend::c_like::check::expression::is_place(e)
}
