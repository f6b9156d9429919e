//! Look-ups, by the registers that their stages have. Before 1.4 stage n has coordinates n and the register t n; in 1.4 it
//! has the register r n and any coordinates.

use super::forms;
use super::lines::{After, Line, Operand, Place};
use super::vector::{Cannot, Try, Vectors};
use crate::codegen::graph::numbers::{Kind, Lanes, NodeId};
use crate::codegen::machine;
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode, Register};

impl Vectors<'_> {
    /// Coordinates as a vector.
    pub(super) fn coordinates(&mut self, number: u32) -> Try<Place> {
        if self.is_14() {
            let line = |to| {
                let set = Operand::plain(Place::Fixed(Register::new(File::Texture, number)));
                Line::new(Opcode::TexCrd, to, 7, &[set])
            };
            // The same coordinates are loaded once.
            let loaded = self.code.addresses.iter();
            let mut loaded = loaded.filter(|l| line(l.to) == **l);
            if let Some(known) = loaded.next() {
                return Ok(known.to);
            }
            let to = self.new_virtual();
            self.code.addresses.push(line(to));
            return Ok(to);
        }
        let place = Place::Fixed(Register::new(File::Texture, number));
        let stage = self.code.stages.get_mut(number as usize).ok_or(Cannot)?;
        match stage {
            Some(true) => {}
            Some(false) => return Err(Cannot),
            None => {
                *stage = Some(true);
                let line = Line::new(Opcode::TexCoord, place, 15, &[]);
                self.code.addresses.push(line);
            }
        }
        Ok(place)
    }

    /// The register of a look-up.
    pub(super) fn sample(&mut self, sample: NodeId) -> Try<Place> {
        if let Some(known) = self.code.samples.get(&sample) {
            return Ok(*known);
        }
        let Kind::Sample(machine::Opcode::TexLd, unit) = self.graph.kind(sample) else {
            return Err(Cannot);
        };
        let args = self.graph.args(sample).to_vec();
        let place = match self.is_14() {
            true => self.load(sample, unit, &args)?,
            false => self.stage(unit, &args)?,
        };
        self.code.samples.insert(sample, place);
        Ok(place)
    }

    /// The set of coordinates that arguments are, in their order.
    fn set_of(&self, args: &[NodeId]) -> Option<u32> {
        let mut number = None;
        for (i, n) in args.iter().enumerate() {
            let Kind::Register(File::Texture, set, component) = self.graph.kind(*n) else {
                return None;
            };
            if usize::from(component) != i || *number.get_or_insert(set) != set {
                return None;
            }
        }
        number
    }

    /// A look-up of 1.4: by a set of coordinates, or by what the first phase has computed.
    fn load(&mut self, sample: NodeId, unit: u32, args: &[NodeId]) -> Try<Place> {
        let set = self.set_of(args);
        let set = set.map(|n| Place::Fixed(Register::new(File::Texture, n)));
        let from = set.or(self.code.computed.get(&sample).copied());
        let from = from.filter(|_| unit < 6).ok_or(Cannot)?;
        let place = Place::Fixed(Register::new(File::Temp, unit));
        let line = Line::new(Opcode::TexLd, place, 15, &[Operand::plain(from)]);
        self.code.addresses.push(line);
        Ok(place)
    }

    /// Computes the coordinates of look-ups that have no set of their own, in the first phase of 1.4.
    pub(super) fn first_phase(&mut self, roots: &[NodeId]) -> Try<()> {
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut stack = roots.to_vec();
        let mut found = Vec::new();
        while let Some(n) = stack.pop() {
            if std::mem::replace(&mut seen[n.0 as usize], true) {
                continue;
            }
            let args = self.graph.args(n);
            if matches!(self.graph.kind(n), Kind::Sample(..)) && self.set_of(args).is_none() {
                found.push(n);
            }
            stack.extend_from_slice(args);
        }
        found.sort_unstable();
        for sample in found {
            let args = self.graph.args(sample);
            // All three coordinates are read, of textures with two as well.
            let last = args.last().copied();
            let coordinates = [0, 1, 2].map(|c| args.get(c).copied().or(last));
            let lanes = [coordinates[0], coordinates[1], coordinates[2], None];
            let to = self.new_virtual();
            self.compute(to, lanes, 7, After::default())?;
            self.code.computed.insert(sample, to);
        }
        Ok(())
    }

    /// A look-up before 1.4: by the stage's own coordinates, by an earlier texel, or by dot products with one.
    fn stage(&mut self, unit: u32, args: &[NodeId]) -> Try<Place> {
        let place = |n: u32| Place::Fixed(Register::new(File::Texture, n));
        if unit > 3 {
            return Err(Cannot);
        }
        if let Some(set) = self.set_of(args) {
            if set != unit {
                return Err(Cannot);
            }
            self.take(unit)?;
            let line = Line::new(Opcode::Tex, place(unit), 15, &[]);
            self.code.addresses.push(line);
            return Ok(place(unit));
        }
        if let Some((opcode, from)) = self.by_texel(args) {
            let from = self.earlier(from, unit)?;
            self.take(unit)?;
            let line = Line::new(opcode, place(unit), 15, &[from]);
            self.code.addresses.push(line);
            return Ok(place(unit));
        }
        self.by_products(unit, args)
    }

    /// Gives a look-up its stage.
    fn take(&mut self, unit: u32) -> Try<()> {
        let stage = self.code.stages.get_mut(unit as usize).ok_or(Cannot)?;
        match stage {
            None => {
                *stage = Some(false);
                Ok(())
            }
            Some(_) => Err(Cannot),
        }
    }

    /// The register of a look-up of an earlier stage.
    fn earlier(&mut self, sample: NodeId, unit: u32) -> Try<Operand> {
        match self.graph.kind(sample) {
            Kind::Sample(_, n) if n < unit => Ok(Operand::plain(self.sample(sample)?)),
            _ => Err(Cannot),
        }
    }

    /// Coordinates that are components of a texel.
    fn by_texel(&self, args: &[NodeId]) -> Option<(Opcode, NodeId)> {
        let mut from = None;
        let mut components = Vec::new();
        for n in args {
            let Kind::Texel(c) = self.graph.kind(*n) else {
                return None;
            };
            let sample = self.graph.args(*n)[0];
            if *from.get_or_insert(sample) != sample {
                return None;
            }
            components.push(c);
        }
        let opcode = match components[..] {
            [3, 0] => Opcode::TexReg2Ar,
            [1, 2] => Opcode::TexReg2Gb,
            [0, 1, 2] => Opcode::TexReg2Rgb,
            _ => return None,
        };
        opcode.info(self.version)?;
        Some((opcode, from?))
    }

    /// Coordinates that are dot products of sets of coordinates with a texel, each of its own stage.
    fn by_products(&mut self, unit: u32, args: &[NodeId]) -> Try<Place> {
        let n = args.len() as u32;
        let first = (unit + 1).checked_sub(n).ok_or(Cannot)?;
        let mut from = None;
        for (i, argument) in args.iter().enumerate() {
            let terms = forms::products(self.graph, *argument).ok_or(Cannot)?;
            let sides = [0, 1].map(|s| terms.iter().map(|t| t[s]).collect::<Vec<_>>());
            let [a, b] = &sides;
            let set = first + i as u32;
            let texel = match (self.set_of(a) == Some(set), self.set_of(b) == Some(set)) {
                (true, _) => b,
                (_, true) => a,
                _ => return Err(Cannot),
            };
            let texel = self.texel(texel).ok_or(Cannot)?;
            if *from.get_or_insert(texel) != texel || terms.len() != 3 {
                return Err(Cannot);
            }
        }
        let (sample, modifier) = from.ok_or(Cannot)?;
        let read = Operand {
            modifier,
            ..self.earlier(sample, first)?
        };
        let (pad, last) = match n {
            2 => (Opcode::TexM3x2Pad, Opcode::TexM3x2Tex),
            3 => (Opcode::TexM3x3Pad, Opcode::TexM3x3Tex),
            _ => return Err(Cannot),
        };
        for stage in first..=unit {
            self.take(stage)?;
            let opcode = if stage == unit { last } else { pad };
            let to = Place::Fixed(Register::new(File::Texture, stage));
            self.code.addresses.push(Line::new(opcode, to, 15, &[read]));
        }
        Ok(Place::Fixed(Register::new(File::Texture, unit)))
    }

    /// The look-up whose first three components these are, and whether they are scaled to −1 … 1.
    fn texel(&self, numbers: &[NodeId]) -> Option<(NodeId, Modifier)> {
        let mut found = None;
        for (i, n) in numbers.iter().enumerate() {
            let (inner, modifier) = match forms::signed(self.graph, *n) {
                Some(inner) => (inner, Modifier::Signed),
                None => (*n, Modifier::None),
            };
            let Kind::Texel(c) = self.graph.kind(inner) else {
                return None;
            };
            let this = (self.graph.args(inner)[0], modifier);
            if usize::from(c) != i || *found.get_or_insert(this) != this {
                return None;
            }
        }
        found
    }

    /// Ends fragments where a coordinate is below 0: three of one set.
    pub(super) fn kill(&mut self, numbers: &[NodeId]) -> Try<()> {
        let mut lanes: Lanes = [None; 4];
        for n in numbers {
            let Kind::Register(File::Texture, _, c) = self.graph.kind(*n) else {
                return Err(Cannot);
            };
            *lanes.get_mut(usize::from(c)).ok_or(Cannot)? = Some(*n);
        }
        let args: Vec<NodeId> = lanes.into_iter().flatten().collect();
        let set = self
            .set_of(&args)
            .filter(|_| args.len() == 3)
            .ok_or(Cannot)?;
        if !self.is_14() {
            self.take(set)?;
        }
        let place = Place::Fixed(Register::new(File::Texture, set));
        self.code
            .addresses
            .push(Line::new(Opcode::TexKill, place, 15, &[]));
        Ok(())
    }
}
