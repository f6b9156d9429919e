/* Proves the commands of program objects of ARB_vertex_program and ARB_fragment_program (QUIRKS 0.2-0.6, 0.39-0.43, 0.56, 0.57). */
#include "programs.h"

static const char RED[] = "!!ARBfp1.0 MOV result.color, {1, 0, 0, 1}; END";
static const char PASS[] = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END";

static void names(void) {
    GLuint n[4] = {0, 0, 0, 99};
    FINE(glGenProgramsARB(3, n));
    CHECK(n[0] && n[1] && n[2] && n[0] != n[1] && n[1] != n[2] && n[0] != n[2] && n[3] == 99);
    FINE(glGenProgramsARB(0, n + 3));
    CHECK(n[3] == 99);
    CHECK(!glIsProgramARB(0) && !glIsProgramARB(n[0]));
    FINE(glBindProgramARB(VP, n[0]));
    CHECK(glIsProgramARB(n[0]) && !glIsProgramARB(n[1]));
    CHECK(program_int(VP, GL_PROGRAM_BINDING_ARB) == (int)n[0] && program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    /* There is one name space. An object has one target for its whole life. */
    RAISES(GL_INVALID_OPERATION, glBindProgramARB(FP, n[0]));
    CHECK(program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    /* A name that was never generated. */
    FINE(glBindProgramARB(FP, 7777));
    CHECK(glIsProgramARB(7777) && program_int(FP, GL_PROGRAM_BINDING_ARB) == 7777);
    GLuint more[2];
    FINE(glGenProgramsARB(2, more));
    CHECK(more[0] != n[0] && more[0] != n[1] && more[0] != 7777 && !glIsProgramARB(more[0]));
    /* Deletion ignores 0 and unused names. A bound object is unbound first. */
    GLuint old[4] = {0, 12345678, 7777, n[0]};
    FINE(glDeleteProgramsARB(4, old));
    CHECK(!glIsProgramARB(7777) && !glIsProgramARB(n[0]));
    CHECK(program_int(VP, GL_PROGRAM_BINDING_ARB) == 0 && program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    /* A deleted name may get another target. */
    FINE(glBindProgramARB(FP, n[0]));
    FINE(glDeleteProgramsARB(1, n));
    RAISES(GL_INVALID_VALUE, glGenProgramsARB(-1, n));
    RAISES(GL_INVALID_VALUE, glDeleteProgramsARB(-1, n));
    FINE(glBindProgramARB(VP, 0));
    FINE(glBindProgramARB(FP, 0));
}

static void targets(void) {
    GLfloat f[4] = {0};
    GLdouble d[4] = {0};
    GLint i;
    const GLenum bad = GL_TEXTURE_2D;
    RAISES(GL_INVALID_ENUM, glBindProgramARB(bad, 1));
    CHECK(!glIsProgramARB(1));
    RAISES(GL_INVALID_ENUM, load(bad, RED));
    RAISES(GL_INVALID_ENUM, glProgramEnvParameter4fARB(bad, 0, 0, 0, 0, 0));
    RAISES(GL_INVALID_ENUM, glProgramEnvParameter4fvARB(bad, 0, f));
    RAISES(GL_INVALID_ENUM, glProgramEnvParameter4dARB(bad, 0, 0, 0, 0, 0));
    RAISES(GL_INVALID_ENUM, glProgramEnvParameter4dvARB(bad, 0, d));
    RAISES(GL_INVALID_ENUM, glProgramLocalParameter4fARB(bad, 0, 0, 0, 0, 0));
    RAISES(GL_INVALID_ENUM, glProgramLocalParameter4fvARB(bad, 0, f));
    RAISES(GL_INVALID_ENUM, glProgramLocalParameter4dARB(bad, 0, 0, 0, 0, 0));
    RAISES(GL_INVALID_ENUM, glProgramLocalParameter4dvARB(bad, 0, d));
    RAISES(GL_INVALID_ENUM, glGetProgramEnvParameterfvARB(bad, 0, f));
    RAISES(GL_INVALID_ENUM, glGetProgramEnvParameterdvARB(bad, 0, d));
    RAISES(GL_INVALID_ENUM, glGetProgramLocalParameterfvARB(bad, 0, f));
    RAISES(GL_INVALID_ENUM, glGetProgramLocalParameterdvARB(bad, 0, d));
    RAISES(GL_INVALID_ENUM, glGetProgramivARB(bad, GL_PROGRAM_LENGTH_ARB, &i));
    RAISES(GL_INVALID_ENUM, glGetProgramStringARB(bad, GL_PROGRAM_STRING_ARB, f));
}

static int is(const GLfloat *v, float x, float y, float z, float w) {
    return v[0] == x && v[1] == y && v[2] == z && v[3] == w;
}

static void parameters_of(GLenum target, GLenum other) {
    GLfloat f[4] = {9, 9, 9, 9};
    GLdouble d[4];
    const GLfloat in_f[4] = {1, -2, 3, 4};
    const GLdouble in_d[4] = {0.1, 1e300, -0.5, 2};
    GLuint objects[2];
    int env = program_int(target, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB), local = program_int(target, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB);
    CHECK(env >= 96 && local >= 96);
    FINE(glGenProgramsARB(2, objects));
    FINE(glBindProgramARB(target, objects[0]));
    FINE(glGetProgramEnvParameterfvARB(target, env - 1, f));
    CHECK(is(f, 0, 0, 0, 0));
    f[0] = 9;
    FINE(glGetProgramLocalParameterfvARB(target, local - 1, f));
    CHECK(is(f, 0, 0, 0, 0));
    FINE(glProgramEnvParameter4fARB(target, 3, 1, 2, 3, 4));
    FINE(glProgramEnvParameter4fvARB(target, env - 1, in_f));
    FINE(glProgramEnvParameter4dARB(target, 4, 0.1, 5, 6, 7));
    FINE(glProgramEnvParameter4dvARB(target, 5, in_d));
    FINE(glProgramLocalParameter4fARB(target, 3, 5, 6, 7, 8));
    FINE(glProgramLocalParameter4fvARB(target, local - 1, in_f));
    FINE(glProgramLocalParameter4dARB(target, 4, 0.1, 5, 6, 7));
    FINE(glProgramLocalParameter4dvARB(target, 5, in_d));
    FINE(glGetProgramEnvParameterfvARB(target, 3, f));
    CHECK(is(f, 1, 2, 3, 4));
    FINE(glGetProgramLocalParameterfvARB(target, 3, f));
    CHECK(is(f, 5, 6, 7, 8));
    FINE(glGetProgramEnvParameterfvARB(target, env - 1, f));
    CHECK(is(f, 1, -2, 3, 4));
    FINE(glGetProgramLocalParameterdvARB(target, local - 1, d));
    CHECK(d[0] == 1 && d[1] == -2 && d[2] == 3 && d[3] == 4);
    /* Doubles are stored as floats. */
    FINE(glGetProgramEnvParameterdvARB(target, 4, d));
    CHECK(d[0] == (double)0.1f && d[3] == 7);
    FINE(glGetProgramLocalParameterdvARB(target, 4, d));
    CHECK(d[0] == (double)0.1f);
    FINE(glGetProgramEnvParameterfvARB(target, 5, f));
    CHECK(f[0] == 0.1f && isinf(f[1]) && f[2] == -0.5f);
    FINE(glGetProgramLocalParameterfvARB(target, 5, f));
    CHECK(f[0] == 0.1f && isinf(f[1]) && f[3] == 2);
    /* The environment belongs to the target, local parameters to the object. */
    FINE(glGetProgramEnvParameterfvARB(other, 3, f));
    CHECK(is(f, 0, 0, 0, 0));
    FINE(glBindProgramARB(target, objects[1]));
    FINE(glGetProgramEnvParameterfvARB(target, 3, f));
    CHECK(is(f, 1, 2, 3, 4));
    FINE(glGetProgramLocalParameterfvARB(target, 3, f));
    CHECK(is(f, 0, 0, 0, 0));
    FINE(glBindProgramARB(target, objects[0]));
    /* Local parameters survive a load, also one that fails. */
    FINE(load(target, target == VP ? PASS : RED));
    RAISES(GL_INVALID_OPERATION, load(target, "nonsense"));
    FINE(glGetProgramLocalParameterfvARB(target, 3, f));
    CHECK(is(f, 5, 6, 7, 8));
    RAISES(GL_INVALID_VALUE, glProgramEnvParameter4fARB(target, env, 0, 0, 0, 0));
    RAISES(GL_INVALID_VALUE, glProgramEnvParameter4dvARB(target, 0xffffffff, in_d));
    RAISES(GL_INVALID_VALUE, glProgramLocalParameter4fvARB(target, local, in_f));
    RAISES(GL_INVALID_VALUE, glGetProgramEnvParameterfvARB(target, env, f));
    RAISES(GL_INVALID_VALUE, glGetProgramLocalParameterdvARB(target, 0xffffffff, d));
    CHECK(is(f, 5, 6, 7, 8));
    FINE(glDeleteProgramsARB(2, objects));
    FINE(glProgramEnvParameter4fARB(target, 3, 0, 0, 0, 0));
}

static void queries(void) {
    GLint i = 77;
    const char *vp = "!!ARBvp1.0 ADDRESS a; TEMP r, s, t; PARAM p[] = { program.env[0..2], {1, 2} }; ALIAS u = r;"
        "ARL a.x, vertex.attrib[1].x; MOV r, p[a.x]; ADD r, r, vertex.color; MOV result.position, vertex.position; END";
    const char *fp = "!!ARBfp1.0 TEMP r, s; TEX r, fragment.texcoord[1], texture[0], 2D; TEX s, r, texture[1], 2D; KIL s;"
        "MUL r, r, s; MAD result.color, r, fragment.color, 0.5; END";
    FINE(load(VP, vp));
    FINE(load(FP, fp));
    static const GLenum both[][2] = {
        {GL_PROGRAM_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB},
        {GL_PROGRAM_TEMPORARIES_ARB, GL_PROGRAM_NATIVE_TEMPORARIES_ARB},
        {GL_PROGRAM_PARAMETERS_ARB, GL_PROGRAM_NATIVE_PARAMETERS_ARB},
        {GL_PROGRAM_ATTRIBS_ARB, GL_PROGRAM_NATIVE_ATTRIBS_ARB},
        {GL_PROGRAM_ADDRESS_REGISTERS_ARB, GL_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB},
        {GL_PROGRAM_ALU_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB},
        {GL_PROGRAM_TEX_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB},
        {GL_PROGRAM_TEX_INDIRECTIONS_ARB, GL_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB},
    };
    static const int expected[2][8] = {{4, 3, 4, 3, 1, 0, 0, 0}, {5, 2, 1, 2, 0, 2, 3, 3}};
    static const GLenum maxima[][2] = {
        {GL_MAX_PROGRAM_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB},
        {GL_MAX_PROGRAM_TEMPORARIES_ARB, GL_MAX_PROGRAM_NATIVE_TEMPORARIES_ARB},
        {GL_MAX_PROGRAM_PARAMETERS_ARB, GL_MAX_PROGRAM_NATIVE_PARAMETERS_ARB},
        {GL_MAX_PROGRAM_ATTRIBS_ARB, GL_MAX_PROGRAM_NATIVE_ATTRIBS_ARB},
        {GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB, GL_MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB},
        {GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB},
        {GL_MAX_PROGRAM_TEX_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB},
        {GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB, GL_MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB},
    };
    /* The least maxima of QUIRKS 0.35. */
    static const int least[2][8] = {{128, 12, 96, 16, 1, 0, 0, 0}, {72, 16, 24, 10, 0, 48, 24, 4}};
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 8; k++) {
            GLenum target = t ? FP : VP;
            int used = program_int(target, both[k][0]), most = program_int(target, maxima[k][0]);
            if (used != expected[t][k] || used != program_int(target, both[k][1])) {
                fprintf(stderr, "target %d, count %d: %d, not %d\n", t, k, used, expected[t][k]);
                exit(1);
            }
            CHECK(most >= least[t][k] && most <= 65536 && most == program_int(target, maxima[k][1]));
            CHECK(least[t][k] || most == 0);
        }
    for (int t = 0; t < 2; t++) {
        GLenum target = t ? FP : VP;
        CHECK(program_int(target, GL_PROGRAM_LENGTH_ARB) == (int)strlen(t ? fp : vp));
        CHECK(program_int(target, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_ASCII_ARB);
        CHECK(program_int(target, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 1);
        CHECK(program_int(target, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB) >= 96 && program_int(target, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB) >= 96);
        static const GLenum elsewhere[] = {GL_MAX_PROGRAM_MATRICES_ARB, GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB, GL_MAX_VERTEX_ATTRIBS_ARB,
            GL_PROGRAM_ERROR_POSITION_ARB, GL_PROGRAM_STRING_ARB, 0};
        for (int k = 0; k < 6; k++) RAISES(GL_INVALID_ENUM, glGetProgramivARB(target, elsewhere[k], &i));
        CHECK(i == 77);
    }
    CHECK(get_int(GL_MAX_PROGRAM_MATRICES_ARB) >= 8 && get_int(GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB) >= 1);
    CHECK(get_int(GL_MAX_VERTEX_ATTRIBS_ARB) >= 16 && get_int(GL_MAX_TEXTURE_COORDS_ARB) >= 2 && get_int(GL_MAX_TEXTURE_IMAGE_UNITS_ARB) >= 2);
    /* For GetInteger, the number of PROGRAM_BINDING_ARB is another name: a map of NV_vertex_program. */
    CHECK(GL_PROGRAM_BINDING_ARB == GL_MAP2_VERTEX_ATTRIB7_4_NV && get_int(GL_PROGRAM_BINDING_ARB) == 0);
    /* An object that never loaded. */
    FINE(glBindProgramARB(VP, 500));
    CHECK(program_int(VP, GL_PROGRAM_INSTRUCTIONS_ARB) == 0 && program_int(VP, GL_PROGRAM_LENGTH_ARB) == 0);
    CHECK(program_int(VP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_ASCII_ARB);
    FINE(glBindProgramARB(VP, 0));
}

static void strings(void) {
    char buffer[64];
    memset(buffer, '~', sizeof buffer);
    FINE(glBindProgramARB(FP, 600));
    FINE(glGetProgramStringARB(FP, GL_PROGRAM_STRING_ARB, buffer));
    CHECK(buffer[0] == '~');
    const char *text = "!!ARBfp1.0 # a comment\nEND # over\n";
    const int length = (int)strlen(text);
    FINE(load(FP, text));
    FINE(glGetProgramStringARB(FP, GL_PROGRAM_STRING_ARB, buffer));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == length && !memcmp(buffer, text, length) && buffer[length] == '~');
    RAISES(GL_INVALID_ENUM, glGetProgramStringARB(FP, GL_PROGRAM_LENGTH_ARB, buffer));
    /* A failed load leaves the last string that loaded. */
    RAISES(GL_INVALID_OPERATION, load(FP, "!!ARBfp1.0 FOO; END"));
    memset(buffer, '~', sizeof buffer);
    FINE(glGetProgramStringARB(FP, GL_PROGRAM_STRING_ARB, buffer));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == length && !memcmp(buffer, text, length) && buffer[length] == '~');
    /* Exactly len bytes count. No byte after them is read, and a NUL among them is an error. */
    const char longer[] = "!!ARBfp1.0 END garbage";
    FINE(glProgramStringARB(FP, GL_PROGRAM_FORMAT_ASCII_ARB, 14, longer));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == 14 && get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    const char nul[] = "!!ARBfp1.0 \0END";
    RAISES(GL_INVALID_OPERATION, glProgramStringARB(FP, GL_PROGRAM_FORMAT_ASCII_ARB, 15, nul));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 11);
    FINE(glDeleteProgramsARB(1, (GLuint[]){600}));
}

static void errors(void) {
    FINE(load(FP, RED));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    CHECK(glGetString(GL_PROGRAM_ERROR_STRING_ARB) && glGetString(GL_PROGRAM_ERROR_STRING_ARB)[0] == 0);
    RAISES(GL_INVALID_OPERATION, load(FP, "!!ARBfp1.0\nTEMP r;\nMOV r, missing;\nEND"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 26);
    const GLubyte *message = glGetString(GL_PROGRAM_ERROR_STRING_ARB);
    CHECK(!strcmp((const char *)message, "line 3, column 8: error: \"missing\" is not declared\nMOV r, missing;\n       ^^^^^^^\n"));
    CHECK(glGetString(GL_PROGRAM_ERROR_STRING_ARB) == message);
    /* Calls that do not reach the parser leave position and string as they are. */
    RAISES(GL_INVALID_ENUM, glProgramStringARB(FP, GL_RGBA, 4, RED));
    RAISES(GL_INVALID_ENUM, load(GL_TEXTURE_2D, RED));
    RAISES(GL_INVALID_VALUE, glProgramStringARB(FP, GL_PROGRAM_FORMAT_ASCII_ARB, -1, RED));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 26 && strstr((const char *)message, "missing"));
    /* An empty text, and a limit. Both errors are found at the end only. */
    RAISES(GL_INVALID_OPERATION, glProgramStringARB(FP, GL_PROGRAM_FORMAT_ASCII_ARB, 0, RED));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 0);
    static char many[120000];
    int n = sprintf(many, "!!ARBvp1.0 TEMP r;");
    for (int i = 0; i < 5000; i++) n += sprintf(many + n, "MOV r, 1;");
    n += sprintf(many + n, "END");
    RAISES(GL_INVALID_OPERATION, load(VP, many));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == n);
    FINE(load(VP, PASS));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1 && glGetString(GL_PROGRAM_ERROR_STRING_ARB)[0] == 0);
}

static void inside_begin(void) {
    GLuint n = 5;
    GLfloat f[4] = {8, 8, 8, 8};
    GLint i = 8;
#define REFUSED(command) do { glBegin(GL_POINTS); command; glEnd(); RAISES(GL_INVALID_OPERATION, ); } while (0)
    REFUSED(glBindProgramARB(VP, 3));
    REFUSED(glGenProgramsARB(1, &n));
    REFUSED(glDeleteProgramsARB(1, &n));
    REFUSED(CHECK(glIsProgramARB(0) == GL_FALSE));
    REFUSED(load(VP, PASS));
    REFUSED(glProgramEnvParameter4fARB(VP, 0, 1, 1, 1, 1));
    REFUSED(glProgramEnvParameter4fvARB(VP, 0, f));
    REFUSED(glProgramLocalParameter4dARB(VP, 0, 1, 1, 1, 1));
    REFUSED(glGetProgramivARB(VP, GL_PROGRAM_LENGTH_ARB, &i));
    REFUSED(glGetProgramEnvParameterfvARB(VP, 0, f));
    REFUSED(glGetProgramStringARB(VP, GL_PROGRAM_STRING_ARB, f));
    REFUSED(glEnable(VP));
    CHECK(n == 5 && i == 8 && f[0] == 8 && !glIsEnabled(VP));
    FINE(glGetProgramEnvParameterfvARB(VP, 0, f));
    CHECK(is(f, 0, 0, 0, 0));
}

static void display_lists(void) {
    GLfloat f[4];
    GLuint n = 0;
    char text[] = "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; END";
    FINE(load(FP, RED));
    FINE(glNewList(1, GL_COMPILE));
    FINE(glGenProgramsARB(1, &n));
    CHECK(n && !glIsProgramARB(n));
    FINE(glBindProgramARB(FP, n));
    FINE(load(FP, text));
    FINE(glProgramEnvParameter4fARB(FP, 1, 1, 2, 3, 4));
    FINE(glProgramLocalParameter4fARB(FP, 1, 5, 6, 7, 8));
    FINE(load(FP, "!!ARBfp1.0 wrong"));
    CHECK(program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    FINE(glEndList());
    memset(text, 'x', sizeof text - 1);
    CHECK(!glIsProgramARB(n) && program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)strlen(RED));
    RAISES(GL_INVALID_OPERATION, glCallList(1));
    CHECK(program_int(FP, GL_PROGRAM_BINDING_ARB) == (int)n && get_int(GL_PROGRAM_ERROR_POSITION_ARB) == 11);
    FINE(glGetProgramEnvParameterfvARB(FP, 1, f));
    CHECK(is(f, 1, 2, 3, 4));
    FINE(glGetProgramLocalParameterfvARB(FP, 1, f));
    CHECK(is(f, 5, 6, 7, 8));
    clear();
    glEnable(FP);
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    glDisable(FP);
    FINE(glBindProgramARB(FP, 0));
    FINE(glDeleteProgramsARB(1, &n));
    FINE(glProgramEnvParameter4fARB(FP, 1, 0, 0, 0, 0));
}

static void attribute_stack(void) {
    GLfloat f[4];
    FINE(glPushAttrib(GL_ALL_ATTRIB_BITS));
    glEnable(VP);
    glEnable(FP);
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE_ARB);
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB);
    FINE(glBindProgramARB(FP, 9));
    FINE(glProgramEnvParameter4fARB(FP, 0, 1, 2, 3, 4));
    FINE(glVertexAttrib4fARB(3, 1, 2, 3, 4));
    FINE(glPopAttrib());
    CHECK(!glIsEnabled(VP) && !glIsEnabled(FP) && !glIsEnabled(GL_VERTEX_PROGRAM_POINT_SIZE_ARB) && !glIsEnabled(GL_VERTEX_PROGRAM_TWO_SIDE_ARB));
    FINE(glGetVertexAttribfvARB(3, GL_CURRENT_VERTEX_ATTRIB_ARB, f));
    CHECK(is(f, 0, 0, 0, 1));
    /* Attribute groups save neither bindings nor parameters. */
    CHECK(program_int(FP, GL_PROGRAM_BINDING_ARB) == 9);
    FINE(glGetProgramEnvParameterfvARB(FP, 0, f));
    CHECK(is(f, 1, 2, 3, 4));
    FINE(glProgramEnvParameter4fARB(FP, 0, 0, 0, 0, 0));
    FINE(glDeleteProgramsARB(1, (GLuint[]){9}));
}

static void sharing(OSMesaContext first) {
    FINE(glBindProgramARB(FP, 40));
    FINE(load(FP, RED));
    OSMesaContext second = make_context(first);
    CHECK(glIsProgramARB(40) && program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    FINE(glBindProgramARB(FP, 40));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)strlen(RED));
    FINE(glDeleteProgramsARB(1, (GLuint[]){40}));
    CHECK(!glIsProgramARB(40) && program_int(FP, GL_PROGRAM_BINDING_ARB) == 0);
    /* In the other context the object lives on, and its name is free. */
    CHECK(OSMesaMakeCurrent(first, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    CHECK(!glIsProgramARB(40) && program_int(FP, GL_PROGRAM_BINDING_ARB) == 40);
    clear();
    glEnable(FP);
    FINE(quad());
    glDisable(FP);
    CHECK(pixel_is(2, 5, 1, 0, 0, 1));
    OSMesaDestroyContext(second);
    FINE(glBindProgramARB(FP, 0));
}

int main(void) {
    OSMesaContext c = make_context(NULL);
    names();
    targets();
    parameters_of(VP, FP);
    parameters_of(FP, VP);
    queries();
    strings();
    errors();
    inside_begin();
    display_lists();
    attribute_stack();
    sharing(c);
    OSMesaDestroyContext(c);
    return 0;
}
