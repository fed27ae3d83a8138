// How finely a picture is drawn, and how a window chooses that: a processor draws a full picture in half a second.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelQuality {
    float sharpness; // pixels drawn per pixel shown, each way
    int samples;     // per pixel: 4, or 1 for edges that are not smoothed
    int shadowTaps;  // per pixel, 4 to 64: trades cost for grain
    bool isFast;     // coarse shadow map; surfaces are shaded when all are drawn, each pixel once
} gelQuality;

enum { gel_qualityCount = 5 };
// From the finest, which a fast device draws and which a picture that stands still has. Each costs about half of the one
// before.
extern const gelQuality gelQualities[gel_qualityCount];
extern const gelQuality gelFilmQuality; // also of stills that are written

// Returns that of the level in the environment variable GEL_PICTURE_LEVEL, for tests and measurements, or `otherwise`.
gelQuality gelQualityOfLevel(gelQuality otherwise);

// The level for a scene that moves, by the times of its pictures. A new chooser is zero.
typedef struct gelQualityChooser {
    int level;
    double seconds;   // to draw a picture, a running mean
    int pictures;     // since the level changed
    int fastPictures; // in a row that leave time for the level before
    int patience;     // how many of these it takes
    bool isRaised;    // the last change was to a finer level
} gelQualityChooser;

// Notes the time of drawing a picture, and of all else between pictures, s. The level changes so that there are 15 pictures
// per second, if drawing can be at fault, and stays where a finer one would soon be too slow.
void gelQualityChooser_Note(gelQualityChooser* chooser, double drawing, double other);

#ifdef __cplusplus
}
#endif
