/* Golden scenes of framebuffer objects (EXT_framebuffer_object, EXT_framebuffer_blit, EXT_packed_depth_stencil). */
#include "golden.h"

/* Makes a texture whose level 0 is rendered to. */
static void target_texture(GLenum target, GLenum format, int size)
{
    glBindTexture(target, 1);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(target, 0, (GLint)format, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static void triangle(float r, float g, float b, float a, float z)
{
    glBegin(GL_TRIANGLES);
    glColor4f(r, g, b, a);
    glVertex3f(-0.9f, -0.8f, -z); glVertex3f(0.9f, -0.6f, z); glVertex3f(-0.2f, 0.9f, z);
    glEnd();
}

static void show(GLenum target, float size)
{
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    glViewport(0, 0, 64, 64);
    glEnable(target);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex2f(-0.75f, -0.75f); glTexCoord2f(size, 0); glVertex2f(0.75f, -0.75f);
    glTexCoord2f(size, size); glVertex2f(0.75f, 0.75f); glTexCoord2f(0, size); glVertex2f(-0.75f, 0.75f);
    glEnd();
    glDisable(target);
}

SCENE(framebuffer, texture)
{
    target_texture(GL_TEXTURE_2D, GL_RGBA8, 48);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, 1, 0);
    glViewport(0, 0, 48, 48);
    glClearColor(0, 0.25f, 0.5f, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(1, 0.5f, 0, 0.75f, 0);
    show(GL_TEXTURE_2D, 1);
}

SCENE(framebuffer, rectangle_without_alpha)
{
    target_texture(GL_TEXTURE_RECTANGLE_ARB, GL_RGB8, 24);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_RECTANGLE_ARB, 1, 0);
    glViewport(0, 0, 24, 24);
    glClearColor(0.25f, 0.25f, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA);
    triangle(0, 1, 0.5f, 0.25f, 0);
    glDisable(GL_BLEND);
    show(GL_TEXTURE_RECTANGLE_ARB, 24);
}

/* Two triangles that intersect, and stencil values where both are. */
SCENE(framebuffer, depth_and_stencil)
{
    target_texture(GL_TEXTURE_2D, GL_RGBA8, 48);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, 1, 0);
    glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, 1);
    glRenderbufferStorageEXT(GL_RENDERBUFFER_EXT, GL_DEPTH24_STENCIL8_EXT, 48, 48);
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, 1);
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_STENCIL_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, 1);
    glViewport(0, 0, 48, 48);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 0, ~0u);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    triangle(1, 0, 0, 1, 0.5f);
    glScalef(-1, 0.9f, 1);
    triangle(0, 1, 0, 1, 0.3f);
    glLoadIdentity();
    glDisable(GL_DEPTH_TEST);
    glStencilFunc(GL_EQUAL, 2, ~0u);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glColor4f(0, 0, 1, 0);
    glRectf(-1, -1, 1, 0);
    glDisable(GL_BLEND);
    glDisable(GL_STENCIL_TEST);
    show(GL_TEXTURE_2D, 1);
}

/* A depth texture that was rendered to, sampled as luminance. */
SCENE(framebuffer, depth_texture)
{
    glBindTexture(GL_TEXTURE_2D, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 48, 48, 0, GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_TEXTURE_2D, 1, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glViewport(0, 0, 48, 48);
    glClearDepth(0.875);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    triangle(1, 1, 1, 1, 0.6f);
    glDisable(GL_DEPTH_TEST);
    show(GL_TEXTURE_2D, 1);
}

/* Levels that are generated from a rendered one. */
SCENE(framebuffer, generated_mipmap)
{
    target_texture(GL_TEXTURE_2D, GL_RGBA8, 64);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, 1, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(1, 1, 0, 1, 0);
    glGenerateMipmapEXT(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 3);
    show(GL_TEXTURE_2D, 1);
}

/* A renderbuffer is copied to the window: unchanged, mirrored, stretched, under the scissor. */
SCENE(framebuffer, blit)
{
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, 1);
    glRenderbufferStorageEXT(GL_RENDERBUFFER_EXT, GL_RGBA8, 32, 32);
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_RENDERBUFFER_EXT, 1);
    glViewport(0, 0, 32, 32);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(0, 1, 1, 0.5f, 0);
    glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER_EXT, 0);
    glBlitFramebuffer(0, 0, 32, 32, 0, 0, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBlitFramebuffer(32, 0, 0, 32, 32, 0, 64, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(4, 36, 20, 40);
    glBlitFramebuffer(4, 4, 20, 20, 0, 64, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(8, 8, 16, 16, 32, 32, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
}
