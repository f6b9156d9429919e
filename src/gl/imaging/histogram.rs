//! Histogram and minmax (GL 1.5 sections 3.6.3, 6.1.9 and 6.1.10).
#![forbid(unsafe_code)]

use super::pixels::{return_colors, return_counters};
use super::state::{Histogram, Minmax, TOO_LARGE, TableFormat, color_spec, table_width};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

fn expect(target: u32, name: u32) -> Result {
    if target == name {
        Ok(())
    } else {
        Err(GlError::invalid_enum("not the target of this command"))
    }
}

/// Defines the histogram, or asks the proxy whether it could be.
pub fn histogram(
    call: &mut Call<'_>,
    target: u32,
    width: i32,
    internalformat: u32,
    sink: u8,
) -> Result {
    let checked = || -> Result<_> {
        if target != PROXY_HISTOGRAM {
            expect(target, HISTOGRAM)?;
        }
        let format = TableFormat::of_statistics(internalformat)?;
        Ok((format, table_width(width)?))
    };
    if target == PROXY_HISTOGRAM {
        // Proxies are never compiled into lists (section 5.4).
        let (format, width) = checked()?;
        call.cx.imaging.histogram_proxy = width.map(|width| (format, width));
        return Ok(());
    }
    let checked = checked();
    call.run(move |call| {
        let (format, width) = checked?;
        let width = width.ok_or(TOO_LARGE)?;
        call.cx.imaging.histogram = Histogram {
            format,
            sink: sink != 0,
            counters: vec![[0; 4]; width as usize],
        };
        Ok(())
    })
}

/// All counters to zero.
pub fn reset_histogram(call: &mut Call<'_>, target: u32) -> Result {
    expect(target, HISTOGRAM)?;
    call.cx.imaging.histogram.reset();
    Ok(())
}

/// Returns the counters, and may reset them.
pub fn get_histogram(
    call: &mut Call<'_>,
    target: u32,
    reset: u8,
    format: u32,
    ty: u32,
    values: ClientPtr<u8>,
) -> Result {
    expect(target, HISTOGRAM)?;
    let spec = color_spec(format, ty)?;
    let counters = call.cx.imaging.histogram.counters.clone();
    return_counters(call, values, spec, &counters)?;
    if reset != 0 {
        call.cx.imaging.histogram.reset();
    }
    Ok(())
}

fn histogram_parameter(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    let imaging = &call.cx.imaging;
    let shape = match target {
        HISTOGRAM => Some((
            imaging.histogram.format,
            imaging.histogram.counters.len() as u32,
        )),
        PROXY_HISTOGRAM => imaging.histogram_proxy,
        _ => return Err(GlError::invalid_enum("not a histogram")),
    };
    Ok(match pname {
        HISTOGRAM_WIDTH => Answer::Int(shape.map_or(0, |(_, width)| width as i32)),
        HISTOGRAM_FORMAT => Answer::Int(shape.map_or(0, |(format, _)| format.name as i32)),
        HISTOGRAM_RED_SIZE..=HISTOGRAM_LUMINANCE_SIZE => {
            let component = (pname - HISTOGRAM_RED_SIZE) as usize;
            let shape = shape.filter(|(_, width)| *width > 0);
            Answer::Int(shape.map_or(0, |(format, _)| format.bits()[component]))
        }
        HISTOGRAM_SINK if target == HISTOGRAM => Answer::Int(imaging.histogram.sink.into()),
        _ => return Err(GlError::invalid_enum("unknown parameter of a histogram")),
    })
}

/// Queries a parameter of the histogram or its proxy.
pub fn get_histogram_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    histogram_parameter(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries a parameter of the histogram or its proxy.
pub fn get_histogram_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    histogram_parameter(call, target, pname)?.write_ints(call, params);
    Ok(())
}

/// Defines the minmax table; its values are reset.
pub fn minmax(call: &mut Call<'_>, target: u32, internalformat: u32, sink: u8) -> Result {
    expect(target, MINMAX)?;
    let format = TableFormat::of_statistics(internalformat)?;
    call.cx.imaging.minmax = Minmax {
        format,
        sink: sink != 0,
        values: Minmax::RESET,
    };
    Ok(())
}

/// Forgets minimum and maximum.
pub fn reset_minmax(call: &mut Call<'_>, target: u32) -> Result {
    expect(target, MINMAX)?;
    call.cx.imaging.minmax.values = Minmax::RESET;
    Ok(())
}

/// Returns minimum and maximum, and may reset them.
pub fn get_minmax(
    call: &mut Call<'_>,
    target: u32,
    reset: u8,
    format: u32,
    ty: u32,
    values: ClientPtr<u8>,
) -> Result {
    expect(target, MINMAX)?;
    let spec = color_spec(format, ty)?;
    let Minmax {
        format: internal,
        values: entries,
        ..
    } = call.cx.imaging.minmax;
    return_colors(call, values, spec, [2, 1], &entries, internal)?;
    if reset != 0 {
        call.cx.imaging.minmax.values = Minmax::RESET;
    }
    Ok(())
}

fn minmax_parameter(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    expect(target, MINMAX)?;
    let minmax = &call.cx.imaging.minmax;
    Ok(match pname {
        MINMAX_FORMAT => Answer::Int(minmax.format.name as i32),
        MINMAX_SINK => Answer::Int(minmax.sink.into()),
        _ => return Err(GlError::invalid_enum("unknown parameter of minmax")),
    })
}

/// Queries a parameter of minmax.
pub fn get_minmax_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    minmax_parameter(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries a parameter of minmax.
pub fn get_minmax_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    minmax_parameter(call, target, pname)?.write_ints(call, params);
    Ok(())
}
