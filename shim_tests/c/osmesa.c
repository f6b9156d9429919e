/* Proves that OSMesa draws into the program's memory and maps no X library. */
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)

/* Draws the colour (51, 102, 204, 255) over the lower left half. The rest is black with alpha 0. */
static void half(void) {
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor4ub(51, 102, 204, 255);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1); glVertex2f(1, -1); glVertex2f(-1, 1);
    glEnd();
    glFinish();
}

/* Draws a picture in each format, with rows upward and downward, and with rows of exact and of greater length. */
static void formats(void) {
    static const struct { int format, type, bytes; unsigned char pixel[4]; } cases[] = {
        {OSMESA_RGBA, GL_UNSIGNED_BYTE, 4, {51, 102, 204, 255}}, {OSMESA_BGRA, GL_UNSIGNED_BYTE, 4, {204, 102, 51, 255}},
        {OSMESA_ARGB, GL_UNSIGNED_BYTE, 4, {255, 51, 102, 204}}, {OSMESA_RGB, GL_UNSIGNED_BYTE, 3, {51, 102, 204}},
        {OSMESA_BGR, GL_UNSIGNED_BYTE, 3, {204, 102, 51}},
        {OSMESA_RGB_565, GL_UNSIGNED_SHORT_5_6_5, 2, {0x39, 0x33}}, /* 6, 25, 25 */
    };
    static const unsigned char nothing[4], untouched[4] = {9, 9, 9, 9};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        int bytes = cases[i].bytes;
        for (int long_rows = 0; long_rows < 2; long_rows++) {
            for (int up = 0; up < 2; up++) {
                unsigned char memory[4 * 24 * 8];
                int row = (long_rows ? 24 : 16) * bytes;
                memset(memory, 9, sizeof memory);
                OSMesaContext c = OSMesaCreateContextExt(cases[i].format, 0, 0, 0, 0);
                CHECK(c && !OSMesaMakeCurrent(c, memory, GL_INT, 16, 8));
                CHECK(OSMesaMakeCurrent(c, memory, cases[i].type, 16, 8));
                OSMesaPixelStore(OSMESA_Y_UP, up);
                OSMesaPixelStore(OSMESA_ROW_LENGTH, long_rows ? 24 : 0);
                half();
                unsigned char *bottom = memory + (up ? 0 : 7) * row, *top = memory + (up ? 7 : 0) * row;
                CHECK(!memcmp(bottom, cases[i].pixel, bytes) && !memcmp(bottom + 13 * bytes, cases[i].pixel, bytes));
                CHECK(!memcmp(top + 15 * bytes, nothing, bytes) && !memcmp(top + 4 * bytes, nothing, bytes));
                if (long_rows) CHECK(!memcmp(top + 16 * bytes, untouched, bytes));
                CHECK(glGetError() == 0);
                OSMesaDestroyContext(c);
            }
        }
    }
}

/* A texture of one context is drawn by another that shares with it. */
static void sharing(void) {
    static const unsigned char texel[4] = {255, 128, 0, 255};
    unsigned char memory[4 * 16 * 8];
    OSMesaContext a = OSMesaCreateContext(OSMESA_RGBA, 0), b = OSMesaCreateContext(OSMESA_RGBA, a);
    unsigned texture;
    CHECK(OSMesaMakeCurrent(a, memory, GL_UNSIGNED_BYTE, 16, 8));
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    CHECK(OSMesaMakeCurrent(b, memory, GL_UNSIGNED_BYTE, 16, 8));
    OSMesaDestroyContext(a);
    glEnable(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    half();
    CHECK(!memcmp(memory, texel, 4) && memory[4 * 16 * 8 - 1] == 0);
    OSMesaDestroyContext(b);
}

int main(void) {
    formats();
    sharing();
    unsigned char memory[4 * 16 * 8];
    memset(memory, 9, sizeof memory);
    OSMesaContext c = OSMesaCreateContext(OSMESA_BGRA, 0);
    CHECK(c && OSMesaMakeCurrent(c, memory, GL_UNSIGNED_BYTE, 16, 8));
    glClearColor(0.25f, 0.5f, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    CHECK(memory[0] == 255 && memory[1] == 128 && memory[2] == 64 && memory[3] == 255);
    CHECK(!memcmp(memory, memory + sizeof memory - 4, 4));
    int w, h, format;
    void *buffer;
    CHECK(OSMesaGetColorBuffer(c, &w, &h, &format, &buffer) && buffer == memory && w == 16 && h == 8);
    glClear(GL_DEPTH_BUFFER_BIT);
    CHECK(OSMesaGetDepthBuffer(c, &w, &h, &format, &buffer) && format == 4 && *(unsigned *)buffer == 0xffffffffu);
    CHECK(OSMesaGetProcAddress("glClear") && !OSMesaGetProcAddress("glNoSuchCommand"));
    OSMesaDestroyContext(c);
    CHECK(!OSMesaGetCurrentContext());
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) CHECK(!strstr(line, "libX11"));
    return 0;
}
