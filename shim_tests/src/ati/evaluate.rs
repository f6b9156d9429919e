//! Computes the colour that a shader gives one fragment, one number after the other. It follows Lefohn and Daum's
//! operational semantics, section 5, as QUIRKS 2 corrects them.

use super::arithmetic::{apply, destination, lerp, modify, replicate, saturate, to_range};
use super::command::{Arg, Command, Operation};
use super::enums::*;

pub type Rgba = [f32; 4];

/// The number of coordinates that a texture uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimensions {
    /// s
    One,
    /// s, t
    Two,
    /// s, t, r: volumes and cube maps
    Three,
}

/// The inputs of a fragment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fragment {
    /// s, t, r, q of each coordinate set.
    pub coords: [[f32; 4]; 8],
    /// PRIMARY_COLOR
    pub primary: Rgba,
    /// SECONDARY_INTERPOLATOR; its alpha is never read.
    pub secondary: Rgba,
    /// The fog coordinate.
    pub fog_coord: f32,
}

/// Linear fog (GL 1.5 section 3.10).
#[derive(Debug, Clone, Copy)]
pub struct Fog {
    /// FOG_END
    pub end: f32,
    /// 1 ÷ (end − start)
    pub scale: f32,
    /// FOG_COLOR
    pub color: Rgba,
}

/// The state of the context.
pub struct Environment<'a> {
    /// Constants set outside of definitions.
    pub constants: [Rgba; 8],
    /// The enabled target of each unit.
    pub targets: [Option<Dimensions>; 8],
    /// The texel of a unit at s, t, r. Unused coordinates are 0.
    pub texel: &'a dyn Fn(usize, [f32; 3]) -> Rgba,
    /// COLOR_SUM
    pub color_sum: bool,
    /// FOG, with FOG_MODE LINEAR.
    pub fog: Option<Fog>,
}

/// The fragment's colour after the shader, colour sum and fog (QUIRKS 2.10, 2.29). `commands` are those that were
/// accepted between Begin and End.
pub fn evaluate(commands: &[Command], environment: &Environment<'_>, fragment: &Fragment) -> Rgba {
    let mut machine = Machine::new(commands, environment, fragment);
    for command in commands {
        match command {
            Command::Route {
                sample,
                dst,
                coord,
                swizzle,
            } => machine.route(*sample, *dst, *coord, *swizzle),
            Command::Color(operation) => machine.color(operation),
            Command::Alpha(operation) => machine.alpha(operation),
            Command::Begin | Command::End | Command::Constant { .. } => {}
        }
    }
    finish(machine.registers[0], environment, fragment)
}

/// Applies colour sum and fog if they are enabled.
fn finish(color: Rgba, environment: &Environment<'_>, fragment: &Fragment) -> Rgba {
    let mut color = color.map(saturate);
    if environment.color_sum {
        for (c, secondary) in color.iter_mut().zip(fragment.secondary).take(3) {
            *c = saturate(*c + secondary);
        }
    }
    if let Some(fog) = environment.fog {
        let factor = saturate((fog.end - fragment.fog_coord) * fog.scale);
        for (c, fog) in color.iter_mut().zip(fog.color).take(3) {
            *c = lerp(factor, *c, fog);
        }
    }
    color
}

struct Machine<'a> {
    environment: &'a Environment<'a>,
    fragment: &'a Fragment,
    /// The shader's own constants: valid for all of it, wherever they are set (QUIRKS 2.24).
    constants: [Rgba; 8],
    registers: [Rgba; 6],
    /// The registers as the previous pass left them: what routing reads (QUIRKS 2.22).
    at_pass_start: [Rgba; 6],
    /// The registers before the colour operation directly before, with that operation's result before its modifiers.
    color_half: Option<([Rgba; 6], Rgba)>,
    has_arithmetic: bool,
}

impl<'a> Machine<'a> {
    fn new(
        commands: &[Command],
        environment: &'a Environment<'a>,
        fragment: &'a Fragment,
    ) -> Machine<'a> {
        let mut constants = environment.constants;
        for command in commands {
            if let Command::Constant { dst, value } = command {
                constants[(dst - CON_0) as usize] = *value;
            }
        }
        Machine {
            environment,
            fragment,
            constants,
            registers: [[0.0; 4]; 6],
            at_pass_start: [[0.0; 4]; 6],
            color_half: None,
            has_arithmetic: false,
        }
    }

    fn route(&mut self, sample: bool, dst: u32, coord: u32, swizzle: u32) {
        if self.has_arithmetic {
            self.at_pass_start = self.registers;
            self.has_arithmetic = false;
        }
        self.color_half = None;
        let unit = (dst - REG_0) as usize;
        // The fourth component is undefined: 1, but registers under STR keep theirs (QUIRKS 2.5, 2.22).
        let (source, fourth) = if coord >= REG_0 {
            let register = self.at_pass_start[(coord - REG_0) as usize];
            (register, register[3])
        } else {
            (self.fragment.coords[(coord - TEXTURE_0) as usize], 1.0)
        };
        let [s, t, r, q] = source;
        let value = match swizzle {
            SWIZZLE_STR => [s, t, r, fourth],
            SWIZZLE_STQ => [s, t, q, 1.0],
            SWIZZLE_STR_DR => [s / r, t / r, 1.0 / r, 1.0],
            _ => [s / q, t / q, 1.0 / q, 1.0],
        };
        let value = if sample {
            self.texel(unit, value)
        } else {
            value
        };
        self.registers[unit] = value.map(to_range);
    }

    /// Units without a target read (0, 0, 0, 1) (QUIRKS 2.25).
    fn texel(&self, unit: usize, [s, t, r, _]: [f32; 4]) -> Rgba {
        let coords = match self.environment.targets[unit] {
            None => return [0.0, 0.0, 0.0, 1.0],
            Some(Dimensions::One) => [s, 0.0, 0.0],
            Some(Dimensions::Two) => [s, t, 0.0],
            Some(Dimensions::Three) => [s, t, r],
        };
        (self.environment.texel)(unit, coords)
    }

    fn color(&mut self, operation: &Operation) {
        let before = self.registers;
        let result = apply(operation.op, &self.arguments(operation, &before));
        let written = if operation.mask == NONE {
            7
        } else {
            operation.mask
        };
        let register = &mut self.registers[(operation.dst - REG_0) as usize];
        for c in (0..3).filter(|c| written >> c & 1 != 0) {
            register[c] = destination(operation.modifier, result[c]);
        }
        self.color_half = Some((before, result));
        self.has_arithmetic = true;
    }

    /// Reads what the colour operation of the pair read; a dot product takes that operation's result (QUIRKS 2.13,
    /// 2.14).
    fn alpha(&mut self, operation: &Operation) {
        let half = self.color_half.take();
        let result = match half {
            Some((_, result)) if matches!(operation.op, DOT2_ADD | DOT3 | DOT4) => result,
            Some((before, _)) => apply(operation.op, &self.arguments(operation, &before)),
            None => apply(operation.op, &self.arguments(operation, &self.registers)),
        };
        let register = &mut self.registers[(operation.dst - REG_0) as usize];
        register[3] = destination(operation.modifier, result[3]);
        self.has_arithmetic = true;
    }

    fn arguments(&self, operation: &Operation, registers: &[Rgba; 6]) -> Vec<Rgba> {
        let one = |arg: &Arg| {
            let value = replicate(self.source(arg.source, registers), arg.rep);
            value.map(|x| modify(arg.modifier, x))
        };
        operation.args.iter().map(one).collect()
    }

    fn source(&self, source: u32, registers: &[Rgba; 6]) -> Rgba {
        match source {
            ZERO => [0.0; 4],
            ONE => [1.0; 4],
            PRIMARY_COLOR => self.fragment.primary,
            SECONDARY_INTERPOLATOR => self.fragment.secondary,
            constant if constant >= CON_0 => self.constants[(constant - CON_0) as usize],
            register => registers[(register - REG_0) as usize],
        }
    }
}
