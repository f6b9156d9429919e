//! Pixel transfer operations of the imaging subset on whole images (GL 1.5 section 3.6.5): colour tables, convolution,
//! colour matrix, histogram, minmax. Images come here scaled, biased and mapped, row by row; nothing comes here while
//! the subset's state changes nothing.
#![forbid(unsafe_code)]

use super::state::{FILTER_2D, Filter, SEPARABLE};
use crate::device::geometry::matrix::{IDENTITY, Mat4};
use crate::device::texture::texels::RowSource;
use crate::gl::imaging::state::ImagingState;
use crate::gl::matrix::state::MatrixState;
use crate::gl::pixel::imaging_modes::{BorderMode, FilterModes, ScaleBias};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::{Context, GlError, Result};
use crate::platform::reserve::from_system;

/// The dimensions of the image that a command passes, which decide about its convolution filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dimensions {
    /// Images of TexImage1D and its like.
    One,
    /// Images of DrawPixels, ReadPixels, TexImage2D and their like.
    Two,
    /// Volumes: no filter is theirs.
    Three,
}

impl Dimensions {
    /// Of a texture command of this many dimensions.
    pub(crate) fn of(dimensions: u32) -> Dimensions {
        match dimensions {
            1 => Dimensions::One,
            2 => Dimensions::Two,
            _ => Dimensions::Three,
        }
    }
}

/// An image after the pixel transfer operations.
#[derive(Debug)]
pub(crate) struct Transferred {
    /// Its size, which convolution may have reduced.
    pub(crate) size: [u32; 3],
    pub(crate) colors: Vec<[f32; 4]>,
}

impl Transferred {
    /// Row `y` of slice `z`, `size[0]` colours long.
    pub(crate) fn row(&self, y: u32, z: u32) -> &[[f32; 4]] {
        let width = self.size[0] as usize;
        let row = z as usize * self.size[1] as usize + y as usize;
        &self.colors[row * width..][..width]
    }
}

impl RowSource for Transferred {
    fn colors(&mut self, y: u32, z: u32, out: &mut [[f32; 4]]) {
        out.copy_from_slice(self.row(y, z));
    }

    fn bytes(&mut self, y: u32, z: u32, out: &mut [[u8; 4]]) {
        let row = self.row(y, z);
        out.iter_mut()
            .zip(row)
            .for_each(|(out, color)| *out = crate::format::rgba8(*color));
    }
}

/// The filter that applies to images of these dimensions, by number; SEPARABLE_2D gives way to CONVOLUTION_2D.
fn filter_number(pixel: &PixelState, dimensions: Dimensions) -> Option<usize> {
    let enabled = |n: usize| pixel.imaging.filters[n].enabled.then_some(n);
    match dimensions {
        Dimensions::One => enabled(0),
        Dimensions::Two => enabled(FILTER_2D).or(enabled(SEPARABLE)),
        Dimensions::Three => None,
    }
}

/// Whether the imaging subset does anything with colours of such images.
pub(crate) fn is_active(pixel: &PixelState, matrix: &MatrixState, dimensions: Dimensions) -> bool {
    let modes = &pixel.imaging;
    modes.table_enabled != [false; 3]
        || modes.histogram
        || modes.minmax
        || filter_number(pixel, dimensions).is_some()
        || modes.post_color_matrix != ScaleBias::IDENTITY
        || *matrix.color_stack.top() != IDENTITY
}

/// The size of an image after convolution; border mode REDUCE makes it smaller, down to nothing. Negative sizes are
/// errors that stay as they are.
pub(crate) fn convolved_size(
    pixel: &PixelState,
    imaging: &ImagingState,
    dimensions: Dimensions,
    size: [i32; 3],
) -> [i32; 3] {
    let Some(number) = filter_number(pixel, dimensions) else {
        return size;
    };
    if pixel.imaging.filters[number].border_mode != BorderMode::Reduce {
        return size;
    }
    let filter = imaging.filters[number].size;
    let reduced = |axis: usize| match size[axis] {
        n if n > 0 => (n - filter[axis].saturating_sub(1) as i32).max(0),
        n => n,
    };
    match dimensions {
        Dimensions::One => [reduced(0), size[1], size[2]],
        Dimensions::Two | Dimensions::Three => [reduced(0), reduced(1), size[2]],
    }
}

/// Carries out the operations on an image whose rows are scaled, biased and mapped. `None` when histogram or minmax
/// consume it.
pub(crate) fn transfer(
    cx: &mut Context,
    dimensions: Dimensions,
    size: [u32; 3],
    rows: &mut dyn RowSource,
) -> Result<Option<Transferred>> {
    // The stages follow in the order of GL 1.5 section 3.6.5.
    let mut image = read_rows(size, rows)?;
    let modes = cx.pixel.imaging;
    let tables = &cx.imaging.tables;
    let look_up = |table: usize, colors: &mut [[f32; 4]]| {
        if modes.table_enabled[table] {
            colors.iter_mut().for_each(|c| tables[table].look_up(c));
        }
    };
    look_up(0, &mut image.colors);
    // Convolution changes the size, too. Its own scale and bias follow it.
    if let Some(number) = filter_number(&cx.pixel, dimensions) {
        convolve(
            &cx.imaging.filters[number],
            &modes.filters[number],
            &mut image,
        )?;
        let post = modes.post_convolution;
        image.colors.iter_mut().for_each(|c| *c = post.apply(*c));
    }
    look_up(1, &mut image.colors);
    // The colour matrix, only where it changes something.
    let (matrix, post) = (cx.matrix.color_stack.top(), modes.post_color_matrix);
    if *matrix != IDENTITY || post != ScaleBias::IDENTITY {
        let transformed = |c: &[f32; 4]| post.apply(multiply(matrix, c));
        image.colors.iter_mut().for_each(|c| *c = transformed(c));
    }
    look_up(2, &mut image.colors);
    // A sink takes the pixels: nothing is drawn or stored then.
    if modes.histogram {
        let histogram = &mut cx.imaging.histogram;
        image.colors.iter().for_each(|c| histogram.count(c));
        if histogram.sink {
            return Ok(None);
        }
    }
    if modes.minmax {
        let minmax = &mut cx.imaging.minmax;
        image.colors.iter().for_each(|c| minmax.compare(c));
        if minmax.sink {
            return Ok(None);
        }
    }
    Ok(Some(image))
}

fn multiply(matrix: &Mat4, color: &[f32; 4]) -> [f32; 4] {
    std::array::from_fn(|row| {
        (0..4)
            .map(|column| matrix[column][row] * color[column])
            .sum()
    })
}

/// A zero colour for each pixel of this size.
fn colors(size: [u32; 3]) -> Result<Vec<[f32; 4]>> {
    let none = GlError::out_of_memory("an image in transfer");
    let count = size
        .iter()
        .try_fold(1usize, |n, axis| n.checked_mul(*axis as usize));
    let count = count.ok_or(none)?;
    let mut colors = Vec::new();
    from_system(|| colors.try_reserve_exact(count)).map_err(|_| none)?;
    colors.resize(count, [0.0; 4]);
    Ok(colors)
}

/// Reads all rows of an image. Gives OUT_OF_MEMORY when their colours have no room.
pub(crate) fn read_rows(size: [u32; 3], rows: &mut dyn RowSource) -> Result<Transferred> {
    let mut colors = colors(size)?;
    let width = size[0] as usize;
    for (row, out) in colors.chunks_exact_mut(width.max(1)).enumerate() {
        let row = row as u32;
        rows.colors(row % size[1], row / size[1], out);
    }
    Ok(Transferred { size, colors })
}

/// The filter's kernel: its texels, or the products of a separable filter's row and column.
fn kernel(filter: &Filter) -> Vec<[f32; 4]> {
    if filter.size.contains(&0) {
        return Vec::new();
    }
    if filter.column.is_empty() {
        return filter.image.clone();
    }
    let products = filter.column.iter().flat_map(|column| {
        filter
            .image
            .iter()
            .map(|row| std::array::from_fn(|c| row[c] * column[c]))
    });
    products.collect()
}

/// Convolution. Components that the filter's format lacks are those of the source pixel under the filter's centre.
fn convolve(filter: &Filter, modes: &FilterModes, image: &mut Transferred) -> Result {
    let [width, height, depth] = image.size;
    let filter_size = filter.size.map(i64::from);
    // REDUCE gives only pixels whose whole neighbourhood exists. The other modes keep the size and invent pixels
    // outside.
    let reduces = modes.border_mode == BorderMode::Reduce;
    let center = filter_size.map(|n| n / 2);
    let size = if reduces {
        let [w, h] = filter.size.map(|n| n.saturating_sub(1));
        [width.saturating_sub(w), height.saturating_sub(h), depth]
    } else {
        image.size
    };
    let start = if reduces { [0; 2] } else { center.map(|n| -n) };
    let bounds = [width, height].map(i64::from);
    // A pixel outside is the border's colour, or the nearest one inside.
    let source = |x: i64, y: i64| -> [f32; 4] {
        let inside = (0..bounds[0]).contains(&x) && (0..bounds[1]).contains(&y);
        if !inside && modes.border_mode == BorderMode::Constant {
            return modes.border_color;
        }
        let (x, y) = (x.clamp(0, bounds[0] - 1), y.clamp(0, bounds[1] - 1));
        image.colors[(y * bounds[0] + x) as usize]
    };
    // Components that the filter's format lacks stay as they are.
    let (kernel, replaces) = (kernel(filter), filter.format.replaces());
    let mut out = colors(size)?;
    for (i, out) in out.iter_mut().enumerate() {
        let (x, y) = (i as u32 % size[0], i as u32 / size[0]);
        let at = [i64::from(x) + start[0], i64::from(y) + start[1]];
        let unmodified = source(at[0] + center[0], at[1] + center[1]);
        let mut sum = [0.0; 4];
        for (k, factor) in kernel.iter().enumerate() {
            let (n, m) = (k as i64 % filter_size[0], k as i64 / filter_size[0]);
            let color = source(at[0] + n, at[1] + m);
            (0..4).for_each(|c| sum[c] += color[c] * factor[c]);
        }
        *out = std::array::from_fn(|c| if replaces[c] { sum[c] } else { unmodified[c] });
    }
    (image.size, image.colors) = (size, out);
    Ok(())
}
