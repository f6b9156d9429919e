//! The languages of programs: how a text is recognized, and how it is loaded.
#![forbid(unsafe_code)]

use crate::format::TextureShape;
use crate::frontend::BoundProgram;
use crate::frontend::assembly::Stage;
use crate::frontend::assembly::arb::{self, ArbProgram, Limits, before_header};
use crate::frontend::assembly::ati;
use crate::frontend::assembly::ati::shader::Shader;
use crate::frontend::assembly::d3d::{D3dProgram, is_tokens};
use crate::frontend::c_like::entry::Kernel;
use crate::frontend::c_like::muda;
use crate::frontend::diagnostic::stage::StageRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::fixed_function::fragment::PixelSource;
use crate::frontend::preprocessor::Files;
use crate::frontend::shading::{CompileOptions, LoadedText, load_cg, load_glsl, load_hlsl};
use crate::ir::Span;
use crate::ir::signature::Signature;
use std::path::Path;
use std::sync::Arc;

/// The languages of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// ARB_vertex_program with NVIDIA's options, and NVIDIA's own vertex programs (`!!ARBvp1.0`, `!!VP1.0`, `!!VP1.1`,
    /// `!!VP2.0`).
    Arbvp,
    /// ARB_fragment_program with NVIDIA's options, and NVIDIA's own fragment programs (`!!ARBfp1.0`, `!!FP1.0`).
    Arbfp,
    /// Vertex state programs of NV_vertex_program (`!!VSP1.0`).
    Nvvsp,
    /// ATI_text_fragment_shader (`!!ATIfs1.0`).
    Atifs,
    Muda,
    Cg,
    /// HLSL of Direct3D 9.
    Hlsl,
    /// Direct3D 9 shader assembly, as text or tokens.
    D3dasm,
    /// GLSL 1.10 and 1.20.
    Glsl,
}

/// How a language is named and recognized.
pub struct LanguageInfo {
    pub language: Language,
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for the help of the command line.
    pub help: &'static str,
    /// The beginnings of its texts.
    headers: &'static [&'static str],
    /// The suffixes of its files, without the dot.
    suffixes: &'static [&'static str],
}

/// All languages. A text is compared with the headers in this order.
pub const LANGUAGES: &[LanguageInfo] = &[
    LanguageInfo {
        language: Language::Arbvp,
        name: "arbvp",
        help: "ARB_vertex_program with NVIDIA's options, and NVIDIA's own vertex programs (!!ARBvp1.0, !!VP1.0, !!VP1.1, \
               !!VP2.0; .vp, .arbvp)",
        headers: &["!!ARBvp", "!!VP"],
        suffixes: &["vp", "arbvp"],
    },
    LanguageInfo {
        language: Language::Arbfp,
        name: "arbfp",
        help: "ARB_fragment_program with NVIDIA's options, and NVIDIA's own fragment programs (!!ARBfp1.0, !!FP1.0; .fp, \
               .arbfp)",
        headers: &["!!ARBfp", "!!FP"],
        suffixes: &["fp", "arbfp"],
    },
    LanguageInfo {
        language: Language::Nvvsp,
        name: "nvvsp",
        help: "Vertex state programs of NV_vertex_program (!!VSP1.0; .vsp)",
        headers: &["!!VSP"],
        suffixes: &["vsp"],
    },
    LanguageInfo {
        language: Language::Atifs,
        name: "atifs",
        help: "ATI_text_fragment_shader (!!ATIfs1.0; .atifs)",
        headers: &["!!ATIfs"],
        suffixes: &["atifs"],
    },
    LanguageInfo {
        language: Language::Muda,
        name: "muda",
        help: "MUDA (.mu, .muda)",
        headers: &[],
        suffixes: &["mu", "muda"],
    },
    LanguageInfo {
        language: Language::Cg,
        name: "cg",
        help: "Cg 3.1 (.cg)",
        headers: &[],
        suffixes: &["cg"],
    },
    LanguageInfo {
        language: Language::Hlsl,
        name: "hlsl",
        help: "HLSL of Direct3D 9 (.hlsl, .fx)",
        headers: &[],
        suffixes: &["hlsl", "fx"],
    },
    LanguageInfo {
        language: Language::Glsl,
        name: "glsl",
        help: "GLSL 1.10 and 1.20 (.vert, .frag; --stage says that of others: vertex or fragment)",
        headers: &[],
        suffixes: &["vert", "frag", "glsl"],
    },
    LanguageInfo {
        language: Language::D3dasm,
        name: "d3dasm",
        help: "Direct3D 9 shader assembly, vs_1_1 to ps_3_0 (.vsh, .psh), and its tokens (.vso, .pso, .bin)",
        headers: &[
            "vs_1_", "vs_2_", "vs_3_", "vs.1.", "vs.2.", "vs.3.", "ps_1_", "ps_2_", "ps_3_",
            "ps.1.", "ps.2.", "ps.3.",
        ],
        suffixes: &["vsh", "psh", "vso", "pso"],
    },
];

impl Language {
    /// The language of this name on the command line.
    pub fn named(name: &str) -> Option<Language> {
        let row = LANGUAGES.iter().find(|row| row.name == name);
        row.map(|row| row.language)
    }

    /// The language of a text: the one whose header it begins with, or else the one of the file's suffix.
    pub fn guess(text: &[u8], file: &Path) -> Option<Language> {
        if is_tokens(text) {
            return Some(Language::D3dasm);
        }
        // Comments may stand before the header of an assembly program.
        let start = before_header(text);
        let starts = |header: &&str| text[start..].starts_with(header.as_bytes());
        let named = LANGUAGES.iter().find(|row| row.headers.iter().any(starts));
        let suffix = || {
            let suffix = file.extension()?.to_str()?;
            LANGUAGES.iter().find(|row| row.suffixes.contains(&suffix))
        };
        named.or_else(suffix).map(|row| row.language)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        let row = LANGUAGES.iter().find(|row| row.language == self);
        row.map_or("", |row| row.name)
    }

    /// Whether its compiler has options: profiles, macros, folders of included files.
    pub fn has_compiler_options(self) -> bool {
        match self {
            Language::Arbvp
            | Language::Arbfp
            | Language::Nvvsp
            | Language::Atifs
            | Language::Muda
            | Language::Glsl
            | Language::D3dasm => false,
            Language::Cg | Language::Hlsl => true,
        }
    }

    /// Whether its programs process vertices.
    pub fn is_vertex(self) -> bool {
        match self {
            Language::Arbvp | Language::Nvvsp => true,
            Language::Arbfp
            | Language::Atifs
            | Language::Muda
            | Language::Cg
            | Language::Hlsl
            | Language::Glsl
            | Language::D3dasm => false,
        }
    }

    /// Loads a text with the options of its compiler. `files` has what it includes. An error is the listing of all errors.
    pub fn load_with(
        self,
        text: &[u8],
        options: &CompileOptions,
        files: &mut dyn Files,
    ) -> Result<Loaded, String> {
        if self == Language::Cg {
            let loaded = load_cg(text, options, files).map_err(|refused| refused.listing)?;
            return Ok(Loaded::Shading(Box::new(loaded)));
        }
        if self == Language::Hlsl {
            let loaded = load_hlsl(text, options, files).map_err(|refused| refused.listing)?;
            return Ok(Loaded::Shading(Box::new(loaded)));
        }
        if self == Language::Glsl {
            let loaded = load_glsl(text, options).map_err(|refused| refused.listing)?;
            return Ok(Loaded::Shading(Box::new(loaded)));
        }
        if self == Language::Muda {
            let listing =
                |errors: Vec<ProgramError>| errors.iter().map(|e| e.info_log(text)).collect();
            let loaded = options.with_muda(|request| load_muda(text, request));
            return loaded.map_err(listing);
        }
        self.load(text, options.entry.as_deref()).map_err(|error| {
            let errors = self.errors(text, error);
            errors.iter().map(|e| e.info_log(text)).collect()
        })
    }

    /// Loads a text as the driver does. In MUDA, `function` names the function to load, which may be static or inline; a text with
    /// one external function needs no name. Cg and HLSL are loaded by [`Language::load_with`] only.
    pub fn load(self, text: &[u8], function: Option<&str>) -> Result<Loaded, ProgramError> {
        let loaded = |program, limits| Loaded::Arb { program, limits };
        // One row for each language: its loader, and the limits that the text is held to.
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
            Language::D3dasm => Loaded::D3d(D3dProgram::load(text)?.into()),
            Language::Cg | Language::Hlsl | Language::Glsl => {
                let name = match self {
                    Language::Cg => "Cg",
                    Language::Hlsl => "HLSL",
                    _ => "GLSL",
                };
                let kind = ErrorKind::Stage(StageRule::NeedsOptions(name));
                let span = Span::new(0, 0);
                return Err(ProgramError { kind, span });
            }
            Language::Muda => {
                let request = muda::Request {
                    function,
                    sizes: &[],
                };
                load_muda(text, &request).map_err(|errors| errors[0].clone())?
            }
        })
    }

    /// All errors of a text that does not load. `first` is the error that refused it; it stands alone for languages that
    /// stop at the first error.
    pub fn errors(self, text: &[u8], first: ProgramError) -> Vec<ProgramError> {
        let errors = match self {
            Language::Arbvp => arb::errors(text, &Limits::VERTEX, Stage::Vertex),
            Language::Nvvsp => arb::errors(text, &Limits::VERTEX, Stage::VertexState),
            Language::Arbfp => arb::errors(text, &Limits::FRAGMENT, Stage::Fragment),
            Language::Atifs | Language::Cg | Language::Hlsl | Language::Glsl | Language::D3dasm => {
                Vec::new()
            }
            Language::Muda => muda::Program::load(text).err().unwrap_or_default(),
        };
        if errors.is_empty() {
            vec![first]
        } else {
            errors
        }
    }
}

/// Loads a text in MUDA, and the function that is named or its only external one. There is at least one error.
fn load_muda(text: &[u8], request: &muda::Request<'_>) -> Result<Loaded, Vec<ProgramError>> {
    let program = muda::Program::load_with(text, request)?;
    let kernel = match request.function {
        Some(name) => program.kernel(name),
        None => program.only_kernel(),
    };
    let kernel = kernel.map_err(|error| vec![error])?;
    Ok(Loaded::Muda {
        program: Box::new(program),
        kernel: Box::new(kernel),
    })
}

/// A loaded program.
pub enum Loaded {
    /// A vertex, vertex state or fragment program.
    Arb {
        program: Box<ArbProgram>,
        /// The limits of its target.
        limits: &'static Limits,
    },
    /// An ATI fragment shader.
    Ati(Box<Shader>),
    /// A MUDA text with several functions, and one of them.
    Muda {
        /// All functions of the text.
        program: Box<muda::Program>,
        /// The function that was asked for.
        kernel: Box<Kernel>,
    },
    /// A text in Cg or HLSL.
    Shading(Box<LoadedText>),
    /// A Direct3D shader.
    D3d(Box<D3dProgram>),
}

impl Loaded {
    /// The program's code for primitives. A vertex program gets no user clip planes. An ATI shader gets 2D textures on all
    /// units, no colour sum and no fog.
    pub fn code(&self) -> Arc<BoundProgram> {
        match self {
            Loaded::Arb { program, .. } => program.code(),
            Loaded::Ati(shader) => {
                let key = ati::lower::Key {
                    targets: [Some(TextureShape::D2); 8],
                    color_sum: false,
                    fog: None,
                    pixel_source: PixelSource::None,
                };
                Arc::new(ati::lower::lower(shader, &key))
            }
            Loaded::Muda { kernel, .. } => Arc::new(kernel.code.clone()),
            Loaded::Shading(loaded) => loaded.code(),
            Loaded::D3d(shader) => shader.code(),
        }
    }

    /// The named parameters that the program declares, with their values (NV_fragment_program 3.11.2).
    pub fn named(&self) -> &[(String, [f32; 4])] {
        match self {
            Loaded::Arb { program, .. } => program.named(),
            Loaded::Ati(_) | Loaded::Muda { .. } | Loaded::Shading(_) | Loaded::D3d(_) => &[],
        }
    }

    /// The shape of the texture that the program samples on an image unit.
    pub fn target(&self, unit: usize) -> Option<TextureShape> {
        match self {
            Loaded::Arb { program, .. } => program.textures.get(unit).copied().flatten(),
            Loaded::Ati(_) => Some(TextureShape::D2),
            Loaded::Muda { .. } => None,
            Loaded::Shading(loaded) => loaded.target(unit),
            Loaded::D3d(shader) => shader.target(unit),
        }
    }

    /// The signature of the program as a function, and the values of its uniforms.
    pub fn interface(&self) -> (Signature, Vec<f32>) {
        match self {
            Loaded::Arb { program, .. } => {
                let (_, signature, uniforms) = program.function();
                (signature, uniforms)
            }
            Loaded::Ati(_) => ati::uniforms(&self.code().bindings),
            Loaded::Muda { kernel, .. } => (kernel.signature.clone(), Vec::new()),
            Loaded::Shading(loaded) => (loaded.signature(), Vec::new()),
            Loaded::D3d(shader) => shader.signature(),
        }
    }

    /// The warnings, what the author may not have meant, each as a message with an excerpt.
    pub fn warnings(&self, text: &[u8]) -> Vec<String> {
        let warnings: Vec<Warning> = match self {
            Loaded::Arb { program, .. } => program.warnings(text),
            Loaded::Ati(_) => arb::odd_start(text).into_iter().collect(),
            Loaded::D3d(_) => Vec::new(),
            Loaded::Muda { program, .. } => program.warnings().to_vec(),
            Loaded::Shading(loaded) => return loaded.warnings(),
        };
        warnings.iter().map(|w| w.info_log(text)).collect()
    }

    /// The program as canonical text of its language; `None` where there is no such form.
    pub fn text(&self) -> Option<String> {
        match self {
            Loaded::Arb { program, .. } => Some(program.text()),
            Loaded::Ati(shader) => Some(ati::print::text(shader)),
            Loaded::Muda { program, .. } => Some(program.text()),
            Loaded::Shading(_) => None,
            Loaded::D3d(shader) => Some(shader.disassemble()),
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
        assert_eq!(guess("void f() {}", "a.mu"), Some(Language::Muda));
        let text = " # a comment\n\t!!ARBfp1.0 END";
        assert_eq!(guess(text, "a.txt"), Some(Language::Arbfp));
        assert_eq!(guess("MOV", "a.txt"), None);
    }
}
