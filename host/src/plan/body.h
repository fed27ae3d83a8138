// A body as plans and back ends see it.
#pragma once

#include "gel/field.h"
#include "gel/filter.h"
#include "gel/body.h"
#include "gel/material.h"
#include "gel/strategy.h"
#include "mesh/mesh.h"
#include "plan/factors.h"
#include "plan/shape.h"
#include "surface/outer_skin.h"

#include "two_level_tables.h"

#include <math.h>
#include <string.h>

// The two-level solver keeps these of a vertex: two accelerations, the last first, m/s^2; the push of planes per mass, m/s^2,
// and how the vertex touches them (kernels/two_level_planes.h). A sleeping body keeps them on the host alone: back ends see
// its vertices without mass.
enum { gel_accelerationNumbers = 6, gel_historyArrival = 9, gel_historyNumbers };

typedef struct gelBody {
    gelShape* shape;
    struct gelSharedSkin* skin; // NULL: none
    float* restLengths;         // of its edges, m, if they flow or have flowed; NULL: as made
    float* restPositions;       // [vertexCount][3], m, in the frame of its mesh; NULL: those of the mesh
    const gelContactSurface* contactSurface; // of the skin, if the body meets others with it; or NULL
    const gelOuterSkin* outerSkin;           // of the skin, if fields act on it; or NULL
    double lightness; // of its outer layer, m^2/kg (plan/outer_layer.h), if `lightnessIsKnown`
    bool lightnessIsKnown;
    gelMaterial material;
    double scale;
    gelStrategy strategy;   // requested; gel_strategyAuto: chosen by the back end
    gelSolver solver;       // asked for: not gel_worldSolver
    gelSolver steppedBy;    // gel_autoSolver: undecided
    int cycles, aggregates; // of the two-level solver
    double* history;        // [vertexCount][gel_historyNumbers]; NULL without BDF2
    gelBodyId id;
    int firstVertex;            // in the world's vertices
    gelVec3 position, velocity; // at creation: m, m/s
    gelQuat rotation;           // at creation
    void* userData;
    bool selfContact;
    bool unbreakable;
    float ruinedTime; // since when one of the two-level solver has had wrong tets, s; below 0: it calms down
    float preRuinedTime;   // before the step that is under way
    float brokenTime;      // for which an unbreakable one has been broken, s; below 0 while it is let go
    float preRecoveryTime; // before the step that is under way has looked at it, if `isRecovering`
    bool isRecovering;
    gelFilter filter;
    gelBodyId* ignored; // bodies that it passes through, each of which lists it as well
    int ignoredCount, ignoredCapacity;
    float fieldWeights[1 + GEL_MAXIMUM_FIELDS]; // of gravity, then of each field
    int contactRevision; // grows with what decides what it touches and how, but for places and materials
    // [vertexCount][3]: the vertices of an obstacle, m, or where the next step moves them; NULL
    // for a soft body.
    float* targets;
    bool isBent;                                      // its vertices were set one by one
    int shapeRevision;                                // grows with what may have bent or straightened it
    bool hasTargets;                                  // the next step moves it there
    bool isMoving;                                    // the last one did
    gelVec3 surfaceVelocity;                          // of an obstacle, m/s, in its own frame
    float drift[3];                                   // surfaceVelocity in the world's frame
    struct gelBodyGoals* goals;                       // NULL: none
    gelVertexFactors* factors[gel_vertexFactorCount]; // of each kind; NULL: all 1
    // The state of its filling after the last step, as in PressureRecord; 0 without one, or before
    // the first step.
    float expectedVolume, pressure;
    int island;         // 0: it is awake; or it sleeps, with all bodies of the same number
    bool isQuarantined; // it sleeps in an island of its own, meets nothing, and never wakes
    bool isWoken;       // it wakes when the next step begins
    float sleepTimer;   // for which it has been at rest, s, while awake
    int restRevision;   // contactRevision when that was last seen
    int sceneBody1;     // 1 + the number in the scene of what it was made from; or 0
    int sceneObstacle1; // 1 + the number of the scene's obstacle that moves it; or 0
} gelBody;

// A body without tets, whose vertices have inverse mass 0; `position` and `rotation` are its own now.
static inline bool gelIsObstacle(const gelBody* body)
{
    return body->shape->kind == gel_obstacleBody;
}

// Whether the surface of a body runs along itself, as a belt does.
static inline bool gelRunsAlong(const gelBody* body)
{
    return body->drift[0] != 0.0f || body->drift[1] != 0.0f || body->drift[2] != 0.0f;
}

// Whether the two-level solver steps a body, not XPBD.
static inline bool gelIsTwoLevel(const gelBody* body)
{
    return body->steppedBy == gel_twoLevelSolver;
}

// Sets the solver that a body asks for. `auto` is decided when the next step begins.
static inline void gelAskForSolver(gelBody* body, gelSolver solver)
{
    body->solver = solver;
    body->steppedBy = gelIsObstacle(body) ? gel_xpbdSolver : solver;
    body->ruinedTime = body->preRuinedTime = 0.0f;
}

// Returns what steps a body of the two-level solver, in turns while it is ruined: kernels/two_level_guard.h.
static inline int gelTurnOf(const gelBody* body)
{
    return body->ruinedTime <= 0.0f                  ? level_whole
           : (int)(2.0f * body->ruinedTime) % 2 == 0 ? level_swept
                                                     : level_guarded;
}

// Restarts BDF2 from accelerations of 0.
static inline void gelForgetAccelerations(gelBody* body)
{
    for (int v = 0; v < body->shape->mesh.vertexCount && body->history != NULL; v++)
        memset(body->history + gel_historyNumbers * (size_t)v, 0,
               gel_accelerationNumbers * sizeof *body->history);
}

// Restarts BDF2, and ends rows of planes. The old ones say nothing about a body that was put elsewhere.
static inline void gelForgetHistory(gelBody* body)
{
    if (body->history != NULL)
        memset(body->history, 0,
               gel_historyNumbers * (size_t)body->shape->mesh.vertexCount * sizeof *body->history);
}

// Whether XPBD sweeps over the constraints of a body.
static inline bool gelIsSwept(const gelBody* body)
{
    return !gelIsTwoLevel(body) || gelTurnOf(body) == level_swept;
}

// Returns the dimensions that a body's mesh lacks: the thickness of a sheet, m; the cross-section
// of a rope, m^2, whose thickness is its diameter; 1 for a solid.
static inline double gelSectionOf(const gelBody* body)
{
    const double quarterOfPi = 0.78539816339744831, t = (double)body->material.thickness;
    return body->shape->kind == gel_ropeBody    ? quarterOfPi * t * t
           : body->shape->kind == gel_sheetBody ? t
                                                : 1.0;
}

// Returns the volume that belongs to a vertex, m^3.
static inline double gelVertexVolume(const gelBody* body, int vertex)
{
    double size = body->shape->vertexSizes[vertex] * body->scale;
    size = body->shape->kind != gel_ropeBody ? size * body->scale : size;
    return body->shape->kind == gel_solidBody ? size * body->scale : size * gelSectionOf(body);
}

// The factor of a vertex.
static inline double gelVertexFactor(const gelBody* body, gelVertexValue kind, int vertex)
{
    const gelVertexFactors* factors = body->factors[kind];
    return factors != NULL ? (double)factors->values[vertex] : 1.0;
}

// Returns the mean factor of some vertices: that of the element they form.
static inline double gelMeanFactor(const gelBody* body, gelVertexValue kind, const int* vertices, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        sum += gelVertexFactor(body, kind, vertices[k]);
    return sum / count;
}

// The inverse mass of an unpinned vertex, 1/kg: the reciprocal of a quarter of its tets' mass, or of a third of its
// triangles'.
static inline double gelFreeInverseMass(const gelBody* body, int vertex)
{
    double density = (double)body->material.density * gelVertexFactor(body, gel_densityFactor, vertex);
    return (double)(float)(1.0 / (density * gelVertexVolume(body, vertex)));
}

static inline double gelVertexDamping(const gelBody* body, int vertex)
{
    return (double)body->material.damping * gelVertexFactor(body, gel_dampingFactor, vertex);
}

// Whether contacts do not move a body: an obstacle, or one that sleeps.
static inline bool gelIsStill(const gelBody* body)
{
    return gelIsObstacle(body) || body->island != 0;
}

// Whether two bodies are an ignored pair.
static inline bool gelIgnoreEachOther(const gelBody* a, const gelBody* b)
{
    const gelBody *shorter = a->ignoredCount < b->ignoredCount ? a : b, *other = shorter == a ? b : a;
    bool found = false;
    for (int i = 0; i < shorter->ignoredCount && !found; i++)
        found = shorter->ignored[i].index1 == other->id.index1;
    return found;
}

// Whether bodies of one shape have the same factors of a kind.
static inline bool gelSameVertexValues(const gelBody* a, const gelBody* b, gelVertexValue kind)
{
    const gelVertexFactors *p = a->factors[kind], *q = b->factors[kind];
    size_t size = (size_t)a->shape->mesh.vertexCount * sizeof *p->values;
    return p == q || (p != NULL && q != NULL && memcmp(p->values, q->values, size) == 0);
}

// Whether the bodies have the same constraints, apart from vertex numbers. Density and damping belong to
// vertices, friction and restitution to contacts, and a filling is no constraint.
static inline bool gelSameConstraints(const gelBody* a, const gelBody* b)
{
    gelMaterial p = a->material, q = b->material;
    p.density = q.density;
    p.damping = q.damping;
    p.friction = q.friction;
    p.restitution = q.restitution;
    p.filling = q.filling;
    p.pressure = q.pressure;
    p.ambientPressure = q.ambientPressure;
    p.fillingVolume = q.fillingVolume;
    p.fillingCompliance = q.fillingCompliance;
    return a->shape == b->shape && a->scale == b->scale && a->steppedBy == b->steppedBy &&
           gelIsSwept(a) == gelIsSwept(b) && a->restLengths == b->restLengths &&
           a->restPositions == b->restPositions && memcmp(&p, &q, sizeof p) == 0 &&
           gelSameVertexValues(a, b, gel_stiffnessFactor) && gelSameVertexValues(a, b, gel_bendingFactor);
}

// Returns a body's mesh in its rest shape. The body owns the arrays.
static inline gelTetMesh gelRestMesh(const gelBody* body)
{
    gelTetMesh mesh = body->shape->mesh;
    mesh.positions = body->restPositions != NULL ? body->restPositions : mesh.positions;
    return mesh;
}

// The length of an edge as made, or in the rest shape that it was given since, m.
static inline float gelMadeLength(const gelBody* body, int edge)
{
    const gelConstraintSet* set = &body->shape->constraints[constraint_distance];
    const int* ends = set->vertices + 2 * (size_t)edge;
    double vector[3];
    return (float)((body->restPositions != NULL
                        ? gelMeasureEdge(body->restPositions, ends[0], ends[1], vector)
                        : set->rests[edge]) *
                   body->scale);
}

// The volume of a tet as made, m^3, regardless of its fill fraction.
static inline double gelMadeVolume(const gelBody* body, int tet)
{
    return body->shape->constraints[constraint_volume].rests[tet] * (body->scale * body->scale * body->scale);
}

// Returns the volume of a tet in the body's rest shape, m^3, regardless of its fill fraction.
static inline double gelRestVolume(const gelBody* body, int tet)
{
    if (body->restPositions == NULL)
        return gelMadeVolume(body, tet);
    return gelTetDeterminant(body->restPositions, body->shape->mesh.tets + 4 * (size_t)tet) / 6.0 *
           (body->scale * body->scale * body->scale);
}
