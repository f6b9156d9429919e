/* Shared by tests of single pixels: a window of SIZE × SIZE pixels (the including file defines SIZE), checks of pixels, and a context
 * for each test. */
#ifndef PIXEL_TESTS_H
#define PIXEL_TESTS_H
#include <GL/gl.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char frame[SIZE * SIZE * 4];
static int failures;

#define FAIL(...) (printf(__VA_ARGS__), failures++)

/* Compares pixel (x, y) with r, g, b, a, each within 1. A negative value stands for any. */
static inline void expect(const char *what, int x, int y, int r, int g, int b, int a)
{
    unsigned char p[4];
    int want[4] = {r, g, b, a}, bad = 0;
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    for (int i = 0; i < 4; i++) bad |= want[i] >= 0 && abs(p[i] - want[i]) > 1;
    if (bad) FAIL("%s: pixel (%d, %d) is %d %d %d %d, not %d %d %d %d\n", what, x, y, p[0], p[1], p[2], p[3], r, g, b, a);
}

static inline void expect_error(const char *what, GLenum want)
{
    GLenum error = glGetError();
    if (error != want) FAIL("%s: error 0x%04x, not 0x%04x\n", what, error, want);
}

/* Runs each test in a context of its own. Returns the exit status of the process. */
static inline int run_tests(void (*const tests[])(void), unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
        if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 2;
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        tests[i]();
        GLenum error = glGetError();
        if (error) FAIL("test %u: GL error 0x%04x\n", i, error);
        OSMesaDestroyContext(context);
    }
    return failures != 0;
}
#endif
