// Asks the system's GL what it says of shaders, and which colours fragment shaders give.
//
// Standard input has records: a line "stage bytes" with stage v or f, then the text. For each a line follows: whether it compiles, and
// the colour that it gives as a fragment shader, or the first line of its log.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float varyings[3][4] = {{0.5f, -1.25f, 2, 3.5f}, {1.5f, 2.25f, -3, 0.25f}, {0.125f, 0.75f, 0.5f, 1}};

static void first_line(char *text) {
    text[strcspn(text, "\n")] = 0;
}

int main(void) {
    Display *display = XOpenDisplay(NULL);
    int wanted[] = {GLX_RGBA, GLX_RED_SIZE, 8, None};
    XVisualInfo *visual = glXChooseVisual(display, 0, wanted);
    XSetWindowAttributes set = {.colormap = XCreateColormap(display, RootWindow(display, 0), visual->visual, AllocNone)};
    Window window = XCreateWindow(display, RootWindow(display, 0), 0, 0, 16, 16, 0, visual->depth, InputOutput, visual->visual, CWColormap, &set);
    GLXContext context = glXCreateContext(display, visual, NULL, True);
    glXMakeCurrent(display, window, context);
    GLuint texture, buffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 4, 4, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glGenFramebuffers(1, &buffer);
    glBindFramebuffer(GL_FRAMEBUFFER, buffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
    glViewport(0, 0, 4, 4);
    char stage;
    int bytes;
    while (scanf(" %c %d", &stage, &bytes) == 2) {
        getchar();
        char *text = calloc(1, bytes + 1), log[4096] = "";
        if (fread(text, 1, bytes, stdin) != (size_t)bytes)
            break;
        GLuint shader = glCreateShader(stage == 'v' ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, 1, (const char **)&text, NULL);
        glCompileShader(shader);
        GLint compiles, links = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiles);
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        first_line(log);
        GLuint program = glCreateProgram();
        if (compiles) {
            glAttachShader(program, shader);
            glLinkProgram(program);
            glGetProgramiv(program, GL_LINK_STATUS, &links);
        }
        if (compiles && links && stage == 'f') {
            float color[16][4];
            glUseProgram(program);
            for (int i = 0; i < 3; i++)
                glMultiTexCoord4fv(GL_TEXTURE0 + i, varyings[i]);
            glRectf(-1, -1, 1, 1);
            glReadPixels(0, 0, 4, 4, GL_RGBA, GL_FLOAT, color);
            printf("color %.9g %.9g %.9g %.9g\n", color[5][0], color[5][1], color[5][2], color[5][3]);
            glUseProgram(0);
        } else {
            printf("%s %s\n", compiles ? "compiles" : "refused", log);
        }
        glDeleteProgram(program);
        glDeleteShader(shader);
        free(text);
    }
    return 0;
}
