// Makes up for what irregular triangles give way.
//
// Springs that match a membrane where all vertices follow its strain are softer together: vertices of irregular triangles
// move out of balance to where it costs less. Van Gelder (Approximate Simulation of Elastic Membranes by Triangulated
// Spring Meshes, 1998) shows that no springs along the edges are exact there. So each vertex finds which share rho of the
// energy around it it would save if it alone moved, over three independent strains; its springs become 1 / (1 - 1.2 rho)
// times as stiff. 1.2 is for neighbours that move, too: then meshes of random points, up to 22 % too soft, are within about 6 %.
#include "base/tuple_set.h"
#include "mesh/mesh.h"
#include "plan/springs.h"

#include <math.h>

static const double ofNeighbours = 1.2, maxShare = 0.2, noShare = 1e-3;

typedef struct Corner {
    double normal[3], axes[2][3]; // the plane of its triangles
    double stiffness[3];          // of its springs: xx, xy, yy
    double forces[3][2], energy;  // of the three strains
    bool isOnEdge;                // of the sheet
    double factor;
} Corner;

static gelStatus markEdges(const gelSurfaceMesh* surface, Corner* corners)
{
    gelTupleSet edges;
    size_t count = 3 * (size_t)surface->triangleCount;
    int* uses = gelAllocate(count, sizeof *uses);
    gelStatus status = gelCreateTupleSet(&edges, 2, 2 * surface->triangleCount);
    if (status == gel_success && uses == NULL)
        status = gelFailMemory(count, sizeof *uses);
    for (size_t i = 0; i < count && status == gel_success; i++) {
        int a = surface->triangles[i], b = surface->triangles[i / 3 * 3 + (i + 1) % 3], edge;
        bool added;
        status = gelTupleSet_Insert(&edges, (int[]){a < b ? a : b, a < b ? b : a}, &edge, &added);
        if (status == gel_success)
            uses[edge]++;
    }
    for (int e = 0; e < edges.count && status == gel_success; e++)
        for (int k = 0; k < 2 && uses[e] != 2; k++)
            corners[edges.tuples[2 * e + k]].isOnEdge = true;
    gelDestroyTupleSet(&edges);
    gelFree(uses);
    return status;
}

static void findPlanes(const gelSurfaceMesh* surface, Corner* corners)
{
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* triangle = surface->triangles + 3 * (size_t)t;
        double normal[3];
        gelMeasureTriangle(surface->positions, triangle[0], triangle[1], triangle[2], normal);
        for (int i = 0; i < 9; i++)
            corners[triangle[i / 3]].normal[i % 3] += normal[i % 3];
    }
    for (int v = 0; v < surface->vertexCount; v++) {
        double *n = corners[v].normal, length = sqrt(gelDot3(n, n)), along[3] = {0.0};
        for (int k = 0; k < 3 && length > 0.0; k++)
            n[k] /= length;
        // Across the coordinate that the normal has least of.
        int least = fabs(n[0]) <= fabs(n[1]) && fabs(n[0]) <= fabs(n[2]) ? 0
                    : fabs(n[1]) <= fabs(n[2])                           ? 1
                                                                         : 2;
        along[least] = 1.0;
        gelCross3(n, along, corners[v].axes[0]);
        double *x = corners[v].axes[0], across = sqrt(gelDot3(x, x));
        for (int k = 0; k < 3 && across > 0.0; k++)
            x[k] /= across;
        gelCross3(n, x, corners[v].axes[1]);
    }
}

static void addSpring(const gelSurfaceMesh* surface, const gelSprings* springs, int spring, Corner* corners)
{
    const int* ends = springs->vertices + 2 * (size_t)spring;
    for (int k = 0; k < 2; k++) {
        Corner* corner = &corners[ends[k]];
        double vector[3], length = gelMeasureEdge(surface->positions, ends[k], ends[1 - k], vector);
        double x = gelDot3(vector, corner->axes[0]), y = gelDot3(vector, corner->axes[1]),
               flat = sqrt(x * x + y * y);
        if (!(flat > 0.0))
            continue;
        x /= flat;
        y /= flat;
        const double stiffness = springs->factors[spring] / (length * length),
                     strains[3] = {1.0, x * x - y * y, 2.0 * x * y};
        corner->stiffness[0] += stiffness * x * x;
        corner->stiffness[1] += stiffness * x * y;
        corner->stiffness[2] += stiffness * y * y;
        for (int s = 0; s < 3; s++) {
            double force = stiffness * strains[s] * length;
            corner->forces[s][0] += force * x;
            corner->forces[s][1] += force * y;
            corner->energy += 0.5 * force * strains[s] * length;
        }
    }
}

static double saved(const Corner* corner)
{
    const double *k = corner->stiffness, determinant = k[0] * k[2] - k[1] * k[1];
    double sum = 0.0;
    for (int s = 0; s < 3; s++) {
        double x = corner->forces[s][0], y = corner->forces[s][1];
        sum += x * x * k[2] - 2.0 * x * y * k[1] + y * y * k[0];
    }
    return determinant > 1e-12 * k[0] * k[2] ? sum / determinant : 0.0;
}

static double factorOf(double share)
{
    return share > noShare ? 1.0 / (1.0 - ofNeighbours * fmin(share, maxShare)) : 1.0;
}

gelStatus gelStiffenSprings(const gelSurfaceMesh* surface, gelSprings* springs)
{
    double saving = 0.0, energy = 0.0;
    Corner* corners = gelAllocate((size_t)surface->vertexCount, sizeof *corners);
    gelStatus status = corners != NULL ? markEdges(surface, corners)
                                       : gelFailMemory((size_t)surface->vertexCount, sizeof *corners);
    if (status == gel_success)
        findPlanes(surface, corners);
    for (int e = 0; e < springs->count && status == gel_success; e++)
        addSpring(surface, springs, e, corners);
    // Vertices on the edge of the sheet are out of balance anyhow: they get the mean.
    for (int v = 0; v < surface->vertexCount && status == gel_success; v++)
        if (!corners[v].isOnEdge && corners[v].energy > 0.0) {
            corners[v].factor = factorOf(saved(&corners[v]) / corners[v].energy);
            saving += saved(&corners[v]);
            energy += corners[v].energy;
        }
    double mean = energy > 0.0 ? factorOf(saving / energy) : 1.0;
    for (int v = 0; v < surface->vertexCount && status == gel_success; v++)
        corners[v].factor = corners[v].factor > 0.0 ? corners[v].factor : mean;
    for (int e = 0; e < springs->count && status == gel_success; e++)
        springs->factors[e] *=
            0.5 * (corners[springs->vertices[2 * e]].factor + corners[springs->vertices[2 * e + 1]].factor);
    gelFree(corners);
    return status;
}
