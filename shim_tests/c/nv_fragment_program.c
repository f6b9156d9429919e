/* Proves NV_fragment_program through GL: objects, parameters by name and by number, precision, the state that it replaces, depths. */
#include "programs.h"

/* Mesa's library, which the linker reads, has none of these commands. */
static PFNGLBINDPROGRAMNVPROC glBindProgramNV_;
#define glBindProgramNV glBindProgramNV_
static PFNGLDELETEPROGRAMSNVPROC glDeleteProgramsNV_;
#define glDeleteProgramsNV glDeleteProgramsNV_
static PFNGLGETPROGRAMNAMEDPARAMETERFVNVPROC glGetProgramNamedParameterfvNV_;
#define glGetProgramNamedParameterfvNV glGetProgramNamedParameterfvNV_
static PFNGLGETPROGRAMSTRINGNVPROC glGetProgramStringNV_;
#define glGetProgramStringNV glGetProgramStringNV_
static PFNGLISPROGRAMNVPROC glIsProgramNV_;
#define glIsProgramNV glIsProgramNV_
static PFNGLLOADPROGRAMNVPROC glLoadProgramNV_;
#define glLoadProgramNV glLoadProgramNV_
static PFNGLPROGRAMNAMEDPARAMETER4DNVPROC glProgramNamedParameter4dNV_;
#define glProgramNamedParameter4dNV glProgramNamedParameter4dNV_
static PFNGLPROGRAMNAMEDPARAMETER4FNVPROC glProgramNamedParameter4fNV_;
#define glProgramNamedParameter4fNV glProgramNamedParameter4fNV_

#define FPNV GL_FRAGMENT_PROGRAM_NV

static void find(void) {
    CHECK((glBindProgramNV_ = (PFNGLBINDPROGRAMNVPROC)OSMesaGetProcAddress("glBindProgramNV")));
    CHECK((glDeleteProgramsNV_ = (PFNGLDELETEPROGRAMSNVPROC)OSMesaGetProcAddress("glDeleteProgramsNV")));
    CHECK((glGetProgramNamedParameterfvNV_ = (PFNGLGETPROGRAMNAMEDPARAMETERFVNVPROC)OSMesaGetProcAddress("glGetProgramNamedParameterfvNV")));
    CHECK((glGetProgramStringNV_ = (PFNGLGETPROGRAMSTRINGNVPROC)OSMesaGetProcAddress("glGetProgramStringNV")));
    CHECK((glIsProgramNV_ = (PFNGLISPROGRAMNVPROC)(void *)OSMesaGetProcAddress("glIsProgramNV")));
    CHECK((glLoadProgramNV_ = (PFNGLLOADPROGRAMNVPROC)OSMesaGetProcAddress("glLoadProgramNV")));
    CHECK((glProgramNamedParameter4dNV_ = (PFNGLPROGRAMNAMEDPARAMETER4DNVPROC)OSMesaGetProcAddress("glProgramNamedParameter4dNV")));
    CHECK((glProgramNamedParameter4fNV_ = (PFNGLPROGRAMNAMEDPARAMETER4FNVPROC)OSMesaGetProcAddress("glProgramNamedParameter4fNV")));
}

static void load_nv(GLuint id, const char *text) { glLoadProgramNV(FPNV, id, (GLsizei)strlen(text), (const GLubyte *)text); }

static void set(GLuint id, const char *name, float x, float y, float z, float w) {
    glProgramNamedParameter4fNV(id, (GLsizei)strlen(name), (const GLubyte *)name, x, y, z, w);
}

static int all_are(float r, float g, float b, float a) {
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if (!pixel_is(x, y, r, g, b, a)) return 0;
    return 1;
}

static void draw(const char *program) {
    FINE(load_nv(1, program));
    clear();
    FINE(quad());
}

static void objects(void) {
    CHECK(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_fragment_program "));
    const char *bad = "!!FP1.0 MOV o[COLR], p[900]; END";
    RAISES(GL_INVALID_OPERATION, load_nv(1, bad));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == (int)(strstr(bad, "900") - bad));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_NV), "program.local 900 is out of range"));
    CHECK(!glIsProgramNV(1));
    FINE(load_nv(1, "!!FP1.0 MOV o[COLR], {1, 0, 0}; END"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == -1 && glIsProgramNV(1));
    CHECK(!*(const char *)glGetString(GL_PROGRAM_ERROR_STRING_NV));
    /* A combiner program of older texts gives a clear error, and the previous program stays. */
    RAISES(GL_INVALID_OPERATION, load_nv(1, "!!FCP1.0 MOV o[TEX0], 1; END"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == 0);
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_NV), "FCP1.0"));
    GLubyte text[100] = {0};
    FINE(glGetProgramStringNV(1, GL_PROGRAM_STRING_NV, text));
    CHECK(!strcmp((const char *)text, "!!FP1.0 MOV o[COLR], {1, 0, 0}; END"));
    FINE(glBindProgramNV(FPNV, 1));
    CHECK(get_int(GL_FRAGMENT_PROGRAM_BINDING_NV) == 1 && program_int(FP, GL_PROGRAM_BINDING_ARB) == 1);
    /* One enable has two names. */
    FINE(glEnable(FPNV));
    CHECK(glIsEnabled(FP));
    clear();
    FINE(quad());
    CHECK(all_are(1, 0, 0, 1));
    FINE(glDisable(FP));
    CHECK(!glIsEnabled(FPNV));
    FINE(glEnable(FP));
    /* Old tools load the language by the other command. */
    FINE(glBindProgramARB(FP, 2));
    FINE(load(FP, "!!FP1.0 MOV o[COLH], {0, 1, 0}; END"));
    clear();
    FINE(quad());
    CHECK(all_are(0, 1, 0, 1));
    FINE(glBindProgramNV(FPNV, 1));
    FINE(glDeleteProgramsNV(1, (GLuint[]){2}));
}

static void parameters(void) {
    FINE(load_nv(1, "!!FP1.0 DECLARE tint = {0.5, 1}; DECLARE light; MOV R0, tint; ADD o[COLR], R0, light; END"));
    clear();
    FINE(quad());
    CHECK(all_are(0.5f, 1, 0, 1));
    FINE(set(1, "light", 0.25f, -0.5f, 1, 0));
    clear();
    FINE(quad());
    CHECK(all_are(0.75f, 0.5f, 1, 1));
    /* Another program's parameter with the same name is separate, whether the program is bound or not. */
    FINE(load_nv(3, "!!FP1.0 DECLARE light = 0.125; MOV o[COLR], light; END"));
    FINE(set(3, "light", 0, 0, 1, 1));
    clear();
    FINE(quad());
    CHECK(all_are(0.75f, 0.5f, 1, 1));
    GLfloat got[4];
    FINE(glGetProgramNamedParameterfvNV(3, 5, (const GLubyte *)"light", got));
    CHECK(got[0] == 0 && got[1] == 0 && got[2] == 1 && got[3] == 1);
    FINE(glGetProgramNamedParameterfvNV(1, 4, (const GLubyte *)"tint", got));
    CHECK(got[0] == 0.5f && got[1] == 1 && got[2] == 0 && got[3] == 1);
    FINE(glBindProgramNV(FPNV, 3));
    clear();
    FINE(quad());
    CHECK(all_are(0, 0, 1, 1));
    /* A display list sets a parameter when it is called. A new text starts with its own values. Numbered parameters stay. */
    glNewList(1, GL_COMPILE);
    glProgramNamedParameter4dNV(3, 5, (const GLubyte *)"light", 1, 1, 0, 1);
    glProgramLocalParameter4fARB(FPNV, 200, 0, 0.5f, 0.5f, 0.5f);
    glEndList();
    glCallList(1);
    CHECK(glGetError() == GL_NO_ERROR);
    clear();
    FINE(quad());
    CHECK(all_are(1, 1, 0, 1));
    FINE(load_nv(3, "!!FP1.0 DECLARE light = 0.25; MOV R0, p[200]; ADD o[COLR], R0, light; END"));
    clear();
    FINE(quad());
    CHECK(all_are(0.25f, 0.75f, 0.75f, 0.75f));
    FINE(glGetProgramLocalParameterfvARB(FP, 200, got));
    CHECK(got[1] == 0.5f);
    FINE(glBindProgramNV(FPNV, 1));
}

/* Numbers of 16 bits and of fixed point in a picture: 2049 is no number of 16 bits, and 1/2048 none of fixed point. */
static void precision(void) {
    draw("!!FP1.0 ADD H0, 2048, 1; SUB R0, H0, 2048; MOV o[COLR], R0; END");
    CHECK(all_are(0, 0, 0, 0));
    draw("!!FP1.0 ADDR R0, 2048, 1; SUB R0, R0, 2048; MOV o[COLR], R0; END");
    CHECK(all_are(1, 1, 1, 1));
    draw("!!FP1.0 MOV R0, {0.00048, 3, -3, 0.5}; MULX R0, R0, 1; MAD o[COLR], R0, {1, 0.25}.xyyx, {0, 0.5}.xxyx; END");
    CHECK(all_are(0, 0.5f, 0, 0.5f));
}

static void fixed_function_is_replaced(void) {
    static const GLubyte texel[4] = {255, 128, 0, 255};
    glBindTexture(GL_TEXTURE_2D, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_FOG);
    glEnable(GL_COLOR_SUM);
    glSecondaryColor3f(1, 1, 1);
    glFogf(GL_FOG_DENSITY, 1);
    draw("!!FP1.0 TEX R0, f[TEX0], TEX0, 2D; MOV o[COLR], R0; END");
    CHECK(all_are(1, 0.5f, 0, 1));
    /* f[COL1] with its alpha, and f[FOGC]. */
    glColor4f(0.5f, 0.25f, 0.75f, 1);
    glSecondaryColor3f(0.25f, 0.5f, 0);
    draw("!!FP1.0 MOV R0, f[COL0]; ADD o[COLR], R0, f[COL1]; END");
    CHECK(all_are(0.75f, 0.75f, 0.75f, 1));
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogCoordf(0.5f);
    draw("!!FP1.0 ADD o[COLR], f[FOGC], {0, 0.25, 0.5, 1}; END");
    CHECK(all_are(0.5f, 0.25f, 0.5f, 1));
    glDisable(GL_FOG);
    glDisable(GL_COLOR_SUM);
    /* An incomplete texture gives (0, 0, 0, 0). An ARB program gets (0, 0, 0, 1). */
    draw("!!FP1.0 TEX R0, f[TEX0], TEX9, 2D; ADD o[COLR], R0, {0, 0.5, 0, 0}; END");
    CHECK(all_are(0, 0.5f, 0, 0));
    FINE(glBindProgramARB(FP, 4));
    FINE(load(FP, "!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[9], CUBE; END"));
    clear();
    FINE(quad());
    CHECK(all_are(0, 0, 0, 1));
    FINE(glBindProgramNV(FPNV, 1));
    /* Pixel rectangles run the program, too. */
    GLfloat pixel[4] = {0.25f, 0.5f, 1, 1};
    FINE(load_nv(1, "!!FP1.0 MUL o[COLR], f[COL0], 0.5; END"));
    clear();
    FINE(glRasterPos2f(-1, -1));
    FINE(glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, pixel));
    CHECK(pixel_is(0, 0, 0.125f, 0.25f, 0.5f, 0.5f));
}

static void conditions(void) {
    /* The left half is killed, and what is above the middle is blue. */
    draw("!!FP1.0 SUBC RC, f[WPOS], 4; KIL LT.x; MOV o[COLR], {1}; MOV o[COLR] (GT.y), {0, 0, 1}; END");
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) CHECK(pixel_is(x, y, x >= 4 && y < 4, 0, x >= 4 && y >= 4, x >= 4));
    draw("!!FP1.0 MUL R0, f[WPOS], f[WPOS]; DDX R1, R0; DDY R2, f[WPOS]; MUL o[COLR].xy, R1, 0.0625; MOV o[COLR].zw, R2.xyxy; END");
    CHECK(pixel_is(5, 3, 10 / 16.0f, 0, 0, 1));
}

/* For a program that writes depths, nothing is clipped to the near and far planes. Its own depths are tested, and fragments whose depth
 * is outside the depth range are lost (2.11, 3.11.6). */
static void depths(void) {
    const char *program = "!!FP1.0 DECLARE z; MOV o[DEPR].z, z.x; MOV o[COLR], 1; END";
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    FINE(load_nv(1, program));
    static const struct { float z, near, far; int clamp, seen; float depth; } cases[] = {
        {0.5f, 0, 1, 0, 1, 0.5f}, {1.5f, 0, 1, 0, 0, 1}, {-0.5f, 0, 1, 0, 0, 1}, {1.5f, 0, 1, 1, 1, 1}, {-0.5f, 0, 1, 1, 1, 0},
        {0.2f, 0.25f, 0.75f, 0, 0, 1}, {0.3f, 0.75f, 0.25f, 0, 1, 0.3f}, {0.9f, 0.75f, 0.25f, 1, 1, 0.75f},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int beyond = 0; beyond < 2; beyond++) {
            glDepthRange(cases[i].near, cases[i].far);
            (cases[i].clamp ? glEnable : glDisable)(GL_DEPTH_CLAMP_NV);
            FINE(set(1, "z", cases[i].z, 0, 0, 0));
            clear();
            glBegin(GL_QUADS);
            float z = beyond ? 3 : 0;
            glVertex3f(-1, -1, z);
            glVertex3f(1, -1, z);
            glVertex3f(1, 1, -z);
            glVertex3f(-1, 1, -z);
            FINE(glEnd());
            int seen = cases[i].seen;
            CHECK(all_are(seen, seen, seen, seen));
            GLfloat depth;
            glReadPixels(3, 3, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
            CHECK(fabsf(depth - cases[i].depth) < 1e-5f);
        }
    }
    /* For a program that writes no depth, primitives are clipped. */
    glDepthRange(0, 1);
    glDisable(GL_DEPTH_CLAMP_NV);
    FINE(load_nv(1, "!!FP1.0 MOV o[COLR], 1; END"));
    clear();
    glBegin(GL_QUADS);
    glVertex3f(-1, -1, 3);
    glVertex3f(1, -1, 3);
    glVertex3f(1, 1, 3);
    glVertex3f(-1, 1, 3);
    FINE(glEnd());
    CHECK(all_are(0, 0, 0, 0));
    glDisable(GL_DEPTH_TEST);
}

int main(void) {
    OSMesaContext context = make_context(NULL);
    find();
    objects();
    parameters();
    precision();
    fixed_function_is_replaced();
    conditions();
    depths();
    OSMesaDestroyContext(context);
    return 0;
}
