//! Convolution filters (GL 1.5 sections 3.6.3 "Convolution Filter Specification", 3.6.5 and 6.1.8).
#![forbid(unsafe_code)]

use super::pixels::{
    Loading, load_block, load_frame, read_image, return_colors, size_of, with_image,
};
use super::state::{FILTER_2D, Filter, MAX_CONVOLUTION_SIZE, SEPARABLE, TableFormat, color_spec};
use crate::format::PixelSpec;
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::pixel::imaging_modes::BorderMode;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::platform::ClientPtr;

/// The place of a target's filter in the state; INVALID_ENUM for other targets.
fn filter_number(target: u32) -> Result<usize> {
    match target {
        CONVOLUTION_1D..=SEPARABLE_2D => Ok((target - CONVOLUTION_1D) as usize),
        _ => Err(GlError::invalid_enum("unknown convolution filter")),
    }
}

fn expect(target: u32, name: u32) -> Result {
    if target == name {
        Ok(())
    } else {
        Err(GlError::invalid_enum("not the target of this command"))
    }
}

/// Format and size of a new filter. INVALID_VALUE for sizes that are negative or too large.
fn check(internalformat: u32, size: [i32; 2]) -> Result<(TableFormat, [u32; 2])> {
    let format = TableFormat::from_enum(internalformat)?;
    let size = [size_of(size[0])?, size_of(size[1])?];
    if size.iter().any(|n| *n > MAX_CONVOLUTION_SIZE) {
        return Err(GlError::invalid_value("the filter is too large"));
    }
    Ok((format, size))
}

fn loading(pixel: &PixelState, number: usize, format: TableFormat) -> Loading {
    Loading {
        load: pixel.imaging.filters[number].load,
        format,
        clamp: false,
    }
}

/// Defines one of the two filters that are one image.
fn define(
    call: &mut Call<'_>,
    number: usize,
    checked: Result<((TableFormat, [u32; 2]), PixelSpec)>,
    image: ClientPtr<u8>,
) -> Result {
    let ((format, size), spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    with_image(call, image, spec, size, move |call, block| {
        let image = load_block(block, size, loading(&call.cx.pixel, number, format))?;
        call.cx.imaging.filters[number] = Filter {
            format,
            size,
            image,
            column: Vec::new(),
        };
        Ok(())
    })
}

/// Defines the one-dimensional filter.
pub fn convolution_filter1d(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    width: i32,
    format: u32,
    ty: u32,
    image: ClientPtr<u8>,
) -> Result {
    let checked = expect(target, CONVOLUTION_1D)
        .and_then(|()| Ok((check(internalformat, [width, 1])?, color_spec(format, ty)?)));
    define(call, 0, checked, image)
}

/// Defines the two-dimensional filter.
#[allow(clippy::too_many_arguments)]
pub fn convolution_filter2d(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    image: ClientPtr<u8>,
) -> Result {
    let size = [width, height];
    let checked = expect(target, CONVOLUTION_2D)
        .and_then(|()| Ok((check(internalformat, size)?, color_spec(format, ty)?)));
    define(call, FILTER_2D, checked, image)
}

/// Defines the separable filter by its row and its column.
#[allow(clippy::too_many_arguments)]
pub fn separable_filter2d(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    row: ClientPtr<u8>,
    column: ClientPtr<u8>,
) -> Result {
    // Both images are read when the command is called, not when a display list runs.
    let checked = expect(target, SEPARABLE_2D).and_then(|()| {
        let (internal, size) = check(internalformat, [width, height])?;
        let spec = color_spec(format, ty)?;
        let row = read_image(call, row, spec, [size[0], 1])?;
        Ok((
            internal,
            size,
            row,
            read_image(call, column, spec, [size[1], 1])?,
        ))
    });
    let (format, size, row, column) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    // The rest may be recorded: the filter's scale and bias are those of the time when the list runs.
    call.run(move |call| {
        let loading = loading(&call.cx.pixel, SEPARABLE, format);
        let load = |image: &[[f32; 4]]| image.iter().map(|c| loading.entry(*c)).collect();
        call.cx.imaging.filters[SEPARABLE] = Filter {
            format,
            size,
            image: load(&row),
            column: load(&column),
        };
        Ok(())
    })
}

fn copy_filter(
    call: &mut Call<'_>,
    number: usize,
    (format, size): (TableFormat, [u32; 2]),
    at: [i32; 2],
) -> Result {
    let loading = loading(&call.cx.pixel, number, format);
    let image = load_frame(call, at, size, loading)?;
    call.cx.imaging.filters[number] = Filter {
        format,
        size,
        image,
        column: Vec::new(),
    };
    Ok(())
}

/// Defines the one-dimensional filter by a row of the framebuffer.
pub fn copy_convolution_filter1d(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
) -> Result {
    expect(target, CONVOLUTION_1D)?;
    let checked = check(internalformat, [width, 1])?;
    copy_filter(call, 0, checked, [x, y])
}

/// Defines the two-dimensional filter by a rectangle of the framebuffer.
pub fn copy_convolution_filter2d(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
) -> Result {
    expect(target, CONVOLUTION_2D)?;
    let checked = check(internalformat, [width, height])?;
    copy_filter(call, FILTER_2D, checked, [x, y])
}

fn set_border_mode(pixel: &mut PixelState, number: usize, mode: u32) -> Result {
    let mode = BorderMode::checked(mode, "unknown convolution border mode")?;
    pixel.imaging.filters[number].border_mode = mode;
    Ok(())
}

const UNKNOWN: GlError = GlError::invalid_enum("unknown parameter of a convolution filter");

/// Sets the border mode; commands with one value set nothing else.
pub fn convolution_parameteri(call: &mut Call<'_>, target: u32, pname: u32, params: i32) -> Result {
    let number = filter_number(target)?;
    match pname {
        CONVOLUTION_BORDER_MODE => set_border_mode(&mut call.cx.pixel, number, params as u32),
        _ => Err(UNKNOWN),
    }
}

/// Sets the border mode; commands with one value set nothing else.
pub fn convolution_parameterf(call: &mut Call<'_>, target: u32, pname: u32, params: f32) -> Result {
    convolution_parameteri(call, target, pname, params as i32)
}

gl_enum! {
    /// The parameters of a filter that have four values.
    pub enum FilterParameter {
        BorderColor = CONVOLUTION_BORDER_COLOR,
        Scale = CONVOLUTION_FILTER_SCALE,
        Bias = CONVOLUTION_FILTER_BIAS,
    }
}

/// Sets border mode, border colour, scale or bias of a filter; `pname` decides how many values there are.
fn set_parameter<T: bytemuck::Pod + Send + Sync>(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<T>,
    number: fn(T) -> f32,
    color: fn(T) -> f32,
) -> Result {
    if pname == CONVOLUTION_BORDER_MODE {
        let [mode] = call.params::<T, 1>(params)?.map(number);
        return call.run(move |call| {
            set_border_mode(&mut call.cx.pixel, filter_number(target)?, mode as u32)
        });
    }
    let Some(parameter) = FilterParameter::from_name(pname) else {
        return call.run(|_| Err(UNKNOWN));
    };
    let values = call.params::<T, 4>(params)?;
    let values = match parameter {
        FilterParameter::BorderColor => values.map(color),
        FilterParameter::Scale | FilterParameter::Bias => values.map(number),
    };
    call.run(move |call| {
        let modes = &mut call.cx.pixel.imaging.filters[filter_number(target)?];
        match parameter {
            FilterParameter::BorderColor => modes.border_color = values,
            FilterParameter::Scale => modes.load.scale = values,
            FilterParameter::Bias => modes.load.bias = values,
        }
        Ok(())
    })
}

/// Sets a parameter of a filter.
pub fn convolution_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    set_parameter(call, target, pname, params, |v| v, |v| v)
}

/// Sets a parameter of a filter; integers of the border colour are fractions of their range.
pub fn convolution_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    set_parameter(call, target, pname, params, |v| v as f32, color_from_i32)
}

/// Returns the image of a filter that is one image.
pub fn get_convolution_filter(
    call: &mut Call<'_>,
    target: u32,
    format: u32,
    ty: u32,
    image: ClientPtr<u8>,
) -> Result {
    let number = match target {
        CONVOLUTION_1D => 0,
        CONVOLUTION_2D => FILTER_2D,
        _ => return Err(GlError::invalid_enum("not a filter of one image")),
    };
    let spec = color_spec(format, ty)?;
    let filter = call.cx.imaging.filters[number].clone();
    return_colors(call, image, spec, filter.size, &filter.image, filter.format)
}

/// Returns row and column of the separable filter; `span` is unused.
pub fn get_separable_filter(
    call: &mut Call<'_>,
    target: u32,
    format: u32,
    ty: u32,
    row: ClientPtr<u8>,
    column: ClientPtr<u8>,
    _span: ClientPtr<u8>,
) -> Result {
    expect(target, SEPARABLE_2D)?;
    let spec = color_spec(format, ty)?;
    let filter = call.cx.imaging.filters[SEPARABLE].clone();
    let [width, height] = filter.size;
    return_colors(call, row, spec, [width, 1], &filter.image, filter.format)?;
    return_colors(
        call,
        column,
        spec,
        [height, 1],
        &filter.column,
        filter.format,
    )
}

fn parameter(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    let number = filter_number(target)?;
    let filter = &call.cx.imaging.filters[number];
    let modes = &call.cx.pixel.imaging.filters[number];
    Ok(match pname {
        CONVOLUTION_BORDER_COLOR => Answer::Color(modes.border_color),
        CONVOLUTION_BORDER_MODE => Answer::name(modes.border_mode),
        CONVOLUTION_FILTER_SCALE => Answer::Vector(modes.load.scale),
        CONVOLUTION_FILTER_BIAS => Answer::Vector(modes.load.bias),
        CONVOLUTION_FORMAT => Answer::Int(filter.format.name as i32),
        CONVOLUTION_WIDTH => Answer::Int(filter.size[0] as i32),
        CONVOLUTION_HEIGHT => Answer::Int(filter.size[1] as i32),
        MAX_CONVOLUTION_WIDTH | MAX_CONVOLUTION_HEIGHT => Answer::Int(MAX_CONVOLUTION_SIZE as i32),
        _ => return Err(UNKNOWN),
    })
}

/// Queries a parameter of a filter.
pub fn get_convolution_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    parameter(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries a parameter of a filter.
pub fn get_convolution_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    parameter(call, target, pname)?.write_ints(call, params);
    Ok(())
}
