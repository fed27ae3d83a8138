// Vertices all over a body or a piece of its surface, for what is averaged over it: the pressure inside a closed surface
// without a filling, the velocity of a body.
#include "plan/outer.h"

#include <math.h>

static double squareBetween(const float* positions, int a, int b)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = (double)positions[3 * a + k] - (double)positions[3 * b + k];
        square += d * d;
    }
    return square;
}

// Chooses vertices far from each other, each the farthest from those before it; every vertex gives
// its area to the nearest. `squares` and `nearest`: scratch memory, by member.
static void spreadSamples(const gelShape* shape, const int* members, int count, double* squares, int* nearest,
                          VertexSamples* samples)
{
    const float* positions = shape->mesh.positions;
    double areas[vertex_samples] = {0.0}, sum = 0.0;
    int chosen = 0;
    for (int i = 0; i < count; i++)
        squares[i] = INFINITY;
    for (int s = 0; s < vertex_samples && s < count; s++) {
        int next = 0;
        samples->vertices[s] = members[chosen];
        for (int i = 0; i < count; i++) {
            double square = squareBetween(positions, members[i], members[chosen]);
            nearest[i] = square < squares[i] ? s : nearest[i];
            squares[i] = fmin(square, squares[i]);
            next = squares[i] > squares[next] ? i : next;
        }
        chosen = next;
    }
    for (int i = 0; i < count; i++) {
        areas[nearest[i]] += shape->vertexSizes[members[i]];
        sum += shape->vertexSizes[members[i]];
    }
    for (int s = 0; s < vertex_samples; s++) {
        samples->vertices[s] = s < count ? samples->vertices[s] : members[0];
        samples->shares[s] = sum > 0.0 ? (float)(areas[s] / sum) : 0.0f;
    }
}

// The vertices of each piece, ascending; starts is [pieceCount + 1].
static void listMembers(const gelOuterPieces* pieces, int vertexCount, int* starts, int* members)
{
    for (int v = 0; v < vertexCount; v++)
        if (pieces->owners[v] >= 0)
            starts[pieces->owners[v] + 1]++;
    for (int p = 0; p < pieces->pieceCount; p++)
        starts[p + 1] += starts[p];
    for (int v = vertexCount - 1; v >= 0; v--)
        if (pieces->owners[v] >= 0)
            members[--starts[pieces->owners[v] + 1]] = v;
    for (int p = 0; p < pieces->pieceCount; p++) // each end has become its start
        starts[p] = starts[p + 1];
    starts[pieces->pieceCount] = 0;
    for (int v = 0; v < vertexCount; v++)
        starts[pieces->pieceCount] += pieces->owners[v] >= 0;
}

gelStatus gelSamplePieces(const gelShape* shape, const gelOuterPieces* pieces, VertexSamples* samples)
{
    int vertexCount = shape->mesh.vertexCount;
    size_t count = (size_t)vertexCount;
    int *starts = gelAllocate((size_t)pieces->pieceCount + 1, sizeof *starts),
        *members = gelAllocate(count, sizeof *members), *nearest = gelAllocate(count, sizeof *nearest);
    double* squares = gelAllocate(count, sizeof *squares);
    bool ok = starts != NULL && members != NULL && nearest != NULL && squares != NULL;
    if (ok) {
        listMembers(pieces, vertexCount, starts, members);
        for (int p = 0; p < pieces->pieceCount; p++)
            spreadSamples(shape, members + starts[p], starts[p + 1] - starts[p], squares, nearest,
                          &samples[p]);
    }
    gelFree(starts);
    gelFree(members);
    gelFree(nearest);
    gelFree(squares);
    return ok ? gel_success : gelFailMemory(count, 2 * sizeof *members + sizeof *squares);
}

gelStatus gelSampleShape(const gelShape* shape, VertexSamples* samples)
{
    size_t count = (size_t)shape->mesh.vertexCount;
    int *members = gelAllocate(count, sizeof *members), *nearest = gelAllocate(count, sizeof *nearest);
    double* squares = gelAllocate(count, sizeof *squares);
    bool ok = members != NULL && nearest != NULL && squares != NULL;
    for (int v = 0; v < shape->mesh.vertexCount && ok; v++)
        members[v] = v;
    if (ok)
        spreadSamples(shape, members, shape->mesh.vertexCount, squares, nearest, samples);
    gelFree(members);
    gelFree(nearest);
    gelFree(squares);
    return ok ? gel_success : gelFailMemory(count, 2 * sizeof *members + sizeof *squares);
}
