// Fields: what pushes at bodies besides gravity: forces, wind, liquids, media. docs/fields.md has the formulas, and
// Blender's names for them.
//
//     gelField wind = gelDefaultField(gel_fieldWind);
//     wind.velocity = (gelVec3){8.0f, 0.0f, 0.0f};
//     wind.gust = 0.5f;
//     gelWorld_SetFields(world, &wind, 1);
//
// Fields act at the start of each substep, on velocities. All back ends compute the same bits.
#pragma once

#include "gel/id.h"

// The law of a field.
typedef enum gelFieldKind {
    gel_fieldUniform,    // an acceleration along `direction`, everywhere the same
    gel_fieldPoint,      // away from `position`; a negative strength attracts
    gel_fieldLine,       // away from the line through `position` along `direction`
    gel_fieldVortex,     // around that line, counter-clockwise where it points at you
    gel_fieldTurbulence, // noise
    gel_fieldDrag,       // a medium that slows whatever moves in it
    gel_fieldWind,       // air that meets outer triangles
    gel_fieldLiquid,     // fills the space below a plane: buoyancy and drag
    gel_fieldKindCount
} gelFieldKind;

// Where a field ends.
typedef enum gelFieldBound {
    gel_fieldUnbounded,
    gel_fieldBall,
    gel_fieldBox,
    gel_fieldBoundCount
} gelFieldBound;

// Limits: fields of a world, and keys of a field.
enum { GEL_MAXIMUM_FIELDS = 16, GEL_MAXIMUM_FIELD_KEYS = 64 };

// The strength of a field at one time.
typedef struct gelFieldKey {
    float time;  // s, 0 to 1e5
    float share; // of the strength at that time, -1e6 to 1e6
} gelFieldKey;

// Names, units, ranges and defaults of all but the keys: gel_fieldSettings of gel/settings.h. Members that a kind does
// not use are checked, and have no effect.
typedef struct gelField {
    gelFieldKind kind;
    // Of point, line and vortex the centre; of a liquid a point of its surface. m, -1e9 to 1e9; default 0.
    gelVec3 position;
    // Of uniform fields; the axis of line and vortex; up out of a liquid. At least 1e-12 long; default {0, 1, 0}.
    gelVec3 direction;
    // Of wind, liquid and drag: how fast the medium flows; of turbulence: how fast the noise moves. m/s, -1e6 to 1e6;
    // default 0.
    gelVec3 velocity;
    // Acceleration, m/s^2; of wind, liquid and drag a factor. -1e6 to 1e6, from 0 on for these; default 1.
    float strength;
    // Of point, line and vortex: beyond the inner radius the strength is (inner / r)^falloff of what it is there,
    // within it r / inner; beyond the outer radius it is 0, unless that is 0. Falloff 0 to 8, default 0; radii in m,
    // above 0 to 1e9, default 1, and 0 to 1e9, default 0.
    int falloff;
    float innerRadius, outerRadius;
    float size;     // of the features of turbulence, m, 1e-6 to 1e9; default 1
    int seed;       // of turbulence and gusts, 0 to 1e6; default 0
    float gust;     // how much the strength changes by noise in time: 0 (default) to 1, by its own size
    float gustRate; // gusts per second, 0 to 1000; default 1
    // Of drag and liquid: dv/dt = -(linear + quadratic |v|) v. 1/s and 1/m; with `perArea`, which is for drag alone,
    // of each outer triangle by its area: kg/(m^2 s) and kg/m^3. 0 to 1e6; default 0.
    float linearDrag, quadraticDrag;
    bool perArea; // default false
    // Of what flows, kg/m^3, 0 to 1e6; 0 (default): 1.2, that of air, in wind, and 1000, that of water, in a liquid.
    float density;
    float dragCoefficient, liftCoefficient; // of wind; 0 to 1000; default 1 and 0
    gelFieldBound bound;                    // default gel_fieldUnbounded
    gelVec3 boundCentre;                    // m, -1e9 to 1e9; default 0
    gelVec3 boundSize;                      // of the box, m, above 0 to 1e9; default 1
    float boundRadius;                      // of the ball, m, above 0 to 1e9; default 1
    // What the strength is multiplied by, in order of time, linear between keys, constant before and after; default
    // none: 1.
    gelFieldKey keys[GEL_MAXIMUM_FIELD_KEYS];
    int keyCount;
} gelField;

// Returns the defaults of a field of that kind.
GEL_API gelField gelDefaultField(gelFieldKind kind);
GEL_API const char* gelFieldKindText(gelFieldKind kind); // "uniform", "point", ...; never NULL

// Replaces all fields of the world, at most GEL_MAXIMUM_FIELDS, from the next step on; a step under way is completed
// first. Errors: gel_invalidArgument (names field and member); then the fields are unchanged. Cost: the first
// step builds kernels for them, a second; every substep then has one launch more over all vertices, or two, one of
// them over the outer triangles, and launches of whole steps are cut at each substep. On one core of a CPU a field takes
// some 10 ns per vertex and substep, wind 50, turbulence 140. No fields cost nothing.
GEL_API gelStatus gelWorld_SetFields(gelWorld* world, const gelField* fields, int count);
// The fields in the given order; writes at most `capacity`, returns their number. Nullable: fields, if 0.
GEL_API int gelWorld_GetFields(const gelWorld* world, gelField* fields, int capacity);

// How much of gravity, or of a field by its place in the list, acts on a body, from the next step on; -1e6 to 1e6,
// default 1; of drag, of wind and of a liquid's drag less than 0 counts as 0. Weights stay with their places as fields
// are replaced. One of gravity other than 1 costs what a field does. Errors: gel_invalidHandle, gel_invalidArgument.
GEL_API gelStatus gelBody_SetGravityWeight(gelWorld* world, gelBodyId id, float weight);
GEL_API gelStatus gelBody_SetFieldWeight(gelWorld* world, gelBodyId id, int field, float weight);
// 0 if invalid.
GEL_API float gelBody_GetGravityWeight(const gelWorld* world, gelBodyId id);
GEL_API float gelBody_GetFieldWeight(const gelWorld* world, gelBodyId id, int field);

// The time that keys, gusts and moving noise go by, s: 0 at creation, and each step adds its length. Between -1e9 and
// 1e9. Errors: gel_invalidArgument.
GEL_API gelStatus gelWorld_SetFieldTime(gelWorld* world, double seconds);
GEL_API double gelWorld_GetFieldTime(const gelWorld* world);
