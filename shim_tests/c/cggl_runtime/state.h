/* The state of GL that the Cg runtime changes, and which random calls are played. */
#ifndef STATE_H
#define STATE_H

#include "../gl_context.h"
#include <stdint.h>
#include <string.h>

enum { N_LOCALS = 40, N_UNITS = 4, N_ATTRIBUTES = 16 };

static void get_gl(const char *name, void *function) {
    void *found = find_gl(name);
    memcpy(function, &found, sizeof found);
}

/* Prints a number of the state if it is not as it was. Each place of a program has its own number. */
static void print_changed(const char *name, int index, double value) {
    static struct { const char *name; int index; double value; } old[1024];
    static int n;
    int i = 0;
    while (i < n && (old[i].name != name || old[i].index != index))
        i++;
    if (i == n && n < 1024) {
        n++;
        old[i].name = name;
        old[i].index = index;
        old[i].value = 0;
    }
    if (i < 1024 && old[i].value != value) {
        printf("  %s %d: %g\n", name, index, value);
        old[i].value = value;
    }
}

static void print_programs(void) {
    static void (*get_program)(GLenum, GLenum, GLint *);
    static void (*get_local)(GLenum, GLuint, GLfloat *);
    if (!get_program) {
        get_gl("glGetProgramivARB", &get_program);
        get_gl("glGetProgramLocalParameterfvARB", &get_local);
    }
    static const GLenum targets[] = {0x8620, 0x8804};
    for (int t = 0; t < 2; t++) {
        GLint bound = 0;
        get_program(targets[t], 0x8677, &bound);
        print_changed("program", t, bound);
        print_changed("is enabled", t, glIsEnabled(targets[t]));
        for (int i = 0; bound && i < N_LOCALS; i++) {
            GLfloat value[4] = {0};
            get_local(targets[t], (GLuint)i, value);
            for (int j = 0; j < 4; j++)
                print_changed("local", ((bound * 2 + t) * N_LOCALS + i) * 4 + j, value[j]);
        }
    }
}

static void print_arrays(void) {
    static void (*get_attribute)(GLuint, GLenum, GLint *);
    if (!get_attribute)
        get_gl("glGetVertexAttribivARB", &get_attribute);
    static const GLenum arrays[] = {0x8074, 0x8075, 0x8076, 0x8078, 0x845E, 0x8457};
    for (int i = 0; i < 6; i++)
        print_changed("array", i, glIsEnabled(arrays[i]));
    static const GLenum numbers[] = {0x807A, 0x807B, 0x807C, 0x807E, 0x807F, 0x8081, 0x8082, 0x8083};
    for (int i = 0; i < 8; i++) {
        GLint value = 0;
        glGetIntegerv(numbers[i], &value);
        print_changed("array's", i, value);
    }
    for (int i = 1; i < N_ATTRIBUTES; i++)
        for (GLenum name = 0x8622; name <= 0x8625; name++) {
            GLint value = 0;
            get_attribute((GLuint)i, name, &value);
            print_changed("attribute", i * 4 + (int)(name - 0x8622), value);
        }
}

static void print_textures(void) {
    static void (*active)(GLenum);
    if (!active)
        get_gl("glActiveTexture", &active);
    GLint before;
    glGetIntegerv(0x84E0, &before);
    print_changed("active texture", 0, before - 0x84C0);
    static const GLenum bindings[] = {0x8068, 0x8069, 0x806A, 0x8514};
    for (int unit = 0; unit < N_UNITS; unit++)
        for (int i = 0; i < 4; i++) {
            GLint value = 0;
            active(0x84C0 + (GLenum)unit);
            glGetIntegerv(bindings[i], &value);
            print_changed("texture", unit * 4 + i, value);
        }
    active((GLenum)before);
}

static void print_state(void) {
    print_changed("error", 0, glGetError());
    print_programs();
    print_arrays();
    print_textures();
}

/* Buffers have no bytes in NVIDIA's library before they are used, and effects come with states. A combined program that is
 * unloaded stays loaded there. NVIDIA's library reads what it was not given for colours of two numbers. */
static int is_chosen_for_gl(const char *name) {
    static const char *const without[] = {"Buffer", "RegisterStates", "SetupSampler", "OptimalOptions", NULL};
    for (int i = 0; without[i]; i++)
        if (strstr(name, without[i]))
            return 0;
    return 1;
}

#endif
