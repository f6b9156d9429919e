//! Polygon stipples in client memory: 32 × 32 bits, to which pixel storage applies as to a bitmap (GL 1.5 section 3.5.2).
#![forbid(unsafe_code)]

use super::image::{pack_target, unpack_source};
use crate::format::{
    ImageLayout, PixelFormat, PixelSpec, PixelStore, PixelType, pack_bitmap, unpack_bitmap,
};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

fn layout_of(store: &PixelStore) -> Result<ImageLayout> {
    let spec = PixelSpec {
        format: PixelFormat::ColorIndex,
        ty: PixelType::Bitmap,
    };
    store
        .layout(spec, [32, 32, 1], false)
        .ok_or(GlError::invalid_operation("the stipple's extent overflows"))
}

/// Reads a stipple through the unpack state. Rows are bottom first, the most significant bit is leftmost.
pub(crate) fn unpack_stipple(call: &Call<'_>, mask: ClientPtr<u8>) -> Result<[u32; 32]> {
    let layout = layout_of(&call.cx.pixel.unpack)?;
    let source = unpack_source(call, mask, &layout)?;
    let source = source.ok_or(GlError::invalid_value("null pointer to a stipple"))?;
    let bytes = source.as_slice();
    let mut bits = [false; 32];
    Ok(std::array::from_fn(|y| {
        unpack_bitmap(
            &bytes[layout.row(y as u32, 0)],
            layout.first_bit,
            layout.lsb_first,
            &mut bits,
        );
        bits.iter().fold(0, |row, bit| row << 1 | u32::from(*bit))
    }))
}

/// Writes a stipple through the pack state. A null pointer writes nothing.
pub(crate) fn pack_stipple(call: &mut Call<'_>, mask: ClientPtr<u8>, rows: &[u32; 32]) -> Result {
    let layout = layout_of(&call.cx.pixel.pack)?;
    let Some(mut out) = pack_target(call, mask, &layout)? else {
        return Ok(());
    };
    for (y, row) in rows.iter().enumerate() {
        let bits: [bool; 32] = std::array::from_fn(|x| row << x & 1 << 31 != 0);
        pack_bitmap(
            &bits,
            layout.first_bit,
            layout.lsb_first,
            &mut out[layout.row(y as u32, 0)],
        );
    }
    Ok(())
}
