// Bodies that never break. One is broken if a tet is inverted or has collapsed. For as long as it is, each step first takes
// its vertices a part of their way to the best rigid motion of the shape at rest:
//
//     x += s (g - x),  v += s (V + W x (g - c) - v),  g = c + R b
//
// as Mueller, Heidelberger, Teschner, Gross: Meshless Deformations Based on Shape Matching, 2005, do, with the body's own
// mean velocity V and turning W. Centre of mass and momentum stay. At s = 1 angular momentum does, too, unless W would be
// greater than maxTurn. s grows with the time for which the body has been broken, so that its material comes first, and is 1
// in the end, when nothing that is wrong can be left. All in double precision on the host: bits are the same whatever steps
// the world.
#include "world/shape_recovery.h"
#include "base/vector3.h"
#include "gel/body.h"
#include "mesh/mesh.h"
#include "plan/guards.h"
#include "world/rigid_motion.h"

#include <math.h>
#include <string.h>

static const double heldMass = 1000.0; // pins count more than all that hangs on them
static const float fullTime = 0.5f;    // s, after which a broken body is drawn the whole way
static const float drawRate = 60.0f;   // 1/s: the whole way is s = 1 in a frame of 1/60 s
// Volumes that are almost 0 have almost no gradients, and fly apart: what is smaller than a tenth of its size is whole at once.
static const double minSpread = 0.01;
// A body that is drawn together from far away turns ever faster, which would fling it even farther apart.
static const double maxTurn = 1.0;   // radians in a step
static const double maxError = 0.05; // of the edges of what is let go, on average
static const double maxOfAnEdge = 0.25;
static const float releaseRate = 4.0f; // it is let go in a quarter of the time
static const int64_t stepsBetween = 4; // whole bodies are looked at less often

static bool isWrong(const gelBody* body, const gelVertexState* states, int index)
{
    const int* tet = body->shape->mesh.tets + 4 * (size_t)index;
    double edges[3][3];
    for (int k = 0; k < 3; k++)
        gelSubtract3(states[tet[k + 1]].position, states[tet[0]].position, edges[k]);
    double volume = gelTripleProduct(edges[0], edges[1], edges[2]) / 6.0;
    return volume < 0.05 * gelRestVolume(body, index) && volume < gelLeastVolume(body, index);
}

static bool isBroken(const gelBody* body, const gelVertexState* states)
{
    bool found = false;
    for (int t = 0; t < body->shape->mesh.tetCount && !found; t++)
        found = isWrong(body, states, t);
    return found;
}

// Tets may hold each other in a wrong place though all are the right way round; but then their edges are wrong, of a folded
// ear only some. By |l / L - 1| over the edges of its tets. What was drawn the whole way is not folded: if an edge
// is wrong then, it is held.
static bool areEdgesWrong(const gelBody* body, const gelVertexState* states)
{
    const gelTetMesh mesh = gelRestMesh(body);
    double sum = 0.0, largest = 0.0, vector[3];
    for (int t = 0; t < mesh.tetCount; t++)
        for (int e = 0; e < 6; e++) {
            int a = mesh.tets[4 * (size_t)t + (size_t)gelTetEdges[e][0]],
                b = mesh.tets[4 * (size_t)t + (size_t)gelTetEdges[e][1]];
            double rest = body->scale * gelMeasureEdge(mesh.positions, a, b, vector);
            gelSubtract3(states[a].position, states[b].position, vector);
            double error = fabs(sqrt(gelDot3(vector, vector)) / rest - 1.0);
            sum += error;
            largest = fmax(largest, error);
        }
    return sum / (6.0 * mesh.tetCount) > maxError || (body->brokenTime < fullTime && largest > maxOfAnEdge);
}

static double massOf(const gelBody* body, const gelVertexState* vertex, int index)
{
    return (vertex->inverseMass > 0.0 ? 1.0 : heldMass) / gelFreeInverseMass(body, index);
}

// From the centre to where the vertex belongs.
static void findArm(const gelBody* body, const gelRigidMotion* motion, int vertex, double arm[3])
{
    double rest[3];
    for (int k = 0; k < 3; k++)
        rest[k] = body->scale * (double)gelRestMesh(body).positions[3 * (size_t)vertex + (size_t)k] -
                  motion->restCentre[k];
    gelRotate(motion->rotation, rest, arm);
}

// The motion that has the body's momentum, and in its shape its angular momentum: velocity, and turning, 1/s. `spread` is
// the sum of m r^2 over that at rest, r the distance from the centre.
typedef struct Motion {
    double velocity[3], turning[3], spread;
} Motion;

// The solution of I w = l for a symmetric I; 0 if there is none.
static void solve(const double inertia[3][3], const double l[3], double w[3])
{
    double size = gelTripleProduct(inertia[0], inertia[1], inertia[2]);
    double share = size > 0.0 ? 1.0 / size : 0.0;
    w[0] = gelTripleProduct(l, inertia[1], inertia[2]) * share;
    w[1] = gelTripleProduct(inertia[0], l, inertia[2]) * share;
    w[2] = gelTripleProduct(inertia[0], inertia[1], l) * share;
}

static Motion findMotion(const gelBody* body, const gelVertexState* states, const gelRigidMotion* motion,
                         double timeStep)
{
    Motion found = {0};
    double mass = 0.0, now = 0.0, rest = 0.0, angular[3] = {0}, inertia[3][3] = {{0}};
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double m = massOf(body, &states[i], i), arm[3], lever[3], product[3];
        findArm(body, motion, i, arm);
        gelSubtract3(states[i].position, motion->centre, lever);
        gelCross3(lever, states[i].velocity, product);
        mass += m;
        now += m * gelDot3(lever, lever);
        rest += m * gelDot3(arm, arm);
        for (int k = 0; k < 3; k++) {
            found.velocity[k] += m * states[i].velocity[k];
            angular[k] += m * product[k];
            inertia[k][k] += m * gelDot3(arm, arm);
            for (int l = 0; l < 3; l++)
                inertia[k][l] -= m * arm[k] * arm[l];
        }
    }
    for (int k = 0; k < 3; k++)
        found.velocity[k] /= mass;
    found.spread = now / rest;
    solve((const double(*)[3])inertia, angular, found.turning);
    const double turn = timeStep * sqrt(gelDot3(found.turning, found.turning));
    for (int k = 0; k < 3; k++)
        found.turning[k] *= turn > maxTurn ? maxTurn / turn : 1.0;
    return found;
}

// Rounded to single precision, so that all back ends go on with the same numbers.
static double takePart(double from, double to, double share)
{
    return (double)(float)(from + share * (to - from));
}

static void drawBody(gelBody* body, gelVertexState* states, double share, double timeStep)
{
    gelRigidMotion motion;
    gelFindRigidMotion(states, body, heldMass, &motion);
    Motion whole = findMotion(body, states, &motion, timeStep);
    if (!isfinite(whole.spread))
        return;
    share = whole.spread < minSpread ? 1.0 : share;
    gelForgetHistory(body);
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double arm[3], turning[3];
        if (states[i].inverseMass == 0.0)
            continue;
        findArm(body, &motion, i, arm);
        gelCross3(whole.turning, arm, turning);
        for (int k = 0; k < 3; k++) {
            states[i].position[k] = takePart(states[i].position[k], motion.centre[k] + arm[k], share);
            states[i].predicted[k] = states[i].position[k];
            states[i].velocity[k] = takePart(states[i].velocity[k], whole.velocity[k] + turning[k], share);
        }
    }
}

bool gelRecoverShape(gelBody* body, gelVertexState* vertices, gelVertexState* preRecovery, float timeStep)
{
    gelVertexState* states = vertices + body->firstVertex;
    float time = body->brokenTime;
    memcpy(preRecovery + body->firstVertex, states, (size_t)body->shape->mesh.vertexCount * sizeof *states);
    body->preRecoveryTime = time;
    body->isRecovering = true;
    if (isBroken(body, states) || (time > 0.0f && areEdgesWrong(body, states)))
        time = fminf(fabsf(time) + timeStep, fullTime);
    else
        time = fminf(releaseRate * timeStep - fabsf(time), 0.0f);
    body->brokenTime = time == 0.0f ? 0.0f : time; // not -0
    if (time == 0.0f)
        return false;
    drawBody(body, states, fmin(1.0, (double)(timeStep * drawRate * (fabsf(time) / fullTime))),
             (double)timeStep);
    return true;
}

void gelUndoShapeRecovery(gelBody* body, gelVertexState* vertices, const gelVertexState* preRecovery)
{
    for (int i = body->firstVertex;
         body->isRecovering && i < body->firstVertex + body->shape->mesh.vertexCount; i++)
        for (int k = 0; k < 3; k++) {
            vertices[i].position[k] = preRecovery[i].position[k];
            vertices[i].predicted[k] = preRecovery[i].predicted[k];
            vertices[i].velocity[k] = preRecovery[i].velocity[k];
        }
    if (body->isRecovering)
        body->brokenTime = body->unbreakable ? body->preRecoveryTime : 0.0f;
    body->isRecovering = false;
}

bool gelIsShapeRecoveryDue(const gelBody* body, int64_t stepCount)
{
    bool isDue = body->brokenTime != 0.0f || stepCount % stepsBetween == 0;
    return body->unbreakable && isDue && body->island == 0;
}

uint64_t gelHashShapeRecovery(uint64_t hash, const gelBody* body)
{
    hash = body->ruinedTime != 0.0f ? gelHashFloats(hash, &body->ruinedTime, 1) : hash;
    return body->brokenTime != 0.0f ? gelHashFloats(hash, &body->brokenTime, 1) : hash;
}

gelStatus gelCheckUnbreakable(gelBodyKind kind, bool unbreakable)
{
    if (!unbreakable || kind == gel_solidBody)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "unbreakable: expected a body of tets, found %s, which cannot be inverted",
                   kind == gel_sheetBody  ? "a sheet"
                   : kind == gel_ropeBody ? "a rope"
                                          : "an obstacle");
}
