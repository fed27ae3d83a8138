#include "scene/unit_hint.h"
#include "base/vector3.h"
#include "world/world.h"

#include <math.h>

static const double largestGravity = 1000.0, ofEarth = 9.81; // m/s^2

static double lengthOf(gelVec3 v)
{
    const double x[3] = {(double)v.x, (double)v.y, (double)v.z};
    return sqrt(gelDot3(x, x));
}

void gelHintAtGravity(const gelJsonNode* node, gelVec3 gravity)
{
    double length = lengthOf(gravity);
    if (length > largestGravity)
        gelWarnJson(node,
                    "%.3g m/s^2 is %.4g times that of the Earth: expected metres per second squared, such as "
                    "[0, -9.81, 0]",
                    length, length / ofEarth);
}

// Returns how far a body reaches along the gravity, m.
static double heightOf(const gelTetMesh* mesh, const gelSceneBody* body, gelVec3 gravity, double length)
{
    double turn[4], lower = INFINITY, upper = -INFINITY;
    const double along[3] = {(double)gravity.x / length, (double)gravity.y / length,
                             (double)gravity.z / length};
    if (gelNormaliseRotation(body->def.rotation, turn) != gel_success)
        return 0.0;
    for (int i = 0; i < mesh->vertexCount; i++) {
        double own[3], turned[3];
        for (int k = 0; k < 3; k++)
            own[k] = (double)body->def.scale * (double)mesh->positions[3 * (size_t)i + (size_t)k];
        gelRotate(turn, own, turned);
        lower = fmin(lower, gelDot3(turned, along));
        upper = fmax(upper, gelDot3(turned, along));
    }
    return upper - lower;
}

void gelHintAtModulus(const gelScene* scene, const gelSceneBody* body)
{
    const gelMaterial* material = &body->def.material;
    gelVec3 gravity = scene->worldDef.gravity;
    double length = lengthOf(gravity), modulus = (double)material->youngModulus;
    if (material->stiffness != gel_elasticModuli || !(length > 0.0) || length > largestGravity)
        return;
    double weight = (double)material->density * length * fabs((double)body->fieldWeights[0]) *
                    heightOf(&scene->meshes[body->mesh].mesh, body, gravity, length);
    if (weight > modulus)
        gelLog(
            gel_logWarning,
            "its weight of %.3g Pa is more than its Young's modulus of %.3g Pa, which cannot carry it; did you "
            "mean %.3g Pa (%.3g MPa)?",
            weight, modulus, 1e6 * modulus, modulus);
}
