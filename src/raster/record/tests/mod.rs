mod recycled_vertices;
mod vertex_bytes;
