/* Forks while other threads draw and compile programs. The child, the parent and a grandchild draw the reference picture with the contexts they have,
 * with new ones, and in new threads.
 *
 * usage: forks CASE ROUNDS */
#define GL_GLEXT_PROTOTYPES
#include <GL/osmesa.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 128, HANG_GUARD_S = 120 };
#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); _exit(1); } } while (0)

static uint32_t pixels[SIDE * SIDE], reference[SIDE * SIDE];

#define COMMAND(type, name) ((type)(void *)OSMesaGetProcAddress(name))

static OSMesaContext context(OSMesaContext share)
{
    OSMesaContext made = OSMesaCreateContextExt(GL_RGBA, 24, 8, 0, share);
    CHECK(made);
    return made;
}

static void bind(OSMesaContext cx, void *to) { CHECK(OSMesaMakeCurrent(cx, to, GL_UNSIGNED_BYTE, SIDE, SIDE)); }

/* Lit triangles, a texture and a blended quad. */
static void scene(void)
{
    static const unsigned char texels[16] = { 255, 40, 40, 255, 40, 255, 40, 255, 40, 40, 255, 255, 255, 255, 90, 255 };
    glClearColor(0.2f, 0.4f, 0.6f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST); glEnable(GL_LIGHTING); glEnable(GL_LIGHT0); glEnable(GL_COLOR_MATERIAL);
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < 300; i++) {
        const float x = -0.95f + i % 10 / 6.0f, y = -0.95f + i / 10 / 20.0f;
        glNormal3f(0, i / 400.0f, 0.8f);
        glColor3f(1, 0.3f, 0.7f);
        glVertex3f(x, y, 0); glVertex3f(x + 0.2f, y, 0); glVertex3f(x, y + 0.2f, 0);
    }
    glEnd();
    glDisable(GL_LIGHTING);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_2D);
    glColor3f(1, 1, 1);
    glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
    glDisable(GL_TEXTURE_2D); glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glColor4f(1, 1, 0, 0.33f);
    glRectf(0.3f, -1, 0.7f, 1);
    glDisable(GL_BLEND);
}

static void check_picture(void)
{
    glFinish();
    CHECK(!memcmp(reference, pixels, sizeof pixels));
    CHECK(!glGetError());
}

static void draw_again(void)
{
    memset(pixels, 0x55, sizeof pixels);
    scene();
    check_picture();
}

static OSMesaContext first_picture(void)
{
    OSMesaContext cx = context(NULL);
    bind(cx, pixels);
    scene();
    glFinish();
    memcpy(reference, pixels, sizeof pixels);
    return cx;
}

static atomic_int n_drawn;

/* Draws with new programs and states again and again, so that kernels are compiled all the time. */
static void *draw_on(void *cx)
{
    PFNGLPROGRAMSTRINGARBPROC program_string = COMMAND(PFNGLPROGRAMSTRINGARBPROC, "glProgramStringARB");
    bind(cx, malloc(sizeof pixels));
    for (unsigned n = 0;; n++) {
        char text[200];
        const int length = sprintf(text, "!!ARBfp1.0\nMUL result.color, fragment.color, {%u, 1, 1, 1};\n"
                                         "ADD result.color.x, fragment.color.y, %u;\nEND\n", n % 97, n);
        program_string(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, length, text);
        if (n % 2) glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glFogi(GL_FOG_MODE, n % 3 == 0 ? GL_EXP : n % 3 == 1 ? GL_LINEAR : GL_EXP2);
        if (n % 5 < 2) glEnable(GL_FOG);
        if (n % 7 < 3) glEnable(GL_ALPHA_TEST);
        unsigned name;
        glGenTextures(1, &name);
        glBindTexture(GL_TEXTURE_2D, name);
        scene();
        if (n % 11 == 0) glFinish();
        glDeleteTextures(1, &name);
        glDisable(GL_FRAGMENT_PROGRAM_ARB); glDisable(GL_FOG); glDisable(GL_ALPHA_TEST);
        n_drawn++;
    }
    return NULL;
}

static void others_draw(OSMesaContext share, int n)
{
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        CHECK(!pthread_create(&thread, NULL, draw_on, context(share)));
    }
    while (n_drawn < 3) usleep(1000);
}

static void *draw_in_thread(void *unused)
{
    OSMesaContext cx = context(NULL);
    bind(cx, pixels);
    draw_again();
    OSMesaMakeCurrent(NULL, NULL, 0, 0, 0);
    OSMesaDestroyContext(cx);
    return unused;
}

/* The life of a child: it draws with the context it has, if any, with a new one, and in a thread. */
static void child_draws(int has_context)
{
    alarm(HANG_GUARD_S);
    if (has_context) draw_again();
    bind(context(NULL), pixels);
    draw_again();
    OSMesaMakeCurrent(NULL, NULL, 0, 0, 0);
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, draw_in_thread, NULL) && !pthread_join(thread, NULL));
    _exit(0);
}

static void wait_for(pid_t child)
{
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (status) fprintf(stderr, "child: %#x\n", status);
    CHECK(status == 0);
}

/* Some time of a frame, so that the others are found everywhere. */
static void some_time(void) { usleep(rand() % 3000); }

static void while_drawing(int rounds)
{
    first_picture();
    others_draw(NULL, 2);
    for (int i = 0; i < rounds; i++) {
        some_time();
        const pid_t child = fork();
        if (!child) child_draws(1);
        wait_for(child);
        draw_again();
    }
}

/* The others draw with contexts of the group of the one that the child goes on with. */
static void while_sharing(int rounds)
{
    OSMesaContext cx = first_picture();
    others_draw(cx, 2);
    for (int i = 0; i < rounds; i++) {
        some_time();
        const pid_t child = fork();
        if (!child) child_draws(1);
        wait_for(child);
        draw_again();
    }
}

static void *fork_often(void *rounds)
{
    for (int i = 0; i < *(int *)rounds; i++) {
        some_time();
        const pid_t child = fork();
        if (!child) child_draws(0);
        wait_for(child);
    }
    return NULL;
}

static void without_a_context(int rounds)
{
    first_picture();
    OSMesaMakeCurrent(NULL, NULL, 0, 0, 0);
    others_draw(NULL, 2);
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, fork_often, &rounds) && !pthread_join(thread, NULL));
}

/* Writes the last two vertices to a mapped buffer that has the first two, and draws the triangle. */
static void finish_map(float *vertices)
{
    static const float last[] = { 1, -1 };
    memcpy(vertices + 4, last, sizeof last);
    CHECK(COMMAND(PFNGLUNMAPBUFFERPROC, "glUnmapBuffer")(GL_ARRAY_BUFFER));
    glVertexPointer(2, GL_FLOAT, 0, NULL);
    glEnableClientState(GL_VERTEX_ARRAY);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor3f(1, 1, 1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glFinish();
    glDisableClientState(GL_VERTEX_ARRAY);
    CHECK(!glGetError());
    CHECK((pixels[SIDE / 2 * SIDE + 8] & 0xffffff) == 0xffffff && (pixels[SIDE * SIDE - 1] & 0xffffff) == 0);
}

static void with_a_mapped_buffer(int rounds)
{
    static const float first[] = { -1, -1, -1, 1 };
    first_picture();
    others_draw(NULL, 1);
    unsigned name;
    COMMAND(PFNGLGENBUFFERSPROC, "glGenBuffers")(1, &name);
    COMMAND(PFNGLBINDBUFFERPROC, "glBindBuffer")(GL_ARRAY_BUFFER, name);
    COMMAND(PFNGLBUFFERDATAPROC, "glBufferData")(GL_ARRAY_BUFFER, 24, NULL, GL_STATIC_DRAW);
    for (int i = 0; i < rounds; i++) {
        float *vertices = COMMAND(PFNGLMAPBUFFERPROC, "glMapBuffer")(GL_ARRAY_BUFFER, GL_READ_WRITE);
        memcpy(vertices, first, sizeof first);
        const pid_t child = fork();
        if (!child) alarm(HANG_GUARD_S);
        finish_map(vertices);
        if (!child) child_draws(1);
        wait_for(child);
    }
}

/* The fork is between NewList and EndList, in a third of the rounds between Begin and End as well. */
static void in_a_list(int rounds)
{
    first_picture();
    others_draw(NULL, 1);
    for (int i = 0; i < rounds; i++) {
        glNewList(1, i % 2 ? GL_COMPILE : GL_COMPILE_AND_EXECUTE);
        scene();
        if (i % 3 == 0) { glBegin(GL_TRIANGLES); glVertex2f(0, 0); }
        const pid_t child = fork();
        if (!child) alarm(HANG_GUARD_S);
        if (i % 3 == 0) { glVertex2f(0, 0); glVertex2f(0, 0); glEnd(); }
        glEndList();
        memset(pixels, 0x55, sizeof pixels);
        glCallList(1);
        check_picture();
        if (!child) child_draws(1);
        wait_for(child);
    }
}

/* Draws are recorded when the process forks, and all three processes finish them. */
static void with_recorded_draws(int rounds)
{
    first_picture();
    others_draw(NULL, 1);
    for (int i = 0; i < rounds; i++) {
        memset(pixels, 0x55, sizeof pixels);
        scene();
        if (i % 2) glBegin(GL_POINTS);
        const pid_t child = fork();
        if (!child) alarm(HANG_GUARD_S);
        if (i % 2) glEnd();
        const pid_t grandchild = child ? -1 : fork();
        if (!grandchild) alarm(HANG_GUARD_S);
        check_picture();
        if (!grandchild) child_draws(1);
        if (!child) { wait_for(grandchild); child_draws(1); }
        wait_for(child);
    }
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(int); } cases[] = {
        { "drawing", while_drawing }, { "sharing", while_sharing }, { "no-context", without_a_context }, { "mapped", with_a_mapped_buffer },
        { "list", in_a_list }, { "recorded", with_recorded_draws },
    };
    for (unsigned i = 0; argc == 3 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[1], cases[i].name)) continue;
        srand(i + 1);
        cases[i].run(atoi(argv[2]));
        _exit(0); /* the others still draw */
    }
    fprintf(stderr, "usage: forks CASE ROUNDS\n");
    return 2;
}
