//! Colour and depth storage of windows, pbuffers, pixmaps and client buffers; neutral between GLX, EGL and OSMesa.
#![forbid(unsafe_code)]

use crate::platform::PixelStorage;
use parking_lot::Mutex;
use std::sync::Arc;

/// Bits of a framebuffer configuration. Colour planes always store 8 bits per component; without alpha bits,
/// destination alpha reads 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// Alpha is stored.
    pub alpha: bool,
    /// 24 depth and 8 stencil bits are stored.
    pub depth_stencil: bool,
    /// There is a back buffer.
    pub double_buffer: bool,
}

/// The buffers of a surface at one moment.
#[derive(Debug, Clone)]
pub struct Buffers {
    /// Size in pixels.
    pub width: u32,
    /// Size in pixels.
    pub height: u32,
    /// What is shown.
    pub front: Arc<PixelStorage>,
    /// What is drawn, when double-buffered.
    pub back: Option<Arc<PixelStorage>>,
    /// Depth and stencil.
    pub depth_stencil: Option<Arc<PixelStorage>>,
}

/// A surface that contexts draw to.
#[derive(Debug)]
pub struct Surface {
    config: Config,
    buffers: Mutex<Buffers>,
}

impl Surface {
    /// A surface of this size (at least 1×1), or `None` when the memory cannot be had.
    pub fn new(config: Config, width: u32, height: u32) -> Option<Surface> {
        Some(Surface { config, buffers: Mutex::new(Buffers::new(config, width.max(1), height.max(1))?) })
    }

    /// The configuration.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The buffers as they are now. A draw keeps the ones that it was recorded with.
    pub fn buffers(&self) -> Buffers {
        self.buffers.lock().clone()
    }

    /// Follows a window's new size; contents become undefined (zero). Keeps the old buffers when memory is short.
    pub fn resize(&self, width: u32, height: u32) {
        let mut buffers = self.buffers.lock();
        if (buffers.width, buffers.height) != (width.max(1), height.max(1)) {
            if let Some(new) = Buffers::new(self.config, width.max(1), height.max(1)) {
                *buffers = new;
            }
        }
    }

    /// Exchanges front and back. All contexts that draw here must have been flushed.
    pub fn swap(&self) {
        let buffers = &mut *self.buffers.lock();
        if let Some(back) = &mut buffers.back {
            std::mem::swap(&mut buffers.front, back);
        }
    }
}

impl Buffers {
    fn new(config: Config, width: u32, height: u32) -> Option<Buffers> {
        let plane = || PixelStorage::new(width, height).map(Arc::new);
        Some(Buffers {
            width,
            height,
            front: plane()?,
            back: if config.double_buffer { Some(plane()?) } else { None },
            depth_stencil: if config.depth_stencil { Some(plane()?) } else { None },
        })
    }
}
