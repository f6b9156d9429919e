//! How the rows of a client image lie in memory (GL 1.5 sections 3.6.1, 3.6.4 "Unpacking" and 4.3.2 "Placement").

use super::table::{PixelSpec, PixelType};

/// Pixel storage modes (table 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelStore {
    pub swap_bytes: bool,
    pub lsb_first: bool,
    /// Pixels from row to row; 0 takes the image's width.
    pub row_length: u32,
    pub skip_rows: u32,
    pub skip_pixels: u32,
    /// Bytes: 1, 2, 4 or 8.
    pub alignment: u32,
    /// Rows from image to image; 0 takes the image's height.
    pub image_height: u32,
    pub skip_images: u32,
    /// Whether the first row comes last in each image (MESA_pack_invert).
    pub invert: bool,
}

impl PixelStore {
    /// The initial modes.
    pub const INITIAL: PixelStore = PixelStore {
        alignment: 4,
        ..PixelStore::TIGHT
    };

    /// Rows without padding.
    pub const TIGHT: PixelStore = PixelStore {
        swap_bytes: false,
        lsb_first: false,
        row_length: 0,
        skip_rows: 0,
        skip_pixels: 0,
        alignment: 1,
        image_height: 0,
        skip_images: 0,
        invert: false,
    };

    /// The layout of an image of this size, or `None` when it does not fit the address space. `volume` commands
    /// (three dimensions) also use the image height and skipped images.
    pub fn layout(&self, spec: PixelSpec, size: [u32; 3], volume: bool) -> Option<ImageLayout> {
        let [width, height, depth] = size.map(|n| n as usize);
        let is_bitmap = spec.ty == PixelType::Bitmap;
        let row_stride = self.row_stride(spec, width)?;
        // The stride of an image, for volumes.
        let image_rows = if volume && self.image_height > 0 {
            self.image_height as usize
        } else {
            height
        };
        let image_stride = row_stride.checked_mul(image_rows)?;

        // The first pixel. Bitmaps may start inside of a byte.
        let skip = self.skip_pixels as usize;
        let (skip_bytes, first_bit) = if is_bitmap {
            (skip / 8, skip % 8)
        } else {
            (skip.checked_mul(spec.pixel_bytes())?, 0)
        };
        let skip_images = if volume { self.skip_images as usize } else { 0 };
        let start = (self.skip_rows as usize)
            .checked_mul(row_stride)?
            .checked_add(skip_images.checked_mul(image_stride)?)?
            .checked_add(skip_bytes)?;
        // The bytes from the first pixel to the last one.
        let row_bytes = if is_bitmap {
            (first_bit + width).div_ceil(8)
        } else {
            width.checked_mul(spec.pixel_bytes())?
        };
        let extent = match (width, height, depth) {
            (0, _, _) | (_, 0, _) | (_, _, 0) => 0,
            _ => (depth - 1)
                .checked_mul(image_stride)?
                .checked_add((height - 1).checked_mul(row_stride)?)?
                .checked_add(row_bytes)?,
        };
        // Nothing larger than the address space can be read.
        start
            .checked_add(extent)
            .filter(|end| *end <= isize::MAX as usize)?;
        Some(ImageLayout {
            spec,
            size,
            start,
            row_stride,
            image_stride,
            row_bytes,
            first_bit,
            extent,
            swap_bytes: self.swap_bytes,
            lsb_first: self.lsb_first,
            is_inverted: self.invert,
        })
    }

    /// The bytes from row to row: as long as asked, and a multiple of the alignment. Elements as large as the alignment
    /// need no padding.
    fn row_stride(&self, spec: PixelSpec, width: usize) -> Option<usize> {
        let row_pixels = if self.row_length > 0 {
            self.row_length as usize
        } else {
            width
        };
        let alignment = self.alignment.max(1) as usize;
        let is_bitmap = spec.ty == PixelType::Bitmap;
        let tight_row = if is_bitmap {
            row_pixels.div_ceil(8)
        } else {
            row_pixels.checked_mul(spec.pixel_bytes())?
        };
        if is_bitmap || spec.ty.info().bytes < alignment {
            tight_row.checked_next_multiple_of(alignment)
        } else {
            Some(tight_row)
        }
    }
}

impl Default for PixelStore {
    fn default() -> PixelStore {
        PixelStore::INITIAL
    }
}

/// Where the pixels of one client image are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageLayout {
    /// One pixel.
    pub spec: PixelSpec,
    /// Width, height, depth in pixels.
    pub size: [u32; 3],
    /// Bytes from the client's pointer to the first pixel.
    pub start: usize,
    /// Bytes from row to row.
    pub row_stride: usize,
    /// Bytes from image to image.
    pub image_stride: usize,
    /// Bytes of one row's pixels.
    pub row_bytes: usize,
    /// Bitmaps: bit of the first pixel in its byte.
    pub first_bit: usize,
    /// Bytes from the first pixel to the end of the last.
    pub extent: usize,
    /// Bytes of each element are reversed.
    pub swap_bytes: bool,
    /// Bitmaps: the first pixel is in the least significant bit.
    pub lsb_first: bool,
    /// The first row comes last in each image.
    pub is_inverted: bool,
}

impl ImageLayout {
    /// The range of row `y` of image `z` inside the extent.
    pub fn row(&self, y: u32, z: u32) -> std::ops::Range<usize> {
        let y = if self.is_inverted {
            self.size[1] - 1 - y
        } else {
            y
        };
        let start = z as usize * self.image_stride + y as usize * self.row_stride;
        start..start + self.row_bytes
    }
}
