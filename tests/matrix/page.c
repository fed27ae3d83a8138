// The page of the manual that the table is: docs/features.md.
#include "matrix/page.h"

#include <ctype.h>
#include <string.h>

const Exception* exceptionOf(const Feature* feature, BodyRow row, Plane plane)
{
    char name[64], body[64];
    snprintf(name, sizeof name, " %s ", feature->name);
    snprintf(body, sizeof body, " %s ", bodyKinds[row].name);
    for (int i = 0; i < exceptionCount; i++)
        if ((exceptions[i].plane == plane_both || exceptions[i].plane == plane) &&
            strstr(exceptions[i].features, name) != NULL && strstr(exceptions[i].bodies, body) != NULL)
            return &exceptions[i];
    return NULL;
}

// Words of scene files, which the page spells as they do.
static const char settings[] =
    " uniform point line vortex turbulence drag wind liquid pins goals tethers stretchLimit breakForce turns "
    "selfContact sleep tearStrain tearForce unbreakable colour mesh jacobi jacobiAveraged jacobiRelaxed "
    "explicitEuler symplecticEuler heun rungeKutta4 springDamping neoHookean pullOnly ";

// Writes "stiffness values" for stiffnessValues.
static void writeName(FILE* page, const char* name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    if (strstr(settings, word) != NULL) {
        fprintf(page, "`%s`", name);
        return;
    }
    for (; *name != '\0'; name++)
        if (isupper((unsigned char)*name) != 0)
            fprintf(page, " %c", tolower((unsigned char)*name));
        else
            fputc(*name, page);
}

// Lines of the list have the number of their text, which several exceptions may share.
static int lineOf(const Exception* exception)
{
    int line = 1;
    for (const Exception* other = exceptions; strcmp(other->text, exception->text) != 0; other++) {
        bool isNew = true;
        for (const Exception* before = exceptions; before < other; before++)
            isNew = isNew && strcmp(before->text, other->text) != 0;
        line += isNew ? 1 : 0;
    }
    return line;
}

static void writeCell(FILE* page, const Feature* feature, BodyRow row, Plane plane)
{
    static const char* const words[] = {"", "no effect", "refused", "wrong"};
    const Exception* exception = exceptionOf(feature, row, plane);
    if (exception == NULL)
        fprintf(page, " yes |");
    else
        fprintf(page, " %s %d |", words[exception->state], lineOf(exception));
}

static void writeHead(FILE* page, const char* title, int rows)
{
    fprintf(page, "\n## %c%s\n\n| |", toupper((unsigned char)title[0]), title + 1);
    for (int row = 0; row < rows; row++)
        fprintf(page, " %s |", bodyKinds[row].title);
    fprintf(page, " measured |\n|---|");
    for (int row = 0; row < rows; row++)
        fprintf(page, "---|");
    fprintf(page, "---|\n");
}

static void writeFeature(FILE* page, const Feature* feature, int rows, Plane plane)
{
    fprintf(page, "| ");
    writeName(page, feature->name);
    fprintf(page, " |");
    for (int row = 0; row < rows; row++)
        writeCell(page, feature, (BodyRow)row, plane);
    fprintf(page, " %s |\n", feature->promise);
}

static void writeFamily(FILE* page, const char* family)
{
    writeHead(page, family, row_count);
    for (int f = 0; f < featureCount; f++)
        if (strcmp(features[f].family, family) == 0)
            writeFeature(page, &features[f], row_count, plane_xpbd);
}

static bool differs(const Feature* feature)
{
    bool isOther = false;
    for (int row = 0; row < row_obstacle; row++)
        isOther = isOther || exceptionOf(feature, (BodyRow)row, plane_xpbd) !=
                                 exceptionOf(feature, (BodyRow)row, plane_twoLevel);
    return isOther;
}

// The second plane, where it differs from the first.
static void writeTwoLevel(FILE* page)
{
    writeHead(page, "With the two-level solver", row_obstacle);
    for (int f = 0; f < featureCount; f++)
        if (differs(&features[f]))
            writeFeature(page, &features[f], row_obstacle, plane_twoLevel);
    fprintf(page,
            "\nWith the [two-level solver](solvers.md), and round numbers, all other cells are as above.\n");
}

void writePage(FILE* page)
{
    fprintf(
        page,
        "# Every body, every feature\n\n"
        "Each cell is a test of [tests/matrix](../tests/matrix), which makes this page. It compares a feature on a\n"
        "body with a closed form or a conserved quantity, once with arbitrary numbers and once with round ones.\n\n"
        "**yes**: the test passes. **no effect**, **refused**, **wrong**: see the line of that\n"
        "[number](#refused-or-wrong).\n");
    for (int f = 0; f < featureCount; f++)
        if (f == 0 || strcmp(features[f].family, features[f - 1].family) != 0)
            writeFamily(page, features[f].family);
    writeTwoLevel(page);
    fprintf(page, "\n## Refused or wrong\n\n");
    for (int i = 0, line = 0; i < exceptionCount; i++)
        if (lineOf(&exceptions[i]) > line)
            fprintf(page, exceptions[i].state == cell_refused ? "%d. Gel refuses it: \"%s\".\n" : "%d. %s\n",
                    ++line, exceptions[i].text);
}
