// Suggestions for misspelt scene keys and command words.
#include "support/harness.h"
#include "common/nearest.h"

static void check(const char* text, const char* expected)
{
    static const char* const words[] = {"gravity", "ground", "substeps", "youngModulus", "b", "run", NULL};
    const char* found = gelNearestText(text, words);
    if (expected == NULL)
        CHECK(found == NULL, "\"%s\" is taken for \"%s\"", text, found);
    else
        CHECK(found != NULL && strcmp(found, expected) == 0, "\"%s\" is taken for \"%s\"", text,
              found != NULL ? found : "nothing");
}

static void a_misspelt_word_has_its_nearest_word(void)
{
    check("gravitiy", "gravity");
    check("gavrity", "gravity");
    check("grvty", "gravity");
    check("YOUNGMODULUS", "youngModulus");
    check("rnu", "run");
}

static void the_beginning_of_a_word_has_that_word(void)
{
    check("young", "youngModulus");
    check("SUB", "substeps");
}

static void an_unlike_word_has_no_nearest_word(void)
{
    check("", NULL);
    check("a", NULL);
    check("camera", NULL);
    check("a word that is longer than any that a list could hold, and so far from all of them", NULL);
}

TESTS(TEST(a_misspelt_word_has_its_nearest_word), TEST(the_beginning_of_a_word_has_that_word),
      TEST(an_unlike_word_has_no_nearest_word))
