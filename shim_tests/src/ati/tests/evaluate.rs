use crate::ati::command::{Arg, Command, Operation};
use crate::ati::enums::*;
use crate::ati::evaluate::*;

fn run(commands: &[Command]) -> Rgba {
    let environment = Environment {
        constants: [[0.25, 0.5, 0.75, 1.0]; 8],
        targets: [Some(Dimensions::Two); 8],
        texel: &|unit, [s, t, _]| [s, t, unit as f32 / 8.0, 1.0],
        color_sum: false,
        fog: None,
    };
    let fragment = Fragment {
        coords: [[0.25, 0.125, 0.5, 2.0]; 8],
        primary: [0.1, 0.2, 0.3, 0.4],
        ..Fragment::default()
    };
    evaluate(commands, &environment, &fragment)
}

fn operation(op: u32, dst: u32, sources: &[u32]) -> Operation {
    let arg = |s: &u32| Arg {
        source: *s,
        rep: NONE,
        modifier: 0,
    };
    Operation {
        op,
        dst: REG_0 + dst,
        mask: 0,
        modifier: 0,
        args: sources.iter().map(arg).collect(),
    }
}

#[test]
fn halves_of_a_pair_are_parallel() {
    let commands = [
        Command::Color(operation(MOV, 0, &[ONE])),
        Command::Alpha(operation(MOV, 0, &[CON_0])),
        Command::Color(operation(MOV, 0, &[ZERO])),
        Command::Alpha(Operation {
            args: vec![Arg {
                source: REG_0,
                rep: RED,
                modifier: arg_mod::X2 | arg_mod::BIAS,
            }],
            ..operation(MOV, 0, &[])
        }),
    ];
    assert_eq!(run(&commands[..2]), [1.0; 4]);
    assert_eq!(run(&commands), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn registers_can_be_swapped_between_passes() {
    let route = |dst, coord, swizzle| Command::Route {
        sample: false,
        dst: REG_0 + dst,
        coord,
        swizzle,
    };
    let commands = [
        route(0, TEXTURE_0, SWIZZLE_STQ_DQ),
        Command::Color(operation(MOV, 1, &[ONE])),
        route(0, REG_0 + 1, SWIZZLE_STR),
        route(1, REG_0, SWIZZLE_STR),
        Command::Color(operation(SUB, 0, &[REG_0, REG_0 + 1])),
    ];
    assert_eq!(run(&commands), [1.0 - 0.125, 1.0 - 0.0625, 0.5, 0.0]);
}

#[test]
fn a_dot_product_in_alpha_has_its_own_modifier() {
    let commands = [
        Command::Color(Operation {
            modifier: dst_mod::X8,
            ..operation(DOT3, 0, &[CON_0, CON_0])
        }),
        Command::Alpha(Operation {
            modifier: dst_mod::HALF,
            ..operation(DOT3, 0, &[ZERO, ZERO])
        }),
    ];
    assert_eq!(run(&commands), [1.0, 1.0, 1.0, 0.4375]);
}
