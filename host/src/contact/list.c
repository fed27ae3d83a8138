#define GEL_DIALECT_FLOAT
#include "contact/list.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "contact/faces.h"
#include "search_passes.h"

#include <math.h>
#include <string.h>

// The maximum distance of a point below a surface that is still pushed out: a few thicknesses, but
// never so far that the point may as well have come from the other side of a thin body.
static const float reachInThicknesses = 5.0f, reachInBody = 0.4f;
// The minimum distance at rest of two elements of one body, in reaches.
static const float reachAtRest = 4.0f;

// The gap below which contacts are never skipped, in thicknesses.
static const float awakeInThicknesses = 4.0f;

enum { candidatesPerBlock = 512 };

static float edgeThickness(const gelSurfaceTables* tables, int edge)
{
    const int* beside = tables->edges[edge].triangles;
    float a = tables->triangles[beside[0]].thickness, b = tables->triangles[beside[1]].thickness;
    return a < b ? a : b;
}

// Returns how thick the thinner body is there.
static float describeEdges(const gelSurfaceTables* tables, const CandidatePair* candidate, Contact* contact)
{
    const SurfaceEdge *p = &tables->edges[candidate->first], *q = &tables->edges[candidate->second];
    contact->kind = (float)contact_edges;
    memcpy(contact->points, p->points, sizeof p->points);
    memcpy(contact->points + 2, q->points, sizeof q->points);
    float first = edgeThickness(tables, candidate->first), second = edgeThickness(tables, candidate->second);
    return first < second ? first : second;
}

// A point inside a tet has been given the triangle by which it leaves. Returns how thick the triangle's body is there.
static float describePoint(const gelSurfaceTables* tables, const CandidatePair* candidate, Contact* contact)
{
    const SurfaceTriangle* triangle = &tables->triangles[candidate->second];
    contact->kind = (float)(gelIsInside(candidate) ? contact_exit : contact_point_triangle);
    contact->points[0] = candidate->first;
    memcpy(contact->points + 1, triangle->points, sizeof triangle->points);
    if (!gelIsInside(candidate))
        contact->inner_sides = (float)tables->sidesInFaces[candidate->second];
    return triangle->thickness;
}

// A candidate has the element with points first, whichever body that is of.
static gelContactSource sourceOf(const gelSurfaceIssues* findings, const CandidatePair* candidate)
{
    const int* bodies = findings->pairs[candidate->pair].bodies;
    bool turned = candidate->kind == search_triangles_points || candidate->kind == search_tets_points;
    return (gelContactSource){{bodies[turned ? 1 : 0], bodies[turned ? 0 : 1]},
                              {candidate->first, candidate->kind == search_ground ? -1 : candidate->second}};
}

// Stores how fast the surface of the second element runs along itself, seen from that of the
// first.
static void describeDrift(const gelSurfaceTables* tables, const gelContactSource* source, float drift[3])
{
    const gelBody* first = tables->plan->bodies[source->bodies[0]];
    const gelBody* second = tables->plan->bodies[source->bodies[1]];
    for (int k = 0; k < 3; k++)
        drift[k] = second->drift[k] - first->drift[k];
}

// Returns the reach of a pair of elements of one body, or -1 if they are not pushed out: in a body
// that folds, the point below a triangle may be on the other side of the same part. Only elements
// far apart at rest are pushed out.
static float limitReach(const gelSurfaceTables* tables, const CandidatePair* candidate, float reach)
{
    const SurfaceSet set = {.points = tables->points, .triangles = tables->triangles, .edges = tables->edges};
    float rest = rest_distance(&set, candidate->kind == search_edges, candidate->first, candidate->second);
    return rest > reachAtRest * reach ? reach : -1.0f;
}

// Returns the mean factor of an element's corners, as an edge takes the mean of its vertices:
// docs/values.md.
static float meanFriction(const gelSurfaceTables* tables, const int* points, int count)
{
    float sum = 0.0f;
    for (int k = 0; k < count; k++)
        sum += tables->frictionFactors[points[k]];
    return sum / (float)count;
}

// Coulomb's coefficient between two bodies: the root of the product of both materials', each with its factor there.
static float frictionOf(const gelSurfaceTables* tables, const Contact* contact, float first, float second)
{
    if (tables->frictionFactors != NULL) {
        int count = (int)contact->kind == contact_edges ? 2 : 1;
        first *= meanFriction(tables, contact->points, count);
        second *= meanFriction(tables, contact->points + count, 4 - count);
    }
    return sqrtf(first * second);
}

static bool hasTwoSides(const gelSurfaceTables* tables, int body)
{
    const gelContactSurface* surface = gelSurfaceOf(tables->plan->bodies[body]);
    return surface->triangleCount > 0 && surface->thicknesses[0] == 0.0f;
}

// Whether the first of two bodies with two sides lies on the second where they begin in one place: the later one does,
// and any soft one on an obstacle.
static bool liesAbove(const gelSurfaceTables* tables, const gelContactSource* source)
{
    int first = source->bodies[0], second = source->bodies[1];
    bool isObstacle = gelIsObstacle(tables->plan->bodies[first]);
    return !isObstacle && (first > second || gelIsObstacle(tables->plan->bodies[second]));
}

// The ground is not thick.
static void describeGround(const gelSurfaceTables* tables, const gelSurfaceIssues* findings, int point,
                           int body, Contact* contact)
{
    contact->kind = (float)contact_ground;
    for (int k = 0; k < 4; k++)
        contact->points[k] = point;
    contact->awake_gap = awakeInThicknesses * tables->bodies[body].thickness;
    contact->friction = findings->groundFriction;
}

static void describeSurfaces(const gelSurfaceTables* tables, const CandidatePair* candidate,
                             const gelContactSource* source, Contact* contact)
{
    const SurfaceBody *a = &tables->bodies[source->bodies[0]], *b = &tables->bodies[source->bodies[1]];
    float thickness = candidate->kind == search_edges ? describeEdges(tables, candidate, contact)
                                                      : describePoint(tables, candidate, contact);
    contact->thickness = a->thickness + b->thickness;
    contact->awake_gap = awakeInThicknesses * contact->thickness;
    contact->friction = frictionOf(tables, contact, a->friction, b->friction);
    describeDrift(tables, source, contact->drift);
    contact->reach = reachInThicknesses * contact->thickness;
    contact->reach = reachInBody * thickness < contact->reach ? reachInBody * thickness : contact->reach;
    if (a == b)
        contact->reach = limitReach(tables, candidate, contact->reach);
    else if (contact->reach == 0.0f && hasTwoSides(tables, source->bodies[0]) && !liesAbove(tables, source))
        contact->reach = second_is_above;
}

// The number of the vertex in the list, where it is added if it is new in the patch.
static int useVertex(const ContactPatch* patch, gelContactList* list, int vertex, bool isMovable)
{
    int* slot1 = &list->vertexSlots1[vertex];
    if (*slot1 <= patch->first_vertex) {
        list->vertices[list->vertexCount] = (ContactVertex){.place = vertex, .is_fixed = isMovable ? 0 : 1};
        *slot1 = ++list->vertexCount;
    }
    return *slot1 - 1;
}

static int usePoint(const gelSurfaceTables* tables, const ContactPatch* patch, gelContactList* list,
                    int point, bool isMovable)
{
    int* slot1 = &list->pointSlots1[point];
    if (*slot1 <= patch->first_point) {
        const SurfacePoint* source = &tables->points[point];
        ContactPoint* added = &list->points[list->pointCount];
        *added = (ContactPoint){.surface_point = point, .vertex_count = source->vertex_count};
        memcpy(added->weights, source->weights, sizeof added->weights);
        memcpy(added->places, source->places, sizeof added->places);
        for (int k = 0; k < source->vertex_count; k++)
            added->vertices[k] = useVertex(patch, list, source->places[k], isMovable);
        list->hasSkins |= source->vertex_count > 1 || added->vertices[0] != list->pointCount;
        *slot1 = ++list->pointCount;
    }
    return *slot1 - 1;
}

static gelStatus reserveContacts(int count, gelContactList* list)
{
    gelStatus status = gelReserve(&list->contacts, &list->contactCapacity, count, sizeof(Contact));
    return status == gel_success
               ? gelReserve(&list->sources, &list->sourceCapacity, count, sizeof(gelContactSource))
               : status;
}

typedef struct Filling {
    const gelSurfaceTables* tables;
    const gelSurfaceIssues* findings;
    gelContactList* list;
} Filling;

static void setContact(const Filling* filling, const CandidatePair* candidate, int number)
{
    const gelSurfaceIssues* findings = filling->findings;
    gelContactSource* source = &filling->list->sources[number];
    Contact* contact = &filling->list->contacts[number]; // where it stays: a copy takes half as long again
    *source = sourceOf(findings, candidate);
    *contact =
        (Contact){.impact_speed = findings->pairs[candidate->pair].impact_margin / filling->tables->frameTime,
                  .candidate = findings->isCached ? (int)(candidate - findings->candidates) : -1};
    if (candidate->kind == search_ground)
        describeGround(filling->tables, findings, candidate->first, source->bodies[0], contact);
    else
        describeSurfaces(filling->tables, candidate, source, contact);
}

// Whether rows of the two-level solver are there for a contact: a point that has one against a body is left to it with all
// triangles of that body.
static bool isHeld(const Filling* filling, const CandidatePair* candidate)
{
    const gelSurfaceTables* tables = filling->tables;
    const gelContactRows* rows = tables->plan->contactRows;
    if (rows == NULL || rows->count == 0 || candidate->kind == search_ground)
        return false;
    const gelContactSource source = sourceOf(filling->findings, candidate);
    const SurfaceBody *a = &tables->bodies[source.bodies[0]], *b = &tables->bodies[source.bodies[1]];
    const gelBodyId ids[2] = {tables->plan->bodies[source.bodies[0]]->id,
                              tables->plan->bodies[source.bodies[1]]->id};
    const int ofPoints[2] = {a->first[surface_points], b->first[surface_points]},
              ofEdges[2] = {a->first[surface_edges], b->first[surface_edges]};
    if (candidate->kind != search_edges) {
        const gelContactRow* row = gelFindPointRow(rows, ids[0], ids[1], source.elements[0] - ofPoints[0]);
        return row != NULL && row->isHeld;
    }
    const int edges[2] = {source.elements[0] - ofEdges[0], source.elements[1] - ofEdges[1]};
    const int *p = tables->edges[source.elements[0]].points, *q = tables->edges[source.elements[1]].points;
    const int first[2] = {p[0] - ofPoints[0], p[1] - ofPoints[0]},
              second[2] = {q[0] - ofPoints[1], q[1] - ofPoints[1]};
    const gelContactRow* row = gelFindEdgeRow(rows, ids, edges);
    return (row != NULL && row->isHeld) || gelHasEndWithRow(rows, ids, first, second);
}

// Whether a candidate's elements are near each other, but for those of deep pairs.
static bool isContact(const Filling* filling, const CandidatePair* candidate)
{
    const gelContactList* list = filling->list;
    return !gelIsInside(candidate) && !list->depth.isDeep[candidate->pair] &&
           !gelIsInsideFlatFace(filling->tables, candidate) &&
           !gelIsTornCandidate(filling->tables, &list->torn, candidate) && !isHeld(filling, candidate);
}

static void countBlock(void* context, int first, int end, int worker)
{
    const Filling* filling = context;
    int count = 0;
    (void)worker;
    for (int i = first; i < end; i++)
        count += isContact(filling, &filling->findings->candidates[i]);
    filling->list->blockStarts[first / candidatesPerBlock] = count;
}

static void fillBlock(void* context, int first, int end, int worker)
{
    const Filling* filling = context;
    int number = filling->list->blockStarts[first / candidatesPerBlock];
    (void)worker;
    for (int i = first; i < end; i++)
        if (isContact(filling, &filling->findings->candidates[i]))
            setContact(filling, &filling->findings->candidates[i], number++);
}

// Elements near each other, and then points that are inside. There is at most one contact per candidate: the ways out are
// those of candidates that are inside. Blocks are counted first, so that threads can fill them in the order of the
// candidates.
static gelStatus fillContacts(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                              gelContactList* list)
{
    const int count = findings->candidateCount,
              blockCount = (count + candidatesPerBlock - 1) / candidatesPerBlock;
    Filling filling = {tables, findings, list};
    gelStatus status = reserveContacts(count, list);
    if (status == gel_success)
        status = gelReserve(&list->blockStarts, &list->blockCapacity, blockCount, sizeof(int));
    if (status != gel_success)
        return status;
    gelParallelFor(count, candidatesPerBlock, list->threads, countBlock, &filling);
    for (int i = 0; i < blockCount; i++) {
        int contacts = list->blockStarts[i];
        list->blockStarts[i] = list->contactCount;
        list->contactCount += contacts;
    }
    gelParallelFor(count, candidatesPerBlock, list->threads, fillBlock, &filling);
    for (int i = 0; i < list->depth.exitCount; i++)
        if (!isHeld(&filling, &list->depth.exits[i]))
            setContact(&filling, &list->depth.exits[i], list->contactCount++);
    return gel_success;
}

// Numbers the points of a patch, and their vertices.
static gelStatus numberPoints(const gelSurfaceTables* tables, ContactPatch* patch, gelContactList* list)
{
    gelStatus status = gel_success;
    patch->first_point = list->pointCount;
    patch->first_vertex = list->vertexCount;
    for (int slot = patch->first_slot; slot < patch->end_slot && list->patches.order[slot] >= 0; slot++) {
        Contact* contact = &list->contacts[list->patches.order[slot]];
        const gelContactSource* source = &list->sources[list->patches.order[slot]];
        // At most four new points, each with four new vertices.
        status = gelReserve(&list->points, &list->pointCapacity, list->pointCount + 4, sizeof(ContactPoint));
        if (status == gel_success)
            status = gelReserve(&list->vertices, &list->vertexCapacity, list->vertexCount + 16,
                                sizeof(ContactVertex));
        if (status != gel_success)
            return status;
        for (int k = 0; k < 4; k++)
            contact->points[k] =
                usePoint(tables, patch, list, contact->points[k], gelMovesPoint(tables, contact, source, k));
    }
    patch->end_point = list->pointCount;
    patch->end_vertex = list->vertexCount;
    return status;
}

static gelStatus fillPatches(const gelSurfaceTables* tables, gelContactList* list)
{
    gelContactPatches* patches = &list->patches;
    gelStatus status = gelFindPatches(tables, list->contacts, list->sources, list->contactCount,
                                      list->share.isShared ? list->share.isMine : NULL, patches);
    for (int i = 0; i < patches->count && status == gel_success; i++)
        status = numberPoints(tables, &patches->patches[i], list);
    return status;
}

static gelStatus addSeparation(const gelSurfaceTables* tables, int number, bool isHeld, gelContactList* list)
{
    const gelBody* body = tables->plan->bodies[number];
    int count = body->shape->mesh.vertexCount, first = list->separatedCount;
    gelStatus status = gelReserve(&list->separatedPlaces, &list->separatedCapacity, first + count,
                                  sizeof *list->separatedPlaces);
    if (status == gel_success)
        status = gelReserve(&list->separations, &list->separationCapacity, list->separationCount + 1,
                            sizeof *list->separations);
    if (status != gel_success)
        return status;
    for (int i = 0; i < count; i++) {
        list->separatedPlaces[first + i] = gelPlaceOf(tables, body->firstVertex + i);
    }
    list->separatedCount += count;
    list->separations[list->separationCount++] =
        (ContactSeparation){.first_vertex = first, .vertex_count = count, .is_held = isHeld ? 1 : 0};
    return gel_success;
}

// Lists the bodies that are in deep pairs.
static gelStatus listSeparations(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                                 gelContactList* list)
{
    const gelDepth* depth = &list->depth;
    gelStatus status = gel_success;
    memset(list->separated, 0, (size_t)tables->bodyCount * sizeof *list->separated);
    for (int i = 0; i < 2 * depth->deepPairCount; i++)
        list->separated[depth->deepPairs[i / 2].bodies[i % 2]]++;
    for (int b = 0, partner = 0; b < tables->bodyCount && status == gel_success; b++) {
        int partnerCount = list->separated[b];
        if (partnerCount == 0)
            continue;
        list->separated[b] = list->separationCount;
        status = addSeparation(tables, b, isinf(findings->masses[b]), list);
        if (status != gel_success)
            break;
        list->separations[list->separated[b]].first_partner = partner;
        list->separations[list->separated[b]].partner_count = partnerCount;
        partner += partnerCount;
    }
    return status;
}

// Adds a pair to the partners of both bodies; first_partner is where the next one goes. All pairs act at once, so each
// takes away a part of the speed if a body has several.
static void addDeepPair(const gelDeepPair* pair, gelContactList* list)
{
    const int separated[2] = {list->separated[pair->bodies[0]], list->separated[pair->bodies[1]]};
    ContactSeparation* bodies[2] = {&list->separations[separated[0]], &list->separations[separated[1]]};
    int most = bodies[0]->partner_count > bodies[1]->partner_count ? bodies[0]->partner_count
                                                                   : bodies[1]->partner_count;
    for (int side = 0; side < 2; side++) {
        ContactPartner partner = {.separation = separated[1 - side],
                                  .share = (float)(pair->shares[side] / most)};
        for (int k = 0; k < 3; k++) {
            double way = side == 0 ? pair->way[k] : -pair->way[k];
            partner.way[k] = (float)way;
            bodies[side]->velocity[k] += (float)(way * pair->shares[side] * (double)depenetration_speed);
        }
        list->partners[bodies[side]->first_partner++] = partner;
    }
}

static gelStatus fillSeparations(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                                 gelContactList* list)
{
    const gelDepth* depth = &list->depth;
    gelStatus status = listSeparations(tables, findings, list);
    if (status == gel_success)
        status = gelReserve(&list->partners, &list->partnerCapacity, 2 * depth->deepPairCount,
                            sizeof(ContactPartner));
    if (status != gel_success)
        return status;
    for (int i = 0; i < depth->deepPairCount; i++)
        addDeepPair(&depth->deepPairs[i], list);
    for (int i = 0; i < list->separationCount; i++)
        list->separations[i].first_partner -= list->separations[i].partner_count;
    list->partnerCount = 2 * depth->deepPairCount;
    return status;
}

// Whether contact i / 4 is solved here and may move its point i % 4.
static bool hasCorner(const gelSurfaceTables* tables, const gelContactList* list, int i)
{
    return list->patches.patchOf[i / 4] >= 0 &&
           gelMovesPoint(tables, &list->contacts[i / 4], &list->sources[i / 4], i % 4);
}

gelStatus gelListCorners(const gelSurfaceTables* tables, gelContactList* list)
{
    int count = 0;
    for (int i = 0; i < 4 * list->contactCount; i++) {
        const Contact* contact = &list->contacts[i / 4];
        if (!hasCorner(tables, list, i))
            continue;
        const ContactPoint* point = &list->points[contact->points[i % 4]];
        for (int k = 0; k < point->vertex_count; k++)
            list->vertices[point->vertices[k]].corner_count++;
        count += point->vertex_count;
    }
    gelStatus status = gelReserve(&list->corners, &list->cornerCapacity, count, sizeof(ContactCorner));
    if (status != gel_success)
        return status;
    list->cornerCount = count;
    for (int i = 0, first = 0; i < list->vertexCount; i++) {
        list->vertices[i].first_corner = first;
        first += list->vertices[i].corner_count;
        list->vertices[i].corner_count = 0;
    }
    for (int i = 0; i < 4 * list->contactCount; i++) {
        const Contact* contact = &list->contacts[i / 4];
        if (!hasCorner(tables, list, i))
            continue;
        const ContactPoint* point = &list->points[contact->points[i % 4]];
        for (int k = 0; k < point->vertex_count; k++) {
            ContactVertex* vertex = &list->vertices[point->vertices[k]];
            list->corners[vertex->first_corner + vertex->corner_count++] =
                (ContactCorner){i, point->vertices[k], point->weights[k]};
        }
    }
    return gel_success;
}

// Whether any surface of the world runs along itself. Which contacts a list has depends on how long it
// serves, and adding a drift of 0 turns -0 to 0: so the answer must not depend on contacts.
static bool hasDrift(const gelPlan* plan)
{
    bool any = false;
    for (int b = 0; b < plan->bodyCount; b++)
        any = any || gelRunsAlong(plan->bodies[b]);
    return any;
}

static void empty(gelContactList* list)
{
    for (int i = 0; i < list->pointCount; i++)
        list->pointSlots1[list->points[i].surface_point] = 0;
    for (int i = 0; i < list->vertexCount; i++)
        list->vertexSlots1[list->vertices[i].place] = 0;
    list->patches.count = list->patches.slotCount = list->patches.largest = 0;
    list->contactCount = list->pointCount = list->vertexCount = list->cornerCount = list->separationCount =
        list->partnerCount = list->separatedCount = list->touchStartCount = list->touchContactCount = 0;
    list->hasSkins = list->share.isShared = false;
}

gelStatus gelFillContactList(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                             gelContactList* list)
{
    const int max = 1 << 26; // some 16 GB
    empty(list);
    list->hasDrift = hasDrift(tables->plan);
    if (findings->candidateCount > max)
        return gelFail(
            gel_outOfMemory,
            "%d elements of %d pairs of bodies are near each other, expected at most %d: move bodies apart "
            "that are in one place, or let them pass through each other (gel/filter.h)",
            findings->candidateCount, findings->pairCount, max);
    gelStatus status = gelFindTornElements(tables, &list->torn);
    if (status == gel_success)
        status = gelMeasureDepth(tables, findings, &list->torn, &list->depth);
    if (status == gel_success)
        status = fillContacts(tables, findings, list);
    if (status == gel_success && findings->isShared && list->depth.deepPairCount == 0)
        status = gelShareContacts(tables, list->contacts, list->sources, list->contactCount, &list->share);
    if (status == gel_success)
        status = fillPatches(tables, list);
    if (status == gel_success)
        status = fillSeparations(tables, findings, list);
    if (status != gel_success)
        empty(list);
    return status;
}

ContactCounts gelCountContacts(const gelContactList* list)
{
    return (ContactCounts){.contacts = list->contactCount,
                           .points = list->pointCount,
                           .vertices = list->vertexCount,
                           .patches = list->patches.count,
                           .slots = list->patches.slotCount,
                           .has_skins = list->hasSkins ? 1 : 0,
                           .has_drift = list->hasDrift ? 1 : 0};
}

bool gelHasContacts(const gelContactList* list)
{
    return list->contactCount > 0 || list->separationCount > 0;
}

gelStatus gelCreateContactList(const gelSurfaceTables* tables, int vertexCount, int threads,
                               gelContactList* list)
{
    size_t pointCount = (size_t)tables->counts[surface_points];
    *list = (gelContactList){.threads = threads,
                             .pointSlots1 = gelAllocate(pointCount, sizeof(int)),
                             .vertexSlots1 = gelAllocate((size_t)vertexCount, sizeof(int)),
                             .separated = gelAllocate((size_t)tables->bodyCount, sizeof(int))};
    gelStatus status = list->pointSlots1 != NULL && list->vertexSlots1 != NULL && list->separated != NULL
                           ? gelCreateDepth(tables, &list->depth)
                           : gelFailMemory(pointCount + (size_t)vertexCount, sizeof(int));
    if (threads > 1)
        gelOpenPool();
    if (status == gel_success)
        status = gelCreateContactPatches(vertexCount, &list->patches);
    if (status == gel_success)
        status = gelReserveTornElements(tables, &list->torn);
    if (status != gel_success)
        gelClearContactList(list);
    return status;
}

void gelClearContactList(gelContactList* list)
{
    gelFree(list->contacts);
    gelFree(list->sources);
    gelFree(list->points);
    gelFree(list->vertices);
    gelFree(list->corners);
    gelFree(list->separations);
    gelFree(list->partners);
    gelFree(list->separatedPlaces);
    gelFree(list->touchStarts);
    gelFree(list->touchContacts);
    gelFree(list->separated);
    gelClearContactPatches(&list->patches);
    gelClearContactShare(&list->share);
    gelClearDepth(&list->depth);
    gelFree(list->pointSlots1);
    gelFree(list->vertexSlots1);
    gelClearTornElements(&list->torn);
    gelFree(list->blockStarts);
    if (list->threads > 1)
        gelClosePool();
    *list = (gelContactList){0};
}
