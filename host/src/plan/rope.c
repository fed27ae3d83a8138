// The springs of a rope: a line of length L and cross-section A has the stiffness E A / L.
#include "plan/springs.h"
#include "mesh/mesh.h"

#include <string.h>

static double lengthOf(const gelLineMesh* lines, int line)
{
    double vector[3];
    return gelMeasureEdge(lines->positions, lines->lines[2 * line], lines->lines[2 * line + 1], vector);
}

void gelMeasureRope(const gelLineMesh* lines, double* sizes)
{
    for (int i = 0; i < 2 * lines->lineCount; i++)
        sizes[lines->lines[i]] += 0.5 * lengthOf(lines, i / 2);
}

gelStatus gelFindRopeSprings(const gelLineMesh* lines, gelSprings* springs)
{
    size_t count = (size_t)lines->lineCount;
    springs->count = lines->lineCount;
    springs->vertices = gelAllocate(count, 2 * sizeof *springs->vertices);
    springs->rests = gelAllocate(count, sizeof *springs->rests);
    springs->factors = gelAllocate(count, sizeof *springs->factors);
    if (springs->vertices == NULL || springs->rests == NULL || springs->factors == NULL)
        return gelFailMemory(count, 3 * sizeof(double));
    memcpy(springs->vertices, lines->lines, count * 2 * sizeof *springs->vertices);
    for (int i = 0; i < springs->count; i++)
        springs->rests[i] = springs->factors[i] = lengthOf(lines, i);
    return gel_success;
}
