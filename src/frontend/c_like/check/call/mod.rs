//! Checks calls: of constructors, of functions and methods of the text, of the library, of the language itself.

mod argument;
mod overload;

use crate::frontend::c_like::check::checker::Entity;
use crate::frontend::c_like::check::convert::{after, unknown};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::expression::is_place;
use crate::frontend::c_like::check::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::nodes;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use argument::Passed;

/// Functions of one name whose comparison is no work to be counted.
const FEW_FUNCTIONS: usize = 16;
/// The work of a copied node of a default value, see [`crate::frontend::c_like::check::checker::Checker::spend`].
const NODE_WORK: u64 = 32;

impl<'a> FunctionChecker<'a, '_> {
    pub(in crate::frontend::c_like::check) fn call(
        &mut self,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        if let Some(ty) = self.type_named(name.text) {
            return self.constructor(name, ty, arguments, span);
        }
        if let Some((structure, method)) = name.text.split_once("::") {
            return self.static_call(structure.trim(), method.trim(), name, arguments, span);
        }
        if let Some(Local::Variable(_)) = self.scopes.find(name.text) {
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
            return self.call_one(&methods, Some(this), name, arguments, span);
        }
        let functions = self.c.functions_named(name.text);
        if !functions.is_empty() {
            return self.call_one(&functions, None, name, arguments, span);
        }
        if let Some(Entity::Global(_)) = self.c.find(name.text) {
            self.values_of(arguments);
            self.refuse(Shading::NotAFunction(name.text.into()), name.span);
            return unknown(span);
        }
        let library = if self.c.is_in_library() || self.c.dialect.offers(name.text) {
            self.c.library_functions(name.text)
        } else {
            Vec::new()
        };
        if !library.is_empty() {
            return self.call_one(&library, None, name, arguments, span);
        }
        let dialect = self.c.dialect;
        if let Some(made) = dialect.builtin(self, name, arguments, span) {
            return made;
        }
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
        self.call_one(&methods, Some(object), name, arguments, span)
    }

    /// The type that a word of a call names.
    fn type_named(&self, name: &str) -> Option<Type> {
        match self.scopes.find(name) {
            Some(Local::Type(ty)) => return Some(ty),
            Some(Local::Variable(_)) => return None,
            None => {}
        }
        let generic = self.c.binding.as_ref();
        if let Some(ty) = generic.and_then(|b| self.c.dialect.generic_type(name, b)) {
            return Some(ty);
        }
        match self.c.find(name) {
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

    pub(in crate::frontend::c_like::check) fn values_of(
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
            let kind = ExpressionKind::Assign(Box::new((place.clone(), value)));
            let span = object.span;
            (Some(Expression { kind, ty, span }), place)
        };
        let dialect = self.c.dialect;
        if let Type::Sampler(_) = place.ty
            && let Some(made) = dialect.method(self, &place, name, arguments, span)
        {
            return after(first, made);
        }
        let Type::Struct(id) = place.ty else {
            self.values_of(arguments);
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
        let call = self.call_one(&methods, Some(place), name, arguments, span);
        after(first, call)
    }

    /// Calls the one of the functions that the arguments choose.
    fn call_one(
        &mut self,
        functions: &[FunctionId],
        object: Option<Place>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Expression {
        if !self.c.rules.in_order {
            return self.call_only(functions[0], name, arguments, span);
        }
        // Places stay places, so that the chosen function may write them.
        let mut values = Vec::new();
        for e in arguments {
            values.push(self.argument(e));
        }
        if values.iter().any(|a| a.value.ty == Type::Unknown) {
            return unknown(span);
        }
        // Sets of few functions cost no more than the call itself.
        let many = functions.len().saturating_sub(FEW_FUNCTIONS) as u64;
        if !self.c.spend(many * (values.len() as u64 + 1) * 2, span) {
            return unknown(span);
        }
        let expressions: Vec<&Expression> = values.iter().map(|a| &a.value).collect();
        let Some(chosen) = self.choose_function(functions, &expressions, name, span) else {
            return unknown(span);
        };
        let skip = usize::from(object.is_some());
        if !self.close_arguments(chosen, skip, &expressions) {
            return unknown(span);
        }
        let mut types: Vec<Type> = object.iter().map(|p| p.ty).collect();
        types.extend(values.iter().map(|a| a.value.ty));
        let Some(id) = self.c.instance(chosen, &types) else {
            self.refuse(Shading::OpenArgument(name.text.into()), span);
            return unknown(span);
        };
        let head = self.c.head_of(id);
        if head.is_template && !self.is_in_template() {
            self.refuse(Shading::OpenArgument(name.text.into()), span);
            return unknown(span);
        }
        self.call_with(id, object, values, name.span, span)
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
        let mut checked: Vec<Argument> = object.into_iter().map(Argument::Place).collect();
        let mut written = Vec::new();
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
                        if !self.c.spend(nodes(value) * NODE_WORK, span) {
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
        self.calls.push((id, name));
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
        self.calls.push((id, name.span));
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
        for (i, (e, p)) in arguments.iter().zip(&parameters).enumerate() {
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
                Argument::Place(place)
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
