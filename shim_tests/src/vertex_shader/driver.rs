//! Passes commands to the driver's recorder, and runs its program over groups of vertices on every engine. The model is in
//! [`super::command`] and [`super::evaluate`].

use super::command::{self, Command, Symbols, Type};
use super::evaluate::{Elements, Outputs};
use std::collections::BTreeMap;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::binding::{ApiValue, Binding, MatrixForm, MatrixName, SceneValue};
use trilobite::frontend::diagnostic::ErrorKind;
use trilobite::frontend::vertex_shader::lower::lower;
use trilobite::frontend::vertex_shader::recorder::Recorder;
use trilobite::frontend::vertex_shader::shader::*;
use trilobite::frontend::vertex_shader::{Counts, Opcode};
use trilobite::ir::interface::{attribute, varying};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// The pieces of state that tests bind, with their types.
pub const STATE: [(Parameter, Type); 7] = [
    (Parameter::Attribute(attribute::POSITION), Type::V),
    (Parameter::Normal, Type::V),
    (Parameter::Attribute(attribute::COLOR), Type::V),
    (Parameter::Matrix(MatrixName::Mvp), Type::M),
    (Parameter::Vector(SceneValue::LightPosition(0)), Type::V),
    (
        Parameter::Direction(SceneValue::LightSpotDirection(0)),
        Type::V,
    ),
    (Parameter::Component(SceneValue::FogParams, 2), Type::S),
];

/// The inputs of a vertex.
#[derive(Debug, Clone, Default)]
pub struct Vertex {
    /// Position, normal, colour.
    pub attributes: [[f32; 4]; 3],
    /// Variants by name.
    pub variants: BTreeMap<u32, Elements>,
}

/// The inputs that are the same for all vertices.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// By name.
    pub invariants: BTreeMap<u32, Elements>,
    /// By name, those that are set.
    pub constants: BTreeMap<u32, Elements>,
    /// MVP_MATRIX_EXT
    pub mvp: Elements,
    /// Light position, spot direction, fog parameters.
    pub vectors: [[f32; 4]; 3],
    /// The inverse of the projection, which clip planes need.
    pub inverse_projection: Elements,
    /// Clip planes. Only those in the bits are in use.
    pub planes: [[f32; 4]; 6],
    /// By bit.
    pub clip_planes: u8,
}

impl Environment {
    /// The value of bound state number `n`.
    pub fn state(&self, n: usize, vertex: &Vertex) -> Elements {
        let mut elements = [0.0; 16];
        let [position, direction, fog] = self.vectors;
        let vector = match n {
            0..3 => vertex.attributes[n],
            3 => return self.mvp,
            4 => position,
            5 => direction,
            _ => [fog[2]; 4],
        };
        elements[..4].copy_from_slice(&vector);
        if n == 1 || n == 5 {
            elements[3] = 0.0;
        }
        elements
    }

    /// The distances from clip coordinates to user clip planes (section 2.11 of the extension).
    pub fn clip_distances(&self, clip: [f32; 4]) -> [f32; 6] {
        let dot = |x: [f32; 4], y: [f32; 4]| {
            let rest = x.iter().zip(y).skip(1);
            rest.fold(x[0] * y[0], |sum, (x, y)| x.mul_add(y, sum))
        };
        let eye = std::array::from_fn(|r| dot(row(&self.inverse_projection, r), clip));
        self.planes.map(|plane| dot(eye, plane))
    }
}

fn row(matrix: &Elements, row: usize) -> [f32; 4] {
    std::array::from_fn(|column| matrix[4 * column + row])
}

fn symbol(symbols: &Symbols, name: u32) -> Option<Symbol> {
    let block = symbols.block(name)?;
    Some(Symbol {
        name,
        first: block.first,
        count: block.count,
        data: match block.ty {
            Type::S => DataType::Scalar,
            Type::V => DataType::Vector,
            Type::M => DataType::Matrix,
        },
        storage: match block.source {
            command::Source::Variant => Storage::Variant,
            command::Source::Invariant => Storage::Invariant,
            command::Source::LocalConstant => Storage::LocalConstant,
            command::Source::Local => Storage::Local,
            command::Source::State(n) => Storage::Bound(STATE[n].0),
        },
        normalized: block.normalized,
    })
}

fn destination(symbols: &Symbols, name: u32) -> Option<Destination> {
    let output = match name {
        command::OUTPUT_VERTEX => Output::Vertex,
        command::OUTPUT_FOG => Output::Fog,
        n if n >= command::OUTPUT_COORD0 => {
            let set = (n - command::OUTPUT_COORD0) as u8;
            return (set < COORDINATES).then_some(Destination::Output(Output::Coordinate(set)));
        }
        n if n >= command::OUTPUT_COLOR0 => Output::Color((n - command::OUTPUT_COLOR0) as u8),
        _ => {
            let local = symbol(symbols, name)?;
            return (local.storage == Storage::Local).then_some(Destination::Local(local));
        }
    };
    Some(Destination::Output(output))
}

/// Passes one command to the recorder. Returns `None` for names that it never receives.
pub fn record(
    recorder: &mut Recorder,
    symbols: &Symbols,
    command: &Command,
) -> Option<Result<(), ErrorKind>> {
    let of = |name: &u32| symbol(symbols, *name);
    let to = |name: &u32| destination(symbols, *name);
    Some(match command {
        Command::Op { op, res, args } => {
            let opcode = Opcode::from_number(*op as u32)?;
            let arguments = args.iter().map(of).collect::<Option<_>>()?;
            recorder.operation(opcode, to(res)?, arguments)
        }
        Command::Swizzle { res, from, select } => {
            let select = select.map(|n| match n {
                0..8 => Select::Component {
                    component: n % 4,
                    negate: n >= 4,
                },
                8 | 9 => Select::Number(n as i8 - 8),
                _ => Select::Number(-1),
            });
            recorder.swizzle(to(res)?, of(from)?, select)
        }
        Command::Mask { res, from, mask } => {
            let bits = (0..4).fold(0, |bits, c| bits | u8::from(mask[c]) << c);
            recorder.write_mask(to(res)?, of(from)?, bits)
        }
        Command::Insert { res, src, num } => recorder.insert(to(res)?, of(src)?, *num as u8),
        Command::Extract { res, src, num } => recorder.extract(to(res)?, of(src)?, *num as u8),
    })
}

/// Ends the definition, after it has set the local constants.
#[track_caller]
pub fn finish(
    mut recorder: Recorder,
    symbols: &Symbols,
    environment: &Environment,
) -> (Shader, Counts) {
    for (name, value) in &environment.constants {
        let symbol = symbol(symbols, *name).expect("a constant of the test");
        let set = recorder.constant(&symbol, *value);
        assert_eq!(set, Ok(()));
    }
    recorder.finish()
}

/// The outputs of each vertex, and its distances to clip planes.
pub fn run(
    shader: &Shader,
    environment: &Environment,
    vertices: &[Vertex],
) -> Vec<(Outputs, [f32; 6])> {
    let code = lower(shader, environment.clip_planes);
    let variants = shader.variants();
    let n_groups = vertices.len() / LANES;
    let n_inputs = 4 * attribute::STREAM_COUNT as usize;
    // Fill the attributes of each lane. Unused attributes are NaN, so that a wrong read shows.
    let mut inputs = vec![[f32::NAN; LANES]; n_groups * n_inputs];
    for (i, vertex) in vertices.iter().enumerate() {
        let group = &mut inputs[i / LANES * n_inputs..][..n_inputs];
        let mut set = |attribute: u32, value: &[f32]| {
            for (c, x) in value.iter().enumerate() {
                group[4 * attribute as usize + c][i % LANES] = *x;
            }
        };
        let conventional = [attribute::POSITION, attribute::NORMAL, attribute::COLOR];
        for (attribute, value) in conventional.into_iter().zip(&vertex.attributes) {
            set(attribute, value);
        }
        for (attribute, (name, part)) in (attribute::VARIANT_0..).zip(&variants) {
            let first = 4 * *part as usize;
            set(attribute, &vertex.variants[name][first..first + 4]);
        }
    }
    // Run, and name the outputs by their enums.
    let outputs = on_every_engine(&code, &uniforms(&code, environment), &inputs, n_groups);
    let n_outputs = 4 * varying::GENERIC_0 as usize;
    let results = (0..vertices.len()).map(|i| {
        let at = |slot: u32| outputs[i / LANES * n_outputs + slot as usize][i % LANES];
        let vector = |vec4: u32| std::array::from_fn(|c| at(4 * vec4 + c as u32));
        let distances = std::array::from_fn(|n| at(4 * varying::CLIP_0 + n as u32));
        let mut outputs = BTreeMap::from([
            (command::OUTPUT_VERTEX, vector(varying::POSITION)),
            (command::OUTPUT_COLOR0, vector(varying::FRONT_COLOR)),
            (command::OUTPUT_COLOR0 + 1, vector(varying::FRONT_SECONDARY)),
            (command::OUTPUT_FOG, vector(varying::FOG_COORD)),
        ]);
        for n in 0..8 {
            outputs.insert(command::OUTPUT_COORD0 + n, vector(varying::TEX_COORD_0 + n));
        }
        (outputs, distances)
    });
    results.collect()
}

#[track_caller]
fn on_every_engine(
    code: &BoundProgram,
    uniforms: &[f32],
    inputs: &[[f32; LANES]],
    n_groups: usize,
) -> Vec<[f32; LANES]> {
    let n_outputs = 4 * varying::GENERIC_0 as usize;
    let run = |engine: Engine| {
        let mut outputs = vec![[0.0; LANES]; n_groups * n_outputs];
        let mut masks = vec![0xffff; n_groups];
        compile_for(&code.program, engine).run(
            &mut Invocation {
                uniforms,
                inputs,
                n_inputs: inputs.len() / n_groups,
                outputs: &mut outputs,
                n_outputs,
                planes: &[],
                groups: &[],
                masks: &mut masks,
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &[],
            },
            &mut Scratch::default(),
        );
        outputs
    };
    // All engines must agree with the interpreter, to the bit.
    let outputs = run(Engine::Interpreter);
    for engine in Engine::all() {
        let same = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        let others = run(engine);
        let mut pairs = outputs.as_flattened().iter().zip(others.as_flattened());
        assert!(pairs.all(same), "{engine:?} differs from the interpreter");
    }
    outputs
}

#[track_caller]
fn uniforms(code: &BoundProgram, environment: &Environment) -> Vec<f32> {
    let value = |binding: &Binding| match binding {
        Binding::Constant(value) => *value,
        Binding::Scene(SceneValue::Api(ApiValue::Invariant(name, part))) => {
            // The elements after the vector show whether the value is a matrix.
            let elements = &environment.invariants[name];
            if elements[4].is_nan() && elements[15].is_nan() {
                std::array::from_fn(|c| elements[c])
            } else {
                row(elements, *part as usize)
            }
        }
        Binding::Scene(SceneValue::MatrixRow(MatrixName::Mvp, MatrixForm::Plain, r)) => {
            row(&environment.mvp, *r as usize)
        }
        Binding::Scene(SceneValue::MatrixRow(MatrixName::Projection, MatrixForm::Inverse, r)) => {
            row(&environment.inverse_projection, *r as usize)
        }
        Binding::Scene(SceneValue::LightPosition(0)) => environment.vectors[0],
        Binding::Scene(SceneValue::LightSpotDirection(0)) => environment.vectors[1],
        Binding::Scene(SceneValue::FogParams) => environment.vectors[2],
        Binding::Scene(SceneValue::ClipPlane(n)) => environment.planes[*n as usize],
        other => panic!("a shader has no {other:?}"),
    };
    let mut uniforms: Vec<f32> = code.bindings.iter().flat_map(value).collect();
    uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
    uniforms
}
