/* Programs in Cg and HLSL through GL_TRI_shading_language: loading, and uniforms by their names. */
#include "../../include/trilobite_gl.h"

/* The commands of the extension come by name, as in any program that must run without them. */
#define CG_COMMANDS(X) \
    X(PFNGLPROGRAMSTRINGARBPROC, glProgramStringARB) X(PFNGLPROGRAMOPTIONTRIPROC, glProgramOptionTRI) \
    X(PFNGLPROGRAMINCLUDETRIPROC, glProgramIncludeTRI) X(PFNGLGETPROGRAMUNIFORMLOCATIONTRIPROC, glGetProgramUniformLocationTRI) \
    X(PFNGLPROGRAMUNIFORMFVTRIPROC, glProgramUniformfvTRI) X(PFNGLPROGRAMUNIFORMMATRIXFVTRIPROC, glProgramUniformMatrixfvTRI)

static struct {
#define X(type, name) type name;
    CG_COMMANDS(X)
#undef X
} cg;

#ifdef REFERENCE
#include "cg_reference.h"
#else
static void find_cg(void)
{
    const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
    int found = extensions && strstr(extensions, "GL_TRI_shading_language");
#define X(type, name) \
    cg.name = (type)(void *)OSMesaGetProcAddress(#name); \
    found = found && cg.name;
    CG_COMMANDS(X)
#undef X
    if (!found) {
        fprintf(stderr, "this driver has no GL_TRI_shading_language\n");
        exit(1);
    }
}
#endif

/* Puts a file into the program, as a text that ends in a zero. Its path starts from a folder of the compiler's include path. */
#define CG_FILE(name, path) \
    __asm__(".pushsection .rodata\n" #name ": .incbin \"" path "\"\n.byte 0\n.popsection"); \
    extern const char name[] __attribute__((visibility("hidden")))

/* A text, and the name by which others include it. A list ends with a null name. */
typedef struct { const char *name, *text; } cg_include;

/* Loads the entry point that the program object's options name, or prints why the text does not load. */
static void load_text(GLenum target, GLenum format, const char *text, const char *entry)
{
    GLint position;
    cg.glProgramOptionTRI(target, GL_PROGRAM_ENTRY_TRI, entry);
    cg.glProgramStringARB(target, format, (GLsizei)strlen(text), text);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1) {
        fprintf(stderr, "%s: %s\n", entry, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
        exit(1);
    }
}

/* Loads one entry point of a text in Cg. `light` is "PARAMETER=STRUCTURE" for a parameter that is an interface, or NULL. */
static inline GLuint load_cg(GLenum target, const char *text, const char *entry, const cg_include *includes, const char *light)
{
    GLuint name;
    glGenProgramsARB(1, &name);
    glBindProgramARB(target, name);
    if (light) cg.glProgramOptionTRI(target, GL_PROGRAM_INTERFACE_TRI, light);
    for (; includes->name; includes++)
        cg.glProgramIncludeTRI(target, includes->name, (GLsizei)strlen(includes->text), includes->text);
    load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text, entry);
    return name;
}

/* The same of a text in HLSL that includes nothing. */
static inline GLuint load_hlsl(GLenum target, const char *text, const char *entry)
{
    GLuint name;
    glGenProgramsARB(1, &name);
    glBindProgramARB(target, name);
    load_text(target, GL_PROGRAM_FORMAT_HLSL_TRI, text, entry);
    return name;
}

/* Sets one uniform of the program that is bound to a target. Nothing happens where the program does not use it. */
static void uniform(GLenum target, const char *name, const float *values)
{
    cg.glProgramUniformfvTRI(target, cg.glGetProgramUniformLocationTRI(target, name), 1, values);
}

static void uniform1(GLenum target, const char *name, float x) { uniform(target, name, &x); }
static void uniform3(GLenum target, const char *name, vec3 v) { uniform(target, name, &v.x); }

static void uniform2(GLenum target, const char *name, float x, float y)
{
    float v[2] = {x, y};
    uniform(target, name, v);
}

static void uniform4(GLenum target, const char *name, float x, float y, float z, float w)
{
    float v[4] = {x, y, z, w};
    uniform(target, name, v);
}

/* A matrix of four by four, by columns, as GL has it. */
static void uniform_matrix(GLenum target, const char *name, const float *columns)
{
    cg.glProgramUniformMatrixfvTRI(target, cg.glGetProgramUniformLocationTRI(target, name), 1, GL_FALSE, columns);
}
