//! The contents of a report, before it is printed.

use super::Listing;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// The summary, by paragraphs.
    pub lead: Vec<String>,
    /// The colour that it is about.
    pub swatch: Option<Swatch>,
    /// The events, in order.
    pub sections: Vec<Section>,
}

/// The display of a section's outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// Nothing was decided.
    #[default]
    Neutral,
    /// It has an effect.
    Good,
    /// It had an effect, and is hidden by now.
    Hidden,
    /// It was lost.
    Bad,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Its title.
    pub heading: String,
    /// Its outcome.
    pub outcome: String,
    /// The display of the outcome.
    pub tone: Tone,
    /// The pixel before and after it.
    pub change: Option<[Swatch; 2]>,
    /// The facts, by name.
    pub facts: Vec<Fact>,
    /// The listings of programs.
    pub listings: Vec<Listing>,
}

/// A named fact.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its colour.
    pub swatch: Option<Swatch>,
}

impl Fact {
    /// A fact without a colour.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            name: name.into(),
            value: value.into(),
            swatch: None,
        }
    }

    /// A colour.
    pub fn color(name: impl Into<String>, color: [f32; 4]) -> Fact {
        Fact {
            swatch: Some(Swatch::of(color)),
            ..Fact::new(name, super::vector(&color))
        }
    }
}

/// A colour as screens show it: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swatch(pub [u8; 3]);

impl Swatch {
    /// The nearest colour that a screen can show.
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
