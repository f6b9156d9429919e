//! How the values of uniforms are set and read (GL 2.1 section 2.15.3). Both stages that read a uniform have its value.
#![forbid(unsafe_code)]

use super::linked::{Linked, Located};
use crate::frontend::stage_program::{NumberKind, UniformType};
use crate::gl::context::limits::MAX_TEXTURE_IMAGE_UNITS;
use crate::gl::program::loaded::Loaded;
use crate::gl::{GlError, Result};

const NO_LOCATION: GlError = GlError::invalid_operation("the program has no such uniform");
const WRONG_TYPE: GlError = GlError::invalid_operation("the uniform has another type");

/// Numbers of the application.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numbers<'n> {
    Floats(&'n [f32]),
    Ints(&'n [i32]),
}

impl Numbers<'_> {
    /// The word that stands for a number in a uniform of this kind.
    fn word(&self, at: usize, kind: NumberKind) -> Option<f32> {
        match self {
            Numbers::Floats(all) => all.get(at).map(|x| kind.word_of(*x)),
            Numbers::Ints(all) => all.get(at).map(|x| kind.word_of_int(*x)),
        }
    }
}

/// The shape of what a command sets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A number, or a vector of so many.
    Vector(u8),
    /// Columns, rows, and whether the numbers are row by row.
    Matrix(u8, u8, bool),
}

impl Shape {
    /// The numbers of an element.
    pub(super) fn n(self) -> usize {
        match self {
            Shape::Vector(n) => n.into(),
            Shape::Matrix(columns, rows, _) => usize::from(columns) * usize::from(rows),
        }
    }
}

/// Whether a command of this shape and these numbers sets the uniform: INVALID_OPERATION if it does not.
fn check(uniform: &Located, count: u32, shape: Shape, is_float: bool) -> Result {
    if count > 1 && !uniform.is_array {
        return Err(GlError::invalid_operation("the uniform is no array"));
    }
    let ty = uniform.stages.iter().flatten().next().ok_or(NO_LOCATION)?;
    let is_right = match (ty, shape) {
        (UniformType::Sampler(_), Shape::Vector(1)) => !is_float,
        (UniformType::Sampler(_), _) => false,
        (
            UniformType::Numbers {
                kind,
                rows,
                columns,
                ..
            },
            Shape::Vector(n),
        ) => {
            let is_kind = match kind {
                NumberKind::Bool => true,
                NumberKind::Float => is_float,
                NumberKind::Int => !is_float,
            };
            is_kind && *rows == 1 && *columns == n
        }
        // A matrix has its columns as rows.
        (
            UniformType::Numbers {
                kind,
                rows,
                columns,
                ..
            },
            Shape::Matrix(c, r, _),
        ) => *kind == NumberKind::Float && (*rows, *columns) == (c, r),
    };
    if is_right { Ok(()) } else { Err(WRONG_TYPE) }
}

/// Sets elements of a uniform from a location on; those beyond its end are left out. −1 sets nothing.
pub(super) fn set(
    program: &Linked,
    location: i32,
    count: u32,
    shape: Shape,
    numbers: Numbers<'_>,
) -> Result {
    if location == -1 {
        return Ok(());
    }
    let (uniform, element) = program.at(location).ok_or(NO_LOCATION)?;
    check(uniform, count, shape, matches!(numbers, Numbers::Floats(_)))?;
    let count = count.min(uniform.count - element);
    if let (Some(UniformType::Sampler(_)), Numbers::Ints(units)) =
        (uniform.stages.iter().flatten().next(), numbers)
    {
        return set_units(
            program,
            uniform,
            element,
            units.get(..count as usize).unwrap_or(units),
        );
    }
    for (stage, ty) in uniform.stages.iter().enumerate() {
        let (Some(ty), Some(object)) = (ty, &program.executable.stages[stage]) else {
            continue;
        };
        let UniformType::Numbers {
            kind,
            rows,
            columns,
            layout,
        } = *ty
        else {
            continue;
        };
        let mut object = object.lock();
        let stored: &mut [f32] = object.values_mut().named.as_flattened_mut();
        let (rows, columns) = (u32::from(rows), u32::from(columns));
        let by_rows = matches!(shape, Shape::Matrix(_, _, true));
        for e in 0..count {
            for i in 0..rows * columns {
                // Without a transposition the numbers are those of one column after the other.
                let (row, column) = if by_rows {
                    (i % rows, i / rows)
                } else {
                    (i / columns, i % columns)
                };
                let word = layout.word(element + e, row, column);
                let number = numbers.word((e * rows * columns + i) as usize, kind);
                if let (Some(stored), Some(number)) = (stored.get_mut(word), number) {
                    *stored = number;
                }
            }
        }
    }
    Ok(())
}

/// Sets the image units of samplers. INVALID_VALUE for a unit that does not exist.
fn set_units(program: &Linked, uniform: &Located, element: u32, units: &[i32]) -> Result {
    let is_unit = |unit: &i32| (0..MAX_TEXTURE_IMAGE_UNITS as i32).contains(unit);
    if !units.iter().all(is_unit) {
        return Err(GlError::invalid_value("there is no such image unit"));
    }
    for (stage, ty) in uniform.stages.iter().enumerate() {
        let (Some(UniformType::Sampler(first)), Some(object)) =
            (ty, &program.executable.stages[stage])
        else {
            continue;
        };
        let mut object = object.lock();
        if let Some(Loaded::Shading(_, places)) = &mut object.loaded {
            let first = usize::from(*first) + element as usize;
            for (place, unit) in places.iter_mut().skip(first).zip(units) {
                *place = *unit as u8;
            }
        }
    }
    Ok(())
}

/// The numbers of the element at a location, a matrix column after column; of a sampler its image unit. INVALID_OPERATION if
/// there is no uniform.
pub(super) fn get(program: &Linked, location: i32) -> Result<Vec<f32>> {
    let (uniform, element) = program.at(location).ok_or(NO_LOCATION)?;
    for (stage, ty) in uniform.stages.iter().enumerate() {
        let (Some(ty), Some(object)) = (ty, &program.executable.stages[stage]) else {
            continue;
        };
        let object = object.lock();
        return Ok(match (*ty, &object.loaded) {
            (UniformType::Sampler(first), Some(Loaded::Shading(_, units))) => {
                let unit = units.get(usize::from(first) + element as usize);
                vec![f32::from(unit.copied().unwrap_or(0))]
            }
            (
                UniformType::Numbers {
                    kind,
                    rows,
                    columns,
                    layout,
                },
                _,
            ) => {
                let stored: &[f32] = object.named.as_flattened();
                let (rows, columns) = (u32::from(rows), u32::from(columns));
                let words =
                    (0..rows * columns).map(|i| layout.word(element, i / columns, i % columns));
                let word = |at: usize| stored.get(at).copied().unwrap_or(0.0);
                words.map(|at| kind.number_of(word(at))).collect()
            }
            _ => Vec::new(),
        });
    }
    Err(NO_LOCATION)
}
