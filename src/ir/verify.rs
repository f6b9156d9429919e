//! Says whether a program is well formed: one definition per value, types, definitions on every path to a use, edges,
//! immediates, and that no lane can loop for ever.

use super::dominators::Dominators;
use super::inst::Inst;
use super::interface::PIXEL_PLANES;
use super::note::Note;
use super::opcode::{Op, OpKind};
use super::program::{Edge, Program, Terminator};
use super::types::{BlockId, Type, ValueId};

/// Accepts a well-formed program; else says which rule is broken, and in which block.
pub fn verify(program: &Program) -> Result<(), String> {
    let n = program.blocks.len();
    if n == 0 || !program.blocks[0].params.is_empty() {
        return Err("the entry block is missing or has parameters".into());
    }
    for (i, block) in program.blocks.iter().enumerate() {
        let at = |e: String| format!("block {i}: {e}");
        block
            .insts
            .iter()
            .try_for_each(|inst| check_inst(program, inst))
            .map_err(at)?;
        check_terminator(program, &block.terminator).map_err(at)?;
    }
    check_notes(program)?;
    check_definitions(program)?;
    check_ends(program)
}

fn check_notes(program: &Program) -> Result<(), String> {
    let n_values = program.value_types.len();
    let exists = |note: &Note| {
        let mut values = note.values.iter().flatten();
        note.block.index() < program.blocks.len() && values.all(|v| v.index() < n_values)
    };
    if program.notes.iter().all(exists) {
        Ok(())
    } else {
        Err("a note names a block or a value that does not exist".into())
    }
}

fn check_type(program: &Program, value: ValueId, want: Type, what: &str) -> Result<(), String> {
    match program.value_types.get(value.index()) {
        Some(ty) if *ty == want => Ok(()),
        found => Err(format!(
            "{what}: value {} is {found:?}, not {want:?}",
            value.0
        )),
    }
}

fn check_inst(program: &Program, inst: &Inst) -> Result<(), String> {
    let info = inst.op.info();
    if inst.args.len() != info.args.len() {
        return Err(format!("{} takes {} arguments", info.name, info.args.len()));
    }
    inst.args
        .iter()
        .zip(info.args)
        .try_for_each(|(v, t)| check_type(program, *v, *t, info.name))?;
    inst.results()
        .zip(info.results)
        .try_for_each(|(v, t)| check_type(program, v, *t, info.name))?;
    // Immediates index what the program declares, or are one of a few choices.
    let [a, b] = inst.imm.map(u64::from);
    let fits = match inst.op {
        Op::LoadUniform | Op::LoadUniformI => a < program.n_uniforms.into(),
        Op::LoadParamRow => a + 4 * b <= program.n_uniforms.into(),
        Op::LoadInput => a < program.n_inputs.into(),
        Op::StoreOutput | Op::StoreOutputI => a < program.n_outputs.into(),
        Op::LoadSlot | Op::StoreSlot => a < program.n_slots.into(),
        Op::LoadPlane => b < 4,
        Op::LoadPixel | Op::StorePixel => a < PIXEL_PLANES as u64,
        Op::Sample => b < 3,
        Op::ConstMask => a < 2,
        _ => true,
    };
    if fits {
        Ok(())
    } else {
        Err(format!("an immediate of {} is out of range", info.name))
    }
}

fn check_terminator(program: &Program, terminator: &Terminator) -> Result<(), String> {
    if terminator
        .successors()
        .iter()
        .any(|b| b.index() >= program.blocks.len())
    {
        return Err("the terminator names a missing block".into());
    }
    // An edge gives each parameter of its block a value of the parameter's type.
    let check_edge = |edge: &Edge| {
        let params = &program.block(edge.block).params;
        if params.len() != edge.args.len() {
            return Err(format!(
                "an edge to block {} has {} arguments, not {}",
                edge.block.0,
                edge.args.len(),
                params.len()
            ));
        }
        params.iter().zip(&edge.args).try_for_each(|(p, a)| {
            let ty = program
                .value_types
                .get(p.index())
                .ok_or("a parameter has no type")?;
            check_type(program, *a, *ty, "edge")
        })
    };
    match terminator {
        Terminator::Jump(edge) => check_edge(edge),
        Terminator::Branch(mask, yes, no) => {
            check_type(program, *mask, Type::Mask, "branch")?;
            check_edge(yes)?;
            check_edge(no)
        }
        // Calls and returns have no arguments: their state is in slots.
        Terminator::Call { callee, resume } => {
            let bare = [callee, resume]
                .iter()
                .all(|b| program.block(**b).params.is_empty());
            if bare {
                Ok(())
            } else {
                Err("a call to or back to a block with parameters".into())
            }
        }
        Terminator::Return | Terminator::End => Ok(()),
    }
}

/// Each value is defined once, and on every path before its uses (blocks no path reaches are not read).
fn check_definitions(program: &Program) -> Result<(), String> {
    // The block that defines each value.
    let mut home: Vec<Option<BlockId>> = vec![None; program.value_types.len()];
    for (i, block) in program.blocks.iter().enumerate() {
        let results = block.insts.iter().flat_map(Inst::results);
        for v in block.params.iter().copied().chain(results) {
            let home = home.get_mut(v.index()).ok_or("a value has no type")?;
            if home.replace(BlockId(i as u32)).is_some() {
                return Err(format!("value {} is defined twice", v.0));
            }
        }
    }
    let tree = Dominators::of(program);
    let order = tree.order.clone();
    let mut definitions = Definitions {
        passed: vec![false; home.len()],
        home,
        tree,
    };
    order.into_iter().try_for_each(|id| {
        definitions
            .check_uses(program, id)
            .map_err(|e| format!("block {}: {e}", id.0))
    })
}

/// Where values are defined, while a program is walked.
struct Definitions {
    /// The block that defines each value.
    home: Vec<Option<BlockId>>,
    tree: Dominators,
    /// The walk has passed the definition.
    passed: Vec<bool>,
}

impl Definitions {
    fn check_uses(&mut self, program: &Program, id: BlockId) -> Result<(), String> {
        let block = program.block(id);
        self.pass(block.params.iter().copied());
        for inst in &block.insts {
            self.need(id, &inst.args)?;
            self.pass(inst.results());
        }
        match &block.terminator {
            Terminator::Jump(e) => self.need(id, &e.args),
            Terminator::Branch(m, a, b) => {
                self.need(id, [m])?;
                self.need(id, a.args.iter().chain(&b.args))
            }
            _ => Ok(()),
        }
    }

    fn pass(&mut self, values: impl IntoIterator<Item = ValueId>) {
        for v in values {
            self.passed[v.index()] = true;
        }
    }

    /// The values are known at this place of block `at`: defined in it before, or in a block that dominates it.
    fn need<'a>(
        &self,
        at: BlockId,
        values: impl IntoIterator<Item = &'a ValueId>,
    ) -> Result<(), String> {
        let is_known = |v: &ValueId| match self.home.get(v.index()) {
            Some(Some(home)) if *home == at => self.passed[v.index()],
            Some(Some(home)) => self.tree.dominates(*home, at),
            _ => false,
        };
        match values.into_iter().find(|v| !is_known(v)) {
            Some(v) => Err(format!("value {} is used before its definition", v.0)),
            None => Ok(()),
        }
    }
}

/// Every cycle (a call counts as an edge to its callee and to its resume block) charges the instruction limit.
fn check_ends(program: &Program) -> Result<(), String> {
    if program.is_interruptible {
        return Ok(());
    }
    let free =
        |i: usize| program.instruction_limit.is_none() || program.blocks[i].source_count == 0;
    // 0 = not seen, 1 = on the path, 2 = done.
    let mut state = vec![0u8; program.blocks.len()];
    for root in 0..program.blocks.len() {
        let mut path = if free(root) && state[root] == 0 {
            vec![(root, 0)]
        } else {
            continue;
        };
        state[root] = 1;
        while let Some((block, edge)) = path.pop() {
            let Some(next) = program.blocks[block]
                .terminator
                .successors()
                .get(edge)
                .map(|b| b.index())
            else {
                state[block] = 2;
                continue;
            };
            path.push((block, edge + 1));
            match state[next] {
                1 => {
                    return Err(format!(
                        "a loop through block {next} is bounded by no instruction limit"
                    ));
                }
                0 if free(next) => {
                    state[next] = 1;
                    path.push((next, 0));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether no `Math` opcode is left, as engines need it.
pub fn is_expanded(program: &Program) -> bool {
    program.insts().all(|i| i.op.info().kind != OpKind::Math)
}
