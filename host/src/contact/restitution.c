#include "contact/restitution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// In a RestitutionState.
enum { realOfApproach = 0, realOfTouches = 18 };

// A contact of two bodies of the plan, the smaller number first but for the ground, -1, which is second.
typedef struct Entry {
    int bodies[2], contact, turn;
    float restitution;
} Entry;

static int byPair(const void* a, const void* b)
{
    const Entry *p = a, *q = b;
    if (p->bodies[0] != q->bodies[0])
        return p->bodies[0] < q->bodies[0] ? -1 : 1;
    if (p->bodies[1] != q->bodies[1])
        return p->bodies[1] < q->bodies[1] ? -1 : 1;
    return p->contact - q->contact;
}

bool gelMayBounce(const gelPlan* plan, double groundRestitution)
{
    bool may = groundRestitution > 0.0;
    for (int i = 0; i < plan->bodyCount && !may; i++)
        may = plan->bodies[i]->material.restitution > 0.0f;
    return may;
}

// The larger of the two counts: a rubber ball bounces on anything.
static Entry describe(const gelPlan* plan, const gelContactSource* source, int contact,
                      double groundRestitution)
{
    int a = source->bodies[0], b = source->bodies[1];
    bool turns = b >= 0 && b < a;
    float first = plan->bodies[a]->material.restitution,
          second = b >= 0 ? plan->bodies[b]->material.restitution : (float)groundRestitution;
    return (Entry){{turns ? b : a, turns ? a : b}, contact, turns ? 1 : 0, first > second ? first : second};
}

// The contacts that count, sorted by pair. The caller frees them.
static gelStatus listEntries(const gelPlan* plan, const gelContactList* contacts, double groundRestitution,
                             Entry** entries, int* count)
{
    *entries = gelAllocate((size_t)contacts->contactCount, sizeof **entries);
    *count = 0;
    if (*entries == NULL)
        return gelFailMemory((size_t)contacts->contactCount, sizeof **entries);
    for (int i = 0; i < contacts->contactCount; i++) {
        const gelContactSource* source = &contacts->sources[i];
        Entry entry = describe(plan, source, i, groundRestitution);
        if (entry.bodies[0] != entry.bodies[1] && entry.restitution > 0.0f)
            (*entries)[(*count)++] = entry;
    }
    qsort(*entries, (size_t)*count, sizeof **entries, byPair);
    return gel_success;
}

// An obstacle, or a body with pins, has no vertices here: nothing moves it.
static gelStatus addBody(const gelBody* body, double mass, gelRestitutionList* list)
{
    double inverseMass = gelIsObstacle(body) ? 0.0 : 1.0 / mass;
    int count = inverseMass > 0.0 ? body->shape->mesh.vertexCount : 0, number = list->bodyCount;
    gelStatus status =
        gelReserve(&list->bodies, &list->bodyCapacity, list->bodyCount + 1, sizeof *list->bodies);
    if (status == gel_success)
        status = gelReserve(&list->vertices, &list->vertexCapacity, list->vertexCount + count,
                            sizeof *list->vertices);
    if (status != gel_success)
        return status;
    list->bodies[list->bodyCount++] = (RestitutionBody){list->vertexCount, count, (float)inverseMass};
    for (int i = 0; i < count; i++)
        list->vertices[list->vertexCount++] = (RestitutionVertex){body->firstVertex + i, number};
    return gel_success;
}

// *number of a body of the plan in the list, where it is added if new; -1 of the ground.
static gelStatus useBody(const gelPlan* plan, int body, const double* masses, gelRestitutionList* list,
                         int* number)
{
    gelStatus status = gel_success;
    if (body >= 0 && list->slots1[body] == 0) {
        status = addBody(plan->bodies[body], masses[body], list);
        list->slots1[body] = list->bodyCount;
    }
    *number = body >= 0 ? list->slots1[body] - 1 : -1;
    return status;
}

double gelRestitutionSpeed(const gelRestitutionState* bounce)
{
    const double* approach = bounce->reals + realOfApproach;
    return sqrt(approach[0] * approach[0] + approach[1] * approach[1] + approach[2] * approach[2]);
}

static bool isBody(const gelPlan* plan, int body, gelBodyId id)
{
    gelBodyId own = body >= 0 ? plan->bodies[body]->id : (gelBodyId){0};
    return own.index1 == id.index1 && own.generation == id.generation;
}

static gelRestitutionState recall(const gelPlan* plan, const int bodies[2],
                                  const gelRestitutionStates* lasting)
{
    gelRestitutionState bounce = {0};
    for (int side = 0; side < 2; side++)
        if (bodies[side] >= 0)
            bounce.bodies[side] = plan->bodies[bodies[side]]->id;
    for (int i = 0; i < lasting->count; i++)
        if (isBody(plan, bodies[0], lasting->pairs[i].bodies[0]) &&
            isBody(plan, bodies[1], lasting->pairs[i].bodies[1]))
            bounce = lasting->pairs[i];
    return bounce;
}

static gelStatus addPair(const gelPlan* plan, const Entry* entry, const double* masses,
                         const gelRestitutionStates* lasting, gelRestitutionList* list)
{
    RestitutionPair pair = {
        .obstacle = -1, .first_contact = list->contactCount, .restitution = entry->restitution};
    gelStatus status = gel_success;
    for (int side = 0; side < 2 && status == gel_success; side++) {
        int body = entry->bodies[side];
        status = useBody(plan, body, masses, list, &pair.bodies[side]);
        pair.obstacle = body >= 0 && gelIsObstacle(plan->bodies[body]) ? side : pair.obstacle;
    }
    if (status == gel_success)
        status = gelReserve(&list->pairs, &list->pairCapacity, list->pairCount + 1, sizeof *list->pairs);
    if (status == gel_success)
        status = gelReserve(&list->states.pairs, &list->states.capacity, list->pairCount + 1,
                            sizeof *list->states.pairs);
    if (status != gel_success)
        return status;
    list->states.pairs[list->pairCount] = recall(plan, entry->bodies, lasting);
    list->pairs[list->pairCount++] = pair;
    list->states.count = list->pairCount;
    return gel_success;
}

static gelStatus fill(const gelPlan* plan, const Entry* entries, int count, const double* masses,
                      const gelRestitutionStates* lasting, gelRestitutionList* list)
{
    gelStatus status = gelReserve(&list->contacts, &list->contactCapacity, count, sizeof *list->contacts);
    for (int i = 0; i < count && status == gel_success; i++) {
        const Entry* entry = &entries[i];
        bool isNew =
            i == 0 || entry->bodies[0] != entry[-1].bodies[0] || entry->bodies[1] != entry[-1].bodies[1];
        if (isNew)
            status = addPair(plan, entry, masses, lasting, list);
        if (status != gel_success)
            continue;
        list->contacts[list->contactCount++] = (RestitutionContact){2 * entry->contact + entry->turn};
        list->pairs[list->pairCount - 1].contact_count++;
    }
    return status;
}

static bool bothMove(const gelRestitutionList* list, const RestitutionPair* pair)
{
    return pair->bodies[0] >= 0 && pair->bodies[1] >= 0 &&
           list->bodies[pair->bodies[0]].inverse_mass > 0.0f &&
           list->bodies[pair->bodies[1]].inverse_mass > 0.0f;
}

// slots1 is not needed any more, and counts the neighbours that move.
static void findNeighbours(gelRestitutionList* list)
{
    for (int i = 0; i < list->bodyCount; i++)
        list->slots1[i] = 0;
    for (int i = 0; i < list->pairCount; i++)
        for (int side = 0; side < 2 && bothMove(list, &list->pairs[i]); side++)
            list->slots1[list->pairs[i].bodies[side]]++;
    for (int i = 0; i < list->pairCount; i++) {
        RestitutionPair* pair = &list->pairs[i];
        if (bothMove(list, pair))
            pair->is_among_others =
                list->slots1[pair->bodies[0]] > 1 || list->slots1[pair->bodies[1]] > 1 ? 1 : 0;
    }
}

static void empty(gelRestitutionList* list)
{
    list->pairCount = list->bodyCount = list->vertexCount = list->contactCount = list->states.count = 0;
}

static gelStatus reserveSlots(const gelPlan* plan, gelRestitutionList* list)
{
    if (list->slotCount != plan->bodyCount) {
        gelFree(list->slots1);
        list->slots1 = gelAllocate((size_t)plan->bodyCount, sizeof *list->slots1);
        list->slotCount = list->slots1 != NULL ? plan->bodyCount : 0;
    }
    if (list->slots1 == NULL)
        return gelFailMemory((size_t)plan->bodyCount, sizeof *list->slots1);
    memset(list->slots1, 0, (size_t)plan->bodyCount * sizeof *list->slots1);
    return gel_success;
}

gelStatus gelListRestitution(const gelSurfaceTables* tables, const gelContactList* contacts,
                             const double* masses, double groundRestitution,
                             const gelRestitutionStates* lasting, gelRestitutionList* list)
{
    const gelPlan* plan = tables->plan;
    Entry* entries;
    int count;
    empty(list);
    if (contacts->contactCount == 0 || !gelMayBounce(plan, groundRestitution))
        return gel_success;
    gelStatus status = listEntries(plan, contacts, groundRestitution, &entries, &count);
    if (status == gel_success && count > 0)
        status = reserveSlots(plan, list);
    if (status == gel_success)
        status = fill(plan, entries, count, masses, lasting, list);
    if (status == gel_success)
        findNeighbours(list);
    gelFree(entries);
    if (status != gel_success)
        empty(list);
    return status;
}

gelStatus gelKeepRestitution(const gelRestitutionList* list, const void* states, bool doublePrecision,
                             gelRestitutionStates* lasting)
{
    gelStatus status =
        gelReserve(&lasting->pairs, &lasting->capacity, list->pairCount, sizeof *lasting->pairs);
    lasting->count = 0;
    for (int i = 0; i < list->pairCount && status == gel_success; i++) {
        gelRestitutionState bounce = list->states.pairs[i];
        for (int k = 0; k < gel_restitutionReals; k++) {
            size_t at = (size_t)i * gel_restitutionReals + (size_t)k;
            bounce.reals[k] =
                doublePrecision ? ((const double*)states)[at] : (double)((const float*)states)[at];
        }
        if (bounce.reals[realOfTouches] != 0.0)
            lasting->pairs[lasting->count++] = bounce;
    }
    return status;
}

void gelClearRestitutionList(gelRestitutionList* list)
{
    gelFree(list->pairs);
    gelFree(list->bodies);
    gelFree(list->vertices);
    gelFree(list->contacts);
    gelFree(list->states.pairs);
    gelFree(list->slots1);
    *list = (gelRestitutionList){0};
}
