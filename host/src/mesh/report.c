#include "mesh/colouring.h"
#include "mesh/mesh.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static const double degrees = 57.295779513082320877;

static void subtract(const float* a, const float* b, double difference[3])
{
    for (int axis = 0; axis < 3; axis++)
        difference[axis] = (double)a[axis] - (double)b[axis];
}

static void cross(const double a[3], const double b[3], double product[3])
{
    product[0] = a[1] * b[2] - a[2] * b[1];
    product[1] = a[2] * b[0] - a[0] * b[2];
    product[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Angles and qualities of regular lattices lie on bin boundaries, where rounding must not scatter them.
static int binOf(double value, double width, int count)
{
    const double slack = 1e-4;
    int bin = (int)(value / width + slack);
    return bin < count ? bin : count - 1;
}

void gelMeasureDihedrals(const float* positions, const int tet[4], double determinant, double cotangents[6])
{
    static const int edgeCorners[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                          {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
    for (int i = 0; i < 6; i++) {
        const float* p[4];
        for (int corner = 0; corner < 4; corner++)
            p[corner] = positions + 3 * (size_t)tet[edgeCorners[i][corner]];
        double edge[3], toThird[3], toFourth[3], normal[3], otherNormal[3];
        subtract(p[1], p[0], edge);
        subtract(p[2], p[0], toThird);
        subtract(p[3], p[0], toFourth);
        cross(edge, toThird, normal);
        cross(edge, toFourth, otherNormal);
        cotangents[i] = dot(normal, otherNormal) / (sqrt(dot(edge, edge)) * determinant);
    }
}

static void measureAngles(const gelTetMesh* mesh, const int* tet, double determinant, double* lowest,
                          double* highest, int* bins)
{
    double cotangents[6];
    gelMeasureDihedrals(mesh->positions, tet, determinant, cotangents);
    for (int i = 0; i < 6; i++) {
        const double cotangent = cotangents[i];
        *lowest = cotangent < *lowest ? cotangent : *lowest;
        *highest = cotangent > *highest ? cotangent : *highest;
        bins[binOf(atan2(1.0, cotangent) * degrees, 180.0 / gel_dihedralBins, gel_dihedralBins)]++;
    }
}

static double lengthOf(const double vector[3])
{
    return sqrt(dot(vector, vector));
}

// 3 r / R. With a, b, c the edges at one corner, D = (a x b) . c and A the surface, r = D / (2 A) and R = |u|
// / (2 D), u = |a|^2 b x c + |b|^2 c x a + |c|^2 a x b.
static double qualityOf(const gelTetMesh* mesh, const int* tet, double determinant)
{
    double edges[3][3], normals[3][3], last[3], u[3] = {0, 0, 0}, opposite[2][3];
    for (int i = 0; i < 3; i++)
        subtract(mesh->positions + 3 * (size_t)tet[i + 1], mesh->positions + 3 * (size_t)tet[0], edges[i]);
    double area = 0;
    for (int i = 0; i < 3; i++) {
        cross(edges[(i + 1) % 3], edges[(i + 2) % 3], normals[i]);
        area += 0.5 * lengthOf(normals[i]);
        double squared = dot(edges[i], edges[i]);
        for (int axis = 0; axis < 3; axis++)
            u[axis] += squared * normals[i][axis];
    }
    for (int i = 0; i < 2; i++)
        subtract(mesh->positions + 3 * (size_t)tet[i + 2], mesh->positions + 3 * (size_t)tet[1], opposite[i]);
    cross(opposite[0], opposite[1], last);
    area += 0.5 * lengthOf(last);
    double quality = 3.0 * determinant * determinant / (area * lengthOf(u));
    return quality < 1.0 ? quality : 1.0;
}

static void measureEdges(const gelTetMesh* mesh, const int* tet, double* shortest, double* longest)
{
    for (int e = 0; e < 6; e++) {
        double vector[3];
        double length =
            gelMeasureEdge(mesh->positions, tet[gelTetEdges[e][0]], tet[gelTetEdges[e][1]], vector);
        *shortest = length < *shortest ? length : *shortest;
        *longest = length > *longest ? length : *longest;
    }
}

static void measureTets(const gelTetMesh* mesh, gelMeshReport* report)
{
    double lowest = DBL_MAX, highest = -DBL_MAX, shortest = DBL_MAX, longest = 0, min = DBL_MAX, max = 0;
    report->smallestQuality = 1.0;
    for (int t = 0; t < mesh->tetCount; t++) {
        const int* tet = mesh->tets + 4 * (size_t)t;
        double determinant = gelTetDeterminant(mesh->positions, tet), fill = gelFillFraction(mesh, t);
        double quality = qualityOf(mesh, tet, determinant);
        report->volume += determinant / 6.0;
        report->filledVolume += fill * determinant / 6.0;
        report->partlyFilledCount += fill < 1.0;
        report->meanQuality += quality / mesh->tetCount;
        report->smallestQuality = quality < report->smallestQuality ? quality : report->smallestQuality;
        report->qualityCounts[binOf(quality, 1.0 / gel_qualityBins, gel_qualityBins)]++;
        min = determinant < min ? determinant : min;
        max = determinant > max ? determinant : max;
        measureAngles(mesh, tet, determinant, &lowest, &highest, report->dihedralCounts);
        measureEdges(mesh, tet, &shortest, &longest);
    }
    report->smallestDihedral = atan2(1.0, highest) * degrees;
    report->largestDihedral = atan2(1.0, lowest) * degrees;
    report->volumeRatio = max / min;
    report->edgeRatio = longest / shortest;
}

void gelMeasureBox(const gelTetMesh* mesh, gelVec3* lowest, gelVec3* highest)
{
    const float* p = mesh->positions;
    gelVec3 lower = {p[0], p[1], p[2]}, upper = lower;
    for (int vertex = 0; vertex < mesh->vertexCount; vertex++, p += 3) {
        lower.x = p[0] < lower.x ? p[0] : lower.x;
        lower.y = p[1] < lower.y ? p[1] : lower.y;
        lower.z = p[2] < lower.z ? p[2] : lower.z;
        upper.x = p[0] > upper.x ? p[0] : upper.x;
        upper.y = p[1] > upper.y ? p[1] : upper.y;
        upper.z = p[2] > upper.z ? p[2] : upper.z;
    }
    *lowest = lower;
    *highest = upper;
}

static void measureValence(const gelTetMesh* mesh, int* counts, gelMeshReport* report)
{
    for (int vertex = 0; vertex < mesh->vertexCount; vertex++)
        counts[vertex] = 0;
    for (int i = 0; i < 4 * mesh->tetCount; i++)
        counts[mesh->tets[i]]++;
    report->smallestValence = report->largestValence = counts[0];
    for (int vertex = 1; vertex < mesh->vertexCount; vertex++) {
        if (counts[vertex] < report->smallestValence)
            report->smallestValence = counts[vertex];
        if (counts[vertex] > report->largestValence)
            report->largestValence = counts[vertex];
    }
    report->meanValence = 4.0 * mesh->tetCount / mesh->vertexCount;
}

int gelFindRoot(int* parents, int vertex)
{
    while (parents[vertex] != vertex) {
        parents[vertex] = parents[parents[vertex]]; // halves the path for the next search
        vertex = parents[vertex];
    }
    return vertex;
}

static void countComponents(const gelTetMesh* mesh, int* parents, gelMeshReport* report)
{
    for (int vertex = 0; vertex < mesh->vertexCount; vertex++)
        parents[vertex] = vertex;
    report->componentCount = mesh->vertexCount;
    for (int i = 0; i < 4 * mesh->tetCount; i++) {
        int a = gelFindRoot(parents, mesh->tets[i / 4 * 4]), b = gelFindRoot(parents, mesh->tets[i]);
        report->componentCount -= a != b;
        parents[a > b ? a : b] = a > b ? b : a;
    }
}

static gelStatus measureSurface(const gelTetMesh* mesh, int* marks, gelMeshReport* report)
{
    int* triangles = NULL;
    gelStatus status = gelExtractSurface(mesh, &triangles, &report->surfaceTriangleCount);
    if (status != gel_success)
        return status;
    for (int vertex = 0; vertex < mesh->vertexCount; vertex++)
        marks[vertex] = 0;
    for (int i = 0; i < report->surfaceTriangleCount; i++) {
        const float* p[3];
        for (int corner = 0; corner < 3; corner++) {
            int vertex = triangles[3 * i + corner];
            p[corner] = mesh->positions + 3 * (size_t)vertex;
            report->surfaceVertexCount += marks[vertex] == 0;
            marks[vertex] = 1;
        }
        double a[3], b[3], normal[3];
        subtract(p[1], p[0], a);
        subtract(p[2], p[0], b);
        cross(a, b, normal);
        report->surfaceArea += 0.5 * sqrt(dot(normal, normal));
    }
    gelFree(triangles);
    return gel_success;
}

static gelStatus countColours(const gelTetMesh* mesh, gelMeshReport* report)
{
    int* edges = NULL;
    gelStatus status = gelExtractEdges(mesh, &edges, &report->edgeCount, NULL);
    int* colours = NULL;
    if (status == gel_success)
        status = gelColourConstraints(edges, 2, report->edgeCount, mesh->vertexCount, NULL, &colours,
                                      &report->edgeColourCount);
    gelFree(edges);
    gelFree(colours);
    colours = NULL;
    if (status == gel_success)
        status = gelColourConstraints(mesh->tets, 4, mesh->tetCount, mesh->vertexCount, NULL, &colours,
                                      &report->tetColourCount);
    gelFree(colours);
    return status;
}

static gelStatus countParts(const gelTetMesh* mesh, gelMeshReport* report)
{
    gelPartList parts;
    gelStatus status = gelListParts(mesh, &parts);
    if (status != gel_success)
        return status;
    report->partCount = parts.count;
    gelFree(parts.numbers);
    return gel_success;
}

gelStatus gelReportTetMesh(const gelTetMesh* mesh, gelMeshReport* report)
{
    assert(mesh != NULL && report != NULL);
    *report = (gelMeshReport){.vertexCount = mesh->vertexCount, .tetCount = mesh->tetCount};
    if (mesh->vertexCount == 0 || mesh->tetCount == 0)
        return gelFail(gel_invalidArgument, "expected a mesh with tets, found an empty one");
    int* scratch = gelAllocate((size_t)mesh->vertexCount, sizeof *scratch);
    if (scratch == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *scratch);
    measureTets(mesh, report);
    gelMeasureBox(mesh, &report->lower, &report->upper);
    measureValence(mesh, scratch, report);
    countComponents(mesh, scratch, report);
    gelStatus status = measureSurface(mesh, scratch, report);
    gelFree(scratch);
    if (status == gel_success)
        status = countColours(mesh, report);
    if (status == gel_success)
        status = countParts(mesh, report);
    if (status != gel_success)
        *report = (gelMeshReport){0};
    return status;
}
