/* The commands of GL_TRI_shading_language for a driver without it. NVIDIA's compiler makes assembly text of each program; the driver loads
 * that. `scripts/bless scenes` lets Mesa draw the expected pictures of scenes in Cg with them. The environment variable CGC is the
 * compiler's command; it is run as $CGC --profile PROFILE --entry ENTRY FILE and prints the text. Files are left in a folder of $TMPDIR.
 *
 * Comments of the text say where uniforms are: #var TYPE NAME : SEMANTIC : c[REGISTER] : PARAMETER : USED. */
#include <unistd.h>

enum { REFERENCE_PROGRAMS = 64, REFERENCE_UNIFORMS = 64 };

typedef struct { char name[64]; int reg, components; } reference_uniform;

static struct {
    char folder[256], entry[64], parameter[64], structure[64];
    reference_uniform uniforms[REFERENCE_PROGRAMS][REFERENCE_UNIFORMS]; /* by program object */
    int n[REFERENCE_PROGRAMS];
} reference;

static int reference_bound(GLenum target)
{
    GLint name;
    glGetProgramivARB(target, GL_PROGRAM_BINDING_ARB, &name);
    if (name >= REFERENCE_PROGRAMS) exit(1);
    return name;
}

static void reference_write(const char *name, const char *text, size_t length)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", reference.folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file)) {
        perror(path);
        exit(1);
    }
}

static void APIENTRY reference_option(GLenum target, GLenum pname, const char *value)
{
    (void)target;
    if (pname == GL_PROGRAM_ENTRY_TRI) snprintf(reference.entry, sizeof reference.entry, "%s", value);
    if (pname == GL_PROGRAM_INTERFACE_TRI) sscanf(value, "%63[^=]=%63s", reference.parameter, reference.structure);
}

static void APIENTRY reference_include(GLenum target, const char *name, GLsizei length, const void *text)
{
    (void)target;
    reference_write(name, text, (size_t)length);
}

/* Writes the program with its interface parameter declared as the structure that stands for it. */
static void reference_write_program(const char *text, size_t length)
{
    char declared[80], *copy = malloc(length + 128), *at;
    if (!copy) exit(1);
    snprintf(copy, length + 1, "%s", text);
    snprintf(declared, sizeof declared, " %s,", reference.parameter);
    if (reference.parameter[0] && (at = strstr(copy, declared))) {
        char *type = at, *rest = strdup(at);
        while (type[-1] != ' ') type--;
        sprintf(type, "%s%s", reference.structure, rest);
        free(rest);
    }
    /* HLSL: the attributes that our extension has for these semantics. */
    while ((at = strstr(copy, ": BLENDWEIGHT"))) memcpy(at, ": ATTR1      ", 13);
    while ((at = strstr(copy, ": BLENDINDICES"))) memcpy(at, ": ATTR7       ", 14);
    while ((at = strstr(copy, ": TANGENT"))) memcpy(at, ": ATTR14 ", 9);
    reference_write("program.cg", copy, strlen(copy));
    reference.parameter[0] = 0;
    free(copy);
}

/* Notes the uniforms of a text. Its comments are then dropped: its first line must be that of the language. */
static size_t reference_read(int program, char *text)
{
    char *to = text;
    reference.n[program] = 0;
    for (char *line = text, *end; *line; line = end) {
        reference_uniform u = {.components = 1};
        char type[32];
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (sscanf(line, "#var %31s %63s :  : c[%d]", type, u.name, &u.reg) == 3 && reference.n[program] < REFERENCE_UNIFORMS) {
            char last = type[strlen(type) - 1];
            if (last >= '2' && last <= '4') u.components = last - '0';
            reference.uniforms[program][reference.n[program]++] = u;
        }
        if (*line != '#') {
            memmove(to, line, (size_t)(end - line));
            to += end - line;
        }
    }
    return (size_t)(to - text);
}

static void APIENTRY reference_string(GLenum target, GLenum format, GLsizei length, const void *text)
{
    static char made[1 << 20];
    char command[1024];
    (void)format;
    reference_write_program(text, (size_t)length);
    snprintf(command, sizeof command, "cd %s && $CGC --profile %s --entry %s program.cg", reference.folder,
        target == GL_VERTEX_PROGRAM_ARB ? "arbvp1" : "arbfp1", reference.entry);
    FILE *output = popen(command, "r");
    size_t n = output ? fread(made, 1, sizeof made - 1, output) : 0;
    made[n] = 0;
    if (!output || pclose(output)) {
        fprintf(stderr, "CGC did not compile %s\n%s\n", reference.entry, made);
        exit(1);
    }
    n = reference_read(reference_bound(target), made);
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)n, made);
}

/* A location is the place in the table. */
static GLint APIENTRY reference_location(GLenum target, const char *name)
{
    int program = reference_bound(target);
    for (int i = 0; i < reference.n[program]; i++)
        if (!strcmp(reference.uniforms[program][i].name, name)) return i;
    return -1;
}

static void APIENTRY reference_uniformfv(GLenum target, GLint location, GLsizei count, const GLfloat *value)
{
    (void)count;
    if (location < 0) return;
    const reference_uniform *u = &reference.uniforms[reference_bound(target)][location];
    float padded[4] = {0};
    memcpy(padded, value, (size_t)u->components * sizeof *value);
    glProgramLocalParameter4fvARB(target, (GLuint)u->reg, padded);
}

/* A register has a row of the matrix. */
static void APIENTRY reference_matrixfv(GLenum target, GLint location, GLsizei count, GLboolean transpose, const GLfloat *value)
{
    (void)count, (void)transpose;
    if (location < 0) return;
    const reference_uniform *u = &reference.uniforms[reference_bound(target)][location];
    for (int row = 0; row < 4; row++)
        glProgramLocalParameter4fARB(target, (GLuint)(u->reg + row), value[row], value[4 + row], value[8 + row], value[12 + row]);
}

static void find_cg(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(reference.folder, sizeof reference.folder, "%s/cg_reference.XXXXXX", parent ? parent : "/tmp");
    if (!getenv("CGC") || !mkdtemp(reference.folder)) {
        fprintf(stderr, "CGC is not set: the command that runs NVIDIA's compiler\n");
        exit(1);
    }
    cg.glProgramStringARB = reference_string;
    cg.glProgramOptionTRI = reference_option;
    cg.glProgramIncludeTRI = reference_include;
    cg.glGetProgramUniformLocationTRI = reference_location;
    cg.glProgramUniformfvTRI = reference_uniformfv;
    cg.glProgramUniformMatrixfvTRI = reference_matrixfv;
}
