//! State of the imaging subset: colour tables, convolution filters, histogram and minmax (ARB_imaging, GL 1.5 sections
//! 3.6.3 and 3.6.5). The operations are in [`super::transfer`].
//!
//! Modes (enables, scales, biases, borders) belong to the pixel group that PushAttrib saves; contents belong to none
//! (tables 6.19 to 6.22), so they are two structs.
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::format::{BaseFormat, Family, PixelSpec, PixelType};
use crate::gl::context::enums::*;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::{GlError, Result};
use crate::texture::TexelFormat;

/// Greatest width of a colour table and of the histogram.
pub const MAX_TABLE_WIDTH: u32 = 65536;
/// MAX_CONVOLUTION_WIDTH and MAX_CONVOLUTION_HEIGHT of every filter.
pub const MAX_CONVOLUTION_SIZE: u32 = 16;
/// Bits of a component that a table has: entries are floats, counters have 32 bits.
pub const COMPONENT_BITS: i32 = 32;

/// Number of the two-dimensional filter in the arrays of filters.
pub const FILTER_2D: usize = 1;
/// Number of the separable filter.
pub const SEPARABLE: usize = 2;

/// The internal format of a table or filter: its name and base format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableFormat {
    pub name: u32,
    pub base: BaseFormat,
}

impl TableFormat {
    /// What every table has at first.
    pub const INITIAL: TableFormat = TableFormat {
        name: RGBA,
        base: BaseFormat::Rgba,
    };

    /// A format of tables 3.15 and 3.16 that has no depth. INVALID_ENUM for any other.
    pub fn from_enum(name: u32) -> Result<TableFormat> {
        let unknown = GlError::invalid_enum("not an internal format of tables 3.15 and 3.16");
        // Neither compressed, sRGB, float nor RED and RG ones (ARB_texture_rg 3.6.3).
        let plain = |f: &InternalFormat| {
            let short = matches!(f.storage.base, BaseFormat::Red | BaseFormat::RedGreen);
            let bytes = f.storage == StorageFormat::plain(f.storage.base, TexelFormat::Rgba8);
            name > 4 && bytes && !short && !f.is_generic()
        };
        let format = InternalFormat::from_enum(name)
            .filter(plain)
            .ok_or(unknown)?;
        Ok(TableFormat {
            name,
            base: format.storage.base,
        })
    }

    /// The same for histogram and minmax, which have no INTENSITY formats.
    pub fn of_statistics(name: u32) -> Result<TableFormat> {
        match TableFormat::from_enum(name)? {
            TableFormat {
                base: BaseFormat::Intensity,
                ..
            } => Err(GlError::invalid_enum("no INTENSITY format here")),
            format => Ok(format),
        }
    }

    /// Which of R, G, B and A a table or filter of this format replaces (tables 3.13 and 3.14).
    pub fn replaces(self) -> [bool; 4] {
        match self.base {
            BaseFormat::Alpha => [false, false, false, true],
            BaseFormat::Luminance | BaseFormat::Rgb => [true, true, true, false],
            _ => [true; 4],
        }
    }

    /// Which of R, G, B and A a histogram or minmax table of this format counts; luminance stands in R.
    pub fn counts(self) -> [bool; 4] {
        match self.base {
            BaseFormat::Alpha => [false, false, false, true],
            BaseFormat::Luminance => [true, false, false, false],
            BaseFormat::LuminanceAlpha => [true, false, false, true],
            BaseFormat::Rgb => [true, true, true, false],
            _ => [true; 4],
        }
    }

    /// Bits of red, green, blue, alpha, luminance and intensity.
    pub fn bits(self) -> [i32; 6] {
        let has = self.base.components();
        std::array::from_fn(|c| if has[c] { COMPONENT_BITS } else { 0 })
    }
}

/// A table that replaces components of pixels (GL 1.5 section 3.6.3, "Color Table Specification").
#[derive(Debug, Clone, PartialEq)]
pub struct ColorTable {
    pub format: TableFormat,
    /// Its entries, expanded to RGBA; none or a power of two.
    pub entries: Vec<[f32; 4]>,
}

impl ColorTable {
    /// Color table lookup (section 3.6.5). An empty table changes nothing.
    pub fn look_up(&self, color: &mut [f32; 4]) {
        if self.entries.is_empty() {
            return;
        }
        for (c, replaced) in self.format.replaces().into_iter().enumerate() {
            if replaced {
                color[c] = self.entries[entry(color[c], self.entries.len())][c];
            }
        }
    }
}

/// The entry of a component in a table of `width` entries: clamped, scaled, rounded to nearest.
pub fn entry(component: f32, width: usize) -> usize {
    (component.clamp(0.0, 1.0) * (width - 1) as f32 + 0.5) as usize
}

/// What a proxy holds: format and width, or nothing for a table that would be too large.
pub type Proxy = Option<(TableFormat, u32)>;

/// A filter image (GL 1.5 section 3.6.3, "Convolution Filter Specification").
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    pub format: TableFormat,
    /// Width and height; height 1 with one dimension.
    pub size: [u32; 2],
    /// Its texels, expanded to RGBA; the row of a separable filter.
    pub image: Vec<[f32; 4]>,
    /// The column of a separable filter, else empty.
    pub column: Vec<[f32; 4]>,
}

/// Counts by component and interval (GL 1.5 section 3.6.5, "Histogram").
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    pub format: TableFormat,
    /// Whether it consumes pixels.
    pub sink: bool,
    /// Counters of R, G, B, A; luminance in R.
    pub counters: Vec<[u32; 4]>,
}

impl Histogram {
    /// Counts one pixel in each component that the format has. A full counter stays.
    pub fn count(&mut self, color: &[f32; 4]) {
        let width = self.counters.len();
        for (c, counted) in self.format.counts().into_iter().enumerate() {
            if counted && width > 0 {
                let counter = &mut self.counters[entry(color[c], width)][c];
                *counter = counter.saturating_add(1);
            }
        }
    }

    /// All counters to zero.
    pub fn reset(&mut self) {
        self.counters.fill([0; 4]);
    }
}

/// Least and greatest components.
#[derive(Debug, Clone, PartialEq)]
pub struct Minmax {
    pub format: TableFormat,
    /// Whether it consumes pixels.
    pub sink: bool,
    /// The minimum, then the maximum.
    pub values: [[f32; 4]; 2],
}

impl Minmax {
    /// The minimum is the greatest number and the maximum the least one.
    pub const RESET: [[f32; 4]; 2] = [[f32::MAX; 4], [f32::MIN; 4]];

    /// Takes one pixel into account.
    pub fn compare(&mut self, color: &[f32; 4]) {
        let [low, high] = &mut self.values;
        for (c, value) in color.iter().enumerate() {
            low[c] = low[c].min(*value);
            high[c] = high[c].max(*value);
        }
    }
}

/// Contents of tables, filters, histogram and minmax.
#[derive(Debug, Clone)]
pub struct ImagingState {
    /// Colour tables in the order of [`ImagingModes`](crate::gl::pixel::imaging_modes::ImagingModes).
    pub tables: [ColorTable; 3],
    /// What PROXY_ targets remember, in the same order.
    pub table_proxies: [Proxy; 3],
    /// Filters in the order of [`ImagingModes`](crate::gl::pixel::imaging_modes::ImagingModes).
    pub filters: [Filter; 3],
    pub histogram: Histogram,
    /// The format and width that the proxy target was given last, if such a histogram is possible.
    pub histogram_proxy: Proxy,
    pub minmax: Minmax,
}

impl Default for ImagingState {
    fn default() -> ImagingState {
        let format = TableFormat::INITIAL;
        ImagingState {
            tables: std::array::from_fn(|_| ColorTable {
                format,
                entries: Vec::new(),
            }),
            table_proxies: [Some((format, 0)); 3],
            filters: std::array::from_fn(|_| Filter {
                format,
                size: [0; 2],
                image: Vec::new(),
                column: Vec::new(),
            }),
            histogram: Histogram {
                format,
                sink: false,
                counters: Vec::new(),
            },
            histogram_proxy: Some((format, 0)),
            minmax: Minmax {
                format,
                sink: false,
                values: Minmax::RESET,
            },
        }
    }
}

/// A width of a colour table or histogram: INVALID_VALUE unless it is zero or a power of two; `None` when it is too
/// large.
pub fn table_width(width: i32) -> Result<Option<u32>> {
    match u32::try_from(width) {
        Ok(n) if n == 0 || n.is_power_of_two() => Ok((n <= MAX_TABLE_WIDTH).then_some(n)),
        _ => Err(GlError::invalid_value("a width is zero or a power of two")),
    }
}

/// Format and type of the pixels of a table or filter. INVALID_ENUM for indices, depths and bitmaps.
pub fn color_spec(format: u32, ty: u32) -> Result<PixelSpec> {
    let spec = crate::gl::pixel::image::pixel_spec(format, ty)?;
    match spec.format.family() {
        Family::Index | Family::Depth | Family::DepthStencil | Family::Offsets(_) => {
            Err(GlError::invalid_enum("tables hold colours"))
        }
        _ if spec.ty == PixelType::Bitmap => Err(GlError::invalid_enum("tables hold colours")),
        _ => Ok(spec),
    }
}

/// The error of tables wider than [`MAX_TABLE_WIDTH`].
pub const TOO_LARGE: GlError = GlError {
    code: TABLE_TOO_LARGE,
    reason: "the table is too large",
};
