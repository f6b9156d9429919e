//! Colour tables (GL 1.5 sections 3.6.3 "Color Table Specification" and 6.1.7). The commands serve palettes of textures,
//! too, which are in [`super::palette`].
#![forbid(unsafe_code)]

use super::palette;
use super::palette::palette_target;
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::imaging::pixels::{
    Loading, load_block, load_frame, return_colors, size_of, with_image,
};
use crate::gl::imaging::state::ImagingState;
use crate::gl::imaging::state::{
    ColorTable, MAX_TABLE_WIDTH, TOO_LARGE, TableFormat, color_spec, table_width,
};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The number of a table and whether the name is a proxy's (table 3.4).
fn any_table(target: u32) -> Result<(usize, bool)> {
    match target {
        COLOR_TABLE..=POST_COLOR_MATRIX_COLOR_TABLE => Ok(((target - COLOR_TABLE) as usize, false)),
        PROXY_COLOR_TABLE..=PROXY_POST_COLOR_MATRIX_COLOR_TABLE => {
            Ok(((target - PROXY_COLOR_TABLE) as usize, true))
        }
        _ => Err(GlError::invalid_enum("unknown colour table")),
    }
}

/// The number of a regular table.
fn table(target: u32) -> Result<usize> {
    match any_table(target)? {
        (number, false) => Ok(number),
        _ => Err(GlError::invalid_enum("proxies hold no colours")),
    }
}

fn loading(pixel: &PixelState, number: usize, format: TableFormat) -> Loading {
    Loading {
        load: pixel.imaging.table_load[number],
        format,
        clamp: true,
    }
}

/// Defines a colour table, or asks a proxy whether it could be.
pub fn color_table(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    width: i32,
    format: u32,
    ty: u32,
    data: ClientPtr<u8>,
) -> Result {
    if let Some(palette) = palette_target(target) {
        let shape = (internalformat, width);
        return palette::define(call, palette, shape, (format, ty), data);
    }
    let checked = any_table(target).and_then(|(number, proxy)| {
        let internal = TableFormat::from_enum(internalformat)?;
        let width = table_width(width)?;
        let spec = color_spec(format, ty)?;
        match (width, proxy) {
            (None, false) => Err(TOO_LARGE),
            _ => Ok((number, proxy, internal, width, spec)),
        }
    });
    let (number, proxy, internal, width, spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    if proxy {
        // Proxies are never compiled into lists (section 5.4).
        call.cx.imaging.table_proxies[number] = width.map(|width| (internal, width));
        return Ok(());
    }
    let size = [width.unwrap_or(0), 1];
    with_image(call, data, spec, size, move |call, block| {
        let entries = load_block(block, size, loading(&call.cx.pixel, number, internal))?;
        call.cx.imaging.tables[number] = ColorTable {
            format: internal,
            entries,
        };
        Ok(())
    })
}

/// Defines a colour table from a row of the framebuffer.
pub fn copy_color_table(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
) -> Result {
    let number = table(target)?;
    let format = TableFormat::from_enum(internalformat)?;
    let width = table_width(width)?.ok_or(TOO_LARGE)?;
    let loading = loading(&call.cx.pixel, number, format);
    let entries = load_frame(call, [x, y], [width, 1], loading)?;
    call.cx.imaging.tables[number] = ColorTable { format, entries };
    Ok(())
}

/// Puts entries into a table from `start` on, where they fit.
fn replace(imaging: &mut ImagingState, number: usize, start: u32, entries: &[[f32; 4]]) {
    let start = start as usize;
    imaging.tables[number].entries[start..start + entries.len()].copy_from_slice(entries);
}

const OUTSIDE: GlError = GlError::invalid_value("the part leaves the colour table");

/// INVALID_VALUE where a part does not fit.
fn check_part(imaging: &ImagingState, number: usize, start: u32, count: u32) -> Result {
    let width = imaging.tables[number].entries.len() as u64;
    if u64::from(start) + u64::from(count) > width {
        return Err(OUTSIDE);
    }
    Ok(())
}

/// Replaces a part of a colour table.
pub fn color_sub_table(
    call: &mut Call<'_>,
    target: u32,
    start: i32,
    count: i32,
    format: u32,
    ty: u32,
    data: ClientPtr<u8>,
) -> Result {
    if let Some(palette) = palette_target(target) {
        return palette::replace(call, palette, (start, count), (format, ty), data);
    }
    let checked = table(target).and_then(|number| {
        let part = (size_of(start)?, size_of(count)?);
        if part.1 > MAX_TABLE_WIDTH {
            return Err(OUTSIDE);
        }
        Ok((number, part, color_spec(format, ty)?))
    });
    let (number, (start, count), spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    let size = [count, 1];
    with_image(call, data, spec, size, move |call, block| {
        check_part(&call.cx.imaging, number, start, count)?;
        let format = call.cx.imaging.tables[number].format;
        let entries = load_block(block, size, loading(&call.cx.pixel, number, format))?;
        replace(&mut call.cx.imaging, number, start, &entries);
        Ok(())
    })
}

/// Replaces a part of a colour table by a row of the framebuffer.
pub fn copy_color_sub_table(
    call: &mut Call<'_>,
    target: u32,
    start: i32,
    x: i32,
    y: i32,
    width: i32,
) -> Result {
    let number = table(target)?;
    let (start, count) = (size_of(start)?, size_of(width)?);
    check_part(&call.cx.imaging, number, start, count)?;
    let loading = loading(
        &call.cx.pixel,
        number,
        call.cx.imaging.tables[number].format,
    );
    let entries = load_frame(call, [x, y], [count, 1], loading)?;
    replace(&mut call.cx.imaging, number, start, &entries);
    Ok(())
}

/// Whether a table has such a parameter, so that its four numbers may be read.
fn is_parameter(pname: u32) -> bool {
    matches!(pname, COLOR_TABLE_SCALE | COLOR_TABLE_BIAS)
}

fn set_parameter(call: &mut Call<'_>, target: u32, pname: u32, values: [f32; 4]) -> Result {
    call.run(move |call| {
        let load = &mut call.cx.pixel.imaging.table_load[table(target)?];
        match pname {
            COLOR_TABLE_SCALE => load.scale = values,
            COLOR_TABLE_BIAS => load.bias = values,
            _ => return Err(GlError::invalid_enum("unknown parameter of a colour table")),
        }
        Ok(())
    })
}

/// Sets scale or bias of a table's loading.
pub fn color_table_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let values = if is_parameter(pname) {
        call.params(params)?
    } else {
        [0.0; 4]
    };
    set_parameter(call, target, pname, values)
}

/// Sets scale or bias of a table's loading.
pub fn color_table_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let values = if is_parameter(pname) {
        call.params::<i32, 4>(params)?
    } else {
        [0; 4]
    };
    let values = values.map(|v| v as f32);
    set_parameter(call, target, pname, values)
}

/// Returns the entries of a table.
pub fn get_color_table(
    call: &mut Call<'_>,
    target: u32,
    format: u32,
    ty: u32,
    table: ClientPtr<u8>,
) -> Result {
    if let Some(palette) = palette_target(target) {
        return palette::get(call, palette, (format, ty), table);
    }
    let number = crate::gl::texture::color_table::table(target)?;
    let spec = color_spec(format, ty)?;
    let ColorTable { format, entries } = call.cx.imaging.tables[number].clone();
    return_colors(
        call,
        table,
        spec,
        [entries.len() as u32, 1],
        &entries,
        format,
    )
}

fn parameter(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    if let Some(palette) = palette_target(target) {
        return palette::parameter(&call.cx.textures, palette, pname);
    }
    let (number, proxy) = any_table(target)?;
    let shape = if proxy {
        call.cx.imaging.table_proxies[number]
    } else {
        let table = &call.cx.imaging.tables[number];
        Some((table.format, table.entries.len() as u32))
    };
    let load = &call.cx.pixel.imaging.table_load[number];
    Ok(match pname {
        COLOR_TABLE_SCALE if !proxy => Answer::Vector(load.scale),
        COLOR_TABLE_BIAS if !proxy => Answer::Vector(load.bias),
        COLOR_TABLE_FORMAT => Answer::Int(shape.map_or(0, |(format, _)| format.name as i32)),
        COLOR_TABLE_WIDTH => Answer::Int(shape.map_or(0, |(_, width)| width as i32)),
        COLOR_TABLE_RED_SIZE..=COLOR_TABLE_INTENSITY_SIZE => {
            let component = (pname - COLOR_TABLE_RED_SIZE) as usize;
            let shape = shape.filter(|(_, width)| *width > 0);
            Answer::Int(shape.map_or(0, |(format, _)| format.bits()[component]))
        }
        _ => return Err(GlError::invalid_enum("unknown parameter of a colour table")),
    })
}

/// Queries a parameter of a table or proxy.
pub fn get_color_table_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    parameter(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries a parameter of a table or proxy.
pub fn get_color_table_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    parameter(call, target, pname)?.write_ints(call, params);
    Ok(())
}
