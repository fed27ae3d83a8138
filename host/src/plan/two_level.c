#include "plan/two_level.h"
#include "plan/two_level_products.h"
#include "plan/aggregates.h"
#include "plan/guards.h"
#include "plan/kinds.h"
#include "plan/tearing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Counts the bodies and their aggregates. The slots come with the aggregates.
static gelStatus reserveBodies(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    int64_t blocks = 0;
    int pieces = 0, ofSystem = 0;
    for (int i = 0; i < maker->plan.bodyCount; i++) {
        int b = maker->joints.sequence[i], count = maker->joints.aggregates[b];
        ofSystem = maker->joints.systems[b] == b ? 0 : ofSystem;
        list->aggregateCount += count;
        list->slotCount += maker->plan.bodies[b]->shape->mesh.vertexCount + count * (level_columns - 1);
        pieces += maker->plan.bodies[b]->shape->mesh.vertexCount / piece_slots + count;
        blocks += count * ofSystem + count * (count + 1) / 2;
        ofSystem += count;
    }
    list->slotCount = list->slotCount / level_columns * level_columns;
    list->blockCount = (int)blocks;
    list->guardCount = maker->plan.bodyCount;
    list->systems = gelAllocate((size_t)maker->plan.bodyCount, sizeof *list->systems);
    list->aggregates = gelAllocate((size_t)list->aggregateCount, sizeof *list->aggregates);
    list->pieces = gelAllocate((size_t)pieces, sizeof *list->pieces);
    list->blocks = gelAllocate((size_t)list->blockCount, sizeof *list->blocks);
    list->groups = gelAllocate((size_t)list->slotCount / level_columns, sizeof *list->groups);
    list->vertices = gelAllocate((size_t)list->slotCount, sizeof *list->vertices);
    maker->aggregateOf = gelAllocate((size_t)list->slotCount, sizeof *maker->aggregateOf);
    return list->systems != NULL && list->aggregates != NULL && list->pieces != NULL &&
                   list->blocks != NULL && list->groups != NULL && list->vertices != NULL &&
                   maker->aggregateOf != NULL
               ? gel_success
               : gelFailMemory((size_t)list->slotCount, 3 * sizeof(int));
}

// Returns the vertex of the aggregate that is nearest to its centre.
static int findAnchor(const float* positions, const int* vertices, int count)
{
    double centre[3] = {0.0, 0.0, 0.0}, least = INFINITY;
    int anchor = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            centre[k] += (double)positions[3 * (size_t)vertices[i] + (size_t)k] / count;
    for (int i = 0; i < count; i++) {
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            double d = (double)positions[3 * (size_t)vertices[i] + (size_t)k] - centre[k];
            square += d * d;
        }
        anchor = square < least ? i : anchor;
        least = square < least ? square : least;
    }
    return anchor;
}

// Adds an aggregate of these vertices of a body.
static void addAggregate(gelTwoLevelMaker* maker, int guard, const int* vertices, int count)
{
    const gelBody* body = maker->plan.bodies[guard];
    const int number = maker->aggregateCount++;
    gelTwoLevelList* list = maker->list;
    const float* positions = body->shape->mesh.positions;
    gelVertexBox box = gelBoxOfVertices(positions, vertices, count);
    int first = maker->slotCount, end = first + (count + level_columns - 1) / level_columns * level_columns;
    double size = 0.0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, 0.5 * body->scale * ((double)box.high[k] - (double)box.low[k]));
    list->aggregates[number] =
        (Aggregate){.first_slot = first,
                    .slot_count = count,
                    .end_slot = end,
                    .first_piece = list->pieceCount,
                    .end_piece = list->pieceCount + (count + piece_slots - 1) / piece_slots,
                    .anchor = first + findAnchor(positions, vertices, count),
                    .body = list->systemCount,
                    .guard = guard,
                    .inverse_size = size > 0.0 ? (float)(1.0 / size) : 0.0f};
    for (int i = 0; i < count; i += piece_slots)
        list->pieces[list->pieceCount++] =
            (LevelPiece){number, first + i, count - i < piece_slots ? count - i : piece_slots,
                         end - first - i < piece_slots ? end : first + i + piece_slots};
    for (int slot = first; slot < end; slot++) {
        bool isThere = slot < first + count;
        list->vertices[slot] = isThere ? body->firstVertex + vertices[slot - first] : maker->vertexCount;
        maker->aggregateOf[slot] = number;
        list->groups[slot / level_columns].aggregate = number;
        if (isThere)
            maker->slots[list->vertices[slot]] = slot;
    }
    maker->slotCount = end;
}

// A vertex of the mesh, and the corners that its slot will add up.
typedef struct Slot {
    int corners, vertex;
} Slot;

static int compareSlots(const void* a, const void* b)
{
    const Slot *first = a, *second = b;
    if (first->corners != second->corners)
        return first->corners > second->corners ? -1 : 1;
    return first->vertex < second->vertex ? -1 : 1;
}

static void countCornersOfVertices(gelTwoLevelMaker* maker)
{
    for (int kind = 0; kind < level_kinds; kind++) {
        const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
        for (int k = 0; k < from.arity; k++)
            for (int i = 0; i < from.count; i++)
                maker->corners[from.vertices[k][i]] += gelHasCorner(&from, k, i) ? from.rows : 0;
    }
}

// Lists the vertices of an aggregate. Those with most corners come first, as the slots of a group wait
// for the longest of them.
static int listVertices(const gelTwoLevelMaker* maker, const gelBody* body, const int* aggregates,
                        int aggregate, Slot* slots, int* vertices)
{
    int count = 0;
    for (int v = 0; v < body->shape->mesh.vertexCount; v++)
        if (aggregates[v] == aggregate)
            slots[count++] = (Slot){maker->corners[body->firstVertex + v], v};
    qsort(slots, (size_t)count, sizeof *slots, compareSlots);
    for (int i = 0; i < count; i++)
        vertices[i] = slots[i].vertex;
    return count;
}

static float massOf(const gelBody* body)
{
    double mass = 0.0;
    for (int v = 0; v < body->shape->mesh.vertexCount; v++)
        mass += 1.0 / gelFreeInverseMass(body, v);
    return (float)mass;
}

static void beginSystem(gelTwoLevelMaker* maker, const gelBody* body)
{
    gelTwoLevelList* list = maker->list;
    list->systems[list->systemCount] = (LevelSystem){.first_aggregate = maker->aggregateCount,
                                                     .first_number = list->matrixCount,
                                                     .inertia = body->history != NULL ? bdf2_inertia : 1.0f,
                                                     .is_whole = true};
}

// Adds a body to the system, with its aggregates. `aggregates`, `slots`, `vertices`: room.
static gelStatus addBody(gelTwoLevelMaker* maker, int number, int* aggregates, Slot* slots, int* vertices)
{
    const gelBody* body = maker->plan.bodies[number];
    LevelSystem* system = &maker->list->systems[maker->list->systemCount];
    int count = maker->joints.aggregates[number];
    gelStatus status = gelCutAggregates(body, count, aggregates);
    for (int a = 0; a < count && status == gel_success; a++) {
        int found = listVertices(maker, body, aggregates, a, slots, vertices);
        addAggregate(maker, number, vertices, found);
    }
    bool isWhole = !gelMayHaveTorn(body) && (body->shape->isOnePiece || gelTurnOf(body) == level_guarded);
    system->aggregate_count += count;
    system->mass += massOf(body);
    system->cycles = body->cycles > system->cycles ? body->cycles : system->cycles;
    system->is_whole = system->is_whole && isWhole;
    return status;
}

static void endSystem(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    LevelSystem* system = &list->systems[list->systemCount];
    int n = aggregate_unknowns * system->aggregate_count;
    system->stride = (n + level_columns - 1) / level_columns * level_columns;
    list->cycles = system->cycles > list->cycles ? system->cycles : list->cycles;
    list->matrixCount += n * system->stride;
    maker->firstBlocks[list->systemCount] = maker->blockCount;
    for (int row = 0; row < system->aggregate_count; row++)
        for (int column = 0; column <= row; column++)
            list->blocks[maker->blockCount++] =
                (LevelBlock){.body = list->systemCount, .row = row, .column = column};
    list->systemCount++;
}

static gelStatus addBodies(gelTwoLevelMaker* maker)
{
    size_t count = (size_t)maker->vertexCount;
    int *aggregates = gelAllocate(count, sizeof(int)), *vertices = gelAllocate(count, sizeof(int));
    Slot* slots = gelAllocate(count, sizeof *slots);
    maker->corners = gelAllocate(count, sizeof *maker->corners);
    bool ok = aggregates != NULL && vertices != NULL && slots != NULL && maker->corners != NULL;
    gelStatus status = ok ? gel_success : gelFailMemory(count, 3 * sizeof(int) + sizeof *slots);
    if (ok)
        countCornersOfVertices(maker);
    for (int i = 0; i < maker->plan.bodyCount && status == gel_success; i++) {
        const int b = maker->joints.sequence[i];
        if (maker->joints.systems[b] == b && i > 0)
            endSystem(maker);
        if (maker->joints.systems[b] == b)
            beginSystem(maker, maker->plan.bodies[b]);
        status = addBody(maker, b, aggregates, slots, vertices);
    }
    if (status == gel_success)
        endSystem(maker);
    maker->list->slotCount = maker->slotCount;
    gelFree(aggregates);
    gelFree(vertices);
    gelFree(slots);
    return status;
}

// Numbers what the kinds have, and reserves it.
static gelStatus reserveKinds(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    list->derivativeCount = list->residualCount = level_columns; // zeros
    for (int kind = 0; kind < level_kinds; kind++) {
        const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
        int arity = from.arity, count = maker->counts[kind];
        list->kinds[kind] = (LevelKind){.arity = (float)arity,
                                        .count = count,
                                        .first_slot = list->endCount,
                                        .first_number = list->valueCount,
                                        .first_derivative = list->derivativeCount,
                                        .first_residual = list->residualCount};
        list->endCount += arity * count;
        list->valueCount += (from.valueCount + 1) * count;
        list->derivativeCount += from.rows * arity * count;
        list->residualCount += from.rows * count;
    }
    list->ends = gelAllocate((size_t)list->endCount, sizeof *list->ends);
    list->values = gelAllocate((size_t)list->valueCount, sizeof *list->values);
    return list->ends != NULL && list->values != NULL
               ? gel_success
               : gelFailMemory((size_t)list->valueCount, sizeof *list->values);
}

// Fills the ends and values of the constraints of a kind. Padding has the values of the one before it, and no
// mass: so its rows are 0.
static void fillKind(gelTwoLevelMaker* maker, int kind)
{
    const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
    LevelKind* to = &maker->list->kinds[kind];
    int *ends = maker->list->ends + to->first_slot, valueCount = from.valueCount;
    float* values = maker->list->values + to->first_number;
    for (int i = 0, last = 0; i < to->count; i++) {
        int source = maker->orders[kind][i];
        last = source >= 0 ? source : last;
        for (int k = 0; k < from.arity; k++)
            ends[k * to->count + i] =
                4 * (source >= 0 ? maker->slots[from.vertices[k][source]] : maker->list->slotCount);
        for (int k = 0; k < valueCount; k++)
            values[k * to->count + i] = from.values[k][last];
        const gelBody* body =
            source >= 0 ? maker->plan.bodies[gelFindPlanBody(&maker->plan, from.vertices[0][source])] : NULL;
        bool isOfTets = body == NULL || body->shape->kind == gel_solidBody;
        float resistsAcross = isOfTets && kind < constraint_kinds ? 0.0f : 1.0f;
        values[valueCount * to->count + i] = resistsAcross;
        to->has_weights |= resistsAcross > 0.0f;
    }
}

// Lists the places of a kind's rest values that flow or tear. `starts`: of gelFindPlasticSlots.
static gelStatus addPlasticSlots(const gelTwoLevelMaker* maker, const gelPlan* plan, int kind,
                                 const int* starts, gelPlasticSlot** slots, int* count)
{
    const LevelKind* of = &maker->list->kinds[kind];
    const gelPlanConstraints* from = &maker->plan.constraints[kind];
    gelPlasticSlot* found;
    gelStatus status = gelFindPlasticSlots(plan, starts, from, &found, count);
    if (status != gel_success || found == NULL)
        return status;
    int* places = gelAllocate((size_t)from->slotCount, sizeof *places);
    for (int i = 0; i < of->count && places != NULL; i++)
        if (maker->orders[kind][i] >= 0)
            places[maker->orders[kind][i]] = of->first_number + i;
    int kept = 0;
    for (int i = 0; i < *count && places != NULL; i++)
        if (found[i].slot < from->count)
            found[kept++] = (gelPlasticSlot){places[found[i].slot], found[i].item};
    *count = kept;
    *slots = found;
    status = places != NULL ? gel_success : gelFailMemory((size_t)from->slotCount, sizeof *places);
    gelFree(places);
    return status;
}

static gelStatus addPlasticity(const gelTwoLevelMaker* maker, const gelPlan* plan)
{
    gelTwoLevelList* list = maker->list;
    gelStatus status = addPlasticSlots(maker, plan, constraint_distance, plan->plastic.starts,
                                       &list->edgeSlots, &list->edgeSlotCount);
    return status == gel_success ? addPlasticSlots(maker, plan, constraint_volume, plan->tearing.starts,
                                                   &list->tetSlots, &list->tetSlotCount)
                                 : status;
}

static gelStatus addKinds(gelTwoLevelMaker* maker)
{
    gelStatus status = gelOrderByAggregates(maker);
    if (status == gel_success)
        status = reserveKinds(maker);
    for (int kind = 0; kind < level_kinds && status == gel_success; kind++)
        fillKind(maker, kind);
    return status;
}

// K h^2 of all contacts of a system together, over its mass: kernels/two_level_contact.h.
static const float stiffnessOfContacts = 4.0f;

// Lists which contacts the rows are, with what these begin with. Their systems have the time scheme of what touches.
static gelStatus addTouches(gelTwoLevelMaker* maker, const gelContactRows* contacts)
{
    gelTwoLevelList* list = maker->list;
    const int count = list->kinds[constraint_contact].count;
    list->contacts = gelAllocate((size_t)count, sizeof *list->contacts);
    list->touches = gelAllocate(4 * (size_t)count, sizeof *list->touches);
    if (list->contacts == NULL || list->touches == NULL)
        return gelFailMemory((size_t)count, 4 * sizeof(double));
    for (int i = 0; i < count; i++) {
        const int source = maker->orders[constraint_contact][i];
        list->contacts[i] = source >= 0 ? maker->joints.contacts[source] : -1;
        if (source < 0)
            continue;
        const gelContactRow* row = &contacts->all[list->contacts[i]];
        const int slot = maker->slots[maker->joints.contactVertices[0][source]];
        memcpy(list->touches + 4 * (size_t)i, row->push, sizeof row->push);
        list->touches[4 * i + 3] = row->gap;
        list->systems[list->aggregates[maker->aggregateOf[slot]].body].contact_mass += 1.0f;
    }
    for (int i = 0; i < list->systemCount; i++)
        if (list->systems[i].contact_mass > 0.0f)
            list->systems[i].contact_mass =
                stiffnessOfContacts * list->systems[i].mass / list->systems[i].contact_mass;
    return gel_success;
}

// Counts the corners of each slot, kind by kind: the most of a group are its rows.
static gelStatus countCorners(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    int64_t sum = 0;
    for (int kind = 0; kind < level_kinds; kind++) {
        const LevelKind* of = &list->kinds[kind];
        const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
        memset(maker->next, 0, (size_t)list->slotCount * sizeof *maker->next);
        for (int k = 0; k < from.arity; k++)
            for (int i = 0; i < of->count; i++)
                if (maker->orders[kind][i] >= 0 && gelHasCorner(&from, k, maker->orders[kind][i]))
                    maker->next[list->ends[of->first_slot + k * of->count + i] / 4] += from.rows;
        for (int slot = 0; slot < list->slotCount; slot++) {
            int* rows = &list->groups[slot / level_columns].rows[kind];
            *rows = maker->next[slot] > *rows ? maker->next[slot] : *rows;
        }
    }
    for (int g = 0; g < list->slotCount / level_columns; g++)
        for (int kind = 0; kind < level_kinds; kind++) {
            list->groups[g].first[kind] = (int)sum;
            sum += (int64_t)level_columns * list->groups[g].rows[kind];
        }
    list->cornerCount = (int)sum;
    if (sum > INT32_MAX / 8 || (int64_t)list->derivativeCount > INT32_MAX / 8)
        return gelFail(gel_unsupported,
                       "bodies with the solver twoLevel have more than 2^28 vertices of constraints");
    list->corners = gelAllocate((size_t)sum, sizeof *list->corners);
    list->residualsOf = gelAllocate((size_t)sum, sizeof *list->residualsOf);
    return list->corners != NULL && list->residualsOf != NULL ? gel_success
                                                              : gelFailMemory((size_t)sum, 2 * sizeof(int));
}

static void fillCorners(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    for (int kind = 0; kind < level_kinds; kind++) {
        const LevelKind* of = &list->kinds[kind];
        const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
        int arity = from.arity;
        memset(maker->next, 0, (size_t)list->slotCount * sizeof *maker->next);
        for (int i = 0; i < of->count; i++)
            for (int k = 0; k < arity && maker->orders[kind][i] >= 0; k++)
                for (int row = 0; row < from.rows && gelHasCorner(&from, k, maker->orders[kind][i]); row++) {
                    int slot = list->ends[of->first_slot + k * of->count + i] / 4;
                    int at = list->groups[slot / level_columns].first[kind] +
                             maker->next[slot]++ * level_columns + slot % level_columns;
                    list->corners[at] = 4 * (of->first_derivative + (row * arity + k) * of->count + i);
                    list->residualsOf[at] = 4 * (of->first_residual + row * of->count + i);
                }
    }
}

static gelStatus addCorners(gelTwoLevelMaker* maker)
{
    size_t count = (size_t)maker->list->slotCount;
    maker->next = gelAllocate(count, sizeof *maker->next);
    gelStatus status = maker->next != NULL ? countCorners(maker) : gelFailMemory(count, sizeof *maker->next);
    if (status == gel_success)
        fillCorners(maker);
    return status;
}

static gelStatus openMaker(const gelPlan* plan, gelTwoLevelList* list, gelTwoLevelMaker* maker)
{
    size_t count = (size_t)plan->vertexCount;
    *maker = (gelTwoLevelMaker){.list = list, .vertexCount = plan->vertexCount};
    maker->bodies = gelAllocate((size_t)plan->bodyCount, sizeof(gelBody*));
    maker->firstBlocks = gelAllocate((size_t)plan->bodyCount, sizeof *maker->firstBlocks);
    maker->slots = gelAllocate(count, sizeof *maker->slots);
    if (maker->bodies == NULL || maker->firstBlocks == NULL || maker->slots == NULL)
        return gelFailMemory(count, sizeof *maker->slots);
    int bodyCount = 0;
    for (int b = 0; b < plan->bodyCount; b++)
        if (gelIsTwoLevel(plan->bodies[b]))
            maker->bodies[bodyCount++] = plan->bodies[b];
    gelStatus status = gelBuildPlan(maker->bodies, bodyCount, gel_meshOrder, &maker->plan);
    return status == gel_success ? gelListConstraints(&maker->plan) : status;
}

static gelStatus addPins(const gelVertexState* vertices, int count, gelTwoLevelList* list)
{
    list->pinned = gelAllocate((size_t)count, sizeof *list->pinned);
    if (list->pinned == NULL)
        return gelFailMemory((size_t)count, sizeof *list->pinned);
    gelListPins(vertices, count, list->pinned);
    return gel_success;
}

// Keeps those of the slots that springs of the system may pull: XPBD, and the guard, know nothing
// of these.
static void keepSlots(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    for (int v = 0; v < maker->vertexCount; v++)
        maker->slots[v] = -1;
    for (int slot = 0; slot < list->slotCount; slot++)
        if (list->vertices[slot] < maker->vertexCount &&
            list->guards[list->aggregates[maker->aggregateOf[slot]].guard].turn == level_whole)
            maker->slots[list->vertices[slot]] = slot;
    list->slots = maker->slots;
    maker->slots = NULL;
}

gelStatus gelListTwoLevel(const gelPlan* plan, const gelAttachments* attachments, gelContactRows* contacts,
                          const gelVertexState* vertices, gelTwoLevelList* list)
{
    gelTwoLevelMaker maker;
    *list = (gelTwoLevelList){0};
    gelStatus status = openMaker(plan, list, &maker);
    if (status == gel_success && maker.plan.bodyCount > 0) {
        status = addPins(vertices, plan->vertexCount, list);
        if (status == gel_success)
            status = gelFindJoints(attachments, contacts, maker.bodies, maker.plan.bodyCount, vertices,
                                   &maker.joints);
        if (status == gel_success)
            status = reserveBodies(&maker);
        if (status == gel_success)
            status = addBodies(&maker);
        if (status == gel_success)
            status = addKinds(&maker);
        if (status == gel_success)
            status = addTouches(&maker, contacts);
        if (status == gel_success)
            status = addPlasticity(&maker, plan);
        if (status == gel_success)
            status = addCorners(&maker);
        if (status == gel_success)
            status = gelAddGuards(&maker.plan, list);
        if (status == gel_success)
            status = gelAddProducts(&maker);
        if (status == gel_success)
            keepSlots(&maker);
        list->rows = maker.joints.rows;
        maker.joints.rows = (gelRowList){0};
    }
    list->owners = maker.bodies;
    gelFree(maker.firstBlocks);
    gelFree(maker.slots);
    gelFree(maker.aggregateOf);
    gelFree(maker.next);
    gelFree(maker.corners);
    for (int kind = 0; kind < level_kinds; kind++)
        gelFree(maker.orders[kind]);
    gelClearJoints(&maker.joints);
    gelClearPlan(&maker.plan);
    if (status != gel_success)
        gelClearTwoLevelList(list);
    return status;
}

void gelClearTwoLevelList(gelTwoLevelList* list)
{
    gelFree(list->systems);
    gelFree(list->owners);
    gelFree(list->aggregates);
    gelFree(list->pieces);
    gelFree(list->guards);
    gelFree(list->tets);
    gelFree(list->leastVolumes);
    gelFree(list->groups);
    gelFree(list->blocks);
    gelFree(list->chunks);
    gelFree(list->terms);
    gelFree(list->vertices);
    gelFree(list->pinned);
    gelFree(list->slots);
    gelClearRowList(&list->rows);
    gelFree(list->contacts);
    gelFree(list->touches);
    gelFree(list->ends);
    gelFree(list->values);
    gelFree(list->edgeSlots);
    gelFree(list->tetSlots);
    gelFree(list->corners);
    gelFree(list->residualsOf);
    *list = (gelTwoLevelList){0};
}

bool gelHasHistories(const gelTwoLevelList* list)
{
    bool has = false;
    for (int b = 0; b < list->guardCount && !has; b++)
        has = list->owners[b]->history != NULL;
    return has;
}

double* gelHistoryOfSlot(const gelTwoLevelList* list, int slot)
{
    const Aggregate* aggregate = &list->aggregates[list->groups[slot / level_columns].aggregate];
    const gelBody* body = list->owners[aggregate->guard];
    bool isThere =
        slot < aggregate->first_slot + aggregate->slot_count && body->history != NULL && body->island == 0;
    size_t vertex = isThere ? (size_t)(list->vertices[slot] - body->firstVertex) : 0;
    return isThere ? body->history + gel_historyNumbers * vertex : NULL;
}

int gelFindStanding(const gelTwoLevelList* list, int system)
{
    const Aggregate* first = &list->aggregates[list->systems[system].first_aggregate];
    const int end = first[list->systems[system].aggregate_count - 1].end_slot;
    bool touches = false, isUnsettled = false;
    for (int slot = first->first_slot; slot < end; slot++) {
        const double* history = gelHistoryOfSlot(list, slot);
        const float arrival = history != NULL ? (float)history[gel_historyArrival] : 0.0f;
        touches = touches || is_touching(arrival);
        isUnsettled = isUnsettled || is_unsettled(arrival);
    }
    return standing_of(touches, isUnsettled);
}
