// Finds the stiffness of springs for them to act like an isotropic solid, or an isotropic membrane.
#pragma once

// The springs of a tet along the unit directions n_e, of stiffness k_e = G V s_e / L_e^2, have the elasticity
// tensor G sum_e s_e n_e n_e n_e n_e. Fills shares[6] (edges 01 02 03 12 13 23) with the s_e >= 0.25 that
// bring it closest to G (dd + dd + dd), the isotropic solid with lambda = mu = G (Cauchy's relation: springs
// can represent no other). In a regular tet each share is 15 / 6.
void gelFitSprings(const float* positions, const int tet[4], double shares[6]);

// Fits the 3 to 6 springs of a piece of a membrane, along vectors in one plane, with its area in
// place of V. lambda = mu in two dimensions is Poisson's ratio 1/3, and 8/3 mu is Young's modulus
// times the thickness. In an equilateral triangle each share is 8 / 3; a square with both
// diagonals is isotropic too, with 1 for a side (which two squares share) and 2 for a diagonal.
// Oblong pieces come out too stiff along their longer side.
void gelFitMembrane(const double (*vectors)[3], int count, double* shares);
