//! Random programs, as trees that [`evaluate`](super::evaluate) runs. Their expressions are in `expression`, their
//! text is in [`text`].

mod expression;
pub mod text;

use super::tree::*;
use crate::random::Random;

const KINDS: [Kind; 4] = [Kind::Float, Kind::Int, Kind::Double, Kind::Long];

/// A program from a seed. Without wide numbers it can run as machine code on every CPU.
pub fn program(seed: u64, has_wide: bool) -> Program {
    let mut random = Random::new(seed);
    let n_helpers = random.below(3) as usize;
    let mut functions = Vec::new();
    for i in 0..=n_helpers {
        let is_kernel = i == n_helpers;
        let f = Generator {
            random: random.clone(),
            has_wide,
            functions: &functions,
            variables: Vec::new(),
            writable: Vec::new(),
            n_loops: 0,
            result: Ty {
                kind: Kind::Float,
                is_vector: false,
            },
        }
        .function(i, is_kernel);
        random.below(7);
        functions.push(f.0);
        random = f.1;
    }
    Program { functions }
}

pub(super) struct Generator<'p> {
    pub(super) random: Random,
    has_wide: bool,
    functions: &'p [Function],
    pub(super) variables: Vec<Variable>,
    /// Variables that statements may write.
    writable: Vec<usize>,
    n_loops: usize,
    result: Ty,
}

pub(super) fn scalar(kind: Kind) -> Ty {
    Ty {
        kind,
        is_vector: false,
    }
}

impl Generator<'_> {
    fn function(mut self, number: usize, is_kernel: bool) -> (Function, Random) {
        let n = 2 + self.random.below(3) as usize;
        let parameters: Vec<Way> = (0..n)
            .map(|_| self.random.pick(&[Way::In, Way::In, Way::Out, Way::InOut]))
            .collect();
        for _ in 0..n {
            self.new_variable(0);
        }
        for _ in 0..2 + self.random.below(4) {
            let size = if self.random.one_in(5) {
                2 + self.random.below(3) as usize
            } else {
                0
            };
            self.new_variable(size);
        }
        self.writable = (0..self.variables.len()).collect();
        self.result = if is_kernel {
            scalar(self.kind())
        } else {
            self.ty()
        };
        let n = 2 + self.random.below(6);
        let mut body = self.body(n, 2);
        body.push(Stmt::Return(self.expr(self.result, 2)));
        let f = Function {
            name: format!("f{number}"),
            parameters,
            variables: self.variables,
            result: self.result,
            body,
        };
        (f, self.random)
    }

    pub(super) fn kind(&mut self) -> Kind {
        let n = if self.has_wide { 4 } else { 2 };
        KINDS[self.random.below(n) as usize]
    }

    pub(super) fn ty(&mut self) -> Ty {
        Ty {
            kind: self.kind(),
            is_vector: !self.random.one_in(3),
        }
    }

    fn new_variable(&mut self, size: usize) -> usize {
        let ty = self.ty();
        let name = format!("v{}", self.variables.len());
        self.variables.push(Variable { name, ty, size });
        self.variables.len() - 1
    }

    fn body(&mut self, n: u32, depth: u32) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..n {
            self.statement(depth, &mut body);
        }
        body
    }

    fn statement(&mut self, depth: u32, body: &mut Vec<Stmt>) {
        match self.random.below(10) {
            0 | 1 if depth > 0 => {
                let condition = self.condition();
                let (n, m) = (self.random.below(3), self.random.below(3));
                let (mut yes, no) = (self.body(n, depth - 1), self.body(m, depth - 1));
                if self.random.one_in(6) {
                    yes.push(Stmt::Return(self.expr(self.result, 1)));
                }
                body.push(Stmt::If(condition, yes, no));
            }
            2 if depth > 0 => self.while_loop(depth, body),
            3 if !self.functions.is_empty() => self.call(body),
            _ => {
                // An assignment: to an element, to some components, or to the whole, from a scalar now and then.
                let v = self.random.pick(&self.writable.clone());
                let ty = self.variables[v].ty;
                if self.variables[v].size > 0 {
                    let index = self.index();
                    let value = self.expr(ty, 2);
                    body.push(Stmt::AssignElement(v, index, value));
                } else if ty.is_vector && self.random.one_in(3) {
                    let n = 1 + self.random.below(4) as usize;
                    let mask: Vec<usize> = (0..n).map(|_| self.random.below(4) as usize).collect();
                    let ty = if n == 1 { scalar(ty.kind) } else { ty };
                    let value = self.expr(ty, 2);
                    let mut filled = mask.clone();
                    if n > 1 {
                        filled.resize(4, mask[n - 1]);
                    }
                    body.push(Stmt::Assign(v, Some(filled), value));
                } else {
                    let ty = if self.random.one_in(6) {
                        scalar(ty.kind)
                    } else {
                        ty
                    };
                    let value = self.expr(ty, 3);
                    body.push(Stmt::Assign(v, None, value));
                }
            }
        }
    }

    /// A loop of at most four rounds. The number of rounds may differ between lanes.
    fn while_loop(&mut self, depth: u32, body: &mut Vec<Stmt>) {
        self.n_loops += 1;
        let ty = Ty {
            kind: Kind::Int,
            is_vector: self.random.one_in(3),
        };
        let name = format!("k{}", self.n_loops);
        self.variables.push(Variable { name, ty, size: 0 });
        let k = self.variables.len() - 1;
        let literal = |n: u64| Expr {
            node: Node::Literal(n, n.to_string()),
            ty: scalar(Kind::Int),
        };
        let variable = Expr {
            node: Node::Variable(k),
            ty,
        };
        let binary = |op, a: &Expr, b: Expr| Expr {
            node: Node::Binary(op, Box::new(a.clone()), Box::new(b)),
            ty,
        };
        let rounds = self.expr(ty, 1);
        let limit = binary("&", &rounds, literal(3));
        body.push(Stmt::Assign(k, None, literal(0)));
        let n = 1 + self.random.below(2);
        // No other statement writes the counter of the rounds.
        let mut inside = self.body(n, depth - 1);
        inside.push(Stmt::Assign(k, None, binary("+", &variable, literal(1))));
        // The number of rounds is computed again each time, and never exceeds three.
        body.push(Stmt::While(binary("<", &variable, limit), inside));
    }

    fn call(&mut self, body: &mut Vec<Stmt>) {
        let id = self.random.below(self.functions.len() as u32) as usize;
        let callee = self.functions[id].clone();
        let mut arguments = Vec::new();
        for (way, p) in callee.parameters.iter().zip(&callee.variables) {
            if *way == Way::In {
                arguments.push(self.expr(p.ty, 1));
                continue;
            }
            // A variable of exactly this type.
            let found = self.writable.iter().copied().find(|v| {
                let own = &self.variables[*v];
                own.ty == p.ty && own.size == 0
            });
            let Some(v) = found else { return };
            arguments.push(Expr {
                node: Node::Variable(v),
                ty: p.ty,
            });
        }
        let result = self.writable.iter().copied().find(|v| {
            let own = &self.variables[*v];
            own.ty == callee.result && own.size == 0
        });
        if let Some(result) = result {
            body.push(Stmt::Call(result, id, arguments));
        }
    }
}
