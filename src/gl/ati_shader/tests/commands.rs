//! ATI_fragment_shader: the rules of each call, names, sharing, what draws take (QUIRKS section 2).

use crate::gl::ati_shader::commands::*;
use crate::gl::ati_shader::object::*;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::state::{attrib_stack, enable, get, strings};
use crate::gl::{Call, Context, Result};
use crate::platform::ClientPtr;

const WHITE: u32 = 0xFFFF_FFFF;
/// Replication and modifiers of an argument without either.
const AS_IS: u32 = NONE;

fn mov(call: &mut Call<'_>, dst: u32, source: u32) -> Result {
    color_fragment_op1_ati(call, MOV_ATI, dst, NONE, NONE, source, AS_IS, AS_IS)?;
    alpha_fragment_op1_ati(call, MOV_ATI, dst, NONE, source, AS_IS, AS_IS)
}

impl Fixture {
    /// A whole definition of the bound shader.
    fn define(&mut self, body: impl FnOnce(&mut Call<'_>) -> Result) {
        self.call(begin_fragment_shader_ati).unwrap();
        self.call(body).unwrap();
        self.call(end_fragment_shader_ati).unwrap();
    }

    fn bind(&mut self, name: u32) {
        self.call(|c| bind_fragment_shader_ati(c, name)).unwrap();
    }

    fn constant(&mut self, register: u32, value: [f32; 4]) {
        self.call(|c| set_fragment_shader_constant_ati(c, register, ClientPtr::of(&value)))
            .unwrap();
    }

    /// Draws a square in the current state, and returns the colour of a pixel.
    fn shade(&mut self) -> u32 {
        self.square();
        self.pixel(3, 4)
    }
}

/// A context in which FRAGMENT_SHADER_ATI is enabled.
fn fixture() -> Fixture {
    let mut f = Fixture::new();
    f.call(|c| enable::enable(c, FRAGMENT_SHADER_ATI)).unwrap();
    f
}

/// Expects that a command is refused.
type Refused = fn(&mut Call<'_>) -> Result;

#[test]
fn enums_are_checked_before_the_shader() {
    let cases: &[Refused] = &[
        |c| pass_tex_coord_ati(c, REG_5_ATI + 1, TEXTURE0, SWIZZLE_STR_ATI),
        |c| pass_tex_coord_ati(c, REG_0_ATI - 1, TEXTURE0, SWIZZLE_STR_ATI),
        |c| pass_tex_coord_ati(c, 0, TEXTURE0, SWIZZLE_STR_ATI),
        |c| pass_tex_coord_ati(c, REG_0_ATI, TEXTURE0 + 8, SWIZZLE_STR_ATI),
        |c| pass_tex_coord_ati(c, REG_0_ATI, CON_0_ATI, SWIZZLE_STR_ATI),
        |c| pass_tex_coord_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STRQ_ATI),
        |c| sample_map_ati(c, REG_0_ATI, REG_6_ATI, SWIZZLE_STR_ATI),
        |c| sample_map_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STRQ_DQ_ATI),
        |c| sample_map_ati(c, REG_6_ATI, TEXTURE0, SWIZZLE_STR_ATI),
        |c| color_fragment_op1_ati(c, ADD_ATI, REG_0_ATI, 0, 0, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, CON_0_ATI, 0, 0, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 8, 0, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 3, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0x41 | 0x20, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0x80, ONE, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, CON_8_ATI, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, TEXTURE0, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, 2, 0, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, ONE, RGB, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, ONE, 1, 0),
        |c| color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, ONE, 0, 16),
        |c| color_fragment_op2_ati(c, MAD_ATI, REG_0_ATI, 0, 0, ONE, 0, 0, ONE, 0, 0),
        |c| color_fragment_op2_ati(c, ADD_ATI, REG_0_ATI, 0, 0, ONE, 0, 0, REG_6_ATI, 0, 0),
        |c| alpha_fragment_op1_ati(c, DOT3_ATI, REG_0_ATI, 0, ONE, 0, 0),
        |c| alpha_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0x30, ONE, 0, 0),
        |c| alpha_fragment_op2_ati(c, MOV_ATI, REG_0_ATI, 0, ONE, 0, 0, ONE, 0, 0),
        |c| alpha_fragment_op2_ati(c, DOT3_ATI, REG_0_ATI, 0, ONE, 0, 0, ONE, 0, 0x10),
        |c| alpha_fragment_op3_ati(c, ADD_ATI, REG_0_ATI, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        |c| alpha_fragment_op3_ati(c, MAD_ATI, REG_0_ATI, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20),
        |c| set_fragment_shader_constant_ati(c, CON_8_ATI, ClientPtr::of(&[0.0f32; 4])),
        |c| set_fragment_shader_constant_ati(c, REG_0_ATI, ClientPtr::of(&[0.0f32; 4])),
    ];
    let mut f = fixture();
    f.call(begin_fragment_shader_ati).unwrap();
    for (i, command) in cases.iter().enumerate() {
        assert_eq!(f.call(command), Err(INVALID_ENUM), "case {i}");
    }
    assert_eq!(
        f.call(|c| { set_fragment_shader_constant_ati(c, CON_0_ATI, ClientPtr::NULL) }),
        Err(INVALID_VALUE)
    );
    // None of them has changed anything.
    assert_eq!(f.call(end_fragment_shader_ati), Err(INVALID_OPERATION));
}

#[test]
fn every_operation_takes_every_argument_and_modifier() {
    let sources = (0..6)
        .map(|n| REG_0_ATI + n)
        .chain((0..8).map(|n| CON_0_ATI + n))
        .chain([ZERO, ONE]);
    let mut f = fixture();
    for source in sources {
        for (i, scale) in [0, 1, 2, 4, 8, 16, 32].into_iter().enumerate() {
            let (rep, modifiers) = ([NONE, RED, GREEN, BLUE, ALPHA][i % 5], 2 * i as u32);
            f.define(|c| {
                for op in [ADD_ATI, MUL_ATI, SUB_ATI, DOT3_ATI, DOT4_ATI] {
                    let (a, b) = ((source, rep, modifiers), (source, NONE, 15));
                    color_fragment_op2_ati(
                        c, op, REG_2_ATI, i as u32, scale, a.0, a.1, a.2, b.0, b.1, b.2,
                    )?;
                }
                for op in [MAD_ATI, LERP_ATI, CND_ATI] {
                    color_fragment_op3_ati(
                        c,
                        op,
                        REG_3_ATI,
                        NONE,
                        scale | SATURATE_BIT_ATI,
                        source,
                        rep,
                        modifiers,
                        ONE,
                        NONE,
                        NONE,
                        ZERO,
                        ALPHA,
                        NONE,
                    )?;
                }
                pass_tex_coord_ati(c, REG_1_ATI, REG_0_ATI, SWIZZLE_STR_DR_ATI)?;
                for op in [CND0_ATI, DOT2_ADD_ATI] {
                    color_fragment_op3_ati(
                        c, op, REG_3_ATI, NONE, scale, ONE, rep, modifiers, ONE, NONE, NONE, ZERO,
                        ALPHA, NONE,
                    )?;
                    alpha_fragment_op3_ati(
                        c, op, REG_4_ATI, scale, ONE, rep, modifiers, ONE, NONE, NONE, ZERO, ALPHA,
                        NONE,
                    )?;
                }
                Ok(())
            });
        }
    }
}

#[test]
fn definitions_open_and_close() {
    let mut f = fixture();
    let outside: &[Refused] = &[
        end_fragment_shader_ati,
        |c| pass_tex_coord_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STR_ATI),
        |c| sample_map_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STR_ATI),
        |c| mov(c, REG_0_ATI, ONE),
        |c| alpha_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, ONE, 0, 0),
        // Wrong arguments give the same error.
        |c| sample_map_ati(c, 1, 2, 3),
    ];
    for command in outside {
        assert_eq!(f.call(command), Err(INVALID_OPERATION));
    }
    f.call(begin_fragment_shader_ati).unwrap();
    let inside: &[Refused] = &[
        begin_fragment_shader_ati,
        |c| bind_fragment_shader_ati(c, 0),
        |c| delete_fragment_shader_ati(c, 77),
        |c| gen_fragment_shaders_ati(c, 1).map(|_| ()),
        |c| gen_fragment_shaders_ati(c, 0).map(|_| ()),
    ];
    for command in inside {
        assert_eq!(f.call(command), Err(INVALID_OPERATION));
    }
    f.call(|c| mov(c, REG_0_ATI, ONE)).unwrap();
    f.call(end_fragment_shader_ati).unwrap();
    assert_eq!(f.shade(), WHITE, "the refused calls changed nothing");
}

#[test]
fn a_failed_end_closes_the_definition_and_leaves_no_shader() {
    let mut f = fixture();
    f.define(|c| mov(c, REG_0_ATI, ZERO));
    assert_eq!(f.shade(), 0);
    f.call(begin_fragment_shader_ati).unwrap();
    assert_eq!(f.shade(), WHITE, "an open definition draws as if disabled");
    f.call(|c| mov(c, REG_0_ATI, PRIMARY_COLOR)).unwrap();
    f.call(|c| pass_tex_coord_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STR_ATI))
        .unwrap();
    assert_eq!(f.call(end_fragment_shader_ati), Err(INVALID_OPERATION));
    assert_eq!(f.call(end_fragment_shader_ati), Err(INVALID_OPERATION));
    assert_eq!(f.shade(), WHITE);
    f.define(|c| mov(c, REG_0_ATI, ZERO));
    assert_eq!(f.shade(), 0, "defined again while it is bound");
}

#[test]
fn a_refused_operation_is_no_part_of_the_shader() {
    let mut f = fixture();
    f.define(|c| {
        mov(c, REG_0_ATI, ONE)?;
        for _ in 1..8 {
            mov(c, REG_1_ATI, ZERO)?;
        }
        let ninth = color_fragment_op1_ati(c, MOV_ATI, REG_0_ATI, 0, 0, ZERO, 0, 0);
        assert_eq!(ninth.unwrap_err().code, INVALID_OPERATION);
        Ok(())
    });
    assert_eq!(f.shade(), WHITE);
}

#[test]
fn names_are_contiguous_and_avoid_those_made_by_bind() {
    let mut f = fixture();
    assert_eq!(
        f.call(|c| gen_fragment_shaders_ati(c, 0)),
        Err(INVALID_VALUE)
    );
    f.bind(4);
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, 3)), Ok(1));
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, 2)), Ok(5));
    for name in [2, 3, 0, 1000] {
        f.call(|c| delete_fragment_shader_ati(c, name)).unwrap();
    }
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, 2)), Ok(2));
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, u32::MAX)), Ok(0));
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, u32::MAX - 6)), Ok(7));
    assert_eq!(f.call(|c| gen_fragment_shaders_ati(c, 1)), Ok(0));
}

#[test]
fn deleting_the_bound_shader_binds_the_default_one() {
    let mut f = fixture();
    f.define(|c| mov(c, REG_0_ATI, ZERO));
    f.bind(9);
    f.define(|c| mov(c, REG_0_ATI, CON_0_ATI));
    f.constant(CON_0_ATI, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(f.shade(), 0xFF00_FF00);
    f.call(|c| delete_fragment_shader_ati(c, 8)).unwrap();
    f.call(|c| delete_fragment_shader_ati(c, 0)).unwrap();
    assert_eq!(f.shade(), 0xFF00_FF00);
    f.call(|c| delete_fragment_shader_ati(c, 9)).unwrap();
    assert_eq!(f.shade(), 0);
    f.bind(9);
    assert_eq!(f.shade(), WHITE, "the name is a new shader's");
}

#[test]
fn shaders_belong_to_the_share_group_and_the_default_one_to_the_context() {
    let mut f = fixture();
    f.bind(3);
    f.define(|c| mov(c, REG_0_ATI, ZERO));
    let mut other = fixture();
    other.0.shared = f.0.shared.clone();
    assert_eq!(other.shade(), WHITE);
    other.bind(3);
    assert_eq!(other.shade(), 0);
    // The open definition belongs to one context. In the other one, the shader has no code meanwhile.
    f.call(begin_fragment_shader_ati).unwrap();
    assert_eq!(other.shade(), WHITE);
    other.call(|c| delete_fragment_shader_ati(c, 3)).unwrap();
    f.call(|c| mov(c, REG_0_ATI, ONE)).unwrap();
    f.call(end_fragment_shader_ati).unwrap();
    f.call(|c| crate::gl::immediate::color::color3f(c, 0.0, 0.0, 0.0))
        .unwrap();
    assert_eq!(f.shade(), WHITE, "it lives on where it is bound");
    assert_eq!(
        f.call(|c| gen_fragment_shaders_ati(c, 5)),
        Ok(1),
        "the name is free"
    );
}

#[test]
fn constants_of_the_shader_hide_those_of_the_context() {
    let mut f = fixture();
    f.define(|c| {
        mov(c, REG_0_ATI, CON_7_ATI)?;
        set_fragment_shader_constant_ati(c, CON_7_ATI, ClientPtr::of(&[1.0f32, 0.0, 0.0, 1.0]))
    });
    assert_eq!(f.0.fragment_shaders.constants[7], [0.0; 4]);
    assert_eq!(f.shade(), 0xFFFF_0000);
    f.constant(CON_7_ATI, [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(f.shade(), 0xFFFF_0000);
    f.define(|c| mov(c, REG_0_ATI, CON_7_ATI));
    assert_eq!(f.shade(), 0xFF00_00FF);
    f.constant(CON_7_ATI, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(f.shade(), 0xFF00_FF00, "read at the draw");
}

#[test]
fn display_lists_hold_constants() {
    use crate::gl::list::record::{call_list, end_list, new_list};
    let mut f = fixture();
    f.define(|c| mov(c, REG_0_ATI, CON_1_ATI));
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    f.constant(CON_1_ATI, [1.0; 4]);
    // The error of a wrong register is raised when the list is called, like all errors of recorded commands.
    f.constant(CON_1_ATI + 9, [1.0; 4]);
    f.call(end_list).unwrap();
    assert_eq!(f.shade(), 0);
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_ENUM));
    assert_eq!(f.shade(), WHITE);
}

#[test]
fn the_enable_is_queried_and_saved() {
    let mut f = Fixture::new();
    let enabled = |f: &mut Fixture| f.call(|c| enable::is_enabled(c, FRAGMENT_SHADER_ATI));
    assert_eq!(enabled(&mut f), Ok(0));
    f.call(|c| attrib_stack::push_attrib(c, ENABLE_BIT))
        .unwrap();
    f.call(|c| enable::enable(c, FRAGMENT_SHADER_ATI)).unwrap();
    assert_eq!(enabled(&mut f), Ok(1));
    let value = |cx: &Context, name| get::state_value(cx, name).unwrap().1.to_vec();
    assert_eq!(value(&f.0, FRAGMENT_SHADER_ATI), [1.0]);
    f.call(attrib_stack::pop_attrib).unwrap();
    assert_eq!(enabled(&mut f), Ok(0));
    for (name, expected) in [
        (NUM_FRAGMENT_REGISTERS_ATI, 6.0),
        (NUM_FRAGMENT_CONSTANTS_ATI, 8.0),
        (NUM_PASSES_ATI, 2.0),
        (NUM_INSTRUCTIONS_PER_PASS_ATI, 8.0),
        (NUM_INSTRUCTIONS_TOTAL_ATI, 16.0),
        (NUM_INPUT_INTERPOLATOR_COMPONENTS_ATI, 3.0),
        (NUM_LOOPBACK_COMPONENTS_ATI, 3.0),
        (COLOR_ALPHA_PAIRING_ATI, 1.0),
    ] {
        assert_eq!(value(&f.0, name), [expected], "{name:#x}");
    }
    assert!(strings::extension_string(None, None).contains("GL_ATI_fragment_shader "));
    assert!(!strings::extension_string(Some(2001), None).contains("ATI_fragment_shader"));
}

#[test]
fn code_is_kept_by_the_state_that_it_depends_on() {
    let mut f = fixture();
    f.define(|c| {
        sample_map_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STR_ATI)?;
        mov(c, REG_0_ATI, ONE)
    });
    let code = |f: &mut Fixture| {
        let source = crate::gl::draw::stages::PixelSource::None;
        let (sourced, coords_read, _) = crate::gl::draw::stages::fragment_stage(&mut f.0, source);
        assert_eq!(coords_read, 1);
        sourced.stage.program
    };
    let first = code(&mut f);
    f.constant(CON_0_ATI, [1.0; 4]);
    // A unit that is not sampled does not count.
    f.0.textures.units[3].enabled[0] = true;
    assert!(std::sync::Arc::ptr_eq(&first, &code(&mut f)));
    f.0.textures.units[0].enabled[1] = true;
    let second = code(&mut f);
    assert!(!std::sync::Arc::ptr_eq(&first, &second));
    f.call(|c| enable::enable(c, FOG)).unwrap();
    assert!(!std::sync::Arc::ptr_eq(&second, &code(&mut f)));
    f.call(|c| enable::disable(c, FOG)).unwrap();
    assert!(std::sync::Arc::ptr_eq(&second, &code(&mut f)));
    f.define(|c| {
        sample_map_ati(c, REG_0_ATI, TEXTURE0, SWIZZLE_STR_ATI)?;
        mov(c, REG_0_ATI, ZERO)
    });
    assert!(
        !std::sync::Arc::ptr_eq(&second, &code(&mut f)),
        "defined again"
    );
}
