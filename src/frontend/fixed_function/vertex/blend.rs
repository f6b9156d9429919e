//! Blends vertices between several modelview matrices (ARB_vertex_blend and EXT_vertex_weighting 2.10 and 2.10.3,
//! ARB_matrix_palette).
//!
//! ```text
//! eye    = Σ wᵢ · (Mᵢ · object)
//! normal = Σ wᵢ · fᵢ · (normal · inverse of Mᵢ's upper left 3×3)      fᵢ: RESCALE_NORMAL's factor of Mᵢ, or 1
//! ```
//!
//! ARB's texts allow the sum of transformed normals instead of the inverse of the sum. A matrix index beyond the
//! palette, which is undefined, gives a matrix of zeros.
//!
//! EXT_vertex_weighting has the same sums of two matrices, with w₀ and w₁ = 1 − w₀. But w of the eye coordinates is that
//! of M₀ alone.

use crate::frontend::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use crate::frontend::fixed_function::vertex::BlendKey;
use crate::frontend::fixed_function::vertex::stage::VertexStage;
use crate::frontend::vector::*;
use crate::ir::interface::attribute;
use crate::ir::{Op, ValueId};
use smallvec::{SmallVec, smallvec};

/// The position in eye coordinates.
pub(super) fn eye(s: &mut VertexStage<'_>, key: BlendKey) -> Vec4 {
    let object = s.object;
    let rows = Rows::new(s, key, 4, |matrix, row| {
        SceneValue::MatrixRow(matrix, MatrixForm::Plain, row)
    });
    let mut eye = weighted(s, key, |s, unit| {
        map4(|r| {
            let row = rows.load(s, unit, r as u32);
            dot4(&mut s.b, &row, &object)
        })
    });
    if key == BlendKey::Weighting {
        let row = rows.load(s, 0, 3);
        eye[3] = dot4(&mut s.b, &row, &object);
    }
    eye
}

/// The normal in eye coordinates. It is rescaled by unit if that is on, and not normalised.
pub(super) fn normal(s: &mut VertexStage<'_>, key: BlendKey) -> [ValueId; 3] {
    let object = input4(&mut s.b, attribute::NORMAL);
    let rows = Rows::new(s, key, 3, |matrix, row| {
        SceneValue::MatrixRow(matrix, MatrixForm::InverseTranspose, row)
    });
    let rescale = s.key.rescale_normal;
    let scales = rescale.then(|| Rows::new(s, key, 1, |matrix, _| SceneValue::NormalScale(matrix)));
    weighted(s, key, |s, unit| {
        let scale = scales.as_ref().map(|scales| scales.load(s, unit, 0)[0]);
        std::array::from_fn(|r| {
            let row = rows.load(s, unit, r as u32);
            let n = dot3(&mut s.b, &row, &object);
            scale.map_or(n, |scale| mul(&mut s.b, n, scale))
        })
    })
}

/// The weights of the matrices.
fn weights(s: &mut VertexStage<'_>, key: BlendKey) -> SmallVec<[ValueId; 4]> {
    let given = input4(&mut s.b, attribute::WEIGHT);
    match key {
        BlendKey::Units { units, .. } => given.into_iter().take(usize::from(units)).collect(),
        BlendKey::Weighting => {
            let one = s.b.f32(1.0);
            let rest = sub(&mut s.b, one, given[0]);
            smallvec![given[0], rest]
        }
    }
}

/// Σ wᵢ · vectorᵢ
fn weighted<const N: usize>(
    s: &mut VertexStage<'_>,
    key: BlendKey,
    mut vector: impl FnMut(&mut VertexStage<'_>, u32) -> [ValueId; N],
) -> [ValueId; N] {
    let weights = weights(s, key);
    let mut sum = [s.b.f32(0.0); N];
    for (unit, weight) in (0..).zip(weights) {
        let v = vector(s, unit);
        sum = std::array::from_fn(|i| match unit {
            0 => mul(&mut s.b, weight, v[i]),
            _ => fma(&mut s.b, weight, v[i], sum[i]),
        });
    }
    sum
}

/// Some rows of state of each unit's matrix.
struct Rows {
    state: fn(MatrixName, u32) -> SceneValue,
    of_each: u32,
    /// The first row of the palette's matrices in the uniform array, and the number of matrices.
    palette: Option<(u32, u32)>,
}

impl Rows {
    fn new(
        s: &mut VertexStage<'_>,
        key: BlendKey,
        of_each: u32,
        state: fn(MatrixName, u32) -> SceneValue,
    ) -> Rows {
        let palette = match key {
            BlendKey::Units { palette, .. } => palette,
            BlendKey::Weighting => None,
        };
        let palette = palette.map(|size| {
            let size = u32::from(size);
            let rows = (0..size * of_each)
                .map(|n| state(MatrixName::Palette(n / of_each), n % of_each))
                .map(Binding::Scene);
            (s.u.append(rows), size)
        });
        Rows {
            state,
            of_each,
            palette,
        }
    }

    /// A row of a unit's matrix.
    fn load(&self, s: &mut VertexStage<'_>, unit: u32, row: u32) -> Vec4 {
        let Some((base, size)) = self.palette else {
            return s.state((self.state)(MatrixName::ModelView(unit), row));
        };
        let index = s.b.load_input(4 * attribute::MATRIX_INDEX + unit);
        let index = s.b.emit1(Op::F32ToI32, &[index]);
        let (of_each, row) = (s.b.i32(self.of_each as i32), s.b.i32(row as i32));
        let first = s.b.emit1(Op::IMul, &[index, of_each]);
        let number = s.b.emit1(Op::IAdd, &[first, row]);
        s.b.load_param_row(4 * base, size * self.of_each, number)
    }
}
