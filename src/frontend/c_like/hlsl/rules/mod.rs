//! HLSL's rules for types, as the shared checks ask for them ([`Dialect`]).

mod conversions;
mod operators;
pub(super) mod shape;
mod texture;

use super::profile::Profile;
use super::{intrinsics, registers, words};
use crate::frontend::c_like::check::checker::{Checker, Head, Phase};
use crate::frontend::c_like::check::convert::{converted, unknown};
use crate::frontend::c_like::check::dialect::{
    Bases, Dialect, Fit, Given, Lists, Returns, Rules, Sign, Use,
};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::generic::Binding;
use crate::frontend::c_like::family::literal::Kinds;
use crate::frontend::c_like::family::{intrinsics as operations, literal, swizzle};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{self, Expr, Function, Name, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type, Types};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// Numbers. Those without a suffix are ints and floats.
const NUMBERS: Kinds = Kinds {
    suffixes: &[
        ("f", Scalar::Float),
        ("h", Scalar::Half),
        ("l", Scalar::Int),
        ("u", Scalar::UInt),
        ("ul", Scalar::UInt),
    ],
    whole: Scalar::Int,
    large: Scalar::Int,
    real: Scalar::Float,
    long_real: Some(words::DOUBLE),
    has_no_limit: true,
};

const SWIZZLES: [&str; 2] = ["xyzw", "rgba"];

/// HLSL for a profile, as the shared checks see it.
pub(super) struct Hlsl {
    pub(super) profile: &'static Profile,
}

/// What sets HLSL apart in the shared checks.
const RULES: Rules = Rules {
    in_order: true,
    by_reach: false,
    warns_unused: false,
    needs_effect: false,
    max_scalars: Types::MAX_SCALARS,
    returns: Returns::PathOrSwitch,
    bases: Bases::Structure,
    lists: Lists::Flat,
    repeats_structures: false,
    arrays_need_size: true,
    constants_need_value: true,
    returns_arrays: false,
    drops_void_values: false,
    has_length: false,
    checks_registers: false,
    library_has_matrices: true,
    checks_reached_only: true,
    definition_has_semantic: true,
    lists_are_constants: true,
    statics_persist: true,
    casts_are_places: true,
    converts_out: true,
    uniforms_are_const: true,
    switch_is_unsigned: true,
    switch_sections_end: true,
    for_has_scope: false,
    constants_are_uniforms: true,
    extern_repeats: false,
    static_needs_constant: false,
    has_void_variables: true,
    folds_calls: false,
    checks_bare_words: false,
    drops_unread: true,
};

impl Dialect for Hlsl {
    fn rules(&self) -> Rules {
        RULES
    }

    fn type_of(&self, word: &str) -> Option<Type> {
        let texture = self.profile.stage.and_then(|_| words::texture(word));
        texture.or_else(|| words::type_of(word))
    }

    fn generic_type(&self, word: &str, binding: &Binding) -> Option<Type> {
        words::generic_type(word, binding)
    }

    fn generic_kinds(&self, word: &str, _function: &str) -> Option<&'static [Scalar]> {
        words::generic_kinds(word)
    }

    fn refused_type(&self, word: &str) -> Option<u32> {
        let is_least = self.profile.stage.is_some() && words::is_least(word);
        is_least.then_some(3703)
    }

    fn object_word(&self, word: &str) -> Option<Type> {
        (word == "NULL").then_some(Type::String)
    }

    fn type_name(&self, types: &Types, ty: Type) -> String {
        words::type_name(types, ty)
    }

    fn advice(&self, _word: &str) -> Option<String> {
        None
    }

    fn semantic<'s>(
        &self,
        all: &'s [syntax::Semantic<'s>],
    ) -> Option<(&'s syntax::Semantic<'s>, &'s str)> {
        registers::semantic(self.profile, all)
    }

    fn number(&self, text: &str) -> Result<(ExpressionKind, Scalar), ErrorKind> {
        literal::number(&NUMBERS, text)
    }

    fn library_key(&self) -> Option<usize> {
        Some(std::ptr::from_ref(self.profile).addr())
    }

    /// The words before functions of Cg's text are those of its profiles.
    fn profile_rank(&self, _specifier: &str) -> Option<u32> {
        None
    }

    fn allows_function(&self, _c: &mut Checker<'_>, _f: &Function<'_>, _head: &Head<'_>) -> bool {
        true
    }

    /// Every function can be an entry.
    fn is_external(&self, _f: &Function<'_>) -> bool {
        true
    }

    fn implicit(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        by: Use<'_>,
    ) -> Expression {
        conversions::implicit(f, e, to, by)
    }

    fn fit(&self, types: &Types, given: Given, to: Type) -> Option<Fit> {
        conversions::fits(types, given, to).then_some(Fit::Implicit)
    }

    fn cost(&self, types: &Types, given: Given, to: Type) -> Option<u32> {
        conversions::cost(types, given, to)
    }

    fn is_literal(&self, e: &Expression) -> bool {
        conversions::is_literal(e)
    }

    fn library_parameters(
        &self,
        name: &str,
        arguments: &[Type],
    ) -> Option<Result<Vec<Type>, Option<Shading>>> {
        Some(match intrinsics::refused(name, arguments) {
            Some(rule) => Err(Some(rule)),
            None => intrinsics::parameters(name, arguments).ok_or(None),
        })
    }

    fn offers(&self, name: &str) -> bool {
        intrinsics::has(name)
    }

    fn cast(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        span: Span,
    ) -> Expression {
        conversions::cast(f, e, to, span)
    }

    fn construct(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        _name: Name<'_>,
        ty: Type,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Expression {
        conversions::construct(f, ty, arguments, span)
    }

    fn condition(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
        operators::condition(f, e)
    }

    fn index(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression> {
        match e.ty {
            // Direct3D's compiler takes the floor of a number that it computes, where a cast would go toward 0.
            Type::Scalar(from) if from.is_real() && f.number(&e).is_none() => {
                let (span, e) = (e.span, converted(e, Scalar::Float));
                let floor = Expression {
                    ty: e.ty,
                    kind: ExpressionKind::Math(Math::Floor, vec![e]),
                    span,
                };
                Some(converted(floor, Scalar::Int))
            }
            Type::Scalar(_) => Some(converted(e, Scalar::Int)),
            Type::Unknown => None,
            other => {
                f.refuse(Shading::Index(f.c.type_name(other)), e.span);
                None
            }
        }
    }

    fn constant_index(&self, f: &FunctionChecker<'_, '_>, index: &Expression) -> Option<i64> {
        f.number(index).map(|i| i as i64)
    }

    fn array_size(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<u32> {
        let span = e.span;
        let Some(n) = f.number(&e) else {
            f.refuse(Shading::SizeNotConstant, span);
            return None;
        };
        if n < 1.0 {
            f.refuse(Shading::SizeBelowOne, span);
            return None;
        }
        Some(n as u32)
    }

    fn index_out_of_range(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        index: i64,
        count: u32,
        span: Span,
    ) {
        let rule = Rule::Shading(Shading::IndexRange(index, count));
        f.later(Phase::Values, ErrorKind::CLike(rule), span);
    }

    fn unary(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        sign: Sign,
        e: Expression,
        span: Span,
    ) -> Expression {
        operators::unary(f, sign, e, span)
    }

    fn binary(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        operator: Operator,
        a: Expression,
        b: Expression,
        span: Span,
    ) -> Expression {
        operators::binary(f, operator, a, b, span)
    }

    fn compound(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        operator: Operator,
        old: Expression,
        value: Expression,
        span: Span,
    ) -> Expression {
        operators::compound(f, operator, old, value, span)
    }

    fn conditional(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        parts: [Expression; 3],
        span: Span,
    ) -> Expression {
        operators::conditional(f, parts, span)
    }

    fn swizzle(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        of: Type,
        name: Name<'_>,
    ) -> Option<(Swizzle, Type)> {
        // The letters of one swizzle are of one set.
        let is_mixed = !matches!(of, Type::Matrix(..))
            && !SWIZZLES
                .iter()
                .any(|set| name.text.chars().all(|c| set.contains(c)));
        if is_mixed && of.scalar().is_some() {
            let rule = Shading::SwizzleComponent(name.text.into(), f.c.type_name(of));
            f.refuse(rule, name.span);
            return None;
        }
        swizzle::swizzle(f, of, name, &SWIZZLES)
    }

    fn is_mask(&self, swizzle: &Swizzle) -> bool {
        swizzle::is_mask(swizzle)
    }

    fn method<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        object: &Place,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression> {
        texture::method(f, object, name, arguments, span)
    }

    fn builtin<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression> {
        // Only the library's text has operations by name.
        if f.c.is_in_library() {
            return operations::call(f, name, arguments, span);
        }
        let number = intrinsics::later(name.text, arguments.len())?;
        let values = f.values_of(arguments);
        if values.iter().all(|e| e.ty != Type::Unknown) {
            let name_of = name.text.into();
            let rule = Shading::RefusedByProfile {
                name: name_of,
                number,
            };
            f.refuse(rule, name.span);
        }
        Some(unknown(span))
    }
}
