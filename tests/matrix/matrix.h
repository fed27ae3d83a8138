// The table of every body and every feature. A cell is a feature on a body: a closed form or an invariant, or a refusal
// in one clear line. It has two planes, one per solver. table.c has the rows, bodies.c builds the bodies, and each
// other file measures a family of features.
#pragma once

#include "gel/gel.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum BodyRow {
    row_tets,
    row_filled,  // a surface filled with tets, which is its skin
    row_closed,  // closed cloth
    row_balloon, // closed cloth with gas under pressure
    row_open,    // open cloth
    row_rope,
    row_cage, // a cage of tets around a surface, which is its skin
    row_obstacle,
    row_count
} BodyRow;

typedef struct BodyKind {
    const char* name;  // in names of cells
    const char* title; // on the page
    const char* json;  // the body of a scene file
    double area;       // of the visible surface, m^2
    double volume;     // inside the visible surface, m^3
} BodyKind;
extern const BodyKind bodyKinds[row_count];

typedef struct Cell Cell;
typedef struct Feature {
    const char* family;
    const char* name;
    void (*run)(Cell* cell);
    const char* promise; // what is measured, for the page
} Feature;
extern const Feature features[];
extern const int featureCount;

// The solver of the bodies. Obstacles have none: they are in the first plane alone.
typedef enum Plane { plane_both, plane_xpbd, plane_twoLevel } Plane;

// A cell that is not simply right.
typedef enum CellState { cell_right, cell_noEffect, cell_refused, cell_wrong } CellState;
typedef struct Exception {
    const char *features, *bodies; // names, each between spaces
    CellState state;
    const char* text; // a part of the message that refuses, or the reason
    Plane plane;      // with this solver; plane_both: with either
} Exception;
extern const Exception exceptions[];
extern const int exceptionCount;

enum { cell_maximumVertices = 128, cell_maximumTriangles = 256 };

// One run of a cell, on one back end.
struct Cell {
    const Feature* feature;
    BodyRow row;
    Plane plane;
    bool isSnapped;  // everything lies on whole or half numbers
    bool isBitsOnly; // nothing is measured but the hash
    // Set up by the feature before openCell; without gravity, ground and contact at first.
    gelWorldDef def;
    gelBodyDef body;
    gelWorld* world;
    gelBodyId id;
    bool isRefused;
    char message[512]; // that refuses
    int expectationCount, failureCount;
    double effect; // the largest number that the feature should have changed
    char failures[1024];
    uint64_t hash; // of all worlds of the cell
};

// -- cell.c

// Rounds a number to whole halves, in cells with round numbers.
float snap(const Cell* cell, double value);
gelVec3 snap3(const Cell* cell, double x, double y, double z);
// Whether a call was accepted. If not, the cell is refused with the message.
bool accepts(Cell* cell, gelStatus status);
// Creates the world and the body of the cell; false if they are refused.
bool openCell(Cell* cell);
// Creates them and a second body, which lies apart from the first.
bool openPair(Cell* cell, gelBodyId* other);
// Adds the hash of the world to that of the cell, and destroys the world.
void closeCell(Cell* cell);
// Creates a further body of the kind at cell->body.
bool addBody(Cell* cell, gelBodyId* id);
void stepCell(Cell* cell, int frames);
void stepCellBy(Cell* cell, float timeStep);
void expect(Cell* cell, const char* what, double found, double expected, double tolerance,
            const char* reason);
// Compares three numbers at once.
void expect3(Cell* cell, const char* what, const double found[3], const double expected[3], double tolerance,
             const char* reason);

// A state of one body, or of all.
typedef struct Motion {
    int count;
    double mass, momentum[3], spin[3], centre[3], kinetic; // spin: about the centre
    double position[cell_maximumVertices][3], velocity[cell_maximumVertices][3];
    double masses[cell_maximumVertices];
} Motion;
void readMotion(Cell* cell, gelBodyId id, Motion* motion);
void readAllMotion(Cell* cell, Motion* motion);
// The mean speed, by mass, across y.
double speedAcross(const Motion* motion);
// The order of forces in a body of 1 m that is strained by a twentieth, N m.
double momentOf(const Cell* cell);
// The points that are seen: those of the skin, or the vertices. Returns their number.
int visiblePoints(Cell* cell, float (*points)[3]);
double lowestPoint(Cell* cell); // of what is seen of the cell's body
// Multiplies all positions by a factor about the centre, with a shear along x.
void stretch(Cell* cell, gelBodyId id, double factor, double shear);
void throwBody(Cell* cell, gelBodyId id, gelVec3 velocity, gelVec3 turn);

// The force and the torque about the centre that a body shows in a brief step.
typedef struct Push {
    double force[3], torque[3];
} Push;
static const float briefStep = 1e-4f; // s: a body hardly moves meanwhile
Push pushOf(Cell* cell);
// Adds a force at a place.
void addPush(Push* push, const double centre[3], const double place[3], const double force[3]);
// Allows errors of `allowedForce`, N, and `allowedTorque`, N m.
void expectPush(Cell* cell, const Push* expected, double allowedForce, double allowedTorque,
                const char* reason);
double sizeOf(const Push* push);
double lengthOf(const double v[3]);
void cross(const double a[3], const double b[3], double c[3]);

// -- bodies.c

// Creates a body of the kind.
gelStatus createBody(gelWorld* world, BodyRow row, const gelBodyDef* def, gelBodyId* id);
void setMaterialOf(BodyRow row, gelMaterial* material);
// The visible triangles of the cell's body where it was created: [count][3][3]; 0 for ropes.
int visibleTriangles(const Cell* cell, double (*triangles)[3][3]);
// Writes the files of bodyKinds[row].json to a folder.
void writeBodyFiles(const char* folder);

static inline bool isSoft(const Cell* cell)
{
    return cell->row != row_obstacle;
}
static inline bool isSolid(const Cell* cell)
{
    return cell->row == row_tets || cell->row == row_filled || cell->row == row_cage;
}
