//! Shaders of both stages become programs (OpenGL 2.1 sections 2.15.3 and 3.11).

mod places;
mod stage;
mod touched;
mod uniforms;

use super::arrange::Kind;
use super::request::{Limits, Read, Shader, read_all};
use crate::frontend::c_like::syntax::{Declarator, Head, Item, Text, Variables};
use crate::frontend::c_like::tree::Stage;
use rustc_hash::FxHashMap;

pub use places::ActiveAttribute;
pub use stage::LinkedStage;
pub use uniforms::ActiveUniform;

/// What the caller decides.
#[derive(Debug, Clone, Copy)]
pub struct LinkOptions<'o> {
    /// The locations that attributes are bound to, by their names.
    pub attributes: &'o [(&'o str, u32)],
    pub limits: &'o Limits,
}

/// The programs of linked shaders.
#[derive(Debug, Clone)]
pub struct Linked {
    pub vertex: Option<LinkedStage>,
    pub fragment: Option<LinkedStage>,
    /// The attributes that the vertex program reads, in the order of the text.
    pub attributes: Vec<ActiveAttribute>,
    /// The uniforms and samplers that a program reads, in the order of the text.
    pub uniforms: Vec<ActiveUniform>,
    /// The generic varying that is the place in a point sprite, where the fragment program reads it.
    pub point_coord: Option<u32>,
}

/// What is wrong with a program, a line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log(pub String);

impl Log {
    pub(super) fn error(&mut self, sentence: &str) {
        self.0 += &format!("error: {sentence}\n");
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// All shaders of one stage as one text.
pub(super) struct Whole {
    pub(super) read: Read,
    pub(super) stage: Stage,
}

/// Links shaders.
pub fn link(shaders: &[&Shader], options: &LinkOptions<'_>) -> Result<Linked, Log> {
    let mut log = Log::default();
    if shaders.is_empty() {
        log.error("the program has no shaders");
        return Err(log);
    }
    let mut whole = |stage| whole_stage(shaders, stage, options.limits, &mut log);
    let (vertex, fragment) = (whole(Stage::Vertex), whole(Stage::Fragment));
    if !log.is_empty() {
        return Err(log);
    }
    uniforms::check(vertex.as_ref(), fragment.as_ref(), &mut log);
    let made = places::Places::find(vertex.as_ref(), fragment.as_ref(), options, &mut log);
    if !log.is_empty() {
        return Err(log);
    }
    let mut make = |whole: Option<Whole>| {
        let whole = whole?;
        LinkedStage::new(whole, &made, &mut log)
    };
    let (vertex, fragment) = (make(vertex), make(fragment));
    let uniforms = uniforms::active(vertex.as_ref(), fragment.as_ref());
    uniforms::check_samplers(&uniforms, options.limits, &mut log);
    if !log.is_empty() {
        return Err(log);
    }
    Ok(Linked {
        vertex,
        fragment,
        attributes: made.attributes,
        uniforms,
        point_coord: made.point_coord,
    })
}

/// The shaders of a stage as one text; `None` if there are none.
fn whole_stage(shaders: &[&Shader], stage: Stage, limits: &Limits, log: &mut Log) -> Option<Whole> {
    let of_stage: Vec<&&Shader> = shaders.iter().filter(|s| s.stage == stage).collect();
    let first = of_stage.first()?;
    let is_alone = of_stage.len() == 1 && !first.lacks_bodies;
    let has_main = |whole: &Whole| {
        let functions = whole.read.module.functions.iter();
        functions
            .filter(|f| f.is_external && f.name == "main")
            .count()
            == 1
    };
    let whole = if is_alone {
        Whole {
            read: first.as_read(),
            stage,
        }
    } else {
        let texts: Vec<_> = of_stage.iter().map(|s| s.text.clone()).collect();
        let read = read_all(&texts, stage, limits, true);
        Whole { read, stage }
    };
    if let Err(errors) = &whole.read.result {
        for error in errors {
            // The places are those of several texts.
            log.error(&format!("{} shaders: {error}", stage.name()));
        }
        return None;
    }
    if !has_main(&whole) {
        log.error(&format!(
            "the {} shaders have no function \"main\"",
            stage.name()
        ));
        return None;
    }
    Some(whole)
}

/// Adds the declarations of another text of the stage. A variable that both declare is one, and so is a prototype; what differs
/// is reported by the checks.
pub(super) fn merge<'a>(text: &mut Text<'a>, other: Text<'a>) {
    // Of each variable its words, its type and its sizes as they are written.
    let mut known: FxHashMap<&'a str, (usize, usize)> = FxHashMap::default();
    for (i, item) in text.items.iter().enumerate() {
        if let Item::Variables(v) = item {
            for (j, declarator) in v.declarators.iter().enumerate() {
                known.insert(declarator.name.text, (i, j));
            }
        }
    }
    for item in other.items {
        let Item::Variables(v) = item else {
            text.items.push(item);
            continue;
        };
        for declarator in v.declarators {
            let same = known
                .get(declarator.name.text)
                .and_then(|(i, j)| match &text.items[*i] {
                    Item::Variables(first) => Some((first.head, first.declarators[*j])),
                    _ => None,
                });
            let is_same = same.is_some_and(|(head, first)| {
                let words = |head: &Head<'a>| {
                    let mut words: Vec<&str> =
                        head.specifiers.iter().map(|(_, w)| w.text).collect();
                    words.sort_unstable();
                    words
                };
                head.ty.name.text == v.head.ty.name.text
                    && words(&head) == words(&v.head)
                    && first.sizes.len() == declarator.sizes.len()
            });
            if !is_same {
                let one = bump_one(v, declarator);
                text.items.push(Item::Variables(one));
            }
        }
    }
    text.is_incomplete |= other.is_incomplete;
}

/// A declaration of one variable alone.
fn bump_one<'a>(v: Variables<'a>, declarator: &'a Declarator<'a>) -> Variables<'a> {
    Variables {
        head: v.head,
        declarators: std::slice::from_ref(declarator),
    }
}

impl Whole {
    /// The kind of a variable outside functions that the text declares; the language's own have a semantic.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.read.declared.get(name).map(|d| d.kind)
    }
}

impl Shader {
    fn as_read(&self) -> Read {
        Read {
            module: self.module.clone(),
            declared: self.declared.clone(),
            result: Ok(Vec::new()),
            map: (**self.map()).clone(),
            header: self.header,
            lacks_bodies: false,
        }
    }
}
