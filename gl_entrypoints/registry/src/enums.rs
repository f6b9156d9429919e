//! Writes the registry's enum values as Rust constants, without the `GL_` prefix.

use std::collections::BTreeMap;
use std::fmt::Write;

const EXTRA: &str = include_str!("../extra_enums.txt");

/// The values of `extra_enums.txt`: a name and a value a line.
fn extra_values() -> impl Iterator<Item = (String, u32)> {
    let lines = EXTRA
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(|line| {
        let (name, value) = line.split_once(' ').expect("a name and a value");
        let value = parse_value(value).and_then(|value| u32::try_from(value).ok());
        (name.to_owned(), value.expect("a number of 32 bits"))
    })
}

/// Every 32-bit value of the GL registry and of `extra_enums.txt`, by its name without `GL_`. A name that would start with a digit keeps the
/// prefix (`GL_2D`).
pub fn enum_values() -> BTreeMap<String, u32> {
    let text = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is UTF-8");
    let doc = roxmltree::Document::parse(text).expect("the registry is XML");
    let mut values = BTreeMap::new();
    for node in doc.descendants().filter(|n| n.has_tag_name("enum")) {
        let (Some(name), Some(value)) = (node.attribute("name"), node.attribute("value")) else {
            continue;
        };
        if matches!(node.attribute("api"), Some(api) if api != "gl") {
            continue;
        }
        let Some(value) = parse_value(value).and_then(|value| u32::try_from(value).ok()) else {
            continue;
        };
        let short = name.strip_prefix("GL_").unwrap_or(name);
        let starts_with_digit = short.starts_with(|c: char| c.is_ascii_digit());
        values
            .entry(if starts_with_digit { name } else { short }.to_owned())
            .or_insert(value);
    }
    values.extend(extra_values());
    values
}

/// Rust source: one `pub const NAME: u32` for each of [`enum_values`], sorted by name.
pub fn rust_enums() -> String {
    let mut out = String::new();
    for (name, value) in enum_values() {
        writeln!(
            out,
            "/// `{name}`, 0x{value:04X}.\npub const {name}: u32 = 0x{value:04X};"
        )
        .expect("a String takes all");
    }
    out
}

/// The values of each group of the GL registry: PrimitiveType → POINTS, LINES and so on.
pub fn enum_groups() -> BTreeMap<String, Vec<u32>> {
    let text = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is UTF-8");
    let doc = roxmltree::Document::parse(text).expect("the registry is XML");
    let mut values = BTreeMap::new();
    for node in doc.descendants().filter(|n| n.has_tag_name("enum")) {
        if let (Some(name), Some(value)) = (node.attribute("name"), node.attribute("value")) {
            values.insert(name, parse_value(value).unwrap_or(0) as u32);
        }
    }
    let groups = doc.descendants().filter(|n| n.has_tag_name("group"));
    groups
        .filter_map(|group| {
            let members = group.children().filter_map(|n| n.attribute("name"));
            let members: Vec<u32> = members.filter_map(|n| values.get(n).copied()).collect();
            let name = group.attribute("name").filter(|_| !members.is_empty())?;
            Some((name.to_owned(), members))
        })
        .collect()
}

fn parse_value(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok();
    }
    text.parse::<i64>().ok().map(|v| v as u32 as u64)
}
