//! Queries of evaluator maps: glGetMap{dfi}v (GL 1.5 section 6.1.3, table 6.26).
#![forbid(unsafe_code)]

use super::map::{COMPONENTS, map_number};
use crate::gl::context::enums::*;
use crate::gl::evaluator::map::EvaluatorState;
use crate::gl::lighting::light::round_to_i32;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// COEFF, ORDER or DOMAIN of a map. Gives INVALID_ENUM for a target that is not in table 5.1, and for another query.
fn map_values(evaluators: &EvaluatorState, target: u32, query: u32) -> Result<Vec<f64>> {
    let none = GlError::invalid_enum("GetMap: target is none of table 5.1");
    let (dimensions, index) = map_number(target).ok_or(none)?;
    let map = &evaluators.maps(dimensions)[index];
    Ok(match query {
        COEFF => {
            let numbers = map.points.iter().flat_map(|p| &p[..COMPONENTS[index]]);
            numbers.map(|c| f64::from(*c)).collect()
        }
        ORDER => map.order[..dimensions].iter().map(|o| *o as f64).collect(),
        DOMAIN => {
            let ends = &map.domain[..2 * dimensions];
            ends.iter().map(|d| f64::from(*d)).collect()
        }
        _ => {
            return Err(GlError::invalid_enum(
                "GetMap: query is COEFF, ORDER or DOMAIN",
            ));
        }
    })
}

fn get<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    [target, query]: [u32; 2],
    out: ClientPtr<T>,
    convert: fn(f64) -> T,
) -> Result {
    let values = map_values(&call.cx.evaluators, target, query)?;
    let converted: Vec<T> = values.into_iter().map(convert).collect();
    call.mem.write(out, &converted);
    Ok(())
}

pub fn get_mapdv(call: &mut Call<'_>, target: u32, query: u32, v: ClientPtr<f64>) -> Result {
    get(call, [target, query], v, |value| value)
}

pub fn get_mapfv(call: &mut Call<'_>, target: u32, query: u32, v: ClientPtr<f32>) -> Result {
    get(call, [target, query], v, |value| value as f32)
}

/// glGetMapiv: control points and domains are rounded to the nearest integer.
pub fn get_mapiv(call: &mut Call<'_>, target: u32, query: u32, v: ClientPtr<i32>) -> Result {
    get(call, [target, query], v, round_to_i32)
}
