//! Trees of parameters: of what a program declares, and of types.

use crate::cg::c_string;
use crate::cg::handle::Id;
use crate::cg::names::types::{self, class};
use crate::cg::names::{CgError, enums};
use crate::cg::object::parameter::{ParameterType, Place};
use crate::cg::object::{Context, Parameter, Program};
use crate::cg::world::World;
use crate::cg::{Handle, Result};
use crate::frontend::c_like::cg::reflection::{Declaration, Dimensions, Shape, Source};

/// The most parameters of one tree.
const MAX_PARAMETERS: usize = 1 << 16;

/// What the parameters of a tree have in common.
pub(in crate::cg) struct Growing<'w> {
    pub(in crate::cg) world: &'w mut World,
    pub(in crate::cg) context: Id<Context>,
    pub(in crate::cg) program: Option<Id<Program>>,
    pub(in crate::cg) is_global: bool,
    /// The number of the next leaf.
    pub(in crate::cg) ordinal: i32,
    /// The leaves so far, in order.
    pub(in crate::cg) leaves: Vec<Id<Parameter>>,
    pub(in crate::cg) n: usize,
}

/// What a parameter takes over from what is around it.
#[derive(Clone, Copy)]
struct Around<'d> {
    parent: Option<Id<Parameter>>,
    index: usize,
    is_element: bool,
    declared: &'d Declaration,
}

impl Growing<'_> {
    /// The parameter of a declaration, with all inside of it.
    pub(in crate::cg) fn declared(&mut self, declared: &Declaration) -> Result<Id<Parameter>> {
        let around = Around {
            parent: None,
            index: 0,
            is_element: false,
            declared,
        };
        self.grow(&declared.name, &declared.name, &declared.shape, around)
    }

    fn grow(
        &mut self,
        name: &str,
        own: &str,
        shape: &Shape,
        around: Around<'_>,
    ) -> Result<Id<Parameter>> {
        self.n += 1;
        if self.n > MAX_PARAMETERS {
            return Err(CgError::MEMORY_ALLOC);
        }
        let made = self.parameter(name, own, shape, around);
        let is_leaf = made.is_leaf();
        let made = self.world.parameters.insert(made);
        let id = made.ok_or(CgError::MEMORY_ALLOC)?;
        if is_leaf {
            self.ordinal += 1;
            self.leaves.push(id);
        }
        let children = self.children(name, shape, id, around)?;
        if let Some(parameter) = self.world.parameters.get_mut(id) {
            parameter.children = children;
        }
        Ok(id)
    }

    fn children(
        &mut self,
        name: &str,
        shape: &Shape,
        id: Id<Parameter>,
        around: Around<'_>,
    ) -> Result<Vec<Id<Parameter>>> {
        let mut children = Vec::new();
        match shape {
            Shape::Struct(_, members) => {
                for (index, declared) in members.iter().enumerate() {
                    let around = Around {
                        parent: Some(id),
                        index,
                        is_element: false,
                        declared,
                    };
                    let whole = format!("{name}.{}", declared.name);
                    children.push(self.grow(&whole, &declared.name, &declared.shape, around)?);
                }
            }
            Shape::Array(element, count) => {
                for index in 0..*count as usize {
                    let own = format!("[{index}]");
                    let around = Around {
                        parent: Some(id),
                        index,
                        is_element: true,
                        ..around
                    };
                    children.push(self.grow(&format!("{name}{own}"), &own, element, around)?);
                }
            }
            _ => {}
        }
        Ok(children)
    }

    /// The parameter itself, without what is inside.
    fn parameter(&mut self, name: &str, own: &str, shape: &Shape, around: Around<'_>) -> Parameter {
        let declared = around.declared;
        let shape = self.type_of(shape);
        let n_numbers = (shape.rows * shape.columns).max(0) as usize;
        let is_leaf = !matches!(shape.class, class::STRUCT | class::ARRAY);
        let numbers = vec![0.0; if is_leaf { n_numbers } else { 0 }];
        Parameter {
            context: self.context,
            program: self.program,
            parent: around.parent,
            index: around.index,
            children: Vec::new(),
            name: c_string(name),
            own_name: own.to_owned(),
            shape,
            semantic: c_string(&self.semantic(around)),
            direction: match (declared.is_read, declared.is_written) {
                (true, true) => enums::INOUT,
                (false, true) => enums::OUT,
                _ => enums::IN,
            },
            variability: match declared.source {
                Source::Varying => enums::VARYING,
                Source::Uniform => enums::UNIFORM,
                Source::Constant => enums::CONSTANT,
            },
            ordinal: self.ordinal,
            is_global: self.is_global,
            is_referenced: false,
            place: Place::default(),
            default: numbers.clone(),
            values: numbers,
            text: None,
            source: None,
            targets: Vec::new(),
        }
    }

    /// The semantic as the policy spells it. Elements of varying arrays have semantics that follow each other.
    fn semantic(&self, around: Around<'_>) -> String {
        let declared = around.declared;
        let Some(written) = &declared.semantic else {
            return String::new();
        };
        let spelled = match self.world.process.semantic_case_policy {
            enums::FORCE_UPPER_CASE_POLICY => written.to_ascii_uppercase(),
            _ => written.clone(),
        };
        let digits = spelled.len() - spelled.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (word, number) = spelled.split_at(spelled.len() - digits);
        match number.parse::<usize>() {
            Ok(number)
                if around.index > 0 && declared.source == Source::Varying && around.is_element =>
            {
                format!("{word}{}", number + around.index)
            }
            _ => spelled,
        }
    }

    fn type_of(&mut self, shape: &Shape) -> ParameterType {
        match shape {
            Shape::Numbers(word, dimensions) => {
                // The words for kinds without a sign have two spellings.
                let word = word.replace("unsigned ", "u");
                let name = match dimensions {
                    Dimensions::Scalar => word,
                    Dimensions::Vector(n) => format!("{word}{n}"),
                    Dimensions::Matrix(rows, columns) => format!("{word}{rows}x{columns}"),
                };
                leaf(types::type_named(&name).unwrap_or(types::UNKNOWN_TYPE))
            }
            Shape::Sampler(word) => leaf(types::type_named(word).unwrap_or(types::UNKNOWN_TYPE)),
            Shape::Struct(name, _) => {
                let number = self.world.types.number_of(name);
                ParameterType {
                    ty: types::STRUCT,
                    named: number,
                    base: number,
                    element: number,
                    class: class::STRUCT,
                    rows: 0,
                    columns: 0,
                }
            }
            Shape::Array(element, _) => array_of(self.type_of(element)),
            Shape::Other => leaf(types::UNKNOWN_TYPE),
        }
    }
}

/// The type of an array.
pub(super) fn array_of(element: ParameterType) -> ParameterType {
    ParameterType {
        ty: types::ARRAY,
        named: types::ARRAY,
        class: class::ARRAY,
        ..element
    }
}

/// The type of a parameter without anything inside.
pub(super) fn leaf(ty: i32) -> ParameterType {
    let info = types::type_info(ty);
    ParameterType {
        ty,
        named: ty,
        base: info.map_or(ty, |i| i.base),
        element: ty,
        class: info.map_or(class::UNKNOWN, |i| i.class),
        rows: info.map_or(0, |i| i.rows),
        columns: info.map_or(0, |i| i.columns),
    }
}

/// The handle of what may be there.
pub(super) fn handle(id: Option<Id<Parameter>>) -> Handle {
    id.map_or(Handle::NULL, Id::handle)
}
