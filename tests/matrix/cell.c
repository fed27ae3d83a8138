// The world, numbers and expectations of a cell, which the features share.
#include "matrix/matrix.h"

#include "support/fixtures.h"

#include "world/world.h"

float snap(const Cell* cell, double value)
{
    return cell->isSnapped ? (float)(round(2.0 * value) / 2.0) : (float)value;
}

gelVec3 snap3(const Cell* cell, double x, double y, double z)
{
    return (gelVec3){snap(cell, x), snap(cell, y), snap(cell, z)};
}

bool accepts(Cell* cell, gelStatus status)
{
    if (status == gel_success)
        return true;
    if (!cell->isRefused) // keep the message of the first refusal
        snprintf(cell->message, sizeof cell->message, "%s", gelLastError());
    cell->isRefused = true;
    return false;
}

// Opening a device takes longer than a cell, so the last world is used again where it may be: without its bodies it
// gives the bits of a new one.
static gelWorld* emptied;

static bool isAsWanted(gelWorld* world, const gelWorldDef* def)
{
    gelWorldDef has = gelWorld_GetDef(world);
    return has.backend == def->backend && has.device == def->device && has.order == def->order &&
           has.integrator == def->integrator && has.solver == def->solver && has.contact == def->contact &&
           has.sleep == def->sleep && has.rankCount == def->rankCount;
}

static gelStatus openWorld(Cell* cell)
{
    gelWorld* last = emptied;
    emptied = NULL;
    if (last == NULL || !isAsWanted(last, &cell->def)) {
        gelDestroyWorld(last);
        return gelCreateWorld(&cell->def, &cell->world);
    }
    cell->world = last;
    return gelWorld_SetSettings(last, &cell->def);
}

bool openCell(Cell* cell)
{
    return accepts(cell, openWorld(cell)) && addBody(cell, &cell->id);
}

bool addBody(Cell* cell, gelBodyId* id)
{
    return accepts(cell, createBody(cell->world, cell->row, &cell->body, id));
}

bool openPair(Cell* cell, gelBodyId* other)
{
    if (!openCell(cell))
        return false;
    cell->body.position.x += snap(cell, 1.6);
    cell->body.position.y += snap(cell, 0.3);
    return addBody(cell, other);
}

void closeCell(Cell* cell)
{
    if (cell->world == NULL)
        return;
    gelBadVertex bad;
    cell->hash = cell->hash * 1099511628211u ^ gelWorld_Hash(cell->world);
    REQUIRE(gelWorld_FindBadVertex(cell->world, &bad));
    expect(cell, "vertices that are not finite", bad.found, 0.0, 0.0, "exact");
    REQUIRE(gelWorld_SetFields(cell->world, NULL, 0));
    REQUIRE(gelWorld_SetFieldTime(cell->world, 0.0));
    REQUIRE(gelWorld_DestroyBodies(cell->world));
    gelDestroyWorld(emptied); // of a cell that opened a world of its own
    emptied = cell->world;
    cell->world = NULL;
}

void stepCellBy(Cell* cell, float timeStep)
{
    gelStatus status = gelWorld_Step(cell->world, timeStep);
    if (status == gel_unsupported)
        accepts(cell, status);
    else if (status != gel_success)
        expect(cell, gelLastError(), (double)status, 0.0, 0.0, "a step");
}

void stepCell(Cell* cell, int frames)
{
    for (int i = 0; i < frames && (i < 2 || !cell->isBitsOnly); i++)
        stepCellBy(cell, 1.0f / 60.0f);
}

void expect(Cell* cell, const char* what, double found, double expected, double tolerance, const char* reason)
{
    if (cell->isBitsOnly)
        return;
    cell->expectationCount++;
    cell->effect = fmax(cell->effect, fabs(expected));
    if (fabs(found - expected) <= tolerance)
        return;
    size_t length = strlen(cell->failures);
    cell->failureCount++;
    snprintf(cell->failures + length, sizeof cell->failures - length,
             "    %s is %.6g, expected %.6g: off by %.3g, allowed %.3g (%s)\n", what, found, expected,
             fabs(found - expected), tolerance, reason);
}

void expect3(Cell* cell, const char* what, const double found[3], const double expected[3], double tolerance,
             const char* reason)
{
    static const char* const axes[3] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s.%s", what, axes[i]);
        expect(cell, name, found[i], expected[i], tolerance, reason);
    }
}

static void addMotion(Cell* cell, gelBodyId id, Motion* motion)
{
    float v[3 * cell_maximumVertices];
    int count = gelBody_GetMesh(cell->world, id)->vertexCount,
        first = gelBody_GetFirstVertex(cell->world, id);
    int room = cell_maximumVertices - motion->count;
    REQUIRE(gelBody_ReadPositionsDouble(cell->world, id, motion->position[motion->count], room));
    REQUIRE(gelBody_ReadVelocities(cell->world, id, v, room));
    for (int i = 0; i < count; i++, motion->count++) {
        double inverse = cell->world->vertices[first + i].inverseMass;
        motion->masses[motion->count] = inverse > 0.0 ? 1.0 / inverse : 0.0;
        for (int k = 0; k < 3; k++)
            motion->velocity[motion->count][k] = (double)v[3 * i + k];
    }
}

static void sumMotion(Motion* motion)
{
    for (int i = 0; i < motion->count; i++) {
        motion->mass += motion->masses[i];
        for (int k = 0; k < 3; k++) {
            motion->centre[k] += motion->masses[i] * motion->position[i][k];
            motion->momentum[k] += motion->masses[i] * motion->velocity[i][k];
            motion->kinetic += 0.5 * motion->masses[i] * motion->velocity[i][k] * motion->velocity[i][k];
        }
    }
    for (int k = 0; k < 3; k++)
        motion->centre[k] = motion->mass > 0.0 ? motion->centre[k] / motion->mass : 0.0;
    for (int i = 0; i < motion->count; i++)
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            motion->spin[k] +=
                motion->masses[i] * ((motion->position[i][a] - motion->centre[a]) * motion->velocity[i][b] -
                                     (motion->position[i][b] - motion->centre[b]) * motion->velocity[i][a]);
        }
}

void readMotion(Cell* cell, gelBodyId id, Motion* motion)
{
    memset(motion, 0, sizeof *motion);
    addMotion(cell, id, motion);
    sumMotion(motion);
}

void readAllMotion(Cell* cell, Motion* motion)
{
    memset(motion, 0, sizeof *motion);
    for (int i = 0; i < gelWorld_GetBodyCount(cell->world); i++)
        addMotion(cell, gelWorld_GetBody(cell->world, i), motion);
    sumMotion(motion);
}

double speedAcross(const Motion* motion)
{
    double sum = 0.0;
    for (int i = 0; i < motion->count; i++)
        for (int k = 0; k < 3; k += 2)
            sum += motion->masses[i] * motion->velocity[i][k] * motion->velocity[i][k];
    return sqrt(sum / motion->mass);
}

int visiblePoints(Cell* cell, float (*points)[3])
{
    float x[cell_maximumVertices][3];
    const gelTetMesh* mesh = gelBody_GetMesh(cell->world, cell->id);
    const gelSkin* skin = gelBody_GetSkin(cell->world, cell->id);
    REQUIRE(
        gelBody_ReadPositions(cell->world, cell->id, skin != NULL ? x[0] : points[0], cell_maximumVertices));
    if (skin == NULL)
        return mesh->vertexCount;
    gelEvaluateEmbedding(&skin->embedding, mesh, x[0], points[0]);
    return skin->embedding.pointCount;
}

void stretch(Cell* cell, gelBodyId id, double factor, double shear)
{
    Motion motion;
    float x[3 * cell_maximumVertices];
    readMotion(cell, id, &motion);
    for (int i = 0; i < motion.count; i++) {
        for (int k = 0; k < 3; k++)
            x[3 * i + k] = (float)(motion.centre[k] + factor * (motion.position[i][k] - motion.centre[k]));
        x[3 * i] += (float)(shear * (motion.position[i][1] - motion.centre[1]));
    }
    accepts(cell, gelBody_WritePositions(cell->world, id, x, motion.count));
}

void throwBody(Cell* cell, gelBodyId id, gelVec3 velocity, gelVec3 turn)
{
    Motion motion;
    float v[3 * cell_maximumVertices];
    const double along[3] = {(double)velocity.x, (double)velocity.y, (double)velocity.z};
    const double around[3] = {(double)turn.x, (double)turn.y, (double)turn.z};
    readMotion(cell, id, &motion);
    for (int i = 0; i < 3 * motion.count; i++) {
        int k = i % 3, a = (k + 1) % 3, b = (k + 2) % 3;
        const double* x = motion.position[i / 3];
        v[i] =
            (float)(along[k] + around[a] * (x[b] - motion.centre[b]) - around[b] * (x[a] - motion.centre[a]));
    }
    accepts(cell, gelBody_WriteVelocities(cell->world, id, v, motion.count));
}

Push pushOf(Cell* cell)
{
    Motion before, after;
    Push push;
    readMotion(cell, cell->id, &before);
    stepCellBy(cell, briefStep);
    readMotion(cell, cell->id, &after);
    for (int k = 0; k < 3; k++) {
        push.force[k] = (after.momentum[k] - before.momentum[k]) / (double)briefStep;
        push.torque[k] = (after.spin[k] - before.spin[k]) / (double)briefStep;
    }
    return push;
}

double lengthOf(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

void cross(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

void addPush(Push* push, const double centre[3], const double place[3], const double force[3])
{
    double arm[3], torque[3];
    for (int k = 0; k < 3; k++)
        arm[k] = place[k] - centre[k];
    cross(arm, force, torque);
    for (int k = 0; k < 3; k++) {
        push->force[k] += force[k];
        push->torque[k] += torque[k];
    }
}

void expectPush(Cell* cell, const Push* expected, double allowedForce, double allowedTorque,
                const char* reason)
{
    Push found = pushOf(cell);
    expect3(cell, "the force", found.force, expected->force, allowedForce, reason);
    expect3(cell, "the torque", found.torque, expected->torque, allowedTorque, reason);
}

double sizeOf(const Push* push)
{
    return lengthOf(push->force) + lengthOf(push->torque) + 1e-3;
}
