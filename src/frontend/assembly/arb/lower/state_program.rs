//! Vertex state programs (NV_vertex_program 2.14.4). The program parameters that such a program writes become
//! temporaries. They begin with the parameters' values and are the outputs of the code.

use super::lowering::Lowering;
use crate::frontend::assembly::arb::parsed::STATE_PARAMETERS;
use crate::frontend::binding::Binding;
use crate::frontend::vector::{Vec4, map4};
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    /// Loads the parameters that the program writes, with their values from before.
    pub(crate) fn begin_state_program(&mut self) {
        for (i, n) in self.parsed.state_parameters.iter().enumerate() {
            let value = self.u.load(&mut self.b, Binding::Env(*n));
            for (c, value) in value.into_iter().enumerate() {
                let scalar = self.r.layout.temp(STATE_PARAMETERS + i as u32, c);
                self.r.write(scalar, value);
            }
        }
    }

    /// Reads a program parameter by its number: the value that the program has written, or the `stored` one.
    pub(crate) fn with_written_parameters(&mut self, number: ValueId, stored: Vec4) -> Vec4 {
        let mut value = stored;
        for (i, n) in self.parsed.state_parameters.iter().enumerate() {
            let is_it = self.is_number(number, *n);
            value = map4(|c| {
                let scalar = self.r.layout.temp(STATE_PARAMETERS + i as u32, c);
                let own = self.r.read(&mut self.b, scalar);
                self.b.emit1(Op::SelectF, &[is_it, own, value[c]])
            });
        }
        value
    }

    /// Outputs the parameters that the program has written: output vec4 `i` is `c[state_parameters[i]]`.
    pub(crate) fn store_state_parameters(&mut self) {
        for i in 0..self.parsed.state_parameters.len() as u32 {
            for c in 0..4 {
                let scalar = self.r.layout.temp(STATE_PARAMETERS + i, c as usize);
                let value = self.r.read(&mut self.b, scalar);
                self.b.store_output(4 * i + c, value);
            }
        }
    }
}
