//! Several draws from vertex arrays in one command (GL 1.5 section 2.8, ARB_draw_elements_base_vertex).
#![forbid(unsafe_code)]

use super::captured::collect;
use super::draw::{draw_arrays, draw_elements_base_vertex, fail, read_indices};
use crate::gl::context::error::unreadable;
use crate::gl::immediate::begin_end::topology;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Reads the two arrays of a multi-draw. Gives INVALID_VALUE for a negative number of draws and for null pointers.
fn multi<A: bytemuck::Pod, B: bytemuck::Pod>(
    call: &Call<'_>,
    a: ClientPtr<A>,
    b: ClientPtr<B>,
    n: i32,
) -> Result<Vec<(A, B)>> {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative number of draws"))?;
    let null = unreadable("null pointer to the ranges of several draws");
    let (a, b) = (
        call.mem.read_vec(a, n).map_err(null)?,
        call.mem.read_vec(b, n).map_err(null)?,
    );
    collect(n, a.into_iter().zip(b))
}

/// Executes several draws. The first error is returned, and the other draws go on.
fn draw_each<T>(
    call: &mut Call<'_>,
    draws: Result<Vec<T>>,
    mut draw: impl FnMut(&mut Call<'_>, T) -> Result,
) -> Result {
    let draws = match draws {
        Ok(draws) => draws,
        Err(error) => return fail(call, error),
    };
    let mut result = Ok(());
    for item in draws {
        let drawn = draw(call, item);
        result = result.and(drawn);
    }
    result
}

/// glMultiDrawArrays: draws with a count that is not positive are skipped. The errors are those of glDrawArrays, and
/// INVALID_VALUE for a negative number of draws.
pub fn multi_draw_arrays(
    call: &mut Call<'_>,
    mode: u32,
    first: ClientPtr<i32>,
    count: ClientPtr<i32>,
    drawcount: i32,
) -> Result {
    let draws = topology(mode).and_then(|_| multi(call, first, count, drawcount));
    draw_each(call, draws, |call, (first, count)| {
        if count > 0 {
            draw_arrays(call, mode, first, count)
        } else {
            Ok(())
        }
    })
}

/// glMultiDrawElements: draws with a count that is not positive are skipped. The errors are those of glDrawElements, and
/// INVALID_VALUE for a negative number of draws.
pub fn multi_draw_elements(
    call: &mut Call<'_>,
    mode: u32,
    count: ClientPtr<i32>,
    ty: u32,
    indices: ClientPtr<ClientPtr<u8>>,
    drawcount: i32,
) -> Result {
    multi_draw(call, mode, ty, drawcount, |call, n| {
        let draws = multi(call, count, indices.cast::<usize>(), n)?;
        let with_base = |(count, address)| (count, address, 0);
        collect(draws.len(), draws.into_iter().map(with_base))
    })
}

/// glMultiDrawElementsBaseVertex. The errors are those of glMultiDrawElements.
pub fn multi_draw_elements_base_vertex(
    call: &mut Call<'_>,
    mode: u32,
    count: ClientPtr<i32>,
    ty: u32,
    indices: ClientPtr<ClientPtr<u8>>,
    drawcount: i32,
    base: ClientPtr<i32>,
) -> Result {
    multi_draw(call, mode, ty, drawcount, |call, n| {
        let draws = multi(call, count, indices.cast::<usize>(), n)?;
        let bases = multi(call, count, base, n)?;
        let with_base = |((count, address), (_, base))| (count, address, base);
        collect(draws.len(), draws.into_iter().zip(bases).map(with_base))
    })
}

/// Draws several sets of indices: counts, addresses and bases, which `draws` reads.
fn multi_draw(
    call: &mut Call<'_>,
    mode: u32,
    ty: u32,
    n: i32,
    draws: impl FnOnce(&Call<'_>, i32) -> Result<Vec<(i32, usize, i32)>>,
) -> Result {
    let none = |_| read_indices(call, &call.cx.buffers.element, 0, ty, ClientPtr::NULL);
    let draws = topology(mode).and_then(none).and_then(|_| draws(call, n));
    draw_each(call, draws, |call, (count, address, base)| match count {
        1.. => {
            let indices = ClientPtr::from_address(address);
            draw_elements_base_vertex(call, mode, count, ty, indices, base)
        }
        _ => Ok(()),
    })
}
