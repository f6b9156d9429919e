//! Sums of products as dot products, where that takes fewer lines than one product after the other.

mod completed;
mod lights;

use super::graph::numbers::{Kind, Lanes, NodeId};
use super::lines::{Line, Shape, Where};
use super::operands::Form;
use super::pack::Pack;
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::File;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The pairs of factors of a sum, in their order, and what is added in the end.
type Terms = (SmallVec<[[NodeId; 2]; 4]>, Option<NodeId>);

impl Pack<'_> {
    /// Computes a group as dot products, if that is better.
    pub(super) fn products(&mut self, to: Where, group: &Lanes) -> bool {
        let mut sums = Vec::new();
        for (lane, n) in group.iter().enumerate() {
            if let Some(n) = n {
                match self.terms(*n) {
                    Some(terms) => sums.push((lane, terms)),
                    None => return false,
                }
            }
        }
        let n = sums[0].1.0.len();
        if sums.iter().any(|(_, (terms, _))| terms.len() != n) {
            return false;
        }
        let is_sum = { group.iter().flatten() }.any(|n| self.graph.kind(*n) == Kind::Add);
        let mut products = self.cost_of_products(&sums) + u32::from(is_sum);
        if is_sum {
            let mut addends: Lanes = [None; 4];
            sums.iter()
                .for_each(|(lane, (_, addend))| addends[*lane] = *addend);
            products += self.moves(addends);
        }
        let mut dots = self.cost_of_dots(&sums);
        // What is added may be one more product, with 1.
        if let Some(with_one) = self.with_one(&sums) {
            let cost = self.cost_of_dots(&with_one);
            if cost < dots || !self.are_dots(&sums) {
                (dots, sums) = (cost, with_one);
            }
        }
        if !self.are_dots(&sums) || dots > products || is_sum && dots == products {
            return false;
        }
        for (lane, (terms, addend)) in sums {
            self.dot(to, lane, &terms, addend);
        }
        true
    }

    /// Computes a sum of three or four components of one vector as a dot product with ones.
    pub(super) fn sum(&mut self, to: Where, group: &Lanes) -> bool {
        let mut all = group
            .iter()
            .enumerate()
            .filter_map(|(l, n)| Some((l, (*n)?)));
        let (Some((lane, n)), None) = (all.next(), all.next()) else {
            return false;
        };
        let Some(one) = self.graph.find(Kind::Literal(1f32.to_bits()), &[]) else {
            return false;
        };
        let (mut parts, mut stack) = (Vec::new(), self.graph.args(n).to_vec());
        while let Some(part) = stack.pop() {
            let goes_on = self.graph.kind(part) == Kind::Add
                && self.is_free(part)
                && self.uses[part.0 as usize] == 1;
            match goes_on {
                true => stack.extend_from_slice(self.graph.args(part)),
                false => parts.push(part),
            }
            if parts.len() > 4 {
                return false;
            }
        }
        let vector = |n: &NodeId| self.vectors.of[n.0 as usize].map(|(vector, _)| vector);
        let first = parts.first().and_then(vector);
        let is_one = first.is_some() && parts.iter().all(|n| vector(n) == first);
        if parts.len() < 3 || !is_one {
            return false;
        }
        parts.sort_by_key(|n| self.vectors.of[n.0 as usize].map(|(_, lane)| lane));
        let terms: Vec<[NodeId; 2]> = parts.into_iter().map(|n| [n, one]).collect();
        self.dot(to, lane, &terms, None);
        true
    }

    /// Computes sums, most often three or four, as dot products with a vector whose last component is 1: each is a sum of three products
    /// with a constant's first components, and of that constant's last one.
    pub(super) fn transforms(&mut self, to: Where, group: &Lanes) -> bool {
        let Some(one) = self.graph.find(Kind::Literal(1f32.to_bits()), &[]) else {
            return false;
        };
        let mut sums = Vec::new();
        for (lane, n) in group.iter().enumerate() {
            let Some(n) = n else { continue };
            match self.transformed_terms(*n, one, true) {
                Some(terms) => sums.push((lane, terms)),
                None => return false,
            }
        }
        let vector = |terms: &[[NodeId; 2]]| terms.iter().map(|t| t[0]).collect::<Vec<_>>();
        let same = sums.windows(2).all(|w| vector(&w[0].1) == vector(&w[1].1));
        // The vector with 1 is worth it where several sums take it.
        let n = sums
            .first()
            .map_or(0, |(_, terms)| self.n_transformed(one, terms));
        if n < 3 || !same {
            return false;
        }
        for (lane, terms) in sums {
            self.dot(to, lane, &terms, None);
        }
        true
    }

    /// How many sums of the program are such ones, of the same vector.
    fn n_transformed(&mut self, one: NodeId, terms: &[[NodeId; 2]]) -> usize {
        let vector = |terms: &[[NodeId; 2]]| [terms[0][0], terms[1][0], terms[2][0]];
        if self.transformed.is_none() {
            let mut found: FxHashMap<[NodeId; 3], usize> = FxHashMap::default();
            for (i, node) in self.graph.nodes.iter().enumerate() {
                if node.kind == Kind::Add && self.uses[i] > 0 {
                    let terms = self.transformed_terms(NodeId(i as u32), one, false);
                    if let Some(terms) = terms {
                        *found.entry(vector(&terms)).or_default() += 1;
                    }
                }
            }
            self.transformed = Some(found);
        }
        let known = self.transformed.as_ref();
        known
            .and_then(|k| k.get(&vector(terms)).copied())
            .unwrap_or(0)
    }

    /// The four products of such a sum, the vector's factors first. `is_new`: nothing has computed a part of it yet.
    fn transformed_terms(
        &self,
        n: NodeId,
        one: NodeId,
        is_new: bool,
    ) -> Option<SmallVec<[[NodeId; 2]; 4]>> {
        let args = self.graph.args(n);
        let constant = |n: NodeId| match self.graph.kind(n) {
            Kind::Register(File::Const, number, component) => Some((number, component)),
            _ => None,
        };
        let sides = [(args[0], args[1]), (args[1], args[0])];
        let (sum, last) = sides
            .into_iter()
            .find(|(_, last)| constant(*last).is_some())?;
        let (number, 3) = constant(last)? else {
            return None;
        };
        let is_own = matches!(self.graph.kind(sum), Kind::Mad | Kind::Mul)
            && (!is_new || self.is_free(sum))
            && self.uses[sum.0 as usize] == 1;
        if !is_own {
            return None;
        }
        let (terms, None) = self.terms_of(sum, is_new)? else {
            return None;
        };
        if terms.len() != 3 {
            return None;
        }
        // The factors of the constant, in whatever order the sum has them.
        let mut ordered: SmallVec<[[NodeId; 2]; 4]> = SmallVec::new();
        for c in 0..3 {
            let of = |n: NodeId| constant(n) == Some((number, c));
            let [a, b] = *terms.iter().find(|t| of(t[0]) || of(t[1]))?;
            ordered.push(if of(b) { [a, b] } else { [b, a] });
        }
        ordered.push([one, last]);
        Some(ordered)
    }

    /// The terms of a sum of two to four products whose parts nothing else reads.
    fn terms(&self, n: NodeId) -> Option<Terms> {
        self.terms_of(n, true)
    }

    /// The same. `is_new`: nothing has computed a part of it yet.
    fn terms_of(&self, n: NodeId, is_new: bool) -> Option<Terms> {
        let mut terms: Terms = Default::default();
        let mut at = n;
        // A sum of such a sum and another number has that as its addend.
        if self.graph.kind(at) == Kind::Add {
            let args = self.graph.args(at);
            let is_inner = |n: &NodeId| {
                matches!(self.graph.kind(*n), Kind::Mad | Kind::Mul)
                    && (!is_new || self.is_free(*n))
                    && self.uses[n.0 as usize] == 1
            };
            let inner = args.iter().position(is_inner)?;
            terms = self.terms_of(args[inner], is_new)?;
            let fits = terms.1.replace(args[1 - inner]).is_none() && terms.0.len() < 4;
            return fits.then_some(terms);
        }
        // A sum of products is a chain of mads, whose last addend may be a product as well.
        loop {
            let args = self.graph.args(at);
            terms.0.insert(0, [args[0], args[1]]);
            if self.graph.kind(at) == Kind::Mul {
                break;
            }
            let next = args[2];
            let goes_on = matches!(self.graph.kind(next), Kind::Mad | Kind::Mul)
                && (!is_new || self.is_free(next))
                && self.uses[next.0 as usize] == 1
                && terms.0.len() < 4;
            if !goes_on {
                terms.1 = Some(next);
                break;
            }
            at = next;
        }
        // Three and four products alone are a dot product. Two take an addend, where the version has that; two and three are a
        // dot product with 1 and what is added.
        let fits = matches!((terms.0.len(), terms.1), (2, _) | (3, _) | (4, None));
        fits.then_some(terms)
    }

    /// Whether sums are dot products of the version as they are.
    fn are_dots(&self, sums: &[(usize, Terms)]) -> bool {
        sums.iter().all(|(_, (terms, addend))| match terms.len() {
            2 => self.target.machine.has(Opcode::Dp2Add),
            _ => addend.is_none(),
        })
    }

    /// Sums with what is added as another product, with 1.
    fn with_one(&self, sums: &[(usize, Terms)]) -> Option<Vec<(usize, Terms)>> {
        let one = self.graph.find(Kind::Literal(1f32.to_bits()), &[])?;
        let with_one = sums.iter().map(|(lane, (terms, addend))| {
            let mut terms = terms.clone();
            // The addend stands on the side where its vector is.
            let addend = (*addend)?;
            let vector = |n: NodeId| self.vectors.of[n.0 as usize].map(|(vector, _)| vector);
            let is_second =
                vector(addend).is_some() && terms.iter().all(|t| vector(t[1]) == vector(addend));
            terms.push(if is_second {
                [one, addend]
            } else {
                [addend, one]
            });
            Some((*lane, (terms, None)))
        });
        with_one.collect()
    }

    /// Lines of dot products: one each, and what gathers their factors.
    fn cost_of_dots(&mut self, sums: &[(usize, Terms)]) -> u32 {
        let mut vectors: Vec<Lanes> = Vec::new();
        for (_, (terms, _)) in sums {
            for side in [0, 1] {
                let mut lanes: Lanes = [None; 4];
                for (lane, term) in lanes.iter_mut().zip(terms) {
                    *lane = Some(term[side]);
                }
                if !vectors.contains(&lanes) {
                    vectors.push(lanes);
                }
            }
        }
        let moves: u32 = vectors.into_iter().map(|v| self.moves(v)).sum();
        // `dp2add` takes two slots.
        let slots = if sums[0].1.0.len() == 2 { 2 } else { 1 };
        moves + slots * sums.len() as u32
    }

    fn cost_of_products(&mut self, sums: &[(usize, Terms)]) -> u32 {
        let mut cost = 0;
        for i in 0..sums[0].1.0.len() {
            let mut sides: [Lanes; 2] = [[None; 4]; 2];
            for (lane, (terms, _)) in sums {
                for (side, lanes) in sides.iter_mut().enumerate() {
                    lanes[*lane] = Some(terms[i][side]);
                }
            }
            cost += 1 + self.moves(sides[0]) + self.moves(sides[1]);
        }
        cost
    }

    /// The moves that gather a vector of what is there already.
    fn moves(&mut self, lanes: Lanes) -> u32 {
        if self.gathered.contains_key(&lanes) {
            return 0;
        }
        let (mut places, mut is_mixed) = (Vec::new(), false);
        let mut has_literals = false;
        for n in lanes.iter().flatten() {
            let (n, minus) = self.graph.unsigned(*n);
            // Counts the registers in which the parts lie, with either sign. Parts that are not computed yet can be computed where
            // they are wanted.
            let place = match self.graph.kind(n) {
                Kind::Literal(_) => {
                    has_literals = true;
                    continue;
                }
                Kind::Texel(_) if self.is_free(n) => Some(Where::Literals(self.graph.args(n)[0].0)),
                _ if self.is_free(n) => self.apart_vector(n, &lanes),
                // Constants by different numbers are different registers.
                Kind::Relative(base, _) => Some(Where::Indexed(base, self.graph.args(n)[0].0)),
                _ => self.place(n).map(|(place, _)| place),
            };
            match place {
                Some(place) if !places.contains(&(place, minus)) => places.push((place, minus)),
                Some(_) => {}
                None => is_mixed = true,
            }
        }
        // Literals become one more register. What lies in one register needs no move.
        let n = places.len() as u32 + u32::from(has_literals);
        if is_mixed || n > 1 { n } else { 0 }
    }

    /// The vector of a number that is computed with others, where some of these are not among the lanes.
    fn apart_vector(&self, n: NodeId, lanes: &Lanes) -> Option<Where> {
        let (vector, _) = self.vectors.of[n.0 as usize]?;
        let members = self.vectors.members[vector as usize].iter().flatten();
        let mut free = members.filter(|m| self.is_free(**m) && self.sides.are_together(n, **m));
        let is_apart = free.any(|m| !lanes.contains(&Some(*m)));
        is_apart.then_some(Where::Virtual(u32::MAX - vector))
    }

    fn dot(&mut self, to: Where, lane: usize, terms: &[[NodeId; 2]], addend: Option<NodeId>) {
        let mut terms: SmallVec<[[NodeId; 2]; 4]> = terms.into();
        if !self.target.machine.swizzles {
            self.put_in_order(&mut terms);
        }
        let mut reads = SmallVec::new();
        // Each side of the products becomes a vector.
        for side in [0, 1] {
            let mut lanes: Lanes = [None; 4];
            for (lane, term) in lanes.iter_mut().zip(&terms) {
                *lane = Some(term[side]);
            }
            reads.push(self.operand(lanes, Form::Any));
        }
        let n = terms.len() as u8;
        // Two products have an addend, three and four have none.
        let opcode = match n {
            2 => {
                let mut read = match addend {
                    Some(addend) => self.operand([Some(addend); 4], Form::Any),
                    None => self.zero(),
                };
                read.lanes = [read.lanes[0]; 4];
                reads.push(read);
                Opcode::Dp2Add
            }
            3 => Opcode::Dp3,
            _ => Opcode::Dp4,
        };
        self.code.lines.push(Line::new(
            opcode,
            Some((to, 1 << lane)),
            reads,
            Shape::First(n),
        ));
    }

    /// Puts factors of one vector into the order of their lanes, so that they need no swizzle.
    fn put_in_order(&self, terms: &mut [[NodeId; 2]]) {
        let of = |n: NodeId| self.vectors.of[n.0 as usize];
        for side in [0, 1] {
            let vector = of(terms[0][side]).map(|(vector, _)| vector);
            let is_one = |t: &[NodeId; 2]| of(t[side]).map(|(v, _)| v) == vector;
            if vector.is_some() && terms.iter().all(is_one) {
                terms.sort_by_key(|t| of(t[side]).map(|(_, lane)| lane));
                return;
            }
        }
    }

    /// The literal 0.
    fn zero(&mut self) -> super::lines::Read {
        let id = self.code.literal([Some(0); 4]);
        super::lines::Read::plain(Where::Literals(id))
    }
}
