/* Measures what a first frame costs: a window of 1024x768 with depth, one triangle, one swap. Prints lines `name number`: the bytes that
 * the driver asked for since it was loaded, the resident KiB gained, and the milliseconds of CPU up to the first current context.
 *
 * shim_tests/tests/footprint.rs compares the first two with limits, and benches/footprint.rs prints all. usage: footprint LIBGL */
#include "allocations.h"
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static long resident_kib(void)
{
    long pages = 0, size;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &size, &pages) != 2) exit(2);
    fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

#define LOAD(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

int main(int argc, char **argv)
{
    enum { WIDTH = 1024, HEIGHT = 768 };
    static int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 24, None};
    Display *display = XOpenDisplay(NULL);
    if (argc != 2 || !display) {
        fprintf(stderr, "usage: %s LIBGL, with DISPLAY set\n", argv[0]);
        return 2;
    }
    XSync(display, 0);
    long resident_before = resident_kib(), allocated_before = allocated_bytes;
    double cpu_before = cpu_ms();
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    LOAD(glXChooseVisual); LOAD(glXCreateContext); LOAD(glXMakeCurrent); LOAD(glXSwapBuffers);
    LOAD(glClear); LOAD(glBegin); LOAD(glEnd); LOAD(glVertex2f); LOAD(glColor3f); LOAD(glEnable);
    XVisualInfo *visual = p_glXChooseVisual(display, 0, attributes);
    if (!visual) return 2;
    XSetWindowAttributes set = {.colormap = XCreateColormap(display, DefaultRootWindow(display), visual->visual, AllocNone)};
    Window window = XCreateWindow(display, DefaultRootWindow(display), 0, 0, WIDTH, HEIGHT, 0, visual->depth, InputOutput,
                                  visual->visual, CWColormap, &set);
    XMapWindow(display, window);
    GLXContext context = p_glXCreateContext(display, visual, NULL, True);
    if (!context || !p_glXMakeCurrent(display, window, context)) return 2;
    double load_ms = cpu_ms() - cpu_before;
    p_glEnable(GL_DEPTH_TEST);
    p_glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    p_glBegin(GL_TRIANGLES);
    p_glColor3f(1, 0, 0); p_glVertex2f(-1, -1);
    p_glColor3f(0, 1, 0); p_glVertex2f(1, -1);
    p_glColor3f(0, 0, 1); p_glVertex2f(0, 1);
    p_glEnd();
    p_glXSwapBuffers(display, window);
    long resident = resident_kib() - resident_before;
    printf("allocated_bytes %ld\nresident_kib %ld\nload_cpu_ms %.1f\n", allocated_bytes - allocated_before, resident, load_ms);
    return 0;
}
