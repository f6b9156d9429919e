//! Checks what a call passes: values, and places that the called function writes.

use crate::frontend::c_like::check::checker::Formal;
use crate::frontend::c_like::check::convert::read;
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::expression::{is_place, without_casts};
use crate::frontend::c_like::check::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Expr;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};

/// A checked argument.
pub(super) struct Passed {
    pub(super) value: Expression,
    pub(super) target: Target,
}

/// Where an argument is written.
pub(super) enum Target {
    /// It is a value only.
    None,
    /// At the place that its value reads.
    Own,
    /// At this place, of which a cast gives the value.
    Cast(Place),
}

impl Passed {
    /// Where it is written, if it is a place.
    pub(super) fn place(&self) -> Option<&Place> {
        match (&self.target, &self.value.kind) {
            (Target::Cast(place), _) | (Target::Own, ExpressionKind::Read(place)) => Some(place),
            _ => None,
        }
    }

    /// The same, taken out of it.
    fn into_place(self) -> Option<Place> {
        match (self.target, self.value.kind) {
            (Target::Cast(place), _) | (Target::Own, ExpressionKind::Read(place)) => Some(place),
            _ => None,
        }
    }
}

/// A variable that a call writes in the place of one of another kind.
pub(super) struct StandIn {
    place: Place,
    own: Place,
    /// The type that a cast of the place gives the values on their way.
    via: Type,
    /// Whether the call reads it.
    is_read: bool,
}

impl<'a> FunctionChecker<'a, '_> {
    /// Whether arguments for interfaces and for arrays without a size can stand for them; errors are reported.
    pub(super) fn close_arguments(
        &mut self,
        id: FunctionId,
        skip: usize,
        values: &[&Expression],
    ) -> bool {
        let head = self.c.head_of(id);
        let open = head.parameters[skip..].iter().zip(values).enumerate();
        let wrong = open
            .filter(|(_, (p, _))| self.c.is_open(p.ty))
            .find(|(_, (p, e))| !self.c.closes(e.ty, p.ty));
        let Some((i, (p, e))) = wrong else {
            return true;
        };
        let rule = self.c.wrong_argument(i, p, e);
        self.refuse(rule, e.span);
        false
    }

    /// An argument with its place, if it is one.
    pub(super) fn argument(&mut self, e: &'a Expr<'a>) -> Passed {
        let is_length = matches!(&e.kind, crate::frontend::c_like::syntax::ExprKind::Dot(_, n) if n.text == "length");
        // A cast of a variable can be written.
        let inner = without_casts(e);
        if self.c.rules.casts_are_places && !std::ptr::eq(inner, e) && is_place(inner) {
            let value = self.expression(e);
            let target = match self.place_of(inner, false) {
                Some(place) => Target::Cast(place),
                None => Target::None,
            };
            return Passed { value, target };
        }
        if !is_place(e) || is_length {
            let value = self.expression(e);
            let target = Target::None;
            return Passed { value, target };
        }
        let excused = self.excuse(e);
        let value = self.expression(e);
        if let Some(id) = excused {
            self.usage[id.0 as usize].is_excused = false;
        }
        let target = Target::Own;
        Passed { value, target }
    }

    /// A variable that the argument names is perhaps only written: no warning yet. Returns it if there would be one.
    pub(super) fn excuse(&mut self, e: &Expr<'a>) -> Option<VariableId> {
        let crate::frontend::c_like::syntax::ExprKind::Name(name) = e.kind else {
            return None;
        };
        let Some(Local::Variable(id)) = self.scopes.find(name) else {
            return None;
        };
        let usage = &mut self.usage[id.0 as usize];
        (!usage.is_written && !std::mem::replace(&mut usage.is_excused, true)).then_some(id)
    }

    /// Converts an argument to its parameter.
    pub(super) fn passed(
        &mut self,
        a: Passed,
        p: &Formal<'a>,
        number: usize,
        is_open: bool,
        stand_ins: &mut Vec<StandIn>,
    ) -> Option<Argument> {
        let span = a.value.span;
        // A parameter that is only read takes a value.
        if !p.is_written() {
            if let Some(place) = a.place() {
                self.reads(place.variable, span);
            }
            let value = if is_open {
                a.value
            } else {
                self.implicit(a.value, p.ty, Use::Argument(number, p.name.text))
            };
            return (value.ty != Type::Unknown).then_some(Argument::In(value));
        }
        self.passed_place(a, p, number, is_open, stand_ins)
    }

    /// The place that a written parameter is for, or a variable in its stead, which is copied after the call (HLSL).
    fn passed_place(
        &mut self,
        a: Passed,
        p: &Formal<'a>,
        number: usize,
        is_open: bool,
        stand_ins: &mut Vec<StandIn>,
    ) -> Option<Argument> {
        let (span, found) = (a.value.span, a.value.ty);
        let Some(place) = a.into_place() else {
            self.refuse(Shading::OutOfValue(number + 1, p.name.text.into()), span);
            return None;
        };
        if self.is_const(&place) {
            self.refuse(Shading::OutOfConst(number + 1, p.name.text.into()), span);
            return None;
        }
        let place = match p.given {
            Some(given) => self.hold_given(place, given, span),
            None => place,
        };
        // The place has the parameter's type, closes an open one, or is converted on the way in and out.
        let is_cast = self.c.rules.casts_are_places && found != place.ty;
        let place = if is_cast {
            shortened(place, found)
        } else {
            place
        };
        let is_same = place.ty == p.ty && !is_cast || is_open && self.c.closes(place.ty, p.ty);
        let shape = |ty: Type| match ty {
            Type::Vector(_, 1) | Type::Matrix(_, 1, 1) => Type::Scalar(Scalar::Float),
            ty => ty.with_scalar(Scalar::Float),
        };
        let converts = self.c.rules.converts_out
            && p.ty.scalar().is_some()
            && place.ty.scalar().is_some()
            && shape(place.ty) == shape(p.ty);
        if !is_same && converts {
            if p.direction == Direction::InOut {
                self.reads(place.variable, span);
            }
            let own = self.temporary(p.ty, span);
            stand_ins.push(StandIn {
                place,
                via: found,
                own: own.clone(),
                is_read: p.direction == Direction::InOut,
            });
            return Some(self.written(own));
        }
        if !is_same {
            let [expected, found] = [p.ty, place.ty].map(|t| self.c.type_name(t));
            let rule = Rule::OutArgument(p.name.text.into(), expected, found);
            self.c.out.rule(rule, span);
            return None;
        }
        // A swizzle is written as an assignment writes it: each component once.
        let dialect = self.c.dialect;
        if place.swizzle.as_ref().is_some_and(|s| !dialect.is_mask(s)) {
            self.refuse(Shading::OutOfValue(number + 1, p.name.text.into()), span);
            return None;
        }
        if p.direction == Direction::InOut {
            self.reads(place.variable, span);
        }
        Some(self.written(place))
    }

    /// A call with places of other kinds of numbers: they are converted before it and after it.
    pub(super) fn with_stand_ins(
        &mut self,
        call: Expression,
        stand_ins: Vec<StandIn>,
    ) -> Expression {
        let span = call.span;
        let mut steps = Vec::new();
        for s in stand_ins.iter().filter(|s| s.is_read) {
            let value = read(&s.place, span);
            let value = self.implicit(value, s.via, Use::Assign);
            let value = self.implicit(value, s.own.ty, Use::Assign);
            steps.push(self.assigned(s.own.clone(), value, span));
        }
        // The call's value waits until the places are written.
        let result = match call.ty {
            Type::Void => {
                steps.push(call);
                None
            }
            ty => {
                let result = self.temporary(ty, span);
                steps.push(self.assigned(result.clone(), call, span));
                Some(read(&result, span))
            }
        };
        for s in stand_ins {
            let value = read(&s.own, span);
            let value = self.implicit(value, s.via, Use::Assign);
            let value = self.implicit(value, s.place.ty, Use::Assign);
            self.moves(&value, &s.place);
            self.writes(s.place.variable);
            steps.push(self.assigned(s.place, value, span));
        }
        steps.extend(result);
        let ty = steps.last().map_or(Type::Void, |e| e.ty);
        let kind = ExpressionKind::Sequence(steps);
        Expression { kind, ty, span }
    }

    /// Records what moves into a parameter, and out of it.
    pub(super) fn flow(&mut self, argument: &Argument, id: FunctionId, i: usize, p: &Formal<'a>) {
        let node = self.c.parameter_nodes[id.0 as usize][i];
        match argument {
            Argument::In(value) => self.c.patterns.assigns(value, &self.nodes, node),
            Argument::Place(place) => {
                let own = self.node(place.variable);
                self.c.patterns.moves(node, own);
                if p.direction == Direction::InOut {
                    self.c.patterns.moves(own, node);
                }
            }
        }
    }
}

/// The first components of a vector, where a cast leaves just these.
fn shortened(place: Place, to: Type) -> Place {
    let n = match to {
        Type::Scalar(_) => 1,
        Type::Vector(_, n) => n,
        _ => return place,
    };
    match (place.ty, &place.swizzle) {
        (Type::Vector(kind, all), None) if n < all => {
            let ty = match n {
                1 => Type::Scalar(kind),
                n => Type::Vector(kind, n),
            };
            let components: Vec<u8> = (0..n).collect();
            Place {
                swizzle: Some(Swizzle::new(&components)),
                ty,
                ..place
            }
        }
        _ => place,
    }
}
