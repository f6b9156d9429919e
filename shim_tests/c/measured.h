/* A window with a context of the library that a program measures. Whatever fails ends the program with status 2. */
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* The library, once it is loaded. */
static void *library;

/* Declares `p_name`, the library's function of this name. */
#define LOAD(name) __typeof__(&name) p_##name = (__typeof__(&name))dlsym(library, #name)

/* Opens the display. The program's only argument is the library's path. */
static Display *open_display(int argc, char **argv)
{
    Display *display = XOpenDisplay(NULL);
    if (argc != 2 || !display) {
        fprintf(stderr, "usage: %s LIBGL, with DISPLAY set\n", argv[0]);
        exit(2);
    }
    return display;
}

static void load_library(const char *path)
{
    library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
}

/* Opens a double-buffered window with depth, and makes a new context current for it. */
static Window open_window(Display *display, int width, int height)
{
    static int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 24, None};
    LOAD(glXChooseVisual); LOAD(glXCreateContext); LOAD(glXMakeCurrent);
    XVisualInfo *visual = p_glXChooseVisual(display, 0, attributes);
    if (!visual) exit(2);
    Window root = DefaultRootWindow(display);
    XSetWindowAttributes set = {.colormap = XCreateColormap(display, root, visual->visual, AllocNone)};
    Window window = XCreateWindow(display, root, 0, 0, width, height, 0, visual->depth, InputOutput, visual->visual, CWColormap, &set);
    XMapWindow(display, window);
    GLXContext context = p_glXCreateContext(display, visual, NULL, True);
    if (!context || !p_glXMakeCurrent(display, window, context)) exit(2);
    return window;
}
