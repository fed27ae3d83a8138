// Materials of bodies.
#pragma once

#include "gel/base.h"

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
} gelMaterial;

GEL_API gelMaterial gelDefaultMaterial(void);
