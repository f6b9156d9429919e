//! The names of varyings of vertex programs.

use super::row::Place::{self, Attributes, Nowhere};
use super::row::{ANY, Row, at, generic, narrow, row, unreadable};
use crate::ir::interface::{attribute, varying};

// Inputs of vertex programs. Attributes 5 to 7 and 14 up that have no conventional meaning are the generic ones.

pub(super) const TEXTURE_COORDINATES: Row = row(&["TEXCOORD"], 8, at(attribute::TEX_COORD_0, 8));

pub(super) const ARB_VERTEX_IN: &[Row] = &[
    row(&["POSITION"], 1, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 1, at(attribute::NORMAL, 1)),
    row(&["COLOR"], 2, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    TEXTURE_COORDINATES,
    narrow(row(&["BLENDWEIGHT"], 1, at(attribute::WEIGHT, 1))),
    narrow(row(&["FOGCOORD"], 1, at(attribute::FOG_COORD, 1))),
    row(&["TESSFACTOR"], 1, generic(5)),
    narrow(row(&["PSIZE"], 1, generic(6))),
    row(&["BLENDINDICES"], 1, generic(7)),
    row(&["TANGENT"], 1, generic(14)),
    row(&["BINORMAL"], 1, generic(15)),
    row(&["ATTR"], 16, at(attribute::GENERIC_0, 16)),
];

/// NV_vertex_program's attributes are the conventional ones.
pub(super) const NV_ATTRIBUTES: &[Row] = &[
    row(&["ATTR"], 16, Attributes(0)),
    row(&["TANGENT"], 1, Attributes(14)),
    row(&["BINORMAL"], 1, Attributes(15)),
    row(&["TESSFACTOR"], 1, Attributes(5)),
];

pub(super) const NUMBERS_OF_VERTICES: &[Row] = &[
    narrow(row(&["INSTANCEID"], 1, Nowhere)),
    narrow(row(&["VERTEXID"], 1, Nowhere)),
];

pub(super) const D3D1_VERTEX_IN: &[Row] = &[
    row(&["POSITION", "HPOS"], 1, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 1, at(attribute::NORMAL, 1)),
    row(&["COLOR", "COL"], 2, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    row(&["TEXCOORD", "TEX"], 8, at(attribute::TEX_COORD_0, 8)),
    narrow(row(&["BLENDWEIGHT"], 1, at(attribute::WEIGHT, 1))),
    row(&["BLENDINDICES"], 1, generic(7)),
    narrow(row(&["PSIZE", "PSIZ"], ANY, generic(6))),
    row(&["TESSFACTOR"], 1, generic(5)),
    row(&["TANGENT"], 1, generic(14)),
    row(&["BINORMAL"], 1, generic(15)),
    row(&["ATTRIB"], 16, Attributes(0)),
];

pub(super) const D3D2_VERTEX_IN: &[Row] = &[
    row(&["POSITION", "HPOS"], 16, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 16, at(attribute::NORMAL, 1)),
    row(&["COLOR", "COL"], 16, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    row(&["TEXCOORD", "TEX"], 16, at(attribute::TEX_COORD_0, 8)),
    row(&["BLENDWEIGHT"], 16, at(attribute::WEIGHT, 1)),
    row(&["BLENDINDICES"], 16, generic(7)),
    row(&["TANGENT"], 16, generic(14)),
    row(&["BINORMAL"], 16, generic(15)),
    row(&["ATTRIB"], 16, Attributes(0)),
    row(&["DEPTH", "SAMPLE"], 16, Nowhere),
    row(&["DEPR"], ANY, Nowhere),
];

pub(super) const D3D2_FOG_AND_SIZE: &[Row] = &[
    row(&["FOG"], 16, at(attribute::FOG_COORD, 1)),
    row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(attribute::FOG_COORD, 1),
    ),
    row(&["PSIZE", "PSIZ"], ANY, generic(6)),
];

pub(super) const D3D3_FOG_AND_SIZE: &[Row] = &[
    narrow(row(&["FOG"], 16, at(attribute::FOG_COORD, 1))),
    narrow(row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(attribute::FOG_COORD, 1),
    )),
    narrow(row(&["PSIZE", "PSIZ"], ANY, generic(6))),
];

pub(super) const HLSL_VERTEX_IN: &[Row] = &[
    row(&["POSITION"], 16, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 16, at(attribute::NORMAL, 1)),
    row(&["COLOR"], 16, at(attribute::COLOR, 2)),
    row(&["TEXCOORD"], 16, at(attribute::TEX_COORD_0, 8)),
    row(&["BLENDWEIGHT"], 16, at(attribute::WEIGHT, 1)),
    row(&["BLENDINDICES"], 16, generic(7)),
    row(&["TANGENT"], 16, generic(14)),
    row(&["BINORMAL"], 16, generic(15)),
    row(&["ATTRIB"], ANY, Attributes(0)),
    row(&["DEPTH", "SAMPLE"], ANY, Nowhere),
    narrow(row(&["PSIZE"], 16, generic(6))),
    narrow(row(&["FOG"], ANY, at(attribute::FOG_COORD, 1))),
];

// Outputs of vertex programs.

pub(super) const COMMON_VERTEX_OUT: &[Row] = &[
    row(&["POSITION", "HPOS"], 1, at(varying::POSITION, 1)),
    row(&["COLOR", "COL"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["BCOL"], 2, at(varying::BACK_COLOR, 2)),
    narrow(row(&["FOG", "FOGC"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(&["PSIZE", "PSIZ"], 1, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];

pub(super) const EIGHT_TEXTURES: &[Row] =
    &[row(&["TEXCOORD", "TEX"], 8, at(varying::TEX_COORD_0, 8))];

pub(super) const SIX_CLIP_DISTANCES: &[Row] = &[
    narrow(row(&["CLP"], 6, Place::Scalars(4 * varying::CLIP_0, 6))),
    unreadable(narrow(row(&["FOGP"], 1, Nowhere))),
];

pub(super) const GP4_VERTEX_OUT: &[Row] = &[
    narrow(row(&["CLP"], 8, Place::Scalars(4 * varying::CLIP_0, 6))),
    row(&["ATTR"], ANY, at(varying::GENERIC_0, varying::GENERICS)),
    narrow(row(&["VERTEXID"], 1, Nowhere)),
];

pub(super) const GLSL_VERTEX_OUT: &[Row] = &[
    row(&["TEXCOORD"], 8, at(varying::TEX_COORD_0, 8)),
    row(&["TEX"], 10, at(varying::TEX_COORD_0, 10)),
];

pub(super) const D3D_VERTEX_OUT: &[Row] = &[
    row(&["POSITION", "HPOS"], ANY, at(varying::POSITION, 1)),
    row(&["COLOR", "COL"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["DIFFUSE"], 1, at(varying::FRONT_COLOR, 1)),
    row(&["SPECULAR"], 1, at(varying::FRONT_SECONDARY, 1)),
    narrow(row(&["FOG"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(varying::FOG_COORD, 1),
    )),
    narrow(row(&["PSIZE", "PSIZ"], ANY, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];

pub(super) const SIXTEEN_TEXTURES: &[Row] =
    &[row(&["TEXCOORD", "TEX"], 16, at(varying::TEX_COORD_0, 16))];

pub(super) const HLSL_VERTEX_OUT: &[Row] = &[
    row(&["POSITION"], 1, at(varying::POSITION, 1)),
    row(&["COLOR"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["TEXCOORD"], 8, at(varying::TEX_COORD_0, 8)),
    narrow(row(&["FOG"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(&["PSIZE"], 1, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];
