// Bonds of vertices: pins, goals, attachments, tethers, limits of stretch.
#include "matrix/families.h"

#include "support/fixtures.h"

void pins(Cell* cell)
{
    Motion before, after;
    int held = 0;
    double pulled[3], none[3] = {0};
    cell->def.gravity.y = -9.81f;
    if (!openCell(cell) || !accepts(cell, gelBody_SetPinned(cell->world, cell->id, &held, 1, true)))
        return;
    readMotion(cell, cell->id, &before);
    stepCell(cell, 30);
    readMotion(cell, cell->id, &after);
    for (int k = 0; k < 3; k++)
        pulled[k] = after.position[0][k] - before.position[0][k];
    expect3(cell, "the way of the pinned vertex", pulled, none, 0.0, "exact");
    expect(cell, "the others move", fabs(after.centre[1] - before.centre[1]) > 0.01, 1.0, 0.0,
           "they hang by one vertex");
}

static const double pull[3] = {0.4, 0.2, -0.1}; // m

// A hand: the force is mass times stiffness times distance.
void vertexGoal(Cell* cell)
{
    Motion motion;
    Push expected = {{0}, {0}};
    double force[3];
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &motion);
    gelGoal goal = {.body = cell->id, .vertex = 0, .stiffness = 100.0f};
    goal.position.x = (float)(motion.position[0][0] + pull[0]);
    goal.position.y = (float)(motion.position[0][1] + pull[1]);
    goal.position.z = (float)(motion.position[0][2] + pull[2]);
    if (!accepts(cell, gelWorld_SetGoals(cell->world, &goal, 1)))
        return;
    for (int k = 0; k < 3; k++)
        force[k] = 100.0 * motion.masses[0] * pull[k];
    addPush(&expected, motion.centre, motion.position[0], force);
    expectPush(cell, &expected, 2e-3 * sizeOf(&expected), 2e-3 * sizeOf(&expected), "of a brief step");
}

static bool setGoals(Cell* cell, float weight, Motion* motion, float* xyz)
{
    gelGoalSet set = gelDefaultGoalSet();
    set.weight = weight;
    if (!openCell(cell) || !accepts(cell, gelBody_SetGoals(cell->world, cell->id, &set)))
        return false;
    readMotion(cell, cell->id, motion);
    for (int i = 0; i < 3 * motion->count; i++)
        xyz[i] = (float)(motion->position[i / 3][i % 3] + pull[i % 3]);
    return true;
}

void bodyGoals(Cell* cell)
{
    Motion motion;
    Push expected = {{0}, {0}};
    float xyz[3 * cell_maximumVertices];
    if (!setGoals(cell, 0.5f, &motion, xyz) ||
        !accepts(cell, gelBody_PlaceGoals(cell->world, cell->id, xyz, motion.count)))
        return;
    for (int k = 0; k < 3; k++)
        expected.force[k] = 100.0 * motion.mass * pull[k];
    expectPush(cell, &expected, 2e-3 * sizeOf(&expected), 2e-3 * sizeOf(&expected), "of a brief step");
}

void exactGoals(Cell* cell)
{
    Motion motion;
    float xyz[3 * cell_maximumVertices];
    double farthest = 0.0;
    if (!setGoals(cell, 1.0f, &motion, xyz) ||
        !accepts(cell, gelBody_MoveGoals(cell->world, cell->id, xyz, motion.count)))
        return;
    stepCell(cell, 1);
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < 3 * motion.count; i++)
        farthest = fmax(farthest, fabs(motion.position[i / 3][i % 3] - (double)xyz[i]));
    expect(cell, "the distance from the goals", farthest, 0.0, 1e-6, "rounding of the goals");
}

// A spring between two bodies, whose length is 0 with round numbers.
void attachment(Cell* cell)
{
    gelBodyId other;
    Motion first, second, all;
    double none[3] = {0}, force[3], way[3];
    gelVec3 found;
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    if (!openPair(cell, &other))
        return;
    def.a = (gelBodyPoint){cell->id, 1, {0}, {1.0f}};
    def.b = (gelBodyPoint){other, 1, {0}, {1.0f}};
    def.compliance = 0.01f;
    def.length = snap(cell, 0.2);
    if (!accepts(cell, gelCreateAttachment(cell->world, &def, &id)))
        return;
    readMotion(cell, cell->id, &first);
    readMotion(cell, other, &second);
    for (int k = 0; k < 3; k++)
        way[k] = second.position[0][k] - first.position[0][k];
    for (int k = 0; k < 3; k++)
        force[k] = way[k] / lengthOf(way) * (lengthOf(way) - (double)def.length) / 0.01;
    stepCellBy(cell, briefStep);
    REQUIRE(gelAttachment_GetForce(cell->world, id, &found));
    const double pulling[3] = {(double)found.x, (double)found.y, (double)found.z};
    expect3(cell, "the force", pulling, force, 5e-3 * lengthOf(force), "it gives way in a brief step");
    stepCell(cell, 30);
    readAllMotion(cell, &all);
    expect3(cell, "the momentum", all.momentum, none, 1e-5 * lengthOf(force), "rounding of 300 substeps");
}

static double stretchLimitOf(const Cell* cell)
{
    return cell->isSnapped ? 0.0 : 0.1;
}

// The lengths of the paths along edges from vertex 0, at rest.
static int findPaths(Cell* cell, gelConstraint* edges, int room, int count, double* paths)
{
    gelCounters counters;
    REQUIRE(gelWorld_GetCounters(cell->world, &counters));
    int edgeCount = counters.constraintCounts[gel_distanceConstraint];
    REQUIRE(gelWorld_GetConstraints(cell->world, gel_distanceConstraint, edges, room));
    for (int i = 0; i < count; i++)
        paths[i] = i == 0 ? 0.0 : 1e9;
    for (int turn = 0; turn < count; turn++)
        for (int e = 0; e < 2 * edgeCount; e++) {
            const gelConstraint* edge = &edges[e / 2];
            int from = edge->vertices[e % 2], to = edge->vertices[1 - e % 2];
            paths[to] = fmin(paths[to], paths[from] + (double)edge->values[0]);
        }
    return edgeCount;
}

// A very soft body hangs by one vertex.
static bool hang(Cell* cell)
{
    int held = 0;
    cell->def.gravity.y = -9.81f;
    cell->def.substepCount = 40;
    cell->body.material.youngModulus = 1e3f;
    cell->body.material.damping = 2.0f;
    return openCell(cell) && accepts(cell, gelBody_SetPinned(cell->world, cell->id, &held, 1, true));
}

enum { maximumEdges = 1024 };

void tethers(Cell* cell)
{
    static gelConstraint edges[maximumEdges];
    double paths[cell_maximumVertices], longest = 0.0;
    Motion motion;
    cell->body.material.tethers = gel_tetheredToNearestPin;
    cell->body.material.stretchLimit = (float)stretchLimitOf(cell);
    if (!hang(cell))
        return;
    readMotion(cell, cell->id, &motion);
    findPaths(cell, edges, maximumEdges, motion.count, paths);
    for (int frame = 0; frame < 60; frame++) {
        stepCell(cell, 1);
        readMotion(cell, cell->id, &motion);
        for (int i = 1; i < motion.count; i++) {
            double way[3];
            for (int k = 0; k < 3; k++)
                way[k] = motion.position[i][k] - motion.position[0][k];
            longest = fmax(longest, lengthOf(way) / (paths[i] * (1.0 + stretchLimitOf(cell))));
        }
    }
    expect(cell, "a tether beyond its length", fmax(longest, 1.0), 1.0, 1e-4, "rounding");
}

void stretchLimit(Cell* cell)
{
    static gelConstraint edges[maximumEdges];
    double paths[cell_maximumVertices], longest = 0.0;
    Motion motion;
    cell->body.material.stretchLimit = 0.1f;
    if (!hang(cell))
        return;
    readMotion(cell, cell->id, &motion);
    int count = findPaths(cell, edges, maximumEdges, motion.count, paths);
    stepCell(cell, 120);
    readMotion(cell, cell->id, &motion);
    for (int e = 0; e < count; e++) {
        double way[3];
        for (int k = 0; k < 3; k++)
            way[k] = motion.position[edges[e].vertices[1]][k] - motion.position[edges[e].vertices[0]][k];
        longest = fmax(longest, lengthOf(way) / ((double)edges[e].values[0] * 1.1));
    }
    expect(cell, "an edge beyond its limit", fmax(longest, 1.0), 1.0, 0.02, "a sweep per substep");
}

// A spring to a point of an obstacle, whose length is 0 with round numbers.
void anchor(Cell* cell)
{
    gelBodyId wall;
    gelSurfaceMesh box;
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelAttachmentId id;
    Motion motion, fixed;
    Push expected = {{0}, {0}};
    double way[3], force[3];
    if (!openCell(cell))
        return;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 1.0f, 1.0f}, &box));
    obstacle.position = snap3(cell, 3.1, 2.2, 0.3);
    REQUIRE(gelCreateObstacle(cell->world, &obstacle, &box, &wall));
    gelDestroySurfaceMesh(&box);
    def.a = (gelBodyPoint){cell->id, 1, {0}, {1.0f}};
    def.b = (gelBodyPoint){wall, 1, {0}, {1.0f}};
    def.compliance = 0.01f;
    def.length = snap(cell, 0.2);
    if (!accepts(cell, gelCreateAttachment(cell->world, &def, &id)))
        return;
    readMotion(cell, cell->id, &motion);
    readMotion(cell, wall, &fixed);
    for (int k = 0; k < 3; k++)
        way[k] = fixed.position[0][k] - motion.position[0][k];
    for (int k = 0; k < 3; k++)
        force[k] = way[k] / lengthOf(way) * (lengthOf(way) - (double)def.length) / 0.01;
    addPush(&expected, motion.centre, motion.position[0], force);
    expectPush(cell, &expected, 5e-3 * sizeOf(&expected), 5e-3 * sizeOf(&expected),
               "it gives way in a brief step");
}
