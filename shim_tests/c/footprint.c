/* What loading the driver costs: CPU time up to the first current context, and how much resident memory has grown when
 * the first frame of 1024×768 has been swapped. Prints both; exit status 1 when the memory is above the bound.
 * usage: footprint LIBGL KIB */
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static long resident_kb(void)
{
    long pages = 0, size;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &size, &pages) != 2) exit(2);
    fclose(f);
    return pages * 4;
}

#define LOAD(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

int main(int argc, char **argv)
{
    enum { WIDTH = 1024, HEIGHT = 768 };
    static int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 24, None};
    Display *display = XOpenDisplay(NULL);
    if (argc != 3 || !display) {
        fprintf(stderr, "usage: %s LIBGL KIB, with DISPLAY set\n", argv[0]);
        return 2;
    }
    XSync(display, 0);
    long before_kb = resident_kb();
    double before = cpu_ms();
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
    double load_ms = cpu_ms() - before;
    p_glEnable(GL_DEPTH_TEST);
    p_glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    p_glBegin(GL_TRIANGLES);
    p_glColor3f(1, 0, 0); p_glVertex2f(-1, -1);
    p_glColor3f(0, 1, 0); p_glVertex2f(1, -1);
    p_glColor3f(0, 0, 1); p_glVertex2f(0, 1);
    p_glEnd();
    p_glXSwapBuffers(display, window);
    long grown_kb = resident_kb() - before_kb;
    printf("load and first context: %.1f ms of CPU; resident growth to the first swap: %ld KiB\n", load_ms, grown_kb);
    return grown_kb >= atol(argv[2]);
}
