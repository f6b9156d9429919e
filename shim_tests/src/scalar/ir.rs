//! The oracle for kernels: the simplest engine for the IR, one lane at a time, written from the opcode table alone.
//!
//! The entry block runs instruction by instruction over the 16 lanes of a group, so that derivatives and samples have their
//! quads. After it each lane runs alone. Quad operations outside the entry block panic.

use trilobite::ir::interface::LodMode;
use trilobite::ir::{BlockId, Inst, Op, Program, Terminator, ValueId};
use trilobite::kernel::layout::{SampleRequest, Sampler};
use trilobite::simd::{LANE_OFFSET, LANES};

/// The data that one group reads and writes: the invocation, lane by lane.
pub struct Group<'a> {
    /// The uniform array.
    pub uniforms: &'a [f32],
    /// Inputs, `[slot][lane]`.
    pub inputs: &'a [[f32; LANES]],
    /// Outputs, `[slot][lane]`.
    pub outputs: Vec<[f32; LANES]>,
    pub planes: &'a [[f32; 4]],
    /// The group's block in its tile.
    pub place: (u32, u32),
    /// The live mask.
    pub mask: u16,
    /// Whether the primitive faces front.
    pub front_facing: bool,
    /// Pixel planes, `[plane][lane]`; `None` is a missing plane.
    pub pixels: [Option<[u32; LANES]>; 5],
    /// Texture image units.
    pub samplers: &'a [Option<&'a dyn Sampler>],
}

/// A lane's own state.
#[derive(Clone)]
struct Lane {
    values: Vec<u64>,
    slots: Vec<u32>,
    stack: Vec<BlockId>,
    count: u64,
}

/// Runs a program free of `Math` opcodes on a group.
pub fn run(program: &Program, group: &mut Group<'_>) {
    if group.mask == 0 {
        return;
    }
    let lane = Lane {
        values: vec![0; program.value_types.len()],
        slots: vec![0; program.n_slots as usize],
        stack: Vec::new(),
        count: 0,
    };
    let mut lanes = vec![lane; LANES];
    let entry = program.block(BlockId::ENTRY);
    let limit = program.instruction_limit.map_or(u64::MAX, u64::from);
    if u64::from(entry.source_count) > limit {
        return;
    }
    // The entry block runs all lanes together.
    for inst in &entry.insts {
        match inst.op {
            Op::Ddx | Op::Ddy | Op::Sample => quad(inst, &mut lanes, group),
            _ => lanes
                .iter_mut()
                .enumerate()
                .for_each(|(l, lane)| step(inst, lane, l, group)),
        }
    }
    // After it, each lane runs to its end.
    for (l, lane) in lanes.iter_mut().enumerate() {
        lane.count = u64::from(entry.source_count);
        let mut next = leave(program, &entry.terminator, lane);
        while let Some(id) = next {
            let block = program.block(id);
            lane.count += u64::from(block.source_count);
            if lane.count > limit {
                break;
            }
            block
                .insts
                .iter()
                .for_each(|inst| step(inst, lane, l, group));
            next = leave(program, &block.terminator, lane);
        }
    }
}

/// The block that follows this terminator. `None` ends the lane.
fn leave(program: &Program, terminator: &Terminator, lane: &mut Lane) -> Option<BlockId> {
    let edge = match terminator {
        Terminator::Jump(edge) => edge,
        Terminator::Branch(mask, yes, no) => {
            if lane.values[mask.index()] != 0 {
                yes
            } else {
                no
            }
        }
        Terminator::Call { .. } if lane.stack.len() as u32 == program.call_depth => return None,
        Terminator::Call { callee, resume } => {
            lane.stack.push(*resume);
            return Some(*callee);
        }
        Terminator::Return => return lane.stack.pop(),
        Terminator::End => return None,
    };
    let args: Vec<u64> = edge.args.iter().map(|v| lane.values[v.index()]).collect();
    for (param, arg) in program.block(edge.block).params.iter().zip(args) {
        lane.values[param.index()] = arg;
    }
    Some(edge.block)
}

fn quad(inst: &Inst, lanes: &mut [Lane], group: &Group<'_>) {
    let arg = |lanes: &[Lane], i: usize, l: usize| {
        f32::from_bits(lanes[l].values[inst.args[i].index()] as u32)
    };
    let bit = match inst.op {
        Op::Ddx => 1,
        Op::Ddy => 2,
        _ => {
            let rows = |i: usize| std::array::from_fn(|l| arg(lanes, i, l));
            let mode = LodMode::from_immediate(inst.imm[1]).expect("a mode");
            let request = SampleRequest {
                coords: std::array::from_fn(rows),
                lod: rows(4),
                mode,
            };
            let mut texels = [[0.0; LANES], [0.0; LANES], [0.0; LANES], [1.0; LANES]];
            if let Some(Some(sampler)) = group.samplers.get(inst.imm[0] as usize) {
                sampler.sample(&request, &mut texels);
            }
            for (v, texel) in inst.results().zip(texels) {
                lanes
                    .iter_mut()
                    .zip(texel)
                    .for_each(|(lane, x)| lane.values[v.index()] = x.to_bits().into());
            }
            return;
        }
    };
    // A derivative is the difference between the two neighbours in the quad.
    let differences: Vec<f32> = (0..LANES)
        .map(|l| arg(lanes, 0, l | bit) - arg(lanes, 0, l & !bit))
        .collect();
    lanes
        .iter_mut()
        .zip(differences)
        .for_each(|(lane, d)| lane.values[inst.first_result.index()] = d.to_bits().into());
}

/// One instruction in one lane.
fn step(inst: &Inst, lane: &mut Lane, l: usize, group: &mut Group<'_>) {
    let (u, f) = (
        |i: usize| lane.values[inst.args[i].index()] as u32,
        |i: usize| f32::from_bits(lane.values[inst.args[i].index()] as u32),
    );
    let wide = |i: usize| lane.values[inst.args[i].index()];
    let slot = inst.imm[0] as usize;
    let live = group.mask >> l & 1 != 0;
    let mask = |x: bool| if x { u32::MAX } else { 0 };
    let coordinate =
        |block: u32, offset: u8| (4.0 * block as f32 + f32::from(offset) + 0.5).to_bits();
    // Loads and lane state give one value. What stores, kills or gives several returns by itself.
    let result = match inst.op {
        Op::LoadUniform | Op::LoadUniformI => group.uniforms[slot].to_bits(),
        Op::LoadInput => group.inputs[slot][l].to_bits(),
        Op::LoadPlane => group.planes[slot][inst.imm[1] as usize].to_bits(),
        Op::LaneX => coordinate(group.place.0, LANE_OFFSET[l].0),
        Op::LaneY => coordinate(group.place.1, LANE_OFFSET[l].1),
        Op::FrontFacing => mask(group.front_facing),
        Op::LiveMask => mask(live),
        Op::LoadPixel => group.pixels[slot].map_or(0, |p| p[l]),
        Op::LoadSlot => lane.slots[slot],
        Op::LoadParamRow => {
            let index = u(0) as i32;
            let inside = index >= 0 && index < inst.imm[1] as i32;
            for (c, ValueId(v)) in inst.results().enumerate() {
                lane.values[v as usize] = if inside {
                    group.uniforms[slot + 4 * index as usize + c]
                        .to_bits()
                        .into()
                } else {
                    0
                };
            }
            return;
        }
        Op::StoreOutput | Op::StoreOutputI => {
            let x = f(0);
            group.outputs[slot][l] = x;
            return;
        }
        Op::StorePixel => {
            let x = u(0);
            if let (true, Some(pixels)) = (live, &mut group.pixels[slot]) {
                pixels[l] = x;
            }
            return;
        }
        Op::StoreSlot => {
            lane.slots[slot] = u(0);
            return;
        }
        Op::Kill => {
            if u(0) != 0 {
                group.mask &= !(1 << l);
            }
            return;
        }
        op if op.info().is_wide() => {
            lane.values[inst.first_result.index()] = pure_wide(inst, wide);
            return;
        }
        _ => pure(inst, u, f),
    };
    lane.values[inst.first_result.index()] = result.into();
}

/// Evaluates the pure opcodes, from their descriptions.
fn pure(inst: &Inst, u: impl Fn(usize) -> u32, f: impl Fn(usize) -> f32) -> u32 {
    let i = |k: usize| u(k) as i32;
    let mask = |x: bool| if x { u32::MAX } else { 0 };
    let float = |x: f32| x.to_bits();
    match inst.op {
        Op::ConstF32 | Op::ConstI32 => inst.imm[0],
        Op::ConstMask => mask(inst.imm[0] == 1),
        Op::FAdd => float(f(0) + f(1)),
        Op::FSub => float(f(0) - f(1)),
        Op::FMul => float(f(0) * f(1)),
        Op::FDiv => float(f(0) / f(1)),
        Op::FFma => float(f32::mul_add(f(0), f(1), f(2))),
        Op::FSqrt => float(f32::sqrt(f(0))),
        Op::FNeg => u(0) ^ 1 << 31,
        Op::FAbs => u(0) & !(1 << 31),
        // Written out, since `min` of Rust treats NaN and zeros otherwise.
        Op::FMin => {
            if f(0) < f(1) {
                u(0)
            } else {
                u(1)
            }
        }
        Op::FMax => {
            if f(0) > f(1) {
                u(0)
            } else {
                u(1)
            }
        }
        Op::FFloor => float(f(0).floor()),
        Op::FCeil => float(f(0).ceil()),
        Op::FTrunc => float(f(0).trunc()),
        Op::FRound => float(f(0).round_ties_even()),
        Op::FLt => mask(f(0) < f(1)),
        Op::FLe => mask(f(0) <= f(1)),
        Op::FEq => mask(f(0) == f(1)),
        Op::FNe => mask(f(0) != f(1)),
        // Integers are computed with more bits and cut, instead of wrapping.
        Op::IAdd => (i64::from(i(0)) + i64::from(i(1))) as u32,
        Op::ISub => (i64::from(i(0)) - i64::from(i(1))) as u32,
        Op::IMul => (i64::from(i(0)) * i64::from(i(1))) as u32,
        Op::IAnd | Op::MAnd => u(0) & u(1),
        Op::IOr | Op::MOr => u(0) | u(1),
        Op::IXor | Op::MXor => u(0) ^ u(1),
        Op::MNot => !u(0),
        Op::IShl => u(0).checked_shl(u(1)).unwrap_or(0),
        Op::IShrU => u(0).checked_shr(u(1)).unwrap_or(0),
        Op::IShrS => i(0)
            .checked_shr(u(1))
            .unwrap_or(if i(0) < 0 { -1 } else { 0 }) as u32,
        Op::IMin => {
            if i(0) < i(1) {
                u(0)
            } else {
                u(1)
            }
        }
        Op::IMax => {
            if i(0) > i(1) {
                u(0)
            } else {
                u(1)
            }
        }
        Op::ILt => mask(i(0) < i(1)),
        Op::IULt => mask(u(0) < u(1)),
        Op::IEq => mask(u(0) == u(1)),
        Op::F32ToI32 => match f64::from(f(0)).trunc() {
            x if (-2147483648.0..2147483648.0).contains(&x) => x as i32 as u32,
            _ => i32::MIN as u32,
        },
        Op::PackBytes => {
            let byte = |i: usize| match f64::from(f(i).round_ties_even()) {
                x if (-2147483648.0..2147483648.0).contains(&x) => x.clamp(0.0, 255.0) as u32,
                _ => 0,
            };
            (0..4).map(|i| byte(i) << (8 * i)).sum()
        }
        Op::I32ToF32 => float(i(0) as f32),
        Op::BitsOfF32 | Op::F32OfBits => u(0),
        Op::SelectF | Op::SelectI => {
            if u(0) != 0 {
                u(1)
            } else {
                u(2)
            }
        }
        op => panic!(
            "{} is no pure operation, or a quad operation outside the entry block",
            op.info().name
        ),
    }
}

/// Evaluates the pure opcodes on 64 bits, from their descriptions.
fn pure_wide(inst: &Inst, l: impl Fn(usize) -> u64) -> u64 {
    let d = |k: usize| f64::from_bits(l(k));
    let i = |k: usize| l(k) as i64;
    let w = |k: usize| l(k) as u32;
    let mask = |x: bool| if x { u64::from(u32::MAX) } else { 0 };
    let float = |x: f64| x.to_bits();
    match inst.op {
        Op::ConstF64 | Op::ConstI64 => u64::from(inst.imm[1]) << 32 | u64::from(inst.imm[0]),
        Op::DAdd => float(d(0) + d(1)),
        Op::DSub => float(d(0) - d(1)),
        Op::DMul => float(d(0) * d(1)),
        Op::DDiv => float(d(0) / d(1)),
        Op::DFma => float(f64::mul_add(d(0), d(1), d(2))),
        Op::DSqrt => float(f64::sqrt(d(0))),
        Op::DNeg => l(0) ^ 1 << 63,
        Op::DAbs => l(0) & !(1 << 63),
        // The second operand for NaN and for equal numbers, so that the sign of zero is defined.
        Op::DMin => l(usize::from(d(0) >= d(1) || d(0).is_nan() || d(1).is_nan())),
        Op::DMax => l(usize::from(d(0) <= d(1) || d(0).is_nan() || d(1).is_nan())),
        Op::DFloor => float(d(0).floor()),
        Op::DCeil => float(d(0).ceil()),
        Op::DTrunc => float(d(0).trunc()),
        Op::DRound => float(d(0).round_ties_even()),
        Op::DLt => mask(d(0) < d(1)),
        Op::DLe => mask(d(0) <= d(1)),
        Op::DEq => mask(d(0) == d(1)),
        Op::DNe => mask(d(0) != d(1)),
        // Computed with 128 bits and cut.
        Op::LAdd => (i128::from(i(0)) + i128::from(i(1))) as u64,
        Op::LSub => (i128::from(i(0)) - i128::from(i(1))) as u64,
        Op::LMul => (i128::from(i(0)) * i128::from(i(1))) as u64,
        Op::LAnd => l(0) & l(1),
        Op::LOr => l(0) | l(1),
        Op::LXor => l(0) ^ l(1),
        Op::LShl => l(0).checked_shl(w(1)).unwrap_or(0),
        Op::LShrU => l(0).checked_shr(w(1)).unwrap_or(0),
        Op::LShrS => i(0)
            .checked_shr(w(1))
            .unwrap_or(if i(0) < 0 { -1 } else { 0 }) as u64,
        Op::LLt => mask(i(0) < i(1)),
        Op::LULt => mask(l(0) < l(1)),
        Op::LEq => mask(l(0) == l(1)),
        Op::F32ToF64 => float(f64::from(f32::from_bits(w(0)))),
        Op::F64ToF32 => u64::from((d(0) as f32).to_bits()),
        Op::I32ToF64 => float(f64::from(w(0) as i32)),
        Op::F64ToI32 => match d(0).trunc() {
            x if (-2147483648.0..2147483648.0).contains(&x) => u64::from(x as i32 as u32),
            _ => 1 << 31,
        },
        Op::I32ToI64 => i64::from(w(0) as i32) as u64,
        Op::I64Lo => u64::from(l(0) as u32),
        Op::I64Hi => l(0) >> 32,
        Op::I64OfParts => u64::from(w(0)) + (u64::from(w(1)) << 32),
        Op::I64ToF64 => float(i(0) as f64),
        Op::F64ToI64 => match d(0) {
            x if x.abs() < 9223372036854775808.0 => x as i64 as u64,
            _ => 1 << 63,
        },
        Op::BitsOfF64 | Op::F64OfBits => l(0),
        Op::SelectD | Op::SelectL => l(if w(0) != 0 { 1 } else { 2 }),
        op => panic!("{} is no operation on 64 bits", op.info().name),
    }
}
