//! The options of `explain`.

use crate::cli::text_options::TextOptions;
use clap::ValueEnum;
use std::path::PathBuf;

/// Options of `explain`.
#[derive(clap::Args)]
#[command(after_help = "\
Names of inputs and parameters are those of the program's language. What is not given: an input is 0 0 0 1, a matrix the \
identity, any other parameter 0, a texture black. A texture is filtered linearly at its full size. The inputs of a MUDA kernel are \
its parameters, 0 if not given; a loop that never ends is left after a million rounds. A Cg function whose parameters have the \
semantics of a stage is run there: its inputs, uniforms and samplers are --input, --param and --texture by their names, as in \
light.position or lights[2].color; a matrix has its numbers row by row, and GL state the name that ARB programs give it. A function in HLSL \
needs the profile of a stage for that. Any other function in Cg or HLSL is run as a MUDA kernel is. Direct3D assembly has the names of \
registers: v0, t0, vFace; c4, i0, b0; s0. Tokens are shown as their disassembly.

Exit status: 0 explained, 1 the program or an input was refused (the reason is on standard error), 2 usage.

Examples:
  trilobite explain lantern.fp --input fragment.texcoord[0]=0.5,0.25 --texture 0=bumps.png
  trilobite explain lantern.vp --input vertex.position=1,2,3 --param program.local[0]=0.5,0,0,1
  trilobite explain lantern.fp --format html -o lantern.html
  trilobite explain kernel.mu --function saxpy --input a=2 --input x=1.5
  trilobite explain lantern.cg --entry shade --input v.uv=0.5,0.25 --param light.color=1,1,1 --texture bumps=bumps.png
  trilobite explain glow.hlsl --profile ps_3_0 --input uv=0.5,0.25 --texture image=photo.png
  trilobite explain skin.vso --input v0=1,2,3 --param c0=1,0,0,0

A pixel of a running program is explained by `trilobite run --explain FRAME:X,Y PROGRAM`, a vertex by \
`--explain FRAME:vDRAW,VERTEX`; or by the environment variable TRILOBITE_EXPLAIN.")]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    pub(super) text: TextOptions,
    /// An input: NAME=x,y,z,w
    #[arg(long, value_name = "NAME=NUMBERS", allow_hyphen_values = true)]
    pub(super) input: Vec<String>,
    /// A parameter that the program does not define itself: NAME=x,y,z,w
    #[arg(long, value_name = "NAME=NUMBERS", allow_hyphen_values = true)]
    pub(super) param: Vec<String>,
    /// A texture: UNIT=FILE.png, in Cg, HLSL and Direct3D assembly by the sampler's name
    #[arg(long, value_name = "UNIT=FILE")]
    pub(super) texture: Vec<String>,
    /// How to say it
    #[arg(long, default_value = "text")]
    pub(super) format: Format,
    /// Where to write it, instead of to standard output
    #[arg(short, long)]
    pub(super) output: Option<PathBuf>,
    /// The most statements that are shown
    #[arg(long, default_value_t = 1000)]
    pub(super) statements: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Plain text
    Text,
    /// One page that needs nothing besides itself
    Html,
}
