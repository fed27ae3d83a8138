// Round shapes, as implicit functions.
#include "base/core.h"
#include "gel/mesh.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct Torus {
    double ring, tube;
} Torus;

static double distanceToSphere(void* context, double x, double y, double z)
{
    const double* radius = context;
    return sqrt(x * x + y * y + z * z) - *radius;
}

static double distanceToTorus(void* context, double x, double y, double z)
{
    const Torus* torus = context;
    const double fromRing = sqrt(x * x + z * z) - torus->ring;
    return sqrt(fromRing * fromRing + y * y) - torus->tube;
}

static gelStatus checkCells(const char* shape, int cells, int max)
{
    if (cells < 2 || cells > max)
        return gelFail(gel_invalidArgument, "%s: %d cells, expected 2 to %d", shape, cells, max);
    return gel_success;
}

gelStatus gelCreateSphereMesh(float radius, int cells, gelTetMesh* mesh)
{
    assert(mesh != NULL);
    memset(mesh, 0, sizeof *mesh);
    if (!(radius > 0) || !isfinite(radius))
        return gelFail(gel_invalidArgument, "sphere: radius is %g, expected a finite length above 0",
                       (double)radius);
    if (checkCells("sphere", cells, 200) != gel_success)
        return gel_invalidArgument;
    double context = radius;
    return gelCreateImplicitMesh(distanceToSphere, &context, (gelVec3){-radius, -radius, -radius},
                                 (gelVec3){radius, radius, radius}, 2 * radius / (float)cells, mesh);
}

gelStatus gelCreateTorusMesh(float ringRadius, float tubeRadius, int cells, gelTetMesh* mesh)
{
    assert(mesh != NULL);
    memset(mesh, 0, sizeof *mesh);
    if (!(tubeRadius > 0) || !(ringRadius > tubeRadius) || !isfinite(ringRadius))
        return gelFail(
            gel_invalidArgument,
            "torus: ring radius %g and tube radius %g, expected finite lengths, the tube's above 0 and "
            "below the ring's",
            (double)ringRadius, (double)tubeRadius);
    if (checkCells("torus", cells, 100) != gel_success)
        return gel_invalidArgument;
    Torus torus = {ringRadius, tubeRadius};
    const float reach = ringRadius + tubeRadius;
    return gelCreateImplicitMesh(distanceToTorus, &torus, (gelVec3){-reach, -tubeRadius, -reach},
                                 (gelVec3){reach, tubeRadius, reach}, 2 * tubeRadius / (float)cells, mesh);
}
