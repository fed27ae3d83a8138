// Materials of bodies.
#pragma once

#include "gel/base.h"

// How a material states its stiffness.
typedef enum gelStiffness {
    gel_elasticModuli, // use youngModulus and poissonRatio, converted to mesh-independent compliances
    gel_compliances,   // use edgeCompliance and volumeCompliance, the same for every constraint
} gelStiffness;

// docs/materials.md compares their moduli, substeps, recovery and cost.
typedef enum gelMaterialModel {
    gel_edgesAndVolumes, // springs along the edges, and volumes: moduli hold on average over directions
    // Tets of stable neo-Hookean material in place of both: moduli hold in every direction. Needs
    // gel_elasticModuli. The first such body in a world makes an OpenCL device rebuild its kernels, as the
    // first with bending does.
    gel_neoHookean,
} gelMaterialModel;

// What resists bending.
typedef enum gelBending {
    gel_bendingAsGiven, // bendingStiffness
    // The surface bends like a plate of the material's thickness and Young's modulus, with Poisson's ratio 1/3.
    // Costs and errors as of bendingStiffness.
    gel_bendingOfPlate,
} gelBending;

// How the fold of two triangles is measured: docs/cloth.md. Both have the same stiffness, and bend alike where lengths are
// kept.
typedef enum gelBendingModel {
    gel_dihedralBending, // by its angle
    // By weights of the triangles at rest, which are linear in the positions: cheaper, and about as good for what is flat
    // at rest and does not stretch. A fold that is not flat at rest keeps its angle, to whichever side. Ropes have one
    // model, this or not. The first such body in a world makes an OpenCL device rebuild its kernels.
    gel_isometricBending,
} gelBendingModel;

// What edges do, and springs of sheets and ropes. Both of model gel_edgesAndVolumes.
typedef enum gelSpringForce {
    gel_pushAndPull,
    // They resist stretching, and are slack where they are shorter: cloth wrinkles freely, ropes go slack. The first such
    // body in a world makes an OpenCL device rebuild its kernels, as the first with bending does.
    gel_pullOnly,
} gelSpringForce;

// Long-range attachments, docs/cloth.md: of sheets, ropes and tets of either model.
typedef enum gelTethers {
    gel_noTethers,
    // No vertex gets further from its nearest pin than the way along edges between them, as made, times
    // 1 + stretchLimit: what hangs does not stretch, however few the substeps. Vertices that follow their goals exactly
    // are pins, too; they may change at any time. Cost: a launch per substep; launches of whole steps are cut at each.
    // When pins change, some 100 ns per edge.
    gel_tetheredToNearestPin,
} gelTethers;

// What a closed surface encloses, which resists as one: docs/pressure.md. Of sheets, and of the outer surface of tets.
typedef enum gelContents {
    gel_notFilled,
    gel_filledWithGas,    // pressure times volume stays the same
    gel_filledWithLiquid, // the volume stays the same
} gelContents;

// Ranges and help texts are also in gel/settings.h.
typedef struct gelMaterial {
    float density;          // kg/m^3, > 0 to 1e6; default 1000
    gelMaterialModel model; // default gel_edgesAndVolumes
    gelStiffness stiffness; // default gel_elasticModuli; with gel_neoHookean nothing else is allowed
    float youngModulus;     // Pa, > 0 to 1e12; default 1e5 (firm jelly)
    float poissonRatio;   // 0 <= nu < 0.5; default 0.4. Below 0.29 the edges' own bulk modulus shows through
    float edgeCompliance; // m/N, 0 to 1e20; default 0 (rigid)
    float volumeCompliance; // m^3/Pa, of C = V - V0, 0 to 1e20; default 0 (incompressible)
    float damping;          // 1/s, 0 to 1e4: speed decays as exp(-damping t); default 0
    // Coulomb coefficient against other bodies, static and kinetic, 0 to 100; default 0.5. Two materials meet
    // with the root of the product of theirs. The ground has its own: gelGround.
    float friction;
    // 0 to 1; default 0. The speed at which bodies part, over that at which they met: of their centres of mass,
    // along the direction in which they pushed, elasticity included. 0: what elasticity gives back, no more and
    // no less. Of two materials the larger counts, so that a rubber ball bounces on anything. Two bodies meet
    // so, a body and an obstacle, and the ground if the body wears a skin; without one it meets the ground by
    // vertices: gelGround. Approaches slower than twice what gravity gives in a substep do not count. Cost: in
    // steps in which such bodies are near others, four launches per substep, and the step waits for the device.
    float restitution;
    // N m, 0 to 1e12; default 0 (none). The surface bends like a plate, E t^3 / (12 (1 - nu^2)). The first
    // such body in a world makes an OpenCL device rebuild and test its kernels in the next step: up to some
    // seconds, and gel_inexactDevice if they do not compute the reference's bits.
    float bendingStiffness;
    // Of sheets (gel/sheet.h): m, > 0 to 1e3; default 0.001. Mass and stiffness grow with it, and other bodies are
    // kept half of it away, where the world's `contact` is on. Solids use it for the next member alone.
    float thickness;
    gelBending bending;           // default gel_bendingAsGiven
    gelBendingModel bendingModel; // default gel_dihedralBending
    gelSpringForce springs;       // default gel_pushAndPull
    // 0 to 10; default 0: none. No edge gets longer than 1 + stretchLimit of its length at rest, whatever its modulus.
    // Costs as of gel_pullOnly.
    float stretchLimit;
    gelTethers tethers; // default gel_noTethers
    // Default gel_notFilled. Creating a body, or setting its material, fails with gel_invalidArgument if its surface is
    // open, or if its triangles disagree on what is outside; a surface that is inside out as a whole is taken for the
    // right way round. Cost: four launches per substep for all bodies that are filled, a few ns per vertex; launches
    // of whole steps are cut at each substep, and a step waits for the device.
    gelContents filling;
    // Pa, -1e5 to 1e9, and not below -ambientPressure, which is a vacuum; default 0. Of gas over that outside, where the
    // body has its volume of rest.
    float pressure;
    float ambientPressure;   // Pa, 0 to 1e9; default 101325. Outside of gas
    float fillingVolume;     // > 0 to 1000; default 1. Of liquid, over the volume at rest
    float fillingCompliance; // m^3/Pa, 0 to 1e20; default 0 (incompressible). Of liquid, dV/dp
    // Plasticity, of edges and of springs of sheets and ropes: docs/plasticity.md. Of model gel_edgesAndVolumes with
    // gel_pushAndPull. Costs: such bodies are stepped by the grid, and every substep of their world ends with a stage.
    // 1/s, 0 to 1e6; default 0: none. The rate at which the rest length of an edge that is strained beyond `yield`
    // goes to that at which it would be strained by just so much. A body that is set back to 0 keeps its form.
    float creep;
    float yield; // 0 to 10; default 0: it flows under any strain. Counts if there is creep
    // 0 to 10; default 0: none. Rest lengths stay from 1 / (1 + plasticLimit) to 1 + plasticLimit times those as made.
    float plasticLimit;
    // 0 to 1e6; default 0: none. A spring longer than 1 + tearStrain of its length at rest tears at the end of the
    // substep, for good, and carries nothing from then on: docs/tearing.md. So do tets of model gel_edgesAndVolumes with
    // such an edge. With gel_pushAndPull, without bending, stretchLimit and tethers. Costs as of `creep`.
    float tearStrain;
    // N, 0 to 1e12; default 0: none. So does a spring that is pulled by more than this, as its stretch and its compliance
    // have it: of a rope its load, of cloth and tets the share of one edge, which is smaller in a finer mesh. Whichever
    // of both comes first. Not of springs that are rigid.
    float tearForce;
} gelMaterial;

// Returns the defaults of the members.
GEL_API gelMaterial gelDefaultMaterial(void);
// Whether it has a strain or a force beyond which springs tear.
GEL_API bool gelMaterial_Tears(const gelMaterial* material);
