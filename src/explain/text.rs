//! Writes a report as plain text.

use super::{Fact, Line, Listing, Report, Section};
use std::fmt::Write;

/// The width of the column of names.
const NAME_COLUMNS: usize = 22;

impl Report {
    /// Returns the report as plain text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        writeln!(
            out,
            "{}\n{}",
            self.title,
            "=".repeat(self.title.chars().count())
        )?;
        for paragraph in &self.lead {
            writeln!(out, "{paragraph}")?;
        }
        self.sections.iter().try_for_each(|section| {
            writeln!(out)?;
            write_section(out, section)
        })
    }
}

fn write_section(out: &mut String, section: &Section) -> std::fmt::Result {
    write!(out, "{}", section.heading)?;
    if !section.outcome.is_empty() {
        write!(out, ": {}", section.outcome)?;
    }
    if let Some([before, after]) = section.change {
        write!(out, "   {before} → {after}")?;
    }
    writeln!(out)?;
    for Fact { name, value, .. } in &section.facts {
        writeln!(out, "   {name:<NAME_COLUMNS$}  {value}")?;
    }
    section
        .listings
        .iter()
        .try_for_each(|l| write_listing(out, l))
}

fn write_listing(out: &mut String, listing: &Listing) -> std::fmt::Result {
    writeln!(out, "   {}", listing.caption)?;
    listing
        .lines
        .iter()
        .try_for_each(|line| write_line(out, line))?;
    if let Some(remark) = &listing.remark {
        writeln!(out, "     {remark}")?;
    }
    Ok(())
}

fn write_line(out: &mut String, line: &Line) -> std::fmt::Result {
    let number = line.place();
    match (&line.operands[..], &line.results[..]) {
        // A fact has one value and no name: it takes one line.
        ([], [only]) if only.name.is_empty() => {
            let (code, values) = (&line.code, only.text());
            writeln!(out, "{number:>7}  {code:<NAME_COLUMNS$}  {values}")?;
        }
        (operands, results) => {
            writeln!(out, "{number:>7}  {}", line.code)?;
            for step in &line.macros {
                writeln!(out, "             in macro {step}")?;
            }
            let operands = operands.iter().map(|reading| (' ', reading));
            let results = results.iter().map(|reading| ('→', reading));
            for (arrow, reading) in operands.chain(results) {
                let (name, values) = (&reading.name, reading.text());
                writeln!(out, "           {arrow} {name:<NAME_COLUMNS$}  {values}")?;
            }
        }
    }
    if line.kills {
        writeln!(out, "           ✗ discarded")?;
    }
    Ok(())
}
