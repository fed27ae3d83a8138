#define GEL_DIALECT_FLOAT
#include "world/contact_rows.h"
#include "contact/pairs.h"
#include "physics/contact.h"
#include "physics/two_level.h"
#include "world/contact_features.h"
#include "world/contact_readout.h"
#include "world/contact_row_vertices.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float waitOfContacts = 0.03f; // s, for which a pair must have been settled

// Bodies that may be in a system with contacts: as those that may stand on the ground.
static bool mayHaveRows(const gelBody* body)
{
    return body != NULL && gelIsTwoLevel(body) && body->history != NULL && body->contactSurface == NULL &&
           gelTurnOf(body) == level_whole && !body->isQuarantined;
}

static const double* velocityOf(const gelWorld* world, const gelBody* body, int vertex)
{
    return world->vertices[body->firstVertex + vertex].velocity;
}

// Whether no vertex of the two moves as fast as in a blow against their mean. Those that bounce must be at rest.
static bool areSettled(const gelWorld* world, const gelBody* const bodies[2])
{
    double mean[3] = {0.0, 0.0, 0.0};
    int count = bodies[0]->shape->mesh.vertexCount + bodies[1]->shape->mesh.vertexCount;
    for (int b = 0; b < 2; b++)
        for (int v = 0; v < bodies[b]->shape->mesh.vertexCount; v++)
            for (int k = 0; k < 3; k++)
                mean[k] += velocityOf(world, bodies[b], v)[k] / count;
    const bool bounces = bodies[0]->material.restitution > 0.0f || bodies[1]->material.restitution > 0.0f;
    double limit = fmax(bounces ? (double)slow_speed : (double)blow_speed,
                        world->cursor.parameters.slowest_bounce),
           most = 0.0;
    for (int b = 0; b < 2; b++)
        for (int v = 0; v < bodies[b]->shape->mesh.vertexCount; v++) {
            double square = 0.0;
            for (int k = 0; k < 3; k++) {
                double d = velocityOf(world, bodies[b], v)[k] - mean[k];
                square += d * d;
            }
            most = fmax(most, square);
        }
    return most <= limit * limit;
}

static gelContactRow rowOf(const gelWorld* world, const gelPushed* pushed, const gelBody* const bodies[2])
{
    const gelStepCursor* cursor = &world->cursor;
    const double perSecond = cursor->parameters.inverse_h / (double)cursor->timeStep;
    gelContactRow row = {.bodies = {pushed->bodies[0], pushed->bodies[1]},
                         .kind = pushed->kind,
                         .elements = {pushed->elements[0], pushed->elements[1]},
                         .thickness = pushed->thickness,
                         .friction = pushed->friction,
                         .share = pushed->share,
                         .pushedOut = pushed->normalSum / cursor->substepCount};
    for (int k = 0; k < 3; k++) {
        row.push[k] = pushed->sum[k] * perSecond;
        row.normal[k] = pushed->normal[k];
    }
    for (int k = 0; k < 2 && row.kind == contact_edges; k++)
        memcpy(row.ends[k], gelSurfaceOf(bodies[k])->edges[row.elements[k]], sizeof row.ends[k]);
    return row;
}

static bool isSamePair(const gelContactRow* a, const gelContactRow* b)
{
    return memcmp(a->bodies, b->bodies, sizeof a->bodies) == 0;
}

static bool isPushed(const gelContactRow* row)
{
    return row->push[0] != 0.0 || row->push[1] != 0.0 || row->push[2] != 0.0;
}

static gelStatus addRow(gelContactRows* rows, const gelContactRow* row)
{
    gelStatus status = gelReserve(&rows->all, &rows->capacity, rows->count + 1, sizeof *rows->all);
    if (status == gel_success)
        rows->all[rows->count++] = *row;
    return status;
}

static void sortRows(gelContactRows* rows)
{
    if (rows->count > 0)
        qsort(rows->all, (size_t)rows->count, sizeof *rows->all, gelCompareContactRows);
}

// Makes one row of those of a point: its triangle is the one that bears most.
static void mergeRows(gelContactRows* rows)
{
    int kept = 0;
    sortRows(rows);
    for (int i = 0; i < rows->count; i++) {
        const gelContactRow row = rows->all[i];
        if (kept == 0 || !gelIsSameContact(&rows->all[kept - 1], &row)) {
            rows->all[kept++] = row;
            continue;
        }
        gelContactRow* last = &rows->all[kept - 1];
        gelContactRow sum = row.pushedOut > last->pushedOut ? row : *last;
        for (int k = 0; k < 3; k++)
            sum.push[k] = last->push[k] + row.push[k];
        sum.pushedOut = last->pushedOut + row.pushedOut;
        *last = sum;
    }
    rows->count = kept;
}

gelStatus gelReadContactRows(gelWorld* world)
{
    const gelTwoLevelList* list = &world->twoLevel;
    const int count = list->systemCount > 0 ? list->kinds[constraint_contact].count : 0;
    gelStatus status =
        count > 0 ? world->backend->functions->readTouches(world->backend, list->touches) : gel_success;
    for (int i = 0; i < count && status == gel_success; i++) {
        const double* touch = list->touches + 4 * (size_t)i;
        gelContactRow* row = list->contacts[i] >= 0 ? &world->contactRows.all[list->contacts[i]] : NULL;
        if (row == NULL || gelRowSleeps(world, row))
            continue;
        memcpy(row->push, touch, sizeof row->push);
        row->gap = touch[3];
    }
    return status;
}

// Lets a contact whose bodies fit into no system wait until these part.
static gelStatus refuse(gelWorld* world, const gelContactRow* row)
{
    gelContactRow refused = *row;
    refused.time = -INFINITY;
    return addRow(&world->waitingRows, &refused);
}

// Whether contact may still be between the bodies of a row, or parts of one.
static bool mayTouch(const gelWorld* world, const gelContactRow* row)
{
    const gelBody *a = gelFindBody(world, row->bodies[0]), *b = gelFindBody(world, row->bodies[1]);
    return world->stages.contents.contacts && mayHaveRows(a) && mayHaveRows(b) &&
           (a == b ? a->selfContact : gelWantToMeet(a, b));
}

static bool hasRims(const gelContactRows* rows)
{
    bool has = false;
    for (int i = 0; i < rows->count && !has; i++)
        has = rows->all[i].feature == gel_rimFeature;
    return has;
}

// Drops rows of bodies that have parted, and of elements that have.
static gelStatus dropRows(gelWorld* world, bool* changed)
{
    gelContactRows* rows = &world->contactRows;
    gelStatus status = hasRims(rows) ? gelWorldPull(world) : gel_success;
    int kept = 0, end = 0;
    if (status != gel_success)
        return status;
    for (int first = 0; first < rows->count; first = end) {
        const bool may = mayTouch(world, &rows->all[first]);
        bool pushes = false;
        for (end = first; end < rows->count && isSamePair(&rows->all[first], &rows->all[end]); end++)
            pushes = pushes || isPushed(&rows->all[end]);
        for (int i = first; i < end; i++) {
            gelContactRow row = rows->all[i];
            if (may && pushes && row.isHeld && (isPushed(&row) || row.gap <= (double)row.thickness) &&
                (row.feature != gel_rimFeature || gelFollowRim(world, &row, changed)))
                rows->all[kept++] = row;
            else if (!row.isHeld && status == gel_success)
                status = refuse(world, &row);
        }
    }
    *changed = *changed || kept < rows->count;
    rows->count = kept;
    sortRows(&world->waitingRows);
    return status;
}

// Whether rows of points are there for two edges.
static bool needsNoRow(const gelWorld* world, const gelContactRows* points, const gelPushed* contact,
                       const gelBody* const bodies[2])
{
    if (contact->kind != contact_edges)
        return false;
    const int *first = gelSurfaceOf(bodies[0])->edges[contact->elements[0]],
              *second = gelSurfaceOf(bodies[1])->edges[contact->elements[1]];
    return gelHasEndWithRow(&world->contactRows, contact->bodies, first, second) ||
           gelHasEndWithRow(points, contact->bodies, first, second);
}

// For how long a pair has been settled; rows of a pair that has some already begin at once.
static float timeOf(const gelWorld* world, const gelContactRow* row)
{
    const gelContactRow* waiting = gelFindPairRow(&world->waitingRows, row->bodies);
    return gelFindPairRow(&world->contactRows, row->bodies) != NULL
               ? waitOfContacts
               : world->cursor.timeStep + (waiting != NULL ? waiting->time : 0.0f);
}

// Lists the contacts of a kind that the stage has pushed between settled bodies. `points`: listed before; they spare edges.
static gelStatus listFresh(gelWorld* world, int kind, const gelContactRows* points, gelContactRows* fresh)
{
    const gelPushedList* pushed = &world->readout.pushed;
    const gelPushed* last = NULL;
    gelStatus status = gel_success;
    bool isSettled = false;
    for (int i = 0; i < pushed->count && status == gel_success; i++) {
        const gelPushed* contact = &pushed->pushed[i];
        const gelBody* const bodies[2] = {gelFindBody(world, contact->bodies[0]),
                                          gelFindBody(world, contact->bodies[1])};
        if (contact->isRow || contact->kind != kind || !mayHaveRows(bodies[0]) || !mayHaveRows(bodies[1]) ||
            contact->normalSum <= 0.0)
            continue;
        status = gelWorldPull(world);
        if (last == NULL || memcmp(contact->bodies, last->bodies, sizeof contact->bodies) != 0)
            isSettled = status == gel_success && areSettled(world, bodies);
        last = contact;
        if (!isSettled || needsNoRow(world, points, contact, bodies))
            continue;
        gelContactRow row = rowOf(world, contact, bodies);
        row.time = timeOf(world, &row);
        status = gelChooseFeature(world, bodies, &row) ? addRow(fresh, &row) : gel_success;
    }
    mergeRows(fresh);
    return status;
}

// Lets contacts wait, or be rows once they have waited.
static gelStatus beginRows(gelWorld* world, const gelContactRows* fresh, bool* added)
{
    gelStatus status = gel_success;
    for (int i = 0; i < fresh->count && status == gel_success; i++) {
        const bool begins = fresh->all[i].time >= waitOfContacts;
        *added = *added || begins;
        status = addRow(begins ? &world->contactRows : &world->waitingRows, &fresh->all[i]);
    }
    return status;
}

static gelStatus addRows(gelWorld* world, bool* added)
{
    gelContactRows points = {0}, edges = {0};
    gelStatus status = gelWorldReadPushed(world);
    if (status == gel_success)
        status = listFresh(world, contact_point_triangle, NULL, &points);
    if (status == gel_success)
        status = listFresh(world, contact_edges, &points, &edges);
    world->waitingRows.count = 0;
    if (status == gel_success)
        status = beginRows(world, &points, added);
    if (status == gel_success)
        status = beginRows(world, &edges, added);
    gelFree(points.all);
    gelFree(edges.all);
    sortRows(&world->contactRows);
    sortRows(&world->waitingRows);
    return status;
}

gelStatus gelUpdateContactRows(gelWorld* world)
{
    const bool may = world->stages.contents.contacts && world->twoLevel.guardCount > 0;
    if (!may && world->contactRows.count == 0)
        return gel_success;
    bool changed = false;
    gelStatus status = dropRows(world, &changed);
    if (status == gel_success && may)
        status = addRows(world, &changed);
    if (changed) {
        world->contactRows.revision++;
        world->dirty |= gel_dirtyTwoLevel;
    }
    return status;
}
