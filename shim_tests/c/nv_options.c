/* Proves NV_fragment_program_option, NV_fragment_program2 and NV_vertex_program3 through GL: queries, derivatives and facing of real
 * primitives, levels of detail of real textures, textures of vertices. */
#include "programs.h"

#define NVFP "!!ARBfp1.0\nOPTION NV_fragment_program;\n"
#define FP2 "!!ARBfp1.0\nOPTION NV_fragment_program2;\n"
#define VP3 "!!ARBvp1.0\nOPTION NV_vertex_program3;\n"

static int all_are(float r, float g, float b, float a) {
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (!pixel_is(x, y, r, g, b, a)) return 0;
    return 1;
}

static void draw(const char *program) {
    FINE(load(FP, program));
    clear();
    FINE(quad());
}

static void queries(void) {
    const char *names[] = {"GL_NV_fragment_program_option ", "GL_NV_fragment_program2 ", "GL_NV_vertex_program3 "};
    for (int i = 0; i < 3; i++) CHECK(strstr((const char *)glGetString(GL_EXTENSIONS), names[i]));
    CHECK(get_int(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB) == 16);
    CHECK(program_int(FP, GL_MAX_PROGRAM_EXEC_INSTRUCTIONS_NV) == 65536);
    CHECK(program_int(FP, GL_MAX_PROGRAM_CALL_DEPTH_NV) == 4);
    CHECK(program_int(FP, GL_MAX_PROGRAM_IF_DEPTH_NV) == 48);
    CHECK(program_int(FP, GL_MAX_PROGRAM_LOOP_DEPTH_NV) == 4);
    CHECK(program_int(FP, GL_MAX_PROGRAM_LOOP_COUNT_NV) == 255);
    const char *open = FP2 "REP {1}; IF TR; END";
    RAISES(GL_INVALID_OPERATION, load(FP, open));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)(strstr(open, "END") - open));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "ENDIF"));
    FINE(load(FP, FP2 "SHORT TEMP h; TEMP r; LOOP {3}; TXL r, fragment.texcoord[A0.x+1], texture[2], 2D; KIL GT; ENDLOOP; END"));
    CHECK(program_int(FP, GL_PROGRAM_INSTRUCTIONS_ARB) == 4);
    CHECK(program_int(FP, GL_PROGRAM_TEX_INSTRUCTIONS_ARB) == 2);
    CHECK(program_int(FP, GL_PROGRAM_ALU_INSTRUCTIONS_ARB) == 2);
    CHECK(program_int(FP, GL_PROGRAM_TEMPORARIES_ARB) == 2);
    CHECK(program_int(FP, GL_PROGRAM_ATTRIBS_ARB) == 1);
}

/* x and y of the window grow by 1 from pixel to pixel, also where half of the fragments of a block are active. */
static void derivatives(void) {
    draw(NVFP "TEMP r, s; DDX r, fragment.position; DDY s, fragment.position; MOV result.color.xy, r; MOV result.color.zw, s.xxxy; END");
    CHECK(all_are(1, 0, 0, 1));
    draw(NVFP "TEMP r; MUL r, fragment.position, fragment.position; DDX result.color.x, r; DDYH_SAT result.color.y, -r; MOV result.color.zw, 1; END");
    CHECK(pixel_is(4, 4, 1, 0, 1, 1));
    draw(FP2 "TEMP r; MUL r, fragment.position, 0.25; SUBC CC.x, fragment.position, 4; IF GT.x; DDX result.color, r; ELSE;"
             "DDY result.color, r; ENDIF; END");
    CHECK(pixel_is(6, 2, 0.25f, 0, 0, 0) && pixel_is(1, 5, 0, 0.25f, 0, 0));
}

static void facing(void) {
    const char *program = FP2 "MOVC CC.x, fragment.facing; IF GT.x; MOV result.color, {1,0,0,1}; ELSE; MOV result.color, {0,0,1,1}; ENDIF; END";
    draw(program);
    CHECK(all_are(1, 0, 0, 1));
    glFrontFace(GL_CW);
    clear();
    FINE(quad());
    CHECK(all_are(0, 0, 1, 1));
    /* Lines of a polygon that faces back face back. Other lines and points face front. */
    clear();
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glLineWidth(20);
    FINE(quad());
    CHECK(pixel_is(4, 1, 0, 0, 1, 1));
    clear();
    glBegin(GL_LINES);
    glVertex2f(-1, 0);
    glVertex2f(1, 0);
    FINE(glEnd());
    CHECK(pixel_is(4, 4, 1, 0, 0, 1));
    glLineWidth(1);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glFrontFace(GL_CCW);
}

/* The texture has levels of 16, 8, 4, 2 and 1 texels. Level n is n / 4 red. */
static void make_levels(GLenum target, int is_cube) {
    for (int face = 0; face < (is_cube ? 6 : 1); face++)
        for (int n = 0; n < 5; n++) {
            static float texels[16 * 16 * 3];
            for (int i = 0; i < 16 * 16 * 3; i++) texels[i] = i % 3 ? 0 : n / 4.0f;
            int w = 16 >> n;
            FINE(glTexImage2D(is_cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target, n, GL_RGB, w, w, 0, GL_RGB, GL_FLOAT, texels));
        }
    FINE(glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST));
    FINE(glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST));
}

static void levels(void) {
    GLuint names[2];
    glGenTextures(2, names);
    glBindTexture(GL_TEXTURE_2D, names[0]);
    make_levels(GL_TEXTURE_2D, 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, names[1]);
    make_levels(GL_TEXTURE_CUBE_MAP, 1);
    for (int bias = 0; bias < 2; bias++) {
        glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, bias);
        for (int n = 0; n < 5; n++) {
            char text[400];
            float red = (n + bias > 4 ? 4 : n + bias) / 4.0f;
            sprintf(text, FP2 "TXL result.color, {0.3, 0.7, 0, %d}, texture[0], 2D; END", n);
            draw(text);
            CHECK(all_are(red, 0, 0, 1));
            float step = (float)(1 << n) / 16;
            sprintf(text, NVFP "TXD result.color, {0.3, 0.7}, {%g, 0}, {0, %g}, texture[0], 2D; END", step / 4, step);
            draw(text);
            CHECK(all_are(red, 0, 0, 1));
            /* On a face, s is half of sc / |ma|: a step of 2 · step along a minor axis. */
            sprintf(text, NVFP "TXD result.color, {0.3, -0.1, 1}, {%g, 0, 0}, 0, texture[0], CUBE; END", 2 * step);
            draw(text);
            CHECK(all_are(red, 0, 0, 1));
        }
    }
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

/* The texture of levels is still bound. Vertices read its level 2, and one more by a bias. */
static void vertex_textures(void) {
    glDisable(FP);
    FINE(load(VP, VP3 "MOV result.position, vertex.position; TXL result.color, {0.5, 0.5, 0, 2}, texture[0], 2D; END"));
    glEnable(VP);
    clear();
    FINE(quad());
    CHECK(all_are(0.5f, 0, 0, 1));
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1);
    FINE(load(VP, VP3 "ADDRESS a; TEMP t; MOV result.position, vertex.position; TXB t, {0.5, 0.5, 0, 1}, texture[0], 2D; MOV result.color, t;"
                     "TEXC CC, 0, texture[0], 2D; MOV result.color.y (GT.x), 1; END"));
    clear();
    FINE(quad());
    CHECK(all_are(0.5f, 1, 0, 1));
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 0);
    /* The corners of a picture of four texels give the corners of the quad their colours. */
    static const unsigned char corners[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, corners);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    FINE(load(VP, VP3 "TEMP t; MOV result.position, vertex.position; MAD t, vertex.position, 0.25, 0.5;"
                     "TEX result.color, t, texture[0], 2D; END"));
    glShadeModel(GL_FLAT);
    clear();
    FINE(quad());
    /* The last vertex of the quad is the upper left one. */
    CHECK(all_are(0, 0, 1, 1));
    glShadeModel(GL_SMOOTH);
    /* Fragments sample the unit through another target, so nothing can be drawn. */
    clear();
    glEnable(GL_TEXTURE_1D);
    RAISES(GL_INVALID_OPERATION, glBegin(GL_POINTS));
    RAISES(GL_INVALID_OPERATION, glRasterPos2f(0, 0));
    glEnable(GL_TEXTURE_2D);
    FINE(quad());
    CHECK(!all_are(0, 0, 0, 0));
    glDisable(GL_TEXTURE_1D);
    glDisable(GL_TEXTURE_2D);
    glEnable(FP);
    FINE(load(FP, "!!ARBfp1.0 TEX result.color, fragment.texcoord, texture[0], 3D; END"));
    RAISES(GL_INVALID_OPERATION, glBegin(GL_POINTS));
    FINE(load(FP, "!!ARBfp1.0 TEX result.color, fragment.texcoord, texture[1], 3D; END"));
    FINE(quad());
    glDisable(VP);
}

/* A program with blocks draws what a program without blocks draws. */
static void blocks(void) {
    static unsigned char want[4 * SIZE * SIZE];
    glEnable(FP);
    draw("!!ARBfp1.0 TEMP r; MUL r, fragment.position, 0.125; MOV r.zw, r.xxxw; FRC r.z, r.x; MOV r.yzw, r.xxzw; MAD result.color, r, 0.5, 0.25; END");
    glFinish();
    memcpy(want, memory, sizeof want);
    draw(FP2 "TEMP r, n; REP {4}; ADD n, n, 0.03125; ENDREP; MUL r, fragment.position, n; CAL f; MAD result.color, r, 0.5, 0.25; RET;"
             "f: FRC r.z, r.x; IF TR; MOV r.yzw, r.xxzw; ENDIF; RET; END");
    glFinish();
    CHECK(!memcmp(want, memory, sizeof want));
}

int main(void) {
    make_context(NULL);
    queries();
    glEnable(FP);
    derivatives();
    facing();
    levels();
    vertex_textures();
    blocks();
    return 0;
}
