//! ATI_pn_triangles: state and glPNTriangles*ATI. [`crate::device::geometry::pn_triangles`] makes the curved triangles.
#![forbid(unsafe_code)]

use crate::device::geometry::pn_triangles::{self, Division, NormalMode, PointMode};
use crate::gl::context::enums::*;
use crate::gl::lighting::light::round_to_i32;
use crate::gl::{Call, GlError, Result};
use crate::raster::Topology;

/// MAX_PN_TRIANGLES_TESSELATION_LEVEL_ATI
pub const MAX_LEVEL: u32 = pn_triangles::MAX_LEVEL;

#[derive(Debug, Clone, Copy)]
pub struct PnTriangles {
    /// PN_TRIANGLES_ATI
    pub enabled: bool,
    /// PN_TRIANGLES_POINT_MODE_ATI, PN_TRIANGLES_NORMAL_MODE_ATI, PN_TRIANGLES_TESSELATION_LEVEL_ATI
    pub division: Division,
}

impl Default for PnTriangles {
    fn default() -> PnTriangles {
        PnTriangles {
            enabled: false,
            division: Division {
                points: PointMode::Cubic,
                normals: NormalMode::Quadratic,
                level: 1,
            },
        }
    }
}

impl PnTriangles {
    pub(crate) fn point_mode(&self) -> u32 {
        match self.division.points {
            PointMode::Linear => PN_TRIANGLES_POINT_MODE_LINEAR_ATI,
            PointMode::Cubic => PN_TRIANGLES_POINT_MODE_CUBIC_ATI,
        }
    }

    pub(crate) fn normal_mode(&self) -> u32 {
        match self.division.normals {
            NormalMode::Linear => PN_TRIANGLES_NORMAL_MODE_LINEAR_ATI,
            NormalMode::Quadratic => PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI,
        }
    }
}

impl PnTriangles {
    /// Whether some triangles are divided.
    pub(crate) fn divides_triangles(&self) -> bool {
        self.enabled && self.division.level > 0
    }

    /// Whether primitives of this kind are divided: triangles, strips and fans are, all others are not.
    pub(crate) fn divides(&self, topology: Topology) -> bool {
        use Topology::{TriangleFan, TriangleStrip, Triangles};
        self.divides_triangles() && matches!(topology, Triangles | TriangleStrip | TriangleFan)
    }
}

/// glPNTrianglesiATI. Gives INVALID_ENUM for a wrong parameter or mode, INVALID_VALUE for a level that is negative or above
/// the maximum.
pub fn pn_trianglesi_ati(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    const WRONG_MODE: GlError = GlError::invalid_enum("mode of PN triangles");
    let division = &mut call.cx.pn_triangles.division;
    let mode = param as u32;
    // One row for each parameter, which changes only where its value is one of the listed.
    match pname {
        PN_TRIANGLES_TESSELATION_LEVEL_ATI => {
            let level = u32::try_from(param)
                .ok()
                .filter(|level| *level <= MAX_LEVEL);
            division.level = level.ok_or(GlError::invalid_value("level of PN triangles"))?;
        }
        PN_TRIANGLES_POINT_MODE_ATI => {
            division.points = match mode {
                PN_TRIANGLES_POINT_MODE_LINEAR_ATI => PointMode::Linear,
                PN_TRIANGLES_POINT_MODE_CUBIC_ATI => PointMode::Cubic,
                _ => return Err(WRONG_MODE),
            };
        }
        PN_TRIANGLES_NORMAL_MODE_ATI => {
            division.normals = match mode {
                PN_TRIANGLES_NORMAL_MODE_LINEAR_ATI => NormalMode::Linear,
                PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI => NormalMode::Quadratic,
                _ => return Err(WRONG_MODE),
            };
        }
        _ => return Err(GlError::invalid_enum("parameter of PN triangles")),
    }
    Ok(())
}

/// glPNTrianglesfATI: the level is rounded. The errors are those of glPNTrianglesiATI.
pub fn pn_trianglesf_ati(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    pn_trianglesi_ati(call, pname, round_to_i32(f64::from(param)))
}
