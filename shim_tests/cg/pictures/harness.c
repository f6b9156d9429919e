/* Draws one quad with a vertex and a fragment program and writes the picture in floats.
 *   cc -O1 -I include -o harness harness.c -lOSMesa -lm
 *   harness JOB OUT          OUT gets W*H*4 floats, bottom row first; exits with 1 and a message where something fails
 * Lines of JOB, of which the first nine are those that the reference's exec_cg.py writes; STAGE is v or f:
 *   size W H
 *   vp FILE, fp FILE                      assembly texts
 *   vlocal I X Y Z W, flocal I X Y Z W    their local parameters
 *   tex UNIT TARGET W H noise linear clamp
 *   cg STAGE PROFILE ENTRY FILE           a text in Cg; hlsl is one in HLSL
 *   d3dasm STAGE FILE                     a shader in Direct3D's assembly
 *   define STAGE NAME, include STAGE NAME FILE    before its cg line
 *   uniform STAGE NAME COUNT X ...        a number or vector
 *   matrix STAGE NAME COUNT X ...         by rows
 *   sampler STAGE NAME UNIT
 *   strip                                 the quad is two triangles as Direct3D's reference draws it: cut from lower right to upper left */
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/glext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "trilobite_gl.h"

static int width = 64, height = 64, is_strip;

static void fail(const char *what, const char *where) {
    fprintf(stderr, "%s: %s\n", what, where);
    exit(1);
}

/* The bytes of a file, with a NUL after them. */
static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file) fail("cannot read", name);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = malloc(length + 1);
    bytes[fread(bytes, 1, length, file)] = 0;
    fclose(file);
    return bytes;
}

static void *command(const char *name) {
    void *found = (void *)OSMesaGetProcAddress(name);
    if (!found) fail("no such command", name);
    return found;
}

static GLenum target_of(const char *stage) {
    return *stage == 'v' ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB;
}

/* Loads a text into a new program object, or into the bound one, and enables its stage. */
static void load(GLenum target, GLenum format, const char *text, const char *name) {
    glProgramStringARB(target, format, (GLsizei)strlen(text), text);
    GLint position;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position >= 0 || glGetError()) fail(name, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    glEnable(target);
}

static void load_assembly(GLenum target, const char *name) {
    /* The compiler's text has comments after END, which not every driver takes. */
    char *text = strstr(read_file(name), "!!ARB");
    char *end = text ? strstr(text, "\nEND") : NULL;
    if (!end) fail("no program", name);
    end[4] = 0;
    load(target, GL_PROGRAM_FORMAT_ASCII_ARB, text, name);
}

/* Sets one uniform; those that the text does not read have no location. */
static void set_uniform(const char *line, int is_matrix) {
    PFNGLGETPROGRAMUNIFORMLOCATIONTRIPROC location = command("glGetProgramUniformLocationTRI");
    char stage[8], name[512];
    int count, used;
    float values[16];
    if (sscanf(line, "%*s %7s %511s %d%n", stage, name, &count, &used) != 3 || count > 16) fail("bad line", line);
    char *rest = (char *)line + used;
    for (int i = 0; i < count; i++) values[i] = strtof(rest, &rest);
    GLint at = location(target_of(stage), name);
    if (at < 0) return;
    if (is_matrix)
        ((PFNGLPROGRAMUNIFORMMATRIXFVTRIPROC)command("glProgramUniformMatrixfvTRI"))(target_of(stage), at, 1, GL_TRUE, values);
    else
        ((PFNGLPROGRAMUNIFORMFVTRIPROC)command("glProgramUniformfvTRI"))(target_of(stage), at, 1, values);
    if (glGetError()) fail("uniform refused", line);
}

/* The scrambled bits of a number, which make the reference's noise. */
static uint32_t scrambled(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

static void make_texture(int unit, const char *kind, int w, int h) {
    const struct { const char *kind; GLenum target; int depth; } KINDS[] = {
        {"1d", GL_TEXTURE_1D, 1}, {"2d", GL_TEXTURE_2D, 1}, {"3d", GL_TEXTURE_3D, 4},
        {"cube", GL_TEXTURE_CUBE_MAP, 6}, {"rect", GL_TEXTURE_RECTANGLE_ARB, 1}};
    int k = 0;
    while (k < 5 && strcmp(KINDS[k].kind, kind)) k++;
    if (k == 5) fail("no such target", kind);
    GLenum target = KINDS[k].target;
    int depth = KINDS[k].depth;
    if (target == GL_TEXTURE_1D) h = 1;
    float *texels = malloc(sizeof(float) * 4 * w * h * depth), *out = texels;
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                for (int c = 0; c < 4; c++) *out++ = (scrambled(4u * ((z * 4096 + y) * 4096 + x) + c + 1) & 255) / 255.0f;
    GLuint name;
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &name);
    glBindTexture(target, name);
    const GLenum WAYS[][2] = {{GL_TEXTURE_MIN_FILTER, GL_LINEAR}, {GL_TEXTURE_MAG_FILTER, GL_LINEAR}, {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE},
                              {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE}, {GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE}};
    for (int i = 0; i < 5; i++) glTexParameteri(target, WAYS[i][0], WAYS[i][1]);
    if (target == GL_TEXTURE_1D) glTexImage1D(target, 0, GL_RGBA32F_ARB, w, 0, GL_RGBA, GL_FLOAT, texels);
    else if (target == GL_TEXTURE_3D) glTexImage3D(target, 0, GL_RGBA32F_ARB, w, h, depth, 0, GL_RGBA, GL_FLOAT, texels);
    else if (target == GL_TEXTURE_CUBE_MAP)
        for (int z = 0; z < 6; z++)
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + z, 0, GL_RGBA32F_ARB, w, h, 0, GL_RGBA, GL_FLOAT, texels + 4 * w * h * z);
    else glTexImage2D(target, 0, GL_RGBA32F_ARB, w, h, 0, GL_RGBA, GL_FLOAT, texels);
    free(texels);
}

/* Carries out one line. */
static void carry_out(const char *line) {
    char word[32] = "", stage[8], name[512], file[1024], profile[32];
    int i, w, h;
    float v[4];
    if (sscanf(line, "%31s", word) != 1 || *word == '#') return;
    if (!strcmp(word, "size")) return;
    if (!strcmp(word, "strip")) {
        is_strip = 1;
        return;
    }
    if (!strcmp(word, "vp") && sscanf(line, "%*s %1023s", file) == 1) load_assembly(GL_VERTEX_PROGRAM_ARB, file);
    else if (!strcmp(word, "fp") && sscanf(line, "%*s %1023s", file) == 1) load_assembly(GL_FRAGMENT_PROGRAM_ARB, file);
    else if (sscanf(line, "%*1[vf]local %d %f %f %f %f", &i, v, v + 1, v + 2, v + 3) == 5)
        glProgramLocalParameter4fvARB(target_of(word), i, v);
    else if (!strcmp(word, "tex") && sscanf(line, "%*s %d %31s %d %d", &i, profile, &w, &h) == 4) make_texture(i, profile, w, h);
    else if (!strcmp(word, "define") && sscanf(line, "%*s %7s %511s", stage, name) == 2)
        ((PFNGLPROGRAMOPTIONTRIPROC)command("glProgramOptionTRI"))(target_of(stage), GL_PROGRAM_DEFINE_TRI, name);
    else if (!strcmp(word, "include") && sscanf(line, "%*s %7s %511s %1023s", stage, name, file) == 3) {
        char *text = read_file(file);
        ((PFNGLPROGRAMINCLUDETRIPROC)command("glProgramIncludeTRI"))(target_of(stage), name, (GLsizei)strlen(text), text);
    } else if ((!strcmp(word, "cg") || !strcmp(word, "hlsl")) && sscanf(line, "%*s %7s %31s %511s %1023s", stage, profile, name, file) == 4) {
        PFNGLPROGRAMOPTIONTRIPROC option = command("glProgramOptionTRI");
        option(target_of(stage), GL_PROGRAM_PROFILE_TRI, profile);
        option(target_of(stage), GL_PROGRAM_ENTRY_TRI, name);
        load(target_of(stage), *word == 'c' ? GL_PROGRAM_FORMAT_CG_TRI : GL_PROGRAM_FORMAT_HLSL_TRI, read_file(file), file);
    } else if (!strcmp(word, "d3dasm") && sscanf(line, "%*s %7s %1023s", stage, file) == 2) {
        load(target_of(stage), GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI, read_file(file), file);
    } else if (!strcmp(word, "uniform") || !strcmp(word, "matrix")) set_uniform(line, *word == 'm');
    else if (!strcmp(word, "sampler") && sscanf(line, "%*s %7s %511s %d", stage, name, &i) == 3) {
        PFNGLGETPROGRAMUNIFORMLOCATIONTRIPROC location = command("glGetProgramUniformLocationTRI");
        ((PFNGLPROGRAMUNIFORMITRIPROC)command("glProgramUniformiTRI"))(target_of(stage), location(target_of(stage), name), i);
    } else fail("bad line", line);
}

/* A quad over the picture. Its corners have colours, normals, fog coordinates and texture coordinates of their own. */
static void draw_quad(void) {
    const float COLORS[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 0.75f}, {0, 0, 1, 0.5f}, {1, 1, 1, 0.25f}};
    const int ORDER[2][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}};
    glBegin(is_strip ? GL_TRIANGLE_STRIP : GL_QUADS);
    for (int i = 0; i < 4; i++) {
        int corner = ORDER[is_strip][i];
        float x = corner == 1 || corner == 2, y = corner >= 2;
        float normal[3] = {x - 0.5f, y - 0.5f, 0.8f};
        float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        glColor4fv(COLORS[corner]);
        glSecondaryColor3f(0.1f, 0.2f + 0.1f * corner, 0.3f);
        glNormal3f(normal[0] / length, normal[1] / length, normal[2] / length);
        glFogCoordf(0.25f * corner);
        for (int unit = 0; unit < 8; unit++) glMultiTexCoord4f(GL_TEXTURE0 + unit, x, y, 0, 1);
        glVertex4f(2 * x - 1, 2 * y - 1, 0, 1);
    }
    glEnd();
}

/* A target in floats, without clamping anywhere. */
static void make_target(void) {
    GLuint frame, texture, depth;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, width, height, 0, GL_RGBA, GL_FLOAT, NULL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) fail("incomplete", "framebuffer");
    const GLenum CLAMPS[] = {GL_CLAMP_VERTEX_COLOR_ARB, GL_CLAMP_FRAGMENT_COLOR_ARB, GL_CLAMP_READ_COLOR_ARB};
    for (int i = 0; i < 3; i++) glClampColor(CLAMPS[i], GL_FALSE);
    glViewport(0, 0, width, height);
}

int main(int argc, char **argv) {
    if (argc != 3) fail("usage", "harness JOB OUT");
    char *job = read_file(argv[1]), *size = strstr(job, "size ");
    if (size) sscanf(size, "size %d %d", &width, &height);
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
    unsigned char *memory = malloc(4 * width * height);
    if (!context || !OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, width, height)) fail("no context", "OSMesa");
    make_target();
    /* Programs first, for the lines that set their values. */
    GLuint programs[2];
    glGenProgramsARB(2, programs);
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, programs[0]);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, programs[1]);
    for (char *line = strtok(job, "\n"); line; line = strtok(NULL, "\n")) carry_out(line);
    glActiveTexture(GL_TEXTURE0);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    draw_quad();
    float *pixels = malloc(sizeof(float) * 4 * width * height);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, pixels);
    if (glGetError()) fail("error", "after the draw");
    FILE *out = fopen(argv[2], "wb");
    if (!out || fwrite(pixels, 16, (size_t)width * height, out) != (size_t)width * height || fclose(out)) fail("cannot write", argv[2]);
    return 0;
}
