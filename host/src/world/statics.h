// Where a body hangs: the equilibrium of its constraints under its own weight, in double precision, with the
// compliances that its material has or those that a sweep per substep makes of them.
//
// At rest, one sweep that starts with multipliers of 0 leaves C_j = alpha_j t_j - h^2 sum_(i > j) A_ji t_i, where t are the
// tensions, which carry the weight, and A = J M^-1 J^T. The symmetric part of the sum is (A - D) / 2, D the diagonal of A,
// and A t is what the weight alone moves in a substep. So the body rests as one of compliances alpha_j + h^2 D_j / 2
// would, but for g h^2 / 2, with D_j = sum_i w_i |grad_i C_j|^2. The order of the sweep does not matter to that.
#pragma once

#include "world/world.h"

typedef struct gelStatics gelStatics;

// Creates the problem of a body, with what holds it: pins, attachments, tethers; else its lowest vertices. `h`: about
// the substeps that are looked at, s. `cost`: how many multiplications there may be. *statics is NULL if they do not suffice.
gelStatus gelCreateStatics(const gelWorld* world, const gelBody* body, double h, double cost,
                           gelStatics** statics);
// Returns how far the vertex sags that sags most, m, with substeps of h seconds. Negative: no equilibrium was found.
double gelFindSag(gelStatics* statics, double h);
// Returns the largest strain of a spring there if none had a limit; negative: no equilibrium was found.
double gelFindUnlimitedStrain(gelStatics* statics, double h);
double gelSizeOfStatics(const gelStatics* statics); // the longest side of the body's box, m
void gelDestroyStatics(gelStatics* statics);
