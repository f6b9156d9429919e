//! Explains a program's run line by line, or why a pixel is as it is, to people: as text or as one HTML page.
//!
//! ```text
//! kernel::trace::Trace, raster::Explanation  +  source texts   →   Report   →   text | HTML
//! ```
//!
//! **Invariant:** nothing is computed here. Every number comes from a run that gave the picture's bits. The caller provides the
//! source text of each program ([`Sources`]). Of languages this module knows only that a statement is an opcode, a destination
//! and operands between commas.
//!
//! # Where the numbers come from
//! Front ends *note* in the IR ([`crate::ir::Note`]) which values are an instruction's operands and result, and what decides a
//! branch. So do the builders of fixed function and of the fragment operations. Notes change nothing: passes drop them, and no
//! engine reads them.
//!
//! [`crate::kernel::trace`] runs a program in the interpreter, as its front end made it. No two values share memory there. The
//! trace is what one lane read, decided and wrote, statement by statement.
//!
//! A renderer with a [`Question`] (a pixel, or a vertex of a draw) executes each flush twice. The second run is the usual one.
//! The first goes primitive by primitive over a copy of the pixel's 4×4 block. It uses the same setup, coverage and tile
//! writer, but its kernels record their steps. So the reason for a fragment's fate, with the compared numbers, comes from the
//! IR that decides it.
//!
//! Each flush checks that both runs end with the same pixel ([`Explanation::agrees`]). Without a question, all this costs one
//! test of an `Option` per flush.
//!
//! # From numbers to a page
//! `pixel`, `vertex` and [`ProgramRun`] make sections of a [`Report`], from the parts `fragment` and [`Listing`]. The report
//! becomes text, or HTML without script. `gl/context/frame.rs` counts frames for `TRILOBITE_EXPLAIN`. `gl/draw/explain.rs` stores
//! the sources of the drawn programs, and the names of their registers ([`Names`]).
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

#[cfg(test)]
mod tests;

pub use listing::{Line, Listing, Reading};
pub use names::{Names, number, vector};
pub use program::{ProgramRun, Stage};
pub use report::{Fact, Report, Section, Swatch, Tone};
pub use source::{Source, Sources, Written};

use crate::raster::{Event, Explanation, Question};

/// Makes the report of what a renderer has found out about a frame.
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
