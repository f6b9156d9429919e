//! Shaders as values: those in assembly language are assembled, those of functions compiled.

use super::{Compiled, Object, Shader};
use crate::frontend::assembly::d3d::D3dProgram;
use crate::frontend::c_like::hlsl::numbers;
use crate::frontend::c_like::hlsl::profile::{self, Profile, ProfileError};
use crate::frontend::c_like::hlsl::program::{Program, StageEntry};
use crate::frontend::c_like::hlsl::request::{Parsed, Request};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{Module, effect};
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most shaders of an effect that are compiled, each for a profile of its own.
const MAX_COMPILED: usize = 256;
/// The most tokens that they read together.
const MAX_READ: usize = 2 << 20;
/// The same where one has an error already, so that the effect is refused anyway.
const MAX_READ_AFTER_ERROR: usize = 1 << 17;

/// What shaders are made of; each function is compiled once for a profile.
pub(super) struct Shaders<'m, 'b> {
    request: Request<'m>,
    module: &'m Module,
    parsed: &'m mut Parsed<'b>,
    compiled: FxHashMap<(String, &'static str), Result<StageEntry, HlslRule>>,
    /// Whether one of them has an error.
    has_failed: bool,
}

type Made = Result<Shader, Box<ProgramError>>;

fn refused(kind: ErrorKind, span: Span) -> Box<ProgramError> {
    Box::new(ProgramError { kind, span })
}

impl<'m, 'b> Shaders<'m, 'b> {
    pub(super) fn new(
        request: &Request<'m>,
        module: &'m Module,
        parsed: &'m mut Parsed<'b>,
    ) -> Shaders<'m, 'b> {
        Shaders {
            request: *request,
            module,
            parsed,
            compiled: FxHashMap::default(),
            has_failed: false,
        }
    }

    /// Makes a shader.
    pub(super) fn shader(&mut self, shader: &effect::Shader) -> Made {
        match shader {
            effect::Shader::Assembly { tokens, span } => self.assemble(tokens, *span),
            effect::Shader::Compile {
                profile,
                profile_span,
                function,
                arguments,
                span,
            } => {
                let hlsl = |rule| refused(ErrorKind::CLike(Rule::Hlsl(rule)), *profile_span);
                let profile = find_profile(profile).map_err(hlsl)?;
                let name = function.map(|id| self.module.functions[id.0 as usize].name.to_string());
                let name = name.unwrap_or_default();
                let entry = self.compile(&name, profile);
                let entry =
                    entry.map_err(|rule| refused(ErrorKind::CLike(Rule::Hlsl(rule)), *span))?;
                Ok(Shader::Compiled(Arc::new(Compiled {
                    profile,
                    function: name,
                    arguments: arguments.clone(),
                    entry,
                })))
            }
        }
    }

    /// Compiles a function as an entry. The text is checked again for the profile, which decides what is allowed in it.
    fn compile(&mut self, name: &str, profile: &'static Profile) -> Result<StageEntry, HlslRule> {
        // A function is compiled once for each profile. The number of compilations is limited, since each checks
        // the whole text.
        let key = (name.to_owned(), profile.name);
        if let Some(known) = self.compiled.get(&key) {
            return known.clone();
        }
        if self.compiled.len() >= MAX_COMPILED {
            let text = format!("an effect compiles at most {MAX_COMPILED} shaders");
            return Err(HlslRule::Shader(text, None));
        }
        let n_read = (self.compiled.len() + 1) * self.parsed.n_tokens;
        if self.has_failed && n_read > MAX_READ_AFTER_ERROR {
            let text = format!("\"{name}\" is not compiled, since another shader has an error");
            return Err(HlslRule::Shader(text, None));
        }
        if n_read > MAX_READ {
            let text = format!(
                "the shaders of an effect read at most {MAX_READ} tokens, each the whole effect"
            );
            return Err(HlslRule::Shader(text, None));
        }
        let request = Request {
            entry: Some(name),
            profile,
            ..self.request
        };
        // The first error stands for all.
        let reason = |error: &ProgramError| {
            let text = format!("\"{name}\" for {}: {error}", profile.name);
            HlslRule::Shader(text, numbers::of_error(&error.kind))
        };
        let checked = self.parsed.check(&request);
        let made = match Program::of(&request, checked, self.parsed.map().clone()) {
            Ok(program) => program.entry().map_err(|error| reason(&error)),
            Err(all) => Err(all
                .errors
                .first()
                .map_or_else(|| HlslRule::Shader(name.to_owned(), None), reason)),
        };
        self.has_failed |= made.is_err();
        self.compiled.insert(key, made.clone());
        made
    }

    /// What a shader is, whether or not it can be made.
    pub(super) fn object(&self, shader: &effect::Shader) -> Object {
        let begin = match shader {
            effect::Shader::Assembly { tokens, .. } => tokens.first().map(|(word, _)| word),
            effect::Shader::Compile { profile, .. } => Some(profile),
        };
        match begin.and_then(|word| word.get(..2)) {
            Some(word) if word.eq_ignore_ascii_case("vs") => Object::VertexShader,
            _ => Object::PixelShader,
        }
    }

    fn assemble(&self, tokens: &[(String, Span)], span: Span) -> Made {
        let text = self.text_of(tokens);
        let refuse = |error: ProgramError| {
            let rule = HlslRule::Shader(error.kind.to_string(), number_of(&error.kind));
            refused(ErrorKind::CLike(Rule::Hlsl(rule)), span)
        };
        let program = D3dProgram::assemble(text.as_bytes()).map_err(refuse)?;
        Ok(Shader::Assembled(Arc::new(program)))
    }

    /// The text of a program: words that touch in the effect touch, and lines end where they end there.
    fn text_of(&self, tokens: &[(String, Span)]) -> String {
        let mut text = String::new();
        let mut last: Option<(Span, u32)> = None;
        for (word, span) in tokens {
            let line = self.parsed.map().place(*span).line;
            match last {
                Some((_, on)) if on != line => text.push('\n'),
                Some((before, _)) if before.end != span.start => text.push(' '),
                _ => {}
            }
            text += word;
            last = Some((*span, line));
        }
        text
    }
}

/// The profile of a name to compile for.
fn find_profile(name: &str) -> Result<&'static Profile, HlslRule> {
    let is_later = ["vs_4_", "ps_4_", "vs_5_", "ps_5_"]
        .iter()
        .any(|p| name.starts_with(p));
    match profile::find(name) {
        Ok(profile) if profile.stage.is_some() => Ok(profile),
        Err(ProfileError::Refused(name, _)) => Err(HlslRule::OldProfile(name)),
        _ if is_later => Err(HlslRule::LaterProfile(name.into())),
        _ => Err(HlslRule::ShaderProfile(name.into())),
    }
}

/// The number of Microsoft's assembler for an error.
fn number_of(kind: &ErrorKind) -> Option<u32> {
    match kind {
        ErrorKind::D3d(D3dRule::NoRegister { .. }) => Some(2005),
        ErrorKind::D3d(D3dRule::Version(_)) => Some(2001),
        ErrorKind::D3d(D3dRule::Unwritten(_)) => Some(5090),
        ErrorKind::UnknownInstruction(_) | ErrorKind::Expected { .. } => Some(2000),
        _ => None,
    }
}
