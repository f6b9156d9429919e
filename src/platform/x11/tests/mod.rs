mod image;
mod shown_tiles;
