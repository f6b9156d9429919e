//! State of pixel transfer and of the imaging subset (GL 1.5 tables 6.22 to 6.27).
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::device::geometry::matrix::transpose;
use crate::gl::matrix::state::MAX_COLOR_STACK_DEPTH;

pub(crate) const PIXELS: &[Row] = rows! {
    PACK_SWAP_BYTES Boolean |cx| cx.pixel.pack.swap_bytes;
    PACK_LSB_FIRST Boolean |cx| cx.pixel.pack.lsb_first;
    PACK_ROW_LENGTH Integer |cx| cx.pixel.pack.row_length;
    PACK_SKIP_ROWS Integer |cx| cx.pixel.pack.skip_rows;
    PACK_SKIP_PIXELS Integer |cx| cx.pixel.pack.skip_pixels;
    PACK_ALIGNMENT Integer |cx| cx.pixel.pack.alignment;
    PACK_IMAGE_HEIGHT Integer |cx| cx.pixel.pack.image_height;
    PACK_SKIP_IMAGES Integer |cx| cx.pixel.pack.skip_images;
    UNPACK_SWAP_BYTES Boolean |cx| cx.pixel.unpack.swap_bytes;
    UNPACK_LSB_FIRST Boolean |cx| cx.pixel.unpack.lsb_first;
    UNPACK_ROW_LENGTH Integer |cx| cx.pixel.unpack.row_length;
    UNPACK_SKIP_ROWS Integer |cx| cx.pixel.unpack.skip_rows;
    UNPACK_SKIP_PIXELS Integer |cx| cx.pixel.unpack.skip_pixels;
    UNPACK_ALIGNMENT Integer |cx| cx.pixel.unpack.alignment;
    UNPACK_IMAGE_HEIGHT Integer |cx| cx.pixel.unpack.image_height;
    UNPACK_SKIP_IMAGES Integer |cx| cx.pixel.unpack.skip_images;
    WRITE_PIXEL_DATA_RANGE_LENGTH_NV Integer |cx| cx.pixel.ranges[0].length;
    READ_PIXEL_DATA_RANGE_LENGTH_NV Integer |cx| cx.pixel.ranges[1].length;
    MAP_COLOR Boolean |cx| cx.pixel.map_color;
    MAP_STENCIL Boolean |cx| cx.pixel.map_stencil;
    INDEX_SHIFT Integer |cx| cx.pixel.index_shift;
    INDEX_OFFSET Integer |cx| cx.pixel.index_offset;
    RED_SCALE Float |cx| cx.pixel.scale[0];
    GREEN_SCALE Float |cx| cx.pixel.scale[1];
    BLUE_SCALE Float |cx| cx.pixel.scale[2];
    ALPHA_SCALE Float |cx| cx.pixel.scale[3];
    RED_BIAS Float |cx| cx.pixel.bias[0];
    GREEN_BIAS Float |cx| cx.pixel.bias[1];
    BLUE_BIAS Float |cx| cx.pixel.bias[2];
    ALPHA_BIAS Float |cx| cx.pixel.bias[3];
    HI_SCALE_NV Float |cx| cx.pixel.offset_scale[0];
    HI_BIAS_NV Float |cx| cx.pixel.offset_bias[0];
    LO_SCALE_NV Float |cx| cx.pixel.offset_scale[1];
    LO_BIAS_NV Float |cx| cx.pixel.offset_bias[1];
    DS_SCALE_NV Float |cx| cx.pixel.offset_scale[2];
    DS_BIAS_NV Float |cx| cx.pixel.offset_bias[2];
    DT_SCALE_NV Float |cx| cx.pixel.offset_scale[3];
    DT_BIAS_NV Float |cx| cx.pixel.offset_bias[3];
    MAGNITUDE_SCALE_NV Float |cx| cx.pixel.offset_scale[4];
    MAGNITUDE_BIAS_NV Float |cx| cx.pixel.offset_bias[4];
    VIBRANCE_SCALE_NV Float |cx| cx.pixel.offset_scale[5];
    VIBRANCE_BIAS_NV Float |cx| cx.pixel.offset_bias[5];
    DEPTH_SCALE Float |cx| cx.pixel.depth_scale;
    DEPTH_BIAS Float |cx| cx.pixel.depth_bias;
    ZOOM_X Float |cx| cx.pixel.zoom[0];
    ZOOM_Y Float |cx| cx.pixel.zoom[1];
    PIXEL_MAP_I_TO_I_SIZE Integer |cx| cx.pixel.maps[0].len();
    PIXEL_MAP_S_TO_S_SIZE Integer |cx| cx.pixel.maps[1].len();
    PIXEL_MAP_I_TO_R_SIZE Integer |cx| cx.pixel.maps[2].len();
    PIXEL_MAP_I_TO_G_SIZE Integer |cx| cx.pixel.maps[3].len();
    PIXEL_MAP_I_TO_B_SIZE Integer |cx| cx.pixel.maps[4].len();
    PIXEL_MAP_I_TO_A_SIZE Integer |cx| cx.pixel.maps[5].len();
    PIXEL_MAP_R_TO_R_SIZE Integer |cx| cx.pixel.maps[6].len();
    PIXEL_MAP_G_TO_G_SIZE Integer |cx| cx.pixel.maps[7].len();
    PIXEL_MAP_B_TO_B_SIZE Integer |cx| cx.pixel.maps[8].len();
    PIXEL_MAP_A_TO_A_SIZE Integer |cx| cx.pixel.maps[9].len();
};

/// Section 6.1.6 and the pixel transfer parameters of the imaging subset.
pub(crate) const IMAGING: &[Row] = rows! {
    COLOR_MATRIX Float |cx| *cx.matrix.color_stack.top();
    TRANSPOSE_COLOR_MATRIX Float |cx| transpose(cx.matrix.color_stack.top());
    COLOR_MATRIX_STACK_DEPTH Integer |cx| cx.matrix.color_stack.depth();
    MAX_COLOR_MATRIX_STACK_DEPTH Integer |_| MAX_COLOR_STACK_DEPTH;
    POST_CONVOLUTION_RED_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[0];
    POST_CONVOLUTION_GREEN_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[1];
    POST_CONVOLUTION_BLUE_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[2];
    POST_CONVOLUTION_ALPHA_SCALE Float |cx| cx.pixel.imaging.post_convolution.scale[3];
    POST_CONVOLUTION_RED_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[0];
    POST_CONVOLUTION_GREEN_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[1];
    POST_CONVOLUTION_BLUE_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[2];
    POST_CONVOLUTION_ALPHA_BIAS Float |cx| cx.pixel.imaging.post_convolution.bias[3];
    POST_COLOR_MATRIX_RED_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[0];
    POST_COLOR_MATRIX_GREEN_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[1];
    POST_COLOR_MATRIX_BLUE_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[2];
    POST_COLOR_MATRIX_ALPHA_SCALE Float |cx| cx.pixel.imaging.post_color_matrix.scale[3];
    POST_COLOR_MATRIX_RED_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[0];
    POST_COLOR_MATRIX_GREEN_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[1];
    POST_COLOR_MATRIX_BLUE_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[2];
    POST_COLOR_MATRIX_ALPHA_BIAS Float |cx| cx.pixel.imaging.post_color_matrix.bias[3];
};
