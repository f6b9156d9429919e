mod angle;
mod curve;
mod matrix;
mod mesh;
mod patch;
mod pn_patch;
mod pn_triangles;
