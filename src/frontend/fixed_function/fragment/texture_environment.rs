//! Texture environments and combiners (GL 1.5 section 3.8.13, tables 3.22 to 3.26).

use crate::format::BaseFormat;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::common_stage::MAX_UNITS;
use crate::frontend::fixed_function::fragment::key::*;
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The colour after texture unit `unit`, not clamped. Units without a texel, and formats that are no colours, pass the
/// previous colour on.
pub(super) fn apply(
    b: &mut Builder,
    u: &mut Uniforms,
    unit: usize,
    key: &UnitKey,
    texels: &[Option<Vec4>; MAX_UNITS],
    primary: &Vec4,
    previous: &Vec4,
) -> Vec4 {
    let Some(texel) = &texels[unit] else {
        return *previous;
    };
    let format = key.base_format.in_environments();
    let combines = matches!(key.env, TextureEnv::Combine(_));
    if format == BaseFormat::Hilo || (format == BaseFormat::Dudv && !combines) {
        return *previous;
    }
    let constant = Binding::Scene(SceneValue::TexEnvColor(unit as u32));
    let colors = Colors {
        format: match format {
            BaseFormat::DsdtMagIntensity => BaseFormat::Intensity,
            format => format,
        },
        signed: key.signed,
        texel,
        previous,
    };
    match &key.env {
        TextureEnv::Replace => colors.replaced(),
        TextureEnv::Modulate => colors.modulated(b),
        TextureEnv::Decal => colors.with_decal(b),
        TextureEnv::Blend => {
            let constant = u.load(b, constant);
            colors.blended(b, &constant)
        }
        TextureEnv::Add => colors.added(b),
        // Combiners choose their sources themselves.
        TextureEnv::Combine(combine) => {
            let inputs = Inputs {
                unit,
                signed: key.signed,
                texels,
                constant: u.load(b, constant),
                primary,
                previous,
            };
            combined(b, combine, &inputs)
        }
        TextureEnv::None => *previous,
    }
}

/// What the environments other than COMBINE work on. The components that the format has decide which ones change (GL 1.5
/// section 3.8.13).
struct Colors<'a> {
    /// The format of the texel: a colour.
    format: BaseFormat,
    /// Whether texels may be negative.
    signed: bool,
    texel: &'a Vec4,
    /// The colour of the unit before.
    previous: &'a Vec4,
}

impl Colors<'_> {
    /// Whether the format has component `i`.
    fn has(&self, i: usize) -> bool {
        if i < 3 {
            self.format != BaseFormat::Alpha
        } else {
            !matches!(self.format, BaseFormat::Luminance | BaseFormat::Rgb)
        }
    }

    /// Component `i` of the texel as the weight of a blend, which is not negative (NV_texture_shader 3.8.9).
    fn weight(&self, b: &mut Builder, i: usize) -> ValueId {
        positive(b, self.texel[i], self.signed)
    }

    fn replaced(&self) -> Vec4 {
        map4(|i| {
            if self.has(i) {
                self.texel[i]
            } else {
                self.previous[i]
            }
        })
    }

    fn modulated(&self, b: &mut Builder) -> Vec4 {
        map4(|i| {
            if self.has(i) {
                mul(b, self.previous[i], self.texel[i])
            } else {
                self.previous[i]
            }
        })
    }

    /// DECAL. It is defined for RGB and RGBA; with other formats it changes nothing.
    fn with_decal(&self, b: &mut Builder) -> Vec4 {
        map4(|i| match (self.format, i) {
            (BaseFormat::Rgb, 0..3) => self.texel[i],
            (BaseFormat::Rgba, 0..3) => {
                let alpha = self.weight(b, 3);
                lerp(b, alpha, self.texel[i], self.previous[i])
            }
            _ => self.previous[i],
        })
    }

    fn blended(&self, b: &mut Builder, constant: &Vec4) -> Vec4 {
        self.mixed(b, |b, i| {
            let weight = self.weight(b, i);
            lerp(b, weight, constant[i], self.previous[i])
        })
    }

    fn added(&self, b: &mut Builder) -> Vec4 {
        self.mixed(b, |b, i| add(b, self.previous[i], self.texel[i]))
    }

    /// Applies `mix` to red, green and blue, and to the alpha of intensities. Other alphas are multiplied.
    fn mixed(&self, b: &mut Builder, mut mix: impl FnMut(&mut Builder, usize) -> ValueId) -> Vec4 {
        let multiplies_alpha = self.format != BaseFormat::Intensity;
        map4(|i| match i {
            _ if !self.has(i) => self.previous[i],
            3 if multiplies_alpha => mul(b, self.previous[3], self.texel[3]),
            _ => mix(b, i),
        })
    }
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
    // Arguments are made only when they are read, so that unused sources add no code.
    let arg = |b: &mut Builder, n: usize| argument(b, inputs, args[n], i);
    // The bump map changes the coordinates of the next unit, and passes the colour on.
    if let F::BumpEnvmap(_) = f {
        return inputs.previous[i];
    }
    let a0 = arg(b, 0);
    if matches!(f, F::Replace | F::Dot3Rgb | F::Dot3Rgba) {
        return a0;
    }
    let a1 = arg(b, 1);
    let half = b.f32(0.5);
    // Each row is one function of the combiner tables of GL and its extensions.
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
