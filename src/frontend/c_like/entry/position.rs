//! Whether a vertex program's position is the product of fixed function's matrix and the vertex, as a pragma demands where
//! it should be the same to the bit (Cg language, "Position Invariance").

use super::leaves::{BY_ROWS, leaves};
use super::program::Entry;
use crate::frontend::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use crate::frontend::c_like::tree::{Function, Module};
use crate::frontend::c_like::types::Type;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Inst, Op, Program, ValueId};
use rustc_hash::FxHashMap;

/// The names of the semantics of what a function writes.
pub fn output_semantics(module: &Module, function: &Function) -> Vec<String> {
    let parameters = function.parameters.iter().zip(&function.variables);
    let written = parameters.filter(|(p, _)| p.direction.is_written());
    let mut all: Vec<_> = written.map(|(p, v)| (v.ty, p.semantic.as_ref())).collect();
    if function.ty != Type::Void {
        all.push((function.ty, function.semantic.as_ref()));
    }
    let leaves = all
        .into_iter()
        .filter_map(|(ty, semantic)| leaves(&module.types, "", ty, semantic, BY_ROWS));
    let semantics = leaves.flatten().filter_map(|leaf| leaf.semantic);
    semantics.map(|(semantic, _)| semantic.name).collect()
}

impl Entry {
    /// Whether each component of the position is the sum of the products of a row of `state.matrix.mvp` and the vertex.
    pub fn transforms_as_fixed(&self) -> bool {
        let program = &self.code.program;
        let definitions = definitions(program);
        let stores = || program.insts().filter(|i| i.op == Op::StoreOutput);
        (0..4).all(|row| {
            let mut stored = stores().filter(|i| i.imm[0] == 4 * varying::POSITION + row);
            let (Some(store), None) = (stored.next(), stored.next()) else {
                return false;
            };
            let mut terms = [0; 4];
            let is_sum = self.adds_products(&definitions, store.args[0], row, &mut terms, 16);
            is_sum && terms == [1; 4]
        })
    }

    /// Whether a value is a sum of products of the row. Counts the products by component.
    fn adds_products(
        &self,
        definitions: &FxHashMap<ValueId, &Inst>,
        value: ValueId,
        row: u32,
        terms: &mut [u32; 4],
        depth: u32,
    ) -> bool {
        let Some(inst) = definitions.get(&value).filter(|_| depth > 0) else {
            return false;
        };
        let mut is_sum = |value| self.adds_products(definitions, value, row, terms, depth - 1);
        match inst.op {
            Op::FAdd => is_sum(inst.args[0]) && is_sum(inst.args[1]),
            Op::FFma => {
                is_sum(inst.args[2]) && self.is_product(definitions, &inst.args[..2], row, terms)
            }
            Op::FMul => self.is_product(definitions, &inst.args, row, terms),
            _ => false,
        }
    }

    /// Whether two factors are a component of the matrix's row and that of the vertex.
    fn is_product(
        &self,
        definitions: &FxHashMap<ValueId, &Inst>,
        factors: &[ValueId],
        row: u32,
        terms: &mut [u32; 4],
    ) -> bool {
        let vertex = 4 * attribute::POSITION;
        let mut matrix = None;
        let mut component = None;
        for inst in factors.iter().filter_map(|value| definitions.get(value)) {
            let (vec4, c) = (inst.imm[0] / 4, inst.imm[0] % 4);
            match inst.op {
                Op::LoadUniform if self.is_row(vec4, row) => matrix = Some(c),
                Op::LoadInput if (vertex..vertex + 4).contains(&inst.imm[0]) => component = Some(c),
                _ => return false,
            }
        }
        if let (Some(c), true) = (component, matrix == component) {
            terms[c as usize] += 1;
        }
        component.is_some() && matrix == component
    }

    fn is_row(&self, vec4: u32, row: u32) -> bool {
        let mvp = SceneValue::MatrixRow(MatrixName::Mvp, MatrixForm::Plain, row);
        self.code.bindings.get(vec4 as usize) == Some(&Binding::Scene(mvp))
    }
}

/// The instructions of a program by their first results.
fn definitions(program: &Program) -> FxHashMap<ValueId, &Inst> {
    program.insts().map(|i| (i.first_result, i)).collect()
}
