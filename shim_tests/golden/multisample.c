/* Golden scenes of chapter 3.2: four samples per pixel, in a framebuffer object that is resolved by a blit
 * (EXT_framebuffer_multisample). */
#include "golden.h"

/* Draws to a framebuffer with samples, which is cleared like the window. */
static void begin_samples(void)
{
    static const GLenum formats[2] = {GL_RGBA8, GL_DEPTH24_STENCIL8_EXT};
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 1);
    for (GLuint i = 0; i < 2; i++) {
        glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, 1 + i);
        glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER_EXT, 4, formats[i], SIZE, SIZE);
    }
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_RENDERBUFFER_EXT, 1);
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, 2);
    glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_STENCIL_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, 2);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

static void end_samples(void)
{
    glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER_EXT, 0);
    glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
}

/* Thin triangles around the middle have edges of every slope. */
static void wheel(int n, float radius, float width)
{
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < n; i++) {
        float a = 6.2831853f * (i + 0.37f) / n, b = a + width / n;
        glColor4f(1, (i & 1) ? 0.75f : 0.25f, (i & 2) ? 0.5f : 0, 1);
        glVertex2f(0.02f, -0.01f);
        glVertex2f(radius * cosf(a), radius * sinf(a));
        glVertex2f(radius * cosf(b), radius * sinf(b));
    }
    glEnd();
}
SCENE(multisample, triangles) { begin_samples(); wheel(17, 0.93f, 3.1f); end_samples(); }

SCENE(multisample, disabled) { glDisable(GL_MULTISAMPLE); begin_samples(); wheel(17, 0.93f, 3.1f); end_samples(); }

/* Three planes intersect between the samples. */
SCENE(multisample, depth)
{
    begin_samples();
    glEnable(GL_DEPTH_TEST);
    for (int i = 0; i < 3; i++) {
        float a = 2.0943951f * i + 0.2f, x = 0.3f * cosf(a), y = 0.3f * sinf(a);
        glColor4f(i == 0, i == 1, i == 2, 1);
        glBegin(GL_TRIANGLES);
        glVertex3f(-1, -1, -x - y); glVertex3f(3, -1, 3 * x - y); glVertex3f(-1, 3, -x + 3 * y);
        glEnd();
    }
    end_samples();
}

/* One shape sets the stencil, and another one fills it. The edges of both are blended. */
SCENE(multisample, stencil_and_blend)
{
    begin_samples();
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    glColorMask(0, 0, 0, 0);
    wheel(9, 0.95f, 5);
    glColorMask(1, 1, 1, 1);
    glStencilFunc(GL_NOTEQUAL, 0, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glColor4f(0.2f, 1, 0.4f, 0.5f);
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.9f, -0.7f); glVertex2f(0.95f, -0.5f); glVertex2f(-0.1f, 0.9f);
    glVertex2f(-0.8f, 0.8f); glVertex2f(0.1f, -0.9f); glVertex2f(0.9f, 0.6f);
    glEnd();
    end_samples();
}

static void bar(int i)
{
    float x = -1 + 0.375f * (i % 5), y = i >= 5 ? 0.0625f : -0.875f;
    glRectf(x, y, x + 0.25f, y + 0.5f);
}

/* Some of the samples, then the others. With MULTISAMPLE disabled, all of them. */
SCENE(multisample, sample_coverage)
{
    begin_samples();
    glEnable(GL_SAMPLE_COVERAGE);
    glColor4f(1, 1, 0.5f, 1);
    for (int i = 0; i < 10; i++) {
        glSampleCoverage((i % 5) / 4.0f, i >= 5);
        bar(i);
    }
    glDisable(GL_MULTISAMPLE);
    glRectf(-1, 0.75f, 1, 0.875f);
    end_samples();
}

SCENE(multisample, alpha_to_coverage)
{
    begin_samples();
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    for (int i = 0; i < 10; i++) {
        if (i == 5) glEnable(GL_SAMPLE_ALPHA_TO_ONE);
        glColor4f(0.5f, 1, 0.5f, (i % 5) / 4.0f);
        bar(i);
    }
    end_samples();
}

static void star(int n)
{
    glBegin(GL_LINES);
    for (int i = 0; i < n; i++) {
        float a = 6.2831853f * (i + 0.3f) / n;
        glColor4f(1, 0.8f, 0.8f, 1);
        glVertex2f(0.15f * cosf(a), 0.15f * sinf(a));
        glVertex2f(0.9f * cosf(a), 0.9f * sinf(a));
    }
    glEnd();
}
SCENE(multisample, lines) { begin_samples(); star(11); end_samples(); }
SCENE(multisample, lines_wide) { begin_samples(); glLineWidth(5.5f); star(7); end_samples(); }

SCENE(multisample, polygon_stipple)
{
    GLubyte rows[128];
    for (int i = 0; i < 128; i++) rows[i] = (i / 4 & 4) ? 0xf0 : 0x3c;
    begin_samples();
    glEnable(GL_POLYGON_STIPPLE);
    glPolygonStipple(rows);
    wheel(5, 0.95f, 4);
    end_samples();
}

/* Texture coordinates are those of the pixel's centre, which may lie outside the triangle. */
SCENE(multisample, textured)
{
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    begin_samples();
    glBegin(GL_TRIANGLES);
    glTexCoord2f(0, 0); glVertex2f(-0.95f, -0.9f);
    glTexCoord2f(3, 0); glVertex2f(0.9f, -0.7f);
    glTexCoord2f(1, 3); glVertex2f(-0.1f, 0.95f);
    glEnd();
    end_samples();
}

/* One sample per pixel is copied to all samples, and back. */
SCENE(multisample, blit_to_samples)
{
    wheel(7, 0.9f, 4);
    begin_samples();
    glBindFramebufferEXT(GL_READ_FRAMEBUFFER_EXT, 0);
    glBlitFramebuffer(8, 8, 56, 56, 4, 4, 52, 52, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebufferEXT(GL_READ_FRAMEBUFFER_EXT, 1);
    wheel(5, 0.5f, 2);
    end_samples();
}
