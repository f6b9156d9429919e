//! Takes bodies of the library's functions from those that the process keeps, and keeps those that are checked.

use super::kept::{BodyKey, Callee, End, Kept, KeptBody, LibraryKey};
use crate::frontend::c_like::check::checker::Checker;
use crate::frontend::c_like::check::function::{Body, Calls, Closed, Nodes};
use crate::frontend::c_like::check::place::pattern::{Node, Recorded};
use crate::frontend::c_like::tree::{Expression, FunctionId};
use crate::frontend::c_like::tree_walk::{each_call_mut, each_child, each_expression};
use crate::frontend::c_like::types::Type;
use rustc_hash::FxHashMap;

/// What a checker has recorded before it checks a body.
pub(in crate::frontend::c_like::check) struct Before {
    key: BodyKey,
    recorded: Recorded,
    n_asked: usize,
    n_reports: usize,
}

impl<'a> Checker<'a> {
    /// The body of a function of the library, if the process has one. Otherwise it is checked, and may be kept.
    pub(in crate::frontend::c_like::check) fn kept_body(
        &mut self,
        id: FunctionId,
    ) -> Result<Body, Option<Before>> {
        let Some(key) = self.body_key(id) else {
            return Err(None);
        };
        let known = self.options.library.and_then(|l| l.kept(&key));
        match known {
            Some(kept) => Ok(self.copy_of(id, &kept)),
            None => Err(Some(Before {
                key,
                recorded: self.patterns.recorded(),
                n_asked: self.asked.len(),
                n_reports: self.n_reports(),
            })),
        }
    }

    /// What decides what the library means for this program.
    pub(in crate::frontend::c_like::check) fn library_key(&self) -> Option<LibraryKey> {
        Some(LibraryKey {
            dialect: self.dialect.library_key()?,
            is_strict: self.options.is_strict,
        })
    }

    fn body_key(&self, id: FunctionId) -> Option<BodyKey> {
        let (family, signature) = self.head_of(id).signature?;
        Some(BodyKey {
            library: self.library_key()?,
            signature: (family.signatures.as_ptr().addr(), signature),
        })
    }

    /// The errors and warnings so far.
    fn n_reports(&self) -> usize {
        let (errors, warnings) = self.out.parts();
        errors.len() + warnings.len()
    }

    /// A kept body as that of a function of this program. Whatever it calls is asked for in the order of a check.
    fn copy_of(&mut self, id: FunctionId, kept: &KeptBody) -> Body {
        let callees: Vec<FunctionId> = kept.callees.iter().map(|c| self.callee(c)).collect();
        // Parameters have their nodes already.
        let mut nodes = Nodes::from_slice(&self.parameter_nodes[id.0 as usize]);
        let n_variables = kept.function.variables.len();
        nodes.extend((nodes.len()..n_variables).map(|_| self.patterns.node()));
        for (from, to) in &kept.moves {
            let [from, to] = [from, to].map(|end| self.node_of(*end, id, &nodes, &callees));
            self.patterns.moves(from, to);
        }
        for end in &kept.patterns {
            let node = self.node_of(*end, id, &nodes, &callees);
            self.patterns.holds_bits(node);
        }
        let mut function = kept.function.clone();
        if !callees.is_empty() {
            let own = |callee: &mut FunctionId| *callee = callees[callee.0 as usize];
            each_call_mut(&mut function.body, &own);
        }
        let calls = kept.calls.iter().map(|(i, span)| (callees[*i], *span));
        let calls: Calls = calls.collect();
        for (callee, _) in &calls {
            self.need(*callee);
        }
        Body {
            function,
            nodes,
            calls,
            delayed: Vec::new(),
            closed: Closed::default(),
            late_oddities: Vec::new(),
        }
    }

    /// The function of this program that a kept body calls.
    fn callee(&mut self, callee: &Callee) -> FunctionId {
        let family = self.library_family(callee.name);
        let family = family.expect("the library had this function when the body was checked");
        self.library_function(family, callee.signature)
    }

    fn node_of(&self, end: End, id: FunctionId, nodes: &[Node], callees: &[FunctionId]) -> Node {
        match end {
            End::Variable(i) => nodes[i],
            End::Value => self.patterns.value_of(id),
            End::CalleeValue(i) => self.patterns.value_of(callees[i]),
            End::CalleeParameter(i, p) => self.parameter_nodes[callees[i].0 as usize][p],
        }
    }

    /// Keeps a body that has been checked, unless it holds more than the library's own functions and plain types.
    pub(in crate::frontend::c_like::check) fn keep_body(
        &self,
        id: FunctionId,
        before: &Before,
        body: &Body,
    ) {
        let Some(library) = self.options.library else {
            return;
        };
        if let Some(kept) = self.kept(id, before, body) {
            library.keep(before.key, kept);
        }
    }

    fn kept(&self, id: FunctionId, before: &Before, body: &Body) -> Option<Kept> {
        // After many messages, or one at the same place, those about the body would not be seen here.
        let can_report = !self.out.has_errors() && !self.out.has_all_warnings();
        let is_quiet = body.delayed.is_empty()
            && body.late_oddities.is_empty()
            && self.n_reports() == before.n_reports;
        if !can_report || !is_quiet || !has_plain_types(body) {
            return None;
        }
        // A function that was asked for, but is not called in the end, would not be asked for by a copy.
        let mut callees: Vec<FunctionId> = Vec::new();
        for callee in &self.asked[before.n_asked..] {
            if !callees.contains(callee) {
                callees.push(*callee);
            }
        }
        let number = |id: &FunctionId| callees.iter().position(|c| c == id);
        let calls = body
            .calls
            .iter()
            .map(|(id, span)| Some((number(id)?, *span)));
        let calls: Vec<(usize, _)> = calls.collect::<Option<_>>()?;
        if !(0..callees.len()).all(|i| calls.iter().any(|(called, _)| *called == i)) {
            return None;
        }
        let ends = self.ends(id, &body.nodes, &callees);
        let end = |node: &Node| ends.get(&node.0).copied();
        let (moves, patterns) = self.patterns.since(&before.recorded);
        let moves = moves.iter().map(|(from, to)| Some((end(from)?, end(to)?)));
        let moves = moves.collect::<Option<_>>()?;
        let patterns = patterns.iter().map(end).collect::<Option<_>>()?;
        let mut function = body.function.clone();
        let own = |callee: &mut FunctionId| {
            *callee = FunctionId(number(callee).unwrap_or(0) as u32);
        };
        each_call_mut(&mut function.body, &own);
        let callees = callees.iter().map(|id| self.callee_of(*id));
        Some(Kept::new(KeptBody {
            function,
            callees: callees.collect::<Option<_>>()?,
            calls,
            moves,
            patterns,
        }))
    }

    /// What the nodes are that a body knows.
    fn ends(&self, id: FunctionId, nodes: &[Node], callees: &[FunctionId]) -> FxHashMap<u32, End> {
        let mut ends = FxHashMap::default();
        for (i, callee) in callees.iter().enumerate() {
            ends.insert(self.patterns.value_of(*callee).0, End::CalleeValue(i));
            let parameters = self.parameter_nodes[callee.0 as usize].iter().enumerate();
            ends.extend(parameters.map(|(p, node)| (node.0, End::CalleeParameter(i, p))));
        }
        ends.insert(self.patterns.value_of(id).0, End::Value);
        let own = nodes.iter().enumerate();
        ends.extend(own.map(|(i, node)| (node.0, End::Variable(i))));
        ends
    }

    fn callee_of(&self, id: FunctionId) -> Option<Callee> {
        let (family, signature) = self.head_of(id).signature?;
        let name = family.functions[family.signatures[signature].of].name.text;
        Some(Callee { name, signature })
    }
}

/// Whether all values of a body are of types that are the same in all programs: no structures and arrays.
fn has_plain_types(body: &Body) -> bool {
    let mut holds = body.function.variables.iter().all(|v| is_plain(v.ty));
    each_expression(&body.function.body, &mut |e| {
        holds = holds && all_plain(e);
    });
    holds
}

fn all_plain(e: &Expression) -> bool {
    let mut holds = is_plain(e.ty);
    each_child(e, &mut |child| holds = holds && all_plain(child));
    holds
}

fn is_plain(ty: Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Array(_))
}
