//! Finds where variables are declared.

use rustc_hash::FxHashMap;

/// A variable of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Variable {
    /// A value, or the first of an instruction's four.
    Value(u32),
    /// A lane slot.
    Slot(u32),
}

/// A statement: its block of statements, and its index there.
type Place = (u32, u32);

/// Blocks of statements in the order of writing, with the places where variables are named.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The statement that contains each block; `None` for the outermost one.
    above: Vec<Option<Place>>,
    /// The depth of each block.
    depth: Vec<u32>,
    /// The open blocks, each with the index of its current statement.
    open: Vec<Place>,
    /// The next block to begin.
    n_entered: u32,
    /// The innermost block that contains all uses of a variable, and its first such statement.
    names: FxHashMap<Variable, Place>,
    /// The statements that assign variables their only value.
    defined: FxHashMap<Variable, Place>,
    /// Variables that another statement than their definition names first, by that statement.
    declared: FxHashMap<Place, Vec<Variable>>,
    /// Whether the places of all names are known.
    is_settled: bool,
    hoists: bool,
}

impl Places {
    /// `hoists`: a variable that two statements name is declared for the whole function.
    pub(super) fn new(hoists: bool) -> Places {
        Places {
            hoists,
            ..Places::default()
        }
    }

    /// Prepares the second pass, which uses the results of the first one.
    pub(super) fn settle(mut self) -> Places {
        for (variable, place) in &self.names {
            let is_value = matches!(variable, Variable::Value(_));
            if is_value && self.defined.get(variable) != Some(place) {
                self.declared.entry(*place).or_default().push(*variable);
            }
        }
        self.declared.values_mut().for_each(|v| v.sort_unstable());
        self.is_settled = true;
        self.n_entered = 0;
        self.open.clear();
        self
    }

    /// Begins a block inside the current statement.
    pub(super) fn enter(&mut self) {
        let id = self.n_entered;
        self.n_entered += 1;
        if !self.is_settled {
            self.above.push(self.open.last().copied());
            self.depth.push(self.open.len() as u32);
        }
        self.open.push((id, 0));
    }

    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Begins the statement of this index, and returns the variables to declare before it.
    pub(super) fn declared_before(&mut self, number: usize) -> Vec<Variable> {
        let Some(place) = self.open.last_mut() else {
            return Vec::new();
        };
        place.1 = number as u32;
        let place = *place;
        self.declared.remove(&place).unwrap_or_default()
    }

    /// Notes that the current statement names a variable.
    pub(super) fn name(&mut self, variable: Variable) {
        let Some(here) = self.open.last().copied() else {
            return;
        };
        if self.is_settled {
            return;
        }
        let known = self.names.get(&variable).copied();
        let place = match known {
            None => here,
            Some(known) if known == here => here,
            Some(_) if self.hoists => (0, 0),
            Some(known) => self.join(known, here),
        };
        self.names.insert(variable, place);
    }

    /// Names a variable at its only assignment, and returns whether it can be declared there.
    pub(super) fn define(&mut self, variable: Variable) -> bool {
        self.name(variable);
        let here = self.open.last().copied();
        if let (Some(here), false) = (here, self.is_settled) {
            self.defined.insert(variable, here);
        }
        here.is_some() && self.names.get(&variable).copied() == here
    }

    pub(super) fn is_named(&self, variable: Variable) -> bool {
        self.names.contains_key(&variable)
    }

    /// The innermost block that contains both statements, and the first one in it.
    fn join(&self, mut a: Place, mut b: Place) -> Place {
        while a.0 != b.0 {
            let is_a = self.depth[a.0 as usize] >= self.depth[b.0 as usize];
            let deeper = if is_a { &mut a } else { &mut b };
            *deeper = self.above[deeper.0 as usize].unwrap_or((0, 0));
        }
        (a.0, a.1.min(b.1))
    }
}
