//! Explanations for people: a program's run line by line, or the reasons for a pixel, as text or as one HTML page.
//!
//! ```text
//! kernel::trace::Trace, raster::Explanation  +  source texts   →   Report   →   text | HTML
//! ```
//!
//! **Invariant:** nothing is computed here. Every number comes from a run that gave the picture's bits. The module takes the
//! source texts by program ([`Sources`]). Of languages it knows only that a statement is an opcode, a destination and operands
//! between commas.
//!
//! # Where the numbers come from
//! Front ends *note* in the IR ([`crate::ir::Note`]) which values are an instruction's operands and result, and what decides a
//! branch. So do the builders of fixed function and of the fragment operations. Notes change nothing: passes drop them, and no
//! engine reads them. [`crate::kernel::trace`] runs a program, as its front end left it, in the interpreter, whose values keep
//! their rows for that. The trace is what one lane read, decided and wrote, statement by statement.
//!
//! A renderer with a [`Question`] (a pixel, or a vertex of a draw) executes each flush twice. The first run goes
//! primitive by primitive over a copy of the pixel's 4×4 block; the second is the usual one. The first uses the same
//! setup, coverage and tile writer, with kernels that record their steps instead of the draw's own. So a fragment's
//! fate, and the compared numbers, are read from the IR that decides it. The block must end as the picture does, which
//! every flush compares ([`Explanation::agrees`]). Without a question, all this costs one test of an `Option` in each
//! flush.
//!
//! # From numbers to a page
//! `pixel`, `vertex` and [`ProgramRun`] make sections of a [`Report`]; `fragment` and [`Listing`] are parts of them.
//! The report prints itself as text or as HTML without script. `gl/draw/explain` counts frames for `TRILOBITE_EXPLAIN`,
//! stores the sources of the drawn programs, and knows their names of registers ([`Names`]).
#![forbid(unsafe_code)]

mod fragment;
mod html;
mod listing;
mod names;
mod pixel;
mod program;
mod report;
mod source;
mod text;
mod vertex;

pub use listing::{Line, Listing, Reading};
pub use names::{Names, number, vector};
pub use program::{ProgramRun, Stage};
pub use report::{Fact, Report, Section, Swatch, Tone};
pub use source::{Source, Sources};

use crate::raster::{Event, Explanation, Question};

/// The report of a renderer's explanation of a frame.
pub fn report(explanation: &Explanation, frame: u32, sources: &Sources) -> Report {
    match explanation.question {
        Question::Pixel { x, y } => pixel::report(explanation, frame, [x, y], sources),
        Question::Vertex { draw, vertex } => {
            let title = format!("Vertex {vertex} of draw {draw}, frame {frame}");
            let found = explanation.events.iter().find_map(|event| match event {
                Event::Vertex(found) => Some(found),
                _ => None,
            });
            vertex::report(
                title,
                found.map(|found| &**found),
                explanation.n_draws,
                sources,
            )
        }
    }
}
