//! Modes of the imaging subset (ARB_imaging): enables, scales, biases and borders. They belong to the pixel group that
//! PushAttrib saves (GL 1.5 tables 6.19 to 6.22).
#![forbid(unsafe_code)]

use crate::gl::context::named::gl_enum;

/// A factor and a summand for each component.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleBias {
    pub scale: [f32; 4],
    pub bias: [f32; 4],
}

impl ScaleBias {
    /// The factors 1 and summands 0.
    pub const IDENTITY: ScaleBias = ScaleBias {
        scale: [1.0; 4],
        bias: [0.0; 4],
    };

    /// Scales and biases a colour, without clamping.
    pub fn apply(&self, color: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|c| color[c] * self.scale[c] + self.bias[c])
    }
}

gl_enum! {
    /// What a filter takes for pixels beyond the image (GL 1.5 section 3.6.5).
    pub enum BorderMode {
        Reduce = REDUCE,
        Constant = CONSTANT_BORDER,
        Replicate = REPLICATE_BORDER,
    }
}

/// The modes of a filter (table 6.20).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilterModes {
    pub enabled: bool,
    /// CONVOLUTION_FILTER_SCALE and _BIAS, which apply to the filter's own texels.
    pub load: ScaleBias,
    pub border_mode: BorderMode,
    /// The colour beyond the image under CONSTANT_BORDER.
    pub border_color: [f32; 4],
}

/// The modes that PushAttrib(PIXEL_MODE_BIT) saves. Tables are in the order COLOR_TABLE, POST_CONVOLUTION_COLOR_TABLE,
/// POST_COLOR_MATRIX_COLOR_TABLE, filters in the order CONVOLUTION_1D, CONVOLUTION_2D, SEPARABLE_2D.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImagingModes {
    pub table_enabled: [bool; 3],
    /// COLOR_TABLE_SCALE and COLOR_TABLE_BIAS of each table.
    pub table_load: [ScaleBias; 3],
    pub filters: [FilterModes; 3],
    /// POST_CONVOLUTION_RED_SCALE and so on.
    pub post_convolution: ScaleBias,
    /// POST_COLOR_MATRIX_RED_SCALE and so on.
    pub post_color_matrix: ScaleBias,
    pub histogram: bool,
    pub minmax: bool,
}

impl Default for ImagingModes {
    fn default() -> ImagingModes {
        let filter = FilterModes {
            enabled: false,
            load: ScaleBias::IDENTITY,
            border_mode: BorderMode::Reduce,
            border_color: [0.0; 4],
        };
        ImagingModes {
            table_enabled: [false; 3],
            table_load: [ScaleBias::IDENTITY; 3],
            filters: [filter; 3],
            post_convolution: ScaleBias::IDENTITY,
            post_color_matrix: ScaleBias::IDENTITY,
            histogram: false,
            minmax: false,
        }
    }
}
