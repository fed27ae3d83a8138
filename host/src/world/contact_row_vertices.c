#define GEL_DIALECT_FLOAT
#include "world/contact_row_vertices.h"
#include "contact/tables.h"
#include "contact_tables.h"
#include "physics/contact.h"

#include <string.h>

bool gelFindContactVertices(const gelBody* const bodies[2], gelContactRow* row)
{
    for (int side = 0; side < 2; side++) {
        const gelContactSurface* surface = gelSurfaceOf(bodies[side]);
        const int element = row->elements[side], count = row->kind == contact_edges ? surface->edgeCount
                                                         : side == 0                ? surface->pointCount
                                                                                    : surface->triangleCount;
        if (element < 0 || element >= count)
            return false;
    }
    for (int k = 0; k < 4; k++) {
        const int side = gelSideOfContactVertex(row, k), element = row->elements[side];
        const gelContactSurface* surface = gelSurfaceOf(bodies[side]);
        const int point = row->feature == gel_edgeFeature ? row->ends[side][k % 2]
                          : k == 0                        ? element
                                                          : surface->triangles[element][k - 1];
        if (point < 0 || point >= surface->pointCount)
            return false;
        row->vertices[k] = surface->points[point].vertices[0];
    }
    return true;
}

static gelVertexState* vertexOf(const gelWorld* world, const gelBody* const bodies[2],
                                const gelContactRow* row, int vertex)
{
    return &world->vertices[bodies[gelSideOfContactVertex(row, vertex)]->firstVertex + row->vertices[vertex]];
}

void gelLoadContactPlaces(const gelWorld* world, const gelBody* const bodies[2], const gelContactRow* row,
                          float places[12])
{
    const double* origin = vertexOf(world, bodies, row, 0)->position;
    for (int i = 0; i < 12; i++)
        places[i] = (float)(vertexOf(world, bodies, row, i / 3)->position[i % 3] - origin[i % 3]);
}

static void findWeights(const gelContactRow* row, const float places[12], float weights[4])
{
    vec3 x[4];
    memcpy(x, places, sizeof x);
    vec3 offset;
    if (row->feature == gel_edgeFeature) {
        float s, t;
        nearest_on_lines(x, &s, &t);
        weights[0] = 1.0f - s, weights[1] = s, weights[2] = t - 1.0f, weights[3] = -t;
    } else {
        offset_from_triangle(x, weights, &offset);
    }
}

bool gelPutContactsBack(gelWorld* world)
{
    bool moved = false;
    gelContactRows* rows = &world->contactRows;
    for (int i = 0; i < rows->count; i++) {
        gelContactRow* row = &rows->all[i];
        const gelBody* const bodies[2] = {gelFindBody(world, row->bodies[0]),
                                          gelFindBody(world, row->bodies[1])};
        if (!row->isHeld || row->pushedOut == 0.0)
            continue;
        float places[12], weights[4];
        gelLoadContactPlaces(world, bodies, row, places);
        findWeights(row, places, weights);
        double nearer = 0.0; // by which the elements would come, m
        for (int k = 0; k < 4; k++)
            nearer += (double)(weights[k] * weights[k]) * vertexOf(world, bodies, row, k)->inverseMass *
                      row->pushedOut;
        const double most = (row->feature == gel_rimFeature ? 0.5 : 0.9) * (double)row->thickness,
                     part = nearer > most ? most / nearer : 1.0;
        for (int k = 0; k < 4; k++) {
            gelVertexState* vertex = vertexOf(world, bodies, row, k);
            for (int j = 0; j < 3; j++)
                vertex->position[j] -= (double)(float)(part * vertex->inverseMass * (double)weights[k] *
                                                       row->pushedOut * row->normal[j]);
        }
        row->pushedOut = 0.0;
        moved = true;
    }
    return moved;
}

bool gelRowSleeps(const gelWorld* world, const gelContactRow* row)
{
    const gelBody *a = gelFindBody(world, row->bodies[0]), *b = gelFindBody(world, row->bodies[1]);
    return a != NULL && b != NULL && gelIsStill(a) && gelIsStill(b);
}
