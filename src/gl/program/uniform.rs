//! The uniforms of programs in shading languages, by name and by location (TRI_shading_language). Display lists hold none of
//! these commands.
//!
//! A uniform has as many consecutive locations as it has elements; those of the next uniform follow. Locations hold until
//! the object gets another text.
#![forbid(unsafe_code)]

use super::loaded::Loaded;
use super::object::ProgramObject;
use super::options::target_of;
use crate::format::TextureShape;
use crate::frontend::stage_program::{
    Layout, NumberKind, SamplerType, StageProgram, Uniform, UniformType,
};
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::limits::MAX_TEXTURE_IMAGE_UNITS;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

/// The longest name that is looked for.
const MAX_NAME_BYTES: usize = 4096;

const NO_PROGRAM: GlError =
    GlError::invalid_operation("no program of a shading language is bound to the target");
const NO_LOCATION: GlError =
    GlError::invalid_operation("the program has no uniform at this location");

/// The program of an object, if it is of a shading language.
fn program_of(object: &ProgramObject) -> Option<&Arc<StageProgram>> {
    match &object.loaded {
        Some(Loaded::Shading(program, _)) => Some(program),
        _ => None,
    }
}

/// PROGRAM_ACTIVE_UNIFORMS_TRI: the number of uniforms.
pub(crate) fn count(object: &ProgramObject) -> i32 {
    program_of(object).map_or(0, |program| program.uniforms().len() as i32)
}

/// PROGRAM_UNIFORM_MAX_LENGTH_TRI: the bytes of the longest name with its NUL; 0 without uniforms.
pub(crate) fn max_length(object: &ProgramObject) -> i32 {
    let uniforms = program_of(object).map_or(&[][..], |program| program.uniforms());
    let longest = uniforms.iter().map(|uniform| uniform.name.len() + 1).max();
    longest.map_or(0, |n| n as i32)
}

/// The location of a name: `name` is that of the first element, `name[3]` that of the fourth.
fn location(uniforms: &[Uniform], name: &str) -> Option<i32> {
    let (array, element) = match name.strip_suffix(']').and_then(|n| n.rsplit_once('[')) {
        Some((array, number)) => (Some(array), number.parse::<u32>().ok()),
        None => (None, None),
    };
    let mut first = 0u32;
    for uniform in uniforms {
        if uniform.name == name {
            return i32::try_from(first).ok();
        }
        let is_it = uniform.is_array && array == Some(uniform.name.as_str());
        if let Some(element) = element.filter(|n| is_it && *n < uniform.count) {
            return i32::try_from(first + element).ok();
        }
        first += uniform.count;
    }
    None
}

/// The uniform at a location, and the element that it names. INVALID_OPERATION if there is none.
fn at(uniforms: &[Uniform], location: i32) -> Result<(&Uniform, u32)> {
    let mut rest = u32::try_from(location).map_err(|_| NO_LOCATION)?;
    for uniform in uniforms {
        if rest < uniform.count {
            return Ok((uniform, rest));
        }
        rest -= uniform.count;
    }
    Err(NO_LOCATION)
}

/// Numbers of a uniform that a command sets or reads: those of `count` elements from `element` on.
struct Place {
    kind: NumberKind,
    rows: u32,
    columns: u32,
    layout: Layout,
    element: u32,
    count: u32,
}

impl Place {
    /// The numbers of all elements.
    fn numbers(&self) -> usize {
        (self.rows * self.columns * self.count) as usize
    }

    /// The word of each number: element by element; matrices by columns, or by rows.
    fn words(&self, by_rows: bool) -> impl Iterator<Item = usize> + '_ {
        let (rows, columns) = (self.rows, self.columns);
        let each = (0..self.count).flat_map(move |e| (0..rows * columns).map(move |i| (e, i)));
        each.map(move |(element, i)| {
            let (row, column) = if by_rows {
                (i / columns, i % columns)
            } else {
                (i % rows, i / rows)
            };
            self.layout.word(self.element + element, row, column)
        })
    }
}

/// Where a command's numbers go. INVALID_VALUE for a negative count, INVALID_OPERATION for more elements than there are, and
/// for a sampler.
fn place(uniforms: &[Uniform], location: i32, count: i32) -> Result<Place> {
    let count = u32::try_from(count)
        .map_err(|_| GlError::invalid_value("ProgramUniform: count is negative"))?;
    // A location names an element of an array. The elements from it on must hold all that is given.
    let (uniform, element) = at(uniforms, location)?;
    if count > uniform.count - element {
        return Err(GlError::invalid_operation(
            "ProgramUniform: the uniform has fewer elements",
        ));
    }
    // Numbers have a place in the array of uniforms. Samplers have a command of their own.
    match uniform.ty {
        UniformType::Numbers {
            kind,
            rows,
            columns,
            layout,
        } => Ok(Place {
            kind,
            rows: rows.into(),
            columns: columns.into(),
            layout,
            element,
            count,
        }),
        UniformType::Sampler(_) => Err(GlError::invalid_operation(
            "ProgramUniform: a sampler is set by ProgramUniformi",
        )),
    }
}

/// The program that is bound to a target. INVALID_OPERATION for one of no shading language.
fn bound(call: &Call<'_>, target: u32) -> Result<Arc<StageProgram>> {
    let target = target_of(target)?;
    let object = call.cx.programs.target(target).object.lock();
    program_of(&object).cloned().ok_or(NO_PROGRAM)
}

/// Reads the application's numbers and stores them. A location of −1 stands for a name that was not found, and sets nothing.
fn set_floats(
    call: &mut Call<'_>,
    target: u32,
    location: i32,
    count: i32,
    transpose: Option<u8>,
    value: ClientPtr<f32>,
) -> Result {
    let program = bound(call, target)?;
    if location == -1 {
        return Ok(());
    }
    let place = place(program.uniforms(), location, count)?;
    let is_matrix = place.rows > 1 && place.columns > 1;
    if transpose.is_some() != is_matrix {
        return Err(GlError::invalid_operation(
            "ProgramUniform: matrices, and only these, are set by ProgramUniformMatrixfv",
        ));
    }
    let numbers = call.mem.read_vec(value, place.numbers());
    let numbers = numbers.map_err(unreadable("null pointer to values"))?;
    let mut object = call.cx.programs.target(target_of(target)?).object.lock();
    let stored: &mut [f32] = object.values_mut().named.as_flattened_mut();
    let by_rows = transpose.is_none_or(|transpose| transpose != 0);
    for (word, number) in place.words(by_rows).zip(numbers) {
        if let Some(stored) = stored.get_mut(word) {
            *stored = place.kind.word_of(number);
        }
    }
    Ok(())
}

/// `glGetProgramUniformLocationTRI`: −1 for a name that no uniform has.
pub fn get_program_uniform_location_tri(
    call: &mut Call<'_>,
    target: u32,
    name: ClientPtr<u8>,
) -> Result<i32> {
    let program = bound(call, target)?;
    let name = call.mem.c_string(name, MAX_NAME_BYTES);
    let name = name.ok_or(GlError::invalid_value("null pointer to a name"))?;
    let name = std::str::from_utf8(name).ok();
    let found = name.and_then(|name| location(program.uniforms(), name));
    Ok(found.unwrap_or(-1))
}

/// `glProgramUniformiTRI`: the image unit of a sampler, or a number that is no vector.
pub fn program_uniformi_tri(call: &mut Call<'_>, target: u32, location: i32, value: i32) -> Result {
    let program = bound(call, target)?;
    if location == -1 {
        return Ok(());
    }
    let (uniform, element) = at(program.uniforms(), location)?;
    let mut object = call.cx.programs.target(target_of(target)?).object.lock();
    match uniform.ty {
        // A sampler's value is kept beside the program: which unit of GL each of its samplers reads.
        UniformType::Sampler(first) => {
            let unit = usize::try_from(value).ok();
            let unit = unit.filter(|unit| *unit < MAX_TEXTURE_IMAGE_UNITS);
            let unit = unit.ok_or(GlError::invalid_value(
                "ProgramUniformi: there is no such image unit",
            ))?;
            if let Some(Loaded::Shading(_, units)) = &mut object.loaded {
                units[usize::from(first) + element as usize] = unit as u8;
            }
        }
        UniformType::Numbers {
            kind,
            rows: 1,
            columns: 1,
            layout,
        } => {
            // A number takes the integer in its own form.
            let stored: &mut [f32] = object.values_mut().named.as_flattened_mut();
            if let Some(stored) = stored.get_mut(layout.word(element, 0, 0)) {
                *stored = kind.word_of_int(value);
            }
        }
        UniformType::Numbers { .. } => {
            return Err(GlError::invalid_operation(
                "ProgramUniformi: the uniform has several components",
            ));
        }
    }
    Ok(())
}

/// `glProgramUniformfvTRI`: numbers and vectors, `count` elements of them.
pub fn program_uniformfv_tri(
    call: &mut Call<'_>,
    target: u32,
    location: i32,
    count: i32,
    value: ClientPtr<f32>,
) -> Result {
    set_floats(call, target, location, count, None, value)
}

/// `glProgramUniformMatrixfvTRI`: by columns, or by rows if `transpose` is not 0.
pub fn program_uniform_matrixfv_tri(
    call: &mut Call<'_>,
    target: u32,
    location: i32,
    count: i32,
    transpose: u8,
    value: ClientPtr<f32>,
) -> Result {
    set_floats(call, target, location, count, Some(transpose), value)
}

/// `glGetProgramUniformfvTRI`: the numbers of one element, of a matrix by columns; of a sampler its image unit.
pub fn get_program_uniformfv_tri(
    call: &mut Call<'_>,
    target: u32,
    location: i32,
    params: ClientPtr<f32>,
) -> Result {
    let program = bound(call, target)?;
    let (uniform, element) = at(program.uniforms(), location)?;
    let values: Vec<f32> = {
        let object = call.cx.programs.target(target_of(target)?).object.lock();
        match (uniform.ty, &object.loaded) {
            (UniformType::Sampler(first), Some(Loaded::Shading(_, units))) => {
                vec![f32::from(units[usize::from(first) + element as usize])]
            }
            _ => {
                let place = place(program.uniforms(), location, 1)?;
                let stored: &[f32] = object.named.as_flattened();
                let words = place.words(false);
                let numbers = words.map(|word| stored.get(word).copied().unwrap_or_default());
                numbers.map(|word| place.kind.number_of(word)).collect()
            }
        }
    };
    call.mem.write(params, &values);
    Ok(())
}

/// `glGetActiveUniformTRI`: at most `buf_size` bytes of the name, with its NUL.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub fn get_active_uniform_tri(
    call: &mut Call<'_>,
    target: u32,
    index: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    size: ClientPtr<i32>,
    ty: ClientPtr<u32>,
    name: ClientPtr<u8>,
) -> Result {
    let program = bound(call, target)?;
    let limit = usize::try_from(buf_size)
        .map_err(|_| GlError::invalid_value("GetActiveUniform: bufSize is negative"))?;
    let uniform = program.uniforms().get(index as usize);
    let uniform = uniform.ok_or(GlError::invalid_value(
        "GetActiveUniform: the program has fewer uniforms",
    ))?;
    let end = uniform.name.len().min(limit.saturating_sub(1));
    if limit > 0 {
        let mut text = uniform.name.as_bytes()[..end].to_vec();
        text.push(0);
        call.mem.write(name, &text);
    }
    call.mem.write(length, &[end as i32]);
    call.mem.write(size, &[uniform.count as i32]);
    call.mem.write(ty, &[type_name(&program, uniform.ty)]);
    Ok(())
}

/// The names of number types: one row for each kind, vectors of 1 to 4 components.
const VECTORS: [(NumberKind, [u32; 4]); 3] = [
    (
        NumberKind::Float,
        [FLOAT, FLOAT_VEC2, FLOAT_VEC3, FLOAT_VEC4],
    ),
    (NumberKind::Int, [INT, INT_VEC2, INT_VEC3, INT_VEC4]),
    (NumberKind::Bool, [BOOL, BOOL_VEC2, BOOL_VEC3, BOOL_VEC4]),
];

/// The names of matrix types, by columns and rows from 2 to 4. FLOAT_MAT2x3 has two columns and three rows.
const MATRICES: [[u32; 3]; 3] = [
    [FLOAT_MAT2, FLOAT_MAT2x3, FLOAT_MAT2x4],
    [FLOAT_MAT3x2, FLOAT_MAT3, FLOAT_MAT3x4],
    [FLOAT_MAT4x2, FLOAT_MAT4x3, FLOAT_MAT4],
];

/// The name of a uniform's type. A matrix of one column is a vector, whatever its kind of numbers a matrix is one of floats.
fn type_name(program: &StageProgram, ty: UniformType) -> u32 {
    match ty {
        UniformType::Sampler(number) => {
            let sampler = program.samplers()[usize::from(number)];
            sampler.map_or(SAMPLER_2D, |sampler| sampler_name(sampler.ty))
        }
        UniformType::Numbers {
            kind,
            rows,
            columns,
            ..
        } => {
            let index = |n: u8| usize::from(n.clamp(1, 4)) - 1;
            match (index(rows), index(columns)) {
                (0, n) | (n, 0) => {
                    let row = VECTORS.iter().find(|(known, _)| *known == kind);
                    row.map_or(FLOAT, |(_, names)| names[n])
                }
                (rows, columns) => MATRICES[columns - 1][rows - 1],
            }
        }
    }
}

fn sampler_name(ty: SamplerType) -> u32 {
    match (ty.shape.unwrap_or(TextureShape::D2), ty.is_shadow) {
        (TextureShape::D1, false) => SAMPLER_1D,
        (TextureShape::D1, true) => SAMPLER_1D_SHADOW,
        (TextureShape::D2, false) => SAMPLER_2D,
        (TextureShape::D2, true) => SAMPLER_2D_SHADOW,
        (TextureShape::D3, _) => SAMPLER_3D,
        (TextureShape::Cube, _) => SAMPLER_CUBE,
        (TextureShape::Rectangle, false) => SAMPLER_2D_RECT,
        (TextureShape::Rectangle, true) => SAMPLER_2D_RECT_SHADOW,
        (TextureShape::D1Array, false) => SAMPLER_1D_ARRAY,
        (TextureShape::D1Array, true) => SAMPLER_1D_ARRAY_SHADOW,
        (TextureShape::D2Array, false) => SAMPLER_2D_ARRAY,
        (TextureShape::D2Array, true) => SAMPLER_2D_ARRAY_SHADOW,
    }
}
