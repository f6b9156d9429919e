//! Cg's rules for types, as the shared checks ask for them ([`Dialect`]).

mod cast;
mod conversions;
mod declared;
mod operators;
mod parts;
mod unify;
pub(in crate::frontend::c_like) mod words;

use super::library;
use super::remarks::remark_function;
use crate::frontend::c_like::check::checker::{Checker, Head, Phase};
use crate::frontend::c_like::check::convert::converted;
use crate::frontend::c_like::check::dialect::{
    Bases, Declared, Dialect, Fit, Given, Lists, Returns, Rules, Sign, Use,
};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::generic::Binding;
use crate::frontend::c_like::family::literal::Kinds;
use crate::frontend::c_like::family::{intrinsics, literal, swizzle};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{self, Expr, Function, Name, Operator};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type, Types};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// Numbers. Those without a suffix are constants that take the kind of their use.
const NUMBERS: Kinds = Kinds {
    suffixes: &[
        ("d", Scalar::Double),
        ("lf", Scalar::Double),
        ("f", Scalar::Float),
        ("h", Scalar::Half),
        ("x", Scalar::Fixed),
        ("i", Scalar::Int),
        ("l", Scalar::Long),
        ("s", Scalar::Short),
        ("t", Scalar::Char),
        ("u", Scalar::UInt),
        ("us", Scalar::UShort),
        ("ut", Scalar::UChar),
        ("ui", Scalar::UInt),
        ("ul", Scalar::ULong),
        ("uu", Scalar::UInt),
    ],
    whole: Scalar::LiteralInt,
    large: Scalar::UInt,
    real: Scalar::LiteralReal,
    long_real: None,
    has_no_limit: false,
};

/// Sets of letters. The document says that they may not be mixed; the reference compiler mixes them.
const SWIZZLES: [&str; 3] = ["xyzw", "rgba", "stpq"];

/// Cg for a profile, as the shared checks see it.
pub(in crate::frontend::c_like) struct Cg<'p> {
    /// What tells the profile from others.
    pub(in crate::frontend::c_like) key: usize,
    /// How specific a name before a function is for the profile: [`Dialect::profile_rank`].
    pub(in crate::frontend::c_like) specifier_rank: &'p (dyn Fn(&str) -> Option<u32> + Sync),
    /// The error with which the profile refuses a function of the library: [`Dialect::refusal`].
    pub(in crate::frontend::c_like) refusal: &'p (dyn Fn(&str) -> Option<u32> + Sync),
}

/// What sets Cg apart in the shared checks.
const RULES: Rules = Rules {
    in_order: true,
    by_reach: true,
    warns_unused: false,
    needs_effect: false,
    max_scalars: Types::MAX_SCALARS,
    returns: Returns::Once,
    bases: Bases::Interfaces,
    lists: Lists::Shaped,
    repeats_structures: true,
    arrays_need_size: false,
    constants_need_value: false,
    returns_arrays: true,
    drops_void_values: false,
    has_length: true,
    checks_registers: true,
    library_has_matrices: false,
    checks_reached_only: false,
    definition_has_semantic: false,
    lists_are_constants: false,
    statics_persist: false,
    casts_are_places: false,
    converts_out: false,
    uniforms_are_const: false,
    switch_is_unsigned: false,
    switch_sections_end: false,
    for_has_scope: true,
    constants_are_uniforms: false,
    extern_repeats: true,
    static_needs_constant: true,
    has_void_variables: false,
    folds_calls: false,
    checks_bare_words: false,
    drops_unread: false,
};

impl Dialect for Cg<'_> {
    fn rules(&self) -> Rules {
        RULES
    }

    fn type_of(&self, word: &str) -> Option<Type> {
        words::type_of(word)
    }

    fn generic_type(&self, word: &str, binding: &Binding) -> Option<Type> {
        words::generic_type(word, binding)
    }

    fn generic_kinds(&self, word: &str, _function: &str) -> Option<&'static [Scalar]> {
        words::generic_kinds(word)
    }

    fn type_name(&self, types: &Types, ty: Type) -> String {
        words::type_name(types, ty)
    }

    fn advice(&self, _word: &str) -> Option<String> {
        None
    }

    /// The last one counts, also a register.
    fn semantic<'s>(
        &self,
        all: &'s [syntax::Semantic<'s>],
    ) -> Option<(&'s syntax::Semantic<'s>, &'s str)> {
        let semantic = all.last()?;
        let argument = semantic.arguments.as_ref().and_then(|a| a.last());
        Some((semantic, argument.map_or(semantic.name.text, |a| a.text)))
    }

    fn number(&self, text: &str) -> Result<(ExpressionKind, Scalar), ErrorKind> {
        literal::number(&NUMBERS, text)
    }

    fn profile_rank(&self, specifier: &str) -> Option<u32> {
        (self.specifier_rank)(specifier)
    }

    fn refusal(&self, function: &str) -> Option<u32> {
        (self.refusal)(function)
    }

    fn library_key(&self) -> Option<usize> {
        Some(self.key)
    }

    fn is_late(&self, function: &str, parameters: &[Type]) -> bool {
        library::is_late(function, parameters)
    }

    fn folds(&self, function: &str) -> bool {
        library::is_folded(function)
    }

    fn check_words(
        &self,
        c: &mut Checker<'_>,
        head: &syntax::Head<'_>,
        ty: Type,
        name: Name<'_>,
        of: Declared,
    ) {
        declared::check_words(c, head, ty, name, of);
    }

    fn allows_function(&self, c: &mut Checker<'_>, f: &Function<'_>, _head: &Head<'_>) -> bool {
        remark_function(f, &mut c.out);
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
        conversions::fit(types, given.ty, to)
    }

    fn cast(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        span: Span,
    ) -> Expression {
        cast::cast(f, e, to, span)
    }

    fn construct(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        name: Name<'_>,
        ty: Type,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Expression {
        cast::construct(f, name, ty, arguments, span)
    }

    fn condition(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
        operators::condition(f, e)
    }

    fn index(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression> {
        match e.ty {
            Type::Scalar(_) => Some(converted(e, Scalar::Int)),
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
        let is_whole =
            e.ty.scalar()
                .is_none_or(|s| !s.is_real() && s != Scalar::Bool);
        let Some(n) = f.number(&e) else {
            f.refuse(Shading::SizeNotConstant, span);
            return None;
        };
        if !is_whole {
            f.refuse(Shading::SizeNotIntegral, span);
            return None;
        }
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
        a: Expression,
        b: Expression,
        span: Span,
    ) -> Expression {
        operators::compound(f, operator, a, b, span)
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
        swizzle::swizzle(f, of, name, &SWIZZLES)
    }

    fn is_mask(&self, swizzle: &Swizzle) -> bool {
        swizzle::is_mask(swizzle)
    }

    fn builtin<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression> {
        // Only the library's text has them.
        f.c.is_in_library()
            .then(|| intrinsics::call(f, name, arguments, span))
            .flatten()
    }
}
