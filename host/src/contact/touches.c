#include "contact/touches.h"

#include <string.h>

// Returns the vertex's place in a contact of it with a triangle of an obstacle, or -1.
static int placeOfTouch(const gelSurfaceTables* tables, const gelContactList* list, int i)
{
    const Contact* contact = &list->contacts[i];
    const gelContactSource* source = &list->sources[i];
    const ContactPoint* point = &list->points[contact->points[0]];
    bool isTouch = contact->kind == (float)contact_point_triangle && point->vertex_count == 1 &&
                   gelMovesPoint(tables, contact, source, 0) && !gelMovesPoint(tables, contact, source, 1);
    return isTouch ? point->places[0] : -1;
}

// `slotAt`: of each place.
static gelStatus fillTouches(const gelSurfaceTables* tables, const int* slotAt, gelContactList* list)
{
    int* starts = list->touchStarts;
    for (int i = 0; i < list->contactCount; i++) {
        int place = placeOfTouch(tables, list, i);
        if (place >= 0 && slotAt[place] >= 0)
            starts[slotAt[place] + 1]++;
    }
    for (int k = 1; k < list->touchStartCount; k++)
        starts[k] += starts[k - 1];
    list->touchContactCount = starts[list->touchStartCount - 1];
    gelStatus status = gelReserve(&list->touchContacts, &list->touchContactCapacity, list->touchContactCount,
                                  sizeof *list->touchContacts);
    if (status != gel_success)
        return status;
    for (int i = list->contactCount - 1; i >= 0; i--) {
        int place = placeOfTouch(tables, list, i);
        if (place >= 0 && slotAt[place] >= 0)
            list->touchContacts[--starts[slotAt[place] + 1]] = i;
    }
    // Each start is now one place too far on.
    memmove(starts, starts + 1, (size_t)(list->touchStartCount - 1) * sizeof *starts);
    starts[list->touchStartCount - 1] = list->touchContactCount;
    return gel_success;
}

gelStatus gelListTouches(const gelSurfaceTables* tables, const int* slots, int slotCount,
                         gelContactList* list)
{
    const int vertexCount = tables->plan->vertexCount;
    int* slotAt = gelAllocate((size_t)vertexCount, sizeof *slotAt);
    if (slotAt == NULL)
        return gelFailMemory((size_t)vertexCount, sizeof *slotAt);
    for (int v = 0; v < vertexCount; v++)
        slotAt[tables->places != NULL ? tables->places[v] : v] = slots[v];
    gelStatus status =
        gelReserve(&list->touchStarts, &list->touchStartCapacity, slotCount + 1, sizeof *list->touchStarts);
    if (status == gel_success) {
        list->touchStartCount = slotCount + 1;
        memset(list->touchStarts, 0, (size_t)(slotCount + 1) * sizeof *list->touchStarts);
        status = fillTouches(tables, slotAt, list);
    }
    gelFree(slotAt);
    return status;
}
