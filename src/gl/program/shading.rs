//! ProgramString for languages whose uniforms have names (TRI_shading_language).
#![forbid(unsafe_code)]

use super::load::{check_room, program_text};
use super::object::ProgramObject;
use crate::frontend::shading::{CompileOptions, Compiled, Refused, ShadingLanguage, compile};
use crate::frontend::stage_program::ProgramStage;
use crate::gl::context::enums::{
    PROGRAM_FORMAT_ASCII_ARB, PROGRAM_FORMAT_CG_TRI, PROGRAM_FORMAT_D3D_ASSEMBLY_TRI,
    PROGRAM_FORMAT_D3D_TOKENS_TRI, PROGRAM_FORMAT_HLSL_TRI, PROGRAM_FORMAT_MUDA_TRI,
};
use crate::gl::context::program_target::Target;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, roomy_stack};
use std::sync::Arc;

/// The format of a program's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// PROGRAM_FORMAT_ASCII_ARB: the assembly languages.
    Assembly,
    /// A format of TRI_shading_language.
    Shading(ShadingLanguage),
}

/// The formats by their names.
const FORMATS: &[(u32, Format)] = &[
    (PROGRAM_FORMAT_ASCII_ARB, Format::Assembly),
    (PROGRAM_FORMAT_CG_TRI, Format::Shading(ShadingLanguage::Cg)),
    (
        PROGRAM_FORMAT_HLSL_TRI,
        Format::Shading(ShadingLanguage::Hlsl),
    ),
    (
        PROGRAM_FORMAT_D3D_ASSEMBLY_TRI,
        Format::Shading(ShadingLanguage::D3dAssembly),
    ),
    (
        PROGRAM_FORMAT_D3D_TOKENS_TRI,
        Format::Shading(ShadingLanguage::D3dTokens),
    ),
    (
        PROGRAM_FORMAT_MUDA_TRI,
        Format::Shading(ShadingLanguage::Muda),
    ),
];

impl Format {
    /// The format with this name.
    pub(crate) fn from_enum(name: u32) -> Result<Format> {
        let row = FORMATS.iter().find(|(value, _)| *value == name);
        let unknown = GlError::invalid_enum("ProgramString: the format is not one of a language");
        row.map(|(_, format)| *format).ok_or(unknown)
    }

    /// Its name.
    pub(crate) fn to_enum(self) -> u32 {
        let row = FORMATS.iter().find(|(_, format)| *format == self);
        row.map_or(PROGRAM_FORMAT_ASCII_ARB, |(value, _)| *value)
    }
}

/// The stage of a target. INVALID_ENUM for TEXT_FRAGMENT_SHADER_ATI, whose programs are in one language only.
pub(crate) fn stage_of(target: Target) -> Result<ProgramStage> {
    match target {
        Target::Vertex => Ok(ProgramStage::Vertex),
        Target::Fragment => Ok(ProgramStage::Fragment),
        Target::TextFragment => Err(GlError::invalid_enum(
            "the target has no programs of shading languages",
        )),
    }
}

/// ProgramString for a shading language. INVALID_OPERATION for a text that does not load, which leaves the object as it was.
pub(crate) fn program_string(
    call: &mut Call<'_>,
    target: Target,
    language: ShadingLanguage,
    len: i32,
    string: ClientPtr<u8>,
) -> Result {
    let stage = stage_of(target)?;
    let text = program_text(call, len, string)?;
    call.run(move |call| {
        let options = call
            .cx
            .programs
            .target(target)
            .object
            .lock()
            .options
            .clone();
        let program = load(call, language, stage, &text, &options)?;
        let mut object = call.cx.programs.target(target).object.lock();
        set(&mut object, &text, language, program);
        Ok(())
    })
}

/// The bytes that the expansion of macros may take in a text of any size.
const MACRO_ROOM: usize = 32 << 20;

/// The program of a text. It sets error position, and the error string to the listing: warnings, or the errors.
fn load(
    call: &mut Call<'_>,
    language: ShadingLanguage,
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
) -> Result<Compiled> {
    if language != ShadingLanguage::D3dTokens {
        crate::debug::show_source(text);
    }
    check_room(text, MACRO_ROOM, 96)?;
    let compiled = roomy_stack::with_room(|| {
        let mut files = |path: &str| options.files.get(path).map(<[u8]>::to_vec);
        compile(language, stage, text, options, &mut files)
    });
    let (listing, position) = match &compiled {
        Ok(compiled) => (&compiled.listing, -1),
        Err(Refused { listing, position }) => (listing, *position),
    };
    match &compiled {
        Ok(_) if listing.is_empty() => {}
        Ok(_) => call.cx.debug.report_odd_program(listing),
        Err(_) => call.cx.debug.report_refused_program(listing),
    }
    let state = &mut call.cx.programs;
    // The application's text may hold a NUL; the string that it reads may not.
    state.error_string = listing.replace('\0', " ") + "\0";
    state.error_position = position;
    compiled.map_err(|_| {
        GlError::invalid_operation("the program does not load (see PROGRAM_ERROR_STRING_ARB)")
    })
}

/// Gives an object a program: its uniforms begin with their initial values.
fn set(object: &mut ProgramObject, text: &Arc<[u8]>, language: ShadingLanguage, new: Compiled) {
    object.text = text.clone();
    object.format = Format::Shading(language);
    object.set_shading(new.program);
}
