//! Which vertex commands of a list become runs.

use crate::gl::context::recording::VertexOp;
use crate::gl::list::compile::compile_ops;
use crate::gl::list::vertices::Item;
use crate::ir::interface::attribute::{COLOR, MATERIAL_0, NORMAL};
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
        "run [3] of [0, 3] leaves 1"
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

#[test]
fn values_set_between_primitives_join_their_vertices() {
    let begin = VertexOp::Begin(Topology::Polygon);
    let end = VertexOp::End;
    let normals = [
        set(NORMAL, 1.0),
        begin,
        V,
        V,
        V,
        end,
        set(NORMAL, 0.0),
        begin,
        V,
        V,
        V,
        V,
        end,
        begin,
        V,
        V,
        V,
        end,
    ];
    assert_eq!(shape(&normals), "run [3, 4, 3] of [0, 2] leaves 1");
    // The data has the normal that held at each vertex.
    let mut items = Vec::new();
    compile_ops(&normals, &mut items).unwrap();
    let [Item::Run(run)] = &items[..] else {
        panic!("{items:?}")
    };
    let values: Vec<f32> = run
        .data
        .chunks_exact(32)
        .map(|v| f32::from_ne_bytes(v[16..20].try_into().unwrap()))
        .collect();
    assert_eq!(values, [[1.0; 3].as_slice(), &[0.0; 7]].concat());
    assert_eq!(run.leaves, [(NORMAL as u8, [0.0, 0.0, 0.0, 1.0])]);
    // A colour that only the second one has begins another run; the third knows both.
    let more = [
        set(NORMAL, 1.0),
        begin,
        V,
        end,
        set(COLOR, 1.0),
        begin,
        V,
        end,
        set(NORMAL, 0.0),
        begin,
        V,
        end,
    ];
    assert_eq!(
        shape(&more),
        "run [1] of [0, 2] leaves 1, run [1] of [0, 3] leaves 1, run [1] of [0, 2] leaves 1"
    );
    // A material is state.
    let material = [
        set(MATERIAL_0, 1.0),
        begin,
        V,
        end,
        set(MATERIAL_0, 0.5),
        begin,
        V,
        end,
    ];
    assert_eq!(
        shape(&material),
        "ops 1, run [1] of [0] leaves 0, ops 1, run [1] of [0] leaves 0"
    );
    // Commands that are replayed stay where they are, and what they set is known after them.
    let replayed = [
        begin,
        V,
        set(COLOR, 1.0),
        V,
        end,
        set(COLOR, 0.5),
        begin,
        V,
        end,
        begin,
        V,
        set(COLOR, 0.25),
        V,
        end,
    ];
    assert_eq!(
        shape(&replayed),
        "ops 6, run [1] of [0] leaves 0, run [2] of [0, 3] leaves 1"
    );
}
