//! Calls of functions: the one that the arguments choose, with its arguments converted.

use super::argument::Passed;
use super::named::Named;
use super::overload::count_fault;
use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::nodes;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use smallvec::SmallVec;

/// The work of a copied node of a default value, see [`crate::frontend::c_like::check::checker::Checker::spend`].
const NODE_WORK: u64 = 32;

impl<'a> FunctionChecker<'a, '_> {
    /// Calls the one of the functions that the arguments choose.
    pub(super) fn call_one(
        &mut self,
        functions: Named<'_, 'a>,
        object: Option<Place>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        // A function with arrays without a size has an instance for the call.
        if let Named::Text([only, ..]) = functions
            && !self.c.rules.in_order
            && !self.c.head_of(*only).is_template
        {
            return self.call_only(*only, name, arguments, span);
        }
        // Places stay places, so that the chosen function may write them.
        let values = arguments.iter().map(|e| self.argument(e)).collect();
        self.call_chosen(functions, object, name, values, span)
    }

    /// Calls the one of the functions that the checked arguments choose.
    pub(super) fn call_chosen(
        &mut self,
        functions: Named<'_, 'a>,
        object: Option<Place>,
        name: Name<'a>,
        values: Vec<Passed>,
        span: Span,
    ) -> Expression {
        if values.iter().any(|a| a.value.ty == Type::Unknown) {
            self.call_unknown(functions, values.len(), name, span);
            return unknown(span);
        }
        let expressions: SmallVec<[&Expression; 4]> = values.iter().map(|a| &a.value).collect();
        let Some(chosen) = self.choose_function(functions, &expressions, name, span) else {
            return unknown(span);
        };
        let skip = usize::from(object.is_some());
        if !self.close_arguments(chosen, skip, &expressions) {
            return unknown(span);
        }
        drop(expressions);
        let mut types: SmallVec<[Type; 4]> = object.iter().map(|p| p.ty).collect();
        types.extend(values.iter().map(|a| a.value.ty));
        // An array without a size gives none to the function.
        if self.c.rules.by_reach && !self.is_in_template() {
            let mut places = values.iter().filter_map(Passed::place);
            let lacks_size = |p: &&Place| self.c.is_open(p.ty) && self.c.lacks_size_only(p.ty);
            if let Some(place) = places.find(lacks_size) {
                self.needs_size(place.variable);
                return unknown(span);
            }
        }
        let Some(id) = self.c.instance(chosen, &types) else {
            self.refuse(Shading::OpenArgument(name.text.into()), span);
            return unknown(span);
        };
        let head = self.c.head_of(id);
        if head.is_template && !self.is_in_template() {
            self.refuse(Shading::OpenArgument(name.text.into()), span);
            return unknown(span);
        }
        let is_late = self.is_late_call(id);
        let outer = std::mem::replace(&mut self.is_late, is_late);
        let call = self.call_with(id, object, values, name.span, span);
        self.is_late = outer;
        call
    }

    /// A call with an argument that has no type. The only function of a name is called all the same, where that is so in the
    /// language: a wrong number of arguments and what is wrong in its body are reported.
    fn call_unknown(
        &mut self,
        functions: Named<'_, 'a>,
        n_arguments: usize,
        name: Name<'a>,
        span: Span,
    ) {
        let Named::Text([only]) = functions else {
            return;
        };
        let head = self.c.head_of(*only);
        if !self.c.rules.by_reach || self.c.profile_rank(head).is_none() {
            return;
        }
        let own = &head.parameters[head.first_parameter()..];
        match count_fault(own, n_arguments, name) {
            Some(rule) => self.refuse(rule, span),
            None => self.calls.push((*only, self.line.unwrap_or(name.span))),
        }
    }

    /// Calls a function with an object, if it is a method, and these arguments. Default values stand for those that are missing.
    fn call_with(
        &mut self,
        id: FunctionId,
        object: Option<Place>,
        values: Vec<Passed>,
        name: Span,
        span: Span,
    ) -> Expression {
        let head = self.c.head_of(id);
        let (ty, parameters, is_open) = (head.ty, head.parameters.clone(), head.is_template);
        let skip = usize::from(object.is_some());
        let mut checked = Vec::with_capacity(parameters.len());
        checked.extend(object.map(|place| self.written(place)));
        let mut written: SmallVec<[VariableRef; 4]> = SmallVec::new();
        let mut values = values.into_iter();
        // Places of another kind than their parameters, with what stands for them in the call.
        let mut stand_ins = Vec::new();
        for (i, p) in parameters.iter().enumerate().skip(skip) {
            match values.next() {
                Some(a) => match self.passed(a, p, i - skip, is_open, &mut stand_ins) {
                    Some(argument) => {
                        if let Argument::Place(place) = &argument {
                            written.push(place.variable);
                        }
                        self.flow(&argument, id, i, p);
                        checked.push(argument);
                    }
                    None => return unknown(span),
                },
                None => match &p.value {
                    Some(_) if p.is_written() => {
                        let number = i - skip + 1;
                        self.refuse(Shading::OutOfValue(number, p.name.text.into()), span);
                        return unknown(span);
                    }
                    Some(value) => {
                        for fault in &p.faults {
                            self.later_at(Phase::Names, fault.kind.clone(), fault.span);
                        }
                        if value.ty == Type::Unknown
                            || !self.c.spend(nodes(value) * NODE_WORK, span)
                        {
                            return unknown(span);
                        }
                        checked.push(Argument::In(value.clone()));
                    }
                    None => return unknown(span),
                },
            }
        }
        // The places are written by the call, after all arguments were read.
        written.into_iter().for_each(|v| self.writes(v));
        self.calls.push((id, self.line.unwrap_or(name)));
        self.c.need(id);
        let kind = ExpressionKind::Call(id, checked);
        let call = Expression { kind, ty, span };
        if stand_ins.is_empty() {
            return call;
        }
        self.with_stand_ins(call, stand_ins)
    }

    /// Calls the one function of a name, in a language without overloads.
    fn call_only(
        &mut self,
        id: FunctionId,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        self.calls.push((id, self.line.unwrap_or(name.span)));
        let head = self.c.head_of(id);
        let (ty, parameters) = (head.ty, head.parameters.clone());
        // With a wrong number, the arguments are still checked for errors of their own.
        if arguments.len() != parameters.len() {
            self.values_of(arguments);
            let expected = match parameters.len() {
                1 => "1 argument".to_owned(),
                n => format!("{n} arguments"),
            };
            return self.refuse_count(name, &expected, arguments.len(), span);
        }
        let mut checked = Vec::new();
        let mut written = Vec::new();
        for (i, (e, p)) in arguments.iter().zip(parameters.iter()).enumerate() {
            // A parameter that is only read takes a value, a written one a place of exactly its type.
            let argument = if p.is_written() {
                let Some(place) = self.place_of(e, true) else {
                    return unknown(span);
                };
                if place.ty != p.ty && place.ty != Type::Unknown && p.ty != Type::Unknown {
                    let [expected, found] = [p.ty, place.ty].map(|t| self.c.type_name(t));
                    let rule = Rule::OutArgument(p.name.text.into(), expected, found);
                    self.c.out.rule(rule, e.span);
                    return unknown(span);
                }
                if p.direction == Direction::InOut {
                    self.reads(place.variable, e.span);
                }
                written.push(place.variable);
                self.written(place)
            } else {
                let value = self.expression(e);
                Argument::In(self.implicit(value, p.ty, Use::Argument(i, p.name.text)))
            };
            self.flow(&argument, id, i, p);
            checked.push(argument);
        }
        // Places count as written after all arguments are read.
        written.into_iter().for_each(|v| self.writes(v));
        let kind = ExpressionKind::Call(id, checked);
        Expression { kind, ty, span }
    }
}
