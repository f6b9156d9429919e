//! Variables without a type of values: interfaces, arrays of these, arrays without a size. Other variables hold what is
//! assigned to them, each of the value's type. Of an array each element has its own.

use crate::frontend::c_like::check::checker::{Checker, Head};
use crate::frontend::c_like::check::expression::is_place;
use crate::frontend::c_like::check::function::{Body, Closed};
use crate::frontend::c_like::check::function::{FunctionChecker, Local, whole};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, ExprKind, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use smallvec::smallvec;
use std::rc::Rc;

/// The number of a structure's first member among the parts of a variable. No array has so many elements.
const FIRST_MEMBER: u32 = 1 << 24;

impl Checker<'_> {
    /// Callers of a function see the structures that its body returns and writes, where its head has interfaces.
    pub(in crate::frontend::c_like::check) fn close_head(
        &mut self,
        id: FunctionId,
        body: &mut Body,
    ) {
        if let Some(ty) = body.closed.result {
            self.heads[id.0 as usize].ty = ty;
            body.function.ty = ty;
        }
        for (i, ty) in &body.closed.parameters {
            let parameters = Rc::make_mut(&mut self.heads[id.0 as usize].parameters);
            parameters[*i].given = Some(*ty);
        }
    }
}

impl<'a> FunctionChecker<'a, '_> {
    /// What the body has given to what is open in its head.
    pub(in crate::frontend::c_like::check) fn closed(&self, head: &Head<'a>) -> Closed {
        let parameters = head.parameters.iter().enumerate();
        let written =
            parameters.filter(|(_, p)| p.direction == Direction::Out && self.is_interface(p.ty));
        let held = written.filter_map(|(i, _)| {
            let held = self.holds.get(i).copied().flatten()?;
            Some((i, self.variables[held.0 as usize].ty))
        });
        Closed {
            result: self.result,
            parameters: held.collect(),
        }
    }

    /// Whether a type is an interface.
    pub(in crate::frontend::c_like::check) fn is_interface(&self, ty: Type) -> bool {
        matches!(ty, Type::Struct(id) if self.c.types.structure(id).is_interface)
    }

    /// A function whose result is an interface returns values of one structure.
    pub(in crate::frontend::c_like::check) fn hold_result(
        &mut self,
        value: &Expression,
        span: Span,
    ) {
        let is_held = self.is_interface(self.ty) && self.c.closes(value.ty, self.ty);
        if !is_held || self.c.is_open(value.ty) {
            return;
        }
        if *self.result.get_or_insert(value.ty) != value.ty {
            let name = self.c.type_name(self.ty);
            self.refuse(Shading::OtherType(name), span);
        }
    }

    /// The variable that holds the first value of one whose type is an interface.
    pub(in crate::frontend::c_like::check) fn begin_held(
        &mut self,
        id: VariableId,
        ty: Type,
        span: Span,
    ) -> VariableId {
        let held = self.new_held(id, ty, span);
        self.holds[id.0 as usize] = Some(held);
        held
    }

    /// The place that holds what a call gives to a variable whose type is an interface. Other places stay as they are.
    pub(in crate::frontend::c_like::check) fn hold_given(
        &mut self,
        place: Place,
        given: Type,
        span: Span,
    ) -> Place {
        let VariableRef::Local(id) = place.variable else {
            return place;
        };
        // The variable itself, or the one that it holds now.
        let holder = self.holds.iter().position(|held| *held == Some(id));
        let own = holder.map_or(id, |i| VariableId(i as u32));
        if !place.steps.is_empty() || !self.is_interface(self.variables[own.0 as usize].ty) {
            return place;
        }
        let held = match holder {
            Some(_) if place.ty == given => id,
            _ => self.begin_held(own, given, span),
        };
        whole(VariableRef::Local(held), given)
    }

    /// Whether the name of a method or a member is none of the interface that a variable is declared with, which is reported.
    pub(in crate::frontend::c_like::check) fn interface_lacks(
        &mut self,
        object: &Expr<'a>,
        name: Name<'a>,
    ) -> bool {
        let Some(id) = self.open_variable(object) else {
            return false;
        };
        let ty = self.variables[id.0 as usize].ty;
        let Type::Struct(interface) = ty else {
            return false;
        };
        let lacks = !self.c.methods.contains_key(&(interface, name.text));
        if lacks {
            let rule = Rule::NoMember(self.c.type_name(ty), name.text.into());
            self.c.out.rule(rule, name.span);
        }
        lacks
    }

    /// The variable that holds the value of one without a type of values from here on: an interface, an array
    /// without a size. The name means the value's type until it is assigned to again.
    ///
    /// `None`: the type would depend on how the program runs, which is reported.
    pub(in crate::frontend::c_like::check) fn hold(
        &mut self,
        id: VariableId,
        value: &Expression,
        left: &Expr<'a>,
    ) -> Option<Place> {
        let open = self.variables[id.0 as usize].ty;
        let held = self.holds[id.0 as usize];
        if let Some(held) = held {
            let ty = self.variables[held.0 as usize].ty;
            if ty == value.ty {
                return Some(whole(VariableRef::Local(held), ty));
            }
        }
        // What does not fit is reported by the conversion.
        if !self.c.closes(value.ty, open) || self.c.is_open(value.ty) {
            return Some(whole(VariableRef::Local(id), open));
        }
        if held.is_some() && !self.may_hold_another(id, left) {
            return None;
        }
        let held = self.new_held(id, value.ty, left.span);
        self.holds[id.0 as usize] = Some(held);
        Some(whole(VariableRef::Local(held), value.ty))
    }

    /// The variable of this name if it has no type of values.
    pub(in crate::frontend::c_like::check) fn open_variable(
        &self,
        e: &Expr<'a>,
    ) -> Option<VariableId> {
        let ExprKind::Name(name) = e.kind else {
            return None;
        };
        match self.scopes.find(name)? {
            Local::Variable(id) if self.c.is_open(self.variables[id.0 as usize].ty) => Some(id),
            _ => None,
        }
    }

    /// Whether the variable may get a value of another type than before. In a statement around which something else decides
    /// whether it is executed it may not, which is reported.
    fn may_hold_another(&mut self, id: VariableId, left: &Expr<'a>) -> bool {
        let may = self.scopes.is_innermost(root(left));
        if !may {
            let name = self.variables[id.0 as usize].name.to_string();
            self.refuse(Shading::OtherType(name), left.span);
        }
        may
    }

    /// A new variable for what a variable of this name holds.
    fn new_held(&mut self, id: VariableId, ty: Type, span: Span) -> VariableId {
        let name = self.variables[id.0 as usize].name.to_string();
        let held = self.unnamed_variable(&name, ty, span, None);
        let usage = &mut self.usage[held.0 as usize];
        (usage.is_read, usage.is_excused) = (true, true);
        held
    }

    /// The variable and the number of an element, if it is one of a local array of interfaces. Its index may be no constant:
    /// then it has no number.
    fn part(&self, place: &Place) -> Option<(VariableId, Option<u32>)> {
        let VariableRef::Local(id) = place.variable else {
            return None;
        };
        let is_part = matches!(place.ty, Type::Struct(_)) && !place.steps.is_empty();
        if !is_part || !self.c.is_open(place.ty) {
            return None;
        }
        let offsets = place.steps.iter().map(|step| match step {
            Step::Offset(n) => Some(*n),
            Step::Index { .. } => None,
        });
        let number = offsets.reduce(|a, b| Some(a?.wrapping_add(b?)));
        Some((id, number.flatten()))
    }

    /// The variable that holds an element of an array of interfaces; other places themselves.
    pub(in crate::frontend::c_like::check) fn held_part(&self, place: Place) -> Place {
        let number = self.part(&place).and_then(|(id, n)| Some((id, n?)));
        match number.and_then(|number| self.held_parts.get(&number)) {
            Some(held) => whole(
                VariableRef::Local(*held),
                self.variables[held.0 as usize].ty,
            ),
            None => place,
        }
    }

    /// A member of a local structure whose type is an interface. It is known by its number, since interfaces have no scalars that
    /// would tell members apart. One to which nothing was assigned stays the place that it is.
    pub(in crate::frontend::c_like::check) fn open_member(
        &self,
        place: Place,
        index: u32,
        is_written: bool,
    ) -> Place {
        let is_local = matches!(place.variable, VariableRef::Local(_));
        if !is_local || place.steps.len() != 1 || !matches!(place.ty, Type::Struct(_)) {
            return place;
        }
        let steps = smallvec![Step::Offset(FIRST_MEMBER + index)];
        let numbered = Place {
            steps,
            ..place.clone()
        };
        if is_written {
            return numbered;
        }
        let is_held = self.part(&numbered).is_some_and(|(id, number)| {
            number.is_some_and(|n| self.held_parts.contains_key(&(id, n)))
        });
        if is_held {
            self.held_part(numbered)
        } else {
            place
        }
    }

    /// The variable that holds an element of an array of interfaces once this value is assigned to it; other places themselves.
    /// `None`: its structure would depend on how the program runs, which is reported.
    pub(in crate::frontend::c_like::check) fn hold_part(
        &mut self,
        place: Place,
        value: &Expression,
        left: &Expr<'a>,
    ) -> Option<Place> {
        let Some((id, number)) = self.part(&place) else {
            return Some(place);
        };
        let ty = value.ty;
        // What does not fit is reported by the conversion.
        if ty == Type::Unknown || !self.c.closes(ty, place.ty) {
            return Some(place);
        }
        let name = self.variables[id.0 as usize].name.to_string();
        let number = number.filter(|_| !self.c.is_open(ty)).map(|n| (id, n));
        let Some(number) = number else {
            self.refuse(Shading::OpenArgument(name), left.span);
            return None;
        };
        let known = self.held_parts.get(&number).copied();
        let known_type = known.map(|held| self.variables[held.0 as usize].ty);
        let held = match known {
            Some(held) if known_type == Some(ty) => held,
            Some(_) if !self.may_hold_another(id, left) => return None,
            _ => {
                let held = self.new_held(id, ty, left.span);
                self.held_parts.insert(number, held);
                held
            }
        };
        Some(whole(VariableRef::Local(held), ty))
    }
}

/// The name at the beginning of a place.
fn root<'a>(mut e: &Expr<'a>) -> &'a str {
    while is_place(e) {
        e = match &e.kind {
            ExprKind::Dot(inner, _) | ExprKind::Index(inner, _) => inner,
            ExprKind::Name(name) => return name,
            _ => break,
        };
    }
    ""
}
