// The settings, one row each. To add one: a member of a public struct, its row here, and where it is used.
#include "settings/settings.h"

const char* const gelOrderTexts[] = {"colour", "mesh", "jacobi", "jacobi-averaged", "jacobi-relaxed", NULL};
const char* const gelIntegratorTexts[] = {"xpbd", "explicitEuler", "symplecticEuler",
                                          "heun", "rungeKutta4",   NULL};
const char* const gelFieldKindTexts[] = {"uniform", "point", "line",   "vortex", "turbulence",
                                         "drag",    "wind",  "liquid", NULL};
static const char* const boundTexts[] = {"none", "ball", "box", NULL};
static const char* const strategyTexts[] = {"auto", "perColour", "body", "ensemble", "tiles", NULL};
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
    {.name = #member, .type = TYPE_OF(member), .offset = offsetof(STRUCT, member), __VA_ARGS__}
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
    ROW(substepCount, .key = "substeps", .unit = "", FROM 1, TO 1000, USUALLY(10), LOG_SLIDER("substeps", 1, 1000),
        .help = "Substeps of a frame; the cost is linear in them. Stiff bodies and fine meshes look softer "
                "than their material until there are enough; above about 150 single precision gets in the "
                "way."),
    ROW(gravity, .key = "gravity", .unit = "m/s^2", FROM -1e6, TO 1e6, USUALLY(0, -9.81, 0),
        SLIDER("gravity", -25, 5),
        .help = "Acceleration of all bodies; along Y it is -9.81 on earth, -1.62 on the moon."),
    ROW(dragCoefficient, .key = "dragCoefficient", .unit = "1/m", FROM 0, TO 1e4, LOG_SLIDER("drag", 0, 10),
        .help = "Drag that grows with the square of speed, as in air: falling bodies reach the speed "
                "sqrt(gravity / drag)."),
    ROW(contact, .key = "contact", .unit = "", TO 1, USUALLY(1), SLIDER("contact", 0, 1),
        .help = "Whether bodies meet each other."),
    ROW(sleep, .key = "sleep", .unit = "", TO 1, SLIDER("sleep", 0, 1),
        .help = "Whether bodies that have come to rest sleep until something moves them: they cost next to "
                "nothing then."),
    ROW(integratorError, .key = "integratorError", .unit = "m", FROM 0, TO 1,
        .help = "Of integrators: the largest error of a step, to which its length adapts; 0 takes substeps as they "
                "are."),
    ROW(springDamping, .key = "springDamping", .unit = "s", FROM 0, TO 10,
        .help = "Damping along each edge over its stiffness: swings die away, but nothing that turns or flies is "
                "slowed."),
    ROW(ground.enabled, .unit = "", TO 1, SLIDER("ground", 0, 1),
        .help = "Whether there is a ground plane that bodies stay above."),
    ROW(ground.normal, .key = "normal", .unit = "", FROM -1e9, TO 1e9, USUALLY(0, 1, 0),
        .help = "Direction out of the ground, of any length from 1e-12."),
    ROW(ground.offset, .key = "offset", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Distance of the plane from the origin along the normal."),
    // Scene files may hold up to 100: a body then slips only on slopes above 89.4 degrees.
    ROW(ground.friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5),
        LOG_SLIDER("friction", 0, 100),
        .help = "Coulomb coefficient, static and kinetic; 0 is ice."),
    ROW(ground.restitution, .key = "restitution", .unit = "", FROM 0, TO 1, SLIDER("restitution", 0, 1),
        .help = "Fraction of its own speed that a vertex keeps when it hits the ground; the rest of the body "
                "then slows it, and most of a soft body's bounce is its elasticity."),
    END,
};

static const gelSetting programRows[] = {
    ROW(order, .key = "order", .unit = "", ONE_OF(gelOrderTexts),
        .help = "Order in which constraints are solved: by colour, as in the mesh (reference back ends only), or "
                "all of a kind at once (jacobi). jacobi-averaged and jacobi-relaxed converge to the wrong "
                "material; they are there to be compared with."),
    ROW(integrator, .key = "integrator", .unit = "", ONE_OF(gelIntegratorTexts),
        .help = "What moves bodies: xpbd solves constraints; explicitEuler, symplecticEuler, heun and rungeKutta4 "
                "integrate the forces of springs, and blow up with too few substeps."),
    ROW(tileSize, .unit = "vertices", FROM 16, TO 65536, USUALLY(2048),
        .help = "Most vertices of a tile, into which larger bodies are cut. Changes the bits."),
    ROW(compensated, .key = "compensated", .unit = "", TO 1,
        .help = "Whether positions are two floats, so that nothing is lost to rounding with hundreds of "
                "substeps. Changes the bits."),
    ROW(strategy, .unit = "", ONE_OF(strategyTexts),
        .help = "Strategy of the bodies that name none."),
    ROW(tuning, .unit = "", ONE_OF(tuningTexts),
        .help = "Where the planner takes its costs of the device from."),
    ROW(commandBuffer, .unit = "", ONE_OF(commandBufferTexts),
        .help = "Whether the launches of perColour are recorded in a command buffer."),
    ROW(deviceTimeLimit, .unit = "s", FROM 0, TO 1e6, USUALLY(60),
        .help = "How long a device may do nothing while the world waits for it, until it counts as lost. 0: any time."),
    ROW(goalDamping, .unit = "s", FROM 0, TO 1e6,
        .help = "Damps the pull of all goals in proportion to their stiffness; critical at "
                "2 / sqrt(stiffness)."),
    END,
};
#undef STRUCT

#define STRUCT gelMaterial
const gelSetting gelMaterialRows[] = {
    ROW(model, .key = "model", .unit = "", TO 1, ONE_OF(modelTexts), SLIDER("model", 0, 1),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "What holds a body together: springs along its edges and the volumes of its tets, or tets of "
                "neo-Hookean material, which need Young's modulus and Poisson's ratio."),
    ROW(stiffness, .unit = "", ONE_OF(stiffnessTexts),
        .help = "Whether Young's modulus and Poisson's ratio count, or the compliances."),
    ROW(youngModulus, .key = "youngModulus", .unit = "Pa", ABOVE 0, TO 1e12, USUALLY(1e5),
        LOG_SLIDER("Young's", 1e3, 1e7),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "Young's modulus, stiffness against stretching: jelly has 1e4 to 1e5, rubber 1e6."),
    ROW(poissonRatio, .key = "poissonRatio", .unit = "", FROM 0, BELOW 0.5, USUALLY(0.4),
        SLIDER("Poisson's", 0, 0.495),
        ONLY_IF(stiffness, gel_elasticModuli),
        .help = "Poisson's ratio, how far a body narrows where it is stretched; towards 0.5 it keeps its "
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
        .help = "Rate at which speed decays: as exp(-damping t)."),
    ROW(friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5), LOG_SLIDER("friction", 0, 100),
        .help = "Coulomb coefficient against other bodies, static and kinetic; two materials meet with the root "
                "of the product of theirs."),
    ROW(restitution, .key = "restitution", .unit = "", FROM 0, TO 1, SLIDER("restitution", 0, 1),
        .help = "Speed at which bodies part over that at which they met, elasticity included, where contact is "
                "true; of two materials the larger counts. 0 leaves it to elasticity."),
    ROW(bendingStiffness, .key = "bendingStiffness", .unit = "N m", FROM 0, TO 1e12,
        .help = "Stiffness of the surface against bending, as that of a plate: E t^3 / (12 (1 - nu^2)); 0 is none."),
    ROW(thickness, .key = "thickness", .unit = "m", ABOVE 0, TO 1e3, USUALLY(0.001),
        .help = "Thickness of a sheet, diameter of a rope: mass and stiffness grow with it, and others are kept half of it "
                "away."),
    ROW(bending, .key = "bending", .unit = "", ONE_OF(bendingTexts),
        .help = "Whether bendingStiffness counts, or that of a plate of this thickness and Young's modulus, of ropes a rod."),
    ROW(bendingModel, .key = "bendingModel", .unit = "", ONE_OF(bendingModelTexts),
        .help = "Whether a fold is measured by its angle, or by weights of its triangles at rest, which is cheaper."),
    ROW(springs, .key = "springs", .unit = "", ONE_OF(springTexts),
        .help = "Whether edges resist both stretching and squeezing, or stretching alone."),
    ROW(stretchLimit, .key = "stretchLimit", .unit = "", FROM 0, TO 10,
        .help = "By how much of their length edges may stretch at most; 0 is no limit."),
    ROW(tethers, .key = "tethers", .unit = "", ONE_OF(tetherTexts),
        .help = "Whether vertices stay as near to their nearest pin as they are at rest, along the mesh."),
    ROW(filling, .key = "filling", .unit = "", ONE_OF(fillingTexts),
        .help = "What a closed surface encloses: gas, whose pressure times volume stays the same, or liquid, whose volume "
                "does."),
    ROW(pressure, .key = "pressure", .unit = "Pa", FROM -1e5, TO 1e9, SLIDER("pressure", 0, 5000),
        ONLY_IF(filling, gel_filledWithGas),
        .help = "Of gas, over the pressure outside, where the body has its volume of rest."),
    ROW(ambientPressure, .key = "ambientPressure", .unit = "Pa", FROM 0, TO 1e9, USUALLY(101325),
        .help = "Pressure outside, over which gas has the other: the higher, the less it can be squeezed."),
    ROW(fillingVolume, .key = "fillingVolume", .unit = "", ABOVE 0, TO 1000, USUALLY(1),
        SLIDER("volume", 0.1, 3), ONLY_IF(filling, gel_filledWithLiquid),
        .help = "Volume of liquid over that of the body at rest."),
    ROW(fillingCompliance, .key = "fillingCompliance", .unit = "m^3/Pa", FROM 0, TO 1e20,
        .help = "Compliance of liquid, the volume by which a pressure squeezes it; 0 is incompressible."),
    ROW(creep, .key = "creep", .unit = "1/s", FROM 0, TO 1e6,
        .help = "Rate at which edges strained beyond their yield take on their length for good; 0 is elastic."),
    ROW(yield, .key = "yield", .unit = "", FROM 0, TO 10,
        .help = "Strain beyond which edges flow, where creep is more than 0: clay has 0.02, and 0 flows always."),
    ROW(plasticLimit, .key = "plasticLimit", .unit = "", FROM 0, TO 10,
        .help = "By how much of its length as made an edge may get longer or shorter for good; 0 is no limit."),
    ROW(tearStrain, .key = "tearStrain", .unit = "", FROM 0, TO 1e6,
        .help = "Strain beyond which springs of cloth and ropes, or edges of tets, tear for good; 0 never."),
    ROW(tearForce, .key = "tearForce", .unit = "N", FROM 0, TO 1e12,
        .help = "Force on a spring, or an edge of tets, beyond which it tears for good; 0 never."),
    END,
};
#undef STRUCT

#define STRUCT gelBodyDef
const gelSetting gelBodyRows[] = {
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Position of the mesh's origin."),
    ROW(scale, .key = "scale", .unit = "", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Scales the mesh, its rest shape included."),
    ROW(velocity, .key = "velocity", .unit = "m/s", FROM -1e9, TO 1e9,
        .help = "Velocity at the start."),
    ROW(selfContact, .key = "selfContact", .unit = "", TO 1,
        .help = "Whether parts of it that fold onto each other touch, where contact is true."),
    ROW(unbreakable, .key = "unbreakable", .unit = "", TO 1,
        .help = "Whether a body of tets is drawn back into its shape while any tet is inverted or collapsed."),
    ROW(strategy, .unit = "", ONE_OF(strategyTexts),
        .help = "Strategy of the body; auto leaves the choice to the world."),
    END,
};
#undef STRUCT

#define STRUCT gelObstacleDef
const gelSetting gelObstacleRows[] = {
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Position of the surface's origin."),
    ROW(scale, .key = "scale", .unit = "", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Scales the surface."),
    ROW(friction, .key = "friction", .unit = "", FROM 0, TO 100, USUALLY(0.5),
        .help = "Coulomb coefficient, static and kinetic; a material meets it with the root of the product of "
                "both."),
    ROW(restitution, .key = "restitution", .unit = "", FROM 0, TO 1,
        .help = "Speed at which bodies leave it over that at which they came, elasticity included; the larger of "
                "this and the material's counts. 0 leaves it to elasticity."),
    ROW(surfaceVelocity, .key = "surfaceVelocity", .unit = "m/s", FROM -1e6, TO 1e6,
        .help = "How its surface runs along itself, like a conveyor's belt, in its own frame; keys move it besides."),
    END,
};
#undef STRUCT

#define STRUCT gelField
const gelSetting gelFieldRows[] = {
    ROW(kind, .key = "type", .unit = "", ONE_OF(gelFieldKindTexts),
        .help = "What it does."),
    ROW(position, .key = "position", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Centre of point, line and vortex; a point of the surface of a liquid."),
    ROW(direction, .key = "direction", .unit = "", FROM -1e9, TO 1e9, USUALLY(0, 1, 0),
        .help = "Of uniform fields, the axis of line and vortex, up out of a liquid; of any length from 1e-12."),
    ROW(velocity, .key = "velocity", .unit = "m/s", FROM -1e6, TO 1e6,
        .help = "How fast wind, liquid or medium flow, and how fast the noise of turbulence moves."),
    ROW(strength, .key = "strength", .unit = "m/s^2", FROM -1e6, TO 1e6, USUALLY(1),
        .help = "Acceleration, away from a point or line; of wind, liquid and drag a factor, from 0 on."),
    ROW(falloff, .key = "falloff", .unit = "", TO 8,
        .help = "Power with which point, line and vortex weaken beyond their inner radius; 2 is that of gravity."),
    ROW(innerRadius, .key = "innerRadius", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Where point, line and vortex have their strength; within it they grow evenly from 0."),
    ROW(outerRadius, .key = "outerRadius", .unit = "m", TO 1e9,
        .help = "Where point, line and vortex end; 0 is nowhere."),
    ROW(size, .key = "size", .unit = "m", FROM 1e-6, TO 1e9, USUALLY(1),
        .help = "Size of the features of turbulence."),
    ROW(seed, .key = "seed", .unit = "", TO 1e6,
        .help = "Seed of turbulence and gusts: another one, other noise."),
    ROW(gust, .key = "gust", .unit = "", TO 1,
        .help = "How much the strength changes by noise in time: 1 is by its own size."),
    ROW(gustRate, .key = "gustRate", .unit = "1/s", TO 1000, USUALLY(1),
        .help = "Gusts per second."),
    ROW(linearDrag, .key = "linearDrag", .unit = "1/s", TO 1e6,
        .help = "Stokes' drag of a medium or liquid; with perArea in kg/(m^2 s)."),
    ROW(quadraticDrag, .key = "quadraticDrag", .unit = "1/m", TO 1e6,
        .help = "Drag of a medium or liquid that grows with the square of speed; with perArea in kg/m^3."),
    ROW(perArea, .key = "perArea", .unit = "", TO 1,
        .help = "Whether drag acts on outer triangles by their area, in place of vertices by their mass."),
    ROW(density, .key = "density", .unit = "kg/m^3", TO 1e6,
        .help = "Of wind or liquid; 0 is that of air, 1.2, or of water, 1000."),
    ROW(dragCoefficient, .key = "dragCoefficient", .unit = "", TO 1000, USUALLY(1),
        .help = "Drag coefficient of triangles in wind, for the area that the wind sees."),
    ROW(liftCoefficient, .key = "liftCoefficient", .unit = "", TO 1000,
        .help = "Lift coefficient of triangles in wind: across the wind, as of plates held at an angle."),
    ROW(bound, .key = "bound", .unit = "", ONE_OF(boundTexts),
        .help = "What the field is bounded by."),
    ROW(boundCentre, .key = "boundCentre", .unit = "m", FROM -1e9, TO 1e9,
        .help = "Centre of that ball or box."),
    ROW(boundSize, .key = "boundSize", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1, 1, 1),
        .help = "Size of the box."),
    ROW(boundRadius, .key = "boundRadius", .unit = "m", ABOVE 0, TO 1e9, USUALLY(1),
        .help = "Radius of the ball."),
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

const char* gelCommandBufferUseText(gelCommandBufferUse use)
{
    return (unsigned)use < (unsigned)gel_commandBufferUseCount ? commandBufferTexts[use] : "unknown use";
}

const char* gelTuningUseText(gelTuningUse use)
{
    return (unsigned)use < (unsigned)gel_tuningUseCount ? tuningTexts[use] : "unknown use";
}
