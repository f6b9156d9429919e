/* A GL context without a visible window. */
#ifndef CONTEXT_H
#define CONTEXT_H

#include <GL/glx.h>
#include <stdio.h>
#include <stdlib.h>

static Display *display;
static Window window;

static void make_context(int width, int height) {
    display = XOpenDisplay(NULL);
    int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, GLX_DEPTH_SIZE, 24, GLX_STENCIL_SIZE, 8, None};
    XVisualInfo *visual = display ? glXChooseVisual(display, DefaultScreen(display), wanted) : NULL;
    if (!visual) {
        fprintf(stderr, "no display or no visual\n");
        exit(2);
    }
    Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes attributes = {0};
    attributes.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
    window = XCreateWindow(display, root, 0, 0, (unsigned)width, (unsigned)height, 0, visual->depth, InputOutput,
        visual->visual, CWBorderPixel | CWColormap, &attributes);
    XMapWindow(display, window);
    XSync(display, False);
    GLXContext context = glXCreateContext(display, visual, NULL, True);
    if (!context || !glXMakeCurrent(display, window, context)) {
        fprintf(stderr, "no context\n");
        exit(2);
    }
}

static void *find_gl(const char *name) {
    return (void *)(intptr_t)glXGetProcAddressARB((const GLubyte *)name);
}

#endif
