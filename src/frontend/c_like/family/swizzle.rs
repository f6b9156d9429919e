//! Swizzles of vectors, scalars and matrices.

use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::Swizzle;
use crate::frontend::c_like::types::{Scalar, Type};
use smallvec::SmallVec;

/// The components that the letters of some sets name, and their type.
pub(in crate::frontend::c_like) fn swizzle(
    f: &mut FunctionChecker<'_, '_>,
    of: Type,
    name: Name<'_>,
    sets: &[&str],
) -> Option<(Swizzle, Type)> {
    // A scalar counts as a vector of one component. Matrices have names of their own for components.
    let (scalar, n) = match of {
        Type::Scalar(s) => (s, 1),
        Type::Vector(s, n) => (s, n),
        Type::Matrix(s, rows, columns) => return of_matrix(f, s, rows, columns, name),
        _ => {
            let rule = Shading::NotAStruct(name.text.into(), f.c.type_name(of));
            f.refuse(rule, name.span);
            return None;
        }
    };
    // All letters must be known before their number and their range are judged.
    let place = |set: &&str, c: char| set.bytes().position(|letter| char::from(letter) == c);
    let component = |c: char| sets.iter().find_map(|set| place(set, c)).map(|i| i as u8);
    let mut components: SmallVec<[u8; 4]> = SmallVec::new();
    for c in name.text.chars() {
        let Some(component) = component(c) else {
            f.refuse(Shading::SwizzleLetter(c, name.text.into()), name.span);
            return None;
        };
        components.push(component);
    }
    if components.len() > 4 {
        f.refuse(Shading::SwizzleLength(name.text.into()), name.span);
        return None;
    }
    if components.iter().any(|c| *c >= n) {
        let rule = Shading::SwizzleComponent(name.text.into(), f.c.type_name(of));
        f.refuse(rule, name.span);
        return None;
    }
    Some(selection(&components, scalar))
}

/// One component is a scalar, several are a vector.
fn selection(components: &[u8], scalar: Scalar) -> (Swizzle, Type) {
    let ty = match components.len() {
        1 => Type::Scalar(scalar),
        n => Type::Vector(scalar, n as u8),
    };
    (Swizzle::new(components), ty)
}

/// `_m00_m11` with numbers from 0, or `_11_22` with numbers from 1.
fn of_matrix(
    f: &mut FunctionChecker<'_, '_>,
    scalar: Scalar,
    rows: u8,
    columns: u8,
    name: Name<'_>,
) -> Option<(Swizzle, Type)> {
    let bytes = name.text.as_bytes();
    let from_zero = bytes.get(1) == Some(&b'm');
    let base = if from_zero { b'0' } else { b'1' };
    let mut components = Vec::new();
    let mut rest = name.text.chars();
    // Reports the letter that does not belong where it stands.
    let wrong = |f: &mut FunctionChecker<'_, '_>, c: Option<char>| {
        let c = c.or(name.text.chars().last()).unwrap_or('_');
        f.refuse(Shading::SwizzleLetter(c, name.text.into()), name.span);
        None::<(Swizzle, Type)>
    };
    while let Some(c) = rest.next() {
        if c != '_' {
            return wrong(f, Some(c));
        }
        if from_zero {
            let m = rest.next();
            if m != Some('m') {
                return wrong(f, m);
            }
        }
        let mut digit = |limit: u8| {
            let c = rest.next();
            let i = c.and_then(|c| u8::try_from(c).ok()?.checked_sub(base));
            i.filter(|i| *i < limit).ok_or(c)
        };
        let (row, column) = match (digit(rows), digit(columns)) {
            (Ok(row), Ok(column)) => (row, column),
            (Err(c), _) | (_, Err(c)) => return wrong(f, c),
        };
        components.push(row * columns + column);
    }
    if components.len() > 4 {
        f.refuse(Shading::SwizzleLength(name.text.into()), name.span);
        return None;
    }
    Some(selection(&components, scalar))
}

/// A write selects each component once.
pub(in crate::frontend::c_like) fn is_mask(swizzle: &Swizzle) -> bool {
    let components = swizzle.components();
    let repeats = |(i, c): (usize, &u8)| components[..i].contains(c);
    !components.iter().enumerate().any(repeats)
}
