//! Provokes every error of the vertex commands of chapter 2 of GL 1.5 (sections 2.6 and 2.8), one by one. The values next
//! to the
//! wrong ones are accepted.
//!
//! Errors of transformation and lighting are in `gl::transform::tests::errors`, those of buffer objects in
//! `gl::buffer::tests::object`. The doors check what is forbidden between Begin and End.

use crate::gl::context::enums::*;
use crate::gl::vertex_array::tests::fixture::{code, with_call};
use crate::gl::*;
use crate::platform::ClientPtr;

const NULL: ClientPtr<u8> = ClientPtr::NULL;

/// Returns the error of a command in a new context.
pub(crate) fn answer(command: impl Fn(&mut Call<'_>) -> Result) -> u32 {
    with_call(|call| code(command(call)))
}

/// Expects `error` of the command exactly for the values of `tried` that are not `valid`.
pub(crate) fn only(
    name: &str,
    error: u32,
    tried: impl IntoIterator<Item = u32>,
    valid: &[u32],
    command: impl Fn(&mut Call<'_>, u32) -> Result,
) {
    for value in tried {
        let expected = if valid.contains(&value) {
            NO_ERROR
        } else {
            error
        };
        let answered = answer(|c| command(c, value));
        assert_eq!(answered, expected, "{name}: {value:#x}");
    }
}

/// Returns names around these: their neighbours, 0, and some that have a meaning elsewhere.
pub(crate) fn around(valid: &[u32]) -> Vec<u32> {
    let neighbours = valid.iter().flat_map(|v| [v.wrapping_sub(1), *v, v + 1]);
    let others = [
        0,
        1,
        FRONT,
        TEXTURE_2D,
        FLOAT,
        LIGHT0,
        AMBIENT,
        MODELVIEW,
        u32::MAX,
    ];
    neighbours.chain(others).collect()
}

#[test]
fn section_2_6_begin_and_end() {
    let modes: Vec<u32> = (POINTS..=POLYGON).collect();
    only(
        "Begin",
        INVALID_ENUM,
        around(&modes),
        &modes,
        immediate::begin_end::begin,
    );
    assert_eq!(answer(immediate::begin_end::end), INVALID_OPERATION);
    let twice = |c: &mut Call<'_>| {
        immediate::begin_end::begin(c, LINES).and(immediate::begin_end::begin(c, LINES))
    };
    assert_eq!(answer(twice), INVALID_OPERATION);
    // An End without Begin is an error, also after a whole primitive.
    let ends = |c: &mut Call<'_>| {
        immediate::begin_end::begin(c, LINES)?;
        immediate::begin_end::end(c)?;
        immediate::begin_end::end(c)
    };
    assert_eq!(answer(ends), INVALID_OPERATION);
}

/// A pointer command: its name, sizes and types of table 2.4 (and of ARB_half_float_vertex, EXT_vertex_array_bgra,
/// ARB_vertex_program), and the command given size, type and stride.
struct Pointer {
    name: &'static str,
    sizes: &'static [i32],
    types: &'static [u32],
    command: fn(&mut Call<'_>, i32, u32, i32) -> Result,
}

const INDICES: &[u32] = &[UNSIGNED_BYTE, SHORT, INT, FLOAT, DOUBLE];
const COORDS: &[u32] = &[SHORT, INT, FLOAT, DOUBLE, HALF_FLOAT];
const NORMALS: &[u32] = &[BYTE, SHORT, INT, FLOAT, DOUBLE, HALF_FLOAT];
const ALL: &[u32] = &[
    BYTE,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    INT,
    UNSIGNED_INT,
    FLOAT,
    DOUBLE,
    HALF_FLOAT,
];

const POINTERS: &[Pointer] = &[
    Pointer {
        name: "VertexPointer",
        sizes: &[2, 3, 4],
        types: COORDS,
        command: |c, size, ty, stride| {
            vertex_array::pointer::vertex_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "NormalPointer",
        sizes: &[],
        types: NORMALS,
        command: |c, _, ty, stride| vertex_array::pointer::normal_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "ColorPointer",
        sizes: &[3, 4],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array::pointer::color_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "SecondaryColorPointer",
        sizes: &[3],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array::pointer::secondary_color_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "IndexPointer",
        sizes: &[],
        types: INDICES,
        command: |c, _, ty, stride| vertex_array::pointer::index_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "FogCoordPointer",
        sizes: &[],
        types: &[FLOAT, DOUBLE, HALF_FLOAT],
        command: |c, _, ty, stride| vertex_array::pointer::fog_coord_pointer(c, ty, stride, NULL),
    },
    Pointer {
        name: "TexCoordPointer",
        sizes: &[1, 2, 3, 4],
        types: COORDS,
        command: |c, size, ty, stride| {
            vertex_array::pointer::tex_coord_pointer(c, size, ty, stride, NULL)
        },
    },
    Pointer {
        name: "VertexAttribPointer",
        sizes: &[1, 2, 3, 4],
        types: ALL,
        command: |c, size, ty, stride| {
            vertex_array::pointer::vertex_attrib_pointer(c, 3, size, ty, 1, stride, NULL)
        },
    },
];

#[test]
fn section_2_8_pointers() {
    for p in POINTERS {
        let size = p.sizes.first().copied().unwrap_or(0);
        let sizes: Vec<u32> = p.sizes.iter().map(|s| *s as u32).collect();
        if !sizes.is_empty() {
            let tried = [-1i32 as u32, 0, 1, 2, 3, 4, 5, i32::MAX as u32];
            only(p.name, INVALID_VALUE, tried, &sizes, |c, size| {
                (p.command)(c, size as i32, FLOAT, 0)
            });
        }
        let tried = (BYTE..=HALF_FLOAT + 1).chain([0, BITMAP, UNSIGNED_INT_8_8_8_8, TRUE]);
        only(p.name, INVALID_ENUM, tried, p.types, |c, ty| {
            (p.command)(c, size, ty, 0)
        });
        let strides = [-1i32 as u32, i32::MIN as u32, 0, 1, 4096, i32::MAX as u32];
        only(
            p.name,
            INVALID_VALUE,
            strides,
            &strides[2..],
            |c, stride| (p.command)(c, size, FLOAT, stride as i32),
        );
    }
    let strides = [-1i32 as u32, 0, 7];
    only(
        "EdgeFlagPointer",
        INVALID_VALUE,
        strides,
        &[0, 7],
        |c, stride| vertex_array::pointer::edge_flag_pointer(c, stride as i32, NULL),
    );
    only(
        "InterleavedArrays",
        INVALID_VALUE,
        strides,
        &[0, 7],
        |c, stride| {
            vertex_array::pointer::interleaved::interleaved_arrays(c, C3F_V3F, stride as i32, NULL)
        },
    );
    let formats: Vec<u32> = (V2F..=T4F_C4F_N3F_V4F).collect();
    only(
        "InterleavedArrays",
        INVALID_ENUM,
        around(&formats),
        &formats,
        |c, format| vertex_array::pointer::interleaved::interleaved_arrays(c, format, 0, NULL),
    );
}

#[test]
fn section_2_8_enables() {
    let arrays = [
        VERTEX_ARRAY,
        NORMAL_ARRAY,
        COLOR_ARRAY,
        SECONDARY_COLOR_ARRAY,
        INDEX_ARRAY,
        FOG_COORD_ARRAY,
        TEXTURE_COORD_ARRAY,
        EDGE_FLAG_ARRAY,
        PRIMITIVE_RESTART_NV,
    ];
    for (name, command) in [
        (
            "EnableClientState",
            vertex_array::client_state::enable_client_state as fn(&mut Call<'_>, u32) -> _,
        ),
        (
            "DisableClientState",
            vertex_array::client_state::disable_client_state,
        ),
    ] {
        only(name, INVALID_ENUM, around(&arrays), &arrays, command);
    }
    let sets: Vec<u32> =
        (TEXTURE0..TEXTURE0 + context::limits::MAX_TEXTURE_COORDS as u32).collect();
    let client = vertex_array::state::client_active_texture;
    only(
        "ClientActiveTexture",
        INVALID_ENUM,
        around(&sets),
        &sets,
        client,
    );
    let units: Vec<u32> =
        (TEXTURE0..TEXTURE0 + context::limits::MAX_TEXTURE_IMAGE_UNITS as u32).collect();
    let active = texture::object::active_texture;
    only(
        "ActiveTexture",
        INVALID_ENUM,
        around(&units),
        &units,
        active,
    );
}

#[test]
fn section_2_8_draws() {
    use crate::gl::vertex_array::draw;
    let modes: Vec<u32> = (POINTS..=POLYGON).collect();
    type Draw = (&'static str, fn(&mut Call<'_>, u32, i32, u32) -> Result);
    // These commands take a mode, a count and a type of indices.
    let draws: [Draw; 3] = [
        ("DrawArrays", |c, mode, n, _| {
            draw::draw_arrays(c, mode, 0, n)
        }),
        ("DrawElements", |c, mode, n, ty| {
            draw::draw_elements(c, mode, n, ty, NULL)
        }),
        ("DrawRangeElements", |c, mode, n, ty| {
            draw::draw_range_elements(c, mode, 0, 9, n, ty, NULL)
        }),
    ];
    for (name, command) in draws {
        only(name, INVALID_ENUM, around(&modes), &modes, |c, mode| {
            command(c, mode, 0, UNSIGNED_INT)
        });
        only(name, INVALID_VALUE, [-1i32 as u32, 0], &[0], |c, n| {
            command(c, POINTS, n as i32, UNSIGNED_INT)
        });
    }
    let types = [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT];
    for (name, command) in &draws[1..] {
        only(name, INVALID_ENUM, BYTE..=HALF_FLOAT, &types, |c, ty| {
            command(c, POINTS, 0, ty)
        });
    }
    only(
        "MultiDrawArrays",
        INVALID_ENUM,
        around(&modes),
        &modes,
        |c, mode| {
            vertex_array::multi_draw::multi_draw_arrays(
                c,
                mode,
                ClientPtr::of(&[0]),
                ClientPtr::of(&[0]),
                1,
            )
        },
    );
    only(
        "MultiDrawArrays",
        INVALID_VALUE,
        [-1i32 as u32, 0],
        &[0],
        |c, n| {
            vertex_array::multi_draw::multi_draw_arrays(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                ClientPtr::of(&[0]),
                n as i32,
            )
        },
    );
    only(
        "MultiDrawElements",
        INVALID_ENUM,
        BYTE..=HALF_FLOAT,
        &types,
        |c, ty| {
            vertex_array::multi_draw::multi_draw_elements(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                ty,
                ClientPtr::of(&[NULL]),
                1,
            )
        },
    );
    only(
        "MultiDrawElements",
        INVALID_ENUM,
        around(&modes),
        &modes,
        |c, mode| {
            let nowhere = ClientPtr::of(&[NULL]);
            vertex_array::multi_draw::multi_draw_elements(
                c,
                mode,
                ClientPtr::of(&[0]),
                UNSIGNED_INT,
                nowhere,
                1,
            )
        },
    );
    only(
        "MultiDrawElements",
        INVALID_VALUE,
        [-1i32 as u32, 0],
        &[0],
        |c, n| {
            let nowhere = ClientPtr::of(&[NULL]);
            vertex_array::multi_draw::multi_draw_elements(
                c,
                POINTS,
                ClientPtr::of(&[0]),
                UNSIGNED_INT,
                nowhere,
                n as i32,
            )
        },
    );
    let first = |c: &mut Call<'_>, n: u32| draw::draw_arrays(c, POINTS, n as i32, 0);
    only(
        "DrawArrays first",
        INVALID_VALUE,
        [-1i32 as u32, 0, 5],
        &[0, 5],
        first,
    );
    let ends =
        |c: &mut Call<'_>, end| draw::draw_range_elements(c, POINTS, 5, end, 0, UNSIGNED_INT, NULL);
    only(
        "DrawRangeElements",
        INVALID_VALUE,
        [0, 4, 5, 6],
        &[5, 6],
        ends,
    );
    let element = |c: &mut Call<'_>, i: u32| draw::array_element(c, i as i32);
    only(
        "ArrayElement",
        INVALID_VALUE,
        [-1i32 as u32, 0, 3],
        &[0, 3],
        element,
    );
}
