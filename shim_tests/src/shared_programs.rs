//! Random functions that Cg and HLSL both take as they stand: vectors, ints, loops, calls, arrays and structures.
//!
//! Cg may round a product and the sum that it belongs to once, HLSL never does. So no product reaches a sum: it stands
//! below a function that no sum is made of.
#![forbid(unsafe_code)]

use crate::random::Random;

/// The text of a function `float4 feature(float4 a, float4 b, float4 d)`, with what it calls.
pub fn shared_program(random: &mut Random) -> String {
    let mut maker = Maker {
        random,
        body: String::new(),
        n_locals: 0,
    };
    for _ in 0..3 + maker.random.below(5) {
        maker.statement(1);
    }
    let value = maker.vector(2);
    let body = maker.body;
    format!(
        "struct Pair {{ float4 x; float2 y; }};\n\
         static const float table[4] = {{ 0.5, -1.25, 3, 0.125 }};\n\
         float4 turned(float4 v, out float sum) {{ sum = v.x - v.w; return v.wxyz; }}\n\
         float2 turned(float2 v) {{ return v.yx; }}\n\
         void step2(inout float4 v, float s) {{ if (s > 0.5) v.yz = v.zy; else v.x = s; }}\n\
         float4 feature(float4 a, float4 b, float4 d)\n{{\n\
         \x20   float4 v = a, w = d;\n    Pair p;\n    p.x = b;\n    p.y = a.zw;\n    int n = 2;\n{body}\
         \x20   return {value};\n}}\n"
    )
}

struct Maker<'r> {
    random: &'r mut Random,
    body: String,
    n_locals: u32,
}

impl Maker<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        self.body += &format!("{}{text}\n", "    ".repeat(depth));
    }

    fn statement(&mut self, depth: usize) {
        let is_deep = depth > 2;
        let vector = self.vector(2);
        let scalar = self.scalar(2);
        match self.random.below(if is_deep { 6 } else { 10 }) {
            0 => self.line(depth, &format!("v = {vector};")),
            1 => {
                let mask = self.random.pick(&["xy", "yzw", "x", "xyzw", "zw"]);
                let line = format!("w.{mask} = ({vector}).{mask};");
                self.line(depth, &line);
            }
            2 => self.line(depth, &format!("p.y = turned(p.y + {scalar});")),
            3 => self.line(depth, &format!("step2(p.x, {scalar});")),
            4 => {
                let n = self.whole(1);
                self.line(depth, &format!("n = {n};"));
            }
            5 => {
                self.n_locals += 1;
                let name = format!("t{}", self.n_locals);
                self.line(depth, &format!("float {name};"));
                let line = format!("v = turned({vector}, {name}) - {name};");
                self.line(depth, &line);
            }
            6 | 7 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                if self.random.one_in(2) {
                    self.line(depth, "} else {");
                    self.statement(depth + 1);
                }
                self.line(depth, "}");
            }
            _ => {
                self.n_locals += 1;
                let (i, rounds) = (format!("i{}", self.n_locals), 1 + self.random.below(4));
                let line = format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{");
                self.line(depth, &line);
                self.line(depth + 1, &format!("v[{i}] = table[{i}] - v.y;"));
                self.statement(depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn condition(&mut self) -> String {
        let (x, y) = (self.scalar(1), self.scalar(1));
        let operator = self.random.pick(&["<", ">", "<=", ">=", "==", "!="]);
        match self.random.below(4) {
            0 => format!("n {operator} {}", self.whole(1)),
            1 => format!("{x} {operator} {y} && v.x > w.y"),
            _ => format!("{x} {operator} {y}"),
        }
    }

    fn whole(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.random.pick(&["n", "3", "1", "-2"]).to_owned();
        }
        let (x, y) = (self.whole(depth - 1), self.whole(depth - 1));
        match self.random.below(5) {
            0 => format!("({x} + {y})"),
            1 => format!("({x} - {y})"),
            2 => format!("({x} * {y})"),
            3 => format!("(int)({})", self.random.pick(&["v.x", "b.w", "w.y"])),
            _ => x,
        }
    }

    fn scalar(&mut self, depth: u32) -> String {
        if depth == 0 {
            let leaves = [
                "a.x",
                "b.y",
                "v.z",
                "w.w",
                "p.y.x",
                "0.75",
                "table[2]",
                "((float)n)",
            ];
            return self.random.pick(&leaves).to_owned();
        }
        let (x, y) = (self.scalar(depth - 1), self.scalar(depth - 1));
        match self.random.below(9) {
            0 => format!("({x} + {y})"),
            1 => format!("({x} - {y})"),
            2 => format!("floor({x} * 4.0)"),
            3 => format!("min({x}, {y})"),
            4 => format!("abs({x} * {y})"),
            5 => format!("({x} > {y} ? {x} : {y})"),
            6 => format!("max({x} * 0.5, {y})"),
            7 => format!("-({x})"),
            _ => x,
        }
    }

    fn vector(&mut self, depth: u32) -> String {
        if depth == 0 {
            let leaves = [
                "a",
                "b.wzyx",
                "v",
                "w.xxyy",
                "d",
                "p.x",
                "float4(a.xy, 0.5, b.w)",
                "p.y.xyxy",
                "float4(1, 2, v.x, n)",
                "v.x.xxxx",
            ];
            return self.random.pick(&leaves).to_owned();
        }
        let (x, y) = (self.vector(depth - 1), self.vector(depth - 1));
        match self.random.below(11) {
            0 | 1 => format!("({x} + {y})"),
            2 => format!("({x} - {y})"),
            3 => format!("min({x} * {y}, {y})"),
            4 => format!("max({x}, -({y}))"),
            5 => format!("abs({x} / (abs({y}) + 0.5))"),
            6 => format!("frac({x})"),
            7 => format!("floor({x} * 3.0)"),
            8 => format!("float4(({x}).zyx, {})", self.scalar(depth - 1)),
            9 => format!("({x} < {y} ? {x} : {y})"),
            _ => format!("abs({x} * {y})"),
        }
    }
}
