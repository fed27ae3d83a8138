// Times the stages of a picture, in order.
#pragma once

#include "draw/opengl.h"

// Stage, key in JSON, description.
#define GEL_PICTURE_STAGE_LIST(X)                                                                            \
    X(gel_picturePositions, "positions", "positions to OpenGL")                                              \
    X(gel_pictureCorners, "corners", "corners, normals, values")                                             \
    X(gel_pictureSunMap, "sun_map", "shadow map of the sun")                                                 \
    X(gel_pictureBelowMap, "below_map", "depth from below")                                                  \
    X(gel_pictureBackMap, "back_map", "depth of the far sides")                                              \
    X(gel_pictureBodies, "bodies", "bodies")                                                                 \
    X(gel_pictureBackdrop, "backdrop", "ground and sky")                                                     \
    X(gel_pictureResolve, "resolve", "samples to pixels")                                                    \
    X(gel_picturePanel, "panel", "panel and legend")                                                         \
    X(gel_pictureReadBack, "read_back", "pixels read back")

typedef enum gelPictureStage {
#define GEL_PICTURE_STAGE(stage, key, text) stage,
    GEL_PICTURE_STAGE_LIST(GEL_PICTURE_STAGE)
#undef GEL_PICTURE_STAGE
        gel_pictureStageCount
} gelPictureStage;

typedef struct gelPictureClock {
    // OpenGL's own time stamps, read when the picture is done; otherwise the host's clock after glFinish.
    bool queries;
    GLuint stamps[gel_pictureStageCount];
    bool marked[gel_pictureStageCount];
    double host;                                // ms, at the last mark
    double milliseconds[gel_pictureStageCount]; // 0 for stages that did not occur
} gelPictureClock;

// For the current context. A device runs behind the host, so OpenGL's time stamps are used. If the processor
// draws, it is waited for instead.
void gelOpenPictureClock(gelPictureClock* clock);
void gelClosePictureClock(gelPictureClock* clock);

// All accept NULL, for pictures that are not timed.
void gelPictureClock_Start(gelPictureClock* clock);
void gelPictureClock_Mark(gelPictureClock* clock,
                          gelPictureStage stage);    // the stage ends here; stages come in order
void gelPictureClock_Finish(gelPictureClock* clock); // fills `milliseconds`
