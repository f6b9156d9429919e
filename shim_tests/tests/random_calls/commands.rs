//! The commands that sequences have often, those of later extensions, those that they never have, and the texts of programs.

/// Calls that draw, or that drawing depends on. They are as likely as all others together, a third of
/// which are the vendors', and a third later ones.
pub(crate) const OFTEN: [&str; 40] = [
    "glBegin",
    "glEnd",
    "glVertex2f",
    "glVertex3f",
    "glVertex4f",
    "glColor4f",
    "glColor3ub",
    "glNormal3f",
    "glTexCoord2f",
    "glMultiTexCoord2f",
    "glClear",
    "glEnable",
    "glDisable",
    "glBindTexture",
    "glTexImage2D",
    "glTexParameteri",
    "glTexEnvi",
    "glDrawArrays",
    "glDrawElements",
    "glVertexPointer",
    "glColorPointer",
    "glEnableClientState",
    "glBindBuffer",
    "glBufferData",
    "glNewList",
    "glEndList",
    "glCallList",
    "glMatrixMode",
    "glLoadIdentity",
    "glRotatef",
    "glDrawPixels",
    "glCopyPixels",
    "glBitmap",
    "glReadPixels",
    "glPushAttrib",
    "glPopAttrib",
    "glBindProgramARB",
    "glProgramStringARB",
    "glBlendFunc",
    "glRectf",
];

/// Parts of the names of commands of extensions of 2008 and later: sync objects, vertex array objects, samplers, direct state
/// access, storage, copies and fills of buffers, provoking vertices, queries of time, conditional rendering.
pub(crate) const LATER: [&str; 24] = [
    "Sync",
    "VertexArray",
    "Sampler",
    "Named",
    "TexStorage",
    "TextureStorage",
    "CopyBufferSubData",
    "ClearBuffer",
    "ProvokingVertex",
    "BaseVertex",
    "ConditionalRender",
    "QueryCounter",
    "QueryObject",
    "BeginQuery",
    "EndQuery",
    "Indexed",
    "MultiTex",
    "Matrix",
    "glTexture",
    "TextureParameter",
    "TextureImage",
    "TextureSubImage",
    "FramebufferTexture",
    "MapBufferRange",
];

/// Commands whose memory access no argument bounds here, or that return pointers.
pub(crate) const NEVER: [&str; 7] = [
    "MultiDrawElements",
    "MultiModeDraw",
    "GetPointer",
    "DebugMessage",
    "GetString",
    "ReplacementCode",
    "GetBufferPointer",
];

pub(crate) const VERTEX_PROGRAM: &str = "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nTEMP p;\nDP4 p.x, m[0], vertex.position;\nDP4 p.y, m[1], vertex.position;\nDP4 p.z, m[2], vertex.position;\nDP4 p.w, m[3], vertex.position;\nMAD p, p, 0.5, program.local[0];\nMOV result.position, p;\nMUL result.color, vertex.color, 0.75;\nMOV result.texcoord[0], vertex.texcoord[0];\nEND\n";
pub(crate) const FRAGMENT_PROGRAM: &str = "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nDP3_SAT b, a, fragment.color;\nPOW b.y, b.x, program.env[1].x;\nKIL fragment.color.w;\nLRP a, b, fragment.color, a;\nMOV result.color, a;\nEND\n";
