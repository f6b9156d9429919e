mod spare;
mod spare_states;
mod vertex_bytes;
