//! Presenters: what shows a surface, such as a window, a pixmap, or the application's own memory. A frame of a window may be shown
//! by a thread of the driver, through a connection of the driver's own.

use crate::platform::PixelStorage;
use crate::platform::x11::{FrameWindow, XDrawable};
use std::sync::Arc;

/// A rectangle of a surface in pixels. The origin is the lower left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The left edge.
    pub x: u32,
    /// The lower edge.
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// Shows the pixels of a surface. Its functions are called in the thread of the GL call that presents.
pub trait Presenter: Send + Sync + std::fmt::Debug {
    /// The current width and height. Returns `None` when the presenter is gone, or when its size cannot change.
    fn size(&self) -> Option<(u32, u32)>;

    /// Shows a region of `pixels`. Returns its [size](Presenter::size) afterwards, which saves the caller a second question to
    /// the window system.
    fn present(&self, pixels: &PixelStorage, region: Region) -> Option<(u32, u32)>;

    /// What shows whole frames in a thread of the driver. Returns `None` when only [`Presenter::present`] can show them.
    fn for_frames(&self) -> Option<Arc<dyn FramePresenter>> {
        None
    }

    /// Copies what others have drawn there to `pixels` (glXWaitX). Returns whether it could.
    fn fetch(&self, _pixels: &PixelStorage) -> bool {
        false
    }
}

/// Shows whole frames, in any thread.
pub trait FramePresenter: Send + Sync + std::fmt::Debug {
    /// Shows a frame, and returns whether it could. A window that is gone shows everything.
    fn show(&self, pixels: &PixelStorage) -> bool;

    /// Whether it still can. A window system that did not answer in time is not asked again.
    fn works(&self) -> bool;
}

impl FramePresenter for FrameWindow {
    fn show(&self, pixels: &PixelStorage) -> bool {
        FrameWindow::show(self, pixels)
    }

    fn works(&self) -> bool {
        FrameWindow::works(self)
    }
}

impl Presenter for XDrawable {
    fn size(&self) -> Option<(u32, u32)> {
        XDrawable::size(self)
    }

    fn present(&self, pixels: &PixelStorage, r: Region) -> Option<(u32, u32)> {
        self.put(pixels, r.x, r.y, r.width, r.height)
    }

    fn for_frames(&self) -> Option<Arc<dyn FramePresenter>> {
        Some(Arc::new(self.frame_window()?))
    }

    fn fetch(&self, pixels: &PixelStorage) -> bool {
        self.get(pixels)
    }
}
