// A library built with options that change the bits refuses to make worlds, and says why. Built twice: as the library is, and
// with such options, which GEL_UNSAFE says.
#include "backend/backend.h"
#include "support/fixtures.h"

#ifdef GEL_UNSAFE
static void a_build_that_changes_the_bits_says_so(void)
{
    CHECK_STATUS(gelCheckArithmetic(), gel_unsupported);
    CHECK_TEXT(gelLastError(), "this build of Gel is not exact: ");
    CHECK_TEXT(gelLastError(), "-funsafe-math-optimizations");
}

static void a_build_that_changes_the_bits_makes_no_world(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    CHECK(world == NULL, "there is a world");
}

TESTS(TEST(a_build_that_changes_the_bits_says_so), TEST(a_build_that_changes_the_bits_makes_no_world))
#else
static void the_build_computes_as_it_should(void)
{
    REQUIRE(gelCheckArithmetic());
}

TESTS(TEST(the_build_computes_as_it_should))
#endif
