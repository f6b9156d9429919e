//! What shows a surface: a window, a pixmap, the application's own memory.

use crate::platform::PixelStorage;
use crate::platform::x11::XDrawable;

/// A rectangle of a surface, origin bottom left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x: u32,
    /// Bottom edge.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Where a surface's pixels are shown. Called in the thread of the GL call that presents.
pub trait Presenter: Send + Sync + std::fmt::Debug {
    /// Its size now; `None` when it is gone or cannot change.
    fn size(&self) -> Option<(u32, u32)>;

    /// Shows a region; its [size](Presenter::size) then, for which it need not ask once more.
    fn present(&self, pixels: &PixelStorage, region: Region) -> Option<(u32, u32)>;

    /// Takes back what others have drawn there (glXWaitX); false when that cannot be had.
    fn fetch(&self, _pixels: &PixelStorage) -> bool {
        false
    }
}

impl Presenter for XDrawable {
    fn size(&self) -> Option<(u32, u32)> {
        XDrawable::size(self)
    }

    fn present(&self, pixels: &PixelStorage, r: Region) -> Option<(u32, u32)> {
        self.put(pixels, r.x, r.y, r.width, r.height)
    }

    fn fetch(&self, pixels: &PixelStorage) -> bool {
        self.get(pixels)
    }
}
