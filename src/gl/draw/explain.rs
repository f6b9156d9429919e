//! `TRILOBITE_EXPLAIN`: why is this pixel of this frame so, of a running application.
//!
//! Frames are counted by what ends them: a swap, or glFinish where there is nothing to swap. While the frame in question is
//! drawn, the context's renderer finds out ([`crate::raster::Renderer::explain`]) and the sources of its programs are kept;
//! at the end of the frame the report is written.
#![forbid(unsafe_code)]

use crate::config::{self, Explain, Explained};
use crate::explain::{Names, Source, Sources, report};
use crate::gl::Context;
use crate::gl::program::object::{Enabled, Target};
use crate::ir::ProgramId;
use crate::process;
use crate::raster::Question;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Frames that ended so far, of all contexts.
static FRAMES: AtomicU32 = AtomicU32::new(0);
/// The explanation was written.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

impl Context {
    /// A context whose first frame may be the one in question.
    pub(crate) fn begin_first_frame(&mut self) {
        let Some(request) = &config::get().explain else {
            return;
        };
        static ONCE: Once = Once::new();
        ONCE.call_once(|| process::at_exit(say_that_it_never_came));
        if FRAMES.load(Ordering::Relaxed) == request.frame {
            self.look(request);
        }
    }

    /// Carries out everything recorded so far, and lets the frame end there.
    pub fn end_frame(&mut self) {
        self.finish();
        let Some(request) = &config::get().explain else {
            return;
        };
        let frame = FRAMES.fetch_add(1, Ordering::Relaxed);
        if frame == request.frame {
            self.tell(request);
        } else if frame.wrapping_add(1) == request.frame {
            self.look(request);
        }
    }

    /// Begins to find out. States of before are forgotten: their sources are not known.
    fn look(&mut self, request: &Explain) {
        self.draws.forget_textures();
        self.sources = Sources::default();
        self.renderer.explain(match request.what {
            Explained::Pixel(x, y) => Question::Pixel { x, y },
            Explained::Vertex(draw, vertex) => Question::Vertex { draw, vertex },
        });
    }

    fn tell(&mut self, request: &Explain) {
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
        IS_TOLD.store(true, Ordering::Relaxed);
        match std::fs::write(&request.file, text) {
            Ok(()) => eprintln!("trilobite: {}: {}", report.title, request.file),
            Err(error) => log::warn!(
                "the explanation cannot be written: {}: {error}",
                request.file
            ),
        }
    }

    /// Keeps the source of a program that is about to be drawn with.
    pub(crate) fn keep_source(&mut self, target: Target, program: ProgramId) {
        let ready = match target {
            Target::Vertex => self.programs.vertex_program(&self.shared),
            Target::Fragment | Target::TextFragment => self.programs.fragment_program(&self.shared),
        };
        let shader = match target {
            Target::Vertex => self.vertex_shader().map(|shader| shader.text()),
            Target::Fragment | Target::TextFragment => {
                self.ati_shader().map(|(_, shader)| shader.text())
            }
        };
        let mut names = Names::default();
        let source = match (ready, shader) {
            (Enabled::Ready(loaded), _) => {
                if let Some([inputs, results]) = loaded.native_names() {
                    names = Names { inputs, results };
                }
                let object = &self.programs.target(target).object;
                Source::Text(object.lock().text.clone())
            }
            (_, Some(text)) => Source::Text(text),
            _ => Source::FixedFunction,
        };
        self.sources.keep(program, source, names);
    }
}

/// When the process ends without the frame in question.
extern "C" fn say_that_it_never_came() {
    if let (Some(request), false) = (&config::get().explain, IS_TOLD.load(Ordering::Relaxed)) {
        let (frame, n) = (request.frame, FRAMES.load(Ordering::Relaxed));
        eprintln!(
            "trilobite: frame {frame} is not explained: {n} frames were shown, counted from 0"
        );
    }
}
