//! The declarations of uniforms and samplers. Parts of variables become structures, which both stages declare alike.

use super::names::{name, root};
use super::values::{is_float, vector};
use crate::codegen::text::constants::{Constants, Held};
use crate::codegen::text::names::is_declared;
use crate::format::TextureShape;
use crate::frontend::c_like::entry::{Entry, Sampler, Uniform};
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};

/// A variable or a member: an array of so many, of a type or with members.
struct Node {
    name: String,
    n: Option<u32>,
    ty: String,
    members: Vec<Node>,
}

/// The declarations of what the program reads.
pub(super) fn declarations(entry: &Entry, constants: &Constants) -> String {
    let mut roots: Vec<Node> = Vec::new();
    for (at, uniform) in entry.uniforms.iter().enumerate() {
        if is_declared(entry, constants, uniform) && !is_state(constants, uniform) {
            let path = name(entry, &uniform.name, at >= entry.n_outside[0]);
            let n = uniform.n_rows();
            add(&mut roots, &path, (n != 1).then_some(n), &type_of(uniform));
        }
    }
    for (at, sampler) in entry.samplers.iter().enumerate() {
        if is_read(entry, constants, sampler) {
            let path = name(entry, &sampler.name, at >= entry.n_outside[1]);
            add(&mut roots, &path, None, sampler_type(entry, sampler));
        }
    }
    let mut out = String::new();
    for node in &roots {
        structures(node, &mut out);
    }
    for node in &roots {
        out += &format!("uniform {};\n", declared(node));
    }
    out
}

/// Whether a uniform is state of the API, which has names of its own.
fn is_state(constants: &Constants, uniform: &Uniform) -> bool {
    let rows = uniform.first_row..uniform.first_row + uniform.n_rows();
    let register = |row: u32| constants.rows.get(row as usize).copied().flatten();
    let mut held = rows.filter_map(|row| constants.held.get(&register(row)?));
    held.any(|held| matches!(held, Held::State(_)))
}

/// Whether a sampler or another part of its variable is read.
fn is_read(entry: &Entry, constants: &Constants, sampler: &Sampler) -> bool {
    let own = root(&sampler.name);
    let mut all = entry.samplers.iter().filter(|s| root(&s.name) == own);
    let mut others = entry.uniforms.iter().filter(|u| root(&u.name) == own);
    all.any(|s| s.unit.is_some()) || others.any(|u| is_declared(entry, constants, u))
}

/// Adds a variable or a part of one. Numbers in its name make arrays.
fn add(nodes: &mut Vec<Node>, path: &str, n: Option<u32>, ty: &str) {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(a, b)| (a, Some(b)));
    let (word, indices) = first.split_once('[').map_or((first, ""), |(a, b)| (a, b));
    // The elements of an array follow each other, so that the last one says how many there are.
    let index = indices.trim_end_matches(']').rsplit("][").next();
    let index = index.and_then(|i| i.parse::<u32>().ok()).map(|i| i + 1);
    let at = nodes.iter().position(|node| node.name == word);
    let at = at.unwrap_or_else(|| {
        nodes.push(Node {
            name: word.to_owned(),
            n: None,
            ty: String::new(),
            members: Vec::new(),
        });
        nodes.len() - 1
    });
    let node = &mut nodes[at];
    node.n = node.n.max(index);
    match rest {
        Some(rest) => add(&mut node.members, rest, n, ty),
        None => {
            node.n = node.n.max(n);
            node.ty = ty.to_owned();
        }
    }
}

/// The structures of a variable, the inner ones first.
fn structures(node: &Node, out: &mut String) {
    if node.members.is_empty() {
        return;
    }
    for member in &node.members {
        structures(member, out);
    }
    let members = node.members.iter();
    let members: String = members.map(|m| format!("    {};\n", declared(m))).collect();
    *out += &format!("struct {} {{\n{members}}};\n\n", structure(node));
}

/// The name of a structure: that of its first variable with its members, so that equal names are equal structures.
fn structure(node: &Node) -> String {
    format!("type{}", node.name)
}

fn declared(node: &Node) -> String {
    let ty = match node.members.is_empty() {
        true => node.ty.clone(),
        false => structure(node),
    };
    let size = node.n.map_or(String::new(), |n| format!("[{n}]"));
    format!("{ty} {}{size}", node.name)
}

fn type_of(uniform: &Uniform) -> String {
    let word = match uniform.scalar {
        Scalar::Bool => "bool",
        _ if is_float(uniform) => "float",
        _ => "int",
    };
    vector(word, uniform.columns as u8)
}

fn sampler_type(entry: &Entry, sampler: &Sampler) -> &'static str {
    let unit = sampler.unit.map(|unit| unit as usize);
    let shape = unit.and_then(|unit| entry.textures.get(unit).copied().flatten());
    let is_shadow = unit.is_some_and(|unit| entry.shadow_units >> unit & 1 != 0);
    let shape = shape.or(match sampler.ty {
        Type::Sampler(SamplerKind::D1) => Some(TextureShape::D1),
        Type::Sampler(SamplerKind::D3) => Some(TextureShape::D3),
        Type::Sampler(SamplerKind::Cube) => Some(TextureShape::Cube),
        Type::Sampler(SamplerKind::Rect) => Some(TextureShape::Rectangle),
        _ => None,
    });
    match (shape, is_shadow) {
        (Some(TextureShape::D1), false) => "sampler1D",
        (Some(TextureShape::D1), true) => "sampler1DShadow",
        (Some(TextureShape::D3), _) => "sampler3D",
        (Some(TextureShape::Cube), _) => "samplerCube",
        (Some(TextureShape::Rectangle), false) => "sampler2DRect",
        (Some(TextureShape::Rectangle), true) => "sampler2DRectShadow",
        (_, false) => "sampler2D",
        (_, true) => "sampler2DShadow",
    }
}
