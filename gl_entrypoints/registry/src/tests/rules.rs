use crate::CommandSet;
use crate::rules::*;

fn of(name: &str) -> Treatment {
    treatment(
        CommandSet::gl()
            .find(name)
            .unwrap_or_else(|| panic!("{name} is a command")),
    )
}

#[test]
fn immediate_mode_is_called_directly() {
    let names = "glBegin glEnd glVertex4dv glColor4ub glColor3usv glNormal3b glTexCoord2dv glIndexubv \
        glMultiTexCoord4sARB glFogCoorddv glVertexAttrib4fv glIndexf glSecondaryColor3ubvEXT \
        glEdgeFlag glEdgeFlagv \
        glMaterialf glMaterialfv glVertexAttrib4NubARB glVertexAttrib4Nubv glVertexAttribs4fvNV glArrayElement \
        glEvalCoord2f glEvalPoint1 glVertexAttribI4i glPrimitiveRestartNV";
    for name in names.split_whitespace() {
        assert_eq!(of(name), Treatment::Anywhere, "{name}");
    }
}

#[test]
fn f32_are_copied() {
    let names = "glVertex3f glColor4fv glNormal3f glTexCoord2fv glMultiTexCoord4fARB glFogCoordfEXT glSecondaryColor3fvEXT";
    for name in names.split_whitespace() {
        assert_eq!(of(name), Treatment::Copies, "{name}");
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
        glGenerateMipmapEXT glLockArraysEXT glVertexPointer glProgramNamedParameter4fvNV glFlushVertexArrayRangeNV glIsProgramARB";
    for name in names.split_whitespace() {
        assert_eq!(of(name), Treatment::OutsideBegin, "{name}");
    }
}

#[test]
fn commands_that_read_the_applications_memory_record_themselves() {
    for name in [
        "glDrawArrays",
        "glTexImage2D",
        "glLightfv",
        "glLoadMatrixf",
        "glDrawBuffersARB",
    ] {
        assert_eq!(of(name), Treatment::RecordsItself, "{name}");
    }
}
