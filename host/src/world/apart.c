#include "world/apart.h"
#include "world/stored_energy.h"

#include <math.h>

enum { maxWarnings = 5 };                   // of a world
static const double nearly = 0.02;          // of a body's size
static const double usualStep = 1.0 / 60.0; // s

static double sizeOf(const gelWorld* world, const gelBody* body)
{
    double size = 0.0;
    for (int k = 0; k < 3; k++) {
        double lower = INFINITY, upper = -INFINITY;
        for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
            double x = world->vertices[body->firstVertex + i].position[k];
            lower = fmin(lower, x);
            upper = fmax(upper, x);
        }
        size = fmax(size, upper - lower);
    }
    return size;
}

static bool mayWarn(gelWorld* world)
{
    world->apartWarnings++;
    if (world->apartWarnings == maxWarnings + 1)
        gelLog(gel_logWarning, "more attachments and goals begin apart; they are not listed");
    return world->apartWarnings <= maxWarnings;
}

// Adds an end's place to `apart`, with a sign, and returns the sum of inverse masses times squared weights.
static double addEnd(const gelWorld* world, const gelBodyPoint* end, double sign, double apart[3])
{
    const gelBody* body = gelFindBody(world, end->body);
    double weight = 0.0;
    for (int i = 0; i < end->vertexCount; i++) {
        const gelVertexState* vertex = &world->vertices[body->firstVertex + end->vertices[i]];
        double share = (double)end->weights[i];
        for (int k = 0; k < 3; k++)
            apart[k] += sign * share * vertex->position[k];
        weight += vertex->inverseMass * share * share;
    }
    return weight;
}

// Returns the speed at which the ends approach each other after the first substep, m/s.
static double speedOf(const gelAttachmentDef* def, double stretch, double weight, double h)
{
    double most = fabs(stretch) / h;
    if (def->curvePointCount > 0)
        return fmin(most, fabs(gelForceOfCurve(def, stretch)) * weight * h);
    return weight > 0.0 ? most * weight / (weight + (double)def->compliance / (h * h)) : 0.0;
}

// An attachment is stiff if it closes at least half the gap in a substep. Springs and strings may begin stretched.
void gelWarnOfGap(gelWorld* world, const gelAttachmentDef* def)
{
    const gelBody *a = gelFindBody(world, def->a.body), *b = gelFindBody(world, def->b.body);
    const double h = usualStep / world->def.substepCount;
    double apart[3] = {0.0, 0.0, 0.0}, size = INFINITY;
    double weight = addEnd(world, &def->a, 1.0, apart) + addEnd(world, &def->b, -1.0, apart);
    double distance = sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
    if (def->length > 0.0f && !(distance > 1e-6 * world->reach) && mayWarn(world))
        gelLog(
            gel_logWarning,
            "the ends of this attachment coincide, so that its length of %.3g m has no direction and nothing "
            "moves them apart; expected ends at a distance",
            (double)def->length);
    double stretch = distance - (double)def->length, speed = speedOf(def, stretch, weight, h);
    if (!(distance > 1e-6 * world->reach) || !(speed > 0.5 * fabs(stretch) / h) ||
        !(fabs(stretch) > 1e-6 * world->reach))
        return;
    if (!gelIsObstacle(a))
        size = fmin(size, sizeOf(world, a));
    if (!gelIsObstacle(b))
        size = fmin(size, sizeOf(world, b));
    if (fabs(stretch) > nearly * size && mayWarn(world))
        gelLog(
            gel_logWarning,
            "the ends of this attachment begin %.3g m apart, and it is to keep them at %.3g m: the first substep "
            "closes the gap at about %.3g m/s; expected ends at that distance, or a stiffness",
            distance, (double)def->length, speed);
}

void gelWarnOfFarPoint(const gelWorld* world, const char* end, gelVec3 place, const gelBodyPoint* found)
{
    double apart[3] = {-(double)place.x, -(double)place.y, -(double)place.z};
    double size = sizeOf(world, gelFindBody(world, found->body));
    addEnd(world, found, 1.0, apart);
    double distance = sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
    if (distance > size)
        gelLog(
            gel_logWarning,
            "%s: the point {%g, %g, %g} is %.3g m from its body, which is %.3g m large: the nearest point is "
            "attached",
            end, (double)place.x, (double)place.y, (double)place.z, distance, size);
}

void gelWarnOfFarGoals(gelWorld* world, const gelBody* body, const float* xyz)
{
    double farthest = 0.0;
    int far = 0, kinematic = 0, count = body->shape->mesh.vertexCount;
    double limit = nearly * sizeOf(world, body);
    for (int i = 0; i < count; i++) {
        const gelVertexState* vertex = &world->vertices[body->firstVertex + i];
        double square = 0.0;
        for (int k = 0; k < 3; k++) {
            double d = (double)xyz[3 * (size_t)i + (size_t)k] - vertex->position[k];
            square += d * d;
        }
        bool isPulled = gelGoalWeights(body->goals)[i] > 0.0f;
        kinematic += gelHasKinematicGoal(body, i);
        far += isPulled && sqrt(square) > limit;
        farthest = isPulled ? fmax(farthest, sqrt(square)) : farthest;
    }
    if (far > 0 && mayWarn(world))
        gelLog(
            gel_logWarning,
            "goals: %d of %d vertices begin up to %.3g m from their goals: %s; expected goals that begin where the "
            "body is, or a body that begins at its goals",
            far, count, farthest,
            kinematic == count ? "their weight is 1, so they are put there"
            : kinematic > 0    ? "those of weight 1 are put there, and strain the body"
                               : "springs pull them there");
}
