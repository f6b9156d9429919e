//! Textures as objects, `t.Sample(s, uv)`: shader models 1 to 3 have one sampler for each pair of both.

use crate::frontend::c_like::check::convert::{read, unknown};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};
use crate::ir::Span;

/// The methods, with their numbers of arguments. One more is an offset in texels, which later models have.
const METHODS: &[(&str, usize)] = &[
    ("Sample", 2),
    ("SampleBias", 3),
    ("SampleLevel", 3),
    ("SampleGrad", 4),
];

/// The methods that are in texts only, with the numbers of arguments that they take.
const LATER: &[(&str, &[usize])] = &[
    ("Load", &[1, 2]),
    ("Gather", &[2, 3]),
    ("GatherRed", &[2, 3]),
    ("GatherGreen", &[2, 3]),
    ("GatherBlue", &[2, 3]),
    ("GatherAlpha", &[2, 3]),
    ("CalculateLevelOfDetail", &[2]),
    ("CalculateLevelOfDetailUnclamped", &[2]),
    ("GatherCmp", &[]),
    ("SampleCmp", &[]),
    ("SampleCmpLevelZero", &[]),
];

const FLOAT: Type = Type::Scalar(Scalar::Float);

/// A call of such a method; `None` of what is no texture.
pub(super) fn method<'a>(
    f: &mut FunctionChecker<'a, '_>,
    object: &Place,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Option<Expression> {
    let Type::Sampler(texture) = object.ty else {
        return None;
    };
    let kind = texture.of_texture()?;
    let values = f.values_of(arguments);
    if values.iter().any(|e| e.ty == Type::Unknown) {
        return Some(unknown(span));
    }
    let found = METHODS.iter().find(|(m, _)| *m == name.text);
    if found.is_none_or(|(_, n)| values.len() != *n) {
        later_method(f, name, found.map(|(_, n)| n + 1), &values, span);
        return Some(unknown(span));
    }
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or_else(|| unknown(span));
    let sampler = next();
    // The samplers of Direct3D 9 that have a dimension read no textures.
    if !matches!(sampler.ty, Type::Sampler(SamplerKind::Any) | Type::Unknown) {
        let found = format!("{}({})", name.text, f.c.type_name(sampler.ty));
        f.refuse(Shading::NoOverload(found), name.span);
        return Some(unknown(span));
    }
    let n = match kind {
        SamplerKind::D1 => 1,
        SamplerKind::D2 => 2,
        _ => 3,
    };
    let own = match n {
        1 => FLOAT,
        n => Type::Vector(Scalar::Float, n),
    };
    let coordinates = f.implicit(next(), own, Use::Assign);
    let lod = match name.text {
        "SampleBias" => SampleLod::Bias(f.implicit(next(), FLOAT, Use::Assign)),
        "SampleLevel" => SampleLod::Explicit(f.implicit(next(), FLOAT, Use::Assign)),
        "SampleGrad" => {
            let [x, y] = [next(), next()].map(|e| f.implicit(e, own, Use::Assign));
            SampleLod::Gradients(filled(x, n, 3), filled(y, n, 3))
        }
        _ => SampleLod::Implicit,
    };
    let sample = Sample {
        sampler,
        texture: Some(read(object, span)),
        kind,
        coordinates: filled(coordinates, n, 4),
        lod,
        is_shadow: false,
    };
    Some(Expression {
        kind: ExpressionKind::Sample(Box::new(sample)),
        ty: Type::Vector(Scalar::Float, 4),
        span,
    })
}

/// Refuses a method that there is not, one of later models, or one with other arguments.
fn later_method(
    f: &mut FunctionChecker<'_, '_>,
    name: Name<'_>,
    with_offset: Option<usize>,
    values: &[Expression],
    span: Span,
) {
    let n = values.len();
    let later = LATER.iter().find(|(m, _)| *m == name.text);
    let is_later = match (later, with_offset) {
        (Some((_, counts)), _) => counts.contains(&n) && !has_fraction(name, values),
        (None, Some(offset)) => n == offset,
        (None, None) => {
            let text = name.text.into();
            return f.refuse_hlsl(HlslRule::NoMethod(text), name.span);
        }
    };
    if is_later {
        if !f.is_dropped {
            let why = "the method of a texture that later models have";
            f.refuse_hlsl(HlslRule::Machine(why, 4532), span);
        }
        return;
    }
    let types: Vec<String> = values.iter().map(|e| f.c.type_name(e.ty)).collect();
    let found = format!("{}({})", name.text, types.join(", "));
    f.refuse(Shading::NoOverload(found), name.span);
}

/// Whether the place of a texel, which is whole, is given by floats.
fn has_fraction(name: Name<'_>, values: &[Expression]) -> bool {
    name.text == "Load" && values[0].ty.scalar().is_none_or(Scalar::is_real)
}

/// A vector of `n` numbers with zeros up to `size`.
fn filled(e: Expression, n: u8, size: u8) -> Expression {
    if n == size {
        return e;
    }
    let span = e.span;
    let mut parts = vec![e];
    parts.extend((n..size).map(|_| Expression {
        kind: ExpressionKind::Real(0.0, 0.0),
        ty: FLOAT,
        span,
    }));
    Expression {
        kind: ExpressionKind::Compose(parts),
        ty: Type::Vector(Scalar::Float, size),
        span,
    }
}
