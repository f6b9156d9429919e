/* Shared by the tests of programs: a context that draws to memory, checks, texts, a pixel. */
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/glext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
/* Checks that the command raises exactly this error. */
#define RAISES(error, command) do { \
        command; \
        GLenum got_ = glGetError(); \
        if (got_ != (error)) { fprintf(stderr, "%s:%d: %s: %#x, not %#x\n", __FILE__, __LINE__, #command, got_, error); exit(1); } \
        CHECK(glGetError() == GL_NO_ERROR); \
    } while (0)
#define FINE(command) RAISES(GL_NO_ERROR, command)

#define VP GL_VERTEX_PROGRAM_ARB
#define FP GL_FRAGMENT_PROGRAM_ARB
#define SIZE 8

static unsigned char memory[4 * SIZE * SIZE];

static OSMesaContext make_context(OSMesaContext share) {
    OSMesaContext c = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, share);
    CHECK(c && OSMesaMakeCurrent(c, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    return c;
}

static void load(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
}

static int program_int(GLenum target, GLenum name) {
    GLint value = -12345;
    FINE(glGetProgramivARB(target, name, &value));
    return value;
}

static int get_int(GLenum name) {
    GLint value = -12345;
    FINE(glGetIntegerv(name, &value));
    return value;
}

/* Draws one quad over the whole buffer. */
static void quad(void) {
    glBegin(GL_QUADS);
    glVertex2f(-1, -1);
    glVertex2f(1, -1);
    glVertex2f(1, 1);
    glVertex2f(-1, 1);
    glEnd();
}

/* Whether the pixel has this colour, within one step of the buffer. */
static int pixel_is(int x, int y, float r, float g, float b, float a) {
    const float expected[4] = {r, g, b, a};
    unsigned char p[4];
    FINE(glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p));
    for (int i = 0; i < 4; i++) {
        float clamped = expected[i] < 0 ? 0 : expected[i] > 1 ? 1 : expected[i];
        if (fabsf(p[i] - 255 * clamped) > 1.01f) {
            fprintf(stderr, "pixel %d %d: %d %d %d %d, not %g %g %g %g\n", x, y, p[0], p[1], p[2], p[3], 255 * r, 255 * g, 255 * b, 255 * a);
            return 0;
        }
    }
    return 1;
}

static void clear(void) {
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}
