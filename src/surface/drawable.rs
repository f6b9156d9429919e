//! A surface: the buffers that it has now, and how they are shown.

use super::{Accumulation, Config, FramePresenter, Presenter, Region};
use crate::debug::counters;
use crate::platform::PixelStorage;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The buffers of a surface at one moment.
#[derive(Debug, Clone)]
pub struct Buffers {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The pixels that are shown.
    pub front: Arc<PixelStorage>,
    /// The pixels that are drawn to, if the surface is double-buffered.
    pub back: Option<Arc<PixelStorage>>,
    /// 24 bits of depth and 8 of stencil for each pixel or sample.
    pub depth_stencil: Option<Arc<PixelStorage>>,
    pub accumulation: Option<Arc<Accumulation>>,
}

/// A surface that contexts draw to.
#[derive(Debug)]
pub struct Surface {
    config: Config,
    buffers: Mutex<Buffers>,
    presenter: Option<Box<dyn Presenter>>,
    /// Shows frames in a thread of the driver. It is asked for at the first swap.
    frames: OnceLock<Option<Arc<dyn FramePresenter>>>,
    /// Whether something was drawn to the front buffer since it was shown last, or a frame could not be shown.
    front_drawn: Arc<AtomicBool>,
    /// What has drawn here, as a number; 0 when nothing has.
    drawer: AtomicUsize,
    /// Whether several have.
    is_shared: AtomicBool,
    version: AtomicU64,
}

/// Returns a number that no surface has had yet.
fn new_version() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The greatest width and height of a surface. Larger windows and pbuffers are clipped.
pub const MAX_SIZE: u32 = 16384;

impl Surface {
    /// Makes a surface that nothing shows. Sizes are clamped to 1 to [`MAX_SIZE`]. Returns `None` when the memory cannot be
    /// allocated.
    pub fn new(config: Config, width: u32, height: u32) -> Option<Surface> {
        Surface::build(config, width, height, None)
    }

    /// Makes a surface that `presenter` shows, as [`Surface::new`] does.
    pub fn with_presenter(
        config: Config,
        width: u32,
        height: u32,
        presenter: Box<dyn Presenter>,
    ) -> Option<Surface> {
        Surface::build(config, width, height, Some(presenter))
    }

    fn build(
        config: Config,
        width: u32,
        height: u32,
        presenter: Option<Box<dyn Presenter>>,
    ) -> Option<Surface> {
        let buffers = Mutex::new(Buffers::new(
            config,
            width.clamp(1, MAX_SIZE),
            height.clamp(1, MAX_SIZE),
        )?);
        Some(Surface {
            config,
            buffers,
            presenter,
            frames: OnceLock::new(),
            front_drawn: Arc::default(),
            drawer: AtomicUsize::new(0),
            is_shared: AtomicBool::new(false),
            version: AtomicU64::new(new_version()),
        })
    }

    pub fn config(&self) -> Config {
        self.config
    }

    /// The current buffers. A recorded draw keeps those that it was recorded with.
    pub fn buffers(&self) -> Buffers {
        self.buffers.lock().clone()
    }

    /// A number that changes whenever the buffers are replaced or swapped. No other surface has it. It must be read before the
    /// buffers.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// The width and height of the buffers.
    pub fn size(&self) -> (u32, u32) {
        let buffers = self.buffers.lock();
        (buffers.width, buffers.height)
    }

    /// Replaces the buffers by ones of another size, filled with zeros. Keeps the old buffers when the memory cannot be
    /// allocated.
    pub fn resize(&self, width: u32, height: u32) {
        let (width, height) = (width.clamp(1, MAX_SIZE), height.clamp(1, MAX_SIZE));
        let mut buffers = self.buffers.lock();
        if (buffers.width, buffers.height) != (width, height)
            && let Some(new) = Buffers::new(self.config, width, height)
        {
            *buffers = new;
            self.version.store(new_version(), Ordering::Release);
        }
    }

    /// Exchanges front and back buffer. The caller has flushed all contexts that draw here.
    pub fn swap(&self) {
        let buffers = &mut *self.buffers.lock();
        if let Some(back) = &mut buffers.back {
            std::mem::swap(&mut buffers.front, back);
            counters::swapped();
            self.version.store(new_version(), Ordering::Release);
        }
    }

    /// Adopts the size of the window. A surface without a window keeps its size.
    pub fn follow(&self) {
        if let Some((width, height)) = self.shown_size() {
            self.resize(width, height);
        }
    }

    /// The size of the window or pixmap. Returns `None` when it is gone, and for a surface that has none.
    pub fn shown_size(&self) -> Option<(u32, u32)> {
        self.presenter.as_ref().and_then(|p| p.size())
    }

    /// SwapBuffers: the back buffer becomes the front buffer and is shown. Then the surface adopts the size of the window.
    /// Without a back buffer nothing happens (GLX 1.4 section 3.3.10). The caller has flushed all contexts that draw here.
    pub fn show_back(&self) {
        if !self.config.double_buffer {
            return;
        }
        self.swap();
        self.front_drawn.store(false, Ordering::Relaxed);
        let size = counters::timed_serial(&counters::SHOW_TIME, || self.show_front_region(None));
        if let Some((width, height)) = size {
            self.resize(width, height);
        }
    }

    /// Whether a thread of the driver can show what is drawn to the back buffer, so that only a swap can make it visible.
    pub fn has_frames(&self) -> bool {
        let frames = self.frames.get().and_then(Option::as_ref);
        self.config.double_buffer && frames.is_some_and(|frames| frames.works())
    }

    /// Says that what has this number draws here from now on.
    pub fn drawn_by(&self, drawer: usize) {
        let before = self.drawer.swap(drawer, Ordering::Relaxed);
        if before != 0 && before != drawer {
            self.is_shared.store(true, Ordering::Relaxed);
        }
    }

    /// Whether several have drawn here. Their frames share planes, so each swap finishes its own.
    pub fn is_shared(&self) -> bool {
        self.is_shared.load(Ordering::Relaxed)
    }

    fn frame_presenter(&self) -> Option<&Arc<dyn FramePresenter>> {
        let presenter = self.presenter.as_ref();
        let frames = self.frames.get_or_init(|| presenter?.for_frames());
        frames.as_ref().filter(|frames| frames.works())
    }

    /// SwapBuffers, when the caller draws and shows the frame later. The surface adopts the size of the window. Returns `None`,
    /// and changes nothing, when only [`Surface::show_back`] can show it.
    pub fn take_frame(&self) -> Option<Frame> {
        let presenter = self
            .frame_presenter()
            .filter(|_| self.config.double_buffer)?;
        // The window system has carried out what the application asked of it when it has answered.
        let size = self.shown_size();
        self.swap();
        self.front_drawn.store(false, Ordering::Relaxed);
        let frame = Frame {
            pixels: self.buffers().front,
            presenter: presenter.clone(),
            is_unseen: self.front_drawn.clone(),
        };
        if let Some((width, height)) = size {
            self.resize(width, height);
        }
        Some(frame)
    }

    /// Copies a region of the back buffer to the front and shows it (GLX_MESA_copy_sub_buffer, EGL copies).
    pub fn show_back_region(&self, region: Region) {
        let buffers = self.buffers();
        let (Some(back), Some(region)) =
            (&buffers.back, region.clipped(buffers.width, buffers.height))
        else {
            return;
        };
        let (at, size) = ([region.x, region.y], [region.width, region.height]);
        for sample in 0..back.samples() {
            buffers.front.write_rows(at, size, sample, |y, row| {
                back.read_sample_row(region.x, y, sample, row);
            });
        }
        self.show_front_region(Some(region));
    }

    /// Marks the front buffer as drawn to, so that the next flush shows it. It is called for each draw whose target includes the
    /// front buffer.
    pub fn mark_front_drawn(&self) {
        self.front_drawn.store(true, Ordering::Relaxed);
    }

    /// Whether the front buffer was drawn to since it was shown last.
    pub fn is_front_drawn(&self) -> bool {
        self.front_drawn.load(Ordering::Relaxed)
    }

    /// Shows the front buffer if it was drawn to, at glFlush and glFinish. If it was not, what others have drawn to the window,
    /// pixmap or memory stays.
    pub fn show_front_if_drawn(&self) {
        if self.front_drawn.swap(false, Ordering::Relaxed) {
            self.show_front_region(None);
        }
    }

    /// Shows a region of the front buffer, or all of it. Returns the size that the presenter then has.
    fn show_front_region(&self, region: Option<Region>) -> Option<(u32, u32)> {
        let presenter = self.presenter.as_ref()?;
        let buffers = self.buffers();
        let whole = Region {
            x: 0,
            y: 0,
            width: buffers.width,
            height: buffers.height,
        };
        presenter.present(&buffers.front, region.unwrap_or(whole))
    }

    /// Copies what others have drawn to the window or pixmap to the front buffer (glXWaitX).
    pub fn fetch(&self) {
        if let Some(presenter) = &self.presenter {
            presenter.fetch(&self.buffers().front);
        }
    }
}

/// A frame that a surface has given away.
#[derive(Debug)]
pub struct Frame {
    pixels: Arc<PixelStorage>,
    presenter: Arc<dyn FramePresenter>,
    /// Is set when only the surface can show it.
    is_unseen: Arc<AtomicBool>,
}

impl Frame {
    /// Shows the frame, in any thread. It has been drawn. Where this fails, the surface shows it at its next flush.
    pub fn show(self) {
        let show = || self.presenter.show(&self.pixels);
        if !counters::timed_serial(&counters::SHOW_TIME, show) {
            self.is_unseen.store(true, Ordering::Relaxed);
        }
    }
}

impl Region {
    /// The part of the region inside a surface of this size. Returns `None` when it is empty.
    pub fn clipped(self, width: u32, height: u32) -> Option<Region> {
        let clip = |from: u32, len: u32, max: u32| len.min(max.saturating_sub(from));
        let clipped = Region {
            width: clip(self.x, self.width, width),
            height: clip(self.y, self.height, height),
            ..self
        };
        (clipped.width > 0 && clipped.height > 0).then_some(clipped)
    }
}

impl Buffers {
    /// Allocates all planes of a configuration. Returns `None` when a plane cannot be allocated.
    fn new(config: Config, width: u32, height: u32) -> Option<Buffers> {
        let plane = || PixelStorage::with_samples(width, height, config.multisampled).map(Arc::new);
        Some(Buffers {
            width,
            height,
            front: plane()?,
            back: if config.double_buffer {
                Some(plane()?)
            } else {
                None
            },
            depth_stencil: if config.depth_stencil {
                Some(plane()?)
            } else {
                None
            },
            accumulation: config
                .accumulation
                .then(|| Arc::new(Accumulation::new(width, height))),
        })
    }
}
