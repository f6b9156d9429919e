//! The derivatives of texture coordinates over a quad, and directions on the faces of a cube.

use super::sampler::Quad;
use trilobite::format::TextureShape;
use trilobite::texture::Image;

/// The area of the texture that a fragment covers.
pub(super) struct Footprint {
    /// Length of the longer derivative, in texels.
    pub(super) longer: f64,
    /// Length of the shorter one.
    pub(super) shorter: f64,
    /// The longer derivative of the coordinates as given.
    pub(super) axis: [f64; 3],
}

/// The footprint of lane `lane` of a quad in an image of this size.
pub(super) fn footprint(
    image: &Image,
    quad: &Quad,
    lane: usize,
    size: [u32; 3],
    margin: &mut f64,
) -> Footprint {
    let axes = match image.kind {
        TextureShape::D1 => 1,
        TextureShape::D3 => 3,
        _ => 2,
    };
    // Derivatives of s, t, r in x and in y.
    let steps = [1, 2].map(|neighbour| [0, 1, 2].map(|axis| quad[neighbour][axis] - quad[0][axis]));
    let derivatives = steps.map(|step| {
        if image.kind == TextureShape::Cube {
            slope_on_face(&quad[lane], step, margin)
        } else {
            step
        }
    });
    let length = |step: [f64; 3]| {
        let texels = |axis: usize| match image.kind {
            TextureShape::Rectangle => step[axis],
            _ => step[axis] * size[axis] as f64,
        };
        (0..axes)
            .map(|axis| texels(axis).powi(2))
            .sum::<f64>()
            .sqrt()
    };
    let [x, y] = derivatives.map(length);
    Footprint {
        longer: x.max(y),
        shorter: x.min(y),
        axis: steps[usize::from(x <= y)],
    }
}

/// The change of s and t per pixel, on a direction's own face, when the direction changes by `step` per pixel. It is
/// the slope of a chord of a millionth of a pixel around the direction, which stays on that face's plane.
fn slope_on_face(p: &[f64; 4], step: [f64; 3], margin: &mut f64) -> [f64; 3] {
    const H: f64 = 1e-6;
    let face = major_face(p, margin);
    let moved = |by: f64| {
        let mut q = *p;
        (0..3).for_each(|axis| q[axis] += by * step[axis]);
        on_face(&q, face)
    };
    let (before, after) = (moved(-H), moved(H));
    [0, 1, 2].map(|axis| (after[axis] - before[axis]) / (2.0 * H))
}

/// The face of a cube that a direction points to.
pub(super) fn major_face(p: &[f64; 4], margin: &mut f64) -> usize {
    let mut sizes = [p[0].abs(), p[1].abs(), p[2].abs()];
    let axis = (0..3)
        .rev()
        .max_by(|a, b| sizes[*a].total_cmp(&sizes[*b]))
        .unwrap();
    sizes.sort_by(f64::total_cmp);
    *margin = margin.min(1000.0 * (sizes[2] - sizes[1]));
    2 * axis + usize::from(p[axis] < 0.0)
}

/// The coordinates of a direction on a face.
pub(super) fn on_face(p: &[f64; 4], face: usize) -> [f64; 4] {
    let [x, y, z, reference] = *p;
    let (sc, tc, ma) = [
        (-z, -y, x),
        (z, -y, x),
        (x, z, y),
        (x, -z, y),
        (x, -y, z),
        (-x, -y, z),
    ][face];
    [
        (sc / ma.abs() + 1.0) / 2.0,
        (tc / ma.abs() + 1.0) / 2.0,
        0.0,
        reference,
    ]
}
