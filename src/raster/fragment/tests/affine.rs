//! Affine kernels divide by nothing.

use crate::ir::interface::fragment_input::TEX_COORD_0;
use crate::ir::{Builder, Op};
use crate::passes;
use crate::raster::fragment::stage::FragmentStage;
use crate::raster::fragment::stage_key::FragmentStageKey;
use crate::raster::geometry::plane;

#[test]
fn nothing_is_divided_by_one() {
    let mut b = Builder::new();
    let [s, q] = [0, 3].map(|c| b.load_input(4 * TEX_COORD_0 + c));
    let quotient = b.emit1(Op::FDiv, &[s, q]);
    b.store_output(0, quotient);
    let key = FragmentStageKey {
        flat: 0,
        coverage: false,
        clamp: true,
        means: false,
        centroids: false,
        fraction_units: 0,
        planar_units: 0,
    };
    let stage = FragmentStage::new(&b.finish(), key);
    let divides = |is_affine| {
        let program = passes::standard(stage.programs.get(is_affine));
        program.insts().any(|i| i.op == Op::FDiv)
    };
    assert_eq!([false, true].map(divides), [true, false]);
    let mut planes = vec![[1.0; 4]; stage.n_planes()];
    for (of_q, is_one) in [
        ([0.0, 0.0, 0.0, 1.0], true),
        ([0.0, -0.0, 0.0, 1.0], true),
        ([1e-9, 0.0, 0.0, 1.0], false),
        ([0.0, 0.0, 0.0, 2.0], false),
    ] {
        planes[plane::FIRST_SCALAR + 1] = of_q;
        assert_eq!(stage.has_ones(&planes), is_one, "{of_q:?}");
    }
}
