#include "contact/tables.h"

#include <float.h>
#include <limits.h>
#include <string.h>

// Half the distance at which a body is kept from others, and half of what is searched beyond it, in mean
// lengths of its surface's edges.
static const float thicknessInEdges = 0.01f, marginInEdges = 0.05f, stillInEdges = 0.025f;

const gelContactSurface* gelSurfaceOf(const gelBody* body)
{
    return body->contactSurface != NULL ? body->contactSurface : body->shape->contactSurface;
}

static int countElements(const gelContactSurface* surface, int sort)
{
    return sort == surface_points      ? surface->pointCount
           : sort == surface_triangles ? surface->triangleCount
                                       : surface->edgeCount;
}

// Finds the surfaces of all bodies; *finest is the minimum mean edge of those that are not
// obstacles. The size of an obstacle's triangles says nothing of its thickness: a floor of two
// triangles would get as much as a wall.
static gelStatus findSurfaces(const gelPlan* plan, float* finest)
{
    gelStatus status = gel_success;
    *finest = FLT_MAX;
    for (int b = 0; b < plan->bodyCount && status == gel_success; b++) {
        const gelBody* body = plan->bodies[b];
        status = body->contactSurface == NULL ? gelFindContactSurface(body->shape) : gel_success;
        if (status != gel_success || gelIsObstacle(body))
            continue;
        float edge = gelSurfaceOf(body)->meanEdge * (float)body->scale;
        *finest = edge < *finest ? edge : *finest;
    }
    return status;
}

// Clusters of so many elements, or rows of so many clusters.
static int countGroups(int members)
{
    return (members + cluster_size - 1) / cluster_size;
}

// Sheets and ropes have a thickness, tets none.
static bool isThin(const gelBody* body)
{
    return body->shape->kind == gel_sheetBody || body->shape->kind == gel_ropeBody;
}

// Where each body's elements and clusters start, and how many there are.
static gelStatus layOut(const gelPlan* plan, gelSurfaceTables* tables)
{
    int64_t corners = 0, counts[surface_sorts] = {0};
    gelStatus status = findSurfaces(plan, &tables->finest);
    if (status != gel_success)
        return status;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        const gelContactSurface* surface = gelSurfaceOf(body);
        SurfaceBody* entry = &tables->bodies[b];
        float edge = surface->meanEdge * (float)body->scale;
        edge = gelIsObstacle(body) && tables->finest < edge ? tables->finest : edge;
        entry->edge = edge;
        entry->friction = body->material.friction;
        entry->has_skin = body->contactSurface != NULL;
        entry->is_fixed = gelIsObstacle(body);
        entry->thickness = thicknessInEdges * edge;
        if (isThin(body) && entry->thickness < 0.5f * body->material.thickness)
            entry->thickness = 0.5f * body->material.thickness;
        entry->margin = marginInEdges * edge;
        entry->still = stillInEdges * edge;
        for (int sort = 0; sort < surface_sorts; sort++) {
            entry->first[sort] = (int)counts[sort];
            entry->first_cluster[sort] = tables->clusterCounts[sort];
            entry->count[sort] = countElements(surface, sort);
            entry->first_row[sort] = tables->rowCounts[sort];
            counts[sort] += entry->count[sort];
            tables->clusterCounts[sort] += countGroups(entry->count[sort]);
            tables->rowCounts[sort] += countGroups(countGroups(entry->count[sort]));
            if (counts[sort] > INT_MAX / 4)
                return gelFail(gel_unsupported, "the surfaces of the bodies have more than 2^29 elements");
        }
        corners += surface->triangleStarts[surface->pointCount];
    }
    if (corners > INT_MAX)
        return gelFail(gel_unsupported, "the surfaces of the bodies have more than 2^31 corners");
    for (int sort = 0; sort < surface_sorts; sort++)
        tables->counts[sort] = (int)counts[sort];
    tables->cornerCount = (int)corners;
    return gel_success;
}

// Where each body's tets and their clusters start, and how many there are.
static gelStatus layOutTets(const gelPlan* plan, gelSurfaceTables* tables)
{
    int64_t tets = 0, places = 0;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelShape* shape = plan->bodies[b]->shape;
        SurfaceBody* entry = &tables->bodies[b];
        int tetCount = gelInsideOf(shape)->tetCount, clusters = countGroups(tetCount);
        entry->first_tet = (int)tets;
        entry->tet_count = tetCount;
        entry->first_tet_cluster = tables->tetClusterCount;
        entry->first_tet_row = tables->tetRowCount;
        tables->tetClusterCount += clusters;
        tables->tetRowCount += countGroups(clusters);
        tets += tetCount;
        places += gelSurfaceOf(plan->bodies[b])->clusterStarts[clusters];
        if (places > INT_MAX)
            return gelFail(gel_unsupported, "the bodies of the world have more than 2^29 tets");
    }
    tables->tetCount = (int)tets;
    tables->tetPlaceCount = (int)places;
    return gel_success;
}

static void fillTets(const gelBody* body, const SurfaceBody* entry, int firstPlace, gelSurfaceTables* tables)
{
    const gelContactSurface* surface = gelSurfaceOf(body);
    for (int i = 0; i < entry->tet_count; i++)
        for (int k = 0; k < 4; k++)
            tables->tets[entry->first_tet + i].places[k] =
                body->firstVertex + gelInsideOf(body->shape)->tets[4 * (size_t)surface->tets[i] + (size_t)k];
    int clusters = countGroups(entry->tet_count);
    for (int i = 0; i < clusters; i++)
        tables->tetStarts[entry->first_tet_cluster + i] = firstPlace + surface->clusterStarts[i];
    for (int i = 0; i < surface->clusterStarts[clusters]; i++)
        tables->tetPlaces[firstPlace + i] = body->firstVertex + surface->clusterVertices[i];
}

static SurfacePoint placePoint(const gelBody* body, const gelContactPoint* point)
{
    SurfacePoint placed = {.vertex_count = 0};
    for (int k = 0; k < 4; k++) {
        placed.places[k] = body->firstVertex + point->vertices[k];
        placed.weights[k] = point->weights[k];
        placed.vertex_count = point->weights[k] != 0.0f ? k + 1 : placed.vertex_count;
    }
    for (int axis = 0; axis < 3; axis++) {
        double rest = 0.0;
        for (int k = 0; k < 4; k++)
            rest += (double)point->weights[k] *
                    (double)body->shape->mesh.positions[3 * (size_t)point->vertices[k] + (size_t)axis];
        placed.rest[axis] = (float)(rest * body->scale);
    }
    placed.vertex_count = placed.vertex_count > 1 ? 4 : 1;
    return placed;
}

static void fillBody(const gelBody* body, const SurfaceBody* entry, int firstCorner, gelSurfaceTables* tables)
{
    const gelContactSurface* surface = gelSurfaceOf(body);
    int firstPoint = entry->first[surface_points], firstTriangle = entry->first[surface_triangles];
    for (int i = 0; i < surface->pointCount; i++) {
        tables->points[firstPoint + i] = placePoint(body, &surface->points[i]);
        tables->points[firstPoint + i].still = entry->still;
        tables->triangleStarts[firstPoint + i] = firstCorner + surface->triangleStarts[i];
    }
    for (int i = 0; i < surface->triangleStarts[surface->pointCount]; i++)
        tables->pointTriangles[firstCorner + i] = firstTriangle + surface->pointTriangles[i];
    for (int i = 0; i < surface->triangleCount; i++) {
        SurfaceTriangle* triangle = &tables->triangles[firstTriangle + i];
        triangle->thickness = surface->thicknesses[i] * (float)body->scale;
        for (int k = 0; k < 3; k++)
            triangle->points[k] = firstPoint + surface->triangles[i][k];
    }
    for (int i = 0; i < surface->edgeCount; i++)
        for (int k = 0; k < 2; k++) {
            SurfaceEdge* edge = &tables->edges[entry->first[surface_edges] + i];
            edge->points[k] = firstPoint + surface->edges[i][k];
            edge->triangles[k] = firstTriangle + surface->edgeTriangles[i][k];
        }
}

// Stores the friction factor of each point: the factors of its vertices, weighted as its position
// is.
static void fillFrictionFactors(const gelBody* body, const SurfaceBody* entry, float* factors)
{
    const gelContactSurface* surface = gelSurfaceOf(body);
    bool varies = body->factors[gel_frictionFactor] != NULL;
    for (int i = 0; i < surface->pointCount; i++) {
        const gelContactPoint* point = &surface->points[i];
        double factor = varies ? 0.0 : 1.0;
        for (int k = 0; k < 4 && varies; k++)
            factor +=
                (double)point->weights[k] * gelVertexFactor(body, gel_frictionFactor, point->vertices[k]);
        factors[entry->first[surface_points] + i] = factor > 0.0 ? (float)factor : 0.0f;
    }
}

static bool frictionVaries(const gelPlan* plan)
{
    bool varies = false;
    for (int b = 0; b < plan->bodyCount; b++)
        varies = varies || plan->bodies[b]->factors[gel_frictionFactor] != NULL;
    return varies;
}

static gelStatus allocate(gelSurfaceTables* tables)
{
    const int* counts = tables->counts;
    tables->points = gelAllocate((size_t)counts[surface_points], sizeof *tables->points);
    tables->triangles = gelAllocate((size_t)counts[surface_triangles], sizeof *tables->triangles);
    tables->edges = gelAllocate((size_t)counts[surface_edges], sizeof *tables->edges);
    tables->triangleStarts = gelAllocate((size_t)counts[surface_points] + 1, sizeof(int));
    tables->pointTriangles = gelAllocate((size_t)tables->cornerCount, sizeof(int));
    tables->tets = gelAllocate((size_t)tables->tetCount, sizeof *tables->tets);
    tables->tetStarts = gelAllocate((size_t)tables->tetClusterCount + 1, sizeof(int));
    tables->tetPlaces = gelAllocate((size_t)tables->tetPlaceCount, sizeof(int));
    bool varies = frictionVaries(tables->plan);
    if (varies)
        tables->frictionFactors = gelAllocate((size_t)counts[surface_points], sizeof(float));
    tables->pointsInFaces = gelAllocate((size_t)counts[surface_points], sizeof(bool));
    tables->edgesInFaces = gelAllocate((size_t)counts[surface_edges], sizeof(bool));
    tables->sidesInFaces = gelAllocate((size_t)counts[surface_triangles], 1);
    tables->facesOf1 = gelAllocate((size_t)tables->bodyCount, sizeof *tables->facesOf1);
    bool ok = tables->points != NULL && tables->pointsInFaces != NULL && tables->edgesInFaces != NULL &&
              tables->sidesInFaces != NULL && tables->facesOf1 != NULL &&
              (!varies || tables->frictionFactors != NULL) && tables->triangles != NULL &&
              tables->edges != NULL && tables->triangleStarts != NULL && tables->pointTriangles != NULL &&
              tables->tets != NULL && tables->tetStarts != NULL && tables->tetPlaces != NULL;
    return ok ? gel_success : gelFailMemory((size_t)tables->tetCount, 128);
}

gelStatus gelCreateSurfaceTables(const gelPlan* plan, gelSurfaceTables* tables)
{
    *tables = (gelSurfaceTables){.bodyCount = plan->bodyCount, .plan = plan};
    tables->bodies = gelAllocate((size_t)plan->bodyCount, sizeof *tables->bodies);
    gelStatus status = tables->bodies != NULL
                           ? layOut(plan, tables)
                           : gelFailMemory((size_t)plan->bodyCount, sizeof *tables->bodies);
    if (status == gel_success)
        status = layOutTets(plan, tables);
    if (status == gel_success)
        status = allocate(tables);
    if (status != gel_success) {
        gelClearSurfaceTables(tables);
        return status;
    }
    for (int b = 0, corner = 0, place = 0; b < plan->bodyCount; b++) {
        const gelContactSurface* surface = gelSurfaceOf(plan->bodies[b]);
        const SurfaceBody* entry = &tables->bodies[b];
        fillBody(plan->bodies[b], entry, corner, tables);
        fillTets(plan->bodies[b], entry, place, tables);
        if (tables->frictionFactors != NULL)
            fillFrictionFactors(plan->bodies[b], entry, tables->frictionFactors);
        corner += surface->triangleStarts[surface->pointCount];
        place += surface->clusterStarts[countGroups(entry->tet_count)];
    }
    tables->triangleStarts[tables->counts[surface_points]] = tables->cornerCount;
    tables->tetStarts[tables->tetClusterCount] = tables->tetPlaceCount;
    return gel_success;
}

void gelClearSurfaceTables(gelSurfaceTables* tables)
{
    gelFree(tables->bodies);
    gelFree(tables->points);
    gelFree(tables->frictionFactors);
    gelFree(tables->pointsInFaces);
    gelFree(tables->edgesInFaces);
    gelFree(tables->sidesInFaces);
    gelFree(tables->facesOf1);
    gelFree(tables->triangles);
    gelFree(tables->edges);
    gelFree(tables->triangleStarts);
    gelFree(tables->pointTriangles);
    gelFree(tables->tets);
    gelFree(tables->tetStarts);
    gelFree(tables->tetPlaces);
    *tables = (gelSurfaceTables){0};
}

SurfaceCounts gelCountSurfaces(const gelSurfaceTables* tables)
{
    SurfaceCounts counts = {.bodies = tables->bodyCount,
                            .tet_clusters = tables->tetClusterCount,
                            .tet_rows = tables->tetRowCount};
    memcpy(counts.elements, tables->counts, sizeof counts.elements);
    memcpy(counts.rows, tables->rowCounts, sizeof counts.rows);
    memcpy(counts.clusters, tables->clusterCounts, sizeof counts.clusters);
    return counts;
}
