//! Passes commands to the driver's recorder, and runs its program over groups of fragments. The model is in
//! [`super::definition`] and [`super::evaluate`].

use super::command::{self, Command};
use super::enums::*;
use super::evaluate::{Dimensions, Fog, Fragment, Rgba};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::ati::recorder::Recorder;
use trilobite::frontend::assembly::ati::shader::*;
use trilobite::frontend::binding::{ApiValue, Binding, SceneValue};
use trilobite::frontend::diagnostic::ErrorKind;
use trilobite::ir::Span;
use trilobite::ir::interface::{LodMode, fragment_input, fragment_output};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::layout::Sampler;
use trilobite::kernel::{Engine, Scratch, compile_for};
use trilobite::kernel::{Invocation, PixelWindow, SampleRequest, SampleResult, SamplerSlot};
use trilobite::simd::LANES;

/// Passes one command to the recorder. All its enums are valid, and it is neither Begin nor End.
#[track_caller]
pub fn record(recorder: &mut Recorder, command: &Command) -> Result<(), ErrorKind> {
    match command {
        Command::Constant { dst, value } => {
            recorder.constant((dst - CON_0) as u8, *value);
            Ok(())
        }
        Command::Route {
            sample,
            dst,
            coord,
            swizzle,
        } => {
            let source = if *coord >= REG_0 {
                Coordinates::Register((coord - REG_0) as u8)
            } else {
                Coordinates::Set((coord - TEXTURE_0) as u8)
            };
            let routing = Routing {
                sample: *sample,
                source,
                swizzle: swizzle_of(*swizzle),
                span: Span::NONE,
            };
            recorder.route((dst - REG_0) as u8, routing)
        }
        Command::Color(o) => {
            recorder.color_op(operation(o, if o.mask == NONE { 7 } else { o.mask }))
        }
        Command::Alpha(o) => recorder.alpha_op(operation(o, 8)),
        Command::Begin | Command::End => panic!("no command of a definition"),
    }
}

fn swizzle_of(swizzle: u32) -> Swizzle {
    match swizzle {
        SWIZZLE_STR => Swizzle::Str,
        SWIZZLE_STQ => Swizzle::Stq,
        SWIZZLE_STR_DR => Swizzle::StrDr,
        _ => Swizzle::StqDq,
    }
}

fn operation(o: &command::Operation, mask: u32) -> Operation {
    let opcode = match o.op {
        MOV => Opcode::Mov,
        ADD => Opcode::Add,
        MUL => Opcode::Mul,
        SUB => Opcode::Sub,
        DOT3 => Opcode::Dot3,
        DOT4 => Opcode::Dot4,
        MAD => Opcode::Mad,
        LERP => Opcode::Lerp,
        CND => Opcode::Cnd,
        CND0 => Opcode::Cnd0,
        _ => Opcode::Dot2Add,
    };
    Operation {
        opcode,
        register: (o.dst - REG_0) as u8,
        mask: mask as u8,
        scale: match o.modifier & 0x3f {
            dst_mod::X2 => 1,
            dst_mod::X4 => 2,
            dst_mod::X8 => 3,
            dst_mod::HALF => -1,
            dst_mod::QUARTER => -2,
            dst_mod::EIGHTH => -3,
            _ => 0,
        },
        saturate: o.modifier & dst_mod::SATURATE != 0,
        arguments: o.args.iter().map(argument).collect(),
        span: Span::NONE,
    }
}

fn argument(arg: &command::Arg) -> Argument {
    let source = match arg.source {
        ZERO => Source::Zero,
        ONE => Source::One,
        PRIMARY_COLOR => Source::Primary,
        SECONDARY_INTERPOLATOR => Source::Secondary,
        constant if constant >= CON_0 => Source::Constant((constant - CON_0) as u8),
        register => Source::Register((register - REG_0) as u8),
    };
    Argument {
        source,
        replicate: (arg.rep != NONE).then(|| (arg.rep - RED) as u8),
        modifiers: Modifiers {
            complement: arg.modifier & arg_mod::COMP != 0,
            bias: arg.modifier & arg_mod::BIAS != 0,
            double: arg.modifier & arg_mod::X2 != 0,
            negate: arg.modifier & arg_mod::NEGATE != 0,
        },
    }
}

/// A texture whose texel is a hash of its coordinates, so that the smallest error in them shows.
#[derive(Debug, Clone, Copy)]
pub struct HashTexture {
    pub unit: usize,
    /// Its target.
    pub dimensions: Dimensions,
}

/// The texel of a [`HashTexture`]. Most are from 0 to 1, and some are beyond what registers hold.
pub fn hash_texel(unit: usize, coords: [f32; 3]) -> Rgba {
    let mut hash = unit as u32 + 1;
    for x in coords {
        let bits = if x.is_nan() { 1 } else { x.to_bits() };
        hash = (hash ^ bits).wrapping_mul(0x9e37_79b1);
        hash ^= hash >> 15;
    }
    std::array::from_fn(|_| {
        hash = hash.wrapping_mul(0x85eb_ca6b) ^ (hash >> 13);
        let x = (hash >> 8 & 0xff) as f32;
        if hash >> 28 == 0 {
            x / 8.0 - 16.0
        } else {
            x / 255.0
        }
    })
}

impl Sampler for HashTexture {
    #[track_caller]
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        assert_eq!(request.mode, LodMode::Implicit, "QUIRKS 2.41");
        assert_eq!(request.lod, [0.0; LANES], "no bias of the shader's own");
        let [s, t, r, _] = &request.coords;
        for lane in 0..LANES {
            let coords = match self.dimensions {
                Dimensions::One => [s[lane], 0.0, 0.0],
                Dimensions::Two => [s[lane], t[lane], 0.0],
                Dimensions::Three => [s[lane], t[lane], r[lane]],
            };
            for (c, x) in hash_texel(self.unit, coords).into_iter().enumerate() {
                result[c][lane] = x;
            }
        }
    }
}

/// The state of the context that a draw uses.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    /// Constants of the context.
    pub constants: [Rgba; 8],
    /// The target of each unit. A unit with a target has a [`HashTexture`].
    pub targets: [Option<Dimensions>; 8],
    /// Fog, linear.
    pub fog: Option<Fog>,
}

/// The input slots of a fragment.
const N_INPUTS: usize = 4 * fragment_input::GENERIC_0 as usize;

/// The inputs of fragments, by group, slot and lane.
fn inputs(fragments: &[Fragment]) -> Vec<[f32; LANES]> {
    let mut inputs = vec![[0.0; LANES]; fragments.len() / LANES * N_INPUTS];
    for (i, fragment) in fragments.iter().enumerate() {
        let group = &mut inputs[i / LANES * N_INPUTS..][..N_INPUTS];
        let mut set = |vec4: u32, value: Rgba| {
            for (c, x) in value.into_iter().enumerate() {
                group[4 * vec4 as usize + c][i % LANES] = x;
            }
        };
        set(fragment_input::COLOR, fragment.primary);
        set(fragment_input::SECONDARY_COLOR, fragment.secondary);
        let fog = [fragment.fog_coord, 0.0, 0.0, 1.0];
        set(fragment_input::FOG_COORD, fog);
        for (n, coords) in fragment.coords.iter().enumerate() {
            set(fragment_input::TEX_COORD_0 + n as u32, *coords);
        }
    }
    inputs
}

/// Returns the colours of these fragments, a group of lanes at a time.
#[track_caller]
pub fn run(code: &BoundProgram, draw: &Draw, fragments: &[Fragment]) -> Vec<Rgba> {
    let mut uniforms: Vec<f32> = code
        .bindings
        .iter()
        .flat_map(|b| uniform(b, draw))
        .collect();
    uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
    let (n_groups, n_inputs, n_outputs) = (fragments.len() / LANES, N_INPUTS, 4);
    let inputs = inputs(fragments);
    // Each unit with a target has a texture.
    let textures: Vec<Option<HashTexture>> = draw
        .targets
        .iter()
        .enumerate()
        .map(|(unit, d)| d.map(|dimensions| HashTexture { unit, dimensions }))
        .collect();
    let samplers: Vec<SamplerSlot<'_>> = textures
        .iter()
        .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
        .collect();
    let run = |engine: Engine| {
        let mut outputs = vec![[0.0; LANES]; n_groups * n_outputs];
        let mut masks = vec![0xffff; n_groups];
        compile_for(&code.program, engine).run(
            &mut Invocation {
                uniforms: &uniforms,
                inputs: &inputs,
                n_inputs,
                outputs: &mut outputs,
                n_outputs,
                planes: &[],
                groups: &[],
                masks: &mut masks,
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &samplers,
            },
            &mut Scratch::default(),
        );
        assert!(masks.iter().all(|m| *m == 0xffff), "fragments died");
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
    let color = |i: usize| {
        let first = i / LANES * n_outputs + 4 * fragment_output::COLOR_0 as usize;
        std::array::from_fn(|c| outputs[first + c][i % LANES])
    };
    (0..fragments.len()).map(color).collect()
}

#[track_caller]
fn uniform(binding: &Binding, draw: &Draw) -> Rgba {
    let fog = draw.fog;
    match binding {
        Binding::Constant(value) => *value,
        Binding::Scene(SceneValue::Api(ApiValue::FragmentShaderConstant(n))) => {
            draw.constants[*n as usize]
        }
        Binding::Scene(SceneValue::FogColor) => fog.expect("fog is on").color,
        Binding::Scene(SceneValue::FogParams) => {
            let fog = fog.expect("fog is on");
            [1.0, 0.0, fog.end, fog.scale]
        }
        other => panic!("a shader has no {other:?}"),
    }
}
