/* Measures what a first frame costs: a window of 1024x768 with depth, one triangle, one swap. Prints lines `name number`: the bytes that
 * the driver asked for since it was loaded, the resident KiB gained, and the milliseconds of CPU up to the first current context.
 *
 * shim_tests/tests/footprint.rs compares the first two with limits, and benches/footprint.rs prints all. usage: footprint LIBGL */
#include "allocations.h"
#include "measured.h"
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

int main(int argc, char **argv)
{
    enum { WIDTH = 1024, HEIGHT = 768 };
    Display *display = open_display(argc, argv);
    XSync(display, 0);
    long resident_before = resident_kib(), allocated_before = allocated_bytes;
    double cpu_before = cpu_ms();
    load_library(argv[1]);
    LOAD(glXSwapBuffers);
    LOAD(glClear); LOAD(glBegin); LOAD(glEnd); LOAD(glVertex2f); LOAD(glColor3f); LOAD(glEnable);
    Window window = open_window(display, WIDTH, HEIGHT);
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
