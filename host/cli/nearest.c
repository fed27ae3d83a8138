#include "options.h"

#include <string.h>

enum { longestWord = 32 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// How many letters to add, drop, change or swap with a neighbour to get from one word to the other.
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
            int change = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            rows[i][j] = smaller(change, smaller(rows[i - 1][j], rows[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                rows[i][j] = smaller(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    }
    return rows[aLength][bLength];
}

const char* gelNearest(const char* text, const char* const* candidates, int count)
{
    const char* nearest = NULL;
    size_t length = strlen(text);
    int best = length < 4 ? 2 : length < 7 ? 3 : 4; // exclusive: a third to a half of the word may be wrong
    for (int i = 0; i < count; i++) {
        int distance = editDistance(text, candidates[i]);
        if (length >= 2 && strncmp(text, candidates[i], length) == 0)
            distance = 1; // the beginning of a word is as good as a slip
        if (distance < best) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}
