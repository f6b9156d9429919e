/* Frames that the driver draws while the application goes on: whoever asks sees the right thing.
 *
 * usage: frames_ahead CASE; the exit status is 0 when the case holds. */
#define GL_GLEXT_PROTOTYPES
#define GLX_GLXEXT_PROTOTYPES
#include <GL/glx.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)

enum { SIZE = 320 };

static Display *d;
static XVisualInfo *visual;

static Window make_window(int x) {
    XSetWindowAttributes s = {0};
    s.colormap = XCreateColormap(d, RootWindow(d, visual->screen), visual->visual, AllocNone);
    s.override_redirect = True;
    Window w = XCreateWindow(d, RootWindow(d, visual->screen), x, 0, SIZE, SIZE, 0, visual->depth, InputOutput, visual->visual,
                             CWColormap | CWBorderPixel | CWOverrideRedirect, &s);
    XMapRaised(d, w);
    XSync(d, False);
    return w;
}

static GLXContext open_window(Window *w) {
    static int attributes[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 1, None};
    d = XOpenDisplay(0);
    CHECK(d);
    visual = glXChooseVisual(d, DefaultScreen(d), attributes);
    CHECK(visual);
    *w = make_window(0);
    GLXContext c = glXCreateContext(d, visual, 0, True);
    CHECK(c && glXMakeCurrent(d, *w, c));
    return c;
}

static unsigned read_pixel(GLenum buffer) {
    unsigned char p[4] = {0};
    glReadBuffer(buffer);
    glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    glReadBuffer(GL_BACK);
    return (unsigned)p[0] << 16 | p[1] << 8 | p[2];
}

static unsigned shown(Window w) {
    glXWaitGL();
    XImage *i = XGetImage(d, w, SIZE / 2, SIZE / 2, 1, 1, AllPlanes, ZPixmap);
    CHECK(i);
    unsigned p = XGetPixel(i, 0, 0) & 0xffffff;
    XDestroyImage(i);
    return p;
}

static void quad(void) {
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex2f(-1, -1);
    glTexCoord2f(1, 0); glVertex2f(1, -1);
    glTexCoord2f(1, 1); glVertex2f(1, 1);
    glTexCoord2f(0, 1); glVertex2f(-1, 1);
    glEnd();
}

static unsigned color(int frame) { return 0x102030u * (unsigned)(frame % 5 + 1) & 0xffffff; }

/* Takes so long that the frame is worth a thread of its own. The last quad has the frame's colour. */
static void slow_frame(int frame) {
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    for (int i = 0; i < 40; i++) {
        glColor4f(i / 40.0f, 0.5f, 1 - i / 40.0f, 0.3f);
        quad();
    }
    glDisable(GL_BLEND);
    unsigned c = color(frame);
    glColor3ub(c >> 16, c >> 8 & 255, c & 255);
    quad();
}

static void in_order(void) {
    Window w;
    open_window(&w);
    for (int i = 0; i < 40; i++) {
        slow_frame(i);
        if (i % 4 == 1) glFlush();
        glXSwapBuffers(d, w);
        if (i % 3 == 0) CHECK(shown(w) == color(i));
        if (i % 5 == 0) CHECK(read_pixel(GL_FRONT) == color(i));
        if (i % 7 == 0) { glFinish(); CHECK(shown(w) == color(i)); }
    }
    slow_frame(3);
    CHECK(read_pixel(GL_BACK) == color(3)); /* the frame after the one that is under way */
    CHECK(shown(w) == color(39));
    XCloseDisplay(d);
}

/* What a frame reads stays as it was when the frame was drawn. */
static void changes_come_later(void) {
    Window w;
    open_window(&w);
    static unsigned texels[512 * 512];
    static const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1}, nothing[8];
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_DYNAMIC_DRAW);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, 0);
    for (int size = 16; size <= 512; size *= 32) { /* a small image is copied, a large one waits */
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_BGRA, GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        for (int i = 0; i < 12; i++) {
            for (int k = 0; k < size * size; k++) texels[k] = 0xff000000 | color(i);
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size, size, GL_BGRA, GL_UNSIGNED_BYTE, texels);
            glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, corners);
            slow_frame(i + 1);
            glEnable(GL_TEXTURE_2D);
            glColor3f(1, 1, 1);
            glTexCoord2f(0.5f, 0.5f);
            glDrawArrays(GL_QUADS, 0, 4);
            glDisable(GL_TEXTURE_2D);
            glXSwapBuffers(d, w);
            memset(texels, 0, sizeof texels[0] * size * size);
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size, size, GL_BGRA, GL_UNSIGNED_BYTE, texels);
            glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof corners, nothing);
            CHECK(shown(w) == color(i) && read_pixel(GL_FRONT) == color(i));
        }
    }
    CHECK(glGetError() == GL_NO_ERROR);
    XCloseDisplay(d);
}

static int ignore(Display *display, XErrorEvent *event) { (void)display, (void)event; return 0; }

static void windows_come_and_go(void) {
    Window w;
    GLXContext c = open_window(&w);
    for (int i = 0; i < 6; i++) { slow_frame(i); glXSwapBuffers(d, w); }
    XResizeWindow(d, w, 2 * SIZE, 2 * SIZE);
    for (int i = 0; i < 3; i++) { glViewport(0, 0, 2 * SIZE, 2 * SIZE); slow_frame(i); glXSwapBuffers(d, w); }
    CHECK(shown(w) == color(2));
    XResizeWindow(d, w, SIZE, SIZE);
    glViewport(0, 0, SIZE, SIZE);
    Window other = make_window(SIZE);
    for (int i = 0; i < 12; i++) { /* two windows in turn */
        Window target = i % 2 ? other : w;
        CHECK(glXMakeCurrent(d, target, c));
        slow_frame(i);
        glXSwapBuffers(d, target);
    }
    CHECK(shown(w) == color(10) && shown(other) == color(11));
    XSetErrorHandler(ignore);
    slow_frame(1);
    glXSwapBuffers(d, other);
    XDestroyWindow(d, other); /* while its frame is under way */
    for (int i = 0; i < 3; i++) { slow_frame(i); glXSwapBuffers(d, other); }
    CHECK(glXMakeCurrent(d, w, c));
    slow_frame(4);
    glXSwapBuffers(d, w);
    CHECK(shown(w) == color(4));
    slow_frame(2);
    glXSwapBuffers(d, w);
    glXDestroyContext(d, c); /* while it is current and a frame is under way */
    CHECK(glXMakeCurrent(d, None, NULL) && shown(w) == color(2));
    XCloseDisplay(d);
}

/* Whoever holds the server keeps the driver's own connection waiting: it gives up, and frames go on. */
static void grabbed_server(void) {
    Window w;
    open_window(&w);
    for (int i = 0; i < 4; i++) { slow_frame(i); glXSwapBuffers(d, w); }
    XGrabServer(d);
    for (int i = 0; i < 6; i++) { slow_frame(i); glXSwapBuffers(d, w); }
    glFinish();
    CHECK(shown(w) == color(5));
    XUngrabServer(d);
    for (int i = 0; i < 3; i++) { slow_frame(i); glXSwapBuffers(d, w); }
    CHECK(shown(w) == color(2));
    XCloseDisplay(d);
}

static void forks(void) {
    Window w;
    open_window(&w);
    for (int i = 0; i < 20; i++) {
        slow_frame(i);
        glXSwapBuffers(d, w);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) { /* it draws, but the display is its parent's */
            slow_frame(i + 1);
            _exit(read_pixel(GL_BACK) == color(i + 1) ? 0 : 1);
        }
        int status = -1;
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        CHECK(shown(w) == color(i));
    }
    XCloseDisplay(d);
}

/* The front buffer is seen after a flush, whatever is under way. */
static void front_drawing(void) {
    Window w;
    open_window(&w);
    for (int i = 0; i < 6; i++) {
        slow_frame(i);
        glXSwapBuffers(d, w);
        glDrawBuffer(GL_FRONT);
        glColor3f(1, 0, 0);
        quad();
        glFlush();
        CHECK(shown(w) == 0xff0000);
        glDrawBuffer(GL_BACK);
        slow_frame(i);
        glFlush(); /* the back buffer is not seen */
        CHECK(shown(w) == 0xff0000 && read_pixel(GL_BACK) == color(i));
    }
    slow_frame(4);
    glXSwapBuffers(d, w);
    exit(shown(w) == color(4) ? 0 : 1);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "in_order")) in_order();
    else if (!strcmp(name, "changes_come_later")) changes_come_later();
    else if (!strcmp(name, "windows_come_and_go")) windows_come_and_go();
    else if (!strcmp(name, "grabbed_server")) grabbed_server();
    else if (!strcmp(name, "forks")) forks();
    else if (!strcmp(name, "front_drawing")) front_drawing();
    else return 2;
    return 0;
}
