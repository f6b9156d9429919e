//! Functions over arrays that share memory, are short, wrong or endless.

use crate::compute::{Function, RunError, RunOptions};
use crate::frontend::assembly::arb::{self, ArbProgram, Limits};
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};
use crate::ir::{Builder, Op};
use crate::platform::{SharedBytes, Strided};
use std::sync::Arc;
use std::time::Duration;

fn parameter(name: &str, direction: Direction, components: u32) -> Parameter {
    Parameter {
        name: name.into(),
        direction,
        scalar: Scalar::F32,
        components,
        count: 1,
        facts: Facts::default(),
    }
}

/// y = a x + y, with a for all, and n = x.
fn saxpy() -> Function {
    let mut b = Builder::new();
    let (a, x, y) = (b.load_uniform(1), b.load_input(0), b.load_input(1));
    let result = b.emit1(Op::FFma, &[a, x, y]);
    b.store_output(0, result);
    b.store_output(1, x);
    b.end();
    let parameters = vec![
        parameter("a", Direction::Uniform(1), 1),
        parameter("x", Direction::In(0), 1),
        parameter(
            "y",
            Direction::InOut {
                input: 1,
                output: 0,
            },
            1,
        ),
        parameter("n", Direction::Out(1), 1),
    ];
    let name = "saxpy".into();
    let signature = Signature {
        name,
        parameters,
        samplers: Vec::new(),
    };
    Function::new(&Arc::new(b.finish()), signature, vec![])
}

/// Floats that arrays share.
struct Memory(SharedBytes);

impl Memory {
    fn of(floats: impl IntoIterator<Item = f32>) -> Memory {
        let floats: Vec<f32> = floats.into_iter().collect();
        Memory(SharedBytes::from_bytes(bytemuck::cast_slice(&floats)).unwrap())
    }

    fn array(&self, first: usize, stride: isize, n: usize) -> Strided<'_> {
        Strided::within(&self.0, 4 * first, 4 * stride, 4, n).unwrap()
    }

    fn floats(&self) -> Vec<f32> {
        bytemuck::cast_slice(&self.0.to_vec().unwrap()).to_vec()
    }
}

#[test]
fn all_elements_are_computed_whatever_the_length() {
    let saxpy = saxpy();
    for n in [0, 1, 15, 16, 17, 1000, 8192, 40_000] {
        for threads in [None, Some(0), Some(1), Some(3)] {
            let (a, x) = (Memory::of([2.0]), Memory::of((0..n).map(|i| i as f32)));
            let (y, count) = (
                Memory::of(vec![1.0; n + 1]),
                Memory::of(vec![0.0; 3 * n + 1]),
            );
            let arrays = [
                a.array(0, 1, n.min(1)),
                x.array(0, 1, n),
                y.array(0, 1, n),
                count.array(0, 3, n),
            ];
            let options = RunOptions {
                threads,
                budget: Some(Duration::from_secs(1000)),
            };
            saxpy.run(n, &arrays, &options).unwrap();
            let (y, count) = (y.floats(), count.floats());
            assert!((0..n).all(|i| y[i] == 2.0 * i as f32 + 1.0 && count[3 * i] == i as f32));
            assert!(y[n] == 1.0 && count[3 * n] == 0.0);
            assert!((0..n).all(|i| count[3 * i + 1] == 0.0));
        }
    }
}

#[test]
fn inputs_are_read_before_outputs_are_written() {
    let n = 30_000;
    let saxpy = saxpy();
    // n[i] = x[i] one element further on, then one element before, then in reverse.
    for (from, to, stride) in [(0, 1, 1), (1, 0, 1), (0, n - 1, -1)] {
        let memory = Memory::of((0..=n).map(|i| i as f32));
        let before = memory.floats();
        let (a, y) = (Memory::of([0.0]), Memory::of(vec![0.0; n]));
        let arrays = [
            a.array(0, 1, 1),
            memory.array(from, 1, n),
            y.array(0, 1, n),
            memory.array(to, stride, n),
        ];
        saxpy.run(n, &arrays, &RunOptions::default()).unwrap();
        let memory = memory.floats();
        for i in 0..n {
            let at = to.wrapping_add_signed(i as isize * stride);
            assert_eq!(memory[at], before[from + i]);
        }
    }
}

#[test]
fn wrong_arrays_are_refused() {
    let saxpy = saxpy();
    let memory = Memory::of(vec![0.0; 64]);
    let others = Memory::of([1.0, 2.0]);
    let run = |n: usize, y_at: (usize, isize), count: (usize, isize, usize)| {
        let arrays = [
            others.array(0, 1, 1),
            others.array(1, 0, n),
            memory.array(y_at.0, y_at.1, n),
            memory.array(count.0, count.1, count.2),
        ];
        saxpy.run(n, &arrays, &RunOptions::default())
    };
    assert_eq!(run(20, (0, 2), (1, 2, 20)), Ok(()));
    let overlap = || Err(RunError::Overlap("y".into(), "n".into()));
    assert_eq!(run(20, (0, 1), (19, 1, 20)), overlap());
    assert_eq!(run(20, (0, 1), (0, 1, 20)), overlap());
    assert_eq!(run(1, (0, 1), (0, 1, 1)), overlap());
    assert!(matches!(
        run(20, (0, 0), (30, 1, 20)),
        Err(RunError::Stride { .. })
    ));
    assert!(matches!(
        run(20, (0, 1), (30, 1, 19)),
        Err(RunError::Shape { .. })
    ));
    assert!(matches!(
        saxpy.run(1, &[], &RunOptions::default()),
        Err(RunError::Count { .. })
    ));
}

#[test]
fn a_loop_without_an_end_meets_its_budget() {
    let mut b = Builder::new();
    b.set_interruptible();
    let again = b.new_block();
    b.jump(again, &[]);
    b.switch_to(again, &[]);
    b.jump(again, &[]);
    let signature = Signature {
        name: "endless".into(),
        parameters: vec![],
        samplers: vec![],
    };
    let endless = Function::new(&Arc::new(b.finish()), signature, vec![]);
    let budget = Duration::from_millis(20);
    let options = RunOptions {
        budget: Some(budget),
        ..RunOptions::default()
    };
    assert_eq!(
        endless.run(1 << 20, &[], &options),
        Err(RunError::Budget(budget))
    );
}

/// The texts of a function's parameters, by direction.
fn names(function: &Function) -> Vec<String> {
    let direction = |d| match d {
        Direction::In(_) => "in",
        Direction::Uniform(_) => "uniform",
        Direction::Out(_) => "out",
        Direction::InOut { .. } => "inout",
    };
    let parameters = function.signature().parameters.iter();
    parameters
        .map(|p| format!("{} {}", direction(p.direction), p.name))
        .collect()
}

#[test]
fn assembly_programs_are_functions() {
    let text =
        b"!!ARBvp1.0 PARAM a = program.local[3]; TEMP t; MUL t, vertex.attrib[1], {2, 3, 4, 5};
        ADD result.texcoord[1], t, a.x; MOV result.position.y, vertex.position.x; END";
    let program = arb::load_vertex(text, &Limits::VERTEX).unwrap();
    let (code, signature, uniforms) = program.function();
    let function = Function::new(&code, signature, uniforms);
    let wanted = [
        "in vertex.position",
        "in vertex.attrib[1]",
        "uniform program.local[3]",
        "out result.position",
        "out result.texcoord[1]",
    ];
    assert_eq!(names(&function), wanted);
    let n = 100;
    let vectors = |f: fn(usize) -> f32| Memory::of((0..4 * n).map(f));
    let memory = [
        vectors(|i| i as f32),
        vectors(|i| -(i as f32)),
        Memory::of([7.0, 0.0, 0.0, 0.0]),
        vectors(|_| 9.0),
        vectors(|_| 9.0),
    ];
    let arrays = [0, 1, 2, 3, 4].map(|i| {
        let n = if i == 2 { 1 } else { n };
        Strided::within(&memory[i].0, 0, 16, 16, n).unwrap()
    });
    function.run(n, &arrays, &RunOptions::default()).unwrap();
    let (position, coord) = (memory[3].floats(), memory[4].floats());
    for i in 0..n {
        assert_eq!(position[4 * i..][..4], [0.0, 4.0 * i as f32, 0.0, 1.0]);
        for c in 0..4 {
            assert_eq!(coord[4 * i + c], 7.0 - ((4 * i + c) * (2 + c)) as f32);
        }
    }
}

#[test]
fn native_programs_name_their_registers() {
    let names_of = |program: ArbProgram| {
        let (code, signature, uniforms) = program.function();
        names(&Function::new(&code, signature, uniforms))
    };
    let vertex = b"!!VP1.1 MUL o[COL0], v[NRML], c[5]; MOV o[HPOS], v[OPOS]; END";
    let wanted = [
        "in v[0]",
        "in v[NRML]",
        "uniform c[5]",
        "out o[HPOS]",
        "out o[COL0]",
    ];
    assert_eq!(
        names_of(arb::load_vertex(vertex, &Limits::VERTEX).unwrap()),
        wanted
    );
    let state = b"!!VSP1.0 ADD c[4], v[0], c[5]; END";
    let program = arb::load_state(state, &Limits::VERTEX).unwrap();
    assert_eq!(
        names_of(program),
        ["in v[0]", "uniform c[4]", "uniform c[5]", "out c[4]"]
    );
    let clips = b"!!VP2.0 MOV o[HPOS], v[OPOS]; MOV o[CLP1].x, v[OPOS].x; END";
    assert_eq!(
        names_of(arb::load_vertex(clips, &Limits::VERTEX).unwrap()),
        ["in v[0]", "out o[HPOS]", "out o[CLP0..3]"]
    );
    let fragment = b"!!FP1.0 DECLARE tint = {1, 2, 3, 4}; MUL o[COLR], f[COL0], tint; END";
    let program = arb::load_fragment(fragment, &Limits::FRAGMENT).unwrap();
    assert_eq!(
        names_of(program),
        ["in f[COL0]", "uniform tint", "out o[COLR]"]
    );
}

/// The height of the framebuffer has no name in the language, but the caller must give it.
#[test]
fn positions_from_the_upper_left_ask_for_the_framebuffer() {
    let text = b"!!ARBfp1.0 OPTION ARB_fragment_coord_origin_upper_left;
        MOV result.color, fragment.position; END";
    let program = arb::load_fragment(text, &Limits::FRAGMENT).unwrap();
    let (code, signature, uniforms) = program.function();
    let names = names(&Function::new(&code, signature, uniforms));
    let height = "uniform framebuffer.height".to_owned();
    assert!(names.contains(&height), "{names:?}");
}

/// State that instructions read and no program can name is no parameter. It has a default value.
#[test]
fn state_without_a_name_is_no_parameter() {
    let function = |program: ArbProgram, own: [f32; 4]| {
        let (code, signature, uniforms) = program.function();
        let (vectors, _) = uniforms.as_chunks::<4>();
        assert!(vectors.contains(&own), "{vectors:?}");
        names(&Function::new(&code, signature, uniforms))
    };
    let depth = b"!!FP1.0 MOV o[COLH], 1; MOV o[DEPR].z, f[TEX0].x; END";
    assert_eq!(
        function(
            arb::load_fragment(depth, &Limits::FRAGMENT).unwrap(),
            [0.0, 1.0, 0.0, 0.0]
        ),
        ["in f[TEX0]", "out o[COLH]", "out o[DEPR]"]
    );
    let only_depth = b"!!FP1.0 MOV o[DEPR].z, 1; END";
    assert_eq!(
        function(
            arb::load_fragment(only_depth, &Limits::FRAGMENT).unwrap(),
            [0.0, 1.0, 0.0, 0.0]
        ),
        ["out o[COLR]", "out o[DEPR]"]
    );
    let texel = [1.0, 1.0, 1.0, 0.0];
    let explicit = b"!!ARBfp1.0 OPTION NV_fragment_program2;
        TXL result.color, fragment.texcoord[0], texture[0], 2D; END";
    let derivatives = b"!!FP1.0 TXD o[COLR], f[TEX0], 1, 1, TEX0, 2D; END";
    for text in [&explicit[..], derivatives] {
        let names = function(arb::load_fragment(text, &Limits::FRAGMENT).unwrap(), texel);
        assert_eq!(names.len(), 2, "{names:?}");
    }
    let of_vertices = b"!!ARBvp1.0 OPTION NV_vertex_program3;
        TXB result.position, vertex.position, texture[0], 2D; END";
    assert_eq!(
        function(
            arb::load_vertex(of_vertices, &Limits::VERTEX).unwrap(),
            texel
        ),
        ["in vertex.position", "out result.position"]
    );
}
