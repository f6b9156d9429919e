//! Makes the parameters of the function that a program becomes.
//!
//! Those of the signature come first, in its order. Then come vectors of four for the used inputs, uniforms and outputs
//! that are not in the signature. Rows of uniforms that are read by an index are one array, in the place of their
//! separate parameters.

use super::names::Names;
use super::stores::always_stored;
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};
use crate::ir::{Op, Program};
use rustc_hash::FxHashMap;

/// A parameter of the text's function. Its words lie in the program's slots from the direction's on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// Its name in the text, its type, and the slots of the program.
    pub parameter: Parameter,
    /// An output that some paths do not write: its old value remains, so that the text reads it, too.
    pub keeps: bool,
}

/// A word of a parameter: which parameter, and which of its words.
pub(super) type Word = (usize, u32);

pub(super) struct Parameters {
    pub(super) ports: Vec<Port>,
    inputs: FxHashMap<u32, Word>,
    outputs: FxHashMap<u32, Word>,
    uniforms: FxHashMap<u32, Word>,
}

impl Parameters {
    pub(super) fn new(
        program: &Program,
        signature: Option<&Signature>,
        n_known: usize,
        names: &mut Names,
    ) -> Parameters {
        let given = signature.map_or(Vec::new(), |s| s.parameters.clone());
        let mut p = Parameters {
            ports: Vec::new(),
            inputs: FxHashMap::default(),
            outputs: FxHashMap::default(),
            uniforms: FxHashMap::default(),
        };
        // The signature's parameters and the arrays of the program keep their slots.
        p.add_all(given, arrays(program), names);
        // What it does not name becomes a parameter of its own.
        let used = |op: Op| {
            program
                .insts()
                .filter(move |i| i.op == op)
                .map(|i| i.imm[0])
        };
        p.add_missing("input", used(Op::LoadInput), Direction::In, names);
        let uniforms = used(Op::LoadUniform).chain(used(Op::LoadUniformI));
        let uniforms = uniforms.filter(|slot| *slot as usize >= n_known);
        p.add_missing("uniform", uniforms, Direction::Uniform, names);
        let outputs = used(Op::StoreOutput).chain(used(Op::StoreOutputI));
        p.add_missing("result", outputs, Direction::Out, names);
        // An output that some path leaves unwritten keeps the caller's value.
        let stored = always_stored(program);
        for port in &mut p.ports {
            if let Direction::Out(first) = port.parameter.direction {
                let mut words = first..first + port.parameter.words();
                port.keeps = !words.all(|slot| stored.get(slot as usize) == Some(&true));
            }
        }
        p
    }

    /// The parameters of a signature, with arrays in the place of the rows that they contain.
    fn add_all(&mut self, given: Vec<Parameter>, arrays: Vec<(u32, u32)>, names: &mut Names) {
        let mut arrays: Vec<(u32, u32, bool)> =
            arrays.into_iter().map(|(a, b)| (a, b, false)).collect();
        for mut parameter in given {
            let first = parameter.direction.uniform();
            let inside = first.and_then(|x| arrays.iter_mut().find(|a| (a.0..a.1).contains(&x)));
            if let Some((start, end, is_there)) = inside {
                if !std::mem::replace(is_there, true) {
                    self.add_array(&parameter.name, *start, *end, names);
                }
                continue;
            }
            parameter.name = names.give(&parameter.name);
            self.add(parameter);
        }
        for (start, end, _) in arrays.into_iter().filter(|a| !a.2) {
            self.add_array("uniforms", start, end, names);
        }
    }

    fn add_array(&mut self, name: &str, start: u32, end: u32, names: &mut Names) {
        let stem = name.split('[').next().unwrap_or(name);
        self.add(Parameter {
            name: names.give(stem),
            direction: Direction::Uniform(start),
            scalar: Scalar::F32,
            components: 4,
            count: (end - start) / 4,
            facts: Facts::default(),
        });
    }

    fn add(&mut self, parameter: Parameter) {
        let port = self.ports.len();
        let ways = [
            (parameter.direction.input(), &mut self.inputs),
            (parameter.direction.output(), &mut self.outputs),
            (parameter.direction.uniform(), &mut self.uniforms),
        ];
        for (first, map) in ways {
            for word in first.into_iter().flat_map(|_| 0..parameter.words()) {
                map.entry(first.unwrap_or(0) + word).or_insert((port, word));
            }
        }
        let keeps = false;
        self.ports.push(Port { parameter, keeps });
    }

    /// Vectors (or single words, where a parameter has others of the four) for slots that no parameter has.
    fn add_missing(
        &mut self,
        name: &str,
        slots: impl Iterator<Item = u32>,
        direction: fn(u32) -> Direction,
        names: &mut Names,
    ) {
        let mut slots: Vec<u32> = slots.collect();
        slots.sort_unstable();
        for slot in slots {
            let map = match direction(0) {
                Direction::Uniform(_) => &self.uniforms,
                Direction::In(_) => &self.inputs,
                _ => &self.outputs,
            };
            if map.contains_key(&slot) {
                continue;
            }
            // A row without any parameter becomes a vector, a free slot beside a named one a scalar.
            let row = slot / 4 * 4..slot / 4 * 4 + 4;
            let is_free = row.clone().all(|slot| !map.contains_key(&slot));
            let (wish, first, components) = if is_free {
                (format!("{name}_{}", slot / 4), row.start, 4)
            } else {
                (format!("{name}_{}_{}", slot / 4, slot % 4), slot, 1)
            };
            self.add(Parameter {
                name: names.give(&wish),
                direction: direction(first),
                scalar: Scalar::F32,
                components,
                count: 1,
                facts: Facts::default(),
            });
        }
    }

    pub(super) fn input(&self, slot: u32) -> Word {
        self.inputs[&slot]
    }

    pub(super) fn output(&self, slot: u32) -> Word {
        self.outputs[&slot]
    }

    pub(super) fn uniform(&self, slot: u32) -> Option<Word> {
        self.uniforms.get(&slot).copied()
    }
}

/// The uniforms that are read by an index: from, to. Overlapping ranges are merged.
fn arrays(program: &Program) -> Vec<(u32, u32)> {
    let rows = program
        .insts()
        .filter(|i| i.op == Op::LoadParamRow && i.imm[1] > 0);
    let mut all: Vec<(u32, u32)> = rows.map(|i| (i.imm[0], i.imm[0] + 4 * i.imm[1])).collect();
    all.sort_unstable();
    let mut arrays: Vec<(u32, u32)> = Vec::new();
    for (start, end) in all {
        match arrays.last_mut() {
            Some(last) if start < last.1 && (start - last.0).is_multiple_of(4) => {
                last.1 = last.1.max(end)
            }
            _ => arrays.push((start, end)),
        }
    }
    arrays
}
