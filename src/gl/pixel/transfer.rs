//! Pixel storage, transfer and maps (GL 1.5 sections 3.6.1 to 3.6.3 and 3.6.5).

use crate::format::PixelStore;
use crate::gl::buffer::memory_range::MemoryRange;
use crate::gl::buffer::pixel::{pack_numbers, unpack_numbers};
use crate::gl::context::enums::*;
use crate::gl::pixel::imaging_modes::ImagingModes;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The greatest size of a pixel map (MAX_PIXEL_MAP_TABLE).
pub const MAX_PIXEL_MAP_TABLE: usize = 256;

/// The number of pixel maps; map `m` is number `m - PIXEL_MAP_I_TO_I`.
pub const PIXEL_MAPS: usize = 10;

/// The numbers of PIXEL_MAP_I_TO_I, PIXEL_MAP_S_TO_S, PIXEL_MAP_I_TO_R and PIXEL_MAP_R_TO_R in [`PixelState::maps`].
const I_TO_I: usize = 0;
const S_TO_S: usize = 1;
const I_TO_R: usize = 2;
const R_TO_R: usize = 6;

/// Pixel store, transfer, maps and zoom (tables 6.25 to 6.27).
#[derive(Debug, Clone)]
pub struct PixelState {
    /// How commands write client images.
    pub pack: PixelStore,
    /// How commands read client images.
    pub unpack: PixelStore,
    /// The write and the read range of NV_pixel_data_range.
    pub ranges: [MemoryRange; 2],
    /// Whether colours and colour indices go through the maps.
    pub map_color: bool,
    /// Whether stencil indices go through the map from S to S.
    pub map_stencil: bool,
    /// Bits to the left; negative ones are to the right.
    pub index_shift: i32,
    /// Added after the shift.
    pub index_offset: i32,
    /// RED_SCALE and so on.
    pub scale: [f32; 4],
    /// RED_BIAS and so on.
    pub bias: [f32; 4],
    /// HI_SCALE_NV, LO_SCALE_NV, DS_SCALE_NV, DT_SCALE_NV, MAGNITUDE_SCALE_NV, VIBRANCE_SCALE_NV
    pub offset_scale: [f32; 6],
    /// HI_BIAS_NV and so on.
    pub offset_bias: [f32; 6],
    pub depth_scale: f32,
    pub depth_bias: f32,
    /// The maps in the order of their names, from PIXEL_MAP_I_TO_I to PIXEL_MAP_A_TO_A.
    pub maps: [Vec<f32>; PIXEL_MAPS],
    /// ZOOM_X, ZOOM_Y
    pub zoom: [f32; 2],
    pub imaging: ImagingModes,
}

impl Default for PixelState {
    fn default() -> PixelState {
        PixelState {
            pack: PixelStore::INITIAL,
            unpack: PixelStore::INITIAL,
            ranges: Default::default(),
            map_color: false,
            map_stencil: false,
            index_shift: 0,
            index_offset: 0,
            scale: [1.0; 4],
            bias: [0.0; 4],
            offset_scale: [1.0; 6],
            offset_bias: [0.0; 6],
            depth_scale: 1.0,
            depth_bias: 0.0,
            maps: std::array::from_fn(|_| vec![0.0]),
            zoom: [1.0; 2],
            imaging: ImagingModes::default(),
        }
    }
}

impl PixelState {
    /// PopAttrib(PIXEL_MODE_BIT): restores all but the client pixel store and the maps, which belong to no server group
    /// (tables 6.25 to 6.27).
    pub(crate) fn restore_group(&mut self, saved: PixelState) {
        let (pack, unpack, ranges) = (self.pack, self.unpack, self.ranges);
        let maps = std::mem::take(&mut self.maps);
        *self = PixelState {
            pack,
            unpack,
            ranges,
            maps,
            ..saved
        };
    }

    /// Whether transfer leaves colours unchanged.
    pub fn leaves_colors(&self) -> bool {
        !self.map_color && self.scale == [1.0; 4] && self.bias == [0.0; 4]
    }

    /// Applies scale, bias and maps to colours.
    pub fn transfer_colors(&self, colors: &mut [[f32; 4]]) {
        if self.leaves_colors() {
            return;
        }
        for color in colors {
            for (c, value) in color.iter_mut().enumerate() {
                *value = *value * self.scale[c] + self.bias[c];
                if self.map_color {
                    let map = &self.maps[R_TO_R + c];
                    let index = value.clamp(0.0, 1.0) * (map.len() - 1) as f32;
                    *value = map[(index + 0.5) as usize];
                }
            }
        }
    }

    /// Applies scale and bias to numbers that are no colours. The first of them has number `first` among the scales.
    pub fn transfer_offsets(&self, first: usize, texels: &mut [[f32; 4]]) {
        let (scale, bias) = (&self.offset_scale[first..], &self.offset_bias[first..]);
        for texel in texels {
            for (value, (scale, bias)) in texel.iter_mut().zip(scale.iter().zip(bias)) {
                *value = *value * scale + bias;
            }
        }
    }

    /// Applies scale and bias to depths, and clamps them to [0, 1].
    pub fn transfer_depths(&self, depths: &mut [f64]) {
        for depth in depths {
            *depth = (*depth * self.depth_scale as f64 + self.depth_bias as f64).clamp(0.0, 1.0);
        }
    }

    /// Applies shift and offset to an index. Its fraction is dropped.
    fn shifted(&self, index: f64) -> i64 {
        let index = index as i64;
        let shifted = match self.index_shift {
            shift @ 0..32 => index << shift,
            shift @ -31..0 => index >> -shift,
            _ => 0,
        };
        shifted.wrapping_add(self.index_offset as i64)
    }

    /// Applies shift, offset and, with MAP_STENCIL, the map to stencil indices.
    pub fn transfer_stencils(&self, stencils: &mut [f64]) {
        for stencil in stencils {
            let index = self.shifted(*stencil);
            let map = &self.maps[S_TO_S];
            // The size of a map of indices is a power of two.
            *stencil = if self.map_stencil {
                map[index as usize & (map.len() - 1)] as f64
            } else {
                index as f64
            };
        }
    }

    /// Transfers a colour index to an index: shift, offset and, with MAP_COLOR, the map from I to I.
    pub fn transfer_index(&self, index: f64) -> u32 {
        let index = self.shifted(index);
        let map = &self.maps[I_TO_I];
        if self.map_color {
            map[index as usize & (map.len() - 1)] as i64 as u32
        } else {
            index as u32
        }
    }

    /// Transfers a colour index to a colour: shift, offset, and the maps from I to R, G, B, A.
    pub fn index_to_color(&self, index: f64) -> [f32; 4] {
        let index = self.shifted(index);
        std::array::from_fn(|c| {
            let map = &self.maps[I_TO_R + c];
            map[index as usize & (map.len() - 1)]
        })
    }
}

pub fn pixel_storei(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    let PixelState { pack, unpack, .. } = &mut call.cx.pixel;
    // The two ranges that modes can have are checked before; only the mode that needs one reports it.
    let count = u32::try_from(param)
        .map_err(|_| GlError::invalid_value("pixel storage modes are not negative"));
    let alignment = match param {
        1 | 2 | 4 | 8 => Ok(param as u32),
        _ => Err(GlError::invalid_value("alignment is 1, 2, 4 or 8")),
    };
    // One row for each mode.
    match pname {
        PACK_SWAP_BYTES => pack.swap_bytes = param != 0,
        PACK_LSB_FIRST => pack.lsb_first = param != 0,
        PACK_ROW_LENGTH => pack.row_length = count?,
        PACK_SKIP_ROWS => pack.skip_rows = count?,
        PACK_SKIP_PIXELS => pack.skip_pixels = count?,
        PACK_SKIP_IMAGES => pack.skip_images = count?,
        PACK_IMAGE_HEIGHT => pack.image_height = count?,
        PACK_ALIGNMENT => pack.alignment = alignment?,
        PACK_INVERT_MESA => pack.invert = param != 0,
        UNPACK_SWAP_BYTES => unpack.swap_bytes = param != 0,
        UNPACK_LSB_FIRST => unpack.lsb_first = param != 0,
        UNPACK_ROW_LENGTH => unpack.row_length = count?,
        UNPACK_SKIP_ROWS => unpack.skip_rows = count?,
        UNPACK_SKIP_PIXELS => unpack.skip_pixels = count?,
        UNPACK_SKIP_IMAGES => unpack.skip_images = count?,
        UNPACK_IMAGE_HEIGHT => unpack.image_height = count?,
        UNPACK_ALIGNMENT => unpack.alignment = alignment?,
        _ => return Err(GlError::invalid_enum("unknown pixel storage mode")),
    }
    Ok(())
}

/// glPixelStoref: values of integer modes are rounded.
pub fn pixel_storef(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    let is_flag = [
        PACK_SWAP_BYTES,
        PACK_LSB_FIRST,
        PACK_INVERT_MESA,
        UNPACK_SWAP_BYTES,
        UNPACK_LSB_FIRST,
    ]
    .contains(&pname);
    pixel_storei(
        call,
        pname,
        if is_flag {
            i32::from(param != 0.0)
        } else {
            param.round() as i32
        },
    )
}

pub fn pixel_transferf(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    let pixel = &mut call.cx.pixel;
    let (convolution, matrix) = (
        &mut pixel.imaging.post_convolution,
        &mut pixel.imaging.post_color_matrix,
    );
    let component = |first: u32| (pname - first) as usize;
    // Ranges of names stand for the four components in order; the other modes have a row each.
    match pname {
        POST_CONVOLUTION_RED_SCALE..=POST_CONVOLUTION_ALPHA_SCALE => {
            convolution.scale[component(POST_CONVOLUTION_RED_SCALE)] = param;
        }
        POST_CONVOLUTION_RED_BIAS..=POST_CONVOLUTION_ALPHA_BIAS => {
            convolution.bias[component(POST_CONVOLUTION_RED_BIAS)] = param;
        }
        POST_COLOR_MATRIX_RED_SCALE..=POST_COLOR_MATRIX_ALPHA_SCALE => {
            matrix.scale[component(POST_COLOR_MATRIX_RED_SCALE)] = param;
        }
        POST_COLOR_MATRIX_RED_BIAS..=POST_COLOR_MATRIX_ALPHA_BIAS => {
            matrix.bias[component(POST_COLOR_MATRIX_RED_BIAS)] = param;
        }
        HI_SCALE_NV..=VIBRANCE_SCALE_NV => pixel.offset_scale[component(HI_SCALE_NV)] = param,
        HI_BIAS_NV..=VIBRANCE_BIAS_NV => pixel.offset_bias[component(HI_BIAS_NV)] = param,
        MAP_COLOR => pixel.map_color = param != 0.0,
        MAP_STENCIL => pixel.map_stencil = param != 0.0,
        INDEX_SHIFT => pixel.index_shift = param.round() as i32,
        INDEX_OFFSET => pixel.index_offset = param.round() as i32,
        RED_SCALE => pixel.scale[0] = param,
        GREEN_SCALE => pixel.scale[1] = param,
        BLUE_SCALE => pixel.scale[2] = param,
        ALPHA_SCALE => pixel.scale[3] = param,
        RED_BIAS => pixel.bias[0] = param,
        GREEN_BIAS => pixel.bias[1] = param,
        BLUE_BIAS => pixel.bias[2] = param,
        ALPHA_BIAS => pixel.bias[3] = param,
        DEPTH_SCALE => pixel.depth_scale = param,
        DEPTH_BIAS => pixel.depth_bias = param,
        _ => return Err(GlError::invalid_enum("unknown pixel transfer mode")),
    }
    Ok(())
}

pub fn pixel_transferi(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    match pname {
        INDEX_SHIFT => call.cx.pixel.index_shift = param,
        INDEX_OFFSET => call.cx.pixel.index_offset = param,
        _ => pixel_transferf(call, pname, param as f32)?,
    }
    Ok(())
}

/// glPixelZoom: sets the zoom factors of pixel rectangles.
pub fn pixel_zoom(call: &mut Call<'_>, xfactor: f32, yfactor: f32) -> Result {
    call.cx.pixel.zoom = [xfactor, yfactor];
    Ok(())
}

/// The number of a pixel map, and whether its values are indices.
fn map_number(map: u32) -> Result<(usize, bool)> {
    match map {
        PIXEL_MAP_I_TO_I..=PIXEL_MAP_A_TO_A => {
            let number = (map - PIXEL_MAP_I_TO_I) as usize;
            Ok((number, number <= S_TO_S))
        }
        _ => Err(GlError::invalid_enum("unknown pixel map")),
    }
}

/// Checks a map's size and reads its values.
fn map_values<T: bytemuck::Pod>(
    call: &Call<'_>,
    map: u32,
    size: i32,
    values: ClientPtr<T>,
) -> Result<(usize, bool, Vec<T>)> {
    let (number, is_index) = map_number(map)?;
    let count = usize::try_from(size).unwrap_or(0);
    if !(1..=MAX_PIXEL_MAP_TABLE).contains(&count) {
        return Err(GlError::invalid_value(
            "the size of a pixel map is 1 to MAX_PIXEL_MAP_TABLE",
        ));
    }
    if number < R_TO_R && !count.is_power_of_two() {
        return Err(GlError::invalid_value(
            "the size of a map of indices is a power of two",
        ));
    }
    let values = unpack_numbers(call, values, count)?;
    Ok((number, is_index, values))
}

fn set_map(call: &mut Call<'_>, number: usize, is_index: bool, values: Vec<f32>) -> Result {
    let values: Vec<f32> = values
        .into_iter()
        .map(|v| if is_index { v } else { v.clamp(0.0, 1.0) })
        .collect();
    call.run(move |call| {
        call.cx.pixel.maps[number].clone_from(&values);
        Ok(())
    })
}

pub fn pixel_mapfv(call: &mut Call<'_>, map: u32, mapsize: i32, values: ClientPtr<f32>) -> Result {
    let (number, is_index, values) = map_values(call, map, mapsize, values)?;
    set_map(call, number, is_index, values)
}

/// glPixelMapuiv: values of colours are fractions of 2³² − 1.
pub fn pixel_mapuiv(call: &mut Call<'_>, map: u32, mapsize: i32, values: ClientPtr<u32>) -> Result {
    let (number, is_index, values) = map_values(call, map, mapsize, values)?;
    let convert = |v: u32| {
        if is_index {
            v as f32
        } else {
            (v as f64 / u32::MAX as f64) as f32
        }
    };
    set_map(
        call,
        number,
        is_index,
        values.into_iter().map(convert).collect(),
    )
}

/// glPixelMapusv: values of colours are fractions of 2¹⁶ − 1.
pub fn pixel_mapusv(call: &mut Call<'_>, map: u32, mapsize: i32, values: ClientPtr<u16>) -> Result {
    let (number, is_index, values) = map_values(call, map, mapsize, values)?;
    let convert = |v: u16| v as f32 / if is_index { 1.0 } else { u16::MAX as f32 };
    set_map(
        call,
        number,
        is_index,
        values.into_iter().map(convert).collect(),
    )
}

pub fn get_pixel_mapfv(call: &mut Call<'_>, map: u32, values: ClientPtr<f32>) -> Result {
    let (number, _) = map_number(map)?;
    let out = call.cx.pixel.maps[number].clone();
    pack_numbers(call, values, &out)
}

/// glGetPixelMapuiv: colours are returned as fractions of 2³² − 1.
pub fn get_pixel_mapuiv(call: &mut Call<'_>, map: u32, values: ClientPtr<u32>) -> Result {
    let (number, is_index) = map_number(map)?;
    let scale = if is_index { 1.0 } else { u32::MAX as f64 };
    let out: Vec<u32> = call.cx.pixel.maps[number]
        .iter()
        .map(|v| (*v as f64 * scale).round() as u32)
        .collect();
    pack_numbers(call, values, &out)
}

/// glGetPixelMapusv: colours are returned as fractions of 2¹⁶ − 1.
pub fn get_pixel_mapusv(call: &mut Call<'_>, map: u32, values: ClientPtr<u16>) -> Result {
    let (number, is_index) = map_number(map)?;
    let scale = if is_index { 1.0 } else { u16::MAX as f32 };
    let out: Vec<u16> = call.cx.pixel.maps[number]
        .iter()
        .map(|v| (*v * scale).round() as u16)
        .collect();
    pack_numbers(call, values, &out)
}
