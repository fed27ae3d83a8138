// The settings, one row each. To add one: a member of a public struct, its row here, and where it is used.
#include "settings/settings.h"

const char* const gelOrderTexts[] = {"colour", "mesh", "jacobi", "jacobi-averaged", "jacobi-relaxed", NULL};
const char* const gelIntegratorTexts[] = {"xpbd", "explicitEuler", "symplecticEuler",
                                          "heun", "rungeKutta4",   NULL};
const char* const gelFieldKindTexts[] = {"uniform", "point", "line",   "vortex", "turbulence",
                                         "drag",    "wind",  "liquid", NULL};
static const char* const boundTexts[] = {"none", "ball", "box", NULL};
static const char* const strategyTexts[] = {"auto", "perColour", "body", "ensemble", "tiles", NULL};
const char* const gelSolverTexts[] = {"xpbd", "twoLevel", "auto", NULL};
static const char* const timeSchemeTexts[] = {"bdf2", "implicitEuler", NULL};
static const char* const bodySolverTexts[] = {"xpbd", "twoLevel", "auto", "world", NULL};
static const char* const commandBufferTexts[] = {"auto", "off", "on", NULL};
static const char* const stiffnessTexts[] = {"elastic moduli", "compliances", NULL};
static const char* const modelTexts[] = {"edges", "neoHookean", NULL};
static const char* const bendingTexts[] = {"given", "plate", NULL};
static const char* const bendingModelTexts[] = {"dihedral", "isometric", NULL};
static const char* const tetherTexts[] = {"none", "nearestPin", NULL};
static const char* const springTexts[] = {"pushAndPull", "pullOnly", NULL};
static const char* const fillingTexts[] = {"none", "gas", "liquid", NULL};
static const char* const tuningTexts[] = {"cached", "off", "measured", "anew", NULL};

// clang-format off
// The type of a row follows from its member.
#define TYPE_OF(member)                        \
    _Generic(((STRUCT*)NULL)->member,          \
             float: gel_settingNumber,         \
             int: gel_settingWhole,            \
             bool: gel_settingSwitch,          \
             gelVec3: gel_settingVector,       \
             default: gel_settingChoice)
#define ROW(member, ...) \
    {.name = #member, .valueType = TYPE_OF(member), .offset = offsetof(STRUCT, member), __VA_ARGS__}
#define END {.name = NULL}
#define FROM .range.min =
#define ABOVE .range.aboveMin = true, .range.min =
#define TO .range.max =
#define BELOW .range.belowMax = true, .range.max =
#define ONE_OF(texts) .choices = (texts)
#define USUALLY(...) .usual = {__VA_ARGS__}
#define SLIDER(name_, low, high) .label = (name_), .slider = {(low), (high)}
#define LOG_SLIDER(name_, low, high) SLIDER(name_, low, high), .logarithmic = true
#define ONLY_IF(member, value) \
    .isConditional = true, .conditionOffset = offsetof(STRUCT, member), .conditionValue = (value)

#define STRUCT gelWorldDef
const gelSetting gelWorldRows[] = {
    ROW(substepCount, .key = "substeps", .unit = "", FROM 1, TO GEL_MAXIMUM_SUBSTEPS, USUALLY(10),
        LOG_SLIDER("substeps", 1, GEL_MAXIMUM_SUBSTEPS),
        .help = "Number of substeps per frame; the cost is proportional to it. With too few, stiff bodies "
                "and fine meshes are softer than their material. With many, rounding in single precision "
                "limits the accuracy of XPBD: above about 70, one metre from the origin."),
    ROW(gravity, .key = "gravity", .unit = "m/s^2", FROM -1e6, TO 1e6, USUALLY(0, -9.81, 0),
        SLIDER("gravity", -25, 5),
        .help = "Acceleration of all bodies; along Y it is -9.81 on Earth and -1.62 on the Moon."),
    ROW(dragCoefficient, .key = "dragCoefficient", .unit = "1/m", FROM 0, TO 1e4, LOG_SLIDER("drag", 0, 10),
        .help = "Drag proportional to the square of speed, as in air: falling bodies approach the speed "
                "sqrt(gravity / drag)."),
    ROW(contact, .key = "contact", .unit = "", TO 1, USUALLY(1), SLIDER("contact", 0, 1),
        .help = "Enable contact between bodies."),
    ROW(sleep, .key = "sleep", .unit = "", TO 1, SLIDER("sleep", 0, 1),
        .help = "Let bodies that have come to rest sleep until something moves them. A sleeping body costs "
                "almost nothing."),
    ROW(integratorError, .key = "integratorError", .unit = "m", FROM 0, TO 1,
        .help = "Largest error per step of an explicit integrator, which adapts its step length to it; 0: "
                "use the substeps as they are."),
    ROW(springDamping, .key = "springDamping", .unit = "s", FROM 0, TO 10,
        .help = "Damping of each edge along its length, relative to its stiffness: oscillations decay, but "
                "rotation and flight are not slowed."),
    ROW(timeScheme, .key = "timeScheme", .unit = "", ONE_OF(timeSchemeTexts), .label = "time scheme",
        .help = "Time scheme of the solver twoLevel: bdf2, of second order, keeps vibrations; implicitEuler, of "
                "first order, damps them."),
    ROW(ground.enabled, .unit = "", TO 1, SLIDER("ground", 0, 1),
        .help = "Enable a ground plane that bodies stay above."),
    ROW(ground.normal, .key = "normal", .unit = "", FROM -1e9, TO 1e9, USUALLY(0, 1, 0),
        .help = "Normal of the ground, pointing out of it; of any length from 1e-12."),
    ROW(ground.offset, .key = "offset", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Distance of the ground from the origin along its normal."),
    // Scene files may hold up to 100: a body then slips only on slopes above 89.4 degrees.
    ROW(ground.friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5),
        LOG_SLIDER("friction", 0, 100),
        .help = "Coulomb friction coefficient, static and kinetic; 0 is ice."),
    ROW(ground.restitution, .key = "restitution", .unit = "", FROM 0, TO 1, SLIDER("restitution", 0, 1),
        .help = "Fraction of its speed that a vertex keeps when it hits the ground. The rest of the body "
                "then slows the vertex: most of a soft body's bounce comes from its elasticity."),
    END,
};

static const gelSetting programRows[] = {
    ROW(order, .key = "order", .unit = "", ONE_OF(gelOrderTexts),
        .help = "Order in which constraints are solved: by colour, as in the mesh (reference back ends "
                "only), or all of a kind at once (jacobi). jacobi-averaged and jacobi-relaxed converge to "
                "the wrong material; they exist for comparison only."),
    ROW(integrator, .key = "integrator", .unit = "", ONE_OF(gelIntegratorTexts),
        .help = "Method of time integration: xpbd solves constraints; explicitEuler, symplecticEuler, heun "
                "and rungeKutta4 integrate the forces of springs, and diverge with too few substeps."),
    ROW(solver, .key = "solver", .unit = "", ONE_OF(gelSolverTexts),
        .help = "Solver of bodies that name none: xpbd, which never breaks; twoLevel, with which stiff bodies "
                "sag as their material says at any number of substeps; or auto, twoLevel for bodies that are "
                "too stiff for the substeps."),
    ROW(tileSize, .unit = "vertices", FROM 16, TO 65536, USUALLY(2048),
        .help = "Maximum number of vertices per tile, into which larger bodies are divided. Changes the "
                "bits."),
    ROW(strategy, .unit = "", ONE_OF(strategyTexts),
        .help = "Strategy for bodies that name none."),
    ROW(tuning, .unit = "", ONE_OF(tuningTexts),
        .help = "Source of the device costs that the planner uses."),
    ROW(commandBuffer, .unit = "", ONE_OF(commandBufferTexts),
        .help = "Record the launches of perColour in a command buffer."),
    ROW(deviceTimeLimit, .unit = "s", FROM 0, TO 1e6, USUALLY(60),
        .help = "Time without progress after which a device that the world waits for counts as lost; 0: no "
                "limit."),
    ROW(goalDamping, .unit = "s", FROM 0, TO 1e6,
        .help = "Damping of all goals, in proportion to their stiffness; critical at 2 / sqrt(stiffness)."),
    END,
};
#undef STRUCT

#define STRUCT gelMaterial
const gelSetting gelMaterialRows[] = {
    ROW(model, .key = "model", .unit = "", TO 1, ONE_OF(modelTexts), SLIDER("model", 0, 1),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "Material model: springs along the edges and volumes of the tets, or neo-Hookean tets, "
                "which need Young's modulus and Poisson's ratio."),
    ROW(stiffness, .unit = "", ONE_OF(stiffnessTexts),
        .help = "Use Young's modulus and Poisson's ratio, or the compliances."),
    ROW(youngModulus, .key = "youngModulus", .unit = "Pa", ABOVE 0, TO 1e12, USUALLY(1e5),
        LOG_SLIDER("Young's", 1e3, 1e7),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "Young's modulus, the stiffness in tension: jelly has 1e4 to 1e5, rubber 1e6."),
    ROW(poissonRatio, .key = "poissonRatio", .unit = "", FROM 0, BELOW 0.5, USUALLY(0.4),
        SLIDER("Poisson's", 0, 0.495),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "Poisson's ratio, how far a body narrows when it is stretched; near 0.5 it keeps its "
                "volume."),
    ROW(edgeCompliance, .key = "edgeCompliance", .unit = "m/N", FROM 0, TO 1e20, LOG_SLIDER("edges", 0, 1e-2),
        ONLY_IF(stiffness, gel_compliances),
        .help = "Compliance of every edge; 0 is rigid, 1e20 disables the constraint."),
    ROW(volumeCompliance, .key = "volumeCompliance", .unit = "m^3/Pa", FROM 0, TO 1e20,
        LOG_SLIDER("volumes", 0, 1e-4),
        ONLY_IF(stiffness, gel_compliances),
        .help = "Compliance of every tetrahedron's volume; 0 keeps the volume, 1e20 disables the "
                "constraint."),
    ROW(density, .key = "density", .unit = "kg/m^3", ABOVE 0, TO 1e6, USUALLY(1000),
        LOG_SLIDER("density", 10, 1e4),
        .help = "Mass per volume; water has 1000."),
    ROW(damping, .key = "damping", .unit = "1/s", FROM 0, TO 1e4, SLIDER("damping", 0, 10),
        .help = "Rate at which speed decays, as exp(-damping t)."),
    ROW(friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5), LOG_SLIDER("friction", 0, 100),
        .help = "Coulomb friction coefficient against other bodies, static and kinetic. Two materials "
                "combine by geometric mean, sqrt(a b)."),
    ROW(restitution, .key = "restitution", .unit = "", FROM 0, TO 1, SLIDER("restitution", 0, 1),
        .help = "Speed after a collision over speed before it, elasticity included, if contact is true. A "
                "pair uses the larger of its two values; 0 leaves the bounce to elasticity."),
    ROW(bendingStiffness, .key = "bendingStiffness", .unit = "N m", FROM 0, TO 1e12,
        .help = "Bending stiffness of the surface; a plate has E t^3 / (12 (1 - nu^2)). 0: none."),
    ROW(thickness, .key = "thickness", .unit = "m", ABOVE 0, TO 1e3, USUALLY(0.001),
        .help = "Thickness of a sheet or diameter of a rope. Sets the mass, the stiffness and the contact "
                "offset (half of it)."),
    ROW(bending, .key = "bending", .unit = "", ONE_OF(bendingTexts),
        .help = "Use bendingStiffness (given), or the stiffness of a plate of this thickness and Young's "
                "modulus (plate; for ropes, of a rod)."),
    ROW(bendingModel, .key = "bendingModel", .unit = "", ONE_OF(bendingModelTexts),
        .help = "Measure a fold by its angle (dihedral), or by weights of its triangles at rest "
                "(isometric), which is cheaper."),
    ROW(springs, .key = "springs", .unit = "", ONE_OF(springTexts),
        .help = "Let edges resist both stretching and compression, or stretching only."),
    ROW(stretchLimit, .key = "stretchLimit", .unit = "", FROM 0, TO 10,
        .help = "Maximum stretch of an edge, as a fraction of its length; 0: no limit."),
    ROW(tethers, .key = "tethers", .unit = "", ONE_OF(tetherTexts),
        .help = "Keep each vertex as near to its nearest pin as it is at rest, measured along the mesh."),
    ROW(filling, .key = "filling", .unit = "", ONE_OF(fillingTexts),
        .help = "Fill a closed surface with gas, whose pressure times volume is constant, or with liquid, "
                "whose volume is constant."),
    ROW(pressure, .key = "pressure", .unit = "Pa", FROM -1e5, TO 1e9, SLIDER("pressure", 0, 5000),
        ONLY_IF(filling, gel_filledWithGas),
        .help = "Gauge pressure of the gas at rest volume."),
    ROW(ambientPressure, .key = "ambientPressure", .unit = "Pa", FROM 0, TO 1e9, USUALLY(101325),
        .help = "Pressure outside, to which the gauge pressure adds: the higher it is, the less the gas "
                "can be compressed."),
    ROW(fillingVolume, .key = "fillingVolume", .unit = "", ABOVE 0, TO 1000, USUALLY(1),
        SLIDER("volume", 0.1, 3), ONLY_IF(filling, gel_filledWithLiquid),
        .help = "Volume of the liquid over the rest volume of the body."),
    ROW(fillingCompliance, .key = "fillingCompliance", .unit = "m^3/Pa", FROM 0, TO 1e20,
        .help = "Compliance of the liquid, its change of volume per pressure; 0 is incompressible."),
    ROW(creep, .key = "creep", .unit = "1/s", FROM 0, TO 1e6,
        .help = "Rate at which edges strained beyond their yield change their rest length for good; 0 is "
                "elastic."),
    ROW(yieldStrain, .key = "yield", .unit = "", FROM 0, TO 10,
        .help = "Strain beyond which edges flow, if creep is above 0: clay has 0.02; with 0, edges always "
                "flow."),
    ROW(plasticLimit, .key = "plasticLimit", .unit = "", FROM 0, TO 10,
        .help = "Maximum permanent change of an edge's length, as a fraction of the original length; 0: no "
                "limit."),
    ROW(tearStrain, .key = "tearStrain", .unit = "", FROM 0, TO 1e6,
        .help = "Strain beyond which a spring of cloth or rope, or an edge of tets, tears for good; 0: "
                "never."),
    ROW(tearForce, .key = "tearForce", .unit = "N", FROM 0, TO 1e12,
        .help = "Tensile force beyond which a spring of cloth or rope, or an edge of tets, tears for good; "
                "0: never."),
    END,
};
#undef STRUCT

#define STRUCT gelBodyDef
const gelSetting gelBodyRows[] = {
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Position of the mesh's origin."),
    ROW(scale, .key = "scale", .unit = "", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Scale of the mesh, rest shape included."),
    ROW(velocity, .key = "velocity", .unit = "m/s", FROM -1e9, TO 1e9,
        .help = "Initial velocity."),
    ROW(solver, .key = "solver", .unit = "", ONE_OF(bodySolverTexts), USUALLY(gel_worldSolver),
        .help = "Solver of the body; world leaves the choice to the scene."),
    ROW(cycles, .key = "cycles", .unit = "", FROM 1, TO 16, USUALLY(1),
        .help = "Cycles of the solver twoLevel per substep; more make fast motions more accurate."),
    ROW(aggregates, .key = "aggregates", .unit = "", FROM 0, TO 32,
        .help = "Parts that the solver twoLevel cuts the body into; 0 means 8."),
    ROW(selfContact, .key = "selfContact", .unit = "", TO 1,
        .help = "Enable contact between parts of the body that fold onto each other, if contact is true."),
    ROW(unbreakable, .key = "unbreakable", .unit = "", TO 1,
        .help = "Restore the shape of a body of tets while any tet is inverted or collapsed."),
    ROW(strategy, .unit = "", ONE_OF(strategyTexts),
        .help = "Strategy for the body; auto leaves the choice to the world."),
    END,
};
#undef STRUCT

#define STRUCT gelObstacleDef
const gelSetting gelObstacleRows[] = {
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Position of the surface's origin."),
    ROW(scale, .key = "scale", .unit = "", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Scale of the surface."),
    ROW(friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5),
        .help = "Coulomb friction coefficient, static and kinetic. It combines with a material's by "
                "geometric mean, sqrt(a b)."),
    ROW(restitution, .key = "restitution", .unit = "", FROM 0, TO 1,
        .help = "Speed after a collision over speed before it, elasticity included. A pair uses the larger "
                "of this and the material's value; 0 leaves the bounce to elasticity."),
    ROW(surfaceVelocity, .key = "surfaceVelocity", .unit = "m/s", FROM -1e6, TO 1e6,
        .help = "Velocity of the surface along itself, as of a conveyor belt, in the obstacle's frame; "
                "keys move it in addition."),
    END,
};
#undef STRUCT

#define STRUCT gelField
const gelSetting gelFieldRows[] = {
    ROW(kind, .key = "type", .unit = "", ONE_OF(gelFieldKindTexts),
        .help = "Type of the field."),
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Centre of point, line and vortex; a point of the surface of a liquid."),
    ROW(direction, .key = "direction", .unit = "", FROM -1e9, TO 1e9, USUALLY(0, 1, 0),
        .help = "Direction of a uniform field, axis of line and vortex, upward normal of a liquid; of any "
                "length from 1e-12."),
    ROW(velocity, .key = "velocity", .unit = "m/s", FROM -1e6, TO 1e6,
        .help = "Velocity of wind, liquid or medium, and of the noise of turbulence."),
    ROW(strength, .key = "strength", .unit = "m/s^2", FROM -1e6, TO 1e6, USUALLY(1),
        .help = "Acceleration, away from a point or line; for wind, liquid and drag, a factor of 0 or more."),
    ROW(falloff, .key = "falloff", .unit = "", TO 8,
        .help = "Power with which point, line and vortex weaken beyond the inner radius; gravity has 2."),
    ROW(innerRadius, .key = "innerRadius", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Radius at which point, line and vortex have their full strength; inside it, they grow "
                "linearly from 0."),
    ROW(outerRadius, .key = "outerRadius", .unit = "m", TO 1e9,
        .help = "Radius at which point, line and vortex end; 0: no limit."),
    ROW(size, .key = "size", .unit = "m", FROM 1e-6, TO 1e9, USUALLY(1),
        .help = "Size of the features of turbulence."),
    ROW(seed, .key = "seed", .unit = "", TO 1e6,
        .help = "Seed of turbulence and gusts; another seed gives other noise."),
    ROW(gust, .key = "gust", .unit = "", TO 1,
        .help = "Random variation of the strength over time, relative to the strength."),
    ROW(gustRate, .key = "gustRate", .unit = "1/s", TO 1000, USUALLY(1),
        .help = "Gusts per second."),
    ROW(linearDrag, .key = "linearDrag", .unit = "1/s", TO 1e6,
        .help = "Linear (Stokes) drag of a medium or liquid; with perArea in kg/(m^2 s)."),
    ROW(quadraticDrag, .key = "quadraticDrag", .unit = "1/m", TO 1e6,
        .help = "Quadratic drag of a medium or liquid; with perArea in kg/m^3."),
    ROW(perArea, .key = "perArea", .unit = "", TO 1,
        .help = "Apply drag to outer triangles by area, instead of to vertices by mass."),
    ROW(density, .key = "density", .unit = "kg/m^3", TO 1e6,
        .help = "Density of wind or liquid; 0 stands for air (1.2) or water (1000)."),
    ROW(dragCoefficient, .key = "dragCoefficient", .unit = "", TO 1000, USUALLY(1),
        .help = "Drag coefficient of triangles in wind, for the area projected along the wind."),
    ROW(liftCoefficient, .key = "liftCoefficient", .unit = "", TO 1000,
        .help = "Lift coefficient of triangles in wind: the force across the wind, as on an inclined plate."),
    ROW(bound, .key = "bound", .unit = "", ONE_OF(boundTexts),
        .help = "Shape that bounds the field."),
    ROW(boundCentre, .key = "boundCentre", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Centre of the ball or box that bounds the field."),
    ROW(boundSize, .key = "boundSize", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1, 1, 1),
        .help = "Size of the box that bounds the field."),
    ROW(boundRadius, .key = "boundRadius", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Radius of the ball that bounds the field."),
    END,
};
#undef STRUCT
// clang-format on

const gelSetting* const gelSettingRows[gel_settingGroupCount] = {
    [gel_worldSettings] = gelWorldRows,       [gel_programSettings] = programRows,
    [gel_materialSettings] = gelMaterialRows, [gel_bodySettings] = gelBodyRows,
    [gel_obstacleSettings] = gelObstacleRows, [gel_fieldSettings] = gelFieldRows,
};

const char* gelConstraintOrderText(gelConstraintOrder order)
{
    return (unsigned)order < (unsigned)gel_constraintOrderCount ? gelOrderTexts[order] : "unknown order";
}

const char* gelIntegratorText(gelIntegrator integrator)
{
    return (unsigned)integrator < (unsigned)gel_integratorCount ? gelIntegratorTexts[integrator]
                                                                : "unknown integrator";
}

const char* gelFieldKindText(gelFieldKind kind)
{
    return (unsigned)kind < (unsigned)gel_fieldKindCount ? gelFieldKindTexts[kind] : "unknown field";
}

const char* gelStrategyText(gelStrategy strategy)
{
    return (unsigned)strategy < (unsigned)gel_strategyCount ? strategyTexts[strategy] : "unknown strategy";
}

const char* gelSolverText(gelSolver solver)
{
    return (unsigned)solver < (unsigned)gel_solverCount ? bodySolverTexts[solver] : "unknown solver";
}

const char* gelTimeSchemeText(gelTimeScheme scheme)
{
    return (unsigned)scheme < (unsigned)gel_timeSchemeCount ? timeSchemeTexts[scheme] : "unknown time scheme";
}

const char* gelCommandBufferUseText(gelCommandBufferUse use)
{
    return (unsigned)use < (unsigned)gel_commandBufferUseCount ? commandBufferTexts[use] : "unknown use";
}

const char* gelTuningUseText(gelTuningUse use)
{
    return (unsigned)use < (unsigned)gel_tuningUseCount ? tuningTexts[use] : "unknown use";
}
