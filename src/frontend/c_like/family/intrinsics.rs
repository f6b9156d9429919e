//! Functions that only the text of a library can name: those that begin with two underscores.

use crate::frontend::c_like::check::convert::{after, converted, smeared, swizzled, unknown};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};
use crate::ir::{Intrinsic, Span};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Component by component, of this many operands.
    Math(Math, usize),
    /// The IR's operation of this name, component by component.
    Operation(&'static str, usize),
    Sample {
        lod: Lod,
        is_shadow: bool,
    },
    TextureSize,
    Fetch,
    Kill,
    /// Whether any component holds; with true, all.
    Fold(bool),
}

/// The further arguments of a look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lod {
    Implicit,
    Bias,
    Explicit,
    Gradients,
}

const NAMES: &[(&str, Meaning)] = &[
    ("__abs", Meaning::Math(Math::Abs, 1)),
    ("__min", Meaning::Math(Math::Min, 2)),
    ("__max", Meaning::Math(Math::Max, 2)),
    ("__floor", Meaning::Math(Math::Floor, 1)),
    ("__ceil", Meaning::Math(Math::Ceil, 1)),
    ("__trunc", Meaning::Math(Math::Trunc, 1)),
    ("__round", Meaning::Math(Math::Round, 1)),
    ("__sqrt", Meaning::Math(Math::Sqrt, 1)),
    ("__rsqrt", Meaning::Math(Math::Rsqrt, 1)),
    ("__rcp", Meaning::Math(Math::Rcp, 1)),
    ("__exp", Meaning::Math(Math::Exp, 1)),
    ("__exp2", Meaning::Math(Math::Exp2, 1)),
    ("__log", Meaning::Math(Math::Log, 1)),
    ("__log2", Meaning::Math(Math::Log2, 1)),
    ("__pow", Meaning::Math(Math::Pow, 2)),
    ("__sin", Meaning::Math(Math::Sin, 1)),
    ("__cos", Meaning::Math(Math::Cos, 1)),
    ("__tan", Meaning::Math(Math::Tan, 1)),
    ("__asin", Meaning::Math(Math::Asin, 1)),
    ("__acos", Meaning::Math(Math::Acos, 1)),
    ("__atan", Meaning::Math(Math::Atan, 1)),
    ("__atan2", Meaning::Math(Math::Atan2, 2)),
    ("__fma", Meaning::Math(Math::Fma, 3)),
    ("__shader_exp2", Meaning::Operation("shader_exp2", 1)),
    ("__shader_log2", Meaning::Operation("shader_log2", 1)),
    ("__shader_sin", Meaning::Operation("shader_sin", 1)),
    ("__shader_cos", Meaning::Operation("shader_cos", 1)),
    ("__shader_pow", Meaning::Operation("shader_pow", 2)),
    ("__ddx", Meaning::Operation("ddx", 1)),
    ("__ddy", Meaning::Operation("ddy", 1)),
    ("__bits", Meaning::Operation("bits", 1)),
    ("__float_of_bits", Meaning::Operation("float_of_bits", 1)),
    ("__unsigned_less", Meaning::Operation("unsigned_less", 2)),
    ("__sample", sample(Lod::Implicit, false)),
    ("__sample_bias", sample(Lod::Bias, false)),
    ("__sample_lod", sample(Lod::Explicit, false)),
    ("__sample_grad", sample(Lod::Gradients, false)),
    ("__sample_shadow", sample(Lod::Implicit, true)),
    ("__sample_shadow_bias", sample(Lod::Bias, true)),
    ("__sample_shadow_lod", sample(Lod::Explicit, true)),
    ("__sample_shadow_grad", sample(Lod::Gradients, true)),
    ("__texture_size", Meaning::TextureSize),
    ("__fetch", Meaning::Fetch),
    ("__kill", Meaning::Kill),
    ("__any", Meaning::Fold(false)),
    ("__all", Meaning::Fold(true)),
];

const fn sample(lod: Lod, is_shadow: bool) -> Meaning {
    Meaning::Sample { lod, is_shadow }
}

const FLOAT: Type = Type::Scalar(Scalar::Float);
const INT: Type = Type::Scalar(Scalar::Int);
const BOOL: Type = Type::Scalar(Scalar::Bool);

/// A call of such a function; `None` if there is none of the name.
pub(in crate::frontend::c_like) fn call<'a>(
    f: &mut FunctionChecker<'a, '_>,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Option<Expression> {
    let (_, meaning) = NAMES.iter().find(|(n, _)| *n == name.text)?;
    let n = count(*meaning);
    let Some(values) = f.values(name, arguments, n, "the arguments of its row") else {
        return Some(unknown(span));
    };
    Some(match *meaning {
        Meaning::Math(math, _) => {
            let (values, ty) = alike(f, values);
            let kind = ExpressionKind::Math(math, values);
            Expression { kind, ty, span }
        }
        Meaning::Operation(operation, _) => by_component(f, operation, values, span),
        Meaning::Sample { lod, is_shadow } => look_up(f, values, lod, is_shadow, span),
        Meaning::TextureSize => texture_size(f, values, span),
        Meaning::Fetch => fetch(f, values, span),
        Meaning::Kill => kill(f, values, span),
        Meaning::Fold(is_all) => fold(f, values, is_all, span),
    })
}

fn count(meaning: Meaning) -> usize {
    match meaning {
        Meaning::Math(_, n) | Meaning::Operation(_, n) => n,
        Meaning::Sample { lod, .. } => match lod {
            Lod::Implicit => 2,
            Lod::Bias | Lod::Explicit => 3,
            Lod::Gradients => 4,
        },
        Meaning::TextureSize => 2,
        Meaning::Fetch => 3,
        Meaning::Kill | Meaning::Fold(_) => 1,
    }
}

/// The arguments in the type of the first one that is more than a scalar, and of a kind of its own.
fn alike(f: &mut FunctionChecker<'_, '_>, values: Vec<Expression>) -> (Vec<Expression>, Type) {
    let is_own = |t: &Type| {
        let scalar = t.scalar();
        scalar.is_some_and(|s| !matches!(s, Scalar::LiteralInt | Scalar::LiteralReal))
    };
    let types = || values.iter().map(|e| e.ty);
    let wide = types().find(|t| !matches!(t, Type::Scalar(_)));
    let kind = types().find(is_own).and_then(Type::scalar);
    let ty = wide
        .unwrap_or(FLOAT)
        .with_scalar(kind.unwrap_or(Scalar::Float));
    let alike = values
        .into_iter()
        .map(|e| f.implicit(e, ty, Use::Assign))
        .collect();
    (alike, ty)
}

/// One operation for each component.
fn by_component(
    f: &mut FunctionChecker<'_, '_>,
    name: &str,
    values: Vec<Expression>,
    span: Span,
) -> Expression {
    let Some(intrinsic) = Intrinsic::named(name).next() else {
        return unknown(span);
    };
    // The operation's own types say what arguments become, and what each component of the result is.
    let scalar = |t: &crate::ir::Type| match t {
        crate::ir::Type::F32 => Scalar::Float,
        crate::ir::Type::F64 => Scalar::Double,
        crate::ir::Type::I64 => Scalar::Long,
        crate::ir::Type::I32 => Scalar::Int,
        crate::ir::Type::Mask => Scalar::Bool,
    };
    let info = intrinsic.info();
    let result = info.results.first().map_or(Scalar::Int, scalar);
    let taken: Vec<Scalar> = info.args.iter().map(scalar).collect();
    // The arguments take one shape first. Scalars need one operation only.
    let (values, ty) = alike(f, values);
    let values = values
        .into_iter()
        .zip(&taken)
        .map(|(e, s)| converted(e, *s));
    let values: Vec<Expression> = values.collect();
    let one = |arguments: Vec<Expression>| Expression {
        kind: ExpressionKind::Operation(intrinsic, [0; 2], arguments),
        ty: Type::Scalar(result),
        span,
    };
    let n = match ty {
        Type::Vector(..) | Type::Matrix(..) => f.c.types.count(ty) as u8,
        _ => return one(values),
    };
    // Each argument is computed once, before the components: they all read it.
    let mut before = None;
    let mut ready = Vec::new();
    for e in values {
        let (first, e) = f.once(e);
        before = match (before, first) {
            (Some(a), Some(b)) => Some(after(Some(a), b)),
            (a, b) => a.or(b),
        };
        ready.push(e);
    }
    // One operation for each component makes the result.
    let parts = (0..n).map(|i| {
        let component = |e: &Expression| {
            let ty = Type::Scalar(e.ty.scalar().unwrap_or(Scalar::Float));
            swizzled(e.clone(), &[i], ty)
        };
        one(ready.iter().map(component).collect())
    });
    let kind = ExpressionKind::Compose(parts.collect());
    let ty = ty.with_scalar(result);
    after(before, Expression { kind, ty, span })
}

fn look_up(
    f: &mut FunctionChecker<'_, '_>,
    values: Vec<Expression>,
    lod: Lod,
    is_shadow: bool,
    span: Span,
) -> Expression {
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or_else(|| unknown(span));
    let sampler = next();
    let Type::Sampler(kind) = sampler.ty else {
        return unknown(span);
    };
    // The library declares arguments in this order: sampler, coordinates, and what the level needs.
    let coordinates = f.implicit(next(), Type::Vector(Scalar::Float, 4), Use::Assign);
    let lod = match lod {
        Lod::Implicit => SampleLod::Implicit,
        Lod::Bias => SampleLod::Bias(f.implicit(next(), FLOAT, Use::Assign)),
        Lod::Explicit => SampleLod::Explicit(f.implicit(next(), FLOAT, Use::Assign)),
        Lod::Gradients => {
            let ty = Type::Vector(Scalar::Float, 3);
            let [x, y] = [next(), next()].map(|e| f.implicit(e, ty, Use::Assign));
            SampleLod::Gradients(x, y)
        }
    };
    let sample = Sample {
        sampler,
        texture: None,
        kind,
        coordinates,
        lod,
        is_shadow,
    };
    Expression {
        kind: ExpressionKind::Sample(Box::new(sample)),
        ty: Type::Vector(Scalar::Float, 4),
        span,
    }
}

/// The size of a level of a texture.
fn texture_size(
    f: &mut FunctionChecker<'_, '_>,
    values: Vec<Expression>,
    span: Span,
) -> Expression {
    let Ok([sampler, level]) = <[Expression; 2]>::try_from(values) else {
        return unknown(span);
    };
    let level = f.implicit(level, INT, Use::Assign);
    Expression {
        kind: ExpressionKind::TextureSize(Box::new([sampler, level])),
        ty: Type::Vector(Scalar::Int, 4),
        span,
    }
}

/// The texel at whole coordinates of a level.
fn fetch(f: &mut FunctionChecker<'_, '_>, values: Vec<Expression>, span: Span) -> Expression {
    let Ok([sampler, texel, level]) = <[Expression; 3]>::try_from(values) else {
        return unknown(span);
    };
    let texel = f.implicit(texel, Type::Vector(Scalar::Int, 4), Use::Assign);
    let level = f.implicit(level, INT, Use::Assign);
    let kind = match sampler.ty {
        Type::Sampler(kind) => kind,
        _ => SamplerKind::Any,
    };
    Expression {
        kind: ExpressionKind::Fetch(Box::new([sampler, texel, level]), kind),
        ty: Type::Vector(Scalar::Float, 4),
        span,
    }
}

/// Discards the fragment if any component of the condition holds.
fn kill(f: &mut FunctionChecker<'_, '_>, values: Vec<Expression>, span: Span) -> Expression {
    let condition = fold(f, values, false, span);
    let intrinsic = Intrinsic::named("kill").next();
    let Some(intrinsic) = intrinsic else {
        return unknown(span);
    };
    Expression {
        kind: ExpressionKind::Operation(intrinsic, [0; 2], vec![condition]),
        ty: Type::Void,
        span,
    }
}

/// Whether any component holds, or all do.
fn fold(
    f: &mut FunctionChecker<'_, '_>,
    mut values: Vec<Expression>,
    is_all: bool,
    span: Span,
) -> Expression {
    let value = values.pop().unwrap_or_else(|| unknown(span));
    let value = converted(value, Scalar::Bool);
    let n = f.c.types.count(value.ty).min(16) as u8;
    let (before, value) = f.once(value);
    let op = if is_all { BinaryOp::And } else { BinaryOp::Or };
    let component = |i: u8| match value.ty {
        Type::Scalar(_) => value.clone(),
        _ => swizzled(value.clone(), &[i], BOOL),
    };
    let folded = (1..n).fold(component(0), |a, i| Expression {
        kind: ExpressionKind::Binary(op, Box::new([a, component(i)])),
        ty: BOOL,
        span,
    });
    after(before, smeared(folded, BOOL))
}
