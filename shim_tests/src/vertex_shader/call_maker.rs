//! Makes random sequences of calls. Most calls must succeed. Each argument is wrong now and then.

use super::bound_state::BOUND;
use super::calls::{Call, Data, Id, Kind, Name};
use super::command::{OUTPUT_FOG, OUTPUT_VERTEX, Source, TABLE, Type};
use super::numbers::NUMBER_TYPES;
use super::world::*;
use crate::random::Random;

/// A sequence of `n` calls.
pub fn sequence(random: &mut Random, n: usize) -> Vec<Call> {
    let mut maker = Maker {
        random,
        world: World::default(),
        last: 0,
    };
    (0..n).map(|_| maker.next()).collect()
}

/// Placeholder names, in the order in which the driver may use them. The real names are known only when the calls are made.
struct Maker<'a> {
    random: &'a mut Random,
    world: World,
    last: u32,
}

/// The number of failed searches for a fitting block of symbols before any block is taken.
const TRIES: usize = 12;

impl Maker<'_> {
    fn next(&mut self) -> Call {
        let call = self.call();
        if self.world.errors(&call).is_none() {
            let returned = self.returned(&call);
            self.world.done(&call, returned).expect("new names");
        }
        call
    }

    fn returned(&mut self, call: &Call) -> u32 {
        let count = match call {
            Call::GenSymbols { count, .. } | Call::GenShaders(count) => *count,
            // A symbol that is bound again has the same name, which the model knows.
            Call::BindState(row, _) => match self.world.bound_symbol(*row) {
                Some(name) => return name,
                None => 1,
            },
            _ => 0,
        };
        let first = self.last + 1;
        self.last += count;
        if count == 0 { 0 } else { first }
    }

    fn call(&mut self) -> Call {
        // Between Begin and End mostly what is allowed there; then anything, in and out of place.
        if self.world.in_primitive() && !self.random.one_in(4) {
            return if self.random.one_in(3) {
                Call::EndPrimitive
            } else {
                self.set(Source::Variant)
            };
        }
        match self.random.below(100) {
            0..=1 => Call::GenShaders(self.random.pick(&[0, 1, 1, 3])),
            2..=3 => Call::BindShader(self.name()),
            4 => Call::DeleteShader(self.name()),
            5..=9 if !self.world.is_defining() => Call::Begin,
            5 => Call::Begin,
            6..=8 => Call::End,
            9 => Call::EndPrimitive,
            10 => Call::BeginPrimitive,
            11..=22 => self.gen_symbols(),
            23..=28 => self.bind_state(),
            29..=33 => self.set(Source::Invariant),
            34..=37 => self.set(Source::LocalConstant),
            38..=43 => self.set(Source::Variant),
            44..=46 => self.pointer(),
            47..=48 => Call::EnableArray(self.of(Source::Variant), self.random.one_in(2)),
            49 => Call::IsArrayEnabled(self.of(Source::Variant), self.or_wild(|_| VARIANT_ARRAY)),
            50..=53 => self.get(),
            54 => Call::GetPointer(
                self.of(Source::Variant),
                self.or_wild(|_| VARIANT_ARRAY_POINTER),
            ),
            55..=56 => Call::Enable(!self.random.one_in(3)),
            57..=58 => Call::Draw,
            59 => Call::Inspect,
            60..=79 => self.operation(),
            80..=85 => {
                let select =
                    std::array::from_fn(|_| self.or_wild(|r| SELECTIONS.start + r.below(11)));
                Call::Swizzle(self.result(Type::V), self.read(Type::V), select)
            }
            86..=90 => {
                let mask = std::array::from_fn(|_| self.or_wild(|r| r.below(2)));
                Call::WriteMask(self.result(Type::V), self.read(Type::V), mask)
            }
            n => {
                let (part, whole) = self.random.pick(&[(Type::S, Type::V), (Type::V, Type::M)]);
                let number = self.or_wild(|r| r.below(4));
                match n % 2 {
                    0 => Call::Insert(self.result(whole), self.read(part), number),
                    _ => Call::Extract(self.result(part), self.read(whole), number),
                }
            }
        }
    }

    fn name(&mut self) -> Name {
        match self.random.below(6) {
            0 => Name::Plain(0),
            1 => Name::Plain(self.random.pick(&[7, 1 << 31, u32::MAX])),
            _ => Name::Generated(self.random.below(1 << 16)),
        }
    }

    fn gen_symbols(&mut self) -> Call {
        Call::GenSymbols {
            data: self.or_wild(|r| TYPES.start + r.pick(&[0, 0, 1, 1, 1, 2])),
            // Most are locals.
            storage: self.or_wild(|r| STORAGES.start + r.below(6).min(3)),
            range: self.or_wild(|r| RANGES.start + r.below(2)),
            count: self.random.pick(&[0, 1, 1, 2, 3]),
        }
    }

    fn bind_state(&mut self) -> Call {
        let row = self.random.below(BOUND.len() as u32) as usize;
        let arguments = BOUND[row].arguments.len() as u32;
        let wrong = if self.random.one_in(8) {
            1 + self.random.below(arguments)
        } else {
            0
        };
        Call::BindState(row, wrong as usize)
    }

    fn set(&mut self, source: Source) -> Call {
        let id = self.of(source);
        let data = self.data();
        match source {
            Source::Invariant => Call::SetInvariant(id, self.number_type(), data),
            Source::LocalConstant => Call::SetLocalConstant(id, self.number_type(), data),
            _ => Call::Variant(id, self.random.pick(&NUMBER_TYPES), data),
        }
    }

    fn number_type(&mut self) -> u32 {
        self.or_wild(|r| r.pick(&NUMBER_TYPES))
    }

    fn data(&mut self) -> Data {
        const ENDS: [f64; 8] = [-128.0, 255.0, 65535.0, -32768.0, 1e9, -1e9, 0.5, -1.5];
        Box::new(std::array::from_fn(|_| match self.random.below(4) {
            0 => self.random.pick(&ENDS),
            1 => f64::from(self.random.below(256)) - 128.0,
            _ => f64::from(self.random.below(4096)) / 1024.0 - 2.0,
        }))
    }

    fn pointer(&mut self) -> Call {
        Call::VariantPointer {
            id: self.of(Source::Variant),
            ty: self.number_type(),
            stride: self.or_wild(|r| r.pick(&[0, 4, 16, i32::MAX as u32])),
            pointer: 0x1000 * u64::from(self.random.below(16)),
        }
    }

    fn get(&mut self) -> Call {
        let (kind, source) = self.random.pick(&[
            (Kind::Variant, Source::Variant),
            (Kind::Invariant, Source::Invariant),
            (Kind::LocalConstant, Source::LocalConstant),
        ]);
        let property = self.or_wild(|r| r.pick(properties(kind)));
        Call::Get(kind, self.of(source), property)
    }

    /// An operation of the table. In most cases its symbols have the types of one row.
    fn operation(&mut self) -> Call {
        let number = self.random.below(TABLE.len() as u32);
        let rows: Vec<&str> = TABLE[number as usize].1.split(' ').collect();
        let row = self.random.pick(&rows);
        let types: Vec<Type> = row.chars().filter_map(of_letter).collect();
        let mut args: Vec<Id> = types[1..].iter().map(|ty| self.read(*ty)).collect();
        if self.random.one_in(40) {
            let spare = args[0];
            args.resize(1 + self.random.below(3) as usize, spare);
        }
        Call::Op {
            op: self.or_wild(|_| OP_INDEX + number),
            res: self.result(types[0]),
            args,
        }
    }

    /// A symbol of this type that can be read, if there is one.
    fn read(&mut self, ty: Type) -> Id {
        self.find(|ty_here, _| ty_here == ty)
    }

    /// A local or output of this type.
    fn result(&mut self, ty: Type) -> Id {
        if self.random.one_in(3) && ty != Type::M {
            let vectors = [0, 1, 2, 3, 4, 10].map(|n| OUTPUT_VERTEX + n);
            return Id::Plain(match ty {
                Type::S => OUTPUT_FOG,
                _ => self.random.pick(&vectors),
            });
        }
        self.find(|ty_here, source| ty_here == ty && source == Source::Local)
    }

    fn of(&mut self, source: Source) -> Id {
        self.find(|_, here| here == source)
    }

    /// A symbol, mostly of this kind.
    fn find(&mut self, is_it: impl Fn(Type, Source) -> bool) -> Id {
        let n = self.world.symbols.0.len() as u32;
        if n == 0 || self.random.one_in(24) {
            return Id::Plain(self.random.pick(&[
                0,
                5,
                OUTPUT_VERTEX,
                OUTPUT_VERTEX + 12,
                u32::MAX,
            ]));
        }
        let tries = if self.random.one_in(16) { 1 } else { TRIES };
        let mut found = 0;
        for _ in 0..tries {
            found = self.random.below(n) as usize;
            let block = &self.world.symbols.0[found];
            if is_it(block.ty, block.source) {
                break;
            }
        }
        let count = self.world.symbols.0[found].count;
        Id::Symbol(found, self.random.below(count))
    }

    fn or_wild(&mut self, usual: impl FnOnce(&mut Random) -> u32) -> u32 {
        const WILD: [u32; 12] = [
            0,
            2,
            4,
            0x1407,
            0x8781,
            0x879A,
            0x87BD,
            0x87C5,
            0x87E2,
            0x87EE,
            1 << 31,
            u32::MAX,
        ];
        if self.random.one_in(32) {
            self.random.pick(&WILD)
        } else {
            usual(self.random)
        }
    }
}

fn of_letter(letter: char) -> Option<Type> {
    match letter {
        'S' => Some(Type::S),
        'V' => Some(Type::V),
        'M' => Some(Type::M),
        _ => None,
    }
}
