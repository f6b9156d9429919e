/* Measures how much memory draws take: one million triangles at 1024x768 by client arrays, by glBegin and by a buffer object, an endless
 * stream of draws without a swap, and draws between which a texture changes. Prints lines `name bytes`: how far the memory that the
 * driver asks for rises above what it had when the draw began.
 *
 * shim_tests/tests/footprint.rs compares them with limits. usage: memory LIBGL */
#include "allocations.h"
#include "measured.h"
#include <string.h>

enum { WIDTH = 1024, HEIGHT = 768, TRIANGLES = 1000000 };

/* Sets the peak back to what is allocated now. */
static long start_peak(void)
{
    long now = atomic_load(&allocated_bytes);
    atomic_store(&allocated_peak, now);
    return now;
}

static void print_peak(const char *name, long before)
{
    printf("%s %ld\n", name, atomic_load(&allocated_peak) - before);
}

/* How a texture changes between two draws. */
enum change { PART, WHOLE, ANOTHER, MIPMAPS, N_CHANGES };

static const char *const change_names[N_CHANGES] = {"texture_parts", "whole_textures", "new_textures", "mipmaps"};

/* The functions that textured_draws calls. */
static struct {
    __typeof__(&glTexSubImage2D) sub_image;
    __typeof__(&glTexImage2D) image;
    __typeof__(&glBindTexture) bind;
    __typeof__(&glDeleteTextures) delete;
    __typeof__(&glTexParameteri) parameter;
    __typeof__(&glBegin) begin;
    __typeof__(&glEnd) end;
    __typeof__(&glTexCoord2f) coordinate;
    __typeof__(&glVertex2f) vertex;
} gl;

/* Draws small triangles with a texture of 512x512 texels, 1 MiB, that changes before each one. */
static void textured_draws(enum change change, int n, const unsigned char *texels)
{
    GLuint name = 1;
    gl.bind(GL_TEXTURE_2D, name);
    gl.parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, change == MIPMAPS ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    gl.parameter(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, change == MIPMAPS);
    gl.image(GL_TEXTURE_2D, 0, GL_RGBA, 512, 512, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    for (int i = 0; i < n; i++) {
        if (change == ANOTHER) {
            gl.delete(1, &name);
            gl.bind(GL_TEXTURE_2D, name = 2 + i);
            gl.parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        }
        if (change == WHOLE || change == ANOTHER)
            gl.image(GL_TEXTURE_2D, 0, GL_RGBA, 512, 512, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        else
            gl.sub_image(GL_TEXTURE_2D, 0, i % 500, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        gl.begin(GL_TRIANGLES);
        for (int corner = 0; corner < 3; corner++) {
            gl.coordinate(corner & 1, corner >> 1);
            gl.vertex((i % 100) / 100.0f + 0.01f * (corner & 1), 0.01f * (corner >> 1));
        }
        gl.end();
    }
    gl.delete(1, &name);
}

int main(int argc, char **argv)
{
    Display *display = open_display(argc, argv);
    load_library(argv[1]);
    LOAD(glXGetProcAddressARB);
    LOAD(glClear); LOAD(glBegin); LOAD(glEnd); LOAD(glVertex3fv); LOAD(glColor4ub); LOAD(glEnable); LOAD(glFinish);
    LOAD(glVertexPointer); LOAD(glEnableClientState); LOAD(glDrawArrays); LOAD(glGetError);
    PFNGLBINDBUFFERPROC bind = (PFNGLBINDBUFFERPROC)p_glXGetProcAddressARB((const GLubyte *)"glBindBuffer");
    PFNGLBUFFERDATAPROC data = (PFNGLBUFFERDATAPROC)p_glXGetProcAddressARB((const GLubyte *)"glBufferData");
    open_window(display, WIDTH, HEIGHT);

    float *positions = malloc(sizeof(float) * 9 * TRIANGLES), *p = positions;
    for (int i = 0; i < TRIANGLES; i++) {
        float x = (i % 1000) / 500.0f - 1, y = (i / 1000) / 500.0f - 1;
        float corners[9] = {x, y, 0, x + 0.01f, y, 0.5f, x, y + 0.01f, -0.5f};
        memcpy(p, corners, sizeof corners);
        p += 9;
    }
    p_glEnable(GL_DEPTH_TEST);
    p_glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    p_glVertexPointer(3, GL_FLOAT, 0, positions);
    p_glEnableClientState(GL_VERTEX_ARRAY);
    p_glFinish();

    long before = start_peak();
    p_glDrawArrays(GL_TRIANGLES, 0, 3 * TRIANGLES);
    p_glFinish();
    print_peak("client_arrays", before);

    before = start_peak();
    p_glBegin(GL_TRIANGLES);
    for (int i = 0; i < 3 * TRIANGLES; i++) {
        p_glColor4ub(i & 255, i >> 8 & 255, 128, 255);
        p_glVertex3fv(positions + 3 * i);
    }
    p_glEnd();
    p_glFinish();
    print_peak("begin_end", before);

    bind(GL_ARRAY_BUFFER, 1);
    data(GL_ARRAY_BUFFER, sizeof(float) * 9 * TRIANGLES, positions, GL_STATIC_DRAW);
    p_glVertexPointer(3, GL_FLOAT, 0, NULL);
    before = start_peak();
    p_glDrawArrays(GL_TRIANGLES, 0, 3 * TRIANGLES);
    p_glFinish();
    print_peak("buffer_object", before);

    /* Small draws that alternate between states, with no flush by the program. */
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < 150000; i++) {
            p_glColor4ub(i & 255, 3, 5, 255);
            p_glDrawArrays(i % 3 ? GL_TRIANGLES : GL_LINES, 30 * (i % 1000), 12);
        }
        if (part == 0) before = start_peak();
    }
    print_peak("endless_stream", before);

#define FIND(member, name) gl.member = (__typeof__(&name))dlsym(library, #name)
    FIND(sub_image, glTexSubImage2D); FIND(image, glTexImage2D); FIND(bind, glBindTexture); FIND(delete, glDeleteTextures);
    FIND(parameter, glTexParameteri); FIND(begin, glBegin); FIND(end, glEnd);
    FIND(coordinate, glTexCoord2f); FIND(vertex, glVertex2f);
    static unsigned char texels[512 * 512 * 4];
    p_glEnable(GL_TEXTURE_2D);
    for (int change = 0; change < N_CHANGES; change++) {
        p_glFinish();
        before = start_peak();
        textured_draws(change, 1500, texels);
        p_glFinish();
        print_peak(change_names[change], before);
    }
    if (p_glGetError() != GL_NO_ERROR) return 2;
    return 0;
}
