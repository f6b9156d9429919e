//! Constants by computed numbers, and the derivatives from which a level of detail was computed.

use super::flatten::Walk;
use super::numbers::{Graph, Kind, NodeId};
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Place;
use crate::format::TextureShape;
use crate::ir::Inst;
use smallvec::SmallVec;

impl Walk<'_> {
    /// A row of the uniform array by a computed number.
    pub(in crate::codegen) fn parameter_row(
        &mut self,
        inst: &Inst,
        index: NodeId,
    ) -> Result<[NodeId; 4], Refusal> {
        let [first, rows] = inst.imm;
        let zero = self.graph.literal(0.0);
        // A constant number is a row, or 0 outside of the array.
        if let Some(n) = self.graph.value(index) {
            let is_there = n >= 0.0 && n < rows as f32;
            let word = first + 4 * n.max(0.0) as u32;
            return Ok([0, 1, 2, 3].map(|c| match is_there {
                true => self.constant(word + c),
                false => zero,
            }));
        }
        // Most machines of fragments have no computed numbers of constants: each row is compared.
        let has_address = self.target.machine.has(Opcode::Mova);
        if self.target.machine.is_pixel && !has_address {
            return self.choose_row(first, rows, index);
        }
        // The rows that can be reached must lie at equal distances in the registers.
        let (variable, scale, offset) = self.decompose(index);
        let mut row = [zero; 4];
        for (c, value) in row.iter_mut().enumerate() {
            let reached = (offset..rows).step_by(scale as usize);
            let words = reached.map(|row| first + 4 * row + c as u32);
            let places: Vec<_> = words.map(|w| self.target.place(w)).collect();
            let Some(Some(place)) = places.first() else {
                continue;
            };
            let Some((start, component, step)) = affine(*place, &places) else {
                // Rows of a matrix that is stored by columns are no registers.
                return self.choose_row(first, rows, index);
            };
            let mut address = self.address(variable, step);
            // Constants that are too far away are reached by a greater number.
            let mut start = start;
            if start > self.target.machine.address.reach {
                let more = self.graph.literal(start as f32);
                address = self.graph.add(address, more);
                start = 0;
            }
            *value = (self.graph).node(Kind::Relative(start, component), &[address]);
        }
        Ok(row)
    }

    /// A number times a whole step, as an address.
    fn address(&mut self, variable: NodeId, step: u32) -> NodeId {
        let g = &mut self.graph;
        // Some machines take the floor of what they move to the address register.
        if step == 1 && self.target.machine.address.floors {
            return g.of_floor(variable).unwrap_or(variable);
        }
        let step = step as f32;
        if let Some((inner, scale)) = g.with_literal(Kind::Mul, variable) {
            let scale = g.literal(scale * step);
            return g.mul(inner, scale);
        }
        let step = g.literal(step);
        g.mul(variable, step)
    }

    fn constant(&mut self, word: u32) -> NodeId {
        match self.target.place(word) {
            Some(Place::Constant {
                register,
                component,
            }) => {
                let file = crate::frontend::assembly::d3d::model::File::Const;
                (self.graph).node(Kind::Register(file, register, component), &[])
            }
            Some(Place::Literal(bits)) => self.graph.literal(f32::from_bits(bits)),
            _ => self.graph.literal(0.0),
        }
    }

    /// Compares the number with that of each row.
    fn choose_row(&mut self, first: u32, rows: u32, index: NodeId) -> Result<[NodeId; 4], Refusal> {
        let mut value = [self.graph.literal(0.0); 4];
        for row in 0..rows {
            let number = self.graph.literal(row as f32);
            let is_it = self.compare(Kind::Eq, index, number);
            for (c, value) in value.iter_mut().enumerate() {
                let one = self.constant(first + 4 * row + c as u32);
                *value = self.select(is_it, one, *value);
            }
        }
        Ok(value)
    }

    /// index = variable × scale + offset, with whole scale and offset.
    fn decompose(&mut self, index: NodeId) -> (NodeId, u32, u32) {
        let g = &mut self.graph;
        let literal = |g: &Graph, n: NodeId| {
            let value = g.value(n)?;
            (value >= 0.0 && value.fract() == 0.0).then_some(value as u32)
        };
        // The floor of x + n is that of x, and n.
        if let Some(of) = g.of_floor(index)
            && g.kind(of) == Kind::Add
            && let [inner, last] = g.args(of)[..]
            && let Some(offset) = literal(g, last)
        {
            return (g.floor(inner), 1, offset);
        }
        let args: SmallVec<[NodeId; 4]> = g.args(index).into();
        // Sums give the offset and products the scale. What has neither is the variable itself.
        match g.kind(index) {
            Kind::Add => {
                if let Some(offset) = literal(g, args[1]) {
                    let (variable, scale, more) = self.decompose(args[0]);
                    return (variable, scale, more + offset);
                }
                if let Some(offset) = literal(g, args[0]) {
                    let (variable, scale, more) = self.decompose(args[1]);
                    return (variable, scale, more + offset);
                }
            }
            Kind::Mul => {
                for (scale, rest) in [(args[1], args[0]), (args[0], args[1])] {
                    if let Some(scale) = literal(g, scale).filter(|s| *s > 0) {
                        return (rest, scale, 0);
                    }
                }
            }
            _ => {}
        }
        (index, 1, 0)
    }

    /// The derivatives of coordinates from which a level was computed, as `frontend::texture_lod` does.
    pub(in crate::codegen) fn derivatives(
        &mut self,
        level: NodeId,
        unit: u32,
        shape: Option<TextureShape>,
        dimensions: usize,
    ) -> Option<Vec<NodeId>> {
        let g = &self.graph;
        let find = |n: NodeId, kind: Kind| {
            let mut args = g.args(n).iter().copied();
            args.find(|a| std::mem::discriminant(&g.kind(*a)) == std::mem::discriminant(&kind))
        };
        let is_bias = |n: &NodeId| g.kind(*n) == Kind::TexelScale(unit, 3);
        g.args(level).iter().find(|n| is_bias(n))?;
        // Follows the formula backwards: bias + ½ log2 of the longer of two squares.
        let half_log = find(level, Kind::Mul)?;
        let longer = *g.args(find(half_log, Kind::Log)?).first()?;
        let squares = match g.kind(longer) {
            Kind::Max => [g.args(longer)[0], g.args(longer)[1]],
            _ => [longer; 2],
        };
        if shape == Some(TextureShape::Cube) {
            let mut steps = Vec::new();
            for square in squares {
                self.cube_steps(square, unit, &mut steps)?;
            }
            let steps = steps.into_iter();
            let signed = steps.map(|(step, minus)| match minus {
                true => self.graph.neg(step),
                false => step,
            });
            return Some(signed.collect()).filter(|s: &Vec<NodeId>| s.len() == 6);
        }
        let mut derivatives = Vec::new();
        // Each square is a sum over the coordinates, from which the steps are read.
        for square in squares {
            let mut vector = [None; 3];
            self.steps(square, unit, &mut vector)?;
            derivatives.extend_from_slice(&vector[..dimensions]);
        }
        let zero = self.graph.literal(0.0);
        let one = self.graph.literal(1.0);
        // A coordinate that does not move has the derivative 0.
        let known = derivatives.into_iter().map(|d| match d {
            None => zero,
            Some(None) => one,
            Some(Some(d)) => d,
        });
        Some(known.collect())
    }

    /// The steps of a cube's coordinates in a sum of the squares of (step × major − coordinate × major step) ÷ major² ×
    /// size, each with whether its sign is turned.
    fn cube_steps(&self, square: NodeId, unit: u32, steps: &mut Vec<(NodeId, bool)>) -> Option<()> {
        let g = &self.graph;
        let args = g.args(square);
        match g.kind(square) {
            Kind::Mad => self.cube_steps(args[2], unit, steps)?,
            Kind::Mul => {}
            _ => return None,
        }
        let product = |n: NodeId| match g.kind(n) {
            Kind::Mul => Some([g.args(n)[0], g.args(n)[1]]),
            _ => None,
        };
        let (moved, turned) = g.unsigned(args[0]);
        let [change, scale] = product(moved)?;
        let is_scale = matches!(g.kind(scale), Kind::TexelScale(u, _) if u == unit);
        let (change, again) = g.unsigned(change);
        let [difference, _] = product(change).filter(|_| is_scale)?;
        if g.kind(difference) != Kind::Add {
            return None;
        }
        let (first, minus) = g.unsigned(g.args(difference)[0]);
        let [step, _] = product(first)?;
        steps.push((step, turned ^ again ^ minus));
        Some(())
    }

    /// The coordinates' steps in a sum of squares; a step of 1 has no number of its own.
    fn steps(
        &self,
        square: NodeId,
        unit: u32,
        vector: &mut [Option<Option<NodeId>>; 3],
    ) -> Option<()> {
        let g = &self.graph;
        let args = g.args(square);
        // Walks down the sum, a square at a time.
        match g.kind(square) {
            Kind::Literal(0) => return Some(()),
            Kind::Mad => self.steps(args[2], unit, vector)?,
            Kind::Add => {
                self.steps(args[0], unit, vector)?;
                return self.steps(args[1], unit, vector);
            }
            Kind::Mul => {}
            _ => return None,
        }
        // A square is that of a step times the texture's size in this coordinate.
        let (product, _) = g.unsigned(args[0]);
        let scale_of = |n: NodeId| match g.kind(n) {
            Kind::TexelScale(u, c) if u == unit => Some(usize::from(c)),
            _ => None,
        };
        if let Some(c) = scale_of(product) {
            *vector.get_mut(c)? = Some(None);
            return Some(());
        }
        if g.kind(product) != Kind::Mul {
            return None;
        }
        let [a, b] = [g.args(product)[0], g.args(product)[1]];
        let (step, c) = match (scale_of(a), scale_of(b)) {
            (_, Some(c)) => (a, c),
            (Some(c), _) => (b, c),
            _ => return None,
        };
        *vector.get_mut(c)? = Some(Some(step));
        Some(())
    }
}

/// The first register, the component, and the step from one place to the next, if it is always the same.
fn affine(first: Place, places: &[Option<Place>]) -> Option<(u32, u8, u32)> {
    let constant = |p: &Option<Place>| match p {
        Some(Place::Constant {
            register,
            component,
        }) => Some((*register, *component)),
        _ => None,
    };
    let (start, component) = constant(&Some(first))?;
    let step = match places.get(1) {
        Some(next) => constant(next)?.0.checked_sub(start)?,
        None => 1,
    };
    let fits = |(j, place): (usize, &Option<Place>)| {
        constant(place) == Some((start + step * j as u32, component))
    };
    places
        .iter()
        .enumerate()
        .all(fits)
        .then_some((start, component, step))
}
