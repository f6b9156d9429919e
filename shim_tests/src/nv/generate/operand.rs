//! The registers of a random program, and random operands, destinations and tests over them.

use crate::nv::STATES;
use crate::nv::ast::*;
use crate::random::Random;

/// The registers that a random program chooses from.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) option: bool,
    pub(super) n_temps: u8,
    pub(super) n_addresses: u8,
    pub(super) singles: Vec<Param>,
    pub(super) arrays: Vec<Vec<Param>>,
    attributes: Vec<u8>,
    results: Vec<u8>,
    /// One instruction in this number updates the condition code.
    pub(super) update_rate: u32,
}

impl Generator {
    pub(super) fn new(mut random: Random, option: bool) -> Generator {
        let r = &mut random;
        let mut params = Params::default();
        let singles = (0..r.below(4)).map(|_| params.any(r)).collect();
        let arrays = (0..r.below(3) + u32::from(r.one_in(2)))
            .map(|_| (0..1 + r.below(9)).map(|_| params.new_one(r)).collect())
            .collect();
        // An attribute is read by one of its two names only (QUIRKS 0.29).
        let mut attributes: Vec<u8> = Vec::new();
        for _ in 0..1 + r.below(5) {
            let n = r.below(16) as u8;
            let generic = matches!(n, 1 | 6 | 7) || r.one_in(2);
            if attributes.iter().all(|a| a % 16 != n) {
                attributes.push(if generic { 16 + n } else { n });
            }
        }
        let n_results = if option {
            N_RESULTS as u32
        } else {
            RESULT_CLIP_0.into()
        };
        let results = (0..1 + r.below(6)).map(|_| r.below(n_results) as u8);
        Generator {
            results: results.collect(),
            option,
            n_temps: 1 + random.below(5) as u8,
            n_addresses: random.below(if option { 4 } else { 2 }) as u8,
            singles,
            arrays,
            attributes,
            update_rate: 3,
            random,
        }
    }

    pub(super) fn program(self, items: Vec<Item>, main: Option<u8>) -> Program {
        Program {
            native: None,
            third: false,
            option: self.option,
            n_temps: self.n_temps,
            n_addresses: self.n_addresses,
            singles: self.singles,
            arrays: self.arrays,
            main,
            items,
        }
    }

    fn index(&mut self, n: usize) -> u8 {
        self.random.below(n as u32) as u8
    }

    fn swizzle(&mut self) -> [u8; 4] {
        match self.random.below(4) {
            0 | 1 => [0, 1, 2, 3],
            2 => [self.index(4); 4],
            _ => std::array::from_fn(|_| self.index(4)),
        }
    }

    /// A condition, or none.
    pub(super) fn test(&mut self, none_rate: u32) -> Option<Test> {
        if !self.option || self.random.one_in(none_rate) {
            return None;
        }
        // TR and FL are rarer than the rest.
        let n = if self.random.one_in(8) { 8 } else { 6 };
        let (rule, _) = Rule::ALL[self.index(n) as usize];
        Some(Test {
            rule,
            swizzle: self.swizzle(),
            register: 0,
        })
    }

    fn source(&mut self) -> Source {
        loop {
            return match self.random.below(12) {
                0..=4 => Source::Temp(self.index(self.n_temps.into())),
                5..=7 => self.attribute(),
                8 if !self.singles.is_empty() => Source::Single(self.index(self.singles.len())),
                9 | 10 if !self.arrays.is_empty() => self.array_source(),
                11 => Source::Inline(Params::default().any(&mut self.random)),
                _ => continue,
            };
        }
    }

    pub(super) fn attribute(&mut self) -> Source {
        Source::Attribute(self.random.pick(&self.attributes))
    }

    fn array_source(&mut self) -> Source {
        let array = self.index(self.arrays.len());
        let len = self.arrays[usize::from(array)].len();
        if self.n_addresses == 0 || self.random.one_in(4) {
            return Source::Element(array, self.index(len));
        }
        let edges: &[i32] = if self.option {
            &[-256, 255, -64, 64, 100, -100]
        } else {
            &[-64, 63, -30, 30]
        };
        let offset = match self.random.below(8) {
            0 => self.random.pick(edges),
            1..=3 => 0,
            _ => self.random.below(9) as i32 - 4,
        };
        Source::Relative {
            array,
            register: self.index(self.n_addresses.into()),
            component: if self.option { self.index(4) } else { 0 },
            offset,
        }
    }

    /// An operand of one of the forms.
    pub(super) fn operand(&mut self, form: Form) -> Operand {
        let mut operand = Operand {
            source: Source::Address(0),
            swizzle: [0, 1, 2, 3],
            inner_negate: false,
            absolute: false,
            negate: [false; 4],
        };
        match form {
            Form::AddAddress => {
                operand.source = Source::Address(self.index(self.n_addresses.into()));
                return operand;
            }
            Form::Swizzle => {
                operand.source = self.source();
                operand.swizzle = std::array::from_fn(|_| self.index(6));
                operand.negate = std::array::from_fn(|_| self.random.one_in(3));
                return operand;
            }
            _ => {}
        }
        operand.source = self.source();
        operand.swizzle = self.swizzle();
        let is_scalar = matches!(form, Form::Scalar(_)) || form == Form::Load && !self.option;
        if is_scalar {
            operand.swizzle = [self.index(4); 4];
        }
        operand.absolute = self.option && self.random.one_in(5);
        operand.inner_negate = operand.absolute && self.random.one_in(3);
        operand.negate = [self.random.one_in(4); 4];
        operand
    }

    /// Any instruction that computes.
    pub(super) fn alu(&mut self) -> Alu {
        let opcode = loop {
            let info = OPCODES[self.random.below(OPCODES.len() as u32) as usize];
            let needs_address = matches!(info.form, Form::Load | Form::AddAddress);
            if (self.option || !info.needs_option) && (self.n_addresses > 0 || !needs_address) {
                break info.opcode;
            }
        };
        self.alu_of(opcode)
    }

    /// An instruction with this operation.
    pub(super) fn alu_of(&mut self, opcode: Opcode) -> Alu {
        let form = opcode.info().form;
        let n = match form {
            Form::Vector(n) | Form::Scalar(n) => n,
            _ => 1,
        };
        let address = matches!(form, Form::Load | Form::AddAddress);
        let update = self.option && self.random.one_in(self.update_rate);
        let target = match self.random.below(10) {
            _ if address => Target::Address(self.index(self.n_addresses.into())),
            0 | 1 if update => Target::ConditionCode,
            // Without the suffix it has no effect at all, but is legal.
            0 if self.option && self.random.one_in(8) => Target::ConditionCode,
            0..=6 => Target::Temp(self.index(self.n_temps.into())),
            _ => Target::Result(self.random.pick(&self.results)),
        };
        let mask = match self.random.below(3) {
            _ if address && !self.option => 1,
            0 | 1 => 15,
            _ => 1 + self.random.below(15) as u8,
        };
        Alu {
            opcode,
            update,
            code: 0,
            saturate: false,
            target,
            mask,
            test: self.test(2),
            sources: (0..n).map(|_| self.operand(form)).collect(),
        }
    }
}

/// The parameters. A relatively addressed array must not hold the same piece of state twice, nor share it with another
/// (QUIRKS 0.33).
#[derive(Default)]
struct Params {
    in_arrays: Vec<Param>,
}

impl Params {
    /// Any parameter.
    fn any(&mut self, random: &mut Random) -> Param {
        match random.below(4) {
            0 => Param::Env(random.below(20) as u8),
            1 => Param::Local(random.below(20) as u8),
            2 if random.one_in(3) => Param::State(random.below(STATES.len() as u32) as u8),
            _ => Param::Constant(constant(random)),
        }
    }

    /// A parameter that can stand in an array.
    fn new_one(&mut self, random: &mut Random) -> Param {
        // It is often the neighbour of the last, so that ranges occur.
        let next = match self.in_arrays.last() {
            Some(Param::Env(n)) if random.one_in(2) => Param::Env(n + 1),
            Some(Param::Local(n)) if random.one_in(2) => Param::Local(n + 1),
            _ => self.any(random),
        };
        if matches!(next, Param::Constant(_)) {
            return next;
        }
        if self.in_arrays.contains(&next) {
            return Param::Constant(constant(random));
        }
        self.in_arrays.push(next);
        next
    }
}

fn constant(random: &mut Random) -> [f32; 4] {
    if random.one_in(2) {
        return [number(random); 4];
    }
    let mut c = std::array::from_fn(|_| number(random));
    if random.one_in(4) {
        c[2..].copy_from_slice(&[0.0, 1.0]);
    }
    c
}

/// A number that has a text.
fn number(random: &mut Random) -> f32 {
    const SPECIAL: [f32; 12] = [
        0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-40, -3e-39, 3e38, 0.1, -127.5, 8388609.0,
    ];
    match random.below(4) {
        0 => random.pick(&SPECIAL),
        1 => random.below(11) as f32 - 4.0,
        2 => random.below(2001) as f32 / 250.0 - 4.0,
        _ => {
            let x = f32::from_bits(random.below(u32::MAX));
            if x.is_finite() { x } else { 1.5 }
        }
    }
}
