//! A MUDA function as a program of a stage (docs/extensions/TRI_shading_language.txt): its parameters are the stage's
//! attributes, varyings and results by their names, and its uniforms those of the program.
//!
//! A kernel has its words one after the other. Here each word moves to the slot that its parameter's name stands for.

use super::Program;
use crate::frontend::binding::Binding;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::diagnostic::stage::StageRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::stage_program::{
    Layout, MAX_SAMPLERS, NumberKind, ProgramStage, Sampler, SamplerType, StageParts, Uniform,
    UniformType,
};
use crate::ir::interface::{LodMode, attribute, fragment_input, fragment_output, varying};
use crate::ir::signature::{Direction, Parameter, Scalar};
use crate::ir::{Inst, Op, ProgramId, Span, Type, ValueId};
use smallvec::SmallVec;

/// The loops of a lane end after this number of rounds, all together.
const MAX_ROUNDS: u32 = 65536;
/// The most vectors of uniforms.
const MAX_UNIFORM_VECTORS: u32 = 4096;

/// Names of the stage, by the first slot that they stand for. A name with a count has a number at its end.
struct Named {
    name: &'static str,
    count: u32,
    slot: u32,
}

const fn vector(name: &'static str, vec4: u32) -> Named {
    let (count, slot) = (1, 4 * vec4);
    Named { name, count, slot }
}

const fn vectors(name: &'static str, count: u32, vec4: u32) -> Named {
    let slot = 4 * vec4;
    Named { name, count, slot }
}

const VERTEX_INPUTS: &[Named] = &[
    vector("position", attribute::POSITION),
    vector("weight", attribute::WEIGHT),
    vector("normal", attribute::NORMAL),
    vector("color", attribute::COLOR),
    vector("secondary_color", attribute::SECONDARY_COLOR),
    vector("fog_coord", attribute::FOG_COORD),
    vectors("texcoord", 8, attribute::TEX_COORD_0),
    vectors("attrib", 16, attribute::GENERIC_0),
];

const VERTEX_OUTPUTS: &[Named] = &[
    vector("result_position", varying::POSITION),
    vector("return", varying::POSITION),
    vector("result_color", varying::FRONT_COLOR),
    vector("result_secondary_color", varying::FRONT_SECONDARY),
    vector("result_back_color", varying::BACK_COLOR),
    vector("result_back_secondary_color", varying::BACK_SECONDARY),
    vector("result_fog_coord", varying::FOG_COORD),
    vector("result_point_size", varying::POINT_SIZE),
    vectors("result_texcoord", 8, varying::TEX_COORD_0),
];

const FRAGMENT_INPUTS: &[Named] = &[
    vector("position", fragment_input::POSITION),
    vector("color", fragment_input::COLOR),
    vector("secondary_color", fragment_input::SECONDARY_COLOR),
    vector("fog_coord", fragment_input::FOG_COORD),
    vectors("texcoord", 8, fragment_input::TEX_COORD_0),
];

const FRAGMENT_OUTPUTS: &[Named] = &[
    vector("result_color", fragment_output::COLOR_0),
    vector("return", fragment_output::COLOR_0),
    vectors("result_color", 4, fragment_output::COLOR_0),
    Named {
        name: "result_depth",
        count: 1,
        slot: DEPTH_SLOT,
    },
];

const DEPTH_SLOT: u32 = 4 * fragment_output::DEPTH + 2;

/// What a message says of a stage.
struct StageWords {
    stage: &'static str,
    inputs: &'static [Named],
    outputs: &'static [Named],
    input_names: &'static str,
    output_names: &'static str,
}

const VERTEX: StageWords = StageWords {
    stage: "vertex",
    inputs: VERTEX_INPUTS,
    outputs: VERTEX_OUTPUTS,
    input_names: "there are position, weight, normal, color, secondary_color, fog_coord, texcoord0 to texcoord7, attrib0 to \
                  attrib15",
    output_names: "there are result_position, result_color, result_secondary_color, result_back_color, \
                   result_back_secondary_color, result_fog_coord, result_point_size, result_texcoord0 to result_texcoord7",
};

const FRAGMENT: StageWords = StageWords {
    stage: "fragment",
    inputs: FRAGMENT_INPUTS,
    outputs: FRAGMENT_OUTPUTS,
    input_names: "there are position, color, secondary_color, fog_coord, texcoord0 to texcoord7",
    output_names: "there are result_color, result_color0 to result_color3, result_depth",
};

/// The first slot of a name.
fn slot_of(rows: &[Named], name: &str) -> Option<u32> {
    rows.iter().find_map(|row| {
        let rest = name.strip_prefix(row.name)?;
        if row.count == 1 {
            return rest.is_empty().then_some(row.slot);
        }
        // A number without a leading zero, so that each register has one name.
        let number: u32 = rest.parse().ok()?;
        let is_canonical = number < row.count && rest == number.to_string();
        is_canonical.then_some(row.slot + 4 * number)
    })
}

impl Program {
    /// An external function as a program of a stage: parameters become attributes, varyings or uniforms by their names.
    /// Without a name, the text has one external function.
    ///
    /// It is an error if there is no such function, or if the stage does not know a parameter's name or type.
    /// Operations that the stage lacks are errors, too.
    pub fn stage(
        &self,
        stage: ProgramStage,
        entry: Option<&str>,
    ) -> Result<StageParts, ProgramError> {
        let kernel = match entry {
            Some(name) => self.kernel(name)?,
            None => self.only_kernel()?,
        };
        let name = &kernel.signature.name;
        let function = self.module.functions.iter().find(|f| f.name == *name);
        let span = function.map_or(Span::NONE, |f| f.span);
        let words = match stage {
            ProgramStage::Vertex => &VERTEX,
            ProgramStage::Fragment => &FRAGMENT,
        };
        let refuse = |rule| ProgramError {
            kind: ErrorKind::Stage(rule),
            span,
        };
        // Where each word goes, and the uniforms.
        let mut moves = Moves::default();
        let mut uniforms = Vec::new();
        for parameter in &kernel.signature.parameters {
            match parameter.direction {
                Direction::Uniform(first) => {
                    uniforms.push(uniform(parameter, first).map_err(refuse)?);
                }
                _ => moves.add(parameter, words).map_err(refuse)?,
            }
        }
        let has_position = moves.outputs.iter().flatten().any(|slot| *slot == 0);
        if stage == ProgramStage::Vertex && !has_position {
            return Err(refuse(StageRule::NoPosition));
        }
        let vectors = kernel.code.program.n_uniforms.div_ceil(4);
        if vectors > MAX_UNIFORM_VECTORS {
            let limit = MAX_UNIFORM_VECTORS;
            let rule = StageRule::Uniforms {
                used: vectors,
                limit,
            };
            return Err(refuse(rule));
        }
        // The code, with its words at the stage's slots.
        let mut program = std::sync::Arc::unwrap_or_clone(kernel.code.program);
        check_operations(&program, stage)?;
        move_words(&mut program, &moves);
        if std::mem::take(&mut program.is_interruptible) {
            program.instruction_limit = Some(MAX_ROUNDS);
        }
        let samplers = samplers(&program);
        let bindings = (0..vectors).map(Binding::Named).collect();
        Ok(StageParts {
            stage,
            code: BoundProgram::new(program, bindings),
            uniforms,
            initial: vec![[0.0; 4]; vectors as usize],
            samplers,
            map: None,
        })
    }
}

/// The slots of the kernel's input and output words.
#[derive(Default)]
struct Moves {
    inputs: Vec<Option<u32>>,
    outputs: Vec<Option<u32>>,
}

impl Moves {
    fn add(&mut self, parameter: &Parameter, words: &StageWords) -> Result<(), StageRule> {
        let name = &parameter.name;
        let (list, rows, first, what, names) = match parameter.direction {
            Direction::In(first) => {
                let (rows, names) = (words.inputs, words.input_names);
                (&mut self.inputs, rows, first, "input", names)
            }
            Direction::Out(first) => {
                let (rows, names) = (words.outputs, words.output_names);
                (&mut self.outputs, rows, first, "result", names)
            }
            _ => return Err(StageRule::InOut(name.clone())),
        };
        let slot = slot_of(rows, name).ok_or_else(|| StageRule::Parameter {
            name: name.clone(),
            what,
            stage: words.stage,
            names,
        })?;
        // A depth is one number; all else is a number or a vector.
        let is_depth = what == "result" && words.stage == "fragment" && slot == DEPTH_SLOT;
        let is_shape = parameter.components == 1 || parameter.components == 4 && !is_depth;
        if parameter.scalar != Scalar::F32 || parameter.count != 1 || !is_shape {
            return Err(StageRule::ParameterType {
                name: name.clone(),
                found: type_name(parameter),
                expected: if is_depth { "float" } else { "float or vec" },
            });
        }
        let end = (first + parameter.components) as usize;
        list.resize(list.len().max(end), None);
        for c in 0..parameter.components {
            list[(first + c) as usize] = Some(slot + c);
        }
        Ok(())
    }
}

fn type_name(parameter: &Parameter) -> String {
    let name = match (parameter.scalar, parameter.components) {
        (Scalar::F32, 1) => "float",
        (Scalar::F32, _) => "vec",
        (Scalar::F64, 1) => "double",
        (Scalar::F64, _) => "dvec",
        (Scalar::I32, 1) => "int",
        (Scalar::I32, _) => "ivec",
        (Scalar::I64, 1) => "long",
        (Scalar::I64, _) => "lvec",
    };
    match parameter.count {
        1 => name.to_owned(),
        n => format!("{name}[{n}]"),
    }
}

/// A uniform of the signature. Its words are not aligned to vectors.
fn uniform(parameter: &Parameter, first: u32) -> Result<Uniform, StageRule> {
    // Stages have no doubles and no longs among their uniforms.
    let kind = match parameter.scalar {
        Scalar::F32 => NumberKind::Float,
        Scalar::I32 => NumberKind::Int,
        Scalar::F64 | Scalar::I64 => {
            return Err(StageRule::ParameterType {
                name: parameter.name.clone(),
                found: type_name(parameter),
                expected: "float, vec, int or ivec",
            });
        }
    };
    let columns = parameter.components as u8;
    Ok(Uniform {
        name: parameter.name.clone(),
        ty: UniformType::Numbers {
            kind,
            rows: 1,
            columns,
            layout: Layout {
                first,
                row: 0,
                column: 1,
                element: parameter.components,
            },
        },
        count: parameter.count,
        is_array: parameter.count > 1,
    })
}

/// Refuses what a program of the stage cannot do.
fn check_operations(program: &crate::ir::Program, stage: ProgramStage) -> Result<(), ProgramError> {
    // One row for each operation: the word of the text, and what to write in its place.
    let advice = |inst: &Inst| -> Option<(&'static str, &'static str)> {
        let is_vertex = stage == ProgramStage::Vertex;
        Some(match inst.op {
            Op::LoadPlane => ("plane", "inputs are parameters by their names"),
            Op::LaneX | Op::LaneY => ("lane_x", "read the parameter position"),
            Op::LoadPixel | Op::StorePixel => ("load_pixel", "pixels are blended after it"),
            Op::Kill if is_vertex => ("kill", "only fragments are discarded"),
            Op::LiveMask if is_vertex => ("live", "only fragments are discarded"),
            Op::FrontFacing if is_vertex => ("front_facing", "only fragments face a side"),
            Op::Ddx | Op::Ddy if is_vertex => ("ddx", "only fragments have neighbours"),
            Op::Sample if is_vertex && inst.imm[1] != LodMode::Explicit as u32 => (
                "sample",
                "write sample_lod, since vertices have no neighbours",
            ),
            _ => return None,
        })
    };
    // The first operation of the program is reported, at its place in the text.
    let found = program
        .insts()
        .find_map(|inst| Some((advice(inst)?, inst.span)));
    let Some(((operation, advice), span)) = found else {
        return Ok(());
    };
    let stage = match stage {
        ProgramStage::Vertex => VERTEX.stage,
        ProgramStage::Fragment => FRAGMENT.stage,
    };
    let kind = ErrorKind::Stage(StageRule::Operation {
        operation,
        stage,
        advice,
    });
    Err(ProgramError { kind, span })
}

/// Moves each word to its slot. Results that are stored as bits are stored as floats, which is how stages hand them on.
fn move_words(program: &mut crate::ir::Program, moves: &Moves) {
    let place = |list: &[Option<u32>], word: u32| list.get(word as usize).copied().flatten();
    for block in &mut program.blocks {
        let insts = std::mem::take(&mut block.insts);
        for mut inst in insts {
            // Words that the stage has no slot for keep their number.
            match inst.op {
                Op::LoadInput => {
                    inst.imm[0] = place(&moves.inputs, inst.imm[0]).unwrap_or(inst.imm[0]);
                }
                Op::StoreOutput | Op::StoreOutputI => {
                    inst.imm[0] = place(&moves.outputs, inst.imm[0]).unwrap_or(inst.imm[0]);
                }
                _ => {}
            }
            // A conversion of the bits is put before the store.
            if inst.op == Op::StoreOutputI {
                let value = ValueId(program.value_types.len() as u32);
                program.value_types.push(Type::F32);
                block.insts.push(Inst {
                    op: Op::F32OfBits,
                    args: inst.args.clone(),
                    imm: [0, 0],
                    first_result: value,
                    span: inst.span,
                });
                inst.op = Op::StoreOutput;
                inst.args = SmallVec::from_slice(&[value]);
            }
            block.insts.push(inst);
        }
    }
    // The numbers of inputs and outputs end after the highest slot. A changed program has a new id.
    let end = |list: &[Option<u32>]| list.iter().flatten().max().map_or(0, |slot| slot + 1);
    program.n_inputs = end(&moves.inputs);
    program.n_outputs = end(&moves.outputs);
    program.id = ProgramId::unique();
}

/// Each image unit that the text names is a sampler of that number.
fn samplers(program: &crate::ir::Program) -> [Option<Sampler>; MAX_SAMPLERS] {
    let mut samplers = [None; MAX_SAMPLERS];
    for inst in program.insts().filter(|i| i.op == Op::Sample) {
        let unit = inst.imm[0];
        if let Some(sampler) = samplers.get_mut(unit as usize) {
            *sampler = Some(Sampler {
                ty: SamplerType {
                    shape: None,
                    is_shadow: true,
                },
                unit: unit as u8,
            });
        }
    }
    samplers
}
