//! The recorder's refusals, what a shader asks of a draw, and the text of what only commands can say. Opcodes, modifiers
//! and the text's errors are files in shim_tests.

mod draws;
mod refusals;

use super::recorder::Recorder;
use super::shader::*;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

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
    // The ignored arguments of a dot product in alpha count (QUIRKS 2.14).
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
