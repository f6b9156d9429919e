//! Facts about commands that the registry lacks: which are allowed between Begin and End, and which display lists hold.
//!
//! Sources: GL 1.5 sections 2.6.3 and 5.4 (GL 2.1 section 5.4 for shaders), and the "Display Lists" sections of the
//! extensions.
//!
//! A pattern is the start of a name without `gl`. A trailing `$` means the whole name, which a vendor suffix may
//! follow: `Flush$` is `glFlush`, and `glGenFencesNV` matches `GenFences$`.

use crate::c_types::is_pointer;
use crate::commands::Command;

/// How a door treats its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// Called directly, also between Begin and End. This is immediate mode, which records itself in display lists.
    Anywhere,
    /// As `Anywhere`, in the application's floating-point environment: the command copies f32.
    Copies,
    /// Allowed between Begin and End. The door records it while a list is compiled.
    ListedAnywhere,
    /// INVALID_OPERATION between Begin and End. The door records it while a list is compiled.
    Listed,
    /// INVALID_OPERATION between Begin and End. The body records itself while a list is compiled.
    RecordsItself,
    /// INVALID_OPERATION between Begin and End. It is never compiled.
    OutsideBegin,
}

/// How the door of this command treats it.
pub fn treatment(command: &Command) -> Treatment {
    let name = command.name.strip_prefix("gl").unwrap_or(&command.name);
    let has_pointers = command.parameters.iter().any(|p| is_pointer(&p.c_type));
    let is_compiled = command.result == "void"
        && !any(NEVER_COMPILED, name)
        && !(has_pointers && (any(NEVER_COMPILED_POINTERS, name) || name.contains("Pointer")));
    let recordable = is_compiled && !has_pointers && !any(RECORD_SELF, name);
    match (is_immediate(name), any(ALSO_INSIDE_BEGIN, name), recordable) {
        (true, ..) if COPIED.iter().any(|stem| is_f32(name, stem)) => Treatment::Copies,
        (true, ..) => Treatment::Anywhere,
        (false, true, true) => Treatment::ListedAnywhere,
        (false, true, false) => Treatment::Anywhere,
        (false, false, true) => Treatment::Listed,
        (false, false, false) if is_compiled => Treatment::RecordsItself,
        (false, false, false) => Treatment::OutsideBegin,
    }
}

/// Whether a command sets a vertex or its attributes (GL 1.5 section 2.6.3). Such a name ends in a size and type.
fn is_immediate(name: &str) -> bool {
    any(IMMEDIATE_WHOLE, name) || IMMEDIATE.iter().any(|stem| is_sized(name, stem))
}

/// Whether `name` is `stem`, an optional size and N, a type letter, an optional v, and a vendor. `Vertex3fv` and
/// `VertexAttrib4NubvARB` are, `VertexPointer` and `VertexAttribIPointer` are not.
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

/// Whether `name` is `stem`, a size, f, an optional v, and a vendor: `Vertex3fv`.
fn is_f32(name: &str, stem: &str) -> bool {
    let rest = name.strip_prefix(stem).unwrap_or_default();
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let vendor = rest
        .strip_prefix('f')
        .map(|rest| rest.strip_prefix('v').unwrap_or(rest));
    vendor.is_some_and(|vendor| VENDORS.contains(&vendor))
}

const VENDORS: &[&str] = &[
    "", "ARB", "EXT", "NV", "ATI", "SGI", "SGIS", "SGIX", "OES", "APPLE", "AMD", "KHR", "MESA",
    "SUN", "HP", "IBM", "INTEL", "PGI", "WIN", "3DFX", "GREMEDY", "NVX", "OVR", "IMG", "QCOM",
    "INGR", "TRI",
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

/// The immediate commands whose f32 become current values or vertices unchanged.
const COPIED: &[&str] = &[
    "Vertex",
    "Color",
    "Normal",
    "TexCoord",
    "MultiTexCoord",
    "FogCoord",
    "SecondaryColor",
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

/// Commands beside immediate mode that are allowed between Begin and End.
const ALSO_INSIDE_BEGIN: &[&str] = &["CallList$", "CallLists$"];

/// Commands that record themselves. Some read client arrays when they are compiled, others decide by an argument
/// whether to be compiled. Every command with a pointer records itself as well.
const RECORD_SELF: &[&str] = &[
    "DrawArrays",
    "DrawTransformFeedback",
    "DrawElement",
    "DrawRangeElement",
    // A proxy is executed at once (section 5.4).
    "Histogram$",
];

/// Commands with pointers that are executed at once while a list is compiled. So are those that set client arrays.
const NEVER_COMPILED_POINTERS: &[&str] = &[
    "Get",
    "Gen",
    "Delete",
    "DebugMessage",
    "PushDebugGroup$",
    "ObjectLabel$",
    "ObjectPtrLabel$",
    "PixelDataRange$",
    "VertexArrayRange$",
    "UpdateObjectBuffer$",
    "NamedBuffer",
    "ProgramNamedParameter",
    "ProgramInclude$",
    "ProgramOption$",
    "ProgramUniform",
];

/// Commands that are executed at once while a list is compiled.
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
    "EnableVertexArray",
    "DisableVertexArray",
    "VertexArrayVertexOffset$",
    "VertexArrayColorOffset$",
    "VertexArrayEdgeFlagOffset$",
    "VertexArrayIndexOffset$",
    "VertexArrayNormalOffset$",
    "VertexArrayTexCoordOffset$",
    "VertexArrayMultiTexCoordOffset$",
    "VertexArrayFogCoordOffset$",
    "VertexArraySecondaryColorOffset$",
    "VertexArrayVertexAttribOffset$",
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
    "GenSamplers$",
    "DeleteSamplers$",
    "FlushPixelDataRange$",
    "TextureRange$",
    "TexStorage",
    "TextureStorage",
    // Queries and fences. SetFence, BeginQuery and EndQuery are compiled.
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
    "ClearBufferData$",
    "ClearBufferSubData$",
    "ClearNamedBufferData$",
    "ClearNamedBufferSubData$",
    "BufferParameteri$",
    "NamedCopyBufferSubData$",
    "UnmapNamedBuffer$",
    "FlushMappedNamedBufferRange$",
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
    "ProgramUniformi$",
    "UniformBuffer$",
    "TransformFeedbackVaryings$",
    "BindTransformFeedback$",
    // ATI_fragment_shader, except for BindFragmentShader and SetFragmentShaderConstant.
    "GenFragmentShaders$",
    "DeleteFragmentShader$",
    "BeginFragmentShader$",
    "EndFragmentShader$",
    "PassTexCoord$",
    "SampleMap$",
    "ColorFragmentOp",
    "AlphaFragmentOp",
    // EXT_vertex_shader: commands on names. The extension excludes no others, so definitions are compiled.
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
