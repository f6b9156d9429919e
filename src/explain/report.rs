//! The contents of a report, before it becomes text or HTML.

use super::Listing;

/// A report of a pixel, a vertex or a program.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    pub title: String,
    /// The paragraphs of the summary.
    pub lead: Vec<String>,
    /// The colour of the pixel that the report explains.
    pub swatch: Option<Swatch>,
    /// The sections, in the order of what happened.
    pub sections: Vec<Section>,
}

/// How the outcome of a section is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// Nothing was decided about the pixel.
    #[default]
    Neutral,
    /// The event has an effect on the pixel.
    Good,
    /// The event had an effect, which a later event replaced.
    Hidden,
    /// The fragment was lost.
    Bad,
}

/// A section: something that happened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    pub heading: String,
    /// The outcome in a few words. It may be empty.
    pub outcome: String,
    /// How the outcome is displayed.
    pub tone: Tone,
    /// The colours of the pixel before and after the event.
    pub change: Option<[Swatch; 2]>,
    /// What is known of the event.
    pub facts: Vec<Fact>,
    /// The programs that ran.
    pub listings: Vec<Listing>,
}

/// A fact: a value under a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    pub name: String,
    pub value: String,
    /// The colour, if the value is one.
    pub swatch: Option<Swatch>,
}

impl Fact {
    /// Makes a fact that is no colour.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            name: name.into(),
            value: value.into(),
            swatch: None,
        }
    }

    /// Makes a fact that is a colour.
    pub fn color(name: impl Into<String>, color: [f32; 4]) -> Fact {
        Fact {
            swatch: Some(Swatch::of(color)),
            ..Fact::new(name, super::vector(&color))
        }
    }
}

/// A colour as screens show it: red, green and blue, 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swatch(pub [u8; 3]);

impl Swatch {
    /// Returns the nearest colour that a screen can show.
    pub fn of([r, g, b, _]: [f32; 4]) -> Swatch {
        Swatch([r, g, b].map(|c| (c.clamp(0.0, 1.0) * 255.0).round_ties_even() as u8))
    }
}

impl std::fmt::Display for Swatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}
