mod get;
mod mesh;
