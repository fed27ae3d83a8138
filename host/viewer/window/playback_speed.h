// The speed at which the window plays a scene: real time, slower, or stage by stage.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelSpeed {
    const char* label;
    double ratio;           // simulated over real time; 0: by stages
    double stagesPerSecond; // for speeds by stages; 0: one per picture
} gelSpeed;

enum { gel_speedRealTime = 0, gel_speedByStages = 7, gel_speedCount = 9 };
extern const gelSpeed gelSpeeds[gel_speedCount];

typedef struct gelPace {
    int speed;          // of gelSpeeds
    double owed;        // simulated time in s, or stages, behind the clock
    double stepSeconds; // duration of a frame, a running mean
} gelPace;

typedef struct gelWork {
    int frames, stages;
} gelWork;

void gelPace_SetSpeed(gelPace* pace, int speed);
// Notes how long the frames before a picture lasted, until their positions were there.
void gelPace_Note(gelPace* pace, int frames, double seconds);

// The work to do before the next picture, `elapsed` s after the last: as much as the clock requires, but no
// more than keeps the window responsive. The rest is dropped, so that a slow machine runs slowly instead of
// hanging. `timeStep` is a frame's, in s.
gelWork gelPace_Due(gelPace* pace, double timeStep, double elapsed);

#ifdef __cplusplus
}
#endif
