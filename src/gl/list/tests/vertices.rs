//! Which vertex commands of a list become runs.

use crate::gl::context::recording::VertexOp;
use crate::gl::list::vertices::{Item, compile_ops};
use crate::ir::interface::attribute::{COLOR, NORMAL};
use crate::raster::Topology;

const V: VertexOp = VertexOp::Vertex([1.0, 2.0, 3.0, 1.0]);

fn set(slot: u32, x: f32) -> VertexOp {
    VertexOp::Attribute(slot as u8, [x, 0.0, 0.0, 1.0])
}

fn shape(ops: &[VertexOp]) -> String {
    let mut items = Vec::new();
    compile_ops(ops, &mut items).unwrap();
    let name = |item: &Item| match item {
        Item::Command(_) => "command".to_owned(),
        Item::Ops(ops) => format!("ops {}", ops.len()),
        Item::Run(run) => format!(
            "run {:?} of {:?} leaves {}",
            run.counts,
            run.layout,
            run.leaves.len()
        ),
    };
    items.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[test]
fn whole_primitives_become_runs() {
    let begin = VertexOp::Begin(Topology::Triangles);
    let end = VertexOp::End;
    assert_eq!(
        shape(&[begin, set(COLOR, 1.0), V, V, V, end]),
        "run [3] of [0, 3] leaves 1"
    );
    // The colour comes from outside and is a constant of the draw.
    assert_eq!(shape(&[begin, V, V, V, end]), "run [3] of [0] leaves 0");
    // The first vertex needs a colour that only the context knows.
    assert_eq!(shape(&[begin, V, set(COLOR, 1.0), V, V, end]), "ops 6");
    assert_eq!(
        shape(&[set(COLOR, 0.5), begin, V, set(COLOR, 1.0), V, V, end]),
        "ops 1, run [3] of [0, 3] leaves 1"
    );
    // Here are two primitives; the second knows a value from the first one.
    let two = [
        begin,
        set(NORMAL, 1.0),
        V,
        end,
        begin,
        V,
        set(NORMAL, 0.0),
        V,
        end,
        set(COLOR, 1.0),
    ];
    assert_eq!(shape(&two), "run [1, 2] of [0, 2] leaves 1, ops 1");
    // The primitive begins or ends outside the list.
    assert_eq!(shape(&[V, end]), "ops 2");
    assert_eq!(shape(&[begin, V]), "ops 2");
}
