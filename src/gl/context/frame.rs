//! The frames of a running application: draws are finished, windows are updated, and one frame may be explained.
//!
//! `TRILOBITE_EXPLAIN` asks why a pixel of a frame has its colour. A swap ends a frame; glFinish does where there is
//! nothing to swap. While the requested frame is drawn, the context's renderer records the history of the pixel
//! ([`crate::raster::Renderer::explain`]), and draws keep the sources of their programs. The report is written at the end
//! of the frame.

use crate::config::{self, Explain, Explained};
use crate::explain::{Sources, report};
use crate::gl::Context;
use crate::process;
use crate::raster::Question;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The number of frames that ended so far, in all contexts.
static FRAMES: AtomicU32 = AtomicU32::new(0);
/// Whether the report was written.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// A context that finishes its work. Dropping this tells others that it is done.
struct Finishing<'a>(&'a mut Context);

impl Drop for Finishing<'_> {
    fn drop(&mut self) {
        // Another context may have taken over a plane while draws to it were still recorded.
        let drawn = self.0.drawn_planes.drain(..);
        drawn.for_each(|plane| plane.mark_newer());
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
