// What a host process may do to a GL library: one case per run, named by the first argument. Exit 0 = as it should be.
// The library is opened at run time, so that loading, closing and loading again can be seen.
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIDE 64
#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); exit(1); } } while (0)

enum { RGBA = 0x1908, UBYTE = 0x1401, COLOR_BIT = 0x4000, TRIANGLES = 4, VENDOR = 0x1F00, FOG_START = 0x0B63 };

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
}

static void *context(void)
{
    void *made = OSMesaCreateContextExt(RGBA, 24, 8, 0, NULL);
    CHECK(made);
    return made;
}

static uint32_t pixels[SIDE * SIDE], reference[SIDE * SIDE];

static void bind(void *cx) { CHECK(OSMesaMakeCurrent(cx, pixels, UBYTE, SIDE, SIDE)); }

static void scene(void)
{
    glClearColor(0.1f, 0.2f, 0.3f, 1);
    glClear(COLOR_BIT);
    glBegin(TRIANGLES);
    glColor3f(1, 0, 0); glVertex2f(-0.9f, -0.9f);
    glColor3f(0, 1, 0); glVertex2f(0.8f, -0.7f);
    glColor3f(0, 0, 1e-39f); glVertex2f(0.1f, 0.9f);
    glEnd();
    glFinish();
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

static void reopen(void)
{
    for (int i = 0; i < 3; i++) {
        void *cx = context();
        bind(cx);
        scene();
        CHECK(OSMesaMakeCurrent(NULL, NULL, 0, 0, 0));
        OSMesaDestroyContext(cx);
        CHECK(dlclose(library) == 0);
        open_library();
    }
}

static void forked(void)
{
    bind(context());
    scene();
    memcpy(reference, pixels, sizeof pixels);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        memset(pixels, 0, sizeof pixels);
        scene();
        bind(context());
        scene();
        _exit(memcmp(reference, pixels, sizeof pixels) != 0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    scene();
}

static void *draw_and_leave(void *cx) { bind(cx); scene(); return NULL; }

static void thread_exit(void)
{
    void *cx = context();
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, draw_and_leave, cx) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    }
    bind(cx);
    scene();
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
    scene();
    memcpy(reference, pixels, sizeof pixels);
    signal(SIGALRM, on_alarm);
    struct itimerval every_ms = { { 0, 1000 }, { 0, 1000 } }, never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_REAL, &every_ms, NULL);
    while (ticks < 300) scene();
    setitimer(ITIMER_REAL, &never, NULL);
    unsigned error = glGetError();
    CHECK(error == 0 || error == 0x0502);
    scene();
    CHECK(memcmp(reference, pixels, sizeof pixels) == 0);
}

static void float_environment(void)
{
    bind(context());
    scene();
    memcpy(reference, pixels, sizeof pixels);
#ifdef __x86_64__
    unsigned theirs = 0xDFC0, after = 0; // flush to zero, denormals are zero, round up
    __asm__ volatile("ldmxcsr %0" : : "m"(theirs));
    scene();
    __asm__ volatile("stmxcsr %0" : "=m"(after));
    CHECK((after & 0xFFC0) == theirs);
#endif
    CHECK(memcmp(reference, pixels, sizeof pixels) == 0);
}

static void small_stack(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN) == 0);
    CHECK(pthread_create(&thread, &attributes, draw_and_leave, context()) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

static void *draw_on(void *cx)
{
    static uint32_t own[SIDE * SIDE];
    CHECK(OSMesaMakeCurrent(cx, own, UBYTE, SIDE, SIDE));
    for (;;) scene();
    return NULL;
}

static void at_exit(void) { scene(); }

static void exit_while_drawing(void)
{
    pthread_t thread;
    atexit(at_exit);
    bind(context());
    scene();
    CHECK(pthread_create(&thread, NULL, draw_on, context()) == 0);
    usleep(100000);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } cases[] = {
        { "no-context", no_context }, { "proc-address", proc_address }, { "stub-reports", stub_reports },
        { "reopen", reopen }, { "fork", forked }, { "thread-exit", thread_exit }, { "two-threads", two_threads },
        { "signal", from_signal }, { "float-environment", float_environment }, { "small-stack", small_stack },
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
