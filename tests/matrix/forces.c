// Forces from outside: gravity, damping and each field, as force and torque against their formulas.
#include "matrix/matrix.h"
#include "matrix/families.h"

#include <math.h>
#include <string.h>

// -- By mass.

void gravity(Cell* cell)
{
    Motion before, after;
    enum { frames = 15 };
    double h = 1.0 / 600.0, steps = 10.0 * frames,
           drop[3] = {0.0, -0.5 * 9.81 * h * h * steps * (steps + 1.0), 0.0};
    cell->def.gravity.y = -9.81f;
    if (!openCell(cell))
        return;
    readMotion(cell, cell->id, &before);
    stepCell(cell, frames);
    readMotion(cell, cell->id, &after);
    double fall[3], none[3] = {0};
    for (int k = 0; k < 3; k++)
        fall[k] = after.centre[k] - before.centre[k];
    expect3(cell, "the fall", fall, isSoft(cell) ? drop : none, 1e-6, "rounding of g and of the time step");
}

void damping(Cell* cell)
{
    Motion motion;
    cell->body.material.damping = 2.0f;
    if (!openCell(cell))
        return;
    throwBody(cell, cell->id, (gelVec3){1.0f, 0.0f, 0.0f}, (gelVec3){0});
    stepCell(cell, 30);
    readMotion(cell, cell->id, &motion);
    expect(cell, "the speed", motion.momentum[0] / motion.mass, exp(-1.0), 1e-3,
           "a substep is damped by 1 - d h");
}

// Sums mass times an acceleration of each vertex.
static void expectAccelerations(Cell* cell, const gelField* field,
                                void (*at)(const double place[3], double a[3]))
{
    Motion motion;
    Push expected = {{0}, {0}};
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, field, 1)))
        return;
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < motion.count; i++) {
        double force[3];
        at(motion.position[i], force);
        for (int k = 0; k < 3; k++)
            force[k] *= motion.masses[i];
        addPush(&expected, motion.centre, motion.position[i], force);
    }
    expectPush(cell, &expected, 1e-3 * sizeOf(&expected), 1e-3 * sizeOf(&expected),
               "of a brief step, and velocities of single precision");
}

static void uniformAt(const double place[3], double a[3])
{
    (void)place;
    a[0] = 3.0;
    a[1] = a[2] = 0.0;
}

void uniformField(Cell* cell)
{
    gelField field = gelDefaultField(gel_fieldUniform);
    field.direction = (gelVec3){2.0f, 0.0f, 0.0f};
    field.strength = 3.0f;
    expectAccelerations(cell, &field, uniformAt);
}

// The place of the point, line and vortex of the cell that runs: on a vertex where all is whole.
static double fieldCentre[3];

static void setCentre(const Cell* cell, gelField* field)
{
    gelVec3 place = snap3(cell, 0.63, 2.24, 0.58);
    field->position = place;
    fieldCentre[0] = (double)place.x;
    fieldCentre[1] = (double)place.y;
    fieldCentre[2] = (double)place.z;
    field->strength = 5.0f;
    field->innerRadius = snap(cell, 0.63);
    field->falloff = 2;
}

// Away from the centre, or from a line through it along y, in the field of setCentre.
static void awayFrom(const double place[3], double innerRadius, bool isLine, double a[3])
{
    for (int k = 0; k < 3; k++)
        a[k] = isLine && k == 1 ? 0.0 : place[k] - fieldCentre[k];
    double r = lengthOf(a), share = r <= innerRadius ? r / innerRadius : pow(innerRadius / r, 2.0);
    for (int k = 0; k < 3 && r > 0.0; k++)
        a[k] *= 5.0 * share / r;
}

static double innerRadius;
static void pointAt(const double place[3], double a[3])
{
    awayFrom(place, innerRadius, false, a);
}
static void lineAt(const double place[3], double a[3])
{
    awayFrom(place, innerRadius, true, a);
}
static void vortexAt(const double place[3], double a[3])
{
    const double up[3] = {0.0, 1.0, 0.0};
    double away[3];
    awayFrom(place, innerRadius, true, away);
    cross(up, away, a);
}

static void centredField(Cell* cell, gelFieldKind kind, void (*at)(const double place[3], double a[3]))
{
    gelField field = gelDefaultField(kind);
    setCentre(cell, &field);
    innerRadius = (double)field.innerRadius;
    expectAccelerations(cell, &field, at);
}

void pointField(Cell* cell)
{
    centredField(cell, gel_fieldPoint, pointAt);
}
void lineField(Cell* cell)
{
    centredField(cell, gel_fieldLine, lineAt);
}
void vortexField(Cell* cell)
{
    centredField(cell, gel_fieldVortex, vortexAt);
}

// Noise has no closed form, so a loose rope through the same places stands for it.
void turbulenceField(Cell* cell)
{
    Motion motion;
    Cell probe = *cell;
    gelField field = gelDefaultField(gel_fieldTurbulence);
    float x[3 * cell_maximumVertices];
    int lines[2 * cell_maximumVertices];
    field.strength = 5.0f;
    field.size = snap(cell, 0.61);
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)))
        return;
    readMotion(cell, cell->id, &motion);
    for (int i = 0; i < 3 * motion.count; i++)
        x[i] = (float)motion.position[i / 3][i % 3];
    for (int i = 0; i < 2 * motion.count - 2; i++)
        lines[i] = (i + 1) / 2;
    gelLineMesh mesh;
    Motion still;
    Push expected = {{0}, {0}};
    probe.body = gelDefaultBodyDef();
    probe.body.material.youngModulus = 1e-3f;
    accepts(&probe, gelCreateLineMesh(x, motion.count, lines, motion.count - 1, &mesh));
    accepts(&probe, gelCreateWorld(&probe.def, &probe.world));
    accepts(&probe, gelCreateRope(probe.world, &probe.body, &mesh, &probe.id));
    accepts(&probe, gelWorld_SetFields(probe.world, &field, 1));
    stepCellBy(&probe, briefStep);
    readMotion(&probe, probe.id, &still);
    for (int i = 0; i < motion.count; i++) {
        double force[3];
        for (int k = 0; k < 3; k++)
            force[k] = motion.masses[i] * still.velocity[i][k] / (double)briefStep;
        addPush(&expected, motion.centre, motion.position[i], force);
    }
    gelDestroyLineMesh(&mesh);
    gelDestroyWorld(probe.world);
    expectPush(cell, &expected, 2e-3 * sizeOf(&expected), 2e-3 * sizeOf(&expected),
               "of a brief step, and velocities of single precision");
}

// -- By area.

void dragField(Cell* cell)
{
    gelField field = gelDefaultField(gel_fieldDrag);
    Motion motion;
    Push expected = {{0}, {0}};
    field.linearDrag = 0.5f;
    field.quadraticDrag = 0.25f;
    field.velocity = (gelVec3){3.0f, 0.0f, 0.0f};
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)))
        return;
    readMotion(cell, cell->id, &motion);
    expected.force[0] = motion.mass * (0.5 + 0.25 * 3.0) * 3.0;
    expectPush(cell, &expected, 1e-3 * sizeOf(&expected), 1e-3 * sizeOf(&expected), "of a brief step");
}

static double triangleArea(double (*t)[3], double normal[3])
{
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = t[1][k] - t[0][k];
        b[k] = t[2][k] - t[0][k];
    }
    cross(a, b, normal);
    double length = lengthOf(normal);
    for (int k = 0; k < 3; k++)
        normal[k] /= length;
    return 0.5 * length;
}

// Sums what pushes at each visible triangle, at its centre.
static Push pushOnTriangles(Cell* cell,
                            void (*at)(const Cell* cell, const double normal[3], double pressure[3]))
{
    static double triangles[cell_maximumTriangles][3][3];
    Motion motion;
    Push sum = {{0}, {0}};
    readMotion(cell, cell->id, &motion);
    int count = isSoft(cell) ? visibleTriangles(cell, triangles) : 0;
    for (int i = 0; i < count; i++) {
        double normal[3], force[3], middle[3], area = triangleArea(triangles[i], normal);
        at(cell, normal, force);
        for (int k = 0; k < 3; k++) {
            force[k] *= area;
            middle[k] = (triangles[i][0][k] + triangles[i][1][k] + triangles[i][2][k]) / 3.0;
        }
        addPush(&sum, motion.centre, middle, force);
    }
    return sum;
}

static void areaDragAt(const Cell* cell, const double normal[3], double pressure[3])
{
    (void)cell, (void)normal;
    pressure[0] = (0.5 + 0.25 * 3.0) * 3.0;
    pressure[1] = pressure[2] = 0.0;
}

void areaDrag(Cell* cell)
{
    gelField field = gelDefaultField(gel_fieldDrag);
    field.linearDrag = 0.5f;
    field.quadraticDrag = 0.25f;
    field.perArea = true;
    field.velocity = (gelVec3){3.0f, 0.0f, 0.0f};
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)))
        return;
    Push expected = pushOnTriangles(cell, areaDragAt);
    expectPush(cell, &expected, 2e-3 * sizeOf(&expected), 2e-3 * sizeOf(&expected), "of a brief step");
}

// The formula of docs/fields.md with c_D = 1.25, c_L = 0.5 and a wind of 4 m/s along x.
static void windAt(const Cell* cell, const double normal[3], double pressure[3])
{
    const double u[3] = {4.0, 0.0, 0.0}, density = 1.2;
    double s = u[0] * normal[0];
    bool meets = s < 0.0 || cell->row == row_open;
    for (int k = 0; k < 3; k++)
        pressure[k] =
            meets ? 0.5 * density * (1.25 * fabs(s) * u[k] + 0.5 * s * (4.0 * normal[k] - s * u[k] / 4.0))
                  : 0.0;
}

void windField(Cell* cell)
{
    gelField field = gelDefaultField(gel_fieldWind);
    field.velocity = (gelVec3){4.0f, 0.0f, 0.0f};
    field.dragCoefficient = 1.25f;
    field.liftCoefficient = 0.5f;
    if (cell->row == row_open) { // upright, so that a wind with round numbers meets its face
        float half = sqrtf(0.5f);
        cell->body.rotation = cell->isSnapped ? (gelQuat){0.0f, 0.0f, half, half} : cell->body.rotation;
    }
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)))
        return;
    Push expected = pushOnTriangles(cell, windAt);
    expectPush(cell, &expected, 2e-3 * sizeOf(&expected), 2e-3 * sizeOf(&expected),
               "of a brief step, and the part of a triangle that its corners bear");
}

// -- Liquid: Archimedes. The part of a closed surface below a level, as pyramids over an apex on the level.

typedef struct Submerged {
    double volume, centre[3];
} Submerged;

// Keeps the part of a polygon that is not above the level.
static int clip(double (*polygon)[3], int count, double level, double (*clipped)[3])
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const double *a = polygon[i], *b = polygon[(i + 1) % count];
        if (a[1] <= level)
            memcpy(clipped[kept++], a, sizeof clipped[0]);
        if ((a[1] < level && b[1] > level) || (a[1] > level && b[1] < level))
            for (int k = 0, place = kept++; k < 3; k++)
                clipped[place][k] = a[k] + (b[k] - a[k]) * (level - a[1]) / (b[1] - a[1]);
    }
    return kept;
}

static void addPyramid(Submerged* sum, const double apex[3], double (*t)[3])
{
    double e[3][3], normal[3];
    for (int k = 0; k < 9; k++)
        e[k / 3][k % 3] = t[k / 3][k % 3] - apex[k % 3];
    cross(e[0], e[1], normal);
    double volume = (normal[0] * e[2][0] + normal[1] * e[2][1] + normal[2] * e[2][2]) / 6.0;
    sum->volume += volume;
    for (int k = 0; k < 3; k++)
        sum->centre[k] += volume * (apex[k] + t[0][k] + t[1][k] + t[2][k]) / 4.0;
}

static Submerged submergedPart(const Cell* cell, double level)
{
    static double triangles[cell_maximumTriangles][3][3];
    Submerged sum = {0.0, {0}};
    const double apex[3] = {0.0, level, 0.0};
    int count = visibleTriangles(cell, triangles);
    for (int i = 0; i < count && bodyKinds[cell->row].volume > 0.0; i++) {
        double polygon[6][3];
        int corners = clip(triangles[i], 3, level, polygon);
        for (int c = 2; c < corners; c++) {
            double fan[3][3];
            memcpy(fan[0], polygon[0], sizeof fan[0]);
            memcpy(fan[1], polygon[c - 1], 2 * sizeof fan[0]);
            addPyramid(&sum, apex, fan);
        }
    }
    for (int k = 0; k < 3 && sum.volume > 0.0; k++)
        sum.centre[k] /= sum.volume;
    return sum;
}

// Levels through the middle, at the top and at the bottom; with round numbers they lie on vertices and faces.
void liquidField(Cell* cell)
{
    static const double levels[] = {-0.7, -0.46, 0.04, 0.44, 0.8};
    cell->def.gravity.y = -9.81f;
    for (int i = 0; i < 5; i++) {
        gelField field = gelDefaultField(gel_fieldLiquid);
        Motion motion;
        Push expected = {{0}, {0}};
        field.position.y = cell->body.position.y + snap(cell, levels[i]);
        if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)) ||
            (isSoft(cell) && !accepts(cell, gelBody_SetGravityWeight(cell->world, cell->id, 0.0f))))
            return;
        readMotion(cell, cell->id, &motion);
        Submerged part = submergedPart(cell, (double)field.position.y);
        double lift[3] = {0.0, isSoft(cell) ? 1000.0 * 9.81 * part.volume : 0.0, 0.0};
        addPush(&expected, motion.centre, part.centre, lift);
        expectPush(
            cell, &expected, 1e-3 * lift[1] + 0.01, 15.0,
            "the corners of a triangle bear equal parts of its force: 1.5e-3 of what lifts the whole cube");
        closeCell(cell);
    }
}

void gravityWeight(Cell* cell)
{
    Motion motion;
    Push expected = {{0}, {0}};
    cell->def.gravity.y = -9.81f;
    if (!openCell(cell) || !accepts(cell, gelBody_SetGravityWeight(cell->world, cell->id, -0.5f)))
        return;
    readMotion(cell, cell->id, &motion);
    expected.force[1] = 0.5 * 9.81 * motion.mass;
    expectPush(cell, &expected, 1e-4 * sizeOf(&expected), 1e-4 * sizeOf(&expected), "rounding");
}

// Half of the strength, by a key, in a ball around the body.
void boundAndKeys(Cell* cell)
{
    Motion motion;
    Push expected = {{0}, {0}};
    gelField field = gelDefaultField(gel_fieldUniform);
    field.strength = 4.0f;
    field.keys[0] = (gelFieldKey){0.0f, 0.5f};
    field.keyCount = 1;
    field.bound = gel_fieldBall;
    field.boundCentre = cell->body.position;
    field.boundRadius = 2.0f;
    if (!openCell(cell) || !accepts(cell, gelWorld_SetFields(cell->world, &field, 1)))
        return;
    readMotion(cell, cell->id, &motion);
    expected.force[1] = 2.0 * motion.mass;
    expectPush(cell, &expected, 1e-3 * sizeOf(&expected), 1e-3 * sizeOf(&expected), "of a brief step");
}
