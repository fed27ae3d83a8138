// Fields: forces, wind, liquids and media that act on bodies in addition to gravity. docs/fields.md
// has the formulas and Blender's names.
//
//     gelField wind = gelDefaultField(gel_fieldWind);
//     wind.velocity = (gelVec3){8.0f, 0.0f, 0.0f};
//     wind.gust = 0.5f;
//     gelWorld_SetFields(world, &wind, 1);
//
// Fields act on velocities at the start of each substep. All back ends compute the same bits.
#pragma once

#include "gel/id.h"

// The kinds of field.
typedef enum gelFieldKind {
    gel_fieldUniform,    // a uniform acceleration along `direction`
    gel_fieldPoint,      // away from `position`; a negative strength attracts
    gel_fieldLine,       // away from the line through `position` along `direction`
    gel_fieldVortex,     // around that line, anticlockwise if it points at you
    gel_fieldTurbulence, // noise
    gel_fieldDrag,       // a medium that slows bodies
    gel_fieldWind,       // air that pushes at the visible surface
    gel_fieldLiquid,     // a liquid below a plane: buoyancy and drag
    gel_fieldKindCount
} gelFieldKind;

// The region in which a field acts.
typedef enum gelFieldBound {
    gel_fieldUnbounded,
    gel_fieldBall,
    gel_fieldBox,
    gel_fieldBoundCount
} gelFieldBound;

// The maximum numbers of fields of a world, and of keys of a field.
enum { GEL_MAXIMUM_FIELDS = 16, GEL_MAXIMUM_FIELD_KEYS = 64 };

// A point of the curve that scales a field's strength over time.
typedef struct gelFieldKey {
    float time;  // s, 0 to 1e5
    float share; // factor of the strength at that time, -1e6 to 1e6
} gelFieldKey;

// A field. gel_fieldSettings (gel/settings.h) has names, units, ranges and defaults of all members
// except the keys. Members that a kind does not use are checked, and have no effect.
typedef struct gelField {
    gelFieldKind kind;
    // Position, m, -1e9 to 1e9; default 0. The centre of point, line and vortex; a point of a
    // liquid's surface.
    gelVec3 position;
    // Direction, at least 1e-12 long; default {0, 1, 0}. The direction of a uniform field, the axis
    // of line and vortex, and up for a liquid.
    gelVec3 direction;
    // Velocity of the medium of wind, liquid and drag, or of the noise of turbulence, m/s, -1e6 to
    // 1e6; default 0.
    gelVec3 velocity;
    // Acceleration, m/s^2, -1e6 to 1e6; default 1. For wind, liquid and drag a factor, 0 to 1e6.
    float strength;
    // Falloff of point, line and vortex, 0 to 8; default 0. The strength is multiplied by (inner /
    // r)^falloff beyond the inner radius, and by r / inner within it. Beyond the outer radius it is
    // 0, unless that radius is 0. The inner radius is > 0 to 1e9 m, default 1; the outer one 0 to
    // 1e9 m, default 0.
    int falloff;
    float innerRadius, outerRadius;
    float size;     // size of turbulence, m, 1e-6 to 1e9; default 1
    int seed;       // seed of turbulence and gusts, 0 to 1e6; default 0
    float gust;     // relative size of random changes of strength over time, 0 (default) to 1
    float gustRate; // gusts per second, 0 to 1000; default 1
    // Drag of drag and liquid: dv/dt = -(linear + quadratic |v|) v. 1/s and 1/m, 0 to 1e6; default
    // 0. With `perArea` (drag only) it acts on outer triangles by their area, in kg/(m^2 s) and
    // kg/m^3.
    float linearDrag, quadraticDrag;
    bool perArea; // default false
    // Density of the medium, kg/m^3, 0 to 1e6. 0 (default): 1.2 (air) for wind, 1000 (water) for a
    // liquid.
    float density;
    float dragCoefficient, liftCoefficient; // for wind; 0 to 1000; default 1 and 0
    gelFieldBound bound;                    // default gel_fieldUnbounded
    gelVec3 boundCentre;                    // m, -1e9 to 1e9; default 0
    gelVec3 boundSize;                      // size of the box, m, > 0 to 1e9; default 1
    float boundRadius;                      // radius of the ball, m, > 0 to 1e9; default 1
    // Factors of the strength in order of time, linear between keys, constant before and after;
    // default none: 1.
    gelFieldKey keys[GEL_MAXIMUM_FIELD_KEYS];
    int keyCount;
} gelField;

// Returns the default field of a kind.
GEL_API gelField gelDefaultField(gelFieldKind kind);
// Returns "uniform", "point", ... Never NULL.
GEL_API const char* gelFieldKindText(gelFieldKind kind);

// Replaces all fields of the world, at most GEL_MAXIMUM_FIELDS, from the next step on. A step under
// way is completed first. On failure the fields are unchanged.
// Errors: gel_invalidArgument (the message names field and member).
// Cost: the first step builds kernels (a second). Every substep has one or two launches: over all
// vertices, over outer triangles, or both. Launches of whole steps are cut at each substep. On one
// CPU core a field costs about 10 ns per vertex and substep, wind 50, turbulence 140. No fields
// cost nothing.
GEL_API gelStatus gelWorld_SetFields(gelWorld* world, const gelField* fields, int count);
// Stores the fields in the given order, at most `capacity`. Returns the number of all fields.
// `fields` may be NULL if `capacity` is 0.
GEL_API int gelWorld_GetFields(const gelWorld* world, gelField* fields, int capacity);

// Sets the factor of gravity that acts on a body from the next step on, -1e6 to 1e6; default 1.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, or out of range).
// Cost: a factor other than 1 costs as much as a field.
GEL_API gelStatus gelBody_SetGravityWeight(gelWorld* world, gelBodyId id, float weight);
// Sets the factor of a field for a body from the next step on, -1e6 to 1e6; default 1. `field` is
// the place in the list. Factors below 0 count as 0 for drag, wind and the drag of a liquid.
// Factors stay with their place when fields are replaced.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, no such place, or out of range).
GEL_API gelStatus gelBody_SetFieldWeight(gelWorld* world, gelBodyId id, int field, float weight);
// Returns the factor of gravity for a body; 0 if the id is invalid.
GEL_API float gelBody_GetGravityWeight(const gelWorld* world, gelBodyId id);
// Returns the factor of a field for a body; 0 if the id or place is invalid.
GEL_API float gelBody_GetFieldWeight(const gelWorld* world, gelBodyId id, int field);

// Counts the substeps, at least 1, with which a body floats at rest in the world's liquids. With
// fewer, one that is much lighter than a liquid trembles, or leaps: a substep moves it too far. A
// step warns once. `timeStep` is 1e-6 to 1 s; strengths are those without keys and gusts. 0: more
// substeps than a world allows.
// Errors: gel_invalidHandle, gel_invalidArgument, gel_outOfMemory.
// Cost: about 100 ns per triangle of its outside.
GEL_API gelStatus gelBody_CountLiquidSubsteps(const gelWorld* world, gelBodyId id, float timeStep,
                                              int* substepCount);

// Sets the time of keys, gusts and moving noise, s, -1e9 to 1e9. It is 0 at creation, and each step
// adds its length.
// Errors: gel_invalidArgument.
GEL_API gelStatus gelWorld_SetFieldTime(gelWorld* world, double seconds);
// Returns the time of keys, gusts and moving noise, s.
GEL_API double gelWorld_GetFieldTime(const gelWorld* world);
