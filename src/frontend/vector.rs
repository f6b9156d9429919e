//! Arithmetic on vectors of four components, as IR.
//!
//! The operations of each formula have one order (DESIGN 3). All front ends of GL use these functions, so that a formula
//! gives the same bits in fixed-function and assembly programs.

use super::binding::Binding;
use crate::ir::{Builder, Op, ValueId};

/// The values of x, y, z and w.
pub(crate) type Vec4 = [ValueId; 4];

/// The uniform array of a program under construction. It holds each binding once, except those of [`Uniforms::append`].
#[derive(Debug, Default)]
pub(crate) struct Uniforms {
    pub(crate) bindings: Vec<Binding>,
    loaded: Vec<Option<Vec4>>,
}

impl Uniforms {
    /// Makes an array that begins with these bindings.
    pub(crate) fn with(bindings: Vec<Binding>) -> Uniforms {
        Uniforms {
            loaded: vec![None; bindings.len()],
            bindings,
        }
    }

    /// Appends consecutive bindings, which code may address by a computed number. Returns the index of the first.
    pub(crate) fn append(&mut self, bindings: impl Iterator<Item = Binding>) -> u32 {
        let first = self.bindings.len() as u32;
        self.bindings.extend(bindings);
        self.loaded.resize(self.bindings.len(), None);
        first
    }

    /// Loads the vector at `index`. All users are in the entry block, so one load serves all of them.
    pub(crate) fn load_index(&mut self, b: &mut Builder, index: usize) -> Vec4 {
        *self.loaded[index]
            .get_or_insert_with(|| std::array::from_fn(|c| b.load_uniform((4 * index + c) as u32)))
    }

    /// Loads the vector of a binding, and adds the binding if it is new.
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

/// Whether two bindings are the same. Constants are compared by their bits, because −0 is not 0.
fn is_same(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Constant(a), Binding::Constant(b)) => a.map(f32::to_bits) == b.map(f32::to_bits),
        _ => a == b,
    }
}

/// The components that `mask` selects; `None` for the others. `explain` shows them.
pub(crate) fn present(value: &Vec4, mask: u8) -> [Option<ValueId>; 4] {
    std::array::from_fn(|c| (mask >> c & 1 != 0).then_some(value[c]))
}

/// Makes a vector from its component numbers, 0 to 3.
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

/// x·y of three components: fma(x₂, y₂, fma(x₁, y₁, x₀·y₀)).
pub(crate) fn dot3(b: &mut Builder, x: &[ValueId], y: &[ValueId]) -> ValueId {
    let mut sum = mul(b, x[0], y[0]);
    for i in 1..3 {
        sum = fma(b, x[i], y[i], sum);
    }
    sum
}

/// x·y of four components: fma(x₃, y₃, dot3(x, y)).
pub(crate) fn dot4(b: &mut Builder, x: &Vec4, y: &Vec4) -> ValueId {
    let sum = dot3(b, x, y);
    fma(b, x[3], y[3], sum)
}

/// a·x + (1 − a)·y as fma(a, x, fma(−a, y, y)). The result is exactly x for a = 1, and y for a = 0.
pub(crate) fn lerp(b: &mut Builder, a: ValueId, x: ValueId, y: ValueId) -> ValueId {
    let minus_a = neg(b, a);
    let rest = fma(b, minus_a, y, y);
    fma(b, a, x, rest)
}

/// Clamps to [0, 1]. NaN gives 0.
pub(crate) fn saturate(b: &mut Builder, x: ValueId) -> ValueId {
    let (zero, one) = (b.f32(0.0), b.f32(1.0));
    let x = b.emit1(Op::FMax, &[x, zero]);
    b.emit1(Op::FMin, &[x, one])
}

/// Clamps to [−1, 1]. NaN gives −1.
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

/// 2^x. The result is never denormal.
pub(crate) fn exp2(b: &mut Builder, x: ValueId) -> ValueId {
    b.emit1(Op::Exp2, &[x])
}

/// x^y by the rules of QUIRKS 0.14. The result is never denormal.
pub(crate) fn pow(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.emit1(Op::Pow, &[x, y])
}

/// The minimum or maximum `op`. If one operand is NaN, the result is the other (QUIRKS 0.23). The IR's operation gives its
/// second operand for any NaN.
pub(crate) fn other_on_nan(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let result = b.emit1(op, &[x, y]);
    let y_is_nan = b.emit1(Op::FNe, &[y, y]);
    b.emit1(Op::SelectF, &[y_is_nan, x, result])
}

/// 1 where the comparison `op` holds, 0 elsewhere.
pub(crate) fn truth(b: &mut Builder, op: Op, x: ValueId, y: ValueId) -> ValueId {
    let (one, zero, mask) = (b.f32(1.0), b.f32(0.0), b.emit1(op, &[x, y]));
    b.emit1(Op::SelectF, &[mask, one, zero])
}

/// x − ⌊x⌋, at most the largest float below 1 (QUIRKS 0.20). NaN stays NaN.
pub(crate) fn fraction(b: &mut Builder, x: ValueId) -> ValueId {
    let floor = b.emit1(Op::FFloor, &[x]);
    let f = sub(b, x, floor);
    let below_one = b.f32(1.0 - f32::EPSILON / 2.0);
    // min(a, b) gives b for a NaN.
    b.emit1(Op::FMin, &[below_one, f])
}

/// The cross product. Each component is fma(a, b, −(c·d)).
pub(crate) fn cross(b: &mut Builder, x: &Vec4, y: &Vec4) -> [ValueId; 3] {
    let mut part = |i: usize, j: usize| {
        let product = mul(b, x[j], y[i]);
        let product = neg(b, product);
        fma(b, x[i], y[j], product)
    };
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// Scales a vector to length 1. A vector of length 0 stays.
pub(crate) fn normalize3(b: &mut Builder, v: [ValueId; 3]) -> [ValueId; 3] {
    let (length2, zero, one) = (dot3(b, &v, &v), b.f32(0.0), b.f32(1.0));
    let is_zero = b.emit1(Op::FEq, &[length2, zero]);
    let length2 = b.emit1(Op::SelectF, &[is_zero, one, length2]);
    let scale = rsqrt(b, length2);
    v.map(|c| mul(b, c, scale))
}

/// Loads four input slots as a vector.
pub(crate) fn input4(b: &mut Builder, vec4: u32) -> Vec4 {
    map4(|c| b.load_input(4 * vec4 + c as u32))
}

/// Stores a vector to four output slots.
pub(crate) fn output4(b: &mut Builder, vec4: u32, value: &[ValueId]) {
    for (c, v) in value.iter().enumerate() {
        b.store_output(4 * vec4 + c as u32, *v);
    }
}
