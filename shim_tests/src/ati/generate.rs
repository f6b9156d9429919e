//! Makes random shaders. Most commands must be accepted. They have every operation, modifier, replication, mask and
//! swizzle. Now and then one breaks a rule.

use super::command::{Arg, Command, Operation};
use super::definition::{Definition, Errors};
use super::enums::*;
use crate::random::Random;

/// A random definition.
#[derive(Debug, Clone, Default)]
pub struct Attempts {
    /// All commands between Begin and End, each with the errors that it may raise.
    pub commands: Vec<(Command, Errors)>,
    /// The commands that were accepted.
    pub definition: Definition,
}

impl Attempts {
    /// The attempts at a shader with these commands.
    pub fn of(commands: &[Command]) -> Attempts {
        let mut attempts = Attempts::default();
        for command in commands {
            attempts.push(command.clone());
        }
        attempts
    }

    /// Makes one more command. Returns whether it was accepted.
    fn push(&mut self, command: Command) -> bool {
        let errors = self.definition.errors(&command);
        let accepted = errors.is_none();
        if accepted {
            self.definition.accept(&command);
        }
        self.commands.push((command, errors));
        accepted
    }
}

/// Makes a definition whose enums are all valid.
pub fn shader(random: &mut Random) -> Attempts {
    let mut g = Generator {
        random,
        attempts: Attempts::default(),
        recent: Vec::new(),
        allow_interpolators: false,
    };
    let two_passes = !g.random.one_in(3);
    g.constants();
    if two_passes {
        g.pass(false);
    }
    g.pass(true);
    g.constants();
    g.attempts
}

/// A number that an application may use: small, or at a threshold. It is seldom NaN.
pub fn number(random: &mut Random) -> f32 {
    const THRESHOLDS: [f32; 8] = [0.0, -0.0, 0.5, 1.0, -1.0, 8.0, -8.0, 2.0];
    match random.below(24) {
        0 => random.f32(),
        1..=5 => random.pick(&THRESHOLDS),
        6..=15 => random.below(1 << 20) as f32 / (1 << 20) as f32,
        _ => random.below(1 << 20) as f32 / (1 << 17) as f32 - 4.0,
    }
}

/// Any of the four swizzles.
pub const SWIZZLES: [u32; 4] = [SWIZZLE_STR, SWIZZLE_STQ, SWIZZLE_STR_DR, SWIZZLE_STQ_DQ];

/// A valid combination of bits: at most one scale.
pub fn destination_modifier(random: &mut Random) -> u32 {
    if random.one_in(2) {
        return NONE;
    }
    let scale = match random.below(8) {
        n @ 0..=5 => 1 << n,
        _ => 0,
    };
    scale | (dst_mod::SATURATE * random.below(2))
}

struct Generator<'a> {
    random: &'a mut Random,
    attempts: Attempts,
    /// Registers written, the last one last.
    recent: Vec<u32>,
    allow_interpolators: bool,
}

impl Generator<'_> {
    /// Sets some constants of the shader itself.
    fn constants(&mut self) {
        for _ in 0..self.random.below(3) {
            let command = Command::Constant {
                dst: CON_0 + self.random.below(8),
                value: std::array::from_fn(|_| number(self.random)),
            };
            self.attempts.push(command);
        }
    }

    fn pass(&mut self, is_last: bool) {
        // Now and then an interpolator is used in the first pass, which End refuses.
        self.allow_interpolators = is_last || self.random.one_in(60);
        for _ in 0..1 + self.random.below(6) {
            self.attempt(|g| g.route());
        }
        let n = match self.random.below(8) {
            0 => 0,
            1 => 20,
            _ => 1 + self.random.below(9),
        };
        // The first pass ends only after arithmetic.
        let n = if is_last { n } else { n.max(1) };
        for i in 0..n {
            let to_result = is_last && i + 2 >= n;
            if self.random.one_in(30) {
                self.constants();
            }
            if self.random.one_in(3) {
                self.attempt(|g| Command::Alpha(g.operation(to_result)));
            } else {
                self.pair(to_result);
            }
        }
    }

    /// A colour operation, and often the alpha operation that completes it.
    fn pair(&mut self, to_result: bool) {
        let color = self.operation(to_result);
        let is_dot = matches!(color.op, DOT2_ADD | DOT3 | DOT4);
        if !self.attempts.push(Command::Color(color.clone())) || self.random.one_in(3) {
            return;
        }
        self.recent.push(color.dst);
        self.attempt(|g| {
            let mut alpha = g.operation(to_result);
            if is_dot && !g.random.one_in(3) {
                alpha.op = color.op;
                alpha.args.resize(color.args.len(), color.args[0]);
            }
            Command::Alpha(alpha)
        });
    }

    /// Makes commands until one is accepted. Some refused commands stay, to show that they change nothing.
    fn attempt(&mut self, mut make: impl FnMut(&mut Self) -> Command) {
        for _ in 0..6 {
            let command = make(self);
            let accepted = self.attempts.definition.errors(&command).is_none();
            if accepted || self.random.one_in(4) {
                if let (true, Command::Route { dst, .. }) = (accepted, &command) {
                    self.recent.push(*dst);
                }
                self.attempts.push(command);
            }
            if accepted {
                return;
            }
        }
    }

    fn route(&mut self) -> Command {
        let can_read_registers = !self.attempts.definition.commands.is_empty();
        let coord = if can_read_registers && self.random.one_in(2) {
            REG_0 + self.random.below(6)
        } else {
            TEXTURE_0 + self.random.below(8)
        };
        Command::Route {
            sample: self.random.one_in(2),
            dst: REG_0 + self.random.below(6),
            coord,
            swizzle: self.random.pick(&SWIZZLES),
        }
    }

    fn operation(&mut self, to_result: bool) -> Operation {
        let n = self.random.below(11) as usize;
        let all = || {
            OPERATIONS
                .iter()
                .enumerate()
                .flat_map(|(i, ops)| ops.iter().map(move |o| (*o, i + 1)))
        };
        let (op, arity) = all().nth(n).expect("eleven operations");
        let dst = if to_result || self.random.one_in(4) {
            REG_0
        } else {
            REG_0 + self.random.below(6)
        };
        Operation {
            op,
            dst,
            mask: self.random.below(2) * self.random.below(8),
            modifier: destination_modifier(self.random),
            args: (0..arity).map(|_| self.argument()).collect(),
        }
    }

    fn argument(&mut self) -> Arg {
        let source = match self.random.below(20) {
            0 => ZERO,
            1 => ONE,
            2..=5 => CON_0 + self.random.below(8),
            6..=8 if self.allow_interpolators => {
                self.random.pick(&[PRIMARY_COLOR, SECONDARY_INTERPOLATOR])
            }
            9 | 10 => REG_0 + self.random.below(6),
            _ => self.recent_register(),
        };
        let rep = if self.random.one_in(2) {
            NONE
        } else {
            RED + self.random.below(4)
        };
        Arg {
            source,
            rep,
            modifier: self.random.below(2) * self.random.below(16),
        }
    }

    fn recent_register(&mut self) -> u32 {
        let n = self.recent.len().min(4);
        if n == 0 {
            return REG_0;
        }
        self.recent[self.recent.len() - 1 - self.random.below(n as u32) as usize]
    }
}
