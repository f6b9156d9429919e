pub(crate) mod fragment_coord;
