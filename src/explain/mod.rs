//! Explanations for people: what a program did line by line, why a pixel is as it is, as text or as one HTML page.
//!
//! ```text
//! kernel::trace::Trace, raster::Explanation  +  source texts   →   Report   →   text | HTML
//! ```
//!
//! Nothing is computed here: every number comes from the run that it tells of. Takes the source texts by program
//! ([`Sources`]), and knows of languages just that a statement is an opcode, a destination and operands between commas.
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

/// The report of what a renderer found out about a frame.
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
