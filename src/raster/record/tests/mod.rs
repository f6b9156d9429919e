mod recycled_states;
mod recycled_vertices;
mod vertex_bytes;
