/* Golden scenes of framebuffer objects with several images (ARB_framebuffer_object, ARB_draw_buffers). */
#include "golden.h"

static const GLenum ALL[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3};

/* Makes a framebuffer with a texture of 32×32 for each format. All of them are drawn to. */
static GLuint framebuffer_of(int n, const GLenum *formats)
{
    GLuint name;
    glGenFramebuffers(1, &name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    for (int i = 0; i < n; i++) {
        glBindTexture(GL_TEXTURE_2D, (GLuint)(i + 1));
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        glFramebufferTexture2D(GL_FRAMEBUFFER, ALL[i], GL_TEXTURE_2D, (GLuint)(i + 1), 0);
    }
    glDrawBuffers(n, ALL);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fprintf(stderr, "incomplete\n");
    glViewport(0, 0, 32, 32);
    return name;
}

static void triangle(float r, float g, float b, float a)
{
    glBegin(GL_TRIANGLES);
    glColor4f(r, g, b, a);
    glVertex2f(-0.9f, -0.8f); glVertex2f(0.9f, -0.6f); glVertex2f(-0.2f, 0.9f);
    glEnd();
}

/* Shows the textures in the quarters of the window. */
static void show(int n)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glColor4f(0.5f, 0.25f, 1, 0.75f);
    for (int i = 0; i < n; i++) {
        glBindTexture(GL_TEXTURE_2D, (GLuint)(i + 1));
        glViewport(32 * (i % 2), 32 * (i / 2), 32, 32);
        full_quad(1, 0);
    }
}

SCENE(framebuffer, draw_buffers)
{
    static const GLenum formats[] = {GL_RGBA8, GL_RGB8, GL_RGBA8};
    static const GLenum first_and_last[] = {GL_COLOR_ATTACHMENT2, GL_NONE, GL_COLOR_ATTACHMENT0};
    framebuffer_of(3, formats);
    glClearColor(0, 0.25f, 0.5f, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(1, 0.5f, 0, 0.75f);
    glDrawBuffers(3, first_and_last);
    glScalef(-1, -0.5f, 1);
    triangle(0, 1, 0, 1);
    glLoadIdentity();
    glDrawBuffers(3, ALL);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_ALPHA, GL_ONE);
    glScalef(0.5f, 0.5f, 1);
    triangle(0, 0, 1, 0.25f);
    glDisable(GL_BLEND);
    glLoadIdentity();
    show(3);
}

/* Each buffer gets its own colour. */
SCENE(framebuffer, draw_buffers_program)
{
    static const GLenum formats[] = {GL_RGBA8, GL_RGBA8, GL_RGBA8, GL_RGBA8};
    static const char text[] = "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], fragment.color;\n"
                               "MOV result.color[1], fragment.color.zxyw;\nMUL result.color[2], fragment.color, 0.5;\n"
                               "SUB result.color[3], 1, fragment.color;\nEND\n";
    framebuffer_of(4, formats);
    glClear(GL_COLOR_BUFFER_BIT);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    triangle(1, 0.5f, 0, 0.75f);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    show(4);
}

/* Images that store fewer components than a colour has. (Mesa blends intensity as if its alpha were 1.) */
SCENE(framebuffer, component_formats)
{
    static const GLenum formats[] = {GL_LUMINANCE8, GL_ALPHA8, GL_LUMINANCE8_ALPHA8, GL_RGB8};
    framebuffer_of(4, formats);
    glClearColor(0.25f, 0.5f, 0.75f, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(1, 0.5f, 0, 0.75f);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_DST_COLOR);
    glScalef(0.5f, -0.5f, 1);
    triangle(0.5f, 1, 1, 0.25f);
    glDisable(GL_BLEND);
    glLoadIdentity();
    show(4);
}

/* Every level of a texture is rendered to, one after the other. */
SCENE(framebuffer, levels)
{
    GLuint name;
    glGenFramebuffers(1, &name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    glBindTexture(GL_TEXTURE_2D, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    for (int level = 0; level < 6; level++)
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 32 >> level, 32 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    for (int level = 0; level < 6; level++) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, level);
        glViewport(0, 0, 32 >> level, 32 >> level);
        glClearColor(0.2f * (float)level, 0.5f, 1 - 0.2f * (float)level, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        triangle(1, 1, 0.2f * (float)level, 0.5f);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    for (int level = 0, x = 0; level < 6; x += 32 >> level++) {
        glViewport(x, 2 * x / 3, 32 >> level, 32 >> level);
        full_quad(1, 0);
    }
}

/* The area that all images have is drawn, here of two images, and is read from the smaller one. */
SCENE(framebuffer, sizes)
{
    static const GLenum formats[] = {GL_RGBA8};
    GLuint depth;
    framebuffer_of(1, formats);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 48, 20);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
    glClearColor(0, 0.5f, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    triangle(1, 0, 0, 1);
    glTranslatef(0.3f, 0, 0.5f);
    triangle(0, 0, 1, 1);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, 32, 20, 4, 4, 36, 24, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBlitFramebuffer(0, 0, 32, 20, 62, 62, 30, 22, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

/* Stretched with linear filtering, and mirrored both ways. */
SCENE(framebuffer, blit_linear)
{
    static const GLenum formats[] = {GL_RGBA8};
    framebuffer_of(1, formats);
    glClearColor(0, 0.25f, 0.5f, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(1, 0.5f, 0, 0.75f);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, 32, 32, 64, 0, 0, 64, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBlitFramebuffer(0, 0, 32, 32, 0, 24, 16, 0, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}
