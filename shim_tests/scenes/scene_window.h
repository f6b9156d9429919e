/* Shows a scene's frames in an X window, as fast as they are drawn. The driver draws off-screen, as for a picture. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <time.h>

static void scene_frame(const scene *s, void (*frame)(const scene *));

static float seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (float)(now.tv_sec - start->tv_sec) + 1e-9f * (float)(now.tv_nsec - start->tv_nsec);
}

/* Whether a key was pressed or the window was closed. */
static int asked_to_end(Display *display, Atom close_window)
{
    while (XPending(display)) {
        XEvent event;
        XNextEvent(display, &event);
        if (event.type == KeyPress || (event.type == ClientMessage && (Atom)event.xclient.data.l[0] == close_window)) return 1;
    }
    return 0;
}

static void scene_window(scene *s, void (*frame)(const scene *))
{
    Display *display = XOpenDisplay(NULL);
    if (!display) {
        fprintf(stderr, "no X display\n");
        exit(1);
    }
    int screen = DefaultScreen(display);
    Visual *visual = DefaultVisual(display, screen);
    Window window = XCreateSimpleWindow(display, RootWindow(display, screen), 0, 0, (unsigned)s->width, (unsigned)s->height, 0, 0, 0);
    Atom close_window = XInternAtom(display, "WM_DELETE_WINDOW", False);
    XImage *image = XCreateImage(display, visual, (unsigned)DefaultDepth(display, screen), ZPixmap, 0, (char *)s->pixels, (unsigned)s->width,
        (unsigned)s->height, 32, 0);
    if (!image || image->bits_per_pixel != 32 || visual->red_mask != 0xff0000) {
        fprintf(stderr, "the display does not show 8 bits per colour\n");
        exit(1);
    }
    XStoreName(display, window, s->name);
    XSetWMProtocols(display, window, &close_window, 1);
    XSelectInput(display, window, KeyPressMask);
    XMapWindow(display, window);
    OSMesaPixelStore(OSMESA_Y_UP, 0);
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!asked_to_end(display, close_window)) {
        s->time = seconds_since(&start);
        scene_frame(s, frame);
        XPutImage(display, window, DefaultGC(display, screen), image, 0, 0, 0, 0, (unsigned)s->width, (unsigned)s->height);
        XSync(display, False);
    }
    XDestroyImage(image); /* and the pixels with it */
    XCloseDisplay(display);
    OSMesaDestroyContext(s->context);
}
