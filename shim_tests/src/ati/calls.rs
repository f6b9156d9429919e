//! Makes random sequences of calls in any order. Some arguments make sense, and some do not.

use super::command::{Arg, Command, Operation};
use super::enums::*;
use super::evaluate::Fragment;
use super::generate::{self, SWIZZLES, number};
use super::world::World;
use crate::random::Random;

/// A name of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// This number.
    Plain(u32),
    /// One of the names that GenFragmentShadersATI has returned so far, or 0.
    Generated(u32),
}

/// The capabilities that the calls enable and disable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// FRAGMENT_SHADER_ATI
    Shader,
    /// COLOR_SUM
    ColorSum,
    Fog,
    /// The texture target of this unit.
    Texture(u8),
}

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// GenFragmentShadersATI
    Gen(u32),
    /// BindFragmentShaderATI
    Bind(Name),
    /// DeleteFragmentShaderATI
    Delete(Name),
    /// Commands that a definition is made of.
    Shader(Command),
    /// NewList with COMPILE, or with COMPILE_AND_EXECUTE.
    NewList {
        list: u32,
        execute: bool,
    },
    EndList,
    CallList(u32),
    /// Begin(POINTS)
    BeginPrimitive,
    EndPrimitive,
    /// Enable or Disable
    Enable(Cap, bool),
    IsEnabled(Cap),
    /// PushAttrib(ENABLE_BIT)
    PushEnables,
    /// PopAttrib
    PopEnables,
    /// A rectangle over the whole window. Every fragment has these values.
    Draw(Box<Fragment>),
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Call::Shader(command) => write!(f, "{command}"),
            other => write!(f, "{other:?}"),
        }
    }
}

/// A sequence of `n` calls.
pub fn sequence(random: &mut Random, n: usize) -> Vec<Call> {
    let mut maker = Maker {
        random,
        world: World::default(),
        coherent: Vec::new(),
    };
    (0..n).map(|_| maker.next()).collect()
}

struct Maker<'a> {
    random: &'a mut Random,
    /// The model of the context. It follows the calls, so that most calls have something to do.
    world: World,
    /// The rest of a sensible shader. Its last element is the next command.
    coherent: Vec<Command>,
}

impl Maker<'_> {
    fn next(&mut self) -> Call {
        let call = if self.random.one_in(5) {
            self.any_call()
        } else if let (true, Some(end)) = (self.random.one_in(4), self.world.end_of_open()) {
            end
        } else if self.world.is_defining() {
            // The next command of the sensible shader, then End.
            Call::Shader(self.coherent.pop().unwrap_or(Command::End))
        } else {
            self.outside_call()
        };
        if !self.world.is_skipped(&call) {
            self.world.call(&call);
            self.world.take_errors();
        }
        call
    }

    fn outside_call(&mut self) -> Call {
        match self.random.below(8) {
            0..=2 => {
                let shader = generate::shader(self.random);
                self.coherent = shader.commands.into_iter().map(|(c, _)| c).rev().collect();
                Call::Shader(Command::Begin)
            }
            3 | 4 if !self.world.enables.shader => Call::Enable(Cap::Shader, true),
            _ => self.draw(),
        }
    }

    fn any_call(&mut self) -> Call {
        match self.random.below(40) {
            0 | 1 => Call::Gen(self.range()),
            2 | 3 => Call::Bind(self.name()),
            4 => Call::Delete(self.name()),
            5 => Call::NewList {
                list: 1 + self.random.below(3),
                execute: self.random.one_in(2),
            },
            6 => Call::EndList,
            7 => Call::CallList(1 + self.random.below(3)),
            8 => Call::BeginPrimitive,
            9 => Call::EndPrimitive,
            10..=12 => Call::Enable(self.cap(), !self.random.one_in(3)),
            13 => Call::IsEnabled(self.cap()),
            14 if self.random.one_in(2) => Call::PushEnables,
            14 => Call::PopEnables,
            15 => self.draw(),
            16 => Call::Shader(Command::Begin),
            17 => Call::Shader(Command::End),
            _ => Call::Shader(self.command()),
        }
    }

    fn range(&mut self) -> u32 {
        match self.random.below(12) {
            0..=2 => 0,
            3 if self.random.one_in(40) => self.random.pick(&[1 << 12, 1 << 31, u32::MAX]),
            3 => 100,
            _ => 1 + self.random.below(5),
        }
    }

    fn name(&mut self) -> Name {
        match self.random.below(8) {
            0 => Name::Plain(0),
            1 => Name::Plain(self.random.pick(&[1 << 31, u32::MAX, u32::MAX - 1])),
            2..=4 => Name::Plain(1 + self.random.below(8)),
            _ => Name::Generated(self.random.below(1 << 16)),
        }
    }

    fn cap(&mut self) -> Cap {
        match self.random.below(12) {
            0 => Cap::ColorSum,
            1 => Cap::Fog,
            n @ 2..=7 => Cap::Texture(n as u8 - 2),
            _ => Cap::Shader,
        }
    }

    fn draw(&mut self) -> Call {
        let r = &mut *self.random;
        let mut unit = || r.below(257) as f32 / 256.0;
        let (primary, secondary) = (
            [unit(), unit(), unit(), unit()],
            [unit(), unit(), unit(), 1.0],
        );
        let fog_coord = unit();
        let mut coordinate = || match r.below(8) {
            // −0 is left out, since interpolation makes it +0.
            0 => r.pick(&[0.0, 0.5, 1.0, -8.0, 100.0]),
            _ => r.below(4096) as f32 / 512.0 - 4.0,
        };
        let mut set = || [coordinate(), coordinate(), coordinate(), coordinate()];
        let coords = [set(), set(), set(), set(), set(), set(), set(), set()];
        Call::Draw(Box::new(Fragment {
            coords,
            primary,
            secondary,
            fog_coord,
        }))
    }

    /// Makes a command with arguments of the right kind. Now and then one of them is any number.
    fn command(&mut self) -> Command {
        match self.random.below(9) {
            0 => Command::Constant {
                dst: self.or_wild(|r| CON_0 + r.below(8)),
                value: std::array::from_fn(|_| number(self.random)),
            },
            1..=4 => Command::Route {
                sample: self.random.one_in(2),
                dst: self.register(),
                coord: if self.random.one_in(3) {
                    self.register()
                } else {
                    self.or_wild(|r| TEXTURE_0 + r.below(8))
                },
                swizzle: self.or_wild(|r| r.pick(&SWIZZLES)),
            },
            5 | 6 => Command::Color(self.operation()),
            _ => Command::Alpha(self.operation()),
        }
    }

    fn operation(&mut self) -> Operation {
        let arity = 1 + self.random.below(3) as usize;
        Operation {
            op: self.or_wild(|r| r.pick(OPERATIONS[arity - 1])),
            dst: self.register(),
            mask: self.or_wild(|r| r.below(8)),
            modifier: self.or_wild(generate::destination_modifier),
            args: (0..arity).map(|_| self.argument()).collect(),
        }
    }

    fn argument(&mut self) -> Arg {
        let source = |r: &mut Random| match r.below(4) {
            0 => r.pick(&[ZERO, ONE, PRIMARY_COLOR, SECONDARY_INTERPOLATOR]),
            1 => CON_0 + r.below(8),
            _ => REG_0 + r.below(6),
        };
        Arg {
            source: self.or_wild(source),
            rep: self.or_wild(|r| r.pick(&[NONE, NONE, RED, GREEN, BLUE, ALPHA])),
            modifier: self.or_wild(|r| r.below(16)),
        }
    }

    fn register(&mut self) -> u32 {
        self.or_wild(|r| REG_0 + r.below(6))
    }

    fn or_wild(&mut self, usual: impl FnOnce(&mut Random) -> u32) -> u32 {
        // Registers, constants and swizzles that headers name and the extension lacks; operations of any number of
        // arguments; bits.
        const WILD: [u32; 24] = [
            2,
            3,
            5,
            8,
            0x10,
            0x41,
            0x80,
            0x100,
            0x1902,
            0x1907,
            0x84CF,
            0x8576,
            0x8578,
            0x8940,
            0x8962,
            0x896D,
            0x896E,
            0x8975,
            0x897A,
            0x897B,
            0x8980,
            0x84E0,
            1 << 31,
            u32::MAX,
        ];
        if !self.random.one_in(24) {
            return usual(self.random);
        }
        match self.random.below(6) {
            0 => REG_0 + 6 + self.random.below(26),
            1 => CON_0 + 8 + self.random.below(24),
            2 => TEXTURE_0 + 8 + self.random.below(24),
            3 => {
                let arity = self.random.pick(&[0, 1, 2]);
                self.random.pick(OPERATIONS[arity])
            }
            4 => self.random.below(u32::MAX),
            _ => self.random.pick(&WILD),
        }
    }
}
