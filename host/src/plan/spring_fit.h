// Finds the stiffness of each edge of a tet for its six springs to act like an isotropic solid.
#pragma once

// The springs of a tet along the unit directions n_e, of stiffness k_e = G V s_e / L_e^2, have the elasticity
// tensor G sum_e s_e n_e n_e n_e n_e. Fills shares[6] (edges 01 02 03 12 13 23) with the s_e >= 0.25 that
// bring it closest to G (dd + dd + dd), the isotropic solid with lambda = mu = G (Cauchy's relation: springs
// can represent no other). In a regular tet each share is 15 / 6.
void gelFitSprings(const float* positions, const int tet[4], double shares[6]);
