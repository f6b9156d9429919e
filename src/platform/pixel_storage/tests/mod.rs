mod band;
mod rows;
