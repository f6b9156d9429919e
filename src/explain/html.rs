//! Writes a report as one HTML page that needs no other file: it has no script, font or picture. The page follows the reader's
//! choice of dark or light, and can be printed. It works with the keyboard alone: sections are `details` elements, and a list
//! at the top links to them.

use super::{Fact, Line, Listing, Reading, Report, Section, Swatch, Tone};
use std::fmt::Write;

impl Report {
    /// Returns the report as an HTML page.
    pub fn html(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_html(&mut out);
        out
    }

    fn write_html(&self, out: &mut String) -> std::fmt::Result {
        // The head with the style, the title with the colour, the summary.
        let title = escape(&self.title);
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>"
        )?;
        if let Some(swatch) = self.swatch {
            writeln!(out, "{}", chip(swatch, "big"))?;
        }
        writeln!(
            out,
            "<div>\n<p class=\"maker\">trilobite explain</p>\n<h1>{title}</h1>"
        )?;
        for paragraph in &self.lead {
            writeln!(out, "<p>{}</p>", escape(paragraph))?;
        }
        writeln!(out, "</div>\n</header>\n<main>")?;
        if self.sections.iter().any(|s| s.change.is_some()) {
            self.write_overview(out)?;
        }
        // If sections tell what happened to a pixel, only the last one and those with an effect are open.
        let n = self.sections.len();
        let is_story = self.sections.iter().any(|s| s.change.is_some());
        for (i, section) in self.sections.iter().enumerate() {
            let is_open = !is_story || i + 1 == n || section.tone == Tone::Good;
            write_section(out, i, section, is_open)?;
        }
        writeln!(out, "</main>\n</body>\n</html>")
    }

    /// Writes the list of all sections, one line each, with links.
    fn write_overview(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "<nav aria-label=\"What happened, in order\">\n<ol>")?;
        for (i, section) in self.sections.iter().enumerate() {
            let [before, after] = section.change.map_or([None; 2], |c| c.map(Some));
            let chips = match (before, after) {
                (Some(before), Some(after)) => format!("{}{}", chip(before, ""), chip(after, "")),
                _ => String::new(),
            };
            let heading = section.heading.split_once(". ");
            let heading = heading.map_or(&section.heading[..], |(_, rest)| rest);
            writeln!(
                out,
                "<li class=\"{}\"><a href=\"#s{i}\"><span class=\"change\">{chips}</span>\
                 <span class=\"what\">{}</span><span class=\"fate\">{}</span></a></li>",
                tone(section.tone),
                escape(heading),
                escape(&section.outcome)
            )?;
        }
        writeln!(out, "</ol>\n</nav>")
    }
}

/// Writes a section as a `details` element: heading, outcome and colours, then facts and listings.
fn write_section(out: &mut String, i: usize, section: &Section, is_open: bool) -> std::fmt::Result {
    // The summary is visible when the section is closed.
    let open = if is_open { " open=\"open\"" } else { "" };
    writeln!(
        out,
        "<details id=\"s{i}\" class=\"{}\"{open}>",
        tone(section.tone)
    )?;
    write!(out, "<summary><h2>{}</h2>", escape(&section.heading))?;
    if !section.outcome.is_empty() {
        write!(
            out,
            "<span class=\"fate\">{}</span>",
            escape(&section.outcome)
        )?;
    }
    if let Some([before, after]) = section.change {
        let chips = [chip(before, ""), chip(after, "")].concat();
        write!(out, "<span class=\"change\">{chips}</span>")?;
    }
    writeln!(out, "</summary>")?;
    // The rest is visible when it is open.
    if !section.facts.is_empty() {
        writeln!(out, "<dl>")?;
        section
            .facts
            .iter()
            .try_for_each(|fact| write_fact(out, fact))?;
        writeln!(out, "</dl>")?;
    }
    section
        .listings
        .iter()
        .try_for_each(|l| write_listing(out, l))?;
    writeln!(out, "</details>")
}

fn write_fact(out: &mut String, fact: &Fact) -> std::fmt::Result {
    let chip = fact.swatch.map_or(String::new(), |s| chip(s, ""));
    let (name, value) = (escape(&fact.name), escape(&fact.value));
    writeln!(out, "<div><dt>{name}</dt><dd>{chip}{value}</dd></div>")
}

fn write_listing(out: &mut String, listing: &Listing) -> std::fmt::Result {
    writeln!(out, "<h3>{}</h3>", escape(&listing.caption))?;
    if !listing.lines.is_empty() {
        writeln!(
            out,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead><tr>\
             <th scope=\"col\">line</th><th scope=\"col\">statement</th><th scope=\"col\">value</th>\
             <th scope=\"col\">x</th><th scope=\"col\">y</th><th scope=\"col\">z</th><th scope=\"col\">w</th>\
             </tr></thead>",
            escape(&listing.caption)
        )?;
        listing
            .lines
            .iter()
            .try_for_each(|line| write_line(out, line))?;
        writeln!(out, "</table>\n</div>")?;
    }
    match &listing.remark {
        Some(remark) => writeln!(out, "<p class=\"remark\">{}</p>", escape(remark)),
        None => Ok(()),
    }
}

/// Writes the table rows of a statement: one for each reading. The cells of the statement itself span all rows.
fn write_line(out: &mut String, line: &Line) -> std::fmt::Result {
    let number = escape(&line.place());
    // The values that were read come before those that were written.
    let read = line.operands.iter().map(|r| (r, ""));
    let written = line.results.iter().map(|r| (r, " class=\"result\""));
    let rows: Vec<(&Reading, &str)> = read.chain(written).collect();
    let n_rows = (rows.len() + usize::from(line.kills)).max(1);
    let class = if line.kills { " class=\"kills\"" } else { "" };
    let steps = line.macros.iter();
    let steps: String = steps
        .map(|step| format!("<br>in macro {}", escape(step)))
        .collect();
    write!(
        out,
        "<tbody{class}><tr><th scope=\"rowgroup\" rowspan=\"{n_rows}\">{number}</th>\
         <td rowspan=\"{n_rows}\"><code>{}</code>{steps}</td>",
        escape(&line.code)
    )?;
    // The first row is open already. It ends with the first reading, or below if there is none.
    let mut is_open = true;
    for (reading, class) in rows {
        if !is_open {
            write!(out, "<tr>")?;
        }
        is_open = false;
        write!(
            out,
            "<td{class}><code>{}</code></td>",
            escape(&reading.name)
        )?;
        for value in &reading.values {
            let value = value.as_deref().map(escape).unwrap_or_default();
            write!(out, "<td{class}>{value}</td>")?;
        }
        writeln!(out, "</tr>")?;
    }
    if line.kills {
        let start = if is_open { "" } else { "<tr>" };
        is_open = false;
        writeln!(
            out,
            "{start}<td colspan=\"5\"><strong>discarded</strong></td></tr>"
        )?;
    }
    if is_open {
        writeln!(out, "<td colspan=\"5\"></td></tr>")?;
    }
    writeln!(out, "</tbody>")
}

/// The CSS class of a tone.
fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Neutral => "neutral",
        Tone::Good => "good",
        Tone::Hidden => "hidden",
        Tone::Bad => "bad",
    }
}

/// Returns a square of a colour. Its title names the colour for readers who cannot see it.
fn chip(swatch: Swatch, size: &str) -> String {
    format!("<i class=\"chip {size}\" style=\"background:{swatch}\" title=\"{swatch}\"></i>")
}

/// Escapes a text for the page. Programs may contain anything, so no text of theirs becomes markup, and characters that are
/// invalid in HTML are replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The style sheet.
const STYLE: &str = "\
:root { color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #23262b; --soft: #666d78; --line: #e2dfd7; --code: #f4f2ec;
  --good: #1d7a46; --bad: #b3372c; --hidden: #8a6414; --neutral: #4d5b75; --accent: #2c5ea8; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #16181c; --card: #1e2126; --ink: #e4e2dc; --soft: #9aa1ad; --line: #32363d; --code: #25292f;
  --good: #62c48b; --bad: #f08377; --hidden: #d9ab55; --neutral: #a3b2cf; --accent: #86b2f2; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 2.2rem 1.4rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif; }
header { display: flex; gap: 1.4rem; align-items: flex-start; margin-bottom: 1.6rem; }
.maker { margin: 0; color: var(--soft); font-size: .8rem; letter-spacing: .08em; text-transform: uppercase; }
h1 { margin: 0 0 .3rem; font-size: 1.7rem; line-height: 1.2; }
header p { margin: .2rem 0; max-width: 60rem; }
h2 { display: inline; margin: 0; font-size: 1.02rem; }
h3 { margin: 1.1rem 0 .4rem; font-size: .88rem; color: var(--soft); font-weight: 600; }
code, dd, td span, .fate { font-variant-numeric: tabular-nums; }
code { font-family: ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; font-size: .86rem; }
.chip { display: inline-block; width: 1.05em; height: 1.05em; margin-right: .45em; border-radius: 3px;
  vertical-align: -.16em; border: 1px solid color-mix(in srgb, var(--ink) 28%, transparent); }
.chip.big { width: 4.6rem; height: 4.6rem; margin: .3rem 0 0; border-radius: 10px; flex: none; }
.change { white-space: nowrap; }
.change .chip { margin: 0; border-radius: 3px 0 0 3px; width: 1.5em; }
.change .chip + .chip { border-radius: 0 3px 3px 0; border-left: 0; }
nav ol { list-style: none; margin: 0 0 1.8rem; padding: 0; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); overflow: hidden; counter-reset: n; }
nav li + li { border-top: 1px solid var(--line); }
nav a { display: grid; grid-template-columns: 2.2rem 3.4rem minmax(9rem, 20rem) 1fr; gap: .8rem; padding: .42rem .9rem;
  color: inherit; text-decoration: none; align-items: baseline; }
nav a::before { counter-increment: n; content: counter(n); color: var(--soft); text-align: right; }
nav a:hover, nav a:focus-visible { background: var(--code); }
nav .what { font-weight: 600; }
.good .fate { color: var(--good); } .bad .fate { color: var(--bad); }
.hidden .fate { color: var(--hidden); } .neutral .fate { color: var(--neutral); }
nav .bad .what, nav .hidden .what { font-weight: 400; }
details { border: 1px solid var(--line); border-left: 4px solid var(--neutral); border-radius: 10px;
  background: var(--card); margin: 0 0 .9rem; padding: 0 1.1rem; }
details.good { border-left-color: var(--good); } details.bad { border-left-color: var(--bad); }
details.hidden { border-left-color: var(--hidden); }
details[open] { padding-bottom: 1.1rem; }
summary { display: flex; gap: .9rem; align-items: baseline; flex-wrap: wrap; padding: .7rem 0; cursor: pointer; }
summary .change { margin-left: auto; }
summary::before { content: \"▸\"; color: var(--soft); width: .7em; }
details[open] > summary::before { content: \"▾\"; }
summary::-webkit-details-marker { display: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .16rem 1.4rem; margin: .1rem 0 0; }
dl div { display: contents; }
dt { color: var(--soft); } dd { margin: 0; white-space: pre-wrap; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { text-align: left; vertical-align: top; padding: .1rem .7rem; white-space: nowrap; }
thead th { color: var(--soft); font-weight: 500; font-size: .76rem; background: var(--code); padding: .3rem .7rem; }
thead th:nth-child(n + 4) { width: 6.4rem; }
tbody { border-top: 1px solid var(--line); }
tbody tr:first-child > * { padding-top: .34rem; } tbody tr:last-child > *, tbody [rowspan] { padding-bottom: .34rem; }
tbody th { color: var(--soft); font-weight: 400; text-align: right; width: 2.6rem; }
tbody td[rowspan] { white-space: normal; overflow-wrap: anywhere; width: 38%; min-width: 13rem; }
td { font-variant-numeric: tabular-nums; } td code { color: var(--soft); }
td[rowspan] code { color: inherit; } td.result { font-weight: 600; } td.result code { color: var(--accent); }
td.result code:not(:empty)::before { content: \"→ \"; }
tbody.kills { background: color-mix(in srgb, var(--bad) 12%, transparent); } tbody.kills strong { color: var(--bad); }
.remark { color: var(--soft); margin: .5rem 0 0; }
@media (max-width: 46rem) { nav a { grid-template-columns: 1.6rem 3rem 1fr; } nav .fate { grid-column: 3; } }
@media print { body { max-width: none; } details { break-inside: avoid; } }
";
