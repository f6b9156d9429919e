//! What glGetMap writes: the initial maps of table 6.26, points without their strides, errors.

use crate::gl::Call;
use crate::gl::Context;
use crate::gl::context::enums::*;
use crate::gl::evaluator::define::{map1f, map2d};
use crate::gl::evaluator::get::{get_mapdv, get_mapfv, get_mapiv};
use crate::platform::ClientMemory;
use crate::platform::ClientPtr;
use std::sync::Arc;

fn with_call(body: impl FnOnce(&mut Call<'_>)) {
    body(&mut Call::new(
        &mut Context::new(Arc::default()),
        ClientMemory::for_tests(),
    ));
}

/// Returns the values that a query writes, and checks that it writes no more.
fn floats(call: &mut Call<'_>, target: u32, query: u32) -> Vec<f32> {
    let mut out = [f32::NAN; 64];
    get_mapfv(call, target, query, ClientPtr::of_mut(&mut out)).unwrap();
    let n = out.iter().take_while(|v| !v.is_nan()).count();
    assert!(out[n..].iter().all(|v| v.is_nan()));
    out[..n].to_vec()
}

#[test]
fn maps_begin_as_table_6_26_says() {
    with_call(|call| {
        for base in [MAP1_COLOR_4, MAP2_COLOR_4] {
            let coefficients: [&[f32]; 9] = [
                &[1.0; 4],
                &[1.0],
                &[0.0, 0.0, 1.0],
                &[0.0],
                &[0.0; 2],
                &[0.0; 3],
                &[0.0, 0.0, 0.0, 1.0],
                &[0.0; 3],
                &[0.0, 0.0, 0.0, 1.0],
            ];
            for (target, expected) in (base..).zip(coefficients) {
                assert_eq!(floats(call, target, COEFF), expected);
            }
        }
        assert_eq!(floats(call, MAP1_INDEX, ORDER), [1.0]);
        assert_eq!(floats(call, MAP2_INDEX, ORDER), [1.0, 1.0]);
        assert_eq!(floats(call, MAP1_INDEX, DOMAIN), [0.0, 1.0]);
        assert_eq!(floats(call, MAP2_INDEX, DOMAIN), [0.0, 1.0, 0.0, 1.0]);
    });
}

#[test]
fn points_come_back_packed_whatever_their_strides_were() {
    with_call(|call| {
        // The stride is 3 for points of 2 components.
        let points = [1.5f32, -2.5, 9.0, 3.25, 4.0, 9.0];
        let target = MAP1_TEXTURE_COORD_2;
        map1f(call, target, -1.0, 2.5, 3, 2, ClientPtr::of(&points)).unwrap();
        assert_eq!(floats(call, target, COEFF), [1.5, -2.5, 3.25, 4.0]);
        assert_eq!(floats(call, target, DOMAIN), [-1.0, 2.5]);
        let mut rounded = [0; 4];
        get_mapiv(call, target, COEFF, ClientPtr::of_mut(&mut rounded)).unwrap();
        assert_eq!((rounded[2], rounded[3]), (3, 4));
        // In memory u varies fastest, in the answer v does.
        let points = [1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0];
        let p = ClientPtr::of(&points);
        map2d(call, MAP2_INDEX, 0.0, 2.0, 1, 2, 4.0, 8.0, 2, 3, p).unwrap();
        assert_eq!(
            floats(call, MAP2_INDEX, COEFF),
            [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]
        );
        let (mut order, mut domain) = ([0; 2], [0.0; 4]);
        get_mapiv(call, MAP2_INDEX, ORDER, ClientPtr::of_mut(&mut order)).unwrap();
        get_mapdv(call, MAP2_INDEX, DOMAIN, ClientPtr::of_mut(&mut domain)).unwrap();
        assert_eq!((order, domain), ([2, 3], [0.0, 2.0, 4.0, 8.0]));
    });
}

#[test]
fn other_names_are_errors_and_write_nothing() {
    with_call(|call| {
        let mut out = [7.0f32; 4];
        for (target, query) in [
            (MAP1_VERTEX_4 + 1, COEFF),
            (MAP2_COLOR_4 - 1, ORDER),
            (TEXTURE_2D, DOMAIN),
            (MAP1_VERTEX_3, COEFF - 1),
            (MAP2_VERTEX_3, DOMAIN + 1),
        ] {
            let error = get_mapfv(call, target, query, ClientPtr::of_mut(&mut out));
            assert_eq!(error.unwrap_err().code, INVALID_ENUM);
        }
        assert_eq!(out, [7.0; 4]);
    });
}
