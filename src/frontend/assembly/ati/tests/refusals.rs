//! Each rule of the recorder: what is accepted before, and the command that is refused.

use super::Command::{Alpha, Color, Route};
use super::*;

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
