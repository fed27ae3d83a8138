#include "base/angle.h"

#include <math.h>

// Sums the series over at most half a right angle.
void gelSineAndCosine(double degrees, double* sine, double* cosine)
{
    double reduced = fmod(degrees, 360.0);
    int quarter = (int)floor(reduced / 90.0 + 0.5);
    double x = (reduced - 90.0 * quarter) * (3.14159265358979323846 / 180.0);
    double s = 0.0;
    double c = 0.0;
    for (int i = 20; i >= 2; i -= 2) {
        c = (1.0 - c) * (x * x / (i * (i - 1)));
        s = (1.0 - s) * (x * x / (i * (i + 1)));
    }
    s = x * (1.0 - s);
    c = 1.0 - c;
    int turns = quarter & 3;
    *sine = turns == 0 ? s : turns == 1 ? c : turns == 2 ? -s : -c;
    *cosine = turns == 0 ? c : turns == 1 ? -s : turns == 2 ? -c : s;
}

// Each turn by the sine of what is left cubes the error: 45 degrees become 4, 0.005, 3e-12 and 0.
double gelAngleOf(double sine, double cosine)
{
    double degrees = 45.0;
    for (int i = 0; i < 6; i++) {
        double s, c;
        gelSineAndCosine(degrees, &s, &c);
        degrees += (sine * c - cosine * s) * (180.0 / 3.14159265358979323846);
    }
    return degrees;
}
