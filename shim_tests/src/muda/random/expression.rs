//! Makes the expressions of random programs.

use super::{Generator, scalar};
use crate::muda::tree::*;

impl Generator<'_> {
    pub(super) fn condition(&mut self) -> Expr {
        let kind = self.kind();
        let is_vector = self.random.one_in(3);
        let ty = Ty { kind, is_vector };
        let (a, b) = (self.expr(ty, 1), self.expr(ty, 1));
        let op = self
            .random
            .pick(&["<", "<=", ">", ">=", "==", "!=", "&", "^"]);
        Expr {
            node: Node::Binary(op, Box::new(a), Box::new(b)),
            ty,
        }
    }

    /// An int that the front end cannot compute, because constants must be in range.
    pub(super) fn index(&mut self) -> Expr {
        let ty = scalar(Kind::Int);
        let number = self.expr(scalar(Kind::Float), 1);
        let node = Node::Construct(vec![number]);
        let e = Expr { node, ty };
        let node = Node::Literal(3, "3".into());
        let three = Expr { node, ty };
        // Sometimes out of range.
        if self.random.one_in(3) {
            e
        } else {
            Expr {
                node: Node::Binary("&", Box::new(e), Box::new(three)),
                ty,
            }
        }
    }

    pub(super) fn literal(&mut self, kind: Kind) -> Expr {
        let (bits, text) = match kind {
            Kind::Int => {
                let x = self
                    .random
                    .pick(&[0i32, 1, 2, 5, 31, 33, 100, 65535, i32::MAX]);
                (x as u64, x.to_string())
            }
            Kind::Long => {
                let x = self
                    .random
                    .pick(&[i64::MAX, 1 << 40, (1 << 53) + 1, 4_294_967_296]);
                (x as u64, x.to_string())
            }
            kind => {
                let text = self.random.pick(&[
                    "0.0", "1.0", "0.5", "3.75", "100.0", "1e-3", "1e30", "2.5", "0.1",
                ]);
                let bits = match kind {
                    Kind::Float => text.parse().map_or(0, |x: f32| u64::from(x.to_bits())),
                    _ => text.parse().map_or(0, |x: f64| x.to_bits()),
                };
                // A float literal can stand alone. A double's literal needs its constructor.
                let text = match kind {
                    Kind::Float => text.to_owned(),
                    _ => format!("double({text})"),
                };
                (bits, text)
            }
        };
        Expr {
            node: Node::Literal(bits, text),
            ty: scalar(kind),
        }
    }

    fn leaf(&mut self, ty: Ty) -> Expr {
        let fitting: Vec<usize> = (0..self.variables.len())
            .filter(|v| {
                let own = &self.variables[*v];
                own.ty.kind == ty.kind && (own.ty == ty || own.ty.is_vector)
            })
            .collect();
        if fitting.is_empty() || self.random.one_in(5) {
            let literal = self.literal(ty.kind);
            return if ty.is_vector {
                Expr {
                    node: Node::Construct(vec![literal]),
                    ty,
                }
            } else {
                literal
            };
        }
        let v = self.random.pick(&fitting);
        let own = self.variables[v].clone();
        let node = match own.size {
            0 => Node::Variable(v),
            n => {
                let i = self.random.below(n as u32);
                let node = Node::Literal(i.into(), i.to_string());
                let ty = scalar(Kind::Int);
                Node::Element(v, Box::new(Expr { node, ty }))
            }
        };
        let whole = Expr { node, ty: own.ty };
        // A value of the right type is sometimes swizzled, too.
        let is_swizzled = own.ty != ty || self.random.one_in(6);
        if is_swizzled && own.ty.is_vector {
            self.swizzle(whole, ty)
        } else {
            whole
        }
    }

    fn swizzle(&mut self, of: Expr, ty: Ty) -> Expr {
        let n = if ty.is_vector {
            2 + self.random.below(3) as usize
        } else {
            1
        };
        let letters = (0..n).map(|_| self.random.below(4) as usize).collect();
        Expr {
            node: Node::Swizzle(Box::new(of), letters),
            ty,
        }
    }

    pub(super) fn expr(&mut self, ty: Ty, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let deeper = depth - 1;
        let boxed = |e: Expr| Box::new(e);
        let is_real = matches!(ty.kind, Kind::Float | Kind::Double);
        let node = match self.random.below(14) {
            13 => self.author(ty, deeper),
            0 => Node::Unary(self.random.pick(&['-', '~']), boxed(self.expr(ty, deeper))),
            1..=4 => {
                let op = self.random.pick(&["+", "-", "*", "/", "/.", "+", "-", "*"]);
                self.binary(op, ty, deeper)
            }
            5 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                self.binary(op, ty, deeper)
            }
            6 => {
                let op = self.random.pick(&["&", "|", "^"]);
                self.binary(op, ty, deeper)
            }
            7 => self.shift(ty, deeper),
            8 => {
                let (a, b) = (self.expr(ty, deeper), self.expr(ty, deeper));
                // A mask has the width of the values. Mostly it is a comparison, sometimes any bits.
                let mask_kind = match (ty.kind.width(), self.random.below(2)) {
                    (32, 0) => Kind::Float,
                    (32, _) => Kind::Int,
                    (_, 0) => Kind::Double,
                    _ => Kind::Long,
                };
                let mask = Ty {
                    kind: mask_kind,
                    ..ty
                };
                let op = self.random.pick(&["<", ">", "!="]);
                let node = self.binary(op, mask, deeper);
                let mask = if self.random.one_in(4) {
                    self.expr(mask, deeper)
                } else {
                    Expr { node, ty: mask }
                };
                Node::Choose(boxed(a), boxed(b), boxed(mask))
            }
            9 => {
                let kind = self.kind();
                let other = Ty { kind, ..ty };
                // A vector of parts, of another vector, or of one scalar; a scalar of another scalar.
                match (ty.is_vector, self.random.below(3)) {
                    (true, 0) => {
                        let mut part = || {
                            let kind = self.kind();
                            self.part(scalar(kind), deeper.min(1))
                        };
                        Node::Construct((0..4).map(|_| part()).collect())
                    }
                    (true, 1) if kind != ty.kind => Node::Construct(vec![self.expr(other, deeper)]),
                    (true, _) => Node::Construct(vec![self.part(scalar(kind), deeper)]),
                    (false, _) => Node::Construct(vec![self.part(other, deeper)]),
                }
            }
            10 => {
                let whole = Ty {
                    is_vector: true,
                    ..ty
                };
                let e = self.expr(whole, deeper);
                return self.swizzle(e, ty);
            }
            11 if is_real => {
                let name = self.random.pick(&[
                    "abs", "floor", "ceil", "round", "sqrt", "rcp", "min", "max", "trunc", "sign",
                    "mod",
                ]);
                let n = if matches!(name, "min" | "max" | "mod") {
                    2
                } else {
                    1
                };
                Node::Math(name, (0..n).map(|_| self.expr(ty, deeper)).collect())
            }
            11 => {
                let name = self.random.pick(&["abs", "min", "max", "sign", "mod"]);
                let n = if matches!(name, "abs" | "sign") { 1 } else { 2 };
                Node::Math(name, (0..n).map(|_| self.expr(ty, deeper)).collect())
            }
            _ => {
                // An element of an array of this type, if one has been declared.
                let arrays: Vec<usize> = (0..self.variables.len())
                    .filter(|v| self.variables[*v].size > 0 && self.variables[*v].ty == ty)
                    .collect();
                if arrays.is_empty() {
                    return self.leaf(ty);
                }
                let v = self.random.pick(&arrays);
                Node::Element(v, boxed(self.index()))
            }
        };
        Expr { node, ty }
    }

    /// An argument of a constructor. It is no float literal, because a constructor of doubles would read that at double
    /// precision.
    fn part(&mut self, ty: Ty, depth: u32) -> Expr {
        let e = self.expr(ty, depth);
        match ty.kind {
            Kind::Float => Expr {
                node: Node::Math("abs", vec![e]),
                ty,
            },
            _ => e,
        }
    }

    /// A function of the author's programs with a result of this type, or a component by a computed index.
    fn author(&mut self, ty: Ty, depth: u32) -> Node {
        let vector = |kind| Ty {
            kind,
            is_vector: true,
        };
        let (name, of) = match (ty.kind, ty.is_vector, self.random.below(4)) {
            (Kind::Int, false, 0) => ("all", self.ty()),
            (Kind::Int, false, 1) => ("any", self.ty()),
            (Kind::Int, false, 2) => ("gather", self.ty()),
            (_, false, 3) => {
                let of = self.expr(vector(ty.kind), depth);
                return Node::Extract(Box::new(of), Box::new(self.index()));
            }
            (Kind::Int, true, 0) => ("as_ivec", vector(Kind::Float)),
            (Kind::Float, true, 0) => ("as_vec", vector(Kind::Int)),
            (Kind::Float, _, 1) => ("itof", ty),
            (Kind::Float, is_vector, _) => (
                "itof",
                Ty {
                    kind: Kind::Int,
                    is_vector,
                },
            ),
            (Kind::Int, is_vector, _) => (
                "ftoi",
                Ty {
                    kind: Kind::Float,
                    is_vector,
                },
            ),
            _ => return Node::Unary('-', Box::new(self.expr(ty, depth))),
        };
        // An integer literal where a vector or a float is wanted would have another meaning.
        Node::Author(name, Box::new(self.part(of, depth)))
    }

    fn binary(&mut self, op: &'static str, ty: Ty, depth: u32) -> Node {
        // One operand of two may be a scalar.
        let smeared = if ty.is_vector {
            self.random.below(6)
        } else {
            9
        };
        let of = |is: bool| if is { scalar(ty.kind) } else { ty };
        let a = self.expr(of(smeared == 0), depth);
        let b = self.expr(of(smeared == 1), depth);
        Node::Binary(op, Box::new(a), Box::new(b))
    }

    fn shift(&mut self, ty: Ty, depth: u32) -> Node {
        const LANES: [&str; 6] = ["<<|", ">>|", "<<<|", ">>>|", "<<|@", ">>|@"];
        const WHOLE: [&str; 6] = ["<<", ">>", "<<<", ">>>", "<<@", ">>@"];
        let by_lane = ty.kind.width() == 64 || self.random.one_in(2);
        let op = self.random.pick(if by_lane { &LANES } else { &WHOLE });
        let count = Ty {
            kind: Kind::Int,
            is_vector: by_lane && ty.is_vector && self.random.one_in(2),
        };
        let (value, n) = (self.expr(ty, depth), self.expr(count, depth));
        // Most counts are useful. A constant is never negative.
        let literal = Node::Literal(127, "127".into());
        let mask = Expr {
            node: literal,
            ty: scalar(Kind::Int),
        };
        let n = Expr {
            node: Node::Binary("&", Box::new(n), Box::new(mask)),
            ty: count,
        };
        Node::Binary(op, Box::new(value), Box::new(n))
    }
}
