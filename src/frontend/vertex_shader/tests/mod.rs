//! Types that go together, and what a shader's text looks like.

use super::opcode::Opcode;
use super::print::place_in_text;
use super::recorder::Recorder;
use super::shader::*;
use crate::frontend::binding::MatrixName;
use crate::frontend::diagnostic::ErrorKind;
use DataType::{Matrix, Scalar, Vector};
use smallvec::smallvec;

fn symbol(name: u32, data: DataType, storage: Storage) -> Symbol {
    Symbol {
        name,
        first: name,
        count: 1,
        data,
        storage,
        normalized: false,
    }
}

#[test]
fn the_table_of_operations() {
    let opcodes = || (0..).map_while(Opcode::from_number);
    assert_eq!(opcodes().count(), 24);
    assert!(
        opcodes()
            .enumerate()
            .all(|(n, opcode)| opcode as usize == n)
    );
    let all = [Scalar, Vector, Matrix];
    let mut rows = 0;
    for opcode in opcodes() {
        for result in all {
            for a in all {
                for b in all {
                    for c in all {
                        let n = opcode.arity();
                        // Arguments that there are not are scalars, so that each combination counts once.
                        if [a, b, c][n..].iter().all(|data| *data == Scalar) {
                            rows += usize::from(opcode.accepts(result, &[a, b, c][..n]));
                        }
                    }
                }
            }
        }
    }
    // The rows of the table: unary operations have 5 × 3, binary ones 7 × 5, MADD 9, CLAMP 6, dot products 2 × 2. Scalar
    // operations have 5, INDEX has 3, and the two others have 1 each.
    assert_eq!(rows, 5 * 3 + 7 * 5 + 9 + 6 + 4 + 5 + 3 + 2);
    assert!(!Opcode::Clamp.accepts(Vector, &[Scalar, Vector, Scalar]));
    assert!(!Opcode::Add.accepts(Scalar, &[Vector, Vector]));
}

#[test]
fn a_shader_and_its_text() {
    let mut recorder = Recorder::new();
    let mvp = Storage::Bound(Parameter::Matrix(MatrixName::Mvp));
    let vertex = Storage::Bound(Parameter::Attribute(0));
    let local = symbol(7, Vector, Storage::Local);
    let constant = symbol(8, Vector, Storage::LocalConstant);
    let one = |n: f32| std::array::from_fn(|i| if i == 0 { n } else { 0.0 });
    recorder.constant(&constant, one(0.5)).unwrap();
    let twice = recorder.constant(&constant, one(1.0));
    assert_eq!(twice, Err(ErrorKind::ConstantSetTwice));
    let arguments = smallvec![symbol(1, Matrix, mvp), symbol(2, Vector, vertex)];
    let to = Destination::Local(local);
    recorder
        .operation(Opcode::MultiplyMatrix, to, arguments)
        .unwrap();
    let color = Destination::Output(Output::Color(0));
    recorder.write_mask(color, constant, 5).unwrap();
    let fog = Destination::Output(Output::Fog);
    assert_eq!(
        recorder.write_mask(fog, local, 5),
        Err(ErrorKind::NeedsVectors)
    );
    recorder.extract(fog, local, 2).unwrap();
    let (mut shader, counts) = recorder.finish();
    assert_eq!((counts.instructions, counts.locals), (6, 1));
    let text = place_in_text(&mut shader);
    let expected = "# recorded by the commands of EXT_vertex_shader\n\
        # constant 8 = { 0.5, 0.0, 0.0, 0.0 }\n\
        MULTIPLY_MATRIX local 7, state.matrix.mvp, vertex.position;\n\
        WRITE_MASK result.color, constant 8, xz;\n\
        EXTRACT_COMPONENT result.fogcoord, local 7, 2;\n";
    assert_eq!(text, expected);
    let span = shader.statements[1].span;
    assert!(text[span.start as usize..].starts_with("WRITE_MASK"));
}
