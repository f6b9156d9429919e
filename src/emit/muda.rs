//! The words of MUDA. Operations that the language lacks are functions of the dialect (docs/MUDA.md).

use super::language::{Language, Operation, Row, component_type};
use super::parameters::Port;
use super::text::{Level, Text, double, float, operator, wide};
use crate::ir::signature::Direction;
use crate::ir::{Intrinsic, Op, Type};

pub(super) struct Muda;

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::F32 => "float",
        Type::I32 | Type::Mask => "int",
        Type::F64 => "double",
        Type::I64 => "long",
    }
}

fn port_type(port: &Port) -> &'static str {
    match (port.parameter.components, component_type(port)) {
        (1, ty) => type_name(ty),
        (_, Type::F32) => "vec",
        (_, Type::F64) => "dvec",
        (_, Type::I64) => "lvec",
        _ => "ivec",
    }
}

fn parameter(port: &Port) -> String {
    let way = match port.parameter.direction {
        Direction::In(_) => "",
        Direction::Out(_) if !port.keeps => "out ",
        Direction::Out(_) | Direction::InOut { .. } => "inout ",
        Direction::Uniform(_) => "uniform ",
    };
    let p = &port.parameter;
    let is_uniform = matches!(p.direction, Direction::Uniform(_));
    let (array, size) = match p.count {
        1 => ("", String::new()),
        n if is_uniform => ("", format!("[{n}]")),
        n => ("array ", format!("[{n}]")),
    };
    format!("{way}{array}{} {}{size}", port_type(port), p.name)
}

impl Language for Muda {
    fn function_name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn head(&self, name: &str, ports: &[Port], _: bool) -> String {
        let parameters: Vec<String> = ports.iter().map(parameter).collect();
        let one_line = format!("void {name}({}) {{", parameters.join(", "));
        match one_line.len() {
            ..=110 => one_line,
            _ => format!("void {name}(\n    {}) {{", parameters.join(",\n    ")),
        }
    }

    fn declare(&self, ty: Type, name: &str, value: Option<&str>) -> String {
        let value = value.map_or(String::new(), |value| format!(" = {value}"));
        format!("{} {name}{value};", type_name(ty))
    }

    fn declare_stack(&self, n: u32) -> String {
        format!("int stack[{n}];")
    }

    fn declare_vector(&self, name: &str) -> String {
        format!("vec {name};")
    }

    fn storage(&self, ty: Type, is_observed: bool) -> Type {
        match ty {
            Type::F32 if is_observed => Type::I32,
            Type::F64 if is_observed => Type::I64,
            ty => ty,
        }
    }

    fn literal(&self, ty: Type, imm: [u32; 2]) -> Text {
        let bits = wide(imm);
        let text = match ty {
            Type::F32 => match f32::from_bits(imm[0]) {
                x if x.is_finite() => return Text::number(float(x), ty),
                _ => format!("bit({:#x}).x", imm[0]),
            },
            Type::F64 => match f64::from_bits(bits) {
                x if x.is_finite() => format!("double({})", double(x)),
                _ => format!("double_of_bits(long({bits:#x}))"),
            },
            Type::I32 => return Text::number((imm[0] as i32).to_string(), ty),
            Type::I64 => match i32::try_from(bits as i64) {
                Ok(x) => format!("long({x})"),
                Err(_) if bits >> 32 != 0 => format!("long({bits:#x})"),
                Err(_) => format!("long({bits})"),
            },
            Type::Mask => return Text::tight(format!("mask({})", imm[0]), Type::I32),
        };
        Text::tight(text, ty)
    }

    fn component(&self, name: &str, component: usize) -> Text {
        Text::tight(format!("{name}.{}", LETTERS[component]), Type::F32)
    }

    fn port(&self, port: &Port, component: u32) -> Text {
        let p = &port.parameter;
        let (element, component) = (component / p.components, component % p.components);
        let mut text = p.name.clone();
        if p.count > 1 {
            text += &format!("[{element}]");
        }
        if p.components > 1 {
            text.push('.');
            text.push(LETTERS[component as usize & 3]);
        }
        Text::tight(text, component_type(port))
    }

    fn copy(&self, port: &Port, name: &str) -> String {
        let (ty, own) = (port_type(port), &port.parameter.name);
        match port.parameter.count {
            1 => format!("{ty} {name} = {own};"),
            n => {
                let elements = (0..n).map(|i| format!("\n    {name}[{i}] = {own}[{i}];"));
                format!("{ty} {name}[{n}];{}", elements.collect::<String>())
            }
        }
    }

    fn bits(&self, value: Text) -> Text {
        match value.ty {
            Type::F32 => Text::call("bits", &[value], Type::I32),
            Type::F64 => Text::call("bits", &[value], Type::I64),
            _ => value,
        }
    }

    fn real(&self, value: Text) -> Text {
        match value.ty {
            Type::I32 => Text::call("float_of_bits", &[value], Type::F32),
            Type::I64 => Text::call("double_of_bits", &[value], Type::F64),
            _ => value,
        }
    }

    fn half(&self, value: &Text, which: u32) -> Text {
        let name = if which == 0 { "low" } else { "high" };
        Text::call(name, std::slice::from_ref(value), Type::I32)
    }

    fn join(&self, low: &Text, high: &Text) -> Text {
        Text::call("join", &[low.clone(), high.clone()], Type::I64)
    }

    fn mask_type(&self) -> Type {
        Type::I32
    }

    fn not(&self, mask: &Text) -> Text {
        Text::prefix("~", mask, mask.ty)
    }

    fn must_say_nan(&self, is_raw: bool) -> bool {
        is_raw
    }

    fn mask(&self, mask: Text) -> Text {
        match mask.ty {
            Type::I32 => mask,
            _ => Text::call("mask", &[mask], Type::I32),
        }
    }

    fn canonical(&self, value: &Text) -> Text {
        Text::call("canonical", std::slice::from_ref(value), value.ty)
    }

    fn operation(&self, operation: &Operation<'_>) -> Option<Text> {
        let Operation { inst, args, .. } = operation;
        Some(match inst.op {
            Op::MAnd | Op::MOr | Op::MXor => {
                let [a, b] = self.masks(&args[0], &args[1]);
                let (sign, level) = operator(inst.op)?;
                Text::infix(&a, sign, &b, level, a.ty)
            }
            Op::MNot => Text::prefix("~", &args[0], args[0].ty),
            Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL => {
                self.choice(&args[0], &args[1], &args[2])
            }
            op if exact_for_nan(op) && operation.is_observed => self.exact(op, args),
            op => match (operator(op), shift(op)) {
                (Some((sign, level)), _) => {
                    let ty = result_type(op, args);
                    Text::infix(&args[0], sign, &args[1], level, ty)
                }
                (_, Some(sign)) => {
                    let count = bounded_count(&args[1]);
                    Text::infix(&args[0], sign, &count, Level::Loose, args[0].ty)
                }
                _ => self.function(operation)?,
            },
        })
    }

    fn fill_row(&self, name: &str, is_new: bool, row: &Row<'_>) -> String {
        let p = &row.port.parameter;
        let (own, index) = (&p.name, &row.index);
        let known = index.text.parse::<i64>().ok();
        let value = match known {
            _ if row.n == 0 => "vec(0.0)".to_owned(),
            Some(i) if !(0..i64::from(row.n)).contains(&i) => "vec(0.0)".to_owned(),
            _ if p.count == 1 => format!("sel(vec(0.0), {own}, {} == 0)", index.above(Level::Sum)),
            Some(i) => format!("{own}[{}]", i + i64::from(row.first)),
            None if row.n == p.count => format!("{own}[{}]", index.text),
            None => {
                let moved = format!("{} + {}", index.above(Level::Loose), row.first);
                let is_inside = format!("unsigned_less({}, {})", index.text, row.n);
                format!("{own}[sel(-1, {moved}, {is_inside})]")
            }
        };
        vector(name, is_new, &value)
    }

    fn fill_texel(&self, name: &str, is_new: bool, sample: &Operation<'_>) -> String {
        vector(name, is_new, &call(sample).text)
    }

    fn effect(&self, operation: &Operation<'_>) -> String {
        let args = operation.args.iter().cloned();
        let args = args.map(|a| if a.ty == Type::I32 { a } else { self.mask(a) });
        let operation = Operation {
            args: args.collect(),
            ..*operation
        };
        call(&operation).text + ";"
    }

    fn end_if(&self) -> &'static str {
        "} else { }"
    }
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

impl Muda {
    /// Two masks of one width.
    fn masks(&self, a: &Text, b: &Text) -> [Text; 2] {
        if a.ty.is_wide() == b.ty.is_wide() {
            [a.clone(), b.clone()]
        } else {
            [a, b].map(|m| self.mask(m.clone()))
        }
    }

    /// The first where the mask is true.
    fn choice(&self, mask: &Text, yes: &Text, no: &Text) -> Text {
        let mask = match (mask.ty.is_wide(), yes.ty.is_wide()) {
            (false, true) => Text::call("long", &[self.mask(mask.clone())], Type::I64),
            (true, false) => self.mask(mask.clone()),
            _ => mask.clone(),
        };
        Text::call("sel", &[no.clone(), yes.clone(), mask], yes.ty)
    }

    /// Operations on bits that leave the bits of a NaN unchanged, apart from its sign.
    fn exact(&self, op: Op, args: &[Text]) -> Text {
        let ty = args[0].ty;
        let (sign, rest, of_bits) = if ty.is_wide() {
            ("0x8000000000000000", "0x7fffffffffffffff", "double_of_bits")
        } else {
            ("0x80000000", "0x7fffffff", "float_of_bits")
        };
        let compared = |sign: &str| {
            let mask = Text::infix(&args[0], sign, &args[1], Level::Loose, ty);
            self.choice(&mask, &args[0], &args[1])
        };
        let on_bits = |operation: &str| {
            let text = format!("{of_bits}(bits({}) {operation})", args[0].text);
            Text::tight(text, ty)
        };
        match op {
            Op::FMin | Op::DMin => compared("<"),
            Op::FMax | Op::DMax => compared(">"),
            Op::FNeg | Op::DNeg => on_bits(&format!("^ {sign}")),
            _ => on_bits(&format!("& {rest}")),
        }
    }

    /// A function of the language, a conversion, or one of the dialect.
    fn function(&self, operation: &Operation<'_>) -> Option<Text> {
        let Operation { inst, args, .. } = operation;
        // Each row is an operation and the word that MUDA has for it. What has none is written as a function of the
        // dialect.
        let name = match inst.op {
            Op::FNeg | Op::DNeg => return Some(Text::prefix("-", &args[0], args[0].ty)),
            Op::ILt | Op::LLt => {
                return Some(Text::infix(
                    &args[0],
                    "<",
                    &args[1],
                    Level::Loose,
                    args[0].ty,
                ));
            }
            Op::F32ToI32 | Op::F64ToI32 => "int",
            Op::I32ToF32 | Op::F64ToF32 => "float",
            Op::F32ToF64 | Op::I32ToF64 | Op::I64ToF64 => "double",
            Op::I32ToI64 | Op::F64ToI64 => "long",
            op => match library(op) {
                Some(name) => name,
                None => {
                    Intrinsic::of(op, inst.imm)?;
                    return Some(call(operation));
                }
            },
        };
        let ty = inst.op.info().results[0];
        Some(Text::call(name, args, ty))
    }
}

/// A call of the dialect's function for an operation.
fn call(operation: &Operation<'_>) -> Text {
    let inst = operation.inst;
    let found = Intrinsic::of(inst.op, inst.imm);
    let intrinsic = found.expect("operations that the language cannot say are in the table");
    let immediates = inst.imm[..intrinsic.n_immediates()].iter();
    let immediates = immediates.map(|x| Text::tight(x.to_string(), Type::I32));
    let args: Vec<Text> = immediates.chain(operation.args.iter().cloned()).collect();
    let ty = match intrinsic.result() {
        None | Some(Type::Mask) => Type::I32,
        Some(ty) => ty,
    };
    Text::call(intrinsic.name, &args, ty)
}

fn vector(name: &str, is_new: bool, value: &str) -> String {
    let declaration = if is_new { "vec " } else { "" };
    format!("{declaration}{name} = {value};")
}

/// The type of a comparison is that of its operands.
fn result_type(op: Op, args: &[Text]) -> Type {
    match op.info().results[0] {
        Type::Mask => args[0].ty,
        ty => ty,
    }
}

fn exact_for_nan(op: Op) -> bool {
    use Op::*;
    matches!(op, FNeg | FAbs | FMin | FMax | DNeg | DAbs | DMin | DMax)
}

fn shift(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::IShl | Op::LShl => "<<|",
        Op::IShrU | Op::LShrU => ">>|",
        Op::IShrS | Op::LShrS => ">>>|",
        _ => return None,
    })
}

/// A constant count from 64 on, read as unsigned, shifts everything out: texts cannot write a negative one.
fn bounded_count(count: &Text) -> Text {
    match count.text.parse::<i64>() {
        Ok(n) if !(0..64).contains(&n) => Text::tight("64", Type::I32),
        _ => count.clone(),
    }
}

/// Functions of the language's library.
fn library(op: Op) -> Option<&'static str> {
    use Op::*;
    Some(match op {
        FSqrt | DSqrt => "sqrt",
        FAbs | DAbs => "abs",
        FMin | DMin | IMin => "min",
        FMax | DMax | IMax => "max",
        FFloor | DFloor => "floor",
        FCeil | DCeil => "ceil",
        FRound | DRound => "round",
        FExp | DExp => "exp",
        FExp2 | DExp2 => "exp2",
        FLog | DLog => "log",
        FLog2 | DLog2 => "log2",
        FSin | DSin => "sin",
        FCos | DCos => "cos",
        FTan | DTan => "tan",
        FAsin | DAsin => "asin",
        FAcos | DAcos => "acos",
        FAtan | DAtan => "atan",
        FRsqrt | DRsqrt => "rsqrt",
        FRcp | DRcp => "rcp",
        FPow | DPow => "pow",
        FAtan2 | DAtan2 => "atan2",
        _ => return None,
    })
}
