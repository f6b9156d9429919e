/* Measures a transformed and lit vertex by EXT_vertex_shader, and by an equal ARB vertex program. It draws both in turn, and prints the
 * medians of nanoseconds of processor time per vertex and of their ratio. Triangles are smaller than a pixel.
 *
 * usage: vertex_shader_speed [ROUNDS]. It is built and run as combiner_speed.c is. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <string.h>
#include "two_ways.h"

enum { SIZE = 256, VERTICES = 3 * 60000, DRAWS = 4 };
static unsigned char frame[SIZE * SIZE * 4], pictures[2][SIZE * SIZE * 4];
static float positions[VERTICES][3], normals[VERTICES][3], colors[VERTICES][4];

static float random_unit(void)
{
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

static void make_vertices(void)
{
    for (int i = 0; i < VERTICES; i++)
        for (int c = 0; c < 3; c++) {
            positions[i][c] = i % 3 ? positions[i - i % 3][c] + 0.002f * random_unit() : 1.8f * random_unit() - 0.9f;
            normals[i][c] = 2 * random_unit() - 1;
            colors[i][c] = random_unit(), colors[i][3] = 1;
        }
    glVertexPointer(3, GL_FLOAT, 0, positions);
    glNormalPointer(GL_FLOAT, 0, normals);
    glColorPointer(4, GL_FLOAT, 0, colors);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
}

#define LOOK_UP(type, name) static type name; name = (type)(void *)OSMesaGetProcAddress("gl" #name "EXT")

/* position: matrix times position. colour: max(n · l, 0) · colour + ambient. */
static void set_shader(void)
{
    static const float light[4] = {0.48f, 0.6f, 0.64f, 0}, ambient[4] = {0.1f, 0.1f, 0.2f, 0}, zero = 0;
    LOOK_UP(PFNGLBEGINVERTEXSHADEREXTPROC, BeginVertexShader);
    LOOK_UP(PFNGLENDVERTEXSHADEREXTPROC, EndVertexShader);
    LOOK_UP(PFNGLGENSYMBOLSEXTPROC, GenSymbols);
    LOOK_UP(PFNGLSETLOCALCONSTANTEXTPROC, SetLocalConstant);
    LOOK_UP(PFNGLBINDPARAMETEREXTPROC, BindParameter);
    LOOK_UP(PFNGLSHADEROP2EXTPROC, ShaderOp2);
    LOOK_UP(PFNGLSHADEROP3EXTPROC, ShaderOp3);
    BeginVertexShader();
    GLuint l = GenSymbols(GL_VECTOR_EXT, GL_LOCAL_CONSTANT_EXT, GL_FULL_RANGE_EXT, 1), a = GenSymbols(GL_VECTOR_EXT, GL_LOCAL_CONSTANT_EXT, GL_FULL_RANGE_EXT, 1);
    GLuint nothing = GenSymbols(GL_SCALAR_EXT, GL_LOCAL_CONSTANT_EXT, GL_FULL_RANGE_EXT, 1), s = GenSymbols(GL_SCALAR_EXT, GL_LOCAL_EXT, GL_FULL_RANGE_EXT, 1);
    SetLocalConstant(l, GL_FLOAT, light);
    SetLocalConstant(a, GL_FLOAT, ambient);
    SetLocalConstant(nothing, GL_FLOAT, &zero);
    ShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_VERTEX_EXT, BindParameter(GL_MVP_MATRIX_EXT), BindParameter(GL_CURRENT_VERTEX_EXT));
    ShaderOp2(GL_OP_DOT3_EXT, s, BindParameter(GL_CURRENT_NORMAL), l);
    ShaderOp2(GL_OP_MAX_EXT, s, s, nothing);
    ShaderOp3(GL_OP_MADD_EXT, GL_OUTPUT_COLOR0_EXT, s, BindParameter(GL_CURRENT_COLOR), a);
    EndVertexShader();
}

static void set_program(void)
{
    static const char text[] =
        "!!ARBvp1.0 TEMP s; PARAM m[4] = {state.matrix.mvp}; PARAM l = {0.48, 0.6, 0.64, 0}; PARAM a = {0.1, 0.1, 0.2, 0};"
        "DP4 result.position.x, m[0], vertex.position; DP4 result.position.y, m[1], vertex.position;"
        "DP4 result.position.z, m[2], vertex.position; DP4 result.position.w, m[3], vertex.position;"
        "DP3 s.x, vertex.normal, l; MAX s.x, s.x, {0}.x; MAD result.color, s.x, vertex.color, a; END";
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
}

/* Nanoseconds per vertex. */
static double measure(int by_program)
{
    (by_program ? glDisable : glEnable)(GL_VERTEX_SHADER_EXT);
    (by_program ? glEnable : glDisable)(GL_VERTEX_PROGRAM_ARB);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, VERTICES);
    glFinish();
    double start = seconds();
    for (int i = 0; i < DRAWS; i++) glDrawArrays(GL_TRIANGLES, 0, VERTICES);
    glFinish();
    double spent = seconds() - start;
    memcpy(pictures[by_program], frame, sizeof frame);
    return 1e9 * spent / DRAWS / VERTICES;
}

int main(int argc, char **argv)
{
    static const char *const names[2] = {"vertex shader", "program"};
    OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, NULL);
    if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 1;
    make_vertices();
    set_shader();
    set_program();
    if (!two_ways(argc > 1 ? atoi(argv[1]) : 15, names, "vertex", measure)) return 2;
    unsigned different = 0, lit = 0;
    for (unsigned i = 0; i < sizeof frame; i++) different += pictures[0][i] != pictures[1][i], lit += pictures[0][i] > 64;
    printf("%u components of pixels differ, %u are bright\n", different, lit);
    return glGetError() != 0;
}
