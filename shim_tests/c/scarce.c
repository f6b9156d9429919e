/* Random scenes while the system has little memory: each child may have a few MiB more than it had when its context was made. A child must end
 * by itself, with no other errors than GL_OUT_OF_MEMORY and the usual ones of refused commands, and draw right once it has memory again.
 *
 * usage: scarce FIRST_MIB LAST_MIB STEP_MIB ROUNDS; prints how many children met GL_OUT_OF_MEMORY. */
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "trilobite_gl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 128, STEPS = 250, LARGEST = 512, MOST_NAMES = 1 << 18, MOST_STATES = 1 << 15, MOST_DRAWS = 1 << 18 };

static unsigned char picture[SIDE * SIDE * 4];
/* The application's own data, which is there before the limit. */
static unsigned char data[LARGEST * LARGEST * 4];

static unsigned seed;
static unsigned random_below(unsigned n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static PFNGLPROGRAMSTRINGARBPROC program_string;
static PFNGLBINDPROGRAMARBPROC bind_program;
static PFNGLDELETEPROGRAMSARBPROC delete_programs;
static PFNGLBINDBUFFERPROC bind_buffer;
static PFNGLBUFFERDATAPROC buffer_data;
static PFNGLDELETEBUFFERSPROC delete_buffers;
static PFNGLGENERATEMIPMAPPROC generate_mipmap;

static PFNGLMULTIDRAWARRAYSPROC multi_draw_arrays;
static PFNGLBLENDCOLORPROC blend_color;
static PFNGLPNTRIANGLESIATIPROC pn_triangles;

/* Commands that reserve names, those that free them, and where the names are. */
enum { KINDS = 7 };
static PFNGLGENBUFFERSPROC gen_names[KINDS];
static PFNGLDELETEBUFFERSPROC delete_names[KINDS];
static GLuint many_names[MOST_NAMES];

static void look_up(void)
{
#define LOOK_UP(pointer, name) pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name)
    LOOK_UP(program_string, "glProgramStringARB");
    LOOK_UP(bind_program, "glBindProgramARB");
    LOOK_UP(delete_programs, "glDeleteProgramsARB");
    LOOK_UP(bind_buffer, "glBindBuffer");
    LOOK_UP(buffer_data, "glBufferData");
    LOOK_UP(delete_buffers, "glDeleteBuffers");
    LOOK_UP(generate_mipmap, "glGenerateMipmap");
    LOOK_UP(gen_names[0], "glGenTextures");
    LOOK_UP(gen_names[1], "glGenBuffers");
    LOOK_UP(gen_names[2], "glGenQueries");
    LOOK_UP(gen_names[3], "glGenVertexArrays");
    LOOK_UP(gen_names[4], "glGenFencesNV");
    LOOK_UP(gen_names[5], "glGenProgramsARB");
    LOOK_UP(gen_names[6], "glGenSamplers");
    LOOK_UP(delete_names[0], "glDeleteTextures");
    LOOK_UP(delete_names[1], "glDeleteBuffers");
    LOOK_UP(delete_names[2], "glDeleteQueries");
    LOOK_UP(delete_names[3], "glDeleteVertexArrays");
    LOOK_UP(delete_names[4], "glDeleteFencesNV");
    LOOK_UP(delete_names[5], "glDeleteProgramsARB");
    LOOK_UP(delete_names[6], "glDeleteSamplers");
    LOOK_UP(multi_draw_arrays, "glMultiDrawArrays");
    LOOK_UP(blend_color, "glBlendColor");
    LOOK_UP(pn_triangles, "glPNTrianglesiATI");
}

static void triangles(unsigned n)
{
    glBegin(GL_TRIANGLES);
    for (unsigned i = 0; i < 3 * n; i++) {
        glColor3ub((GLubyte)random_below(256), (GLubyte)random_below(256), 80);
        glTexCoord2f((float)random_below(5), (float)random_below(5));
        glVertex3f(random_below(200) / 100.0f - 1, random_below(200) / 100.0f - 1, random_below(100) / 100.0f);
    }
    glEnd();
}

static void texture(void)
{
    const GLsizei width = 1 + (GLsizei)random_below(LARGEST), height = 1 + (GLsizei)random_below(LARGEST);
    glBindTexture(GL_TEXTURE_2D, 1 + random_below(6));
    glTexImage2D(GL_TEXTURE_2D, 0, random_below(2) ? GL_RGBA8 : GL_RGBA16F_ARB, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, random_below(2) ? GL_LINEAR : GL_LINEAR_MIPMAP_LINEAR);
    if (random_below(3) == 0) generate_mipmap(GL_TEXTURE_2D);
    glEnable(GL_TEXTURE_2D);
}

static void list(void)
{
    const GLuint name = 1 + random_below(5);
    glNewList(name, random_below(2) ? GL_COMPILE : GL_COMPILE_AND_EXECUTE);
    triangles(random_below(4000));
    glTranslatef(0.01f, 0, 0);
    glEndList();
    glCallList(name);
}

static void program(void)
{
    char text[400];
    snprintf(text, sizeof text, "!!ARBfp1.0 TEMP a; TEX a, fragment.texcoord[0], texture[0], 2D; MAD a, a, {%u, .5, .25, 1}, fragment.color; "
             "MUL a.x, a.y, %u.5; POW a.y, a.x, a.z; MOV result.color, a; END", random_below(1000), random_below(1000));
    bind_program(GL_FRAGMENT_PROGRAM_ARB, 1 + random_below(40));
    program_string(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    triangles(4);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
}

/* Texts of many sizes, in Cg and as assembly. Most are refused. */
static void long_text(void)
{
    static char text[1 << 18];
    const unsigned format = random_below(2) ? GL_PROGRAM_FORMAT_ASCII_ARB : GL_PROGRAM_FORMAT_CG_TRI;
    const int length = 100 + (int)random_below(sizeof text - 100);
    if (random_below(8)) return;
    for (int i = 0; i + 8 < length; i += 8) memcpy(text + i, random_below(2) ? "ALIAS a;" : "float a;", 8);
    if (format == GL_PROGRAM_FORMAT_ASCII_ARB) memcpy(text, "!!ARBfp1.0\n", 11);
    bind_program(GL_FRAGMENT_PROGRAM_ARB, 77);
    program_string(GL_FRAGMENT_PROGRAM_ARB, format, length, text);
}

static void fixed_function(void)
{
    static const GLenum states[8] = {GL_LIGHTING, GL_FOG, GL_BLEND, GL_DEPTH_TEST, GL_LINE_SMOOTH, GL_POINT_SMOOTH, GL_STENCIL_TEST, GL_NORMALIZE};
    const GLenum state = states[random_below(8)];
    if (random_below(2)) glEnable(state);
    else glDisable(state);
    glLightf(GL_LIGHT0 + random_below(8), GL_CONSTANT_ATTENUATION, 1 + (float)random_below(50));
    triangles(1 + random_below(300));
}

static void buffer(void)
{
    bind_buffer(GL_ARRAY_BUFFER, 1 + random_below(8));
    buffer_data(GL_ARRAY_BUFFER, 1 + random_below(1 << 20), data, GL_STATIC_DRAW);
    bind_buffer(GL_ARRAY_BUFFER, 0);
}

static void names(void)
{
    const unsigned kind = random_below(4 * (KINDS + 1)), n = 1 + random_below(MOST_NAMES);
    if (kind < KINDS) {
        gen_names[kind]((GLsizei)n, many_names);
        if (random_below(2)) delete_names[kind]((GLsizei)n, many_names);
    } else if (kind == KINDS) glGenLists((GLsizei)n);
}

/* Draws that are each in a state of their own, or that one command asks for. No flush is between them. */
static void many_draws(void)
{
    static const GLfloat corners[6] = {0, 0, 0.02f, 0, 0, 0.02f};
    static GLint first[MOST_DRAWS];
    static GLsizei count[MOST_DRAWS];
    const unsigned kind = random_below(60), n = random_below(MOST_STATES);
    if (kind == 0) {
        glEnable(GL_BLEND);
        for (unsigned i = 0; i < n; i++) {
            blend_color((GLfloat)i / MOST_STATES, 0, 0, 1);
            glRectf(0, 0, 0.02f, 0.02f);
        }
    } else if (kind == 1) {
        for (unsigned i = 0; i < n; i++) {
            glTranslatef(1e-6f, 0, 0);
            glRectf(0, 0, 0.02f, 0.02f);
        }
    } else if (kind == 2) {
        for (unsigned i = 0; i < MOST_DRAWS; i++) count[i] = 3;
        glEnableClientState(GL_VERTEX_ARRAY);
        glVertexPointer(2, GL_FLOAT, 0, corners);
        multi_draw_arrays(GL_TRIANGLES, first, count, (GLsizei)(8 * n));
        glDisableClientState(GL_VERTEX_ARRAY);
    } else if (kind == 3) {
        glEnable(GL_LINE_STIPPLE);
        glLineStipple(1, 0x5555);
        glLineWidth(5);
        glBegin(GL_LINE_STRIP);
        for (unsigned i = 0; i < n; i++) glVertex2f(random_below(100) / 1000.0f, random_below(100) / 1000.0f);
        glEnd();
        glDisable(GL_LINE_STIPPLE);
    } else if (kind == 4) {
        pn_triangles(GL_PN_TRIANGLES_TESSELATION_LEVEL_ATI, (GLint)random_below(8));
        glEnable(GL_PN_TRIANGLES_ATI);
        triangles(n / 256);
        glDisable(GL_PN_TRIANGLES_ATI);
    }
}

static void drop(void)
{
    GLuint names[8];
    for (GLuint i = 0; i < 8; i++) names[i] = i + 1;
    glDeleteTextures(6, names);
    delete_buffers(8, names);
    glDeleteLists(1, 5);
}

static void read_back(void)
{
    glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, data);
}

static void (*const steps[])(void) = {texture, list, program, long_text, fixed_function, fixed_function, buffer, names, many_draws, read_back, drop, glFinish};

static long address_space(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) exit(2);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

/* Returns 0 or 1: whether memory was short. Exits with 3 for another error, and with 4 when the last picture is wrong. */
static int child(long mib)
{
    OSMesaContext context = OSMesaCreateContextExt(GL_RGBA, 24, 8, 0, NULL);
    if (!context || !OSMesaMakeCurrent(context, picture, GL_UNSIGNED_BYTE, SIDE, SIDE)) exit(2);
    look_up();
    /* Half of the children have drawn before, so that kernels and threads are there. */
    if (seed % 2) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        triangles(10);
        glFinish();
    }
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = (rlim_t)address_space() + (rlim_t)mib * 1048576;
    setrlimit(RLIMIT_AS, &limit);
    int is_short = 0;
    for (int i = 0; i < STEPS; i++) {
        steps[random_below(sizeof steps / sizeof steps[0])]();
        const GLenum error = glGetError();
        if (error == GL_OUT_OF_MEMORY) is_short = 1;
        else if (error != GL_NO_ERROR && error != GL_INVALID_OPERATION) {
            fprintf(stderr, "step %d: error %#x\n", i, error);
            exit(3);
        }
    }
    limit.rlim_cur = before;
    setrlimit(RLIMIT_AS, &limit);
    /* The application goes on. */
    drop();
    glEnd();
    glEndList();
    while (glGetError()) {}
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glDisable(GL_LIGHTING); glDisable(GL_FOG); glDisable(GL_BLEND); glDisable(GL_DEPTH_TEST); glDisable(GL_STENCIL_TEST);
    glDisable(GL_TEXTURE_2D);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glColor3f(0, 1, 0);
    glRectf(-1, -1, 1, 1);
    glFinish();
    const unsigned char *pixel = picture + 4 * (SIDE / 2 * SIDE + SIDE / 2);
    const GLenum error = glGetError();
    if (error || pixel[0] != 0 || pixel[1] != 255) {
        fprintf(stderr, "afterwards: error %#x, colour %d %d %d\n", error, pixel[0], pixel[1], pixel[2]);
        exit(4);
    }
    OSMesaDestroyContext(context);
    return is_short;
}

int main(int argc, char **argv)
{
    if (argc != 5) return 2;
    int n_short = 0, n = 0;
    for (long mib = atol(argv[1]); mib <= atol(argv[2]); mib += atol(argv[3]))
        for (int round = 0; round < atoi(argv[4]); round++) {
            fflush(NULL);
            const pid_t pid = fork();
            if (pid == 0) {
                seed = (unsigned)(mib * 1000 + round);
                _exit(child(mib));
            }
            int status = -1;
            waitpid(pid, &status, 0);
            if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
                fprintf(stderr, "%ld MiB, round %d: status %#x\n", mib, round, status);
                return 1;
            }
            n_short += WEXITSTATUS(status);
            n++;
        }
    printf("%d of %d\n", n_short, n);
    return 0;
}
