#include "draw/quality.h"

#include <stdlib.h>

const gelQuality gelQualities[gel_qualityCount] = {
    {.sharpness = 1.0f, .samples = 4, .shadowTaps = 16},
    {.sharpness = 1.0f, .samples = 1, .shadowTaps = 8, .isFast = true},
    {.sharpness = 0.7f, .samples = 1, .shadowTaps = 8, .isFast = true},
    {.sharpness = 0.5f, .samples = 1, .shadowTaps = 4, .isFast = true},
    {.sharpness = 0.32f, .samples = 1, .shadowTaps = 4, .isFast = true},
};
const gelQuality gelFilmQuality = {.sharpness = 1.0f, .samples = 4, .shadowTaps = 48};

gelQuality gelQualityOfLevel(gelQuality otherwise)
{
    const char* level = getenv("GEL_PICTURE_LEVEL");
    bool isLevel = level != NULL && level[0] >= '0' && level[0] < '0' + gel_qualityCount && level[1] == '\0';
    return isLevel ? gelQualities[level[0] - '0'] : otherwise;
}

static const double longest = 1.0 / 15.0; // s, between pictures
enum { firstPatience = 20, longestPatience = 640, unsettled = 2, soon = 60 };

static void change(gelQualityChooser* chooser, int level)
{
    bool isRaised = level < chooser->level;
    bool wasTooFine = !isRaised && chooser->isRaised && chooser->pictures < soon;
    if (wasTooFine && chooser->patience < longestPatience)
        chooser->patience *= 2;
    chooser->level = level;
    chooser->isRaised = isRaised;
    chooser->pictures = chooser->fastPictures = 0;
}

void gelQualityChooser_Note(gelQualityChooser* chooser, double drawing, double other)
{
    const double costOfFiner = 3.0, worthwhile = 0.25;
    if (chooser->patience == 0)
        chooser->patience = firstPatience;
    chooser->pictures++;
    if (chooser->pictures <= unsettled) // they allocate buffers and build shaders
        return;
    bool isFirst = chooser->pictures == unsettled + 1;
    chooser->seconds = isFirst ? drawing : chooser->seconds + 0.4 * (drawing - chooser->seconds);
    bool isSlow = chooser->seconds + other > longest && chooser->seconds > worthwhile * longest;
    bool isSure = chooser->pictures > unsettled + 3 || chooser->seconds > 3.0 * longest;
    if (isSlow && isSure && chooser->level + 1 < gel_qualityCount) {
        bool skips = chooser->seconds > 3.0 * longest && chooser->level + 2 < gel_qualityCount;
        change(chooser, chooser->level + (skips ? 2 : 1));
        return;
    }
    bool isFast = costOfFiner * chooser->seconds + other < longest;
    chooser->fastPictures = isFast ? chooser->fastPictures + 1 : 0;
    if (chooser->level > 0 && chooser->fastPictures >= chooser->patience)
        change(chooser, chooser->level - 1);
}
