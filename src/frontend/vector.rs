//! Four-component arithmetic in the one written order that all GL front ends share (DESIGN 3), so that the same
//! formula gives the same bits from fixed function and from assembly.

use super::binding::Binding;
use crate::ir::{Builder, Op, ValueId};

/// x, y, z, w.
pub(crate) type Vec4 = [ValueId; 4];

/// The uniform array under construction: each binding once.
#[derive(Debug, Default)]
pub(crate) struct Uniforms {
    pub(crate) bindings: Vec<Binding>,
    loaded: Vec<Option<Vec4>>,
}

impl Uniforms {
    /// An array that begins with these bindings.
    pub(crate) fn with(bindings: Vec<Binding>) -> Uniforms {
        Uniforms {
            loaded: vec![None; bindings.len()],
            bindings,
        }
    }

    /// Appends a row of bindings, which code may address by a computed number; gives the place of the first.
    pub(crate) fn append(&mut self, bindings: impl Iterator<Item = Binding>) -> u32 {
        let first = self.bindings.len() as u32;
        self.bindings.extend(bindings);
        self.loaded.resize(self.bindings.len(), None);
        first
    }

    /// The vec4 at `index` (all users are in the entry block, so that one load serves all).
    pub(crate) fn load_index(&mut self, b: &mut Builder, index: usize) -> Vec4 {
        *self.loaded[index]
            .get_or_insert_with(|| std::array::from_fn(|c| b.load_uniform((4 * index + c) as u32)))
    }

    /// The vec4 of a binding.
    pub(crate) fn load(&mut self, b: &mut Builder, binding: Binding) -> Vec4 {
        let index = self
            .bindings
            .iter()
            .position(|x| is_same(x, &binding))
            .unwrap_or_else(|| {
                self.bindings.push(binding);
                self.loaded.push(None);
                self.bindings.len() - 1
            });
        self.load_index(b, index)
    }
}

/// The same binding: constants to the bit, as −0 is not 0.
fn is_same(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Constant(a), Binding::Constant(b)) => a.map(f32::to_bits) == b.map(f32::to_bits),
        _ => a == b,
    }
}

/// The components of `mask`, for notes.
pub(crate) fn present(value: &Vec4, mask: u8) -> [Option<ValueId>; 4] {
    std::array::from_fn(|c| (mask >> c & 1 != 0).then_some(value[c]))
}

/// All components by a function.
pub(crate) fn map4(f: impl FnMut(usize) -> ValueId) -> Vec4 {
    std::array::from_fn(f)
}

pub(crate) fn add(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.emit1(Op::FAdd, &[x, y])
}
pub(crate) fn sub(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.emit1(Op::FSub, &[x, y])
}
pub(crate) fn mul(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.emit1(Op::FMul, &[x, y])
}
pub(crate) fn fma(b: &mut Builder, x: ValueId, y: ValueId, z: ValueId) -> ValueId {
    b.emit1(Op::FFma, &[x, y, z])
}
pub(crate) fn neg(b: &mut Builder, x: ValueId) -> ValueId {
    b.emit1(Op::FNeg, &[x])
}

/// fma(z, z', fma(y, y', x·x'))
pub(crate) fn dot3(b: &mut Builder, x: &[ValueId], y: &[ValueId]) -> ValueId {
    let mut sum = mul(b, x[0], y[0]);
    for i in 1..3 {
        sum = fma(b, x[i], y[i], sum);
    }
    sum
}

/// fma(w, w', fma(z, z', fma(y, y', x·x')))
pub(crate) fn dot4(b: &mut Builder, x: &Vec4, y: &Vec4) -> ValueId {
    let sum = dot3(b, x, y);
    fma(b, x[3], y[3], sum)
}

/// a·x + (1 − a)·y as fma(a, x, fma(−a, y, y)): exactly x at 1 and y at 0.
pub(crate) fn lerp(b: &mut Builder, a: ValueId, x: ValueId, y: ValueId) -> ValueId {
    let minus_a = neg(b, a);
    let rest = fma(b, minus_a, y, y);
    fma(b, a, x, rest)
}

/// Clamped to [0, 1]; NaN gives 0.
pub(crate) fn saturate(b: &mut Builder, x: ValueId) -> ValueId {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let x = b.emit1(Op::FMax, &[x, zero]);
    b.emit1(Op::FMin, &[x, one])
}

/// Clamped to [−1, 1]; NaN gives −1.
pub(crate) fn clamp_signed(b: &mut Builder, x: ValueId) -> ValueId {
    let (low, high) = (b.f32(-1.0), b.f32(1.0));
    let x = b.emit1(Op::FMax, &[x, low]);
    b.emit1(Op::FMin, &[x, high])
}

/// 1 ÷ x
pub(crate) fn recip(b: &mut Builder, x: ValueId) -> ValueId {
    let one = b.f32(1.0);
    b.emit1(Op::FDiv, &[one, x])
}

/// 1 ÷ √|x|
pub(crate) fn rsqrt(b: &mut Builder, x: ValueId) -> ValueId {
    let x = b.emit1(Op::FAbs, &[x]);
    let root = b.emit1(Op::FSqrt, &[x]);
    recip(b, root)
}

/// 2^x, never denormal.
pub(crate) fn exp2(b: &mut Builder, x: ValueId) -> ValueId {
    b.emit1(Op::Exp2, &[x])
}

/// x^y by QUIRKS 0.14, never denormal.
pub(crate) fn pow(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.emit1(Op::Pow, &[x, y])
}

/// Minimum or maximum that gives the other operand for a NaN (QUIRKS 0.23). The IR's gives its second for any NaN.
pub(crate) fn other_on_nan(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let result = b.emit1(op, &[x, y]);
    let y_is_nan = b.emit1(Op::FNe, &[y, y]);
    b.emit1(Op::SelectF, &[y_is_nan, x, result])
}

/// 1 where the comparison holds, else 0.
pub(crate) fn truth(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let (one, zero, mask) = (b.f32(1.0), b.f32(0.0), b.emit1(op, &[x, y]));
    b.emit1(Op::SelectF, &[mask, one, zero])
}

/// x − ⌊x⌋, at most the largest float below 1 (QUIRKS 0.20); NaN stays.
pub(crate) fn fraction(b: &mut Builder, x: ValueId) -> ValueId {
    let floor = b.emit1(Op::FFloor, &[x]);
    let f = sub(b, x, floor);
    let below_one = b.f32(1.0 - f32::EPSILON / 2.0);
    // min(a, b) gives b for a NaN.
    b.emit1(Op::FMin, &[below_one, f])
}

/// The cross product; each component fma(a, b, −(c·d)).
pub(crate) fn cross(b: &mut Builder, x: &Vec4, y: &Vec4) -> [ValueId; 3] {
    let mut part = |i: usize, j: usize| {
        let product = mul(b, x[j], y[i]);
        let product = neg(b, product);
        fma(b, x[i], y[j], product)
    };
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// A vector of three scaled to length 1; the zero vector stays.
pub(crate) fn normalize3(b: &mut Builder, v: [ValueId; 3]) -> [ValueId; 3] {
    let (length2, zero, one) = (dot3(b, &v, &v), b.f32(0.0), b.f32(1.0));
    let is_zero = b.emit1(Op::FEq, &[length2, zero]);
    let length2 = b.emit1(Op::SelectF, &[is_zero, one, length2]);
    let scale = rsqrt(b, length2);
    v.map(|c| mul(b, c, scale))
}

/// A vec4 from four input slots.
pub(crate) fn input4(b: &mut Builder, vec4: u32) -> Vec4 {
    map4(|c| b.load_input(4 * vec4 + c as u32))
}

/// Stores a vec4 output.
pub(crate) fn output4(b: &mut Builder, vec4: u32, value: &[ValueId]) {
    for (c, v) in value.iter().enumerate() {
        b.store_output(4 * vec4 + c as u32, *v);
    }
}
