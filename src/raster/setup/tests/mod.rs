mod mesh;
mod tile_place;
