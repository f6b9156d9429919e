//! Makes random shaders. Most commands fit the types of their symbols. Now and then one has any types.

use super::command::*;
use super::driver::{Environment, STATE, Vertex};
use super::evaluate::Elements;
use crate::random::Random;

/// A shader before its definition, and its inputs.
#[derive(Debug, Clone, Default)]
pub struct Case {
    pub symbols: Symbols,
    /// All commands, refused ones among them.
    pub commands: Vec<Command>,
    /// The inputs that are the same for all vertices.
    pub environment: Environment,
    /// Vertices: whole groups.
    pub vertices: Vec<Vertex>,
}

/// Makes the case of a seed with `n` vertices.
pub fn case(random: &mut Random, n_vertices: usize) -> Case {
    let mut case = Case::default();
    symbols(random, &mut case.symbols);
    values(random, &mut case, n_vertices);
    let n = 1 + random.below(24);
    for _ in 0..n {
        let command = fitting(random, &case.symbols);
        case.commands.push(command);
    }
    // The outputs show the values of locals.
    for output in OUTPUT_VERTEX..OUTPUT_COORD0 + 8 {
        let locals: Vec<u32> = names(&case.symbols, |b| {
            b.source == Source::Local && b.ty == Type::V
        });
        let args = vec![random.pick(&locals)];
        let op = TABLE.len() - 1;
        if !random.one_in(3) {
            let res = output;
            case.commands.push(Command::Op { op, res, args });
        }
    }
    case
}

fn names(symbols: &Symbols, holds: impl Fn(&Block) -> bool) -> Vec<u32> {
    let blocks = symbols.0.iter().filter(|block| holds(block));
    blocks.flat_map(|b| b.first..b.first + b.count).collect()
}

fn symbols(random: &mut Random, symbols: &mut Symbols) {
    let mut first = 1;
    let mut add = |count, ty, source, normalized| {
        symbols.0.push(Block {
            first,
            count,
            ty,
            source,
            normalized,
        });
        first += count;
    };
    for (n, (_, ty)) in STATE.iter().enumerate() {
        add(1, *ty, Source::State(n), false);
    }
    for source in [Source::Invariant, Source::LocalConstant, Source::Local] {
        for ty in [Type::S, Type::V, Type::M] {
            add(1 + random.below(3), ty, source, random.one_in(3));
        }
    }
    // There are sixteen attributes in all.
    for (most, ty) in [(3, Type::S), (5, Type::V), (2, Type::M)] {
        add(
            1 + random.below(most),
            ty,
            Source::Variant,
            random.one_in(3),
        );
    }
}

/// Numbers that an application may use, small whole ones among them. They are seldom NaN.
fn number(random: &mut Random) -> f32 {
    match random.below(12) {
        0 => random.f32(),
        1..=4 => random.below(9) as f32 - 4.0,
        5 => random.pick(&[0.0, -0.0, 0.5, -0.5, 1.0]),
        _ => random.below(1 << 20) as f32 / (1 << 17) as f32 - 4.0,
    }
}

/// Unused elements are NaN, so that a wrong read shows.
fn elements(random: &mut Random, ty: Type) -> Elements {
    let n = match ty {
        Type::S => 1,
        Type::V => 4,
        Type::M => 16,
    };
    let mut value: Elements =
        std::array::from_fn(|i| if i < n { number(random) } else { f32::NAN });
    if ty == Type::M && value[4].is_nan() {
        value[4] = 0.0;
    }
    value
}

fn values(random: &mut Random, case: &mut Case, n_vertices: usize) {
    let environment = &mut case.environment;
    // Invariants are set, and most local constants.
    for block in &case.symbols.0 {
        for name in block.first..block.first + block.count {
            match block.source {
                Source::Invariant => {
                    let value = elements(random, block.ty);
                    environment.invariants.insert(name, value);
                }
                Source::LocalConstant if !random.one_in(5) => {
                    let value = elements(random, block.ty);
                    environment.constants.insert(name, value);
                }
                _ => {}
            }
        }
    }
    // State that symbols can be bound to.
    environment.mvp = elements(random, Type::M);
    environment.inverse_projection = elements(random, Type::M);
    environment.vectors = std::array::from_fn(|_| std::array::from_fn(|_| number(random)));
    environment.planes = std::array::from_fn(|_| std::array::from_fn(|_| number(random)));
    environment.clip_planes = if random.one_in(4) {
        random.below(64) as u8
    } else {
        0
    };
    // A value of each variant for every vertex.
    for _ in 0..n_vertices {
        let mut vertex = Vertex {
            attributes: std::array::from_fn(|_| std::array::from_fn(|_| number(random))),
            ..Vertex::default()
        };
        for block in case
            .symbols
            .0
            .iter()
            .filter(|b| b.source == Source::Variant)
        {
            for name in block.first..block.first + block.count {
                vertex.variants.insert(name, elements(random, block.ty));
            }
        }
        case.vertices.push(vertex);
    }
}

/// Makes a command, mostly one that is accepted.
fn fitting(random: &mut Random, symbols: &Symbols) -> Command {
    for _ in 0..40 {
        let command = any(random, symbols);
        if symbols.accept(&command) || random.one_in(100) {
            return command;
        }
    }
    any(random, symbols)
}

fn any(random: &mut Random, symbols: &Symbols) -> Command {
    let locals = names(symbols, |b| b.source == Source::Local);
    let all = names(symbols, |_| true);
    // Mostly names of the right kind, now and then one that is none.
    let source = |random: &mut Random| match random.below(40) {
        0 => random.pick(&[0, 1000, OUTPUT_VERTEX]),
        1..20 => random.pick(&locals),
        _ => random.pick(&all),
    };
    let res = match random.below(30) {
        0 => random.pick(&[0, 1000, 1, OUTPUT_COORD0 + 8]),
        1..6 => OUTPUT_VERTEX + random.below(11),
        6 => OUTPUT_FOG,
        _ => random.pick(&locals),
    };
    match random.below(12) {
        0 => Command::Swizzle {
            res,
            from: source(random),
            select: std::array::from_fn(|_| random.below(11) as u8),
        },
        1 => Command::Mask {
            res,
            from: source(random),
            mask: std::array::from_fn(|_| random.one_in(2)),
        },
        2 => Command::Insert {
            res,
            src: source(random),
            num: random.below(4) as usize,
        },
        3 => Command::Extract {
            res,
            src: source(random),
            num: random.below(4) as usize,
        },
        _ => {
            let op = random.below(TABLE.len() as u32) as usize;
            let args = (0..arity(op)).map(|_| source(random)).collect();
            Command::Op { op, res, args }
        }
    }
}
