//! Definition of evaluator maps: glMap1*, glMap2* (GL 1.5 section 5.1, table 5.1).
#![forbid(unsafe_code)]

use super::map::{COMPONENTS, MAX_EVAL_ORDER, Map, map_number};
use crate::gl::context::error::unreadable;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The checked arguments of a Map call.
struct MapDefinition {
    target: usize,
    order: [usize; 2],
    stride: [usize; 2],
    domain: [f32; 4],
}

impl MapDefinition {
    fn new(
        dimension: usize,
        target: u32,
        domain: [f32; 4],
        stride: [i32; 2],
        order: [i32; 2],
    ) -> Result<MapDefinition> {
        let number = map_number(target).filter(|(own, _)| *own == dimension);
        let none = GlError::invalid_enum("Map: target is none of table 5.1");
        let index = number.ok_or(none)?.1;
        if order.iter().any(|o| *o < 1 || *o as usize > MAX_EVAL_ORDER) {
            return Err(GlError::invalid_value(
                "Map: order must lie between 1 and MAX_EVAL_ORDER",
            ));
        }
        if stride
            .iter()
            .any(|s| (*s as i64) < COMPONENTS[index] as i64)
        {
            return Err(GlError::invalid_value(
                "Map: stride is less than the components of a point",
            ));
        }
        if domain[0] == domain[1] || domain[2] == domain[3] {
            return Err(GlError::invalid_value("Map: the domain is empty"));
        }
        Ok(MapDefinition {
            target: index,
            order: order.map(|o| o as usize),
            stride: stride.map(|s| s as usize),
            domain,
        })
    }

    fn read<T: bytemuck::Pod + Into<f64>>(
        &self,
        call: &Call<'_>,
        points: ClientPtr<T>,
    ) -> Result<Vec<[f32; 4]>> {
        let mut out = Vec::with_capacity(self.order[0] * self.order[1]);
        for i in 0..self.order[0] {
            for j in 0..self.order[1] {
                let offset = i
                    .checked_mul(self.stride[0])
                    .zip(j.checked_mul(self.stride[1]));
                let offset =
                    offset.and_then(|(a, b)| a.checked_add(b)?.checked_mul(size_of::<T>()));
                let offset = offset.ok_or(GlError::invalid_value(
                    "Map: the strides leave the address space",
                ))?;
                let values = call
                    .mem
                    .read_vec(points.byte_add(offset), COMPONENTS[self.target]);
                let values = values.map_err(unreadable("Map: null pointer to control points"))?;
                let mut point = [0.0; 4];
                for (p, v) in point.iter_mut().zip(values) {
                    *p = v.into() as f32;
                }
                out.push(point);
            }
        }
        Ok(out)
    }
}

fn define<T: bytemuck::Pod + Into<f64>>(
    call: &mut Call<'_>,
    dimension: usize,
    definition: MapDefinition,
    points: ClientPtr<T>,
) -> Result {
    // The points are read now, since a list may run when the application has changed them.
    let points = definition.read(call, points)?;
    let MapDefinition {
        target,
        order,
        domain,
        ..
    } = definition;
    call.run(move |call| {
        // Maps may be defined only while unit 0 is active (GL 1.5 section 5.1).
        if call.cx.textures.active != 0 {
            return Err(GlError::invalid_operation(
                "Map: the active texture must be TEXTURE0",
            ));
        }
        let state = &mut call.cx.evaluators;
        let map = if dimension == 1 {
            &mut state.maps1[target]
        } else {
            &mut state.maps2[target]
        };
        *map = Map {
            enabled: map.enabled,
            order,
            domain,
            points: points.clone(),
        };
        Ok(())
    })
}

pub fn map1f(
    call: &mut Call<'_>,
    target: u32,
    u1: f32,
    u2: f32,
    stride: i32,
    order: i32,
    points: ClientPtr<f32>,
) -> Result {
    let definition = MapDefinition::new(
        1,
        target,
        [u1, u2, 0.0, 1.0],
        [stride, i32::MAX],
        [order, 1],
    )?;
    define(call, 1, definition, points)
}

pub fn map1d(
    call: &mut Call<'_>,
    target: u32,
    u1: f64,
    u2: f64,
    stride: i32,
    order: i32,
    points: ClientPtr<f64>,
) -> Result {
    let domain = [u1 as f32, u2 as f32, 0.0, 1.0];
    let definition = MapDefinition::new(1, target, domain, [stride, i32::MAX], [order, 1])?;
    define(call, 1, definition, points)
}

#[allow(clippy::too_many_arguments)]
pub fn map2f(
    call: &mut Call<'_>,
    target: u32,
    u1: f32,
    u2: f32,
    ustride: i32,
    uorder: i32,
    v1: f32,
    v2: f32,
    vstride: i32,
    vorder: i32,
    points: ClientPtr<f32>,
) -> Result {
    let definition = MapDefinition::new(
        2,
        target,
        [u1, u2, v1, v2],
        [ustride, vstride],
        [uorder, vorder],
    )?;
    define(call, 2, definition, points)
}

#[allow(clippy::too_many_arguments)]
pub fn map2d(
    call: &mut Call<'_>,
    target: u32,
    u1: f64,
    u2: f64,
    ustride: i32,
    uorder: i32,
    v1: f64,
    v2: f64,
    vstride: i32,
    vorder: i32,
    points: ClientPtr<f64>,
) -> Result {
    let domain = [u1, u2, v1, v2].map(|x| x as f32);
    let definition = MapDefinition::new(2, target, domain, [ustride, vstride], [uorder, vorder])?;
    define(call, 2, definition, points)
}
