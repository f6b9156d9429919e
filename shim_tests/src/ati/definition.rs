//! A model of the errors that a command inside a definition may raise (ATI_fragment_shader, section "Errors"; QUIRKS 2).

use super::command::{Arg, Command, Operation};
use super::enums::*;
pub use crate::calls::errors::Errors;

/// The arithmetic command just before, in the same pass. Constants in between do not count (QUIRKS 2.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Color(u32),
    Alpha,
}

/// STR or STQ: what a coordinate set is used as throughout the shader (QUIRKS 2.21).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Str,
    Stq,
}

fn family(swizzle: u32) -> Option<Family> {
    match swizzle {
        SWIZZLE_STR | SWIZZLE_STR_DR => Some(Family::Str),
        SWIZZLE_STQ | SWIZZLE_STQ_DQ => Some(Family::Stq),
        _ => None,
    }
}

/// The facts about the accepted commands that decide whether the next one is accepted.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The number of accepted commands, constants among them.
    pub commands: Vec<Command>,
    second_pass: bool,
    /// Whether the current pass has an arithmetic operation.
    has_arithmetic: bool,
    /// The destinations that the current pass has routed.
    routed: Vec<u32>,
    /// The current pass.
    pairs: usize,
    before: Before,
    families: [Option<Family>; 8],
    interpolator_in_first_pass: bool,
    is_empty: bool,
}

impl Default for Definition {
    fn default() -> Definition {
        Definition {
            commands: Vec::new(),
            second_pass: false,
            has_arithmetic: false,
            routed: Vec::new(),
            pairs: 0,
            before: Before::Nothing,
            families: [None; 8],
            interpolator_in_first_pass: false,
            is_empty: true,
        }
    }
}

fn is_register(e: u32) -> bool {
    (REG_0..REG_0 + 6).contains(&e)
}

fn is_constant(e: u32) -> bool {
    (CON_0..CON_0 + 8).contains(&e)
}

/// The coordinate set that a TEXTUREn names.
fn coordinate_set(e: u32) -> Option<usize> {
    (TEXTURE_0..TEXTURE_0 + 8)
        .contains(&e)
        .then(|| (e - TEXTURE_0) as usize)
}

fn is_interpolator(e: u32) -> bool {
    e == PRIMARY_COLOR || e == SECONDARY_INTERPOLATOR
}

fn is_dot(op: u32) -> bool {
    matches!(op, DOT2_ADD | DOT3 | DOT4)
}

impl Definition {
    /// The errors that a command may raise. Begin is refused, and so is End when the shader cannot be compiled.
    pub fn errors(&self, command: &Command) -> Errors {
        match command {
            Command::Begin => Errors::only(INVALID_OPERATION),
            Command::End => self.end_errors(),
            Command::Route {
                dst,
                coord,
                swizzle,
                ..
            } => self.route_errors(*dst, *coord, *swizzle),
            Command::Color(operation) => self.color_errors(operation),
            Command::Alpha(operation) => self.alpha_errors(operation),
            Command::Constant { dst, .. } => constant_errors(*dst),
        }
    }

    /// Records a command that raised no error. Begin and End are handled by the caller.
    pub fn accept(&mut self, command: &Command) {
        self.commands.push(command.clone());
        match command {
            Command::Route {
                dst,
                coord,
                swizzle,
                ..
            } => {
                if self.has_arithmetic {
                    self.second_pass = true;
                    self.has_arithmetic = false;
                    self.routed.clear();
                    self.pairs = 0;
                }
                self.before = Before::Nothing;
                self.routed.push(*dst);
                if let Some(set) = coordinate_set(*coord) {
                    self.families[set] = family(*swizzle);
                }
                self.is_empty = false;
            }
            Command::Color(operation) => {
                self.pairs += 1;
                self.before = Before::Color(operation.op);
                self.accept_operation(operation);
            }
            Command::Alpha(operation) => {
                if !matches!(self.before, Before::Color(_)) {
                    self.pairs += 1;
                }
                self.before = Before::Alpha;
                self.accept_operation(operation);
            }
            Command::Begin | Command::End | Command::Constant { .. } => {}
        }
    }

    fn accept_operation(&mut self, operation: &Operation) {
        let reads_interpolator = operation.args.iter().any(|a| is_interpolator(a.source));
        self.interpolator_in_first_pass |= reads_interpolator && !self.second_pass;
        self.has_arithmetic = true;
        self.is_empty = false;
    }

    /// Interpolators in the first of two passes (QUIRKS 2.19), and empty shaders (2.32).
    fn end_errors(&self) -> Errors {
        let mut errors = Errors::NONE;
        let broken = self.is_empty || self.second_pass && self.interpolator_in_first_pass;
        errors.note(broken, INVALID_OPERATION);
        errors
    }

    fn route_errors(&self, dst: u32, coord: u32, swizzle: u32) -> Errors {
        let mut errors = Errors::NONE;
        let (set, family) = (coordinate_set(coord), family(swizzle));
        errors.note(!is_register(dst), INVALID_ENUM);
        errors.note(set.is_none() && !is_register(coord), INVALID_ENUM);
        errors.note(family.is_none(), INVALID_ENUM);

        let opens_pass = self.has_arithmetic;
        let in_second = self.second_pass || opens_pass;
        errors.note(self.second_pass && opens_pass, INVALID_OPERATION);
        let again = !opens_pass && self.routed.contains(&dst);
        errors.note(again, INVALID_OPERATION);
        if is_register(coord) {
            let broken = !in_second || family == Some(Family::Stq);
            errors.note(broken, INVALID_OPERATION);
        }
        let used = set.and_then(|set| self.families[set]);
        let changes = used.is_some() && family.is_some() && used != family;
        errors.note(changes, INVALID_OPERATION);
        errors
    }

    fn color_errors(&self, o: &Operation) -> Errors {
        let mut errors = operation_errors(o);
        errors.note(o.mask & !7 != 0, INVALID_ENUM);
        errors.note(self.pairs == 8, INVALID_OPERATION);
        let lacks_alpha = |a: &Arg| {
            a.source == SECONDARY_INTERPOLATOR && (a.rep == ALPHA || o.op == DOT4 && a.rep == NONE)
        };
        errors.note(o.args.iter().any(lacks_alpha), INVALID_OPERATION);
        errors
    }

    fn alpha_errors(&self, o: &Operation) -> Errors {
        let mut errors = operation_errors(o);
        let completes = matches!(self.before, Before::Color(_));
        errors.note(self.pairs == 8 && !completes, INVALID_OPERATION);
        let lacks_alpha =
            |a: &Arg| a.source == SECONDARY_INTERPOLATOR && (a.rep == ALPHA || a.rep == NONE);
        errors.note(o.args.iter().any(lacks_alpha), INVALID_OPERATION);
        let is_alone = is_dot(o.op) && self.before != Before::Color(o.op);
        errors.note(is_alone, INVALID_OPERATION);
        let is_barred = o.op != DOT4 && self.before == Before::Color(DOT4);
        errors.note(is_barred, INVALID_OPERATION);
        errors
    }
}

/// SetFragmentShaderConstantATI, inside or outside of a definition (QUIRKS 2.24).
pub fn constant_errors(dst: u32) -> Errors {
    let mut errors = Errors::NONE;
    errors.note(!is_constant(dst), INVALID_ENUM);
    errors
}

/// The rules for colour and alpha operations alike.
fn operation_errors(o: &Operation) -> Errors {
    let mut errors = Errors::NONE;
    let arity = o.args.len();
    errors.note(!OPERATIONS[arity - 1].contains(&o.op), INVALID_ENUM);
    errors.note(!is_register(o.dst), INVALID_ENUM);
    let scales = (o.modifier & 0x3f).count_ones();
    errors.note(o.modifier & !0x7f != 0 || scales > 1, INVALID_ENUM);
    for arg in &o.args {
        let source = arg.source;
        let is_source = matches!(source, ZERO | ONE)
            || is_register(source)
            || is_constant(source)
            || is_interpolator(source);
        errors.note(!is_source, INVALID_ENUM);
        let is_rep = matches!(arg.rep, NONE | RED | GREEN | BLUE | ALPHA);
        errors.note(!is_rep, INVALID_ENUM);
        errors.note(arg.modifier & !0xf != 0, INVALID_ENUM);
    }
    if let [a, b, c] = o.args[..] {
        let sources = [a.source, b.source, c.source];
        let differ = a.source != b.source && b.source != c.source && a.source != c.source;
        let broken = differ && sources.into_iter().all(is_constant);
        errors.note(broken, INVALID_OPERATION);
    }
    errors
}
