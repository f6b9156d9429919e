//! The tables of names: what a name becomes has that name again, and each type has as many names as values.

use crate::frontend::fixed_function::fragment::{CombineOperand, CombineSource, FogMode};
use crate::frontend::fixed_function::vertex::ColorMaterialMode;
use crate::frontend::register_combiners::setup::{Mapping, Register, Scale, Usage};
use crate::frontend::texture_shader::stage::{DotMapping, Operation};
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::context::shared_enums::{ClampMode, Face};
use crate::gl::lighting::state::{FogCoordSource, FogDistance, ShadeModel};
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::pixel::imaging_modes::BorderMode;
use crate::gl::primitive::state::FrontFace;
use crate::gl::texture::coord_gen::GenMode;
use crate::gl::texture::env::{CombineMode, EnvMode};
use crate::gl::texture_object::parameters::{CompareMode, MinFilter, SrgbDecode};
use crate::raster::{BlendEquation, BlendFactor, LogicOp, PolygonMode, SpriteThird, StencilOp};
use crate::texture::{CompareFunc, DepthMode, Filter, SwizzleSource, Wrap};

/// Counts the names of a type, all of which stand below 0x10000.
#[track_caller]
fn check<T: Named>(n_names: usize) {
    let given: Vec<u32> = (0..0x10000)
        .filter(|name| T::from_name(*name).is_some())
        .collect();
    let names: Vec<u32> = (0..0x10000)
        .filter_map(T::from_name)
        .map(Named::name)
        .collect();
    assert_eq!(names, given);
    assert_eq!(names.len(), n_names);
    assert!(T::from_name(u32::MAX).is_none());
}

#[test]
fn every_name_comes_back() {
    check::<Face>(3);
    check::<CompareFunc>(8);
    check::<ClampMode>(3);
    check::<FogMode>(3);
    check::<FogCoordSource>(2);
    check::<FogDistance>(3);
    check::<ShadeModel>(2);
    check::<ColorMaterialMode>(5);
    check::<FrontFace>(2);
    check::<PolygonMode>(3);
    check::<SpriteThird>(3);
    check::<StencilOp>(8);
    check::<BlendFactor>(15);
    check::<BlendEquation>(5);
    check::<LogicOp>(16);
    check::<EnvMode>(8);
    check::<CombineMode>(14);
    // Six, and the units.
    check::<CombineSource>(6 + 8);
    check::<CombineOperand>(4);
    check::<GenMode>(5);
    check::<Wrap>(8);
    check::<Filter>(2);
    check::<MinFilter>(6);
    check::<CompareMode>(2);
    check::<DepthMode>(4);
    check::<SwizzleSource>(6);
    check::<SrgbDecode>(2);
    check::<BorderMode>(3);
    check::<Mapping>(8);
    check::<Usage>(3);
    check::<Scale>(4);
    check::<Register>(8 + 8);
    check::<DotMapping>(3);
    check::<Operation>(37);
    // Four, matrices of three more vertex units, the palette, eight program matrices by two names.
    check::<MatrixMode>(4 + 3 + 1 + 16);
}

#[test]
fn a_name_given_as_a_float_is_that_name_exactly() {
    assert_eq!(FogMode::from_float(LINEAR as f32), Some(FogMode::Linear));
    assert_eq!(FogMode::from_float(LINEAR as f32 + 0.5), None);
    assert_eq!(SpriteThird::from_float(-0.0), Some(SpriteThird::Zero));
    assert_eq!(SpriteThird::from_float(-0.5), None);
    assert_eq!(SpriteThird::from_float(f32::NAN), None);
}
