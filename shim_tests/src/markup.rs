//! A strict reader of the HTML pages that the driver writes. They must be well-formed XML, which every browser accepts.
#![forbid(unsafe_code)]

/// The contents of a page.
#[derive(Debug, Default)]
pub struct Page {
    /// The text of the page, without markup and style.
    pub text: String,
    /// The values of all `id` attributes.
    pub ids: Vec<String>,
    /// The values of all `href` attributes.
    pub links: Vec<String>,
    /// The number of occurrences of each element, in the order of the first ones.
    pub elements: Vec<(String, usize)>,
}

impl Page {
    /// Reads a page. Returns an error that says what is wrong with it.
    pub fn read(page: &str) -> Result<Page, String> {
        let mut rest = page
            .strip_prefix("<!DOCTYPE html>\n")
            .ok_or("no document type")?;
        // `open` holds the elements that are not closed yet.
        let (mut out, mut open) = (Page::default(), Vec::new());
        while let Some(at) = rest.find('<') {
            out.add_text(&rest[..at], open.last())?;
            let end = rest[at..].find('>').ok_or("an open tag at the end")? + at;
            let tag = &rest[at + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                let innermost: Option<String> = open.pop();
                if innermost.as_deref() != Some(name) {
                    return Err(format!("</{name}> closes {innermost:?}"));
                }
            } else {
                let (tag, is_empty) = match tag.strip_suffix('/') {
                    Some(tag) => (tag, true),
                    None => (tag, false),
                };
                let name = out.element(tag)?;
                if !is_empty {
                    open.push(name);
                }
            }
        }
        out.add_text(rest, None)?;
        if open.is_empty() {
            Ok(out)
        } else {
            Err(format!("{open:?} are not closed"))
        }
    }

    /// The number of occurrences of an element.
    pub fn count(&self, element: &str) -> usize {
        let found = self.elements.iter().find(|(name, _)| name == element);
        found.map_or(0, |(_, n)| *n)
    }

    fn add_text(&mut self, text: &str, inside: Option<&String>) -> Result<(), String> {
        if inside.is_some_and(|name| name == "style") {
            return Ok(());
        }
        self.text += &plain(text)?;
        self.text.push(' ');
        Ok(())
    }

    /// Reads a tag. Returns its name, and records its attributes.
    fn element(&mut self, tag: &str) -> Result<String, String> {
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric()) {
            return Err(format!("the tag <{tag}>"));
        }
        while !attributes.trim().is_empty() {
            let bad = || format!("the attributes of <{tag}>");
            let (key, rest) = attributes.trim_start().split_once("=\"").ok_or_else(bad)?;
            let (value, rest) = rest.split_once('"').ok_or_else(bad)?;
            attributes = rest;
            let value = plain(value)?;
            match key {
                "id" if self.ids.contains(&value) => return Err(format!("two are called {value}")),
                "id" => self.ids.push(value),
                "href" => self.links.push(value),
                "src" => return Err("the page needs something else".into()),
                _ => {}
            }
        }
        match self.elements.iter_mut().find(|(known, _)| known == name) {
            Some((_, n)) => *n += 1,
            None => self.elements.push((name.to_owned(), 1)),
        }
        Ok(name.to_owned())
    }
}

/// Text with its entities replaced.
fn plain(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, rest) = part.split_once(';').ok_or("a naked &")?;
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => return Err(format!("the entity &{entity};")),
        });
        out += rest;
    }
    Ok(out)
}
