//! The statements that the entry reaches. Calls are followed as if their bodies stood in their place.
//!
//! What an expression needs counts only where its value goes into the program's results: the needs stay with the values
//! ([`super::value`]) until then. Loops and `discard` count where they stand.

use super::repeat::{LoopState, is_switch};
use super::samplers::Samplers;
use super::value::{Needs, Parts, Unset, Value, Values};
use crate::frontend::c_like::cg::profile::Profile;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most nodes that are visited, and the most work of about their size; the rest of a larger program is not checked.
pub(super) const MOST_NODES: u32 = 400_000;

pub(super) struct Walk<'w> {
    pub module: &'w Module,
    pub profile: &'w Profile,
    pub values: Values,
    /// What is needed where it stands.
    pub(super) found: Vec<(Capability, Span)>,
    /// What values need, by its number in [`Needs`].
    pub(super) pending: Vec<(Capability, Span)>,
    pending_by_place: FxHashMap<(Capability, Span), usize>,
    /// Variables that are declared without a value.
    pub(super) unset: Vec<(String, Span)>,
    pub(super) unset_by_place: FxHashMap<Span, Unset>,
    /// Those that are read without a value, by their numbers in [`Needs`].
    pub(super) read_unset: FxHashMap<Unset, usize>,
    pub(super) samplers: Samplers,
    /// What the results need so far.
    pub(super) results: Needs,
    /// What the conditions around the statement need.
    pub(super) controls: Vec<Needs>,
    /// Conditions around the statement that vary, and how many of them stand outside of each loop around it.
    pub(super) n_branches: u32,
    pub(super) loops: Vec<LoopState>,
    /// What [`ExpressionKind::Old`] is.
    pub old: Parts,
    /// What the function returns, as far as it has been followed.
    pub(super) returned: Option<Parts>,
    /// The entry, and the functions that are being followed.
    pub calls: Vec<FunctionId>,
    /// Of each of them, parameters that are uniforms.
    pub(super) uniforms: Vec<FxHashSet<VariableId>>,
    pub nodes: u32,
    /// Whether only values are asked for.
    pub is_trial: bool,
    /// Whether the expression belongs to a `return` of an inlined function.
    pub(super) in_return: bool,
    /// Whether it belongs to the value that the entry returns.
    pub(super) in_result: bool,
    /// Of an argument: the last statement of the function that takes it.
    pub(super) argument_of: Option<Span>,
    /// The statement that a `return` of an inlined function becomes a part of.
    pub(super) statement: Span,
}

/// The scalar that a place is, if it is one and no index selects it.
pub(super) fn scalar_of(place: &Place) -> Option<(VariableRef, u32)> {
    let mut at = 0;
    for step in &place.steps {
        match step {
            Step::Offset(n) => at += n,
            Step::Index { .. } => return None,
        }
    }
    match &place.swizzle {
        Some(s) if s.components().len() == 1 => at += u32::from(s.components()[0]),
        Some(_) => return None,
        None if matches!(place.ty, Type::Scalar(_)) => {}
        None => return None,
    }
    Some((place.variable, at))
}

impl<'w> Walk<'w> {
    pub(super) fn new(profile: &'w Profile, module: &'w Module, entry: FunctionId) -> Walk<'w> {
        let parameters = module.functions.get(entry.0 as usize);
        let parameters = parameters.map_or(&[][..], |f| &f.parameters);
        let is_uniform = |p: &Parameter| p.is_uniform || p.direction == Direction::Uniform;
        // The entry's uniform parameters are constants to the profile's rules.
        let uniforms = parameters
            .iter()
            .enumerate()
            .filter(|(_, p)| is_uniform(p))
            .map(|(i, _)| VariableId(i as u32));
        Walk {
            module,
            profile,
            values: Values::default(),
            found: Vec::new(),
            pending: Vec::new(),
            pending_by_place: FxHashMap::default(),
            unset: Vec::new(),
            unset_by_place: FxHashMap::default(),
            read_unset: FxHashMap::default(),
            samplers: Samplers::default(),
            results: Needs::default(),
            controls: Vec::new(),
            n_branches: 0,
            loops: Vec::new(),
            old: Parts::default(),
            returned: None,
            calls: vec![entry],
            uniforms: vec![uniforms.collect()],
            nodes: 0,
            is_trial: false,
            in_return: false,
            in_result: false,
            argument_of: None,
            statement: Span::NONE,
        }
    }

    /// The number of the next need of a value.
    pub(super) fn next_need(&self) -> usize {
        self.pending.len()
    }

    /// Adds a need of a value.
    pub(super) fn push_pending(&mut self, capability: Capability, span: Span) {
        self.pending.push((capability, span));
    }

    /// Something is needed where it stands.
    pub(super) fn need(&mut self, capability: Capability, span: Span) {
        if !self.is_trial {
            self.found.push((capability, span));
        }
    }

    /// Something is needed by a value.
    pub(super) fn pending(&mut self, capability: Capability, span: Span) -> Needs {
        let span = self.place_of(capability, span);
        let n = self.pending.len();
        let i = *self.pending_by_place.entry((capability, span)).or_insert(n);
        if i == n {
            self.push_pending(capability, span);
        }
        Needs::one(i)
    }

    /// Where the reference reports what an expression needs, after it has put all calls in place. An argument belongs to the
    /// last statement of the function, and a `return` to the statement that calls.
    fn place_of(&self, capability: Capability, span: Span) -> Span {
        let line = self.module.lines.operators.get(&span).copied();
        let line = line.unwrap_or(span);
        let entry = self.module.functions.get(self.calls[0].0 as usize);
        match (capability, entry) {
            (Capability::Branch, _) => line,
            _ if self.argument_of.is_some() => self.argument_of.unwrap_or(line),
            _ if self.in_return => self.statement,
            // Register combiners have a name for the result alone.
            (_, Some(entry)) if self.in_result && !self.profile.can.comparisons => entry.span,
            _ => line,
        }
    }

    /// Where the reference reports what a statement needs.
    pub(super) fn line_of(&self, s: &Statement) -> Span {
        let e = match &s.kind {
            StatementKind::Expression(e) | StatementKind::Assign(_, e) => Some(e.span),
            _ => None,
        };
        let line = e.and_then(|e| self.module.lines.statements.get(&e));
        line.copied().unwrap_or(s.span)
    }

    /// These values become a part of the program's results.
    fn results_in(&mut self, needs: Needs) {
        if !self.is_trial {
            self.results = self.results.and(needs);
        }
    }

    /// What the conditions around a statement need.
    pub(super) fn control(&self) -> Needs {
        self.controls
            .iter()
            .copied()
            .fold(Needs::default(), Needs::and)
    }

    /// The entry ends here: what it returns, and its outputs, are results.
    pub(super) fn outputs(&mut self, value: Option<&Parts>) {
        let mut needs = value.map_or(Needs::default(), Parts::needs);
        let entry = self.module.functions.get(self.calls[0].0 as usize);
        let parameters = entry.map_or(&[][..], |f| &f.parameters);
        let outputs = parameters.iter().enumerate();
        let outputs = outputs.filter(|(_, p)| p.direction.is_written());
        let globals = self.module.globals.iter().enumerate();
        let globals = globals.filter(|(_, g)| g.is_output);
        let locals = outputs.map(|(i, _)| VariableRef::Local(VariableId(i as u32)));
        let globals = globals.map(|(i, _)| VariableRef::Global(GlobalId(i as u32)));
        for variable in locals.chain(globals) {
            needs = needs.and(self.values.whole(variable).needs());
        }
        self.results_in(needs.and(self.control()));
    }

    /// Follows statements; true: none can follow them.
    pub(super) fn statements(&mut self, all: &[Statement]) -> bool {
        for s in all {
            if self.nodes > MOST_NODES {
                return false;
            }
            let outer = self.statement;
            let is_moved = matches!(s.kind, StatementKind::Return(_)) && self.calls.len() > 1;
            if !is_moved {
                self.statement = self.line_of(s);
            }
            let ends = self.statement(s);
            self.statement = outer;
            if ends {
                return true;
            }
        }
        false
    }

    fn statement(&mut self, s: &Statement) -> bool {
        self.nodes += 1;
        // Each row does what its statement does to the known values, and notes what the profile must be able to do.
        match &s.kind {
            StatementKind::Declare(id) => {
                let function = self.calls.last().map(|f| f.0 as usize);
                let function = function.and_then(|f| self.module.functions.get(f));
                let parts = match function {
                    Some(function) => self.unset_parts(function, id.0 as usize),
                    None => Parts::default(),
                };
                self.values.begin(VariableRef::Local(*id), parts);
            }
            StatementKind::Expression(e) => {
                self.expression(e);
            }
            StatementKind::Assign(place, e) => {
                let parts = self.expression(e);
                self.write(place, &parts, self.line_of(s));
            }
            StatementKind::Block(inner) => return self.statements(inner),
            StatementKind::If { condition, yes, no } => {
                return self.branch(condition, yes, no, s.span);
            }
            StatementKind::Loop(l) if is_switch(l) => {
                self.round(l);
            }
            StatementKind::Loop(l) => self.repeat(l, s.span),
            StatementKind::Break(n) => {
                // A `break` within a branch makes the number of rounds depend on the branch.
                let n_branches = self.n_branches;
                let target = self.loops.iter_mut().rev().nth(*n as usize);
                if let Some(l) = target {
                    l.breaks |= n_branches > l.n_branches;
                }
            }
            StatementKind::Continue(_) => {}
            StatementKind::Discard(e) => {
                if !self.profile.can.comparisons {
                    self.need(Capability::DiscardOperator, s.span);
                }
                if !self.profile.can.discards {
                    self.need(Capability::Discard, s.span);
                }
                // A discard is a result of the program: it needs what its condition and the branches around it need.
                let needs = e.as_ref().map(|e| self.expression(e).needs());
                self.results_in(needs.unwrap_or_default().and(self.control()));
            }
            StatementKind::Return(e) => {
                self.return_statement(e.as_ref());
                return true;
            }
        }
        false
    }

    fn return_statement(&mut self, e: Option<&Expression>) {
        let is_entry = self.calls.len() == 1;
        let before = std::mem::replace(&mut self.in_return, !is_entry);
        self.in_result = is_entry;
        let parts = match e {
            Some(e) if is_entry => self.result(e),
            Some(e) => self.expression(e),
            None => Parts::default(),
        };
        self.in_return = before;
        self.in_result = false;
        if is_entry {
            return self.outputs(Some(&parts));
        }
        let parts = parts.needing(self.control());
        self.returned = Some(match self.returned.take() {
            None => parts,
            Some(other) => parts.zip(&other, |a, b| match (a.value, b.value) {
                (Some(Value::Number(x)), Some(Value::Number(y))) if x == y => a.value,
                _ => None,
            }),
        });
    }

    fn branch(
        &mut self,
        condition: &Expression,
        yes: &[Statement],
        no: &[Statement],
        span: Span,
    ) -> bool {
        let chosen = self.scalar(condition);
        match chosen.value {
            Some(Value::Number(x)) if x != 0.0 => return self.statements(yes),
            Some(Value::Number(_)) => return self.statements(no),
            Some(Value::Some) => {}
            None => {}
        }
        let varies = chosen.value.is_none();
        let own = self.branch_needs(varies, span);
        self.n_branches += u32::from(varies);
        self.controls.push(chosen.needs.and(own));
        let before = self.copy();
        let yes = self.statements(yes);
        let after = std::mem::replace(&mut self.values, before);
        let no = self.statements(no);
        self.controls.pop();
        self.n_branches -= u32::from(varies);
        self.values.join(&after, !varies);
        yes && no
    }

    /// What a condition needs.
    pub(super) fn branch_needs(&mut self, varies: bool, span: Span) -> Needs {
        if varies && !self.profile.can.branches {
            self.pending(Capability::Branch, span)
        } else {
            Needs::default()
        }
    }

    /// A copy of what is known, which costs as much as some nodes.
    pub(super) fn copy(&mut self) -> Values {
        self.nodes += self.values.len();
        self.values.clone()
    }

    /// Whether a variable is a uniform, or a parameter that one was given for.
    pub(super) fn is_uniform(&self, variable: VariableRef) -> bool {
        match variable {
            VariableRef::Global(id) => {
                self.module.globals[id.0 as usize].storage == Storage::Uniform
            }
            VariableRef::Local(id) => self.uniforms.last().is_some_and(|all| all.contains(&id)),
        }
    }

    /// A parameter that is written is a variable of its own.
    pub(super) fn forget_uniform(&mut self, id: VariableId) {
        if let Some(all) = self.uniforms.last_mut() {
            all.remove(&id);
        }
    }
}
