//! Checks calls: of functions of the text, of constructors and of builtin functions.

use super::convert::{converted, smear, unknown};
use super::expression::in_shape_of;
use super::function::FunctionChecker;
use super::misspelt;
use super::syntax::{Expr, ExprKind, Name};
use super::words::{Builtin, builtin, dialect, type_of};
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// A call.
    pub(super) fn call(
        &mut self,
        name: Name<'a>,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Expression {
        if let Some(ty) = type_of(name.text) {
            return self.constructor(name, ty, arguments, span);
        }
        if let Some(id) = self.c.functions.get(name.text) {
            return self.call_function(*id, name, arguments, span);
        }
        match builtin(name.text).or_else(|| dialect(name.text)) {
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
                    let rule = match misspelt::advice(name.text) {
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

    /// The values of the arguments; `None` where one has an error or there are not so many.
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

    /// The number as one of this kind, as constructors convert it: without a word.
    fn number_of(&mut self, e: Expression, to: Scalar) -> Expression {
        match (e.ty.scalar(), to, &e.kind) {
            (Some(Scalar::Float), Scalar::Double, _) => match self.literal_as_double(e) {
                Ok(e) => e,
                Err(e) => converted(e, to),
            },
            _ => converted(e, to),
        }
    }

    fn choose(&mut self, name: Name<'a>, arguments: &[Expr<'a>], span: Span) -> Expression {
        const EXPECTED: &str =
            "two values of one type and a mask of the same width: sel(a, b, mask)";
        let Some(values) = self.values(name, arguments, 3, EXPECTED) else {
            return unknown(span);
        };
        let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
        let [a, b, mask] =
            <[Expression; 3]>::try_from(values).unwrap_or_else(|_| [(); 3].map(|()| unknown(span)));
        let Some((a, b)) = self.unified(a, b) else {
            return self.refuse_types(name, EXPECTED, &types);
        };
        let Some((a, mask)) = self.of_one_width(a, mask) else {
            return self.refuse_types(name, EXPECTED, &types);
        };
        let b = in_shape_of(b, a.ty);
        let ty = a.ty;
        let kind = ExpressionKind::Choose(Box::new([a, b, mask]));
        Expression { kind, ty, span }
    }

    fn extract(&mut self, name: Name<'a>, arguments: &[Expr<'a>], span: Span) -> Expression {
        const EXPECTED: &str = "a vector and a constant: extract(a, i)";
        let Some(values) = self.values(name, arguments, 2, EXPECTED) else {
            return unknown(span);
        };
        let Type::Vector(scalar, _) = values[0].ty else {
            let types = [values[0].ty, values[1].ty];
            return self.refuse_types(name, EXPECTED, &types);
        };
        let index = values[1].constant_integer();
        let Some(i) = index.filter(|i| (0..4).contains(i)) else {
            self.c.out.rule(Rule::ExtractIndex, values[1].span);
            return unknown(span);
        };
        let vector = values.into_iter().next().unwrap_or_else(|| unknown(span));
        Expression {
            kind: ExpressionKind::Swizzle(Box::new(vector), Swizzle::new(&[i as u8])),
            ty: Type::Scalar(scalar),
            span,
        }
    }

    /// The float of these bits, in all components.
    fn bit(&mut self, name: Name<'a>, arguments: &[Expr<'a>], span: Span) -> Expression {
        let [argument] = arguments else {
            return self.refuse_count(name, "one hexadecimal number", arguments.len(), span);
        };
        let bits = match &argument.kind {
            ExprKind::Number(text) => text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")),
            _ => None,
        };
        let bits = bits.filter(|digits| digits.len() <= 8);
        let Some(bits) = bits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            self.c.out.rule(Rule::Bit, argument.span);
            return unknown(span);
        };
        smear(Expression {
            kind: ExpressionKind::Bits(bits),
            ty: Type::Scalar(Scalar::Float),
            span,
        })
    }

    fn math(
        &mut self,
        name: Name<'a>,
        math: Math,
        n: usize,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Expression {
        let expected = match n {
            1 => "one number or vector",
            2 => "two numbers or vectors of one type",
            _ => "three numbers or vectors of one type",
        };
        let Some(mut values) = self.values(name, arguments, n, expected) else {
            return unknown(span);
        };
        let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
        // The last comes to the type that the first two have, then the second to that of the first and the last.
        for (i, j) in [(0, 1), (0, 2), (0, 1)] {
            if j >= n {
                continue;
            }
            let [a, b] = [i, j].map(|i| std::mem::replace(&mut values[i], unknown(span)));
            let Some((a, b)) = self.unified(a, b) else {
                return self.refuse_types(name, expected, &types);
            };
            (values[i], values[j]) = (a, b);
        }
        let takes_integers = matches!(math, Math::Abs | Math::Min | Math::Max);
        for e in &mut values {
            match e.ty.scalar() {
                None => return self.refuse_types(name, expected, &types),
                Some(scalar) if scalar.is_real() || takes_integers => {}
                Some(_) if e.ty.is_vector() => {
                    return self.refuse_types(
                        name,
                        "floats and doubles, and vectors of them",
                        &types,
                    );
                }
                Some(scalar) => {
                    let to = if scalar.is_wide() {
                        Scalar::Double
                    } else {
                        Scalar::Float
                    };
                    let own = std::mem::replace(e, unknown(span));
                    *e = self.scalar_to(own, to);
                }
            }
            if matches!(&e.kind, ExpressionKind::Binary(op, ..) if op.is_comparison()) {
                self.c.out.odd(Oddity::MaskArithmetic, e.span);
            }
        }
        let ty = values[0].ty;
        let kind = ExpressionKind::Math(math, values);
        Expression { kind, ty, span }
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
            if !direction.is_written() {
                let value = self.expression(argument);
                let value = self.assigned(value, ty);
                if let Some(node) = node {
                    self.c.patterns.assigns(&value, &self.nodes, node);
                }
                checked.push(Argument::In(value));
                continue;
            }
            let Some(place) = self.place_of(argument, true) else {
                return unknown(span);
            };
            if place.ty != ty && place.ty != Type::Unknown && ty != Type::Unknown {
                let [expected, found] = [ty, place.ty].map(|t| self.c.type_name(t));
                let rule = Rule::OutArgument(parameter.text.into(), expected, found);
                self.c.out.rule(rule, argument.span);
                return unknown(span);
            }
            let own = self.nodes[place.variable.0 as usize];
            if let Some(node) = node {
                self.c.patterns.moves(node, own);
                if direction == Direction::InOut {
                    self.c.patterns.moves(own, node);
                }
            }
            if direction == Direction::InOut {
                self.reads(place.variable, argument.span);
            }
            written.push(place.variable);
            checked.push(Argument::Place(place));
        }
        written.into_iter().for_each(|v| self.writes(v));
        let kind = ExpressionKind::Call(id, checked);
        Expression { kind, ty, span }
    }
}
