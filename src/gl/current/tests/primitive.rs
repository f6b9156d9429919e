//! A primitive drawn in portions gives the same points, lines and triangles as the whole one.

use crate::gl::current::primitive::{OpenPrimitive, Portion};
use crate::gl::immediate::begin_end::topology;
use crate::ir::interface::attribute;
use crate::raster::Renderer;
use crate::raster::Topology;

fn vertex(i: u32) -> [f32; 4] {
    [i as f32, 0.0, 0.0, 1.0]
}

/// The primitives as lists of vertex numbers, whether split after every `step` vertices or not at all.
fn primitives(topology: Topology, n: u32, step: u32) -> Vec<Vec<u32>> {
    let current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
    let mut open = OpenPrimitive::default();
    let mut drawn = Vec::new();
    open.begin(topology, &mut Renderer::default());
    let emit = |open: &OpenPrimitive, portion: &Portion, drawn: &mut Vec<Vec<u32>>| {
        let vertices = open.stream.data().as_chunks::<16>().0.iter();
        let numbers = vertices.map(|v| bytemuck::cast::<_, [f32; 4]>(*v)[0] as u32);
        let numbers: Vec<u32> = numbers.collect();
        let mut list = numbers[portion.first as usize..][..portion.count as usize].to_vec();
        list.extend(portion.closes.then(|| numbers[0]));
        let at = |k: &[usize]| k.iter().map(|i| list[*i]).collect::<Vec<u32>>();
        let m = list.len();
        match portion.topology {
            Topology::Points => (0..m).for_each(|i| drawn.push(at(&[i]))),
            Topology::Lines => (1..m).step_by(2).for_each(|i| drawn.push(at(&[i - 1, i]))),
            Topology::LineStrip => (1..m).for_each(|i| drawn.push(at(&[i - 1, i]))),
            Topology::LineLoop => (0..m).for_each(|i| drawn.push(at(&[i, (i + 1) % m]))),
            Topology::Triangles => (2..m)
                .step_by(3)
                .for_each(|i| drawn.push(at(&[i - 2, i - 1, i]))),
            Topology::Quads => (3..m)
                .step_by(4)
                .for_each(|i| drawn.push(at(&[i - 3, i - 2, i - 1, i]))),
            Topology::QuadStrip => (3..m)
                .step_by(2)
                .for_each(|i| drawn.push(at(&[i - 3, i - 2, i, i - 1]))),
            Topology::TriangleStrip => (2..m).for_each(|i| {
                drawn.push(if i % 2 == 0 {
                    at(&[i - 2, i - 1, i])
                } else {
                    at(&[i - 1, i - 2, i])
                })
            }),
            Topology::TriangleFan | Topology::Polygon => {
                (2..m).for_each(|i| drawn.push(at(&[0, i - 1, i])))
            }
        }
    };
    for i in 0..n {
        open.stream.push(vertex(i), &current).unwrap();
        if open.stream.count() >= step
            && let Some(portion) = open.portion()
        {
            emit(&open, &portion, &mut drawn);
            open.drop_drawn(&portion);
        }
    }
    let last = open.end().unwrap();
    emit(&open, &last, &mut drawn);
    drawn
}

#[test]
fn splitting_keeps_every_primitive() {
    for topology in (0..).map_while(|mode| topology(mode).ok()) {
        for n in [3, 4, 5, 6, 7, 16, 17, 23] {
            let whole = primitives(topology, n, u32::MAX);
            for step in [4, 5, 6, 7, 9] {
                assert_eq!(
                    primitives(topology, n, step),
                    whole,
                    "{topology:?} {n} split at {step}"
                );
            }
        }
    }
}
