// Angles to the same bits on every machine.
#pragma once

// The C library's sine is rounded differently on each machine, and where things are put is part of their bits.
void gelSineAndCosine(double degrees, double* sine, double* cosine);
// Returns the angle from 0 to 90 degrees that has this sine and cosine, both at least 0 and their squares together 1.
double gelAngleOf(double sine, double cosine);
