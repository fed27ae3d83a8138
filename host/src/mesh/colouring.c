// Greedy colouring, then balancing. The number of colours is bounded below by the largest number of
// constraints at one vertex, and first-fit comes within a few of it; what remains to be gained is colours of
// equal size.
#include "mesh/colouring.h"
#include "gel/mesh.h"

#include <string.h>

// More colours than this would be too many launches, and bit sets larger than the mesh.
enum { bitsPerWord = 64, balancingPasses = 3, maxWords = 64 };

typedef struct Colouring {
    const int* vertices;
    int arity, constraintCount, vertexCount;
    const int* names;
    int* colours;
    int colourCount;
    uint64_t* used; // [vertexCount][wordCount]: the colours of the constraints at each vertex
    int wordCount;
    int* sizes; // [wordCount * bitsPerWord]: constraints in each colour
} Colouring;

static bool resizeWords(Colouring* colouring, int wordCount)
{
    size_t rows = (size_t)colouring->vertexCount;
    uint64_t* used = gelAllocate(rows * (size_t)wordCount, sizeof *used);
    int* sizes = gelResize(colouring->sizes, (size_t)wordCount * bitsPerWord, sizeof *sizes);
    if (sizes != NULL)
        colouring->sizes = sizes;
    if (used == NULL || sizes == NULL) {
        gelFree(used);
        return false;
    }
    for (size_t v = 0; v < rows && colouring->used != NULL; v++)
        memcpy(used + v * (size_t)wordCount, colouring->used + v * (size_t)colouring->wordCount,
               (size_t)colouring->wordCount * sizeof *used);
    for (int i = colouring->wordCount * bitsPerWord; i < wordCount * bitsPerWord; i++)
        sizes[i] = 0;
    gelFree(colouring->used);
    colouring->used = used;
    colouring->wordCount = wordCount;
    return true;
}

// The colours within one word that no vertex of the constraint has yet.
static uint64_t freeColours(const Colouring* colouring, const int* vertices, int word)
{
    uint64_t taken = 0;
    for (int k = 0; k < colouring->arity; k++)
        taken |= colouring->used[(size_t)vertices[k] * (size_t)colouring->wordCount + (size_t)word];
    return ~taken;
}

static void setColour(Colouring* colouring, int constraint, int colour, bool on)
{
    const int* vertices = colouring->vertices + (size_t)constraint * (size_t)colouring->arity;
    uint64_t bit = (uint64_t)1 << (colour % bitsPerWord);
    for (int k = 0; k < colouring->arity; k++) {
        uint64_t* word =
            &colouring
                 ->used[(size_t)vertices[k] * (size_t)colouring->wordCount + (size_t)(colour / bitsPerWord)];
        *word = on ? *word | bit : *word & ~bit;
    }
    colouring->sizes[colour] += on ? 1 : -1;
    if (on)
        colouring->colours[constraint] = colour;
}

static gelStatus assignFirstFit(Colouring* colouring)
{
    for (int c = 0; c < colouring->constraintCount; c++) {
        const int* vertices = colouring->vertices + (size_t)c * (size_t)colouring->arity;
        int word = 0;
        while (word < colouring->wordCount && freeColours(colouring, vertices, word) == 0)
            word++;
        if (word == maxWords)
            return gelFail(gel_unsupported,
                           "vertex %d or one of its neighbours belongs to thousands of %s, which would need "
                           "more than %d colours; split them or remesh",
                           colouring->names != NULL ? colouring->names[vertices[0]] : vertices[0],
                           colouring->arity == 2 ? "edges" : "tets", maxWords * bitsPerWord);
        if (word == colouring->wordCount && !resizeWords(colouring, colouring->wordCount * 2))
            return gelFailMemory((size_t)colouring->vertexCount * (size_t)colouring->wordCount * 2,
                                 sizeof(uint64_t));
        int colour = word * bitsPerWord + __builtin_ctzll(freeColours(colouring, vertices, word));
        setColour(colouring, c, colour, true);
        if (colour >= colouring->colourCount)
            colouring->colourCount = colour + 1;
    }
    return gel_success;
}

// The smallest colour that a constraint may move to; among equals, the one of lowest index.
static int smallestFreeColour(const Colouring* colouring, const int* vertices)
{
    int best = -1;
    for (int word = 0; word * bitsPerWord < colouring->colourCount; word++) {
        int left = colouring->colourCount - word * bitsPerWord; // colours from this word on
        uint64_t bits = freeColours(colouring, vertices, word);
        bits &= left < bitsPerWord ? ((uint64_t)1 << left) - 1 : ~(uint64_t)0;
        for (; bits != 0; bits &= bits - 1) {
            int colour = word * bitsPerWord + __builtin_ctzll(bits);
            if (best < 0 || colouring->sizes[colour] < colouring->sizes[best])
                best = colour;
        }
    }
    return best;
}

static void balance(Colouring* colouring)
{
    int average = colouring->constraintCount / colouring->colourCount;
    for (int pass = 0; pass < balancingPasses; pass++) {
        for (int c = 0; c < colouring->constraintCount; c++) {
            int colour = colouring->colours[c];
            if (colouring->sizes[colour] <= average)
                continue;
            int target =
                smallestFreeColour(colouring, colouring->vertices + (size_t)c * (size_t)colouring->arity);
            if (target < 0 || colouring->sizes[target] + 1 >= colouring->sizes[colour])
                continue;
            setColour(colouring, c, colour, false);
            setColour(colouring, c, target, true);
        }
    }
}

gelStatus gelColourConstraints(const int* vertices, int arity, int constraintCount, int vertexCount,
                               const int* names, int** colours, int* colourCount)
{
    Colouring colouring = {vertices, arity, constraintCount, vertexCount, names, NULL, 0, NULL, 0, NULL};
    *colours = NULL;
    *colourCount = 0;
    colouring.colours = gelAllocate((size_t)constraintCount, sizeof *colouring.colours);
    gelStatus status = colouring.colours != NULL && resizeWords(&colouring, 1)
                           ? assignFirstFit(&colouring)
                           : gelFailMemory((size_t)vertexCount + (size_t)constraintCount, sizeof(uint64_t));
    if (status == gel_success && colouring.colourCount > 0)
        balance(&colouring);
    gelFree(colouring.used);
    gelFree(colouring.sizes);
    if (status != gel_success) {
        gelFree(colouring.colours);
        return status;
    }
    *colours = colouring.colours;
    *colourCount = colouring.colourCount;
    return gel_success;
}
