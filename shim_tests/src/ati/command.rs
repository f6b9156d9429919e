//! The commands that an application makes between BeginFragmentShaderATI and EndFragmentShaderATI.

use super::enums::name;
use std::fmt;

/// One argument of an operation: `argN`, `argNRep`, `argNMod`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arg {
    pub source: u32,
    pub rep: u32,
    pub modifier: u32,
}

/// A colour or alpha operation of as many arguments as `args` has: 1 to 3.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub op: u32,
    pub dst: u32,
    /// Colour operations alone.
    pub mask: u32,
    pub modifier: u32,
    pub args: Vec<Arg>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// BeginFragmentShaderATI
    Begin,
    /// EndFragmentShaderATI
    End,
    /// SampleMapATI, or PassTexCoordATI
    Route {
        sample: bool,
        dst: u32,
        coord: u32,
        swizzle: u32,
    },
    /// ColorFragmentOpnATI
    Color(Operation),
    /// AlphaFragmentOpnATI
    Alpha(Operation),
    /// SetFragmentShaderConstantATI
    Constant { dst: u32, value: [f32; 4] },
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Begin => write!(f, "Begin()"),
            Command::End => write!(f, "End()"),
            Command::Route {
                sample,
                dst,
                coord,
                swizzle,
            } => {
                let command = if *sample { "SampleMap" } else { "PassTexCoord" };
                let [dst, coord, swizzle] = [*dst, *coord, *swizzle].map(name);
                write!(f, "{command}({dst}, {coord}, {swizzle})")
            }
            Command::Color(o) => {
                let head = format!("{}, {}, mask {:#x}", name(o.op), name(o.dst), o.mask);
                write_operation(f, "Color", &head, o)
            }
            Command::Alpha(o) => {
                let head = format!("{}, {}", name(o.op), name(o.dst));
                write_operation(f, "Alpha", &head, o)
            }
            Command::Constant { dst, value } => {
                write!(f, "SetFragmentShaderConstant({}, {value:?})", name(*dst))
            }
        }
    }
}

/// Prints modifiers as bits. Sources 0 and 1 are ZERO and ONE.
fn write_operation(
    f: &mut fmt::Formatter<'_>,
    stage: &str,
    head: &str,
    o: &Operation,
) -> fmt::Result {
    write!(f, "{stage}Op{}({head}, mod {:#x}", o.args.len(), o.modifier)?;
    for arg in &o.args {
        let source = match arg.source {
            0 => "ZERO".to_owned(),
            1 => "ONE".to_owned(),
            other => name(other),
        };
        let rep = if arg.rep == 0 {
            "NONE".to_owned()
        } else {
            name(arg.rep)
        };
        write!(f, ", {source} {rep} {:#x}", arg.modifier)?;
    }
    write!(f, ")")
}

/// Several commands, one a line.
pub fn listing(commands: &[Command]) -> String {
    commands.iter().map(|c| format!("    {c}\n")).collect()
}
