#include "common/nearest.h"

#include <stdbool.h>
#include <string.h>

enum { longestWord = 60 };

// Words from other programs and textbooks, as keys of scenes or as options.
static const struct {
    const char *word, *meant;
} synonyms[] = {
    {"mass", "density"},
    {"mass", "material"},
    {"rho", "density"},
    {"density", "material"},
    {"E", "youngModulus"},
    {"modulus", "youngModulus"},
    {"elasticity", "youngModulus"},
    {"stiffness", "youngModulus"},
    {"stiffness", "material"},
    {"youngModulus", "material"},
    {"nu", "poissonRatio"},
    {"poisson", "poissonRatio"},
    {"poissonRatio", "material"},
    {"location", "position"},
    {"translation", "position"},
    {"translate", "position"},
    {"orientation", "rotation"},
    {"rotate", "rotation"},
    {"size", "scale"},
    {"pinned", "pins"},
    {"fixed", "pins"},
    {"file", "mesh"},
    {"path", "mesh"},
    {"geometry", "shape"},
    {"objects", "bodies"},
    {"body", "bodies"},
    {"colliders", "obstacles"},
    {"floor", "ground"},
    {"plane", "ground"},
    {"least", "minimum"},
    {"most", "maximum"},
    {"dt", "timeStep"},
    {"iterations", "substeps"},
    {"collision", "contact"},
    {"collisions", "contact"},
    {"forces", "fields"},
    {"o", "out"},
    {"output", "out"},
    {"save", "out"},
    {"n", "frames"},
    {"steps", "frames"},
    {"steps", "substeps"},
    {"device", "backend"},
    {"platform", "backend"},
    {"screenshot", "shot"},
    {"silent", "quiet"},
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static char lowerCase(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool sameLetter(char a, char b)
{
    return lowerCase(a) == lowerCase(b);
}

// Edit distance: letters to insert, delete, change or swap with a neighbour to turn one word into the other.
static int editDistance(const char* a, const char* b)
{
    int rows[longestWord + 1][longestWord + 1];
    int aLength = (int)strlen(a), bLength = (int)strlen(b);
    if (aLength > longestWord || bLength > longestWord)
        return longestWord;
    for (int i = 0; i <= aLength; i++) {
        for (int j = 0; j <= bLength; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = i + j;
                continue;
            }
            int change = rows[i - 1][j - 1] + !sameLetter(a[i - 1], b[j - 1]);
            rows[i][j] = smaller(change, smaller(rows[i - 1][j], rows[i][j - 1]) + 1);
            if (i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]))
                rows[i][j] = smaller(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    }
    return rows[aLength][bLength];
}

static bool begins(const char* word, const char* text)
{
    while (*text != '\0' && sameLetter(*text, *word)) {
        text++;
        word++;
    }
    return *text == '\0';
}

static bool isSame(const char* a, const char* b)
{
    return begins(a, b) && begins(b, a);
}

static const char* findSynonym(const char* text, const char* const* list)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        for (const char* const* word = list; *word != NULL && isSame(text, synonyms[i].word); word++)
            if (isSame(*word, synonyms[i].meant))
                return *word;
    return NULL;
}

const char* gelNearestText(const char* text, const char* const* list)
{
    const char* meant = findSynonym(text, list);
    if (meant != NULL)
        return meant;
    const char* nearest = NULL;
    size_t length = strlen(text);
    int best = length < 4   ? 2
               : length < 7 ? 3
                            : 4; // exclusive: up to a third or half of the word may be wrong
    for (; *list != NULL; list++) {
        int distance = editDistance(text, *list);
        if (length >= 2 && begins(*list, text))
            distance = 1; // a prefix counts as a typing slip
        if (distance < best && distance < (int)strlen(*list)) {
            best = distance;
            nearest = *list;
        }
    }
    return nearest;
}
