// Materials of bodies.
//
//     gelMaterial rubber = gelDefaultMaterial();
//     rubber.youngModulus = 1e6f;
//     rubber.restitution = 0.8f;
//     gelBody_SetMaterial(world, body, &rubber);
#pragma once

#include "gel/base.h"

// The numbers that define the stiffness.
typedef enum gelStiffness {
    gel_elasticModuli, // youngModulus and poissonRatio, converted to mesh-independent compliances
    gel_compliances,   // edgeCompliance and volumeCompliance, the same for every constraint
} gelStiffness;

// The elastic model of tets. docs/materials.md compares moduli, substeps, recovery and cost.
typedef enum gelMaterialModel {
    gel_edgesAndVolumes, // springs along edges, and volumes: moduli hold on average over directions
    // Stable neo-Hookean tets: moduli hold in every direction. Needs gel_elasticModuli. The first
    // such body in a world makes an OpenCL device rebuild its kernels.
    gel_neoHookean,
} gelMaterialModel;

// The source of the bending stiffness of a surface.
typedef enum gelBending {
    gel_bendingAsGiven, // bendingStiffness
    // A plate of the material's thickness and Young's modulus, with Poisson's ratio 1/3. Costs and
    // errors are those of bendingStiffness.
    gel_bendingOfPlate,
} gelBending;

// The measure of the fold between two triangles (docs/cloth.md). Both measures have the same
// stiffness, and bend alike if lengths are kept.
typedef enum gelBendingModel {
    gel_dihedralBending, // the angle
    // A weighted sum of the positions, with weights from the rest shape. Cheaper, and about as good
    // for surfaces that are flat at rest and do not stretch. A fold that is not flat at rest keeps
    // its angle, to either side. Ropes have one model only, with either value. The first such body
    // in a world makes an OpenCL device rebuild its kernels.
    gel_isometricBending,
} gelBendingModel;

// The forces of edges, and of springs of sheets and ropes; both in the model gel_edgesAndVolumes.
typedef enum gelSpringForce {
    gel_pushAndPull, // springs resist stretching and compression
    // Springs resist stretching only: cloth wrinkles freely, ropes go slack. The first such body in
    // a world makes an OpenCL device rebuild its kernels.
    gel_pullOnly,
} gelSpringForce;

// Long-range attachments (docs/cloth.md) for sheets, ropes and tets of either model.
typedef enum gelTethers {
    gel_noTethers,
    // Limits the distance of a vertex from its nearest pin to the path along edges between them, as
    // created, times 1 + stretchLimit. So a hanging body does not stretch, however few the
    // substeps. Vertices that follow their goals exactly are pins, too. Pins may change at any
    // time. Cost: a launch per substep; launches of whole steps are cut at each substep. A change
    // of pins costs about 100 ns per edge.
    gel_tetheredToNearestPin,
} gelTethers;

// The filling of a closed surface, which resists as a whole (docs/pressure.md). For sheets, and for
// the outer surface of tets.
typedef enum gelContents {
    gel_notFilled,
    gel_filledWithGas,    // pressure times volume stays constant
    gel_filledWithLiquid, // the volume stays constant
} gelContents;

// A material. gel/settings.h has the ranges and help texts, too.
typedef struct gelMaterial {
    float density;          // kg/m^3, > 0 to 1e6; default 1000
    gelMaterialModel model; // default gel_edgesAndVolumes
    gelStiffness stiffness; // default gel_elasticModuli, which gel_neoHookean requires
    float youngModulus;     // Pa, > 0 to 1e12; default 1e5 (firm jelly)
    // Poisson's ratio, 0 <= nu < 0.5; default 0.4. Below 0.29 the bulk modulus of the edges
    // dominates.
    float poissonRatio;
    float edgeCompliance;   // m/N, 0 to 1e20; default 0 (rigid)
    float volumeCompliance; // m^3/Pa, of C = V - V0, 0 to 1e20; default 0 (incompressible)
    float damping;          // 1/s, 0 to 1e4: speed decays as exp(-damping t); default 0
    // Coulomb coefficient against other bodies, static and kinetic, 0 to 100; default 0.5. A pair
    // of materials uses the geometric mean. The ground has its own coefficient: gelGround.
    float friction;
    // Coefficient of restitution, 0 to 1; default 0. It is the speed at which bodies separate over
    // the speed of approach: between their centres of mass, along the direction of the push,
    // elasticity included. With 0 a body bounces only by its elasticity. A pair uses the larger of
    // its two values, so a rubber ball bounces on any material.
    //
    // It applies to pairs of bodies, to obstacles, and to the ground if the body has a skin. A body
    // without a skin meets the ground by vertices: gelGround. Approaches slower than twice the
    // speed that gravity adds in a substep are ignored. Cost: four launches per substep in steps in
    // which such bodies are near others; such steps wait for the device.
    float restitution;
    // Bending stiffness of the surface as a plate, E t^3 / (12 (1 - nu^2)), N m, 0 to 1e12; default
    // 0 (none). The first such body in a world makes an OpenCL device rebuild and test its kernels
    // in the next step. That takes up to some seconds; the step fails with gel_inexactDevice if
    // they do not compute the bits of the reference.
    float bendingStiffness;
    // Thickness of a sheet or diameter of a rope, m, > 0 to 1e3; default 0.001. Sets mass,
    // stiffness and the contact offset (half). Solids use it only for gel_bendingOfPlate.
    float thickness;
    gelBending bending;           // default gel_bendingAsGiven
    gelBendingModel bendingModel; // default gel_dihedralBending
    gelSpringForce springs;       // default gel_pushAndPull
    // Largest strain of an edge, 0 to 10; default 0: no limit. At the end of its solve an edge is
    // within 1 + stretchLimit times its rest length, whatever its modulus. Later solves of the
    // sweep may lengthen it again. So a limit holds if the substeps suffice: if the springs alone
    // would stay within it. Otherwise half of what they exceed it by is left. Steps log a warning
    // once that names the substeps (softness: gel/measures.h), which leaves out other bodies.
    // The first such body in a world makes an OpenCL device rebuild its kernels.
    float stretchLimit;
    gelTethers tethers; // default gel_noTethers
    // Filling of the closed surface; default gel_notFilled. A surface that is inside out as a whole
    // is accepted. An open surface, or triangles that disagree on the outside, make creating the
    // body or setting the material fail with gel_invalidArgument. Cost: four launches per substep
    // for all filled bodies, a few ns per vertex. Launches of whole steps are cut at each substep,
    // and a step waits for the device.
    gelContents filling;
    // Gauge pressure of the gas at rest volume, Pa, -1e5 to 1e9, at least -ambientPressure
    // (vacuum); default 0.
    float pressure;
    // Pressure outside of the gas, Pa, 0 to 1e9; default 101325.
    float ambientPressure;
    // Volume of the liquid over the rest volume, > 0 to 1000; default 1.
    float fillingVolume;
    // Compliance of the liquid, dV/dp, m^3/Pa, 0 to 1e20; default 0 (incompressible).
    float fillingCompliance;
    // Creep rate, 1/s, 0 to 1e6; default 0: none (docs/plasticity.md). An edge strained beyond
    // `yieldStrain` changes its rest length at this rate, until its strain equals `yieldStrain`. A
    // body that is set back to 0 keeps its form. Plasticity applies to edges, and to springs of
    // sheets and ropes, in the model gel_edgesAndVolumes with gel_pushAndPull. Cost:
    // gel_strategyPerColour steps such bodies, and every substep of their world ends with a further
    // stage.
    float creep;
    // Strain beyond which edges creep, 0 to 10; default 0: any strain.
    float yieldStrain;
    // Limit of plastic strain, 0 to 10; default 0: none. Rest lengths stay between 1 / (1 +
    // plasticLimit) and 1 + plasticLimit times their values at creation.
    float plasticLimit;
    // Strain at which springs tear for good, 0 to 1e6; default 0: never (docs/tearing.md). A spring
    // longer than 1 + tearStrain times its rest length tears at the end of the substep; it carries
    // no force from then on. Tets of model gel_edgesAndVolumes tear with such an edge. Needs
    // gel_pushAndPull, and no bending, stretchLimit or tethers. Cost: that of `creep`.
    float tearStrain;
    // Tensile force at which springs tear, N, 0 to 1e12; default 0: never. If tearStrain is set as
    // well, the limit that is reached first applies. The force follows from the stretch and the
    // compliance. For a rope it is the load; for cloth and tets it is the share of one edge, which
    // is smaller in a finer mesh. Rigid springs do not tear by force.
    float tearForce;
} gelMaterial;

// Returns the default material, firm jelly.
GEL_API gelMaterial gelDefaultMaterial(void);
// Returns whether a material has a strain or force at which springs tear.
GEL_API bool gelMaterial_Tears(const gelMaterial* material);
