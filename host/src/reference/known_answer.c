// Checks that the reference's arithmetic was not optimised beyond what C allows. The compiler
// itself reports some of the options that do so (dialect.h); others, such as
// -funsafe-math-optimizations, are detected by wrong answers.
#include "backend/backend.h"
#include "base/core.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char* const advice =
    "build Gel without -ffast-math, -funsafe-math-optimizations, -ffinite-math-only and their parts, and with "
    "-ffp-contract=off";

static gelStatus fail(const char* what)
{
    return gelFail(gel_unsupported,
                   "this build of Gel is not exact: %s; bits would differ from those of other devices: %s",
                   what, advice);
}

// Loaded when the program runs, so that nothing is computed by the compiler.
static volatile float one = 1.0f, large = 1e8f, third = 1.0f / 3.0f, three = 3.0f, zero = 0.0f,
                      negativeZero = -0.0f, min = FLT_MIN, max = FLT_MAX, two = 2.0f, seven = 7.0f,
                      eleven = 11.0f, thirteen = 13.0f;

static uint32_t bitsOf(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool addsInOrder(void)
{
    float a = one, b = large;
    return (a + b) - b == 0.0f;
}

static bool roundsProducts(void)
{
    float a = third, b = three, c = one;
    return a * b - c == 0.0f; // exact, it is 3e-8
}

// Whether a division rounds as such: here a product with the reciprocal is another float.
static bool divides(void)
{
    float d = seven, a = three / d, b = eleven / d, c = thirteen / d;
    return bitsOf(a) == 0x3edb6db7u && bitsOf(b) == 0x3fc92492u && bitsOf(c) == 0x3fedb6dbu;
}

// Whether sums keep the sign of zero: compilers like to leave out sums with a constant 0.
static bool keepsSigns(void)
{
    float a = negativeZero, b = zero;
    return bitsOf(a + b) == 0u && bitsOf(a + 0.0f) == 0u && bitsOf(0.0f - b) == 0u;
}

// Whether infinity and NaN are recognised. States, settings and files are checked with the same
// comparisons.
static bool knowsWhatIsNotFinite(void)
{
    float infinite = max * two, none = infinite - infinite;
    return !isfinite(infinite) && !isfinite(none) && isnan(none) && none != none && !(none > one) &&
           !(none <= one) && infinite > max;
}

static bool takesRoots(void)
{
    return bitsOf(sqrtf(two)) == 0x3fb504f3u && bitsOf(one / sqrtf(three)) == 0x3f13cd3au;
}

gelStatus gelCheckArithmetic(void)
{
    if (!addsInOrder())
        return fail("sums are taken in another order");
    if (!roundsProducts())
        return fail("a product and a sum are rounded once");
    if (!divides())
        return fail("divisions are products with a reciprocal");
    if (!keepsSigns())
        return fail("-0 + 0 is -0");
    if (!knowsWhatIsNotFinite())
        return fail("infinite numbers and NaN are taken for finite numbers");
    if (!takesRoots())
        return fail("roots are approximated");
    if (min * third == 0.0f)
        gelLog(
            gel_logWarning,
            "this thread flushes numbers below 1.2e-38 to 0 (a library of the program was built with "
            "-ffast-math, or it sets FTZ): velocities do not depend on it, but all else is tested without");
    return gel_success;
}
