// drop_file WINDOW PATH: drops a file onto a window, as a file manager does (XDND), for the tests.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Drag {
    Display* display;
    Window source, target;
    char uri[4200];
} Drag;

static Atom atom(const Drag* drag, const char* name)
{
    return XInternAtom(drag->display, name, False);
}

static void tell(const Drag* drag, const char* type, long second, long third, long fourth, long fifth)
{
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = drag->target,
                                .message_type = atom(drag, type),
                                .format = 32,
                                .data.l = {(long)drag->source, second, third, fourth, fifth}}};
    XSendEvent(drag->display, drag->target, False, NoEventMask, &event);
    XFlush(drag->display);
}

// The window asks for the file's name.
static void give(const Drag* drag, const XSelectionRequestEvent* asked)
{
    XChangeProperty(drag->display, asked->requestor, asked->property, asked->target, 8, PropModeReplace,
                    (const unsigned char*)drag->uri, (int)strlen(drag->uri));
    XEvent event = {.xselection = {.type = SelectionNotify,
                                   .requestor = asked->requestor,
                                   .selection = asked->selection,
                                   .target = asked->target,
                                   .property = asked->property,
                                   .time = asked->time}};
    XSendEvent(drag->display, asked->requestor, False, NoEventMask, &event);
    XFlush(drag->display);
}

// Until the window has taken it, or five seconds.
static int serve(const Drag* drag)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    for (int i = 0; i < 500; i++, nanosleep(&pause, NULL)) {
        XEvent event;
        if (XPending(drag->display) == 0)
            continue;
        XNextEvent(drag->display, &event);
        if (event.type == SelectionRequest)
            give(drag, &event.xselectionrequest);
        else if (event.type == ClientMessage && event.xclient.message_type == atom(drag, "XdndStatus"))
            tell(drag, "XdndDrop", 0, CurrentTime, 0, 0);
        else if (event.type == ClientMessage && event.xclient.message_type == atom(drag, "XdndFinished"))
            return 0;
    }
    return 1;
}

int main(int count, char** arguments)
{
    Drag drag = {.display = XOpenDisplay(NULL)};
    if (count != 3 || drag.display == NULL)
        return 2;
    drag.target = strtoul(arguments[1], NULL, 0);
    snprintf(drag.uri, sizeof drag.uri, "file://%.4100s\r\n", arguments[2]);
    drag.source = XCreateSimpleWindow(drag.display, DefaultRootWindow(drag.display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(drag.display, atom(&drag, "XdndSelection"), drag.source, CurrentTime);
    tell(&drag, "XdndEnter", 5L << 24, (long)atom(&drag, "text/uri-list"), 0, 0);
    tell(&drag, "XdndPosition", 0, 20L << 16 | 20, CurrentTime, (long)atom(&drag, "XdndActionCopy"));
    int code = serve(&drag);
    XCloseDisplay(drag.display);
    return code;
}
