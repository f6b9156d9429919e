/* Proves NV_vertex_program, NV_vertex_program1_1 and NV_vertex_program2 through GL: program objects, parameters, tracked matrices, state
 * programs, attributes and their aliases, arrays, evaluators, results, display lists. Texts of the three languages are loaded by
 * LoadProgramNV and by ProgramStringARB. */
#include "programs.h"

/* The commands that the library of the link does not have. */
#define COMMANDS(X) \
    X(PFNGLAREPROGRAMSRESIDENTNVPROC, glAreProgramsResidentNV) \
    X(PFNGLBINDPROGRAMNVPROC, glBindProgramNV) \
    X(PFNGLDELETEPROGRAMSNVPROC, glDeleteProgramsNV) \
    X(PFNGLEXECUTEPROGRAMNVPROC, glExecuteProgramNV) \
    X(PFNGLGENPROGRAMSNVPROC, glGenProgramsNV) \
    X(PFNGLGETPROGRAMPARAMETERDVNVPROC, glGetProgramParameterdvNV) \
    X(PFNGLGETPROGRAMPARAMETERFVNVPROC, glGetProgramParameterfvNV) \
    X(PFNGLGETPROGRAMSTRINGNVPROC, glGetProgramStringNV) \
    X(PFNGLGETPROGRAMIVNVPROC, glGetProgramivNV) \
    X(PFNGLGETTRACKMATRIXIVNVPROC, glGetTrackMatrixivNV) \
    X(PFNGLGETVERTEXATTRIBPOINTERVNVPROC, glGetVertexAttribPointervNV) \
    X(PFNGLGETVERTEXATTRIBDVNVPROC, glGetVertexAttribdvNV) \
    X(PFNGLGETVERTEXATTRIBFVNVPROC, glGetVertexAttribfvNV) \
    X(PFNGLGETVERTEXATTRIBIVNVPROC, glGetVertexAttribivNV) \
    X(PFNGLISPROGRAMNVPROC, glIsProgramNV) \
    X(PFNGLLOADPROGRAMNVPROC, glLoadProgramNV) \
    X(PFNGLPROGRAMPARAMETER4DNVPROC, glProgramParameter4dNV) \
    X(PFNGLPROGRAMPARAMETER4DVNVPROC, glProgramParameter4dvNV) \
    X(PFNGLPROGRAMPARAMETER4FNVPROC, glProgramParameter4fNV) \
    X(PFNGLPROGRAMPARAMETER4FVNVPROC, glProgramParameter4fvNV) \
    X(PFNGLPROGRAMPARAMETERS4DVNVPROC, glProgramParameters4dvNV) \
    X(PFNGLPROGRAMPARAMETERS4FVNVPROC, glProgramParameters4fvNV) \
    X(PFNGLREQUESTRESIDENTPROGRAMSNVPROC, glRequestResidentProgramsNV) \
    X(PFNGLTRACKMATRIXNVPROC, glTrackMatrixNV) \
    X(PFNGLVERTEXATTRIB1DNVPROC, glVertexAttrib1dNV) \
    X(PFNGLVERTEXATTRIB1FNVPROC, glVertexAttrib1fNV) \
    X(PFNGLVERTEXATTRIB2FNVPROC, glVertexAttrib2fNV) \
    X(PFNGLVERTEXATTRIB2SNVPROC, glVertexAttrib2sNV) \
    X(PFNGLVERTEXATTRIB4FNVPROC, glVertexAttrib4fNV) \
    X(PFNGLVERTEXATTRIB4UBNVPROC, glVertexAttrib4ubNV) \
    X(PFNGLVERTEXATTRIBPOINTERNVPROC, glVertexAttribPointerNV) \
    X(PFNGLVERTEXATTRIBS3SVNVPROC, glVertexAttribs3svNV) \
    X(PFNGLVERTEXATTRIBS4FVNVPROC, glVertexAttribs4fvNV)
#define DECLARE(type, name) static type name##_;
#define FIND(type, name) CHECK((name##_ = (type)OSMesaGetProcAddress(#name)));
COMMANDS(DECLARE)

static void find_commands(void) {
    COMMANDS(FIND)
}

#define glAreProgramsResidentNV glAreProgramsResidentNV_
#define glBindProgramNV glBindProgramNV_
#define glDeleteProgramsNV glDeleteProgramsNV_
#define glExecuteProgramNV glExecuteProgramNV_
#define glGenProgramsNV glGenProgramsNV_
#define glGetProgramParameterdvNV glGetProgramParameterdvNV_
#define glGetProgramParameterfvNV glGetProgramParameterfvNV_
#define glGetProgramStringNV glGetProgramStringNV_
#define glGetProgramivNV glGetProgramivNV_
#define glGetTrackMatrixivNV glGetTrackMatrixivNV_
#define glGetVertexAttribPointervNV glGetVertexAttribPointervNV_
#define glGetVertexAttribdvNV glGetVertexAttribdvNV_
#define glGetVertexAttribfvNV glGetVertexAttribfvNV_
#define glGetVertexAttribivNV glGetVertexAttribivNV_
#define glIsProgramNV glIsProgramNV_
#define glLoadProgramNV glLoadProgramNV_
#define glProgramParameter4dNV glProgramParameter4dNV_
#define glProgramParameter4dvNV glProgramParameter4dvNV_
#define glProgramParameter4fNV glProgramParameter4fNV_
#define glProgramParameter4fvNV glProgramParameter4fvNV_
#define glProgramParameters4dvNV glProgramParameters4dvNV_
#define glProgramParameters4fvNV glProgramParameters4fvNV_
#define glRequestResidentProgramsNV glRequestResidentProgramsNV_
#define glTrackMatrixNV glTrackMatrixNV_
#define glVertexAttrib1dNV glVertexAttrib1dNV_
#define glVertexAttrib1fNV glVertexAttrib1fNV_
#define glVertexAttrib2fNV glVertexAttrib2fNV_
#define glVertexAttrib2sNV glVertexAttrib2sNV_
#define glVertexAttrib4fNV glVertexAttrib4fNV_
#define glVertexAttrib4ubNV glVertexAttrib4ubNV_
#define glVertexAttribPointerNV glVertexAttribPointerNV_
#define glVertexAttribs3svNV glVertexAttribs3svNV_
#define glVertexAttribs4fvNV glVertexAttribs4fvNV_

#define NV GL_VERTEX_PROGRAM_NV
#define STATE GL_VERTEX_STATE_PROGRAM_NV

static void load_nv(GLenum target, GLuint id, const char *text) {
    glLoadProgramNV(target, id, (GLsizei)strlen(text), (const GLubyte *)text);
}

static int program_of(GLuint id, GLenum name) {
    GLint value = -12345;
    FINE(glGetProgramivNV(id, name, &value));
    return value;
}

static int parameter_is(GLuint n, float x, float y, float z, float w) {
    GLfloat p[4];
    GLdouble d[4];
    FINE(glGetProgramParameterfvNV(NV, n, GL_PROGRAM_PARAMETER_NV, p));
    FINE(glGetProgramParameterdvNV(NV, n, GL_PROGRAM_PARAMETER_NV, d));
    for (int i = 0; i < 4; i++) CHECK(p[i] == (float)d[i]);
    if (p[0] == x && p[1] == y && p[2] == z && p[3] == w) return 1;
    fprintf(stderr, "parameter %u: %g %g %g %g\n", n, p[0], p[1], p[2], p[3]);
    return 0;
}

/* Returns the text of a program that shows `source` as a colour. */
static const char *showing(const char *source) {
    static char text[256];
    snprintf(text, sizeof text, "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0], %s;\nEND\n", source);
    return text;
}

static void show(const char *source) {
    FINE(load_nv(NV, 1, showing(source)));
    FINE(glBindProgramNV(NV, 1));
    glEnable(NV);
    clear();
}

static void objects(void) {
    GLuint names[3] = {0, 0, 0};
    GLboolean resident[3] = {9, 9, 9};
    FINE(glGenProgramsNV(3, names));
    CHECK(names[0] && names[1] && names[2] && names[0] != names[1]);
    CHECK(!glIsProgramNV(names[0]));
    /* A bound name is no object before it is loaded. */
    FINE(glBindProgramNV(NV, names[0]));
    CHECK(get_int(GL_VERTEX_PROGRAM_BINDING_NV) == (int)names[0] && !glIsProgramNV(names[0]) && !glIsProgramARB(names[0]));
    glEnable(NV);
    RAISES(GL_INVALID_OPERATION, glBegin(GL_POINTS));
    RAISES(GL_INVALID_OPERATION, glRasterPos2f(0, 0));
    /* A text that does not load makes no object either. */
    const char *bad = "!!VP1.0\nMOV o[HPOS], v[16];\nEND";
    RAISES(GL_INVALID_OPERATION, load_nv(NV, names[0], bad));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == (int)(strstr(bad, "16") - bad) && !glIsProgramNV(names[0]));
    const char *good = showing("c[7]");
    FINE(load_nv(NV, names[0], good));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == -1 && glIsProgramNV(names[0]) && glIsProgramARB(names[0]));
    /* The program that is loaded is the bound one, without another bind. */
    FINE(glProgramParameter4fNV(NV, 7, 1, 0.5f, 0, 1));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 1, 0.5f, 0, 1));
    CHECK(program_of(names[0], GL_PROGRAM_TARGET_NV) == NV && program_of(names[0], GL_PROGRAM_RESIDENT_NV) == 1);
    CHECK(program_of(names[0], GL_PROGRAM_LENGTH_NV) == (int)strlen(good));
    char back[256];
    memset(back, 'x', sizeof back);
    FINE(glGetProgramStringNV(names[0], GL_PROGRAM_STRING_NV, (GLubyte *)back));
    CHECK(!memcmp(back, good, strlen(good)) && back[strlen(good)] == 'x');
    /* A text that does not load leaves the program as it is. */
    RAISES(GL_INVALID_OPERATION, load_nv(NV, names[0], "!!VP1.0\nMOV o[COL0], v[3];\nEND"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == 30);
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 1, 0.5f, 0, 1));
    /* All targets have one name space. */
    FINE(load_nv(STATE, names[1], "!!VSP1.0\nMOV c[3], v[0];\nEND"));
    CHECK(program_of(names[1], GL_PROGRAM_TARGET_NV) == STATE);
    RAISES(GL_INVALID_OPERATION, glBindProgramNV(NV, names[1]));
    RAISES(GL_INVALID_OPERATION, glBindProgramARB(VP, names[1]));
    RAISES(GL_INVALID_OPERATION, load_nv(NV, names[1], good));
    RAISES(GL_INVALID_OPERATION, glBindProgramARB(FP, names[0]));
    /* Objects of ARB's commands are the same objects, by name and by text. */
    FINE(glBindProgramARB(VP, names[2]));
    CHECK(glIsProgramNV(names[2]) && program_of(names[2], GL_PROGRAM_LENGTH_NV) == 0);
    FINE(load(VP, "!!VP1.1\nADD o[HPOS], +v[0], c[1];\nMOV o[COL0], v[3];\nEND"));
    CHECK(program_int(VP, GL_PROGRAM_INSTRUCTIONS_ARB) == 2);
    FINE(load_nv(NV, names[2], "!!ARBvp1.0\nMOV result.position, vertex.position; MOV result.color, program.env[7]; END"));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 1, 0.5f, 0, 1));
    FINE(CHECK(glAreProgramsResidentNV(3, names, resident) == GL_TRUE));
    CHECK(resident[0] == 9);
    FINE(glRequestResidentProgramsNV(3, names));
    FINE(glDeleteProgramsNV(1, &names[2]));
    CHECK(get_int(GL_VERTEX_PROGRAM_BINDING_NV) == 0 && !glIsProgramNV(names[2]));
    RAISES(GL_INVALID_VALUE, glAreProgramsResidentNV(3, names, resident));
    RAISES(GL_INVALID_OPERATION, glBegin(GL_POINTS));
    glDisable(NV);
    for (int i = 0; i < 3; i++) {
        static const char *const later[] = {"!!NVvp4.0\nEND", "!!NVfp4.0\nEND", "!!NVgp4.0\nEND"};
        RAISES(GL_INVALID_OPERATION, load_nv(NV, 9, later[i]));
        CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "NV_gpu_program4"));
        CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == 0);
    }
    glDeleteProgramsNV(2, names);
}

static void parameters(void) {
    const GLfloat f[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const GLdouble d[8] = {-1, -2, -3, -4, -5, -6, -7, -8};
    FINE(glProgramParameter4fvNV(NV, 255, f));
    FINE(glProgramParameter4dNV(NV, 0, 0.5, 0.25, -1, 1e10));
    CHECK(parameter_is(255, 1, 2, 3, 4) && parameter_is(0, 0.5f, 0.25f, -1, 1e10f));
    FINE(glProgramParameters4fvNV(NV, 90, 3, f));
    CHECK(parameter_is(90, 1, 2, 3, 4) && parameter_is(92, 9, 10, 11, 12));
    FINE(glProgramParameters4dvNV(NV, 91, 2, d));
    CHECK(parameter_is(91, -1, -2, -3, -4) && parameter_is(92, -5, -6, -7, -8));
    FINE(glProgramParameter4dvNV(NV, 90, d));
    CHECK(parameter_is(90, -1, -2, -3, -4));
    /* The parameters are the environment of ARB programs. */
    GLfloat env[4];
    FINE(glGetProgramEnvParameterfvARB(VP, 92, env));
    CHECK(env[0] == -5 && env[3] == -8);
    FINE(glProgramEnvParameter4fARB(VP, 92, 1, 1, 1, 1));
    CHECK(parameter_is(92, 1, 1, 1, 1));
}

/* The example of the text, and parameters that follow a matrix. */
static void tracking(void) {
    const GLfloat matrix[16] = {1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16};
    GLfloat top[16];
    FINE(glMatrixMode(GL_MATRIX0_NV));
    CHECK(get_int(GL_MATRIX_MODE) == GL_MATRIX0_NV && get_int(GL_CURRENT_MATRIX_STACK_DEPTH_NV) == 1);
    FINE(glLoadMatrixf(matrix));
    FINE(glGetFloatv(GL_CURRENT_MATRIX_NV, top));
    CHECK(!memcmp(top, matrix, sizeof top));
    FINE(glTrackMatrixNV(NV, 4, GL_MATRIX0_NV, GL_IDENTITY_NV));
    FINE(glTrackMatrixNV(NV, 8, GL_MATRIX0_NV, GL_TRANSPOSE_NV));
    CHECK(parameter_is(5, 5, 6, 7, 8) && parameter_is(9, 2, 6, 10, 14));
    /* The same matrix by its ARB name. */
    FINE(glMatrixMode(GL_MATRIX0_ARB));
    FINE(glGetFloatv(GL_CURRENT_MATRIX_ARB, top));
    CHECK(!memcmp(top, matrix, sizeof top));
    FINE(glLoadIdentity());
    CHECK(parameter_is(5, 0, 1, 0, 0) && parameter_is(9, 0, 1, 0, 0));
    FINE(glScalef(2, 4, 8));
    FINE(glTranslatef(1, 2, 3));
    CHECK(parameter_is(5, 0, 4, 0, 8) && parameter_is(8, 2, 0, 0, 0) && parameter_is(11, 2, 8, 24, 1));
    RAISES(GL_INVALID_OPERATION, glProgramParameter4fNV(NV, 6, 0, 0, 0, 0));
    FINE(glTrackMatrixNV(NV, 8, GL_MATRIX0_NV, GL_INVERSE_NV));
    CHECK(parameter_is(9, 0, 0.25f, 0, -2));
    FINE(glTrackMatrixNV(NV, 8, GL_MATRIX0_NV, GL_INVERSE_TRANSPOSE_NV));
    CHECK(parameter_is(11, -1, -2, -3, 1));
    /* A parameter that stops tracking keeps its last values. */
    FINE(glTrackMatrixNV(NV, 4, GL_NONE, GL_IDENTITY_NV));
    FINE(glLoadIdentity());
    CHECK(parameter_is(5, 0, 4, 0, 8) && parameter_is(11, 0, 0, 0, 1));
    FINE(glProgramParameter4fNV(NV, 5, 1, 2, 3, 4));
    /* TEXTURE is the matrix of the unit that is active at the time of the command. */
    FINE(glActiveTexture(GL_TEXTURE2));
    FINE(glTrackMatrixNV(NV, 4, GL_TEXTURE, GL_IDENTITY_NV));
    GLint tracked;
    FINE(glGetTrackMatrixivNV(NV, 4, GL_TRACK_MATRIX_NV, &tracked));
    CHECK(tracked == GL_TEXTURE2);
    FINE(glActiveTexture(GL_TEXTURE0));
    FINE(glMatrixMode(GL_TEXTURE));
    FINE(glScalef(3, 3, 3));
    CHECK(parameter_is(4, 1, 0, 0, 0));
    FINE(glLoadIdentity());
    FINE(glTrackMatrixNV(NV, 4, GL_COLOR, GL_IDENTITY_NV));
    FINE(glMatrixMode(GL_COLOR));
    FINE(glScalef(3, 3, 3));
    CHECK(parameter_is(4, 3, 0, 0, 0));
    FINE(glLoadIdentity());
    /* A draw reads the matrix as it is then: C = P M. */
    FINE(glTrackMatrixNV(NV, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV));
    FINE(load_nv(NV, 2, "!!VP1.0\nDP4 o[HPOS].x, c[0], v[0];\nDP4 o[HPOS].y, c[1], v[0];\nDP4 o[HPOS].z, c[2], v[0];\nDP4 o[HPOS].w, c[3], v[0];\n"
                        "MOV o[COL0], v[3];\nEND"));
    FINE(glBindProgramNV(NV, 2));
    glEnable(NV);
    for (int i = 0; i < 2; i++) {
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glTranslatef(i ? 0.5f : -0.5f, 0, 0);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glScalef(0.5f, 1, 1);
        clear();
        glColor4f(1, 1, 0, 1);
        FINE(quad());
        CHECK(pixel_is(1, 4, !i, !i, 0, !i) && pixel_is(6, 4, i, i, 0, i));
    }
    glLoadIdentity();
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    for (GLuint address = 0; address < 12; address += 4) FINE(glTrackMatrixNV(NV, address, GL_NONE, GL_IDENTITY_NV));
    glDisable(NV);
}

static void state_programs(void) {
    const GLfloat v[4] = {2, 3, 4, 5};
    FINE(load_nv(STATE, 3, "!!VSP1.0\nMUL c[40], c[41], v[0].x;\nMOV c[41].yw, v[0];\nADD R0, c[40], c[40];\nMOV c[42], R0;\nEND"));
    FINE(glProgramParameter4fNV(NV, 41, 1, 2, 3, 4));
    FINE(glExecuteProgramNV(STATE, 3, v));
    CHECK(parameter_is(40, 2, 4, 6, 8) && parameter_is(41, 1, 3, 3, 5) && parameter_is(42, 4, 8, 12, 16));
    FINE(glExecuteProgramNV(STATE, 3, v));
    CHECK(parameter_is(40, 2, 6, 6, 10));
    /* A parameter that the program writes tracks a matrix. So the program is invalid, and nothing changes. */
    FINE(glTrackMatrixNV(NV, 40, GL_MODELVIEW, GL_IDENTITY_NV));
    RAISES(GL_INVALID_OPERATION, glExecuteProgramNV(STATE, 3, v));
    CHECK(parameter_is(40, 1, 0, 0, 0));
    FINE(glTrackMatrixNV(NV, 40, GL_NONE, GL_IDENTITY_NV));
    /* A program may read tracked parameters. */
    FINE(glTrackMatrixNV(NV, 48, GL_MODELVIEW, GL_IDENTITY_NV));
    FINE(glTranslatef(7, 8, 9));
    FINE(load_nv(STATE, 3, "!!VSP1.0\nARL A0.x, v[0].x;\nMOV c[40], c[A0.x + 46];\nMOV c[41], c[49];\nEND"));
    FINE(glExecuteProgramNV(STATE, 3, v));
    CHECK(parameter_is(40, 1, 0, 0, 7) && parameter_is(41, 0, 1, 0, 8));
    FINE(glLoadIdentity());
    FINE(glTrackMatrixNV(NV, 48, GL_NONE, GL_IDENTITY_NV));
    RAISES(GL_INVALID_OPERATION, glExecuteProgramNV(STATE, 77, v));
    RAISES(GL_INVALID_ENUM, glExecuteProgramNV(NV, 3, v));
}

static int attribute_is(GLuint n, float x, float y, float z, float w) {
    GLfloat v[4];
    GLint i[4];
    GLdouble d[4];
    FINE(glGetVertexAttribfvNV(n, GL_CURRENT_ATTRIB_NV, v));
    FINE(glGetVertexAttribdvNV(n, GL_CURRENT_ATTRIB_NV, d));
    FINE(glGetVertexAttribivNV(n, GL_CURRENT_ATTRIB_NV, i));
    for (int c = 0; c < 4; c++) CHECK(v[c] == (float)d[c] && i[c] == (GLint)lroundf(v[c]));
    return v[0] == x && v[1] == y && v[2] == z && v[3] == w;
}

/* Conventional commands and NV commands write the same values (table X.2). */
static void attributes(void) {
    GLfloat v[4];
    FINE(glVertexAttrib4fNV(3, 0.25f, 0.5f, 0.75f, 1));
    FINE(glGetFloatv(GL_CURRENT_COLOR, v));
    CHECK(v[0] == 0.25f && v[2] == 0.75f);
    FINE(glColor3f(1, 0.5f, 0));
    CHECK(attribute_is(3, 1, 0.5f, 0, 1));
    FINE(glNormal3f(3, 4, 5));
    CHECK(attribute_is(2, 3, 4, 5, 1));
    FINE(glFogCoordf(9));
    CHECK(attribute_is(5, 9, 0, 0, 1));
    FINE(glMultiTexCoord3f(GL_TEXTURE6, 1, 2, 3));
    CHECK(attribute_is(14, 1, 2, 3, 1));
    FINE(glVertexAttrib2sNV(10, -7, 8));
    FINE(glActiveTexture(GL_TEXTURE2));
    FINE(glGetFloatv(GL_CURRENT_TEXTURE_COORDS, v));
    FINE(glActiveTexture(GL_TEXTURE0));
    CHECK(v[0] == -7 && v[1] == 8 && v[2] == 0 && v[3] == 1);
    FINE(glVertexAttrib1dNV(6, 0.125));
    CHECK(attribute_is(6, 0.125f, 0, 0, 1));
    FINE(glVertexAttrib4ubNV(7, 0, 255, 51, 102));
    CHECK(attribute_is(7, 0, 1, 0.2f, 0.4f));
    /* The generic attributes of ARB programs are separate. */
    FINE(glVertexAttrib4fARB(3, 8, 8, 8, 8));
    CHECK(attribute_is(3, 1, 0.5f, 0, 1));
    const GLshort s[6] = {1, 2, 3, 4, 5, 6};
    FINE(glVertexAttribs3svNV(8, 2, s));
    CHECK(attribute_is(8, 1, 2, 3, 1) && attribute_is(9, 4, 5, 6, 1));
    RAISES(GL_INVALID_VALUE, glGetVertexAttribfvNV(0, GL_CURRENT_ATTRIB_NV, v));
    static const char *const sources[] = {"v[COL0]", "v[3]", "v[TEX2]", "v[6]", "v[7]", "v[WGHT]"};
    for (int i = 0; i < 6; i++) {
        static const GLuint numbers[] = {3, 3, 10, 6, 7, 1};
        show(sources[i]);
        FINE(glVertexAttrib4fNV(numbers[i], 1, 0, 1, 1));
        /* Attribute 0 is the vertex, also outside Begin and End. */
        FINE(glVertexAttrib2fNV(0, 0, 0));
        const GLfloat corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
        glBegin(GL_QUADS);
        for (int c = 0; c < 4; c++) {
            /* Attributes are written in descending order: the vertex has the attribute of the index after it. */
            GLfloat both[8] = {corners[2 * c], corners[2 * c + 1], 0, 1, 0, 1, 1, 1};
            if (numbers[i] == 1) glVertexAttribs4fvNV(0, 2, both);
            else glVertexAttrib2fNV(0, both[0], both[1]);
        }
        FINE(glEnd());
        if (numbers[i] == 1) CHECK(pixel_is(4, 4, 0, 1, 1, 1));
        else CHECK(pixel_is(4, 4, 1, 0, 1, 1));
    }
    FINE(glPushAttrib(GL_CURRENT_BIT));
    FINE(glVertexAttrib4fNV(6, 5, 5, 5, 5));
    FINE(glPopAttrib());
    CHECK(attribute_is(6, 1, 0, 1, 1));
    glDisable(NV);
}

/* Generic arrays take precedence over the conventional arrays that they alias, under a vertex program only. */
static void arrays(void) {
    const GLshort corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    const GLfloat centre[8] = {0};
    const GLubyte red[16] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
    const GLubyte green[16] = {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255};
    GLvoid *pointer = NULL;
    show("v[COL0]");
    FINE(glVertexAttribPointerNV(0, 2, GL_SHORT, 0, corners));
    FINE(glVertexAttribPointerNV(3, 4, GL_UNSIGNED_BYTE, 0, red));
    FINE(glGetVertexAttribPointervNV(3, GL_ATTRIB_ARRAY_POINTER_NV, &pointer));
    CHECK(pointer == red);
    FINE(glColorPointer(4, GL_UNSIGNED_BYTE, 0, green));
    FINE(glVertexPointer(2, GL_FLOAT, 0, centre));
    FINE(glEnableClientState(GL_VERTEX_ARRAY));
    FINE(glEnableClientState(GL_COLOR_ARRAY));
    FINE(glEnableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV));
    CHECK(glIsEnabled(GL_VERTEX_ATTRIB_ARRAY0_NV) && !glIsEnabled(GL_VERTEX_ATTRIB_ARRAY3_NV));
    /* Array 0 takes precedence over the vertex array, and attribute 3 is the colour. */
    FINE(glDrawArrays(GL_QUADS, 0, 4));
    CHECK(pixel_is(1, 1, 0, 1, 0, 1));
    FINE(glEnableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV));
    clear();
    FINE(glDrawArrays(GL_QUADS, 0, 4));
    CHECK(pixel_is(1, 1, 1, 0, 0, 1));
    clear();
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) glArrayElement(i);
    FINE(glEnd());
    CHECK(pixel_is(6, 6, 1, 0, 0, 1));
    clear();
    const GLuint indices[4] = {0, 1, 2, 3};
    FINE(glDrawElements(GL_QUADS, 4, GL_UNSIGNED_INT, indices));
    CHECK(pixel_is(6, 1, 1, 0, 0, 1));
    FINE(glDisableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV));
    clear();
    FINE(glDrawArrays(GL_QUADS, 0, 4));
    CHECK(pixel_is(1, 1, 0, 1, 0, 1));
    /* Without a vertex program generic arrays are ignored: all vertices are the centre. */
    glDisable(NV);
    clear();
    FINE(glDrawArrays(GL_QUADS, 0, 4));
    CHECK(pixel_is(1, 1, 0, 0, 0, 0));
    /* ARB's command enables both. */
    FINE(glEnableVertexAttribArrayARB(3));
    CHECK(glIsEnabled(GL_VERTEX_ATTRIB_ARRAY3_NV));
    FINE(glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT));
    FINE(glDisableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV));
    GLint enabled = 0;
    FINE(glGetVertexAttribivARB(3, GL_VERTEX_ATTRIB_ARRAY_ENABLED_ARB, &enabled));
    CHECK(enabled == 1 && !glIsEnabled(GL_VERTEX_ATTRIB_ARRAY3_NV));
    FINE(glPopClientAttrib());
    CHECK(glIsEnabled(GL_VERTEX_ATTRIB_ARRAY3_NV));
    FINE(glDisableVertexAttribArrayARB(3));
    FINE(glDisableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV));
    FINE(glDisableClientState(GL_COLOR_ARRAY));
    FINE(glDisableClientState(GL_VERTEX_ARRAY));
}

static void evaluators(void) {
    const GLfloat line[8] = {-1, 0.125f, 0, 1, 1, 0.125f, 0, 1};
    const GLfloat colours[8] = {1, 0, 0, 1, 1, 0, 0, 1}, others[8] = {0, 0, 1, 1, 0, 0, 1, 1};
    show("v[COL0]");
    glColor4f(1, 1, 1, 1);
    FINE(glMap1f(GL_MAP1_VERTEX_ATTRIB0_4_NV, 0, 1, 4, 2, line));
    FINE(glMap1f(GL_MAP1_VERTEX_ATTRIB3_4_NV, 0, 1, 4, 2, colours));
    FINE(glMap1f(GL_MAP1_COLOR_4, 0, 1, 4, 2, others));
    FINE(glEnable(GL_MAP1_VERTEX_ATTRIB0_4_NV));
    FINE(glEnable(GL_MAP1_COLOR_4));
    FINE(glMapGrid1f(8, 0, 1));
    FINE(glEvalMesh1(GL_LINE, 0, 8));
    CHECK(pixel_is(4, 4, 0, 0, 1, 1));
    FINE(glEnable(GL_MAP1_VERTEX_ATTRIB3_4_NV));
    clear();
    FINE(glEvalMesh1(GL_LINE, 0, 8));
    CHECK(pixel_is(4, 4, 1, 0, 0, 1));
    CHECK(attribute_is(3, 1, 1, 1, 1));
    /* Without a program the maps of attributes have no effect: no map gives a vertex. */
    glDisable(NV);
    clear();
    FINE(glEvalMesh1(GL_LINE, 0, 8));
    CHECK(pixel_is(4, 4, 0, 0, 0, 0));
    glDisable(GL_MAP1_COLOR_4);
    glDisable(GL_MAP1_VERTEX_ATTRIB0_4_NV);
    glDisable(GL_MAP1_VERTEX_ATTRIB3_4_NV);
    /* AUTO_NORMAL gives the normal without normalizing it: (4, 0, 0) x (0, 1, 0) has length 4. */
    const GLfloat patch[16] = {-2, -0.5f, 0, 1, -2, 0.5f, 0, 1, 2, -0.5f, 0, 1, 2, 0.5f, 0, 1};
    FINE(glMap2f(GL_MAP2_VERTEX_ATTRIB0_4_NV, 0, 1, 8, 2, 0, 1, 4, 2, patch));
    FINE(load_nv(NV, 1, "!!VP1.0\nMOV o[HPOS], v[0];\nMUL o[COL0], v[NRML].z, c[60];\nEND"));
    FINE(glProgramParameter4fNV(NV, 60, 0.25f, 0.125f, 0, 0.25f));
    glEnable(NV);
    glEnable(GL_AUTO_NORMAL);
    glEnable(GL_MAP2_VERTEX_ATTRIB0_4_NV);
    FINE(glMapGrid2f(1, 0, 1, 1, 0, 1));
    clear();
    FINE(glEvalMesh2(GL_FILL, 0, 1, 0, 1));
    CHECK(pixel_is(4, 4, 1, 0.5f, 0, 1));
    glDisable(GL_AUTO_NORMAL);
    glDisable(GL_MAP2_VERTEX_ATTRIB0_4_NV);
    glDisable(NV);
}

/* Colour sum, fog, point size, two sides, clip planes. */
static void results(void) {
    const char *sum = "!!VP1.0\nMOV o[HPOS], v[0];\nMOV o[COL0], c[50];\nMOV o[COL1], c[51];\nEND";
    FINE(glProgramParameter4fNV(NV, 50, 0.25f, 0, 0, 1));
    FINE(glProgramParameter4fNV(NV, 51, 0.5f, 1, 0, 1));
    FINE(load_nv(NV, 1, sum));
    glEnable(NV);
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0.75f, 1, 0, 1));
    /* Fog needs FOGC. */
    const GLfloat fog[4] = {0, 0, 1, 1};
    glFogfv(GL_FOG_COLOR, fog);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, -2);
    glFogf(GL_FOG_END, -1);
    glEnable(GL_FOG);
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0.75f, 1, 0, 1));
    FINE(load_nv(NV, 1, "!!VP1.0\nMOV o[HPOS], v[0];\nMOV o[COL0], c[50];\nMOV o[FOGC].x, c[51].y;\nEND"));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 0, 1, 1));
    glDisable(GL_FOG);
    /* Point sizes come from PSIZ if the program writes it. */
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE_NV);
    for (int i = 0; i < 2; i++) {
        FINE(load_nv(NV, 1, i ? "!!VP1.0\nMOV o[HPOS], v[0];\nMOV o[COL0], c[51];\nMOV o[PSIZ].x, c[52].x;\nEND" : showing("c[51]")));
        FINE(glProgramParameter4fNV(NV, 52, 2, 0, 0, 0));
        glPointSize(6);
        clear();
        glBegin(GL_POINTS);
        glVertex2f(0, 0);
        FINE(glEnd());
        CHECK(pixel_is(2, 2, i ? 0 : 0.5f, !i, 0, !i) && pixel_is(4, 4, 0.5f, 1, 0, 1));
    }
    glDisable(GL_VERTEX_PROGRAM_POINT_SIZE_NV);
    /* Back colours. */
    FINE(load_nv(NV, 1, "!!VP1.1\nMOV o[HPOS], v[0];\nMOV o[COL0], c[50];\nSUB o[BFC0], c[51], v[1].y;\nEND"));
    glVertexAttrib1fNV(1, 0);
    for (int i = 0; i < 3; i++) {
        if (i == 1) glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_NV);
        glFrontFace(i == 2 ? GL_CCW : GL_CW);
        clear();
        FINE(quad());
        CHECK(i == 1 ? pixel_is(4, 4, 0.5f, 1, 0, 1) : pixel_is(4, 4, 0.25f, 0, 0, 1));
    }
    glDisable(GL_VERTEX_PROGRAM_TWO_SIDE_NV);
    /* Clip planes have no effect, even on position-invariant programs. CLP0 has, where its plane is enabled. */
    const GLdouble plane[4] = {1, 0, 0, 0};
    glClipPlane(GL_CLIP_PLANE0, plane);
    static const char *const clipped[] = {
        "!!VP1.0\nMOV o[HPOS], v[0];\nMOV o[COL0], c[51];\nEND",
        "!!VP1.1\nOPTION NV_position_invariant;\nMOV o[COL0], c[51];\nEND",
        "!!VP2.0\nOPTION NV_position_invariant;\nMOV o[COL0], c[51];\nEND",
        "!!VP2.0\nOPTION NV_position_invariant;\nMOV o[COL0], c[51];\nMOV o[CLP0].x, -v[0].x;\nEND",
        "!!VP2.0\nMOV o[HPOS], v[0];\nMOV o[COL0], c[51];\nMOV o[CLP0], v[0];\nEND",
    };
    for (int enabled = 0; enabled < 2; enabled++) {
        if (enabled) glEnable(GL_CLIP_PLANE0);
        for (int i = 0; i < 5; i++) {
            FINE(load_nv(NV, 1, clipped[i]));
            clear();
            FINE(quad());
            int left = !(enabled && i == 4), right = !(enabled && i == 3);
            CHECK(left ? pixel_is(1, 4, 0.5f, 1, 0, 1) : pixel_is(1, 4, 0, 0, 0, 0));
            CHECK(right ? pixel_is(6, 4, 0.5f, 1, 0, 1) : pixel_is(6, 4, 0, 0, 0, 0));
        }
    }
    glDisable(GL_CLIP_PLANE0);
    /* A position-invariant program and the fixed function reach the same depths. */
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glRotatef(33, 1, 2, 3);
    glScalef(0.7f, 0.7f, 0.7f);
    glEnable(GL_DEPTH_TEST);
    glDisable(NV);
    clear();
    glColor4f(0, 0, 1, 1);
    FINE(quad());
    FINE(load_nv(NV, 1, clipped[1]));
    glEnable(NV);
    glDepthFunc(GL_EQUAL);
    FINE(quad());
    CHECK(pixel_is(4, 4, 0.5f, 1, 0, 1));
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);
    glLoadIdentity();
    /* RasterPos runs the program. */
    FINE(load_nv(NV, 1, "!!VP2.0\nADDC o[HPOS].xyzw, v[0], c[53];\nMOV o[COL0], c[50];\nMOV o[TEX2], c[51];\nEND"));
    FINE(glProgramParameter4fNV(NV, 53, 0.5f, 0, 0, 0));
    FINE(glRasterPos2f(0, 0));
    GLfloat position[4];
    glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
    CHECK(position[0] == 6 && position[1] == 4);
    glGetFloatv(GL_CURRENT_RASTER_COLOR, position);
    CHECK(position[0] == 0.25f);
    glDisable(NV);
}

/* Loads, binds, parameters, tracking and executions are compiled. Queries are not (section 5.4). */
static void lists(void) {
    const GLfloat v[4] = {1, 0, 1, 1};
    char text[128];
    strcpy(text, "!!VSP1.0\nMOV c[70], v[0];\nEND");
    FINE(glProgramParameter4fNV(NV, 70, 0, 0, 0, 0));
    FINE(glNewList(5, GL_COMPILE));
    load_nv(STATE, 6, text);
    strcpy(text, "changed");
    glExecuteProgramNV(STATE, 6, v);
    load_nv(NV, 7, showing("c[70]"));
    glBindProgramNV(NV, 7);
    glProgramParameter4fvNV(NV, 71, v);
    glTrackMatrixNV(NV, 72, GL_PROJECTION, GL_IDENTITY_NV);
    glVertexAttrib1fNV(6, 3);
    GLuint name = 0;
    glGenProgramsNV(1, &name);
    CHECK(name && !glIsProgramNV(6));
    glRequestResidentProgramsNV(1, &name);
    load_nv(NV, 8, "!!VP1.0\nEND");
    FINE(glEndList());
    CHECK(!glIsProgramNV(7) && parameter_is(71, 0, 0, 0, 0) && parameter_is(72, 0, 0, 0, 0));
    RAISES(GL_INVALID_OPERATION, glCallList(5));
    CHECK(glIsProgramNV(6) && glIsProgramNV(7) && !glIsProgramNV(8) && get_int(GL_VERTEX_PROGRAM_BINDING_NV) == 7);
    CHECK(parameter_is(70, 1, 0, 1, 1) && parameter_is(71, 1, 0, 1, 1) && parameter_is(72, 1, 0, 0, 0) && attribute_is(6, 3, 0, 0, 1));
    glEnable(NV);
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 1, 0, 1, 1));
    glDisable(NV);
    FINE(glTrackMatrixNV(NV, 72, GL_NONE, GL_IDENTITY_NV));
}

/* Programs are shared. Bindings and parameters are not. */
static void sharing(OSMesaContext first) {
    OSMesaContext second = make_context(first);
    CHECK(glIsProgramNV(7) && get_int(GL_VERTEX_PROGRAM_BINDING_NV) == 0 && parameter_is(70, 0, 0, 0, 0));
    FINE(load_nv(NV, 7, showing("c[71]")));
    CHECK(OSMesaMakeCurrent(first, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    FINE(glProgramParameter4fNV(NV, 71, 0, 1, 1, 1));
    glEnable(NV);
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 1, 1, 1));
    glDisable(NV);
    OSMesaDestroyContext(second);
}

int main(void) {
    OSMesaContext c = make_context(NULL);
    find_commands();
    const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
    CHECK(strstr(extensions, "GL_NV_vertex_program ") && strstr(extensions, "GL_NV_vertex_program1_1 "));
    CHECK(strstr(extensions, "GL_NV_vertex_program2 "));
    CHECK(get_int(GL_MAX_TRACK_MATRICES_NV) >= 8 && get_int(GL_MAX_TRACK_MATRIX_STACK_DEPTH_NV) >= 1);
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_NV) == -1 && get_int(GL_VERTEX_PROGRAM_BINDING_NV) == 0);
    objects();
    parameters();
    tracking();
    state_programs();
    attributes();
    arrays();
    evaluators();
    results();
    lists();
    sharing(c);
    return 0;
}
