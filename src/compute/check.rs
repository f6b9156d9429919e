//! Checks arrays against a function, and finds inputs that its outputs would overwrite before they are read.

use super::aliasing::{interfere, overlaps_itself, share_bytes};
use super::function::{Function, RunError};
use crate::ir::signature::{Direction, Signature};
use crate::platform::Strided;
use smallvec::SmallVec;
use std::ops::Range;

/// The compact form of a signature that arrays are compared with, one entry for each parameter.
pub(super) struct Shapes {
    all: Vec<Shape>,
    /// The parameters that are written.
    outputs: Vec<usize>,
}

struct Shape {
    /// The bytes of one value.
    bytes: usize,
    /// Whether the parameter is the same for all elements.
    is_uniform: bool,
    is_output: bool,
}

impl Shapes {
    pub(super) fn of(signature: &Signature) -> Shapes {
        let shapes = signature.parameters.iter().map(|parameter| Shape {
            bytes: parameter.bytes(),
            is_uniform: matches!(parameter.direction, Direction::Uniform(_)),
            is_output: parameter.direction.output().is_some(),
        });
        let all: Vec<Shape> = shapes.collect();
        let outputs = (0..all.len()).filter(|i| all[*i].is_output).collect();
        Shapes { all, outputs }
    }

    /// Whether any parameter is the same for all elements whatever its array.
    pub(super) fn has_uniforms(&self) -> bool {
        self.all.iter().any(|shape| shape.is_uniform)
    }
}

/// The numbers of parameters that are inputs.
pub(super) type Inputs = SmallVec<[usize; 4]>;

impl Function {
    /// Checks the arrays of a run over `n` elements. Returns the inputs that must be copied before the run, because an output
    /// overwrites elements that are read later.
    pub(super) fn check(&self, n: usize, arrays: &[Strided<'_>]) -> Result<Inputs, RunError> {
        let Shapes { all, outputs } = &self.shapes;
        if arrays.len() != all.len() {
            return Err(RunError::Count {
                function: self.signature().name.clone(),
                wanted: all.len(),
                given: arrays.len(),
            });
        }
        // Each array must fit its parameter, and an output must not overlap itself.
        let mut extents: SmallVec<[Range<usize>; 16]> = SmallVec::new();
        for (i, (shape, array)) in all.iter().zip(arrays).enumerate() {
            let wanted = if shape.is_uniform { n.min(1) } else { n };
            if array.len() != wanted || array.element_bytes() != shape.bytes {
                return Err(self.wrong_shape(i, array, wanted));
            }
            if shape.is_output && overlaps_itself(array) {
                return Err(RunError::Stride {
                    name: self.name(i),
                    stride: array.stride(),
                    bytes: array.element_bytes(),
                });
            }
            extents.push(array.extent());
        }
        // Each output is compared with the arrays near it. Outputs must not overlap; inputs that it may overwrite are
        // copied.
        let mut endangered = Inputs::new();
        for &output in outputs {
            let own = &extents[output];
            let are_near = |other: &Range<usize>| other.start < own.end && own.start < other.end;
            for i in (0..arrays.len()).filter(|i| are_near(&extents[*i])) {
                let pair = [&arrays[output], &arrays[i]];
                match (all[i].is_output, all[i].is_uniform) {
                    (true, _) if i < output && share_bytes(pair[0], pair[1]) => {
                        return Err(RunError::Overlap(self.name(i), self.name(output)));
                    }
                    (false, false) if interfere(pair[0], pair[1]) && !endangered.contains(&i) => {
                        endangered.push(i);
                    }
                    _ => {}
                }
            }
        }
        Ok(endangered)
    }

    #[cold]
    fn wrong_shape(&self, i: usize, array: &Strided<'_>, wanted: usize) -> RunError {
        RunError::Shape {
            name: self.name(i),
            given: array.len(),
            given_bytes: array.element_bytes(),
            wanted,
            wanted_bytes: self.shapes.all[i].bytes,
        }
    }

    fn name(&self, parameter: usize) -> String {
        self.signature().parameters[parameter].name.clone()
    }
}
