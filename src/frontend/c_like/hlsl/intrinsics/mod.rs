//! Which parameters a call of an intrinsic function asks for. Most functions work component by component, on operands in
//! the shape that they have in common; the others have rules of their own.

mod table;

use super::rules::shape::common_shape;
use super::words::type_name;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};
pub(super) use table::later;
use table::{Coordinates, FLOAT, FLOAT3, FLOAT4, INTRINSICS, Rule};

/// Whether HLSL has an intrinsic function of the name.
pub(super) fn has(name: &str) -> bool {
    INTRINSICS.iter().any(|(n, _)| *n == name)
}

/// The types of parameters that a call with such arguments asks for; `None`: no function takes them.
pub(super) fn parameters(name: &str, arguments: &[Type]) -> Option<Vec<Type>> {
    let (_, rule) = INTRINSICS.iter().find(|(n, _)| *n == name)?;
    match *rule {
        Rule::Real(n) => {
            let shape = of_count(arguments, n)?;
            Some(vec![shape.with_scalar(Scalar::Float); n])
        }
        Rule::Bits => {
            let shape = of_count(arguments, 1)?;
            let is_number = shape.scalar() != Some(Scalar::Bool);
            is_number.then(|| vec![shape.with_scalar(Scalar::Float)])
        }
        Rule::Number(n) => {
            let shape = of_count(arguments, n)?;
            Some(vec![shape.with_scalar(number_kind(arguments)?); n])
        }
        Rule::Written(n) => {
            of_count(arguments, n)?;
            let shape = of_least(arguments)?;
            Some(vec![shape.with_scalar(Scalar::Float); n])
        }
        Rule::Truth => Some(vec![of_count(arguments, 1)?.with_scalar(Scalar::Bool)]),
        Rule::Vectors(n) => Some(vec![vector_of(arguments, n)?.with_scalar(Scalar::Float); n]),
        Rule::Dot => {
            let kind = number_kind(arguments)?;
            Some(vec![vector_of(arguments, 2)?.with_scalar(kind); 2])
        }
        Rule::Refract => {
            let vector = vector_of(arguments.get(..2)?, 2)?.with_scalar(Scalar::Float);
            let [_, _, eta] = arguments else {
                return None;
            };
            eta.scalar()?;
            Some(vec![vector, vector, FLOAT])
        }
        Rule::Fixed(types) => fixed(arguments, types),
        Rule::Scalars(n) => {
            let fits = arguments.iter().all(|t| matches!(t, Type::Scalar(_)));
            (fits && arguments.len() == n).then(|| vec![FLOAT; n])
        }
        Rule::Product => product(arguments),
        Rule::Transpose => match arguments {
            [Type::Matrix(_, rows, columns)] => {
                Some(vec![Type::Matrix(Scalar::Float, *rows, *columns)])
            }
            [Type::Scalar(_)] => Some(vec![Type::Matrix(Scalar::Float, 1, 1)]),
            _ => None,
        },
        Rule::Determinant => match arguments {
            [Type::Scalar(_)] => Some(vec![FLOAT]),
            // The larger side is cut off.
            [Type::Matrix(_, rows, columns)] => {
                let n = *rows.min(columns);
                Some(vec![Type::Matrix(Scalar::Float, n, n)])
            }
            _ => None,
        },
        Rule::Texture(kind, coordinates) => texture(arguments, kind, coordinates),
    }
}

/// Why a call is refused for a reason of its own: written arguments of another shape than the others have in common, and
/// functions of numbers that no machine of these profiles has.
pub(super) fn refused(name: &str, arguments: &[Type]) -> Option<Shading> {
    let is_double = name == "asuint" && arguments.len() == 3;
    let n = if name == "sincos" { 3 } else { 2 };
    let is_written = matches!(name, "modf" | "frexp" | "sincos") && arguments.len() == n;
    let is_written = is_written || is_double;
    if is_written {
        let shape = of_least(arguments)?;
        let other = arguments[1..].iter().find(|t| size(**t) != size(shape));
        if let Some(other) = other {
            let [found, expected] = [*other, shape].map(|t| type_name(&Types::default(), t));
            return Some(Shading::AssignType { found, expected });
        }
    }
    // A square of more than four numbers is in no register.
    let is_square = |t: &Type| matches!(t, Type::Matrix(_, 2.., 2..)) && size(*t) != (2, 2);
    let number = match name {
        "asuint" if is_double => 3651,
        // Whole numbers of both kinds become unsigned ones.
        "dst" | "mul" if mixes_signs(name, arguments) => 3548,
        "clip" if arguments.len() == 1 && arguments.iter().any(is_square) => 4500,
        _ => return None,
    };
    let name = name.to_owned();
    Some(Shading::RefusedByProfile { name, number })
}

/// Whether two scalars, or for `mul` two vectors, are whole numbers, one of them without a sign.
fn mixes_signs(name: &str, arguments: &[Type]) -> bool {
    let is_one = |t: &Type| match t {
        Type::Vector(..) => name == "mul",
        t => matches!(t, Type::Scalar(_)),
    };
    let [a, b] = arguments else {
        return false;
    };
    let kinds = [a, b].map(|t| t.scalar());
    let is_mixed = kinds == [Some(Scalar::Int), Some(Scalar::UInt)]
        || kinds == [Some(Scalar::UInt), Some(Scalar::Int)];
    is_mixed && is_one(a) && is_one(b)
}

/// Rows and columns; a number alone has one of each.
fn size(ty: Type) -> (u8, u8) {
    match ty {
        Type::Matrix(_, rows, columns) => (rows, columns),
        Type::Vector(_, n) => (1, n),
        _ => (1, 1),
    }
}

/// The least shape of operands, where only numbers alone are repeated.
fn of_least(arguments: &[Type]) -> Option<Type> {
    let mut all = arguments.iter().copied();
    let first = all.next().filter(|t| t.scalar().is_some())?;
    all.try_fold(first, |a, b| {
        b.scalar()?;
        Some(match (a, b) {
            (Type::Scalar(_), b) => b,
            (a, Type::Scalar(_)) => a,
            (Type::Vector(k, n), Type::Vector(_, m)) => Type::Vector(k, n.min(m)),
            (Type::Matrix(k, r, c), Type::Matrix(_, s, d)) => Type::Matrix(k, r.min(s), c.min(d)),
            _ => return None,
        })
    })
}

/// The shape of so many operands.
fn of_count(arguments: &[Type], n: usize) -> Option<Type> {
    if arguments.len() != n {
        return None;
    }
    let mut all = arguments.iter().copied();
    let first = all.next().filter(|t| t.scalar().is_some())?;
    all.try_fold(first, common_shape)
}

/// The kind of number of operands: floats beside whole numbers.
fn number_kind(arguments: &[Type]) -> Option<Scalar> {
    let kinds: Option<Vec<Scalar>> = arguments.iter().map(|t| t.scalar()).collect();
    let kinds = kinds?;
    Some(if kinds.iter().any(|k| k.is_real()) {
        Scalar::Float
    } else if kinds.contains(&Scalar::UInt) {
        Scalar::UInt
    } else {
        Scalar::Int
    })
}

/// The vector that so many operands become.
fn vector_of(arguments: &[Type], n: usize) -> Option<Type> {
    let shape = of_count(arguments, n)?;
    (!matches!(shape, Type::Matrix(..))).then_some(shape)
}

/// Whether an argument becomes a parameter of the type.
fn reaches(from: Type, to: Type) -> bool {
    match (from, to) {
        (Type::Scalar(_), _) | (Type::Vector(..), Type::Scalar(_)) => true,
        (Type::Vector(_, n), Type::Vector(_, m)) => n >= m,
        _ => false,
    }
}

fn fixed(arguments: &[Type], types: &[Type]) -> Option<Vec<Type>> {
    let mut pairs = arguments.iter().zip(types);
    let fits = arguments.len() == types.len() && pairs.all(|(a, t)| reaches(*a, *t));
    fits.then(|| types.to_vec())
}

/// The operands of `mul`: what both sides of the product have in common is as long as the shorter one.
fn product(arguments: &[Type]) -> Option<Vec<Type>> {
    let [a, b] = *arguments else {
        return None;
    };
    let float = Scalar::Float;
    let real = [a, b].map(|t| t.with_scalar(float));
    a.scalar()?;
    b.scalar()?;
    // A factor that is a scalar multiplies all components. Integers stay integers unless a matrix takes part.
    let (left, right) = match (a, b) {
        (Type::Scalar(_), _) | (_, Type::Scalar(_)) => {
            let is_matrix = |t: &Type| matches!(t, Type::Matrix(..));
            let kind = number_kind(arguments)?;
            return Some(match real.iter().any(is_matrix) {
                true => real.to_vec(),
                false => real.map(|t| t.with_scalar(kind)).to_vec(),
            });
        }
        (Type::Vector(_, n), Type::Vector(_, m)) => {
            let n = n.min(m);
            (Type::Vector(float, n), Type::Vector(float, n))
        }
        (Type::Vector(_, n), Type::Matrix(_, r, c)) => {
            let n = n.min(r);
            (Type::Vector(float, n), Type::Matrix(float, n, c))
        }
        (Type::Matrix(_, r, c), Type::Vector(_, n)) => {
            let n = n.min(c);
            (Type::Matrix(float, r, n), Type::Vector(float, n))
        }
        (Type::Matrix(_, r, c), Type::Matrix(_, s, d)) => {
            let n = c.min(s);
            (Type::Matrix(float, r, n), Type::Matrix(float, n, d))
        }
        _ => return None,
    };
    Some(vec![left, right])
}

fn texture(arguments: &[Type], kind: SamplerKind, coordinates: Coordinates) -> Option<Vec<Type>> {
    let (sampler, rest) = arguments.split_first()?;
    let fits = *sampler == Type::Sampler(kind) || *sampler == Type::Sampler(SamplerKind::Any);
    if !fits {
        return None;
    }
    let own = match kind {
        SamplerKind::D1 => FLOAT,
        SamplerKind::D2 => Type::Vector(Scalar::Float, 2),
        _ => FLOAT3,
    };
    let mut types = vec![Type::Sampler(kind)];
    match (coordinates, rest.len()) {
        // One coordinate is a number alone.
        (Coordinates::Own, 1) if own == FLOAT && !matches!(rest[0], Type::Scalar(_)) => {
            return None;
        }
        (Coordinates::Own, 1) => types.push(own),
        (Coordinates::Own | Coordinates::Gradients, 3) => types.extend([own; 3]),
        (Coordinates::Four, 1) => types.push(FLOAT4),
        _ => return None,
    }
    let fits = rest.iter().zip(&types[1..]).all(|(a, t)| reaches(*a, *t));
    fits.then_some(types)
}
