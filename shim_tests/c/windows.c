/* Proves windows, pbuffers, pixmaps and surfaceless contexts.
 *
 * usage: windows CASE; the exit status is 0 when the case holds. */
#define GLX_GLXEXT_PROTOTYPES
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

static __thread int place; /* left edge of this thread's windows: windows that overlap would hide each other */

static Window make_window(Display *d, XVisualInfo *v, int w, int h) {
    XSetWindowAttributes s = {0};
    s.colormap = XCreateColormap(d, RootWindow(d, v->screen), v->visual, AllocNone);
    s.override_redirect = True;
    Window win = XCreateWindow(d, RootWindow(d, v->screen), place, 0, w, h, 0, v->depth, InputOutput, v->visual,
                               CWColormap | CWBorderPixel | CWOverrideRedirect, &s);
    XMapRaised(d, win);
    XSync(d, False);
    return win;
}

static void clear(float r, float g, float b) { glClearColor(r, g, b, 1); glClear(GL_COLOR_BUFFER_BIT); }

/* Draws a triangle over the lower left half. The upper right half has the clear colour, black. */
static void half(float r, float g, float b) {
    clear(0, 0, 0);
    glColor3f(r, g, b);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1); glVertex2f(1, -1); glVertex2f(-1, 1);
    glEnd();
}

static unsigned read_back(int x, int y) {
    unsigned char p[4] = {0};
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    return (unsigned)p[0] << 16 | p[1] << 8 | p[2];
}

/* GL's frames are shown before X is asked (GLX 1.4 section 3.3.9). */
static unsigned shown(Display *d, Drawable w, int x, int y) {
    glXWaitGL();
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
        half(r, g, b);
        CHECK(read_back(3, 3) == expected && read_back(60, 44) == 0);
        glXSwapBuffers(d, w);
        CHECK(shown(d, w, 3, 44) == expected && shown(d, w, 60, 3) == 0);
        clear(r, g, b);
        glXSwapBuffers(d, w);
        CHECK(shown(d, w, 63, 47) == expected && shown(d, w, 60, 3) == expected);
    }
    CHECK(glXMakeCurrent(d, 0, 0));
    glXDestroyContext(d, c);
    XFree(v);
    XCloseDisplay(d);
}

/* One thread draws to one window on each of two connections, in turn. */
static void two_displays(void) {
    draw_in_window(1, 0, 0, 0xff0000);
    Display *d[2];
    Window w[2];
    GLXContext c[2];
    for (int i = 0; i < 2; i++) {
        CHECK(d[i] = XOpenDisplay(0));
        XVisualInfo *v = glXChooseVisual(d[i], DefaultScreen(d[i]), attributes);
        place = 200 * i;
        w[i] = make_window(d[i], v, 30 + 10 * i, 20);
        CHECK(c[i] = glXCreateContext(d[i], v, 0, True));
        XFree(v);
    }
    for (int turn = 0; turn < 5; turn++) {
        for (int i = 0; i < 2; i++) {
            CHECK(glXMakeCurrent(d[i], w[i], c[i]) && glXGetCurrentDisplay() == d[i]);
            half(i, 1, 0);
            glXSwapBuffers(d[i], w[i]);
        }
        for (int i = 0; i < 2; i++) CHECK(shown(d[i], w[i], 2, 17) == (i ? 0xffff00 : 0x00ff00) && shown(d[i], w[i], 28, 1) == 0);
    }
    XCloseDisplay(d[1]); /* its context is current */
    glFinish();
    CHECK(glXMakeCurrent(d[0], w[0], c[0]));
    half(1, 0, 1);
    glXSwapBuffers(d[0], w[0]);
    CHECK(shown(d[0], w[0], 2, 17) == 0xff00ff);
    XCloseDisplay(d[0]);
}

static void *red(void *u) { draw_in_window(1, 0, 0, 0xff0000); return u; }
static void *blue(void *u) { place = 300; draw_in_window(0, 0, 1, 0x0000ff); return u; }

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
    XResizeWindow(d, w, 50, 120); /* noticed by a swap as well */
    XSync(d, False);
    glXSwapBuffers(d, w);
    glViewport(0, 0, 50, 120);
    half(1, 0, 0);
    glXSwapBuffers(d, w);
    CHECK(shown(d, w, 2, 117) == 0xff0000 && shown(d, w, 47, 2) == 0);
    XDestroyWindow(d, w);
    XSync(d, False);
    for (int i = 0; i < 3; i++) { clear(1, 1, 1); glXSwapBuffers(d, w); glFinish(); }
    CHECK(glXMakeCurrent(d, 0, 0));
    w = make_window(d, v, 32, 32); /* the context goes on elsewhere */
    CHECK(glXMakeCurrent(d, w, c));
    glViewport(0, 0, 32, 32);
    half(0, 1, 0);
    glXSwapBuffers(d, w);
    CHECK(shown(d, w, 2, 30) == 0x00ff00 && shown(d, w, 30, 2) == 0);
    XCloseDisplay(d);
}

static void single_buffered(void) {
    Display *d = XOpenDisplay(0);
    int single[] = {GLX_RGBA, None};
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), single);
    Window w = make_window(d, v, 16, 16);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(glXMakeCurrent(d, w, c));
    half(1, 0, 1);
    glFlush();
    CHECK(shown(d, w, 2, 13) == 0xff00ff && shown(d, w, 14, 1) == 0);
    clear(0, 0, 1);
    glXSwapBuffers(d, w); /* nothing to exchange; what was drawn is seen at the latest after the next flush */
    glFinish();
    CHECK(shown(d, w, 8, 8) == 0x0000ff);
}

/* The front buffer of a double-buffered window, and what a swap does with both buffers. */
static void front_drawing(void) {
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    Window w = make_window(d, v, 16, 16);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(glXMakeCurrent(d, w, c));
    clear(1, 0, 0);
    glDrawBuffer(GL_FRONT);
    half(0, 1, 0);
    glFlush();
    CHECK(shown(d, w, 2, 13) == 0x00ff00 && shown(d, w, 14, 1) == 0);
    CHECK(read_back(2, 2) == 0xff0000); /* the back buffer */
    glReadBuffer(GL_FRONT);
    CHECK(read_back(2, 2) == 0x00ff00);
    glXSwapBuffers(d, w);
    CHECK(shown(d, w, 2, 13) == 0xff0000 && read_back(2, 2) == 0xff0000);
    glDrawBuffer(GL_FRONT_AND_BACK);
    clear(0, 1, 1);
    glFinish();
    CHECK(shown(d, w, 8, 8) == 0x00ffff && read_back(8, 8) == 0x00ffff);
    glReadBuffer(GL_BACK);
    CHECK(read_back(8, 8) == 0x00ffff);
}

/* Lists and textures of one context are drawn by another. A third shares nothing. */
static void sharing(void) {
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    Window w = make_window(d, v, 16, 16);
    GLXContext a = glXCreateContext(d, v, 0, True), b = glXCreateContext(d, v, a, True), alone = glXCreateContext(d, v, 0, True);
    CHECK(glXMakeCurrent(d, w, a));
    unsigned texture, list = glGenLists(1);
    static const unsigned char texel[4] = {255, 128, 0, 255};
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glNewList(list, GL_COMPILE);
    glEnable(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, texture);
    half(1, 1, 1);
    glEndList();
    CHECK(glXMakeCurrent(d, w, b));
    clear(0, 0, 0);
    CHECK(glIsList(list) && glIsTexture(texture));
    glCallList(list);
    CHECK(read_back(2, 2) == 0xff8000 && read_back(14, 14) == 0);
    glXDestroyContext(d, a); /* the objects stay */
    clear(0, 0, 0);
    glCallList(list);
    CHECK(read_back(2, 2) == 0xff8000);
    CHECK(glXMakeCurrent(d, w, alone) && !glIsList(list) && !glIsTexture(texture));
    clear(0, 0, 0);
    glCallList(list);
    CHECK(read_back(2, 2) == 0 && glGetError() == 0);
}

/* Draws to a window, reads from a pbuffer. */
static void read_drawable(void) {
    Display *d = XOpenDisplay(0);
    int n = 0;
    GLXFBConfig *f = glXChooseFBConfig(d, DefaultScreen(d), fb_attributes, &n);
    XVisualInfo *v = glXGetVisualFromFBConfig(d, f[0]);
    int size[] = {GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, None};
    GLXPbuffer p = glXCreatePbuffer(d, f[0], size);
    Window w = make_window(d, v, 16, 16);
    GLXWindow g = glXCreateWindow(d, f[0], w, 0);
    GLXContext c = glXCreateNewContext(d, f[0], GLX_RGBA_TYPE, 0, True);
    CHECK(p && g && glXMakeContextCurrent(d, p, p, c));
    half(0, 1, 0);
    CHECK(glXMakeContextCurrent(d, g, p, c) && glXGetCurrentDrawable() == g && glXGetCurrentReadDrawable() == p);
    clear(1, 0, 0);
    CHECK(read_back(2, 2) == 0x00ff00 && read_back(14, 14) == 0);
    glRasterPos2f(-1, -1);
    glCopyPixels(0, 0, 4, 4, GL_COLOR);
    glXSwapBuffers(d, g);
    glFinish();
    CHECK(shown(d, w, 2, 13) == 0x00ff00 && shown(d, w, 8, 8) == 0xff0000);
    CHECK(glXMakeContextCurrent(d, 0, 0, 0));
}

/* Does what wine and SFML do: reads the visual of every configuration, then makes a window and a context by visual. The default visual
 * keeps its configuration where the server has a visual for each. */
static void visuals_after_enumeration(void) {
    Display *d = XOpenDisplay(0);
    int n = 0, value = 0;
    GLXFBConfig *f = glXGetFBConfigs(d, DefaultScreen(d), &n);
    CHECK(n > 1);
    for (int i = 0; i < n; i++) XFree(glXGetVisualFromFBConfig(d, f[i]));
    XVisualInfo *first = glXGetVisualFromFBConfig(d, f[0]), *second = glXGetVisualFromFBConfig(d, f[1]);
    CHECK(first->visualid != second->visualid); /* Xvfb has many */
    CHECK(!glXGetConfig(d, first, GLX_DOUBLEBUFFER, &value) && value);
    CHECK(!glXGetConfig(d, first, GLX_DEPTH_SIZE, &value) && value);
    CHECK(!glXGetConfig(d, second, GLX_DOUBLEBUFFER, &value) && !value);
    Window w = make_window(d, first, 16, 16);
    GLXWindow g = glXCreateWindow(d, f[0], w, 0);
    GLXContext c = glXCreateContext(d, first, 0, True);
    CHECK(g && c && glXMakeContextCurrent(d, g, g, c));
    half(0, 1, 0);
    glXSwapBuffers(d, g);
    CHECK(shown(d, w, 2, 13) == 0x00ff00);
    CHECK(glXMakeContextCurrent(d, 0, 0, 0));
}

static void swap_control(void) {
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    Window w = make_window(d, v, 16, 16);
    GLXContext c = glXCreateContext(d, v, 0, True);
    unsigned interval = 99;
    CHECK(glXSwapIntervalSGI(1) == GLX_BAD_CONTEXT && glXSwapIntervalMESA(1) == GLX_BAD_CONTEXT);
    CHECK(glXMakeCurrent(d, w, c));
    glXSwapIntervalEXT(d, w, 3);
    glXQueryDrawable(d, w, GLX_SWAP_INTERVAL_EXT, &interval);
    CHECK(interval == 3 && glXGetSwapIntervalMESA() == 3);
    CHECK(glXSwapIntervalSGI(0) == GLX_BAD_VALUE && glXSwapIntervalSGI(2) == 0 && glXGetSwapIntervalMESA() == 2);
    CHECK(glXSwapIntervalMESA(0) == 0 && glXGetSwapIntervalMESA() == 0);
    for (int i = 0; i < 3; i++) {
        half(1, 1, i & 1);
        glXSwapBuffers(d, w);
        CHECK(shown(d, w, 2, 13) == (i & 1 ? 0xffffff : 0xffff00));
    }
}

static int seen_error;
static int note_error(Display *d, XErrorEvent *e) { (void)d; seen_error = e->error_code; return 0; }

static void copy_context(void) {
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), attributes);
    Window w = make_window(d, v, 16, 16);
    GLXContext a = glXCreateContext(d, v, 0, True), b = glXCreateContext(d, v, 0, True);
    static const unsigned char blue[4] = {0, 0, 255, 255};
    CHECK(glXMakeCurrent(d, w, a));
    glClearColor(0, 1, 0, 1);
    glColor3f(1, 0, 1);
    glEnable(GL_FOG);
    glLineWidth(5);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, blue);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glXCopyContext(d, a, b, GL_COLOR_BUFFER_BIT | GL_CURRENT_BIT | GL_TEXTURE_BIT);
    CHECK(glXMakeCurrent(d, w, b) && glGetError() == 0);
    float width;
    int value;
    glGetFloatv(GL_LINE_WIDTH, &width);
    CHECK(width == 1 && !glIsEnabled(GL_FOG));
    glGetTexEnviv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, &value);
    CHECK(value == GL_REPLACE);
    glClear(GL_COLOR_BUFFER_BIT); /* the clear colour and the current colour have come along */
    glRectf(-1, -1, 0, 0);
    CHECK(read_back(12, 12) == 0x00ff00 && read_back(2, 2) == 0xff00ff);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
    CHECK(value == 0); /* each context has its own default textures */
    XSetErrorHandler(note_error);
    glXCopyContext(d, a, b, GL_FOG_BIT); /* b is current */
    CHECK(seen_error == BadAccess && !glIsEnabled(GL_FOG));
    CHECK(glXMakeCurrent(d, w, a));
    seen_error = 0;
    glXCopyContext(d, a, b, GL_ALL_ATTRIB_BITS);
    CHECK(!seen_error && glXMakeCurrent(d, w, b) && glIsEnabled(GL_FOG));
    glGetFloatv(GL_LINE_WIDTH, &width);
    CHECK(width == 5);
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
    half(1, 1, 0);
    CHECK(read_back(2, 2) == 0xffff00 && read_back(38, 28) == 0);
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
    GC gc = XCreateGC(d, x, 0, 0);
    XSetForeground(d, gc, 0xff8000);
    XFillRectangle(d, x, gc, 0, 0, 10, 10);
    glXWaitX();
    glReadBuffer(GL_FRONT);
    CHECK(read_back(3, 3) == 0xff8000 && read_back(15, 3) == 0x0000ff);
    glXDestroyPixmap(d, g);
    glXDestroyPbuffer(d, p);
    XCloseDisplay(d);
}

/* Draws a texture over the window, whose coordinates end at s and t. */
static void textured_quad(float s, float t) {
    clear(0, 0, 0);
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex2f(-1, -1); glTexCoord2f(s, 0); glVertex2f(1, -1);
    glTexCoord2f(s, t); glVertex2f(1, 1); glTexCoord2f(0, t); glVertex2f(-1, 1);
    glEnd();
}

/* What X draws into a pixmap is a texture, whose lowest row is at t = 0. Later drawing appears when it is bound again. */
static void texture_from_pixmap(void) {
    static const int targets[2][2] = {{GLX_TEXTURE_2D_EXT, GL_TEXTURE_2D}, {GLX_TEXTURE_RECTANGLE_EXT, GL_TEXTURE_RECTANGLE_ARB}};
    static const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT, GLX_BIND_TO_TEXTURE_RGB_EXT, True,
                                 GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_2D_BIT_EXT | GLX_TEXTURE_RECTANGLE_BIT_EXT, None};
    Display *d = XOpenDisplay(0);
    int n = 0, value = 1;
    GLXFBConfig *f = glXChooseFBConfig(d, DefaultScreen(d), wanted, &n);
    CHECK(f && n > 0 && strstr(glXQueryExtensionsString(d, DefaultScreen(d)), "GLX_EXT_texture_from_pixmap"));
    CHECK(!glXGetFBConfigAttrib(d, f[0], GLX_Y_INVERTED_EXT, &value) && value == False);
    XVisualInfo *v = glXGetVisualFromFBConfig(d, f[0]);
    Window w = make_window(d, v, 16, 16);
    GLXContext c = glXCreateNewContext(d, f[0], GLX_RGBA_TYPE, 0, True);
    CHECK(glXMakeContextCurrent(d, w, w, c));
    XSetErrorHandler(note_error);

    Pixmap x = XCreatePixmap(d, w, 4, 2, v->depth);
    GC gc = XCreateGC(d, x, 0, 0);
    XSetForeground(d, gc, 0xff0000);
    XFillRectangle(d, x, gc, 0, 0, 4, 1);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    for (int i = 0; i < 2; i++) {
        const int a[] = {GLX_TEXTURE_TARGET_EXT, targets[i][0], GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, None};
        const unsigned lower[2] = {0x00ff00, 0x0000ff};
        GLenum target = (GLenum)targets[i][1];
        unsigned got = 0;
        GLXPixmap g = glXCreatePixmap(d, f[0], x, a);
        glXQueryDrawable(d, g, GLX_TEXTURE_TARGET_EXT, &got);
        CHECK(g && got == (unsigned)targets[i][0]);
        glBindTexture(target, 1 + (GLuint)i);
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glEnable(target);
        for (int pass = 0; pass < 2; pass++) {
            GLint width = -1;
            XSetForeground(d, gc, lower[pass]);
            XFillRectangle(d, x, gc, 0, 1, 4, 1);
            glXBindTexImageEXT(d, g, GLX_FRONT_LEFT_EXT, NULL);
            textured_quad(i ? 4 : 1, i ? 2 : 1);
            CHECK(read_back(8, 12) == 0xff0000 && read_back(8, 3) == lower[pass]);
            glXReleaseTexImageEXT(d, g, GLX_FRONT_LEFT_EXT);
            glGetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH, &width);
            CHECK(width == 0);
        }
        glDisable(target);
        glXDestroyPixmap(d, g);
    }
    /* A pixmap without a format, a buffer that is not there, a drawable that is no pixmap, a target that the size does not suit. */
    GLXPixmap plain = glXCreatePixmap(d, f[0], x, 0);
    const int tall[] = {GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_1D_EXT, GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, None};
    seen_error = 0;
    glXBindTexImageEXT(d, plain, GLX_FRONT_LEFT_EXT, NULL);
    CHECK(seen_error == BadMatch);
    seen_error = 0;
    glXBindTexImageEXT(d, plain, GLX_AUX0_EXT, NULL);
    CHECK(seen_error == BadValue);
    seen_error = 0;
    glXReleaseTexImageEXT(d, w, GLX_FRONT_LEFT_EXT);
    CHECK(seen_error);
    seen_error = 0;
    CHECK(!glXCreatePixmap(d, f[0], x, tall) && seen_error == BadValue);
    CHECK(glGetError() == GL_NO_ERROR);
    XCloseDisplay(d);
}

/* Counts how many of the five levels that four samples give the red of a slanted edge has. Other levels are an error. */
static int levels_of(const unsigned *pixels, int n) {
    int seen[5] = {0}, count = 0;
    for (int i = 0; i < n; i++) {
        unsigned red = pixels[i] >> 16 & 0xff, level = (4 * red + 127) / 255;
        CHECK((255 * level + 2) / 4 - red + 1 <= 2);
        seen[level] = 1;
    }
    for (int i = 0; i < 5; i++) count += seen[i];
    return count;
}

static void slanted(void) {
    clear(0, 0, 0);
    glColor3f(1, 0, 0);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1); glVertex2f(1, -0.8f); glVertex2f(-1, 0.7f);
    glEnd();
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
    half(0, 1, 0);
    CHECK(read_back(1, 1) == 0x00ff00 && read_back(7, 7) == 0);
    int sampled[] = {EGL_SAMPLES, 2, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE}, larger[] = {EGL_WIDTH, 32, EGL_HEIGHT, 32, EGL_NONE};
    unsigned pixels[32 * 32];
    CHECK(eglChooseConfig(e, sampled, &config, 1, &n) && n == 1 && eglGetConfigAttrib(e, config, EGL_SAMPLES, &n) && n == 4);
    EGLSurface q = eglCreatePbufferSurface(e, config, larger);
    EGLContext qc = eglCreateContext(e, config, EGL_NO_CONTEXT, 0);
    CHECK(q && qc && eglMakeCurrent(e, q, q, qc));
    slanted();
    for (int i = 0; i < 32 * 32; i++) pixels[i] = read_back(i % 32, i / 32);
    CHECK(levels_of(pixels, 32 * 32) == 5);
    CHECK(eglChooseConfig(e, config_attributes, &config, 1, &n) && n == 1 && eglMakeCurrent(e, p, p, c));
    if (d) {
        XVisualInfo want = {0};
        EGLint id;
        CHECK(eglGetConfigAttrib(e, config, EGL_NATIVE_VISUAL_ID, &id));
        want.visualid = id;
        XVisualInfo *v = XGetVisualInfo(d, VisualIDMask, &want, &n);
        Window w = make_window(d, v, 24, 24);
        EGLSurface s = eglCreateWindowSurface(e, config, w, 0);
        CHECK(s && eglMakeCurrent(e, s, s, c));
        glViewport(0, 0, 24, 24);
        half(1, 0, 1);
        CHECK(eglSwapBuffers(e, s) && shown(d, w, 2, 20) == 0xff00ff && shown(d, w, 20, 2) == 0);
        EGLContext shared = eglCreateContext(e, config, c, 0);
        unsigned list = glGenLists(1);
        glNewList(list, GL_COMPILE);
        half(1, 1, 0);
        glEndList();
        CHECK(shared && eglMakeCurrent(e, s, p, shared)); /* draws to the window, reads the pbuffer */
        glCallList(list);
        CHECK(read_back(1, 1) == 0x00ff00);
        CHECK(eglSwapInterval(e, 0) && eglSwapBuffers(e, s) && shown(d, w, 2, 20) == 0xffff00);
        CHECK(!eglCreateWindowSurface(e, config, 1, 0) && eglGetError() == EGL_BAD_NATIVE_WINDOW);
    }
    CHECK(eglMakeCurrent(e, 0, 0, 0) && eglTerminate(e));
}

/* With four samples per pixel, what is shown and what is read are their averages: front and back, window, pixmap and pbuffer. */
static void samples(void) {
    static int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_SAMPLE_BUFFERS, 1, GLX_SAMPLES, 2, None};
    static int fb_wanted[] = {GLX_DRAWABLE_TYPE, GLX_PIXMAP_BIT | GLX_PBUFFER_BIT, GLX_SAMPLES, 4, None};
    unsigned read[32 * 32], seen[32 * 32];
    int value = 0, n = 0;
    Display *d = XOpenDisplay(0);
    XVisualInfo *v = glXChooseVisual(d, DefaultScreen(d), wanted);
    CHECK(v && !glXGetConfig(d, v, GLX_SAMPLES, &value) && value == 4);
    Window w = make_window(d, v, 32, 32);
    GLXContext c = glXCreateContext(d, v, 0, True);
    CHECK(c && glXMakeCurrent(d, w, c));
    glGetIntegerv(GL_SAMPLES, &value);
    CHECK(value == 4 && glIsEnabled(GL_MULTISAMPLE));
    for (int front = 0; front < 2; front++) {
        glDrawBuffer(front ? GL_FRONT : GL_BACK);
        glReadBuffer(front ? GL_FRONT : GL_BACK);
        slanted();
        for (int y = 0; y < 32; y++)
            for (int x = 0; x < 32; x++) read[32 * y + x] = read_back(x, 31 - y);
        if (front) glFlush(); else glXSwapBuffers(d, w);
        for (int y = 0; y < 32; y++)
            for (int x = 0; x < 32; x++) seen[32 * y + x] = shown(d, w, x, y);
        CHECK(levels_of(read, 32 * 32) == 5 && !memcmp(read, seen, sizeof read));
    }
    GLXFBConfig *f = glXChooseFBConfig(d, DefaultScreen(d), fb_wanted, &n);
    CHECK(n > 0 && !glXGetFBConfigAttrib(d, *f, GLX_SAMPLE_BUFFERS, &value) && value == 1);
    XVisualInfo *pv = glXGetVisualFromFBConfig(d, *f);
    Pixmap p = XCreatePixmap(d, w, 8, 8, pv->depth);
    GC gc = XCreateGC(d, p, 0, 0);
    XSetForeground(d, gc, 0x406080);
    XFillRectangle(d, p, gc, 0, 0, 8, 8);
    XSync(d, False);
    GLXPixmap g = glXCreatePixmap(d, *f, p, 0);
    GLXContext pc = glXCreateNewContext(d, *f, GLX_RGBA_TYPE, 0, True);
    CHECK(glXMakeCurrent(d, g, pc));
    glReadBuffer(GL_FRONT);
    CHECK(read_back(3, 3) == 0x406080);
    static const int size[] = {GLX_PBUFFER_WIDTH, 32, GLX_PBUFFER_HEIGHT, 32, None};
    GLXPbuffer b = glXCreatePbuffer(d, *f, size);
    CHECK(glXMakeCurrent(d, b, pc));
    glViewport(0, 0, 32, 32);
    glReadBuffer(GL_FRONT);
    glDrawBuffer(GL_FRONT);
    slanted();
    for (int i = 0; i < 32 * 32; i++) read[i] = read_back(i % 32, i / 32);
    CHECK(levels_of(read, 32 * 32) == 5);
    XCloseDisplay(d);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "two_displays")) two_displays();
    else if (!strcmp(name, "two_threads")) { XInitThreads(); two_threads(); }
    else if (!strcmp(name, "vanished_window_and_resize")) vanished_window_and_resize();
    else if (!strcmp(name, "single_buffered")) single_buffered();
    else if (!strcmp(name, "front_drawing")) front_drawing();
    else if (!strcmp(name, "sharing")) sharing();
    else if (!strcmp(name, "read_drawable")) read_drawable();
    else if (!strcmp(name, "visuals_after_enumeration")) visuals_after_enumeration();
    else if (!strcmp(name, "swap_control")) swap_control();
    else if (!strcmp(name, "copy_context")) copy_context();
    else if (!strcmp(name, "pbuffer_and_pixmap")) pbuffer_and_pixmap();
    else if (!strcmp(name, "texture_from_pixmap")) texture_from_pixmap();
    else if (!strcmp(name, "samples")) samples();
    else if (!strcmp(name, "egl_x11")) { Display *d = XOpenDisplay(0); egl(eglGetDisplay(d), d); }
    else if (!strcmp(name, "egl_surfaceless")) egl(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, 0, 0), 0);
    else return 2;
    return 0;
}
