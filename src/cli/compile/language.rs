//! The languages that `compile` reads: how a text is told to be one, and how it is loaded.

use clap::ValueEnum;
use std::path::Path;
use std::sync::Arc;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::Stage;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits};
use trilobite::frontend::assembly::ati;
use trilobite::frontend::assembly::ati::shader::Shader;
use trilobite::frontend::diagnostic::{ProgramError, Warning};
use trilobite::frontend::fixed_function::fragment::{PixelSource, TextureTarget};

/// The languages of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Language {
    /// ARB_vertex_program with NVIDIA's options, and NVIDIA's own vertex programs (`!!ARBvp1.0`, `!!VP1.0`, `!!VP1.1`,
    /// `!!VP2.0`; .vp, .arbvp)
    Arbvp,
    /// ARB_fragment_program (`!!ARBfp1.0`; .fp, .arbfp)
    Arbfp,
    /// Vertex state programs of NV_vertex_program (`!!VSP1.0`; .vsp)
    Nvvsp,
    /// ATI_text_fragment_shader (`!!ATIfs1.0`; .atifs)
    Atifs,
}

impl Language {
    /// The language that the text's first characters name, else the one that the file's suffix stands for.
    pub(super) fn guess(text: &[u8], file: &Path) -> Option<Language> {
        let headers: [(&[u8], Language); 6] = [
            (b"!!ARBvp", Language::Arbvp),
            (b"!!VP", Language::Arbvp),
            (b"!!VSP", Language::Nvvsp),
            (b"!!ARBfp", Language::Arbfp),
            (b"!!FP", Language::Arbfp),
            (b"!!ATIfs", Language::Atifs),
        ];
        if let Some((_, language)) = headers.iter().find(|(h, _)| text.starts_with(h)) {
            return Some(*language);
        }
        match file.extension()?.to_str()? {
            "vp" | "arbvp" => Some(Language::Arbvp),
            "fp" | "arbfp" => Some(Language::Arbfp),
            "vsp" => Some(Language::Nvvsp),
            "atifs" => Some(Language::Atifs),
            _ => None,
        }
    }

    /// Its programs process vertices, not fragments.
    pub(in crate::cli) fn is_vertex(self) -> bool {
        match self {
            Language::Arbvp | Language::Nvvsp => true,
            Language::Arbfp | Language::Atifs => false,
        }
    }

    /// Loads a text as the driver would.
    pub(in crate::cli) fn load(self, text: &[u8]) -> Result<Loaded, ProgramError> {
        let loaded = |program, limits| Loaded::Arb { program, limits };
        Ok(match self {
            Language::Arbvp => loaded(
                arb::load_vertex(text, &Limits::VERTEX)?.into(),
                &Limits::VERTEX,
            ),
            Language::Arbfp => loaded(
                arb::load_fragment(text, &Limits::FRAGMENT)?.into(),
                &Limits::FRAGMENT,
            ),
            Language::Nvvsp => loaded(
                arb::load_state(text, &Limits::VERTEX)?.into(),
                &Limits::VERTEX,
            ),
            Language::Atifs => Loaded::Ati(ati::text::parse(text)?.into()),
        })
    }
}

impl Language {
    /// The errors of a text that does not load, the one that refuses it first.
    pub(super) fn errors(self, text: &[u8], first: ProgramError) -> Vec<ProgramError> {
        let errors = match self {
            Language::Arbvp => arb::errors(text, &Limits::VERTEX, Stage::Vertex),
            Language::Nvvsp => arb::errors(text, &Limits::VERTEX, Stage::VertexState),
            Language::Arbfp => arb::errors(text, &Limits::FRAGMENT, Stage::Fragment),
            Language::Atifs => Vec::new(),
        };
        match errors.is_empty() {
            true => vec![first],
            false => errors,
        }
    }
}

/// A loaded program.
pub(in crate::cli) enum Loaded {
    /// A vertex or fragment program, and the limits that it keeps to.
    Arb {
        program: Box<ArbProgram>,
        limits: &'static Limits,
    },
    /// An ATI fragment shader.
    Ati(Box<Shader>),
}

impl Loaded {
    /// Its code for primitives: of a vertex program without user clip planes; of an ATI shader with 2D textures on all
    /// units, without colour sum and fog.
    pub(in crate::cli) fn code(&self) -> Arc<BoundProgram> {
        match self {
            Loaded::Arb { program, .. } => program.code(),
            Loaded::Ati(shader) => {
                let key = ati::lower::Key {
                    targets: [Some(TextureTarget::D2); 8],
                    color_sum: false,
                    fog: None,
                    pixel_source: PixelSource::None,
                };
                Arc::new(ati::lower::lower(shader, &key))
            }
        }
    }

    /// The parameters that it declares, with their values.
    pub(in crate::cli) fn named(&self) -> &[(String, [f32; 4])] {
        match self {
            Loaded::Arb { program, .. } => program.named(),
            Loaded::Ati(_) => &[],
        }
    }

    /// The target through which it samples an image unit.
    pub(in crate::cli) fn target(&self, unit: usize) -> Option<TextureTarget> {
        match self {
            Loaded::Arb { program, .. } => program.textures.get(unit).copied().flatten(),
            Loaded::Ati(_) => Some(TextureTarget::D2),
        }
    }

    /// What is odd about it.
    pub(super) fn warnings(&self, text: &[u8]) -> Vec<Warning> {
        match self {
            Loaded::Arb { program, .. } => program.warnings(text),
            Loaded::Ati(_) => Vec::new(),
        }
    }

    /// Its canonical text.
    pub(super) fn text(&self) -> String {
        match self {
            Loaded::Arb { program, .. } => program.text(),
            Loaded::Ati(shader) => ati::print::text(shader),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_tells_the_language_before_the_suffix() {
        let guess = |text: &str, file: &str| Language::guess(text.as_bytes(), Path::new(file));
        assert_eq!(guess("!!ARBfp1.0 END", "a.vp"), Some(Language::Arbfp));
        assert_eq!(guess("!!ARBvp1.0 END", "a"), Some(Language::Arbvp));
        assert_eq!(guess("!!ATIfs1.0 END", "a.fp"), Some(Language::Atifs));
        assert_eq!(guess("!!VP2.0 END", "a.fp"), Some(Language::Arbvp));
        assert_eq!(guess("!!VSP1.0 END", "a.vp"), Some(Language::Nvvsp));
        assert_eq!(guess("MOV", "a.arbvp"), Some(Language::Arbvp));
        assert_eq!(guess("MOV", "a.fp"), Some(Language::Arbfp));
        assert_eq!(guess("MOV", "a.atifs"), Some(Language::Atifs));
        assert_eq!(guess("MOV", "a.txt"), None);
    }
}
