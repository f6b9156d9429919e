/* Proves NV_vertex_program2_option through GL: queries, errors of loads, clip distances, RasterPos.
 *
 * Clip distances are compared with the user clip planes of fixed function. A program that writes the same distances must draw the same
 * picture, to the bit. */
#include "programs.h"

enum { W = 64 };
static unsigned char big[4 * W * W], want[4 * W * W], got[4 * W * W];

#define HEADER "!!ARBvp1.0\nOPTION NV_vertex_program2;\n"

/* Does what fixed function does, with a distance for each of the six planes: DP4 in the same order. */
static const char *CLIPPING =
    HEADER
    "PARAM mvp[4] = { state.matrix.mvp }; PARAM mv[4] = { state.matrix.modelview };\n"
    "PARAM planes[] = { state.clip[0].plane, state.clip[1].plane, state.clip[2].plane, state.clip[3].plane,\n"
    "                   state.clip[4].plane, state.clip[5].plane };\n"
    "TEMP eye; OUTPUT last = result.clip[5];\n"
    "DP4 result.position.x, mvp[0], vertex.position; DP4 result.position.y, mvp[1], vertex.position;\n"
    "DP4 result.position.z, mvp[2], vertex.position; DP4 result.position.w, mvp[3], vertex.position;\n"
    "DP4 eye.x, mv[0], vertex.position; DP4 eye.y, mv[1], vertex.position;\n"
    "DP4 eye.z, mv[2], vertex.position; DP4 eye.w, mv[3], vertex.position;\n"
    "DP4 result.clip[0].x, eye, planes[0]; DP4 result.clip[1], eye, planes[1]; DP4 result.clip[2].x, eye, planes[2];\n"
    "DP4 result.clip[3].x, eye, planes[3]; DP4 result.clip[4].x, eye, planes[4]; DP4 last.x, eye, planes[5];\n"
    "MOV result.color, vertex.color; END";

/* The same, but a loop that calls a subroutine writes the distances. Divergent control flow changes nothing. */
static const char *CLIPPING_CALLED =
    HEADER
    "PARAM mvp[4] = { state.matrix.mvp }; PARAM mv[4] = { state.matrix.modelview };\n"
    "PARAM planes[] = { state.clip[0].plane, state.clip[1].plane, state.clip[2].plane, state.clip[3].plane,\n"
    "                   state.clip[4].plane, state.clip[5].plane };\n"
    "PARAM one = { 1, 1, 1, 1 }; TEMP eye, n; ADDRESS A0;\n"
    "BRA main;\n"
    "distance: DP4 eye.x, n.y, planes[A0.x];\n"
    "RET;\n"
    "main: CAL position; MOV result.color, vertex.color; CAL clip; RET;\n"
    "position:\n"
    "DP4 result.position.x, mvp[0], vertex.position; DP4 result.position.y, mvp[1], vertex.position;\n"
    "DP4 result.position.z, mvp[2], vertex.position; DP4 result.position.w, mvp[3], vertex.position;\n"
    "DP4 eye.x, mv[0], vertex.position; DP4 eye.y, mv[1], vertex.position;\n"
    "DP4 eye.z, mv[2], vertex.position; DP4 eye.w, mv[3], vertex.position; RET;\n"
    "clip: MOV n, { 0, 6, 0, 0 };\n"
    "again: ARL A0.x, n.x;\n"
    "SUBC CC, n.x, { 0, 1, 2, 3 };\n"
    "DP4 result.clip[0].x (EQ.x), eye, planes[A0.x]; DP4 result.clip[1].x (EQ.y), eye, planes[A0.x];\n"
    "DP4 result.clip[2].x (EQ.z), eye, planes[A0.x]; DP4 result.clip[3].x (EQ.w), eye, planes[A0.x];\n"
    "SUBC CC, n.x, { 4, 5, 0, 0 };\n"
    "DP4 result.clip[4].x (EQ.x), eye, planes[A0.x]; DP4 result.clip[5].x (EQ.y), eye, planes[A0.x];\n"
    "ADD n.x, n, one; SUBC CC.x, n, n.y; BRA again (LT.x); RET; END";

static void queries(void) {
    CHECK(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_vertex_program2_option "));
    CHECK(program_int(VP, GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV) == 65536);
    CHECK(program_int(VP, GL_MAX_PROGRAM_CALL_DEPTH_NV) == 4);
    GLint value = 7;
    RAISES(GL_INVALID_ENUM, glGetProgramivARB(VP, GL_MAX_PROGRAM_LOOP_DEPTH_NV, &value));
    CHECK(program_int(FP, GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV) == 65536);
    CHECK(program_int(FP, GL_MAX_PROGRAM_CALL_DEPTH_NV) == 4);
    CHECK(program_int(FP, GL_MAX_PROGRAM_IF_DEPTH_NV) == 48);
    CHECK(program_int(FP, GL_MAX_PROGRAM_LOOP_DEPTH_NV) == 4);
    CHECK(program_int(FP, GL_MAX_PROGRAM_LOOP_COUNT_NV) == 255);
    RAISES(GL_INVALID_ENUM, glGetIntegerv(GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV, &value));
    CHECK(value == 7);
    FINE(load(VP, HEADER "TEMP r; a: ADDC r, r, r; BRA a (LT); CAL b; b: RET; END"));
    CHECK(program_int(VP, GL_PROGRAM_INSTRUCTIONS_ARB) == 4);
    CHECK(program_int(VP, GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB) == 4);
    CHECK(program_int(VP, GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB) >= 1);
}

/* The position of an undefined label is the length of the text. That of a duplicate is its second definition. */
static void load_errors(void) {
    const char *undefined = HEADER "BRA nowhere; END", *twice = HEADER "l: l: END";
    RAISES(GL_INVALID_OPERATION, load(VP, undefined));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)strlen(undefined));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "nowhere"));
    RAISES(GL_INVALID_OPERATION, load(VP, twice));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)(strrchr(twice, ':') - 1 - twice));
    RAISES(GL_INVALID_OPERATION, load(FP, "!!ARBfp1.0\nOPTION NV_vertex_program2;\nEND"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 18);
    FINE(load(VP, HEADER "END"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
}

static void vertex(int i, float scale) {
    float a = 0.7f * i, r = scale * (0.3f + 0.09f * (i % 9));
    glColor3f(0.5f + 0.5f * cosf(a), 0.5f + 0.5f * sinf(3 * a), (i % 7) / 6.0f);
    glVertex4f(r * cosf(a), r * sinf(a), 0.3f * sinf(5 * a), 0.8f + 0.05f * (i % 5));
}

static void shapes(void) {
    static const GLenum modes[] = {GL_TRIANGLES, GL_LINE_STRIP, GL_POINTS, GL_POLYGON, GL_TRIANGLE_STRIP, GL_LINES, GL_QUADS};
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int m = 0; m < 7; m++) {
        glPointSize(m == 2 ? 3 : 1);
        glLineWidth(m == 5 ? 4 : 1);
        glPolygonMode(GL_FRONT_AND_BACK, m == 4 ? GL_LINE : m == 6 ? GL_POINT : GL_FILL);
        glPushMatrix();
        glRotatef(50.0f * m, 0.2f, 0.1f, 1);
        glBegin(modes[m]);
        for (int i = 0; i < (m == 3 ? 7 : 12); i++) vertex(m == 3 ? 9 * i : i + m, m == 3 ? 0.6f : 1);
        glEnd();
        glPopMatrix();
    }
    glFinish();
}

static void read_to(unsigned char *pixels) {
    FINE(glReadPixels(0, 0, W, W, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
}

static void planes(int enabled) {
    for (int i = 0; i < 6; i++) {
        double plane[4] = {cos(1.1 * i), sin(1.1 * i), 0.2 * i - 0.5, 0.35};
        glClipPlane(GL_CLIP_PLANE0 + i, plane);
        (enabled >> i & 1 ? glEnable : glDisable)(GL_CLIP_PLANE0 + i);
    }
}

static void same_picture(int enabled, const char *program) {
    planes(enabled);
    glDisable(VP);
    shapes();
    read_to(want);
    FINE(load(VP, program));
    glEnable(VP);
    shapes();
    read_to(got);
    glDisable(VP);
    int different = 0;
    for (int i = 0; i < 4 * W * W; i++) different += want[i] != got[i];
    if (different) fprintf(stderr, "planes %#x: %d bytes differ\n", enabled, different);
    CHECK(!different);
}

/* Section 2.11 as modified: triangles, lines and points, each against no plane, one, some and all of them. */
static void clip_distances(OSMesaContext c) {
    unsigned char none[4 * W * W];
    CHECK(OSMesaMakeCurrent(c, big, GL_UNSIGNED_BYTE, W, W));
    glViewport(0, 0, W, W);
    glEnable(GL_DEPTH_TEST);
    static const int sets[] = {0, 1, 2, 8, 0x20, 5, 0x12, 0x3f};
    for (int i = 0; i < 8; i++) {
        same_picture(sets[i], CLIPPING);
        if (i == 0) memcpy(none, want, sizeof none);
        else CHECK(memcmp(none, want, sizeof none));
        same_picture(sets[i], CLIPPING_CALLED);
    }
    glDisable(GL_DEPTH_TEST);
}

/* result.clip[3] = x makes one half red. A distance that is not written is 0, and 0 is inside. */
static void values(void) {
    planes(0);
    glEnable(GL_CLIP_PLANE3);
    glEnable(GL_CLIP_PLANE1);
    glEnable(VP);
    clear();
    FINE(load(VP, HEADER "MOV result.position, vertex.position; MOV result.color, {1,0,0,1};"
                         "MOV result.clip[3].x, vertex.position.x; MOV result.clip[3].yzw, -1; END"));
    FINE(quad());
    CHECK(pixel_is(1, 4, 0, 0, 0, 0) && pixel_is(6, 4, 1, 0, 0, 1));
    FINE(load(VP, HEADER "MOV result.position, vertex.position; MOV result.color, {0,1,0,1};"
                         "MOV result.clip[1], 0.0; MOV result.clip[2], -1; END"));
    FINE(quad());
    CHECK(pixel_is(1, 4, 0, 1, 0, 1) && pixel_is(6, 4, 0, 1, 0, 1));
    /* Distances of plus and minus infinity: nothing crashes, and nothing outside is drawn. */
    clear();
    FINE(load(VP, HEADER "MOV result.position, vertex.position; MOV result.color, {0,0,1,1};"
                         "TEMP r; MULC r.x, vertex.position.x, 1e38; MUL r.x, r, 1e38; MOV result.clip[1], r.x; END"));
    FINE(quad());
    CHECK(pixel_is(7, 4, 0, 0, 1, 1) && pixel_is(0, 4, 0, 0, 0, 0));
    /* Without the option, planes do not act on the vertices of a program. A position-invariant one has the planes of the state. */
    double behind[4] = {0, 0, 0, -1};
    glClipPlane(GL_CLIP_PLANE1, behind);
    clear();
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {1,1,0,1}; END"));
    FINE(quad());
    CHECK(pixel_is(4, 4, 1, 1, 0, 1));
    clear();
    FINE(load(VP, "!!ARBvp1.0 OPTION NV_vertex_program2; OPTION ARB_position_invariant; MOV result.clip[1], 1;"
                  "MOV result.color, {1,1,0,1}; END"));
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 0, 0, 0));
    planes(0);
}

/* RasterPos: a negative distance to an enabled plane makes the position invalid. */
static void raster_position(void) {
    FINE(load(VP, HEADER "MOV result.position, {0,0,0,1}; MOV result.clip[4].x, vertex.position.x; END"));
    glEnable(VP);
    glEnable(GL_CLIP_PLANE4);
    FINE(glRasterPos2f(1, 0));
    CHECK(get_int(GL_CURRENT_RASTER_POSITION_VALID));
    FINE(glRasterPos2f(-1, 0));
    CHECK(!get_int(GL_CURRENT_RASTER_POSITION_VALID));
    glDisable(GL_CLIP_PLANE4);
    FINE(glRasterPos2f(-1, 0));
    CHECK(get_int(GL_CURRENT_RASTER_POSITION_VALID));
    glDisable(VP);
}

/* A loop without an end stops at the limit, and what it has written stays. A program that was deleted while it was bound, or that is
 * bound to the wrong target, is refused as before. */
static void abnormal(void) {
    GLuint name = 77;
    FINE(glBindProgramARB(VP, name));
    glEnable(VP);
    RAISES(GL_INVALID_OPERATION, quad());
    FINE(load(VP, HEADER "MOV result.position, vertex.position; MOV result.color, {0,1,1,1}; l: BRA l; END"));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 1, 1, 1));
    RAISES(GL_INVALID_OPERATION, glBindProgramARB(FP, name));
    RAISES(GL_INVALID_OPERATION, load(VP, HEADER "CAL nowhere; END"));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 1, 1, 1));
    FINE(glDeleteProgramsARB(1, &name));
    CHECK(program_int(VP, GL_PROGRAM_BINDING_ARB) == 0 && !glIsProgramARB(name));
    glDisable(VP);
}

int main(void) {
    OSMesaContext c = make_context(NULL);
    queries();
    load_errors();
    clip_distances(c);
    CHECK(OSMesaMakeCurrent(c, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    glViewport(0, 0, SIZE, SIZE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    values();
    raster_position();
    abnormal();
    return 0;
}
