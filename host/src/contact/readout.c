#include "contact/readout.h"

#include <string.h>

static void readReals(const void* pushes, int contact, bool doublePrecision, double reals[gel_pushReals])
{
    size_t first = (size_t)contact * gel_pushReals;
    for (size_t k = 0; k < gel_pushReals; k++)
        reals[k] =
            doublePrecision ? ((const double*)pushes)[first + k] : (double)((const float*)pushes)[first + k];
}

// The number of an element in its body's surface.
static int numberInBody(const gelSurfaceTables* tables, const gelContactSource* source, int side, int sort)
{
    int body = source->bodies[side];
    return body >= 0 ? source->elements[side] - tables->bodies[body].first[sort] : -1;
}

static gelPushed describe(const gelSurfaceTables* tables, const gelContactSource* source,
                          const Contact* contact, const double reals[gel_pushReals])
{
    bool areEdges = (int)contact->kind == contact_edges;
    gelPushed pushed = {.kind = (int)contact->kind,
                        .thickness = contact->thickness,
                        .friction = contact->friction,
                        .normalSum = reals[3],
                        .share = reals[7]};
    pushed.elements[0] = numberInBody(tables, source, 0, areEdges ? surface_edges : surface_points);
    pushed.elements[1] = numberInBody(tables, source, 1, areEdges ? surface_edges : surface_triangles);
    for (int side = 0; side < 2; side++)
        if (source->bodies[side] >= 0)
            pushed.bodies[side] = tables->plan->bodies[source->bodies[side]]->id;
    memcpy(pushed.sum, reals, sizeof pushed.sum);
    memcpy(pushed.normal, reals + 4, sizeof pushed.normal);
    return pushed;
}

gelStatus gelCollectPushes(const gelSurfaceTables* tables, const gelContactList* list, const void* pushes,
                           bool doublePrecision, gelPushedList* pushed)
{
    gelStatus status = gel_success;
    pushed->count = 0;
    for (int i = 0; i < list->contactCount && status == gel_success; i++) {
        double reals[gel_pushReals];
        readReals(pushes, i, doublePrecision, reals);
        if (reals[4] == 0.0 && reals[5] == 0.0 && reals[6] == 0.0)
            continue;
        status = gelReserve(&pushed->pushed, &pushed->capacity, pushed->count + 1, sizeof *pushed->pushed);
        if (status == gel_success)
            pushed->pushed[pushed->count++] = describe(tables, &list->sources[i], &list->contacts[i], reals);
    }
    return status;
}
