//! Lowers a fragment program: each `LoadInput` becomes interpolation (GL 1.5 sections 3.5.1 and 3.4.1).
//!
//! A smooth scalar is `fma(p, r, v0)`: `p` is the plane of (v − v0) / w, `v0` the first vertex's value, and `r` the
//! reciprocal of the plane of 1/w. So a value that is the same at all vertices comes out exactly, and where all w are
//! equal setup makes the divisor plane 1 and the result is affine: short programs have a second kernel for such
//! primitives, which computes the same bits as `p + v0`, and has 1 for the scalars that the program divides by (q, mostly): only
//! primitives where they are 1 everywhere are drawn with it. A flat scalar is its constant. Planes are evaluated as
//! `fma(dx, A, fma(dy, B, C))` from the tile's corner.
//!
//! | plane | holds |
//! |---|---|
//! | 0, 1 | window x and y |
//! | 2 | window z |
//! | 3 | 1 / w |
//! | 4 | the divisor: 1 / w, or 1 when w is the same everywhere |
//! | 5 .. 5+n | (v − v0) / w of scalar i, and v0 as its fourth coefficient |
#![forbid(unsafe_code)]

pub(crate) use super::affine::Variants;
use super::affine::{divided_by, has_affine};
use crate::ir::interface::{fragment_input, fragment_output};
use crate::ir::{Inst, Op, Program, ProgramId, Type, ValueId};
use crate::kernel::{self, Kernel};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// Plane numbers that every primitive has.
pub(crate) mod plane {
    pub(crate) const Z: usize = 2;
    pub(crate) const INVERSE_W: usize = 3;
    pub(crate) const DIVISOR: usize = 4;
    pub(crate) const FIRST_SCALAR: usize = 5;
    /// The coefficient that is a scalar's constant.
    pub(crate) const CONSTANT: u32 = 3;
}

/// What of the state changes the lowered program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FragmentStageKey {
    /// By [`color_bit`]: what is the same all over a primitive. All where colours are flat, else what the vertex program makes
    /// the same for all vertices.
    pub(crate) flat: u8,
    /// Output alphas are multiplied by kernel input 0: the coverage of antialiased primitives.
    pub(crate) coverage: bool,
    /// They are clamped before that.
    pub(crate) clamp: bool,
    /// Data are taken where kernel inputs 1 and 2 point, from the pixel's centre: means over the part of the pixel that an
    /// antialiased polygon covers (section 3.5.3).
    pub(crate) means: bool,
    /// See [`Program::fraction_units`].
    pub(crate) fraction_units: u32,
    /// See [`Program::planar_units`].
    pub(crate) planar_units: u32,
}

/// Kernel inputs of a stage with coverage.
pub(crate) const COVERAGE_INPUTS: u32 = 3;

/// A fragment program ready to run.
#[derive(Clone)]
pub(crate) struct FragmentStage {
    key: FragmentStageKey,
    /// With interpolation.
    pub(crate) programs: Variants<Arc<Program>>,
    /// Of these programs alone, made when they are first asked for.
    kernels: OnceLock<Variants<Arc<dyn Kernel>>>,
    /// Fragment input slots that are interpolated, ascending: the scalars of the planes.
    pub(crate) scalars: Vec<u16>,
    /// The planes of the scalars that are 1 wherever the affine kernel runs.
    ones: SmallVec<[usize; 4]>,
    pub(crate) has_kill: bool,
    pub(crate) writes_depth: bool,
    /// Some lane may leave some of the outputs 0 .. 4 unwritten: they must be zeroed before a run.
    pub(crate) needs_zeroed_outputs: bool,
    /// Kernel input 0 is the coverage.
    pub(crate) reads_coverage: bool,
    /// It asks which face a fragment belongs to.
    pub(crate) reads_face: bool,
    /// It asks for window x or y.
    pub(crate) reads_place: bool,
    /// It asks for 1 / w.
    pub(crate) reads_inverse_w: bool,
    /// Output slots per group.
    pub(crate) n_outputs: usize,
}

/// Whether an interpolated slot is a colour (flat shading, two-sided lighting, clamping).
pub(crate) fn is_color(slot: u16) -> bool {
    let vec4 = u32::from(slot) / 4;
    vec4 == fragment_input::COLOR || vec4 == fragment_input::SECONDARY_COLOR
}

/// The bit of a colour's component among those of both colours; none for other slots.
pub(crate) fn color_bit(slot: u16) -> u8 {
    match is_color(slot) {
        true => 1 << (u32::from(slot) - 4 * fragment_input::COLOR),
        false => 0,
    }
}

impl FragmentStage {
    pub(crate) fn new(program: &Program, key: FragmentStageKey) -> FragmentStage {
        let scalars = interpolated_slots(program);
        let has_affine = has_affine(program, key, &scalars);
        let ones = match has_affine {
            true => divided_by(program, key, &scalars),
            false => SmallVec::new(),
        };
        let variant = |divisor: Divisor| Arc::new(lower(program, key, &scalars, divisor));
        let has = |op: Op| program.insts().any(|i| i.op == op);
        let stores = |slot: u32| {
            let mut insts = program.insts();
            insts.any(|i| i.op == Op::StoreOutput && i.imm[0] == slot)
        };
        let reads = |slot: u32| {
            let mut insts = program.insts();
            insts.any(|i| i.op == Op::LoadInput && i.imm[0] == slot)
        };
        let n_outputs = (program.n_outputs as usize).max(4);
        let straight = program.blocks.len() == 1;
        FragmentStage {
            key,
            has_kill: has(Op::Kill),
            reads_face: has(Op::FrontFacing),
            reads_place: reads(4 * fragment_input::POSITION)
                || reads(4 * fragment_input::POSITION + 1),
            reads_inverse_w: reads(4 * fragment_input::POSITION + 3),
            writes_depth: stores(4 * fragment_output::DEPTH + 2),
            needs_zeroed_outputs: !straight || (0..n_outputs as u32).any(|slot| !stores(slot)),
            reads_coverage: key.coverage,
            n_outputs,
            programs: Variants {
                general: variant(Divisor::Plane),
                affine: has_affine.then(|| variant(Divisor::One)),
            },
            ones: ones.into_iter().map(|i| plane::FIRST_SCALAR + i).collect(),
            kernels: OnceLock::new(),
            scalars,
        }
    }

    /// The code that runs for a program, as it is before all passes.
    pub(crate) fn code(&self, program: &Program) -> Program {
        lower(program, self.key, &self.scalars, Divisor::Plane)
    }

    /// The same stage with another kernel, for all primitives.
    pub(crate) fn with_kernel(&self, kernel: Arc<dyn Kernel>) -> FragmentStage {
        FragmentStage {
            kernels: OnceLock::from(Variants {
                general: kernel,
                affine: None,
            }),
            ..self.clone()
        }
    }

    /// The kernels of the programs alone.
    pub(crate) fn kernels(&self) -> &Variants<Arc<dyn Kernel>> {
        let compile = || self.programs.map(kernel::compile_internal);
        self.kernels.get_or_init(compile)
    }

    /// Whether the scalars that have to be 1 for the affine kernel are so in a primitive with these planes.
    #[inline(always)]
    pub(crate) fn has_ones(&self, planes: &[[f32; 4]]) -> bool {
        let is_one = |row: &usize| planes.get(*row).is_none_or(|p| *p == [0.0, 0.0, 0.0, 1.0]);
        self.ones.iter().all(is_one)
    }

    /// Number of planes handed to the kernel.
    pub(crate) fn n_planes(&self) -> usize {
        plane::FIRST_SCALAR + self.scalars.len()
    }
}

/// Slots with a varying behind them; the rest of the inputs are constants or the position.
fn interpolated_slots(program: &Program) -> Vec<u16> {
    let varying = |slot: u32| match slot / 4 {
        fragment_input::POSITION => false,
        fragment_input::FOG_COORD => slot.is_multiple_of(4),
        vec4 => vec4 < fragment_input::COUNT,
    };
    let mut slots: Vec<u16> = program
        .insts()
        .filter(|i| i.op == Op::LoadInput && varying(i.imm[0]))
        .map(|i| i.imm[0] as u16)
        .collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// What planes of scalars are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Divisor {
    Plane,
    One,
}

pub(super) fn is_flat(key: FragmentStageKey, slot: u16) -> bool {
    key.flat & color_bit(slot) != 0
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
}

fn lower(program: &Program, key: FragmentStageKey, scalars: &[u16], divisor: Divisor) -> Program {
    let mut lowering = Lowering {
        value_types: program.value_types.clone(),
        new_insts: Vec::new(),
    };
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
        n_inputs: if key.coverage { COVERAGE_INPUTS } else { 0 },
        fraction_units: key.fraction_units,
        planar_units: key.planar_units,
        ..program.clone()
    };
    lowered.rename_notes(|v| replaced.get(&v).copied().unwrap_or(v));
    lowered
}

/// Emits the value of each input slot that the program reads.
fn interpolate(
    lowering: &mut Lowering,
    program: &Program,
    key: FragmentStageKey,
    scalars: &[u16],
    divisor: Divisor,
) -> FxHashMap<u32, ValueId> {
    let mut slots: Vec<u32> = program
        .insts()
        .filter(|i| i.op == Op::LoadInput)
        .map(|i| i.imm[0])
        .collect();
    slots.sort_unstable();
    slots.dedup();
    let mut by_slot = FxHashMap::default();
    if slots.is_empty() {
        return by_slot;
    }
    let centre = [Op::LaneX, Op::LaneY].map(|op| lowering.emit(op, &[], [0, 0]));
    let [dx, dy] = if key.means {
        [0, 1].map(|i| {
            let offset = lowering.emit(Op::LoadInput, &[], [1 + i as u32, 0]);
            lowering.emit(Op::FAdd, &[centre[i], offset], [0, 0])
        })
    } else {
        centre
    };
    let divides = divisor == Divisor::Plane && scalars.iter().any(|s| !is_flat(key, *s));
    let reciprocal = divides.then(|| {
        let divisor = lowering.plane(plane::DIVISOR, dx, dy);
        let one = lowering.constant(1.0);
        lowering.emit(Op::FDiv, &[one, divisor], [0, 0])
    });
    let ones = match divisor {
        Divisor::Plane => SmallVec::new(),
        Divisor::One => divided_by(program, key, scalars),
    };
    for slot in slots {
        let value = match (scalars.binary_search(&(slot as u16)), slot / 4) {
            (Ok(i), _) if ones.contains(&i) => lowering.constant(1.0),
            (Ok(i), _) => {
                let row = (plane::FIRST_SCALAR + i) as u32;
                let v0 = lowering.emit(Op::LoadPlane, &[], [row, plane::CONSTANT]);
                if is_flat(key, slot as u16) {
                    v0
                } else {
                    let p = lowering.plane(plane::FIRST_SCALAR + i, dx, dy);
                    match reciprocal {
                        Some(r) => lowering.emit(Op::FFma, &[p, r, v0], [0, 0]),
                        None => lowering.emit(Op::FAdd, &[p, v0], [0, 0]),
                    }
                }
            }
            // The fragment's place stays its centre.
            (Err(_), fragment_input::POSITION) if slot % 4 < 2 => {
                lowering.plane(slot as usize % 4, centre[0], centre[1])
            }
            (Err(_), fragment_input::POSITION) => lowering.plane(slot as usize % 4, dx, dy),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    fn color_program() -> Program {
        let mut b = Builder::new();
        for c in 0..4 {
            let v = b.load_input(4 * fragment_input::COLOR + c);
            b.store_output(c, v);
        }
        let z = b.load_input(2);
        let _ = b.emit1(Op::FAdd, &[z, z]);
        b.finish()
    }

    #[test]
    fn inputs_become_planes_and_flat_ones_constants() {
        let program = color_program();
        assert_eq!(interpolated_slots(&program), [4, 5, 6, 7]);
        for (bits, flat) in [(0, false), (0xff, true)] {
            let key = FragmentStageKey {
                flat: bits,
                coverage: false,
                clamp: true,
                means: false,
                fraction_units: 0,
                planar_units: 0,
            };
            let scalars = interpolated_slots(&program);
            assert_eq!(has_affine(&program, key, &scalars), !flat);
            for divisor in [Divisor::Plane, Divisor::One] {
                let lowered = lower(&program, key, &scalars, divisor);
                assert!(lowered.insts().all(|i| i.op != Op::LoadInput));
                let divides = !flat && divisor == Divisor::Plane;
                assert_eq!(lowered.insts().any(|i| i.op == Op::FDiv), divides);
                assert_eq!(lowered.n_inputs, 0);
            }
        }
    }

    #[test]
    fn coverage_reads_kernel_input_0() {
        let program = color_program();
        let lowered = lower(
            &program,
            FragmentStageKey {
                flat: 0xff,
                coverage: true,
                clamp: true,
                means: false,
                fraction_units: 0,
                planar_units: 0,
            },
            &interpolated_slots(&program),
            Divisor::Plane,
        );
        assert_eq!(lowered.insts().filter(|i| i.op == Op::LoadInput).count(), 1);
        assert_eq!(lowered.n_inputs, COVERAGE_INPUTS);
    }
}
