//! The frames of a running application: draws are finished, windows are updated, and one frame may be explained. A slow frame is
//! handed to a thread of the driver, and [`Context::finish`] waits for it.
//!
//! `TRILOBITE_EXPLAIN` asks why a pixel of a frame has its colour. A swap ends a frame; glFinish does where there is
//! nothing to swap. While the requested frame is drawn, the context's renderer records the history of the pixel
//! ([`crate::raster::Renderer::explain`]), and draws keep the sources of their programs. The report is written at the end
//! of the frame.

use crate::config::{self, Explain, Explained};
use crate::explain::{Sources, report};
use crate::gl::Context;
use crate::platform::frame_thread;
use crate::process;
use crate::raster::Question;
use crate::surface::Surface;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of frames that ended so far, in all contexts.
static FRAMES: AtomicU32 = AtomicU32::new(0);
/// Whether the report was written.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// How long frames take: to be drawn and shown, and for the application.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// Nanoseconds of the last frame that was drawn and shown.
    frame: Arc<AtomicU64>,
    /// When the last swap ended.
    swapped: Option<Instant>,
}

/// A frame that takes less is not worth waking another thread for.
const SLOW: Duration = Duration::from_micros(150);
/// Neither is one if the application takes less, since that is all that can be won.
const BUSY: Duration = Duration::from_micros(100);

impl Pace {
    /// A number of the context, which no other has meanwhile.
    pub(super) fn number(&self) -> usize {
        Arc::as_ptr(&self.frame) as usize
    }

    /// Whether it pays that a thread of the driver draws the frame which ends now. Who asks for frames ahead gets them.
    fn pays(&self) -> bool {
        let is_busy = self.swapped.is_some_and(|end| end.elapsed() >= BUSY);
        let frame = Duration::from_nanos(self.frame.load(Ordering::Relaxed));
        config::get().frames_ahead.is_some() || is_busy && frame >= SLOW
    }
}

/// Stores how long a frame took.
fn took(frame: &AtomicU64, time: Duration) {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    frame.store(nanoseconds, Ordering::Relaxed);
}

/// A context that finishes its work. Dropping this tells others that it is done.
struct Finishing<'a>(&'a mut Context);

impl Drop for Finishing<'_> {
    fn drop(&mut self) {
        // Another context may have taken over a plane while draws to it were still recorded.
        let drawn = self.0.drawn_planes.drain(..);
        drawn.for_each(|plane| plane.mark_newer());
        self.0.draws_to_objects = false;
        self.0.syncs.reach();
    }
}

impl Context {
    /// Finishes all recorded work. The pixels are in the surfaces when it returns.
    pub fn finish(&mut self) {
        self.finish_by(|cx| {
            if let Err(error) = cx.immediate.detach(&mut cx.renderer) {
                cx.keep_error(error);
            }
            cx.renderer.flush();
        });
    }

    /// Does the work that finishes what is recorded. Even after a panic in it, nothing more will come of what was recorded:
    /// others go on who wait for it.
    pub(in crate::gl) fn finish_by(&mut self, work: impl FnOnce(&mut Context)) {
        let finishing = Finishing(self);
        work(finishing.0);
    }

    /// glFlush and glFinish: finishes all recorded work, and shows a front buffer that was drawn to.
    pub fn flush_to_window(&mut self) {
        self.finish();
        if let Some(surface) = &self.surfaces.draw {
            surface.show_front_if_drawn();
        }
    }

    /// glFlush: what is drawn to the back buffer of a window can wait for the swap, since nobody sees it before.
    pub fn flush(&mut self) {
        let is_seen = |surface: &Arc<Surface>| !surface.has_frames() || surface.is_front_drawn();
        let is_awaited = !self.can_wait() || !self.syncs.is_empty();
        if is_awaited || self.surfaces.draw.as_ref().is_none_or(is_seen) {
            self.flush_to_window();
        }
    }

    /// Whether only this context can use what is drawn: no image is drawn to, and nothing is explained.
    fn can_wait(&self) -> bool {
        !self.draws_to_objects && config::get().explain.is_none()
    }

    /// Finishes the frame, and shows a surface's back buffer. Where that takes long, a thread of the driver does it while the
    /// application goes on.
    pub fn swap(&mut self, surface: &Arc<Surface>) {
        self.swap_at_pace(surface);
        self.pace.swapped = Some(Instant::now());
    }

    fn swap_at_pace(&mut self, surface: &Arc<Surface>) {
        let is_drawn_to = |own: &Arc<Surface>| Arc::ptr_eq(own, surface);
        let is_own = self.surfaces.draw.as_ref().is_some_and(is_drawn_to);
        let is_alone = is_own && !surface.is_shared();
        if is_alone && self.can_wait() && self.pace.pays() && self.hand_over(surface) {
            return;
        }
        let start = Instant::now();
        self.end_frame();
        surface.show_back();
        took(&self.pace.frame, start.elapsed());
    }

    fn hand_over(&mut self, surface: &Surface) -> bool {
        let n_ahead = frame_thread::frames_ahead();
        if n_ahead == 0 {
            return false;
        }
        if let Err(error) = self.immediate.detach(&mut self.renderer) {
            self.keep_error(error);
        }
        // The frame before may find that only this thread can show the next one.
        self.renderer.wait_for_frames(n_ahead - 1);
        let Some(frame) = surface.take_frame() else {
            return false;
        };
        let (syncs, time) = (self.syncs.hand_over(), self.pace.frame.clone());
        self.renderer.hand_over(move |start| {
            drop(syncs);
            frame.show();
            took(&time, start.elapsed());
        });
        true
    }

    /// Called once for a new context, because its first frame may be the requested one.
    pub(crate) fn begin_first_frame(&mut self) {
        let Some(request) = &config::get().explain else {
            return;
        };
        static ONCE: Once = Once::new();
        ONCE.call_once(|| process::at_exit(warn_of_missing_frame));
        if FRAMES.load(Ordering::Relaxed) == request.frame {
            self.begin_explaining(request);
        }
    }

    /// Finishes all recorded work, and ends the frame.
    pub fn end_frame(&mut self) {
        self.finish();
        let Some(request) = &config::get().explain else {
            return;
        };
        let frame = FRAMES.fetch_add(1, Ordering::Relaxed);
        if frame == request.frame {
            self.write_report(request);
        } else if frame.wrapping_add(1) == request.frame {
            self.begin_explaining(request);
        }
    }

    /// Starts recording. Earlier draw states are dropped, because the sources of their programs were not kept.
    fn begin_explaining(&mut self, request: &Explain) {
        self.draws.forget_textures();
        self.sources = Sources::default();
        self.renderer.explain(match request.what {
            Explained::Pixel(x, y) => Question::Pixel { x, y },
            Explained::Vertex(draw, vertex) => Question::Vertex { draw, vertex },
        });
    }

    fn write_report(&mut self, request: &Explain) {
        let Some(explanation) = self.renderer.take_explanation() else {
            return;
        };
        let report = report(&explanation, request.frame, &self.sources);
        let is_html = request.file.ends_with(".html") || request.file.ends_with(".htm");
        let text = if is_html {
            report.html()
        } else {
            report.text()
        };
        IS_REPORTED.store(true, Ordering::Relaxed);
        match std::fs::write(&request.file, text) {
            Ok(()) => eprintln!("trilobite: {}: {}", report.title, request.file),
            Err(error) => log::warn!(
                "the explanation cannot be written: {}: {error}",
                request.file
            ),
        }
    }
}

/// Runs when the process ends. It warns when the requested frame never came.
extern "C" fn warn_of_missing_frame() {
    if let (Some(request), false) = (&config::get().explain, IS_REPORTED.load(Ordering::Relaxed)) {
        let (frame, n) = (request.frame, FRAMES.load(Ordering::Relaxed));
        eprintln!(
            "trilobite: frame {frame} is not explained: {n} frames were shown, counted from 0"
        );
    }
}
