#include "plan/plasticity.h"
#include "plan/kinds.h"
#include "plan/tearing.h"

#include <math.h>

static bool flowsOrTears(const gelBody* body)
{
    return body->material.creep > 0.0f || gelMaterial_Tears(&body->material);
}

gelStatus gelMakeRestLengths(gelBody* body)
{
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    if (body->restLengths != NULL || !flowsOrTears(body))
        return gel_success;
    float* lengths = gelAllocate((size_t)edges->count, sizeof *lengths);
    if (lengths == NULL)
        return gelFailMemory((size_t)edges->count, sizeof *lengths);
    for (int e = 0; e < edges->count; e++)
        lengths[e] = gelMadeLength(body, e);
    body->restLengths = lengths;
    return gel_success;
}

static int countEdges(const gelBody* body)
{
    return body->restLengths != NULL ? gelBodyConstraints(body, constraint_distance)->count : 0;
}

gelStatus gelCountPlasticEdges(gelPlan* plan)
{
    int count = 0;
    bool flows = false;
    for (int b = 0; b < plan->bodyCount; b++) {
        count += countEdges(plan->bodies[b]);
        flows = flows || (countEdges(plan->bodies[b]) > 0 && flowsOrTears(plan->bodies[b]));
    }
    plan->plastic = (gelPlasticEdges){.count = count, .flows = flows};
    if (count == 0)
        return gel_success;
    int* starts = plan->plastic.starts = gelAllocate((size_t)plan->bodyCount + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)plan->bodyCount + 1, sizeof *starts);
    for (int b = 0; b < plan->bodyCount; b++)
        starts[b + 1] = starts[b] + countEdges(plan->bodies[b]);
    return gel_success;
}

// The strain of an edge that is pulled by so many newtons.
static double strainUnder(const gelBody* body, int edge, double force)
{
    float values[max_values];
    gelGetConstraintValues(body, constraint_distance, edge, values);
    return force * (double)values[1] / (double)gelMadeLength(body, edge);
}

// How many times its rest length an edge is when it tears; 0: it does not.
static float longestShare(const gelBody* body, int edge)
{
    const double max = 1e30; // not infinite, of which a factor of 0 would make no number
    const gelMaterial* material = &body->material;
    const int* ends = body->shape->constraints[constraint_distance].vertices + 2 * (size_t)edge;
    double strain = material->tearStrain > 0.0f ? (double)material->tearStrain : max;
    if (material->tearForce > 0.0f)
        strain = fmin(strain, strainUnder(body, edge, (double)material->tearForce));
    return gelMaterial_Tears(material)
               ? 1.0f + (float)(strain * gelMeanFactor(body, gel_tearingFactor, ends, 2))
               : 0.0f;
}

void gelListPlasticEdges(const gelPlan* plan, int* vertices, float (*terms)[5])
{
    const float unlimited = 1e6f;
    for (int b = 0; b < plan->bodyCount && plan->plastic.count > 0; b++) {
        const gelBody* body = plan->bodies[b];
        const gelMaterial* material = &body->material;
        const int *ends = body->shape->constraints[constraint_distance].vertices,
                  *starts = plan->plastic.starts;
        for (int e = starts[b]; e < starts[b + 1]; e++) {
            int index = e - starts[b];
            for (int k = 0; k < 2; k++)
                vertices[2 * e + k] = body->firstVertex + ends[2 * index + k];
            terms[e][0] = gelMadeLength(body, index);
            terms[e][1] = 1.0f + material->yieldStrain;
            terms[e][2] = material->creep;
            terms[e][3] = material->plasticLimit > 0.0f ? 1.0f + material->plasticLimit : unlimited;
            terms[e][4] = longestShare(body, index);
        }
    }
}

void gelGatherRestLengths(const gelPlan* plan, float* lengths)
{
    const int* starts = plan->plastic.starts;
    for (int b = 0; b < plan->bodyCount && plan->plastic.count > 0; b++)
        for (int e = starts[b]; e < starts[b + 1]; e++)
            lengths[e] = plan->bodies[b]->restLengths[e - starts[b]];
}

void gelScatterRestLengths(const gelPlan* plan, const float* lengths)
{
    const int* starts = plan->plastic.starts;
    for (int b = 0; b < plan->bodyCount && plan->plastic.count > 0; b++)
        for (int e = starts[b]; e < starts[b + 1]; e++)
            plan->bodies[b]->restLengths[e - starts[b]] = lengths[e];
}

// The edge or tet of a slot, or -1. Padding repeats the slot before it.
static int itemAt(const gelPlan* plan, const int* starts, const gelPlanConstraints* list, int slot)
{
    while (list->sources[slot] < 0)
        slot--;
    int body = gelFindPlanBody(plan, list->vertices[0][slot]);
    return starts[body + 1] > starts[body] ? starts[body] + list->sources[slot] : -1;
}

gelStatus gelFindPlasticSlots(const gelPlan* plan, const int* starts, const gelPlanConstraints* list,
                              gelPlasticSlot** slots, int* count)
{
    *slots = NULL;
    *count = 0;
    if (starts == NULL)
        return gel_success;
    gelPlasticSlot* found = *slots = gelAllocate((size_t)list->slotCount, sizeof *found);
    if (found == NULL)
        return gelFailMemory((size_t)list->slotCount, sizeof *found);
    for (int slot = 0; slot < list->slotCount; slot++) {
        int item = itemAt(plan, starts, list, slot);
        if (item >= 0)
            found[(*count)++] = (gelPlasticSlot){slot, item};
    }
    return gel_success;
}

void gelListRestLengths(gelPlan* plan, const float* lengths)
{
    const gelPlanConstraints *edges = &plan->constraints[constraint_distance],
                             *tets = &plan->constraints[constraint_volume];
    for (int slot = 0; slot < edges->slotCount && plan->isListed && plan->plastic.starts != NULL; slot++) {
        int edge = itemAt(plan, plan->plastic.starts, edges, slot);
        if (edge >= 0)
            edges->values[0][slot] = lengths[edge];
    }
    for (int slot = 0; slot < tets->slotCount && plan->isListed && plan->tearing.starts != NULL; slot++) {
        int tet = itemAt(plan, plan->tearing.starts, tets, slot);
        if (tet >= 0)
            tets->values[0][slot] = gelHeldVolume(plan, tet, lengths);
    }
}
