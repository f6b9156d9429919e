//! Texture environments and combiners (GL 1.5 section 3.8.13, tables 3.22 to 3.26).

use crate::format::BaseFormat;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::common_stage::MAX_UNITS;
use crate::frontend::fixed_function::fragment::key::*;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The colour after texture unit `unit`, not clamped.
pub(super) fn apply(
    b: &mut Builder,
    u: &mut Uniforms,
    unit: usize,
    key: &UnitKey,
    texels: &[Option<Vec4>; MAX_UNITS],
    primary: &Vec4,
    previous: &Vec4,
) -> Vec4 {
    // Units without a texel, and formats that are no colours, pass the previous colour on.
    let Some(texel) = texels[unit] else {
        return *previous;
    };
    let mut constant =
        |b: &mut Builder| u.load(b, Binding::Scene(SceneValue::TexEnvColor(unit as u32)));
    let format = key.base_format.in_environments();
    if format == BaseFormat::Hilo {
        return *previous;
    }
    if format == BaseFormat::Dudv && !matches!(key.env, TextureEnv::Combine(_)) {
        return *previous;
    }
    // Combiners read sources by themselves.
    if let TextureEnv::Combine(combine) = &key.env {
        let constant = constant(b);
        let inputs = Inputs {
            unit,
            signed: key.signed,
            texels,
            constant,
            primary,
            previous,
        };
        return combined(b, combine, &inputs);
    }
    let format = match format {
        BaseFormat::DsdtMagIntensity => BaseFormat::Intensity,
        format => format,
    };
    // The weights of blends are not negative (NV_texture_shader 3.8.9).
    let weight = |b: &mut Builder, x: ValueId| positive(b, x, key.signed);
    // The other environments: which components the format has decides what they change (GL 1.5 section 3.8.13).
    let has_color = format != BaseFormat::Alpha;
    let has_alpha = !matches!(format, BaseFormat::Luminance | BaseFormat::Rgb);
    let mut out = *previous;
    match key.env {
        TextureEnv::Replace => {
            out = map4(|i| {
                if if i < 3 { has_color } else { has_alpha } {
                    texel[i]
                } else {
                    previous[i]
                }
            });
        }
        TextureEnv::Modulate => {
            for i in (0..4).filter(|i| if *i < 3 { has_color } else { has_alpha }) {
                out[i] = mul(b, previous[i], texel[i]);
            }
        }
        TextureEnv::Decal => {
            for i in 0..3 {
                match format {
                    BaseFormat::Rgb => out[i] = texel[i],
                    BaseFormat::Rgba => {
                        let alpha = weight(b, texel[3]);
                        out[i] = lerp(b, alpha, texel[i], previous[i]);
                    }
                    _ => {}
                }
            }
        }
        TextureEnv::Blend => {
            let constant = constant(b);
            let last = if format == BaseFormat::Intensity {
                4
            } else {
                3
            };
            for i in (0..last).filter(|_| has_color) {
                let own = weight(b, texel[i]);
                out[i] = lerp(b, own, constant[i], previous[i]);
            }
            if has_alpha && format != BaseFormat::Intensity {
                out[3] = mul(b, previous[3], texel[3]);
            }
        }
        TextureEnv::Add => {
            let last = if format == BaseFormat::Intensity {
                4
            } else {
                3
            };
            for i in (0..last).filter(|_| has_color) {
                out[i] = add(b, previous[i], texel[i]);
            }
            if has_alpha && format != BaseFormat::Intensity {
                out[3] = mul(b, previous[3], texel[3]);
            }
        }
        TextureEnv::Combine(_) | TextureEnv::None => {}
    }
    out
}

impl TextureEnv {
    /// Whether colours in range can give a result outside, which then is clamped.
    pub(super) fn may_leave_range(&self) -> bool {
        matches!(self, TextureEnv::Add | TextureEnv::Combine(_))
    }
}

/// max(0, x), where x may be negative.
fn positive(b: &mut Builder, x: ValueId, signed: bool) -> ValueId {
    if !signed {
        return x;
    }
    let zero = b.f32(0.0);
    b.emit1(Op::FMax, &[x, zero])
}

/// The sources of combiner arguments.
struct Inputs<'a> {
    unit: usize,
    signed: bool,
    texels: &'a [Option<Vec4>; MAX_UNITS],
    constant: Vec4,
    primary: &'a Vec4,
    previous: &'a Vec4,
}

/// One argument's component.
fn argument(b: &mut Builder, inputs: &Inputs<'_>, arg: CombineArg, component: usize) -> ValueId {
    let (component, invert) = match arg.operand {
        CombineOperand::Color => (component, false),
        CombineOperand::OneMinusColor => (component, true),
        CombineOperand::Alpha => (3, false),
        CombineOperand::OneMinusAlpha => (3, true),
    };
    // A crossbar source without a texture is undefined: it reads as the previous colour.
    let texel = |unit: usize| {
        inputs
            .texels
            .get(unit)
            .copied()
            .flatten()
            .unwrap_or(*inputs.previous)
    };
    let value = match arg.source {
        CombineSource::Texture => texel(inputs.unit)[component],
        CombineSource::TextureUnit(n) => texel(n as usize)[component],
        CombineSource::Constant => inputs.constant[component],
        CombineSource::Primary => inputs.primary[component],
        CombineSource::Previous => inputs.previous[component],
        CombineSource::Zero => b.f32(0.0),
        CombineSource::One => b.f32(1.0),
    };
    let value = positive(b, value, inputs.signed);
    if !invert {
        return value;
    }
    let one = b.f32(1.0);
    sub(b, one, value)
}

fn combined(b: &mut Builder, key: &Combine, inputs: &Inputs<'_>) -> Vec4 {
    use CombineFunction as F;
    let dot = matches!(key.rgb, F::Dot3Rgb | F::Dot3Rgba).then(|| dot3_signed(b, key, inputs));
    let raw = map4(|i| match (dot, i) {
        (Some(d), 0..3) => d,
        (Some(d), _) if key.rgb == F::Dot3Rgba => d,
        (_, 3) => function(b, key.alpha, &key.alpha_args, inputs, 3),
        _ => function(b, key.rgb, &key.rgb_args, inputs, i),
    });
    map4(|i| {
        // The alpha of DOT3_RGBA, too, has the scale of alpha (GL 1.5 section 3.8.13).
        let shift = if i < 3 {
            key.rgb_shift
        } else {
            key.alpha_shift
        };
        let scale = b.f32((1u32 << shift.min(2)) as f32);
        mul(b, raw[i], scale)
    })
}

/// 4 × Σ (Arg0 − ½)(Arg1 − ½)
fn dot3_signed(b: &mut Builder, key: &Combine, inputs: &Inputs<'_>) -> ValueId {
    let half = b.f32(0.5);
    let mut sides = [[half; 3]; 2];
    for (side, arg) in sides.iter_mut().zip(key.rgb_args) {
        for (i, x) in side.iter_mut().enumerate() {
            let value = argument(b, inputs, arg, i);
            *x = sub(b, value, half);
        }
    }
    let (four, dot) = (b.f32(4.0), dot3(b, &sides[0], &sides[1]));
    mul(b, dot, four)
}

fn function(
    b: &mut Builder,
    f: CombineFunction,
    args: &[CombineArg; 4],
    inputs: &Inputs<'_>,
    i: usize,
) -> ValueId {
    use CombineFunction as F;
    let arg = |b: &mut Builder, n: usize| argument(b, inputs, args[n], i);
    if let F::BumpEnvmap(_) = f {
        return inputs.previous[i];
    }
    let a0 = arg(b, 0);
    if matches!(f, F::Replace | F::Dot3Rgb | F::Dot3Rgba) {
        return a0;
    }
    let a1 = arg(b, 1);
    let half = b.f32(0.5);
    match f {
        F::Modulate => mul(b, a0, a1),
        F::Add => add(b, a0, a1),
        F::AddSigned => {
            let sum = add(b, a0, a1);
            sub(b, sum, half)
        }
        F::Subtract => sub(b, a0, a1),
        F::Interpolate => {
            let a2 = arg(b, 2);
            lerp(b, a2, a0, a1)
        }
        F::ModulateAdd => {
            let a2 = arg(b, 2);
            fma(b, a0, a2, a1)
        }
        F::ModulateSignedAdd => {
            let a2 = arg(b, 2);
            let sum = fma(b, a0, a2, a1);
            sub(b, sum, half)
        }
        F::ModulateSubtract => {
            let (a2, minus) = (arg(b, 2), neg(b, a1));
            fma(b, a0, a2, minus)
        }
        F::AddProducts | F::AddSignedProducts => {
            let (a2, a3) = (arg(b, 2), arg(b, 3));
            let product = mul(b, a2, a3);
            let sum = fma(b, a0, a1, product);
            if f == F::AddSignedProducts {
                sub(b, sum, half)
            } else {
                sum
            }
        }
        F::Replace | F::Dot3Rgb | F::Dot3Rgba | F::BumpEnvmap(_) => a0,
    }
}
