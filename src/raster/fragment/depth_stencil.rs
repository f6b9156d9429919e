//! The depth_stencil kernel: depth bounds test (EXT_depth_bounds_test), alpha test, stencil test, depth test
//! (GL 1.5 sections 4.1.4 to 4.1.6) as IR.
//!
//! Reads and writes the depth-stencil plane (`depth << 8 | stencil`) and kills the fragments that fail. Early, it runs
//! before the shading and takes the interpolated depth; late, it reads the shading's outputs as its inputs.
#![forbid(unsafe_code)]

use super::clamp::clamp01;
use super::uniform;
use crate::ir::interface::fragment_output;
use crate::ir::{Builder, Op, Program, ValueId};
use crate::kernel::layout::DEPTH_PLANE;
use crate::raster::call::fragment_operations::{StencilFace, StencilOp};
use crate::raster::geometry::depth::DEPTH_MAX;
use crate::raster::geometry::plane;
use crate::texture::CompareFunc;

/// The names of the kernel's tests in notes: the compared numbers, then whether the fragment passes.
pub(crate) mod facts {
    pub(crate) const DEPTH_BOUNDS: &str = "depth bounds";
    pub(crate) const ALPHA: &str = "alpha";
    pub(crate) const STENCIL: &str = "stencil";
    pub(crate) const DEPTH: &str = "depth";
}

/// The greatest alpha value of the alpha test.
const ALPHA_MAX: f32 = 255.0;

/// The alpha test's reference as the kernel compares it: an integer in 0..=255, rounded like fragments' alphas.
pub(crate) fn alpha_reference(reference: f32) -> f32 {
    (reference.clamp(0.0, 1.0) * ALPHA_MAX).round_ties_even()
}

/// The numbers that the alpha test compares (GL 1.5 section 4.1.4, ARB_color_buffer_float).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AlphaForm {
    /// The integers that an A component of 8 bits stores.
    Fixed,
    /// Floats in [0, 1].
    Clamped,
    /// Floats as they are.
    Float,
}

/// The key: all that changes the kernel's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DepthStencilKey {
    pub(crate) alpha_test: Option<CompareFunc>,
    pub(crate) alpha_form: AlphaForm,
    pub(crate) depth_test: Option<CompareFunc>,
    pub(crate) depth_write: bool,
    pub(crate) depth_clamp: bool,
    /// The plane of depths has an offset.
    pub(crate) depth_offset: bool,
    pub(crate) depth_bounds: bool,
    pub(crate) stencil: Option<StencilFace>,
    /// The program's depth output counts, not the plane.
    pub(crate) depth_output: bool,
}

impl DepthStencilKey {
    /// Whether no fragment is killed and nothing is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.alpha_test.is_none()
            && self.depth_test.is_none()
            && self.stencil.is_none()
            && !self.depth_bounds
    }
}

/// Builds the kernel's program.
pub(crate) fn build(key: DepthStencilKey) -> Program {
    let mut b = Builder::new();
    b.reserve_uniforms(uniform::COUNT);
    if key.depth_bounds {
        test_bounds(&mut b);
    }
    // The alpha test compares as the target stores alpha: as fixed-point, clamped, or as it is.
    if let Some(func) = key.alpha_test {
        let mut alpha = b.load_input(4 * fragment_output::COLOR_0 + 3);
        if key.alpha_form != AlphaForm::Float {
            alpha = clamp01(&mut b, alpha);
        }
        if key.alpha_form == AlphaForm::Fixed {
            let scale = b.f32(ALPHA_MAX);
            alpha = b.emit1(Op::FMul, &[alpha, scale]);
            alpha = b.emit1(Op::FRound, &[alpha]);
        }
        let reference = b.load_uniform(uniform::ALPHA_REFERENCE);
        let pass = compare(&mut b, func, alpha, reference, [Op::FLt, Op::FLe, Op::FEq]);
        b.note_fact(facts::ALPHA, &[alpha, reference, pass]);
        kill_unless(&mut b, pass);
    }
    // The common case without stencil has a shorter program.
    match key.depth_test {
        Some(func) if key.depth_write && key.stencil.is_none() => replace_depth(&mut b, key, func),
        Some(_) => test_plane(&mut b, key),
        None if key.stencil.is_some() => test_plane(&mut b, key),
        None => {}
    }
    b.finish()
}

/// Kills fragments if their pixel's depth lies outside the bounds.
fn test_bounds(b: &mut Builder) {
    let [old, eight] = [load_plane(b), b.i32(8)];
    let depth = b.emit1(Op::IShrU, &[old, eight]);
    let [least, greatest] = [0, 1].map(|i| b.load_uniform_i(uniform::DEPTH_BOUNDS + i));
    let above = compare_integers(b, CompareFunc::GreaterEqual, Op::ILt, depth, least);
    let below = compare_integers(b, CompareFunc::LessEqual, Op::ILt, depth, greatest);
    let pass = b.emit1(Op::MAnd, &[above, below]);
    b.note_fact(facts::DEPTH_BOUNDS, &[least, depth, greatest, pass]);
    kill_unless(b, pass);
}

fn load_plane(b: &mut Builder) -> ValueId {
    b.emit(Op::LoadPixel, &[], [DEPTH_PLANE as u32, 0])[0]
}

/// `a func b`, with the type's operations for less, less or equal, equal.
fn compare(
    b: &mut Builder,
    func: CompareFunc,
    x: ValueId,
    y: ValueId,
    [lt, le, eq]: [Op; 3],
) -> ValueId {
    match func {
        CompareFunc::Never => b.mask(false),
        CompareFunc::Always => b.mask(true),
        CompareFunc::Less => b.emit1(lt, &[x, y]),
        CompareFunc::LessEqual => b.emit1(le, &[x, y]),
        CompareFunc::Equal => b.emit1(eq, &[x, y]),
        CompareFunc::Greater => b.emit1(lt, &[y, x]),
        CompareFunc::GreaterEqual => b.emit1(le, &[y, x]),
        CompareFunc::NotEqual => {
            let equal = b.emit1(eq, &[x, y]);
            b.emit1(Op::MNot, &[equal])
        }
    }
}

/// The same for integers, which have no "less or equal".
fn compare_integers(
    b: &mut Builder,
    func: CompareFunc,
    less: Op,
    x: ValueId,
    y: ValueId,
) -> ValueId {
    match func {
        CompareFunc::LessEqual => {
            let greater = b.emit1(less, &[y, x]);
            b.emit1(Op::MNot, &[greater])
        }
        CompareFunc::GreaterEqual => {
            let less = b.emit1(less, &[x, y]);
            b.emit1(Op::MNot, &[less])
        }
        _ => compare(b, func, x, y, [less, less, Op::IEq]),
    }
}

fn kill_unless(b: &mut Builder, pass: ValueId) {
    let fail = b.emit1(Op::MNot, &[pass]);
    b.emit(Op::Kill, &[fail], [0, 0]);
}

/// Tests depth against the plane, kills, and updates, where stencil values do not change. A fragment's pixel has the
/// old stencil, so that pixels compare as their depths do.
fn replace_depth(b: &mut Builder, key: DepthStencilKey, func: CompareFunc) {
    let old = load_plane(b);
    let (eight, low_byte) = (b.i32(8), b.i32(0xff));
    let depth = fragment_depth(b, &key);
    let high = b.emit1(Op::IShl, &[depth, eight]);
    let stencil = b.emit1(Op::IAnd, &[old, low_byte]);
    let new = b.emit1(Op::IOr, &[high, stencil]);
    let pass = compare_integers(b, func, Op::IULt, new, old);
    let old_depth = b.emit1(Op::IShrU, &[old, eight]);
    b.note_fact(facts::DEPTH, &[depth, old_depth, pass]);
    kill_unless(b, pass);
    b.emit(Op::StorePixel, &[new], [DEPTH_PLANE as u32, 0]);
}

/// Stencil and depth against the plane, its update, and the kill.
fn test_plane(b: &mut Builder, key: DepthStencilKey) {
    let old = load_plane(b);
    let (eight, low_byte) = (b.i32(8), b.i32(0xff));
    // A pixel has 24 bits of depth above 8 bits of stencil.
    let old_depth = b.emit1(Op::IShrU, &[old, eight]);
    let old_stencil = b.emit1(Op::IAnd, &[old, low_byte]);
    let writes_depth = key.depth_test.is_some() && key.depth_write;
    // Without a depth test all fragments pass it.
    let (depth, depth_pass) = match key.depth_test {
        Some(func) => {
            let depth = fragment_depth(b, &key);
            let pass = compare_integers(b, func, Op::ILt, depth, old_depth);
            b.note_fact(facts::DEPTH, &[depth, old_depth, pass]);
            (depth, pass)
        }
        None => (old_depth, b.mask(true)),
    };
    // The stencil test knows of the depth test, since its operations depend on both.
    let (stencil, stencil_pass) = match key.stencil {
        Some(face) => {
            let (new, pass) = stencil_test(b, &face, old_stencil, depth_pass);
            (new, Some(pass))
        }
        None => (old_stencil, None),
    };
    let pass = match stencil_pass {
        Some(s) => b.emit1(Op::MAnd, &[s, depth_pass]),
        None => depth_pass,
    };
    // The stencil value changes even where a test fails; depth changes where both pass.
    if writes_depth || key.stencil.is_some_and(|f| writes_stencil(&f)) {
        let depth = if writes_depth {
            b.emit1(Op::SelectI, &[pass, depth, old_depth])
        } else {
            old_depth
        };
        let high = b.emit1(Op::IShl, &[depth, eight]);
        let new = b.emit1(Op::IOr, &[high, stencil]);
        b.emit(Op::StorePixel, &[new], [DEPTH_PLANE as u32, 0]);
    }
    kill_unless(b, pass);
}

/// The fragment's depth in 24 bits: [`depth_to_fixed24`](crate::raster::geometry::depth::depth_to_fixed24) in IR.
fn fragment_depth(b: &mut Builder, key: &DepthStencilKey) -> ValueId {
    let depth = if key.depth_output {
        b.load_input(4 * fragment_output::DEPTH + 2)
    } else {
        let [dx, dy] = [Op::LaneX, Op::LaneY].map(|op| b.emit1(op, &[]));
        let [pa, pb, pc] = [0, 1, 2].map(|c| b.emit(Op::LoadPlane, &[], [plane::Z as u32, c])[0]);
        let row = b.emit1(Op::FFma, &[dy, pb, pc]);
        let depth = b.emit1(Op::FFma, &[dx, pa, row]);
        if key.depth_offset {
            // Last, so that steep planes, whose value at the tile's corner is large, do not round it away.
            let offset = b.emit(Op::LoadPlane, &[], [plane::Z as u32, plane::CONSTANT])[0];
            b.emit1(Op::FAdd, &[depth, offset])
        } else {
            depth
        }
    };
    let clamped = if key.depth_clamp {
        let [least, greatest] = [0, 1].map(|i| b.load_uniform(uniform::DEPTH_RANGE + i));
        let depth = b.emit1(Op::FMax, &[depth, least]);
        b.emit1(Op::FMin, &[depth, greatest])
    } else {
        clamp01(b, depth)
    };
    let scale = b.f32(DEPTH_MAX as f32);
    let scaled = b.emit1(Op::FMul, &[clamped, scale]);
    let rounded = b.emit1(Op::FRound, &[scaled]);
    b.emit1(Op::F32ToI32, &[rounded])
}

fn writes_stencil(face: &StencilFace) -> bool {
    [face.fail, face.depth_fail, face.pass]
        .iter()
        .any(|op| *op != StencilOp::Keep)
}

/// The new stencil value, write mask applied, and whether the stencil test passes.
fn stencil_test(
    b: &mut Builder,
    face: &StencilFace,
    old: ValueId,
    depth_pass: ValueId,
) -> (ValueId, ValueId) {
    let reference = b.load_uniform_i(uniform::STENCIL_REFERENCE);
    let mask = b.load_uniform_i(uniform::STENCIL_MASK);
    let masked_reference = b.emit1(Op::IAnd, &[reference, mask]);
    let masked_old = b.emit1(Op::IAnd, &[old, mask]);
    let pass = compare_integers(b, face.func, Op::ILt, masked_reference, masked_old);
    b.note_fact(facts::STENCIL, &[masked_reference, masked_old, pass]);
    if !writes_stencil(face) {
        return (old, pass);
    }
    let [fail, depth_fail, both] =
        [face.fail, face.depth_fail, face.pass].map(|op| stencil_op(b, op, old, reference));
    let passed = b.emit1(Op::SelectI, &[depth_pass, both, depth_fail]);
    let new = b.emit1(Op::SelectI, &[pass, passed, fail]);
    let write_mask = b.load_uniform_i(uniform::STENCIL_WRITE_MASK);
    let all = b.i32(-1);
    let keep_mask = b.emit1(Op::IXor, &[write_mask, all]);
    let written = b.emit1(Op::IAnd, &[new, write_mask]);
    let kept = b.emit1(Op::IAnd, &[old, keep_mask]);
    (b.emit1(Op::IOr, &[written, kept]), pass)
}

fn stencil_op(b: &mut Builder, op: StencilOp, old: ValueId, reference: ValueId) -> ValueId {
    let (zero, one, max) = (b.i32(0), b.i32(1), b.i32(0xff));
    match op {
        StencilOp::Keep => old,
        StencilOp::Zero => zero,
        StencilOp::Replace => reference,
        StencilOp::Invert => b.emit1(Op::IXor, &[old, max]),
        StencilOp::IncrClamp => {
            let more = b.emit1(Op::IAdd, &[old, one]);
            b.emit1(Op::IMin, &[more, max])
        }
        StencilOp::DecrClamp => {
            let less = b.emit1(Op::ISub, &[old, one]);
            b.emit1(Op::IMax, &[less, zero])
        }
        StencilOp::IncrWrap => {
            let more = b.emit1(Op::IAdd, &[old, one]);
            b.emit1(Op::IAnd, &[more, max])
        }
        StencilOp::DecrWrap => {
            let less = b.emit1(Op::ISub, &[old, one]);
            b.emit1(Op::IAnd, &[less, max])
        }
    }
}
