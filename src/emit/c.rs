//! The words of C99. Integers are unsigned, so that nothing overflows; `c_helpers.rs` has functions for what C leaves
//! open.

use super::language::{Language, Operation, Row, component_type};
use super::parameters::Port;
use super::text::{Level, Text, double, float, operator, wide};
use crate::ir::signature::Direction;
use crate::ir::{Op, Type};

pub(super) struct C;

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::F32 => "float",
        Type::I32 => "uint32_t",
        Type::F64 => "double",
        Type::I64 => "uint64_t",
        Type::Mask => "int",
    }
}

/// Whether a parameter is a pointer: if it is written, or has several numbers.
fn is_pointer(port: &Port) -> bool {
    let p = &port.parameter;
    p.direction.output().is_some() || p.components * p.count > 1
}

fn parameter(port: &Port) -> String {
    let (ty, name) = (type_name(component_type(port)), &port.parameter.name);
    match (is_pointer(port), port.parameter.direction) {
        (false, _) => format!("{ty} {name}"),
        (true, Direction::In(_) | Direction::Uniform(_)) => format!("const {ty} *restrict {name}"),
        (true, _) => format!("{ty} *restrict {name}"),
    }
}

impl Language for C {
    fn function_name(&self, name: &str) -> String {
        match name {
            "main" => "shade".to_owned(),
            name => name.to_owned(),
        }
    }

    fn head(&self, name: &str, ports: &[Port], uses_draw: bool) -> String {
        let draw = uses_draw.then(|| "const struct tl_draw *draw".to_owned());
        let parameters: Vec<String> = draw
            .into_iter()
            .chain(ports.iter().map(parameter))
            .collect();
        match parameters.join(", ") {
            none if none.is_empty() => format!("void {name}(void) {{"),
            line if line.len() < 100 => format!("void {name}({line}) {{"),
            _ => format!("void {name}(\n    {}) {{", parameters.join(",\n    ")),
        }
    }

    fn declare(&self, ty: Type, name: &str, value: Option<&str>) -> String {
        format!("{} {name} = {};", type_name(ty), value.unwrap_or("0"))
    }

    fn declare_stack(&self, n: u32) -> String {
        format!("uint32_t stack[{n}] = {{ 0 }};")
    }

    fn declare_vector(&self, name: &str) -> String {
        format!("float {name}[4] = {{ 0 }};")
    }

    fn storage(&self, ty: Type, _: bool) -> Type {
        ty
    }

    fn literal(&self, ty: Type, imm: [u32; 2]) -> Text {
        let bits = wide(imm);
        match ty {
            Type::F32 => match f32::from_bits(imm[0]) {
                x if x.is_finite() => Text::number(float(x) + "f", ty),
                _ => Text::tight(format!("tl_float({:#x}u)", imm[0]), ty),
            },
            Type::F64 => match f64::from_bits(bits) {
                x if x.is_finite() => Text::number(double(x), ty),
                _ => Text::tight(format!("tl_double(UINT64_C({bits:#x}))"), ty),
            },
            Type::I32 => Text::tight(integer(u64::from(imm[0])) + "u", ty),
            Type::I64 => Text::tight(format!("UINT64_C({})", integer(bits)), ty),
            Type::Mask => Text::tight(imm[0].to_string(), ty),
        }
    }

    fn component(&self, name: &str, component: usize) -> Text {
        Text::tight(format!("{name}[{component}]"), Type::F32)
    }

    fn port(&self, port: &Port, component: u32) -> Text {
        let name = &port.parameter.name;
        let text = if is_pointer(port) {
            format!("{name}[{component}]")
        } else {
            name.clone()
        };
        Text::tight(text, component_type(port))
    }

    fn copy(&self, port: &Port, name: &str) -> String {
        let p = &port.parameter;
        let (ty, n) = (type_name(component_type(port)), p.components * p.count);
        format!(
            "{ty} {name}[{n}];\n    memcpy({name}, {}, sizeof {name});",
            p.name
        )
    }

    fn bits(&self, value: Text) -> Text {
        match value.ty {
            Type::F32 => Text::call("tl_bits", &[value], Type::I32),
            Type::F64 => Text::call("tl_bits64", &[value], Type::I64),
            _ => value,
        }
    }

    fn real(&self, value: Text) -> Text {
        match value.ty {
            Type::I32 => Text::call("tl_float", &[value], Type::F32),
            Type::I64 => Text::call("tl_double", &[value], Type::F64),
            _ => value,
        }
    }

    fn half(&self, value: &Text, which: u32) -> Text {
        let text = match which {
            0 => format!("(uint32_t){}", value.above(Level::Product)),
            _ => format!("(uint32_t)({} >> 32)", value.above(Level::Sum)),
        };
        let (level, ty) = (Level::Unary, Type::I32);
        Text { text, level, ty }
    }

    fn join(&self, low: &Text, high: &Text) -> Text {
        let [low, high] = [low, high].map(|a| a.above(Level::Product));
        let text = format!("((uint64_t){high} << 32) | {low}");
        let (level, ty) = (Level::Loose, Type::I64);
        Text { text, level, ty }
    }

    fn mask_type(&self) -> Type {
        Type::Mask
    }

    fn not(&self, mask: &Text) -> Text {
        Text::prefix("!", mask, Type::Mask)
    }

    fn must_say_nan(&self, _: bool) -> bool {
        true
    }

    fn mask(&self, mask: Text) -> Text {
        mask
    }

    fn canonical(&self, value: &Text) -> Text {
        let name = match value.ty {
            Type::F64 => "tl_canonical_double",
            _ => "tl_canonical",
        };
        Text::call(name, std::slice::from_ref(value), value.ty)
    }

    fn operation(&self, operation: &Operation<'_>) -> Option<Text> {
        let Operation { inst, args, .. } = operation;
        let ty = *inst.op.info().results.first()?;
        // Operators first, then shifts by a known number, then what has a syntax of its own.
        if let Some((sign, level)) = operator(inst.op) {
            let left = &in_parentheses(&args[0]);
            return Some(Text::infix(left, sign, &args[1], level, ty));
        }
        if let Some(shifted) = known_shift(inst.op, args) {
            return Some(shifted);
        }
        Some(match inst.op {
            Op::FNeg | Op::DNeg => Text::prefix("-", &args[0], ty),
            Op::MNot => self.not(&args[0]),
            Op::IULt | Op::LULt => Text::infix(&args[0], "<", &args[1], Level::Loose, ty),
            Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL => {
                let [mask, yes, no] = [0, 1, 2].map(|i: usize| args[i].above(Level::Product));
                let text = format!("{mask} ? {yes} : {no}");
                let level = Level::Loose;
                Text { text, level, ty }
            }
            Op::F32ToF64 | Op::F64ToF32 => cast(type_name(ty), &args[0], ty),
            Op::I64Lo => self.half(&args[0], 0),
            Op::I64Hi => self.half(&args[0], 1),
            Op::I64OfParts => self.join(&args[0], &args[1]),
            Op::LoadPlane | Op::LoadPixel => {
                draw_call(operation, &immediates(inst.imm, inst.op), ty)
            }
            Op::LaneX | Op::LaneY | Op::FrontFacing | Op::LiveMask | Op::Ddx | Op::Ddy => {
                draw_call(operation, &[], ty)
            }
            // The rest are functions.
            op => Text::call(function(op)?, args, ty),
        })
    }

    fn fill_row(&self, name: &str, is_new: bool, row: &Row<'_>) -> String {
        let (own, index) = (&row.port.parameter.name, &row.index.text);
        let first = match row.first {
            0 => own.clone(),
            first => format!("{own} + {}", 4 * first),
        };
        let n = row.n;
        self.new_vector(name, is_new) + &format!("tl_row({first}, {n}u, {index}, {name});")
    }

    fn fill_texel(&self, name: &str, is_new: bool, sample: &Operation<'_>) -> String {
        let args: Vec<&str> = sample.args.iter().map(|a| a.text.as_str()).collect();
        let [unit, mode] = sample.inst.imm;
        let args = args.join(", ");
        self.new_vector(name, is_new)
            + &format!(
                "draw->sample(draw->data, {unit}, {mode}, (const float[5]){{ {args} }}, {name});"
            )
    }

    fn effect(&self, operation: &Operation<'_>) -> String {
        let immediates = immediates(operation.inst.imm, operation.inst.op);
        draw_call(operation, &immediates, Type::I32).text + ";"
    }

    fn end_if(&self) -> &'static str {
        "}"
    }
}

impl C {
    fn new_vector(&self, name: &str, is_new: bool) -> String {
        if is_new {
            format!("float {name}[4];\n    ")
        } else {
            String::new()
        }
    }
}

fn integer(x: u64) -> String {
    match x {
        0..=0xffff => x.to_string(),
        _ => format!("{x:#x}"),
    }
}

fn cast(name: &str, a: &Text, ty: Type) -> Text {
    let text = format!("({name}){}", a.above(Level::Product));
    let level = Level::Unary;
    Text { text, level, ty }
}

fn immediates(imm: [u32; 2], op: Op) -> Vec<String> {
    let n = usize::from(op.info().n_imms);
    imm[..n].iter().map(u32::to_string).collect()
}

/// A call of one of the functions that the draw gives.
fn draw_call(operation: &Operation<'_>, immediates: &[String], ty: Type) -> Text {
    let name = draw_function(operation.inst.op).expect("an operation of draws");
    let args = operation.args.iter().map(|a| a.text.clone());
    let first = "draw->data".to_owned();
    let all: Vec<String> = [first]
        .into_iter()
        .chain(immediates.iter().cloned())
        .chain(args)
        .collect();
    Text::tight(format!("draw->{name}({})", all.join(", ")), ty)
}

/// The member of `struct tl_draw` for an operation.
pub(super) fn draw_function(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Sample => "sample",
        Op::Ddx => "ddx",
        Op::Ddy => "ddy",
        Op::LoadPlane => "plane",
        Op::LaneX => "lane_x",
        Op::LaneY => "lane_y",
        Op::FrontFacing => "front_facing",
        Op::LiveMask => "live",
        Op::LoadPixel => "load_pixel",
        Op::StorePixel => "store_pixel",
        Op::Kill => "kill",
        _ => return None,
    })
}

/// A shift by a constant, which C defines for counts below the width.
fn known_shift(op: Op, args: &[Text]) -> Option<Text> {
    let (sign, width) = match op {
        Op::IShl => ("<<", 32),
        Op::IShrU => (">>", 32),
        Op::LShl => ("<<", 64),
        Op::LShrU => (">>", 64),
        _ => return None,
    };
    let n: u32 = args[1].text.strip_suffix('u')?.parse().ok()?;
    let count = Text::tight(n.to_string(), Type::I32);
    (n < width).then(|| Text::infix(&args[0], sign, &count, Level::Loose, args[0].ty))
}

/// Functions of C's library, and our own.
fn function(op: Op) -> Option<&'static str> {
    use Op::*;
    // Each row is an operation and its function. Names with `tl_` are those of the helpers that a file brings along.
    Some(match op {
        FFma => "fmaf",
        DFma => "fma",
        FSqrt => "sqrtf",
        DSqrt => "sqrt",
        FAbs => "fabsf",
        DAbs => "fabs",
        FFloor => "floorf",
        DFloor => "floor",
        FCeil => "ceilf",
        DCeil => "ceil",
        FTrunc => "truncf",
        DTrunc => "trunc",
        FRound => "rintf",
        DRound => "rint",
        FMin => "tl_minf",
        FMax => "tl_maxf",
        DMin => "tl_mind",
        DMax => "tl_maxd",
        IShl => "tl_shl",
        IShrU => "tl_shr",
        IShrS => "tl_sar",
        LShl => "tl_shl64",
        LShrU => "tl_shr64",
        LShrS => "tl_sar64",
        IMin => "tl_min",
        IMax => "tl_max",
        ILt => "tl_less",
        LLt => "tl_less64",
        F32ToI32 => "tl_int_of_float",
        PackBytes => "tl_pack_bytes",
        F64ToI32 => "tl_int_of_double",
        F64ToI64 => "tl_long_of_double",
        I32ToF32 => "tl_float_of_int",
        I32ToF64 => "tl_double_of_int",
        I64ToF64 => "tl_double_of_long",
        I32ToI64 => "tl_long_of_int",
        BitsOfF32 => "tl_bits",
        F32OfBits => "tl_float",
        BitsOfF64 => "tl_bits64",
        F64OfBits => "tl_double",
        _ => return None,
    })
}

/// The left operand of an operator: compilers warn of `!a & b`, which may be meant as `!(a & b)`.
fn in_parentheses(left: &Text) -> Text {
    let is_not = left.text.starts_with('!') && left.level == Level::Unary;
    let (text, level) = if is_not {
        (format!("({})", left.text), Level::Tight)
    } else {
        (left.text.clone(), left.level)
    };
    let ty = left.ty;
    Text { text, level, ty }
}
