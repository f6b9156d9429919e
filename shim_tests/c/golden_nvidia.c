/* For scripts/golden-nvidia: runs the program tests that standard input names on NVIDIA's driver, and prints their results.
 *
 * A run is one point. The program's texture coordinate goes through `MOV result.color, fragment.texcoord[n]` into a float buffer of one
 * pixel. Runs whose v[0] is not on the screen are left out, and so are results other than texture coordinates. */
#define GL_GLEXT_PROTOTYPES
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what) {
    fprintf(stderr, "golden-nvidia: %s\n", what);
    exit(1);
}

static void make_context(void) {
    EGLDeviceEXT devices[16];
    EGLint n = 0;
    PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLGETPLATFORMDISPLAYEXTPROC display = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!query || !display || !query(16, devices, &n)) die("no EGL devices");
    for (EGLint i = 0; i < n; i++) {
        EGLDisplay d = display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
        if (!eglInitialize(d, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)) continue;
        EGLContext c = eglCreateContext(d, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, NULL);
        if (!c || !eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c)) continue;
        if (strstr((const char *)glGetString(GL_VENDOR), "NVIDIA")) return;
    }
    die("no driver of NVIDIA's");
}

static void make_target(void) {
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 1, 1, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glGenFramebuffersEXT(1, &framebuffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatusEXT(GL_FRAMEBUFFER_EXT) != GL_FRAMEBUFFER_COMPLETE_EXT) die("no float buffer");
    glViewport(0, 0, 1, 1);
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE);
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE);
}

/* Four numbers in the form of the tests. */
static int numbers(const char *text, float out[4]) {
    for (int i = 0; i < 4; i++) {
        char word[64];
        int used;
        if (sscanf(text, " %63s%n", word, &used) != 1) return 0;
        text += used;
        if (!strncmp(word, "0x", 2)) {
            unsigned bits = (unsigned)strtoul(word, NULL, 16);
            memcpy(&out[i], &bits, sizeof bits);
        } else {
            out[i] = strtof(word, NULL);
        }
    }
    return 1;
}

static void draw(const char *file, int run, unsigned set) {
    char text[128];
    float rgba[4] = {0};
    snprintf(text, sizeof text, "!!ARBfp1.0 MOV result.color, fragment.texcoord[%u]; END", set);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glEnable(GL_VERTEX_PROGRAM_NV);
    glBegin(GL_POINTS);
    glVertexAttrib4fNV(0, 0, 0, 0, 1);
    glEnd();
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, rgba);
    if (glGetError()) die("an error of GL");
    printf("%s %d o[TEX%u]", file, run, set);
    for (int i = 0; i < 4; i++) {
        unsigned bits;
        memcpy(&bits, &rgba[i], sizeof bits);
        printf(isnan(rgba[i]) ? " nan" : " 0x%08x", bits);
    }
    printf("\n");
}

/* Runs one test file: loads its program, and for each run sets what it names and draws for each texture coordinate that it expects. */
static void test(const char *path) {
    static char program[1 << 16], line[1 << 12];
    FILE *file = fopen(path, "r");
    if (!file) die(path);
    int in_program = 0, run = 0, skip = 0;
    program[0] = 0;
    while (fgets(line, sizeof line, file)) {
        float v[4];
        unsigned n;
        char *value = strchr(line, '=');
        if (!strncmp(line, "== program", 10)) {
            in_program = 1;
        } else if (!strncmp(line, "== run", 6)) {
            if (in_program) {
                glLoadProgramNV(GL_VERTEX_PROGRAM_NV, 1, (GLsizei)strlen(program), (const GLubyte *)program);
                glBindProgramNV(GL_VERTEX_PROGRAM_NV, 1);
                if (glGetError()) {
                    printf("%s refused\n", path);
                    break;
                }
            }
            in_program = 0;
            skip = 0;
            run++;
            for (unsigned i = 1; i < 16; i++) glVertexAttrib4fNV(i, 0, 0, 0, 1);
        } else if (in_program) {
            strncat(program, line, sizeof program - strlen(program) - 1);
        } else if (run && value && sscanf(line, "v[%u]", &n) == 1 && numbers(value + 1, v)) {
            if (n) glVertexAttrib4fvNV(n, v);
            else skip = 1;
        } else if (run && value && sscanf(line, "c[%u]", &n) == 1 && numbers(value + 1, v)) {
            glProgramParameter4fvNV(GL_VERTEX_PROGRAM_NV, n, v);
        } else if (run && value && !skip && sscanf(line, "o[TEX%u]", &n) == 1) {
            draw(path, run, n);
        }
    }
    fclose(file);
}

int main(void) {
    char path[4096];
    make_context();
    make_target();
    printf("# %s, %s, %s\n", glGetString(GL_VENDOR), glGetString(GL_RENDERER), glGetString(GL_VERSION));
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        test(path);
    }
    return 0;
}
