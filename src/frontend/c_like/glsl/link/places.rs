//! The places of attributes and varyings.

use super::super::arrange::Kind;
use super::super::semantics::{ATTRIBUTE, VARYING};
use super::super::words::type_name;
use super::parts::{LinkOptions, Log, Whole};
use super::touched::Touched;
use crate::frontend::c_like::tree::{FunctionId, Global, Module, Stage};
use crate::frontend::c_like::types::{Semantic, Type, Types};
use crate::ir::Span;
use crate::ir::interface::varying;
use rustc_hash::FxHashMap;

/// An attribute that a vertex program reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveAttribute {
    pub name: String,
    /// The type as the language writes it.
    pub ty: String,
    /// `None` of the language's own.
    pub location: Option<u32>,
}

/// The places of a program's attributes and varyings.
#[derive(Default)]
pub(super) struct Places {
    pub(super) attributes: Vec<ActiveAttribute>,
    /// The first generic varying of each varying that has one.
    varyings: FxHashMap<String, u32>,
    pub(super) point_coord: Option<u32>,
    /// The generic varyings that are taken at a centroid, by bit.
    pub(super) centroid: u32,
}

/// The function where a program begins.
pub(super) fn main_of(module: &Module) -> Option<FunctionId> {
    let mut functions = module.functions.iter();
    let i = functions.position(|f| f.is_external && f.name == "main")?;
    Some(FunctionId(i as u32))
}

/// The vectors of four that a value takes, a row each.
fn rows(types: &Types, ty: Type) -> u32 {
    match ty {
        Type::Matrix(_, columns, _) => columns.into(),
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            n.saturating_mul(rows(types, element))
        }
        _ => 1,
    }
}

impl Places {
    /// Finds places for all, and reports what has none or does not match.
    pub(super) fn find(
        vertex: Option<&Whole>,
        fragment: Option<&Whole>,
        options: &LinkOptions<'_>,
        log: &mut Log,
    ) -> Places {
        let mut places = Places::default();
        if let Some(vertex) = vertex {
            places.attributes(vertex, options, log);
        }
        if let Some(fragment) = fragment {
            places.varyings(vertex, fragment, log);
            check_colors(fragment, log);
        }
        places
    }

    fn attributes(&mut self, vertex: &Whole, options: &LinkOptions<'_>, log: &mut Log) {
        let module = &vertex.read.module;
        let Some(main) = main_of(module) else {
            return;
        };
        let touched = Touched::by(module, main);
        let limit = options.limits.attributes;
        let mut taken = 0u32;
        let mut waiting = Vec::new();
        let is_attribute = |g: &Global| vertex.kind(&g.name) == Some(Kind::Attribute);
        let all = module.globals.iter().zip(&touched.read);
        for (global, _) in all.filter(|(g, is_read)| is_attribute(g) && **is_read) {
            let n = rows(&module.types, global.ty);
            let mut attribute = ActiveAttribute {
                name: global.name.clone(),
                ty: type_name(&module.types, global.ty),
                location: None,
            };
            let bound = options
                .attributes
                .iter()
                .rfind(|(name, _)| *name == global.name);
            if global.semantic.is_none() {
                match bound {
                    Some((_, at)) if at.saturating_add(n) > limit => {
                        log.error(&format!(
                            "the attribute \"{}\" takes {n} places from {at} on, and there are {limit}",
                            global.name
                        ));
                    }
                    Some((_, at)) => {
                        taken |= ((1 << n) - 1) << at;
                        attribute.location = Some(*at);
                    }
                    None => waiting.push((self.attributes.len(), n)),
                }
            }
            self.attributes.push(attribute);
        }
        for (i, n) in waiting {
            let is_free = |at: &u32| taken & (((1 << n) - 1) << at) == 0;
            let free = (0..=limit.saturating_sub(n)).find(is_free);
            let attribute = &mut self.attributes[i];
            match free {
                Some(at) => {
                    taken |= ((1 << n) - 1) << at;
                    attribute.location = Some(at);
                }
                None => log.error(&format!(
                    "there is no place left for the attribute \"{}\"; there are {limit}",
                    attribute.name
                )),
            }
        }
    }

    fn varyings(&mut self, vertex: Option<&Whole>, fragment: &Whole, log: &mut Log) {
        let module = &fragment.read.module;
        let Some(main) = main_of(module) else {
            return;
        };
        let touched = Touched::by(module, main);
        let mut next = 0;
        for (i, global) in module.globals.iter().enumerate() {
            if fragment.kind(&global.name) != Some(Kind::Varying) || global.is_output {
                continue;
            }
            let is_own = global.semantic.is_some();
            if is_own && global.name != "gl_PointCoord" {
                continue;
            }
            let found = vertex.and_then(|v| varying_of(v, &global.name));
            if let (Some(vertex), Some(found), false) = (vertex, found, is_own) {
                check_match(vertex, found, fragment, global, log);
            }
            if !touched.read[i] {
                continue;
            }
            if vertex.is_some() && found.is_none() && !is_own {
                log.error(&format!(
                    "the fragment shader reads the varying \"{}\", which the vertex shader does not declare",
                    global.name
                ));
                continue;
            }
            let n = rows(&module.types, global.ty);
            let declaration = fragment.read.declared.get(&global.name);
            if declaration.is_some_and(|d| d.is_centroid) && next + n <= varying::GENERICS {
                self.centroid |= ((1 << n) - 1) << next;
            }
            if is_own {
                self.point_coord = Some(next);
            } else {
                self.varyings.insert(global.name.clone(), next);
            }
            next = next.saturating_add(n);
        }
        if next > varying::GENERICS {
            let limit = varying::GENERICS;
            log.error(&format!(
                "the varyings take {next} vectors, and there are {limit}"
            ));
        }
    }

    /// Names the places in a module of a stage.
    pub(super) fn write(&self, whole: &mut Whole) {
        let attributes = self.attributes.iter();
        let locations = attributes.filter_map(|a| Some((&*a.name, a.location?)));
        let locations: FxHashMap<&str, u32> = locations.collect();
        let declared = &whole.read.declared;
        for global in &mut whole.read.module.globals {
            let kind = declared.get(&global.name).map(|d| d.kind);
            if global.semantic.is_some() {
                continue;
            }
            let name = match kind {
                Some(Kind::Attribute) => {
                    let at = locations.get(&*global.name).copied().unwrap_or(0);
                    format!("{ATTRIBUTE}{at}")
                }
                Some(Kind::Varying) => match self.varyings.get(&global.name) {
                    Some(at) => format!("{VARYING}{at}"),
                    None if whole.stage == Stage::Vertex => "UNREAD0".into(),
                    None => format!("{VARYING}0"),
                },
                _ => continue,
            };
            global.semantic = Some(Semantic {
                name,
                is_register: false,
                span: Span::NONE,
            });
        }
    }
}

fn varying_of<'w>(whole: &'w Whole, name: &str) -> Option<&'w Global> {
    let globals = whole.read.module.globals.iter();
    let mut named = globals.filter(|g| g.name == name);
    named.find(|g| whole.kind(&g.name) == Some(Kind::Varying))
}

/// Reports a varying that both stages declare in different ways.
fn check_match(vertex: &Whole, a: &Global, fragment: &Whole, b: &Global, log: &mut Log) {
    let of = |whole: &Whole, global: &Global| type_name(&whole.read.module.types, global.ty);
    let (x, y) = (of(vertex, a), of(fragment, b));
    if x != y {
        log.error(&format!(
            "the varying \"{}\" is {x} in the vertex shader and {y} in the fragment shader",
            a.name
        ));
    }
    let words = |whole: &Whole| {
        whole
            .read
            .declared
            .get(&a.name)
            .map(|d| (d.is_centroid, d.is_invariant))
    };
    let (Some(v), Some(f)) = (words(vertex), words(fragment)) else {
        return;
    };
    for (differs, word) in [(v.0 != f.0, "centroid"), (v.1 != f.1, "invariant")] {
        if differs {
            log.error(&format!(
                "the varying \"{}\" is {word} in one of the stages only",
                a.name
            ));
        }
    }
}

/// Reports a fragment program that writes both the one colour and the array of them.
fn check_colors(fragment: &Whole, log: &mut Log) {
    let module = &fragment.read.module;
    let Some(main) = main_of(module) else {
        return;
    };
    let touched = Touched::by(module, main);
    let writes = |name: &str| {
        let mut all = module.globals.iter().zip(&touched.written);
        all.any(|(g, is_written)| g.name == name && *is_written)
    };
    if writes("gl_FragColor") && writes("gl_FragData") {
        log.error("the fragment shaders write both gl_FragColor and gl_FragData");
    }
}
