use crate::ati::command::{Arg, Command, Operation};
use crate::ati::definition::*;
use crate::ati::enums::*;

fn arg(source: u32) -> Arg {
    Arg {
        source,
        rep: NONE,
        modifier: 0,
    }
}

fn operation(op: u32, sources: &[u32]) -> Operation {
    Operation {
        op,
        dst: REG_0,
        mask: 0,
        modifier: 0,
        args: sources.iter().map(|s| arg(*s)).collect(),
    }
}

fn route(dst: u32, coord: u32, swizzle: u32) -> Command {
    Command::Route {
        sample: false,
        dst: REG_0 + dst,
        coord,
        swizzle,
    }
}

/// Applies the commands to a definition. Returns the position of the first refused command.
fn first_error(commands: &[Command]) -> Option<usize> {
    let mut definition = Definition::default();
    commands.iter().position(|c| {
        let refused = !definition.errors(c).is_none();
        if !refused {
            definition.accept(c);
        }
        refused
    })
}

#[test]
fn the_ninth_pair_of_a_pass_is_refused() {
    let color = Command::Color(operation(MOV, &[ONE]));
    let alpha = Command::Alpha(operation(MOV, &[ONE]));
    let mut commands = vec![color.clone(); 8];
    commands.push(alpha.clone());
    commands.push(alpha);
    assert_eq!(first_error(&commands), Some(9));
    commands[9] = route(0, TEXTURE_0, SWIZZLE_STR);
    commands.extend(vec![color; 9]);
    assert_eq!(first_error(&commands), Some(18));
}

#[test]
fn an_alpha_dot_product_follows_its_colour_twin() {
    let dot = operation(DOT3, &[REG_0, REG_0]);
    let set = Command::Constant {
        dst: CON_0,
        value: [0.0; 4],
    };
    let pair = [
        Command::Color(dot.clone()),
        set,
        Command::Alpha(dot.clone()),
    ];
    assert_eq!(first_error(&pair), None);
    assert_eq!(first_error(&[Command::Alpha(dot.clone())]), Some(0));
    let other = [
        Command::Color(operation(DOT4, &[REG_0, REG_0])),
        Command::Alpha(dot),
    ];
    assert_eq!(first_error(&other), Some(1));
}

#[test]
fn coordinate_sets_keep_their_family() {
    let mov = Command::Color(operation(MOV, &[REG_0]));
    let mixed = [
        route(0, TEXTURE_0, SWIZZLE_STR),
        route(1, TEXTURE_0, SWIZZLE_STR_DR),
        mov.clone(),
        route(1, REG_0, SWIZZLE_STR_DR),
        route(2, REG_0, SWIZZLE_STR),
        route(3, TEXTURE_0, SWIZZLE_STQ),
    ];
    assert_eq!(first_error(&mixed), Some(5));
    assert_eq!(first_error(&[route(0, REG_0, SWIZZLE_STR)]), Some(0));
    let twice = [
        route(0, TEXTURE_0, SWIZZLE_STR),
        route(0, TEXTURE_0 + 1, SWIZZLE_STR),
    ];
    assert_eq!(first_error(&twice), Some(1));
}

#[test]
fn interpolators_belong_to_the_last_pass() {
    let color = Command::Color(operation(MOV, &[PRIMARY_COLOR]));
    let one = [color.clone(), Command::End];
    assert_eq!(first_error(&one), None);
    let two = [color, route(0, TEXTURE_0, SWIZZLE_STR), Command::End];
    assert_eq!(first_error(&two), Some(2));
    assert_eq!(first_error(&[Command::End]), Some(0));
}
