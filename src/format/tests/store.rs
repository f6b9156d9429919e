//! Layouts of rows: alignment, skips, row lengths, bitmaps, and sizes that overflow.

use crate::format::store::PixelStore;
use crate::format::table::PixelSpec;
use crate::format::{PixelFormat, PixelType};

const RGB8: PixelSpec = PixelSpec {
    format: PixelFormat::Rgb,
    ty: PixelType::U8,
};

#[test]
fn rows_are_padded_to_the_alignment() {
    // 3 pixels of 3 bytes: 9 bytes, padded to 12 by the initial alignment of 4.
    let layout = PixelStore::INITIAL.layout(RGB8, [3, 2, 1], false).unwrap();
    assert_eq!(
        (layout.row_stride, layout.row_bytes, layout.extent),
        (12, 9, 21)
    );
    let tight = PixelStore::TIGHT.layout(RGB8, [3, 2, 1], false).unwrap();
    assert_eq!((tight.row_stride, tight.extent), (9, 18));
}

#[test]
fn elements_as_large_as_the_alignment_need_no_padding() {
    // s = 4 ≥ a = 4; with a = 8 the three floats (12 bytes) go to 16.
    let spec = PixelSpec {
        format: PixelFormat::Rgb,
        ty: PixelType::F32,
    };
    assert_eq!(
        PixelStore::INITIAL
            .layout(spec, [1, 1, 1], false)
            .unwrap()
            .row_stride,
        12
    );
    let eight = PixelStore {
        alignment: 8,
        ..PixelStore::INITIAL
    };
    assert_eq!(eight.layout(spec, [1, 1, 1], false).unwrap().row_stride, 16);
}

#[test]
fn skips_and_lengths_move_the_start() {
    let store = PixelStore {
        row_length: 10,
        skip_rows: 2,
        skip_pixels: 3,
        image_height: 5,
        skip_images: 1,
        ..PixelStore::TIGHT
    };
    let layout = store.layout(RGB8, [4, 2, 2], true).unwrap();
    assert_eq!(layout.start, 150 + 2 * 30 + 9);
    assert_eq!(layout.extent, 150 + 30 + 12);
    assert_eq!(
        store.layout(RGB8, [4, 2, 1], false).unwrap().start,
        69,
        "two dimensions ignore images"
    );
}

#[test]
fn bitmaps_count_bits() {
    let spec = PixelSpec {
        format: PixelFormat::ColorIndex,
        ty: PixelType::Bitmap,
    };
    let store = PixelStore {
        skip_pixels: 11,
        ..PixelStore::INITIAL
    };
    let layout = store.layout(spec, [7, 3, 1], false).unwrap();
    assert_eq!(
        (
            layout.start,
            layout.first_bit,
            layout.row_stride,
            layout.row_bytes
        ),
        (1, 3, 4, 2)
    );
}

#[test]
fn sizes_that_overflow_have_no_layout() {
    let store = PixelStore {
        row_length: u32::MAX,
        skip_rows: u32::MAX,
        ..PixelStore::INITIAL
    };
    let spec = PixelSpec {
        format: PixelFormat::Rgba,
        ty: PixelType::F32,
    };
    assert_eq!(
        store.layout(spec, [u32::MAX, u32::MAX, u32::MAX], true),
        None
    );
}
