//! GLSL's rules for types, as the shared checks ask for them ([`Dialect`]).

mod construct;
mod conversions;
mod declared;
mod elementary;
mod fold;
mod matrix;
mod operators;
mod version;

use super::words;
use crate::frontend::c_like::check::checker::{Checker, Head};
use crate::frontend::c_like::check::convert::{constant_int, unknown};
use crate::frontend::c_like::check::dialect::{
    Bases, Declared, Dialect, Fit, Given, Lists, Numbers, Returns, Rules, Sign, Use,
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

pub(super) use version::Glsl;

const NUMBERS: Kinds = Kinds {
    suffixes: &[("f", Scalar::Float)],
    whole: Scalar::Int,
    large: Scalar::Int,
    real: Scalar::Float,
    long_real: None,
    has_no_limit: true,
};

/// Sets of letters, of which one swizzle takes one.
const SWIZZLES: [&str; 3] = ["xyzw", "rgba", "stpq"];

/// The names that begin so are the library's own.
const OWN: &str = "__";

/// What sets GLSL apart in the shared checks.
const RULES: Rules = Rules {
    in_order: true,
    by_reach: false,
    warns_unused: false,
    needs_effect: false,
    max_scalars: Types::MAX_SCALARS,
    returns: Returns::Once,
    bases: Bases::Interfaces,
    lists: Lists::Shaped,
    repeats_structures: true,
    arrays_need_size: false,
    constants_need_value: true,
    returns_arrays: true,
    drops_void_values: false,
    has_length: false,
    checks_registers: false,
    library_has_matrices: false,
    checks_reached_only: false,
    definition_has_semantic: false,
    lists_are_constants: true,
    statics_persist: false,
    casts_are_places: false,
    converts_out: false,
    uniforms_are_const: true,
    switch_is_unsigned: false,
    switch_sections_end: false,
    for_has_scope: true,
    constants_are_uniforms: false,
    extern_repeats: false,
    static_needs_constant: false,
    has_void_variables: false,
    folds_calls: true,
    checks_bare_words: true,
    drops_unread: false,
};

impl Dialect for Glsl {
    fn rules(&self) -> Rules {
        Rules {
            checks_reached_only: self.is_whole,
            converts_out: self.version >= 120,
            ..RULES
        }
    }

    fn type_of(&self, word: &str) -> Option<Type> {
        words::type_of(word, self.version)
    }

    fn generic_type(&self, word: &str, binding: &Binding) -> Option<Type> {
        words::generic_type(word, binding)
    }

    fn type_name(&self, types: &Types, ty: Type) -> String {
        words::type_name(types, ty)
    }

    fn advice(&self, _word: &str) -> Option<String> {
        None
    }

    fn number(&self, text: &str) -> Result<(ExpressionKind, Scalar), ErrorKind> {
        literal::number(&NUMBERS, text)
    }

    /// A function of the library may be for one stage, or ask for an extension.
    fn profile_rank(&self, specifier: &str) -> Option<u32> {
        let is_there = match specifier {
            "fragment" => self.stage == Stage::Fragment,
            "lod" => self.stage == Stage::Vertex || self.has_levels,
            "rectangle" => self.has_rectangles,
            "version120" => self.version >= 120,
            _ => false,
        };
        is_there.then_some(0)
    }

    fn library_key(&self) -> Option<usize> {
        let bits = [
            self.stage == Stage::Fragment,
            self.version >= 120,
            self.has_rectangles,
            self.has_levels,
        ];
        let bits = bits.into_iter().enumerate();
        Some(bits.map(|(i, bit)| usize::from(bit) << i).sum())
    }

    fn offers(&self, name: &str) -> bool {
        !name.starts_with(OWN)
    }

    fn check_words(
        &self,
        c: &mut Checker<'_>,
        head: &syntax::Head<'_>,
        ty: Type,
        name: Name<'_>,
        of: Declared,
    ) {
        declared::check_words(self.version, c, head, ty, name, of);
    }

    fn folded_call(&self, function: &str, arguments: &[Numbers], ty: Type) -> Option<Numbers> {
        fold::call(function, arguments, ty)
    }

    fn allows_function(&self, c: &mut Checker<'_>, f: &Function<'_>, head: &Head<'_>) -> bool {
        let name = head.name;
        if name.text != "main" {
            return true;
        }
        if head.ty != Type::Void || !f.parameters.is_empty() {
            let rule = Rule::Text("\"main\" has no parameters and no value: void main()".into());
            c.out.rule(rule, name.span);
        }
        true
    }

    fn is_external(&self, f: &Function<'_>) -> bool {
        f.name.text == "main"
    }

    fn implicit(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        by: Use<'_>,
    ) -> Expression {
        conversions::implicit(self, f, e, to, by)
    }

    fn fit(&self, _types: &Types, given: Given, to: Type) -> Option<Fit> {
        if given.ty == to {
            return Some(Fit::Exact);
        }
        conversions::converts(self, given.ty, to).then_some(Fit::Promotion)
    }

    /// There are no casts but in the library.
    fn cast(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        span: Span,
    ) -> Expression {
        if f.c.is_in_library() {
            return conversions::cast(e, to, span);
        }
        let rule = Rule::Text("there are no casts: write a constructor, as in float(a)".into());
        f.c.out.rule(rule, span);
        unknown(span)
    }

    fn construct(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        _name: Name<'_>,
        ty: Type,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Expression {
        construct::construct(self, f, ty, arguments, span)
    }

    fn condition(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
        if !matches!(e.ty, Type::Scalar(Scalar::Bool) | Type::Unknown) {
            f.refuse(Shading::Condition(f.c.type_name(e.ty)), e.span);
            return constant_int(1, Type::Scalar(Scalar::Bool), e.span);
        }
        e
    }

    fn index(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression> {
        match e.ty {
            Type::Scalar(Scalar::Int) => Some(e),
            Type::Unknown => None,
            other => {
                f.c.out.rule(Rule::IndexType(f.c.type_name(other)), e.span);
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
            if e.ty != Type::Unknown {
                f.refuse(Shading::SizeNotConstant, span);
            }
            return None;
        };
        if e.ty != Type::Scalar(Scalar::Int) {
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
        f.c.out.rule(Rule::Index(index, count), span);
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
        operators::binary(self, f, operator, a, b, span)
    }

    fn conditional(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        parts: [Expression; 3],
        span: Span,
    ) -> Expression {
        operators::conditional(self, f, parts, span)
    }

    fn swizzle(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        of: Type,
        name: Name<'_>,
    ) -> Option<(Swizzle, Type)> {
        if !matches!(of, Type::Vector(..)) {
            let rule = Shading::NotAStruct(name.text.into(), f.c.type_name(of));
            f.refuse(rule, name.span);
            return None;
        }
        let first = name.text.chars().next();
        let set = SWIZZLES
            .iter()
            .find(|set| first.is_some_and(|c| set.contains(c)));
        swizzle::swizzle(f, of, name, &[*set.unwrap_or(&SWIZZLES[0])])
    }

    fn is_mask(&self, swizzle: &Swizzle) -> bool {
        swizzle::is_mask(swizzle)
    }

    /// `a.length()`, the number of an array's elements.
    fn method<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        object: &Place,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression> {
        let Type::Array(id) = object.ty else {
            return None;
        };
        if name.text != "length" || self.version < 120 {
            return None;
        }
        if !arguments.is_empty() {
            let rule = Rule::ArgumentCount {
                name: "length".into(),
                expected: "no arguments".into(),
                found: arguments.len(),
            };
            f.c.out.rule(rule, span);
        }
        let n = f.c.types.array_of(id).1;
        Some(constant_int(n.into(), Type::Scalar(Scalar::Int), span))
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
