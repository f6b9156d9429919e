//! Facts about commands that the registry lacks: which may stand between Begin and End, and which display lists hold.
//!
//! Sources: GL 1.5 sections 2.6.3 and 5.4 (GL 2.1 section 5.4 for shaders), and the "Display Lists" sections of the
//! extensions. Patterns are name beginnings without `gl`; a trailing `$` means the whole name, where a vendor suffix
//! may follow (`Flush$` is `glFlush`, and `glGenFencesNV` matches `GenFences$`).

use crate::c_types::is_pointer;
use crate::commands::Command;

/// How a door treats its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// Called directly, also between Begin and End: immediate mode, which handles display lists itself.
    Anywhere,
    /// Recorded by the door while a list is compiled; allowed between Begin and End.
    ListedAnywhere,
    /// INVALID_OPERATION between Begin and End; recorded by the door while a list is compiled.
    Listed,
    /// INVALID_OPERATION between Begin and End; called directly: never compiled, or records itself.
    OutsideBegin,
}

/// How the door of this command treats it.
pub fn treatment(command: &Command) -> Treatment {
    let name = command.name.strip_prefix("gl").unwrap_or(&command.name);
    let pointer_free = !command.parameters.iter().any(|p| is_pointer(&p.c_type));
    let recordable = pointer_free
        && command.result == "void"
        && !any(NEVER_COMPILED, name)
        && !any(RECORD_SELF, name);
    match (is_immediate(name), any(ALSO_INSIDE_BEGIN, name), recordable) {
        (true, ..) => Treatment::Anywhere,
        (false, true, true) => Treatment::ListedAnywhere,
        (false, true, false) => Treatment::Anywhere,
        (false, false, true) => Treatment::Listed,
        (false, false, false) => Treatment::OutsideBegin,
    }
}

/// Commands that give vertices and what goes with them (GL 1.5 section 2.6.3): names that end in a size and type.
fn is_immediate(name: &str) -> bool {
    any(IMMEDIATE_WHOLE, name) || IMMEDIATE.iter().any(|stem| is_sized(name, stem))
}

/// Whether `name` is `stem`, then an optional size and N, then a type letter, v, a vendor: `Vertex3fv`,
/// `VertexAttrib4NubvARB`, but not `VertexPointer` or `VertexAttribIPointer`.
fn is_sized(name: &str, stem: &str) -> bool {
    let Some(rest) = name.strip_prefix(stem) else {
        return false;
    };
    let rest = rest
        .strip_prefix("s")
        .filter(|r| r.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(rest);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix('N').unwrap_or(rest);
    let suffix = rest
        .find(|c: char| c.is_ascii_uppercase())
        .unwrap_or(rest.len());
    let kinds = [
        "b", "s", "i", "f", "d", "h", "x", "ub", "us", "ui", "ui64", "i64",
    ];
    let kind = rest[..suffix].strip_suffix('v').unwrap_or(&rest[..suffix]);
    kinds.contains(&kind) && VENDORS.contains(&&rest[suffix..])
}

const VENDORS: &[&str] = &[
    "", "ARB", "EXT", "NV", "ATI", "SGI", "SGIS", "SGIX", "OES", "APPLE", "AMD", "KHR", "MESA",
    "SUN", "HP", "IBM", "INTEL", "PGI", "WIN", "3DFX", "GREMEDY", "NVX", "OVR", "IMG", "QCOM",
    "INGR",
];

const IMMEDIATE: &[&str] = &[
    "Vertex",
    "Color",
    "Index",
    "Normal",
    "TexCoord",
    "MultiTexCoord",
    "FogCoord",
    "SecondaryColor",
    "Material",
    "VertexAttrib",
    "VertexAttribs",
    "VertexAttribI",
    "VertexAttribL",
    "EvalCoord",
    "VertexWeight",
    "Weight",
    "MatrixIndex",
    "Variant",
];

const IMMEDIATE_WHOLE: &[&str] = &[
    "Begin$",
    "End$",
    "EdgeFlag$",
    "EdgeFlagv$",
    "ArrayElement$",
    "EvalPoint1$",
    "EvalPoint2$",
    "PrimitiveRestart$",
];

/// Allowed between Begin and End beside immediate mode.
const ALSO_INSIDE_BEGIN: &[&str] = &["CallList$", "CallLists$"];

/// Read client arrays when they are compiled, or decide by an argument whether they are: these record themselves.
/// (So does every command with a pointer.)
const RECORD_SELF: &[&str] = &[
    "DrawArrays",
    "DrawTransformFeedback",
    "DrawElement",
    "DrawRangeElement",
    // A proxy is asked at once (section 5.4).
    "Histogram$",
];

/// Executed at once while a list is compiled.
const NEVER_COMPILED: &[&str] = &[
    // Display lists.
    "NewList$",
    "EndList$",
    "GenLists$",
    "DeleteLists$",
    // Render modes.
    "FeedbackBuffer$",
    "SelectBuffer$",
    "RenderMode$",
    // Vertex arrays and client state.
    "ClientActiveTexture$",
    "EnableClientState",
    "DisableClientState",
    "EnableVertexAttribArray",
    "DisableVertexAttribArray",
    "PushClientAttrib",
    "PopClientAttrib",
    "ClientAttribDefault",
    "LockArrays$",
    "UnlockArrays$",
    "InterleavedArrays$",
    "BindVertexArray$",
    "DeleteVertexArray",
    "GenVertexArray",
    "FlushVertexArrayRange$",
    "VertexArrayParameteri$",
    "ClientActiveVertexStream$",
    "VertexAttribDivisor$",
    "EnableVariantClientState$",
    "DisableVariantClientState$",
    "PrimitiveRestartIndex$",
    "ElementPointer",
    "ArrayObject$",
    "VariantArrayObject$",
    "VertexAttribArrayObject$",
    // Pixels and textures.
    "PixelStore",
    "ReadPixels$",
    "GenTextures$",
    "DeleteTextures$",
    "FlushPixelDataRange$",
    "TextureRange$",
    // Queries and fences (SetFence and the Begin and End of a query are compiled).
    "GenQueries$",
    "DeleteQueries$",
    "GenOcclusionQueries$",
    "DeleteOcclusionQueries$",
    "GenFences$",
    "DeleteFences$",
    "FinishFence$",
    "FinishObject$",
    "TestFence$",
    "WaitSync$",
    "DeleteSync$",
    // Buffer objects.
    "GenBuffers$",
    "DeleteBuffers$",
    "BindBuffer",
    "BufferData$",
    "BufferSubData$",
    "UnmapBuffer$",
    "FlushMappedBufferRange$",
    "CopyBufferSubData$",
    "BufferParameteri$",
    "NamedCopyBufferSubData$",
    "UnmapNamedBuffer$",
    "FreeObjectBuffer$",
    "UnmapObjectBuffer$",
    "BufferStorage$",
    // Programs and shaders.
    "GenPrograms$",
    "DeletePrograms$",
    "CreateProgram",
    "CreateShader",
    "DeleteProgram",
    "DeleteShader$",
    "DeleteObject$",
    "AttachShader$",
    "AttachObject$",
    "DetachShader$",
    "DetachObject$",
    "BindAttribLocation$",
    "BindFragDataLocation",
    "CompileShader",
    "ShaderSource$",
    "LinkProgram$",
    "ValidateProgram$",
    "ProgramParameteri$",
    "UniformBuffer$",
    "TransformFeedbackVaryings$",
    "BindTransformFeedback$",
    // ATI_fragment_shader: all but BindFragmentShader and SetFragmentShaderConstant.
    "GenFragmentShaders$",
    "DeleteFragmentShader$",
    "BeginFragmentShader$",
    "EndFragmentShader$",
    "PassTexCoord$",
    "SampleMap$",
    "ColorFragmentOp",
    "AlphaFragmentOp",
    // EXT_vertex_shader: names. It excludes nothing, so that definitions are compiled.
    "GenVertexShaders$",
    "DeleteVertexShader$",
    "GenSymbols$",
    // Framebuffer objects.
    "GenFramebuffers$",
    "BindFramebuffer$",
    "DeleteFramebuffers$",
    "CheckFramebufferStatus$",
    "GenRenderbuffers$",
    "BindRenderbuffer$",
    "DeleteRenderbuffers$",
    "RenderbufferStorage",
    "FramebufferTexture",
    "FramebufferRenderbuffer$",
    "BlitFramebuffer$",
    "GenerateMipmap$",
    "NamedFramebuffer",
    "NamedRenderbufferStorage",
    "GenerateTextureMipmap$",
    "GenerateMultiTexMipmap$",
    // The command stream, and queries of state.
    "Finish$",
    "Flush$",
    "Get",
    "Is",
    "AreTexturesResident$",
    "AreProgramsResident$",
    "AsyncMarker$",
    "GenAsyncMarkers$",
    "DeleteAsyncMarkers$",
    "DebugMessage",
    "ObjectLabel$",
    "ObjectPtrLabel$",
    "PushDebugGroup$",
    "PopDebugGroup$",
    "StringMarker$",
    "InsertEventMarker$",
    "PushGroupMarker$",
    "PopGroupMarker$",
];

fn any(patterns: &[&str], name: &str) -> bool {
    patterns
        .iter()
        .any(|pattern| match pattern.strip_suffix('$') {
            Some(whole) => name
                .strip_prefix(whole)
                .is_some_and(|rest| VENDORS.contains(&rest)),
            None => name.starts_with(pattern),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommandSet;

    fn of(name: &str) -> Treatment {
        treatment(
            CommandSet::gl()
                .find(name)
                .unwrap_or_else(|| panic!("{name} is a command")),
        )
    }

    #[test]
    fn immediate_mode_is_called_directly() {
        let names = "glBegin glEnd glVertex3f glVertex4dv glColor4ub glColor3usv glNormal3b glTexCoord2fv glIndexubv \
            glMultiTexCoord4sARB glFogCoordfEXT glFogCoorddv glSecondaryColor3ubvEXT glEdgeFlag glEdgeFlagv \
            glMaterialf glMaterialfv glVertexAttrib4NubARB glVertexAttrib4Nubv glVertexAttribs4fvNV glArrayElement \
            glEvalCoord2f glEvalPoint1 glVertexAttribI4i glPrimitiveRestartNV";
        for name in names.split_whitespace() {
            assert_eq!(of(name), Treatment::Anywhere, "{name}");
        }
    }

    #[test]
    fn arrays_are_not_immediate_mode() {
        let names = "glVertexPointer glColorPointer glColorMask glColorMaterial glIndexMask glVertexAttribPointer \
            glFogCoordPointer glSecondaryColorPointerEXT glEdgeFlagPointer glColorTable glNormalPointer glBeginQuery \
            glEndQuery glEndList glVertexAttribDivisor glTexCoordPointer glVertexAttribIPointer glMaterialxOES";
        for name in names.split_whitespace().filter(|n| *n != "glMaterialxOES") {
            assert!(
                !matches!(of(name), Treatment::Anywhere | Treatment::ListedAnywhere),
                "{name}"
            );
        }
    }

    #[test]
    fn state_is_recorded_by_the_door() {
        let names = "glEnable glDisable glClear glClearColor glBlendFunc glMatrixMode glLoadIdentity glTranslatef \
            glOrtho glTexParameteri glTexEnvf glLightf glFogi glBindTexture glBindProgramARB glActiveTexture glRectf \
            glRasterPos2i glEvalMesh2 glBeginQuery glEndQuery glPushAttrib glPopAttrib glListBase glCopyPixels \
            glCopyTexImage2D glViewport glSetFenceNV glProgramEnvParameter4fARB glProgramLocalParameter4dARB \
            glBindFragmentShaderATI glUniform1f glUseProgram glStencilOpSeparate glColorMask glBitmapxOES";
        for name in names.split_whitespace().filter(|n| *n != "glBitmapxOES") {
            assert_eq!(of(name), Treatment::Listed, "{name}");
        }
        assert_eq!(of("glCallList"), Treatment::ListedAnywhere);
        assert_eq!(of("glCallLists"), Treatment::Anywhere);
    }

    #[test]
    fn the_lists_of_section_5_4_are_never_recorded() {
        let names = "glGenLists glDeleteLists glNewList glEndList glFeedbackBuffer glSelectBuffer glRenderMode \
            glClientActiveTexture glEnableClientState glDisableClientState glEnableVertexAttribArrayARB \
            glPushClientAttrib glPopClientAttrib glPixelStorei glPixelStoref glReadPixels glGenTextures glGenQueries \
            glDeleteQueriesARB glBindBuffer glBufferDataARB glUnmapBufferARB glCreateProgram glDeleteShader \
            glAttachShader glLinkProgram glFinish glFlush glGetError glIsEnabled glGetIntegerv glGenProgramsARB \
            glFinishFenceNV glTestFenceNV glBeginFragmentShaderATI glColorFragmentOp2ATI glBindFramebufferEXT \
            glGenerateMipmapEXT glLockArraysEXT glDrawArrays glTexImage2D glFlushVertexArrayRangeNV glIsProgramARB";
        for name in names.split_whitespace() {
            assert_eq!(of(name), Treatment::OutsideBegin, "{name}");
        }
    }
}
