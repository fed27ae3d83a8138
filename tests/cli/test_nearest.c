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

static void a_common_synonym_counts_more_than_spelling(void)
{
    static const char* const keys[][3] = {
        {"mass", "mesh", "material"},         {"mass", "damping", "density"},
        {"location", "rotation", "position"}, {"nu", "numbers", "poissonRatio"},
        {"PINNED", "position", "pins"},       {"file", "filling", "mesh"},
        {"output", "order", "out"},           {"device", "quiet", "backend"}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char* list[] = {keys[i][1], keys[i][2], NULL};
        CHECK_TEXT(gelNearestText(keys[i][0], list), keys[i][2]);
    }
    const char* none[] = {"mesh", NULL};
    CHECK_TEXT(gelNearestText("mass", none), "mesh"); // nothing better in the list
}

static void an_unlike_word_has_no_nearest_word(void)
{
    check("", NULL);
    check("a", NULL);
    check("camera", NULL);
    check("a word that is longer than any that a list could hold, and so far from all of them", NULL);
}

TESTS(TEST(a_misspelt_word_has_its_nearest_word), TEST(the_beginning_of_a_word_has_that_word),
      TEST(a_common_synonym_counts_more_than_spelling), TEST(an_unlike_word_has_no_nearest_word))
