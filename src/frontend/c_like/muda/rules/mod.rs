//! MUDA's rules for types, as the shared checks ask for them ([`Dialect`]).

mod author;
mod builtin;
mod construct;
mod convert;
mod operation;
mod operators;

use super::words::{self, Builtin};
use crate::frontend::c_like::check::checker::{Checker, Head};
use crate::frontend::c_like::check::dialect::{
    Bases, Dialect, Fit, Given, Lists, Returns, Rules, Sign, Use,
};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Expr, Function, Name, Operator, Specifier};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type, Types};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// MUDA, as the shared checks see it.
pub(super) struct Muda<'n> {
    /// The function that is named from outside: it needs not be external, so that it may return a vector.
    pub(super) named: Option<&'n str>,
}

/// Specifiers of functions that cannot be called from outside.
const SPECIFIERS_OF_OWN: &[Specifier] = &[
    Specifier::Static,
    Specifier::Inline,
    Specifier::ForceInline,
    Specifier::AlwaysInline,
];

/// What sets MUDA apart in the shared checks.
const RULES: Rules = Rules {
    in_order: false,
    by_reach: false,
    warns_unused: true,
    needs_effect: true,
    max_scalars: 4096,
    returns: Returns::Path,
    bases: Bases::Interfaces,
    lists: Lists::Shaped,
    repeats_structures: false,
    arrays_need_size: false,
    constants_need_value: false,
    returns_arrays: true,
    drops_void_values: true,
    has_length: false,
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

impl Dialect for Muda<'_> {
    fn rules(&self) -> Rules {
        RULES
    }

    fn type_of(&self, word: &str) -> Option<Type> {
        words::type_of(word)
    }

    fn type_name(&self, types: &Types, ty: Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Scalar(s) => words::scalar_name(s).into(),
            Type::Vector(s, _) => words::vector_name(s).into(),
            Type::Struct(id) => format!("struct {}", types.structure(id).name),
            Type::Array(id) => {
                let (element, n) = types.array_of(id);
                format!("{}[{n}]", self.type_name(types, element))
            }
            Type::Matrix(..) | Type::Sampler(_) | Type::String | Type::Unknown => "?".into(),
        }
    }

    fn advice(&self, word: &str) -> Option<String> {
        super::misspelt::advice(word)
    }

    fn number(&self, text: &str) -> Result<(ExpressionKind, Scalar), ErrorKind> {
        operators::number(text).ok_or(ErrorKind::NumberTooLarge)
    }

    fn is_external(&self, f: &Function<'_>) -> bool {
        !SPECIFIERS_OF_OWN.iter().any(|s| f.head.has(*s))
    }

    fn sizes_arrays(&self, f: &Function<'_>) -> bool {
        self.is_external(f)
    }

    /// What can be external is limited, and a builtin's name is not declared.
    fn allows_function(&self, c: &mut Checker<'_>, f: &Function<'_>, head: &Head<'_>) -> bool {
        if head.is_external && self.named != Some(head.name.text) {
            if !matches!(head.ty, Type::Void | Type::Scalar(_) | Type::Unknown) {
                let rule = Rule::ExternalReturn(c.type_name(head.ty));
                c.out.rule(rule, f.head.ty.name.span);
            }
            for (p, formal) in f.parameters.iter().zip(head.parameters.iter()) {
                let is_array = p.head.has(Specifier::Array);
                if !is_array && !can_be_external(&c.types, formal.ty, formal.direction) {
                    let rule = Rule::ExternalParameter(c.type_name(formal.ty));
                    c.out.rule(rule, p.head.ty.name.span);
                }
            }
        }
        let name = head.name;
        let is_builtin = words::builtin(name.text).is_some();
        if is_builtin {
            let rule = Rule::BuiltinName(name.text.into());
            c.out.rule(rule, name.span);
        }
        !is_builtin
    }

    fn implicit(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        _by: Use<'_>,
    ) -> Expression {
        convert::assigned(f, e, to)
    }

    /// Functions are chosen by their names alone.
    fn fit(&self, _types: &Types, _given: Given, _to: Type) -> Option<Fit> {
        Some(Fit::Exact)
    }

    /// There are no casts.
    fn cast(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        _span: Span,
    ) -> Expression {
        convert::assigned(f, e, to)
    }

    fn construct(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        name: Name<'_>,
        ty: Type,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Expression {
        construct::construct(f, name, ty, arguments, span)
    }

    /// A vector decides for each component on its own.
    fn condition(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression {
        if e.ty.scalar().is_none() && e.ty != Type::Unknown {
            let rule = Rule::Condition(f.c.type_name(e.ty));
            f.c.out.rule(rule, e.span);
        }
        e
    }

    fn index(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression> {
        builtin::index_of(f, e)
    }

    /// Integers in the text alone: another index is clamped when the kernel runs.
    fn constant_index(&self, _: &FunctionChecker<'_, '_>, index: &Expression) -> Option<i64> {
        index.constant_integer()
    }

    fn array_size(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<u32> {
        let size = e.constant_integer().filter(|n| *n > 0);
        let size = size.and_then(|n| u32::try_from(n).ok());
        if size.is_none() && e.ty != Type::Unknown {
            f.c.out.rule(Rule::ArraySize, e.span);
        }
        size
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
        operators::binary(f, operator, a, b, span)
    }

    /// The grammar has no `?:`.
    fn conditional(
        &self,
        _f: &mut FunctionChecker<'_, '_>,
        parts: [Expression; 3],
        _span: Span,
    ) -> Expression {
        let [_, a, _] = parts;
        a
    }

    /// The last letter is repeated to fill a vector.
    fn swizzle(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        of: Type,
        name: Name<'_>,
    ) -> Option<(Swizzle, Type)> {
        construct::swizzle(f, of, name)
    }

    fn builtin<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression> {
        let known = words::builtin(name.text).or_else(|| words::extension(name.text))?;
        Some(match known {
            Builtin::Choose => builtin::choose(f, name, arguments, span),
            Builtin::Extract => builtin::extract(f, name, arguments, span),
            Builtin::Bit => builtin::bit(f, name, arguments, span),
            Builtin::Math(math, n) => builtin::math(f, name, math, n, arguments, span),
            Builtin::Author(word) => author::author(f, name, word, arguments, span),
            Builtin::Truth => operation::truth(f, name, arguments, span),
            Builtin::OneNan => operation::one_nan(f, name, arguments, span),
            Builtin::Operation => operation::operation(f, name, arguments, span),
        })
    }
}

/// Whether an external function can have such a parameter without `array`: numbers, vectors and structures, and arrays of
/// numbers and vectors that are uniform.
fn can_be_external(types: &Types, ty: Type, direction: Direction) -> bool {
    match ty {
        Type::Array(id) => {
            let (element, _) = types.array_of(id);
            direction == Direction::Uniform && element.scalar().is_some()
        }
        _ => true,
    }
}
