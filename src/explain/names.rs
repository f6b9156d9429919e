//! Writes numbers, constants and registers in the form that people use.

use crate::ir::interface::{attribute, fragment_output, varying};
use crate::kernel::trace::Value;
use crate::raster::{BlendEquation, BlendFactor, LogicOp, Topology};
use crate::texture::CompareFunc;
use std::fmt::Debug;

/// Writes a number with the fewest digits that distinguish it from its neighbours.
pub fn number(x: f32) -> String {
    let text = format!("{x:?}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// Writes numbers side by side.
pub fn vector(numbers: &[f32]) -> String {
    numbers
        .iter()
        .map(|x| number(*x))
        .collect::<Vec<_>>()
        .join("  ")
}

pub(super) fn value(value: Value) -> String {
    match value {
        Value::F32(x) => number(x),
        Value::I32(x) => x.to_string(),
        Value::Mask(true) => "yes".into(),
        Value::Mask(false) => "no".into(),
        Value::F64(x) => format!("{x}"),
        Value::I64(x) => x.to_string(),
    }
}

/// Writes the name of a variant as GL names constants: `OneMinusSrcAlpha` becomes `ONE_MINUS_SRC_ALPHA`.
fn constant(variant: impl Debug) -> String {
    let name = format!("{variant:?}");
    let mut out = String::new();
    for (i, c) in name.chars().enumerate() {
        if i > 0 && c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    out
}

pub(super) fn compare(func: CompareFunc) -> String {
    match func {
        CompareFunc::LessEqual => "LEQUAL".into(),
        CompareFunc::GreaterEqual => "GEQUAL".into(),
        CompareFunc::NotEqual => "NOTEQUAL".into(),
        func => constant(func),
    }
}

pub(super) fn stencil_op(op: impl Debug) -> String {
    match constant(op).as_str() {
        "INCR_CLAMP" => "INCR".into(),
        "DECR_CLAMP" => "DECR".into(),
        name => name.into(),
    }
}

pub(super) fn topology(topology: Topology) -> String {
    constant(topology)
}

/// Writes the blend equation of the colours or of alpha.
pub(super) fn blend(equation: BlendEquation, src: BlendFactor, dst: BlendFactor) -> String {
    let (s, d) = (
        format!("source × {}", constant(src)),
        format!("destination × {}", constant(dst)),
    );
    match equation {
        BlendEquation::Add => format!("{s} + {d}"),
        BlendEquation::Subtract => format!("{s} − {d}"),
        BlendEquation::ReverseSubtract => format!("{d} − {s}"),
        BlendEquation::Min => "the lesser of source and destination".into(),
        BlendEquation::Max => "the greater of source and destination".into(),
    }
}

/// Returns GL's constant for a logic operation.
pub(super) fn logic_op(op: LogicOp) -> &'static str {
    // Bit 2s + d: the result for source bit s and destination bit d.
    const NAMES: [&str; 16] = [
        "CLEAR",
        "NOR",
        "AND_INVERTED",
        "COPY_INVERTED",
        "AND_REVERSE",
        "INVERT",
        "XOR",
        "NAND",
        "AND",
        "EQUIV",
        "NOOP",
        "OR_INVERTED",
        "COPY",
        "OR_REVERSE",
        "OR",
        "SET",
    ];
    NAMES[usize::from(op.0 & 15)]
}

/// The names that a language has for the inputs and results of a program, by vec4. Those that are not listed have the names of
/// ARB programs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The names of inputs, by number.
    pub inputs: Vec<(u32, String)>,
    /// The names of results, by number.
    pub results: Vec<(u32, String)>,
}

impl Names {
    pub(super) fn attribute(&self, n: u32) -> String {
        own(&self.inputs, n).unwrap_or_else(|| attribute_name(n))
    }

    pub(super) fn varying(&self, n: u32) -> String {
        own(&self.results, n).unwrap_or_else(|| varying_name(n))
    }

    pub(super) fn fragment_result(&self, n: u32) -> String {
        own(&self.results, n).unwrap_or_else(|| fragment_result_name(n))
    }
}

/// Finds the name that the language has for a number.
fn own(names: &[(u32, String)], n: u32) -> Option<String> {
    let named = names.iter().find(|(own, _)| *own == n);
    named.map(|(_, name)| name.clone())
}

/// Returns the name of a vertex attribute in ARB programs.
fn attribute_name(number: u32) -> String {
    match number {
        attribute::POSITION => "vertex.position".into(),
        attribute::WEIGHT => "vertex.weight".into(),
        attribute::NORMAL => "vertex.normal".into(),
        attribute::COLOR => "vertex.color".into(),
        attribute::SECONDARY_COLOR => "vertex.color.secondary".into(),
        attribute::FOG_COORD => "vertex.fogcoord".into(),
        attribute::EDGE_FLAG => "edge flag".into(),
        attribute::MATRIX_INDEX => "vertex.matrixindex".into(),
        n if n < attribute::GENERIC_0 => {
            format!("vertex.texcoord[{}]", n - attribute::TEX_COORD_0)
        }
        n if n < attribute::COUNT => format!("vertex.attrib[{}]", n - attribute::GENERIC_0),
        n if n < attribute::VARIANT_0 => format!("material {}", n - attribute::COUNT),
        n => format!("variant attribute {}", n - attribute::VARIANT_0),
    }
}

/// Returns the name of a vertex program's result in ARB programs.
fn varying_name(number: u32) -> String {
    match number {
        varying::POSITION => "result.position".into(),
        varying::FRONT_COLOR => "result.color".into(),
        varying::FRONT_SECONDARY => "result.color.secondary".into(),
        varying::BACK_COLOR => "result.color.back".into(),
        varying::BACK_SECONDARY => "result.color.back.secondary".into(),
        varying::FOG_COORD => "result.fogcoord".into(),
        varying::POINT_SIZE => "result.pointsize".into(),
        varying::CLIP_0 => "result.clip[0 … 3]".into(),
        n if n < varying::TEX_COORD_0 => "result.clip[4 … 5]".into(),
        n => format!("result.texcoord[{}]", n - varying::TEX_COORD_0),
    }
}

/// Returns the name of a fragment program's result in ARB programs.
fn fragment_result_name(number: u32) -> String {
    match number {
        fragment_output::COLOR_0 => "result.color".into(),
        fragment_output::DEPTH => "result.depth".into(),
        n => format!("result.color[{n}]"),
    }
}
