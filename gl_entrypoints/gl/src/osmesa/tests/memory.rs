use crate::osmesa::memory::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use trilobite::platform::PixelStorage;
use trilobite::surface::{Presenter, Region};

#[test]
fn formats_pack_their_bytes_in_order() {
    let pixel = 0x4011_2233; // A R G B
    let packed = |format| {
        let mut out = vec![0; components(format)];
        pack(pixel, format, &mut out);
        out
    };
    assert_eq!(packed(OSMESA_RGBA), [0x11, 0x22, 0x33, 0x40]);
    assert_eq!(packed(OSMESA_BGRA), [0x33, 0x22, 0x11, 0x40]);
    assert_eq!(packed(OSMESA_ARGB), [0x40, 0x11, 0x22, 0x33]);
    assert_eq!(packed(OSMESA_RGB), [0x11, 0x22, 0x33]);
    assert_eq!(packed(OSMESA_BGR), [0x33, 0x22, 0x11]);
    assert_eq!(packed(OSMESA_RGB_565), (0x1106u16).to_ne_bytes());
    assert_eq!(unpack(&packed(OSMESA_ARGB), OSMESA_ARGB), pixel);
    assert_eq!(unpack(&packed(OSMESA_BGR), OSMESA_BGR), pixel | 0xff00_0000);
}

#[test]
fn components_widen_and_come_back() {
    let pixel = 0x4011_2233;
    for (kind, bytes) in [(GL_UNSIGNED_SHORT, 8), (GL_FLOAT, 16)] {
        let format = OSMESA_RGBA;
        let layout = PixelLayout { format, kind };
        assert!(layout.is_known() && layout.bytes() == bytes);
        let mut out = vec![0; bytes];
        layout.write(pixel, &mut out);
        assert_eq!(layout.read(&out), pixel);
    }
    let format = OSMESA_RGB_565;
    let kind = GL_FLOAT;
    assert!(!PixelLayout { format, kind }.is_known());
}

#[test]
fn the_picture_reaches_the_memory_upside_down_when_y_is_down() {
    let mut memory = vec![0u8; 4 * 3 * 2];
    let store: Arc<PixelStore> = Arc::default();
    store.row_length.store(3, Ordering::Relaxed);
    let presenter = Memory {
        address: memory.as_mut_ptr() as usize,
        layout: PixelLayout {
            format: OSMESA_RGBA,
            kind: GL_UNSIGNED_BYTE,
        },
        height: 2,
        store: store.clone(),
    };
    let pixels = PixelStorage::new(2, 2).unwrap();
    pixels.write_row(0, 0, &[0xff00_0001, 0xff00_0002]);
    let all = Region {
        x: 0,
        y: 0,
        width: 2,
        height: 2,
    };
    presenter.present(&pixels, all);
    assert_eq!(memory[..8], [0, 0, 1, 255, 0, 0, 2, 255]);
    memory.fill(9);
    store.y_down.store(true, Ordering::Relaxed);
    presenter.present(&pixels, all);
    assert_eq!(
        (&memory[..4], &memory[8..16]),
        (&[0u8; 4][..], &[9, 9, 9, 9, 0, 0, 1, 255][..])
    );
}
