// Proves what a host process may do to a GL library. The first argument names the case. Exit status 0 means that it holds.
// The library is opened at run time, so that a case can load it, close it, and load it again.
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define SIDE 192
#define HANG_GUARD_S 300 // no child needs a minute even on a busy machine
#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); exit(1); } } while (0)

enum { RGBA = 0x1908, UBYTE = 0x1401, COLOR_BIT = 0x4000, DEPTH_BIT = 0x100, TRIANGLES = 4, QUADS = 7 };
enum { VENDOR = 0x1F00, FOG_START = 0x0B63, TEXTURE_2D = 0x0DE1, MIN_FILTER = 0x2801, MAG_FILTER = 0x2800 };
enum { LINEAR = 0x2601, BLEND = 0x0BE2, DEPTH_TEST = 0x0B71, LIGHTING = 0x0B50, LIGHT0 = 0x4000, COLOR_MATERIAL = 0x0B57 };
enum { VERTEX_PROGRAM = 0x8620, FRAGMENT_PROGRAM = 0x8804, PROGRAM_ASCII = 0x8875, PROGRAM_ERROR_POSITION = 0x864B };

static void *library;
static void *(*OSMesaCreateContextExt)(unsigned, int, int, int, void *);
static unsigned char (*OSMesaMakeCurrent)(void *, void *, unsigned, int, int);
static void (*OSMesaDestroyContext)(void *);
static void *(*OSMesaGetProcAddress)(const char *);
static unsigned (*glGetError)(void);
static const unsigned char *(*glGetString)(unsigned);
static void (*glGenTextures)(int, unsigned *);
static void (*glClearColor)(float, float, float, float);
static void (*glClear)(unsigned);
static void (*glBegin)(unsigned);
static void (*glEnd)(void);
static void (*glColor3f)(float, float, float);
static void (*glVertex2f)(float, float);
static void (*glFogf)(unsigned, float);
static void (*glFinish)(void);
static void (*glVertex3f)(float, float, float);
static void (*glTexCoord2f)(float, float);
static void (*glColor4f)(float, float, float, float);
static void (*glNormal3f)(float, float, float);
static void (*glEnable)(unsigned);
static void (*glDisable)(unsigned);
static void (*glBlendFunc)(unsigned, unsigned);
static void (*glTexParameteri)(unsigned, unsigned, int);
static void (*glTexImage2D)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *);
static void (*glGetIntegerv)(unsigned, int *);
static void (*glProgramStringARB)(unsigned, unsigned, int, const void *);
static void (*glProgramLocalParameter4fARB)(unsigned, unsigned, float, float, float, float);

static void *find(const char *name)
{
    void *address = dlsym(library, name);
    if (!address) { fprintf(stderr, "%s is not exported\n", name); exit(1); }
    return address;
}

static void open_library(void)
{
    library = dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) { fprintf(stderr, "%s\n", dlerror()); exit(1); }
#define FIND(name) *(void **)&name = find(#name)
    FIND(OSMesaCreateContextExt); FIND(OSMesaMakeCurrent); FIND(OSMesaDestroyContext); FIND(OSMesaGetProcAddress);
    FIND(glGetError); FIND(glGetString); FIND(glGenTextures); FIND(glClearColor); FIND(glClear); FIND(glBegin);
    FIND(glEnd); FIND(glColor3f); FIND(glVertex2f); FIND(glFogf); FIND(glFinish);
    FIND(glVertex3f); FIND(glTexCoord2f); FIND(glColor4f); FIND(glNormal3f); FIND(glEnable); FIND(glDisable);
    FIND(glBlendFunc); FIND(glTexParameteri); FIND(glTexImage2D); FIND(glGetIntegerv); FIND(glProgramStringARB);
    FIND(glProgramLocalParameter4fARB);
}

static void *context(void)
{
    void *made = OSMesaCreateContextExt(RGBA, 24, 8, 0, NULL);
    CHECK(made);
    return made;
}

static uint32_t pixels[SIDE * SIDE], reference[SIDE * SIDE];

static void bind(void *cx) { CHECK(OSMesaMakeCurrent(cx, pixels, UBYTE, SIDE, SIDE)); }

static int draws_many;

/* Lit triangles, so many that the first are drawn before End. */
static void many_triangles(void)
{
    glBegin(TRIANGLES);
    for (int i = 0; i < 6000; i++) {
        float x = -0.95f + i % 10 / 50.0f, y = -0.95f + i / 10 / 700.0f;
        glNormal3f(0, i / 7000.0f, 0.8f);
        glColor3f(1, 0.3f, 0.7f);
        glVertex3f(x, y, 1e-39f); glVertex3f(x + 0.02f, y, 0); glVertex3f(x, y + 0.02f, 0);
    }
    glEnd();
}

/* A lit triangle, a textured quad behind its top, and a blended quad over both. They cover many tiles with many colours. */
static void scene(void)
{
    static const unsigned char texels[4 * 4] = { 255, 40, 40, 255, 40, 255, 40, 255, 40, 40, 255, 255, 255, 255, 90, 255 };
    glClearColor(0.2f, 0.4f, 0.6f, 1);
    glClear(COLOR_BIT | DEPTH_BIT);
    glEnable(DEPTH_TEST);
    glEnable(LIGHTING);
    glEnable(LIGHT0);
    glEnable(COLOR_MATERIAL);
    if (draws_many) many_triangles();
    glBegin(TRIANGLES);
    glNormal3f(0, 0, 1);
    glColor3f(1, 0, 0); glVertex3f(-0.9f, -0.9f, -0.5f);
    glNormal3f(0.6f, 0, 0.8f);
    glColor3f(0, 1, 0); glVertex3f(0.8f, -0.7f, -0.5f);
    glColor3f(0, 0, 1); glVertex3f(0.1f, 0.9f, 1e-39f);
    glEnd();
    glDisable(LIGHTING);
    glTexImage2D(TEXTURE_2D, 0, RGBA, 2, 2, 0, RGBA, UBYTE, texels);
    glTexParameteri(TEXTURE_2D, MIN_FILTER, LINEAR);
    glTexParameteri(TEXTURE_2D, MAG_FILTER, LINEAR);
    glEnable(TEXTURE_2D);
    glColor3f(1, 1, 1);
    glBegin(QUADS);
    glTexCoord2f(0, 0); glVertex3f(-0.8f, 0.1f, 0);
    glTexCoord2f(1, 0); glVertex3f(0.9f, 0.1f, 0);
    glTexCoord2f(1, 1); glVertex3f(0.9f, 0.95f, 0);
    glTexCoord2f(0, 1); glVertex3f(-0.8f, 0.95f, 0);
    glEnd();
    glDisable(TEXTURE_2D);
    glDisable(DEPTH_TEST);
    glEnable(BLEND);
    glBlendFunc(0x0302, 0x0303); // source alpha, one minus source alpha
    glColor4f(1, 1, 0, 1.0f / 3);
    glBegin(QUADS);
    glVertex2f(0.3f, -1); glVertex2f(0.7f, -1); glVertex2f(0.7f, 1); glVertex2f(0.3f, 1);
    glEnd();
    glDisable(BLEND);
    glFinish();
}

/* Checks that a picture of `scene` is not empty: the clear colour is in a corner, and there are hundreds of other colours. */
static void check_picture_of(const uint32_t *picture)
{
    static uint64_t seen[1 << 18]; // colours, three bytes each
    unsigned colours = 0;
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t c = picture[i] & 0xffffff;
        colours += !(seen[c >> 6] >> (c & 63) & 1);
        seen[c >> 6] |= (uint64_t)1 << (c & 63);
    }
    CHECK((picture[SIDE * SIDE - 1] & 0xffffff) == 0x996633);
    CHECK(colours > 500);
}

static void check_picture(void) { check_picture_of(pixels); }

/* Draws the reference picture. */
static void draw_reference(void)
{
    memset(pixels, 0x55, sizeof pixels);
    scene();
    check_picture();
    memcpy(reference, pixels, sizeof pixels);
}

/* Draws it again and checks that it is the same. */
static void draw_again(void)
{
    memset(pixels, 0x55, sizeof pixels);
    scene();
    CHECK(memcmp(reference, pixels, sizeof pixels) == 0);
}

static void no_context(void)
{
    unsigned name = 77;
    glClear(COLOR_BIT);
    glBegin(TRIANGLES);
    glVertex2f(0, 0);
    glEnd();
    glGenTextures(1, &name);
    CHECK(name == 77);
    CHECK(glGetString(VENDOR) == NULL);
    CHECK(glGetError() == 0);
}

static void proc_address(void)
{
    CHECK(OSMesaGetProcAddress("glGetError") == dlsym(library, "glGetError"));
    CHECK(OSMesaGetProcAddress("OSMesaMakeCurrent") == dlsym(library, "OSMesaMakeCurrent"));
    CHECK(OSMesaGetProcAddress("glNoSuchThing") == NULL);
    CHECK(OSMesaGetProcAddress("") == NULL);
    CHECK(OSMesaGetProcAddress("glDrawMeshTasksNV") == NULL); // exported, but a stub
    CHECK(dlsym(library, "glDrawMeshTasksNV") != NULL);
}

static void stub_reports(void)
{
    void (*draw)(unsigned, unsigned) = (void (*)(unsigned, unsigned))dlsym(library, "glDrawMeshTasksNV");
    bind(context());
    draw(0, 1);
    draw(0, 1);
    CHECK(glGetError() == 0x0502);
    CHECK(glGetError() == 0);
}

// Between Begin and End each kind of door refuses its command. A list that is compiled and executed holds those that lists may hold, and
// they are refused again when it is called (GL 1.5 section 5.4).
static void refused_in_lists(void)
{
    void (*new_list)(unsigned, unsigned) = (void (*)(unsigned, unsigned))find("glNewList");
    void (*end_list)(void) = (void (*)(void))find("glEndList");
    void (*call_list)(unsigned) = (void (*)(unsigned))find("glCallList");
    unsigned name = 77;
    int viewport[4] = {-1, -1, -1, -1}, is_blending = 1;
    bind(context());
    for (int kind = 0; kind < 4; kind++) {
        new_list(1, 0x1301); // COMPILE_AND_EXECUTE
        glBegin(TRIANGLES);
        switch (kind) {
        case 0: glEnable(BLEND); break;                                                 // the door records it
        case 1: glTexImage2D(TEXTURE_2D, 0, RGBA, 1, 1, 0, RGBA, UBYTE, pixels); break; // it records itself
        case 2: glGenTextures(1, &name); break;                                         // never compiled
        default: glGetIntegerv(0x0BA2, viewport);                                       // VIEWPORT
        }
        glEnd();
        CHECK(glGetError() == 0x0502);
        end_list();
        CHECK(glGetError() == 0);
        call_list(1);
        CHECK(glGetError() == (kind < 2 ? 0x0502 : 0));
    }
    // Nothing was executed.
    CHECK(name == 77 && viewport[0] == -1);
    glGetIntegerv(BLEND, &is_blending);
    CHECK(!is_blending);
}

static void reopen(void)
{
    for (int i = 0; i < 3; i++) {
        void *cx = context();
        bind(cx);
        if (i == 0) draw_reference(); else draw_again();
        CHECK(OSMesaMakeCurrent(NULL, NULL, 0, 0, 0));
        OSMesaDestroyContext(cx);
        CHECK(dlclose(library) == 0);
        open_library();
    }
}

static void forked(void)
{
    bind(context());
    draw_reference();
    for (int i = 0; i < 5; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(HANG_GUARD_S);
            draw_again(); // the context of the parent
            bind(context());
            draw_again();
            pid_t grandchild = fork();
            if (grandchild == 0) { alarm(HANG_GUARD_S); draw_again(); _exit(0); }
            int status;
            CHECK(waitpid(grandchild, &status, 0) == grandchild && status == 0);
            _exit(0);
        }
        int status;
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        draw_again();
    }
}

static void *draw_and_leave(void *cx) { bind(cx); draw_again(); return NULL; }

static void thread_exit(void)
{
    void *cx = context();
    bind(cx);
    draw_reference();
    CHECK(OSMesaMakeCurrent(NULL, NULL, 0, 0, 0));
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, draw_and_leave, cx) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    bind(cx);
    draw_again();
    CHECK(glGetError() == 0);
}

static pthread_barrier_t both;

static void *hold(void *cx)
{
    bind(cx);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    return NULL;
}

static void two_threads(void)
{
    void *cx = context();
    pthread_t thread;
    pthread_barrier_init(&both, NULL, 2);
    CHECK(pthread_create(&thread, NULL, hold, cx) == 0);
    pthread_barrier_wait(&both);
    CHECK(!OSMesaMakeCurrent(cx, pixels, UBYTE, SIDE, SIDE));
    pthread_barrier_wait(&both);
    CHECK(pthread_join(thread, NULL) == 0);
    bind(cx);
}

struct own { void *cx; uint32_t pixels[SIDE * SIDE]; };

static void *draw_own(void *of)
{
    struct own *own = of;
    CHECK(OSMesaMakeCurrent(own->cx, own->pixels, UBYTE, SIDE, SIDE));
    for (int i = 0; i < 20; i++) {
        memset(own->pixels, i, sizeof own->pixels);
        scene();
        CHECK(memcmp(reference, own->pixels, sizeof reference) == 0);
    }
    CHECK(glGetError() == 0);
    return NULL;
}

static void two_contexts(void)
{
    static struct own own[3];
    pthread_t threads[3];
    bind(context());
    draw_reference();
    for (int i = 0; i < 3; i++) {
        own[i].cx = context();
        CHECK(pthread_create(&threads[i], NULL, draw_own, &own[i]) == 0);
    }
    draw_again();
    for (int i = 0; i < 3; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    draw_again();
}

static volatile int ticks;

static void on_alarm(int number)
{
    (void)number;
    ticks++;
    glFogf(FOG_START, 1);
}

static void from_signal(void)
{
    bind(context());
    draw_reference();
    signal(SIGALRM, on_alarm);
    struct itimerval every_ms = { { 0, 1000 }, { 0, 1000 } }, never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_REAL, &every_ms, NULL);
    while (ticks < 300) draw_again();
    setitimer(ITIMER_REAL, &never, NULL);
    unsigned error = glGetError();
    CHECK(error == 0 || error == 0x0502);
    draw_again();
    CHECK(glGetError() == 0);
}

static void float_environment(void)
{
    draws_many = 1;
    bind(context());
    draw_reference();
#ifdef __x86_64__
    unsigned theirs = 0xDFC0, after = 0; // flush to zero, denormals are zero, round up
    unsigned short x87 = 0x0f7f, x87_after = 0; // round to zero, extended precision
    __asm__ volatile("fldcw %0" : : "m"(x87));
    __asm__ volatile("ldmxcsr %0" : : "m"(theirs));
    draw_again();
    bind(context()); // also what a context computes once
    draw_again();
    __asm__ volatile("stmxcsr %0" : "=m"(after));
    __asm__ volatile("fnstcw %0" : "=m"(x87_after));
    CHECK((after & 0xFFC0) == theirs && x87_after == x87);
#endif
}

/* Loads a vertex and a fragment program, draws with them and without. */
static void *load_and_draw(void *cx)
{
    static const char vertex[] = "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nTEMP p, n;\n"
        "DP4 p.x, m[0], vertex.position;\nDP4 p.y, m[1], vertex.position;\nDP4 p.z, m[2], vertex.position;\n"
        "DP4 p.w, m[3], vertex.position;\nMUL n, vertex.color, program.local[0];\nEX2 n.w, -n.x;\nMIN n.w, n.w, 1;\n"
        "MOV result.position, p;\nMOV result.color, n;\nMOV result.texcoord[0], vertex.position;\nEND\n";
    static const char fragment[] = "!!ARBfp1.0\nTEMP a, b;\nDP3 a, fragment.texcoord[0], fragment.texcoord[0];\n"
        "RSQ b.x, a.x;\nPOW b.y, a.x, program.local[0].x;\nSIN b.z, fragment.texcoord[0].x;\nMUL b, b, 0.25;\n"
        "MAD_SAT a, fragment.color, b.y, b;\nMOV result.color, a;\nMOV result.color.w, 1;\nEND\n";
    int position;
    bind(cx);
    draw_again();
    glProgramStringARB(VERTEX_PROGRAM, PROGRAM_ASCII, sizeof vertex - 1, vertex);
    glGetIntegerv(PROGRAM_ERROR_POSITION, &position);
    CHECK(position == -1);
    glProgramStringARB(FRAGMENT_PROGRAM, PROGRAM_ASCII, sizeof fragment - 1, fragment);
    glGetIntegerv(PROGRAM_ERROR_POSITION, &position);
    CHECK(position == -1);
    glProgramLocalParameter4fARB(VERTEX_PROGRAM, 0, 1, 0.5f, 0.25f, 1);
    glProgramLocalParameter4fARB(FRAGMENT_PROGRAM, 0, 0.7f, 0, 0, 0);
    glEnable(VERTEX_PROGRAM);
    glEnable(FRAGMENT_PROGRAM);
    scene();
    check_picture();
    CHECK(memcmp(reference, pixels, sizeof pixels) != 0);
    glDisable(VERTEX_PROGRAM);
    glDisable(FRAGMENT_PROGRAM);
    draw_again();
    CHECK(glGetError() == 0);
    return NULL;
}

static void on_stack_of(size_t bytes)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, bytes) == 0);
    CHECK(pthread_create(&thread, &attributes, load_and_draw, context()) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

static void small_stack(void)
{
    void *cx = context();
    bind(cx);
    draw_reference();
    CHECK(OSMesaMakeCurrent(NULL, NULL, 0, 0, 0));
    on_stack_of(PTHREAD_STACK_MIN);
}

static ucontext_t main_routine, coroutine;

static void in_coroutine(void) { load_and_draw(context()); }

/* The stack of a coroutine is memory that the thread does not know: 16 KiB before a page that nothing may touch. */
static void small_coroutine(void)
{
    bind(context());
    draw_reference();
    char *memory = mmap(NULL, 4096 + 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED && mprotect(memory, 4096, PROT_NONE) == 0);
    CHECK(getcontext(&coroutine) == 0);
    coroutine.uc_stack.ss_sp = memory + 4096;
    coroutine.uc_stack.ss_size = 16384;
    coroutine.uc_link = &main_routine;
    makecontext(&coroutine, in_coroutine, 0);
    CHECK(swapcontext(&main_routine, &coroutine) == 0);
    draw_again();
}

static atomic_int n_drawn;

static void *draw_on(void *cx)
{
    static uint32_t own[SIDE * SIDE];
    CHECK(OSMesaMakeCurrent(cx, own, UBYTE, SIDE, SIDE));
    for (;;) {
        scene();
        n_drawn++;
    }
    return NULL;
}

static void at_exit(void)
{
    scene();
    if (memcmp(reference, pixels, sizeof pixels)) _exit(3);
}

static void exit_while_drawing(void)
{
    pthread_t thread;
    atexit(at_exit);
    bind(context());
    draw_reference();
    CHECK(pthread_create(&thread, NULL, draw_on, context()) == 0);
    while (n_drawn < 20) sched_yield();
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } cases[] = {
        { "no-context", no_context }, { "proc-address", proc_address }, { "stub-reports", stub_reports },
        { "refused-in-lists", refused_in_lists },
        { "reopen", reopen }, { "fork", forked }, { "thread-exit", thread_exit }, { "two-threads", two_threads },
        { "signal", from_signal }, { "float-environment", float_environment }, { "small-stack", small_stack },
        { "small-coroutine", small_coroutine }, { "two-contexts", two_contexts },
        { "exit-while-drawing", exit_while_drawing },
    };
    for (unsigned i = 0; argc == 2 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[1], cases[i].name) == 0) {
            open_library();
            cases[i].run();
            return 0;
        }
    }
    fprintf(stderr, "usage: doors CASE\n");
    return 2;
}
