//! Textures as objects, `t.Sample(s, uv)`: shader models 1 to 3 have one sampler for each pair of both.

use crate::frontend::c_like::check::convert::{read, unknown};
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Expr, Name};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};
use crate::ir::Span;

/// The methods, with their numbers of arguments.
const METHODS: &[(&str, usize)] = &[
    ("Sample", 2),
    ("SampleBias", 3),
    ("SampleLevel", 3),
    ("SampleGrad", 4),
];

const FLOAT: Type = Type::Scalar(Scalar::Float);

/// A call of such a method; `None` if there is none of the name.
pub(super) fn method<'a>(
    f: &mut FunctionChecker<'a, '_>,
    object: &Place,
    name: Name<'a>,
    arguments: &'a [Expr<'a>],
    span: Span,
) -> Option<Expression> {
    let (_, n) = METHODS.iter().find(|(m, _)| *m == name.text)?;
    let Type::Sampler(kind) = object.ty else {
        return None;
    };
    let Some(values) = f.values(name, arguments, *n, "a sampler and coordinates") else {
        return Some(unknown(span));
    };
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or_else(|| unknown(span));
    let sampler = next();
    if !matches!(sampler.ty, Type::Sampler(_) | Type::Unknown) {
        let (found, expected) = (f.c.type_name(sampler.ty), "sampler".into());
        f.refuse(Shading::AssignType { found, expected }, sampler.span);
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
