//! A chain of shading and operations reads what the stores of the separate kernels would have left.

use crate::ir::{Builder, Op};
use crate::raster::fragment::fused::chain;
use crate::raster::fragment::uniform;

#[test]
fn a_chain_reads_what_was_stored() {
    let mut shade = Builder::new();
    let x = shade.load_uniform(3);
    shade.store_output(1, x);
    let mut tests = Builder::new();
    tests.reserve_uniforms(uniform::COUNT);
    let [fails, unset] = [1, 0].map(|slot| tests.load_input(slot));
    let limit = tests.load_uniform(2);
    let below = tests.emit1(Op::FLt, &[fails, limit]);
    tests.emit(Op::Kill, &[below], [0, 0]);
    let bits = tests.emit1(Op::BitsOfF32, &[unset]);
    tests.emit(Op::StorePixel, &[bits], [0, 0]);
    let (shade, tests) = (shade.finish(), tests.finish());
    let program = chain(None, &shade, &[&tests]);
    assert_eq!(crate::ir::verify::verify(&program), Ok(()));
    assert_eq!((program.n_outputs, program.n_inputs), (0, 0));
    let ops: Vec<(Op, u32)> = program.insts().map(|i| (i.op, i.imm[0])).collect();
    let expected = [
        (Op::LoadUniform, 3),
        (Op::ConstF32, 0),
        (Op::LoadUniform, 4 + 2),
        (Op::FLt, 0),
        (Op::Kill, 0),
        (Op::BitsOfF32, 0),
        (Op::StorePixel, 0),
    ];
    assert_eq!(ops, expected);
    let below = program.insts().nth(3).map(|i| i.args.to_vec());
    let stored = program.insts().next().map(|i| i.first_result);
    assert_eq!(below.and_then(|args| args.first().copied()), stored);
}
