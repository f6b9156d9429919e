//! Checks calls: of functions of the text, of constructors and of builtin functions.

use crate::frontend::c_like::check::convert::{converted, smear, unknown};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::dialect::Builtin;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    pub(super) fn call(
        &mut self,
        name: Name<'a>,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Expression {
        if let Some(ty) = (self.c.dialect.type_of)(name.text) {
            return self.constructor(name, ty, arguments, span);
        }
        if let Some(id) = self.c.functions.get(name.text) {
            return self.call_function(*id, name, arguments, span);
        }
        match (self.c.dialect.builtin)(name.text).or_else(|| (self.c.dialect.extension)(name.text))
        {
            Some(Builtin::Choose) => self.choose(name, arguments, span),
            Some(Builtin::Extract) => self.extract(name, arguments, span),
            Some(Builtin::Bit) => self.bit(name, arguments, span),
            Some(Builtin::Math(math, n)) => self.math(name, math, n, arguments, span),
            Some(Builtin::Truth) => self.truth(name, arguments, span),
            Some(Builtin::OneNan) => self.one_nan(name, arguments, span),
            Some(Builtin::Operation) => self.operation(name, arguments, span),
            None => {
                arguments.iter().for_each(|e| drop(self.expression(e)));
                if !self.c.is_incomplete && self.unknown.insert(name.text) {
                    let text: String = name.text.into();
                    let rule = match (self.c.dialect.advice)(name.text) {
                        Some(advice) => Rule::Word(text, advice),
                        None => Rule::UnknownFunction(text),
                    };
                    self.c.out.rule(rule, name.span);
                }
                unknown(span)
            }
        }
    }

    pub(super) fn refuse_count(
        &mut self,
        name: Name<'a>,
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
    pub(super) fn values(
        &mut self,
        name: Name<'a>,
        arguments: &[Expr<'a>],
        n: usize,
        expected: &str,
    ) -> Option<Vec<Expression>> {
        let values: Vec<Expression> = arguments.iter().map(|e| self.expression(e)).collect();
        if values.len() != n {
            self.refuse_count(name, expected, values.len(), name.span);
            return None;
        }
        let is_known = values.iter().all(|e| e.ty != Type::Unknown);
        is_known.then_some(values)
    }

    pub(super) fn refuse_types(
        &mut self,
        name: Name<'a>,
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

    /// `vec(a)`, `vec(a, b, c, d)`, `vec(v)` of another vector type, and `float(a)`; numbers are converted.
    fn constructor(
        &mut self,
        name: Name<'a>,
        ty: Type,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Expression {
        let mut values: Vec<Expression> = arguments.iter().map(|e| self.expression(e)).collect();
        if values.iter().any(|e| e.ty == Type::Unknown) {
            return unknown(span);
        }
        let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
        let Some(scalar) = ty.scalar() else {
            return self.refuse_types(name, "nothing; it is no value", &types);
        };
        let are_scalars = types.iter().all(|t| matches!(t, Type::Scalar(_)));
        let made = match (ty.is_vector(), values.len()) {
            (false, 1) if are_scalars => self.number_of(values.remove(0), scalar),
            (false, 1) => return self.refuse_types(name, "one scalar", &types),
            (false, n) => return self.refuse_count(name, "one scalar", n, span),
            (true, 1) if are_scalars => smear(self.number_of(values.remove(0), scalar)),
            (true, 1) if types[0].is_vector() && types[0] != ty => {
                converted(values.remove(0), scalar)
            }
            (true, 1) => {
                let expected = "a scalar or a vector of another type";
                return self.refuse_types(name, expected, &types);
            }
            (true, 4) if are_scalars => {
                let parts = values
                    .into_iter()
                    .map(|e| self.number_of(e, scalar))
                    .collect();
                let kind = ExpressionKind::Compose(parts);
                Expression { kind, ty, span }
            }
            (true, 4) => return self.refuse_types(name, "four scalars", &types),
            (true, n) => return self.refuse_count(name, "one scalar or four", n, span),
        };
        Expression { span, ..made }
    }

    /// Converts the number to this kind as constructors do: without a warning.
    fn number_of(&mut self, e: Expression, to: Scalar) -> Expression {
        match (e.ty.scalar(), to, &e.kind) {
            (Some(Scalar::Float), Scalar::Double, _) => match self.literal_as_double(e) {
                Ok(e) => e,
                Err(e) => converted(e, to),
            },
            _ => converted(e, to),
        }
    }

    fn call_function(
        &mut self,
        id: FunctionId,
        name: Name<'a>,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Expression {
        self.calls.push((id, name.span));
        let head = &self.c.heads[id.0 as usize];
        let (ty, parameters) = (head.ty, head.parameters.clone());
        // With a wrong number, the arguments are still checked for errors of their own.
        if arguments.len() != parameters.len() {
            arguments.iter().for_each(|e| drop(self.expression(e)));
            let expected = match parameters.len() {
                1 => "1 argument".to_owned(),
                n => format!("{n} arguments"),
            };
            return self.refuse_count(name, &expected, arguments.len(), span);
        }
        let mut checked = Vec::new();
        let mut written = Vec::new();
        for (i, (argument, (ty, direction, parameter))) in
            arguments.iter().zip(parameters).enumerate()
        {
            let node = self
                .parameters
                .get(id.0 as usize)
                .and_then(|p| p.get(i).copied());
            // A parameter that is only read takes a value.
            if !direction.is_written() {
                let value = self.expression(argument);
                let value = self.assigned(value, ty);
                if let Some(node) = node {
                    self.c.patterns.assigns(&value, &self.nodes, node);
                }
                checked.push(Argument::In(value));
                continue;
            }
            // A written one takes a place of exactly its type.
            let Some(place) = self.place_of(argument, true) else {
                return unknown(span);
            };
            if place.ty != ty && place.ty != Type::Unknown && ty != Type::Unknown {
                let [expected, found] = [ty, place.ty].map(|t| self.c.type_name(t));
                let rule = Rule::OutArgument(parameter.text.into(), expected, found);
                self.c.out.rule(rule, argument.span);
                return unknown(span);
            }
            // Patterns of bits move from the parameter to the place, and for `inout` back.
            if let (Some(node), VariableRef::Local(variable)) = (node, place.variable) {
                let own = self.nodes[variable.0 as usize];
                self.c.patterns.moves(node, own);
                if direction == Direction::InOut {
                    self.c.patterns.moves(own, node);
                }
            }
            if direction == Direction::InOut {
                self.reads_of(&place, argument.span);
            }
            written.push(place.variable);
            checked.push(Argument::Place(place));
        }
        // Places count as written after all arguments are read.
        written.into_iter().for_each(|v| self.writes(v));
        let kind = ExpressionKind::Call(id, checked);
        Expression { kind, ty, span }
    }
}
