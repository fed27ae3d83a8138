// Which pairs of bodies began or ended to touch: the pairs of a step against those of the step before.
#include "world/contact_events.h"
#include "base/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void gelClearReadout(gelReadout* readout)
{
    gelFree(readout->pushed.pushed);
    gelFree(readout->contacts);
    gelFree(readout->now.touches);
    gelFree(readout->before.touches);
    gelFree(readout->events);
    *readout = (gelReadout){0};
}

// By slot, then by generation; the ground, which has no slot, comes last.
static int compareIds(gelBodyId a, gelBodyId b)
{
    uint32_t p = (uint32_t)a.index1 - 1u, q = (uint32_t)b.index1 - 1u;
    if (p != q)
        return p < q ? -1 : 1;
    return a.generation != b.generation ? (a.generation < b.generation ? -1 : 1) : 0;
}

static int byBodies(const gelTouch* a, const gelTouch* b)
{
    int first = compareIds(a->bodies[0], b->bodies[0]);
    return first != 0 ? first : compareIds(a->bodies[1], b->bodies[1]);
}

static int byBodiesAndRun(const void* a, const void* b)
{
    const gelTouch *p = a, *q = b;
    int order = byBodies(p, q);
    return order != 0 ? order : p->run - q->run;
}

// Contacts come in a few runs of each pair.
static gelStatus addTouch(gelTouchList* list, const gelPushed* pushed)
{
    int turned = compareIds(pushed->bodies[0], pushed->bodies[1]) > 0;
    gelTouch touch = {{pushed->bodies[turned], pushed->bodies[1 - turned]}, pushed->normalSum, list->count};
    if (list->count > 0 && byBodies(&list->touches[list->count - 1], &touch) == 0) {
        list->touches[list->count - 1].sum += touch.sum;
        return gel_success;
    }
    gelStatus status = gelReserve(&list->touches, &list->capacity, list->count + 1, sizeof touch);
    if (status == gel_success)
        list->touches[list->count++] = touch;
    return status;
}

// Each pair once, in order. The runs of a pair add up in the order of the contacts.
static void mergeTouches(gelTouchList* list)
{
    int kept = 0;
    if (list->count > 0)
        qsort(list->touches, (size_t)list->count, sizeof *list->touches, byBodiesAndRun);
    for (int i = 0; i < list->count; i++) {
        if (kept > 0 && byBodies(&list->touches[kept - 1], &list->touches[i]) == 0)
            list->touches[kept - 1].sum += list->touches[i].sum;
        else
            list->touches[kept++] = list->touches[i];
    }
    list->count = kept;
}

static gelStatus addEvent(gelReadout* readout, double inverseH, const gelTouch* touch, bool began)
{
    gelStatus status = gelReserve(&readout->events, &readout->eventCapacity, readout->eventCount + 1,
                                  sizeof *readout->events);
    double impulse = began ? fmax(touch->sum, 0.0) * inverseH : 0.0;
    if (status == gel_success)
        readout->events[readout->eventCount++] =
            (gelContactEvent){touch->bodies[0], touch->bodies[1], began, (float)impulse};
    return status;
}

static gelStatus compareTouches(gelReadout* readout, double inverseH)
{
    const gelTouchList *now = &readout->now, *before = &readout->before;
    gelStatus status = gel_success;
    for (int i = 0, k = 0; (i < now->count || k < before->count) && status == gel_success;) {
        int order = i == now->count      ? 1
                    : k == before->count ? -1
                                         : byBodies(&now->touches[i], &before->touches[k]);
        if (order != 0)
            status =
                addEvent(readout, inverseH, order < 0 ? &now->touches[i] : &before->touches[k], order < 0);
        i += order <= 0;
        k += order >= 0;
    }
    return status;
}

bool gelFindsEvents(const gelReadout* readout)
{
    return readout->wantsEvents || readout->function != NULL;
}

void gelStopEvents(gelReadout* readout)
{
    if (!gelFindsEvents(readout))
        readout->now.count = readout->before.count = readout->eventCount = 0;
}

static gelStatus keepTouch(gelTouchList* list, const gelTouch* touch)
{
    gelStatus status = gelReserve(&list->touches, &list->capacity, list->count + 1, sizeof *touch);
    if (status == gel_success)
        list->touches[list->count++] = *touch;
    return status;
}

static void swapTouches(gelReadout* readout)
{
    gelTouchList now = readout->now;
    readout->now = readout->before;
    readout->before = now;
}

static gelStatus listTouches(gelReadout* readout, gelTouchLasts* lasts, const void* context)
{
    gelTouchList *now = &readout->now, *before = &readout->before;
    gelStatus status = gel_success;
    now->count = 0;
    for (int i = 0; i < readout->pushed.count && status == gel_success; i++)
        status = addTouch(now, &readout->pushed.pushed[i]);
    for (int i = 0; i < before->count && status == gel_success; i++)
        if (lasts(context, &before->touches[i]))
            status = keepTouch(now, &before->touches[i]);
    mergeTouches(now);
    return status;
}

gelStatus gelFindEvents(gelReadout* readout, double inverseH, gelTouchLasts* lasts, const void* context)
{
    swapTouches(readout);
    readout->eventCount = 0;
    gelStatus status = listTouches(readout, lasts, context);
    if (status == gel_success)
        status = compareTouches(readout, inverseH);
    if (status == gel_success)
        return gel_success;
    swapTouches(readout); // the next step compares itself with the last one that is known in full
    readout->eventCount = 0;
    return status;
}
