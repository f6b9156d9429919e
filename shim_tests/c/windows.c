/* Windows, pbuffers, pixmaps and surfaceless contexts: `windows CASE`; exit status 0 when the case holds. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <X11/Xutil.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)

static int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 1, None};
static int fb_attributes[] = {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT, None};

static Window make_window(Display *d, XVisualInfo *v, int w, int h) {
    XSetWindowAttributes s = {0};
    s.colormap = XCreateColormap(d, RootWindow(d, v->screen), v->visual, AllocNone);
    s.override_redirect = True;
    Window win = XCreateWindow(d, RootWindow(d, v->screen), 0, 0, w, h, 0, v->depth, InputOutput, v->visual,
                               CWColormap | CWBorderPixel | CWOverrideRedirect, &s);
    XMapRaised(d, win);
    XSync(d, False);
    return win;
}

static void clear(float r, float g, float b) { glClearColor(r, g, b, 1); glClear(GL_COLOR_BUFFER_BIT); }

static unsigned read_back(int x, int y) {
    unsigned char p[4] = {0};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    return (unsigned)p[0] << 16 | p[1] << 8 | p[2];
}

static unsigned shown(Display *d, Drawable w, int x, int y) {
    XImage *i = XGetImage(d, w, x, y, 1, 1, AllPlanes, ZPixmap);
    CHECK(i);
    unsigned p = XGetPixel(i, 0, 0) & 0xffffff;
    XDestroyImage(i);
    return p;
}

static void draw_in_window(float r, float g, float b, unsigned expected) {
    Display *d = XOpenDisplay(0);
    CHECK(d);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    CHECK(v);
    Window w = make_window(d, v, 64, 48);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(c && glXMakeCurrent(d, w, c));
    int box[4];
    glGetIntegerv(GL_VIEWPORT, box);
    CHECK(box[2] == 64 && box[3] == 48);
    for (int i = 0; i < 20; i++) {
        clear(r, g, b);
        CHECK(read_back(3, 3) == expected);
        glXSwapBuffers(d, w);
        CHECK(shown(d, w, 63, 47) == expected);
    }
    CHECK(glXMakeCurrent(d, 0, 0));
    glXDestroyContext(d, c);
    XFree(v);
    XCloseDisplay(d);
}

static void two_displays(void) { draw_in_window(1, 0, 0, 0xff0000); draw_in_window(0, 1, 0, 0x00ff00); }

static void *red(void *u) { draw_in_window(1, 0, 0, 0xff0000); return u; }
static void *blue(void *u) { draw_in_window(0, 0, 1, 0x0000ff); return u; }

static void two_threads(void) {
    pthread_t a, b;
    CHECK(!pthread_create(&a, 0, red, 0) && !pthread_create(&b, 0, blue, 0));
    CHECK(!pthread_join(a, 0) && !pthread_join(b, 0));
}

static void vanished_window_and_resize(void) {
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    Window w = make_window(d, v, 32, 32);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(glXMakeCurrent(d, w, c));
    XResizeWindow(d, w, 100, 80);
    XSync(d, False);
    glViewport(0, 0, 100, 80); /* the size is noticed before the first frame of the new size */
    clear(0, 1, 1);
    CHECK(read_back(99, 79) == 0x00ffff);
    glXSwapBuffers(d, w);
    CHECK(shown(d, w, 99, 79) == 0x00ffff && shown(d, w, 99, 0) == 0x00ffff);
    XDestroyWindow(d, w);
    XSync(d, False);
    for (int i = 0; i < 3; i++) { clear(1, 1, 1); glXSwapBuffers(d, w); glFinish(); }
    CHECK(glXMakeCurrent(d, 0, 0));
    XCloseDisplay(d);
}

static void single_buffered(void) {
    Display *d = XOpenDisplay(0);
    int single[] = {GLX_RGBA, None};
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), single);
    Window w = make_window(d, v, 16, 16);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(glXMakeCurrent(d, w, c));
    clear(1, 0, 1);
    glFlush();
    CHECK(shown(d, w, 8, 8) == 0xff00ff);
}

static void pbuffer_and_pixmap(void) {
    Display *d = XOpenDisplay(0);
    int n = 0;
    GLXFBConfig *f = glXChooseFBConfig(d, DefaultScreen(d), fb_attributes, &n);
    CHECK(f && n > 0);
    GLXContext c = glXCreateNewContext(d, f[0], GLX_RGBA_TYPE, 0, True);
    int size[] = {GLX_PBUFFER_WIDTH, 40, GLX_PBUFFER_HEIGHT, 30, None};
    GLXPbuffer p = glXCreatePbuffer(d, f[0], size);
    unsigned value = 0;
    glXQueryDrawable(d, p, GLX_HEIGHT, &value);
    CHECK(p && value == 30 && glXMakeContextCurrent(d, p, p, c));
    clear(1, 1, 0);
    CHECK(read_back(39, 29) == 0xffff00);
    XVisualInfo *v = glXGetVisualFromFBConfig(d, f[0]);
    Pixmap x = XCreatePixmap(d, RootWindow(d, v->screen), 20, 10, v->depth);
    GLXPixmap g = glXCreatePixmap(d, f[0], x, 0);
    CHECK(g && glXMakeContextCurrent(d, g, g, c));
    glDrawBuffer(GL_FRONT);
    clear(0, 0, 1);
    glXWaitGL();
    CHECK(shown(d, x, 19, 9) == 0x0000ff);
    glXDestroyPixmap(d, g);
    glXDestroyPbuffer(d, p);
    XCloseDisplay(d);
}

static void egl(EGLDisplay e, Display *d) {
    int config_attributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config;
    EGLint n, major, minor;
    CHECK(eglInitialize(e, &major, &minor) && major == 1 && minor == 5);
    CHECK(eglChooseConfig(e, config_attributes, &config, 1, &n) && n == 1);
    CHECK(eglBindAPI(EGL_OPENGL_API));
    EGLContext c = eglCreateContext(e, config, EGL_NO_CONTEXT, 0);
    CHECK(c && eglMakeCurrent(e, EGL_NO_SURFACE, EGL_NO_SURFACE, c));
    int size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    EGLSurface p = eglCreatePbufferSurface(e, config, size);
    CHECK(p && eglMakeCurrent(e, p, p, c));
    clear(0, 1, 0);
    CHECK(read_back(7, 7) == 0x00ff00);
    if (d) {
        XVisualInfo want = {0};
        EGLint id;
        CHECK(eglGetConfigAttrib(e, config, EGL_NATIVE_VISUAL_ID, &id));
        want.visualid = id;
        XVisualInfo *v = XGetVisualInfo(d, VisualIDMask, &want, &n);
        Window w = make_window(d, v, 24, 24);
        EGLSurface s = eglCreateWindowSurface(e, config, w, 0);
        CHECK(s && eglMakeCurrent(e, s, s, c));
        clear(1, 0, 1);
        CHECK(eglSwapBuffers(e, s) && shown(d, w, 12, 12) == 0xff00ff);
        CHECK(!eglCreateWindowSurface(e, config, 1, 0) && eglGetError() == EGL_BAD_NATIVE_WINDOW);
    }
    CHECK(eglMakeCurrent(e, 0, 0, 0) && eglTerminate(e));
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "two_displays")) two_displays();
    else if (!strcmp(name, "two_threads")) { XInitThreads(); two_threads(); }
    else if (!strcmp(name, "vanished_window_and_resize")) vanished_window_and_resize();
    else if (!strcmp(name, "single_buffered")) single_buffered();
    else if (!strcmp(name, "pbuffer_and_pixmap")) pbuffer_and_pixmap();
    else if (!strcmp(name, "egl_x11")) { Display *d = XOpenDisplay(0); egl(eglGetDisplay(d), d); }
    else if (!strcmp(name, "egl_surfaceless")) egl(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, 0, 0), 0);
    else return 2;
    return 0;
}
