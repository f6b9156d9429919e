/* Proves selection and feedback through the library's own doors: lists, arrays, arrays that the driver keeps, errors between Begin and
 * End. The values are computed by hand for a window of 64×64. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
#define SIZE 64

static unsigned memory[SIZE * SIZE];
static GLuint names[32];
static GLfloat values[256];

/* Sets a matrix that shows 2×2 pixels around (x, y), as gluPickMatrix does. */
static void pick(float x, float y)
{
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glScalef(SIZE / 2.0f, SIZE / 2.0f, 1);
    glTranslatef(1 - 2 * x / SIZE, 1 - 2 * y / SIZE, 0);
    glMatrixMode(GL_MODELVIEW);
}

/* Draws four squares in two rows, named 10 to 13, at depths 0, 1/4, 1/2, 3/4, in all ways. */
static void squares(void)
{
    static const float corners[] = {0, 0, 1, 0, 1, 1, 0, 1};
    glPushName(0);
    for (int i = 0; i < 4; i++) {
        glLoadName(10 + (GLuint)i);
        glPushMatrix();
        glTranslatef((float)(i & 1) - 1, (float)(i >> 1) - 1, (float)i / 2 - 1);
        if (i == 1) {
            glEnableClientState(GL_VERTEX_ARRAY);
            glVertexPointer(2, GL_FLOAT, 0, corners);
            glDrawArrays(GL_QUADS, 0, 4);
            glDisableClientState(GL_VERTEX_ARRAY);
        } else if (i == 2) {
            glRectf(0, 0, 1, 1);
        } else {
            glBegin(GL_TRIANGLE_FAN);
            for (int k = 0; k < 4; k++) glVertex2fv(corners + 2 * k);
            glEnd();
        }
        glPopMatrix();
    }
    glPopName();
}

static void picking(void)
{
    GLuint list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    squares();
    glEndList();
    static const float at[4][2] = {{16, 16}, {48, 16}, {16, 48}, {48, 48}};
    for (int k = 0; k < 8; k++) {
        memset(names, 0xee, sizeof names);
        glSelectBuffer(8, names);
        CHECK(glRenderMode(GL_SELECT) == 0);
        glInitNames();
        pick(at[k & 3][0], at[k & 3][1]);
        if (k < 4) squares();
        else glCallList(list);
        CHECK(glRenderMode(GL_RENDER) == 1);
        GLuint depth = (GLuint)((k & 3) * 1073741823.75 + 0.5);
        CHECK(names[0] == 1 && names[1] == depth && names[2] == depth && names[3] == 10 + (GLuint)(k & 3) && names[4] == 0xeeeeeeee);
    }
    /* The middle hits all four, and their records do not fit. */
    glRenderMode(GL_SELECT);
    pick(32, 32);
    glCallList(list);
    CHECK(glRenderMode(GL_RENDER) == -1 && names[7] == 11 && names[8] == 0xeeeeeeee);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glDeleteLists(list, 1);
    CHECK(glGetError() == GL_NO_ERROR);
}

/* w, colours and texture coordinates of a clipped line in perspective, halfway in clip space: w from 1 to 3 is cut at x = w. */
static void a_line_in_perspective(void)
{
    glFeedbackBuffer(256, GL_4D_COLOR_TEXTURE, values);
    CHECK(glRenderMode(GL_FEEDBACK) == 0);
    glPassThrough(1.5f);
    glBegin(GL_LINES);
    glColor4f(0, 1, 0, 1); glTexCoord4f(0, 0, 4, 1); glVertex4f(0, 0, 0, 1);
    glColor4f(1, 0, 0, 0); glTexCoord4f(8, 0, 0, 1); glVertex4f(4, 0, 0, 3);
    glEnd();
    CHECK(glRenderMode(GL_RENDER) == 2 + 1 + 24);
    const float want[] = {GL_PASS_THROUGH_TOKEN, 1.5f, GL_LINE_RESET_TOKEN, 32, 32, 0.5f, 1, 0, 1, 0, 1, 0, 0, 4, 1,
                          64, 32, 0.5f, 2, 0.5f, 0.5f, 0, 0.5f, 4, 0, 2, 1};
    for (int i = 0; i < 27; i++) CHECK(fabsf(values[i] - want[i]) < 1e-4f);
}

/* The back of a triangle: lit, two-sided, with a generated and transformed texture coordinate. */
static void what_vertices_become(void)
{
    static const float plane[4] = {2, 0, 0, 1};
    glEnable(GL_LIGHTING);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    static const float emission[4] = {0.25f, 0.5f, 0.75f, 1}, black[4] = {0, 0, 0, 0.5f};
    glMaterialfv(GL_BACK, GL_EMISSION, emission);
    glMaterialfv(GL_BACK, GL_AMBIENT_AND_DIFFUSE, black);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
    glTexGenfv(GL_S, GL_OBJECT_PLANE, plane);
    glEnable(GL_TEXTURE_GEN_S);
    glTexCoord4f(9, 9, 9, 1);
    glFeedbackBuffer(256, GL_3D_COLOR_TEXTURE, values);
    glRenderMode(GL_FEEDBACK);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1); glVertex2f(-1, 1); glVertex2f(0, -1);
    glEnd();
    CHECK(glRenderMode(GL_RENDER) == 2 + 3 * 11 && values[0] == GL_POLYGON_TOKEN && values[1] == 3);
    for (int v = 0; v < 3; v++) {
        const float *p = values + 2 + 11 * v, x = v == 2 ? 0 : -1;
        const float want[11] = {32 * (x + 1), v == 1 ? 64 : 0, 0.5f, 0.25f, 0.5f, 0.75f, 0.5f, 2 * x + 1, 9, 9, 1};
        for (int i = 0; i < 11; i++) CHECK(fabsf(p[i] - want[i]) < 1e-4f);
    }
    glDisable(GL_LIGHTING);
    glDisable(GL_TEXTURE_GEN_S);
}

static void errors(void)
{
    glBegin(GL_POINTS);
    CHECK(glRenderMode(GL_SELECT) == 0);
    glPushName(1);
    glPassThrough(1);
    glSelectBuffer(1, names);
    glEnd();
    CHECK(glGetError() == GL_INVALID_OPERATION);
    GLint mode = 0, depth = 0;
    glRenderMode(GL_SELECT);
    glPopName();
    CHECK(glGetError() == GL_STACK_UNDERFLOW);
    for (int i = 0; i < 65; i++) glPushName(1);
    CHECK(glGetError() == GL_STACK_OVERFLOW);
    glGetIntegerv(GL_NAME_STACK_DEPTH, &depth);
    glGetIntegerv(GL_RENDER_MODE, &mode);
    CHECK(mode == GL_SELECT && depth == 64);
    void *pointer = 0;
    glGetPointerv(GL_SELECTION_BUFFER_POINTER, &pointer);
    CHECK(pointer == names);
    CHECK(glRenderMode(GL_RENDER) == 0 && glRenderMode(GL_FILL) == 0);
    CHECK(glGetError() == GL_INVALID_ENUM);
    glGetIntegerv(GL_NAME_STACK_DEPTH, &depth);
    CHECK(depth == 0);
}

int main(void)
{
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_BGRA, 24, 8, 16, NULL);
    CHECK(context && OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    CHECK(glRenderMode(GL_SELECT) == 0 && glGetError() == GL_INVALID_OPERATION);
    CHECK(glRenderMode(GL_FEEDBACK) == 0 && glGetError() == GL_INVALID_OPERATION);
    picking();
    a_line_in_perspective();
    what_vertices_become();
    errors();
    glFinish();
    for (int i = 0; i < SIZE * SIZE; i++) CHECK(memory[i] == memory[0]);
    GLint bits[4] = {0};
    for (int i = 0; i < 4; i++) glGetIntegerv((GLenum)(GL_ACCUM_RED_BITS + i), bits + i);
    CHECK(bits[0] >= 16 && bits[1] >= 16 && bits[2] >= 16 && bits[3] >= 16);
    OSMesaDestroyContext(context);
    return 0;
}
