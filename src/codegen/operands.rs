//! Operands of numbers: where numbers lie, and with which swizzle and modifier an instruction reads them.

use super::graph::numbers::{Kind, Lanes, NodeId};
use super::lines::{Read, Where};
use super::pack::Pack;
use crate::frontend::assembly::d3d::model::{File, Modifier, Register};

/// What an operand may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Any swizzle and modifier.
    Any,
    /// Lane n is component n, without modifiers, of a temporary or of coordinates.
    Plain,
    /// The same of any register.
    Ordered,
}

impl Pack<'_> {
    /// The operand of these numbers.
    pub(super) fn operand(&mut self, lanes: Lanes, form: Form) -> Read {
        if form != Form::Any {
            return self.source(lanes, form);
        }
        let (lanes, minus) = self.without(lanes, Kind::Neg);
        let (lanes, magnitude) = match self.target.machine.has_abs {
            true => self.without(lanes, Kind::Abs),
            false => (lanes, false),
        };
        let modifier = match (minus, magnitude) {
            (false, false) => Modifier::None,
            (true, false) => Modifier::Negate,
            (false, true) => Modifier::Absolute,
            (true, true) => Modifier::NegateAbsolute,
        };
        Read {
            modifier,
            ..self.source(lanes, form)
        }
    }

    /// The numbers without a modifier that all have.
    fn without(&self, lanes: Lanes, kind: Kind) -> (Lanes, bool) {
        let all = lanes.iter().flatten();
        let have_it = { all }.all(|n| self.graph.kind(*n) == kind);
        if !have_it || lanes.iter().all(Option::is_none) {
            return (lanes, false);
        }
        (lanes.map(|l| l.map(|n| self.graph.args(n)[0])), true)
    }

    /// Where a number lies: its register and component.
    pub(super) fn place(&mut self, n: NodeId) -> Option<(Where, u8)> {
        match self.graph.kind(n) {
            Kind::Register(file, number, component) => {
                Some((Where::Fixed(Register::new(file, number)), component))
            }
            Kind::Relative(base, component) => {
                let index = self.graph.args(n)[0];
                let id = match self.indices.get(&index) {
                    Some(known) => *known,
                    None => {
                        let read = self.operand([Some(index), None, None, None], Form::Any);
                        self.code.indices.push(read);
                        let id = self.code.indices.len() as u32 - 1;
                        self.indices.insert(index, id);
                        id
                    }
                };
                Some((Where::Indexed(base, id), component))
            }
            Kind::Counted(base, component, _) => Some((Where::Counted(base), component)),
            _ => {
                let (register, lane) = self.homes[n.0 as usize]?;
                Some((Where::Virtual(register), lane))
            }
        }
    }

    fn source(&mut self, lanes: Lanes, form: Form) -> Read {
        for n in lanes.iter().flatten() {
            self.whole(*n);
            self.with_others(*n, &lanes);
        }
        if let Some(read) = self.direct(lanes, form) {
            return read;
        }
        if form != Form::Any {
            return self.gather(lanes, form);
        }
        if let Some(read) = self.gathered.get(&lanes) {
            return *read;
        }
        let read = self.gather(lanes, form);
        self.gathered.insert(lanes, read);
        read
    }

    /// The operand, if the numbers lie in one register already.
    fn direct(&mut self, lanes: Lanes, form: Form) -> Option<Read> {
        let all: Vec<NodeId> = lanes.iter().flatten().copied().collect();
        let bits = |n: NodeId| match self.graph.kind(n) {
            Kind::Literal(bits) => Some(bits),
            _ => None,
        };
        if form != Form::Plain && all.iter().all(|n| bits(*n).is_some()) {
            // Lanes that nothing wants have what another one has, so that equal literals are one vector.
            let first = all.first().and_then(|n| bits(*n));
            let literals = lanes.map(|l| l.and_then(bits).or(first));
            let id = self.code.literal(literals);
            return Some(Read::plain(Where::Literals(id)));
        }
        let mut read: Option<Read> = None;
        let mut first = None;
        for (lane, n) in lanes.iter().enumerate() {
            let Some(n) = n else { continue };
            if bits(*n).is_some() {
                return None;
            }
            let (from, component) = self.place(*n)?;
            first.get_or_insert(component);
            let read = read.get_or_insert(Read::plain(from));
            let is_in_order = usize::from(component) == lane;
            let fits = match form {
                Form::Any => true,
                Form::Ordered => is_in_order,
                Form::Plain => is_in_order && can_load(from),
            };
            if read.from != from || !fits {
                return None;
            }
            read.lanes[lane] = component;
        }
        let mut read = read?;
        // Lanes that nothing wants read what another one reads.
        for (lane, n) in lanes.iter().enumerate() {
            if n.is_none() && form == Form::Any {
                read.lanes[lane] = first.unwrap_or(0);
            }
        }
        Some(read)
    }
}

/// Whether look-ups take coordinates from there.
fn can_load(from: Where) -> bool {
    match from {
        Where::Virtual(_) => true,
        Where::Fixed(register) => register.file == File::Texture,
        _ => false,
    }
}
