/* Golden scenes of the accumulation buffer (GL 1.5 section 4.2.4). */
#include "golden.h"

static void turned_triangle(float degrees)
{
    glLoadIdentity();
    glRotatef(degrees, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0.2f, 0); glVertex2f(-0.8f, -0.6f);
    glColor3f(0, 1, 0.4f); glVertex2f(0.8f, -0.6f);
    glColor3f(0.3f, 0, 1); glVertex2f(0, 0.8f);
    glEnd();
}

/* Five pictures are added, each a fifth. */
SCENE(accumulation, motion)
{
    for (int i = 0; i < 5; i++) {
        turned_triangle(12.0f * (float)i);
        glAccum(i ? GL_ACCUM : GL_LOAD, 0.2f);
    }
    glAccum(GL_RETURN, 1);
}

/* Values are signed, scaled and moved. They are outside [0, 1] only until they are returned. */
SCENE(accumulation, add_and_mult)
{
    turned_triangle(0);
    glAccum(GL_LOAD, 0.5f);
    glAccum(GL_ADD, -0.25f);
    glAccum(GL_MULT, -1);
    glAccum(GL_ADD, 0.125f);
    turned_triangle(180);
    glAccum(GL_ACCUM, 0.5f);
    glAccum(GL_RETURN, 1.75f);
}

/* Clears, loads and returns in boxes, under a colour mask. */
SCENE(accumulation, scissor_and_mask)
{
    glClearAccum(0.75f, 0.5f, -0.5f, 1);
    glClear(GL_ACCUM_BUFFER_BIT);
    turned_triangle(30);
    glEnable(GL_SCISSOR_TEST);
    glScissor(10, 20, 30, 100);
    glAccum(GL_LOAD, 0.9f);
    glScissor(-5, -5, 30, 40);
    glClearAccum(0, 1, 1, 0.25f);
    glClear(GL_ACCUM_BUFFER_BIT);
    glScissor(4, 4, 52, 56);
    glColorMask(1, 1, 0, 1);
    glAccum(GL_RETURN, 1);
}
