//! The recorder's refusals, what a shader asks of a draw, and the text of what only commands can say. Opcodes, modifiers
//! and the text's errors are files in shim_tests.

use super::lower::{Key, lower};
use super::recorder::Recorder;
use super::shader::*;
use super::{print, text};
use crate::frontend::binding::{Binding, State};
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::fixed_function::fragment::{FogMode, PixelSource, TextureTarget};
use crate::ir::{Op, Span};

const NO_MODIFIERS: Modifiers = Modifiers {
    complement: false,
    bias: false,
    double: false,
    negate: false,
};

fn argument(source: Source, replicate: Option<u8>) -> Argument {
    Argument {
        source,
        replicate,
        modifiers: NO_MODIFIERS,
    }
}

fn operation(opcode: Opcode, mask: u8, sources: &[Source]) -> Operation {
    Operation {
        opcode,
        register: 0,
        mask,
        scale: 0,
        saturate: false,
        arguments: sources.iter().map(|s| argument(*s, None)).collect(),
        span: Span::NONE,
    }
}

/// An operation whose arguments are all register 1.
fn of_register(opcode: Opcode, mask: u8) -> Operation {
    operation(opcode, mask, &[Source::Register(1); 3][..opcode.arity()])
}

fn routing(sample: bool, source: Coordinates, swizzle: Swizzle) -> Routing {
    Routing {
        sample,
        source,
        swizzle,
        span: Span::NONE,
    }
}

/// One command.
#[derive(Clone)]
enum Command {
    Route(u8, Routing),
    Color(Operation),
    Alpha(Operation),
}

use Command::{Alpha, Color, Route};

fn pass(register: u8, source: Coordinates, swizzle: Swizzle) -> Command {
    Route(register, routing(false, source, swizzle))
}

fn color(opcode: Opcode) -> Command {
    Color(of_register(opcode, 7))
}

fn alpha(opcode: Opcode) -> Command {
    Alpha(of_register(opcode, 8))
}

fn give(recorder: &mut Recorder, command: Command) -> Result<(), ErrorKind> {
    match command {
        Route(register, routing) => recorder.route(register, routing),
        Color(operation) => recorder.color_op(operation),
        Alpha(operation) => recorder.alpha_op(operation),
    }
}

/// A recorder that has accepted these.
fn recorded(commands: &[Command]) -> Recorder {
    let mut recorder = Recorder::new();
    for command in commands {
        give(&mut recorder, command.clone()).expect("accepted");
    }
    recorder
}

fn shader(commands: &[Command]) -> Shader {
    recorded(commands).finish().expect("a complete shader")
}

/// Two passes: arithmetic, then routing.
fn two_passes() -> Vec<Command> {
    vec![
        color(Opcode::Mov),
        pass(0, Coordinates::Set(0), Swizzle::Str),
    ]
}

fn then(mut commands: Vec<Command>, more: &[Command]) -> Vec<Command> {
    commands.extend_from_slice(more);
    commands
}

/// What came before, the command, its refusal.
type Refusal = (Vec<Command>, Command, ErrorKind);

fn routing_refusals() -> Vec<Refusal> {
    let (set, register) = (Coordinates::Set, Coordinates::Register);
    let ended = then(two_passes(), &[alpha(Opcode::Mov)]);
    let str2 = pass(1, set(2), Swizzle::Str);
    vec![
        (
            ended.clone(),
            pass(0, set(0), Swizzle::Str),
            ErrorKind::ThirdPass,
        ),
        (
            vec![str2.clone()],
            pass(1, set(3), Swizzle::Str),
            ErrorKind::RoutedTwice(1),
        ),
        (
            two_passes(),
            pass(0, register(1), Swizzle::Str),
            ErrorKind::RoutedTwice(0),
        ),
        (
            vec![],
            pass(1, register(4), Swizzle::Str),
            ErrorKind::RoutedRegister(4),
        ),
        (
            two_passes(),
            pass(1, register(1), Swizzle::Stq),
            ErrorKind::RegisterSwizzle,
        ),
        (
            two_passes(),
            pass(1, register(1), Swizzle::StqDq),
            ErrorKind::RegisterSwizzle,
        ),
        (
            vec![str2.clone()],
            Route(2, routing(true, set(2), Swizzle::StqDq)),
            ErrorKind::CoordinateFamily(2),
        ),
        (
            vec![str2, color(Opcode::Mov)],
            pass(1, set(2), Swizzle::Stq),
            ErrorKind::CoordinateFamily(2),
        ),
    ]
}

fn arithmetic_refusals() -> Vec<Refusal> {
    let constants = |n: &[u8]| n.iter().map(|n| Source::Constant(*n)).collect::<Vec<_>>();
    let three = constants(&[0, 1, 7]);
    let secondary = [Source::Secondary; 2];
    let mut replicated = operation(Opcode::Mov, 7, &secondary[..1]);
    replicated.arguments[0].replicate = Some(3);
    let eight = vec![color(Opcode::Add); 8];
    let full = then(eight.clone(), &[alpha(Opcode::Mov)]);
    let three_mad = operation(Opcode::Mad, 7, &three);
    let ignored = Operation {
        mask: 8,
        ..operation(Opcode::Dot2Add, 8, &three)
    };
    vec![
        (eight, color(Opcode::Mov), ErrorKind::NinthPair),
        (full.clone(), alpha(Opcode::Mov), ErrorKind::NinthPair),
        (full, color(Opcode::Mov), ErrorKind::NinthPair),
        (vec![], Color(three_mad), ErrorKind::ThirdConstant),
        (
            vec![color(Opcode::Dot2Add)],
            Alpha(ignored),
            ErrorKind::ThirdConstant,
        ),
        (vec![], Color(replicated), ErrorKind::SecondaryAlpha),
        (
            vec![],
            Color(operation(Opcode::Dot4, 7, &secondary)),
            ErrorKind::SecondaryAlpha,
        ),
        (
            vec![],
            Alpha(operation(Opcode::Mov, 8, &secondary[..1])),
            ErrorKind::SecondaryAlpha,
        ),
        (
            vec![color(Opcode::Dot3)],
            Alpha(operation(Opcode::Dot3, 8, &secondary)),
            ErrorKind::SecondaryAlpha,
        ),
    ]
}

fn dot_refusals() -> Vec<Refusal> {
    let next_pass = then(vec![color(Opcode::Dot3)], &two_passes()[1..]);
    let taken = vec![color(Opcode::Dot3), alpha(Opcode::Dot3)];
    vec![
        (
            vec![],
            alpha(Opcode::Dot3),
            ErrorKind::DotWithoutColor("DOT3"),
        ),
        (
            vec![color(Opcode::Dot3)],
            alpha(Opcode::Dot2Add),
            ErrorKind::DotWithoutColor("DOT2ADD"),
        ),
        (
            taken,
            alpha(Opcode::Dot3),
            ErrorKind::DotWithoutColor("DOT3"),
        ),
        (
            next_pass,
            alpha(Opcode::Dot3),
            ErrorKind::DotWithoutColor("DOT3"),
        ),
        (
            vec![color(Opcode::Dot4)],
            alpha(Opcode::Mov),
            ErrorKind::AlphaAfterDot4,
        ),
        (
            vec![color(Opcode::Dot4)],
            alpha(Opcode::Dot3),
            ErrorKind::AlphaAfterDot4,
        ),
    ]
}

#[test]
fn refusals_name_their_rule_and_leave_no_trace() {
    let all = [routing_refusals(), arithmetic_refusals(), dot_refusals()].concat();
    for (before, command, kind) in all {
        let mut recorder = recorded(&before);
        assert_eq!(give(&mut recorder, command), Err(kind.clone()));
        let expected = recorded(&before).finish();
        assert_eq!(recorder.finish(), expected, "after {kind}");
    }
}

#[test]
fn a_refused_command_marks_nothing_as_used() {
    let mut recorder = recorded(&two_passes());
    let refused = routing(false, Coordinates::Register(1), Swizzle::Stq);
    assert!(recorder.route(3, refused).is_err());
    // Neither the register nor a second routing of it is lost.
    let good = routing(true, Coordinates::Register(1), Swizzle::StrDr);
    assert_eq!(recorder.route(3, good), Ok(()));
    // A refused colour operation is not "the preceding one".
    let mut recorder = recorded(&[color(Opcode::Dot3)]);
    let no_alpha = operation(Opcode::Dot4, 7, &[Source::Secondary; 2]);
    assert!(recorder.color_op(no_alpha).is_err());
    assert_eq!(recorder.alpha_op(of_register(Opcode::Dot3, 8)), Ok(()));
    // A refused colour of the first pass does not fail the end of a shader.
    let mut recorder = recorded(&[color(Opcode::Mov)]);
    let primary_too = [Source::Primary, Source::Secondary];
    let refused = operation(Opcode::Add, 8, &primary_too);
    assert!(recorder.alpha_op(refused).is_err());
    give(&mut recorder, two_passes()[1].clone()).expect("a second pass");
    assert!(recorder.finish().is_ok());
}

#[test]
fn the_end_finds_colors_in_the_first_of_two_passes() {
    for first in [
        Color(operation(Opcode::Mov, 7, &[Source::Primary])),
        Color(operation(Opcode::Mov, 7, &[Source::Secondary])),
        Alpha(operation(Opcode::Mov, 8, &[Source::Primary])),
    ] {
        assert!(recorded(std::slice::from_ref(&first)).finish().is_ok());
        let two = [first.clone(), two_passes()[1].clone()];
        assert_eq!(recorded(&two).finish(), Err(ErrorKind::ColorInFirstPass));
        let second = then(two_passes(), &[first]);
        assert!(recorded(&second).finish().is_ok());
    }
    // The ignored arguments of a dot product in alpha count (TRAPS 2.14).
    let ignored = Alpha(operation(Opcode::Dot3, 8, &[Source::Primary; 2]));
    let commands = [color(Opcode::Dot3), ignored, two_passes()[1].clone()];
    assert_eq!(
        recorded(&commands).finish(),
        Err(ErrorKind::ColorInFirstPass)
    );
}

#[test]
fn a_shader_needs_a_command_that_stays() {
    assert_eq!(Recorder::new().finish(), Err(ErrorKind::EmptyShader));
    let mut constant_alone = Recorder::new();
    constant_alone.constant(3, [1.0; 4]);
    assert_eq!(constant_alone.finish(), Err(ErrorKind::EmptyShader));
    assert_eq!(shader(&two_passes()[1..]).passes.len(), 1);
}

#[test]
fn pairs_form_by_the_order_of_halves() {
    let (c, a) = (color(Opcode::Mov), alpha(Opcode::Mov));
    let pairs = |commands: &[Command]| shader(commands).counts().pairs;
    assert_eq!(pairs(&[c.clone(), a.clone()]), [1, 0]);
    assert_eq!(pairs(&[a.clone(), c.clone()]), [2, 0]);
    assert_eq!(pairs(&[c.clone(), c.clone(), a.clone(), a.clone()]), [3, 0]);
    let split = then(two_passes(), std::slice::from_ref(&a));
    assert_eq!(pairs(&split), [1, 1]);
    // A constant between the halves does not split the pair, and counts for operations before it.
    let mut recorder = recorded(&[Color(operation(Opcode::Mov, 7, &[Source::Constant(2)]))]);
    recorder.constant(2, [0.5; 4]);
    give(&mut recorder, a).expect("the other half");
    let shader = recorder.finish().expect("complete");
    assert_eq!(shader.passes[0].pairs.len(), 1);
    assert_eq!(shader.constants[2], Constant::Local([0.5; 4]));
    // The eighth pair can still be completed.
    let mut eight = recorded(&vec![c; 8]);
    assert_eq!(eight.alpha_op(of_register(Opcode::Mov, 8)), Ok(()));
}

const KEY: Key = Key {
    targets: [Some(TextureTarget::D2); 8],
    color_sum: false,
    fog: None,
    pixel_source: PixelSource::None,
};

#[test]
fn constants_in_use_become_bindings_in_order() {
    let sum = |a, b| {
        Color(operation(
            Opcode::Add,
            7,
            &[Source::Constant(a), Source::Constant(b)],
        ))
    };
    let mut recorder = recorded(&[sum(6, 2), sum(2, 4)]);
    recorder.constant(4, [0.25; 4]);
    recorder.constant(5, [0.75; 4]);
    let shader = recorder.finish().expect("complete");
    let key = Key {
        fog: Some(FogMode::Linear),
        ..KEY
    };
    let global = |n| Binding::State(State::FragmentShaderConstant(n));
    assert_eq!(
        lower(&shader, &key).bindings,
        [
            global(2),
            Binding::Constant([0.25; 4]),
            global(6),
            Binding::State(State::FogParams),
            Binding::State(State::FogColor)
        ]
    );
    let text = "!!ATIfs1.0 StartConstants; CONSTANT c3 = program.local[7]; CONSTANT c1 = program.env[5]; EndConstants;
        StartOutputPass; ADD r0, c1, c3; EndPass;";
    let shader = text::parse(text.as_bytes()).expect("a program");
    assert_eq!(
        lower(&shader, &KEY).bindings,
        [Binding::Env(5), Binding::Local(7)]
    );
}

#[test]
fn a_draw_learns_what_the_shader_reads() {
    let shader = shader(&[
        Route(5, routing(true, Coordinates::Set(7), Swizzle::Stq)),
        pass(1, Coordinates::Set(2), Swizzle::Str),
        color(Opcode::Mov),
        Route(0, routing(true, Coordinates::Register(1), Swizzle::Str)),
    ]);
    assert_eq!(
        (shader.coords_read(), shader.units_sampled()),
        (0b1000_0100, 0b10_0001)
    );
    let place = shader.pixel_place();
    assert_eq!((place.unit, place.coord), (15, 6));
    let counts = shader.counts();
    assert_eq!((counts.routings, counts.samples), ([2, 1], 2));
    let count = |key: &Key, op| {
        let code = lower(&shader, key);
        code.program.insts().filter(|i| i.op == op).count()
    };
    assert_eq!(count(&KEY, Op::Sample), 2);
    let without_textures = Key {
        targets: [None; 8],
        ..KEY
    };
    assert_eq!(count(&without_textures, Op::Sample), 0);
    for (source, samples, kills, stores) in [
        (PixelSource::DrawPixels, 3, 0, 4),
        (PixelSource::Bitmap, 3, 1, 4),
        (PixelSource::Depth, 3, 0, 5),
    ] {
        let key = Key {
            pixel_source: source,
            ..KEY
        };
        let seen = [Op::Sample, Op::Kill, Op::StoreOutput].map(|op| count(&key, op));
        assert_eq!(seen, [samples, kills, stores], "{source:?}");
    }
}

/// What only commands can say has a text, too.
#[test]
fn recorded_shaders_are_read_back() {
    let mut elsewhere = of_register(Opcode::Dot3, 8);
    (elsewhere.register, elsewhere.scale) = (3, -2);
    let ignored = Alpha(operation(Opcode::Dot4, 8, &[Source::One, Source::Zero]));
    let mut recorder = recorded(&[
        pass(2, Coordinates::Set(6), Swizzle::StrDr),
        color(Opcode::Dot3),
        Alpha(elsewhere),
        color(Opcode::Dot4),
        ignored,
        Color(operation(Opcode::Mov, 5, &[Source::Constant(1)])),
        Alpha(operation(Opcode::Mov, 8, &[Source::Constant(1)])),
        Color(operation(Opcode::Mov, 1, &[Source::Constant(0)])),
        Route(4, routing(true, Coordinates::Register(2), Swizzle::StrDr)),
    ]);
    let odd = [-0.0, f32::INFINITY, 3.4e38, -1.0e-45];
    recorder.constant(1, odd);
    recorder.constant(7, [16777216.0, 0.1, -8.5, 1.0]);
    let shader = recorder.finish().expect("complete");
    let printed = print::text(&shader);
    let again = text::parse(printed.as_bytes()).map_err(|e| e.info_log(printed.as_bytes()));
    let again = again.expect("canonical text").without_spans();
    let mut expected = shader.clone();
    expected.constants[0] = Constant::Env(0);
    assert_eq!(again, expected, "{printed}");
    let Constant::Local(value) = again.constants[1] else {
        panic!("a literal")
    };
    assert_eq!(value.map(f32::to_bits), odd.map(f32::to_bits));
    assert_eq!(
        print::text(&again),
        printed,
        "canonical text stays as it is"
    );
    for line in [
        "    DOT3 r0.rgb + r3.a.quarter, r1, r1;",
        "    DOT4 r0, r1, r1;",
        "    MOV r0.rba, c1;",
        "    CONSTANT c0 = program.env[0];",
    ] {
        assert!(printed.lines().any(|l| l == line), "{line}\n{printed}");
    }
}
