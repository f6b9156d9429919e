//! Reads PNG files as textures.

use crate::cli::failure::Failure;
use std::path::Path;
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::ir::signature::Signature;
use trilobite::texture::{
    Filter, Image, Level, PADDING_BYTES, SamplerState, TexelFormat, Texture, Wrap,
};

/// The greatest width and height of a picture.
const MAX_SIZE: u32 = 8192;

/// Reads a picture for a sampler of this shape. It is filtered linearly and has one level.
pub(super) fn read(path: &Path, target: Option<TextureShape>) -> Result<Texture, Failure> {
    let fail = |e: &dyn std::fmt::Display| Failure::from(format!("{}: {e}", path.display()));
    let kind = match target {
        None | Some(TextureShape::D2) => TextureShape::D2,
        Some(TextureShape::Rectangle) => TextureShape::Rectangle,
        Some(_) => {
            return Err(fail(
                &"the program samples that unit through a target of another kind",
            ));
        }
    };
    // One level, repeated and filtered linearly, as a texture's sampling state begins.
    let image = Image {
        kind,
        format: TexelFormat::Rgba8,
        faces: vec![vec![Some(decode(path, &fail)?)]],
    };
    let wrap = match kind {
        TextureShape::Rectangle => Wrap::ClampToEdge,
        _ => Wrap::Repeat,
    };
    Ok(Texture {
        image: Arc::new(image),
        sampler: SamplerState {
            wrap: [wrap; 3],
            mag: Filter::Linear,
            min: Filter::Linear,
            ..SamplerState::NEAREST
        },
    })
}

/// Makes an error of a message, with the file's name.
type Fail<'a> = dyn Fn(&dyn std::fmt::Display) -> Failure + 'a;

/// Decodes the picture to a level of 8 bits per component, with alpha.
fn decode(path: &Path, fail: &Fail<'_>) -> Result<Level, Failure> {
    let file = std::fs::File::open(path).map_err(|e| fail(&e))?;
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    let expand = png::Transformations::normalize_to_color8() | png::Transformations::ALPHA;
    decoder.set_transformations(expand);
    let mut reader = decoder.read_info().map_err(|e| fail(&e))?;
    let info = reader.info();
    if info.width > MAX_SIZE || info.height > MAX_SIZE {
        return Err(fail(&"the picture is larger than textures are"));
    }
    let size = reader.output_buffer_size().unwrap_or_default();
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(|e| fail(&e))?;
    let row_bytes = frame.line_size;
    let rows = pixels
        .chunks_exact(row_bytes.max(1))
        .take(frame.height as usize);
    let mut texels = Vec::with_capacity(4 * (frame.width * frame.height) as usize + PADDING_BYTES);
    // The rows of a texture start with the lowest one, those of a picture with the highest.
    for row in rows.rev() {
        match frame.color_type {
            png::ColorType::GrayscaleAlpha => {
                let pairs = row.chunks_exact(2);
                texels.extend(pairs.flat_map(|p| [p[0], p[0], p[0], p[1]]));
            }
            _ => texels.extend_from_slice(row),
        }
    }
    texels.resize(texels.len() + PADDING_BYTES, 0);
    Ok(Level {
        width: frame.width,
        height: frame.height,
        depth: 1,
        border: 0,
        texels: Arc::new(texels),
    })
}

/// Reads the pictures of `--texture NAME=FILE`, one for each sampler of the signature that has one.
pub(super) fn pictures(
    signature: &Signature,
    arguments: &[String],
) -> Result<Vec<Option<Texture>>, Failure> {
    let mut textures = vec![None; signature.samplers.len()];
    for argument in arguments {
        let usage = || Failure::Usage(format!("--texture {argument}: SAMPLER=FILE.png"));
        let (name, file) = argument.split_once('=').ok_or_else(usage)?;
        let mut samplers = signature.samplers.iter();
        let Some(i) = samplers.position(|s| s.name == name.trim()) else {
            let names: Vec<&str> = (signature.samplers.iter())
                .map(|s| s.name.as_str())
                .collect();
            return Err(Failure::Usage(format!(
                "there is no sampler `{name}` here; there is: {}",
                names.join(", ")
            )));
        };
        textures[i] = Some(read(file.as_ref(), signature.samplers[i].shape)?);
    }
    Ok(textures)
}
