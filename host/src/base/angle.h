// Angles to the same bits on every machine.
#pragma once

// The C library's sine is rounded differently on each machine, and where things are put is part of their bits.
void gelSineAndCosine(double degrees, double* sine, double* cosine);
