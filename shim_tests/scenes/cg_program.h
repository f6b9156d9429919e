/* Cg programs through GL_TRI_shading_language: loading, and uniforms by their names. */

#define GL_PROGRAM_FORMAT_CG_MISSING "this driver has no GL_TRI_shading_language\n"

/* The commands of the extension, found by name. */
#define CG_COMMANDS(X) \
    X(void, ProgramOption, (GLenum target, GLenum name, const char *value)) \
    X(void, ProgramInclude, (GLenum target, const char *name, GLsizei length, const char *text)) \
    X(GLint, GetProgramUniformLocation, (GLenum target, const char *name)) \
    X(void, ProgramUniformfv, (GLenum target, GLint location, GLsizei count, const float *values))

static struct {
#define X(result, name, parameters) result(APIENTRY *name) parameters;
    CG_COMMANDS(X)
#undef X
} cg;

static void find_cg(void)
{
    const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
    int found = extensions && strstr(extensions, "GL_TRI_shading_language");
#define X(result, name, parameters) \
    cg.name = (result(APIENTRY *) parameters)(void *)OSMesaGetProcAddress("gl" #name "TRI"); \
    found = found && cg.name;
    CG_COMMANDS(X)
#undef X
    if (!found) {
        fprintf(stderr, GL_PROGRAM_FORMAT_CG_MISSING);
        exit(1);
    }
}

/* Puts a file of the scene's folder into the program, as a text that ends in a zero. The folder of the scenes is on the compiler's
 * include path. */
#define CG_FILE(name, path) \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n.byte 0\n.popsection"); \
    extern const char name[] __attribute__((visibility("hidden")))

/* A text that others include by this name. */
typedef struct { const char *name, *text; } cg_include;

/* Loads one entry point of a text. `light` is "PARAMETER=TYPE" for a parameter that is an interface, or NULL. */
static GLuint load_cg(GLenum target, const char *text, const char *entry, const cg_include *includes, const char *light)
{
    GLuint name;
    GLint position;
    glGenProgramsARB(1, &name);
    glBindProgramARB(target, name);
    cg.ProgramOption(target, GL_PROGRAM_ENTRY_TRI, entry);
    if (light) cg.ProgramOption(target, GL_PROGRAM_INTERFACE_TRI, light);
    for (; includes->name; includes++) cg.ProgramInclude(target, includes->name, (GLsizei)strlen(includes->text), includes->text);
    glProgramStringARB(target, GL_PROGRAM_FORMAT_CG_TRI, (GLsizei)strlen(text), text);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1) {
        fprintf(stderr, "%s: %s\n", entry, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
        exit(1);
    }
    return name;
}

/* Sets one uniform of the program that is bound to a target. A program that does not use the uniform ignores it. */
static void uniform(GLenum target, const char *name, const float *values)
{
    GLint location = cg.GetProgramUniformLocation(target, name);
    if (location != -1) cg.ProgramUniformfv(target, location, 1, values);
}

static void uniform1(GLenum target, const char *name, float x) { uniform(target, name, &x); }
static void uniform2(GLenum target, const char *name, float x, float y) { float v[2] = {x, y}; uniform(target, name, v); }
static void uniform3(GLenum target, const char *name, vec3 v) { uniform(target, name, &v.x); }
static void uniform4(GLenum target, const char *name, float x, float y, float z, float w) { float v[4] = {x, y, z, w}; uniform(target, name, v); }
