//! Numbers are printed in their shortest exact form, and constants have the names of GL.

use crate::explain::names::{blend, compare, logic_op, number, stencil_op, topology, vector};
use crate::raster::{BlendEquation, BlendFactor, LogicOp, Topology};
use crate::texture::CompareFunc;

#[test]
fn numbers_are_short_and_exact() {
    let cases = [
        (1.0, "1"),
        (-0.0, "-0"),
        (0.5, "0.5"),
        (1.0 / 3.0, "0.33333334"),
        (1e-40, "1e-40"),
        (3.0e10, "30000000000"),
        (f32::INFINITY, "inf"),
        (f32::NAN, "NaN"),
    ];
    for (x, text) in cases {
        assert_eq!(number(x), text);
    }
    assert_eq!(vector(&[0.0, 1.5]), "0  1.5");
}

#[test]
fn constants_are_those_of_gl() {
    assert_eq!(compare(CompareFunc::LessEqual), "LEQUAL");
    assert_eq!(compare(CompareFunc::Never), "NEVER");
    assert_eq!(
        blend(
            BlendEquation::Add,
            BlendFactor::SrcAlpha,
            BlendFactor::OneMinusSrcAlpha
        ),
        "source × SRC_ALPHA + destination × ONE_MINUS_SRC_ALPHA"
    );
    assert_eq!(topology(Topology::TriangleStrip), "TRIANGLE_STRIP");
    assert_eq!(stencil_op(crate::raster::StencilOp::IncrWrap), "INCR_WRAP");
    // COPY takes the source, XOR what differs.
    assert_eq!(logic_op(LogicOp(0b1100)), "COPY");
    assert_eq!(logic_op(LogicOp(0b0110)), "XOR");
    assert_eq!(logic_op(LogicOp(0b1010)), "NOOP");
}
