//! Lowers a fragment program: each `LoadInput` becomes interpolation (GL 1.5 sections 3.5.1 and 3.4.1).
//!
//! A smooth scalar is `fma(p, r, v0)`: `p` is the plane of (v − v0) / w, `v0` the first vertex's value, and `r` the
//! reciprocal of the plane of 1/w. So a value that is the same at all vertices comes out exactly. Where all w are
//! equal, setup makes the divisor plane 1 and the result is affine.
//!
//! Short programs have a second kernel for affine primitives, which computes the same bits as `p + v0`. It assumes 1
//! for the scalars that the program divides by (q, mostly), and only primitives where they are 1 everywhere are drawn
//! with it. A flat scalar is its constant. Planes are evaluated as `fma(dx, A, fma(dy, B, C))` from the tile's corner.
#![forbid(unsafe_code)]

use super::affine::divided_by;
use super::stage_key::{FragmentStageKey, is_flat};
use crate::ir::interface::{Varyings, fragment_input, fragment_output};
use crate::ir::{Inst, Op, Program, ProgramId, Type, ValueId};
use crate::raster::geometry::plane;
use crate::raster::geometry::slots::COVERAGE_INPUTS;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The divisor of scalars' planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Divisor {
    Plane,
    One,
}

/// A program being lowered: new instructions go to `new_insts`.
struct Lowering {
    value_types: Vec<Type>,
    new_insts: Vec<Inst>,
}

impl Lowering {
    fn emit(&mut self, op: Op, args: &[ValueId], imm: [u32; 2]) -> ValueId {
        let first_result = ValueId(self.value_types.len() as u32);
        self.value_types.extend_from_slice(op.info().results);
        let args: SmallVec<[ValueId; 5]> = args.iter().copied().collect();
        self.new_insts.push(Inst {
            op,
            args,
            imm,
            first_result,
            span: crate::ir::Span::NONE,
        });
        first_result
    }

    fn constant(&mut self, x: f32) -> ValueId {
        self.emit(Op::ConstF32, &[], [x.to_bits(), 0])
    }

    fn plane(&mut self, plane: usize, dx: ValueId, dy: ValueId) -> ValueId {
        let [a, b, c] =
            [0, 1, 2].map(|coefficient| self.emit(Op::LoadPlane, &[], [plane as u32, coefficient]));
        let row = self.emit(Op::FFma, &[dy, b, c], [0, 0]);
        self.emit(Op::FFma, &[dx, a, row], [0, 0])
    }

    /// Window z, with polygon offset.
    fn depth(&mut self, dx: ValueId, dy: ValueId) -> ValueId {
        let depth = self.plane(plane::Z, dx, dy);
        let imm = [plane::Z as u32, plane::CONSTANT];
        let offset = self.emit(Op::LoadPlane, &[], imm);
        self.emit(Op::FAdd, &[depth, offset], [0, 0])
    }

    /// The place that kernel inputs 1 and 2 give, as offsets from the centre.
    fn offset_place(&mut self, centre: [ValueId; 2]) -> [ValueId; 2] {
        [0, 1].map(|i| {
            let offset = self.emit(Op::LoadInput, &[], [1 + i as u32, 0]);
            self.emit(Op::FAdd, &[centre[i], offset], [0, 0])
        })
    }

    /// What scalars are multiplied by at a place: 1 by the plane of divisors.
    fn reciprocal_at(&mut self, [x, y]: [ValueId; 2]) -> ValueId {
        let divisor = self.plane(plane::DIVISOR, x, y);
        let one = self.constant(1.0);
        self.emit(Op::FDiv, &[one, divisor], [0, 0])
    }
}

/// The program with the values of its inputs, and with coverage if the key has it.
pub(crate) fn lower(
    program: &Program,
    key: FragmentStageKey,
    scalars: &[u16],
    divisor: Divisor,
) -> Program {
    let mut lowering = Lowering {
        value_types: program.value_types.clone(),
        new_insts: Vec::new(),
    };
    // Emits the interpolated inputs, and lets their values replace the loads.
    let by_slot = interpolate(&mut lowering, program, key, scalars, divisor);
    let mut blocks = program.blocks.clone();
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for block in &mut blocks {
        block.insts.retain(|inst| {
            if inst.op == Op::LoadInput {
                replaced.insert(inst.first_result, by_slot[&inst.imm[0]]);
            }
            inst.op != Op::LoadInput
        });
    }
    for block in &mut blocks {
        replace_uses(block, &replaced);
    }
    // The new instructions run first, in the entry block.
    let mut prologue = std::mem::take(&mut lowering.new_insts);
    prologue.append(&mut blocks[0].insts);
    blocks[0].insts = prologue;
    if key.coverage {
        for block in &mut blocks {
            multiply_alpha_by_coverage(&mut lowering, key.clamp, &mut block.insts);
        }
    }
    let mut lowered = Program {
        id: ProgramId::unique(),
        blocks,
        value_types: lowering.value_types,
        n_inputs: if key.has_inputs() { COVERAGE_INPUTS } else { 0 },
        fraction_units: key.fraction_units,
        planar_units: key.planar_units,
        ..program.clone()
    };
    lowered.rename_notes(|v| replaced.get(&v).copied().unwrap_or(v));
    lowered
}

/// The input slots that the program reads, each once.
fn slots_read(program: &Program) -> Vec<u32> {
    let loads = program.insts().filter(|i| i.op == Op::LoadInput);
    let mut slots: Vec<u32> = loads.map(|i| i.imm[0]).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Emits the value of each input slot that the program reads.
fn interpolate(
    lowering: &mut Lowering,
    program: &Program,
    key: FragmentStageKey,
    scalars: &[u16],
    divisor: Divisor,
) -> FxHashMap<u32, ValueId> {
    let slots = slots_read(program);
    let mut by_slot = FxHashMap::default();
    if slots.is_empty() {
        return by_slot;
    }
    let centre = [Op::LaneX, Op::LaneY].map(|op| lowering.emit(op, &[], [0, 0]));
    // Data are those of the centre, or of the mean place of an antialiased shape.
    let [dx, dy] = if key.means {
        lowering.offset_place(centre)
    } else {
        centre
    };
    let is_smooth = |slot: &u16| !is_flat(key, *slot);
    // One division by w serves all smooth scalars at a place; another one serves those at the centroid.
    let at_centroid = |slot: u32| key.centroids && Varyings::has(program.varyings.centroid, slot);
    let divides = divisor == Divisor::Plane && scalars.iter().any(is_smooth);
    let reciprocal = divides.then(|| lowering.reciprocal_at([dx, dy]));
    let centroid = slots.iter().any(|slot| at_centroid(*slot)).then(|| {
        let place = lowering.offset_place(centre);
        let reciprocal = divides.then(|| lowering.reciprocal_at(place));
        (place, reciprocal)
    });
    let ones = match divisor {
        Divisor::Plane => SmallVec::new(),
        Divisor::One => divided_by(program, key, scalars),
    };
    // A smooth scalar is its plane, divided if the primitive is not affine, plus the first vertex's value.
    for slot in slots {
        let value = match (scalars.binary_search(&(slot as u16)), slot / 4) {
            (Ok(i), _) if ones.contains(&i) => lowering.constant(1.0),
            (Ok(i), _) => {
                let row = (plane::FIRST_SCALAR + i) as u32;
                let v0 = lowering.emit(Op::LoadPlane, &[], [row, plane::CONSTANT]);
                if is_flat(key, slot as u16) {
                    v0
                } else {
                    let ([x, y], reciprocal) = match centroid {
                        Some(centroid) if at_centroid(slot) => centroid,
                        _ => ([dx, dy], reciprocal),
                    };
                    let p = lowering.plane(plane::FIRST_SCALAR + i, x, y);
                    match reciprocal {
                        Some(r) => lowering.emit(Op::FFma, &[p, r, v0], [0, 0]),
                        None => lowering.emit(Op::FAdd, &[p, v0], [0, 0]),
                    }
                }
            }
            // The fragment's place remains its centre.
            (Err(_), fragment_input::POSITION) if slot % 4 < 2 => {
                lowering.plane(slot as usize % 4, centre[0], centre[1])
            }
            (Err(_), fragment_input::POSITION) if slot % 4 == 2 => lowering.depth(dx, dy),
            (Err(_), fragment_input::POSITION) => lowering.plane(plane::INVERSE_W, dx, dy),
            (Err(_), _) => lowering.constant(if slot % 4 == 3 { 1.0 } else { 0.0 }),
        };
        by_slot.insert(slot, value);
    }
    by_slot
}

fn replace_uses(block: &mut crate::ir::Block, replaced: &FxHashMap<ValueId, ValueId>) {
    let replace = |v: &mut ValueId| {
        if let Some(new) = replaced.get(v) {
            *v = *new;
        }
    };
    for inst in &mut block.insts {
        inst.args.iter_mut().for_each(replace);
    }
    match &mut block.terminator {
        crate::ir::Terminator::Jump(edge) => edge.args.iter_mut().for_each(replace),
        crate::ir::Terminator::Branch(mask, yes, no) => {
            replace(mask);
            yes.args.iter_mut().chain(&mut no.args).for_each(replace);
        }
        _ => {}
    }
}

/// Alpha is clamped, then multiplied by the coverage (GL 1.5 section 3.13), wherever a colour's alpha is stored.
fn multiply_alpha_by_coverage(lowering: &mut Lowering, clamp: bool, insts: &mut Vec<Inst>) {
    for mut inst in std::mem::take(insts) {
        let is_alpha = inst.imm[0] % 4 == 3 && inst.imm[0] < 4 * fragment_output::DEPTH;
        if inst.op == Op::StoreOutput && is_alpha {
            let mut alpha = inst.args[0];
            if clamp {
                let [zero, one] = [0.0, 1.0].map(|x| lowering.constant(x));
                alpha = lowering.emit(Op::FMax, &[alpha, zero], [0, 0]);
                alpha = lowering.emit(Op::FMin, &[alpha, one], [0, 0]);
            }
            let coverage = lowering.emit(Op::LoadInput, &[], [0, 0]);
            inst.args[0] = lowering.emit(Op::FMul, &[alpha, coverage], [0, 0]);
            insts.append(&mut lowering.new_insts);
        }
        insts.push(inst);
    }
}
