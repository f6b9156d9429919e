//! Lowers `if` and conditional expressions.

use crate::frontend::c_like::lower::layout::{self, Part, for_each_part};
use crate::frontend::c_like::lower::value::{Val, Values};
use crate::frontend::c_like::lower::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::{
    Expression, ExpressionKind, Math, Statement, VariableRef, Wish,
};
use crate::frontend::c_like::types::Scalar;

/// The most nodes of an arm that is evaluated where it is not taken, too.
const MOST_NODES: u32 = 8;

impl<'m> Lowering<'m> {
    pub(in crate::frontend::c_like::lower) fn if_else(
        &mut self,
        frame: &mut Frame,
        condition: &'m Expression,
        arms: [&'m [Statement]; 2],
    ) -> Result<bool, Stop> {
        if condition.ty.is_vector() {
            return self.masked_if(frame, condition, arms);
        }
        let [yes, no] = arms;
        let mask = self.condition(frame, condition)?;
        if let Some(holds) = self.b.known_mask(mask) {
            return self.statements(frame, if holds { yes } else { no });
        }
        self.note_branch(condition);
        let [yes_block, no_block] = [self.b.new_block(), self.b.new_block()];
        self.b.branch(mask, (yes_block, &[]), (no_block, &[]));
        let (mark, end) = (self.cells.mark(), self.cells.len());
        let mut edges = Vec::with_capacity(2);
        for (block, statements) in [(yes_block, yes), (no_block, no)] {
            self.b.switch_to(block, &[]);
            if self.statements(frame, statements)? {
                edges.push(self.edge(mark, |cell| cell < end)?);
            }
            self.cells.undo(mark);
        }
        self.join(edges)
    }

    /// Records a branch that an attribute asks for.
    fn note_branch(&mut self, condition: &Expression) {
        let mut wishes = self.module.wishes.iter();
        if wishes.any(|(span, wish)| *span == condition.span && *wish == Wish::Branch) {
            let is_outside = match &condition.kind {
                ExpressionKind::Read(place) => matches!(place.variable, VariableRef::Global(_)),
                _ => false,
            };
            self.uses.branches.push((condition.span, is_outside));
        }
    }

    /// The second where the first holds, else the third, which is not evaluated then.
    pub(in crate::frontend::c_like::lower) fn conditional(
        &mut self,
        frame: &mut Frame,
        parts: &'m [Expression; 3],
    ) -> Result<Values, Stop> {
        let [condition, yes, no] = parts;
        let scalar = condition.ty.scalar().unwrap_or(Scalar::Bool);
        let value = self.expression(frame, condition)?;
        let mask = self.truth(value.first().copied().unwrap_or(Val::Undefined), scalar);
        if let Some(holds) = self.b.known_mask(mask) {
            return self.expression(frame, if holds { yes } else { no });
        }
        if is_cheap(yes) && is_cheap(no) {
            let yes_values = self.expression(frame, yes)?;
            let no_values = self.expression(frame, no)?;
            let scalars = self.module.types.scalars(yes.ty);
            let each = yes_values.into_iter().zip(no_values).zip(scalars);
            return Ok(each
                .map(|((y, n), s)| self.choose(n, y, Val::Mask(mask), s, s.bits()))
                .collect());
        }
        self.branch_to_value(frame, mask, [yes, no])
    }

    /// Branches to one of two expressions. The value has cells of its own, where the paths join.
    fn branch_to_value(
        &mut self,
        frame: &mut Frame,
        mask: crate::ir::ValueId,
        arms: [&'m Expression; 2],
    ) -> Result<Values, Stop> {
        let kinds = layout::kinds(&self.module.types, arms[0].ty, true);
        let (mark, first) = (self.cells.mark(), self.cells.len());
        self.cells.extend(&kinds);
        let end = self.cells.len();
        let blocks = [self.b.new_block(), self.b.new_block()];
        self.b.branch(mask, (blocks[0], &[]), (blocks[1], &[]));
        let mut edges = Vec::with_capacity(2);
        for (block, arm) in blocks.into_iter().zip(arms) {
            self.b.switch_to(block, &[]);
            let values = self.expression(frame, arm)?;
            for (i, value) in values.into_iter().enumerate() {
                self.cells.set(first + i as u32, value);
            }
            edges.push(self.edge(mark, |cell| cell < end)?);
            self.cells.undo(mark);
        }
        self.join(edges)?;
        let values = Values::from_slice(self.cells.range(first, end - first));
        self.cells.truncate(first, mark);
        Ok(values)
    }
}

/// Whether an expression has no effect, and costs less than a branch.
fn is_cheap(e: &Expression) -> bool {
    let mut nodes = 0;
    count_cheap(e, &mut nodes);
    nodes <= MOST_NODES
}

/// Counts nodes up to the limit; a node that is not cheap counts as many.
fn count_cheap(e: &Expression, nodes: &mut u32) {
    use crate::frontend::c_like::tree::BinaryOp::{Divide, Remainder};
    // Costly nodes take many operations, write something, or may not be evaluated where they are not reached.
    let is_costly = match &e.kind {
        ExpressionKind::Math(math, _) => !matches!(
            math,
            Math::Abs | Math::Min | Math::Max | Math::Floor | Math::Ceil | Math::Trunc | Math::Fma
        ),
        ExpressionKind::Binary(Divide | Remainder, ..)
        | ExpressionKind::Assign(_)
        | ExpressionKind::Update(_)
        | ExpressionKind::Call(..)
        | ExpressionKind::Sample(_)
        | ExpressionKind::TextureSize(_)
        | ExpressionKind::Fetch(..)
        | ExpressionKind::Conditional(_)
        | ExpressionKind::Operation(..)
        | ExpressionKind::Element { .. } => true,
        ExpressionKind::Read(place) => place.steps.iter().any(|s| {
            matches!(s, crate::frontend::c_like::tree::Step::Index { index, .. }
                if index.constant_integer().is_none())
        }),
        _ => false,
    };
    *nodes += if is_costly { MOST_NODES + 1 } else { 1 };
    if *nodes <= MOST_NODES {
        // Parts are visited as long as the sum is within the limit.
        for_each_part(e, &mut |part| {
            if let Part::Expression(e) = part {
                count_cheap(e, nodes);
            }
        });
    }
}
