//! Numbers without control flow. Each is there once; what is constant is computed.

use super::regions::{Branch, Loop};
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::File;
use crate::ir::Op;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A number of the graph. Arguments have lower ids than what they are arguments of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::codegen) struct NodeId(pub(in crate::codegen) u32);

/// The numbers of a vector's lanes.
pub(in crate::codegen) type Lanes = [Option<NodeId>; 4];

/// What a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::codegen) enum Kind {
    /// The bits of a float.
    Literal(u32),
    /// A component of a register that the shader does not write.
    Register(File, u32, u8),
    /// A component of the constant whose number is the argument plus this.
    Relative(u32, u8),
    Add,
    Mul,
    /// a × b + c
    Mad,
    Neg,
    Abs,
    /// Clamped to [0, 1].
    Saturate,
    Min,
    Max,
    Fraction,
    Floor,
    Rcp,
    /// 1 ÷ √|a|
    Rsq,
    Exp,
    /// log2 |a|
    Log,
    /// |a|^b
    Pow,
    /// b^c where neither a nor b is below 0, else 0, as the instruction `lit` has it.
    Lit,
    /// Of an angle between −π and π.
    Sin,
    Cos,
    Ddx,
    Ddy,
    /// a ≥ 0 ? b : c
    Cmp,
    Slt,
    Sge,
    /// An operation on the bits of whole numbers.
    Bits(Opcode),
    /// A look-up: coordinates, then what the opcode asks for. Texels name its components.
    Sample(Opcode, u32),
    Texel(u8),
    /// The place of the frame in pixels, from the lower edge up; Direct3D's has another origin.
    WindowY,
    /// A uniform of which levels of detail are computed, by its unit.
    TexelScale(u32, u8),
    /// What a loop ([`super::regions::Loop`], by its number) carries from round to round: one of its numbers.
    Carried(u32, u32),
    /// A loop. Its arguments are the numbers that it begins with, those of the next round, and what its items read.
    Loop(u32),
    /// A component of the constant whose number is the counter of a loop plus this.
    Counted(u32, u8, u32),
    /// A branch ([`super::regions::Branch`], by its number).
    Branch(u32),
    /// What a carried number of the loop, which is the argument, is after it; or a result of the branch.
    After(u32),
    /// What the machine cannot compute: an operation on the bits of numbers.
    Missing(Op),
    /// Truth values.
    Truth(bool),
    Lt,
    Le,
    Eq,
    Ne,
    And,
    Or,
    Not,
    Facing,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::codegen) struct Node {
    pub(in crate::codegen) kind: Kind,
    pub(in crate::codegen) args: SmallVec<[NodeId; 4]>,
}

/// The numbers of a program.
#[derive(Debug, Default)]
pub(in crate::codegen) struct Graph {
    pub(in crate::codegen) nodes: Vec<Node>,
    pub(in crate::codegen) loops: Vec<Loop>,
    pub(in crate::codegen) branches: Vec<Branch>,
    /// The numbers that are components of one operation of the text: its number, and the component.
    pub(in crate::codegen) runs: FxHashMap<NodeId, (u32, u8)>,
    known: FxHashMap<Node, NodeId>,
    /// Whether each number certainly is whole.
    whole: Vec<bool>,
}

impl Graph {
    pub(in crate::codegen) fn kind(&self, id: NodeId) -> Kind {
        self.nodes[id.0 as usize].kind
    }

    pub(in crate::codegen) fn args(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0 as usize].args
    }

    /// The number of this kind and these arguments, as it is.
    pub(in crate::codegen) fn node(&mut self, kind: Kind, args: &[NodeId]) -> NodeId {
        let is_missing = |a: &&NodeId| matches!(self.kind(**a), Kind::Missing(_));
        if let Some(missing) = args.iter().find(is_missing) {
            return *missing;
        }
        let node = Node {
            kind,
            args: args.into(),
        };
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.whole.push(self.is_whole(&node));
        self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// The number of this kind and these arguments, if it is there.
    pub(in crate::codegen) fn find(&self, kind: Kind, args: &[NodeId]) -> Option<NodeId> {
        let args = args.into();
        self.known.get(&Node { kind, args }).copied()
    }

    pub(in crate::codegen) fn literal(&mut self, value: f32) -> NodeId {
        self.node(Kind::Literal(value.to_bits()), &[])
    }

    /// The value of a literal.
    pub(in crate::codegen) fn value(&self, id: NodeId) -> Option<f32> {
        match self.kind(id) {
            Kind::Literal(bits) => Some(f32::from_bits(bits)),
            _ => None,
        }
    }

    pub(in crate::codegen) fn add(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => self.literal(x + y),
            (Some(0.0), _) => b,
            (_, Some(0.0)) => a,
            (Some(_), None) => self.add(b, a),
            (None, Some(y)) => match self.with_literal(Kind::Add, a) {
                Some((inner, x)) => {
                    let sum = self.literal(x + y);
                    self.add(inner, sum)
                }
                None => self.node(Kind::Add, &[a, b]),
            },
            _ => self.node(Kind::Add, &[a, b]),
        }
    }

    /// The parts of a sum or product of which the second one is a literal.
    pub(in crate::codegen) fn with_literal(&self, kind: Kind, n: NodeId) -> Option<(NodeId, f32)> {
        let args = self.args(n);
        let literal = args.get(1).filter(|_| self.kind(n) == kind);
        literal.and_then(|l| Some((args[0], self.value(*l)?)))
    }

    /// The same of numbers that are no integers, whose literal factors become one.
    pub(in crate::codegen) fn product(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if self.value(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        match (self.value(b), self.scaled(a)) {
            (Some(y), Some((inner, x))) if (x * y).is_normal() => {
                let product = self.literal(x * y);
                self.mul(inner, product)
            }
            _ => self.mul(a, b),
        }
    }

    /// A number times a literal: both.
    fn scaled(&self, n: NodeId) -> Option<(NodeId, f32)> {
        let (product, minus) = self.unsigned(n);
        let (inner, x) = self.with_literal(Kind::Mul, product)?;
        Some((inner, if minus { -x } else { x }))
    }

    pub(in crate::codegen) fn sub(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b {
            return self.literal(0.0);
        }
        // a − floor(a)
        if self.is_floor_of(b, a) {
            return self.fraction(a);
        }
        let b = self.neg(b);
        self.add(a, b)
    }

    /// a × b. 0 × anything is 0.
    pub(in crate::codegen) fn mul(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => self.literal(if x == 0.0 || y == 0.0 { 0.0 } else { x * y }),
            (Some(0.0), _) | (_, Some(0.0)) => self.literal(0.0),
            (Some(1.0), _) => b,
            (_, Some(1.0)) => a,
            (Some(-1.0), _) => self.neg(b),
            (_, Some(-1.0)) => self.neg(a),
            (Some(_), None) => self.mul(b, a),
            _ => self.signed(Kind::Mul, a, b),
        }
    }

    /// A product that stays one where a factor is 1 or −1, as a component of a vector does.
    pub(in crate::codegen) fn scaled_by(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let is_unit = |n: NodeId| self.value(n).is_some_and(|x| x.abs() == 1.0);
        match (is_unit(a), is_unit(b)) {
            (true, false) if self.value(b).is_none() => self.node(Kind::Mul, &[b, a]),
            (false, true) if self.value(a).is_none() => self.node(Kind::Mul, &[a, b]),
            _ => self.product(a, b),
        }
    }

    /// A product with its sign outside.
    fn signed(&mut self, kind: Kind, a: NodeId, b: NodeId) -> NodeId {
        let (a, minus_a) = self.unsigned(a);
        let (b, minus_b) = self.unsigned(b);
        let product = self.node(kind, &[a, b]);
        if minus_a != minus_b {
            return self.neg(product);
        }
        product
    }

    /// A number without its minus.
    pub(in crate::codegen) fn unsigned(&self, a: NodeId) -> (NodeId, bool) {
        match self.kind(a) {
            Kind::Neg => (self.args(a)[0], true),
            _ => (a, false),
        }
    }

    pub(in crate::codegen) fn mad(&mut self, a: NodeId, b: NodeId, c: NodeId) -> NodeId {
        let is_product = |x: Option<f32>| x.is_some_and(|x| x == 0.0 || x.abs() == 1.0);
        let (x, y, z) = (self.value(a), self.value(b), self.value(c));
        if is_product(x) || is_product(y) || x.is_some() && y.is_some() || z == Some(0.0) {
            let product = self.mul(a, b);
            return self.add(product, c);
        }
        self.node(Kind::Mad, &[a, b, c])
    }

    pub(in crate::codegen) fn neg(&mut self, a: NodeId) -> NodeId {
        match (self.value(a), self.kind(a)) {
            (Some(x), _) => self.literal(-x),
            (_, Kind::Neg) => self.args(a)[0],
            _ => self.node(Kind::Neg, &[a]),
        }
    }

    pub(in crate::codegen) fn abs(&mut self, a: NodeId) -> NodeId {
        match (self.value(a), self.kind(a)) {
            (Some(x), _) => self.literal(x.abs()),
            (_, Kind::Abs | Kind::Saturate) => a,
            (_, Kind::Neg) => {
                let inner = self.args(a)[0];
                self.abs(inner)
            }
            _ => self.node(Kind::Abs, &[a]),
        }
    }

    /// An operand whose sign does not matter.
    pub(in crate::codegen) fn magnitude(&self, a: NodeId) -> NodeId {
        match self.kind(a) {
            Kind::Neg | Kind::Abs => self.magnitude(self.args(a)[0]),
            _ => a,
        }
    }

    pub(in crate::codegen) fn min(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => self.literal(if x < y { x } else { y }),
            _ if a == b => a,
            _ => self.node(Kind::Min, &[a, b]),
        }
    }

    pub(in crate::codegen) fn max(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => self.literal(if x > y { x } else { y }),
            _ if a == b => a,
            _ => self.node(Kind::Max, &[a, b]),
        }
    }

    pub(in crate::codegen) fn rcp(&mut self, a: NodeId) -> NodeId {
        match (self.value(a), self.kind(a)) {
            (Some(x), _) => self.literal(1.0 / x),
            (_, Kind::Rcp) => self.args(a)[0],
            _ => self.node(Kind::Rcp, &[a]),
        }
    }

    pub(in crate::codegen) fn rsq(&mut self, a: NodeId) -> NodeId {
        let a = self.magnitude(a);
        match self.value(a) {
            Some(x) => self.literal(1.0 / x.abs().sqrt()),
            None => self.node(Kind::Rsq, &[a]),
        }
    }

    pub(in crate::codegen) fn fraction(&mut self, a: NodeId) -> NodeId {
        match self.value(a) {
            Some(x) => self.literal((x - x.floor()).min(1.0 - f32::EPSILON / 2.0)),
            None => self.node(Kind::Fraction, &[a]),
        }
    }

    pub(in crate::codegen) fn floor(&mut self, a: NodeId) -> NodeId {
        match self.value(a) {
            Some(x) => self.literal(x.floor()),
            None if self.is_integer(a) => a,
            None => {
                let fraction = self.fraction(a);
                self.sub(a, fraction)
            }
        }
    }

    /// Whether a number is x − fraction(x) of another one.
    fn is_floor_of(&self, n: NodeId, x: NodeId) -> bool {
        self.of_floor(n) == Some(x)
    }

    /// The number whose floor another one is.
    pub(in crate::codegen) fn of_floor(&self, n: NodeId) -> Option<NodeId> {
        let Kind::Add = self.kind(n) else {
            return None;
        };
        let [first, second] = [self.args(n)[0], self.args(n)[1]];
        let (second, minus) = self.unsigned(second);
        let is_floor = minus && self.kind(second) == Kind::Fraction;
        (is_floor && self.args(second)[0] == first).then_some(first)
    }

    /// Whether a number certainly is whole.
    pub(in crate::codegen) fn is_integer(&self, a: NodeId) -> bool {
        self.whole[a.0 as usize]
    }

    /// The same of a number that is new.
    fn is_whole(&self, node: &Node) -> bool {
        let args = &node.args;
        match node.kind {
            Kind::Literal(bits) => f32::from_bits(bits).fract() == 0.0,
            Kind::Slt | Kind::Sge | Kind::Floor | Kind::Bits(_) => true,
            Kind::Neg | Kind::Abs | Kind::Min | Kind::Max | Kind::Mul | Kind::Mad => {
                args.iter().all(|x| self.is_integer(*x))
            }
            Kind::Cmp => args[1..].iter().all(|x| self.is_integer(*x)),
            Kind::Add => {
                // x − fraction(x)
                let (second, minus) = self.unsigned(args[1]);
                let floor = self.kind(second) == Kind::Fraction && minus;
                floor && self.args(second)[0] == args[0] || args.iter().all(|x| self.is_integer(*x))
            }
            _ => false,
        }
    }
}
