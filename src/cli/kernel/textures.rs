//! Pictures for the samplers of a function.

use crate::cli::explain::texture;
use crate::cli::failure::Failure;
use trilobite::ir::signature::Signature;
use trilobite::texture::Texture;

/// Reads the pictures of `--texture NAME=FILE`, one for each sampler of the signature that has one.
pub(in crate::cli) fn pictures(
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
        textures[i] = Some(texture::read(file.as_ref(), signature.samplers[i].shape)?);
    }
    Ok(textures)
}
