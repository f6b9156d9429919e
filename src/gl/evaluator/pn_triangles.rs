//! ATI_pn_triangles: state and glPNTriangles*ATI. The curved triangles are made in `crate::gl::geometry::pn_patch`.
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::lighting::light::round_to_i32;
use crate::gl::{Call, Context, GlError, Result};
use crate::raster::Topology;

/// MAX_PN_TRIANGLES_TESSELATION_LEVEL_ATI, that of the Radeon 8500.
pub const MAX_LEVEL: u32 = 7;

/// State of PN triangles.
#[derive(Debug, Clone, Copy)]
pub struct PnTriangles {
    /// PN_TRIANGLES_ATI
    pub enabled: bool,
    /// PN_TRIANGLES_POINT_MODE_ATI
    pub point_mode: u32,
    /// PN_TRIANGLES_NORMAL_MODE_ATI
    pub normal_mode: u32,
    /// PN_TRIANGLES_TESSELATION_LEVEL_ATI: new points on each edge.
    pub level: u32,
}

impl Default for PnTriangles {
    fn default() -> PnTriangles {
        PnTriangles {
            enabled: false,
            point_mode: PN_TRIANGLES_POINT_MODE_CUBIC_ATI,
            normal_mode: PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI,
            level: 1,
        }
    }
}

impl Context {
    /// Some triangles are divided.
    pub(crate) fn divides_triangles(&self) -> bool {
        self.pn_triangles.enabled && self.pn_triangles.level > 0
    }

    /// Primitives of this kind are divided: triangles, strips and fans, nothing else.
    pub(crate) fn divides(&self, topology: Topology) -> bool {
        use Topology::{TriangleFan, TriangleStrip, Triangles};
        self.divides_triangles() && matches!(topology, Triangles | TriangleStrip | TriangleFan)
    }
}

/// glPNTrianglesiATI. INVALID_ENUM for a wrong parameter or mode, INVALID_VALUE for a level that is negative or above the
/// greatest.
pub fn pn_trianglesi_ati(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    let state = &mut call.cx.pn_triangles;
    let (field, modes) = match pname {
        PN_TRIANGLES_TESSELATION_LEVEL_ATI => {
            let level = u32::try_from(param)
                .ok()
                .filter(|level| *level <= MAX_LEVEL);
            state.level = level.ok_or(GlError::invalid_value("level of PN triangles"))?;
            return Ok(());
        }
        PN_TRIANGLES_POINT_MODE_ATI => (
            &mut state.point_mode,
            [
                PN_TRIANGLES_POINT_MODE_LINEAR_ATI,
                PN_TRIANGLES_POINT_MODE_CUBIC_ATI,
            ],
        ),
        PN_TRIANGLES_NORMAL_MODE_ATI => (
            &mut state.normal_mode,
            [
                PN_TRIANGLES_NORMAL_MODE_LINEAR_ATI,
                PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI,
            ],
        ),
        _ => return Err(GlError::invalid_enum("parameter of PN triangles")),
    };
    let mode = modes.into_iter().find(|mode| *mode as i32 == param);
    *field = mode.ok_or(GlError::invalid_enum("mode of PN triangles"))?;
    Ok(())
}

/// glPNTrianglesfATI: the level is rounded. Errors as for glPNTrianglesiATI.
pub fn pn_trianglesf_ati(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    pn_trianglesi_ati(call, pname, round_to_i32(f64::from(param)))
}
