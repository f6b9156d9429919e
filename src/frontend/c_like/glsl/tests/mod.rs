//! GLSL's verdicts, values and links.

mod links;
mod verdicts;
