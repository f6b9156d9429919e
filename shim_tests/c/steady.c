/* Counts how often the driver asks for memory in frames that are all alike: a small window, ten cheap draws in ten states, a swap. Prints
 * `allocations N`, the number for FRAMES frames after the first ones.
 *
 * shim_tests/tests/footprint.rs compares it with a limit. usage: steady LIBGL */
#include "allocations.h"
#include "measured.h"

enum { WIDTH = 320, HEIGHT = 240, FIRST_FRAMES = 50, FRAMES = 100, DRAWS = 10 };

int main(int argc, char **argv)
{
    Display *display = open_display(argc, argv);
    load_library(argv[1]);
    LOAD(glXSwapBuffers);
    LOAD(glClear); LOAD(glBegin); LOAD(glEnd); LOAD(glVertex3f); LOAD(glColor3f); LOAD(glEnable); LOAD(glDisable); LOAD(glNormal3f);
    LOAD(glMatrixMode); LOAD(glLoadIdentity); LOAD(glRotatef); LOAD(glTranslatef); LOAD(glNewList); LOAD(glEndList); LOAD(glCallList);
    LOAD(glVertexPointer); LOAD(glEnableClientState); LOAD(glDrawArrays); LOAD(glGetError); LOAD(glPushMatrix); LOAD(glPopMatrix);
    LOAD(glMaterialfv); LOAD(glBlendFunc);
    Window window = open_window(display, WIDTH, HEIGHT);

    static const float triangle[9] = {-0.2f, -0.2f, 0, 0.2f, -0.2f, 0, 0, 0.2f, 0};
    p_glVertexPointer(3, GL_FLOAT, 0, triangle);
    p_glEnableClientState(GL_VERTEX_ARRAY);
    p_glNewList(1, GL_COMPILE);
    p_glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) p_glVertex3f((i == 1 || i == 2) * 0.1f, (i > 1) * 0.1f, 0);
    p_glEnd();
    p_glEndList();
    p_glEnable(GL_LIGHT0);
    p_glEnable(GL_DEPTH_TEST);
    p_glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    long before = 0;
    for (int frame = 0; frame < FIRST_FRAMES + FRAMES; frame++) {
        if (frame == FIRST_FRAMES) before = atomic_load(&allocated_blocks);
        p_glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        p_glMatrixMode(GL_MODELVIEW);
        p_glLoadIdentity();
        p_glRotatef(frame, 0, 0, 1);
        for (int i = 0; i < DRAWS; i++) {
            const float material[4] = {i * 0.1f, frame % 7 * 0.1f, 0.5f, 1};
            p_glPushMatrix();
            p_glTranslatef(i * 0.1f - 0.5f, 0, 0);
            (i % 2 ? p_glEnable : p_glDisable)(GL_LIGHTING);
            (i % 3 ? p_glEnable : p_glDisable)(GL_BLEND);
            p_glMaterialfv(GL_FRONT, GL_DIFFUSE, material);
            p_glColor3f(i * 0.1f, 0.5f, 1);
            switch (i % 3) {
            case 0:
                p_glBegin(GL_TRIANGLES);
                for (int corner = 0; corner < 3; corner++) {
                    p_glNormal3f(0, 0, 1);
                    p_glVertex3f(triangle[3 * corner], triangle[3 * corner + 1], 0);
                }
                p_glEnd();
                break;
            case 1: p_glDrawArrays(GL_TRIANGLES, 0, 3); break;
            default: p_glCallList(1);
            }
            p_glPopMatrix();
        }
        p_glXSwapBuffers(display, window);
    }
    printf("allocations %ld\n", atomic_load(&allocated_blocks) - before);
    return p_glGetError() == GL_NO_ERROR ? 0 : 2;
}
